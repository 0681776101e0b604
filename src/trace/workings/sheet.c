/* trace/workings/sheet.c -- rows and columns are chosen, rounded, and worked out by hand. */
#include "trace/workings/sheet.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "trace/trace_mistake.h"

/* ---- what cannot become a sheet ---- */

/* A sheet has scores q · k, one divisor, a mask and softmax. */
static const char *kind_problem(const Trace *trace) {
  const AttentionKind *kind = trace_true_kind(trace);
  if (mistake_quiz_asks(trace_quiz(trace)))
    return _("an exercise sheet has attention as it should be, and the quiz is about one that may "
             "not be: answer first, or set “quiz off”");
  if (mistake_of(kind) != MISTAKE_NONE || kind->of[KIND_SOFTMAX] != KIND_OWN ||
      kind->of[KIND_SCALE] == SCALE_OFF)
    return _("an exercise sheet has attention as it should be, and here a step is bent or left "
             "out: set “mistake off”, “scale on” and “softmax own”");
  if (trace_keys_are_mixtures(trace) || kind->of[KIND_APPROXIMATE] != KIND_OWN)
    return _("an exercise sheet has a weight for every query and key, and this attention is an "
             "approximation without them: set “approximate exact”");
  if (kind_leaves_scores(kind) || kind->of[KIND_SCORE] != KIND_OWN)
    return _("an exercise sheet has scores that are q · k divided by √d, and these are made "
             "another way: set “score dot” and positions other than t5");
  if (trace_has_part(trace, TRACE_BIAS) || kind->of[KIND_POSITIONS] == POSITIONS_SHAW)
    return _("an exercise sheet has no biases or vectors for distances between scores and mask: "
             "set other positions, such as “positions own”");
  if (trace_output_weights(trace) != TRACE_WEIGHTS)
    return _("an exercise sheet has no dropout: set “dropout off”");
  return NULL;
}

const char *sheet_problem(Arena *arena, const Trace *trace, const SheetOrder *order) {
  int tokens = trace_token_count(trace), keys = trace_key_count(trace);
  bool has_all = trace_has_part(trace, TRACE_Q) && trace_has_part(trace, TRACE_K) &&
                 trace_has_part(trace, TRACE_V);
  if (tokens == 0 || keys == 0)
    return _("an exercise sheet needs a sentence with at least one word");
  if (!has_all)
    return _("this recording has no queries, keys and values, from which an exercise sheet is "
             "worked out");
  if (tokens > SHEET_TOKENS_MOST || keys > SHEET_TOKENS_MOST)
    return str_format(arena,
                      P_("an exercise sheet has room for a sentence of %d token, and this one has "
                         "%d: take a shorter one",
                         "an exercise sheet has room for a sentence of %d tokens, and this one has "
                         "%d: take a shorter one",
                         SHEET_TOKENS_MOST),
                      SHEET_TOKENS_MOST, tokens > keys ? tokens : keys);
  if (order->rows >> tokens)
    return str_format(arena,
                      P_("the exercise sheet is to have a row that this sentence of %d token has "
                         "not: set “export rows auto”, or others",
                         "the exercise sheet is to have a row that this sentence of %d tokens has "
                         "not: set “export rows auto”, or others",
                         tokens),
                      tokens);
  return kind_problem(trace);
}

/* ---- rows and columns ---- */

static int row_on_show(const Trace *trace, const SheetOrder *order) {
  int tokens = trace_token_count(trace);
  if (order->row_on_show >= 0 && order->row_on_show < tokens) return order->row_on_show;
  int asked = trace_asked_token(trace);
  return asked >= 0 ? asked : tokens - 1;
}

static void choose_rows(PaperSheet *sheet, const Trace *trace, const SheetOrder *order) {
  int tokens = trace_token_count(trace);
  unsigned rows = order->rows;
  if (!rows)
    rows = tokens <= SHEET_ROWS_OF_ITSELF ? (1u << tokens) - 1 : 1u << row_on_show(trace, order);
  for (int row = 0; row < tokens; row++)
    if (rows >> row & 1u) sheet->rows[sheet->row_count++] = row;
}

/* The places of the `count` largest sizes, ascending; of equal ones the first. */
static void choose_largest(double *sizes, int of, int count, int *places) {
  assert(count <= of);
  for (int n = 0; n < count; n++) {
    int best = 0;
    for (int i = 1; i < of; i++)
      if (sizes[i] > sizes[best]) best = i;
    sizes[best] = -1;
    int at = n;
    for (; at > 0 && places[at - 1] > best; at--) places[at] = places[at - 1];
    places[at] = best;
  }
}

static double product_size(const PaperSheet *sheet, MatView q, MatView k, int col) {
  double asking = 0, asked = 0;
  for (int i = 0; i < sheet->row_count; i++)
    asking += fabs((double)mat_get(q, sheet->rows[i], col));
  for (int key = 0; key < k.rows; key++) asked += fabs((double)mat_get(k, key, col));
  return asking * asked;
}

static double value_size(MatView v, int col) {
  double size = 0;
  for (int key = 0; key < v.rows; key++) size += fabs((double)mat_get(v, key, col));
  return size;
}

static int columns_of(const SheetOrder *order, int of) {
  int wanted = order->columns > 0 ? order->columns : SHEET_COLUMNS;
  int most = of < SHEET_COLUMNS_MOST ? of : SHEET_COLUMNS_MOST;
  return wanted < most ? wanted : most;
}

static bool choose_columns(Arena *arena, PaperSheet *sheet, const SheetOrder *order, MatView q,
                           MatView k, MatView v) {
  int most = q.cols > v.cols ? q.cols : v.cols;
  double *sizes = arena_take(arena, (size_t)most, sizeof *sizes);
  if (!sizes) return false;
  sheet->of_columns = q.cols;
  sheet->of_values = v.cols;
  sheet->column_count = columns_of(order, q.cols);
  sheet->value_count = columns_of(order, v.cols);
  for (int col = 0; col < q.cols; col++) sizes[col] = product_size(sheet, q, k, col);
  choose_largest(sizes, q.cols, sheet->column_count, sheet->columns);
  for (int col = 0; col < v.cols; col++) sizes[col] = value_size(v, col);
  choose_largest(sizes, v.cols, sheet->value_count, sheet->value_columns);
  return true;
}

/* ---- numbers ---- */

static bool take(Arena *arena, int rows, int cols, Mat *to) {
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  *to = (Mat){at, rows, cols, cols};
  return at != NULL;
}

/* Some rows and columns of a matrix; rows NULL: all. */
typedef struct Cutout {
  MatView from;
  const int *rows, *cols;
  int row_count, col_count;
} Cutout;

static bool take_rounded(Arena *arena, const Cutout *of, int decimals, MatView *view) {
  Mat to;
  if (!take(arena, of->row_count, of->col_count, &to)) return false;
  for (int row = 0; row < of->row_count; row++)
    for (int col = 0; col < of->col_count; col++) {
      int from_row = of->rows ? of->rows[row] : row;
      mat_row_of(to, row)[col] =
          by_hand_number((double)mat_get(of->from, from_row, of->cols[col]), decimals);
    }
  *view = mat_view(to);
  return true;
}

/* No score of the sheet is larger. */
static double largest_score(const PaperSheet *sheet, MatView q, MatView k) {
  double largest = 0;
  for (int row = 0; row < sheet->row_count; row++)
    for (int key = 0; key < k.rows; key++) {
      double sum = 0;
      for (int i = 0; i < sheet->column_count; i++)
        sum += fabs((double)mat_get(q, sheet->rows[row], sheet->columns[i]) *
                    (double)mat_get(k, key, sheet->columns[i]));
      largest = fmax(largest, sum);
    }
  return largest;
}

static double largest_value(MatView v) {
  double largest = 0;
  for (int row = 0; row < v.rows; row++)
    for (int col = 0; col < v.cols; col++)
      largest = fmax(largest, fabs((double)mat_get(v, row, col)));
  return largest;
}

/* As many as asked for, or fewer: so many that every digit of the scores, which have twice as many,
** and of weights times values is right. */
static int decimals_of(const PaperSheet *sheet, int asked, MatView q, MatView k, MatView v) {
  double score = largest_score(sheet, q, k), value = largest_value(v);
  while (asked > 0 && (score * pow(10, 2 * asked) > BY_HAND_DIGITS_MOST ||
                       value * pow(10, asked + BY_HAND_SHARE_DECIMALS) > BY_HAND_DIGITS_MOST))
    asked--;
  return asked;
}

static float divisor_of(const PaperSheet *sheet, const Trace *trace) {
  double divisor = (double)trace_score_divisor(trace, sheet->layer);
  bool is_cut = sheet->column_count < sheet->of_columns;
  if (is_cut || !(divisor > 0)) divisor = sqrt((double)sheet->column_count);
  return by_hand_number(divisor, BY_HAND_ROOT_DECIMALS);
}

static void hide(PaperSheet *sheet, const Trace *trace, Mat masked) {
  MaskView mask = trace_head_mask(trace, sheet->layer, sheet->head);
  for (int row = 0; row < masked.rows; row++)
    for (int key = 0; key < masked.cols; key++) {
      if (!mask_hides(mask, sheet->rows[row], key)) continue;
      mat_row_of(masked, row)[key] = -INFINITY;
      sheet->hides = true;
    }
}

/* Powers down to the last that is not 0. */
static bool make_table(Arena *arena, PaperSheet *sheet) {
  int steps = 1, count = 0;
  Mat table;
  for (int i = 0; i < sheet->decimals; i++) steps *= SHEET_TABLE_COLUMNS;
  while (by_hand_power((float)count / (float)steps) > 0) count++;
  int rows = (count + SHEET_TABLE_COLUMNS - 1) / SHEET_TABLE_COLUMNS;
  if (!take(arena, rows, SHEET_TABLE_COLUMNS, &table)) return false;
  for (int i = 0; i < rows * SHEET_TABLE_COLUMNS; i++)
    table.at[i] = by_hand_power((float)i / (float)steps);
  sheet->table = mat_view(table);
  return true;
}

static int heaviest_of(const float *weights, int count) {
  int best = 0;
  for (int key = 1; key < count; key++)
    if (weights[key] > weights[best]) best = key;
  return weights[best] > 0 ? best : -1;
}

static bool work_out(Arena *arena, PaperSheet *sheet, const Trace *trace) {
  int rows = sheet->row_count, keys = sheet->key_count;
  Mat scores, scaled, masked, below, powers, weights, products, output;
  SoftmaxParts *parts = arena_take(arena, (size_t)rows, sizeof *parts);
  if (!parts || !take(arena, rows, keys, &scores) || !take(arena, rows, keys, &scaled) ||
      !take(arena, rows, keys, &masked) || !take(arena, rows, keys, &below) ||
      !take(arena, rows, keys, &powers) || !take(arena, rows, keys, &weights) ||
      !take(arena, rows * keys, sheet->value_count, &products) ||
      !take(arena, rows, sheet->value_count, &output) || !make_table(arena, sheet))
    return false;
  by_hand_scores(sheet->q, sheet->k, sheet->decimals, scores);
  by_hand_scale(mat_view(scores), sheet->divisor, sheet->decimals, scaled);
  mat_copy(mat_view(scaled), masked);
  hide(sheet, trace, masked);
  for (int row = 0; row < rows; row++)
    parts[row] = by_hand_weights(
        mat_row(mat_view(masked), row), keys, sheet->decimals,
        (ByHandSoftmax){mat_row_of(below, row), mat_row_of(powers, row), mat_row_of(weights, row)});
  for (int row = 0; row < rows; row++)
    by_hand_products(mat_row(mat_view(weights), row), sheet->v, sheet->decimals,
                     mat_rows(products, row * keys, keys));
  for (int row = 0; row < rows; row++)
    sheet->heaviest[row] = heaviest_of(mat_row(mat_view(weights), row), keys);
  by_hand_output(mat_view(weights), sheet->v, output);
  sheet->scores = mat_view(scores);
  sheet->scaled = mat_view(scaled);
  sheet->masked = mat_view(masked);
  sheet->below = mat_view(below);
  sheet->powers = mat_view(powers);
  sheet->weights = mat_view(weights);
  sheet->products = mat_view(products);
  sheet->output = mat_view(output);
  sheet->parts = parts;
  return true;
}

const PaperSheet *sheet_make(Arena *arena, const Trace *trace, const SheetOrder *order,
                             Status *status) {
  assert(order->decimals >= 0 && order->decimals <= BY_HAND_DECIMALS_MOST);
  assert(!sheet_problem(arena, trace, order));
  PaperSheet *sheet = arena_take(arena, 1, sizeof *sheet);
  if (!sheet) return status_no_memory(status), NULL;
  *sheet = (PaperSheet){.layer = order->layer, .head = order->head};
  MatView q = trace_matrix(trace, trace_score_queries(trace), order->layer, order->head);
  MatView k = trace_matrix(trace, trace_score_keys(trace), order->layer, order->head);
  MatView v = trace_matrix(trace, trace_values(trace), order->layer, order->head);
  sheet->is_rotated = trace_score_queries(trace) != TRACE_Q;
  sheet->key_count = k.rows;
  choose_rows(sheet, trace, order);
  bool done = choose_columns(arena, sheet, order, q, k, v);
  sheet->decimals = decimals_of(sheet, order->decimals, q, k, v);
  sheet->divisor = divisor_of(sheet, trace);
  Cutout of_q = {q, sheet->rows, sheet->columns, sheet->row_count, sheet->column_count};
  Cutout of_k = {k, NULL, sheet->columns, k.rows, sheet->column_count};
  Cutout of_v = {v, NULL, sheet->value_columns, v.rows, sheet->value_count};
  done = done && take_rounded(arena, &of_q, sheet->decimals, &sheet->q) &&
         take_rounded(arena, &of_k, sheet->decimals, &sheet->k) &&
         take_rounded(arena, &of_v, sheet->decimals, &sheet->v) && work_out(arena, sheet, trace);
  return done ? sheet : (status_no_memory(status), NULL);
}
