/* scene/stages/logits_answer_motion.h -- how the asked row becomes the shares of words, on the way
** to the prediction.
**
**   t  .14 … .4  the words of the list come with their tracks, where the row has passed
**      .44 … .62 the row goes from word to word: a bar as long as the logit, and then its number
**      .62 … .76 the bars of logits become those of shares, here and in the other tokens' list
**      .76 … .8  shares are told, and the answer above the list
**
** The bar of a logit begins at 0, which lies so far right that the least of the listed ones has
** room. No number is there before its bar is.
**
** Units  As motion.h.   Memory  On the list's arena.   Errors  As the draw list.
*/
#ifndef SCENE_STAGES_LOGITS_ANSWER_MOTION_H
#define SCENE_STAGES_LOGITS_ANSWER_MOTION_H

#include "scene/stages/logits.h"
#include "scene/stages/motion.h"

/* The moments at which the row meets the first word, the last logit is there, and shares are. */
#define LOGITS_MEETS 0.44f
#define LOGITS_MET 0.62f
#define LOGITS_SHARED 0.76f

/* The listed words of the followed token, and their shares at rest. */
typedef struct LogitsListed {
  TraceCandidate words[TRACE_CANDIDATES_SHOWN];
  float shares[TRACE_CANDIDATES_SHOWN];
  int count;
  float low, high; /* of the track of logits; 0 is between them */
} LogitsListed;

/* A moment with the place of the list, fitted. */
typedef struct LogitsMoment {
  const Moment *moment;
  const Scene *scene; /* fitted */
  LogitsPlace place;
  LogitsListed listed;
  Box row; /* where the followed row is on its way to them */
} LogitsMoment;

/* Fills in `listed`, once a frame; none before the steps have reached all. */
void logits_answer_find(LogitsMoment *of);
/* Words, bars and numbers of both lists and the answer above them; of the other tokens without
** their names, which go with their rows. */
void logits_answer_motion(const LogitsMoment *of);
/* Where the row that meets words is; w 0: it meets none. */
Box logits_answer_row(const LogitsMoment *of);

#endif
