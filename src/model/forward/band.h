/* model/forward/band.h -- a band of query rows of one head, and the buffer its stages are made in.
** For model/ only.
**
**   band.c          the band: what it reads, and how its buffer is cut
**   band_stages.c   scores to weights in place, and the output of all weights
**   band_tiles.c    the output under schedule flash, tile by tile (M-65)
**
** The stages by pair follow each other in the cells of the buffer, which fits the processor's
** cache: each needs only the one before. Under schedule flash they are for looking alone: the
** output is made of tiles, whose scores have the same bits.
**
** Shapes  n rows of a band, FORWARD_BAND at most; S keys or mixtures of them; D columns of a head.
** Memory  The buffer is the caller's, of band_buffer_numbers floats; a band points into it.
** Errors  None.   Threads  Bands share only the trace; each has a buffer of its own.
*/
#ifndef MODEL_FORWARD_BAND_H
#define MODEL_FORWARD_BAND_H

#include "core/dropout.h"
#include "core/flash.h"
#include "core/mistaken.h"
#include "model/forward/forward.h"
#include "trace/mistakes.h"

/* What the bands of all heads of a layer have in common. */
typedef struct BandSource {
  const Model *model;
  const Trace *trace;
  MaskView mask;
  const ForwardKind *kind;
  int layer;
} BandSource;

/* One band of one head. */
typedef struct Band {
  const Model *model;
  const Trace *trace;
  MatView q, k, v; /* q: the rows of the band */
  MaskView mask;   /* of these rows */
  double divisor;
  double slope;             /* of the linear biases (M-47) */
  const float *offsets;     /* of the buckets (M-48); NULL: linear biases */
  int place;                /* of the first query among the keys */
  int tile_rows, tile_cols; /* 0: not by tiles */
  Mat cells;                /* [n,S] of the buffer, whose rows have padding behind them */
  int first;                /* row of the first query */
  int layer, head;
  bool is_bent;         /* numbers of it may be set by hand */
  Features features;    /* omega at NULL: weights are made by softmax */
  FeatureInputs inputs; /* of the whole head */
  double *room;         /* behind the cells */
  ScoreKind score;
  MatView score_w, score_u;             /* M-60 and M-62; at NULL: none */
  const float *score_v;                 /* M-62 */
  Mat mapped_q, mapped_k;               /* [n,D] and [S,D] of the buffer; at NULL: no maps */
  MatView relative_key, relative_value; /* M-63; at NULL: none */
  double temperature;                   /* M-61; 0: scores are divided */
  Dropout dropout;                      /* M-64 */
  unsigned char *left_out;              /* [n,S] by tiles, of the buffer; NULL: dropout is off */
  double sharpness;                     /* what softmax divides by first (M-94) */
  MistakeKind mistake;
  MistakenColumns columns; /* of the whole head; max NULL: not needed or not known yet */
} Band;

/* The band of a head that begins at row `first`, a whole number of bands. */
Band band_make(const BandSource *source, int head, int first, float *buffer);

/* Numbers (not bytes) of the buffer of one band, or of one head that has features. */
size_t band_buffer_numbers(const Forward *forward);

/* Places in the buffer behind what a band uses itself: of M-96 the columns' maxima and sums, of
** M-99 all weights of a head; of features the sums over them, in double. */
MistakenColumns band_columns(float *buffer, const AttentionKind *kind, int keys, int width);
float *band_all_weights(float *buffer, const AttentionKind *kind, int keys, int width);
double *band_feature_sums(float *buffer, int keys);

/* M-59: the features of the source, and what they are made of in a head. */
Features band_features(const BandSource *source);
FeatureInputs band_feature_inputs(const BandSource *source, int head);

/* The biases of the queries from row `first` on. */
void band_write_bias(const BandSource *source, int head, int first, Mat to);

/* Makes a stage by pair of the one before, in place; with numbers set by hand, if there are any. */
void band_make_stage(const Band *band, TracePart part);

/* M-07 of the weights in the cells, [n,D]. */
void band_make_output(const Band *band, Mat output);

/* M-65 of a band that has tiles; l, O and m of its rows stand in the buffer behind the cells. */
void band_make_output_by_tiles(const Band *band, Mat output);

/* The same where the trace stores the masked scores [n,S], which have the bits of those of the
** tiles. */
void band_make_output_of_stored(const Band *band, MatView masked, Mat output);

#endif
