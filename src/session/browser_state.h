/* session/browser_state.h -- the browser's inside, for the files of session/ only. */
#ifndef SESSION_BROWSER_STATE_H
#define SESSION_BROWSER_STATE_H

#include "session/browser.h"

void browser_free(Session *session);
double browser_tick(Session *session); /* ms until it wants to be called again, < 0 never */
void browser_command(const Session *session, int index, char *command, size_t command_bytes);
bool browser_stays_open(const Session *session, int index);

/* recent.c: models and recordings opened lately, the newest first, kept in the state folder. */
enum { RECENT_MOST = 6, RECENT_BYTES = 512 };
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

void recent_open(Session *session, const char *state_folder);
void recent_note(Session *session); /* the model on show, when it is of the disk */

#endif
