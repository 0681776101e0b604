/* The line of all steps: its labels are below it, apart from each other, and the current step is
** always among them. There are none above it, where the tip of the pointer is. */
#include "ui/made.h"

#include <string.h>

#include "render/count/count.h"

enum { STEPS = 1000, STRIDE = 7 };

/* Everything that leads along the line answers in one box. */
static Box line_of(const Made *made) {
  Box line = {0};
  for (int i = 0; i < made->list.hit_count; i++) {
    const DrawHit *hit = &made->list.hits[i];
    if (!hit->drag || strncmp(hit->drag, "timeline ", 9) != 0) continue;
    if (line.w <= 0) line = hit->box;
    line.w = hit->box.x + hit->box.w - line.x;
  }
  return line;
}

/* Words in the bottom bar between the ends of the line. Returns how many. */
static int words_below(const Made *made, Box line, bool *found_step, const char *step) {
  int count = 0;
  for (int i = 0; i < made->list.item_count; i++) {
    const DrawText *text = &made->list.items[i].as.text;
    if (made->list.items[i].kind != DRAW_TEXT || text->at.y < made->layout.bottom.y) continue;
    float middle = text->at.x + text->width_pt / 2;
    if (middle < line.x || middle > line.x + line.w) continue;
    assert_true(text->at.y - text->size_pt > line.y + line.h / 2);
    *found_step |= str_is(text->text, step);
    count++;
  }
  return count;
}

/* All its steps are done; the current one is given. */
static UiTraining training_at(const UiChoice *task, int step) {
  return (UiTraining){.fields = task,
                      .field_count = 1,
                      .question = STR("say the letters again"),
                      .pattern = STR("a diagonal"),
                      .step = step,
                      .steps_done = STEPS,
                      .steps_wanted = STEPS,
                      .axis_steps = STEPS,
                      .finished = true};
}

static void words_stand_below_the_line(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  for (int step = 0; step <= STEPS; step += STRIDE) {
    bool found = false;
    arena_reset(arena);
    Made made = made_calm(arena);
    UiChoice task = {.label = STR("task"), .numbers[0].value = STR("copy")};
    UiTraining training = training_at(&task, step);
    made.inputs.training = &training;
    made.view.kind = VIEW_TRAINING;
    made.width = step % 2 ? 960 : 1440;
    made_build(&made);
    int words = words_below(&made, line_of(&made), &found, str_format(arena, "step %d", step));
    assert_true(found);
    assert_true(words >= 3); /* the step, and of 0, 500 and 1000 at least two */
    CountReport report = count_list(&made.list, made.pen.metrics, arena);
    assert_int_equal(report.texts_overlapping, 0);
  }
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(words_stand_below_the_line)};
  return cmocka_run_group_tests(tests, support_fonts_open, support_fonts_close);
}
