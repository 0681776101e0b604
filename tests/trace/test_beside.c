/* tests/trace/test_beside.c -- a run beside a kept one: tokens matched by a longest common subsequence
** (M-100), differences and the divergence of rows over the keys of both (M-101), against sums in
** double and against every subsequence. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "model/run.h"
#include "trace/workings/head_differences.h"

/* ---- matching ---- */

enum { WORDS_MOST = 9 };

/* Random sentences of the letters a to c, as tokens. */
typedef struct Letters {
  char at[WORDS_MOST + 1];
  int count;
} Letters;

static Letters random_letters(Rng *rng) {
  Letters letters = {.count = rng_below(rng, WORDS_MOST + 1)};
  for (int i = 0; i < letters.count; i++) letters.at[i] = (char)('a' + rng_below(rng, 3));
  return letters;
}

/* Of every choice of letters of a: the longest that b has in its order. */
static int longest_of_all(const Letters *a, const Letters *b) {
  int longest = 0;
  for (unsigned chosen = 0; chosen < 1u << a->count; chosen++) {
    int at = 0, length = 0, wanted = 0;
    for (int i = 0; i < a->count; i++) {
      if (!(chosen >> i & 1)) continue;
      wanted++;
      while (at < b->count && b->at[at] != a->at[i]) at++;
      if (at < b->count) at++, length++;
    }
    if (length == wanted && length > longest) longest = length;
  }
  return longest;
}

static Run run_of(const Letters *letters) {
  char text[2 * WORDS_MOST + 2] = "";
  for (int i = 0; i < letters->count; i++) snprintf(text + 2 * i, 3, "%c ", letters->at[i]);
  return run_make_kind("hand-made", "none", "", str_from(text));
}

static TokenList list_of(const Run *run) {
  return (TokenList){run->trace, trace_token, trace_token_count(run->trace)};
}

/* Every token once, in its order, and pairs of the same text. */
static void check_lines(const Matching *lines, const Letters *a, const Letters *b) {
  int i = 0, j = 0, pairs = 0;
  for (int line = 0; line < lines->count; line++) {
    Match at = lines->at[line];
    assert_true(at.a >= 0 || at.b >= 0);
    if (at.a >= 0) assert_int_equal(at.a, i++);
    if (at.b >= 0) assert_int_equal(at.b, j++);
    if (at.a < 0 || at.b < 0) continue;
    assert_int_equal(a->at[at.a], b->at[at.b]);
    assert_int_equal(matching_line_of_a(lines, at.a), line);
    pairs++;
  }
  assert_int_equal(i, a->count);
  assert_int_equal(j, b->count);
  assert_int_equal(pairs, lines->pair_count);
}

static void pairs_are_a_longest_common_subsequence(void **state) {
  (void)state;
  Rng rng = rng_make(7);
  for (int round = 0; round < 150; round++) {
    Letters a = random_letters(&rng), b = random_letters(&rng);
    Run now = run_of(&a), kept = run_of(&b);
    Matching lines;
    assert_true(matching_of_tokens(now.arena, list_of(&now), list_of(&kept), &lines));
    check_lines(&lines, &a, &b);
    assert_int_equal(lines.pair_count, longest_of_all(&a, &b));
    run_free(&kept);
    run_free(&now);
  }
}

/* ---- numbers ---- */

static void check_near(double is, double expected, double largest) {
  if (!(fabs(is - expected) <= 1e-5 * largest)) fail_msg("%g is not %g", is, expected);
}

static void check_cells(const TwoRuns *made, MatView now, MatView kept) {
  double sum = 0, cells = 0, largest = 0;
  for (int row = 0; row < made->rows.count; row++)
    for (int col = 0; col < made->cols.count; col++) {
      Match r = made->rows.at[row], c = made->cols.at[col];
      bool has_now = r.a >= 0 && c.a >= 0, has_kept = r.b >= 0 && c.b >= 0;
      float a = mat_get(made->now, row, col), b = mat_get(made->kept, row, col);
      float apart = mat_get(made->difference, row, col);
      if (has_now) assert_memory_equal(&a, &now.at[r.a * now.stride + c.a], sizeof a);
      else assert_true(isnan(a));
      if (has_kept) assert_memory_equal(&b, &kept.at[r.b * kept.stride + c.b], sizeof b);
      else assert_true(isnan(b));
      if (!has_now || !has_kept) assert_true(isnan(apart));
      if (!isfinite(apart)) continue;
      double expected = (double)a - (double)b;
      check_near((double)apart, expected, fmax(fabs((double)a), fabs((double)b)) + 1e-6);
      sum += fabs(expected), cells++, largest = fmax(largest, fabs(expected));
    }
  check_near((double)made->errors.largest, largest, largest + 1e-6);
  if (cells > 0) check_near((double)made->errors.mean, sum / cells, largest + 1e-6);
}

static void check_divergence(const TwoRuns *made, MatView now, MatView kept) {
  double sum = 0;
  int rows = 0, infinite = 0;
  for (int row = 0; row < made->rows.count; row++) {
    Match r = made->rows.at[row];
    double whole = 0, other = 0, bits = 0;
    if (r.a < 0 || r.b < 0) continue;
    for (int pass = 0; pass < 2; pass++)
      for (int col = 0; col < made->cols.count; col++) {
        Match c = made->cols.at[col];
        if (c.a < 0 || c.b < 0) continue;
        double w = (double)mat_get(now, r.a, c.a), e = (double)mat_get(kept, r.b, c.b);
        if (pass == 0) whole += w, other += e;
        else if (w > 0) bits += w / whole * log2(w / whole / (e / other));
      }
    if (!(whole > 0) || !(other > 0)) continue;
    if (isinf(bits)) infinite++;
    else rows++, sum += bits;
  }
  assert_int_equal(made->errors.infinite_rows, infinite);
  assert_int_equal(made->errors.divergence_rows, rows);
  if (rows > 0) check_near((double)made->errors.divergence_mean, sum / rows, 1);
}

typedef struct Pair {
  const char *model, *mask, *kind, *sentence;
  const char *kept_model, *kept_mask, *kept_kind, *kept_sentence;
} Pair;

static const Pair pairs[] = {
    {"made-reader", "none", "", "the animal was too wide", "made-reader", "none", "",
     "the animal was too tired"},
    {"random", "causal", "positions alibi", "a b c d", "random", "none", "", "a b c d"},
    {"random", "none", "", "a b c d", "random", "causal", "", "b a c"},
    {"random", "none", "approximate linformer 2", "a b c", "random", "none",
     "approximate linformer 2", "a b x"},
    {"hand-made", "none", "", "x y", "random", "none", "", "the cat sat on it"},
};

static void numbers_are_those_of_both_and_their_difference(void **state) {
  (void)state;
  static const TracePart parts[] = {TRACE_SCORES,    TRACE_SCALED, TRACE_MASKED,
                                    TRACE_WEIGHTS,   TRACE_OUTPUT, TRACE_X,
                                    TRACE_Q,         TRACE_K,      TRACE_K_PROJECTED,
                                    TRACE_ATTN_PROJ, TRACE_BLOCK,  TRACE_PROBABILITIES};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const Pair *of = &pairs[i];
    Run now = run_make_kind(of->model, of->mask, of->kind, str_from(of->sentence));
    Run kept =
        run_make_kind(of->kept_model, of->kept_mask, of->kept_kind, str_from(of->kept_sentence));
    for (size_t part = 0; part < sizeof parts / sizeof *parts; part++) {
      if (beside_problem(now.trace, kept.trace, (TraceMatrixId){parts[part], 0, 1})) continue;
      TraceMatrixId place = {parts[part], 0, 1};
      const TwoRuns *made = beside_make(now.arena, now.trace, kept.trace, place, NULL);
      assert_non_null(made);
      check_cells(made, trace_matrix(now.trace, parts[part], 0, 1),
                  trace_matrix(kept.trace, parts[part], 0, 1));
      if (parts[part] == TRACE_WEIGHTS)
        check_divergence(made, trace_matrix(now.trace, TRACE_WEIGHTS, 0, 1),
                         trace_matrix(kept.trace, TRACE_WEIGHTS, 0, 1));
    }
    run_free(&kept);
    run_free(&now);
  }
}

static void a_stage_has_one_matrix_after_the_other(void **state) {
  (void)state;
  Run now = run_make_kind("made-reader", "none", "", STR("the animal was too wide"));
  Run kept = run_make_kind("made-reader", "none", "", STR("the animal was too tired"));
  static const TracePart parts[] = {TRACE_Q, TRACE_K, TRACE_V};
  const TwoRuns *made =
      beside_make_stage(now.arena, now.trace, kept.trace, (BesideStage){STAGE_QKV, 0, 1}, NULL);
  for (int i = 0; i < 3; i++, made = made->next) {
    TraceMatrixId place = {parts[i], 0, 1};
    const TwoRuns *alone = beside_make(now.arena, now.trace, kept.trace, place, NULL);
    assert_int_equal(made->part, parts[i]);
    assert_memory_equal(&made->errors, &alone->errors, sizeof made->errors);
    assert_false(made->has_weights);
  }
  assert_null(made);
  assert_int_equal(beside_stage_problem(now.trace, kept.trace, (BesideStage){STAGE_TOKENS, 0, 0}),
                   BESIDE_NO_NUMBERS);
  run_free(&kept);
  run_free(&now);
}

/* The likeliest word of each run where it is asked is a column; no word is one twice, and the
** number of a word in the other model is that of its text. */
static void check_words(const Run *now, const Run *kept) {
  TraceMatrixId place = {TRACE_PROBABILITIES, 0, 0};
  const TwoRuns *made = beside_make(now->arena, now->trace, kept->trace, place, NULL);
  assert_in_range(made->cols.count, 1, 12);
  for (int col = 0; col < made->cols.count; col++) {
    Match word = made->cols.at[col];
    assert_true(word.a >= 0 || word.b >= 0);
    Str text = beside_col_token(made, col)->text;
    if (word.a >= 0) assert_true(str_equal(trace_word(now->trace, word.a), text));
    if (word.b >= 0) assert_true(str_equal(trace_word(kept->trace, word.b), text));
    for (int other = 0; other < col; other++)
      assert_false(str_equal(beside_col_token(made, other)->text, text));
  }
  const Run *runs[] = {now, kept};
  for (int side = 0; side < 2; side++)
    for (int token = 0; token < trace_token_count(runs[side]->trace); token++) {
      TraceCandidate best;
      bool is_last = token == trace_token_count(runs[side]->trace) - 1, found = false;
      if (!trace_is_asked(runs[side]->trace, token)) continue;
      if (trace_continues(runs[side]->trace) && !is_last) continue;
      assert_int_equal(trace_candidates(runs[side]->trace, token, &best, 1), 1);
      for (int col = 0; col < made->cols.count; col++)
        found = found || (side ? made->cols.at[col].b : made->cols.at[col].a) == best.word;
      assert_true(found);
    }
}

static void columns_of_words_are_the_likeliest_of_both(void **state) {
  (void)state;
  static const char *const models[] = {"reader", "writer"};
  for (int i = 0; i < 4; i++) {
    Run now = run_make_kind(models[i / 2], "own", "", STR("The animal was too tired because it"));
    Run kept = run_make_kind(models[i % 2], "own", "", STR("The street was too wide because it"));
    check_words(&now, &kept);
    run_free(&kept);
    run_free(&now);
  }
}

/* The same run that keeps no matrix by pair: they are made when asked for. */
static const Trace *run_lazily(const Run *run) {
  Status status = {0};
  const Trace *trace;
  MaskSpec mask = {.model_own = true};
  RunOrder order = {.sentence = trace_sentence(run->trace),
                    .mask = &mask,
                    .kind = trace_kind(run->trace),
                    .keep = KEEP_LITTLE,
                    .cache_bytes = 1};
  if (!model_run(run->model, &order, run->arena, &trace, &status)) fail_msg("%s", status.sentence);
  return trace;
}

static void large_traces_give_the_same_bits(void **state) {
  (void)state;
  Run now = run_make_kind("made-reader", "own", "positions alibi", STR("the animal was too wide"));
  Run kept = run_make_kind("made-reader", "own", "", STR("the animal was too tired"));
  const Trace *lazy = run_lazily(&now), *other = run_lazily(&kept);
  for (int layer = 0; layer < trace_layer_count(lazy); layer++) {
    TraceMatrixId place = {TRACE_WEIGHTS, layer, 1};
    trace_frame_begin(lazy), trace_frame_begin(other);
    const TwoRuns *a = beside_make(now.arena, now.trace, kept.trace, place, NULL);
    const TwoRuns *b = beside_make(now.arena, lazy, other, place, NULL);
    assert_memory_equal(&a->errors, &b->errors, sizeof a->errors);
    size_t bytes = sizeof(float) * (size_t)a->rows.count * (size_t)a->cols.count;
    assert_memory_equal(a->difference.at, b->difference.at, bytes);
  }
  run_free(&kept);
  run_free(&now);
}

static void a_run_beside_itself_has_no_difference(void **state) {
  (void)state;
  Run run = run_make_kind("made-reader", "causal", "", STR("the animal was too tired"));
  const TwoRuns *made =
      beside_make(run.arena, run.trace, run.trace, (TraceMatrixId){TRACE_WEIGHTS, 0, 0}, NULL);
  assert_int_equal(made->rows.count, 5);
  assert_true(!(made->errors.largest > 0) && !(made->errors.divergence_mean > 0));
  assert_int_equal(made->errors.infinite_rows, 0);
  run_free(&run);
}

static void what_the_kept_run_has_not_is_named(void **state) {
  (void)state;
  Run now = run_make_kind("hand-made", "none", "", STR("a b"));
  Run kept = run_make_kind("random", "none", "", STR("a b"));
  Run empty = run_make_kind("hand-made", "none", "", STR(""));
  int layers = trace_layer_count(kept.trace), heads = trace_head_count(kept.trace, 0);
  assert_int_equal(beside_problem(now.trace, kept.trace, (TraceMatrixId){TRACE_WEIGHTS, layers, 0}),
                   BESIDE_NO_LAYER);
  assert_int_equal(beside_problem(now.trace, kept.trace, (TraceMatrixId){TRACE_WEIGHTS, 0, heads}),
                   BESIDE_NO_HEAD);
  assert_int_equal(beside_problem(now.trace, empty.trace, (TraceMatrixId){TRACE_WEIGHTS, 0, 0}),
                   BESIDE_NO_TOKENS);
  assert_int_equal(beside_problem(now.trace, kept.trace, (TraceMatrixId){TRACE_BIASED, 0, 0}),
                   BESIDE_NO_PART);
  run_free(&empty);
  run_free(&kept);
  run_free(&now);
}

static void heads_are_ranked_by_their_mean_difference(void **state) {
  (void)state;
  Run now = run_make_kind("random", "none", "positions alibi", STR("the cat sat on the mat"));
  Run kept = run_make_kind("random", "none", "", STR("the dog sat on the mat"));
  HeadDifferences made;
  assert_true(head_differences_make(now.arena, now.trace, kept.trace, &made));
  float before = INFINITY;
  for (int i = 0; i < made.count; i++) {
    HeadPlace at = made.order[i];
    const HeadDifference *head = head_difference_at(&made, at.layer, at.head);
    const TwoRuns *whole = beside_make(now.arena, now.trace, kept.trace,
                                       (TraceMatrixId){TRACE_WEIGHTS, at.layer, at.head}, NULL);
    assert_int_equal(head->rank, i);
    assert_true(head->errors.mean <= before);
    assert_memory_equal(&head->errors, &whole->errors, sizeof head->errors);
    assert_true(head->errors.largest <= made.largest);
    assert_int_equal(head->small.rows, 5); /* cat and dog have no partner */
    assert_int_equal(head->small.cols, 5);
    before = head->errors.mean;
  }
  assert_int_equal(made.there_count, made.count);
  run_free(&kept);
  run_free(&now);
}

/* Beyond the most steps only what both begin and end with is matched. */
static void long_middles_are_left_without_partners(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  StrBuf a = strbuf_make(arena), b = strbuf_make(arena);
  strbuf_add(&a, STR("begin ")), strbuf_add(&b, STR("begin "));
  for (int i = 0; i < 1000; i++) strbuf_add(&a, STR("x "));
  for (int i = 0; i < 900; i++) strbuf_add(&b, STR("y "));
  strbuf_add(&a, STR("end")), strbuf_add(&b, STR("end"));
  Run now = run_make_kind("hand-made", "none", "", strbuf_str(&a));
  Run kept = run_make_kind("hand-made", "none", "", strbuf_str(&b));
  Matching lines;
  assert_true(matching_of_tokens(arena, list_of(&now), list_of(&kept), &lines));
  assert_int_equal(lines.count, 2 + 1000 + 900);
  assert_int_equal(lines.pair_count, 2);
  run_free(&kept);
  run_free(&now);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_are_a_longest_common_subsequence),
      cmocka_unit_test(numbers_are_those_of_both_and_their_difference),
      cmocka_unit_test(a_stage_has_one_matrix_after_the_other),
      cmocka_unit_test(columns_of_words_are_the_likeliest_of_both),
      cmocka_unit_test(large_traces_give_the_same_bits),
      cmocka_unit_test(a_run_beside_itself_has_no_difference),
      cmocka_unit_test(what_the_kept_run_has_not_is_named),
      cmocka_unit_test(heads_are_ranked_by_their_mean_difference),
      cmocka_unit_test(long_middles_are_left_without_partners),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
