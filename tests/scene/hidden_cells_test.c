/* tests/scene/hidden_cells_test.c -- cells hidden by the mask of a head are hatched in its weights.
** For a model they are known without masked scores, which a large trace does not compute. In a
** recording every head may hide other cells. */
#include "scene/matrix/hatch.h"
#include "recording/made.h"

#include "scene/heads/heads.h"
#include "scene/scene_bench.h"
#include "scene/stages/stage_view.h"
#include "trace/trace_build.h"

enum { FAR_ROW = 70, FAR_COL = 20, LARGE = 100, HEADS = 3, LAYERS = 2, WIDTH = 4 };

/* ---- a large model ---- */

typedef struct Counted {
  Arena *arena;
  const Trace *trace;
  bool overflows; /* one visible score is beyond the range of floats */
  int made[TRACE_PART_COUNT];
} Counted;

/* Each stage as a model makes it, of scores that are all 1; counted. */
static bool fill(void *self, TraceMatrixId of, Mat to, Status *status) {
  Counted *counted = self;
  (void)status;
  counted->made[of.part]++;
  for (int row = 0; row < to.rows; row++)
    for (int col = 0; col < to.cols; col++) {
      bool hidden = col > row, is_weight = of.part == TRACE_WEIGHTS;
      float value = is_weight ? 1.0f / (float)(row + 1) : 1;
      if (hidden && trace_part_info(of.part)->is_hatched) value = is_weight ? 0 : -INFINITY;
      if (counted->overflows && row == FAR_ROW && col == FAR_COL) value = is_weight ? 0 : -INFINITY;
      mat_row_of(to, row)[col] = value;
    }
  return true;
}

static Counted *count_large(void) {
  Arena *arena = arena_make(0);
  Counted *counted = arena_take(arena, 1, sizeof *counted);
  TraceTokenText *texts = arena_take(arena, LARGE, sizeof *texts);
  unsigned char *hidden = arena_take(arena, LARGE * LARGE, 1);
  for (int i = 0; i < LARGE; i++) texts[i] = (TraceTokenText){.text = STR("a"), .id = -1};
  MaskParts causal = mask_only(MASK_CAUSAL, 0);
  mask_fill(&causal, 0, hidden, LARGE, LARGE);
  TraceShape shape = {.token_count = LARGE,
                      .layer_count = LAYERS,
                      .head_count = HEADS,
                      .d_model = HEADS * WIDTH,
                      .d_head = WIDTH,
                      .d_value = WIDTH,
                      .lazy = trace_pair_bits()};
  TraceNames names = {.sentence = STR("a"), .tokens = texts, .mask_name = STR("causal")};
  *counted = (Counted){.arena = arena};
  MaskView mask = {hidden, LARGE, LARGE, LARGE};
  Trace *trace = trace_begin(arena, &shape, &names, mask, NULL);
  assert_true(trace_set_source(trace, &(TraceSource){fill, NULL, counted}, 0, NULL));
  assert_true(trace_seal(trace, &counted->trace, NULL));
  return counted;
}

/* A bench whose trace is that of the large model. */
static Counted *begin_large(SceneBench *bench) {
  Counted *counted = count_large();
  *bench = bench_make("hand-made", "own", "a b");
  bench->run.trace = counted->trace;
  return counted;
}

static void end_large(SceneBench *bench, const Counted *counted) {
  bench_free(bench);
  arena_free(counted->arena);
}

/* ---- what is drawn ---- */

static Scene scene_of(SceneBench *bench, ViewKind kind) {
  bench_look(bench, STAGE_WEIGHTS, 0, 0);
  bench->view.kind = kind;
  return bench_scene(bench, 900, 700, 1);
}

/* The heatmap of the head with that index; colour bars are not square. */
static const DrawHeatmap *head_at(const DrawList *list, int index) {
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *heatmap = &list->items[i].as.heatmap;
    bool is_head = list->items[i].kind == DRAW_HEATMAP && heatmap->values.rows > 1 &&
                   heatmap->values.rows == heatmap->values.cols;
    if (is_head && index-- == 0) return heatmap;
  }
  return NULL;
}

/* Every visible cell of [n,n], where those above the diagonal are hidden for all heads. A mean is
** hatched if all of its cells are hidden. */
static void check_causal(const DrawHeatmap *heatmap, int tokens) {
  int cells = heatmap->values.rows;
  for (int row = 0; row < cells; row++)
    for (int col = 0; col < cells; col++) {
      int last_row = (row + 1) * tokens / cells - 1, first_col = col * tokens / cells;
      assert_int_equal(draw_heatmap_hatched(heatmap, row, col), first_col > last_row);
    }
}

static int check_all(const DrawList *list, int tokens) {
  int count = 0;
  for (const DrawHeatmap *heatmap; (heatmap = head_at(list, count)); count++)
    check_causal(heatmap, tokens);
  return count;
}

static void one_head_of_a_large_model_is_hatched_without_masked(void **state) {
  (void)state;
  SceneBench bench;
  Counted *counted = begin_large(&bench);
  Scene scene = scene_of(&bench, VIEW_STAGE);
  stage_draw(&scene, (Box){0, 0, 900, 700});
  assert_int_equal(check_all(&bench.list, LARGE), 1);
  assert_int_equal(counted->made[TRACE_WEIGHTS], 1);
  assert_int_equal(counted->made[TRACE_MASKED], 0);
  end_large(&bench, counted);
}

/* The pointer over a row computes it; its masked scores are the scaled ones plus the mask. */
static void a_row_in_focus_of_a_large_model_needs_no_masked(void **state) {
  (void)state;
  SceneBench bench;
  Counted *counted = begin_large(&bench);
  bench_look(&bench, STAGE_WEIGHTS, 40, 7);
  Scene scene = bench_scene(&bench, 900, 700, 1);
  stage_draw(&scene, (Box){0, 0, 900, 700});
  inspector_draw(&scene, (Box){0, 0, 300, 700});
  assert_int_equal(counted->made[TRACE_SCALED], 1);
  assert_int_equal(counted->made[TRACE_MASKED], 0);
  const float *masked = mat_row(trace_matrix(counted->trace, TRACE_MASKED, 0, 0), 39);
  assert_memory_equal(scene.workings->row_masked, masked, LARGE * sizeof *masked);
  end_large(&bench, counted);
}

/* A score of −∞ that does not come from a mask has no colour, so it is hatched in the scores. Its
** weight is 0 like other very small weights: there, hatching marks only what the mask hides. */
static void a_score_that_overflows_is_no_hidden_cell(void **state) {
  (void)state;
  SceneBench bench;
  Counted *counted = begin_large(&bench);
  counted->overflows = true;
  Scene scene = scene_of(&bench, VIEW_STAGE);
  stage_draw(&scene, (Box){0, 0, 900, 700});
  assert_int_equal(check_all(&bench.list, LARGE), 1);
  const DrawHeatmap *weights = head_at(&bench.list, 0);
  Color of_zero = palette_color(weights->palette, weights->theme, 0);
  Color color = draw_heatmap_color(weights, FAR_ROW, FAR_COL);
  assert_memory_equal(&color, &of_zero, sizeof color);
  bench_look(&bench, STAGE_MASKED, FAR_ROW + 1, FAR_COL + 1);
  scene = bench_scene(&bench, 900, 700, 1);
  stage_draw(&scene, (Box){0, 0, 900, 700});
  assert_true(draw_heatmap_hatched(head_at(&bench.list, 0), FAR_ROW, FAR_COL));
  assert_false(scene.workings->hidden);
  assert_true(scene.workings->row_masked[FAR_COL] == -INFINITY);
  assert_null(strstr(captions_focus_line(&scene).at, "hidden"));
  assert_true(trace_broken_count(counted->trace) > 0); /* and the window warns */
  end_large(&bench, counted);
}

static void thumbnails_of_a_large_model_are_hatched_without_masked(void **state) {
  (void)state;
  SceneBench bench;
  Counted *counted = begin_large(&bench);
  Scene scene = scene_of(&bench, VIEW_GRID);
  heads_draw_grid(&scene, (Box){0, 0, 900, 700});
  assert_int_equal(check_all(&bench.list, LARGE), LAYERS * HEADS);
  scene = scene_of(&bench, VIEW_HEADS);
  heads_draw_figure(&scene, (Box){0, 0, 900, 700});
  assert_int_equal(check_all(&bench.list, LARGE), HEADS);
  assert_int_equal(counted->made[TRACE_WEIGHTS], LAYERS * HEADS);
  assert_int_equal(counted->made[TRACE_MASKED], 0);
  end_large(&bench, counted);
}

/* The first frame has time for few thumbnails, and those it has are hatched. */
static void a_thumbnail_is_hatched_as_soon_as_it_is_there(void **state) {
  (void)state;
  SceneBench bench;
  Counted *counted = begin_large(&bench);
  trace_thumbnail(counted->trace, TRACE_WEIGHTS, 0, 1);
  trace_thumbnail_limit(counted->trace, 1e-6);
  Scene scene = scene_of(&bench, VIEW_STAGE);
  DrawHeatmap heatmap =
      heads_heatmap(&scene, &(Thumbnail){.box = {0, 0, 64, 64}, .layer = 0, .head = 1});
  assert_int_equal(heatmap.values.rows, TRACE_SMALL);
  check_causal(&heatmap, LARGE);
  end_large(&bench, counted);
}

/* ---- a recording ---- */

typedef struct Shown {
  Made made;
  SceneBench bench; /* its trace is the recording's */
} Shown;

/* Head h hides the h + 1 last keys from everyone. */
static Shown show_masks_by_head(int tokens) {
  Shown shown = {.made = made_begin_native()};
  Made *made = &shown.made;
  MADE_TENSOR(made, "layers.0.q", 1, HEADS, tokens, WIDTH);
  MADE_TENSOR(made, "layers.0.k", 2, HEADS, tokens, WIDTH);
  MADE_TENSOR(made, "layers.0.v", 3, HEADS, tokens, WIDTH);
  float *mask = MADE_TENSOR(made, "layers.0.mask", 4, HEADS, tokens, tokens);
  for (int i = 0; i < HEADS * tokens * tokens; i++)
    mask[i] = i % tokens >= tokens - 1 - i / (tokens * tokens) ? -INFINITY : 0;
  made_must_open(made, NULL);
  shown.bench = bench_make("hand-made", "own", "a b");
  assert_true(recording_trace(made->recording, made->folder.arena, 0, &shown.bench.run.trace,
                              &made->status));
  return shown;
}

static void check_padding(const DrawHeatmap *heatmap, int tokens, int hidden) {
  int cells = heatmap->values.cols;
  for (int col = 0; col < cells; col++) {
    int first = col * tokens / cells;
    assert_int_equal(draw_heatmap_hatched(heatmap, 0, col), first >= tokens - hidden);
    assert_int_equal(draw_heatmap_hatched(heatmap, heatmap->values.rows - 1, col),
                     first >= tokens - hidden);
  }
}

static void a_recording_is_hatched_head_by_head(void **state) {
  static const int lengths[] = {5, 100};
  (void)state;
  for (int i = 0; i < 2; i++) {
    Shown shown = show_masks_by_head(lengths[i]);
    SceneBench *bench = &shown.bench;
    assert_int_equal(trace_layer_hidden_count(bench->run.trace, 0), lengths[i]);
    for (int head = 0; head < HEADS; head++) {
      bench->view.head = head;
      Scene scene = scene_of(bench, VIEW_STAGE);
      stage_draw(&scene, (Box){0, 0, 900, 700});
      check_padding(head_at(&bench->list, 0), lengths[i], head + 1);
    }
    for (int is_panel = 0; is_panel < 2; is_panel++) {
      Scene scene = scene_of(bench, VIEW_HEADS);
      if (is_panel) heads_draw_panel(&scene, (Box){0, 0, 300, 700});
      else heads_draw_figure(&scene, (Box){0, 0, 900, 700});
      for (int head = 0; head < HEADS; head++)
        check_padding(head_at(&bench->list, head), lengths[i], head + 1);
    }
    bench_free(bench);
    made_end(&shown.made);
  }
}

/* The words about a pair and a row are true for the current head. */
static void a_recording_is_worked_out_head_by_head(void **state) {
  enum { TOKENS = 5 };
  (void)state;
  Shown shown = show_masks_by_head(TOKENS);
  for (int head = 0; head < HEADS; head++)
    for (int key = 1; key <= TOKENS; key++) {
      shown.bench.view.head = head;
      bench_look(&shown.bench, STAGE_WEIGHTS, 2, key);
      const Workings *w = bench_scene(&shown.bench, 900, 700, 1).workings;
      bool hidden = key > TOKENS - 1 - head;
      assert_int_equal(w->visible_count, TOKENS - 1 - head);
      assert_int_equal(w->hidden, hidden);
      assert_true((w->unscaled_weight > 0) == !hidden && (w->weight > 0) == !hidden);
    }
  bench_free(&shown.bench);
  made_end(&shown.made);
}

/* So are the counts of hidden cells and of the keys that a query sees. */
static void a_recording_is_counted_head_by_head(void **state) {
  enum { TOKENS = 5 };
  (void)state;
  Shown shown = show_masks_by_head(TOKENS);
  for (int head = 0; head < HEADS; head++) {
    SceneBench *bench = &shown.bench;
    bench->view.head = head;
    bench_look(bench, STAGE_MASKED, 2, 1);
    Scene scene = bench_scene(bench, 900, 700, 1);
    const char *shapes =
        str_format(bench->arena, "5 × 5, %d of 25 cells hidden", TOKENS * (head + 1));
    assert_string_equal(captions_of(&scene).shapes, shapes);
    stage_draw(&scene, (Box){0, 0, 900, 700});
    assert_true(bench_has(bench, str_format(bench->arena, "sees %d", TOKENS - 1 - head)));
  }
  bench_free(&shown.bench);
  made_end(&shown.made);
}

/* The program that wrote a recording may have masked the scores already: a recording
** hatches what it contains. */
static void a_recording_is_hatched_where_its_scores_are_not_numbers(void **state) {
  enum { TOKENS = 6 };
  (void)state;
  Shown shown = {.made = made_begin_native()};
  float *scores = MADE_TENSOR(&shown.made, "layers.0.scores", 1, 1, TOKENS, TOKENS);
  for (int i = 0; i < TOKENS * TOKENS; i++)
    if (i % TOKENS > i / TOKENS) scores[i] = -INFINITY;
  made_pair(&shown.made, "d_head", "4");
  made_must_open(&shown.made, NULL);
  shown.bench = bench_make("hand-made", "own", "a b");
  assert_true(recording_trace(shown.made.recording, shown.made.folder.arena, 0,
                              &shown.bench.run.trace, &shown.made.status));
  Scene scene = scene_of(&shown.bench, VIEW_STAGE);
  stage_draw(&scene, (Box){0, 0, 900, 700});
  assert_int_equal(check_all(&shown.bench.list, TOKENS), 1);
  bench_free(&shown.bench);
  made_end(&shown.made);
}

/* A line as short as it is wide would be a dot in a corner. */
static void no_line_of_the_hatching_is_a_dot(void **state) {
  (void)state;
  for (float side = HATCH_SINGLE_PT; side < 64; side += 0.1f) {
    Point from, to;
    int count = 0;
    for (; hatch_line((Box){0, 0, side, side * 1.3f}, count, &from, &to); count++)
      assert_true(to.x - from.x >= HATCH_SPACING_PT / 2 - 0.01f);
    assert_true(count > 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_line_of_the_hatching_is_a_dot),
      cmocka_unit_test(one_head_of_a_large_model_is_hatched_without_masked),
      cmocka_unit_test(a_row_in_focus_of_a_large_model_needs_no_masked),
      cmocka_unit_test(a_score_that_overflows_is_no_hidden_cell),
      cmocka_unit_test(thumbnails_of_a_large_model_are_hatched_without_masked),
      cmocka_unit_test(a_thumbnail_is_hatched_as_soon_as_it_is_there),
      cmocka_unit_test(a_recording_is_hatched_head_by_head),
      cmocka_unit_test(a_recording_is_counted_head_by_head),
      cmocka_unit_test(a_recording_is_worked_out_head_by_head),
      cmocka_unit_test(a_recording_is_hatched_where_its_scores_are_not_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
