/* Larger text makes the text of the matrix larger too, where an audience reads it. */
#include "screen/state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scene/layout.h"

#define SENTENCE "\"The animal didn't cross the street because it was too tired\""
static const float SIZES[] = {1, 1.25f, 1.5f, 1.75f, 2, 2.5f, 3};
enum { SIZE_COUNT = 7, STAGES = 4 };
static const StageId BY_PAIR[STAGES] = {STAGE_SCORES, STAGE_SCALED, STAGE_MASKED, STAGE_WEIGHTS};

typedef struct Seen {
  float cell_pt, digits_pt, matrix_w, matrix_h;
} Seen;

static bool is_inside(Box box, Point at) {
  return at.x >= box.x && at.x <= box.x + box.w && at.y >= box.y && at.y <= box.y + box.h;
}

/* The largest heatmap is the stage's matrix; its digits are the largest in it. */
static Seen see(const DrawList *list) {
  Seen seen = {0};
  Box box = {0};
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *heatmap = &list->items[i].as.heatmap;
    if (list->items[i].kind != DRAW_HEATMAP || heatmap->box.w * heatmap->box.h <= box.w * box.h)
      continue;
    box = heatmap->box;
    seen.cell_pt = heatmap->box.h / (float)heatmap->values.rows;
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
  Seen seen = see(&list);
  if (getenv("HEADSUP_SHOW_SIZES"))
    print_message("%4.0fx%-4.0f %-8s text %.2f: cell %5.1f digits %5.2f matrix %.0f\n",
                  (double)window.width, (double)window.height, stage_info(stage)->name,
                  (double)size, (double)seen.cell_pt, (double)seen.digits_pt,
                  (double)seen.matrix_w);
  arena_reset(arena);
  return seen;
}

static const Window WINDOWS[] = {{1920, 1080}, {1280, 720}, {1440, 900}, {960, 600}, {3840, 2160}};

/* "The matrix never shrinks for larger text, and its digits never do"; from a text scale of 1.35 it
** is a tenth larger, up to the whole point that a cell has. */
static void larger_text_never_makes_the_matrix_smaller(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; model reader; sentence " SENTENCE "; cell none");
  for (int w = 0; w < 5; w++)
    for (int i = 0; i < STAGES; i++) {
      Seen first = seen_at(session, arena, WINDOWS[w], BY_PAIR[i], 1), before = first;
      assert_true(first.cell_pt > 0 && first.matrix_w > 0);
      assert_true(first.digits_pt > 0 || WINDOWS[w].width < 1280); /* long numbers have no room */
      for (int s = 1; s < SIZE_COUNT; s++) {
        Seen now = seen_at(session, arena, WINDOWS[w], BY_PAIR[i], SIZES[s]);
        float cell_least = floorf(first.cell_pt * layout_matrix_growth(SIZES[s]));
        assert_true(now.cell_pt >= cell_least - 0.01f && now.matrix_w >= first.matrix_w - 0.01f);
        assert_true(now.cell_pt >= before.cell_pt - 0.01f);
        assert_true(now.digits_pt >= before.digits_pt - 0.01f);
        before = now;
      }
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(larger_text_never_makes_the_matrix_smaller),
      cmocka_unit_test(digits_grow_with_the_text),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
