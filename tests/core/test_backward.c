/* Every gradient (M-20 to M-29, M-76, M-77, M-80) against central differences of the same operation
** written plainly in double.
**
** Each operation is asked for the gradient of ℓ = Σ c_k y_k with fixed numbers c, all of its inputs
** laid end to end in one array. The difference (ℓ(x + h) − ℓ(x − h)) / 2h in double is right to
** about ten digits, so what is measured is the error of the program's floats.
*/
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/rng.h"
#include "core/activation.h"
#include "core/attention.h"
#include "core/backward.h"
#include "core/bucket_bias.h"
#include "core/embedding.h"
#include "core/loss.h"
#include "core/linear.h"
#include "core/norm.h"
#include "core/relative.h"
#include "core/rotary.h"
#include "core/squeeze.h"

static const double tolerance = 1e-4, difference = 1e-5;
static const float epsilon = 1e-5f;

enum { MOST_INPUTS = 4096 };

/* The meaning of the letters depends on the operation. */
typedef struct Shape {
  int n, m, d, e;
} Shape;

typedef struct Operation {
  const char *name;
  int (*input_count)(Shape shape);
  double (*loss)(Shape shape, const double *in);
  void (*gradient)(Shape shape, float *in, float *d_in); /* d_in begins as 0 */
} Operation;

/* The numbers c, never 0. */
static double factor(int k) { return 0.3 + sin(1.0 + 1.7 * k); }

static double weighted(const double *y, int count) {
  double sum = 0.0;
  for (int k = 0; k < count; k++) sum += factor(k) * y[k];
  return sum;
}

/* dy of that loss. */
static Mat factors(float *to, int rows, int cols) {
  for (int k = 0; k < rows * cols; k++) to[k] = (float)factor(k);
  return (Mat){to, rows, cols, cols};
}

static Mat over(float *at, int rows, int cols) { return (Mat){at, rows, cols, cols}; }
static MatView view(const float *at, int rows, int cols) { return (MatView){at, rows, cols, cols}; }

/* y = a b with a [n,i], b [i,o]; or b [o,i], transposed. */
static void times(const double *a, const double *b, bool transposed, Shape s, double *y) {
  for (int r = 0; r < s.n; r++)
    for (int c = 0; c < s.d; c++) {
      y[r * s.d + c] = 0.0;
      for (int i = 0; i < s.m; i++)
        y[r * s.d + c] += a[r * s.m + i] * (transposed ? b[c * s.m + i] : b[i * s.d + c]);
    }
}

/* ---- y = x W + b: n rows, m in, d out ---- */

static int linear_inputs(Shape s) { return s.n * s.m + s.m * s.d + s.d; }

static double linear_loss(Shape s, const double *in) {
  const double *w = in + s.n * s.m, *bias = w + s.m * s.d;
  double y[MOST_INPUTS];
  times(in, w, false, s, y);
  for (int k = 0; k < s.n * s.d; k++) y[k] += bias[k % s.d];
  return weighted(y, s.n * s.d);
}

static void linear_gradient(Shape s, float *in, float *d_in) {
  float dy[MOST_INPUTS];
  float *dw = d_in + s.n * s.m;
  linear_backward(view(in, s.n, s.m), view(in + s.n * s.m, s.m, s.d),
                  mat_view(factors(dy, s.n, s.d)), over(d_in, s.n, s.m), over(dw, s.m, s.d),
                  dw + s.m * s.d);
}

/* ---- output = A V: n queries, m keys, d columns ---- */

static int output_inputs(Shape s) { return s.n * s.m + s.m * s.d; }

static double output_loss(Shape s, const double *in) {
  double y[MOST_INPUTS];
  times(in, in + s.n * s.m, false, s, y);
  return weighted(y, s.n * s.d);
}

static void output_gradient(Shape s, float *in, float *d_in) {
  float dy[MOST_INPUTS];
  attn_output_backward(view(in, s.n, s.m), view(in + s.n * s.m, s.m, s.d),
                       mat_view(factors(dy, s.n, s.d)), over(d_in, s.n, s.m),
                       over(d_in + s.n * s.m, s.m, s.d));
}

/* ---- scores = Q Kᵀ: n queries of m columns, d keys ---- */

static double scores_loss(Shape s, const double *in) {
  double y[MOST_INPUTS];
  times(in, in + s.n * s.m, true, s, y);
  return weighted(y, s.n * s.d);
}

static void scores_gradient(Shape s, float *in, float *d_in) {
  float dy[MOST_INPUTS];
  attn_scores_backward(view(in, s.n, s.m), view(in + s.n * s.m, s.d, s.m),
                       mat_view(factors(dy, s.n, s.d)), over(d_in, s.n, s.m),
                       over(d_in + s.n * s.m, s.d, s.m));
}

/* ---- scale, mask and softmax: n queries, m keys, d columns of a head ---- */

/* Query 0 may see nothing; the others see every key but each third. */
static bool is_hidden(int query, int key) { return query == 0 || (query + key) % 3 == 1; }

static MaskView hide(unsigned char *hidden, Shape s) {
  for (int k = 0; k < s.n * s.m; k++) hidden[k] = is_hidden(k / s.m, k % s.m);
  return (MaskView){hidden, s.n, s.m, s.m};
}

static int square_inputs(Shape s) { return s.n * s.m; }

/* Shares of each row of scores / √d; a row of hidden keys has none. */
static void shares(Shape s, const double *scores, bool masked, double *y) {
  for (int r = 0; r < s.n; r++) {
    double sum = 0.0;
    for (int c = 0; c < s.m; c++) {
      double e = exp(scores[r * s.m + c] / sqrt((double)s.d));
      y[r * s.m + c] = masked && is_hidden(r, c) ? 0.0 : e;
      sum += y[r * s.m + c];
    }
    for (int c = 0; c < s.m && sum > 0.0; c++) y[r * s.m + c] /= sum;
  }
}

static double shares_loss(Shape s, const double *in) {
  double y[MOST_INPUTS];
  shares(s, in, false, y);
  return weighted(y, s.n * s.m);
}

static double masked_shares_loss(Shape s, const double *in) {
  double y[MOST_INPUTS];
  shares(s, in, true, y);
  return weighted(y, s.n * s.m);
}

/* Forward in place in `in`, backward in place in d_in. */
static void shares_back(Shape s, float *in, MaskView mask, float *d_in) {
  Mat stage = over(in, s.n, s.m), d_stage = over(d_in, s.n, s.m);
  attn_scale(mat_view(stage), s.d, stage);
  attn_mask(mat_view(stage), mask, stage);
  attn_weights(mat_view(stage), stage, NULL);
  attn_weights_backward(mat_view(stage), mat_view(d_stage), d_stage);
  attn_mask_backward(mat_view(d_stage), mask, d_stage);
  attn_scale_backward(mat_view(d_stage), s.d, d_stage);
}

static void shares_gradient(Shape s, float *in, float *d_in) {
  factors(d_in, s.n, s.m);
  shares_back(s, in, (MaskView){0}, d_in);
}

static void masked_shares_gradient(Shape s, float *in, float *d_in) {
  unsigned char hidden[MOST_INPUTS];
  factors(d_in, s.n, s.m);
  shares_back(s, in, hide(hidden, s), d_in);
}

/* ---- all of attention: n queries, m keys, d columns of q and k, e of v ---- */

static int attention_inputs(Shape s) { return s.n * s.d + s.m * s.d + s.m * s.e; }

static double attention_loss(Shape s, const double *in) {
  const double *k = in + s.n * s.d, *v = k + s.m * s.d;
  double scores[MOST_INPUTS] = {0}, weights[MOST_INPUTS] = {0}, y[MOST_INPUTS];
  times(in, k, true, (Shape){.n = s.n, .m = s.d, .d = s.m}, scores);
  shares(s, scores, true, weights);
  times(weights, v, false, (Shape){.n = s.n, .m = s.m, .d = s.e}, y);
  return weighted(y, s.n * s.e);
}

static void attention_gradient(Shape s, float *in, float *d_in) {
  float stages[MOST_INPUTS], d_stages[MOST_INPUTS], weights[MOST_INPUTS], dy[MOST_INPUTS];
  unsigned char hidden[MOST_INPUTS];
  MaskView mask = hide(hidden, s);
  int k = s.n * s.d, v = k + s.m * s.d;
  MatView of_q = view(in, s.n, s.d), of_k = view(in + k, s.m, s.d), of_v = view(in + v, s.m, s.e);
  Mat stage = over(stages, s.n, s.m), d_stage = over(d_stages, s.n, s.m);
  attn_scores(of_q, of_k, stage);
  attn_scale(mat_view(stage), s.d, over(weights, s.n, s.m));
  attn_mask(view(weights, s.n, s.m), mask, over(weights, s.n, s.m));
  attn_weights(view(weights, s.n, s.m), over(weights, s.n, s.m), NULL);
  attn_output_backward(view(weights, s.n, s.m), of_v, mat_view(factors(dy, s.n, s.e)), d_stage,
                       over(d_in + v, s.m, s.e));
  shares_back(s, stages, mask, d_stages);
  attn_scores_backward(of_q, of_k, mat_view(d_stage), over(d_in, s.n, s.d),
                       over(d_in + k, s.m, s.d));
}

/* ---- layer norm: n rows of m; x, gain, bias ---- */

static int norm_inputs(Shape s) { return s.n * s.m + 2 * s.m; }

static double norm_loss(Shape s, const double *in) {
  const double *gain = in + s.n * s.m, *bias = gain + s.m;
  double y[MOST_INPUTS];
  for (int r = 0; r < s.n; r++) {
    const double *x = in + r * s.m;
    double mean = 0.0, variance = 0.0;
    for (int c = 0; c < s.m; c++) mean += x[c] / s.m;
    for (int c = 0; c < s.m; c++) variance += (x[c] - mean) * (x[c] - mean) / s.m;
    for (int c = 0; c < s.m; c++)
      y[r * s.m + c] = (x[c] - mean) / sqrt(variance + (double)epsilon) * gain[c] + bias[c];
  }
  return weighted(y, s.n * s.m);
}

static void norm_gradient(Shape s, float *in, float *d_in) {
  float dy[MOST_INPUTS];
  float *d_gain = d_in + s.n * s.m;
  norm_layer_backward(view(in, s.n, s.m), (NormGain){in + s.n * s.m, d_gain, d_gain + s.m}, epsilon,
                      mat_view(factors(dy, s.n, s.m)), over(d_in, s.n, s.m));
}

static double bare_norm_loss(Shape s, const double *in) {
  double all[MOST_INPUTS];
  memcpy(all, in, (size_t)(s.n * s.m) * sizeof *in);
  for (int c = 0; c < 2 * s.m; c++) all[s.n * s.m + c] = c < s.m ? 1.0 : 0.0;
  return norm_loss(s, all);
}

static void bare_norm_gradient(Shape s, float *in, float *d_in) {
  float dy[MOST_INPUTS];
  norm_layer_backward(view(in, s.n, s.m), (NormGain){NULL, NULL, NULL}, epsilon,
                      mat_view(factors(dy, s.n, s.m)), over(d_in, s.n, s.m));
}

/* ---- the bends: n rows of m ---- */

static double bend_loss(Shape s, const double *in, double (*bend)(double x)) {
  double y[MOST_INPUTS];
  for (int k = 0; k < s.n * s.m; k++) y[k] = bend(in[k]);
  return weighted(y, s.n * s.m);
}

static double relu(double x) { return x > 0.0 ? x : 0.0; }
static double gelu(double x) { return 0.5 * x * (1.0 + erf(x / sqrt(2.0))); }
static double gelu_tanh(double x) {
  return 0.5 * x * (1.0 + tanh(sqrt(2.0 / acos(-1.0)) * (x + 0.044715 * x * x * x)));
}

static double relu_loss(Shape s, const double *in) { return bend_loss(s, in, relu); }
static double gelu_loss(Shape s, const double *in) { return bend_loss(s, in, gelu); }
static double gelu_tanh_loss(Shape s, const double *in) { return bend_loss(s, in, gelu_tanh); }

/* In place. */
static void bend_gradient(Shape s, const float *in, float *d_in,
                          void (*backward)(MatView x, MatView dy, Mat dx)) {
  Mat d = factors(d_in, s.n, s.m);
  backward(view(in, s.n, s.m), mat_view(d), d);
}

static void relu_gradient(Shape s, float *in, float *d_in) {
  bend_gradient(s, in, d_in, activation_relu_backward);
}
static void gelu_gradient(Shape s, float *in, float *d_in) {
  bend_gradient(s, in, d_in, activation_gelu_backward);
}
static void gelu_tanh_gradient(Shape s, float *in, float *d_in) {
  bend_gradient(s, in, d_in, activation_gelu_tanh_backward);
}

/* ---- embedding: n tokens, a table of m rows of d ---- */

static int token_id(Shape s, int token) { return token * token % s.m; }
static int table_inputs(Shape s) { return s.m * s.d; }

static double table_loss(Shape s, const double *in) {
  double y[MOST_INPUTS];
  for (int k = 0; k < s.n * s.d; k++) y[k] = 1.5 * in[token_id(s, k / s.d) * s.d + k % s.d];
  return weighted(y, s.n * s.d);
}

static void table_gradient(Shape s, float *in, float *d_in) {
  float dy[MOST_INPUTS];
  int ids[MOST_INPUTS];
  (void)in;
  for (int token = 0; token < s.n; token++) ids[token] = token_id(s, token);
  embedding_rows_backward(mat_view(factors(dy, s.n, s.d)), ids, 1.5f, over(d_in, s.m, s.d));
}

/* ---- rotary positions: n rows of d pairs ---- */

static int pairs_inputs(Shape s) { return s.n * 2 * s.d; }

static double turned_loss(Shape s, const double *in, bool is_interleaved) {
  double y[MOST_INPUTS] = {0};
  for (int row = 0; row < s.n; row++)
    for (int c = 0; c < s.d; c++) {
      double angle = row * pow(50, -(double)c / s.d);
      int a = 2 * s.d * row + (is_interleaved ? 2 * c : c), b = a + (is_interleaved ? 1 : s.d);
      y[a] = in[a] * cos(angle) - in[b] * sin(angle);
      y[b] = in[a] * sin(angle) + in[b] * cos(angle);
    }
  return weighted(y, pairs_inputs(s));
}

static void turned_gradient(Shape s, bool is_interleaved, float *d_in) {
  float dy[MOST_INPUTS];
  RotaryTurn turns[MOST_INPUTS];
  const Rotary rotary = {50, is_interleaved};
  rotary_turns(rotary, 2 * s.d, s.n, turns);
  rotary_turn_backward(rotary, turns, mat_view(factors(dy, s.n, 2 * s.d)),
                       over(d_in, s.n, 2 * s.d));
}

static double halves_loss(Shape s, const double *in) { return turned_loss(s, in, false); }
static double interleaved_loss(Shape s, const double *in) { return turned_loss(s, in, true); }

static void halves_gradient(Shape s, float *in, float *d_in) {
  (void)in;
  turned_gradient(s, false, d_in);
}

static void interleaved_gradient(Shape s, float *in, float *d_in) {
  (void)in;
  turned_gradient(s, true, d_in);
}

/* ---- relative positions: n rows of d columns and m heads, buckets; distances up to 2 ---- */

enum { DISTANCES = 5 };
static const Buckets buckets = {6, 4, false};

static int bucket_inputs(Shape s) { return buckets.count * s.m; }

static double bucket_loss(Shape s, const double *in) {
  double y[MOST_INPUTS] = {0};
  for (int row = 0; row < s.n; row++)
    for (int key = 0; key < s.n; key++)
      for (int head = 0; head < s.m; head++)
        y[row * s.n + key] += in[bucket_of(&buckets, key - row) * s.m + head];
  return weighted(y, s.n * s.n);
}

static void bucket_gradient(Shape s, float *in, float *d_in) {
  float dy[MOST_INPUTS];
  (void)in;
  Mat d_table = over(d_in, buckets.count, s.m);
  for (int head = 0; head < s.m; head++)
    bucket_bias_backward(&buckets, mat_view(factors(dy, s.n, s.n)), head, d_table);
}

/* q [n,d] and the table [5,d]. */
static int distance_inputs(Shape s) { return (s.n + DISTANCES) * s.d; }

static double distance_scores_loss(Shape s, const double *in) {
  double y[MOST_INPUTS] = {0};
  const double *table = in + s.n * s.d;
  for (int row = 0; row < s.n; row++)
    for (int key = 0; key < s.n; key++)
      for (int c = 0; c < s.d; c++)
        y[row * s.n + key] +=
            in[row * s.d + c] * table[relative_row(DISTANCES, key - row) * s.d + c];
  return weighted(y, s.n * s.n);
}

static void distance_scores_gradient(Shape s, float *in, float *d_in) {
  float dy[MOST_INPUTS];
  relative_scores_backward(mat_view(over(in, s.n, s.d)),
                           mat_view(over(in + s.n * s.d, DISTANCES, s.d)),
                           mat_view(factors(dy, s.n, s.n)), over(d_in, s.n, s.d),
                           over(d_in + s.n * s.d, DISTANCES, s.d));
}

/* Weights [n,n] and the table. */
static int distance_weights(Shape s) { return s.n * s.n + DISTANCES * s.d; }

static double distance_output_loss(Shape s, const double *in) {
  double y[MOST_INPUTS] = {0};
  const double *table = in + s.n * s.n;
  for (int row = 0; row < s.n; row++)
    for (int key = 0; key < s.n; key++)
      for (int c = 0; c < s.d; c++)
        y[row * s.d + c] +=
            in[row * s.n + key] * table[relative_row(DISTANCES, key - row) * s.d + c];
  return weighted(y, s.n * s.d);
}

static void distance_output_gradient(Shape s, float *in, float *d_in) {
  float dy[MOST_INPUTS];
  relative_output_backward(mat_view(over(in, s.n, s.n)),
                           mat_view(over(in + s.n * s.n, DISTANCES, s.d)),
                           mat_view(factors(dy, s.n, s.d)), over(d_in, s.n, s.n),
                           over(d_in + s.n * s.n, DISTANCES, s.d));
}

/* ---- n rows of m as one vector ---- */

static double mean_loss(Shape s, const double *in) {
  double y[MOST_INPUTS] = {0};
  for (int k = 0; k < s.n * s.m; k++) y[k % s.m] += in[k] / s.n;
  return weighted(y, s.m);
}

/* The vector itself is looked at, too. */
static void mean_gradient(Shape s, float *in, float *d_in) {
  float dy[MOST_INPUTS], y[MOST_INPUTS];
  squeeze_mean(view(in, s.n, s.m), over(y, 1, s.m));
  for (int col = 0; col < s.m; col++) {
    double sum = 0.0;
    for (int row = 0; row < s.n; row++) sum += (double)in[row * s.m + col];
    assert_true(fabs((double)y[col] - sum / s.n) <= 1e-6);
  }
  squeeze_mean_backward(mat_view(factors(dy, 1, s.m)), over(d_in, s.n, s.m));
}

/* ---- cross-entropy: n positions, m words ---- */

static int target_of(Shape s, int row) { return row % 3 == 2 ? TARGET_NONE : row * 5 % s.m; }

static double cross_entropy_sum(Shape s, const double *in, int *counted, int *right) {
  double sum = 0.0;
  *counted = *right = 0;
  for (int row = 0; row < s.n; row++) {
    const double *x = in + row * s.m;
    int target = target_of(s, row), largest = 0;
    double total = 0.0;
    if (target == TARGET_NONE) continue;
    for (int c = 0; c < s.m; c++) total += exp(x[c]);
    for (int c = 1; c < s.m; c++) largest = x[c] > x[largest] ? c : largest;
    sum -= log(exp(x[target]) / total);
    ++*counted;
    *right += largest == target;
  }
  return sum;
}

static double cross_entropy_loss(Shape s, const double *in) {
  int counted, right;
  double sum = cross_entropy_sum(s, in, &counted, &right);
  return sum / counted;
}

static void cross_entropy_gradient(Shape s, float *in, float *d_in) {
  double logits[MOST_INPUTS];
  int targets[MOST_INPUTS], counted, right;
  for (int k = 0; k < s.n * s.m; k++) logits[k] = (double)in[k];
  for (int row = 0; row < s.n; row++) targets[row] = target_of(s, row);
  double sum = cross_entropy_sum(s, logits, &counted, &right);
  memcpy(d_in, in, (size_t)(s.n * s.m) * sizeof *in);
  CrossEntropy got = cross_entropy_backward(over(d_in, s.n, s.m), targets, 1.0f / (float)counted);
  assert_int_equal(got.counted, counted);
  assert_int_equal(got.right, right);
  assert_true(fabs(got.loss_sum - sum) <= 1e-6 * (1.0 + fabs(sum)));
}

/* ---- the check ---- */

static const Operation operations[] = {
    {"linear (M-20)", linear_inputs, linear_loss, linear_gradient},
    {"output (M-21)", output_inputs, output_loss, output_gradient},
    {"scale and softmax (M-22, M-24)", square_inputs, shares_loss, shares_gradient},
    {"masked softmax (M-23)", square_inputs, masked_shares_loss, masked_shares_gradient},
    {"scores (M-25)", output_inputs, scores_loss, scores_gradient},
    {"attention (M-21 to M-25)", attention_inputs, attention_loss, attention_gradient},
    {"layer norm (M-26)", norm_inputs, norm_loss, norm_gradient},
    {"layer norm without gain (M-26)", norm_inputs, bare_norm_loss, bare_norm_gradient},
    {"relu (M-27)", square_inputs, relu_loss, relu_gradient},
    {"gelu (M-27)", square_inputs, gelu_loss, gelu_gradient},
    {"gelu by tanh (M-27)", square_inputs, gelu_tanh_loss, gelu_tanh_gradient},
    {"embedding (M-28)", table_inputs, table_loss, table_gradient},
    {"rotary positions, halves (M-76)", pairs_inputs, halves_loss, halves_gradient},
    {"rotary positions, interleaved (M-76)", pairs_inputs, interleaved_loss, interleaved_gradient},
    {"buckets (M-77)", bucket_inputs, bucket_loss, bucket_gradient},
    {"rows for distances in scores (M-77)", distance_inputs, distance_scores_loss,
     distance_scores_gradient},
    {"rows for distances in the output (M-77)", distance_weights, distance_output_loss,
     distance_output_gradient},
    {"rows as one vector (M-80)", square_inputs, mean_loss, mean_gradient},
    {"cross-entropy (M-29)", square_inputs, cross_entropy_loss, cross_entropy_gradient},
};

enum { OPERATION_COUNT = sizeof operations / sizeof operations[0] };

/* One token; wider than long; longer than wide; whole registers; more than two of them. */
static const Shape shapes[] = {{1, 1, 1, 1},  {1, 5, 3, 2},    {7, 4, 5, 3},    {4, 9, 3, 6},
                               {8, 8, 16, 8}, {13, 14, 16, 7}, {19, 33, 17, 9}, {40, 40, 12, 16}};

static double central_difference(const Operation *operation, Shape shape, double *in, int k) {
  double at = in[k];
  in[k] = at + difference;
  double above = operation->loss(shape, in);
  in[k] = at - difference;
  double below = operation->loss(shape, in);
  in[k] = at;
  return (above - below) / (2.0 * difference);
}

static void fill_inputs(float *in, double *exact, int count) {
  Rng rng = rng_make(7);
  for (int k = 0; k < count; k++) {
    in[k] = (float)rng_normal(&rng);
    exact[k] = (double)in[k];
  }
}

/* Relative to the largest gradient; where all are 0 by definition, relative to 1. */
static void compare(const Operation *operation, Shape shape, double *in, const float *got) {
  int count = operation->input_count(shape), worst_at = 0;
  double largest = 0.0, worst = 0.0;
  for (int k = 0; k < count; k++) {
    double expected = central_difference(operation, shape, in, k);
    double error = fabs((double)got[k] - expected);
    if (!isfinite(got[k])) error = INFINITY;
    if (fabs(expected) > largest) largest = fabs(expected);
    if (error <= worst) continue;
    worst = error;
    worst_at = k;
  }
  if (worst > tolerance * (largest > 1e-6 ? largest : 1.0))
    fail_msg("%s, shape %d %d %d %d: number %d is off by %g of %g", operation->name, shape.n,
             shape.m, shape.d, shape.e, worst_at, worst, largest);
}

static void gradients_equal_central_differences(void **state) {
  (void)state;
  for (int o = 0; o < OPERATION_COUNT; o++)
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
      float in[MOST_INPUTS], got[MOST_INPUTS] = {0};
      double exact[MOST_INPUTS];
      int count = operations[o].input_count(shapes[i]);
      assert_in_range(count, 1, MOST_INPUTS);
      fill_inputs(in, exact, count);
      operations[o].gradient(shapes[i], in, got);
      compare(&operations[o], shapes[i], exact, got);
    }
}

/* ---- rules besides ---- */

/* Gradients of weights are added to what is there, gradients of inputs are written. */
static void gradients_of_weights_add_up(void **state) {
  (void)state;
  const Operation *adding[] = {&operations[0], &operations[6], &operations[11]};
  const Shape s = {5, 4, 3, 0};
  const int first_weight[] = {s.n * s.m, s.n * s.m, 0};
  for (int o = 0; o < 3; o++) {
    float in[MOST_INPUTS], once[MOST_INPUTS] = {0}, twice[MOST_INPUTS] = {0};
    double exact[MOST_INPUTS];
    int count = adding[o]->input_count(s);
    fill_inputs(in, exact, count);
    adding[o]->gradient(s, in, once);
    adding[o]->gradient(s, in, twice);
    adding[o]->gradient(s, in, twice);
    for (int k = 0; k < count; k++) {
      double expected = (double)once[k] * (k < first_weight[o] ? 1.0 : 2.0);
      assert_true(fabs((double)twice[k] - expected) <= 1e-6 * (1.0 + fabs(expected)));
    }
  }
}

/* The same input gives the same bits, wherever the numbers lie. */
static void same_input_same_bits(void **state) {
  (void)state;
  const Shape s = {19, 33, 17, 9};
  for (int o = 0; o < OPERATION_COUNT; o++) {
    float kept[MOST_INPUTS], in[MOST_INPUTS + 1], first[MOST_INPUTS] = {0};
    float again[MOST_INPUTS + 1] = {0};
    double exact[MOST_INPUTS];
    int count = operations[o].input_count(s);
    fill_inputs(kept, exact, count);
    memcpy(in, kept, (size_t)count * sizeof *in);
    operations[o].gradient(s, in, first);
    memcpy(in + 1, kept, (size_t)count * sizeof *in);
    operations[o].gradient(s, in + 1, again + 1);
    assert_memory_equal(first, again + 1, (size_t)count * sizeof *first);
  }
}

/* A row in which every key is hidden learns nothing from this loss. */
static void a_hidden_row_has_gradient_zero(void **state) {
  (void)state;
  const Shape s = {3, 5, 4, 0};
  float in[15], d_in[15];
  double exact[15];
  fill_inputs(in, exact, 15);
  masked_shares_gradient(s, in, d_in);
  for (int c = 0; c < s.m; c++) assert_true(d_in[c] == 0.0f);
  assert_true(d_in[s.m] != 0.0f || d_in[s.m + 1] != 0.0f);
}

/* linear_backward without dx or bias leaves the rest as it is. */
static void unwanted_gradients_are_left_out(void **state) {
  (void)state;
  const float x[] = {1, 2}, w[] = {3, 4}, dy[] = {5};
  float dw[] = {0, 0};
  linear_backward(view(x, 1, 2), view(w, 2, 1), view(dy, 1, 1), (Mat){0}, over(dw, 2, 1), NULL);
  assert_true(dw[0] == 5.0f && dw[1] == 10.0f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradients_equal_central_differences),
      cmocka_unit_test(gradients_of_weights_add_up),
      cmocka_unit_test(same_input_same_bits),
      cmocka_unit_test(a_hidden_row_has_gradient_zero),
      cmocka_unit_test(unwanted_gradients_are_left_out),
  };
  linear_use_one_thread();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
