/* trace/file/trace_file.c -- writes one matrix as CSV, NPY or JSON.
**
** file_text.c writes each number with the fewest digits that read back to the same float. */
#include "trace/file/trace_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "trace/file/file_text.h"
#include "trace/trace_mistake.h"
#include "trace/workings/exact.h"
#include "trace/workings/order.h"
#include "trace/workings/tiles.h"

enum { NPY_ALIGNMENT = 64, NPY_PREFIX_BYTES = 10 };

static const char line_end[] = "\r\n"; /* RFC 4180 */

/* m, l and O of every row, side by side. An empty view: out of memory. */
static MatView kept(Arena *arena, const Trace *trace, TraceSelection what) {
  const TilesKept *from = tiles_kept(arena, trace, (TilePlace){what.layer, what.head, what.tile});
  int cols = from ? 2 + from->cols : 0;
  float *at = from ? arena_take(arena, (size_t)from->rows * (size_t)cols, sizeof *at) : NULL;
  for (int row = 0; at && row < from->rows; row++) {
    float *to = at + (size_t)row * (size_t)cols;
    to[0] = from->max[row];
    to[1] = (float)from->sum[row];
    for (int col = 2; col < cols; col++)
      to[col] = (float)from->output[(size_t)row * (size_t)from->cols + (size_t)col - 2];
  }
  return at ? (MatView){at, from->rows, cols, cols} : (MatView){0};
}

/* The matrix to write; a lazy part is computed into the cache. */
static bool select_matrix(Arena *arena, const Trace *trace, TraceSelection what, MatView *numbers,
                          Status *status) {
  *numbers = what.is_kept ? kept(arena, trace, what)
                          : trace_matrix(trace, what.part, what.layer, what.head);
  return !what.is_kept || numbers->at || trace_token_count(trace) == 0 || status_no_memory(status);
}

/* Do the rows stand for tokens? Those of the weights W_Q … W_O stand for columns of x, those of a
** table of the kind of attention for columns, distances or features. */
static bool has_token_rows(TraceSelection what) {
  TraceSize rows = trace_part_info(what.part)->rows;
  return rows == SIZE_TOKENS || rows == SIZE_KEYS || rows == SIZE_SOURCES;
}

/* K and V have a row per key; keys may be other tokens than the queries. */
static Str row_name(const Trace *trace, TracePart part, int row) {
  TraceSize rows = trace_part_info(part)->rows;
  if (rows == SIZE_KEYS) return trace_key(trace, row)->text;
  return rows == SIZE_SOURCES ? trace_source(trace, row)->text : trace_token(trace, row)->text;
}

static bool names_words(TracePart part) { return trace_part_info(part)->is_of_words; }

static void add_csv_header(StrBuf *csv, const Trace *trace, TraceSelection what, int cols) {
  bool keys = trace_part_info(what.part)->by_pair && !what.is_kept;
  bool words = names_words(what.part);
  strbuf_add(csv, keys                   ? STR("query\\key")
                  : words                ? STR("token\\word")
                  : has_token_rows(what) ? STR("token")
                                         : STR("row"));
  for (int col = 0; col < cols; col++) {
    strbuf_add_char(csv, ',');
    /* Words as typed, not their labels: programs read the file. */
    if (keys) file_text_add_field(csv, trace_key(trace, col)->text);
    else if (words) file_text_add_field(csv, trace_word(trace, col));
    else if (what.is_kept && col < 2) strbuf_add(csv, col == 0 ? STR("m") : STR("l"));
    else if (what.is_kept) strbuf_format(csv, "%d", col - 1);
    else strbuf_format(csv, "%d", col + 1);
  }
  strbuf_add(csv, str_from(line_end));
}

bool trace_to_csv(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                  Status *status) {
  StrBuf csv = strbuf_make(arena);
  MatView numbers;
  if (!select_matrix(arena, trace, what, &numbers, status)) return false;
  add_csv_header(&csv, trace, what, numbers.cols);
  for (int row = 0; row < numbers.rows && !csv.failed; row++) {
    if (has_token_rows(what)) file_text_add_field(&csv, row_name(trace, what.part, row));
    else strbuf_format(&csv, "%d", row + 1);
    for (int col = 0; col < numbers.cols; col++) {
      strbuf_add_char(&csv, ',');
      file_text_add_number(&csv, mat_get(numbers, row, col));
    }
    strbuf_add(&csv, str_from(line_end));
  }
  return file_text_finish(&csv, bytes, status);
}

/* Tokens have their places too, since a word may stand twice. */
static void add_place(StrBuf *csv, Str text, int index) {
  strbuf_format(csv, "%d,", index + 1);
  file_text_add_field(csv, text);
}

/* A table of what is compared: a row for each cell, then rows of measures. */
typedef struct ComparedTable {
  const Trace *trace; /* of the tokens that name rows and columns */
  bool by_pair;
  const char *columns[3]; /* NULL at the first and the last: there is only the second */
  MatView numbers[3];
} ComparedTable;

static void add_compared_cell(StrBuf *csv, const ComparedTable *table, int row, int col) {
  add_place(csv, trace_token(table->trace, row)->text, row);
  strbuf_add_char(csv, ',');
  if (table->by_pair) add_place(csv, trace_source(table->trace, col)->text, col);
  else strbuf_format(csv, "%d", col + 1);
  for (int i = 0; i < 3; i++) {
    if (!table->columns[i]) continue;
    strbuf_add_char(csv, ',');
    file_text_add_number(csv, mat_get(table->numbers[i], row, col));
  }
  strbuf_add(csv, str_from(line_end));
}

static void add_compared(StrBuf *csv, const ComparedTable *table) {
  MatView shape = table->numbers[1];
  strbuf_add(csv, table->by_pair ? STR("place,query,place,key") : STR("place,token,column"));
  for (int i = 0; i < 3; i++)
    if (table->columns[i]) strbuf_format(csv, ",%s", table->columns[i]);
  strbuf_add(csv, str_from(line_end));
  for (int row = 0; row < shape.rows; row++)
    for (int col = 0; col < shape.cols && !csv->failed; col++)
      add_compared_cell(csv, table, row, col);
}

/* Its name stands where a cell has its place, and its number in the last column. */
static void add_measure(StrBuf *csv, const ComparedTable *table, const char *name, float number) {
  int empty = table->by_pair ? 3 : 2;
  for (int i = 0; i < 2; i++) empty += table->columns[i] != NULL;
  strbuf_add(csv, str_from(name));
  while (empty-- > 0) strbuf_add_char(csv, ',');
  if (table->columns[2]) strbuf_add_char(csv, ',');
  file_text_add_number(csv, number);
  strbuf_add(csv, str_from(line_end));
}

/* The error of the output at every number of mixtures or features that was tried (M-75). */
static void add_curve(StrBuf *csv, const ComparedTable *table, int layer, int head) {
  MatView curve = trace_matrix(table->trace, TRACE_ERROR_CURVE, layer, head);
  for (int i = 0; i < curve.rows; i++) {
    char name[32];
    snprintf(name, sizeof name, "output_error_at_%d", (int)mat_get(curve, i, 0));
    add_measure(csv, table, name, mat_get(curve, i, 1));
  }
}

bool trace_comparison_to_csv(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                             Status *status) {
  bool by_pair = trace_part_info(what.part)->by_pair;
  StrBuf csv = strbuf_make(arena);
  const Exact *exact = exact_make(
      arena, trace, (TraceMatrixId){by_pair ? what.part : TRACE_WEIGHTS, what.layer, what.head},
      status);
  if (!exact) return false;
  bool has_both = by_pair ? exact->has_pairs : exact->has_output;
  ComparedTable table = {.trace = trace, .by_pair = by_pair, .columns = {NULL, "exact", NULL}};
  table.numbers[1] = by_pair ? exact->pairs : exact->output;
  if (has_both) {
    table.columns[0] = "laid_over";
    table.columns[2] = "difference";
    table.numbers[0] = trace_matrix(trace, what.part, what.layer, what.head);
    table.numbers[2] = by_pair ? exact->pair_difference : exact->output_difference;
  }
  const ExactErrors *errors = &exact->errors;
  add_compared(&csv, &table);
  if (exact->has_output) {
    add_measure(&csv, &table, "output_largest", errors->output_largest);
    add_measure(&csv, &table, "output_mean", errors->output_mean);
  }
  if (exact->has_pairs) {
    add_measure(&csv, &table, "weights_largest", errors->weight_largest);
    add_measure(&csv, &table, "kl_bits_mean", errors->divergence_mean);
    add_measure(&csv, &table, "kl_infinite_rows", (float)errors->infinite_rows);
  }
  if (trace_has_part(trace, TRACE_ERROR_CURVE)) add_curve(&csv, &table, what.layer, what.head);
  return file_text_finish(&csv, bytes, status);
}

bool trace_curve_to_csv(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                        Status *status) {
  MatView curve = trace_matrix(trace, TRACE_ERROR_CURVE, what.layer, what.head);
  StrBuf csv = strbuf_make(arena);
  strbuf_format(&csv, "%s,output_error%s", trace_keys_are_mixtures(trace) ? "mixtures" : "features",
                line_end);
  for (int i = 0; i < curve.rows; i++) {
    strbuf_format(&csv, "%d,", (int)mat_get(curve, i, 0));
    file_text_add_number(&csv, mat_get(curve, i, 1));
    strbuf_add(&csv, str_from(line_end));
  }
  return file_text_finish(&csv, bytes, status);
}

bool trace_order_to_csv(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                        Status *status) {
  StrBuf csv = strbuf_make(arena);
  const OrderBack *order =
      order_make(arena, trace, (TraceMatrixId){what.part, what.layer, what.head}, status);
  if (!order) return false;
  /* mixtures have no place in the sentence: their columns are numbers */
  ComparedTable table = {.trace = trace_in_order(trace),
                         .by_pair =
                             trace_part_info(what.part)->by_pair && !trace_keys_are_mixtures(trace),
                         .columns = {"in_order", "put_back", "difference"},
                         .numbers = {order->in_order, order->back, order->difference}};
  add_compared(&csv, &table);
  add_measure(&csv, &table, "largest", order->largest);
  return file_text_finish(&csv, bytes, status);
}

bool trace_to_npy(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                  Status *status) {
  MatView numbers;
  if (!select_matrix(arena, trace, what, &numbers, status)) return false;
  const char *dictionary =
      str_format(arena, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }",
                 numbers.rows, numbers.cols);
  if (!dictionary) return status_no_memory(status);
  /* The header is padded with spaces to a multiple of 64 and ends with a line end, so that NumPy
  ** can map the numbers behind it. */
  size_t used = NPY_PREFIX_BYTES + strlen(dictionary) + 1;
  size_t header = (used + NPY_ALIGNMENT - 1) / NPY_ALIGNMENT * NPY_ALIGNMENT;
  size_t total = header + (size_t)numbers.rows * (size_t)numbers.cols * sizeof(float);
  char *npy = arena_take(arena, total, 1);
  if (!npy) return status_no_memory(status);
  size_t length = header - NPY_PREFIX_BYTES;
  memcpy(npy, "\x93NUMPY\x01\x00", 8);
  /* Version 1.0 has two bytes for the length, the lower one first. */
  npy[8] = (char)(length & 0xFF);
  npy[9] = (char)(length >> 8);
  memset(npy + NPY_PREFIX_BYTES, ' ', length);
  memcpy(npy + NPY_PREFIX_BYTES, dictionary, strlen(dictionary));
  npy[header - 1] = '\n';
  file_text_put_floats(npy + header, numbers);
  *bytes = (Str){npy, total};
  return true;
}

static void add_json_tokens(StrBuf *json, const Trace *trace) {
  strbuf_add(json, STR("["));
  for (int i = 0; i < trace_token_count(trace); i++) {
    if (i > 0) strbuf_add(json, STR(", "));
    strbuf_add_json(json, trace_token(trace, i)->text);
  }
  strbuf_add(json, STR("]"));
}

static void add_json_keys(StrBuf *json, const Trace *trace) {
  strbuf_add(json, STR(",\n  \"keys\": ["));
  for (int i = 0; i < trace_key_count(trace); i++) {
    if (i > 0) strbuf_add(json, STR(", "));
    strbuf_add_json(json, trace_key(trace, i)->text);
  }
  strbuf_add(json, STR("]"));
}

/* The columns of logits and probabilities. */
static void add_json_words(StrBuf *json, const Trace *trace) {
  strbuf_add(json, STR(",\n  \"words\": ["));
  for (int id = 0; id < trace_word_count(trace); id++) {
    if (id > 0) strbuf_add(json, STR(", "));
    strbuf_add_json(json, trace_word(trace, id));
  }
  strbuf_add(json, STR("]"));
}

static void add_json_text(StrBuf *json, const char *key, Str text) {
  strbuf_format(json, "  \"%s\": ", key);
  strbuf_add_json(json, text);
  strbuf_add(json, STR(",\n"));
}

static void add_json_row(StrBuf *json, MatView numbers, int row) {
  strbuf_add(json, STR("    ["));
  for (int col = 0; col < numbers.cols; col++) {
    float x = mat_get(numbers, row, col);
    if (col > 0) strbuf_add(json, STR(", "));
    /* JSON has no infinity: a hidden pair is null. */
    if (isfinite(x)) file_text_add_number(json, x);
    else strbuf_add(json, STR("null"));
  }
  strbuf_add(json, row + 1 < numbers.rows ? STR("],\n") : STR("]\n"));
}

bool trace_to_json(Arena *arena, const Trace *trace, TraceSelection what, Str *bytes,
                   Status *status) {
  StrBuf json = strbuf_make(arena);
  const TracePartInfo *info = trace_part_info(what.part);
  MatView numbers;
  if (!select_matrix(arena, trace, what, &numbers, status)) return false;
  strbuf_add(&json, STR("{\n"));
  add_json_text(&json, "matrix", what.is_kept ? STR("m, l, O") : str_from(info->name));
  if (what.is_kept) strbuf_format(&json, "  \"tile\": %d,\n", what.tile + 1);
  if (info->per_layer) strbuf_format(&json, "  \"layer\": %d,\n", what.layer + 1);
  if (info->per_head) strbuf_format(&json, "  \"head\": %d,\n", what.head + 1);
  add_json_text(&json, "model", trace_model_name(trace));
  Str kind =
      str_from(kind_write_cross(arena, trace_true_kind(trace), trace_second_sentence(trace)));
  if (kind.bytes > 0) add_json_text(&json, "kind", kind);
  const char *what_if = what_ifs_write(arena, trace_what_ifs(trace));
  if (!what_if) return status_no_memory(status);
  if (what_if[0]) add_json_text(&json, "what_if", str_from(what_if));
  add_json_text(&json, "mask", trace_mask_name(trace));
  strbuf_add(&json, STR("  \"tokens\": "));
  add_json_tokens(&json, trace);
  if (trace_is_cross(trace)) add_json_keys(&json, trace);
  if (names_words(what.part)) add_json_words(&json, trace);
  strbuf_format(&json, ",\n  \"shape\": [%d, %d],\n  \"values\": [\n", numbers.rows, numbers.cols);
  for (int row = 0; row < numbers.rows && !json.failed; row++) add_json_row(&json, numbers, row);
  strbuf_add(&json, STR("  ]\n}\n"));
  return file_text_finish(&json, bytes, status);
}

/* Byte offsets count from 0, for programs; positions from 1, for people. */
bool trace_tokens_to_csv(Arena *arena, const Trace *trace, Str *bytes, Status *status) {
  StrBuf csv = strbuf_make(arena);
  strbuf_add(&csv, STR("position,token,first_byte,bytes\r\n"));
  for (int i = 0; i < trace_token_count(trace); i++) {
    const TraceToken *token = trace_token(trace, i);
    strbuf_format(&csv, "%d,", i + 1);
    file_text_add_field(&csv, token->text);
    strbuf_format(&csv, ",%d,%d\r\n", token->first_byte, token->bytes);
  }
  return file_text_finish(&csv, bytes, status);
}

bool trace_tokens_to_json(Arena *arena, const Trace *trace, Str *bytes, Status *status) {
  StrBuf json = strbuf_make(arena);
  int count = trace_token_count(trace);
  strbuf_add(&json, STR("{\n"));
  add_json_text(&json, "sentence", trace_sentence(trace));
  add_json_text(&json, "model", trace_model_name(trace));
  strbuf_add(&json, STR("  \"tokens\": [\n"));
  for (int i = 0; i < count; i++) {
    const TraceToken *token = trace_token(trace, i);
    strbuf_format(&json, "    {\"position\": %d, \"token\": ", i + 1);
    strbuf_add_json(&json, token->text);
    strbuf_format(&json, ", \"first_byte\": %d, \"bytes\": %d}%s\n", token->first_byte,
                  token->bytes, i + 1 < count ? "," : "");
  }
  strbuf_add(&json, STR("  ]\n}\n"));
  return file_text_finish(&json, bytes, status);
}
