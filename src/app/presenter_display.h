/* app/presenter_display.h -- the window follows the presenter view: full screen while it lasts,
** then as it was before; with a second display and a script that has notes, a window of notes
** there.
**
** Memory  The notes window, until presenter_display_end.
** Threads That of the window.
** Errors  Without a second display the notes stay hidden.
*/
#ifndef APP_PRESENTER_DISPLAY_H
#define APP_PRESENTER_DISPLAY_H

#include "app/notes_window.h"

/* All zero: not presenting. */
typedef struct PresenterDisplay {
  bool is_on;
  bool was_full_screen; /* before it began */
  double begun_ms;      /* on the clock of os_now_ms */
  NotesWindow *notes;   /* NULL: none is open */
  bool is_refused;      /* there is no display for notes */
  /* What the notes show: where it differs from now, they are drawn again. */
  unsigned long shown_revision;
  long shown_second;
} PresenterDisplay;

/* To be called in each round of the loop. */
void presenter_display_follow(PresenterDisplay *display, Window *window, const Session *session);
/* Draws the notes where they, or the second of the clock, changed; `anew` in any case. Returns
** milliseconds until the next second; below 0: no notes are shown. */
double presenter_display_draw_notes(PresenterDisplay *display, const Session *session, Fonts *fonts,
                                    bool anew);
/* Closes the window of notes; the picture's window stays as it is. */
void presenter_display_end(PresenterDisplay *display);

#endif
