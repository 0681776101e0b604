/* trace/workings/moved.c -- what moved, and what broke first. */
#include "trace/workings/moved.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "core/softmax.h"

/* ---- moved ---- */

static bool rows_are_tokens(const Trace *trace, const TracePartInfo *info) {
  bool are_sources = info->rows == SIZE_SOURCES || info->rows == SIZE_KEYS;
  return info->rows == SIZE_TOKENS || (are_sources && !trace_has_key_words(trace));
}

Moved moved_make(const Trace *trace, TracePart part, int layer, int head) {
  const TracePartInfo *info = trace_part_info(part);
  const Trace *own = trace_of_layer(trace, layer), *without = trace_without(own);
  Moved moved = {.trace = own};
  if (!without || !trace_has_part(own, part) || !trace_has_part(without, part)) return moved;
  if (info->is_of_words) return moved;
  moved.now = trace_matrix(own, part, layer, head);
  MatView before = trace_matrix(without, part, layer, head);
  moved.maps_rows = rows_are_tokens(own, info);
  moved.maps_cols = info->by_pair && !trace_has_key_words(own) && !trace_keys_are_mixtures(own);
  bool fits = moved.now.at && before.rows == moved.now.rows && before.cols == moved.now.cols;
  if (fits) moved.before = before;
  return moved;
}

float moved_before(const Moved *moved, int row, int col) {
  assert(moved->before.at);
  if (moved->maps_rows) row = trace_row_without(moved->trace, row);
  if (moved->maps_cols) col = trace_row_without(moved->trace, col);
  return mat_get(moved->before, row, col);
}

bool moved_at(const Moved *moved, int row, int col) {
  if (!moved->before.at) return false;
  float now = mat_get(moved->now, row, col), before = moved_before(moved, row, col);
  return memcmp(&now, &before, sizeof now) != 0;
}

long moved_count(const Moved *moved) {
  long count = 0;
  for (int row = 0; moved->before.at && row < moved->now.rows; row++)
    for (int col = 0; col < moved->now.cols; col++) count += moved_at(moved, row, col);
  return count;
}

/* ---- rows of weights ---- */

MovedRow moved_row(const float *weights, int count) {
  double sum = 0;
  MovedRow row = {0};
  for (int i = 0; i < count; i++) {
    if (isnan(weights[i])) return (MovedRow){NAN, NAN, NAN};
    sum += (double)weights[i];
    row.largest = fmaxf(row.largest, weights[i]);
  }
  row.entropy_bits = softmax_entropy_bits(weights, count);
  row.sum = (float)sum;
  return row;
}

bool moved_row_before(const Trace *trace, int layer, int head, int query, MovedRow *before) {
  Moved moved = moved_make(trace, TRACE_WEIGHTS, layer, head);
  if (!moved.before.at || query >= moved.now.rows) return false;
  *before =
      moved_row(mat_row(moved.before, trace_row_without(moved.trace, query)), moved.before.cols);
  return true;
}

/* ---- broken ---- */

static bool is_broken(const Trace *trace, TracePart part, int row, int col, float x) {
  if (isfinite(x)) return false;
  bool may_hide = trace_part_info(part)->is_hatched && x < 0 && isinf(x);
  return !may_hide || trace_keys_are_mixtures(trace) || !trace_hidden(trace, row, col);
}

static bool find_in(const Trace *trace, BrokenPlace *place) {
  MatView numbers = trace_matrix(trace, place->part, place->layer, place->head);
  if (!numbers.at) return false;
  for (place->row = 0; place->row < numbers.rows; place->row++)
    for (place->col = 0; place->col < numbers.cols; place->col++) {
      float x = mat_get(numbers, place->row, place->col);
      if (!is_broken(trace, place->part, place->row, place->col, x)) continue;
      place->is_nan = isnan(x);
      return true;
    }
  return false;
}

/* All heads of one part of a layer. */
static bool find_in_part(const Trace *trace, TracePart part, int layer, BrokenPlace *place) {
  const TracePartInfo *info = trace_part_info(part);
  if (!trace_has_part(trace, part) || info->is_of_words) return false;
  int heads = info->per_head ? trace_head_count(trace, layer) : 1;
  *place = (BrokenPlace){.part = part, .layer = layer};
  for (place->head = 0; place->head < heads; place->head++)
    if (find_in(trace, place)) return true;
  return false;
}

/* A weight that was set is used before what it makes, though weights stand last in the table. */
static bool find_in_layer(const Trace *trace, int layer, BrokenPlace *place) {
  static const TracePart weights[] = {TRACE_INPUT, TRACE_W_Q, TRACE_W_K, TRACE_W_V};
  for (size_t i = 0; i < sizeof weights / sizeof weights[0]; i++)
    if (find_in_part(trace, weights[i], layer, place)) return true;
  for (int i = 0; i < TRACE_PART_COUNT; i++) {
    const TracePartInfo *info = trace_part_info(trace_part_order[i]);
    if (!info->per_layer || info->is_weights || info->is_lent) continue;
    bool is_by_w_o = trace_part_order[i] == TRACE_ATTN_PROJ;
    if (is_by_w_o && find_in_part(trace, TRACE_W_O, layer, place)) return true;
    if (find_in_part(trace, trace_part_order[i], layer, place)) return true;
  }
  return false;
}

/* What leaves a layer is what the next one receives, whose number may have been set. */
static void name_what_was_set(const Trace *trace, BrokenPlace *place) {
  WhatIf set = {
      .part = TRACE_INPUT, .layer = place->layer + 1, .row = place->row, .col = place->col};
  const WhatIf *found = what_ifs_find(trace_what_ifs(trace), &set);
  if (trace_part_info(place->part)->per_head || !found || isfinite(found->value)) return;
  place->part = TRACE_INPUT;
  place->layer++;
}

bool broken_up_to(const Trace *trace, int last, BrokenPlace *place) {
  if (trace_token_count(trace) == 0) return false;
  for (int layer = 0; layer <= last; layer++) {
    if (!find_in_layer(trace_of_layer(trace, layer), layer, place)) continue;
    name_what_was_set(trace, place);
    return true;
  }
  return false;
}

bool broken_first(const Trace *trace, BrokenPlace *place) {
  return broken_up_to(trace, trace_layer_count(trace) - 1, place);
}

long broken_count(const Trace *trace, TracePart part, int layer, int head) {
  long count = 0;
  if (!trace_has_part(trace, part)) return 0;
  MatView numbers = trace_matrix(trace, part, layer, head);
  for (int row = 0; numbers.at && row < numbers.rows; row++)
    for (int col = 0; col < numbers.cols; col++)
      count += is_broken(trace, part, row, col, mat_get(numbers, row, col));
  return count;
}

const char *broken_words(Arena *arena, const BrokenPlace *place) {
  const TracePartInfo *info = trace_part_info(place->part);
  const char *title = place->part == TRACE_INPUT ? "X" : _(info->title);
  if (!info->per_head)
    return str_format(arena,
                      place->is_nan
                          ? _("NaN first appears in %s of layer %d, at row %d, column %d.")
                          : _("An infinity first appears in %s of layer %d, at row %d, column %d."),
                      title, place->layer + 1, place->row + 1, place->col + 1);
  return str_format(
      arena,
      place->is_nan
          ? _("NaN first appears in %s of layer %d, head %d, at row %d, column %d.")
          : _("An infinity first appears in %s of layer %d, head %d, at row %d, column %d."),
      title, place->layer + 1, place->head + 1, place->row + 1, place->col + 1);
}

/* The letter by which a cell's command names the weights; "": it names none of these. */
static const char *letter_of_weights(TracePart part) {
  static const struct {
    TracePart part;
    const char *letter;
  } weights[] = {{TRACE_W_Q, "q"}, {TRACE_W_K, "k"}, {TRACE_W_V, "v"}, {TRACE_W_O, "o"}};
  for (size_t i = 0; i < sizeof weights / sizeof weights[0]; i++)
    if (weights[i].part == part) return weights[i].letter;
  return "";
}

/* A weight is a term of every number of its column; it is chosen as one of the first row's. */
static const char *command_of_weight(Arena *arena, const BrokenPlace *place) {
  bool is_of_head = trace_part_info(place->part)->per_head;
  const char *head = is_of_head ? str_format(arena, "head %d; ", place->head + 1) : "";
  StageId stage = is_of_head ? STAGE_QKV : STAGE_JOINED;
  if (!head) return NULL;
  return str_format(arena, "layer %d; %sstage %s; cell 1 %d %s %d", place->layer + 1, head,
                    stage_info(stage)->name, place->col + 1, letter_of_weights(place->part),
                    place->row + 1);
}

/* A cell is chosen where the part is the result of its stage, or one of Q, K and V. */
const char *broken_command(Arena *arena, const BrokenPlace *place) {
  TracePart part = place->part == TRACE_INPUT ? TRACE_X : place->part;
  const TracePartInfo *info = trace_part_info(part);
  StageId stage = stage_of_part(part);
  if (letter_of_weights(part)[0]) return command_of_weight(arena, place);
  StrBuf line = strbuf_make(arena);
  if (stage == STAGE_COUNT) return NULL;
  strbuf_format(&line, "layer %d; ", place->layer + 1);
  if (info->per_head) strbuf_format(&line, "head %d; ", place->head + 1);
  strbuf_format(&line, "stage %s", stage_info(stage)->name);
  bool is_projection = part == TRACE_Q || part == TRACE_K || part == TRACE_V;
  if (is_projection)
    strbuf_format(&line, "; cell %d %d %s", place->row + 1, place->col + 1, info->name);
  else if (stage_is_one_matrix(stage) && trace_stage_result(stage) == part)
    strbuf_format(&line, "; cell %d %d", place->row + 1, place->col + 1);
  return line.failed ? NULL : line.at;
}
