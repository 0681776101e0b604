/* trace/workings/mixture.c -- the recipe of one mixture, its sources in the order of their shares.
*/
#include "trace/workings/mixture.h"

#include <assert.h>
#include <math.h>

static bool is_heavier(const float *shares, int a, int b) {
  float of_a = fabsf(shares[a]), of_b = fabsf(shares[b]);
  return of_a > of_b || (of_a == of_b && a < b);
}

/* Shell sort, as workings.c sorts weights. */
static void sort_by_share(const float *shares, int *order, int count) {
  for (int i = 0; i < count; i++) order[i] = i;
  for (int gap = count / 2; gap > 0; gap /= 2)
    for (int i = gap; i < count; i++) {
      int moved = order[i], place = i;
      for (; place >= gap && is_heavier(shares, moved, order[place - gap]); place -= gap)
        order[place] = order[place - gap];
      order[place] = moved;
    }
}

const Mixture *mixture_make(Arena *arena, const Trace *trace, int layer, int head, int mixture) {
  assert(trace_keys_are_mixtures(trace) && mixture >= 0 && mixture < trace_key_count(trace));
  int count = trace_source_count(trace);
  Mixture *made = arena_take(arena, 1, sizeof *made);
  int *order = arena_take(arena, (size_t)count, sizeof *order);
  if (!made || !order) return NULL;
  MatView e = trace_matrix(trace, TRACE_E, layer, head);
  MatView f = trace_matrix(trace, TRACE_F, layer, head);
  sort_by_share(mat_row(e, mixture), order, count);
  *made = (Mixture){
      .source_count = count,
      .of_keys = mat_row(e, mixture),
      .of_values = mat_row(f, mixture),
      .heaviest = order,
      .keys = mat_view_rows(trace_matrix(trace, TRACE_K_PROJECTED, layer, head), mixture, 1),
      .values = mat_view_rows(trace_matrix(trace, TRACE_V_PROJECTED, layer, head), mixture, 1)};
  return made;
}
