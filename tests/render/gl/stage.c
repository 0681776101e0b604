/* tests/render/gl/stage.c */
#include "render/gl/stage.h"

#include <SDL2/SDL.h>
#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

#include "render/cairo/draw.h"
#include "support/driver_leaks.h"

enum { FAR = 48, BLOCK = 6, PIXELS = STAGE_WIDTH * STAGE_HEIGHT };

struct Stage {
  Arena *arena, *list_arena;
  SDL_Window *window;
  SDL_GLContext context;
  Fonts *fonts;
  GlRenderer *gl;
};

static bool make_renderer(Stage *stage) {
  Status status = {0};
  stage->context = SDL_GL_CreateContext(stage->window);
  return stage->context && gl_make(stage->fonts, &stage->gl, &status);
}

static bool open_window(Stage *stage) {
  setenv("SDL_VIDEODRIVER", "offscreen", 1);
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  stage->window = SDL_CreateWindow("test", 0, 0, STAGE_WIDTH, STAGE_HEIGHT, SDL_WINDOW_OPENGL);
  return stage->window != NULL;
}

Stage *stage_open(void) {
  driver_leaks_ignore();
  Arena *arena = arena_make(0);
  Stage *stage = arena_take(arena, 1, sizeof *stage);
  Status status = {0};
  *stage = (Stage){.arena = arena, .list_arena = arena_make(0)};
  if (fonts_open(&stage->fonts, &status) && open_window(stage) && make_renderer(stage))
    return stage;
  stage_close(stage);
  return NULL;
}

void stage_close(Stage *stage) {
  if (!stage) return;
  if (stage->context) gl_free(stage->gl);
  if (stage->context) SDL_GL_DeleteContext(stage->context);
  if (stage->window) SDL_DestroyWindow(stage->window);
  SDL_Quit();
  fonts_close(stage->fonts);
  arena_free(stage->list_arena);
  arena_free(stage->arena);
}

bool stage_lose_context(Stage *stage) {
  gl_free(stage->gl);
  stage->gl = NULL;
  SDL_GL_DeleteContext(stage->context);
  stage->context = SDL_GL_CreateContext(stage->window);
  Status status = {0};
  return stage->context && gl_make(stage->fonts, &stage->gl, &status);
}

Fonts *stage_fonts(const Stage *stage) { return stage->fonts; }
GlRenderer *stage_gl(const Stage *stage) { return stage->gl; }
Arena *stage_arena(const Stage *stage) { return stage->list_arena; }

DrawList stage_list(Stage *stage) {
  arena_reset(stage->list_arena);
  DrawList list = draw_list_make(stage->list_arena, STAGE_WIDTH, STAGE_HEIGHT);
  list.background = (Color){0xFA, 0xFA, 0xF7, 0xFF};
  list.trace_serial = 1;
  return list;
}

const uint32_t *stage_draw(Stage *stage, const DrawList *list, float scale) {
  uint32_t *pixels = arena_take(stage->list_arena, PIXELS, sizeof *pixels);
  uint32_t *upside_down = arena_take(stage->list_arena, PIXELS, sizeof *pixels);
  gl_draw(stage->gl, list, STAGE_WIDTH, STAGE_HEIGHT, scale);
  glReadPixels(0, 0, STAGE_WIDTH, STAGE_HEIGHT, GL_BGRA, GL_UNSIGNED_BYTE, upside_down);
  if (glGetError() != GL_NO_ERROR) return NULL;
  for (int y = 0; y < STAGE_HEIGHT; y++)
    memcpy(pixels + y * STAGE_WIDTH, upside_down + (STAGE_HEIGHT - 1 - y) * STAGE_WIDTH,
           STAGE_WIDTH * sizeof *pixels);
  return pixels;
}

const uint32_t *stage_draw_cairo(Stage *stage, const DrawList *list, float scale) {
  uint32_t *pixels;
  int width, height;
  Status status = {0};
  DrawList sized = *list;
  sized.width_pt = STAGE_WIDTH / scale;
  sized.height_pt = STAGE_HEIGHT / scale;
  bool done = cairo_render_pixels(&sized, stage->fonts, scale, stage->list_arena, &pixels, &width,
                                  &height, &status);
  return done && width == STAGE_WIDTH && height == STAGE_HEIGHT ? pixels : NULL;
}

static int channel(uint32_t pixel, int index) { return (int)(pixel >> (8 * index) & 255); }

Apart stage_compare(const uint32_t *a, const uint32_t *b) {
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
      sum += channel(pixels[row * STAGE_WIDTH + col], index);
  return sum;
}

double stage_compare_blocks(const uint32_t *a, const uint32_t *b) {
  int most = 0;
  for (int y = 0; y + BLOCK <= STAGE_HEIGHT; y += BLOCK)
    for (int x = 0; x + BLOCK <= STAGE_WIDTH; x += BLOCK)
      for (int k = 0; k < 3; k++) {
        int difference = abs(block_sum(a, x, y, k) - block_sum(b, x, y, k));
        if (difference > most) most = difference;
      }
  return (double)most / (BLOCK * BLOCK);
}
