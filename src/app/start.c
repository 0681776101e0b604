/* app/start.c -- the first picture, files, script and commands of a window. */
#include "app/start.h"

#include <assert.h>

/* The first picture, also while a question offers to restore the last session: "it" and the word
** that it refers to are the selected cell. */
static const char first_picture[] = "cell 8 2; cell unlock";

static bool asks_for_nothing(const AppOptions *options) {
  return !options->model && !options->sentence.at && !options->commands && !options->script &&
         options->path_count == 0;
}

bool start_begin(App *app, Status *status) {
  const AppOptions *options = app->options;
  FileQueue *queue = &app->input.file_queue;
  assert(options->path_count == 0 || !options->script);
  if (options->notice) session_tell(app->session, options->notice);
  if (asks_for_nothing(options)) return session_do(app->session, first_picture, status);
  file_queue_start(queue, options->paths, options->path_count, options->commands);
  const Script script = {.path = options->script,
                         .rights = options->script_writes ? SCRIPT_WRITES : SCRIPT_LOOKS,
                         .asks = !options->script_writes};
  if (options->script && !file_queue_play(queue, app->session, &script, status)) return false;
  return file_queue_go_on(queue, app->session, status);
}
