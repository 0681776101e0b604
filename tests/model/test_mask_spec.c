/* tests/model/test_mask_spec.c -- masks by name, and edits on top of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/mask_spec.h"

static const MaskParts causal = {.named = 1u << MASK_CAUSAL};

/* Every name of a mask reads as itself again. */
static void every_name_can_be_read(void **state) {
  (void)state;
  static const char *const names[] = {"none",
                                      "causal",
                                      "padding:0",
                                      "padding:2",
                                      "window:1",
                                      "prefix:3",
                                      "window:1024",
                                      "causal window:3",
                                      "prefix:2 window:4 padding:1",
                                      "window:0 padding:5",
                                      "causal window:1 padding:2",
                                      "dilated:2:3",
                                      "blocks:4",
                                      "global:1,5,1024",
                                      "random:2",
                                      "random:2:seed:999999999",
                                      "causal window:3 global:1 padding:2",
                                      "prefix:1 window:0 dilated:1:1 blocks:1 global:2 "
                                      "random:1024:seed:1 padding:1024"};
  Arena *arena = arena_make(0);
  for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++) {
    MaskSpec spec;
    MaskView mask;
    Str name;
    assert_true(mask_spec_parse(str_from(names[i]), &spec, NULL));
    assert_false(spec.model_own);
    assert_true(mask_spec_fill(arena, &(MaskOrder){&spec, &causal, 5, 5}, &mask, &name, NULL));
    assert_true(str_is(name, names[i]));
  }
  arena_free(arena);
}

static void wrong_names_are_answered_with_the_right_ones(void **state) {
  (void)state;
  static const char *const wrong[][2] = {
      {"casual", "did you mean causal"},
      {"", "none, causal, prefix:K"},
      {"padding", "whole number"},
      {"padding:", "padding:2"},
      {"window:-1", "window:2"},
      {"window:1.5", "whole number"},
      {"prefix:99999999999999999999", "prefix:2"},
      {"causal:3", "takes no number"},
      {"NONE:", "none"},
      {":", "none, causal"},
      {"window:1025", "1024"},
      {"causal windw:3", "did you mean window"},
      {"causal 3", "there is no mask “3”"},
      /* Cut between characters: 60 bytes would end in half of one. */
      {"xääääääääääääääääääääääääääääää", "there is no mask “xäääääääääääääääääääääääääääää”"},
      {"causal window", "whole number"},
      {"window 3 window 4", "names window twice"},
      {"causal window:2 causal", "names causal twice"},
      {"causal prefix:2", "names causal and prefix; take one of them"},
      {"prefix:2 window:1 causal", "names prefix and causal; take one of them"},
      {"none causal", "leave out none"},
      {"window:3:4", "takes no further number: “window:3:4”"},
      {"dilated:2",
       "“dilated:2” needs a step from 1 to 1024 as its second number, as in dilated:2:3"},
      {"dilated:2:0", "“dilated:2:0” needs a step from 1"},
      {"dilated:x:1", "whole number from 1 to 1024 after “dilated:”"},
      {"dilated:1:2:3", "takes no further number"},
      {"blocks:0", "“blocks:0” needs a whole number from 1 to 1024"},
      {"global:",
       "“global:” needs numbers of tokens from 1 to 1024 after “global:”, as in global:1,5"},
      {"global:0", "numbers of tokens from 1"},
      {"global:1,", "numbers of tokens from 1"},
      {"global:1,,2", "numbers of tokens from 1"},
      {"global:1,1025", "numbers of tokens from 1"},
      {"global:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", "more than 16 tokens after global"},
      {"random:1025", "whole number from 1 to 1024"},
      {"random:2:seed:-1", "whole number from 0 to 999999999 as the seed, as in random:2:seed:7"},
      {"random:2:seed", "as the seed"},
      {"random:2:seed:1000000000", "as the seed"},
      {"random:2:3", "takes no further number"},
      {"global:1 window:2 global:3", "names global twice"},
      {"causal none", "leave out none"},
  };
  for (int i = 0; i < (int)(sizeof wrong / sizeof wrong[0]); i++) {
    MaskSpec spec;
    Status status = {0};
    assert_false(mask_spec_parse(str_from(wrong[i][0]), &spec, &status));
    assert_int_equal(status.kind, STATUS_USAGE);
    if (!strstr(status.sentence, wrong[i][1])) fail_msg("%s", status.sentence);
  }
}

/* Global names tokens that are there; what is no token's number is not asked. */
static void global_names_tokens_that_are_there(void **state) {
  (void)state;
  MaskSpec spec;
  Status status = {0};
  assert_true(mask_spec_parse(STR("window:9 global:2,5 padding:9"), &spec, NULL));
  assert_true(mask_spec_fits(&spec.parts, 5, &status));
  assert_false(mask_spec_fits(&spec.parts, 4, &status));
  assert_string_equal(status.sentence,
                      "the mask global names token 5, but the sentence has 4 tokens");
  assert_true(mask_spec_parse(STR("causal random:99 blocks:9"), &spec, NULL));
  assert_true(mask_spec_fits(&spec.parts, 0, &status));
}

/* In any order, with a colon or a space before the number; written in one way. */
static void parts_are_read_in_any_order(void **state) {
  (void)state;
  static const char *const texts[][2] = {
      {"window:3 causal", "causal window:3"},
      {"padding 1 window 3 causal", "causal window:3 padding:1"},
      {"  window   3  causal ", "causal window:3"},
      {"padding:2 prefix 1", "prefix:1 padding:2"},
      {"padding 2 random 3 seed 7 causal", "causal random:3:seed:7 padding:2"},
      {"random:3:seed:0", "random:3"},
      {"random 3 blocks 4", "blocks:4 random:3"},
      {"global 5,1,5,3 dilated 2 3", "dilated:2:3 global:1,3,5"},
  };
  Arena *arena = arena_make(0);
  for (int i = 0; i < (int)(sizeof texts / sizeof texts[0]); i++) {
    MaskSpec spec;
    assert_true(mask_spec_parse(str_from(texts[i][0]), &spec, NULL));
    assert_string_equal(mask_name_write(arena, &spec.parts, ':'), texts[i][1]);
  }
  arena_free(arena);
}

static MaskView fill(Arena *arena, const MaskSpec *spec, Str *name) {
  MaskView mask;
  assert_true(mask_spec_fill(arena, &(MaskOrder){spec, &causal, 4, 4}, &mask, name, NULL));
  return mask;
}

static void a_model_may_bring_its_own_mask(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str name;
  MaskView mask =
      fill(arena, &(MaskSpec){.model_own = true, .parts = mask_only(MASK_WINDOW, 0)}, &name);
  assert_true(str_is(name, "causal"));
  for (int i = 0; i < 16; i++) assert_true(mask_hides(mask, i / 4, i % 4) == (i % 4 > i / 4));
  arena_free(arena);
}

/* Edits are applied in order; those outside the sentence do nothing. */
static void edits_stand_on_top_of_the_preset(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str name;
  MaskEdit edits[] = {{1, -1, true}, {1, 2, false}, {0, 3, false}, {9, 0, true}, {0, 9, true}};
  MaskSpec spec = {.parts = causal, .edits = edits, .edit_count = 5};
  MaskView mask = fill(arena, &spec, &name);
  assert_true(str_is(name, "edited"));
  static const char wanted[] = "0110"
                               "1101"
                               "0001"
                               "0000";
  for (int i = 0; i < 16; i++) assert_true(mask_hides(mask, i / 4, i % 4) == (wanted[i] == '1'));
  arena_free(arena);
}

/* What is edited by hand comes after all parts together. */
static void edits_stand_on_top_of_all_parts(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str name;
  MaskEdit edits[] = {{3, 0, false}, {1, 1, true}};
  MaskSpec spec;
  assert_true(mask_spec_parse(STR("causal window:1 padding:1"), &spec, NULL));
  spec.edits = edits, spec.edit_count = 2;
  MaskView mask = fill(arena, &spec, &name);
  assert_true(str_is(name, "edited"));
  static const char wanted[] = "0111"
                               "0111"
                               "1001"
                               "0101";
  for (int i = 0; i < 16; i++) assert_true(mask_hides(mask, i / 4, i % 4) == (wanted[i] == '1'));
  arena_free(arena);
}

static void edits_that_change_nothing_leave_the_name(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Str name;
  MaskEdit edits[] = {{0, 3, true}, {2, 0, true}, {2, 0, false}, {7, 7, true}};
  fill(arena, &(MaskSpec){.parts = causal, .edits = edits, .edit_count = 4}, &name);
  assert_true(str_is(name, "causal"));
  arena_free(arena);
}

/* Of two sentences the columns are the keys of the other: padding and edits count them. */
static void a_mask_may_have_more_keys_than_queries(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  MaskEdit edits[] = {{1, -1, true}, {0, 4, false}, {2, 0, true}, {0, 5, true}};
  MaskSpec spec = {.parts = mask_only(MASK_PADDING, 2), .edits = edits, .edit_count = 4};
  MaskView mask;
  Str name;
  assert_true(mask_spec_fill(arena, &(MaskOrder){&spec, &causal, 2, 5}, &mask, &name, NULL));
  assert_true(mask.rows == 2 && mask.cols == 5 && str_is(name, "edited"));
  static const char wanted[] = "00010"
                               "11111";
  for (int i = 0; i < 10; i++) assert_true(mask_hides(mask, i / 5, i % 5) == (wanted[i] == '1'));
  arena_free(arena);
}

static void an_empty_sentence_has_an_empty_mask(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  MaskEdit edit = {0, 0, true};
  MaskSpec spec = {.parts = mask_only(MASK_PREFIX, 3), .edits = &edit, .edit_count = 1};
  MaskView mask;
  Str name;
  assert_true(
      mask_spec_fill(arena, &(MaskOrder){&spec, &(MaskParts){0}, 0, 0}, &mask, &name, NULL));
  assert_true(str_is(name, "prefix:3") && mask.rows == 0);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_name_can_be_read),
      cmocka_unit_test(wrong_names_are_answered_with_the_right_ones),
      cmocka_unit_test(a_model_may_bring_its_own_mask),
      cmocka_unit_test(edits_stand_on_top_of_the_preset),
      cmocka_unit_test(global_names_tokens_that_are_there),
      cmocka_unit_test(parts_are_read_in_any_order),
      cmocka_unit_test(edits_stand_on_top_of_all_parts),
      cmocka_unit_test(edits_that_change_nothing_leave_the_name),
      cmocka_unit_test(a_mask_may_have_more_keys_than_queries),
      cmocka_unit_test(an_empty_sentence_has_an_empty_mask),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
