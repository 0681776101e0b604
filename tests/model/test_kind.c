/* Kinds of attention other than the model's own, tested by their numbers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/run.h"
#include "trace/trace_build.h"
#include "trace/workings/workings.h"

/* Row i of the permuted sentence is row order[i] of the first. No word stands there twice, and
** none is one that the models do not know. */
enum { TOKENS = 7 };
static const int order[TOKENS] = {3, 0, 6, 1, 5, 2, 4};
static const char first[] = "the animal was too tired on street";
static const char permuted[] = "too the street animal on was tired";

/* The largest distance of a number from where the permutation puts it, in shares of the largest. */
static double distance(const Trace *a, const Trace *b, TracePart part, int layer, int head) {
  MatView x = trace_matrix(a, part, layer, head), y = trace_matrix(b, part, layer, head);
  bool by_pair = trace_part_info(part)->by_pair;
  double largest = 0, away = 0;
  assert_true(x.rows == TOKENS && y.rows == TOKENS && x.cols == y.cols);
  for (int row = 0; row < TOKENS; row++)
    for (int col = 0; col < x.cols; col++) {
      double from = (double)mat_get(x, order[row], by_pair ? order[col] : col);
      largest = fmax(largest, fabs(from));
      away = fmax(away, fabs(from - (double)mat_get(y, row, col)));
    }
  return largest > 0 ? away / largest : away;
}

static double farthest(const Run *a, const Run *b) {
  static const TracePart parts[] = {TRACE_X,      TRACE_Q,      TRACE_K,      TRACE_V,
                                    TRACE_SCORES, TRACE_SCALED, TRACE_MASKED, TRACE_WEIGHTS,
                                    TRACE_OUTPUT, TRACE_CONCAT, TRACE_BLOCK};
  double away = 0;
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    for (int layer = 0; layer < trace_layer_count(a->trace); layer++)
      for (int head = 0; head < trace_head_count(a->trace, layer); head++)
        away = fmax(away, distance(a->trace, b->trace, parts[i], layer, head));
  return away;
}

static void without_positions_rows_go_where_their_tokens_go(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "random", "made-reader", "made-without-mlp"};
  for (int i = 0; i < 4; i++) {
    Run a = run_make_kind(models[i], "none", "positions none", str_from(first));
    Run b = run_make_kind(models[i], "none", "positions none", str_from(permuted));
    double away = farthest(&a, &b);
    if (!(away < 1e-5)) fail_msg("%s: %g", models[i], away);
    run_free(&a);
    run_free(&b);
    /* With its positions, or under a causal mask, the same model tells the orders apart. */
    a = run_make(models[i], "none", str_from(first));
    b = run_make(models[i], "none", str_from(permuted));
    assert_true(farthest(&a, &b) > 1e-3);
    run_free(&a);
    run_free(&b);
    a = run_make_kind(models[i], "causal", "positions none", str_from(first));
    b = run_make_kind(models[i], "causal", "positions none", str_from(permuted));
    assert_true(farthest(&a, &b) > 1e-3);
    run_free(&a);
    run_free(&b);
  }
}

/* POSITION shows what was added: zeros, and X is the rows of the tokens. */
static void the_sum_on_show_is_what_was_added(void **state) {
  (void)state;
  Run own = run_make("hand-made", "own", str_from(first));
  Run none = run_make_kind("hand-made", "own", "positions none", str_from(first));
  assert_true(kind_is_own(trace_kind(own.trace)));
  assert_int_equal(trace_kind(none.trace)->of[KIND_POSITIONS], POSITIONS_NONE);
  assert_true(trace_largest(own.trace, TRACE_POSITION, 0, 0) > 0);
  assert_true(trace_largest(none.trace, TRACE_POSITION, 0, 0) == 0);
  for (int row = 0; row < TOKENS; row++)
    for (int col = 0; col < trace_d_model(none.trace); col++) {
      float word = run_get(&none, TRACE_TOKEN_EMBEDDING, 0, 0, row, col);
      assert_true(run_get(&none, TRACE_POSITION, 0, 0, row, col) == 0);
      assert_true(run_get(&none, TRACE_X, 0, 0, row, col) == word);
      assert_true(run_get(&own, TRACE_TOKEN_EMBEDDING, 0, 0, row, col) == word);
    }
  run_free(&own);
  run_free(&none);
}

/* The bias is right, and in double, from Q and K alone, so are the biased scores and the weights.
** Nothing was added for places. bias_at gives the bias of the query at a place; divisor is that of
** the scores. */
typedef double (*BiasAt)(const Run *run, int head, int place, int key);

static void check_biased(Run run, BiasAt bias_at, double divisor) {
  const Trace *trace = run.trace;
  int tokens = trace_token_count(trace), heads = trace_head_count(trace, 0);
  assert_true(trace_largest(trace, TRACE_POSITION, 0, 0) == 0);
  for (int layer = 0; layer < trace_layer_count(trace); layer++)
    for (int head = 0; head < heads; head++)
      for (int row = 0; row < tokens; row++) {
        double biased[16], sum = 0, largest = -INFINITY;
        assert_true(tokens <= 16);
        for (int key = 0; key < tokens; key++) {
          double dot = 0;
          for (int c = 0; c < trace_d_head(trace); c++)
            dot += (double)run_get(&run, TRACE_Q, layer, head, row, c) *
                   (double)run_get(&run, TRACE_K, layer, head, key, c);
          biased[key] = dot / divisor + bias_at(&run, head, row, key);
          assert_true(fabs(biased[key] - (double)run_get(&run, TRACE_BIASED, layer, head, row,
                                                         key)) < 1e-4 * fmax(1, fabs(biased[key])));
          assert_true(run_get(&run, TRACE_BIASED, layer, head, row, key) ==
                      run_get(&run, TRACE_SCALED, layer, head, row, key) +
                          run_get(&run, TRACE_BIAS, layer, head, row, key));
          if (!trace_hidden(trace, row, key)) largest = fmax(largest, biased[key]);
        }
        for (int key = 0; key < tokens; key++)
          if (!trace_hidden(trace, row, key)) sum += exp(biased[key] - largest);
        for (int key = 0; key < tokens; key++) {
          double weight = trace_hidden(trace, row, key) ? 0 : exp(biased[key] - largest) / sum;
          double made = (double)run_get(&run, TRACE_WEIGHTS, layer, head, row, key);
          if (!(fabs(made - weight) < 1e-4)) fail_msg("%g, not %g", made, weight);
        }
      }
  run_free(&run);
}

static double linear_bias(const Run *run, int head, int place, int key) {
  int heads = trace_head_count(run->trace, 0);
  assert_true(heads == 8 || heads == 4 || heads == 2 || heads == 1); /* of the models here */
  return -pow(2, -8.0 * (head + 1) / heads) * abs(place - key);
}

static void check_alibi(const char *model, const char *mask, const char *sentence) {
  Run run = run_make_kind(model, mask, "positions alibi", str_from(sentence));
  check_biased(run, linear_bias, (double)trace_score_divisor(run.trace, 0));
}

/* The bias of a bucket is in the trace: the first of its cells in row 0 or column 0 stands for all
** of its diagonal. */
static double bias_of_diagonal(const Run *run, int head, int place, int key) {
  int row = place > key ? place - key : 0, col = place > key ? 0 : key - place;
  return (double)run_get(run, TRACE_BIAS, 0, head, row, col);
}

static void linear_biases_take_from_far_keys(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "random", "made-reader", "made-without-mlp"};
  for (int i = 0; i < 4; i++) {
    check_alibi(models[i], "none", first);
    check_alibi(models[i], "causal window:2", first);
    check_alibi(models[i], "none", "animal");
  }
}

/* Scores are not divided, a diagonal has one bias in every layer, heads have others, and a causal
** mask makes all buckets those of keys before. */
static void buckets_go_by_distance_and_direction(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "random", "made-reader", "made-without-mlp"};
  for (int i = 0; i < 4; i++) {
    Run run = run_make_kind(models[i], "none", "positions t5", str_from(first));
    assert_true(trace_score_divisor(run.trace, 1) == 1);
    int heads = trace_head_count(run.trace, 0);
    for (int row = 0; row < TOKENS; row++)
      for (int key = 0; key < TOKENS; key++) {
        assert_true(run_get(&run, TRACE_SCALED, 0, 0, row, key) ==
                    run_get(&run, TRACE_SCORES, 0, 0, row, key));
        assert_true(run_get(&run, TRACE_BIAS, 0, 0, row, key) ==
                    run_get(&run, TRACE_BIAS, 1, 0, row, key));
      }
    assert_true(run_get(&run, TRACE_BIAS, 0, 0, 0, 1) != run_get(&run, TRACE_BIAS, 0, 0, 1, 0));
    if (heads > 1)
      assert_true(run_get(&run, TRACE_BIAS, 0, 0, 0, 0) != run_get(&run, TRACE_BIAS, 0, 1, 0, 0));
    check_biased(run, bias_of_diagonal, 1);
    check_biased(run_make_kind(models[i], "causal window:2", "positions t5 buckets 4 far 3",
                               str_from(first)),
                 bias_of_diagonal, 1);
  }
  Run causal = run_make_kind("hand-made", "causal", "positions t5", str_from(first));
  for (int key = 1; key < TOKENS; key++)
    assert_true(run_get(&causal, TRACE_BIAS, 0, 0, 0, key) ==
                run_get(&causal, TRACE_BIAS, 0, 0, 0, 0));
  run_free(&causal);
}

/* Under kv_heads G a key is the mean of the keys that the heads of its group would have, since maps
** are averaged; every head asks those of its group. */
static void heads_share_keys_and_values(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "made-reader", "made-writer"};
  for (int i = 0; i < 3; i++) {
    Run own = run_make(models[i], "none", str_from(first));
    int heads = trace_head_count(own.trace, 0), width = trace_d_head(own.trace);
    for (int groups = 1; groups <= heads; groups++) {
      char kind[32];
      snprintf(kind, sizeof kind, "kv_heads %d", groups);
      if (heads % groups != 0) continue;
      Run run = run_make_kind(models[i], "none", kind, str_from(first));
      int each = heads / groups;
      for (int head = 0; head < heads; head++) {
        assert_int_equal(trace_key_head(run.trace, head), head / each);
        for (int part = 0; part < 2; part++)
          for (int row = 0; row < TOKENS; row++)
            for (int col = 0; col < width; col++) {
              TracePart which = part ? TRACE_V : TRACE_K;
              double mean = 0;
              for (int other = 0; other < each; other++)
                mean +=
                    (double)run_get(&own, which, 0, head / each * each + other, row, col) / each;
              double made = (double)run_get(&run, which, 0, head, row, col);
              assert_true(fabs(made - mean) < 1e-5 * fmax(1, fabs(mean)));
            }
        for (int key = 0; key < TOKENS; key++) {
          double dot = 0;
          for (int c = 0; c < width; c++)
            dot += (double)run_get(&run, TRACE_Q, 1, head, 3, c) *
                   (double)run_get(&run, TRACE_K, 1, head, key, c);
          assert_true(fabs(dot - (double)run_get(&run, TRACE_SCORES, 1, head, 3, key)) <
                      1e-4 * fmax(1, fabs(dot)));
        }
      }
      run_free(&run);
    }
    run_free(&own);
  }
}

/* Waves of M-01 stand in the trace, whatever the model would add. */
static void sinusoidal_positions_replace_the_models_own(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "made-reader", "made-writer"};
  for (int i = 0; i < 3; i++) {
    Run run = run_make_kind(models[i], "own", "positions sinusoidal", str_from(first));
    int width = trace_d_model(run.trace);
    for (int row = 0; row < trace_token_count(run.trace); row++)
      for (int col = 0; col < width; col++) {
        double angle = row / pow(10000, (double)(col - col % 2) / width);
        double wave = col % 2 ? cos(angle) : sin(angle);
        assert_true(fabs((double)run_get(&run, TRACE_POSITION, 0, 0, row, col) - wave) < 1e-6);
        assert_true(run_get(&run, TRACE_X, 0, 0, row, col) ==
                    run_get(&run, TRACE_TOKEN_EMBEDDING, 0, 0, row, col) +
                        run_get(&run, TRACE_POSITION, 0, 0, row, col));
      }
    run_free(&run);
  }
}

/* Rotated queries and keys are Q and K turned pair by pair, and the scores are made of them; the
** same tokens so far apart score alike wherever they stand, and nothing was added for places. */
static void rotary_positions_turn_queries_and_keys(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "random", "made-reader", "made-writer"};
  static const char *const kinds[] = {"positions rope", "positions rope base 50 interleaved",
                                      "positions rope; kv_heads 1"};
  for (int i = 0; i < 12; i++) {
    Run run = run_make_kind(models[i % 4], "own", kinds[i / 4], str_from(first));
    int width = trace_d_head(run.trace), half = width / 2;
    bool pairs_lie_beside = i / 4 == 1;
    double base = pairs_lie_beside ? 50 : 10000;
    static const TracePart from[] = {TRACE_Q, TRACE_K}, to[] = {TRACE_Q_ROTATED, TRACE_K_ROTATED};
    for (int part = 0; part < 2; part++)
      for (int row = 0; row < TOKENS; row++)
        for (int c = 0; c < half; c++) {
          int a = pairs_lie_beside ? 2 * c : c, b = pairs_lie_beside ? a + 1 : c + half;
          double turn = row * pow(base, -2.0 * c / width);
          double x = (double)run_get(&run, from[part], 1, 0, row, a);
          double y = (double)run_get(&run, from[part], 1, 0, row, b);
          double new_x = (double)run_get(&run, to[part], 1, 0, row, a);
          double new_y = (double)run_get(&run, to[part], 1, 0, row, b);
          double bound = 1e-6 * fmax(1, fabs(x) + fabs(y));
          assert_true(fabs(x * cos(turn) - y * sin(turn) - new_x) < bound);
          assert_true(fabs(x * sin(turn) + y * cos(turn) - new_y) < bound);
        }
    for (int key = 0; key < TOKENS; key++) {
      double dot = 0;
      for (int c = 0; c < width; c++)
        dot += (double)run_get(&run, TRACE_Q_ROTATED, 1, 0, 5, c) *
               (double)run_get(&run, TRACE_K_ROTATED, 1, 0, key, c);
      assert_true(fabs(dot - (double)run_get(&run, TRACE_SCORES, 1, 0, 5, key)) <
                  1e-4 * fmax(1, fabs(dot)));
    }
    run_free(&run);
  }
  Run run = run_make_kind("hand-made", "none", "positions rope", STR("cat sat on cat sat"));
  double near = (double)run_get(&run, TRACE_SCORES, 0, 1, 1, 0);
  double moved = (double)run_get(&run, TRACE_SCORES, 0, 1, 4, 3);
  assert_true(near != 0 && fabs(near - moved) < 1e-5 * fmax(1, fabs(near)));
  run_free(&run);
}

/* Biases and biased scores computed on demand have the bits of stored ones. */
static void check_made_later(const char *kind_words) {
  static const TracePart parts[] = {TRACE_SCALED,  TRACE_BIAS,   TRACE_BIASED, TRACE_MASKED,
                                    TRACE_WEIGHTS, TRACE_OUTPUT, TRACE_SCORES, TRACE_DROPPED};
  Run kept = run_make_kind("made-writer", "causal", kind_words, str_from(first));
  AttentionKind kind = *trace_kind(kept.trace);
  Arena *arena = arena_make(0);
  const Trace *later;
  MaskSpec mask;
  assert_true(mask_spec_parse(STR("causal"), &mask, NULL));
  const RunOrder little = {
      .sentence = str_from(first), .mask = &mask, .kind = &kind, .keep = KEEP_LITTLE};
  assert_true(model_run(kept.model, &little, arena, &later, NULL));
  assert_false(trace_keeps(later, TRACE_BIASED, 0) || trace_keeps(later, TRACE_BIAS, 0));
  assert_false(trace_keeps(later, TRACE_SCORES, 0));
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    for (int head = 0; trace_has_part(later, parts[i]) && head < trace_head_count(later, 0);
         head++) {
      MatView a = trace_matrix(kept.trace, parts[i], 0, head);
      MatView b = trace_matrix(later, parts[i], 0, head);
      for (int row = 0; row < a.rows; row++)
        assert_memory_equal(mat_row(a, row), mat_row(b, row), (size_t)a.cols * sizeof(float));
    }
  arena_free(arena);
  run_free(&kept);
}

static void what_is_made_later_has_the_same_bits(void **state) {
  (void)state;
  check_made_later("positions alibi");
  check_made_later("positions t5 buckets 8 far 5");
  check_made_later("positions alibi; kv_heads 1");
  check_made_later("positions rope; kv_heads 1");
  check_made_later("score general; kv_heads 1; dropout 0.3");
  check_made_later("score cosine; positions alibi");
  check_made_later("score additive; positions t5");
  check_made_later("positions shaw 2; dropout 0.3 seed 4");
}

/* ---- scores, relative vectors, dropout ---- */

/* What a score is made of, in double, from the trace's own Q, K and tables. */
static double score_again(const Run *run, int layer, int head, int row, int key) {
  const Trace *trace = run->trace;
  const AttentionKind *kind = trace_kind(trace);
  int width = trace_d_head(trace), offset = key - row, most = kind_relative_rows(kind) / 2;
  double q[64], k[64], mapped[64] = {0}, other[64] = {0}, dot = 0, x = 0, y = 0, sum = 0;
  assert_true(width <= 64);
  for (int c = 0; c < width; c++) {
    q[c] = (double)run_get(run, trace_score_queries(trace), layer, head, row, c);
    k[c] = (double)run_get(run, trace_score_keys(trace), layer, head, key, c);
  }
  offset = (offset > most ? most : offset < -most ? -most : offset) + most;
  for (int c = 0; most > 0 && c < width; c++)
    k[c] += (double)run_get(run, TRACE_RELATIVE_KEY, layer, 0, offset, c);
  for (int c = 0; trace_has_part(trace, TRACE_SCORE_W) && c < width; c++)
    for (int e = 0; e < width; e++) {
      mapped[c] += q[e] * (double)run_get(run, TRACE_SCORE_W, layer, head, e, c);
      if (trace_has_part(trace, TRACE_SCORE_U))
        other[c] += k[e] * (double)run_get(run, TRACE_SCORE_U, layer, head, e, c);
    }
  for (int c = 0; c < width; c++) {
    dot += (kind->of[KIND_SCORE] == SCORE_GENERAL ? mapped[c] : q[c]) * k[c];
    x += q[c] * q[c];
    y += k[c] * k[c];
    if (kind->of[KIND_SCORE] == SCORE_ADDITIVE)
      sum += (double)run_get(run, TRACE_SCORE_V, layer, 0, head, c) * tanh(mapped[c] + other[c]);
  }
  if (kind->of[KIND_SCORE] == SCORE_ADDITIVE) return sum;
  if (kind->of[KIND_SCORE] != SCORE_COSINE) return dot;
  return x * y > 0 ? dot / sqrt(x * y) : 0;
}

static double scaled_again(const Run *run, double score) {
  const AttentionKind *kind = trace_kind(run->trace);
  double root = sqrt((double)trace_d_head(run->trace));
  switch (kind->of[KIND_SCORE]) {
  case SCORE_COSINE:
    return score * kind->numbers[KIND_SCORE][0] / 100;
  case SCORE_ADDITIVE:
    return score;
  default:
    return kind->of[KIND_POSITIONS] == POSITIONS_T5 ? score : score / root;
  }
}

/* Σ share (v + r) of one number of the output. */
static double output_again(const Run *run, int layer, int head, int row, int col) {
  int most = kind_relative_rows(trace_kind(run->trace)) / 2;
  double sum = 0;
  for (int key = 0; key < trace_token_count(run->trace); key++) {
    int offset = key - row;
    offset = (offset > most ? most : offset < -most ? -most : offset) + most;
    double value = (double)run_get(run, TRACE_V, layer, head, key, col);
    if (most > 0) value += (double)run_get(run, TRACE_RELATIVE_VALUE, layer, 0, offset, col);
    sum += value * (double)run_get(run, trace_output_weights(run->trace), layer, head, row, key);
  }
  return sum;
}

static void near(float is, double wanted, double largest, const char *what) {
  if (!(fabs((double)is - wanted) <= 1e-5 * fmax(largest, 1e-3)))
    fail_msg("%s: %.9g, not %.9g", what, (double)is, wanted);
}

static void check_scores(const char *model, const char *mask, const char *kind, const char *text) {
  Run run = run_make_kind(model, mask, kind, str_from(text));
  const Trace *trace = run.trace;
  for (int layer = 0; layer < trace_layer_count(trace); layer++)
    for (int head = 0; head < trace_head_count(trace, layer); head++) {
      double most = (double)trace_largest(trace, TRACE_SCORES, layer, head);
      double scaled = (double)trace_largest(trace, TRACE_SCALED, layer, head);
      double output = (double)trace_largest(trace, TRACE_OUTPUT, layer, head);
      for (int row = 0; row < trace_token_count(trace); row++) {
        for (int key = 0; key < trace_key_count(trace); key++) {
          double score = score_again(&run, layer, head, row, key);
          near(run_get(&run, TRACE_SCORES, layer, head, row, key), score, most, kind);
          near(run_get(&run, TRACE_SCALED, layer, head, row, key), scaled_again(&run, score),
               scaled, kind);
        }
        for (int col = 0; col < trace_d_head(trace); col++)
          near(run_get(&run, TRACE_OUTPUT, layer, head, row, col),
               output_again(&run, layer, head, row, col), output, kind);
      }
    }
  run_free(&run);
}

static void scores_are_made_as_their_kind_says(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "random", "made-reader", "made-writer"};
  static const char *const kinds[] = {"score general",
                                      "score cosine",
                                      "score cosine temperature 0.5; positions alibi",
                                      "score additive",
                                      "score additive; positions t5; kv_heads 1",
                                      "score cosine; positions t5",
                                      "score general; positions t5",
                                      "score general; positions rope; kv_heads 1",
                                      "score additive; positions rope interleaved",
                                      "positions shaw 1",
                                      "positions shaw 3; kv_heads 1",
                                      "positions shaw 30; score general",
                                      "dropout 0.4; positions shaw 2",
                                      "score additive; dropout 0.9 seed 3"};
  for (size_t i = 0; i < 4; i++)
    for (size_t j = 0; j < sizeof kinds / sizeof *kinds; j++) {
      check_scores(models[i], "none", kinds[j], first);
      check_scores(models[i], "causal window:2", kinds[j], first);
      check_scores(models[i], "none", kinds[j], "animal");
    }
}

/* What the panel adds up is the score, and the output, of its cell. */
static void workings_add_up(void **state) {
  (void)state;
  static const char *const kinds[] = {"score general; kv_heads 2", "score cosine",
                                      "score additive; positions rope", "positions shaw 2",
                                      "positions shaw 9; score general; dropout 0.3"};
  for (int i = 0; i < 5; i++) {
    Run run = run_make_kind("hand-made", "causal", kinds[i], str_from(first));
    double most = (double)trace_largest(run.trace, TRACE_SCORES, 1, 1);
    for (int cell = 0; cell < TOKENS * TOKENS; cell++) {
      int row = cell / TOKENS, key = cell % TOKENS;
      const Workings *w =
          workings_make(run.arena, run.trace, (WorkingsPlace){1, 1, row, key}, NULL);
      double sum = 0, blend = 0, lengths = w->q_length * w->k_length;
      for (int c = 0; c < w->term_count; c++) sum += (double)w->left[c] * (double)w->right[c];
      near((float)sum, (double)w->product_score, most, "left · right");
      if (w->q_length > 0) sum = lengths > 0 ? sum / lengths : 0;
      if (w->relative) sum += (double)w->relative_score;
      near(w->score, sum, most, kinds[i]);
      for (int other = 0; other < TOKENS; other++)
        blend += (double)w->row_shares[other] * (double)run_get(&run, TRACE_V, 1, 1, other, 3);
      if (w->relative_blend) blend += (double)w->relative_blend[3];
      near(w->output[3], blend, (double)trace_largest(run.trace, TRACE_OUTPUT, 1, 1), "output");
    }
    run_free(&run);
  }
}

/* Whatever the sentence, the tables are the same, and another layer or head has others. */
static void what_is_drawn_is_drawn_once_for_all(void **state) {
  (void)state;
  static const TracePart drawn[] = {TRACE_SCORE_W, TRACE_SCORE_U, TRACE_SCORE_V};
  Run a = run_make_kind("hand-made", "none", "score additive", str_from(first));
  Run b = run_make_kind("hand-made", "causal", "score additive; dropout 0.1", STR("one two"));
  double squares = 0;
  int count = 0, width = trace_d_head(a.trace);
  for (int i = 0; i < 3; i++)
    for (int layer = 0; layer < 2; layer++) {
      MatView x = trace_matrix(a.trace, drawn[i], layer, 1);
      MatView y = trace_matrix(b.trace, drawn[i], layer, 1);
      for (int row = 0; row < x.rows; row++, count += x.cols) {
        assert_memory_equal(mat_row(x, row), mat_row(y, row), (size_t)x.cols * sizeof(float));
        for (int c = 0; c < x.cols; c++) squares += pow((double)mat_get(x, row, c), 2);
      }
    }
  assert_true(fabs(sqrt(squares / count * width) - 1) < 0.1); /* σ = 1/√d */
  assert_true(run_get(&a, TRACE_SCORE_W, 0, 0, 0, 0) != run_get(&a, TRACE_SCORE_W, 0, 1, 0, 0));
  assert_true(run_get(&a, TRACE_SCORE_W, 0, 0, 0, 0) != run_get(&a, TRACE_SCORE_W, 1, 0, 0, 0));
  assert_true(run_get(&a, TRACE_SCORE_W, 0, 0, 0, 0) != run_get(&a, TRACE_SCORE_U, 0, 0, 0, 0));
  run_free(&a);
  run_free(&b);
}

/* A weight is 0 or grows by 1/(1 − P); rows no longer sum to 1, and another seed drops others. */
static void dropout_leaves_out_and_makes_up(void **state) {
  (void)state;
  Run run = run_make_kind("hand-made", "causal", "dropout 0.25 seed 5", str_from(first));
  Run other = run_make_kind("hand-made", "causal", "dropout 0.25 seed 6", str_from(first));
  int dropped = 0, differ = 0, off = 0, count = 0;
  for (int head = 0; head < trace_head_count(run.trace, 0); head++)
    for (int row = 0; row < TOKENS; row++) {
      double sum = 0;
      for (int key = 0; key < TOKENS; key++) {
        float weight = run_get(&run, TRACE_WEIGHTS, 0, head, row, key);
        float left = run_get(&run, TRACE_DROPPED, 0, head, row, key);
        float others = run_get(&other, TRACE_DROPPED, 0, head, row, key);
        assert_true(left == 0 || left == (float)((double)weight / 0.75));
        count += weight > 0;
        dropped += weight > 0 && left == 0;
        differ += (left == 0) != (others == 0);
        sum += (double)left;
      }
      off += fabs(sum - 1) > 1e-3;
    }
  assert_true(dropped > count / 8 && dropped < count / 2 && differ > 0 && off > TOKENS);
  run_free(&run);
  run_free(&other);
}

static void check_tiles(const char *model, const char *mask, const char *kind) {
  char tiled[128];
  snprintf(tiled, sizeof tiled, "%s; schedule flash 3 2", kind);
  Run whole = run_make_kind(model, mask, kind, str_from(first));
  Run tiles = run_make_kind(model, mask, tiled, str_from(first));
  for (int head = 0; head < trace_head_count(whole.trace, 0); head++) {
    double most = (double)trace_largest(whole.trace, TRACE_OUTPUT, 0, head);
    MatView a = trace_matrix(whole.trace, TRACE_OUTPUT, 0, head);
    MatView b = trace_matrix(tiles.trace, TRACE_OUTPUT, 0, head);
    for (int row = 0; row < a.rows; row++)
      for (int col = 0; col < a.cols; col++)
        near(mat_get(b, row, col), (double)mat_get(a, row, col), most, tiled);
  }
  run_free(&whole);
  run_free(&tiles);
}

/* The output is that of whole rows, with vectors for distances and with dropout. */
static void tiles_take_relative_vectors_and_dropout(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "made-reader", "made-writer"};
  for (int i = 0; i < 3; i++) {
    check_tiles(models[i], "none", "positions shaw 2");
    check_tiles(models[i], "causal", "positions shaw 2; score general; kv_heads 1");
    check_tiles(models[i], "none", "dropout 0.4 seed 3");
    check_tiles(models[i], "causal", "dropout 0.9; positions alibi");
    check_tiles(models[i], "window:1", "dropout 0.3; positions shaw 1");
  }
  check_made_later("dropout 0.3; schedule flash 2 3");
  check_made_later("positions shaw 2; schedule flash 2 3");
  check_made_later("positions shaw 3; score general; dropout 0.2; schedule flash 3 2");
}

/* What makes no sense together is said. */
static void shaws_vectors_need_a_product(void **state) {
  (void)state;
  static const char *const wrong[] = {"positions shaw 3; score cosine",
                                      "positions shaw 3; score additive"};
  Run run = run_make("hand-made", "none", str_from(first));
  for (int i = 0; i < 2; i++) {
    AttentionKind kind;
    Status status = {0};
    Arena *arena = arena_make(0);
    const Trace *trace;
    assert_true(kind_read(str_from(wrong[i]), &kind));
    RunOrder wanted = {.sentence = str_from(first), .kind = &kind};
    assert_false(model_run(run.model, &wanted, arena, &trace, &status));
    assert_non_null(
        strstr(status.sentence, "positions shaw adds a vector to the key of a product"));
    arena_free(arena);
  }
  run_free(&run);
  check_made_later("schedule flash 2 3");
  check_made_later("score general; schedule flash 2 3");
  check_made_later("score cosine; positions alibi; schedule flash 3 2");
  check_made_later("score additive; kv_heads 1; schedule flash 2 2");
  check_made_later("positions t5 buckets 8 far 5; kv_heads 1; schedule flash 3 1");
}

/* Asking whether a kind can be had gives the answer of the run, with its sentence. */
static void a_kind_is_taken_where_it_runs(void **state) {
  (void)state;
  static const char *const kinds[] = {"positions alibi",
                                      "kv_heads 2",
                                      "kv_heads 3",
                                      "kv_heads 64",
                                      "approximate linformer 2",
                                      "approximate performer 8",
                                      "approximate performer 8; score cosine",
                                      "positions shaw 3; score additive",
                                      "positions t5; approximate linformer 2",
                                      "dropout 0.3; schedule flash 2 2"};
  static const char *const masks[] = {"none", "causal", "window:1", "padding:1"};
  int refusals = 0;
  for (int i = 0; i < 4 * 10; i++) {
    Run run = run_make("hand-made", "none", str_from(first));
    AttentionKind kind;
    MaskSpec mask = {0};
    Status asked = {0}, ran = {0};
    Arena *arena = arena_make(0);
    const Trace *trace;
    int tokens = trace_token_count(run.trace);
    assert_true(kind_read(str_from(kinds[i / 4]), &kind));
    assert_true(mask_spec_parse(str_from(masks[i % 4]), &mask, NULL));
    RunOrder wanted = {.sentence = str_from(first), .kind = &kind, .mask = &mask};
    bool taken = model_takes_kind(run.model, &wanted, tokens, tokens, arena, &asked);
    assert_int_equal(taken, model_run(run.model, &wanted, arena, &trace, &ran));
    assert_string_equal(asked.sentence, ran.sentence);
    refusals += !taken;
    arena_free(arena);
    run_free(&run);
  }
  assert_true(refusals >= 20 && refusals < 40);
}

/* Whatever positions a model has itself. */
static void without_a_token_any_kind_runs(void **state) {
  (void)state;
  static const char *const models[] = {"random like t5", "random like bloom", "random like llama"};
  static const char *const kinds[] = {"positions shaw 2",       "positions none", "positions alibi",
                                      "positions t5 buckets 4", "score additive", "kv_heads 1",
                                      "mistake no-max"};
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
      Run run = run_make_kind(models[i], "causal", kinds[k], STR(""));
      assert_int_equal(trace_token_count(run.trace), 0);
      run_free(&run);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_a_token_any_kind_runs),
      cmocka_unit_test(heads_share_keys_and_values),
      cmocka_unit_test(buckets_go_by_distance_and_direction),
      cmocka_unit_test(sinusoidal_positions_replace_the_models_own),
      cmocka_unit_test(without_positions_rows_go_where_their_tokens_go),
      cmocka_unit_test(the_sum_on_show_is_what_was_added),
      cmocka_unit_test(rotary_positions_turn_queries_and_keys),
      cmocka_unit_test(linear_biases_take_from_far_keys),
      cmocka_unit_test(what_is_made_later_has_the_same_bits),
      cmocka_unit_test(scores_are_made_as_their_kind_says),
      cmocka_unit_test(workings_add_up),
      cmocka_unit_test(what_is_drawn_is_drawn_once_for_all),
      cmocka_unit_test(dropout_leaves_out_and_makes_up),
      cmocka_unit_test(shaws_vectors_need_a_product),
      cmocka_unit_test(a_kind_is_taken_where_it_runs),
      cmocka_unit_test(tiles_take_relative_vectors_and_dropout),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
