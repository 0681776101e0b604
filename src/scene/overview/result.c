/* scene/overview/result.c -- what becomes of the row: what its layer hands on, and the answer. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/layer_words.h"
#include "scene/number.h"
#include "scene/overview/parts.h"
#include "scene/question.h"
#include "scene/token_shown.h"

/* The selected row of the layer's output, in the colours of that matrix,
** under the head's output. */
static void layer_row(const Scene *scene, const OverviewPlan *plan, int query) {
  assert(query >= 0 && trace_has_part(scene->trace, TRACE_BLOCK));
  const Pen *pen = &scene->pen;
  MatView block = trace_matrix(scene->trace, TRACE_BLOCK, scene->view->layer, 0);
  float pitch = plan->layer.w / (float)block.cols;
  draw_heatmap(pen->list,
               (DrawHeatmap){.box = plan->layer,
                             .values = {mat_row(block, query), 1, block.cols, block.stride},
                             .mix = 1,
                             .palette = scene_palette(scene, TRACE_BLOCK),
                             .range = scene_range(scene, TRACE_BLOCK, scene->view->layer, 0),
                             .gap = pitch > 5 ? 0.75f : 0,
                             .filled = -1,
                             .theme = pen->theme->id});
  Str name = trace_token(scene->trace, query)->label;
  const char *words = str_format(pen->list->arena, _("%s hands on “%.*s” as"),
                                 layer_words(pen->list->arena, scene->trace, scene->view->layer),
                                 (int)name.bytes, name.at);
  TextStyle style = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_END};
  float gap = 8 * plan->scale, from = plan->v.x + plan->v.w + gap; /* behind the scale of V */
  from = fminf(from, plan->layer.x - plan->width * 1.2f);
  Box label = {from, plan->layer.y, plan->layer.x - gap - from, plan->layer.h};
  pen_text_in(pen, style, label, str_from(words));
  overview_open_hit(scene, plan->layer, stage_of_part(TRACE_BLOCK));
}

/* Of what is asked about the row, said otherwise than the share of a key: "the answer for “it”:
** animal  99 %", or "after “the”: cat  40 %"; without room for that "answer: animal  99 %",
** then "answer: animal", then "animal". */
static Str fitting_prediction(const Scene *scene, TextStyle style, float room, int token, Str to,
                              Str number) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  Str from = token_shown(trace_token(scene->trace, token));
  bool continues = trace_continues(scene->trace);
  const char *whole =
      continues ? _("after “%.*s”: %.*s  %.*s") : _("the answer for “%.*s”: %.*s  %.*s");
  const char *short_whole = continues ? _("next: %.*s  %.*s") : _("answer: %.*s  %.*s");
  const char *shorter = continues ? _("next: %.*s") : _("answer: %.*s");
  Str words = str_from(str_format(arena, whole, (int)from.bytes, from.at, (int)to.bytes, to.at,
                                  (int)number.bytes, number.at));
  if (pen_width(pen, style, words) <= room) return words;
  words =
      str_from(str_format(arena, short_whole, (int)to.bytes, to.at, (int)number.bytes, number.at));
  if (pen_width(pen, style, words) <= room) return words;
  words = str_from(str_format(arena, shorter, (int)to.bytes, to.at));
  return pen_width(pen, style, words) <= room ? words : to;
}

/* Said instead of an answer, where there is nothing to answer. */
static void no_answer(const Scene *scene, const OverviewPlan *plan, int query, float y) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MEDIUM, scene_is_presented(scene) ? 18 : 13, pen->theme->muted,
                     ALIGN_END};
  Box last = plan->pairs[plan->pair_count - 1];
  float right = last.x + (last.w + plan->width) / 2, most = right - plan->v.x - plan->v.w;
  Str words = question_words(scene, query, style, most);
  if (pen_width(pen, style, words) > most) return;
  Box box = {right - most, y, most, plan->answer.h};
  pen_text_in(pen, style, box, words);
  overview_open_hit(scene, box, stage_of_part(TRACE_PROBABILITIES));
}

/* The row whose answer is told: the chosen one, or the one that is asked; −1: none. */
static int answered_row(const Scene *scene, int query) {
  return query >= 0 ? query : trace_asked_token(scene->trace);
}

/* The last layer of a model that was trained to answer. */
static bool is_answered(const Scene *scene, int query) {
  bool is_last = scene->view->layer + 1 == trace_layer_count(scene->trace);
  return is_last && trace_is_asked(scene->trace, query);
}

bool overview_has_no_answer(const Scene *scene, int query) {
  int row = answered_row(scene, query);
  return row >= 0 && is_answered(scene, row) && question_has_no_answer(scene->trace, row);
}

/* "the answer for “it”: animal  99 %". */
static void model_answer(const Scene *scene, const OverviewPlan *plan, int query, float y) {
  const Pen *pen = &scene->pen;
  const Trace *trace = scene->trace;
  TraceCandidate best;
  if (!is_answered(scene, query)) return;
  if (question_has_no_answer(trace, query)) {
    no_answer(scene, plan, query, y);
    return;
  }
  bool names_one = trace_candidates(trace, query, &best, 1) > 0;
  if (!names_one) best = (TraceCandidate){0, NAN, NAN};
  Arena *arena = pen->list->arena;
  Str to = quoted_name_apart(arena, trace_word(trace, best.word));
  Number percent = number_percent(best.probability);
  TextStyle style = {FACE_BOLD, scene_is_presented(scene) ? 22 : 16, pen->theme->ink, ALIGN_MIDDLE};
  Str words =
      names_one ? fitting_prediction(scene, style, plan->answer.w, query, to, number_str(&percent))
                : str_from(_("logits: not numbers"));
  float middle = plan->output.x + plan->output.w / 2;
  Box last = plan->pairs[plan->pair_count - 1];
  float right = last.x + (last.w + plan->width) / 2;
  float width = fminf(pen_width(pen, style, words) + 1, plan->answer.w);
  float left = fminf(middle - width / 2, right - width);
  Box box = {left, y, width, plan->answer.h};
  pen_text_in(pen, style, box, words);
  overview_open_hit(scene, box, stage_of_part(TRACE_PROBABILITIES));
}

void overview_result(const Scene *scene, const OverviewPlan *plan, int query) {
  if (query >= 0 && plan->layer.h > 0) layer_row(scene, plan, query);
  int answered = answered_row(scene, query);
  float y = query < 0 && plan->layer.h > 0 ? plan->layer.y : plan->answer.y;
  if (answered >= 0 && plan->answer.h > 0) model_answer(scene, plan, answered, y);
}
