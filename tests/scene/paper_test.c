/* tests/scene/paper_test.c -- exercise sheets and posters: nothing is cut, covered or beyond its
** page, and an exercise has the same words and lines as its solution at the same places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "scene/figure.h"
#include "scene/paper/poster.h"
#include "scene_bench.h"
#include "trace/workings/sheet.h"

enum { BENCHES = 6, SHEETS = 120, POSTERS = 60 };
static const float MARGIN_LEAST = 30;

static void build(SceneBench *bench, Figure figure) {
  Scene scene = bench_scene(bench, 1, 1, 1); /* for its fresh list and its ruler */
  figure.version = STR("headsup 0.1.0");
  figure_build(bench->run.trace, &bench->view, scene.pen.metrics, &figure, &bench->list);
}

static const PaperSheet *sheet_of(SceneBench *bench, Arena *arena) {
  const SheetLook *look = &bench->view.export_look.sheet;
  Status status;
  SheetOrder order = {.layer = bench->view.layer,
                      .head = bench->view.head,
                      .decimals = sheet_decimals(look->round),
                      .columns = look->columns,
                      .rows = look->rows,
                      .row_on_show = bench->view.query};
  assert_null(sheet_problem(arena, bench->run.trace, &order));
  const PaperSheet *sheet = sheet_make(arena, bench->run.trace, &order, &status);
  assert_non_null(sheet);
  return sheet;
}

static int below(Rng *rng, int count) { return (int)(rng_next(rng) % (uint64_t)count); }

static void choose(SceneBench *bench, Rng *rng) {
  int tokens = trace_token_count(bench->run.trace);
  SheetLook *look = &bench->view.export_look.sheet;
  bench_look(bench, STAGE_WEIGHTS, below(rng, tokens + 1), 0);
  *look = (SheetLook){.round = (SheetRound)below(rng, SHEET_ROUND_COUNT),
                      .paper = (SheetPaper)below(rng, SHEET_PAPER_COUNT),
                      .columns = below(rng, SHEET_COLUMNS_MOST + 1),
                      .blanks = below(rng, 2) ? (unsigned)below(rng, 1 << SHEET_STEP_COUNT) : 0};
  if (below(rng, 2)) look->rows = 1 + (unsigned)below(rng, (1 << tokens) - 1);
}

static void check_pages(const SceneBench *bench, const char *words) {
  const DrawList *list = &bench->list;
  assert_true(list->page_count >= 1 && list->page_count <= DRAW_PAGES_MOST);
  assert_int_equal(list->page_ends[list->page_count - 1], list->item_count);
  float height = list->height_pt / (float)list->page_count;
  for (int page = 0; page < list->page_count; page++)
    for (int i = page ? list->page_ends[page - 1] : 0; i < list->page_ends[page]; i++) {
      if (list->items[i].kind != DRAW_TEXT) continue;
      const DrawText *text = &list->items[i].as.text;
      float y = text->at.y - height * (float)page;
      bool is_within = text->at.x >= MARGIN_LEAST && y >= MARGIN_LEAST &&
                       text->at.x + (text->angle_deg > 0 ? 0 : text->width_pt) <=
                           list->width_pt - MARGIN_LEAST &&
                       y <= height - 20;
      if (!is_within)
        fail_msg("%s, page %d: “%.*s” at %g, %g", words, page + 1, (int)text->text.bytes,
                 text->text.at, (double)text->at.x, (double)y);
    }
}

/* A frame lies around its matrix, in the margin; names, and what stands beside them, end with the
** frame. The ends of a scale stand at both sides of it, centred. */
static void check_right_margin(const SceneBench *bench, float margin, const char *words) {
  const float frame = 3.1f;
  const DrawList *list = &bench->list;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->angle_deg != 0) continue;
    if (text->face == FACE_MONO && !strstr(text->text.at, "×")) continue;
    float end = text->at.x + text->width_pt, most = list->width_pt - margin + frame;
    if (end > most)
      fail_msg("%s: “%.*s” ends at %g of %g", words, (int)text->text.bytes, text->text.at,
               (double)end, (double)most);
  }
}

static void make_benches(SceneBench *benches, Arena *arena, const int *counts) {
  for (int i = 0; i < BENCHES; i++)
    benches[i] = bench_make("hand-made", i % 2 ? "causal" : "none",
                            run_sentence(arena, (Script)(i % SCRIPT_COUNT), counts[i], 0, 9).at);
}

static void nothing_of_a_sheet_is_cut(void **state) {
  (void)state;
  static const int counts[BENCHES] = {1, 3, 11, 5, 16, 24};
  Arena *arena = arena_make(0);
  SceneBench benches[BENCHES];
  Rng rng = rng_make(5);
  make_benches(benches, arena, counts);
  for (int i = 0; i < SHEETS; i++) {
    SceneBench *bench = &benches[below(&rng, BENCHES)];
    char words[160], rows[SHEET_WORDS_BYTES];
    choose(bench, &rng);
    const SheetLook *look = &bench->view.export_look.sheet;
    const PaperSheet *sheet = sheet_of(bench, arena);
    sheet_rows_write(look->rows, rows);
    snprintf(words, sizeof words, "sheet %d: %d tokens, rows %s, %d columns, %d decimals", i,
             trace_token_count(bench->run.trace), rows, look->columns, sheet->decimals);
    build(bench, (Figure){.kind = FIGURE_SHEET, .sheet = sheet});
    int pages = bench->list.page_count, items = bench->list.item_count;
    bench_check_layout(bench, words);
    check_pages(bench, words);
    build(bench, (Figure){.kind = FIGURE_SOLUTION, .sheet = sheet});
    bench_check_layout(bench, words);
    check_pages(bench, words);
    assert_int_equal(bench->list.page_count, pages);
    assert_true(bench->list.item_count > items);
  }
  for (int i = 0; i < BENCHES; i++) bench_free(&benches[i]);
  arena_free(arena);
}

static void nothing_of_a_poster_is_cut(void **state) {
  (void)state;
  static const int counts[BENCHES] = {1, 3, 11, 11, 30, 64};
  Arena *arena = arena_make(0);
  SceneBench benches[BENCHES];
  Rng rng = rng_make(9);
  make_benches(benches, arena, counts);
  for (int i = 0; i < POSTERS; i++) {
    SceneBench *bench = &benches[i % BENCHES];
    int tokens = trace_token_count(bench->run.trace);
    float times = (float)(1 + below(&rng, 3));
    char words[80];
    bench_look(bench, STAGE_WEIGHTS, below(&rng, tokens + 1), 0);
    bench->view.theme = (ThemeId)below(&rng, 2);
    snprintf(words, sizeof words, "poster %d: %d tokens, %g times", i, tokens, (double)times);
    build(bench, (Figure){.kind = FIGURE_POSTER,
                          .width_pt = POSTER_WIDTH * times,
                          .height_pt = POSTER_HEIGHT * times});
    bench_check_layout(bench, words);
    check_right_margin(bench, 40 * times, words);
  }
  for (int i = 0; i < BENCHES; i++) bench_free(&benches[i]);
  arena_free(arena);
}

static void lists_of_rows_and_steps_are_read_as_written(void **state) {
  (void)state;
  char words[SHEET_WORDS_BYTES];
  unsigned rows = 0;
  Rng rng = rng_make(3);
  for (int i = 0; i < 2000; i++) {
    unsigned some = (unsigned)below(&rng, 1 << 24), read = 77;
    sheet_rows_write(some, words);
    assert_true(sheet_rows_read(str_from(words), &read));
    assert_int_equal(read, some);
  }
  sheet_rows_write(0x555555, words); /* the longest */
  assert_true(sheet_rows_read(str_from(words), &rows) && rows == 0x555555);
  for (unsigned blanks = 0; blanks < 1 << SHEET_STEP_COUNT; blanks++) {
    unsigned read = 77;
    sheet_blanks_write(blanks, words);
    assert_true(sheet_blanks_read(str_from(words), &read));
    assert_int_equal(read, blanks);
  }
  static const char *const wrong[] = {"", "0", "25", "1,", "2-1", "1-3,2", "1--2", "a", "auto,1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(sheet_rows_read(str_from(wrong[i]), &rows));
  assert_int_equal(rows, 0x555555);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_of_a_sheet_is_cut),
      cmocka_unit_test(nothing_of_a_poster_is_cut),
      cmocka_unit_test(lists_of_rows_and_steps_are_read_as_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
