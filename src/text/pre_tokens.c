/* text/pre_tokens.c -- the pattern of GPT-2, anchored at one place after another. */
#include "text/pre_tokens.h"

#include "text/utf8.h"

static const char pattern[] = "'s|'t|'re|'ve|'m|'ll|'d"
                              "| ?\\p{L}+| ?\\p{N}+| ?[^" PATTERN_WHITE "\\p{L}\\p{N}]+"
                              "|[" PATTERN_WHITE "]+(?![^" PATTERN_WHITE "])|[" PATTERN_WHITE "]+";

/* PATTERN_OWN: \p is Unicode's anyway, and no \w or \s is used. */
bool pre_tokens_make(Arena *arena, const PreTokens **pre_tokens, Status *status) {
  return pattern_make(arena, PATTERN_OWN, (Str){pattern, sizeof pattern - 1}, pre_tokens, status);
}

bool pre_tokens_begin(const PreTokens *pre_tokens, Arena *work, PreTokensWalk *walk,
                      Status *status) {
  return pattern_begin(pre_tokens, work, NULL, walk, status);
}

/* Anchored at `first`: a search would find the same, after looking further. The text was checked
** for UTF-8 when it was cleaned. */
size_t pre_tokens_end(const PreTokensWalk *walk, Str text, size_t first) {
  size_t end;
  if (pattern_at(walk, text, first, &end) == PATTERN_FOUND && end > first) return end;
  /* The pattern fits everywhere, so PCRE2 ran out of memory: go on with one character. */
  int bytes;
  utf8_get(text, first, &bytes);
  return first + (size_t)bytes;
}
