/* app/window_internal.h -- what a window is made of, for the window*.c files only.
**
**   window_open.c   display, window, GL context, and their end
**   window.c        size, events
**   window_services.c   cursor, text input, full screen, clipboard
**
** Units   window units are SDL's: pixels, or larger where the display says so.
*/
#ifndef APP_WINDOW_INTERNAL_H
#define APP_WINDOW_INTERNAL_H

#include <SDL2/SDL.h>

#include "app/window.h"

/* In points. A screen is laid out for the least size; a smaller window shows it smaller. */
enum { LEAST_WIDTH = 960, LEAST_HEIGHT = 600 };
enum { CURSOR_COUNT = CURSOR_DRAG + 1 };

struct Window {
  Arena *arena;
  SDL_Window *window;
  SDL_GLContext context;
  SDL_Cursor *cursors[CURSOR_COUNT]; /* NULL until one is first shown */
  CursorId cursor;
  Uint32 signal_event, wake_event;
  float asked_scale, display_scale; /* of a point in window units */
  bool hidden, takes_text;
  SDL_Rect text_rect;
  SDL_Rect before_full_screen; /* w 0: not filling the display by itself */
};

/* How many pixels a window unit has. */
float window_pixels_per_unit(const Window *window);

/* Watches events as they arrive, before they are queued: SDL_AddEventWatch's, self the Window. */
int window_expect_text(void *self, SDL_Event *event);

/* Whether SDL makes text of presses. Given up only when every press is answered. */
void window_ask_for_text(Window *window, bool active);

#endif
