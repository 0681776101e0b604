/* text/bert_text.h -- a text made plain for BERT, and its words.
**
** In this order, each if asked for:
**
**   clean          U+0000, U+FFFD and control and format characters go, white space becomes a space
**   split_chinese  a space before and behind each Chinese character
**   strip_accents  canonical decomposition (NFD), then nonspacing marks go
**   lower          small letters, character by character: the Σ at a word's end becomes σ too
**
** Then words are what white space parts, and cut further as asked for:
**
**   punctuation    each punctuation character is a word (BertPreTokenizer, Punctuation)
**   signs          what is no letter, mark or digit parts from what is (Whitespace)
**   digits         numbers part from what is none, or each is a word (Digits)
**
** Every byte of the plain text knows the character of the source it came from.
**
** Like the fast tokenizer of the tokenizers library, also where that differs from BERT's own code:
** line and paragraph separators are white space, accents go before capitals, and Chinese extension
** E begins at U+2B920. Marks that stay are not put into canonical order; of the characters left
** after nonspacing marks have gone only a few tone and musical marks could tell.
**
** Memory  On the arena given.   Errors  Out of memory.   Time  Linear.
** Source  Devlin et al. 2018; the normaliser and pre-tokenizer "Bert" of the tokenizers library.
*/
#ifndef TEXT_BERT_TEXT_H
#define TEXT_BERT_TEXT_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

typedef struct BertTextOptions {
  bool clean, split_chinese, strip_accents, lower;
} BertTextOptions;

typedef enum DigitCut { DIGITS_STAY, DIGITS_PART, DIGITS_ALONE } DigitCut;

typedef struct WordCuts {
  bool punctuation, signs;
  DigitCut digits;
} WordCuts;

typedef struct BertText {
  Str text;
  const int *source; /* [text.bytes] where the character each byte came from begins */
} BertText;

/* text is UTF-8 of less than 2^31 bytes. */
bool bert_text_make(const BertTextOptions *options, Arena *arena, Str text, BertText *plain,
                    Status *status);

/* The next word at or behind *first: [*first, *end). False when there is none. */
bool bert_text_next_word(const WordCuts *cuts, Str plain, size_t *first, size_t *end);

#endif
