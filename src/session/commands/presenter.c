/* session/commands/presenter.c -- commands of the presenter view: entering and leaving it, the
** blank screen, the keys of a clicker, and a script's notes for the speaker. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "session/commands/setting_table.h"
#include "session/session_internal.h"

/* Where a speaker stands stays (stage, layer, head, cell); how the picture is shown returns, except
** that the overview would show no stage. */
static void restore_look(View *view, const View *before) {
  bool stands_at_stage = before->kind == VIEW_OVERVIEW && view->kind == VIEW_STAGE;
  if (!stands_at_stage) view->kind = before->kind;
  view->solo = before->solo;
  view->text_scale = before->text_scale;
  view->zoom = before->zoom;
  view->scroll_x = before->scroll_x;
  view->scroll_y = before->scroll_y;
  view->lens = before->lens;
  view->arcs = before->arcs;
  view->tint = before->tint;
  view->mask_editor = before->mask_editor;
}

/* A restored autosave begins in the window, not on a projector. */
bool do_presenter(const CommandContext *context) {
  Session *session = context->session;
  View *view = &session->view, before = *view;
  if (!do_setting(context)) return false;
  if (session->in_restore) view->presenter = false;
  if (view->presenter == before.presenter) return true;
  view->blank = BLANK_OFF;
  view->menu = MENU_NONE;
  if (view->presenter) session->before_presenter = before;
  else restore_look(view, &session->before_presenter);
  if (!view->presenter) session_fit_view(session);
  script_wait_changed(session);
  return true;
}

/* toggle takes away the same blank, and replaces another. */
bool do_blank(const CommandContext *context) {
  View *view = &context->session->view;
  int count = context->words->count;
  BlankId blank = BLANK_OFF;
  while (blank < BLANK_COUNT && !command_is(context, 1, view_blank_name(blank))) blank++;
  bool toggles = blank > BLANK_OFF && count == 3 && command_is(context, 2, "toggle");
  if (blank == BLANK_COUNT || count != (toggles ? 3 : 2)) return command_wrong(context);
  if (blank != BLANK_OFF && !view->presenter)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("only the presenter view can be blank: presenter on begins it"));
  view->blank = toggles && view->blank == blank ? BLANK_OFF : blank;
  return true;
}

/* Forward, a blank screen comes back first; then a script that waits or was stopped goes on; else
** it is a step. Backwards, a script with waits shows the page before. While a script still works on
** its last command the key does nothing. */
bool do_advance(const CommandContext *context) {
  Session *session = context->session;
  View *view = &session->view;
  bool backwards = command_is(context, 1, "back");
  if (!command_has(context, backwards ? 1 : 0)) return false;
  if (session->guard)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("%s is a command for a person; a script cannot give it"),
                       context->info->name);
  if (view->blank != BLANK_OFF) {
    view->blank = BLANK_OFF;
    return true;
  }
  if (!backwards && session->scripts.top) return script_advance(session, context->status);
  if (session->lesson.arena && !session->scripts.top)
    return session_do(session, backwards ? "lesson prev" : "lesson next", context->status);
  if (backwards && script_has_pages(session)) return script_page_back(session, context->status);
  script_stop(session, false);
  return session_do(session, backwards ? "step back" : "step", context->status);
}

/* ---- notes ---- */

bool do_note(const CommandContext *context) {
  Session *session = context->session;
  if (!command_has(context, 1)) return false;
  Str text = command_text(context, 1);
  if (text.bytes >= sizeof session->note)
    return status_fail(context->status, STATUS_COULD_NOT,
                       P_("a note has at most %zu byte, this one %zu",
                          "a note has at most %zu bytes, this one %zu", sizeof session->note - 1),
                       sizeof session->note - 1, text.bytes);
  if (text.bytes > 0) memcpy(session->note, text.at, text.bytes);
  session->note[text.bytes] = 0;
  return true;
}

Str session_note(const Session *session) { return str_from(session->note); }

/* The first note command of the text, decoded on the arena; lines with errors are passed over. */
static Str find_note(Arena *arena, Str text) {
  while (text.bytes > 0) {
    Str line = str_take_line(&text);
    CommandWords words;
    Status status;
    while (line.bytes > 0 && line_next(arena, &line, &words, &status))
      if (words.count == 2 && line_is(&words, 0, "note")) return words.at[1].text;
  }
  return (Str){"", 0};
}

/* Of a page without a note its title tells what comes. */
static Str next_note_of_lesson(const LessonOnShow *on_show) {
  if (on_show->page + 1 >= on_show->lesson->page_count) return (Str){"", 0};
  const LessonPage *next = &on_show->lesson->pages[on_show->page + 1];
  return next->note.bytes > 0 ? next->note : next->title;
}

Str session_next_note(const Session *session, Arena *arena) {
  const ScriptCursor *top = session->scripts.top;
  assert(arena);
  if (!top && session->lesson.arena) return next_note_of_lesson(&session->lesson);
  if (!top || top->is_checking) return (Str){"", 0};
  Str note = find_note(arena, top->line);
  return note.bytes > 0 ? note : find_note(arena, top->rest);
}
