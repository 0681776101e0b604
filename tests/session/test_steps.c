/* Moving along the line of positions: by stage, row, cell and tile, forward and back, by hand and
** by playing. */
#include <string.h>

#include "session/say.h"
#include "support/common_stages.h"

static int stage_of(const Session *session) { return (int)session_view(session)->stage; }

static void assert_at(const Session *session, StageId stage, int filled, int query, int key) {
  const View *view = session_view(session);
  assert_int_equal(view->stage, stage);
  assert_int_equal(view->filled, filled);
  assert_int_equal(view->query, query);
  assert_int_equal(view->key, key);
}

static void the_first_step_opens_the_first_stage(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  assert_int_equal(session_view(session)->kind, VIEW_OVERVIEW);
  say(session, "step");
  assert_int_equal(session_view(session)->kind, VIEW_STAGE);
  assert_int_equal(stage_of(session), STAGE_TOKENS);
  say(session, "step back");
  assert_int_equal(session_view(session)->kind, VIEW_OVERVIEW);
  session_free(session);
}

/* The model of these sessions names no words. */
static int stage_count(void) { return common_stage_count() - 1; }

static void stages_follow_each_other_and_stop_at_the_last(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "stage first");
  for (int stage = 1; stage < stage_count(); stage++) {
    say(session, "step stage");
    assert_int_equal(stage_of(session), common_stage(stage));
    assert_int_equal(session_view(session)->filled, -1);
  }
  say(session, "step");
  assert_int_equal(stage_of(session), common_stage(stage_count() - 1));
  session_free(session);
}

static void cells_fill_in_reading_order_and_the_focus_follows(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "stage qkv; step cell");
  assert_at(session, STAGE_SCORES, 1, 0, 0);
  say(session, "step cell; step cell; step cell");
  assert_at(session, STAGE_SCORES, 4, 1, 0);
  for (int i = 0; i < 5; i++) say(session, "step cell");
  assert_at(session, STAGE_SCORES, -1, 2, 2);
  say(session, "step cell");
  assert_at(session, STAGE_SCALED, 1, 0, 0);
  session_free(session);
}

static void rows_fill_whole_and_the_focus_is_the_row(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "stage qkv; step row");
  assert_at(session, STAGE_SCORES, 3, 0, -1);
  say(session, "step cell; step row");
  assert_at(session, STAGE_SCORES, 6, 1, -1);
  say(session, "step row");
  assert_at(session, STAGE_SCORES, -1, 2, -1);
  session_free(session);
}

/* back is the exact inverse of forward, from any state and by any step. */
static void back_undoes_forward(void **state) {
  (void)state;
  enum { KINDS = 5 };
  static const char *const by[KINDS] = {"stage", "row", "cell", "tile", ""};
  Rng rng = rng_make(3);
  Session *session = session_of("the cat sat on");
  for (int round = 0; round < 6000; round++) {
    char line[128];
    if (round % 500 == 0)
      say(session, "sentence \"w%d the 我 w\"; schedule %s", round,
          round % 1000 ? "flash 2 3" : "whole");
    random_command(&rng, session, line, sizeof line);
    if (!strncmp(line, "model", 5) || !strncmp(line, "mask", 4))
      continue; /* slow, changes no place */
    say(session, "%s", line);
    View before = *session_view(session);
    int steps = 1 + rng_below(&rng, 4), taken[4];
    for (int i = 0; i < steps; i++) say(session, "step %s", by[taken[i] = rng_below(&rng, KINDS)]);
    const View *end = session_view(session);
    int last = trace_stage_count(session_trace(session)) - 1; /* `reset` changes the model */
    bool held = trace_stage_index(session_trace(session), end->stage) == last &&
                end->filled < 0; /* some steps were not taken */
    if (held) continue;
    for (int i = steps; i-- > 0;) say(session, "step back %s", by[taken[i]]);
    if (!session_same_view(&before, session_view(session)))
      fail_msg("round %d after %s", round, line);
  }
  session_free(session);
}

/* The index of the current stage among those of its trace. */
static int index_of(const Session *session) {
  return trace_stage_index(session_trace(session), session_view(session)->stage);
}

/* Without recorded steps the line itself leads back, from the end to the start, cell by cell. */
static void back_walks_the_whole_line(void **state) {
  (void)state;
  Session *session = session_of("a b");
  say(session, "stage last; cell 1 1");
  int steps = 0;
  while (index_of(session) > 0 && steps < 2000) {
    int stage = index_of(session), filled = session_view(session)->filled;
    say(session, "step back cell");
    const View *view = session_view(session);
    int now = index_of(session);
    assert_true(now == stage - 1 || (now == stage && (filled < 0 || view->filled == filled - 1)));
    steps++;
  }
  assert_int_equal(stage_of(session), STAGE_TOKENS);
  session_free(session);
}

/* A step back by rows empties row after row, however the stage was reached. */
static void back_by_another_kind_of_step_walks_the_line(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "stage scores; step stage; step back row");
  assert_at(session, STAGE_SCALED, 6, 1, -1);
  say(session, "stage scores; step stage; stage first; stage scaled; step back stage");
  assert_at(session, STAGE_SCORES, -1, 1, -1);
  say(session, "stage last; step back row");
  assert_int_equal(stage_of(session), STAGE_BLOCK);
  session_free(session);
}

/* Under schedule flash a stage is filled tile by tile, without those that the mask hides whole. */
static void tiles_follow_each_other(void **state) {
  (void)state;
  /* 5 × 5 in tiles of 2 × 2: 3 × 3 of them; cells up to each in their order */
  static const struct {
    int filled, query;
  } places[] = {{4, 0}, {14, 2}, {18, 2}, {22, 4}, {24, 4}, {-1, 4}};
  Session *session = session_of("a b c d e");
  say(session, "mask causal; schedule flash 2 2; stage weights; step by tile");
  View before = *session_view(session);
  for (int i = 0; i < 6; i++) {
    say(session, "step");
    assert_at(session, STAGE_TILES, places[i].filled, places[i].query, -1);
  }
  say(session, "step");
  assert_at(session, STAGE_OUTPUT, -1, 4, -1);
  for (int i = 6; i-- > 0;) {
    say(session, "step back");
    assert_at(session, STAGE_TILES, places[i].filled, places[i].query, -1);
  }
  say(session, "step back");
  assert_true(session_same_view(&before, session_view(session)));
  /* without steps to go back along, the line itself leads back */
  say(session, "stage tiles; cell 4 row; step back; step back; step back");
  assert_at(session, STAGE_TILES, 18, 2, -1);
  say(session, "step back row");
  assert_at(session, STAGE_TILES, 4, 0, -1);
  say(session, "step row; step row");
  assert_at(session, STAGE_TILES, -1, 4, -1);
  /* elsewhere a tile is a stage */
  say(session, "step; step");
  assert_at(session, STAGE_JOINED, -1, 4, -1);
  session_free(session);
}

/* A state has the tile, undo the kind, and a longer sentence keeps its place. */
static void tiles_are_kept_with_their_place(void **state) {
  (void)state;
  Session *session = session_of("a b c d e");
  say(session, "mask none; schedule flash 2 3; stage tiles; step by tile; step back; step back");
  assert_at(session, STAGE_TILES, 20, 2, -1);
  say(session, "seek tiles 0.3");
  assert_at(session, STAGE_TILES, 8, 0, -1);
  say(session, "step");
  assert_at(session, STAGE_TILES, 16, 2, -1);
  say(session, "step back; schedule whole");
  assert_false(trace_has_stage(session_trace(session), STAGE_TILES));
  assert_int_equal(stage_of(session), STAGE_WEIGHTS);
  say(session, "undo");
  assert_true(trace_has_stage(session_trace(session), STAGE_TILES));
  say(session, "stage tiles; play; pause");
  assert_at(session, STAGE_TILES, 6, 0, -1);
  /* where all is hidden there is no tile to step to */
  say(session, "mask none; mask row 1 hide; mask row 2 hide; mask row 3 hide; mask row 4 hide; "
               "mask row 5 hide; stage weights; step");
  assert_int_equal(stage_of(session), STAGE_TILES);
  assert_int_equal(session_view(session)->filled, -1);
  say(session, "step");
  assert_int_equal(stage_of(session), STAGE_OUTPUT);
  session_free(session);
}

static void seek_fills_in_proportion(void **state) {
  (void)state;
  Session *session = session_of("a b c d");
  say(session, "step by cell; seek weights 0.5");
  assert_at(session, STAGE_WEIGHTS, 8, 1, 3);
  say(session, "seek weights 0");
  assert_int_equal(session_view(session)->filled, 1);
  say(session, "seek weights 1");
  assert_int_equal(session_view(session)->filled, -1);
  refused(session, "seek weights 1.5", "seek takes");
  refused(session, "seek nowhere 0", "nowhere");
  session_free(session);
}

static void an_empty_sentence_can_be_stepped(void **state) {
  (void)state;
  Session *session = session_of("");
  for (int i = 0; i < 20; i++) say(session, "step cell");
  assert_int_equal(stage_of(session), common_stage(stage_count() - 1));
  for (int i = 0; i < 20; i++) say(session, "step back row");
  say(session, "seek scores 0.5; cursor down; play");
  session_free(session);
}

/* "Play on a stage that is full plays that stage again from its beginning": the current stage, not
** the next one; also at the last. */
static void playing_a_full_stage_begins_it_again(void **state) {
  (void)state;
  Session *session = session_of("a b c");
  say(session, "step by cell; stage scores; cell 2 2; play");
  assert_at(session, STAGE_SCORES, 1, 0, 0);
  say(session, "pause; step by row; stage weights; play");
  assert_at(session, STAGE_WEIGHTS, 3, 0, -1);
  say(session, "pause; play"); /* resumes what was paused */
  assert_at(session, STAGE_WEIGHTS, 3, 0, -1);
  say(session, "pause; stage last; play");
  assert_int_equal(stage_of(session), common_stage(stage_count() - 1));
  assert_true(session_view(session)->filled > 0);
  session_free(session);
}

static void playing_goes_to_the_end_and_stops(void **state) {
  (void)state;
  Session *session = session_of("a b");
  double now = 1000;
  say(session, "speed 2; stage first; play");
  assert_true(session_tick(session, now) >= 0);
  int ticks = 0;
  while (session_view(session)->playing && ticks++ < 1000) session_tick(session, now += 16);
  assert_int_equal(stage_of(session), common_stage(stage_count() - 1));
  /* Eight stages further, one a second, after the first at once. */
  assert_in_range((int)(now - 1000), 8000, 9500);
  say(session, "play");
  assert_int_equal(stage_of(session), STAGE_TOKENS);
  say(session, "play toggle");
  assert_false(session_view(session)->playing);
  session_free(session);
}

static void a_stage_change_takes_350_ms_in_a_window_and_none_in_a_script(void **state) {
  (void)state;
  Session *session = session_of("a b");
  say(session, "stage scores");
  assert_true(session_view(session)->transition >= 1);
  session_tick(session, 500);
  say(session, "stage weights");
  assert_true(session_view(session)->transition <= 0);
  assert_int_equal(session_view(session)->from_stage, STAGE_SCORES);
  assert_true(session_tick(session, 10000) >= 0); /* the first tick after begins it */
  assert_true(session_tick(session, 10175) >= 0);
  assert_in_range((int)(session_view(session)->transition * 100), 49, 51);
  session_tick(session, 10351);
  assert_true(session_view(session)->transition >= 1);
  say(session, "motion off; stage scores");
  assert_true(session_view(session)->transition >= 1);
  session_free(session);
}

static void a_moment_is_held_until_something_else_is_chosen(void **state) {
  (void)state;
  Session *session = session_of("a b");
  const View *view = session_view(session);
  Arena *arena = arena_make(0);
  say(session, "stage scores; moment 0.4");
  assert_true(view->held && view->kind == VIEW_STAGE);
  assert_float_equal(view->transition, 0.4, 1e-6);
  assert_int_equal(view->from_stage, STAGE_QKV);
  session_tick(session, 500);
  session_tick(session, 5000);
  assert_float_equal(view->transition, 0.4, 1e-6);
  say(session, "motion off; motion on"); /* it is a picture, not a motion */
  assert_true(view->held);
  const char *script = session_script(session, arena).at;
  assert_non_null(strstr(script, "moment 0.4"));
  assert_non_null(strstr(script, "from qkv"));
  say(session, "step"); /* arrives */
  assert_true(!view->held && view->transition >= 1);
  assert_int_equal(view->stage, STAGE_SCORES);
  say(session, "moment 0.7 weights from overview");
  assert_true(view->held && view->from_kind == VIEW_OVERVIEW);
  assert_int_equal(view->stage, STAGE_WEIGHTS);
  say(session, "stage weights");
  assert_true(!view->held && view->transition >= 1);
  say(session, "moment 0.4 weights; step back cell"); /* a cell less, seen at rest */
  assert_true(!view->held && view->transition >= 1);
  assert_int_equal(view->filled, 3);
  say(session, "step cell; moment 0.4 weights; step back row");
  assert_true(!view->held && view->transition >= 1);
  say(session, "moment 1 output");
  assert_true(!view->held && view->transition >= 1);
  say(session, "moment 0.5 tokens"); /* nothing comes before it */
  assert_false(view->held);
  arena_free(arena);
  session_free(session);
}

/* With the stage that it leads to a moment goes: the stage in its place would come from itself. */
static void a_moment_ends_with_its_stage(void **state) {
  (void)state;
  static const char *const from[] = {"qkv", "scores"};
  Session *session = session_of("the cat sat");
  for (int i = 0; i < 2; i++) {
    say(session, "approximate linformer 4; moment 0.5 projected from %s", from[i]);
    assert_true(session_view(session)->held);
    say(session, "approximate exact");
    const View *view = session_view(session);
    assert_false(view->held && view->from_stage == view->stage);
  }
  session_free(session);
}

static void a_wrong_moment_is_refused(void **state) {
  (void)state;
  static const char *const lines[] = {"moment",
                                      "moment 1.5",
                                      "moment x",
                                      "moment 0.5 nosuch",
                                      "moment 0.5 to qkv",
                                      "moment 0.5 from",
                                      "moment 0.5 scores from nosuch"};
  Session *session = session_of("a b");
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    Status status;
    assert_false(session_do(session, lines[i], &status));
    assert_true(status.sentence[0] != 0);
    assert_false(session_view(session)->held);
  }
  session_free(session);
}

static void an_idle_session_wants_no_ticks(void **state) {
  (void)state;
  Session *session = session_of("a b");
  assert_true(session_tick(session, 1) < 0);
  session_tell(session, "Something happened.");
  double wait = session_tick(session, 10);
  assert_true(wait > 1000);
  assert_true(session_tick(session, 10 + wait) < 0);
  assert_int_equal(session_message(session).bytes, 0);
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_step_opens_the_first_stage),
      cmocka_unit_test(stages_follow_each_other_and_stop_at_the_last),
      cmocka_unit_test(cells_fill_in_reading_order_and_the_focus_follows),
      cmocka_unit_test(rows_fill_whole_and_the_focus_is_the_row),
      cmocka_unit_test(back_undoes_forward),
      cmocka_unit_test(back_walks_the_whole_line),
      cmocka_unit_test(back_by_another_kind_of_step_walks_the_line),
      cmocka_unit_test(tiles_follow_each_other),
      cmocka_unit_test(tiles_are_kept_with_their_place),
      cmocka_unit_test(seek_fills_in_proportion),
      cmocka_unit_test(an_empty_sentence_can_be_stepped),
      cmocka_unit_test(playing_goes_to_the_end_and_stops),
      cmocka_unit_test(playing_a_full_stage_begins_it_again),
      cmocka_unit_test(a_stage_change_takes_350_ms_in_a_window_and_none_in_a_script),
      cmocka_unit_test(a_moment_is_held_until_something_else_is_chosen),
      cmocka_unit_test(a_moment_ends_with_its_stage),
      cmocka_unit_test(a_wrong_moment_is_refused),
      cmocka_unit_test(an_idle_session_wants_no_ticks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
