/* text/token_ids.c -- reads a list of numbers, separated by white space or commas. */
#include "text/token_ids.h"

#include <assert.h>
#include <limits.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static size_t skip_white(Str text, size_t at) {
  while (at < text.bytes && is_white(text.at[at])) at++;
  return at;
}

/* The number at `at`, where a digit stands. */
static TokenId number_at(Str text, size_t at) {
  long id;
  size_t bytes = str_leading_number((Str){text.at + at, text.bytes - at}, &id);
  return (TokenId){.first = at, .bytes = bytes, .id = id < INT_MAX ? (int)id : INT_MAX};
}

/* made NULL: only counts. False: the text has something else. */
static bool walk(Str text, TokenId *made, int *count) {
  size_t at = skip_white(text, 0);
  for (*count = 0; at < text.bytes; ++*count) {
    if (!is_digit(text.at[at])) return false;
    TokenId found = number_at(text, at);
    size_t end = at + found.bytes;
    if (made) made[*count] = found;
    at = skip_white(text, end);
    bool has_comma = at < text.bytes && text.at[at] == ',';
    if (at < text.bytes && at == end && !has_comma) return false;
    if (has_comma) at = skip_white(text, at + 1);
  }
  return true;
}

bool token_ids_are(Str text) {
  int count;
  return walk(text, NULL, &count);
}

bool token_ids_read(Arena *arena, Str text, TokenIds *ids, Status *status) {
  TokenId *made = arena_take(arena, text.bytes / 2 + 1, sizeof *made);
  *ids = (TokenIds){made, 0};
  if (!made) return status_no_memory(status);
  bool are_ids = walk(text, made, &ids->count);
  assert(are_ids);
  (void)are_ids;
  return true;
}
