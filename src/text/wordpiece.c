/* text/wordpiece.c -- splits a word into the longest matching pieces, from the left. */
#include "text/wordpiece.h"

/* Does the word have more characters than allowed? */
static bool is_too_long(const WordPieces *pieces, Str word) {
  int characters = 0;
  for (size_t i = 0; i < word.bytes; i++)
    characters +=
        ((unsigned char)word.at[i] & 0xC0) != 0x80 && characters <= pieces->most_characters;
  return characters > pieces->most_characters;
}

/* If a part of the word matches no piece, the whole word becomes [UNK]. */
int wordpiece_split(const WordPieces *pieces, Str word, WorkBudget *budget, WordPiece *found) {
  int count = 0;
  size_t at = 0;
  bool covered = !is_too_long(pieces, word);
  while (covered && at < word.bytes) {
    Str rest = {word.at + at, word.bytes - at};
    const TokenTable *table = at ? pieces->later : pieces->first;
    size_t looks = token_table_longest_bytes(table);
    if (!work_budget_take(budget, (int64_t)(looks < rest.bytes ? looks : rest.bytes))) return -1;
    WordPiece piece = {.first = at};
    piece.bytes = token_table_longest(table, rest, &piece.id);
    covered = piece.bytes > 0;
    found[count++] = piece;
    at += piece.bytes;
  }
  if (covered) return count;
  found[0] = (WordPiece){pieces->unknown_id, 0, word.bytes};
  return 1;
}
