/* Input: which command a click or drag at a place sends, and where the caret is. */
#include "ui/made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/hit.h"
#include "ui/panels.h"

enum { COMMAND_BYTES = 256 };

static void command_at(const Made *made, HitAction action, Point at, char command[COMMAND_BYTES]) {
  const DrawHit *hit = hit_at(&made->list, at);
  command[0] = 0;
  if (hit) snprintf(command, COMMAND_BYTES, "%s", hit_command(hit, action, at, 1, made->arena));
}

static Ui ui_of(const Made *made) {
  return ui_make(&made->inputs, &made->view, &made->layout, &made->pen);
}

/* -- the sentence ------------------------------------------------------------------------------ */

/* The box of the text item that reads exactly this, by its ink. */
static bool find_text(const Made *made, Str text, Box *box) {
  for (int i = 0; i < made->list.item_count; i++) {
    const DrawItem *item = &made->list.items[i];
    if (item->kind != DRAW_TEXT || !str_equal(item->as.text.text, text)) continue;
    const DrawText *drawn = &item->as.text;
    *box = (Box){drawn->at.x, drawn->at.y - drawn->size_pt * 0.7f, drawn->width_pt,
                 drawn->size_pt * 0.7f};
    return true;
  }
  return false;
}

/* Drawn with the row of a token locked. */
static void made_chosen(Made *made, int token) {
  made->view.query = token;
  made->view.locked = true;
  made->list = draw_list_make(made->arena, made->width, made->height);
  made_build(made);
}

/* A click on a chip chooses its token, a double click edits the word, and so does a click on the
** chosen one. */
static void chips_choose_their_token(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  made_sentence(&made, "cross 动物 الشارع because");
  made.view.query = 1;
  made_build(&made);
  for (int i = 0; i < made.inputs.sentence.token_count; i++) {
    const UiToken *token = &made.inputs.sentence.tokens[i];
    Box box = {0};
    char said[COMMAND_BYTES], edits[COMMAND_BYTES], chooses[COMMAND_BYTES];
    assert_true(find_text(&made, token->text, &box));
    Point at = {box.x + 1, box.y + 2};
    char selects[COMMAND_BYTES];
    snprintf(selects, sizeof selects, "edit select-word %d", token->first_byte);
    snprintf(edits, sizeof edits, "edit begin; edit place %d", token->first_byte);
    snprintf(chooses, sizeof chooses, "cell %d row", i + 1);
    command_at(&made, HIT_CLICK, at, said);
    assert_string_equal(said, chooses);
    command_at(&made, HIT_TWICE, at, said);
    assert_string_equal(said, selects);
    made.view.query = i;
    made.view.locked = true;
    made.list = draw_list_make(arena, made.width, made.height);
    made_build(&made);
    command_at(&made, HIT_CLICK, at, said);
    assert_string_equal(said, edits);
    made.view.locked = false;
    made.list = draw_list_make(arena, made.width, made.height);
    made_build(&made);
  }
  arena_free(arena);
}

/* Shift or the right button choose a token as the key, where the picture has pairs of tokens. */
static void chips_choose_a_key(void **state) {
  (void)state;
  static const struct {
    bool are_keys;
    int query;
    const char *command;
  } cases[] = {{true, 2, "cell 3 2"}, {true, -1, "cell key 2"}, {false, 2, ""}};
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Box box = {0};
    char said[COMMAND_BYTES];
    made.inputs.sentence.are_keys = cases[i].are_keys;
    made.view.query = cases[i].query;
    made.list = draw_list_make(arena, made.width, made.height);
    made_build(&made);
    assert_true(find_text(&made, STR("animal"), &box));
    command_at(&made, HIT_ASIDE, (Point){box.x + 1, box.y + 2}, said);
    assert_string_equal(said, cases[i].command);
  }
  arena_free(arena);
}

/* The wheel scrolls a menu that is too long for the window. */
static void the_wheel_turns_long_menus(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int count = 3; count <= 60; count += 57) {
    Made made = made_calm(arena);
    made_menu(&made, MENU_MODEL, count);
    made_build(&made);
    Box box = {0};
    char said[COMMAND_BYTES];
    assert_true(find_text(&made, STR("choice 1, and its name"), &box));
    const DrawHit *panel = NULL;
    for (int i = 0; i < made.list.hit_count; i++)
      if (made.list.hits[i].wheel && box_holds(made.list.hits[i].box, (Point){box.x, box.y}))
        panel = &made.list.hits[i];
    assert_true((panel != NULL) == (count > 3));
    if (panel) {
      snprintf(said, sizeof said, "%s", hit_command(panel, HIT_WHEEL, (Point){0, 0}, -1, arena));
      assert_string_equal(said, "menu wheel -1.0000");
    }
  }
  arena_free(arena);
}

/* As its words do: the first token stands at the right, and the caret before it at its right. */
static void chips_of_a_sentence_from_right_to_left_stand_in_its_order(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  made_sentence(&made, "لم يعبر cross الشارع");
  float left_of_last = 1e9f;
  for (int i = 0; i < made.inputs.sentence.token_count; i++) {
    const UiToken *token = &made.inputs.sentence.tokens[i];
    Box box = {0};
    char said[COMMAND_BYTES], wanted[COMMAND_BYTES];
    made_chosen(&made, i);
    assert_true(find_text(&made, token->text, &box));
    assert_true(box.x + box.w < left_of_last);
    left_of_last = box.x;
    command_at(&made, HIT_CLICK, (Point){box.x + box.w - 1, box.y + 2}, said);
    snprintf(wanted, sizeof wanted, "edit begin; edit place %d", token->first_byte);
    assert_string_equal(said, wanted);
  }
  arena_free(arena);
}

/* The left half of a chip edits before the token, the right half after it. */
static void chips_place_the_caret(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  made_sentence(&made, "cross 动物 الشارع because");
  for (int i = 0; i < made.inputs.sentence.token_count; i++) {
    const UiToken *token = &made.inputs.sentence.tokens[i];
    Box box = {0};
    char said[COMMAND_BYTES], wanted[COMMAND_BYTES];
    made_chosen(&made, i);
    assert_true(find_text(&made, token->text, &box));
    command_at(&made, HIT_CLICK, (Point){box.x + 1, box.y + 2}, said);
    snprintf(wanted, sizeof wanted, "edit begin; edit place %d", token->first_byte);
    assert_string_equal(said, wanted);
    command_at(&made, HIT_CLICK, (Point){box.x + box.w - 1, box.y + 2}, said);
    snprintf(wanted, sizeof wanted, "edit begin; edit place %d", token->first_byte + token->bytes);
    assert_string_equal(said, wanted);
    command_at(&made, HIT_HOVER, (Point){box.x + 1, box.y + 2}, said);
    snprintf(wanted, sizeof wanted, "hover %d row", i + 1);
    assert_string_equal(said, wanted);
  }
  arena_free(arena);
}

/* The list is built in place: the pen points into it. */
static void build_editing(Made *made, Arena *arena, const char *text, size_t caret) {
  *made = made_calm(arena);
  made_sentence(made, text);
  made->inputs.sentence.editing = made->inputs.sentence.caret_visible = true;
  made->inputs.sentence.caret = made->inputs.sentence.anchor = caret;
  made_build(made);
}

static Box caret_of(const Made *made) {
  return ui_caret_box(&made->inputs, &made->view, &made->layout, &made->pen);
}

/* A click at the place of a caret puts it there: drawing and clicks agree about every byte. */
static void clicks_and_carets_agree(void **state) {
  (void)state;
  static const char *const texts[] = {"cross the street", "动物没有过马路", "a 物 b 路 c"};
  for (int t = 0; t < 3; t++)
    for (size_t byte = 0; byte <= strlen(texts[t]); byte++) {
      if (byte > 0 && ((unsigned char)texts[t][byte] & 0xC0) == 0x80) continue;
      Arena *arena = arena_make(0);
      Made made;
      build_editing(&made, arena, texts[t], byte);
      Box caret = caret_of(&made);
      char said[COMMAND_BYTES], wanted[COMMAND_BYTES];
      snprintf(wanted, sizeof wanted, "edit place %zu", byte);
      command_at(&made, HIT_CLICK, (Point){caret.x + caret.w / 2, caret.y + 4}, said);
      assert_string_equal(said, wanted);
      snprintf(wanted, sizeof wanted, "edit place %zu select", byte);
      command_at(&made, HIT_DRAG, (Point){caret.x + caret.w / 2, caret.y + 4}, said);
      assert_string_equal(said, wanted);
      arena_free(arena);
    }
}

/* In left-to-right text the caret goes right, in right-to-left text left. */
static void caret_follows_the_direction(void **state) {
  (void)state;
  static const struct {
    const char *text;
    float sign;
  } lines[] = {{"the animal", 1}, {"动物没有", 1}, {"الشارع لأنه", -1}, {"שלום עולם", -1}};
  for (int i = 0; i < 4; i++) {
    float before = 0;
    for (size_t byte = 0; byte < strlen(lines[i].text); byte++) {
      if (((unsigned char)lines[i].text[byte] & 0xC0) == 0x80) continue;
      Arena *arena = arena_make(0);
      Made made;
      build_editing(&made, arena, lines[i].text, byte);
      float x = caret_of(&made).x;
      if (byte > 0) assert_true((x - before) * lines[i].sign >= -0.01f);
      before = x;
      arena_free(arena);
    }
  }
}

/* The caret is always inside the field, also in a sentence far longer than it. */
static void caret_stays_in_the_field(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int seed = 0; seed < 800; seed++) {
    arena_reset(arena);
    Rng rng = rng_make((uint64_t)seed + 31337);
    Made made = made_random(arena, &rng);
    made.inputs.sentence.editing = true;
    made_build(&made);
    Ui ui = ui_of(&made);
    Box field = top_bar_place(&ui).field, caret = caret_of(&made);
    assert_true(caret.w > 0);
    if (caret.x < field.x || caret.x + caret.w > field.x + field.w || caret.y < field.y ||
        caret.y + caret.h > field.y + field.h)
      fail_msg("seed %d: caret at %g, field %g … %g", seed, (double)caret.x, (double)field.x,
               (double)(field.x + field.w));
  }
  arena_free(arena);
}

/* "a megabyte of text": the field looks only at what is around the caret. */
static void a_megabyte_is_edited(void **state) {
  (void)state;
  enum { BYTES = 1 << 20 };
  Arena *arena = arena_make(0);
  char *text = arena_take(arena, BYTES + 1, 1);
  for (int i = 0; i < BYTES; i++) text[i] = (char)(i % 7 == 6 ? ' ' : 'a' + i % 26);
  Made made = made_calm(arena);
  made.inputs.sentence.text = (Str){text, BYTES};
  made.inputs.sentence.token_count = 0;
  made.inputs.sentence.editing = true;
  made.inputs.sentence.caret = made.inputs.sentence.anchor = BYTES / 2;
  made_build(&made);
  assert_false(made.list.failed);
  assert_true(made.list.item_count < 400);
  char said[COMMAND_BYTES], wanted[COMMAND_BYTES];
  Box caret = caret_of(&made);
  snprintf(wanted, sizeof wanted, "edit place %d", BYTES / 2);
  command_at(&made, HIT_CLICK, (Point){caret.x + caret.w / 2, caret.y + 4}, said);
  assert_string_equal(said, wanted);
  arena_free(arena);
}

/* A short line begins where its tokens stand: at the left, or at the right in Arabic. */
static void a_line_begins_at_the_side_of_its_script(void **state) {
  (void)state;
  static const char *const texts[] = {"the road", "عبر الشارع"};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 2; i++) {
    Made made = made_calm(arena);
    made.inputs.sentence.text = str_from(texts[i]);
    made.inputs.sentence.token_count = 0;
    made.inputs.sentence.editing = true;
    made_build(&made);
    Box caret = caret_of(&made);
    assert_true(i == 0 ? caret.x < made.width / 4 : caret.x > made.width / 2);
  }
  arena_free(arena);
}

/* -- the rail ---------------------------------------------------------------------------------- */

/* "stage scaled" is 4, "seek scaled 0.25" and "moment 0.25 scaled" are 3.25: how far along the nine stages. */
static float rail_place(const Made *made, const char *command) {
  char name[32];
  float fraction = 1;
  bool is_seek = sscanf(command, "seek %31s %f", name, &fraction) == 2 ||
                 sscanf(command, "moment %f %31s", &fraction, name) == 2;
  if (!is_seek && sscanf(command, "stage %31s", name) != 1) return -1;
  for (int i = 0; i < made->inputs.stage_count; i++)
    if (str_is(made->inputs.stages[i].name, name)) return (float)i - (is_seek ? 1 - fraction : 0);
  return -1;
}

/* "Every point of the rail can be dragged to", and further right is never earlier. */
static void rail_is_monotone(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int width = 960; width <= 3840; width += 480) {
    Made made = made_calm(arena);
    made.width = (float)width;
    made_build(&made);
    float middle = made.layout.bottom.y + 45 * made.layout.text_scale, before = -1, last = -1;
    int places = 0;
    for (float x = 0; x < made.width; x += 1) {
      char command[COMMAND_BYTES];
      command_at(&made, HIT_CLICK, (Point){x, middle}, command);
      float place = rail_place(&made, command);
      if (place < 0) continue;
      if (place < before - 0.35f)
        fail_msg("%d wide: %g after %g", width, (double)place, (double)before);
      before = last = place;
      places++;
    }
    assert_true(places > 250);
    assert_true(last > 7.9f);
  }
  arena_free(arena);
}

/* The focus ring of the rail encloses the first and the last dot and keeps off the letters above
** and below, which begin 18 points from the track. */
static void the_ring_of_the_rail_encloses_its_dots(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int width = 640; width <= 1920; width += 640) {
    Made made = made_calm(arena);
    made.width = (float)width;
    made_build(&made);
    float scale = made.layout.text_scale, y = made.layout.bottom.y + 45 * scale;
    float first_x = made.width, last_x = 0, dot = 10 * scale;
    int slices = 0;
    for (int i = 0; i < made.list.hit_count; i++) {
      const DrawHit *hit = &made.list.hits[i];
      if (!hit->drag || strncmp(hit->drag, "stage ", 6) != 0) continue;
      first_x = fminf(first_x, hit->box.x + hit->box.w / 2);
      last_x = fmaxf(last_x, hit->box.x + hit->box.w / 2);
    }
    for (int i = 0; i < made.list.hit_count; i++) {
      const DrawHit *hit = &made.list.hits[i];
      if (hit->cursor != CURSOR_DRAG || !hit->drag || rail_place(&made, hit->drag) < 0) continue;
      Box ring = hit_shown(hit);
      assert_true(ring.x <= first_x - dot && ring.x + ring.w >= last_x + dot);
      assert_true(ring.y <= y - dot && ring.y >= y - 14 * scale);
      assert_true(ring.y + ring.h >= y + dot && ring.y + ring.h <= y + 14 * scale);
      slices++;
    }
    assert_true(slices > 100);
  }
  arena_free(arena);
}

/* Pressing anywhere on the rail and moving along it goes to every stage, in order: no slice
** swallows the drag, and the dots answer to it too. */
static void check_drag(bool by_cell) {
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  made.view.step_by = by_cell ? STEP_CELL : STEP_STAGE;
  made_build(&made);
  float middle = made.layout.bottom.y + 45 * made.layout.text_scale, before = -1;
  int stages_seen = 0, seeks = 0;
  for (float x = 0; x < made.width; x += 0.5f) {
    char command[COMMAND_BYTES], click[COMMAND_BYTES];
    command_at(&made, HIT_DRAG, (Point){x, middle}, command);
    float place = rail_place(&made, command);
    if (place < 0) continue;
    command_at(&made, HIT_CLICK, (Point){x, middle}, click);
    assert_string_equal(command, click);
    assert_true(place > before - 0.35f);
    stages_seen += strncmp(command, "stage ", 6) == 0 && place > before + 0.01f;
    seeks += strncmp(command, by_cell ? "seek " : "moment ", by_cell ? 5 : 7) == 0;
    before = place;
  }
  assert_int_equal(stages_seen, STAGE_COUNT);
  assert_true(seeks > 400);
  arena_free(arena);
}

static void rail_is_dragged_along(void **state) {
  (void)state;
  check_drag(false);
  check_drag(true);
}

/* -- menus ------------------------------------------------------------------------------------- */

/* "a click outside closes it" and does nothing else. */
static void outside_closes_a_menu(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int menu = MENU_MODEL; menu < MENU_COUNT; menu++) {
    Made made = made_calm(arena);
    if (menu == MENU_RECIPE) continue; /* nothing lies open */
    made_menu(&made, (MenuId)menu, 5);
    made_build(&made);
    char command[COMMAND_BYTES];
    command_at(&made, HIT_CLICK, (Point){3, made.height - 3}, command);
    assert_string_equal(command, "menu none");
  }
  arena_free(arena);
}

static const DrawHit *find_hit(const Made *made, const char *click) {
  for (int i = made->list.hit_count - 1; i >= 0; i--)
    if (made->list.hits[i].click && strcmp(made->list.hits[i].click, click) == 0)
      return &made->list.hits[i];
  return NULL;
}

/* "With a menu open the next one needs one click": the rest of its bar still takes clicks, and its
** own button closes it. A menu without a button covers the whole window. */
static void from_menu_to_menu_is_one_click(void **state) {
  (void)state;
  static const struct {
    MenuId menu;
    const char *name;
  } menus[] = {{MENU_MODEL, "model"},
               {MENU_ATTENTION, "attention"},
               {MENU_EXAMPLES, "examples"},
               {MENU_EXPORT, "export"}};
  Arena *arena = arena_make(0);
  for (int open = 0; open < MENU_COUNT; open++) {
    if (open == MENU_NONE || open == MENU_RECIPE || open == MENU_TASK) continue;
    bool hangs = open == MENU_MODEL || open == MENU_ATTENTION || open == MENU_EXAMPLES ||
                 open == MENU_EXPORT || open == MENU_PALETTE || open == MENU_WHAT_IF;
    for (int next = 0; next < 4; next++) {
      char wanted[32], command[COMMAND_BYTES];
      Made closed = made_calm(arena), made = made_calm(arena);
      snprintf(wanted, sizeof wanted, "menu %s", menus[next].name);
      made_build(&closed);
      const DrawHit *button = find_hit(&closed, wanted);
      assert_non_null(button);
      Point middle = {button->box.x + button->box.w / 2, button->box.y + button->box.h / 2};
      made_menu(&made, (MenuId)open, 5);
      made_build(&made);
      command_at(&made, HIT_CLICK, middle, command);
      if (!hangs) assert_string_not_equal(command, wanted);
      else assert_string_equal(command, menus[next].menu == (MenuId)open ? "menu none" : wanted);
    }
  }
  arena_free(arena);
}

/* A control takes clicks wherever it is drawn: nothing covers it. */
static void controls_are_on_top(void **state) {
  (void)state;
  static const char *const clicks[] = {"step",          "step back",    "play toggle",
                                       "menu model",    "menu export",  "menu attention",
                                       "menu examples", "theme toggle", "menu help",
                                       "step by row",   "step by cell", "step by stage"};
  Arena *arena = arena_make(0);
  for (int width = 960; width <= 1920; width += 160)
    for (size_t i = 0; i < sizeof clicks / sizeof clicks[0]; i++) {
      Made made = made_calm(arena);
      made.width = (float)width;
      made.height = 600;
      made.view.text_scale = 3;
      made_build(&made);
      const DrawHit *hit = find_hit(&made, clicks[i]);
      char command[COMMAND_BYTES];
      assert_non_null(hit);
      command_at(&made, HIT_CLICK,
                 (Point){hit->box.x + hit->box.w / 2, hit->box.y + hit->box.h / 2}, command);
      assert_string_equal(command, clicks[i]);
    }
  arena_free(arena);
}

/* The parts of the top bar are side by side in any window, and the sentence gets the most room. */
static void top_bar_parts_lie_apart(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int seed = 0; seed < 800; seed++) {
    arena_reset(arena);
    Rng rng = rng_make((uint64_t)seed + 808);
    Made made = made_random(arena, &rng);
    made_build(&made);
    Ui ui = ui_of(&made);
    TopBar bar = top_bar_place(&ui);
    const Box parts[] = {bar.brand,         bar.field,   bar.model, bar.attention,
                         bar.export_button, bar.palette, bar.theme, bar.help};
    float right = 0, design = made.layout.text_scale;
    for (int i = 0; i < 8; i++) {
      if (parts[i].w <= 0) continue;
      if (parts[i].x < right - 0.01f) fail_msg("seed %d: part %d", seed, i);
      right = parts[i].x + parts[i].w;
    }
    assert_true(right <= made.width);
    if (bar.field.w < 195 * design)
      fail_msg("seed %d: field %g", seed, (double)(bar.field.w / design));
    assert_true(bar.field.w > bar.model.w && bar.model.w >= 100 * design);
    if (bar.palette.w <= 0 || bar.brand.w <= 0) fail_msg("seed %d: a part is missing", seed);
  }
  arena_free(arena);
}

/* Each speed from 0.25 to 16 has its place, in order. */
static void speeds_grow_to_the_right(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Made made = made_calm(arena);
  made_build(&made);
  float before = 0, x = -1;
  int stops = 0;
  for (int i = 0; i < made.list.hit_count; i++) {
    const DrawHit *hit = &made.list.hits[i];
    if (!hit->click || strncmp(hit->click, "speed ", 6) != 0) continue;
    float speed = (float)atof(hit->click + 6);
    assert_true(speed > before && hit->box.x > x);
    before = speed;
    x = hit->box.x;
    stops++;
  }
  assert_int_equal(stops, 13);
  assert_true(before > 15.9f && before < 16.1f);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chips_choose_their_token),
      cmocka_unit_test(chips_choose_a_key),
      cmocka_unit_test(the_wheel_turns_long_menus),
      cmocka_unit_test(chips_of_a_sentence_from_right_to_left_stand_in_its_order),
      cmocka_unit_test(chips_place_the_caret),
      cmocka_unit_test(clicks_and_carets_agree),
      cmocka_unit_test(caret_follows_the_direction),
      cmocka_unit_test(caret_stays_in_the_field),
      cmocka_unit_test(a_megabyte_is_edited),
      cmocka_unit_test(a_line_begins_at_the_side_of_its_script),
      cmocka_unit_test(rail_is_monotone),
      cmocka_unit_test(the_ring_of_the_rail_encloses_its_dots),
      cmocka_unit_test(rail_is_dragged_along),
      cmocka_unit_test(outside_closes_a_menu),
      cmocka_unit_test(controls_are_on_top),
      cmocka_unit_test(from_menu_to_menu_is_one_click),
      cmocka_unit_test(top_bar_parts_lie_apart),
      cmocka_unit_test(speeds_grow_to_the_right),
  };
  return cmocka_run_group_tests(tests, support_fonts_open, support_fonts_close);
}
