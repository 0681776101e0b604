/* tests/recording/test_round_trip.c -- what this program writes it opens again, identical. */
#include <unistd.h>

#include "model/run.h"
#include "recording/made.h"
#include "trace/file/trace_file.h"

static const TracePart parts[] = {TRACE_X,      TRACE_Q,      TRACE_K,        TRACE_V,
                                  TRACE_SCORES, TRACE_SCALED, TRACE_MASKED,   TRACE_WEIGHTS,
                                  TRACE_OUTPUT, TRACE_CONCAT, TRACE_ATTN_PROJ};

enum { PART_COUNT = sizeof parts / sizeof parts[0] };

static Recording *open_file(const Folder *folder, const char *name) {
  Recording *recording;
  Status status;
  if (!recording_open(folder->arena, &(RecordingOrder){.path = folder_file(folder, name)},
                      &recording, &status))
    fail_msg("%s", status.sentence);
  return recording;
}

static void check_numbers(const Folder *folder, Recording *recording, const Trace *trace) {
  for (int i = 0; i < PART_COUNT; i++)
    for (int layer = 0; layer < trace_layer_count(trace); layer++)
      for (int head = 0; head < trace_head_count(trace, layer); head++) {
        MatView wanted = trace_matrix(trace, parts[i], layer, head);
        float *at =
            arena_take(folder->arena, (size_t)wanted.rows * (size_t)wanted.cols, sizeof *at);
        Mat to = {at, wanted.rows, wanted.cols, wanted.cols};
        assert_true(recording_has(recording, parts[i]));
        assert_true(recording_derive(recording, (TraceMatrixId){parts[i], layer, head}, to, NULL));
        for (int row = 0; row < wanted.rows; row++)
          assert_memory_equal(mat_row_of(to, row), mat_row(wanted, row),
                              (size_t)wanted.cols * sizeof *at);
      }
}

/* Written, opened, every number compared, checked and written again: the same bytes. */
static void check_trip_of(Run run, const char *model, const char *mask) {
  Folder folder = folder_make();
  const Trace *again;
  Status status;
  assert_true(trace_save_safetensors(run.trace, folder_file(&folder, "a.safetensors"), "0.1.0",
                                     NULL, NULL));
  Recording *recording = open_file(&folder, "a.safetensors");
  check_numbers(&folder, recording, run.trace);
  assert_true(recording_check(recording, 1000, NULL, &status));
  if (recording_contradiction(recording))
    fail_msg("%s, %s: %s", model, mask, recording_contradiction(recording));
  if (!recording_save(recording, folder_file(&folder, "b.safetensors"), "0.1.0", NULL, &status))
    fail_msg("%s", status.sentence);
  Str first = folder_read(&folder, "a.safetensors"), second = folder_read(&folder, "b.safetensors");
  assert_int_equal(first.bytes, second.bytes);
  assert_memory_equal(first.at, second.at, first.bytes);
  assert_true(recording_trace(recording, folder.arena, 0, &again, &status));
  assert_true(kind_equal(trace_kind(again), trace_kind(run.trace)));
  assert_true(trace_is_cross(again) == trace_is_cross(run.trace) && !trace_keys_are_kept(again));
  assert_true(str_equal(trace_second_sentence(again), trace_second_sentence(run.trace)));
  recording_close(recording);
  run_free(&run);
  folder_remove(&folder);
}

static void check_trip_of_kind(const char *model, const char *mask, const char *kind,
                               const char *sentence) {
  check_trip_of(run_make_kind(model, mask, kind, str_from(sentence)), model, mask);
}

static void check_cross(const char *model, const char *kind, const char *sentence,
                        const char *second) {
  check_trip_of(run_make_cross(model, kind, str_from(sentence), str_from(second)), model, "own");
}

/* Fewer keys than queries, as many, and more, the last of which may be the same words. */
static void a_second_sentence_comes_back(void **state) {
  (void)state;
  check_cross("random", "", "the cat sat on the mat", "a dog ran");
  check_cross("hand-made", "positions none; kv_heads 2", "the cat sat", "a \"dog\"; ran");
  check_cross("made-reader", "", "the cat", "say it to the cat");
  check_cross("made-writer", "positions alibi", "一 二", "the cat");
  check_cross("made-without-mlp", "positions rope", "the cat", "the cat");
}

static void check_trip(const char *model, const char *mask, const char *sentence) {
  check_trip_of_kind(model, mask, "", sentence);
}

static void what_was_laid_over_comes_back(void **state) {
  (void)state;
  check_trip_of_kind("hand-made", "causal", "positions none", "the cat sat");
  check_trip_of_kind("made-writer", "own", "positions none", "the cat sat");
  check_trip_of_kind("hand-made", "causal", "positions alibi", "the cat sat on it");
  check_trip_of_kind("made-reader", "own", "positions alibi", "the cat sat");
  check_trip_of_kind("made-writer", "none", "positions alibi", "one");
  check_trip_of_kind("hand-made", "causal", "positions t5 buckets 8 far 6", "the cat sat on it");
  check_trip_of_kind("made-reader", "own", "positions t5", "the cat sat");
  check_trip_of_kind("made-reader", "own", "positions sinusoidal", "the cat sat");
  check_trip_of_kind("made-reader", "own", "positions rope", "the cat sat");
  check_trip_of_kind("hand-made", "causal", "positions rope base 500 interleaved; kv_heads 2",
                     "the cat sat on it");
  check_trip_of_kind("hand-made", "causal", "kv_heads 2", "the cat sat on it");
  check_trip_of_kind("made-reader", "own", "positions t5; kv_heads 1", "the cat sat");
  check_trip_of_kind("hand-made", "none", "approximate linformer 5", "the cat sat on it");
  check_trip_of_kind("made-reader", "padding:1", "kv_heads 1; approximate linformer 3",
                     "the cat sat");
  check_trip_of_kind("made-reader", "none", "positions rope; approximate linformer 3",
                     "the cat sat");
  check_trip_of_kind("hand-made", "causal", "approximate performer 20", "the cat sat on it");
  check_trip_of_kind("made-writer", "prefix:2 padding:1", "kv_heads 1; approximate performer 3",
                     "the cat sat on it");
  check_trip_of_kind("made-reader", "none", "positions rope; approximate performer 3",
                     "the cat sat");
  check_trip_of_kind("made-reader", "none", "approximate linformer 7; score additive; dropout 0.25",
                     "the cat sat");
  check_trip_of_kind("hand-made", "none", "approximate linformer 2; score general",
                     "the cat sat on it");
  check_trip_of_kind("made-reader", "none", "positions rope; approximate linformer 3; score cosine",
                     "the cat sat");
  check_trip_of_kind("hand-made", "none", "approximate linformer 5", "");
  check_trip_of_kind("hand-made", "none", "approximate performer 5", "");
  check_trip_of_kind("hand-made", "causal", "score general; kv_heads 2", "the cat sat on it");
  check_trip_of_kind("made-reader", "own", "score cosine temperature 7.25", "the cat sat");
  check_trip_of_kind("hand-made", "none", "positions t5; score cosine", "the cat sat on it");
  check_trip_of_kind("made-writer", "own", "positions rope; score additive", "the cat sat");
  check_trip_of_kind("hand-made", "window:1", "kv_heads 1; score additive", "the cat sat on it");
  check_trip_of_kind("hand-made", "causal", "positions shaw 2; kv_heads 2", "the cat sat on it");
  check_trip_of_kind("made-reader", "own", "positions shaw 1; score general", "one");
  check_trip_of_kind("hand-made", "causal", "positions alibi; dropout 0.5 seed 9",
                     "the cat sat on it");
  check_trip_of_kind("made-reader", "own", "positions shaw 4; score general; dropout 0.125",
                     "the cat sat");
  check_trip_of_kind("hand-made", "causal", "schedule flash 2 2", "the cat sat on it");
  check_trip_of_kind("made-reader", "own", "positions alibi; schedule flash 3 2", "the cat sat");
  check_trip_of_kind("hand-made", "causal", "positions shaw 2; schedule flash 2 3",
                     "the cat sat on it");
  check_trip_of_kind("made-reader", "own", "positions shaw 2; dropout 0.4; schedule flash 2 3",
                     "the cat sat on it");
  check_trip_of_kind("hand-made", "causal", "score cosine; approximate performer 20",
                     "the cat sat on it");
}

static void every_model_and_mask_comes_back(void **state) {
  (void)state;
  static const char *const masks[] = {"own",
                                      "none",
                                      "causal",
                                      "padding:2",
                                      "window:1",
                                      "prefix:3",
                                      "causal window:1",
                                      "prefix:1 window:2 padding:1",
                                      "causal dilated:1:2 blocks:2 global:1,3 random:1:seed:3"};
  static const char *const models[] = {"hand-made",        "random",
                                       "made-reader",      "made-writer",
                                       "made-without-mlp", "random like llama",
                                       "random like t5",   "random like bloom",
                                       "random like gpt2"};
  for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++)
    for (size_t j = 0; j < sizeof models / sizeof models[0]; j++)
      check_trip(models[j], masks[i], "say \"hi\", the cat 世界");
}

static void odd_sentences_come_back(void **state) {
  (void)state;
  check_trip("hand-made", "causal", "");
  check_trip("hand-made", "none", "one");
  check_trip("hand-made", "padding:9", "all are hidden");
  check_trip("hand-made", "none", "\xFF\x1B[31m \xE2\x80\xAE left");
}

/* A file written to disk and one made in memory are equal. */
static void both_ways_of_writing_agree(void **state) {
  (void)state;
  Folder folder = folder_make();
  Run run = run_make("made-reader", "own", STR("the cat sat"));
  Str bytes;
  assert_true(trace_to_safetensors(folder.arena, run.trace, "0.1.0", &bytes, NULL));
  assert_true(trace_save_safetensors(run.trace, folder_file(&folder, "a.safetensors"), "0.1.0",
                                     NULL, NULL));
  Str file = folder_read(&folder, "a.safetensors");
  assert_int_equal(file.bytes, bytes.bytes);
  assert_memory_equal(file.at, bytes.at, bytes.bytes);
  run_free(&run);
  folder_remove(&folder);
}

/* What a recorder wrote, in any order and type, is written in ours and then stays as it is; grouped
** heads, keys of their own, masks and divisors are kept. */
static void a_recorded_file_settles(void **state) {
  (void)state;
  Made made = made_begin_native();
  MADE_TENSOR(&made, "cross.10.v", 1, 2, 3, 5);
  MADE_TENSOR(&made, "cross.10.q", 2, 4, 2, 6);
  MADE_TENSOR(&made, "cross.10.k", 3, 2, 3, 6);
  float *mask = MADE_TENSOR(&made, "cross.10.mask", 3, 4, 2, 3);
  mask[5] = -INFINITY;
  MADE_TENSOR(&made, "cross.9.scores", 4, 4, 2, 3);
  made_pair(&made, "cross.9.mask", "padding:1");
  made_pair(&made, "cross.9.divisor", "2.5");
  made_pair(&made, "tokens", "[\"a\", \"b\"]");
  made_pair(&made, "key_tokens", "[\"u\",\"\\u001b\",\"w\"]");
  made_must_open(&made, NULL);
  const char *first = folder_file(&made.folder, "1.safetensors"),
             *second = folder_file(&made.folder, "2.safetensors");
  assert_true(recording_save(made.recording, first, "0.1.0", NULL, NULL));
  Recording *again = open_file(&made.folder, "1.safetensors");
  assert_true(recording_save(again, second, "0.1.0", NULL, NULL));
  Str a = folder_read(&made.folder, "1.safetensors"),
      b = folder_read(&made.folder, "2.safetensors");
  assert_int_equal(a.bytes, b.bytes);
  assert_memory_equal(a.at, b.at, a.bytes);
  float expected = made_get(&made, TRACE_WEIGHTS, 1, 3, 1, 2);
  Recording *before = made.recording;
  made.recording = again;
  assert_true(made_get(&made, TRACE_WEIGHTS, 1, 3, 1, 2) == expected);
  assert_true(made_get(&made, TRACE_MASKED, 0, 0, 0, 2) == -INFINITY);
  recording_close(before);
  made_end(&made);
}

/* If a matrix cannot be read, the old file stays as it was. */
static void a_failed_save_leaves_the_old_file(void **state) {
  (void)state;
  Made made = made_begin_native();
  MADE_TENSOR(&made, "layers.0.weights", 1, 2, 40, 40);
  made_must_open(&made, NULL);
  folder_write(&made.folder, "old.safetensors", STR("old"));
  assert_int_equal(truncate(folder_file(&made.folder, "r.safetensors"), 6000), 0);
  assert_false(recording_save(made.recording, folder_file(&made.folder, "old.safetensors"), "0.1.0",
                              NULL, &made.status));
  check_sentence(&made.status, "r.safetensors");
  assert_true(str_is(folder_read(&made.folder, "old.safetensors"), "old"));
  made_end(&made); /* which fails where a third file is left */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_second_sentence_comes_back),
      cmocka_unit_test(every_model_and_mask_comes_back),
      cmocka_unit_test(what_was_laid_over_comes_back),
      cmocka_unit_test(odd_sentences_come_back),
      cmocka_unit_test(both_ways_of_writing_agree),
      cmocka_unit_test(a_recorded_file_settles),
      cmocka_unit_test(a_failed_save_leaves_the_old_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
