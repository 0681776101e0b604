/* trace/trace_stages.c -- the stages a trace has, and the parts each consists of.
**
** A stage that a model cannot have is not counted; one that a recording lacks is, and says why
** it is empty: a learner should see what is missing. */
#include "trace/trace_storage.h"

typedef struct StageParts {
  int count;
  TracePart parts[TRACE_STAGE_PARTS];
} StageParts;

/* In drawing order, the result last. */
static const StageParts stage_parts[STAGE_COUNT] = {
    [STAGE_TOKENS] = {0, {0}},
    [STAGE_EMBED] = {5,
                     {TRACE_TOKEN_EMBEDDING, TRACE_POSITION, TRACE_SEGMENT, TRACE_EMBEDDED,
                      TRACE_X}},
    [STAGE_NORM] = {2, {TRACE_INPUT, TRACE_NORM_1}},
    [STAGE_QKV] = {3, {TRACE_Q, TRACE_K, TRACE_V}},
    [STAGE_SCORES] = {1, {TRACE_SCORES}},
    [STAGE_SCALED] = {1, {TRACE_SCALED}},
    [STAGE_MASKED] = {1, {TRACE_MASKED}},
    [STAGE_WEIGHTS] = {1, {TRACE_WEIGHTS}},
    [STAGE_OUTPUT] = {1, {TRACE_OUTPUT}},
    [STAGE_JOINED] = {2, {TRACE_CONCAT, TRACE_ATTN_PROJ}},
    [STAGE_BLOCK] = {3, {TRACE_INPUT, TRACE_ATTN_PROJ, TRACE_BLOCK}},
    [STAGE_LOGITS] = {2, {TRACE_LOGITS, TRACE_PROBABILITIES}},
};

bool trace_has_stage(const Trace *trace, StageId stage) {
  assert(stage >= 0 && stage < STAGE_COUNT);
  if (stage == STAGE_NORM) return trace_norm_place(trace) == NORM_BEFORE;
  return stage != STAGE_LOGITS || trace_has_words(trace);
}

int trace_stage_count(const Trace *trace) {
  int count = 0;
  for (int stage = 0; stage < STAGE_COUNT; stage++) count += trace_has_stage(trace, (StageId)stage);
  return count;
}

/* Counts down over the stages that are there. */
StageId trace_stage_at(const Trace *trace, int index) {
  assert(index >= 0 && index < trace_stage_count(trace));
  int at = 0;
  while (!trace_has_stage(trace, stage_at(at)) || index-- > 0) at++;
  return stage_at(at);
}

/* Of a stage that is not there: the index of the last one before it, so that whoever stood on it
** stays near. */
int trace_stage_index(const Trace *trace, StageId stage) {
  int index = -1;
  for (int at = 0; at < STAGE_COUNT; at++) {
    index += trace_has_stage(trace, stage_at(at));
    if (stage_at(at) == stage) break;
  }
  return index;
}

Str trace_stage_missing(const Trace *trace, StageId stage) {
  assert(stage >= 0 && stage < STAGE_COUNT);
  Str why = trace->missing[stage];
  return why.at ? why : (Str){"", 0};
}

Str trace_stage_names(const Trace *trace, bool missing, Arena *arena) {
  StrBuf names = strbuf_make(arena);
  for (int i = 0; i < trace_stage_count(trace); i++) {
    StageId stage = trace_stage_at(trace, i);
    if ((trace_stage_missing(trace, stage).bytes > 0) != missing) continue;
    strbuf_format(&names, "%s%s", names.bytes > 0 ? ", " : "", stage_info(stage)->name);
  }
  return strbuf_str(&names);
}

int trace_stage_parts(const Trace *trace, StageId stage, TracePart parts[TRACE_STAGE_PARTS]) {
  assert(stage >= 0 && stage < STAGE_COUNT);
  int count = 0;
  for (int i = 0; i < stage_parts[stage].count; i++)
    if (trace_has_part(trace, stage_parts[stage].parts[i]))
      parts[count++] = stage_parts[stage].parts[i];
  return count;
}

TracePart trace_stage_result(StageId stage) {
  assert(stage >= 0 && stage < STAGE_COUNT);
  int count = stage_parts[stage].count;
  return count > 0 ? stage_parts[stage].parts[count - 1] : TRACE_X;
}

/* The result, or in a recording without it the part that stands for it. */
static TracePart shown_of(const Trace *trace, StageId stage) {
  TracePart result = trace_stage_result(stage);
  if (stage != STAGE_QKV || trace_has_part(trace, result)) return result;
  return trace_has_part(trace, TRACE_Q) ? TRACE_Q : TRACE_K;
}

void trace_stage_shape(const Trace *trace, StageId stage, int *rows, int *cols) {
  int height;
  *rows = trace->shape.token_count;
  *cols = 1;
  if (trace_stage_missing(trace, stage).bytes > 0) *rows = *cols = 0;
  else if (stage != STAGE_TOKENS)
    trace_matrix_shape(trace, shown_of(trace, stage), 0, &height, cols);
  if (stage == STAGE_LOGITS && *cols > TRACE_CANDIDATES_SHOWN) *cols = TRACE_CANDIDATES_SHOWN;
}
