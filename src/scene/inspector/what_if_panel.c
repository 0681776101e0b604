/* scene/inspector/what_if_panel.c -- what a person changed, in the panel: the number that stood
** where one was set, how the focused row of weights was spread before and is now, how many numbers
** of the stage moved, and where a number first stopped being one. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/inspector/panel_sections.h"
#include "scene/moved_here.h"
#include "scene/what_if_words.h"
#include "trace/trace_mistake.h"

/* "1.20 → 0.85", both to the same number of decimals. */
static Str before_and_now(const Panel *panel, float before, float now, bool is_weight) {
  Number a = is_weight ? number_weight(before) : number_hundredths(before);
  Number b = is_weight ? number_weight(now) : number_hundredths(now);
  return panel_words(panel, "%s → %s", a.at, b.at);
}

/* A row of weights before what was changed, and what that is where no chip says it; NULL: a run
** without the changes. */
typedef struct RowBefore {
  MovedRow row;
  const char *words;
} RowBefore;

/* Exact attention of a whole head is worked out anew in every frame. */
enum { EXACT_TOKENS_MOST = 256 };

/* Of what is laid over: the row of exact attention over the same Q, K and V. */
static bool find_exact(const Panel *panel, RowBefore *before) {
  const Trace *trace = panel->scene->trace;
  const View *view = panel->scene->view;
  if (exact_problem(trace) != EXACT_FINE || mistake_quiz_asks(trace_quiz(trace))) return false;
  if (trace_in_order(trace) || trace_source_count(trace) > EXACT_TOKENS_MOST) return false;
  const Exact *exact = exact_make(panel_arena(panel), trace,
                                  (TraceMatrixId){TRACE_WEIGHTS, view->layer, view->head}, NULL);
  if (!exact || panel->query >= exact->weights.rows) return false;
  before->row = moved_row(mat_row(exact->weights, panel->query), exact->weights.cols);
  before->words = trace_mistake(trace) == MISTAKE_NONE
                      ? _("Before the arrow: exact attention over the same Q, K and V.")
                      : _("Before the arrow: without the mistake.");
  return true;
}

/* Beside a kept run: its row of the same token. */
static bool find_kept(const Panel *panel, RowBefore *before) {
  const TwoRuns *beside = panel->scene->beside;
  if (!beside || !beside->has_weights) return false;
  int line = matching_line_of_a(&beside->rows, panel->query);
  int row = line >= 0 ? beside->rows.at[line].b : -1;
  if (row < 0) return false;
  MatView kept = trace_matrix(beside->kept_trace, TRACE_WEIGHTS, beside->layer, beside->head);
  before->row = moved_row(mat_row(kept, row), kept.cols);
  before->words = _("Before the arrow: the kept run.");
  return true;
}

static bool find_row_before(const Panel *panel, RowBefore *before) {
  const View *view = panel->scene->view;
  const Trace *trace = panel->scene->trace;
  *before = (RowBefore){0};
  if (find_kept(panel, before)) return true;
  if (trace_what_ifs(trace))
    return moved_row_before(trace, view->layer, view->head, panel->query, &before->row);
  return find_exact(panel, before);
}

/* Who sets a number or makes a mistake asks at once what comes of it. Of what is laid over, the
** spread is not told before the weights are. Beside a lesson it is told at its weights alone: a
** page may cover them, and on the way there the spread would be the answer. */
static bool may_tell_row(const Panel *panel, bool is_asked) {
  const View *view = panel->scene->view;
  if (!stage_info(view->stage)->by_pair) return false;
  /* the row on show is another there, which the stage sums up itself */
  if (view->stage > stage_of_part(TRACE_WEIGHTS)) return false;
  if (view->lesson) return trace_stage_result(view->stage) == TRACE_WEIGHTS;
  return is_asked || scene_may_tell(panel->scene, stage_of_part(TRACE_WEIGHTS), panel->query, -1);
}

static void add_row_heading(Panel *panel, Rank rank) {
  Str label = panel_label(panel, panel->query);
  TextStyle bold = {FACE_SEMIBOLD, 13, panel->pen->theme->ink, ALIGN_START};
  panel_add_text(
      panel, bold,
      panel_words(panel, _("The row of “%.*s”, before and now"), (int)label.bytes, label.at), rank);
}

/* The weights of the focused query, at every stage that has one. Of what is laid over after what
** the number is, and once they are reached. is_named: a row that nobody chose is named above
** them. */
static void add_row(Panel *panel, bool is_named) {
  const Trace *trace = panel->scene->trace;
  enum { GROUP = 1 + 'W' }; /* without its heading a table is of no row */
  bool is_telling = trace_what_ifs(trace) || trace_mistake(trace) != MISTAKE_NONE;
  Rank rank = is_telling ? RANK_RESULT : is_named ? RANK_STEPS : RANK_FACTS;
  RowBefore before;
  if (!panel->w || !panel->w->row_weights || !may_tell_row(panel, is_telling)) return;
  if (!find_row_before(panel, &before)) return;
  MovedRow now = moved_row(panel->w->row_weights, panel->w->key_count);
  int first = panel->section_count;
  if (is_named) add_row_heading(panel, rank);
  panel_add_fact(panel, str_from(_("entropy in bits")),
                 before_and_now(panel, before.row.entropy_bits, now.entropy_bits, false), rank);
  panel_add_fact(panel, str_from(_("largest weight")),
                 before_and_now(panel, before.row.largest, now.largest, true), rank);
  panel_add_fact(panel, str_from(_("sum of the row")),
                 before_and_now(panel, before.row.sum, now.sum, true), rank);
  if (before.words) panel_add_note(panel, str_from(before.words), rank);
  for (int i = first; is_named && i < panel->section_count; i++) panel->sections[i].group = GROUP;
}

/* Of the focused cell, if its number was set. */
static void add_set_number(Panel *panel) {
  const Scene *scene = panel->scene;
  const View *view = scene->view;
  const WhatIfs *ifs = trace_what_ifs(scene->trace);
  TracePart part = view_number_part(view);
  int row = panel->query;
  if (part == TRACE_PART_COUNT) return;
  int layer = part == TRACE_INPUT ? view_input_layer(view, scene->trace) : view->layer;
  if (trace_part_info(part)->is_weights) (void)view_projection(view, &row);
  for (int i = 0; i < ifs->count; i++) {
    const WhatIf *one = &ifs->of[i];
    if (one->row != row || one->col != panel->key ||
        !trace_is_set_in(scene->trace, one, part, layer, view->head))
      continue;
    const char *sentence = what_if_sentence(panel_arena(panel), scene->trace, one);
    if (sentence) panel_add_note(panel, str_from(sentence), RANK_RESULT);
    return;
  }
}

/* The focused token if the model is asked there, else the one that is shown without a focus; −1:
** none. */
static int answered_token(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  bool is_focused = panel->query >= 0 && trace_is_asked(trace, panel->query);
  return is_focused ? panel->query : trace_asked_token(trace);
}

/* The likeliest word there, and that of the run without the changes. */
static void add_answer(Panel *panel) {
  const Trace *trace = panel->scene->trace, *without = trace_without(trace);
  TraceCandidate now, before;
  int token = answered_token(panel);
  if (token < 0 || !without || !trace_has_words(without)) return;
  int row = trace_row_without(trace, token);
  if (row >= trace_token_count(without) || trace_candidates(trace, token, &now, 1) == 0 ||
      trace_candidates(without, row, &before, 1) == 0)
    return;
  Str at = panel_label(panel, token);
  Str word = panel_capped(panel, trace_word(trace, now.word));
  Str was = panel_capped(panel, trace_word(without, before.word));
  Number share = number_percent(now.probability), share_was = number_percent(before.probability);
  Str words =
      str_equal(word, was)
          ? panel_words(panel, _("The answer at “%.*s” stays “%.*s”: %s → %s."), (int)at.bytes,
                        at.at, (int)word.bytes, word.at, share_was.at, share.at)
          : panel_words(panel, _("The answer at “%.*s” was “%.*s” (%s) and is “%.*s” (%s)."),
                        (int)at.bytes, at.at, (int)was.bytes, was.at, share_was.at, (int)word.bytes,
                        word.at, share.at);
  panel_add_note(panel, words, RANK_RESULT);
}

/* A track between both ends of a number that is shaken; its middle is where the number stood. */
static void draw_shake(const Panel *panel, const void *data, Box box) {
  const Scene *scene = panel->scene;
  const Theme *theme = panel->pen->theme;
  float thick = panel_pt(panel, 4), radius = panel_pt(panel, 7), x = scene->view->shake_place;
  Box words = {box.x, box.y, box.w, panel_pt(panel, 16)};
  Box track = {box.x + radius, box.y + panel_pt(panel, 25), box.w - 2 * radius, thick};
  (void)data;
  pen_text_in(panel->pen, (TextStyle){FACE_REGULAR, 12, theme->muted, ALIGN_START}, words,
              str_from(_("shaken: what is marked depends on it (Esc)")));
  Box half = {track.x + track.w / 2, track.y, track.w * (x - 0.5f), track.h};
  if (half.w < 0) half.x += half.w, half.w = -half.w;
  control_track(panel->pen, track, half, thick, theme->focus);
  Box knob = {track.x + x * track.w - radius, track.y + track.h / 2 - radius, 2 * radius,
              2 * radius};
  draw_box(panel->pen->list, (DrawBox){.box = knob,
                                       .corner = radius,
                                       .fill = theme->paper,
                                       .stroke = theme->ink,
                                       .stroke_width = 1.5f});
  if (scene->interactive)
    draw_hit(panel->pen->list, (DrawHit){.box = box_inset(track, -radius),
                                         .slider = true,
                                         .cursor = CURSOR_DRAG,
                                         .click = "shake at %f",
                                         .tip = _("Holds the number between both ends")});
}

static void add_shake(Panel *panel) {
  if (!panel->scene->view->shakes || !panel->scene->interactive) return;
  panel_add(panel, (Section){.draw = draw_shake,
                             .data = panel,
                             .least = panel_pt(panel, 40),
                             .gap = panel_pt(panel, 12),
                             .rank = RANK_TITLE});
}

/* Over all results of the stage: Q, K and V are three. */
static void add_count(Panel *panel) {
  const View *view = panel->scene->view;
  const StageInfo *stage = stage_info(view->stage);
  int all = 0, count = 0;
  for (int i = stage->part_count - stage->result_count; i < stage->part_count; i++) {
    Moved moved = moved_here(panel->scene, stage->parts[i]);
    if (moved.before.at) all += moved.now.rows * moved.now.cols;
    count += (int)moved_count(&moved);
  }
  if (all == 0) return;
  panel_add_note(panel,
                 panel_count(panel,
                             P_("%d number of %d moved here; a dot or a line marks it.",
                                "%d numbers of %d moved here; a dot or a line marks each.", count),
                             count, all),
                 RANK_STEPS);
}

static void add_broken(Panel *panel) {
  BrokenPlace place;
  if (trace_broken_count(panel->scene->trace) == 0 || !broken_first(panel->scene->trace, &place))
    return;
  const char *words = broken_words(panel_arena(panel), &place);
  StrBuf text = strbuf_make(panel_arena(panel));
  if (!words) return;
  i18n_add_sentence(&text, words);
  if (broken_command(panel_arena(panel), &place))
    i18n_add_sentence(&text, _("Ctrl-I leads there."));
  if (!text.failed)
    panel_add_card(panel, str_from(_("Not every number is finite")), strbuf_str(&text),
                   RANK_RESULT);
}

/* Turns the sections from `first` on round, so that the last `count` come before the others. */
static void move_up(Panel *panel, int first, int count) {
  Section moved[PANEL_SECTIONS_MOST];
  int others = panel->section_count - first - count;
  if (others <= 0 || count <= 0) return;
  memcpy(moved, &panel->sections[first + others], (size_t)count * sizeof moved[0]);
  memmove(&panel->sections[first + count], &panel->sections[first],
          (size_t)others * sizeof moved[0]);
  memcpy(&panel->sections[first], moved, (size_t)count * sizeof moved[0]);
}

/* Whether anything is changed: a number or what is there, a step, or the whole run. */
static bool is_changed(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  return trace_what_ifs(trace) || trace_has_laid_over(trace) || panel->scene->beside;
}

/* Of what every panel begins with. */
static int title_count(const Panel *panel) {
  int count = 0;
  while (count < panel->section_count && panel->sections[count].rank == RANK_TITLE) count++;
  return count;
}

void inspect_what_if_row(Panel *panel) {
  if (scene_is_covered(panel->scene)) return;
  if (!is_changed(panel) || panel->scene->view->kind != VIEW_STAGE) return;
  if (panel->query >= 0) add_row(panel, true);
}

void inspect_what_if(Panel *panel, bool has_row) {
  int before = panel->section_count, titles = title_count(panel);
  if (scene_is_covered(panel->scene)) return;
  if (!is_changed(panel) || panel->scene->view->kind != VIEW_STAGE) return;
  add_broken(panel);
  add_shake(panel);
  bool has_ifs = trace_what_ifs(panel->scene->trace) != NULL;
  if (has_ifs && panel->query >= 0 && panel->key >= 0) add_set_number(panel);
  if (panel->query >= 0 && !has_row) add_row(panel, false);
  add_count(panel);
  if (has_ifs) add_answer(panel);
  move_up(panel, titles, panel->section_count - before);
}
