/* tests/trace/test_trace_file.c -- files read back give the trace's numbers, bit for bit. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "model/run.h"
#include "support/german_locale.h"
#include "trace/file/file_text.h"
#include "trace/file/trace_file.h"
#include "trace/trace_build.h"
#include "trace/workings/exact.h"

static const char sentence[] = "say \"hi\", the cat and THE, 世界 👩‍👩‍👧 سلام";

static float float_at(const char *from) {
  float x;
  memcpy(&x, from, sizeof x);
  return x;
}

/* A safetensors file taken apart again, by the rules of its format. */
typedef struct Safetensors {
  json_t *header;
  const char *data;
  size_t data_bytes;
} Safetensors;

static Safetensors parse_safetensors(Str file) {
  uint64_t length = 0;
  assert_true(file.bytes > 8);
  for (int i = 7; i >= 0; i--) length = length << 8 | (unsigned char)file.at[i];
  assert_true(length % 8 == 0 && length <= file.bytes - 8);
  assert_true(file.at[8] == '{');
  json_error_t error;
  json_t *header = json_loadb(file.at + 8, (size_t)length, JSON_REJECT_DUPLICATES, &error);
  if (!header) fail_msg("%s", error.text);
  return (Safetensors){header, file.at + 8 + length, file.bytes - 8 - (size_t)length};
}

static size_t offset_of(const json_t *tensor, size_t which) {
  return (size_t)json_integer_value(json_array_get(json_object_get(tensor, "data_offsets"), which));
}

static int dimension(const json_t *tensor, size_t which) {
  return (int)json_integer_value(json_array_get(json_object_get(tensor, "shape"), which));
}

/* Tensors lie behind one another in the order of the header, without a hole, and fill the file. */
static void check_layout(const Safetensors *file, size_t wanted_tensors) {
  size_t expected = 0, count = 0;
  const char *name, *before = "";
  json_t *tensor;
  json_object_foreach(file->header, name, tensor) {
    if (strcmp(name, "__metadata__") == 0) continue;
    size_t elements = 1;
    for (size_t i = 0; i < json_array_size(json_object_get(tensor, "shape")); i++)
      elements *= (size_t)dimension(tensor, i);
    assert_string_equal(json_string_value(json_object_get(tensor, "dtype")), "F32");
    assert_int_equal(offset_of(tensor, 0), expected);
    expected += elements * sizeof(float);
    assert_int_equal(offset_of(tensor, 1), expected);
    assert_true(strcmp(before, name) < 0);
    before = name;
    count++;
  }
  assert_int_equal(count, wanted_tensors);
  assert_int_equal(expected, file->data_bytes);
}

static void check_tensor(const Safetensors *file, const Trace *trace, TracePart part, int layer) {
  const TracePartInfo *info = trace_part_info(part);
  char name[64];
  if (info->per_layer) snprintf(name, sizeof name, "layers.%d.%s", layer, info->name);
  else snprintf(name, sizeof name, "%s", info->name);
  const json_t *tensor = json_object_get(file->header, name);
  if (!tensor) fail_msg("no tensor %s", name);
  int heads = info->per_head ? trace_head_count(trace, layer) : 1;
  if (info->per_head) assert_int_equal(dimension(tensor, 0), heads);
  const char *at = file->data + offset_of(tensor, 0);
  for (int head = 0; head < heads; head++) {
    MatView m = trace_matrix(trace, part, layer, head);
    assert_int_equal(dimension(tensor, info->per_head ? 1 : 0), m.rows);
    assert_int_equal(dimension(tensor, info->per_head ? 2 : 1), m.cols);
    for (int i = 0; i < m.rows * m.cols; i++, at += sizeof(float))
      assert_true(float_at(at) == mat_get(m, i / m.cols, i % m.cols));
  }
}

static void check_metadata(const Safetensors *file, const Trace *trace, const char *mask) {
  const json_t *metadata = json_object_get(file->header, "__metadata__");
  static const char *const keys[] = {"format", "model", "d_head", "version"};
  static const char *const values[] = {"heads-up-trace-1", "hand-made", "16", "1.2.3"};
  for (int i = 0; i < 4; i++)
    assert_string_equal(json_string_value(json_object_get(metadata, keys[i])), values[i]);
  assert_string_equal(json_string_value(json_object_get(metadata, "mask")), mask);
  const char *list = json_string_value(json_object_get(metadata, "tokens"));
  assert_non_null(list);
  json_t *tokens = json_loads(list, 0, NULL);
  assert_int_equal(json_array_size(tokens), trace_token_count(trace));
  for (int i = 0; i < trace_token_count(trace); i++)
    assert_true(
        str_is(trace_token(trace, i)->text, json_string_value(json_array_get(tokens, (size_t)i))));
  json_decref(tokens);
}

static void check_safetensors(const char *text, const char *mask) {
  static const TracePart parts[] = {TRACE_Q,      TRACE_K,       TRACE_V,
                                    TRACE_SCORES, TRACE_SCALED,  TRACE_MASKED,
                                    TRACE_OUTPUT, TRACE_WEIGHTS, TRACE_ATTN_PROJ};
  Run run = run_make("hand-made", mask, str_from(text));
  Str bytes;
  assert_true(trace_to_safetensors(run.arena, run.trace, "1.2.3", &bytes, NULL));
  Safetensors file = parse_safetensors(bytes);
  check_layout(&file, 2 * 9 + 1);
  check_metadata(&file, run.trace, mask);
  check_tensor(&file, run.trace, TRACE_X, 0);
  for (int i = 0; i < 2 * 9; i++) check_tensor(&file, run.trace, parts[i / 2], i % 2);
  json_decref(file.header);
  run_free(&run);
}

static void safetensors_hold_every_number(void **state) {
  (void)state;
  check_safetensors(sentence, "causal");
  check_safetensors("hello", "window:1");
  check_safetensors("one two three", "padding:99");
  check_safetensors("", "none");
}

static TraceSelection select_part(TracePart part) {
  return (TraceSelection){.part = part, .layer = 1, .head = 2};
}

static void npy_is_read_back(void **state) {
  (void)state;
  static const TracePart parts[] = {TRACE_MASKED, TRACE_Q, TRACE_ATTN_PROJ, TRACE_X, TRACE_W_Q};
  Run run = run_make("hand-made", "causal", str_from(sentence));
  for (int p = 0; p < 5; p++) {
    Str npy;
    char wanted[100];
    MatView m = trace_matrix(run.trace, parts[p], 1, 2);
    assert_true(trace_to_npy(run.arena, run.trace, select_part(parts[p]), &npy, NULL));
    assert_memory_equal(npy.at, "\x93NUMPY\x01\x00", 8);
    size_t header = 10 + (size_t)(unsigned char)npy.at[8] + 256 * (size_t)(unsigned char)npy.at[9];
    assert_int_equal(header % 64, 0);
    assert_int_equal(npy.at[header - 1], '\n');
    snprintf(wanted, sizeof wanted, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }",
             m.rows, m.cols);
    assert_memory_equal(npy.at + 10, wanted, strlen(wanted));
    assert_int_equal(npy.bytes, header + (size_t)m.rows * (size_t)m.cols * 4);
    for (int i = 0; i < m.rows * m.cols; i++)
      assert_true(float_at(npy.at + header + 4 * i) == mat_get(m, i / m.cols, i % m.cols));
  }
  run_free(&run);
}

/* Whatever a kind of attention has, tables of other rows than tokens too: a line for each row. */
static void every_part_of_every_kind_has_a_table(void **state) {
  (void)state;
  static const char *const kinds[] = {"score additive; positions t5",
                                      "positions shaw 2; dropout 0.5",
                                      "positions rope; approximate linformer 3",
                                      "approximate performer 40", "kv_heads 1; schedule flash 2 2"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    Run run = run_make_kind("made-reader", "none", kinds[i], STR("the animal was"));
    for (int p = 0; p < TRACE_PART_COUNT; p++) {
      TracePart part = trace_part_order[p];
      Str csv;
      int lines = 0;
      if (!trace_has_part(run.trace, part)) continue;
      assert_true(trace_to_csv(run.arena, run.trace, (TraceSelection){.part = part}, &csv, NULL));
      for (size_t c = 0; c < csv.bytes; c++) lines += csv.at[c] == '\n';
      assert_int_equal(lines, trace_matrix(run.trace, part, 0, 0).rows + 1);
    }
    run_free(&run);
  }
}

/* Reads one field of RFC 4180 and moves *at behind it and its comma or line end. */
static void read_field(const char **at, char *field) {
  bool quoted = **at == '"';
  const char *c = *at + quoted;
  for (; quoted ? c[0] != '"' || c[1] == '"' : !strchr(",\r", *c); c++) {
    if (quoted && *c == '"') c++;
    *field++ = *c;
  }
  *field = 0;
  c += quoted;
  assert_true(*c == ',' || (c[0] == '\r' && c[1] == '\n'));
  *at = c + (*c == ',' ? 1 : 2);
}

static void check_csv(const Run *run, TracePart part, const char *corner) {
  Str csv;
  char field[64], wanted[64];
  MatView m = trace_matrix(run->trace, part, 1, 2);
  bool pairs = trace_part_info(part)->by_pair;
  assert_true(trace_to_csv(run->arena, run->trace, select_part(part), &csv, NULL));
  const char *at = csv.at;
  read_field(&at, field);
  assert_string_equal(field, corner);
  for (int col = 0; col < m.cols; col++) {
    read_field(&at, field);
    snprintf(wanted, sizeof wanted, "%d", col + 1);
    if (pairs) assert_true(str_is(trace_token(run->trace, col)->text, field));
    else assert_string_equal(field, wanted);
  }
  for (int row = 0; row < m.rows; row++) {
    read_field(&at, field);
    assert_true(str_is(trace_token(run->trace, row)->text, field));
    for (int col = 0; col < m.cols; col++) {
      read_field(&at, field);
      if (mat_get(m, row, col) == -INFINITY) assert_string_equal(field, "-inf");
      assert_true(strtof(field, NULL) == mat_get(m, row, col));
    }
  }
  assert_ptr_equal(at, csv.at + csv.bytes);
}

/* A row for each cell, with the three numbers that the comparison shows. */
static void a_comparison_is_written_as_csv(void **state) {
  (void)state;
  Run run = run_make("hand-made", "window:1", STR("the cat, the dog"));
  static const TracePart parts[] = {TRACE_WEIGHTS, TRACE_MASKED, TRACE_OUTPUT};
  for (int i = 0; i < 3; i++) {
    Str csv;
    bool by_pair = parts[i] != TRACE_OUTPUT;
    const char *head = by_pair ? "place,query,place,key,laid_over,exact,difference\r\n"
                               : "place,token,column,laid_over,exact,difference\r\n";
    assert_true(trace_comparison_to_csv(run.arena, run.trace, select_part(parts[i]), &csv, NULL));
    assert_true(str_starts(csv, head));
    MatView laid = trace_matrix(run.trace, parts[i], 1, 2);
    const Exact *exact = exact_make(
        run.arena, run.trace, (TraceMatrixId){by_pair ? parts[i] : TRACE_WEIGHTS, 1, 2}, NULL);
    MatView of_exact = by_pair ? exact->pairs : exact->output;
    const char *line = csv.at + strlen(head);
    for (int row = 0; row < laid.rows; row++)
      for (int col = 0; col < laid.cols; col++) {
        char field[64];
        read_field(&line, field);
        assert_int_equal(atoi(field), row + 1);
        read_field(&line, field);
        assert_true(str_is(trace_token(run.trace, row)->text, field));
        for (int skipped = by_pair ? 2 : 1; skipped > 0; skipped--) read_field(&line, field);
        read_field(&line, field);
        assert_true(strtof(field, NULL) == mat_get(laid, row, col));
        read_field(&line, field);
        assert_true(strtof(field, NULL) == mat_get(of_exact, row, col));
        read_field(&line, field); /* −inf less a number, where the window hides */
        if (!isnan(mat_get(laid, row, col) - mat_get(of_exact, row, col)))
          assert_true(strtof(field, NULL) == mat_get(laid, row, col) - mat_get(of_exact, row, col));
      }
    const char *names[] = {"output_largest", "output_mean", "weights_largest", "kl_bits_mean",
                           "kl_infinite_rows"};
    const float numbers[] = {exact->errors.output_largest, exact->errors.output_mean,
                             exact->errors.weight_largest, exact->errors.divergence_mean,
                             (float)exact->errors.infinite_rows};
    for (int measure = 0; measure < 5; measure++) {
      char field[64];
      read_field(&line, field);
      assert_string_equal(field, names[measure]);
      for (int skipped = by_pair ? 5 : 4; skipped > 0; skipped--) {
        read_field(&line, field);
        assert_string_equal(field, "");
      }
      read_field(&line, field);
      assert_true(strtof(field, NULL) == numbers[measure]);
    }
    assert_ptr_equal(line, csv.at + csv.bytes);
  }
  run_free(&run);
}

/* The curve of errors alone, and at the end of a comparison: a row for each of its points. */
static void a_curve_of_errors_is_written_as_csv(void **state) {
  (void)state;
  static const char *const kinds[] = {"approximate linformer 2", "approximate performer 8"};
  for (int kind = 0; kind < 2; kind++) {
    Run run = run_make_kind("hand-made", "none", kinds[kind], STR("the cat, the dog"));
    MatView curve = trace_matrix(run.trace, TRACE_ERROR_CURVE, 1, 2);
    Str csv, compared;
    const char *head = kind == 0 ? "mixtures,output_error\r\n" : "features,output_error\r\n";
    assert_true(trace_curve_to_csv(run.arena, run.trace, (TraceSelection){.layer = 1, .head = 2},
                                   &csv, NULL));
    assert_true(
        trace_comparison_to_csv(run.arena, run.trace, select_part(TRACE_OUTPUT), &compared, NULL));
    assert_true(curve.rows > 2 && str_starts(csv, head));
    const char *line = csv.at + strlen(head);
    for (int point = 0; point < curve.rows; point++) {
      char field[64], name[96];
      read_field(&line, field);
      assert_int_equal(atoi(field), (int)mat_get(curve, point, 0));
      snprintf(name, sizeof name, "\noutput_error_at_%s,", field);
      assert_non_null(strstr(compared.at, name));
      read_field(&line, field);
      assert_true(strtof(field, NULL) == mat_get(curve, point, 1));
    }
    assert_ptr_equal(line, csv.at + csv.bytes);
    run_free(&run);
  }
}

static void csv_is_read_back(void **state) {
  (void)state;
  Run run = run_make("hand-made", "causal", str_from(sentence));
  check_csv(&run, TRACE_MASKED, "query\\key");
  check_csv(&run, TRACE_WEIGHTS, "query\\key");
  check_csv(&run, TRACE_OUTPUT, "token");
  check_csv(&run, TRACE_ATTN_PROJ, "token");
  run_free(&run);
}

static void check_json(const Run *run, TracePart part) {
  Str text;
  const TracePartInfo *info = trace_part_info(part);
  MatView m = trace_matrix(run->trace, part, 1, 2);
  assert_true(trace_to_json(run->arena, run->trace, select_part(part), &text, NULL));
  json_error_t error;
  json_t *json = json_loadb(text.at, text.bytes, JSON_REJECT_DUPLICATES, &error);
  if (!json) fail_msg("%s", error.text);
  assert_string_equal(json_string_value(json_object_get(json, "matrix")), info->name);
  assert_true((json_integer_value(json_object_get(json, "layer")) == 2) == info->per_layer);
  assert_true((json_integer_value(json_object_get(json, "head")) == 3) == info->per_head);
  assert_int_equal(json_array_size(json_object_get(json, "tokens")), trace_token_count(run->trace));
  assert_int_equal(dimension(json, 0), m.rows);
  assert_int_equal(dimension(json, 1), m.cols);
  json_t *values = json_object_get(json, "values");
  assert_int_equal(json_array_size(values), m.rows);
  for (int i = 0; i < m.rows * m.cols; i++) {
    const json_t *value =
        json_array_get(json_array_get(values, (size_t)(i / m.cols)), (size_t)(i % m.cols));
    float x = mat_get(m, i / m.cols, i % m.cols);
    if (x == -INFINITY) assert_true(json_is_null(value));
    else assert_true(json_is_number(value) && (float)json_number_value(value) == x);
  }
  json_decref(json);
}

static void json_is_read_back_with_null_for_minus_infinity(void **state) {
  (void)state;
  Run run = run_make("random", "causal", str_from(sentence));
  check_json(&run, TRACE_MASKED);
  check_json(&run, TRACE_K);
  check_json(&run, TRACE_ATTN_PROJ);
  check_json(&run, TRACE_X);
  run_free(&run);
}

/* A spreadsheet runs a cell that begins like this as a formula. Computed numbers are safe and stay
** unchanged. */
static void words_are_no_formulas_and_numbers_stay(void **state) {
  (void)state;
  Run run = run_make("hand-made", "causal", STR("= + - @ a"));
  TraceSelection what = {.part = TRACE_MASKED};
  Str csv;
  assert_true(trace_tokens_to_csv(run.arena, run.trace, &csv, NULL));
  assert_true(str_is(csv, "position,token,first_byte,bytes\r\n1,'=,0,1\r\n2,'+,2,1\r\n3,'-,4,1\r\n"
                          "4,'@,6,1\r\n5,a,8,1\r\n"));
  assert_true(trace_to_csv(run.arena, run.trace, what, &csv, NULL));
  assert_true(str_starts(csv, "query\\key,'=,'+,'-,'@,a\r\n'=,"));
  assert_non_null(strstr(csv.at, ",-inf"));
  assert_null(strstr(csv.at, "'-inf"));
  run_free(&run);
}

static void tokens_have_files_of_their_own(void **state) {
  (void)state;
  Run run = run_make("hand-made", "own", STR("a, a"));
  Str csv, text;
  assert_true(trace_tokens_to_csv(run.arena, run.trace, &csv, NULL));
  assert_true(
      str_is(csv, "position,token,first_byte,bytes\r\n1,a,0,1\r\n2,\",\",1,1\r\n3,a,3,1\r\n"));
  assert_true(trace_tokens_to_json(run.arena, run.trace, &text, NULL));
  json_t *json = json_loadb(text.at, text.bytes, JSON_REJECT_DUPLICATES, NULL);
  const json_t *second = json_array_get(json_object_get(json, "tokens"), 1);
  assert_string_equal(json_string_value(json_object_get(second, "token")), ",");
  assert_int_equal(json_integer_value(json_object_get(second, "position")), 2);
  json_decref(json);
  run_free(&run);
}

static void an_empty_sentence_has_valid_files(void **state) {
  (void)state;
  Run run = run_make("hand-made", "own", STR(""));
  Str bytes;
  TraceSelection what = {.part = TRACE_WEIGHTS};
  assert_true(trace_to_csv(run.arena, run.trace, what, &bytes, NULL));
  assert_true(str_is(bytes, "query\\key\r\n"));
  assert_true(trace_to_npy(run.arena, run.trace, what, &bytes, NULL));
  assert_int_equal(bytes.bytes, 128);
  assert_true(trace_to_json(run.arena, run.trace, what, &bytes, NULL));
  json_t *json = json_loadb(bytes.at, bytes.bytes, 0, NULL);
  assert_non_null(json);
  json_decref(json);
  run_free(&run);
}

static void assert_number(float x, const char *wanted) {
  Arena *arena = arena_make(0);
  StrBuf buf = strbuf_make(arena);
  file_text_add_number(&buf, x);
  assert_string_equal(buf.at, wanted);
  arena_free(arena);
}

/* The first of 7, 8 and 9 digits that gives the same float back, and '.' in a locale that writes
** ','. */
static void numbers_are_short_and_know_no_locale(void **state) {
  (void)state;
  for (int german = 0; german < 2; german++) {
    if (german) german_locale_begin();
    assert_number(0.1f, "0.1");
    assert_number(1.0f / 3, "0.33333334");
    assert_number(-2.5f, "-2.5");
    assert_number(0, "0");
    assert_number(-0.0f, "-0");
    assert_number(16777216, "16777216");
    assert_number(2e-38f, "2e-38");
    assert_number(3.4028235e38f, "3.4028235e+38");
    assert_number(1e-45f, "1.401298e-45");
    assert_number(-INFINITY, "-inf");
  }
  setlocale(LC_ALL, "C");
}

/* Writes in an arena that cannot grow, a little larger each time, until it fits. */
static void assert_survives_no_memory(const Trace *trace, int format) {
  TraceSelection what = {.part = TRACE_MASKED, .head = 1};
  bool done = false;
  for (size_t bytes = 64; !done; bytes += 64) {
    Arena *arena = arena_make(bytes);
    Status status = {0};
    Str file;
    arena_fail_at(1);
    done = format == 0   ? trace_to_safetensors(arena, trace, "1", &file, &status)
           : format == 1 ? trace_to_csv(arena, trace, what, &file, &status)
           : format == 2 ? trace_to_npy(arena, trace, what, &file, &status)
           : format == 3 ? trace_to_json(arena, trace, what, &file, &status)
           : format == 4 ? trace_tokens_to_csv(arena, trace, &file, &status)
                         : trace_tokens_to_json(arena, trace, &file, &status);
    arena_fail_at(0);
    assert_true(done || status.kind == STATUS_COULD_NOT);
    arena_free(arena);
  }
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  Run run = run_make("hand-made", "causal", STR("to be or not to be"));
  for (int format = 0; format < 6; format++) assert_survives_no_memory(run.trace, format);
  run_free(&run);
}

static void the_same_trace_gives_the_same_bytes(void **state) {
  (void)state;
  Run run = run_make("hand-made", "prefix:2", str_from(sentence));
  Run again = run_make("hand-made", "prefix:2", str_from(sentence));
  Str a, b;
  assert_true(trace_to_safetensors(run.arena, run.trace, "1", &a, NULL));
  assert_true(trace_to_safetensors(again.arena, again.trace, "1", &b, NULL));
  assert_true(str_equal(a, b));
  run_free(&run);
  run_free(&again);
}

static bool fill_with_ones(void *self, TraceMatrixId of, Mat to, Status *status) {
  (void)self, (void)of, (void)status;
  for (int row = 0; row < to.rows; row++)
    for (int col = 0; col < to.cols; col++) mat_row_of(to, row)[col] = 1;
  return true;
}

/* Queries q1 … and keys k1 …, which are different tokens. */
static const Trace *cross_trace(Arena *arena, int queries, int keys) {
  TraceTokenText *asks = arena_take(arena, (size_t)queries, sizeof *asks);
  TraceTokenText *asked = arena_take(arena, (size_t)keys, sizeof *asked);
  for (int i = 0; i < queries; i++)
    asks[i] = (TraceTokenText){.text = str_from(str_format(arena, "q%d", i + 1)), .id = -1};
  for (int i = 0; i < keys; i++)
    asked[i] = (TraceTokenText){.text = str_from(str_format(arena, "k%d", i + 1)), .id = -1};
  TraceShape shape = {.token_count = queries,
                      .layer_count = 1,
                      .head_count = 1,
                      .d_model = 2,
                      .d_head = 2,
                      .d_value = 2,
                      .key_count = keys,
                      .lazy = trace_pair_bits() | TRACE_BIT(TRACE_Q) | TRACE_BIT(TRACE_K) |
                              TRACE_BIT(TRACE_V)};
  TraceNames names = {.sentence = STR("q"), .tokens = asks, .keys = asked, .is_recorded = true};
  const Trace *trace;
  Trace *made = trace_begin(arena, &shape, &names, (MaskView){0}, NULL);
  assert_non_null(made);
  assert_true(trace_set_source(made, &(TraceSource){.fill = fill_with_ones}, 0, NULL));
  assert_true(trace_seal(made, &trace, NULL));
  return trace;
}

/* Rows of K and V are keys: more of them than queries, fewer, or as many. */
static void rows_of_keys_are_named_by_keys(void **state) {
  static const int sizes[][2] = {{2, 4}, {4, 2}, {3, 3}, {1, 5}};
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    Arena *arena = arena_make(0);
    const Trace *trace = cross_trace(arena, sizes[i][0], sizes[i][1]);
    for (int part = TRACE_Q; part <= TRACE_WEIGHTS; part++) {
      if (!trace_has_part(trace, (TracePart)part)) continue;
      bool of_keys = part == TRACE_K || part == TRACE_V;
      Str csv, json;
      assert_true(
          trace_to_csv(arena, trace, (TraceSelection){.part = (TracePart)part}, &csv, NULL));
      for (int row = 1; row <= sizes[i][of_keys]; row++) {
        const char *line = str_format(arena, "\r\n%c%d,1", of_keys ? 'k' : 'q', row);
        if (!strstr(csv.at, line)) fail_msg("%s has no row of %s", csv.at, line + 2);
      }
      assert_true(
          trace_to_json(arena, trace, (TraceSelection){.part = (TracePart)part}, &json, NULL));
      json_t *read = json_loadb(json.at, json.bytes, 0, NULL);
      const json_t *keys = json_object_get(read, "keys");
      assert_int_equal(json_array_size(keys), sizes[i][1]);
      assert_string_equal(json_string_value(json_array_get(keys, 0)), "k1");
      json_decref(read);
    }
    arena_free(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(safetensors_hold_every_number),
      cmocka_unit_test(npy_is_read_back),
      cmocka_unit_test(every_part_of_every_kind_has_a_table),
      cmocka_unit_test(csv_is_read_back),
      cmocka_unit_test(a_comparison_is_written_as_csv),
      cmocka_unit_test(a_curve_of_errors_is_written_as_csv),
      cmocka_unit_test(json_is_read_back_with_null_for_minus_infinity),
      cmocka_unit_test(words_are_no_formulas_and_numbers_stay),
      cmocka_unit_test(tokens_have_files_of_their_own),
      cmocka_unit_test(an_empty_sentence_has_valid_files),
      cmocka_unit_test(numbers_are_short_and_know_no_locale),
      cmocka_unit_test(memory_may_run_out_at_any_place),
      cmocka_unit_test(the_same_trace_gives_the_same_bytes),
      cmocka_unit_test(rows_of_keys_are_named_by_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
