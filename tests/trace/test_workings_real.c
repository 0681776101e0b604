/* What leaves a layer of a GPT-2 or BERT checkpoint, worked out: every step leads to the numbers of
** the trace, with the norm before or after and any activation. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/made_checkpoint.h"
#include "model/model.h"
#include "trace/workings/block.h"

enum { TOKENS = 5, LAYERS = 2, WIDTH = 12 };

typedef struct Real {
  Folder folder;
  Model *model;
  Arena *arena;
  const Trace *trace;
} Real;

static Real real_make(MadeCheckpoint *(*made)(Arena *, MadeSizes), const char *config) {
  static const int ids[TOKENS] = {3, 1, 16, 7, 1};
  Real real = {.folder = folder_make(), .arena = arena_make(0)};
  Status status = {0};
  MadeCheckpoint *checkpoint = made(real.arena, made_sizes);
  made_write(checkpoint, &real.folder);
  folder_write(&real.folder, "config.json", str_from(config));
  MaskSpec mask = {.model_own = true};
  if (!model_open(real.folder.path, &real.model, &status) ||
      !model_run(real.model, &(RunOrder){.ids = ids, .id_count = TOKENS, .mask = &mask}, real.arena,
                 &real.trace, &status))
    fail_msg("%s", status.sentence);
  return real;
}

static void real_free(Real *real) {
  model_free(real->model);
  arena_free(real->arena);
  folder_remove(&real->folder);
}

static void assert_close(double a, double b) {
  if (fabs(a - b) > 3e-5 * fmax(1, fabs(b))) fail_msg("%.9g is not %.9g", a, b);
}

static double of(const Real *real, TracePart part, const BlockWorkings *w) {
  return (double)mat_get(trace_matrix(real->trace, part, w->layer, 0), w->row, w->column);
}

/* (x − mean) / deviation · gain + bias, with the mean and deviation of the row. */
static void check_norm(const WorkedNorm *norm, const float *row) {
  double sum = 0, squares = 0;
  for (int c = 0; c < WIDTH; c++) sum += (double)row[c];
  for (int c = 0; c < WIDTH; c++) squares += pow((double)row[c] - sum / WIDTH, 2);
  assert_close((double)norm->mean, sum / WIDTH);
  assert_close((double)norm->deviation, sqrt(squares / WIDTH + 1e-12));
  double value = ((double)norm->x - (double)norm->mean) / (double)norm->deviation;
  assert_close(value * (double)norm->gain + (double)norm->bias, (double)norm->result);
}

static void check_mlp(const BlockWorkings *w) {
  double sum = (double)w->mlp_bias;
  for (int f = 0; f < w->hidden_count; f++) sum += (double)w->terms[f];
  assert_close(sum, (double)w->mlp[w->column]);
  assert_close((double)w->kept[w->column] + (double)w->mlp[w->column], (double)w->sum_2[w->column]);
}

static void check_before(const Real *real, const BlockWorkings *w) {
  check_norm(&w->norm_1, w->sum);
  assert_true((double)w->norm_1.result == of(real, TRACE_NORM_2, w));
  assert_true(w->kept == w->sum);
  assert_close((double)w->sum_2[w->column], of(real, TRACE_BLOCK, w));
  WorkedNorm first = worked_first_norm(real->trace, w->layer, w->row, w->column);
  check_norm(&first, w->input);
  assert_true((double)first.result == of(real, TRACE_NORM_1, w));
}

static void check_after(const Real *real, const BlockWorkings *w) {
  check_norm(&w->norm_1, w->sum);
  assert_true((double)w->norm_1.result == of(real, TRACE_NORM_1, w));
  assert_true(w->kept == w->norm);
  check_norm(&w->norm_2, w->sum_2);
  assert_true((double)w->norm_2.result == of(real, TRACE_BLOCK, w));
}

static void check_all(const Real *real, NormPlace place, Activation activation) {
  for (int layer = 0; layer < LAYERS; layer++)
    for (int row = 0; row < TOKENS; row++)
      for (int column = 0; column < WIDTH; column++) {
        const BlockWorkings *w =
            block_workings_make(real->arena, real->trace, (BlockPlace){layer, row, column}, NULL);
        assert_non_null(w);
        assert_int_equal(w->norm_place, place);
        assert_int_equal(w->activation, activation);
        assert_close((double)w->input[column] + (double)w->joined[column], (double)w->sum[column]);
        check_mlp(w);
        if (place == NORM_BEFORE) check_before(real, w);
        else check_after(real, w);
      }
}

static const char gpt2_config[] =
    "{\"model_type\": \"gpt2\", \"n_layer\": 2, \"n_head\": 3, \"n_embd\": 12, \"n_inner\": 20, "
    "\"n_positions\": 16, \"vocab_size\": 17, \"layer_norm_epsilon\": 1e-12, "
    "\"activation_function\": \"gelu_new\"}";

static void norms_before(void **state) {
  (void)state;
  Real real = real_make(made_gpt2, gpt2_config);
  check_all(&real, NORM_BEFORE, ACTIVATION_GELU_TANH);
  real_free(&real);
}

static void norms_after(void **state) {
  (void)state;
  Real real = real_make(made_bert, made_bert_config);
  check_all(&real, NORM_AFTER, ACTIVATION_GELU);
  WorkedNorm none = worked_first_norm(real.trace, 0, 0, 0);
  assert_true(none.deviation == 0); /* there is no norm before the heads */
  real_free(&real);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(norms_before),
      cmocka_unit_test(norms_after),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
