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
** Tokens  A model of its own tokens (GPT-2, BERT) is measured over those, with what stands around
**         its sentences: token 0 is [CLS] there. Previous and first token are tokens, whatever word
**         they are part of; the same word is the same id; a pronoun's or noun's tokens are all that
**         lie over it, with the noun's summed and the pronoun's rows averaged. Repeats and other
**         made-up sequences are ids (model/roles/role_tokens.h). Positional looks at the places of
**         words alone, so that a head that always looks at [SEP] is none.
** Texts   plain: the sentences of assets/texts/roles.txt of which the model knows at least half the
**         tokens, and ROLE_MADE_UP sequences of words drawn without repeating, from a fixed seed;
**         repeats: as many of such sequences, each said twice. Words are the first 600 of
**         the model's vocabulary, or those of the sentences where any word will do.
** Broken  What is NaN is left out; a score of nothing but NaN is not measured.
** Label   From 0.60 on, diffuse from 0.95 on: the role whose score stands highest between its
**         threshold and 1. Positional and diffuse describe many heads at once, so they count only
**         where none of the others passes.
** Memory  Scores live on the arena given. Time: about 60 short forward passes without the words at
**         their end: 5 to 10 ms of a model trained here, seconds of one of the size of GPT-2.
** When    Models of this program: beside, from the moment they are opened. Of others: when
**         model_roles_begin is called, on a thread that gives way to all others, or when somebody
**         waits; labels are in a trace from model_roles_show on, which is called between two
**         pictures, so that no picture has some of them only. These functions are for one thread.
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

/* In this order in notes; M-33 to M-39 and M-41. */
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

/* All heads of a model, and over how much they were measured. */
typedef struct RoleReport {
  int sentence_count, made_up_count; /* texts that were run */
  const HeadScores *heads;           /* [L · H] */
} RoleReport;

const RoleInfo *role_info(Role role);

/* The label of a head: a Role, or −1 when no score passes. */
int role_label(const HeadScores *scores);

/* "previous token 0.93 · same word 0.02 · … over 44 sentences and 16 made-up sequences …" */
const char *role_note(Arena *arena, const RoleReport *report, const HeadScores *scores);

/* The scores of a model, measured once in its life; waits while that is going on. NULL when memory
** ran out meanwhile. */
const RoleReport *model_roles(const Model *model);

typedef enum RolesState {
  ROLES_WAIT,    /* to be begun */
  ROLES_BUSY,    /* measured beside */
  ROLES_READY,   /* measured, and not shown yet */
  ROLES_SETTLED, /* nothing is left to do */
} RolesState;
RolesState model_roles_state(const Model *model);

/* Begins to measure on a thread of their own; only while they wait. */
void model_roles_begin(const Model *model);

/* Halts the measuring between two layers while something else needs the machine, or lets it go
** on. */
void model_roles_pause(const Model *model, bool pause);

/* Puts the labels where traces read them, between two pictures; once they are ready. */
void model_roles_show(const Model *model);

/* What they need besides; all may be NULL. */
typedef struct RolesOrder {
  Pool *pool;
  const Progress *progress;
} RolesOrder;

/* Waits for them, or measures them here and now, and shows them. False: stopped. */
bool model_roles_finish(const Model *model, const RolesOrder *order, Status *status);

/* order may be NULL. */
bool roles_measure(const Model *model, const RolesOrder *order, Arena *arena, RoleReport *report,
                   Status *status);

#endif
