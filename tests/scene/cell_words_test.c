/* tests/scene/cell_words_test.c -- "for every stage and every cell one sentence that says what the
** number is, and one that says why": a walk over all stages, kinds, masks and cells, where both are
** there and their numbers are the trace's. */
#include "scene/scene_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene/number.h"
#include "scene/stages/stage_view.h"

static const char *said(Str words) { return words.at ? words.at : ""; }

static CellWords words_at(SceneBench *bench, StageId stage, int row, int col) {
  bench_look(bench, stage, row + 1, col + 1);
  Scene scene = bench_scene(bench, 400, 3000, 1);
  Panel panel = panel_begin(&scene, 360);
  CellWords words = cell_words_of(&panel);
  assert_false(bench->list.failed);
  return words;
}

/* Whether a sentence has that number as a person reads it, in one of the ways to write it. */
static bool has_number(const char *sentence, float value) {
  Number ways[] = {number_full(value), number_weight(value), number_term(value),
                   number_share(value, true)};
  for (int i = 0; i < 4; i++)
    if (strstr(sentence, ways[i].at)) return true;
  return false;
}

static float number_of_stage(const SceneBench *bench, StageId stage, int row, int col) {
  const Trace *trace = bench->run.trace;
  TracePart part = trace_stage_result(stage);
  if (stage_info(stage)->has_projections) part = stage_info(stage)->parts[0]; /* the query's */
  if (stage_info(stage)->by_key)
    return run_get(&bench->run, stage_info(stage)->parts[0], 0, 0, col, row);
  if (stage_info(stage)->by_word) {
    TraceCandidate likeliest[TRACE_CANDIDATES_MOST];
    trace_candidates(trace, row, likeliest, TRACE_CANDIDATES_MOST);
    return likeliest[col].probability;
  }
  return mat_get(trace_matrix(trace, part, bench->view.layer, bench->view.head), row, col);
}

/* Of a sentence: complete, and about no mind. */
static void must_be_sentence(const char *where, const char *words) {
  size_t bytes = strlen(words);
  if (bytes < 10 || words[bytes - 1] != '.') fail_msg("%s: no sentence: “%s”", where, words);
  if (strstr(words, "think") || strstr(words, "understand") || strstr(words, "(null)"))
    fail_msg("%s: %s", where, words);
}

static void check_cell(SceneBench *bench, const char *state, StageId stage, int row, int col) {
  char where[200];
  snprintf(where, sizeof where, "%s: %s, cell %d %d", state, stage_info(stage)->name, row + 1,
           col + 1);
  CellWords words = words_at(bench, stage, row, col);
  must_be_sentence(where, said(words.what));
  must_be_sentence(where, said(words.why));
  if (strstr(said(words.why), "would make")) fail_msg("%s: %s", where, said(words.why));
  if (stage_info(stage)->part_count == 0) return;
  float value = number_of_stage(bench, stage, row, col);
  if (!has_number(said(words.what), value))
    fail_msg("%s: the number is %s, and said is “%s”", where, number_full(value).at,
             said(words.what));
}

/* Every cell of matrices of pairs; of wider ones the first columns and the last. */
static void walk(SceneBench *bench, const char *state) {
  const Trace *trace = bench->run.trace;
  for (int i = 0; i < trace_stage_count(trace); i++) {
    StageId stage = trace_stage_at(trace, i);
    int rows, cols;
    trace_stage_shape(trace, stage, &rows, &cols);
    for (int row = 0; row < rows; row++)
      for (int col = 0; col < cols; col++)
        if (stage_info(stage)->by_pair || col < 4 || col == cols - 1)
          check_cell(bench, state, stage, row, stage_info(stage)->part_count ? col : -1);
  }
}

static const char SENTENCE[] = "the cat saw the cat";

static void walk_kind(const char *model, const char *mask, const char *kind, const char *sentence) {
  SceneBench bench = bench_make("random", "none", "one");
  char state[160];
  snprintf(state, sizeof state, "%s, mask %s, %s, “%s”", model, mask, kind, sentence);
  run_free(&bench.run);
  bench.run = run_make_kind(model, mask, kind, str_from(sentence));
  walk(&bench, state);
  bench.view.layer = trace_layer_count(bench.run.trace) - 1;
  bench.view.head = trace_head_count(bench.run.trace, bench.view.layer) - 1;
  if (!trace_keys_are_mixtures(bench.run.trace)) walk(&bench, state);
  bench_free(&bench);
}

static void every_cell_of_every_kind_has_both_sentences(void **state) {
  (void)state;
  static const char *const kinds[] = {"",
                                      "positions none",
                                      "positions alibi",
                                      "positions rope",
                                      "positions t5",
                                      "positions shaw 2",
                                      "score general",
                                      "score cosine",
                                      "score additive",
                                      "positions shaw 3; score general",
                                      "positions rope; score cosine",
                                      "kv_heads 1",
                                      "approximate linformer 3",
                                      "approximate performer 32",
                                      "dropout 0.3 seed 5",
                                      "schedule flash 2 2"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    walk_kind("random", "none", kinds[i], SENTENCE);
    walk_kind("random", strstr(kinds[i], "approximate") ? "none" : "causal", kinds[i], SENTENCE);
  }
}

static void every_cell_of_every_model_has_both_sentences(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made",
                                       "reader",
                                       "writer",
                                       "made-reader",
                                       "made-writer",
                                       "made-without-mlp",
                                       "random like gpt2",
                                       "random like bert",
                                       "random like t5",
                                       "random like llama",
                                       "random like bloom",
                                       "random like mistral",
                                       "random layers 1 heads 1",
                                       "random norm before",
                                       "random norm after",
                                       "random d_ff 8"};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    walk_kind(models[i], "own", "", SENTENCE);
}

/* One token, equal tokens, right to left, every key hidden, one key seen. */
static void special_rows_have_true_sentences(void **state) {
  (void)state;
  static const char *const masks[] = {"none", "causal", "padding:99", "padding:2", "window:0"};
  static const char *const sentences[] = {"one", "a a a", "قال الرجل", "我 们 说"};
  for (int m = 0; m < 5; m++)
    for (int s = 0; s < 4; s++) walk_kind("random", masks[m], "", sentences[s]);
  walk_kind("random", "padding:99", "schedule flash 2 2", SENTENCE);
  walk_kind("random", "padding:99", "dropout 0.5 seed 1", SENTENCE);
  walk_kind("random", "padding:99", "score cosine", SENTENCE);
}

/* Keys of another sentence have that sentence's words. */
static void keys_of_another_sentence_are_named(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", "one");
  run_free(&bench.run);
  bench.run = run_make_cross("random", "", STR("the cat"), STR("le chat noir"));
  walk(&bench, "cross");
  CellWords words = words_at(&bench, STAGE_SCORES, 1, 2);
  assert_non_null(strstr(said(words.what), "“cat”"));
  assert_non_null(strstr(said(words.what), "“noir”"));
  bench_free(&bench);
}

/* -- the numbers of the second sentence, worked out here ---------------------------------------- */

static void a_score_counts_the_places_that_agree(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  int width = trace_d_head(bench.run.trace);
  for (int key = 0; key < trace_key_count(bench.run.trace); key++) {
    int same = 0, apart = 0;
    double add = 0, take = 0;
    char expected[160];
    for (int c = 0; c < width; c++) {
      double product = (double)run_get(&bench.run, TRACE_Q, 0, 0, 3, c) *
                       (double)run_get(&bench.run, TRACE_K, 0, 0, key, c);
      same += product > 0;
      apart += product < 0;
      *(product > 0 ? &add : &take) += product;
    }
    snprintf(expected, sizeof expected,
             "the same way in %d of %d places, which adds %s, and apart in %d, which takes %s away",
             same, width, number_full((float)add).at, apart, number_full((float)-take).at);
    if (!strstr(said(words_at(&bench, STAGE_SCORES, 3, key).why), expected))
      fail_msg("key %d: “%s”, not %s", key, said(words_at(&bench, STAGE_SCORES, 3, key).why),
               expected);
  }
  bench_free(&bench);
}

static void ranks_count_the_larger_ones(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "causal", BENCH_SENTENCE);
  for (int key = 0; key < 6; key++) {
    int larger = 0, fit = 0;
    char gets[60], fits[60];
    for (int other = 0; other < trace_key_count(bench.run.trace); other++) {
      larger += run_get(&bench.run, TRACE_WEIGHTS, 0, 0, 5, other) >
                run_get(&bench.run, TRACE_WEIGHTS, 0, 0, 5, key);
      fit += run_get(&bench.run, TRACE_SCORES, 0, 0, 5, other) >
             run_get(&bench.run, TRACE_SCORES, 0, 0, 5, key);
    }
    snprintf(gets, sizeof gets,
             larger == 0   ? "no key gets more"
             : larger == 1 ? "%d key gets more"
                           : "%d keys get more",
             larger);
    snprintf(fits, sizeof fits,
             fit == 0   ? "no key fits better"
             : fit == 1 ? "%d key fits better"
                        : "%d keys fit better",
             fit);
    assert_non_null(strstr(said(words_at(&bench, STAGE_WEIGHTS, 5, key).what), gets));
    assert_non_null(strstr(said(words_at(&bench, STAGE_SCORES, 5, key).what), fits));
  }
  assert_non_null(strstr(said(words_at(&bench, STAGE_WEIGHTS, 0, 0).what), "the only key"));
  assert_non_null(strstr(said(words_at(&bench, STAGE_WEIGHTS, 0, 1).what), "the mask hides it"));
  bench_free(&bench);
}

static void an_output_names_its_largest_part(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  for (int col = 0; col < 4; col++) {
    int most = 0;
    double largest = -1;
    char expected[120];
    for (int key = 0; key < trace_key_count(bench.run.trace); key++) {
      double term = fabs((double)run_get(&bench.run, TRACE_WEIGHTS, 0, 0, 2, key) *
                         (double)run_get(&bench.run, TRACE_V, 0, 0, key, col));
      if (term <= largest) continue;
      largest = term;
      most = key;
    }
    Str name = trace_key(bench.run.trace, most)->label;
    snprintf(expected, sizeof expected, "from “%.*s”: share %s × value ", (int)name.bytes, name.at,
             number_weight(run_get(&bench.run, TRACE_WEIGHTS, 0, 0, 2, most)).at);
    assert_non_null(strstr(said(words_at(&bench, STAGE_OUTPUT, 2, col).why), expected));
  }
  bench_free(&bench);
}

/* The panel has both sentences, whole. */
static void the_panel_shows_both(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "own", BENCH_SENTENCE);
  for (int i = 0; i < trace_stage_count(bench.run.trace); i++) {
    StageId stage = trace_stage_at(bench.run.trace, i);
    int col = stage_info(stage)->part_count ? 1 : -1;
    char what[600], why[600];
    CellWords words = words_at(&bench, stage, 7, col);
    snprintf(what, sizeof what, "%s", said(words.what));
    snprintf(why, sizeof why, "%s", said(words.why));
    bench_panel(&bench, 400, 3000, 1);
    if (!bench_says(&bench, what))
      fail_msg("%s: “%s” is not in the panel", stage_info(stage)->name, what);
    if (!bench_says(&bench, why))
      fail_msg("%s: “%s” is not in the panel", stage_info(stage)->name, why);
  }
  bench_free(&bench);
}

/* Without a cell, in another view, and before the steps have come nothing is said. */
static void nothing_is_said_of_what_is_not_there(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  assert_int_equal(words_at(&bench, STAGE_SCORES, 3, -1).what.bytes, 0);
  assert_int_equal(words_at(&bench, STAGE_SCORES, -1, -1).what.bytes, 0);
  bench.view.filled = 5;
  assert_int_equal(words_at(&bench, STAGE_SCORES, 3, 3).what.bytes, 0);
  assert_true(words_at(&bench, STAGE_SCORES, 0, 3).what.bytes > 0);
  bench.view.filled = -1;
  bench.view.kind = VIEW_OVERVIEW;
  assert_int_equal(words_at(&bench, STAGE_SCORES, 3, 3).what.bytes, 0);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_cell_of_every_kind_has_both_sentences),
      cmocka_unit_test(every_cell_of_every_model_has_both_sentences),
      cmocka_unit_test(special_rows_have_true_sentences),
      cmocka_unit_test(keys_of_another_sentence_are_named),
      cmocka_unit_test(a_score_counts_the_places_that_agree),
      cmocka_unit_test(ranks_count_the_larger_ones),
      cmocka_unit_test(an_output_names_its_largest_part),
      cmocka_unit_test(the_panel_shows_both),
      cmocka_unit_test(nothing_is_said_of_what_is_not_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
