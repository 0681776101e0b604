/* scene/stages/stage.c -- one stage in its box, and the motion between two stages or out of the
** overview. */
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/compare.h"
#include "scene/stages/pair_stage.h"

float stage_ease(float t) {
  t = float_clamp(t, 0, 1);
  return t * t * (3 - 2 * t);
}

/* -- at rest ----------------------------------------------------------------------------------- */

/* Without the line below it. */
static Box picture_box(const Scene *scene, Box box, StageId stage) {
  box.h = fmaxf(box.h - sum_line_height(scene, stage), 1);
  return box;
}

Box stage_matrix_box(const Scene *scene, Box box, StageId stage) {
  assert(stage >= 0 && stage < STAGE_COUNT);
  bool nothing = trace_token_count(scene->trace) == 0 || stage_missing(scene, stage);
  if (nothing) return box_inset(box, fminf(box.w, box.h) * 0.3f);
  Box picture = picture_box(scene, box, stage);
  bool compares = stage == scene->view->stage && compare_is_on(scene);
  return compares ? compare_cells(scene, picture) : stage_views[stage]->cells(scene, picture);
}

static void draw_at_rest(const Scene *scene, Box box) {
  Box picture = picture_box(scene, box, scene->view->stage);
  Scene fitted = stage_fitted(scene, picture);
  if (trace_token_count(scene->trace) == 0) stage_empty_draw(&fitted, box);
  else if (stage_missing(scene, scene->view->stage)) stage_missing_draw(&fitted, box);
  else if (compare_is_on(&fitted)) compare_draw(&fitted, picture);
  else stage_views[scene->view->stage]->draw(&fitted, picture);
  float line = sum_line_height(scene, scene->view->stage);
  if (line > 0) sum_line_draw(scene, (Box){box.x, box.y + box.h - line, box.w, line});
}

/* -- ends of a motion -------------------------------------------------------------------------- */

/* A stage as it is once the motion is over. A column of another kind of matrix is not selected. */
static View settled_view(const Scene *scene, StageId stage) {
  View settled = *scene->view;
  if (stage_info(settled.stage)->by_pair != stage_info(stage)->by_pair)
    settled.key = settled.hover_key = -1;
  if (settled.stage != stage) settled.filled = -1;
  settled.kind = VIEW_STAGE;
  settled.stage = stage;
  settled.transition = 1;
  return settled;
}

static void draw_settled(const Scene *scene, Box box, StageId stage) {
  View settled = settled_view(scene, stage);
  Scene still = *scene;
  still.view = &settled;
  /* the rows of a shuffled sentence travel within one picture */
  if (scene->order && compare_is_on(scene)) settled.transition = scene->view->transition;
  draw_at_rest(&still, box);
}

/* A stage at one end of a motion. The lens shows cells at rest; on the way it would lie over
** others. */
static View end_of_motion(const Scene *scene, StageId stage) {
  View end = settled_view(scene, stage);
  end.lens = false;
  return end;
}

/* A list for a picture at rest, of which the motion takes what it needs. */
static DrawList apart(const Scene *scene) {
  DrawList list =
      draw_list_make(scene->pen.list->arena, scene->pen.list->width_pt, scene->pen.list->height_pt);
  list.trace_serial = scene->pen.list->trace_serial;
  return list;
}

/* -- out of the overview ----------------------------------------------------------------------- */

/* The overview and the stage at the same moment, each in its place. */
typedef struct Fold {
  View views[2];
  Scene overview, staged;
  ScreenLayout layout; /* of the stage, on the screen */
  Box overview_box, stage_box;
  float t; /* 0: in the overview, 1: on the stage */
  bool is_held;
  const StageWay *way; /* what the panel says of it; NULL: nothing */
} Fold;

static ScreenLayout layout_of(Scene *scene) {
  const DrawList *list = scene->pen.list;
  ScreenLayout layout =
      layout_screen(list->width_pt, list->height_pt, scene->view, scene->pen.metrics);
  layout = scene_layout_with_bar(scene, scene->view, layout);
  scene->pen.text_scale = layout.picture_scale;
  scene->headline = scene_leaves_words_out(scene->view, &layout);
  return layout;
}

/* The centre of a layout, minus the strip at its foot that the widgets take off the current one,
** which is box. A box that is not the centre of its layout keeps its height. */
static Box centre_of(const ScreenLayout *layout, const ScreenLayout *own, Box box) {
  Box centre = layout->centre;
  float foot = (own->centre.h - box.h) / own->text_scale;
  if (fabsf(own->centre.y - box.y) > 0.5f || foot < 0)
    return (Box){centre.x, box.y, centre.w, box.h};
  centre.h = fmaxf(centre.h - foot * layout->text_scale, 1);
  return centre;
}

/* In a figure both get the whole box. On the screen each is where its own layout puts it: the
** overview spans the width, perhaps without a formula above it, the stage is between its panels. */
static void begin_fold(const Scene *scene, Box box, Fold *fold) {
  fold->overview = fold->staged = *scene;
  fold->views[0] = *scene->view;
  fold->views[1] = end_of_motion(scene, scene->view->stage);
  fold->views[0].kind = VIEW_OVERVIEW;
  fold->views[0].transition = 1;
  fold->overview.view = &fold->views[0];
  fold->staged.view = &fold->views[1];
  fold->overview_box = fold->stage_box = box;
  if (!scene->interactive) return;
  ScreenLayout overview = layout_of(&fold->overview);
  fold->layout = layout_of(&fold->staged);
  const ScreenLayout *own = scene->view->kind == VIEW_STAGE ? &fold->layout : &overview;
  fold->overview_box = centre_of(&overview, own, box);
  fold->stage_box = centre_of(&fold->layout, own, box);
}

static void cover(const Scene *scene, Box panel, Color ground, float alpha) {
  if (panel.w > 0)
    draw_box(scene->pen.list,
             (DrawBox){.box = box_inset(panel, 1), .fill = color_fade(ground, alpha)});
}

/* The panels come while matrices travel, when nothing passes there any more. At a moment that is
** held they are there to be read. */
static void draw_panels_fading(const Fold *fold) {
  const float grounds_take = 0.1f, words_take = 0.15f;
  const Scene *staged = &fold->staged;
  DrawList *list = staged->pen.list;
  float come = fold->t - VIEW_PANELS_COME;
  float grounds = float_clamp(come / grounds_take, 0, 1);
  float words = float_clamp((come - grounds_take / 2) / words_take, 0, 1);
  float opacity = list->opacity;
  Scene panels = *staged;
  panels.pen.text_scale = fold->layout.text_scale;
  panels.way = fold->way;
  if (grounds <= 0 || !staged->interactive) return;
  if (fold->is_held) words = ceilf(words);
  list->opacity = opacity * grounds;
  scene_draw_grounds(&panels, &fold->layout);
  list->opacity = opacity;
  if (words <= 0) return;
  scene_draw_panels(&panels, &fold->layout);
  if (words >= 1) return;
  cover(staged, fold->layout.heads, staged->pen.theme->paper, 1 - words);
  cover(staged, fold->layout.inspector, staged->pen.theme->panel, 1 - words);
}

/* The matrices of the overview that the stage shows travel to their places there; what the stage
** adds comes when they have arrived. Nothing can be clicked meanwhile. */
static void draw_fold(const Scene *scene, Fold *fold) {
  int hit_count = scene->pen.list->hit_count;
  if (fold->t <= 0) {
    overview_draw(&fold->overview, fold->overview_box);
  } else {
    DrawList lists[2] = {apart(scene), apart(scene)};
    fold->overview.pen.list = &lists[0];
    overview_draw(&fold->overview, fold->overview_box);
    draw_panels_fading(fold);
    fold->staged.pen.list = &lists[1];
    fold->staged.row_closed = 1;
    draw_settled(&fold->staged, fold->stage_box, fold->staged.view->stage);
    motion_draw(scene, &lists[0], &lists[1], fold->t, NULL, NULL);
  }
  scene->pen.list->hit_count = hit_count;
}

static void draw_unfolding(const Scene *scene, Box box) {
  Fold fold = {.t = scene->view->transition, .is_held = scene->view->held, .way = scene->way};
  begin_fold(scene, box, &fold);
  draw_fold(scene, &fold);
}

void stage_draw_folding(const Scene *scene, Box box) {
  assert(scene->view->kind == VIEW_OVERVIEW);
  Fold fold = {.t = 1 - scene->view->transition};
  begin_fold(scene, box, &fold);
  if (trace_token_count(scene->trace) == 0) overview_draw(&fold.overview, box);
  else draw_fold(scene, &fold);
}

/* -- from stage to stage ----------------------------------------------------------------------- */

static bool stage_has_open_row(const Scene *scene, Box box, StageId stage) {
  View settled = settled_view(scene, stage);
  Scene still = *scene;
  still.view = &settled;
  if (!stage_info(stage)->by_pair || stage_missing(&still, stage)) return false;
  return pair_row_is_open(&still, picture_box(scene, box, stage));
}

bool stage_lens_is_vain(const Scene *scene, Box box) {
  StageId stage = scene->view->stage;
  View settled = settled_view(scene, stage);
  Scene still = *scene;
  still.view = &settled;
  if (!stage_info(stage)->by_pair || stage_missing(&still, stage) ||
      trace_token_count(scene->trace) == 0)
    return false;
  if (compare_is_on(&still)) return true;
  return pair_lens_is_vain(&still, picture_box(&still, box, stage));
}

/* Before a class: a row that is open closes before the cells set out, and opens when they have
** arrived. t becomes the moment of the motion between. False: neither is under way. */
static bool draw_row_on_its_way(const Scene *scene, Box box, const StageId stages[2], float *t) {
  const float share = 0.2f;
  if (!scene_is_presented(scene)) return false;
  float first = stage_has_open_row(scene, box, stages[0]) ? share : 0;
  float last = stage_has_open_row(scene, box, stages[1]) ? share : 0;
  bool closes = *t<first, opens = *t> 1 - last;
  if (!closes && !opens) {
    *t = (*t - first) / (1 - first - last);
    return false;
  }
  Scene still = *scene;
  int hit_count = scene->pen.list->hit_count;
  still.row_closed = closes ? stage_ease(*t / first) : stage_ease((1 - *t) / last);
  draw_settled(&still, box, stages[opens]);
  scene->pen.list->hit_count = hit_count;
  return true;
}

/* The moment is counted from the earlier stage, whichever way one goes. */
static void draw_change_of_stage(const Scene *scene, Box box) {
  const View *view = scene->view;
  assert(view->from_kind == VIEW_STAGE && view->from_stage != view->stage);
  bool further = trace_stage_index(scene->trace, view->stage) >
                 trace_stage_index(scene->trace, view->from_stage);
  StageId stages[2] = {further ? view->from_stage : view->stage,
                       further ? view->stage : view->from_stage};
  float t = further ? view->transition : 1 - view->transition;
  int hit_count = scene->pen.list->hit_count;
  if (t <= 0 || t >= 1) {
    draw_settled(scene, box, stages[t >= 1]);
    scene->pen.list->hit_count = hit_count;
    return;
  }
  if (draw_row_on_its_way(scene, box, stages, &t)) return;
  View views[2];
  DrawList lists[2];
  Scene stills[2];
  Box boxes[2];
  for (int i = 0; i < 2; i++) {
    views[i] = end_of_motion(scene, stages[i]);
    lists[i] = apart(scene);
    stills[i] = *scene;
    stills[i].view = &views[i];
    stills[i].pen.list = &lists[i];
    stills[i].row_closed = 1;
    draw_at_rest(&stills[i], box);
    boxes[i] = picture_box(scene, box, stages[i]);
    stills[i] = stage_fitted(&stills[i], boxes[i]);
  }
  Moment moment = {
      .earlier = stills[0], .later = stills[1], .earlier_box = boxes[0], .later_box = boxes[1]};
  const StageMotion *motion = stage_motion_of(stages[0], stages[1]);
  motion_draw(scene, &lists[0], &lists[1], t, motion, &moment);
}

void stage_draw(const Scene *scene, Box box) {
  const View *view = scene->view;
  bool is_empty = trace_token_count(scene->trace) == 0;
  bool same = view->from_kind == VIEW_STAGE && view->from_stage == view->stage;
  if (view->transition >= 1 || is_empty || same || compare_is_on(scene))
    draw_settled(scene, box, view->stage);
  else if (view->from_kind == VIEW_OVERVIEW) draw_unfolding(scene, box);
  else if (view->from_kind != VIEW_STAGE) draw_settled(scene, box, view->stage);
  else draw_change_of_stage(scene, box);
}
