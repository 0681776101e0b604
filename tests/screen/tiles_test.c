/* The stage of tiles in the whole window: the rule of layout in any state of it, and steps that
** lead back to the same picture. With the argument "pseudo" in longer words, as layout_test.c. */
#include "screen/state.h"

#include <string.h>

#include "base/i18n.h"
#include "render/count/count.h"
#include "scene/number.h"
#include "scene/theme.h"
#include "support/language.h"
#include "support/sanitized.h"
#include "trace/workings/tiles.h"

enum { SENTENCES = SHARE_OF_STATES(40), VIEWS = 12, COMPLAINTS_SHOWN = 12, TOKENS_MOST = 64 };

static int bad_places(const CountReport *report) {
  return report->texts_outside + report->texts_clipped + report->texts_overlapping +
         report->heatmaps_outside;
}

static void complain(const CountReport *report, Window window, const char *kind, const char *words,
                     const char *view) {
  print_error("%.0fx%.0f: outside %d, clipped %d, overlapping %d (%.1f pt), heatmaps %d: %.*s\n"
              "  sentence %s; %s; %s\n",
              (double)window.width, (double)window.height, report->texts_outside,
              report->texts_clipped, report->texts_overlapping, (double)report->worst_overlap_pt,
              report->heatmaps_outside, (int)report->first_complaint.bytes,
              report->first_complaint.at, words, kind, view);
}

static CountReport count_screen(const Session *session, Arena *arena, Window window) {
  DrawList list = screen_list(session, arena, window);
  assert_false(list.failed);
  return count_list(&list, fonts_metrics(support_fonts()), arena);
}

static int complaints(Rng *rng, int *shown) {
  int token_count = 1 + rng_below(rng, rng_below(rng, 2) ? TOKENS_MOST : 16), bad = 0;
  Arena *words = arena_make(0), *arena = arena_make(1 << 20);
  const char *sentence = random_sentence(words, rng, token_count);
  const char *kind =
      str_format(words, "schedule flash %d %d", 1 + rng_below(rng, 20), 1 + rng_below(rng, 20));
  Session *session = session_after(str_format(words, "motion off; model %s; sentence %s; %s",
                                              random_model(rng), sentence, kind));
  for (int i = 0; i < VIEWS; i++) {
    Window window = random_window(rng);
    int tokens = trace_token_count(session_trace(session));
    const char *view = random_view(words, rng, tokens, STAGE_TILES);
    run(session, view);
    if (rng_below(rng, 2)) run(session, "step by tile; step back; step back");
    arena_reset(arena);
    CountReport report = count_screen(session, arena, window);
    if (bad_places(&report) == 0) continue;
    bad++;
    if ((*shown)++ < COMPLAINTS_SHOWN) complain(&report, window, kind, sentence, view);
  }
  session_free(session);
  arena_free(words);
  arena_free(arena);
  return bad;
}

static void tiles_fit_in_any_window(void **state) {
  (void)state;
  Rng rng = rng_make(58);
  int bad = 0, shown = 0;
  for (int i = 0; i < SENTENCES; i++) bad += complaints(&rng, &shown);
  if (bad > 0) fail_msg("%d of %d states", bad, SENTENCES * VIEWS);
}

/* Every text and box of the picture, as they are drawn. */
static Str picture_of(const Session *session, Arena *arena) {
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < list.item_count; i++) {
    const DrawItem *item = &list.items[i];
    if (item->kind == DRAW_TEXT)
      strbuf_format(&text, "%.*s at %.2f %.2f\n", (int)item->as.text.text.bytes,
                    item->as.text.text.at, (double)item->as.text.at.x, (double)item->as.text.at.y);
    if (item->kind == DRAW_BOX)
      strbuf_format(&text, "box %.2f %.2f %.2f %.2f %d %d\n", (double)item->as.box.box.x,
                    (double)item->as.box.box.y, (double)item->as.box.box.w,
                    (double)item->as.box.box.h, item->as.box.fill.r, item->as.box.stroke.r);
  }
  assert_false(text.failed);
  return strbuf_str(&text);
}

/* Forward and back by tile, with or without motion, is the same picture; and forward is another. */
static void a_step_and_back_is_the_same_picture(void **state) {
  (void)state;
  Session *session = session_after("motion off; sentence \"the cat sat on the mat\"; mask causal; "
                                   "schedule flash 2 2; stage weights; step by tile");
  for (int i = 0; i < 7; i++) {
    Arena *arena = arena_make(0);
    Str before = picture_of(session, arena);
    run(session, "step");
    Str now = picture_of(session, arena);
    assert_false(str_equal(before, now));
    run(session, "step back");
    assert_true(str_equal(picture_of(session, arena), before));
    run(session, "step");
    assert_true(str_equal(picture_of(session, arena), now));
    arena_free(arena);
  }
  session_free(session);
}

/* Digits of cells in a named part of the picture: texts of the mono face with a decimal. */
static int numbers_within(const DrawList *list, const char *group) {
  int count = 0, depth = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_GROUP && depth > 0) depth += item->as.group.name ? 1 : -1;
    else if (item->kind == DRAW_GROUP && item->as.group.name && !strcmp(item->as.group.name, group))
      depth = 1;
    if (item->kind != DRAW_TEXT || depth == 0) continue;
    count += item->as.text.face == FACE_MONO &&
             memchr(item->as.text.text.at, '.', item->as.text.text.bytes) != NULL;
  }
  return count;
}

static void only_the_tile_on_show_has_numbers(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; model random; sentence \"a b c d e f g\"; mask none; "
                    "schedule flash 3 2; stage weights; step by tile; step; step");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  assert_int_equal(numbers_within(&list, "tiles"), 6);
  run(session, "numbers off");
  list = screen_list(session, arena, (Window){1440, 900});
  assert_int_equal(numbers_within(&list, "tiles"), 0);
  session_free(session);
  arena_free(arena);
}

/* Beside exact attention stand the rows of the weighted sum that have met all their tiles. */
static void tiles_are_compared_by_what_they_end_in(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; model random; sentence \"a b c d e f g\"; mask none; "
                    "schedule flash 3 2; stage weights; step by tile; compare exact; "
                    "numbers on");
  static const int finished[] = {0, 0, 0, 3, 3, 3, 3, 6, 6, 6, 6, 7};
  enum { BAR = 2 }; /* the numbers at its ends */
  int width = trace_d_head(session_trace(session));
  for (int i = 0; i < (int)(sizeof finished / sizeof *finished); i++) {
    run(session, "step");
    DrawList list = screen_list(session, arena, (Window){1920, 1080});
    assert_int_equal(numbers_within(&list, "laid-over"), BAR + finished[i] * width);
    assert_int_equal(numbers_within(&list, "exact"), BAR + finished[i] * width);
  }
  session_free(session);
  arena_free(arena);
}

static bool says(const DrawList *list, Str words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_equal(list->items[i].as.text.text, words))
      return true;
  return false;
}

/* Before the first tile of a row nothing is kept. */
static Number kept_number(float value) { return value == 0 ? (Number){"0"} : number_full(value); }

/* The panel has the numbers of the workings: m, m′, ℓ′, and at the end of the row O / ℓ. */
static void the_panel_works_a_row_out(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; model random; sentence \"a b c d e f g\"; mask causal; "
                    "layer 1; head 1; schedule flash 3 2; stage weights; "
                    "step by tile; step; step; step; cell 6 row");
  const Trace *trace = session_trace(session);
  int index = tiles_current(trace, 0, session_view(session)->filled);
  const TileRow *row = tiles_row(arena, trace, (TilePlace){0, 0, index}, 5);
  assert_int_equal(index, 4);
  DrawList list = screen_list(session, arena, (Window){1920, 1600});
  assert_true(says(
      &list, str_from(str_format(arena, "m′ = max(%s, %s) = %s", number_full(row->max_before).at,
                                 number_full(row->max_of_tile).at, number_full(row->max).at))));
  assert_true(says(
      &list,
      str_from(str_format(arena, "ℓ′ = %s · %s + %s = %s", kept_number(row->factor).at,
                          kept_number((float)row->sum_before).at,
                          number_full((float)row->shares).at, number_full((float)row->sum).at))));
  session_free(session);
  arena_free(arena);
}

static bool says_within(const DrawList *list, const char *group, Str words) {
  bool is_in = false;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_GROUP)
      is_in = item->as.group.name && !strcmp(item->as.group.name, group);
    if (is_in && item->kind == DRAW_TEXT && str_equal(item->as.text.text, words)) return true;
  }
  return false;
}

/* One number has one writing: m and ℓ in picture, panel and line; they have the colour of no role. */
static void m_and_l_are_written_as_in_the_panel(void **state) {
  (void)state;
  const Window windows[] = {{640, 400}, {960, 600}, {1440, 900}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; schedule flash 4 4; stage tiles; cell 8 row");
  const View *view = session_view(session);
  const TileRow *row =
      tiles_row(arena, session_trace(session), (TilePlace){view->layer, view->head, 5}, 7);
  for (int i = 0; i < 3; i++) {
    DrawList list = screen_list(session, arena, windows[i]);
    assert_true(says_within(&list, "m", str_from(number_full(row->max).at)));
    assert_true(says_within(&list, "l", str_from(number_full((float)row->sum).at)));
    for (int at = 0; at < list.item_count; at++) {
      const DrawText *text = &list.items[at].as.text;
      bool is_name = list.items[at].kind == DRAW_TEXT && text->face == FACE_BOLD &&
                     (str_is(text->text, "m") || str_is(text->text, "ℓ"));
      if (is_name) assert_memory_equal(&text->color, &theme_get(view->theme)->ink, sizeof(Color));
    }
  }
  session_free(session);
  arena_free(arena);
}

static const char *told_at(Session *session, const char *view, Arena *arena) {
  run(session, view);
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  StrBuf all = strbuf_make(arena);
  for (int i = 0; i < list.item_count; i++)
    if (list.items[i].kind == DRAW_TEXT)
      strbuf_format(&all, "%.*s\n", (int)list.items[i].as.text.text.bytes,
                    list.items[i].as.text.text.at);
  assert_false(all.failed);
  return all.at;
}

/* Where nobody steps, a chosen cell or row is looked at in its own tile; steps by tile stay where
** they are. */
static void a_chosen_cell_is_in_the_tile_on_show(void **state) {
  (void)state;
  const struct {
    const char *view, *queries, *keys;
    int tile;
  } cases[] = {{"cell unlock", "7", "7", 12},
               {"cell 2 3", "1–3", "3–4", 2},
               {"cell 2 row", "1–3", "7", 4},
               {"cell 4 1", "4–6", "1–2", 5},
               {"step by tile; cell 2 3", "7", "7", 12}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model random; sentence \"a b c d e f g\"; "
                                   "mask none; schedule flash 3 2; stage tiles");
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const char *place =
        str_format(arena, _("queries: %s, keys: %s"), cases[i].queries, cases[i].keys);
    const char *where = str_format(arena, _("Tile %d of %d, %s."), cases[i].tile, 12, place);
    assert_non_null(strstr(told_at(session, cases[i].view, arena), where));
  }
  session_free(session);
  arena_free(arena);
}

/* The least height of digits and capitals in a named part of the picture, by its face; and how many
** there are. */
static float least_height(const DrawList *list, const char *group, FaceId face, int *count) {
  float least = 1e9f;
  bool is_in = false;
  *count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_GROUP)
      is_in = item->as.group.name && !strcmp(item->as.group.name, group);
    if (!is_in || item->kind != DRAW_TEXT || item->as.text.face != face) continue;
    if (TEXT_CAP_HEIGHT * item->as.text.size_pt < least)
      least = TEXT_CAP_HEIGHT * item->as.text.size_pt;
    *count += 1;
  }
  return least;
}

/* Before a class the scores of the tile at work, and m and ℓ of its rows, have 15 minutes of arc (34
** pixels of a picture 2 m wide, at 8 m); all tiles are a map beside them. */
static void the_tile_at_work_is_large_before_a_class(void **state) {
  (void)state;
  static const char *const sentences[] = {
      "The animal didn't cross the street because it was too tired",
      "the animal crossed the street because it was too tired and the animal crossed the street "
      "because it was too tired and the animal crossed the street because it was too tired"};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 2; i++) {
    Session *session = session_after(
        str_format(arena,
                   "motion off; model reader; sentence \"%s\"; schedule flash 4 4; stage tiles; "
                   "presenter on; cell 8 2",
                   sentences[i]));
    DrawList list = screen_list(session, arena, (Window){1920, 1080});
    static const char *const groups[] = {"opened-tile", "m", "l"};
    for (int g = 0; g < 3; g++) {
      int count;
      float least = least_height(&list, groups[g], FACE_MONO, &count);
      assert_int_equal(count, g == 0 ? 16 : 4);
      if (least < 34) fail_msg("%s: %.1f", groups[g], (double)least);
    }
    int names;
    assert_true(least_height(&list, "opened-tile", FACE_BOLD, &names) >= 18);
    assert_int_equal(names, 3); /* the chosen row twice, and the key */
    assert_int_equal(numbers_within(&list, "tiles"), 0);
    session_free(session);
  }
  arena_free(arena);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_and_back_is_the_same_picture),
      cmocka_unit_test(only_the_tile_on_show_has_numbers),
      cmocka_unit_test(tiles_are_compared_by_what_they_end_in),
      cmocka_unit_test(the_panel_works_a_row_out),
      cmocka_unit_test(m_and_l_are_written_as_in_the_panel),
      cmocka_unit_test(a_chosen_cell_is_in_the_tile_on_show),
      cmocka_unit_test(the_tile_at_work_is_large_before_a_class),
      cmocka_unit_test(tiles_fit_in_any_window),
  };
  speak_argument(argc, argv);
  return cmocka_run_group_tests(tests, state_open, state_close);
}
