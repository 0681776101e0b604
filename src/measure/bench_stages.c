/* measure/bench_stages.c -- attention on random numbers, as fast as the core goes. */
#include "measure/bench_stages.h"

#include "base/rng.h"
#include "core/attention.h"
#include "core/heads.h"

/* 64 rows of 1,024 keys are 256 KiB a stage: small enough for the second-level cache. */
enum { BAND_ROWS = 64, KEPT_STAGES = 4 };

typedef enum Kept { SCORES, SCALED, MASKED, WEIGHTS } Kept;

struct BenchStages {
  int head_count, token_count, d_head, band_count;
  Mat q, k, v, output;
  Mat *kept[KEPT_STAGES]; /* [T,T] for every head */
  SoftmaxParts *parts;    /* T for every head */
  MaskView mask;          /* causal */
};

static bool take_mat(Arena *arena, int rows, int cols, Mat *mat) {
  *mat = (Mat){arena_take(arena, (size_t)rows * (size_t)cols, sizeof(float)), rows, cols, cols};
  return mat->at != NULL;
}

/* Stages are kept as a trace keeps them, since writing them is part of the work. */
static bool take_kept(Arena *arena, BenchStages *bench) {
  for (int stage = 0; stage < KEPT_STAGES; stage++) {
    bench->kept[stage] = arena_take(arena, (size_t)bench->head_count, sizeof(Mat));
    if (!bench->kept[stage]) return false;
    for (int head = 0; head < bench->head_count; head++)
      if (!take_mat(arena, bench->token_count, bench->token_count, &bench->kept[stage][head]))
        return false;
  }
  return true;
}

static bool take_random(Arena *arena, const BenchStages *bench, Rng *rng, Mat *mat) {
  int cols = bench->head_count * bench->d_head;
  if (!take_mat(arena, bench->token_count, cols, mat)) return false;
  for (int row = 0; row < mat->rows; row++)
    for (int col = 0; col < cols; col++) mat_row_of(*mat, row)[col] = (float)rng_normal(rng);
  return true;
}

static bool take_mask(Arena *arena, BenchStages *bench) {
  int tokens = bench->token_count;
  unsigned char *hidden = arena_take(arena, (size_t)tokens, (size_t)tokens);
  if (!hidden) return false;
  const MaskParts causal = mask_only(MASK_CAUSAL, 0);
  mask_fill(&causal, 0, hidden, tokens, tokens);
  bench->mask = (MaskView){hidden, tokens, tokens, tokens};
  return true;
}

/* All memory is taken here, so that a run measures arithmetic and no page is touched first in
** it. */
BenchStages *bench_stages_make(Arena *arena, int head_count, int token_count, int d_head) {
  Rng rng = rng_make(1);
  BenchStages *bench = arena_take(arena, 1, sizeof *bench);
  if (!bench) return NULL;
  bench->head_count = head_count;
  bench->token_count = token_count;
  bench->d_head = d_head;
  bench->band_count = (token_count + BAND_ROWS - 1) / BAND_ROWS;
  bench->parts = arena_take(arena, (size_t)head_count * (size_t)token_count, sizeof *bench->parts);
  bool taken = bench->parts && take_random(arena, bench, &rng, &bench->q) &&
               take_random(arena, bench, &rng, &bench->k) &&
               take_random(arena, bench, &rng, &bench->v) &&
               take_mat(arena, token_count, head_count * d_head, &bench->output) &&
               take_mask(arena, bench) && take_kept(arena, bench);
  return taken ? bench : NULL;
}

/* One task of the pool. Bands of different heads and rows write to different rows, so tasks share
** nothing that is written. */
static void run_band(void *self, int index) {
  const BenchStages *bench = self;
  int count = bench->head_count;
  int head = index / bench->band_count, first = index % bench->band_count * BAND_ROWS;
  int left = bench->token_count - first, rows = left < BAND_ROWS ? left : BAND_ROWS;
  Mat band[KEPT_STAGES];
  for (int i = 0; i < KEPT_STAGES; i++) band[i] = mat_rows(bench->kept[i][head], first, rows);
  MatView q = mat_view_rows(heads_view(mat_view(bench->q), head, count), first, rows);
  Mat output = mat_rows(heads_part(bench->output, head, count), first, rows);
  attn_scores(q, heads_view(mat_view(bench->k), head, count), band[SCORES]);
  attn_scale(mat_view(band[SCORES]), bench->d_head, band[SCALED]);
  attn_mask(mat_view(band[SCALED]), mask_rows(bench->mask, first, rows), band[MASKED]);
  attn_weights(mat_view(band[MASKED]), band[WEIGHTS],
               bench->parts + (size_t)head * (size_t)bench->token_count + first);
  attn_output(mat_view(band[WEIGHTS]), heads_view(mat_view(bench->v), head, count), output);
}

void bench_stages_run(BenchStages *bench, Pool *pool) {
  pool_run(pool, bench->head_count * bench->band_count, run_band, bench);
}
