/* session/browser/listing.h -- what a folder holds that can be opened here: models, recordings,
** saved states, folders.
**
**   the start   models opened lately · those of HuggingFace's cache · folders to go on from
**   a folder    the one above · models · recordings · saved states · folders, each by name
**
** A folder with a config.json is a model, whatever it turns out to be when it is opened: only then
** is it said why one is refused. A name that begins with a dot is left out.
**
** Memory  One arena for each listing, which listing_free gives back.
** Time    As long as the disk takes: this is for a thread beside the window. With details each
**         config.json is read too. `stopped` is asked between two names.
** Errors  A folder that cannot be read: problem says so, and only the way up is listed.
*/
#ifndef SESSION_BROWSER_LISTING_H
#define SESSION_BROWSER_LISTING_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/str.h"

/* Enough for any folder a person goes through; more is counted in left_out_count. */
enum { LISTING_ITEMS_MOST = 20000 };

/* What an item is to a person, in the order in which kinds are listed. */
typedef enum ListingKind {
  LISTING_UP,
  LISTING_RECENT, /* opened lately */
  LISTING_CACHED, /* of HuggingFace's cache: its name opens it */
  LISTING_MODEL,
  LISTING_RECORDING,
  LISTING_SCRIPT, /* a saved state */
  LISTING_FOLDER,
  LISTING_TYPED /* of no listing: what was typed, as a path or a name */
} ListingKind;

/* Texts belong to the listing's arena. */
typedef struct ListingItem {
  ListingKind kind;
  /* "gpt2", "org/name", "recording.npz". */
  const char *name;
  /* What opens it; of a folder, where it leads; "" is the start. */
  const char *path;
  /* "GPT-2 · 12 layers × 12 heads · 548 MB", or "". */
  const char *note;
} ListingItem;

/* What listing_make read; constant from then on. */
typedef struct Listing {
  Arena *arena;
  /* From the root; "": the start. */
  const char *folder;
  const ListingItem *at;
  int count;
  /* Items beyond LISTING_ITEMS_MOST, which are counted alone. */
  int left_out_count;
  /* A sentence why the folder cannot be read, or "". */
  const char *problem;
} Listing;

/* What to list. Everything it points at must live until listing_make returns. */
typedef struct ListingOrder {
  const char *folder;
  /* Names for the list at the start, the newest first. */
  const char *const *recent;
  int recent_count;
  bool details; /* with notes */
  /* Asks whether it is to stop; may be NULL. */
  const Progress *progress;
} ListingOrder;

/* Reads the folder, which may block as long as the disk does. NULL: memory is out, or it was
** stopped; nothing is then left. Everything else that goes wrong is in problem. */
Listing *listing_make(const ListingOrder *order);
/* Gives back everything the listing holds, its own struct included. */
void listing_free(Listing *listing); /* NULL is allowed */

#endif
