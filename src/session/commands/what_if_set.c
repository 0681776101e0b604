/* session/commands/what_if_set.c -- a number set by hand: "set scores 2 1 0.5", "set here 0.5". */
#include "session/commands/what_if_internal.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"

/* ---- what is read ---- */

bool what_if_read_value(const CommandContext *context, Str word, float *value) {
  return what_if_read_number(word, value) ||
         status_fail(context->status, STATUS_USAGE,
                     _("“%.*s” is no number that can be set; a number, inf, -inf and nan can"),
                     (int)str_head(word, LINE_SHOWN_BYTES).bytes, word.at);
}

static bool read_part(const CommandContext *context, TracePart *part) {
  Str word = command_text(context, 1);
  const char *names = what_if_part_names(context->session->scratch);
  *part = what_if_part(word);
  if (!names) return status_no_memory(context->status);
  return *part != TRACE_PART_COUNT ||
         status_fail(context->status, STATUS_USAGE,
                     _("no number of “%.*s” can be set; those of these can: %s"),
                     (int)str_head(word, LINE_SHOWN_BYTES).bytes, word.at, names);
}

static bool read_cell(const CommandContext *context, bool is_beyond, WhatIf *at) {
  int rows, cols;
  what_if_shape(context->session->trace, at, &rows, &cols);
  if (!is_beyond && (rows == 0 || cols == 0))
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("there is no matrix %s here, so no number of it can be set"),
                       trace_part_info(at->part)->name);
  return line_index(command_text(context, 2), _("there is no row “%.*s”; the rows go from 1 to %d"),
                    is_beyond ? WHAT_IF_INDEX_MOST : rows, &at->row, context->status) &&
         line_index(command_text(context, 3),
                    _("there is no column “%.*s”; the columns go from 1 to %d"),
                    is_beyond ? WHAT_IF_INDEX_MOST : cols, &at->col, context->status);
}

/* ---- the number of a place, and that in focus ---- */

static bool set_number(const CommandContext *context) {
  const Session *session = context->session;
  WhatIf one = {.layer = session->view.layer, .head = session->view.head};
  bool is_beyond;
  int layer;
  if (!read_part(context, &one.part)) return false;
  if (context->words->count < 5) return command_wrong(context);
  if (!view_shows_next_input(&session->view) && one.part == what_if_part_on_show(session, &layer))
    one.layer = layer;
  if (!what_if_read_where(context, 5, &one, &is_beyond)) return false;
  if (!is_beyond) what_if_fit_head(session->trace, &one);
  if (!trace_part_info(one.part)->per_head) one.head = 0;
  if (!read_cell(context, is_beyond, &one)) return false;
  if (command_is(context, 4, "off")) return what_if_take(context, &one);
  return what_if_read_value(context, command_text(context, 4), &one.value) &&
         what_if_may_change(context) && what_if_put(context, &one, false);
}

bool what_if_needs_focus(const CommandContext *context, WhatIf *at) {
  return what_if_focus(context->session, at) ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("no number is chosen that can be set: choose a cell of X, Q, K, V, the "
                       "scores or the weights, as in stage scores; cell 2 1"));
}

/* "set here 0.5", "set here at 0.25" of a slider; "drag" behind either joins what is one move. */
static bool set_here(const CommandContext *context) {
  WhatIf one;
  float share;
  bool is_at = command_is(context, 2, "at");
  int last = is_at ? 3 : 2;
  bool is_drag = command_is(context, last + 1, "drag");
  if (!command_has(context, is_drag ? last + 1 : last) || !what_if_needs_focus(context, &one))
    return false;
  if (!is_at && command_is(context, 2, "off")) return what_if_take(context, &one);
  if (!is_at && !what_if_read_value(context, command_text(context, 2), &one.value)) return false;
  if (is_at && !command_number(context, 3, 0, 1, &share)) return false;
  float reach = is_at ? what_if_reach(context->session->trace, &one) : 0;
  bool is_share = trace_part_info(one.part)->scale == SCALE_SHARES;
  if (is_at) one.value = is_share ? share : float_lerp(-reach, reach, share);
  return what_if_may_change(context) && what_if_put(context, &one, is_drag);
}

static const struct {
  const char *name;
  CommandRun run;
} of_set[] = {{"here", set_here},     {"field", what_if_open_field}, {"leave", what_if_close_field},
              {"type", what_if_type}, {"erase", what_if_erase},      {"enter", what_if_enter}};

bool do_set(const CommandContext *context) {
  if (context->words->count == 2 && command_is(context, 1, "off"))
    return what_if_take_all(context, WHAT_IF_NUMBER);
  for (size_t i = 0; i < sizeof of_set / sizeof of_set[0]; i++)
    if (command_is(context, 1, of_set[i].name)) return of_set[i].run(context);
  return set_number(context);
}
