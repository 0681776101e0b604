/* session/browser/browser.h -- models and recordings on the disk, to choose from with keys or the
** pointer.
**
**   menu browse   folder → listing → those that hold what is typed → one of them is stood on
**
** What is typed is also a path: as soon as what stands before a "/" is a folder, one is in it. The
** last item opens what was typed as it is, a path or a name of the cache.
**
** With background the folder is read on a thread of its own, first the names, then what they are;
** what was there stays until then, so that a slow disk never holds the window. Otherwise it is read
** at once.
**
** Memory  The session's; a listing is valid until the next command or tick.
** Errors  What cannot be opened says why when it is chosen, as every command does.
*/
#ifndef SESSION_BROWSER_BROWSER_H
#define SESSION_BROWSER_BROWSER_H

#include "session/browser/listing.h"
#include "session/session.h"

typedef struct Browser Browser;

/* What is on show. */
typedef struct BrowserShown {
  /* The folder it stands in, or is going to. */
  const char *folder;
  /* What the names have to hold, without case; "": any. */
  const char *typed;
  const char *problem;
  int count, left_out_count; /* of items */
  /* The disk is being read. */
  bool is_busy;
} BrowserShown;
/* Texts belong to the session and are valid until the next command or tick. Before the browser was
** first opened everything is empty. Items count from 0; beyond the last an item is empty. */
BrowserShown session_browser(const Session *session);
ListingItem session_browser_item(const Session *session, int index); /* of those that hold it */

/* Models and recordings of the disk opened lately, the newest first, for the menu: no folder kept
** from a training here, which has a place there already. */
enum { SESSION_RECENT_MOST = 3 };
/* At most SESSION_RECENT_MOST; index 0 is the newest. */
int session_recent_count(const Session *session);
const char *session_recent(const Session *session, int index);

#endif
