/* session/persistence/settings.h -- what a person sets for good: kept from one start of the window
** to the next.
**
**   theme · palette · range · numbers · textscale · motion · speed · cache
**
** One command a line in CONFIG/headsup/settings, played at the start. A line is written when a
** person changes what it says; what an option, a script or a state sets is of that run alone. What
** belongs to a sentence or a model (temperature, threshold, lens …) is of the state instead.
**
** Other windows write to the same file, and newer versions other lines. So only the lines changed
** here are replaced, in the file as it is at that moment, while the folder is locked; all others
** stay as they are.
**
** Memory  The session's.
** Errors  A file that cannot be written is told once, and what it lacks is written with the next
**         change or when the session ends. One that is no text or longer than SETTINGS_BYTES_MOST
**         is moved aside as settings.bad, which is told. A line that is no such command is passed
**         over.
*/
#ifndef SESSION_PERSISTENCE_SETTINGS_H
#define SESSION_PERSISTENCE_SETTINGS_H

#include <stdbool.h>

typedef struct Session Session;

enum {
  SETTINGS_COUNT = 8,
  SETTINGS_LINE_BYTES = 48,
  SETTINGS_PATH_BYTES = 1024,
  SETTINGS_BYTES_MOST = 4096 /* of the file */
};
/* The lines as commands, one for each row with a place in the file, in the order of these places
** (commands/setting_table.h). */
typedef struct Settings {
  char folder[SETTINGS_PATH_BYTES];
  char path[SETTINGS_PATH_BYTES]; /* "": none are kept */
  /* The lines changed here which the file lacks; "": none. */
  char changed[SETTINGS_COUNT][SETTINGS_LINE_BYTES];
  /* The lines as they were when last looked at. */
  char seen[SETTINGS_COUNT][SETTINGS_LINE_BYTES];
  bool is_ready, failed;
  /* > 0: so many scripts play, and nothing counts as set by a person. */
  int held;
} Settings;

/* Without it none are kept, and the rest does nothing. */
void settings_open(Session *session, const char *config_folder); /* plays what is kept */
void settings_begin(Session *session);                           /* from here on a person sets */
/* Compares the lines with those seen last and writes the file where a person changed one. */
void settings_note(Session *session);  /* after a command */
void settings_close(Session *session); /* writes what could not be written before */
/* While a script plays, what it sets is not taken for a person's wish. Calls may be nested. */
void settings_hold(Session *session, bool held);

#endif
