/* scene/inspector/panel_sections.c -- the sections of a panel that are words and single numbers:
** title, result, text, facts, cards. */
#include "scene/stages/stage_view.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"

static const float SMALL = 10.5f, TEXT = 12, TITLE = 24, TITLE_LEAST = 14;
/* of the numbers before, where the title says what happens; and the heights of both */
static const float TITLE_BELOW = 15, TITLE_LINE = 32, TITLE_BELOW_LINE = 22;
static const float LABEL_HEIGHT = 16;

static TextStyle style(FaceId face, float size, Color color) {
  return (TextStyle){face, size, color, ALIGN_START};
}

FaceId panel_number_face(Str number, FaceId mono, FaceId other) {
  for (size_t i = 0; i + 1 < number.bytes; i++)
    if (str_starts((Str){number.at + i, number.bytes - i}, "×10")) return other;
  return mono;
}

/* -- title ------------------------------------------------------------------------------------- */

/* Whether the selection is locked or follows the pointer. A figure says nothing. */
static const char *state_words(const Panel *panel) {
  const View *view = panel->scene->view;
  if (!panel->scene->interactive || panel->query < 0) return "";
  if (view->mask_editor && stage_info(view->stage)->by_pair) return _("click hides or shows");
  if (view->locked) return _("locked · Esc unlocks");
  return view->hover_query >= 0 ? _("preview · click locks") : "";
}

static void draw_kicker(const Panel *panel, Box box, const char *kicker, Str right) {
  TextStyle words = style(FACE_SEMIBOLD, SMALL, panel->pen->theme->muted);
  TextStyle state = style(FACE_REGULAR, SMALL, panel->pen->theme->muted);
  state.align = ALIGN_END;
  float used = pen_width(panel->pen, words, str_from(kicker)) + panel_pt(panel, 12);
  float room = box.w - used;
  if (room >= pen_width(panel->pen, state, right))
    pen_text_in(panel->pen, state, (Box){box.x + used, box.y, room, box.h}, right);
  pen_text_in(panel->pen, words, box, str_from(kicker));
}

typedef struct TitleWidths {
  float subject, words, object, gap;
} TitleWidths;

static TitleWidths title_widths(const Panel *panel, const PanelTitle *title, float size) {
  const Pen *pen = panel->pen;
  TextStyle bold = {.face = FACE_BOLD, .size = size}, plain = {.face = FACE_REGULAR, .size = size};
  return (TitleWidths){pen_width(pen, bold, title->subject), pen_width(pen, plain, title->words),
                       pen_width(pen, bold, title->object), panel_pt(panel, size * 0.3f)};
}

static float title_total(const TitleWidths *w) {
  int gaps = (w->subject > 0) + (w->words > 0) + (w->object > 0) - 1;
  return w->subject + w->words + w->object + w->gap * (float)(gaps > 0 ? gaps : 0);
}

/* The shorter of two names keeps its width, the longer takes the rest. */
static void shorten_names(TitleWidths *w, float width) {
  float names = width - (title_total(w) - w->subject - w->object);
  if (w->subject + w->object <= names) return;
  float half = fmaxf(names / 2, 0);
  if (w->subject < half) w->object = names - w->subject;
  else if (w->object < half) w->subject = names - w->object;
  else w->subject = w->object = half;
  if (w->words > width) w->words = width;
}

static void draw_title(const Panel *panel, const void *data, Box box) {
  const PanelTitle *title = data;
  const Pen *pen = panel->pen;
  float size = title->is_below ? TITLE_BELOW : TITLE, kicker = panel_pt(panel, LABEL_HEIGHT);
  draw_kicker(panel, (Box){box.x, box.y, box.w, kicker}, title->kicker,
              str_from(title->is_below ? "" : state_words(panel)));
  TitleWidths widths = title_widths(panel, title, size);
  while (size > TITLE_LEAST && title_total(&widths) > box.w)
    widths = title_widths(panel, title, size -= 1);
  shorten_names(&widths, box.w);

  Box at = {box.x, box.y + kicker + panel_pt(panel, 2), widths.subject + 0.1f, box.h - kicker};
  at.h -= panel_pt(panel, 2);
  TextStyle name = style(FACE_BOLD, size, title->subject_color);
  TextStyle words = style(FACE_REGULAR, size, pen->theme->muted);
  if (widths.subject > 0) at.x += pen_text_in(pen, name, at, title->subject) + widths.gap;
  at.w = fminf(widths.words + 0.1f, box.x + box.w - at.x);
  if (widths.words > 0) at.x += pen_text_in(pen, words, at, title->words) + widths.gap;
  at.w = fminf(widths.object + 0.1f, box.x + box.w - at.x);
  name.color = title->object_color;
  if (widths.object > 0) pen_text_in(pen, name, at, title->object);
}

void panel_add_title(Panel *panel, PanelTitle title) {
  title.is_below = panel->scene->way && panel->section_count > 0;
  float line = title.is_below ? TITLE_BELOW_LINE : TITLE_LINE;
  panel_add(panel, (Section){.draw = draw_title,
                             .data = panel_keep(panel, &title, sizeof title),
                             .least = panel_pt(panel, LABEL_HEIGHT + 2 + line),
                             .rank = RANK_TITLE});
}

void panel_add_row_title(Panel *panel, const char *kicker) {
  assert(panel->query >= 0);
  PanelTitle title = {.kicker = kicker,
                      .subject = panel_named(panel, panel->query),
                      .words = panel_words(panel, _("at place %d"), panel->query + 1),
                      .subject_color = panel->pen->theme->ink,
                      .object_color = panel->pen->theme->ink};
  if (panel->key >= 0) title.words = panel_words(panel, _("· column %d"), panel->key + 1);
  panel_add_title(panel, title);
}

/* -- the result -------------------------------------------------------------------------------- */

typedef struct Pair {
  Str left, right;
} Pair;

static float shrunk(const Pen *pen, TextStyle text, float width, Str words) {
  float wide = pen_width(pen, text, words);
  return wide > width ? text.size * width / wide : text.size;
}

/* Whether the result is the focused number, and can be another one. */
static bool can_bend(const Panel *panel) {
  const Scene *scene = panel->scene;
  TracePart part = view_number_part(scene->view);
  bool is_result = part != TRACE_PART_COUNT && !trace_part_info(part)->is_weights &&
                   (part != TRACE_INPUT || view_input_layer(scene->view, scene->trace) >= 0);
  return is_result && scene->interactive && scene->view->locked && panel->query >= 0 &&
         panel->key >= 0 && !trace_is_recorded(scene->trace) && !trace_in_order(scene->trace) &&
         panel_has_reached(panel, panel->key);
}

static void draw_result(const Panel *panel, const void *data, Box box) {
  const Pair *pair = data;
  const Theme *theme = panel->pen->theme;
  pen_focus_outline(panel->pen, (DrawBox){.box = box,
                                          .corner = panel_pt(panel, 8),
                                          .fill = theme->focus_soft,
                                          .stroke_width = 1.5f * panel->pen->text_scale});
  float pad = panel_pt(panel, 14), gap = panel_pt(panel, 10);
  TextStyle number = {panel_number_face(pair->right, FACE_MONO_BOLD, FACE_BOLD), 20, theme->ink,
                      ALIGN_END};
  TextStyle words = style(FACE_MEDIUM, 14, theme->ink);
  Box inner = {box.x + pad, box.y, box.w - 2 * pad, box.h};
  number.size = shrunk(panel->pen, number, inner.w * 0.6f, pair->right);
  float right = pen_text_in(panel->pen, number, inner, pair->right);
  inner.w -= right + gap;
  if (can_bend(panel))
    draw_hit(panel->pen->list,
             (DrawHit){.box = box,
                       .cursor = CURSOR_DRAG,
                       .bends = true,
                       .click = "set field",
                       .tip = _("Drag to the side bends this number, and all that depends on it; "
                                "a click opens a field to type another")});
  words.size = fmaxf(shrunk(panel->pen, words, inner.w, pair->left), SMALL);
  pen_text_in(panel->pen, words, inner, pair->left);
}

void panel_add_result(Panel *panel, Str words, Str number) {
  Pair pair = {words, number};
  panel_add(panel, (Section){.draw = draw_result,
                             .data = panel_keep(panel, &pair, sizeof pair),
                             .least = panel_pt(panel, 46),
                             .gap = panel_pt(panel, 12),
                             .rank = RANK_RESULT});
}

/* -- text -------------------------------------------------------------------------------------- */

typedef struct Paragraph {
  TextStyle style;
  Str text;
  bool ruled;
} Paragraph;

static const float LINE_GAP = 1.18f;

/* Or an index: "y W_(V)". */
static bool has_power(Str text) {
  for (size_t i = 0; i + 1 < text.bytes; i++)
    if ((text.at[i] == '^' || text.at[i] == '_') && text.at[i + 1] == '(') return true;
  return false;
}

/* One line with raised exponents and lowered indices, smaller where it is wider than the box. */
static void draw_power(const Panel *panel, TextStyle style, Box box, Str text) {
  float wide = pen_symbol_width(panel->pen, style, text);
  if (wide > box.w) style.size *= box.w / wide * 0.99f;
  Point at = {box.x, box.y + (box.h + pen_points(panel->pen, style.size) * TEXT_CAP_HEIGHT) / 2};
  pen_symbol(panel->pen, style, at, text);
}

static void draw_paragraph(const Panel *panel, const void *data, Box box) {
  const Paragraph *paragraph = data;
  if (paragraph->ruled) {
    pen_rule(panel->pen, (Point){box.x, box.y}, (Point){box.x + box.w, box.y});
    box.y += panel_pt(panel, 12);
    box.h -= panel_pt(panel, 12);
  }
  box.h += 0.5f;
  if (has_power(paragraph->text)) draw_power(panel, paragraph->style, box, paragraph->text);
  else pen_words_wrapped(panel->pen, paragraph->style, box, LINE_GAP, paragraph->text);
}

static void add_paragraph(Panel *panel, Paragraph paragraph, float gap, Rank rank) {
  if (paragraph.text.bytes == 0) return;
  float height =
      has_power(paragraph.text)
          ? pen_line_height(panel->pen, paragraph.style.size) * LINE_GAP
          : pen_wrapped_height(panel->pen, paragraph.style, panel->width, LINE_GAP, paragraph.text);
  if (paragraph.ruled) height += panel_pt(panel, 12);
  panel_add(panel, (Section){.draw = draw_paragraph,
                             .data = panel_keep(panel, &paragraph, sizeof paragraph),
                             .least = height,
                             .gap = panel_pt(panel, gap),
                             .rank = rank});
}

void panel_add_text(Panel *panel, TextStyle text_style, Str text, Rank rank) {
  add_paragraph(panel, (Paragraph){text_style, text, false}, 10, rank);
}

void panel_add_note(Panel *panel, Str text, Rank rank) {
  panel_add_text(panel, style(FACE_REGULAR, TEXT, panel->pen->theme->muted), text, rank);
}

void panel_add_meaning(Panel *panel, Str text) { panel_add_note(panel, text, RANK_STEPS); }

void panel_add_what_why(Panel *panel, Str what, Str why) {
  panel_add_text(panel, style(FACE_REGULAR, 13, panel->pen->theme->ink), what, RANK_STEPS);
  panel_add_note(panel, why, RANK_STEPS);
}

void panel_add_equation(Panel *panel, Str text, Rank rank) {
  /* the minus of the mono face is as short as a hyphen */
  panel_add_text(panel, style(FACE_REGULAR, has_power(text) ? 15 : 13.5f, panel->pen->theme->ink),
                 text, rank);
}

void panel_add_worked(Panel *panel, Str words, Str equation, Rank rank) {
  enum { GROUPS_FROM = 1000 }; /* those of a stage are lower */
  int first = panel->section_count;
  panel_add_note(panel, words, rank);
  panel_add_equation(panel, equation, rank);
  for (int i = first; i < panel->section_count; i++) panel->sections[i].group = GROUPS_FROM + first;
  if (panel->section_count == first + 2) panel->sections[first + 1].gap = panel_pt(panel, 4);
}

/* (0.42 - 0.03) / 1.21 · 0.98 + 0.05 = 0.37 */
void panel_add_norm(Panel *panel, const WorkedNorm *norm, Rank rank) {
  Number x = number_full(norm->x), deviation = number_full(norm->deviation);
  Number gain = number_full(norm->gain), result = number_full(norm->result);
  Str mean = panel_summand(panel, norm->mean), bias = panel_summand(panel, norm->bias);
  if (norm->method == NORM_RMS) {
    panel_add_worked(
        panel, str_from(_("norm: x / r · gain")),
        panel_words(panel, "%s / %s · %s = %s", x.at, deviation.at, gain.at, result.at), rank);
    return;
  }
  panel_add_worked(panel, str_from(_("norm: (x − mean) / σ · gain + bias")),
                   panel_words(panel, "(%s − %.*s) / %s · %s + %.*s = %s", x.at, (int)mean.bytes,
                               mean.at, deviation.at, gain.at, (int)bias.bytes, bias.at, result.at),
                   rank);
}

void panel_add_words(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  const Captions *coming = panel->scene->coming;
  Captions captions = coming ? *coming : captions_of(panel->scene);
  Paragraph explanation = {style(FACE_REGULAR, TEXT, theme->ink), str_from(captions.explanation),
                           panel->section_count > 0};
  Paragraph hint = {style(FACE_SEMIBOLD, TEXT, theme->ink), str_from(captions.hint), false};
  add_paragraph(panel, explanation, 14, RANK_WORDS);
  if (panel->scene->interactive && !coming) add_paragraph(panel, hint, 8, RANK_TRY);
}

void panel_add_rounded(Panel *panel) {
  Str text = str_from(_("Digits are rounded; sums are computed from all digits."));
  TextStyle small = style(FACE_REGULAR, SMALL, panel->pen->theme->muted);
  int before = panel->section_count;
  add_paragraph(panel, (Paragraph){small, text, false}, 6, RANK_EXTRA);
  if (panel->section_count > before) panel->sections[before].is_minor = true;
}

static void draw_rule(const Panel *panel, const void *data, Box box) {
  (void)data;
  pen_rule(panel->pen, (Point){box.x, box.y}, (Point){box.x + box.w, box.y});
}

void panel_add_rule(Panel *panel) {
  panel_add(panel, (Section){.draw = draw_rule,
                             .data = panel,
                             .least = 1,
                             .gap = panel_pt(panel, 18),
                             .rank = RANK_WORDS,
                             .is_minor = true});
}

static const float FACT_GAP = 10;

/* -- facts and cards --------------------------------------------------------------------------- */

static TextStyle fact_number_style(const Panel *panel, Str number) {
  return (TextStyle){panel_number_face(number, FACE_MONO, FACE_REGULAR), TEXT,
                     panel->pen->theme->ink, ALIGN_END};
}

bool panel_fact_fits(const Panel *panel, Str name, Str number) {
  const Pen *pen = panel->pen;
  float right =
      pen_width(pen, fact_number_style(panel, number), number) + panel_pt(panel, FACT_GAP);
  return pen_width(pen, style(FACE_REGULAR, TEXT, COLOR_NONE), name) <= panel->width - right;
}

static void draw_fact(const Panel *panel, const void *data, Box box) {
  const Pair *pair = data;
  const Theme *theme = panel->pen->theme;
  TextStyle number = fact_number_style(panel, pair->right);
  Box place = {box.x + box.w * 0.3f, box.y, box.w * 0.7f, box.h};
  float right = pen_text_in(panel->pen, number, place, pair->right);
  box.w -= right + panel_pt(panel, FACT_GAP);
  TextStyle name = style(FACE_REGULAR, TEXT, theme->muted);
  if (has_power(pair->left)) draw_power(panel, name, box, pair->left);
  else pen_text_in(panel->pen, name, box, pair->left);
}

void panel_add_fact(Panel *panel, Str name, Str number, Rank rank) {
  Pair pair = {name, number};
  const Section *last =
      panel->section_count > 0 ? &panel->sections[panel->section_count - 1] : NULL;
  bool follows = last && last->draw == draw_fact;
  panel_add(panel, (Section){.draw = draw_fact,
                             .data = panel_keep(panel, &pair, sizeof pair),
                             .least = panel_pt(panel, 18),
                             .gap = panel_pt(panel, follows ? 4 : 12),
                             .rank = rank});
}

static const float CARD_PAD = 12;

/* Of the title with the gap below it; a long one has more lines. */
static float card_title_height(const Panel *panel, float width, Str title) {
  TextStyle bold = style(FACE_SEMIBOLD, TEXT, panel->pen->theme->ink);
  float height = pen_wrapped_height(panel->pen, bold, width, LINE_GAP, title);
  return fmaxf(height + panel_pt(panel, 2), panel_pt(panel, 20));
}

static void draw_card(const Panel *panel, const void *data, Box box) {
  const Pair *pair = data;
  const Theme *theme = panel->pen->theme;
  draw_box(panel->pen->list, (DrawBox){.box = box,
                                       .corner = panel_pt(panel, 6),
                                       .fill = theme->paper,
                                       .stroke = theme->line,
                                       .stroke_width = 1});
  Box inner = box_inset(box, panel_pt(panel, CARD_PAD));
  float title = card_title_height(panel, inner.w, pair->left);
  Box first = {inner.x, inner.y, inner.w, title};
  pen_words_wrapped(panel->pen, style(FACE_SEMIBOLD, TEXT, theme->ink), first, LINE_GAP,
                    pair->left);
  inner.y += title;
  inner.h -= title - 0.5f;
  pen_words_wrapped(panel->pen, style(FACE_REGULAR, TEXT, theme->muted), inner, LINE_GAP,
                    pair->right);
}

void panel_add_card(Panel *panel, Str title, Str text, Rank rank) {
  Pair pair = {title, text};
  float width = panel->width - 2 * panel_pt(panel, CARD_PAD);
  TextStyle plain = style(FACE_REGULAR, TEXT, panel->pen->theme->muted);
  float height = pen_wrapped_height(panel->pen, plain, width, LINE_GAP, text);
  panel_add(panel, (Section){.draw = draw_card,
                             .data = panel_keep(panel, &pair, sizeof pair),
                             .least = height + card_title_height(panel, width, title) +
                                      panel_pt(panel, 2 * CARD_PAD),
                             .gap = panel_pt(panel, 12),
                             .rank = rank});
}
