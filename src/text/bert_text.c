/* text/bert_text.c -- one walk, run twice: first to count the bytes, then to write them. */
#include "text/bert_text.h"

#include <string.h>

#include <utf8proc.h>

#include "text/character.h"
#include "text/utf8.h"

enum { PARTS_MOST = 8, DOTTED_CAPITAL_I = 0x130, DOT_ABOVE = 0x307, LOST = 0xFFFD };

typedef struct Range {
  uint32_t first, last;
} Range;

/* The blocks of BERT's own list, with the one difference told in the header. */
static const Range chinese[] = {
    {0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F},
    {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF}, {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F},
};

typedef struct Writing {
  BertTextOptions options;
  char *text; /* NULL: only count */
  int *source;
  int from; /* where the source character begins */
  size_t used;
} Writing;

static bool is_chinese(uint32_t code) {
  for (size_t i = 0; i < sizeof chinese / sizeof chinese[0]; i++)
    if (code >= chinese[i].first && code <= chinese[i].last) return true;
  return false;
}

static bool is_removed(uint32_t code) {
  if (code == '\t' || code == '\n' || code == '\r') return false;
  return code == 0 || code == LOST || character_is_control_or_format(code);
}

static void write_bytes(Writing *writing, const char *bytes, size_t count) {
  if (writing->text) {
    memcpy(writing->text + writing->used, bytes, count);
    for (size_t i = 0; i < count; i++) writing->source[writing->used + i] = writing->from;
  }
  writing->used += count;
}

static void write_character(Writing *writing, uint32_t code) {
  utf8proc_uint8_t bytes[4];
  utf8proc_ssize_t count = utf8proc_encode_char((utf8proc_int32_t)code, bytes);
  write_bytes(writing, (const char *)bytes, (size_t)count);
}

/* utf8proc maps each character to one; only İ becomes two. */
static void write_lowered(Writing *writing, uint32_t code) {
  if (!writing->options.lower) write_character(writing, code);
  else if (code == DOTTED_CAPITAL_I) {
    write_character(writing, 'i');
    write_character(writing, DOT_ABOVE);
  } else write_character(writing, (uint32_t)utf8proc_tolower((utf8proc_int32_t)code));
}

/* Not called for ASCII, which does not decompose. */
static void write_stripped(Writing *writing, uint32_t code) {
  utf8proc_int32_t parts[PARTS_MOST];
  int boundclass = 0;
  utf8proc_ssize_t count = utf8proc_decompose_char((utf8proc_int32_t)code, parts, PARTS_MOST,
                                                   UTF8PROC_DECOMPOSE, &boundclass);
  if (count < 0 || count > PARTS_MOST) count = 0; /* no character has so many parts */
  for (utf8proc_ssize_t i = 0; i < count; i++)
    if (!character_is_nonspacing_mark((uint32_t)parts[i]))
      write_lowered(writing, (uint32_t)parts[i]);
}

static void write_plain(Writing *writing, uint32_t code) {
  bool apart = writing->options.split_chinese && is_chinese(code);
  if (apart) write_bytes(writing, " ", 1);
  if (writing->options.strip_accents && code >= 0x80) write_stripped(writing, code);
  else write_lowered(writing, code);
  if (apart) write_bytes(writing, " ", 1);
}

/* The source index of a character also applies to the spaces put around it. */
static void write_all(Writing *writing, Str text) {
  int bytes;
  writing->used = 0;
  for (size_t at = 0; at < text.bytes; at += (size_t)bytes) {
    uint32_t code = utf8_get(text, at, &bytes);
    writing->from = (int)at;
    if (!writing->options.clean) write_plain(writing, code);
    else if (is_removed(code)) continue;
    else write_plain(writing, character_is_white_space(code) ? ' ' : code);
  }
}

bool bert_text_make(const BertTextOptions *options, Arena *arena, Str text, BertText *plain,
                    Status *status) {
  Writing writing = {.options = *options};
  write_all(&writing, text);
  int *source = arena_take(arena, writing.used, sizeof *source);
  writing.text = source ? arena_take(arena, writing.used + 1, 1) : NULL;
  if (!writing.text) return status_no_memory(status);
  writing.source = source;
  write_all(&writing, text);
  *plain = (BertText){{writing.text, writing.used}, source};
  return true;
}

/* Neighbours of one class stay together, unless it is ALONE. */
enum { SPACE, ALONE, OTHER = 4, NUMBER = 8, SIGN = 16 };

static int class_of(const WordCuts *cuts, uint32_t code) {
  if (character_is_white_space(code)) return SPACE;
  if (cuts->punctuation && character_is_punctuation(code)) return ALONE;
  bool is_number = cuts->digits != DIGITS_STAY && character_is_numeric(code);
  if (is_number && cuts->digits == DIGITS_ALONE) return ALONE;
  bool is_sign = cuts->signs && !character_is_word(code);
  return OTHER + (is_number ? NUMBER : 0) + (is_sign ? SIGN : 0);
}

bool bert_text_next_word(const WordCuts *cuts, Str plain, size_t *first, size_t *end) {
  size_t at = *first;
  int bytes = 0, class = SPACE;
  for (; at < plain.bytes; at += (size_t)bytes)
    if ((class = class_of(cuts, utf8_get(plain, at, &bytes))) != SPACE) break;
  *first = *end = at;
  while (*end < plain.bytes) {
    if (*end > at && (class == ALONE || class_of(cuts, utf8_get(plain, *end, &bytes)) != class))
      break;
    *end += (size_t)bytes;
  }
  return *end > at;
}
