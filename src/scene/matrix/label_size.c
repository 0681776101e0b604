/* scene/matrix/label_size.c -- which labels of a line have room, and how large they are: the
** smaller size before labels are left out, and a larger one where the matrix leaves room. */
#include "scene/matrix/labels_internal.h"

#include <math.h>

#include "base/number.h"

/* LABEL_LINE where the size is given, and before a class for names smaller than usual. */
static const float LINE_OF_PRINT = 0.95f, LINE_FROM_AFAR = 1;

/* Round steps: 1, 2, 5, 10 … */
int matrix_counting_step(float least) {
  static const int steps[] = {1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if ((float)steps[i] >= least - 0.001f) return steps[i];
  return 2000;
}

float label_line(const Labels *labels) {
  const Pen *pen = &labels->scene->pen;
  bool is_tight = scene_is_presented(labels->scene) && labels->size <= LABEL_SMALL;
  float line = pen_is_of_print(pen) ? LINE_OF_PRINT : is_tight ? LINE_FROM_AFAR : LABEL_LINE;
  return pen_points(pen, labels->size) * line;
}

/* For an audience names are as large as their lines, and never smaller than small print. */
static float size_of_all(const Labels *labels) {
  float room = labels->spacing_pt / pen_points(&labels->scene->pen, 1);
  if (!scene_is_presented(labels->scene)) return LABEL_SMALL;
  return fmaxf(room / LABEL_LINE, LABEL_SMALL);
}

float label_spotlight(const Labels *labels) {
  if (!scene_has_spotlight(labels->scene)) return 1;
  if (labels->step > 1 || labels->focus_alone) return LABEL_SPOTLIGHT;
  float most = 2 * labels->spacing_pt / label_line(labels) - 1; /* half of the line is another's */
  return float_clamp(most, 1, LABEL_SPOTLIGHT);
}

void label_choose_size(Labels *labels) {
  const Pen *pen = &labels->scene->pen;
  bool is_large = labels->spacing_pt >= pen_points(pen, LABEL_SIZE) * LABEL_LINE;
  labels->size = is_large ? LABEL_SIZE : size_of_all(labels);
  float least = label_line(labels) / fmaxf(labels->spacing_pt, 0.001f);
  int step = matrix_counting_step(least), of = labels->multiple_of;
  if (of > 1 && step > of) step = of * (int)ceilf(least / (float)of - 0.001f);
  labels->step = int_max(step, labels->least_step);
  labels->spotlight = label_spotlight(labels);
}

bool label_matters(const Labels *labels, int index) {
  for (int i = 0; i < labels->named_count; i++)
    if (labels->named[i] == index) return true;
  return labels->named_count == 0 || index == labels->focus;
}

static bool is_near_named(const Labels *labels, int index, float apart_pt) {
  for (int i = 0; i < labels->named_count; i++) {
    float from = fabsf((float)(labels->named[i] - index)) * labels->spacing_pt;
    if (from < apart_pt - 0.01f) return true;
  }
  return false;
}

void label_count_on(Labels *labels) {
  float least = label_line(labels) / fmaxf(labels->spacing_pt, 0.001f);
  labels->step = matrix_counting_step((float)matrix_counting_step(least) + 1);
}

static bool is_counted(const Labels *labels, int index) {
  if (labels->is_second) return (index - int_max(labels->focus, 0)) % labels->step == 0;
  return (index + 1) % labels->step == 0;
}

bool label_is_shown(const Labels *labels, int index) {
  if (index == labels->focus || labels->focus_alone) return index == labels->focus;
  float line = label_line(labels);
  if (labels->named_count > 0 && label_matters(labels, index)) return true;
  if (is_near_named(labels, index, line)) return false;
  float from_focus = fabsf((float)(index - labels->focus)) * labels->spacing_pt + labels->pushed_pt;
  float apart = line * (1 + labels->spotlight) / 2;
  if (labels->focus >= 0 && from_focus < apart - 0.01f) return false;
  if (labels->step == 1 || is_counted(labels, index)) return true;
  return !labels->is_second && index == 0 && (float)(labels->step - 1) * labels->spacing_pt >= line;
}

float label_widest_drawn(const Labels *labels) {
  return label_widest_token(labels->scene) * labels->spotlight;
}

void label_enlarge(Labels *labels, float by) {
  const float safety = 0.98f;
  float most = matrix_names_most(labels->scene);
  if (labels->step == 1 && labels->size >= LABEL_SIZE)
    labels->size *= float_clamp(by * safety, 1, most);
}
