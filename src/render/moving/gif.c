/* render/moving/gif.c -- GIF89a by giflib, which compresses; palettes and rectangles are ours. */
#include <assert.h>
#include <gif_lib.h>
#include <string.h>

#include "base/os.h"
#include "render/moving/moving_internal.h"
#include "render/moving/palette.h"

/* Browsers show a picture of less than two units for ten. */
enum { UNIT_MS = 10, UNITS_LEAST = 2, UNITS_MOST = 65535, LOOPS_MOST = 65535 };

typedef struct Gif {
  GifFileType *file;
  StrBuf bytes;
} Gif;

static int take_bytes(GifFileType *file, const GifByteType *bytes, int count) {
  Gif *gif = file->UserData;
  strbuf_add(&gif->bytes, (Str){(const char *)bytes, (size_t)count});
  return gif->bytes.failed ? 0 : count;
}

/* giflib fails only where take_bytes or the system has no memory. */
static bool check(int result, Status *status) {
  return result == GIF_OK || status_no_memory(status);
}

static bool begin(Moving *moving, Status *status) {
  int error;
  Gif *gif = arena_take(moving->arena, 1, sizeof *gif);
  if (!gif) return status_no_memory(status);
  moving->own = gif;
  gif->bytes = strbuf_make(moving->arena);
  gif->file = EGifOpen(gif, take_bytes, &error);
  if (!gif->file) return status_no_memory(status);
  EGifSetGifVersion(gif->file, true);
  return true;
}

static bool encode(const Moving *moving, MovingFrame *frame, Status *status) {
  Palette *palette = arena_take(frame->arena, 1, sizeof *palette);
  if (!palette || !palette_make(frame, moving->look.width, frame->arena, palette))
    return status_no_memory(status);
  frame->error = palette->error;
  frame->made = palette;
  return true;
}

/* Unused colours are black; GIF has powers of two. */
static ColorMapObject *map_of(const Palette *palette) {
  int count = 2;
  while (count < palette->count) count *= 2;
  ColorMapObject *map = GifMakeMapObject(count, NULL);
  for (int i = 0; map && i < count; i++) {
    uint32_t color = i < palette->count ? palette->colors[i] : 0;
    map->Colors[i] =
        (GifColorType){(GifByteType)(color >> 16), (GifByteType)(color >> 8), (GifByteType)color};
  }
  return map;
}

/* The extension of Netscape, which every reader knows: how often it is played again. */
static bool put_times(GifFileType *file, int times) {
  int again = times == 0 ? 0 : times - 1;
  const GifByteType block[3] = {1, (GifByteType)again, (GifByteType)(again >> 8)};
  assert(again <= LOOPS_MOST);
  if (times == 1) return true;
  return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
         EGifPutExtensionBlock(file, 3, block) == GIF_OK && EGifPutExtensionTrailer(file) == GIF_OK;
}

/* The palette of the first picture is that of the file too, for readers that want one. */
static bool put_head(const Moving *moving, const ColorMapObject *map) {
  const Gif *gif = moving->own;
  const MovingLook *look = &moving->look;
  return EGifPutScreenDesc(gif->file, look->width, look->height, 8, 0, map) == GIF_OK &&
         put_times(gif->file, look->times);
}

static bool put_time(GifFileType *file, const Palette *palette, int units) {
  GifByteType bytes[4];
  const GraphicsControlBlock block = {
      .DisposalMode = DISPOSE_DO_NOT,
      .DelayTime = units < UNITS_MOST ? units : UNITS_MOST,
      .TransparentColor = palette->through < 0 ? NO_TRANSPARENT_COLOR : palette->through};
  EGifGCBToExtension(&block, bytes);
  return EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, 4, bytes) == GIF_OK;
}

static bool put_picture(GifFileType *file, const MovingFrame *frame, const ColorMapObject *own) {
  const Palette *palette = frame->made;
  PixelRect at = frame->changed;
  if (EGifPutImageDesc(file, at.x, at.y, at.w, at.h, false, own) != GIF_OK) return false;
  for (int y = 0; y < at.h; y++)
    if (EGifPutLine(file, palette->index + (size_t)y * (size_t)at.w, at.w) != GIF_OK) return false;
  return true;
}

static bool add(Moving *moving, const MovingFrame *frame, double stays_ms, Status *status) {
  const Gif *gif = moving->own;
  const Palette *palette = frame->made;
  ColorMapObject *map = map_of(palette);
  bool is_first = moving->summary.picture_count == 0, done = map != NULL;
  if (done && is_first) done = put_head(moving, map);
  done = done && put_time(gif->file, palette, moving_units(moving, stays_ms, UNIT_MS, UNITS_LEAST));
  done = done && put_picture(gif->file, frame, is_first ? NULL : map);
  GifFreeMapObject(map);
  return check(done ? GIF_OK : GIF_ERROR, status);
}

static bool end(Moving *moving, Status *status) {
  Gif *gif = moving->own;
  GifFileType *file = gif->file;
  gif->file = NULL;
  if (!check(EGifCloseFile(file, NULL), status) || gif->bytes.failed)
    return status_no_memory(status);
  Str bytes = strbuf_str(&gif->bytes);
  moving->summary.bytes = bytes.bytes;
  return os_save_file(moving->look.path, bytes.at, bytes.bytes, status);
}

static void drop(Moving *moving) {
  Gif *gif = moving->own;
  if (gif && gif->file) EGifCloseFile(gif->file, NULL);
}

const MovingFormat moving_gif = {begin, encode, add, end, drop};
