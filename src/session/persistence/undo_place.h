/* session/persistence/undo_place.h -- what undo and redo do with the view. For session/ only.
**
** Memory  None.   Errors  None.
*/
#ifndef SESSION_PERSISTENCE_UNDO_PLACE_H
#define SESSION_PERSISTENCE_UNDO_PLACE_H

#include "session/persistence/undo.h"

/* A change that is undone or done again. left: the view in which that happens. */
typedef struct UndoMove {
  View left;
  bool brings_view, is_reworded;
} UndoMove;

/* Restores the place, but not appearance, and opens no editor. */
void undo_place_restore(Session *session, const View *place);

/* Chooses the cell or row again whose word the undone change took away. A word chosen since stays,
** and so does one that was only followed. A key is another thing at each stage. */
void undo_place_choose_again(Session *session, const View *before);

/* Whether the change took the view along, so that its undo brings the view back (by −1). Of a reset
** a redo takes it along again. */
bool undo_place_is_moved(const UndoState *change, const UndoState *target, int by);

/* Moves the view after the inputs; while their trace is pending, what is to be done then is noted
** there. */
void undo_place_move(Session *session, UndoState *change, const UndoMove *move);

#endif
