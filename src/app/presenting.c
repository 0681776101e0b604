/* app/presenting.c -- full screen while the presenter view lasts. */
#include "app/presenting.h"

/* Compares with the view instead of being told, so that every way in and out counts: keys,
** commands, scripts, beginning again. */
void presenting_follow(Presenting *presenting, Window *window, const Session *session) {
  bool presents = session_view(session)->presenter;
  if (presents == presenting->is_on) return;
  presenting->is_on = presents;
  bool is_full = window_is_full_screen(window);
  if (presents) presenting->was_full_screen = is_full;
  if (is_full != (presents || presenting->was_full_screen)) window_toggle_full_screen(window);
}
