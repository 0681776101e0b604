/* session/keeping/settings.h -- what a person sets for good: kept from one start of the window to
** the next.
**
**   theme · palette · range · numbers · textscale · motion · speed · cache
**
** One command a line in CONFIG/headsup/settings, played at the start. A line is written when a
** person changes what it says; what an option, a script or a state sets is of that run alone. What
** belongs to a sentence or a model (temperature, threshold, lens …) is of the state instead.
**
** Memory  The session's.
** Errors  A file that cannot be written is told once, one that cannot be read counts as none; a
**         line that is no such command is passed over.
*/
#ifndef SESSION_KEEPING_SETTINGS_H
#define SESSION_KEEPING_SETTINGS_H

#include <stdbool.h>

typedef struct Session Session;

enum { SETTINGS_COUNT = 8, SETTINGS_LINE_BYTES = 48, SETTINGS_PATH_BYTES = 1024 };
/* The lines as commands, one for each name of the list above, in its order. */
typedef struct Settings {
  char path[SETTINGS_PATH_BYTES]; /* "": none are kept */
  /* The lines as they are in the file; "": never set. */
  char kept[SETTINGS_COUNT][SETTINGS_LINE_BYTES];
  /* The lines as they were when last looked at. */
  char seen[SETTINGS_COUNT][SETTINGS_LINE_BYTES];
  bool is_ready, failed;
  /* > 0: so many scripts play, and nothing counts as set by a person. */
  int held;
} Settings;

/* A NULL folder: none are kept, and the rest does nothing. */
void settings_open(Session *session, const char *config_folder); /* plays what is kept */
void settings_begin(Session *session);                           /* from here on a person sets */
/* Compares the lines with those seen last and writes the file where a person changed one. */
void settings_note(Session *session); /* after a command */
/* While a script plays, what it sets is not taken for a person's wish. Calls may be nested. */
void settings_hold(Session *session, bool held);

#endif
