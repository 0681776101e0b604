/* tests/scene/trained_test.c -- what trained models add: the overview ends in an answer, a role is
** shown only beside heads that have one, and probabilities are written the way people say them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "scene/number.h"
#include "scene/stages/logits.h"
#include "scene_bench.h"

enum { IT = 8, WAS = 9 };

static void draw_overview(SceneBench *bench, int layer, int query) {
  bench->view.kind = VIEW_OVERVIEW;
  bench->view.layer = layer - 1;
  bench_look(bench, STAGE_WEIGHTS, query, 0);
  Scene scene = bench_scene(bench, 1440, 720, 1);
  overview_draw(&scene, (Box){0, 0, 1440, 720});
  bench_check_layout(bench, "overview");
}

static const char *answer_at(SceneBench *bench, int query) {
  static char words[200];
  TraceCandidate best;
  assert_int_equal(trace_candidates(bench->run.trace, query - 1, &best, 1), 1);
  Str from = trace_token(bench->run.trace, query - 1)->text;
  Str to = trace_word(bench->run.trace, best.word);
  snprintf(words, sizeof words, "the answer for “%.*s”: %.*s  %s", (int)from.bytes, from.at,
           (int)to.bytes, to.at, number_percent(best.probability).at);
  return words;
}

/* Only the last layer's rows name words, and only where the model was trained to answer. */
static void the_overview_ends_in_an_answer_where_one_was_asked(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "own", BENCH_SENTENCE);
  draw_overview(&bench, 2, IT);
  assert_true(bench_has(&bench, answer_at(&bench, IT)));
  assert_true(bench_contains(&bench, "layer 2 hands on"));
  draw_overview(&bench, 1, IT);
  assert_false(bench_has(&bench, answer_at(&bench, IT)));
  assert_true(bench_contains(&bench, "layer 1 hands on"));
  draw_overview(&bench, 2, WAS);
  assert_false(bench_has(&bench, answer_at(&bench, WAS)));
  draw_overview(&bench, 2, 0);
  assert_false(bench_contains(&bench, "hands on"));
  bench_free(&bench);
}

static void a_model_without_words_has_no_such_end(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "own", BENCH_SENTENCE);
  draw_overview(&bench, 2, IT);
  assert_false(bench_contains(&bench, "hands on"));
  bench_free(&bench);
}

/* The role of a head is below its thumbnail, and nothing if it has none. */
static void roles_stand_below_the_heads_that_have_one(void **state) {
  (void)state;
  static const char *const models[] = {"hand-made", "random", "made-reader", "made-writer"};
  for (int i = 0; i < 4; i++) {
    SceneBench bench = bench_make(models[i], "own", BENCH_SENTENCE);
    bench_look(&bench, STAGE_WEIGHTS, 0, 0);
    Scene scene = bench_scene(&bench, 220, 900, 1);
    heads_draw_panel(&scene, (Box){0, 0, 220, 900});
    for (int head = 0; head < 4; head++) {
      Str role = trace_head_role(bench.run.trace, 0, head);
      if (role.bytes > 0) assert_true(bench_has(&bench, str_copy(bench.arena, role)));
    }
    int roles = 0;
    for (int head = 0; head < 4; head++)
      roles += trace_head_role(bench.run.trace, 0, head).bytes > 0;
    if (roles == 0) assert_false(bench_contains(&bench, "token"));
    bench_free(&bench);
  }
}

/* The largest score of a head, "positional 0.43". */
static const char *largest_score(const SceneBench *bench, int head) {
  const TraceRoleScore *scores;
  int count = trace_head_scores(bench->run.trace, 0, head, &scores), best = 0;
  assert_true(count > 0);
  for (int i = 1; i < count; i++)
    if (scores[i].score > scores[best].score) best = i;
  return str_format(bench->arena, "\n%s %.2f", scores[best].name, (double)scores[best].score);
}

/* The tip of a head of a trained model shows its scores, the largest first, and over what they were
** measured. */
static void hovering_a_head_tells_its_scores(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "own", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 0, 0);
  Scene scene = bench_scene(&bench, 160, 700, 1);
  heads_draw_panel(&scene, (Box){0, 0, 160, 700});
  int told = 0;
  for (int i = 0; i < bench.list.hit_count; i++) {
    const DrawHit *hit = &bench.list.hits[i];
    if (!hit->tip || !hit->click || strncmp(hit->click, "head ", 5) != 0) continue;
    assert_non_null(strstr(hit->tip, largest_score(&bench, told)));
    assert_non_null(strstr(hit->tip, "measured over"));
    told++;
  }
  assert_int_equal(told, 4);
  bench_free(&bench);
}

static void percents_are_written_as_they_are_said(void **state) {
  (void)state;
  static const struct {
    float share;
    const char *words;
  } cases[] = {{0, "0 %"},
               {0.0004f, "0.040 %"},
               {0.001f, "0.10 %"},
               {0.042f, "4.2 %"},
               {1.99e-5f, "0.0020 %"},
               {4.9e-7f, "<0.0001 %"},
               {0.0099f, "0.99 %"},
               {0.0996f, "10 %"},
               {0.5f, "50 %"},
               {0.994f, "99.4 %"},
               {0.984f, "98 %"},
               {0.996f, "99.6 %"},
               {0.9996f, ">99.9 %"},
               {1, "100 %"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_string_equal(number_percent(cases[i].share).at, cases[i].words);
  assert_string_equal(number_percent_short(1.99e-5f).at, "0.0020 %");
  assert_string_equal(number_percent_short(1.0e-5f).at, "0.0010 %");
  assert_string_equal(number_percent_short(9.9e-6f).at, "<0.001 %");
  assert_string_equal(number_percent_short(0).at, "0 %");
}

/* number.h: counts are written the same way everywhere; a number that is not
** whole keeps its digits. */
static void counts_are_grouped_the_same_everywhere(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"50257", "50,257"},
      {"18 × 768 times 768 × 50257", "18 × 768 times 768 × 50,257"},
      {"1234567 of 999", "1,234,567 of 999"},
      {"0.00012 and 12345.67891", "0.00012 and 12,345.67891"},
      {"1,024", "1,024"},
      {"d1024, W_2048 and 4096", "d1024, W_2048 and 4,096"},
      {"", ""}};
  Arena *arena = arena_make(0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_string_equal(number_grouped(arena, cases[i][0]), cases[i][1]);
  assert_string_equal(number_shape(arena, 1024, 64), "1,024 × 64");
  arena_free(arena);
}

/* The rest beyond the listed words is exactly 0 if those are all that may be drawn,
** not a rounding error. */
static void no_words_have_no_share_of_what_is_drawn(void **state) {
  (void)state;
  SceneBench bench =
      bench_make("made-writer", "own", "the old dog saw a small cat and the old dog");
  bench.view.sampling = (Sampling){0.8f, 5, 1};
  bench_look(&bench, STAGE_LOGITS, 0, 0);
  Scene scene = bench_scene(&bench, 1200, 800, 1);
  stage_draw(&scene, (Box){0, 0, 1200, 800});
  assert_true(bench_has(&bench, "0 more words"));
  assert_true(bench_has(&bench, "0 %"));
  assert_false(bench_contains(&bench, "<0.0001 %"));
  bench_free(&bench);
}

/* Both sentences if they fit beside the bar, otherwise what both settings keep
** together: never cut. */
static void what_may_be_drawn_is_told_whole_in_narrow_windows(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-writer", "own", BENCH_SENTENCE);
  bench.view.sampling = (Sampling){0.8f, 5, 0.9f};
  for (float width = 480; width <= 1200; width += 48) {
    char by_step[200], by_end[160];
    bench_look(&bench, STAGE_LOGITS, 10, 0);
    Scene scene = bench_scene(&bench, width, 400, 1);
    SampledSet set = stage_sampled_set(&scene, 9);
    Number k_share = number_percent((float)(set.k_sum / set.sum));
    Number share = number_percent((float)(set.kept_sum / set.sum));
    snprintf(by_step, sizeof by_step,
             "top-k keeps 5 of %d words, holding %s · top-p keeps %d of 5 words, holding %s",
             set.word_count, k_share.at, set.count, share.at);
    snprintf(by_end, sizeof by_end, "%d of %d words may be drawn, holding %s", set.count,
             set.word_count, share.at);
    stage_draw(&scene, (Box){0, 0, width, 400});
    if (bench_has(&bench, by_step) == bench_has(&bench, by_end))
      fail_msg("at %g pt", (double)width);
    if (width > 1100) assert_true(bench_has(&bench, by_step));
  }
  bench_free(&bench);
}

/* Pages are counted from the end; few rows are left for the first one. */
static void the_first_page_of_tokens_is_as_full_as_the_others(void **state) {
  enum { WIDTH = 700, HEIGHT = 420 };
  (void)state;
  SceneBench bench =
      bench_make("made-writer", "own",
                 BENCH_SENTENCE " " BENCH_SENTENCE " " BENCH_SENTENCE " " BENCH_SENTENCE);
  int count = trace_token_count(bench.run.trace), shown[2];
  for (int at_end = 0; at_end < 2; at_end++) {
    char words[80];
    bench_look(&bench, STAGE_LOGITS, at_end ? count : 1, 0);
    Scene scene = bench_scene(&bench, WIDTH, HEIGHT, 1);
    stage_draw(&scene, (Box){0, 0, WIDTH, HEIGHT});
    for (shown[at_end] = count - 1; shown[at_end] > 0; shown[at_end]--) {
      int first = at_end ? count - shown[at_end] + 1 : 1;
      snprintf(words, sizeof words, "tokens %d to %d of %d", first, first + shown[at_end] - 1,
               count);
      if (bench_contains(&bench, words)) break;
    }
  }
  assert_true(shown[1] > 0 && shown[1] < count);
  assert_true(count % shown[1] != 0); /* else every page is full anyway */
  assert_int_equal(shown[0], shown[1]);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_page_of_tokens_is_as_full_as_the_others),
      cmocka_unit_test(the_overview_ends_in_an_answer_where_one_was_asked),
      cmocka_unit_test(a_model_without_words_has_no_such_end),
      cmocka_unit_test(roles_stand_below_the_heads_that_have_one),
      cmocka_unit_test(hovering_a_head_tells_its_scores),
      cmocka_unit_test(counts_are_grouped_the_same_everywhere),
      cmocka_unit_test(percents_are_written_as_they_are_said),
      cmocka_unit_test(no_words_have_no_share_of_what_is_drawn),
      cmocka_unit_test(what_may_be_drawn_is_told_whole_in_narrow_windows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
