/* model/forward/embed.c -- the rows that the first layer takes: words, segments and positions. */
#include <assert.h>
#include <string.h>

#include "core/position.h"
#include "model/forward/layer_rows.h"
#include "model/forward/what_if.h"

static void scale_row(const float *from, float scale, float *to, int count) {
  for (int i = 0; i < count; i++) to[i] = scale * from[i];
}

void forward_token_row(const Model *model, int id, float *row) {
  assert(model->token_table.at && id >= 0 && id < model->token_table.rows);
  float scale = model->embedding_scale != 0 ? model->embedding_scale : 1;
  scale_row(mat_row(model->token_table, id), scale, row, model->d_model);
}

/* M-14, M-46: rows of a table, or a rule that makes the row from the letters. */
static void embed_words(const Forward *forward, Mat words) {
  assert(words.rows == forward->tokens.count &&
         (forward->model->embed_token || forward->tokens.ids));
  const Model *model = forward->model;
  for (int i = forward->first_row; i < words.rows; i++) {
    const TraceTokenText *text = &forward->tokens.texts[i];
    float *row = mat_row_of(words, i);
    if (!model->embed_token) forward_token_row(model, forward->tokens.ids[i], row);
    else model->embed_token(model, text->match.bytes ? text->match : text->text, row);
  }
}

/* All positions, even where rows are reused from an earlier trace: they cost very little. */
static void write_positions(const Forward *forward, Mat places) {
  assert(forward->model->embed_positions || forward_replaces_positions(&forward->kind->of) ||
         places.rows <= forward->model->position_table.rows);
  const Model *model = forward->model;
  if (forward_replaces_positions(&forward->kind->of)) position_sinusoidal(places);
  else if (model->embed_positions) model->embed_positions(places);
  else mat_copy(model->position_table, places);
}

static void embed_segments(const Forward *forward, Mat segments) {
  assert(segments.cols == forward->model->segment_table.cols);
  for (int i = 0; i < segments.rows; i++)
    memcpy(mat_row_of(segments, i),
           mat_row(forward->model->segment_table, forward->tokens.texts[i].segment),
           (size_t)segments.cols * sizeof(float));
}

/* The position vectors to add, from the trace or from the table they are in; at NULL: none are
** added. */
static MatView position_rows(const Forward *forward) {
  if (!forward_adds_positions(&forward->kind->of)) return (MatView){0};
  if (forward->places.at) {
    position_sinusoidal(forward->places);
    return mat_view(forward->places);
  }
  if (!trace_is_stored(forward->trace, TRACE_POSITION))
    return mat_view_rows(forward->model->position_table, 0, forward->tokens.count);
  Mat places = trace_place(forward->trace, TRACE_POSITION, 0, 0);
  write_positions(forward, places);
  return mat_view(places);
}

/* (words + segments) + positions, in the order of BERT's own program: another order may differ in
** the last bit. Word rows that are not stored are written where their sum will be. Positions that
** are not added are zeros in the trace, so that the sum shown there is right. */
void forward_embed(const Forward *forward) {
  const Model *model = forward->model;
  Trace *trace = forward->trace;
  bool is_normed = model->embedding_norm.gain != NULL;
  bool keeps_words = trace_is_stored(trace, TRACE_TOKEN_EMBEDDING);
  Mat sum = trace_place(trace, is_normed ? TRACE_EMBEDDED : TRACE_X, 0, 0);
  Mat words = keeps_words ? trace_place(trace, TRACE_TOKEN_EMBEDDING, 0, 0) : sum;
  embed_words(forward, words);
  MatView first = mat_view(words), places = position_rows(forward);
  if (trace_has_part(trace, TRACE_SEGMENT)) {
    Mat segments = trace_place(trace, TRACE_SEGMENT, 0, 0);
    embed_segments(forward, segments);
    layer_rows_add(forward, forward_view(forward, first), forward_view(forward, mat_view(segments)),
                   forward_rows(forward, sum));
    first = mat_view(sum);
  }
  if (places.at)
    layer_rows_add(forward, forward_view(forward, first), forward_view(forward, places),
                   forward_rows(forward, sum));
  else if (first.at != sum.at) mat_copy(forward_view(forward, first), forward_rows(forward, sum));
  if (is_normed)
    layer_rows_norm(forward, forward_view(forward, mat_view(sum)), &model->embedding_norm,
                    layer_rows_part(forward, TRACE_X, 0));
  forward_bend_next_input(trace, -1, forward->first_row, layer_rows_part(forward, TRACE_X, 0));
}
