/* The memory layout: a tensor that fills its room, what its strides mean, and its memory. */
#include "screen/state.h"

#include <math.h>
#include <string.h>

static const Window WINDOW = {1440, 900}, PROJECTOR = {1920, 1080};

/* The side of the boxes of numbers in the group of that name. */
static float side_in(const DrawList *list, const char *group) {
  bool is_inside = false;
  float side = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_GROUP)
      is_inside = item->as.group.name && strcmp(item->as.group.name, group) == 0;
    if (item->kind == DRAW_BOX && is_inside) side = fmaxf(side, item->as.box.box.h);
  }
  return side;
}

/* Its boxes are large, and those of memory as large at every step. */
static void the_tensor_fills_its_room(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; view layout");
  DrawList list = screen_list(session, arena, WINDOW);
  float memory = side_in(&list, "memory");
  assert_true(memory >= 48);
  static const char *const steps[] = {"layout step 1", "layout step 2", "layout step 3",
                                      "layout step 4"};
  for (int i = 0; i < 4; i++) {
    list = list_after(session, arena, WINDOW, steps[i]);
    assert_true(side_in(&list, "tensor") >= 115);
    assert_float_equal(side_in(&list, "memory"), memory, 0.01f);
  }
  session_free(session);
  arena_free(arena);
}

/* An axis of a matrix says how far on in memory its next number is; before a class, where there is
** no panel, the address is worked out beside the memory. */
static void the_picture_says_what_strides_mean(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; view layout");
  DrawList list = screen_list(session, arena, WINDOW);
  assert_true(has_text(&list, "next column: +1 in memory"));
  assert_true(has_text(&list, "next row: +3 in memory"));
  assert_true(has_text(&list, "address = i₀ · 3 + i₁ · 1"));
  list = list_after(session, arena, WINDOW, "layout step 2");
  assert_true(has_text(&list, "next column: +3 in memory"));
  assert_true(has_text(&list, "next row: +1 in memory"));
  list = list_after(session, arena, PROJECTOR, "layout number 6; presenter on");
  assert_true(has_text(&list, "2 · 1 + 1 · 3 = 5"));
  list = list_after(session, arena, PROJECTOR, "layout step 4");
  assert_true(has_text(&list, "next number: +1 in memory"));
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_tensor_fills_its_room),
                                     cmocka_unit_test(the_picture_says_what_strides_mean)};
  return cmocka_run_group_tests(tests, state_open, state_close);
}
