/* session/browser/listing.c -- reads the names of a folder, sorts them into
** kinds, then reads notes. */
#include "session/browser/listing.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "files/provenance.h"
#include "model/board/board.h"
#include "model/checkpoint/cache_folder.h"
#include "model/checkpoint/config.h"
#include "model/checkpoint/folder_file.h"
#include "model/network.h"
#include "session/session.h"

typedef struct Making {
  const ListingOrder *order;
  Listing *listing;
  Arena *arena, *scratch; /* scratch is emptied after each name */
  ListingItem *items;
  int capacity;
  bool failed;
} Making;

/* False without memory and after a stop: either way the listing is given up. */
static bool goes_on(const Making *making) {
  return !making->failed && progress_goes_on(making->order->progress, 0);
}

/* ---- notes ---- */

/* Judged by the ending alone: .safetensors, .npy or .npz. The file is not opened. */
static bool listing_is_recording(const char *name) {
  Str text = str_from(name);
  return str_ends(text, ".safetensors") || str_ends(text, ".npy") || str_ends(text, ".npz");
}

/* Only .txt files are opened: a folder may hold thousands of others. */
static bool is_script(const char *name, const char *path) {
  Str text = str_from(name);
  return (str_ends(text, STATE_ENDING) || str_ends(text, ".txt")) && script_is_file(path);
}

/* 0 for a file that cannot be opened: its note has no size, and choosing it says why. */
static uint64_t file_bytes(const char *path) {
  OsFile file;
  if (!path || !os_open_file(path, &file, NULL)) return 0;
  os_close_file(file);
  return file.bytes;
}

/* "548 MB", with 1 MB = 10⁶ bytes, as file managers count. */
static const char *size_words(Arena *arena, uint64_t bytes) {
  double size = (double)bytes;
  if (size < 1e4) return str_format(arena, _("%.1f kB"), size / 1e3);
  if (size < 1e6) return str_format(arena, _("%.0f kB"), size / 1e3);
  if (size < 1e9) return str_format(arena, _("%.0f MB"), size / 1e6);
  return str_format(arena, _("%.1f GB"), size / 1e9);
}

typedef struct Sum {
  Arena *arena;
  const char *folder;
  uint64_t bytes;
} Sum;

static void add_weights(void *self, const char *name) {
  Sum *sum = self;
  if (str_ends(str_from(name), ".safetensors"))
    sum->bytes += file_bytes(str_format(sum->arena, "%s/%s", sum->folder, name));
}

static bool read_config(Arena *arena, const char *folder, Config *config) {
  Status status;
  Str text;
  const char *path = str_format(arena, "%s/config.json", folder);
  return path && folder_file_check(arena, folder, path, &status) &&
         os_read_file(arena, path, CONFIG_FILE_BYTES_MOST, &text, &status) &&
         config_read(path, text, FAMILY_UNKNOWN, config, &status);
}

/* Describes a model by its config.json, since opening a model of 500 MB for a line of text
** would take too long. */
static const char *model_note(const Making *making, const char *folder) {
  Config config;
  Sum sum = {making->scratch, folder, 0};
  os_list_folder(making->scratch, folder, add_weights, &sum);
  const char *size = sum.bytes > 0 ? size_words(making->scratch, sum.bytes) : _("no weights");
  if (!read_config(making->scratch, folder, &config))
    return str_format(making->arena, _("not run here: choose it to read why · %s"), size);
  if (config.family == FAMILY_OWN)
    return str_format(making->arena, _("trained by Heads Up · %s"), size);
  if (config.family == FAMILY_UNKNOWN) return str_format(making->arena, "%s", size);
  const char *heads = network_size_words(making->scratch, config.layer_count, config.head_count);
  if (!heads) return NULL;
  return str_format(making->arena, _("%s · %s · %d wide · %s"), family_name(config.family), heads,
                    config.d_model, size);
}

/* Notes are made only with details. */
static const char *note_of(const Making *making, ListingKind kind, const char *path) {
  const char *note = "";
  ArenaMark mark = arena_mark(making->scratch);
  if (making->order->details && path && kind != LISTING_FOLDER && kind != LISTING_UP) {
    if (os_kind(path) == OS_FOLDER) note = model_note(making, path);
    else note = str_format(making->arena, "%s", size_words(making->scratch, file_bytes(path)));
  }
  arena_rewind(making->scratch, mark);
  return note ? note : "";
}

/* ---- items ---- */

static bool grow(Making *making) {
  assert(making->listing->count == making->capacity);
  int capacity = making->capacity > 0 ? making->capacity * 2 : 64;
  ListingItem *items = arena_take(making->arena, (size_t)capacity, sizeof *items);
  if (!items) return making->failed = true, false;
  if (making->listing->count > 0)
    memcpy(items, making->items, (size_t)making->listing->count * sizeof *items);
  making->items = items;
  making->capacity = capacity;
  return true;
}

/* files is the path for the note; the same as path except for a name of the cache. Items beyond the
** maximum are only counted. */
static void add_item(Making *making, ListingKind kind, const char *name, const char *path,
                     const char *files) {
  Listing *listing = making->listing;
  if (!path || !name) making->failed = true;
  if (!goes_on(making)) return;
  if (listing->count == LISTING_ITEMS_MOST) {
    listing->left_out_count++;
    return;
  }
  if (listing->count == making->capacity && !grow(making)) return;
  const char *note = note_of(making, kind, files);
  const char *own_name = str_copy(making->arena, str_from(name));
  const char *own_path = str_copy(making->arena, str_from(path));
  if (!own_name || !own_path) making->failed = true;
  else making->items[listing->count++] = (ListingItem){kind, own_name, own_path, note};
}

/* ---- a folder ---- */

static const char *inside(Arena *arena, const char *folder, const char *name) {
  assert(folder[0]);
  bool is_root = strcmp(folder, "/") == 0;
  return str_format(arena, "%s/%s", is_root ? "" : folder, name);
}

/* Asks the disk for each name; a name that vanished meanwhile has no kind. */
static bool is_kind(const Making *making, const char *name, ListingKind kind) {
  const char *path = inside(making->scratch, making->order->folder, name);
  OsKind found = path ? os_kind(path) : OS_MISSING;
  if (kind == LISTING_SCRIPT) return found == OS_FILE && path && is_script(name, path);
  if (kind == LISTING_BOARD)
    return found == OS_FILE && str_ends(str_from(name), ".txt") && board_is_file(path);
  if (kind == LISTING_RECORDING) return found == OS_FILE && listing_is_recording(name);
  if (found != OS_FOLDER) return false;
  return model_folder_is(making->scratch, path) == (kind == LISTING_MODEL);
}

/* The names of the folder: read once, then searched for each kind. */
typedef struct Names {
  Making *making;
  const char **at;
  int count, capacity;
} Names;

static void note_name(void *self, const char *name) {
  Names *names = self;
  Making *making = names->making;
  if (name[0] == '.' || making->failed) return;
  if (names->count == names->capacity) {
    int capacity = names->capacity > 0 ? names->capacity * 2 : 256;
    const char **at = arena_take(making->arena, (size_t)capacity, sizeof *at);
    if (!at) {
      making->failed = true;
      return;
    }
    if (names->count > 0) memcpy(at, names->at, (size_t)names->count * sizeof *at);
    names->at = at;
    names->capacity = capacity;
  }
  names->at[names->count++] = str_copy(making->arena, str_from(name));
}

static void add_kind(Making *making, const Names *names, ListingKind kind) {
  for (int i = 0; i < names->count && goes_on(making); i++) {
    if (!names->at[i]) continue;
    ArenaMark mark = arena_mark(making->scratch);
    if (is_kind(making, names->at[i], kind)) {
      const char *path = inside(making->scratch, making->order->folder, names->at[i]);
      const char *kept = path ? str_copy(making->arena, str_from(path)) : NULL;
      add_item(making, kind, names->at[i], kept, kept);
    }
    arena_rewind(making->scratch, mark);
  }
}

/* Above "/a/b" is "/a"; above the root, the start. */
static const char *above(Arena *arena, const char *folder) {
  const char *slash = strrchr(folder, '/');
  if (!slash || strcmp(folder, "/") == 0) return "";
  if (slash == folder) return "/";
  return str_copy(arena, (Str){folder, (size_t)(slash - folder)});
}

static void list_folder(Making *making) {
  const char *folder = making->order->folder;
  Names names = {.making = making};
  add_item(making, LISTING_UP, "..", above(making->arena, folder), NULL);
  if (!os_list_folder(making->scratch, folder, note_name, &names)) {
    making->listing->problem = _("This folder cannot be read.");
    return;
  }
  add_kind(making, &names, LISTING_MODEL);
  add_kind(making, &names, LISTING_BOARD);
  add_kind(making, &names, LISTING_RECORDING);
  add_kind(making, &names, LISTING_SCRIPT);
  add_kind(making, &names, LISTING_FOLDER);
}

/* ---- the start ---- */

static void add_cache(Making *making) {
  ModelPlaces places = {0};
  if (!cache_folder_list(making->arena, &places, NULL)) return;
  for (int i = 0; i < places.count; i++)
    add_item(making, LISTING_CACHED, places.at[i].name, places.at[i].name, places.at[i].path);
}

/* "/a/b/." is "/a/b". */
static const char *current_folder(Arena *arena) {
  const char *path = os_absolute_path(arena, ".");
  if (!path || !str_ends(str_from(path), "/.")) return path;
  return str_copy(arena, (Str){path, strlen(path) - 2});
}

/* What was saved last, the home folder, the folder the program was started in, and the root: every
** other one is reached from these. */
static void list_start(Making *making) {
  const char *home = os_home_folder(), *here = current_folder(making->arena);
  for (int i = 0; i < making->order->recent_count; i++)
    add_item(making, LISTING_RECENT, making->order->recent[i], making->order->recent[i],
             making->order->recent[i]);
  add_cache(making);
  const char *state = making->order->state;
  if (state[0] && os_kind(state) == OS_FILE) add_item(making, LISTING_SCRIPT, state, state, NULL);
  if (home) add_item(making, LISTING_FOLDER, home, home, NULL);
  if (here && (!home || strcmp(here, home) != 0))
    add_item(making, LISTING_FOLDER, here, here, NULL);
  add_item(making, LISTING_FOLDER, "/", "/", NULL);
}

/* ---- all ---- */

Listing *listing_make(const ListingOrder *order) {
  assert(order->folder && order->state && (order->recent || order->recent_count == 0));
  Arena *arena = arena_make(0), *scratch = arena_make(0);
  Listing *listing = arena ? arena_take(arena, 1, sizeof *listing) : NULL;
  Making making = {.order = order, .listing = listing, .arena = arena, .scratch = scratch};
  bool made = listing && scratch;
  if (made) {
    *listing = (Listing){.arena = arena, .problem = ""};
    listing->folder = str_copy(arena, str_from(order->folder));
    if (order->folder[0]) list_folder(&making);
    else list_start(&making);
    listing->at = making.items;
    made = listing->folder && goes_on(&making);
  }
  arena_free(scratch);
  if (made) return listing;
  arena_free(arena);
  return NULL;
}

void listing_free(Listing *listing) {
  if (listing) arena_free(listing->arena);
}
