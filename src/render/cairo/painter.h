/* render/cairo/painter.h -- the state of one picture while it is painted. For render/cairo/ only.
**
** A PDF is painted by cairo alone. A PNG is painted by cairo into pixels of our own; text and
** square heatmap cells are written into those pixels directly, since cairo 1.16 would move every
** glyph to a whole pixel, and one fill per cell is slower than one copy per row.
**
** Code that writes the pixels directly flushes cairo's surface before and marks it dirty after.
**
** Units   points in cairo's user space; *_px are pixels of the image; angles in degrees,
**         anticlockwise.
** Memory  On the painter's arena, which is rewound after each item and holds nothing else, so that
**         its block is reused; glyph images are cached with the face.
** Errors  `failed` and cairo's status; paint_done makes a sentence of them.
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

/* A picture being painted. */
typedef struct CairoPainter {
  cairo_t *cairo; /* its user space is points */
  Fonts *fonts;
  Arena *arena;
  float scale;      /* pixels per point */
  uint32_t *pixels; /* NULL: a vector file */
  bool cells_fit;   /* of a vector file: vector_cells_fit */
  int width, height;
  PixelBox clip;            /* the current clip of the image */
  bool failed;              /* memory ran out */
  const Progress *progress; /* or NULL */
  double begun, whole;      /* items done, and all items */
  bool stopped;             /* by progress: further items are skipped */
  int first_item, end_item; /* of one page of a document; end_item 0: all */
} CairoPainter;

/* x / 255, rounded, without a division; exact for x up to 65,535. */
static inline uint32_t divide_by_255(uint32_t x) { return (x + 128 + ((x + 128) >> 8)) >> 8; }

/* Blends a colour over a premultiplied ARGB32 pixel; coverage 0 … 255. */
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

void paint_list(CairoPainter *painter, const DrawList *list); /* the background, then each item */
/* False with a sentence when anything failed; end is the surface's status after it was finished. */
bool paint_done(const CairoPainter *painter, cairo_status_t end, Status *status);
/* Reports progress within an item, `part` of which is done, 0 … 1. False: stop. */
bool paint_goes_on(CairoPainter *painter, double part);
void set_color(cairo_t *cairo, Color color);
/* Adds a rectangle to the path; a corner of more than half a side becomes that half. */
void add_rounded(cairo_t *cairo, Box box, float corner);

/* ---- cells.c ---- */

void paint_heatmap(CairoPainter *painter, const DrawHeatmap *heatmap);

/* ---- text.c ---- */

/* One line of text, cleaned by font_clean_text. */
void paint_text(CairoPainter *painter, const DrawText *text);

/* ---- glyphs.c: the glyph images and cairo face cached with a font face ---- */

typedef struct GlyphPlace {
  unsigned index; /* in the face */
  float size_px, angle_deg;
  float x_px, y_px; /* of its origin in the image */
} GlyphPlace;
/* Draws a glyph into the pixels, within the clip. */
void paint_glyph(CairoPainter *painter, int face, const GlyphPlace *place, Color color);
/* cairo's face for a PDF, cached until the Fonts close; NULL when it cannot be opened. */
cairo_font_face_t *cairo_face(CairoPainter *painter, int face);

#endif
