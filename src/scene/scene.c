/* scene/scene.c -- makes a scene, and draws the parts of the whole screen. */
#include "scene/scene.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/heads.h"
#include "scene/inspector/mistake_panel.h"
#include "scene/number.h"
#include "scene/stages/stage_view.h"
#include "scene/telling_row.h"
#include "scene/training/training.h"
#include "scene/view_kinds.h"
#include "scene/views/view_room.h"
#include "trace/trace_mistake.h"
#include "trace/workings/tiles.h"

/* -- making ------------------------------------------------------------------------------------ */

/* The selected key, if columns are keys; at other stages the column is a dimension. */
static int focused_key(const View *view, int key, int key_count) {
  const StageInfo *stage = stage_info(view->stage);
  bool by_pair = stage->by_pair || stage->by_key || view->kind == VIEW_OVERVIEW;
  return by_pair && key >= 0 && key < key_count ? key : -1;
}

void scene_add_compared(Scene *scene) {
  const View *view = scene->view;
  const Trace *trace = scene->trace;
  Arena *arena = scene->pen.list->arena;
  TracePart part = trace_stage_compared(view->stage);
  bool by_pair = trace_part_info(part)->by_pair;
  if (view->compare == COMPARE_OFF || view->kind != VIEW_STAGE) return;
  if ((!by_pair && part != TRACE_OUTPUT) || stage_missing(scene, view->stage)) return;
  if (view->compare == COMPARE_ORDER && order_can(trace)) {
    scene->order = order_make(arena, trace, (TraceMatrixId){part, view->layer, view->head}, NULL);
    if (!scene->order) scene->pen.list->failed = true;
  }
  if (view->compare == COMPARE_EXACT && exact_problem(trace) == EXACT_FINE) {
    scene->exact =
        exact_make(arena, trace,
                   (TraceMatrixId){by_pair ? part : TRACE_WEIGHTS, view->layer, view->head}, NULL);
    if (!scene->exact) scene->pen.list->failed = true;
  }
}

void scene_add_kept(Scene *scene, const Trace *kept) {
  const View *view = scene->view;
  BesideStage at = {view->stage, view->layer, view->head};
  scene->kept = kept ? trace_of_layer(kept, view->layer) : NULL;
  scene->beside = NULL;
  if (!kept || view->compare != COMPARE_KEPT || view->kind != VIEW_STAGE) return;
  /* what is made is a copy: no list points at numbers of the kept run */
  if (scene->kept != scene->trace) trace_frame_begin(scene->kept);
  if (beside_stage_problem(scene->trace, kept, at)) return;
  scene->beside = beside_make_stage(scene->pen.list->arena, scene->trace, kept, at, NULL);
  if (!scene->beside) scene->pen.list->failed = true;
}

bool scene_is_cross_laid_over(const Trace *trace) {
  return trace_second_sentence(trace).at && trace_half(trace) == HALF_NONE &&
         !trace_is_recorded(trace);
}

bool scene_has_laid_over_bar(const Trace *trace, const Trace *kept, const View *view) {
  bool is_of_attention = view->kind == VIEW_OVERVIEW || view->kind == VIEW_STAGE ||
                         view->kind == VIEW_HEADS || view->kind == VIEW_GRID ||
                         view_is_of_layers(view->kind);
  bool has_chip = trace_has_laid_over(trace) || trace_mask_is_laid_anywhere(trace) ||
                  trace_in_order(trace) || trace_what_ifs(trace) || kept ||
                  scene_is_cross_laid_over(trace) || mistake_quiz_asks(trace_quiz(trace)) ||
                  view_edits_mask(view);
  return has_chip && trace_token_count(trace) > 0 && !view->presenter && is_of_attention;
}

ScreenLayout scene_layout_with_bar(const Scene *scene, const View *view, ScreenLayout layout) {
  bool has_bar = scene->interactive && scene_has_laid_over_bar(scene->trace, scene->kept, view);
  return has_bar ? layout_with_laid_over(layout) : layout;
}

/* Of a head without a chosen row: its stage by pair, and the names of all heads before a class. */
static bool tells_a_row(const Scene *scene) {
  const View *view = scene->view;
  if (!workings_can(scene->trace)) return false;
  if (view->kind == VIEW_HEADS) return scene_is_presented(scene);
  return scene->interactive && view->kind == VIEW_STAGE && view->filled < 0 &&
         stage_info(view->stage)->by_pair;
}

/* The workings are computed once a frame and shared by all parts that show the selection. */
Scene scene_make(const Trace *trace, const View *view, Pen pen, bool interactive) {
  trace = trace_of_layer(trace, view->layer);
  Scene scene = {.trace = trace, .view = view, .pen = pen, .interactive = interactive};
  pen.list->trace_serial = trace_serial(trace);
  int query, key, count = trace_token_count(trace);
  scene_add_compared(&scene);
  view_focus(view, &query, &key);
  bool is_chosen = query >= 0 && query < count;
  if (!is_chosen && view->kind == VIEW_OVERVIEW && count > 0)
    scene.gathered = overview_gather(&scene);
  if (query < 0 && tells_a_row(&scene)) scene.telling = telling_row_find(&scene);
  if (!is_chosen || !workings_can(trace)) return scene;
  key = focused_key(view, key, trace_key_count(trace));
  WorkingsPlace place = {view->layer, view->head, query, key};
  scene.workings = workings_make(pen.list->arena, trace, place, NULL);
  if (!scene.workings) pen.list->failed = true;
  return scene;
}

Color scene_part_color(const Theme *theme, TracePart part) {
  const Color colors[] = {
      [ROLE_NONE] = theme->ink,    [ROLE_QUERY] = theme->query,     [ROLE_KEY] = theme->key,
      [ROLE_VALUE] = theme->value, [ROLE_WEIGHTS] = theme->weights, [ROLE_OUTPUT] = theme->output};
  return colors[trace_part_info(part)->role];
}

Color scene_part_line(const Theme *theme, TracePart part) {
  bool is_output = trace_part_info(part)->role == ROLE_OUTPUT;
  return is_output ? theme->output_line : scene_part_color(theme, part);
}

/* -- the screen -------------------------------------------------------------------------------- */

/* In the transition from a stage, the overview draws that stage folding back. */
static bool folds(const View *view) {
  return view->transition < 1 && view->from_kind == VIEW_STAGE;
}

static void draw_centre(const Scene *bars, const ScreenLayout *layout) {
  Scene centre = *bars;
  const Scene *scene = &centre;
  Box box = layout->centre;
  centre.pen.text_scale = layout->picture_scale;
  scene->pen.list->tab_stop = TAB_PICTURE;
  switch (scene->view->kind) {
  case VIEW_OVERVIEW:
    if (folds(scene->view)) stage_draw_folding(scene, box);
    else overview_draw(scene, box);
    break;
  case VIEW_HEADS:
    heads_draw_figure(scene, box);
    break;
  case VIEW_GRID:
    heads_draw_grid(scene, box);
    break;
  case VIEW_TRAINING:
    training_draw(scene, box);
    break;
  case VIEW_STAGE:
    stage_draw(scene, box);
    break;
  default:
    assert(view_room(scene->view->kind));
    view_room(scene->view->kind)->draw(scene, box);
  }
  scene->pen.list->tab_stop = TAB_EACH;
}

void scene_draw_grounds(const Scene *scene, const ScreenLayout *layout) {
  const Theme *theme = scene->pen.theme;
  DrawList *list = scene->pen.list;
  Box side = layout->inspector, heads = layout->heads, formula = layout->formula;
  if (side.w > 0) {
    draw_box(list, (DrawBox){.box = side, .fill = theme->panel});
    pen_rule(&scene->pen, (Point){side.x, side.y}, (Point){side.x, side.y + side.h});
  }
  if (heads.w > 0)
    pen_rule(&scene->pen, (Point){heads.x + heads.w, heads.y},
             (Point){heads.x + heads.w, heads.y + heads.h});
  if (formula.h > 0)
    pen_rule(&scene->pen, (Point){formula.x, formula.y + formula.h},
             (Point){formula.x + formula.w, formula.y + formula.h});
}

/* The form of a training at the left is drawn by ui/. */
static void draw_thumbnails(const Scene *scene, const ScreenLayout *layout) {
  if (scene->view->kind == VIEW_TRAINING || layout->heads.w <= 0) return;
  scene->pen.list->tab_stop = TAB_SIDE;
  heads_draw_panel(scene, layout->heads);
  scene->pen.list->tab_stop = TAB_EACH;
}

/* The question of a quiz before a class is read from the last row, and grows with larger text. */
static float question_larger(const Scene *scene, const ScreenLayout *layout) {
  const float most = 1.3f;
  if (scene_is_presented(scene)) return most;
  if (!mistake_panel_asks(scene)) return 1;
  return float_clamp(layout->picture_scale / layout->text_scale, 1, most);
}

static void draw_inspector(const Scene *scene, const ScreenLayout *layout) {
  Scene larger = *scene;
  if (layout->inspector.w <= 0) return;
  larger.pen.text_scale *= question_larger(scene, layout);
  scene->pen.list->tab_stop = TAB_PANEL;
  if (scene->view->kind == VIEW_TRAINING) training_draw_panel(scene, layout->inspector);
  else inspector_draw(&larger, layout->inspector);
  scene->pen.list->tab_stop = TAB_EACH;
}

void scene_draw_panels(const Scene *scene, const ScreenLayout *layout) {
  draw_thumbnails(scene, layout);
  draw_inspector(scene, layout);
}

/* On the way from the overview, the picture brings the panels too. */
static bool brings_panels(const Scene *scene) {
  const View *view = scene->view;
  return view->kind == VIEW_STAGE && view->transition < 1 && view->from_kind == VIEW_OVERVIEW &&
         trace_token_count(scene->trace) > 0;
}

/* In a low window the overview lies where a stage has its formula, which comes with the panels. */
static bool waits_for_formula(const Scene *scene) {
  const DrawList *list = scene->pen.list;
  View overview = *scene->view;
  if (!brings_panels(scene) || !view_unfolds(scene->view)) return false;
  overview.kind = VIEW_OVERVIEW;
  overview.transition = 1;
  return layout_screen(list->width_pt, list->height_pt, &overview, scene->pen.metrics).formula.h <=
         0;
}

/* Pictures of all heads show a matrix that every head has; the formula is that of this matrix. */
static void draw_formula(const Scene *scene, Box box) {
  View there = *scene->view;
  Scene shown = *scene;
  bool of_heads = there.kind == VIEW_HEADS || there.kind == VIEW_GRID;
  TracePart part = heads_part_on_show(scene);
  if (of_heads && (part == TRACE_WEIGHTS || part == TRACE_OUTPUT))
    there.stage = stage_of_part(part);
  shown.view = &there;
  scene->pen.list->tab_stop = TAB_FORMULA;
  formula_draw(&shown, box);
  scene->pen.list->tab_stop = TAB_EACH;
}

bool scene_leaves_words_out(const View *view, const ScreenLayout *layout) {
  return layout->formula.h > 0 || view->text_scale > 1 || layout_is_low(layout);
}

/* NULL: the picture is not between two. */
static const StageWay *way_of(const Scene *scene) {
  const View *view = scene->view;
  bool unfolds = view_unfolds(view) && view->held; /* in motion it is over before it is read */
  if ((!unfolds && !view_is_between(view)) || trace_token_count(scene->trace) == 0) return NULL;
  StageWay *way = arena_take(scene->pen.list->arena, 1, sizeof *way);
  if (!way) {
    scene->pen.list->failed = true;
    return NULL;
  }
  *way = (StageWay){.kind = unfolds                          ? WAY_OUT_OF_OVERVIEW
                            : view->stage > view->from_stage ? WAY_FURTHER
                                                             : WAY_BACK,
                    .left = unfolds ? str_from(_("Overview"))
                                    : captions_rail(scene->trace, view->from_stage, false),
                    .reached = captions_rail(scene->trace, view->stage, false)};
  return way;
}

Scene scene_beside(const Scene *scene, View *asked) {
  Scene beside = *scene;
  *asked = *scene->view;
  beside.way = way_of(scene);
  if (!view_tells_former(scene->view)) return beside;
  asked->filled = 0;
  asked->transition = 1;
  beside.view = asked;
  return beside;
}

static const Captions *words_of_coming(const Scene *scene) {
  View asked;
  Scene beside = scene_beside(scene, &asked);
  Captions *words = arena_take(scene->pen.list->arena, 1, sizeof *words);
  if (!words) return NULL;
  *words = captions_of(&beside);
  return words;
}

Scene scene_of_former(const Scene *scene, View *former) {
  *former = *scene->view;
  if (!view_tells_former(scene->view)) {
    Scene same = *scene;
    same.way = way_of(scene);
    return same;
  }
  former->stage = former->from_stage;
  former->filled = -1;
  former->transition = 1;
  if (stage_info(former->stage)->by_pair != stage_info(scene->view->stage)->by_pair)
    former->key = former->hover_key = -1;
  Scene made = scene_make(scene->trace, former, scene->pen, scene->interactive);
  scene_add_kept(&made, scene->kept);
  made.training = scene->training;
  made.times = scene->times;
  made.differences = scene->differences;
  made.headline = scene->headline;
  made.coming = words_of_coming(scene);
  made.way = way_of(scene);
  return made;
}

/* Of the way: how long the panel changes at its beginning; half of that before words come. */
static const float PANEL_CHANGED = 0.12f;

/* How much of the panel is seen at a moment: it goes into the paper and another comes out of it
** when the words of what is happening come, and when the numbers have come. At a moment that is
** held it is there to be read. */
static float panel_seen(const View *view) {
  const float changed = PANEL_CHANGED;
  if (view->held) return 1;
  bool further = view->stage > view->from_stage;
  float t = view->transition;
  if (!further) return fminf(t / changed, 1);
  float begins = fabsf(t / (changed / 2) - 1), told = fabsf((t - VIEW_MOMENT_TOLD) / changed * 2);
  return fminf(1, fminf(t < changed ? begins : 1, told));
}

/* Further on, the panel of the stage left with words of the one gone to, until its numbers come. */
static void draw_changing_panel(const Scene *scene, const Scene *former,
                                const ScreenLayout *layout) {
  const View *view = scene->view;
  Scene shown = *former;
  bool changes = view->transition < 1 && view->kind == VIEW_STAGE &&
                 view->from_kind == VIEW_STAGE && view->from_stage != view->stage &&
                 layout->inspector.w > 0;
  if (changes && !view->held && view->transition < PANEL_CHANGED / 2)
    shown.coming = NULL, shown.way = NULL;
  draw_inspector(&shown, layout);
  float seen = changes ? panel_seen(view) : 1;
  if (seen >= 1) return;
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(layout->inspector, 1),
                                      .fill = color_fade(scene->pen.theme->panel, 1 - seen)});
}

void scene_build_screen(const Scene *bare, const ScreenLayout *layout) {
  Scene whole = *bare;
  const Scene *scene = &whole;
  whole.headline = scene_leaves_words_out(scene->view, layout);
  View asked, left;
  Scene beside = scene_beside(scene, &asked), former = scene_of_former(scene, &left);
  ScreenLayout drawn = *layout; /* without what the picture brings, or waits for */
  if (brings_panels(scene)) whole.way = way_of(scene), drawn.heads.w = drawn.inspector.w = 0;
  if (waits_for_formula(scene)) drawn.formula.h = 0;
  draw_centre(scene, layout);
  scene_draw_grounds(scene, &drawn);
  if (drawn.formula.h > 0) draw_formula(&beside, drawn.formula);
  draw_thumbnails(&former, &drawn);
  draw_changing_panel(scene, &former, &drawn);
}

/* Of a whole row the first tile. */
static bool has_reached_tile(const Scene *scene, int row, int col) {
  Tiling tiling = tiling_of(scene->trace);
  return tiling_at(&tiling, row, col < 0 ? 0 : col) <= tiling_index(&tiling, scene->view->filled);
}

bool scene_has_reached(const Scene *scene, int row, int col) {
  const View *view = scene->view;
  int rows, cols;
  if (view->kind != VIEW_STAGE || view->filled < 0) return true;
  trace_stage_shape(scene->trace, view->stage, &rows, &cols);
  if (stage_info(view->stage)->by_tile && row < rows && col < cols)
    return has_reached_tile(scene, row, col);
  return row * cols + (col < 0 ? cols - 1 : col) < view->filled;
}

/* Views of many heads show one matrix of each, which may be that of a later stage. */
static StageId stage_on_show(const Scene *scene) {
  const View *view = scene->view;
  if (view->kind == VIEW_OVERVIEW || view->kind == VIEW_TRAINING) return STAGE_COUNT - 1;
  StageId of_heads = stage_of_part(heads_part_on_show(scene));
  return view->kind != VIEW_STAGE && of_heads > view->stage ? of_heads : view->stage;
}

bool scene_may_tell(const Scene *scene, StageId stage, int row, int col) {
  StageId shown = stage_on_show(scene);
  if (stage != scene->view->stage) return stage <= shown;
  return scene_has_reached(scene, row, col);
}

bool scene_is_stepped(const Scene *scene) {
  const View *view = scene->view;
  return view->kind == VIEW_STAGE && (view->filled >= 0 || view->step_by != STEP_STAGE);
}

/* Of means, only whole rows count. */
int scene_filled_of(const Scene *scene, TracePart part, int rows, int cols) {
  const View *view = scene->view;
  int all_rows, all_cols;
  if (stage_of_part(part) > stage_on_show(scene)) return 0;
  if (view->kind != VIEW_STAGE || view->filled < 0 || stage_of_part(part) < view->stage) return -1;
  trace_stage_shape(scene->trace, view->stage, &all_rows, &all_cols);
  if (all_rows <= 0 || all_cols <= 0) return -1;
  int row = view->filled / all_cols, col = view->filled % all_cols;
  if (rows == all_rows) return row * cols + (col < cols ? col : cols);
  return (int)((long)row * rows / all_rows) * cols;
}

bool scene_has_other_sentence(const Scene *scene) {
  return trace_has_key_words(scene->trace) && !trace_keys_are_kept(scene->trace);
}

bool scene_lens_is_vain(const Scene *bars, const ScreenLayout *layout) {
  Scene centre = *bars;
  centre.headline = scene_leaves_words_out(bars->view, layout);
  centre.pen.text_scale = layout->picture_scale;
  return bars->view->kind == VIEW_STAGE && stage_lens_is_vain(&centre, layout->centre);
}

float scene_centre_text_scale(const Scene *bars, const ScreenLayout *layout) {
  Scene centre = *bars;
  const Scene *scene = &centre;
  centre.pen.text_scale = layout->picture_scale;
  switch (scene->view->kind) {
  case VIEW_OVERVIEW:
    return overview_text_scale(scene, layout->centre);
  case VIEW_STAGE:
    return stage_fitted(scene, layout->centre).pen.text_scale;
  default:
    return scene->pen.text_scale;
  }
}
