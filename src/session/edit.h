/* session/edit.h -- the caret in the sentence: moving, selecting, deleting, composing.
**
** Positions are byte offsets at grapheme boundaries of the sentence as shown (bytes that are not
** UTF-8 replaced). The text being composed by an input method is shown at the caret and is not part
** of the sentence until it is committed.
**
** Moving never changes the text. Left and right mean backwards and forwards in reading order, also
** in right-to-left words. The selection lies between anchor, where selecting began, and caret;
** either may come first.
**
** Memory  None is allocated.   Errors  None; positions are clamped to the text.
*/
#ifndef SESSION_EDIT_H
#define SESSION_EDIT_H

#include "base/str.h"

enum { EDIT_COMPOSITION_BYTES = 256, EDIT_PASTE_BYTES_MOST = 100000 };

/* A value without pointers. Positions are bytes of the text passed to each call; after a change of
** the text elsewhere the session clamps them. */
typedef struct Edit {
  bool active;          /* the sentence has the keyboard */
  int stream;           /* which sentence: 0, or 1: the second */
  size_t caret, anchor; /* equal: nothing selected */
  char composition[EDIT_COMPOSITION_BYTES];
  int composition_caret; /* bytes into the composition */
} Edit;

/* Left and right move by graphemes, words by their beginnings, home and end to the
** ends of the sentence. */
typedef enum EditMove {
  EDIT_LEFT,
  EDIT_RIGHT,
  EDIT_WORD_LEFT,
  EDIT_WORD_RIGHT,
  EDIT_HOME,
  EDIT_END,
  EDIT_MOVE_COUNT
} EditMove;

/* With select the anchor stays; without it a selection collapses to the side of the move. */
void edit_move(Edit *edit, Str text, EditMove move, bool select);

/* The boundary at or before a byte. */
size_t edit_boundary(Str text, size_t byte);

/* A click, or with select the end of a drag; a double click; Ctrl-A. */
void edit_place(Edit *edit, Str text, size_t byte, bool select);
void edit_select_word(Edit *edit, Str text, size_t byte);
/* The caret goes to the end, the anchor to the beginning. */
void edit_select_all(Edit *edit, Str text);

/* A part of text, not a copy; empty if nothing is selected. */
Str edit_selected(const Edit *edit, Str text);

/* Appends the text with the selection replaced to buf; the caret goes behind the new part. */
void edit_replace(Edit *edit, Str text, Str by, StrBuf *buf);

/* Sets the text being composed; caret in characters, clamped to it. A text that is too long
** is cut at a character. */
void edit_compose(Edit *edit, Str text, int caret_characters);

#endif
