/* text/normal_text.h -- normalisation of a text before it is split, step by step in the order
** given.
**
**   NORMAL_BERT    text/bert_text.h with its options; with lower alone it is Lowercase
**   NORMAL_FORM    a normalization form of Unicode: composed or not, compatible or not
**                  (NFC e´ → é, NFD é → e´, NFKC ﬁ → fi, NFKD)
**   NORMAL_MARKS   removes marks of every kind, as StripAccents does; after NFD these are accents
**
** Forms are computed for each grapheme cluster (UAX 29), since clusters do not compose with each
** other; Hangul letters that compatible forms compose across clusters are kept together. A cluster
** of more than NORMAL_CLUSTER_MOST characters is split: sorting marks takes time quadratic in their
** number, and no language has so many.
**
** Every byte of the result is mapped to the source as in BertText; the first byte of a composed
** character is mapped to the first character it was composed from, its last byte to the last.
**
** Memory  On the arena given.   Errors  Out of memory.   Time  Linear.
** Source  UAX 15 through utf8proc; the normalizers of the tokenizers library.
*/
#ifndef TEXT_NORMAL_TEXT_H
#define TEXT_NORMAL_TEXT_H

#include "text/bert_text.h"

enum {
  NORMAL_CLUSTER_MOST = 64,
  NORMAL_GROWTH = 11 /* bytes for each byte, at most: U+FDFA is 33 in three */
};

typedef enum NormalKind { NORMAL_BERT, NORMAL_FORM, NORMAL_MARKS } NormalKind;

typedef struct NormalStep {
  NormalKind kind;
  BertTextOptions bert;
  bool composed, compatible; /* of NORMAL_FORM */
} NormalStep;

/* text is UTF-8 of less than 2^31 bytes. With no steps the result is the text itself. */
bool normal_text_make(const NormalStep *steps, int count, Arena *arena, Str text, BertText *normal,
                      Status *status);

#endif
