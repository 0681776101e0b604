/* scene/views/cost_more.c -- the ways to attend, and what positions, scores, dropout and shared
** heads cost beside them, in words and formulas (M-51, M-52).
*/
#include <assert.h>

#include "base/i18n.h"
#include "scene/views/cost.h"

/* -- the ways ---------------------------------------------------------------------------------- */

const char *cost_method_title(CostMethod method) {
  switch (method) {
  case COST_WINDOW:
    return C_("a way to attend", "window");
  case COST_LINFORMER:
    return "Linformer";
  case COST_PERFORMER:
    return "Performer";
  case COST_FLASH:
    return C_("a way to attend", "flash");
  default:
    return C_("a way to attend", "exact");
  }
}

const char *cost_method_words(Arena *arena, CostMethod method, const CostSizes *sizes) {
  int window = sizes->local;
  switch (method) {
  case COST_WINDOW:
    if (sizes->has_parts)
      return str_format(
          arena,
          P_("The mask: %d key for a query on average at most, however long the text.",
             "The mask: %d keys for a query on average at most, however long the text.", window),
          window);
    return str_format(arena,
                      P_("Window: each query sees the %d key around it.",
                         "Window: each query sees the %d keys around it.", window),
                      window);
  case COST_LINFORMER:
    return str_format(arena,
                      P_("Linformer: all keys are mixed into %d first.",
                         "Linformer: all keys are mixed into %d first.", sizes->keys),
                      sizes->keys);
  case COST_PERFORMER:
    return str_format(arena,
                      P_("Performer: %d random feature of queries and keys stands for the softmax.",
                         "Performer: %d random features of queries and keys stand for the softmax.",
                         sizes->features),
                      sizes->features);
  case COST_FLASH:
    return str_format(arena,
                      _("Flash: exact attention, made tile by tile of %d × %d: as many "
                        "multiplications, but no matrix of all pairs."),
                      sizes->tile_rows, sizes->tile_cols);
  default:
    return _("Exact: every query meets every key, and all weights are there at once.");
  }
}

const char *cost_method_formula(CostMethod method, CostQuantity quantity) {
  static const char *const formulas[COST_METHOD_COUNT][COST_QUANTITY_COUNT] = {
      [COST_EXACT] = {"n² (D + Dv)", "4 n²"},
      [COST_WINDOW] = {"n min(n, w) (D + Dv)", "4 n min(n, w)"},
      [COST_LINFORMER] = {"2 n k (D + Dv)", "4 (n k + k (D + Dv))"},
      [COST_PERFORMER] = {"2 n m (D + Dv + 1)", "4 (2 n m + m (Dv + 1))"},
      [COST_FLASH] = {"n² (D + Dv)", "4 (min(n, r) min(n, c) + 2 n)"},
  };
  assert(method < COST_METHOD_COUNT && quantity < COST_QUANTITY_COUNT);
  return formulas[method][quantity];
}

/* -- what else is laid over -------------------------------------------------------------------- */

/* By the value of the setting; NULL: it costs nothing that is worth a word. */
static const char *const of_positions[POSITIONS_COUNT] = {
    [POSITIONS_SINUSOIDAL] = N_("Sinusoidal positions are added to the input: nothing more here."),
    [POSITIONS_ALIBI] =
        N_("Linear biases multiply a slope by every distance: n² more, beside n² (D + Dv)."),
    [POSITIONS_T5] =
        N_("Relative buckets add a number to every score: n² sums, and no multiplication."),
    [POSITIONS_ROPE] =
        N_("Rotary positions turn every row of Q and K: 4 n D more, which grow as n does."),
    [POSITIONS_SHAW] =
        N_("Relative vectors are multiplied as keys and values are: n² (D + Dv) more, so that the "
           "work is twice that of exact attention."),
};
static const char *const of_scores[SCORE_COUNT] = {
    [SCORE_GENERAL] = N_("General scores map every query first: n D² more, which grow as n does."),
    [SCORE_COSINE] = N_("Cosines need the lengths of queries and keys: 2 n D more."),
    [SCORE_ADDITIVE] =
        N_("Additive scores map queries and keys first, 2 n D² more, and take tanh n² D times."),
};
static const char *const of_dropout[DROPOUT_COUNT] = {
    [DROPOUT_ON] = N_("Dropout multiplies the weights that stay: n² more at most."),
};
static const char *const of_key_heads[KEY_HEADS_COUNT] = {
    [KEY_HEADS_SHARED] = N_("Heads that share keys and values make and keep fewer rows of them; "
                            "what a head costs against n is the same."),
};

const char *cost_more_words(const Trace *trace, KindSetting setting) {
  static const char *const *const words[KIND_SETTING_COUNT] = {[KIND_POSITIONS] = of_positions,
                                                               [KIND_SCORE] = of_scores,
                                                               [KIND_DROPOUT] = of_dropout,
                                                               [KIND_KEY_HEADS] = of_key_heads};
  const char *found = words[setting] ? words[setting][trace_kind(trace)->of[setting]] : NULL;
  return found ? _(found) : NULL;
}

/* Of a setting that costs more; "p" is what stands for the pairs of the way on show. */
static const char *more_term(const Trace *trace, KindSetting setting) {
  int value = trace_kind(trace)->of[setting];
  if (setting == KIND_DROPOUT) return value == DROPOUT_ON ? "p" : NULL;
  static const char *const of_position[POSITIONS_COUNT] = {
      [POSITIONS_ALIBI] = "p", [POSITIONS_SHAW] = "p (D + Dv)", [POSITIONS_ROPE] = "4 n D"};
  /* between two sentences they multiply nothing */
  if (setting == KIND_POSITIONS) return trace_has_key_words(trace) ? NULL : of_position[value];
  if (setting != KIND_SCORE) return NULL;
  static const char *const of_score[SCORE_COUNT] = {
      [SCORE_GENERAL] = "n D²", [SCORE_COSINE] = "2 n D", [SCORE_ADDITIVE] = "2 n D²"};
  return of_score[value];
}

const char *cost_more_formula(Arena *arena, const Trace *trace) {
  const char *words = "";
  for (int i = 0; words && i < KIND_SETTING_COUNT; i++) {
    const char *term = more_term(trace, (KindSetting)i);
    if (term) words = words[0] ? str_format(arena, "%s + %s", words, term) : term;
  }
  return words ? words : "";
}

const char *cost_own_title(Arena *arena, const Trace *trace, const CostSizes *sizes) {
  StrBuf words = strbuf_make(arena);
  strbuf_format(&words, "%s", cost_method_title(sizes->now));
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const char *brief = kind_words(arena, trace_kind(trace), (KindSetting)i, true);
    if (more_term(trace, (KindSetting)i) && brief) strbuf_format(&words, " + %s", brief);
  }
  return words.failed ? "" : words.at;
}

bool cost_shows_more(const Scene *scene, const CostSizes *sizes) {
  return scene->view->cost_method == 0 && cost_has_more(sizes);
}
