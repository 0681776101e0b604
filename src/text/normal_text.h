/* text/normal_text.h -- a text is made normal before it is cut: step by step, in the order given.
**
**   NORMAL_BERT    text/bert_text.h with its options; with lower alone it is a Lowercase
**   NORMAL_FORM    a normalization form of Unicode: composed or not, compatible or not
**                  (NFC e´ → é, NFD é → e´, NFKC ﬁ → fi, NFKD)
**   NORMAL_MARKS   marks of every kind go, as a StripAccents does; behind NFD these are accents
**
** Forms are made cluster by cluster (UAX 29), since nothing of one is composed with the next; the
** letters of Hangul that compatible forms compose across clusters are kept together. A cluster of
** more than NORMAL_CLUSTER_MOST characters is made in parts: ordering marks takes time quadratic
** in their number, and no language has so many.
**
** Every byte of the result knows where the character it came from begins in the text, as in
** BertText; of characters that were composed, its first byte knows the first and its last the last.
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

/* text is UTF-8 of less than 2^31 bytes. Without a step it is the text as it stands. */
bool normal_text_make(const NormalStep *steps, int count, Arena *arena, Str text, BertText *normal,
                      Status *status);

#endif
