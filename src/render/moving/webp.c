/* render/moving/webp.c -- animated WebP without loss: libwebp compresses a picture, its mux puts
** the pictures into one file.
*/
#include <assert.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "base/os.h"
#include "render/moving/moving_internal.h"

enum { LEVEL = 1, UNITS_MOST = (1 << 24) - 1, TIMES_MOST = 65535 };

typedef struct WebpPicture {
  WebPMemoryWriter bytes;
  bool has_through;
} WebpPicture;

static bool begin(Moving *moving, Status *status) {
  WebPMux *mux = WebPMuxNew();
  const WebPMuxAnimParams params = {.bgcolor = 0xFFFFFFFFu, .loop_count = moving->look.times};
  assert(moving->look.times <= TIMES_MOST);
  moving->own = mux;
  if (!mux || WebPMuxSetCanvasSize(mux, moving->look.width, moving->look.height) != WEBP_MUX_OK ||
      WebPMuxSetAnimationParams(mux, &params) != WEBP_MUX_OK)
    return status_no_memory(status);
  return true;
}

/* The format has even offsets alone. */
static void make_even(PixelRect *rect) {
  int left = rect->x & 1, top = rect->y & 1;
  rect->x -= left, rect->w += left;
  rect->y -= top, rect->h += top;
}

/* Pixels that stay as they were are transparent, which costs next to nothing. */
static void fill(const MovingFrame *frame, int width, bool has_through, WebPPicture *picture) {
  PixelRect rect = frame->changed;
  for (int y = 0; y < rect.h; y++) {
    size_t row = (size_t)(rect.y + y) * (size_t)width + (size_t)rect.x;
    uint32_t *to = picture->argb + (size_t)y * (size_t)picture->argb_stride;
    for (int x = 0; x < rect.w; x++) {
      uint32_t color = frame->pixels[row + (size_t)x] | 0xFF000000u;
      bool stays = has_through && frame->before[row + (size_t)x] == frame->pixels[row + (size_t)x];
      to[x] = stays ? 0 : color;
    }
  }
}

static void free_bytes(void *self) {
  WebpPicture *made = self;
  WebPMemoryWriterClear(&made->bytes);
}

static bool encode(const Moving *moving, MovingFrame *frame, Status *status) {
  WebPPicture picture;
  WebPConfig config;
  make_even(&frame->changed);
  WebpPicture *made = arena_take(frame->arena, 1, sizeof *made);
  if (!made || !arena_at_end(frame->arena, free_bytes, made)) return status_no_memory(status);
  WebPMemoryWriterInit(&made->bytes);
  if (!WebPPictureInit(&picture) || !WebPConfigInit(&config) ||
      !WebPConfigLosslessPreset(&config, LEVEL))
    return status_no_memory(status);
  picture.use_argb = 1;
  picture.width = frame->changed.w;
  picture.height = frame->changed.h;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &made->bytes;
  made->has_through = frame_has_equal(frame, moving->look.width);
  bool done = WebPPictureAlloc(&picture);
  if (done) {
    fill(frame, moving->look.width, made->has_through, &picture);
    done = WebPEncode(&config, &picture);
  }
  WebPPictureFree(&picture);
  frame->made = made;
  return done || status_no_memory(status);
}

static bool add(Moving *moving, const MovingFrame *frame, double stays_ms, Status *status) {
  const WebpPicture *made = frame->made;
  int units = moving_units(moving, stays_ms, 1, 1);
  const WebPMuxFrameInfo info = {.bitstream = {made->bytes.mem, made->bytes.size},
                                 .x_offset = frame->changed.x,
                                 .y_offset = frame->changed.y,
                                 .duration = units < UNITS_MOST ? units : UNITS_MOST,
                                 .id = WEBP_CHUNK_ANMF,
                                 .dispose_method = WEBP_MUX_DISPOSE_NONE,
                                 .blend_method =
                                     made->has_through ? WEBP_MUX_BLEND : WEBP_MUX_NO_BLEND};
  return WebPMuxPushFrame(moving->own, &info, 1) == WEBP_MUX_OK || status_no_memory(status);
}

static bool end(Moving *moving, Status *status) {
  WebPData whole;
  WebPDataInit(&whole);
  if (WebPMuxAssemble(moving->own, &whole) != WEBP_MUX_OK) return status_no_memory(status);
  moving->summary.bytes = whole.size;
  bool done = os_save_file(moving->look.path, whole.bytes, whole.size, status);
  WebPDataClear(&whole);
  return done;
}

static void drop(Moving *moving) { WebPMuxDelete(moving->own); }

const MovingFormat moving_webp = {begin, encode, add, end, drop};
