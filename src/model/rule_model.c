/* model/rule_model.c -- a model whose weights are written as rules.
**
** Columns of x (E = 64)
**    0–14  the word: a direction of length 1 drawn from a hash of its letters, so any word in any
**          script has one
**   15     the tick of the position: +1 at even places, −1 at odd ones
**   16–31  empty at first; layer 1, head 1 writes columns 0–15 of the previous word here
**   32–63  the position: sine and cosine at 16 speeds, ω_i = 10000^(−i/16)              (M-01)
**
** Rules
**   by distance  q and k hold the same sine and cosine pairs, q rotated by an offset o, so that
**                q_t · k_s = Σ g_i cos(ω_i (t + o − s)), which is largest at s = t + o. With many
**                speeds no other s has all cosines near 1.
**   by word      q_t · k_s = g · word_t · word_s, which is g for the same word and about g/4 up or
**                down for two others.
**   home         q is the slowest cosine, nearly constant; k holds every cosine, all 1 at s = 0.
**   neighbours   by distance with o = 0, minus the product of the ticks: that is +1 at the word
**                itself and at even distances, −1 at odd ones, so the nearest odd distance wins.
**
** The gains make the intended key take most of the share after ÷ √16 and softmax, while scores stay
** below about 100. They were chosen by trying; tests/model proves what they achieve.
*/
#include <assert.h>
#include <math.h>

#include "base/rng.h"
#include "base/i18n.h"
#include "core/position.h"
#include "model/model_weights.h"

enum {
  WORD = 0,
  WORD_COLUMNS = 15,
  TICK = 15,
  PREVIOUS = 16,
  POSITION = 32,
  SPEEDS = 16,
  SLOWEST_COSINE = POSITION + 2 * SPEEDS - 1,
  COLUMNS = BUILTIN_D_HEAD
};

/* One speed of the position and its gain in q · k. */
typedef struct SpeedGain {
  int speed;
  double gain;
} SpeedGain;

typedef struct Head {
  Mat q, k, v, o;
} Head;

/* exact_place: q · k is 72 at the key looked for, 61 beside it, at most 21 five or more keys
** away. */
static const SpeedGain exact_place[8] = {{0, 17}, {1, 12.5}, {2, 14}, {3, 10},
                                         {4, 6},  {5, 9},    {6, 2},  {8, 1.5}};
static const SpeedGain near_place[7] = {{0, 15}, {1, 11}, {2, 12.5}, {3, 9},
                                        {4, 6},  {5, 8},  {7, 2.5}};
static const double home_gains[SPEEDS] = {18, 14, 8, 4, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1};
/* Chosen by trying: the right key takes most of the weight, and the others stay visible. */
static const double same_word_gain = 64, followed_gain = 68, tick_gain = 11;
static const double faint_gain = 2;

static const char *const roles[BUILTIN_LAYERS * BUILTIN_HEADS] = {
    N_("looks back one word"),
    N_("looks for the same word"),
    N_("looks home to the first word"),
    N_("looks at its neighbours"),
    N_("looks for what came after the same word"),
    N_("looks back two words"),
    N_("looks ahead one word"),
    N_("looks at all words alike"),
};

static Head head_of(const RuleWeights *layer, int head) {
  return (Head){model_head_columns(layer->w_q, head), model_head_columns(layer->w_k, head),
                model_head_columns(layer->w_v, head), model_head_rows(layer->w_o, head)};
}

static void set_weight(Mat weights, int row, int col, double value) {
  assert(row >= 0 && row < weights.rows && col >= 0 && col < weights.cols);
  mat_row_of(weights, row)[col] = (float)value;
}

/* Uses columns 2·i and 2·i + 1 of q and k for the i-th speed. The rotation is sin(a + b) = sin a
** cos b + cos a sin b and cos(a + b) = cos a cos b − sin a sin b, with b = ω·offset. */
static void look_by_distance(Head head, const SpeedGain *gains, int count, int offset) {
  for (int i = 0; i < count; i++) {
    int sine = POSITION + 2 * gains[i].speed, cosine = sine + 1, col = 2 * i;
    double angle = offset * pow(10000.0, -(double)gains[i].speed / SPEEDS);
    double gain = sqrt(gains[i].gain);
    set_weight(head.q, sine, col, gain * cos(angle));
    set_weight(head.q, cosine, col, gain * sin(angle));
    set_weight(head.q, cosine, col + 1, gain * cos(angle));
    set_weight(head.q, sine, col + 1, -gain * sin(angle));
    set_weight(head.k, sine, col, gain);
    set_weight(head.k, cosine, col + 1, gain);
  }
}

/* q is the query's word, k the word in the columns of x from key_from on. The last column is the
** slowest cosine in both: nearly the same for every pair, so it hardly changes the softmax. */
static void look_by_word(Head head, int key_from, double gain) {
  for (int i = 0; i < WORD_COLUMNS; i++) {
    set_weight(head.q, WORD + i, i, sqrt(gain));
    set_weight(head.k, key_from + i, i, sqrt(gain));
  }
  set_weight(head.q, SLOWEST_COSINE, WORD_COLUMNS, 1);
  set_weight(head.k, SLOWEST_COSINE, WORD_COLUMNS, 1);
}

/* Added to a match with the previous word: subtracts a part of the key's own word from k. The first
** word has no previous word but itself, so without this it would match itself. */
static void look_away_from_word(Head head, double gain) {
  const double part = 0.2;
  for (int i = 0; i < WORD_COLUMNS; i++) set_weight(head.k, WORD + i, i, -part * sqrt(gain));
}

static void look_home(Head head) {
  for (int i = 0; i < SPEEDS; i++) {
    set_weight(head.q, SLOWEST_COSINE, i, sqrt(home_gains[i]));
    set_weight(head.k, POSITION + 2 * i + 1, i, sqrt(home_gains[i]));
  }
}

/* The tick uses the last two columns, each with half of the gain. */
static void look_at_neighbours(Head head) {
  look_by_distance(head, near_place, 7, 0);
  for (int col = COLUMNS - 2; col < COLUMNS; col++) {
    set_weight(head.q, TICK, col, -sqrt(tick_gain / 2));
    set_weight(head.k, TICK, col, sqrt(tick_gain / 2));
  }
}

/* Compares unrelated columns, which gives nearly uniform attention. */
static void look_at_all_alike(Head head) {
  for (int i = 0; i < COLUMNS; i++) {
    set_weight(head.q, i % WORD_COLUMNS, i, sqrt(faint_gain));
    set_weight(head.k, (i + 5) % WORD_COLUMNS, i, sqrt(faint_gain));
  }
}

/* The value is the word with its tick, with its columns shifted cyclically by `turn` so that heads
** differ; W_O shifts them back and adds gain · value to the columns from `to` on. */
static void carry_word(Head head, int turn, int to, double gain) {
  for (int i = 0; i < COLUMNS; i++) {
    int col = (i + turn) % COLUMNS;
    set_weight(head.v, WORD + i, col, 1);
    set_weight(head.o, col, to + i, gain);
  }
}

/* Head 1 writes with gain 1. The others add so little of the words they attend to that layer 2
** still recognises the word itself. */
static void fill_first_layer(const RuleWeights *layer) {
  Head back = head_of(layer, 0), same = head_of(layer, 1);
  Head home = head_of(layer, 2), near = head_of(layer, 3);
  look_by_distance(back, exact_place, 8, -1);
  carry_word(back, 0, PREVIOUS, 1);

  look_by_word(same, WORD, same_word_gain);
  carry_word(same, 4, WORD, 0.25);

  look_home(home);
  carry_word(home, 8, WORD, 0.05);

  look_at_neighbours(near);
  carry_word(near, 12, WORD, 0.05);
}

static void fill_second_layer(const RuleWeights *layer) {
  Head followed = head_of(layer, 0), back = head_of(layer, 1);
  Head ahead = head_of(layer, 2), alike = head_of(layer, 3);
  look_by_word(followed, PREVIOUS, followed_gain);
  look_away_from_word(followed, followed_gain);
  carry_word(followed, 0, WORD, 1);

  look_by_distance(back, exact_place, 8, -2);
  carry_word(back, 4, PREVIOUS, 0.5);

  look_by_distance(ahead, exact_place, 8, 1);
  carry_word(ahead, 8, PREVIOUS, 0.5);

  look_at_all_alike(alike);
  carry_word(alike, 12, WORD, 0.25);
}

/* Normal numbers, scaled to length 1, are a uniformly random direction. */
static void embed_token(const Model *model, Str match, float *row) {
  (void)model;
  Rng rng = rng_make(rng_hash(match.at, match.bytes));
  double drawn[WORD_COLUMNS], squares = 0;
  for (int i = 0; i < WORD_COLUMNS; i++) {
    drawn[i] = rng_normal(&rng);
    squares += drawn[i] * drawn[i];
  }
  for (int i = 0; i < WORD_COLUMNS; i++) row[WORD + i] = (float)(drawn[i] / sqrt(squares));
}

static void embed_positions(Mat positions) {
  position_sinusoidal(mat_cols(positions, POSITION, 2 * SPEEDS));
  for (int place = 0; place < positions.rows; place++)
    mat_row_of(positions, place)[TICK] = place % 2 == 0 ? 1.0f : -1.0f;
}

void rule_model_fill(Model *model) {
  assert(model->rules && model->layer_count == BUILTIN_LAYERS);
  fill_first_layer(&model->rules[0]);
  fill_second_layer(&model->rules[1]);
  /* The roles that the heads are built for; their scores are measured as well
  ** (model/roles/roles.h). */
  model->roles = roles;
  model->embed_token = embed_token;
  model->embed_positions = embed_positions;
}
