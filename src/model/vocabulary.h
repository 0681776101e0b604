/* model/vocabulary.h -- the words a trained model knows, and the ids of unknown words.
**
** Ids     0 is the hidden word "[MASK]", also typed ___ (three or more). 1 … unknown_count are the
**         "unknown" embeddings. The known words follow.
** Unknown A word outside the vocabulary gets the unknown embedding that its bytes hash to or, if
** another unknown word of the sentence has that one, the next free one. So within a sentence the
** same word has the same id, and different words differ while embeddings are left. In a vocabulary
** without unknown embeddings it gets the hidden word's id.
** File    vocab.txt, UTF-8, one id a line in order: "[MASK]", "unknown 1" …, then the words.
**         Further spellings of the same id (traditional characters, another apostrophe) stand
**         behind tabs. Matching is without case (text/tokens.h).
** Memory  On the arena given.
** Errors  Out of memory; a spelling twice, an empty line, a space in a word, bytes that are not
**         UTF-8, another word where [MASK] or "unknown 1" must stand: file and line.
*/
#ifndef MODEL_VOCABULARY_H
#define MODEL_VOCABULARY_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "text/tokens.h"
#include "text/vocab.h"

enum { VOCABULARY_HIDDEN_ID = 0, VOCABULARY_UNKNOWN_FIRST = 1 };

/* Const once read; ids are rows of the model's embedding. */
typedef struct Vocabulary {
  int count;          /* ids, special ones included */
  int unknown_count;  /* how many of them are "unknown" embeddings */
  const Str *shown;   /* [count], the first spelling: "animal", "[MASK]", "unknown 3" */
  const Vocab *words; /* every spelling, folded */
  const int *ids;     /* [spellings] the id each belongs to */
  Str file;           /* the bytes of vocab.txt */
} Vocabulary;

/* At most TOKEN_BYTES_MOST bytes without white space, so that it can be typed and found again. */
bool vocabulary_is_token(Str word);

/* Is a folded word (utf8_fold) the hidden word, [MASK] or a gap (___)? */
bool vocabulary_is_hidden(Str folded);

/* file: the bytes of vocab.txt, which are copied; path is for the sentence of an error.
** unknown_count is that of config.json, and the file must begin with as many. */
bool vocabulary_read(Arena *arena, const char *path, Str file, int unknown_count,
                     const Vocabulary **vocabulary, Status *status);

/* The id of one spelling as typed, or -1 when it is unknown. */
int vocabulary_find(const Vocabulary *vocabulary, Str word);

/* The embedding that an unknown word got as its id, "unknown 3"; empty for the id of a known word
** or of a gap. match is folded. */
Str vocabulary_read_as(const Vocabulary *vocabulary, Str match, int id);

/* Splits a sentence into at most limit tokens and gives each its id, unknown ones included:
** [tokens->count] ids on the arena. False: out of memory. */
bool vocabulary_split(const Vocabulary *vocabulary, Arena *arena, Str sentence, int limit,
                      Tokens *tokens, const int **ids, Status *status);

#endif
