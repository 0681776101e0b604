/* session/persistence/undo.h -- the one way inputs change, and back. For session/ only.
**
**   change  →  a state is pushed, or extends the last one  →  its trace is made, or pending
**   move    →  at goes back or forward in the states       →  the same
**
** While a trace is pending, `settled` of the session is the history as it was when the trace on
** show was made. The two share their states: each counts its holders.
**
** Content  What undo and redo bring back: the inputs (streams, model, reading, training, mask,
**          kind, sampling) and the caret, which stands where the words change.
** Place    What they leave alone: all of the view but the sampling, so the picture, the stage, the
**          mask editor and the look. Opening another model moves the view, so an undo of that
**          brings back the picture, stage, layer, head, focus, zoom and scroll it was left at.
**
** Memory  Each state owns an arena, which goes with its last holder.
** Errors  Everything that can fail comes before the first change. What fails later, beside, brings
**         the settled history back.
*/
#ifndef SESSION_PERSISTENCE_UNDO_H
#define SESSION_PERSISTENCE_UNDO_H

#include "session/session.h"

/* Steps of undo, one less than states: the first state is what one comes back to. */
enum { UNDO_STATES_MOST = 256 };

/* Changes of the same kind that follow each other at once are one step of undo. */
typedef enum ChangeKind {
  CHANGE_ALONE,
  CHANGE_TYPING,
  CHANGE_BACKSPACE,
  CHANGE_DELETE,
  CHANGE_CELL, /* one cell of the mask: a step of its own, which a stroke may go on with */
  CHANGE_STROKE,
  CHANGE_SAMPLING /* presses of − and + */
} ChangeKind;

/* One state of undo; it is never changed after it was made, but for its place and carets. */
typedef struct UndoState {
  Arena *arena;
  int *holders; /* in the arena */
  Inputs inputs;
  /* The streams with each byte that is not UTF-8 replaced. */
  Str shown[INPUTS_STREAM_COUNT];
  View place; /* the view in which the change that led here was made */
  size_t caret_before, caret_after;
} UndoState;

/* states[at] is now; those behind it were undone and are dropped by the next change. */
typedef struct UndoHistory {
  UndoState states[UNDO_STATES_MOST];
  int count, at;
} UndoHistory;

/* A trace that is made beside, while the one before stays on show. */
typedef struct Pending {
  bool is_on;
  bool goes_to_place; /* when the trace is there, unless one moved meanwhile */
  /* seen: the view when it was asked for. */
  View place, seen;
  size_t caret_before;
  /* When the picture on show came, or the first change after it. */
  double shown_ms;
} Pending;

/* What the work makes, as the history was when it began. */
typedef struct Running {
  UndoHistory undo;
  bool is_on;
  size_t caret;
} Running;

/* The first state and its trace, made before this returns. Once in the life of a session. */
bool undo_begin(Session *session, const Inputs *first, Status *status);
/* Begins with what is on show in another session, which must live longer. */
bool undo_lend(Session *session, const Session *from, Status *status);

/* Whether sentence and mask may be edited now. A recording keeps its own, which is said. */
bool undo_may_edit(const Session *session, Status *status);

/* The one way inputs change: next is copied into a new state, or into the last one where kind
** lets it go on. What lay ahead is dropped; beyond UNDO_STATES_MOST the oldest is. The same
** inputs again are no change and true. next may point into the present state. False: nothing has
** changed. */
bool undo_change(Session *session, const Inputs *next, ChangeKind kind, Status *status);
/* Goes to another state, as the header says. Beyond the ends: a sentence, and nothing has
** changed. */
bool undo_move(Session *session, int by, Status *status); /* −1 undo, 1 redo */
/* The same inputs, made again of a newer model: a training went on. No state is added. */
bool undo_remake(Session *session, Status *status);

/* Looks where that view looked, once what is pending is there, unless one moves meanwhile; at once
** where nothing is. Its look and the mask editor stay. */
void undo_go_to_when_made(Session *session, const View *place);

/* made: the trace wanted is there. Otherwise the history returns to that of the trace on show. */
void undo_settle(Session *session, bool made);

/* The work begins with the inputs of now. Where newer ones are wanted when it is done, what it made
** is shown on the way: what pending returns to is then that. */
void undo_run(Session *session);
/* The inputs the work was begun with; NULL: nothing ran. */
const Inputs *undo_running(const Session *session);
/* Where a newer sentence is wanted already: what was made is shown all the same, and is what a
** failure returns to. */
void undo_show_running(Session *session);
/* Gives back every state of all three lists. The session has no inputs afterwards. */
void undo_free(Session *session);

#endif
