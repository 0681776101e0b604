/* tests/recording/test_options.c -- what a plain file leaves open is decided by its numbers or
** asked, never guessed. */
#include "recording/made.h"

/* [L,H,T,S] and [B,H,T,S] look the same. */
static void layers_or_sentences_are_asked(void **state) {
  (void)state;
  Made made = made_begin();
  const float *weights = MADE_TENSOR(&made, "attentions", 1, 2, 3, 4, 4);
  made_must_ask(&made, NULL, "LHTS BHTS");
  made_must_open(&made, "LHTS");
  assert_true(made_get(&made, TRACE_WEIGHTS, 1, 2, 3, 1) == weights[((1 * 3 + 2) * 4 + 3) * 4 + 1]);
  made_must_ask(&made, "BHTS", "BHTS,batch=1 BHTS,batch=2");
  made_must_open(&made, "BHTS,batch=2");
  assert_true(made_get(&made, TRACE_WEIGHTS, 0, 2, 3, 1) == weights[((1 * 3 + 2) * 4 + 3) * 4 + 1]);
  assert_false(made_open(&made, "BHTS,batch=3"));
  check_sentence(&made.status, "there is no sentence 3; the numbers go from 1 to 2");
  made_end(&made);
}

/* A first axis of one is nothing to ask, and [H,T,S] has but one meaning. */
static void what_is_clear_is_not_asked(void **state) {
  (void)state;
  Made made = made_begin();
  MADE_TENSOR(&made, "attention_probs", 1, 1, 3, 4, 4);
  made_must_open(&made, NULL);
  made.count = 0;
  MADE_TENSOR(&made, "layer.4.attn.weights", 1, 3, 4, 4);
  made_must_open(&made, NULL);
  made.count = 0;
  MADE_TENSOR(&made, "attn_weights_0", 1, 1, 3, 4, 4);
  MADE_TENSOR(&made, "attn_weights_1", 1, 1, 3, 4, 4);
  made_must_open(&made, NULL);
  assert_true(made_has_finding(&made, "layers: 2, heads: 3, queries: 4, keys: 4"));
  made_end(&made);
}

/* [H,T,D] or [T,H,D]: decided by the tokens, by weights in the file, or asked. */
static void heads_or_tokens_first(void **state) {
  (void)state;
  Made made = made_begin();
  const float *q = MADE_TENSOR(&made, "q", 1, 5, 3, 2);
  const float *k = MADE_TENSOR(&made, "k", 2, 5, 3, 2);
  made_must_ask(&made, NULL, "HTD THD");
  made_must_open(&made, "THD");
  double score = (double)q[(4 * 3 + 1) * 2] * (double)k[(2 * 3 + 1) * 2] +
                 (double)q[(4 * 3 + 1) * 2 + 1] * (double)k[(2 * 3 + 1) * 2 + 1];
  assert_true(fabs((double)made_get(&made, TRACE_SCORES, 0, 1, 4, 2) - score) < 1e-5);
  made_pair(&made, "tokens", "[\"a\",\"b\",\"c\",\"d\",\"e\"]");
  made_must_open(&made, NULL);
  assert_true(fabs((double)made_get(&made, TRACE_SCORES, 0, 1, 4, 2) - score) < 1e-5);
  made_end(&made);
}

/* All heads side by side in one axis, before they are split. */
static void packed_heads_need_their_number(void **state) {
  (void)state;
  Made made = made_begin();
  const float *q = MADE_TENSOR(&made, "query", 1, 1, 5, 12);
  const float *k = MADE_TENSOR(&made, "key", 2, 1, 5, 6); /* two of four heads */
  assert_false(made_open(&made, "BTE"));
  check_sentence(&made.status, "heads=");
  made_must_open(&made, "BTE,heads=4");
  double score = 0;
  for (int d = 0; d < 3; d++) score += (double)q[2 * 12 + 3 * 3 + d] * (double)k[1 * 6 + 1 * 3 + d];
  assert_true(fabs((double)made_get(&made, TRACE_SCORES, 0, 3, 2, 1) - score) < 1e-5);
  made_end(&made);
}

static void turned_pairs_are_turned_back(void **state) {
  (void)state;
  Made made = made_begin();
  const float *weights = MADE_TENSOR(&made, "weights", 1, 2, 3, 5);
  made_must_open(&made, "HST");
  assert_true(made_get(&made, TRACE_WEIGHTS, 0, 1, 4, 2) == weights[(1 * 3 + 2) * 5 + 4]);
  made_end(&made);
}

/* Whether scores are divided is decided by Q and K, else by the weights, else asked. */
static void divided_or_not(void **state) {
  (void)state;
  for (int divided = 0; divided < 2; divided++) {
    Made made = made_begin();
    const float *q = MADE_TENSOR(&made, "layers.0.q", 1, 2, 3, 4);
    const float *k = MADE_TENSOR(&made, "layers.0.k", 2, 2, 3, 4);
    float *scores = MADE_TENSOR(&made, "layers.0.scores", 3, 2, 3, 3);
    made_pair(&made, "tokens", "[1, 2, 3]");
    for (int i = 0; i < 18; i++) {
      int head = i / 9, row = i / 3 % 3, col = i % 3;
      double product = 0;
      for (int d = 0; d < 4; d++)
        product += (double)q[(head * 3 + row) * 4 + d] * (double)k[(head * 3 + col) * 4 + d];
      scores[i] = (float)(product / (divided ? 2 : 1));
    }
    made_must_open(&made, NULL);
    assert_true(made_has_finding(&made, divided ? "divided by √d already, as Q and K tell"
                                                : "not divided, as Q and K tell"));
    float raw = made_get(&made, TRACE_SCORES, 0, 1, 2, 1),
          scaled = made_get(&made, TRACE_SCALED, 0, 1, 2, 1);
    assert_true(fabsf(raw - 2 * scaled) < 1e-5F);
    assert_true(fabsf((divided ? scaled : raw) - scores[9 + 7]) < 1e-5F);
    scores[1] += 1; /* neither any more */
    made_must_ask(&made, NULL, "raw scaled");
    made_must_open(&made, "raw");
    assert_true(recording_check(made.recording, 9, NULL, NULL));
    assert_true(made_has_finding(&made, "scores = Q·Kᵀ does not hold"));
    made_end(&made);
  }
}

static void weights_tell_too(void **state) {
  (void)state;
  for (int divided = 0; divided < 2; divided++) {
    Made made = made_begin();
    const float *scores = MADE_TENSOR(&made, "scores", 3, 2, 4, 4);
    made_must_ask(&made, NULL, "raw scaled");
    float *weights = MADE_TENSOR(&made, "weights", 3, 2, 4, 4);
    for (int head = 0; head < 2; head++)
      made_softmax(scores + 16 * head, divided ? 1 : 2, true, 4, weights + 16 * head);
    made_pair(&made, "d_head", "4");
    made_must_open(&made, NULL);
    assert_true(made_has_finding(&made, divided ? "divided by √d already, as the weights tell"
                                                : "not divided, as the weights tell"));
    assert_true(made_has_finding(&made, "the weights are those of a causal one"));
    assert_true(made_get(&made, TRACE_MASKED, 0, 0, 0, 3) == -INFINITY);
    made_end(&made);
  }
}

/* Ones may mean visible or hidden: decided by the weights, else asked. */
static void what_a_one_in_a_mask_means(void **state) {
  (void)state;
  for (int seen = 0; seen < 2; seen++) {
    Made made = made_begin();
    MADE_TENSOR(&made, "layers.0.q", 1, 2, 3, 4);
    MADE_TENSOR(&made, "layers.0.k", 2, 2, 3, 4);
    float *mask = MADE_TENSOR(&made, "layers.0.mask", 2, 3, 3);
    for (int i = 0; i < 9; i++) mask[i] = (float)((i % 3 <= i / 3) == seen);
    made_pair(&made, "tokens", "[1,2,3]");
    made_must_ask(&made, NULL, "seen hidden");
    made_must_open(&made, seen ? "seen" : "hidden");
    assert_true(made_get(&made, TRACE_MASKED, 0, 1, 1, 2) == -INFINITY);
    assert_true(isfinite(made_get(&made, TRACE_MASKED, 0, 1, 2, 2)));
    float *weights = MADE_TENSOR(&made, "layers.0.weights", 2, 2, 3, 3);
    for (int i = 0; i < 18; i++) weights[i] = i % 3 <= i / 3 % 3 ? 0.5F : 0;
    made_must_open(&made, NULL);
    assert_true(made_get(&made, TRACE_MASKED, 0, 1, 1, 2) == -INFINITY);
    made_end(&made);
  }
}

/* [L,H,T,S]: a mask of its own for every layer and head. */
static void a_mask_for_every_layer(void **state) {
  (void)state;
  Made made = made_begin();
  MADE_TENSOR(&made, "q", 1, 2, 3, 4, 5);
  MADE_TENSOR(&made, "k", 2, 2, 3, 4, 5);
  float *mask = MADE_TENSOR(&made, "mask", 3, 2, 3, 4, 4);
  for (int i = 0; i < 96; i++) mask[i] = 0;
  mask[((1 * 3 + 2) * 4 + 1) * 4 + 3] = -1e9F;
  made_pair(&made, "tokens", "[1,2,3,4]");
  made_must_open(&made, "LHTD");
  assert_true(made_get(&made, TRACE_MASKED, 1, 2, 1, 3) == -INFINITY);
  assert_true(isfinite(made_get(&made, TRACE_MASKED, 0, 2, 1, 3)));
  assert_true(isfinite(made_get(&made, TRACE_MASKED, 1, 1, 1, 3)));
  made_end(&made);
}

/* Self-attention, cross-attention and the encoder's have different words. */
static void kinds_of_attention_are_asked(void **state) {
  (void)state;
  Made made = made_begin_native();
  MADE_TENSOR(&made, "layers.0.weights", 1, 1, 2, 2);
  MADE_TENSOR(&made, "cross.0.weights", 2, 1, 2, 3);
  MADE_TENSOR(&made, "encoder.0.weights", 2, 1, 3, 3);
  made_pair(&made, "tokens", "[\"a\",\"b\"]");
  made_pair(&made, "key_tokens", "[\"u\",\"v\",\"w\"]");
  made_must_ask(&made, NULL, "self cross encoder");
  made_must_open(&made, "cross");
  assert_true(made_has_finding(&made, "layers: 1, heads: 1, queries: 2, keys: 3"));
  made_must_open(&made, "encoder");
  assert_true(made_has_finding(&made, "queries: 3, keys: 3"));
  made_must_open(&made, "self"); /* its keys are its queries, not the words of the encoder */
  assert_false(made_has_finding(&made, "words of keys do not fit"));
  made.count = 1;
  made_must_open(&made, NULL);
  assert_false(made_open(&made, "cross"));
  check_sentence(&made.status, "has no cross attention; it has: self");
  made_end(&made);
}

/* A checkpoint's weights are no attention weights, and what is not read is said. */
static void other_arrays_are_left_alone(void **state) {
  (void)state;
  Made made = made_begin();
  MADE_TENSOR(&made, "h.0.attn.c_attn.weight", 1, 4, 12);
  MADE_TENSOR(&made, "wte.weight", 1, 9, 4);
  assert_false(made_open(&made, NULL));
  check_sentence(&made.status, "holds no recorded attention");
  MADE_TENSOR(&made, "layers.0.weights", 1, 1, 2, 2);
  made_must_open(&made, NULL);
  assert_true(made_has_finding(&made, "“wte.weight” is not read"));
  made_end(&made);
}

static void one_array_of_any_name_is_asked(void **state) {
  (void)state;
  Made made = made_begin();
  MADE_TENSOR(&made, "run 7", 1, 2, 3, 3);
  made_must_ask(&made, NULL, "weights scores q k");
  made_must_open(&made, "weights");
  made_must_ask(&made, "scores", "scores,raw scores,scaled");
  made_end(&made);
}

static void readings_that_are_none(void **state) {
  (void)state;
  static const char *const wrong[] = {"LLTS", "raw;scaled", "batch=0", "heads=x",
                                      "HTSX", ",",          "d=-1",    "RAW"};
  RecordingAnswers answers;
  Status status;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_false(recording_answers_parse(wrong[i], &answers, &status));
    assert_int_equal(status.kind, STATUS_USAGE);
    check_sentence(&status, "is no reading");
  }
  assert_true(recording_answers_parse(" BTHD, scaled,batch=2 ,d=64", &answers, &status));
  assert_true(strcmp(answers.axes, "BTHD") == 0 && answers.scores_kind == 2 && answers.batch == 2 &&
              answers.d_head == 64);
  assert_true(recording_answers_parse(NULL, &answers, &status) &&
              recording_answers_parse("", &answers, &status));
}

/* Words of a file are escaped, so that they cannot control a terminal; if there are too many or too
** few, tokens are numbered. */
static void tokens_that_do_not_fit(void **state) {
  (void)state;
  Made made = made_begin_native();
  MADE_TENSOR(&made, "layers.0.weights", 1, 1, 2, 2);
  made_pair(&made, "tokens", "[\"a\",\"b\",\"c\"]");
  made_must_open(&made, NULL);
  assert_true(made_has_finding(&made, "3 words do not fit the number of queries, 2;"));
  made.pairs[1].value = "{\"a\": 1}";
  assert_false(made_open(&made, NULL));
  check_sentence(&made.status, "tokens is not a list of words");
  made.pairs[1].value = "[1.5, null]";
  assert_false(made_open(&made, NULL));
  check_sentence(&made.status, "entry 1 of tokens is neither a text nor a number");
  made.pairs[1].value = "[\"a\",";
  assert_false(made_open(&made, NULL));
  check_sentence(&made.status, "(tokens)");
  made_end(&made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(layers_or_sentences_are_asked),
      cmocka_unit_test(what_is_clear_is_not_asked),
      cmocka_unit_test(heads_or_tokens_first),
      cmocka_unit_test(packed_heads_need_their_number),
      cmocka_unit_test(turned_pairs_are_turned_back),
      cmocka_unit_test(divided_or_not),
      cmocka_unit_test(weights_tell_too),
      cmocka_unit_test(what_a_one_in_a_mask_means),
      cmocka_unit_test(a_mask_for_every_layer),
      cmocka_unit_test(kinds_of_attention_are_asked),
      cmocka_unit_test(other_arrays_are_left_alone),
      cmocka_unit_test(one_array_of_any_name_is_asked),
      cmocka_unit_test(readings_that_are_none),
      cmocka_unit_test(tokens_that_do_not_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
