/* trace/trace.c -- reads a sealed trace. Most functions only look up a field; a matrix that may
** have to be computed comes from the cache (trace/trace_cache.c), which has the lock. */
#include "trace/trace.h"

#include "base/i18n.h"
#include "core/attention.h"
#include "core/mistaken.h"
#include "trace/trace_cache.h"
#include "trace/trace_mistake.h"
#include "trace/trace_storage.h"

/* ---- where numbers are ---- */

int trace_key_head(const Trace *trace, int head) {
  assert(head >= 0 && head < trace->shape.head_count);
  return head / (trace->shape.head_count / trace->shape.key_head_count);
}

int trace_key_head_count(const Trace *trace) { return trace->shape.key_head_count; }

size_t trace_slot_index(const Trace *trace, TracePart part, int layer, int head) {
  const TracePartInfo *info = trace_part_info(part);
  if (!info->per_layer) layer = 0;
  if (!info->per_head) head = 0;
  else if (info->per_key_head) head = trace_key_head(trace, head);
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  /* Parts without layers or heads leave slots unused, for the sake of one formula. */
  int row = (int)part * trace->shape.layer_count + layer;
  return (size_t)row * (size_t)trace->shape.head_count + (size_t)head;
}

static const TraceSlot *slot_at(const Trace *trace, TracePart part, int layer, int head) {
  return &trace->slots[trace_slot_index(trace, part, layer, head)];
}

bool trace_is_lazy(const Trace *trace, TracePart part) { return trace->shape.lazy >> part & 1u; }

bool trace_is_stored(const Trace *trace, TracePart part) {
  return trace_has_part(trace, part) && !trace_is_lazy(trace, part);
}

bool trace_keeps(const Trace *trace, TracePart part, int layer) {
  return trace_has_part(trace, part) && slot_at(trace, part, layer, 0)->view.at != NULL;
}

MatView trace_matrix(const Trace *trace, TracePart part, int layer, int head) {
  const TraceSlot *slot = slot_at(trace, part, layer, head);
  /* A lazy part has a view with a shape but without numbers. A view without rows is just empty. */
  bool is_made = !slot->view.at && slot->view.rows > 0 && trace_is_lazy(trace, part);
  return is_made ? trace_cache_matrix(trace, part, layer, head) : slot->view;
}

void trace_copy_matrix(const Trace *trace, TracePart part, int layer, int head, Mat to) {
  MatView from = slot_at(trace, part, layer, head)->view;
  assert(to.rows == from.rows && to.cols == from.cols);
  if (!from.at && from.rows > 0) trace_cache_copy(trace, part, layer, head, to);
  if (from.at) mat_copy(from, to);
}

void trace_matrix_shape(const Trace *trace, TracePart part, int layer, int *rows, int *cols) {
  const TraceSlot *slot = slot_at(trace, part, layer, 0);
  *rows = slot->view.rows;
  *cols = slot->view.cols;
}

float trace_largest(const Trace *trace, TracePart part, int layer, int head) {
  const TraceSlot *slot = slot_at(trace, part, layer, head);
  bool is_made = !slot->view.at && slot->view.rows > 0 && trace_is_lazy(trace, part);
  if (is_made) return trace_cache_largest(trace, part, layer, head);
  /* Weights that are checked on demand are not known at sealing. */
  if (slot->view.at && trace_part_info(part)->is_weights && trace->shape.may_break)
    return trace_cache_note_largest(trace, part, layer, head);
  return slot->has_largest ? slot->largest : mat_largest(slot->view);
}

/* All heads share one colour scale, so that their shades can be compared. */
float trace_largest_of_heads(const Trace *trace, TracePart part, int layer) {
  float largest = 0;
  for (int head = 0; head < trace->shape.head_count; head++) {
    float of_head = trace_largest(trace, part, layer, head);
    if (of_head > largest) largest = of_head;
  }
  return largest;
}

void trace_frame_begin(const Trace *trace) {
  trace_cache_frame_begin(trace->cache);
  if (trace->names.in_order) trace_frame_begin(trace->names.in_order);
  if (trace->names.without) trace_frame_begin(trace->names.without);
}
void trace_limit_cache(const Trace *trace, size_t most_bytes) {
  trace_cache_limit(trace->cache, most_bytes);
}

size_t trace_cache_bound(const Trace *trace) { return trace_cache_most(trace->cache); }

uint64_t trace_frame_count(const Trace *trace) { return trace_cache_dropped(trace->cache); }

MatView trace_thumbnail(const Trace *trace, TracePart part, int layer, int head) {
  MatView stored = slot_at(trace, part, layer, head)->view;
  bool is_small = stored.rows <= TRACE_SMALL && stored.cols <= TRACE_SMALL;
  if (is_small && (stored.at || !trace_is_lazy(trace, part))) return stored;
  return trace_cache_thumbnail(trace, part, layer, head);
}

/* A matrix no larger than a thumbnail is its own thumbnail. */
bool trace_thumbnail_ready(const Trace *trace, TracePart part, int layer, int head) {
  MatView stored = slot_at(trace, part, layer, head)->view;
  bool is_small = stored.rows <= TRACE_SMALL && stored.cols <= TRACE_SMALL;
  return (is_small && stored.at) || trace_cache_thumbnail_ready(trace, part, layer, head);
}

void trace_thumbnail_limit(const Trace *trace, double most_ms) {
  trace_cache_thumbnail_limit(trace->cache, most_ms);
}
bool trace_thumbnail_waits(const Trace *trace) { return trace_cache_thumbnail_waits(trace->cache); }
const char *trace_problem(const Trace *trace) { return trace_cache_problem(trace->cache); }

bool trace_check(const Trace *trace, Status *status) {
  const char *problem = trace_problem(trace);
  return !*problem || status_fail(status, STATUS_COULD_NOT, "%s", problem);
}

long trace_broken_count(const Trace *trace) {
  return trace->broken_count + trace_cache_broken_count(trace->cache);
}

/* ---- names ---- */

uint64_t trace_serial(const Trace *trace) { return trace->serial; }
uint64_t trace_model_serial(const Trace *trace) { return trace->names.model_serial; }
Str trace_sentence(const Trace *trace) { return trace->names.sentence; }
int trace_token_count(const Trace *trace) { return trace->shape.token_count; }

const TraceToken *trace_token(const Trace *trace, int index) {
  assert(index >= 0 && index < trace->shape.token_count);
  return &trace->tokens[index];
}

bool trace_is_cross(const Trace *trace) { return trace->keys != trace->tokens; }
Str trace_second_sentence(const Trace *trace) { return trace->names.second; }
bool trace_keys_are_kept(const Trace *trace) { return trace->names.keys_are_kept; }
int trace_first_place(const Trace *trace) {
  return trace_keys_are_kept(trace) ? trace_key_count(trace) - trace_token_count(trace) : 0;
}
int trace_key_count(const Trace *trace) { return trace->shape.key_count; }
bool trace_keys_are_mixtures(const Trace *trace) { return trace->names.keys_are_mixtures; }
bool trace_has_places(const Trace *trace) {
  return !trace_is_cross(trace) || trace_keys_are_kept(trace) || trace_keys_are_mixtures(trace);
}
bool trace_has_key_words(const Trace *trace) {
  return trace_is_cross(trace) && !trace_keys_are_mixtures(trace);
}
int trace_source_count(const Trace *trace) { return trace->shape.source_count; }

const TraceToken *trace_source(const Trace *trace, int index) {
  assert(index >= 0 && index < trace->shape.source_count);
  return trace_keys_are_mixtures(trace) ? &trace->tokens[index] : &trace->keys[index];
}

const TraceToken *trace_key(const Trace *trace, int index) {
  assert(index >= 0 && index < trace->shape.key_count);
  return &trace->keys[index];
}

bool trace_is_recorded(const Trace *trace) { return trace->names.is_recorded; }
int trace_cut_count(const Trace *trace) { return trace->names.cut_count; }
int trace_bad_byte_count(const Trace *trace) { return trace->names.bad_byte_count; }

const Trace *trace_in_order(const Trace *trace) { return trace->names.in_order; }

int trace_place_in_order(const Trace *trace, int token) {
  assert(token >= 0 && token < trace->shape.token_count);
  return trace->names.places ? trace->names.places[token] : token;
}

const WhatIfs *trace_what_ifs(const Trace *trace) { return trace->names.what_ifs; }
const Trace *trace_without(const Trace *trace) { return trace->names.without; }
SharedTrace *trace_shared_without(const Trace *trace) { return trace->names.shared_without; }

int trace_row_without(const Trace *trace, int token) {
  const int *rows = trace->names.rows_without;
  assert(token >= 0 && token < trace->shape.token_count);
  return rows ? rows[token] : token;
}

bool trace_is_set_in(const Trace *trace, const WhatIf *one, TracePart part, int layer, int head) {
  const TracePartInfo *info = trace_part_info(part);
  if (one->kind != WHAT_IF_NUMBER || one->part != part || one->layer != layer) return false;
  if (!info->per_head || one->head == head) return true;
  return info->per_key_head && one->head < trace_head_count(trace, layer) &&
         trace_key_head(trace, one->head) == trace_key_head(trace, head);
}

Str trace_model_name(const Trace *trace) { return trace->names.model_name; }
Str trace_model_label(Arena *arena, const Trace *trace) {
  const TraceNames *names = &trace->names;
  const char *name = str_copy(arena, names->model_name),
             *form = str_copy(arena, names->model_label);
  return i18n_in_form(arena, form, name);
}
const AttentionKind *trace_kind(const Trace *trace) { return &trace->names.kind; }

const AttentionKind *trace_true_kind(const Trace *trace) { return &trace->names.true_kind; }
MistakeKind trace_mistake(const Trace *trace) { return mistake_of(&trace->names.true_kind); }
const MistakeQuiz *trace_quiz(const Trace *trace) { return &trace->names.quiz; }

bool trace_is_laid_over(const Trace *trace, KindSetting setting) {
  return !kind_agrees(&trace->names.kind, &trace->names.own_kind, setting);
}

Str trace_mask_name(const Trace *trace) { return trace->names.mask_name; }
const TraceOwn *trace_own(const Trace *trace) { return &trace->own; }
const AttentionKind *trace_own_kind(const Trace *trace) { return &trace->names.own_kind; }

bool trace_mask_is_laid_over(const Trace *trace) {
  Str own = trace->own.mask_name;
  return own.at && !str_equal(own, trace->names.mask_name);
}

bool trace_mask_is_laid_anywhere(const Trace *trace) {
  bool is_laid = trace_mask_is_laid_over(trace);
  for (int half = HALF_NONE + 1; half < HALF_COUNT; half++)
    is_laid = is_laid || trace_mask_is_laid_over(trace_of_half(trace, (TraceHalf)half));
  return is_laid;
}

bool trace_has_laid_over(const Trace *trace) {
  for (int i = 0; i < KIND_SETTING_COUNT; i++)
    if (trace_is_laid_over(trace, (KindSetting)i)) return true;
  return trace_mask_is_laid_over(trace);
}

/* The labels of all heads, or NULL. Calls finish, which may wait for the thread that measures them;
** after the first time it returns at once. */
static const TraceRoles *finished_roles(const Trace *trace) {
  const TraceRoles *roles = trace->lent_roles;
  if (roles && roles->finish) roles->finish(roles->self);
  return roles;
}

/* Roles are measured for the model's own kind of attention only. */
static bool has_roles(const Trace *trace) {
  return kind_equal(&trace->names.true_kind, &trace->names.own_kind);
}

bool trace_roles_are_known(const Trace *trace) {
  const TraceRoles *roles = trace->lent_roles;
  return has_roles(trace) && roles && (roles->only_notes || finished_roles(trace)->labels);
}

Str trace_head_role(const Trace *trace, int layer, int head) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  int index = layer * trace->shape.head_count + head;
  if (!has_roles(trace)) return (Str){"", 0};
  if (!trace->lent_roles || trace->lent_roles->only_notes) return trace->roles[index];
  const TraceRoles *roles = finished_roles(trace);
  return roles->labels ? roles->labels[index] : trace->roles[index];
}

float trace_head_role_score(const Trace *trace, int layer, int head) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  if (!has_roles(trace) || !trace->lent_roles || trace->lent_roles->only_notes) return -1;
  const TraceRoles *roles = finished_roles(trace);
  return roles->scores ? roles->scores[layer * trace->shape.head_count + head] : -1;
}

int trace_role_text_count(const Trace *trace) {
  const TraceRoles *roles = has_roles(trace) ? finished_roles(trace) : NULL;
  return roles ? roles->text_count : 0;
}

int trace_head_scores(const Trace *trace, int layer, int head, const TraceRoleScore **scores) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  const TraceRoles *roles = has_roles(trace) ? finished_roles(trace) : NULL;
  *scores = NULL;
  if (!roles || !roles->all) return 0;
  *scores = roles->all + (layer * trace->shape.head_count + head) * roles->role_count;
  return roles->role_count;
}

/* word: lower case. Letters beyond ASCII are compared as they are. */
static bool is_word(Str text, const char *word) {
  for (size_t i = 0; i < text.bytes; i++) {
    char c = text.at[i];
    if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != word[i]) return false;
  }
  return word[text.bytes] == '\0';
}

/* The pronouns of the sentences that roles are measured over, in all their forms. */
static bool is_pronoun(Str text) {
  static const char *const pronouns[] = {"it", "he", "she", "they", "him",  "her", "them",
                                         "他", "她", "它",  "他们", "她们", "它们"};
  while (text.bytes > 0 && text.at[0] == ' ') text = (Str){text.at + 1, text.bytes - 1};
  for (size_t i = 0; i < sizeof pronouns / sizeof *pronouns; i++)
    if (is_word(text, pronouns[i])) return true;
  return false;
}

bool trace_is_pronoun(const Trace *trace, int index) {
  return is_pronoun(trace_token(trace, index)->text);
}

static bool has_need(const Trace *trace, TraceRoleNeed need) {
  for (int i = 0; i < trace_token_count(trace); i++) {
    const TraceToken *token = trace_token(trace, i);
    if (need == ROLE_NEEDS_PRONOUN && i > 0 && trace_is_pronoun(trace, i)) return true;
    if (need == ROLE_NEEDS_REPEAT && token->occurrences > 1) return true;
  }
  return need == ROLE_NEEDS_NOTHING;
}

TraceRoleNeed trace_head_role_lacks(const Trace *trace, int layer, int head) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  const TraceRoles *roles = has_roles(trace) ? finished_roles(trace) : NULL;
  if (!roles || roles->only_notes || !roles->needs) return ROLE_NEEDS_NOTHING;
  TraceRoleNeed need = roles->needs[layer * trace->shape.head_count + head];
  return has_need(trace, need) ? ROLE_NEEDS_NOTHING : need;
}

Str trace_head_role_note(Arena *arena, const Trace *trace, int layer, int head) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  const TraceRoles *roles = has_roles(trace) ? finished_roles(trace) : NULL;
  if (!roles || !roles->note) return (Str){"", 0};
  return roles->note(roles->note_self, arena, layer, head);
}

/* All norms of these models have a gain, so a NULL gain means no norm. */
const TraceBlockWeights *trace_block_weights(const Trace *trace, int layer) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  return trace->blocks[layer].norm_1_gain ? &trace->blocks[layer] : NULL;
}

int trace_layer_count(const Trace *trace) { return trace->shape.layer_count; }

/* All layers have the same number of heads. */
int trace_head_count(const Trace *trace, int layer) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  (void)layer;
  return trace->shape.head_count;
}

int trace_d_model(const Trace *trace) { return trace->shape.d_model; }
int trace_d_head(const Trace *trace) { return trace->shape.d_head; }

NormPlace trace_norm_place(const Trace *trace) { return trace->shape.norm_place; }

/* The part that the projections read (M-02); with the norm before (M-42), the normed rows. */
TracePart trace_projection_input(const Trace *trace) {
  return trace->shape.norm_place == NORM_BEFORE ? TRACE_NORM_1 : TRACE_INPUT;
}

TracePart trace_key_input(const Trace *trace) {
  return trace_has_part(trace, TRACE_KEY_INPUT) ? TRACE_KEY_INPUT : trace_projection_input(trace);
}

TracePart trace_score_queries(const Trace *trace) {
  return trace_has_stage(trace, STAGE_ROTATED) ? TRACE_Q_ROTATED : TRACE_Q;
}

TracePart trace_placed_keys(const Trace *trace) {
  return trace_has_stage(trace, STAGE_ROTATED) ? TRACE_K_ROTATED : TRACE_K;
}

TracePart trace_score_keys(const Trace *trace) {
  return trace_keys_are_mixtures(trace) ? TRACE_K_PROJECTED : trace_placed_keys(trace);
}

TracePart trace_values(const Trace *trace) {
  return trace_keys_are_mixtures(trace) ? TRACE_V_PROJECTED : TRACE_V;
}

TracePart trace_output_weights(const Trace *trace) {
  return trace_has_stage(trace, STAGE_DROPPED) ? TRACE_DROPPED : TRACE_WEIGHTS;
}

float trace_score_divisor(const Trace *trace, int layer) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  return trace->score_divisors[layer];
}

float trace_true_divisor(const Trace *trace, int layer) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  return trace->true_divisors ? trace->true_divisors[layer] : trace->score_divisors[layer];
}

double trace_own_divisor(const Trace *trace, int layer) {
  const double *own = trace->own.divisors;
  return own ? own[layer] : (double)trace_true_divisor(trace, layer);
}

/* Can a trace of this shape have the part, apart from shape->absent? */
bool trace_shape_can_have(const TraceShape *shape, TracePart part) {
  switch (trace_part_info(part)->need) {
  case NEED_NORM:
    return shape->norm_place != NORM_NONE;
  case NEED_NORM_AND_MLP:
    return shape->norm_place != NORM_NONE && shape->has_mlp;
  case NEED_MLP:
    return shape->has_mlp;
  case NEED_SEGMENTS:
    return shape->has_segments;
  case NEED_EMBEDDING_NORM:
    return shape->has_embedding_norm;
  case NEED_WORDS:
    return shape->word_count > 0;
  case NEED_CROSS:
    return shape->has_key_rows;
  case NEED_KIND:
    return shape->of_kind >> part & 1u;
  case NEED_LENT:
  case NEED_NOTHING:
    break;
  }
  return true;
}

/* Biases exist if they are lent; for all other parts the shape tells. */
bool trace_has_part(const Trace *trace, TracePart part) {
  if (trace_part_info(part)->need == NEED_LENT)
    return trace->slots[trace_slot_index(trace, part, 0, 0)].view.at != NULL;
  return trace_shape_can_have(&trace->shape, part) && !(trace->shape.absent >> part & 1u);
}

bool trace_hidden(const Trace *trace, int query, int key) {
  assert(query >= 0 && query < trace->shape.token_count);
  assert(key >= 0 && key < trace->shape.key_count);
  return mask_hides(trace->mask, query, key);
}

/* Under a mask of 0 every query has a share of every key: nothing is hidden, whatever was meant. */
static bool hides_nothing(const Trace *trace) {
  return trace_mistake(trace) == MISTAKE_MASK_WITH_ZERO;
}

bool trace_row_hidden(const Trace *trace, int query) {
  assert(query >= 0 && query < trace->shape.token_count);
  return trace->row_hidden[query] && !hides_nothing(trace);
}

/* The layer's own mask, else the one of all layers. */
static TraceLayerMask mask_of(const Trace *trace, int layer) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  if (trace->layer_masks) return trace->layer_masks[layer];
  return (TraceLayerMask){trace->mask, trace->row_hidden, trace->hidden_count,
                          trace->names.mask_name};
}

bool trace_layer_hides(const Trace *trace, int layer, int query, int key) {
  assert(query >= 0 && query < trace->shape.token_count);
  assert(key >= 0 && key < trace->shape.key_count);
  return !hides_nothing(trace) && mask_hides(mask_of(trace, layer).mask, query, key);
}

bool trace_layer_row_hidden(const Trace *trace, int layer, int query) {
  assert(query >= 0 && query < trace->shape.token_count);
  return mask_of(trace, layer).row_hidden[query] && !hides_nothing(trace);
}

long trace_layer_hidden_count(const Trace *trace, int layer) {
  return hides_nothing(trace) ? 0 : mask_of(trace, layer).hidden_count;
}

Str trace_layer_mask_name(const Trace *trace, int layer) { return mask_of(trace, layer).name; }

/* ---- masks of heads ---- */

MaskView trace_meant_mask(const Trace *trace, int layer, int head) {
  assert(head >= 0 && head < trace->shape.head_count);
  (void)head; /* of a recording, the heads of a layer together */
  return mask_of(trace, layer).mask;
}

void trace_mask_row(const Trace *trace, MatView unmasked, MaskView mask, Mat masked) {
  MistakeKind mistake = trace_mistake(trace);
  if (mistake == MISTAKE_MASK_WITH_ZERO) mistaken_hide_with_zero(unmasked, mask, masked);
  else if (mistake == MISTAKE_MASK_AFTER_SOFTMAX) mat_copy(unmasked, masked);
  else attn_mask(unmasked, mask, masked);
}

bool trace_values_fit(const Trace *trace) {
  return mistaken_values_fit(trace_token_count(trace), trace_source_count(trace),
                             trace_d_head(trace));
}

TraceRow trace_row_from(const Trace *trace, int layer, int head, int row) {
  MistakenRow from = mistaken_row_from((MistakenRow){head, row}, trace_head_count(trace, layer),
                                       trace_token_count(trace));
  return (TraceRow){from.head, from.row};
}

bool trace_part_hides(const Trace *trace, TracePart part) {
  bool is_late = trace_mistake(trace) == MISTAKE_MASK_AFTER_SOFTMAX;
  return trace_part_info(part)->is_hatched && !(part == TRACE_MASKED && is_late);
}

MaskView trace_head_mask(const Trace *trace, int layer, int head) {
  assert(head >= 0 && head < trace->shape.head_count);
  if (hides_nothing(trace)) return (MaskView){0};
  if (!trace_is_recorded(trace)) return mask_of(trace, layer).mask;
  if (!trace_has_part(trace, TRACE_MASKED) || trace->shape.token_count == 0) return (MaskView){0};
  return trace_cache_recorded_mask(trace, layer, head);
}

long trace_head_hidden_count(const Trace *trace, int layer, int head) {
  assert(head >= 0 && head < trace->shape.head_count);
  bool is_by_head = trace_is_recorded(trace) && trace_has_part(trace, TRACE_MASKED);
  if (!is_by_head || trace->shape.token_count == 0) return trace_layer_hidden_count(trace, layer);
  return trace_cache_recorded_hidden_count(trace, layer, head);
}

MaskView trace_thumbnail_mask(const Trace *trace, int layer, int head) {
  int rows, cols;
  trace_matrix_shape(trace, TRACE_MASKED, layer, &rows, &cols);
  if (rows <= TRACE_SMALL && cols <= TRACE_SMALL) return trace_head_mask(trace, layer, head);
  bool is_recorded = trace_is_recorded(trace);
  if (hides_nothing(trace)) return (MaskView){0};
  MaskView mask = is_recorded ? (MaskView){0} : mask_of(trace, layer).mask;
  if (!mask.hidden && (!is_recorded || !trace_has_part(trace, TRACE_MASKED))) return mask;
  /* The heads of a model share a mask, and so do layers without one of their own. */
  if (!is_recorded) head = 0;
  return trace_cache_thumbnail_mask(trace, mask, is_recorded || trace->layer_masks ? layer : 0,
                                    head);
}
