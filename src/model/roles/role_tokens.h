/* model/roles/role_tokens.h -- sequences of a model that has tokens of its own. For model/.
**
**   [CLS] t₁ t₂ … tₙ [SEP]    t drawn without repeating; a repeat says t₁ … tₙ twice
**
** Drawn from the ordinary tokens: no special one, no part of a character, and of letters
** alone but for a space before them, the first ORDINARY_MOST by id; of two letters at least, unless
** there are few such. Without a tokenizer nothing is known of an id, so any of the table may be
** drawn, and nothing stands around them. What the tokenizer adds to a sentence stands around these
** too. Where the model takes few tokens the sequences are shorter.
**
** Memory  On the arena given.   Errors  Out of memory; what splitting a sentence may fail with.
*/
#ifndef MODEL_ROLES_ROLE_TOKENS_H
#define MODEL_ROLES_ROLE_TOKENS_H

#include "model/roles/role_texts.h"

enum { ORDINARY_MOST = 2000 };

/* Whether the model was read from a checkpoint folder of others. */
bool role_tokens_are_own(const Model *model);

/* *know: whether the model knows at least half the tokens of this sentence and takes it whole.
** Not known are special tokens, such as that for unknown words, and parts of characters. */
bool role_tokens_know(const Model *model, Arena *arena, Str sentence, bool *know, Status *status);

/* ROLE_MADE_UP plain ones and as many repeats, at texts; fewer when there are too few tokens. */
bool role_tokens_make(const Model *model, Arena *arena, RoleText *texts, int *count,
                      Status *status);

#endif
