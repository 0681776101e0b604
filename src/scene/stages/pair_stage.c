/* scene/stages/pair_stage.c -- the formula of attention and the focused pair as one line, both made
** from the pair stages that a trace has. */
#include "scene/stages/pair_stage.h"

#include <assert.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "trace/mistakes.h"

const PairStage *pair_stage_of(TracePart part) {
  const PairStage *pair = stage_views[stage_of_part(part)]->pair;
  assert(pair && pair->part == part);
  return pair;
}

/* -- the formula ------------------------------------------------------------------------------- */

static void add_left_side(Formula *out) {
  formula_add_plain(out, "Attention(", 0, 0.1f);
  formula_add_vectors(out, "Q", TRACE_Q, STAGE_QKV);
  formula_add_plain(out, ",", 0, 0.2f);
  formula_add_vectors(out, "K", TRACE_K, STAGE_QKV);
  formula_add_plain(out, ",", 0, 0.2f);
  formula_add_vectors(out, "V", TRACE_V, STAGE_QKV);
  formula_add_plain(out, ")", 0.05f, 0);
}

/* With a row for the distance added to each value (M-63). */
static const char *values_symbol(const Scene *scene) {
  return trace_has_part(scene->trace, TRACE_RELATIVE_VALUE) ? "(V + R)"
                                                            : stage_values_symbol(scene);
}

static void add_values(const Scene *scene, Formula *out, float after) {
  formula_add(out, (FormulaPiece){.symbol = values_symbol(scene),
                                  .stage = STAGE_OUTPUT,
                                  .role = TRACE_V,
                                  .after = after});
}

/* M-59: the output as it is made, without a weight of a pair; at the matrix for looking as that
** matrix, which is then multiplied by V. */
static void add_features(const Scene *scene, Formula *out) {
  StageId now = scene->view->stage;
  bool has_weights = now == STAGE_WEIGHTS;
  FormulaPiece made = {.kind = FORMULA_FRACTION,
                       .symbol = has_weights ? "φ(Q) φ(K)ᵀ" : "φ(Q) (φ(K)ᵀ V)",
                       .below = "φ(Q) (φ(K)ᵀ 1)",
                       .stage = now == STAGE_OUTPUT ? STAGE_OUTPUT : STAGE_FEATURES,
                       .stage_below = STAGE_OUTPUT,
                       .role = has_weights ? TRACE_WEIGHTS : TRACE_OUTPUT,
                       .after = has_weights ? 0.5f : 0};
  if (has_weights) made.stage = made.stage_below = STAGE_WEIGHTS;
  formula_add_plain(out, "≈", 0.35f, 0.6f);
  formula_add(out, made);
  if (has_weights) add_values(scene, out, 0);
}

/* ---- what is bent ---- */

static bool is_values_first(const Scene *scene) {
  return mistake_of(trace_kind(scene->trace)) == MISTAKE_VALUES_FIRST;
}

/* With its temperature (M-94), or down the columns (M-96). */
static const char *softmax_symbol(const Scene *scene) {
  const AttentionKind *kind = trace_kind(scene->trace);
  double temperature = kind_softmax_temperature(kind);
  bool is_down = mistake_of(kind) == MISTAKE_SOFTMAX_OVER_QUERIES;
  const char *name = is_down ? "softmax ↓" : "softmax";
  if (temperature == 1) return name;
  const char *made = str_format(scene->pen.list->arena, "%s, τ = %g", name, temperature);
  return made ? made : name;
}

void attention_formula(const Scene *scene, Formula *out) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(scene->trace, parts);
  add_left_side(out);
  if (kind_has_features(trace_kind(scene->trace))) {
    add_features(scene, out);
    return;
  }
  formula_add_equals(out);
  out->lit_from = out->count;
  for (int i = 0; i < count; i++) {
    const PairStage *pair = pair_stage_of(parts[i]);
    if (pair->add_front) pair->add_front(scene, out);
  }
  if (is_values_first(scene)) add_values(scene, out, 0.5f);
  formula_add(out, (FormulaPiece){.symbol = softmax_symbol(scene),
                                  .stage = STAGE_WEIGHTS,
                                  .role = TRACE_WEIGHTS,
                                  .always_colored = scene->view->stage == STAGE_OUTPUT,
                                  .after = 0.5f});
  formula_add(out, (FormulaPiece){.kind = FORMULA_OPEN, .stage = STAGE_COUNT, .after = 0.25f});
  for (int i = 0; i < count; i++) {
    const PairStage *pair = pair_stage_of(parts[i]);
    if (pair->add_term) pair->add_term(scene, out);
  }
  bool ends = is_values_first(scene);
  formula_add(
      out, (FormulaPiece){.kind = FORMULA_CLOSE, .stage = STAGE_COUNT, .after = ends ? 0 : 0.5f});
  if (!ends) add_values(scene, out, 0);
  /* the weights times V: all of it */
  if (scene->view->stage == STAGE_OUTPUT) out->lit_count = out->count - out->lit_from;
}

const char *attention_in_line(const Scene *scene) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(scene->trace, parts);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  if (kind_has_features(trace_kind(scene->trace))) return "φ(Q) (φ(K)ᵀ V) / φ(Q) (φ(K)ᵀ 1)";
  for (int i = 0; i < count; i++) {
    const PairStage *pair = pair_stage_of(parts[i]);
    if (pair->front) strbuf_format(&words, "%s", pair->front(scene));
  }
  if (is_values_first(scene)) strbuf_format(&words, "%s ", values_symbol(scene));
  strbuf_format(&words, "%s(", softmax_symbol(scene));
  for (int i = 0; i < count; i++) {
    const PairStage *pair = pair_stage_of(parts[i]);
    if (pair->term) strbuf_format(&words, "%s", pair->term(scene));
  }
  Str terms = strbuf_str(&words);
  if (is_values_first(scene))
    return str_format(scene->pen.list->arena, "%.*s)", (int)terms.bytes, terms.at);
  return str_format(scene->pen.list->arena, "%.*s) %s", (int)terms.bytes, terms.at,
                    values_symbol(scene));
}

/* -- the focus as one line
** ------------------------------------------------------------------------ */

/* With the same digits as in the cell, the inspector and exported files; none of a later stage. */
static const char *cell_line(const Scene *scene, int query, int key) {
  assert(query >= 0 && query < trace_token_count(scene->trace) && key >= 0);
  Arena *arena = scene->pen.list->arena;
  Str asks = scene_named(scene, query), asked = scene_key_named(scene, key);
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(scene->trace, parts);
  StrBuf words = strbuf_make(arena);
  for (int i = 0; i < count; i++) {
    if (!scene_may_tell(scene, stage_of_part(parts[i]), query, key)) continue;
    const char *phrase = pair_stage_of(parts[i])->phrase(scene, query, key);
    if (phrase && *phrase) strbuf_format(&words, "%s%s", words.bytes > 0 ? ", " : "", phrase);
  }
  Str all = strbuf_str(&words);
  return str_format(arena, _("query %.*s, key %.*s: %.*s"), (int)asks.bytes, asks.at,
                    (int)asked.bytes, asked.at, (int)all.bytes, all.at);
}

/* Of equal numbers the first counts, as everywhere. */
static int first_largest(const float *row, int count) {
  int largest = 0;
  for (int key = 1; key < count; key++)
    if (row[key] > row[largest]) largest = key;
  return largest;
}

/* Before softmax a row has no heaviest key, but a largest number. */
static const char *row_before_weights(const Scene *scene, int query) {
  Arena *arena = scene->pen.list->arena;
  Str asks = scene_named(scene, query);
  MatView values = stage_matrix(scene, stage_result(scene->view->stage));
  if (!values.at) return str_format(arena, _("query %.*s"), (int)asks.bytes, asks.at);
  const float *row = mat_row(values, query);
  int largest = first_largest(row, values.cols);
  Str asked = scene_key_named(scene, largest);
  Number number = number_full(row[largest]);
  return str_format(arena, _("query %.*s: largest number %s, at key %.*s"), (int)asks.bytes,
                    asks.at, number.at, (int)asked.bytes, asked.at);
}

static const char *row_line(const Scene *scene, int query) {
  assert(query >= 0 && query < trace_token_count(scene->trace));
  Arena *arena = scene->pen.list->arena;
  Str asks = scene_named(scene, query);
  bool tells_mask = scene_may_tell(scene, stage_of_part(TRACE_MASKED), query, -1);
  if (tells_mask && scene_row_hidden(scene, query))
    return str_format(arena, _("query %.*s: attends to nothing"), (int)asks.bytes, asks.at);
  if (!scene_may_tell(scene, stage_of_part(TRACE_WEIGHTS), query, -1))
    return row_before_weights(scene, query);
  MatView weights = stage_matrix(scene, TRACE_WEIGHTS);
  if (!weights.at) /* weights are missing from the recording */
    return str_format(arena, _("query %.*s"), (int)asks.bytes, asks.at);
  const float *row = mat_row(weights, query);
  int heaviest = first_largest(row, weights.cols);
  Str asked = scene_key_named(scene, heaviest);
  Number weight = number_weight(row[heaviest]);
  return str_format(arena, _("query %.*s: heaviest key %.*s, weight %s"), (int)asks.bytes, asks.at,
                    (int)asked.bytes, asked.at, weight.at);
}

const char *pair_focus_line(const Scene *scene, int query, int key) {
  return key >= 0 ? cell_line(scene, query, key) : row_line(scene, query);
}
