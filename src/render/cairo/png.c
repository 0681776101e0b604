/* render/cairo/png.c -- encodes pixels as PNG with libpng, row by row.
**
** libpng reports errors by longjmp; everything that is used after it is in a Writer.
*/
#include "render/cairo/png.h"

#include <assert.h>
#include <png.h>
#include <setjmp.h>
#include <string.h>

#include "base/i18n.h"

enum { COMPRESSION_LEVEL = 2, FIRST_BYTES = 64 << 10 };

typedef struct Writer {
  const PngPixels *pixels;
  StrBuf bytes;
  png_structp png;
  png_infop info;
  png_bytep row;
  bool has_alpha, stopped;
} Writer;

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  Writer *writer = png_get_io_ptr(png);
  strbuf_add(&writer->bytes, (Str){(const char *)bytes, count});
  if (writer->bytes.failed) png_error(png, "out of memory");
}

/* libpng's warnings are about its caller, and of no use to a learner. */
static void flush_nothing(png_structp png) { (void)png; }
static void ignore_warning(png_structp png, png_const_charp words) { (void)png, (void)words; }

static void fail_by_longjmp(png_structp png, png_const_charp words) {
  (void)words;
  png_longjmp(png, 1);
}

static const uint32_t *row_of(const PngPixels *pixels, int y) {
  assert(y >= 0 && y < pixels->height);
  return pixels->at + (size_t)y * (size_t)pixels->stride_pixels;
}

/* An opaque picture has three bytes per pixel instead of four. */
static bool any_transparent(const PngPixels *pixels) {
  for (int y = 0; y < pixels->height; y++) {
    const uint32_t *row = row_of(pixels, y);
    uint32_t all = 0xFF000000u;
    for (int x = 0; x < pixels->width; x++) all &= row[x];
    if (all != 0xFF000000u) return true;
  }
  return false;
}

static void fill_rgb(png_bytep to, const uint32_t *from, int width) {
  for (int x = 0; x < width; x++, to += 3) {
    to[0] = (png_byte)(from[x] >> 16);
    to[1] = (png_byte)(from[x] >> 8);
    to[2] = (png_byte)from[x];
  }
}

/* The colour before premultiplication, rounded. */
static png_byte undo_alpha(uint32_t premultiplied, uint32_t alpha) {
  uint32_t value = alpha ? ((premultiplied & 0xFF) * 255 + alpha / 2) / alpha : 0;
  return (png_byte)(value > 255 ? 255 : value);
}

static void fill_rgba(png_bytep to, const uint32_t *from, int width) {
  for (int x = 0; x < width; x++, to += 4) {
    uint32_t alpha = from[x] >> 24;
    to[0] = undo_alpha(from[x] >> 16, alpha);
    to[1] = undo_alpha(from[x] >> 8, alpha);
    to[2] = undo_alpha(from[x], alpha);
    to[3] = (png_byte)alpha;
  }
}

/* tEXt is Latin-1 by definition, iTXt is UTF-8; ASCII goes into tEXt, since some
** readers know only that. */
static bool is_ascii(const char *words) {
  for (; *words; words++)
    if ((unsigned char)*words >= 0x80) return false;
  return true;
}

static png_text text_chunk(const char *key, const char *words) {
  bool plain = is_ascii(words);
  png_text chunk = {.compression = plain ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE,
                    .key = (png_charp)(uintptr_t)key,
                    .text = (png_charp)(uintptr_t)words,
                    .text_length = plain ? strlen(words) : 0,
                    .itxt_length = plain ? 0 : strlen(words)};
  return chunk;
}

static void write_head(const Writer *writer) {
  const PngPixels *pixels = writer->pixels;
  png_structp png = writer->png;
  int color = writer->has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
  png_set_IHDR(png, writer->info, (png_uint_32)pixels->width, (png_uint_32)pixels->height, 8, color,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, COMPRESSION_LEVEL);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  double per_metre = 72 * (double)pixels->pixels_per_point / 0.0254;
  if (per_metre >= 1 && per_metre < 1e9)
    png_set_pHYs(png, writer->info, (png_uint_32)(per_metre + 0.5), (png_uint_32)(per_metre + 0.5),
                 PNG_RESOLUTION_METER);
  png_text texts[2] = {text_chunk("Software", "Heads Up")};
  int text_count = 1;
  if (pixels->description && pixels->description[0])
    texts[text_count++] = text_chunk("Description", pixels->description);
  png_set_text(png, writer->info, texts, text_count);
  png_write_info(png, writer->info);
}

/* Drawing was the first half of the progress. */
static void write_rows(Writer *writer) {
  const PngPixels *pixels = writer->pixels;
  for (int y = 0; y < pixels->height; y++) {
    writer->stopped = !progress_goes_on(pixels->progress, 0.5 + 0.5 * y / pixels->height);
    if (writer->stopped) png_error(writer->png, "stopped");
    (writer->has_alpha ? fill_rgba : fill_rgb)(writer->row, row_of(pixels, y), pixels->width);
    png_write_row(writer->png, writer->row);
  }
}

/* After longjmp, local variables of this function may have old values, so
** everything is in *writer. */
static bool write_all(Writer *writer) {
  if (setjmp(png_jmpbuf(writer->png))) return false;
  png_set_write_fn(writer->png, writer, write_bytes, flush_nothing);
  write_head(writer);
  write_rows(writer);
  png_write_end(writer->png, writer->info);
  return true;
}

bool png_encode(const PngPixels *pixels, Arena *arena, Str *bytes, Status *status) {
  assert(pixels->width > 0 && pixels->height > 0 && pixels->stride_pixels >= pixels->width);
  Writer writer = {.pixels = pixels,
                   .bytes = strbuf_make(arena),
                   .row = arena_take(arena, (size_t)pixels->width, 4),
                   .has_alpha = any_transparent(pixels)};
  writer.png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail_by_longjmp, ignore_warning);
  if (writer.png) writer.info = png_create_info_struct(writer.png);
  bool done = writer.row && writer.info && write_all(&writer);
  png_destroy_write_struct(&writer.png, &writer.info);
  if (writer.stopped) return status_fail(status, STATUS_STOPPED, _("the picture was stopped"));
  if (!done) return status_no_memory(status);
  *bytes = strbuf_str(&writer.bytes);
  return true;
}
