/* scene/stages/tokens.c -- the stage of tokens: the sentence in pieces. Its picture is in
** tokens_picture.c. */
#include "base/i18n.h"
#include "scene/stages/stage_view.h"

static const char *explanation(const Scene *scene) {
  if (scene_has_other_sentence(scene))
    return _("Tokens are the pieces the model works on. Each of these becomes a row that asks; the "
             "keys, which are asked, are tokens of another sentence.");
  return _("Tokens are the pieces the model works on. Each one becomes a row of every matrix that "
           "follows: as a query it asks, as a key it is asked.");
}

static const char *count_words(const Scene *scene) {
  int count = trace_token_count(scene->trace);
  return str_format(scene->pen.list->arena, P_("%d token", "%d tokens", count), count);
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = _("The sentence becomes tokens.");
  out->shapes = count_words(scene);
  out->explanation = explanation(scene);
  out->hint = trace_is_recorded(scene->trace)
                  ? _("Try: click a word, then press → and follow its row.")
                  : _("Try: press Enter, write one word twice and follow both.");
}

static void formula(const Scene *scene, Formula *out) {
  formula_add_plain(out, _("sentence"), 0, 0.4f);
  formula_add_plain(out, "→", 0, 0.7f);
  formula_add(out, (FormulaPiece){.symbol = count_words(scene),
                                  .stage = STAGE_TOKENS,
                                  .role = TRACE_X,
                                  .after = 0.7f});
  formula_add_plain(out, "→", 0, 0.4f);
  formula_add(out, (FormulaPiece){.symbol = "X", .stage = STAGE_EMBED, .role = TRACE_PART_COUNT});
}

const StageView stage_tokens_view = {.draw = stage_tokens_draw,
                                     .cells = stage_tokens_box,
                                     .captions = captions,
                                     .formula = formula,
                                     .inspect = inspect_token,
                                     .question = inspect_question_of_column,
                                     .heads_part = TRACE_WEIGHTS,
                                     .overview_part = TRACE_X};
