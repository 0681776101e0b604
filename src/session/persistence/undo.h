/* session/persistence/undo.h -- changes of the inputs, and their undo. For session/ only.
**
**   change  →  a state is pushed, or extends the last one  →  its trace is made, or pending
**   move    →  at goes back or forward in the states       →  the same
**
** While a trace is pending, `settled` of the session is the history as it was when the trace on
** show was made. The two histories share their states, and each state counts its holders.
**
** Content  Undo and redo restore the inputs (streams, model, reading, training, mask, kind,
**          sampling, experiments) and the caret.
** Place    They leave the view alone, except its copies of sampling and experiments. But opening
**          another model or leaving a lesson moves the view, so an undo of that restores picture,
**          stage, layer, head, selection, zoom and scroll as they were before; undo and redo of a
**          reset restore how it looked as well. A change of the sentence can take the word away
**          that was chosen: its undo chooses it again, unless another one was chosen meanwhile.
** Memory   Each state owns an arena, which is freed with its last holder.
** Errors   Everything that can fail comes before the first change. A later failure, on the thread,
**          restores the settled history.
*/
#ifndef SESSION_PERSISTENCE_UNDO_H
#define SESSION_PERSISTENCE_UNDO_H

#include "session/session.h"

/* The number of states is one more than the steps of undo: the first is the beginning. */
enum { UNDO_STATES_MOST = 256 };

/* Successive changes of the same kind are one step of undo. */
typedef enum ChangeKind {
  CHANGE_ALONE,
  CHANGE_RESET, /* alone, and of the whole view: an undo brings that back too */
  CHANGE_LEAVE, /* alone, and of the place: that of a lesson which is left */
  CHANGE_TYPING,
  CHANGE_BACKSPACE,
  CHANGE_DELETE,
  CHANGE_CELL, /* one cell of the mask: a step of its own, which a drag may extend */
  CHANGE_STROKE,
  CHANGE_SAMPLING,   /* presses of − and + */
  CHANGE_EXPERIMENT, /* the same, and a slider that is dragged */
  CHANGE_NUMBER      /* a number that is dragged */
} ChangeKind;

/* One state of undo; constant after it was made, except for its place and carets. */
typedef struct UndoState {
  Arena *arena;
  int *holders; /* in the arena */
  Inputs inputs;
  /* The streams with each byte that is not UTF-8 replaced. */
  Str shown[INPUTS_STREAM_COUNT];
  /* The view in which the change that led here was made; of a reset that was undone, the view that
  ** the undo left. */
  View place;
  ChangeKind kind; /* of the change that led here */
  size_t caret_before, caret_after;
} UndoState;

/* states[at] is the present one; later ones were undone, and are dropped by the next change. */
typedef struct UndoHistory {
  UndoState states[UNDO_STATES_MOST];
  int count, at;
} UndoHistory;

/* A trace that is being made on the thread, while the one before stays on show. */
typedef struct Pending {
  bool is_on;
  bool goes_to_place; /* when the trace is there, unless the person moved meanwhile */
  bool chooses_again; /* when the trace is there: what was chosen at the place */
  /* seen: the view when it was asked for. */
  View place, seen;
  size_t caret_before;
  /* When the picture on show came, or the first change after it. */
  double shown_ms;
} Pending;

/* The history at the time the job began. */
typedef struct Running {
  UndoHistory undo;
  bool is_on;
  size_t caret;
} Running;

/* Makes the first state and its trace. Called once per session. */
bool undo_begin(Session *session, const Inputs *first, Status *status);
/* Begins with what another session shows, which must live longer. */
bool undo_lend(Session *session, const Session *from, Status *status);

/* Whether sentence and mask may be changed now. A recording keeps its own:
** false with a sentence. */
bool undo_may_edit(const Session *session, Status *status);

/* The only way to change inputs: copies next into a new state, or into the last one if kind lets
** it continue. Undone states are dropped; beyond UNDO_STATES_MOST the oldest is. Returns true
** without a change if next equals the present inputs. next may point into the present state.
** False: nothing has changed. */
bool undo_change(Session *session, const Inputs *next, ChangeKind kind, Status *status);
/* Goes to another state, see above. Beyond the ends: false with a sentence, and
** nothing has changed. */
bool undo_move(Session *session, int by, Status *status); /* −1 undo, 1 redo */
/* Goes back to an earlier state, from 0, and forgets those after it, so that there is nothing to
** redo. */
bool undo_forget_after(Session *session, int target, Status *status);
/* Makes the trace again with a newer model of the training. Adds no state. */
bool undo_remake(Session *session, Status *status);

/* Restores a place once the pending trace is there, unless the person moves meanwhile; at once if
** nothing is pending. Appearance and the mask editor stay. */
void undo_go_to_when_made(Session *session, const View *place);

/* Ends pending. made: the wanted trace is there. Otherwise the history returns to that
** of the trace on show. */
void undo_settle(Session *session, bool made);

/* Marks the present history as that of the job that begins now. If newer inputs are wanted when it
** is done, its trace may be shown, and a failure then returns to it. */
void undo_run(Session *session);
/* The inputs the work was begun with; NULL: nothing ran. */
const Inputs *undo_running(const Session *session);
/* Shows the result of the job although newer inputs are wanted: a later failure returns to it. */
void undo_show_running(Session *session);
/* Frees every state of all three histories. The session has no inputs afterwards. */
void undo_free(Session *session);

#endif
