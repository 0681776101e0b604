/* model/roles/role_texts.h -- the texts that roles are measured over. For model/ only.
**
** A sentence of assets/texts/roles.txt has its noun in [ ] and the pronoun that means it in { };
** made-up sequences are random words, once (plain) or twice (repeat). model/roles/roles.h says what
** is measured over each (M-33 to M-41).
**
** Memory  On the arena given. Errors: out of memory; a sentence without its two marks is a bug of
**         the file and asserts.
*/
#ifndef MODEL_ROLES_ROLE_TEXTS_H
#define MODEL_ROLES_ROLE_TEXTS_H

#include "model/roles/roles.h"

/* A sentence with marks, random words once, or random words twice. */
typedef enum RoleTextKind { ROLE_SENTENCE, ROLE_PLAIN, ROLE_REPEAT } RoleTextKind;

/* Bytes first … end − 1 of the text. */
typedef struct ByteRange {
  int first, end;
} ByteRange;

/* One text to be run, by its words or by ids. */
typedef struct RoleText {
  RoleTextKind kind;
  Str text;
  const int *ids; /* [id_count] instead of the text, for a model with a tokenizer or ids alone */
  int id_count;
  int lead_count, tail_count; /* tokens before and behind the words, such as [CLS] and [SEP] */
  int word_count;             /* of a made-up sequence; of a repeat, in one round */
  ByteRange noun, pronoun;    /* of a sentence */
} RoleText;

/* Makes *count texts that fit the model, sentences first; the same every time, by fixed seeds. */
bool role_texts_make(const Model *model, Arena *arena, const RoleText **texts, int *count,
                     Status *status);

#endif
