/* session/keeping/settings.c -- each line is compared with what it was before the command. */
#include "session/keeping/settings.h"

#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "session/state.h"

enum { FILE_BYTES_MOST = 4096 };

static const char *const names[SETTINGS_COUNT] = {"theme",     "palette", "range", "numbers",
                                                  "textscale", "motion",  "speed", "cache"};

/* A range given in numbers is for what is on show, so it is none of these. A range of fixed numbers
** is kept as the rule it stands for. */
static const char *range_words(const View *view) {
  return view->range == RANGE_SHARED ? "shared" : "own";
}

/* Written as the command itself would be typed, so that a settings file is a script, too. */
static void write_line(const Session *session, int setting, char line[SETTINGS_LINE_BYTES]) {
  const View *view = &session->view;
  char words[SETTINGS_COUNT][32];
  snprintf(words[0], sizeof words[0], "%s", view->theme == THEME_DARK ? "dark" : "light");
  snprintf(words[1], sizeof words[1], "%s", palette_info(view->palette)->name);
  snprintf(words[2], sizeof words[2], "%s", range_words(view));
  snprintf(words[3], sizeof words[3], "%s", look_numbers_name(view->numbers));
  snprintf(words[4], sizeof words[4], "%.9g", (double)view->text_scale);
  snprintf(words[5], sizeof words[5], "%s", view->motion ? "on" : "off");
  snprintf(words[6], sizeof words[6], "%.9g", (double)view->speed);
  snprintf(words[7], sizeof words[7], "%d", session->cache_mb);
  snprintf(line, SETTINGS_LINE_BYTES, "%s %s", names[setting], words[setting]);
}

/* ---- the start ---- */

static int setting_of(Str line) {
  for (int i = 0; i < SETTINGS_COUNT; i++) {
    size_t bytes = strlen(names[i]);
    if (str_starts(line, names[i]) && line.bytes > bytes && line.at[bytes] == ' ') return i;
  }
  return -1;
}

static void take_line(Session *session, Str line) {
  Status status;
  int setting = setting_of(line);
  bool fits = setting >= 0 && line.bytes < SETTINGS_LINE_BYTES && !memchr(line.at, ';', line.bytes);
  if (!fits || !session_do_text(session, line, &status)) return;
  memcpy(session->settings.kept[setting], line.at, line.bytes);
  session->settings.kept[setting][line.bytes] = 0;
}

void settings_open(Session *session, const char *config_folder) {
  Settings *settings = &session->settings;
  Arena *arena = arena_make(0);
  Str text = {"", 0};
  int bytes = snprintf(settings->path, sizeof settings->path, "%s/settings", config_folder);
  if (bytes < 0 || bytes >= (int)sizeof settings->path) settings->path[0] = 0;
  bool is_there = arena && settings->path[0] && os_kind(settings->path) == OS_FILE &&
                  os_read_file(arena, settings->path, FILE_BYTES_MOST, &text, NULL);
  while (is_there && text.bytes > 0) {
    const char *end = memchr(text.at, '\n', text.bytes);
    size_t line = end ? (size_t)(end - text.at) : text.bytes, taken = line + (end != NULL);
    take_line(session, (Str){text.at, line});
    text = (Str){text.at + taken, text.bytes - taken};
  }
  session->message[0] = 0; /* of a line that was none */
  arena_free(arena);
}

/* ---- what a person sets ---- */

static void see(Session *session) {
  for (int i = 0; i < SETTINGS_COUNT; i++) write_line(session, i, session->settings.seen[i]);
}

void settings_begin(Session *session) {
  if (session->settings.is_ready) return;
  see(session);
  session->settings.is_ready = true;
}

static void save(Session *session) {
  Settings *settings = &session->settings;
  char text[SETTINGS_COUNT * (SETTINGS_LINE_BYTES + 1) + 1] = "";
  Status status;
  size_t bytes = 0;
  for (int i = 0; i < SETTINGS_COUNT; i++)
    if (settings->kept[i][0])
      bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "%s\n", settings->kept[i]);
  if (os_save_draft(settings->path, text, bytes, &status) || settings->failed) return;
  settings->failed = true;
  session_tell(session, status.sentence);
}

void settings_note(Session *session) {
  Settings *settings = &session->settings;
  char now[SETTINGS_LINE_BYTES];
  bool changed = false;
  if (!settings->path[0] || !settings->is_ready || session->dry || settings->held > 0) return;
  for (int i = 0; i < SETTINGS_COUNT; i++) {
    write_line(session, i, now);
    if (strcmp(now, settings->seen[i]) == 0) continue;
    memcpy(settings->seen[i], now, sizeof now);
    memcpy(settings->kept[i], now, sizeof now);
    changed = true;
  }
  if (changed) save(session);
}

void settings_hold(Session *session, bool held) {
  session->settings.held += held ? 1 : -1;
  if (session->settings.held == 0) see(session);
}
