/* tests/render/gl/stage.h -- a place to draw without a display: SDL's offscreen driver, one
*context,
** and the pixels as they come out. */
#ifndef TESTS_RENDER_GL_STAGE_H
#define TESTS_RENDER_GL_STAGE_H

#include "font/font.h"
#include "render/gl/gl.h"
#include "scene/draw_list.h"

enum { STAGE_WIDTH = 480, STAGE_HEIGHT = 360 };

typedef struct Stage Stage;

Stage *stage_open(void); /* NULL when there is no OpenGL 3.3 here */
void stage_close(Stage *stage);
Fonts *stage_fonts(const Stage *stage);
GlRenderer *stage_gl(const Stage *stage);
Arena *stage_arena(const Stage *stage); /* of lists and pixels; reset by stage_list */

/* A new context in place of the old one, as after the graphics driver lost everything. */
bool stage_lose_context(Stage *stage);

DrawList stage_list(Stage *stage);

/* ARGB32, rows from the top. */
const uint32_t *stage_draw(Stage *stage, const DrawList *list, float scale);
const uint32_t *stage_draw_cairo(Stage *stage, const DrawList *list, float scale);

/* How far two pictures are apart, by the largest channel of a pixel: the mean, and the share of
** pixels further than 48 of 255. */
typedef struct Apart {
  double mean, share_far;
} Apart;
Apart stage_compare(const uint32_t *a, const uint32_t *b);

/* The same after averaging blocks of 6 x 6 pixels, for text, whose glyphs stand within half a pixel
** of each other: largest difference of a block. */
double stage_compare_blocks(const uint32_t *a, const uint32_t *b);

#endif
