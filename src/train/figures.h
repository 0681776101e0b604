/* train/figures.h -- what a trained model can do, measured, and the model card that says so.
**
** The card (README.md of the model's folder) says what the model was trained on and how, which
** second objective shaped a head, how many answers are right, set by set, how much of the task's
** pattern each head finds, what each head does by the scores of model/roles.h, and what the model
** cannot do. It says nothing that changes between two trainings of the same recipe and seed.
**
** Samples Those of a card are drawn apart from the ones training was on and from the ones a recipe
**         is chosen by (trainer.h), so that choosing cannot embellish it.
** Memory  The card on the arena given.   Errors: out of memory, a disk that is full.
*/
#ifndef TRAIN_FIGURES_H
#define TRAIN_FIGURES_H

#include "model/roles.h"
#include "train/trainer.h"

enum { FIGURES_SEQUENCES = 2000 }; /* of each set, for a card */

/* A head whose mean share is at least this has found the pattern. */
static const double figures_found_share = 0.8;

typedef struct TrainerFigures {
  Score scores[SAMPLE_SET_COUNT]; /* asked 0: the task has no such set */
  LookShares looks;               /* over sequences that were never trained, where there are some */
  int best_layer, best_head;      /* with the largest mean share */
  HeadScores roles[NETWORK_LAYERS_MOST][NETWORK_HEADS_MOST];
  int role_sentences, role_sequences; /* texts the roles were measured over */
} TrainerFigures;

/* Over the samples for cards; figures_measure_drawn over others, without the roles. */
bool figures_measure(Trainer *trainer, int sequences, TrainerFigures *figures, Status *status);
void figures_measure_drawn(Trainer *trainer, int sequences, TrainerDraw draw,
                           TrainerFigures *figures);
const char *figures_set_label(SampleSet set); /* marked for translation: "never trained" */

bool figures_card(const Trainer *trainer, const TrainerFigures *figures, Arena *arena, Str *card,
                  Status *status);
/* Measures over the samples for cards, and writes FOLDER/README.md. */
bool figures_save_card(Trainer *trainer, const char *folder, TrainerFigures *figures,
                       Status *status);

#endif
