/* text/bert_text.h -- BERT's normalizer and pre-tokenizer.
**
** Normalisation, in this order, each step optional:
**
**   clean          removes U+0000, U+FFFD, control and format characters; white space becomes a
**   space split_chinese  puts a space before and after each Chinese character
**   strip_accents  canonical decomposition (NFD), then removes nonspacing marks
**   lower          lower case, character by character: a final Σ becomes σ too
**
** Then the text is split into words at white space, and further as the options say:
**
**   punctuation    each punctuation character is a word (BertPreTokenizer, Punctuation)
**   signs          splits between word characters and others (Whitespace)
**   digits         splits between numbers and others, or each number is a word (Digits)
**
** Every byte of the normalised text is mapped to the character of the source it came from.
**
** It follows the fast tokenizer of the tokenizers library, also where that differs from BERT's own
** code: line and paragraph separators are white space, accents are removed before capitals are
** lowered, and Chinese extension E begins at U+2B920. Remaining marks are not put into canonical
** order; after nonspacing marks are removed this affects only a few tone and musical marks.
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
  const int *source; /* [text.bytes] where in the source the character of each byte begins */
} BertText;

/* text is UTF-8 of less than 2^31 bytes. */
bool bert_text_make(const BertTextOptions *options, Arena *arena, Str text, BertText *plain,
                    Status *status);

/* Finds the next word at or after *first: [*first, *end). False when there is none. */
bool bert_text_next_word(const WordCuts *cuts, Str plain, size_t *first, size_t *end);

#endif
