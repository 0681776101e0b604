/* model/kind_picture.c -- small matrices that show what a mask or a value of a kind does. */
#include "model/kind_picture.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/rng.h"
#include "core/additive_score.h"
#include "core/alibi.h"
#include "core/attention.h"
#include "core/bucket_bias.h"
#include "core/cosine_score.h"
#include "core/dropout.h"
#include "core/position.h"
#include "core/relative.h"
#include "core/rotary.h"
#include "core/softmax.h"
#include "model/directions.h"
#include "model/mixtures.h"

enum { SIDE = KIND_PICTURE_SIDE };
/* Of a cell that is there: the darkest colour would make the picture louder than the words. */
static const float calm = 0.7f;

static Mat begin(KindPicture *picture, int rows, int cols, bool is_signed) {
  assert(rows > 0 && rows <= SIDE && cols > 0 && cols <= SIDE);
  *picture = (KindPicture){.rows = rows, .cols = cols, .is_signed = is_signed};
  return (Mat){picture->cells, rows, cols, cols};
}

/* Divides by the largest, so that the palette is used whole. */
static void stretch(Mat cells) {
  float largest = mat_largest(mat_view(cells));
  for (int row = 0; row < cells.rows; row++)
    for (int col = 0; col < cells.cols; col++)
      if (largest > 0) mat_row_of(cells, row)[col] /= largest;
}

void mask_picture(const MaskParts *parts, KindPicture *picture) {
  unsigned char hidden[KIND_PICTURE_CELLS];
  Mat cells = begin(picture, SIDE, SIDE, false);
  mask_fill(parts, 0, hidden, SIDE, SIDE);
  for (int i = 0; i < KIND_PICTURE_CELLS; i++) cells.at[i] = hidden[i] ? 0 : calm;
}

/* Row by row, so that no matrix is needed. */
long mask_pair_count(const MaskParts *parts, int first, int query_count, int key_count) {
  unsigned char row[MASK_PAIRS_TOKENS_MOST];
  long seen = 0;
  assert(first >= 0 && query_count >= 0 && key_count >= 0 && key_count <= MASK_PAIRS_TOKENS_MOST);
  for (int query = 0; query < query_count; query++) {
    mask_fill(parts, first + query, row, 1, key_count);
    for (int key = 0; key < key_count; key++) seen += !row[key];
  }
  return seen;
}

void cross_picture(KindPicture *picture) {
  enum { KEYS = 5 };
  const float sharpness = 1.5f;
  Mat cells = begin(picture, SIDE, KEYS, false);
  for (int query = 0; query < SIDE; query++) {
    float *row = mat_row_of(cells, query), aligned = (float)query * (KEYS - 1) / (SIDE - 1);
    for (int key = 0; key < KEYS; key++) row[key] = -sharpness * fabsf(aligned - (float)key);
    softmax_row(row, row, KEYS);
  }
}

/* ---- positions ---- */

/* As many buckets as leave some to be shared by the far keys of so few places. */
static void fill_buckets(Mat cells) {
  const Buckets buckets = {SIDE, SIDE, false};
  float table[SIDE], offsets[2 * SIDE - 1];
  Rng rng = rng_make(3);
  for (int i = 0; i < SIDE; i++) table[i] = (float)rng_normal(&rng);
  bucket_bias_offsets(&buckets, (MatView){table, SIDE, 1, 1}, 0, SIDE, offsets);
  bucket_bias_fill(offsets, 0, cells);
}

/* Row p holds pairs (1, 0) turned by place p: their first numbers, the fastest pair at the left. */
static void fill_turned(Rotary rotary, Mat cells) {
  float row[2 * SIDE];
  for (int place = 0; place < cells.rows; place++) {
    for (int c = 0; c < 2 * SIDE; c++) row[c] = c < SIDE;
    Mat turned = {row, 1, 2 * SIDE, 2 * SIDE};
    rotary_turn(rotary, mat_view(turned), place, turned);
    memcpy(mat_row_of(cells, place), row, SIDE * sizeof *row);
  }
}

/* The row of the table that each pair shares, of three for each direction. */
static void fill_distances(Mat cells) {
  enum { ROWS = 7 };
  for (int place = 0; place < cells.rows; place++)
    for (int key = 0; key < cells.cols; key++)
      mat_row_of(cells, place)[key] = (float)(relative_row(ROWS, key - place) - ROWS / 2);
}

static bool position_picture(const AttentionKind *kind, KindPicture *picture) {
  Mat cells = begin(picture, SIDE, SIDE, true);
  switch (kind->of[KIND_POSITIONS]) {
  case POSITIONS_SINUSOIDAL:
    position_sinusoidal(cells);
    break;
  case POSITIONS_ALIBI:
    alibi_fill(alibi_slope(0, 1), 0, cells);
    break;
  case POSITIONS_T5:
    fill_buckets(cells);
    break;
  case POSITIONS_ROPE:
    fill_turned((Rotary){100, false}, cells); /* so few places turn a larger base too little */
    break;
  case POSITIONS_SHAW:
    fill_distances(cells);
    break;
  case POSITIONS_NONE: /* zeros are added */
    break;
  default:
    return false;
  }
  stretch(cells);
  return true;
}

/* ---- shared heads ---- */

/* A column for each head of K and V, as wide as those heads of Q that share it. */
static bool key_head_picture(int groups, KindPicture *picture) {
  int shown = groups < SIDE ? groups : SIDE;
  Mat cells = begin(picture, SIDE, SIDE, false);
  for (int head = 0; head < SIDE; head++)
    for (int col = 0; col < SIDE; col++)
      if (head * shown / SIDE == col * shown / SIDE) mat_row_of(cells, head)[col] = calm;
  return true;
}

/* ---- fewer numbers ---- */

/* A row for each token, a recipe for every two columns. */
static void mixture_picture(KindPicture *picture) {
  enum { MIXTURES = SIDE / 2 };
  float drawn[MIXTURES * SIDE];
  Mat cells = begin(picture, SIDE, SIDE, true);
  mixtures_draw(0, (Mat){drawn, MIXTURES, SIDE, SIDE});
  for (int token = 0; token < SIDE; token++)
    for (int col = 0; col < SIDE; col++)
      mat_row_of(cells, token)[col] = drawn[col / 2 * SIDE + token];
  stretch(cells);
}

/* A row for each token, a column for each feature, before it is scaled. */
static void feature_picture(KindPicture *picture) {
  double room[SIDE * SIDE];
  Mat cells = begin(picture, SIDE, SIDE, false);
  directions_draw(0, cells, room);
  for (int token = 0; token < SIDE; token++)
    for (int col = 0; col < SIDE; col++) {
      float *at = &mat_row_of(cells, token)[col];
      *at = (float)exp((double)*at);
    }
  stretch(cells);
}

static bool fewer_picture(const AttentionKind *kind, KindPicture *picture) {
  if (kind_mixes_keys(kind)) mixture_picture(picture);
  else feature_picture(picture);
  return true;
}

/* ---- scores and dropout ---- */

/* Vectors of two numbers all around a circle, each longer than the one before; `turned` by an
** eighth of it, as a matrix between query and key may do. */
static MatView around(float *at, double turned) {
  for (int i = 0; i < SIDE; i++) {
    double angle = (i + turned) * 2 * acos(-1) / SIDE;
    at[2 * i] = (float)((i + 1) * cos(angle));
    at[2 * i + 1] = (float)((i + 1) * sin(angle));
  }
  return (MatView){at, SIDE, 2, 2};
}

static bool score_picture(ScoreKind score, KindPicture *picture) {
  float q[2 * SIDE], k[2 * SIDE], steps[SIDE];
  const float one = 1;
  Mat cells = begin(picture, SIDE, SIDE, true);
  for (int i = 0; i < SIDE; i++) steps[i] = ((float)i - (SIDE - 1) / 2.0f) / 2;
  MatView line = {steps, SIDE, 1, 1};
  if (score == SCORE_ADDITIVE) additive_scores(line, line, &one, cells);
  else attn_scores(around(q, score == SCORE_GENERAL), around(k, 0), cells);
  if (score == SCORE_COSINE) cosine_scores(around(q, 0), around(k, 0), cells);
  stretch(cells);
  return true;
}

/* Even weights, of which some are left out. */
static bool dropout_picture(const AttentionKind *kind, KindPicture *picture) {
  const Dropout dropout = {kind_dropped_share(kind), kind->numbers[KIND_DROPOUT][DROPOUT_SEED], 0,
                           0};
  Mat cells = begin(picture, SIDE, SIDE, false);
  for (int i = 0; i < KIND_PICTURE_CELLS; i++) cells.at[i] = 1;
  dropout_apply(&dropout, mat_view(cells), 0, cells);
  for (int i = 0; i < KIND_PICTURE_CELLS; i++) cells.at[i] = cells.at[i] > 0 ? calm : 0;
  return true;
}

/* ---- tiles ---- */

/* The first tile as it is there, the others paler in turns; of large ones at most a half each way,
** so that several are seen. */
static bool schedule_picture(const int *numbers, KindPicture *picture) {
  const float pale[] = {0.12f, 0.26f};
  Mat cells = begin(picture, SIDE, SIDE, false);
  int tall = int_min(numbers[FLASH_ROWS], SIDE / 2), wide = int_min(numbers[FLASH_COLS], SIDE / 2);
  for (int row = 0; row < SIDE; row++)
    for (int col = 0; col < SIDE; col++) {
      int down = row / tall, across = col / wide;
      mat_row_of(cells, row)[col] = down + across == 0 ? calm : pale[(down + across) % 2];
    }
  return true;
}

bool kind_picture(const AttentionKind *kind, KindSetting setting, KindPicture *picture) {
  assert(setting < KIND_SETTING_COUNT);
  if (kind->of[setting] == KIND_OWN) return false;
  switch (setting) {
  case KIND_POSITIONS:
    return position_picture(kind, picture);
  case KIND_KEY_HEADS:
    return key_head_picture(kind->numbers[setting][0], picture);
  case KIND_APPROXIMATE:
    return fewer_picture(kind, picture);
  case KIND_SCORE:
    return score_picture((ScoreKind)kind->of[setting], picture);
  case KIND_DROPOUT:
    return dropout_picture(kind, picture);
  case KIND_SCHEDULE:
    return schedule_picture(kind->numbers[setting], picture);
  default:
    return false;
  }
}
