/* The table of the settings of a kind: every value has its words, and its text in files reads back
** to the same value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "trace/attention_kind.h"

/* The shortest text of a value: its numbers without a name are always given. */
static Str text_of(KindSetting setting, int value) {
  static const char *const texts[KIND_SETTING_COUNT][SCHEDULE_COUNT] = {
      [KIND_SCHEDULE] = {[SCHEDULE_FLASH] = "flash 2 3"}};
  const char *name = kind_value(setting, value)->name;
  if (value < SCHEDULE_COUNT && texts[setting][value]) return str_from(texts[setting][value]);
  if (setting == KIND_APPROXIMATE && value == APPROXIMATE_LINFORMER) return STR("linformer 2");
  if (setting == KIND_APPROXIMATE && value == APPROXIMATE_PERFORMER) return STR("performer 2");
  if (setting == KIND_DROPOUT && value == DROPOUT_ON) return STR("0.25");
  if (setting == KIND_SCALE && value == SCALE_DIVISOR) return STR("3.25");
  if (setting == KIND_SOFTMAX && value == SOFTMAX_TEMPERATURE) return STR("temperature 0.5");
  if (setting == KIND_POSITIONS && value == POSITIONS_SHAW) return STR("shaw 4");
  return name[0] ? str_from(name) : STR("2");
}

/* What the bench measures and what a sentence of wrong values lists: each can be set as it is. */
static void every_value_can_be_set_as_it_starts(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int i = 0; i < KIND_SETTING_COUNT; i++)
    for (int j = 0; j < kind_value_count((KindSetting)i); j++) {
      AttentionKind starts = kind_as_it_starts((KindSetting)i, j), read = {0};
      const char *words = kind_write_setting(arena, &starts, (KindSetting)i);
      Status status = {0};
      if (!kind_set(&read, (KindSetting)i, str_from(words), &status))
        fail_msg("%s", status.sentence);
      assert_true(kind_equal(&starts, &read));
    }
  arena_free(arena);
}

static void every_value_has_a_name_and_words(void **state) {
  (void)state;
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    assert_true(strlen(kind_setting_name((KindSetting)i)) > 0);
    assert_string_equal(kind_value((KindSetting)i, KIND_OWN)->name, "own");
    assert_string_equal(kind_value((KindSetting)i, KIND_OWN)->words, "");
    assert_true(kind_value_count((KindSetting)i) > 1);
    for (int j = 1; j < kind_value_count((KindSetting)i); j++) {
      const KindValue *value = kind_value((KindSetting)i, j);
      assert_true(strlen(value->words) > 0);
      /* Without a name its first number stands for it. */
      assert_true(value->name[0] || (value->number_count > 0 && !value->numbers[0].name[0]));
      assert_true(strlen(value->brief) > 0);
      for (int k = 0; k < j; k++)
        assert_string_not_equal(value->name, kind_value((KindSetting)i, k)->name);
    }
  }
}

/* A sentence of a caption names the value; only over a model it says that it is laid over. */
static void every_value_is_said_in_a_sentence(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int i = 0; i < KIND_SETTING_COUNT; i++)
    for (int j = 0; j < kind_value_count((KindSetting)i); j++) {
      const KindValue *value = kind_value((KindSetting)i, j);
      AttentionKind kind = {0};
      assert_true(kind_set(&kind, (KindSetting)i, text_of((KindSetting)i, j), NULL));
      const char *over = kind_sentence(arena, &kind, (KindSetting)i, false);
      const char *recorded = kind_sentence(arena, &kind, (KindSetting)i, true);
      const char *words = kind_words(arena, &kind, (KindSetting)i, false);
      assert_int_equal(strncmp(words, value->words, strlen(value->words)), 0);
      bool has_first =
          value->number_count > 0 && !value->numbers[0].name[0] && !value->numbers[0].choices[0];
      assert_true(has_first == (strlen(words) > strlen(value->words)));
      assert_string_equal(kind_words(arena, &kind, (KindSetting)i, true), value->brief);
      assert_true((over[0] == '\0') == (j == KIND_OWN));
      assert_true((recorded[0] == '\0') == (j == KIND_OWN));
      if (j == KIND_OWN) continue;
      const char *named = value->named ? value->named : value->words;
      assert_non_null(strstr(over, named));
      /* the order of work is nothing that a model is trained with */
      assert_non_null(strstr(over, i == KIND_SCHEDULE  ? "the output is that of the whole matrix"
                                   : i == KIND_DROPOUT ? "laid over; weights are left out by chance"
                                   : i == KIND_MISTAKE
                                       ? "these numbers are wrong"
                                       : "laid over; this model was not trained with"));
      assert_non_null(strstr(recorded, named));
      assert_null(strstr(recorded, "laid over"));
    }
  arena_free(arena);
}

/* Numbers are read in any order; those that are as they start are not written. */
static void numbers_are_kept_and_said(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  AttentionKind kind = {0}, same = {0}, read;
  assert_true(kind_set(&kind, KIND_KEY_HEADS, STR("4"), NULL));
  assert_string_equal(kind_write(arena, &kind), "kv_heads 4");
  assert_string_equal(kind_words(arena, &kind, KIND_KEY_HEADS, false), "shared heads, G = 4");
  assert_true(kind_read(STR("positions none; kv_heads 4"), &read));
  assert_true(read.of[KIND_POSITIONS] == POSITIONS_NONE && read.numbers[KIND_KEY_HEADS][0] == 4);
  assert_false(kind_read(STR("kv_heads 0"), &read) || kind_read(STR("kv_heads 4 2"), &read));
  kind = (AttentionKind){0};
  assert_true(kind_set(&kind, KIND_SCHEDULE, STR("flash 2 1000000"), NULL));
  assert_true(kind_is_tiled(&kind));
  assert_string_equal(kind_write(arena, &kind), "schedule flash 2 1000000");
  assert_string_equal(kind_words(arena, &kind, KIND_SCHEDULE, false),
                      "tile by tile (FlashAttention), 2 × 1000000");
  assert_true(kind_read(STR("kv_heads 2; schedule flash 3 4"), &read));
  assert_int_equal(read.numbers[KIND_SCHEDULE][FLASH_ROWS], 3);
  assert_int_equal(read.numbers[KIND_SCHEDULE][FLASH_COLS], 4);
  assert_false(kind_read(STR("schedule flash"), &read) ||
               kind_read(STR("schedule flash 1"), &read));
  assert_true(kind_set(&kind, KIND_SCHEDULE, STR("whole"), NULL) && kind_is_own(&kind));
  assert_non_null(strstr(kind_list(arena), "schedule flash 4 4"));
  assert_non_null(strstr(kind_list(arena), "positions rope, positions shaw 3, kv_heads 1"));
  assert_true(kind_set(&kind, KIND_POSITIONS, STR("t5 far 64 buckets 16"), NULL));
  assert_true(kind_set(&same, KIND_POSITIONS, STR("t5 buckets 16 far 64"), NULL));
  assert_true(kind_equal(&kind, &same));
  assert_int_equal(kind.numbers[KIND_POSITIONS][T5_BUCKETS], 16);
  assert_string_equal(kind_write(arena, &kind), "positions t5 buckets 16 far 64");
  assert_string_equal(kind_words(arena, &kind, KIND_POSITIONS, false),
                      "relative buckets (T5), buckets 16, far 64");
  assert_true(kind_read(str_from(kind_write(arena, &kind)), &read) && kind_equal(&read, &kind));
  assert_true(kind_set(&kind, KIND_POSITIONS, STR("t5 buckets 32"), NULL));
  assert_string_equal(kind_write(arena, &kind), "positions t5");
  assert_int_equal(kind.numbers[KIND_POSITIONS][T5_FAR], 128);
  assert_true(kind_set(&kind, KIND_POSITIONS, STR("rope interleaved base 500"), NULL));
  assert_string_equal(kind_write(arena, &kind), "positions rope base 500 interleaved");
  assert_string_equal(kind_words(arena, &kind, KIND_POSITIONS, false),
                      "rotary positions (RoPE), base 500, interleaved");
  assert_true(kind_read(str_from(kind_write(arena, &kind)), &read) && kind_equal(&read, &kind));
  assert_true(kind_set(&kind, KIND_POSITIONS, STR("rope half"), NULL));
  assert_string_equal(kind_write(arena, &kind), "positions rope");
  assert_true(kind_set(&kind, KIND_POSITIONS, STR("own"), NULL) && kind_is_own(&kind));
  assert_true(kind_set(&kind, KIND_APPROXIMATE, STR("performer 64"), NULL));
  assert_string_equal(kind_write(arena, &kind), "approximate performer 64");
  assert_string_equal(kind_words(arena, &kind, KIND_APPROXIMATE, false),
                      "random features (Performer), M = 64");
  assert_true(kind_fewer(&kind) == 64 && kind_has_features(&kind) && !kind_mixes_keys(&kind));
  assert_true(kind_read(str_from(kind_write(arena, &kind)), &read) && kind_equal(&read, &kind));
  assert_true(kind_resize(&kind, true, NULL) && kind_fewer(&kind) == 128);
  assert_true(kind_set(&kind, KIND_APPROXIMATE, STR("linformer 1"), NULL));
  assert_false(kind_resize(&kind, false, NULL) || kind_read(STR("approximate linformer"), &read));
  assert_true(kind_set(&kind, KIND_APPROXIMATE, STR("exact"), NULL) && kind_is_own(&kind));
  assert_false(kind_resize(&kind, true, NULL));
  assert_true(kind_set(&kind, KIND_POSITIONS, STR("shaw 5"), NULL));
  assert_int_equal(kind_relative_rows(&kind), 11);
  assert_string_equal(kind_write(arena, &kind), "positions shaw 5");
  assert_string_equal(kind_words(arena, &kind, KIND_POSITIONS, false),
                      "relative vectors (Shaw), K = 5");
  arena_free(arena);
}

/* The second sentence stands behind the settings, whatever is in it. */
static void a_second_sentence_is_written_and_read(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  AttentionKind kind = {0}, read;
  Str second;
  assert_string_equal(kind_write_cross(arena, &kind, (Str){NULL, 0}), "");
  assert_string_equal(kind_write_cross(arena, &kind, STR("a dog ran")), "cross \"a dog ran\"");
  assert_true(kind_set(&kind, KIND_POSITIONS, STR("none"), NULL));
  const char *both = kind_write_cross(arena, &kind, STR("say \"hi\"; cross \"it\""));
  assert_string_equal(both, "positions none; cross \"say \\\"hi\\\"; cross \\\"it\\\"\"");
  assert_true(kind_read_cross(str_from(both), &read, &second) && kind_equal(&read, &kind));
  assert_true(str_is(second, "say \\\"hi\\\"; cross \\\"it\\\""));
  assert_true(kind_read_cross(STR("positions none"), &read, &second) && !second.at);
  static const char *const wrong[] = {"cross",
                                      "cross a",
                                      "cross \"a",
                                      "; cross \"a\"",
                                      "positions \"a\"",
                                      "nocross \"a\"",
                                      "positions none cross \"a\"",
                                      "cross \"a\"; positions none"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    if (kind_read_cross(str_from(wrong[i]), &read, &second)) fail_msg("“%s” is read", wrong[i]);
  arena_free(arena);
}

/* Numbers with decimals are kept in parts of a unit. */
static void decimals_are_kept_and_said(void **state) {
  (void)state;
  static const struct {
    const char *text, *written;
  } right[] = {{"0.3 seed 5", "dropout 0.3 seed 5"},
               {"0.30", "dropout 0.3"},
               {".125", "dropout 0.125"},
               {"0", "dropout 0"},
               {"seed", NULL},
               {"0.9 seed 1", "dropout 0.9"},
               {"0.05 seed 0", "dropout 0.05 seed 0"}};
  Arena *arena = arena_make(0);
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    AttentionKind kind = {0}, read;
    bool is_set = kind_set(&kind, KIND_DROPOUT, str_from(right[i].text), NULL);
    assert_true(is_set == (right[i].written != NULL));
    if (!is_set) continue;
    assert_string_equal(kind_write(arena, &kind), right[i].written);
    assert_true(kind_read(str_from(right[i].written), &read) && kind_equal(&read, &kind));
    assert_true(kind_drops(&kind));
  }
  AttentionKind kind = {0};
  assert_true(kind_set(&kind, KIND_DROPOUT, STR("0.3 seed 5"), NULL));
  assert_true(kind_dropped_share(&kind) == 0.3);
  assert_string_equal(kind_words(arena, &kind, KIND_DROPOUT, false), "dropout, P = 0.3, seed 5");
  assert_string_equal(kind_number_words(arena, &kind, KIND_DROPOUT, DROPOUT_SHARE), "0.3");
  assert_true(kind_set(&kind, KIND_DROPOUT, STR("off"), NULL) && kind_is_own(&kind));
  assert_true(kind_set(&kind, KIND_SCORE, STR("cosine"), NULL) && kind_temperature(&kind) == 10);
  assert_string_equal(kind_write(arena, &kind), "score cosine");
  assert_true(kind_set(&kind, KIND_SCORE, STR("cosine temperature 2.5"), NULL));
  assert_true(kind_temperature(&kind) == 2.5);
  assert_string_equal(kind_write(arena, &kind), "score cosine temperature 2.5");
  assert_true(kind_set(&kind, KIND_SCORE, STR("dot"), NULL) && kind_is_own(&kind));
  arena_free(arena);
}

static void what_makes_no_setting_is_refused(void **state) {
  (void)state;
  static const struct {
    KindSetting setting;
    const char *text, *words;
  } wrong[] = {
      {KIND_POSITIONS, "shaw", "shaw takes 1 whole number from 1 to 1024"},
      {KIND_POSITIONS, "shaw 0", "shaw takes a whole number from 1 to 1024, not “0”"},
      {KIND_POSITIONS, "shaw 5000000", "from 1 to 1024, not “5000000”"},
      {KIND_POSITIONS, "shaw 3 far 4", "shaw has no number “far”; it has: N"},
      {KIND_DROPOUT, "1", "dropout takes a number from 0 to 0.9 in steps of 0.001, not “1”"},
      {KIND_DROPOUT, "-0.1", "from 0 to 0.9 in steps of 0.001, not “-0.1”"},
      {KIND_DROPOUT, "0.95", "from 0 to 0.9 in steps of 0.001, not “0.95”"},
      {KIND_DROPOUT, "0.0001", "in steps of 0.001, not “0.0001”"},
      {KIND_DROPOUT, "0.", "not “0.”"},
      {KIND_DROPOUT, "1e-1", "not “1e-1”"},
      {KIND_DROPOUT, "0.3 seed -1", "seed of dropout is a whole number from 0 to 1000000000"},
      {KIND_DROPOUT, "0.3 sed 1", "dropout has no number “sed”; it has: N, seed N"},
      {KIND_DROPOUT, "much", "there is no dropout “much”; it is one of: off, a number"},
      {KIND_SCORE, "nonsense", "there is no score “nonsense”; it is one of: dot, general"},
      {KIND_SCORE, "cosin", "did you mean “cosine”?"},
      {KIND_SCORE, "cosine temperature 0",
       "temperature of cosine is a number from 0.01 to 1000 in steps of 0.01, not “0”"},
      {KIND_SCORE, "cosine 5", "cosine has no number “5”; it has: temperature N"},
      {KIND_SCORE, "additive 3", "additive has no number “3”; it stands alone"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    AttentionKind kind = {0};
    Status status = {0};
    bool set = kind_set(&kind, wrong[i].setting, str_from(wrong[i].text), &status);
    if (set) fail_msg("“%s” is set", wrong[i].text);
    if (!strstr(status.sentence, wrong[i].words))
      fail_msg("“%s”: %s", wrong[i].text, status.sentence);
    assert_true(kind_is_own(&kind));
  }
}

static void a_wrong_number_is_named_with_its_limits(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } wrong[] = {
      {"t5 buckets", "buckets of t5 is a whole number from 4 to 1024, not “”"},
      {"t5 buckets 3", "from 4 to 1024, not “3”"},
      {"t5 buckets 1e3", "not “1e3”"},
      {"t5 buckets 16 buckets 16", "t5 has no number “buckets”"},
      {"t5 16", "t5 has no number “16”; it has: buckets N, far N"},
      {"t5 far 16", "far of t5 is more than half of its buckets, 17 or more of 32, not 16"},
      {"t5 far 1000001", "far of t5 is a whole number from 3 to 1000000, not “1000001”"},
      {"rope base 1", "base of rope is a whole number from 2 to 1000000000, not “1”"},
      {"rope half interleaved",
       "rope has no number “interleaved”; it has: base N, half|interleaved"},
      {"rope thirds", "rope has no number “thirds”"},
      {"alibi 2", "alibi has no number “2”; it stands alone"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    AttentionKind kind = {.of[KIND_POSITIONS] = POSITIONS_NONE};
    Status status = {0};
    bool set = kind_set(&kind, KIND_POSITIONS, str_from(wrong[i].text), &status);
    if (set) fail_msg("“%s” is set", wrong[i].text);
    assert_int_equal(status.kind, STATUS_USAGE);
    if (!strstr(status.sentence, wrong[i].words))
      fail_msg("“%s”: %s", wrong[i].text, status.sentence);
    assert_int_equal(kind.of[KIND_POSITIONS], POSITIONS_NONE);
  }
}

/* Tiles that are none are refused, and nothing is changed. */
static void a_wrong_tile_is_named_with_its_limits(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } wrong[] = {
      {"flash", "flash takes 2 whole numbers from 1 to 1000000"},
      {"flash 2", "flash takes 2 whole numbers from 1 to 1000000"},
      {"flash 0 2", "flash takes a whole number from 1 to 1000000, not “0”"},
      {"flash 2 -1", "flash takes a whole number from 1 to 1000000, not “-1”"},
      {"flash 2 1000001", "not “1000001”"},
      {"flash two 2", "not “two”"},
      {"flash 2 2 2", "flash has no number “2”"},
      {"whole 2", "has no number “2”; it stands alone"},
      {"flush", "there is no schedule “flush”; did you mean “flash”? It is one of: whole, flash"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    AttentionKind kind = {.of[KIND_SCHEDULE] = SCHEDULE_FLASH, .numbers[KIND_SCHEDULE] = {7, 8}};
    AttentionKind before = kind;
    Status status = {0};
    if (kind_set(&kind, KIND_SCHEDULE, str_from(wrong[i].text), &status))
      fail_msg("“%s” is set", wrong[i].text);
    assert_int_equal(status.kind, STATUS_USAGE);
    if (!strstr(status.sentence, wrong[i].words))
      fail_msg("“%s”: %s", wrong[i].text, status.sentence);
    assert_true(kind_equal(&kind, &before));
  }
}

/* All values of all settings, one after the other. */
static void what_is_written_is_read_back(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  AttentionKind kind = {0}, read;
  assert_string_equal(kind_write(arena, &kind), "");
  assert_true(kind_read(STR(""), &read) && kind_is_own(&read));
  for (int i = 0; i < KIND_SETTING_COUNT; i++)
    for (int j = 0; j < kind_value_count((KindSetting)i); j++) {
      assert_true(kind_set(&kind, (KindSetting)i, text_of((KindSetting)i, j), NULL));
      assert_int_equal(kind.of[i], j);
      assert_true(kind_read(str_from(kind_write(arena, &kind)), &read));
      assert_true(kind_equal(&read, &kind));
    }
  kind = (AttentionKind){.of[KIND_POSITIONS] = POSITIONS_NONE};
  assert_string_equal(kind_write(arena, &kind), "positions none");
  assert_false(kind_is_own(&kind));
  arena_free(arena);
}

static void what_is_no_kind_is_not_read(void **state) {
  (void)state;
  static const char *const wrong[] = {"positions",
                                      "positions ",
                                      "positions nope",
                                      "position none",
                                      "none",
                                      " positions none",
                                      "positions none ",
                                      "positions none;",
                                      "positions none; ",
                                      "positions none; positions none",
                                      "positions none;positions",
                                      "; positions none",
                                      "positionsnone"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    AttentionKind kind = {.of[KIND_POSITIONS] = POSITIONS_NONE};
    if (kind_read(str_from(wrong[i]), &kind)) fail_msg("“%s” is read", wrong[i]);
    assert_int_equal(kind.of[KIND_POSITIONS], POSITIONS_NONE);
  }
}

static void a_wrong_value_is_named_with_those_there_are(void **state) {
  (void)state;
  AttentionKind kind = {0};
  Status status = {0};
  assert_false(kind_set(&kind, KIND_POSITIONS, STR("nono"), &status));
  assert_int_equal(status.kind, STATUS_USAGE);
  assert_non_null(strstr(status.sentence, "“nono”; did you mean “none”?"));
  assert_non_null(strstr(status.sentence, "own, none, sinusoidal, alibi, t5"));
  assert_true(kind_is_own(&kind));
}

/* A step stays within the limits of the number, comes to a multiple of its step first, and never
** makes what a command refuses. */
static void numbers_are_stepped(void **state) {
  (void)state;
  static const struct {
    const char *from;
    KindSetting setting;
    int place, by;
    const char *to; /* NULL: there is no further one */
  } steps[] = {
      {"linformer 1", KIND_APPROXIMATE, 0, -1, NULL},
      {"linformer 5", KIND_APPROXIMATE, 0, 1, "linformer 10"},
      {"performer 4096", KIND_APPROXIMATE, 0, 1, NULL},
      {"performer 3000", KIND_APPROXIMATE, 0, 1, "performer 4096"},
      {"shaw 3", KIND_POSITIONS, 0, 1, "shaw 4"},
      {"rope base 500", KIND_POSITIONS, ROPE_BASE, 1, "rope base 5000"},
      {"rope", KIND_POSITIONS, ROPE_PAIRS, 1, NULL}, /* words, no number */
      {"t5 buckets 32 far 20", KIND_POSITIONS, T5_BUCKETS, 1, NULL},
      {"t5 buckets 32 far 40", KIND_POSITIONS, T5_BUCKETS, 1, "t5 buckets 64 far 40"},
      {"0.25 seed 2", KIND_DROPOUT, DROPOUT_SHARE, 1, "0.3 seed 2"},
      {"0.25", KIND_DROPOUT, DROPOUT_SHARE, -1, "0.2"},
      {"0.9", KIND_DROPOUT, DROPOUT_SHARE, 1, NULL},
      {"flash 4 1", KIND_SCHEDULE, FLASH_COLS, -1, NULL},
      {"flash 4 1", KIND_SCHEDULE, FLASH_ROWS, -1, "flash 3 1"},
      {"cosine", KIND_SCORE, 0, 1, "cosine temperature 20"},
  };
  Arena *arena = arena_make(0);
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
    AttentionKind kind = {0}, before;
    bool set = kind_set(&kind, steps[i].setting, str_from(steps[i].from), NULL);
    before = kind;
    bool stepped = kind_step(&kind, steps[i].setting, steps[i].place, steps[i].by);
    if (steps[i].to == NULL) {
      if (stepped) assert_string_equal(steps[i].from, "has no further number");
      assert_true(kind_equal(&kind, &before));
      continue;
    }
    /* far 20 is refused beside 64 buckets, but not 40 */
    assert_true(stepped && set);
    assert_string_equal(kind_write_setting(arena, &kind, steps[i].setting), steps[i].to);
    assert_true(kind_set(&before, steps[i].setting, str_from(steps[i].to), NULL));
  }
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_value_can_be_set_as_it_starts),
      cmocka_unit_test(every_value_has_a_name_and_words),
      cmocka_unit_test(every_value_is_said_in_a_sentence),
      cmocka_unit_test(numbers_are_kept_and_said),
      cmocka_unit_test(numbers_are_stepped),
      cmocka_unit_test(a_second_sentence_is_written_and_read),
      cmocka_unit_test(decimals_are_kept_and_said),
      cmocka_unit_test(what_makes_no_setting_is_refused),
      cmocka_unit_test(a_wrong_number_is_named_with_its_limits),
      cmocka_unit_test(a_wrong_tile_is_named_with_its_limits),
      cmocka_unit_test(what_is_written_is_read_back),
      cmocka_unit_test(what_is_no_kind_is_not_read),
      cmocka_unit_test(a_wrong_value_is_named_with_those_there_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
