/* scene/overview/title.c -- the title of the overview: what the chosen row of this head gathers, or
** without one, which key all rows gather most. */
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "scene/overview/plan.h"
#include "scene/said_word.h"

int overview_heaviest_key(const Scene *scene, int query) {
  const Workings *w = scene->workings;
  if (w && w->query == query) return w->by_weight[0];
  MatView weights =
      trace_matrix(scene->trace, TRACE_WEIGHTS, scene->view->layer, scene->view->head);
  int best = -1;
  for (int key = 0; key < weights.cols; key++)
    if (best < 0 || mat_get(weights, query, key) > mat_get(weights, query, best)) best = key;
  return best;
}

/* A row whose heaviest key has less than half is spread, so a second one is named. */
static int second_key(MatView weights, int query, int first) {
  int best = -1;
  for (int key = 0; key < weights.cols; key++)
    if (key != first && (best < 0 || mat_get(weights, query, key) > mat_get(weights, query, best)))
      best = key;
  return best;
}

static const char *spread_title(const Scene *scene, MatView weights, int query, int key) {
  Str name = scene_label(scene, query), first = scene_key_label(scene, key);
  int other = second_key(weights, query, key);
  Number weight = number_weight(mat_get(weights, query, key));
  if (other < 0) return NULL;
  Str second = scene_key_label(scene, other);
  Number next = number_weight(mat_get(weights, query, other));
  return str_format(scene->pen.list->arena,
                    _("“%.*s” gathers from several: “%.*s” %s, “%.*s” %s …"), (int)name.bytes,
                    name.at, (int)first.bytes, first.at, weight.at, (int)second.bytes, second.at,
                    next.at);
}

/* Where most rows have a key of their own with most of their weight, as where two sentences are
** aligned. */
static const char *title_of_pairs(const Scene *scene, MatView weights) {
  const float rows_least = 0.6f, mean_least = 0.5f;
  int own = 0;
  float sum = 0;
  for (int query = 0; query < weights.rows; query++) {
    int key = overview_heaviest_key(scene, query);
    bool is_own = key >= 0;
    for (int other = 0; other < query; other++)
      is_own = is_own && overview_heaviest_key(scene, other) != key;
    own += is_own;
    if (key >= 0) sum += mat_get(weights, query, key);
  }
  float mean = sum / (float)weights.rows;
  if ((float)own < rows_least * (float)weights.rows || !(mean >= mean_least)) return NULL;
  return str_format(scene->pen.list->arena,
                    _("Each word gathers mostly from a word of its own: %s on average"),
                    number_weight(mean).at);
}

/* Nothing if no key has half as much again as its even share. */
static const char *title_of_all(const Scene *scene, MatView weights) {
  const char *pairs =
      trace_half(scene->trace) == HALF_CROSS ? title_of_pairs(scene, weights) : NULL;
  if (pairs) return pairs;
  float most = 0;
  int best = -1;
  for (int key = 0; key < weights.cols; key++) {
    float sum = 0;
    for (int query = 0; query < weights.rows; query++)
      if (!scene_hides(scene, query, key)) sum += mat_get(weights, query, key);
    if (sum > most) most = sum, best = key;
  }
  float mean = most / (float)weights.rows;
  if (best < 0 || !isfinite(mean) || mean * (float)weights.cols < 1.5f) return NULL;
  Str name = scene_key_label(scene, best);
  Number number = number_weight(mean);
  return str_format(scene->pen.list->arena, _("“%.*s” is gathered most: mean weight %s"),
                    (int)name.bytes, name.at, number.at);
}

const char *overview_title(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int query, key;
  view_focus(scene->view, &query, &key);
  bool has_weights = trace_has_part(scene->trace, TRACE_WEIGHTS);
  if (!has_weights) return NULL;
  MatView weights =
      trace_matrix(scene->trace, TRACE_WEIGHTS, scene->view->layer, scene->view->head);
  if (query < 0 || query >= trace_token_count(scene->trace)) return title_of_all(scene, weights);
  Str name = scene_label(scene, query);
  if (scene_row_hidden(scene, query))
    return str_format(arena, _("“%.*s” sees no key and gathers nothing"), (int)name.bytes, name.at);
  key = overview_heaviest_key(scene, query);
  float heaviest = key < 0 ? NAN : mat_get(weights, query, key);
  if (!isfinite(heaviest)) return NULL;
  if (heaviest < 0.5f) return spread_title(scene, weights, query, key);
  Number weight = number_weight(heaviest);
  Str from = scene_key_label(scene, key);
  if (weights.cols == 1 && !trace_is_cross(scene->trace))
    return str_format(arena, _("“%.*s” has no other word and gathers from itself alone"),
                      (int)name.bytes, name.at);
  if (key == query && !trace_is_cross(scene->trace))
    return str_format(arena, _("“%.*s” gathers mostly from itself: %s"), (int)name.bytes, name.at,
                      weight.at);
  Str said = said_word(scene, query);
  if (said.bytes > 0)
    return str_format(arena, _("“%.*s”, about to say “%.*s”, gathers mostly from “%.*s”: %s"),
                      (int)name.bytes, name.at, (int)said.bytes, said.at, (int)from.bytes, from.at,
                      weight.at);
  return str_format(arena, _("“%.*s” gathers mostly from “%.*s”: %s"), (int)name.bytes, name.at,
                    (int)from.bytes, from.at, weight.at);
}
