/* render/moving/pngs.c -- a folder of PNGs: frame-0001.png …, and frames.ffconcat, which says how
** long each stays and which ffmpeg reads.
*/
#include <stdio.h>

#include "base/i18n.h"
#include "base/os.h"
#include "render/cairo/png.h"
#include "render/moving/moving_internal.h"

enum { PNGS_MOST = 9999 };

static const char list_name[] = "frames.ffconcat";

typedef struct Pngs {
  bool is_new; /* the folder was made here */
  bool is_whole;
  int count;
  StrBuf list;
} Pngs;

static const char *path_of(const Moving *moving, Arena *arena, int number) {
  return str_format(arena, "%s/frame-%04d.png", moving->look.path, number);
}

static const char *list_path(const Moving *moving) {
  return str_format(moving->arena, "%s/%s", moving->look.path, list_name);
}

/* Pictures of another run would stand among these. */
static void find_frames(void *self, const char *name) {
  bool *found = self;
  Str entry = str_from(name);
  if ((str_starts(entry, "frame-") && str_ends(entry, ".png")) || str_is(entry, list_name))
    *found = true;
}

static bool begin(Moving *moving, Status *status) {
  const char *folder = moving->look.path;
  bool is_used = false;
  Pngs *pngs = arena_take(moving->arena, 1, sizeof *pngs);
  if (!pngs) return status_no_memory(status);
  pngs->is_new = os_kind(folder) == OS_MISSING;
  pngs->list = strbuf_make(moving->arena);
  strbuf_add(&pngs->list, STR("ffconcat version 1.0\n"));
  if (!pngs->is_new && os_list_folder(moving->arena, folder, find_frames, &is_used) && is_used)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s has pictures of another moving picture: take another folder, or "
                         "remove them"),
                       folder);
  if (!os_make_folder(folder, status)) return false;
  moving->own = pngs;
  return true;
}

static bool encode(const Moving *moving, MovingFrame *frame, Status *status) {
  Str *bytes = arena_take(frame->arena, 1, sizeof *bytes);
  const PngPixels picture = {.at = frame->pixels,
                             .width = moving->look.width,
                             .height = moving->look.height,
                             .stride_pixels = moving->look.width,
                             .pixels_per_point = moving->look.pixels_per_point,
                             .description = frame->description};
  frame->made = bytes;
  if (!bytes) return status_no_memory(status);
  return png_encode(&picture, frame->arena, bytes, status);
}

static bool add(Moving *moving, const MovingFrame *frame, double stays_ms, Status *status) {
  Pngs *pngs = moving->own;
  const Str *bytes = frame->made;
  if (pngs->count == PNGS_MOST)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("a folder has at most %d picture: choose fewer steps, or a GIF",
                          "a folder has at most %d pictures: choose fewer steps, or a GIF",
                          PNGS_MOST),
                       PNGS_MOST);
  const char *path = path_of(moving, frame->arena, pngs->count + 1);
  if (!path) return status_no_memory(status);
  if (!os_save_file(path, bytes->at, bytes->bytes, status)) return false;
  pngs->count++;
  moving->summary.bytes += bytes->bytes;
  strbuf_format(&pngs->list, "file frame-%04d.png\nduration %.3f\n", pngs->count,
                moving_units(moving, stays_ms, 1, 1) / 1000.0);
  return true;
}

static bool end(Moving *moving, Status *status) {
  Pngs *pngs = moving->own;
  Str list = strbuf_str(&pngs->list);
  const char *path = list_path(moving);
  if (!path || pngs->list.failed) return status_no_memory(status);
  pngs->is_whole = os_save_file(path, list.at, list.bytes, status);
  return pngs->is_whole;
}

static void drop(Moving *moving) {
  const Pngs *pngs = moving->own;
  if (!pngs || pngs->is_whole) return;
  for (int i = 1; i <= pngs->count; i++) {
    const char *path = path_of(moving, moving->arena, i);
    if (path) os_remove_file(path);
  }
  if (pngs->is_new) os_remove_empty_folder(moving->look.path);
}

const MovingFormat moving_pngs = {begin, encode, add, end, drop};
