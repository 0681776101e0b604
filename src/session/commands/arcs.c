/* session/commands/arcs.c -- the arcs of one head or of all heads of the layer, and which heads are
** among them. */
#include <stdio.h>

#include "base/i18n.h"
#include "session/commands/setting_table.h"
#include "session/session_internal.h"

enum { HEADS_MOST = 64 }; /* the bits of View.arcs_left_out */

static int head_count(const CommandContext *context) {
  const Session *session = context->session;
  return trace_head_count(session->trace, session->view.layer);
}

/* The heads 0 … count − 1. */
static uint64_t all_of(int count) {
  return count >= HEADS_MOST ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

void arcs_write_left_out(const View *view, char line[SETTING_LINE_BYTES]) {
  int bytes =
      snprintf(line, SETTING_LINE_BYTES, "arcs without %s", view->arcs_left_out == 0 ? "none" : "");
  bool is_first = true;
  for (int head = 0; head < HEADS_MOST; head++) {
    if (!(view->arcs_left_out >> head & 1u)) continue;
    bytes += snprintf(line + bytes, SETTING_LINE_BYTES - (size_t)bytes, is_first ? "%d" : ",%d",
                      head + 1);
    is_first = false;
  }
}

/* "1,3" as bits; heads that the layer lacks are refused up to `most`. */
static bool read_heads(const CommandContext *context, int most, uint64_t *heads) {
  Str rest = command_text(context, 2);
  *heads = 0;
  while (rest.bytes > 0) {
    size_t end = 0;
    while (end < rest.bytes && rest.at[end] != ',') end++;
    int head;
    if (!line_index((Str){rest.at, end}, _("there is no head “%.*s”; the numbers go from 1 to %d"),
                    most, &head, context->status))
      return false;
    *heads |= UINT64_C(1) << head;
    bool is_last = end == rest.bytes;
    rest = is_last ? (Str){"", 0} : (Str){rest.at + end + 1, rest.bytes - end - 1};
    if (!is_last && rest.bytes == 0) return command_wrong(context);
  }
  return *heads != 0 || command_wrong(context);
}

static int most_heads(const CommandContext *context) {
  int count = head_count(context);
  return count < HEADS_MOST ? count : HEADS_MOST;
}

static bool choose_heads(const CommandContext *context) {
  View *view = &context->session->view;
  uint64_t heads = all_of(most_heads(context));
  if (!command_has(context, 2)) return false;
  if (!command_is(context, 2, "all") && !read_heads(context, most_heads(context), &heads))
    return false;
  view->arcs_left_out = all_of(most_heads(context)) & ~heads;
  return true;
}

/* A state may leave out heads that this layer lacks. */
static bool leave_out(const CommandContext *context) {
  uint64_t heads = 0;
  if (!command_has(context, 2)) return false;
  if (!command_is(context, 2, "none") && !read_heads(context, HEADS_MOST, &heads)) return false;
  context->session->view.arcs_left_out = heads;
  return true;
}

/* Alone, or with all others again where it is alone. */
static void leave_alone(View *view, uint64_t bit, uint64_t all) {
  uint64_t others = all & ~bit;
  view->arcs_left_out = (view->arcs_left_out & all) == others ? 0 : others;
}

static bool switch_head(const CommandContext *context) {
  View *view = &context->session->view;
  int head;
  if (!command_has(context, 3)) return false;
  if (!line_index(command_text(context, 2),
                  _("there is no head “%.*s”; the numbers go from 1 to %d"), most_heads(context),
                  &head, context->status))
    return false;
  uint64_t bit = UINT64_C(1) << head;
  if (command_is(context, 3, "on")) view->arcs_left_out &= ~bit;
  else if (command_is(context, 3, "off")) view->arcs_left_out |= bit;
  else if (command_is(context, 3, "toggle")) view->arcs_left_out ^= bit;
  else if (command_is(context, 3, "only")) leave_alone(view, bit, all_of(most_heads(context)));
  else return command_wrong(context);
  return true;
}

/* all: of all heads and on; with toggle, where they are that already, off. */
static bool show_all(const CommandContext *context) {
  View *view = &context->session->view;
  bool toggles = command_is(context, 2, "toggle");
  if (!command_has(context, toggles ? 2 : 1)) return false;
  bool goes = toggles && view->arcs && view->arcs_all && view->kind == VIEW_STAGE;
  view->arcs = !goes;
  view->arcs_all = true;
  if (toggles && !goes) overlays_show_weights(context->session);
  return true;
}

bool do_arcs(const CommandContext *context) {
  if (command_is(context, 1, "all")) return show_all(context);
  if (command_is(context, 1, "heads")) return choose_heads(context);
  if (command_is(context, 1, "without")) return leave_out(context);
  if (command_is(context, 1, "head")) return switch_head(context);
  return do_setting(context);
}
