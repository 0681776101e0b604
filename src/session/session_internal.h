/* session/session_internal.h -- the inside of a session, for the files of session/ only.
**
**   history   states[0 … count), each an Inputs and the view in which it came about; states[at] is
**             now. Undo moves at back, redo forward, a change drops what lies ahead.
**   trace     of states[at]; made in an arena of its own, so the old lives until the new is whole
**   traces    that one, and what stays beside it: a frozen one, the steps of a decode
**   pending   a trace that takes long is made beside (compute/): then states[at] is what is wanted,
**             settled what the trace on show is of, and where everything returns when it fails
**   steps     where the last steps came from, so that → then ← is where one was, focus included
**   autosave  the state as a script in a file, for a start after an end nobody wanted
**
** Files   here          session.c making, ending, time · inputs.c, edit.c plain values
**         commands/     commands.c the table · line.c its grammar · context.c what its rows share ·
**                       setting_table.c one row for each setting ·
**                       script.c states as scripts · script_cursor.c playing them · permission.c,
**                       asking.c what a script may do · inputs.c, editing.c, generation.c,
**                       mask_token.c sentence, model, mask · navigation.c, steps.c where one
**                       looks · appearance.c, overlays.c how it looks · exporting.c,
**                       clipboard_files.c files and clipboard
**         compute/      compute.c, background_job.c, engine.c inputs to trace · trace_sequence.c
**                       the traces there are · focus.c · roles.c
**         persistence/  undo.c the one way inputs change · autosave.c · settings.c
**         menu/         menu.c, items.c, export.c lists of commands
**         browser/      browser.c, listing.c, recent.c, typed_path.c what is on the disk
**         training/     training.c and the files that training/training_internal.h names
** Memory  The session's arena holds itself; scratch is empty between two commands; each state of
**         the history owns an arena, so that forgetting one gives its memory back.
** Errors  A function of the table returns false with a sentence, and has then changed nothing.
*/
#ifndef SESSION_SESSION_INTERNAL_H
#define SESSION_SESSION_INTERNAL_H

#include "model/model.h"
#include "session/commands/generation.h"
#include "session/commands/asking.h"
#include "session/browser/browser_internal.h"
#include "session/commands/context.h"
#include "session/commands/script_cursor.h"
#include "session/persistence/undo.h"
#include "session/compute/compute.h"
#include "session/menu/menu.h"
#include "session/compute/roles_state.h"
#include "session/compute/trace_sequence.h"
#include "session/session.h"
#include "session/persistence/settings.h"
#include "session/training/training_internal.h"

enum { STEP_MEMORY_MOST = 512 };

/* Where a step led from and to, so that the step back of the same kind returns exactly. */
typedef struct StepPlace {
  ViewKind kind;
  StageId stage;
  int filled, query, key;
} StepPlace;

/* The last STEP_MEMORY_MOST steps, the newest last; emptied by any other way of moving. */
typedef struct StepMemory {
  StepPlace from[STEP_MEMORY_MOST], to[STEP_MEMORY_MOST];
  StepBy by[STEP_MEMORY_MOST];
  int count;
} StepMemory;

/* Written again only when inputs or view differ from what was written last, and not too often. */
typedef struct Autosave {
  char path[STATE_PATH_BYTES]; /* "": none is kept */
  /* The autosave of a process that did not end in order, this one's to offer; "": none. */
  char left[STATE_PATH_BYTES];
  bool left_is_taken; /* taken back, and not yet on the disk as this session's own */
  /* pending: not on the disk as it is now. failed: nor could it be written the last time. */
  bool pending, written, keep, failed;
  double tried_ms, pause_ms; /* pause_ms: from the last try to the next by the clock */
  /* The view as written last, or to be written; and so cache_mb. */
  View view;
  int cache_mb;
  /* The arena of the state written last: tells states apart. */
  const Arena *inputs;
} Autosave;

/* One thread uses a session; only what is in work, browser and training has threads of its own,
** each behind its own lock. */
struct Session {
  Arena *arena, *scratch;
  Pool *pool;
  const SessionEngine *engine;
  SessionHooks hooks;
  double (*clock_ms)(void *self);
  void *clock_self;
  Model *model, *spare;
  char model_name[INPUTS_MODEL_BYTES], spare_name[INPUTS_MODEL_BYTES]; /* as in the inputs */
  /* Model and trace belong to the session this one is a copy of. */
  bool is_lent;
  TraceSequence traces;
  const Trace *trace; /* now of traces: what commands are about, as of the inputs */
  /* NULL: everything is made at once. */
  BackgroundJob *job;
  /* What it does is for the inputs of now, or let to its end before those. */
  bool job_is_wanted;
  Pending pending;
  Asked asked;
  Asking asking;
  Guard *guard; /* of the script that runs; NULL: commands are a person's */
  ScriptStack scripts;
  bool replaces; /* see SessionOptions */
  Running running;
  /* group > 0: all changes are one step of undo. */
  int cache_mb, group;
  View view;
  Edit edit;
  Arena *edit_arena;
  Str edit_before; /* on it: the sentence when editing began */
  /* settled: of the trace on show, while another is pending. */
  UndoHistory undo, settled;
  ChangeKind last_change;
  /* ms_a_byte: of this model's slowest run; 0: none was measured. */
  double last_change_ms, ms_a_byte;
  StepMemory steps;
  Autosave autosave;
  Settings settings;
  Training training;
  Opening opening;
  Generation generation;
  char saved_path[STATE_PATH_BYTES];
  /* Of the file saved_path when it was saved, or when a change of it was told. */
  uint64_t saved_mark;
  char export_target[STATUS_SENTENCE_BYTES], export_problem[STATUS_SENTENCE_BYTES];
  char export_size[256]; /* in any language */
  bool dry, quit, group_started;
  /* A script is being played, or an autosave taken back; see training_begins_anew. */
  bool in_script, in_restore;
  /* dry, behind a model that is not opened just to check: names alone are checked. */
  bool is_blind;
  /* dry: models of the disk are not opened. */
  bool opens_nothing;
  unsigned long revision;
  char message[STATUS_SENTENCE_BYTES];
  bool message_is_failure; /* a success takes it away */
  /* On the clock of session_tick; below 0: counted from the next tick on. */
  double message_end_ms, play_due_ms, transition_start_ms;
  RolesQuiet roles_quiet;
  /* Time passes: a window; otherwise transitions are over at once. */
  bool ticking;
};

/* session.c */
/* Of what could not be done: gone when something else could be. */
void session_tell_failure(Session *session, const char *sentence);
void session_forget_failure(Session *session);
double session_now_ms(const Session *session); /* of the clock in the options, or the system's */
/* Wanted now, of states[at]; ahead of the trace while one is pending. */
const Inputs *session_now(const Session *session);
const Inputs *session_settled(const Session *session); /* of the trace on show */
void session_fit_view(Session *session); /* focus, layer, head and filled within the trace */
/* Rows and columns a focus may stand on now; true where they are queries and keys. */
bool session_cell_shape(const Session *session, int *rows, int *cols);

/* quit was said, to the session or to the script that runs. */
bool session_is_ending(const Session *session);

/* The default sentence, the first built-in model, its own mask and plain sampling. */
Inputs session_default_inputs(void);
/* Where it lies, from the root, if it lies on the disk. */
bool session_find_model(const Session *session, char model[INPUTS_MODEL_BYTES], Status *status);
/* A copy on the scratch arena; too long is refused. */
bool session_take_sentence(const Session *session, Str text, Str *sentence, Status *status);

/* commands/overlays.c */
/* In layers × heads: a layer or head further; in role order a head or role further. */
bool overlays_move_head(Session *session, int down, int right, Status *status);

/* commands/commands.c */
/* Takes the next command off *rest and runs it, for a script: nothing is waited for. False: status
** has the sentence, which is told, too. */
bool commands_run_next(Session *session, Str *rest, Status *status);

/* commands/steps.c */
/* "stage", "row" or "cell", as commands have it. */
const char *steps_name(StepBy by);
void steps_begin_transition(Session *session); /* from what is on show now */
/* How many positions a stage has, and in a row; 0 where there are 2³¹ or more of them, as in the
** recording of a very long sentence: such a stage is shown whole. */
int steps_cells(const Session *session, StageId stage, int *cols);
/* Stands on a stage, all of it filled, with the transition; leaves the overview and the training
** view. */
void steps_go(Session *session, StageId stage);
/* The stage itself where it can be shown, else the nearest that can, a later one first; of a trace
** of which nothing can be shown the stage itself. */
StageId steps_nearest_shown(const Session *session, StageId stage);
/* One step of that size; false at the end of the last stage that can be shown. */
bool steps_forward(Session *session, StepBy by);

/* commands/exporting.c */
void exporting_look_ahead(Session *session); /* fills export_target, …_size and …_problem */

/* persistence/autosave.c */
/* Takes the best that processes left that are gone, then begins one of its own. */
void autosave_open(Session *session, const char *state_folder);
/* The state may have changed: the autosave is written soon, at once when the last write is long
** ago. */
void autosave_note(Session *session);
double autosave_tick(Session *session); /* ms until the next write is due, < 0 none */
void autosave_close(Session *session);
int autosave_process_of(const char *name, const char *prefix); /* 123 of journal-123; 0: none */

#endif
