/* session/session.h -- the state of one learner's work: inputs and view in, trace out.
**
**   session_do(line)  →  Inputs or View change  →  a new trace if Inputs changed
**
** A session is all that a window shows and a script does: it owns inputs, view, history and trace,
** and runs commands on them. It draws nothing; session_tick brings the time. With background it
** does not wait for long work, except between the commands of a script or a line, each of which
** begins when the results of the one before are there.
**
** It reaches the outside through SessionHooks, so that a script plays the same in the window,
** on the command line and in a test.
**
** Memory  The session's own; the trace is valid until the next command that changes inputs.
** Errors  A command that fails changes nothing.
** Undo    Covers the inputs; successive typing is one step; at least 200 steps; the view stays
**         (persistence/undo.h).
*/
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "base/pool.h"
#include "base/status.h"
#include "scene/view.h"
#include "session/commands/commands.h"
#include "session/edit.h"
#include "session/compute/engine.h"
#include "session/hooks.h"
#include "session/inputs.h"
#include "session/script.h"
#include "trace/trace.h"
#include "trace/workings/cost.h"
#include "trace/workings/head_differences.h"
#include "trace/workings/layer_answers.h"
#include "trace/workings/lengths.h"
#include "trace/workings/saturation.h"
#include "trace/workings/together.h"

typedef struct Session Session;

/* Megabytes for the matrices of a large model that are computed when they are viewed. */
enum { SESSION_TRANSITION_MS = 350 }; /* from a stage to the next, where motion is on */
enum { SESSION_CACHE_MB = 256, SESSION_CACHE_MB_LEAST = 16, SESSION_CACHE_MB_MOST = 65536 };

/* All zero is a session with the default model and sentence that keeps nothing on the disk. Texts
** are copied; hooks, pool and engine must outlive the session. */
typedef struct SessionOptions {
  const char *model; /* NULL: the default model */
  /* How a recording is to be read; NULL: it says so itself. */
  const char *reading;
  /* at == NULL: the default sentence. */
  Str sentence;
  /* Where the autosave is written; NULL: none is kept. */
  const char *state_folder;
  /* A script or a lesson is to be opened, maybe before a class: what an earlier window left is
  ** offered at the next start without one. */
  bool is_played;
  /* Where settings are kept; NULL: none are kept. */
  const char *config_folder;
  Pool *pool;
  /* Long work runs on another thread: for callers of session_tick. */
  bool background;
  /* Goes before a kept setting; auto: the kept one, else the environment's. */
  LanguageId language;
  /* A session beside that of the program, which is in the language spoken and changes none. */
  bool keeps_language;
  /* 0: the default; see the command cache. */
  int cache_mb;
  /* Commands replace files that this program did not write. */
  bool replaces;
  /* The desktop asks for less motion; a kept setting goes before it. */
  bool no_motion;
  /* NULL: the engine of model/. Tests use their own. */
  const SessionEngine *engine;
  /* All may be NULL: such commands then do nothing. */
  SessionHooks hooks;
  /* NULL: the system's clock. Tests that depend on time use their own. */
  double (*clock_ms)(void *self);
  void *clock_self;
} SessionOptions;

/* Opens the model and makes the first trace before it returns; with background and a model
** of the disk the trace of the default model is shown until that one is there. False:
** nothing is left to free. */
bool session_make(const SessionOptions *options, Session **session, Status *status);
/* A copy for trying commands: they touch nothing outside, and it keeps no autosave. */
bool session_make_copy(const Session *from, Session **copy, Status *status);
/* A number is shaken (session/compute/shake.h). On a copy: where it is at a moment of its period, 0
** to 1, and all that depends on it. False: the run failed. */
bool session_shakes(const Session *session);
bool session_show_shaken(Session *copy, const Session *from, double moment, Status *status);
double session_shake_period_ms(void);
/* Saves, stops long work, and waits for it at most most_ms. False: the work still
** runs, so free nothing. */
bool session_finish(Session *session, double most_ms);
void session_free(Session *session); /* waits for the work; call it after session_finish */

/* Runs the commands of one line in order. On failure those before the wrong one have
** run. status may be NULL. */
bool session_do(Session *session, const char *line, Status *status);
bool session_do_text(Session *session, Str line, Status *status); /* may hold NUL bytes */
bool session_has_quit(const Session *session);                    /* `quit` was run */

/* For drawing. The pointers stay valid; what they point at changes with the next command. */
const Inputs *session_inputs(const Session *session);
const View *session_view(const Session *session);
const Edit *session_edit(const Session *session);
bool session_takes_text(const Session *session); /* typed characters are text, not keys */
/* The trace on show. Never NULL; sealed. Valid until the next command or tick. */
const Trace *session_trace(const Session *session);
/* The run that is kept for comparison; NULL: none is, or it could not be made anew, and problem is
** a sentence that says why, else "". Sealed; valid until the next command or tick. */
const Trace *session_kept_run(const Session *session);
/* Whether a figure of the comparison is that with the kept run. */
bool session_compares_kept(const Session *session);
const char *session_kept_problem(const Session *session);
/* The row that the first picture is about, and its heaviest key, from 0: the most instructive row
** of the trace (trace/workings/first_picture.h). False: no row is graded. */
bool session_first_row(const Session *session, int *query, int *key);
/* Chooses it, not locked: so a window opens, and a picture of the screen. Without a graded row
** nothing is chosen. The view shows a matrix by pair or all of them. */
bool session_choose_first_row(Session *session, Status *status);
/* The same of the layer and the head on show alone; where no row of it is graded, the row that is
** chosen already, without a key. */
bool session_choose_row_of_head(Session *session, Status *status);
const struct Model *session_model(const Session *session); /* of the trace on show; model/model.h */

/* The wanted sentence, bytes that are not UTF-8 replaced: that of the trace,
** or of the pending one. */
Str session_sentence(const Session *session);
/* The second one, whose tokens are the keys, or what a decoder said; at NULL: there is none. */
Str session_second_sentence(const Session *session);
/* As typed; at NULL: nothing was, and a decoder says it by itself. */
Str session_typed_second(const Session *session);

/* With background, opening and running a model of the disk may take long: the inputs are then the
** wanted ones, while the trace is still the one before and can be used fully. session_tick brings
** the new one. If it fails or `cancel` is run, all is as before. */
bool session_is_pending(const Session *session);
/* A recording is on show, whose sentence and mask cannot be changed. */
bool session_is_recording(const Session *session);
/* Results of the checks when a recording was opened, a sentence each (rows of weights sum to 1,
** scores are Q·Kᵀ …), and the one that contradicts, or NULL. */
const struct Recording *session_recording(const Session *session); /* NULL: a model is on show */
/* Of the recording on show; 0 for a model. Findings count from 0. */
int session_finding_count(const Session *session);
const char *session_finding(const Session *session, int index);
const char *session_contradiction(const Session *session);
/* While the menu question is open: the question and its answers; the menu chooses. */
Str session_question(const Session *session);
Str session_question_choice(const Session *session, int index);
int session_cache_mb(const Session *session); /* see the command cache */
/* Waits until nothing is pending, calling the hook go_on; status may be NULL. */
bool session_wait(Session *session, Status *status);

/* The roles of a pretrained model are measured on other threads while nothing changes, and shown
** when all are there. An export sorted by role needs them: this measures them now if the view
** needs it. False: stopped. */
bool session_finish_roles(const Session *session, const Progress *progress, Status *status);

/* Times of attention for the view of costs, measured on a thread while that view is on show in a
** window; NULL: none are on their way. Valid until the next session_tick. */
const CostTimes *session_cost_times(const Session *session);
/* Measures them now, which takes one or two seconds; *times is filled. */
void session_measure_costs(const Session *session, CostTimes *times);
/* What the view of lengths shows; NULL: that view is not on show. */
const Lengths *session_lengths(const Session *session);
/* The same for a file, on the arena: the measured length nearest to `tokens`. */
void session_make_lengths(Arena *arena, int tokens, Lengths *made);

/* Where the run on show differs most from the kept one; NULL: layers × heads are not on show, or
** not beside it. */
const HeadDifferences *session_head_differences(const Session *session);
/* What the view of saturation shows; NULL: that view is not on show, or there is no memory. */
const Saturation *session_saturation(const Session *session);

/* What the views of layers show; NULL: another view is on show, its numbers are not there yet, or
** there is no memory. */
const Together *session_together(const Session *session);
const LayerAnswers *session_answers(const Session *session);
/* The answers for a file, of a trace of the session, on the arena; false: memory is out. And why
** there are none. */
bool session_make_answers(Arena *arena, const Session *session, const Trace *trace,
                          LayerAnswers *made);
LayerAnswersRefusal session_answers_refusal(const Session *session, const Trace *trace);

/* Progress of long work, for a waiting person. */
typedef struct SessionProgress {
  bool opens;    /* the model is being opened; false: it runs */
  Str model;     /* its name in the inputs */
  double share;  /* 0 … 1 */
  double left_s; /* below 0: not known yet */
} SessionProgress;
/* false: nothing has taken long yet */
bool session_progress(const Session *session, SessionProgress *progress);

/* Changes whenever the picture may have changed. */
unsigned long session_revision(const Session *session);

/* Advances time: transitions, playing, the end of a message. Returns milliseconds until it must be
** called again, 0 for "next frame", below 0 when nothing moves. */
double session_tick(Session *session, double now_ms);

/* For pictures of a moment on the way from a former stage or view to the one on show, without a
** clock. False: the trace lacks that stage, and the picture stays at rest. */
bool session_begin_moment(Session *session, ViewKind from_kind, StageId from_stage);
void session_set_moment(Session *session, float moment); /* 0 … 1; 1: at rest */

/* A sentence for the person: the last failure or notice, empty when none. It
** disappears after a while. */
Str session_message(const Session *session);
Str session_failure(const Session *session); /* the message if it is about a failure, else empty */
/* Shows a sentence as a command does; it is copied, and cut at STATUS_SENTENCE_BYTES. */
void session_tell(Session *session, const char *sentence);
/* How many sentences session_tell has shown so far: whether a command told something. */
unsigned long session_told_count(const Session *session);
void session_forget_message(Session *session); /* empties the message on show */

/* Whether a stage is filled tile by tile. */
bool session_has_tiles(const Session *session);

/* The number in focus, if it can be set by hand (set here), and how far a drag reaches from it to
** either side. False: none can. */
bool session_focused_number(const Session *session, float *number, float *reach);

/* Whether there is a state to undo or redo to. */
bool session_can_undo(const Session *session);
bool session_can_redo(const Session *session);

/* The state as a script that restores it. */
Str session_script(const Session *session, Arena *arena);

/* While the export menu is open: the absolute path that `export now` would write, and the sentence
** why it cannot, empty if it can. */
Str session_export_target(const Session *session);
/* "993 × 733 pixels", or empty for several files */
Str session_export_size(const Session *session);
Str session_export_problem(const Session *session);

/* Compares everything except transient fields: hover, an open menu, playing, a transition. */
bool session_same_view(const View *a, const View *b);

/* The model on show as a table, where it is typed in, else NULL (trace/workings/board_table.h); and
** what is typed into the cell of it that the view has chosen, "" for nothing. */
const struct Board *session_board(const Session *session);
const char *session_board_typed(const Session *session);
/* Whether keys that print go to that cell. */
bool session_board_has_cell(const Session *session);

/* Example sentences of the menu: those that the model on show was made for. */
int session_example_count(const Session *session);
/* From 0; constant text, which is not translated. */
const char *session_example(const Session *session, int index);
/* What it shows; marked for translation. */
const char *session_example_note(const Session *session, int index);

/* Whether there is an autosave of a process that did not end in order; `restore yes` restores it,
** `restore no` drops it. */
bool session_has_left_autosave(const Session *session);
/* How its sentence begins; empty: it has none. */
Str session_left_sentence(const Session *session);
/* Saves the state at an ordinary end, and goes on where the session saved last was left. Its
** changes are one step of undo; true without a change if there is none. */
void session_keep_last(const Session *session);
bool session_return_to_last(Session *session, Status *status);

/* For an end by a signal: writes the autosave now, and keeps it when the session is freed, so that
** the next start offers it. */
void session_keep_autosave(Session *session);

#endif
