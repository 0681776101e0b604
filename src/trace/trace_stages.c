/* trace/trace_stages.c -- the stages of a trace, and the parts of each.
**
** A stage that a model cannot have does not count. A stage that a recording lacks does count and
** says why it is empty. */
#include "trace/kind_parts.h"
#include "trace/trace_storage.h"

/* Would the kind make the result of the stage? True of a stage that has nothing to do with it. */
static bool kind_has(const Trace *trace, bool has_places, StageId stage) {
  TracePart result = trace_stage_result(stage);
  return trace_part_info(result)->need != NEED_KIND ||
         kind_makes(trace_kind(trace), has_places, result);
}

bool trace_has_stage(const Trace *trace, StageId stage) {
  const StageInfo *info = stage_info(stage);
  return kind_has(trace, trace_has_places(trace), stage) &&
         (!info->is_there || info->is_there(trace));
}

bool trace_stage_lacks_places(const Trace *trace, StageId stage) {
  return !kind_has(trace, false, stage) && !trace_has_stage(trace, stage) &&
         kind_has(trace, true, stage);
}

int trace_stage_count(const Trace *trace) {
  int count = 0;
  for (int stage = 0; stage < STAGE_COUNT; stage++) count += trace_has_stage(trace, (StageId)stage);
  return count;
}

StageId trace_stage_at(const Trace *trace, int index) {
  assert(index >= 0 && index < trace_stage_count(trace));
  int stage = 0;
  while (!trace_has_stage(trace, (StageId)stage) || index-- > 0) stage++;
  return (StageId)stage;
}

/* For a stage that the trace does not have: the index of the last one before it. */
int trace_stage_index(const Trace *trace, StageId stage) {
  assert((int)stage >= 0 && stage < STAGE_COUNT);
  int index = -1;
  for (int at = 0; at <= (int)stage; at++) index += trace_has_stage(trace, (StageId)at);
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
  const StageInfo *info = stage_info(stage);
  int count = 0;
  for (int i = 0; i < info->part_count; i++)
    if (trace_has_part(trace, info->parts[i])) parts[count++] = info->parts[i];
  return count;
}

int trace_pair_parts_of(const Trace *trace, TracePart parts[TRACE_PAIR_PARTS_MOST]) {
  int count = 0;
  for (int i = 0; i < trace_pair_part_count; i++)
    if (trace_has_stage(trace, stage_of_part(trace_pair_parts[i])))
      parts[count++] = trace_pair_parts[i];
  assert(count <= TRACE_PAIR_PARTS_MOST);
  return count;
}

static TracePart pair_neighbour(const Trace *trace, TracePart part, int step) {
  int place = trace_pair_place(part) + step;
  for (; place >= 0 && place < trace_pair_part_count; place += step)
    if (trace_has_stage(trace, stage_of_part(trace_pair_parts[place])))
      return trace_pair_parts[place];
  return part;
}

TracePart trace_pair_part_before(const Trace *trace, TracePart part) {
  return pair_neighbour(trace, part, -1);
}

TracePart trace_pair_part_after(const Trace *trace, TracePart part) {
  return pair_neighbour(trace, part, 1);
}

TracePart trace_stage_result(StageId stage) {
  const StageInfo *info = stage_info(stage);
  return info->part_count > 0 ? info->parts[info->part_count - 1] : TRACE_X;
}

TracePart trace_stage_compared(StageId stage) {
  return stage_info(stage)->by_tile ? TRACE_OUTPUT : trace_stage_result(stage);
}

/* The result of a stage or, in a recording without it, the first other result that it has. */
static TracePart shown_of(const Trace *trace, StageId stage) {
  const StageInfo *info = stage_info(stage);
  TracePart result = trace_stage_result(stage);
  if (trace_has_part(trace, result)) return result;
  for (int i = info->part_count - info->result_count; i < info->part_count; i++)
    if (trace_has_part(trace, info->parts[i])) return info->parts[i];
  return result;
}

void trace_stage_shape(const Trace *trace, StageId stage, int *rows, int *cols) {
  const StageInfo *info = stage_info(stage);
  int height;
  *rows = trace->shape.token_count;
  *cols = 1;
  if (trace_stage_missing(trace, stage).bytes > 0) *rows = *cols = 0;
  else if (info->part_count > 0)
    trace_matrix_shape(trace, shown_of(trace, stage), trace_home_layer(trace), &height, cols);
  if (info->by_key && *rows > 0) *cols = trace_key_count(trace);
  if (info->by_word && *cols > TRACE_CANDIDATES_SHOWN) *cols = TRACE_CANDIDATES_SHOWN;
}
