/* session/commands/navigation.c -- commands that choose what is on show: layer,
** head, view; and those that leave and choose. */
#include <stdio.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/view_kinds.h"
#include "session/commands/what_if.h"
#include "session/lesson/on_show.h"
#include "session/menu/help_search.h"
#include "session/session_internal.h"

enum { BEYOND_MOST = 1 << 20 };

/* Reads N, next or prev; next of the last is the last. "N beyond" was written before their number
** was known: it gives the last where there are fewer. */
static bool read_index(const CommandContext *context, int argument, const char *none, int count,
                       int *index) {
  if (command_is(context, argument + 1, "beyond")) {
    if (!line_index(command_text(context, argument), none, BEYOND_MOST, index, context->status))
      return false;
    *index = int_clamp(*index, 0, count - 1);
    return true;
  }
  if (command_is(context, argument, "next")) *index = int_clamp(*index + 1, 0, count - 1);
  else if (command_is(context, argument, "prev")) *index = int_clamp(*index - 1, 0, count - 1);
  else return line_index(command_text(context, argument), none, count, index, context->status);
  return true;
}

/* Another layer may have fewer heads, so the view is fitted to it. */
bool do_layer(const CommandContext *context) {
  Session *session = context->session;
  if (!command_has(context, command_is(context, 2, "beyond") ? 2 : 1)) return false;
  if (!read_index(context, 1, _("there is no layer “%.*s”; the numbers go from 1 to %d"),
                  trace_layer_count(session->trace), &session->view.layer))
    return false;
  session_fit_view(session);
  return true;
}

/* solo keeps the head on show alone until it is switched off. */
bool do_head(const CommandContext *context) {
  View *view = &context->session->view;
  if (command_is(context, 1, "off") || command_is(context, 1, "on")) return what_if_head(context);
  bool solo = command_is(context, 1, "solo");
  int last = solo ? 2 : 1;
  if (!command_has(context, command_is(context, last + 1, "beyond") ? last + 1 : last))
    return false;
  if (solo && command_is(context, 2, "off")) {
    view->solo = false;
    return true;
  }
  int count = trace_head_count(context->session->trace, view->layer);
  if (!read_index(context, last, _("there is no head “%.*s”; the numbers go from 1 to %d"), count,
                  &view->head))
    return false;
  if (solo) view->solo = true;
  return true;
}

/* ---- view ---- */

bool do_view(const CommandContext *context) {
  View *view = &context->session->view;
  ViewKind kind;
  bool back = context->words->count == 3 && command_is(context, 2, "toggle");
  if (!back && !command_has(context, 1)) return false;
  if (command_is(context, 1, "toggle"))
    kind = view->kind == VIEW_OVERVIEW ? VIEW_STAGE : VIEW_OVERVIEW;
  else if (!view_kind_find(command_text(context, 1), &kind)) {
    const char *names[VIEW_KIND_COUNT];
    for (int i = 0; i < VIEW_KIND_COUNT; i++) names[i] = view_kind_name((ViewKind)i);
    return names_refuse(&(Names){_("there is no view “%.*s”; it is one of: %s"),
                                 _("there is no view “%.*s”; did you mean “%s”? It is one of: %s"),
                                 names, VIEW_KIND_COUNT},
                        command_text(context, 1), context->status);
  }
  if (back && kind == view->kind && kind == VIEW_TRAINING)
    return training_leave(context->session, context->status);
  if (back && kind == view->kind) kind = VIEW_STAGE;
  if (kind == VIEW_BOARD && !session_board(context->session))
    return context->session->is_blind ||
           status_fail(
               context->status, STATUS_COULD_NOT,
               _("view board shows a model that is typed in; board new begins one, and model "
                 "on-paper is one"));
  if (kind == VIEW_TRAINING && !training_enter(context->session, context->status)) return false;
  if (kind != view->kind) steps_begin_transition(context->session);
  int rows, cols;
  bool were_pairs = session_cell_shape(context->session, &rows, &cols);
  view->kind = kind;
  if (session_cell_shape(context->session, &rows, &cols) != were_pairs)
    view->key = view->hover_key = -1;
  session_fit_view(context->session);
  return true;
}

/* ---- leaving ---- */

static bool leave_overlay(Session *session) {
  View *view = &session->view;
  if (view->menu == MENU_HELP && help_search_clear(session)) return true;
  if (view->menu != MENU_NONE) view->menu = MENU_NONE;
  else if (session->edit.composition[0]) session->edit.composition[0] = 0;
  else if (view->glossary && !session->edit.active) view->glossary = false;
  else return false;
  return true;
}

static bool leave_editor(View *view) {
  bool was_on = view->mask_editor;
  view->mask_editor = false;
  return was_on;
}

static bool leave_lesson(const CommandContext *context) {
  session_tell(context->session, _("The lesson is closed; F2, Enter opens it again at this page."));
  return session_do(context->session, "lesson close back", context->status);
}

/* Stops a script, and then nothing else. Otherwise does the first that applies: close what is open,
** innermost first; stop long work; end editing; unlock the cell; leave the
** lesson; leave full screen. */
bool do_escape(const CommandContext *context) {
  View *view = &context->session->view;
  SessionProgress progress;
  const SessionHooks *hooks = &context->session->hooks;
  if (!command_has(context, 0)) return false;
  bool is_open = view->menu != MENU_NONE || view->glossary || context->session->edit.active;
  if (view->presenter && !is_open)
    return session_do(context->session, "presenter off", context->status);
  if (script_stop(context->session, true)) return true;
  if (leave_overlay(context->session)) return true;
  if (session_progress(context->session, &progress)) return compute_cancel(context->session);
  if (context->session->edit.active) return editing_cancel(context->session, context->status);
  if (leave_editor(view)) return true;
  if (view->shakes) return session_do(context->session, "shake off", context->status);
  if (view->playing) view->playing = false;
  else if (view->key_alone >= 0) view->key_alone = -1;
  else if (view->locked || (view->query >= 0 && view->filled < 0)) {
    view->locked = false;
    view->query = view->key = -1;
  } else if (session_lesson(context->session) && !view->solo) return leave_lesson(context);
  else if (view->kind == VIEW_HEADS || view->kind == VIEW_GRID || view_kind_info(view->kind)->room)
    return session_do(context->session, "view stage", context->status);
  else if (view->solo) view->solo = false;
  else if (hooks->leave_full_screen) hooks->leave_full_screen(hooks->self);
  return true;
}

bool do_enter(const CommandContext *context) {
  Session *session = context->session;
  const View *view = &session->view;
  if (!command_has(context, 0)) return false;
  if (view->menu != MENU_NONE) return session_do(session, "menu choose", context->status);
  if (view->kind == VIEW_BOARD) return session_do(session, "board enter", context->status);
  bool pairs = stage_info(view->stage)->by_pair;
  if (view->mask_editor && pairs && view->query >= 0) {
    char line[64];
    if (view->key < 0) snprintf(line, sizeof line, "mask row %d toggle", view->query + 1);
    else snprintf(line, sizeof line, "mask %d %d toggle", view->query + 1, view->key + 1);
    return session_do(session, line, context->status);
  }
  if (view->kind == VIEW_GRID) return session_do(session, "view stage", context->status);
  WhatIf at;
  bool sets = view->locked && !session_is_recording(session) && what_if_focus(session, &at);
  return session_do(session, sets ? "set field" : "edit begin", context->status);
}
