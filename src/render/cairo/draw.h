/* render/cairo/draw.h -- a draw list as PNG or PDF.
**
** PDF     selectable text, embedded fonts, heatmap cells as vectors or as an image
**         (scene/matrix/vector_cells.h). Its date is SOURCE_DATE_EPOCH, or none.
** PNG     `scale` pixels per point. The inside of a cell has exactly the cell's colour; edges at
**         gaps and round corners are antialiased. Cells smaller than a pixel are averaged.
** Hatching  scene/matrix/hatch.h.
**
** Identical lists give identical bytes.
** Units   Lists and PDF pages in points. Sizes in pixels are rounded up: 10.2 points at scale 1 are
**         11 pixels.
** Memory  On the arena; glyph images are cached with the fonts.
** Threads One at a time, as the Fonts.
** Errors  A picture that is too large (each side at most 32,767 pixels, 2^28 in all), too many
**         items for a vector file, out of memory, a list that is incomplete because memory was out
**         (failed); STATUS_STOPPED by progress.
*/
#ifndef RENDER_CAIRO_DRAW_H
#define RENDER_CAIRO_DRAW_H

#include "base/progress.h"
#include "base/status.h"
#include "font/font.h"
#include "scene/draw_list.h"

enum { CAIRO_SIDE_PIXELS_MOST = 32767 };

/* Free address space required before drawing: cairo, pixman, FreeType and HarfBuzz allocate some
** megabytes for a picture besides its pixels, and map each font (up to 20 MB) up to three times.
** When an allocation fails, some of them crash or leave something out. */
enum { CAIRO_ROOM_BYTES = 80 << 20 };

/* The options of a PNG. */
typedef struct CairoPng {
  float scale;              /* pixels per point */
  const char *description;  /* or NULL */
  const Progress *progress; /* called for each item and row; or NULL */
} CairoPng;

/* A whole file. The description, for people and screen readers, is a text chunk of the PNG and the
** title of the PDF; NULL: none. */
bool cairo_render_png(const DrawList *list, Fonts *fonts, const CairoPng *look, Arena *arena,
                      Str *bytes, Status *status);
bool cairo_render_pdf(const DrawList *list, Fonts *fonts, const char *title, Arena *arena,
                      Str *bytes, Status *status);

/* The size of the PNG in pixels; false when it would be too large. */
bool cairo_pixel_size(const DrawList *list, float scale, int *width, int *height, Status *status);

/* width * height premultiplied ARGB32, rows from the top without padding. */
typedef struct CairoPixels {
  uint32_t *at;
  int width, height;
} CairoPixels;

/* The pixels without encoding, for comparing backends, on the arena. */
bool cairo_render_pixels(const DrawList *list, Fonts *fonts, float scale, Arena *arena,
                         CairoPixels *pixels, Status *status);

#endif
