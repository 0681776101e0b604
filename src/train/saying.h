/* train/saying.h -- what an encoder and a decoder say for a source, word after word.
**
** The decoder begins with the hidden word and says the likeliest word, again and again (greedy
** decoding), until the full stop or until there are as many words as it may say. Each word is one
** forward pass over both sentences with the functions of training (trainer/step.h), so the numbers
** are those that were trained.
**
** Memory  On the arena given; saying takes none. The numbers are the caller's and live as long.
** Threads A Saying belongs to one thread at a time.
** Errors  Memory, when it is made.
** Source  Sutskever, Vinyals and Le 2014, section 3.
*/
#ifndef TRAIN_SAYING_H
#define TRAIN_SAYING_H

#include "train/trainer/step.h"

typedef struct Saying {
  const NetworkShape *shape;
  const float *numbers;
  StepWorkspace *workspace; /* of the last pass */
  Batch batch;
  int end;        /* the word that ends a sentence */
  int words_most; /* of either sentence */
} Saying;

/* What says it. The vocabulary has “。”, which ends what is said. */
typedef struct SayingModel {
  const NetworkShape *shape;
  const float *numbers;
  const Vocabulary *vocabulary;
} SayingModel;

bool saying_make(Arena *arena, const SayingModel *model, int words_most, Saying *saying,
                 Status *status);

/* Goes on behind the first `said` words of target, an array of words_most, until the end. Returns
** how many words there are then. */
int saying_go_on(Saying *saying, const int *source, int source_count, int *target, int said);

/* How many of the first words of a translation would be said for the source; all of them: saying it
** from the beginning gives just these. One pass. */
int saying_agrees(Saying *saying, const int *source, int source_count, const int *target,
                  int target_count);

#endif
