/* tests/recording/test_recording.c -- what follows from what is recorded, and that it is right. */
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/os.h"
#include "recording/made.h"

/* Formulas M-04 to M-06 from scores alone: 0 … 17 in two heads of three tokens, d = 4, causal. */
static void scores_give_scaled_masked_and_weights(void **state) {
  (void)state;
  Made made = made_begin_native();
  float *scores = MADE_TENSOR(&made, "layers.0.scores", 1, 2, 3, 3);
  for (int i = 0; i < 18; i++) scores[i] = (float)i;
  made_pair(&made, "tokens", "[\"a\",\"b\",\"c\"]");
  made_pair(&made, "d_head", "4");
  made_pair(&made, "mask", "causal");
  made_must_open(&made, NULL);
  assert_true(made_get(&made, TRACE_SCALED, 0, 1, 2, 2) == 17.0F / 2);
  assert_true(made_get(&made, TRACE_MASKED, 0, 0, 0, 1) == -INFINITY);
  assert_true(made_get(&made, TRACE_WEIGHTS, 0, 0, 0, 0) == 1);
  double e = exp(-0.5), sum = 1 + e + e * e;
  assert_true(fabs((double)made_get(&made, TRACE_WEIGHTS, 0, 1, 2, 0) - e * e / sum) < 1e-6);
  assert_false(recording_has(made.recording, TRACE_V) ||
               recording_has(made.recording, TRACE_OUTPUT));
  assert_string_equal(recording_missing(made.recording, TRACE_V).at, "V was not recorded");
  assert_string_equal(recording_missing(made.recording, TRACE_OUTPUT).at,
                      "V was not recorded, nor the output");
  made_end(&made);
}

/* A stage is shown for all layers or for none: if one layer lacks Q, the sentence does not say that
** all do. */
static void what_some_layers_have_is_not_said_to_be_missing_in_all(void **state) {
  (void)state;
  Made made = made_begin_native();
  MADE_TENSOR(&made, "layers.0.q", 1, 2, 3, 4);
  MADE_TENSOR(&made, "layers.0.k", 2, 2, 3, 4);
  MADE_TENSOR(&made, "layers.1.k", 3, 2, 3, 4);
  float *weights[] = {MADE_TENSOR(&made, "layers.0.weights", 4, 2, 3, 3),
                      MADE_TENSOR(&made, "layers.1.weights", 5, 2, 3, 3)};
  for (int i = 0; i < 36; i++) weights[i / 18][i % 18] = 1.0F / 3;
  made_pair(&made, "mask", "none");
  made_must_open(&made, NULL);
  const char *partly = "Q was recorded in some layers only";
  assert_string_equal(recording_missing(made.recording, TRACE_Q).at, partly);
  assert_string_equal(recording_missing(made.recording, TRACE_SCORES).at, partly);
  assert_string_equal(recording_missing(made.recording, TRACE_V).at, "V was not recorded");
  made_end(&made);
}

/* Four heads of Q share two of K and V; five queries see seven keys; V is wider than K. */
static void grouped_heads_and_other_keys(void **state) {
  (void)state;
  Made made = made_begin_native();
  const float *q = MADE_TENSOR(&made, "cross.3.q", 1, 4, 5, 6);
  const float *k = MADE_TENSOR(&made, "cross.3.k", 2, 2, 7, 6);
  const float *v = MADE_TENSOR(&made, "cross.3.v", 3, 2, 7, 8);
  made_pair(&made, "mask", "none");
  made_must_open(&made, NULL);
  double score = 0, sum = 0, mixed = 0, shares[7];
  for (int key = 0; key < 7; key++) {
    double product = 0;
    for (int d = 0; d < 6; d++)
      product += (double)q[(2 * 5 + 4) * 6 + d] * (double)k[(1 * 7 + key) * 6 + d];
    if (key == 6) score = product;
    sum += shares[key] = exp(product / sqrt(6));
  }
  for (int key = 0; key < 7; key++) mixed += shares[key] / sum * (double)v[(1 * 7 + key) * 8 + 3];
  assert_true(fabs((double)made_get(&made, TRACE_SCORES, 0, 2, 4, 6) - score) < 1e-5);
  assert_true(fabs((double)made_get(&made, TRACE_WEIGHTS, 0, 2, 4, 6) - shares[6] / sum) < 1e-6);
  assert_true(fabs((double)made_get(&made, TRACE_OUTPUT, 0, 2, 4, 3) - mixed) < 1e-5);
  assert_true(made_get(&made, TRACE_K, 0, 3, 1, 1) == k[(1 * 7 + 1) * 6 + 1]);
  assert_true(made_get(&made, TRACE_CONCAT, 0, 0, 4, 2 * 8 + 3) ==
              made_get(&made, TRACE_OUTPUT, 0, 2, 4, 3));
  made_end(&made);
}

/* A divisor of the file's own is used; layers of other numbers stay what they are called. */
static void a_layer_may_have_its_own_divisor(void **state) {
  (void)state;
  Made made = made_begin_native();
  const float *scores = MADE_TENSOR(&made, "layers.7.scores", 1, 1, 2, 2);
  MADE_TENSOR(&made, "layers.12.scores", 2, 1, 2, 2);
  made_pair(&made, "d_head", "9");
  made_pair(&made, "layers.7.divisor", "1.25");
  made_must_open(&made, NULL);
  assert_true(fabsf(made_get(&made, TRACE_SCALED, 0, 0, 1, 0) - scores[2] / 1.25F) < 1e-6F);
  assert_true(fabsf(made_get(&made, TRACE_SCALED, 1, 0, 0, 0) * 3 -
                    made_get(&made, TRACE_SCORES, 1, 0, 0, 0)) < 1e-6F);
  made.pairs[made.pair_count - 1].value = "-3";
  assert_false(made_open(&made, NULL));
  check_sentence(&made.status, "divisor is “-3”");
  made_end(&made);
}

/* A mask that is added: −inf and −1e4 hide, other numbers move the scores. */
static void an_additive_mask_moves_scores(void **state) {
  (void)state;
  Made made = made_begin_native();
  float *scores = MADE_TENSOR(&made, "layers.0.scores", 1, 2, 2, 3);
  float *mask = MADE_TENSOR(&made, "layers.0.mask", 2, 2, 3);
  memcpy(mask, (float[]){0, -INFINITY, 0.5F, -10000, -10000, -10000}, 6 * sizeof *mask);
  made_pair(&made, "d_head", "1");
  made_must_open(&made, NULL);
  assert_true(made_get(&made, TRACE_MASKED, 0, 1, 0, 2) == scores[6 + 2] + 0.5F);
  assert_true(made_get(&made, TRACE_WEIGHTS, 0, 0, 0, 1) == 0);
  assert_true(made_get(&made, TRACE_WEIGHTS, 0, 0, 1, 0) == 0); /* a row that is hidden whole */
  made_end(&made);
}

/* Two queries of five keys: where keys are kept the queries are the last two words, so a mask by
** name counts them from S − T. Those of cross-attention are words of another sentence. */
static void a_named_mask_counts_kept_keys(void **state) {
  (void)state;
  static const struct {
    const char *tensor, *mask, *seen[2];
  } table[] = {{"layers.0.scores", "causal", {"11110", "11111"}},
               {"layers.0.scores", "causal window:1", {"00110", "00011"}},
               {"layers.0.scores", "window:1 padding:1", {"00110", "00010"}},
               {"encoder.0.scores", "causal", {"11110", "11111"}},
               {"cross.0.scores", "causal", {"10000", "11000"}}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Made made = made_begin_native();
    const Trace *trace;
    MADE_TENSOR(&made, table[i].tensor, 1, 1, 2, 5);
    made_pair(&made, "d_head", "4");
    made_pair(&made, "mask", table[i].mask);
    made_must_open(&made, NULL);
    if (!recording_trace(made.recording, made.folder.arena, 0, &trace, &made.status))
      fail_msg("%s", made.status.sentence);
    for (int query = 0; query < 2; query++)
      for (int key = 0; key < 5; key++) {
        bool seen = table[i].seen[query][key] == '1';
        assert_int_equal(made_get(&made, TRACE_MASKED, 0, 0, query, key) > -INFINITY, seen);
        assert_int_equal(trace_hidden(trace, query, key), !seen);
      }
    made_end(&made);
  }
}

/* Without a kind that has biases a file may mean anything by the word, and between two sentences
** there is no distance; with it they follow where they are missing. */
static void biases_are_read_with_their_kind_alone(void **state) {
  (void)state;
  static const char *const kinds[] = {"", "positions none", "positions alibi", "positions alibi"};
  for (int i = 0; i < 4; i++) {
    bool is_cross = i == 3, has_bias = i == 2;
    Made made = made_begin_native();
    const Trace *trace;
    MADE_TENSOR(&made, is_cross ? "cross.0.scaled" : "layers.0.scaled", 1, 2, 3, 3);
    if (!has_bias) MADE_TENSOR(&made, is_cross ? "cross.0.bias" : "layers.0.bias", 2, 2, 3, 3);
    if (!has_bias) MADE_TENSOR(&made, is_cross ? "cross.0.biased" : "layers.0.biased", 3, 2, 3, 3);
    made_pair(&made, "d_head", "4");
    made_pair(&made, "mask", "none");
    if (is_cross) made_pair(&made, "key_tokens", "[\"a\",\"b\",\"c\"]");
    if (kinds[i][0]) made_pair(&made, "kind", kinds[i]);
    made_must_open(&made, NULL);
    assert_int_equal(recording_has(made.recording, TRACE_BIAS), has_bias);
    assert_int_equal(recording_has(made.recording, TRACE_BIASED), has_bias);
    assert_true(recording_trace(made.recording, made.folder.arena, 0, &trace, &made.status));
    assert_int_equal(trace_has_stage(trace, stage_of_part(TRACE_BIASED)), has_bias);
    for (int row = 0; row < 3; row++)
      for (int key = 0; key < 3; key++) {
        float bias = has_bias ? -(float)abs(row - key) / 256 : 0; /* m of the second of two heads */
        assert_true(made_get(&made, TRACE_MASKED, 0, 1, row, key) ==
                    made_get(&made, TRACE_SCALED, 0, 1, row, key) + bias);
      }
    made_end(&made);
  }
}

/* The kind of a file of this program is read and checked; of others the word may mean anything. */
static void a_kind_that_is_none_is_refused(void **state) {
  (void)state;
  static const char *const kinds[] = {"positions none", "positions upside-down"};
  for (int i = 0; i < 4; i++) {
    bool is_native = i < 2;
    Made made = is_native ? made_begin_native() : made_begin();
    const Trace *trace;
    MADE_TENSOR(&made, "layers.0.scores", 1, 1, 2, 2);
    made_pair(&made, "d_head", "4");
    made_pair(&made, "kind", kinds[i % 2]);
    if (is_native && i == 1) {
      assert_false(made_open(&made, NULL));
      assert_non_null(
          strstr(made.status.sentence, "the kind of attention is “positions upside-down”"));
    } else {
      made_must_open(&made, is_native ? NULL : "raw");
      assert_true(recording_trace(made.recording, made.folder.arena, 0, &trace, &made.status));
      assert_int_equal(trace_kind(trace)->of[KIND_POSITIONS],
                       is_native ? POSITIONS_NONE : POSITIONS_OWN);
    }
    made_end(&made);
  }
}

/* Half floats and whole numbers are read as what they are; a mask of bytes hides where it is 1. */
static void other_types_are_read(void **state) {
  (void)state;
  static const char header[] =
      "{\"__metadata__\":{\"format\":\"heads-up-trace-1\",\"d_head\":\"1\"},"
      "\"layers.0.scores\":{\"dtype\":\"BF16\",\"shape\":[1,2,2],\"data_offsets\":[0,8]},"
      "\"layers.0.mask\":{\"dtype\":\"BOOL\",\"shape\":[2,2],\"data_offsets\":[8,12]}}";
  Made made = made_begin();
  char file[512] = {(char)(sizeof header - 1)};
  memcpy(file + 8, header, sizeof header - 1);
  memcpy(file + 8 + sizeof header - 1, "\x80\x3F\x49\x40\x00\x00\x80\xBF\x00\x01\x00\x00", 12);
  Str bytes = {file, 8 + sizeof header - 1 + 12};
  file[1] = (char)((sizeof header - 1) >> 8);
  if (!recording_over(made.folder.arena, &(RecordingOrder){.path = "bytes"}, bytes, &made.recording,
                      &made.status))
    fail_msg("%s", made.status.sentence);
  assert_true(made_get(&made, TRACE_SCORES, 0, 0, 0, 1) == 3.140625F);
  assert_true(made_get(&made, TRACE_MASKED, 0, 0, 0, 1) == -INFINITY);
  assert_true(made_get(&made, TRACE_MASKED, 0, 0, 1, 1) == -1);
  made_end(&made);
}

/* A file of many gigabytes opens at once; only what is shown is read. */
static void a_large_file_opens_at_once(void **state) {
  (void)state;
  static const char header[] = "{\"attentions\":{\"dtype\":\"F32\",\"shape\":[40,16,2048,2048],"
                               "\"data_offsets\":[0,10737418240]}}";
  Made made = made_begin();
  const char *path = folder_file(&made.folder, "large.safetensors");
  char start[8 + sizeof header] = {(char)(sizeof header - 1)};
  RecordingAnswers answers;
  memcpy(start + 8, header, sizeof header - 1);
  int file = open(path, O_WRONLY | O_CREAT, 0600);
  assert_true(write(file, start, 8 + sizeof header - 1) == 8 + sizeof header - 1);
  bool sparse = ftruncate(file, (off_t)(8 + sizeof header - 1) + 10737418240) == 0;
  float last = 0.75F;
  sparse = sparse && pwrite(file, &last, 4, (off_t)(8 + sizeof header - 1) + 10737418236) == 4;
  close(file);
  assert_true(sparse); /* a file of 10 GB that is a hole */
  double begin_ms = os_process_cpu_ms();
  assert_true(recording_answers_parse("LHTS", &answers, NULL));
  if (!recording_open(made.folder.arena, &(RecordingOrder){.path = path, .answers = &answers},
                      &made.recording, &made.status))
    fail_msg("%s", made.status.sentence);
  assert_true(made_get(&made, TRACE_WEIGHTS, 39, 15, 2047, 2047) == 0.75F);
  assert_true(os_process_cpu_ms() - begin_ms < 1000);
  made_end(&made);
}

/* A file cut short while it is open is an error of the matrix that is missing. */
static void a_file_cut_short_is_an_error(void **state) {
  (void)state;
  Made made = made_begin_native();
  MADE_TENSOR(&made, "layers.0.weights", 1, 2, 4, 4);
  made_must_open(&made, NULL);
  float numbers[16];
  Mat to = {numbers, 4, 4, 4};
  assert_true(truncate(folder_file(&made.folder, "r.safetensors"), 200) == 0);
  assert_false(
      recording_derive(made.recording, (TraceMatrixId){TRACE_WEIGHTS, 0, 1}, to, &made.status));
  check_sentence(&made.status, "r.safetensors");
  made_end(&made);
}

/* ---- findings ---- */

static void sound_numbers_are_confirmed(void **state) {
  (void)state;
  Made made = made_begin_native();
  const float *scores = MADE_TENSOR(&made, "layers.0.scores", 1, 2, 3, 3);
  float *weights = MADE_TENSOR(&made, "layers.0.weights", 1, 2, 3, 3);
  for (int head = 0; head < 2; head++)
    made_softmax(scores + 9 * head, 2, true, 3, weights + 9 * head);
  made_pair(&made, "d_head", "4");
  made_pair(&made, "mask", "causal");
  made_must_open(&made, NULL);
  assert_true(recording_check(made.recording, 100, NULL, NULL));
  assert_true(made_has_finding(&made, "rows of weights sum to 1: largest difference"));
  assert_true(made_has_finding(&made, "weights = softmax(masked): largest difference"));
  assert_null(recording_contradiction(made.recording));
  weights[9 + 3] += 0.5F; /* of head 2, row 2 */
  made_must_open(&made, NULL);
  assert_true(recording_check(made.recording, 100, NULL, NULL));
  assert_non_null(
      strstr(recording_contradiction(made.recording), "row 2 of layer 1, head 2 sums to 1.5"));
  assert_true(
      made_has_finding(&made, "weights = softmax(masked) does not hold: they differ by up to 0.5"));
  weights[9 + 3] = NAN;
  made_must_open(&made, NULL);
  assert_true(recording_check(made.recording, 100, NULL, NULL));
  assert_true(made_has_finding(&made, "1 number is NaN or infinite"));
  made_end(&made);
}

/* Padding on the left: a row that sees no key has its weight spread by models that add a large
** number, which is no fault of the file; elsewhere weight on a hidden key is. */
static void rows_that_see_no_key(void **state) {
  (void)state;
  Made made = made_begin_native();
  const float *scores = MADE_TENSOR(&made, "layers.0.scores", 1, 1, 2, 2);
  float *weights = MADE_TENSOR(&made, "layers.0.weights", 1, 1, 2, 2);
  float *mask = MADE_TENSOR(&made, "layers.0.mask", 1, 2, 2);
  (void)scores;
  memcpy(weights, (const float[]){0.5F, 0.5F, 0, 1}, 4 * sizeof *weights);
  memcpy(mask, (const float[]){-INFINITY, -INFINITY, -INFINITY, 0}, 4 * sizeof *mask);
  made_pair(&made, "d_head", "4");
  made_must_open(&made, NULL);
  assert_true(recording_check(made.recording, 100, NULL, NULL));
  assert_null(recording_contradiction(made.recording));
  assert_true(made_has_finding(&made, "1 row sees no key, and has weights all the same"));
  memcpy(weights, (const float[]){0.5F, 0.5F, 1, 0}, 4 * sizeof *weights);
  made_must_open(&made, NULL);
  assert_true(recording_check(made.recording, 100, NULL, NULL));
  assert_true(made_has_finding(&made, "the mask hides pairs whose weight is up to 1"));
  made_end(&made);
}

/* A model that computed in half precision agrees within that precision, whatever the type of the
** file; the finding says so. */
static void numbers_of_half_floats(void **state) {
  (void)state;
  for (int half = 0; half < 2; half++) {
    Made made = made_begin_native();
    const float *scores = MADE_TENSOR(&made, "layers.0.scores", 1, 1, 3, 3);
    float *weights = MADE_TENSOR(&made, "layers.0.weights", 1, 1, 3, 3);
    made_softmax(scores, 2, false, 3, weights);
    weights[4] += 0.004F;
    made_pair(&made, "d_head", "4");
    made_pair(&made, "mask", "none");
    made_pair(&made, half ? "computed_in" : "unused", "bfloat16");
    made_must_open(&made, NULL);
    assert_true(recording_check(made.recording, 100, NULL, NULL));
    assert_true((recording_contradiction(made.recording) == NULL) == (half == 1));
    made_end(&made);
  }
}

/* Opening a file does not wait for matrices of 36 MB to be compared; checking all of it does. */
static void large_matrices_are_left_to_a_whole_check(void **state) {
  (void)state;
  Made made = made_begin_native();
  MADE_TENSOR(&made, "layers.0.weights", 1, 1, 3000, 3000);
  made_pair(&made, "notes", "one thing; another");
  made_must_open(&made, NULL);
  assert_true(recording_check(made.recording, 24, NULL, NULL));
  assert_true(made_has_finding(&made, "the matrices are large"));
  assert_null(recording_contradiction(made.recording));
  assert_true(made_has_finding(&made, "noted when it was recorded: one thing"));
  assert_true(made_has_finding(&made, "noted when it was recorded: another"));
  assert_true(recording_check(made.recording, INT_MAX, NULL, NULL));
  assert_non_null(strstr(recording_contradiction(made.recording), "do not sum to 1"));
  made_end(&made);
}

static bool stop_at_once(void *self) {
  (void)self;
  return true;
}

static void a_check_can_be_stopped(void **state) {
  (void)state;
  Made made = made_begin_native();
  MADE_TENSOR(&made, "layers.0.weights", 1, 2, 3, 3);
  made_must_open(&made, NULL);
  assert_false(
      recording_check(made.recording, 100, &(Progress){.stopped = stop_at_once}, &made.status));
  assert_int_equal(made.status.kind, STATUS_STOPPED);
  made_end(&made);
}

/* ---- what cannot be ---- */

static void shapes_that_disagree_are_named(void **state) {
  (void)state;
  Made made = made_begin_native();
  MADE_TENSOR(&made, "layers.0.q", 1, 2, 3, 4);
  MADE_TENSOR(&made, "layers.0.k", 2, 2, 5, 4);
  MADE_TENSOR(&made, "layers.0.v", 3, 2, 6, 4);
  assert_false(made_open(&made, NULL));
  check_sentence(&made.status, "“layers.0.v” and “layers.0.k” disagree (keys: 6 and 5)");
  made.count = 1;
  assert_false(made_open(&made, NULL));
  check_sentence(&made.status, "holds no recorded attention");
  MADE_TENSOR(&made, "layers.0.k", 2, 3, 5, 4);
  assert_false(made_open(&made, NULL));
  check_sentence(&made.status, "and “layers.0.q” disagree (heads of K and V: 3 and 2)");
  made.count = 0;
  MADE_TENSOR(&made, "layers.0.weights", 2, 3, 5, 4, 1, 2);
  assert_false(made_open(&made, NULL));
  check_sentence(&made.status, "has 5 axes");
  made_end(&made);
}

/* Shares do not tell why a pair has none; scores without a word of a mask are taken to have none.
** */
static void weights_alone_tell_of_no_mask(void **state) {
  (void)state;
  static const struct {
    const char *array, *mask, *name;
  } table[] = {{"layers.0.weights", NULL, "not recorded"},
               {"layers.0.scores", NULL, "none"},
               {"layers.0.scores", "edited", "edited"}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    Made made = made_begin_native();
    const Trace *trace;
    float *numbers = MADE_TENSOR(&made, table[i].array, 1, 1, 2, 2);
    for (int j = 0; j < 4; j++) numbers[j] = 0.5f;
    made_pair(&made, "d_head", "4");
    if (table[i].mask) made_pair(&made, "mask", table[i].mask);
    made_must_open(&made, NULL);
    assert_true(recording_trace(made.recording, made.folder.arena, 0, &trace, NULL));
    Str name = trace_layer_mask_name(trace, 0);
    if (!str_is(name, table[i].name))
      fail_msg("%s with mask %s: %.*s", table[i].array, table[i].mask ? table[i].mask : "-",
               (int)name.bytes, name.at);
    made_end(&made);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scores_give_scaled_masked_and_weights),
      cmocka_unit_test(what_some_layers_have_is_not_said_to_be_missing_in_all),
      cmocka_unit_test(grouped_heads_and_other_keys),
      cmocka_unit_test(a_layer_may_have_its_own_divisor),
      cmocka_unit_test(an_additive_mask_moves_scores),
      cmocka_unit_test(a_named_mask_counts_kept_keys),
      cmocka_unit_test(biases_are_read_with_their_kind_alone),
      cmocka_unit_test(a_kind_that_is_none_is_refused),
      cmocka_unit_test(other_types_are_read),
      cmocka_unit_test(a_large_file_opens_at_once),
      cmocka_unit_test(a_file_cut_short_is_an_error),
      cmocka_unit_test(sound_numbers_are_confirmed),
      cmocka_unit_test(rows_that_see_no_key),
      cmocka_unit_test(numbers_of_half_floats),
      cmocka_unit_test(large_matrices_are_left_to_a_whole_check),
      cmocka_unit_test(a_check_can_be_stopped),
      cmocka_unit_test(shapes_that_disagree_are_named),
      cmocka_unit_test(weights_alone_tell_of_no_mask),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
