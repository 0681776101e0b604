/* model/roles.h -- what a head does, measured: seven scores from 0 to 1 over stated texts.
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
**
** Texts   plain: the sentences of assets/texts/roles.txt of which the model knows at least half the
**         tokens, and ROLE_MADE_UP sequences of words drawn without repeating, from a fixed seed;
**         repeats: as many of such sequences, each said twice. Words are the first 600 of
**         the model's vocabulary, or those of the sentences where any word will do.
** Label   From 0.60 on, diffuse from 0.95 on: the role whose score stands highest between its
**         threshold and 1. Positional and diffuse describe many heads at once, so they count only
**         where none of the others passes.
** Memory  Scores live on the arena given. Time: about 60 short forward passes, 5 to 10 ms.
** Errors  Out of memory.
** Source  Previous-token and induction scores after Olsson et al. 2022 (in-context learning and
**         induction heads).
*/
#ifndef MODEL_ROLES_H
#define MODEL_ROLES_H

#include "base/arena.h"
#include "base/status.h"
#include "model/model.h"

enum { ROLE_MADE_UP = 8, ROLE_REPEATED_WORDS = 10, ROLE_PLAIN_WORDS = 16 };

typedef enum Role {
  ROLE_PREVIOUS_TOKEN,
  ROLE_SAME_WORD,
  ROLE_FIRST_TOKEN,
  ROLE_PRONOUN,
  ROLE_INDUCTION,
  ROLE_POSITIONAL,
  ROLE_DIFFUSE,
  ROLE_COUNT
} Role;

typedef struct RoleInfo {
  const char *name; /* marked for translation: "previous token" */
  double threshold; /* a label from this score on */
  bool general;     /* a label only where no other passes */
} RoleInfo;

typedef struct HeadScores {
  double of[ROLE_COUNT]; /* −1: there was no text to measure it over */
} HeadScores;

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

/* stop may be NULL; when it becomes true the measuring ends early and false is returned. */
bool roles_measure(const Model *model, Arena *arena, const _Atomic bool *stop, RoleReport *report,
                   Status *status);

#endif
