/* scene/overview/road.c -- finds what is gathered most, and what is followed. */
#include "scene/overview/road.h"

#include <math.h>

#include "base/number.h"

/* Of the rows that have such a key, and their mean weight there. */
static const float ROWS_LEAST = 0.6f, MEAN_LEAST = 0.5f;
static const float OF_EVEN_SHARE = 1.5f;
enum { ROWS_OF_A_RULE = 3 }; /* fewer rows are no rule */

static MatView weights_on_show(const Scene *scene) {
  return trace_matrix(scene->trace, TRACE_WEIGHTS, scene->view->layer, scene->view->head);
}

int overview_heaviest_key(const Scene *scene, int query) {
  const Workings *w = scene->workings;
  if (w && w->query == query) return w->by_weight[0];
  MatView weights = weights_on_show(scene);
  int best = -1;
  for (int key = 0; key < weights.cols; key++)
    if (best < 0 || mat_get(weights, query, key) > mat_get(weights, query, best)) best = key;
  return best;
}

static float weight_of(const Scene *scene, MatView weights, int query, int key) {
  float weight = mat_get(weights, query, key);
  return weight != 0 && isfinite(weight) && !scene_hides(scene, query, key) ? weight : 0;
}

/* The mean of some rows for each key; NULL without memory. */
static const float *mean_weights(const Scene *scene, MatView weights, int first, int end) {
  float *means = arena_take(scene->pen.list->arena, (size_t)weights.cols, sizeof *means);
  if (!means) scene->pen.list->failed = true;
  for (int key = 0; means && key < weights.cols; key++) means[key] = 0;
  for (int row = first; means && row < end; row++)
    for (int key = 0; key < weights.cols; key++)
      means[key] += weight_of(scene, weights, row, key) / (float)(end - first);
  return means;
}

static const float *shares_of(const Scene *scene, int query) {
  TracePart part = trace_output_weights(scene->trace);
  if (!trace_has_part(scene->trace, part)) return NULL;
  MatView weights = trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
  int first = query < 0 ? 0 : query, end = query < 0 ? weights.rows : query + 1;
  return mean_weights(scene, weights, first, end);
}

static Gathered one_key(const Scene *scene, MatView weights) {
  const float *means = mean_weights(scene, weights, 0, weights.rows);
  int best = -1;
  for (int key = 0; means && key < weights.cols; key++)
    if (means[key] > (best < 0 ? 0 : means[best])) best = key;
  bool stands_out = best >= 0 && isfinite(means[best]) &&
                    (weights.cols == 1 || means[best] * (float)weights.cols >= OF_EVEN_SHARE);
  return stands_out ? (Gathered){GATHERED_MOST, best, 0, means[best]}
                    : (Gathered){GATHERED_EVENLY, -1, 0, 0};
}

/* The heaviest key of each row; NULL without memory. */
static const int *heaviest_keys(const Scene *scene, int rows) {
  int *keys = arena_take(scene->pen.list->arena, (size_t)rows, sizeof *keys);
  if (!keys) scene->pen.list->failed = true;
  for (int row = 0; keys && row < rows; row++) keys[row] = overview_heaviest_key(scene, row);
  return keys;
}

static bool is_taken_before(const int *keys, int row) {
  for (int other = 0; other < row; other++)
    if (keys[other] == keys[row]) return true;
  return false;
}

/* As where two sentences are aligned. */
static bool have_their_own(const Scene *scene, MatView weights, float *mean) {
  const int *keys = heaviest_keys(scene, weights.rows);
  int own = 0;
  float sum = 0;
  for (int row = 0; keys && row < weights.rows; row++) {
    if (keys[row] < 0) continue;
    own += !is_taken_before(keys, row);
    sum += mat_get(weights, row, keys[row]);
  }
  *mean = sum / (float)weights.rows;
  return (float)own >= ROWS_LEAST * (float)weights.rows && *mean >= MEAN_LEAST;
}

/* Most of the rows that have a word there gather more than half from it. The mean is that of all
** these rows. */
static bool gather_beside(const Scene *scene, MatView weights, Gathered *found) {
  int rows = 0, there = 0;
  float sum = 0;
  for (int row = 0; row < weights.rows; row++) {
    int key = row + found->offset;
    if (key < 0 || key >= weights.cols || scene_hides(scene, row, key)) continue;
    rows++;
    there += mat_get(weights, row, key) > 0.5f;
    sum += mat_get(weights, row, key);
  }
  if (rows < ROWS_OF_A_RULE || rows < weights.rows - 1) return false;
  found->mean = sum / (float)rows;
  return (float)there >= ROWS_LEAST * (float)rows && found->mean >= MEAN_LEAST;
}

static Gathered gather(const Scene *scene) {
  Gathered none = {GATHERED_EVENLY, -1, 0, 0};
  if (!trace_has_part(scene->trace, TRACE_WEIGHTS)) return none;
  MatView weights = weights_on_show(scene);
  if (weights.rows <= 0) return none;
  Gathered own = {GATHERED_OWN, -1, 0, 0};
  if (trace_half(scene->trace) == HALF_CROSS && have_their_own(scene, weights, &own.mean))
    return own;
  bool has_own_keys = !trace_has_key_words(scene->trace) && !trace_keys_are_mixtures(scene->trace);
  for (int offset = -1; has_own_keys && offset <= 1; offset++) {
    Gathered beside = {GATHERED_BESIDE, -1, offset, 0};
    if (gather_beside(scene, weights, &beside)) return beside;
  }
  return one_key(scene, weights);
}

const GatheredOnShow *overview_gather(const Scene *scene) {
  GatheredOnShow *found = arena_take(scene->pen.list->arena, 1, sizeof *found);
  if (!found) {
    scene->pen.list->failed = true;
    return NULL;
  }
  *found = (GatheredOnShow){scene->trace, scene->view->layer, scene->view->head, gather(scene)};
  return found;
}

Gathered overview_gathered(const Scene *scene) {
  const GatheredOnShow *found = scene->gathered;
  bool is_found = found && found->trace == scene->trace && found->layer == scene->view->layer &&
                  found->head == scene->view->head;
  return is_found ? found->gathered : gather(scene);
}

/* That of the chosen key, or of the heaviest where that one has next to nothing, since a row of V
** flows as wide as its weight. */
static int followed_value(const Scene *scene, int query, int key) {
  const float little = 0.02f;
  TracePart part = trace_output_weights(scene->trace);
  if (query < 0 || key < 0 || !trace_has_part(scene->trace, part)) return key;
  MatView weights = trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
  if (!weights.at || mat_get(weights, query, key) >= little) return key;
  int heaviest = overview_heaviest_key(scene, query);
  return heaviest >= 0 ? heaviest : key;
}

OverviewRoad overview_road(const Scene *scene) {
  OverviewRoad road = {.query = -1, .key = -1, .value = -1};
  view_focus(scene->view, &road.query, &road.key);
  int count = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  if (road.query < 0 || road.query >= count) {
    Gathered gathered = overview_gathered(scene);
    int only = count == 1 && gathered.key >= 0 ? 0 : -1;
    return (OverviewRoad){only, gathered.key, gathered.key, true, gathered, shares_of(scene, only)};
  }
  if (scene_row_hidden(scene, road.query)) road.key = -1;
  else if (road.key < 0 || road.key >= keys) road.key = overview_heaviest_key(scene, road.query);
  road.value = followed_value(scene, road.query, road.key);
  road.shares = shares_of(scene, road.query);
  return road;
}
