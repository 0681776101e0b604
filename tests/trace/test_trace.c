/* tests/trace/test_trace.c -- the tables of stages and parts, labels, and what sealing refuses. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/run.h"
#include "trace/trace_build.h"

static void every_stage_has_names_and_is_found_by_them(void **state) {
  (void)state;
#define NAME(ID, name) [STAGE_##ID] = #name,
  static const char *const names[STAGE_COUNT] = {STAGE_LIST(NAME)};
#undef NAME
  for (int i = 0; i < STAGE_COUNT; i++) {
    const StageInfo *info = stage_info((StageId)i);
    StageId found;
    assert_string_equal(info->name, names[i]);
    assert_true(*info->title && *info->rail && info->symbol);
    assert_true(stage_find(str_from(info->name), &found) && found == (StageId)i);
    if (info->alias) assert_true(stage_find(str_from(info->alias), &found) && found == (StageId)i);
  }
  StageId stage;
  assert_true(stage_find(STR("softmax"), &stage) && stage == STAGE_WEIGHTS);
  assert_true(stage_find(STR("mask"), &stage) && stage == STAGE_MASKED);
  assert_false(stage_find(STR("Scores"), &stage));
  assert_false(stage_find(STR(""), &stage));
}

/* The tables of stages and parts agree for every stage: by layer, by head, by pair; and the shape
** follows. */
static void stages_and_their_parts_agree(void **state) {
  (void)state;
  Run run = run_make("hand-made", "own", STR("one two three"));
  for (int i = 0; i < STAGE_COUNT; i++) {
    const StageInfo *stage = stage_info((StageId)i);
    TracePart parts[TRACE_STAGE_PARTS];
    if (!trace_has_stage(run.trace, (StageId)i)) continue;
    int rows, cols, count = trace_stage_parts(run.trace, (StageId)i, parts);
    trace_stage_shape(run.trace, (StageId)i, &rows, &cols);
    assert_int_equal(rows, 3);
    assert_true(count <= TRACE_STAGE_PARTS && (count > 0) == (i != STAGE_TOKENS));
    if (count == 0) assert_int_equal(cols, 1);
    for (int p = 0; p < count; p++) {
      const TracePartInfo *part = trace_part_info(parts[p]);
      assert_true(part->per_layer == stage->per_layer && part->per_head == stage->per_head);
      assert_true(part->by_pair == stage->by_pair);
      if (p == count - 1) assert_int_equal(cols, trace_matrix(run.trace, parts[p], 0, 0).cols);
    }
  }
  run_free(&run);
}

static void part_names_differ(void **state) {
  (void)state;
  for (int i = 0; i < TRACE_PART_COUNT; i++)
    for (int j = 0; j < i; j++)
      assert_string_not_equal(trace_part_info((TracePart)i)->name,
                              trace_part_info((TracePart)j)->name);
}

/* A token that occurs more than once, compared without case, carries its position from 1. */
static void repeated_tokens_carry_their_position(void **state) {
  (void)state;
  Run run = run_make("hand-made", "own", STR("The cat saw THE dog , the end ,"));
  static const char *const labels[] = {"The·1", "cat",   "saw", "THE·4", "dog",
                                       ",·6",   "the·7", "end", ",·9"};
  static const int occurrences[] = {3, 1, 1, 3, 1, 2, 3, 1, 2};
  assert_int_equal(trace_token_count(run.trace), 9);
  for (int i = 0; i < 9; i++) {
    const TraceToken *token = trace_token(run.trace, i);
    assert_true(str_is(token->label, labels[i]));
    assert_int_equal(token->occurrences, occurrences[i]);
    assert_memory_equal(trace_sentence(run.trace).at + token->first_byte, token->text.at,
                        token->text.bytes);
  }
  run_free(&run);
}

/* A recording may have a million equal tokens: they are not compared in pairs. */
static void very_many_tokens_are_labelled_at_once(void **state) {
  (void)state;
  enum { COUNT = 500000 };
  Arena *arena = arena_make(0);
  TraceTokenText *tokens = arena_take(arena, COUNT, sizeof *tokens);
  for (int i = 0; i < COUNT; i++) tokens[i] = (TraceTokenText){.text = STR("same")};
  tokens[7].text = STR("other");
  TraceShape shape = {.token_count = COUNT,
                      .layer_count = 1,
                      .head_count = 1,
                      .d_model = 1,
                      .d_head = 1,
                      .d_value = 1,
                      .absent = trace_pair_bits()};
  Trace *trace = trace_begin(arena, &shape, &(TraceNames){.tokens = tokens}, (MaskView){0}, NULL);
  assert_non_null(trace);
  assert_int_equal(trace_token(trace, 7)->occurrences, 1);
  assert_true(str_is(trace_token(trace, 7)->label, "other"));
  assert_int_equal(trace_token(trace, COUNT - 1)->occurrences, COUNT - 1);
  assert_true(str_is(trace_token(trace, COUNT - 1)->label, "same·500000"));
  arena_free(arena);
}

static void largest_is_the_largest_finite_number(void **state) {
  (void)state;
  Run run = run_make("random", "causal", STR("one two three four"));
  for (int part = 0; part < TRACE_PART_COUNT; part++)
    for (int i = 0; i < 8; i++) {
      MatView m = trace_matrix(run.trace, (TracePart)part, i / 4, i % 4);
      float largest = 0;
      for (int row = 0; row < m.rows; row++)
        for (int col = 0; col < m.cols; col++)
          if (isfinite(mat_get(m, row, col))) largest = fmaxf(largest, fabsf(mat_get(m, row, col)));
      assert_true(largest == trace_largest(run.trace, (TracePart)part, i / 4, i % 4));
      assert_true(largest <= trace_largest_of_heads(run.trace, (TracePart)part, i / 4));
    }
  run_free(&run);
}

static void hidden_cells_and_rows_are_known(void **state) {
  (void)state;
  Run run = run_make("hand-made", "padding:9", STR("one two three"));
  for (int i = 0; i < 9; i++) assert_true(trace_hidden(run.trace, i / 3, i % 3));
  assert_true(trace_row_hidden(run.trace, 0) && trace_row_hidden(run.trace, 2));
  for (int i = 0; i < 3 * 16; i++) {
    assert_true(run_get(&run, TRACE_OUTPUT, 1, 3, i / 16, i % 16) == 0);
    assert_true(run_get(&run, TRACE_WEIGHTS, 1, 3, i / 16, i / 16) == 0);
  }
  run_free(&run);
  run = run_make("hand-made", "causal", STR("one two three"));
  assert_false(trace_row_hidden(run.trace, 0));
  assert_true(trace_hidden(run.trace, 0, 1) && !trace_hidden(run.trace, 1, 0));
  run_free(&run);
}

/* A trace of one layer, one head and two tokens, all zeros, with key 1 hidden from query 0. */
static Trace *small_trace(Arena *arena) {
  static const unsigned char hidden[] = {0, 1, 0, 0};
  static const TraceTokenText tokens[] = {{.text = {"a", 1}, .bytes = 1, .match = {"a", 1}},
                                          {.text = {"b", 1}, .first_byte = 2, .bytes = 1}};
  TraceShape shape = {
      .token_count = 2, .layer_count = 1, .head_count = 1, .d_model = 4, .d_head = 2, .d_value = 2};
  TraceNames names = {.sentence = STR("a b"),
                      .model_name = STR("test"),
                      .model_label = STR("a test"),
                      .mask_name = STR("edited"),
                      .tokens = tokens};
  Trace *trace = trace_begin(arena, &shape, &names, (MaskView){hidden, 2, 2, 2}, NULL);
  assert_non_null(trace);
  return trace;
}

static void assert_refused(TracePart part, int row, int col, float x, const char *wanted) {
  Arena *arena = arena_make(0);
  Trace *trace = small_trace(arena);
  const Trace *sealed = NULL;
  Status status = {0};
  mat_row_of(trace_place(trace, part, 0, 0), row)[col] = x;
  assert_false(trace_seal(trace, &sealed, &status));
  assert_null(sealed);
  if (!strstr(status.sentence, wanted)) fail_msg("%s", status.sentence);
  arena_free(arena);
}

/* Part, layer, head, row and column, counted from 1. */
static void sealing_names_a_number_that_is_none(void **state) {
  (void)state;
  assert_refused(TRACE_Q, 1, 0, NAN, "q of layer 1, head 1 is not a number at row 2, column 1");
  assert_refused(TRACE_SCORES, 0, 1, -INFINITY, "scores of layer 1, head 1 is infinite at row 1");
  assert_refused(TRACE_WEIGHTS, 0, 0, INFINITY, "weights");
  assert_refused(TRACE_MASKED, 0, 0, -INFINITY, "masked of layer 1, head 1 is infinite");
  assert_refused(TRACE_MASKED, 0, 1, INFINITY, "masked");
  assert_refused(TRACE_MASKED, 0, 1, NAN, "not a number");
}

static void minus_infinity_is_right_where_the_mask_hides(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Trace *trace = small_trace(arena);
  const Trace *sealed;
  mat_row_of(trace_place(trace, TRACE_MASKED, 0, 0), 0)[1] = -INFINITY;
  mat_row_of(trace_place(trace, TRACE_MASKED, 0, 0), 0)[0] = -2.5f;
  assert_true(trace_seal(trace, &sealed, NULL));
  assert_true(trace_largest(sealed, TRACE_MASKED, 0, 0) == 2.5f);
  assert_true(trace_serial(sealed) > 0);
  assert_true(str_is(trace_head_role(sealed, 0, 0), ""));
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_stage_has_names_and_is_found_by_them),
      cmocka_unit_test(stages_and_their_parts_agree),
      cmocka_unit_test(part_names_differ),
      cmocka_unit_test(repeated_tokens_carry_their_position),
      cmocka_unit_test(very_many_tokens_are_labelled_at_once),
      cmocka_unit_test(largest_is_the_largest_finite_number),
      cmocka_unit_test(hidden_cells_and_rows_are_known),
      cmocka_unit_test(sealing_names_a_number_that_is_none),
      cmocka_unit_test(minus_infinity_is_right_where_the_mask_hides),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
