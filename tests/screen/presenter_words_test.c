/* Words of the presenter view: the sentence and its corner, the formula's strip, the overview's
** notes, and names of columns. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#define SENTENCE "\"The animal didn't cross the street because it was too tired\""
static const Window PROJECTOR = {1920, 1080};
static const float BAR = 96; /* the height of the strip of the sentence */

typedef struct Strip {
  Box first; /* of the first token's chip */
  float size;
} Strip;

/* Each token of the sentence has its chip drawn before it. */
static Strip strip_of(const DrawList *list, const char *token) {
  Strip strip = {.size = 0};
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_BOX && item->as.box.stroke_width > 0) strip.first = item->as.box.box;
    if (item->kind != DRAW_TEXT || item->as.text.at.y > BAR) continue;
    if (!str_is(item->as.text.text, token)) continue;
    strip.size = item->as.text.size_pt;
    return strip;
  }
  return strip;
}

static void check_same(const DrawList *list, const char *token, const Strip *wanted,
                       const char *where) {
  Strip strip = strip_of(list, token);
  bool same = fabsf(strip.size - wanted->size) < 0.01f &&
              fabsf(strip.first.x - wanted->first.x) < 0.01f &&
              fabsf(strip.first.y - wanted->first.y) < 0.01f &&
              fabsf(strip.first.w - wanted->first.w) < 0.01f;
  if (!same)
    fail_msg("%s: %.2f points at %.1f, %.2f at %.1f in the overview", where, (double)strip.size,
             (double)strip.first.x, (double)wanted->size, (double)wanted->first.x);
}

/* From Tokens to Prediction and in the overview no word changes its place or size, whatever the
** corner at the right says; a role, a row of a stage that fills or the way between two stages
** takes no room away. */
static void no_stage_moves_the_sentence(void **state) {
  (void)state;
  static const int counts[] = {1, 2, 5, 11, 20, 31, 40};
  static const char *const words[] = {"the", "animal", "crossed", "street", "because", "it"};
  Arena *arena = arena_make(0), *kept = arena_make(0);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    StrBuf sentence = strbuf_make(kept);
    for (int k = 0; k < counts[i]; k++)
      strbuf_format(&sentence, "%s%s", k ? " " : "", k ? words[k % 6] : "animal");
    Session *session =
        session_after(str_format(kept, "motion off; model reader; sentence \"%s\"", sentence.at));
    run(session, "layer 2; head 4; presenter on; cell 1 row");
    DrawList list = list_after(session, arena, PROJECTOR, "view overview");
    Strip wanted = strip_of(&list, "animal");
    assert_true(wanted.size > 0);
    const Trace *trace = session_trace(session);
    for (int k = 0; k < trace_stage_count(trace); k++) {
      const char *stage = stage_info(trace_stage_at(trace, k))->name;
      list = list_after(session, arena, PROJECTOR, str_format(kept, "stage %s", stage));
      check_same(&list, "animal", &wanted, str_format(kept, "%d tokens, %s", counts[i], stage));
    }
    list = list_after(session, arena, PROJECTOR, "stage weights; moment 0.5");
    check_same(&list, "animal", &wanted, "between two stages");
    list = list_after(session, arena, PROJECTOR, "moment 1; step by row; seek scores 0; step");
    check_same(&list, "animal", &wanted, "a row");
    session_free(session);
  }
  arena_free(kept);
  arena_free(arena);
}

/* The corner keeps the role of the head, in a line of its own. */
static void the_role_of_the_head_stands_below_it(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; presenter on");
  DrawList list = list_after(session, arena, PROJECTOR, "layer 2; head 4; stage weights; cell 8 2");
  assert_true(has_text(&list, "stage 7 of 11"));
  assert_true(has_text(&list, "layer 2 · head 4"));
  assert_true(has_text(&list, "pronoun → noun"));
  session_free(session);
  arena_free(arena);
}

/* The largest text whose words begin so, as high as its capitals; 0: there is none. */
static float capitals_of(const DrawList *list, const char *begins) {
  float high = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind == DRAW_TEXT && str_starts(text->text, begins))
      high = fmaxf(high, TEXT_CAP_HEIGHT * text->size_pt);
  }
  return high;
}

/* What a stage does is said in capitals of 28 pixels, beside the number and without one. */
static void the_sentence_of_a_stage_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const struct {
    const char *stage, *begins;
  } said[] = {
      {"tokens", "The sentence becomes"},
      {"embed", "Each token becomes"},
      {"qkv", "One row in, three roles"},
      {"scores", "Every query meets"},
      {"scaled", "Every score is divided by √16 = 4"},
      {"masked", "Nothing is hidden"},
      {"weights", "Each row becomes"},
      {"output", "Each row blends"},
      {"joined", "All heads, side by side"},
      {"block", "What was heard is added"},
      {"logits", "Every word of the"},
  };
  Arena *arena = arena_make(0), *kept = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; presenter on");
  run(session, "layer 2; head 4");
  for (size_t i = 0; i < 2 * sizeof said / sizeof *said; i++) {
    const char *cell = i % 2 || i < 2 ? "cell 8 row" : "cell 8 2";
    const char *at = str_format(kept, "stage %s; %s", said[i / 2].stage, cell);
    DrawList list = list_after(session, arena, PROJECTOR, at);
    float high = capitals_of(&list, said[i / 2].begins);
    if (high < 28) fail_msg("%s: capitals of %.1f points", at, (double)high);
  }
  session_free(session);
  arena_free(kept);
  arena_free(arena);
}

/* The divisor is read from afar at its stage, and growing there it moves nothing else. */
static void the_divisor_of_the_formula_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const char *const pieces[] = {"Attention(", "softmax", "+ M"};
  Arena *arena = arena_make(0), *kept = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; presenter on");
  DrawList before = list_after(session, kept, PROJECTOR, "layer 2; head 4; stage scores; cell 8 2");
  DrawList list = list_after(session, arena, PROJECTOR, "stage scaled");
  assert_true(capitals_of(&list, "√16") >= 28);
  assert_true(capitals_of(&before, "√16") >= 24);
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    const DrawText *was = text_of(&before, pieces[i]), *is = text_of(&list, pieces[i]);
    assert_float_equal(was->at.x, is->at.x, 0.01);
  }
  session_free(session);
  arena_free(kept);
  arena_free(arena);
}

/* Words and numbers of the overview that are none of a name: sizes, ends of colours, axes, symbols,
** the smaller ribbon and the line below the title. What its row becomes is told by the answer. */
static void notes_of_the_overview_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const char *const notes[] = {"11 × 16", "±17.6",   "±2.6",  "query ↓", "key →",
                                      "÷ √16",   "softmax", "LAYER", "layer 1", "1"};
  static const char *const cells[] = {"cell 8 2", "cell 8 row", "cell none"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; presenter on");
  run(session, "layer 2; head 4; view overview");
  for (int c = 0; c < 3; c++) {
    DrawList list = list_after(session, arena, PROJECTOR, cells[c]);
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) text_of(&list, notes[i]);
    for (int i = 0; i < list.item_count; i++) {
      const DrawText *text = &list.items[i].as.text;
      bool is_power = text->text.bytes == 1 && text->text.at[0] == 'T';
      if (list.items[i].kind != DRAW_TEXT || is_power) continue;
      if (text->size_pt < 20.5f)
        fail_msg("%s: “%.*s” has %.1f points", cells[c], (int)text->text.bytes, text->text.at,
                 (double)text->size_pt);
    }
    assert_true(text_of(&list, "±17.6")->size_pt >= 26);
    assert_true(text_of(&list, "key →")->size_pt >= 26);
    if (c < 2) assert_true(text_of(&list, "street 0.187")->size_pt >= 24);
  }
  session_free(session);
  arena_free(arena);
}

/* Names above columns share their room: the longest reaches over its neighbours, and all of them
** are whole, on one line and a space apart. */
static void names_of_columns_share_their_room(void **state) {
  (void)state;
  static const struct {
    const char *stage;
    float least, followed; /* of the others, and of the chosen one, in points */
  } wanted[] = {{"scores", 29, 38}, {"scaled", 33, 43}, {"masked", 33, 43}, {"weights", 33, 43}};
  Arena *arena = arena_make(0), *kept = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; presenter on");
  run(session, "layer 2; head 4");
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    DrawList list = list_after(session, arena, PROJECTOR,
                               str_format(kept, "stage %s; cell 8 2", wanted[i].stage));
    const DrawText *names[4] = {NULL};
    static const char *const words[] = {"animal", "didn't", "street", "because"};
    for (int k = 0; k < list.item_count; k++)
      for (int n = 0; n < 4; n++) {
        const DrawText *text = &list.items[k].as.text;
        bool is_above = list.items[k].kind == DRAW_TEXT && text->at.y > 210 && text->at.y < 320;
        if (is_above && str_is(text->text, words[n])) names[n] = text;
      }
    for (int n = 0; n < 4; n++) {
      float least = n == 0 ? wanted[i].followed : wanted[i].least;
      if (!names[n] || names[n]->size_pt < least)
        fail_msg("%s: “%s” has %.1f points", wanted[i].stage, words[n],
                 names[n] ? (double)names[n]->size_pt : 0.0);
      assert_float_equal(names[n]->at.y, names[0]->at.y, 0.01);
    }
  }
  session_free(session);
  arena_free(kept);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_stage_moves_the_sentence),
      cmocka_unit_test(the_role_of_the_head_stands_below_it),
      cmocka_unit_test(the_sentence_of_a_stage_can_be_read_from_the_last_row),
      cmocka_unit_test(the_divisor_of_the_formula_can_be_read_from_the_last_row),
      cmocka_unit_test(notes_of_the_overview_can_be_read_from_the_last_row),
      cmocka_unit_test(names_of_columns_share_their_room),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
