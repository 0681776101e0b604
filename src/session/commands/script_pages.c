/* session/commands/script_pages.c -- the way back through a script, from one `wait` to the one
** before. A page is kept when its wait begins, since commands cannot be taken back one by one. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "session/commands/script_cursor.h"
#include "session/session_internal.h"

bool script_pages_make(ScriptCursor *cursor) {
  assert(!cursor->pages && cursor->waits >= 0);
  if (cursor->waits == 0) return true;
  cursor->pages = arena_take(cursor->arena, (size_t)cursor->waits, sizeof *cursor->pages);
  if (!cursor->pages) return false;
  for (int i = 0; i < cursor->waits; i++) cursor->pages[i] = (ScriptPage){0};
  return true;
}

void script_pages_free(ScriptCursor *cursor) {
  for (int i = 0; cursor->pages && i < cursor->waits; i++) arena_free(cursor->pages[i].arena);
}

void script_page_keep(const Session *session, ScriptCursor *cursor) {
  assert(cursor->waited > 0 && cursor->waited <= cursor->waits);
  ScriptPage *page = &cursor->pages[cursor->waited - 1];
  arena_free(page->arena);
  *page = (ScriptPage){.arena = arena_make(0),
                       .view = session->view,
                       .rest = cursor->rest,
                       .line = cursor->line,
                       .number = cursor->number,
                       .wait_ms = cursor->wait_ms};
  const char *note = page->arena ? str_copy(page->arena, str_from(session->note)) : NULL;
  if (note && inputs_copy(page->arena, session_now(session), &page->inputs)) {
    page->note = str_from(note);
    return;
  }
  arena_free(page->arena);
  page->arena = NULL;
}

bool script_has_pages(const Session *session) {
  const ScriptCursor *top = session->scripts.top;
  return top && !top->is_checking && top->waits > 0;
}

/* How the speaker shows things stays: the presenter view itself, and the size of text. */
static void show_view(Session *session, const View *kept) {
  View *view = &session->view, before = *view;
  steps_begin_transition(session);
  View place = *kept;
  place.presenter = before.presenter;
  place.lesson = before.lesson;
  place.text_scale = before.text_scale;
  place.sampling = before.sampling;
  place.experiments = before.experiments;
  place.menu = MENU_NONE;
  place.blank = BLANK_OFF;
  place.from_kind = view->from_kind;
  place.from_stage = view->from_stage;
  place.transition = view->transition;
  *view = place;
  undo_go_to_when_made(session, kept);
}

/* 0: none. A page that lasts is the one on show; else the script works on the page after. */
static int page_before(const ScriptCursor *cursor) {
  bool stands = !cursor->is_at_end && (cursor->due_ms > 0 || cursor->wait_rest_ms > 0);
  int page = cursor->waited - (stands ? 1 : 0);
  return page > 0 && cursor->pages[page - 1].arena ? page : 0;
}

bool script_page_back(Session *session, Status *status) {
  assert(script_has_pages(session));
  ScriptCursor *top = session->scripts.top;
  int number = page_before(top);
  if (number == 0) return true;
  const ScriptPage *page = &top->pages[number - 1];
  if (!undo_change(session, &page->inputs, CHANGE_ALONE, status)) return false;
  show_view(session, &page->view);
  memcpy(session->note, page->note.at, page->note.bytes);
  session->note[page->note.bytes] = 0;
  session->generation.left = 0;
  session->scripts.is_stopped = false;
  session_forget_stop(session);
  top->rest = page->rest;
  top->line = page->line;
  top->command = (Str){"", 0};
  top->number = page->number;
  top->waited = number;
  top->wait_ms = page->wait_ms;
  top->wait_rest_ms = 0;
  top->is_at_end = false;
  top->due_ms = script_wait_end_ms(session, page->wait_ms);
  return true;
}
