/* scene/grapheme_breaks.c -- ranges of code points, and iterating over text letter by letter. */
#include "scene/grapheme_breaks.h"

enum { REPLACEMENT = 0xFFFD, ZERO_WIDTH_JOINER = 0x200D, MEASURED_MOST = 4096 };

typedef struct CodeRange {
  uint32_t first, last;
} CodeRange;

static const CodeRange MARKS[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05C7}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x0900, 0x0903}, {0x093A, 0x093C}, {0x093E, 0x094F}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x20D0, 0x20FF}, {0x3099, 0x309A}};
static const CodeRange OTHERS[] = {{ZERO_WIDTH_JOINER, ZERO_WIDTH_JOINER},
                                   {0xFE00, 0xFE0F},
                                   {0x1F3FB, 0x1F3FF},
                                   {0xE0020, 0xE007F}};
static const CodeRange RIGHT_TO_LEFT[] = {
    {0x0590, 0x08FF}, {0xFB1D, 0xFDFF}, {0xFE70, 0xFEFC}, {0x10800, 0x10FFF}, {0x1E800, 0x1EFFF}};
static const CodeRange WIDE[] = {
    {0x2E80, 0x9FFF}, {0xAC00, 0xD7AF}, {0xF900, 0xFAFF}, {0xFF00, 0xFF60}, {0x20000, 0x3FFFF}};

/* Linear search: there are only a few ranges. */
static bool is_among(uint32_t code, const CodeRange *ranges, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (code >= ranges[i].first && code <= ranges[i].last) return true;
  return false;
}

#define IS_AMONG(code, ranges) is_among(code, ranges, sizeof(ranges) / sizeof *(ranges))

size_t grapheme_bytes(Str text, size_t at, uint32_t *code) {
  size_t bytes = str_decode(text, at, code);
  if (bytes == 0) *code = REPLACEMENT;
  return bytes ? bytes : 1;
}

bool grapheme_is_mark(uint32_t code) { return code >= 0x0300 && IS_AMONG(code, MARKS); }

bool grapheme_clings(uint32_t code) {
  return code >= 0x0300 && (IS_AMONG(code, MARKS) || IS_AMONG(code, OTHERS));
}

bool grapheme_is_right_to_left(uint32_t code) {
  return code >= 0x0590 && IS_AMONG(code, RIGHT_TO_LEFT);
}

bool grapheme_is_wide(uint32_t code) { return code >= 0x2E80 && IS_AMONG(code, WIDE); }

/* A joiner binds whatever follows it: families of emoji are one letter. */
size_t grapheme_end(Str text, size_t at) {
  uint32_t code = 0, next = 0;
  while (at < text.bytes) {
    at += grapheme_bytes(text, at, &code);
    if (at >= text.bytes) break;
    grapheme_bytes(text, at, &next);
    if (code != ZERO_WIDTH_JOINER && !grapheme_clings(next)) return at;
  }
  return text.bytes;
}

Str grapheme_beginning(Str text, size_t bytes_most) {
  if (text.bytes <= bytes_most) return text;
  size_t end = bytes_most;
  while (end > 0 && ((unsigned char)text.at[end] & 0xC0) == 0x80) end--;
  return (Str){text.at, end};
}

static bool is_seen(Str text) {
  if (text.bytes == 0 || text.at[0] == ' ') return false;
  for (size_t i = 0; i < text.bytes; i++)
    if ((unsigned char)text.at[i] < ' ' || text.at[i] == 0x7F) return false;
  return true;
}

/* A token that begins with a space is shown by its label, in which the space is visible. */
Str grapheme_token_shown(const TraceToken *token) {
  Str label = token->label;
  if (is_seen(token->text)) return token->text;
  size_t end = label.bytes; /* "␣the·5" → "␣the" */
  while (end > 0 && label.at[end - 1] >= '0' && label.at[end - 1] <= '9') end--;
  bool has_place = token->occurrences > 1 && end > 2 && end < label.bytes &&
                   label.at[end - 2] == '\xC2' && label.at[end - 1] == '\xB7';
  return has_place ? (Str){label.at, end - 2} : label;
}

int grapheme_measured_step(int token_count) { return 1 + (token_count - 1) / MEASURED_MOST; }
