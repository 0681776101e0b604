/* text/character.c -- see character.h. */
#include "text/character.h"

#include <utf8proc.h>

static utf8proc_category_t category(uint32_t code) {
  return utf8proc_category((utf8proc_int32_t)code);
}

/* Written out: utf8proc has no property White_Space, and its categories differ from it at tabs and
** line ends. */
bool character_is_white_space(uint32_t code) {
  if (code < 0x80) return code == ' ' || (code >= '\t' && code <= '\r');
  return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
         code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

/* Circled and squared letters, which Unicode classifies as symbols. */
static bool is_enclosed_letter(uint32_t code) {
  return (code >= 0x24B6 && code <= 0x24E9) || (code >= 0x1F130 && code <= 0x1F149) ||
         (code >= 0x1F150 && code <= 0x1F169) || (code >= 0x1F170 && code <= 0x1F189);
}

bool character_is_word(uint32_t code) {
  switch (category(code)) {
  case UTF8PROC_CATEGORY_LU:
  case UTF8PROC_CATEGORY_LL:
  case UTF8PROC_CATEGORY_LT:
  case UTF8PROC_CATEGORY_LM:
  case UTF8PROC_CATEGORY_LO:
  case UTF8PROC_CATEGORY_MN:
  case UTF8PROC_CATEGORY_MC:
  case UTF8PROC_CATEGORY_ME:
  case UTF8PROC_CATEGORY_ND:
  case UTF8PROC_CATEGORY_NL:
  case UTF8PROC_CATEGORY_PC:
    return true;
  default:
    return code == 0x200C || code == 0x200D || is_enclosed_letter(code);
  }
}

bool character_is_numeric(uint32_t code) {
  utf8proc_category_t kind = category(code);
  return kind >= UTF8PROC_CATEGORY_ND && kind <= UTF8PROC_CATEGORY_NO;
}

/* $ + < = > ^ ` | ~ are symbols in Unicode but punctuation in BERT. */
bool character_is_punctuation(uint32_t code) {
  if (code < 0x80)
    return (code >= '!' && code <= '/') || (code >= ':' && code <= '@') ||
           (code >= '[' && code <= '`') || (code >= '{' && code <= '~');
  utf8proc_category_t kind = category(code);
  return kind >= UTF8PROC_CATEGORY_PC && kind <= UTF8PROC_CATEGORY_PO;
}

bool character_is_mark(uint32_t code) {
  utf8proc_category_t kind = category(code);
  return kind >= UTF8PROC_CATEGORY_MN && kind <= UTF8PROC_CATEGORY_ME;
}

bool character_is_nonspacing_mark(uint32_t code) { return category(code) == UTF8PROC_CATEGORY_MN; }

bool character_is_control_or_format(uint32_t code) {
  utf8proc_category_t kind = category(code);
  return kind == UTF8PROC_CATEGORY_CC || kind == UTF8PROC_CATEGORY_CF ||
         kind == UTF8PROC_CATEGORY_CO;
}
