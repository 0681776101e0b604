/* session/training/keep.c -- train keep: writes the model on show as a folder, on the training's
** thread.
**
** The folder is made at once, so that a place that cannot be written to is told at once; measuring
** and writing take the thread a moment. A name that nobody gave is made from task and step, in the
** current folder, and does not exist yet.
*/
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "session/commands/file_name.h"
#include "session/session_internal.h"

/* A name of task and step that does not exist, on the scratch arena. */
static const char *make_free_name(const Session *session) {
  const TrainingRun *run = session->training.run;
  if (!run) return file_name_free(session->scratch, TRAINING_MODEL); /* only names are checked */
  const char *name =
      str_format(session->scratch, "%s-%d", run_recipe(run)->name, session->training.model_step);
  return name ? file_name_free(session->scratch, name) : NULL;
}

/* An absolute path, because the next start may be in another folder. NULL after a failure. */
static const char *keep_path(const CommandContext *context) {
  const Session *session = context->session;
  bool named = context->words->count > 2;
  const char *given = named ? command_path(context, 2) : make_free_name(session);
  if (!given && named) return NULL;
  const char *path = given ? os_absolute_path(session->scratch, given) : NULL;
  if (!path) status_no_memory(context->status);
  return path;
}

/* A full list drops the oldest. */
static void remember_kept(Training *training, const char *path) {
  assert(training->kept_count >= 0 && training->kept_count <= KEPT_MOST);
  size_t bytes = strlen(path) + 1;
  if (bytes > sizeof training->kept[0]) return;
  for (int i = 0; i < training->kept_count; i++)
    if (strcmp(training->kept[i], path) == 0) return;
  if (training->kept_count == KEPT_MOST) {
    memmove(training->kept[0], training->kept[1], sizeof training->kept - sizeof training->kept[0]);
    training->kept_count--;
  }
  memcpy(training->kept[training->kept_count++], path, bytes);
}

/* The thread only writes; the session's next tick tells the result. */
bool training_tell_kept(Session *session, Status *status) {
  Training *training = &session->training;
  Status told = {0};
  RunKept kept = training->keeping_run ? run_kept(training->keeping_run, &told) : RUN_KEPT_NOTHING;
  if (kept == RUN_KEPT_NOTHING) return true;
  training->keeping_run = NULL;
  if (kept == RUN_NOT_KEPT) {
    session_tell(session, told.sentence);
    return status_fail(status, told.kind, "%s", told.sentence);
  }
  remember_kept(training, training->keeping);
  status_fail(&told, STATUS_OK, _("Kept as %s; it stands in the model menu."), training->keeping);
  session_tell(session, told.sentence);
  return true;
}

static void wait_for_kept(Session *session, Status *status) {
  if (!session->training.keeping_run) return;
  run_wait_kept(session->training.keeping_run);
  training_tell_kept(session, status);
}

/* Waits until the run's model is written, since the thread still reads its numbers. */
void training_free_run(Session *session, TrainingRun *run) {
  if (run && run == session->training.keeping_run) wait_for_kept(session, NULL);
  run_free(run);
}

static bool may_keep_in(const Session *session, const char *folder, Status *status) {
  const char *path;
  if (session->replaces) return true;
  if (!checkpoint_foreign_file(session->scratch, folder, &path)) return status_no_memory(status);
  return !path || session_may_replace(session, path, status);
}

/* Everything that can be refused is refused before the folder is made. */
bool do_train_keep(const CommandContext *context) {
  Session *session = context->session;
  Training *training = &session->training;
  if (context->words->count > 2 && !command_has(context, 2)) return false;
  const char *path = keep_path(context);
  if (!path) return false;
  if (strlen(path) >= sizeof training->keeping)
    return status_fail(context->status, STATUS_USAGE,
                       P_("train keep takes a path of at most %d byte, not %zu",
                          "train keep takes a path of at most %d bytes, not %zu",
                          STATE_PATH_BYTES - 1),
                       STATE_PATH_BYTES - 1, strlen(path));
  if (!os_check_folder(path, context->status)) return false;
  Permit permit = permit_write(context, path, context->words->count == 2);
  if (permit != PERMIT_YES) return permit == PERMIT_PASSED_OVER;
  if (!may_keep_in(session, path, context->status)) return false;
  if (session->dry) return true;
  wait_for_kept(session, NULL);
  assert(training->run);
  if (!os_make_folder(path, context->status) ||
      !run_keep(training->run, training_shown_index(session), path, context->status))
    return false;
  training->keeping_run = training->run;
  snprintf(training->keeping, sizeof training->keeping, "%s", path);
  if (training_is_beside(session)) return true;
  run_wait_kept(training->run);
  return training_tell_kept(session, context->status);
}
