/* session/commands/clipboard_files.c -- commands with effects outside the session:
** clipboard, files, the window. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "files/provenance.h"
#include "session/commands/file_name.h"
#include "session/session_internal.h"

static const char state_file[] = "state" STATE_ENDING;

/* The path is shown as an absolute one, because a window does not show its current folder. */
static void tell_path(Session *session, const char *format, const char *path) {
  Status sentence;
  const char *whole = os_absolute_path(session->scratch, path);
  status_fail(&sentence, STATUS_OK, format,
              whole ? whole : path); /* status_fail escapes the path for the screen */
  session_tell(session, sentence.sentence);
}

/* ---- copying ---- */

static void add_row(StrBuf *text, MatView matrix, int row) {
  for (int col = 0; col < matrix.cols; col++)
    strbuf_format(text, "%s%.9g", col ? "\t" : "", (double)mat_get(matrix, row, col));
  strbuf_add_char(text, '\n');
}

/* The row in focus, or the whole matrix, separated by tabs as spreadsheets expect. Nine significant
** digits give back the same float. */
static Str numbers_as_text(const Session *session) {
  const View *view = &session->view;
  TracePart parts[TRACE_STAGE_PARTS];
  int count = trace_stage_parts(session->trace, view->stage, parts), query, key;
  StrBuf text = strbuf_make(session->scratch);
  if (count == 0) return trace_sentence(session->trace);
  MatView matrix = trace_matrix(session->trace, parts[count - 1], view->layer, view->head);
  view_focus(view, &query, &key);
  for (int row = 0; row < matrix.rows; row++)
    if (query < 0 || query == row) add_row(&text, matrix, row);
  return strbuf_str(&text);
}

bool do_copy(const CommandContext *context) {
  Session *session = context->session;
  int query, key;
  if (!command_has(context, 0)) return false;
  Permit permit = permit_copy(context);
  if (permit != PERMIT_YES) return permit == PERMIT_PASSED_OVER;
  if (!session->hooks.copy_text) return true;
  if (session->edit.active) return session_do(session, "edit copy", context->status);
  view_focus(&session->view, &query, &key);
  Str text = {"", 0};
  if (query >= 0 && key >= 0 && session->hooks.focus_line)
    text = session->hooks.focus_line(session->hooks.self, session, session->scratch);
  if (text.bytes == 0) text = numbers_as_text(session);
  if (!trace_check(session->trace, context->status)) return false;
  if (!session->hooks.copy_text(session->hooks.self, text, context->status)) return false;
  session_tell(session, _("Copied."));
  return true;
}

/* ---- speaking ---- */

/* Where nothing can be heard, as on the command line, nothing is done. */
bool do_say(const CommandContext *context) {
  Session *session = context->session;
  bool asks_why = context->words->count == 2 && command_is(context, 1, "why");
  if (context->words->count > 1 && !asks_why && !command_is(context, 1, "cell"))
    return command_wrong(context);
  if (!session->hooks.say) return true;
  return session->hooks.say(session->hooks.self, session, asks_why ? SAY_WHY : SAY_CELL,
                            context->status);
}

/* ---- files ---- */

/* A script that plays saves nothing over the file that it is. */
static bool saves_opened(const Session *session) {
  return session->opened_path[0] && !script_plays(session);
}

/* "save new": a bare word, since a file may have that name, too. */
static bool is_new(const CommandContext *context) {
  return context->words->count == 2 && !context->words->at[1].quoted &&
         command_is(context, 1, "new");
}

/* Beside the file that was opened or saved. */
static const char *new_path(const Session *session) {
  const char *beside = saves_opened(session) ? session->opened_path : session->saved_path;
  return file_name_free(session->scratch, *beside ? beside : state_file);
}

/* A name without an ending gets that of a state. */
static const char *save_path(const CommandContext *context) {
  const Session *session = context->session;
  const char *path = NULL;
  bool is_same = context->words->count == 1;
  if (is_same && saves_opened(session)) return session->opened_path;
  if (is_same && session->saved_path[0]) return session->saved_path;
  if (is_new(context)) path = new_path(session);
  else if (is_same) path = file_name_free(session->scratch, state_file);
  else {
    const char *named = command_has(context, 1) ? command_path(context, 1) : NULL;
    if (!named) return NULL;
    path = file_name_with_ending(session->scratch, named, STATE_ENDING);
  }
  if (!path) status_no_memory(context->status);
  return path;
}

/* Another program may have changed the file since it was saved here. The first save is then
** refused; a second one replaces the file. */
static bool check_unchanged(Session *session, const char *path, Status *status) {
  assert(!session->dry);
  uint64_t mark = strcmp(path, session->saved_path) == 0 ? os_file_mark(path) : 0;
  if (mark == 0 || mark == session->saved_mark) return true;
  session->saved_mark = mark;
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s has changed on disk since it was saved here: save again to replace it, "
                       "or under another name with save FILE"),
                     path);
}

/* The file that was opened may be a lesson that somebody wrote, so the first save asks. */
static bool check_opened(Session *session, const char *path, Status *status) {
  if (path != session->opened_path || session->opened_asked || os_kind(path) == OS_MISSING)
    return true;
  session->opened_asked = true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s was opened: save again (Ctrl-S) to replace it, or save as a new file "
                       "(Ctrl-Shift-S)"),
                     path);
}

/* os_save_file waits until the data is on the disk, because a person saves on purpose. */
bool do_save(const CommandContext *context) {
  Session *session = context->session;
  const char *path = save_path(context);
  if (!path || !os_check_folder(path, context->status)) return false;
  bool is_kept = path == session->saved_path || path == session->opened_path;
  bool is_free = (context->words->count == 1 || is_new(context)) && !is_kept;
  Permit permit = permit_write(context, path, is_free);
  if (permit != PERMIT_YES) return permit == PERMIT_PASSED_OVER;
  if (session->dry) return true;
  if (!check_opened(session, path, context->status)) return false;
  if (!check_unchanged(session, path, context->status)) return false;
  Str script = session_script(session, session->scratch);
  if (!script.at) return status_no_memory(context->status);
  bool existed = os_kind(path) != OS_MISSING;
  /* A window does not show its current folder, so that a failure names the whole path. */
  const char *whole = os_absolute_path(session->scratch, path);
  if (!whole) return status_no_memory(context->status);
  if (!os_save_file(whole, script.at, script.bytes, context->status)) return false;
  if (path != session->saved_path && strlen(path) < sizeof session->saved_path)
    snprintf(session->saved_path, sizeof session->saved_path, "%s", path);
  if (strcmp(path, session->saved_path) == 0) session->saved_mark = os_file_mark(path);
  tell_path(session,
            existed ? _("Saved again as %s; Ctrl-O opens it.") : _("Saved as %s; Ctrl-O opens it."),
            path);
  session->opened_path[0] = 0; /* from now on it is saved_path; path may be it */
  return true;
}

/* ---- the window ---- */

bool do_focus(const CommandContext *context) {
  static const char *const ways[] = {"prev", "none", "next"};
  const SessionHooks *hooks = &context->session->hooks;
  if (!command_has(context, 1)) return false;
  for (int i = 0; i < 3; i++) {
    if (!command_is(context, 1, ways[i])) continue;
    if (hooks->move_focus && !context->session->dry) hooks->move_focus(hooks->self, i - 1);
    return true;
  }
  return command_wrong(context);
}

bool do_full_screen(const CommandContext *context) {
  const SessionHooks *hooks = &context->session->hooks;
  if (!command_has(context, 0)) return false;
  if (hooks->full_screen) hooks->full_screen(hooks->self);
  return true;
}

bool do_quit(const CommandContext *context) {
  const SessionHooks *hooks = &context->session->hooks;
  if (!command_has(context, 0)) return false;
  if (context->session->dry) return true; /* the commands after it are checked too */
  Guard *guard = context->session->guard;
  if (guard && guard->keeps_window) {
    guard->ended = true;
    return true;
  }
  context->session->quit = true;
  if (hooks->quit) hooks->quit(hooks->self);
  return true;
}
