/* scene/view.c -- the initial view, and what is in focus. */
#include "scene/view.h"

#include <assert.h>
#include <math.h>

#include "trace/trace.h"

static const char *const BLANK_NAMES[BLANK_COUNT] = {
    [BLANK_OFF] = "off", [BLANK_BLACK] = "black", [BLANK_WHITE] = "white"};
static const char *const PROJECTION_NAMES[PROJECTION_COUNT] = {
    [PROJECTION_Q] = "q", [PROJECTION_K] = "k", [PROJECTION_V] = "v"};
static const char *const WATCH_NAMES[WATCH_COUNT] = {[WATCH_EMBEDDING] = "embedding",
                                                     [WATCH_W_Q] = "w_q",
                                                     [WATCH_W_K] = "w_k",
                                                     [WATCH_W_V] = "w_v",
                                                     [WATCH_W_O] = "w_o"};

/* −1 is "none" for every index; 0 would be the first. */
View view_default(void) {
  return (View){.kind = VIEW_OVERVIEW,
                .stage = STAGE_FIRST,
                .query = -1,
                .key = -1,
                .hover_query = -1,
                .hover_head = -1,
                .hover_key = -1,
                .step_by = STEP_STAGE,
                .filled = -1,
                .speed = 1,
                .sampling = SAMPLING_PLAIN,
                .palette = PALETTE_AUTO,
                .range = RANGE_HEAD,
                .text_scale = 1,
                .zoom = 1,
                .panel_page = 1,
                .lit_part = -1,
                .experiments = EXPERIMENTS_DEFAULT,
                .saturation_draw = 1,
                .layout_step = 1,
                .layout_from = 1,
                .key_alone = -1,
                .hover_key_alone = -1,
                .term = -1,
                .hover_term = -1,
                .left_query = -1,
                .left_key = -1,
                .grid_follows = true,
                .spotlight = true,
                .lens_query = -1,
                .lens_key = -1,
                .board_part = -1,
                .training_pace = 100,
                .timeline_step = -1,
                .watch = WATCH_W_Q,
                .watch_row = -1,
                .watch_col = -1,
                .export_look = export_look_default(),
                .motion = true,
                .from_kind = VIEW_OVERVIEW,
                .from_stage = STAGE_FIRST,
                .transition = 1};
}

/* Hovering has priority over a cell reached by stepping, but not over one that was clicked. */
void view_focus(const View *view, int *query, int *key) {
  bool shows_key = view->points && view->hover_key_alone >= 0;
  bool hovering = (view->points || !view->locked) && (view->hover_query >= 0 || shows_key);
  *query = hovering ? view->hover_query : view->query;
  *key = hovering ? view->hover_key : view->key;
}

bool view_has_projections(const View *view) {
  return view->kind != VIEW_OVERVIEW && stage_info(view->stage)->has_projections;
}

ProjectionId view_projection(const View *view, int *term) {
  bool hovering = !view->locked && view->hover_query >= 0;
  *term = hovering ? view->hover_term : view->term;
  return hovering ? view->hover_projection : view->projection;
}

/* Of a term of a sum at Q·K·V, or of the joined heads, it is the number of the map that is
** multiplied there. */
TracePart view_number_part(const View *view) {
  const StageInfo *stage = stage_info(view->stage);
  int term;
  if (view->kind != VIEW_STAGE || stage->part_count == 0) return TRACE_PART_COUNT;
  int of = stage->has_projections ? (int)view_projection(view, &term) : stage->result_count - 1;
  TracePart part = stage->parts[stage->part_count - stage->result_count + of];
  (void)view_projection(view, &term);
  if (term >= 0 && of < stage->map_count) return stage->maps[of];
  if (part == TRACE_X || part == TRACE_BLOCK) part = TRACE_INPUT;
  return what_if_sets(part) ? part : TRACE_PART_COUNT;
}

bool view_shows_next_input(const View *view) { return view->stage == stage_of_part(TRACE_BLOCK); }

int view_input_layer(const View *view, const Trace *trace) {
  return view_shows_next_input(view) ? trace_layer_after(trace, view->layer)
                                     : trace_first_layer(trace);
}

bool view_arcs_have(const View *view, int head) {
  return head >= 64 || !(view->arcs_left_out >> head & 1u);
}

/* Slow at both ends. */
float view_layout_place(const View *view) {
  bool moves = view->transition < 1 && view->from_kind == VIEW_LAYOUT && view->kind == VIEW_LAYOUT;
  float t = view->transition, eased = t * t * (3 - 2 * t);
  return moves ? float_lerp(view->layout_from, view->layout_step, eased) : view->layout_step;
}

int view_focus_key_alone(const View *view) {
  int query, key;
  view_focus(view, &query, &key);
  if (query >= 0) return -1;
  return view->hover_key_alone >= 0 ? view->hover_key_alone : view->key_alone;
}

/* −1: none of them is the name. */
static int index_of_name(Str name, const char *const *names, int count) {
  for (int i = 0; i < count; i++)
    if (str_is(name, names[i])) return i;
  return -1;
}

const char *view_blank_name(BlankId blank) {
  assert((int)blank >= 0 && blank < BLANK_COUNT);
  return BLANK_NAMES[blank];
}

const char *view_watch_name(WatchId watch) {
  assert(watch >= 0 && watch < WATCH_COUNT);
  return WATCH_NAMES[watch];
}

bool view_watch_find(Str name, WatchId *watch) {
  int found = index_of_name(name, WATCH_NAMES, WATCH_COUNT);
  if (found >= 0) *watch = (WatchId)found;
  return found >= 0;
}

float view_strongest_share(int key_count) {
  const float even_shares = 16;
  if ((float)key_count <= even_shares) return 1;
  float most = even_shares / (float)key_count, power = (float)pow(10, floor(log10((double)most)));
  return power * (most >= 5 * power ? 5.0f : most >= 2 * power ? 2.0f : 1.0f);
}

bool view_has_contrast(const View *view, int key_count) {
  if (view->contrast == CONTRAST_AUTO) return key_count > CONTRAST_KEYS;
  return view->contrast == CONTRAST_ON;
}

/* On the way back the numbers of the stage gone to were told before. */
bool view_tells_former(const View *view) {
  bool further = view->stage > view->from_stage;
  if (view->transition >= 1 || view->kind != VIEW_STAGE || view->from_kind != VIEW_STAGE)
    return false;
  return further && view->transition < VIEW_MOMENT_TOLD;
}

bool view_is_between(const View *view) {
  bool is_back = view->stage < view->from_stage && view->transition < 1;
  if (view->kind != VIEW_STAGE || view->from_kind != VIEW_STAGE) return false;
  return view_tells_former(view) || (is_back && view->held);
}

bool view_unfolds(const View *view) {
  return view->kind == VIEW_STAGE && view->from_kind == VIEW_OVERVIEW &&
         view->transition < VIEW_MOMENT_TOLD;
}

const char *view_projection_name(ProjectionId projection) {
  assert(projection >= 0 && projection < PROJECTION_COUNT);
  return PROJECTION_NAMES[projection];
}

bool view_projection_find(Str name, ProjectionId *projection) {
  int found = index_of_name(name, PROJECTION_NAMES, PROJECTION_COUNT);
  if (found >= 0) *projection = (ProjectionId)found;
  return found >= 0;
}
