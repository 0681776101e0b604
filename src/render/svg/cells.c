/* render/svg/cells.c -- heatmaps: a rectangle per cell, or an image if there are very many or
** they are very small. */
#include <assert.h>
#include <math.h>

#include "render/cairo/png.h"
#include "render/svg/writer.h"
#include "scene/matrix/hatch.h"
#include "scene/matrix/vector_cells.h"
#include "scene/theme.h"

static void write_cell(SvgWriter *svg, const DrawHeatmap *heatmap, int row, int col) {
  svg_words(svg, "<rect");
  svg_box(svg, draw_heatmap_cell(heatmap, row, col));
  if (heatmap->corner > 0) svg_attribute(svg, "rx", heatmap->corner);
  svg_color(svg, "fill", draw_heatmap_color(heatmap, row, col));
  svg_words(svg, "/>\n");
}

/* crispEdges keeps viewers from antialiasing the edges of touching cells, between which the
** background would show. */
static void write_cells(SvgWriter *svg, const DrawHeatmap *heatmap) {
  DrawCells seen = heatmap->seen;
  bool touching = heatmap->gap <= 0 && heatmap->corner <= 0;
  svg_words(svg, touching ? "<g shape-rendering=\"crispEdges\">\n" : "<g>\n");
  for (int row = seen.first_row; row < seen.end_row; row++)
    for (int col = seen.first_col; col < seen.end_col; col++) write_cell(svg, heatmap, row, col);
  svg_words(svg, "</g>\n");
}

/* False without memory. */
static bool encode_cells(const SvgWriter *svg, const DrawHeatmap *heatmap, Str *png) {
  CellImage image = cell_image_of(heatmap);
  Arena *arena = svg->scratch;
  assert(image.width > 0 && image.height > 0);
  size_t width = (size_t)image.width;
  uint32_t *pixels = arena_take(arena, width * (size_t)image.height, sizeof *pixels);
  Color *row = arena_take(arena, width, sizeof *row);
  if (!pixels || !row) return false;
  for (int y = 0; y < image.height; y++) {
    cell_image_row(heatmap, image, y, row);
    for (size_t x = 0; x < width; x++)
      pixels[(size_t)y * width + x] =
          0xFF000000u | (uint32_t)row[x].r << 16 | (uint32_t)row[x].g << 8 | row[x].b;
  }
  PngPixels picture = {
      .at = pixels, .width = image.width, .height = image.height, .stride_pixels = image.width};
  return png_encode(&picture, arena, png, NULL);
}

/* image-rendering is CSS; viewers of plain SVG 1.1 ignore it and smooth the image. */
static void write_image(SvgWriter *svg, const DrawHeatmap *heatmap) {
  Str png;
  if (!encode_cells(svg, heatmap, &png)) {
    svg->failed = true;
    return;
  }
  svg_words(svg, "<image");
  svg_box(svg, heatmap->box);
  svg_words(svg, " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\""
                 " xlink:href=\"data:image/png;base64,");
  svg_base64(svg, png);
  svg_words(svg, "\"/>\n");
}

static void write_images(SvgWriter *svg, const DrawHeatmap *heatmap) {
  for (int i = 0; i < draw_heatmap_pieces(heatmap); i++) {
    DrawHeatmap piece = draw_heatmap_piece(heatmap, i);
    write_image(svg, &piece);
  }
}

static int write_hatch(SvgWriter *svg, Box cell) {
  Point from, to;
  int count = 0;
  for (; hatch_line(cell, count, &from, &to); count++) {
    svg_point(svg, 'M', from);
    svg_point(svg, 'L', to);
  }
  return count;
}

/* Whether any cell is hatched is known only at the end; an empty path is removed. */
static void write_hatching(SvgWriter *svg, const DrawHeatmap *heatmap) {
  DrawCells seen = heatmap->seen;
  if (hatch_least_side(heatmap) < HATCH_LEAST_PT) return;
  size_t before = svg->out.bytes;
  int count = 0;
  svg_words(svg, "<path fill=\"none\"");
  svg_color(svg, "stroke", color_fade(theme_get(heatmap->theme)->hatch, heatmap->hatch_mix));
  svg_attribute(svg, "stroke-width", HATCH_WIDTH_PT);
  svg_words(svg, " d=\"");
  for (int row = seen.first_row; heatmap->hatch_mix > 0 && row < seen.end_row; row++)
    for (int col = seen.first_col; col < seen.end_col; col++)
      if (hatch_is_filled(heatmap, row, col) && draw_heatmap_hatched(heatmap, row, col))
        count += write_hatch(svg, draw_heatmap_cell(heatmap, row, col));
  svg_words(svg, "\"/>\n");
  if (count == 0) svg->out.bytes = before; /* no cell is hatched */
}

/* The outline lies within the cell. */
static void write_covers(SvgWriter *svg, const DrawHeatmap *heatmap) {
  DrawCells seen = heatmap->seen;
  float width = hatch_outline(heatmap);
  if (width <= 0) return;
  svg_words(svg, "<g fill=\"none\"");
  svg_color(svg, "stroke", theme_get(heatmap->theme)->hatch);
  svg_attribute(svg, "stroke-width", width);
  svg_words(svg, ">\n");
  for (int row = seen.first_row; row < seen.end_row; row++)
    for (int col = seen.first_col; col < seen.end_col; col++) {
      if (!draw_heatmap_covered(heatmap, row, col)) continue;
      svg_words(svg, "<rect");
      svg_box(svg, box_inset(draw_heatmap_cell(heatmap, row, col), width / 2));
      if (heatmap->corner > width / 2) svg_attribute(svg, "rx", heatmap->corner - width / 2);
      svg_words(svg, "/>\n");
    }
  svg_words(svg, "</g>\n");
}

void svg_heatmap(SvgWriter *svg, const DrawHeatmap *heatmap) {
  if (heatmap->box.w <= 0 || heatmap->box.h <= 0) return;
  bool is_image = vector_cells_are_image(heatmap, svg->cells_fit);
  (is_image ? write_images : write_cells)(svg, heatmap);
  write_hatching(svg, heatmap);
  write_covers(svg, heatmap);
}
