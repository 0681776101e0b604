/* session/compute/cost_times.c -- begins measuring when costs are on show, and takes what
** is there. */
#include "session/compute/cost_times.h"

#include "base/os.h"
#include "session/session_internal.h"

static const double look_every_ms = 100;

/* What the times depend on. */
static bool same_sizes(const CostSizes *a, const CostSizes *b) {
  return a->d_query == b->d_query && a->d_value == b->d_value && a->window == b->window &&
         a->is_causal == b->is_causal && a->keys == b->keys && a->features == b->features &&
         a->tile_rows == b->tile_rows && a->tile_cols == b->tile_cols;
}

static void begin(Session *session, const CostSizes *sizes) {
  cost_times_free(&session->timing);
  session->timing = (Timing){.measurement = attention_times_make(sizes), .sizes = *sizes};
  session->timing.found.is_finished = session->timing.measurement == NULL;
  session->revision++;
}

double cost_times_tick(Session *session) {
  Timing *timing = &session->timing;
  bool wanted = session->view.kind == VIEW_COST && !session->dry && !session->is_lent;
  CostSizes sizes = cost_sizes_of(session->trace);
  if (!wanted || os_memory_is_limited()) return -1;
  bool is_known = timing->measurement || timing->found.is_finished;
  if (!is_known || !same_sizes(&timing->sizes, &sizes)) begin(session, &sizes);
  if (timing->found.is_finished) return -1;
  int before = timing->found.count;
  attention_times_copy(timing->measurement, &timing->found);
  if (timing->found.count != before || timing->found.is_finished) session->revision++;
  return timing->found.is_finished ? -1 : look_every_ms;
}

void cost_times_free(Timing *timing) {
  attention_times_free(timing->measurement);
  timing->measurement = NULL;
}

const CostTimes *session_cost_times(const Session *session) {
  const Timing *timing = &session->timing;
  bool is_begun = timing->measurement || timing->found.is_finished;
  return is_begun && session->view.kind == VIEW_COST ? &timing->found : NULL;
}

void session_measure_costs(const Session *session, CostTimes *times) {
  CostSizes sizes = cost_sizes_of(session_trace(session));
  attention_times_measure(&sizes, times);
}
