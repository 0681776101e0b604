/* model/roles/role_tokens.h -- made-up sequences for a model with a tokenizer or ids alone. For
** model/.
**
**   [CLS] t₁ t₂ … tₙ [SEP]    the t are all different; a repeat has t₁ … tₙ twice
**
** Tokens are drawn from the first ORDINARY_MOST ordinary ones by id: letters only, with an optional
** space before them, at least two letters unless few tokens have that; no special token and no part
** of a character. What the tokenizer puts around a sentence is put around these too. Without a
** tokenizer any id of the table may be drawn, and nothing is put around them. The sequences are
** shorter if the model takes few tokens.
**
** Memory  On the arena given.   Errors  Out of memory; what splitting a sentence may fail with.
*/
#ifndef MODEL_ROLES_ROLE_TOKENS_H
#define MODEL_ROLES_ROLE_TOKENS_H

#include "model/roles/role_texts.h"

enum { ORDINARY_MOST = 2000 };

/* Was the model read from a checkpoint folder of another program? */
bool role_tokens_are_own(const Model *model);

/* *know: the model takes the whole sentence and knows at least half of its tokens. Special tokens,
** such as that for unknown words, and parts of characters count as unknown. */
bool role_tokens_know(const Model *model, Arena *arena, Str sentence, bool *know, Status *status);

/* Writes ROLE_MADE_UP plain sequences and as many repeats to texts; fewer when there are too few
** tokens. */
bool role_tokens_make(const Model *model, Arena *arena, RoleText *texts, int *count,
                      Status *status);

#endif
