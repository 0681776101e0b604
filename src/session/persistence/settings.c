/* session/persistence/settings.c -- finds changed settings by comparing their
** lines after each command. */
#include "session/persistence/settings.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "session/commands/setting_table.h"
#include "session/session_internal.h"
#include "text/utf8.h"

enum { BAD_MOST = 9 };
/* how long to wait for the lock */
static const double patience_ms = 100, patience_at_end_ms = 5000;

/* The line of a place in the file, from 0: the command as it would be typed, so that
** the file is a script. */
static void write_line(const Session *session, int place, char line[SETTINGS_LINE_BYTES]) {
  char whole[SETTING_LINE_BYTES];
  setting_write_kept(setting_kept(place + 1), session, whole);
  assert(strlen(whole) < SETTINGS_LINE_BYTES);
  memcpy(line, whole, strlen(whole) + 1);
}

/* ---- the start ---- */

/* The place of a line in the file, from 0; −1: it is no kept setting. */
static int place_of(Str line) {
  const Setting *setting = setting_of_line(line);
  return setting ? setting->kept - 1 : -1;
}

/* Plays a line as a command, but tells nobody about an error in it. */
static void play_line(Session *session, Str line) {
  char message[sizeof session->message];
  int place = place_of(line);
  bool fits = place >= 0 && line.bytes < SETTINGS_LINE_BYTES && !memchr(line.at, ';', line.bytes);
  memcpy(message, session->message, sizeof message);
  if (fits && !session_do_text(session, line, NULL))
    memcpy(session->message, message, sizeof message);
}

/* An earlier .bad file stays, because it may be what a person looks for. */
static bool move_aside(const char *path, char bad[SETTINGS_PATH_BYTES + 16]) {
  for (int i = 1; i <= BAD_MOST; i++) {
    if (i == 1) snprintf(bad, SETTINGS_PATH_BYTES + 16, "%s.bad", path);
    else snprintf(bad, SETTINGS_PATH_BYTES + 16, "%s.bad%d", path, i);
    if (os_kind(bad) == OS_MISSING) return os_move_file(path, bad);
  }
  return os_move_file(path, bad);
}

/* Appends to the message that is told already, which may be about an autosave. */
static void append_message(Session *session, const char *sentence) {
  char before[sizeof session->message], both[2 * sizeof session->message];
  memcpy(before, session->message, sizeof before);
  snprintf(both, sizeof both, before[0] ? "%s %s" : "%s%s", before, sentence);
  session_tell(session, both);
}

static void tell_bad(Session *session, const char *bad) {
  Status told;
  status_fail(&told, STATUS_OK,
              _("The settings cannot be read; they are kept as %s, and new ones begin."), bad);
  append_message(session, told.sentence);
}

/* *text is empty if there is no file. A file that is not valid is renamed. False: disk or memory
** failed, so the file may be right and stays. */
static bool read_file(Session *session, Arena *arena, Str *text, Status *status) {
  const char *path = session->settings.path;
  char bad[SETTINGS_PATH_BYTES + 16];
  int bad_bytes = 0;
  *text = (Str){"", 0};
  if (os_kind(path) != OS_FILE) return true;
  if (!os_is_larger(path, SETTINGS_BYTES_MOST)) {
    if (!os_read_file(arena, path, SETTINGS_BYTES_MOST, text, status)) return false;
    if (!utf8_clean(arena, *text, &bad_bytes).at) return status_no_memory(status);
    if (bad_bytes == 0) return true;
  }
  if (move_aside(path, bad)) tell_bad(session, bad);
  *text = (Str){"", 0};
  return true;
}

void settings_open(Session *session, const char *config_folder) {
  assert(config_folder && !session->settings.is_ready);
  Settings *settings = &session->settings;
  Arena *arena = arena_make(0);
  int bytes = snprintf(settings->path, sizeof settings->path, "%s/settings", config_folder);
  if (bytes < 0 || bytes >= (int)sizeof settings->path) settings->path[0] = 0;
  else snprintf(settings->folder, sizeof settings->folder, "%s", config_folder);
  Str text = {"", 0};
  Status status = {STATUS_OK, ""};
  if (arena && settings->path[0] && !read_file(session, arena, &text, &status))
    append_message(session, status.sentence);
  while (text.bytes > 0) play_line(session, str_take_line(&text));
  arena_free(arena);
}

/* ---- changes by a person ---- */

static void remember_lines(Session *session) {
  for (int i = 0; i < SETTINGS_COUNT; i++) write_line(session, i, session->settings.seen[i]);
}

void settings_begin(Session *session) {
  if (session->settings.is_ready) return;
  remember_lines(session);
  session->settings.is_ready = true;
}

/* The file with the lines changed here replaced; changed lines that it lacks are appended. */
static bool merge_lines(const Settings *settings, Str old, StrBuf *text) {
  bool placed[SETTINGS_COUNT] = {false};
  while (old.bytes > 0) {
    Str line = str_take_line(&old);
    int place = place_of(line);
    if (place < 0 || !settings->changed[place][0]) strbuf_add(text, line);
    else if (placed[place]) continue;
    else strbuf_add(text, str_from(settings->changed[place]));
    strbuf_add_char(text, '\n');
    if (place >= 0) placed[place] = true;
  }
  for (int i = 0; i < SETTINGS_COUNT; i++)
    if (settings->changed[i][0] && !placed[i]) strbuf_format(text, "%s\n", settings->changed[i]);
  return !text->failed;
}

static bool write_merged(Session *session, Arena *arena, Status *status) {
  const Settings *settings = &session->settings;
  StrBuf text = strbuf_make(arena);
  Str old;
  if (!read_file(session, arena, &old, status)) return false;
  if (!merge_lines(settings, old, &text)) return status_no_memory(status);
  if (text.bytes > SETTINGS_BYTES_MOST)
    return status_fail(
        status, STATUS_COULD_NOT,
        P_("Cannot save %s: it would have %zu byte, and the limit is %d; remove lines from it",
           "Cannot save %s: it would have %zu bytes, and the limit is %d; remove lines from it",
           text.bytes),
        settings->path, text.bytes, SETTINGS_BYTES_MOST);
  return os_save_draft(settings->path, text.at, text.bytes, status);
}

/* Without the lock in time it writes with the next change; at the end, without the lock. */
static void save_changed(Session *session, bool is_last) {
  assert(session->settings.path[0] && session->settings.folder[0]);
  Settings *settings = &session->settings;
  Status status = {0};
  int lock;
  double most_ms = is_last ? patience_at_end_ms : patience_ms;
  if (!os_lock_folder(settings->folder, most_ms, &lock) && !is_last) return;
  Arena *arena = arena_make(0);
  bool done = arena ? write_merged(session, arena, &status) : status_no_memory(&status);
  os_unlock_folder(lock);
  arena_free(arena);
  if (done) memset(settings->changed, 0, sizeof settings->changed);
  else if (!settings->failed) session_tell(session, status.sentence);
  settings->failed = !done;
}

static bool lacks_lines(const Settings *settings) {
  for (int i = 0; i < SETTINGS_COUNT; i++)
    if (settings->changed[i][0]) return true;
  return false;
}

void settings_close(Session *session) {
  if (session->settings.path[0] && lacks_lines(&session->settings)) save_changed(session, true);
}

void settings_note(Session *session) {
  Settings *settings = &session->settings;
  char now[SETTINGS_LINE_BYTES];
  bool is_new = false;
  if (!settings->path[0] || !settings->is_ready || session->dry || settings->held > 0) return;
  for (int i = 0; i < SETTINGS_COUNT; i++) {
    write_line(session, i, now);
    if (strcmp(now, settings->seen[i]) == 0) continue;
    memcpy(settings->seen[i], now, sizeof now);
    memcpy(settings->changed[i], now, sizeof now);
    is_new = true;
  }
  if (is_new) save_changed(session, false);
}

void settings_hold(Session *session, bool held) {
  assert(held || session->settings.held > 0);
  session->settings.held += held ? 1 : -1;
  if (session->settings.held == 0) remember_lines(session);
}
