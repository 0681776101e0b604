/* Every moment is a picture that can be held: on each way between two stages, and from the overview
** to each, a good part of the picture holds something, and the words of the sentence are there. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/os.h"
#include "scene/number.h"
#include "scene/scene.h"
#include "scene/scene_bench.h"
#include "scene/token_shown.h"

enum { QUERY = 8, KEY = 2, TILES = 12 };
static const Box WIDE = {0, 0, 880, 640};

static Box box_of_item(const DrawList *list, int i) {
  const DrawItem *item = &list->items[i];
  const DrawText *text = &item->as.text;
  if (item->kind == DRAW_HEATMAP) return item->as.heatmap.box;
  if (item->kind == DRAW_BOX && (item->as.box.fill.a > 60 || item->as.box.stroke.a > 60))
    return item->as.box.box;
  if (item->kind == DRAW_TEXT && text->angle_deg == 0 && text->color.a >= 60)
    return (Box){text->at.x, text->at.y - text->size_pt, text->width_pt, text->size_pt};
  return (Box){0};
}

/* Paper laid over cells that come or go. */
static bool is_cover(const DrawItem *item, Color paper) {
  return item->kind == DRAW_BOX && item->as.box.stroke.a == 0 &&
         memcmp(&item->as.box.fill, &paper, 3) == 0;
}

static bool is_seen(const DrawList *list, int i, Color paper) {
  const int most = 150; /* of the alpha of a cover */
  if (is_cover(&list->items[i], paper)) return false;
  bool is_covered = list->items[i].kind == DRAW_HEATMAP && i + 1 < list->item_count &&
                    is_cover(&list->items[i + 1], paper);
  return !is_covered || list->items[i + 1].as.box.fill.a < most;
}

/* Of a grid of tiles, the share in which something lies. */
static float share_used(const DrawList *list, Box box, Color paper) {
  bool used[TILES][TILES] = {0};
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    Box at = box_of_item(list, i);
    if (at.w <= 0 || at.h <= 0 || !is_seen(list, i, paper)) continue;
    for (int tile = 0; tile < TILES * TILES; tile++) {
      Box place = {box.w / TILES * (float)(tile % TILES), box.h / TILES * (float)(tile / TILES),
                   box.w / TILES, box.h / TILES};
      Box common = box_common(place, at);
      if (common.w > 0 && common.h > 0) used[tile / TILES][tile % TILES] = true;
    }
  }
  for (int tile = 0; tile < TILES * TILES; tile++) count += used[tile / TILES][tile % TILES];
  return (float)count / (TILES * TILES);
}

static int tokens_named(const DrawList *list, const Trace *trace) {
  int named = 0;
  for (int token = 0; token < trace_token_count(trace); token++) {
    bool is_named = false;
    for (int i = 0; i < list->item_count && !is_named; i++) {
      const DrawText *text = &list->items[i].as.text;
      is_named = list->items[i].kind == DRAW_TEXT && text->color.a >= 100 &&
                 (str_equal(text->text, trace_token(trace, token)->label) ||
                  str_equal(text->text, token_shown(trace_token(trace, token))));
    }
    named += is_named;
  }
  return named;
}

/* From the former stage, or out of the overview. */
static const DrawList *draw_at(SceneBench *bench, int stage, bool folds, float t) {
  const Trace *trace = bench->run.trace;
  StageId to = trace_stage_at(trace, stage);
  bench_look(bench, to, QUERY, to == STAGE_TOKENS ? 0 : KEY);
  bench_look_between(bench, folds ? to : trace_stage_at(trace, stage - 1), to, t);
  if (folds) bench->view.from_kind = VIEW_OVERVIEW;
  return bench_draw(bench, WIDE);
}

static void hold(SceneBench *bench, int stage, bool folds, float t) {
  /* out of the overview the panels, which are in the picture there, come from .35 on */
  const float least = folds && t < VIEW_PANELS_COME ? 0.3f : 0.4f;
  const int unnamed = 3; /* that meet another on their way */
  const Trace *trace = bench->run.trace;
  const char *to = stage_info(trace_stage_at(trace, stage))->name;
  const char *from = folds ? "overview" : stage_info(trace_stage_at(trace, stage - 1))->name;
  draw_at(bench, stage, folds, t);
  Color paper = bench_scene(bench, WIDE.w, WIDE.h, 1).pen.theme->paper;
  const DrawList *list = draw_at(bench, stage, folds, t);
  float used = share_used(list, WIDE, paper);
  int named = tokens_named(list, trace);
  if (used < least)
    fail_msg("%s to %s at %g: %g of the picture", from, to, (double)t, (double)used);
  if (named < trace_token_count(trace) - unnamed)
    fail_msg("%s to %s at %g: %d words", from, to, (double)t, named);
}

static void every_tenth_of_every_way_is_a_whole_picture(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  bench.view.layer = 1;
  bench.view.head = 3;
  for (int folds = 0; folds < 2; folds++)
    for (int stage = folds ? 0 : 1; stage < trace_stage_count(bench.run.trace); stage++)
      for (int step = 1; step < 10; step++) hold(&bench, stage, folds, (float)step / 10);
  bench_free(&bench);
}

/* Each text of such a sentence says every token: a list of all pairs would take a minute. */
static void many_equal_words_find_their_columns_at_once(void **state) {
  (void)state;
  enum { WORDS = 300, MOST_MS = 5000 };
  char sentence[2 * WORDS + 1] = "";
  for (int i = 0; i < WORDS; i++) memcpy(sentence + 2 * i, "a ", 3);
  SceneBench bench = bench_make("reader", "none", sentence);
  assert_int_equal(trace_token_count(bench.run.trace), WORDS);
  double began_ms = os_process_cpu_ms();
  for (int stage = 1; stage < trace_stage_count(bench.run.trace); stage++)
    draw_at(&bench, stage, false, 0.5f);
  assert_true(os_process_cpu_ms() - began_ms < MOST_MS);
  bench_free(&bench);
}

/* -- to the prediction ------------------------------------------------------------------------- */

static const DrawList *draw_prediction(SceneBench *bench, float t) {
  bench_look(bench, STAGE_LOGITS, QUERY, 1);
  bench_look_between(bench, STAGE_BLOCK, STAGE_LOGITS, t);
  return bench_draw(bench, WIDE);
}

static const DrawText *text_like(const DrawList *list, Str words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && list->items[i].as.text.color.a >= 60 &&
        str_equal(list->items[i].as.text.text, words))
      return &list->items[i].as.text;
  return NULL;
}

/* The bar in the line of a text, right of `left`; w 0: there is none. */
static Box bar_beside(SceneBench *bench, const DrawList *list, const DrawText *word) {
  Color color = theme_get(bench->view.theme)->output_line;
  for (int i = 0; i < list->item_count; i++) {
    Box box = list->items[i].as.box.box;
    if (list->items[i].kind == DRAW_BOX && box.y < word->at.y && box.y + box.h > word->at.y - 8 &&
        memcmp(&list->items[i].as.box.fill, &color, sizeof color) == 0)
      return box;
  }
  return (Box){0};
}

/* Words are there before their bars; a logit is told when its bar has its length, which is as long
** as the logit, and gives way to the share. */
static void logits_become_shares(void **state) {
  (void)state;
  enum { WORDS = 3 };
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  TraceCandidate words[WORDS];
  assert_int_equal(trace_candidates(bench.run.trace, QUERY - 1, words, WORDS), WORDS);
  Number logits[WORDS], shares[WORDS];
  for (int i = 0; i < WORDS; i++) {
    logits[i] = number_hundredths(words[i].logit);
    shares[i] = number_percent_short(words[i].probability);
  }
  for (float t = 0.02f; t < 0.99f; t += 0.02f) {
    const DrawList *list = draw_prediction(&bench, t);
    float first = 0;
    for (int i = 0; i < WORDS; i++) {
      const DrawText *word = text_like(list, trace_word(bench.run.trace, words[i].word));
      bool has_logit = text_like(list, number_str(&logits[i])),
           has_share = text_like(list, number_str(&shares[i]));
      if (has_logit && has_share) fail_msg("at %g: two numbers", (double)t);
      if (has_share && t < 0.76f) fail_msg("at %g: a share", (double)t);
      if (t > 0.37f && !word) fail_msg("at %g: a bar without a word", (double)t);
      if (!word || t > 0.61f || !has_logit) continue;
      Box bar = bar_beside(&bench, list, word);
      if (i == 0) first = bar.w;
      if (i == 0 || first <= 0) continue;
      assert_true(fabsf(bar.w / first - words[i].logit / words[0].logit) < 0.02f);
    }
  }
  bench_free(&bench);
}

/* What a row comes to with a word is asked before it is told. */
static void a_product_is_named_until_it_is_there(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  int named = 0, told = 0;
  for (float t = 0.44f; t < 0.62f; t += 0.01f) {
    const DrawList *list = draw_prediction(&bench, t);
    TraceCandidate best;
    trace_candidates(bench.run.trace, QUERY - 1, &best, 1);
    Number logit = number_hundredths(best.logit);
    bool is_named = text_like(list, STR("it · animal")),
         is_told = text_like(list, number_str(&logit));
    assert_false(is_named && is_told);
    named += is_named;
    told += is_told;
  }
  assert_true(named > 1 && told > 5);
  bench_free(&bench);
}

/* With a temperature shares are those that are drawn from, as at rest. */
static void bars_end_at_the_shares_of_sampling(void **state) {
  (void)state;
  SceneBench bench = bench_make("reader", "none", BENCH_SENTENCE);
  TraceCandidate words[2]; /* the first stands above the list, too */
  float widths[2][2];
  assert_int_equal(trace_candidates(bench.run.trace, QUERY - 1, words, 2), 2);
  Str name = trace_word(bench.run.trace, words[1].word);
  for (int heat = 0; heat < 2; heat++)
    for (int rests = 0; rests < 2; rests++) {
      bench.view.sampling.temperature = heat ? SAMPLING_HOTTEST : 1;
      const DrawList *list = draw_prediction(&bench, rests ? 1 : 0.9f);
      const DrawText *word = text_like(list, name);
      assert_non_null(word);
      widths[heat][rests] = bar_beside(&bench, list, word).w;
    }
  for (int heat = 0; heat < 2; heat++) assert_float_equal(widths[heat][0], widths[heat][1], 0.01);
  assert_true(widths[1][1] > widths[0][1] + 1);
  bench_free(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_tenth_of_every_way_is_a_whole_picture),
      cmocka_unit_test(many_equal_words_find_their_columns_at_once),
      cmocka_unit_test(logits_become_shares),
      cmocka_unit_test(a_product_is_named_until_it_is_there),
      cmocka_unit_test(bars_end_at_the_shares_of_sampling),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
