/* base/quoted.c -- which characters are letters or digits: by blocks of Unicode, of which only the
** signs are listed. */
#include "base/quoted.h"

#include "base/i18n.h"

typedef struct Range {
  uint32_t first, last;
} Range;

/* Beyond U+007F, in ascending order: punctuation, symbols, spaces and marks of direction. */
static const Range signs[] = {
    {0x80, 0xA9},      {0xAB, 0xB4},     {0xB6, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},
    {0xF7, 0xF7},      {0x37E, 0x37E},   {0x387, 0x387},   {0x55A, 0x55F},   {0x589, 0x58A},
    {0x5BE, 0x5BE},    {0x5C0, 0x5C0},   {0x5C3, 0x5C3},   {0x5C6, 0x5C6},   {0x5F3, 0x5F4},
    {0x600, 0x60F},    {0x61B, 0x61F},   {0x66A, 0x66D},   {0x6D4, 0x6D4},   {0x700, 0x70D},
    {0x964, 0x965},    {0xE2F, 0xE2F},   {0xE4F, 0xE4F},   {0xE5A, 0xE5B},   {0x104A, 0x104F},
    {0x1360, 0x1368},  {0x17D4, 0x17D6}, {0x1800, 0x180A}, {0x2000, 0x206F}, {0x20A0, 0x20CF},
    {0x2190, 0x2BFF},  {0x2E00, 0x2E7F}, {0x3000, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030},
    {0x303D, 0x303F},  {0x30A0, 0x30A0}, {0x30FB, 0x30FB}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE6F},
    {0xFF00, 0xFF0F},  {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF},
    {0x1F000, 0x1FAFF}};

static bool is_of_word(uint32_t code) {
  if (code < 0x80)
    return (code >= '0' && code <= '9') || ((code | 0x20) >= 'a' && (code | 0x20) <= 'z');
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (code >= signs[i].first && code <= signs[i].last) return false;
  return true;
}

/* Commas, brackets and quotes, of several scripts. */
static bool parts_a_sentence(uint32_t code) {
  static const uint32_t parting[] = {',',    ';',    '(',    ')',    '"',    0xAB,   0xBB,   0x60C,
                                     0x61B,  0x201C, 0x201D, 0x201E, 0x3001, 0x3008, 0x3009, 0x300A,
                                     0x300B, 0x300C, 0x300D, 0xFF08, 0xFF09, 0xFF0C, 0xFF1B};
  for (size_t i = 0; i < sizeof parting / sizeof *parting; i++)
    if (code == parting[i]) return true;
  return false;
}

bool quoted_is_needed(Str name) {
  bool has_word = false, is_parted = false;
  size_t at = 0;
  while (at < name.bytes) {
    uint32_t code = 0;
    size_t bytes = str_decode(name, at, &code);
    at += bytes > 0 ? bytes : 1;
    if (bytes == 0) continue;
    has_word = has_word || is_of_word(code);
    is_parted = is_parted || parts_a_sentence(code);
  }
  return name.bytes > 0 && (!has_word || is_parted);
}

/* The bytes before "·5"; all of them where there is no place. */
static size_t without_place(Str name) {
  size_t at = name.bytes;
  while (at > 0 && name.at[at - 1] >= '0' && name.at[at - 1] <= '9') at--;
  bool has_place =
      at < name.bytes && at > 2 && name.at[at - 2] == '\xC2' && name.at[at - 1] == '\xB7';
  return has_place ? at - 2 : name.bytes;
}

Str quoted_name(Arena *arena, Str name) {
  const size_t isolate = sizeof "\u2068" - 1;
  Str inner = name;
  bool is_isolated = str_starts(name, "\u2068") && name.bytes > 2 * isolate;
  if (is_isolated) inner = (Str){name.at + isolate, name.bytes - 2 * isolate};
  size_t bytes = without_place(inner);
  Str sign = {inner.at, bytes};
  if (!quoted_is_needed(sign)) return name;
  if (is_isolated) sign = i18n_isolated(arena, sign);
  const char *words = str_format(arena, _("“%.*s”"), (int)sign.bytes, sign.at);
  words =
      str_format(arena, "%s%.*s", words ? words : "", (int)(inner.bytes - bytes), inner.at + bytes);
  return words ? str_from(words) : name;
}
