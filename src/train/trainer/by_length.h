/* train/trainer/by_length.h -- words and sentences right against the length of the source, of a
** model of two sentences.
**
**   sentences  drawn as those of training are, from a stream of their own, and none that training
**              drew: its batches are drawn again, and their sources are what is left out. So no
**              measured sentence was trained, and each is measured once.
**   longer     Above the longest source of training, two such sentences joined by “, but”. Training
**              had none so long, and no row behind its last place.
**   said       word after word by the model itself (train/saying.h), not with the right words
**              before each; compared by M-81.
**
** A length is measured where there are at least BY_LENGTH_LEAST sentences of it. The same recipe
** gives the same sentences whatever the shape of the network, so two models that differ in it alone
** are measured over the same ones.
**
** Units   A length is tokens of the source, its comma and full stop included.
** Memory  A temporary arena: the sentences, and eight bytes for each sequence of training.
** Time    That of drawing all batches of the training again (seconds), and of saying.
** Threads As evaluation.h.   Errors  Out of memory.
*/
#ifndef TRAIN_TRAINER_BY_LENGTH_H
#define TRAIN_TRAINER_BY_LENGTH_H

#include "trace/workings/lengths.h"
#include "train/trainer/trainer.h"

enum { BY_LENGTH_SENTENCES = 200, BY_LENGTH_LEAST = 50 };

/* A measured sentence of a length, and its right translation: ids of the vocabulary. */
typedef struct LengthExample {
  int source[LENGTH_WORDS_MOST], source_count;
  int target[LENGTH_WORDS_MOST], target_count;
} LengthExample;

typedef struct ByLength {
  LengthCurve curve;
  LengthExample examples[LENGTHS_MOST]; /* of the points: the first sentence drawn */
} ByLength;

/* At most `sentences` of each length; the trainer's task has two sentences. Where `sentences` is
** below BY_LENGTH_LEAST, that many suffice. */
bool by_length_measure(Trainer *trainer, int sentences, ByLength *measured, Status *status);

#endif
