/* app/window_internal.h -- the window's struct, for the window*.c files only.
**
**   window_open.c       display, window, GL context: opening and closing
**   window.c            size, events
**   window_services.c   cursor, text input, full screen, clipboard
**
** Units   Window units are SDL's: pixels, or larger where the display says so.
*/
#ifndef APP_WINDOW_INTERNAL_H
#define APP_WINDOW_INTERNAL_H

#include <SDL2/SDL.h>

#include "app/window.h"

/* In points. A screen is laid out for at least this size; a smaller window shows it scaled down. */
enum { LEAST_WIDTH = 640, LEAST_HEIGHT = 400 };
enum { CURSOR_COUNT = CURSOR_HIDE + 1 };

struct Window {
  Arena *arena;
  SDL_Window *window;
  SDL_GLContext context;
  SDL_Cursor *cursors[CURSOR_COUNT]; /* NULL until one is first shown */
  CursorId cursor;
  Uint32 signal_event, wake_event;
  float asked_scale, display_scale; /* window units per point */
  bool hidden, takes_text;
  /* The window opened under the pointer, which has not moved; told: the place is known. */
  bool pointer_rests, pointer_is_told;
  Point pointer_at;
  bool lacks_frame; /* of the default size, and the frame is not known yet */
  SDL_Rect text_rect;
  SDL_Rect before_full_screen; /* w 0: the window has not resized itself to the display */
};

/* How many pixels a window unit has. */
float window_pixels_per_unit(const Window *window);

/* A window of the default size becomes smaller, once, if it and its frame are larger than the
** display. Nothing before the frame is known, which is some time after the window opens. */
void window_leave_room_for_frame(Window *window);

/* Handles events as they arrive, before they are queued: a callback of
** SDL_AddEventWatch, self is the Window. */
int window_expect_text(void *self, SDL_Event *event);

/* Switches SDL's text input on, or off once every press is handled. */
void window_ask_for_text(Window *window, bool active);

#endif
