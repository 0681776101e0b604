/* lesson/amount.c -- the number of an amount in a trace. */
#include "lesson/amount_internal.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "trace/workings/lookup.h"
#include "trace/workings/rotated.h"

enum { SHOWN_BYTES = 40 };

int amount_shown_bytes(Str word) { return (int)str_head(word, SHOWN_BYTES).bytes; }

/* ---- finding ---- */

/* Tokens, keys, or what keys were mixed from. */
static const TraceToken *token_at(const Trace *trace, TraceSize of, int index) {
  if (of == SIZE_SOURCES) return trace_source(trace, index);
  return of == SIZE_KEYS ? trace_key(trace, index) : trace_token(trace, index);
}

static int token_count(const Trace *trace, TraceSize of) {
  if (of == SIZE_SOURCES) return trace_source_count(trace);
  return of == SIZE_KEYS ? trace_key_count(trace) : trace_token_count(trace);
}

static bool is_token(const TraceToken *token, Str word) {
  return str_equal(token->label, word) || str_equal(token->text, word);
}

/* A word alone is a token that stands once. */
static bool find_token(const Trace *trace, Str word, TraceSize of, int *index, Status *status) {
  int count = token_count(trace, of), found = -1, times = 0;
  for (int i = 0; i < count; i++) {
    if (!is_token(token_at(trace, of, i), word)) continue;
    if (times++ == 0) found = i;
  }
  if (times == 1) return *index = found, true;
  if (times > 1) {
    Str label = token_at(trace, of, found)->label;
    return status_fail(status, STATUS_USAGE,
                       P_("“%.*s” stands %d time in the sentence; say which, as in “%.*s”",
                          "“%.*s” stands %d times in the sentence; say which, as in “%.*s”", times),
                       amount_shown_bytes(word), word.at, times, (int)label.bytes, label.at);
  }
  long number;
  if (str_to_long(word, &number) && number >= 1 && number <= count)
    return *index = (int)number - 1, true;
  return status_fail(status, STATUS_USAGE,
                     P_("there is no token “%.*s”; expected one of the sentence on show, which has "
                        "%d, or its number",
                        "there is no token “%.*s”; expected one of the sentence on show, which has "
                        "%d, or its number",
                        count),
                     amount_shown_bytes(word), word.at, count);
}

bool amount_token(const Trace *trace, Str word, bool is_key, int *index, Status *status) {
  return find_token(trace, word, is_key ? SIZE_KEYS : SIZE_TOKENS, index, status);
}

/* A row or column that is no token. */
static bool find_number(Str word, int count, int *index, Status *status) {
  long number;
  if (str_to_long(word, &number) && number >= 1 && number <= count)
    return *index = (int)number - 1, true;
  return status_fail(status, STATUS_USAGE,
                     _("“%.*s” is no row or column of this matrix; they are numbered from 1 to %d"),
                     amount_shown_bytes(word), word.at, count);
}

/* Whether rows, or columns, of a part are tokens, and which. */
static bool is_of_tokens(TraceSize size) {
  return size == SIZE_TOKENS || size == SIZE_KEYS || size == SIZE_SOURCES;
}

/* What the rows, or the columns, of a matrix stand for, and how many there are. */
typedef struct Axis {
  const Trace *trace;
  TraceSize size;
  int count;
} Axis;

static bool find_place(Axis axis, Str word, int *index, Status *status) {
  if (is_of_tokens(axis.size)) return find_token(axis.trace, word, axis.size, index, status);
  return find_number(word, axis.count, index, status);
}

static bool find_head(const LessonScene *scene, const LessonAmount *amount, int *layer, int *head,
                      Status *status) {
  int layers = trace_layer_count(scene->trace);
  *layer = amount->layer < 0 ? scene->layer : amount->layer;
  *head = amount->head < 0 ? scene->head : amount->head;
  if (*layer >= layers)
    return status_fail(status, STATUS_USAGE, _("there is no layer %d; they are numbered 1 to %d"),
                       *layer + 1, layers);
  int heads = trace_head_count(scene->trace, *layer);
  if (*head >= heads)
    return status_fail(status, STATUS_USAGE, _("there is no head %d; they are numbered 1 to %d"),
                       *head + 1, heads);
  return true;
}

/* The matrix that an amount is of, and the trace that its layer is read with. */
static bool find_matrix(const LessonScene *scene, const LessonAmount *amount, const Trace **trace,
                        MatView *matrix, Status *status) {
  int layer, head;
  if (!find_head(scene, amount, &layer, &head, status)) return false;
  *trace = trace_of_layer(scene->trace, layer);
  if (!trace_has_part(*trace, amount->part))
    return status_fail(status, STATUS_USAGE,
                       _("the model on show has no matrix “%s”; a page needs a command that brings "
                         "it, such as positions rope for q_rotated"),
                       trace_part_info(amount->part)->name);
  *matrix = trace_matrix(*trace, amount->part, layer, head);
  return true;
}

static int largest_column(MatView matrix, int row) {
  int best = 0;
  for (int col = 1; col < matrix.cols; col++)
    if (mat_get(matrix, row, col) > mat_get(matrix, row, best)) best = col;
  return best;
}

typedef struct FoundCell {
  const Trace *trace;
  MatView matrix;
  int row, col;
} FoundCell;

static bool find_cell(const LessonScene *scene, const LessonAmount *amount, FoundCell *found,
                      Status *status) {
  const TracePartInfo *info = trace_part_info(amount->part);
  MatView *matrix = &found->matrix;
  found->col = 0;
  if (!find_matrix(scene, amount, &found->trace, matrix, status) ||
      !find_place((Axis){found->trace, info->rows, matrix->rows}, amount->row, &found->row, status))
    return false;
  if (found->row >= matrix->rows || matrix->cols == 0)
    return status_fail(status, STATUS_USAGE, _("“%s” has no such row here"), info->name);
  if (amount->col.bytes > 0)
    return find_place((Axis){found->trace, info->cols, matrix->cols}, amount->col, &found->col,
                      status);
  found->col = largest_column(*matrix, found->row);
  return true;
}

bool amount_cell(const LessonScene *scene, const LessonAmount *amount, int *row, int *col,
                 Status *status) {
  FoundCell found;
  if (!find_cell(scene, amount, &found, status)) return false;
  *row = found.row, *col = found.col;
  return true;
}

/* ---- the numbers ---- */

static double size_of(const LessonScene *scene, int size) {
  const Trace *trace = trace_of_layer(scene->trace, scene->layer);
  switch ((AmountSize)size) {
  case AMOUNT_OF_DIVISOR:
    return (double)trace_score_divisor(trace, scene->layer);
  case AMOUNT_OF_D_HEAD:
    return trace_d_head(trace);
  case AMOUNT_OF_D_MODEL:
    return trace_d_model(trace);
  case AMOUNT_OF_TOKENS:
    return trace_token_count(trace);
  case AMOUNT_OF_KEYS:
    return trace_key_count(trace);
  case AMOUNT_OF_LAYERS:
    return trace_layer_count(trace);
  default:
    return trace_head_count(trace, scene->layer);
  }
}

static double lookup_number(const LessonScene *scene, const LessonAmount *amount) {
  Lookup made = lookup_of(scene->experiments);
  int book = (int)amount->number - 1;
  switch ((AmountOfLookup)amount->size) {
  case AMOUNT_LOOKUP_SCORES:
    return (double)made.scores[book];
  case AMOUNT_LOOKUP_SCALED:
    return (double)made.scaled[book];
  case AMOUNT_LOOKUP_EXP:
    return (double)made.exponentials[book];
  default:
    return (double)made.weights[book];
  }
}

/* Of a row; −∞ of hidden cells leaves the least what it is among the others. */
static double row_number(MatView matrix, int row, AmountKind kind) {
  const float *at = mat_row(matrix, row);
  double sum = 0, largest = (double)-INFINITY, least = (double)INFINITY;
  for (int col = 0; col < matrix.cols; col++) {
    double value = (double)at[col];
    sum += value;
    if (value > largest) largest = value;
    if (value < least && isfinite(value)) least = value;
  }
  return kind == AMOUNT_SUM ? sum : kind == AMOUNT_LARGEST ? largest : least;
}

/* The sum of the products of a row of Q and a row of K. */
static bool product_of(const LessonScene *scene, const LessonAmount *amount, double *number,
                       Status *status) {
  LessonAmount queries = *amount, keys = *amount;
  const Trace *trace;
  MatView q, k;
  int row, col;
  queries.part = TRACE_Q, keys.part = TRACE_K;
  if (!find_matrix(scene, &queries, &trace, &q, status) ||
      !find_matrix(scene, &keys, &trace, &k, status) ||
      !find_place((Axis){trace, trace_part_info(TRACE_Q)->rows, q.rows}, amount->row, &row,
                  status) ||
      !find_place((Axis){trace, trace_part_info(TRACE_K)->rows, k.rows}, amount->col, &col, status))
    return false;
  assert(row < q.rows && col < k.rows && q.cols == k.cols);
  double sum = 0;
  for (int i = 0; i < q.cols; i++) sum += (double)mat_get(q, row, i) * (double)mat_get(k, col, i);
  *number = sum;
  return true;
}

static bool probability_of(const LessonScene *scene, const LessonAmount *amount, double *number,
                           Status *status) {
  const Trace *trace = trace_of_half(scene->trace, HALF_TARGET);
  int token, count = trace_word_count(trace), word = 0;
  if (!trace_has_words(trace))
    return status_fail(status, STATUS_USAGE, _("the model on show does not name words"));
  if (!find_token(trace, amount->row, SIZE_TOKENS, &token, status)) return false;
  while (word < count && !str_equal(trace_word(trace, word), amount->col)) word++;
  if (word == count)
    return status_fail(status, STATUS_USAGE, _("“%.*s” is no word that the model on show knows"),
                       amount_shown_bytes(amount->col), amount->col.at);
  const float *row = trace_probabilities_row(trace, token);
  if (!row) return status_no_memory(status);
  *number = (double)row[word];
  return true;
}

static bool seen_of(const LessonScene *scene, const LessonAmount *amount, double *number,
                    Status *status) {
  int layer, head, row, count = 0;
  if (!find_head(scene, amount, &layer, &head, status)) return false;
  const Trace *trace = trace_of_layer(scene->trace, layer);
  if (!find_token(trace, amount->row, SIZE_TOKENS, &row, status)) return false;
  MaskView mask = trace_head_mask(trace, layer, head);
  for (int col = 0; col < trace_key_count(trace); col++)
    count += !mask.hidden || !mask_hides(mask, row, col);
  *number = count;
  return true;
}

static bool turn_of(const LessonScene *scene, const LessonAmount *amount, double *number,
                    Status *status) {
  static const double half_turn = 180, pi = 3.14159265358979323846;
  LessonAmount of = *amount;
  const Trace *trace;
  MatView turned;
  int row, pair;
  of.part = TRACE_Q_ROTATED;
  if (!find_matrix(scene, &of, &trace, &turned, status) ||
      !find_place((Axis){trace, trace_part_info(of.part)->rows, turned.rows}, amount->row, &row,
                  status))
    return false;
  Rotary rotary = rotated_rotary(trace);
  if (!find_number(amount->col, turned.cols / 2, &pair, status)) return false;
  int place = rotated_place(trace, of.part, row);
  *number = rotary_angle(rotary, turned.cols, pair) * place * half_turn / pi;
  return true;
}

static bool matrix_value(const LessonScene *scene, const LessonAmount *amount, LessonValue *value,
                         Status *status) {
  FoundCell found;
  if (!find_cell(scene, amount, &found, status)) return false;
  MatView matrix = found.matrix;
  int row = found.row, col = found.col;
  double number = (double)mat_get(matrix, row, col);
  value->is_share = trace_part_info(amount->part)->scale == SCALE_SHARES;
  if (amount->kind == AMOUNT_MOST) {
    bool is_token = is_of_tokens(trace_part_info(amount->part)->cols);
    if (is_token && col < trace_key_count(found.trace))
      value->word = trace_key(found.trace, col)->label;
  }
  if (amount->kind == AMOUNT_EXP) number = exp(number - row_number(matrix, row, AMOUNT_LARGEST));
  if (amount->kind == AMOUNT_SUM || amount->kind == AMOUNT_LARGEST || amount->kind == AMOUNT_LEAST)
    number = row_number(matrix, row, amount->kind);
  value->number = number;
  return true;
}

bool amount_value_one(const LessonScene *scene, const LessonAmount *amount, LessonValue *value,
                      Status *status) {
  assert(scene->trace && scene->experiments);
  *value = (LessonValue){0};
  switch (amount->kind) {
  case AMOUNT_NUMBER:
    value->number = amount->number;
    return true;
  case AMOUNT_SIZE:
    value->number = size_of(scene, amount->size);
    return true;
  case AMOUNT_LOOKUP:
    value->number = lookup_number(scene, amount);
    value->is_share = amount->size == AMOUNT_LOOKUP_WEIGHTS;
    return true;
  case AMOUNT_PROBABILITY:
    value->is_share = true;
    return probability_of(scene, amount, &value->number, status);
  case AMOUNT_PRODUCT:
    return product_of(scene, amount, &value->number, status);
  case AMOUNT_SEEN:
    return seen_of(scene, amount, &value->number, status);
  case AMOUNT_TURN:
    return turn_of(scene, amount, &value->number, status);
  default:
    return matrix_value(scene, amount, value, status);
  }
}
