/* train/evaluation.h -- measures a trained model: the share of right answers in each set, how much
** of the task's pattern each head finds, and each head's role scores (model/roles/roles.h).
**
** Shares  The mean attention weight, from 0 to 1, that a head gives to the attention targets of the
**         task (Batch.attn_targets in train/task/task.h).
** Samples The samples of a card come from another random stream than those of training and those by
** which a recipe is chosen (trainer/trainer.h), so that the choice of a recipe cannot bias the
** card.
** Memory  Measuring uses a temporary arena.
** Threads The trainer must be idle: measuring uses its workspaces and its pool.
** Errors  Out of memory. Poor results are no error.
*/
#ifndef TRAIN_EVALUATION_H
#define TRAIN_EVALUATION_H

#include "model/roles/roles.h"
#include "train/trainer/by_length.h"
#include "train/trainer/trainer.h"

enum { EVALUATION_SEQUENCES = 2000 }; /* of each set, for a card */

/* A head whose mean share is at least this counts as having found the task's pattern. */
static const double figures_found_share = 0.8;

/* The measurements of one model. Layers and heads count from 0 here, from 1 on the card. */
typedef struct Evaluation {
  Score scores[SAMPLE_SET_COUNT]; /* `asked` is 0 where the task does not have the set */
  AttnTargetShares attn_targets;  /* over held-out sequences, or trained ones if there are none */
  /* The head with the largest mean share; layer 0, head 0 where the task has no targets. */
  int best_layer, best_head;
  /* Filled for the layers and heads of the model; evaluation_measure_drawn leaves all of it 0. */
  HeadScores roles[NETWORK_LAYERS_MOST][NETWORK_HEADS_MOST];
  int role_sentences, role_sequences; /* texts the roles were measured over */
  /* Of two sentences, by evaluation_measure; without points of one. */
  ByLength by_length;
} Evaluation;

/* Measures scores and shares over `sequences` samples of each set, drawn for a card, and the roles.
** Takes the time of their forward passes: seconds for EVALUATION_SEQUENCES. */
bool evaluation_measure(Trainer *trainer, int sequences, Evaluation *figures, Status *status);
/* The same over the samples of `draw`, without the roles. Takes no memory and cannot fail. */
void evaluation_measure_drawn(Trainer *trainer, int sequences, TrainerDraw draw,
                              Evaluation *figures);
/* The label of a set on the card and on the screen, such as "never trained"; translate it with
** _. */
const char *evaluation_set_label(SampleSet set);

#endif
