/* session/browser/browser.h -- models and recordings on the disk, chosen with keys or the pointer.
**
**   menu browse   folder → listing → items that contain the typed text → one of them is selected
**
** The typed text may be a path: as soon as the part before a "/" is a folder, the browser enters
** it. The last item opens the typed text as it is, a path or a name of the cache.
**
** With background the folder is read on a thread of its own, first the names, then their notes; the
** old listing stays until then, so that a slow disk never blocks the window. Otherwise it is read
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

/* What the browser shows. */
typedef struct BrowserShown {
  /* The folder on show, or the one being read. */
  const char *folder;
  /* The text that names must contain, ignoring case; "": any name. */
  const char *typed;
  const char *problem;
  int count, left_out_count; /* of items */
  /* The disk is being read. */
  bool is_busy;
} BrowserShown;
/* Texts belong to the session and are valid until the next command or tick. Before the browser is
** first opened everything is empty. Items count from 0; beyond the last an item is empty. */
BrowserShown session_browser(const Session *session);
/* of the items that contain the typed text */
ListingItem session_browser_item(const Session *session, int index);

/* Models and recordings of the disk opened lately, the newest first, for the menu. Folders kept
** from a training here are left out, because the menu lists them elsewhere. */
enum { SESSION_RECENT_MOST = 3 };
/* At most SESSION_RECENT_MOST; index 0 is the newest. */
int session_recent_count(const Session *session);
const char *session_recent(const Session *session, int index);

#endif
