/* trace/trace_build.c -- laying out a trace, filling it and sealing it. */
#include "trace/trace_build.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/words.h"
#include "trace/trace_storage.h"

/* The one thing that tells two traces apart at the same address; it never reaches a picture. */
static _Atomic uint64_t last_serial;

static Str keep(Arena *arena, Str text, bool *ok) {
  char *copy = str_copy(arena, text);
  *ok = *ok && copy;
  return (Str){copy, copy ? text.bytes : 0};
}

static TraceSlot *slot_of(Trace *trace, TracePart part, int layer, int head) {
  return &trace->slots[trace_slot_index(trace, part, layer, head)];
}

static void set_numbers(TraceSlot *slot, Mat numbers) {
  slot->numbers = numbers;
  slot->view = mat_view(numbers);
}

static bool place_new(Trace *trace, TracePart part, int layer, int cols) {
  int rows = trace->shape.token_count;
  float *at = arena_take(trace->arena, (size_t)rows * (size_t)cols, sizeof *at);
  if (!at) return false;
  set_numbers(slot_of(trace, part, layer, 0), (Mat){at, rows, cols, cols});
  return true;
}

/* One wide matrix for the layer, each head a view into it. */
static bool place_heads(Trace *trace, TracePart part, int layer, int head_cols) {
  int heads = trace->shape.head_count;
  if (!place_new(trace, part, layer, heads * head_cols)) return false;
  Mat wide = slot_of(trace, part, layer, 0)->numbers;
  for (int head = 0; head < heads; head++)
    set_numbers(slot_of(trace, part, layer, head), mat_cols(wide, head * head_cols, head_cols));
  return true;
}

static bool place_pairs(Trace *trace, TracePart part, int layer, int head) {
  int count = trace->shape.token_count;
  float *at = arena_take(trace->arena, (size_t)count * (size_t)count, sizeof *at);
  if (!at) return false;
  set_numbers(slot_of(trace, part, layer, head), (Mat){at, count, count, count});
  return true;
}

/* What follows the sum of input and joined; see trace_storage.h for what shares its numbers. */
static bool place_block(Trace *trace, int layer) {
  const TraceShape *shape = &trace->shape;
  TraceSlot *block = slot_of(trace, TRACE_BLOCK, layer, 0);
  set_numbers(block, slot_of(trace, TRACE_RESIDUAL, layer, 0)->numbers);
  if (!shape->has_norms) return true;
  if (!place_new(trace, TRACE_NORM_1, layer, shape->d_model)) return false;
  set_numbers(block, slot_of(trace, TRACE_NORM_1, layer, 0)->numbers);
  return !shape->has_mlp || (place_new(trace, TRACE_MLP, layer, shape->d_model) &&
                             place_new(trace, TRACE_BLOCK, layer, shape->d_model));
}

static bool place_layer(Trace *trace, int layer) {
  const TraceShape *shape = &trace->shape;
  int concat_cols = shape->head_count * shape->d_value;
  bool ok = place_heads(trace, TRACE_Q, layer, shape->d_head) &&
            place_heads(trace, TRACE_K, layer, shape->d_head) &&
            place_heads(trace, TRACE_V, layer, shape->d_value) &&
            place_new(trace, TRACE_CONCAT, layer, concat_cols) &&
            place_new(trace, TRACE_JOINED, layer, shape->d_model) &&
            place_new(trace, TRACE_RESIDUAL, layer, shape->d_model) && place_block(trace, layer);
  if (!ok) return false;
  Mat concat = slot_of(trace, TRACE_CONCAT, layer, 0)->numbers;
  for (int head = 0; head < shape->head_count; head++) {
    set_numbers(slot_of(trace, TRACE_OUTPUT, layer, head),
                mat_cols(concat, head * shape->d_value, shape->d_value));
    for (int part = TRACE_SCORES; part <= TRACE_WEIGHTS; part++)
      if (!place_pairs(trace, (TracePart)part, layer, head)) return false;
  }
  TraceSlot *before =
      layer == 0 ? slot_of(trace, TRACE_X, 0, 0) : slot_of(trace, TRACE_BLOCK, layer - 1, 0);
  set_numbers(slot_of(trace, TRACE_INPUT, layer, 0), before->numbers);
  return true;
}

static bool place_all(Trace *trace) {
  int d_model = trace->shape.d_model;
  bool ok = place_new(trace, TRACE_TOKEN_EMBEDDING, 0, d_model) &&
            place_new(trace, TRACE_POSITION, 0, d_model) && place_new(trace, TRACE_X, 0, d_model);
  for (int layer = 0; ok && layer < trace->shape.layer_count; layer++)
    ok = place_layer(trace, layer);
  if (ok && trace_has_words(trace))
    ok = place_new(trace, TRACE_LOGITS, 0, trace->shape.word_count) &&
         place_new(trace, TRACE_PROBABILITIES, 0, trace->shape.word_count);
  return ok;
}

static bool same_token(const TraceTokenText *a, const TraceTokenText *b) {
  return str_equal(a->match.bytes ? a->match : a->text, b->match.bytes ? b->match : b->text);
}

static int count_occurrences(const TraceNames *names, int count, int index) {
  int occurrences = 0;
  for (int i = 0; i < count; i++)
    if (same_token(&names->tokens[i], &names->tokens[index])) occurrences++;
  return occurrences;
}

static bool keep_token(Trace *trace, const TraceNames *names, int index) {
  const TraceTokenText *from = &names->tokens[index];
  TraceToken *token = &trace->tokens[index];
  bool ok = true;
  token->text = token->label = keep(trace->arena, from->text, &ok);
  token->first_byte = from->first_byte;
  token->bytes = from->bytes;
  token->occurrences = count_occurrences(names, trace->shape.token_count, index);
  trace->ids[index] = from->id;
  if (!ok || token->occurrences == 1) return ok;
  StrBuf label = strbuf_make(trace->arena);
  strbuf_add(&label, token->text);
  strbuf_format(&label, "·%d", index + 1);
  token->label = strbuf_str(&label);
  return !label.failed;
}

static bool keep_names(Trace *trace, const TraceNames *names) {
  bool ok = true;
  trace->names = *names;
  trace->names.tokens = NULL;
  trace->names.sentence = keep(trace->arena, names->sentence, &ok);
  trace->names.model_name = keep(trace->arena, names->model_name, &ok);
  trace->names.model_label = keep(trace->arena, names->model_label, &ok);
  trace->names.mask_name = keep(trace->arena, names->mask_name, &ok);
  for (int i = 0; ok && i < trace->shape.token_count; i++) ok = keep_token(trace, names, i);
  return ok;
}

static bool is_row_hidden(MaskView mask, int query) {
  if (!mask.hidden) return false;
  for (int key = 0; key < mask.cols; key++)
    if (!mask_hides(mask, query, key)) return false;
  return true;
}

static bool take_tables(Trace *trace) {
  size_t tokens = (size_t)trace->shape.token_count;
  size_t heads = (size_t)trace->shape.layer_count * (size_t)trace->shape.head_count;
  trace->tokens = arena_take(trace->arena, tokens, sizeof *trace->tokens);
  trace->row_hidden = arena_take(trace->arena, tokens, sizeof *trace->row_hidden);
  trace->roles = arena_take(trace->arena, heads, sizeof *trace->roles);
  trace->ids = arena_take(trace->arena, tokens, sizeof *trace->ids);
  trace->blocks = arena_take(trace->arena, (size_t)trace->shape.layer_count, sizeof *trace->blocks);
  trace->slots = arena_take(trace->arena, heads * TRACE_PART_COUNT, sizeof *trace->slots);
  return trace->tokens && trace->row_hidden && trace->roles && trace->ids && trace->blocks &&
         trace->slots;
}

Trace *trace_begin(Arena *arena, const TraceShape *shape, const TraceNames *names, MaskView mask,
                   Status *status) {
  assert(shape->layer_count > 0 && shape->head_count > 0 && shape->token_count >= 0);
  assert(shape->has_norms || !shape->has_mlp);
  Trace *trace = arena_take(arena, 1, sizeof *trace);
  if (!trace) {
    status_no_memory(status);
    return NULL;
  }
  trace->arena = arena;
  trace->shape = *shape;
  trace->mask = mask;
  if (!take_tables(trace) || !keep_names(trace, names) || !place_all(trace)) {
    status_no_memory(status);
    return NULL;
  }
  for (int query = 0; query < shape->token_count; query++)
    trace->row_hidden[query] = is_row_hidden(mask, query);
  return trace;
}

Mat trace_place(Trace *trace, TracePart part, int layer, int head) {
  assert(part != TRACE_INPUT && part < TRACE_W_Q);
  return slot_of(trace, part, layer, head)->numbers;
}

void trace_lend(Trace *trace, TracePart part, int layer, int head, MatView weights) {
  assert(part >= TRACE_W_Q && part <= TRACE_W_O);
  slot_of(trace, part, layer, head)->view = weights;
}

void trace_lend_block(Trace *trace, int layer, TraceBlockWeights weights) {
  trace->blocks[layer] = weights;
}

void trace_lend_words(Trace *trace, TraceWordWeights weights) { trace->words = weights; }

void trace_set_head_role(Trace *trace, int layer, int head, Str role) {
  trace->roles[layer * trace->shape.head_count + head] = role;
}

void trace_lend_roles(Trace *trace, const TraceRoles *roles) { trace->lent_roles = roles; }

/* −inf is what hiding a cell means; anywhere else an infinity is a broken number. */
static bool may_stand(const Trace *trace, TracePart part, int row, int col, float x) {
  return isfinite(x) ||
         (part == TRACE_MASKED && x == -INFINITY && mask_hides(trace->mask, row, col));
}

/* Positive floats are ordered like their bits, so the largest |x| of a row is an integer maximum,
** which compilers vectorise; infinities and NaN show as bits from 0x7f800000 upwards. */
static uint32_t largest_bits(const float *numbers, int count) {
  uint32_t largest = 0;
  for (int i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &numbers[i], sizeof bits);
    bits &= 0x7fffffffu;
    largest = bits > largest ? bits : largest;
  }
  return largest;
}

static bool seal_row(const Trace *trace, TracePart part, TraceSlot *slot, int row, int *bad_col) {
  const float *numbers = mat_row(slot->view, row);
  uint32_t bits = largest_bits(numbers, slot->view.cols);
  float largest = 0;
  memcpy(&largest, &bits, sizeof largest);
  if (bits >= 0x7f800000u) {
    largest = 0;
    for (int col = 0; col < slot->view.cols; col++) {
      if (!may_stand(trace, part, row, col, numbers[col])) {
        *bad_col = col;
        return false;
      }
      if (isfinite(numbers[col])) largest = fmaxf(largest, fabsf(numbers[col]));
    }
  }
  slot->largest = fmaxf(slot->largest, largest);
  return true;
}

static bool seal_slot(Trace *trace, TracePart part, int layer, int head, Status *status) {
  TraceSlot *slot = slot_of(trace, part, layer, head);
  int col = 0;
  for (int row = 0; row < slot->view.rows; row++)
    if (!seal_row(trace, part, slot, row, &col)) {
      const char *kind = isnan(mat_get(slot->view, row, col)) ? _("not a number") : _("infinite");
      return status_fail(status, STATUS_COULD_NOT,
                         _("%s of layer %d, head %d is %s at row %d, column %d; the weights of "
                           "this model are too large or damaged"),
                         trace_part_info(part)->name, layer + 1, head + 1, kind, row + 1, col + 1);
    }
  return true;
}

static bool seal_part(Trace *trace, TracePart part, int layer, Status *status) {
  const TracePartInfo *info = trace_part_info(part);
  bool at_end = part == TRACE_LOGITS || part == TRACE_PROBABILITIES;
  int only_layer = at_end ? trace->shape.layer_count - 1 : 0;
  if (!info->per_layer && layer != only_layer) return true;
  int heads = info->per_head ? trace->shape.head_count : 1;
  for (int head = 0; head < heads; head++)
    if (!seal_slot(trace, part, layer, head, status)) return false;
  return true;
}

/* Layer by layer, so that a broken number is reported where it arose and not where it arrived. */
bool trace_seal(Trace *trace, const Trace **sealed, Status *status) {
  for (int layer = 0; layer < trace->shape.layer_count; layer++)
    for (int part = 0; part < TRACE_PART_COUNT; part++)
      if (!seal_part(trace, (TracePart)part, layer, status)) return false;
  trace->serial = atomic_fetch_add(&last_serial, 1) + 1;
  *sealed = trace;
  return true;
}
