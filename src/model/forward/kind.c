/* model/forward/kind.c -- the tables that a kind of attention is computed with. */
#include "model/forward/kind.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/rng.h"
#include "core/additive_score.h"
#include "core/key_heads.h"
#include "model/directions.h"
#include "model/mixtures.h"
#include "trace/mistakes.h"

/* What tables of a kind are drawn from: the same for every model, sentence and machine. */
static const uint64_t seed_of_kind = UINT64_C(0x4B494E44);

/* The model's own, where it has one of so many buckets; at NULL: no memory. */
static MatView bucket_table(Arena *arena, const Model *model, int count) {
  int heads = model->head_count;
  if (model->bucket_table.rows == count) return model->bucket_table;
  float *table = arena_take(arena, (size_t)count * (size_t)heads, sizeof *table);
  Rng rng = rng_make(seed_of_kind);
  for (int i = 0; table && i < count * heads; i++) table[i] = (float)rng_normal(&rng);
  return (MatView){table, count, heads, heads};
}

static bool make_buckets(Arena *arena, ForwardKind *kind, const ForwardKindOf *of) {
  const int *numbers = kind->of.numbers[KIND_POSITIONS];
  Buckets buckets = {numbers[T5_BUCKETS], numbers[T5_FAR], of->is_causal};
  int heads = of->model->head_count, keys = of->key_count, columns = 2 * keys - 1;
  MatView table = bucket_table(arena, of->model, buckets.count);
  float *offsets = arena_take(arena, (size_t)heads * (size_t)columns, sizeof *offsets);
  if (!table.at || !offsets) return false;
  for (int head = 0; head < heads; head++)
    bucket_bias_offsets(&buckets, table, head, keys, offsets + (size_t)head * (size_t)columns);
  kind->bias_offsets = (MatView){offsets, heads, columns, columns};
  return true;
}

bool forward_own_buckets(Arena *arena, const Model *model, int key_count, MatView *offsets) {
  ForwardKind own = {.of = model->own_kind};
  const ForwardKindOf of = {.model = model,
                            .key_count = key_count,
                            .is_causal = mask_names(&model->own_mask, MASK_CAUSAL)};
  assert(own.of.of[KIND_POSITIONS] == POSITIONS_T5 && key_count > 0);
  if (!make_buckets(arena, &own, &of)) return false;
  *offsets = own.bias_offsets;
  return true;
}

/* ---- rotary positions ---- */

static bool check_pairs(const AttentionKind *kind, const Model *model, Status *status) {
  int width = model->d_head;
  return !kind_rotates(kind) || width % 2 == 0 ||
         status_fail(status, STATUS_COULD_NOT,
                     P_("positions rope turns pairs of columns, and the heads of %s have %d column",
                        "positions rope turns pairs of columns, and the heads of %s have %d "
                        "columns",
                        width),
                     model->info->name, width);
}

/* ---- shared heads of K and V ---- */

KeyMaps forward_key_maps(const ForwardKind *kind, const Model *model, int layer) {
  const LayerWeights *with = &model->layers[layer];
  if (kind->key_maps) return kind->key_maps[layer];
  return (KeyMaps){with->w_k, with->w_v, with->b_k, with->b_v};
}

static bool average(Arena *arena, const Model *model, int groups, MatView maps, MatView *averaged) {
  int width = groups * model->d_head;
  float *at = arena_take(arena, (size_t)maps.rows * (size_t)width, sizeof *at);
  if (!at) return false;
  Mat to = {at, maps.rows, width, width};
  key_heads_average(maps, model_key_heads(model), groups, to);
  *averaged = mat_view(to);
  return true;
}

static bool average_bias(Arena *arena, const Model *model, int groups, const float *bias,
                         const float **averaged) {
  int width = model_key_heads(model) * model->d_head;
  MatView made;
  if (!bias) return true;
  if (!average(arena, model, groups, (MatView){bias, 1, width, width}, &made)) return false;
  *averaged = made.at;
  return true;
}

static bool share_key_heads(Arena *arena, const Model *model, ForwardKind *kind) {
  int groups = kind->key_head_count;
  kind->key_maps = arena_take(arena, (size_t)model->layer_count, sizeof *kind->key_maps);
  if (!kind->key_maps) return false;
  for (int layer = 0; layer < model->layer_count; layer++) {
    const LayerWeights *with = &model->layers[layer];
    KeyMaps *maps = &kind->key_maps[layer];
    *maps = (KeyMaps){{0}, {0}, NULL, NULL};
    if (!average(arena, model, groups, with->w_k, &maps->w_k) ||
        !average(arena, model, groups, with->w_v, &maps->w_v) ||
        !average_bias(arena, model, groups, with->b_k, &maps->b_k) ||
        !average_bias(arena, model, groups, with->b_v, &maps->b_v))
      return false;
  }
  return true;
}

static bool check_key_heads(const Model *model, int groups, Status *status) {
  int heads = model->head_count;
  if (groups > heads)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("kv_heads %d is more than the %d head of %s",
                          "kv_heads %d is more than the %d heads of %s", heads),
                       groups, heads, model->info->name);
  if (heads % groups != 0)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("kv_heads %d does not divide the %d head of %s",
                          "kv_heads %d does not divide the %d heads of %s", heads),
                       groups, heads, model->info->name);
  int own = model_key_heads(model);
  return own % groups == 0 ||
         status_fail(status, STATUS_COULD_NOT,
                     P_("kv_heads %d does not divide the %d head of K and V that %s was made with",
                        "kv_heads %d does not divide the %d heads of K and V that %s was made with",
                        own),
                     groups, own, model->info->name);
}

/* ---- scores and relative vectors ---- */

/* Shaw's vectors are added to a key that is multiplied. */
static bool check_scores(const AttentionKind *kind, const Model *model, Status *status) {
  int score = kind->of[KIND_SCORE];
  bool is_product = score == SCORE_OWN || score == SCORE_GENERAL;
  if (kind->of[KIND_POSITIONS] == POSITIONS_SHAW && !is_product)
    return status_fail(status, STATUS_COULD_NOT,
                       _("positions shaw adds a vector to the key of a product, and score %s "
                         "makes no product; take score dot or general with it"),
                       kind_value(KIND_SCORE, score)->name);
  return score != SCORE_ADDITIVE || model->d_head <= ADDITIVE_WIDTH_MOST ||
         status_fail(status, STATUS_COULD_NOT,
                     P_("score additive sums up to %d column, and the heads of %s have %d",
                        "score additive sums up to %d columns, and the heads of %s have %d",
                        ADDITIVE_WIDTH_MOST),
                     ADDITIVE_WIDTH_MOST, model->info->name, model->d_head);
}

/* ---- tiles ---- */

/* An approximation has other scores, or none. */
static bool check_schedule(const AttentionKind *kind, Status *status) {
  if (kind->of[KIND_SCHEDULE] != SCHEDULE_FLASH || kind->of[KIND_APPROXIMATE] == APPROXIMATE_EXACT)
    return true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("schedule flash goes over the exact scores of all keys by tiles, and "
                       "approximate %s takes other numbers for these; take schedule whole with "
                       "it"),
                     kind_value(KIND_APPROXIMATE, kind->of[KIND_APPROXIMATE])->name);
}

/* ---- mistakes ---- */

/* Those of a divisor only change what tiles and approximations are made of; the others need the
** matrix of scores, of the keys themselves. */
static bool check_mistake(const AttentionKind *kind, Status *status) {
  MistakeKind mistake = mistake_of(kind);
  int approximate = kind->of[KIND_APPROXIMATE];
  if (mistake_is_of_divisor(mistake) && kind->of[KIND_SCALE] != SCALE_OWN)
    return status_fail(status, STATUS_COULD_NOT,
                       _("scale and mistake %s both say what scores are divided by; take scale on "
                         "with it"),
                       mistake_name(mistake));
  if (mistake == MISTAKE_NONE || mistake_is_of_divisor(mistake)) return true;
  if (kind->of[KIND_SCHEDULE] == SCHEDULE_FLASH)
    return status_fail(status, STATUS_COULD_NOT,
                       _("mistake %s is made with the whole matrix of scores, which schedule flash "
                         "never has; take schedule whole with it"),
                       mistake_name(mistake));
  return approximate == APPROXIMATE_EXACT ||
         status_fail(status, STATUS_COULD_NOT,
                     _("mistake %s is made with the scores of all keys, which approximate %s "
                       "replaces; take approximate exact with it"),
                     mistake_name(mistake), kind_value(KIND_APPROXIMATE, approximate)->name);
}

/* Tiles and features meet the scores before a softmax that could divide them; features of cosines
** have the temperature in them. */
static bool check_bends(const AttentionKind *kind, Status *status) {
  bool is_divided = kind->of[KIND_SCALE] != SCALE_OWN || mistake_is_of_divisor(mistake_of(kind));
  if (is_divided && kind_has_features(kind) && kind->of[KIND_SCORE] == SCORE_COSINE)
    return status_fail(status, STATUS_COULD_NOT,
                       _("approximate performer has the temperature of score cosine in its "
                         "features, so there is nothing to divide; take scale on and mistake off "
                         "with it"));
  if (kind->of[KIND_SOFTMAX] == SOFTMAX_OWN) return true;
  if (kind->of[KIND_SCHEDULE] == SCHEDULE_FLASH)
    return status_fail(
        status, STATUS_COULD_NOT,
        _("softmax temperature divides the masked scores of whole rows, and schedule "
          "flash has tiles of them; take schedule whole, or scale X, with it"));
  return !kind_has_features(kind) ||
         status_fail(status, STATUS_COULD_NOT,
                     _("softmax temperature divides the masked scores, and approximate performer "
                       "makes none; take scale X with it"));
}

/* ---- tables that are drawn ---- */

/* Each part of each layer is drawn for itself, so that it does not depend on what else there is. */
static void draw_part(Trace *trace, TracePart part, int which, int layer) {
  Rng rng = rng_make(rng_mix(seed_of_kind + (uint64_t)which) + (uint64_t)layer);
  int heads = trace_part_info(part)->per_head ? trace_head_count(trace, layer) : 1;
  double spread = 1 / sqrt((double)trace_d_head(trace));
  for (int head = 0; head < heads; head++) {
    Mat to = trace_place(trace, part, layer, head);
    for (int row = 0; row < to.rows; row++)
      for (int col = 0; col < to.cols; col++)
        mat_row_of(to, row)[col] = (float)(spread * rng_normal(&rng));
  }
}

/* A table of the model's own for a layer; at NULL: none, or one of another size. */
static MatView own_table(const Model *model, TracePart part, int layer, int rows) {
  MatView none = {NULL, 0, 0, 0}, own = none;
  if (part == TRACE_RELATIVE_KEY) own = model->layers[layer].relative_key;
  if (part == TRACE_RELATIVE_VALUE) own = model->layers[layer].relative_value;
  return own.rows == rows ? own : none;
}

static void make_part(const Model *model, Trace *trace, TracePart part, int which, int layer) {
  Mat to = trace_place(trace, part, layer, 0);
  MatView own = own_table(model, part, layer, to.rows);
  if (own.at) mat_copy(own, to);
  else draw_part(trace, part, which, layer);
}

void forward_kind_draw(const Model *model, Trace *trace) {
  static const TracePart drawn[] = {TRACE_SCORE_W, TRACE_SCORE_U, TRACE_SCORE_V, TRACE_RELATIVE_KEY,
                                    TRACE_RELATIVE_VALUE};
  for (int i = 0; i < (int)(sizeof drawn / sizeof *drawn); i++)
    for (int layer = 0; trace_has_part(trace, drawn[i]) && layer < trace_layer_count(trace);
         layer++)
      make_part(model, trace, drawn[i], i + 1, layer);
}

/* ---- fewer numbers ---- */

/* E, F and ω are drawn from seeds far apart: each of their columns or blocks has one of its own. */
static const uint64_t seed_of_e = UINT64_C(0x4500000000), seed_of_f = UINT64_C(0x4600000000);
static const uint64_t seed_of_omega = UINT64_C(0x4F00000000);

/* Whether the mask is made of these parts alone, whatever was edited by hand. */
static bool is_made_of(const MaskParts *parts, unsigned allowed) {
  return (parts->named & ~allowed) == 0;
}

/* Does every query see the same keys? */
static bool hides_whole_keys(MaskView mask) {
  for (int query = 1; mask.hidden && query < mask.rows; query++)
    for (int key = 0; key < mask.cols; key++)
      if (mask_hides(mask, query, key) != mask_hides(mask, 0, key)) return false;
  return true;
}

bool forward_check_two_sentences(const AttentionKind *kind, Status *status) {
  return !kind || !kind_mixes_keys(kind) ||
         status_fail(status, STATUS_COULD_NOT,
                     _("approximate linformer is a way for a sentence to attend to itself: what it "
                       "mixes are the keys of the tokens that ask; with two sentences take "
                       "approximate exact"));
}

static bool check_mixtures(const AttentionKind *kind, const ForwardKindOf *of, Status *status) {
  if (of->is_cross && !forward_check_two_sentences(kind, status)) return false;
  return (is_made_of(of->parts, 1u << MASK_PADDING) && hides_whole_keys(of->mask)) ||
         status_fail(
             status, STATUS_COULD_NOT,
             _("approximate linformer mixes all keys before a query meets them, so it "
               "cannot hide a key from some queries and show it to others, as a causal mask "
               "does; mask none and mask padding can be had"));
}

static bool see_beginnings(Arena *arena, const ForwardKindOf *of, ForwardKind *kind,
                           Status *status) {
  bool shows_beginnings = mask_parts_show_beginnings(of->parts);
  int *ends = arena_take(arena, (size_t)of->query_count, sizeof *ends);
  unsigned char *left_out = arena_take(arena, (size_t)of->key_count, 1);
  if (!ends || !left_out) return status_no_memory(status);
  if (shows_beginnings && !of->mask.hidden) return true;
  if (!shows_beginnings || !features_can_mask(of->mask, ends, left_out))
    return status_fail(
        status, STATUS_COULD_NOT,
        _("approximate performer sums up the keys once, from the first on, so a query "
          "sees all of them up to its own end; the masks none, causal, prefix and "
          "padding can be had"));
  kind->keys = (FeatureKeys){ends, left_out};
  return true;
}

static bool check_biases(const AttentionKind *kind, Status *status) {
  const KindValue *positions = kind_value(KIND_POSITIONS, kind->of[KIND_POSITIONS]);
  const KindValue *value = kind_value(KIND_APPROXIMATE, kind->of[KIND_APPROXIMATE]);
  bool adds = kind_adds_bias(kind) || kind_relative_rows(kind) > 0;
  return kind->of[KIND_APPROXIMATE] == KIND_OWN || !adds ||
         status_fail(status, STATUS_COULD_NOT,
                     _("approximate %s has no score of a single query and key that positions %s "
                       "could add to; positions own, none, sinusoidal and rope can be had"),
                     value->name, positions->name);
}

/* Mixtures have scores and weights, of fewer columns; features have neither. */
static bool check_weighing(const AttentionKind *kind, Status *status) {
  const KindValue *score = kind_value(KIND_SCORE, kind->of[KIND_SCORE]);
  if (!kind_has_features(kind)) return true;
  if (kind->of[KIND_SCORE] != KIND_OWN && kind->of[KIND_SCORE] != SCORE_COSINE)
    return status_fail(status, STATUS_COULD_NOT,
                       _("approximate performer has features whose products come near to e^(q · k) "
                         "alone, so there are none of score %s; score dot and cosine can be had"),
                       score->name);
  return !kind_drops(kind) ||
         status_fail(status, STATUS_COULD_NOT,
                     _("approximate performer makes no weights, so dropout has none to leave out; "
                       "dropout off can be had"));
}

/* All queries see the same keys, so the mask's first row tells what is left out. */
void forward_draw_recipes(const MaskView *mask, Mat e, Mat f) {
  const unsigned char *left_out = mask->rows > 0 ? mask->hidden : NULL;
  mixtures_draw(seed_of_e, e);
  mixtures_draw(seed_of_f, f);
  mixtures_leave_out(left_out, e);
  mixtures_leave_out(left_out, f);
}

void forward_draw_directions(Mat omega, double *room) {
  directions_draw(seed_of_omega, omega, room);
}

/* An empty sentence has no mixtures. */
static bool draw_recipes(Arena *arena, const ForwardKindOf *of, ForwardKind *kind) {
  int count = of->key_count > 0 ? kind_fewer(&kind->of) : 0;
  size_t numbers = (size_t)count * (size_t)of->key_count;
  Mat e = {arena_take(arena, numbers, sizeof(float)), count, of->key_count, of->key_count};
  Mat f = {arena_take(arena, numbers, sizeof(float)), count, of->key_count, of->key_count};
  if (!e.at || !f.at) return false;
  if (count > 0) forward_draw_recipes(&of->mask, e, f);
  kind->e = mat_view(e);
  kind->f = mat_view(f);
  return true;
}

static bool draw_directions(Arena *arena, const Model *model, int count, MatView *drawn) {
  size_t width = (size_t)model->d_head;
  float *at = arena_take(arena, (size_t)count * width, sizeof *at);
  ArenaMark mark = arena_mark(arena);
  double *room = at ? arena_take(arena, width * width, sizeof *room) : NULL;
  if (!room) return false;
  Mat omega = {at, count, model->d_head, model->d_head};
  forward_draw_directions(omega, room);
  arena_rewind(arena, mark);
  *drawn = mat_view(omega);
  return true;
}

/* False with a status where memory is out. */
static bool approximate(Arena *arena, const ForwardKindOf *of, ForwardKind *kind, Status *status) {
  kind->exact_mask = of->mask;
  if (kind_mixes_keys(&kind->of)) return draw_recipes(arena, of, kind) || status_no_memory(status);
  return !kind_has_features(&kind->of) ||
         draw_directions(arena, of->model, kind_fewer(&kind->of), &kind->omega) ||
         status_no_memory(status);
}

/* ---- all of it ---- */

static int key_heads_of(const AttentionKind *all, const Model *model) {
  bool shares = all->of[KIND_KEY_HEADS] != KIND_OWN;
  return shares ? all->numbers[KIND_KEY_HEADS][0] : model_key_heads(model);
}

/* Whether kind->of can be had; what queries see, for features, is found on the way. */
static bool check(Arena *arena, const ForwardKindOf *of, ForwardKind *kind, Status *status) {
  const AttentionKind *all = &kind->of;
  if (!check_key_heads(of->model, key_heads_of(all, of->model), status) ||
      !check_pairs(all, of->model, status) || !check_scores(all, of->model, status) ||
      !check_schedule(all, status) || !check_mistake(all, status) || !check_bends(all, status) ||
      !check_biases(all, status) || !check_weighing(all, status))
    return false;
  if (kind_mixes_keys(all)) return check_mixtures(all, of, status);
  return !kind_has_features(all) || see_beginnings(arena, of, kind, status);
}

bool forward_kind_check(Arena *arena, const AttentionKind *kind, const ForwardKindOf *of,
                        Status *status) {
  ForwardKind checked = {.of = kind_over(kind, &of->model->own_kind)};
  return check(arena, of, &checked, status);
}

const ForwardKind *forward_kind_make(Arena *arena, const AttentionKind *kind,
                                     const ForwardKindOf *of, Status *status) {
  const Model *model = of->model;
  ForwardKind *made = arena_take(arena, 1, sizeof *made);
  assert(of->key_count >= 0);
  if (!made) return status_no_memory(status), NULL;
  *made = (ForwardKind){.of = kind_over(kind, &model->own_kind)};
  made->key_head_count = key_heads_of(&made->of, model);
  if (!check(arena, of, made, status)) return NULL;
  bool has_buckets =
      made->of.of[KIND_POSITIONS] == POSITIONS_T5 && !of->is_cross && of->key_count > 0;
  bool done = !has_buckets || make_buckets(arena, made, of);
  done = done &&
         (made->key_head_count == model_key_heads(model) || share_key_heads(arena, model, made));
  if (!done) return status_no_memory(status), NULL;
  return approximate(arena, of, made, status) ? made : NULL;
}
