/* scene/inspector/legend.c -- when nothing is in focus: what the stage shows and
** what to point at. */
#include "scene/inspector/panel_sections.h"

#include "base/i18n.h"

/* -- the legend -------------------------------------------------------------------------------- */

typedef struct LegendLine {
  Color left, right; /* two halves of the swatch */
  Color border;
  bool hatched;
  Str words;
} LegendLine;

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
  float width = panel->width - panel_pt(panel, SWATCH_W + LEGEND_GAP);
  float height = pen_wrapped_height(panel->pen, legend_style(panel), width, LINE_GAP, line.words);
  const Section *last =
      panel->section_count > 0 ? &panel->sections[panel->section_count - 1] : NULL;
  bool follows = last && last->draw == draw_legend;
  panel_add(panel, (Section){.draw = draw_legend,
                             .data = panel_keep(panel, &line, sizeof line),
                             .least = height > panel_pt(panel, 18) ? height : panel_pt(panel, 18),
                             .gap = panel_pt(panel, follows ? 8 : 18),
                             .rank = RANK_BODY});
}

static void add_role(Panel *panel, Color soft, Color border, const char *words) {
  add_legend(panel, (LegendLine){soft, soft, border, false, str_from(words)});
}

/* Not quite the ends of the palette: those few cells have. */
static void add_signed_legend(Panel *panel, TracePart part) {
  const Theme *theme = panel->pen->theme;
  PaletteId palette = scene_palette(panel->scene, part);
  Color low = palette_color(palette, theme->id, 0.08f),
        high = palette_color(palette, theme->id, 0.92f);
  bool is_diverging = palette == PALETTE_DIVERGING;
  add_legend(panel, (LegendLine){low, high, theme->line, false,
                                 str_from(is_diverging ? _("below 0 and above 0; paper is 0")
                                                       : _("from the lowest to the highest"))});
}

static void add_weights_legend(Panel *panel) {
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

static void add_pair_legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  StageId stage = panel->scene->view->stage;
  add_role(panel, theme->query_soft, theme->query, _("a row: one query, which asks"));
  add_role(panel, theme->key_soft, theme->key, _("a column: one key, which is asked"));
  if (stage == STAGE_WEIGHTS) add_weights_legend(panel);
  else add_signed_legend(panel, TRACE_SCORES);
  bool shows_mask = stage == STAGE_MASKED || stage == STAGE_WEIGHTS;
  if (shows_mask && scene_hides_something(panel->scene))
    add_legend(panel, (LegendLine){theme->hatch_ground, theme->hatch_ground, theme->line, true,
                                   str_from(_("hidden by the mask"))});
}

/* Only colours that are on show are explained. */
static void add_stage_legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  switch (panel->scene->view->stage) {
  case STAGE_TOKENS:
    break;
  case STAGE_EMBED:
    add_signed_legend(panel, TRACE_X);
    break;
  case STAGE_QKV:
    add_role(panel, theme->query_soft, theme->query, _("Q: what each token asks"));
    add_role(panel, theme->key_soft, theme->key, _("K: what each token is found by"));
    add_role(panel, theme->value_soft, theme->value, _("V: what each token hands on"));
    add_signed_legend(panel, TRACE_Q);
    break;
  case STAGE_OUTPUT:
    add_role(panel, theme->weights_soft, theme->weights, _("weights: how much of each value"));
    add_role(panel, theme->value_soft, theme->value, _("values: what is shared out"));
    add_role(panel, theme->output_soft, theme->output, _("output: the blend, one row a query"));
    break;
  case STAGE_JOINED:
    add_role(panel, theme->output_soft, theme->output, _("outputs of the heads, side by side"));
    add_signed_legend(panel, TRACE_ATTN_PROJ);
    break;
  case STAGE_BLOCK:
    add_signed_legend(panel, TRACE_BLOCK);
    break;
  case STAGE_LOGITS:
    add_role(panel, theme->weights_soft, theme->weights,
             _("a bar: the probability of a word, 0 to 1"));
    break;
  default:
    add_pair_legend(panel);
  }
}

/* -- the guide --------------------------------------------------------------------------------- */

static const char *pointing_words(StageId stage) {
  if (stage == STAGE_TOKENS) return _("Point at a token to see its characters and bytes here.");
  if (stage_info(stage)->by_pair)
    return _("Point at a cell to see it worked out here; at a row's name for the whole row.");
  return _("Point at a number to see it worked out here; at a row's name for the whole row.");
}

/* What the head was built to do or measured to do, with its scores; nothing is read into a
** heatmap. */
static void add_head(Panel *panel) {
  const Scene *scene = panel->scene;
  Arena *arena = panel_arena(panel);
  Str role =
      i18n_translated(arena, trace_head_role(scene->trace, scene->view->layer, scene->view->head));
  if (role.bytes == 0 || !stage_info(scene->view->stage)->per_head) return;
  Str note = trace_head_role_note(scene->trace, scene->view->layer, scene->view->head);
  if (note.bytes == 0) note = i18n_translated(arena, trace_model_label(scene->trace));
  panel_add_card(
      panel,
      panel_words(panel, _("Head %d · %.*s"), scene->view->head + 1, (int)role.bytes, role.at),
      panel_words(panel, "%.*s", (int)note.bytes, note.at), RANK_EXTRA);
}

static const char *hand_words(const View *view) {
  if (view->mask_editor && stage_info(view->stage)->by_pair)
    return _("A click hides or shows a cell, a stroke many; m ends.");
  return _("Hovering previews, a click locks, Esc unlocks.");
}

/* A figure has no pointer to explain. */
static void add_hands(Panel *panel) {
  if (!panel->scene->interactive) return;
  panel_add_rule(panel);
  TextStyle bold = {FACE_SEMIBOLD, 12, panel->pen->theme->ink, ALIGN_START};
  panel_add_text(panel, bold, str_from(pointing_words(panel->scene->view->stage)), RANK_NEXT);
  panel_add_note(panel, str_from(hand_words(panel->scene->view)), RANK_NEXT);
}

void inspect_legend(Panel *panel) {
  const Scene *scene = panel->scene;
  const Theme *theme = panel->pen->theme;
  TextStyle plain = {FACE_REGULAR, 13, theme->ink, ALIGN_START};
  TextStyle bold = {FACE_BOLD, 18, theme->ink, ALIGN_START};
  TextStyle small = {FACE_SEMIBOLD, 10.5f, theme->muted, ALIGN_START};
  bool has_tokens = trace_token_count(scene->trace) > 0;
  if (has_tokens)
    panel_add_text(panel, small,
                   panel_words(panel, _("Stage %d of %d"),
                               trace_stage_index(scene->trace, scene->view->stage) + 1,
                               trace_stage_count(scene->trace)),
                   RANK_STEPS);
  panel_add_text(panel, bold, has_tokens ? captions_title(scene) : captions_headline(scene),
                 RANK_TITLE);
  panel_add_text(panel, plain, captions_explanation(scene), RANK_RESULT);
  Str missing = trace_stage_missing(scene->trace, scene->view->stage);
  if (missing.bytes > 0) {
    panel_add_card(panel, str_from(_("Not in this recording")),
                   panel_words(panel, "%.*s", (int)missing.bytes, missing.at), RANK_RESULT);
  } else if (has_tokens) {
    add_stage_legend(panel);
    add_head(panel);
    add_hands(panel);
  }
  if (scene->interactive)
    panel_add_text(panel, (TextStyle){FACE_SEMIBOLD, 12, theme->ink, ALIGN_START}, hints_try(scene),
                   RANK_TRY);
}
