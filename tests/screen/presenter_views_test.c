/* The views beside the stages in the presenter view: what they are about can be read from the last
** row, and stands in the whole width. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

#define READER                                                                                     \
  "motion off; model reader; sentence \"The animal didn't cross the street because it was too "    \
  "tired\"; layer 2; presenter on"
static const Window PROJECTOR = {1920, 1080};
static const float READ = 28; /* pixels that digits and capitals are high, at least */

/* Of the text that reads so; 0: there is none. */
static float size_of(const DrawList *list, const char *words) {
  float size = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind == DRAW_TEXT && str_is(text->text, words))
      size = fmaxf(size, text->size_pt);
  }
  return size;
}

static int numbers_read(const DrawList *list) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->face != FACE_MONO) continue;
    count += 0.73f * text->size_pt >= READ && memchr(text->text.at, '.', text->text.bytes);
  }
  return count;
}

static void what_a_view_is_about_can_be_read_from_the_last_row(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    const char *told[6]; /* NULL behind the last */
  } views[] = {
      {"view answers", {"0.995", "animal", "0.536", "was", "(unknown)"}},
      {"mask causal; view cache", {"0.582", "0.011", "kept rows 3,424", "all anew 37,664"}},
      {"mask own; view cache", {".62", ".86"}},
      {"view saturation", {"11.23", "0.998", "0.527", "24", "softmax(s)"}},
      {"view length", {"100 %", "20", "with attention 99.5 %", "angry"}},
      {"view lookup", {"0.441", "90", "46.90", "Maps of the world", "soft look-up"}},
      {"view cost", {"exact", "window", "÷ 496", "10⁵", "1,024", "1 MiB"}},
      {"view average", {".69", "animal", ".43"}},
      {"view rollout", {".46", "animal", ".35"}},
      {"view stage; stage weights; approximate performer 16; cell 8 2; compare exact",
       {".43", ".22"}},
  };
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
    DrawList list = list_after(session, arena, PROJECTOR, views[i].commands);
    for (int k = 0; k < 6 && views[i].told[k]; k++) {
      float size = size_of(&list, views[i].told[k]);
      if (0.73f * size < READ)
        fail_msg("%s: “%s” %.1f", views[i].commands, views[i].told[k], (double)(0.73f * size));
    }
  }
  session_free(session);
  arena_free(arena);
}

/* All rows and all points of the model, from edge to edge. */
static void answers_fill_the_width(void **state) {
  (void)state;
  static const float edge = 40;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  DrawList list = list_after(session, arena, PROJECTOR, "view answers");
  float right = 0;
  for (int i = 0; i < list.item_count; i++)
    if (list.items[i].kind == DRAW_BOX && list.items[i].as.box.corner == 3)
      right = fmaxf(right, list.items[i].as.box.box.x + list.items[i].as.box.box.w);
  assert_int_equal(numbers_read(&list), 11 * 3);
  assert_true(right > PROJECTOR.width - edge);
  session_free(session);
  arena_free(arena);
}

/* No table and no slider takes the room of what is read. */
static void charts_come_before_tables_and_sliders(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  DrawList list = list_after(session, arena, PROJECTOR, "view saturation");
  assert_true(numbers_read(&list) >= 5 * 4);
  assert_true(size_of(&list, "s/√d") <= 0);
  list = list_after(session, arena, PROJECTOR, "presenter off; view saturation");
  assert_true(size_of(&list, "s/√d") > 0);
  session_free(session);
  arena_free(arena);
}

/* Names of the rows of a second matrix, what is above weights and keys, and that digits are rounded:
** none below small print, 18 pixels. Where rows are too low the chosen one alone has its name, as
** large as it has room. */
static void names_of_second_matrices_are_no_smaller_than_small_print(void **state) {
  (void)state;
  static const float small_print = 18, large = 28, sentence = 96; /* chips above are larger */
  static const char *const stages[] = {"output", "block", "joined", "embed"};
  static const char *const names[] = {"The", "animal",  "didn't", "cross", "the",  "street",
                                      "it",  "because", "was",    "too",   "tired"};
  static const char *const others[] = {"weight", "value of", "digits are rounded", "key →",
                                       "query ↓"};
  Arena *arena = arena_make(0), *words = arena_make(0);
  Session *session = session_after(READER);
  for (int s = 0; s < 4; s++)
    for (int row = 7; row <= 8; row++) {
      run(session, str_format(words, "stage %s", stages[s]));
      DrawList list = list_after(session, arena, PROJECTOR, str_format(words, "cell %d 2", row));
      int named = 0, chosen = 0;
      for (int i = 0; i < list.item_count; i++) {
        const DrawText *text = &list.items[i].as.text;
        if (list.items[i].kind != DRAW_TEXT || text->at.y < sentence) continue;
        bool is_name = false;
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
          is_name |= str_is(text->text, names[k]);
        bool is_below = text->at.y > PROJECTOR.height / 2;
        named += is_name && is_below;
        bool is_chosen = is_below && str_is(text->text, row == 8 ? "it" : "because");
        chosen += is_chosen;
        if (is_chosen)
          assert_true(0.727f * text->size_pt >= (s > 0 && row == 8 ? large : small_print));
        for (size_t k = 0; s == 0 && k < sizeof others / sizeof *others; k++)
          is_name |= str_is(text->text, others[k]);
        if (is_name && 0.727f * text->size_pt < small_print)
          fail_msg("%s, row %d: “%.*s” %.1f", stages[s], row, (int)text->text.bytes, text->text.at,
                   (double)(0.727f * text->size_pt));
      }
      assert_int_equal(named, s == 0 ? 11 : 1);
      assert_int_equal(chosen, 1);
    }
  session_free(session);
  arena_free(words);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_a_view_is_about_can_be_read_from_the_last_row),
      cmocka_unit_test(answers_fill_the_width),
      cmocka_unit_test(charts_come_before_tables_and_sliders),
      cmocka_unit_test(names_of_second_matrices_are_no_smaller_than_small_print),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
