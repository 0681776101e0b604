/* train/run/save.c -- saves a run while it trains, restores it, and keeps models of it.
**
**   PATH      the whole run: recipe, timeline, curves, newest state
**   PATH.now  the newest state and the curves, where they are newer than PATH
**
** The whole run of a large model is some 60 MB, and writing it takes as long as many steps; the
** newest state takes a small part of that. So a process that is killed loses the steps of
** RUN_SAVE_MS at most, and the checkpoints of RUN_SAVE_WHOLE_MS at most, fewer where the file is
** small.
*/
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "train/evaluation_card.h"
#include "train/run/run_internal.h"

enum { KEEP_SEQUENCES = 200, SAVE_PATH_BYTES = 4096 };
/* SAVE_AT_PAUSE_MS: a delay, so that single steps made one by one are not each saved. */
enum { WHOLE_TIMES = 50, SAVE_AT_PAUSE_MS = 2000 };

/* PATH.now; false when the path is too long: then the whole run is written each time. */
static bool newest_path(const char *path, char newest[SAVE_PATH_BYTES]) {
  int bytes = snprintf(newest, SAVE_PATH_BYTES, "%s.now", path);
  return bytes > 0 && bytes < SAVE_PATH_BYTES;
}

static void remove_newest(const char *path) {
  char newest[SAVE_PATH_BYTES];
  if (newest_path(path, newest) && os_kind(newest) == OS_FILE) os_remove_file(newest);
}

/* ---- saving during the training ---- */

/* The interval at which writing the whole run takes 1/WHOLE_TIMES of the time, within bounds. */
static double whole_interval_ms(const TrainingRun *run) {
  double every_ms = WHOLE_TIMES * run->whole_took_ms;
  if (every_ms > RUN_SAVE_WHOLE_MS) every_ms = RUN_SAVE_WHOLE_MS;
  return every_ms < RUN_SAVE_MS ? RUN_SAVE_MS : every_ms;
}

static bool whole_is_due(const TrainingRun *run, double now_ms) {
  double every_ms = run->going && run->whole_is_there ? whole_interval_ms(run) : SAVE_AT_PAUSE_MS;
  return run->now.state.steps_done != run->saved_whole_step &&
         now_ms - run->saved_whole_ms >= every_ms;
}

static bool newest_is_due(const TrainingRun *run, double now_ms) {
  return run->now.state.steps_done != run->saved_step && now_ms - run->saved_ms >= RUN_SAVE_MS;
}

/* Writes without the lock: only this thread changes what is written. PATH.now is removed after PATH
** is written, so that the newest state is always in one of them. */
static void save_part(TrainingRun *run, RunPart part) {
  Status status = {0};
  char newest[SAVE_PATH_BYTES];
  const char *path = run->save_path;
  int step = run->now.state.steps_done;
  worker_unlock(run->thread_worker);
  bool whole = part == RUN_WHOLE || !newest_path(path, newest);
  double start_ms = os_now_ms();
  bool saved = run_write(run, whole ? RUN_WHOLE : RUN_NEWEST, whole ? path : newest, &status);
  if (saved && whole) remove_newest(path);
  worker_lock(run->thread_worker);
  run->saved_ms = os_now_ms();
  if (whole) run->saved_whole_ms = run->saved_ms;
  if (whole) run->whole_took_ms = run->saved_ms - start_ms;
  if (saved) run->saved_step = step;
  if (saved && whole) run->saved_whole_step = step;
  run->whole_is_there |= saved && whole;
  snprintf(run->save_problem, sizeof run->save_problem, "%s", saved ? "" : status.sentence);
}

void run_save_if_due(TrainingRun *run) {
  double now_ms = os_now_ms();
  if (!run->save_path) return;
  if (whole_is_due(run, now_ms)) save_part(run, RUN_WHOLE);
  else if (newest_is_due(run, now_ms)) save_part(run, RUN_NEWEST);
}

/* After a failure nothing is due until the next step, so that a full disk is not tried again and
** again. */
double run_save_due_ms(const TrainingRun *run) {
  bool saves = run->save_path && run->now.state.steps_done != run->saved_whole_step;
  if (!saves || run->save_problem[0]) return -1;
  double due_ms = run->saved_whole_ms + SAVE_AT_PAUSE_MS - os_now_ms();
  return due_ms > 0 ? due_ms : 0;
}

/* ---- called by the other thread ---- */

bool run_save(TrainingRun *run, const char *path, Status *status) {
  run_stop_and_lock(run);
  bool saved = run_write(run, RUN_WHOLE, path, status);
  if (saved) {
    remove_newest(path);
    run->saved_step = run->saved_whole_step = run->now.state.steps_done;
  }
  worker_unlock(run->worker);
  return saved;
}

bool run_save_to(TrainingRun *run, const char *path, Status *status) {
  remove_newest(path);
  worker_lock(run->worker);
  run->save_path = str_copy(run->names, str_from(path));
  run->saved_ms = run->saved_whole_ms = os_now_ms();
  run->whole_is_there = false;
  bool taken = run->save_path != NULL;
  worker_unlock(run->worker);
  return taken || status_no_memory(status);
}

void run_stop_saving(TrainingRun *run) {
  run_stop_and_lock(run);
  run->save_path = NULL;
  worker_unlock(run->worker);
}

bool run_is_saved(const TrainingRun *run) {
  worker_lock(run->worker);
  bool saved = run->now.state.steps_done == run->saved_whole_step;
  worker_unlock(run->worker);
  return saved;
}

/* ---- restoring ---- */

static bool is_same_recipe(const TrainingRun *run, const TrainingRun *later, Arena *arena) {
  return str_equal(recipe_text(arena, run_recipe(run)), recipe_text(arena, run_recipe(later)));
}

/* Takes over PATH.now where it is newer and of the same recipe; one that cannot be read is
** ignored. */
static void read_newest(TrainingRun *run, const char *path) {
  TrainingRun *later = NULL;
  Status ignored;
  bool found;
  char newest[SAVE_PATH_BYTES];
  if (!newest_path(path, newest) || !run_read(newest, &later, &found, &ignored) || !found) return;
  Arena *arena = arena_make(0);
  bool ahead = later->now.state.steps_done > run->now.state.steps_done;
  if (arena && ahead && is_same_recipe(run, later, arena)) run_take_newest(run, later);
  arena_free(arena);
  run_free(later);
}

bool run_restore(const char *path, TrainingRun **run, bool *found, Status *status) {
  TrainingRun *made;
  *found = false;
  if (!run_read(path, &made, found, status)) return false;
  if (!*found) return true;
  made->saved_whole_step = made->now.state.steps_done;
  read_newest(made, path);
  made->saved_step = made->now.state.steps_done;
  if (!run_begin(made, status)) {
    run_free(made);
    return false;
  }
  *run = made;
  return true;
}

bool run_look_at_saved(const char *path, Arena *arena, SavedRun *saved, Status *status) {
  SavedRun newest;
  char thread_worker[SAVE_PATH_BYTES];
  if (!run_read_saved(path, arena, saved, status)) return false;
  if (!newest_path(path, thread_worker) || os_kind(thread_worker) != OS_FILE) return true;
  if (!run_read_saved(thread_worker, arena, &newest, NULL)) return true;
  bool same = str_equal(recipe_text(arena, &saved->recipe), recipe_text(arena, &newest.recipe));
  if (same && newest.steps_done > saved->steps_done) *saved = newest;
  return true;
}

bool run_move_saved(const char *from, const char *to) {
  char newest_from[SAVE_PATH_BYTES], newest_to[SAVE_PATH_BYTES];
  remove_newest(to);
  if (!os_move_file(from, to)) return false;
  if (newest_path(from, newest_from) && newest_path(to, newest_to) &&
      os_kind(newest_from) == OS_FILE)
    os_move_file(newest_from, newest_to);
  return true;
}

void run_remove_saved(const char *path) {
  remove_newest(path);
  os_remove_file(path);
}

/* ---- keeping a model ---- */

/* Copies the state, since the training goes on while the model is measured. */
static bool copy_state(const TrainingRun *run, int index, Arena *arena, TrainerState *state) {
  if (!trainer_take_state(arena, run->number_count, state)) return false;
  worker_lock(run->worker);
  trainer_copy_state(&run_moment(run, index)->state, state, run->number_count);
  worker_unlock(run->worker);
  return true;
}

/* The caller may read keep.arena without the lock: the thread never changes it. */
bool run_keep(TrainingRun *run, int index, const char *folder, Status *status) {
  if (run->keep.arena)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s is still being written; keep this one after it"), run->keep.folder);
  RunKeep keep = {.arena = arena_make(0)};
  if (keep.arena) keep.folder = str_copy(keep.arena, str_from(folder));
  if (!keep.folder || !copy_state(run, index, keep.arena, &keep.state)) {
    arena_free(keep.arena);
    return status_no_memory(status);
  }
  worker_lock(run->worker);
  run->keep = keep;
  worker_wake(run->worker);
  worker_unlock(run->worker);
  return true;
}

bool run_is_asked_to_keep(const TrainingRun *run) { return run->keep.arena && !run->keep.done; }

/* Measures this model for its card over KEEP_SEQUENCES, a tenth of EVALUATION_SEQUENCES. */
static bool write_model(Trainer *trainer, const RunKeep *keep, Status *status) {
  Evaluation figures;
  Checkpoint checkpoint;
  Str card;
  trainer_set_state(trainer, &keep->state);
  if (!evaluation_measure(trainer, KEEP_SEQUENCES, &figures, status) ||
      !evaluation_card(trainer, &figures, keep->arena, &card, status) ||
      !trainer_checkpoint(trainer, keep->arena, &checkpoint, status))
    return false;
  const char *words = str_copy(keep->arena, card);
  if (!words) return status_no_memory(status);
  return checkpoint_save(keep->arena, keep->folder, &checkpoint, words, status);
}

/* Uses a trainer of its own, since run->trainer has newer numbers. */
void run_keep_if_asked(TrainingRun *run) {
  Trainer *trainer;
  Status status;
  RunKeep *keep = &run->keep;
  if (!run_is_asked_to_keep(run)) return;
  worker_unlock(run->thread_worker);
  bool made = trainer_make(run_recipe(run), run->pool, &trainer, &status);
  bool kept = made && write_model(trainer, keep, &status);
  if (made) trainer_free(trainer);
  worker_lock(run->thread_worker);
  keep->kept = kept;
  if (!kept) keep->status = status;
  keep->done = true;
  worker_wake(run->thread_worker);
}

RunKept run_kept(TrainingRun *run, Status *status) {
  worker_lock(run->worker);
  RunKeep keep = run->keep;
  if (keep.done) run->keep = (RunKeep){0};
  worker_unlock(run->worker);
  if (!keep.done) return RUN_KEPT_NOTHING;
  if (!keep.kept) *status = keep.status;
  arena_free(keep.arena);
  return keep.kept ? RUN_KEPT : RUN_NOT_KEPT;
}

void run_wait_kept(const TrainingRun *run) {
  worker_lock(run->worker);
  while (run_is_asked_to_keep(run)) worker_wait(run->worker);
  worker_unlock(run->worker);
}
