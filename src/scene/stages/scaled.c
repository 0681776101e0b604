/* scene/stages/scaled.c -- the scaled stage: every score divided by the same number (M-04). */
#include "scene/stages/motion.h"
#include "scene/stages/pair_stage.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/score_scale.h"
#include "trace/mistakes.h"

static ScoreScaleKind kind_of(const Scene *scene) {
  return score_scale_of(scene->trace, scene->view->layer).kind;
}

static const char *hint(const Scene *scene) {
  if (trace_is_recorded(scene->trace) && stage_missing(scene, STAGE_SCORES))
    return _("Try: click a row and find its largest number.");
  switch (kind_of(scene)) {
  case SCORE_SCALE_NONE:
    return _("Try: press ← and → in turn: nothing changes here.");
  case SCORE_SCALE_TEMPERATURE:
    return _("Try: the command score cosine temperature 30, and see the weights sharpen.");
  default:
    return _("Try: press ← and → in turn: the order stays, the range shrinks.");
  }
}

static void captions(const Scene *scene, Captions *out) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  ScoreScaleKind kind = kind_of(scene);
  if (kind == SCORE_SCALE_NONE) out->title = _("Scores used undivided");
  if (kind == SCORE_SCALE_TEMPERATURE) out->title = _("Cosines times a temperature");
  out->headline = score_scale_headline(arena, scene->trace, scene->view->layer);
  out->shapes = str_format(arena, _("%d × %d scores → %d × %d scaled"), tokens, keys, tokens, keys);
  out->explanation = score_scale_explanation(scene->trace, scene->view->layer);
  out->hint = hint(scene);
}

static const char *title(const Scene *scene) {
  return score_scale_done(scene->pen.list->arena, scene->trace, scene->view->layer);
}

static const char *note(const Scene *scene) {
  switch (kind_of(scene)) {
  case SCORE_SCALE_NONE:
    return _("every score stays as it is");
  case SCORE_SCALE_TEMPERATURE:
    return _("every cosine times the same number");
  default:
    return _("every score divided by the same number");
  }
}

static const char *symbol(const Scene *scene) {
  return score_scale_symbol(scene->pen.list->arena, scene->trace, scene->view->layer);
}

/* In the rail, for the first layer: the others differ in a number at most. */
static const char *symbol_of_trace(const Trace *trace) {
  ScoreScaleKind kind = score_scale_of(trace, 0).kind;
  return kind == SCORE_SCALE_TEMPERATURE ? "× τ" : kind == SCORE_SCALE_NONE ? "=" : "÷ √d";
}

const char *scaled_motion_step(const Scene *scene) {
  ScoreScale scale = score_scale_of(scene->trace, scene->view->layer);
  if (scale.kind == SCORE_SCALE_NONE) return NULL;
  return str_format(scene->pen.list->arena, scale.kind == SCORE_SCALE_TEMPERATURE ? "× %s" : "÷ %s",
                    scale.value.at);
}

static const char *term(const Scene *scene) {
  ScoreScale scale = score_scale_of(scene->trace, scene->view->layer);
  if (scale.kind == SCORE_SCALE_NONE) return "";
  return str_format(scene->pen.list->arena, scale.kind == SCORE_SCALE_TEMPERATURE ? " · %s" : "/%s",
                    scale.symbol);
}

static const char *phrase(const Scene *scene, int query, int key) {
  return str_format(scene->pen.list->arena, _("scaled %s"),
                    stage_number(scene, TRACE_SCALED, query, key).at);
}

/* -- the panel --------------------------------------------------------------------------------- */

static ScoreScale divisor_here(const Panel *panel) {
  assert(panel->w && panel->w->layer == panel->scene->view->layer);
  return score_scale_of(panel->scene->trace, panel->w->layer);
}

static const char *done_words(const Panel *panel) {
  return score_scale_done(panel_arena(panel), panel->scene->trace, panel->w->layer);
}

static Str announce(const Panel *panel) {
  assert(panel->w && panel->key >= 0);
  return panel_words(panel, _("Next: %s"), done_words(panel));
}

/* Of the finite numbers of the matrix on show. */
static float spread_of(const Panel *panel, TracePart part) {
  MatView matrix = panel_matrix(panel, part);
  double sum = 0, squares = 0;
  long count = 0;
  for (int row = 0; matrix.at && row < matrix.rows; row++)
    for (int col = 0; col < matrix.cols; col++) {
      double value = (double)mat_get(matrix, row, col);
      if (!isfinite(value)) continue;
      sum += value;
      squares += value * value;
      count++;
    }
  if (count == 0) return 0;
  double mean = sum / (double)count;
  return (float)sqrt(fmax(squares / (double)count - mean * mean, 0));
}

/* Why it is the root of d: what would be expected of random numbers, and what is measured here. */
static void add_root(Panel *panel) {
  int d = trace_d_head(panel->scene->trace);
  if (divisor_here(panel).kind != SCORE_SCALE_ROOT) return;
  Number root = score_scale_of(panel->scene->trace, panel->w->layer).value;
  Number before = number_full(spread_of(panel, TRACE_SCORES)),
         after = number_full(spread_of(panel, TRACE_SCALED));
  bool is_told = panel_has_reached(panel, -1) && !scene_is_stepped(panel->scene);
  Str words = panel_words(
      panel,
      is_told
          ? _("Here d = %d, and a score adds up that many products. With variance 1 each, their "
              "sum has variance %d, so its typical size is √%d = %s. Measured in this head: σ "
              "of the scores %s, after dividing %s.")
          : _("Here d = %d, and a score adds up that many products. With variance 1 each, their "
              "sum has variance %d, so its typical size is √%d = %s. Measured in this head: σ "
              "of the scores %s."),
      d, d, d, root.at, before.at, after.at);
  panel_add_card(panel, str_from(_("Why the root of d?")), words, RANK_FACTS);
}

/* "19.92 ÷ √16 = 19.92 ÷ 4 = 4.98", "0.52 × 10 = 5.20"; a score that stays has no arithmetic. */
static Str steps_of(const Panel *panel) {
  Number score = number_full(panel->w->score), scaled = number_full(panel->w->scaled);
  ScoreScale scale = divisor_here(panel);
  if (scale.kind == SCORE_SCALE_ROOT || scale.kind == SCORE_SCALE_TIMES_ROOT)
    return panel_words(panel, "%s ÷ %s = %s ÷ %s = %s", score.at, scale.symbol, score.at,
                       scale.value.at, scaled.at);
  return panel_words(panel, "%s %s = %s", score.at, symbol(panel->scene), scaled.at);
}

static const char *score_symbol(const Panel *panel) {
  switch (trace_kind(panel->scene->trace)->of[KIND_SCORE]) {
  case SCORE_OWN:
    return "q · k";
  case SCORE_GENERAL:
    return "q W k";
  default:
    return _("score");
  }
}

static void add_result(Panel *panel, Str result) {
  bool stays = divisor_here(panel).kind == SCORE_SCALE_NONE;
  panel_add_result(panel,
                   stays ? str_from(_("score, not divided"))
                         : panel_words(panel, "%s %s =", score_symbol(panel), symbol(panel->scene)),
                   result);
}

/* M-04 for one pair, and the row before and after. */
static void work_out(Panel *panel) {
  Number scaled = number_full(panel->w->scaled);
  if (divisor_here(panel).kind != SCORE_SCALE_NONE)
    panel_add_equation(panel, steps_of(panel), RANK_STEPS);
  add_result(panel, panel_words(panel, "%s", scaled.at));
  pair_add_next(panel);
  pair_add_row_table(panel);
  add_root(panel);
  if (divisor_here(panel).kind == SCORE_SCALE_NONE) return;
  pair_add_spread(panel, _("range of the row before"), TRACE_SCORES);
  if (panel_has_reached(panel, -1)) pair_add_spread(panel, _("and after"), TRACE_SCALED);
}

static void row_note(Panel *panel) {
  bool stays = divisor_here(panel).kind == SCORE_SCALE_NONE;
  panel_add_note(panel,
                 stays ? str_from(_("Every score stays as it is."))
                       : panel_words(panel, _("Every score %s; the pale bar is the score before."),
                                     done_words(panel)),
                 RANK_STEPS);
}

static void row_facts(Panel *panel) {
  add_root(panel);
  pair_add_spread(panel, _("range of the row"), TRACE_SCALED);
  if (divisor_here(panel).kind != SCORE_SCALE_NONE)
    pair_add_spread(panel, _("before scaling"), TRACE_SCORES);
}

static void ask(Panel *panel) {
  Number score = number_full(panel->w->score);
  bool stays = divisor_here(panel).kind == SCORE_SCALE_NONE;
  panel_add_result(panel,
                   stays ? panel_words(panel, "%s →", score.at)
                         : panel_words(panel, "%s %s =", score.at, symbol(panel->scene)),
                   STR("?"));
}

/* -- in words ---------------------------------------------------------------------------------- */

static Str what(const Panel *panel) {
  const char *query = cell_query(panel), *key = cell_key(panel);
  Number scaled = number_full(panel->w->scaled), score = number_full(panel->w->score);
  if (divisor_here(panel).kind == SCORE_SCALE_NONE)
    return panel_words(panel, _("%s is the score of “%s” and “%s”, %s, as it was."), scaled.at,
                       query, key, score.at);
  return panel_words(panel, _("%s is the score of “%s” and “%s”, %s, made ready for softmax: %s."),
                     scaled.at, query, key, score.at, done_words(panel));
}

/* What dividing does to the whole head. */
static Str why_scaled(const Panel *panel, float divisor) {
  int d = trace_d_head(panel->scene->trace);
  const AttentionKind *kind = trace_kind(panel->scene->trace);
  if (kind->of[KIND_SCALE] == SCALE_OFF || mistake_of(kind) == MISTAKE_NO_SCALE)
    return panel_words(panel, _("Nothing is divided: scaling is left out."));
  if (divisor_here(panel).kind == SCORE_SCALE_NONE)
    return panel_words(panel, _("Nothing is divided: these scores need no scaling."));
  if (divisor_here(panel).kind == SCORE_SCALE_ROOT)
    return panel_words(panel,
                       P_("A score adds up %d product, and sums of more products spread further: "
                          "dividing all of them by %s takes that out and keeps their order.",
                          "A score adds up %d products, and sums of more products spread further: "
                          "dividing all of them by %s takes that out and keeps their order.",
                          d),
                       d, number_full(divisor).at);
  return panel_words(panel, divisor > 1
                                ? _("All scores of the head become smaller by one number alike: "
                                    "their order stays, and softmax shares more evenly.")
                                : _("All scores of the head become larger by one number alike: "
                                    "their order stays, and softmax tells the keys further "
                                    "apart."));
}

static CellWords cell_words(const Panel *panel) {
  if (!panel->w) return (CellWords){0};
  float score = panel->w->score, divisor = panel->w->divisor;
  double made = (double)score / (double)divisor;
  Str why = !isfinite(made)                                 ? cell_is_not_finite()
            : !number_follows(made, made, panel->w->scaled) ? cell_does_not_follow(panel, made)
                                                            : why_scaled(panel, divisor);
  return (CellWords){what(panel), why};
}

static const PairStage pair = {.part = TRACE_SCALED,
                               .rule = PAIR_RULE_DIVIDED,
                               .title = title,
                               .note = note,
                               .symbol = symbol,
                               .term = term,
                               .phrase = phrase,
                               .column = N_("scaled"),
                               .cell_kicker = N_("One score, scaled"),
                               .row_kicker = N_("One row, scaled"),
                               .shows_before = true,
                               .work_out = work_out,
                               .row_note = row_note,
                               .row_facts = row_facts,
                               .announce = announce,
                               .ask = ask,
                               .guess = N_("Guess first: how large is it after dividing?")};

const StageView stage_scaled_view = {PAIR_STAGE_VIEW(pair),      .symbol = symbol_of_trace,
                                     .captions = captions,       .cell_words = cell_words,
                                     .heads_part = TRACE_SCALED, .overview_part = TRACE_SCALED};
