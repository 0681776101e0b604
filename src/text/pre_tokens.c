/* text/pre_tokens.c -- splits a text by the pattern of GPT-2. */
#include "text/pre_tokens.h"

#include "text/utf8.h"

static const char pattern[] = "'s|'t|'re|'ve|'m|'ll|'d"
                              "| ?\\p{L}+| ?\\p{N}+| ?[^" PATTERN_WHITE "\\p{L}\\p{N}]+"
                              "|[" PATTERN_WHITE "]+(?![^" PATTERN_WHITE "])|[" PATTERN_WHITE "]+";

/* PATTERN_OWN suffices: the pattern has no \w or \s, and \p is always Unicode's. */
bool pre_tokens_make(Arena *arena, const PreTokens **pre_tokens, Status *status) {
  return pattern_make(arena, PATTERN_OWN, (Str){pattern, sizeof pattern - 1}, pre_tokens, status);
}

bool pre_tokens_begin(const PreTokens *pre_tokens, Arena *work, PreTokensWalk *walk,
                      Status *status) {
  return pattern_begin(pre_tokens, work, NULL, walk, status);
}

/* The match is anchored at `first`, since the pattern matches everywhere. The text is valid UTF-8
** already. */
size_t pre_tokens_end(const PreTokensWalk *walk, Str text, size_t first) {
  size_t end;
  if (pattern_at(walk, text, first, &end) == PATTERN_FOUND && end > first) return end;
  /* The pattern matches everywhere, so PCRE2 ran out of memory: continue after one character. */
  int bytes;
  utf8_get(text, first, &bytes);
  return first + (size_t)bytes;
}
