/* session/training_files.c -- a training outlives the window that began it.
**
** While a session lasts its run is saved as state_folder/training-PID, every few seconds and when
** it pauses. Closing the session saves the rest and renames it to state_folder/training; at the
** next start a file whose process is gone (killed) is taken in its place. What was left comes back
** when the training view is opened, or the same task and sizes are chosen.
**
** Errors  A file that cannot be read is told once and moved aside as .bad.
*/
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/words.h"
#include "session/state.h"

static const char file_prefix[] = "training-", closed_name[] = "training";

static bool set_path(char path[STATE_PATH_BYTES], const char *folder, const char *name) {
  int bytes = snprintf(path, STATE_PATH_BYTES, "%s/%s", folder, name);
  return bytes > 0 && bytes < STATE_PATH_BYTES;
}

/* training-123 gives 123; any other name 0. */
static int process_of(const char *name) {
  long number;
  if (strncmp(name, file_prefix, sizeof file_prefix - 1) != 0) return 0;
  Str digits = str_from(name + sizeof file_prefix - 1);
  bool plain = digits.bytes > 0 && digits.at[0] >= '1' && digits.at[0] <= '9';
  return plain && str_to_long(digits, &number) && number <= 1 << 22 ? (int)number : 0;
}

typedef struct Search {
  const char *folder, *closed;
} Search;

/* What a killed process left takes the place of what was closed before it. */
static void visit(void *self, const char *name) {
  const Search *search = self;
  char path[STATE_PATH_BYTES];
  int process_id = process_of(name);
  if (process_id == 0 || !set_path(path, search->folder, name)) return;
  bool gone = process_id == os_process_id() || !os_process_alive(process_id);
  if (gone) os_move_file(path, search->closed);
}

void training_files_open(Session *session, const char *state_folder) {
  Training *training = &session->training;
  char own[64];
  snprintf(own, sizeof own, "%s%d", file_prefix, os_process_id());
  if (!set_path(training->left_path, state_folder, closed_name) ||
      !set_path(training->save_path, state_folder, own)) {
    training->left_path[0] = training->save_path[0] = 0;
    return;
  }
  Search search = {state_folder, training->left_path};
  Arena *names = arena_make(0);
  if (names) os_list_folder(names, state_folder, visit, &search);
  arena_free(names);
  if (os_kind(training->left_path) != OS_FILE) training->left_path[0] = 0;
}

/* The name without its process, in the same folder. */
static void closed_path(const Training *training, char path[STATE_PATH_BYTES]) {
  size_t folder = strlen(training->save_path);
  while (folder > 0 && training->save_path[folder - 1] != '/') folder--;
  snprintf(path, STATE_PATH_BYTES, "%.*s%s", (int)folder, training->save_path, closed_name);
}

void training_files_close(Session *session) {
  Training *training = &session->training;
  char path[STATE_PATH_BYTES];
  if (!training->run || !training->save_path[0] || session->dry) return;
  run_pause(training->run);
  if (run_news(training->run).steps_done == 0) return;
  bool saved = run_is_saved(training->run) && os_kind(training->save_path) == OS_FILE;
  if (!saved && !run_save(training->run, training->save_path, NULL)) return;
  closed_path(training, path);
  os_move_file(training->save_path, path);
}

/* ---- taking it back ---- */

static void move_aside(Session *session, const char *path, const char *why) {
  char bad[STATE_PATH_BYTES + 8], sentence[STATUS_SENTENCE_BYTES];
  snprintf(bad, sizeof bad, "%s.bad", path);
  os_move_file(path, bad);
  snprintf(sentence, sizeof sentence, _("The former training does not come back: %s"), why);
  session_tell(session, sentence);
}

static void choice_of(const Recipe *recipe, TrainingChoice *choice) {
  *choice = (TrainingChoice){.layers = recipe->shape.layer_count,
                             .heads = recipe->shape.head_count,
                             .width = recipe->shape.d_model,
                             .batch = recipe->batch,
                             .steps = recipe->steps,
                             .learning_rate = recipe->learning_rate,
                             .seed = recipe->seed};
  snprintf(choice->task, sizeof choice->task, "%s", recipe->task);
}

void training_take_left(Session *session) {
  Training *training = &session->training;
  char path[STATE_PATH_BYTES];
  TrainingRun *run;
  Status status;
  bool found;
  if (!training->left_path[0] || session->dry) return;
  memcpy(path, training->left_path, sizeof path);
  training->left_path[0] = 0;
  if (!run_restore(path, &run, &found, &status)) {
    move_aside(session, path, status.sentence);
    return;
  }
  if (!found) return;
  run_free(training->former);
  training->former = run;
  choice_of(run_recipe(run), &training->former_choice);
}

bool training_left_choice(Session *session, TrainingChoice *choice) {
  training_take_left(session);
  if (session->training.run || !session->training.former) return false;
  *choice = session->training.former_choice;
  return true;
}
