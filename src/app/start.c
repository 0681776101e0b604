/* app/start.c -- the first files, script and commands of a window. */
#include "app/start.h"

#include <assert.h>

#include "session/open_path.h"

/* The first picture, also while a question offers to restore the last session: "it" and the word
** that it refers to are the selected cell. */
static const char first_picture[] = "cell 8 2; cell unlock";

static bool asks_for_nothing(const AppOptions *options) {
  return !options->model && !options->sentence.at && !options->commands && !options->script &&
         options->path_count == 0;
}

static bool ended(void *self, const Script *script, bool done, Status *status) {
  App *app = self;
  (void)script;
  if (done) return true;
  app->first_failure = *status;
  app->quit = true;
  return false;
}

static bool script_ended(void *self, const Script *script, bool done, Status *status) {
  App *app = self;
  app->commands_due = done && app->options->commands;
  return ended(self, script, done, status);
}

static bool start_script(App *app, Script script, Status *status) {
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  script.ended_self = app;
  bool done = script_read_file(arena, script.path, &script.text, status) &&
              session_begin_script(app->session, &script, status);
  arena_free(arena);
  return done;
}

/* As session_open_path, but the window appears while the state is still loading. */
static bool start_state(App *app, const char *path, Status *status) {
  Script state = {.path = path, .asks = true, .is_opened = true};
  if (app->options->commands) state.ended = ended;
  if (start_script(app, state, status)) return true;
  session_tell(app->session, status->sentence);
  return false;
}

static bool start_next_file(App *app, Status *status) {
  const char *path = app->options->paths[app->paths_begun++];
  bool is_last = app->paths_begun == app->options->path_count;
  bool done = path_kind(path) == PATH_STATE ? start_state(app, path, status)
                                            : session_open_path(app->session, path, status);
  app->commands_due = is_last && app->options->commands;
  return done || !app->options->commands;
}

static bool start_commands(App *app, Status *status) {
  assert(app->commands_due && app->options->commands);
  app->commands_due = false;
  const Script script = {.path = "--do",
                         .text = str_from(app->options->commands),
                         .rights = SCRIPT_WRITES,
                         .ended = ended,
                         .ended_self = app};
  return session_begin_script(app->session, &script, status);
}

bool start_begin(App *app, Status *status) {
  const AppOptions *options = app->options;
  assert(options->path_count == 0 || !options->script);
  if (asks_for_nothing(options)) return session_do(app->session, first_picture, status);
  app->commands_due = options->commands && !options->script && options->path_count == 0;
  const Script script = {.path = options->script,
                         .rights = options->script_writes ? SCRIPT_WRITES : SCRIPT_LOOKS,
                         .asks = !options->script_writes,
                         .ended = script_ended};
  if (options->script && !start_script(app, script, status)) return false;
  return start_go_on(app, status);
}

/* A script would fail with the model that was asked for before it; a file is opened whatever became
** of the one before, the commands are not. */
bool start_go_on(App *app, Status *status) {
  bool done = true;
  while (done && !app->quit && session_script_place(app->session).state == SCRIPT_NONE) {
    bool has_file = app->paths_begun < app->options->path_count;
    if (has_file && !session_opens_next(app->session)) break;
    if (has_file) done = start_next_file(app, status);
    else if (app->commands_due) done = start_commands(app, status);
    else break;
  }
  return done;
}
