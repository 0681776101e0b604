/* train/grammar/words.c -- one list of spellings, in the order in which they are read. */
#include "train/grammar/words.h"

#include <string.h>

#include "base/i18n.h"
#include "model/vocabulary.h"
#include "text/utf8.h"
#include "train/source_location.h"

bool grammar_words_make(Arena *arena, GrammarWords *words, Status *status) {
  *words = (GrammarWords){.arena = arena};
  words->spellings = arena_take(arena, GRAMMAR_SPELLINGS_MOST, sizeof *words->spellings);
  words->words = arena_take(arena, GRAMMAR_SPELLINGS_MOST, sizeof *words->words);
  words->shown = arena_take(arena, GRAMMAR_WORDS_MOST + 2, sizeof *words->shown);
  words->known = token_table_make(arena, GRAMMAR_SPELLINGS_MOST);
  return (words->spellings && words->words && words->shown && words->known) ||
         status_no_memory(status);
}

/* The word of a spelling, ignoring case; −1: none. */
static int find_word(const GrammarWords *words, Str spelling) {
  ArenaMark mark = arena_mark(words->arena);
  Str folded = utf8_fold(words->arena, spelling);
  int found = folded.at ? token_table_find(words->known, folded) : -1;
  arena_rewind(words->arena, mark);
  return found;
}

static Str cut_spelling(Str *rest) {
  const char *slash = rest->bytes ? memchr(rest->at, '/', rest->bytes) : NULL;
  Str part = {rest->at, slash ? (size_t)(slash - rest->at) : rest->bytes};
  size_t gone = part.bytes + (slash != NULL);
  *rest = (Str){rest->at + gone, rest->bytes - gone};
  return part;
}

static bool check_spelling(const GrammarWords *words, const char *place, Str spelling,
                           Status *status) {
  int shown = source_location_word_bytes(spelling);
  if (spelling.bytes == 0)
    return status_fail(status, STATUS_USAGE, _("%s: a slash needs a spelling on both sides"),
                       place);
  if (!vocabulary_is_token(spelling))
    return status_fail(status, STATUS_USAGE,
                       _("%s: “%.*s” is too long for one word, or has a space in it"), place, shown,
                       spelling.at);
  if (vocabulary_is_hidden(utf8_fold(words->arena, spelling)))
    return status_fail(status, STATUS_USAGE,
                       _("%s: “%.*s” stands for a hidden word and cannot be one itself"), place,
                       shown, spelling.at);
  return true;
}

/* The word that one of the spellings belongs to already, or -1; false when they belong to two
** words. */
static bool find_known(const GrammarWords *words, const char *place, Str spellings, int *word,
                       Status *status) {
  *word = -1;
  for (Str rest = spellings; rest.bytes > 0;) {
    Str spelling = cut_spelling(&rest);
    if (!check_spelling(words, place, spelling, status)) return false;
    int found = find_word(words, spelling);
    if (found < 0 || *word == found) continue;
    if (*word >= 0) {
      Str other = grammar_words_shown(words, *word);
      return status_fail(status, STATUS_USAGE,
                         _("%s: “%.*s” is a different word from “%.*s” already"), place,
                         source_location_word_bytes(spelling), spelling.at,
                         source_location_word_bytes(other), other.at);
    }
    *word = found;
  }
  return true;
}

/* All spellings are checked before the first is added, so a wrong line adds nothing. */
bool grammar_words_add(GrammarWords *words, const char *place, Str spellings, int *word,
                       Status *status) {
  if (spellings.bytes == 0)
    return status_fail(status, STATUS_USAGE, _("%s: a word is missing"), place);
  if (!find_known(words, place, spellings, word, status)) return false;
  if (*word < 0) *word = words->word_count++;
  for (Str rest = spellings; rest.bytes > 0;) {
    Str spelling = cut_spelling(&rest);
    if (find_word(words, spelling) >= 0) continue;
    if (words->spelling_count == GRAMMAR_SPELLINGS_MOST || words->word_count > GRAMMAR_WORDS_MOST)
      return status_fail(status, STATUS_USAGE, _("%s: too many words; the limit is %d"), place,
                         GRAMMAR_WORDS_MOST);
    const char *copy = str_copy(words->arena, spelling);
    if (!copy) return status_no_memory(status);
    words->spellings[words->spelling_count] = (Str){copy, spelling.bytes};
    Str folded = utf8_fold(words->arena, str_from(copy));
    if (!folded.at) return status_no_memory(status);
    if (!words->shown[*word]) words->shown[*word] = words->spelling_count + 1;
    token_table_put(words->known, folded, *word);
    words->words[words->spelling_count++] = *word;
  }
  return true;
}

Str grammar_words_shown(const GrammarWords *words, int word) {
  bool is_there = word >= 0 && word < words->word_count && words->shown[word];
  return is_there ? words->spellings[words->shown[word] - 1] : (Str){"", 0};
}

/* A spelling contains no 0, tab or line end (they are refused as blanks), so nothing is escaped. */
Str grammar_words_file(const GrammarWords *words, int unknown_count) {
  StrBuf file = strbuf_make(words->arena);
  strbuf_add(&file, STR("[MASK]\t___\n"));
  for (int i = 1; i <= unknown_count; i++) strbuf_format(&file, "unknown %d\n", i);
  for (int word = 0; word < words->word_count; word++) {
    int written = 0;
    for (int i = 0; i < words->spelling_count; i++) {
      if (words->words[i] != word) continue;
      if (written++) strbuf_add_char(&file, '\t');
      strbuf_add(&file, words->spellings[i]);
    }
    strbuf_add_char(&file, '\n');
  }
  return file.failed ? (Str){NULL, 0} : strbuf_str(&file);
}
