/* scene/stages/scores.c -- the scores stage: every query meets every key (M-03, M-60 to M-63). */
#include "scene/stages/scores.h"

#include "base/i18n.h"
#include "scene/mask_words.h"
#include "scene/score_scale.h"

static bool has_vectors(const Scene *scene) {
  return trace_has_part(scene->trace, trace_score_queries(scene->trace)) &&
         trace_has_part(scene->trace, trace_score_keys(scene->trace));
}

static ScoreKind score_of(const Trace *trace) {
  return (ScoreKind)trace_kind(trace)->of[KIND_SCORE];
}

static bool is_relative(const Trace *trace) { return trace_has_part(trace, TRACE_RELATIVE_KEY); }

static const char *product_shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  int width = trace_d_head(scene->trace);
  if (score_of(scene->trace) == SCORE_GENERAL)
    return str_format(arena, _("%d × %d times %d × %d times %d × %d → %d × %d scores"), tokens,
                      width, width, width, width, keys, tokens, keys);
  return str_format(arena, _("%d × %d times %d × %d → %d × %d scores"), tokens, width, width, keys,
                    tokens, keys);
}

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace), rows, terms;
  if (!has_vectors(scene)) return str_format(arena, _("%d × %d scores, as recorded"), tokens, keys);
  if (score_of(scene->trace) != SCORE_ADDITIVE || !trace_has_part(scene->trace, TRACE_SCORE_W))
    return product_shapes(scene);
  trace_matrix_shape(scene->trace, TRACE_SCORE_W, scene->view->layer, &rows, &terms);
  return str_format(arena,
                    P_("%d × %d pairs, a sum of %d term each → %d × %d scores",
                       "%d × %d pairs, a sum of %d terms each → %d × %d scores", terms),
                    tokens, keys, terms, tokens, keys);
}

/* How a score is made. */
static const char *rule_of(const Trace *trace) {
  switch (score_of(trace)) {
  case SCORE_GENERAL:
    return _("A matrix W stands between query and key, so that any column of the one may meet any "
             "column of the other. With 1 on its diagonal and 0 elsewhere it would be the dot "
             "product.");
  case SCORE_COSINE:
    return _("The cosine is 1 where two vectors point the same way, 0 where they have nothing in "
             "common and −1 where they point apart. How long they are does not count.");
  case SCORE_ADDITIVE:
    return _("Query and key are mapped, added and bent by tanh, and each column counts with a "
             "weight of its own, v. Scores were made so before dot products were: each pair costs "
             "as many tanh as there are columns.");
  default:
    return _("A dot product is large when two vectors are long and point the same way. "
             "Each score is one query times one key.");
  }
}

static const char *terms_above(const Scene *scene, const Workings *w) {
  int positive = 0;
  for (int c = 0; c < w->term_count; c++) positive += w->products[c] > 0;
  if (score_of(scene->trace) == SCORE_ADDITIVE)
    return str_format(scene->pen.list->arena,
                      P_("Here %d of %d term is above zero.", "Here %d of %d terms are above zero.",
                         w->term_count),
                      positive, w->term_count);
  return str_format(scene->pen.list->arena,
                    P_("Here %d of %d product is above zero.",
                       "Here %d of %d products are above zero.", w->term_count),
                    positive, w->term_count);
}

/* The rule, what lays it over the model, and for a focused cell what its own products show. */
static const char *explanation(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const Trace *trace = scene->trace;
  const Workings *w = scene->workings;
  StrBuf words = strbuf_make(arena);
  i18n_add_sentence(&words, rule_of(trace));
  if (is_relative(trace))
    i18n_add_sentence(&words, _("A row for the distance is added to every key first, so that the "
                                "score tells near from far."));
  const char *none = mask_no_distances(trace, scene->view->layer);
  if (none[0]) i18n_add_sentence(&words, none);
  if (score_of(trace) != SCORE_OWN)
    i18n_add_sentence(
        &words, kind_sentence(arena, trace_kind(trace), KIND_SCORE, trace_is_recorded(trace)));
  if (w && w->key >= 0 && w->products) i18n_add_sentence(&words, terms_above(scene, w));
  return words.at;
}

static const char *hint_of(const Scene *scene) {
  if (trace_is_recorded(scene->trace) && !has_vectors(scene))
    return _("Try: click a row and find its largest number.");
  switch (score_of(scene->trace)) {
  case SCORE_COSINE:
    return _("Try: the command score dot, and find a key whose length alone made its score large.");
  case SCORE_ADDITIVE:
    return _("Try: click a cell and walk with the arrow keys: where does tanh reach its ends?");
  default:
    return _("Try: click a cell and walk with the arrow keys: which columns agree?");
  }
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = _("Every query meets every key.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  out->hint = hint_of(scene);
}

/* -- the formula ------------------------------------------------------------------------------- */

/* What meets: R stands for the turn by the place or a row for the distance, K′ for mixed keys. */
enum { MEET_PLAIN, MEET_TURNED, MEET_RELATIVE, MEET_MIXED, MEET_TURNED_AND_MIXED, MEET_COUNT };

static int meeting_of(const Trace *trace) {
  bool is_turned = trace_has_stage(trace, STAGE_ROTATED);
  if (trace_keys_are_mixtures(trace)) return is_turned ? MEET_TURNED_AND_MIXED : MEET_MIXED;
  return is_turned ? MEET_TURNED : is_relative(trace) ? MEET_RELATIVE : MEET_PLAIN;
}

/* Relative vectors are of products alone (forward/kind.c). */
const char *scores_formula(const Trace *trace) {
  static const char *const words[SCORE_COUNT][MEET_COUNT] = {
      [SCORE_OWN] = {"QKᵀ", "Q_R K_Rᵀ", "Q (K + R)ᵀ", "Q K′ᵀ", "Q_R K′ᵀ"},
      [SCORE_GENERAL] = {"Q W Kᵀ", "Q_R W K_Rᵀ", "Q W (K + R)ᵀ", "Q W K′ᵀ", "Q_R W K′ᵀ"},
      [SCORE_COSINE] = {"cos(Q, K)", "cos(Q_R, K_R)", "cos(Q, K)", "cos(Q, K′)", "cos(Q_R, K′)"},
      [SCORE_ADDITIVE] = {"vᵀ tanh(Q W + K U)", "vᵀ tanh(Q_R W + K_R U)", "vᵀ tanh(Q W + K U)",
                          "vᵀ tanh(Q W + K′ U)", "vᵀ tanh(Q_R W + K′ U)"}};
  return words[score_of(trace)][meeting_of(trace)];
}

const char *scores_of_pair(const Trace *trace) {
  bool relative = is_relative(trace);
  switch (score_of(trace)) {
  case SCORE_GENERAL:
    return relative ? "q W · (k + r)" : "q W · k";
  case SCORE_COSINE:
    return "q · k ÷ (|q| |k|)";
  case SCORE_ADDITIVE:
    return "vᵀ tanh(q W + k U)";
  default:
    return relative ? "q · (k + r)" : "q · k";
  }
}

static const char *symbol_of_trace(const Trace *trace) {
  bool is_plain = meeting_of(trace) == MEET_PLAIN;
  switch (score_of(trace)) {
  case SCORE_GENERAL:
    return scores_formula(trace);
  case SCORE_COSINE:
    return "cos";
  case SCORE_ADDITIVE:
    return "tanh";
  default:
    return is_plain ? stage_info(STAGE_SCORES)->symbol : scores_formula(trace);
  }
}

static const char *symbol(const Scene *scene) { return symbol_of_trace(scene->trace); }

/* Scores that are not divided have no fraction: at the scaled stage they are what is shown. */
static void add_undivided(const Scene *scene, Formula *out, ScoreScale scale) {
  bool stays = scale.kind == SCORE_SCALE_NONE && scene->view->stage == STAGE_SCALED;
  formula_add(out, (FormulaPiece){.symbol = scores_formula(scene->trace),
                                  .stage = stays ? STAGE_SCALED : STAGE_SCORES,
                                  .role = TRACE_SCORES,
                                  .before = 0.25f,
                                  .after = 0.2f});
  if (scale.kind != SCORE_SCALE_TEMPERATURE) return;
  formula_add(out,
              (FormulaPiece){.symbol = str_format(scene->pen.list->arena, "· %s", scale.symbol),
                             .stage = STAGE_SCALED,
                             .role = TRACE_SCALED,
                             .before = 0.5f});
}

/* Before a class without its value, so that it may be large: the sentence and the equation beside
** the formula say it. */
static const char *denominator(const Scene *scene, const ScoreScale *scale) {
  Arena *arena = scene->pen.list->arena;
  if (scene->view->presenter) return str_copy(arena, str_from(scale->symbol));
  return score_scale_written(arena, scene->trace, scene->view->layer);
}

/* The denominator of the fraction belongs to the scaled stage. */
static void add_term(const Scene *scene, Formula *out) {
  ScoreScale scale = score_scale_of(scene->trace, scene->view->layer);
  if (scale.kind == SCORE_SCALE_NONE || scale.kind == SCORE_SCALE_TEMPERATURE) {
    add_undivided(scene, out, scale);
    return;
  }
  formula_add(out, (FormulaPiece){.kind = FORMULA_FRACTION,
                                  .symbol = scores_formula(scene->trace),
                                  .below = denominator(scene, &scale),
                                  .stage = STAGE_SCORES,
                                  .stage_below = STAGE_SCALED,
                                  .role = TRACE_SCORES});
}

static const char *term(const Scene *scene) { return scores_formula(scene->trace); }

static const char *phrase(const Scene *scene, int query, int key) {
  return str_format(scene->pen.list->arena, _("score %s"),
                    stage_number(scene, TRACE_SCORES, query, key).at);
}

static const PairStage pair = {
    .part = TRACE_SCORES,
    .rule = PAIR_RULE_PRODUCT,
    .is_product = true,
    .symbol = symbol,
    .add_term = add_term,
    .term = term,
    .phrase = phrase,
    .column = N_("score"),
    .cell_kicker = N_("One score, worked out"),
    .row_kicker = N_("One row of scores"),
    .work_out = scores_work_out,
    .row_note = scores_row_note,
    .ask = scores_ask,
    .ask_row = scores_ask_row,
    .guess =
        N_("Guess first: do the two point the same way (above 0), apart (below 0) or neither?")};

const StageView stage_scores_view = {PAIR_STAGE_VIEW(pair),      .symbol = symbol_of_trace,
                                     .captions = captions,       .cell_words = scores_cell_words,
                                     .heads_part = TRACE_SCORES, .overview_part = TRACE_SCORES};
