/* scene/stages/pair_sum.c -- how a number of a pair stage was made, behind its name:
**
**   Scores(it, animal) = 4.21 + 3.66 + … = 15.98     Scaled(it, animal) = 15.98 ÷ 4 = 4.00
**   Masked(it, animal) = 4.00 + 0 = 4.00             Weights(it, animal) = 1.000 ÷ 1.292 = 0.774
**
** Nothing is said of a number that does not follow from those before it, as one that was set by
** hand, nor of a mistake, which a quiz may ask for. */
#include "scene/stages/pair_stage.h"

#include <assert.h>
#include <math.h>

#include "scene/score_scale.h"
#include "trace/mistakes.h"
#include "trace/workings/cell_facts.h"

/* What all rules read. */
typedef struct PairMade {
  const Scene *scene;
  const Workings *w;
  const PairStage *pair;
  float before, value; /* of the part before, and of this one */
  Number result;
} PairMade;

typedef struct PairSign {
  const char *words;
  bool is_product, is_quotient;
} PairSign;

static const PairSign PLUS = {.words = "+"}, MINUS = {.words = "−"};
static const PairSign TIMES = {.words = "×", .is_product = true};
static const PairSign DIVIDED = {.words = "÷", .is_quotient = true};

/* A quotient of digits has more of them than the result, which is then the nearest. */
static bool is_rounded(const PairMade *made, Number left, PairSign sign, Number right) {
  const double half = trace_part_info(made->pair->part)->scale == SCALE_SHARES ? 5.1e-4 : 5.1e-3;
  double a, b, says;
  if (!number_printed(left, &a) || !number_printed(right, &b)) return false;
  if (!sign.is_product && !sign.is_quotient)
    return sum_is_rounded(sign.words == MINUS.words ? a - b : a + b, made->result);
  double exact = sign.is_product ? a * b : a / b;
  return number_printed(made->result, &says) && fabs(exact - says) > half;
}

/* "15.98 ÷ 4 = 4.00" */
static StageSum of_two(const PairMade *made, Number left, PairSign sign, Number right) {
  const char *words = str_format(made->scene->pen.list->arena, "%s %s %s = %s", left.at, sign.words,
                                 right.at, made->result.at);
  if (!words) return (StageSum){0};
  return (StageSum){.words = str_from(words), .is_rounded = is_rounded(made, left, sign, right)};
}

static StageSum of_products(const PairMade *made, int terms) {
  const Workings *w = made->w;
  TermSigns signs = term_signs(w->products, w->term_count);
  if (!number_follows(signs.above_sum + signs.below_sum, signs.scale, made->value))
    return (StageSum){0};
  return sum_of_terms(made->scene, &(SumTerms){.terms = w->products,
                                               .count = w->term_count,
                                               .shown = terms,
                                               .always = -1,
                                               .by_size = true,
                                               .number = number_hundredths,
                                               .result = made->result});
}

static StageSum of_scale(const PairMade *made) {
  ScoreScale scale = score_scale_of(made->scene->trace, made->w->layer);
  if (scale.kind == SCORE_SCALE_NONE) return (StageSum){0};
  bool is_times = scale.kind == SCORE_SCALE_TEMPERATURE;
  double divisor = (double)made->w->divisor;
  if (!number_follows((double)made->before / divisor, fabs((double)made->value), made->value))
    return (StageSum){0};
  return of_two(made, number_full(made->before), is_times ? TIMES : DIVIDED, scale.value);
}

static StageSum of_added(const PairMade *made) {
  MatView all = stage_matrix(made->scene, made->pair->added);
  int row = made->w->query, col = made->w->key;
  if (!all.at || row >= all.rows || col >= all.cols) return (StageSum){0};
  double added = (double)mat_get(all, row, col), before = (double)made->before;
  if (!number_follows(before + added, fabs(before) + fabs(added), made->value))
    return (StageSum){0};
  return of_two(made, number_hundredths(made->before), added < 0 ? MINUS : PLUS,
                added == 0 ? (Number){"0"} : number_hundredths((float)fabs(added)));
}

static StageSum of_mask(const PairMade *made) {
  bool is_hidden = made->w->hidden;
  if (is_hidden ? made->value != -INFINITY : fabsf(made->value - made->before) > 0)
    return (StageSum){0};
  return of_two(made, number_full(made->before), PLUS,
                is_hidden ? number_operand(number_full(-INFINITY)) : (Number){"0"});
}

static StageSum of_softmax(const PairMade *made) {
  const Workings *w = made->w;
  double sum = (double)w->exponential_sum, e = (double)w->exponential;
  bool has_features = kind_has_features(trace_kind(made->scene->trace));
  if (has_features || w->attends_to_nothing || !number_follows(e / sum, 1, made->value))
    return (StageSum){0};
  return of_two(made, number_share(w->exponential, w->hidden), DIVIDED, number_weight((float)sum));
}

static float number_at(const Scene *scene, TracePart part) {
  return workings_row(scene->workings, part)[scene->workings->key];
}

StageSum pair_sum(const Scene *scene, int row, int col, int terms) {
  const Workings *w = scene->workings;
  if (!w || !w->products || w->query != row || w->key != col) return (StageSum){0};
  if (mistake_of(trace_kind(scene->trace)) != MISTAKE_NONE) return (StageSum){0};
  const PairStage *pair = stage_views[scene->view->stage]->pair;
  assert(pair);
  PairMade made = {.scene = scene, .w = w, .pair = pair, .value = number_at(scene, pair->part)};
  made.before = number_at(scene, trace_pair_part_before(scene->trace, pair->part));
  made.result = trace_part_info(pair->part)->scale == SCALE_SHARES
                    ? number_share(made.value, scene_hides(scene, row, col))
                    : stage_number(scene, pair->part, row, col);
  switch (pair->rule) {
  case PAIR_RULE_PRODUCT:
    return of_products(&made, terms);
  case PAIR_RULE_DIVIDED:
    return of_scale(&made);
  case PAIR_RULE_ADDED:
    return of_added(&made);
  case PAIR_RULE_MASKED:
    return of_mask(&made);
  case PAIR_RULE_SOFTMAX:
    return of_softmax(&made);
  default:
    return (StageSum){0};
  }
}
