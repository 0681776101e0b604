/* app/window.h -- the window of the system: only window.c handles SDL events.
**
** Events become calls of app/input.h; everything else that a window does for the program (GL
** context, size, clipboard, cursor, text input, waking up) is a function here.
**
** Units   Points in the list, pixels in the drawable; scale is pixels per point.
** Memory  The window's own, and SDL's, until window_close.
** Threads All functions are called from the thread that opened the window, except window_signal and
**         window_wake.
** Errors  No display, no OpenGL 3.3: a sentence.
** Source  The documentation of SDL 2; deviations are noted in window*.c.
*/
#ifndef APP_WINDOW_H
#define APP_WINDOW_H

#include "app/input.h"
#include "base/status.h"

typedef struct Window Window;

/* What the command line may ask for. */
typedef struct WindowOptions {
  int width, height; /* points; 0: 1440 x 900 or what the display has room for */
  float scale;       /* pixels per point; 0: from the display */
} WindowOptions;

/* What happened while waiting, besides what went to the input. */
typedef struct WindowNews {
  bool other;    /* something happened to another window of the program, the notes */
  bool redraw;   /* the window was shown again, resized or rescaled */
  bool activity; /* a key, a click or text: the caret starts blinking again */
  bool closed;
} WindowNews;

/* Opens the window with a current GL context. *window is NULL after false. */
bool window_open(const WindowOptions *options, Window **window, Status *status);
void window_close(Window *window); /* NULL is allowed */

/* Waits for at most timeout_ms, below 0 for ever, and handles all events there are. */
WindowNews window_wait(Window *window, InputState *input, double timeout_ms);
/* Both may be called from any thread: they end the wait. window_signal also
** counts as asking to stop. */
void window_signal(const Window *window);
void window_wake(const Window *window);
/* To be called during long work: handles the window system; true when Esc was pressed or
** the window is to close. */
bool window_stop_asked(const Window *window);

bool window_can_be_seen(const Window *window); /* not minimised */
/* The size of the drawable, at least 1 × 1, and pixels per point: fewer than the display's own if
** the window is smaller than the least size that a screen is laid out for. */
void window_size(const Window *window, int *width_px, int *height_px, float *scale);

void window_present(const Window *window);                /* shows what was drawn */
bool window_make_context(Window *window, Status *status); /* replaces the lost one */

void window_set_cursor(Window *window, CursorId cursor);
/* Whether typed keys are wanted as text. caret, in points, is where the input method
** shows its candidates. */
void window_take_text(Window *window, bool active, Box caret);
/* By the window manager, or without one by resizing the window to the display. */
bool window_is_full_screen(const Window *window);
void window_toggle_full_screen(Window *window);
/* The system's clipboard, as UTF-8; an empty one is no error. The text is on the arena. selected:
** the selection of any window instead (X11's primary selection), for the middle button; empty where
** the system has none. */
bool window_copy_text(Str text, Status *status);
bool window_paste_text(bool selected, Arena *arena, Str *text, Status *status);

/* For measuring and tests: acts as a key press that printed that text. */
void window_type(const Window *window, const char *text);

#endif
