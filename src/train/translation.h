/* train/translation.h -- a sentence said by a trained encoder and decoder, and its attention.
**
** The decoder begins with the hidden word and says, word after word, the likeliest one (greedy
** decoding), until the full stop. Each word is one forward pass over both sentences with the
** functions of training (trainer/step.h), so the numbers are those that were trained.
**
** A translation is saved as a recording (docs/recordings.md), which the program opens and shows:
**
**   encoder.L.…   the source asks itself           [H,S,S]
**   layers.L.…    the target asks itself, causal   [H,T,T]
**   cross.L.…     the target asks the source       [H,T,S]   L from 0 in each
**
** with q, k, v, weights and output of every head. The rows of the target are the words that were
** known when the next one was said: the hidden word first.
**
** Memory  On the arena given, with the numbers of the checkpoint, which must live as long.
** Errors  A model of one stack, or without a full stop; a sentence without words, with a word that
**         the model does not know, or one that is too long; memory; a file that cannot be written.
** Source  Sutskever, Vinyals and Le 2014 for saying the likeliest word; Vaswani et al. 2017,
**         section 3.2.3 for the three attentions.
*/
#ifndef TRAIN_TRANSLATION_H
#define TRAIN_TRANSLATION_H

#include "model/checkpoint/checkpoint.h"
#include "train/trainer/step.h"

enum { TRANSLATION_WORDS_MOST = 24 }; /* of either sentence, as in training */

typedef struct Translation {
  const Checkpoint *checkpoint;
  StepWorkspace *workspace; /* of the last pass */
  int source[TRANSLATION_WORDS_MOST], source_count;
  int target[TRANSLATION_WORDS_MOST], target_count; /* what was said, with the full stop */
} Translation;

bool translation_make(Arena *arena, const Checkpoint *checkpoint, Str english, Translation *made,
                      Status *status);
/* What was said, as it is written; NULL at: out of memory. */
Str translation_text(const Translation *translation, Arena *arena);
/* Replaces the file at path. version is that of the program. */
bool translation_save(const Translation *translation, const char *path, const char *version,
                      Status *status);

#endif
