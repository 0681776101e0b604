/* The presenter view on the screen: how large its digits are, what it leaves out, its counter, the
** blank screen, the spotlight; and the picture of the speaker's notes. */
#include "screen/state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/count/count.h"
#include "scene/hit.h"
#include "scene/number.h"
#include "scene/theme.h"
#include "screen/notes.h"

#define SENTENCE "\"The animal didn't cross the street because it was too tired\""
static const Window PROJECTOR = {1920, 1080};

static int count_of(const DrawList *list, const char *words) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    count += list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words);
  return count;
}

/* Of the text that reads so; 0: there is none. */
static float size_of(const DrawList *list, const char *words) {
  float size = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind == DRAW_TEXT && str_is(text->text, words) && text->size_pt > size)
      size = text->size_pt;
  }
  return size;
}

/* A digit of a cell is 0.73 of its size high. */
static void digits_of_weights_can_be_read_from_the_last_row(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE);
  run(session, "stage weights; layer 2; head 2; cell none; presenter on");
  DrawList list = list_after(session, arena, PROJECTOR, "cell none");
  int count = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    bool is_digits = list.items[i].kind == DRAW_TEXT && text->face == FACE_MONO &&
                     text->text.bytes == 3 && text->text.at[0] == '.';
    if (!is_digits) continue;
    count++;
    if (0.73f * text->size_pt < 40) fail_msg("%.2f pt", (double)text->size_pt);
  }
  assert_true(count > 70); /* those below .005 are blank */
  session_free(session);
  arena_free(arena);
}

/* Words are as large as the picture lets them be already: more of them would be less of its numbers. */
static void larger_text_takes_nothing_from_the_picture(void **state) {
  (void)state;
  static const char *const stages[] = {"embed",   "qkv",    "scores", "scaled", "masked",
                                       "weights", "output", "joined", "block",  "logits"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; presenter on");
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
    float most = 0, least = INFINITY;
    for (int size = 1; size <= 3; size++) {
      char line[64];
      snprintf(line, sizeof line, "stage %s; cell 8 2; textscale %d", stages[i], size);
      DrawList list = list_after(session, arena, PROJECTOR, line);
      float digits = 0;
      for (int k = 0; k < list.item_count; k++)
        if (list.items[k].kind == DRAW_TEXT && list.items[k].as.text.face == FACE_MONO)
          digits += list.items[k].as.text.size_pt;
      most = fmaxf(most, digits);
      least = fminf(least, digits);
    }
    if (least <= 0 || least < most)
      fail_msg("%s: %.2f of %.2f", stages[i], (double)least, (double)most);
  }
  session_free(session);
  arena_free(arena);
}

/* 15 minutes of arc at 8 m from a screen 2 m wide: a few columns of two decimals, or all numbers of
** a matrix by pair; with and without a chosen number. */
static void numbers_of_all_stages_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const float pixels = 34;
  static const struct {
    const char *stage, *number;
    int count; /* in its face, of that height at least */
  } told[] = {{"embed", "0.80", 3 * 8},   {"qkv", "−0.13", 3 * 8},    {"scores", "16", 11 * 11},
              {"scaled", "4.0", 11 * 11}, {"masked", "4.0", 11 * 11}, {"weights", ".77", 90},
              {"output", "−0.40", 4 * 8}, {"joined", "−0.15", 5 * 8}, {"block", "−0.72", 6 * 8}};
  static const char *const choices[] = {"cell none", "cell 8 2"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 4; presenter on");
  for (size_t i = 0; i < 2 * sizeof told / sizeof *told; i++) {
    char line[64];
    int count = 0;
    snprintf(line, sizeof line, "stage %s; %s", told[i / 2].stage, choices[i % 2]);
    DrawList list = list_after(session, arena, PROJECTOR, line);
    for (int k = 0; k < list.item_count; k++) {
      const DrawText *text = &list.items[k].as.text;
      bool is_number = list.items[k].kind == DRAW_TEXT && text->face == FACE_MONO;
      count += is_number && 0.73f * text->size_pt >= pixels;
    }
    if (count < told[i / 2].count) fail_msg("%s: %d numbers", line, count);
    float size = i % 2 > 0 ? size_of(&list, told[i / 2].number) : pixels / 0.73f;
    if (0.73f * size < pixels) fail_msg("%s: %.2f", line, (double)size);
  }
  session_free(session);
  arena_free(arena);
}

/* As large as the words above them, up to 34 pixels. */
static void ids_of_tokens_can_be_read_from_the_last_row(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; presenter on; stage tokens");
  DrawList list =
      list_after(session, arena, PROJECTOR, "sentence \"the animal crossed the street\"");
  assert_true(0.73f * size_of(&list, "410") >= 34);
  list = list_after(session, arena, PROJECTOR, "sentence " SENTENCE);
  assert_true(0.73f * size_of(&list, "410") >= 26);
  session_free(session);
  arena_free(arena);
}

/* The text that begins so, as large as it stands anywhere; NULL: there is none. */
static const DrawText *text_beginning(const DrawList *list, const char *begins) {
  const DrawText *found = NULL;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->text.bytes < strlen(begins)) continue;
    if (strncmp(text->text.at, begins, strlen(begins)) != 0) continue;
    if (!found || text->size_pt > found->size_pt) found = text;
  }
  return found;
}

/* The sizes of numbers like .82; count 0: there are none. large_count: those of 34 pixels. */
typedef struct Sizes {
  float least, most;
  int count, large_count;
} Sizes;

static Sizes sizes_of_weights(const DrawList *list) {
  Sizes sizes = {0};
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_weight = list->items[i].kind == DRAW_TEXT && text->face == FACE_MONO &&
                     text->text.bytes == 3 && text->text.at[0] == '.';
    if (!is_weight) continue;
    if (sizes.count++ == 0 || text->size_pt < sizes.least) sizes.least = text->size_pt;
    if (text->size_pt > sizes.most) sizes.most = text->size_pt;
    sizes.large_count += 0.73f * text->size_pt >= 34;
  }
  return sizes;
}

/* Beside the rows of V, and never smaller than outside the presenter view. */
static void weights_of_the_weighted_sum_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const Window windows[] = {{1920, 1080}, {1440, 900}, {960, 600}, {640, 400}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
    run(session, "presenter off; stage output");
    DrawList list = list_after(session, arena, windows[i], "cell 8 2");
    Sizes before = sizes_of_weights(&list);
    run(session, "presenter on; stage output");
    list = list_after(session, arena, windows[i], "cell 8 2");
    Sizes now = sizes_of_weights(&list);
    if (now.count < 2 || now.least < before.most)
      fail_msg("%.0f wide: %d from %.2f on, before to %.2f", (double)windows[i].width, now.count,
               (double)now.least, (double)before.most);
    if (i == 0 && 0.73f * now.least < 34) fail_msg("%.2f", (double)now.least);
  }
  session_free(session);
  arena_free(arena);
}

/* The answer and its likeliest words; the other tokens' words are folded. */
static void the_prediction_can_be_read_from_the_last_row(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE);
  run(session, "presenter on; stage logits");
  DrawList list = list_after(session, arena, PROJECTOR, "cell 8 1");
  int percents = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    if (list.items[i].kind != DRAW_TEXT || text->face != FACE_MONO) continue;
    percents++;
    assert_true(text->size_pt >= 40);
  }
  assert_int_equal(percents, 6);
  assert_true(size_of(&list, "it") >= 90 && size_of(&list, "animal") >= 90);
  assert_true(size_of(&list, "99.5 %") >= 90);
  run(session, "presenter off; textscale 1.6; stage logits");
  list = list_after(session, arena, PROJECTOR, "cell 8 1");
  assert_true(size_of(&list, "animal") >= 70);
  session_free(session);
  arena_free(arena);
}

/* At stages without digits in their cells, too; before the steps reach it, it is a question. */
static void the_chosen_number_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const struct {
    const char *stage, *begins;
  } chosen[] = {{"embed", "X(it, 2) = "},
                {"qkv", "Q(it, 2) = "},
                {"scores", "Scores(it, animal) = "},
                {"weights", "Weights(it, animal) = 1.000 ÷ 1.292 = 0.7"},
                {"output", "Output(it, 2) = "},
                {"joined", "Joined(it, 2) = "},
                {"block", "X₃(it, 2)"}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
    run(session, str_format(arena, "presenter on; stage %s; cell 8 2", chosen[i].stage));
    DrawList list = list_after(session, arena, PROJECTOR, "");
    const DrawText *text = text_beginning(&list, chosen[i].begins);
    if (!text) fail_msg("%s: no number", chosen[i].stage);
    assert_true(0.73f * text->size_pt >= 28);
    run(session, str_format(arena, "presenter off; textscale 1.6; stage %s", chosen[i].stage));
    list = list_after(session, arena, PROJECTOR, "cell 8 2");
    text = text_beginning(&list, chosen[i].begins);
    if (!text) fail_msg("%s, larger text: no number", chosen[i].stage);
    assert_true(text->size_pt >= 20);
  }
  run(session, "presenter on; stage output; cell 8 2; step by row; seek output 0.4");
  DrawList list = list_after(session, arena, PROJECTOR, "cell 8 2");
  assert_true(has_text(&list, "Output(it, 2) = ?"));
  session_free(session);
  arena_free(arena);
}

/* "X(it, 2) = 0.05 + 0.75 = 0.80": in the presenter view below the picture, with larger text in the
** line of the chosen number. It ends in the number of the trace, and waits for the steps. */
static void the_sum_of_the_chosen_number_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const struct {
    const char *stage, *begins;
    TracePart part;
  } sums[] = {{"embed", "X(it, 2) = 0.05 + 0.75", TRACE_X},
              {"qkv", "Q(it, 2) = 0.18", TRACE_Q},
              {"joined", "Joined(it, 2) = −0.04 ", TRACE_ATTN_PROJ},
              {"block", "X₃(it, 2): 2.01 − 0.15 = 1.86 → norm −0.14", TRACE_BLOCK}};
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 2");
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
    float value = mat_get(trace_matrix(session_trace(session), sums[i].part, 1, 1), 7, 1);
    Number result = number_hundredths(value);
    run(session, str_format(words, "presenter on; stage %s; cell 8 2", sums[i].stage));
    DrawList list = list_after(session, arena, PROJECTOR, "");
    const DrawText *text = text_beginning(&list, sums[i].begins);
    if (!text) fail_msg("%s: no sum", sums[i].stage);
    assert_true(0.73f * text->size_pt >= 28);
    bool ends = false;
    for (int k = 0; k < list.item_count; k++)
      ends = ends || (list.items[k].kind == DRAW_TEXT && list.items[k].as.text.at.y > 1000 &&
                      str_ends(list.items[k].as.text.text, str_format(words, " %s", result.at)));
    assert_true(ends);
    run(session, str_format(words, "step by row; seek %s 0.4; cell 8 2", sums[i].stage));
    list = list_after(session, arena, PROJECTOR, "");
    assert_null(text_beginning(&list, sums[i].begins));
    run(session, "step by stage");
    run(session, str_format(words, "presenter off; textscale 1.6; stage %s", sums[i].stage));
    list = list_after(session, arena, PROJECTOR, "cell 8 2");
    text = text_beginning(&list, sums[i].begins);
    if (!text) fail_msg("%s, larger text: no sum", sums[i].stage);
    assert_true(text->size_pt >= 20);
    run(session, "textscale 1");
  }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* "Scaled(it, animal) = 15.98 ÷ 4 = 4.00" beside the formula, of each step from scores to weights:
** large, ending in the number of the trace, and not before the steps reach it. The cells have the
** room that they have for a row alone. */
static void the_working_of_a_pair_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const struct {
    const char *show, *stage, *begins, *ends;
  } worked[] = {
      {"cell 8 2", "scores", "Scores(it, animal) = 3.66 + 2.77 + ", "… = 15.98"},
      {"cell 8 2", "scaled", "Scaled(it, animal) = 15.98 ÷ 4", "= 4.00"},
      {"cell 8 2", "masked", "Masked(it, animal) = 4.00 + 0", "= 4.00"},
      {"mask causal; cell 5 7", "masked", "Masked(the·5, because) = −", " + (−∞) = −∞"},
      {"mask none; cell 8 2", "weights", "Weights(it, animal) = 1.000 ÷ 1.292", "= 0.774"},
      {"cell 8 7", "scaled", "Scaled(it, because) = −12.80 ÷ 4", "= −3.20"}};
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; presenter on");
  for (size_t i = 0; i < sizeof worked / sizeof *worked; i++) {
    run(session, str_format(words, "stage %s", worked[i].stage));
    DrawList list = list_after(session, arena, PROJECTOR, "row 8");
    float alone = largest_heatmap(&list).h;
    list = list_after(session, arena, PROJECTOR, worked[i].show);
    const DrawText *text = text_beginning(&list, worked[i].begins);
    if (!text) fail_msg("%s: no working", worked[i].stage);
    assert_true(str_ends(text->text, worked[i].ends));
    assert_true(0.727f * text->size_pt >= 28);
    assert_true(text->at.y < 220 && largest_heatmap(&list).h >= alone);
  }
  run(session, "step by row; stage scaled; seek scaled 0.4; cell 8 2");
  DrawList list = list_after(session, arena, PROJECTOR, "");
  assert_true(has_text(&list, "Scaled(it, animal) = ?"));
  assert_null(text_beginning(&list, "Scaled(it, animal) = 1"));
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* A note says that digits are rounded where those of a line give another result, and nowhere else:
** not where they agree, and not of whole numbers. */
static void only_what_does_not_add_up_is_said_to_be_rounded(void **state) {
  (void)state;
  static const struct {
    const char *show, *line;
    bool is_said;
  } lines[] = {{"stage joined; cell 8 2", "Joined(it, 2) = −0.04 − 0.14", false},
               {"stage joined; cell 8 9", "Joined(it, 9) = −0.30 − 0.07", true},
               {"stage embed; cell 8 2", "X(it, 2) = 0.05 + 0.75 = 0.80", false},
               {"stage block; cell 8 2", "X₃(it, 2): 2.01 − 0.15 = 1.86", false},
               {"stage block; cell 8 3", "X₃(it, 3): −0.23 + 0.28 = 0.05", true},
               {"stage scaled; cell 8 2", "Scaled(it, animal) = 15.98 ÷ 4 = 4.00", false},
               {"stage weights; cell 8 3", "Weights(it, didn't) = 0.014 ÷ 1.292 = 0.010", true},
               {"stage scores; cell 8 2", "Scores(it, animal) = 3.66 + 2.77", false},
               {"score cosine temperature 10; stage scaled; cell 8 2",
                "Scaled(it, animal) = 0.78 × 10 = 7.82", true}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; presenter on");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    bool is_said = false;
    DrawList list = list_after(session, arena, PROJECTOR, lines[i].show);
    if (!text_beginning(&list, lines[i].line)) fail_msg("%s is not there", lines[i].line);
    for (int k = 0; k < list.item_count; k++)
      is_said = is_said || (list.items[k].kind == DRAW_TEXT &&
                            (str_ends(list.items[k].as.text.text, "digits are rounded") ||
                             str_ends(list.items[k].as.text.text, "Digits are rounded.")));
    if (is_said != lines[i].is_said) fail_msg("%s: said %d", lines[i].line, is_said);
  }
  session_free(session);
  arena_free(arena);
}

/* A number that a person set is not told as made of those before it. */
static void a_score_set_by_hand_has_no_working(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; presenter on");
  run(session, "set scores 8 2 5; stage scores");
  DrawList list = list_after(session, arena, PROJECTOR, "cell 8 2");
  assert_true(has_text(&list, "Scores(it, animal) = 5"));
  assert_null(text_beginning(&list, "Scores(it, animal) = 3.66"));
  session_free(session);
  arena_free(arena);
}

/* Heads beside each other say their roles to the end. */
static void roles_of_all_heads_are_whole(void **state) {
  (void)state;
  static const struct {
    const char *scale, *names[2];
  } cases[] = {{"textscale 1", {"H2 · pronoun → noun", "H3 · same word"}},
               {"textscale 3", {"H2 · pronoun → noun", "H3 · same word"}}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "presenter on; view heads");
  for (int i = 0; i < 2; i++) {
    DrawList list = list_after(session, arena, PROJECTOR, cases[i].scale);
    for (int name = 0; name < 2; name++)
      if (!has_text(&list, cases[i].names[name]))
        fail_msg("%s: no “%s”", cases[i].scale, cases[i].names[name]);
  }
  session_free(session);
  arena_free(arena);
}

static int numbers_above(const DrawList *list, float y, float least) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_digits = list->items[i].kind == DRAW_TEXT && text->face == FACE_MONO &&
                     text->text.at[text->text.bytes - 1] >= '0' && text->at.y < y &&
                     memchr(text->text.at, '.', text->text.bytes);
    if (is_digits && 0.73f * text->size_pt >= least) count++;
  }
  return count;
}

/* Eight columns of the followed row of Q, K and V stand in cells above its matrices, which have no
** digits; in a window too, also under the line that says what is laid over. */
static void the_row_of_queries_keys_and_values_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const struct {
    Window window;
    float above, least;
  } windows[] = {{{1440, 900}, 330, 17}, {{1920, 1080}, 400, 21}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "presenter on; stage qkv");
  for (int chosen = 0; chosen < 2; chosen++) {
    DrawList list = list_after(session, arena, PROJECTOR, chosen ? "cell 8 2" : "cell none");
    assert_int_equal(numbers_above(&list, 530, 34), 3 * 8);
  }
  for (int i = 0; i < 2 * 2; i++) {
    DrawList list = list_after(session, arena, windows[i % 2].window,
                               i / 2 > 0 ? "mask causal" : "presenter off; stage qkv");
    assert_int_equal(numbers_above(&list, windows[i % 2].above, windows[i % 2].least), 3 * 8);
  }
  session_free(session);
  arena_free(arena);
}

/* Numbers of two decimals in large cells: how many there are of at least that height in pixels. All
** stand above the first matrix of many columns. */
static int fine_numbers(const DrawList *list, float least) {
  enum { MANY_COLUMNS = 32 };
  int count = 0;
  float top = 1e9f;
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *heatmap = &list->items[i].as.heatmap;
    if (list->items[i].kind == DRAW_HEATMAP && heatmap->values.cols >= MANY_COLUMNS &&
        heatmap->values.rows > 1)
      top = fminf(top, heatmap->box.y);
  }
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->face != FACE_MONO) continue;
    const char *point = memchr(text->text.at, '.', text->text.bytes);
    bool is_fine = point && point + 3 == text->text.at + text->text.bytes;
    if (is_fine && 0.73f * text->size_pt >= least && text->at.y < top) count++;
  }
  return count;
}

/* The followed row of the stages whose matrices are too wide for digits: its numbers, with those
** that make them, for at least eight columns, before a class, with larger text and in a window. */
static void rows_of_wide_matrices_can_be_read(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int rows;
    float least[3]; /* presenter, larger text, window */
  } stages[] = {
      {"embed", 3, {34, 20, 15}}, {"joined", 5, {34, 18, 17}}, {"block", 6, {34, 17, 16}}};
  static const char *const modes[] = {"presenter on; textscale 1", "presenter off; textscale 3",
                                      "presenter off; textscale 1"};
  static const int columns = 8;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  for (int i = 0; i < 3; i++)
    for (int mode = 0; mode < 3; mode++) {
      Window window = mode < 2 ? PROJECTOR : (Window){1440, 900};
      const char *commands =
          str_format(arena, "stage %s; %s; cell 8 2", stages[i].name, modes[mode]);
      DrawList list = list_after(session, arena, window, commands);
      int count = fine_numbers(&list, stages[i].least[mode]);
      if (count < columns * stages[i].rows)
        fail_msg("%s, %s: %d numbers", stages[i].name, modes[mode], count);
    }
  session_free(session);
  arena_free(arena);
}

/* No term of a number before the steps have made the number. */
static void rows_tell_no_term_before_its_sum(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  DrawList list = list_after(session, arena, PROJECTOR,
                             "presenter on; stage joined; cell 8 2; step by cell; seek joined 0");
  assert_int_equal(fine_numbers(&list, 12), 4 + 1); /* of the first column */
  list = list_after(session, arena, PROJECTOR, "seek joined 1");
  assert_true(fine_numbers(&list, 12) > 0);
  session_free(session);
  arena_free(arena);
}

/* Some columns of the terms and of their sum, in digits, above all of the output, which fills the
** width; each key has its name beside its term, each query beside its row of the weights. */
static void the_weighted_sum_stands_above_the_output(void **state) {
  (void)state;
  static const char *const names[] = {"Weights", "A·", "Output"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 2; presenter on; stage output");
  DrawList list = list_after(session, arena, PROJECTOR, "cell 8 2");
  for (int k = 0; k < 3; k++) assert_true(size_of(&list, names[k]) >= 28);
  assert_int_equal(count_of(&list, "+8"), 1);
  const DrawHeatmap *first = NULL;
  int matrices = 0, numbers = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawHeatmap *heatmap = &list.items[i].as.heatmap;
    const DrawText *text = &list.items[i].as.text;
    bool has_dot = list.items[i].kind == DRAW_TEXT && text->face == FACE_MONO &&
                   text->text.bytes > 3 && text->text.at[text->text.bytes - 3] == '.';
    numbers += has_dot && 0.73f * text->size_pt >= 33;
    if (list.items[i].kind != DRAW_HEATMAP || heatmap->values.cols != 16) continue;
    if (!first) first = heatmap;
    assert_float_equal(heatmap->box.x, first->box.x, 0.01f);
    assert_float_equal(heatmap->box.w, first->box.w, 0.01f);
    matrices++;
  }
  if (!first || first->box.w < 1500) fail_msg("narrow");
  assert_int_equal(matrices, 1);
  assert_int_equal(numbers, 4 * 8); /* two terms, what the others come to, and their sum */
  assert_true(count_of(&list, "animal") >= 2);
  list = list_after(session, arena, PROJECTOR, "cell 8 row");
  bool ends = false;
  for (int i = 0; i < list.item_count; i++)
    ends = ends || (list.items[i].kind == DRAW_TEXT &&
                    str_ends(list.items[i].as.text.text, "=  output of it"));
  assert_true(ends);
  session_free(session);
  arena_free(arena);
}

/* In every matrix whose rows are vectors the row of a chosen number is framed thin, and its narrow
** column has its marks above and below the cells, never in them. */
static void the_row_of_a_chosen_number_is_framed(void **state) {
  (void)state;
  static const char *const stages[] = {"embed", "joined", "block"};
  static const int matrices[] = {3, 2, 3};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  for (int s = 0; s < 3; s++)
    for (int look = 0; look < 3; look++) {
      run(session, look == 0 ? "presenter on" : "presenter off");
      run(session, look == 2 ? "textscale 3" : "textscale 1");
      run(session, str_format(arena, "stage %s", stages[s]));
      DrawList list = list_after(session, arena, PROJECTOR, "cell 8 2");
      Color ink = theme_get(session_view(session)->theme)->ink;
      int framed = 0;
      for (int i = 0; i < list.item_count; i++) {
        const DrawHeatmap *heatmap = &list.items[i].as.heatmap;
        if (list.items[i].kind != DRAW_HEATMAP || heatmap->values.rows != 11 ||
            heatmap->values.cols != 64)
          continue;
        for (int k = 0; k < list.item_count; k++) {
          const DrawBox *box = &list.items[k].as.box;
          if (list.items[k].kind != DRAW_BOX) continue;
          bool is_frame = memcmp(&box->stroke, &ink, sizeof ink) == 0 && box->stroke_width > 0;
          framed += is_frame && fabsf(box->box.x - heatmap->box.x) < 12 &&
                    fabsf(box->box.w - heatmap->box.w) < 24;
          Point middle = {box->box.x + box->box.w / 2, box->box.y + box->box.h / 2};
          bool is_mark = memcmp(&box->fill, &ink, sizeof ink) == 0;
          assert_false(is_mark && middle.x > heatmap->box.x &&
                       middle.x < heatmap->box.x + heatmap->box.w && middle.y > heatmap->box.y &&
                       middle.y < heatmap->box.y + heatmap->box.h);
        }
      }
      if (framed != matrices[s]) fail_msg("%s, look %d: %d framed", stages[s], look, framed);
    }
  session_free(session);
  arena_free(arena);
}

/* Boxes of the picture in the colour of the focus, that wide at least. */
static int focus_frames(const DrawList *list, const Session *session, float wide) {
  Color focus = theme_get(session_view(session)->theme)->focus;
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawBox *box = &list->items[i].as.box;
    count += list->items[i].kind == DRAW_BOX && box->box.w >= wide &&
             box->box.y > PROJECTOR.height * 0.4f &&
             memcmp(&box->stroke, &focus, sizeof focus) == 0;
  }
  return count;
}

static float least_size_of(const DrawList *list, const char *words) {
  float least = INFINITY;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_TEXT && str_is(item->as.text.text, words))
      least = fminf(least, item->as.text.size_pt);
  }
  return least;
}

/* What the row gathers and becomes; of the matrices only the weights have a bar, and the scores their ends. */
static void the_overview_can_be_read_from_the_last_row(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 2; presenter on; view overview");
  DrawList list = list_after(session, arena, PROJECTOR, "cell 8 2");
  assert_true(size_of(&list, "0.804") >= 34);
  assert_int_equal(focus_frames(&list, session, 0), 3); /* the cell of each matrix by pair */
  assert_int_equal(focus_frames(&list, session, 100), 0);
  assert_true(0.727f * size_of(&list, "animal 0.804") >= 32);
  assert_true(0.727f * least_size_of(&list, "tired") >= 26);  /* as chip and as row */
  assert_true(0.727f * least_size_of(&list, "animal") >= 22); /* beside K and V, too */
  const DrawText *answer = text_beginning(&list, "answer: animal  99");
  assert_true(answer && answer->size_pt >= 34);
  assert_true(has_text(&list, "0") && has_text(&list, "1"));
  assert_false(has_text(&list, "24.8"));
  assert_true(size_of(&list, "±24.8") >= 20);
  run(session, "presenter off");
  list = list_after(session, arena, PROJECTOR, "");
  assert_true(has_text(&list, "24.8"));
  session_free(session);
  arena_free(arena);
}

/* All pieces of the largest matrix: the rows above an open one, the ground of that row and those
** below. */
static Box all_rows(const DrawList *list) {
  Box cells = largest_heatmap(list);
  float top = cells.y, bottom = cells.y + cells.h;
  for (int i = 0; i < list->item_count; i++) {
    bool is_map = list->items[i].kind == DRAW_HEATMAP, is_box = list->items[i].kind == DRAW_BOX;
    Box box = is_map ? list->items[i].as.heatmap.box : list->items[i].as.box.box;
    if ((!is_map && !is_box) || box.x != cells.x || box.w != cells.w) continue;
    top = fminf(top, box.y);
    bottom = fmaxf(bottom, box.y + box.h);
  }
  return (Box){cells.x, top, cells.w, bottom - top};
}

static bool names_row(const DrawItem *item, Box cells) {
  const DrawText *text = &item->as.text;
  return item->kind == DRAW_TEXT && text->at.x < cells.x - 1 && text->at.y > cells.y &&
         text->at.y < cells.y + cells.h + text->size_pt / 2;
}

/* The largest name at the left of the matrix, and how many there are. */
static const DrawText *largest_row_name(const DrawList *list, int *count) {
  Box cells = all_rows(list);
  const DrawText *largest = NULL;
  *count = 0;
  for (int i = 0; i < list->item_count; i++) {
    if (!names_row(&list->items[i], cells)) continue;
    const DrawText *text = &list->items[i].as.text;
    if (!largest || text->size_pt > largest->size_pt) largest = text;
    ++*count;
  }
  return largest;
}

/* A row's cells and its name stand at one height, and a click on either chooses that row. */
static void check_hits_of_rows(const DrawList *list, Arena *arena, int tokens) {
  Box cells = all_rows(list);
  int row = 0;
  for (int i = 0; i < list->item_count; i++) {
    if (!names_row(&list->items[i], cells)) continue;
    const DrawText *text = &list->items[i].as.text;
    Point name = {text->at.x + text->width_pt / 2, text->at.y - text->size_pt * 0.35f};
    Point cell = {cells.x + cells.w * 0.98f, name.y};
    const DrawHit *at_name = hit_at(list, name), *at_cell = hit_at(list, cell);
    row++;
    assert_non_null(at_name);
    assert_non_null(at_cell);
    assert_string_equal(hit_command(at_name, HIT_CLICK, name, 0, arena),
                        str_format(arena, "cell %d row", row));
    bool is_open = text->size_pt >= 28; /* the numbers of its keys answer below its cells */
    const char *command = hit_command(at_cell, HIT_CLICK, cell, 0, arena);
    if (is_open) assert_true(str_starts(str_from(command), str_format(arena, "cell %d ", row)));
    else assert_string_equal(command, str_format(arena, "cell %d %d", row, tokens));
  }
  assert_int_equal(row, tokens);
}

/* Of 32 tokens digits in cells are never smaller than small print; the chosen row opens with large
** ones, and all other rows are still there, with their names, and can be clicked. */
static void a_row_of_a_large_matrix_opens(void **state) {
  (void)state;
  static const char *const looks[] = {"cell none", "cell 8 2", "cell 1 row", "cell 32 row"};
  Arena *arena = arena_make(0), *words = arena_make(0);
  StrBuf sentence = strbuf_make(words);
  for (int i = 0; i < 32; i++) strbuf_format(&sentence, "%s ", i % 3 == 1 ? "animal" : "street");
  Session *session =
      session_after(str_format(words, "motion off; model reader; sentence \"%s\"", sentence.at));
  run(session, "layer 2; head 2; presenter on; stage weights");
  for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
    DrawList list = list_after(session, arena, PROJECTOR, looks[i]);
    Sizes sizes = sizes_of_weights(&list);
    assert_true(sizes.count >= 32 && sizes.least >= 18);
    if (i == 0) assert_int_equal(sizes.large_count, 0);
    else assert_in_range(sizes.large_count, 3, 8);
    int names;
    const DrawText *name = largest_row_name(&list, &names);
    assert_non_null(name);
    if (i > 0) assert_true(name->size_pt >= 28);
    if (i == 1) assert_true(str_is(name->text, "animal"));
    assert_int_equal(names, 32);
    check_hits_of_rows(&list, words, 32);
  }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* The column that is multiplied is seen: rows of Kᵀ are told apart in the window, with larger text
** and before a class. */
static void the_columns_of_keys_are_as_high_as_one_sees(void **state) {
  (void)state;
  static const struct {
    Window window;
    const char *look;
    float least;
  } looks[] = {{{1440, 900}, "presenter off", 140},
               {{1920, 1080}, "presenter off; textscale 3", 140},
               {{1920, 1080}, "textscale 1; presenter on", 80}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "stage scores; cell 8 2");
  for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
    DrawList list = list_after(session, arena, looks[i].window, looks[i].look);
    float high = 0;
    for (int k = 0; k < list.item_count; k++)
      if (list.items[k].kind == DRAW_HEATMAP && list.items[k].as.heatmap.transposed)
        high = fmaxf(high, list.items[k].as.heatmap.box.h);
    if (high < looks[i].least) fail_msg("%s: %.0f", looks[i].look, (double)high);
  }
  session_free(session);
  arena_free(arena);
}

/* Whichever cell is chosen, the opened row tells its largest score, which decides the weights, and the
** name of its key. */
static void an_opened_row_tells_its_largest_score(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  StrBuf sentence = strbuf_make(words);
  for (int i = 0; i < 8; i++)
    strbuf_add(&sentence, STR("the animal did not cross the wide street "));
  Session *session =
      session_after(str_format(words, "motion off; model reader; sentence \"%s\"", sentence.at));
  run(session, "layer 1; head 1; presenter on; stage scores");
  for (int query = 8; query <= 40; query += 16) {
    MatView scores = trace_matrix(session_trace(session), TRACE_SCORES, 0, 0);
    int best = 0;
    for (int col = 1; col < scores.cols; col++)
      if (mat_get(scores, query - 1, col) > mat_get(scores, query - 1, best)) best = col;
    Number number = number_cell(mat_get(scores, query - 1, best), false);
    for (int key = 1; key <= 64; key += 9) {
      const char *cell = str_format(words, "cell %d %d", query, key);
      DrawList list = list_after(session, arena, PROJECTOR, cell);
      if (0.73f * size_of(&list, number.at) < 34) fail_msg("%s: %s", cell, number.at);
      const TraceToken *token = trace_key(session_trace(session), best);
      assert_true(has_text(&list, str_copy(words, token->label)));
    }
  }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* A decoder's row looks at the source of the word that it is about to say, which stands beside it. */
static void a_row_of_a_decoder_tells_the_word_it_is_about_to_say(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_after("motion off; model translator; stage weights");
  DrawList list = list_after(session, arena, (Window){1440, 900}, "presenter off");
  const Trace *trace = session_trace(session);
  assert_int_equal(trace_half(trace), HALF_CROSS);
  for (int row = 0; row + 1 < trace_token_count(trace); row++) {
    Str said = trace_token(trace, row + 1)->text;
    assert_true(has_text(&list, str_format(words, "says %.*s", (int)said.bytes, said.at)));
  }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* Much larger text folds the formula: its sentence stands in the line below the picture. */
static void larger_text_keeps_the_sentence_of_the_stage(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "textscale 3; stage scores; cell 8 2");
  static const Window windows[] = {{1440, 900}, {1920, 1080}};
  for (int i = 0; i < 2; i++) {
    DrawList list = list_after(session, arena, windows[i], "stage scores");
    assert_true(has_text(&list, "Every query meets every key."));
    list = list_after(session, arena, windows[i], "view overview");
    assert_non_null(text_beginning(&list, "“it” gathers "));
  }
  session_free(session);
  arena_free(arena);
}

/* Names of rows are as large as their lines and their room, near the size of digits. */
static void names_of_rows_are_nearly_as_large_as_digits(void **state) {
  (void)state;
  static const char *const stages[] = {"scores", "scaled", "masked", "weights"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 4; presenter on");
  for (int i = 0; i < 4; i++) {
    run(session, str_format(arena, "stage %s", stages[i]));
    DrawList list = list_after(session, arena, PROJECTOR, "cell 8 2");
    int names;
    const DrawText *largest = largest_row_name(&list, &names);
    assert_true(largest && 0.727f * largest->size_pt >= 32);
    Box cells = all_rows(&list);
    for (int k = 0; k < list.item_count; k++) {
      const DrawText *text = &list.items[k].as.text;
      if (!names_row(&list.items[k], cells) || !str_is(text->text, "because")) continue;
      if (0.727f * text->size_pt < 29)
        fail_msg("%s: %.1f", stages[i], (double)(0.727f * text->size_pt));
    }
    const DrawText *said = i == 0 ? text_beginning(&list, "Every query meets") : largest;
    assert_true(said && 0.727f * said->size_pt >= 24); /* the sentence of the stage */
  }
  session_free(session);
  arena_free(arena);
}

/* On the way to a stage its matrices have their names and axes before a number of it is told. */
static void matrices_have_their_names_before_their_numbers(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("model reader; sentence " SENTENCE "; layer 2; head 2");
  run(session, "cell 8 2; stage output; moment 0.5 output");
  static const Window windows[] = {{1440, 900}, {1920, 1080}};
  for (int i = 0; i < 2; i++) {
    DrawList list = list_after(session, arena, windows[i], i ? "presenter on" : "presenter off");
    assert_true(has_text(&list, "Weights") && has_text(&list, "Output") && has_text(&list, "V"));
    assert_true(has_text(&list, "key →") && has_text(&list, "query ↓"));
    assert_false(has_text(&list, "−1.446") || text_beginning(&list, "Output(it, 2) = −"));
  }
  session_free(session);
  arena_free(arena);
}

/* Below each head, in the presenter view and with much larger text. */
static void the_chosen_cell_of_each_head_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const char *const looks[] = {"presenter on", "presenter off; textscale 3"};
  static const char *const numbers[] = {".00", ".80", ".16", ".77"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 2; stage weights; cell 8 2; view heads");
  for (int i = 0; i < 2; i++) {
    DrawList list = list_after(session, arena, PROJECTOR, looks[i]);
    for (int head = 0; head < 4; head++)
      if (size_of(&list, numbers[head]) < 28) fail_msg("%s: %s", looks[i], numbers[head]);
    assert_true(size_of(&list, "it") >= 28);
  }
  DrawList list = list_after(session, arena, PROJECTOR, "cell none");
  assert_true(size_of(&list, ".80") < 28);
  session_free(session);
  arena_free(arena);
}

/* In the presenter view, where a role has its own line, in a small window and with larger text. */
static void layer_and_head_are_named_where_their_list_is_folded(void **state) {
  (void)state;
  static const struct {
    Window window;
    const char *look;
  } folded[] = {{{1920, 1080}, "presenter on"},
                {{640, 400}, "presenter off"},
                {{1920, 1080}, "textscale 1.6"},
                {{960, 600}, "textscale 1.6"}};
  static const char named[] = "layer 2 · head 4";
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "head 4; cell 8 2");
  for (size_t i = 0; i < sizeof folded / sizeof *folded; i++) {
    run(session, folded[i].look);
    DrawList list = list_after(session, arena, folded[i].window, "stage weights");
    if (!text_beginning(&list, named)) fail_msg("%s", folded[i].look);
    list = list_after(session, arena, folded[i].window, "stage joined");
    assert_true(has_text(&list, "layer 2"));
    list = list_after(session, arena, folded[i].window, "stage embed");
    assert_null(text_beginning(&list, "layer 2"));
  }
  run(session, "textscale 1; stage weights");
  DrawList list = list_after(session, arena, PROJECTOR, "");
  assert_null(text_beginning(&list, named));
  session_free(session);
  arena_free(arena);
}

/* The chosen key has its chip although it is far from the query, and what is hidden is counted. */
static void a_long_sentence_shows_query_and_key_and_says_what_it_hides(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *words = arena_make(0);
  StrBuf sentence = strbuf_make(words);
  for (int i = 0; i < 64; i++) strbuf_format(&sentence, "%s ", i == 1 ? "animal" : "street");
  Session *session =
      session_after(str_format(words, "motion off; model reader; sentence \"%s\"", sentence.at));
  run(session, "presenter on; stage weights");
  DrawList list = list_after(session, arena, PROJECTOR, "cell 30 2");
  const Theme *theme = theme_get(session_view(session)->theme);
  int chips = 0, queries = 0, keys = 0, hidden = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawItem *item = &list.items[i];
    if (item->kind == DRAW_TEXT && item->as.text.at.y < 94 && item->as.text.text.at[0] == '+')
      hidden += atoi(item->as.text.text.at + 1);
    if (item->kind != DRAW_BOX || item->as.box.box.y > 94 || item->as.box.stroke_width <= 0)
      continue;
    Box box = item->as.box.box;
    Color stroke = item->as.box.stroke;
    assert_true(box.x + box.w > 0 && box.x < PROJECTOR.width);
    chips++;
    queries += memcmp(&stroke, &theme->query, sizeof stroke) == 0;
    keys += memcmp(&stroke, &theme->key, sizeof stroke) == 0;
  }
  assert_int_equal(queries, 1);
  assert_int_equal(keys, 1);
  assert_true(hidden > 30 && hidden + chips >= 64 && hidden + chips <= 66); /* two may be cut */
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

/* No command of a widget is left but those of the sentence. */
static void widgets_are_left_out(void **state) {
  (void)state;
  static const char *const left_out[] = {"menu ", "play", "step by", "speed", "view ", "lens",
                                         "undo",  "seek", "theme",   "layer", "head"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; sentence \"a b c\"; presenter on; stage weights");
  DrawList list = list_after(session, arena, PROJECTOR, "cell 2 2");
  for (int i = 0; i < list.hit_count; i++)
    for (size_t k = 0; list.hits[i].click && k < sizeof left_out / sizeof *left_out; k++)
      if (strncmp(list.hits[i].click, left_out[k], strlen(left_out[k])) == 0)
        fail_msg("“%s” answers", list.hits[i].click);
  assert_true(list.hit_count > 0);
  session_free(session);
  arena_free(arena);
}

static void the_counter_says_stage_and_row_or_cell(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model hand-made; sentence \"a b c\"; presenter on");
  const char *stage = str_format(arena, "stage %d of %d",
                                 trace_stage_index(session_trace(session), STAGE_SCORES) + 1,
                                 trace_stage_count(session_trace(session)));
  char wanted[64];
  snprintf(wanted, sizeof wanted, "%s", stage);
  DrawList list = list_after(session, arena, PROJECTOR, "stage scores");
  assert_true(has_text(&list, wanted));
  list = list_after(session, arena, PROJECTOR, "step by row; seek scores 0.4; step");
  assert_true(has_text(&list, str_format(arena, "%s · row 2 of 3", wanted)));
  list = list_after(session, arena, PROJECTOR, "step by cell; seek scores 0; step");
  assert_true(has_text(&list, str_format(arena, "%s · cell 2 of 9", wanted)));
  list = list_after(session, arena, PROJECTOR, "presenter off");
  assert_false(has_text(&list, wanted));
  session_free(session);
  arena_free(arena);
}

/* The overview shows all stages at once; a training counts its steps. */
static void the_counter_is_there_in_overview_and_training(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model hand-made; sentence \"a b c\"; presenter on");
  char stages[64];
  snprintf(stages, sizeof stages, "%d stages", trace_stage_count(session_trace(session)));
  DrawList list = list_after(session, arena, PROJECTOR, "view overview");
  assert_true(has_text(&list, stages));
  list = list_after(session, arena, PROJECTOR, "train copy steps 20; train go 3; view training");
  assert_false(has_text(&list, stages));
  assert_true(has_text(&list, "step 3 of 20"));
  session_free(session);
  arena_free(arena);
}

static void a_blank_screen_shows_one_colour(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; sentence \"a b c\"; presenter on");
  DrawList list = list_after(session, arena, PROJECTOR, "blank black");
  assert_int_equal(list.item_count, 1);
  assert_int_equal(list.items[0].as.box.fill.r, 0);
  assert_int_equal(list.items[0].as.box.fill.a, 255);
  list = list_after(session, arena, PROJECTOR, "blank white");
  assert_int_equal(list.item_count, 1);
  assert_int_equal(list.items[0].as.box.fill.g, 255);
  assert_string_equal(list.hits[0].click, "blank off");
  session_free(session);
  arena_free(arena);
}

/* By frames and names, never by the colours of cells. */
static void the_spotlight_enlarges_names_and_changes_no_cell(void **state) {
  (void)state;
  Arena *arena = arena_make(0), *other = arena_make(0);
  Session *session =
      session_after("motion off; sentence \"alpha b c\"; presenter on; stage scores");
  DrawList on = list_after(session, arena, PROJECTOR, "cell 1 1; spotlight on");
  DrawList off = list_after(session, other, PROJECTOR, "spotlight off");
  assert_true(size_of(&on, "alpha") > size_of(&on, "c"));
  int boxes_on = 0, boxes_off = 0, maps = 0;
  for (int i = 0; i < on.item_count; i++) boxes_on += on.items[i].kind == DRAW_BOX;
  for (int i = 0; i < off.item_count; i++) boxes_off += off.items[i].kind == DRAW_BOX;
  assert_int_equal(boxes_on, boxes_off);
  /* the cell alone has the colour of the focus; its row and its column are in ink and wider */
  assert_int_equal(focus_frames(&on, session, 0), 1);
  for (int i = 0, k = 0; i < on.item_count; i++) {
    if (on.items[i].kind != DRAW_HEATMAP) continue;
    while (off.items[k].kind != DRAW_HEATMAP) k++;
    const DrawHeatmap *a = &on.items[i].as.heatmap, *b = &off.items[k++].as.heatmap;
    assert_true(a->range.low == b->range.low && a->range.high == b->range.high);
    assert_true(a->palette == b->palette && a->values.rows == b->values.rows);
    for (int row = 0; row < a->values.rows; row++)
      for (int col = 0; col < a->values.cols; col++)
        assert_true(mat_get(a->values, row, col) == mat_get(b->values, row, col));
    maps++;
  }
  assert_true(maps > 0);
  session_free(session);
  arena_free(arena);
  arena_free(other);
}

static void notes_fit_their_window(void **state) {
  (void)state;
  static const Window windows[] = {{819, 614}, {400, 300}, {1536, 864}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; presenter on; stage weights");
  StrBuf note = strbuf_make(arena);
  strbuf_format(&note, "note \"");
  for (int i = 0; i < 200; i++) strbuf_format(&note, "words %d ", i);
  strbuf_format(&note, "\"");
  run(session, note.at);
  for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
    DrawList list = draw_list_make(arena, windows[i].width, windows[i].height);
    notes_build(session, fonts_metrics(support_fonts()), 754000, &list);
    CountReport report = count_list(&list, fonts_metrics(support_fonts()), arena);
    assert_int_equal(report.texts_outside + report.texts_overlapping + report.texts_clipped, 0);
    assert_true(has_text(&list, "12:34"));
  }
  assert_true(notes_are_there(session, arena));
  assert_string_equal(notes_time(arena, -5), "0:00");
  assert_string_equal(notes_time(arena, 3661000), "1:01:01");
  run(session, "note \"\"");
  assert_false(notes_are_there(session, arena));
  session_free(session);
  arena_free(arena);
}

/* Every row of X has its name, beside the chip of the token; the followed row of Q, K and V has it
** at each, and stands in large cells below. */
static void rows_of_queries_keys_and_values_are_named(void **state) {
  (void)state;
  static const Window windows[] = {{1920, 1080}, {1440, 900}};
  static const char *const names[] = {"animal",  "didn't", "cross", "street",
                                      "because", "was",    "too"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE);
  run(session, "stage qkv; layer 2; presenter on");
  for (int w = 0; w < 2; w++)
    for (int chosen = 0; chosen < 2; chosen++) {
      DrawList list = list_after(session, arena, windows[w], chosen ? "cell 8 2" : "cell none");
      for (int i = 0; i < 7; i++) assert_int_equal(count_of(&list, names[i]), 2);
      assert_int_equal(count_of(&list, "it"), 2 + 4); /* also followed where none is chosen */
    }
  session_free(session);
  arena_free(arena);
}

/* The class sees what is asked and the answers, and the name of no mistake once it has ended. */
static void a_quiz_asks_beside_the_picture(void **state) {
  (void)state;
  static const Window windows[] = {{1280, 720}, {1920, 1080}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE);
  run(session, "layer 2; head 2; stage weights; presenter on; quiz seed 3");
  for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
    DrawList list = list_after(session, arena, windows[i], "cell none");
    int answers = 0;
    for (int k = 0; k < list.hit_count; k++)
      answers += list.hits[k].click && strncmp(list.hits[k].click, "quiz answer ", 12) == 0;
    assert_int_equal(answers, 4);
    CountReport report = count_list(&list, fonts_metrics(support_fonts()), arena);
    assert_int_equal(report.texts_outside + report.texts_clipped + report.texts_overlapping, 0);
  }
  DrawList list = list_after(session, arena, PROJECTOR, "quiz off");
  assert_false(has_text(&list, "What is wrong here?"));
  session_free(session);
  arena_free(arena);
}

/* Where the sentence does not fit the window, the chosen query and key stand there whole, and how
** many tokens are out of sight; no half of a token. */
static void a_small_window_names_query_and_key(void **state) {
  (void)state;
  static const Window small = {960, 600};
  const float bar = 60;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  DrawList list = list_after(session, arena, small, "stage scores; cell 8 2");
  int tokens = 0, hidden = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    if (list.items[i].kind != DRAW_TEXT || text->at.y > bar) continue;
    tokens += str_is(text->text, "animal") || str_is(text->text, "it");
    hidden += str_is(text->text, "+1") || str_is(text->text, "+3") || str_is(text->text, "+2");
    assert_false(str_is(text->text, "The"));
  }
  assert_int_equal(tokens, 2);
  assert_int_equal(hidden, 3); /* before the key, up to the query, and after it */
  session_free(session);
  arena_free(arena);
}

/* It begins at its begin where nothing is chosen, and says how much goes on beyond the edge. */
static void a_small_window_says_that_the_sentence_goes_on(void **state) {
  (void)state;
  static const Window small = {960, 600};
  const float bar = 60;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  DrawList list = list_after(session, arena, small, "stage scores; cell none");
  int hidden = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    if (list.items[i].kind == DRAW_TEXT && text->at.y < bar) hidden += text->text.at[0] == '+';
  }
  assert_true(has_text(&list, "The"));
  assert_int_equal(hidden, 1);
  session_free(session);
  arena_free(arena);
}

/* Also of the longest token, in a sentence too long for large names. */
static void the_chosen_column_has_its_name_whole(void **state) {
  (void)state;
  static const char *const stages[] = {"scores", "scaled", "masked", "weights"};
  static const char sentence[] = "the animal did not cross the wide street ";
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_after("motion off; model reader; layer 2; head 2");
  run(session, str_format(words, "sentence \"%s%s%s%s\"; presenter on", sentence, sentence,
                          sentence, sentence));
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
    run(session, str_format(words, "stage %s", stages[i]));
    DrawList list = list_after(session, arena, PROJECTOR, "cell 8 2");
    assert_null(text_beginning(&list, "anim\xE2\x80\xA6"));
    assert_null(text_beginning(&list, "ani\xE2\x80\xA6"));
  }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

static float left_of_text(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words))
      return list->items[i].as.text.at.x;
  fail_msg("no “%s”", words);
  return 0;
}

/* The pointer comes to a number and leaves it: the formula stands still. */
static void no_number_moves_the_formula(void **state) {
  (void)state;
  static const char *const stages[] = {"scores", "scaled", "masked", "weights"};
  static const char *const chosen[] = {"cell none", "cell 8 row", "cell none; hover 8 2",
                                       "cell none; hover 3 5"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; layer 2; presenter on");
  for (int s = 0; s < 4; s++) {
    float first = 0;
    run(session, str_format(arena, "stage %s", stages[s]));
    for (int c = 0; c < 4; c++) {
      run(session, chosen[c]);
      DrawList list = screen_list(session, arena, (Window){1920, 1080});
      float left = left_of_text(&list, "softmax");
      if (c == 0) first = left;
      if (fabsf(left - first) > 0.1f)
        fail_msg("%s, %s: %.1f, %.1f", stages[s], chosen[c], (double)left, (double)first);
    }
  }
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_number_moves_the_formula),
      cmocka_unit_test(digits_of_weights_can_be_read_from_the_last_row),
      cmocka_unit_test(numbers_of_all_stages_can_be_read_from_the_last_row),
      cmocka_unit_test(ids_of_tokens_can_be_read_from_the_last_row),
      cmocka_unit_test(larger_text_takes_nothing_from_the_picture),
      cmocka_unit_test(weights_of_the_weighted_sum_can_be_read_from_the_last_row),
      cmocka_unit_test(the_prediction_can_be_read_from_the_last_row),
      cmocka_unit_test(the_chosen_number_can_be_read_from_the_last_row),
      cmocka_unit_test(the_sum_of_the_chosen_number_can_be_read_from_the_last_row),
      cmocka_unit_test(the_row_of_queries_keys_and_values_can_be_read_from_the_last_row),
      cmocka_unit_test(the_working_of_a_pair_can_be_read_from_the_last_row),
      cmocka_unit_test(a_score_set_by_hand_has_no_working),
      cmocka_unit_test(only_what_does_not_add_up_is_said_to_be_rounded),
      cmocka_unit_test(roles_of_all_heads_are_whole),
      cmocka_unit_test(rows_of_wide_matrices_can_be_read),
      cmocka_unit_test(rows_tell_no_term_before_its_sum),
      cmocka_unit_test(the_weighted_sum_stands_above_the_output),
      cmocka_unit_test(the_row_of_a_chosen_number_is_framed),
      cmocka_unit_test(the_overview_can_be_read_from_the_last_row),
      cmocka_unit_test(a_row_of_a_large_matrix_opens),
      cmocka_unit_test(the_columns_of_keys_are_as_high_as_one_sees),
      cmocka_unit_test(an_opened_row_tells_its_largest_score),
      cmocka_unit_test(a_row_of_a_decoder_tells_the_word_it_is_about_to_say),
      cmocka_unit_test(larger_text_keeps_the_sentence_of_the_stage),
      cmocka_unit_test(names_of_rows_are_nearly_as_large_as_digits),
      cmocka_unit_test(matrices_have_their_names_before_their_numbers),
      cmocka_unit_test(the_chosen_cell_of_each_head_can_be_read_from_the_last_row),
      cmocka_unit_test(layer_and_head_are_named_where_their_list_is_folded),
      cmocka_unit_test(a_long_sentence_shows_query_and_key_and_says_what_it_hides),
      cmocka_unit_test(the_chosen_column_has_its_name_whole),
      cmocka_unit_test(widgets_are_left_out),
      cmocka_unit_test(the_counter_says_stage_and_row_or_cell),
      cmocka_unit_test(the_counter_is_there_in_overview_and_training),
      cmocka_unit_test(a_quiz_asks_beside_the_picture),
      cmocka_unit_test(a_blank_screen_shows_one_colour),
      cmocka_unit_test(the_spotlight_enlarges_names_and_changes_no_cell),
      cmocka_unit_test(notes_fit_their_window),
      cmocka_unit_test(rows_of_queries_keys_and_values_are_named),
      cmocka_unit_test(a_small_window_names_query_and_key),
      cmocka_unit_test(a_small_window_says_that_the_sentence_goes_on),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
