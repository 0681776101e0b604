/* The rule of layout for the training view: any task, size, step and watched number, in any window
** and text size, no text clipped, none overlapping another, nothing outside. */
#include "screen/state.h"

#include <stdio.h>
#include <string.h>

#include "render/count/count.h"
#include "scene/hit.h"
#include "support/language.h"
#include "support/sanitized.h"

enum { TRAININGS = SHARE_OF_STATES(24), WINDOWS_OF_ONE = 14, COMPLAINTS_SHOWN = 12 };

static const char *random_training(Arena *arena, Rng *rng) {
  static const char *const tasks[] = {"copy",     "reverse",  "sort",
                                      "previous", "brackets", "majority"};
  static const int widths[] = {8, 16, 24, 64, 120};
  int layers = 1 + rng_below(rng, 4), width = widths[rng_below(rng, 5)];
  int heads = 1 << rng_below(rng, 4);
  return str_format(arena,
                    "motion off; train %s layers %d heads %d width %d batch 4 steps %d rate %s; "
                    "train go %d; view training",
                    tasks[rng_below(rng, 6)], layers, heads, width, 20 + rng_below(rng, 30000),
                    rng_below(rng, 4) ? "0.003" : "0.0123", 1 + rng_below(rng, 20));
}

static const char *random_look(Arena *arena, Rng *rng) {
  static const char *const matrices[] = {"embedding", "w_q", "w_k", "w_v", "w_o"};
  const char *matrix = matrices[rng_below(rng, 5)];
  const char *number = rng_below(rng, 3) ? " 2 3" : "";
  int kind = rng_below(rng, 4);
  double scale = kind == 0 ? 1 : kind == 1 ? 3 : 1 + 2 * rng_uniform(rng);
  return str_format(arena, "timeline %d; watch %s%s; textscale %.2f; theme %s; menu %s",
                    rng_below(rng, 20), matrix, number, scale, rng_below(rng, 2) ? "light" : "dark",
                    rng_below(rng, 3) ? "none" : "recipe");
}

static int complaints(const Session *session, Window window, const char *said, int *shown) {
  Arena *arena = arena_make(0);
  DrawList list = screen_list(session, arena, window);
  assert_false(list.failed);
  CountReport report = count_list(&list, fonts_metrics(support_fonts()), arena);
  int bad = report.texts_outside + report.texts_clipped + report.texts_overlapping +
            report.heatmaps_outside;
  if (bad && (*shown)++ < COMPLAINTS_SHOWN)
    print_error("%.0fx%.0f: outside %d, clipped %d, overlapping %d (%.1f pt), heatmaps %d: %.*s\n"
                "  %s\n",
                (double)window.width, (double)window.height, report.texts_outside,
                report.texts_clipped, report.texts_overlapping, (double)report.worst_overlap_pt,
                report.heatmaps_outside, (int)report.first_complaint.bytes,
                report.first_complaint.at, said);
  arena_free(arena);
  return bad > 0;
}

static void no_text_is_clipped_overlapping_or_outside(void **state) {
  (void)state;
  Rng rng = rng_make(1706);
  Arena *arena = arena_make(0);
  int bad = 0, shown = 0;
  for (int i = 0; i < TRAININGS; i++) {
    const char *training = random_training(arena, &rng);
    Session *session = session_after(training);
    for (int j = 0; j < WINDOWS_OF_ONE; j++) {
      const char *look = random_look(arena, &rng);
      run(session, str_format(arena, "menu none; %s", look));
      bad += complaints(session, random_window(&rng), str_format(arena, "%s; %s", training, look),
                        &shown);
    }
    session_free(session);
  }
  arena_free(arena);
  assert_int_equal(bad, 0);
}

/* Every hit sends a valid command. */
static void every_hit_is_a_command(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; train sort batch 4; train go 12; view training; watch w_q 2 3; timeline 5");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  int said = 0;
  for (int i = 0; i < list.hit_count; i++) {
    static const HitAction actions[] = {HIT_CLICK, HIT_TWICE, HIT_DRAG};
    const DrawHit *hit = &list.hits[i];
    Point middle = {hit->box.x + hit->box.w / 2, hit->box.y + hit->box.h / 2};
    for (int j = 0; j < 3; j++) {
      Status status;
      const char *command = hit_command(hit, actions[j], middle, 1, arena);
      bool slow = strstr(command, "keep") || strstr(command, "toggle") || strstr(command, "quit");
      if (!command[0] || slow || !strncmp(command, "edit", 4)) continue;
      Session *copy;
      assert_true(session_make_copy(session, &copy, NULL));
      if (i % 7 == 0 && !session_do(copy, command, &status))
        fail_msg("%s: %s", command, status.sentence);
      session_free(copy);
      said++;
    }
  }
  assert_true(said > 100);
  session_free(session);
  arena_free(arena);
}

/* However little a matrix has changed and however small the window, both scales are shown: one bar
** as wide as the matrix at its two steps, one as wide as the difference. */
static void both_scales_of_the_change_are_told(void **state) {
  (void)state;
  enum { WIDTH = 24 };
  static const Window windows[] = {{960, 600}, {1440, 900}, {2560, 1440}};
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; train copy width 24 rate 0.0005 batch 4; train go 1; "
                    "view training; watch w_q");
  for (int w = 0; w < 3; w++) {
    Box maps[3], bars[3];
    int map_count = 0, bar_count = 0;
    arena_reset(arena);
    DrawList list = screen_list(session, arena, windows[w]);
    for (int i = 0; i < list.item_count; i++) {
      const DrawHeatmap *map = &list.items[i].as.heatmap;
      if (list.items[i].kind != DRAW_HEATMAP) continue;
      if (map->values.rows == WIDTH && map_count < 3) maps[map_count++] = map->box;
      else if (map->values.rows == 1 && map_count == 3 && bar_count < 3)
        bars[bar_count++] = map->box;
    }
    assert_int_equal(map_count, 3);
    assert_int_equal(bar_count, 2);
    assert_float_equal(bars[0].x, maps[0].x, 0.01);
    assert_float_equal(bars[0].x + bars[0].w, maps[1].x + maps[1].w, 0.01);
    assert_float_equal(bars[1].x, maps[2].x, 0.01);
    assert_float_equal(bars[1].w, maps[2].w, 0.01);
  }
  session_free(session);
  arena_free(arena);
}

/* The number whose step is worked out has enough digits to show that it changed. */
static void a_small_step_is_seen(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; train copy rate 0.0001 batch 4; train go 1; "
                                   "view training; watch w_o 5 5");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  char before[64] = "";
  int results = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < list.item_count; i++) {
      if (list.items[i].kind != DRAW_TEXT) continue;
      const char *text = str_copy(arena, list.items[i].as.text.text);
      if (pass == 0 && strstr(text, " →")) sscanf(text, "w %63[−.0-9] →", before);
      if (pass == 1) results += !strcmp(text, before);
    }
  assert_true(strchr(before, '.') != NULL);
  assert_int_equal(results, 0); /* after is another number than before */
  session_free(session);
  arena_free(arena);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(both_scales_of_the_change_are_told),
                                     cmocka_unit_test(a_small_step_is_seen),
                                     cmocka_unit_test(no_text_is_clipped_overlapping_or_outside),
                                     cmocka_unit_test(every_hit_is_a_command)};
  speak_argument(argc, argv);
  return cmocka_run_group_tests(tests, state_open, state_close);
}
