/* session/persistence/settings.h -- settings that are kept from one start of the window to the
** next.
**
**   theme · palette · range · numbers · textscale · motion · speed · cache · language
**
** One command a line in CONFIG/headsup/settings, played at the start. A line is written when a
** person changes its setting; values set by an option, a script or a state are not kept. Settings
** that belong to a sentence or a model (temperature, threshold, lens …) are part of the state
** instead.
**
** Other windows write the same file, and newer versions write other lines. So the folder is locked,
** the file is read again, and only the lines changed here are replaced.
**
** Memory  The session's.
** Errors  A file that cannot be written is told once, and the changed lines are written with the
**         next change or when the session ends. A file that is no text or longer than
**         SETTINGS_BYTES_MOST is renamed to settings.bad, which is told. A line that is no
**         setting's command is skipped.
*/
#ifndef SESSION_PERSISTENCE_SETTINGS_H
#define SESSION_PERSISTENCE_SETTINGS_H

#include <stdbool.h>

typedef struct Session Session;

enum {
  SETTINGS_COUNT = 9,
  SETTINGS_LINE_BYTES = 48,
  SETTINGS_PATH_BYTES = 1024,
  SETTINGS_BYTES_MOST = 4096 /* of the file */
};
/* The lines as commands, one for each row with a place in the file, in that order
** (commands/setting_table.h). */
typedef struct Settings {
  char folder[SETTINGS_PATH_BYTES];
  char path[SETTINGS_PATH_BYTES]; /* "": nothing is kept */
  /* Lines changed here that are not in the file yet; "": none. */
  char changed[SETTINGS_COUNT][SETTINGS_LINE_BYTES];
  /* The lines at the last call of settings_note. */
  char seen[SETTINGS_COUNT][SETTINGS_LINE_BYTES];
  bool is_ready, failed;
  /* > 0: so many scripts play, and changes do not count as a person's. */
  int held;
} Settings;

/* Without this call nothing is kept, and the other functions do nothing. */
void settings_open(Session *session, const char *config_folder); /* plays the kept lines */
/* changes count as a person's from here on */
void settings_begin(Session *session);
/* Compares the lines with those seen last and writes the file if a person changed one. */
void settings_note(Session *session);  /* called after a command */
void settings_close(Session *session); /* writes lines that could not be written before */
/* While held, as a script plays, changes do not count as a person's. Calls may be nested. */
void settings_hold(Session *session, bool held);

#endif
