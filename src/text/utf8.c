/* text/utf8.c -- UTF-8 through utf8proc, without its allocating functions.
**
** utf8proc classifies code points and finds the ends of grapheme clusters; the iteration is here.
*/
#include "text/utf8.h"

#include <string.h>

#include <utf8proc.h>

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

typedef struct Range {
  uint32_t first, last;
} Range;

static const Range han_and_kana[] = {
    {0x2E80, 0x2FD5}, {0x3005, 0x3005}, {0x3007, 0x3007},   {0x3021, 0x3029},
    {0x3038, 0x303B}, {0x3041, 0x3096}, {0x309D, 0x309F},   {0x30A1, 0x30FA},
    {0x30FC, 0x30FF}, {0x31F0, 0x31FF}, {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
    {0xF900, 0xFAFF}, {0xFF66, 0xFF9D}, {0x1AFF0, 0x1B16F}, {0x20000, 0x3FFFD},
};

static const utf8proc_property_t *property(uint32_t code_point) {
  return utf8proc_get_property((utf8proc_int32_t)code_point);
}

static int boundclass(uint32_t code_point) { return property(code_point)->boundclass; }

static utf8proc_category_t category(uint32_t code_point) {
  return utf8proc_category((utf8proc_int32_t)code_point);
}

static bool continues(Str text, size_t offset) {
  return offset < text.bytes && ((unsigned char)text.at[offset] & 0xC0) == 0x80;
}

/* The start of the code point that ends at offset (offset > 0). */
static size_t previous_code_point(Str text, size_t offset) {
  size_t start = offset - 1;
  while (start > 0 && offset - start < 4 && continues(text, start)) start--;
  int bytes;
  utf8_get(text, start, &bytes);
  return start + (size_t)bytes == offset ? start : offset - 1;
}

/* utf8proc refuses overlong forms and surrogates; a NUL is refused here, since it would end a C
** string. */
uint32_t utf8_get(Str text, size_t offset, int *bytes) {
  size_t left = text.bytes - offset;
  utf8proc_int32_t code_point = 0;
  utf8proc_ssize_t length = 0;
  if (offset < text.bytes)
    length = utf8proc_iterate((const utf8proc_uint8_t *)text.at + offset,
                              (utf8proc_ssize_t)(left < 4 ? left : 4), &code_point);
  bool is_bad = length <= 0 || code_point <= 0;
  if (bytes) *bytes = is_bad ? 1 : (int)length;
  return is_bad ? 0xFFFD : (uint32_t)code_point;
}

/* utf8_get returns U+FFFD with one byte for a bad byte; a real U+FFFD has three. */
static bool is_bad_at(Str text, size_t offset, int *bytes) {
  uint32_t code_point = utf8_get(text, offset, bytes);
  return code_point == 0xFFFD && *bytes == 1;
}

static size_t count_bad(Str text) {
  size_t bad = 0;
  int bytes = 0;
  for (size_t offset = 0; offset < text.bytes; offset += (size_t)bytes)
    if (is_bad_at(text, offset, &bytes)) bad++;
  return bad;
}

Str utf8_clean(Arena *arena, Str text, int *bad_count) {
  size_t bad = count_bad(text);
  char *clean = arena_take(arena, text.bytes + 2 * bad + 1, 1);
  if (bad_count) *bad_count = (int)bad;
  if (!clean) return (Str){NULL, 0};
  size_t used = 0;
  int bytes = 0;
  for (size_t offset = 0; offset < text.bytes; offset += (size_t)bytes) {
    bool wrong = is_bad_at(text, offset, &bytes);
    size_t count = wrong ? sizeof replacement - 1 : (size_t)bytes;
    memcpy(clean + used, wrong ? replacement : text.at + offset, count);
    used += count;
  }
  return (Str){clean, used};
}

size_t utf8_next_grapheme(Str text, size_t offset) {
  if (offset >= text.bytes) return text.bytes;
  utf8proc_int32_t state = 0;
  int bytes;
  uint32_t before = utf8_get(text, offset, &bytes);
  for (offset += (size_t)bytes; offset < text.bytes; offset += (size_t)bytes) {
    uint32_t next = utf8_get(text, offset, &bytes);
    if (utf8proc_grapheme_break_stateful((utf8proc_int32_t)before, (utf8proc_int32_t)next, &state))
      break;
    before = next;
  }
  return offset;
}

/* Between two such code points there is always a break. */
static bool stands_alone(uint32_t code_point) {
  int bound = boundclass(code_point);
  return bound == UTF8PROC_BOUNDCLASS_OTHER || bound == UTF8PROC_BOUNDCLASS_CONTROL ||
         bound == UTF8PROC_BOUNDCLASS_LF;
}

/* Clusters can only be found forwards, so go back to a sure break and walk from there. */
size_t utf8_prev_grapheme(Str text, size_t offset) {
  if (offset > text.bytes) offset = text.bytes;
  if (offset == 0) return 0;
  size_t start = previous_code_point(text, offset);
  while (start > 0) {
    size_t before = previous_code_point(text, start);
    int bytes;
    if (stands_alone(utf8_get(text, before, &bytes)) && stands_alone(utf8_get(text, start, &bytes)))
      break;
    start = before;
  }
  for (size_t next = utf8_next_grapheme(text, start); next < offset;
       next = utf8_next_grapheme(text, start))
    start = next;
  return start;
}

typedef enum WordKind { WORD_SPACE, WORD_LETTERS, WORD_PUNCTUATION, WORD_ALONE } WordKind;

static WordKind kind_at(Str text, size_t offset) {
  int bytes;
  uint32_t code_point = utf8_get(text, offset, &bytes);
  if (utf8_is_space(code_point)) return WORD_SPACE;
  if (utf8_is_han_or_kana(code_point) || utf8_is_emoji(code_point)) return WORD_ALONE;
  return utf8_is_punctuation(code_point) ? WORD_PUNCTUATION : WORD_LETTERS;
}

/* A word is a run of letters or of signs; a Han character or an emoji is a word by itself. */
size_t utf8_next_word(Str text, size_t offset) {
  if (offset >= text.bytes) return text.bytes;
  WordKind kind = kind_at(text, offset);
  do offset = utf8_next_grapheme(text, offset);
  while (kind != WORD_ALONE && offset < text.bytes && kind_at(text, offset) == kind);
  while (offset < text.bytes && kind_at(text, offset) == WORD_SPACE)
    offset = utf8_next_grapheme(text, offset);
  return offset;
}

size_t utf8_prev_word(Str text, size_t offset) {
  size_t start = utf8_prev_grapheme(text, offset);
  while (start > 0 && kind_at(text, start) == WORD_SPACE) start = utf8_prev_grapheme(text, start);
  WordKind kind = start < text.bytes ? kind_at(text, start) : WORD_ALONE;
  while (start > 0 && kind != WORD_ALONE) {
    size_t before = utf8_prev_grapheme(text, start);
    if (kind_at(text, before) != kind) break;
    start = before;
  }
  return start;
}

Str utf8_beginning(Str text, size_t bytes_most) {
  if (text.bytes <= bytes_most) return text;
  size_t end = bytes_most;
  while (end > 0 && continues(text, end)) end--;
  return (Str){text.at, end};
}

/* Uses an array on the stack: utf8proc's own mapping function would call malloc. */
Str utf8_fold(Arena *arena, Str text) {
  enum { OPTIONS = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE };
  utf8proc_int32_t
      points[UTF8_FOLD_BYTES_MOST * 4 + 1]; /* folding makes at most four of one byte */
  if (text.bytes == 0 || text.bytes > UTF8_FOLD_BYTES_MOST) return text;
  utf8proc_ssize_t room = (utf8proc_ssize_t)(sizeof points / sizeof points[0]) - 1;
  utf8proc_ssize_t count =
      utf8proc_decompose((const utf8proc_uint8_t *)text.at, (utf8proc_ssize_t)text.bytes, points,
                         room, (utf8proc_option_t)OPTIONS);
  if (count < 0 || count > room) return text;
  utf8proc_ssize_t bytes = utf8proc_reencode(points, count, (utf8proc_option_t)OPTIONS);
  if (bytes < 0) return text;
  char *folded = arena_take(arena, (size_t)bytes + 1, 1);
  if (!folded) return text;
  memcpy(folded, points, (size_t)bytes);
  return (Str){folded, (size_t)bytes};
}

bool utf8_is_space(uint32_t code_point) {
  utf8proc_category_t kind = category(code_point);
  return kind == UTF8PROC_CATEGORY_CC || kind == UTF8PROC_CATEGORY_ZS ||
         kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP || code_point == 0x200B ||
         code_point == 0xFEFF;
}

bool utf8_is_han_or_kana(uint32_t code_point) {
  for (size_t i = 0; i < sizeof han_and_kana / sizeof han_and_kana[0]; i++)
    if (code_point >= han_and_kana[i].first && code_point <= han_and_kana[i].last) return true;
  return false;
}

bool utf8_is_punctuation(uint32_t code_point) {
  utf8proc_category_t kind = category(code_point);
  return kind >= UTF8PROC_CATEGORY_PD && kind <= UTF8PROC_CATEGORY_SO && code_point != 0xFFFD;
}

bool utf8_is_emoji(uint32_t code_point) {
  int bound = boundclass(code_point);
  return bound == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC ||
         bound == UTF8PROC_BOUNDCLASS_E_BASE || bound == UTF8PROC_BOUNDCLASS_GLUE_AFTER_ZWJ ||
         bound == UTF8PROC_BOUNDCLASS_E_BASE_GAZ || bound == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR;
}

bool utf8_is_ignorable(uint32_t code_point) {
  return category(code_point) == UTF8PROC_CATEGORY_CF ||
         (code_point >= 0xFE00 && code_point <= 0xFE0F);
}

bool utf8_is_invisible(uint32_t code_point) {
  utf8proc_category_t kind = category(code_point);
  return property(code_point)->ignorable || kind == UTF8PROC_CATEGORY_CF ||
         kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP;
}

bool utf8_is_letter_or_digit(uint32_t code_point) {
  utf8proc_category_t kind = category(code_point);
  bool is_letter = kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_LO;
  return is_letter || kind == UTF8PROC_CATEGORY_ND || kind == UTF8PROC_CATEGORY_NL;
}

bool utf8_encloses(uint32_t code_point) {
  utf8proc_category_t kind = category(code_point);
  return kind >= UTF8PROC_CATEGORY_PS && kind <= UTF8PROC_CATEGORY_PF && code_point != 0x2019;
}

bool utf8_clings(uint32_t code_point) {
  int bound = boundclass(code_point);
  return bound == UTF8PROC_BOUNDCLASS_EXTEND || bound == UTF8PROC_BOUNDCLASS_ZWJ ||
         bound == UTF8PROC_BOUNDCLASS_SPACINGMARK;
}

bool utf8_is_wide(uint32_t code_point) { return property(code_point)->charwidth == 2; }

bool utf8_is_right_to_left(uint32_t code_point) {
  int direction = property(code_point)->bidi_class;
  return direction == UTF8PROC_BIDI_CLASS_R || direction == UTF8PROC_BIDI_CLASS_AL ||
         direction == UTF8PROC_BIDI_CLASS_AN;
}

bool utf8_is_left_to_right(uint32_t code_point) {
  return property(code_point)->bidi_class == UTF8PROC_BIDI_CLASS_L;
}
