/* session/commands/step_commands.c -- the commands that step, play, and go to a stage, a moment or
** a part of one. */
#include <math.h>

#include "scene/view_kinds.h"
#include "session/commands/steps_internal.h"

static bool read_step_by(const CommandContext *context, int argument, StepBy *by) {
  for (int i = 0; i < STEP_NAME_COUNT; i++)
    if (command_is(context, argument, steps_name((StepBy)i))) {
      *by = (StepBy)i;
      return true;
    }
  return command_wrong(context);
}

/* Tiles only where there are any. */
static StepBy next_size(const Session *session) {
  int next = ((int)session->view.step_by + 1) % STEP_NAME_COUNT;
  return (StepBy)next == STEP_TILE && !session_has_tiles(session) ? STEP_STAGE : (StepBy)next;
}

bool do_step(const CommandContext *context) {
  View *view = &context->session->view;
  bool backwards = command_is(context, 1, "back"), sets = command_is(context, 1, "by");
  int next = 1 + (backwards || sets), count = context->words->count;
  StepBy by = view->step_by;
  if (count > next + 1 || (sets && count <= next)) return command_wrong(context);
  bool turns = sets && command_is(context, next, "next");
  if (turns) by = next_size(context->session);
  else if (count > next && !read_step_by(context, next, &by)) return false;
  if (sets) view->step_by = by;
  else if (view->kind == VIEW_TRAINING)
    return training_takes_key(context, backwards ? "prev" : "next");
  else if (backwards) steps_back(context->session, by);
  else steps_forward(context->session, by);
  return true;
}

/* A fraction, not a number of cells, so that it means the same in a longer sentence. */
bool do_seek(const CommandContext *context) {
  Session *session = context->session;
  StageId stage;
  double fraction;
  int cols;
  if (!command_has(context, 2) || !command_stage(context, 1, &stage)) return false;
  if (!str_to_double(command_text(context, 2), &fraction) || fraction < 0 || fraction > 1)
    return command_wrong(context);
  session->steps.count = 0;
  steps_go(session, stage);
  int cells = steps_cells(session, stage, &cols), filled = (int)lround(fraction * cells);
  if (filled >= cells) return true;
  steps_fill(session, filled > 0 ? filled : 1, session->view.step_by);
  return true;
}

/* "from overview", "from STAGE" from that argument on, or nothing. */
static bool read_origin(const CommandContext *context, int argument, ViewKind *kind,
                        StageId *from) {
  int rest = context->words->count - argument;
  *kind = VIEW_STAGE;
  if (rest == 0) return true;
  if (rest != 2 || !command_is(context, argument, "from")) return command_wrong(context);
  if (!command_is(context, argument + 1, "overview"))
    return command_stage(context, argument + 1, from);
  *kind = VIEW_OVERVIEW;
  return true;
}

/* The moment of the way to a stage, which stays. Without "from" the way begins at the stage before;
** the first stage has none, and at 1 the way is over. */
bool do_moment(const CommandContext *context) {
  Session *session = context->session;
  View *view = &session->view;
  StageId stage = view->stage;
  ViewKind from_kind;
  float moment;
  int count = context->words->count;
  bool names_stage = count > 2 && !command_is(context, 2, "from");
  if (count < 2) return command_wrong(context);
  if (!command_number(context, 1, 0, 1, &moment)) return false;
  if (names_stage && !command_stage(context, 2, &stage)) return false;
  int index = trace_stage_index(session->trace, stage) - 1;
  while (index >= 0 && !steps_is_shown(session->trace, index)) index--;
  StageId from = index < 0 ? stage : trace_stage_at(session->trace, index);
  if (!read_origin(context, names_stage ? 3 : 2, &from_kind, &from)) return false;
  session->steps.count = 0;
  if (view->kind != VIEW_STAGE) steps_begin_transition(session);
  view->kind = VIEW_STAGE;
  steps_go(session, stage);
  view->playing = false;
  view->from_kind = from_kind;
  view->from_stage = from;
  view->held = moment < 1 && (from_kind == VIEW_OVERVIEW || from != stage);
  view->transition = view->held ? moment : 1;
  return true;
}

static bool read_stage(const CommandContext *context, bool beyond, StageId *stage) {
  const Trace *trace = context->session->trace;
  if (!beyond || !stage_find(command_text(context, 1), stage))
    return command_stage(context, 1, stage);
  *stage = trace_stage_at(trace, trace_stage_index(trace, *stage));
  return true;
}

bool do_stage(const CommandContext *context) {
  StageId stage = STAGE_FIRST;
  bool beyond = command_is(context, 2, "beyond");
  if (!command_has(context, beyond ? 2 : 1)) return false;
  bool end = command_is(context, 1, "first") || command_is(context, 1, "last");
  if (end && context->session->view.kind == VIEW_TRAINING)
    return training_takes_key(context, command_is(context, 1, "first") ? "first" : "last");
  if (end && view_is_of_layers(context->session->view.kind)) {
    bool is_first = command_is(context, 1, "first");
    context->session->view.layer = is_first ? 0 : trace_layer_count(context->session->trace) - 1;
    session_fit_view(context->session);
    return true;
  }
  if (end && context->session->view.kind == VIEW_CACHE) {
    context->session->view.cache_step = command_is(context, 1, "first") ? 1 : 0;
    return true;
  }
  if (command_is(context, 1, "last")) stage = steps_last_shown(context->session->trace);
  else if (!command_is(context, 1, "first") && !read_stage(context, beyond, &stage)) return false;
  context->session->steps.count = 0;
  steps_go(context->session, stage);
  return true;
}

bool do_play(const CommandContext *context) {
  View *view = &context->session->view;
  bool toggle = command_is(context, 1, "toggle");
  if (!command_has(context, toggle ? 1 : 0)) return false;
  if (toggle && !context->session->guard && script_waits(context->session))
    return script_advance(context->session, context->status);
  if (view->kind == VIEW_TRAINING) return training_takes_key(context, "play");
  if (toggle && view->playing) view->playing = false;
  else if (!view->playing) steps_start_playing(context->session);
  return true;
}

bool do_pause(const CommandContext *context) {
  if (!command_has(context, 0)) return false;
  context->session->view.playing = false;
  return true;
}
