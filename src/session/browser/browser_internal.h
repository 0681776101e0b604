/* session/browser/browser_internal.h -- the browser's inside, for the files of session/ only.
**
** browser.c holds the folder on show and its reading beside, recent.c the list of what was opened
** lately, which is a file in the state folder: one path or name a line, the newest first.
**
** Memory  Browser is made when the browser is first opened and lives as long as the session.
** Errors  None: a list that cannot be read is empty, one that cannot be written is lost.
*/
#ifndef SESSION_BROWSER_BROWSER_INTERNAL_H
#define SESSION_BROWSER_BROWSER_INTERNAL_H

#include "session/browser/browser.h"

/* Waits until the folder being read is let go; nothing where the browser was never opened. */
void browser_free(Session *session);
double browser_tick(Session *session); /* ms until it wants to be called again, < 0 never */
/* The command that choosing an item runs: it opens the model, or goes into the folder. NULL: no
** memory. */
const char *browser_command(const Session *session, int index, Arena *arena);
/* True of items that lead to another folder: the menu goes on there. */
bool browser_stays_open(const Session *session, int index);

/* recent.c: models and recordings opened lately, the newest first, kept in the state folder. */
enum { RECENT_MOST = 6, RECENT_BYTES = 512 };
/* names[0] is the newest. */
typedef struct Recent {
  char path[1024]; /* of the file; "": none is kept */
  char names[RECENT_MOST][RECENT_BYTES];
  int count;
  char noted[RECENT_BYTES]; /* the model noted last */
} Recent;
/* What a session has of both. */
typedef struct Opening {
  Browser *browser; /* NULL: it was never opened */
  Recent recent;
} Opening;

/* Reads the list; once in the life of a session. */
void recent_open(Session *session, const char *state_folder);
/* Puts the model on show to the front, when it is of the disk, and writes the file. */
void recent_note(Session *session);
/* What is wanted now a script asked for: it is not put there when it comes on show. */
void recent_pass_over(Session *session);

#endif
