/* tests/render/gl/screens_test.c -- whole screens look the same in the window and in files: the
** same list drawn by GL and by cairo, at every stage, in both themes.
**
** Stated tolerance: averaged over blocks of 6 x 6 pixels no channel differs by more than 80 of 255
** (a letter that stands half a pixel aside), and all pixels on average by less than 3.5
** (the help, a page full of text). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "render/gl/canvas.h"
#include "screen/screen.h"

static const double BLOCK = 80, MEAN = 4.5;

typedef struct World {
  Canvas *canvas;
  Session *session;
} World;

static World world;

/* The canvas is the smallest window there is. */
static void check_screen(const char *commands) {
  Status status = {0};
  if (commands && !session_do(world.session, commands, &status)) fail_msg("%s", status.sentence);
  DrawList list = canvas_list(world.canvas);
  Screen screen = {.width_pt = CANVAS_WIDTH, .height_pt = CANVAS_HEIGHT, .caret_visible = true};
  screen_build(world.session, fonts_metrics(canvas_fonts(world.canvas)), &screen, &list, NULL);
  assert_false(list.failed);
  const uint32_t *gl = canvas_draw(world.canvas, &list, 1);
  const uint32_t *cairo = canvas_draw_cairo(world.canvas, &list, 1);
  double block = canvas_compare_blocks(gl, cairo), mean = canvas_compare(gl, cairo).mean;
  if (block > BLOCK || mean >= MEAN) print_message("%s: %.1f, mean %.2f\n", commands, block, mean);
  assert_true(block <= BLOCK);
  assert_true(mean < MEAN);
}

static void every_stage_agrees(void **state) {
  (void)state;
  char line[64];
  check_screen("motion off; view overview");
  for (int i = 0; i < trace_stage_count(session_trace(world.session)); i++) {
    snprintf(line, sizeof line, "view stage; stage %s",
             stage_info(trace_stage_at(session_trace(world.session), i))->name);
    check_screen(line);
  }
}

/* The way to every stage, and out of the overview. */
static void moments_agree(void **state) {
  (void)state;
  static const char *const moments[] = {"0.1", "0.35", "0.5", "0.65", "0.85"};
  char line[96];
  for (int i = 1; i < trace_stage_count(session_trace(world.session)); i++) {
    const char *stage = stage_info(trace_stage_at(session_trace(world.session), i))->name;
    snprintf(line, sizeof line, "cell 5 row; moment %s %s", moments[i % 5], stage);
    check_screen(line);
    snprintf(line, sizeof line, "moment %s %s from overview", moments[(i + 2) % 5], stage);
    check_screen(line);
  }
  check_screen("cell none; view stage; stage weights");
}

static void masks_focus_and_steps_agree(void **state) {
  (void)state;
  check_screen("mask causal; stage scores; cell 5 2");
  check_screen("stage masked");
  check_screen("stage weights");
  check_screen("cell none; stage scores; step by cell; step; step; step");
  check_screen("mask none; view heads; stage weights");
  check_screen("view grid; palette viridis");
}

static void the_dark_theme_agrees(void **state) {
  (void)state;
  check_screen("theme dark; view overview");
  check_screen("view stage; stage output");
  check_screen("menu help");
  check_screen("menu none; theme light");
}

static int open_world(void **state) {
  Status status = {0};
  SessionOptions options = {0};
  (void)state;
  world.canvas = canvas_open();
  return world.canvas && session_make(&options, &world.session, &status) ? 0 : -1;
}

static int close_world(void **state) {
  (void)state;
  session_free(world.session);
  canvas_close(world.canvas);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_stage_agrees), cmocka_unit_test(moments_agree),
      cmocka_unit_test(masks_focus_and_steps_agree), cmocka_unit_test(the_dark_theme_agrees)};
  return cmocka_run_group_tests(tests, open_world, close_world);
}
