/* scene/inspector/panel_plots.c -- the sections of a panel that draw many numbers: a vector as a
** strip of cells, bars or a line, and the shares of a blend. */
#include "scene/stages/stage_view.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"

static const float SMALL = 10.5f, LABEL_HEIGHT = 16, STRIP_HEIGHT = 20;
enum { TIPS_MOST = 200 }; /* for the numbers of one row */

static TextStyle style(FaceId face, float size, Color color) {
  return (TextStyle){face, size, color, ALIGN_START};
}

static void label_line(const Panel *panel, Box box, Str label, Color color) {
  box.h = panel_pt(panel, LABEL_HEIGHT);
  pen_text_in(panel->pen, style(FACE_SEMIBOLD, SMALL, color), box, label);
}

/* "±11.3", if the label leaves it room. */
static void draw_range(const Panel *panel, Box box, Str label, float end) {
  const Pen *pen = panel->pen;
  TextStyle words = style(FACE_MONO, SMALL, pen->theme->muted);
  Str range = panel_words(panel, "±%s", number_end(end).at);
  float taken = pen_width(pen, style(FACE_SEMIBOLD, SMALL, words.color), label);
  if (taken + panel_pt(panel, 8) + pen_width(pen, words, range) > box.w) return;
  words.align = ALIGN_END;
  box.h = panel_pt(panel, LABEL_HEIGHT);
  pen_text_in(pen, words, box, range);
}

static void draw_note(const Panel *panel, Box box, Str words) {
  if (panel->scene->interactive && words.bytes)
    draw_hit(panel->pen->list, (DrawHit){.box = box, .tip = words.at});
}

/* -- a vector ---------------------------------------------------------------------------------- */

typedef struct ScaledStrip {
  PanelStrip strip;
  ColorRange range;
  bool tells_range;
} ScaledStrip;

static DrawHeatmap strip_heatmap(const Panel *panel, const ScaledStrip *scaled, Box cells) {
  const PanelStrip *strip = &scaled->strip;
  const Scene *scene = panel->scene;
  float pitch = cells.w / (float)strip->row.cols;
  return (DrawHeatmap){.box = cells,
                       .values = strip->row,
                       .mix = 1,
                       .palette = scene_palette(scene, strip->part),
                       .range = scaled->range,
                       .gap = pitch >= 8   ? 1.5f
                              : pitch >= 4 ? 0.5f
                                           : 0,
                       .corner = pitch >= 8 ? 2 : 0,
                       .filled = -1,
                       .theme = panel->pen->theme->id};
}

static void tell_cells(const Panel *panel, const DrawHeatmap *heatmap) {
  if (heatmap->values.cols > TIPS_MOST) return;
  for (int c = 0; c < heatmap->values.cols; c++) {
    Number number = number_full(mat_get(heatmap->values, 0, c));
    draw_note(panel, draw_heatmap_cell(heatmap, 0, c),
              panel_words(panel, _("column %d: %s"), c + 1, number.at));
  }
}

/* Columns thinner than a point form stripes, which the label says if there is room. */
static Str stripe_label(const Panel *panel, const PanelStrip *strip, float width) {
  int columns = (int)ceilf((float)strip->row.cols / width);
  if (columns < 2) return strip->label;
  Str words =
      panel_words(panel, P_("%.*s · %d column a stripe", "%.*s · %d columns a stripe", columns),
                  (int)strip->label.bytes, strip->label.at, columns);
  TextStyle style = {FACE_SEMIBOLD, 12, strip->color, ALIGN_START};
  return pen_width(panel->pen, style, words) <= width ? words : strip->label;
}

static void outline_cell(const Panel *panel, const PanelStrip *strip, Box cell) {
  const Pen *pen = panel->pen;
  DrawBox outline = {.corner = 2, .stroke = pen->theme->ink, .stroke_width = pen->text_scale};
  outline.box = box_inset(cell, strip->belongs ? -1 : -2);
  if (strip->belongs) {
    draw_box(pen->list, outline);
    return;
  }
  outline.stroke_width = 2 * pen->text_scale;
  pen_focus_outline(pen, outline);
}

static void draw_strip(const Panel *panel, const void *data, Box box) {
  const ScaledStrip *scaled = data;
  const PanelStrip *strip = &scaled->strip;
  float label = panel_pt(panel, LABEL_HEIGHT);
  Str words = stripe_label(panel, strip, box.w);
  label_line(panel, box, words, strip->color);
  if (scaled->tells_range) draw_range(panel, box, words, scaled->range.high);
  Box cells = {box.x, box.y + label + panel_pt(panel, 2), box.w, panel_pt(panel, STRIP_HEIGHT)};
  DrawHeatmap heatmap = strip_heatmap(panel, scaled, cells);
  draw_heatmap(panel->pen->list, heatmap);
  if (strip->focus >= 0 && strip->focus < strip->row.cols)
    outline_cell(panel, strip, draw_heatmap_cell(&heatmap, 0, strip->focus));
  tell_cells(panel, &heatmap);
}

static void add_strip(Panel *panel, const ScaledStrip *scaled, Rank rank) {
  const PanelStrip *strip = &scaled->strip;
  assert(strip->row.rows <= 1 && scaled->range.low < scaled->range.high);
  if (!strip->row.at || strip->row.cols == 0) return;
  panel_add(panel, (Section){.draw = draw_strip,
                             .data = panel_keep(panel, scaled, sizeof *scaled),
                             .least = panel_pt(panel, LABEL_HEIGHT + 2 + STRIP_HEIGHT),
                             .gap = panel_pt(panel, 10),
                             .rank = rank});
}

void panel_add_strip_on(Panel *panel, PanelStrip strip, ColorRange range, Rank rank) {
  add_strip(panel, &(ScaledStrip){strip, range, false}, rank);
}

void panel_add_strip_telling(Panel *panel, PanelStrip strip, ColorRange range, Rank rank) {
  add_strip(panel, &(ScaledStrip){strip, range, true}, rank);
}

void panel_add_strip(Panel *panel, PanelStrip strip, Rank rank) {
  const View *view = panel->scene->view;
  panel_add_strip_on(panel, strip, scene_range(panel->scene, strip.part, view->layer, view->head),
                     rank);
}

/* -- bars and lines ---------------------------------------------------------------------------- */

typedef struct Scale {
  Box box;
  float low, high; /* contains 0 and all values */
} Scale;

/* Both ends of the axis and 0 lie within the box, because scale_of includes them. */
static float scale_y(const Scale *scale, float value) {
  return scale->box.y + scale->box.h * (scale->high - value) / (scale->high - scale->low);
}

static Scale scale_of(const float *values, int count, Box box) {
  assert(values && count >= 0);
  Scale scale = {box, 0, 0};
  for (int i = 0; i < count; i++) {
    scale.low = fminf(scale.low, values[i]);
    scale.high = fmaxf(scale.high, values[i]);
  }
  if (scale.high <= scale.low) scale.high = scale.low + 1;
  return scale;
}

static void draw_bar_values(const Panel *panel, const PanelBars *bars, const Scale *scale) {
  const Theme *theme = panel->pen->theme;
  float pitch = scale->box.w / (float)bars->count, zero = scale_y(scale, 0);
  float gap = pitch >= 8 ? 1.5f : pitch * 0.1f;
  for (int i = 0; i < bars->count; i++) {
    float value = bars->values[i], y = scale_y(scale, value);
    Box bar = {scale->box.x + pitch * (float)i + gap / 2, fminf(y, zero), pitch - gap,
               fmaxf(fabsf(y - zero), 0.75f)};
    draw_box(panel->pen->list, (DrawBox){.box = bar,
                                         .corner = bar.h > 4 && bar.w > 4 ? 1.5f : 0,
                                         .fill = value < 0 ? theme->negative : theme->positive});
    if (value < 0) pen_stripes(panel->pen, bar, theme->panel);
  }
}

static void draw_line_values(const Panel *panel, const PanelBars *bars, const Scale *scale) {
  const Theme *theme = panel->pen->theme;
  float pitch = scale->box.w / (float)bars->count, dot = panel_pt(panel, pitch > 10 ? 5 : 3);
  Point before = {scale->box.x, scale_y(scale, 0)};
  for (int i = 0; i < bars->count; i++) {
    Point at = {scale->box.x + pitch * ((float)i + 0.5f), scale_y(scale, bars->values[i])};
    draw_line(panel->pen->list, before, at, panel_pt(panel, 1.5f), theme->ink);
    Box round = {at.x - dot / 2, at.y - dot / 2, dot, dot};
    draw_box(panel->pen->list, (DrawBox){.box = round, .corner = dot / 2, .fill = theme->ink});
    before = at;
  }
}

static void tell_columns(const Panel *panel, const PanelBars *bars, Box box) {
  if (bars->count > TIPS_MOST) return;
  float pitch = box.w / (float)bars->count;
  for (int i = 0; i < bars->count; i++) {
    Number number = number_full(bars->values[i]);
    draw_note(panel, (Box){box.x + pitch * (float)i, box.y, pitch, box.h},
              panel_words(panel, bars->name, i + 1, number.at));
  }
}

/* Prints the largest and the smallest value at the right of the label, if there is room. */
static void draw_extremes(const Panel *panel, const PanelBars *bars, Box line) {
  int low = 0, high = 0;
  for (int i = 1; i < bars->count; i++) {
    if (bars->values[i] < bars->values[low]) low = i;
    if (bars->values[i] > bars->values[high]) high = i;
  }
  Number least = number_full(bars->values[low]), most = number_full(bars->values[high]);
  if (bars->line) most = number_full(bars->values[bars->count - 1]);
  Str words =
      panel_words(panel, bars->line ? "%s → %s" : "%s … %s", bars->line ? "0" : least.at, most.at);
  FaceId face = panel_number_face(words, FACE_MONO, FACE_REGULAR);
  TextStyle mono = {face, SMALL, panel->pen->theme->muted, ALIGN_END};
  TextStyle label = style(FACE_SEMIBOLD, SMALL, panel->pen->theme->muted);
  float used = pen_width(panel->pen, label, str_from(bars->label)) + panel_pt(panel, 12);
  if (pen_width(panel->pen, mono, words) > line.w - used) return;
  pen_text_in(panel->pen, mono, (Box){line.x + used, line.y, line.w - used, line.h}, words);
}

static void draw_bars(const Panel *panel, const void *data, Box box) {
  const PanelBars *bars = data;
  float label = panel_pt(panel, LABEL_HEIGHT), pad = panel_pt(panel, 4);
  label_line(panel, box, str_from(bars->label), panel->pen->theme->muted);
  draw_extremes(panel, bars, (Box){box.x, box.y, box.w, label});
  Box plot = {box.x, box.y + label + pad, box.w, box.h - label - 2 * pad};
  Scale scale = scale_of(bars->values, bars->count, plot);
  float zero = scale_y(&scale, 0);
  draw_line(panel->pen->list, (Point){plot.x, zero}, (Point){plot.x + plot.w, zero}, 1,
            panel->pen->theme->muted);
  if (bars->line) draw_line_values(panel, bars, &scale);
  else draw_bar_values(panel, bars, &scale);
  tell_columns(panel, bars, plot);
}

void panel_add_bars(Panel *panel, PanelBars bars, float height, Rank rank) {
  assert(bars.values || bars.count == 0);
  if (bars.count <= 0 || !bars.values) return;
  panel_add(panel, (Section){.draw = draw_bars,
                             .data = panel_keep(panel, &bars, sizeof bars),
                             .least = panel_pt(panel, LABEL_HEIGHT + height * 0.7f),
                             .wanted = panel_pt(panel, LABEL_HEIGHT + height),
                             .gap = panel_pt(panel, 10),
                             .rank = rank});
}

/* -- a blend ----------------------------------------------------------------------------------- */

static void draw_share(const Panel *panel, const PanelBlend *blend, int item, Box box) {
  ThemeId theme = panel->pen->theme->id;
  /* Darker for larger shares, in the colours of weights. */
  Color fill = palette_color(scene_palette(panel->scene, TRACE_WEIGHTS), theme,
                             0.1f + 0.9f * fminf(blend->shares[item], 1));
  Box inner = {box.x, box.y, box.w > 3 ? box.w - 1.5f : box.w, box.h};
  draw_box(panel->pen->list, (DrawBox){.box = inner, .corner = inner.w > 6 ? 3 : 0, .fill = fill});
  TextStyle name = {FACE_MEDIUM, SMALL, palette_digit(fill), ALIGN_MIDDLE};
  Str label = panel_key_label(panel, item);
  float room = inner.w - panel_pt(panel, 6);
  if (pen_width(panel->pen, name, label) <= room) pen_text_in(panel->pen, name, inner, label);
  Number weight = number_weight(blend->shares[item]);
  label = panel_key_named(panel, item);
  draw_note(panel, box, panel_words(panel, "%.*s %s", (int)label.bytes, label.at, weight.at));
}

/* 1, or more where weights grew by dropout. */
static float whole_of(const PanelBlend *blend) {
  double sum = 0;
  for (int i = 0; i < blend->count; i++) sum += (double)blend->shares[i];
  return fmaxf(1, (float)sum);
}

static void draw_blend(const Panel *panel, const void *data, Box box) {
  const PanelBlend *blend = data;
  float label = panel_pt(panel, LABEL_HEIGHT), x = box.x;
  label_line(panel, box, str_from(_("the shares, heaviest first")), panel->pen->theme->weights);
  float whole = whole_of(blend);
  for (int i = 0; i < blend->count; i++) {
    int item = blend->order ? blend->order[i] : i;
    float width = box.w * blend->shares[item] / whole;
    if (width < 0.5f) continue;
    width = fminf(width, box.x + box.w - x);
    draw_share(panel, blend, item, (Box){x, box.y + label + 2, width, box.h - label - 2});
    x += width;
  }
}

void panel_add_blend(Panel *panel, PanelBlend blend, Rank rank) {
  assert(blend.shares && blend.count > 0);
  panel_add(panel, (Section){.draw = draw_blend,
                             .data = panel_keep(panel, &blend, sizeof blend),
                             .least = panel_pt(panel, LABEL_HEIGHT + 24),
                             .gap = panel_pt(panel, 10),
                             .rank = rank});
}
