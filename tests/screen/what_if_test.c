/* Changes of a run on the screen: chips that take them away, marks on what moved, and room for all of it in any
** window. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "render/count/count.h"

static const Window window = {1440, 900};

static const DrawHit *find_hit(const DrawList *list, const char *command) {
  for (int i = 0; i < list->hit_count; i++)
    if (list->hits[i].click && strcmp(list->hits[i].click, command) == 0) return &list->hits[i];
  return NULL;
}

/* A word or the beginning of a line of text. */
static bool says(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_starts(list->items[i].as.text.text, words))
      return true;
  return false;
}

/* Items in the part of the picture that has the marks. */
static int mark_count(const DrawList *list) {
  int count = 0;
  bool is_in = false;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_GROUP)
      is_in = item->as.group.name && !strcmp(item->as.group.name, "moved");
    else count += is_in;
  }
  return count;
}

static void each_change_has_a_chip_that_takes_it_away(void **state) {
  (void)state;
  static const char *const away[] = {"set q 2 3 off layer 1 head 1 beyond", "without key 2 off",
                                     "head on 2 layer 1", "swap 1 off"};
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; model hand-made; sentence \"the cat sat on\"; stage weights; set q 2 3 "
      "0.5 layer 1 head 1; without key 2; head off 2 layer 1; swap 1");
  for (int i = 0; i < 4; i++) {
    DrawList list = screen_list(session, arena, window);
    const DrawHit *hit = find_hit(&list, away[i]);
    if (!hit) fail_msg("%s", away[i]);
    assert_int_equal(hit->tab_stop, TAB_LAID_OVER);
    run(session, hit->click);
    assert_int_equal(session_inputs(session)->what_ifs.count, 3 - i);
  }
  for (int i = 1; i <= 6; i++) run(session, str_format(arena, "set q 1 %d 9 layer 1 head 1", i));
  DrawList list = screen_list(session, arena, window);
  assert_non_null(find_hit(&list, "whatif off"));
  session_free(session);
  arena_free(arena);
}

/* Of a step that was bent as well, from that step on: against exact attention. */
static void what_a_bent_step_moved_is_marked(void **state) {
  static const struct {
    const char *commands;
    int marks;
  } cases[] = {{"scale 9; stage scores", 0}, {"stage scaled", 16},
               {"stage weights", 16},        {"scale on; softmax temperature 0.5; stage scaled", 0},
               {"stage weights", 16},        {"softmax own", 0}};
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; model hand-made; sentence \"the cat sat on\"; layer 1; head 1; cell none");
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    run(session, cases[i].commands);
    DrawList list = screen_list(session, arena, window);
    assert_int_equal(mark_count(&list), cases[i].marks);
  }
  session_free(session);
  arena_free(arena);
}

/* A dot for each number that moved, and nothing where nothing did. */
static void what_moved_is_marked(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; model hand-made; sentence \"the cat sat on\"; layer 1; head 1; stage "
      "masked; cell none");
  DrawList list = screen_list(session, arena, window);
  assert_int_equal(mark_count(&list), 0);
  run(session, "set scaled 3 2 4");
  list = screen_list(session, arena, window);
  assert_int_equal(mark_count(&list), 1);
  run(session, "stage scaled");
  list = screen_list(session, arena, window);
  assert_int_equal(mark_count(&list), 3); /* the dot, and the frame with its edge */
  run(session, "stage scores");
  list = screen_list(session, arena, window);
  assert_int_equal(mark_count(&list), 0);
  run(session, "stage weights; cell 3 2");
  list = screen_list(session, arena, window);
  assert_true(says(&list, "entropy in bits") && says(&list, "largest weight") &&
              says(&list, "sum of the row"));
  session_free(session);
  arena_free(arena);
}

/* "Per row: entropy, largest weight, sum, before and after": of a step that is skipped or bent, of a
** mask, of a mistake and beside a kept run, "before" is the row of the model as it is, worked out
** here in double. In the first layer Q, K and V are the same. */
static void every_change_says_how_a_row_was_spread(void **state) {
  (void)state;
  static const char *const changes[] = {"scale off",
                                        "scale 2",
                                        "softmax temperature 0.5",
                                        "mask causal",
                                        "mask 3 1 hide",
                                        "mistake divide-by-d-model",
                                        "mistake softmax-over-queries",
                                        "freeze; mask causal",
                                        "set scores 3 2 4"};
  Arena *arena = arena_make(0);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    Session *session =
        session_after("motion off; model hand-made; sentence \"the cat sat on\"; layer 1; head 1; "
                      "stage weights; cell 3 2");
    MatView weights = trace_matrix(session_trace(session), TRACE_WEIGHTS, 0, 0);
    double bits = 0;
    for (int key = 0; key < weights.cols; key++) {
      double weight = (double)mat_get(weights, 2, key);
      if (weight > 0) bits -= weight * log2(weight);
    }
    assert_true(bits > 0.1);
    run(session, changes[i]);
    DrawList list = screen_list(session, arena, window);
    if (!says(&list, str_format(arena, "%.2f → ", bits)))
      fail_msg("%s: it does not say %.2f bits before", changes[i], bits);
    assert_true(says(&list, "largest weight") && says(&list, "sum of the row"));
    session_free(session);
  }
  arena_free(arena);
}

/* The spread of a row is made by softmax: what a mask does to it is not told at the stages before,
** which a class may be asked about; what comes of a number set by hand is. */
static void a_mask_tells_no_spread_before_the_weights(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    bool tells;
  } cases[] = {
      {"mask causal; stage scores", false},    {"mask causal; stage masked", false},
      {"mask 3 1 hide; stage masked", false},  {"freeze; mask causal; stage scaled", false},
      {"mask causal; stage weights", true},    {"set scores 3 2 4; stage scores", true},
      {"mistake no-scale; stage scaled", true}};
  Arena *arena = arena_make(0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Session *session =
        session_after("motion off; model hand-made; sentence \"the cat sat on\"; layer 1; head 1");
    run(session, cases[i].commands);
    run(session, "cell 3 2");
    DrawList list = screen_list(session, arena, window);
    if (says(&list, "entropy in bits") != cases[i].tells)
      fail_msg("%s: %s", cases[i].commands, cases[i].tells ? "nothing is told" : "it is told");
    session_free(session);
  }
  arena_free(arena);
}

static int place_of(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_starts(list->items[i].as.text.text, words))
      return i;
  return -1;
}

/* Where no row is chosen, that of the most telling one is named, below its own table. */
static void a_row_that_nobody_chose_is_named(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; mask causal; stage weights");
  DrawList list = screen_list(session, arena, window);
  int title = place_of(&list, "Attention "), table = place_of(&list, "The most telling row");
  int heading = place_of(&list, "The row of “"), bits = place_of(&list, "entropy in bits");
  assert_true(title >= 0 && title < table && table < heading && heading < bits);
  list = (run(session, "cell 8 2"), screen_list(session, arena, window));
  assert_true(says(&list, "entropy in bits") && !says(&list, "The row of “"));
  session_free(session);
  arena_free(arena);
}

/* "Columns that sum to 1, rows that don't" are both seen, however small the window. */
static void sums_of_rows_are_seen_in_every_window(void **state) {
  (void)state;
  static const Window windows[] = {{640, 400}, {960, 600}, {1440, 900}, {1920, 1080}};
  Arena *arena = arena_make(0);
  for (int i = 0; i < 8; i++) {
    Session *session = session_after(
        "motion off; model hand-made; sentence \"the animal did not cross the street as it was "
        "tired\"; layer 1; head 1; mistake softmax-over-queries; stage weights");
    MatView weights = trace_matrix(session_trace(session), TRACE_WEIGHTS, 0, 0);
    if (i >= 4) run(session, "presenter on");
    DrawList list = screen_list(session, arena, windows[i % 4]);
    for (int row = 0; row < weights.rows; row++) {
      double sum = 0;
      for (int key = 0; key < weights.cols; key++) sum += (double)mat_get(weights, row, key);
      if (fabs(sum - 1) < 0.01) continue; /* "Σ = 1.00" */
      const char *brief = str_format(arena, "%.2f ≠ 1", sum);
      if (!says(&list, brief) && !says(&list, str_format(arena, "Σ %s", brief)))
        fail_msg("window %d does not say %s of row %d", i, brief, row);
    }
    session_free(session);
  }
  arena_free(arena);
}

/* What a quiz asks is not told by what was there before. */
static void a_quiz_does_not_say_what_was_before(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model hand-made; sentence \"the cat sat on\"; "
                                   "quiz seed 3; stage weights; cell 3 2");
  DrawList list = screen_list(session, arena, window);
  assert_false(says(&list, "largest weight"));
  session_free(session);
  arena_free(arena);
}

/* "a field opens over the cell": its text is on the screen, and no outline of the focus beside it. */
/* Heads 1 and 2 share their keys, heads 3 and 4 others. */
static void a_number_is_told_where_it_was_set(void **state) {
  (void)state;
  static const bool tells[] = {false, false, true, true};
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; model hand-made; kv_heads 2; sentence \"the cat sat on\"; stage qkv; set k 2 3 "
      "9 layer 1 head 3; cell 2 3 k");
  for (int head = 0; head < 4; head++) {
    run(session, str_format(arena, "head %d", head + 1));
    DrawList list = screen_list(session, arena, window);
    assert_int_equal(says(&list, "Set by hand"), tells[head]);
  }
  session_free(session);
  arena_free(arena);
}

/* The result of the panel is the number that was set, beside what the products make; said once. */
static void a_set_score_is_no_sum_of_products(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence \"the animal was tired\"; "
                                   "stage scores; cell 3 2; set here 0");
  DrawList list = screen_list(session, arena, window);
  int told = 0;
  for (int i = 0; i < list.item_count; i++)
    told += list.items[i].kind == DRAW_TEXT &&
            str_starts(list.items[i].as.text.text, "Set by hand: row 3");
  assert_int_equal(told, 1);
  assert_true(says(&list, "set by hand ="));
  assert_true(says(&list, "q · k"));
  assert_false(says(&list, "q · k ="));
  run(session, "set here off");
  list = screen_list(session, arena, window);
  assert_true(says(&list, "q · k ="));
  session_free(session);
  arena_free(arena);
}

/* What was set tells nothing of how well query and key fit, nor is it another score divided. */
static void the_words_of_a_set_score_claim_no_fit(void **state) {
  (void)state;
  static const char *const stages[] = {"scores", "scaled"}, *const claims[] = {
                                                                "0.00 is how well",
                                                                "0.00 is the score of"};
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; model reader; sentence \"the animal was tired\"; stage scores");
  for (int i = 0; i < 2; i++) {
    run(session, str_format(arena, "stage %s; cell 3 2; set here 0", stages[i]));
    DrawList list = screen_list(session, arena, window);
    assert_true(says(&list, "0.00 stands here for"));
    assert_false(says(&list, claims[i]));
    run(session, "set here off");
    list = screen_list(session, arena, window);
    assert_false(says(&list, "0.00 stands here for"));
  }
  session_free(session);
  arena_free(arena);
}

/* The row on show no longer sums to 1, so no other sum of it, nor its shares, are told there. */
static void the_row_that_dropout_left_has_one_sum(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence \"the animal was tired\"; "
                                   "dropout 0.3; stage weights; cell 3 2");
  DrawList list = screen_list(session, arena, window);
  assert_true(says(&list, "1.000 → 1.000") && says(&list, "shares"));
  run(session, "stage dropped");
  list = screen_list(session, arena, window);
  assert_true(says(&list, "sum of the row, which was 1"));
  assert_false(says(&list, "1.000 → 1.000"));
  assert_true(says(&list, "weights after"));
  assert_false(says(&list, "shares"));
  run(session, "stage weights; set here 0.9; stage dropped");
  list = screen_list(session, arena, window);
  assert_true(says(&list, "sum of the row, which was 1."));
  session_free(session);
  arena_free(arena);
}

static void what_is_typed_is_seen(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; model hand-made; sentence \"the cat sat on\"; stage scores; cell 3 2; "
      "set field; set type \"-12.5\"");
  DrawList list = screen_list(session, arena, window);
  assert_true(says(&list, "-12.5|"));
  run(session, "set leave");
  list = screen_list(session, arena, window);
  assert_false(says(&list, "-12.5|"));
  session_free(session);
  arena_free(arena);
}

/* No text cut off, covered or outside, whatever was changed. */
static void a_changed_run_fits(void **state) {
  (void)state;
  static const char *const changes[] = {
      "set q 1 1 2.5",      "set scores 1 1 nan", "without key 1",
      "without query 1",    "head off 1",         "set weights 1 1 -123456.78",
      "set input 1 2 1e30", "set w_k 2 1 0.001",  "whatif off"};
  Rng rng = rng_make(20261128);
  Arena *arena = arena_make(1 << 20);
  int bad = 0;
  for (int i = 0; i < 40; i++) {
    arena_reset(arena);
    const char *sentence = random_sentence(arena, &rng, 1 + rng_below(&rng, 20));
    Session *session = session_after(
        str_format(arena, "motion off; model %s; sentence %s", random_model(&rng), sentence));
    for (int view = 0; view < 6; view++) {
      run(session, changes[rng_below(&rng, 9)]);
      const Trace *now = session_trace(session);
      StageId stage = trace_stage_at(now, rng_below(&rng, trace_stage_count(now)));
      run(session, random_view(arena, &rng, trace_token_count(now), stage));
      Window size = random_window(&rng);
      DrawList list = screen_list(session, arena, size);
      assert_false(list.failed);
      CountReport report = count_list(&list, fonts_metrics(support_fonts()), arena);
      int places = report.texts_outside + report.texts_clipped + report.texts_overlapping +
                   report.heatmaps_outside;
      if (places == 0) continue;
      bad++;
      print_message("%g x %g, %.*s: %.*s\n", (double)size.width, (double)size.height,
                    (int)report.first_complaint.bytes, report.first_complaint.at, 1500,
                    session_script(session, arena).at);
    }
    session_free(session);
  }
  arena_free(arena);
  assert_int_equal(bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_change_has_a_chip_that_takes_it_away),
                                     cmocka_unit_test(what_moved_is_marked),
                                     cmocka_unit_test(what_a_bent_step_moved_is_marked),
                                     cmocka_unit_test(every_change_says_how_a_row_was_spread),
                                     cmocka_unit_test(a_mask_tells_no_spread_before_the_weights),
                                     cmocka_unit_test(a_row_that_nobody_chose_is_named),
                                     cmocka_unit_test(sums_of_rows_are_seen_in_every_window),
                                     cmocka_unit_test(a_quiz_does_not_say_what_was_before),
                                     cmocka_unit_test(a_number_is_told_where_it_was_set),
                                     cmocka_unit_test(a_set_score_is_no_sum_of_products),
                                     cmocka_unit_test(the_words_of_a_set_score_claim_no_fit),
                                     cmocka_unit_test(the_row_that_dropout_left_has_one_sum),
                                     cmocka_unit_test(what_is_typed_is_seen),
                                     cmocka_unit_test(a_changed_run_fits)};
  return cmocka_run_group_tests(tests, state_open, state_close);
}
