/* ui/sentence.c -- the sentence's field: its background, its notices, and the tokens as chips.
**
** Chips stand in a row that scrolls so that the selected query is visible; where the row is cut, a
** fading edge shows that there is more.
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/number.h"
#include "text/utf8.h"
#include "ui/panels.h"

static const float CHIP_SIZE = 13.5f;
static const float CHIP_MOST = 200, PAD = 10, FADE = 20, BADGE_SIZE = 10.5f, CLOSE_WIDTH = 26;
/* Before a class the room is for the words, which are as large as the names of rows. */
typedef struct ChipShape {
  float height, pad, gap; /* design */
} ChipShape;
static const ChipShape CHIP = {26, 9, 5}, CHIP_FROM_AFAR = {23, 5, 3.25f};

enum { CHIP_BYTES_MOST = 192, FADE_STEPS = 8, NOTICE_SHARE_PERCENT = 45 };

static const ChipShape *chip_shape(const Ui *ui) {
  return ui->view->presenter ? &CHIP_FROM_AFAR : &CHIP;
}

/* A token may be a megabyte without a space, so only its beginning is measured. */
static Str beginning(Str text) { return utf8_beginning(text, CHIP_BYTES_MOST); }

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
static Color badge_color(const Ui *ui) {
  const UiSentence *sentence = &ui->inputs->sentence;
  bool warns = sentence->cut_count > 0 || sentence->bad_byte_count > 0 || sentence->is_broken;
  return warns ? ui->theme->warning : ui->theme->muted;
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

/* What the chips leave, but at least a share of the field; the editor takes what it can get. */
static float badge_width_most(const Ui *ui, const TopBar *bar) {
  float share = bar->field.w * NOTICE_SHARE_PERCENT / 100;
  if (ui->inputs->sentence.editing) return share;
  return fmaxf(share, bar->examples.x - bar->field.x - sentence_width(ui) - ui_pt(ui, 2 * PAD + 4));
}

/* With shorter words where there is little room. */
static Badge badge_place(const Ui *ui, const TopBar *bar) {
  Badge badge = {.words = notice(ui)};
  if (!*badge.words) return badge;
  float most = badge_width_most(ui, bar), height = ui_pt(ui, 22);
  if (badge_width(ui, badge.words) > most) badge.words = brief_notice(ui);
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

/* The command that begins to edit the sentence: of two, the one that is meant. */
static const char *edit_command(const Ui *ui) {
  if (ui->inputs->sentence.is_second) return "edit second";
  return ui->inputs->second ? "edit first" : "edit begin";
}

static void placeholder_draw(const Ui *ui, Box area) {
  TextStyle style = ui_style(FACE_REGULAR, CHIP_SIZE, ui->theme->muted, ALIGN_START);
  pen_text_in(ui->pen, style, box_inset(area, ui_pt(ui, 6)), str_from(_("Type a sentence")));
  ui_hit(ui, area, CURSOR_TEXT, NULL, edit_command(ui));
}

/* While a trace is pending, the tokens of its sentence are not known yet. */
static void pending_draw(const Ui *ui, Box area) {
  TextStyle style = ui_style(FACE_REGULAR, CHIP_SIZE, ui->theme->muted, ALIGN_START);
  pen_text_in(ui->pen, style, box_inset(area, ui_pt(ui, 6)), beginning(ui->inputs->sentence.text));
  ui_hit(ui, area, CURSOR_TEXT, NULL, edit_command(ui));
}

/* -- chips ------------------------------------------------------------------------------------- */

typedef struct Chip {
  Str text;
  float x, w; /* from the row's start */
} Chip;

static TextStyle chip_style(const Ui *ui, int token) {
  const UiSentence *sentence = &ui->inputs->sentence;
  bool is_query = token == sentence->query_token, is_key = token == sentence->key_token;
  Color color = ui->theme->ink;
  Color tint = sentence->tokens[token].tint;
  if (tint.a > 0) color = palette_digit(tint);
  return ui_style(is_query || is_key ? FACE_SEMIBOLD : FACE_MEDIUM, CHIP_SIZE, color, ALIGN_MIDDLE);
}

/* Widths are those of the bold face, so that selecting a chip moves nothing. */
static Chip *chips_place(const Ui *ui, float *total) {
  const UiSentence *sentence = &ui->inputs->sentence;
  Chip *chips = arena_take(ui->list->arena, (size_t)sentence->token_count, sizeof *chips);
  if (!chips) return ui->list->failed = true, NULL;
  TextStyle style = ui_style(FACE_SEMIBOLD, CHIP_SIZE, ui->theme->ink, ALIGN_START);
  float x = 0, most = ui_pt(ui, CHIP_MOST), pad = ui_pt(ui, chip_shape(ui)->pad);
  for (int i = 0; i < sentence->token_count; i++) {
    Str text = beginning(sentence->tokens[i].text);
    float width = fminf(most, pen_width(ui->pen, style, text));
    if (sentence->tokens[i].is_unknown) width += control_unknown_width(ui->pen, CHIP_SIZE);
    chips[i] = (Chip){text, x, width + 2 * pad};
    x += chips[i].w + ui_pt(ui, chip_shape(ui)->gap);
  }
  *total = x - ui_pt(ui, chip_shape(ui)->gap);
  if (i18n_runs_right_to_left(sentence->text))
    for (int i = 0; i < sentence->token_count; i++) chips[i].x = *total - chips[i].x - chips[i].w;
  return chips;
}

/* How far the row is scrolled left so that the locked query is visible, and its key where both fit.
** Hovering never scrolls, because nothing may move under the pointer. */
static float chips_offset(const Ui *ui, const Chip *chips, float total, float width) {
  int token = ui->inputs->sentence.asks ? ui->view->query : ui->view->key;
  bool turns = i18n_runs_right_to_left(ui->inputs->sentence.text); /* begins at the right */
  if (total <= width) return turns ? total - width : 0;
  if (token < 0 || token >= ui->inputs->sentence.token_count) return turns ? total - width : 0;
  float first = chips[token].x, last = first + chips[token].w;
  int key = ui->view->key;
  bool is_pair = ui->inputs->sentence.are_keys && ui->view->locked && key >= 0 &&
                 key < ui->inputs->sentence.token_count;
  if (is_pair) {
    float left = fminf(first, chips[key].x), right = fmaxf(last, chips[key].x + chips[key].w);
    if (right - left <= width - ui_pt(ui, 2 * FADE)) {
      first = left;
      last = right;
    }
  }
  float wanted = (first + last - width) / 2;
  return float_clamp(wanted, 0, total - width);
}

/* At the stages of a whole layer a chosen row asks nothing: it has the ink of its other marks. */
static bool rows_ask(const Ui *ui) {
  return ui->view->kind != VIEW_STAGE || stage_info(ui->view->stage)->per_head;
}

/* Query and key are marked by outline and weight as well as by colour. */
static void chip_ground(const Ui *ui, int token, Box box) {
  const UiSentence *sentence = &ui->inputs->sentence;
  const Theme *theme = ui->theme;
  bool is_query = token == sentence->query_token, is_key = token == sentence->key_token;
  Color tint = sentence->tokens[token].tint;
  Color query = rows_ask(ui) ? theme->query : theme->ink;
  Color soft = rows_ask(ui) ? theme->query_soft : theme->panel;
  Color fill = is_query ? soft : is_key ? theme->key_soft : theme->panel;
  if (tint.a > 0) fill = tint;
  Color stroke = is_query ? query : is_key ? theme->key : theme->line;
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = ui_pt(ui, 6),
                               .fill = fill,
                               .stroke = stroke,
                               .stroke_width = is_query || is_key ? ui_pt(ui, 1.5f) : 1});
  if (is_query && is_key) /* a token that is both query and key has both colours */
    draw_box(ui->list, (DrawBox){.box = box_inset(box, ui_pt(ui, 2)),
                                 .corner = ui_pt(ui, 4),
                                 .stroke = theme->key,
                                 .stroke_width = ui_pt(ui, 1)});
}

/* Whether a click edits: the token is selected already, or the view shows no selection. */
static bool click_edits(const Ui *ui, int token) {
  const View *view = ui->view;
  if (!ui->inputs->sentence.asks) return ui->inputs->sentence.key_token == token && view->locked;
  return view->kind == VIEW_TRAINING || (view->locked && view->query == token);
}

/* Chooses the token as the key of the chosen query; without one, all who ask it. */
static const char *key_command(const Ui *ui, int token) {
  const View *view = ui->view;
  bool asks = ui->inputs->sentence.asks;
  if (!ui->inputs->sentence.are_keys || !asks || view->kind == VIEW_TRAINING) return NULL;
  return view->query >= 0 ? ui_format(ui, "cell %d %d", view->query + 1, token + 1)
                          : ui_format(ui, "cell key %d", token + 1);
}

/* What a click on a token chooses, or hovering looks at. In the sentence of the keys one of the
** chosen query, or the key alone; at stages without pairs it chooses nothing. */
static const char *token_command(const Ui *ui, const char *verb, int token) {
  const View *view = ui->view;
  if (ui->inputs->sentence.asks) return ui_format(ui, "%s %d row", verb, token + 1);
  if (!ui->inputs->sentence.are_keys) return NULL;
  return view->query >= 0 ? ui_format(ui, "%s %d %d", verb, view->query + 1, token + 1)
                          : ui_format(ui, "%s key %d", verb, token + 1);
}

/* A line each: the token, what its colour means, what clicks do. */
static const char *chip_tip(const Ui *ui, int token, bool hides) {
  const UiToken *place = &ui->inputs->sentence.tokens[token];
  Str text = beginning(place->text);
  StrBuf tip = strbuf_make(ui->list->arena);
  strbuf_format(&tip, _("token %d: %.*s"), token + 1, (int)text.bytes, text.at);
  if (place->origin) strbuf_format(&tip, "\n%s", place->origin);
  if (place->tint.a > 0)
    strbuf_format(&tip, "\n%.*s", (int)place->sentence_heat_words.bytes,
                  place->sentence_heat_words.at);
  if (click_edits(ui, token)) strbuf_format(&tip, "\n%s", _("click: edit the sentence here"));
  else strbuf_format(&tip, "\n%s", _("click: choose it; double click: edit the word"));
  if (key_command(ui, token)) strbuf_format(&tip, "\n%s", _("Shift click: choose it as the key"));
  if (hides)
    strbuf_format(&tip, "\n%s", _("x: hide the chosen one and see what the model puts there"));
  return tip.at;
}

/* The left half of a chip sets the caret before the token, the right half after it. */
static void chip_hits(const Ui *ui, int token, Box box) {
  const UiSentence *sentence = &ui->inputs->sentence;
  const UiToken *place = &sentence->tokens[token];
  bool hides = sentence->hides && place->bytes > 0;
  const char *tip = chip_tip(ui, token, hides);
  bool edits = click_edits(ui, token);
  const char *chooses = token_command(ui, "cell", token);
  for (int half = 0; half < 2; half++) {
    bool is_end = half == !i18n_runs_right_to_left(sentence->text);
    int byte = place->first_byte + (is_end ? place->bytes : 0);
    Box side = {box.x + (float)half * box.w / 2, box.y, box.w / 2, box.h};
    const char *edit = ui_format(ui, "%s; edit place %d", edit_command(ui), byte);
    const char *word = ui->inputs->second ? ui_format(ui, "%s; edit select-word %d",
                                                      edit_command(ui), place->first_byte)
                                          : ui_format(ui, "edit select-word %d", place->first_byte);
    draw_hit(ui->list, (DrawHit){.box = side,
                                 .cursor = edits ? CURSOR_TEXT : CURSOR_HAND,
                                 .click = edits ? edit : chooses,
                                 .twice = word,
                                 .aside = key_command(ui, token),
                                 .hover = token_command(ui, "hover", token),
                                 .tip = tip});
  }
}

/* A point wider than the letters on both sides, so that rounding does not cut the last one. */
static void chip_draw(const Ui *ui, int token, const Chip *chip, Box box) {
  float pad = ui_pt(ui, chip_shape(ui)->pad);
  chip_ground(ui, token, box);
  Box inside = {box.x + pad - 1, box.y, box.w - 2 * pad + 2, box.h};
  if (ui->inputs->sentence.tokens[token].is_unknown)
    control_unknown_token(ui->pen, chip_style(ui, token), inside, chip->text);
  else pen_text_in(ui->pen, chip_style(ui, token), inside, chip->text);
  chip_hits(ui, token, box);
}

/* Fades the row into the field where it is cut. */
void fade_edge(const Ui *ui, Box area, bool at_right) {
  float step = ui_pt(ui, FADE) / FADE_STEPS;
  Color ground = ui->view->presenter ? ui->theme->panel : ui->theme->paper;
  for (int i = 0; i < FADE_STEPS; i++) {
    float from_edge = (float)i * step;
    float x = at_right ? area.x + area.w - from_edge - step : area.x + from_edge;
    float alpha = 1 - ((float)i + 0.5f) / FADE_STEPS;
    draw_box(ui->list,
             (DrawBox){.box = {x, area.y, step, area.h}, .fill = color_fade(ground, alpha)});
  }
}

/* -- where the row scrolls: how many tokens it hides, and the key -- */

static TextStyle hidden_style(const Ui *ui) {
  return ui_style(FACE_MEDIUM, CHIP_SIZE, ui->theme->muted, ALIGN_MIDDLE);
}

static float hidden_width(const Ui *ui) {
  const char *most = ui_format(ui, "+%d", ui->inputs->sentence.token_count);
  return pen_width(ui->pen, hidden_style(ui), str_from(most)) + ui_pt(ui, chip_shape(ui)->gap);
}

/* The key of the chosen query, if both do not fit a row of that width; else -1. */
static int key_beyond(const Ui *ui, const Chip *chips, float width) {
  int query = ui->view->query, key = ui->view->key, count = ui->inputs->sentence.token_count;
  bool is_pair = ui->inputs->sentence.are_keys && ui->view->locked && key >= 0 && key < count &&
                 query >= 0 && query < count;
  if (!is_pair) return -1;
  float left = fminf(chips[query].x, chips[key].x);
  float right = fmaxf(chips[query].x + chips[query].w, chips[key].x + chips[key].w);
  return right - left > width - ui_pt(ui, 2 * FADE) ? key : -1;
}

/* The room of the row between what is said at its ends. key stands at the end beyond which it
** is; -1: it needs no place of its own. */
typedef struct Ends {
  Box row, left, right, key_box;
  int key;
} Ends;

/* Whether a row of that width shows the begin of the sentence, and nothing is hidden before it. */
static bool shows_begin(const Ui *ui, const Chip *chips, float total, float width) {
  bool turns = i18n_runs_right_to_left(ui->inputs->sentence.text);
  float begin = turns ? total - width : 0;
  return !ui->view->presenter && fabsf(chips_offset(ui, chips, total, width) - begin) <= 0.5f;
}

static Ends ends_place(const Ui *ui, const Chip *chips, float total, Box area) {
  bool turns = i18n_runs_right_to_left(ui->inputs->sentence.text);
  Ends ends = {.row = area, .key = -1};
  float count = hidden_width(ui), gap = ui_pt(ui, chip_shape(ui)->gap),
        height = ui_pt(ui, chip_shape(ui)->height);
  int key = key_beyond(ui, chips, area.w - 2 * count);
  if (area.w < 6 * count + (key >= 0 ? chips[key].w : 0)) return ends; /* no room for the query */
  ends.key = key;
  if (key >= 0) {
    bool is_left = chips[key].x < chips[ui->view->query].x;
    Box side = is_left ? cut_left(&ends.row, chips[key].w + gap)
                       : cut_right(&ends.row, chips[key].w + gap);
    float x = is_left ? side.x : side.x + gap;
    ends.key_box = (Box){x, area.y + (area.h - height) / 2, chips[key].w, height};
  }
  bool has_begin = key < 0 && shows_begin(ui, chips, total, ends.row.w - count);
  if (!has_begin || turns) ends.left = cut_left(&ends.row, count);
  if (!has_begin || !turns) ends.right = cut_right(&ends.row, count);
  return ends;
}

static void hidden_draw(const Ui *ui, Box box, int hidden) {
  if (box.w <= 0 || hidden <= 0) return;
  pen_text_in(ui->pen, hidden_style(ui), box, str_from(ui_format(ui, "+%d", hidden)));
  const char *tip = P_("%d token is not shown", "%d tokens are not shown", hidden);
  ui_hit(ui, box, CURSOR_ARROW, ui_format(ui, tip, hidden), NULL);
}

/* A token that is cut counts as hidden; the key that stands at an end does not. */
static void ends_draw(const Ui *ui, const Chip *chips, const Ends *ends, float offset) {
  int left = 0, right = 0;
  for (int i = 0; i < ui->inputs->sentence.token_count; i++) {
    if (i == ends->key) continue;
    left += chips[i].x < offset - 0.5f;
    right += chips[i].x + chips[i].w > offset + ends->row.w + 0.5f;
  }
  hidden_draw(ui, ends->left, left);
  hidden_draw(ui, ends->right, right);
  if (ends->key >= 0) chip_draw(ui, ends->key, &chips[ends->key], ends->key_box);
}

/* The tokens side by side; the row scrolls so that the selected query is visible. */
static void chips_draw(const Ui *ui, Box area) {
  float total = 0, height = ui_pt(ui, chip_shape(ui)->height);
  const Chip *chips = chips_place(ui, &total);
  if (!chips) return;
  ui_hit(ui, area, CURSOR_TEXT, NULL,
         ui_format(ui, "%s; edit place %zu", edit_command(ui), ui->inputs->sentence.text.bytes));
  bool scrolls = total > area.w;
  Ends ends = {.row = area, .key = -1};
  if (scrolls) ends = ends_place(ui, chips, total, area);
  area = ends.row;
  bool says_hidden = ends.left.w > 0 || ends.right.w > 0; /* so that no half of a token is shown */
  float offset = chips_offset(ui, chips, total, area.w);
  if (scrolls) draw_clip(ui->list, area);
  for (int i = 0; i < ui->inputs->sentence.token_count; i++) {
    Box box = {area.x + chips[i].x - offset, area.y + (area.h - height) / 2, chips[i].w, height};
    if (box.x >= area.x + area.w || box.x + box.w <= area.x) continue;
    bool is_cut = box.x < area.x - 0.5f || box.x + box.w > area.x + area.w + 0.5f;
    if (says_hidden && is_cut) continue;
    ui->list->at_scroll_edge = scrolls;
    chip_draw(ui, i, &chips[i], box);
  }
  ui->list->at_scroll_edge = false;
  if (scrolls) draw_clip_end(ui->list);
  if (scrolls && !says_hidden && offset > 0) fade_edge(ui, area, false);
  if (scrolls && !says_hidden && offset < total - area.w - 0.5f) fade_edge(ui, area, true);
  if (scrolls) ends_draw(ui, chips, &ends, offset);
}

float sentence_width(const Ui *ui) {
  float total = 0;
  bool has_chips = ui->inputs->sentence.token_count > 0 && chips_place(ui, &total);
  return has_chips ? total : 0;
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
