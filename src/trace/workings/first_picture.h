/* trace/workings/first_picture.h -- the layer, head and row of a trace that teach softmax best.
**
** A row is graded when one key clearly wins without taking everything, and scaling matters:
**   entropy > 0.5 bit      weight of the first key ≥ 0.5 and ≥ 2 × that of the second
**   |w' − w| ≥ 0.05        w' is the first key's weight without the division of M-04
** and the first key is another than the query. Of the graded rows those are taken that look at the
** word the model answers there, then those where it was trained to answer, there in the deepest
** layer and elsewhere in the first, then the entropy nearest to 1 bit; of equals the first.
**
** Shapes  Layer, head and query count from 0.
** Memory  None on the heap; rows of up to FIRST_PICTURE_KEYS_MOST keys are searched.
** Time    One softmax of each row; nothing is searched in traces that compute rows on demand.
** Errors  None: false where no row is graded, as with one token, or without weights and scores.
*/
#ifndef TRACE_WORKINGS_FIRST_PICTURE_H
#define TRACE_WORKINGS_FIRST_PICTURE_H

#include "trace/trace.h"

enum { FIRST_PICTURE_KEYS_MOST = 64 };

typedef struct FirstPicture {
  int layer, head, query, key; /* key: the one with the largest weight */
} FirstPicture;

/* False of an encoder and a decoder, whose first head is measured (model_first_place). */
bool first_picture_find(const Trace *trace, FirstPicture *found);
/* The best row of one head. */
bool first_picture_find_in_head(const Trace *trace, int layer, int head, FirstPicture *found);
/* Of so many rows the one that a picture of the head follows by itself: that of its first picture,
** or of a head without one the last, which sees the most. */
int first_picture_row(const Trace *trace, int layer, int head, int rows);

#endif
