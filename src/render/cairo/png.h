/* render/cairo/png.h -- pixels to PNG bytes, once, for cairo and SVG.
**
** RGB8, or RGBA8 when a pixel is not opaque; zlib level 2, no filter: fast, and small enough for
** flat pictures. It has the text chunks Software and Description but no time: the same pixels give
** the same bytes.
** Memory  On the arena: one row, and the file as it grows.   Errors  Out of memory.
** Source  Portable Network Graphics, 2nd edition (ISO/IEC 15948).
*/
#ifndef RENDER_CAIRO_PNG_H
#define RENDER_CAIRO_PNG_H

#include <stdint.h>

#include "base/arena.h"
#include "base/progress.h"
#include "base/status.h"
#include "base/str.h"

/* A picture to be encoded. */
typedef struct PngPixels {
  const uint32_t *at; /* premultiplied ARGB32 as in cairo, native byte order */
  int width, height, stride_pixels;
  float pixels_per_point;   /* written as the physical size: 72 * this pixels per inch */
  const char *description;  /* or NULL */
  const Progress *progress; /* called for each row, as the second half; or NULL */
} PngPixels;

/* A whole file. Colours are divided by their alpha, rounded, since PNG is not premultiplied. */
bool png_encode(const PngPixels *pixels, Arena *arena, Str *bytes, Status *status);

#endif
