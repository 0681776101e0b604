/* ui/editor.c -- the sentence while it is edited: text, caret, selection, composition.
**
** The line is split into segments (a word with its spaces, a Han character, a run of right-to-left
** text), each measured and drawn separately, so that the caret is exactly at its letter.
** Only the text around the caret is measured, so that a sentence of a megabyte takes no longer.
*/
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "text/utf8.h"
#include "ui/panels.h"

static const float TEXT_SIZE = 14.5f, CARET_HEIGHT = 22;
/* neighbouring hits overlap by this, so that rounding leaves no gap */
static const float SEAM = 0.05f;
enum { WINDOW_BYTES = 2048, SEGMENT_LETTERS_MOST = 40 };

typedef struct Piece {
  size_t first, bytes; /* in the shown text */
  float x, w;          /* from the line's start */
  bool right_to_left;
} Piece;

typedef struct Editor {
  /* the visible part of the sentence, including the composition */
  Str shown;
  size_t window_start;               /* the byte of the sentence where shown begins */
  size_t caret, mark_from, mark_to;  /* bytes of shown: caret; selection */
  size_t composed_from, composed_to; /* bytes of shown */
  const Piece *pieces;
  int piece_count;
  float width, offset; /* of the line; how far it is scrolled left, below 0: moved right */
} Editor;

/* -- splitting the line into pieces
** ------------------------------------------------------------- */

/* A right-to-left run continues through digits, spaces and punctuation, which have no direction, as
** long as right-to-left letters follow. */
static size_t right_to_left_end(Str text, size_t from) {
  size_t end = from;
  int bytes = 0;
  for (size_t at = from; at < text.bytes; at += (size_t)bytes) {
    uint32_t letter = utf8_get(text, at, &bytes);
    size_t after = at + (size_t)bytes;
    if (utf8_is_right_to_left(letter)) end = after;
    else if (utf8_is_left_to_right(letter) && !utf8_clings(letter)) break;
    else if (end == at && utf8_clings(letter)) end = after;
  }
  return end;
}

/* A word keeps the spaces behind it. A Han character is a piece of its own, because the caret may
** stand between any two. A very long word is cut so that measuring stays short. */
static size_t word_end(Str text, size_t from) {
  bool had_space = false;
  int letters = 0;
  for (size_t at = from; at < text.bytes; letters++) {
    uint32_t letter = utf8_get(text, at, NULL);
    at = utf8_next_grapheme(text, at);
    if (at >= text.bytes) break;
    uint32_t next = utf8_get(text, at, NULL);
    had_space = had_space || letter == ' ';
    if ((had_space && next != ' ') || utf8_is_wide(letter) || utf8_is_wide(next) ||
        utf8_is_right_to_left(next) || letters >= SEGMENT_LETTERS_MOST)
      return at;
  }
  return text.bytes;
}

static TextStyle editor_style(const Ui *ui) {
  return ui_style(FACE_REGULAR, TEXT_SIZE, ui->theme->ink, ALIGN_START);
}

/* Measured as one piece, since kerning and ligatures make a word narrower than its letters. */
static float width_of(const Ui *ui, const Editor *editor, size_t from, size_t to) {
  return pen_width(ui->pen, editor_style(ui), (Str){editor->shown.at + from, to - from});
}

/* The width of a piece up to a byte. In joined scripts a zero-width joiner stands for the following
** letters, so that the last letter keeps its form inside the word. */
static float prefix_width(const Ui *ui, const Editor *editor, const Piece *piece, size_t byte) {
  static const char JOINER[] = "\xE2\x80\x8D";
  bool is_inside = byte > piece->first && byte < piece->first + piece->bytes;
  if (!piece->right_to_left || !is_inside || editor->shown.at[byte] == ' ')
    return width_of(ui, editor, piece->first, byte);
  StrBuf prefix = strbuf_make(ui->list->arena);
  strbuf_add(&prefix, (Str){editor->shown.at + piece->first, byte - piece->first});
  strbuf_add(&prefix, str_from(JOINER));
  return pen_width(ui->pen, editor_style(ui), strbuf_str(&prefix));
}

static void cut_pieces(const Ui *ui, Editor *editor) {
  Piece *pieces = arena_take(ui->list->arena, editor->shown.bytes + 1, sizeof *pieces);
  if (!pieces) {
    ui->list->failed = true;
    return;
  }
  for (size_t at = 0; at < editor->shown.bytes;) {
    bool turned = utf8_is_right_to_left(utf8_get(editor->shown, at, NULL));
    size_t end = turned ? right_to_left_end(editor->shown, at) : word_end(editor->shown, at);
    float width = width_of(ui, editor, at, end);
    pieces[editor->piece_count++] = (Piece){at, end - at, editor->width, width, turned};
    editor->width += width;
    at = end;
  }
  editor->pieces = pieces;
}

/* The x position of a caret before the byte, from the line's start. */
static float x_of(const Ui *ui, const Editor *editor, size_t byte) {
  for (int i = 0; i < editor->piece_count; i++) {
    const Piece *piece = &editor->pieces[i];
    if (byte >= piece->first + piece->bytes) continue;
    float before = prefix_width(ui, editor, piece, byte);
    return piece->right_to_left ? piece->x + piece->w - before : piece->x + before;
  }
  if (editor->piece_count == 0) return 0;
  const Piece *last = &editor->pieces[editor->piece_count - 1];
  return last->right_to_left ? last->x : last->x + last->w;
}

/* -- the visible text around the caret
** ---------------------------------------------------------- */

static size_t letter_start(Str text, size_t at) {
  if (at >= text.bytes) return text.bytes;
  while (at > 0 && ((unsigned char)text.at[at] & 0xC0) == 0x80) at--;
  return at;
}

/* The range begins at multiples of WINDOW_BYTES, so that typing does not move the
** line at every letter. */
static void choose_window(const UiSentence *sentence, size_t *start, size_t *end) {
  size_t page = sentence->caret / WINDOW_BYTES;
  *start = page > 0 ? letter_start(sentence->text, (page - 1) * WINDOW_BYTES) : 0;
  *end = letter_start(sentence->text, (page + 2) * WINDOW_BYTES);
}

/* A byte outside the range is clamped to its end, so that a selection reaches the edge. */
static size_t clamp_into(size_t byte, size_t start, size_t end) {
  return byte < start ? 0 : byte > end ? end - start : byte - start;
}

/* Line breaks and tabs are shown as spaces: they are one byte each, so positions stay. */
static void blank_controls(char *text, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if ((unsigned char)text[i] < 0x20 || text[i] == 0x7F) text[i] = ' ';
}

static bool compose(const Ui *ui, Editor *editor) {
  const UiSentence *sentence = &ui->inputs->sentence;
  size_t start, end, composed = sentence->composition.bytes;
  choose_window(sentence, &start, &end);
  size_t caret = clamp_into(sentence->caret, start, end);
  char *shown = arena_take(ui->list->arena, end - start + composed + 1, 1);
  if (!shown) return ui->list->failed = true, false;
  if (caret > 0) memcpy(shown, sentence->text.at + start, caret);
  if (composed > 0) memcpy(shown + caret, sentence->composition.at, composed);
  if (end - start > caret)
    memcpy(shown + caret + composed, sentence->text.at + start + caret, end - start - caret);
  blank_controls(shown, end - start + composed);
  size_t anchor = clamp_into(sentence->anchor, start, end);
  *editor = (Editor){
      .shown = {shown, end - start + composed},
      .window_start = start,
      .caret = caret + (composed > 0 ? (size_t)sentence->composition_caret : 0),
      .mark_from = composed > 0     ? caret
                   : anchor < caret ? anchor
                                    : caret,
      .mark_to = composed > 0     ? caret
                 : anchor < caret ? caret
                                  : anchor,
      .composed_from = caret,
      .composed_to = caret + composed,
  };
  return true;
}

/* The line scrolls by half the field's width, so that it stays while the caret moves within one.
** A line that fits begins where its tokens do: at the right, where the text runs right to left. */
static void choose_offset(Editor *editor, float caret_x, float width, bool from_right) {
  if (editor->width <= width) {
    if (from_right) editor->offset = editor->width - width;
    return;
  }
  float half = width / 2, page = floorf(caret_x / half);
  float offset = (page - 0.5f) * half;
  editor->offset = float_clamp(offset, 0, editor->width - width);
}

static bool layout_editor(const Ui *ui, Box area, Editor *editor) {
  if (!compose(ui, editor)) return false;
  cut_pieces(ui, editor);
  choose_offset(editor, x_of(ui, editor, editor->caret), area.w,
                i18n_runs_right_to_left(ui->inputs->sentence.text));
  return !ui->list->failed;
}

static Box text_area(const Ui *ui, Box area) {
  return (Box){area.x + ui_pt(ui, 6), area.y, fmaxf(0, area.w - ui_pt(ui, 12)), area.h};
}

/* -- drawing ----------------------------------------------------------------------------------- */

/* Draws look over the letters from span[0] to span[1], piece by piece, since a line
** may change direction. */
static void draw_band(const Ui *ui, Box area, const Editor *editor, const size_t span[2],
                      DrawBox look) {
  for (int i = 0; i < editor->piece_count; i++) {
    const Piece *piece = &editor->pieces[i];
    size_t first = span[0] > piece->first ? span[0] : piece->first;
    size_t last = piece->first + piece->bytes < span[1] ? piece->first + piece->bytes : span[1];
    if (first >= last) continue;
    float before = prefix_width(ui, editor, piece, first);
    float until = prefix_width(ui, editor, piece, last);
    float x = piece->right_to_left ? piece->x + piece->w - until : piece->x + before;
    look.box.x = area.x + x - editor->offset;
    look.box.w = until - before;
    draw_box(ui->list, look);
  }
}

static float piece_left(Box area, const Editor *editor, const Piece *piece) {
  return area.x + piece->x - editor->offset;
}

/* Each caret position is hit by the halves of the letters beside it. */
static void stop_hit(const Ui *ui, const Editor *editor, size_t stop, Box box) {
  size_t byte = editor->window_start + stop;
  if (stop >= editor->composed_to) byte -= editor->composed_to - editor->composed_from;
  else if (stop > editor->composed_from) byte = editor->window_start + editor->composed_from;
  draw_hit(ui->list, (DrawHit){.box = box,
                               .rows = 1,
                               .cols = 1,
                               .cursor = CURSOR_TEXT,
                               .click = ui_format(ui, "edit place %zu", byte),
                               .twice = ui_format(ui, "edit select-word %zu", byte),
                               .drag = ui_format(ui, "edit place %zu select", byte)});
}

static void piece_hits(const Ui *ui, Box area, const Editor *editor, const Piece *piece) {
  float left = piece_left(area, editor, piece), before = 0;
  size_t end = piece->first + piece->bytes;
  for (size_t stop = piece->first; stop < end;) {
    size_t next = utf8_next_grapheme(editor->shown, stop);
    if (next > end) next = end;
    float after = fmaxf(before, prefix_width(ui, editor, piece, next));
    float half = (after - before) / 2;
    for (int side = 0; side < 2; side++) {
      float from = before + (side ? half : 0);
      float x = piece->right_to_left ? left + piece->w - from - half : left + from;
      if (x + half > area.x && x < area.x + area.w)
        stop_hit(ui, editor, side ? next : stop, (Box){x - SEAM, area.y, half + 2 * SEAM, area.h});
    }
    before = after;
    stop = next;
  }
}

/* The caret stays within the field, at the edge by half its width. */
static Box caret_box(const Ui *ui, Box area, const Editor *editor) {
  float height = ui_pt(ui, CARET_HEIGHT), width = ui_pt(ui, 1.5f);
  float x = area.x + x_of(ui, editor, editor->caret) - editor->offset - width / 2;
  x = float_clamp(x, area.x - width / 2, area.x + area.w - width / 2);
  return (Box){x, area.y + (area.h - height) / 2, width, height};
}

static void pieces_draw(const Ui *ui, Box area, const Editor *editor) {
  float baseline = area.y + (area.h + TEXT_CAP_HEIGHT * ui_pt(ui, TEXT_SIZE)) / 2;
  for (int i = 0; i < editor->piece_count; i++) {
    const Piece *piece = &editor->pieces[i];
    float left = piece_left(area, editor, piece);
    if (left + piece->w < area.x || left > area.x + area.w) continue;
    pen_text(ui->pen, editor_style(ui), (Point){left, baseline},
             (Str){editor->shown.at + piece->first, piece->bytes});
    piece_hits(ui, area, editor, piece);
  }
}

/* Clicks beside the text go to its end. */
static void beside_hits(const Ui *ui, Box area) {
  size_t end = ui->inputs->sentence.text.bytes;
  draw_hit(ui->list, (DrawHit){.box = area,
                               .rows = 1,
                               .cols = 1,
                               .cursor = CURSOR_TEXT,
                               .click = ui_format(ui, "edit place %zu", end),
                               .twice = "edit select-all",
                               .drag = ui_format(ui, "edit place %zu select", end)});
}

/* Drawn in this order: selection, letters, the line under the composition, the
** fading edge, the caret. */
void editor_draw(const Ui *ui, Box whole) {
  Box area = text_area(ui, whole);
  Editor editor;
  if (!layout_editor(ui, area, &editor)) return;
  bool scrolls = editor.width > area.w;
  float height = ui_pt(ui, CARET_HEIGHT), middle = area.y + area.h / 2;
  Box line = {0, middle - height / 2, 0, height};
  Box under = {0, middle + ui_pt(ui, 9), 0, ui_pt(ui, 1.25f)};
  beside_hits(ui, whole);
  draw_clip(ui->list, whole);
  ui->list->at_scroll_edge = scrolls;
  draw_band(ui, area, &editor, (size_t[]){editor.mark_from, editor.mark_to},
            (DrawBox){.box = line, .fill = ui->theme->focus_soft});
  pieces_draw(ui, area, &editor);
  draw_band(ui, area, &editor, (size_t[]){editor.composed_from, editor.composed_to},
            (DrawBox){.box = under, .fill = ui->theme->ink});
  ui->list->at_scroll_edge = false;
  if (scrolls && editor.offset > 0) fade_edge(ui, whole, false);
  if (scrolls && editor.offset < editor.width - area.w - 0.5f) fade_edge(ui, whole, true);
  if (ui->inputs->sentence.caret_visible)
    draw_box(ui->list, (DrawBox){.box = caret_box(ui, area, &editor), .fill = ui->theme->ink});
  draw_clip_end(ui->list);
}

Box editor_caret(const Ui *ui, Box whole) {
  Box area = text_area(ui, whole);
  Editor editor;
  return layout_editor(ui, area, &editor) ? caret_box(ui, area, &editor) : (Box){0};
}
