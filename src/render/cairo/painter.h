/* render/cairo/painter.h -- what the files of this folder share while one picture is painted.
**
** A PDF is painted through cairo alone. A PNG is painted by cairo into pixels we own; text and
** square heatmap cells are written into those pixels directly: cairo 1.16 would move every glyph
** to a whole pixel, and a fill a cell is slower than a copy a row.
**
** The two writers of the same pixels never hold them at once: who writes directly flushes cairo's
** surface before and marks it dirty after.
**
** Units   points in cairo's user space; *_px are pixels of the image; angles in degrees,
**         anticlockwise.
** Memory  On the painter's arena, rewound after each item, and which holds nothing else, so that a
**         block of it is used again; glyph images with the face.
** Errors  `failed` and cairo's own status are remembered, and paint_done makes a sentence of them.
*/
#ifndef RENDER_CAIRO_PAINTER_H
#define RENDER_CAIRO_PAINTER_H

#include <assert.h>
#include <cairo.h>

#include "render/cairo/draw.h"

/* [left, right) × [top, bottom), y down. */
typedef struct PixelBox {
  int left, top, right, bottom;
} PixelBox;

/* One picture on its way. */
typedef struct CairoPainter {
  cairo_t *cairo; /* its user space is points */
  Fonts *fonts;
  Arena *arena;
  float scale;      /* pixels a point */
  uint32_t *pixels; /* NULL: a vector file */
  bool cells_fit;   /* of a vector file: vector_cells_fit */
  int width, height;
  PixelBox clip;            /* in force, of the image */
  bool failed;              /* memory ran out */
  const Progress *progress; /* or NULL */
  double begun, whole;      /* items of the list that are done, and all */
  bool stopped;             /* by progress: what follows is left out */
} CairoPainter;

/* x / 255, rounded, without a division; exact for x up to 65,535. */
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

static inline uint32_t *pixel_row(const CairoPainter *painter, int y) {
  assert(painter->pixels && y >= 0 && y < painter->height);
  return painter->pixels + (size_t)y * (size_t)painter->width;
}

/* ---- draw.c ---- */

void paint_list(CairoPainter *painter, const DrawList *list); /* the ground, then item by item */
/* True when all went well; end is the surface's status after it was finished. */
bool paint_done(const CairoPainter *painter, cairo_status_t end, Status *status);
/* Within an item, `part` of which is done, 0 to 1: false when it is to stop. */
bool paint_goes_on(CairoPainter *painter, double part);
void set_color(cairo_t *cairo, Color color);
/* Adds a rectangle to the path; a corner of more than half a side becomes that half. */
void add_rounded(cairo_t *cairo, Box box, float corner);

/* ---- cells.c ---- */

void paint_heatmap(CairoPainter *painter, const DrawHeatmap *heatmap);

/* ---- text.c ---- */

/* One line, cleaned of what no file may hold (font_clean_text). */
void paint_text(CairoPainter *painter, const DrawText *text);

/* ---- glyphs.c: what a face keeps for us from picture to picture ---- */

typedef struct GlyphPlace {
  unsigned index; /* in the face */
  float size_px, angle_deg;
  float x_px, y_px; /* of its origin in the image */
} GlyphPlace;
/* Into the pixels, within the clip; a glyph without ink is nothing. */
void paint_glyph(CairoPainter *painter, int face, const GlyphPlace *place, Color color);
/* For a PDF: kept with the face until the Fonts close; NULL when it cannot be opened. */
cairo_font_face_t *cairo_face(CairoPainter *painter, int face);

#endif
