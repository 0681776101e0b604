/* session/edit.h -- a caret in the sentence: moving, selecting, deleting, composing.
**
** Positions are byte offsets at grapheme boundaries. The text being composed by an input method is
** shown at the caret and is not part of the sentence until it is committed.
*/
#ifndef SESSION_EDIT_H
#define SESSION_EDIT_H

#include "base/str.h"

enum { EDIT_COMPOSITION_BYTES = 256 };

typedef struct Edit {
  bool active;          /* the sentence has the keyboard */
  size_t caret, anchor; /* equal: nothing selected */
  char composition[EDIT_COMPOSITION_BYTES];
  int composition_caret; /* bytes into the composition */
} Edit;

#endif
