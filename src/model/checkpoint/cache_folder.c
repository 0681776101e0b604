/* model/checkpoint/cache_folder.c -- names of the HuggingFace cache as paths, and folders that hold
** models.
**
** Only names with allowed characters become paths, so no name leads out of the cache. */
#include "model/checkpoint/cache_folder.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/str.h"
#include "base/i18n.h"

enum { HASH_BYTES_MOST = 256, NAME_BYTES_MOST = 200, FIRST_PLACES = 16 };

static const char entry_start[] = "models--";

/* ---- the root ---- */

/* The value of an environment variable as a path, with ~ as the home folder, and `below` appended;
** NULL when it is not set or not absolute. */
static const char *variable_path(Arena *arena, const char *variable, const char *below) {
  const char *value = getenv(variable);
  const char *path = value ? os_path_from_home(arena, str_from(value)) : NULL;
  return path && path[0] == '/' ? str_format(arena, "%s%s", path, below) : NULL;
}

const char *cache_folder_root(Arena *arena) {
  static const struct {
    const char *variable, *below;
  } places[] = {{"HF_HUB_CACHE", ""},
                {"HUGGINGFACE_HUB_CACHE", ""},
                {"HF_HOME", "/hub"},
                {"XDG_CACHE_HOME", "/huggingface/hub"}};
  /* In the order in which huggingface_hub looks. */
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    const char *path = variable_path(arena, places[i].variable, places[i].below);
    if (path) return path;
  }
  const char *home = os_home_folder();
  return home ? str_format(arena, "%s/.cache/huggingface/hub", home) : NULL;
}

/* ---- the name of a folder ---- */

/* The path without / and /. at its end. */
static Str without_dots(Str path) {
  for (;;) {
    bool slash = path.bytes > 1 && path.at[path.bytes - 1] == '/';
    bool dot = path.bytes > 1 && path.at[path.bytes - 1] == '.' && path.at[path.bytes - 2] == '/';
    if (!slash && !dot) return path;
    path.bytes -= dot ? 2 : 1;
  }
}

/* "org/name" of "models--org--name"; NULL: memory is out. */
static const char *shown_name(Arena *arena, const char *entry) {
  const char *name = entry + strlen(entry_start), *dashes = strstr(name, "--");
  if (!dashes) return str_copy(arena, str_from(name));
  return str_format(arena, "%.*s/%s", (int)(dashes - name), name, dashes + 2);
}

/* "org/name" for a snapshot of the cache, …/models--org--name/snapshots/HASH; NULL for any other
** path, also for a folder within a snapshot. */
static const char *cached_name(Arena *arena, const char *path) {
  const char *snapshots = strstr(path, "/snapshots/"), *entry = snapshots;
  if (!snapshots || strchr(snapshots + strlen("/snapshots/"), '/')) return NULL;
  while (entry > path && entry[-1] != '/') entry--;
  if (strncmp(entry, entry_start, strlen(entry_start)) != 0) return NULL;
  const char *copy = str_copy(arena, (Str){entry, (size_t)(snapshots - entry)});
  return copy ? shown_name(arena, copy) : NULL;
}

const char *model_folder_name(Arena *arena, const char *folder) {
  const char *whole = os_absolute_path(arena, folder);
  const char *path = whole ? str_copy(arena, without_dots(str_from(whole))) : NULL;
  const char *slash = path ? strrchr(path, '/') : NULL;
  const char *cached = path ? cached_name(arena, path) : NULL;
  if (cached) return cached;
  return slash && slash[1] ? slash + 1 : path;
}

/* ---- one model ---- */

/* Has the name only the characters and the form (NAME or ORG/NAME) that the hub allows? */
static bool is_name(const char *name) {
  size_t plain = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/");
  const char *slash = strchr(name, '/');
  return *name && !name[plain] && plain <= NAME_BYTES_MOST && *name != '.' && *name != '/' &&
         !strstr(name, "..") &&
         (!slash || (slash[1] && slash[1] != '.' && !strchr(slash + 1, '/')));
}

/* "models--org--name" of "org/name". */
static const char *entry_of(Arena *arena, const char *name) {
  const char *slash = strchr(name, '/');
  if (!slash) return str_format(arena, "%s%s", entry_start, name);
  return str_format(arena, "%s%.*s--%s", entry_start, (int)(slash - name), name, slash + 1);
}

typedef struct Snapshots {
  Arena *arena;
  const char *folder, *name; /* name: of the last one seen */
  int count;
} Snapshots;

static void see_snapshot(void *self, const char *name) {
  Snapshots *seen = self;
  const char *path = str_format(seen->arena, "%s/%s", seen->folder, name);
  if (!path || os_kind(path) != OS_FOLDER) return;
  seen->name = str_copy(seen->arena, str_from(name));
  seen->count++;
}

/* The snapshot folder that refs/main names; "" when there is none. */
static const char *named_snapshot(Arena *arena, const char *entry) {
  const char *path = str_format(arena, "%s/refs/main", entry);
  Str text;
  if (!path || os_kind(path) != OS_FILE || !os_read_file(arena, path, HASH_BYTES_MOST, &text, NULL))
    return "";
  const char *hash = str_copy(arena, str_trim(text));
  /* The file may contain anything; a path must not be followed. */
  if (!hash || !*hash || hash[0] == '.' || strchr(hash, '/')) return "";
  return str_format(arena, "%s/snapshots/%s", entry, hash);
}

static bool find_snapshot(Arena *arena, const char *entry, const char **folder, Status *status) {
  Snapshots seen = {arena, str_format(arena, "%s/snapshots", entry), NULL, 0};
  const char *named = named_snapshot(arena, entry);
  if (!seen.folder || !named) return status_no_memory(status);
  *folder = named;
  if (os_kind(named) == OS_FOLDER) return true;
  os_list_folder(arena, seen.folder, see_snapshot, &seen);
  /* With several snapshots it is unknown which version is meant. */
  if (seen.count > 1)
    return status_fail(
        status, STATUS_COULD_NOT,
        P_("%s holds %d snapshot and refs/main points elsewhere; open it by its path",
           "%s holds %d snapshots and refs/main names none of them; open one of them by its path",
           seen.count),
        entry, seen.count);
  if (seen.count == 0)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s holds no snapshot: the download was not finished"), entry);
  *folder = str_format(arena, "%s/%s", seen.folder, seen.name);
  return *folder || status_no_memory(status);
}

bool cache_folder_find(Arena *arena, const char *name, const char **folder, Status *status) {
  const char *root = cache_folder_root(arena);
  *folder = NULL;
  if (!root || !is_name(name)) return true;
  const char *entry = str_format(arena, "%s/%s", root, entry_of(arena, name));
  if (!entry) return status_no_memory(status);
  if (os_kind(entry) != OS_FOLDER) return true;
  if (!find_snapshot(arena, entry, folder, status)) return false;
  if (model_folder_is(arena, *folder)) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s/config.json is missing: the download was not finished"), *folder);
}

/* ---- lists ---- */

typedef struct Listing {
  Arena *arena;
  const char *folder;
  ModelPlaces *places;
  int room;
  bool failed; /* memory is out */
} Listing;

static void add_place(Listing *listing, const char *name, const char *path) {
  ModelPlaces *places = listing->places;
  if (places->count == listing->room) {
    int room = listing->room > 0 ? 2 * listing->room : FIRST_PLACES;
    ModelPlace *grown = arena_take(listing->arena, (size_t)room, sizeof *grown);
    listing->failed = listing->failed || !grown;
    if (!grown) return;
    if (places->count > 0) memcpy(grown, places->at, (size_t)places->count * sizeof *grown);
    places->at = grown;
    listing->room = room;
  }
  const char *kept = str_copy(listing->arena, str_from(name));
  listing->failed = listing->failed || !kept;
  if (kept) places->at[places->count++] = (ModelPlace){kept, path};
}

static void list_entry(void *self, const char *entry) {
  Listing *listing = self;
  const char *folder;
  if (strncmp(entry, entry_start, strlen(entry_start)) != 0) return;
  const char *path = str_format(listing->arena, "%s/%s", listing->folder, entry);
  const char *shown = shown_name(listing->arena, entry);
  listing->failed = listing->failed || !path || !shown;
  if (path && shown && find_snapshot(listing->arena, path, &folder, NULL) &&
      model_folder_is(listing->arena, folder))
    add_place(listing, shown, folder);
}

bool cache_folder_list(Arena *arena, ModelPlaces *places, Status *status) {
  Listing listing = {.arena = arena, .folder = cache_folder_root(arena), .places = places};
  *places = (ModelPlaces){0};
  if (listing.folder) os_list_folder(arena, listing.folder, list_entry, &listing);
  return !listing.failed || status_no_memory(status);
}

bool model_folder_is(Arena *arena, const char *path) {
  const char *config = str_format(arena, "%s/config.json", path);
  return config && os_kind(config) == OS_FILE;
}
