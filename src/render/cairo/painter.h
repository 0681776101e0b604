/* render/cairo/painter.h -- what the files of this folder share while one picture is painted.
**
** A PDF is painted through cairo alone. A PNG is painted by cairo into pixels we own; text and
** square heatmap cells are written into those pixels directly: cairo 1.16 would move every glyph
** to a whole pixel, and a fill a cell is slower than a copy a row.
**
** Units   points in cairo's user space; *_px are pixels of the image.
*/
#ifndef RENDER_CAIRO_PAINTER_H
#define RENDER_CAIRO_PAINTER_H

#include <cairo.h>

#include "render/cairo/draw.h"

typedef struct PixelBox {
  int left, top, right, bottom;
} PixelBox;

typedef struct Painter {
  cairo_t *cairo;
  Fonts *fonts;
  Arena *arena;
  float scale;      /* pixels a point */
  uint32_t *pixels; /* NULL: a vector file */
  int width, height;
  PixelBox clip; /* in force, of the image */
  bool failed;   /* memory ran out */
} Painter;

static inline uint32_t divide_by_255(uint32_t x) { return (x + 128 + ((x + 128) >> 8)) >> 8; }

/* One colour over one premultiplied ARGB32 pixel, coverage 0…255. */
static inline uint32_t blend(uint32_t under, Color color, uint32_t coverage) {
  uint32_t alpha = divide_by_255(color.a * coverage), rest = 255 - alpha;
  uint32_t a = alpha + divide_by_255((under >> 24) * rest);
  uint32_t r = divide_by_255(color.r * alpha + (under >> 16 & 255) * rest);
  uint32_t g = divide_by_255(color.g * alpha + (under >> 8 & 255) * rest);
  uint32_t b = divide_by_255(color.b * alpha + (under & 255) * rest);
  return a << 24 | r << 16 | g << 8 | b;
}

static inline uint32_t *pixel_row(const Painter *painter, int y) {
  return painter->pixels + (size_t)y * (size_t)painter->width;
}

/* draw.c */
void paint_list(Painter *painter, const DrawList *list);
bool paint_done(const Painter *painter, cairo_status_t end, Status *status); /* says what failed */
void set_color(cairo_t *cairo, Color color);
void add_rounded(cairo_t *cairo, Box box, float corner);

/* cells.c */
void paint_heatmap(Painter *painter, const DrawHeatmap *heatmap);

/* words.c */
void paint_text(Painter *painter, const DrawText *text);

/* glyphs.c: what a face keeps for us from picture to picture */
typedef struct GlyphPlace {
  unsigned index;
  float size_px, angle_deg;
  float x_px, y_px; /* of its origin in the image */
} GlyphPlace;
void paint_glyph(Painter *painter, int face, const GlyphPlace *place, Color color);
cairo_font_face_t *cairo_face(Painter *painter, int face); /* kept; NULL when it cannot be opened */

#endif
