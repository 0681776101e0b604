/* tests/scene/recorded_test.c -- a recording on screen: what was not recorded is said to be
** missing, with nothing in its place; each layer has its own mask; keys of another sentence and
** heads that share keys have their own place. */
#include "recording/made.h"

#include "render/count/count.h"
#include "scene/stages/stage_view.h"
#include "scene/heads/key_groups.h"
#include "scene/mask_words.h"
#include "scene/scene_bench.h"
#include "scene/stages/pair_place.h"

typedef struct Shown {
  Made made;
  SceneBench bench; /* its trace is the recording's */
} Shown;

static void show(Shown *shown, const char *reading) {
  made_must_open(&shown->made, reading);
  shown->bench = bench_make("hand-made", "own", "a b");
  assert_true(recording_trace(shown->made.recording, shown->made.folder.arena, 0,
                              &shown->bench.run.trace, &shown->made.status));
}

static void done(Shown *shown) {
  bench_free(&shown->bench);
  made_end(&shown->made);
}

static Shown weights_alone(void) {
  Shown shown = {.made = made_begin_native()};
  float *weights = MADE_TENSOR(&shown.made, "layers.0.weights", 3, 2, 5, 5);
  made_pair(&shown.made, "tokens", "[\"the\",\"cat\",\"sat\",\"on\",\"it\"]");
  for (int i = 0; i < 50; i++) weights[i] = 0.2f;
  show(&shown, NULL);
  return shown;
}

/* The divisor is not known, so nothing is derived from it. */
static Shown scores_alone(void) {
  Shown shown = {.made = made_begin()};
  MADE_TENSOR(&shown.made, "scores", 3, 2, 5, 5);
  show(&shown, "HTS,raw");
  return shown;
}

/* Eight heads of Q on two of K and V. */
static Shown shared_keys(void) {
  Shown shown = {.made = made_begin_native()};
  MADE_TENSOR(&shown.made, "layers.0.q", 1, 8, 6, 4);
  MADE_TENSOR(&shown.made, "layers.0.k", 2, 2, 6, 4);
  MADE_TENSOR(&shown.made, "layers.0.v", 3, 2, 6, 4);
  made_pair(&shown.made, "mask", "causal");
  show(&shown, NULL);
  return shown;
}

static Shown cross(int queries, int keys) {
  Shown shown = {.made = made_begin_native()};
  MADE_TENSOR(&shown.made, "cross.0.q", 1, 2, queries, 4);
  MADE_TENSOR(&shown.made, "cross.0.k", 2, 2, keys, 4);
  MADE_TENSOR(&shown.made, "cross.0.v", 3, 2, keys, 4);
  made_pair(&shown.made, "mask", "none");
  show(&shown, NULL);
  return shown;
}

/* Layer 1 is causal, layer 2 hides nothing; logits of which one row is no numbers. */
static Shown two_masks(void) {
  Shown shown = {.made = made_begin_native()};
  for (int layer = 0; layer < 2; layer++) {
    MADE_TENSOR(&shown.made, layer ? "layers.1.q" : "layers.0.q", 1, 2, 5, 4);
    MADE_TENSOR(&shown.made, layer ? "layers.1.k" : "layers.0.k", 2, 2, 5, 4);
    MADE_TENSOR(&shown.made, layer ? "layers.1.v" : "layers.0.v", 3, 2, 5, 4);
  }
  float *logits = MADE_TENSOR(&shown.made, "logits", 4, 5, 30);
  for (int i = 0; i < 30; i++) logits[4 * 30 + i] = NAN;
  made_pair(&shown.made, "layers.0.mask", "causal");
  made_pair(&shown.made, "layers.1.mask", "none");
  made_pair(&shown.made, "ids", "[7,3,7,1,2]");
  show(&shown, NULL);
  return shown;
}

/* Two new words, and the keys of all five. */
static Shown kept_keys(void) {
  Shown shown = {.made = made_begin_native()};
  MADE_TENSOR(&shown.made, "layers.0.q", 1, 2, 2, 4);
  MADE_TENSOR(&shown.made, "layers.0.k", 2, 2, 5, 4);
  MADE_TENSOR(&shown.made, "layers.0.v", 3, 2, 5, 4);
  made_pair(&shown.made, "tokens", "[\"on\",\"it\"]");
  made_pair(&shown.made, "key_tokens", "[\"the\",\"cat\",\"sat\",\"on\",\"it\"]");
  made_pair(&shown.made, "mask", "none");
  show(&shown, NULL);
  return shown;
}

/* Two layers with what follows their heads. */
static Shown whole_layers(void) {
  Shown shown = {.made = made_begin_native()};
  static const char *const names[2][5] = {
      {"layers.0.q", "layers.0.k", "layers.0.v", "layers.0.joined", "layers.0.block"},
      {"layers.1.q", "layers.1.k", "layers.1.v", "layers.1.joined", "layers.1.block"}};
  for (int layer = 0; layer < 2; layer++) {
    for (int part = 0; part < 3; part++)
      MADE_TENSOR(&shown.made, names[layer][part], (unsigned)part + 1, 2, 5, 4);
    for (int part = 3; part < 5; part++)
      MADE_TENSOR(&shown.made, names[layer][part], (unsigned)part, 5, 8);
  }
  made_pair(&shown.made, "mask", "none");
  show(&shown, NULL);
  return shown;
}

static void draw(Shown *shown, ViewKind kind) {
  Scene scene = bench_scene(&shown->bench, 900, 700, 1);
  Box box = {0, 0, 900, 700};
  if (kind == VIEW_OVERVIEW) overview_draw(&scene, box);
  else if (kind == VIEW_HEADS) heads_draw_figure(&scene, box);
  else stage_draw(&scene, box);
}

static void no_sizes_of_nothing(Shown *shown, const char *state) {
  if (bench_has(&shown->bench, "0 × 0")) fail_msg("%s says 0 × 0", state);
}

/* Every stage and view of it, with and without a focus, is laid out completely and states no size
** of a missing matrix; no hint needs something that a recording lacks. */
static void look_at_all(Shown *shown, const char *name) {
  static const ViewKind kinds[] = {VIEW_STAGE, VIEW_OVERVIEW, VIEW_HEADS};
  static const int focus[][2] = {{0, 0}, {2, 0}, {2, 3}};
  const Trace *trace = shown->bench.run.trace;
  char state[96];
  for (int i = 0; i < trace_stage_count(trace); i++)
    for (int f = 0; f < 3; f++)
      for (int k = 0; k < 4; k++) {
        StageId stage = trace_stage_at(trace, i);
        bench_look(&shown->bench, stage, focus[f][0], focus[f][1]);
        shown->bench.view.kind = k < 3 ? kinds[k] : VIEW_STAGE;
        snprintf(state, sizeof state, "%s, %s, view %d, focus %d", name, stage_info(stage)->name, k,
                 f);
        Scene scene = bench_scene(&shown->bench, 900, 700, 1);
        (void)captions_focus_line(&scene);
        if (k < 3) draw(shown, kinds[k]);
        else bench_panel(&shown->bench, 320, 640, 1);
        bench_check_layout(&shown->bench, state);
        no_sizes_of_nothing(shown, state);
        if (bench_contains(&shown->bench, "press m") ||
            bench_contains(&shown->bench, "press Enter"))
          fail_msg("%s: a recording is not edited", state);
      }
}

/* Its layers may have norms and an MLP that the file does not mention: the output is not called a
** sum, and nothing is offered that needs W_O or the input. */
static void a_recorded_layer_is_not_called_a_sum(void **state) {
  (void)state;
  Shown shown = whole_layers();
  static const StageId stages[] = {STAGE_JOINED, STAGE_BLOCK};
  look_at_all(&shown, "whole layers");
  for (int i = 0; i < 4; i++) {
    bench_look(&shown.bench, stages[i % 2], 0, 0);
    shown.bench.view.layer = i / 2;
    bench_strip(&shown.bench, 1440, 80, 1);
    assert_true(bench_contains(&shown.bench, "layer(x"));
    assert_false(bench_contains(&shown.bench, " + joined"));
    assert_false(bench_contains(&shown.bench, "added"));
    assert_false(bench_contains(&shown.bench, "plus"));
    bench_panel(&shown.bench, 320, 640, 1);
    assert_true(bench_contains(&shown.bench, "Try:"));
    assert_false(bench_contains(&shown.bench, "head adds"));
    assert_false(bench_contains(&shown.bench, "was added"));
    bench_look(&shown.bench, stages[i % 2], 2, 3);
    Scene scene = bench_scene(&shown.bench, 900, 700, 1);
    Str line = captions_focus_line(&scene);
    assert_non_null(strstr(line.at, "joined"));
    assert_null(strstr(line.at, "input"));
  }
  done(&shown);
}

static CellWords words_at(Shown *shown, StageId stage, int row, int col) {
  bench_look(&shown->bench, stage, row, col);
  Scene scene = bench_scene(&shown->bench, 400, 900, 1);
  Panel panel = panel_begin(&scene, 360);
  return cell_words_of(&panel);
}

/* Both sentences are there for every recorded cell: what it is, and that nothing tells why. */
static void a_recorded_cell_says_what_it_is(void **state) {
  (void)state;
  Shown recordings[] = {weights_alone(), scores_alone(), shared_keys(), cross(3, 5)};
  for (int r = 0; r < 4; r++) {
    const Trace *trace = recordings[r].bench.run.trace;
    int said = 0;
    for (int i = 0; i < trace_stage_count(trace); i++) {
      StageId stage = trace_stage_at(trace, i);
      if (trace_stage_missing(trace, stage).bytes > 0) continue;
      CellWords words = words_at(&recordings[r], stage, 2, 2);
      if (words.what.bytes == 0 || words.why.bytes == 0)
        fail_msg("recording %d, %s: nothing is said", r, stage_info(stage)->name);
      said++;
    }
    assert_true(said > 0);
  }
  CellWords words = words_at(&recordings[0], STAGE_WEIGHTS, 2, 2);
  assert_non_null(strstr(words.what.at, "query “cat”, key “cat”, 0.20."));
  assert_non_null(strstr(words.why.at, "recorded"));
  for (int r = 0; r < 4; r++) done(&recordings[r]);
}

/* Numbers that are not what those before them make are not explained by these. */
static void a_number_that_does_not_follow_is_not_explained(void **state) {
  (void)state;
  Shown shown = {.made = made_begin_native()};
  MADE_TENSOR(&shown.made, "layers.0.q", 1, 2, 5, 4);
  MADE_TENSOR(&shown.made, "layers.0.k", 2, 2, 5, 4);
  MADE_TENSOR(&shown.made, "layers.0.v", 3, 2, 5, 4);
  float *weights = MADE_TENSOR(&shown.made, "layers.0.weights", 5, 2, 5, 5);
  for (int i = 0; i < 50; i++) weights[i] = i % 5 == 1 ? 1 : 0;
  made_pair(&shown.made, "divisor", "2");
  made_pair(&shown.made, "mask", "none");
  show(&shown, NULL);
  CellWords words = words_at(&shown, STAGE_WEIGHTS, 2, 2);
  if (!strstr(words.why.at, "The numbers before it would make")) fail_msg("%s", words.why.at);
  words = words_at(&shown, STAGE_SCORES, 2, 2);
  if (!strstr(words.why.at, "of 4 places")) fail_msg("%s", words.why.at);
  done(&shown);
}

static void nothing_stands_for_what_is_missing(void **state) {
  (void)state;
  Shown shown = weights_alone();
  look_at_all(&shown, "weights alone");
  bench_look(&shown.bench, STAGE_WEIGHTS, 0, 0);
  shown.bench.view.kind = VIEW_OVERVIEW;
  draw(&shown, VIEW_OVERVIEW);
  /* K, Q, V, three matrices by pair and the output */
  assert_int_equal(count_text(&shown.bench.list, "not recorded"), 7);
  bench_strip(&shown.bench, 1100, 70, 1);
  assert_true(bench_contains(&shown.bench, "mask not recorded"));
  done(&shown);
}

/* Halfway between any two stages, and out of the overview, too. */
static void motion_passes_what_is_missing(void **state) {
  (void)state;
  Shown shown[] = {weights_alone(), scores_alone()};
  for (int i = 0; i < 2; i++) {
    const Trace *trace = shown[i].bench.run.trace;
    int count = trace_stage_count(trace);
    for (int k = 0; k < count * count * 4; k++) {
      View *view = &shown[i].bench.view;
      bench_look(&shown[i].bench, trace_stage_at(trace, k / 4 % count), 2, 0);
      view->kind = VIEW_STAGE;
      view->from_kind = k % 2 ? VIEW_STAGE : VIEW_OVERVIEW;
      view->from_stage = trace_stage_at(trace, k / 4 / count);
      view->transition = k / 2 % 2 ? 0.1f : 0.9f;
      draw(&shown[i], VIEW_STAGE);
      assert_false(shown[i].bench.list.failed);
      no_sizes_of_nothing(&shown[i], "a motion");
    }
    done(&shown[i]);
  }
}

/* The chosen layer is always among those shown, and the heads stay visible. */
static void many_layers_leave_room_for_heads(void **state) {
  (void)state;
  Shown shown = {.made = made_begin_native()};
  for (int layer = 0; layer < 30; layer++)
    MADE_TENSOR(&shown.made, str_format(shown.made.folder.arena, "layers.%d.weights", layer), 3, 4,
                5, 5);
  made_pair(&shown.made, "ids", "[7,3,7,1,2]");
  show(&shown, NULL);
  Arena *arena = shown.made.folder.arena;
  for (int k = 0; k < 30 * 4; k++) {
    int layer = k / 4;
    float scale = k % 2 ? 1 : 2, width = 150 * scale, height = k / 2 % 2 ? 360 * scale : 700;
    bench_look(&shown.bench, STAGE_WEIGHTS, 0, 0);
    shown.bench.view.layer = layer;
    Scene scene = bench_scene(&shown.bench, width, height, scale);
    heads_draw_panel(&scene, (Box){0, 0, width, height});
    bench_check_layout(&shown.bench, "many layers");
    const char *number = str_format(arena, "%d", layer + 1);
    if (!bench_has(&shown.bench, number)) fail_msg("layer %s is not on show", number);
    assert_int_equal(count_list(&shown.bench.list, NULL, arena).heatmaps, 4);
  }
  done(&shown);
}

static void scores_alone_stand_by_themselves(void **state) {
  (void)state;
  Shown shown = scores_alone();
  look_at_all(&shown, "scores alone");
  bench_look(&shown.bench, STAGE_SCORES, 2, 0);
  Scene scene = bench_scene(&shown.bench, 900, 700, 1);
  const char *line = str_copy(shown.bench.arena, captions_focus_line(&scene));
  assert_non_null(strstr(line, "query 2: largest number"));
  bench_look(&shown.bench, STAGE_SCORES, 2, 3);
  scene = bench_scene(&shown.bench, 900, 700, 1);
  assert_true(captions_focus_line(&scene).bytes > 0);
  draw(&shown, VIEW_STAGE);
  assert_false(bench_contains(&shown.bench, "Kᵀ")); /* no strips of what is not there */
  assert_non_null(strstr(captions_of(&scene).hint, "largest number"));
  done(&shown);
}

static void a_missing_stage_says_why_and_where_to_go(void **state) {
  (void)state;
  Shown shown = weights_alone();
  bench_look(&shown.bench, STAGE_SCORES, 0, 0);
  draw(&shown, VIEW_STAGE);
  assert_true(bench_contains(&shown.bench, "nor both Q and K"));
  bench_panel(&shown.bench, 320, 640, 1);
  assert_true(bench_contains(&shown.bench, "Softmax"));
  assert_false(bench_contains(&shown.bench, "Point at a cell"));
  done(&shown);
}

static void heads_that_share_keys_are_shown(void **state) {
  (void)state;
  Shown shown = shared_keys();
  look_at_all(&shown, "shared keys");
  shown.bench.view.head = 5;
  bench_look(&shown.bench, STAGE_QKV, 0, 0);
  shown.bench.view.kind = VIEW_STAGE;
  draw(&shown, VIEW_STAGE);
  assert_true(bench_has(&shown.bench, "8 heads of Q share 2 of K and V"));
  assert_true(bench_has(&shown.bench, "heads 5–8 share K and V"));
  Scene scene = bench_scene(&shown.bench, 900, 700, 1);
  KeyGroup group = key_group_of(&scene, 0, 3);
  assert_int_equal(group.first, 0);
  assert_int_equal(group.count, 4);
  done(&shown);
}

/* A head with K and V of its own is not a group. */
static void own_keys_are_no_group(void **state) {
  (void)state;
  Shown shown = cross(3, 4);
  Scene scene = bench_scene(&shown.bench, 900, 700, 1);
  assert_false(key_groups_are_shared(&scene, 0));
  assert_int_equal(key_groups_words(&scene, 0, 0).bytes, 0);
  done(&shown);
}

static void cells_of_cross_attention_are_nearly_square(void **state) {
  (void)state;
  Shown shown = cross(5, 9);
  look_at_all(&shown, "5 on 9");
  Scene scene = bench_scene(&shown.bench, 900, 700, 1);
  PairPlace place = pair_place(&scene, (Box){0, 0, 900, 700}, true);
  float shape = place.cells.w / 9 / (place.cells.h / 5);
  /* the strip of Kᵀ, whose columns are to be seen, takes up to a fifth of their height */
  if (shape < 1 || shape >= 1.25f) fail_msg("%.2f", (double)shape);
  Arena *arena = shown.bench.arena;
  assert_string_equal(mask_attention_words(arena, scene.trace, 0), "cross · no mask");
  bench_look(&shown.bench, STAGE_QKV, 0, 0);
  scene = bench_scene(&shown.bench, 900, 700, 1);
  assert_non_null(strstr(captions_of(&scene).headline, "the other is asked"));
  assert_non_null(strstr(captions_of(&scene).explanation, "each row of the other sentence"));
  done(&shown);
}

/* More keys than queries do not make cross-attention of a file that says it is self-attention. */
static void kept_keys_are_self_attention(void **state) {
  (void)state;
  Shown shown = kept_keys();
  look_at_all(&shown, "2 on 5 kept");
  const Trace *trace = shown.bench.run.trace;
  assert_string_equal(mask_attention_words(shown.bench.arena, trace, 0),
                      "self · kept keys · no mask");
  bench_look(&shown.bench, STAGE_QKV, 0, 0);
  Scene scene = bench_scene(&shown.bench, 900, 700, 1);
  assert_non_null(strstr(captions_of(&scene).explanation, "were kept"));
  done(&shown);
}

/* Two queries of five keys are the words 4 and 5, and a mask by name hides by those places. */
static void a_mask_of_kept_keys_is_explained_by_their_places(void **state) {
  (void)state;
  Shown shown = {.made = made_begin_native()};
  MADE_TENSOR(&shown.made, "layers.0.q", 1, 2, 2, 4);
  MADE_TENSOR(&shown.made, "layers.0.k", 2, 2, 5, 4);
  made_pair(&shown.made, "mask", "causal");
  show(&shown, NULL);
  bench_look(&shown.bench, STAGE_MASKED, 1, 4);
  bench_panel(&shown.bench, 320, 640, 1);
  assert_true(bench_says(&shown.bench, "(place 4) does not come after"));
  assert_true(bench_says(&shown.bench, "(place 4)."));
  bench_look(&shown.bench, STAGE_MASKED, 1, 5);
  bench_panel(&shown.bench, 320, 640, 1);
  assert_true(bench_says(&shown.bench, "(place 5) comes after"));
  assert_true(bench_says(&shown.bench, "(place 4), so it is hidden."));
  done(&shown);
}

/* Arrays without telling names are self-attention if the last keys are the queries. */
static void kept_keys_without_a_name_are_known_by_their_words(void **state) {
  (void)state;
  static const char *const words[] = {"[\"cat\",\"sat\"]", "[\"the\",\"cat\"]"};
  for (int i = 0; i < 2; i++) {
    Shown shown = {.made = made_begin()};
    MADE_TENSOR(&shown.made, "q", 1, 2, 2, 4);
    MADE_TENSOR(&shown.made, "k", 2, 2, 3, 4);
    made_pair(&shown.made, "tokens", words[i]);
    made_pair(&shown.made, "key_tokens", "[\"the\",\"cat\",\"sat\"]");
    show(&shown, "HTD");
    assert_int_equal(trace_keys_are_kept(shown.bench.run.trace), i == 0);
    done(&shown);
  }
}

/* Logits that contain NaN name no word, not even the first of the vocabulary. */
static void logits_that_are_no_numbers_name_no_word(void **state) {
  (void)state;
  Shown shown = two_masks();
  TraceCandidate best;
  assert_int_equal(trace_candidates(shown.bench.run.trace, 4, &best, 1), 0);
  for (int query = 0; query <= 5; query += 5) {
    bench_look(&shown.bench, STAGE_LOGITS, query, 0);
    Scene scene = bench_scene(&shown.bench, 900, 700, 1);
    Str line = captions_focus_line(&scene);
    if (query > 0) assert_non_null(strstr(line.at, "no word is named"));
    draw(&shown, VIEW_STAGE);
    assert_true(bench_has(&shown.bench, "NaN"));
    assert_true(bench_contains(&shown.bench, "no word is named"));
    assert_false(bench_contains(&shown.bench, "NaN %"));
  }
  bench_panel(&shown.bench, 320, 640, 1);
  assert_true(bench_contains(&shown.bench, "no word is likelier"));
  assert_false(bench_contains(&shown.bench, "#0"));
  done(&shown);
}

/* A row the steps have not reached is asked about, as in a computed trace. */
static void recorded_numbers_wait_for_the_steps(void **state) {
  (void)state;
  Shown shown = weights_alone();
  bench_look(&shown.bench, STAGE_WEIGHTS, 3, 0);
  bench_panel(&shown.bench, 320, 640, 1);
  assert_true(bench_contains(&shown.bench, "0.2"));
  for (int key = 0; key <= 4; key += 4) {
    bench_look(&shown.bench, STAGE_WEIGHTS, 3, key);
    shown.bench.view.filled = 11; /* two rows and a cell */
    Scene scene = bench_scene(&shown.bench, 900, 700, 1);
    assert_non_null(strstr(captions_focus_line(&scene).at, "reached yet"));
    bench_panel(&shown.bench, 320, 640, 1);
    assert_false(bench_contains(&shown.bench, "0.2"));
  }
  bench_look(&shown.bench, STAGE_WEIGHTS, 3, 1); /* reached; the rest of its row is not */
  shown.bench.view.filled = 11;
  bench_panel(&shown.bench, 320, 640, 1);
  assert_true(bench_contains(&shown.bench, "0.2"));
  assert_false(bench_contains(&shown.bench, "largest of the row"));
  done(&shown);
}

/* Rows stay high enough for their labels where columns are thin. */
static void rows_of_many_keys_are_readable(void **state) {
  (void)state;
  Shown shown = cross(40, 400);
  look_at_all(&shown, "40 on 400");
  Scene scene = bench_scene(&shown.bench, 900, 900, 1);
  PairPlace place = pair_place(&scene, (Box){0, 0, 900, 900}, true);
  assert_true(place.cells.h / 40 >= 10);
  done(&shown);
}

static void layers_hide_by_their_own_mask(void **state) {
  (void)state;
  Shown shown = two_masks();
  const Trace *trace = shown.bench.run.trace;
  look_at_all(&shown, "two masks");
  assert_true(trace_layer_hides(trace, 0, 0, 1));
  assert_false(trace_layer_hides(trace, 1, 0, 1));
  assert_string_equal(mask_words(shown.bench.arena, trace, 0), "causal mask");
  assert_string_equal(mask_words(shown.bench.arena, trace, 1), "no mask");
  bench_look(&shown.bench, STAGE_MASKED, 1, 2);
  bench_panel(&shown.bench, 320, 640, 1);
  assert_true(bench_says(&shown.bench, "comes after “"));
  shown.bench.view.layer = 1;
  bench_panel(&shown.bench, 320, 640, 1);
  assert_true(bench_says(&shown.bench, "may look at every key"));
  done(&shown);
}

static void recorded_logits_name_words_by_number(void **state) {
  (void)state;
  Shown shown = two_masks();
  const Trace *trace = shown.bench.run.trace;
  TraceCandidate best;
  assert_true(trace_has_stage(trace, STAGE_LOGITS));
  assert_int_equal(trace_word_count(trace), 30);
  assert_int_equal(trace_token_id(trace, 2), 7);
  assert_int_equal(trace_candidates(trace, 0, &best, 1), 1);
  Str word = trace_word(trace, 12);
  assert_true(str_is(word, "#12"));
  shown.bench.view.layer = 1;
  shown.bench.view.kind = VIEW_OVERVIEW;
  bench_look(&shown.bench, STAGE_WEIGHTS, 5, 0);
  draw(&shown, VIEW_OVERVIEW);
  assert_true(bench_contains(&shown.bench, "not numbers"));
  assert_false(bench_contains(&shown.bench, "NaN"));
  done(&shown);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_stands_for_what_is_missing),
      cmocka_unit_test(a_recorded_layer_is_not_called_a_sum),
      cmocka_unit_test(motion_passes_what_is_missing),
      cmocka_unit_test(many_layers_leave_room_for_heads),
      cmocka_unit_test(scores_alone_stand_by_themselves),
      cmocka_unit_test(a_missing_stage_says_why_and_where_to_go),
      cmocka_unit_test(heads_that_share_keys_are_shown),
      cmocka_unit_test(own_keys_are_no_group),
      cmocka_unit_test(cells_of_cross_attention_are_nearly_square),
      cmocka_unit_test(kept_keys_are_self_attention),
      cmocka_unit_test(a_mask_of_kept_keys_is_explained_by_their_places),
      cmocka_unit_test(kept_keys_without_a_name_are_known_by_their_words),
      cmocka_unit_test(logits_that_are_no_numbers_name_no_word),
      cmocka_unit_test(recorded_numbers_wait_for_the_steps),
      cmocka_unit_test(rows_of_many_keys_are_readable),
      cmocka_unit_test(a_recorded_cell_says_what_it_is),
      cmocka_unit_test(a_number_that_does_not_follow_is_not_explained),
      cmocka_unit_test(layers_hide_by_their_own_mask),
      cmocka_unit_test(recorded_logits_name_words_by_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
