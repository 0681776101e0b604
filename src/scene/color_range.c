/* scene/color_range.c -- which numbers the ends of the colours stand for, and the words for it.
**
** Matrices that a reader compares by eye have one range: scores before and after scaling, values
** and their weighted sum, the summands of a sum and the sum. Then a number has one colour on a
** screen.
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "scene/scene.h"
#include "scene/stages/stage.h"
#include "trace/trace_mistake.h"

static bool is_share(TracePart part) { return trace_part_info(part)->scale == SCALE_SHARES; }

static bool is_never_below(TracePart part) {
  return trace_part_info(part)->scale == SCALE_FROM_ZERO;
}

static bool is_score(TracePart part) { return trace_part_info(part)->by_pair && !is_share(part); }

/* Those that the weights multiply, and what becomes of them. */
static bool is_value(const Trace *trace, TracePart part) {
  return part == trace_values(trace) || part == TRACE_OUTPUT;
}

/* The summands of X and their sum, before a norm if there is one. */
static bool is_embedding(const Trace *trace, TracePart part) {
  bool is_normed = trace_has_part(trace, TRACE_EMBEDDED);
  return trace_part_info(part)->is_summand || part == (is_normed ? TRACE_EMBEDDED : TRACE_X);
}

/* What queries, and what keys of a second sentence, are made from. */
static bool is_input(const Trace *trace, TracePart part) {
  return trace_has_part(trace, TRACE_KEY_INPUT) &&
         (part == TRACE_KEY_INPUT || part == trace_projection_input(trace));
}

bool scene_is_share(TracePart part) { return is_share(part) && trace_part_info(part)->by_pair; }

bool scene_is_hatched(const Trace *trace, TracePart part) { return trace_part_hides(trace, part); }

static bool has_part(const TracePart *parts, int count, TracePart part) {
  for (int i = 0; i < count; i++)
    if (parts[i] == part) return true;
  return false;
}

/* A norm after a sum leaves nothing of its size: what it makes begins a scale of its own. */
static bool begins_scale(const Trace *trace, TracePart part) {
  bool is_after = trace_has_part(trace, TRACE_NORM_1) && trace_norm_place(trace) == NORM_AFTER;
  return is_after && (part == TRACE_NORM_1 || part == TRACE_BLOCK);
}

/* A norm before the heads makes what they read, which is no part of a sum. */
static bool is_beside_sums(const Trace *trace, TracePart part) {
  return part == TRACE_NORM_1 && trace_norm_place(trace) == NORM_BEFORE;
}

/* The parts of the stage on show that have one scale with part; 0: the stage names none. */
static int one_scale_group(const Scene *scene, TracePart part, TracePart group[TRACE_PART_COUNT]) {
  const StageInfo *stage = stage_info(scene->view->stage);
  int count = 0;
  bool has_it = false;
  if (scene->view->kind != VIEW_STAGE) return 0;
  for (int i = 0; i < stage->one_scale_count; i++) {
    TracePart each = stage->one_scale[i];
    if (is_beside_sums(scene->trace, each)) continue;
    if (begins_scale(scene->trace, each)) {
      if (has_it) break;
      count = 0;
    }
    has_it |= each == part;
    group[count++] = each;
  }
  return has_it ? count : 0;
}

bool scene_is_of_one_scale(const Scene *scene, TracePart part) {
  TracePart group[TRACE_PART_COUNT];
  return one_scale_group(scene, part, group) > 1;
}

/* The parts that have one range with part, itself among them. Masked only repeats numbers of the
** parts before it. */
static int range_group(const Scene *scene, TracePart part, TracePart group[TRACE_PART_COUNT]) {
  const Trace *trace = scene->trace;
  bool is_own = scene->view->range == RANGE_OWN && scene->view->kind != VIEW_OVERVIEW;
  int count = one_scale_group(scene, part, group);
  if (count > 0) return count;
  for (TracePart each = 0; each < TRACE_PART_COUNT; each++) {
    bool same = (is_score(part) && is_score(each) && !is_own) ||
                (is_value(trace, part) && is_value(trace, each)) ||
                (is_embedding(trace, part) && is_embedding(trace, each)) ||
                (is_input(trace, part) && is_input(trace, each));
    if (each == part || same) group[count++] = each;
  }
  return count;
}

static TracePart range_owner(const Scene *scene, TracePart part) {
  return trace_part_info(part)->keeps_scale ? trace_pair_part_before(scene->trace, part) : part;
}

/* The trace stores the largest |x| of each matrix, so no cells are read. */
static float largest_of(const Scene *scene, TracePart part, int layer, int head) {
  bool of_heads = scene->view->range == RANGE_SHARED && trace_part_info(part)->per_head;
  part = range_owner(scene, part);
  if (!trace_has_part(scene->trace, part)) return 0;
  return of_heads ? trace_largest_of_heads(scene->trace, part, layer)
                  : trace_largest(scene->trace, part, layer, head);
}

/* A score without others has nothing to be strong beside. */
static bool is_alone(const Trace *trace) {
  return trace_token_count(trace) == 1 && trace_key_count(trace) == 1;
}

float scene_range_largest(const Scene *scene, TracePart part, SceneLargest of, const void *data) {
  TracePart group[TRACE_PART_COUNT];
  int count = range_group(scene, part, group);
  float largest = 0;
  for (int i = 0; i < count; i++) {
    TracePart owner = range_owner(scene, group[i]);
    if (trace_has_part(scene->trace, owner)) largest = fmaxf(largest, of(scene, owner, data));
  }
  if (is_score(part) && is_alone(scene->trace)) return fmaxf(largest, 1);
  return largest > 0 ? largest : 1;
}

/* A range in numbers is for the matrix on show, not for those beside it. */
bool scene_range_is_fixed(const Scene *scene, TracePart part) {
  const View *view = scene->view;
  if (view->range != RANGE_FIXED || !(view->range_low < view->range_high)) return false;
  if (is_share(part)) return part == TRACE_WEIGHTS && view->range_low >= 0;
  if (trace_part_info(part)->by_pair) return true;
  TracePart parts[TRACE_STAGE_PARTS];
  int count = trace_stage_parts(scene->trace, view->stage, parts);
  return has_part(parts, count, part);
}

typedef struct Head {
  int layer, head;
} Head;

static float largest_of_head(const Scene *scene, TracePart part, const void *data) {
  const Head *at = data;
  return largest_of(scene, part, at->layer, at->head);
}

/* A weight of 1 that is kept: the most there can be. */
static float most_after_dropout(const Scene *scene) {
  return (float)(1 / (1 - kind_dropped_share(trace_kind(scene->trace))));
}

ColorRange scene_range(const Scene *scene, TracePart part, int layer, int head) {
  if (scene_range_is_fixed(scene, part))
    return (ColorRange){scene->view->range_low, scene->view->range_high};
  bool has_contrast =
      part == TRACE_WEIGHTS && view_has_contrast(scene->view, trace_key_count(scene->trace));
  if (scene_is_share(part) && part != TRACE_WEIGHTS)
    return (ColorRange){0, most_after_dropout(scene)};
  if (is_share(part))
    return (ColorRange){0, has_contrast ? view_strongest_share(trace_key_count(scene->trace)) : 1};
  float largest = scene_range_largest(scene, part, largest_of_head, &(Head){layer, head});
  return (ColorRange){is_never_below(part) ? 0 : -largest, largest};
}

bool scene_range_is_capped(const Scene *scene, TracePart part) {
  return part == TRACE_WEIGHTS &&
         scene_range(scene, part, scene->view->layer, scene->view->head).high < 1;
}

float scene_largest(const Scene *scene, TracePart part) {
  return largest_of(scene, part, scene->view->layer, scene->view->head);
}

float scene_range_used(const Scene *scene, TracePart part) {
  if (is_share(part) || !is_score(part) || scene_range_is_fixed(scene, part)) return 0;
  const View *view = scene->view;
  if (view->kind == VIEW_STAGE && view->filled >= 0) return 0; /* it would tell a number to come */
  float used = largest_of(scene, part, view->layer, view->head);
  ColorRange range = scene_range(scene, part, view->layer, view->head);
  return used > 0 && used < range.high * 0.995f ? used : 0;
}

const char *scene_used_words(const Scene *scene, TracePart part) {
  float most = scene_range_used(scene, part);
  Number used = number_end(most);
  return most > 0 ? str_format(scene->pen.list->arena, _("used ±%s"), used.at) : NULL;
}

bool scene_hides_something(const Scene *scene) {
  return trace_head_hidden_count(scene->trace, scene->view->layer, scene->view->head) > 0;
}

/* One large number of these would leave all others blank. */
PaletteId scene_palette(const Scene *scene, TracePart part) {
  if (is_never_below(part) && !scene_range_is_fixed(scene, part)) return PALETTE_TENS;
  bool is_auto = scene->view->palette == PALETTE_AUTO;
  if (part == TRACE_PROBABILITIES && is_auto) return PALETTE_OUTPUT; /* as its bars are */
  return palette_for(scene->view->palette, !is_share(part));
}

/* "one scale for scores, scaled and masked": the parts by pair that share it. */
static const char *one_scale_words(const Scene *scene) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(scene->trace, parts);
  while (count > 0 && !is_score(parts[count - 1])) count--;
  StrBuf words = strbuf_make(scene->pen.list->arena);
  for (int i = 0; i + 1 < count; i++)
    strbuf_format(&words, "%s%s", i > 0 ? ", " : "", _(trace_part_info(parts[i])->many));
  Str first = strbuf_str(&words);
  assert(count > 1);
  return str_format(scene->pen.list->arena, _("one scale for %.*s and %s"), (int)first.bytes,
                    first.at, _(trace_part_info(parts[count - 1])->many));
}

static int parts_there(const Scene *scene, const TracePart *group, int count) {
  int there = 0;
  for (int i = 0; i < count; i++) there += trace_has_part(scene->trace, group[i]);
  return there;
}

const char *stage_range_rule(const Scene *scene, TracePart part) {
  TracePart group[TRACE_PART_COUNT];
  int count = range_group(scene, part, group);
  bool is_one = parts_there(scene, group, count) > 1;
  if (scene_range_is_fixed(scene, part)) return _("fixed scale");
  /* rows of weights that something was done to are no shares of 1 */
  if (scene_is_share(part) && part != TRACE_WEIGHTS) return _("weights after dropout");
  if (is_share(part)) return _("shares");
  if (is_score(part) && is_one && scene->view->range != RANGE_SHARED) return one_scale_words(scene);
  if (scene_palette(scene, part) == PALETTE_TENS)
    return scene->view->range == RANGE_SHARED ? _("one scale for all heads, by powers of ten")
                                              : _("own scale, by powers of ten");
  if (scene->view->range == RANGE_SHARED && trace_part_info(part)->per_head)
    return _("one scale for all heads");
  if (trace_part_info(part)->keeps_scale)
    return str_format(scene->pen.list->arena, _("the scale of %s"),
                      _(trace_part_info(range_owner(scene, part))->many));
  if (is_value(scene->trace, part) && is_one) return _("one scale for values and output");
  return is_one ? _("one scale") : _("own scale");
}

const char *scene_range_words(const Scene *scene, TracePart part) {
  Arena *arena = scene->pen.list->arena;
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  Number low = range.low == 0 ? (Number){"0"} : number_end(range.low);
  Number high = number_end(range.high);
  if (scene_range_is_capped(scene, part)) high = number_at_least(high);
  if (scene_palette(scene, part) == PALETTE_TENS) low = number_end(range.high * PALETTE_TENS_LEAST);
  bool is_share_range = range.low == 0 && range.high == 1;
  const char *used = scene_used_words(scene, part);
  const char *words =
      str_format(arena, C_("a scale and its ends", "%s %s … %s"), stage_range_rule(scene, part),
                 is_share_range ? "0" : low.at, is_share_range ? "1" : high.at);
  return used ? str_format(arena, "%s, %s", words, used) : words;
}
