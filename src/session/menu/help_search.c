/* session/menu/help_search.c -- the command help: opens the help, and fills in what it is searched
** for. */
#include "session/menu/help_search.h"

#include <string.h>

#include "session/session_internal.h"
#include "text/utf8.h"

Str session_help_search(const Session *session) { return str_from(session->help_search); }

/* Replaces the words searched for, shortened to whole characters that fit; the list of what is
** found begins at the top. */
static void set_search(Session *session, Str text) {
  while (text.bytes >= sizeof session->help_search)
    text.bytes = utf8_prev_grapheme(text, text.bytes);
  memmove(session->help_search, text.at, text.bytes);
  session->help_search[text.bytes] = 0;
  session->view.menu_item = 0;
}

bool help_search_clear(Session *session) {
  bool had_words = session->help_search[0] != 0;
  set_search(session, STR(""));
  return had_words;
}

static bool append(const CommandContext *context) {
  Session *session = context->session;
  Str typed = utf8_clean(session->scratch, command_text(context, 2), NULL);
  StrBuf words = strbuf_make(session->scratch);
  strbuf_add(&words, session_help_search(session));
  strbuf_add(&words, typed);
  if (!typed.at || words.failed) return status_no_memory(context->status);
  if (!memchr(typed.at, 0, typed.bytes)) set_search(session, strbuf_str(&words));
  return true;
}

static bool erase(Session *session) {
  Str words = session_help_search(session);
  words.bytes = utf8_prev_grapheme(words, words.bytes);
  set_search(session, words);
  return true;
}

bool do_help(const CommandContext *context) {
  Session *session = context->session;
  bool searches = command_is(context, 1, "search"), types = command_is(context, 1, "type");
  bool erases = command_is(context, 1, "erase");
  int count = searches || types ? 2 : erases ? 1 : 0;
  if (!command_has(context, count)) return false;
  if (session->view.menu != MENU_HELP && !session_do(session, "menu help", context->status))
    return false;
  if (erases) return erase(session);
  if (!types) help_search_clear(session);
  return count < 2 || append(context);
}
