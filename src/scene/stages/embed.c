/* scene/stages/embed.c -- the stage of embedding: token + position = X; with the sentences of a
** pair and a norm token + position + sentence = sum → X. */
#include "base/i18n.h"
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
  if (trace_is_recorded(scene->trace))
    return _("What the first layer received: a row of numbers for every token.");
  if (!has_positions(scene))
    return _("Every token is looked up in a table of vectors. Nothing is added for its place.");
  return _("Every token is looked up in a table of vectors, and a vector for its place is added: "
           "so the same word at two places is two different rows.");
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
  int count = trace_has_part(scene->trace, TRACE_SEGMENT) ? 4 : 3;
  for (int i = 0; i < count; i++) {
    FormulaPiece piece = pieces[i];
    piece.stage = i == 0 ? STAGE_COUNT : STAGE_EMBED;
    piece.always_colored = i == 0;
    if (i == 1) formula_add_plain(out, is_normed ? "= LN(" : "=", 0.4f, is_normed ? 0.1f : 0.65f);
    if (i > 1) formula_add_plain(out, "+", 0.6f, 0.6f);
    formula_add(out, piece);
  }
  if (is_normed) formula_add_plain(out, ")", 0.1f, 0);
}

/* -- the panel --------------------------------------------------------------------------------- */

static void inspect(Panel *panel) {
  if (trace_has_part(panel->scene->trace, TRACE_TOKEN_EMBEDDING)) inspect_embedding(panel);
  else inspect_recorded(panel, str_from(_("the tables of words and places were not recorded")));
}

static void legend(Panel *panel) { panel_add_signed_legend(panel, TRACE_X); }

const StageView stage_embed_view = {.draw = draw,
                                    .cells = cells,
                                    .captions = captions,
                                    .focus_line = focus_line,
                                    .formula = formula,
                                    .inspect = inspect,
                                    .legend = legend,
                                    .question = inspect_question_of_column,
                                    .heads_part = TRACE_WEIGHTS,
                                    .overview_part = TRACE_X};
