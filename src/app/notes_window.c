/* app/notes_window.c -- the choice of a display, and drawing into the pixels of a window. */
#include "app/notes_window.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "app/window_internal.h"
#include "base/i18n.h"
#include "render/cairo/draw.h"
#include "screen/notes.h"

enum { DISPLAYS_MOST = 16 };
static const float DESIGN_WIDTH = 960, SHARE_OF_DISPLAY = 0.8f;

struct NotesWindow {
  Arena *arena, *frame_arena;
  SDL_Window *window;
};

static bool overlap(const DisplayPlace *a, const DisplayPlace *b) {
  return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h;
}

int notes_display(const DisplayPlace *displays, int count, int presented) {
  assert(presented >= 0 && presented < count);
  for (int i = 0; i < count; i++)
    if (i != presented && displays[i].w > 0 && !overlap(&displays[i], &displays[presented]))
      return i;
  return -1;
}

/* The middle of a display that the class does not see. */
static bool find_place(const Window *window, SDL_Rect *place) {
  DisplayPlace displays[DISPLAYS_MOST];
  int count = SDL_GetNumVideoDisplays(), presented = SDL_GetWindowDisplayIndex(window->window);
  if (count > DISPLAYS_MOST) count = DISPLAYS_MOST;
  if (presented < 0 || presented >= count) return false;
  for (int i = 0; i < count; i++) {
    SDL_Rect bounds = {0};
    if (SDL_GetDisplayBounds(i, &bounds) != 0) bounds.w = 0;
    displays[i] = (DisplayPlace){bounds.x, bounds.y, bounds.w, bounds.h};
  }
  int index = notes_display(displays, count, presented);
  if (index < 0) return false;
  const DisplayPlace *display = &displays[index];
  place->w = (int)((float)display->w * SHARE_OF_DISPLAY);
  place->h = (int)((float)display->h * SHARE_OF_DISPLAY);
  place->x = display->x + (display->w - place->w) / 2;
  place->y = display->y + (display->h - place->h) / 2;
  return true;
}

/* A new window would take the keyboard; keys of both windows do the same all the same. */
NotesWindow *notes_window_open(const Window *window) {
  SDL_Rect place;
  if (!find_place(window, &place)) return NULL;
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  SDL_Window *made = SDL_CreateWindow(_("Heads Up: notes"), place.x, place.y, place.w, place.h,
                                      SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  Arena *arena = made ? arena_make(0) : NULL, *frame_arena = arena ? arena_make(0) : NULL;
  NotesWindow *notes = frame_arena ? arena_take(arena, 1, sizeof *notes) : NULL;
  if (notes) {
    *notes = (NotesWindow){arena, frame_arena, made};
    SDL_RaiseWindow(window->window);
    return notes;
  }
  arena_free(frame_arena);
  arena_free(arena);
  if (made) SDL_DestroyWindow(made);
  return NULL;
}

void notes_window_close(NotesWindow *notes) {
  if (!notes) return;
  SDL_DestroyWindow(notes->window);
  arena_free(notes->frame_arena);
  arena_free(notes->arena);
}

/* The surface of a window has 32 bits a pixel on every desktop; any other is left as it is. */
static void copy_pixels(SDL_Surface *surface, const uint32_t *pixels, int width, int height) {
  if (SDL_LockSurface(surface) != 0) return;
  SDL_ConvertPixels(width < surface->w ? width : surface->w,
                    height < surface->h ? height : surface->h, SDL_PIXELFORMAT_ARGB8888, pixels,
                    width * (int)sizeof *pixels, surface->format->format, surface->pixels,
                    surface->pitch);
  SDL_UnlockSurface(surface);
}

void notes_window_draw(NotesWindow *notes, const Session *session, Fonts *fonts,
                       double elapsed_ms) {
  SDL_Surface *surface = SDL_GetWindowSurface(notes->window);
  Status status = {STATUS_OK, ""};
  CairoPixels pixels;
  if (!surface || surface->w < 1 || surface->h < 1) return;
  arena_reset(notes->frame_arena);
  float scale = fmaxf(1, (float)surface->w / DESIGN_WIDTH);
  DrawList list =
      draw_list_make(notes->frame_arena, (float)surface->w / scale, (float)surface->h / scale);
  notes_build(session, fonts_metrics(fonts), elapsed_ms, &list);
  if (!cairo_render_pixels(&list, fonts, scale, notes->frame_arena, &pixels, &status)) return;
  copy_pixels(surface, pixels.at, pixels.width, pixels.height);
  SDL_UpdateWindowSurface(notes->window);
}
