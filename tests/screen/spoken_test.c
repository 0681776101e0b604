/* tests/screen/spoken_test.c -- "the status line's text is what is spoken, with symbols spelled as
** words": each symbol, and the lines of all stages. */
#include "screen/spoken.h"

#include "screen/screen.h"
#include "screen/state.h"

#include <string.h>

static void must_be_spoken(const char *line, const char *words) {
  Arena *arena = arena_make(0);
  Str spoken = spoken_words(arena, str_from(line));
  if (!str_is(spoken, words)) fail_msg("“%s” is spoken as “%s”", line, spoken.at);
  arena_free(arena);
}

static void symbols_become_words(void **state) {
  (void)state;
  must_be_spoken("score −0.31", "score minus 0.31");
  must_be_spoken("hidden: masked −∞, weight 0", "hidden: masked minus infinity, weight 0");
  must_be_spoken("8.34×10⁻⁷", "8.34 times 10 to the power of minus 7");
  must_be_spoken("1.2×10¹²", "1.2 times 10 to the power of 12");
  must_be_spoken("query the·5, key “cat”", "query the at place 5, key cat");
  must_be_spoken("layer 2 · head 4", "layer 2, head 4");
  must_be_spoken("÷ √16 = 4.", "divided by the square root of 16 equals 4.");
  must_be_spoken("X₂ (place 3) of W_O", "X 2, place 3 of W O");
  must_be_spoken("e₁₂ +0.5 of 57.3°, Σ = 1.00",
                 "e 12 plus 0.5 of 57.3 degrees, the sum of equals 1.00");
  must_be_spoken("", "");
  must_be_spoken("猫 坐", "猫 坐");
}

/* Nothing but letters, digits and marks of sentences is left: a voice reads symbols in its own way,
** or not at all. */
static void must_be_words(Str words, const char *where) {
  if (words.bytes == 0) fail_msg("%s: nothing is said", where);
  for (size_t i = 0; i < words.bytes; i++) {
    unsigned char c = (unsigned char)words.at[i];
    if (c >= 128 || (c < 128 && strchr("_+*=/\\<>[]{}|^~()", c)))
      fail_msg("%s: “%s”", where, words.at + i);
    if (i > 0 && c == ' ' && words.at[i - 1] == ' ') fail_msg("%s: two spaces", where);
  }
}

static void every_stage_is_spoken_in_words(void **state) {
  (void)state;
  static const char *const openings[] = {"",
                                         "positions alibi; ",
                                         "positions rope; ",
                                         "dropout 0.3; ",
                                         "approximate performer 8; ",
                                         "approximate linformer 3; ",
                                         "schedule flash 2 2; ",
                                         "mask causal; ",
                                         "score cosine; "};
  Arena *arena = arena_make(0);
  const TextMetrics *metrics = fonts_metrics(support_fonts());
  for (size_t o = 0; o < sizeof openings / sizeof *openings; o++) {
    Session *session = session_after(str_format(
        arena, "motion off; sentence \"the cat sat on the mat\"; %shead 1", openings[o]));
    const Trace *trace = session_trace(session);
    for (int i = 0; i < trace_stage_count(trace); i++) {
      const StageInfo *info = stage_info(trace_stage_at(trace, i));
      for (int chosen = 0; chosen < 3; chosen++) {
        const char *line = str_format(arena, "cell none; stage %s; %s", info->name,
                                      chosen == 0             ? "head 1"
                                      : info->part_count == 0 ? "row 5"
                                      : chosen == 1           ? "cell 5 1"
                                                              : "cell 2 3");
        run(session, line);
        for (int why = 0; why < 2; why++)
          must_be_words(screen_spoken(session, metrics, why ? SAY_WHY : SAY_CELL, arena), line);
      }
    }
    session_free(session);
  }
  arena_free(arena);
}

/* The line that is copied, and no other. */
static void the_line_of_the_status_bar_is_spoken(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const TextMetrics *metrics = fonts_metrics(support_fonts());
  Session *session = session_after("sentence \"the cat sat\"; stage weights; cell 3 2");
  Str line = screen_focus_line(session, metrics, arena);
  Str spoken = screen_spoken(session, metrics, SAY_CELL, arena);
  assert_true(line.bytes > 0);
  assert_true(str_equal(spoken, spoken_words(arena, line)));
  run(session, "cell none; hover none");
  spoken = screen_spoken(session, metrics, SAY_CELL, arena);
  assert_non_null(strstr(spoken.at, "Attention weights"));
  assert_non_null(strstr(spoken.at, "No cell is chosen."));
  session_free(session);
  arena_free(arena);
}

/* A number that a person changed, or took away, says that, and so does a number behind it that no
** longer follows from what made it. */
static void what_a_person_changed_is_said(void **state) {
  (void)state;
  static const struct {
    const char *commands, *said;
  } cases[] = {
      {"stage scores; cell 2 3; set here 9", "Set by hand: row 2, column 3"},
      {"stage qkv; cell 2 3 k; set here 9", "Set by hand: row 2, column 3"},
      {"stage weights; cell 2 3; set here 0.9", "Set by hand: row 2, column 3"},
      {"head off 1; stage output; cell 2 3", "head 1"},
      {"without key 3; stage masked; cell 2 3", "sat"},
      {"stage scores; cell 2 3; set here nan; stage output; cell 2 3", "infinite or no number"},
      {"mask causal; stage weights; cell 2 3", "minus infinity"},
  };
  Arena *arena = arena_make(0);
  const TextMetrics *metrics = fonts_metrics(support_fonts());
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Session *session = session_after(str_format(
        arena, "motion off; model hand-made; sentence \"the cat sat\"; %s", cases[i].commands));
    Str said = screen_spoken(session, metrics, SAY_WHY, arena);
    if (!strstr(said.at, cases[i].said)) fail_msg("%s: “%s”", cases[i].commands, said.at);
    session_free(session);
  }
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(symbols_become_words),
      cmocka_unit_test(every_stage_is_spoken_in_words),
      cmocka_unit_test(the_line_of_the_status_bar_is_spoken),
      cmocka_unit_test(what_a_person_changed_is_said),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
