/* model/roles/role_texts.h -- the texts that roles are measured over. For model/ only.
**
** A sentence of assets/texts/roles.txt has its noun in [ ] and the pronoun that stands for it in
** { }; made-up sequences have words in no order, said once (plain) or twice (repeat). What each
** tells is in model/roles/roles.h (M-33 to M-41).
**
** Memory  On the arena given. Errors: out of memory; a sentence without its two marks is a bug of
**         the file and asserts.
*/
#ifndef MODEL_ROLES_ROLE_TEXTS_H
#define MODEL_ROLES_ROLE_TEXTS_H

#include "model/roles/roles.h"

/* A sentence with marks, words drawn once, or words said twice. */
typedef enum RoleTextKind { ROLE_SENTENCE, ROLE_PLAIN, ROLE_REPEAT } RoleTextKind;

/* Bytes first … end − 1 of the text. */
typedef struct ByteRange {
  int first, end;
} ByteRange;

/* One text to be run, by its words or by ids. */
typedef struct RoleText {
  RoleTextKind kind;
  Str text;
  const int *ids; /* instead of the text: [id_count] tokens, of a model that has its own */
  int id_count;
  int lead_count, tail_count; /* tokens before and behind the words, such as [CLS] and [SEP] */
  int word_count;             /* of a made-up sequence, a repeat's before it is said again */
  ByteRange noun, pronoun;    /* of a sentence */
} RoleText;

/* Those that fit the model, sentences first: *count of them. The same every time: seeds are
** fixed. */
bool role_texts_make(const Model *model, Arena *arena, const RoleText **texts, int *count,
                     Status *status);

#endif
