/* session/commands/what_if_place.c -- which number is in focus, and where it is in the trace. */
#include "session/commands/what_if_internal.h"

#include <assert.h>
#include <math.h>

/* Heads that share K and V share their numbers: the first of them stands for all. */
static int first_sharing(const Trace *trace, int head) {
  while (head > 0 && trace_key_head(trace, head - 1) == trace_key_head(trace, head)) head--;
  return head;
}

void what_if_fit_head(const Trace *trace, WhatIf *at) {
  const TracePartInfo *info = trace_part_info(at->part);
  if (!info->per_head) at->head = 0;
  else if (info->per_key_head) at->head = first_sharing(trace, at->head);
}

void what_if_shape(const Trace *trace, const WhatIf *at, int *rows, int *cols) {
  const Trace *own = trace_of_layer(trace, at->layer);
  *rows = *cols = 0;
  if (!trace_has_part(own, at->part)) return;
  MatView lent = {0};
  if (!trace_part_info(at->part)->is_weights)
    trace_matrix_shape(own, at->part, at->layer, rows, cols);
  else lent = trace_matrix(own, at->part, at->layer, at->head);
  if (lent.at) *rows = lent.rows, *cols = lent.cols;
}

TracePart what_if_part_on_show(const Session *session, int *layer) {
  TracePart part = view_number_part(&session->view);
  *layer = session->view.layer;
  if (part == TRACE_INPUT) *layer = view_input_layer(&session->view, session->trace);
  bool is_there = part != TRACE_PART_COUNT && *layer >= 0 && trace_has_part(session->trace, part);
  return is_there ? part : TRACE_PART_COUNT;
}

bool what_if_focus(const Session *session, WhatIf *at) {
  int query, key, layer, rows, cols, term;
  TracePart part = what_if_part_on_show(session, &layer);
  view_focus(&session->view, &query, &key);
  (void)view_projection(&session->view, &term);
  if (part == TRACE_PART_COUNT || query < 0 || key < 0 || session->pending.is_on) return false;
  *at =
      (WhatIf){.part = part, .layer = layer, .head = session->view.head, .row = query, .col = key};
  if (trace_part_info(part)->is_weights) at->row = term;
  what_if_fit_head(session->trace, at);
  what_if_shape(session->trace, at, &rows, &cols);
  at->value = at->row < rows && key < cols ? what_if_number_at(session->trace, at) : NAN;
  return at->row < rows && key < cols;
}

float what_if_number_at(const Trace *trace, const WhatIf *at) {
  const Trace *own = trace_of_layer(trace, at->layer);
  MatView numbers = trace_matrix(own, at->part, at->layer, at->head);
  assert(at->row < numbers.rows && at->col < numbers.cols);
  return mat_get(numbers, at->row, at->col);
}

/* The numbers of the run without changes, so that a slider keeps its ends while it is dragged. */
float what_if_reach(const Trace *trace, const WhatIf *at) {
  const Trace *without = trace_without(trace) ? trace_without(trace) : trace;
  float largest = trace_part_info(at->part)->is_weights
                      ? mat_largest(trace_matrix(without, at->part, at->layer, at->head))
                      : trace_largest(without, at->part, at->layer, at->head);
  if (trace_part_info(at->part)->scale == SCALE_SHARES) return 1;
  return largest > 0 ? 1.5f * largest : 1;
}

bool session_focused_number(const Session *session, float *number, float *reach) {
  WhatIf at;
  if (session_is_recording(session) || session_is_shuffled(session)) return false;
  if (!what_if_focus(session, &at)) return false;
  *number = at.value;
  *reach = what_if_reach(session->trace, &at);
  return true;
}
