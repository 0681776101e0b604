/* scene/stages/logits.c -- the prediction: the words that the model predicts at each token (M-17).
**
**            Which noun does “it” mean?           the question, as a sentence
**               it → animal  99 %                 the followed token, readable from far away
**      animal ██████████████████████  99 %        its likeliest words (logits_bars.c)
**      street ░░░░░░░░░░░░░░░░░░░░░░ 0.4 %
**   The likeliest word at each token              the others, quiet (logits_tokens.c)
**   The → the ▇░ 48 %      cross → the ▇░ 24 %
**
** In the presenter view and with large text the picture is one token's answer; the other tokens are
** folded. So they are in the lowest windows.
*/
#include "scene/stages/compare_kept.h"
#include "scene/stages/logits.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"

static const float FOOT_WORDS = 12, FOOT_WORDS_LISTED = 13; /* sizes */

static Box cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box), larger = logits_fitted(&fitted, box);
  return logits_place(&larger, box).cells;
}

/* -- above and below --------------------------------------------------------------------------- */

/* What a kept run answered, where no bar says it. */
static bool names_kept(const Scene *scene) {
  bool has_bar = scene->interactive && !scene_is_presented(scene);
  return scene->kept && scene->view->compare == COMPARE_KEPT && !has_bar;
}

bool logits_has_foot(const Scene *scene) { return names_kept(scene); }

static Str foot_words(const Scene *scene, const LogitsPlace *place) {
  Arena *arena = scene->pen.list->arena;
  StrBuf words = strbuf_make(arena);
  int count = trace_token_count(scene->trace);
  if (names_kept(scene)) i18n_add_phrase(&words, "%s", compare_kept_answer(scene, false));
  if (place->rows == 0) {
    if (count > 1 && scene->interactive)
      i18n_add_phrase(&words, _("token %d of %d · ↑ ↓ show the others"),
                      logits_page_token(scene) + 1, count);
    return strbuf_str(&words);
  }
  if (place->end - place->first < count)
    i18n_add_phrase(&words,
                    scene->interactive ? _("tokens %d to %d of %d, ↑ ↓ and the wheel go on")
                                       : _("tokens %d to %d of %d"),
                    place->first + 1, place->end, count);
  return str_from(number_grouped(arena, words.at));
}

/* A notch turns a page, wherever the pointer is among the rows. */
static void page_hit(const Scene *scene, LogitsPlace *place) {
  int shown = place->end - place->first, count = trace_token_count(scene->trace);
  if (!scene->interactive || shown >= count || place->rows == 0) return;
  place->wheel = str_format(scene->pen.list->arena, "cursor page %%f %d %d", shown,
                            logits_page_token(scene) + 1);
  draw_hit(scene->pen.list,
           (DrawHit){.box = place->tokens, .cursor = CURSOR_ARROW, .wheel = place->wheel});
}

static void draw(const Scene *bare, Box box) {
  if (!trace_has_words(bare->trace)) return;
  Scene larger = logits_fitted(bare, box);
  const Scene *scene = &larger;
  const Pen *pen = &scene->pen;
  LogitsPlace place = logits_place(scene, box);
  stage_answer_draw(scene, place.answer, logits_followed_token(scene));
  stage_sampling_draw(scene, place.sampling, logits_followed_token(scene));
  page_hit(scene, &place);
  logits_bars_draw(scene, &place);
  logits_tokens_draw(scene, &place);
  float size = place.is_list ? FOOT_WORDS_LISTED : FOOT_WORDS;
  TextStyle style = {FACE_REGULAR, size, pen->theme->muted, ALIGN_MIDDLE};
  Str words = foot_words(scene, &place);
  if (words.bytes > 0) pen_text_in(pen, style, place.foot, words);
}

/* -- words ------------------------------------------------------------------------------------- */

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
  Str name = scene_named(scene, token);
  int count = trace_candidates(scene->trace, token, candidates, TRACE_CANDIDATES_SHOWN);
  if (count == 0)
    return str_format(arena, _("token %.*s: its logits are not numbers, so no word is named"),
                      (int)name.bytes, name.at);
  if (rank >= count) rank = count - 1;
  if (rank < 0) rank = 0;
  Str word = quoted_name(arena, logits_word(scene, candidates[rank].word));
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

const StageView stage_logits_view = {.draw = draw,
                                     .cells = cells,
                                     .captions = captions,
                                     .focus_line = focus_line,
                                     .formula = formula,
                                     .inspect = logits_inspect,
                                     .cell_words = logits_cell_words,
                                     .legend = logits_legend,
                                     .question = logits_question,
                                     .named_height = logits_figure_height,
                                     .heads_part = TRACE_WEIGHTS,
                                     .overview_part = TRACE_OUTPUT};
