/* session/open_path.c -- makes the command that opens a path. */
#include "session/open_path.h"

#include <assert.h>
#include <string.h>

#include "base/os.h"
#include "files/provenance.h"
#include "model/board/board.h"
#include "session/commands/line.h"
#include "session/session_internal.h"

enum { TEXT_BYTES_MOST = 1 << 20 };

/* A state with a foreign ending is recognised by its first line, a broken one by its ending. */
PathKind path_kind(const char *path) {
  Str name = str_from(path);
  if (os_kind(path) == OS_FOLDER) return PATH_MODEL;
  if (str_ends(name, LESSON_ENDING)) return PATH_LESSON;
  if (str_ends(name, STATE_ENDING) || script_is_file(path)) return PATH_STATE;
  return str_ends(name, ".txt") && !board_is_file(path) ? PATH_TEXT : PATH_MODEL;
}

bool path_read_text(Arena *arena, const char *path, Str *text, Status *status) {
  if (!os_read_file(arena, path, TEXT_BYTES_MOST, text, status)) return false;
  *text = str_trim(*text);
  return true;
}

const char *path_of_model(Arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash || slash == path || os_kind(path) != OS_FILE) return path;
  const char *folder = str_copy(arena, (Str){path, (size_t)(slash - path)});
  const char *config = folder ? str_format(arena, "%s/config.json", folder) : NULL;
  if (!config) return NULL;
  return os_kind(config) == OS_FILE ? folder : path;
}

/* False: the text cannot be read. Without memory the line has failed. */
static bool write_command(StrBuf *line, const char *path, Status *status) {
  PathKind kind = path_kind(path);
  Str operand = str_from(path);
  if (kind == PATH_TEXT && !path_read_text(line->arena, path, &operand, status)) return false;
  const char *model = kind == PATH_MODEL ? path_of_model(line->arena, path) : "";
  if (!model) line->failed = true;
  else if (kind == PATH_MODEL) operand = str_from(model);
  strbuf_add(line, kind == PATH_STATE    ? STR("open ")
                   : kind == PATH_LESSON ? STR("lesson ")
                   : kind == PATH_TEXT   ? STR("sentence ")
                                         : STR("model "));
  line_add_string(line, operand);
  return true;
}

static bool tell_failure(Session *session, const Status *status) {
  session_tell_failure(session, status->sentence);
  return false;
}

bool session_open_path(Session *session, const char *path, Status *status) {
  Status own = {STATUS_OK, ""};
  assert(path[0] && !session->dry);
  if (!status) status = &own;
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status), tell_failure(session, status);
  StrBuf line = strbuf_make(arena);
  bool done = write_command(&line, path, status) && (!line.failed || status_no_memory(status));
  done = done ? session_do_text(session, strbuf_str(&line), status) : tell_failure(session, status);
  arena_free(arena);
  return done;
}

bool session_opens_next(const Session *session) {
  return !session->scripts.top && !session->pending.is_on && session->view.menu != MENU_SCRIPT;
}

unsigned long session_openings(const Session *session) { return session->openings; }
