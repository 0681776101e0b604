/* scene/stages/sampling.c -- the likeliest next word, and how one would be drawn: three settings
** and the words they keep.
**
**   temperature − 0.8 +   top-k − 40 +   top-p − 0.9 +       continue · draw one · walk
**   kept: 85 % ▇▇▇▇▇▇▇▒▒▒░░░░░  40 of 50,257 words hold 93 %, of these 12 reach top-p
**
** In a narrow box the buttons have lines of their own. The bar is all words at this temperature:
** those kept, those that top-p drops, those beyond top-k.
*/
#include "scene/question.h"
#include "scene/stages/logits.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "scene/token_shown.h"

/* words after the first ones need this probability to be listed */
static const float LISTED_LEAST = 0.001f;
enum { LISTED_ALWAYS = 5 };
static const float KNOB = 20, LINE_GAP = 6, BAR_LINE = 16, BELOW = 8; /* heights */
static const float QUESTION = 22, QUESTION_LISTED = 26, QUESTION_WIDTH = 330;
static const float BAR = 7, SIDE = 18, VALUE = 38, GAP = 14;

int stage_listed_words(const TraceCandidate *candidates, int count) {
  assert(count >= 0);
  int listed = count < LISTED_ALWAYS ? count : LISTED_ALWAYS;
  while (listed < count && candidates[listed].probability >= LISTED_LEAST) listed++;
  return listed;
}

/* Summed, because one minus the listed words would mostly be rounding error. */
double stage_share_beyond(const Trace *trace, int token, const TraceCandidate *listed, int count) {
  assert(token >= 0 && token < trace_token_count(trace) && count >= 0);
  double sum = trace_probabilities_sum(trace, token);
  for (int rank = 0; rank < count; rank++) sum -= (double)listed[rank].probability;
  return fmax(sum, 0);
}

SampledSet stage_sampled_set(const Scene *scene, int token) {
  SampledSet set = {.temperature = 1, .last_id = -1};
  assert(token >= 0 && token < trace_token_count(scene->trace));
  if (!trace_sampled_set(scene->trace, token, &scene->view->sampling, &set) &&
      trace_has_part(scene->trace, TRACE_LOGITS))
    scene->pen.list->failed = true;
  return set;
}

/* -- settings
** ------------------------------------------------------------------------------------ */

typedef struct Knob {
  const char *name, *command, *tip;
  Str value;
} Knob;

static TextStyle small_style(const Scene *scene, FaceId face, Align align) {
  return (TextStyle){face, 10.5f, scene->pen.theme->ink, align};
}

static void draw_button(const Scene *scene, Box box, Str label, const char *command,
                        const char *tip) {
  const Pen *pen = &scene->pen;
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = stage_points(scene, 4),
                                .fill = pen->theme->panel,
                                .stroke = pen->theme->line,
                                .stroke_width = 1});
  pen_text_in(pen, small_style(scene, FACE_MEDIUM, ALIGN_MIDDLE), box, label);
  draw_hit(pen->list, (DrawHit){.box = box, .cursor = CURSOR_HAND, .click = command, .tip = tip});
}

/* The same width for all values, so that changing one moves nothing. */
static float knob_width(const Scene *scene, const Knob *knob) {
  float name =
      pen_width(&scene->pen, small_style(scene, FACE_REGULAR, ALIGN_START), str_from(knob->name));
  float buttons = scene->interactive ? 2 * SIDE : 0;
  return name + stage_points(scene, 6 + buttons + VALUE);
}

/* Only a model that says the next token draws one. Settings that change the shares are shown in any
** case, since the picture is made with them. */
static bool has_knobs(const Scene *scene) {
  bool is_plain = sampling_is_plain(&scene->view->sampling);
  return !is_plain || (scene->interactive && trace_continues(scene->trace));
}

/* Without interaction (in a file) there is only the value, without buttons. */
static void draw_knob(const Scene *scene, Box box, const Knob *knob) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  TextStyle name = small_style(scene, FACE_REGULAR, ALIGN_START);
  name.color = pen->theme->muted;
  float side = stage_points(scene, SIDE), value = stage_points(scene, VALUE);
  float buttons = scene->interactive ? 2 * side : 0;
  Box words = {box.x, box.y, box.w - buttons - value, box.h};
  pen_text_in(pen, name, words, str_from(knob->name));
  float x = words.x + words.w;
  if (scene->interactive)
    draw_button(scene, (Box){x, box.y, side, box.h}, STR("−"),
                str_format(arena, "%s -", knob->command), knob->tip);
  x += buttons / 2;
  pen_text_in(pen, small_style(scene, FACE_MONO, ALIGN_MIDDLE), (Box){x, box.y, value, box.h},
              knob->value);
  if (scene->interactive)
    draw_button(scene, (Box){x + value, box.y, side, box.h}, STR("+"),
                str_format(arena, "%s +", knob->command), knob->tip);
}

/* -- actions
** ------------------------------------------------------------------------------------- */

typedef struct Action {
  const char *label, *command, *tip;
} Action;

enum { ACTIONS_MOST = 4, KNOB_COUNT = 3 };

/* If the model predicts the next token: the actions that make the sentence longer. If it fills
** gaps: the action that makes a gap of this token. token −1: all possible actions. */
static int list_actions(const Scene *scene, int token, Action actions[ACTIONS_MOST]) {
  static const Action continuing[] = {
      {N_("continue"), "continue", N_("appends the likeliest token (n)")},
      {N_("draw one"), "continue drawn", N_("appends a token drawn from those kept, seed 1 (p)")},
      {N_("walk"), "continue walk", N_("appends the likeliest token and steps through it")}};
  int count = 0;
  for (int i = 0; i < 3 && trace_continues(scene->trace); i++) actions[count++] = continuing[i];
  const TraceToken *hidden = token < 0 ? NULL : trace_token(scene->trace, token);
  if (!stage_hides(scene) || (hidden && (hidden->special || hidden->bytes == 0))) return count;
  int gap = trace_gap_id(scene->trace);
  if (hidden && gap >= 0 && trace_token_id(scene->trace, token) == gap) return count;
  actions[count++] =
      (Action){N_("hide this token"), str_format(scene->pen.list->arena, "hide %d", token + 1),
               N_("puts a gap in its place: the model names what it would put there; so does a "
                  "double click on a token of the picture, and Ctrl-Z brings it back")};
  return count;
}

static float action_width(const Scene *scene, const Action *action) {
  TextStyle style = small_style(scene, FACE_MEDIUM, ALIGN_MIDDLE);
  return pen_width(&scene->pen, style, str_from(_(action->label))) + stage_points(scene, 16);
}

static void fill_knobs(const Scene *scene, Knob knobs[3]) {
  const Sampling *sampling = &scene->view->sampling;
  Arena *arena = scene->pen.list->arena;
  const char *off = _("off");
  bool cuts = sampling->top_p < 1;
  knobs[0] = (Knob){_("temperature"), "temperature",
                    _("below 1 likely words get likelier, above 1 all more alike"),
                    str_from(str_format(arena, "%.3g", (double)sampling->temperature))};
  knobs[1] = (Knob){_("top-k"), "topk", _("keeps the k likeliest words"),
                    str_from(sampling->top_k ? str_format(arena, "%d", sampling->top_k) : off)};
  knobs[2] = (Knob){_("top-p"), "topp", _("keeps the fewest words whose shares reach p"),
                    str_from(cuts ? str_format(arena, "%.3g", (double)sampling->top_p) : off)};
}

/* -- layout
** -------------------------------------------------------------------------------------- */

/* Places boxes side by side, in as many lines as needed, so that no button is ever left out. The w
** of each box is given, the rest is set. Returns the number of lines. */
static int flow(const Scene *scene, Box place, float gap, Box *boxes, int count) {
  assert(count >= 0 && boxes);
  float x = place.x, pitch = stage_points(scene, KNOB + LINE_GAP);
  int lines = count > 0;
  for (int i = 0; i < count; i++) {
    boxes[i].w = fminf(boxes[i].w, place.w);
    if (x > place.x && x + boxes[i].w > place.x + place.w + 0.01f) {
      x = place.x;
      lines++;
    }
    boxes[i] =
        (Box){x, place.y + pitch * (float)(lines - 1), boxes[i].w, stage_points(scene, KNOB)};
    x += boxes[i].w + gap;
  }
  return lines;
}

typedef struct Controls {
  Knob knobs[KNOB_COUNT];
  Action actions[ACTIONS_MOST];
  Box knob_boxes[KNOB_COUNT], action_boxes[ACTIONS_MOST];
  int knob_count, action_count, lines;
} Controls;

static float width_of(const Box *boxes, int count, float gap) {
  float width = gap * (float)(count > 0 ? count - 1 : 0);
  for (int i = 0; i < count; i++) width += boxes[i].w;
  return width;
}

/* One line with the buttons at its right end; if that is too wide, the buttons
** get their own lines. */
static Controls place_controls(const Scene *scene, Box place, int token) {
  Controls at = {.knob_count = has_knobs(scene) ? KNOB_COUNT : 0, .lines = 1};
  float gap = stage_points(scene, GAP), between = stage_points(scene, 6);
  fill_knobs(scene, at.knobs);
  for (int i = 0; i < at.knob_count; i++) at.knob_boxes[i].w = knob_width(scene, &at.knobs[i]);
  if (scene->interactive) at.action_count = list_actions(scene, token, at.actions);
  for (int i = 0; i < at.action_count; i++)
    at.action_boxes[i].w = action_width(scene, &at.actions[i]);
  float knobs = width_of(at.knob_boxes, at.knob_count, gap);
  float actions = width_of(at.action_boxes, at.action_count, between);
  bool is_one = knobs + (at.action_count > 0 ? gap + actions : 0) <= place.w;
  Box below = place;
  if (is_one) {
    below.x += place.w - actions;
    below.w = actions + 1;
  }
  at.lines = flow(scene, place, gap, at.knob_boxes, at.knob_count);
  if (!is_one) below.y += stage_points(scene, KNOB + LINE_GAP) * (float)at.lines;
  int more = flow(scene, below, between, at.action_boxes, at.action_count);
  if (!is_one || at.lines == 0) at.lines += more;
  return at;
}

/* Without settings the buttons stand at the right of the question, if it leaves room. */
static bool buttons_are_beside(const Scene *scene, const Controls *at, float width) {
  float buttons = width_of(at->action_boxes, at->action_count, stage_points(scene, 6));
  return at->knob_count == 0 && at->action_count > 0 &&
         2 * buttons + stage_points(scene, QUESTION_WIDTH) <= width;
}

/* The same for every token, so that rows do not move from one token to the next. */
float stage_sampling_height(const Scene *scene, float width) {
  bool shown = scene->interactive || !sampling_is_plain(&scene->view->sampling);
  if (!trace_has_words(scene->trace) || !shown) return 0;
  Controls at = place_controls(scene, (Box){0, 0, width, 0}, -1);
  if (at.lines == 0 || buttons_are_beside(scene, &at, width)) return 0;
  float kept = at.knob_count > 0 ? BAR_LINE : 0;
  return stage_points(scene, (KNOB + LINE_GAP) * (float)at.lines + kept + BELOW);
}

/* -- the words kept
** -------------------------------------------------------------------------------- */

/* Shares are relative to all words at this temperature. Says what each setting keeps if there is
** room for it, otherwise what both keep together. */
static Str kept_words(const Scene *scene, const SampledSet *set, TextStyle style, float most) {
  Arena *arena = scene->pen.list->arena;
  StrBuf words = strbuf_make(arena);
  const Sampling *sampling = &scene->view->sampling;
  Number k_share = number_percent((float)(set->k_sum / set->sum));
  Number share = number_percent((float)(set->kept_sum / set->sum));
  bool by_k = set->k_count < set->word_count, by_p = sampling->top_p < 1;
  if (by_k)
    i18n_add_phrase(&words,
                    P_("top-k keeps %d of %d word, holding %s",
                       "top-k keeps %d of %d words, holding %s", set->word_count),
                    set->k_count, set->word_count, k_share.at);
  if (by_p)
    i18n_add_phrase(&words,
                    P_("top-p keeps %d of %d word, holding %s",
                       "top-p keeps %d of %d words, holding %s", set->k_count),
                    set->count, set->k_count, share.at);
  if (!by_k && !by_p)
    i18n_add_phrase(
        &words, P_("any of %d word may be drawn", "any of %d words may be drawn", set->word_count),
        set->word_count);
  Str by_step = str_from(number_grouped(arena, words.at));
  if (!by_k || !by_p || pen_width(&scene->pen, style, by_step) <= most) return by_step;
  return str_from(number_grouped(
      arena, str_format(arena,
                        P_("%d of %d word may be drawn, holding %s",
                           "%d of %d words may be drawn, holding %s", set->word_count),
                        set->count, set->word_count, share.at)));
}

/* Parts narrower than half a point are not drawn. */
static void draw_part(const Scene *scene, Box bar, double from, double to, Color color) {
  float x = bar.x + bar.w * (float)from, width = bar.w * (float)(to - from);
  if (width >= 0.5f)
    draw_box(scene->pen.list, (DrawBox){.box = {x, bar.y, width, bar.h}, .fill = color});
}

/* What the bar is of, where enough of the bar is left. */
static void draw_kept_name(const Scene *scene, Box *bar, TextStyle style, double kept) {
  const float bar_least = 60;
  Number share = number_percent((float)kept);
  Str name = str_from(str_format(scene->pen.list->arena, _("kept: %s"), share.at));
  float wide = pen_width(&scene->pen, style, name) + 1, gap = stage_points(scene, GAP);
  if (bar->w - wide - gap < stage_points(scene, bar_least)) return;
  pen_text_in(&scene->pen, style, cut_left(bar, wide), name);
  cut_left(bar, gap);
}

static void draw_kept(const Scene *scene, Box box, const SampledSet *set) {
  const Theme *theme = scene->pen.theme;
  TextStyle style = small_style(scene, FACE_REGULAR, ALIGN_START);
  style.color = theme->muted;
  float most = box.w * 0.7f;
  Str words = kept_words(scene, set, style, most - 1);
  float width = fminf(pen_width(&scene->pen, style, words) + 1, most);
  double kept = set->kept_sum / set->sum, k = set->k_sum / set->sum;
  Box bar = {box.x, box.y, box.w - width - stage_points(scene, GAP), box.h};
  draw_kept_name(scene, &bar, style, kept);
  bar =
      (Box){bar.x, box.y + (box.h - stage_points(scene, BAR)) / 2, bar.w, stage_points(scene, BAR)};
  bool is_cut = set->count < set->word_count;
  draw_part(scene, bar, 0, kept, is_cut ? theme->output_line : theme->line);
  draw_part(scene, bar, kept, k, theme->output_soft);
  draw_part(scene, bar, k, 1, theme->line);
  pen_text_in(&scene->pen, style, (Box){box.x + box.w - width, box.y, width, box.h}, words);
}

static void draw_actions(const Scene *scene, const Controls *at) {
  TabStop around = scene->pen.list->tab_stop;
  scene->pen.list->tab_stop = TAB_SAMPLING;
  for (int i = 0; i < at->action_count; i++)
    draw_button(scene, at->action_boxes[i], str_from(_(at->actions[i].label)),
                at->actions[i].command, _(at->actions[i].tip));
  scene->pen.list->tab_stop = around;
}

void stage_sampling_draw(const Scene *scene, Box box, int token) {
  if (stage_sampling_height(scene, box.w) <= 0) return;
  SampledSet set = stage_sampled_set(scene, token);
  Controls at = place_controls(scene, box, token);
  TabStop around = scene->pen.list->tab_stop;
  scene->pen.list->tab_stop = TAB_SAMPLING;
  for (int i = 0; i < at.knob_count; i++) draw_knob(scene, at.knob_boxes[i], &at.knobs[i]);
  scene->pen.list->tab_stop = around;
  draw_actions(scene, &at);
  if (at.knob_count == 0) return;
  float line = stage_points(scene, BAR_LINE);
  Box below = {box.x, box.y + box.h - stage_points(scene, BELOW) - line, box.w, line};
  TraceCandidate best;
  bool names_one = trace_candidates(scene->trace, token, &best, 1) > 0;
  if (names_one && set.count > 0) draw_kept(scene, below, &set);
}

/* -- the likeliest word ------------------------------------------------------------------------ */

/* "it → animal  99 %": its parts beside each other, and the width of all. */
typedef struct AnswerLine {
  struct {
    TextStyle style;
    Str text;
  } parts[4];
  float gap, width;
} AnswerLine;

/* Of the words that are kept, where that is asked for. "": the steps have not reached it. */
static Number answer_percent(const Scene *scene, int token, const TraceCandidate *best) {
  if (!best || !scene_has_reached(scene, token, 0)) return (Number){""};
  if (sampling_is_plain(&scene->view->sampling)) return number_percent(best->probability);
  SampledSet set = stage_sampled_set(scene, token);
  return number_percent(sampling_kept_share(&set, best->logit, best->word));
}

static Str answer_word(const Scene *scene, int token, const TraceCandidate *best) {
  if (!scene_has_reached(scene, token, 0)) return STR("?");
  return best ? logits_named(scene, best->word) : STR("NaN");
}

static bool is_asked(const Scene *scene, int token) {
  return trace_is_asked(scene->trace, token) && !question_has_no_answer(scene->trace, token);
}

/* Long words make the line smaller before they are shortened. */
static AnswerLine answer_line(const Scene *scene, float room, int token, Number *percent) {
  const Pen *pen = &scene->pen;
  const Theme *theme = pen->theme;
  TraceCandidate made;
  const TraceCandidate *best = trace_candidates(scene->trace, token, &made, 1) > 0 ? &made : NULL;
  bool asked = is_asked(scene, token), listed = logits_is_list(scene);
  float most = room * 0.62f;
  float size = listed ? LOGITS_ANSWER_LISTED : LOGITS_ANSWER;
  TextStyle name = {FACE_BOLD, size, asked ? theme->ink : theme->muted, ALIGN_START};
  TextStyle arrow = {FACE_REGULAR, size, theme->muted, ALIGN_START};
  TextStyle word = {FACE_BOLD, size, asked ? theme->output : theme->muted, ALIGN_START};
  TextStyle number = {FACE_BOLD, size, word.color, ALIGN_START};
  *percent = answer_percent(scene, token, best);
  Str from = pen_fit(pen, name, most, token_shown(trace_token(scene->trace, token)));
  Str to = pen_fit(pen, word, most, answer_word(scene, token, best));
  AnswerLine line = {
      .parts = {{name, from}, {arrow, STR("→")}, {word, to}, {number, number_str(percent)}},
      .gap = stage_points(scene, listed ? 20 : 13)};
  line.width = 3 * line.gap;
  for (int i = 0; i < 4; i++) line.width += pen_width(pen, line.parts[i].style, line.parts[i].text);
  if (line.width <= room) return line;
  float by = room / line.width * 0.98f; /* long words */
  for (int i = 0; i < 4; i++) line.parts[i].style.size *= by;
  line.gap *= by;
  line.width *= by;
  return line;
}

/* Between the buttons, where these stand beside it. Returns its height. */
static float draw_asked(const Scene *scene, Box box, int token) {
  bool listed = logits_is_list(scene), asked = is_asked(scene, token);
  const Theme *theme = scene->pen.theme;
  TextStyle asks = {FACE_MEDIUM, listed ? 18 : 15, asked ? theme->ink : theme->muted, ALIGN_MIDDLE};
  float line = stage_points(scene, listed ? QUESTION_LISTED : QUESTION);
  Controls at = place_controls(scene, (Box){box.x, box.y, box.w, 0}, -1);
  Box asked_in = {box.x, box.y, box.w, line};
  if (buttons_are_beside(scene, &at, box.w)) {
    float buttons = width_of(at.action_boxes, at.action_count, stage_points(scene, 6));
    asked_in = (Box){box.x + buttons, box.y, box.w - 2 * buttons, line};
    at = place_controls(scene, (Box){box.x, box.y, box.w, 0}, token);
    draw_actions(scene, &at);
  }
  pen_text_in(&scene->pen, asks, asked_in, question_words(scene, token, asks, asked_in.w));
  return line;
}

/* The question, and below it the answer. */
void stage_answer_draw(const Scene *scene, Box box, int token) {
  assert(token >= 0 && token < trace_token_count(scene->trace));
  Number percent;
  AnswerLine line = answer_line(scene, box.w, token, &percent);
  float size = logits_is_list(scene) ? LOGITS_ANSWER_LISTED : LOGITS_ANSWER;
  cut_top(&box, draw_asked(scene, box, token));
  float x = box.x + (box.w - line.width) / 2;
  float y = box.y + (box.h + TEXT_CAP_HEIGHT * stage_points(scene, size)) / 2;
  for (int i = 0; i < 4; i++)
    x += pen_text(&scene->pen, line.parts[i].style, (Point){x, y}, line.parts[i].text) + line.gap;
}
