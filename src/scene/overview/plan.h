/* scene/overview/plan.h -- the places of the overview's parts. Private to overview/.
**
** Sizes are multiples of M, the height of a matrix by pair, or design points. Matrices are as wide
** as high, up to 1.45 times wider in a low and wide box.
**
** Units  Points as drawn; OVERVIEW_… are design points.   Memory, errors  None.
*/
#ifndef SCENE_OVERVIEW_PLAN_H
#define SCENE_OVERVIEW_PLAN_H

#include "scene/overview/road.h"
#include "scene/scene.h"

enum { OVERVIEW_TITLE = 26, OVERVIEW_FUNNEL = 14 };
#define OVERVIEW_NAME_MOST 12.0f /* of the words beside the rows of Q, K and V */

/* Boxes in points, without bars and captions. */
typedef struct OverviewPlan {
  /* The text scale, M, the width of a matrix by pair (M, or more if there is room), and that of Q,
  ** K and V. */
  float scale, side, width, vector_width;
  float arrow_gap;
  /* The text scale that names are at least read at: with larger text that of text scale 1. */
  float plain_scale;
  /* The height of the line of a colour bar, and of the caption of a matrix by pair. Without room
  ** the bars are left out: bar_line is small, and has_bars false. */
  float bar_line, caption;
  bool has_bars;
  /* One column of a page: the matrices by pair one below the other (upright.h). */
  bool is_upright;
  Box tokens, k, q, v, output;
  /* Of the names beside the rows of Q, K and V; 0: they have none. */
  float names_width;
  /* The layers before the one on show; w = 0: it is the first. Where it asks an encoder, also the
  ** layers of that, beside the keys. */
  Box layers, key_layers;
  /* Left of the output: the shares of the words in it, one above the other, together as high as the
  ** output. */
  Box mouth;
  /* Words of another sentence; h = 0: the keys are the tokens. */
  Box keys;
  /* The matrices by pair of this trace, in the order of the computation. */
  TracePart pair_parts[TRACE_PAIR_PARTS_MOST];
  Box pairs[TRACE_PAIR_PARTS_MOST];
  int pair_count;
  int keys_at; /* the one over which the lines of the keys come down */
  /* A matrix that changes nothing is folded away: which, before which of those above, and its place
  ** on the arrow between its neighbours; h = 0: none. */
  TracePart folded_part;
  int folded_before;
  Box folded;
  Box strip;
  /* A row of the layer's output, and the model's answer; h = 0: neither. */
  Box layer, answer;
  float bottom; /* nothing is drawn below */
} OverviewPlan;

/* Before a class, and with larger text: what the row gathers and becomes is read from afar. */
static inline bool overview_is_for_audience(const Scene *scene) {
  return scene_is_presented(scene) || (scene->interactive && scene->view->text_scale > 1.2f);
}

/* The sentence must have tokens. Depends only on the scene and the box, so the transition between
** views can call it twice. */
OverviewPlan overview_plan(const Scene *scene, Box box);

/* The keys that queries meet: K, or mixtures of its rows. */
static inline TracePart overview_keys(const Scene *scene) {
  return trace_keys_are_mixtures(scene->trace) ? TRACE_K_PROJECTED : TRACE_K;
}

/* Features of queries and keys are multiplied instead of these, and the product is divided by the
** sums of its rows. */
static inline bool overview_has_features(const Scene *scene) {
  return kind_has_features(trace_kind(scene->trace)) &&
         trace_has_part(scene->trace, TRACE_FEATURES_Q) &&
         trace_has_part(scene->trace, TRACE_FEATURES_K);
}

/* The symbol beside the name of a matrix by pair: "÷ √64". */
Str overview_pair_symbol(const Scene *scene, TracePart part);

/* From so many words on they have numbers, where not all are named. */
enum { OVERVIEW_NUMBERED_FROM = 24 };
float overview_numbers_width(const Pen *pen, int count);
/* Of the words at the left, at most; they shrink to WORD_LEAST before some are left out. */
#define OVERVIEW_WORD_LEAST 14.0f
float overview_word_most(const Scene *scene);
/* Of the names beside Q, K and V. */
float overview_name_most(const Scene *scene);
/* Of what is told beside names: symbols, sizes, ends of colours, axes. */
float overview_note_size(const Scene *scene, float usual);
/* Of the column of words at that text scale. */
float overview_words_width(const Scene *scene, float scale);

/* The words, with those of the road. */
void overview_tokens(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road);
/* Where a ribbon from the left ends: before the word, or where a word of the most width begins if
** not all words are named. */
float overview_word_start(const Scene *scene, const OverviewPlan *plan, int token);
float overview_key_start(const Scene *scene, const OverviewPlan *plan, int key);
/* The words beside the rows of Q, K and V. */
void overview_row_names(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road);
/* Where the ribbon of a row ends, in points from the left: before the row's name, which is read on
** paper, or at the matrix if the row has none. `focused`: the row of the query or key. */
float overview_ribbon_end(const Scene *scene, const OverviewPlan *plan, Box vectors, bool of_keys,
                          int token, bool focused);

/* Above the words, where they stand for what a layer before hands on: "X₂", "after layer 1". */
float overview_stream_words_height(const Scene *scene, const OverviewPlan *plan);

/* layer_stack.c: the layers before the one on show as cards, each of which opens its layer. */
void overview_layers(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road);

/* The frame of Q, K, V and the output, in which their cells lie. */
Box overview_cells(const OverviewPlan *plan, Box frame);

/* river.c: a ribbon for each word, from it to its rows of Q, K and V, and from V to the output,
** where it is as wide as its weight, at rest as its mean weight in all rows. */
void overview_token_ribbons(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road);
void overview_value_ribbons(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road);
/* From the layer before, whose card ends at `from`, to each word, or to each key. */
typedef struct LayerRibbons {
  Box from;
  bool of_keys;
  int followed; /* −1: none */
} LayerRibbons;
void overview_layer_ribbons(const Scene *scene, const OverviewPlan *plan,
                            const LayerRibbons *ribbons);
/* The names of the widest ribbons at their ends, with their weights, at rest that of the followed
** one; over the ribbons. */
void overview_share_names(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road);

/* flows.c: each query to its row of the scores, each key to its column; weights to the shares. */
void overview_stem(const Scene *scene, const OverviewPlan *plan);
void overview_flows(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road);

/* What was not recorded is grey. */
Color overview_way_color(const Scene *scene, TracePart part, Color role, float alpha);

#endif
