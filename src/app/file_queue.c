/* app/file_queue.c -- a queue of paths with commands and a script at its end. */
#include "app/file_queue.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "session/open_path.h"

typedef struct WaitingFile {
  struct WaitingFile *next;
  const char *path;
} WaitingFile;

/* ---- the queue ---- */

static void forget(FileQueue *queue) {
  arena_free(queue->arena);
  *queue = (FileQueue){.is_dropping = queue->is_dropping};
}

static void add_last(FileQueue *queue, const char *path) {
  if (!queue->arena) queue->arena = arena_make(0);
  WaitingFile *file = queue->arena ? arena_take(queue->arena, 1, sizeof *file) : NULL;
  const char *copy = file ? str_copy(queue->arena, str_from(path)) : NULL;
  if (!copy) return;
  *file = (WaitingFile){NULL, copy};
  if (queue->last) queue->last->next = file;
  else queue->first = file;
  queue->last = file;
}

static const char *take_first(FileQueue *queue) {
  const char *path = queue->first->path;
  assert(path);
  queue->first = queue->first->next;
  if (!queue->first) queue->last = NULL;
  return path;
}

bool file_queue_waits(const FileQueue *queue) {
  return queue->first || queue->commands || queue->script.path;
}

/* NULL: nothing waits. */
static const char *replaced_notice(const FileQueue *queue) {
  if (queue->first && queue->commands)
    return _("Something else was opened: the files that waited are not opened, and the commands of "
             "--do do not run.");
  if (queue->first) return _("Something else was opened: the files that waited are not opened.");
  if (!queue->commands && queue->script.path)
    return _("Something else was opened: the script does not play.");
  return queue->commands ? _("Something else was opened: the commands of --do do not run.") : NULL;
}

/* Does not hide why what was opened instead has failed. */
static void tell_replaced(Session *session, const char *notice) {
  if (notice && session_failure(session).bytes == 0) session_tell(session, notice);
}

static void fail(FileQueue *queue, const Status *status) {
  queue->has_failed = true;
  queue->failure = *status;
}

/* ---- opening ---- */

/* A state that nothing waits for is an ordinary one, whose failure is told. */
static bool state_ended(void *self, const Script *script, bool done, Status *status) {
  FileQueue *queue = self;
  bool is_own = queue->opened && strcmp(queue->opened, script->path) == 0;
  if (!is_own || !queue->commands) return done;
  queue->is_whole = done;
  if (!done) fail(queue, status);
  return done;
}

static bool script_ended(void *self, const Script *script, bool done, Status *status) {
  FileQueue *queue = self;
  (void)script;
  queue->is_whole = done;
  if (!done) fail(queue, status);
  return done;
}

static bool begin_script(FileQueue *queue, Session *session, Script script, Status *status) {
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  script.ended_self = queue;
  queue->is_whole = false;
  bool done = script_read_file(arena, script.path, &script.text, status) &&
              session_begin_script(session, &script, status);
  queue->openings = session_openings(session);
  arena_free(arena);
  return done;
}

/* As session_open_path, but the window appears while the state is still loading. */
static bool begin_state(FileQueue *queue, Session *session, const char *path, Status *status) {
  const Script state = {.path = path, .asks = true, .is_opened = true, .ended = state_ended};
  if (begin_script(queue, session, state, status)) return true;
  session_tell(session, status->sentence);
  return false;
}

static bool open_path(FileQueue *queue, Session *session, const char *path, Status *status) {
  queue->is_whole = session_open_path(session, path, status);
  queue->openings = session_openings(session);
  return queue->is_whole;
}

static bool open_next(FileQueue *queue, Session *session, Status *status) {
  const char *path = take_first(queue);
  PathKind kind = path_kind(path);
  queue->opened = path;
  queue->model = kind == PATH_MODEL ? path_of_model(queue->arena, path) : NULL;
  return kind == PATH_STATE && !queue->is_drop ? begin_state(queue, session, path, status)
                                               : open_path(queue, session, path, status);
}

static bool run_commands(FileQueue *queue, Session *session, Status *status) {
  const Script script = {.path = "--do",
                         .text = str_from(queue->commands),
                         .rights = SCRIPT_WRITES,
                         .is_option = true,
                         .ended = script_ended,
                         .ended_self = queue};
  queue->commands = NULL;
  queue->is_whole = false;
  bool done = session_begin_script(session, &script, status);
  queue->openings = session_openings(session);
  return done;
}

static bool play_script(FileQueue *queue, Session *session, Status *status) {
  Script script = queue->script;
  script.ended = script_ended;
  queue->opened = script.path;
  queue->script = (Script){0};
  return begin_script(queue, session, script, status);
}

/* A model may fail, or be stopped by the person, long after it was begun. */
static bool is_whole(const FileQueue *queue, const Session *session) {
  return queue->is_whole &&
         (!queue->model || strcmp(session_inputs(session)->model, queue->model) == 0);
}

/* The person stopped or refused what the commands were meant for, or a model failed. */
static bool drop_commands(FileQueue *queue, Session *session, Status *status) {
  Str failure = session_failure(session);
  assert(queue->opened && queue->commands);
  if (queue->model && failure.bytes > 0)
    return status_fail(status, STATUS_COULD_NOT, "%.*s", (int)failure.bytes, failure.at);
  Status told;
  status_fail(&told, STATUS_OK, _("%s was not opened: the commands of --do do not run."),
              queue->opened);
  session_tell(session, told.sentence);
  forget(queue);
  return true;
}

/* ---- from the command line ---- */

void file_queue_start(FileQueue *queue, const char *const *paths, int count, const char *commands) {
  assert(!file_queue_waits(queue));
  for (int i = 0; i < count; i++) add_last(queue, paths[i]);
  queue->commands = commands;
  queue->is_whole = true;
}

void file_queue_play(FileQueue *queue, const Script *script) {
  assert(!queue->first && script->path && !script->ended);
  queue->script = *script;
}

/* ---- dropped ---- */

void file_queue_drop_begin(FileQueue *queue) {
  queue->is_dropping = true;
  queue->is_drop = false;
}

void file_queue_drop_end(FileQueue *queue) { queue->is_dropping = false; }

void file_queue_drop(FileQueue *queue, Session *session, const char *path) {
  bool is_first = !queue->is_dropping || !queue->is_drop;
  if (!is_first) {
    add_last(queue, path);
    return;
  }
  const char *notice = replaced_notice(queue);
  forget(queue);
  queue->is_drop = true;
  session_open_path(session, path, NULL);
  queue->openings = session_openings(session);
  tell_replaced(session, notice);
}

/* ---- every turn ---- */

bool file_queue_go_on(FileQueue *queue, Session *session, Status *status) {
  Status own = {STATUS_OK, ""}; /* a file that fails ahead of no commands is told alone */
  bool done = true;
  while (done && !queue->has_failed && file_queue_waits(queue)) {
    bool has_more = queue->commands || queue->script.path;
    if (session_openings(session) != queue->openings) {
      tell_replaced(session, replaced_notice(queue));
      forget(queue);
    } else if (!session_opens_next(session)) break;
    else if (queue->first) done = open_next(queue, session, &own) || !has_more;
    else if (queue->commands && is_whole(queue, session)) done = run_commands(queue, session, &own);
    else if (queue->commands) done = drop_commands(queue, session, &own);
    else if (is_whole(queue, session)) done = play_script(queue, session, &own);
    else forget(queue); /* the commands were stopped for good */
  }
  if (queue->has_failed) *status = queue->failure;
  else if (!done) *status = own;
  return done && !queue->has_failed;
}

void file_queue_free(FileQueue *queue) { forget(queue); }
