/* The widgets alone: nothing clipped, overlapping or outside, legible in both themes, and the
** selected item always visible. */
#include "ui/made.h"

#include <math.h>
#include <string.h>

#include "render/count/count.h"
#include "scene/theme.h"

enum { RANDOM_STATES = 1200 };

static void complain(const Made *made, const CountReport *report, int seed) {
  if (report->texts_outside + report->texts_clipped + report->texts_overlapping == 0) return;
  fail_msg("seed %d, %.0f x %.0f, scale %.2f, menu %d: %.*s", seed, (double)made->width,
           (double)made->height, (double)made->layout.text_scale, (int)made->view.menu,
           (int)report->first_complaint.bytes, report->first_complaint.at);
}

/* "no text clipped, none overlapping another, nothing outside the window" */
static void widgets_fit_any_window(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int seed = 0; seed < RANDOM_STATES; seed++) {
    arena_reset(arena);
    Rng rng = rng_make((uint64_t)seed);
    Made made = made_random(arena, &rng);
    made.view.menu = MENU_NONE;
    made_build(&made);
    assert_false(made.list.failed);
    CountReport report = count_list(&made.list, made.pen.metrics, arena);
    assert_true(report.texts > 10);
    complain(&made, &report, seed);
  }
  arena_free(arena);
}

static void menus_fit_any_window(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int seed = 0; seed < RANDOM_STATES; seed++) {
    arena_reset(arena);
    Rng rng = rng_make((uint64_t)seed + 77777);
    Made made = made_random(arena, &rng);
    made_build_menu(&made);
    assert_false(made.list.failed);
    CountReport report = count_list(&made.list, made.pen.metrics, arena);
    assert_true(report.texts > 0 || made.view.menu == MENU_NONE);
    complain(&made, &report, seed);
  }
  arena_free(arena);
}

/* Every box of a panel stays in the window too, the soft shadow excepted. */
static void boxes_stay_inside(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int seed = 0; seed < RANDOM_STATES / 4; seed++) {
    arena_reset(arena);
    Rng rng = rng_make((uint64_t)seed + 4242);
    Made made = made_random(arena, &rng);
    made_build(&made);
    for (int i = 0; i < made.list.item_count; i++) {
      const DrawItem *item = &made.list.items[i];
      if (item->kind != DRAW_BOX || item->at_scroll_edge || item->as.box.fill.a < 255) continue;
      Box box = item->as.box.box;
      bool inside = box.x >= -0.6f && box.y >= -0.6f && box.x + box.w <= made.width + 0.6f &&
                    box.y + box.h <= made.height + 0.6f;
      if (!inside)
        fail_msg("seed %d: box %g %g %g %g", seed, (double)box.x, (double)box.y, (double)box.w,
                 (double)box.h);
    }
  }
  arena_free(arena);
}

/* The background of a text: the last opaque box drawn before it that contains its middle. */
static Color ground_of(const DrawList *list, int text_index, Color paper) {
  const DrawText *text = &list->items[text_index].as.text;
  Point middle = {text->at.x + text->width_pt / 2, text->at.y - text->size_pt * 0.3f};
  for (int i = text_index - 1; i >= 0; i--) {
    const DrawItem *item = &list->items[i];
    if (item->kind != DRAW_BOX || item->as.box.fill.a < 255) continue;
    if (box_holds(item->as.box.box, middle)) return item->as.box.fill;
  }
  return paper;
}

/* Of a long word in the sentence's field the middle may be cut off, where other things stand. */
static bool middle_is_seen(const DrawList *list, int text_index) {
  const DrawText *text = &list->items[text_index].as.text;
  Point middle = {text->at.x + text->width_pt / 2, text->at.y - text->size_pt * 0.3f};
  for (int i = text_index - 1; i >= 0; i--) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_CLIP) return item->as.clip.w < 0 || box_holds(item->as.clip, middle);
  }
  return true;
}

/* Contrast of text at least 4.5:1 in both themes (WCAG 2, 1.4.3). */
static void text_is_readable(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int seed = 0; seed < RANDOM_STATES / 4; seed++) {
    arena_reset(arena);
    Rng rng = rng_make((uint64_t)seed + 999);
    Made made = made_random(arena, &rng);
    made_build(&made);
    for (int i = 0; i < made.list.item_count; i++) {
      const DrawItem *item = &made.list.items[i];
      if (item->kind != DRAW_TEXT || !middle_is_seen(&made.list, i)) continue;
      Color ground = ground_of(&made.list, i, made.pen.theme->paper);
      float contrast = palette_contrast(item->as.text.color, ground);
      if (contrast < 4.5f)
        fail_msg("seed %d: “%.*s” has contrast %.2f", seed, (int)item->as.text.text.bytes,
                 item->as.text.text.at, (double)contrast);
    }
  }
  arena_free(arena);
}

/* The message wraps inside a box of its own, above the rail. */
static void message_stands_above_the_rail(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int scale = 1; scale <= 3; scale++) {
    Made made = made_calm(arena);
    made.view.text_scale = (float)scale;
    made.width = 960;
    made.height = 600;
    made.inputs.message = STR("export takes a file whose folder exists: “figures/today” does not; "
                              "make it first, or leave the folder out");
    made_build(&made);
    int found = 0;
    for (int i = 0; i < made.list.item_count; i++) {
      const DrawItem *item = &made.list.items[i];
      if (item->kind != DRAW_TEXT || item->as.text.text.bytes < 4) continue;
      if (!strstr(made.inputs.message.at, str_copy(arena, item->as.text.text))) continue;
      assert_true(item->as.text.at.y < made.layout.bottom.y);
      found++;
    }
    assert_true(found >= 1);
  }
  arena_free(arena);
}

/* Where the selected item of an open menu is, and the clip it is drawn in. */
static bool item_in_sight(const Made *made) {
  Box clip = {0, 0, made->width, made->height};
  Color focus = made->pen.theme->focus;
  for (int i = 0; i < made->list.item_count; i++) {
    const DrawItem *item = &made->list.items[i];
    if (item->kind == DRAW_CLIP)
      clip = item->as.clip.w < 0 ? (Box){0, 0, made->width, made->height} : item->as.clip;
    if (item->kind != DRAW_BOX || memcmp(&item->as.box.stroke, &focus, sizeof focus) != 0) continue;
    Box box = item->as.box.box;
    return box.y >= clip.y - 3 && box.y + box.h <= clip.y + clip.h + 3;
  }
  return false;
}

/* "Everything works from the keyboard alone": the item it stands on is always seen. */
static void keyboard_item_is_seen(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  static const MenuId menus[] = {MENU_BROWSE,  MENU_MODEL,  MENU_ATTENTION, MENU_EXAMPLES,
                                 MENU_PALETTE, MENU_EXPORT, MENU_RESTORE};
  for (int m = 0; m < 7; m++)
    for (int item = 0; item < 24; item++) {
      arena_reset(arena);
      Made made = made_calm(arena);
      made.width = 960;
      made.height = 600;
      made.view.text_scale = 3;
      made_menu(&made, menus[m], 24);
      made.view.menu_item = item;
      made_build_menu(&made);
      if (!item_in_sight(&made)) fail_msg("menu %d item %d is out of sight", (int)menus[m], item);
    }
  arena_free(arena);
}

/* Text that is smaller than asked for is said where there is room beside the line, which stays. */
static void smaller_text_is_said(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  made.width = 640;
  made.height = 400;
  made.inputs.focus_line = STR("query it: .97");
  made_build(&made);
  assert_true(made.layout.text_scale_reduced);
  assert_int_equal(count_text_containing(&made.list, " of 1"), 0); /* nobody asked for a size */
  made.view.text_scale = 1.5f;
  made_build(&made);
  assert_int_equal(count_text_containing(&made.list, " of 1.5"), 1);
  made.inputs.focus_line = STR("query because·7, key tired·11: score 19.92, scaled 4.98, masked "
                               "4.98, weight 0.967, and more words than any window holds in one "
                               "line at this size of text");
  made_build(&made);
  assert_int_equal(count_text_containing(&made.list, " of 1.5"), 0);
  assert_int_equal(count_text_containing(&made.list, "query because"), 1);
  arena_free(arena);
}

/* Every unusual state says how to leave it. */
static void the_foot_says_the_way_out(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  made.view.kind = VIEW_STAGE;
  made.view.solo = true;
  made.view.head = 1;
  made_build(&made);
  assert_int_equal(count_text_containing(&made.list, "head 2 alone"), 1);
  made.view.kind = VIEW_GRID;
  made_build(&made);
  assert_int_equal(count_text_containing(&made.list, "Esc goes back"), 1);
  arena_free(arena);
}

static const DrawHit *hit_of(const Made *made, const char *command) {
  for (int i = 0; i < made->list.hit_count; i++) {
    const DrawHit *hit = &made->list.hits[i];
    if (hit->click && strcmp(hit->click, command) == 0) return hit;
  }
  return NULL;
}

/* Threshold, lens, arcs, tint and contrast can be found without a key: while the weights are on
** show, at one place, whatever is on. */
static void the_foot_has_the_marks_of_the_weights(void **state) {
  (void)state;
  static const char *const commands[] = {"threshold next", "lens toggle", "arcs toggle",
                                         "tint toggle", "contrast toggle"};
  Box before[5];
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  made.view.kind = VIEW_STAGE;
  made.view.stage = STAGE_WEIGHTS;
  made_build(&made);
  for (int i = 0; i < 5; i++) {
    const DrawHit *hit = hit_of(&made, commands[i]);
    assert_non_null(hit);
    assert_non_null(hit->tip);
    before[i] = hit->box;
  }
  made.view.threshold = 90;
  made.view.lens = made.view.arcs = made.view.tint = made.inputs.has_contrast = true;
  made_build(&made);
  assert_int_equal(count_text_containing(&made.list, "keys of 90 %"), 1);
  for (int i = 0; i < 5; i++)
    assert_memory_equal(&hit_of(&made, commands[i])->box, &before[i], sizeof before[i]);
  made.view.stage = STAGE_SCORES;
  made_build(&made);
  for (int i = 0; i < 5; i++) assert_null(hit_of(&made, commands[i]));
  arena_free(arena);
}

/* Where more contrast changes nothing, its button is there, has no command and says why. */
static void a_mark_in_vain_says_why(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  bool says = false;
  made.view.kind = VIEW_STAGE;
  made.view.stage = STAGE_WEIGHTS;
  made.inputs.contrast_vain = STR("too few keys");
  made_build(&made);
  assert_int_equal(count_text(&made.list, "contrast"), 1);
  assert_null(hit_of(&made, "contrast toggle"));
  assert_non_null(hit_of(&made, "tint toggle"));
  for (int i = 0; i < made.list.hit_count; i++)
    says |= made.list.hits[i].tip && strcmp(made.list.hits[i].tip, "too few keys") == 0;
  assert_true(says);
  arena_free(arena);
}

typedef struct Setting {
  float width, height, text_scale;
} Setting;

static const Setting SETTINGS[] = {
    {960, 600, 1},     {960, 600, 1.25f}, {960, 600, 2},      {1280, 720, 1},
    {1280, 720, 1.6f}, {1280, 720, 3},    {1440, 900, 1},     {1440, 900, 1.25f},
    {1440, 900, 2},    {1920, 1080, 1},   {1920, 1080, 1.6f}, {1920, 1080, 3},
    {2560, 1440, 1},   {2560, 1440, 2},   {2520, 1837, 1},    {3676, 1797, 1.3f}};
enum { SETTING_COUNT = sizeof SETTINGS / sizeof *SETTINGS };

static void set(Made *made, const Setting *setting) {
  made->width = setting->width;
  made->height = setting->height;
  made->view.text_scale = setting->text_scale;
}

/* The next hit that answers a click and is none of a script; NULL: there is none from *at on. */
static const DrawHit *other_hit(const Made *made, int *at) {
  while (*at < made->list.hit_count) {
    const DrawHit *hit = &made->list.hits[(*at)++];
    if (hit->click && strncmp(hit->click, "script ", 7) != 0) return hit;
  }
  return NULL;
}

static void check_sign(Made *made, bool is_stopped) {
  made->inputs.script = NULL;
  made_build(made);
  assert_null(hit_of(made, "script stop"));
  Made without = *made;
  made->inputs.script = made_script(made->arena, is_stopped);
  made_build(made);
  int at_without = 0, at = 0;
  const DrawHit *before;
  do {
    const DrawHit *after = other_hit(made, &at);
    before = other_hit(&without, &at_without);
    assert_true(!before == !after);
    if (!before) break;
    assert_string_equal(after->click, before->click);
    assert_memory_equal(&after->box, &before->box, sizeof before->box);
  } while (before);
  const DrawHit *sign = hit_of(made, is_stopped ? "script go" : "script stop");
  assert_non_null(sign);
  assert_null(hit_of(made, is_stopped ? "script stop" : "script go"));
  assert_string_equal(sign->tip, made->inputs.script->tip.at);
  Box box = sign->box;
  assert_true(box.w > 10 && box.h > 10);
  Box circle = sign->shown; /* room for the ring of focus around it */
  assert_true(circle.w > 10 && circle.w == circle.h && circle.w < box.w);
  assert_true(circle.x - box.x >= 3.5f && box.x + box.w - circle.x - circle.w >= 3.5f);
  assert_true(box.x >= 0 && box.y >= 0 && box.y + box.h <= made->layout.top_bar.h);
  CountReport report = count_list(&made->list, made->pen.metrics, made->arena);
  assert_int_equal(report.texts_overlapping + report.texts_clipped + report.texts_outside, 0);
  for (int i = 0; i < made->list.item_count; i++) {
    const DrawItem *item = &made->list.items[i];
    if (item->kind != DRAW_TEXT) continue;
    bool over = item->as.text.at.x < box.x + box.w && item->as.text.at.x > box.x - 1 &&
                item->as.text.at.y > box.y && item->as.text.at.y < box.y + box.h;
    assert_false(over);
  }
}

/* A script that plays or was stopped has a sign at every size: a click stops or resumes it, and
** nothing moves or covers it. */
static void the_sign_of_a_script_moves_nothing(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int i = 0; i < SETTING_COUNT; i++)
    for (int bits = 0; bits < 16; bits++) {
      Made made = made_calm(arena);
      set(&made, &SETTINGS[i]);
      made.view.theme = bits & 1 ? THEME_DARK : THEME_LIGHT;
      if (bits & 2) made.inputs.focus_line = STR("query it·8, key animal·2: weight 0.967");
      if (bits & 4) made.view.stage = STAGE_WEIGHTS;
      if (bits & 8)
        made.inputs.message = STR("there is no command “sentense”; did you mean “sentence”? "
                                  "'headsup list commands' shows them all and what they take");
      check_sign(&made, i % 2);
      arena_reset(arena);
    }
  arena_free(arena);
}

/* When nothing more important is to be said, the foot describes the state of
** the script in words. */
static void the_foot_says_what_a_script_does(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  made.inputs.script = made_script(arena, false);
  made_build(&made);
  assert_int_equal(count_text_containing(&made.list, "line 12 · Esc stops it"), 1);
  made.inputs.script = made_script(arena, true);
  made_build(&made);
  assert_int_equal(count_text_containing(&made.list, "w lets it go on"), 1);
  arena_free(arena);
}

/* A long title gets two lines instead of being cut. */
static void the_title_of_the_card_is_whole(void **state) {
  (void)state;
  for (int i = 0; i < SETTING_COUNT; i++) {
    Arena *arena = arena_make(0);
    Made made = made_calm(arena);
    set(&made, &SETTINGS[i]);
    made_menu(&made, MENU_CARD, 3);
    made_build(&made);
    assert_true(count_text_containing(&made.list, "reader ·") > 0);
    assert_true(count_text_containing(&made.list, "stands for") > 0);
    arena_free(arena);
  }
}

/* "The line comes first": in any window and text size it is there whole, or no button is. */
static void the_line_comes_before_the_buttons(void **state) {
  (void)state;
  static const char *const commands[] = {"threshold next", "lens toggle", "arcs toggle",
                                         "tint toggle", "contrast toggle"};
  int with_all = 0, with_none = 0;
  for (int i = 0; i < SETTING_COUNT; i++) {
    Arena *arena = arena_make(0);
    Made made = made_calm(arena);
    set(&made, &SETTINGS[i]);
    made.view.kind = VIEW_STAGE;
    made.view.stage = STAGE_WEIGHTS;
    made.view.threshold = 75;
    made.inputs.focus_line = STR("query it, key animal: score 19.92, scaled 4.98, weight 0.967");
    made_build(&made);
    int found = 0;
    for (int mark = 0; mark < 5; mark++) {
      const DrawHit *hit = hit_of(&made, commands[mark]);
      found += hit != NULL;
      if (hit) assert_true(hit->box.x >= made.layout.centre.x && hit->box.w > 16);
    }
    with_all += found == 5;
    with_none += found == 0;
    if (found > 0) assert_int_equal(count_text_containing(&made.list, "weight 0.967"), 1);
    assert_true(count_text_containing(&made.list, "query it") == 1);
    arena_free(arena);
  }
  assert_true(with_all > 0 && with_none < SETTING_COUNT);
}

/* foot.c: the icon that copies the line stands clear of the hint, however little room is left. */
static void the_hint_never_lies_on_the_line(void **state) {
  (void)state;
  for (int i = 0; i < SETTING_COUNT; i++)
    for (int wide = 0; wide < 8; wide++) {
      Arena *arena = arena_make(0);
      Made made = made_calm(arena);
      set(&made, &SETTINGS[i]);
      made.width += 40 * (float)wide;
      made.view.kind = VIEW_STAGE;
      made.view.stage = STAGE_WEIGHTS;
      made.inputs.focus_line = STR("query it, key animal: score 19.92, scaled 4.98, weight 0.967");
      made.view.text_scale += 0.25f;
      made_build(&made);
      made.layout.centre_text_scale = made.layout.text_scale * 0.8f; /* more words to say */
      made.list = draw_list_make(arena, made.width, made.height);
      ui_build(&made.inputs, &made.view, &made.layout, &made.pen);
      const DrawHit *line = hit_of(&made, "copy");
      assert_non_null(line);
      for (int item = 0; item < made.list.item_count; item++) {
        const DrawItem *drawn = &made.list.items[item];
        if (drawn->kind != DRAW_TEXT || !str_starts(drawn->as.text.text, "text ")) continue;
        float icon = 13 * made.pen.text_scale;
        assert_true(drawn->as.text.at.x >= line->box.x + icon - 0.5f);
      }
      arena_free(arena);
    }
}

/* A stage has three hits: its dot, its label and its symbol. A tip says what is not written whole
** there, and covers nothing that is. */
static void assert_tips_of_rail(const Made *made, const char *const names[][3]) {
  int hits = 0;
  for (int i = 0; i < made->list.hit_count; i++) {
    const DrawHit *hit = &made->list.hits[i];
    if (!hit->click || strcmp(hit->click, "stage weights") != 0) continue;
    const char *name = names[hits++ / 3][0];
    if ((hit->tip == NULL) != (count_text(&made->list, name) == 1)) fail_msg("a tip of %s", name);
  }
  assert_int_equal(hits, 36);
}

/* rail.c: twelve stages, as the large models have, are all named below and above the track:
** below by the name or, where that touches others, the short one. */
static void the_rail_names_twelve_stages_at_every_size(void **state) {
  (void)state;
  static const char *const names[][3] = {{"Tokens", "Tokens", ""},
                                         {"Embed", "Embed", "X"},
                                         {"Norm", "Norm", "norm"},
                                         {"Q · K · V", "QKV", "X W"},
                                         {"Scores", "Scores", "Q K"},
                                         {"Scale", "Scale", "÷ √d"},
                                         {"Mask", "Mask", "+ M"},
                                         {"Softmax", "Softmax", "softmax"},
                                         {"Weighted sum", "Sum", "A V"},
                                         {"Join heads", "Join", "W O"},
                                         {"Layer output", "Layer", "x + MLP"},
                                         {"Prediction", "Word", "x E"}};
  UiStage stages[12];
  for (int i = 0; i < 12; i++)
    stages[i] = (UiStage){.rail = str_from(names[i][0]),
                          .rail_short = str_from(names[i][1]),
                          .symbol = str_from(names[i][2]),
                          .name = STR("weights")};
  for (int i = 0; i < SETTING_COUNT; i++) {
    Arena *arena = arena_make(0);
    Made made = made_calm(arena);
    set(&made, &SETTINGS[i]);
    made.inputs.stages = stages;
    made.inputs.stage_count = 12;
    made.inputs.stage_now = 7;
    made_build(&made);
    for (int stage = 0; stage < 12; stage++) {
      int count = count_text(&made.list, names[stage][0]);
      if (count == 0) count = count_text(&made.list, names[stage][1]);
      assert_int_equal(count, 1);
      if (names[stage][2][0]) assert_true(count_text(&made.list, names[stage][2]) >= 1);
    }
    assert_tips_of_rail(&made, names);
    arena_free(arena);
  }
}

/* The help stands under headings, in a size that grows with the text; what has no room is reached
** by the wheel. */
static void help_scrolls_rather_than_shrinks(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  int seen[HELP_SCROLL_STOPS + 1], last = HELP_SCROLL_STOPS;
  float small = 0;
  made.width = 960;
  made.height = 600;
  made_menu(&made, MENU_HELP, 0);
  for (int large = 0; large < 2; large++) {
    made.view.text_scale = large ? 3 : 1;
    for (int stop = 0; stop <= last; stop++) {
      made.view.menu_item = stop;
      made.list = draw_list_make(arena, made.width, made.height);
      made_build_menu(&made);
      seen[stop] = count_text(&made.list, "a subject");
      assert_int_equal(count_text_containing(&made.list, "…"), 0);
    }
    const DrawItem *key = NULL;
    for (int i = 0; i < made.list.item_count && !key; i++)
      if (made.list.items[i].kind == DRAW_TEXT && str_is(made.list.items[i].as.text.text, "o"))
        key = &made.list.items[i];
    assert_non_null(key);
    if (large)
      assert_true(key->as.text.size_pt > small * made.layout.text_scale - 0.1f && small > 11);
    small = key->as.text.size_pt;
  }
  assert_true(seen[0] > 0 && seen[0] < (38 + 8) / 9); /* not all at once */
  assert_non_null(made.list.hits[0].wheel);
  assert_string_equal(made.list.hits[0].wheel, "menu wheel %f");
  arena_free(arena);
}

/* Same inputs, same list. */
static void lists_repeat(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Rng first = rng_make(5), second = rng_make(5);
  Made a = made_random(arena, &first), b = made_random(arena, &second);
  made_build(&a);
  made_build(&b);
  assert_int_equal(a.list.item_count, b.list.item_count);
  assert_int_equal(a.list.hit_count, b.list.hit_count);
  for (int i = 0; i < a.list.item_count; i++) {
    const DrawItem *left = &a.list.items[i], *right = &b.list.items[i];
    assert_int_equal(left->kind, right->kind);
    if (left->kind == DRAW_TEXT) assert_true(str_equal(left->as.text.text, right->as.text.text));
    if (left->kind == DRAW_BOX)
      assert_memory_equal(&left->as.box.box, &right->as.box.box, sizeof(Box));
  }
  arena_free(arena);
}

/* Every failing allocation is remembered by the list; none is a crash. */
static void memory_may_run_out(void **state) {
  (void)state;
  for (long nth = 1; nth < 40; nth++) {
    Arena *arena = arena_make(0);
    Rng rng = rng_make(11);
    Made made = made_random(arena, &rng);
    made_menu(&made, MENU_ATTENTION, 6);
    arena_fail_at(nth);
    made_build(&made);
    bool failed = made.list.failed;
    arena_fail_at(0);
    arena_free(arena);
    if (!failed) return;
  }
  fail_msg("still failing after 40 allocations");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(widgets_fit_any_window),
      cmocka_unit_test(menus_fit_any_window),
      cmocka_unit_test(boxes_stay_inside),
      cmocka_unit_test(text_is_readable),
      cmocka_unit_test(message_stands_above_the_rail),
      cmocka_unit_test(keyboard_item_is_seen),
      cmocka_unit_test(smaller_text_is_said),
      cmocka_unit_test(the_foot_says_the_way_out),
      cmocka_unit_test(the_foot_has_the_marks_of_the_weights),
      cmocka_unit_test(a_mark_in_vain_says_why),
      cmocka_unit_test(the_line_comes_before_the_buttons),
      cmocka_unit_test(the_sign_of_a_script_moves_nothing),
      cmocka_unit_test(the_foot_says_what_a_script_does),
      cmocka_unit_test(the_title_of_the_card_is_whole),
      cmocka_unit_test(the_hint_never_lies_on_the_line),
      cmocka_unit_test(the_rail_names_twelve_stages_at_every_size),
      cmocka_unit_test(help_scrolls_rather_than_shrinks),
      cmocka_unit_test(lists_repeat),
      cmocka_unit_test(memory_may_run_out),
  };
  return cmocka_run_group_tests(tests, support_fonts_open, support_fonts_close);
}
