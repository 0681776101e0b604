/* render/moving/palette.h -- the colours of a rectangle of pixels as at most 256.
**
** Where there are no more than that, every pixel keeps its colour. Else the colours of most pixels,
** an eighth of the palette, are kept exactly (paper, ink, the colours of large areas); the others
** stand for the rest, found by cutting the box of colours with the longest side through its middle
** until there are enough boxes. A colour gets the palette's nearest, by its largest difference of a
** channel.
** `error` is that difference at its largest: known, not guessed; at most 12 in pictures of the
** program, where antialiased words and cells have some thousand colours. Integers alone: the same
** bytes on every machine.
**
** Memory  On the arena: 4 bytes a pixel, 16 a colour.   Errors  No memory.
** Source  P. Heckbert, Color image quantization for frame buffer display, SIGGRAPH 1982, with boxes
**         cut at the middle of their longest side instead of the median, which bounds the error.
*/
#ifndef RENDER_MOVING_PALETTE_H
#define RENDER_MOVING_PALETTE_H

#include "render/moving/moving.h"

enum { PALETTE_MOST = 256 };

typedef struct Palette {
  uint32_t colors[PALETTE_MOST]; /* 0xRRGGBB */
  int count;
  int through;    /* the index of pixels that stay as they were; below 0: there are none */
  int error;      /* of 255 */
  uint8_t *index; /* of each pixel of the rectangle, row by row */
} Palette;

/* Pixels of the frame's rectangle that equal those before are `through`. */
bool palette_make(const MovingFrame *frame, int width, Arena *arena, Palette *palette);

#endif
