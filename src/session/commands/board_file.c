/* session/commands/board_file.c -- board save: where a board goes on the disk. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "session/commands/board_internal.h"
#include "session/commands/file_name.h"
#include "session/commands/permission.h"

static const char default_file[] = "board.txt";

/* Where board save writes without a name: the file that the board came from or went to last. */
static const char *own_file(const CommandContext *context) {
  const Session *session = context->session;
  const char *name = session_now(session)->model;
  bool is_saved = session->board_path[0] && strcmp(session->board_name, name) == 0;
  if (is_saved) return session->board_path;
  if (strchr(name, '/') && board_is_file(name)) return name;
  const char *free = file_name_free(session->scratch, default_file);
  if (!free) status_no_memory(context->status);
  return free;
}

/* The file that was opened is somebody's work: the first save asks. */
static bool may_replace(const CommandContext *context, const char *path) {
  Session *session = context->session;
  bool is_opened = strcmp(path, session_now(session)->model) == 0;
  if (session->guard || !is_opened) {
    bool is_saved = strcmp(path, session->board_path) == 0 && !session->guard;
    Permit permit = is_saved ? PERMIT_YES : permit_write(context, path, false);
    return permit == PERMIT_YES;
  }
  bool was_asked = session->board_asked && strcmp(session->board_name, path) == 0;
  bool may = session->replaces || was_asked || strcmp(path, session->board_path) == 0;
  session->board_asked = true;
  snprintf(session->board_name, sizeof session->board_name, "%s", path);
  return may || status_fail(context->status, STATUS_COULD_NOT,
                            _("%s was opened: say board save again to replace it, or board save "
                              "FILE for a new one"),
                            path);
}

bool board_save_file(const CommandContext *context) {
  Session *session = context->session;
  bool is_named = context->words->count == 3;
  if (!command_has(context, is_named ? 2 : 1)) return false;
  const char *path = is_named ? command_path(context, 2) : own_file(context);
  if (path && is_named) path = file_name_with_ending(session->scratch, path, ".txt");
  if (!path) return false;
  if (!os_check_folder(path, context->status)) return false;
  const char *whole = os_absolute_path(session->scratch, path);
  if (!whole) return status_no_memory(context->status);
  context->status->kind = STATUS_OK;
  if (!may_replace(context, whole)) return context->status->kind == STATUS_OK;
  if (session->dry) return true;
  Str text = session_board(session)->text;
  if (!os_save_file(whole, text.at, text.bytes, context->status)) return false;
  bool fits = strlen(whole) < sizeof session->board_path;
  snprintf(session->board_path, sizeof session->board_path, "%s", fits ? whole : "");
  snprintf(session->board_name, sizeof session->board_name, "%s", session_now(session)->model);
  Status told;
  status_fail(&told, STATUS_OK, _("The board is saved as %s; Ctrl-O opens it."), whole);
  session_tell(session, told.sentence);
  return true;
}
