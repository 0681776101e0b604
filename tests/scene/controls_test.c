/* tests/scene/controls_test.c -- rows and columns of boxes, and what the shared controls answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "scene/controls.h"

static void pieces_cut_off_a_box_and_its_rest_are_the_box(void **state) {
  (void)state;
  Box rest = {10, 20, 100, 60};
  Box left = cut_left(&rest, 8), right = cut_right(&rest, 16);
  Box top = cut_top(&rest, 4), bottom = cut_bottom(&rest, 2);
  assert_memory_equal(&left, (&(Box){10, 20, 8, 60}), sizeof left);
  assert_memory_equal(&right, (&(Box){94, 20, 16, 60}), sizeof right);
  assert_memory_equal(&top, (&(Box){18, 20, 76, 4}), sizeof top);
  assert_memory_equal(&bottom, (&(Box){18, 78, 76, 2}), sizeof bottom);
  assert_memory_equal(&rest, (&(Box){18, 24, 76, 54}), sizeof rest);
}

static void columns_share_a_box_with_gaps_between_them(void **state) {
  (void)state;
  const Box box = {10, 20, 100, 60};
  for (int i = 0; i < 3; i++) {
    Box column = box_column(box, i, 3, 8);
    assert_memory_equal(&column, (&(Box){10 + (float)i * 36, 20, 28, 60}), sizeof column);
  }
  Box whole = box_column(box, 0, 1, 8);
  assert_memory_equal(&whole, &box, sizeof whole);
}

static float ruler(void *self, FaceId face, float size_pt, Str text) {
  (void)self;
  (void)face;
  return 0.6f * size_pt * (float)text.bytes;
}

static const TextMetrics metrics = {NULL, ruler};

typedef struct Drawn {
  Arena *arena;
  DrawList list;
  Pen pen;
} Drawn;

static void begin(Drawn *drawn) {
  drawn->arena = arena_make(0);
  drawn->list = draw_list_make(drawn->arena, 200, 100);
  drawn->pen = (Pen){&drawn->list, &metrics, theme_get(THEME_LIGHT), 1, 0, FACE_REGULAR, 0};
}

static void a_toggle_answers_where_it_has_a_command(void **state) {
  (void)state;
  Drawn drawn;
  Toggle toggle = {.label = STR("lens"), .size = 12, .chosen = true};
  begin(&drawn);
  control_toggle(&drawn.pen, (Box){10, 10, 80, 20}, toggle);
  assert_int_equal(drawn.list.hit_count, 0);
  toggle.command = "lens toggle";
  toggle.tip = "A lens";
  control_toggle(&drawn.pen, (Box){10, 40, 80, 20}, toggle);
  assert_int_equal(drawn.list.hit_count, 1);
  assert_string_equal(drawn.list.hits[0].click, "lens toggle");
  assert_string_equal(drawn.list.hits[0].tip, "A lens");
  const DrawBox *ground = &drawn.list.items[0].as.box;
  assert_memory_equal(&ground->fill, &drawn.pen.theme->button, sizeof ground->fill);
  arena_free(drawn.arena);
}

static void a_stop_answers_a_click_and_a_drag_alike(void **state) {
  (void)state;
  Drawn drawn;
  begin(&drawn);
  control_stop(&drawn.pen, (TrackStop){.box = {0, 0, 4, 4}, .command = "speed 2", .is_now = true});
  const DrawHit *hit = &drawn.list.hits[0];
  assert_int_equal(drawn.list.hit_count, 1);
  assert_string_equal(hit->click, "speed 2");
  assert_string_equal(hit->drag, "speed 2");
  assert_true(hit->is_now && hit->rows == 1 && hit->cols == 1);
  arena_free(drawn.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_cut_off_a_box_and_its_rest_are_the_box),
      cmocka_unit_test(columns_share_a_box_with_gaps_between_them),
      cmocka_unit_test(a_toggle_answers_where_it_has_a_command),
      cmocka_unit_test(a_stop_answers_a_click_and_a_drag_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
