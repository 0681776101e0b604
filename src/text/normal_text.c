/* text/normal_text.c -- every step runs twice, to count bytes and to write them; its source indices
** are composed with those of the step before. */
#include "text/normal_text.h"

#include <string.h>

#include <utf8proc.h>

#include "text/character.h"
#include "text/utf8.h"

enum { PARTS_MOST = 18 }; /* of U+FDFA, which decomposes into the most characters */

typedef struct Writing {
  const NormalStep *step;
  Str text;
  char *to; /* NULL: only count */
  int *source;
  size_t used;
} Writing;

static void write_bytes(Writing *writing, const char *bytes, size_t count, size_t from) {
  if (writing->to) {
    memcpy(writing->to + writing->used, bytes, count);
    for (size_t i = 0; i < count; i++) writing->source[writing->used + i] = (int)from;
  }
  writing->used += count;
}

/* ---- forms ---- */

/* Compatibility and halfwidth Hangul letters, and jamo, which may compose into syllables. */
static bool is_loose_hangul(uint32_t code) {
  return (code >= 0x3131 && code <= 0x318E) || (code >= 0xFFA0 && code <= 0xFFDC) ||
         (code >= 0x1100 && code <= 0x11FF);
}

static bool is_ascii(Str text, size_t at) {
  return at >= text.bytes || (unsigned char)text.at[at] < 0x80;
}

/* The text up to the most bytes that a cluster may have, so that a very long cluster costs linear
** time. */
static Str within_reach(Str text, size_t first) {
  size_t end = first + 4 * NORMAL_CLUSTER_MOST;
  if (end >= text.bytes) return text;
  while (((unsigned char)text.at[end] & 0xC0) == 0x80) end--;
  return (Str){text.at, end};
}

/* The end of the cluster at `first`; single Hangul letters are taken together with the next
** ones. */
static size_t cluster_end(const Writing *writing, size_t first) {
  int bytes, count = 0;
  Str text = within_reach(writing->text, first);
  size_t end = utf8_next_grapheme(text, first), at = first;
  while (writing->step->compatible && end < text.bytes &&
         is_loose_hangul(utf8_get(text, first, &bytes)) &&
         is_loose_hangul(utf8_get(text, end, &bytes)))
    end = utf8_next_grapheme(text, end);
  for (; at < end && count < NORMAL_CLUSTER_MOST; count++) {
    utf8_get(text, at, &bytes);
    at += (size_t)bytes;
  }
  return at;
}

static size_t last_character(Str text, size_t end) {
  do end--;
  while (((unsigned char)text.at[end] & 0xC0) == 0x80);
  return end;
}

static void write_cluster(Writing *writing, size_t first, size_t end) {
  utf8proc_int32_t codes[NORMAL_CLUSTER_MOST * PARTS_MOST];
  const NormalStep *step = writing->step;
  int options = UTF8PROC_STABLE | (step->composed ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE) |
                (step->compatible ? UTF8PROC_COMPAT : 0);
  utf8proc_ssize_t most = NORMAL_CLUSTER_MOST * PARTS_MOST;
  utf8proc_ssize_t count =
      utf8proc_decompose((const utf8proc_uint8_t *)writing->text.at + first,
                         (utf8proc_ssize_t)(end - first), codes, most, (utf8proc_option_t)options);
  if (count < 0 || count > most) count = 0; /* the text is UTF-8, and there is room */
  if (step->composed) count = utf8proc_normalize_utf32(codes, count, (utf8proc_option_t)options);
  for (utf8proc_ssize_t i = 0; i < count; i++) {
    utf8proc_uint8_t bytes[4];
    utf8proc_ssize_t size = utf8proc_encode_char(codes[i], bytes);
    write_bytes(writing, (const char *)bytes, (size_t)size, first);
  }
  if (writing->to && count > 0)
    writing->source[writing->used - 1] = (int)last_character(writing->text, end);
}

static void write_form(Writing *writing) {
  for (size_t at = 0, end; at < writing->text.bytes; at = end) {
    /* ASCII followed by ASCII does not compose. */
    bool is_plain = is_ascii(writing->text, at) && is_ascii(writing->text, at + 1);
    end = is_plain ? at + 1 : cluster_end(writing, at);
    if (is_plain) write_bytes(writing, writing->text.at + at, 1, at);
    else write_cluster(writing, at, end);
  }
}

/* ---- marks ---- */

static void write_without_marks(Writing *writing) {
  int bytes;
  for (size_t at = 0; at < writing->text.bytes; at += (size_t)bytes)
    if (!character_is_mark(utf8_get(writing->text, at, &bytes)))
      write_bytes(writing, writing->text.at + at, (size_t)bytes, at);
}

/* ---- steps ---- */

static void write_step(Writing *writing) {
  writing->used = 0;
  if (writing->step->kind == NORMAL_FORM) write_form(writing);
  else write_without_marks(writing);
}

static bool make_step(const NormalStep *step, Arena *arena, Str text, BertText *made,
                      Status *status) {
  if (step->kind == NORMAL_BERT) return bert_text_make(&step->bert, arena, text, made, status);
  Writing writing = {.step = step, .text = text};
  write_step(&writing);
  int *source = arena_take(arena, writing.used, sizeof *source);
  writing.to = source ? arena_take(arena, writing.used + 1, 1) : NULL;
  if (!writing.to) return status_no_memory(status);
  writing.source = source;
  write_step(&writing);
  *made = (BertText){{writing.to, writing.used}, source};
  return true;
}

static bool make_same(Arena *arena, Str text, BertText *made, Status *status) {
  int bytes, *source = arena_take(arena, text.bytes, sizeof *source);
  if (!source) return status_no_memory(status);
  for (size_t at = 0; at < text.bytes; at += (size_t)bytes) {
    utf8_get(text, at, &bytes);
    for (int i = 0; i < bytes; i++) source[at + (size_t)i] = (int)at;
  }
  *made = (BertText){text, source};
  return true;
}

bool normal_text_make(const NormalStep *steps, int count, Arena *arena, Str text, BertText *normal,
                      Status *status) {
  if (count == 0) return make_same(arena, text, normal, status);
  if (!make_step(&steps[0], arena, text, normal, status)) return false;
  for (int i = 1; i < count; i++) {
    BertText next;
    const int *before = normal->source;
    if (!make_step(&steps[i], arena, normal->text, &next, status)) return false;
    int *places = arena_take(arena, next.text.bytes, sizeof *places);
    if (!places) return status_no_memory(status);
    for (size_t at = 0; at < next.text.bytes; at++) places[at] = before[next.source[at]];
    *normal = (BertText){next.text, places};
  }
  return true;
}
