/* scene/stages/compare.c -- three matrices beside each other: laid over, exact, difference. */
#include "scene/stages/compare.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/mask_words.h"
#include "scene/stages/compare_kept.h"
#include "scene/stages/compare_sides.h"
#include "scene/stages/mistake_words.h"
#include "trace/workings/moved.h"

bool compare_names_cols(const Scene *scene) {
  return scene->beside ? beside_names_cols(scene->beside)
                       : trace_part_info(compare_own_part(scene))->by_pair;
}

TracePart compare_own_part(const Scene *scene) {
  return scene->beside ? scene->beside->part : trace_stage_compared(scene->view->stage);
}

bool compare_is_of_rows(const Scene *scene) {
  return stage_info(scene->view->stage)->by_pair && !compare_names_cols(scene);
}

static bool is_result(StageId stage, TracePart part) {
  const StageInfo *info = stage_info(stage);
  for (int i = info->part_count - info->result_count; i < info->part_count; i++)
    if (info->parts[i] == part) return true;
  return false;
}

bool compare_is_on(const Scene *scene) {
  const Exact *exact = scene->exact;
  if (scene->view->kind != VIEW_STAGE) return false;
  if (scene->beside) return is_result(scene->view->stage, scene->beside->part);
  if (scene->order) return scene->order->part == compare_own_part(scene);
  if (!exact) return false;
  if (!compare_names_cols(scene)) return compare_own_part(scene) == TRACE_OUTPUT;
  return exact->part == compare_own_part(scene);
}

/* -- the numbers ------------------------------------------------------------------------------- */

TracePart compare_part(const Scene *scene, SideId side) {
  TracePart part = compare_own_part(scene);
  bool is_signed = trace_part_info(part)->scale == SCALE_SIGNED;
  if (!compare_names_cols(scene))
    return side == SIDE_DIFFERENCE && !is_signed ? TRACE_OUTPUT : part;
  if (side == SIDE_DIFFERENCE) return TRACE_SCORES;
  if (scene->beside) return part;
  return side == SIDE_EXACT ? exact_part_beside(part) : part;
}

MatView compare_values(const Scene *scene, SideId side) {
  const Exact *exact = scene->exact;
  const OrderBack *order = scene->order;
  const TwoRuns *beside = scene->beside;
  if (beside)
    return side == SIDE_LAID_OVER ? beside->now
           : side == SIDE_EXACT   ? beside->kept
                                  : beside->difference;
  if (order)
    return side == SIDE_LAID_OVER ? order->in_order
           : side == SIDE_EXACT   ? order->back
                                  : order->difference;
  bool by_pair = compare_names_cols(scene);
  if (side == SIDE_EXACT) return by_pair ? exact->pairs : exact->output;
  if (side == SIDE_DIFFERENCE) return by_pair ? exact->pair_difference : exact->output_difference;
  return stage_matrix(scene, compare_own_part(scene));
}

bool compare_has_other_columns(const Scene *scene) {
  return !scene->beside && scene->exact && compare_names_cols(scene) && !scene->exact->has_pairs;
}

int compare_side_count(const Scene *scene) {
  if (scene->order || scene->beside) return SIDES;
  bool has_all = compare_names_cols(scene) ? scene->exact->has_pairs : scene->exact->has_output;
  return has_all ? SIDES : SIDES - 1;
}

float compare_largest(MatView values) {
  float largest = 0;
  for (int row = 0; row < values.rows; row++)
    for (int col = 0; col < values.cols; col++) {
      float size = fabsf(mat_get(values, row, col));
      if (isfinite(size)) largest = fmaxf(largest, size);
    }
  return largest;
}

CompareUnit compare_unit(const Scene *scene, MatView difference) {
  static const char *const words[] = {"1",   "10",  "100", "1000", "10⁴", "10⁵",
                                      "10⁶", "10⁷", "10⁸", "10⁹",  "10¹⁰"};
  bool is_share = trace_part_info(compare_own_part(scene))->scale == SCALE_SHARES;
  float largest = compare_largest(difference), times = 1;
  const float least = is_share ? 0.1f : 1, fine = is_share ? 0.05f : 0.5f;
  int power = 0;
  if (!(largest > 0) || largest >= fine) return (CompareUnit){1, ""};
  while (largest * times < least && power < 10) times *= 10, power++;
  return (CompareUnit){times, words[power]};
}

ColorRange compare_range(const Scene *scene, SideId side) {
  TracePart part = compare_own_part(scene);
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  bool is_share = trace_part_info(part)->scale == SCALE_SHARES;
  float largest;
  if (side == SIDE_DIFFERENCE) {
    largest = compare_largest(compare_values(scene, side));
    return largest > 0 ? (ColorRange){-largest, largest} : (ColorRange){-1, 1};
  }
  if (is_share || scene_range_is_fixed(scene, part)) return range;
  largest = fmaxf(range.high, compare_largest(compare_values(scene, SIDE_EXACT)));
  if (!(largest > 0)) largest = 1;
  return (ColorRange){-largest, largest};
}

/* -- words ------------------------------------------------------------------------------------- */

const char *compare_laid_over(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const Trace *trace = scene->trace;
  StrBuf words = strbuf_make(arena);
  if (trace_mask_is_laid_over(trace))
    strbuf_add(&words, str_from(mask_words(arena, trace, scene->view->layer)));
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    if (!trace_is_laid_over(trace, (KindSetting)i)) continue;
    const char *brief = kind_words(arena, trace_kind(trace), (KindSetting)i, true);
    if (brief && brief[0]) strbuf_format(&words, "%s%s", words.bytes > 0 ? " · " : "", brief);
  }
  return words.at && !words.failed ? words.at : "";
}

/* In a file, without the line of a chosen cell, the title says what is taken from what. */
static const char *difference_title(const Scene *scene) {
  if (scene->interactive || scene->order) return _("difference");
  if (scene->beside) return _("difference: now − kept");
  return mistake_is_said(scene) ? _("difference: with − without") : _("difference from exact");
}

const char *compare_title(const Scene *scene, SideId side, bool has_digits) {
  if (scene->beside && side != SIDE_DIFFERENCE)
    return compare_kept_title(scene, side == SIDE_EXACT);
  if (scene->order && side != SIDE_DIFFERENCE)
    return side == SIDE_EXACT ? _("shuffled, put back") : _("in order");
  if (side == SIDE_EXACT && mistake_is_said(scene)) return _("without the mistake");
  if (side == SIDE_EXACT) return _("exact attention");
  if (side == SIDE_LAID_OVER) return compare_laid_over(scene);
  CompareUnit unit = compare_unit(scene, compare_values(scene, side));
  if (!has_digits || unit.times <= 1) return difference_title(scene);
  if (scene->interactive)
    return str_format(scene->pen.list->arena, _("difference, digits × %s"), unit.words);
  return str_format(scene->pen.list->arena, _("%s, digits × %s"), difference_title(scene),
                    unit.words);
}

const char *compare_short_title(SideId side) {
  if (side == SIDE_DIFFERENCE) return _("difference");
  return side == SIDE_EXACT ? _("kept run") : C_("a run", "now");
}

static Number cell_number(const Scene *scene, float value) {
  bool is_share = trace_part_info(compare_own_part(scene))->scale == SCALE_SHARES;
  return is_share ? number_weight(value) : number_full(value);
}

void compare_focus(const Scene *scene, int *row, int *col) {
  if (!scene->beside) {
    stage_focus(scene, row, col);
    if (compare_is_of_rows(scene)) *col = -1;
    return;
  }
  *row = scene->view->query;
  *col = scene->view->key;
}

Str compare_row_name(const Scene *scene, int row) {
  if (!scene->beside) return scene_named(scene, row);
  return quoted_name(scene->pen.list->arena, beside_row_token(scene->beside, row)->label);
}

Str compare_col_name(const Scene *scene, int col) {
  if (!scene->beside) return scene_key_named(scene, col);
  return quoted_name(scene->pen.list->arena, beside_col_token(scene->beside, col)->label);
}

/* "it → animal", "it, column 3" */
static const char *cell_name(const Scene *scene, int row, int col) {
  Arena *arena = scene->pen.list->arena;
  Str query = compare_row_name(scene, row);
  if (!compare_names_cols(scene))
    return str_format(arena, _("%.*s, column %d"), (int)query.bytes, query.at, col + 1);
  Str key = compare_col_name(scene, col);
  return str_format(arena, "%.*s → %.*s", (int)query.bytes, query.at, (int)key.bytes, key.at);
}

const char *compare_cell_sentence(const Scene *scene) {
  int row, col;
  compare_focus(scene, &row, &col);
  if (row < 0 || col < 0 || compare_side_count(scene) < SIDES) return "";
  MatView laid = compare_values(scene, SIDE_LAID_OVER), exact = compare_values(scene, SIDE_EXACT);
  MatView apart = compare_values(scene, SIDE_DIFFERENCE);
  if (row >= apart.rows || col >= apart.cols || row >= laid.rows || col >= laid.cols) return "";
  Arena *arena = scene->pen.list->arena;
  const char *name = cell_name(scene, row, col);
  if (scene->beside && !compare_kept_has(scene, row, col))
    return str_format(arena, _("%s is in this run alone"), name);
  Number a = cell_number(scene, mat_get(laid, row, col));
  Number b = cell_number(scene, mat_get(exact, row, col));
  float difference = mat_get(apart, row, col);
  if (isnan(difference) && isinf(mat_get(laid, row, col)))
    return str_format(arena, _("%s is hidden in both"), name);
  Number c = cell_number(scene, difference);
  const char *form = mat_get(exact, row, col) < 0 ? "%s:  %s − (%s) = %s" : "%s:  %s − %s = %s";
  return str_format(arena, form, name, a.at, b.at, c.at);
}

static const char *output_sentence(const Scene *scene) {
  const ExactErrors *errors = &scene->exact->errors;
  Number largest = number_full(errors->output_largest), mean = number_full(errors->output_mean);
  Number size = number_full(errors->output_size);
  MatView apart = scene->exact->output_difference;
  if (errors->output_broken > 0 && errors->output_broken == (long)apart.rows * apart.cols)
    return _("Weighted sum: no number is finite in both.");
  if (errors->output_broken > 0)
    return str_format(scene->pen.list->arena,
                      _("Weighted sum: largest error %s and mean error %s where both are finite; "
                        "the largest number of the exact one is %s."),
                      largest.at, mean.at, size.at);
  return str_format(scene->pen.list->arena,
                    _("Weighted sum: largest error %s, mean error %s; the largest number of the "
                      "exact one is %s."),
                    largest.at, mean.at, size.at);
}

static const char *weight_sentence(const Scene *scene) {
  const ExactErrors *errors = &scene->exact->errors;
  Arena *arena = scene->pen.list->arena;
  Number largest = number_full(errors->weight_largest);
  bool is_broken = errors->weight_broken > 0;
  if (!(errors->weight_largest > 0))
    return is_broken ? _("Weights: no difference where both are finite.")
                     : _("Weights: no difference.");
  Str query = scene_named(scene, errors->weight_query);
  Str key = scene_key_named(scene, errors->weight_key);
  const char *form =
      is_broken ? _("Weights: largest difference %s where both are finite, query %.*s, key %.*s.")
                : _("Weights: largest difference %s, query %.*s, key %.*s.");
  return str_format(arena, form, largest.at, (int)query.bytes, query.at, (int)key.bytes, key.at);
}

/* Infinite rows would make every mean infinite: they are counted instead. */
static void add_divergence(const Scene *scene, StrBuf *words) {
  const ExactErrors *errors = &scene->exact->errors;
  Arena *arena = scene->pen.list->arena;
  int infinite = errors->infinite_rows;
  Number mean = number_full(errors->divergence_mean);
  if (errors->divergence_rows > 0)
    i18n_add_sentence(
        words,
        str_format(arena, _("KL divergence of a row from the exact one: %s bits in the mean."),
                   mean.at));
  if (infinite > 0)
    i18n_add_sentence(
        words, str_format(arena,
                          P_("It is infinite in %d row, left out, with a weight where exact "
                             "attention has none.",
                             "It is infinite in %d rows, left out, with a weight where exact "
                             "attention has none.",
                             infinite),
                          infinite));
}

/* As where positions or shared heads act on what Q, K and V are made from. */
static bool is_no_difference(const Scene *scene) {
  const Exact *exact = scene->exact;
  return exact->has_pairs && exact->has_output && !(exact->errors.output_largest > 0) &&
         !(exact->errors.weight_largest > 0);
}

/* Equal but for rounding: nothing tells the model where a token stands. */
static const char *order_words(const Scene *scene) {
  const OrderBack *order = scene->order;
  Number largest = number_full(order->largest), size = number_full(order->size);
  bool is_rounding = order->largest <= ORDER_ROUNDING * order->size;
  if (!(order->largest > 0))
    return _(
        "No number differs: the tokens were shuffled, and each row has only changed its place.");
  return str_format(scene->pen.list->arena,
                    is_rounding
                        ? _("Largest difference %s, of numbers up to %s: rounding at most. The "
                            "tokens were shuffled, and each row has only changed its place.")
                        : _("Largest difference %s, of numbers up to %s. The tokens were shuffled, "
                            "and their rows are other ones: their places count, by positions or a "
                            "mask."),
                    largest.at, size.at);
}

/* Which positions exact attention has, where others are laid over. */
static const char *position_sentence(const Scene *scene) {
  const Trace *trace = scene->trace;
  bool is_laid = trace_is_laid_over(trace, KIND_POSITIONS);
  if (!is_laid || trace_is_recorded(trace) || trace_is_cross(trace)) return "";
  const char *own =
      kind_words(scene->pen.list->arena, trace_own_kind(trace), KIND_POSITIONS, false);
  if (own && own[0])
    return str_format(scene->pen.list->arena,
                      _("Exact attention has the model's own positions here: %s."), own);
  return _(
      "The model's own positions are added to its input, where others stand now: so Q, K and V "
      "are without them, and exact attention too.");
}

/* Where all is NaN nothing is left to differ. */
static const char *no_difference_words(const Scene *scene) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  BrokenPlace place;
  if (trace_broken_count(scene->trace) == 0 || !broken_first(scene->trace, &place))
    return _("No number differs: behind Q, K and V, what is laid over changes nothing here.");
  const char *first = broken_words(scene->pen.list->arena, &place);
  i18n_add_sentence(&words, _("No number differs where both are finite."));
  i18n_add_sentence(&words, first ? first : "");
  if (broken_command(scene->pen.list->arena, &place))
    i18n_add_sentence(&words, _("Ctrl-I leads there."));
  return words.at && !words.failed ? words.at : "";
}

const char *compare_words(const Scene *scene) {
  const Exact *exact = scene->exact;
  StrBuf words = strbuf_make(scene->pen.list->arena);
  if (scene->beside) return compare_kept_words(scene);
  if (scene->view->filled >= 0) return "";
  if (scene->order) return order_words(scene);
  if (is_no_difference(scene)) return no_difference_words(scene);
  if (!exact->has_pairs)
    i18n_add_sentence(&words,
                      _("Its columns are no keys, so only the weighted sums can be compared number "
                        "by number."));
  if (scene_is_presented(scene) && exact->has_output && exact->has_pairs) {
    i18n_add_sentence(&words,
                      compare_names_cols(scene) ? weight_sentence(scene) : output_sentence(scene));
    return words.at && !words.failed ? words.at : ""; /* before a class what is shown alone */
  }
  if (exact->has_output) i18n_add_sentence(&words, output_sentence(scene));
  if (exact->has_pairs) {
    i18n_add_sentence(&words, weight_sentence(scene));
    add_divergence(scene, &words);
  }
  const char *positions = position_sentence(scene);
  if (positions[0]) i18n_add_sentence(&words, positions);
  return words.at && !words.failed ? words.at : "";
}

const char *compare_cell_words(const Scene *scene, int row, int col) {
  if (!compare_is_on(scene) || scene->order || row < 0 || col < 0) return "";
  Scene of_part = compare_kept_focused(scene);
  scene = &of_part;
  if (scene->beside) compare_kept_find(scene, &row, &col);
  if (compare_has_other_columns(scene) || compare_is_of_rows(scene) || row < 0 || col < 0)
    return "";
  MatView exact = compare_values(scene, SIDE_EXACT), apart = compare_values(scene, SIDE_DIFFERENCE);
  if (row >= exact.rows || col >= exact.cols) return "";
  Number number = cell_number(scene, mat_get(exact, row, col));
  Arena *arena = scene->pen.list->arena;
  if (scene->beside && !compare_kept_has(scene, row, col)) return _("not in the kept run");
  if (!apart.at || isnan(mat_get(apart, row, col)))
    return str_format(arena, scene->beside ? _("kept %s") : _("exact %s"), number.at);
  Number difference = number_plus(cell_number(scene, mat_get(apart, row, col)));
  return str_format(arena,
                    scene->beside ? _("kept %s, difference %s") : _("exact %s, difference %s"),
                    number.at, difference.at);
}

void compare_add_facts(Panel *panel) {
  const Scene *scene = panel->scene;
  if (!compare_is_on(scene) || scene->order || panel->query < 0 || panel->key < 0) return;
  if (compare_has_other_columns(scene) || compare_is_of_rows(scene)) return;
  Scene of_part = compare_kept_focused(scene);
  scene = &of_part;
  MatView exact = compare_values(scene, SIDE_EXACT), apart = compare_values(scene, SIDE_DIFFERENCE);
  int row = panel->query, col = panel->key;
  if (scene->beside) compare_kept_find(scene, &row, &col);
  if (row < 0 || col < 0 || row >= exact.rows || col >= exact.cols) return;
  if (scene->beside && !compare_kept_has(scene, row, col)) return;
  Number number = cell_number(scene, mat_get(exact, row, col));
  panel_add_fact(panel, str_from(scene->beside ? _("kept run") : _("exact attention")),
                 panel_words(panel, "%s", number.at), RANK_BODY);
  if (!apart.at) return;
  float difference = mat_get(apart, row, col);
  if (isnan(difference)) return; /* hidden in both */
  number = number_plus(cell_number(scene, difference));
  panel_add_fact(panel, str_from(_("difference from it")), panel_words(panel, "%s", number.at),
                 RANK_BODY);
}
