/* text/quoted.c -- names within words; the classes of their characters are Unicode's. */
#include "text/quoted.h"

#include "base/i18n.h"
#include "text/utf8.h"

/* Commas, brackets and quotes. Of the brackets of ASCII only round ones: square ones are parts of
** names, as in [CLS], and a comma has no class of its own in Unicode. */
static bool parts_a_sentence(uint32_t code) {
  static const uint32_t commas[] = {',', ';', '"', '(', ')', 0x60C, 0x61B, 0x3001, 0xFF0C, 0xFF1B};
  for (size_t i = 0; i < sizeof commas / sizeof *commas; i++)
    if (code == commas[i]) return true;
  return code > 0x7F && utf8_encloses(code);
}

bool quoted_is_needed(Str name) {
  bool has_word = false, is_parted = false;
  size_t at = 0;
  while (at < name.bytes) {
    uint32_t code = 0;
    size_t bytes = str_decode(name, at, &code);
    at += bytes > 0 ? bytes : 1;
    if (bytes == 0) continue;
    has_word = has_word || utf8_is_letter_or_digit(code);
    is_parted = is_parted || parts_a_sentence(code);
  }
  return name.bytes > 0 && (!has_word || is_parted);
}

Str quoted_without_place(Str name) {
  size_t at = name.bytes;
  while (at > 0 && name.at[at - 1] >= '0' && name.at[at - 1] <= '9') at--;
  bool has_place =
      at < name.bytes && at > 2 && name.at[at - 2] == '\xC2' && name.at[at - 1] == '\xB7';
  return (Str){name.at, has_place ? at - 2 : name.bytes};
}

static bool has_word(Str name) {
  for (size_t at = 0; at < name.bytes;) {
    uint32_t code = 0;
    size_t bytes = str_decode(name, at, &code);
    if (bytes > 0 && utf8_is_letter_or_digit(code)) return true;
    at += bytes > 0 ? bytes : 1;
  }
  return false;
}

static Str quoted(Arena *arena, Str name, const char *space) {
  const size_t isolate = sizeof "\u2068" - 1;
  Str inner = name;
  bool is_isolated = str_starts(name, "\u2068") && name.bytes > 2 * isolate;
  if (is_isolated) inner = (Str){name.at + isolate, name.bytes - 2 * isolate};
  Str sign = quoted_without_place(inner);
  size_t bytes = sign.bytes;
  if (!quoted_is_needed(sign)) return name;
  bool is_apart = space[0] && !has_word(sign);
  sign = i18n_isolated(arena, sign); /* so that its marks do not turn with it */
  if (is_apart)
    sign = str_from(
        str_format(arena, "%s%.*s%s", space, (int)sign.bytes, sign.at ? sign.at : "", space));
  const char *words = str_format(arena, _("“%.*s”"), (int)sign.bytes, sign.at);
  words =
      str_format(arena, "%s%.*s", words ? words : "", (int)(inner.bytes - bytes), inner.at + bytes);
  return words ? str_from(words) : name;
}

Str quoted_name(Arena *arena, Str name) { return quoted(arena, name, ""); }

Str quoted_name_apart(Arena *arena, Str name) { return quoted(arena, name, "\u2009"); }
