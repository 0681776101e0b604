/* trace/trace.c -- reading a sealed trace. */
#include "trace/trace.h"

#include "trace/trace_storage.h"

static const TracePartInfo parts[TRACE_PART_COUNT] = {
    [TRACE_TOKEN_EMBEDDING] = {"token_embedding", false, false, false},
    [TRACE_POSITION] = {"position", false, false, false},
    [TRACE_X] = {"x", false, false, false},
    [TRACE_INPUT] = {"input", true, false, false},
    [TRACE_Q] = {"q", true, true, false},
    [TRACE_K] = {"k", true, true, false},
    [TRACE_V] = {"v", true, true, false},
    [TRACE_SCORES] = {"scores", true, true, true},
    [TRACE_SCALED] = {"scaled", true, true, true},
    [TRACE_MASKED] = {"masked", true, true, true},
    [TRACE_WEIGHTS] = {"weights", true, true, true},
    [TRACE_OUTPUT] = {"output", true, true, false},
    [TRACE_CONCAT] = {"concat", true, false, false},
    [TRACE_JOINED] = {"joined", true, false, false},
    [TRACE_RESIDUAL] = {"residual", true, false, false},
    [TRACE_NORM_1] = {"norm_1", true, false, false},
    [TRACE_MLP] = {"mlp", true, false, false},
    [TRACE_BLOCK] = {"block", true, false, false},
    [TRACE_LOGITS] = {"logits", false, false, false},
    [TRACE_PROBABILITIES] = {"probabilities", false, false, false},
    [TRACE_W_Q] = {"w_q", true, true, false},
    [TRACE_W_K] = {"w_k", true, true, false},
    [TRACE_W_V] = {"w_v", true, true, false},
    [TRACE_W_O] = {"w_o", true, false, false},
};

typedef struct StageParts {
  int count;
  TracePart parts[4];
} StageParts;

static const StageParts stage_parts[STAGE_COUNT] = {
    [STAGE_TOKENS] = {0, {0}},
    [STAGE_EMBED] = {3, {TRACE_TOKEN_EMBEDDING, TRACE_POSITION, TRACE_X}},
    [STAGE_QKV] = {3, {TRACE_Q, TRACE_K, TRACE_V}},
    [STAGE_SCORES] = {1, {TRACE_SCORES}},
    [STAGE_SCALED] = {1, {TRACE_SCALED}},
    [STAGE_MASKED] = {1, {TRACE_MASKED}},
    [STAGE_WEIGHTS] = {1, {TRACE_WEIGHTS}},
    [STAGE_OUTPUT] = {1, {TRACE_OUTPUT}},
    [STAGE_JOINED] = {2, {TRACE_CONCAT, TRACE_JOINED}},
    [STAGE_BLOCK] = {3, {TRACE_INPUT, TRACE_JOINED, TRACE_BLOCK}},
    [STAGE_LOGITS] = {2, {TRACE_LOGITS, TRACE_PROBABILITIES}},
};

const TracePartInfo *trace_part_info(TracePart part) {
  assert(part >= 0 && part < TRACE_PART_COUNT);
  return &parts[part];
}

size_t trace_slot_index(const Trace *trace, TracePart part, int layer, int head) {
  const TracePartInfo *info = trace_part_info(part);
  if (!info->per_layer) layer = 0;
  if (!info->per_head) head = 0;
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  int row = (int)part * trace->shape.layer_count + layer;
  return (size_t)row * (size_t)trace->shape.head_count + (size_t)head;
}

uint64_t trace_serial(const Trace *trace) { return trace->serial; }
Str trace_sentence(const Trace *trace) { return trace->names.sentence; }
int trace_token_count(const Trace *trace) { return trace->shape.token_count; }

const TraceToken *trace_token(const Trace *trace, int index) {
  assert(index >= 0 && index < trace->shape.token_count);
  return &trace->tokens[index];
}

int trace_cut_count(const Trace *trace) { return trace->names.cut_count; }
int trace_bad_byte_count(const Trace *trace) { return trace->names.bad_byte_count; }

Str trace_model_name(const Trace *trace) { return trace->names.model_name; }
Str trace_model_label(const Trace *trace) { return trace->names.model_label; }
Str trace_mask_name(const Trace *trace) { return trace->names.mask_name; }

/* The lent labels of all heads, finished; NULL without them. */
static const TraceRoles *finished_roles(const Trace *trace) {
  const TraceRoles *roles = trace->lent_roles;
  if (roles && roles->finish) roles->finish(roles->self);
  return roles;
}

Str trace_head_role(const Trace *trace, int layer, int head) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  int index = layer * trace->shape.head_count + head;
  if (!trace->lent_roles || trace->lent_roles->only_notes) return trace->roles[index];
  const TraceRoles *roles = finished_roles(trace);
  return roles->labels ? roles->labels[index] : trace->roles[index];
}

Str trace_head_role_note(const Trace *trace, int layer, int head) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  assert(head >= 0 && head < trace->shape.head_count);
  const TraceRoles *roles = finished_roles(trace);
  if (!roles || !roles->notes) return (Str){"", 0};
  return roles->notes[layer * trace->shape.head_count + head];
}

bool trace_has_words(const Trace *trace) { return trace->shape.word_count > 0; }
int trace_word_count(const Trace *trace) { return trace->shape.word_count; }

int trace_token_id(const Trace *trace, int index) {
  assert(index >= 0 && index < trace->shape.token_count);
  return trace_has_words(trace) ? trace->ids[index] : -1;
}

Str trace_word(const Trace *trace, int id) {
  const TraceWords *words = &trace->names.words;
  assert(id >= 0 && id < trace->shape.word_count);
  if (id >= words->unknown_first && id < words->unknown_first + words->unknown_count)
    for (int i = 0; i < trace->shape.token_count; i++)
      if (trace->ids[i] == id) return trace->tokens[i].text;
  return words->shown[id];
}

bool trace_is_asked(const Trace *trace, int index) {
  const bool *asked = trace->names.words.asked;
  return trace_has_words(trace) && (!asked || asked[trace_token_id(trace, index)]);
}

bool trace_asks_all(const Trace *trace) {
  return trace_has_words(trace) && !trace->names.words.asked;
}

const TraceBlockWeights *trace_block_weights(const Trace *trace, int layer) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  return trace->blocks[layer].norm_1_gain ? &trace->blocks[layer] : NULL;
}

const TraceWordWeights *trace_word_weights(const Trace *trace) {
  return trace_has_words(trace) && trace->words.embedding.at ? &trace->words : NULL;
}

/* Puts one more candidate into a list that is in order; returns how many it has then. */
static int insert_candidate(TraceCandidate *list, int count, int most, TraceCandidate candidate) {
  int place = count;
  while (place > 0 && candidate.probability > list[place - 1].probability) place--;
  if (place == most) return count;
  if (count < most) count++;
  for (int i = count - 1; i > place; i--) list[i] = list[i - 1];
  list[place] = candidate;
  return count;
}

int trace_candidates(const Trace *trace, int token, TraceCandidate *candidates, int most) {
  if (!trace_has_words(trace)) return 0;
  const float *logits = mat_row(trace_matrix(trace, TRACE_LOGITS, 0, 0), token);
  const float *shares = mat_row(trace_matrix(trace, TRACE_PROBABILITIES, 0, 0), token);
  int count = 0;
  if (most > TRACE_CANDIDATES_MOST) most = TRACE_CANDIDATES_MOST;
  for (int id = 0; most > 0 && id < trace->shape.word_count; id++)
    count = insert_candidate(candidates, count, most, (TraceCandidate){id, logits[id], shares[id]});
  return count;
}

int trace_layer_count(const Trace *trace) { return trace->shape.layer_count; }

/* Every layer has as many; a recorded trace may one day differ. */
int trace_head_count(const Trace *trace, int layer) {
  assert(layer >= 0 && layer < trace->shape.layer_count);
  (void)layer;
  return trace->shape.head_count;
}

int trace_d_model(const Trace *trace) { return trace->shape.d_model; }
int trace_d_head(const Trace *trace) { return trace->shape.d_head; }

bool trace_has_part(const Trace *trace, TracePart part) {
  const TraceShape *shape = &trace->shape;
  if (part == TRACE_NORM_1) return shape->has_norms;
  if (part == TRACE_MLP) return shape->has_mlp;
  if (part == TRACE_LOGITS || part == TRACE_PROBABILITIES) return shape->word_count > 0;
  return true;
}

MatView trace_matrix(const Trace *trace, TracePart part, int layer, int head) {
  return trace->slots[trace_slot_index(trace, part, layer, head)].view;
}

float trace_largest(const Trace *trace, TracePart part, int layer, int head) {
  return trace->slots[trace_slot_index(trace, part, layer, head)].largest;
}

float trace_largest_of_heads(const Trace *trace, TracePart part, int layer) {
  float largest = 0;
  for (int head = 0; head < trace->shape.head_count; head++) {
    float of_head = trace_largest(trace, part, layer, head);
    if (of_head > largest) largest = of_head;
  }
  return largest;
}

bool trace_hidden(const Trace *trace, int query, int key) {
  assert(query >= 0 && query < trace->shape.token_count);
  assert(key >= 0 && key < trace->shape.token_count);
  return mask_hides(trace->mask, query, key);
}

bool trace_row_hidden(const Trace *trace, int query) {
  assert(query >= 0 && query < trace->shape.token_count);
  return trace->row_hidden[query];
}

int trace_stage_count(const Trace *trace) {
  return trace_has_words(trace) ? STAGE_COUNT : STAGE_LOGITS;
}

int trace_stage_parts(StageId stage, TracePart of_stage[4]) {
  assert(stage >= 0 && stage < STAGE_COUNT);
  for (int i = 0; i < stage_parts[stage].count; i++) of_stage[i] = stage_parts[stage].parts[i];
  return stage_parts[stage].count;
}

void trace_stage_shape(const Trace *trace, StageId stage, int *rows, int *cols) {
  int count = stage_parts[stage].count;
  *rows = trace->shape.token_count;
  *cols = 1;
  if (count > 0) *cols = trace_matrix(trace, stage_parts[stage].parts[count - 1], 0, 0).cols;
  if (stage == STAGE_LOGITS && *cols > TRACE_CANDIDATES_SHOWN) *cols = TRACE_CANDIDATES_SHOWN;
}
