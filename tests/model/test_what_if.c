/* What-ifs in wide models, large traces, reused rows, two sentences and an encoder with a decoder. That their numbers
** are right is tested against NumPy in tests/cli/what_ifs.py. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/model.h"
#include "trace/workings/moved.h"

static const char wide[] =
    "random layers 4 heads 4 d_model 320 d_ff 64 vocabulary 50 norm before seed 3";
static const char text[] = "a b c d e f g h i", shorter[] = "a b c d e f";

static Model *open_model(const char *name) {
  Model *model;
  Status status;
  if (!model_open(name, &model, &status)) fail_msg("%s", status.sentence);
  return model;
}

static const Trace *run(const Model *model, RunOrder order, Arena *arena) {
  const Trace *trace = NULL;
  Status status;
  if (!model_run(model, &order, arena, &trace, &status)) fail_msg("%s", status.sentence);
  return trace;
}

static WhatIfs read(const char *words) {
  WhatIfs ifs;
  if (!what_ifs_read(str_from(words), &ifs)) fail_msg("%s", words);
  return ifs;
}

static void same_part(const Trace *a, const Trace *b, TracePart part, const char *why) {
  const TracePartInfo *info = trace_part_info(part);
  if (!trace_has_part(a, part) || info->is_weights) return;
  int layers = info->per_layer ? trace_layer_count(a) : 1;
  for (int layer = 0; layer < layers; layer++)
    for (int head = 0; head < (info->per_head ? trace_head_count(a, layer) : 1); head++) {
      MatView x = trace_matrix(a, part, layer, head), y = trace_matrix(b, part, layer, head);
      assert_true(x.rows == y.rows && x.cols == y.cols);
      for (int row = 0; row < x.rows; row++)
        if (memcmp(mat_row(x, row), mat_row(y, row), (size_t)x.cols * sizeof(float)) != 0)
          fail_msg("%s of layer %d, head %d differs in row %d: %s", info->name, layer + 1, head + 1,
                   row + 1, why);
    }
}

static void same(const Trace *a, const Trace *b, const char *why) {
  for (int part = 0; part < TRACE_PART_COUNT; part++) same_part(a, b, (TracePart)part, why);
}

static const char *const lists[] = {
    "set input 3 5 2.5 layer 1",
    "set input 3 5 2.5 layer 3",
    "set w_q 7 5 1.5 layer 2 head 2",
    "set w_k 7 5 1.5 layer 2 head 3; set w_v 1 1 3 layer 2 head 3",
    "set w_o 300 5 1.5 layer 3",
    "set q 4 5 1.5 layer 2 head 2",
    "set k 4 5 1.5 layer 2 head 2; set v 2 1 -2 layer 4 head 1",
    "set scores 4 2 9 layer 2 head 1",
    "set scaled 4 2 9 layer 2 head 1",
    "set masked 4 2 9 layer 2 head 1; set weights 5 1 0.5 layer 1 head 1",
    "head off 2 layer 2",
    "without key 2",
    "without query 3; swap 4",
    "set k 8 1 5 layer 1 head 1; set weights 2 8 0.5 layer 1 head 1"};
enum { LISTS = sizeof lists / sizeof lists[0] };

/* A large trace makes what it does not keep again, with the changes at their places. */
static void a_large_trace_has_the_same_bits(void **state) {
  (void)state;
  Model *model = open_model(wide);
  const MaskSpec causal = {.parts = mask_only(MASK_CAUSAL, 0)};
  for (int i = 0; i < LISTS; i++) {
    Arena *arena = arena_make(0);
    WhatIfs ifs = read(lists[i]);
    RunOrder order = {
        .sentence = str_from(text), .mask = &causal, .what_ifs = &ifs, .keep = KEEP_ALL};
    const Trace *whole = run(model, order, arena);
    order.keep = KEEP_LITTLE;
    const Trace *little = run(model, order, arena);
    same(whole, little, lists[i]);
    assert_non_null(trace_without(little));
    assert_true(what_ifs_equal(trace_what_ifs(little), &ifs));
    arena_free(arena);
  }
  model_free(model);
}

/* Rows of an earlier trace are taken where they cannot have changed: of a shorter sentence, with the same changes,
** with others, or with none. */
static void reused_rows_have_the_same_bits(void **state) {
  (void)state;
  Model *model = open_model(wide);
  const MaskSpec causal = {.parts = mask_only(MASK_CAUSAL, 0)};
  for (int i = 0; i < LISTS; i++) {
    Arena *arena = arena_make(0);
    WhatIfs ifs = read(lists[i]), other = read(lists[(i + 1) % LISTS]);
    RunOrder order = {.sentence = str_from(text), .mask = &causal, .what_ifs = &ifs};
    const Trace *fresh = run(model, order, arena);
    RunOrder plain = order;
    plain.what_ifs = NULL;
    const Trace *unchanged = run(model, plain, arena);
    same(trace_without(fresh), unchanged, "the run without changes");
    const WhatIfs *const earlier[] = {NULL, &ifs, &other};
    for (int k = 0; k < 3; k++) {
      RunOrder before = order;
      before.sentence = str_from(shorter);
      before.what_ifs = earlier[k];
      order.before = plain.before = run(model, before, arena);
      same(run(model, order, arena), fresh, lists[i]);
      same(run(model, plain, arena), unchanged, lists[i]);
    }
    arena_free(arena);
  }
  model_free(model);
}

/* The run without changes is held from one bent number to the next, also by a trace that outlives the one that made
** it, and by each half of a translator. */
static void the_run_without_changes_is_held(void **state) {
  (void)state;
  static const char *const models[] = {"random", wide, "translator"};
  WhatIfs one = read("set q 2 1 1.5 layer 2 head 1"), two = read("set q 2 1 -3 layer 2 head 1");
  for (int i = 0; i < 3; i++) {
    Model *model = open_model(models[i]);
    Arena *first = arena_make(0), *second = arena_make(0), *third = arena_make(0);
    RunOrder order = {.sentence = STR("the dog sees a cat"), .what_ifs = &one};
    order.before = run(model, order, first);
    const Trace *without = trace_without(trace_of_layer(order.before, 0));
    order.what_ifs = &two, order.bends_before = true;
    const Trace *bent = run(model, order, second);
    assert_ptr_equal(trace_without(trace_of_layer(bent, 0)), without);
    arena_free(first);
    order.before = NULL;
    const Trace *fresh = run(model, order, third);
    assert_ptr_not_equal(trace_without(trace_of_layer(fresh, 0)), without);
    same(bent, fresh, models[i]);
    same(trace_without(bent), trace_without(fresh), models[i]);
    arena_free(second);
    arena_free(third);
    model_free(model);
  }
}

/* Weights and heads are those of the model, so a second sentence is run with them as well: one that says the same
** gives the numbers of self-attention. */
static void a_second_sentence_is_of_the_same_model(void **state) {
  (void)state;
  static const char *const of_model[] = {"set w_v 3 2 2 layer 1 head 1", "head off 2 layer 1"};
  static const char *const models[] = {"random", wide};
  const MaskSpec none = {0};
  for (int i = 0; i < 4; i++) {
    Model *model = open_model(models[i / 2]);
    Arena *arena = arena_make(0);
    WhatIfs ifs = read(of_model[i % 2]);
    RunOrder order = {.sentence = str_from(text), .mask = &none, .what_ifs = &ifs};
    const Trace *alone = run(model, order, arena);
    order.second = str_from(text);
    const Trace *cross = run(model, order, arena);
    same_part(alone, cross, TRACE_K, of_model[i % 2]);
    same_part(alone, cross, TRACE_V, of_model[i % 2]);
    same_part(alone, cross, TRACE_WEIGHTS, of_model[i % 2]);
    arena_free(arena);
    model_free(model);
  }
}

/* Each half of an encoder and a decoder is changed at its own layers. */
static void halves_are_changed_at_their_layers(void **state) {
  (void)state;
  static const char *const ifs_of_halves[] = {
      "set input 2 3 4 layer 1", "set q 2 1 3 layer 2 head 1",
      "set input 2 3 4 layer 3", "head off 1 layer 4",
      "without key 2",           "set w_q 3 2 2 layer 4 head 2"};
  Model *model = open_model("translator");
  for (int i = 0; i < 6; i++) {
    Arena *arena = arena_make(0);
    WhatIfs ifs = read(ifs_of_halves[i]);
    RunOrder order = {.sentence = STR("the dog sees a cat"), .what_ifs = &ifs};
    const Trace *trace = run(model, order, arena);
    const Trace *cross = trace_of_half(trace, HALF_CROSS);
    Moved first = moved_make(trace, TRACE_Q, 0, 0);
    assert_non_null(trace_without(cross));
    assert_true(first.before.at != NULL);
    assert_int_equal(moved_count(&first) > 0, i == 0);
    if (i == 2) {
      const Trace *target = trace_of_layer(trace, 2);
      assert_true(mat_get(trace_matrix(target, TRACE_INPUT, 2, 0), 1, 2) == 4);
    }
    if (i == 3)
      for (int col = 0; col < trace_d_head(cross); col++)
        assert_true(mat_get(trace_matrix(cross, TRACE_OUTPUT, 3, 0), 0, col) == 0);
    if (i == 4) assert_true(trace_hidden(cross, 0, 1));
    arena_free(arena);
  }
  model_free(model);
}

/* "where NaN first appears": what is set, then what is made of it. */
static void the_first_number_that_is_none_is_found(void **state) {
  (void)state;
  static const struct {
    const char *words;
    TracePart part;
    int layer, row, col;
  } cases[] = {
      {"set q 2 3 nan layer 2 head 1", TRACE_Q, 1, 1, 2},
      {"set w_k 2 3 inf layer 1 head 1", TRACE_W_K, 0, 1, 2},
      {"set input 1 2 nan layer 2", TRACE_INPUT, 1, 0, 1},
      {"set scores 3 1 nan layer 1 head 1", TRACE_SCORES, 0, 2, 0},
      {"set q 2 3 2e38 layer 1 head 1; set k 1 3 3e38 layer 1 head 1", TRACE_SCORES, 0, 0, 0}};
  Model *model = open_model("random");
  for (int i = 0; i < 5; i++) {
    Arena *arena = arena_make(0);
    WhatIfs ifs = read(cases[i].words);
    const Trace *trace =
        run(model, (RunOrder){.sentence = str_from(text), .what_ifs = &ifs}, arena);
    BrokenPlace place;
    assert_true(broken_first(trace, &place));
    if (place.part != cases[i].part || place.layer != cases[i].layer || place.row != cases[i].row ||
        place.col != cases[i].col)
      fail_msg("%s: %s", cases[i].words, broken_words(arena, &place));
    assert_false(broken_first(trace_without(trace), &place));
    arena_free(arena);
  }
  model_free(model);
}

/* What is written is read back; anything else is refused and changes nothing. */
static void lists_are_written_and_read(void **state) {
  (void)state;
  static const char *const wrong[] = {"set q 2 3 0.5",
                                      "set q 2 3 x layer 1 head 1",
                                      "without",
                                      "head off 0 layer 1",
                                      "swap 1; ",
                                      "swap 1; swap 1",
                                      "set q 0 1 1 layer 1 head 1",
                                      "set input 1 1 1 layer 1 head 1",
                                      "without key 1 2",
                                      "set tokens 1 1 1 layer 1"};
  Arena *arena = arena_make(0);
  for (int i = 0; i < LISTS; i++) {
    WhatIfs ifs = read(lists[i]);
    assert_string_equal(what_ifs_write(arena, &ifs), lists[i]);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    WhatIfs ifs = read("swap 3");
    if (what_ifs_read(str_from(wrong[i]), &ifs)) fail_msg("%s", wrong[i]);
    assert_int_equal(ifs.count, 1);
  }
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_large_trace_has_the_same_bits),
                                     cmocka_unit_test(reused_rows_have_the_same_bits),
                                     cmocka_unit_test(the_run_without_changes_is_held),
                                     cmocka_unit_test(a_second_sentence_is_of_the_same_model),
                                     cmocka_unit_test(halves_are_changed_at_their_layers),
                                     cmocka_unit_test(the_first_number_that_is_none_is_found),
                                     cmocka_unit_test(lists_are_written_and_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
