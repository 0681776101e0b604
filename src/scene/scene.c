/* scene/scene.c -- the rules of colour, and the parts of the whole screen. */
#include "scene/scene.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/heads/heads.h"
#include "scene/number.h"
#include "scene/stages/stage.h"
#include "scene/training/training.h"

/* -- making ------------------------------------------------------------------------------------ */

/* The selected key, if columns are keys; at other stages the column is a dimension. */
static int focused_key(const View *view, int key, int key_count) {
  bool by_pair = stage_info(view->stage)->by_pair || view->kind == VIEW_OVERVIEW;
  return by_pair && key >= 0 && key < key_count ? key : -1;
}

/* The workings are computed once a frame and shared by all parts that show the selection. */
Scene scene_make(const Trace *trace, const View *view, Pen pen, bool interactive) {
  Scene scene = {.trace = trace, .view = view, .pen = pen, .interactive = interactive};
  pen.list->trace_serial = trace_serial(trace);
  int query, key, count = trace_token_count(trace);
  view_focus(view, &query, &key);
  if (query < 0 || query >= count || !workings_can(trace)) return scene;
  key = focused_key(view, key, trace_key_count(trace));
  scene.workings = workings_make(pen.list->arena, trace, view->layer, view->head, query, key, NULL);
  if (!scene.workings) pen.list->failed = true;
  return scene;
}

/* -- ranges ------------------------------------------------------------------------------------ */

/* The summands of X and their sum, before a norm if there is one. */
static bool is_embedding(const Trace *trace, TracePart part) {
  bool is_normed = trace_has_part(trace, TRACE_EMBEDDED);
  return trace_part_info(part)->is_summand || part == (is_normed ? TRACE_EMBEDDED : TRACE_X);
}

static bool is_score(TracePart part) {
  return trace_part_info(part)->by_pair && trace_part_info(part)->scale == SCALE_SIGNED;
}

bool scene_is_hatched(TracePart part) { return trace_part_info(part)->is_hatched; }

/* Masked keeps the range of the part before it. */
static TracePart range_owner(const Scene *scene, TracePart part) {
  return trace_part_info(part)->keeps_scale ? trace_pair_part_before(scene->trace, part) : part;
}

/* In the overview all scores have one range, so that the effect of scaling is visible. */
static float largest_score(const Scene *scene, int layer, int head) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(scene->trace, parts);
  float largest = 0;
  for (int i = 0; i < count; i++) {
    if (!is_score(parts[i]) || trace_part_info(parts[i])->keeps_scale ||
        !trace_has_part(scene->trace, parts[i]))
      continue;
    bool is_shared = scene->view->range == RANGE_SHARED;
    largest = fmaxf(largest, is_shared ? trace_largest_of_heads(scene->trace, parts[i], layer)
                                       : trace_largest(scene->trace, parts[i], layer, head));
  }
  return largest;
}

/* The trace stores the largest |x| of each matrix, so no cells are read. */
static float largest_of(const Scene *scene, TracePart part, int layer, int head) {
  const Trace *trace = scene->trace;
  if (scene->view->kind == VIEW_OVERVIEW && is_score(part))
    return largest_score(scene, layer, head);
  if (scene->view->range == RANGE_SHARED && trace_part_info(part)->per_head)
    return trace_largest_of_heads(trace, part, layer);
  if (!is_embedding(trace, part)) return trace_largest(trace, part, layer, head);
  float largest = 0; /* the parts of E + P = X have one scale */
  for (TracePart each = 0; each < TRACE_PART_COUNT; each++)
    if (is_embedding(trace, each))
      largest = fmaxf(largest, trace_largest(trace, each, layer, head));
  return largest;
}

/* A range in numbers is for the matrix on show, not for those beside it. */
static bool is_share(TracePart part) { return trace_part_info(part)->scale == SCALE_SHARES; }

bool scene_range_is_fixed(const Scene *scene, TracePart part) {
  const View *view = scene->view;
  if (view->range != RANGE_FIXED || !(view->range_low < view->range_high)) return false;
  if (is_share(part)) return part == TRACE_WEIGHTS && view->range_low >= 0;
  if (trace_part_info(part)->by_pair) return true;
  TracePart parts[TRACE_STAGE_PARTS];
  int count = trace_stage_parts(scene->trace, view->stage, parts);
  for (int i = 0; i < count; i++)
    if (parts[i] == part) return true;
  return false;
}

ColorRange scene_range(const Scene *scene, TracePart part, int layer, int head) {
  if (scene_range_is_fixed(scene, part))
    return (ColorRange){scene->view->range_low, scene->view->range_high};
  bool has_contrast = part == TRACE_WEIGHTS && scene->view->contrast;
  if (is_share(part))
    return (ColorRange){0, has_contrast ? view_strongest_share(trace_key_count(scene->trace)) : 1};
  float largest = largest_of(scene, range_owner(scene, part), layer, head);
  if (!(largest > 0)) largest = 1;
  return (ColorRange){-largest, largest};
}

bool scene_hides_something(const Scene *scene) {
  return trace_head_hidden_count(scene->trace, scene->view->layer, scene->view->head) > 0;
}

PaletteId scene_palette(const Scene *scene, TracePart part) {
  return palette_for(scene->view->palette, !is_share(part));
}

/* "one scale for scores, scaled and masked": the parts of the overview that share it. */
static const char *one_scale_words(const Scene *scene) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(scene->trace, parts);
  while (count > 0 && !is_score(parts[count - 1])) count--;
  StrBuf words = strbuf_make(scene->pen.list->arena);
  for (int i = 0; i + 1 < count; i++)
    strbuf_format(&words, "%s%s", i > 0 ? ", " : "", _(trace_part_info(parts[i])->many));
  Str first = strbuf_str(&words);
  assert(count > 1);
  return str_format(scene->pen.list->arena, _("one scale for %.*s and %s"), (int)first.bytes,
                    first.at, _(trace_part_info(parts[count - 1])->many));
}

const char *stage_range_rule(const Scene *scene, TracePart part) {
  if (scene_range_is_fixed(scene, part)) return _("fixed scale");
  if (is_share(part)) return _("shares");
  if (scene->view->kind == VIEW_OVERVIEW && is_score(part)) return one_scale_words(scene);
  if (scene->view->range == RANGE_SHARED && trace_part_info(part)->per_head)
    return _("one scale for all heads");
  if (trace_part_info(part)->keeps_scale)
    return str_format(scene->pen.list->arena, _("the scale of %s"),
                      _(trace_part_info(range_owner(scene, part))->many));
  return is_embedding(scene->trace, part) ? _("one scale") : _("own scale");
}

const char *scene_range_words(const Scene *scene, TracePart part) {
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  Number low = number_end(range.low), high = number_end(range.high);
  bool is_share = range.low == 0 && range.high == 1;
  return str_format(scene->pen.list->arena, C_("a scale and its ends", "%s %s … %s"),
                    stage_range_rule(scene, part), is_share ? "0" : low.at,
                    is_share ? "1" : high.at);
}

Color scene_part_color(const Theme *theme, TracePart part) {
  const Color colors[] = {
      [ROLE_NONE] = theme->ink,    [ROLE_QUERY] = theme->query,     [ROLE_KEY] = theme->key,
      [ROLE_VALUE] = theme->value, [ROLE_WEIGHTS] = theme->weights, [ROLE_OUTPUT] = theme->output};
  return colors[trace_part_info(part)->role];
}

/* -- the screen -------------------------------------------------------------------------------- */

/* In the transition from a stage, the overview draws that stage folding back. */
static bool folds(const View *view) {
  return view->transition < 1 && view->from_kind == VIEW_STAGE;
}

static void draw_centre(const Scene *scene, Box box) {
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
  default:
    stage_draw(scene, box);
  }
}

static void draw_grounds(const Scene *scene, const ScreenLayout *layout) {
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

static void draw_panels(const Scene *scene, const ScreenLayout *layout) {
  if (scene->view->kind == VIEW_TRAINING) {
    if (layout->inspector.w > 0) training_draw_panel(scene, layout->inspector);
    return;
  }
  if (layout->heads.w > 0) heads_draw_panel(scene, layout->heads);
  if (layout->inspector.w > 0) inspector_draw(scene, layout->inspector);
}

void scene_draw_panels(const Scene *scene, const ScreenLayout *layout) {
  draw_grounds(scene, layout);
  draw_panels(scene, layout);
}

/* In the transition from the overview, a stage draws its panels too. */
static bool brings_panels(const Scene *scene) {
  const View *view = scene->view;
  return view->kind == VIEW_STAGE && view->transition < 1 && view->from_kind == VIEW_OVERVIEW &&
         trace_token_count(scene->trace) > 0;
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
  formula_draw(&shown, box);
}

bool scene_leaves_words_out(const View *view, const ScreenLayout *layout) {
  return layout->formula.h > 0 || view->text_scale > 1;
}

void scene_build_screen(const Scene *bare, const ScreenLayout *layout) {
  Scene whole = *bare;
  const Scene *scene = &whole;
  whole.headline = scene_leaves_words_out(scene->view, layout);
  bool opens = brings_panels(scene);
  if (!opens) draw_centre(scene, layout->centre);
  draw_grounds(scene, layout);
  if (layout->formula.h > 0) draw_formula(scene, layout->formula);
  if (opens) draw_centre(scene, layout->centre);
  else draw_panels(scene, layout);
}

bool scene_has_reached(const Scene *scene, int row, int col) {
  const View *view = scene->view;
  int rows, cols;
  if (view->kind != VIEW_STAGE || view->filled < 0) return true;
  trace_stage_shape(scene->trace, view->stage, &rows, &cols);
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
  return trace_is_cross(scene->trace) && !trace_keys_are_kept(scene->trace);
}

float scene_centre_text_scale(const Scene *scene, const ScreenLayout *layout) {
  switch (scene->view->kind) {
  case VIEW_OVERVIEW:
    return overview_text_scale(scene, layout->centre);
  case VIEW_STAGE:
    return stage_fitted(scene, layout->centre).pen.text_scale;
  default:
    return scene->pen.text_scale;
  }
}
