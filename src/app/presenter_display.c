/* app/presenter_display.c -- full screen and notes while the presenter view lasts. */
#include "app/presenter_display.h"

#include <assert.h>
#include <math.h>

#include "base/os.h"
#include "screen/notes.h"

static void begin(PresenterDisplay *display, const Window *window) {
  *display = (PresenterDisplay){.is_on = true,
                                .was_full_screen = window_is_full_screen(window),
                                .begun_ms = os_now_ms(),
                                .shown_second = -1};
}

/* Compares with the view instead of being told, so that every way in and out counts: keys,
** commands, scripts, beginning again. */
static void follow_view(PresenterDisplay *display, Window *window, const Session *session) {
  bool presents = session_view(session)->presenter;
  if (presents == display->is_on) return;
  bool is_full = window_is_full_screen(window);
  if (presents) begin(display, window);
  else presenter_display_end(display);
  if (is_full != (presents || display->was_full_screen)) window_toggle_full_screen(window);
}

/* Notes come once a script has some; then their window stays until presenting ends. */
void presenter_display_follow(PresenterDisplay *display, Window *window, const Session *session) {
  follow_view(display, window, session);
  bool may = display->is_on && !display->notes && !display->is_refused;
  if (!may || display->shown_revision == session_revision(session)) return;
  display->shown_revision = session_revision(session);
  Arena *arena = arena_make(0);
  if (arena && notes_are_there(session, arena)) {
    display->notes = notes_window_open(window);
    display->is_refused = !display->notes;
    display->shown_second = -1;
  }
  arena_free(arena);
}

double presenter_display_draw_notes(PresenterDisplay *display, const Session *session, Fonts *fonts,
                                    bool anew) {
  static const double second_ms = 1000;
  if (!display->notes) return -1;
  double elapsed_ms = os_now_ms() - display->begun_ms;
  long second = (long)(elapsed_ms / second_ms);
  unsigned long revision = session_revision(session);
  if (anew || second != display->shown_second || revision != display->shown_revision)
    notes_window_draw(display->notes, session, fonts, elapsed_ms);
  display->shown_second = second;
  display->shown_revision = revision;
  return second_ms - fmod(elapsed_ms, second_ms);
}

void presenter_display_end(PresenterDisplay *display) {
  notes_window_close(display->notes);
  display->notes = NULL;
  display->is_on = false;
}
