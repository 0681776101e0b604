/* model/tokenizer/tokenizer.h -- the tokenizer of a checkpoint folder: a sentence becomes ids, an
** id a text.
**
**   BPE        GPT-2: special tokens are cut out, the rest falls into pieces (text/pre_tokens.h),
**              each piece into its bytes, and bytes are merged (text/bpe.h).
**   WordPiece  BERT: special tokens are cut out, the rest is made plain (text/bert_text.h) and each
**              word covered with the longest pieces (text/wordpiece.h), between [CLS] and [SEP].
**              A typed [SEP] ends the first of two sentences: what follows is segment 1.
**
** Files   tokenizer.json, if there; else vocab.json and merges.txt, or vocab.txt, with what
**         tokenizer_config.json, special_tokens_map.json and added_tokens.json say of them.
**         docs/formats.md tells what is read of each.
** Where   first_byte and byte_count lie in the cleaned sentence, in order, also where the model
**         reads small letters without accents; what it does not read at all (white space, invisible
**         characters) is between the pieces. Pieces that split one character lie over each other.
** Memory  On the arena given; no file stays open. A tokenizer is const: several threads may split,
**         each on its own arena.
** Errors  File, line or key, value, and what is allowed. A part of tokenizer.json that is not known
**         here is refused by its name. An id at or above id_limit is an error, when reading or, of
**         an added token, when it is typed.
** Time    Linear in the files, and in the sentence but for a logarithm inside a piece.
** Source  The file formats of GPT-2's encoder and of the tokenizers and transformers libraries.
*/
#ifndef MODEL_TOKENIZER_TOKENIZER_H
#define MODEL_TOKENIZER_TOKENIZER_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/status.h"
#include "base/str.h"

/* One token of a split sentence, its texts on the arena of the split or the tokenizer's own. */
typedef struct TokenPiece {
  int id;
  Str text;  /* as typed or named: " the", "##able", "[CLS]"; "" for a part of a character */
  Str shown; /* one line to be read: "␣the", "\n", "\xE4\xB8"; never empty */
  Str bytes; /* that it stands for: " the", "able", E4 B8 */
  int first_byte, byte_count; /* in the cleaned sentence; 0 bytes for what was added to it */
  int group;    /* pieces of one character (grapheme) share a number ≥ 0; −1: stands alone */
  bool special; /* [CLS], <|endoftext|> … */
  int segment;  /* BERT: 0 or 1 */
} TokenPiece;

/* A split sentence, and what did not fit into it. */
typedef struct TokenPieces {
  Str sentence; /* cleaned: each bad byte has become U+FFFD */
  const TokenPiece *at;
  int count;
  int cut_count;       /* tokens beyond the limit, left out */
  int bad_byte_count;  /* bytes of the sentence that were not UTF-8 */
  int lost_byte_count; /* bytes a damaged vocabulary has no token for, left out */
} TokenPieces;

typedef struct Tokenizer Tokenizer;

/* What a folder of this family holds where there is no tokenizer.json to say it. */
typedef enum TokenizerKind { TOKENIZER_BPE, TOKENIZER_WORDPIECE } TokenizerKind;

/* What to read. */
typedef struct TokenizerOrder {
  const char *folder;
  TokenizerKind kind;
  int id_limit;             /* rows of the model's table of tokens */
  const Progress *progress; /* may stop it; NULL: nobody does */
} TokenizerOrder;

/* True with *tokenizer NULL: the folder has none. False: a file is not as it must be, and status
** names it with line or key; or progress stopped it. */
bool tokenizer_read(Arena *arena, const TokenizerOrder *order, const Tokenizer **tokenizer,
                    Status *status);

/* Whether a folder has files of a tokenizer, whatever is in them. */
bool tokenizer_is_there(Arena *arena, const char *folder);

/* What to split. */
typedef struct SplitOrder {
  Str sentence;
  int most;                 /* tokens kept, those added before and behind among them */
  const Progress *progress; /* may stop it; NULL: nobody does */
} SplitOrder;

/* What is beyond the most tokens is cut and counted. False: memory is out, an added token was typed
** whose id the model has no row for, the tokenizer takes too long on this text
** (text/work_budget.h), or progress stopped it. */
bool tokenizer_split(const Tokenizer *tokenizer, Arena *arena, const SplitOrder *order,
                     TokenPieces *pieces, Status *status);

/* The index of the piece a place in the cleaned sentence belongs to: the one over it, else the last
** before it that has bytes, else the first that has; −1 when none has. */
int token_pieces_find(const TokenPieces *pieces, int byte);

/* What it was read from, for the card, and what is known of each id. Ids outside, and gaps, give
** "" or false. */
const char *tokenizer_files(const Tokenizer *tokenizer); /* "vocab.json, merges.txt" */

/* The largest id + 1; ids may have gaps. */
int tokenizer_id_count(const Tokenizer *tokenizer);

/* One line to be read, as TokenPiece.shown; "" for a gap. */
Str tokenizer_token(const Tokenizer *tokenizer, int id);

/* As typed or named, as TokenPiece.text; "" for a gap or a part of a character. */
Str tokenizer_text(const Tokenizer *tokenizer, int id);

/* The bytes it stands for, as TokenPiece.bytes; "" for a gap. */
Str tokenizer_bytes(const Tokenizer *tokenizer, int id);

bool tokenizer_is_special(const Tokenizer *tokenizer, int id);

/* The id of [MASK]; −1: it has none. */
int tokenizer_mask_id(const Tokenizer *tokenizer);

/* The token that stands for what has none, [UNK]; −1: it has none. */
int tokenizer_unknown_id(const Tokenizer *tokenizer);

/* One sentence on what was read otherwise than it may be meant; NULL: nothing to say. */
const char *tokenizer_note(const Tokenizer *tokenizer);

#endif
