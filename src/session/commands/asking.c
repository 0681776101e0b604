/* session/commands/asking.c -- the question about a script's wishes, and its answers. */
#include "session/commands/asking.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "session/session_internal.h"

static bool copy_script(Arena *arena, const Script *from, Script *to) {
  *to = *from;
  to->path = str_copy(arena, str_from(from->path));
  to->text.at = str_copy(arena, from->text);
  return to->path && to->text.at;
}

static bool copy_wishes(Asking *asking, const Guard *guard) {
  assert(guard->wish_count > 0 && guard->wish_count <= WISHES_MOST);
  asking->wish_count = guard->wish_count;
  for (int i = 0; i < guard->wish_count; i++) {
    const char *path = str_copy(asking->arena, str_from(guard->wishes[i].path));
    if (!path) return false;
    asking->wishes[i] = guard->wishes[i];
    asking->wishes[i].path = path;
  }
  return true;
}

bool asking_begin(Session *session, const Script *script, const Guard *guard, Status *status) {
  Asking asking = {.arena = arena_make(0)};
  if (!asking.arena || !copy_script(asking.arena, script, &asking.script) ||
      !copy_wishes(&asking, guard)) {
    arena_free(asking.arena);
    return status_no_memory(status);
  }
  asking_free(session); /* a newer script replaces one without an answer */
  session->asking = asking;
  session->edit.active = false;
  session->view.menu = MENU_SCRIPT;
  session->view.menu_item = 1; /* selects the answer that allows nothing */
  return true;
}

void asking_free(Session *session) {
  arena_free(session->asking.arena);
  session->asking = (Asking){0};
}

bool asking_can_do_without(const Session *session) {
  for (int i = 0; i < session->asking.wish_count; i++)
    if (session->asking.wishes[i].kind == WISH_OPEN) return false;
  return true;
}

const char *session_asking_script(const Session *session) { return session->asking.script.path; }

int session_wish_count(const Session *session) { return session->asking.wish_count; }

Str session_wish(const Session *session, int index, Arena *arena) {
  static const char *const sentences[] = {
      [WISH_WRITE] = N_("It would write %s."),
      [WISH_REPLACE] = N_("It would replace %s, which Heads Up did not write."),
      [WISH_OPEN] = N_("It would open %s, which lies outside its folder."),
      [WISH_COPY] = N_("It would replace what is on the clipboard."),
  };
  assert(index >= 0 && index < session->asking.wish_count);
  const Wish *wish = &session->asking.wishes[index];
  Status shown; /* status_fail escapes the path for the screen */
  if (wish->kind == WISH_COPY) return str_from(_(sentences[wish->kind]));
  status_fail(&shown, STATUS_OK, _(sentences[wish->kind]), wish->path);
  const char *copy = str_copy(arena, str_from(shown.sentence));
  return str_from(copy);
}

/* Hands the script to the caller, because playing it may open another question. */
static Asking take_asking(Session *session) {
  Asking asking = session->asking;
  session->asking = (Asking){0};
  session->view.menu = session_has_left_autosave(session) ? MENU_RESTORE : MENU_NONE;
  session->view.menu_item = 0;
  return asking;
}

/* The answer allows the wishes that the question named, and nothing else. */
static bool play_allowed(Session *session, const Asking *asking, Status *status) {
  Script script = asking->script;
  script.asks = false;
  return script_begin(session, &script, &(ScriptAnswer){asking->wishes, asking->wish_count, false},
                      status);
}

static bool play_without(Session *session, const Asking *asking, Status *status) {
  Script script = asking->script;
  script.asks = false;
  return script_begin(session, &script, &(ScriptAnswer){.passes_over = true}, status);
}

bool do_permit(const CommandContext *context) {
  Session *session = context->session;
  bool yes = command_is(context, 1, "yes"), without = command_is(context, 1, "without");
  if (!command_has(context, 1) || (!yes && !without && !command_is(context, 1, "no")))
    return command_wrong(context);
  if (!permit_person(context)) return false;
  if (!session->asking.arena || session->dry) return true;
  if (without && !asking_can_do_without(session)) return command_wrong(context);
  Asking asking = take_asking(session);
  bool done = (!yes || play_allowed(session, &asking, context->status)) &&
              (!without || play_without(session, &asking, context->status));
  arena_free(asking.arena);
  return done;
}
