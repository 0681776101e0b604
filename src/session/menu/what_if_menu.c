/* session/menu/what_if_menu.c -- the items of the menu "what if": each is a command of items.c,
** marked where what it sets is set. */
#include "session/menu/what_if_menu.h"

#include <assert.h>
#include <string.h>

#include "session/menu/attention.h"
#include "session/menu/items.h"
#include "session/menu/kind_numbers.h"
#include "session/session_internal.h"
#include "trace/mistakes.h"

/* What is set as it is said: a quiz hides its mistake. */
static AttentionKind kind_said(const Session *session) {
  const Inputs *now = session_now(session);
  return mistake_said(&now->kind, &now->quiz);
}

/* The setting of the kind that an item sets; KIND_SETTING_COUNT: none. *with gets the kind on show
** with that value. */
static KindSetting setting_of(const Session *session, int item, AttentionKind *with) {
  const char *command = menu_item(MENU_WHAT_IF, item)->command;
  *with = kind_said(session);
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const char *name = kind_setting_name((KindSetting)i);
    size_t bytes = strlen(name);
    if (!str_starts(str_from(command), name) || command[bytes] != ' ') continue;
    bool is_set = kind_set(with, (KindSetting)i, str_from(command + bytes + 1), NULL);
    assert(is_set);
    (void)is_set;
    return (KindSetting)i;
  }
  return KIND_SETTING_COUNT;
}

bool what_if_is_set(const Session *session, int item) {
  AttentionKind with, said = kind_said(session);
  KindSetting setting = setting_of(session, item, &with);
  const char *command = menu_item(MENU_WHAT_IF, item)->command;
  if (setting != KIND_SETTING_COUNT) return with.of[setting] == said.of[setting];
  if (strcmp(command, "mask none") == 0) /* as the menu of attention says, whose first item it is */
    return attention_menu_is_set(session, 0) && session_now(session)->mask.edit_count == 0;
  return strcmp(command, "quiz") == 0 && session_now(session)->quiz.is_on;
}

KindSetting what_if_stepped(const Session *session, int item) {
  AttentionKind with;
  KindSetting setting = setting_of(session, item, &with);
  bool steps = setting != KIND_SETTING_COUNT && what_if_is_set(session, item) &&
               kind_numbers_count(session, setting) > 0;
  return steps ? setting : KIND_SETTING_COUNT;
}

const char *what_if_refusal(const Session *session, int item, Arena *arena) {
  AttentionKind with;
  KindSetting setting = setting_of(session, item, &with);
  if (setting == KIND_SETTING_COUNT || what_if_is_set(session, item)) return "";
  const char *why = kind_numbers_refusal(session, &with, NULL, arena);
  return why ? why : "";
}

bool what_if_stays_open(const Session *session, int item) {
  AttentionKind with;
  return setting_of(session, item, &with) != KIND_SETTING_COUNT ||
         strcmp(menu_item(MENU_WHAT_IF, item)->command, "mask none") == 0;
}

bool what_if_step(Session *session, int by, int place, Status *status) {
  int item = session->view.menu_item;
  KindSetting setting = what_if_stepped(session, item);
  AttentionKind with;
  const char *command = "";
  if (setting == KIND_SETTING_COUNT) { /* what is not set yet is set */
    if (setting_of(session, item, &with) != KIND_SETTING_COUNT)
      command = menu_item(MENU_WHAT_IF, item)->command;
  } else if (place < kind_numbers_count(session, setting))
    command = kind_numbers_command(session, setting, place, by, session->scratch);
  return !*command || session_do(session, command, status);
}

/* ---- the choices of a quiz ---- */

int quiz_choice_count(const Session *session) {
  const MistakeQuiz *quiz = &session_now(session)->quiz;
  int count = 0;
  for (int i = 1; i < MISTAKE_COUNT; i++) count += (int)(quiz->offered >> i & 1u);
  return mistake_quiz_asks(quiz) ? count + 1 : 0;
}

MistakeKind quiz_choice(const Session *session, int item) {
  unsigned offered = session_now(session)->quiz.offered;
  for (int i = 1; i < MISTAKE_COUNT; i++)
    if ((offered >> i & 1u) && item-- == 0) return (MistakeKind)i;
  return MISTAKE_NONE;
}

const char *quiz_choice_command(const Session *session, int item, Arena *arena) {
  MistakeKind mistake = quiz_choice(session, item);
  if (mistake == MISTAKE_NONE) return "quiz tell";
  return str_format(arena, "quiz answer %s", mistake_name(mistake));
}

bool quiz_choice_is_tried(const Session *session, int item) {
  return session_now(session)->quiz.tried >> quiz_choice(session, item) & 1u;
}
