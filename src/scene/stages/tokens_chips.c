/* scene/stages/tokens_chips.c -- one chip per token, as large as possible while all fit, in one row
** if words stay legible.
**
**            The   animal   didn't
**   place     1       2        3       left of a single row it is said what the lines are, below
**      id    410     40       34       several it is said in words
*/
#include "scene/stages/tokens.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/number.h"
#include "scene/token_shown.h"
#include "scene/unknown_words.h"

/* The largest are for one row: a page of words that large would look like a heading. */
static const float SIZES[] = {40, 37, 34, 31, 28, 26, 24, 21, 18, 16, 14, 12, 11, 10.5f};
enum { SIZE_COUNT = 14, ONE_ROW_SIZES = 13, SEVERAL_ROWS_FROM = 6 };
static const float TIGHT_BELOW = 13; /* size from which chips of one row stand close */
static const float NOTE_OF_SIZE = 0.5f, NOTE_LEAST = 10.5f, NOTE_AFAR = 27.5f, PLACE_OF_NOTE = 1.2f;
static const float NOTES_AROUND = 7, NOTE_GAP = 10; /* above and below; and beside names of lines */
static TextStyle chip_style(const TokenChips *chips, bool focused) {
  return (TextStyle){focused ? FACE_BOLD : FACE_MEDIUM, chips->size, chips->scene->pen.theme->ink,
                     ALIGN_MIDDLE};
}

/* Before a class, below a single row. */
static bool has_large_notes(const TokenChips *chips) {
  return chips->scene->view->presenter && chips->for_one_row;
}

/* Before a class as large as the words, or no smaller than other small words are there. */
static float note_size(const TokenChips *chips) {
  float least = fmaxf(NOTE_LEAST, stage_small_print(chips->scene));
  if (has_large_notes(chips)) return fmaxf(least, fminf(chips->size, NOTE_AFAR));
  return fmaxf(least, chips->size * NOTE_OF_SIZE);
}

/* Before a class, several rows have places alone: their words are to be read first. */
static bool has_ids(const TokenChips *chips) {
  const Trace *trace = chips->scene->trace;
  if (chips->scene->view->presenter && !chips->for_one_row) return false;
  for (int i = 0; i < trace_token_count(trace); i++)
    if (trace_token(trace, i)->id >= 0) return true;
  return false;
}

/* Larger than the id below it. */
static float place_size(const TokenChips *chips) {
  bool is_larger = has_ids(chips) && !has_large_notes(chips);
  return note_size(chips) * (is_larger ? PLACE_OF_NOTE : 1);
}

static TextStyle place_style(const TokenChips *chips, bool focused) {
  return (TextStyle){focused ? FACE_BOLD : FACE_SEMIBOLD, place_size(chips),
                     chips->scene->pen.theme->ink, ALIGN_MIDDLE};
}

static TextStyle id_style(const TokenChips *chips) {
  return (TextStyle){FACE_MONO, note_size(chips), chips->scene->pen.theme->muted, ALIGN_MIDDLE};
}

static Str place_words(const TokenChips *chips, int index) {
  return str_from(str_format(chips->scene->pen.list->arena, "%d", index + 1));
}

/* Empty: a recording has none. */
static Str id_words(const TokenChips *chips, int index) {
  const TraceToken *token = trace_token(chips->scene->trace, index);
  if (token->id < 0) return (Str){"", 0};
  return str_from(str_format(chips->scene->pen.list->arena, "%d", token->id));
}

static float place_line(const TokenChips *chips) {
  return stage_points(chips->scene, place_size(chips) * 1.3f);
}

static float notes_height(const TokenChips *chips) {
  const float around = has_ids(chips) ? NOTES_AROUND : NOTES_AROUND / 2;
  float id = has_ids(chips) ? note_size(chips) * 1.34f : 0;
  return place_line(chips) + stage_points(chips->scene, id + around);
}

/* "id 302 · bytes 20 63 61 74". */
static const char *bytes_words(const TokenChips *chips, const TraceToken *token) {
  enum { BYTES_SHOWN = 24 };
  Arena *arena = chips->scene->pen.list->arena;
  StrBuf bytes = strbuf_make(arena);
  if (token->id < 0 || token->raw.bytes == 0) return NULL;
  for (size_t i = 0; i < token->raw.bytes && i < BYTES_SHOWN; i++)
    strbuf_format(&bytes, i ? " %02X" : "%02X", (unsigned)(unsigned char)token->raw.at[i]);
  if (token->raw.bytes > BYTES_SHOWN) strbuf_add(&bytes, STR(" …"));
  return str_format(arena, P_("id %d · bytes %s", "id %d · bytes %s", token->raw.bytes), token->id,
                    bytes.at);
}

static const char *chip_tip(const TokenChips *chips, int index) {
  const Scene *scene = chips->scene;
  Arena *arena = scene->pen.list->arena;
  const char *bytes = bytes_words(chips, trace_token(scene->trace, index));
  const char *how = unknown_words_tip(arena, scene->trace, index);
  return bytes && how ? str_format(arena, "%s\n%s", how, bytes) : how ? how : bytes;
}

static bool is_unknown(const TokenChips *chips, int index) {
  return trace_token(chips->scene->trace, index)->read_as.bytes > 0;
}

static bool is_same_row(const TokenChips *chips, int a, int b) {
  return fabsf(chips->boxes[a].y - chips->boxes[b].y) < 1;
}

/* Tokens that are bytes of one character have one bracket above them, in each row they are in. */
static void draw_group(const TokenChips *chips, int first) {
  const Scene *scene = chips->scene;
  const Trace *trace = scene->trace;
  int group = trace_token(trace, first)->group, last = first;
  bool goes_on = first > 0 && trace_token(trace, first - 1)->group == group;
  if (group < 0 || (goes_on && is_same_row(chips, first - 1, first))) return;
  while (last + 1 < chips->shown && trace_token(trace, last + 1)->group == group &&
         is_same_row(chips, first, last + 1))
    last++;
  bool more = last + 1 < trace_token_count(trace) && trace_token(trace, last + 1)->group == group;
  if (last == first && !goes_on && !more) return;
  Box left = chips->boxes[first], right = chips->boxes[last];
  if (left.x > right.x) left = chips->boxes[last], right = chips->boxes[first];
  float up = stage_points(scene, 5), y = left.y - up, x0 = left.x + 4, x1 = right.x + right.w - 4;
  Color color = scene->pen.theme->muted;
  draw_line(scene->pen.list, (Point){x0, y}, (Point){x1, y}, 1.5f, color);
  draw_line(scene->pen.list, (Point){x0, y}, (Point){x0, y + up - 1}, 1.5f, color);
  draw_line(scene->pen.list, (Point){x1, y}, (Point){x1, y + up - 1}, 1.5f, color);
}

/* Measured in bold, so that focus moves no chip. */
static float chip_width(const TokenChips *chips, int index) {
  const Scene *scene = chips->scene;
  const Pen *pen = &scene->pen;
  float padding = stage_points(scene, chips->size * (chips->tight ? 0.4f : 0.6f));
  Str text = token_shown(trace_token(scene->trace, index));
  float most = fminf(chips->place.w, stage_points(scene, 320 + 4 * chips->size)) - 2 * padding;
  bool is_long = text.bytes > 200;
  float word = is_long ? most : fminf(pen_width(pen, chip_style(chips, true), text), most);
  if (is_unknown(chips, index)) word += control_unknown_width(pen, chips->size);
  float note = fmaxf(pen_width(pen, id_style(chips), id_words(chips, index)),
                     pen_width(pen, place_style(chips, true), place_words(chips, index)));
  return ceilf(fmaxf(fmaxf(word + 2 * padding, note + stage_points(scene, 6)),
                     stage_points(scene, chips->size * 1.9f)));
}

/* The room left of a single row for what the lines below it are. */
static float names_width(const TokenChips *chips) {
  const Pen *pen = &chips->scene->pen;
  TextStyle style = id_style(chips);
  style.face = FACE_REGULAR;
  float place = pen_width(pen, style, str_from(_("place"))),
        id = pen_width(pen, style, str_from(_("id")));
  return ceilf(fmaxf(place, id)) + 1 + stage_points(chips->scene, NOTE_GAP);
}

/* Places chips of size chips->size until the place is full, and centres each full row. The caller
** tries sizes from the largest. */
static void place_chips(TokenChips *chips) {
  const Scene *scene = chips->scene;
  int count = trace_token_count(scene->trace), row_first = 0;
  float gap = stage_points(scene, chips->tight ? 4 : 8);
  float note = notes_height(chips);
  Box place = chips->place;
  if (chips->for_one_row) cut_left(&place, names_width(chips));
  float x = place.x, y = place.y, right = place.x + place.w;
  chips->height = ceilf(stage_points(scene, chips->size * 1.9f));
  chips->one_row = true;
  for (chips->shown = 0; chips->shown < count; chips->shown++) {
    float width = chip_width(chips, chips->shown);
    if (x > place.x && x + width > right + 0.5f) {
      tokens_order_row(scene, chips->boxes, row_first, chips->shown, place);
      row_first = chips->shown;
      x = place.x;
      y += chips->height + note + gap;
      chips->one_row = false;
    }
    if (y + chips->height + note > place.y + place.h + 0.5f) break;
    chips->boxes[chips->shown] = (Box){x, y, width, chips->height};
    x += width + gap;
  }
  tokens_order_row(scene, chips->boxes, row_first, chips->shown, place);
  float foot = chips->shown > 0 ? chips->boxes[chips->shown - 1].y : place.y;
  chips->used = foot + chips->height + note - place.y;
}

void tokens_chips_fit(TokenChips *chips) {
  int count = trace_token_count(chips->scene->trace);
  for (int i = 0; i < ONE_ROW_SIZES; i++) {
    chips->size = SIZES[i];
    chips->tight = SIZES[i] < TIGHT_BELOW;
    chips->for_one_row = true;
    place_chips(chips);
    if (chips->shown == count && chips->one_row) return;
  }
  chips->tight = chips->for_one_row = false;
  for (int i = SEVERAL_ROWS_FROM; i < SIZE_COUNT; i++) {
    chips->size = SIZES[i];
    place_chips(chips);
    if (chips->shown == count) return;
  }
}

/* The chip of a special token has the paper colour, since it is not a word of the sentence. */
static void draw_chip(const TokenChips *chips, Box box, int index, bool focused) {
  const Scene *scene = chips->scene;
  const Pen *pen = &scene->pen;
  const TraceToken *token = trace_token(scene->trace, index);
  bool hides = stage_hides(scene) && token->bytes > 0;
  DrawBox chip = {.box = box,
                  .corner = 8,
                  .fill = token->special ? pen->theme->paper : pen->theme->panel,
                  .stroke = pen->theme->line,
                  .stroke_width = focused ? 3 : 1};
  if (focused) pen_focus_outline(pen, chip);
  else draw_box(pen->list, chip);
  if (scene->interactive)
    draw_hit(pen->list,
             (DrawHit){.box = box,
                       .cursor = CURSOR_HAND,
                       .click = str_format(pen->list->arena, "cell %d row", index + 1),
                       .twice = hides ? str_format(pen->list->arena, "hide %d", index + 1) : NULL,
                       .tip = chip_tip(chips, index),
                       .hover = str_format(pen->list->arena, "hover %d row", index + 1)});
  float padding = stage_points(scene, chips->size * 0.3f);
  Box text = {box.x + padding, box.y, box.w - 2 * padding, box.h};
  Str shown = token_shown(token);
  if (is_unknown(chips, index)) control_unknown_token(pen, chip_style(chips, focused), text, shown);
  else pen_text_in(pen, chip_style(chips, focused), text, shown);
  Box line = {box.x, box.y + box.h + stage_points(scene, 3), box.w, place_line(chips)};
  pen_text_in(pen, place_style(chips, focused), line, place_words(chips, index));
  if (!has_ids(chips)) return;
  line = (Box){box.x, line.y + line.h, box.w, stage_points(scene, note_size(chips) * 1.34f)};
  pen_text_in(pen, id_style(chips), line, id_words(chips, index));
}

/* What the lines below a single row are, left of it. */
static void draw_line_names(const TokenChips *chips) {
  const Scene *scene = chips->scene;
  const Pen *pen = &scene->pen;
  TextStyle style = id_style(chips);
  style.face = FACE_REGULAR;
  style.align = ALIGN_END;
  float left = chips->boxes[0].x;
  for (int i = 1; i < chips->shown; i++) left = fminf(left, chips->boxes[i].x);
  Box first = chips->boxes[0];
  float width = names_width(chips), gap = stage_points(scene, NOTE_GAP);
  Box line = {left - width, first.y + first.h + stage_points(scene, 3), width - gap,
              place_line(chips)};
  pen_text_in(pen, style, line, str_from(_("place")));
  line = (Box){line.x, line.y + line.h, line.w, stage_points(scene, note_size(chips) * 1.34f)};
  if (has_ids(chips)) pen_text_in(pen, style, line, str_from(_("id")));
}

void tokens_chips_draw(const TokenChips *chips) {
  int focus, col, filled = chips->scene->view->filled;
  stage_focus(chips->scene, &focus, &col);
  for (int i = 0; i < chips->shown; i++)
    if (filled < 0 || i < filled) draw_chip(chips, chips->boxes[i], i, i == focus);
  if (chips->one_row && chips->shown > 0) draw_line_names(chips);
  for (int i = 0; i < chips->shown && filled < 0; i++) draw_group(chips, i);
}

/* What stands below each chip, said once where they stand in several rows. */
static const char *notes_words(const TokenChips *chips) {
  if (chips->one_row) return NULL;
  return has_ids(chips) ? _("below each token: its place and its id")
                        : _("below each token: its place");
}

static Str notes_with(const TokenChips *chips, const char *below) {
  const Trace *trace = chips->scene->trace;
  Arena *arena = chips->scene->pen.list->arena;
  StrBuf words = strbuf_make(arena);
  int count = trace_token_count(trace), cut = trace_cut_count(trace);
  int bad = trace_bad_byte_count(trace);
  i18n_add_phrase(&words, P_("%d token", "%d tokens", count), count);
  if (below) i18n_add_phrase(&words, "%s", below);
  if (chips->shown < count)
    i18n_add_phrase(&words, P_("the first %d is shown", "the first %d are shown", chips->shown),
                    chips->shown);
  WordCount known = unknown_words_count(trace);
  if (known.unknown > 0)
    i18n_add_phrase(&words,
                    P_("%d is unknown to the model", "%d are unknown to the model", known.unknown),
                    known.unknown);
  if (cut > 0)
    i18n_add_phrase(&words,
                    P_("%d more did not fit the model", "%d more did not fit the model", cut), cut);
  if (bad > 0)
    i18n_add_phrase(&words, P_("%d byte was not UTF-8", "%d bytes were not UTF-8", bad), bad);
  return str_from(number_grouped(arena, words.at));
}

TextStyle tokens_notes_style(const Pen *pen) {
  return (TextStyle){FACE_MEDIUM, 12, pen->theme->muted, ALIGN_MIDDLE};
}

Str tokens_notes(const TokenChips *chips) {
  const Pen *pen = &chips->scene->pen;
  Str all = notes_with(chips, notes_words(chips));
  bool fits = pen_width(pen, tokens_notes_style(pen), all) <= chips->place.w;
  return fits ? all : notes_with(chips, NULL);
}

/* The count alone is in the formula, where that is on show. */
bool tokens_notes_say_more(const TokenChips *chips) {
  const Trace *trace = chips->scene->trace;
  if (!chips->scene->headline || !chips->one_row) return true;
  return chips->shown < trace_token_count(trace) || trace_cut_count(trace) > 0 ||
         trace_bad_byte_count(trace) > 0 || unknown_words_count(trace).unknown > 0;
}
