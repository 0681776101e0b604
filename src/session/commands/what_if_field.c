/* session/commands/what_if_field.c -- the field over the cell in focus, into which a number is
** typed: "set field", "set type 0.5", "set enter". */
#include "session/commands/what_if_internal.h"

#include <string.h>

#include "base/i18n.h"

bool what_if_open_field(const CommandContext *context) {
  Session *session = context->session;
  WhatIf at;
  if (!command_has(context, 1) || !what_if_needs_focus(context, &at) ||
      !what_if_may_change(context))
    return false;
  view_focus(&session->view, &session->view.query, &session->view.key);
  session->view.locked = true;
  session->view.sets_number = true;
  session->view.number_typed[0] = 0;
  return true;
}

bool what_if_close_field(const CommandContext *context) {
  if (!command_has(context, 1)) return false;
  context->session->view.sets_number = false;
  return true;
}

static bool needs_field(const CommandContext *context) {
  return context->session->view.sets_number ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("no field is open to type a number into; set field opens one"));
}

bool what_if_type(const CommandContext *context) {
  char *typed = context->session->view.number_typed;
  Str text = command_text(context, 2);
  size_t bytes = strlen(typed);
  if (!command_has(context, 2) || !needs_field(context)) return false;
  for (size_t i = 0; i < text.bytes; i++) {
    char c = text.at[i];
    if (!strchr("0123456789+-.einfa", c) || c == 0) continue; /* of no number */
    if (bytes + 1 < VIEW_NUMBER_BYTES) typed[bytes++] = c;
  }
  typed[bytes] = 0;
  return true;
}

bool what_if_erase(const CommandContext *context) {
  char *typed = context->session->view.number_typed;
  if (!command_has(context, 1) || !needs_field(context)) return false;
  if (typed[0]) typed[strlen(typed) - 1] = 0;
  return true;
}

/* A word that is no number stays, to be mended. */
bool what_if_enter(const CommandContext *context) {
  Session *session = context->session;
  WhatIf one;
  if (!command_has(context, 1) || !needs_field(context) || !what_if_needs_focus(context, &one))
    return false;
  Str typed = str_from(session->view.number_typed);
  bool is_typed = typed.bytes > 0;
  if (is_typed &&
      (!what_if_read_value(context, typed, &one.value) || !what_if_put(context, &one, false)))
    return false;
  session->view.sets_number = false;
  return true;
}
