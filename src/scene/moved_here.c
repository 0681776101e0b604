/* scene/moved_here.c -- the numbers before, of a run without changes or of exact attention. */
#include "scene/moved_here.h"

#include "trace/trace_mistake.h"
#include "trace/workings/exact.h"

static bool is_step_bent(const Trace *trace) {
  const AttentionKind *now = trace_kind(trace), *own = trace_own_kind(trace);
  return !kind_agrees(now, own, KIND_SCALE) || !kind_agrees(now, own, KIND_SOFTMAX);
}

static bool is_worked_out(const Scene *scene, TracePart part) {
  const Trace *trace = scene->trace;
  bool is_there =
      part == TRACE_OUTPUT || (trace_part_info(part)->by_pair && exact_part_beside(part) == part);
  return is_there && scene->interactive && scene->view->compare == COMPARE_OFF &&
         is_step_bent(trace) && !mistake_quiz_asks(trace_quiz(trace)) &&
         exact_problem(trace) == EXACT_FINE && !trace_in_order(trace) &&
         trace_source_count(trace) <= MOVED_TOKENS_MOST && trace_has_part(trace, part);
}

static Moved against_exact(const Scene *scene, TracePart part) {
  int layer = scene->view->layer, head = scene->view->head;
  bool is_output = part == TRACE_OUTPUT;
  const Exact *exact =
      exact_make(scene->pen.list->arena, scene->trace,
                 (TraceMatrixId){is_output ? TRACE_WEIGHTS : part, layer, head}, NULL);
  Moved moved = {.trace = scene->trace};
  if (!exact || !(is_output ? exact->has_output : exact->has_pairs)) return moved;
  moved.now = trace_matrix(scene->trace, part, layer, head);
  MatView before = is_output ? exact->output : exact->pairs;
  if (before.rows == moved.now.rows && before.cols == moved.now.cols) moved.before = before;
  return moved;
}

Moved moved_here(const Scene *scene, TracePart part) {
  if (trace_what_ifs(scene->trace))
    return moved_make(scene->trace, part, scene->view->layer, scene->view->head);
  return is_worked_out(scene, part) ? against_exact(scene, part) : (Moved){.trace = scene->trace};
}
