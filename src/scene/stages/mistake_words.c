/* scene/stages/mistake_words.c -- the words of the mistakes, and what the numbers say of each. */
#include "scene/stages/mistake_words.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "trace/trace_mistake.h"

static const MistakeWords words[MISTAKE_COUNT] = {
    [MISTAKE_NONE] = {STAGE_COUNT, "", "", "", ""},
    [MISTAKE_DIVIDE_BY_D_MODEL] =
        {STAGE_SCALED, N_("Every row gets too even."),
         N_("The scores are divided by √d_model, the width of the whole model, instead of √d_head, "
            "the width of one head."),
         N_("Divided by too much, scores lie close together and every row is nearly even: the head "
            "can hardly prefer a key, and learns slowly."),
         N_("Take the root of the last axis of q behind the split into heads, "
            "q.size(-1) ** 0.5. Print the divisor: its square has to be d_head.")},
    [MISTAKE_NO_SCALE] =
        {STAGE_SCALED, N_("One key takes nearly all."),
         N_("The scores go into softmax as they are, without being divided by √d_head."),
         N_("Dot products of d numbers spread like √d. Undivided, one key takes nearly all of a "
            "row, and the gradient of softmax is close to 0: nothing more is learned."),
         N_("Look at the largest weight of each row before training. Near 1 everywhere "
            "means that the division is missing; a larger d_head must not sharpen the rows.")},
    [MISTAKE_SOFTMAX_OVER_QUERIES] =
        {STAGE_WEIGHTS, N_("Columns sum to 1, rows do not."),
         N_("Softmax runs over the queries, down each column, instead of over the keys along each "
            "row: softmax(dim=-2) for softmax(dim=-1)."),
         N_("A row has to say how one query shares its attention. Now a key shares itself among "
            "the queries: a row holds far more than 1 or next to nothing, and under a causal mask "
            "a row depends on later ones."),
         N_("Assert that weights.sum(-1) is 1. A square matrix raises no error for the "
            "wrong axis, so test with 5 queries and 7 keys.")},
    [MISTAKE_MASK_AFTER_SOFTMAX] =
        {STAGE_WEIGHTS, N_("Rows no longer sum to 1."),
         N_("Softmax shares among all keys, and the weights of hidden keys are set to 0 "
            "afterwards."),
         N_("What the hidden keys had taken is lost. Rows sum to less than 1, and by how much "
            "depends on tokens that should not be known."),
         N_("Assert that weights.sum(-1) is 1 behind the mask too. Change a later token: "
            "earlier rows have to stay as they are, to the bit.")},
    [MISTAKE_MASK_WITH_ZERO] =
        {STAGE_MASKED, N_("Hidden keys still get a share."),
         N_("Hidden scores become 0 instead of −∞ before softmax."),
         N_("e^0 is 1, not 0: a hidden key gets a share, a large one where other scores are below "
            "0. Under a causal mask a model that writes then sees the word it is to guess."),
         N_("The largest weight above the diagonal, weights.triu(1).max(), has to be exactly 0. A "
            "loss that falls far too quickly "
            "is the other sign.")},
    [MISTAKE_VALUES_FIRST] =
        {STAGE_OUTPUT, N_("The shapes refuse."), N_("The product is V A instead of A V."),
         N_("A has a column for each key, V a row for each key: in A V they meet. In V A the "
            "columns of V meet the queries, and the shapes refuse, unless there happen to be as "
            "many tokens as columns: then the numbers are wrong, and nothing says so."),
         N_("Write the shapes beside each product, [T,S] @ [S,d] = [T,d], and test with "
            "T, S and d all different.")},
    [MISTAKE_NO_MAX] =
        {STAGE_WEIGHTS, N_("Large scores overflow."),
         N_("Softmax is e^x ÷ Σ e^x, without the maximum of the row taken off first."),
         N_("It is the same number until a score passes 88.7. e^89 is more than a float can hold: "
            "it becomes inf, and inf ÷ inf is NaN. In half precision that begins at 11.1."),
         N_("Try it: softmax of [1000, 1001] has to be [0.269, 0.731]. One NaN spreads to all "
            "that "
            "is made from it, so look for the first one.")},
    [MISTAKE_HEADS_IN_WRONG_ORDER] =
        {STAGE_QKV, N_("Rows are of other tokens."),
         N_("Q, K and V are read as [H, T, d] straight from [T, H·d]: view without transpose."),
         N_("No number is lost and every shape is right. But row i of head h is chunk h·T + i of "
            "that memory, which is another head of another token: a head has all heads of a few "
            "tokens and never meets the others."),
         N_("It is view(B, T, H, d).transpose(1, 2), never view(B, H, T, d). Row 1 of head 2 "
            "has to be columns d … 2d − 1 of row 1 of q; or change the last token, and see which "
            "rows change.")},
};

const MistakeWords *mistake_words(MistakeKind mistake) {
  assert(mistake >= 0 && mistake < MISTAKE_COUNT);
  return &words[mistake];
}

bool mistake_is_said(const Scene *scene) {
  return mistake_of(trace_kind(scene->trace)) != MISTAKE_NONE &&
         trace_token_count(scene->trace) > 0 && !scene_is_covered(scene);
}

MistakePlace mistake_place(const Scene *scene) {
  return (MistakePlace){scene->pen.list->arena, scene->trace, scene->view->layer,
                        scene->view->head};
}

/* ---- what the numbers say ---- */

static Str label_of(const MistakePlace *place, int query) {
  return trace_token(place->trace, query)->label;
}

static Str key_label_of(const MistakePlace *place, int key) {
  return trace_key(place->trace, key)->label;
}

static const char *or_empty(const char *text) { return text ? text : ""; }

static const char *sums_words(const MistakePlace *place, const Evidence *found) {
  if (found->rows.count == 0 || found->columns.count == 0) return "";
  return str_format(place->arena, _("Here rows sum to %.2f … %.2f, columns to %.2f … %.2f."),
                    found->rows.least, found->rows.most, found->columns.least, found->columns.most);
}

static const char *divisor_words(const MistakePlace *place, const Evidence *found) {
  const Trace *trace = place->trace;
  if (!(found->divisor > 0)) return "";
  return str_format(place->arena, _("Here %s becomes %s: divided by %s, and √d_head is √%d = %s."),
                    number_full(found->score).at, number_full(found->scaled).at,
                    number_full((float)found->divisor).at, trace_d_head(trace),
                    number_full(sqrtf((float)trace_d_head(trace))).at);
}

static const char *leak_words(const MistakePlace *place, const Evidence *found) {
  if (found->leak_query < 0) return _("Here the mask hides nothing, so nothing leaks.");
  Str query = label_of(place, found->leak_query), key = key_label_of(place, found->leak_key);
  return str_format(place->arena,
                    _("Here “%.*s” may not see “%.*s”, and gives it %s of its attention: softmax "
                      "got %s for it."),
                    (int)query.bytes, query.at, (int)key.bytes, key.at,
                    number_weight(found->leak).at, number_full(found->leak_masked).at);
}

static const char *shapes_words(const MistakePlace *place) {
  int queries = trace_token_count(place->trace), keys = trace_source_count(place->trace);
  int width = trace_d_head(place->trace);
  return str_format(place->arena,
                    trace_values_fit(place->trace)
                        ? _("Here V is %d × %d and A %d × %d: the shapes agree by chance, so no "
                            "error is raised, and the numbers are wrong.")
                        : _("Here V is %d × %d and A %d × %d: the columns of the one are not as "
                            "many as the rows of the other, so there is no output, and all that "
                            "would be made from it is NaN."),
                    keys, width, queries, keys);
}

static const char *largest_words(const MistakePlace *place, const Evidence *found) {
  if (!found->has_broken)
    return str_format(
        place->arena,
        _("Here the largest number that softmax gets is %s, so nothing overflows. Try "
          "scale 0.01, which makes scores large."),
        number_full(found->largest_masked).at);
  const BrokenPlace *first = &found->first;
  if (!trace_part_info(first->part)->per_head) return broken_words(place->arena, first);
  Str query = label_of(place, first->row);
  if (first->layer == place->layer && first->head == place->head)
    return str_format(place->arena,
                      _("The first NaN is here, in the row of “%.*s”; what softmax "
                        "gets is up to %s."),
                      (int)query.bytes, query.at, number_full(found->largest_masked).at);
  return str_format(place->arena,
                    _("The first NaN is in layer %d, head %d, in the row of “%.*s”: "
                      "from there it spreads."),
                    first->layer + 1, first->head + 1, (int)query.bytes, query.at);
}

/* In layers behind the one that stopped. */
static const char *spread_words(const MistakePlace *place, const Evidence *found) {
  return str_format(place->arena,
                    _("Here nothing is left to multiply: the output of layer %d could not be made, "
                      "so a program ends there with an error."),
                    found->first.layer + 1);
}

/* Of the first row that is not its own token's. */
static const char *heads_words(const MistakePlace *place) {
  int row = trace_token_count(place->trace) > 1 ? 1 : 0;
  TraceRow from = trace_row_from(place->trace, place->layer, place->head, row);
  Str query = label_of(place, row), of = label_of(place, from.row);
  return str_format(place->arena,
                    _("Here the row “%.*s” of this head holds that of “%.*s” in head %d."),
                    (int)query.bytes, query.at, (int)of.bytes, of.at, from.head + 1);
}

const char *mistake_evidence_words(const MistakePlace *place, MistakeKind mistake) {
  Evidence found = evidence_of(place->trace, place->layer, place->head);
  switch (mistake) {
  case MISTAKE_DIVIDE_BY_D_MODEL:
  case MISTAKE_NO_SCALE:
    return or_empty(divisor_words(place, &found));
  case MISTAKE_SOFTMAX_OVER_QUERIES:
  case MISTAKE_MASK_AFTER_SOFTMAX:
    return or_empty(sums_words(place, &found));
  case MISTAKE_MASK_WITH_ZERO:
    return or_empty(leak_words(place, &found));
  case MISTAKE_VALUES_FIRST:
    return or_empty(place->layer > 0 && found.has_broken ? spread_words(place, &found)
                                                         : shapes_words(place));
  case MISTAKE_NO_MAX:
    return or_empty(largest_words(place, &found));
  case MISTAKE_HEADS_IN_WRONG_ORDER:
    return or_empty(heads_words(place));
  default:
    return "";
  }
}

/* ---- hints ---- */

static bool are_one(const EvidenceSums *sums) {
  const double near = 1e-3;
  return sums->count > 0 && fabs(sums->least - 1) < near && fabs(sums->most - 1) < near;
}

static const char *columns_hint(const MistakePlace *place, const Evidence *found) {
  const EvidenceSums *columns = &found->columns;
  if (columns->count == 0) return _("Then columns would sum to 1. Here no weight is a number.");
  bool least = fabs(columns->least - 1) > fabs(columns->most - 1);
  Str key = key_label_of(place, least ? columns->at_least : columns->at_most);
  return str_format(place->arena,
                    _("Then every column would sum to 1. Here that of “%.*s” sums to %.2f."),
                    (int)key.bytes, key.at, least ? columns->least : columns->most);
}

static const char *rows_hint(const MistakePlace *place, const Evidence *found) {
  const EvidenceSums *rows = &found->rows;
  if (rows->count == 0) return _("Then weights would be numbers. Here none is.");
  if (are_one(rows)) return _("Then some rows would sum to less than 1. Here every row sums to 1.");
  Str query = label_of(place, rows->at_most);
  return str_format(place->arena,
                    _("Then no row could sum to more than 1. Here that of “%.*s” sums to %.2f."),
                    (int)query.bytes, query.at, rows->most);
}

static const char *zero_hint(const MistakePlace *place, const Evidence *found) {
  if (found->leak_query < 0 || found->leak == 0)
    return _("Then hidden keys would have a share of each row. Here their weights are 0.");
  return str_format(place->arena,
                    _("Then softmax would get 0 for every hidden key. Here it gets %s for one."),
                    number_full(found->leak_masked).at);
}

static const char *output_hint(const MistakePlace *place, const Evidence *found) {
  if (found->broken_outputs == 0)
    return _("Then the output could not be made. Here every number of it is there.");
  return str_format(place->arena,
                    P_("Then the weights would be right. Here %ld of them is no number.",
                       "Then the weights would be right. Here %ld of them are no numbers.",
                       found->broken_weights),
                    found->broken_weights);
}

static const char *overflow_hint(const MistakePlace *place, const Evidence *found) {
  if (found->broken_weights == 0)
    return str_format(
        place->arena,
        _("Then weights would be NaN or the same as without the mistake. Here all are "
          "numbers, and the largest that softmax gets is %s."),
        number_full(found->largest_masked).at);
  return _("Look at where the first NaN is.");
}

const char *mistake_hint(const MistakePlace *place, MistakeKind guess) {
  Evidence found = evidence_of(place->trace, place->layer, place->head);
  switch (guess) {
  case MISTAKE_DIVIDE_BY_D_MODEL:
  case MISTAKE_NO_SCALE:
    return or_empty(divisor_words(place, &found));
  case MISTAKE_SOFTMAX_OVER_QUERIES:
    return or_empty(columns_hint(place, &found));
  case MISTAKE_MASK_AFTER_SOFTMAX:
    return or_empty(rows_hint(place, &found));
  case MISTAKE_MASK_WITH_ZERO:
    return or_empty(zero_hint(place, &found));
  case MISTAKE_VALUES_FIRST:
    return or_empty(output_hint(place, &found));
  case MISTAKE_NO_MAX:
    return or_empty(overflow_hint(place, &found));
  case MISTAKE_HEADS_IN_WRONG_ORDER:
    return _("Then Q, K and V would hold rows of other tokens. Here every row is that of its own "
             "token: X times W_Q, W_K or W_V.");
  default:
    return "";
  }
}

/* ---- captions ---- */

void mistake_captions(const Scene *scene, Captions *captions) {
  if (!mistake_is_said(scene) || scene->view->kind != VIEW_STAGE) return;
  MistakeKind mistake = mistake_of(trace_kind(scene->trace));
  const MistakeWords *said = mistake_words(mistake);
  bool is_zero = mistake == MISTAKE_MASK_WITH_ZERO && scene->view->stage == STAGE_WEIGHTS;
  if (scene->view->stage != said->stage && !is_zero) return;
  captions->headline = _(said->headline);
  captions->explanation = _(said->wrong);
  int queries = trace_token_count(scene->trace), keys = trace_source_count(scene->trace);
  int width = trace_d_head(scene->trace);
  if (mistake == MISTAKE_VALUES_FIRST)
    captions->shapes =
        or_empty(str_format(scene->pen.list->arena,
                            trace_values_fit(scene->trace) ? _("%d × %d times %d × %d")
                                                           : _("%d × %d times %d × %d: refused"),
                            keys, width, queries, keys));
  captions->hint = _("Try: the command mistake off, then Ctrl-Z, and compare.");
}
