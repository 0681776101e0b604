/* app/notes_window.h -- a second window of SDL with the speaker's notes, on a display that does not
** show the picture. Drawn by cairo into the window's own pixels, so it needs no OpenGL context.
**
** Memory  Its own, and SDL's, until notes_window_close.
** Threads That of the window.
** Errors  Without a second display, or where SDL cannot make the window, there is none.
*/
#ifndef APP_NOTES_WINDOW_H
#define APP_NOTES_WINDOW_H

#include "app/window.h"
#include "font/font.h"

typedef struct NotesWindow NotesWindow;

/* A display, in window units of the desktop. */
typedef struct DisplayPlace {
  int x, y, w, h;
} DisplayPlace;

/* The first display that shows nothing of the presented one; −1: none does. Displays that mirror
** each other lie at one place. */
int notes_display(const DisplayPlace *displays, int count, int presented);

/* NULL: no display for it. */
NotesWindow *notes_window_open(const Window *window);
void notes_window_close(NotesWindow *notes); /* NULL is allowed */
/* Draws the notes now. */
void notes_window_draw(NotesWindow *notes, const Session *session, Fonts *fonts, double elapsed_ms);

#endif
