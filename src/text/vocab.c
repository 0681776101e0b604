/* text/vocab.c -- a token table whose ids are the numbers of the words. */
#include "text/vocab.h"

#include "base/i18n.h"
#include "text/token_table.h"

struct Vocab {
  TokenTable *numbers;
};

/* The error about a repeated word has both numbers. */
static bool add_word(Arena *arena, TokenTable *numbers, Str word, int number, Status *status) {
  const char *copy = str_copy(arena, word);
  if (!copy) return status_no_memory(status);
  int before = token_table_put(numbers, (Str){copy, word.bytes}, number);
  return before < 0 ||
         status_fail(status, STATUS_COULD_NOT,
                     _("the vocabulary has the word “%.*s” twice, as numbers %d and %d"),
                     (int)str_head(word, 64).bytes, word.at, before, number);
}

bool vocab_make(Arena *arena, const Str *words, int word_count, Vocab **vocab, Status *status) {
  Vocab *made = arena_take(arena, 1, sizeof *made);
  TokenTable *numbers = made ? token_table_make(arena, (size_t)word_count) : NULL;
  if (!numbers) return status_no_memory(status);
  for (int i = 0; i < word_count; i++)
    if (!add_word(arena, numbers, words[i], i, status)) return false;
  made->numbers = numbers;
  *vocab = made;
  return true;
}

int vocab_find(const Vocab *vocab, Str word) { return token_table_find(vocab->numbers, word); }

int vocab_longest_match(const Vocab *vocab, Str text) {
  int number;
  return (int)token_table_longest(vocab->numbers, text, &number);
}
