/* trace/recording/mask.c -- the masks of a recording: by name, as an array, or unknown.
**
** Masks are not kept in memory: T × S bytes for each of eighty layers may be too much.
*/
#include <stdio.h>
#include <string.h>

#include <math.h>

#include "base/i18n.h"
#include "core/attention.h"
#include "trace/mask_name.h"
#include "trace/recording/recording_internal.h"

static const float hidden_below = -9999.0F; /* what models add: −1e4, the lowest float, or −inf */

/* Reads "causal", "causal window:2"; false: an unknown name, or a number is missing. */
static bool parse_name(const char *text, RecordingMask *mask) {
  if (!mask_name_read(str_from(text), RECORDING_TOKENS_MOST, &mask->parts, NULL)) return false;
  mask->name = text;
  mask->is_known = true;
  return true;
}

/* ---- arrays ---- */

typedef struct Content { /* of one matrix of a mask */
  bool only_bits, has_ones, has_hiding;
} Content;

static Content examine_mask(MatView mask) {
  Content content = {.only_bits = true};
  for (int row = 0; row < mask.rows; row++)
    for (int col = 0; col < mask.cols; col++) {
      float x = mat_row(mask, row)[col];
      content.only_bits &= x == 0 || x == 1;
      content.has_ones |= x == 1;
      content.has_hiding |= x < hidden_below;
    }
  return content;
}

/* Decides by the weights whether ones mark visible or hidden pairs. Neither flag is set if both are
** possible. */
static void decide_by_weights(MatView mask, MatView weights, RecordingMask *found) {
  assert(mask.rows == weights.rows && mask.cols == weights.cols);
  double on_ones = 0, on_zeros = 0;
  for (int row = 0; row < mask.rows; row++)
    for (int col = 0; col < mask.cols; col++)
      *(mat_get(mask, row, col) != 0 ? &on_ones : &on_zeros) += (double)mat_get(weights, row, col);
  /* Not exactly 0: a hidden pair may have only −1e4 added to a large score. */
  double little = 1e-5 * (on_ones + on_zeros);
  found->ones_see = on_zeros <= little && on_ones > little;
  found->ones_hide = on_ones <= little && on_zeros > little;
}

static bool ask_person(Recording *recording, const RecordedArray *array, Status *status) {
  recording_add_choice(recording, "seen", _("1: the key may be seen"));
  recording_add_choice(recording, "hidden", _("1: the key is hidden"));
  return recording_ask(
      recording, status, "seen, hidden",
      _("%s: “%.60s” is of zeros and ones: is a 1 a key that may be seen, or one that is hidden?"),
      recording->path, array->info->name);
}

static bool find_meaning(Recording *recording, int layer, RecordingMask *mask, Status *status) {
  const RecordedArray *array = recording_array(recording, RECORDED_MASK, layer);
  int rows, cols;
  assert(array);
  Arena *scratch = arena_make(0);
  recording_shape_of(recording, RECORDED_MASK, &rows, &cols);
  size_t cells = (size_t)rows * (size_t)cols;
  float *at = scratch ? arena_take(scratch, cells, sizeof *at) : NULL;
  float *other = at ? arena_take(scratch, cells, sizeof *other) : NULL;
  Mat numbers = {at, rows, cols, cols}, weights = {other, rows, cols, cols};
  bool read = other ? recording_read(recording, (RecordedMatrixId){RECORDED_MASK, layer, 0},
                                     numbers, status)
                    : status_no_memory(status);
  Content content = read ? examine_mask(mat_view(numbers)) : (Content){0};
  bool bits = !array_type_is_float(array->info->type) || (content.only_bits && content.has_ones);
  bool compared = read && bits && recording_is_comparable(recording) &&
                  recording_array(recording, RECORDED_WEIGHTS, layer);
  if (compared)
    read =
        recording_read(recording, (RecordedMatrixId){RECORDED_WEIGHTS, layer, 0}, weights, status);
  if (compared && read) decide_by_weights(mat_view(numbers), mat_view(weights), mask);
  arena_free(scratch);
  if (!read || !bits || mask->ones_hide || mask->ones_see) return read;
  return ask_person(recording, array, status);
}

static bool take_array(Recording *recording, int layer, RecordingMask *mask, Status *status) {
  const RecordedArray *array = recording_array(recording, RECORDED_MASK, layer);
  int kind = recording->answers.mask_kind;
  bool whole_numbers = !array_type_is_float(array->info->type);
  *mask = (RecordingMask){.is_known = true, .is_array = true, .name = "edited"};
  /* In heads-up-trace-1 whole numbers hide with 1 and floats are added; in a model's attention_mask
  ** 1 means visible. */
  if (recording->is_native) mask->ones_hide = whole_numbers;
  else if (array->name.of_keys && whole_numbers) mask->ones_see = true;
  else if (kind) mask->ones_see = kind == 1, mask->ones_hide = kind == 2;
  else return find_meaning(recording, layer, mask, status);
  return true;
}

/* ---- of every layer ---- */

static bool has_scores(const Recording *recording, int layer) {
  return recording_array(recording, RECORDED_Q, layer) ||
         recording_array(recording, RECORDED_SCORES, layer) ||
         recording_array(recording, RECORDED_SCALED, layer);
}

static bool take_mask(Recording *recording, int layer, Status *status) {
  RecordingMask *mask = &recording->masks[layer];
  const RecordedArray *array = recording_array(recording, RECORDED_MASK, layer);
  const char *name = recording_metadata(recording, layer, "mask");
  if (array) return take_array(recording, layer, mask, status);
  if (name && parse_name(name, mask)) return true;
  if (name && strcmp(name, "edited") != 0)
    return status_fail(
        status, STATUS_COULD_NOT,
        _("%s: the mask is “%.40s”; it may be none, causal, prefix:K, window:W, "
          "dilated:W:STEP, blocks:B, global:N,N, random:R[:seed:N], padding:K, several of "
          "these with spaces between them, or edited"),
        recording->path, name);
  *mask = (RecordingMask){.name = name ? name : "not recorded"};
  /* If the file does not mention a mask, none is assumed until the weights show otherwise
  ** (scores.c). */
  if (!name && has_scores(recording, layer))
    *mask = (RecordingMask){.is_known = true, .assumed = true, .name = "none"};
  return true;
}

/* What a mask of mixtures hides was left out of them; no mixture is hidden (M-58). */
static void show_mixtures(RecordingMask *mask) {
  bool is_named = mask->is_known || strcmp(mask->name, "edited") == 0;
  *mask = (RecordingMask){.is_known = is_named, .name = mask->name};
}

bool recording_take_masks(Recording *recording, Status *status) {
  for (int layer = 0; layer < recording->layer_count; layer++) {
    bool same = layer > 0 && recording_array(recording, RECORDED_MASK, layer) ==
                                 recording_array(recording, RECORDED_MASK, 0);
    if (same && recording_array(recording, RECORDED_MASK, layer))
      recording->masks[layer] = recording->masks[0];
    else if (!take_mask(recording, layer, status)) return false;
    if (recording_is_mixed(recording)) show_mixtures(&recording->masks[layer]);
  }
  return true;
}

/* ---- using one ---- */

/* A [T,S] matrix; at NULL when memory is out. */
static Mat take_mask_matrix(Arena *scratch, const Recording *recording) {
  int rows, cols;
  recording_shape_of(recording, RECORDED_MASK, &rows, &cols);
  float *at = scratch ? arena_take(scratch, (size_t)rows * (size_t)cols, sizeof *at) : NULL;
  return (Mat){at, rows, cols, cols};
}

/* Fills a mask by its name. Where keys are kept, the queries are at the last positions. */
static void fill_named(const Recording *recording, const MaskParts *parts, unsigned char *hidden,
                       int rows, int cols) {
  int first = recording_keeps_keys(recording) ? cols - rows : 0;
  mask_fill(parts, first, hidden, rows, cols);
}

/* Does the value x of the mask hide the pair? By the meaning of 1, or as a very low number that is
** added. */
static bool hides(const RecordingMask *mask, float x) {
  assert(!mask->ones_hide || !mask->ones_see);
  if (mask->ones_hide) return x != 0;
  return mask->ones_see ? x == 0 : x < hidden_below;
}

static void add_row(const RecordingMask *mask, const float *added, float *scaled, int count) {
  bool bits = mask->ones_hide || mask->ones_see;
  for (int i = 0; i < count; i++)
    if (hides(mask, added[i])) scaled[i] = -INFINITY;
    else if (!bits) scaled[i] += added[i];
}

bool recording_add_mask(const Recording *recording, int layer, int head, Mat scaled,
                        Status *status) {
  const RecordingMask *mask = &recording->masks[layer];
  assert(mask->is_known);
  if (!mask->is_array && mask->parts.named == 0) return true;
  Arena *scratch = arena_make(0);
  size_t cells = (size_t)scaled.rows * (size_t)scaled.cols;
  unsigned char *hidden = NULL;
  Mat added = {0};
  if (mask->is_array) added = take_mask_matrix(scratch, recording);
  else if (scratch) hidden = arena_take(scratch, cells, 1);
  bool done = hidden || added.at || status_no_memory(status);
  if (done && hidden) {
    fill_named(recording, &mask->parts, hidden, scaled.rows, scaled.cols);
    attn_mask(mat_view(scaled), (MaskView){hidden, scaled.rows, scaled.cols, scaled.cols}, scaled);
  } else if (done) {
    done = recording_read(recording, (RecordedMatrixId){RECORDED_MASK, layer, head}, added, status);
    for (int row = 0; done && row < scaled.rows; row++)
      add_row(mask, mat_row_of(added, row), mat_row_of(scaled, row), scaled.cols);
  }
  arena_free(scratch);
  return done;
}

bool recording_hidden(const Recording *recording, int layer, int head, unsigned char *hidden,
                      Status *status) {
  static const RecordingMask by_value = {.is_known = true};
  const RecordingMask *mask = &recording->masks[layer];
  int rows, cols;
  recording_shape_of(recording, RECORDED_MASK, &rows, &cols);
  RecordedPart part = mask->is_array ? RECORDED_MASK : RECORDED_MASKED;
  /* A mask that is only named "edited" is read from the masked scores. */
  bool edited = !mask->is_known && recording_array(recording, RECORDED_MASKED, layer);
  fill_named(recording, mask->is_known ? &mask->parts : &(MaskParts){0}, hidden, rows, cols);
  if (!mask->is_array && !edited) return true;
  Arena *scratch = arena_make(0);
  Mat numbers = take_mask_matrix(scratch, recording);
  bool read =
      numbers.at ? recording_read(recording, (RecordedMatrixId){part, layer, head}, numbers, status)
                 : status_no_memory(status);
  for (int row = 0; read && row < rows; row++)
    for (int col = 0; col < cols; col++)
      hidden[(size_t)row * (size_t)cols + (size_t)col] =
          hides(edited ? &by_value : mask, mat_row_of(numbers, row)[col]);
  arena_free(scratch);
  return read;
}
