/* session/menu.c -- menus are lists of commands. */
#include "session/menu.h"

#include <stdio.h>

#include "base/words.h"
#include "session/state.h"

static const char *const names[MENU_COUNT] = {"none",    "model",  "attention", "examples",
                                              "palette", "export", "help",      "restore"};
static const char *const attention[] = {"mask none",     "mask causal",   "mask padding 2",
                                        "mask window 2", "mask prefix 2", "mask editor toggle"};
static const char *const answers[] = {"restore yes", "restore no"};

const char *menu_name(MenuId menu) { return names[menu]; }

int menu_count(const Session *session, MenuId menu) {
  (void)session;
  switch (menu) {
  case MENU_MODEL:
    return model_builtin_count();
  case MENU_ATTENTION:
    return sizeof attention / sizeof attention[0];
  case MENU_EXAMPLES:
    return session_example_count();
  case MENU_PALETTE:
    return PALETTE_COUNT;
  case MENU_EXPORT:
    return export_menu_count();
  case MENU_RESTORE:
    return sizeof answers / sizeof answers[0];
  default:
    return 0;
  }
}

void menu_command(const Session *session, MenuId menu, int index,
                  char command[MENU_COMMAND_BYTES]) {
  const char *text = "";
  command[0] = 0;
  if (index < 0 || index >= menu_count(session, menu)) return;
  if (menu == MENU_MODEL)
    snprintf(command, MENU_COMMAND_BYTES, "model %s", model_builtin(index)->name);
  if (menu == MENU_EXAMPLES) snprintf(command, MENU_COMMAND_BYTES, "example %d", index + 1);
  if (menu == MENU_PALETTE)
    snprintf(command, MENU_COMMAND_BYTES, "palette %s", palette_info((PaletteId)index)->name);
  if (menu == MENU_ATTENTION) text = attention[index];
  if (menu == MENU_EXPORT) text = export_menu_command(index);
  if (menu == MENU_RESTORE) text = answers[index];
  if (*text) snprintf(command, MENU_COMMAND_BYTES, "%s", text);
}

void menu_move(Session *session, int down, int right) {
  View *view = &session->view;
  int last = menu_count(session, view->menu) - 1, item = view->menu_item + down;
  if (view->menu == MENU_EXPORT) item = export_menu_move(view, view->menu_item, down, right);
  view->menu_item = item > last ? last : item;
  if (view->menu_item < 0) view->menu_item = 0;
}

static bool choose(const CommandCall *call) {
  View *view = &call->session->view;
  char command[MENU_COMMAND_BYTES];
  menu_command(call->session, view->menu, view->menu_item, command);
  bool stays = view->menu == MENU_EXPORT && view->menu_item < export_menu_first();
  if (!stays) view->menu = MENU_NONE;
  return session_do(call->session, command, call->status);
}

static void end_editing(Session *session) {
  session->edit.active = false;
  session->edit.composition[0] = 0;
}

bool do_menu(const CommandCall *call) {
  View *view = &call->session->view;
  if (!call_has(call, 1)) return false;
  if (call_is(call, 1, "choose")) return choose(call);
  if (call_is(call, 1, "up") || call_is(call, 1, "down")) {
    menu_move(call->session, call_is(call, 1, "up") ? -1 : 1, 0);
    return true;
  }
  if (call_is(call, 1, "left") || call_is(call, 1, "right")) {
    menu_move(call->session, 0, call_is(call, 1, "left") ? -1 : 1);
    return true;
  }
  for (int i = 0; i < MENU_COUNT; i++) {
    if (!call_is(call, 1, names[i])) continue;
    view->menu = (MenuId)i == view->menu ? MENU_NONE : (MenuId)i;
    view->menu_item = view->menu == MENU_EXPORT ? export_menu_first() : 0;
    if (view->menu != MENU_NONE) end_editing(call->session); /* the menu has the keyboard */
    return true;
  }
  return line_no_such_name(&(LineNames){_("menu"), names, MENU_COUNT}, call_text(call, 1),
                           call->status);
}
