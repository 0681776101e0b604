/* session/training/files.c -- keeps trainings on the disk beyond the end of the session.
**
**   state_folder/training-PID       of a running session: saved while it trains and when it pauses
**   state_folder/training.TASK-KEY  kept: one for each choice of task, sizes and seed
**
** Closing a session keeps its training; one whose process was killed is kept at the next start. The
** same choice makes the same steps, so of two trainings of one choice only the longer is kept. Of
** more than LEFT_MOST the one with the fewest steps is removed, but never the newest: that one is
** restored when the training view is opened, any other when its task and sizes are chosen.
**
** Errors  A file that cannot be read is told once and renamed to .bad.
*/
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "session/session_internal.h"

enum { LEFT_MOST = 4, LEFT_NAMES_MOST = 64, LEFT_NAME_BYTES = 80 };
static const char file_prefix[] = "training-", left_prefix[] = "training.";

static bool set_path(char path[STATE_PATH_BYTES], const char *folder, const char *name) {
  int bytes = snprintf(path, STATE_PATH_BYTES, "%s/%s", folder, name);
  return bytes > 0 && bytes < STATE_PATH_BYTES;
}

static void choice_of(const Recipe *recipe, TrainingChoice *choice) {
  *choice = (TrainingChoice){.layers = recipe->shape.layer_count,
                             .heads = recipe->shape.head_count,
                             .width = recipe->shape.d_model,
                             .positions = network_position_index(&recipe->shape),
                             .batch = recipe->batch,
                             .steps = recipe->steps,
                             .learning_rate = recipe->learning_rate,
                             .seed = recipe->seed};
  snprintf(choice->task, sizeof choice->task, "%s", recipe->task);
}

/* The path of a kept training of this choice. The name holds a hash of the whole choice, so the
** file is found without opening others. */
static bool left_path(const Training *training, const TrainingChoice *choice,
                      char path[STATE_PATH_BYTES]) {
  char text[160], name[LEFT_NAME_BYTES];
  int bytes = snprintf(text, sizeof text, "%s %d %d %d %d %d %.17g %" PRIu64, choice->task,
                       choice->layers, choice->heads, choice->width, choice->batch, choice->steps,
                       choice->learning_rate, choice->seed);
  /* Sinusoidal positions are not named, so that files from before there was a choice are found. */
  if (choice->positions > 0)
    bytes += snprintf(text + bytes, sizeof text - (size_t)bytes, " %s",
                      network_position_name(choice->positions));
  snprintf(name, sizeof name, "%s%s-%016" PRIx64, left_prefix, choice->task,
           rng_hash(text, (size_t)bytes));
  return set_path(path, training->left_folder, name);
}

static void move_aside(Session *session, const char *path, const char *why) {
  char bad[STATE_PATH_BYTES + 8];
  Status sentence;
  snprintf(bad, sizeof bad, "%s.bad", path);
  run_move_saved(path, bad);
  status_fail(&sentence, STATUS_OK, _("The former training does not come back: %s"), why);
  session_tell(session, sentence.sentence);
}

/* ---- keeping ---- */

/* Two windows may have trained the same choice; the longer training contains the shorter. */
static bool has_more_steps(const char *path, const SavedRun *than, Arena *arena) {
  SavedRun there;
  return os_kind(path) == OS_FILE && run_look_at_saved(path, arena, &there, NULL) &&
         there.steps_done > than->steps_done;
}

static void keep_file(Session *session, const char *path) {
  assert(session->training.left_folder[0]);
  char left[STATE_PATH_BYTES];
  SavedRun saved;
  TrainingChoice choice;
  Status status;
  ArenaMark mark = arena_mark(session->scratch);
  if (run_look_at_saved(path, session->scratch, &saved, &status)) {
    choice_of(&saved.recipe, &choice);
    bool shorter = left_path(&session->training, &choice, left) &&
                   has_more_steps(left, &saved, session->scratch);
    if (shorter) run_remove_saved(path);
    else run_move_saved(path, left);
  } else move_aside(session, path, status.sentence);
  arena_rewind(session->scratch, mark);
}

/* ---- finding kept trainings ---- */

typedef struct LeftNames {
  char at[LEFT_NAMES_MOST][LEFT_NAME_BYTES];
  int count;
} LeftNames;

static bool is_left(const char *name) {
  Str text = str_from(name);
  return str_starts(text, left_prefix) && !str_ends(text, ".now") && !str_ends(text, ".bad");
}

/* Of a process that has ended; "training" was written by older versions. */
static bool is_orphan(const char *name) {
  int process_id = autosave_process_of(name, file_prefix);
  if (strcmp(name, "training") == 0) return true;
  return process_id > 0 && (process_id == os_process_id() || !os_process_alive(process_id));
}

static void note_name(LeftNames *names, const char *name) {
  if (names->count == LEFT_NAMES_MOST || strlen(name) >= LEFT_NAME_BYTES) return;
  strcpy(names->at[names->count++], name);
}

static void note_orphan(void *self, const char *name) {
  if (is_orphan(name)) note_name(self, name);
}

static void note_left(void *self, const char *name) {
  if (is_left(name)) note_name(self, name);
}

static bool list_names(const char *folder, void (*note)(void *self, const char *name),
                       LeftNames *names) {
  Arena *arena = arena_make(0);
  names->count = 0;
  bool listed = arena && os_list_folder(arena, folder, note, names);
  arena_free(arena);
  return listed;
}

typedef struct LeftRun {
  char path[STATE_PATH_BYTES];
  int steps_done;
  long long saved_s;
} LeftRun;

/* Lists those that can be read, the newest first, and returns their number. Reads only headers: the
** numbers of a training may be many megabytes. */
static int read_kept_headers(Session *session, const LeftNames *names, LeftRun *runs) {
  int count = 0;
  for (int i = 0; i < names->count; i++) {
    SavedRun saved;
    Status status;
    LeftRun run = {0};
    ArenaMark mark = arena_mark(session->scratch);
    if (!set_path(run.path, session->training.left_folder, names->at[i])) continue;
    bool read = run_look_at_saved(run.path, session->scratch, &saved, &status);
    if (!read) move_aside(session, run.path, status.sentence);
    run.steps_done = read ? saved.steps_done : 0;
    run.saved_s = read ? saved.saved_s : 0;
    arena_rewind(session->scratch, mark);
    if (!read) continue;
    runs[count] = run;
    if (run.saved_s > runs[0].saved_s) runs[count] = runs[0], runs[0] = run;
    count++;
  }
  return count;
}

/* Index 0 is the newest, which is never removed. */
static void remove_shortest(LeftRun *runs, int count) {
  assert(count > 1);
  int shortest = 1;
  for (int i = 2; i < count; i++)
    if (runs[i].steps_done < runs[shortest].steps_done) shortest = i;
  run_remove_saved(runs[shortest].path);
  runs[shortest] = runs[count - 1];
}

/* First renames the trainings of processes that have ended, then removes
** those that are too many. */
void training_files_open(Session *session, const char *state_folder) {
  Training *training = &session->training;
  char own[64];
  ArenaMark mark = arena_mark(session->scratch);
  LeftNames *names = arena_take(session->scratch, 1, sizeof *names);
  LeftRun *runs = arena_take(session->scratch, LEFT_NAMES_MOST, sizeof *runs);
  snprintf(own, sizeof own, "%s%d", file_prefix, os_process_id());
  bool set = names && runs && set_path(training->save_path, state_folder, own) &&
             snprintf(training->left_folder, STATE_PATH_BYTES, "%s", state_folder) > 0;
  if (!set) training->left_folder[0] = training->save_path[0] = 0;
  else os_remove_left_temporaries(state_folder); /* those of a large training are large */
  if (set && list_names(state_folder, note_orphan, names))
    for (int i = 0; i < names->count; i++) {
      char path[STATE_PATH_BYTES];
      if (set_path(path, state_folder, names->at[i])) keep_file(session, path);
    }
  if (set && list_names(state_folder, note_left, names)) {
    int count = read_kept_headers(session, names, runs);
    for (; count > LEFT_MOST; count--) remove_shortest(runs, count);
    if (count > 0) memcpy(training->left_newest, runs[0].path, STATE_PATH_BYTES);
  }
  arena_rewind(session->scratch, mark);
}

/* Keeps the saved file when the run is replaced by another. */
void training_files_leave(Session *session) {
  const Training *training = &session->training;
  if (!training->save_path[0] || session->dry || os_kind(training->save_path) != OS_FILE) return;
  keep_file(session, training->save_path);
}

/* Saves only if something changed since the last time; a run without steps is not kept. */
void training_files_keep(Session *session) {
  const Training *training = &session->training;
  if (!training->run || !training->save_path[0] || session->dry) return;
  run_pause(training->run);
  if (run_news(training->run).steps_done == 0) return;
  bool saved = run_is_saved(training->run);
  if (!saved && !run_save(training->run, training->save_path, NULL)) return;
  training_files_leave(session);
}

/* ---- restoring ---- */

static bool restore_as_former(Session *session, const char *path) {
  Training *training = &session->training;
  TrainingRun *run;
  Status status;
  bool found;
  if (!run_restore(path, &run, &found, &status)) {
    move_aside(session, path, status.sentence);
    return false;
  }
  if (!found) return false;
  training_free_run(session, training->former);
  training->former = run;
  training->former_is_left = true;
  choice_of(run_recipe(run), &training->former_choice);
  return true;
}

TrainingRun *training_restore_left(const Session *session, const TrainingChoice *choice,
                                   int steps) {
  char path[STATE_PATH_BYTES];
  SavedRun saved;
  TrainingRun *run = NULL;
  bool found;
  const Training *training = &session->training;
  if (!training->left_folder[0] || session->dry || !left_path(training, choice, path)) return NULL;
  ArenaMark mark = arena_mark(session->scratch);
  bool fits = os_kind(path) == OS_FILE && run_look_at_saved(path, session->scratch, &saved, NULL) &&
              saved.steps_done == steps;
  arena_rewind(session->scratch, mark);
  return fits && run_restore(path, &run, &found, NULL) && found ? run : NULL;
}

void training_take_left(Session *session, const TrainingChoice *choice) {
  char path[STATE_PATH_BYTES];
  const Training *training = &session->training;
  if (!training->left_folder[0] || session->dry) return;
  if (left_path(training, choice, path) && os_kind(path) == OS_FILE)
    restore_as_former(session, path);
}

bool training_left_choice(Session *session, TrainingChoice *choice) {
  Training *training = &session->training;
  if (training->run || session->dry || !training->left_newest[0]) return false;
  bool taken = restore_as_former(session, training->left_newest);
  training->left_newest[0] = 0;
  if (taken) *choice = training->former_choice;
  return taken;
}
