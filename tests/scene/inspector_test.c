/* tests/scene/inspector_test.c -- the panel shows the numbers of the trace and always fits. */
#include "scene/scene_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "scene/mask_words.h"
#include "scene/number.h"
#include "scene/stages/logits.h"
#include "scene/stages/pair_stage.h"
#include "scene/telling_row.h"
#include "support/common_stages.h"
#include "trace/workings/first_picture.h"

static const float WIDE = 368, HIGH = 664;

static void assert_shows(const SceneBench *bench, Number number) {
  if (!bench_has(bench, number.at)) fail_msg("the panel does not show %s", number.at);
}

/* -- numbers ----------------------------------------------------------------------------------- */

/* M-03, M-04, M-05: the boxed results of a cell are those of the trace. */
static void a_cell_shows_score_scaled_and_masked(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  const struct {
    StageId stage;
    TracePart part;
  } cases[] = {
      {STAGE_SCORES, TRACE_SCORES}, {STAGE_SCALED, TRACE_SCALED}, {STAGE_MASKED, TRACE_MASKED}};
  for (int i = 0; i < 3; i++) {
    bench_look(&bench, cases[i].stage, 4, 9);
    bench_panel(&bench, WIDE, HIGH, 1);
    assert_shows(&bench, number_full(run_get(&bench.run, cases[i].part, 0, 0, 3, 8)));
  }
  bench_free(&bench);
}

/* M-03: with room for all, every q_c, k_c and product of the dot product is there. */
static void a_score_lists_its_products(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 4, 9);
  bench_panel(&bench, WIDE, 1200, 1);
  for (int c = 0; c < 16; c++) {
    float q = run_get(&bench.run, TRACE_Q, 0, 0, 3, c),
          k = run_get(&bench.run, TRACE_K, 0, 0, 8, c);
    assert_shows(&bench, number_full(q));
    assert_shows(&bench, number_full(k));
    assert_shows(&bench, number_full(q * k));
  }
  assert_false(bench_contains(&bench, "more, together"));
  bench_free(&bench);
}

static bool lists_product(const SceneBench *bench, int column) {
  float q = run_get(&bench->run, TRACE_Q, 0, 0, 3, column);
  float k = run_get(&bench->run, TRACE_K, 0, 0, 8, column);
  return bench_has(bench, number_full(q * k).at) && bench_has(bench, number_full(q).at);
}

/* Opened, a table that does not fit shows every row at some scroll position, and at each of them
** the sum below its rows and the result. */
static void an_opened_table_scrolls_through_all_its_rows(void **state) {
  (void)state;
  static const float heights[] = {320, 480, HIGH};
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 4, 9);
  bench.view.products_all = true;
  for (int h = 0; h < 3; h++) {
    bool seen[16] = {false};
    int seen_at_once = 0;
    for (int place = 0; place <= 20; place++) {
      bench.view.panel_scroll = (float)place / 20;
      bench_panel(&bench, WIDE, heights[h], 1);
      bench_check_layout(&bench, "opened");
      assert_true(bench_contains(&bench, "all 16"));
      Number score = number_full(run_get(&bench.run, TRACE_SCORES, 0, 0, 3, 8));
      assert_true(count_text(&bench.list, score.at) >= 2); /* in the box, and below the rows */
      seen_at_once = 0;
      for (int c = 0; c < 16; c++) {
        bool is_here = lists_product(&bench, c);
        seen[c] |= is_here;
        seen_at_once += is_here;
      }
    }
    for (int c = 0; c < 16; c++)
      if (!seen[c]) fail_msg("height %g: product %d is nowhere", (double)heights[h], c + 1);
    assert_true(heights[h] < 400 ? seen_at_once < 16 : seen_at_once == 16);
  }
  bench_free(&bench);
}

static int hits_of(const SceneBench *bench, const char *start);

/* As a card over a small window: every product of the cell at some scroll position, and the result. */
static void the_panel_as_a_card_has_every_product(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 4, 9);
  bench.view.products_all = true;
  bool seen[16] = {false};
  for (int place = 0; place <= 20; place++) {
    bench.view.panel_scroll = (float)place / 20;
    Scene scene = bench_scene(&bench, 640, 400, 1);
    inspector_draw_panel_card(&scene, (Box){0, 0, 640, 400});
    bench_check_layout(&bench, "card");
    assert_shows(&bench, number_full(run_get(&bench.run, TRACE_SCORES, 0, 0, 3, 8)));
    assert_int_equal(hits_of(&bench, "products few"), 1); /* beside the card */
    for (int c = 0; c < 16; c++) seen[c] |= lists_product(&bench, c);
  }
  for (int c = 0; c < 16; c++)
    if (!seen[c]) fail_msg("product %d is nowhere", c + 1);
  bench_free(&bench);
}

/* Wherever an opened table is scrolled to, the row of the focused column is in sight. */
static void an_opened_table_keeps_the_focused_row(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  int width = trace_d_model(bench.run.trace);
  assert_true(width > 20); /* more than there is room for */
  bench.view.products_all = true;
  for (int column = 1; column <= width; column += width - 1)
    for (int place = 0; place <= 4; place++) {
      bench_look(&bench, STAGE_EMBED, 4, column);
      bench.view.panel_scroll = (float)place / 4;
      bench_panel(&bench, WIDE, 420, 1);
      bench_check_layout(&bench, "focus in an opened table");
      Str number = str_from(str_format(bench.arena, "%d", column));
      bool is_bold = false;
      for (int i = 0; i < bench.list.item_count; i++) {
        const DrawItem *item = &bench.list.items[i];
        is_bold |= item->kind == DRAW_TEXT && str_equal(item->as.text.text, number) &&
                   item->as.text.face == FACE_SEMIBOLD;
      }
      if (!is_bold) fail_msg("column %d is not in sight at %d of 4", column, place);
    }
  bench_free(&bench);
}

/* -- pages ------------------------------------------------------------------------------------- */

/* Lines of words: long enough to be no label, and not the note that needs no page. */
static bool is_sentence(const DrawItem *item) {
  return item->kind == DRAW_TEXT && item->as.text.text.bytes > 24 &&
         item->as.text.face != FACE_MONO && !str_starts(item->as.text.text, "Digits are");
}

enum { PAGES_LOOKED_AT = 6, LINES_MOST = 64 };

/* Lists the lines of words of the panel at that height. */
static int sentences_of(SceneBench *bench, float height, const char *lines[LINES_MOST]) {
  int count = 0;
  bench_panel(bench, WIDE, height, 1);
  for (int i = 0; i < bench->list.item_count && count < LINES_MOST; i++)
    if (is_sentence(&bench->list.items[i])) {
      Str text = bench->list.items[i].as.text.text;
      char *copy = test_malloc(text.bytes + 1);
      memcpy(copy, text.at, text.bytes);
      copy[text.bytes] = '\0';
      lines[count++] = copy;
    }
  return count;
}

static void check_pages(SceneBench *bench, float height, const char *state) {
  const char *lines[LINES_MOST];
  bool seen[LINES_MOST] = {false};
  bench->view.panel_page = 1;
  int count = sentences_of(bench, 4000, lines);
  for (int page = 1; page <= PAGES_LOOKED_AT; page++) {
    bench->view.panel_page = page;
    bench_panel(bench, WIDE, height, 1);
    bench_check_layout(bench, state);
    for (int i = 0; i < count; i++) seen[i] = seen[i] || bench_has(bench, lines[i]);
  }
  for (int i = 0; i < count; i++) {
    if (!seen[i]) fail_msg("%s, height %g: on no page: %s", state, (double)height, lines[i]);
    test_free((char *)(uintptr_t)lines[i]);
  }
}

/* What has no room in the panel of a stage is on a further page. */
static void every_sentence_is_on_a_page(void **state) {
  (void)state;
  static const float heights[] = {330, 420, HIGH};
  static const int places[][2] = {{0, 0}, {5, 0}, {5, 3}};
  SceneBench bench = bench_make("made-reader", "causal", BENCH_SENTENCE);
  for (int stage = 0; stage < common_stage_count(); stage++)
    for (int place = 0; place < 3; place++)
      for (int h = 0; h < 3; h++) {
        bench_look(&bench, common_stage(stage), places[place][0], places[place][1]);
        check_pages(&bench, heights[h], stage_info(common_stage(stage))->name);
      }
  bench_free(&bench);
}

static bool turns_pages(const SceneBench *bench) {
  for (int i = 0; i < bench->list.hit_count; i++) {
    const char *wheel = bench->list.hits[i].wheel;
    if (wheel && strncmp(wheel, "scroll panel page by ", 21) == 0) return true;
  }
  return false;
}

/* The line at the foot and the wheel turn the pages; they close to a circle. With room for all, and
** in a figure, there is no such line. */
static void the_line_at_the_foot_turns_the_pages(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_BLOCK, 5, 3);
  bench.view.panel_page = 1;
  bench_panel(&bench, WIDE, 1600, 1);
  assert_int_equal(hits_of(&bench, "scroll panel page"), 0);
  bench_panel(&bench, WIDE, 380, 1);
  assert_int_equal(hits_of(&bench, "scroll panel page next"), 1);
  assert_true(turns_pages(&bench));
  assert_true(bench_has(&bench, "1 of 4") && bench_has(&bench, "more"));
  bench.view.panel_page = 4;
  bench_panel(&bench, WIDE, 380, 1);
  assert_true(bench_has(&bench, "4 of 4") && bench_has(&bench, "back to the result"));
  bench.view.panel_page = 5;
  bench_panel(&bench, WIDE, 380, 1);
  assert_true(bench_has(&bench, "1 of 4"));
  bench.interactive = false;
  bench_panel(&bench, WIDE, 380, 1);
  assert_false(bench_contains(&bench, "1 of 4"));
  bench_free(&bench);
}

/* Where the table is on another page, the smaller sections after it fill this one. */
static void a_page_has_all_that_has_room(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 0, 0);
  bench.view.panel_page = 1;
  for (float height = 300; height <= 320; height += 20) {
    bench_panel(&bench, WIDE, height, 1);
    assert_true(turns_pages(&bench));
    assert_true(bench_says(&bench, "Each score is one query times one key."));
    assert_true(bench_has(&bench, "a row: one query, which asks"));
  }
  bench_free(&bench);
}

static int hits_of(const SceneBench *bench, const char *start) {
  int count = 0;
  for (int i = 0; i < bench->list.hit_count; i++) {
    const char *click = bench->list.hits[i].click;
    count += click && strncmp(click, start, strlen(start)) == 0;
  }
  return count;
}

/* A click on "13 more, together" opens the table, the wheel and the bar scroll it; in a figure
** nothing does. */
static void the_line_of_the_rest_is_a_button(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 4, 9);
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_int_equal(hits_of(&bench, "products toggle"), 1);
  assert_int_equal(hits_of(&bench, "scroll panel 0"), 0);
  bench.view.products_all = true;
  bench_panel(&bench, WIDE, 320, 1);
  assert_int_equal(hits_of(&bench, "products toggle"), 1);
  assert_true(hits_of(&bench, "scroll panel") > 2);
  const DrawHit *wheel = NULL;
  for (int i = 0; i < bench.list.hit_count; i++)
    if (bench.list.hits[i].wheel) wheel = &bench.list.hits[i];
  assert_non_null(wheel);
  assert_true(wheel->box.h > 250); /* wherever in the panel the pointer is */
  bench.interactive = false;
  bench_panel(&bench, WIDE, 320, 1);
  assert_int_equal(bench.list.hit_count, 0);
  bench_free(&bench);
}

/* M-06: the row's weights, and the share of the focused key as a quotient. */
static void a_weight_is_shown_as_share_of_the_sum(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 4, 9);
  Scene scene = bench_scene(&bench, WIDE, 900, 1);
  Number e = number_weight(scene.workings->exponential);
  Number sum = number_weight(scene.workings->exponential_sum);
  inspector_draw(&scene, (Box){0, 0, WIDE, 900});
  assert_true(bench_has(&bench, str_format(bench.arena, "%s ÷ %s =", e.at, sum.at)));
  for (int key = 0; key < 11; key++)
    assert_shows(&bench, number_weight(run_get(&bench.run, TRACE_WEIGHTS, 0, 0, 3, key)));
  bench_free(&bench);
}

/* Sums are computed: what the table leaves out is added up, so that shown and rest make 1. */
static void the_rest_of_a_row_is_summed_up(void **state) {
  (void)state;
  char sentence[1000] = "";
  for (int i = 0; i < 64; i++)
    snprintf(sentence + strlen(sentence), sizeof sentence - strlen(sentence), "w%d ", i + 100);
  SceneBench bench = bench_make("random", "none", sentence);
  bench_look(&bench, STAGE_WEIGHTS, 4, 0);
  bench_panel(&bench, WIDE, HIGH, 1);
  double rest = 0;
  int left_out = 0;
  for (int key = 0; key < 64; key++) {
    const TraceToken *token = trace_token(bench.run.trace, key);
    bool is_title = key == 3;
    if (count_text(&bench.list, str_copy(bench.arena, token->label)) > (is_title ? 1 : 0)) continue;
    rest += (double)run_get(&bench.run, TRACE_WEIGHTS, 0, 0, 3, key);
    left_out++;
  }
  assert_true(left_out > 10);
  assert_true(bench_contains(&bench, str_format(bench.arena, "%d more", left_out)));
  assert_shows(&bench, number_weight((float)rest));
  bench_free(&bench);
}

/* M-07 and M-09: the boxed number of the output and of the joined row. */
static void a_column_shows_its_sum(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "causal", BENCH_SENTENCE);
  bench_look(&bench, STAGE_OUTPUT, 5, 3);
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_shows(&bench, number_term(run_get(&bench.run, TRACE_OUTPUT, 0, 0, 4, 2)));
  bench_look(&bench, STAGE_JOINED, 5, 3);
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_shows(&bench, number_term(run_get(&bench.run, TRACE_ATTN_PROJ, 0, 0, 4, 2)));
  bench_free(&bench);
}

/* M-09: what the heads add to one column of the joined row adds up to it. */
static void the_heads_add_up_to_the_joined_number(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  MatView map = trace_matrix(bench.run.trace, TRACE_W_O, 0, 0);
  double sum = 0;
  bench_look(&bench, STAGE_JOINED, 5, 3);
  bench_panel(&bench, WIDE, HIGH, 1);
  for (int head = 0; head < 4; head++) {
    double term = 0;
    for (int i = 0; i < 16; i++)
      term += (double)run_get(&bench.run, TRACE_OUTPUT, 0, head, 4, i) *
              (double)mat_get(map, head * 16 + i, 2);
    assert_shows(&bench, number_term((float)term));
    sum += term;
  }
  assert_float_equal(sum, run_get(&bench.run, TRACE_ATTN_PROJ, 0, 0, 4, 2), 1e-4);
  bench_free(&bench);
}

/* M-02: one number of a query, term by term. */
static void a_query_shows_its_largest_term_first(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  MatView map = trace_matrix(bench.run.trace, TRACE_W_Q, 0, 0);
  float largest = 0;
  for (int i = 0; i < 64; i++) {
    float term = run_get(&bench.run, TRACE_INPUT, 0, 0, 4, i) * mat_get(map, i, 2);
    if ((term < 0 ? -term : term) > (largest < 0 ? -largest : largest)) largest = term;
  }
  bench_look(&bench, STAGE_QKV, 5, 3);
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_shows(&bench, number_full(largest));
  assert_shows(&bench, number_full(run_get(&bench.run, TRACE_Q, 0, 0, 4, 2)));
  bench_free(&bench);
}

/* M-02: opened, a number of Q, K and V lists every term of its own map; they add up to it. */
static void each_number_of_q_k_and_v_is_worked_out(void **state) {
  (void)state;
  static const TracePart maps[] = {TRACE_W_Q, TRACE_W_K, TRACE_W_V},
                         results[] = {TRACE_Q, TRACE_K, TRACE_V};
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_QKV, 5, 3);
  bench.view.products_all = true;
  for (int i = 0; i < PROJECTION_COUNT; i++) {
    MatView map = trace_matrix(bench.run.trace, maps[i], 0, 0);
    double sum = 0;
    bench.view.projection = (ProjectionId)i;
    bench_panel(&bench, WIDE, 2400, 1);
    for (int k = 0; k < map.rows; k++) {
      float x = run_get(&bench.run, TRACE_INPUT, 0, 0, 4, k), w = mat_get(map, k, 2);
      sum += (double)x * (double)w;
      if (fabsf(x * w) >= 0.0005f) assert_shows(&bench, number_full(x * w));
    }
    float result = run_get(&bench.run, results[i], 0, 0, 4, 2);
    assert_float_equal(sum, result, 1e-4);
    assert_shows(&bench, number_full(result));
  }
  bench_free(&bench);
}

/* The column of X pointed at is listed and bold, however small its term. */
static void the_term_pointed_at_is_listed(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  MatView map = trace_matrix(bench.run.trace, TRACE_W_K, 0, 0);
  int smallest = 0;
  float least = INFINITY;
  for (int k = 0; k < map.rows; k++) {
    float term = fabsf(run_get(&bench.run, TRACE_INPUT, 0, 0, 4, k) * mat_get(map, k, 2));
    if (term <= 0 || term >= least) continue;
    least = term;
    smallest = k;
  }
  bench_look(&bench, STAGE_QKV, 5, 3);
  bench.view.projection = PROJECTION_K;
  for (int pointed = 0; pointed < 2; pointed++) {
    bench.view.term = pointed ? smallest : -1;
    bench_panel(&bench, WIDE, HIGH, 1);
    bool listed = bench_has(&bench, str_format(bench.arena, "%d", smallest + 1));
    assert_int_equal(listed, pointed);
  }
  bench_free(&bench);
}

/* M-09: opened, a joined number lists every product with W_O. */
static void a_joined_number_opens_to_its_products(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  MatView map = trace_matrix(bench.run.trace, TRACE_W_O, 0, 0);
  bench_look(&bench, STAGE_JOINED, 5, 3);
  bench.view.products_all = true;
  bench_panel(&bench, WIDE, 2400, 1);
  for (int head = 0; head < 4; head++)
    for (int i = 0; i < 16; i++) {
      float term =
          run_get(&bench.run, TRACE_OUTPUT, 0, head, 4, i) * mat_get(map, head * 16 + i, 2);
      if (fabsf(term) >= 0.0005f) assert_shows(&bench, number_full(term));
      assert_true(bench_has(&bench, str_format(bench.arena, "H%d · %d", head + 1, i + 1)));
    }
  bench_free(&bench);
}

/* Σ (x − mean)² / n by two passes, over the scores of the head on show. */
static float spread_of(SceneBench *bench, TracePart part) {
  MatView matrix = trace_matrix(bench->run.trace, part, 0, 0);
  double sum = 0, squares = 0, count = (double)matrix.rows * (double)matrix.cols;
  for (int i = 0; i < matrix.rows * matrix.cols; i++)
    sum += (double)mat_get(matrix, i / matrix.cols, i % matrix.cols);
  for (int i = 0; i < matrix.rows * matrix.cols; i++) {
    double from = (double)mat_get(matrix, i / matrix.cols, i % matrix.cols) - sum / count;
    squares += from * from;
  }
  return (float)sqrt(squares / count);
}

/* All words of the panel in one line, so that wrapping does not matter. */
static const char *words_of(SceneBench *bench) {
  StrBuf words = strbuf_make(bench->arena);
  for (int i = 0; i < bench->list.item_count; i++) {
    if (bench->list.items[i].kind != DRAW_TEXT) continue;
    strbuf_add(&words, bench->list.items[i].as.text.text);
    strbuf_add_char(&words, ' ');
  }
  return words.at;
}

static bool panel_says(SceneBench *bench, const char *words) {
  bench_panel(bench, WIDE, 2400, 1);
  return strstr(words_of(bench), words) != NULL;
}

/* M-04: the divisor is a root, and the scores of the head spread by what is said. */
static void why_the_root_is_told_with_measured_numbers(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  Number before = number_full(spread_of(&bench, TRACE_SCORES)),
         after = number_full(spread_of(&bench, TRACE_SCALED));
  bench_look(&bench, STAGE_SCALED, 5, 3);
  bench_panel(&bench, WIDE, 2400, 1);
  assert_non_null(strstr(words_of(&bench), "variance 16, so its typical size is √16 = 4."));
  assert_non_null(
      strstr(words_of(&bench), str_format(bench.arena, "σ of the scores %s, after dividing %s.",
                                          before.at, after.at)));
  bench.view.step_by = STEP_CELL;
  bench.view.filled = 60;
  assert_false(panel_says(&bench, "after dividing"));
  bench_free(&bench);
}

/* Under the title of a cell stands what its number is, which is not said of a row (each number and
** reason: cell_words_test.c). */
static void a_cell_says_what_its_number_is(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  static const struct {
    StageId stage;
    const char *what;
  } said[] = {{STAGE_QKV, "one of the numbers with which it asks."},
              {STAGE_SCORES, "is how well the query of “cross” fits the key of “didn't”"},
              {STAGE_SCALED, "made ready for softmax: ÷ √16 = 4."},
              {STAGE_MASKED, "as it goes into softmax"},
              {STAGE_WEIGHTS, "is the share of its attention that “cross” gives “didn't”"},
              {STAGE_OUTPUT, "is column 3 of what “cross” takes in"},
              {STAGE_JOINED, "together add to column 3 of “cross”."}};
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
    bench_look(&bench, said[i].stage, 4, 3);
    if (!panel_says(&bench, said[i].what)) fail_msg("“%s” is not said", said[i].what);
    bench_look(&bench, said[i].stage, 4, 0);
    assert_false(panel_says(&bench, said[i].what));
  }
  bench.view.projection = PROJECTION_V;
  bench_look(&bench, STAGE_QKV, 5, 3);
  assert_true(panel_says(&bench, "one of the numbers that it hands on."));
  bench_free(&bench);
}

static void only_a_causal_mask_hides_the_future(void **state) {
  (void)state;
  static const char *const masks[] = {"causal", "causal window:2", "none", "window:1"};
  for (int i = 0; i < 4; i++) {
    SceneBench bench = bench_make("random", masks[i], BENCH_SENTENCE);
    bench_look(&bench, STAGE_MASKED, 5, 8);
    assert_int_equal(panel_says(&bench, "Why hide the future?"), i < 2);
    bench_free(&bench);
  }
}

static void the_most_telling_row_is_found_once_for_picture_and_panel(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  bench.interactive = true;
  bench.view.filled = -1;
  Scene scene = bench_scene(&bench, 1440, 640, 1);
  assert_non_null(scene.telling);
  TellingRow other = *scene.telling; /* a wrong one, to see who reads it */
  other.row = (other.row + 1) % trace_token_count(bench.run.trace);
  scene.telling = &other;
  assert_int_equal(pair_telling_row(&scene), other.row);
  bench.view.head = 1; /* of another head it tells nothing */
  scene.telling = NULL;
  int anew = pair_telling_row(&scene);
  scene.telling = &other;
  assert_int_equal(pair_telling_row(&scene), anew);
  bench_free(&bench);
}

/* Without a focus: the row that first_picture_find_in_head chooses, if it may be told. */
static void the_most_telling_row_stands_where_nothing_is_chosen(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "none", BENCH_SENTENCE);
  int shown = 0;
  for (int head = 0; head < trace_head_count(bench.run.trace, 0); head++) {
    FirstPicture telling;
    bool has = first_picture_find_in_head(bench.run.trace, 0, head, &telling);
    bench_look(&bench, STAGE_WEIGHTS, 0, 0);
    bench.view.head = head;
    bench.view.filled = -1;
    bench.view.step_by = STEP_STAGE;
    assert_int_equal(panel_says(&bench, "The most telling row:"), has);
    if (!has) continue;
    shown++;
    Number most =
        number_weight(run_get(&bench.run, TRACE_WEIGHTS, 0, head, telling.query, telling.key));
    assert_shows(&bench, most);
    bench_look(&bench, STAGE_SCALED, 0, 0);
    assert_true(panel_says(&bench, "The most telling row:"));
    bench.view.step_by = STEP_ROW;
    bench.view.filled = 0;
    assert_false(panel_says(&bench, "The most telling row:"));
  }
  assert_true(shown > 0);
  bench_free(&bench);
}

static void a_token_shows_its_bytes(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", "ab 猫");
  bench_look(&bench, STAGE_TOKENS, 2, 0);
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_true(bench_has(&bench, "U+732B"));
  assert_true(bench_has(&bench, "E7 8C AB"));
  assert_true(bench_has(&bench, "4 … 6"));
  bench_free(&bench);
}

/* "A fully masked row has weights 0 and output 0, and the picture says so; never NaN." */
static void a_hidden_row_attends_to_nothing(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "padding:99", BENCH_SENTENCE);
  for (int stage = STAGE_MASKED; stage <= STAGE_OUTPUT; stage++)
    for (int key = 0; key < 3 && trace_has_stage(bench.run.trace, (StageId)stage); key++) {
      bench_look(&bench, (StageId)stage, 4, key);
      bench_panel(&bench, WIDE, HIGH, 1);
      assert_false(bench_contains(&bench, "NaN"));
      assert_false(bench_contains(&bench, "nan"));
    }
  bench_look(&bench, STAGE_WEIGHTS, 4, 0);
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_true(bench_contains(&bench, "attends to nothing"));
  bench_free(&bench);
}

/* -- words about mask and focus
** ----------------------------------------------------------------- */

static void the_reason_for_hiding_is_true_of_every_cell(void **state) {
  (void)state;
  const char *const masks[] = {"none", "causal", "padding:2", "window:1", "prefix:3"};
  for (int m = 0; m < 5; m++) {
    SceneBench bench = bench_make("hand-made", masks[m], BENCH_SENTENCE);
    for (int query = 1; query <= 11; query++)
      for (int key = 1; key <= 11; key++) {
        bench_look(&bench, STAGE_MASKED, query, key);
        bench_panel(&bench, WIDE, HIGH, 1);
        bool hidden = trace_hidden(bench.run.trace, query - 1, key - 1);
        assert_int_equal(bench_has(&bench, "may not see"), hidden);
        assert_int_equal(bench_says(&bench, "comes after"), hidden && (m == 1 || m == 4));
        assert_int_equal(bench_says(&bench, "does not come after"), m == 1 && !hidden);
        assert_int_equal(bench_says(&bench, "Padding"), m == 2 && hidden);
      }
    bench_free(&bench);
  }
}

/* If a mask has several parts, the panel names one that hides the key and none that shows it. */
static void the_reason_of_a_joined_mask_is_a_part_that_hides(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "causal window:2 padding:1", BENCH_SENTENCE);
  int tokens = trace_token_count(bench.run.trace);
  for (int query = 1; query <= 11; query++)
    for (int key = 1; key <= 11; key++) {
      bench_look(&bench, STAGE_MASKED, query, key);
      bench_panel(&bench, WIDE, HIGH, 1);
      bool later = key > query, far = query - key > 2, cut = key == tokens;
      assert_int_equal(bench_has(&bench, "may not see"), later || far || cut);
      assert_int_equal(bench_says(&bench, "comes after"), later);
      assert_int_equal(bench_says(&bench, "Window: “"), far);
      assert_int_equal(bench_says(&bench, "Padding"), cut && !later);
      assert_int_equal(bench_says(&bench, "The mask lets"), !later && !far && !cut);
    }
  bench_free(&bench);
}

/* A single local part is named with its numbers; if there are several, the panel says that they
** hide the key together. */
static void the_reason_of_local_parts_is_theirs_together(void **state) {
  (void)state;
  static const char *const masks[] = {"dilated:2:3", "blocks:4", "global:2,5", "random:2:seed:7",
                                      "causal window:1 global:2"};
  static const char *const reasons[] = {"Dilated: “", "Blocks: “", "Global: neither", "Random: “",
                                        "None of the local"};
  static const char *const names[] = {"self · dilated 2, step 3", "self · blocks 4",
                                      "self · global 2,5", "self · random 2, seed 7",
                                      "self · causal + window 1 + global 2"};
  for (int m = 0; m < 5; m++) {
    SceneBench bench = bench_make("hand-made", masks[m], BENCH_SENTENCE);
    assert_string_equal(mask_attention_words(bench.arena, bench.run.trace, 0), names[m]);
    for (int query = 1; query <= 11; query++)
      for (int key = 1; key <= 11; key++) {
        bench_look(&bench, STAGE_MASKED, query, key);
        bench_panel(&bench, WIDE, HIGH, 1);
        bool hidden = trace_hidden(bench.run.trace, query - 1, key - 1), later = key > query;
        assert_int_equal(bench_says(&bench, reasons[m]), hidden && !(m == 4 && later));
        assert_int_equal(bench_says(&bench, "comes after"), m == 4 && later);
        assert_int_equal(bench_says(&bench, "The mask lets"), !hidden);
      }
    bench_free(&bench);
  }
}

/* "Hover previews, click locks, Esc unlocks, and the screen says so." */
static void the_panel_says_whether_it_is_locked(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 3, 3);
  bench.view.locked = true;
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_true(bench_contains(&bench, "Esc unlocks"));
  bench.view.locked = false;
  bench.view.hover_query = bench.view.hover_key = 1;
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_true(bench_contains(&bench, "click locks"));
  bench.interactive = false;
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_false(bench_contains(&bench, "locks"));
  bench_free(&bench);
}

static void without_a_focus_it_says_what_to_point_at(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", BENCH_SENTENCE);
  for (int stage = 0; stage < common_stage_count(); stage++) {
    bench_look(&bench, common_stage(stage), 0, 0);
    bench_panel(&bench, WIDE, HIGH, 1);
    assert_true(bench_contains(&bench, "Point at a"));
    assert_true(bench_contains(&bench, "Hovering previews"));
  }
  bench_free(&bench);
}

/* A role is shown only if the model says what a head was built to do. */
static void the_guide_tells_the_role_of_a_built_head_only(void **state) {
  (void)state;
  const char *const models[] = {"hand-made", "random"};
  for (int model = 0; model < 2; model++) {
    SceneBench bench = bench_make(models[model], "none", BENCH_SENTENCE);
    bench_look(&bench, STAGE_WEIGHTS, 0, 0);
    bench_panel(&bench, WIDE, HIGH, 1);
    assert_int_equal(bench_contains(&bench, "Head 1 ·"), model == 0);
    bench_free(&bench);
  }
}

/* -- layout ------------------------------------------------------------------------------------ */

/* Sections are left out in order of importance: the explanation before the
** result, the title never. */
static void the_result_outlives_the_explanation(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_SCORES, 4, 9);
  Number score = number_full(run_get(&bench.run, TRACE_SCORES, 0, 0, 3, 8));
  bool explained = false;
  for (float height = 170; height < 1000; height += 10) {
    bench_panel(&bench, WIDE, height, 1);
    assert_true(bench_has(&bench, "asks"));
    assert_shows(&bench, score);
    bool now = bench_contains(&bench, "A dot product");
    assert_false(explained && !now);
    explained = now;
  }
  assert_true(explained);
  bench_free(&bench);
}

static const char *const LAYOUT_SENTENCES[] = {
    "one",
    BENCH_SENTENCE,
    "我喜欢在下雨的日子里读书",
    "كان الحيوان متعبا جدا فلم يعبر الشارع",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft and a a a",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u "
    "v "
    "w x y z a b c d e f g h i j k l"};

static void fill_state(SceneBench *bench, Rng *rng, char *words, size_t bytes) {
  int tokens = trace_token_count(bench->run.trace), rows, cols;
  StageId stage = common_stage(rng_below(rng, common_stage_count()));
  trace_stage_shape(bench->run.trace, stage, &rows, &cols);
  bench_look(bench, stage, (int)rng_below(rng, tokens + 1), (int)rng_below(rng, cols + 1));
  bench->view.locked = rng_below(rng, 2) == 0;
  bench->view.layer = (int)rng_below(rng, 2);
  bench->view.head = (int)rng_below(rng, 4);
  bench->view.theme = (ThemeId)rng_below(rng, THEME_COUNT);
  float scale = 0.5f + 0.25f * (float)rng_below(rng, 11);
  float width = (260 + (float)rng_below(rng, 200)) * scale;
  float height = (180 + (float)rng_below(rng, 1320)) * scale;
  bench_panel(bench, width, height, scale);
  snprintf(words, bytes, "%s %d %d, layer %d head %d, %.0f × %.0f at %.2f", stage_info(stage)->name,
           bench->view.query + 1, bench->view.key + 1, bench->view.layer + 1, bench->view.head + 1,
           (double)width, (double)height, (double)scale);
}

/* Any state: no text cut, none on other text, nothing outside the panel. */
static void every_state_fits_its_panel(void **state) {
  (void)state;
  const char *const masks[] = {"none", "causal", "padding:99"};
  Rng rng = rng_make(20);
  char words[300];
  for (int s = 0; s < 6; s++)
    for (int m = 0; m < 3; m++) {
      SceneBench bench = bench_make(m ? "random" : "hand-made", masks[m], LAYOUT_SENTENCES[s]);
      for (int i = 0; i < 120; i++) {
        fill_state(&bench, &rng, words, sizeof words);
        bench_check_layout(&bench, words);
      }
      bench_free(&bench);
    }
}

/* Labels are not cut, because cut ones look alike: all five are whole before the
** other columns get room. */
static void the_likeliest_words_are_read_whole(void **state) {
  (void)state;
  const float narrow[] = {300, 260, 240};
  SceneBench bench = bench_make("made-reader", "none", BENCH_SENTENCE);
  for (int i = 0; i < 3; i++) {
    TraceCandidate likeliest[5];
    bench_look(&bench, STAGE_LOGITS, 8, 0);
    bench_panel(&bench, narrow[i], 420, 1);
    int count = trace_candidates(bench.run.trace, 7, likeliest, 5);
    assert_int_equal(count, 5);
    Scene scene = {.trace = bench.run.trace, .pen = {.list = &bench.list}};
    for (int rank = 0; rank < count; rank++) {
      Str word = logits_word(&scene, likeliest[rank].word);
      if (!bench_has(&bench, str_copy(bench.arena, word)))
        fail_msg("%.0f wide: no %.*s", (double)narrow[i], (int)word.bytes, word.at);
    }
  }
  bench_free(&bench);
}

static void an_empty_sentence_has_a_panel(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", "");
  for (int stage = 0; stage < common_stage_count(); stage++) {
    bench_look(&bench, common_stage(stage), 1, 1);
    bench_panel(&bench, WIDE, HIGH, 1);
    bench_check_layout(&bench, "empty sentence");
    assert_true(bench_has(&bench, "Type a sentence."));
  }
  bench_free(&bench);
}

static uint64_t picture_hash(const SceneBench *bench) {
  uint64_t hash = 0;
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    uint64_t parts[2] = {hash, (uint64_t)item->kind};
    if (item->kind == DRAW_TEXT) {
      const float at[] = {item->as.text.at.x, item->as.text.at.y, item->as.text.size_pt};
      parts[1] =
          rng_hash(item->as.text.text.at, item->as.text.text.bytes) ^ rng_hash(at, sizeof at);
    }
    if (item->kind == DRAW_BOX) parts[1] = rng_hash(&item->as.box.box, sizeof item->as.box.box);
    hash = rng_hash(parts, sizeof parts);
  }
  return hash;
}

/* "Same inputs, same trace, same picture." */
static void the_same_state_gives_the_same_panel(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "causal", BENCH_SENTENCE);
  for (int stage = 0; stage < common_stage_count(); stage++) {
    bench_look(&bench, common_stage(stage), 4, 3);
    bench_panel(&bench, WIDE, HIGH, 1);
    uint64_t first = picture_hash(&bench);
    bench_panel(&bench, WIDE, HIGH, 1);
    assert_true(picture_hash(&bench) == first);
    bench_look(&bench, common_stage(stage), 5, 3);
    bench_panel(&bench, WIDE, HIGH, 1);
    assert_true(picture_hash(&bench) != first);
  }
  bench_free(&bench);
}

/* Memory runs out at the n-th allocation: the list is marked as failed, until n is large enough;
** then the panel is the same as ever. */
static void memory_may_run_out_anywhere(void **state) {
  (void)state;
  enum { FIRST_BYTES = 1024, ALLOCATIONS_MOST = 1000 };
  SceneBench bench = bench_make("made-reader", "none", BENCH_SENTENCE);
  int failures = 0;
  for (int stage = 0; stage < trace_stage_count(bench.run.trace); stage++) {
    bench_look(&bench, trace_stage_at(bench.run.trace, stage), 4, stage == 0 ? 0 : 9);
    bench_panel(&bench, WIDE, HIGH, 1);
    assert_false(bench.list.failed);
    uint64_t whole = picture_hash(&bench);
    bool done = false;
    for (long nth = 1; !done; nth++) {
      assert_true(nth < ALLOCATIONS_MOST);
      arena_free(bench.arena);
      bench.arena = arena_make(FIRST_BYTES);
      arena_fail_at(nth);
      bench_panel(&bench, WIDE, HIGH, 1);
      arena_fail_at(0);
      done = !bench.list.failed;
      failures += !done;
      if (done && picture_hash(&bench) != whole)
        fail_msg("stage %d: a panel without what the %ld. allocation was for", stage, nth);
    }
  }
  assert_true(failures >= 2 * trace_stage_count(bench.run.trace));
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cell_shows_score_scaled_and_masked),
      cmocka_unit_test(a_score_lists_its_products),
      cmocka_unit_test(an_opened_table_scrolls_through_all_its_rows),
      cmocka_unit_test(every_sentence_is_on_a_page),
      cmocka_unit_test(the_line_at_the_foot_turns_the_pages),
      cmocka_unit_test(a_page_has_all_that_has_room),
      cmocka_unit_test(an_opened_table_keeps_the_focused_row),
      cmocka_unit_test(the_panel_as_a_card_has_every_product),
      cmocka_unit_test(the_line_of_the_rest_is_a_button),
      cmocka_unit_test(a_weight_is_shown_as_share_of_the_sum),
      cmocka_unit_test(the_rest_of_a_row_is_summed_up),
      cmocka_unit_test(a_column_shows_its_sum),
      cmocka_unit_test(the_heads_add_up_to_the_joined_number),
      cmocka_unit_test(a_query_shows_its_largest_term_first),
      cmocka_unit_test(each_number_of_q_k_and_v_is_worked_out),
      cmocka_unit_test(the_term_pointed_at_is_listed),
      cmocka_unit_test(a_joined_number_opens_to_its_products),
      cmocka_unit_test(why_the_root_is_told_with_measured_numbers),
      cmocka_unit_test(a_cell_says_what_its_number_is),
      cmocka_unit_test(only_a_causal_mask_hides_the_future),
      cmocka_unit_test(the_most_telling_row_is_found_once_for_picture_and_panel),
      cmocka_unit_test(the_most_telling_row_stands_where_nothing_is_chosen),
      cmocka_unit_test(a_token_shows_its_bytes),
      cmocka_unit_test(a_hidden_row_attends_to_nothing),
      cmocka_unit_test(the_reason_for_hiding_is_true_of_every_cell),
      cmocka_unit_test(the_reason_of_a_joined_mask_is_a_part_that_hides),
      cmocka_unit_test(the_reason_of_local_parts_is_theirs_together),
      cmocka_unit_test(the_panel_says_whether_it_is_locked),
      cmocka_unit_test(without_a_focus_it_says_what_to_point_at),
      cmocka_unit_test(the_guide_tells_the_role_of_a_built_head_only),
      cmocka_unit_test(the_result_outlives_the_explanation),
      cmocka_unit_test(the_same_state_gives_the_same_panel),
      cmocka_unit_test(every_state_fits_its_panel),
      cmocka_unit_test(the_likeliest_words_are_read_whole),
      cmocka_unit_test(an_empty_sentence_has_a_panel),
      cmocka_unit_test(memory_may_run_out_anywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
