/* session/browser/recent.c -- models of the disk opened lately, one name a line in
** STATE/headsup/recent.
**
** A file that cannot be read or written is no failure: the list is then shorter.
*/
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "session/menu/menu.h"
#include "session/session_internal.h"

enum { FILE_BYTES_MOST = RECENT_MOST * RECENT_BYTES };

static void add_last(Recent *recent, Str name) {
  if (recent->count == RECENT_MOST || name.bytes == 0 || name.bytes >= RECENT_BYTES) return;
  if (memchr(name.at, 0, name.bytes)) return;
  memcpy(recent->names[recent->count], name.at, name.bytes);
  recent->names[recent->count++][name.bytes] = 0;
}

/* Skips lines that are empty, too long, or beyond RECENT_MOST one by one, so that the file of a
** newer program can still be read. */
void recent_open(Session *session, const char *state_folder) {
  assert(state_folder && session->opening.recent.count == 0);
  Recent *recent = &session->opening.recent;
  Str text;
  int bytes = snprintf(recent->path, sizeof recent->path, "%s/recent", state_folder);
  if (bytes < 0 || bytes >= (int)sizeof recent->path) recent->path[0] = 0;
  ArenaMark mark = arena_mark(session->scratch);
  if (recent->path[0] && os_kind(recent->path) == OS_FILE &&
      os_read_file(session->scratch, recent->path, FILE_BYTES_MOST, &text, NULL))
    while (text.bytes > 0) add_last(recent, str_take_line(&text));
  arena_rewind(session->scratch, mark);
}

/* Failures are not reported, since nobody misses this list. */
static void save_list(const Session *session) {
  const Recent *recent = &session->opening.recent;
  StrBuf text = strbuf_make(session->scratch);
  if (!recent->path[0]) return;
  for (int i = 0; i < recent->count; i++) strbuf_format(&text, "%s\n", recent->names[i]);
  if (!text.failed) os_save_draft(recent->path, text.at, text.bytes, NULL);
}

/* Moves or inserts the name at the front. */
static void add_first(Recent *recent, const char *name) {
  assert(strlen(name) < RECENT_BYTES && recent->count <= RECENT_MOST);
  int from = recent->count < RECENT_MOST ? recent->count : RECENT_MOST - 1;
  for (int i = 0; i < recent->count; i++)
    if (strcmp(recent->names[i], name) == 0) from = i;
  if (from == recent->count) recent->count++;
  memmove(recent->names[1], recent->names[0], (size_t)from * sizeof recent->names[0]);
  snprintf(recent->names[0], RECENT_BYTES, "%s", name);
}

static bool is_kept(const Session *session, const char *name) {
  for (int i = 0; i < session_kept_count(session); i++)
    if (strcmp(session_kept(session, i), name) == 0) return true;
  return false;
}

/* The name at index among those that no training here has kept; NULL: there are no more. */
static const char *not_kept(const Session *session, int index) {
  const Recent *recent = &session->opening.recent;
  for (int i = 0; i < recent->count; i++)
    if (!is_kept(session, recent->names[i]) && index-- == 0) return recent->names[i];
  return NULL;
}

int session_recent_count(const Session *session) {
  int count = 0;
  while (count < SESSION_RECENT_MOST && not_kept(session, count)) count++;
  return count;
}

const char *session_recent(const Session *session, int index) {
  assert(index >= 0);
  const char *name = not_kept(session, index);
  return name ? name : "";
}

/* The command that Enter would choose in the menu of models; NULL: that menu is not open. */
static const char *model_item(const Session *session) {
  const View *view = &session->view;
  if (view->menu != MENU_MODEL) return NULL;
  return menu_command(session, MENU_MODEL, view->menu_item, session->scratch);
}

/* Selects the item with that command again, after the list has changed while a person chooses. */
static void select_item(Session *session, const char *command) {
  for (int i = 0; command && i < menu_count(session, MENU_MODEL); i++)
    if (strcmp(menu_command(session, MENU_MODEL, i, session->scratch), command) == 0)
      session->view.menu_item = i;
}

void recent_note(Session *session) {
  Recent *recent = &session->opening.recent;
  const char *name = session_settled(session)->model;
  bool by_script = session->guard && session->guard->rights == SCRIPT_LOOKS;
  if (session->dry || strcmp(name, recent->noted) == 0) return;
  snprintf(recent->noted, sizeof recent->noted, "%s", name);
  /* else one script could allow another to open it */
  if (!compute_is_outside(name) || by_script || session_settled(session)->board.at) return;
  ArenaMark mark = arena_mark(session->scratch);
  bool is_path = os_kind(name) != OS_MISSING; /* otherwise it is a name of the cache */
  const char *whole = is_path ? os_absolute_path(session->scratch, name) : name;
  if (whole && strlen(whole) < RECENT_BYTES && !strchr(whole, '\n')) {
    const char *item = model_item(session);
    add_first(recent, whole);
    select_item(session, item);
    save_list(session);
  }
  arena_rewind(session->scratch, mark);
}

void recent_pass_over(Session *session) {
  Recent *recent = &session->opening.recent;
  snprintf(recent->noted, sizeof recent->noted, "%s", session_now(session)->model);
}
