/* text/pre_tokens.c -- the pattern, and PCRE2 with memory from an arena. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "text/pre_tokens.h"

#include <pcre2.h>

#include "text/utf8.h"

#define WHITE_SPACE                                                                                \
  "\\x{9}-\\x{D}\\x{20}\\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}"      \
  "\\x{205F}\\x{3000}"

static const char pattern[] = "'s|'t|'re|'ve|'m|'ll|'d"
                              "| ?\\p{L}+| ?\\p{N}+| ?[^" WHITE_SPACE "\\p{L}\\p{N}]+"
                              "|[" WHITE_SPACE "]+(?![^" WHITE_SPACE "])|[" WHITE_SPACE "]+";

struct PreTokens {
  pcre2_code *code;
};

/* PCRE2 asks for memory by this, so it ends with the arena; what it gives back stays until then. */
static void *take(PCRE2_SIZE bytes, void *arena) { return arena_take(arena, bytes, 1); }

/* The arena gives back. */
static void give_back(void *memory, void *arena) {
  (void)memory;
  (void)arena;
}

static pcre2_compile_context *compile_context(Arena *arena) {
  pcre2_general_context *memory = pcre2_general_context_create(take, give_back, arena);
  return memory ? pcre2_compile_context_create(memory) : NULL;
}

/* PCRE2_UTF without PCRE2_UCP: \p is Unicode's anyway, and no \w or \s is used. */
bool pre_tokens_make(Arena *arena, const PreTokens **pre_tokens, Status *status) {
  int error;
  PCRE2_SIZE place;
  PreTokens *made = arena_take(arena, 1, sizeof *made);
  pcre2_compile_context *context = made ? compile_context(arena) : NULL;
  if (!context) return status_no_memory(status);
  made->code =
      pcre2_compile((PCRE2_SPTR)pattern, sizeof pattern - 1, PCRE2_UTF, &error, &place, context);
  if (!made->code) return status_no_memory(status); /* the pattern itself is right: it is tested */
  *pre_tokens = made;
  return true;
}

bool pre_tokens_begin(const PreTokens *pre_tokens, Arena *work, PreTokensWalk *walk,
                      Status *status) {
  pcre2_general_context *memory = pcre2_general_context_create(take, give_back, work);
  *walk = (PreTokensWalk){pre_tokens, memory ? pcre2_match_data_create(1, memory) : NULL};
  return walk->match || status_no_memory(status);
}

/* Anchored at `first`: a search would find the same, after looking further. The text was checked
** for UTF-8 when it was cleaned. */
size_t pre_tokens_end(const PreTokensWalk *walk, Str text, size_t first) {
  pcre2_match_data *match = walk->match;
  int found = pcre2_match(walk->pre_tokens->code, (PCRE2_SPTR)text.at, text.bytes, first,
                          PCRE2_ANCHORED | PCRE2_NO_UTF_CHECK, match, NULL);
  size_t end = found >= 0 ? pcre2_get_ovector_pointer(match)[1] : first;
  if (end > first) return end;
  /* The pattern fits everywhere, so PCRE2 ran out of memory: go on with one character. */
  int bytes;
  utf8_get(text, first, &bytes);
  return first + (size_t)bytes;
}
