/* render/cairo/pdf.c -- renders a draw list into the arena as a PDF of one page, or of several. */
#include <cairo-pdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "render/cairo/painter.h"
#include "render/cairo/pdf_whole.h"
#include "scene/matrix/vector_cells.h"

#if defined(__SANITIZE_ADDRESS__)
#define LOOKS_FOR_LEAKS 1
#elif defined(__has_feature)
#define LOOKS_FOR_LEAKS __has_feature(address_sanitizer)
#else
#define LOOKS_FOR_LEAKS 0
#endif

/* cairo 1.16 leaks a small table for every CID-keyed font (Noto Sans CJK) that it embeds, when a
** surface is finished; builds that check for leaks ignore that call. */
#if LOOKS_FOR_LEAKS
void __lsan_disable(void);
void __lsan_enable(void);
#else
static void __lsan_disable(void) {}
static void __lsan_enable(void) {}
#endif

static void finish_surface(cairo_surface_t *surface) {
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

/* cairo always writes a date, as its last entry and without "D:". It is overwritten by ours or by
** blanks; the length must not change, because a PDF refers to byte offsets. */
static void set_date(StrBuf *buf, const char *date) {
  size_t at = pdf_last_of(strbuf_str(buf), "/CreationDate");
  const char *end = at < buf->bytes ? memchr(buf->at + at, ')', buf->bytes - at) : NULL;
  if (!end) return;
  size_t room = (size_t)(end + 1 - (buf->at + at)), length = strlen(date);
  memset(buf->at + at, ' ', room);
  if (length <= room) memcpy(buf->at + at, date, length);
}

/* The pages of a document lie under each other in the list. */
static void paint_pages(CairoPainter *painter, const DrawList *list, float page_height) {
  for (int page = 0; page < list->page_count; page++) {
    painter->first_item = page > 0 ? list->page_ends[page - 1] : 0;
    painter->end_item = list->page_ends[page];
    cairo_save(painter->cairo);
    cairo_translate(painter->cairo, 0, -(double)page * (double)page_height);
    paint_list(painter, list);
    cairo_restore(painter->cairo);
    cairo_show_page(painter->cairo);
  }
}

/* cairo gets a date of constant length, which set_date can overwrite. */
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
  float page_height = list->height_pt / (float)(list->page_count > 0 ? list->page_count : 1);
  cairo_surface_t *surface =
      cairo_pdf_surface_create_for_stream(write_bytes, &buf, list->width_pt, page_height);
  /* From 1.17.6 on cairo compresses the document information of a PDF 1.5, so that neither set_date
  ** nor files/provenance.h could find it. */
  if (cairo_version() >= CAIRO_VERSION_ENCODE(1, 17, 6))
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
  if (words) cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, words);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Heads Up");
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
  CairoPainter painter = {.cairo = cairo_create(surface),
                          .fonts = fonts,
                          .arena = scratch,
                          .scale = 1,
                          .cells_fit = vector_cells_fit(list)};
  if (list->page_count > 0) paint_pages(&painter, list, page_height);
  else {
    paint_list(&painter, list);
    cairo_show_page(painter.cairo);
  }
  finish_surface(surface);
  painter.failed |= buf.failed;
  bool done = paint_done(&painter, cairo_surface_status(surface), status);
  cairo_destroy(painter.cairo);
  cairo_surface_destroy(surface);
  arena_free(scratch);
  if (!done) return false;
  if (!pdf_is_whole(strbuf_str(&buf), words != NULL)) return status_no_memory(status);
  set_date(&buf, source_date(date, sizeof date) ? date : "");
  *bytes = strbuf_str(&buf);
  return true;
}
