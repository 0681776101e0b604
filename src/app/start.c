/* app/start.c -- the first picture, files, script and commands of a window. */
#include "app/start.h"

#include <assert.h>

static bool opens_no_file(const AppOptions *options) {
  return !options->commands && !options->script && options->path_count == 0;
}

/* The first picture comes first, also while a question offers to restore the last session. Goes on
** where the last window was left, unless the command line says what to begin with; so it does
** behind the question about a crash, whose answer may be no. */
static bool begin_without_files(App *app, Status *status) {
  const AppOptions *options = app->options;
  bool is_given = options->is_new || options->model || options->reading || options->sentence.at;
  if (!session_choose_first_row(app->session, status)) return false;
  if (is_given) return true;
  if (!session_return_to_last(app->session, status)) session_tell(app->session, status->sentence);
  return true;
}

bool start_begin(App *app, Status *status) {
  const AppOptions *options = app->options;
  FileQueue *queue = &app->input.file_queue;
  assert(options->path_count == 0 || !options->script);
  if (options->notice) session_tell(app->session, options->notice);
  if (opens_no_file(options)) return begin_without_files(app, status);
  file_queue_start(queue, options->paths, options->path_count, options->commands);
  const Script script = {.path = options->script,
                         .rights = options->script_writes ? SCRIPT_WRITES : SCRIPT_LOOKS,
                         .asks = !options->script_writes};
  if (options->script) file_queue_play(queue, &script);
  return file_queue_go_on(queue, app->session, status);
}
