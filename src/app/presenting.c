/* app/presenting.c -- full screen and notes while the presenter view lasts. */
#include "app/presenting.h"

#include <assert.h>
#include <math.h>

#include "base/os.h"
#include "screen/notes.h"

static void begin(Presenting *presenting, const Window *window) {
  *presenting = (Presenting){.is_on = true,
                             .was_full_screen = window_is_full_screen(window),
                             .begun_ms = os_now_ms(),
                             .shown_second = -1};
}

/* Compares with the view instead of being told, so that every way in and out counts: keys,
** commands, scripts, beginning again. */
static void follow_view(Presenting *presenting, Window *window, const Session *session) {
  bool presents = session_view(session)->presenter;
  if (presents == presenting->is_on) return;
  bool is_full = window_is_full_screen(window);
  if (presents) begin(presenting, window);
  else presenting_end(presenting);
  if (is_full != (presents || presenting->was_full_screen)) window_toggle_full_screen(window);
}

/* Notes come once a script has some; then their window stays until presenting ends. */
void presenting_follow(Presenting *presenting, Window *window, const Session *session) {
  follow_view(presenting, window, session);
  bool may = presenting->is_on && !presenting->notes && !presenting->is_refused;
  if (!may || presenting->shown_revision == session_revision(session)) return;
  presenting->shown_revision = session_revision(session);
  Arena *arena = arena_make(0);
  if (arena && notes_are_there(session, arena)) {
    presenting->notes = notes_window_open(window);
    presenting->is_refused = !presenting->notes;
    presenting->shown_second = -1;
  }
  arena_free(arena);
}

double presenting_draw_notes(Presenting *presenting, const Session *session, Fonts *fonts,
                             bool anew) {
  static const double second_ms = 1000;
  if (!presenting->notes) return -1;
  double elapsed_ms = os_now_ms() - presenting->begun_ms;
  long second = (long)(elapsed_ms / second_ms);
  unsigned long revision = session_revision(session);
  if (anew || second != presenting->shown_second || revision != presenting->shown_revision)
    notes_window_draw(presenting->notes, session, fonts, elapsed_ms);
  presenting->shown_second = second;
  presenting->shown_revision = revision;
  return second_ms - fmod(elapsed_ms, second_ms);
}

void presenting_end(Presenting *presenting) {
  notes_window_close(presenting->notes);
  presenting->notes = NULL;
  presenting->is_on = false;
}
