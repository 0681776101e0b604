/* model/roles/role_texts.c -- marked sentences from assets/, and made-up sequences of known words.
**
** The texts, and with them the labels, must always be the same: seeds are fixed and words are taken
** in the order of the vocabulary. */
#include "model/roles/role_texts.h"

#include <assert.h>
#include <string.h>

#include "assets/assets.h"
#include "base/rng.h"
#include "model/model_weights.h"
#include "model/roles/role_tokens.h"
#include "text/utf8.h"

enum { SENTENCES_MOST = 100, TEXTS_MOST = SENTENCES_MOST + 2 * ROLE_MADE_UP, WORDS_MOST = 600 };

static const char sentences_name[] = "texts/roles.txt";
static const uint64_t seed = 33;

/* The state of making the texts; passed along instead of five parameters. */
typedef struct Making {
  const Model *model;
  Arena *arena;
  RoleText *texts;
  int count;
  Str words[WORDS_MOST]; /* for made-up sequences */
  int word_count;
  bool no_memory;
  bool failed; /* with a status of its own */
} Making;

/* Removes the marks [noun] and {pronoun} and keeps their positions. */
static RoleText read_sentence(Making *making, Str line) {
  RoleText text = {.kind = ROLE_SENTENCE};
  char *plain = arena_take(making->arena, line.bytes + 1, 1);
  int bytes = 0;
  making->no_memory = making->no_memory || !plain;
  for (size_t i = 0; plain && i < line.bytes; i++) {
    char c = line.at[i];
    if (c == '[') text.noun.first = bytes;
    else if (c == ']') text.noun.end = bytes;
    else if (c == '{') text.pronoun.first = bytes;
    else if (c == '}') text.pronoun.end = bytes;
    else plain[bytes++] = c;
  }
  /* The file is the program's own, so a missing mark is a bug. */
  assert(!plain || (text.noun.end > text.noun.first && text.pronoun.end > text.pronoun.first));
  text.text = (Str){plain, (size_t)bytes};
  return text;
}

/* Does the model know half of the words? One that takes any word knows all. */
static bool knows_half(Making *making, Str sentence, Status *status) {
  const Vocabulary *vocabulary = making->model->vocabulary;
  Tokens tokens;
  const int *ids;
  int known = 0;
  if (role_tokens_are_own(making->model)) {
    bool know;
    making->failed = !role_tokens_know(making->model, making->arena, sentence, &know, status);
    return know;
  }
  if (!vocabulary) return true;
  if (!vocabulary_split(vocabulary, making->arena, sentence, MODEL_TOKENS_MOST, &tokens, &ids,
                        NULL)) {
    making->no_memory = true;
    return false;
  }
  for (int i = 0; i < tokens.count; i++)
    known += ids[i] >= VOCABULARY_UNKNOWN_FIRST + vocabulary->unknown_count;
  return 2 * known >= tokens.count;
}

static void add_sentences(Making *making, Str file, Status *status) {
  for (size_t at = 0; at < file.bytes && making->count < SENTENCES_MOST && !making->failed;) {
    const char *end = memchr(file.at + at, '\n', file.bytes - at);
    Str line = {file.at + at, end ? (size_t)(end - file.at) - at : file.bytes - at};
    at += line.bytes + 1;
    line = str_trim(line);
    /* Empty lines and comments of the file. */
    if (line.bytes == 0 || line.at[0] == '#') continue;
    RoleText text = read_sentence(making, line);
    if (!making->no_memory && knows_half(making, text.text, status))
      making->texts[making->count++] = text;
  }
}

/* Adds a word that is a token of its own between spaces; skips punctuation. */
static void add_word(Making *making, Str word) {
  int bytes;
  Tokens tokens;
  if (making->word_count == WORDS_MOST || word.bytes == 0) return;
  if (utf8_is_punctuation(utf8_get(word, 0, &bytes))) return;
  if (making->model->vocabulary) {
    const int *ids;
    if (!vocabulary_split(making->model->vocabulary, making->arena, word, 2, &tokens, &ids, NULL))
      making->no_memory = true;
    else if (tokens.count == 1) making->words[making->word_count++] = word;
    return;
  }
  for (int i = 0; i < making->word_count; i++)
    if (str_equal(making->words[i], word)) return;
  making->words[making->word_count++] = word;
}

static void add_known_words(Making *making) {
  assert(making->model->vocabulary);
  const Vocabulary *vocabulary = making->model->vocabulary;
  for (int id = VOCABULARY_UNKNOWN_FIRST + vocabulary->unknown_count; id < vocabulary->count; id++)
    add_word(making, vocabulary->shown[id]);
}

static void add_words_of_sentences(Making *making) {
  for (int i = 0; i < making->count; i++) {
    Tokens tokens;
    if (!tokens_split(making->arena, making->texts[i].text, NULL, MODEL_TOKENS_MOST, &tokens, NULL))
      making->no_memory = true;
    else
      for (int t = 0; t < tokens.count; t++) add_word(making, tokens.at[t].match);
  }
}

/* Adds a sequence of word_count different words, for ROLE_REPEAT twice. */
static void add_made_up(Making *making, RoleTextKind kind, int word_count, Rng *rng) {
  assert(making->count < TEXTS_MOST && kind != ROLE_SENTENCE);
  StrBuf text = strbuf_make(making->arena);
  if (word_count > making->word_count) word_count = making->word_count;
  /* A sequence of one word measures nothing. */
  if (word_count < 2) return;
  for (int i = 0; i < word_count; i++) {
    int other = i + rng_below(rng, making->word_count - i);
    Str word = making->words[other];
    /* Fisher–Yates: drawn words move to the front; the next sequence continues from this order. */
    making->words[other] = making->words[i];
    making->words[i] = word;
  }
  for (int i = 0; i < (kind == ROLE_REPEAT ? 2 : 1) * word_count; i++) {
    if (i > 0) strbuf_add_char(&text, ' ');
    strbuf_add(&text, making->words[i % word_count]);
  }
  making->no_memory = making->no_memory || text.failed;
  making->texts[making->count++] =
      (RoleText){.kind = kind, .text = strbuf_str(&text), .word_count = word_count};
}

static void add_sequences(Making *making) {
  Rng rng = rng_make(seed);
  if (making->model->vocabulary) add_known_words(making);
  else add_words_of_sentences(making);
  for (int i = 0; i < ROLE_MADE_UP && !making->no_memory; i++) {
    add_made_up(making, ROLE_PLAIN, ROLE_PLAIN_WORDS, &rng);
    add_made_up(making, ROLE_REPEAT, ROLE_REPEATED_WORDS, &rng);
  }
}

static void add_token_sequences(Making *making, Status *status) {
  int count;
  making->failed = !role_tokens_make(making->model, making->arena, &making->texts[making->count],
                                     &count, status);
  making->count += count;
}

bool role_texts_make(const Model *model, Arena *arena, const RoleText **texts, int *count,
                     Status *status) {
  Str file;
  Making *making = arena_take(arena, 1, sizeof *making);
  if (!making) return status_no_memory(status);
  *making = (Making){.model = model, .arena = arena};
  making->texts = arena_take(arena, TEXTS_MOST, sizeof *making->texts);
  if (!making->texts) return status_no_memory(status);
  if (assets_find(sentences_name, &file)) add_sentences(making, file, status);
  if (!making->failed && role_tokens_are_own(model)) add_token_sequences(making, status);
  else if (!making->failed) add_sequences(making);
  *texts = making->texts;
  *count = making->count;
  if (making->failed) return false;
  return !making->no_memory || status_no_memory(status);
}
