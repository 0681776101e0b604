/* scene/views/memory_layout.c -- the room of the memory layout. */
#include "scene/views/memory_layout.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/inspector/panel_sections.h"
#include "scene/views/slider.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 14, UNDER = 10, HEAD = 26, LINE = 18, EXAMPLES = 30, TOGGLE = 110,
                   TENSOR_ENOUGH = 220, ROW = 26, NAME_SIZE = 18, WORDS_SIZE = 13, WORDS_LEAST = 12;
static const Box ENOUGH = {.w = 860, .h = 520};
static const float MEMORY_SHARE = 0.36f; /* of the height of both, at most */
static const float MEMORY_SIDE_FIRST = 52;
enum { SIZES_MOST = 4 };

/* -- what is shown ----------------------------------------------------------------------------- */

const LayoutShown *layout_shown(const Scene *scene) {
  LayoutShown *shown = arena_take(scene->pen.list->arena, 1, sizeof *shown);
  if (!shown) {
    scene->pen.list->failed = true;
    return NULL;
  }
  memory_layout_of(&scene->view->experiments, &shown->layout);
  float last = (float)(shown->layout.step_count - 1);
  float place = float_clamp(view_layout_place(scene->view) - 1, 0, last);
  shown->from = (int)place;
  shown->t = place - (float)shown->from;
  shown->to = shown->t > 0 ? shown->from + 1 : shown->from;
  shown->told = shown->t < 0.5f ? shown->from : shown->to;
  return shown;
}

const char *layout_numbers(Arena *arena, const int *numbers, int count, const char *brackets) {
  StrBuf text = strbuf_make(arena);
  strbuf_add_char(&text, brackets[0]);
  for (int i = 0; i < count; i++) strbuf_format(&text, i > 0 ? ", %d" : "%d", numbers[i]);
  strbuf_add_char(&text, brackets[1]);
  return text.failed ? "" : text.at;
}

const char *layout_address_sum(Arena *arena, const LayoutStep *step, int number) {
  const Strided *tensor = &step->tensor;
  int index[STRIDED_AXES_MOST];
  StrBuf sum = strbuf_make(arena);
  strided_index(tensor, step->element[number - 1], index);
  for (int a = 0; a < tensor->axes; a++)
    strbuf_format(&sum, a > 0 ? " + %d · %d" : "%d · %d", index[a], tensor->stride[a]);
  strbuf_format(&sum, " = %d", step->address[number - 1]);
  return sum.failed ? "" : sum.at;
}

const char *layout_address_rule(Arena *arena, const LayoutStep *step) {
  static const char *const indices[] = {"i₀", "i₁", "i₂", "i₃"};
  StrBuf sum = strbuf_make(arena);
  for (int a = 0; a < step->tensor.axes; a++)
    strbuf_format(&sum, a > 0 ? " + %s · %d" : "%s · %d", indices[a], step->tensor.stride[a]);
  return sum.failed ? "" : str_format(arena, _("address = %s"), sum.at);
}

const char *layout_operation(Arena *arena, const LayoutStep *step) {
  const char *shape = layout_numbers(arena, step->tensor.shape, step->tensor.axes, "()");
  switch (step->operation) {
  case LAYOUT_TRANSPOSE:
    return str_format(arena, "transpose(%d, %d)", step->axes[0], step->axes[1]);
  case LAYOUT_VIEW:
    return str_format(arena, "view%s", shape);
  case LAYOUT_CONTIGUOUS:
    return "contiguous()";
  case LAYOUT_RESHAPE:
    return str_format(arena, "reshape%s", shape);
  default:
    return "x";
  }
}

const char *layout_memory_words(const LayoutStep *step) {
  if (step->is_copied) return _("copied: every number is put where the shape has it");
  if (step->operation == LAYOUT_START) return _("row after row: the last axis lies in a row");
  bool wants_order = step->operation == LAYOUT_CONTIGUOUS || step->operation == LAYOUT_RESHAPE;
  if (wants_order && step->is_contiguous) return _("nothing to copy: it lies in order already");
  return _("nothing moves: shape and strides alone change");
}

static const char *tensor_words(Arena *arena, const LayoutStep *step) {
  const Strided *tensor = &step->tensor;
  const char *shape = layout_numbers(arena, tensor->shape, tensor->axes, "[]");
  const char *strides = layout_numbers(arena, tensor->stride, tensor->axes, "()");
  return step->is_contiguous
             ? str_format(arena, _("shape %s · strides %s · contiguous"), shape, strides)
             : str_format(arena, _("shape %s · strides %s · not contiguous"), shape, strides);
}

/* -- controls ---------------------------------------------------------------------------------- */

static const char *example_label(int example) {
  const char *labels[LAYOUT_EXAMPLE_COUNT] = {_("a matrix"), _("split heads"), _("split wrongly")};
  return labels[example];
}

static void draw_examples(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  for (int i = 0; i < LAYOUT_EXAMPLE_COUNT; i++) {
    Box button = cut_left(&box, fminf(stage_points(scene, TOGGLE), box.w / (float)(3 - i)));
    cut_right(&button, stage_points(scene, 8));
    button.h = stage_points(scene, EXAMPLES - 6);
    control_toggle(pen, button,
                   (Toggle){.label = str_from(example_label(i)),
                            .face = FACE_MEDIUM,
                            .size = 12,
                            .corner = stage_points(scene, 4),
                            .chosen = (int)scene->view->experiments.example == i,
                            .command = str_format(pen->list->arena, "layout example %s",
                                                  layout_example_name((LayoutExample)i))});
  }
}

static Slider size_slider(const Scene *scene, const char *name, const char *command, int now) {
  return (Slider){name, str_format(scene->pen.list->arena, "%d", now), command, NULL, 0, 0};
}

/* The way through the operations. */
static Slider way_slider(const Scene *scene, const LayoutShown *shown) {
  enum { STOPS_A_STEP = 4 };
  static const float stops[] = {1, 1.25f, 1.5f, 1.75f, 2, 2.25f, 2.5f, 2.75f, 3, 3.25f, 3.5f, 3.75f,
                                4, 4.25f, 4.5f, 4.75f, 5, 5.25f, 5.5f, 5.75f, 6};
  float place = (float)shown->from + 1 + shown->t;
  return (Slider){
      _("operation"), str_format(scene->pen.list->arena, "%.3g", (double)place), "layout step",
      stops,          STOPS_A_STEP * (shown->layout.step_count - 1) + 1,         place};
}

static int sizes_of(const Scene *scene, Slider sliders[SIZES_MOST]) {
  const Experiments *asked = &scene->view->experiments;
  if (asked->example == LAYOUT_MATRIX) {
    sliders[0] = size_slider(scene, _("rows"), "layout rows", asked->rows);
    sliders[1] = size_slider(scene, _("columns"), "layout columns", asked->columns);
    return 2;
  }
  sliders[0] = size_slider(scene, _("sentences B"), "layout batch", asked->batch);
  sliders[1] = size_slider(scene, _("tokens S"), "layout tokens", asked->tokens);
  sliders[2] = size_slider(scene, _("heads H"), "layout heads", asked->heads);
  sliders[3] = size_slider(scene, _("width d/H"), "layout headwidth", asked->head_width);
  return 4;
}

static float controls_height(const Scene *scene, float width) {
  Slider sizes[SIZES_MOST];
  if (!scene->interactive) return 0;
  int count = sizes_of(scene, sizes);
  return sliders_height(scene, sizes, count, width) + stage_points(scene, ROW + EXAMPLES + UNDER);
}

static void draw_controls(const Scene *scene, const LayoutShown *shown, Box box) {
  Slider way = way_slider(scene, shown), sizes[SIZES_MOST];
  draw_examples(scene, cut_top(&box, stage_points(scene, EXAMPLES)));
  sliders_draw(scene, cut_top(&box, stage_points(scene, ROW)), &way, 1);
  sliders_draw(scene, box, sizes, sizes_of(scene, sizes));
}

/* -- all --------------------------------------------------------------------------------------- */

static Box inside(const Scene *scene, Box box) { return box_inset(box, stage_points(scene, PAD)); }

/* Both pictures with their words. */
static float pictures_height(const Scene *scene, Box box) {
  Box rest = inside(scene, box);
  return rest.h - controls_height(scene, rest.w) - view_room_title_height(scene, rest.w);
}

static float tensor_side(const Scene *scene, Box box) {
  float words = stage_points(scene, HEAD + LINE + 2 * UNDER);
  return fminf((pictures_height(scene, box) - words) * (1 - MEMORY_SHARE), TENSOR_ENOUGH);
}

typedef struct HeadWords {
  TextStyle name, plain;
  Str operation, tensor;
} HeadWords;

static HeadWords head_words(const Scene *scene, const LayoutStep *step) {
  Arena *arena = scene->pen.list->arena;
  const Theme *theme = scene->pen.theme;
  return (HeadWords){{FACE_MONO_BOLD, NAME_SIZE, theme->ink, ALIGN_START},
                     {FACE_REGULAR, WORDS_SIZE, theme->muted, ALIGN_START},
                     str_from(layout_operation(arena, step)),
                     str_from(tensor_words(arena, step))};
}

/* "transpose(0, 1)", and "shape [3, 2] · strides (1, 3) · not contiguous" beside it, or below where
** it is narrow. */
static void cut_head(const Scene *scene, Box *rest, const LayoutStep *step) {
  const Pen *pen = &scene->pen;
  HeadWords words = head_words(scene, step);
  Box line = cut_top(rest, stage_points(scene, HEAD));
  float wide = pen_width(pen, words.name, words.operation) + stage_points(scene, 12);
  pen_text_in(pen, words.name, line, words.operation);
  cut_left(&line, fminf(wide, line.w));
  if (pen_width(pen, words.plain, words.tensor) > line.w)
    line = cut_top(rest, stage_points(scene, LINE));
  if (pen_width(pen, words.plain, words.tensor) > line.w) words.plain.size = WORDS_LEAST;
  pen_text_in(pen, words.plain, line, words.tensor);
}

/* The same below it, left of a tensor that leaves so much room at every step of the way. */
static bool draw_head_beside(const Scene *scene, const LayoutShown *shown, Box rest) {
  const Pen *pen = &scene->pen;
  HeadWords words = head_words(scene, &shown->layout.steps[shown->told]);
  float wide =
      fmaxf(pen_width(pen, words.name, words.operation), pen_width(pen, words.plain, words.tensor));
  float left = layout_tensor_left(scene, shown, rest) - rest.x - stage_points(scene, 2 * UNDER);
  if (wide > left) return false;
  Box box = {rest.x, rest.y, left, stage_points(scene, HEAD)};
  pen_text_in(pen, words.name, box, words.operation);
  box.y += box.h;
  box.h = stage_points(scene, LINE);
  pen_text_in(pen, words.plain, box, words.tensor);
  return true;
}

/* "1 · 3 + 2 · 1 = 5" of the followed number, else how an address is made. */
static Str address_words(const Scene *scene, const LayoutShown *shown, const LayoutStep *step) {
  int number = scene->view->layout_number;
  if (number < 1 || number > shown->layout.number_count)
    return str_from(layout_address_rule(scene->pen.list->arena, step));
  return str_from(layout_address_sum(scene->pen.list->arena, step, number));
}

/* What was done to it, and at the right how an address is made, where both have room. */
static void draw_memory_words(const Scene *scene, const LayoutShown *shown, Box line) {
  const LayoutStep *step = &shown->layout.steps[shown->told];
  const Pen *pen = &scene->pen;
  TextStyle plain = {FACE_REGULAR, WORDS_SIZE, pen->theme->muted, ALIGN_START};
  TextStyle sum = {FACE_SEMIBOLD, WORDS_SIZE, pen->theme->ink, ALIGN_END};
  Str words = str_from(str_format(pen->list->arena, _("memory · %s"), layout_memory_words(step)));
  Str address = address_words(scene, shown, step);
  float both = pen_width(pen, plain, words) + pen_width(pen, sum, address);
  if (both + stage_points(scene, 2 * UNDER) <= line.w) pen_text_in(pen, sum, line, address);
  if (pen_width(pen, plain, words) > line.w) plain.size = WORDS_LEAST;
  pen_text_in(pen, plain, line, words);
}

/* Memory first has boxes of a moderate size; then it takes what the tensor leaves at
** any step. */
static float memory_height(const Scene *scene, const LayoutShown *shown, Box rest) {
  float line = stage_points(scene, LINE), gaps = stage_points(scene, 2 * UNDER);
  Box most = {rest.x, rest.y, rest.w, rest.h * MEMORY_SHARE - line};
  float first = layout_memory_height(scene, shown, most, MEMORY_SIDE_FIRST);
  Box tensor = {rest.x, rest.y, rest.w, rest.h - first - line - gaps};
  float left = tensor.h - layout_tensor_height(scene, shown, tensor);
  Box larger = {rest.x, rest.y, rest.w, first + fmaxf(left, 0)};
  return fmaxf(first, layout_memory_height(scene, shown, larger, LAYOUT_MEMORY_SIDE));
}

/* Cuts it, with the line above it, off the bottom of rest, which is the tensor's then. */
static Box cut_memory(const Scene *scene, const LayoutShown *shown, Box *rest) {
  float high = memory_height(scene, shown, *rest) + stage_points(scene, LINE);
  Box memory = cut_bottom(rest, high);
  cut_top(rest, stage_points(scene, UNDER));
  cut_bottom(rest, stage_points(scene, UNDER));
  return memory;
}

static void draw_pictures(const Scene *scene, const LayoutShown *shown, Box rest) {
  const Pen *pen = &scene->pen;
  Box tensor = rest, memory = cut_memory(scene, shown, &tensor);
  if (!draw_head_beside(scene, shown, tensor)) {
    cut_head(scene, &rest, &shown->layout.steps[shown->told]);
    tensor = rest;
    memory = cut_memory(scene, shown, &tensor);
  }
  layout_tensor_draw(scene, shown, tensor);
  pen_rule(pen, (Point){memory.x, memory.y}, (Point){memory.x + memory.w, memory.y});
  draw_memory_words(scene, shown, cut_top(&memory, stage_points(scene, LINE)));
  layout_memory_draw(scene, shown, memory);
}

/* Words and boxes of the pictures are larger where there is room, what is pressed is not. */
static Scene larger_pictures(const Scene *scene, Box box) {
  Scene larger = *scene;
  larger.pen.text_scale *= view_room_larger(scene, box, ENOUGH);
  return larger;
}

static void draw(const Scene *bare, Box box) {
  Scene scene = view_room_fitted(bare, box, tensor_side);
  const LayoutShown *shown = layout_shown(&scene);
  if (!shown) return;
  Box rest = inside(&scene, box);
  view_room_title_draw(&scene, cut_top(&rest, view_room_title_height(&scene, rest.w)));
  Box controls = cut_bottom(&rest, controls_height(&scene, rest.w));
  cut_top(&controls, stage_points(&scene, UNDER));
  Scene pictures = larger_pictures(&scene, rest);
  draw_pictures(&pictures, shown, rest);
  if (scene.interactive) draw_controls(&scene, shown, controls);
}

static const char *explanation_of(LayoutExample example) {
  if (example == LAYOUT_MATRIX)
    return _("Memory is one line of numbers. Strides say how far to go in it for one step along "
             "each axis; a transpose swaps them and moves nothing. A copy is made only by what "
             "needs the numbers in order.");
  if (example == LAYOUT_HEADS)
    return _("The columns of each token are cut into heads by a view, and a transpose puts heads "
             "before tokens. Strides say both. Joining the heads again is what they cannot say: "
             "that reshape has to copy.");
  return _("The shape is that of split heads, but without the transpose the numbers of a token are "
           "spread over other heads: colours mix in a block. Nothing complains, and a model "
           "that does this learns worse.");
}

static void captions(const Scene *scene, Captions *out) {
  const LayoutShown *shown = layout_shown(scene);
  Arena *arena = scene->pen.list->arena;
  const LayoutExample example = scene->view->experiments.example;
  out->title = _("Memory layout");
  out->headline = _("One memory, many shapes");
  out->shapes = shown ? str_format(arena, _("operation %d of %d: %s"), shown->told + 1,
                                   shown->layout.step_count,
                                   layout_operation(arena, &shown->layout.steps[shown->told]))
                      : "";
  out->explanation = explanation_of(example);
  out->hint = example == LAYOUT_MATRIX
                  ? _("Try: click a number, then press → and follow it in memory.")
                  : _("Try: choose split heads and split wrongly in turn, at the same shape.");
}

static const char *figure_words(const Scene *scene, Arena *arena) {
  const LayoutShown *shown = layout_shown(scene);
  StrBuf words = strbuf_make(arena);
  if (!shown) return "";
  const LayoutStep *step = &shown->layout.steps[shown->told];
  i18n_add_sentence(
      &words, str_format(arena, _("A tensor after operation %d of %d, %s: shape %s, strides %s."),
                         shown->told + 1, shown->layout.step_count, layout_operation(arena, step),
                         layout_numbers(arena, step->tensor.shape, step->tensor.axes, "[]"),
                         layout_numbers(arena, step->tensor.stride, step->tensor.axes, "()")));
  i18n_add_sentence(&words, _("Below, its memory with addresses; the numbers name themselves."));
  if (shown->layout.heads > 0) i18n_add_sentence(&words, _("Numbers of one head have one colour."));
  return words.failed ? "" : words.at;
}

const ViewRoom memory_layout_room = {.draw = draw,
                                     .captions = captions,
                                     .inspect = memory_layout_inspect,
                                     .figure_caption = figure_words,
                                     .names_no_model = true,
                                     .width_design = 960,
                                     .height_design = 520};
