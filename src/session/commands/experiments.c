/* session/commands/experiments.c -- saturation, lookup, layout: what the experiments beside
** attention are asked, with undo, and which part of them is on show. */
#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "session/commands/setting_table.h"
#include "session/session_internal.h"
#include "trace/workings/lookup.h"
#include "trace/workings/memory_layout.h"

/* ---- steps of + and −, which stop at the limits: of the table ---- */

float experiments_step_by_one(float now, SettingStep step) {
  return step == SETTING_UP ? floorf(now) + 1 : ceilf(now) - 1;
}

/* From one power of two to the next. */
float experiments_step_width(float now, SettingStep step) {
  int power = 1;
  while ((float)power < now) power *= 2;
  if (step == SETTING_DOWN) return (float)(power / 2);
  return (float)((float)power > now ? power : 2 * power);
}

float experiments_step_draws(float now, SettingStep step) {
  float by = (step == SETTING_UP ? now >= 100 : now > 100) ? 100 : 10;
  return step == SETTING_UP ? floorf(now / by) * by + by : ceilf(now / by) * by - by;
}

/* From a measured length to the next; beyond the last of them there is none. */
float experiments_step_length(float now, SettingStep step) {
  int tokens = (int)now, by = step == SETTING_UP ? 1 : -1, to = lengths_neighbour(tokens, by);
  return (float)((to - tokens) * by > 0 ? to : tokens);
}

float experiments_step_tenth(float now, SettingStep step) {
  float tenths = roundf(now * 10);
  return (step == SETTING_UP ? tenths + 1 : tenths - 1) / 10;
}

/* ---- commands ---- */

/* A step stops at the limits; 0 stands for a word. */
static double within(const Setting *setting, double value) {
  bool is_word = setting->zero && !(value > 0);
  if (setting->type == SETTING_CHOICE || is_word) return value;
  return double_clamp(value, setting->low, setting->high);
}

/* Presses of − and +, and what a slider sends while it is dragged, are one step of undo: changes of
** one number without another between them. */
static bool change_inputs(const CommandContext *context, const Setting *setting, double value) {
  Session *session = context->session;
  View view = session->view;
  Inputs next = *session_now(session);
  bool is_choice = setting->type == SETTING_CHOICE;
  setting_set_value(setting, &view, within(setting, value));
  next.experiments = view.experiments;
  if (inputs_equal(&next, session_now(session))) return true;
  bool goes_on = !is_choice && session->experiment == setting;
  if (!undo_change(session, &next, goes_on ? CHANGE_EXPERIMENT : CHANGE_ALONE, context->status))
    return false;
  session->experiment = setting;
  if (!is_choice) session->last_change = CHANGE_EXPERIMENT;
  return true;
}

/* The boxes of the memory layout travel from where they are. */
static void go_to_layout_step(Session *session, float step) {
  View *view = &session->view;
  float from = view_layout_place(view);
  if (view->kind == VIEW_LAYOUT && fabsf(step - from) > 0) {
    steps_begin_transition(session);
    view->layout_from = from;
  }
  view->layout_step = step;
}

bool do_experiment(const CommandContext *context) {
  Session *session = context->session;
  const Setting *setting = setting_of_command(context);
  if (!setting || !command_has(context, setting_argument(setting))) return command_wrong(context);
  double value = setting_value(setting, session);
  if (!setting_read(context, setting, &value)) return false;
  if (setting->owner == SETTING_OF_INPUTS) return change_inputs(context, setting, value);
  if (setting == setting_find("layout step")) go_to_layout_step(session, (float)value);
  else setting_set_value(setting, &session->view, within(setting, value));
  return true;
}

/* ---- steps ---- */

static bool step_draw(View *view, int by) {
  int draws = view->experiments.draws, now = int_clamp(view->saturation_draw, 1, draws);
  int to = int_clamp(now + by, 1, draws);
  view->saturation_draw = to;
  return to != now;
}

/* All, the first, the second … and all again. */
static bool step_book(View *view, int by) {
  view->lookup_book = (view->lookup_book + by + LOOKUP_BOOKS + 1) % (LOOKUP_BOOKS + 1);
  return true;
}

static bool step_layout(Session *session, int by) {
  MemoryLayout layout;
  memory_layout_of(&session->view.experiments, &layout);
  float most = (float)layout.step_count, now = fminf(session->view.layout_step, most);
  float to = by > 0 ? floorf(now) + 1 : ceilf(now) - 1;
  if (to < 1 || to > most) return false;
  go_to_layout_step(session, to);
  return true;
}

bool experiments_step(Session *session, int by) {
  if (session->view.kind == VIEW_SATURATION) return step_draw(&session->view, by);
  if (session->view.kind == VIEW_LOOKUP) return step_book(&session->view, by);
  assert(session->view.kind == VIEW_LAYOUT);
  return step_layout(session, by);
}
