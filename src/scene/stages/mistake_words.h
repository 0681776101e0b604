/* scene/stages/mistake_words.h -- what is said of each mistake: what is wrong, why it matters, how
** to notice it in one's own code; and the hints of a quiz.
**
** Memory  Constants, or the arena given.   Errors  None; "" without memory.
*/
#ifndef SCENE_STAGES_MISTAKE_WORDS_H
#define SCENE_STAGES_MISTAKE_WORDS_H

#include "scene/stages/stage_view.h"
#include "trace/mistakes.h"
#include "trace/workings/evidence.h"

/* Marked for translation. */
typedef struct MistakeWords {
  StageId stage;        /* where it is made */
  const char *headline; /* what breaks */
  const char *wrong, *why, *notice;
} MistakeWords;

const MistakeWords *mistake_words(MistakeKind mistake);

/* A head whose numbers are told of, and where words go. */
typedef struct MistakePlace {
  Arena *arena;
  const Trace *trace;
  int layer, head;
} MistakePlace;
MistakePlace mistake_place(const Scene *scene); /* the head on show */

/* What the numbers of the head have to do with a mistake: "Rows sum to 0.12 … 3.19, columns
** to 1.00 … 1.00." */
const char *mistake_evidence_words(const MistakePlace *place, MistakeKind mistake);

/* Why it is not this mistake, by the numbers of the head. */
const char *mistake_hint(const MistakePlace *place, MistakeKind guess);

/* Whether a mistake is made in what the scene shows, and is to be told: what it breaks is what a
** lesson asks about where it covers the stage. */
bool mistake_is_said(const Scene *scene);

/* Headline, explanation and what to try, of the stage where the mistake is made. */
void mistake_captions(const Scene *scene, Captions *captions);

#endif
