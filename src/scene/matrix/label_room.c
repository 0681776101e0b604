/* scene/matrix/label_room.c -- the room that names want beside and above a matrix. */
#include "scene/matrix/labels_internal.h"

#include <math.h>

#include "base/number.h"
#include "scene/token_shown.h"

float matrix_names_most(const Scene *scene) {
  const float presenting = 2;
  const View *view = scene->view;
  const DrawList *list = scene->pen.list;
  if (!scene->interactive || view->kind == VIEW_TRAINING) return 1;
  if (view->presenter) return presenting;
  if (scene->plain_text_scale <= 0) return 1;
  float asked = view->text_scale * layout_growth(list->width_pt, list->height_pt);
  return fmaxf(asked / scene->pen.text_scale, 1);
}

static float widest_of(const Scene *scene, const Trace *trace) {
  enum { LOOKED_AT = 256 };
  int tokens = trace_token_count(trace);
  int count = trace_is_cross(trace) ? tokens + trace_key_count(trace) : tokens;
  TextStyle style = {FACE_BOLD, LABEL_SIZE, COLOR_NONE, ALIGN_START};
  float widest = 0;
  for (int i = 0; i < count && i < LOOKED_AT; i++) {
    Str text = token_shown(i < tokens ? trace_token(trace, i) : trace_key(trace, i - tokens));
    if (text.bytes > 64) text = pen_fit(&scene->pen, style, stage_points(scene, 200), text);
    widest = fmaxf(widest, pen_width(&scene->pen, style, text));
  }
  return widest;
}

float label_widest_token(const Scene *scene) {
  const TwoRuns *beside = scene->beside;
  float widest = widest_of(scene, scene->trace);
  if (beside) widest = fmaxf(widest, widest_of(scene, beside->kept_trace));
  TextStyle style = {FACE_BOLD, LABEL_SIZE, COLOR_NONE, ALIGN_START};
  for (int i = 0; beside && beside->words && i < beside->cols.count; i++)
    widest = fmaxf(widest, pen_width(&scene->pen, style, beside->words[i]->text));
  return widest;
}

/* Where no word is smaller than a page asks for, names have as much more room. */
static float grown_by_print(const Scene *scene) {
  float plain = stage_points(scene, LABEL_SMALL);
  return fmaxf(scene->pen.least_pt / fmaxf(plain, 0.01f), 1);
}

float matrix_label_width(const Scene *scene, float most_design) {
  float numbers = trace_token_count(scene->trace) > 12 ? 28 : 0;
  float wanted = label_widest_token(scene) + stage_points(scene, LABEL_GAP + 2 + numbers);
  return ceilf(fminf(wanted, stage_points(scene, most_design) * grown_by_print(scene)));
}

/* Thinned labels are smaller, with a number behind the token. */
static float widest_col_words(const Scene *scene) {
  enum { THINNED_FROM = 32 };
  int count = trace_token_count(scene->trace);
  float widest = label_widest_token(scene);
  if (count < THINNED_FROM) return widest;
  TextStyle style = {FACE_BOLD, LABEL_SMALL, COLOR_NONE, ALIGN_START};
  Str number = str_from(str_format(scene->pen.list->arena, "%d ", count));
  float thinned = widest * LABEL_SMALL / LABEL_SIZE;
  return fmaxf(widest, thinned + pen_width(&scene->pen, style, number));
}

bool matrix_labels_are_upright(const Scene *scene, float cell_w) {
  return cell_w >= stage_points(scene, 14) && label_widest_token(scene) <= cell_w - 4;
}

float matrix_label_height(const Scene *scene, float most_design) {
  float wanted =
      widest_col_words(scene) * LABEL_SLANT_SIN + stage_points(scene, LABEL_SIZE * 0.5f + 8);
  return ceilf(fminf(wanted, stage_points(scene, most_design) * grown_by_print(scene)));
}

float matrix_labels_lean(const Scene *scene, float cell_w) {
  float foot = stage_points(scene, 0.6f * LABEL_SIZE), widest = label_widest_token(scene), lean = 0;
  TextStyle style = {FACE_BOLD, LABEL_SIZE, COLOR_NONE, ALIGN_START};
  float inside = cell_w / 2; /* from the name's foot to the end of the matrix */
  for (int key = trace_key_count(scene->trace) - 1; key >= 0 && inside < widest; key--) {
    float wide =
        fminf(pen_width(&scene->pen, style, token_shown(trace_key(scene->trace, key))), widest);
    lean = fmaxf(lean, foot + wide * LABEL_SLANT_COS - inside);
    inside += fmaxf(cell_w, 1);
  }
  return lean;
}
