/* model/checkpoint/cache_folder.h -- finds models on disk: folders with a config.json, and
** HuggingFace's cache.
**
** Cache   ROOT/models--ORG--NAME/refs/main       a commit's hash
**                               /snapshots/HASH   config.json … as links into blobs/
**         ROOT is $HF_HUB_CACHE, else $HUGGINGFACE_HUB_CACHE, else $HF_HOME/hub, else
**         $XDG_CACHE_HOME/huggingface/hub, else ~/.cache/huggingface/hub.
** Access  Read only: nothing is made, locked, renamed or removed there. Links are followed, since
**         all files of the cache are links.
** Memory  Names and paths on the arena given.
** Errors  A model of the cache lacks its snapshot, or a file because the download did not finish.
** Source  huggingface_hub documentation, "Understand caching".
*/
#ifndef MODEL_CHECKPOINT_CACHE_FOLDER_H
#define MODEL_CHECKPOINT_CACHE_FOLDER_H

#include "base/arena.h"
#include "base/status.h"

/* A model that can be opened by its path. */
typedef struct ModelPlace {
  const char *name; /* "org/name" of the cache, or the folder's own name */
  const char *path;
} ModelPlace;

/* A list of them, by name. */
typedef struct ModelPlaces {
  ModelPlace *at;
  int count;
} ModelPlaces;

/* The folder ROOT, which need not exist; NULL: it cannot be determined. */
const char *cache_folder_root(Arena *arena);

/* Finds the folder of "org/name" or "name". True with *folder NULL: it is no such name, or not in
** the cache. */
bool cache_folder_find(Arena *arena, const char *name, const char **folder, Status *status);

/* The models of the cache that have a config.json, sorted by name; empty when there is no cache. */
bool cache_folder_list(Arena *arena, ModelPlaces *places, Status *status);

/* The name of the model in a folder: the last part of the path, or "org/name" for a snapshot of the
** cache. NULL when memory is out. */
const char *model_folder_name(Arena *arena, const char *folder);

/* Is it a folder with a config.json? */
bool model_folder_is(Arena *arena, const char *path);

#endif
