/* tests/render/gl/canvas.c */
#include "render/gl/canvas.h"

#include <SDL2/SDL.h>
#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

#include "render/cairo/draw.h"
#include "support/driver_leaks.h"

enum { FAR = 48, BLOCK = 6, PIXELS = CANVAS_WIDTH * CANVAS_HEIGHT };

struct Canvas {
  Arena *arena, *list_arena;
  SDL_Window *window;
  SDL_GLContext context;
  Fonts *fonts;
  GlRenderer *gl;
};

static bool make_renderer(Canvas *canvas) {
  Status status = {0};
  canvas->context = SDL_GL_CreateContext(canvas->window);
  return canvas->context && gl_make(canvas->fonts, &canvas->gl, &status);
}

static bool open_window(Canvas *canvas) {
  setenv("SDL_VIDEODRIVER", "offscreen", 1);
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  canvas->window = SDL_CreateWindow("test", 0, 0, CANVAS_WIDTH, CANVAS_HEIGHT, SDL_WINDOW_OPENGL);
  return canvas->window != NULL;
}

Canvas *canvas_open(void) {
  driver_leaks_ignore();
  Arena *arena = arena_make(0);
  Canvas *canvas = arena_take(arena, 1, sizeof *canvas);
  Status status = {0};
  *canvas = (Canvas){.arena = arena, .list_arena = arena_make(0)};
  if (fonts_open(&canvas->fonts, &status) && open_window(canvas) && make_renderer(canvas))
    return canvas;
  canvas_close(canvas);
  return NULL;
}

void canvas_close(Canvas *canvas) {
  if (!canvas) return;
  if (canvas->context) gl_free(canvas->gl);
  if (canvas->context) SDL_GL_DeleteContext(canvas->context);
  if (canvas->window) SDL_DestroyWindow(canvas->window);
  SDL_Quit();
  fonts_close(canvas->fonts);
  arena_free(canvas->list_arena);
  arena_free(canvas->arena);
}

int canvas_set_up(void **state) { return (*state = canvas_open()) ? 0 : -1; }

int canvas_tear_down(void **state) {
  canvas_close(*state);
  return 0;
}

bool canvas_lose_context(Canvas *canvas) {
  gl_free(canvas->gl);
  canvas->gl = NULL;
  SDL_GL_DeleteContext(canvas->context);
  canvas->context = SDL_GL_CreateContext(canvas->window);
  Status status = {0};
  return canvas->context && gl_make(canvas->fonts, &canvas->gl, &status);
}

Fonts *canvas_fonts(const Canvas *canvas) { return canvas->fonts; }
GlRenderer *canvas_gl(const Canvas *canvas) { return canvas->gl; }
Arena *canvas_arena(const Canvas *canvas) { return canvas->list_arena; }

DrawList canvas_list(Canvas *canvas) {
  arena_reset(canvas->list_arena);
  DrawList list = draw_list_make(canvas->list_arena, CANVAS_WIDTH, CANVAS_HEIGHT);
  list.background = (Color){0xFA, 0xFA, 0xF7, 0xFF};
  list.trace_serial = 1;
  return list;
}

const uint32_t *canvas_draw(Canvas *canvas, const DrawList *list, float scale) {
  uint32_t *pixels = arena_take(canvas->list_arena, PIXELS, sizeof *pixels);
  uint32_t *upside_down = arena_take(canvas->list_arena, PIXELS, sizeof *pixels);
  gl_draw(canvas->gl, list, CANVAS_WIDTH, CANVAS_HEIGHT, scale);
  glReadPixels(0, 0, CANVAS_WIDTH, CANVAS_HEIGHT, GL_BGRA, GL_UNSIGNED_BYTE, upside_down);
  if (glGetError() != GL_NO_ERROR) return NULL;
  for (int y = 0; y < CANVAS_HEIGHT; y++)
    memcpy(pixels + y * CANVAS_WIDTH, upside_down + (CANVAS_HEIGHT - 1 - y) * CANVAS_WIDTH,
           CANVAS_WIDTH * sizeof *pixels);
  return pixels;
}

const uint32_t *canvas_draw_cairo(Canvas *canvas, const DrawList *list, float scale) {
  CairoPixels pixels;
  Status status = {0};
  DrawList sized = *list;
  sized.width_pt = CANVAS_WIDTH / scale;
  sized.height_pt = CANVAS_HEIGHT / scale;
  bool done =
      cairo_render_pixels(&sized, canvas->fonts, scale, canvas->list_arena, &pixels, &status);
  bool fits = done && pixels.width == CANVAS_WIDTH && pixels.height == CANVAS_HEIGHT;
  return fits ? pixels.at : NULL;
}

static int channel(uint32_t pixel, int index) { return (int)(pixel >> (8 * index) & 255); }

Apart canvas_compare(const uint32_t *a, const uint32_t *b) {
  double sum = 0;
  int far_apart = 0;
  for (int i = 0; i < PIXELS; i++) {
    int most = 0;
    for (int k = 0; k < 3; k++) {
      int difference = abs(channel(a[i], k) - channel(b[i], k));
      if (difference > most) most = difference;
    }
    sum += most;
    far_apart += most > FAR;
  }
  return (Apart){sum / PIXELS, (double)far_apart / PIXELS};
}

static int block_sum(const uint32_t *pixels, int x, int y, int index) {
  int sum = 0;
  for (int row = y; row < y + BLOCK; row++)
    for (int col = x; col < x + BLOCK; col++)
      sum += channel(pixels[row * CANVAS_WIDTH + col], index);
  return sum;
}

double canvas_compare_blocks(const uint32_t *a, const uint32_t *b) {
  int most = 0;
  for (int y = 0; y + BLOCK <= CANVAS_HEIGHT; y += BLOCK)
    for (int x = 0; x + BLOCK <= CANVAS_WIDTH; x += BLOCK)
      for (int k = 0; k < 3; k++) {
        int difference = abs(block_sum(a, x, y, k) - block_sum(b, x, y, k));
        if (difference > most) most = difference;
      }
  return (double)most / (BLOCK * BLOCK);
}
