/* session/browser/listing.h -- what a folder holds that can be opened: models, recordings, saved
** states, folders.
**
**   the start   models opened lately · those of HuggingFace's cache · the state saved or
**               opened last · folders to begin with
**   a folder    the one above · models · recordings · saved states · folders, each by name
**
** A folder with a config.json is listed as a model; only opening it tells whether it can be run.
** Names that begin with a dot are left out.
**
** Memory  One arena for each listing, which listing_free frees.
** Time    As long as the disk takes: call it on a thread other than the window's. With details each
**         config.json is read too. `stopped` is asked between two names.
** Errors  A folder that cannot be read: problem says so, and only the item that leads up is listed.
*/
#ifndef SESSION_BROWSER_LISTING_H
#define SESSION_BROWSER_LISTING_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/str.h"

/* Enough for any folder a person looks through; further ones are counted in left_out_count. */
enum { LISTING_ITEMS_MOST = 20000 };

/* The kinds in the order in which they are listed. */
typedef enum ListingKind {
  LISTING_UP,
  LISTING_RECENT, /* opened lately */
  LISTING_CACHED, /* in HuggingFace's cache: opened by its name */
  LISTING_MODEL,
  LISTING_BOARD, /* a .txt file with a model typed in */
  LISTING_RECORDING,
  LISTING_SCRIPT, /* a saved state */
  LISTING_FOLDER,
  LISTING_TYPED /* in no listing: the typed text, as a path or a name */
} ListingKind;

/* Texts belong to the listing's arena. */
typedef struct ListingItem {
  ListingKind kind;
  /* "gpt2", "org/name", "recording.npz". */
  const char *name;
  /* What opens it; for a folder its path, "" for the start. */
  const char *path;
  /* "GPT-2 · 12 layers × 12 heads · 548 MB", or "". */
  const char *note;
} ListingItem;

/* What listing_make read; constant from then on. */
typedef struct Listing {
  Arena *arena;
  /* An absolute path; "": the start. */
  const char *folder;
  const ListingItem *at;
  int count;
  /* Items beyond LISTING_ITEMS_MOST are only counted. */
  int left_out_count;
  /* A sentence that says why the folder cannot be read, or "". */
  const char *problem;
} Listing;

/* What to list. Everything it points at must live until listing_make returns. */
typedef struct ListingOrder {
  const char *folder;
  /* Names for the list at the start, the newest first. */
  const char *const *recent;
  int recent_count;
  /* A saved state for the list at the start; "": none. */
  const char *state;
  bool details; /* with notes */
  /* Asked whether to stop; may be NULL. */
  const Progress *progress;
} ListingOrder;

/* Reads the folder, which may block as long as the disk does. NULL: no memory, or it was stopped;
** then nothing is left to free. Every other failure is in problem. */
Listing *listing_make(const ListingOrder *order);
/* Frees everything the listing holds, and its own struct. */
void listing_free(Listing *listing); /* NULL is allowed */

#endif
