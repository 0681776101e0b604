/* model/tokenizer/tokenizer_internal.h -- the parts of a tokenizer, and the state of reading one.
** For this folder only.
**
** The order of a reading: names of the vocabulary → their table (tokenizer_seal_names) → merges,
** added tokens, tokens around a sentence → tokenizer_build_tables.
**
** Memory  On the arena of the reading; texts that the tokenizer keeps are in one block, `store`.
** Errors  Each step fails with a sentence in reading->status: file, line or key, value, what is
**         allowed.
*/
#ifndef MODEL_TOKENIZER_TOKENIZER_INTERNAL_H
#define MODEL_TOKENIZER_TOKENIZER_INTERNAL_H

#include "files/json.h"
#include "model/tokenizer/tokenizer.h"
#include "text/added_tokens.h"
#include "text/bpe.h"
#include "text/normal_text.h"
#include "text/split_pattern.h"
#include "text/pre_tokens.h"
#include "text/wordpiece.h"

/* Limits, so that a small file cannot make the program take gigabytes. */
enum {
  TOKENIZER_FILE_BYTES_MOST = 256 << 20,
  TOKENIZER_JSON_BYTES_MOST = 64 << 20,
  TOKENIZER_IDS_MOST = 1 << 22, /* ids lie below; the largest vocabularies have 2^18 */
  TOKENIZER_ADDED_BYTES_MOST = 1024,
  TOKENIZER_UNASKED_MOST = 4096, /* names between two calls of progress: 1 or 2 ms */
  TOKENIZER_STEPS_MOST = 12      /* of the normalizer; of the pre-tokenizer */
};

/* An id of the vocabulary, or one that was added. */
typedef struct TokenEntry {
  int id;
  Str name; /* as in the vocabulary */
  Str shown, bytes;
  bool special, added;
} TokenEntry;

/* A token put before or behind every sentence. */
typedef struct AroundToken {
  int id, segment;
} AroundToken;

/* Const after tokenizer_build_tables. `kind` says which of the two parts at the end is used. `cuts`
** are the pre-tokenizers that WordCuts and PreTokens cannot do; they come first, and WordPiece
** takes their pieces as words. */
struct Tokenizer {
  TokenizerKind kind;
  const char *files; /* it was read from */
  int id_limit, id_count;
  TokenEntry *entries; /* [entry_count], by id: ids may have gaps of any size */
  size_t entry_count;
  const TokenTable *names;
  const AddedTokens *typed, *plain; /* found in the text as typed; in the normalised text */
  const AroundToken *before, *behind;
  int before_count, behind_count;
  int separator_id; /* begins segment 1; −1: none does */
  int mask_id;
  const char *note;
  NormalStep normal[TOKENIZER_STEPS_MOST]; /* [normal_count] */
  SplitPattern cuts[TOKENIZER_STEPS_MOST]; /* [cut_count] */
  int normal_count, cut_count;
  /* BPE */
  const Bpe *bpe;
  const PreTokens *pre_tokens; /* NULL: not cut into pieces */
  int byte_ids[256];           /* −1: a damaged vocabulary lacks it */
  bool adds_space, takes_whole_pieces, fuses_unknown;
  /* WordPiece */
  WordPieces pieces;
  Str later_mark;                /* "##" */
  BertTextOptions plain_options; /* of BertNormalizer, to compare with the settings file */
  WordCuts word_cuts;
  int unknown_id; /* of both; −1: none */
};

/* A name as it was read, before ids are checked against each other. */
typedef struct TokenName {
  Str name;
  int id, line; /* line from 1, 0: not of a file with lines */
} TokenName;

/* One reading; passed along instead of six parameters. */
typedef struct TokenizerReading {
  Arena *arena;
  const char *folder, *path; /* path: of the file being read, for sentences */
  Status *status;
  Tokenizer *made;
  TokenName *names;
  size_t name_count;
  AddedToken *added;
  int added_count, added_room;
  char *store; /* the next free byte for copied texts */
  size_t store_bytes;
  StrBuf note;
  const Progress *progress; /* may be NULL */
  int unasked;              /* lines and names since the last call of progress */
} TokenizerReading;

/* The two arguments of "%.*s" for an error: at most 60 bytes of a text. */
#define CLIPPED(text) (int)str_head(text, 60).bytes, (text).at

/* Functions for reading. Those that can fail set reading->status. tokenizer_keep copies a text to
** store; other texts end with the reading. */
bool tokenizer_enter_file(TokenizerReading *reading, const char *name); /* true: it exists */
bool tokenizer_read_bytes(const TokenizerReading *reading, Str *bytes);

/* The JSON object of the entered file; the caller frees it with json_decref. */
bool tokenizer_read_object(const TokenizerReading *reading, json_t **object);

bool tokenizer_keep(TokenizerReading *reading, Str text, Str *copy);

/* Called for each line, name and merge; calls progress once in TOKENIZER_UNASKED_MOST calls. False
** when progress stops the reading; the status says so. */
bool tokenizer_goes_on(TokenizerReading *reading);

/* The text of a JSON string, valid as long as the value; at NULL when the value is no string. */
Str tokenizer_json_text(const json_t *value);

/* A boolean by its key, or `missing` where it is absent or null. */
bool tokenizer_json_bool(const TokenizerReading *reading, const json_t *object, const char *key,
                         bool missing, bool *value);

/* The entry of an id, to be read or filled; NULL: a gap. */
TokenEntry *tokenizer_entry(const Tokenizer *tokenizer, int id);

/* names.c */

/* Read names and ids from one of the two files; sealing sorts them, finds duplicates and makes the
** tables. */
bool tokenizer_read_vocab_json(TokenizerReading *reading, json_t *vocab); /* an object */
bool tokenizer_read_vocab_txt(TokenizerReading *reading);
bool tokenizer_seal_names(TokenizerReading *reading);

/* The id of a token that must exist, such as "[UNK]", and be below the model's row count. */
bool tokenizer_need(const TokenizerReading *reading, Str which, int *id);

/* merges.c */

/* Read the merges in the order of their rank; both need the sealed names. */
bool tokenizer_read_merges_txt(TokenizerReading *reading);
bool tokenizer_read_merges_json(TokenizerReading *reading, const json_t *merges);

/* added.c */

/* One entry of added_tokens or added_tokens_decoder. */
bool tokenizer_add_json(TokenizerReading *reading, int64_t id, const json_t *token);

/* The three small files beside a vocabulary without tokenizer.json. */
bool tokenizer_read_companions(TokenizerReading *reading);

/* Reads from the settings file only what tokenizer.json lacks: the name of the mask token, and
** tokens added later. Notes settings that contradict tokenizer.json. */
bool tokenizer_read_settings(TokenizerReading *reading);

/* json.c */

/* Reads tokenizer.json, after tokenizer_enter_file has found it. */
bool tokenizer_read_json(TokenizerReading *reading);

/* pipeline.c */

/* Fails with the name of an unsupported part of the pipeline. */
bool tokenizer_refuse(const TokenizerReading *reading, const char *part, const char *name);

/* The type of a part; "null" where there is none. */
const char *tokenizer_type_of(const json_t *part);
bool tokenizer_is_type(const json_t *part, const char *type);

/* The parts normalizer and pre_tokenizer, into normal, cuts, word_cuts and pre_tokens. */
bool tokenizer_read_normalizer(TokenizerReading *reading, const json_t *part);
bool tokenizer_read_pre_tokenizer(TokenizerReading *reading, const json_t *part);

/* build_tables.c */

/* Sorts entries, makes their texts and the tables that splitting needs; the last step. */
bool tokenizer_build_tables(TokenizerReading *reading);

#endif
