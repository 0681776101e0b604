/* scene/views/saturation_chart.c -- the histogram, weights of a draw, the table of widths. */
#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/number.h"
#include "scene/stages/stage.h"
#include "scene/views/saturation.h"

/* Design points. */
static const float NAME_SIZE = 14, NOTE_SIZE = 12, TICK_SIZE = 13, TABLE_SIZE = 13, NAME = 20,
                   NOTE = 17, FOOT = 25, MARK = 7, ROW = 20, DASH = 4;
static const float SMALLER_LEAST = 0.7f; /* before a class a note is smaller before it is cut */
static const float KEY_WIDTH = 24, NUMBER_WIDTH = 50, SHARE_WIDTH = 48, BAR_ROW_MOST = 58,
                   ROW_WITH_MEASURES = 24;

static TextStyle style_of(const Scene *scene, FaceId face, float size, Align align) {
  bool is_ink = face == FACE_BOLD || face == FACE_MONO;
  return (TextStyle){face, size, is_ink ? scene->pen.theme->ink : scene->pen.theme->muted, align};
}

static void draw_head(const Scene *scene, Box *box, const char *name, const char *note) {
  const Pen *pen = &scene->pen;
  pen_text_in(pen, style_of(scene, FACE_BOLD, NAME_SIZE, ALIGN_START),
              cut_top(box, stage_points(scene, NAME)), str_from(name));
  TextStyle style = style_of(scene, FACE_REGULAR, NOTE_SIZE, ALIGN_START);
  float fits = box->w * 0.99f / fmaxf(pen_width(pen, style, str_from(note)), 1);
  if (scene_is_presented(scene)) style.size *= float_clamp(fits, SMALLER_LEAST, 1);
  pen_text_in(pen, style, cut_top(box, stage_points(scene, NOTE)), str_from(note));
  cut_top(box, stage_points(scene, 4));
}

static const char *short_number(const Scene *scene, double value) {
  return str_format(scene->pen.list->arena, "%s", number_full_or_zero((float)value).at);
}

/* ---- histogram ---- */

static float x_of(const Saturation *made, Box plot, double value) {
  return plot.x + plot.w * (float)((value - made->low) / (made->high - made->low));
}

static void draw_bars(const Scene *scene, Box plot, double top) {
  const Saturation *made = scene->saturation;
  float step = plot.w / SATURATION_BINS;
  for (int i = 0; i < SATURATION_BINS; i++) {
    float height = plot.h * (float)(made->bins[i] / top);
    if (made->bins[i] == 0) continue;
    draw_box(scene->pen.list,
             (DrawBox){.box = {plot.x + step * (float)i + step * 0.08f, plot.y + plot.h - height,
                               step * 0.84f, height},
                       .fill = color_mix(scene->pen.theme->paper, scene->pen.theme->ink, 0.28f)});
  }
}

static void draw_bell(const Scene *scene, Box plot, double top) {
  const Saturation *made = scene->saturation;
  Point points[3 * (SATURATION_CURVE_POINTS - 1) + 1];
  int count = 0;
  for (int i = 0; i < SATURATION_CURVE_POINTS; i++) {
    Point at = {plot.x + plot.w * (float)i / (SATURATION_CURVE_POINTS - 1),
                plot.y + plot.h * (1 - (float)(made->curve[i] / top))};
    if (count > 0) {
      Point from = points[count - 1];
      points[count++] = (Point){from.x + (at.x - from.x) / 3, from.y + (at.y - from.y) / 3};
      points[count++] = (Point){at.x + (from.x - at.x) / 3, at.y + (from.y - at.y) / 3};
    }
    points[count++] = at;
  }
  draw_curve(scene->pen.list, points, count, stage_points(scene, 1.5f), scene->pen.theme->ink);
}

/* At both sides of 0; broken: what is expected. */
static void draw_deviation(const Scene *scene, Box plot, double deviation, bool is_broken) {
  const Theme *theme = scene->pen.theme;
  float width = stage_points(scene, 1.5f), dash = stage_points(scene, DASH);
  for (int side = -1; side <= 1; side += 2) {
    float x = x_of(scene->saturation, plot, side * deviation) - width / 2;
    for (float y = plot.y; y < plot.y + plot.h; y += is_broken ? 2 * dash : plot.h)
      draw_box(
          scene->pen.list,
          (DrawBox){.box = {x, y, width, is_broken ? fminf(dash, plot.y + plot.h - y) : plot.h},
                    .fill = is_broken ? theme->muted : theme->ink});
  }
}

/* "−8", "+8" outside of the lines of what is expected, where the bell is low. */
static void draw_deviation_names(const Scene *scene, Box plot, double deviation) {
  const Pen *pen = &scene->pen;
  float line = pen_line_height(pen, TICK_SIZE), gap = stage_points(scene, 5);
  for (int side = -1; side <= 1; side += 2) {
    TextStyle style = style_of(scene, FACE_MONO, TICK_SIZE, side < 0 ? ALIGN_END : ALIGN_START);
    Str words = str_from(
        str_format(pen->list->arena, "%s%s", side < 0 ? "−" : "+", short_number(scene, deviation)));
    float x = x_of(scene->saturation, plot, side * deviation), wide = pen_width(pen, style, words);
    Box box = {side < 0 ? x - gap - wide - 1 : x + gap, plot.y, wide + 1, line};
    if (box.x >= plot.x && box.x + box.w <= plot.x + plot.w && 2 * line <= plot.h)
      pen_text_in(pen, style, box, words);
  }
}

static void draw_products(const Scene *scene, Box plot) {
  SaturationDraw draw = saturation_draw_on_show(scene);
  float width = stage_points(scene, 3), y = plot.y + plot.h;
  for (int j = 0; j < scene->saturation->asked.keys; j++) {
    float x = x_of(scene->saturation, plot, (double)draw.products[j]);
    draw_box(scene->pen.list, (DrawBox){.box = {x - width / 2, y, width, stage_points(scene, MARK)},
                                        .corner = width / 2,
                                        .fill = scene->pen.theme->focus,
                                        .stroke = scene->pen.theme->ink,
                                        .stroke_width = stage_points(scene, 0.5f)});
  }
}

static void draw_ticks(const Scene *scene, Box plot) {
  const Saturation *made = scene->saturation;
  const Pen *pen = &scene->pen;
  double expected = made->at[made->chosen].expected, ends[] = {-3, 0, 3};
  float wide = stage_points(scene, 56), line = pen_line_height(pen, TICK_SIZE);
  pen_rule(pen, (Point){plot.x, plot.y + plot.h}, (Point){plot.x + plot.w, plot.y + plot.h});
  for (int i = 0; i < 3; i++) {
    TextStyle style = style_of(scene, FACE_MONO, TICK_SIZE, ALIGN_MIDDLE);
    Str words = str_from(short_number(scene, ends[i] * expected));
    float half = fminf(pen_width(pen, style, words), plot.w) / 2;
    float x =
        float_clamp(x_of(made, plot, ends[i] * expected), plot.x + half, plot.x + plot.w - half);
    Box box = {x - wide / 2, plot.y + plot.h + stage_points(scene, MARK + 1), wide, line};
    pen_text_in(pen, style, box, words);
  }
}

void saturation_histogram_draw(const Scene *scene, Box box) {
  const Saturation *made = scene->saturation;
  const SaturationWidth *at = &made->at[made->chosen];
  Arena *arena = scene->pen.list->arena;
  const char *expected = short_number(scene, at->expected);
  const char *measured = short_number(scene, at->measured);
  const char *note = str_format(arena, _("deviation: expected √%d = %s, measured %s"), at->width,
                                expected, measured);
  TextStyle style = style_of(scene, FACE_REGULAR, NOTE_SIZE, ALIGN_START);
  if (pen_width(&scene->pen, style, str_from(note)) > box.w)
    note = str_format(arena, _("expected √%d = %s, measured %s"), at->width, expected, measured);
  draw_group_begin(scene->pen.list, "products", NULL);
  int count = made->asked.draws * made->asked.keys;
  draw_head(scene, &box,
            number_grouped(
                arena, str_format(arena, P_("%d dot product q · k", "%d dot products q · k", count),
                                  count)),
            note);
  cut_bottom(&box, stage_points(scene, FOOT));
  double top = fmax(made->most, made->curve_most) * 1.06;
  if (box.h > 0) {
    draw_bars(scene, box, top);
    draw_bell(scene, box, top);
    draw_deviation(scene, box, at->measured, false);
    draw_deviation(scene, box, at->expected, true);
    draw_deviation_names(scene, box, at->expected);
    draw_ticks(scene, box);
    draw_products(scene, box);
  }
  draw_group_end(scene->pen.list);
}

/* ---- the weights of one draw ---- */

static void draw_weight(const Scene *scene, Box box, float number, float weight) {
  const Pen *pen = &scene->pen;
  float number_room = pen_room(pen, NUMBER_WIDTH), share_room = pen_room(pen, SHARE_WIDTH);
  float fit = fminf(1, box.w / (number_room + share_room + stage_points(scene, 12)));
  bool has_digits = pen_line_height(pen, TICK_SIZE) <= box.h + 0.5f;
  Box digits = cut_left(&box, number_room * fit);
  Box share = cut_right(&box, share_room * fit);
  cut_left(&box, stage_points(scene, 6));
  if (has_digits) {
    TextStyle style = style_of(scene, FACE_MONO, TICK_SIZE * fit, ALIGN_END);
    pen_text_in(pen, style, digits, str_from(number_full(number).at));
    pen_text_in(pen, style, share, str_from(number_weight(weight).at));
  }
  Box bar = {box.x, box.y + box.h * 0.15f, box.w, box.h * 0.7f};
  draw_box(pen->list, (DrawBox){.box = bar, .fill = pen->theme->weights_soft});
  bar.w *= weight;
  if (bar.w > 0) draw_box(pen->list, (DrawBox){.box = bar, .fill = pen->theme->weights});
}

static Box way_column(const Scene *scene, Box box, int way) {
  cut_left(&box, pen_room(&scene->pen, KEY_WIDTH));
  return box_column(box, way, SATURATION_WAY_COUNT, stage_points(scene, 12));
}

static void draw_way_heads(const Scene *scene, Box box) {
  const char *names[] = {_("softmax(s)"), _("softmax(s / √d)")};
  for (int way = 0; way < SATURATION_WAY_COUNT; way++)
    pen_text_in(&scene->pen, style_of(scene, FACE_MONO, TICK_SIZE, ALIGN_START),
                way_column(scene, box, way), str_from(names[way]));
}

/* Below the weights, as many as have room. */
static void draw_measures(const Scene *scene, const SaturationDraw *draw, Box box) {
  Arena *arena = scene->pen.list->arena;
  TextStyle style = style_of(scene, FACE_REGULAR, NOTE_SIZE, ALIGN_START);
  for (int way = 0; way < SATURATION_WAY_COUNT; way++) {
    Box lines = way_column(scene, box, way);
    const SaturationShares *of = &draw->of[way];
    const char *words[] = {
        str_format(arena, _("entropy %s bits"), number_weight((float)of->entropy).at),
        str_format(arena, _("gradient %s"), number_weight((float)of->gradient).at)};
    for (int i = 0; i < 2 && lines.h >= stage_points(scene, NOTE) - 0.5f; i++)
      pen_text_in(&scene->pen, style, cut_top(&lines, stage_points(scene, NOTE)),
                  str_from(words[i]));
  }
}

void saturation_weights_draw(const Scene *scene, const SaturationDraw *draw, Box box) {
  const Saturation *made = scene->saturation;
  Arena *arena = scene->pen.list->arena;
  int keys = made->asked.keys;
  draw_group_begin(scene->pen.list, "weights", NULL);
  draw_head(scene, &box, str_format(arena, _("Draw %d of %d"), draw->index + 1, made->asked.draws),
            str_format(arena, _("largest weight: %s, divided by √d %s"),
                       number_weight((float)draw->of[SATURATION_UNSCALED].largest).at,
                       number_weight((float)draw->of[SATURATION_SCALED].largest).at));
  draw_way_heads(scene, cut_top(&box, stage_points(scene, 16)));
  /* what is said below has its room where rows keep theirs */
  float below = stage_points(scene, 6 + 2 * NOTE), usual = stage_points(scene, ROW_WITH_MEASURES);
  bool has_below = (box.h - below) / (float)keys >= usual;
  float row =
      fminf((box.h - (has_below ? below : 0)) / (float)keys, stage_points(scene, BAR_ROW_MOST));
  for (int j = 0; j < keys; j++) {
    Box line = cut_top(&box, row);
    Box name = {line.x, line.y, pen_room(&scene->pen, KEY_WIDTH), line.h};
    if (pen_line_height(&scene->pen, TICK_SIZE) <= row + 0.5f)
      pen_text_in(&scene->pen, style_of(scene, FACE_REGULAR, TICK_SIZE, ALIGN_START), name,
                  str_from(str_format(arena, "k%d", j + 1)));
    for (int way = 0; way < SATURATION_WAY_COUNT; way++)
      draw_weight(scene, way_column(scene, line, way),
                  way == SATURATION_SCALED ? draw->divided[j] : draw->products[j],
                  draw->weights[way][j]);
  }
  cut_top(&box, stage_points(scene, 6));
  draw_measures(scene, draw, box);
  draw_group_end(scene->pen.list);
}

/* ---- the table ---- */

enum { TABLE_GROUPS = 4, TABLE_COLUMNS = 1 + 2 * TABLE_GROUPS };
static const float TABLE_GAP = 4, BETWEEN_TABLES = 8;

/* Groups of two columns behind the widths: all, or in a narrow figure half of them, above the
** rest. */
typedef struct TablePart {
  int first, groups;
} TablePart;

static const char *group_name(int group) {
  const char *names[TABLE_GROUPS] = {_("deviation"), _("largest weight"), _("entropy, bits"),
                                     _("gradient")};
  return names[group];
}

static Box table_cell(Box line, TablePart part, int column, int columns) {
  float pitch = line.w / (float)(1 + 2 * part.groups);
  return (Box){line.x + pitch * (float)column, line.y, pitch * (float)columns - TABLE_GAP, line.h};
}

/* Of two columns, from where the one before ends. */
static Box group_cell(Box line, TablePart part, int group) {
  Box cell = table_cell(line, part, 1 + 2 * group, 2);
  return (Box){cell.x - 3, cell.y, cell.w + 3, cell.h};
}

/* One number more than what cells have room for would be cut, so that it is another number. */
static int groups_of_part(const Scene *scene, float width) {
  const Pen *pen = &scene->pen;
  TablePart all = {0, TABLE_GROUPS};
  Box line = {.w = width};
  TextStyle number = {FACE_MONO_BOLD, TABLE_SIZE, COLOR_NONE, ALIGN_END};
  bool fits = pen_width(pen, number, STR("00.00")) <= table_cell(line, all, 1, 1).w;
  for (int i = 0; i < TABLE_GROUPS; i++) {
    TextStyle style = style_of(scene, FACE_REGULAR, TABLE_SIZE, ALIGN_END);
    fits &= pen_width(pen, style, str_from(group_name(i))) <= group_cell(line, all, i).w;
  }
  return pen_is_of_print(pen) && !fits ? TABLE_GROUPS / 2 : TABLE_GROUPS;
}

float saturation_table_height(const Scene *scene, float width) {
  int parts = TABLE_GROUPS / groups_of_part(scene, width);
  float rows = ROW * (float)(scene->saturation->count + 2);
  return stage_points(scene, rows * (float)parts + BETWEEN_TABLES * (float)(parts - 1));
}

static void draw_table_head(const Scene *scene, TablePart part, Box *box) {
  const Pen *pen = &scene->pen;
  static const char *const symbols[TABLE_COLUMNS] = {"d", "√d",   "σ", "s",   "s/√d",
                                                     "s", "s/√d", "s", "s/√d"};
  TextStyle style = style_of(scene, FACE_REGULAR, TABLE_SIZE, ALIGN_END);
  Box line = cut_top(box, stage_points(scene, ROW));
  for (int i = 0; i < part.groups; i++)
    pen_text_in(pen, style, group_cell(line, part, i), str_from(group_name(part.first + i)));
  line = cut_top(box, stage_points(scene, ROW));
  pen_text_in(pen, style, table_cell(line, part, 0, 1), str_from(symbols[0]));
  for (int i = 1; i <= 2 * part.groups; i++)
    pen_text_in(pen, style, table_cell(line, part, i, 1), str_from(symbols[2 * part.first + i]));
}

static void draw_table_row(const Scene *scene, TablePart part, Box line, int index) {
  const SaturationWidth *at = &scene->saturation->at[index];
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  bool is_chosen = index == scene->saturation->chosen;
  const SaturationShares *plain = &at->of[SATURATION_UNSCALED], *even = &at->of[SATURATION_SCALED];
  double numbers[] = {at->expected,   at->measured,  plain->largest,  even->largest,
                      plain->entropy, even->entropy, plain->gradient, even->gradient};
  if (is_chosen)
    draw_box(pen->list, (DrawBox){.box = line, .corner = 3, .fill = pen->theme->focus_soft});
  TextStyle style = {is_chosen ? FACE_MONO_BOLD : FACE_MONO, TABLE_SIZE, pen->theme->ink,
                     ALIGN_END};
  pen_text_in(pen, style, table_cell(line, part, 0, 1),
              str_from(str_format(arena, "%d", at->width)));
  for (int i = 0; i < 2 * part.groups; i++) {
    int number = 2 * part.first + i;
    pen_text_in(pen, style, table_cell(line, part, 1 + i, 1),
                str_from(str_format(arena, "%.*f", number < 2 ? 2 : 3, numbers[number])));
  }
  if (!scene->interactive) return;
  draw_hit(pen->list, (DrawHit){.box = line,
                                .cursor = CURSOR_HAND,
                                .is_now = is_chosen,
                                .click = str_format(arena, "saturation width %d", at->width),
                                .tip = _("choose this width")});
}

void saturation_table_draw(const Scene *scene, Box box) {
  TablePart part = {.groups = groups_of_part(scene, box.w)};
  draw_group_begin(scene->pen.list, "widths", NULL);
  for (; part.first < TABLE_GROUPS; part.first += part.groups) {
    draw_table_head(scene, part, &box);
    for (int i = 0; i < scene->saturation->count; i++)
      draw_table_row(scene, part, cut_top(&box, stage_points(scene, ROW)), i);
    cut_top(&box, stage_points(scene, BETWEEN_TABLES));
  }
  draw_group_end(scene->pen.list);
}
