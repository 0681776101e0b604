/* model/timing/attention_head.c -- runs one head of attention in one of several ways. */
#include "model/timing/attention_head.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "core/attention.h"
#include "core/linear.h"
#include "model/directions.h"
#include "model/mixtures.h"

/* ---- exact, and a window ---- */

/* The keys that some row of a band sees. */
typedef struct Keys {
  int first, count;
} Keys;

static Keys keys_of(const AttentionHead *head, int row, int rows) {
  int tokens = head->k.rows;
  if (head->method != COST_WINDOW) return (Keys){0, tokens};
  int before = head->sizes->window, after = head->sizes->is_causal ? 0 : before;
  int first = row > before ? row - before : 0;
  return (Keys){first, int_min(row + rows + after, tokens) - first};
}

/* Within the band's keys each row sees its own window. */
static MaskView mask_of(const AttentionHead *head, int first, int rows, Keys keys) {
  if (head->method != COST_WINDOW) return (MaskView){NULL, 0, 0, 0};
  int before = head->sizes->window, after = head->sizes->is_causal ? 0 : before;
  memset(head->hidden, 1, (size_t)rows * (size_t)keys.count);
  for (int row = 0; row < rows; row++) {
    int place = first + row - keys.first, from = place > before ? place - before : 0;
    int end = int_min(place + after + 1, keys.count);
    memset(head->hidden + (size_t)row * (size_t)keys.count + from, 0, (size_t)(end - from));
  }
  return (MaskView){head->hidden, rows, keys.count, keys.count};
}

static void run_band(const AttentionHead *head, int first, int rows) {
  Keys keys = keys_of(head, first, rows);
  size_t offset = head->method == COST_EXACT ? (size_t)first * (size_t)keys.count : 0;
  Mat band = {head->scores + offset, rows, keys.count, keys.count};
  MatView q = mat_view_rows(head->q, first, rows);
  attn_scores(q, mat_view_rows(head->k, keys.first, keys.count), band);
  attn_scale(mat_view(band), head->q.cols, band);
  attn_mask(mat_view(band), mask_of(head, first, rows, keys), band);
  attn_weights(mat_view(band), band, head->parts);
  attn_output(mat_view(band), mat_view_rows(head->v, keys.first, keys.count),
              mat_rows(head->output, first, rows));
}

static void run_bands(const AttentionHead *head) {
  for (int first = 0; first < head->q.rows; first += ATTENTION_BAND)
    run_band(head, first, int_min(head->q.rows - first, ATTENTION_BAND));
}

/* ---- fewer numbers ---- */

static void run_mixtures(const AttentionHead *head) {
  AttentionHead mixed = *head;
  linear(mat_view(head->e), head->k, NULL, head->keys);
  linear(mat_view(head->f), head->v, NULL, head->values);
  mixed.k = mat_view(head->keys);
  mixed.v = mat_view(head->values);
  run_bands(&mixed);
}

static void run_features(const AttentionHead *head) {
  Features features = {.omega = mat_view(head->omega), .divisor = sqrt((double)head->q.cols)};
  FeatureInputs of = {head->q, head->k, head->v, {NULL, NULL}};
  features_output(&features, &of, 0, head->room, head->output);
}

/* ---- tiles ---- */

static void run_tiles(const AttentionHead *head) {
  int rows = int_min(head->sizes->tile_rows, ATTENTION_BAND), cols = head->sizes->tile_cols;
  for (int row = 0; row < head->q.rows; row += rows) {
    FlashRows running = flash_rows(head->running, 0, int_min(rows, head->q.rows - row));
    flash_begin(running);
    for (int64_t col = 0; col < head->k.rows; col += cols) {
      int first = (int)col, count = int_min(cols, head->k.rows - first);
      Mat tile = {head->scores, running.rows, count, count};
      attn_scores(mat_view_rows(head->q, row, running.rows), mat_view_rows(head->k, first, count),
                  tile);
      attn_scale(mat_view(tile), head->q.cols, tile);
      FlashValues of = {.values = mat_view_rows(head->v, first, count)};
      flash_tile(mat_view(tile), &of, running);
    }
    flash_end(running, mat_rows(head->output, row, running.rows));
  }
}

void attention_head_run(const AttentionHead *head) {
  switch (head->method) {
  case COST_LINFORMER:
    run_mixtures(head);
    break;
  case COST_PERFORMER:
    run_features(head);
    break;
  case COST_FLASH:
    run_tiles(head);
    break;
  default:
    run_bands(head);
  }
}

/* ---- memory ---- */

static bool take_mat(Arena *arena, int rows, int cols, Mat *taken) {
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  *taken = (Mat){at, rows, cols, cols};
  return at != NULL;
}

/* The columns of scores that are there at once. */
static int columns_of(const AttentionHead *head) {
  const CostSizes *sizes = head->sizes;
  int tokens = head->k.rows;
  if (head->method == COST_WINDOW) return (int)fmin(tokens, 2.0 * sizes->window + ATTENTION_BAND);
  if (head->method == COST_LINFORMER) return sizes->keys;
  return head->method == COST_FLASH ? int_min(sizes->tile_cols, tokens) : tokens;
}

static bool take_scores(Arena *arena, AttentionHead *head) {
  size_t cols = (size_t)columns_of(head);
  size_t rows = head->method == COST_EXACT ? (size_t)head->q.rows : ATTENTION_BAND;
  head->scores = arena_take(arena, rows * cols, sizeof *head->scores);
  head->hidden = arena_take(arena, ATTENTION_BAND * cols, 1);
  head->parts = arena_take(arena, ATTENTION_BAND, sizeof *head->parts);
  return head->scores && head->hidden && head->parts;
}

static bool take_mixtures(Arena *arena, AttentionHead *head) {
  int count = head->sizes->keys, tokens = head->k.rows;
  if (!take_mat(arena, count, tokens, &head->e) || !take_mat(arena, count, tokens, &head->f) ||
      !take_mat(arena, count, head->k.cols, &head->keys) ||
      !take_mat(arena, count, head->v.cols, &head->values))
    return false;
  mixtures_draw(ATTENTION_HEAD_E, head->e);
  mixtures_draw(ATTENTION_HEAD_F, head->f);
  return take_scores(arena, head);
}

static bool take_features(Arena *arena, AttentionHead *head) {
  int count = head->sizes->features, width = head->q.cols;
  size_t square = (size_t)width * (size_t)width;
  head->room = arena_take(arena, features_room(count, head->v.cols) + square, sizeof *head->room);
  if (!head->room || !take_mat(arena, count, width, &head->omega)) return false;
  directions_draw(ATTENTION_HEAD_OMEGA, head->omega, head->room);
  return true;
}

static bool take_tiles(Arena *arena, AttentionHead *head) {
  size_t numbers = ATTENTION_BAND * (1 + (size_t)head->v.cols);
  double *sum = arena_take(arena, numbers, sizeof *sum);
  float *max = arena_take(arena, ATTENTION_BAND, sizeof *max);
  if (!sum || !max) return false;
  head->running = (FlashRows){max, sum, sum + ATTENTION_BAND, ATTENTION_BAND, head->v.cols};
  return take_scores(arena, head);
}

bool attention_head_take(Arena *arena, AttentionHead *head) {
  if (head->method == COST_LINFORMER) return take_mixtures(arena, head);
  if (head->method == COST_PERFORMER) return take_features(arena, head);
  return head->method == COST_FLASH ? take_tiles(arena, head) : take_scores(arena, head);
}
