/* trace/workings/first_picture.c -- searches the rows for the most instructive one. */
#include "trace/workings/first_picture.h"

#include <math.h>

#include "core/softmax.h"

static const float entropy_least = 0.5f, winner_least = 0.5f, winner_ratio = 2,
                   change_least = 0.05f;
static const float entropy_best = 1;

/* What a row is chosen by, the most important first. */
typedef struct Rank {
  bool answers, graded, asked;
  int layer;
  float distance; /* of the entropy from entropy_best */
} Rank;

static bool is_better(Rank a, Rank b) {
  if (a.answers != b.answers) return a.answers;
  if (a.graded != b.graded) return a.graded;
  if (a.asked != b.asked) return a.asked;
  if (a.layer != b.layer) return a.asked ? a.layer > b.layer : a.layer < b.layer;
  return a.distance < b.distance;
}

/* The weight of one key when scores are not divided; the mask and other additions stay. */
static float unscaled_weight(const float *scores, const float *scaled, const float *masked,
                             int count, int key) {
  float row[FIRST_PICTURE_KEYS_MOST], weights[FIRST_PICTURE_KEYS_MOST];
  for (int i = 0; i < count; i++)
    row[i] = masked[i] == -INFINITY ? -INFINITY : scores[i] + (masked[i] - scaled[i]);
  softmax_row(row, weights, count);
  return weights[key];
}

static int heaviest(const float *weights, int count, int except) {
  int best = -1;
  for (int i = 0; i < count; i++)
    if (i != except && (best < 0 || weights[i] > weights[best])) best = i;
  return best;
}

typedef struct Search {
  const Trace *trace;
  int answers[FIRST_PICTURE_KEYS_MOST]; /* the id it answers at each query; −1: not asked */
  FirstPicture best;
  Rank rank;
  bool found;
} Search;

static bool is_graded(const float *const rows[4], int count, int key) {
  const float *weights = rows[3];
  float most = weights[key], second = weights[heaviest(weights, count, key)];
  if (!(softmax_entropy_bits(weights, count) > entropy_least) || !(most >= winner_least) ||
      !(most >= winner_ratio * second))
    return false;
  return fabsf(unscaled_weight(rows[0], rows[1], rows[2], count, key) - most) >= change_least;
}

static void look_at_row(Search *search, FirstPicture at) {
  const Trace *trace = search->trace;
  const float *rows[4];
  static const TracePart parts[4] = {TRACE_SCORES, TRACE_SCALED, TRACE_MASKED, TRACE_WEIGHTS};
  int count = trace_key_count(trace), answer = search->answers[at.query];
  for (int i = 0; i < 4; i++)
    rows[i] = mat_row(trace_matrix(trace, parts[i], at.layer, at.head), at.query);
  at.key = heaviest(rows[3], count, -1);
  if (at.key == at.query && !trace_is_cross(trace)) return;
  float entropy = softmax_entropy_bits(rows[3], count);
  Rank rank = {.answers = answer >= 0 && answer == trace_token_id(trace, at.key),
               .graded = is_graded(rows, count, at.key),
               .asked = answer >= 0,
               .layer = at.layer,
               .distance = fabsf(entropy - entropy_best)};
  if (!rank.answers && !rank.graded) return;
  if (search->found && !is_better(rank, search->rank)) return;
  search->best = at;
  search->rank = rank;
  search->found = true;
}

/* The answers are worked out only where few tokens are asked: a row of a large model is slow. */
static void find_answers(Search *search) {
  const Trace *trace = search->trace;
  bool some = trace_has_words(trace) && trace_asks_here(trace) && !trace_asks_all(trace);
  for (int query = 0; query < trace_token_count(trace); query++) {
    TraceCandidate answer;
    search->answers[query] = -1;
    if (some && trace_is_asked(trace, query) && trace_candidates(trace, query, &answer, 1) == 1)
      search->answers[query] = answer.word;
  }
}

static bool can_search(const Trace *trace) {
  int count = trace_token_count(trace), keys = trace_key_count(trace);
  static const TracePart parts[4] = {TRACE_SCORES, TRACE_SCALED, TRACE_MASKED, TRACE_WEIGHTS};
  for (int i = 0; i < 4; i++)
    if (!trace_has_part(trace, parts[i])) return false;
  bool is_said = trace_half(trace) == HALF_CROSS; /* each row for a word of the other sentence */
  return !trace_is_recorded(trace) && keys > 1 && keys <= FIRST_PICTURE_KEYS_MOST &&
         (is_said || (!trace_is_cross(trace) && count == keys));
}

static void look_at_head(Search *search, int layer, int head) {
  int first = trace_continues(search->trace) ? trace_token_count(search->trace) - 1 : 0;
  for (int query = first; query < trace_token_count(search->trace); query++)
    look_at_row(search, (FirstPicture){layer, head, query, -1});
}

bool first_picture_find_in_head(const Trace *trace, int layer, int head, FirstPicture *found) {
  Search search = {.trace = trace};
  if (!can_search(trace) || !trace_owns_layer(trace, layer)) return false;
  find_answers(&search);
  look_at_head(&search, layer, head);
  if (search.found) *found = search.best;
  return search.found;
}

bool first_picture_find(const Trace *trace, FirstPicture *found) {
  Search search = {.trace = trace};
  if (!can_search(trace) || trace_half(trace) != HALF_NONE) return false;
  find_answers(&search);
  for (int layer = 0; layer < trace_layer_count(trace); layer++)
    for (int head = 0; head < trace_head_count(trace, layer); head++)
      look_at_head(&search, layer, head);
  if (search.found) *found = search.best;
  return search.found;
}

/* The row with the largest weight. */
static int clearest_row(const Trace *trace, int layer, int head) {
  MatView weights = trace_matrix(trace, TRACE_WEIGHTS, layer, head);
  int best = -1;
  float most = 0;
  for (int row = 0; row < weights.rows; row++) {
    float weight = mat_row(weights, row)[heaviest(mat_row(weights, row), weights.cols, -1)];
    if (weight > most) most = weight, best = row;
  }
  return best;
}

int first_picture_own_row(const Trace *trace, int layer, int head) {
  FirstPicture telling;
  if (first_picture_find_in_head(trace, layer, head, &telling)) return telling.query;
  if (trace_half(trace) == HALF_CROSS && can_search(trace) && trace_owns_layer(trace, layer))
    return clearest_row(trace, layer, head);
  return trace_asked_token(trace);
}

int first_picture_row(const Trace *trace, int layer, int head, int rows) {
  int own = first_picture_own_row(trace, layer, head);
  return own >= 0 && own < rows ? own : rows - 1;
}
