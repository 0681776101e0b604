/* ui/chips.c -- see chips.h. */
#include "ui/chips.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "text/utf8.h"
#include "ui/panels.h"

static const float CHIP_MOST = 200, FADE = 20;
/* Before a class the room is for the words, which are as large as the names of rows. */
typedef struct ChipShape {
  float height, pad, gap; /* design */
} ChipShape;
static const ChipShape CHIP = {26, 9, 5}, CHIP_FROM_AFAR = {23, 5, 3.25f};
/* Of two lines: the height of a chip, what is between them, and what the line below a word that the
** model does not know takes more; design. */
static const float CHIP_OF_TWO = 18, BETWEEN_TWO = 2.5f, BELOW_UNKNOWN = 1.75f;
enum { CHIP_BYTES_MOST = 192, FADE_STEPS = 8 };

static const ChipShape *chip_shape(const Ui *ui) {
  return ui->view->presenter ? &CHIP_FROM_AFAR : &CHIP;
}

Str chip_beginning(Str text) { return utf8_beginning(text, CHIP_BYTES_MOST); }

typedef struct Chip {
  Str text;
  float x, w; /* from the row's start */
} Chip;

/* All chips side by side; at NULL: there are none, or memory is out. */
typedef struct ChipRow {
  const Chip *at;
  float width;
} ChipRow;

static TextStyle chip_style(const Ui *ui, int token) {
  const UiSentence *sentence = &ui->inputs->sentence;
  bool is_query = token == sentence->query_token, is_key = token == sentence->key_token;
  Color color = ui->theme->ink;
  Color tint = sentence->tokens[token].tint;
  if (tint.a > 0) color = palette_digit(tint);
  return ui_style(is_query || is_key ? FACE_SEMIBOLD : FACE_MEDIUM, CHIP_SIZE, color, ALIGN_MIDDLE);
}

/* Widths are those of the bold face, so that selecting a chip moves nothing. */
static ChipRow chips_place(const Ui *ui) {
  const UiSentence *sentence = &ui->inputs->sentence;
  Chip *chips = arena_take(ui->list->arena, (size_t)sentence->token_count, sizeof *chips);
  if (!chips) return ui->list->failed = true, (ChipRow){0};
  TextStyle style = ui_style(FACE_SEMIBOLD, CHIP_SIZE, ui->theme->ink, ALIGN_START);
  float x = 0, most = ui_pt(ui, CHIP_MOST), pad = ui_pt(ui, chip_shape(ui)->pad);
  for (int i = 0; i < sentence->token_count; i++) {
    Str text = chip_beginning(sentence->tokens[i].text);
    float width = fminf(most, pen_width(ui->pen, style, text));
    if (sentence->tokens[i].is_unknown) width += control_unknown_width(ui->pen, CHIP_SIZE);
    chips[i] = (Chip){text, x, width + 2 * pad};
    x += chips[i].w + ui_pt(ui, chip_shape(ui)->gap);
  }
  float total = x - ui_pt(ui, chip_shape(ui)->gap);
  if (i18n_runs_right_to_left(sentence->text))
    for (int i = 0; i < sentence->token_count; i++) chips[i].x = total - chips[i].x - chips[i].w;
  return (ChipRow){chips, total};
}

static bool is_token(const Ui *ui, int token) {
  return token >= 0 && token < ui->inputs->sentence.token_count;
}

/* The chosen token of this sentence, −1: none. Hovering never scrolls, because nothing may move
** under the pointer. */
static int chosen_token(const Ui *ui) {
  int token = ui->inputs->sentence.asks ? ui->view->query : ui->view->key;
  return is_token(ui, token) ? token : -1;
}

/* The key of the chosen query in this sentence, −1: none. */
static int chosen_key(const Ui *ui) {
  const UiSentence *sentence = &ui->inputs->sentence;
  bool is_pair = sentence->asks && sentence->are_keys && is_token(ui, ui->view->query);
  return is_pair && is_token(ui, ui->view->key) ? ui->view->key : -1;
}

/* How far a row that says not what it hides is scrolled left, so that the chosen token is seen. */
static float chips_offset(const Ui *ui, ChipRow row, float width) {
  int token = chosen_token(ui);
  bool turns = i18n_runs_right_to_left(ui->inputs->sentence.text); /* begins at the right */
  if (row.width <= width || token < 0) return turns ? row.width - width : 0;
  float wanted = row.at[token].x + (row.at[token].w - width) / 2;
  return float_clamp(wanted, 0, row.width - width);
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
  Str text = chip_beginning(place->text);
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
    const char *edit = ui_format(ui, "%s; edit place %d", sentence_edit_command(ui), byte);
    const char *word = ui->inputs->second ? ui_format(ui, "%s; edit select-word %d",
                                                      sentence_edit_command(ui), place->first_byte)
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
  chip_ground(ui, token, box);
  float pad = ui_pt(ui, chip_shape(ui)->pad);
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

/* Tokens beside each other that are shown; last < first: the row does not say what it hides. */
typedef struct Shown {
  int first, last;
} Shown;

static float left_of(ChipRow row, Shown shown) {
  return fminf(row.at[shown.first].x, row.at[shown.last].x);
}

static float width_of(ChipRow row, Shown shown) {
  const Chip *one = &row.at[shown.first], *other = &row.at[shown.last];
  return fmaxf(one->x + one->w, other->x + other->w) - left_of(row, shown);
}

/* With as many neighbours as fit, on both sides in turn. */
static Shown with_neighbours(const Ui *ui, ChipRow row, Shown shown, float width) {
  for (bool grows = true; grows;) {
    Shown before = {shown.first - 1, shown.last}, after = {shown.first, shown.last + 1};
    grows = false;
    if (before.first >= 0 && width_of(row, before) <= width) shown = before, grows = true;
    after.first = shown.first;
    if (is_token(ui, after.last) && width_of(row, after) <= width) shown = after, grows = true;
  }
  return shown;
}

/* The room of the row between what is said at its ends. Where query and key do not fit with all
** that is between them, the key stands by itself at its end: outer, the key, what is hidden between
** them, and the row. key −1: it does not. */
typedef struct Ends {
  Box row, left, right, outer, key_box;
  Shown shown;
  int key;
  bool is_left; /* the key */
} Ends;

static Box cut_end(Box *area, float width, bool is_left) {
  return is_left ? cut_left(area, width) : cut_right(area, width);
}

/* Whether tokens are hidden beyond the key that stands by itself. */
static bool hides_beyond(const Ui *ui, int key, int query) {
  return key < query ? key > 0 : key + 1 < ui->inputs->sentence.token_count;
}

/* The tokens to show in that width, of which the numbers of hidden ones have `count` each. */
static void choose_shown(const Ui *ui, ChipRow row, float width, float count, Ends *ends) {
  int token = chosen_token(ui), key = chosen_key(ui), last = ui->inputs->sentence.token_count - 1;
  if (token < 0) token = 0;
  Shown shown = {token, token}, both = {int_min(token, key), int_max(token, key)};
  float room = width - 2 * count;
  if (key >= 0 && width_of(row, both) <= room) shown = both;
  else if (key >= 0) {
    float beyond = hides_beyond(ui, key, token) ? count : 0;
    float apart = room - row.at[key].w - ui_pt(ui, chip_shape(ui)->gap) - beyond;
    if (row.at[token].w <= apart) ends->key = key, room = apart;
  }
  if (width_of(row, shown) > room) return;
  shown = with_neighbours(ui, row, shown, room);
  if (shown.first == 0) room += count;
  if (shown.last == last) room += count;
  ends->shown = with_neighbours(ui, row, shown, room);
}

static void key_place(const Ui *ui, ChipRow row, float count, Ends *ends) {
  int query = ui->view->query;
  float gap = ui_pt(ui, chip_shape(ui)->gap), height = ui_pt(ui, chip_shape(ui)->height);
  ends->is_left = row.at[ends->key].x < row.at[query].x;
  if (hides_beyond(ui, ends->key, query)) ends->outer = cut_end(&ends->row, count, ends->is_left);
  Box side = cut_end(&ends->row, row.at[ends->key].w + gap, ends->is_left);
  float x = ends->is_left ? side.x : side.x + gap;
  ends->key_box = (Box){x, side.y + (side.h - height) / 2, row.at[ends->key].w, height};
}

static Ends ends_place(const Ui *ui, ChipRow row, Box area) {
  bool turns = i18n_runs_right_to_left(ui->inputs->sentence.text);
  int last = ui->inputs->sentence.token_count - 1;
  Ends ends = {.row = area, .shown = {0, -1}, .key = -1};
  float count = hidden_width(ui);
  if (area.w < 6 * count) return ends; /* no room for the query */
  choose_shown(ui, row, area.w, count, &ends);
  if (ends.shown.last < ends.shown.first) return ends;
  if (ends.key >= 0) key_place(ui, row, count, &ends);
  bool hides_left = turns ? ends.shown.last < last : ends.shown.first > 0;
  bool hides_right = turns ? ends.shown.first > 0 : ends.shown.last < last;
  if (hides_left) ends.left = cut_left(&ends.row, count);
  if (hides_right) ends.right = cut_right(&ends.row, count);
  float spare = ends.row.w - width_of(row, ends.shown); /* at the end of the sentence */
  ends.row.w -= spare;
  if (turns) ends.row.x += spare, ends.left.x += spare;
  else ends.right.x -= spare;
  if (ends.key < 0 || ends.is_left != turns) return ends;
  float shift = turns ? spare : -spare;
  ends.key_box.x += shift;
  ends.outer.x += shift;
  return ends;
}

static void hidden_draw(const Ui *ui, Box box, int hidden) {
  if (box.w <= 0 || hidden <= 0) return;
  pen_text_in(ui->pen, hidden_style(ui), box, str_from(ui_format(ui, "+%d", hidden)));
  const char *tip = P_("%d token is not shown", "%d tokens are not shown", hidden);
  ui_hit(ui, box, CURSOR_ARROW, ui_format(ui, tip, hidden), NULL);
}

static void ends_draw(const Ui *ui, ChipRow row, const Ends *ends) {
  int left = 0, right = 0, outer = 0;
  if (ends->shown.last < ends->shown.first) return;
  for (int i = 0; i < ui->inputs->sentence.token_count; i++) {
    if (i == ends->key || (i >= ends->shown.first && i <= ends->shown.last)) continue;
    bool is_left = row.at[i].x < left_of(row, ends->shown);
    bool is_beyond = ends->key >= 0 && is_left == ends->is_left &&
                     (row.at[i].x < row.at[ends->key].x) == is_left;
    if (is_beyond) outer++;
    else if (is_left) left++;
    else right++;
  }
  hidden_draw(ui, ends->left, left);
  hidden_draw(ui, ends->right, right);
  hidden_draw(ui, ends->outer, outer);
  if (ends->key >= 0) chip_draw(ui, ends->key, &row.at[ends->key], ends->key_box);
}

/* -- in two lines, before a class -- */

/* The first token of the lower line, so that the longer line is as short as it can be. */
static int second_line(const Ui *ui, ChipRow row, float *width) {
  int count = ui->inputs->sentence.token_count, first = 0;
  bool turns = i18n_runs_right_to_left(ui->inputs->sentence.text);
  *width = row.width;
  for (int i = 1; i < count; i++) {
    const Chip *above = &row.at[i - 1], *below = &row.at[i];
    float upper = turns ? row.width - above->x : above->x + above->w;
    float lower = turns ? below->x + below->w : row.width - below->x;
    if (fmaxf(upper, lower) >= *width) continue;
    *width = fmaxf(upper, lower);
    first = i;
  }
  return first;
}

static float height_of_two(const Ui *ui) {
  const UiSentence *sentence = &ui->inputs->sentence;
  for (int i = 0; i < sentence->token_count; i++)
    if (sentence->tokens[i].is_unknown) return ui_pt(ui, CHIP_OF_TWO + BELOW_UNKNOWN);
  return ui_pt(ui, CHIP_OF_TWO);
}

static void two_lines_draw(const Ui *ui, ChipRow row, Box area) {
  float width, height = height_of_two(ui), both = chips_height_of_two_lines(ui);
  int count = ui->inputs->sentence.token_count, first = second_line(ui, row, &width);
  bool turns = i18n_runs_right_to_left(ui->inputs->sentence.text);
  float y = area.y + (area.h - both) / 2, lower = both - height;
  assert(first > 0 && first < count && width <= area.w);
  for (int i = 0; i < count; i++) {
    const Chip *begin = &row.at[i < first ? 0 : first], *chip = &row.at[i];
    float x = turns ? area.w - (begin->x + begin->w - chip->x) : chip->x - begin->x;
    chip_draw(ui, i, chip, (Box){area.x + x, i < first ? y : y + lower, chip->w, height});
  }
}

float chips_width_of_two_lines(const Ui *ui) {
  float width = 0;
  if (ui->inputs->sentence.token_count < 2) return 0;
  ChipRow row = chips_place(ui);
  if (row.at) second_line(ui, row, &width);
  return width;
}

float chips_height_of_two_lines(const Ui *ui) {
  return 2 * height_of_two(ui) + ui_pt(ui, BETWEEN_TWO);
}

static bool has_two_lines(const Ui *ui, ChipRow row, Box area) {
  float width, slack = 0.5f;
  if (!ui->view->presenter || row.width <= area.w || ui->inputs->sentence.token_count < 2)
    return false;
  second_line(ui, row, &width);
  return width <= area.w && chips_height_of_two_lines(ui) <= area.h + slack;
}

void chips_draw(const Ui *ui, Box area) {
  float height = ui_pt(ui, chip_shape(ui)->height);
  ChipRow row = chips_place(ui);
  if (!row.at) return;
  ui_hit(ui, area, CURSOR_TEXT, NULL,
         ui_format(ui, "%s; edit place %zu", sentence_edit_command(ui),
                   ui->inputs->sentence.text.bytes));
  if (has_two_lines(ui, row, area)) {
    two_lines_draw(ui, row, area);
    return;
  }
  bool scrolls = row.width > area.w;
  Ends ends = {.row = area, .shown = {0, -1}, .key = -1};
  if (scrolls) ends = ends_place(ui, row, area);
  area = ends.row;
  bool says_hidden = ends.shown.last >= ends.shown.first; /* so that no half of a token is shown */
  float offset = says_hidden ? left_of(row, ends.shown) : chips_offset(ui, row, area.w);
  if (scrolls) draw_clip(ui->list, area);
  for (int i = 0; i < ui->inputs->sentence.token_count; i++) {
    Box box = {area.x + row.at[i].x - offset, area.y + (area.h - height) / 2, row.at[i].w, height};
    if (box.x >= area.x + area.w || box.x + box.w <= area.x) continue;
    bool is_cut = box.x < area.x - 0.5f || box.x + box.w > area.x + area.w + 0.5f;
    if (says_hidden && (is_cut || i < ends.shown.first || i > ends.shown.last)) continue;
    ui->list->at_scroll_edge = scrolls;
    chip_draw(ui, i, &row.at[i], box);
  }
  ui->list->at_scroll_edge = false;
  if (scrolls) draw_clip_end(ui->list);
  if (scrolls && !says_hidden && offset > 0) fade_edge(ui, area, false);
  if (scrolls && !says_hidden && offset < row.width - area.w - 0.5f) fade_edge(ui, area, true);
  if (scrolls) ends_draw(ui, row, &ends);
}

float chips_width(const Ui *ui) {
  return ui->inputs->sentence.token_count > 0 ? chips_place(ui).width : 0;
}
