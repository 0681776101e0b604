/* model/roles/roles.h -- what a head does, measured: eight scores from 0 to 1 over stated texts.
**
** A_ts is the weight of key s for query t in one head, under the model's own mask. ⟨…⟩ is a mean.
**   previous token  ⟨A_t,t−1⟩, t ≥ 2: the smaller of two means, over plain texts and over
**                   repeats                                                            (M-33)
**   same word       ⟨min(1, n/(n−1) · Σ A_ts)⟩ over the other visible tokens s with the word
**                   of t, which stands there n times; over repeats, where n is 2       (M-34)
**   first token     ⟨A_t,0⟩, t ≥ 2, over plain texts                                   (M-35)
**   pronoun → noun  ⟨Σ A_ts⟩, t a marked pronoun, s the tokens of its noun             (M-36)
**   induction       ⟨min(1, m · A_t,t−n+1)⟩ in the second half of repeats of n words: the
**                   token after the same word's last place. m = 2 where t may see t+1,
**                   which comes after that word as well, else 1                        (M-37)
**   positional      ⟨max_s Ā_ts⟩, t in the second half; Ā is the mean over made-up
**                   sequences of other words: what stays whatever the words            (M-38)
**   diffuse         ⟨entropy of A_t / log2 of its visible keys⟩, t ≥ 2, plain texts    (M-39)
**   separator       ⟨Σ A_ts⟩ over the special tokens s > 0, such as [SEP], t ≥ 2 not special,
**                   over plain texts; not measured where texts have none               (M-41)
**
** Tokens  A model with a tokenizer (GPT-2, BERT) is measured over its tokens, with those around its
**         sentences: token 0 is [CLS] in BERT. Previous and first token are tokens, whatever word
**         they belong to; the same word means the same id; a pronoun's or noun's tokens are all
**         that overlap it; weights on the noun's tokens are summed, the pronoun's rows averaged.
**         Repeats and other made-up sequences are ids (model/roles/role_tokens.h). Positional uses
**         only the positions of words, so that a head that always attends to [SEP] does not count
**         as positional.
** Texts   plain: the sentences of assets/texts/roles.txt of which the model knows at least half the
**         tokens, and ROLE_MADE_UP sequences of words drawn without repeating, from a fixed seed;
**         repeats: as many of such sequences, each twice in a row. Words are the first 600 of the
**         model's vocabulary, or those of the sentences if the model takes any word.
** Broken  NaN is left out; a score of nothing but NaN counts as not measured.
** Label   The role whose score is farthest between its threshold (0.60, diffuse 0.95) and 1.
**         Positional and diffuse describe many heads at once, so they count only where no other
**         role passes.
** Memory  Scores are on the arena given.
** Time    About 60 short forward passes without logits: 5 to 10 ms for a model trained here,
**         seconds for one of the size of GPT-2.
** When    Models of this program: in the background, from opening them on. Others: on a thread of
**         low priority from model_roles_begin on, or in model_roles_finish; traces show the labels
**         from model_roles_show on, which is called between two frames so that no frame has only
**         some of them. These functions are for one thread.
** Errors  Out of memory.
** Source  Previous-token and induction scores after Olsson et al. 2022 (in-context learning and
**         induction heads).
*/
#ifndef MODEL_ROLES_ROLES_H
#define MODEL_ROLES_ROLES_H

#include "base/arena.h"
#include "base/status.h"
#include "model/model.h"

enum { ROLE_MADE_UP = 8, ROLE_REPEATED_WORDS = 10, ROLE_PLAIN_WORDS = 16 };

/* M-33 to M-39 and M-41; notes list them in this order. */
typedef enum Role {
  ROLE_PREVIOUS_TOKEN,
  ROLE_SAME_WORD,
  ROLE_FIRST_TOKEN,
  ROLE_PRONOUN,
  ROLE_INDUCTION,
  ROLE_POSITIONAL,
  ROLE_DIFFUSE,
  ROLE_SEPARATOR,
  ROLE_COUNT,
  ROLE_OF_WORDS_COUNT = ROLE_SEPARATOR /* those before it need no special tokens */
} Role;

typedef struct RoleInfo {
  const char *name; /* marked for translation: "previous token" */
  double threshold; /* a label from this score on */
  bool general;     /* a label only where no other passes */
} RoleInfo;

/* One head's scores, 0 to 1. */
typedef struct HeadScores {
  double of[ROLE_COUNT]; /* −1: there was no text to measure it over */
} HeadScores;

/* The scores of all heads, and how many texts they were measured over. */
typedef struct RoleReport {
  int sentence_count, made_up_count; /* texts that were run */
  const HeadScores *heads;           /* [L · H] */
} RoleReport;

const RoleInfo *role_info(Role role);

/* The label of a head: a Role, or −1 when no score passes. */
int role_label(const HeadScores *scores);

/* "measured over sentences (44) and made-up sequences (16), named from 0.60 on (diffuse 0.95)" */
const char *role_note(Arena *arena, const RoleReport *report);

/* The scores of a model, measured once; waits for the measuring. NULL when memory ran out. */
const RoleReport *model_roles(const Model *model);

typedef enum RolesState {
  ROLES_WAIT,    /* not begun */
  ROLES_BUSY,    /* being measured in the background */
  ROLES_READY,   /* measured, not shown yet */
  ROLES_SETTLED, /* shown, or not measured in the background */
} RolesState;
RolesState model_roles_state(const Model *model);

/* Starts measuring on a thread; only in ROLES_WAIT. */
void model_roles_begin(const Model *model);

/* Pauses the measuring between two layers while something else needs the processors, or continues
** it. */
void model_roles_pause(const Model *model, bool pause);

/* Makes the labels visible to traces; call it between two frames, in ROLES_READY. */
void model_roles_show(const Model *model);

/* Options for measuring; all may be NULL. */
typedef struct RolesOrder {
  Pool *pool;
  const Progress *progress;
} RolesOrder;

/* Waits for the labels, or measures them on this thread, and shows them. False: stopped. */
bool model_roles_finish(const Model *model, const RolesOrder *order, Status *status);

/* order may be NULL. */
bool roles_measure(const Model *model, const RolesOrder *order, Arena *arena, RoleReport *report,
                   Status *status);

#endif
