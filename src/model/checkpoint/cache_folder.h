/* model/checkpoint/cache_folder.h -- where models lie: folders with a config.json, and
** HuggingFace's cache.
**
** Cache   ROOT/models--ORG--NAME/refs/main       a commit's hash
**                               /snapshots/HASH   config.json … as links into blobs/
**         ROOT is $HF_HUB_CACHE, else $HUGGINGFACE_HUB_CACHE, else $HF_HOME/hub, else
**         $XDG_CACHE_HOME/huggingface/hub, else ~/.cache/huggingface/hub.
** Reading only: nothing is made, locked, renamed or removed there, and links are followed, since
**         all its files are links.
** Memory  Names and paths on the arena given.
** Errors  What a model of the cache lacks: the snapshot, or the file a download did not finish.
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

/* NULL: there is no place for one. It need not be there. */
const char *cache_folder_root(Arena *arena);

/* The files of "org/name" or "name". True with *folder NULL: it is no such name, or not in the
** cache. */
bool cache_folder_find(Arena *arena, const char *name, const char **folder, Status *status);

/* What the cache holds, in order of names; an empty list when there is no cache. Those without a
** config.json are left out. */
bool cache_folder_list(Arena *arena, ModelPlaces *places, Status *status);

/* What to call a model by its folder: the last part of the path, of a snapshot of the cache
** "org/name". NULL when memory is out. */
const char *model_folder_name(Arena *arena, const char *folder);

/* Whether it is a folder that holds a config.json. */
bool model_folder_is(Arena *arena, const char *path);

#endif
