/* session/training/commands.c -- the commands train, timeline and watch. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "session/session_internal.h"

/* The task if a person opens the view without naming one. */
static const char first_task[] = "copy";
enum { GO_STEPS_MOST = 1000000, PACE_MOST = 10000 };

/* ---- choosing what is trained ---- */

bool training_sentence(const Session *session, const TrainingChoice *choice, Str *sentence,
                       Status *status) {
  Recipe recipe;
  const Task *task;
  if (!training_recipe(choice, session->scratch, &recipe, status) ||
      !task_open(session->scratch, &recipe, &task, status))
    return false;
  *sentence = task_shown(task);
  return true;
}

/* If the run on show is of this choice already and a script wants it from step
** 0, it is made again. */
static bool show_choice(Session *session, const Inputs *next, Status *status) {
  Training *training = &session->training;
  bool anew = training_begins_anew(session);
  training->ignores_kept = anew;
  bool shown = undo_change(session, next, CHANGE_ALONE, status);
  training->ignores_kept = false;
  if (!shown || !anew || session->dry || run_news(training->run).steps_done == 0) return shown;
  training_files_keep(session);
  session->view.watch_row = session->view.watch_col = -1;
  return training_again(session, status);
}

/* A change of task, or from another model, also sets the task's sentence. */
static bool change_choice(Session *session, const TrainingChoice *choice, Status *status) {
  const Inputs *now = session_now(session);
  Inputs next = *now;
  bool same_task = training_is_model(now) && strcmp(now->training.task, choice->task) == 0;
  snprintf(next.model, sizeof next.model, "%s", TRAINING_MODEL);
  memset(next.reading, 0, sizeof next.reading);
  next.board = (Str){NULL, 0};
  next.training = *choice;
  if (same_task) return show_choice(session, &next, status);
  next.mask = (MaskSpec){.model_own = true};
  next.kind = (AttentionKind){0};
  if (!training_is_model(now) && !training_remember_before(session, status)) return false;
  if (!training_sentence(session, choice, &next.streams[0], status) ||
      !show_choice(session, &next, status))
    return false;
  session->edit.caret = session->edit.anchor = session_now(session)->streams[0].bytes;
  return true;
}

/* The choice of the inputs, else of the newest kept training, else of the first task. */
static bool present_choice(Session *session, TrainingChoice *choice, Status *status) {
  *choice = session_now(session)->training;
  if (choice->task[0]) return true;
  if (training_left_choice(session, choice)) return true;
  return training_choice_of(str_from(first_task), session->scratch, choice, status);
}

bool training_enter(Session *session, Status *status) {
  TrainingChoice choice;
  if (training_is_model(session_now(session))) return true;
  /* A kept training may have numbers too large to be shown: then a new one begins. */
  if (!session_now(session)->training.task[0] && training_left_choice(session, &choice) &&
      change_choice(session, &choice, NULL))
    return true;
  return present_choice(session, &choice, status) && change_choice(session, &choice, status);
}

static bool read_whole(const CommandContext *context, int argument, int *number) {
  long value;
  Str word = command_text(context, argument);
  if (!str_to_long(word, &value) || value < INT32_MIN || value > INT32_MAX)
    return command_wrong(context);
  *number = (int)value;
  return true;
}

/* Words that the network knows but this field does not offer, such as a base, are wrong here; what
** it does not know either it refuses by a sentence of its own. */
static bool read_positions(const CommandContext *context, int argument, int *positions) {
  NetworkShape none = {0};
  for (int i = 0; i < network_position_count(); i++)
    if (command_is(context, argument, network_position_name(i))) return *positions = i, true;
  return network_set_positions(&none, command_text(context, argument), context->status) &&
         command_wrong(context);
}

static bool read_field(const CommandContext *context, int at, TrainingChoice *choice) {
  assert(at >= 1 && at + 1 < context->words->count);
  double rate;
  long seed;
  int *const wholes[TRAINING_FIELD_COUNT] = {[TRAINING_LAYERS] = &choice->layers,
                                             [TRAINING_HEADS] = &choice->heads,
                                             [TRAINING_WIDTH] = &choice->width,
                                             [TRAINING_BATCH] = &choice->batch,
                                             [TRAINING_STEPS] = &choice->steps};
  int field = TRAINING_LAYERS;
  while (field < TRAINING_PACE &&
         !command_is(context, at, training_field_name((TrainingField)field)))
    field++;
  if (field == TRAINING_PACE) return command_wrong(context);
  if (field == TRAINING_POSITIONS) return read_positions(context, at + 1, &choice->positions);
  if (field == TRAINING_RATE) {
    if (!str_to_double(command_text(context, at + 1), &rate)) return command_wrong(context);
    choice->learning_rate = rate;
    return true;
  }
  if (field != TRAINING_SEED) return read_whole(context, at + 1, wholes[field]);
  if (!str_to_long(command_text(context, at + 1), &seed) || seed < 0) return command_wrong(context);
  choice->seed = (uint64_t)seed;
  return true;
}

static bool is_field(const CommandContext *context, int argument) {
  for (int i = TRAINING_LAYERS; i < TRAINING_PACE; i++)
    if (command_is(context, argument, training_field_name((TrainingField)i))) return true;
  return false;
}

/* [TASK] [layers N] [heads N] … All fields are read before the recipe is checked, since heads and
** width must fit each other. */
static bool choose_fields(const CommandContext *context) {
  Session *session = context->session;
  TrainingChoice choice;
  Recipe recipe;
  int at = 1, count = context->words->count;
  if (count < 2) return command_wrong(context);
  if (is_field(context, 1)) {
    if (!present_choice(session, &choice, context->status)) return false;
  } else if (!training_choice_of(command_text(context, at++), session->scratch, &choice,
                                 context->status))
    return false;
  if ((count - at) % 2 != 0) return command_wrong(context);
  for (; at < count; at += 2)
    if (!read_field(context, at, &choice)) return false;
  return training_recipe(&choice, session->scratch, &recipe, context->status) &&
         change_choice(session, &choice, context->status);
}

/* ---- training steps ---- */

/* In a window steps are made on the training's thread; otherwise here, and in a script the command
** returns when they are made, so that the next line sees them. */
static bool train_steps(const CommandContext *context, int steps) {
  assert(context->session->training.run && steps >= 0);
  Session *session = context->session;
  TrainingRun *run = session->training.run;
  RunNews news = run_news(run);
  session->view.timeline_step = -1;
  if (session->dry) return true;
  if (news.stopped) return status_fail(context->status, STATUS_COULD_NOT, "%s", news.problem);
  if (news.finished)
    return status_fail(context->status, STATUS_COULD_NOT,
                       P_("the %d step is done; more of them, or train again, begin anew",
                          "all %d steps are done; more of them, or train again, begin anew",
                          news.steps_wanted),
                       news.steps_wanted);
  if (steps > 0) run_go_steps(run, steps);
  else run_go(run);
  if (training_is_beside(session)) return true;
  run_wait(run, session->hooks.stopped, session->hooks.self);
  news = run_news(run);
  bool followed = training_follow(session, context->status);
  if (!news.stopped) return followed;
  session->training.problem_told = true;
  return status_fail(context->status, STATUS_COULD_NOT, "%s", news.problem);
}

static bool do_go(const CommandContext *context) {
  int steps = 0;
  if (context->words->count > 2) {
    if (!command_has(context, 2) || !read_whole(context, 2, &steps)) return false;
    if (steps < 1 || steps > GO_STEPS_MOST)
      return status_fail(context->status, STATUS_USAGE,
                         _("train go takes a number of steps from 1 to %d"), GO_STEPS_MOST);
  }
  return train_steps(context, steps);
}

/* Makes the missing steps, so that a script restores the same number of them. */
static bool do_until(const CommandContext *context) {
  Session *session = context->session;
  int step = 0, done;
  if (!command_has(context, 2) || !read_whole(context, 2, &step)) return false;
  if (step < 1 || step > GO_STEPS_MOST)
    return status_fail(context->status, STATUS_USAGE, _("train until takes a step from 1 to %d"),
                       GO_STEPS_MOST);
  done = run_news(session->training.run).steps_done;
  if (done == 0 && training_begins_anew(session) &&
      !training_take_kept(session, step, context->status))
    return false;
  done = run_news(session->training.run).steps_done;
  return done >= step || train_steps(context, step - done);
}

static bool do_pause_training(const CommandContext *context) {
  run_pause(context->session->training.run);
  return true;
}

static bool do_toggle(const CommandContext *context) {
  if (run_news(context->session->training.run).going) return do_pause_training(context);
  return train_steps(context, 0);
}

static bool do_again(const CommandContext *context) {
  return training_again(context->session, context->status);
}

static bool do_pace(const CommandContext *context) {
  Session *session = context->session;
  int pace = 0;
  if (!command_has(context, 2)) return false;
  if (!command_is(context, 2, "full") && !read_whole(context, 2, &pace)) return false;
  if (pace < 0 || pace > PACE_MOST)
    return status_fail(context->status, STATUS_USAGE,
                       _("train pace takes full or steps a second from 1 to %d"), PACE_MOST);
  session->view.training_pace = pace;
  training_set_pace(session);
  return true;
}

/* Pauses again after one step. */
static bool do_one_step(const CommandContext *context) { return train_steps(context, 1); }

/* ---- the command ---- */

bool do_train(const CommandContext *context) {
  static const struct {
    const char *word;
    bool (*run)(const CommandContext *context);
    int most; /* most words of the command */
  } ways[] = {{"go", do_go, 3},           {"until", do_until, 3},   {"pause", do_pause_training, 2},
              {"toggle", do_toggle, 2},   {"step", do_one_step, 2}, {"again", do_again, 2},
              {"keep", do_train_keep, 3}, {"pace", do_pace, 3}};
  if (context->session->is_blind) return !command_is(context, 1, "keep") || do_train_keep(context);
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    if (!command_is(context, 1, ways[i].word)) continue;
    if (context->words->count > ways[i].most) return command_wrong(context);
    bool needs_run = ways[i].run != do_pace;
    if (needs_run && !training_enter(context->session, context->status)) return false;
    return ways[i].run(context);
  }
  return choose_fields(context);
}

/* ---- the timeline ---- */

/* If the step cannot be shown the timeline stays where it was. */
static bool show_step(Session *session, int step, Status *status) {
  int before = session->view.timeline_step;
  session->view.timeline_step = step;
  if (training_follow(session, status)) return true;
  session->view.timeline_step = before;
  return false;
}

/* The newest numbers are a position of their own after the last checkpoint, unless they
** are of the same step. */
static bool move_on_timeline(Session *session, int by, Status *status) {
  assert(session->training.run && (by == 1 || by == -1));
  const TrainingRun *run = session->training.run;
  int count = run_news(run).checkpoint_count, index = training_shown_index(session);
  if (index == RUN_NOW) index = count;
  bool on_newest = index < count && run_checkpoint_step(run, index) == run_news(run).steps_done;
  index += by;
  if (by < 0 && index < count && index >= 0 &&
      run_checkpoint_step(run, index) == session->training.model_step)
    index--; /* the newest numbers are a checkpoint too */
  if (index < 0) index = 0;
  if (index >= count || on_newest) return show_step(session, by > 0 ? -1 : index, status);
  return show_step(session, run_checkpoint_step(run, index), status);
}

bool do_timeline(const CommandContext *context) {
  Session *session = context->session;
  int step = 0;
  if (!command_has(context, 1)) return false;
  if (!training_enter(session, context->status)) return false;
  if (command_is(context, 1, "first")) return show_step(session, 0, context->status);
  if (command_is(context, 1, "last")) return show_step(session, -1, context->status);
  if (command_is(context, 1, "next")) return move_on_timeline(session, 1, context->status);
  if (command_is(context, 1, "prev")) return move_on_timeline(session, -1, context->status);
  if (!read_whole(context, 1, &step)) return false;
  if (step < 0) return command_wrong(context);
  return show_step(session, step, context->status);
}

/* While the training is on show the arrows, Space, Home and End work on the timeline. */
bool training_takes_key(const CommandContext *context, const char *way) {
  Session *session = context->session;
  if (strcmp(way, "play") == 0) return do_toggle(context);
  if (strcmp(way, "first") == 0) return show_step(session, 0, context->status);
  if (strcmp(way, "last") == 0) return show_step(session, -1, context->status);
  return move_on_timeline(session, strcmp(way, "next") == 0 ? 1 : -1, context->status);
}

/* ---- the watched matrix ---- */

bool do_watch(const CommandContext *context) {
  Session *session = context->session;
  View *view = &session->view;
  WatchId watch;
  int row = -1, col = -1;
  bool number = context->words->count == 4;
  if (!number && !command_has(context, 1)) return false;
  if (!view_watch_find(command_text(context, 1), &watch)) {
    const char *names[WATCH_COUNT];
    for (int i = 0; i < WATCH_COUNT; i++) names[i] = view_watch_name((WatchId)i);
    return names_refuse(
        &(Names){_("there is no matrix “%.*s”; it is one of: %s"),
                 _("there is no matrix “%.*s”; did you mean “%s”? It is one of: %s"), names,
                 WATCH_COUNT},
        command_text(context, 1), context->status);
  }
  if (!training_enter(session, context->status)) return false;
  NetworkTensor tensor = training_tensor(session, watch);
  if (number && (!line_index(command_text(context, 2),
                             _("there is no row “%.*s”; the numbers go from 1 to %d"), tensor.rows,
                             &row, context->status) ||
                 !line_index(command_text(context, 3),
                             _("there is no column “%.*s”; the numbers go from 1 to %d"),
                             tensor.cols, &col, context->status)))
    return false;
  view->watch = watch;
  view->watch_row = row;
  view->watch_col = col;
  return true;
}

/* ---- the state as commands ---- */

/* The fewest digits that read back to the same number: 0.003 rather than 0.0030000000000000001. */
static void add_real(StrBuf *text, double number) {
  char digits[32];
  double back;
  for (int precision = 6; precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, number);
    if (str_to_double(str_from(digits), &back) && memcmp(&back, &number, sizeof back) == 0) break;
  }
  strbuf_add(text, str_from(digits));
}

void training_add_script(StrBuf *text, const Session *session) {
  const TrainingChoice *choice = &session_now(session)->training;
  if (!training_is_model(session_now(session))) return;
  strbuf_format(text, "train %s layers %d heads %d width %d ", choice->task, choice->layers,
                choice->heads, choice->width);
  if (choice->positions > 0)
    strbuf_format(text, "positions %s ", network_position_name(choice->positions));
  strbuf_add(text, STR("rate "));
  add_real(text, choice->learning_rate);
  strbuf_format(text, " batch %d steps %d seed %" PRIu64 "\n", choice->batch, choice->steps,
                choice->seed);
}

/* The place in the training; written after the view. */
void training_add_place(StrBuf *text, const Session *session) {
  const View *view = &session->view;
  if (view->training_pace > 0) strbuf_format(text, "train pace %d\n", view->training_pace);
  else strbuf_add(text, STR("train pace full\n"));
  if (!training_is_model(session_now(session))) return;
  int steps = run_news(session->training.run).steps_done;
  if (steps > 0) strbuf_format(text, "train until %d\n", steps);
  if (view->timeline_step >= 0) strbuf_format(text, "timeline %d\n", view->timeline_step);
  else strbuf_add(text, STR("timeline last\n"));
  strbuf_format(text, "watch %s", view_watch_name(view->watch));
  if (view->watch_row >= 0) strbuf_format(text, " %d %d", view->watch_row + 1, view->watch_col + 1);
  strbuf_add_char(text, '\n');
}
