/* session/commands/overlays.c -- effects of changing threshold, arcs, tint, contrast or the order
** of layers × heads, and the command lens. */
#include <assert.h>

#include "base/i18n.h"
#include "base/number.h"
#include "session/commands/setting_table.h"
#include "session/session_internal.h"
#include "trace/head_order.h"
#include "trace/workings/exact.h"

/* The values that the key steps through, after "all". */
static const float thresholds[] = {90, 75, 50};
enum { THRESHOLD_COUNT = sizeof thresholds / sizeof thresholds[0] };
static const float threshold_step = 5;

void overlays_show_weights(Session *session) {
  View *view = &session->view;
  bool many = view->kind == VIEW_GRID || view->kind == VIEW_HEADS;
  if (many) {
    steps_begin_transition(session);
    view->kind = VIEW_STAGE;
    session_fit_view(session);
  }
  StageId weights = stage_of_part(TRACE_WEIGHTS);
  if (view->kind != VIEW_STAGE || view->stage != weights) steps_go(session, weights);
}

/* ---- threshold ---- */

/* The key steps through a few common values; typed numbers may be any. */
static float next_threshold(float now) {
  if (now <= 0) return thresholds[0];
  for (int i = 0; i < THRESHOLD_COUNT; i++)
    if (thresholds[i] < now) return thresholds[i];
  return 0;
}

/* − shows fewer keys, + more; beyond 100 all of them. */
static float stepped_threshold(float now, bool more) {
  if (now <= 0) return more ? 0 : 100;
  float next = more ? now + threshold_step : now - threshold_step;
  return next > 100 ? 0 : next < 1 ? 1 : next;
}

float overlays_step_threshold(float now, SettingStep step) {
  return step == SETTING_NEXT ? next_threshold(now) : stepped_threshold(now, step == SETTING_UP);
}

/* The grid of layers × heads and the heads of a layer show weights too. */
static bool has_weights(const View *view) {
  return view->kind == VIEW_GRID || view->kind == VIEW_HEADS;
}

bool overlays_threshold_changed(const CommandContext *context) {
  const View *view = &context->session->view;
  if (command_is(context, 1, "next") && view->threshold > 0 && !has_weights(view))
    overlays_show_weights(context->session);
  return true;
}

/* ---- arcs and tint ---- */

bool overlays_arcs_changed(const CommandContext *context) {
  if (command_is(context, 1, "toggle") && context->session->view.arcs)
    overlays_show_weights(context->session);
  return true;
}

/* Tells why the tint shows nothing: it needs a selected row. */
bool overlays_tint_changed(const CommandContext *context) {
  const View *view = &context->session->view;
  bool begins = command_is(context, 1, "toggle") && view->tint;
  if (begins && trace_is_cross(context->session->trace) &&
      trace_is_recorded(context->session->trace))
    session_tell(context->session, _("The keys are not the words above, so these take no colours; "
                                     "“export what sentence” draws the keys in theirs"));
  else if (begins && view->query < 0)
    session_tell(context->session, _("Choose a row, and the sentence takes its colours: point at a "
                                     "token or press ↓"));
  return true;
}

/* ---- contrast ---- */

/* In short rows the colours of weights reach from 0 to 1 anyway, so contrast changes nothing
** there, which is told. The key goes back to what long rows have by themselves where that is the
** same. */
static bool toggle_contrast(Session *session) {
  View *view = &session->view;
  int keys = trace_key_count(session->trace);
  bool begins = !view_has_contrast(view, keys);
  bool has_colors = has_weights(view) || view->kind == VIEW_AVERAGE || view->kind == VIEW_ROLLOUT;
  view->contrast = CONTRAST_AUTO;
  if (view_has_contrast(view, keys) != begins) view->contrast = begins ? CONTRAST_ON : CONTRAST_OFF;
  if (begins && !has_colors) overlays_show_weights(session);
  if (begins && view_strongest_share(keys) >= 1)
    session_tell(session, _("With so few keys the colours of weights reach from 0 to 1 anyway"));
  return true;
}

bool do_contrast(const CommandContext *context) {
  bool toggles = command_is(context, 1, "toggle") && command_has(context, 1);
  return toggles ? toggle_contrast(context->session) : do_setting(context);
}

/* ---- compare ---- */

/* Tells why nothing is compared. */
static void tell_problem(Session *session) {
  ExactProblem problem = exact_problem(session->trace);
  if (problem == EXACT_NOTHING_LAID_OVER)
    session_tell(session, _("Nothing is laid over this model, so there is nothing to compare with "
                            "exact attention; the menu Attention lays something over"));
  if (problem == EXACT_NO_MASK)
    session_tell(session, _("This recording does not say what its mask hides, so exact attention "
                            "cannot be computed"));
  if (problem == EXACT_NO_QKV)
    session_tell(session, _("This recording has no queries, keys and values that exact attention "
                            "could be computed from"));
}

/* The key shows what it begins; typed, the command leaves the stage as it is. */
bool overlays_compare_changed(const CommandContext *context) {
  Session *session = context->session;
  const View *view = &session->view;
  if (view->compare == COMPARE_ORDER && !trace_in_order(session->trace))
    session_tell(session, _("The tokens stand in their own order; “shuffle” puts them in another"));
  if (view->compare == COMPARE_KEPT && !session_now(session)->kept)
    session_tell(session, _("No run is kept; freeze keeps the one on show"));
  if (view->compare != COMPARE_EXACT) return true;
  bool is_shown = view->kind == VIEW_STAGE &&
                  (stage_info(view->stage)->by_pair || view->stage == stage_of_part(TRACE_OUTPUT));
  if (exact_problem(session->trace) != EXACT_FINE) tell_problem(session);
  else if (command_is(context, 1, "toggle") && !is_shown) overlays_show_weights(session);
  return true;
}

bool do_compare(const CommandContext *context) {
  View *view = &context->session->view;
  if (!command_is(context, 1, "toggle")) return do_setting(context);
  if (!command_has(context, 1)) return false;
  if (mistake_quiz_asks(&session_now(context->session)->quiz))
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("a quiz asks what is wrong, and exact attention would tell: answer first, "
                         "or quiz off"));
  view->compare = view->compare == COMPARE_EXACT ? COMPARE_OFF : COMPARE_EXACT;
  return overlays_compare_changed(context);
}

/* ---- lens ---- */

static bool read_lens_cell(const CommandContext *context, View *view) {
  int rows, cols, query, key;
  trace_stage_shape(context->session->trace, stage_of_part(TRACE_WEIGHTS), &rows, &cols);
  if (!line_index(command_text(context, 1),
                  _("there is no query “%.*s”; the numbers go from 1 to %d"), rows, &query,
                  context->status) ||
      !line_index(command_text(context, 2),
                  _("there is no key “%.*s”; the numbers go from 1 to %d"), cols, &key,
                  context->status))
    return false;
  view->lens = true;
  view->lens_query = query;
  view->lens_key = key;
  return true;
}

bool do_lens(const CommandContext *context) {
  View *view = &context->session->view;
  if (context->words->count == 3) return read_lens_cell(context, view);
  if (!command_switch(context, "off", "on", &view->lens)) return false;
  view->lens_query = view->lens_key = -1;
  bool pairs = view->kind == VIEW_STAGE && stage_info(view->stage)->by_pair;
  if (view->kind == VIEW_STAGE && !pairs && view->lens && !command_is(context, 1, "toggle"))
    session_tell(context->session, _("The lens stands over a matrix of pairs, as at the stages "
                                     "from the scores to the weights; here is none"));
  if (!command_is(context, 1, "toggle") || !view->lens) return true;
  if (!pairs) overlays_show_weights(context->session);
  session_tell(context->session,
               _("The lens follows the pointer and the cell cursor where cells are too small for "
                 "digits; “lens 8 2” puts it at a cell; z puts it away"));
  return true;
}

/* ---- the order of layers × heads ---- */

/* The key goes round the orders that there are, and shows what they are of. */
bool do_sort(const CommandContext *context) {
  Session *session = context->session;
  View *view = &session->view;
  if (!command_is(context, 1, "toggle")) return do_setting(context);
  if (!command_has(context, 1)) return false;
  bool has_difference = view->compare == COMPARE_KEPT && session_kept_run(session);
  view->grid_order = view->grid_order == GRID_BY_LAYER                    ? GRID_BY_ROLE
                     : view->grid_order == GRID_BY_ROLE && has_difference ? GRID_BY_DIFFERENCE
                                                                          : GRID_BY_LAYER;
  return view->kind == VIEW_GRID || session_do(session, "view grid", context->status);
}

/* An opened table, and the list of terms, begin at their first row. */
bool overlays_products_changed(const CommandContext *context) {
  context->session->view.panel_scroll = 0;
  context->session->view.panel_page = 1;
  return true;
}

static void show_head(Session *session, int layer, int head) {
  View *view = &session->view;
  view->layer = int_clamp(layer, 0, trace_layer_count(session->trace) - 1);
  view->head = int_clamp(head, 0, trace_head_count(session->trace, view->layer) - 1);
  session_fit_view(session);
  view->grid_follows = true;
}

/* The index of the first head of the next role (by +1), or of the one before (by −1), in the
** list sorted by role. */
static int neighbour_role(const Trace *trace, const HeadPlace *places, int count, int at, int by) {
  assert(at >= 0 && at < count && by != 0);
  Str own = trace_head_role(trace, places[at].layer, places[at].head);
  int next = at + by;
  while (next >= 0 && next < count &&
         str_equal(own, trace_head_role(trace, places[next].layer, places[next].head)))
    next += by;
  next = int_clamp(next, 0, count - 1);
  if (by > 0) return next;
  own = trace_head_role(trace, places[next].layer, places[next].head);
  while (next > 0 &&
         str_equal(own, trace_head_role(trace, places[next - 1].layer, places[next - 1].head)))
    next--;
  return next;
}

bool overlays_move_head(Session *session, int down, int right, Status *status) {
  assert(!down || !right);
  const View *view = &session->view;
  int count, at = 0;
  const HeadDifferences *differences = session_head_differences(session);
  bool by_difference = view->grid_order == GRID_BY_DIFFERENCE;
  if (view->grid_order == GRID_BY_LAYER || (by_difference && !differences)) {
    show_head(session, view->layer + down, view->head + right);
    return true;
  }
  if (by_difference) {
    int rank = head_difference_at(differences, view->layer, view->head)->rank;
    HeadPlace next = differences->order[int_clamp(rank + down + right, 0, differences->count - 1)];
    show_head(session, next.layer, next.head);
    return true;
  }
  ArenaMark mark = arena_mark(session->scratch);
  const HeadPlace *places = head_order(session->trace, true, session->scratch, &count);
  if (!places) return status_no_memory(status);
  while (at < count && (places[at].layer != view->layer || places[at].head != view->head)) at++;
  at = int_clamp(at, 0, count - 1);
  at = down ? neighbour_role(session->trace, places, count, at, down)
            : int_clamp(at + right, 0, count - 1);
  show_head(session, places[at].layer, places[at].head);
  arena_rewind(session->scratch, mark);
  return true;
}
