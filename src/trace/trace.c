/* trace/trace.c -- reads a sealed trace: its names and tokens, its kind, its shape and which parts
** it has. */
#include "trace/trace.h"

#include "base/i18n.h"
#include "core/mistaken.h"
#include "trace/trace_mistake.h"
#include "trace/trace_storage.h"

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

/* ---- shape ---- */

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

bool trace_values_fit(const Trace *trace) {
  return mistaken_values_fit(trace_token_count(trace), trace_source_count(trace),
                             trace_d_head(trace));
}

TraceRow trace_row_from(const Trace *trace, int layer, int head, int row) {
  MistakenRow from = mistaken_row_from((MistakenRow){head, row}, trace_head_count(trace, layer),
                                       trace_token_count(trace));
  return (TraceRow){from.head, from.row};
}
