/* scene/views/cache_refused.c -- why keys and values cannot be kept, and what helps.
**
**   [ weights, with the first pair that looks ahead ]   why not
**                                                       what would be kept under a causal mask
**   what lies right of the line looks ahead             [ what helps ]
*/
#include "scene/views/cache.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/stages/stage.h"

/* Design points. */
static const float PAD = 24, WORDS_MOST = 460, WORDS_LEAST = 220, GAP = 40, CELL_MOST = 40;
static const float MATRIX_LEAST = 150, CELL_WIDE_AFAR = 49, WORDS_SIZE = 14, WORDS_SIZE_AFAR = 22,
                   NOTE = 52, BUTTON = 28, ABOVE_BUTTON = 16, LINE = 1.3f;

CacheRemedy cache_remedy(const Scene *scene) {
  const Trace *trace = scene->trace;
  if (trace_is_recorded(trace)) return (CacheRemedy){NULL, NULL, NULL};
  switch (cache_refusal_on_show(scene)) {
  case CACHE_LOOKS_AHEAD:
    return (CacheRemedy){_("lay a causal mask over it"), "mask causal",
                         _("no query sees a key behind it")};
  case CACHE_MIXED:
  case CACHE_SUMMED:
    return (CacheRemedy){_("back to exact attention"), "approximate exact",
                         _("every query meets every key")};
  default:
    return (CacheRemedy){NULL, NULL, NULL};
  }
}

/* -- the words --------------------------------------------------------------------------------- */

static void draw_button(const Scene *scene, CacheRemedy remedy, Box line) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MEDIUM, 12, pen->theme->ink, ALIGN_MIDDLE};
  Str label = str_from(remedy.label);
  line.w = fminf(pen_width(pen, style, label) + stage_points(scene, 24), line.w);
  control_toggle(pen, line,
                 (Toggle){.label = label,
                          .face = FACE_MEDIUM,
                          .size = 12,
                          .corner = 6,
                          .command = remedy.command,
                          .tip = remedy.tip});
}

typedef struct RefusalWords {
  TextStyle style;
  Str why, then; /* then: what a causal mask would make of it; empty: it is not about one */
  float width, why_height, then_height, growth_height;
} RefusalWords;

static void measure_words(const Scene *scene, RefusalWords *words) {
  const Pen *pen = &scene->pen;
  words->why_height = pen_wrapped_height(pen, words->style, words->width, LINE, words->why);
  words->then_height = pen_wrapped_height(pen, words->style, words->width, LINE, words->then);
  words->growth_height = cache_growth_height(scene, words->style.size, words->width);
}

static float all_height(const Scene *scene, const RefusalWords *words) {
  float gap = stage_points(scene, ABOVE_BUTTON), height = words->why_height;
  if (words->then.bytes > 0) height += 2 * gap + words->then_height + words->growth_height;
  return height + gap + stage_points(scene, BUTTON);
}

/* As large as the box allows; a mask is left out before words become small. */
static RefusalWords fitted_words(const Scene *scene, Box box) {
  float size = scene_is_presented(scene) ? WORDS_SIZE_AFAR : WORDS_SIZE;
  RefusalWords words = {
      .style = {FACE_REGULAR, size, scene->pen.theme->ink, ALIGN_START},
      .why = str_from(cache_refusal_words(scene->pen.list->arena, scene->trace, scene->view)),
      .width = fminf(box.w, stage_points(scene, WORDS_MOST))};
  if (cache_refusal_on_show(scene) == CACHE_LOOKS_AHEAD)
    words.then = str_from(_("With a causal mask each new token adds one key and one value, and "
                            "those before it stay as they are:"));
  measure_words(scene, &words);
  if (words.growth_height <= 0 || all_height(scene, &words) > box.h) words.then = (Str){"", 0};
  while (words.style.size > WORDS_SIZE && all_height(scene, &words) > box.h) {
    words.style.size -= 1;
    measure_words(scene, &words);
  }
  return words;
}

static void draw_words(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  RefusalWords words = fitted_words(scene, box);
  float gap = stage_points(scene, ABOVE_BUTTON), height = all_height(scene, &words);
  Box text = box_centred(box, words.width, fmaxf(height, 1));
  pen_text_wrapped(pen, words.style, text, LINE, words.why);
  cut_top(&text, words.why_height + gap);
  if (words.then.bytes > 0) {
    Box growth = {text.x, text.y + words.then_height + gap / 2, text.w, words.growth_height};
    pen_text_wrapped(pen, words.style, text, LINE, words.then);
    cache_growth_draw(scene, growth, words.style.size);
    cut_top(&text, words.then_height + words.growth_height + gap);
  }
  CacheRemedy remedy = cache_remedy(scene);
  text.h = stage_points(scene, BUTTON);
  if (scene->interactive && remedy.label) draw_button(scene, remedy, text);
}

/* -- what looks ahead -------------------------------------------------------------------------- */

typedef struct Ahead {
  Box matrix; /* its cells */
  float label_width, label_height;
  int query, key; /* the first pair */
} Ahead;

/* Before a class as wide as digits of the last row ask for. */
static float cell_width(const Scene *scene, float high, float room) {
  float most = stage_points(scene, CELL_WIDE_AFAR);
  return scene_is_presented(scene) ? fmaxf(fminf(room, most), high) : high;
}

/* False: the refusal has another reason, or there is no room. *rest: of the words. */
static bool place_ahead(const Scene *scene, Box box, Ahead *ahead, Box *rest) {
  const Trace *trace = scene->trace;
  int prompt = cache_prompt(trace, scene->view->cache_prompt);
  CacheRefusal why = cache_refusal(trace, scene->view->layer, prompt, &ahead->query, &ahead->key);
  float rows = (float)trace_token_count(trace), cols = (float)trace_key_count(trace);
  *rest = box_inset(box, stage_points(scene, PAD));
  if (why != CACHE_LOOKS_AHEAD || !trace_has_part(trace, TRACE_WEIGHTS)) return false;
  ahead->label_width = matrix_label_width(scene, 100);
  ahead->label_height = matrix_label_height(scene, 110);
  float beside = ahead->label_width + stage_points(scene, GAP + WORDS_LEAST);
  float above = ahead->label_height + stage_points(scene, NOTE);
  float cell = fminf((rest->w - beside) / cols, (rest->h - above) / rows);
  cell = fminf(cell, stage_points(scene, CELL_MOST));
  float wide = cell_width(scene, cell, (rest->w - beside) / cols);
  if (cell * fminf(rows, cols) < stage_points(scene, MATRIX_LEAST)) return false;
  float words = fminf(rest->w - ahead->label_width - wide * cols - stage_points(scene, GAP),
                      stage_points(scene, WORDS_MOST));
  float whole = ahead->label_width + wide * cols + stage_points(scene, GAP) + words;
  float x = rest->x + (rest->w - whole) / 2 + ahead->label_width;
  float y = rest->y + (rest->h - above - cell * rows) / 2 + ahead->label_height;
  ahead->matrix = (Box){floorf(x), floorf(y), wide * cols, cell * rows};
  *rest = (Box){x + wide * cols + stage_points(scene, GAP), rest->y, words, rest->h};
  return true;
}

/* Between what a query may keep and what comes after it. */
static void draw_stairs(const Scene *scene, Box cells) {
  const Trace *trace = scene->trace;
  int rows = trace_token_count(trace), cols = trace_key_count(trace);
  float w = cells.w / (float)cols, h = cells.h / (float)rows;
  float width = 2 * fminf(scene->pen.text_scale, 1.5f);
  for (int row = 0; row < rows; row++) {
    int end = int_min(trace_first_place(trace) + row + 1, cols);
    float x = cells.x + w * (float)end, y = cells.y + h * (float)row;
    Color ink = scene->pen.theme->ink;
    if (end < cols) draw_line(scene->pen.list, (Point){x, y}, (Point){x, y + h}, width, ink);
    if (row + 1 < rows && end < cols)
      draw_line(scene->pen.list, (Point){x, y + h}, (Point){x + w, y + h}, width, ink);
  }
}

static void draw_ahead(const Scene *scene, const Ahead *ahead) {
  MatrixWidget matrix = {.part = TRACE_WEIGHTS,
                         .before = TRACE_WEIGHTS,
                         .cells = ahead->matrix,
                         .mix = 1,
                         .row_labels = true,
                         .col_labels = true,
                         .axis_titles = true,
                         .label_width = ahead->label_width,
                         .label_height = ahead->label_height,
                         .digits = true,
                         .filled = -1,
                         .focus_row = ahead->query,
                         .focus_col = ahead->key};
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_START};
  Box note = {ahead->matrix.x - ahead->label_width,
              ahead->matrix.y + ahead->matrix.h + stage_points(scene, 10),
              ahead->matrix.w + ahead->label_width, stage_points(scene, NOTE - 10)};
  draw_group_begin(pen->list, "ahead", _("Weights of pairs that look ahead"));
  matrix_widget_draw(scene, &matrix);
  draw_stairs(scene, ahead->matrix);
  pen_text_wrapped(pen, style, note, 1.2f,
                   str_from(_("Right of the line a query looks at tokens that come later.")));
  draw_group_end(pen->list);
}

void cache_refusal_draw(const Scene *scene, Box box) {
  Ahead ahead;
  Box words;
  if (place_ahead(scene, box, &ahead, &words)) draw_ahead(scene, &ahead);
  draw_words(scene, words);
}
