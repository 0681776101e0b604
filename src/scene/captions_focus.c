/* scene/captions_focus.c -- the focused cell as one line of text, for the clipboard and for reading
** aloud. */
#include "base/i18n.h"
#include "scene/number.h"
#include "scene/scene.h"

static Arena *arena_of(const Scene *scene) { return scene->pen.list->arena; }

/* A dash where the matrix has no such column: values may be wider or narrower than keys. */
static Number at(const Scene *scene, TracePart part, int row, int col) {
  MatView matrix = trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
  return row < matrix.rows && col < matrix.cols && trace_has_part(scene->trace, part)
             ? number_full(mat_get(matrix, row, col))
             : (Number){"–"};
}

/* The same digits as in the cell, the inspector and the file. */
static const char *pair_line(const Scene *scene, int query, int key) {
  Str asks = scene_label(scene, query), asked = scene_key_label(scene, key);
  Number score = at(scene, TRACE_SCORES, query, key), scaled = at(scene, TRACE_SCALED, query, key);
  if (scene_hides(scene, query, key))
    return str_format(arena_of(scene),
                      _("query %.*s, key %.*s: score %s, scaled %s, hidden, weight 0"),
                      (int)asks.bytes, asks.at, (int)asked.bytes, asked.at, score.at, scaled.at);
  MatView weights =
      trace_matrix(scene->trace, TRACE_WEIGHTS, scene->view->layer, scene->view->head);
  Number weight = weights.at ? number_weight(mat_get(weights, query, key)) : (Number){"–"};
  return str_format(arena_of(scene), _("query %.*s, key %.*s: score %s, scaled %s, weight %s"),
                    (int)asks.bytes, asks.at, (int)asked.bytes, asked.at, score.at, scaled.at,
                    weight.at);
}

/* The first of equal weights, as everywhere. */
static const char *row_line(const Scene *scene, int query) {
  Str asks = scene_label(scene, query);
  if (scene_row_hidden(scene, query))
    return str_format(arena_of(scene), _("query %.*s: attends to nothing"), (int)asks.bytes,
                      asks.at);
  MatView weights =
      trace_matrix(scene->trace, TRACE_WEIGHTS, scene->view->layer, scene->view->head);
  if (!weights.at) /* not recorded */
    return str_format(arena_of(scene), _("query %.*s"), (int)asks.bytes, asks.at);
  const float *row = mat_row(weights, query);
  int heaviest = 0;
  for (int key = 1; key < weights.cols; key++)
    if (row[key] > row[heaviest]) heaviest = key;
  Str asked = scene_key_label(scene, heaviest);
  Number weight = number_weight(row[heaviest]);
  return str_format(arena_of(scene), _("query %.*s: heaviest key %.*s, weight %s"), (int)asks.bytes,
                    asks.at, (int)asked.bytes, asked.at, weight.at);
}

static const char *embedding_line(const Scene *scene, const char *place, int row, int col) {
  Arena *arena = arena_of(scene);
  bool is_normed = trace_has_part(scene->trace, TRACE_EMBEDDED);
  bool has_segment = trace_has_part(scene->trace, TRACE_SEGMENT);
  Number token = at(scene, TRACE_TOKEN_EMBEDDING, row, col);
  Number position = at(scene, TRACE_POSITION, row, col);
  Number segment = has_segment ? at(scene, TRACE_SEGMENT, row, col) : (Number){""};
  Number sum = at(scene, is_normed ? TRACE_EMBEDDED : TRACE_X, row, col);
  Number normed = at(scene, TRACE_X, row, col);
  if (has_segment && is_normed)
    return str_format(arena,
                      _("%s: token %s, place %s, sentence %s, together %s, after the norm %s"),
                      place, token.at, position.at, segment.at, sum.at, normed.at);
  if (has_segment)
    return str_format(arena, _("%s: token %s, place %s, sentence %s, together %s"), place, token.at,
                      position.at, segment.at, sum.at);
  if (is_normed)
    return str_format(arena, _("%s: token %s, place %s, together %s, after the norm %s"), place,
                      token.at, position.at, sum.at, normed.at);
  return str_format(arena, _("%s: token %s, place %s, together %s"), place, token.at, position.at,
                    sum.at);
}

static const char *column_line(const Scene *scene, int row, int col) {
  Str name = scene_label(scene, row);
  const char *place =
      str_format(arena_of(scene), _("token %.*s, column %d"), (int)name.bytes, name.at, col + 1);
  Arena *arena = arena_of(scene);
  switch (scene->view->stage) {
  case STAGE_EMBED:
    return embedding_line(scene, place, row, col);
  case STAGE_NORM:
    return str_format(arena, _("%s: before the norm %s, after it %s"), place,
                      at(scene, TRACE_INPUT, row, col).at, at(scene, TRACE_NORM_1, row, col).at);
  case STAGE_QKV:
    return str_format(arena, _("%s: query %s, key %s, value %s"), place,
                      at(scene, TRACE_Q, row, col).at, at(scene, TRACE_K, row, col).at,
                      at(scene, TRACE_V, row, col).at);
  case STAGE_OUTPUT:
    return str_format(arena, _("%s: output %s"), place, at(scene, TRACE_OUTPUT, row, col).at);
  case STAGE_BLOCK:
    if (!trace_has_part(scene->trace, TRACE_INPUT))
      return str_format(arena, _("%s: joined %s, layer output %s"), place,
                        at(scene, TRACE_ATTN_PROJ, row, col).at,
                        at(scene, TRACE_BLOCK, row, col).at);
    return str_format(arena, _("%s: input %s, joined %s, layer output %s"), place,
                      at(scene, TRACE_INPUT, row, col).at, at(scene, TRACE_ATTN_PROJ, row, col).at,
                      at(scene, TRACE_BLOCK, row, col).at);
  default:
    return str_format(arena, _("%s: joined %s"), place, at(scene, TRACE_ATTN_PROJ, row, col).at);
  }
}

/* rank −1: the likeliest. */
static const char *answer_line(const Scene *scene, int token, int rank) {
  TraceCandidate candidates[TRACE_CANDIDATES_SHOWN];
  Str name = scene_label(scene, token);
  int count = trace_candidates(scene->trace, token, candidates, TRACE_CANDIDATES_SHOWN);
  if (count == 0)
    return str_format(arena_of(scene),
                      _("token %.*s: its logits are not numbers, so no word is named"),
                      (int)name.bytes, name.at);
  if (rank >= count) rank = count - 1;
  if (rank < 0) rank = 0;
  Str word = trace_word(scene->trace, candidates[rank].word);
  Number logit = number_full(candidates[rank].logit);
  float probability = candidates[rank].probability;
  Number share = probability < 0.0005f ? number_full(probability) : number_weight(probability);
  const char *line =
      str_format(arena_of(scene), _("token %.*s, word %d %.*s: logit %s, probability %s"),
                 (int)name.bytes, name.at, rank + 1, (int)word.bytes, word.at, logit.at, share.at);
  if (trace_is_asked(scene->trace, token)) return line;
  return str_format(arena_of(scene), _("%s; never trained to answer here"), line);
}

/* The steps have not come to it: its number is not given away. col −1: to the end of the row. */
static const char *question_line(const Scene *scene, int row, int col) {
  Str name = scene_label(scene, row);
  if (col < 0)
    return str_format(arena_of(scene), _("token %.*s: not all of its row is reached yet"),
                      (int)name.bytes, name.at);
  Str other = stage_info(scene->view->stage)->by_pair ? scene_key_label(scene, col) : (Str){"", 0};
  if (other.bytes > 0)
    return str_format(arena_of(scene), _("query %.*s, key %.*s: not reached yet"), (int)name.bytes,
                      name.at, (int)other.bytes, other.at);
  if (scene->view->stage == STAGE_LOGITS)
    return str_format(arena_of(scene), _("token %.*s, word %d: not reached yet"), (int)name.bytes,
                      name.at, col + 1);
  return str_format(arena_of(scene), _("token %.*s, column %d: not reached yet"), (int)name.bytes,
                    name.at, col + 1);
}

/* What has not been reached is not said, however it is asked for. */
Str captions_focus_line(const Scene *scene) {
  int query, key, rows, cols;
  view_focus(scene->view, &query, &key);
  if (trace_token_count(scene->trace) == 0) return (Str){"", 0};
  StageId stage = scene->view->kind == VIEW_OVERVIEW ? STAGE_WEIGHTS : scene->view->stage;
  trace_stage_shape(scene->trace, stage, &rows, &cols);
  if (query < 0 || query >= rows) return (Str){"", 0};
  bool has_column = key >= 0 && key < cols, is_row = stage_info(stage)->by_pair;
  if (!has_column && is_row && !scene_has_reached(scene, query, -1))
    return str_from(question_line(scene, query, -1));
  if (!has_column && stage == STAGE_LOGITS && !scene_has_reached(scene, query, 0))
    return str_from(question_line(scene, query, -1));
  if (has_column && !scene_has_reached(scene, query, key))
    return str_from(question_line(scene, query, key));
  if (stage_info(stage)->by_pair)
    return str_from(has_column ? pair_line(scene, query, key) : row_line(scene, query));
  if (stage == STAGE_LOGITS && rows > 0 && cols > 0)
    return str_from(answer_line(scene, query, has_column ? key : -1));
  if (has_column && stage != STAGE_TOKENS) return str_from(column_line(scene, query, key));
  Str name = scene_label(scene, query);
  return str_from(str_format(arena_of(scene), _("token %.*s, %d of %d"), (int)name.bytes, name.at,
                             query + 1, trace_token_count(scene->trace)));
}
