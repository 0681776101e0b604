/* session/edit.c -- the caret, by grapheme clusters. */
#include "session/edit.h"

#include <assert.h>
#include <string.h>

#include "text/utf8.h"

/* The selection in bytes, or the caret twice; start ≤ end. */
static size_t edit_start(const Edit *edit) {
  return edit->caret < edit->anchor ? edit->caret : edit->anchor;
}

static size_t edit_end(const Edit *edit) {
  return edit->caret < edit->anchor ? edit->anchor : edit->caret;
}

Str edit_selected(const Edit *edit, Str text) {
  assert(edit_end(edit) <= text.bytes);
  return (Str){text.at + edit_start(edit), edit_end(edit) - edit_start(edit)};
}

/* Grapheme boundaries are found from the start of the text, since whether a character joins the one
** before depends on all earlier ones. */
size_t edit_boundary(Str text, size_t byte) {
  size_t at = 0;
  while (at < text.bytes) {
    size_t next = utf8_next_grapheme(text, at);
    if (next > byte) return at;
    at = next;
  }
  return text.bytes;
}

static size_t moved(Str text, size_t caret, EditMove move) {
  switch (move) {
  case EDIT_LEFT:
    return utf8_prev_grapheme(text, caret);
  case EDIT_RIGHT:
    return utf8_next_grapheme(text, caret);
  case EDIT_WORD_LEFT:
    return utf8_prev_word(text, caret);
  case EDIT_WORD_RIGHT:
    return utf8_next_word(text, caret);
  case EDIT_HOME:
    return 0;
  default:
    return text.bytes;
  }
}

/* A selection collapses to its side without a further step, as in every text field. */
void edit_move(Edit *edit, Str text, EditMove move, bool select) {
  assert(edit->caret <= text.bytes && move >= 0 && move < EDIT_MOVE_COUNT);
  bool collapses = !select && edit->caret != edit->anchor;
  if (collapses && move == EDIT_LEFT) edit->caret = edit_start(edit);
  else if (collapses && move == EDIT_RIGHT) edit->caret = edit_end(edit);
  else edit->caret = moved(text, edit->caret, move);
  if (!select) edit->anchor = edit->caret;
}

void edit_place(Edit *edit, Str text, size_t byte, bool select) {
  edit->caret = edit_boundary(text, byte);
  if (!select) edit->anchor = edit->caret;
}

static bool space_at(Str text, size_t at) {
  int bytes;
  return at >= text.bytes || utf8_is_space(utf8_get(text, at, &bytes));
}

/* A word is the text between spaces, as for the tokens of the built-in models. */
void edit_select_word(Edit *edit, Str text, size_t byte) {
  size_t start = edit_boundary(text, byte), end = start;
  while (start > 0 && !space_at(text, utf8_prev_grapheme(text, start)))
    start = utf8_prev_grapheme(text, start);
  while (end < text.bytes && !space_at(text, end)) end = utf8_next_grapheme(text, end);
  edit->anchor = start;
  edit->caret = end;
}

void edit_select_all(Edit *edit, Str text) {
  edit->anchor = 0;
  edit->caret = text.bytes;
}

void edit_replace(Edit *edit, Str text, Str by, StrBuf *buf) {
  size_t start = edit_start(edit), end = edit_end(edit);
  assert(end <= text.bytes);
  strbuf_add(buf, (Str){text.at, start});
  strbuf_add(buf, by);
  strbuf_add(buf, (Str){text.at + end, text.bytes - end});
  size_t caret = start + by.bytes;
  /* The inserted text may have joined the character after it. */
  Str whole = strbuf_str(buf);
  if (caret < whole.bytes && edit_boundary(whole, caret) != caret)
    caret = utf8_next_grapheme(whole, edit_boundary(whole, caret));
  edit->caret = edit->anchor = caret;
}

/* Cuts at whole characters, and at a 0 byte, which would end the text when it is drawn. */
void edit_compose(Edit *edit, Str text, int caret_characters) {
  size_t used = 0, caret = 0;
  for (int characters = 0; used < text.bytes; characters++) {
    uint32_t code;
    size_t taken = str_decode(text, used, &code);
    if (taken == 0 || code == 0 || used + taken >= EDIT_COMPOSITION_BYTES) break;
    used += taken;
    if (characters < caret_characters) caret = used;
  }
  memcpy(edit->composition, text.at, used);
  edit->composition[used] = 0;
  edit->composition_caret = (int)caret;
}
