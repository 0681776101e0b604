/* scene/stages/logits.c -- the prediction: which word the model would name at a token (M-17). Its
** picture is in logits_picture.c. */
#include "base/i18n.h"
#include "scene/stages/stage_view.h"

static const char *explanation(const Scene *scene) {
  if (trace_is_recorded(scene->trace))
    return _("The model's last rows gave every word of its vocabulary a number, the logit, as it "
             "was recorded. Softmax turns the logits of a row into probabilities.");
  if (trace_asks_all(scene->trace))
    return _("The last layer's row is compared with the embedding of every word: the more they "
             "agree, the larger the logit. Softmax turns the logits into probabilities. This "
             "model was trained to name a word at every token.");
  if (!trace_asks_here(scene->trace))
    return _("The last layer's row is compared with the embedding of every word: the more they "
             "agree, the larger the logit. Softmax turns the logits into probabilities. This "
             "model was trained to answer at certain tokens alone, and none of them is here.");
  return _("The last layer's row is compared with the embedding of every word: the more they "
           "agree, the larger the logit. Softmax turns the logits into probabilities. This model "
           "was trained to answer at the marked tokens alone.");
}

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), words = trace_word_count(scene->trace);
  int width = trace_d_model(scene->trace);
  if (trace_is_recorded(scene->trace))
    return str_format(arena, _("%d × %d logits → %d × %d probabilities"), tokens, words, tokens,
                      words);
  return str_format(arena, _("%d × %d times %d × %d → %d × %d probabilities"), tokens, width, width,
                    words, tokens, words);
}

static const char *hint(const Scene *scene) {
  if (trace_is_recorded(scene->trace))
    return _("Try: click another token and compare what it names.");
  return trace_gap_id(scene->trace) < 0 || trace_asks_here(scene->trace)
             ? _("Try: press Enter, change one word, and watch the answer change.")
             : _("Try: double-click a word, and the model names what it would put there.");
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = _("Every word of the vocabulary gets a share of 1.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  out->hint = hint(scene);
}

/* rank −1: the likeliest. */
static const char *focus_line(const Scene *scene, int token, int rank) {
  TraceCandidate candidates[TRACE_CANDIDATES_SHOWN];
  Arena *arena = scene->pen.list->arena;
  Str name = scene_label(scene, token);
  int count = trace_candidates(scene->trace, token, candidates, TRACE_CANDIDATES_SHOWN);
  if (count == 0)
    return str_format(arena, _("token %.*s: its logits are not numbers, so no word is named"),
                      (int)name.bytes, name.at);
  if (rank >= count) rank = count - 1;
  if (rank < 0) rank = 0;
  Str word = trace_word(scene->trace, candidates[rank].word);
  Number logit = number_full(candidates[rank].logit);
  float probability = candidates[rank].probability;
  Number share = probability < 0.0005f ? number_full(probability) : number_weight(probability);
  const char *line =
      str_format(arena, _("token %.*s, word %d %.*s: logit %s, probability %s"), (int)name.bytes,
                 name.at, rank + 1, (int)word.bytes, word.at, logit.at, share.at);
  if (trace_is_asked(scene->trace, token)) return line;
  return str_format(arena, _("%s; never trained to answer here"), line);
}

static void formula(const Scene *scene, Formula *out) {
  (void)scene;
  formula_add_plain(out, "p", 0, 0);
  formula_add_equals(out);
  formula_add(out, (FormulaPiece){.symbol = "softmax(x Eᵀ + b)",
                                  .stage = STAGE_LOGITS,
                                  .role = TRACE_PROBABILITIES});
}

static void legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  panel_add_role(panel, theme->weights_soft, theme->weights,
                 _("a bar: the probability of a word, 0 to 1"));
}

static void question(Panel *panel) {
  panel_add_question_title(panel, "→", panel_words(panel, _("word %d"), panel->key + 1),
                           panel->pen->theme->output);
  panel_add_question(panel, _("Guess first: which word will the model name?"));
}

const StageView stage_logits_view = {.draw = stage_logits_draw,
                                     .cells = stage_logits_box,
                                     .captions = captions,
                                     .focus_line = focus_line,
                                     .formula = formula,
                                     .inspect = inspect_logits,
                                     .legend = legend,
                                     .question = question,
                                     .heads_part = TRACE_WEIGHTS,
                                     .overview_part = TRACE_OUTPUT};
