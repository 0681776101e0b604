/* Larger text makes the matrix and its digits larger, where an audience reads them. */
#include "screen/state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/layout.h"

#define SENTENCE "\"The animal didn't cross the street because it was too tired\""
static const float SIZES[] = {1, 1.25f, 1.5f, 1.75f, 2, 2.5f, 3};
enum { SIZE_COUNT = 7, STAGES = 4 };
static const StageId BY_PAIR[STAGES] = {STAGE_SCORES, STAGE_SCALED, STAGE_MASKED, STAGE_WEIGHTS};

typedef struct Seen {
  float cell_pt, cell_w_pt, digits_pt, matrix_w, matrix_h;
} Seen;

static bool is_inside(Box box, Point at) {
  return at.x >= box.x && at.x <= box.x + box.w && at.y >= box.y && at.y <= box.y + box.h;
}

/* The largest heatmap of tokens by tokens is the stage's matrix; its digits are the largest in it. */
static Seen see(const DrawList *list, int tokens) {
  Seen seen = {0};
  Box box = {0};
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *heatmap = &list->items[i].as.heatmap;
    if (list->items[i].kind != DRAW_HEATMAP || heatmap->box.w * heatmap->box.h <= box.w * box.h)
      continue;
    if (heatmap->values.rows != tokens || heatmap->values.cols != tokens) continue;
    box = heatmap->box;
    seen.cell_pt = heatmap->box.h / (float)heatmap->values.rows;
    seen.cell_w_pt = heatmap->box.w / (float)heatmap->values.cols;
  }
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->face != FACE_MONO || !is_inside(box, text->at))
      continue;
    if (text->size_pt > seen.digits_pt) seen.digits_pt = text->size_pt;
  }
  seen.matrix_w = box.w;
  seen.matrix_h = box.h;
  return seen;
}

static Seen seen_at(Session *session, Arena *arena, Window window, StageId stage, float size) {
  run(session,
      str_format(arena, "stage %s; textscale %.9g", stage_info(stage)->name, (double)size));
  DrawList list = screen_list(session, arena, window);
  assert_false(list.failed);
  Seen seen = see(&list, trace_token_count(session_trace(session)));
  if (getenv("HEADSUP_SHOW_SIZES"))
    print_message("%4.0fx%-4.0f %-8s text %.2f: cell %5.1f digits %5.2f matrix %.0f\n",
                  (double)window.width, (double)window.height, stage_info(stage)->name,
                  (double)size, (double)seen.cell_pt, (double)seen.digits_pt,
                  (double)seen.matrix_w);
  arena_reset(arena);
  return seen;
}

/* Of the view on show. */
static Seen seen_in(Session *session, Arena *arena, Window window, float size) {
  run(session, str_format(arena, "textscale %.9g", (double)size));
  DrawList list = screen_list(session, arena, window);
  assert_false(list.failed);
  Seen seen = see(&list, trace_token_count(session_trace(session)));
  arena_reset(arena);
  return seen;
}

static const Window WINDOWS[] = {{1920, 1080}, {1280, 720}, {1440, 900},
                                 {960, 600},   {640, 400},  {3840, 2160}};
enum { WINDOW_COUNT = 6 };

static bool is_less(const Seen *now, const Seen *before) {
  return now->cell_pt < before->cell_pt - 0.01f || now->cell_w_pt < before->cell_w_pt - 0.01f ||
         now->digits_pt < before->digits_pt - 0.01f;
}

/* At every stage by pair, in any window and for 1 to 64 tokens, neither cells nor digits are ever
** smaller than at a smaller text scale; nor are the digits left out. */
static void larger_text_never_makes_a_number_smaller(void **state) {
  (void)state;
  static const int counts[] = {1, 2, 5, 11, 16, 30, 64};
  Arena *arena = arena_make(0);
  int bad = 0;
  for (int count = 0; count < 7; count++) {
    Arena *words = arena_make(0);
    Rng rng = rng_make(7);
    Session *session = session_after(
        str_format(words, "motion off; model reader; sentence %s; cell none",
                   counts[count] == 11 ? SENTENCE : random_sentence(words, &rng, counts[count])));
    for (int w = 0; w < WINDOW_COUNT; w++)
      for (int i = 0; i < STAGES; i++) {
        Seen before = seen_at(session, arena, WINDOWS[w], BY_PAIR[i], 1);
        assert_true(before.cell_pt > 0 && before.matrix_w > 0);
        if (counts[count] <= 16 && WINDOWS[w].width >= 1440) assert_true(before.digits_pt > 0);
        for (int s = 1; s < SIZE_COUNT; s++) {
          Seen now = seen_at(session, arena, WINDOWS[w], BY_PAIR[i], SIZES[s]);
          if (is_less(&now, &before) && bad++ < 8)
            print_error("%d tokens, %.0fx%.0f, %s, text %.2f: cell %.2f x %.2f digits %.2f, before "
                        "%.2f x %.2f, %.2f\n",
                        counts[count], (double)WINDOWS[w].width, (double)WINDOWS[w].height,
                        stage_info(BY_PAIR[i])->name, (double)SIZES[s], (double)now.cell_w_pt,
                        (double)now.cell_pt, (double)now.digits_pt, (double)before.cell_w_pt,
                        (double)before.cell_pt, (double)before.digits_pt);
          before = now;
        }
      }
    session_free(session);
    arena_free(words);
  }
  arena_free(arena);
  assert_int_equal(bad, 0);
}

/* A larger window has larger digits, at Scores too, where decimals that come back would take them the
** room that was gained: on a projector they are at least 21 px high. */
static void a_larger_window_has_larger_digits(void **state) {
  (void)state;
  static const Window larger[] = {{1440, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; cell none");
  for (int i = 0; i < STAGES; i++) {
    float before = 0;
    for (int w = 0; w < 4; w++) {
      Seen seen = seen_at(session, arena, larger[w], BY_PAIR[i], 1);
      if (seen.digits_pt <= before)
        fail_msg("%s, %.0f wide: %.2f after %.2f", stage_info(BY_PAIR[i])->name,
                 (double)larger[w].width, (double)seen.digits_pt, (double)before);
      before = seen.digits_pt;
    }
  }
  Seen scores = seen_at(session, arena, larger[1], STAGE_SCORES, 1);
  assert_true(0.73f * scores.digits_pt >= 21);
  session_free(session);
  arena_free(arena);
}

/* The height of the strip of Kᵀ. */
static float key_strip(const DrawList *list) {
  float highest = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *heatmap = &list->items[i].as.heatmap;
    if (list->items[i].kind == DRAW_HEATMAP && heatmap->transposed)
      highest = fmaxf(highest, heatmap->box.h);
  }
  return highest;
}

/* In low windows too, where name and bar stand below the matrix; and the columns of Kᵀ have a height
** at which their numbers are told apart. */
static void digits_of_low_windows_are_read(void **state) {
  (void)state;
  static const struct {
    Window window;
    float scores, others, keys;
  } least[] = {{{960, 600}, 12.5f, 11.5f, 32}, {{640, 400}, 11.9f, 11.5f, 20}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  for (int w = 0; w < 2; w++)
    for (int i = 0; i < STAGES; i++) {
      Seen seen = seen_at(session, arena, least[w].window, BY_PAIR[i], 1);
      float wanted = BY_PAIR[i] == STAGE_SCORES ? least[w].scores : least[w].others;
      if (seen.digits_pt < wanted)
        fail_msg("%s: %.2f", stage_info(BY_PAIR[i])->name, (double)seen.digits_pt);
      if (BY_PAIR[i] != STAGE_SCORES) continue;
      DrawList list = screen_list(session, arena, least[w].window);
      if (key_strip(&list) < least[w].keys) fail_msg("%.2f", (double)key_strip(&list));
      arena_reset(arena);
    }
  session_free(session);
  arena_free(arena);
}

/* The largest weight beside a row of V. */
static float weight_beside_v(Session *session, Arena *arena, Window window, float size) {
  run(session, str_format(arena, "stage output; textscale %.9g", (double)size));
  DrawList list = screen_list(session, arena, window);
  float largest = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawText *text = &list.items[i].as.text;
    bool is_weight = list.items[i].kind == DRAW_TEXT && text->text.bytes == 3 &&
                     text->text.at[0] == '.' && text->face == FACE_MONO_BOLD;
    if (is_weight) largest = fmaxf(largest, text->size_pt);
  }
  assert_true(largest > 0);
  arena_reset(arena);
  return largest;
}

/* At the weighted sum the weights that are multiplied never shrink either, and much larger text has
** the layout of the presenter view. */
static void larger_text_never_makes_a_weight_of_the_weighted_sum_smaller(void **state) {
  (void)state;
  const float from_afar = 2;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  run(session, "cell 8 2");
  int bad = 0;
  for (int w = 0; w < WINDOW_COUNT; w++) {
    float before = weight_beside_v(session, arena, WINDOWS[w], 1);
    for (int s = 1; s < SIZE_COUNT; s++) {
      float now = weight_beside_v(session, arena, WINDOWS[w], SIZES[s]);
      if (now < before - 0.01f && bad++ < 8)
        print_error("%.0fx%.0f, text %.2f: digits %.2f, before %.2f\n", (double)WINDOWS[w].width,
                    (double)WINDOWS[w].height, (double)SIZES[s], (double)now, (double)before);
      if (WINDOWS[w].width >= 1920 && SIZES[s] >= from_afar) assert_true(now >= 34);
      before = now;
    }
  }
  assert_int_equal(bad, 0);
  session_free(session);
  arena_free(arena);
}

/* Of the numbers of the followed row, which stand in a group of their own; 0: there are none. */
static float row_digits(Session *session, Arena *arena, Window window, const char *commands) {
  DrawList list = list_after(session, arena, window, commands);
  float largest = 0;
  bool is_row = false;
  for (int i = 0; i < list.item_count; i++) {
    const DrawItem *item = &list.items[i];
    if (item->kind == DRAW_GROUP)
      is_row = item->as.group.name && strcmp(item->as.group.name, "rows") == 0;
    if (item->kind == DRAW_TEXT && is_row && item->as.text.face == FACE_MONO)
      largest = fmaxf(largest, item->as.text.size_pt);
  }
  return largest;
}

/* Nor do those of the followed row where vectors are shown; on a projector they have 20 pixels. */
static void larger_text_never_makes_the_followed_row_smaller(void **state) {
  (void)state;
  static const char *const stages[] = {"embed", "qkv", "output", "joined", "block"};
  const float half_steps = 0.6f; /* digits are chosen in steps */
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  char line[64];
  for (int stage = 0; stage < 5; stage++)
    for (int w = 0; w < 3; w++) {
      float most = 0;
      for (int s = 0; s < SIZE_COUNT; s++) {
        snprintf(line, sizeof line, "stage %s; cell 8 2; textscale %.9g", stages[stage],
                 (double)SIZES[s]);
        float now = row_digits(session, arena, WINDOWS[w], line);
        if (now < most - half_steps || now <= 0)
          fail_msg("%.0f wide, %s: %.2f, before %.2f", (double)WINDOWS[w].width, line, (double)now,
                   (double)most);
        if (w == 0 && 0.73f * now < 20) fail_msg("%s: %.2f", line, (double)now);
        most = fmaxf(most, now);
      }
    }
  session_free(session);
  arena_free(arena);
}

/* Cells that are wide and low may become higher and a little narrower. */
static bool is_smaller(const Seen *now, const Seen *before) {
  float side = fminf(now->cell_pt, now->cell_w_pt), area = now->cell_pt * now->cell_w_pt;
  return side < fminf(before->cell_pt, before->cell_w_pt) - 0.01f ||
         area < before->cell_pt * before->cell_w_pt - 0.1f ||
         now->digits_pt < before->digits_pt - 0.01f;
}

/* Grid, heads and overview: the cells of the largest matrix are not smaller than at text scale 1 in
** their area or shorter side, nor are its digits smaller or left out. */
static void larger_text_leaves_the_matrices_of_other_views_their_size(void **state) {
  (void)state;
  static const char *const views[] = {"view grid; sort layer", "view grid; sort role", "view heads",
                                      "view overview"};
  static const char *const sentences[] = {SENTENCE, "\"the cat\""};
  Arena *arena = arena_make(0);
  int bad = 0;
  for (int i = 0; i < 2 * 4; i++) {
    Session *session =
        session_after(str_format(arena, "motion off; model reader; sentence %s; layer 2; row 2; %s",
                                 sentences[i / 4], views[i % 4]));
    for (int w = 0; w < WINDOW_COUNT; w++) {
      Seen plain = seen_in(session, arena, WINDOWS[w], 1);
      assert_true(plain.matrix_w > 0);
      for (int s = 1; s < SIZE_COUNT; s++) {
        Seen now = seen_in(session, arena, WINDOWS[w], SIZES[s]);
        if (is_smaller(&now, &plain) && bad++ < 8)
          print_error("%s, %.0fx%.0f, text %.2f: cell %.2f x %.2f digits %.2f, at text 1 %.2f x "
                      "%.2f, %.2f\n",
                      views[i % 4], (double)WINDOWS[w].width, (double)WINDOWS[w].height,
                      (double)SIZES[s], (double)now.cell_w_pt, (double)now.cell_pt,
                      (double)now.digits_pt, (double)plain.cell_w_pt, (double)plain.cell_pt,
                      (double)plain.digits_pt);
      }
    }
    session_free(session);
  }
  arena_free(arena);
  assert_int_equal(bad, 0);
}

/* "At 1920 × 1080 with 11 tokens digits of weights are at least 26 pixels high, at text scale 3 at
** least 34": a digit is 0.73 of its size high. */
static void weights_are_readable_from_far_away(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; cell none");
  for (int head = 1; head <= 4; head++) {
    run(session, str_format(arena, "layer 2; head %d", head));
    assert_true(0.73f * seen_at(session, arena, WINDOWS[0], STAGE_WEIGHTS, 1).digits_pt >= 26);
    run(session, str_format(arena, "layer 2; head %d", head));
    assert_true(0.73f * seen_at(session, arena, WINDOWS[0], STAGE_WEIGHTS, 3).digits_pt >= 34);
  }
  session_free(session);
  arena_free(arena);
}

/* By two fifths at least on a projector, by a tenth in a small window, where cells are the limit: in
** a head whose numbers are long and in one whose numbers are short. */
static void digits_grow_with_the_text(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; cell none");
  for (int place = 0; place < 2 * STAGES; place++)
    for (int w = 0; w < 2; w++) {
      int i = place % STAGES;
      run(session, place < STAGES ? "layer 1; head 1" : "layer 2; head 2");
      Seen small = seen_at(session, arena, WINDOWS[w], BY_PAIR[i], 1);
      Seen large = seen_at(session, arena, WINDOWS[w], BY_PAIR[i], 2);
      float wanted = w == 0 ? 1.4f : 1.1f;
      assert_true(large.digits_pt > 0 && large.digits_pt >= wanted * small.digits_pt);
    }
  session_free(session);
  arena_free(arena);
}

static float smallest_text(Session *session, Arena *arena, Window window) {
  DrawList list = screen_list(session, arena, window);
  float least = INFINITY;
  for (int i = 0; i < list.item_count; i++)
    if (list.items[i].kind == DRAW_TEXT) least = fminf(least, list.items[i].as.text.size_pt);
  arena_reset(arena);
  return least;
}

/* A menu that is too high scrolls instead of writing smaller than bars and panels. */
static void a_menu_is_not_smaller_than_the_window(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; cell none");
  for (int w = 0; w < WINDOW_COUNT; w++) {
    run(session, "menu none");
    float least = smallest_text(session, arena, WINDOWS[w]);
    run(session, "menu attention");
    assert_true(smallest_text(session, arena, WINDOWS[w]) >= 0.99f * least);
    run(session, "menu model");
    assert_true(smallest_text(session, arena, WINDOWS[w]) >= 0.99f * least);
  }
  session_free(session);
  arena_free(arena);
}

/* The size of the largest text that ends so, in a place. */
static float size_of_end(const DrawList *list, Box place, const char *end) {
  float size = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_it =
        list->items[i].kind == DRAW_TEXT && is_inside(place, text->at) && str_ends(text->text, end);
    if (is_it) size = fmaxf(size, text->size_pt);
  }
  return size;
}

/* The number of the pair that was chosen is not less than the mean without a choice, above the
** weights and at the end of its ribbon. */
static void the_overview_tells_a_chosen_pair_as_large_as_the_mean(void **state) {
  (void)state;
  static const struct {
    const char *cell, *weight;
  } pairs[] = {{"cell 8 2", "0.774"}, {"cell 8 6", "0.187"}};
  const Window window = {1440, 900};
  const Box above = {900, 280, 540, 70}, ribbons = {500, 580, 700, 140};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; layer 2");
  DrawList list = list_after(session, arena, window, "view overview; cell none");
  float mean = size_of_end(&list, above, "0.314");
  assert_true(mean >= 17);
  for (int i = 0; i < 2; i++) {
    list = list_after(session, arena, window, pairs[i].cell);
    assert_true(size_of_end(&list, above, pairs[i].weight) >= mean - 0.01f);
    assert_true(size_of_end(&list, ribbons, pairs[i].weight) >= 17);
  }
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(larger_text_never_makes_a_number_smaller),
      cmocka_unit_test(digits_of_low_windows_are_read),
      cmocka_unit_test(larger_text_never_makes_a_weight_of_the_weighted_sum_smaller),
      cmocka_unit_test(larger_text_never_makes_the_followed_row_smaller),
      cmocka_unit_test(larger_text_leaves_the_matrices_of_other_views_their_size),
      cmocka_unit_test(the_overview_tells_a_chosen_pair_as_large_as_the_mean),
      cmocka_unit_test(weights_are_readable_from_far_away),
      cmocka_unit_test(a_larger_window_has_larger_digits),
      cmocka_unit_test(digits_grow_with_the_text),
      cmocka_unit_test(a_menu_is_not_smaller_than_the_window),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
