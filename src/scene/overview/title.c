/* scene/overview/title.c -- the title of the overview: what the chosen row of this head gathers, or
** without one, which key all rows gather most. */
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "scene/overview/plan.h"
#include "scene/overview/road.h"
#include "scene/said_word.h"

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

static const char *title_alone(const Scene *scene, int query) {
  Str name = scene_label(scene, query);
  return str_format(scene->pen.list->arena,
                    _("“%.*s” has no other word and gathers from itself alone"), (int)name.bytes,
                    name.at);
}

static const char *title_beside(const Scene *scene, const Gathered *gathered) {
  const char *format = _("Each word gathers mostly from itself: %s on average");
  if (gathered->offset < 0)
    format = _("Each word gathers mostly from the word before it: %s on average");
  if (gathered->offset > 0)
    format = _("Each word gathers mostly from the word after it: %s on average");
  return str_format(scene->pen.list->arena, format, number_weight(gathered->mean).at);
}

/* Nothing if nothing stands out. */
static const char *title_of_all(const Scene *scene, MatView weights) {
  Arena *arena = scene->pen.list->arena;
  Gathered gathered = overview_gathered(scene);
  Number number = number_weight(gathered.mean);
  if (gathered.kind == GATHERED_EVENLY) return NULL;
  if (gathered.kind == GATHERED_BESIDE) return title_beside(scene, &gathered);
  if (gathered.kind == GATHERED_OWN)
    return str_format(arena, _("Each word gathers mostly from a word of its own: %s on average"),
                      number.at);
  if (weights.rows == 1 && weights.cols == 1 && !trace_is_cross(scene->trace))
    return title_alone(scene, 0);
  Str name = scene_key_label(scene, gathered.key);
  return str_format(arena, _("“%.*s” is gathered most: mean weight %s"), (int)name.bytes, name.at,
                    number.at);
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
  if (weights.cols == 1 && !trace_is_cross(scene->trace)) return title_alone(scene, query);
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
