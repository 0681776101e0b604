/* trace/trace_build.c -- makes a trace, fills it and seals it.
**
** Sealing refuses numbers that are not finite, so drawing code may rely on finite numbers, except
** −inf in MASKED. If the shape allows broken numbers (may_break), they are counted
** (trace_broken_count). */
#include "trace/trace_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/serial.h"
#include "base/i18n.h"
#include "trace/trace_cache.h"
#include "trace/trace_layout.h"

uint64_t trace_pair_bits(void) {
  uint64_t bits = 0;
  for (int i = 0; i < TRACE_PART_COUNT; i++)
    if (trace_part_info(trace_part_order[i])->by_pair) bits |= TRACE_BIT(trace_part_order[i]);
  return bits;
}

static Str copy_text(Arena *arena, Str text, bool *ok) {
  const char *copy = str_copy(arena, text);
  *ok = *ok && copy;
  return (Str){copy, copy ? text.bytes : 0};
}

static TraceSlot *slot_of(Trace *trace, TracePart part, int layer, int head) {
  return &trace->slots[trace_slot_index(trace, part, layer, head)];
}

/* The text by which tokens are compared. */
static Str match_of(const TraceTokenText *token) {
  return token->match.bytes ? token->match : token->text;
}

static int by_match(const void *first, const void *second) {
  const TraceTokenText *const *a = first, *const *b = second;
  return str_compare(match_of(*a), match_of(*b));
}

/* Sorts the tokens, so that equal ones are neighbours: a recording may have a million tokens. */
static bool count_occurrences(Arena *arena, const TraceTokenText *texts, int count,
                              TraceToken *tokens) {
  ArenaMark mark = arena_mark(arena);
  const TraceTokenText **sorted = arena_take(arena, (size_t)count, sizeof(const TraceTokenText *));
  if (!sorted) return false;
  for (int i = 0; i < count; i++) sorted[i] = &texts[i];
  qsort(sorted, (size_t)count, sizeof *sorted, by_match);
  for (int first = 0, end; first < count; first = end) {
    end = first + 1;
    while (end < count && by_match(&sorted[first], &sorted[end]) == 0) end++;
    for (int i = first; i < end; i++) tokens[sorted[i] - texts].occurrences = end - first;
  }
  arena_rewind(arena, mark);
  return true;
}

static bool copy_token(Arena *arena, const TraceTokenText *from, int place, TraceToken *token) {
  bool ok = true;
  assert(token->occurrences > 0); /* counted before: the label depends on it */
  *token = (TraceToken){.text = copy_text(arena, from->text, &ok),
                        .first_byte = from->first_byte,
                        .bytes = from->bytes,
                        .occurrences = token->occurrences,
                        .id = from->id,
                        .group = from->group,
                        .segment = from->segment,
                        .special = from->special};
  token->label = from->shown.bytes ? copy_text(arena, from->shown, &ok) : token->text;
  if (from->read_as.bytes) token->read_as = copy_text(arena, from->read_as, &ok);
  if (from->raw.bytes) token->raw = copy_text(arena, from->raw, &ok);
  /* The label of a repeated token ends with its position, from 1: in the sentence as typed, so that
  ** a token that was shuffled keeps its name. */
  StrBuf label = strbuf_make(arena);
  if (ok && token->occurrences > 1) {
    strbuf_add(&label, token->label);
    strbuf_format(&label, "·%d", place + 1);
    token->label = strbuf_str(&label);
  }
  token->label = i18n_isolated(arena, token->label);
  return ok && !label.failed;
}

/* places: where each stood in the sentence; NULL: where it stands. */
static bool copy_tokens(Arena *arena, const TraceTokenText *texts, int count, const int *places,
                        TraceToken *tokens) {
  if (!count_occurrences(arena, texts, count, tokens)) return false;
  for (int i = 0; i < count; i++)
    if (!copy_token(arena, &texts[i], places ? places[i] : i, &tokens[i])) return false;
  return true;
}

static const WhatIfs *copy_what_ifs(Arena *arena, const WhatIfs *from, bool *ok) {
  WhatIfs *copy = arena_take(arena, 1, sizeof *copy);
  if (copy) *copy = *from;
  *ok = *ok && copy;
  return copy;
}

/* Copies the texts. The trace has its own list of tokens, with labels. */
static bool copy_names(Trace *trace, const TraceNames *names) {
  bool ok = true;
  trace->names = *names;
  trace->names.tokens = trace->names.keys = NULL;
  trace->names.sentence = copy_text(trace->arena, names->sentence, &ok);
  trace->names.model_name = copy_text(trace->arena, names->model_name, &ok);
  trace->names.model_label = copy_text(trace->arena, names->model_label, &ok);
  trace->names.mask_name = copy_text(trace->arena, names->mask_name, &ok);
  if (names->what_ifs) trace->names.what_ifs = copy_what_ifs(trace->arena, names->what_ifs, &ok);
  if (names->second.at) trace->names.second = copy_text(trace->arena, names->second, &ok);
  if (names->source.at) trace->names.source = copy_text(trace->arena, names->source, &ok);
  if (names->said.at) trace->names.said = copy_text(trace->arena, names->said, &ok);
  return ok &&
         copy_tokens(trace->arena, names->tokens, trace->shape.token_count, names->places,
                     trace->tokens) &&
         (!names->keys ||
          copy_tokens(trace->arena, names->keys, trace->shape.key_count, NULL, trace->keys));
}

/* Does the query see no key? Its weights and output are then 0 (M-06). */
static bool is_row_hidden(MaskView mask, int query) {
  if (!mask.hidden) return false;
  for (int key = 0; key < mask.cols; key++)
    if (!mask_hides(mask, query, key)) return false;
  return true;
}

/* Counted once: every frame shows the count, and a mask of 1,024 tokens has a million pairs. */
static long count_hidden(MaskView mask) {
  long count = 0;
  for (int query = 0; mask.hidden && query < mask.rows; query++) {
    const unsigned char *hidden = mask.hidden + (size_t)query * (size_t)mask.stride;
    for (int key = 0; key < mask.cols; key++) count += hidden[key] != 0;
  }
  return count;
}

/* arena_take clears its memory, so fields that are not set are 0. */
static bool allocate_tables(Trace *trace, bool has_keys) {
  Arena *arena = trace->arena;
  size_t tokens = (size_t)trace->shape.token_count, layers = (size_t)trace->shape.layer_count;
  size_t heads = layers * (size_t)trace->shape.head_count;
  trace->tokens = arena_take(arena, tokens, sizeof *trace->tokens);
  trace->keys = trace->tokens;
  if (has_keys)
    trace->keys = arena_take(arena, (size_t)trace->shape.key_count, sizeof *trace->keys);
  trace->row_hidden = arena_take(arena, tokens, sizeof *trace->row_hidden);
  trace->roles = arena_take(arena, heads, sizeof *trace->roles);
  trace->blocks = arena_take(arena, layers, sizeof *trace->blocks);
  trace->score_divisors = arena_take(arena, layers, sizeof *trace->score_divisors);
  trace->slots = arena_take(arena, heads * TRACE_PART_COUNT, sizeof *trace->slots);
  return trace->tokens && trace->keys && trace->row_hidden && trace->roles && trace->blocks &&
         trace->score_divisors && trace->slots;
}

/* (void) for builds without asserts. */
static void check_shape(const TraceShape *shape) {
  (void)shape;
  assert(shape->layer_count > 0 && shape->head_count > 0 && shape->token_count >= 0);
  assert(shape->head_count % shape->key_head_count == 0);
}

/* A copy of the shape with the defaults that 0 stands for filled in. */
static TraceShape whole_shape(const TraceShape *given, bool has_keys) {
  TraceShape shape = *given;
  if (!has_keys) shape.key_count = shape.token_count;
  if (shape.source_count == 0) shape.source_count = shape.key_count;
  if (shape.d_score == 0) shape.d_score = shape.d_head;
  if (shape.key_head_count == 0) shape.key_head_count = shape.head_count;
  return shape;
}

static bool fill_new_trace(Trace *trace, const TraceNames *names, MaskView mask) {
  trace->mask = mask;
  if (!allocate_tables(trace, names->keys != NULL) || !copy_names(trace, names)) return false;
  for (int layer = 0; layer < trace->shape.layer_count; layer++)
    trace->score_divisors[layer] = sqrtf((float)trace->shape.d_head);
  for (int query = 0; query < trace->shape.token_count; query++)
    trace->row_hidden[query] = is_row_hidden(mask, query);
  trace->hidden_count = count_hidden(mask);
  trace->cache = trace_cache_make(trace);
  return trace->cache && trace_layout(trace);
}

Trace *trace_begin(Arena *arena, const TraceShape *shape, const TraceNames *names, MaskView mask,
                   Status *status) {
  assert(!mask.hidden || mask.rows == shape->token_count);
  Trace *trace = arena_take(arena, 1, sizeof *trace);
  if (trace) {
    trace->arena = arena;
    trace->shape = whole_shape(shape, names->keys != NULL);
    check_shape(&trace->shape);
    if (fill_new_trace(trace, names, mask)) return trace;
  }
  status_no_memory(status);
  return NULL;
}

bool trace_set_source(Trace *trace, const TraceSource *source, size_t cache_bytes, Status *status) {
  assert(trace->serial == 0 && trace->shape.lazy != 0 && source->fill);
  return trace_cache_set_source(trace->cache, source, cache_bytes) || status_no_memory(status);
}

void trace_note_largest(Trace *trace, TracePart part, int layer, int head, float largest) {
  TraceSlot *slot = slot_of(trace, part, layer, head);
  assert(trace->serial == 0 && isfinite(largest) && largest >= 0);
  slot->largest = largest;
  slot->has_largest = true;
}

void trace_set_missing(Trace *trace, StageId stage, Str why) {
  assert((int)stage >= 0 && stage < STAGE_COUNT && trace->serial == 0);
  trace->missing[stage] = why;
}

/* Made when the first layer gets a mask of its own: most traces have one mask for all layers. */
bool trace_allocate_layer_masks(Trace *trace) {
  if (trace->layer_masks) return true;
  int layers = trace->shape.layer_count;
  trace->layer_masks = arena_take(trace->arena, (size_t)layers, sizeof *trace->layer_masks);
  TraceLayerMask whole = {trace->mask, trace->row_hidden, trace->hidden_count,
                          trace->names.mask_name};
  for (int layer = 0; trace->layer_masks && layer < layers; layer++)
    trace->layer_masks[layer] = whole;
  return trace->layer_masks != NULL;
}

bool trace_set_layer_mask(Trace *trace, int layer, MaskView mask, Str name, Status *status) {
  int tokens = trace->shape.token_count;
  assert(layer >= 0 && layer < trace->shape.layer_count && trace->serial == 0);
  assert(!mask.hidden || (mask.rows == tokens && mask.cols == trace->shape.key_count));
  bool *rows = arena_take(trace->arena, (size_t)tokens, sizeof *rows), ok = true;
  if (!rows || !trace_allocate_layer_masks(trace)) return status_no_memory(status);
  for (int query = 0; query < tokens; query++) rows[query] = is_row_hidden(mask, query);
  const TraceLayerMask *before = layer > 0 ? &trace->layer_masks[layer - 1] : NULL;
  bool is_same = before && before->mask.hidden == mask.hidden; /* shared with the layer before */
  trace->layer_masks[layer] =
      (TraceLayerMask){mask, rows, is_same ? before->hidden_count : count_hidden(mask),
                       copy_text(trace->arena, name, &ok)};
  return ok || status_no_memory(status);
}

void trace_set_score_divisor(Trace *trace, int layer, float divisor) {
  assert(layer >= 0 && layer < trace->shape.layer_count && trace->serial == 0);
  trace->score_divisors[layer] = divisor;
}

void trace_lend_true_divisors(Trace *trace, const float *divisors) {
  assert(trace->serial == 0);
  trace->true_divisors = divisors;
}

TraceTokenText *trace_mixture_texts(Arena *arena, int count) {
  TraceTokenText *texts = arena_take(arena, (size_t)count, sizeof *texts);
  for (int i = 0; texts && i < count; i++) {
    const char *text = str_format(arena, "mix %d", i + 1);
    const char *shown = str_format(arena, _("mix %d"), i + 1);
    if (!text || !shown) return NULL;
    texts[i] =
        (TraceTokenText){.text = str_from(text), .shown = str_from(shown), .id = -1, .group = -1};
  }
  return texts;
}

bool trace_set_own(Trace *trace, const TraceOwn *own, Status *status) {
  bool ok = true;
  assert(trace->serial == 0);
  trace->own = *own;
  trace->own.mask_name = copy_text(trace->arena, own->mask_name, &ok);
  return ok || status_no_memory(status);
}

Mat trace_place(Trace *trace, TracePart part, int layer, int head) {
  const TraceSlot *slot = slot_of(trace, part, layer, head);
  assert(trace->serial == 0); /* a sealed trace does not change */
  assert(part != TRACE_INPUT && !trace_part_info(part)->is_weights);
  assert(slot->numbers.at || !trace_is_lazy(trace, part));
  return slot->numbers;
}

void trace_lend(Trace *trace, TracePart part, int layer, int head, MatView weights) {
  assert(trace_part_info(part)->is_weights || trace_part_info(part)->is_lent);
  slot_of(trace, part, layer, head)->view = weights;
}

void trace_lend_block(Trace *trace, int layer, TraceBlockWeights weights) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(weights.w_1.rows == 0 || weights.w_1.cols == weights.w_2.rows);
  trace->blocks[layer] = weights;
}

void trace_lend_words(Trace *trace, TraceWordWeights weights) {
  assert(trace->shape.word_count == 0 || weights.embedding.rows == trace->shape.word_count);
  trace->words = weights;
}

void trace_set_head_role(Trace *trace, int layer, int head, Str role) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  trace->roles[layer * trace->shape.head_count + head] = role;
}

void trace_lend_roles(Trace *trace, const TraceRoles *roles) { trace->lent_roles = roles; }

/* −inf is allowed in hidden cells of MASKED; elsewhere an infinity is a broken number. */
static bool is_allowed_number(const Trace *trace, TracePart part, int row, int col, float x) {
  return isfinite(x) ||
         (part == TRACE_MASKED && x == -INFINITY && mask_hides(trace->mask, row, col));
}

/* Counts the numbers of a row that are not allowed; *bad_col is the column of the first. */
static int seal_row(const Trace *trace, TracePart part, TraceSlot *slot, int row, int *bad_col) {
  const float *numbers = mat_row(slot->view, row);
  /* The usual case is one fast pass: bits ≥ 0x7f800000 mean a number that is not finite, and only
  ** then each number is checked. So sealing costs a fraction of computing the numbers. */
  uint32_t bits = mat_largest_bits(mat_view_rows(slot->view, row, 1), false);
  float largest = 0;
  int bad = 0;
  memcpy(&largest, &bits, sizeof largest);
  if (bits >= 0x7f800000u) {
    MatView of_row = mat_view_rows(slot->view, row, 1);
    bad = (int)mat_count_not_finite(of_row); /* behind a mistake often all of them */
    largest = bad < of_row.cols ? mat_largest(of_row) : 0;
    for (int col = 0; part == TRACE_MASKED && col < of_row.cols; col++)
      bad -= !isfinite(numbers[col]) && is_allowed_number(trace, part, row, col, numbers[col]);
    *bad_col = 0;
    while (bad > 0 && is_allowed_number(trace, part, row, *bad_col, numbers[*bad_col])) ++*bad_col;
  }
  slot->largest = fmaxf(slot->largest, largest);
  return bad;
}

static bool fail_seal(const Trace *trace, TracePart part, const int place[4], Status *status) {
  MatView numbers = trace_matrix(trace, part, place[0], place[1]);
  bool is_nan = isnan(mat_get(numbers, place[2], place[3]));
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s of layer %d, head %d is %s at row %d, column %d; the weights of "
                       "this model are too large or damaged"),
                     trace_part_info(part)->name, place[0] + 1, place[1] + 1,
                     is_nan ? _("not a number") : _("infinite"), place[2] + 1, place[3] + 1);
}

static bool seal_slot(Trace *trace, TracePart part, int layer, int head, Status *status) {
  TraceSlot *slot = slot_of(trace, part, layer, head);
  int col = 0;
  if (slot->has_largest || !slot->view.at) return true;
  for (int row = 0; row < slot->view.rows; row++) {
    int bad = seal_row(trace, part, slot, row, &col);
    trace->broken_count += bad;
    if (bad > 0 && !trace->shape.may_break)
      return fail_seal(trace, part, (const int[4]){layer, head, row, col}, status);
  }
  slot->has_largest = true;
  return true;
}

static bool seal_part(Trace *trace, TracePart part, int layer, Status *status) {
  const TracePartInfo *info = trace_part_info(part);
  /* Parts after the last layer are checked with it, so that the first error in the order of
  ** computation is reported. */
  int only_layer = info->ends_trace ? trace->shape.layer_count - 1 : 0;
  if (!info->per_layer && layer != only_layer) return true;
  if (info->is_weights && trace->shape.may_break) return true; /* checked on demand */
  int heads = info->per_head ? trace->shape.head_count : 1;
  for (int head = 0; head < heads; head++)
    if (!seal_slot(trace, part, layer, head, status)) return false;
  return true;
}

/* Checks layer by layer, so that a broken number is reported where it first appears. */
bool trace_seal(Trace *trace, const Trace **sealed, Status *status) {
  assert(trace->serial == 0); /* once */
  for (int layer = 0; layer < trace->shape.layer_count; layer++)
    for (int i = 0; i < TRACE_PART_COUNT; i++)
      if (!seal_part(trace, trace_part_order[i], layer, status)) return false;
  trace->serial = serial_next();
  *sealed = trace;
  return true;
}
