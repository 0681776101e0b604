/* Whatever has colours says what they stand for, and colours of a role stand for that role alone. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#include "scene/number.h"
#include "scene/palette.h"
#include "scene/theme.h"

static const Window DESK = {1440, 900}, PROJECTOR = {1920, 1080};

static bool same(Color a, Color b) { return memcmp(&a, &b, sizeof a) == 0; }

static const char *ends_of(const Session *session, Arena *arena, TracePart part) {
  const View *view = session_view(session);
  float largest = trace_largest(session_trace(session), part, view->layer, view->head);
  return str_format(arena, "±%s", number_end(largest).at);
}

/* How often it stands in the window from one height to another. */
static int count_text(const DrawList *list, const char *words, float from, float to) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_there = list->items[i].kind == DRAW_TEXT && text->at.y >= from && text->at.y < to;
    count += is_there && str_is(text->text, words);
  }
  return count;
}

/* Rows that stand on each other have scales of their own, and the bars are at the matrices below. */
static void rows_of_q_k_and_v_say_their_scales(void **state) {
  (void)state;
  static const TracePart parts[] = {TRACE_Q, TRACE_K, TRACE_V};
  static const struct {
    const char *commands;
    Window window;
  } looks[] = {{"presenter off", DESK}, {"presenter on", PROJECTOR}, {"presenter on", {1280, 720}}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; stage qkv; cell 8 2");
  for (int look = 0; look < 3; look++) {
    run(session, looks[look].commands);
    DrawList list = screen_list(session, arena, looks[look].window);
    for (int i = 0; i < 3; i++)
      assert_int_equal(
          count_text(&list, ends_of(session, arena, parts[i]), 0, looks[look].window.height / 2),
          1);
  }
  session_free(session);
  arena_free(arena);
}

static Box bar_of_picture(const DrawList *list) {
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *map = &list->items[i].as.heatmap;
    bool is_bar = list->items[i].kind == DRAW_HEATMAP && map->values.cols == 1;
    if (is_bar && map->values.rows > 64) return map->box;
  }
  return (Box){0};
}

/* One scale has one bar: that of Scaled stays where it is when nothing is hidden. */
static void a_mask_that_hides_nothing_keeps_the_bar(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    Window window;
  } looks[] = {{"presenter off", DESK},
               {"textscale 1.6", DESK},
               {"textscale 3", PROJECTOR},
               {"textscale 1; presenter on", PROJECTOR},
               {"textscale 3; presenter on", PROJECTOR},
               {"textscale 1; presenter on", {1280, 720}}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; cell 8 2");
  for (size_t look = 0; look < sizeof looks / sizeof *looks; look++) {
    run(session, looks[look].commands);
    DrawList list = list_after(session, arena, looks[look].window, "stage scaled");
    Box scaled = bar_of_picture(&list);
    list = list_after(session, arena, looks[look].window, "stage masked");
    Box masked = bar_of_picture(&list);
    assert_true(scaled.h > 100);
    assert_float_equal(masked.y, scaled.y, 0.1);
    assert_float_equal(masked.h, scaled.h, 0.1);
  }
  session_free(session);
  arena_free(arena);
}

/* Beside the scores, whose bar is another. */
static void strips_of_the_scores_say_their_scales(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; stage scores; cell 8 2");
  for (int is_afar = 0; is_afar < 2; is_afar++) {
    Window window = is_afar ? PROJECTOR : DESK;
    run(session, is_afar ? "presenter on" : "presenter off");
    DrawList list = screen_list(session, arena, window);
    assert_int_equal(count_text(&list, ends_of(session, arena, TRACE_Q), 0, window.height), 1);
    assert_int_equal(count_text(&list, ends_of(session, arena, TRACE_K), 0, window.height), 1);
  }
  session_free(session);
  arena_free(arena);
}

static bool has_fill(const DrawList *list, Color color) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_BOX && same(list->items[i].as.box.fill, color)) return true;
  return false;
}

static bool has_bar_of(const DrawList *list, PaletteId palette) {
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *map = &list->items[i].as.heatmap;
    if (list->items[i].kind == DRAW_HEATMAP && map->values.rows == 1 && map->palette == palette)
      return true;
  }
  return false;
}

/* Cells and bars of one probability; a palette that was chosen is that of the cells. */
static void probabilities_of_words_have_the_colour_of_the_output(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; view answers; cell 8 2");
  for (ThemeId theme = 0; theme < THEME_COUNT; theme++) {
    assert_true(same(palette_color(PALETTE_OUTPUT, theme, 1), theme_get(theme)->output_line));
    run(session, str_format(arena, "theme %s", theme_name(theme)));
    DrawList list = screen_list(session, arena, DESK);
    assert_true(has_fill(&list, palette_color(PALETTE_OUTPUT, theme, 0.995f)));
    assert_true(has_bar_of(&list, PALETTE_OUTPUT));
    assert_false(has_fill(&list, palette_color(PALETTE_PURPLE, theme, 0.995f)));
    assert_false(has_bar_of(&list, PALETTE_PURPLE));
  }
  run(session, "palette viridis");
  DrawList list = screen_list(session, arena, DESK);
  assert_true(has_bar_of(&list, PALETTE_VIRIDIS));
  session_free(session);
  arena_free(arena);
}

/* Words and bars of the output differ in the dark themes: of one row of Prediction one has its
** colour. */
static void a_row_of_the_prediction_has_one_colour_of_the_output(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; stage logits; cell 8 1");
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    const Theme *theme = theme_get(id);
    bool is_one = memcmp(&theme->output, &theme->output_line, sizeof(Color)) == 0;
    int bars = 0;
    DrawList list = list_after(session, arena, DESK, str_format(arena, "theme %s", theme_name(id)));
    for (int i = 0; i < list.item_count; i++) {
      const DrawBox *bar = &list.items[i].as.box;
      bool is_bar = list.items[i].kind == DRAW_BOX && bar->box.w > 20 &&
                    memcmp(&bar->fill, &theme->output_line, sizeof(Color)) == 0;
      bars += is_bar;
      for (int k = 0; is_bar && !is_one && k < list.item_count; k++) {
        const DrawText *text = &list.items[k].as.text;
        bool is_beside = list.items[k].kind == DRAW_TEXT && text->at.y > bar->box.y &&
                         text->at.y < bar->box.y + bar->box.h + 8;
        if (is_beside && memcmp(&text->color, &theme->output, sizeof(Color)) == 0)
          fail_msg("%s: “%.*s”", theme_name(id), (int)text->text.bytes, text->text.at);
      }
    }
    assert_true(bars >= 2);
  }
  session_free(session);
  arena_free(arena);
}

/* Terms of shares are shares: none is "above 0", and a column of them has three decimals. */
static void paths_of_a_rollout_are_shares(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; view rollout; cell 8 2");
  for (ThemeId theme = THEME_LIGHT; theme <= THEME_DARK; theme++) {
    run(session, str_format(arena, "theme %s", theme_name(theme)));
    DrawList list = screen_list(session, arena, DESK);
    assert_true(has_fill(&list, theme_get(theme)->weights));
    assert_false(has_fill(&list, theme_get(theme)->positive));
    int numbers = 0;
    for (int i = 0; i < list.item_count; i++) {
      const DrawText *text = &list.items[i].as.text;
      const float panel = 1070, table_top = 340, table_foot = 590;
      if (list.items[i].kind != DRAW_TEXT || text->at.x < panel) continue;
      if (text->at.y < table_top || text->at.y > table_foot) continue;
      if (!str_starts(text->text, "0.")) continue;
      assert_int_equal(text->text.bytes, strlen("0.000"));
      numbers++;
    }
    assert_true(numbers >= 3 * 8);
  }
  session_free(session);
  arena_free(arena);
}

static void the_name_of_the_program_has_no_role(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off");
  for (ThemeId theme = 0; theme < THEME_COUNT; theme++) {
    run(session, str_format(arena, "theme %s", theme_name(theme)));
    DrawList list = screen_list(session, arena, DESK);
    int parts = 0;
    for (int i = 0; i < list.item_count; i++) {
      const DrawText *text = &list.items[i].as.text;
      if (list.items[i].kind != DRAW_TEXT) continue;
      if (!str_is(text->text, "heads") && !str_is(text->text, "up")) continue;
      assert_true(same(text->color, theme_get(theme)->ink));
      parts++;
    }
    assert_int_equal(parts, 2);
  }
  session_free(session);
  arena_free(arena);
}

/* What is pale is told by the number that is read, not by digits that are not there. */
static void one_printed_weight_has_one_ink(void **state) {
  (void)state;
  enum { HUNDREDTHS = 100 };
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; stage weights; cell 8 2");
  int ink[HUNDREDTHS] = {0}, pale = 0, told = 0;
  DrawList list = screen_list(session, arena, DESK);
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    if (list.items[i].kind != DRAW_TEXT || text->text.bytes != 3 || text->text.at[0] != '.')
      continue;
    int number = (text->text.at[1] - '0') * 10 + text->text.at[2] - '0';
    assert_in_range(number, 0, HUNDREDTHS - 1);
    if (ink[number] > 0) assert_int_equal(ink[number], text->color.a);
    ink[number] = text->color.a;
    assert_true((text->color.a == 255) == (number >= 5));
    pale += text->color.a < 255;
    told += number == 5;
  }
  assert_true(pale > 10 && told > 1);
  session_free(session);
  arena_free(arena);
}

/* Colours that end below 1 are those of larger weights, too, which the bar says: by themselves
** in long rows, until "contrast off" takes them back to 1. */
static void a_bar_that_ends_below_1_says_and_more(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  StrBuf sentence = strbuf_make(arena);
  for (int i = 0; i < 66; i++) strbuf_format(&sentence, "%s", i % 11 == 1 ? "animal " : "the ");
  Session *session =
      session_after(str_format(arena, "motion off; model reader; stage weights; sentence \"%.*s\"",
                               (int)strbuf_str(&sentence).bytes, strbuf_str(&sentence).at));
  static const struct {
    const char *commands, *end, *other;
  } cases[] = {{"cell none", "≥ 0.2", "1"},
               {"contrast off", "1", "≥ 0.2"},
               {"contrast toggle; view overview", "≥ 0.2", "1"}};
  for (int i = 0; i < 3; i++) {
    Arena *frame = arena_make(0);
    DrawList list = list_after(session, frame, DESK, cases[i].commands);
    int ends = 0, others = 0;
    for (int k = 0; k < list.item_count; k++) {
      const DrawText *text = &list.items[k].as.text;
      bool is_number = list.items[k].kind == DRAW_TEXT && text->face == FACE_MONO &&
                       text->at.x > 900 && text->at.x < 1400;
      ends += is_number && str_is(text->text, cases[i].end);
      others += is_number && str_is(text->text, cases[i].other);
    }
    if (ends != 1 || others != 0) fail_msg("%s: %d, %d", cases[i].commands, ends, others);
    arena_free(frame);
  }
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_of_q_k_and_v_say_their_scales),
      cmocka_unit_test(a_mask_that_hides_nothing_keeps_the_bar),
      cmocka_unit_test(strips_of_the_scores_say_their_scales),
      cmocka_unit_test(probabilities_of_words_have_the_colour_of_the_output),
      cmocka_unit_test(a_row_of_the_prediction_has_one_colour_of_the_output),
      cmocka_unit_test(paths_of_a_rollout_are_shares),
      cmocka_unit_test(the_name_of_the_program_has_no_role),
      cmocka_unit_test(a_bar_that_ends_below_1_says_and_more),
      cmocka_unit_test(one_printed_weight_has_one_ink),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
