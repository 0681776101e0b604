/* render/cairo/draw.h -- a draw list as PNG or PDF.
**
** PDF     text as text that can be selected, fonts embedded, heatmap cells as vectors or an image
**         as scene/matrix/vector_cells.h has it. SOURCE_DATE_EPOCH is honoured; without it the PDF
**         carries no date.
** PNG     scale pixels a point. The inside of a cell has the cell's colour exactly; edges towards
**         gaps and round corners are smooth. Cells smaller than a pixel are averaged.
** Hatching  as scene/matrix/hatch.h has it.
**
** Identical lists give identical bytes.
** Units   Lists in points; a PDF's page has as many. Rounding up: a picture of 10.2 points at scale
**         1 has 11 pixels.
** Memory  On the arena; glyph images stay with the fonts, for the next picture.
** Threads As the Fonts: one at a time.
** Errors  A picture too large (each side at most 32,767 pixels, 2^28 in all), a PDF of more items
**         than a vector file may have, out of memory, a list
**         that is incomplete because memory was out (failed); STATUS_STOPPED by progress.
*/
#ifndef RENDER_CAIRO_DRAW_H
#define RENDER_CAIRO_DRAW_H

#include "base/progress.h"
#include "base/status.h"
#include "font/font.h"
#include "scene/draw_list.h"

enum { CAIRO_SIDE_PIXELS_MOST = 32767 };

/* Address space to be sure of before something is drawn: cairo, pixman, FreeType and HarfBuzz take
** some megabytes for a picture beside its pixels, and map each font they draw with, the largest of
** 20 MB, up to three times. Where they get none, some of them fall, or leave something out. */
enum { CAIRO_ROOM_BYTES = 80 << 20 };

/* What a PNG takes beside its list. */
typedef struct CairoPng {
  float scale;              /* pixels a point */
  const char *description;  /* or NULL */
  const Progress *progress; /* asked from item to item and from row to row; or NULL */
} CairoPng;

/* A whole file. description, for readers and screen readers, becomes a text of the PNG and the
** title of the PDF; NULL: none. */
bool cairo_render_png(const DrawList *list, Fonts *fonts, const CairoPng *look, Arena *arena,
                      Str *bytes, Status *status);
bool cairo_render_pdf(const DrawList *list, Fonts *fonts, const char *title, Arena *arena,
                      Str *bytes, Status *status);

/* How many pixels such a PNG has; false when it would be too large. */
bool cairo_pixel_size(const DrawList *list, float scale, int *width, int *height, Status *status);

/* Pixels without encoding, for comparing backends: width * height ARGB32 on the arena,
** premultiplied, rows from the top without padding. */
bool cairo_render_pixels(const DrawList *list, Fonts *fonts, float scale, Arena *arena,
                         uint32_t **pixels, int *width, int *height, Status *status);

#endif
