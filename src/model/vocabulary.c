/* model/vocabulary.c -- reads vocab.txt, and finds the ids of a sentence's tokens.
**
** Spellings are folded (text/utf8.h) when the file is read, and tokens when a sentence is split, so
** a look-up compares bytes. */
#include "model/vocabulary.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/i18n.h"
#include "model/network.h"
#include "text/utf8.h"

static const char hidden_word[] = "[MASK]";

enum { SHOWN_BYTES = 60, HIDDEN_UNDERSCORES = 3, FREE = -1 };

/* The state of reading a file; passed along instead of five parameters. */
typedef struct Reading {
  Arena *arena;
  const char *path;
  Status *status;
  Vocabulary *made;
  Str *shown;
  Str *spellings; /* folded, without the special ones */
  int *ids, *lines;
  int spelling_count;
} Reading;

static bool fail_line(const Reading *reading, int line, const char *what) {
  return status_fail(reading->status, STATUS_COULD_NOT, "%s:%d: %s", reading->path, line, what);
}

static int count_bytes(Str text, char wanted) {
  int count = 0;
  for (size_t i = 0; i < text.bytes; i++) count += text.at[i] == wanted;
  return count;
}

/* Removes and returns the part of *rest before the separator, with the separator. */
static Str cut_at(Str *rest, char separator) {
  const char *found = rest->bytes ? memchr(rest->at, separator, rest->bytes) : NULL;
  Str part = *rest;
  if (found) part.bytes = (size_t)(found - rest->at);
  size_t gone = part.bytes + (found != NULL);
  *rest = (Str){rest->at + gone, rest->bytes - gone};
  return part;
}

static bool is_utf8(Str text) {
  uint32_t code;
  for (size_t at = 0, bytes; at < text.bytes; at += bytes)
    if ((bytes = str_decode(text, at, &code)) == 0) return false;
  return true;
}

static bool has_space(Str text) {
  int bytes;
  for (size_t at = 0; at < text.bytes; at += (size_t)bytes)
    if (utf8_is_space(utf8_get(text, at, &bytes))) return true;
  return false;
}

bool vocabulary_is_token(Str word) {
  return word.bytes > 0 && word.bytes <= TOKEN_BYTES_MOST && !has_space(word);
}

static bool add_spelling(Reading *reading, Str spelling, int id) {
  if (spelling.bytes == 0) return fail_line(reading, id + 1, _("an empty word"));
  if (!vocabulary_is_token(spelling))
    return fail_line(reading, id + 1, _("a word must be one token: short, and without spaces"));
  Str folded = utf8_fold(reading->arena, spelling);
  reading->spellings[reading->spelling_count] = folded;
  reading->ids[reading->spelling_count] = id;
  reading->spelling_count++;
  return true;
}

/* The unknown embeddings have a name to show, but no spelling to type. */
static bool read_special(const Reading *reading, Str line, int id) {
  char wanted[32];
  if (id == VOCABULARY_HIDDEN_ID) snprintf(wanted, sizeof wanted, "%s", hidden_word);
  else snprintf(wanted, sizeof wanted, "unknown %d", id);
  Str rest = line, name = cut_at(&rest, '\t');
  if (str_is(name, wanted) && (id == VOCABULARY_HIDDEN_ID || name.bytes == line.bytes)) return true;
  return status_fail(reading->status, STATUS_COULD_NOT, _("%s:%d: “%.*s” stands where “%s” must"),
                     reading->path, id + 1, (int)str_head(line, SHOWN_BYTES).bytes, line.at,
                     wanted);
}

static bool read_line(Reading *reading, Str line, int id) {
  assert(id >= 0 && id < reading->made->count);
  Str rest = line;
  if (line.bytes == 0) return fail_line(reading, id + 1, _("the line is empty"));
  if (!is_utf8(line)) return fail_line(reading, id + 1, _("bytes that are not UTF-8"));
  bool special = id < VOCABULARY_UNKNOWN_FIRST + reading->made->unknown_count;
  if (special && !read_special(reading, line, id)) return false;
  if (special && id != VOCABULARY_HIDDEN_ID) {
    reading->shown[id] = line;
    return true;
  }
  int more = count_bytes(line, '\t');
  reading->shown[id] = cut_at(&rest, '\t');
  if (!add_spelling(reading, reading->shown[id], id)) return false;
  for (; more > 0; more--)
    if (!add_spelling(reading, cut_at(&rest, '\t'), id)) return false;
  return true;
}

static bool read_lines(Reading *reading) {
  Str rest = reading->made->file;
  for (int id = 0; id < reading->made->count; id++) {
    Str line = cut_at(&rest, '\n');
    /* Windows line ends. */
    if (line.bytes > 0 && line.at[line.bytes - 1] == '\r') line.bytes--;
    if (!read_line(reading, line, id)) return false;
  }
  return true;
}

/* Finds the lines of a word that the file has twice, which vocab_make does not tell. Slow, but only
** after an error. */
static bool fail_twice(const Reading *reading) {
  for (int i = 0; i < reading->spelling_count; i++)
    for (int j = 0; j < i; j++)
      if (str_equal(reading->spellings[i], reading->spellings[j]))
        return status_fail(reading->status, STATUS_COULD_NOT,
                           _("%s:%d: “%.*s” stands on line %d already"), reading->path,
                           reading->ids[i] + 1,
                           (int)str_head(reading->spellings[i], SHOWN_BYTES).bytes,
                           reading->spellings[i].at, reading->ids[j] + 1);
  return status_no_memory(reading->status);
}

static bool check_count(const Reading *reading) {
  int count = reading->made->count, unknown = reading->made->unknown_count;
  if (count > NETWORK_WORDS_MOST)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       P_("%s: %d word; the limit is %d", "%s: %d words; the limit is %d", count),
                       reading->path, count, NETWORK_WORDS_MOST);
  if (unknown < 0 || count < VOCABULARY_UNKNOWN_FIRST + unknown)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       P_("%s: %d line, but the hidden word and the unknown ones (%d) come first",
                          "%s: %d lines, but the hidden word and the unknown ones (%d) come first",
                          count),
                       reading->path, count, unknown);
  return true;
}

static bool take_tables(Reading *reading, Str file) {
  size_t lines = (size_t)reading->made->count, spellings = lines + (size_t)count_bytes(file, '\t');
  const char *copy = str_copy(reading->arena, file);
  reading->made->file = (Str){copy, file.bytes};
  reading->made->shown = reading->shown = arena_take(reading->arena, lines, sizeof *reading->shown);
  reading->made->ids = reading->ids =
      arena_take(reading->arena, spellings, sizeof *reading->made->ids);
  reading->spellings = arena_take(reading->arena, spellings, sizeof *reading->spellings);
  return copy && reading->shown && reading->ids && reading->spellings;
}

bool vocabulary_read(Arena *arena, const char *path, Str file, int unknown_count,
                     const Vocabulary **vocabulary, Status *status) {
  Reading reading = {.arena = arena, .path = path, .status = status};
  file = str_without_mark(file);
  reading.made = arena_take(arena, 1, sizeof *reading.made);
  if (!reading.made) return status_no_memory(status);
  bool open_end = file.bytes > 0 && file.at[file.bytes - 1] != '\n';
  reading.made->count = count_bytes(file, '\n') + open_end;
  reading.made->unknown_count = unknown_count;
  if (!check_count(&reading)) return false;
  if (!take_tables(&reading, file)) return status_no_memory(status);
  if (!read_lines(&reading)) return false;
  Vocab *words;
  if (!vocab_make(arena, reading.spellings, reading.spelling_count, &words, NULL))
    return fail_twice(&reading);
  reading.made->words = words;
  *vocabulary = reading.made;
  return true;
}

/* Three or more underscores. */
static bool is_gap(Str word) {
  return word.bytes >= HIDDEN_UNDERSCORES && count_bytes(word, '_') == (int)word.bytes;
}

bool vocabulary_is_hidden(Str folded) { return str_is(folded, "[mask]") || is_gap(folded); }

static int id_of_folded(const Vocabulary *vocabulary, Str folded) {
  int spelling = vocab_find(vocabulary->words, folded);
  if (spelling >= 0) return vocabulary->ids[spelling];
  return is_gap(folded) ? VOCABULARY_HIDDEN_ID : -1;
}

int vocabulary_find(const Vocabulary *vocabulary, Str word) {
  int id = id_of_folded(vocabulary, word);
  /* Look up the word as typed first: most words are lower case already. */
  if (id >= 0) return id;
  Arena *scratch = arena_make(0);
  if (scratch) id = id_of_folded(vocabulary, utf8_fold(scratch, word));
  arena_free(scratch);
  return id;
}

/* Open addressing: owners[u] is the first token with the unknown embedding u, or FREE. With every
** embedding taken, different words share the one their bytes hash to. */
static int unknown_of(const Vocabulary *vocabulary, const Token *tokens, int index, int *owners) {
  assert(index >= 0 && vocabulary->unknown_count >= 0);
  int count = vocabulary->unknown_count;
  if (count == 0) return VOCABULARY_HIDDEN_ID;
  Str word = tokens[index].match;
  int home = (int)(rng_hash(word.at, word.bytes) % (uint64_t)count);
  for (int i = 0; i < count; i++) {
    int slot = (home + i) % count;
    /* The first unknown word to reach a slot owns it for this sentence. */
    if (owners[slot] == FREE) owners[slot] = index;
    if (str_equal(tokens[owners[slot]].match, word)) return VOCABULARY_UNKNOWN_FIRST + slot;
  }
  return VOCABULARY_UNKNOWN_FIRST + home;
}

Str vocabulary_read_as(const Vocabulary *vocabulary, Str match, int id) {
  assert(id >= 0 && id < vocabulary->count);
  return id_of_folded(vocabulary, match) < 0 ? vocabulary->shown[id] : (Str){"", 0};
}

bool vocabulary_split(const Vocabulary *vocabulary, Arena *arena, Str sentence, int limit,
                      Tokens *tokens, const int **ids, Status *status) {
  assert(limit > 0);
  if (!tokens_split(arena, sentence, vocabulary->words, limit, tokens, status)) return false;
  int *numbers = arena_take(arena, (size_t)tokens->count, sizeof *numbers);
  int *owners = arena_take(arena, (size_t)vocabulary->unknown_count, sizeof *owners);
  if (!numbers || !owners) return status_no_memory(status);
  for (int i = 0; i < vocabulary->unknown_count; i++) owners[i] = FREE;
  for (int i = 0; i < tokens->count; i++) {
    numbers[i] = id_of_folded(vocabulary, tokens->at[i].match);
    if (numbers[i] < 0) numbers[i] = unknown_of(vocabulary, tokens->at, i, owners);
  }
  *ids = numbers;
  return true;
}
