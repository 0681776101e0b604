/* session/browser/browser_internal.h -- functions of the browser for session/ only.
**
** browser.c holds the folder on show and reads folders on a thread. recent.c holds the list of what
** was opened lately, a file in the state folder: one path or name a line, the newest first.
**
** Memory  Browser is made when the browser is first opened and lives as long as the session.
** Errors  None: a list that cannot be read is empty, one that cannot be written is lost.
*/
#ifndef SESSION_BROWSER_BROWSER_INTERNAL_H
#define SESSION_BROWSER_BROWSER_INTERNAL_H

#include "session/browser/browser.h"

/* Stops the thread and waits for it; does nothing if the browser was never opened. */
void browser_free(Session *session);
double browser_tick(Session *session); /* milliseconds until it must be called again, < 0: never */
/* The command that choosing an item runs: it opens the model, or enters the
** folder. NULL: no memory. */
const char *browser_command(const Session *session, int index, Arena *arena);
/* True for items that lead to another folder: the menu stays open. */
bool browser_stays_open(const Session *session, int index);

/* recent.c: models and recordings opened lately, the newest first, kept in the state folder. */
enum { RECENT_MOST = 6, RECENT_BYTES = 512 };
/* names[0] is the newest. */
typedef struct Recent {
  char path[1024]; /* of the file; "": none is kept */
  char names[RECENT_MOST][RECENT_BYTES];
  int count;
  char noted[RECENT_BYTES]; /* the model seen by recent_note last */
} Recent;
/* The session's part of both. */
typedef struct Opening {
  Browser *browser; /* NULL: it was never opened */
  Recent recent;
} Opening;

/* Reads the list; called once per session. */
void recent_open(Session *session, const char *state_folder);
/* Puts the model on show to the front of the list, if it is on the disk, and writes the file. */
void recent_note(Session *session);
/* Keeps the model wanted now out of the list, because a script asked for it. */
void recent_pass_over(Session *session);

#endif
