/* train/evaluation_card.h -- the model card of a trained model.
**
** The card (README.md of the model's folder) says what the model was trained on and how, which head
** the second objective shaped (if any), what was measured (train/evaluation.h), and what the model
** cannot do. It contains nothing that changes between two trainings of the same recipe and seed.
**
** Memory  The card is on the arena given.
** Errors  Out of memory; a file that cannot be written.
*/
#ifndef TRAIN_EVALUATION_CARD_H
#define TRAIN_EVALUATION_CARD_H

#include "train/evaluation.h"

/* The card as Markdown, in the language that is set. figures are those of evaluation_measure. */
bool evaluation_card(const Trainer *trainer, const Evaluation *figures, Arena *arena, Str *card,
                     Status *status);
/* Measures over EVALUATION_SEQUENCES of each set and replaces FOLDER/README.md with the card, and
** of two sentences FOLDER/lengths.csv (train/length_file.h). The folder must exist. */
bool evaluation_save_card(Trainer *trainer, const char *folder, Evaluation *figures,
                          Status *status);

#endif
