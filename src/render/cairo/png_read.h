/* render/cairo/png_read.h -- PNG bytes to pixels, for pictures that are part of the program.
**
** Shapes  rgba is [height][width][4]: red, green, blue and alpha from 0 to 255, in this order in
**         memory, colours not multiplied by alpha.
** Memory  On the arena.   Errors  false: no PNG, cut off, larger than the limit, or out of memory.
** Source  Portable Network Graphics, 2nd edition (ISO/IEC 15948).
*/
#ifndef RENDER_CAIRO_PNG_READ_H
#define RENDER_CAIRO_PNG_READ_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/str.h"

enum { PNG_READ_MOST = 4096 }; /* pixels a side */

typedef struct PngPicture {
  unsigned char *rgba;
  int width, height;
} PngPicture;

bool png_read(Str bytes, Arena *arena, PngPicture *picture);

#endif
