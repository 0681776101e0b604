/* trace/file/trace_safetensors.c -- writes a whole trace as one safetensors file
** (docs/formats.md). */
#include <math.h>
#include <string.h>

#include "trace/file/tensor_file.h"
#include "trace/file/trace_file.h"
#include "trace/trace_mistake.h"

enum { PAIR_COUNT = 9, LAYER_PAIRS = 2 };
/* Rows of logits computed at a time: 32 rows of GPT-2 are 6 MB, and its output table is read once
** for all of them. */
enum { LOGITS_AT_ONCE = 32 };

typedef struct Content {
  Arena *arena;
  const Trace *trace;
  TensorFileEntry *entries;
  int count;
  TensorFilePair *pairs; /* PAIR_COUNT, and divisor and mask for each layer that has its own */
  int pair_count;
} Content;

/* Without norms BLOCK is x + ATTN_PROJ, which a reader of the file can compute. */
static bool is_written(const Trace *trace, TracePart part) {
  if (part == TRACE_BLOCK) return trace_has_part(trace, TRACE_NORM_1);
  return trace_has_part(trace, part);
}

/* The parts of a layer in the order of their names; "logits", "x" and "y" come after "layers". */
static int list_layer_parts(const Trace *trace, TracePart parts[TRACE_PART_COUNT]) {
  int count = 0;
  for (int i = 0; i < TRACE_PART_COUNT; i++) {
    TracePart part = trace_part_order[i];
    const TracePartInfo *info = trace_part_info(part);
    if (!info->is_in_file || !is_written(trace, part)) continue;
    assert(info->per_layer && !info->is_weights);
    int place = count++;
    for (; place > 0 && strcmp(trace_part_info(parts[place - 1])->name, info->name) > 0; place--)
      parts[place] = parts[place - 1];
    parts[place] = part;
  }
  return count;
}

/* 0: the part has no heads. K and V have one for each group of heads that share them. */
static int head_count_of(const Trace *trace, TracePart part, int layer) {
  const TracePartInfo *info = trace_part_info(part);
  int heads = trace_head_count(trace, layer);
  if (!info->per_head) return 0;
  return info->per_key_head ? trace_key_head_count(trace) : heads;
}

/* A head of Q that uses a head of the part. */
static int query_head(const Trace *trace, TracePart part, int layer, int head) {
  return head * (trace_head_count(trace, layer) / head_count_of(trace, part, layer));
}

/* "layers.3." Of an encoder and a decoder each kind of layer is counted by itself, as in
** recordings (docs/recordings.md). */
static const char *layer_key(const Content *content, int layer, const char *name) {
  static const char *const groups[HALF_COUNT] = {"layers", "encoder", "layers", "cross"};
  int number;
  TraceHalf half = trace_layer_half(content->trace, layer, &number);
  return str_format(content->arena, "%s.%d.%s", groups[half], number - 1, name);
}

static bool add_entry(Content *content, TracePart part, int layer) {
  const TracePartInfo *info = trace_part_info(part);
  TensorFileEntry *entry = &content->entries[content->count++];
  int rows, cols;
  trace_matrix_shape(content->trace, part, layer, &rows, &cols);
  *entry = (TensorFileEntry){.name = info->name,
                             .head_count = head_count_of(content->trace, part, layer),
                             .rows = rows,
                             .cols = cols,
                             .part = (int)part,
                             .layer = layer};
  if (part == TRACE_LOGITS) entry->rows_at_once = LOGITS_AT_ONCE;
  if (info->per_layer) entry->name = layer_key(content, layer, info->name);
  return entry->name != NULL;
}

static bool add_layers_of(Content *content, TraceHalf half, const int *layers) {
  TracePart parts[TRACE_PART_COUNT];
  const Trace *trace = half == HALF_NONE ? content->trace : trace_of_half(content->trace, half);
  int count = list_layer_parts(trace, parts), number;
  for (int i = 0; i < trace_layer_count(trace); i++) {
    if (trace_layer_half(trace, layers[i], &number) != half) continue;
    for (int part = 0; part < count; part++)
      if (!add_entry(content, parts[part], layers[i])) return false;
  }
  return true;
}

/* Everything in the order of names, compared as texts: layer 10 comes before layer 2. */
static bool list_entries(Content *content) {
  static const TraceHalf by_name[] = {HALF_NONE, HALF_CROSS, HALF_SOURCE, HALF_TARGET};
  const Trace *trace = content->trace;
  int layer_count = trace_layer_count(trace);
  int *layers = arena_take(content->arena, (size_t)layer_count, sizeof *layers);
  size_t most = (size_t)layer_count * TRACE_PART_COUNT + 3;
  content->entries = arena_take(content->arena, most, sizeof *content->entries);
  bool done = layers && content->entries, has_halves = trace_half(trace) != HALF_NONE;
  for (int i = 0; done && i < layer_count; i++) layers[i] = i;
  if (done) tensor_file_order(layers, layer_count);
  for (int i = has_halves; done && i < (has_halves ? (int)HALF_COUNT : 1); i++)
    done = add_layers_of(content, by_name[i], layers);
  if (done && trace_has_words(trace)) done = add_entry(content, TRACE_LOGITS, 0);
  if (done && is_written(trace, TRACE_X)) done = add_entry(content, TRACE_X, 0);
  if (done && is_written(trace, TRACE_Y)) done = add_entry(content, TRACE_Y, 0);
  return done;
}

/* Values of the metadata must be strings, so the list of tokens is JSON inside a JSON string. */
static Str tokens_as_json(const Content *content, bool of_keys) {
  const Trace *trace = content->trace;
  int count = of_keys ? trace_key_count(trace) : trace_token_count(trace);
  StrBuf tokens = strbuf_make(content->arena);
  strbuf_add_char(&tokens, '[');
  for (int i = 0; i < count; i++) {
    if (i > 0) strbuf_add_char(&tokens, ',');
    strbuf_add_json(&tokens, (of_keys ? trace_key(trace, i) : trace_token(trace, i))->text);
  }
  strbuf_add_char(&tokens, ']');
  return tokens.failed ? (Str){NULL, 0} : strbuf_str(&tokens);
}

/* Where scores are divided by something else than the root of d_head. */
static bool add_divisor(Content *content, int layer) {
  double divisor = (double)trace_true_divisor(content->trace, layer);
  double usual = sqrt((double)trace_d_head(content->trace));
  /* The trace has its divisor as a float, so equality would be too much to ask. */
  if (fabs(divisor - usual) <= 1e-6 * usual) return true;
  const char *key = layer_key(content, layer, "divisor");
  const char *value = str_format(content->arena, "%.9g", divisor);
  assert(content->pair_count < PAIR_COUNT + LAYER_PAIRS * trace_layer_count(content->trace));
  content->pairs[content->pair_count++] = (TensorFilePair){key, str_from(value)};
  return key && value;
}

/* Of an encoder and a decoder, whose layers have several. */
static bool add_mask(Content *content, int layer) {
  Str name = trace_layer_mask_name(content->trace, layer);
  if (trace_half(content->trace) == HALF_NONE || str_equal(name, trace_mask_name(content->trace)))
    return true;
  const char *key = layer_key(content, layer, "mask");
  content->pairs[content->pair_count++] = (TensorFilePair){key, name};
  return key != NULL;
}

/* A key or a query that is taken away is in no name of a mask. */
static Str mask_of(const Trace *trace) {
  const WhatIfs *ifs = trace_what_ifs(trace);
  bool is_edited = what_ifs_have(ifs, WHAT_IF_NO_KEY) || what_ifs_have(ifs, WHAT_IF_NO_QUERY);
  return is_edited ? STR("edited") : trace_mask_name(trace);
}

static bool list_pairs(Content *content, const char *version) {
  const Trace *trace = content->trace;
  const char *what_if = what_ifs_write(content->arena, trace_what_ifs(trace));
  const char *width = str_format(content->arena, "%d", trace_d_head(trace));
  const char *kind =
      kind_write_cross(content->arena, trace_true_kind(trace), trace_second_sentence(trace));
  Str no_keys = STR(""), keys = no_keys;
  if (trace_has_key_words(trace)) keys = tokens_as_json(content, true);
  /* The order in the file is fixed, so that the same trace gives the same bytes. */
  const TensorFilePair pairs[PAIR_COUNT] = {{"format", STR("heads-up-trace-1")},
                                            {"d_head", str_from(width)},
                                            {"kind", str_from(kind)},
                                            {"key_tokens", keys},
                                            {"mask", mask_of(trace)},
                                            {"model", trace_model_name(trace)},
                                            {"tokens", tokens_as_json(content, false)},
                                            {"version", str_from(version)},
                                            {"what_if", str_from(what_if)}};
  size_t most = PAIR_COUNT + LAYER_PAIRS * (size_t)trace_layer_count(trace);
  content->pairs = arena_take(content->arena, most, sizeof *content->pairs);
  if (!content->pairs || !width || !kind || !keys.at || !pairs[6].value.at || !what_if)
    return false;
  /* "kind" is left out for the model's own kind, "key_tokens" where they are the tokens, "what_if"
  ** where nothing was changed. */
  for (int i = 0; i < PAIR_COUNT; i++)
    if ((i != 2 && i != 3 && i != 8) || pairs[i].value.bytes > 0)
      content->pairs[content->pair_count++] = pairs[i];
  for (int layer = 0; layer < trace_layer_count(trace); layer++)
    if (!add_divisor(content, layer) || !add_mask(content, layer)) return false;
  return true;
}

static bool copy_entry(void *self, const TensorFileEntry *entry, int head, Mat to, Status *status) {
  const Content *content = self;
  const Trace *trace = content->trace;
  if (entry->part == TRACE_LOGITS) trace_logits_rows(trace, head * LOGITS_AT_ONCE, to);
  else {
    TracePart part = (TracePart)entry->part;
    if (entry->head_count > 0) head = query_head(trace, part, entry->layer, head);
    trace_copy_matrix(trace, part, entry->layer, head, to);
  }
  /* A lazy part that could not be computed is NaN in the trace; the file must then fail. */
  return trace_check(trace, status);
}

static bool describe(Content *content, const char *version, TensorFile *file, Status *status) {
  if (!list_entries(content) || !list_pairs(content, version)) return status_no_memory(status);
  *file = (TensorFile){.entries = content->entries,
                       .entry_count = content->count,
                       .pairs = content->pairs,
                       .pair_count = content->pair_count,
                       .fill = copy_entry,
                       .self = content};
  return true;
}

/* Of an encoder and a decoder the half that has both sentences and the words. */
static const Trace *whole_of(const Trace *trace) { return trace_of_half(trace, HALF_CROSS); }

bool trace_to_safetensors(Arena *arena, const Trace *trace, const char *version, Str *bytes,
                          Status *status) {
  Content content = {.arena = arena, .trace = whole_of(trace)};
  TensorFile file;
  return describe(&content, version, &file, status) &&
         tensor_file_bytes(arena, &file, bytes, status);
}

bool trace_save_safetensors(const Trace *trace, const char *path, const char *version,
                            const Progress *progress, Status *status) {
  Content content = {.arena = arena_make(0), .trace = whole_of(trace)};
  TensorFile file;
  bool done = content.arena ? describe(&content, version, &file, status) : status_no_memory(status);
  if (done) {
    file.progress = progress;
    done = tensor_file_save(path, &file, status);
  }
  arena_free(content.arena);
  return done;
}
