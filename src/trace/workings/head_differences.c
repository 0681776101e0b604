/* trace/workings/head_differences.c -- the difference of weights of every head, and their ranks. */
#include "trace/workings/head_differences.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "trace/thumbnails.h"

const HeadDifference *head_difference_at(const HeadDifferences *differences, int layer, int head) {
  assert(layer >= 0 && head >= 0 && head < differences->heads_most);
  return &differences->at[layer * differences->heads_most + head];
}

/* The matched rows and columns alone. NULL at: out of memory. */
static MatView matched(Arena *arena, const TwoRuns *beside) {
  int rows = beside->rows.pair_count, cols = beside->cols.pair_count, row = 0;
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  for (int i = 0; at && i < beside->rows.count; i++) {
    if (beside->rows.at[i].a < 0 || beside->rows.at[i].b < 0) continue;
    int col = 0;
    for (int j = 0; j < beside->cols.count; j++)
      if (beside->cols.at[j].a >= 0 && beside->cols.at[j].b >= 0)
        at[row * cols + col++] = mat_get(beside->difference, i, j);
    row++;
  }
  return (MatView){at, rows, cols, cols};
}

static bool measure(Arena *arena, Arena *work, const TwoRuns *beside, HeadDifference *made) {
  MatView whole = matched(work, beside);
  made->errors = beside->errors;
  made->is_there = whole.rows > 0 && whole.cols > 0;
  if (!whole.at) return false;
  if (!made->is_there) return true;
  made->small = trace_thumbnail_of(arena, whole);
  return made->small.at != NULL;
}

/* Each head has the memory of the one before. */
static bool measure_all(Arena *arena, Arena *work, const Trace *now, const Trace *kept,
                        HeadDifference *at, HeadDifferences *made) {
  for (int layer = 0; layer < trace_layer_count(now); layer++)
    for (int head = 0; head < trace_head_count(now, layer); head++) {
      HeadDifference *of_head = &at[layer * made->heads_most + head];
      TraceMatrixId weights = {TRACE_WEIGHTS, layer, head};
      if (beside_problem(now, kept, weights)) continue;
      arena_reset(work);
      const TwoRuns *beside = beside_make(work, now, kept, weights, NULL);
      if (!beside || !measure(arena, work, beside, of_head)) return false;
      made->there_count += of_head->is_there;
      made->largest = fmaxf(made->largest, of_head->errors.largest);
      made->is_mean |=
          beside->rows.pair_count > TRACE_SMALL || beside->cols.pair_count > TRACE_SMALL;
    }
  return true;
}

typedef struct Ranked {
  HeadPlace place;
  bool is_there;
  float mean;
} Ranked;

static int compare(const void *first, const void *second) {
  const Ranked *a = first, *b = second;
  if (a->is_there != b->is_there) return a->is_there ? -1 : 1;
  if (a->mean > b->mean) return -1;
  if (a->mean < b->mean) return 1;
  return a->place.layer != b->place.layer ? a->place.layer - b->place.layer
                                          : a->place.head - b->place.head;
}

static bool rank(Arena *arena, const Trace *now, HeadDifference *at, HeadDifferences *made) {
  HeadPlace *places = head_order(now, false, arena, &made->count);
  Ranked *ranked = arena_take(arena, (size_t)made->count, sizeof *ranked);
  if (!places || !ranked) return false;
  for (int i = 0; i < made->count; i++) {
    const HeadDifference *head = &at[places[i].layer * made->heads_most + places[i].head];
    ranked[i] = (Ranked){places[i], head->is_there, head->errors.mean};
  }
  qsort(ranked, (size_t)made->count, sizeof *ranked, compare);
  for (int i = 0; i < made->count; i++) {
    places[i] = ranked[i].place;
    at[places[i].layer * made->heads_most + places[i].head].rank = i;
  }
  made->order = places;
  return true;
}

bool head_differences_make(Arena *arena, const Trace *now, const Trace *kept,
                           HeadDifferences *made) {
  int layers = trace_layer_count(now);
  *made = (HeadDifferences){.heads_most = 1};
  for (int layer = 0; layer < layers; layer++)
    if (trace_head_count(now, layer) > made->heads_most)
      made->heads_most = trace_head_count(now, layer);
  HeadDifference *at = arena_take(arena, (size_t)layers * (size_t)made->heads_most, sizeof *at);
  Arena *work = arena_make(0);
  made->at = at;
  bool done =
      at && work && measure_all(arena, work, now, kept, at, made) && rank(arena, now, at, made);
  arena_free(work);
  return done;
}
