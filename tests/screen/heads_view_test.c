/* All heads of a layer beside each other, and layers × heads: cells, digits, words about them. */
#include "screen/state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/number.h"
#include "trace/workings/together.h"

#define READER                                                                                     \
  "motion off; model reader; sentence \"The animal didn't cross the street because it was too "    \
  "tired\"; layer 2; cell 8 2"
enum { HEADS = 4, TOKENS = 11 };

static const Window WINDOW = {1440, 900}, PROJECTOR = {1920, 1080};

/* The matrices in the order they are drawn. */
static int matrices_of(const DrawList *list, Box boxes[HEADS]) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    if (list->items[i].kind != DRAW_HEATMAP) continue;
    if (list->items[i].as.heatmap.values.rows != TOKENS) continue;
    if (count < HEADS) boxes[count] = list->items[i].as.heatmap.box;
    count++;
  }
  return count;
}

/* The smallest size of a share written in a cell, as ".53" or ".5"; 0: there is none. */
static float least_share(const DrawList *list) {
  float least = INFINITY;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_share = list->items[i].kind == DRAW_TEXT && text->face == FACE_MONO &&
                    text->text.bytes > 1 && text->text.at[0] == '.';
    if (is_share) least = fminf(least, text->size_pt);
  }
  return isfinite(least) ? least : 0;
}

/* Four heads in one row, so that a query has one line in all of them; their cells are nearly squares
** and take the width of the window. */
static void heads_stand_in_a_row_of_nearly_square_cells(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage weights; view heads");
  const Window windows[] = {WINDOW, PROJECTOR, PROJECTOR};
  for (int i = 0; i < 3; i++) {
    DrawList list =
        list_after(session, arena, windows[i], i == 2 ? "presenter on" : "presenter off");
    Box heads[HEADS] = {0};
    assert_int_equal(matrices_of(&list, heads), HEADS);
    for (int h = 0; h < HEADS; h++) {
      assert_float_equal(heads[h].y, heads[0].y, 0.01f);
      float shape = heads[h].h / heads[h].w;
      if (shape < 0.8f || shape > 1.26f) fail_msg("window %d: %.2f", i, (double)shape);
    }
    float width = heads[HEADS - 1].x + heads[HEADS - 1].w - heads[0].x;
    if (width < 0.85f * windows[i].width) fail_msg("window %d: %.0f wide", i, (double)width);
  }
  session_free(session);
  arena_free(arena);
}

/* Where slanted names have no room for all, upright ones do. */
static void all_columns_are_named_in_a_small_window(void **state) {
  (void)state;
  static const char *const words[] = {"The",     "animal", "didn't", "cross", "the",  "street",
                                      "because", "it",     "was",    "too",   "tired"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage weights; view heads");
  DrawList list = list_after(session, arena, (Window){960, 600}, "presenter off");
  for (int w = 0; w < TOKENS; w++) {
    int count = 0;
    for (int i = 0; i < list.item_count; i++)
      count += list.items[i].kind == DRAW_TEXT && list.items[i].as.text.angle_deg != 0 &&
               str_is(list.items[i].as.text.text, words[w]);
    assert_int_equal(count, HEADS);
  }
  session_free(session);
  arena_free(arena);
}

static void digits_of_all_heads_are_large(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage weights; view heads");
  DrawList list = list_after(session, arena, WINDOW, "presenter off");
  assert_true(least_share(&list) >= 13.5f);
  list = list_after(session, arena, PROJECTOR, "presenter off");
  assert_true(least_share(&list) >= 18.5f);
  list = list_after(session, arena, PROJECTOR, "presenter on");
  assert_true(least_share(&list) >= 26);
  session_free(session);
  arena_free(arena);
}

/* Numbers that would be smaller than words may be are left out; the chosen one stands below each
** head, and below it that of the head's own heaviest key where it is another. */
static void no_digit_of_a_head_is_small_from_afar(void **state) {
  (void)state;
  static const char *const stages[] = {"scores", "scaled", "masked", "weights"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; presenter on");
  for (size_t s = 0; s < sizeof stages / sizeof *stages; s++) {
    run(session, str_format(arena, "stage %s; view heads", stages[s]));
    DrawList list = list_after(session, arena, PROJECTOR, "presenter on");
    int chosen = 0;
    for (int i = 0; i < list.item_count; i++) {
      const DrawText *text = &list.items[i].as.text;
      if (list.items[i].kind != DRAW_TEXT) continue;
      if (text->size_pt < 17.9f)
        fail_msg("%s: '%.*s' %.1f", stages[s], (int)text->text.bytes, text->text.at,
                 (double)text->size_pt);
      chosen += text->face == FACE_MONO_BOLD && text->size_pt >= 34;
    }
    assert_int_equal(chosen, HEADS + 2);
  }
  session_free(session);
  arena_free(arena);
}

/* How many texts of these words, or that begin with them, have digits or capitals that high. */
static int count_high(const DrawList *list, const char *words, float least) {
  int count = 0;
  size_t bytes = strlen(words);
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->text.bytes < bytes) continue;
    if (memcmp(text->text.at, words, bytes) != 0) continue;
    count += TEXT_CAP_HEIGHT * text->size_pt >= least;
  }
  return count;
}

/* Before a class: 15 minutes of arc at 8 m from a picture 2 m wide are 34 pixels. Without a chosen
** cell the heads tell the heaviest key of the followed row, or of the one outlined by itself. */
static void heads_say_what_they_do_in_large_words(void **state) {
  (void)state;
  static const char *const rows[] = {"The", "street", "because", "it", "tired", "Weights · "};
  static const char *const roles[] = {"H1 · previous token", "H2 · ", "H3 · ", "H4 · "};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage weights; view heads; presenter on");
  DrawList list = list_after(session, arena, PROJECTOR, "cell 8 2");
  static const char *const chosen[] = {".00", ".80", ".16", ".77", ".90", ".69"};
  for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++)
    if (count_high(&list, chosen[i], 34) != 1) fail_msg("%s is not large", chosen[i]);
  assert_int_equal(count_high(&list, "animal", 34), HEADS);
  assert_int_equal(count_high(&list, "because", 34), 1);
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    if (count_high(&list, roles[i], 26) != 1) fail_msg("%s is not large", roles[i]);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (count_high(&list, rows[i], 24) < 1) fail_msg("%s is not large", rows[i]);
  assert_true(least_share(&list) >= 26);
  static const char *const own[] = {".90", ".80", ".69", ".77"};
  for (int c = 0; c < 2; c++) {
    list = list_after(session, arena, PROJECTOR, c ? "cell none" : "cell 8 row");
    for (int h = 0; h < HEADS; h++) assert_int_equal(count_high(&list, own[h], 34), 1);
    assert_int_equal(count_high(&list, ".00", 34), 0);
  }
  session_free(session);
  arena_free(arena);
}

/* Of many tokens names are left out, and the followed ones are as large as they have room. */
static void followed_names_are_large_among_many(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(
      "motion off; model reader; sentence \"the animal crossed the street because it was too "
      "tired and the animal crossed the street because it was too tired and the animal crossed the "
      "street because it was too tired\"; stage weights; view heads; presenter on");
  DrawList list = list_after(session, arena, PROJECTOR, "cell 7 2");
  assert_int_equal(count_high(&list, "it 7", 24), 1);
  assert_int_equal(count_high(&list, "animal 2", 14), HEADS);
  assert_true(count_high(&list, "animal", 20) >= HEADS);
  session_free(session);
  arena_free(arena);
}

static void buttons_of_layers_say_what_they_choose(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage weights; view heads");
  DrawList list = list_after(session, arena, WINDOW, "theme light");
  assert_true(has_text(&list, "LAYER"));
  session_free(session);
  arena_free(arena);
}

/* A press on a head opens the matrix that was pressed. Tokens has none of a head, so its heads show
** their weights. */
static void a_press_opens_the_matrix_that_was_pressed(void **state) {
  (void)state;
  static const struct {
    const char *from;
    StageId opened;
  } cases[] = {
      {"stage tokens; view heads", STAGE_WEIGHTS}, {"stage embed; view grid", STAGE_WEIGHTS},
      {"stage logits; view grid", STAGE_WEIGHTS},  {"stage joined; view heads", STAGE_OUTPUT},
      {"stage scores; view heads", STAGE_SCORES},  {"stage qkv; view grid", STAGE_QKV}};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER);
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    DrawList list = list_after(session, arena, WINDOW, cases[c].from);
    const char *press = NULL;
    for (int i = 0; i < list.hit_count && !press; i++) {
      const char *click = list.hits[i].click;
      if (click && strstr(click, "head 2") && strstr(click, "; view stage")) press = click;
    }
    if (!press) fail_msg("%s: no head to press", cases[c].from);
    run(session, press);
    assert_int_equal(session_view(session)->kind, VIEW_STAGE);
    assert_int_equal(session_view(session)->head, 1);
    if (session_view(session)->stage != cases[c].opened) fail_msg("%s: %s", cases[c].from, press);
  }
  session_free(session);
  arena_free(arena);
}

/* How many rows are named so left of the thumbnails, below the sentence, and the least size. */
static int named_rows(const DrawList *list, const char *name, float *least) {
  const float left = 400, top = 200;
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    bool is_named = list->items[i].kind == DRAW_TEXT && str_is(text->text, name) &&
                    text->at.x < left && text->at.y > top;
    count += is_named;
    if (is_named) *least = fminf(*least, text->size_pt);
  }
  return count;
}

/* Layers × heads: once for each layer; not where rows are lower than words, or a layer's rows are
** those of another sentence. */
static void rows_of_the_grid_are_named(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage weights; view grid");
  float least = INFINITY;
  DrawList list = list_after(session, arena, WINDOW, "presenter off");
  assert_int_equal(named_rows(&list, "because", &least), 2);
  assert_int_equal(named_rows(&list, "didn't", &least), 2);
  assert_true(least >= 12);
  least = INFINITY;
  list = list_after(session, arena, PROJECTOR, "presenter on");
  assert_int_equal(named_rows(&list, "because", &least), 2);
  assert_true(least >= 21);
  list = list_after(session, arena, (Window){640, 400}, "presenter off");
  assert_int_equal(named_rows(&list, "because", &least), 0);
  session_free(session);
  arena_free(arena);
}

/* Of layers × heads whatever has room: title, axes, heads, layers and roles. */
static void words_of_the_grid_are_large_before_a_class(void **state) {
  (void)state;
  static const char *const words[] = {"Weights",
                                      "every layer and head",
                                      "query (asks) ↓",
                                      "key (is asked) →",
                                      "H1",
                                      "H4",
                                      "Layer 1",
                                      "Layer 2",
                                      "by role"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage weights; view grid; presenter on");
  DrawList list = list_after(session, arena, PROJECTOR, "sort layer");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (count_high(&list, words[i], 26) < 1) fail_msg("%s is not large", words[i]);
  assert_true(count_high(&list, "all on 0 to 1", 22) == 1);
  assert_int_equal(count_high(&list, "because", 16), 3); /* and in the sentence */
  list = list_after(session, arena, PROJECTOR, "sort role");
  assert_true(count_high(&list, "pronoun → noun 0.82", 19.5f) == 1);
  session_free(session);
  arena_free(arena);
}

/* Without a chosen cell the panel of the average works out where it hides most of a head, and that
** of rollout what rows have of themselves; both as the trace has it. */
static void panels_of_heads_put_together_say_numbers(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage weights; view average");
  DrawList list = list_after(session, arena, WINDOW, "cell none");
  const Together *made = session_together(session);
  assert_non_null(made);
  assert_true(made->peak.row >= 0);
  float mean = mat_get(made->average, made->peak.row, made->peak.col), most = 0;
  for (int head = 0; head < HEADS; head++)
    most = fmaxf(most, mat_get(trace_matrix(session_trace(session), TRACE_WEIGHTS, 1, head),
                               made->peak.row, made->peak.col));
  assert_float_equal(most - mean, made->peak.above, 1e-6);
  assert_true(has_text(&list, "Here one head is furthest above the average"));
  assert_true(has_text(&list, number_weight(most).at));
  list = list_after(session, arena, WINDOW, "view rollout; cell none");
  made = session_together(session);
  float matrix = 0, left = INFINITY, right = 0;
  for (int i = 0; i < list.item_count; i++) {
    const DrawHeatmap *of = &list.items[i].as.heatmap;
    if (list.items[i].kind != DRAW_HEATMAP || of->values.cols != TOKENS) continue;
    bool is_matrix = of->box.w > 400, is_layer = !is_matrix && of->box.x > 200;
    if (is_matrix) matrix = of->box.x + of->box.w / 2;
    if (is_layer) left = fminf(left, of->box.x);
    if (is_layer) right = fmaxf(right, of->box.x + of->box.w);
  }
  assert_float_equal((left + right) / 2, matrix, 1); /* the layers below the matrix */
  assert_true(has_text(&list, number_weight(together_own_share(made, 0)).at));
  assert_true(has_text(&list, number_weight(together_own_share(made, 1)).at));
  assert_true(together_own_share(made, 1) < together_own_share(made, 0));
  session_free(session);
  arena_free(arena);
}

/* In a layer where one head has a measured role the others say that they have none. */
static void heads_without_a_role_say_so(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage weights; layer 1");
  DrawList list = list_after(session, arena, WINDOW, "cell none");
  assert_true(has_text(&list, "no role"));
  session_free(session);
  arena_free(arena);
}

/* The matrices in the list at the left. */
static int thumbnails_of(const DrawList *list, DrawHeatmap thumbnails[HEADS]) {
  const float list_right = 158;
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawHeatmap *heatmap = &list->items[i].as.heatmap;
    if (list->items[i].kind != DRAW_HEATMAP || heatmap->box.x + heatmap->box.w > list_right)
      continue;
    if (count < HEADS) thumbnails[count] = *heatmap;
    count++;
  }
  return count;
}

/* From the step that makes them on, heads are known by their weights, whatever the stage; before it
** nothing tells one. */
static void heads_in_the_list_keep_their_weights(void **state) {
  (void)state;
  static const char *const later[] = {"output", "joined", "block", "logits"};
  Arena *arena = arena_make(0);
  Session *session = session_after(READER "; stage weights");
  DrawList list = list_after(session, arena, WINDOW, "presenter off");
  DrawHeatmap made[HEADS], now[HEADS];
  assert_int_equal(thumbnails_of(&list, made), HEADS);
  for (int i = 0; i < 4; i++) {
    char command[32];
    snprintf(command, sizeof command, "stage %s", later[i]);
    list = list_after(session, arena, WINDOW, command);
    assert_true(has_text(&list, "HEADS · weights"));
    assert_int_equal(thumbnails_of(&list, now), HEADS);
    for (int h = 0; h < HEADS; h++) {
      assert_memory_equal(&now[h].box, &made[h].box, sizeof made[h].box);
      assert_ptr_equal(now[h].values.at, made[h].values.at);
    }
  }
  list = list_after(session, arena, WINDOW, "stage masked");
  assert_false(has_text(&list, "HEADS · weights"));
  assert_int_equal(thumbnails_of(&list, now), HEADS);
  for (int h = 0; h < HEADS; h++) assert_ptr_not_equal(now[h].values.at, made[h].values.at);
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heads_stand_in_a_row_of_nearly_square_cells),
      cmocka_unit_test(all_columns_are_named_in_a_small_window),
      cmocka_unit_test(digits_of_all_heads_are_large),
      cmocka_unit_test(no_digit_of_a_head_is_small_from_afar),
      cmocka_unit_test(heads_say_what_they_do_in_large_words),
      cmocka_unit_test(followed_names_are_large_among_many),
      cmocka_unit_test(a_press_opens_the_matrix_that_was_pressed),
      cmocka_unit_test(rows_of_the_grid_are_named),
      cmocka_unit_test(words_of_the_grid_are_large_before_a_class),
      cmocka_unit_test(panels_of_heads_put_together_say_numbers),
      cmocka_unit_test(heads_without_a_role_say_so),
      cmocka_unit_test(heads_in_the_list_keep_their_weights),
      cmocka_unit_test(buttons_of_layers_say_what_they_choose),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
