/* session/training/training.c -- the training run of a session: made from a choice,
** shown at a step, freed. */
#include "session/training/training.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "model/checkpoint/checkpoint.h"
#include "session/session_internal.h"

static const double show_every_ms = 33;
enum { FF_TIMES = 2 }; /* columns of the MLP per column of the model */

bool training_is_model(const Inputs *inputs) { return strcmp(inputs->model, TRAINING_MODEL) == 0; }

/* ---- choice and recipe ---- */

/* A smaller model than the recipe's lacks some of the heads that are told where to look. */
static void drop_looks_outside(Recipe *recipe) {
  int kept = 0;
  for (int i = 0; i < recipe->look_count; i++)
    if (recipe->looks[i].layer < recipe->shape.layer_count &&
        recipe->looks[i].head < recipe->shape.head_count)
      recipe->looks[kept++] = recipe->looks[i];
  recipe->look_count = kept;
}

/* The built-in recipe of the task with the chosen numbers. A changed width scales the
** MLP, and the warm-up is at most a quarter of the steps: the recipe's own would suit a
** model of another size. */
bool training_recipe(const TrainingChoice *choice, Arena *arena, Recipe *recipe, Status *status) {
  if (!recipe_open(arena, choice->task, recipe, status)) return false;
  NetworkShape *shape = &recipe->shape;
  bool same_width = shape->d_model == choice->width;
  shape->layer_count = choice->layers;
  if (shape->encoder_layers > 0) shape->encoder_layers = choice->layers;
  shape->head_count = choice->heads;
  shape->d_model = choice->width;
  if (network_position_index(shape) != choice->positions &&
      !network_choose_positions(shape, choice->positions, status))
    return false;
  if (shape->d_ff > 0 && !same_width) shape->d_ff = FF_TIMES * choice->width;
  recipe->batch = choice->batch;
  recipe->steps = choice->steps;
  recipe->learning_rate = choice->learning_rate;
  recipe->seed = choice->seed;
  if (recipe->warm_up > recipe->steps / 4) recipe->warm_up = recipe->steps / 4;
  if (recipe->attn_target_layer >= choice->layers) recipe->attn_target_layer = choice->layers - 1;
  if (recipe->attn_target_head >= choice->heads) recipe->attn_target_head = choice->heads - 1;
  drop_looks_outside(recipe);
  return recipe_check(recipe, status);
}

bool training_choice_of(Str task, Arena *arena, TrainingChoice *choice, Status *status) {
  const char *names[32];
  int count = task_all_count() < 32 ? task_all_count() : 32, known = 0;
  Recipe recipe;
  for (int i = 0; i < count; i++) {
    names[i] = task_info(i)->name;
    known += str_is(task, names[i]);
  }
  if (!known)
    return names_refuse(&(Names){_("there is no task “%.*s”; it is one of: %s"),
                                 _("there is no task “%.*s”; did you mean “%s”? It is one of: %s"),
                                 names, count},
                        task, status);
  *choice = (TrainingChoice){0};
  assert(task.bytes < sizeof choice->task);
  memcpy(choice->task, task.at, task.bytes);
  if (!recipe_open(arena, choice->task, &recipe, status)) return false;
  choice->layers = recipe.shape.layer_count;
  choice->heads = recipe.shape.head_count;
  choice->width = recipe.shape.d_model;
  choice->positions = network_position_index(&recipe.shape);
  choice->batch = recipe.batch;
  choice->steps = recipe.steps;
  choice->learning_rate = recipe.learning_rate;
  choice->seed = recipe.seed;
  return true;
}

/* ---- the model at a step ---- */

/* The checkpoint nearest to a step; RUN_NOW if the newest numbers are nearer. */
static int index_of_step(const TrainingRun *run, int step) {
  if (step < 0) return RUN_NOW;
  int index = run_checkpoint_near(run, step), newest = run_news(run).steps_done;
  int from_now = newest > step ? newest - step : step - newest;
  int from_index = run_checkpoint_step(run, index) - step;
  return from_now < (from_index < 0 ? -from_index : from_index) ? RUN_NOW : index;
}

int training_shown_index(const Session *session) {
  assert(session->training.run);
  return index_of_step(session->training.run, session->view.timeline_step);
}

/* The run gives copies of its numbers, so the training goes on while they are shown. */
static bool make_model(const TrainingRun *run, int index, TrainingMade *made, Status *status) {
  assert(index == RUN_NOW || index >= 0);
  Checkpoint checkpoint;
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  made->step = run_checkpoint_step(run, index);
  bool done = run_checkpoint(run, index, arena, &checkpoint, status);
  if (done) {
    const char *name = run_recipe(run)->name;
    checkpoint.name = str_format(arena, _("%s · step %d"), name, made->step);
    checkpoint.label = str_format(
        arena, P_("%s · in training here, %d step", "%s · in training here, %d steps", made->step),
        name, made->step);
    done = checkpoint.name && checkpoint.label
               ? model_of_checkpoint(&checkpoint, &made->model, status)
               : status_no_memory(status);
  }
  arena_free(arena);
  return done;
}

static bool make_run(const Session *session, const TrainingChoice *choice, TrainingMade *made,
                     Status *status) {
  Recipe recipe;
  ArenaMark mark = arena_mark(session->scratch);
  bool done = training_recipe(choice, session->scratch, &recipe, status) &&
              run_make(&recipe, &made->run, status);
  arena_rewind(session->scratch, mark);
  made->is_new = done;
  return done;
}

/* Compared by value: the same choice made again by hand is the same. */
static bool is_former(const Training *training, const TrainingChoice *choice) {
  return training->former && training_choice_equal(choice, &training->former_choice);
}

static bool find_former(Session *session, const TrainingChoice *choice) {
  if (session->training.ignores_kept) return false;
  if (!is_former(&session->training, choice)) training_take_left(session, choice);
  return is_former(&session->training, choice);
}

/* Searches in this order: the run on show, the former one, one kept on the disk, a new one. */
bool training_make(Session *session, const TrainingChoice *choice, TrainingMade *made,
                   Status *status) {
  const Training *training = &session->training;
  *made = (TrainingMade){.choice = *choice};
  if (training->run && training_choice_equal(choice, &training->choice)) made->run = training->run;
  else if (find_former(session, choice)) made->run = training->former;
  else if (!make_run(session, choice, made, status)) return false;
  int step = made->run == training->run ? session->view.timeline_step : -1;
  if (make_model(made->run, index_of_step(made->run, step), made, status)) return true;
  training_drop(made);
  return false;
}

void training_drop(const TrainingMade *made) {
  model_free(made->model);
  if (made->is_new) run_free(made->run);
}

bool training_is_beside(const Session *session) {
  return session->ticking || session->hooks.full_screen;
}

void training_set_pace(const Session *session) {
  bool beside = training_is_beside(session);
  if (session->training.run)
    run_pace(session->training.run, beside ? session->view.training_pace : 0);
}

/* Sets the speed and the file of a new run; without a file it does not save itself. */
static void begin_run(const Session *session) {
  const Training *training = &session->training;
  training_set_pace(session);
  if (!training->save_path[0] || session->dry) return;
  run_save_to(training->run, training->save_path, NULL);
}

/* A person who chose a task and gets an old training is told so. */
static void tell_left(Session *session) {
  char sentence[STATUS_SENTENCE_BYTES];
  snprintf(sentence, sizeof sentence, _("This training is back, at step %d; “Again” begins anew."),
           run_news(session->training.run).steps_done);
  session_tell(session, sentence);
}

/* The run that was on show becomes the former one, if undo can return to something in it. */
void training_commit(Session *session, const TrainingMade *made) {
  assert(made->run);
  Training *training = &session->training;
  training->model_step = made->step;
  training->matrix_is_made = false;
  training->worked_is_old = true;
  training->step_shown_ms = session_now_ms(session);
  if (made->run == training->run) return;
  TrainingRun *before = training->run;
  TrainingChoice choice = training->choice;
  training->run = made->run;
  training->choice = made->choice;
  training->problem_told = false;
  session->view.timeline_step = -1;
  session->view.watch_row = session->view.watch_col = -1;
  if (before) run_stop_saving(before);
  training_files_leave(session);
  begin_run(session);
  bool keep = made->run == training->former || (before && run_news(before).steps_done > 0);
  if (made->run == training->former) {
    training->former = NULL;
    if (training->former_is_left) tell_left(session);
  }
  training->former_is_left = false;
  if (!keep) {
    training_free_run(session, before);
    return;
  }
  training_free_run(session, training->former);
  training->former = before;
  training->former_choice = choice;
}

void training_free(Session *session) {
  training_files_keep(session);
  training_free_run(session, session->training.run);
  training_free_run(session, session->training.former);
  arena_free(session->training.before.arena);
  arena_free(session->training.matrices);
  arena_free(session->training.worked_arena);
}

/* Replaces the run by another of the same choice. undo_remake comes before the old run is freed: if
** it fails, everything is as before. */
static bool replace_run(Session *session, TrainingRun *next, Status *status) {
  assert(next && session->training.run && !session->dry);
  Training *training = &session->training;
  TrainingRun *before = training->run;
  int step_before = session->view.timeline_step;
  training->run = next;
  session->view.timeline_step = -1;
  if (!undo_remake(session, status)) {
    training->run = before;
    session->view.timeline_step = step_before;
    run_free(next);
    return false;
  }
  training->problem_told = training->worked_is_made = false;
  run_stop_saving(before);
  training_files_leave(session);
  training_free_run(session, before);
  begin_run(session);
  return true;
}

bool training_again(Session *session, Status *status) {
  TrainingMade made = {0};
  if (session->dry) return true;
  return make_run(session, &session->training.choice, &made, status) &&
         replace_run(session, made.run, status);
}

bool training_begins_anew(const Session *session) {
  return session->in_script && !session->in_restore;
}

bool training_take_kept(Session *session, int steps, Status *status) {
  TrainingRun *kept = training_restore_left(session, &session->training.choice, steps);
  return !kept || replace_run(session, kept, status);
}

/* ---- time ---- */

static void tell_problem(Session *session, const RunNews *news) {
  Training *training = &session->training;
  if (news->save_problem[0] && !training->save_told) {
    training->save_told = true;
    session_tell(session, news->save_problem);
  }
  if (!news->stopped || training->problem_told) return;
  training->problem_told = true;
  session_tell(session, news->problem);
}

/* Makes the trace of the step that is to be shown. */
bool training_follow(Session *session, Status *status) {
  const Training *training = &session->training;
  if (!training->run || !training_is_model(session_now(session))) return true;
  int step = run_checkpoint_step(training->run, training_shown_index(session));
  if (step == training->model_step) return true;
  return undo_remake(session, status);
}

/* Numbers close to diverging may be too large to be shown: then the last step
** that can be is shown. */
static void follow_to_finite_step(Session *session) {
  const TrainingRun *run = session->training.run;
  RunNews news = run_news(run);
  bool shown = training_follow(session, NULL);
  for (int i = news.checkpoint_count - 1; news.stopped && !shown && i >= 0; i--) {
    session->view.timeline_step = run_checkpoint_step(run, i);
    shown = training_follow(session, NULL);
  }
}

/* At most thirty pictures a second, always including the last step. */
double training_tick(Session *session, double now_ms) {
  Training *training = &session->training;
  if (!training->run) return -1;
  RunNews news = run_news(training->run);
  tell_problem(session, &news);
  training_tell_kept(session, NULL);
  bool moved = news.steps_done != training->seen_steps || news.going != training->seen_going;
  if (moved && (!news.going || now_ms - training->shown_ms >= show_every_ms)) {
    training->seen_steps = news.steps_done;
    training->seen_going = news.going;
    training->shown_ms = now_ms;
    follow_to_finite_step(session);
    training_look_ahead(session);
    session->revision++;
  }
  double due_ms = training_tick_worked_step(session);
  bool tells = news.going || news.saving || training->keeping_run;
  return tells ? show_every_ms : due_ms;
}

/* ---- for pictures ---- */

int session_kept_count(const Session *session) { return session->training.kept_count; }
const char *session_kept(const Session *session, int index) {
  assert(index >= 0 && index < session->training.kept_count);
  return session->training.kept[index];
}

TrainingRun *session_run(const Session *session) { return session->training.run; }

bool session_training(const Session *session, TrainingShown *shown) {
  const Training *training = &session->training;
  *shown = (TrainingShown){0};
  if (!training->run) return false;
  int index = training_shown_index(session);
  shown->choice = training->choice;
  shown->task = task_about(run_task(training->run));
  shown->news = run_news(training->run);
  shown->step = training->model_step;
  shown->count = shown->news.checkpoint_count;
  shown->place = index == RUN_NOW ? shown->count : index;
  shown->is_newest = session->view.timeline_step < 0;
  shown->has_former = training->former != NULL;
  return true;
}
