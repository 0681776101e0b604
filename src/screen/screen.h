/* screen/screen.h -- the whole window as one draw list: scene and widgets of a session.
**
** The window shows this list and `export --view screen` writes it: there is no second drawing.
**
** Memory  On the list's arena.   Errors  The list remembers them (failed).
*/
#ifndef SCREEN_SCREEN_H
#define SCREEN_SCREEN_H

#include "scene/draw_list.h"
#include "scene/text_metrics.h"
#include "session/session.h"

/* Sizes in points of the window, not pixels. */
typedef struct Screen {
  float width_pt, height_pt;
  bool caret_visible; /* the caret is in the visible half of its blinking */
  bool first_start;
  bool of_file; /* for a file: transient notices are left out */
} Screen;

/* The list must be empty and of the screen's size. caret may be NULL. */
void screen_build(const Session *session, const TextMetrics *metrics, const Screen *screen,
                  DrawList *list, Box *caret);

/* The selected cell as one line of text, empty without a selection: the text that `copy` copies. */
Str screen_focus_line(const Session *session, const TextMetrics *metrics, Arena *arena);

/* The step counter of the presenter view: "stage 5 of 11 · row 3 of 11", or "3 of 12" while a
** script with waits plays; empty in views that have no place among the stages. */
Str screen_counter(const Session *session, Arena *arena);
/* As wide as it is at any stage or page, at rest and with nothing filled. */
Str screen_counter_widest(const Session *session, Arena *arena);

#endif
