/* session/commands/steps.c -- steps through all positions: stage by stage, row by row, cell by
** cell, tile by tile.
**
** The positions form one line: for each stage in order the cells of its result, in reading order or
** in that of its tiles, of which every step there takes whole ones. A whole stage is its last
** position. A step forward remembers where it came from, so that a step
** back of the same kind, taken next, returns exactly, selection included.
*/
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/view_kinds.h"
#include "session/commands/steps_internal.h"
#include "trace/workings/cache_step.h"
#include "trace/workings/cost.h"
#include "trace/workings/tiles.h"

static const char *const STEP_NAMES[] = {"stage", "row", "cell", "tile"};

const char *steps_name(StepBy by) {
  assert((int)by >= 0 && (int)by < STEP_NAME_COUNT);
  return STEP_NAMES[by];
}

/* In 64 bits first: 100,000 × 100,000 cells do not fit an int, and overflow is undefined. */
int steps_cells(const Session *session, StageId stage, int *cols) {
  int rows;
  trace_stage_shape(session->trace, stage, &rows, cols);
  int64_t cells = (int64_t)rows * *cols;
  return cells <= INT_MAX ? (int)cells : 0;
}

bool session_has_tiles(const Session *session) {
  const Trace *trace = session->trace;
  for (int i = 0; i < trace_stage_count(trace); i++)
    if (stage_info(trace_stage_at(trace, i))->by_tile) return true;
  return false;
}

void steps_begin_transition(Session *session) {
  View *view = &session->view;
  view->from_kind = view->kind;
  view->from_stage = view->stage;
  view->transition = view->motion && session->ticking ? 0 : 1;
  view->held = false;
  session->transition_start_ms = -1;
}

/* Views whose steps are no stages. */
static bool has_own_steps(const View *view) { return view_kind_info(view->kind)->has_steps; }

/* The picture comes to rest at its stage. */
static void end_held_moment(View *view) {
  if (view->held) view->transition = 1;
  view->held = false;
}

void steps_go(Session *session, StageId stage) {
  View *view = &session->view;
  int rows, cols;
  bool whole = view->kind == VIEW_OVERVIEW || view->kind == VIEW_TRAINING || has_own_steps(view);
  bool moves = stage != view->stage || whole;
  bool were_pairs = session_cell_shape(session, &rows, &cols);
  if (moves) steps_begin_transition(session);
  else end_held_moment(view);
  if (stage_info(stage)->by_pair != were_pairs) view->key = view->hover_key = -1;
  if (whole) view->kind = VIEW_STAGE;
  if (stage != view->stage) { /* of another panel */
    view->panel_scroll = 0;
    view->panel_page = 1;
    view->term = view->hover_term = -1;
  }
  view->stage = stage;
  view->filled = -1;
  session_fit_view(session);
}

bool steps_is_shown(const Trace *trace, int index) {
  assert(index >= 0 && index < trace_stage_count(trace));
  return trace_stage_missing(trace, trace_stage_at(trace, index)).bytes == 0;
}

StageId steps_last_shown(const Trace *trace) {
  int index = trace_stage_count(trace) - 1;
  while (index > 0 && !steps_is_shown(trace, index)) index--;
  return trace_stage_at(trace, index);
}

StageId steps_nearest_shown(const Session *session, StageId stage) {
  const Trace *trace = session->trace;
  int index = trace_stage_index(trace, stage), count = trace_stage_count(trace);
  for (int away = 0; away < count; away++) {
    if (index + away < count && steps_is_shown(trace, index + away))
      return trace_stage_at(trace, index + away);
    if (index - away >= 0 && steps_is_shown(trace, index - away))
      return trace_stage_at(trace, index - away);
  }
  return stage;
}

/* The next (by +1) or previous (−1) stage of the rail that can be shown; else the one on show. */
static StageId neighbour_stage(const Session *session, int by) {
  assert(by == 1 || by == -1);
  const Trace *trace = session->trace;
  int index = trace_stage_index(trace, session->view.stage) + by, count = trace_stage_count(trace);
  while (index >= 0 && index < count && !steps_is_shown(trace, index)) index += by;
  return index >= 0 && index < count ? trace_stage_at(trace, index) : session->view.stage;
}

/* ---- tiles ---- */

static bool is_by_tile(const Session *session, StageId stage) {
  int cols;
  return stage_info(stage)->by_tile && steps_cells(session, stage, &cols) > 0;
}

/* A row of the tile: the selected one if it is of it, else the first that sees something. */
static void focus_tile(Session *session) {
  View *view = &session->view;
  Tiling tiling = tiling_of(session->trace);
  int index = tiles_current(session->trace, view->layer, view->filled);
  if (index < 0) return;
  Tile tile = tiling_tile(&tiling, index);
  int row = tile.first_row, end = tile.first_row + tile.rows;
  view->key = -1;
  if (view->query >= row && view->query < end) return;
  while (row < end - 1 && tiles_of_row(session->trace, view->layer, row, index) != index) row++;
  view->query = row;
}

/* The first or last tile that a step on from `index` ends with; −1: there is none further. */
static int tile_behind(const Session *session, int index, StepBy by) {
  int layer = session->view.layer, next = tiles_next(session->trace, layer, index, 1);
  Tiling tiling = tiling_of(session->trace);
  if (by != STEP_ROW || next < 0) return next;
  for (int last = next;; next = last) {
    last = tiles_next(session->trace, layer, next, 1);
    if (last < 0 || last / tiling.across != next / tiling.across) return next;
  }
}

static int tile_before(const Session *session, int index, StepBy by) {
  Tiling tiling = tiling_of(session->trace);
  int from = by == STEP_ROW ? index / tiling.across * tiling.across : index;
  return tiles_next(session->trace, session->view.layer, from, -1);
}

/* The cells up to that tile; behind the last one all, −1. */
static int filled_to(const Session *session, int index) {
  Tiling tiling = tiling_of(session->trace);
  bool is_last = index < 0 || tiles_next(session->trace, session->view.layer, index, 1) < 0;
  return is_last ? -1 : tiling_filled(&tiling, index);
}

/* ---- filling ---- */

/* Selects the cell that was filled last. */
static void focus_last_filled(Session *session, StepBy by) {
  View *view = &session->view;
  int cols, cells = steps_cells(session, view->stage, &cols);
  if (cells == 0) return;
  if (is_by_tile(session, view->stage)) {
    focus_tile(session);
    return;
  }
  assert(cols > 0);
  int last = (view->filled < 0 ? cells : view->filled) - 1;
  view->query = last / cols;
  view->key = by == STEP_ROW ? -1 : last % cols;
}

void steps_fill(Session *session, int filled, StepBy by) {
  int cols, cells = steps_cells(session, session->view.stage, &cols);
  session->view.filled = filled >= cells || filled < 1 ? -1 : filled;
  end_held_moment(&session->view);
  focus_last_filled(session, by);
}

/* The overview is never the end: a step from it opens the stage. */
static bool at_end(const Session *session) {
  const View *view = &session->view;
  return view->stage == steps_last_shown(session->trace) && view->filled < 0 &&
         view->kind != VIEW_OVERVIEW;
}

/* A row that is partly filled is completed first. */
static void forward_within(Session *session, StepBy by) {
  const View *view = &session->view;
  int cols;
  steps_cells(session, view->stage, &cols);
  assert(cols > 0 && view->filled >= 0);
  if (is_by_tile(session, view->stage)) {
    int now = tiles_current(session->trace, view->layer, view->filled);
    steps_fill(session, filled_to(session, tile_behind(session, now, by)), by);
  } else if (by == STEP_TILE) steps_fill(session, -1, by);
  else
    steps_fill(session, by == STEP_CELL ? view->filled + 1 : (view->filled / cols + 1) * cols, by);
}

static void enter_at_first_step(Session *session, StageId stage, StepBy by) {
  int cols;
  steps_go(session, stage);
  if (by == STEP_STAGE || steps_cells(session, stage, &cols) == 0) return;
  if (is_by_tile(session, stage))
    steps_fill(session, filled_to(session, tile_behind(session, -1, by)), by);
  else if (by != STEP_TILE) steps_fill(session, by == STEP_CELL ? 1 : cols, by);
}

/* ---- remembering where a step came from ---- */

static StepPlace place_of_view(const View *view) {
  return (StepPlace){view->kind, view->stage, view->filled, view->query, view->key};
}

static bool same_place(StepPlace a, StepPlace b) {
  return a.kind == b.kind && a.stage == b.stage && a.filled == b.filled && a.query == b.query &&
         a.key == b.key;
}

/* When the memory is full the oldest step is forgotten. */
static void remember(StepMemory *memory, StepPlace from, StepPlace to, StepBy by) {
  assert(memory->count >= 0 && memory->count <= STEP_MEMORY_MOST);
  if (memory->count == STEP_MEMORY_MOST) {
    memory->count--;
    memmove(memory->from, memory->from + 1, sizeof memory->from[0] * (STEP_MEMORY_MOST - 1));
    memmove(memory->to, memory->to + 1, sizeof memory->to[0] * (STEP_MEMORY_MOST - 1));
    memmove(memory->by, memory->by + 1, sizeof memory->by[0] * (STEP_MEMORY_MOST - 1));
  }
  memory->from[memory->count] = from;
  memory->by[memory->count] = by;
  memory->to[memory->count++] = to;
}

/* If the last step led here and was of this kind, returns to where it came from. After any other
** move the remembered steps are of no use, so they are dropped at the first mismatch. */
static bool return_from(Session *session, StepBy by) {
  StepMemory *memory = &session->steps;
  View *view = &session->view;
  if (memory->count == 0) return false;
  int last = memory->count - 1;
  if (memory->by[last] != by || !same_place(memory->to[last], place_of_view(view))) {
    memory->count = 0;
    return false;
  }
  StepPlace from = memory->from[last];
  memory->count = last;
  if (from.stage != view->stage || from.kind != view->kind) steps_begin_transition(session);
  else end_held_moment(view);
  if (from.stage != view->stage) view->term = view->hover_term = -1;
  view->kind = from.kind;
  view->stage = from.stage;
  view->filled = from.filled;
  view->query = from.query;
  view->key = from.key;
  session_fit_view(session);
  return true;
}

/* ---- views with steps of their own ---- */

/* One token on or back; at the last step of kept keys the view follows what is appended. */
static bool step_cache(Session *session, int by) {
  View *view = &session->view;
  if (trace_token_count(session->trace) == 0) return false;
  CacheStep now = cache_step_of(session->trace, view->cache_prompt, view->cache_step);
  int to = now.step + by;
  if (to < 0 || to >= now.step_count) return false;
  view->cache_step = to == now.step_count - 1 ? 0 : to + 1;
  return true;
}

/* Through the ways to attend, and from the last to the first. */
static bool step_cost(Session *session, int by) {
  View *view = &session->view;
  CostSizes sizes = cost_sizes_of(session->trace);
  int now = view->cost_method > 0 ? view->cost_method - 1 : (int)sizes.now;
  int to = (now + by + COST_METHOD_COUNT) % COST_METHOD_COUNT;
  view->cost_method = to == (int)sizes.now ? 0 : to + 1;
  return true;
}

/* From a measured length to the next. */
static bool step_length(Session *session, int by) {
  int now = session->view.experiments.length;
  return session_do(session, by > 0 ? "length +" : "length -", NULL) &&
         session->view.experiments.length != now;
}

/* To the layer above or below. */
static bool step_layer(Session *session, int by) {
  View *view = &session->view;
  int to = view->layer + by;
  if (to < 0 || to >= trace_layer_count(session->trace)) return false;
  view->layer = to;
  session_fit_view(session);
  return true;
}

static bool step_own(Session *session, int by) {
  assert(has_own_steps(&session->view));
  if (view_is_of_layers(session->view.kind)) return step_layer(session, by);
  switch (session->view.kind) {
  case VIEW_CACHE:
    return step_cache(session, by);
  case VIEW_COST:
    return step_cost(session, by);
  case VIEW_LENGTH:
    return step_length(session, by);
  default:
    return experiments_step(session, by);
  }
}

/* From the overview the first step only opens the selected stage, so that no stage is skipped; from
** a moment on the way to a stage it only arrives there. */
bool steps_forward(Session *session, StepBy by) {
  View *view = &session->view;
  StepPlace from = place_of_view(view);
  if (has_own_steps(view)) return step_own(session, 1);
  if (view->held) {
    end_held_moment(view);
    return true;
  }
  if (at_end(session)) return false;
  if (view->kind == VIEW_OVERVIEW) {
    int filled = view->filled;
    steps_go(session, view->stage);
    view->filled = filled;
  } else if (by == STEP_STAGE) {
    if (view->stage != steps_last_shown(session->trace))
      steps_go(session, neighbour_stage(session, 1));
    else view->filled = -1;
  } else if (view->filled >= 0) forward_within(session, by);
  else enter_at_first_step(session, neighbour_stage(session, 1), by);
  remember(&session->steps, from, place_of_view(view), by);
  return true;
}

void steps_back(Session *session, StepBy by) {
  const View *view = &session->view;
  int cols, cells = steps_cells(session, view->stage, &cols);
  if (has_own_steps(view)) {
    step_own(session, -1);
    return;
  }
  if (return_from(session, by) || view->kind == VIEW_OVERVIEW) return;
  if (by != STEP_STAGE && is_by_tile(session, view->stage)) {
    int now = tiles_current(session->trace, view->layer, view->filled);
    int before = now < 0 ? -1 : tile_before(session, now, by);
    if (before >= 0) {
      steps_fill(session, filled_to(session, before), by);
      return;
    }
  }
  int shown = view->filled < 0 ? cells : view->filled, left = 0;
  bool by_tile = is_by_tile(session, view->stage);
  if (by == STEP_CELL && !by_tile) left = shown - 1;
  if (by == STEP_ROW && cells > 0 && !by_tile) left = (shown - 1) / cols * cols;
  if (left > 0) steps_fill(session, left, by);
  else if (view->stage != trace_stage_at(session->trace, 0)) {
    steps_go(session, neighbour_stage(session, -1));
    if (by == STEP_ROW || by == STEP_CELL || is_by_tile(session, view->stage))
      focus_last_filled(session, by);
  }
}

/* ---- playing ---- */

/* Whether the stage on show is full and playing fills it by rows or cells: then it is
** played from its beginning. */
static bool begins_again(const Session *session) {
  const View *view = &session->view;
  int cols;
  return view->kind == VIEW_STAGE && view->filled < 0 && view->step_by != STEP_STAGE &&
         steps_cells(session, view->stage, &cols) > 0;
}

void steps_start_playing(Session *session) {
  View *view = &session->view;
  bool is_over = view->kind == VIEW_CACHE && view->cache_step == 0;
  if (is_over) view->cache_step = 1;
  if (has_own_steps(view)) {
    view->playing = true;
    session->play_due_ms = -1;
    return;
  }
  if (begins_again(session)) enter_at_first_step(session, view->stage, view->step_by);
  else if (at_end(session)) enter_at_first_step(session, STAGE_FIRST, view->step_by);
  view->playing = true;
  session->play_due_ms = -1;
}
