/* trace/recording/trace.c -- makes a trace of a recording; its matrices are read or computed on
** demand. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "trace/recording/recording_internal.h"

enum { MASK_BYTES_MOST = 64 << 20, MASK_CELLS_READ_MOST = 1 << 24 };

/* The parts that the trace has. LOGITS need names for their columns. */
static uint64_t parts_there(const Recording *recording) {
  uint64_t parts = 0;
  for (int i = 0; i < TRACE_PART_COUNT; i++)
    if (recording_has(recording, trace_part_order[i])) parts |= TRACE_BIT(trace_part_order[i]);
  if (!recording->word_names) parts &= ~TRACE_BIT(TRACE_LOGITS);
  return parts & TRACE_BIT(TRACE_LOGITS) ? parts | TRACE_BIT(TRACE_PROBABILITIES) : parts;
}

/* Source of the trace's lazy parts; the recording must outlive the trace. */
static bool make_part(void *self, TraceMatrixId of, Mat to, Status *status) {
  return recording_derive(self, of, to, status);
}

static bool fill_logits(void *self, int first, Mat to, Status *status) {
  return recording_read_rows(self, RECORDED_LOGITS, first, to, status);
}

/* The word of an id: the text of a token with that id, else "#318", since no vocabulary is
** recorded. */
static Str word_of(const void *self, int id) {
  const Recording *recording = self;
  for (int i = 0; i < recording_size(recording, 'T'); i++) {
    Str text = recording->tokens[i].text;
    long number;
    bool is_word = text.bytes > 0 && !(str_to_long(text, &number) && number == id);
    if (recording->tokens[i].id == id && is_word) return text;
  }
  return recording->word_names[id];
}

/* The columns of one head: those of Q, else the square of the divisor. */
static int width_of_head(const Recording *recording) {
  double divisor = recording->divisors[0];
  int columns = recording_size(recording, 'D');
  if (columns > 0 || !(divisor > 0) || divisor * divisor > RECORDING_WIDTH_MOST) return columns;
  return (int)(divisor * divisor + 0.5);
}

/* All parts are lazy, and numbers may be broken. */
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
                      .source_count = recording_size(recording, recording_letter(recording, 'N')),
                      .feature_count = recording_size(recording, 'P'),
                      .key_head_count = recording_size(recording, 'G'),
                      .d_score = recording_size(recording, 'A'),
                      .distance_count = recording_size(recording, 'R'),
                      .word_count =
                          parts & TRACE_BIT(TRACE_LOGITS) ? recording_size(recording, 'W') : 0,
                      .has_mlp = (parts & TRACE_BIT(TRACE_BLOCK)) != 0, /* a block of its own */
                      .of_kind = parts,
                      .has_key_rows = (parts & TRACE_BIT(TRACE_Y)) != 0,
                      /* ~parts includes parts that no recording has. */
                      .absent = ~parts,
                      .lazy = parts,
                      .may_break = true};
}

/* ---- which pairs are hidden, layer by layer ---- */

/* Do both layers surely hide the same pairs? Decided without reading numbers; in doubt no, which
** only costs memory. */
static bool is_same_mask(const Recording *recording, int a, int b) {
  const RecordingMask *one = &recording->masks[a], *other = &recording->masks[b];
  const RecordedArray *array = recording_array(recording, RECORDED_MASK, a);
  if (one->is_array && other->is_array)
    return array == recording_array(recording, RECORDED_MASK, b) && !strchr(array->axes, 'L');
  if (one->is_array || other->is_array || strcmp(one->name, other->name) != 0) return false;
  return one->is_known || (!recording_array(recording, RECORDED_MASKED, a) &&
                           !recording_array(recording, RECORDED_MASKED, b));
}

/* The pairs that all heads of a layer hide, of those heads that are read. */
static bool hidden_by_all(const Recording *recording, int layer, unsigned char *hidden,
                          Status *status) {
  const RecordingMask *mask = &recording->masks[layer];
  const RecordedArray *array =
      recording_array(recording, mask->is_array ? RECORDED_MASK : RECORDED_MASKED, layer);
  size_t cells = (size_t)recording_size(recording, 'T') * (size_t)recording_size(recording, 'S');
  int heads =
      !mask->is_known || (array && strchr(array->axes, 'H')) ? recording_size(recording, 'H') : 1;
  /* The most matrices to read for a mask; of more heads only every n-th is read. */
  size_t looks = MASK_CELLS_READ_MOST / (cells + 1);
  int step = looks < 2 ? heads - 1 : (int)(((size_t)heads + looks - 1) / looks);
  Arena *scratch = arena_make(0);
  unsigned char *other = scratch ? arena_take(scratch, cells, 1) : NULL;
  bool done =
      other ? recording_hidden(recording, layer, 0, hidden, status) : status_no_memory(status);
  for (int head = step; done && head > 0 && head < heads; head += step) {
    done = recording_hidden(recording, layer, head, other, status);
    for (size_t i = 0; i < cells; i++) hidden[i] &= other[i];
  }
  arena_free(scratch);
  return done;
}

static bool take_mask(const Recording *recording, Arena *arena, int layer, MaskView *mask,
                      Status *status) {
  int rows = recording_size(recording, 'T'), cols = recording_size(recording, 'S');
  *mask = (MaskView){NULL, rows, cols, cols};
  if (!recording_is_comparable(recording)) return true;
  unsigned char *hidden = arena_take(arena, (size_t)rows * (size_t)cols, 1);
  if (!hidden) return status_no_memory(status);
  mask->hidden = hidden;
  return hidden_by_all(recording, layer, hidden, status);
}

/* A layer with the same mask as the layer before shares its memory; the total is limited. */
static bool set_masks(Recording *recording, Arena *arena, MaskView first, Trace *trace,
                      Status *status) {
  size_t bytes = (size_t)first.rows * (size_t)first.cols, kept = bytes;
  MaskView mask = first;
  bool differs = false;
  for (int layer = 1; layer < recording->layer_count; layer++) {
    if (!is_same_mask(recording, layer - 1, layer)) {
      kept += bytes;
      differs = true;
      if (kept > MASK_BYTES_MOST)
        return recording_say(
            recording, false,
            _("the masks of the layers are too large to be kept; from layer %d on hidden pairs "
              "are hatched as in layer %d"),
            layer + 1, layer);
      if (!take_mask(recording, arena, layer, &mask, status)) return false;
    }
    Str name = str_from(recording->masks[layer].name);
    if (differs && !trace_set_layer_mask(trace, layer, mask, name, status)) return false;
  }
  return true;
}

static bool has_any_part(const Recording *recording, const StageInfo *info) {
  for (int i = 0; i < info->part_count; i++)
    if (recording_has(recording, info->parts[i])) return true;
  return false;
}

/* Tells the trace why a stage is empty: its result is missing or, of several results, all are (a
** recording may have Q without K). Words are never missing. */
static void note_missing_stages(const Recording *recording, Trace *trace) {
  for (int i = 0; i < trace_stage_count(trace); i++) {
    StageId stage = trace_stage_at(trace, i);
    const StageInfo *info = stage_info(stage);
    if (!stage_has_cells(stage)) continue;
    Str why = {"", 0};
    if (!info->unrecorded) why = recording_missing(recording, trace_stage_result(stage));
    else if (!has_any_part(recording, info)) why = str_from(_(info->unrecorded));
    if (why.bytes > 0) trace_set_missing(trace, stage, why);
  }
}

/* Is it self-attention with kept keys (more keys than queries)? Yes if names or the reading say so,
** else if the last keys have the same words as the queries. */
bool recording_keeps_keys(const Recording *recording) {
  int queries = recording_size(recording, 'T'), keys = recording_size(recording, 'S');
  bool others = recording->keys != recording->tokens && keys > queries && queries > 0;
  if (!others || recording->group == RECORDING_CROSS || recording->second.at ||
      recording_is_mixed(recording))
    return false;
  if (recording->is_native || recording->answers.group) return true;
  for (int i = 0; i < queries; i++)
    if (!str_equal(recording->tokens[i].text, recording->keys[keys - queries + i].text))
      return false;
  return true;
}

static TraceNames names_of(const Recording *recording, Arena *arena) {
  const char *model = arrays_metadata(recording->arrays, "model");
  Status visible; /* escapes control characters in the model's name */
  (void)status_fail(&visible, STATUS_OK, "%.100s", model ? model : _("recording"));
  const char *name = str_copy(arena, str_from(visible.sentence));
  return (TraceNames){.sentence = recording->sentence,
                      .model_name = str_from(name),
                      .model_label = str_from(N_("%s · recorded elsewhere")),
                      .mask_name = str_from(recording->masks[0].name),
                      .kind = recording->kind,
                      .second = recording->second,
                      .true_kind = recording->kind,
                      .own_kind = recording->kind,
                      .what_ifs = recording->what_ifs.count > 0 ? &recording->what_ifs : NULL,
                      .is_recorded = true,
                      .words = {.word = word_of, .self = recording},
                      .tokens = recording->tokens,
                      .keys = recording->keys == recording->tokens ? NULL : recording->keys,
                      .keys_are_kept = recording_keeps_keys(recording),
                      .keys_are_mixtures = recording_is_mixed(recording)};
}

bool recording_trace(Recording *recording, Arena *arena, size_t cache_bytes, const Trace **trace,
                     Status *status) {
  TraceShape shape = shape_of(recording);
  TraceNames names = names_of(recording, arena);
  TraceSource source = {.fill = make_part, .fill_logits = fill_logits, .self = recording};
  MaskView mask;
  if (!names.model_name.at || !names.model_label.at) return status_no_memory(status);
  if (!take_mask(recording, arena, 0, &mask, status)) return false;
  Trace *made = trace_begin(arena, &shape, &names, mask, status);
  if (!made || !trace_set_source(made, &source, cache_bytes, status)) return false;
  if (!set_masks(recording, arena, mask, made, status)) return false;
  note_missing_stages(recording, made);
  for (int layer = 0; layer < recording->layer_count; layer++)
    if (recording->divisors[layer] > 0)
      trace_set_score_divisor(made, layer, (float)recording->divisors[layer]);
  return trace_seal(made, trace, status);
}
