/* The rule of layout, on the whole window: "any state × any window from 640×400 to 3840×2160 × any
** language × 1 to 64 tokens: no text clipped, none overlapping another, nothing outside".
**
** With the argument "pseudo" a share of it in the pseudo-language (support/language.h), whose words
** are 40 % longer than English. */
#include "screen/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "render/count/count.h"
#include "support/language.h"
#include "support/common_stages.h"
#include "support/sanitized.h"

enum {
  SENTENCES = SHARE_OF_STATES(220),
  SENTENCES_PSEUDO = 60,
  SENTENCES_GERMAN = 12,
  EXPORT_FORMS = SHARE_OF_STATES(200),
  COMPARISONS = SHARE_OF_STATES(60),
  HALVES = SHARE_OF_STATES(48),
  OF_KINDS = SHARE_OF_STATES(64),
  VIEWS_OF_A_SENTENCE = 12,
  COMPLAINTS_SHOWN = 12,
  TOKENS_MOST = 64
};

static int bad_places(const CountReport *report) {
  return report->texts_outside + report->texts_clipped + report->texts_overlapping +
         report->heatmaps_outside;
}

/* All that is needed to see it: window, commands, what is wrong. */
static void show_complaint(const CountReport *report, Window window, const char *sentence,
                           const char *view) {
  print_error("%.0fx%.0f: outside %d, clipped %d, overlapping %d (%.1f pt), heatmaps %d: %.*s\n"
              "  sentence %s; %s\n",
              (double)window.width, (double)window.height, report->texts_outside,
              report->texts_clipped, report->texts_overlapping, (double)report->worst_overlap_pt,
              report->heatmaps_outside, (int)report->first_complaint.bytes,
              report->first_complaint.at, sentence, view);
}

static CountReport count_screen(const Session *session, Arena *arena, Window window) {
  DrawList list = screen_list(session, arena, window);
  assert_false(list.failed);
  CountReport report = count_list(&list, fonts_metrics(support_fonts()), arena);
  assert_true(report.texts > 0);
  return report;
}

static int complaints_of_sentence(Arena *arena, Rng *rng, int *shown) {
  int token_count = 1 + rng_below(rng, rng_below(rng, 2) ? TOKENS_MOST : 16), bad = 0;
  Arena *words = arena_make(0);
  const char *sentence = random_sentence(words, rng, token_count);
  Session *session = session_after(
      str_format(words, "motion off; model %s; sentence %s", random_model(rng), sentence));
  for (int i = 0; i < VIEWS_OF_A_SENTENCE; i++) {
    Window window = random_window(rng);
    const Trace *now = session_trace(session);
    StageId stage = trace_stage_at(now, rng_below(rng, trace_stage_count(now)));
    const char *view = random_view(words, rng, trace_token_count(now), stage);
    run(session, view);
    arena_reset(arena);
    CountReport report = count_screen(session, arena, window);
    if (bad_places(&report) == 0) continue;
    bad++;
    if ((*shown)++ < COMPLAINTS_SHOWN) show_complaint(&report, window, sentence, view);
  }
  session_free(session);
  arena_free(words);
  return bad;
}

static bool is_german(void) { return i18n_spoken() == LANGUAGE_DE; }
static bool is_pseudo(void) { return *_("Train") != 'T'; }

/* HEADSUP_LAYOUT_SEED repeats another sequence of states. */
static void no_text_is_clipped_overlapping_or_outside(void **state) {
  (void)state;
  const char *seed = getenv("HEADSUP_LAYOUT_SEED");
  Rng rng = rng_make(seed ? strtoull(seed, NULL, 10) : 20170612);
  Arena *arena = arena_make(1 << 20);
  int bad = 0, shown = 0,
      sentences = is_german()   ? SENTENCES_GERMAN
                  : is_pseudo() ? SENTENCES_PSEUDO
                                : SENTENCES;
  for (int i = 0; i < sentences; i++) bad += complaints_of_sentence(arena, &rng, &shown);
  arena_free(arena);
  if (bad > 0) fail_msg("%d of %d states", bad, sentences * VIEWS_OF_A_SENTENCE);
}

/* An empty sentence has a picture at every stage and in every view. */
static void an_empty_sentence_fits(void **state) {
  (void)state;
  static const char *const views[] = {"overview", "stage",   "heads",      "grid",   "cache",
                                      "cost",     "length",  "saturation", "lookup", "layout",
                                      "average",  "rollout", "answers"};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; sentence \"\"");
  int bad = 0;
  for (int stage = 0; stage < common_stage_count() - 1; stage++)
    for (int view = 0; view < (int)(sizeof views / sizeof views[0]); view++) {
      const char *line = str_format(arena, "stage %s; view %s",
                                    stage_info(common_stage(stage))->name, views[view]);
      run(session, line);
      CountReport report = count_screen(session, arena, (Window){960, 600});
      if (bad_places(&report) == 0) continue;
      show_complaint(&report, (Window){960, 600}, "\"\"", line);
      bad++;
    }
  session_free(session);
  arena_free(arena);
  assert_int_equal(bad, 0);
}

static const char *const SHAPES[] = {
    "like transformer",
    "like bert",
    "like gpt2",
    "like t5",
    "like llama",
    "like mistral",
    "like bloom",
    "like longformer",
    "layers 24 heads 64 kv_heads 32 d_model 128 d_ff 8 vocabulary 9 norm before embedding_norm on "
    "mask causal window:3 dilated:2:3 blocks:4 global:1,2,3,4,5,6 random:2 padding:1",
    "layers 1 heads 1 d_model 1 vocabulary 1",
};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof SHAPES[0] };

static bool says(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words)) return true;
  return false;
}

/* Random models of every family and of odd shapes: their card with the picture of a layer, the menu
** that offers them, and the stages where they differ from others. */
static void families_fit(void **state) {
  (void)state;
  static const char *const views[] = {"menu card",
                                      "menu model",
                                      "menu none; stage embed; cell 2 1",
                                      "stage norm",
                                      "stage block; cell 2 1",
                                      "cell 2 row",
                                      "stage biased",
                                      "stage rotated",
                                      "stage logits"};
  static const Window windows[] = {{640, 400}, {960, 600}, {1440, 900}, {1920, 1080}};
  Arena *arena = arena_make(0);
  int bad = 0;
  for (int i = 0; i < SHAPE_COUNT; i++) {
    char begin[400];
    snprintf(begin, sizeof begin,
             "motion off; model random %s; sentence \"the animal 没 有 was too tired\"", SHAPES[i]);
    Session *session = session_after(begin);
    for (size_t v = 0; v < sizeof views / sizeof views[0]; v++) {
      StageId stage;
      bool is_stage = str_starts(str_from(views[v]), "stage ");
      if (is_stage && stage_find((Str){views[v] + 6, strcspn(views[v] + 6, ";")}, &stage) &&
          !trace_has_stage(session_trace(session), stage))
        continue;
      run(session, views[v]);
      for (int w = 0; w < 8; w++) {
        run(session, w < 4 ? "textscale 1; theme light" : "textscale 1.5; theme dark");
        arena_reset(arena);
        CountReport report = count_screen(session, arena, windows[w % 4]);
        if (bad_places(&report) == 0) continue;
        show_complaint(&report, windows[w % 4], SHAPES[i], views[v]);
        bad++;
      }
    }
    run(session, "textscale 1; menu card");
    arena_reset(arena);
    DrawList list = screen_list(session, arena, (Window){1440, 900});
    if (!is_pseudo() && !is_german()) assert_true(says(&list, "attention"));
    session_free(session);
  }
  arena_free(arena);
  assert_int_equal(bad, 0);
}

/* Every layer of an encoder and a decoder, with both sentences, what is said by itself and what it
** was told to have said. */
static void halves_fit(void **state) {
  (void)state;
  static const char *const said[] = {"cross off", "cross \"\"",
                                     "cross \"他 看见 了 一 只 狗 , 因为\""};
  Rng rng = rng_make(71114);
  Arena *arena = arena_make(1 << 20);
  int bad = 0;
  for (int i = 0; i < HALVES; i++) {
    const char *sentence = random_sentence(arena, &rng, 1 + rng_below(&rng, i % 4 ? 16 : 64));
    Session *session = session_after(
        str_format(arena, "motion off; model translator; sentence %s; %s", sentence, said[i % 3]));
    for (int k = 0; k < 12; k++) {
      const Trace *now = trace_of_half(session_trace(session), HALF_SOURCE);
      const Trace *target = trace_of_half(now, HALF_TARGET);
      /* those of every half: the line goes to a layer of its own before that of this loop */
      StageId stage = trace_stage_at(now, rng_below(&rng, trace_stage_count(now)));
      int tokens = int_min(trace_token_count(now), trace_token_count(target));
      Window window = random_window(&rng);
      const char *view = random_view(arena, &rng, tokens, stage);
      run(session, view);
      bool logits = k % 6 > 1 && k > 6;
      run(session, str_format(arena, "layer %d%s", k % 6 + 1, logits ? "; stage logits" : ""));
      CountReport report = count_screen(session, arena, window);
      if (bad_places(&report) == 0) continue;
      if (bad++ < COMPLAINTS_SHOWN)
        show_complaint(&report, window, str_format(arena, "layer %d %s", k % 6 + 1, sentence),
                       view);
    }
    session_free(session);
    arena_reset(arena);
  }
  arena_free(arena);
  assert_int_equal(bad, 0);
}

/* Under every one of some kinds of attention. */
static void kinds_fit(const char *const kinds[8], uint64_t seed) {
  Rng rng = rng_make(seed);
  Arena *arena = arena_make(1 << 20);
  int bad = 0;
  for (int i = 0; i < OF_KINDS; i++) {
    const char *sentence = random_sentence(arena, &rng, 1 + rng_below(&rng, 20));
    Session *session = session_after(str_format(arena, "motion off; model %s; %s; sentence %s",
                                                random_model(&rng), kinds[i % 8], sentence));
    for (int k = 0; k < 6; k++) {
      const Trace *now = session_trace(session);
      StageId stage = trace_stage_at(now, rng_below(&rng, trace_stage_count(now)));
      Window window = random_window(&rng);
      const char *view = random_view(arena, &rng, trace_token_count(now), stage);
      run(session, view);
      CountReport report = count_screen(session, arena, window);
      if (bad_places(&report) == 0) continue;
      show_complaint(&report, window, sentence, str_format(arena, "%s; %s", kinds[i % 8], view));
      bad++;
    }
    session_free(session);
    arena_reset(arena);
  }
  arena_free(arena);
  assert_int_equal(bad, 0);
}

/* With the stages that only these have. */
static void kinds_of_attention_fit(void **state) {
  static const char *const kinds[] = {
      "positions alibi; kv_heads 2",         "positions t5",
      "positions shaw 1; kv_heads 1",        "positions shaw 3",
      "score general; dropout 0.25 seed 77", "score cosine temperature 2.5; positions alibi",
      "score additive; kv_heads 2",          "positions shaw 12; score general; dropout 0.9"};
  (void)state;
  kinds_fit(kinds, 60164);
}

/* With what breaks, marked, and the cards of the panel; or the question of a quiz. */
static void mistakes_fit(void **state) {
  static const char *const mistakes[] = {"mistake softmax-over-queries",
                                         "mask causal; mistake mask-after-softmax",
                                         "mask causal; mistake mask-with-zero",
                                         "mistake values-first",
                                         "scale 0.01; mistake no-max",
                                         "mistake heads-in-wrong-order",
                                         "mask causal; mistake divide-by-d-model",
                                         "scale 12.5; softmax temperature 0.25"};
  (void)state;
  kinds_fit(mistakes, 60165);
}

/* What is laid over beside exact attention, with every stage that it has beside it, and the chips
** that name it. */
static void a_comparison_fits(void **state) {
  (void)state;
  static const char *const laid[] = {"positions alibi", "positions t5 far 64", "positions rope",
                                     "positions none", "kv_heads 1"};
  static const char *const masks[] = {"own", "causal window 2", "window 1 global 1 padding 1",
                                      "blocks 3", "random 2 seed 7"};
  Rng rng = rng_make(20261126);
  Arena *arena = arena_make(1 << 20);
  int bad = 0, shown = 0;
  for (int i = 0; i < COMPARISONS; i++) {
    arena_reset(arena);
    int token_count = 1 + rng_below(&rng, rng_below(&rng, 2) ? TOKENS_MOST : 16);
    const char *sentence = random_sentence(arena, &rng, token_count);
    Session *session = session_after(
        str_format(arena, "motion off; model %s; sentence %s", random_model(&rng), sentence));
    for (int view = 0; view < 6; view++) {
      run(session, str_format(arena, "kv_heads own; %s", laid[rng_below(&rng, 5)]));
      const Trace *now = session_trace(session);
      StageId stage = trace_stage_at(now, rng_below(&rng, trace_stage_count(now)));
      if (stage == STAGE_ROTATED) stage = STAGE_OUTPUT; /* it has no V, which a view may focus */
      const char *line = str_format(arena, "%s; mask %s; compare exact",
                                    random_view(arena, &rng, trace_token_count(now), stage),
                                    masks[rng_below(&rng, 5)]);
      Window window = random_window(&rng);
      run(session, line);
      /* every other one a shuffled sentence beside itself in order */
      if (view % 2) run(session, "shuffle seed 4");
      CountReport report = count_screen(session, arena, window);
      if (view % 2) run(session, "shuffle off");
      if (bad_places(&report) == 0) continue;
      bad++;
      if (shown++ < COMPLAINTS_SHOWN)
        show_complaint(&report, window, sentence,
                       str_format(arena, "%s; %.*s", line, 400, session_script(session, arena).at));
    }
    session_free(session);
  }
  arena_free(arena);
  if (bad > 0) fail_msg("%d of %d states", bad, COMPARISONS * 6);
}

/* A kept run beside another sentence, kind, mask or model, at any stage and over layers × heads. */
static void a_kept_run_fits_beside_any_other(void **state) {
  (void)state;
  static const char *const changes[] = {"mask causal window 2", "positions alibi", "freeze swap",
                                        "kv_heads 1",           "compare off",     "compare kept"};
  static const char *const orders[] = {"layer", "role", "difference"};
  Rng rng = rng_make(20261127);
  Arena *arena = arena_make(1 << 20);
  int bad = 0, shown = 0;
  for (int i = 0; i < COMPARISONS; i++) {
    arena_reset(arena);
    int token_count = 1 + rng_below(&rng, rng_below(&rng, 2) ? TOKENS_MOST : 16);
    const char *sentence = random_sentence(arena, &rng, token_count);
    Session *session = session_after(str_format(arena, "motion off; model %s; sentence %s; freeze",
                                                random_model(&rng), sentence));
    run(session, str_format(arena, "model %s; sentence %s", random_model(&rng),
                            random_sentence(arena, &rng, 1 + rng_below(&rng, 24))));
    for (int view = 0; view < 6; view++) {
      run(session, changes[rng_below(&rng, 6)]);
      const Trace *now = session_trace(session);
      StageId stage = trace_stage_at(now, rng_below(&rng, trace_stage_count(now)));
      if (stage == STAGE_ROTATED) stage = STAGE_OUTPUT;
      run(session, random_view(arena, &rng, trace_token_count(now), stage));
      if (view % 3 == 2)
        run(session, str_format(arena, "view grid; sort %s", orders[rng_below(&rng, 3)]));
      Window window = random_window(&rng);
      CountReport report = count_screen(session, arena, window);
      if (bad_places(&report) == 0) continue;
      bad++;
      if (shown++ < COMPLAINTS_SHOWN)
        show_complaint(&report, window, sentence,
                       str_format(arena, "%.*s", 900, session_script(session, arena).at));
    }
    session_free(session);
  }
  arena_free(arena);
  if (bad > 0) fail_msg("%d of %d states", bad, COMPARISONS * 6);
}

/* The form of the export too: any window, text size, theme and choice, even a folder with a long
** name, and every item the keyboard can stand on. */
static void the_export_form_fits(void **state) {
  (void)state;
  static const char *const choices[] = {"what all",       "what overview", "format csv",
                                        "format png,csv", "width 100",     "theme dark"};
  Rng rng = rng_make(84174);
  Arena *arena = arena_make(1 << 20);
  Session *session = session_after("motion off");
  int bad = 0;
  for (int i = 0; i < EXPORT_FORMS; i++) {
    arena_reset(arena);
    Window window = random_window(&rng);
    StageId stage = common_stage(rng_below(&rng, common_stage_count() - 1));
    int tokens = trace_token_count(session_trace(session));
    const char *line = str_format(arena, "%s; menu none; menu export; export %s; export %s",
                                  random_view(arena, &rng, tokens, stage),
                                  choices[rng_below(&rng, 6)], choices[rng_below(&rng, 6)]);
    run(session, line);
    for (int up = rng_below(&rng, 12); up > 0; up--) run(session, "menu up");
    CountReport report = count_screen(session, arena, window);
    run(session, "reset");
    if (bad_places(&report) == 0) continue;
    show_complaint(&report, window, "the default one", line);
    bad++;
  }
  session_free(session);
  arena_free(arena);
  assert_int_equal(bad, 0);
}

/* The test detects errors: a text put over another is found on a whole screen. */
static void a_planted_overlap_is_found(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("stage weights");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  const TextMetrics *metrics = fonts_metrics(support_fonts());
  CountReport before = count_list(&list, metrics, arena);
  for (int i = 0; i < list.item_count; i++)
    if (list.items[i].kind == DRAW_TEXT && list.items[i].as.text.text.bytes > 6) {
      DrawText copy = list.items[i].as.text;
      copy.at.x += 3;
      draw_text(&list, copy);
      break;
    }
  CountReport after = count_list(&list, metrics, arena);
  assert_true(after.texts_overlapping > before.texts_overlapping);
  session_free(session);
  arena_free(arena);
}

/* Beside the weighted sum before a class, where it has the least room. */
static void the_name_of_the_weights_is_whole(void **state) {
  (void)state;
  static const Window windows[] = {{1440, 900}, {1920, 1080}};
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; stage output; cell 8 2; presenter on");
  for (int i = 0; i < 2; i++) {
    arena_reset(arena);
    DrawList list = screen_list(session, arena, windows[i]);
    assert_true(says(&list, _("Weights")));
  }
  session_free(session);
  arena_free(arena);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_planted_overlap_is_found),
      cmocka_unit_test(mistakes_fit),
      cmocka_unit_test(families_fit),
      cmocka_unit_test(an_empty_sentence_fits),
      cmocka_unit_test(the_export_form_fits),
      cmocka_unit_test(a_comparison_fits),
      cmocka_unit_test(a_kept_run_fits_beside_any_other),
      cmocka_unit_test(kinds_of_attention_fit),
      cmocka_unit_test(halves_fit),
      cmocka_unit_test(no_text_is_clipped_overlapping_or_outside),
  };
  /* Of a language of people a few states are looked at, any of them. */
  const struct CMUnitTest few[] = {cmocka_unit_test(the_export_form_fits),
                                   cmocka_unit_test(the_name_of_the_weights_is_whole),
                                   cmocka_unit_test(no_text_is_clipped_overlapping_or_outside)};
  speak_argument(argc, argv);
  if (is_german()) return cmocka_run_group_tests(few, state_open, state_close);
  return cmocka_run_group_tests(tests, state_open, state_close);
}
