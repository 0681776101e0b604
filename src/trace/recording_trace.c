/* trace/recording_trace.c -- a recording as a trace: every matrix is made when it is asked for. */
#include <math.h>
#include <string.h>

#include "base/words.h"
#include "trace/recording_inside.h"

/* What a trace of a recording may have; logits have no words to go with them. */
static const TracePart shown_parts[] = {TRACE_X,      TRACE_Q,      TRACE_K,      TRACE_V,
                                        TRACE_SCORES, TRACE_SCALED, TRACE_MASKED, TRACE_WEIGHTS,
                                        TRACE_OUTPUT, TRACE_CONCAT, TRACE_JOINED, TRACE_BLOCK};

/* The part without which a stage says nothing. */
typedef struct StageNeed {
  StageId stage;
  TracePart part;
} StageNeed;

static const StageNeed needs[] = {
    {STAGE_EMBED, TRACE_X},       {STAGE_QKV, TRACE_V},           {STAGE_QKV, TRACE_K},
    {STAGE_QKV, TRACE_Q},         {STAGE_SCORES, TRACE_SCORES},   {STAGE_SCALED, TRACE_SCALED},
    {STAGE_MASKED, TRACE_MASKED}, {STAGE_WEIGHTS, TRACE_WEIGHTS}, {STAGE_OUTPUT, TRACE_OUTPUT},
    {STAGE_JOINED, TRACE_JOINED}, {STAGE_BLOCK, TRACE_BLOCK},
};

static uint64_t parts_there(const Recording *recording) {
  uint64_t parts = 0;
  for (size_t i = 0; i < sizeof shown_parts / sizeof shown_parts[0]; i++)
    if (recording_has(recording, shown_parts[i])) parts |= TRACE_BIT(shown_parts[i]);
  return parts;
}

static bool fill(void *self, TracePart part, int layer, int head, Mat to, Status *status) {
  return recording_fill(self, part, layer, head, to, status);
}

/* Columns of one head: those of Q, else what the scores are divided by the root of. */
static int width_of_head(const Recording *recording) {
  double divisor = recording->divisors[0];
  int columns = recording_size(recording, 'D');
  if (columns > 0 || !(divisor > 0) || divisor * divisor > RECORDING_WIDTH_MOST) return columns;
  return (int)(divisor * divisor + 0.5);
}

static TraceShape shape_of(const Recording *recording) {
  uint64_t parts = parts_there(recording);
  int d_model = recording_size(recording, 'M'), heads = recording_size(recording, 'H');
  int width = width_of_head(recording), value = recording_size(recording, 'F');
  return (TraceShape){.token_count = recording_size(recording, 'T'),
                      .layer_count = recording->layer_count,
                      .head_count = heads,
                      .d_model = d_model ? d_model : heads * (value ? value : width),
                      .d_head = width,
                      .d_value = value,
                      .key_count = recording_size(recording, 'S'),
                      .key_head_count = recording_size(recording, 'G'),
                      .has_mlp = (parts & TRACE_BIT(TRACE_BLOCK)) != 0, /* a block of its own */
                      .absent = ~parts,
                      .when_asked = parts,
                      .may_break = true};
}

/* The hatching of hidden pairs is one for all layers: that of the first. */
static bool take_mask(Recording *recording, Arena *arena, MaskView *mask, Status *status) {
  int rows = recording_size(recording, 'T'), cols = recording_size(recording, 'S');
  *mask = (MaskView){NULL, rows, cols, cols};
  for (int layer = 1; layer < recording->layer_count; layer++)
    if (strcmp(recording->masks[layer].name, recording->masks[0].name) != 0)
      recording_say(recording, false,
                    _("layers have masks of their own; hidden pairs are hatched as in the first"));
  if (!recording_is_comparable(recording)) return true;
  unsigned char *hidden = arena_take(arena, (size_t)rows * (size_t)cols, 1);
  if (!hidden) return status_no_memory(status);
  mask->hidden = hidden;
  return recording_hidden(recording, 0, 0, hidden, status);
}

static void say_what_is_missing(const Recording *recording, Trace *trace) {
  for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
    Str why = recording_missing(recording, needs[i].part);
    if (why.bytes > 0) trace_set_missing(trace, needs[i].stage, why);
  }
}

static TraceNames names_of(const Recording *recording, Arena *arena) {
  const char *model = arrays_metadata(recording->arrays, "model");
  Status visible; /* what a file calls its model may hold anything */
  (void)status_fail(&visible, STATUS_OK, "%.100s", model ? model : _("recording"));
  const char *name = str_copy(arena, str_from(visible.sentence));
  const char *label = str_format(arena, _("%s · recorded elsewhere"), visible.sentence);
  return (TraceNames){.sentence = recording->sentence,
                      .model_name = str_from(name),
                      .model_label = str_from(label),
                      .mask_name = str_from(recording->masks[0].name),
                      .tokens = recording->tokens,
                      .keys = recording->keys == recording->tokens ? NULL : recording->keys};
}

bool recording_trace(Recording *recording, Arena *arena, size_t cache_bytes, const Trace **trace,
                     Status *status) {
  TraceShape shape = shape_of(recording);
  TraceNames names = names_of(recording, arena);
  TraceSource source = {.fill = fill, .self = recording};
  MaskView mask;
  if (!names.model_name.at || !names.model_label.at) return status_no_memory(status);
  if (!take_mask(recording, arena, &mask, status)) return false;
  Trace *made = trace_begin(arena, &shape, &names, mask, status);
  if (!made || !trace_set_source(made, &source, cache_bytes, status)) return false;
  say_what_is_missing(recording, made);
  for (int layer = 0; layer < recording->layer_count; layer++)
    if (recording->divisors[layer] > 0)
      trace_set_score_divisor(made, layer, (float)recording->divisors[layer]);
  return trace_seal(made, trace, status);
}
