/* scene/stages/dropped.c -- the stage of dropped weights: some are left out by chance, the others
** grow (M-64). */
#include "scene/stages/pair_stage.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"

static const char *share_words(const Scene *scene) {
  return kind_number_words(scene->pen.list->arena, trace_kind(scene->trace), KIND_DROPOUT,
                           DROPOUT_SHARE);
}

/* 1 − P, what a kept weight is divided by. */
static float kept_share(const Scene *scene) {
  return (float)(1 - kind_dropped_share(trace_kind(scene->trace)));
}

/* A weight that is 0 already has nothing to lose. */
static bool is_left_out(float weight, float dropped) { return weight > 0 && dropped == 0; }

static long left_out_count(const Scene *scene, long *count) {
  MatView weights = stage_matrix(scene, TRACE_WEIGHTS),
          dropped = stage_matrix(scene, TRACE_DROPPED);
  long left_out = 0;
  *count = 0;
  for (int row = 0; row < weights.rows && row < dropped.rows; row++)
    for (int col = 0; col < weights.cols; col++) {
      *count += mat_get(weights, row, col) > 0;
      left_out += is_left_out(mat_get(weights, row, col), mat_get(dropped, row, col));
    }
  return left_out;
}

static void captions(const Scene *scene, Captions *out) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  long count, left_out = left_out_count(scene, &count);
  out->headline = _("Some weights are left out by chance.");
  out->shapes = str_format(
      arena,
      P_("%d × %d, %ld of %ld weight left out", "%d × %d, %ld of %ld weights left out", count),
      tokens, keys, left_out, count);
  out->explanation = str_format(
      arena,
      _("In training each weight is left out with a chance of %s, and those that stay are divided "
        "by %s: a row then adds up to 1 only on average. So no head learns to lean on one key "
        "alone. A model that is asked uses every weight, which is why dropout is off unless you "
        "turn it on."),
      share_words(scene), number_full(kept_share(scene)).at);
  out->hint = _("Try: the command dropout 0.3 seed 2, and see which rows lose their heaviest key.");
}

static const char *title(const Scene *scene) {
  return str_format(scene->pen.list->arena, _("dropout, P = %s"), share_words(scene));
}

static const char *note(const Scene *scene) {
  return str_format(scene->pen.list->arena, _("0, or the weight ÷ %s: rows no longer sum to 1"),
                    number_full(kept_share(scene)).at);
}

static double sum_of(MatView values, int row) {
  double sum = 0;
  assert(row >= 0 && row < values.rows);
  for (int col = 0; col < values.cols; col++) sum += (double)mat_get(values, row, col);
  return sum;
}

static const char *row_end(const Scene *scene, MatView values, int row) {
  return str_format(scene->pen.list->arena, "Σ = %.2f", sum_of(values, row));
}

static const char *phrase(const Scene *scene, int query, int key) {
  MatView dropped = stage_matrix(scene, TRACE_DROPPED);
  if (!dropped.at) return "";
  return str_format(scene->pen.list->arena, _("after dropout %s"),
                    number_weight(mat_get(dropped, query, key)).at);
}

static void add_front(const Scene *scene, Formula *out) {
  (void)scene;
  formula_add(out,
              (FormulaPiece){
                  .symbol = "D ⊙", .stage = STAGE_DROPPED, .role = TRACE_DROPPED, .after = 0.4f});
}

static const char *front(const Scene *scene) {
  (void)scene;
  return "D ⊙ ";
}

/* -- the panel --------------------------------------------------------------------------------- */

static float before_of(const Panel *panel) { return pair_number(panel, TRACE_WEIGHTS); }
static float after_of(const Panel *panel) { return pair_number(panel, TRACE_DROPPED); }

static Str announce(const Panel *panel) {
  return panel_words(panel, _("Next: dropout, P = %s"), share_words(panel->scene));
}

/* -- in words ---------------------------------------------------------------------------------- */

static Str what(const Panel *panel) {
  return panel_words(
      panel,
      _("%s is what dropout left of the share that “%s” gives “%s”, %s, and what the "
        "value is multiplied by."),
      number_weight(after_of(panel)).at, cell_query(panel), cell_key(panel),
      number_weight(before_of(panel)).at);
}

static Str why_dropped(const Panel *panel) {
  float before = before_of(panel), after = after_of(panel), kept = kept_share(panel->scene);
  double made = (double)before / (double)kept;
  if (before == 0 && after == 0)
    return panel_words(panel, _("The share is 0 already, kept or not."));
  if (is_left_out(before, after))
    return panel_words(panel, _("Chance left this one out: the seed decides which, so the same "
                                "command leaves out the same ones."));
  if (!isfinite(made)) return cell_is_not_finite();
  if (!number_follows(made, made, after)) return cell_does_not_follow(panel, made);
  return panel_words(
      panel,
      _("Chance kept this one, and it is divided by 1 − %s = %s to make up for those "
        "that are left out."),
      share_words(panel->scene), number_full(kept).at);
}

static CellWords cell_words(const Panel *panel) {
  return panel->w ? (CellWords){what(panel), why_dropped(panel)} : (CellWords){0};
}

/* A weight that was set, or a mistake, makes another sum than 1. */
static Str sum_label(const Panel *panel, double before) {
  const float rounds = 0.0005f;
  if (fabsf((float)before - 1) < rounds) return str_from(_("sum of the row, which was 1"));
  return panel_words(panel, _("sum of the row, which was %s"), number_full((float)before).at);
}

static void add_sums(Panel *panel) {
  double before = 0, sum = 0;
  int lost = 0;
  const float *weights = workings_row(panel->w, TRACE_WEIGHTS);
  const float *dropped = workings_row(panel->w, TRACE_DROPPED);
  for (int key = 0; key < panel->w->key_count; key++) {
    before += (double)weights[key];
    sum += (double)dropped[key];
    lost += is_left_out(weights[key], dropped[key]);
  }
  panel_add_fact(panel, sum_label(panel, before),
                 panel_words(panel, "%s", number_full((float)sum).at), RANK_FACTS);
  panel_add_fact(panel, str_from(_("weights left out")),
                 panel_count(panel, _("%d of %d"), lost, panel->w->visible_count), RANK_FACTS);
}

static void work_out(Panel *panel) {
  float before = before_of(panel), after = after_of(panel);
  Number weight = number_weight(before), result = number_weight(after);
  Number divisor = number_full(kept_share(panel->scene));
  bool is_out = is_left_out(before, after);
  if (is_out) panel_add_equation(panel, panel_words(panel, "%s · 0 = 0", weight.at), RANK_STEPS);
  else
    panel_add_equation(panel,
                       panel_words(panel, "%s ÷ (1 − %s) = %s ÷ %s = %s", weight.at,
                                   share_words(panel->scene), weight.at, divisor.at, result.at),
                       RANK_STEPS);
  panel_add_result(panel, str_from(_("after dropout")), panel_words(panel, "%s", result.at));
  pair_add_row_table(panel);
  if (panel_has_reached(panel, -1)) add_sums(panel);
}

static void row_note(Panel *panel) {
  panel_add_note(panel,
                 panel_words(panel,
                             _("Every weight is 0 or ÷ %s; the pale bar is the weight before."),
                             number_full(kept_share(panel->scene)).at),
                 RANK_STEPS);
}

static void ask(Panel *panel) {
  panel_add_result(panel,
                   panel_words(panel, _("dropout: %s becomes"), number_weight(before_of(panel)).at),
                   STR("?"));
}

static const PairStage pair = {.part = TRACE_DROPPED,
                               .title = title,
                               .note = note,
                               .row_end = row_end,
                               .add_front = add_front,
                               .front = front,
                               .phrase = phrase,
                               .column = N_("dropped"),
                               .cell_kicker = N_("One weight, kept or left out"),
                               .row_kicker = N_("One row of weights after dropout"),
                               .shows_before = true,
                               .work_out = work_out,
                               .row_note = row_note,
                               .row_facts = add_sums,
                               .announce = announce,
                               .guess_verb = "→",
                               .ask = ask,
                               .guess = N_("Guess first: is it kept, and how large is it then?")};

const StageView stage_dropped_view = {PAIR_STAGE_VIEW(pair), .captions = captions,
                                      .cell_words = cell_words, .heads_part = TRACE_DROPPED,
                                      .overview_part = TRACE_DROPPED};
