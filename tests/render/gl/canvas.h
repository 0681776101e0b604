/* tests/render/gl/canvas.h -- drawing without a display: SDL's offscreen driver, one context, and
** the resulting pixels. */
#ifndef TESTS_RENDER_GL_CANVAS_H
#define TESTS_RENDER_GL_CANVAS_H

#include "font/font.h"
#include "render/gl/gl.h"
#include "scene/draw_list.h"

/* Pixels; a test of whole screens is built with more. */
#ifndef CANVAS_WIDTH
enum { CANVAS_WIDTH = 480, CANVAS_HEIGHT = 360 };
#endif

typedef struct Canvas Canvas;

Canvas *canvas_open(void); /* NULL when there is no OpenGL 3.3 here */
void canvas_close(Canvas *canvas);
/* The same two for a group of cmocka; a state is a Canvas. */
int canvas_set_up(void **state);
int canvas_tear_down(void **state);
Fonts *canvas_fonts(const Canvas *canvas);
GlRenderer *canvas_gl(const Canvas *canvas);
Arena *canvas_arena(const Canvas *canvas); /* of lists and pixels; reset by canvas_list */

/* Replaces the context with a new one, as after the graphics driver has lost everything. */
bool canvas_lose_context(Canvas *canvas);

DrawList canvas_list(Canvas *canvas);

/* ARGB32, rows from the top. */
const uint32_t *canvas_draw(Canvas *canvas, const DrawList *list, float scale);
const uint32_t *canvas_draw_cairo(Canvas *canvas, const DrawList *list, float scale);

/* The difference of two pictures, by the largest channel of a pixel: the mean, and the share of
** pixels that differ by more than 48 of 255. */
typedef struct Apart {
  double mean, share_far;
} Apart;
Apart canvas_compare(const uint32_t *a, const uint32_t *b);

/* The same after averaging blocks of 6 x 6 pixels, for text, whose glyphs stand within half a pixel
** of each other: largest difference of a block. */
double canvas_compare_blocks(const uint32_t *a, const uint32_t *b);

#endif
