/* render/svg/svg.c -- writes a list, one element per item.
**
** No styles are shared between elements, so that a file can be taken apart in an editor, but for
** the gradient of consecutive ribbons. Names, order and digits depend only on the list, so that two
** runs give the same bytes.
*/
#include "render/svg/svg.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "render/svg/writer.h"
#include "scene/matrix/vector_cells.h"

/* Boxes that would not be visible are left out. */
static void write_box(SvgWriter *svg, const DrawBox *box) {
  bool has_stroke = box->stroke.a > 0 && box->stroke_width > 0;
  if (box->box.w < 0 || box->box.h < 0 || (box->fill.a == 0 && !has_stroke)) return;
  svg_words(svg, "<rect");
  svg_box(svg, box->box);
  if (box->corner > 0) svg_attribute(svg, "rx", box->corner);
  svg_color(svg, "fill", box->fill);
  if (has_stroke) {
    svg_color(svg, "stroke", box->stroke);
    svg_attribute(svg, "stroke-width", box->stroke_width);
  }
  svg_words(svg, "/>\n");
}

/* The list has the order of SVG: M, then for each C two control points and an end. */
static void write_points(SvgWriter *svg, const Point *points, int point_count) {
  assert(point_count >= 1 && point_count % 3 == 1);
  svg_words(svg, " d=\"");
  for (int i = 0; i < point_count; i++)
    svg_point(svg, i == 0 ? 'M' : i % 3 == 1 ? 'C' : ' ', points[i]);
}

static void write_curve(SvgWriter *svg, const DrawCurve *curve) {
  svg_words(svg, "<path fill=\"none\"");
  svg_color(svg, "stroke", curve->color);
  svg_attribute(svg, "stroke-width", curve->width);
  write_points(svg, curve->points, curve->point_count);
  svg_words(svg, "\"/>\n");
}

static void write_stop(SvgWriter *svg, const char *offset, Color color) {
  strbuf_format(&svg->out, "<stop offset=\"%s\" stop-color=\"#%02x%02x%02x\"", offset, color.r,
                color.g, color.b);
  if (color.a < 255) svg_attribute(svg, "stop-opacity", (float)color.a / 255);
  svg_words(svg, "/>");
}

static bool is_last_gradient(const SvgWriter *svg, const DrawGradient *gradient) {
  return svg->gradient_count > 0 && memcmp(&svg->gradient, gradient, sizeof *gradient) == 0;
}

/* Neighbouring ribbons often have the same gradient, which is then written once. */
static void write_gradient(SvgWriter *svg, const DrawGradient *gradient) {
  if (is_last_gradient(svg, gradient)) return;
  svg->gradient = *gradient;
  strbuf_format(&svg->out, "<linearGradient id=\"gradient-%d\" gradientUnits=\"userSpaceOnUse\"",
                ++svg->gradient_count);
  svg_attribute(svg, "x1", gradient->begin.x);
  svg_attribute(svg, "y1", gradient->begin.y);
  svg_attribute(svg, "x2", gradient->end.x);
  svg_attribute(svg, "y2", gradient->end.y);
  svg_words(svg, ">");
  write_stop(svg, "0", gradient->from);
  write_stop(svg, "1", gradient->to);
  svg_words(svg, "</linearGradient>\n");
}

static void write_ribbon(SvgWriter *svg, const DrawRibbon *ribbon) {
  bool is_flat = draw_gradient_is_flat(&ribbon->gradient);
  if (!is_flat) write_gradient(svg, &ribbon->gradient);
  svg_words(svg, "<path");
  if (is_flat) svg_color(svg, "fill", ribbon->gradient.from);
  else strbuf_format(&svg->out, " fill=\"url(#gradient-%d)\"", svg->gradient_count);
  write_points(svg, ribbon->points, ribbon->point_count);
  svg_words(svg, "Z\"/>\n");
}

static void write_item(SvgWriter *svg, const DrawItem *item) {
  if (item->kind != DRAW_CLIP && item->kind != DRAW_GROUP) svg_open_clip(svg);
  switch (item->kind) {
  case DRAW_BOX:
    write_box(svg, &item->as.box);
    break;
  case DRAW_TEXT:
    svg_text(svg, &item->as.text);
    break;
  case DRAW_HEATMAP:
    svg_heatmap(svg, &item->as.heatmap);
    break;
  case DRAW_CURVE:
    write_curve(svg, &item->as.curve);
    break;
  case DRAW_RIBBON:
    write_ribbon(svg, &item->as.ribbon);
    break;
  case DRAW_CLIP:
    svg_clip(svg, item->as.clip);
    break;
  case DRAW_GROUP:
    svg_group(svg, &item->as.group);
    break;
  }
}

/* The unit is written: readers that take numbers for pixels would print the picture at three
** quarters of its size. */
static void write_length(SvgWriter *svg, const char *name, float value_pt) {
  strbuf_format(&svg->out, " %s=\"", name);
  svg_number(svg, value_pt);
  svg_words(svg, "pt\"");
}

/* Contextual alternates are off, as in the other formats, so that the text is drawn as typed. */
static void write_head(SvgWriter *svg, const DrawList *list, const char *title) {
  svg_words(svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\""
                 " xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
  write_length(svg, "width", list->width_pt);
  write_length(svg, "height", list->height_pt);
  svg_words(svg, " viewBox=\"0 0");
  svg_point(svg, ' ', (Point){list->width_pt, list->height_pt});
  svg_words(svg, "\" xml:space=\"preserve\" stroke-linejoin=\"round\""
                 " style=\"font-feature-settings:'calt' 0;font-kerning:normal\">\n<title>");
  svg_escaped(svg, str_from(title ? title : _("Attention")));
  svg_words(svg, "</title>\n<desc>");
  svg_escaped(svg, str_from(_("Made with Heads Up, an attention visualizer. Every cell's colour is "
                              "a number of the computation.")));
  svg_words(svg, "</desc>\n");
  if (list->background.a == 0) return;
  svg_words(svg, "<rect");
  svg_box(svg, (Box){0, 0, list->width_pt, list->height_pt});
  svg_color(svg, "fill", list->background);
  svg_words(svg, "/>\n");
}

/* scratch is rewound after each item, or a large picture would hold all
** images and lines of text. */
bool svg_render(const DrawList *list, Fonts *fonts, const char *title, Arena *arena, Str *bytes,
                Status *status) {
  SvgWriter svg = {.out = strbuf_make(arena), .fonts = fonts, .scratch = arena_make(0)};
  if (!svg.scratch || list->failed || !svg_groups_make(&svg, list)) {
    arena_free(svg.scratch);
    return status_no_memory(status);
  }
  if (!vector_items_fit(list, status)) {
    arena_free(svg.scratch);
    return false;
  }
  svg.cells_fit = vector_cells_fit(list);
  write_head(&svg, list, title);
  for (int i = 0; i < list->item_count && !svg.failed; i++) {
    ArenaMark mark = arena_mark(svg.scratch);
    write_item(&svg, &list->items[i]);
    arena_rewind(svg.scratch, mark);
  }
  svg_groups_end(&svg);
  svg_words(&svg, "</svg>\n");
  arena_free(svg.scratch);
  if (svg.failed || svg.out.failed) return status_no_memory(status);
  *bytes = strbuf_str(&svg.out);
  return true;
}
