/* support/stages_bench.c -- heads × bands of rows, each through the five stages. */
#include "support/stages_bench.h"

#include "base/rng.h"
#include "core/heads.h"
#include "core/linear.h"

enum { BAND_ROWS = 64 };

static Mat take_mat(Arena *arena, int rows, int cols) {
  return (Mat){arena_take(arena, (size_t)rows * (size_t)cols, sizeof(float)), rows, cols, cols};
}

static Mat *take_mats(Arena *arena, int count, int rows) {
  Mat *mats = arena_take(arena, (size_t)count, sizeof *mats);
  for (int i = 0; mats && i < count; i++) {
    mats[i] = take_mat(arena, rows, rows);
    if (!mats[i].at) return NULL;
  }
  return mats;
}

static void fill_normal(Mat m, Rng *rng) {
  for (int row = 0; row < m.rows; row++)
    for (int col = 0; col < m.cols; col++) mat_row_of(m, row)[col] = (float)rng_normal(rng);
}

StagesBench *stages_bench_make(Arena *arena, int heads, int tokens, int d_head) {
  Rng rng = rng_make(1);
  StagesBench *bench = arena_take(arena, 1, sizeof *bench);
  unsigned char *hidden = arena_take(arena, (size_t)tokens, (size_t)tokens);
  if (!bench || !hidden) return NULL;
  Mat *wide[] = {&bench->q, &bench->k, &bench->v, &bench->output};
  for (int i = 0; i < 4; i++) {
    *wide[i] = take_mat(arena, tokens, heads * d_head);
    if (!wide[i]->at) return NULL;
    if (i < 3) fill_normal(*wide[i], &rng);
  }
  Mat **stages[] = {&bench->scores, &bench->scaled, &bench->masked, &bench->weights};
  for (int i = 0; i < 4; i++)
    if (!(*stages[i] = take_mats(arena, heads, tokens))) return NULL;
  bench->parts = arena_take(arena, (size_t)heads * (size_t)tokens, sizeof *bench->parts);
  mask_fill(MASK_CAUSAL, 0, hidden, tokens, tokens);
  bench->mask = (MaskView){hidden, tokens, tokens, tokens};
  bench->heads = heads;
  bench->tokens = tokens;
  bench->d_head = d_head;
  bench->bands = (tokens + BAND_ROWS - 1) / BAND_ROWS;
  return bench->parts ? bench : NULL;
}

static void run_band(void *self, int index) {
  const StagesBench *bench = self;
  int head = index / bench->bands, first = index % bench->bands * BAND_ROWS;
  int rows = bench->tokens - first < BAND_ROWS ? bench->tokens - first : BAND_ROWS;
  MatView q = mat_view_rows(heads_view(mat_view(bench->q), head, bench->heads), first, rows);
  MatView k = heads_view(mat_view(bench->k), head, bench->heads);
  MatView v = heads_view(mat_view(bench->v), head, bench->heads);
  Mat scores = mat_rows(bench->scores[head], first, rows);
  Mat scaled = mat_rows(bench->scaled[head], first, rows);
  Mat masked = mat_rows(bench->masked[head], first, rows);
  Mat weights = mat_rows(bench->weights[head], first, rows);
  Mat output = mat_rows(heads_part(bench->output, head, bench->heads), first, rows);
  attn_scores(q, k, scores);
  attn_scale(mat_view(scores), bench->d_head, scaled);
  attn_mask(mat_view(scaled), mask_rows(bench->mask, first, rows), masked);
  attn_weights(mat_view(masked), weights, bench->parts + head * bench->tokens + first);
  attn_output(mat_view(weights), v, output);
}

void stages_bench_run(StagesBench *bench, Pool *pool) {
  pool_run(pool, bench->heads * bench->bands, run_band, bench);
}
