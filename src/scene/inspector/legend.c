/* scene/inspector/legend.c -- without a selection: what the stage shows and what to point at. */
#include <assert.h>
#include <stdio.h>

#include "base/i18n.h"
#include "scene/heads/role_lines.h"
#include "scene/stages/stage_view.h"

/* -- the legend -------------------------------------------------------------------------------- */

typedef struct LegendLine {
  Color left, right; /* two halves of the swatch */
  Color border;
  bool hatched;
  Str words;
} LegendLine;

enum { LEGEND_GROUP = 'L' }; /* a part of the legend explains the picture badly */
static const float SWATCH_W = 28, SWATCH_H = 14, LEGEND_GAP = 10, LINE_GAP = 1.18f;

static TextStyle legend_style(const Panel *panel) {
  return (TextStyle){FACE_REGULAR, 12, panel->pen->theme->ink, ALIGN_START};
}

/* Two halves, because a diverging palette has two ends. */
static void draw_swatch(const Panel *panel, const LegendLine *line, Box box) {
  DrawList *list = panel->pen->list;
  draw_box(list, (DrawBox){.box = {box.x, box.y, box.w / 2, box.h}, .fill = line->left});
  draw_box(list,
           (DrawBox){.box = {box.x + box.w / 2, box.y, box.w / 2, box.h}, .fill = line->right});
  for (float x = 0; line->hatched && x + box.h <= box.w; x += box.h / 2)
    draw_line(list, (Point){box.x + x, box.y + box.h}, (Point){box.x + x + box.h, box.y}, 1,
              panel->pen->theme->hatch);
  draw_box(list, (DrawBox){.box = box,
                           .corner = 2,
                           .stroke = line->border,
                           .stroke_width = 1.5f * panel->pen->text_scale});
}

static void draw_legend(const Panel *panel, const void *data, Box box) {
  const LegendLine *line = data;
  float text_top = panel_pt(panel, 12) * (TEXT_ASCENT - TEXT_CAP_HEIGHT);
  Box swatch = {box.x, box.y + text_top - panel_pt(panel, 2), panel_pt(panel, SWATCH_W),
                panel_pt(panel, SWATCH_H)};
  draw_swatch(panel, line, swatch);
  float used = panel_pt(panel, SWATCH_W + LEGEND_GAP);
  pen_text_wrapped(panel->pen, legend_style(panel),
                   (Box){box.x + used, box.y, box.w - used, box.h + 0.5f}, LINE_GAP, line->words);
}

static void add_legend(Panel *panel, LegendLine line) {
  assert(line.words.at);
  float width = panel->width - panel_pt(panel, SWATCH_W + LEGEND_GAP);
  float height = pen_wrapped_height(panel->pen, legend_style(panel), width, LINE_GAP, line.words);
  const Section *last =
      panel->section_count > 0 ? &panel->sections[panel->section_count - 1] : NULL;
  bool follows = last && last->draw == draw_legend;
  panel_add(panel, (Section){.draw = draw_legend,
                             .data = panel_keep(panel, &line, sizeof line),
                             .least = height > panel_pt(panel, 18) ? height : panel_pt(panel, 18),
                             .gap = panel_pt(panel, follows ? 8 : 18),
                             .rank = RANK_BODY,
                             .group = LEGEND_GROUP});
}

void panel_add_role(Panel *panel, Color soft, Color border, const char *words) {
  add_legend(panel, (LegendLine){soft, soft, border, false, str_from(words)});
}

/* Not quite the ends of the palette, which few cells have. */
void panel_add_signed_legend(Panel *panel, TracePart part) {
  assert(trace_part_info(part)->scale == SCALE_SIGNED);
  const Theme *theme = panel->pen->theme;
  PaletteId palette = scene_palette(panel->scene, part);
  Color low = palette_color(palette, theme->id, 0.08f),
        high = palette_color(palette, theme->id, 0.92f);
  bool is_diverging = palette == PALETTE_DIVERGING;
  add_legend(panel, (LegendLine){low, high, theme->line, false,
                                 str_from(is_diverging ? _("below 0 and above 0; paper is 0")
                                                       : _("from the lowest to the highest"))});
}

void panel_add_weights_legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  PaletteId palette = scene_palette(panel->scene, TRACE_WEIGHTS);
  float darkest = scene_range(panel->scene, TRACE_WEIGHTS, 0, 0).high;
  const char *words = _("from a small share to nearly all of the row");
  if (darkest < 0.5f)
    words = str_format(panel->pen->list->arena, _("from nothing to a share of %g or more"),
                       (double)darkest);
  add_legend(panel, (LegendLine){palette_color(palette, theme->id, 0.12f),
                                 palette_color(palette, theme->id, 0.95f), theme->line, false,
                                 str_from(words)});
}

void panel_add_hidden_legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  add_legend(panel, (LegendLine){theme->hatch_ground, theme->hatch_ground, theme->line, true,
                                 str_from(_("hidden by the mask"))});
}

/* -- the guide --------------------------------------------------------------------------------- */

static const char *pointing_words(StageId stage) {
  if (stage_info(stage)->part_count == 0)
    return _("Point at a token to see its characters and bytes here.");
  if (stage_info(stage)->by_pair)
    return _("Point at a cell to see it worked out here; at a row's name for the whole row.");
  return _("Point at a number to see it worked out here; at a row's name for the whole row.");
}

/* -- what the head does -- */

static int scores_of_head(const Panel *panel, const TraceRoleScore **scores) {
  const View *view = panel->scene->view;
  return trace_head_scores(panel->scene->trace, view->layer, view->head, scores);
}

static Str role_label(const Panel *panel, int item) {
  const TraceRoleScore *scores;
  scores_of_head(panel, &scores);
  return i18n_translated(panel_arena(panel), str_from(scores[item].name));
}

static Number role_number(const Panel *panel, int item, int column) {
  const TraceRoleScore *scores;
  Number number;
  (void)column;
  scores_of_head(panel, &scores);
  snprintf(number.at, sizeof number.at, "%.2f", (double)scores[item].score);
  return number;
}

static float role_bar(const Panel *panel, int item) {
  const TraceRoleScore *scores;
  scores_of_head(panel, &scores);
  return scores[item].score;
}

/* The measured scores of the head, the largest first. */
static void add_scores(Panel *panel) {
  const TraceRoleScore *scores;
  int count = scores_of_head(panel, &scores), measured = 0;
  float *values = panel_take(panel, (size_t)count, sizeof *values);
  int *order = panel_take(panel, (size_t)count, sizeof *order);
  if (count == 0 || !values || !order) return;
  for (int i = 0; i < count; i++) values[i] = scores[i].score;
  const int *by_score = panel_order(panel, values, count, false);
  for (int i = 0; by_score && i < count; i++)
    if (scores[by_score[i]].score >= 0) order[measured++] = by_score[i];
  panel_add_table(panel, &(PanelTable){.label_head = _("what it does, measured"),
                                       .whole_labels = true,
                                       .label = role_label,
                                       .number_heads = {_("score")},
                                       .number_count = 1,
                                       .number = role_number,
                                       .bar = role_bar,
                                       .bar_high = 1,
                                       .bar_color = panel->pen->theme->muted,
                                       .bar_negative = panel->pen->theme->muted,
                                       .item_count = measured,
                                       .order = order,
                                       .focus = -1});
  if (panel->section_count > 0) panel->sections[panel->section_count - 1].rank = RANK_FACTS;
}

/* The role that the head was built with or that was measured, with its scores; nothing is
** guessed from a heatmap. */
static void add_head(Panel *panel) {
  const Scene *scene = panel->scene;
  const View *view = scene->view;
  Arena *arena = panel_arena(panel);
  Str role = role_words(scene, view->layer, view->head);
  if (role.bytes == 0 || !stage_info(view->stage)->per_head) return;
  Str note = trace_head_role_note(arena, scene->trace, view->layer, view->head);
  const char *lacking = role_lacking_words(scene, view->layer, view->head);
  if (note.bytes == 0) note = trace_model_label(arena, scene->trace);
  StrBuf words = strbuf_make(arena);
  if (lacking) i18n_add_phrase(&words, "%s", lacking);
  i18n_add_phrase(&words, "%.*s", (int)note.bytes, note.at);
  panel_add_card(panel,
                 panel_words(panel, _("Head %d · %.*s"), view->head + 1, (int)role.bytes, role.at),
                 str_from(words.at), RANK_FACTS);
  add_scores(panel);
}

static const char *pointer_words(const View *view) {
  if (view->mask_editor && stage_info(view->stage)->by_pair)
    return _("A click hides or shows a cell, a stroke many; m ends.");
  return _("Hovering previews, a click locks, Esc unlocks.");
}

/* A figure has no pointer to explain. */
static void add_pointer_help(Panel *panel) {
  if (!panel->scene->interactive) return;
  panel_add_rule(panel);
  TextStyle bold = {FACE_SEMIBOLD, 12, panel->pen->theme->ink, ALIGN_START};
  panel_add_text(panel, bold, str_from(pointing_words(panel->scene->view->stage)), RANK_NEXT);
  panel_add_note(panel, str_from(pointer_words(panel->scene->view)), RANK_NEXT);
}

void inspect_legend(Panel *panel) {
  assert(panel->query < 0);
  const Scene *scene = panel->scene;
  const Theme *theme = panel->pen->theme;
  const StageView *view = stage_views[scene->view->stage];
  Captions captions = captions_of(scene);
  TextStyle plain = {FACE_REGULAR, 13, theme->ink, ALIGN_START};
  TextStyle bold = {FACE_BOLD, 18, theme->ink, ALIGN_START};
  TextStyle small = {FACE_SEMIBOLD, 10.5f, theme->muted, ALIGN_START};
  bool has_tokens = trace_token_count(scene->trace) > 0;
  if (has_tokens)
    panel_add_text(panel, small,
                   panel_words(panel, _("Stage %d of %d"),
                               trace_stage_index(scene->trace, scene->view->stage) + 1,
                               trace_stage_count(scene->trace)),
                   RANK_TITLE);
  panel_add_text(panel, bold, str_from(has_tokens ? captions.title : captions.headline),
                 RANK_TITLE);
  panel_add_text(panel, plain, str_from(captions.explanation), RANK_RESULT);
  Str missing = trace_stage_missing(scene->trace, scene->view->stage);
  if (missing.bytes > 0) {
    panel_add_card(panel, str_from(_("Not in this recording")),
                   panel_words(panel, "%.*s", (int)missing.bytes, missing.at), RANK_RESULT);
  } else if (has_tokens) {
    if (view->legend) view->legend(panel);
    if (!scene->coming) inspect_what_if_row(panel);
    add_head(panel);
    add_pointer_help(panel);
  }
  if (scene->interactive)
    panel_add_text(panel, (TextStyle){FACE_SEMIBOLD, 12, theme->ink, ALIGN_START},
                   str_from(captions.hint), RANK_TRY);
}
