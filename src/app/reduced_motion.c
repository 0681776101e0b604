/* app/reduced_motion.c -- reads the settings of desktops. */
#include "app/reduced_motion.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/os.h"

enum { FILE_BYTES_MOST = 1 << 18 };

/* "KEY = VALUE" with any white space; at == NULL: the line has another key. */
static Str value_of(Str line, const char *key) {
  Str trimmed = str_trim(line);
  size_t bytes = strlen(key);
  if (trimmed.bytes <= bytes || memcmp(trimmed.at, key, bytes) != 0) return (Str){0};
  Str rest = str_trim((Str){trimmed.at + bytes, trimmed.bytes - bytes});
  if (rest.bytes == 0 || rest.at[0] != '=') return (Str){0};
  return str_trim((Str){rest.at + 1, rest.bytes - 1});
}

MotionWish reduced_motion_of(Str text) {
  MotionWish wish = MOTION_NOT_SAID;
  while (text.bytes > 0) {
    Str line = str_take_line(&text);
    Str animations = value_of(line, "gtk-enable-animations");
    Str factor = value_of(line, "AnimationDurationFactor");
    double number;
    if (animations.at)
      wish =
          str_is(animations, "0") || str_is(animations, "false") ? MOTION_REDUCED : MOTION_WANTED;
    if (factor.at && str_to_double(factor, &number))
      wish = number <= 0 ? MOTION_REDUCED : MOTION_WANTED;
  }
  return wish;
}

static MotionWish wish_of_file(Arena *arena, const char *folder, const char *name) {
  Status status;
  Str text = {"", 0};
  const char *path = str_format(arena, "%s/../%s", folder, name);
  if (!path || !os_read_file(arena, path, FILE_BYTES_MOST, &text, &status)) return MOTION_NOT_SAID;
  return reduced_motion_of(text);
}

/* "ubuntu:GNOME" */
static bool keeps_gsettings(const char *desktop) {
  static const char *const names[] = {"GNOME", "Unity", "Budgie", "Pantheon"};
  for (size_t i = 0; desktop && i < sizeof names / sizeof names[0]; i++)
    if (strstr(desktop, names[i])) return true;
  return false;
}

/* The settings are in a database that only its own library reads, so its program is asked. */
static MotionWish wish_of_gsettings(Arena *arena) {
  char *const argv[] = {"gsettings", "get", "org.gnome.desktop.interface", "enable-animations",
                        NULL};
  const double limit_ms = 300;
  enum { BYTES_MOST = 64 };
  Str written;
  if (!keeps_gsettings(getenv("XDG_CURRENT_DESKTOP"))) return MOTION_NOT_SAID;
  if (!os_read_command(arena, argv, BYTES_MOST, limit_ms, &written)) return MOTION_NOT_SAID;
  written = str_trim(written);
  return str_is(written, "false")  ? MOTION_REDUCED
         : str_is(written, "true") ? MOTION_WANTED
                                   : MOTION_NOT_SAID;
}

bool reduced_motion_is_asked_for(const char *config_folder) {
  static const char *const names[] = {"gtk-4.0/settings.ini", "gtk-3.0/settings.ini", "kdeglobals"};
  MotionWish wish = MOTION_NOT_SAID;
  Arena *arena = config_folder ? arena_make(0) : NULL;
  if (arena) wish = wish_of_gsettings(arena);
  for (size_t i = 0; arena && wish == MOTION_NOT_SAID && i < sizeof names / sizeof names[0]; i++)
    wish = wish_of_file(arena, config_folder, names[i]);
  arena_free(arena);
  return wish == MOTION_REDUCED;
}
