/* scene/stages/embed.c -- the stage of embedding: token + position = X; with segments and a norm
** token + position + segment = sum → X. */
#include <assert.h>

#include "base/i18n.h"
#include "scene/layer_words.h"
#include "scene/stages/side_by_side.h"
#include "scene/stages/stage_view.h"

static void draw(const Scene *scene, Box box) { side_by_side_draw(scene, STAGE_EMBED, box); }
static Box cells(const Scene *scene, Box box) {
  return side_by_side_cells(scene, STAGE_EMBED, box);
}

/* -- words ------------------------------------------------------------------------------------- */

static bool has_positions(const Scene *scene) {
  return trace_largest(scene->trace, TRACE_POSITION, 0, 0) > 0;
}

static const char *explanation(const Scene *scene) {
  const AttentionKind *kind = trace_kind(scene->trace);
  Arena *arena = scene->pen.list->arena;
  bool is_laid_over = trace_is_laid_over(scene->trace, KIND_POSITIONS);
  const char *with = _("Every token is looked up in a table of vectors, and a vector for its place "
                       "is added: so the same word at two places is two different rows.");
  const char *without =
      _("Every token is looked up in a table of vectors. Nothing is added for its place.");
  if (trace_is_recorded(scene->trace))
    return _("What the first layer received: a row of numbers for every token.");
  const char *said = has_positions(scene) ? with : without;
  StrBuf words = strbuf_make(arena);
  i18n_add_sentence(&words, said);
  i18n_add_sentence(&words, kind_sentence(arena, kind, KIND_POSITIONS, !is_laid_over));
  return words.failed ? said : words.at;
}

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), width = trace_d_model(scene->trace);
  if (trace_is_recorded(scene->trace))
    return str_format(arena, _("%d × %d, as recorded"), tokens, width);
  return str_format(arena, "%d × %d + %d × %d → %d × %d", tokens, width, tokens, width, tokens,
                    width);
}

static const char *hint(const Scene *scene) {
  if (trace_is_recorded(scene->trace))
    return _("Try: click a row and compare it with those of like words.");
  return has_positions(scene)
             ? _("Try: write a word twice. Its E rows are the same, its X rows are not.")
             : _("Try: write a word twice. Its rows are the same.");
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = _("Each token becomes a row of numbers.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  Arena *arena = scene->pen.list->arena;
  int layer = scene->view->layer, first = trace_first_layer(scene->trace);
  if (layer > first)
    out->explanation =
        str_format(arena, _("X goes into %s. %s, which is chosen, reads %s, the output of %s. %s"),
                   layer_words(arena, scene->trace, first), layer_title(arena, scene->trace, layer),
                   captions_stream(scene, 'X', layer), layer_words(arena, scene->trace, layer - 1),
                   out->explanation);
  out->hint = hint(scene);
}

static const char *focus_line(const Scene *scene, int row, int col) {
  Arena *arena = scene->pen.list->arena;
  const char *place = stage_place_words(scene, row, col);
  bool is_normed = trace_has_part(scene->trace, TRACE_EMBEDDED);
  bool has_segment = trace_has_part(scene->trace, TRACE_SEGMENT);
  Number token = stage_number(scene, TRACE_TOKEN_EMBEDDING, row, col);
  Number position = stage_number(scene, TRACE_POSITION, row, col);
  Number segment = has_segment ? stage_number(scene, TRACE_SEGMENT, row, col) : (Number){""};
  Number sum = stage_number(scene, is_normed ? TRACE_EMBEDDED : TRACE_X, row, col);
  Number normed = stage_number(scene, TRACE_X, row, col);
  if (has_segment && is_normed)
    return str_format(arena,
                      _("%s: token %s, place %s, sentence %s, together %s, after the norm %s"),
                      place, token.at, position.at, segment.at, sum.at, normed.at);
  if (has_segment)
    return str_format(arena, _("%s: token %s, place %s, sentence %s, together %s"), place, token.at,
                      position.at, segment.at, sum.at);
  if (is_normed)
    return str_format(arena, _("%s: token %s, place %s, together %s, after the norm %s"), place,
                      token.at, position.at, sum.at, normed.at);
  return str_format(arena, _("%s: token %s, place %s, together %s"), place, token.at, position.at,
                    sum.at);
}

static void formula(const Scene *scene, Formula *out) {
  const FormulaPiece pieces[] = {
      {.symbol = "X", .role = TRACE_X, .name = _("what the first layer reads")},
      {.symbol = "E", .role = TRACE_TOKEN_EMBEDDING, .name = _("each token")},
      {.symbol = "P", .role = TRACE_POSITION, .name = _("where it stands")},
      {.symbol = "S", .role = TRACE_SEGMENT, .name = _("its sentence")}};
  bool is_normed = trace_has_part(scene->trace, TRACE_EMBEDDED);
  const char *becomes =
      is_normed ? str_format(scene->pen.list->arena, "= %s(", stage_norm_symbol(scene)) : "=";
  int count = trace_has_part(scene->trace, TRACE_SEGMENT) ? 4 : 3;
  for (int i = 0; i < count; i++) {
    FormulaPiece piece = pieces[i];
    piece.stage = i == 0 ? STAGE_COUNT : STAGE_EMBED;
    piece.always_colored = i == 0;
    if (i == 1) formula_add_plain(out, becomes, 0.4f, is_normed ? 0.1f : 0.65f);
    if (i > 1) formula_add_plain(out, "+", 0.6f, 0.6f);
    if (i == 1) out->lit_from = out->count;
    formula_add(out, piece);
  }
  out->lit_count = out->count - out->lit_from;
  if (is_normed) formula_add_plain(out, ")", 0.1f, 0);
}

/* -- the panel --------------------------------------------------------------------------------- */

/* The summands, and last the sum: token, position, in BERT the segment, then x or the sum. */
typedef struct Summed {
  TracePart parts[TABLE_NUMBERS_MOST];
  int count;
  bool is_normed; /* x is the norm of the sum */
} Summed;

/* M-14 has two summands, BERT has three (M-46). */
static Summed summed_parts(const Trace *trace) {
  Summed summed = {.parts = {TRACE_TOKEN_EMBEDDING, TRACE_POSITION}, .count = 2};
  summed.is_normed = trace_has_part(trace, TRACE_EMBEDDED);
  if (trace_has_part(trace, TRACE_SEGMENT)) summed.parts[summed.count++] = TRACE_SEGMENT;
  summed.parts[summed.count++] = summed.is_normed ? TRACE_EMBEDDED : TRACE_X;
  return summed;
}

static Number embedding_numbers(const Panel *panel, int item, int column) {
  return panel_number(
      panel_number_at(panel, summed_parts(panel->scene->trace).parts[column], item));
}

static TracePart sum_part(const Panel *panel) {
  Summed summed = summed_parts(panel->scene->trace);
  return summed.parts[summed.count - 1];
}

static float embedding_bar(const Panel *panel, int item) {
  assert(item >= 0 && item < trace_d_model(panel->scene->trace));
  return panel_number_at(panel, sum_part(panel), item);
}

/* Bars with one scale around 0, so that columns can be compared. */
static void add_embedding_table(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  Summed summed = summed_parts(panel->scene->trace);
  int columns = panel_matrix(panel, TRACE_X).cols;
  float largest = trace_largest(panel->scene->trace, sum_part(panel), 0, 0);
  PanelTable table = {.label_head = _("col."),
                      .label = panel_column_label,
                      .number_heads = {_("token"), _("+ place"), "= x"},
                      .number_count = summed.count,
                      .number = embedding_numbers,
                      .bar = embedding_bar,
                      .bar_low = -largest,
                      .bar_high = largest,
                      .bar_color = theme->positive,
                      .bar_negative = theme->negative,
                      .item_count = columns,
                      .focus = panel->key,
                      .focus_color = theme->ink};
  if (summed.count == 4) table.number_heads[2] = _("+ sent.");
  table.number_heads[summed.count - 1] = summed.is_normed ? _("= sum") : "= x";
  panel_add_table(panel, &table);
}

static const char *embedding_label(TracePart part, bool is_normed) {
  switch (part) {
  case TRACE_TOKEN_EMBEDDING:
    return _("token: what it is");
  case TRACE_POSITION:
    return _("place: where it stands");
  case TRACE_SEGMENT:
    return _("sentence: the first or the second");
  case TRACE_EMBEDDED:
    return _("their sum");
  default:
    return is_normed ? _("x: the sum normed") : _("x: the sum");
  }
}

static void add_embedding_strip(Panel *panel, TracePart part, bool is_normed) {
  const Theme *theme = panel->pen->theme;
  bool is_sum = part == TRACE_X || part == TRACE_EMBEDDED;
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(embedding_label(part, is_normed)),
                               .color = is_sum ? theme->ink : theme->muted,
                               .row = panel_row(panel, part, panel->query),
                               .part = part,
                               .focus = panel->key,
                               .belongs = part != TRACE_X},
                  part == TRACE_X ? RANK_BODY : RANK_STEPS);
}

/* "-0.02 + 0.03 + (-0.8) =" and the sum. Negative summands are in brackets. */
static void add_embedding_sum(Panel *panel, const Summed *summed) {
  assert(panel->key >= 0 && summed->count >= 3);
  StrBuf words = strbuf_make(panel_arena(panel));
  Number first = embedding_numbers(panel, panel->key, 0);
  strbuf_format(&words, "%s", first.at);
  for (int i = 1; i + 1 < summed->count; i++) {
    Str next = panel_summand(panel, panel_number_at(panel, summed->parts[i], panel->key));
    strbuf_format(&words, " + %.*s", (int)next.bytes, next.at);
  }
  bool is_long = summed->count > 3; /* too long for the box, so it stands above */
  if (is_long) panel_add_equation(panel, strbuf_str(&words), RANK_STEPS);
  strbuf_format(&words, " =");
  Number sum = embedding_numbers(panel, panel->key, summed->count - 1);
  panel_add_result(panel, is_long ? str_from(_("their sum =")) : strbuf_str(&words),
                   panel_words(panel, "%s", sum.at));
  if (!summed->is_normed) return;
  Number x = number_full(panel_number_at(panel, TRACE_X, panel->key));
  panel_add_fact(panel, str_from(_("after the norm: x")), panel_words(panel, "%s", x.at),
                 RANK_RESULT);
}

static Str meaning_of_row(const Panel *panel) {
  int columns = panel_matrix(panel, TRACE_X).cols;
  return panel_words(panel,
                     P_("The %d number that stands for the token: all that the heads are given.",
                        "The %d numbers that stand for the token: all that the heads are given.",
                        columns),
                     columns);
}

/* -- in words ---------------------------------------------------------------------------------- */

static float number_here(const Panel *panel, TracePart part) {
  return panel_number_at(panel, part, panel->key);
}

static Str what(const Panel *panel) {
  Number x = number_full(number_here(panel, TRACE_X));
  return panel_words(panel,
                     _("%s is column %d of the row of numbers that stands for “%s” from here on."),
                     x.at, panel->key + 1, cell_query(panel));
}

/* The summands, and what a norm made of their sum. */
static Str why_summed(const Panel *panel, const Summed *summed) {
  Number token = number_full(number_here(panel, TRACE_TOKEN_EMBEDDING));
  Number place = number_full(number_here(panel, TRACE_POSITION));
  const char *name = cell_query(panel);
  bool has_segment = trace_has_part(panel->scene->trace, TRACE_SEGMENT);
  Number segment = number_full(has_segment ? number_here(panel, TRACE_SEGMENT) : 0);
  if (has_segment && summed->is_normed)
    return panel_words(panel,
                       _("The table has %s there for “%s”, its place (%d) adds %s and its sentence "
                         "%s, and a norm brought the sum to size."),
                       token.at, name, panel->query + 1, place.at, segment.at);
  if (has_segment)
    return panel_words(
        panel, _("The table has %s there for “%s”, its place (%d) adds %s and its sentence %s."),
        token.at, name, panel->query + 1, place.at, segment.at);
  if (summed->is_normed)
    return panel_words(panel,
                       _("The table has %s there for “%s”, its place (%d) adds %s, and a norm "
                         "brought the sum to size."),
                       token.at, name, panel->query + 1, place.at);
  return panel_words(panel, _("The table has %s there for “%s”, and its place (%d) adds %s."),
                     token.at, name, panel->query + 1, place.at);
}

static CellWords cell_words(const Panel *panel) {
  double made = 0, scale = 0;
  Summed summed = summed_parts(panel->scene->trace);
  if (!panel_matrix(panel, TRACE_TOKEN_EMBEDDING).at) return (CellWords){0};
  for (int i = 0; i + 1 < summed.count; i++) {
    double term = (double)number_here(panel, summed.parts[i]);
    made += term;
    scale += term < 0 ? -term : term;
  }
  float sum = number_here(panel, summed.parts[summed.count - 1]);
  return (CellWords){what(panel), number_follows(made, scale, sum)
                                      ? why_summed(panel, &summed)
                                      : cell_does_not_follow(panel, made)};
}

static void inspect_sum(Panel *panel) {
  assert(panel->query >= 0 && panel->scene->view->stage == STAGE_EMBED);
  Summed summed = summed_parts(panel->scene->trace);
  panel_add_row_title(panel, panel->key >= 0 ? _("One number of X") : _("One row of X"));
  if (panel->key >= 0) panel_add_cell_words(panel);
  else panel_add_meaning(panel, meaning_of_row(panel));
  for (int i = 0; i < summed.count; i++)
    add_embedding_strip(panel, summed.parts[i], summed.is_normed);
  if (summed.is_normed) add_embedding_strip(panel, TRACE_X, true);
  if (panel->key >= 0) add_embedding_sum(panel, &summed);
  add_embedding_table(panel);
  panel_add_rounded(panel);
  panel_add_words(panel);
}

static void inspect(Panel *panel) {
  if (trace_has_part(panel->scene->trace, TRACE_TOKEN_EMBEDDING)) inspect_sum(panel);
  else inspect_recorded(panel, str_from(_("the tables of words and places were not recorded")));
}

/* "0.05 + 0.75 = 0.80", and with a norm " → norm 0.42" */
static StageSum sum(const Scene *scene, int row, int col, int terms) {
  (void)terms; /* there are three at most */
  if (!trace_has_part(scene->trace, TRACE_TOKEN_EMBEDDING)) return (StageSum){0};
  Summed summed = summed_parts(scene->trace);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  double added = 0, says;
  for (int i = 0; i + 1 < summed.count; i++) { /* without positions the token alone */
    if (!stage_matrix(scene, summed.parts[i]).at) continue;
    Number term = number_hundredths(mat_get(stage_matrix(scene, summed.parts[i]), row, col));
    sum_add(&words, term);
    if (number_printed(term, &says)) added += says;
  }
  Number result = stage_number_afar(scene, summed.parts[summed.count - 1], row, col);
  bool is_rounded = sum_is_rounded(added, result);
  strbuf_format(&words, " = %s", result.at);
  if (!summed.is_normed) return (StageSum){.words = strbuf_str(&words), .is_rounded = is_rounded};
  const char *path = str_format(scene->pen.list->arena, _("%s → norm %s"), words.at,
                                stage_number_afar(scene, TRACE_X, row, col).at);
  return (StageSum){.words = str_from(path), .is_path = true, .is_rounded = is_rounded};
}

static void legend(Panel *panel) { panel_add_signed_legend(panel, TRACE_X); }

const StageView stage_embed_view = {.draw = draw,
                                    .cells = cells,
                                    .captions = captions,
                                    .focus_line = focus_line,
                                    .formula = formula,
                                    .inspect = inspect,
                                    .cell_words = cell_words,
                                    .sum = sum,
                                    .legend = legend,
                                    .has_afar = true,
                                    .question = inspect_question_of_column,
                                    .heads_part = TRACE_WEIGHTS,
                                    .overview_part = TRACE_X};
