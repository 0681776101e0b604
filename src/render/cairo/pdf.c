/* render/cairo/pdf.c -- a draw list as one PDF page, streamed into the arena. */
#include <cairo-pdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "render/cairo/painter.h"
#include "scene/matrix/vector_cells.h"

#if defined(__SANITIZE_ADDRESS__)
#define LOOKS_FOR_LEAKS 1
#elif defined(__has_feature)
#define LOOKS_FOR_LEAKS __has_feature(address_sanitizer)
#else
#define LOOKS_FOR_LEAKS 0
#endif

/* cairo 1.16 forgets a small table for every CID-keyed font (Noto Sans CJK) it embeds, which is
** when a surface is finished; a build that looks for leaks does not look there. */
#if LOOKS_FOR_LEAKS
void __lsan_disable(void);
void __lsan_enable(void);
#else
static void __lsan_disable(void) {}
static void __lsan_enable(void) {}
#endif

static void finish(cairo_surface_t *surface) {
  __lsan_disable();
  cairo_surface_finish(surface);
  __lsan_enable();
}

static cairo_status_t write_bytes(void *self, const unsigned char *bytes, unsigned count) {
  StrBuf *buf = self;
  strbuf_add(buf, (Str){(const char *)bytes, count});
  return buf->failed ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

/* SOURCE_DATE_EPOCH as PDF writes a date; false when it is not set or no number. */
static bool source_date(char *date, size_t date_bytes) {
  const char *words = getenv("SOURCE_DATE_EPOCH");
  long seconds;
  struct tm parts;
  if (!words || !str_to_long(str_from(words), &seconds)) return false;
  time_t when = seconds;
  if (!gmtime_r(&when, &parts) || parts.tm_year < -1900 || parts.tm_year > 8099) return false;
  return strftime(date, date_bytes, "/CreationDate(D:%Y%m%d%H%M%S)", &parts) > 0;
}

static bool begins_with(Str file, size_t at, const char *words) {
  size_t bytes = strlen(words);
  return at <= file.bytes && file.bytes - at >= bytes && memcmp(file.at + at, words, bytes) == 0;
}

/* Where these words stand last; the end of the file when they do not. */
static size_t last_of(Str file, const char *words) {
  size_t at = file.bytes;
  while (at-- > 0)
    if (begins_with(file, at, words)) return at;
  return file.bytes;
}

/* cairo always writes a date, as its last entry and without "D:". Ours, or blanks, take its place;
** the length stays, since a PDF counts its bytes. */
static void set_date(StrBuf *buf, const char *date) {
  size_t at = last_of(strbuf_str(buf), "/CreationDate");
  char *end = at < buf->bytes ? memchr(buf->at + at, ')', buf->bytes - at) : NULL;
  if (!end) return;
  size_t room = (size_t)(end + 1 - (buf->at + at)), length = strlen(date);
  memset(buf->at + at, ' ', room);
  if (length <= room) memcpy(buf->at + at, date, length);
}

/* ---- is it whole? ---- */

enum { XREF_ENTRY_BYTES = 20, XREF_NUMBER_BYTES = 10, TAIL_BYTES_MOST = 64 };

/* Digits at a place, and where they end; false when none stand there. */
static bool read_number(Str file, size_t *at, size_t *number) {
  size_t first = *at;
  *number = 0;
  while (*at < file.bytes && *at - first < XREF_NUMBER_BYTES && file.at[*at] >= '0' &&
         file.at[*at] <= '9')
    *number = *number * 10 + (size_t)(file.at[(*at)++] - '0');
  return *at > first;
}

/* Where the table of objects stands, as the last lines say: "startxref\n14893\n%%EOF\n". */
static bool find_table(Str file, size_t *at) {
  static const char key[] = "startxref\n";
  size_t begin = file.bytes > TAIL_BYTES_MOST ? file.bytes - TAIL_BYTES_MOST : 0;
  while (begin < file.bytes && !begins_with(file, begin, key)) begin++;
  begin += sizeof key - 1;
  return read_number(file, &begin, at) && begins_with(file, begin, "\n%%EOF\n");
}

/* Object n of the table: "0000014840 00000 n \n", where "n 0 obj" stands. */
static bool leads_to_object(Str file, size_t entry, size_t n) {
  char beginning[32];
  size_t at;
  snprintf(beginning, sizeof beginning, "%zu 0 obj\n", n);
  return read_number(file, &entry, &at) && begins_with(file, entry, " 00000 n") &&
         begins_with(file, at, beginning);
}

/* cairo 1.16 forgets the error of a font it had no memory to embed and ends the file as if nothing
** had been: the table then names objects that were never written. It forgets entries of the
** document's description too. Entry 0 of the table is no object. */
static bool is_whole(Str file, bool has_title) {
  size_t at, count;
  if (!find_table(file, &at) || last_of(file, "/CreationDate") == file.bytes ||
      last_of(file, "/Creator ") == file.bytes ||
      (has_title && last_of(file, "/Title ") == file.bytes))
    return false;
  /* A newer cairo packs the table as an object of its own, and tells of its errors. */
  if (!begins_with(file, at, "xref\n0 "))
    return read_number(file, &at, &count) && begins_with(file, at, " 0 obj");
  at += strlen("xref\n0 ");
  if (!read_number(file, &at, &count) || !begins_with(file, at, "\n")) return false;
  for (size_t n = 1; n < count; n++)
    if (!leads_to_object(file, at + 1 + n * XREF_ENTRY_BYTES, n)) return false;
  return true;
}

/* cairo is given a date whose length does not depend on the day, which set_date can replace byte
** for byte. */
bool cairo_render_pdf(const DrawList *list, Fonts *fonts, const char *title, Arena *arena,
                      Str *bytes, Status *status) {
  if (list->failed) return status_no_memory(status);
  if (!vector_items_fit(list, status)) return false;
  char date[64] = "";
  StrBuf buf = strbuf_make(arena);
  Arena *scratch = arena_make(0);
  if (!scratch) return status_no_memory(status);
  const char *words = title ? str_copy(scratch, font_clean_text(scratch, str_from(title))) : NULL;
  if (title && !words) buf.failed = true;
  cairo_surface_t *surface =
      cairo_pdf_surface_create_for_stream(write_bytes, &buf, list->width_pt, list->height_pt);
  if (words) cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, words);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Heads Up");
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
  Painter painter = {.cairo = cairo_create(surface),
                     .fonts = fonts,
                     .arena = scratch,
                     .scale = 1,
                     .cells_fit = vector_cells_fit(list)};
  paint_list(&painter, list);
  cairo_show_page(painter.cairo);
  finish(surface);
  painter.failed |= buf.failed;
  bool done = paint_done(&painter, cairo_surface_status(surface), status);
  cairo_destroy(painter.cairo);
  cairo_surface_destroy(surface);
  arena_free(scratch);
  if (!done) return false;
  if (!is_whole(strbuf_str(&buf), words != NULL)) return status_no_memory(status);
  set_date(&buf, source_date(date, sizeof date) ? date : "");
  *bytes = strbuf_str(&buf);
  return true;
}
