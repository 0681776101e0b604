/* ui/sentence.c -- the sentence's field: its background, its notices, and what stands in it: chips,
** the editor or a placeholder; the same of a second sentence. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "ui/chips.h"
#include "ui/panels.h"

static const float PAD = 10, BADGE_SIZE = 10.5f, CLOSE_WIDTH = 26;
enum { NOTICE_SHARE_PERCENT = 45 };

/* -- the field --------------------------------------------------------------------------------- */

static const char *grouped_number(const Ui *ui, int count) {
  return number_grouped(ui->list->arena, ui_format(ui, "%d", count));
}

/* "3 tokens beyond 1,024 are not shown · 2 bytes are not UTF-8", or "". Numbers that are not finite
** are not counted: how many of a large trace are known depends on which matrices were computed. */
static const char *notice(const Ui *ui) {
  const UiSentence *sentence = &ui->inputs->sentence;
  StrBuf words = strbuf_make(ui->list->arena);
  int cut = sentence->cut_count, bad = sentence->bad_byte_count;
  if (cut > 0)
    i18n_add_phrase(&words,
                    P_("%s token beyond %s is not shown", "%s tokens beyond %s are not shown", cut),
                    grouped_number(ui, cut), grouped_number(ui, sentence->token_count));
  if (bad > 0)
    i18n_add_phrase(&words, P_("%s byte is not UTF-8", "%s bytes are not UTF-8", bad),
                    grouped_number(ui, bad));
  if (sentence->is_broken) i18n_add_phrase(&words, "%s", _("not all numbers are finite"));
  if (sentence->is_foreign)
    i18n_add_phrase(&words,
                    P_("the model knows %d of %d word · y: an example, or choose another model",
                       "the model knows %d of %d words · y: an example, or choose another model",
                       sentence->word_count),
                    sentence->known_count, sentence->word_count);
  return words.at;
}

/* The same for a narrow field; hovering shows the whole sentence. */
static const char *brief_notice(const Ui *ui) {
  const UiSentence *sentence = &ui->inputs->sentence;
  StrBuf words = strbuf_make(ui->list->arena);
  int cut = sentence->cut_count, bad = sentence->bad_byte_count;
  if (cut > 0)
    i18n_add_phrase(&words, P_("%s not shown", "%s not shown", cut), grouped_number(ui, cut));
  if (bad > 0) i18n_add_phrase(&words, P_("%s bad", "%s bad", bad), grouped_number(ui, bad));
  if (sentence->is_broken) i18n_add_phrase(&words, "%s", _("not finite"));
  if (sentence->is_foreign)
    i18n_add_phrase(&words, P_("knows %d of %d", "knows %d of %d", sentence->word_count),
                    sentence->known_count, sentence->word_count);
  return words.at;
}

/* Words that the model does not know are no fault. */
static bool is_warning(const Ui *ui) {
  const UiSentence *sentence = &ui->inputs->sentence;
  return sentence->cut_count > 0 || sentence->bad_byte_count > 0 || sentence->is_broken;
}

static Color badge_color(const Ui *ui) {
  return is_warning(ui) ? ui->theme->warning : ui->theme->muted;
}

static TextStyle badge_style(const Ui *ui) {
  return ui_style(FACE_MEDIUM, BADGE_SIZE, badge_color(ui), ALIGN_MIDDLE);
}

static float badge_width(const Ui *ui, const char *words) {
  return pen_width(ui->pen, badge_style(ui), str_from(words)) + ui_pt(ui, 16);
}

typedef struct Badge {
  const char *words;
  Box box; /* w = 0: no notice */
} Badge;

/* What the chips leave. */
static float badge_width_spare(const Ui *ui, const TopBar *bar) {
  return bar->examples.x - bar->field.x - chips_width(ui) - ui_pt(ui, 2 * PAD + 4);
}

/* But at least a share of the field; the editor takes what it can get. */
static float badge_width_most(const Ui *ui, const TopBar *bar) {
  float share = bar->field.w * NOTICE_SHARE_PERCENT / 100;
  return ui->inputs->sentence.editing ? share : fmaxf(share, badge_width_spare(ui, bar));
}

/* With shorter words where there is little room. Of unknown words, which no one has to mend, before
** a word of the sentence is folded. */
static Badge badge_place(const Ui *ui, const TopBar *bar) {
  Badge badge = {.words = notice(ui)};
  if (!*badge.words) return badge;
  float most = badge_width_most(ui, bar), height = ui_pt(ui, 22);
  bool gives_way = !is_warning(ui) && !ui->inputs->sentence.editing;
  float full = gives_way ? badge_width_spare(ui, bar) : most;
  if (badge_width(ui, badge.words) > full) badge.words = brief_notice(ui);
  float width = fminf(most, badge_width(ui, badge.words));
  badge.box = (Box){bar->examples.x - width - ui_pt(ui, 4),
                    bar->field.y + (bar->field.h - height) / 2, width, height};
  return badge;
}

/* Two points less at top and bottom, so that text does not touch the field's outline. */
Box sentence_area(const Ui *ui, const TopBar *bar) {
  Box badge = badge_place(ui, bar).box;
  float left = bar->field.x + ui_pt(ui, PAD / 2);
  float right = (badge.w > 0 ? badge.x : bar->examples.x) - ui_pt(ui, PAD / 2);
  return (Box){left, bar->field.y + 2, fmaxf(0, right - left), bar->field.h - 4};
}

static void notice_draw(const Ui *ui, const TopBar *bar) {
  Badge badge = badge_place(ui, bar);
  if (badge.box.w <= 0) return;
  draw_box(ui->list, (DrawBox){.box = badge.box,
                               .corner = badge.box.h / 2,
                               .fill = ui->theme->panel,
                               .stroke = badge_color(ui),
                               .stroke_width = 1});
  pen_text_in(ui->pen, badge_style(ui), box_inset(badge.box, ui_pt(ui, 6)), str_from(badge.words));
  bool is_foreign = ui->inputs->sentence.is_foreign;
  ui_hit(ui, badge.box, is_foreign ? CURSOR_HAND : CURSOR_ARROW, notice(ui),
         is_foreign ? ui_menu_command(ui, MENU_EXAMPLES, "examples") : NULL);
}

/* Beside a second sentence each field has the colour of its role: who asks, and who is asked. */
static void field_ground(const Ui *ui, Box field) {
  bool editing = ui->inputs->sentence.editing;
  const UiSentence *sentence = &ui->inputs->sentence;
  Color role = sentence->asks ? ui->theme->query : ui->theme->key;
  bool has_role = ui->inputs->second && (sentence->asks || sentence->is_asked);
  Color rest = has_role ? color_fade(role, 0.55f) : ui->theme->line;
  draw_box(ui->list, (DrawBox){.box = field,
                               .corner = ui_pt(ui, 6),
                               .fill = ui->theme->paper,
                               .stroke = editing ? ui->theme->focus : rest,
                               .stroke_width = editing ? ui_pt(ui, 2) : 1});
}

static void examples_button(const Ui *ui, Box box) {
  float side = ui_pt(ui, 14);
  pen_rule(ui->pen, (Point){box.x, box.y + ui_pt(ui, 8)},
           (Point){box.x, box.y + box.h - ui_pt(ui, 8)});
  ui_icon(ui, ICON_CHEVRON, box_centred(box, side, side), ui->theme->muted);
  draw_hit(ui->list, (DrawHit){.box = box,
                               .cursor = CURSOR_HAND,
                               .tab_stop = TAB_EXAMPLES,
                               .tip = _("Example sentences"),
                               .click = ui_menu_command(ui, MENU_EXAMPLES, "examples")});
}

const char *sentence_edit_command(const Ui *ui) {
  if (ui->inputs->sentence.is_second) return "edit second";
  return ui->inputs->second ? "edit first" : "edit begin";
}

static void placeholder_draw(const Ui *ui, Box area) {
  TextStyle style = ui_style(FACE_REGULAR, CHIP_SIZE, ui->theme->muted, ALIGN_START);
  pen_text_in(ui->pen, style, box_inset(area, ui_pt(ui, 6)), str_from(_("Type a sentence")));
  ui_hit(ui, area, CURSOR_TEXT, NULL, sentence_edit_command(ui));
}

/* While a trace is pending, the tokens of its sentence are not known yet. */
static void pending_draw(const Ui *ui, Box area) {
  TextStyle style = ui_style(FACE_REGULAR, CHIP_SIZE, ui->theme->muted, ALIGN_START);
  pen_text_in(ui->pen, style, box_inset(area, ui_pt(ui, 6)),
              chip_beginning(ui->inputs->sentence.text));
  ui_hit(ui, area, CURSOR_TEXT, NULL, sentence_edit_command(ui));
}

void sentence_draw_in(const Ui *ui, Box area) {
  const UiSentence *sentence = &ui->inputs->sentence;
  if (sentence->editing) editor_draw(ui, area);
  else if (sentence->pending && sentence->text.bytes > 0) pending_draw(ui, area);
  else if (sentence->token_count == 0) placeholder_draw(ui, area);
  else chips_draw(ui, area);
}

/* -- the second sentence ----------------------------------------------------------------------- */

Ui second_ui(const Ui *ui, UiInputs *inputs) {
  Ui second = *ui;
  assert(ui->inputs->second);
  *inputs = *ui->inputs;
  inputs->sentence = *ui->inputs->second;
  second.inputs = inputs;
  return second;
}

static Box second_close(const Ui *ui, const TopBar *bar) {
  Box field = bar->second;
  return cut_right(&field, ui_pt(ui, CLOSE_WIDTH));
}

Box second_area(const Ui *ui, const TopBar *bar) {
  Box field = bar->second;
  if (ui->inputs->second->close_tip) cut_right(&field, ui_pt(ui, CLOSE_WIDTH));
  float left = field.x + ui_pt(ui, PAD / 2);
  return (Box){left, field.y + 2, fmaxf(0, field.x + field.w - left), field.h - 4};
}

void second_draw(const Ui *ui, const TopBar *bar) {
  UiInputs inputs;
  Ui second = second_ui(ui, &inputs);
  float side = ui_pt(ui, 12);
  Box close = second_close(ui, bar);
  field_ground(&second, bar->second);
  sentence_draw_in(&second, second_area(ui, bar));
  if (!ui->inputs->second->close_tip) return;
  ui_icon(ui, ICON_CLOSE, box_centred(close, side, side), ui->theme->muted);
  ui_hit(ui, close, CURSOR_HAND, ui->inputs->second->close_tip, "cross off");
}

void sentence_draw(const Ui *ui, const TopBar *bar) {
  field_ground(ui, bar->field);
  sentence_draw_in(ui, sentence_area(ui, bar));
  notice_draw(ui, bar);
  examples_button(ui, bar->examples);
}
