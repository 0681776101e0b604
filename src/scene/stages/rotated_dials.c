/* scene/stages/rotated_dials.c -- draws dials: arrows before and after their turn, and angles. */
#include "scene/stages/rotated_dials.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/rotated.h"

static const float PI = 3.14159265f;

const char *rotated_degrees(Arena *arena, double angle) {
  double degrees = angle * 180 / (double)PI;
  return str_format(arena,
                    degrees >= 99.95   ? "%.0f°"
                    : degrees >= 0.095 ? "%.1f°"
                                       : "%.2g°",
                    degrees);
}

/* Long arrows of short pairs could not be told from their middle, so lengths go with the root. */
static float length_of(const RotatedDials *dials, float a, float b) {
  float share = dials->longest > 0 ? sqrtf(a * a + b * b) / dials->longest : 0;
  return dials->dial * 0.44f * sqrtf(share);
}

/* Upwards on the screen is positive, so a turn to greater angles goes against the clock. */
static Point tip_of(Point middle, float a, float b, float length) {
  float size = sqrtf(a * a + b * b);
  if (size <= 0) return middle;
  return (Point){middle.x + a / size * length, middle.y - b / size * length};
}

/* A slice of the dial from the angle before to the angle after, less than a whole turn. */
static void draw_slice(const RotatedDials *dials, Point middle, float from, float turn,
                       Color color) {
  enum { PIECES = 6, POINTS = 3 * (PIECES + 2) + 1 };
  Point points[POINTS];
  float radius = dials->dial * 0.3f, step = turn / PIECES;
  float handle = radius * 4 / 3 * (float)tan((double)step / 4);
  Point at = {middle.x + radius * (float)cos((double)from),
              middle.y - radius * (float)sin((double)from)};
  int count = 0;
  points[count++] = middle;
  points[count++] = middle;
  points[count++] = at;
  points[count++] = at;
  for (int i = 0; i < PIECES; i++) {
    float begin = from + step * (float)i, end = begin + step;
    Point next = {middle.x + radius * (float)cos((double)end),
                  middle.y - radius * (float)sin((double)end)};
    points[count++] = (Point){at.x - handle * (float)sin((double)begin),
                              at.y - handle * (float)cos((double)begin)};
    points[count++] = (Point){next.x + handle * (float)sin((double)end),
                              next.y + handle * (float)cos((double)end)};
    points[count++] = at = next;
  }
  points[count++] = at;
  points[count++] = middle;
  points[count++] = middle;
  draw_ribbon(dials->scene->pen.list, points, count, color);
}

/* The tip of an arrow before the last part of its turn. */
static Point turned_back(Point middle, Point tip, double angle) {
  float x = tip.x - middle.x, y = middle.y - tip.y;
  float c = (float)cos(angle), n = (float)sin(angle);
  return (Point){middle.x + x * c + y * n, middle.y - (y * c - x * n)};
}

static void draw_dial(const RotatedDials *dials, int row, int c, Point middle) {
  const Theme *theme = dials->scene->pen.theme;
  DrawList *list = dials->scene->pen.list;
  RotaryPair pair = rotary_pair(dials->rotary, dials->after.cols, c);
  Color role = scene_part_color(theme, dials->side->part);
  float radius = dials->dial * 0.45f;
  draw_box(list, (DrawBox){.box = {middle.x - radius, middle.y - radius, 2 * radius, 2 * radius},
                           .corner = radius,
                           .fill = theme->panel,
                           .stroke = theme->line,
                           .stroke_width = 1});
  if (!scene_has_reached(dials->scene, row, pair.b)) return;
  float a = mat_get(dials->after, row, pair.a), b = mat_get(dials->after, row, pair.b);
  float length = length_of(dials, a, b), width = fmaxf(1.25f, dials->dial * 0.08f);
  int place = rotated_place(dials->scene->trace, dials->side->part, row);
  double whole = rotary_angle(dials->rotary, dials->after.cols, c) * place;
  Point tip = tip_of(middle, a, b, length);
  if (dials->turned < 1) tip = turned_back(middle, tip, whole * (1 - (double)dials->turned));
  if (dials->before.at && dials->dial >= 16) {
    float was_a = mat_get(dials->before, row, pair.a), was_b = mat_get(dials->before, row, pair.b);
    float turn = (float)fmod(whole * (double)dials->turned, 2 * (double)PI);
    if (turn > 0.01f && length > 0)
      draw_slice(dials, middle, (float)atan2((double)was_b, (double)was_a), turn,
                 color_fade(role, 0.2f));
    draw_line(list, middle, tip_of(middle, was_a, was_b, length), width * 0.6f, theme->muted);
  }
  draw_line(list, middle, tip, width, role);
  float knob = fmaxf(1.2f, dials->dial * 0.07f);
  draw_box(list, (DrawBox){.box = {tip.x - knob, tip.y - knob, 2 * knob, 2 * knob},
                           .corner = knob,
                           .fill = role});
}

/* In few letters, as they stand above narrow columns: "57°", "5.7°", "0.06°". */
static const char *brief_degrees(Arena *arena, double angle) {
  double degrees = angle * 180 / (double)PI;
  int decimals = degrees >= 9.95 ? 0 : degrees >= 0.095 ? 1 : 2;
  return degrees >= 0.005 ? str_format(arena, "%.*f°", decimals, degrees)
                          : rotated_degrees(arena, angle);
}

/* How far one place turns each pair, above as many columns as have room; smaller before one is left
** out, but for those who sit far off. */
static void draw_angles(const RotatedDials *dials) {
  const float most = 10.5f, least = scene_is_presented(dials->scene) ? most : 8.5f;
  const Pen *pen = &dials->scene->pen;
  TextStyle style = {FACE_MONO, most, pen->theme->muted, ALIGN_MIDDLE};
  Box cells = dials->side->cells;
  float baseline = cells.y - stage_points(dials->scene, 6);
  float room = pen_width(pen, style, STR("0.00°")) + stage_points(dials->scene, 5);
  style.size = float_clamp(most * dials->dial / room, least, most);
  room *= style.size / most;
  int pairs = dials->after.cols / 2, step = matrix_counting_step(room / dials->dial);
  for (int c = 0; c < pairs; c += step) {
    const char *words =
        brief_degrees(pen->list->arena, rotary_angle(dials->rotary, dials->after.cols, c));
    pen_text(pen, style, (Point){cells.x + ((float)c + 0.5f) * dials->dial, baseline},
             str_from(words));
  }
}

/* The first column of a pair, or in neighbouring columns both, half a dial each. */
static void add_hits(const RotatedDials *dials, MatrixWidget *matrix) {
  const Scene *scene = dials->scene;
  if (!scene->interactive) return;
  draw_hit(scene->pen.list, (DrawHit){.box = dials->side->cells,
                                      .rows = dials->after.rows,
                                      .cols = dials->rotary.is_interleaved ? dials->after.cols
                                                                           : dials->after.cols / 2,
                                      .cursor = CURSOR_CROSS,
                                      .tab_stop = TAB_CELLS,
                                      .click = matrix->click,
                                      .hover = matrix->hover});
}

static void draw_dial_focus(const RotatedDials *dials, const MatrixWidget *matrix) {
  Box cells = dials->side->cells;
  int row = matrix->focus_row;
  if (row < 0 || row >= dials->after.rows) return;
  Box box = {cells.x, cells.y + dials->dial * (float)row, cells.w, dials->dial};
  if (matrix->focus_col >= 0 && matrix->focus_col < dials->after.cols) {
    int c = rotary_pair_of(dials->rotary, dials->after.cols, matrix->focus_col);
    box.x += dials->dial * (float)c, box.w = dials->dial;
  }
  if (matrix->belongs) matrix_belonging_outline(dials->scene, box);
  else matrix_focus_outline(dials->scene, box, 2);
}

void rotated_dials_draw_all(const RotatedDials *dials) {
  Box cells = dials->side->cells;
  for (int row = 0; row < dials->after.rows; row++)
    for (int c = 0; c < dials->after.cols / 2; c++)
      draw_dial(dials, row, c,
                (Point){cells.x + ((float)c + 0.5f) * dials->dial,
                        cells.y + ((float)row + 0.5f) * dials->dial});
}

void rotated_dials_draw(const RotatedDials *dials, MatrixWidget *matrix) {
  MatrixGrid grid = matrix_widget_grid(dials->scene, matrix);
  rotated_dials_draw_all(dials);
  draw_angles(dials);
  matrix_labels_draw(dials->scene, matrix, &grid);
  draw_dial_focus(dials, matrix);
  add_hits(dials, matrix);
}
