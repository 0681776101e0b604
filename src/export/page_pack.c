/* export/page_pack.c -- DEFLATE by zlib, whose memory is that of an arena. */
#include "export/page_pack.h"

#include <limits.h>
#define ZLIB_CONST
#include <zlib.h>

#include "export/page_list.h"

enum { LEVEL = 6, WINDOW_BITS = -15 /* without zlib's own header */, MEMORY_LEVEL = 8 };

static void *take(void *arena, unsigned count, unsigned size) {
  return arena_take(arena, count, size);
}

/* The arena keeps it. */
static void give_back(void *arena, void *at) {
  (void)arena;
  (void)at;
}

void page_pack(StrBuf *out, Str text) {
  z_stream stream = {.zalloc = take, .zfree = give_back, .opaque = out->arena};
  if (text.bytes > UINT_MAX / 2 || deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW_BITS,
                                                MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
    out->failed = true;
    return;
  }
  uLong most = deflateBound(&stream, text.bytes);
  unsigned char *packed = arena_take(out->arena, most, 1);
  stream.next_in = (const unsigned char *)text.at;
  stream.avail_in = (unsigned)text.bytes;
  stream.next_out = packed;
  stream.avail_out = (unsigned)most;
  bool done = packed && deflate(&stream, Z_FINISH) == Z_STREAM_END;
  deflateEnd(&stream);
  if (!done) {
    out->failed = true;
    return;
  }
  strbuf_format(out, "%zu ", text.bytes);
  page_base64(out, packed, stream.total_out);
}
