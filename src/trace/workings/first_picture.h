/* trace/workings/first_picture.h -- the layer, head and row that a picture opens with.
**
** A row is graded when one key clearly wins without taking everything, and scaling matters:
**   entropy > 0.5 bit      weight of the first key ≥ 0.5 and ≥ 2 × that of the second
**   |w' − w| ≥ 0.05        w' is the first key's weight without the division of M-04
** and the first key is another than the query. Rows that look at the word which the model answers
** there are taken first, graded or not: they show why it answers so. Then come graded rows, those
** where it was trained to answer before others; there in the deepest layer and elsewhere in the
** first; then the entropy nearest to 1 bit; of equals the first. Of a language model the
** last row alone is looked at, whose answer is the next word.
**
** Where no row is found the row is that of Prediction (trace_asked_token), and in the
** cross-attention of a decoder the one with the largest weight, which is aligned most clearly.
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

/* The best row of all heads. False of an encoder and a decoder, whose first head is measured
** (model_first_place). */
bool first_picture_find(const Trace *trace, FirstPicture *found);
/* The best row of one head. */
bool first_picture_find_in_head(const Trace *trace, int layer, int head, FirstPicture *found);
/* The row that a picture of the head opens with or follows by itself; −1: none is better than
** another, as without words. */
int first_picture_own_row(const Trace *trace, int layer, int head);
/* The same of so many rows, and the last, which sees the most, in the place of none. */
int first_picture_row(const Trace *trace, int layer, int head, int rows);

#endif
