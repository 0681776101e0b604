/* session/session.h -- the state of one learner's work: inputs and view in, trace out.
**
**   session_do(line)  →  Inputs or View change  →  a new trace when Inputs did
**
** A session is all that a window shows and a script does: it owns inputs, view, history and trace,
** and runs commands on them. It draws nothing; time comes in through session_tick. With background
** it waits for nothing either, but for the commands of a script or a line, which each begin when
** what the one before asked for is there.
**
** The outside world is reached through SessionHooks, so that a script plays the same in the window,
** on the command line and in a test.
** Memory  The session's own; the trace is valid until the next command that changes inputs.
** Errors  A command that fails changes nothing.
** Undo    Covers what changes numbers; typing is coalesced; at least 200 steps; where one looks
**         stays (persistence/undo.h).
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

typedef struct Session Session;

/* Megabytes that the matrices of a large model may take which are made when they are looked at. */
enum { SESSION_CACHE_MB = 256, SESSION_CACHE_MB_LEAST = 16, SESSION_CACHE_MB_MOST = 65536 };

/* All zero is a session with the default model and sentence that keeps nothing on the disk. Texts
** are copied; hooks, pool and engine must outlive the session. */
typedef struct SessionOptions {
  const char *model; /* NULL: the default model */
  /* How a recording is to be read; NULL: it says so itself. */
  const char *reading;
  /* at == NULL: the default sentence. */
  Str sentence;
  /* Where the autosave lies; NULL: none is kept. */
  const char *state_folder;
  /* Where what is set for good lies; NULL: nothing is kept. */
  const char *config_folder;
  Pool *pool;
  /* Long work goes on beside: for whoever calls session_tick. */
  bool background;
  /* 0: the default; see the command cache. */
  int cache_mb;
  /* Commands replace files that this program did not write. */
  bool replaces;
  /* NULL: that of model/. Tests put their own in its place. */
  const SessionEngine *engine;
  /* All may be NULL: such commands then do nothing. */
  SessionHooks hooks;
  /* NULL: the system's clock. Tests of what depends on time bring their own. */
  double (*clock_ms)(void *self);
  void *clock_self;
} SessionOptions;

/* Opens the model and makes the first trace before it returns; with background and a model of the
** disk the trace of the default model stands in until that one is there. False: nothing is left. */
bool session_make(const SessionOptions *options, Session **session, Status *status);
/* A copy to try things on: its commands touch nothing outside, and it keeps no autosave. */
bool session_make_copy(const Session *from, Session **copy, Status *status);
/* Saves, stops the work beside, waits for at most so long. False: it runs on, so free nothing. */
bool session_finish(Session *session, double most_ms);
void session_free(Session *session); /* the second half, which waits for the work */

/* Runs the commands of one line, in order. On failure those before the wrong one have run. status
** may be NULL. */
bool session_do(Session *session, const char *line, Status *status);
bool session_do_text(Session *session, Str line, Status *status); /* may hold NUL bytes */
bool session_has_quit(const Session *session);                    /* `quit` was said */

/* What is to be drawn. The pointers stay; what they point at changes with the next command. */
const Inputs *session_inputs(const Session *session);
const View *session_view(const Session *session);
const Edit *session_edit(const Session *session);
bool session_takes_text(const Session *session); /* what is typed is text, not keys */
/* The trace on show, of those that the session holds. Never NULL; sealed. Valid until the next
** command or tick. */
const Trace *session_trace(const Session *session);
const struct Model *session_model(const Session *session); /* of the trace; model/model.h */

/* The sentence wanted, bytes that are not UTF-8 replaced: of the trace, or of the one to be. */
Str session_sentence(const Session *session);

/* With background, opening a model of the disk and running it may take long: the inputs are then
** what is wanted, while the trace is still the one before, with everything that can be done with
** it. session_tick brings the new one. When it fails, or `cancel` is said, all is as before. */
bool session_is_pending(const Session *session);
/* What is on show was recorded elsewhere: sentence and mask are its own, and stay. */
bool session_is_recording(const Session *session);
/* What was found when it was opened, a sentence each: rows of weights sum to 1, scores are Q·Kᵀ …;
** the one that speaks against it, or NULL. */
const struct Recording *session_recording(const Session *session); /* NULL: a model is on show */
/* Of the recording on show; 0 of a model. Findings count from 0. */
int session_finding_count(const Session *session);
const char *session_finding(const Session *session, int index);
const char *session_contradiction(const Session *session);
/* While the menu question is open: what is asked, and the answer's words; the menu chooses. */
Str session_question(const Session *session);
Str session_question_choice(const Session *session, int index);
int session_cache_mb(const Session *session); /* see the command cache */
/* For it, with the hook go_on between; status may be NULL. */
bool session_wait(Session *session, Status *status);

/* The roles of a model of others are measured beside while nothing changes, and shown when all are
** there. What is exported in their order cannot be without: this measures them now, where the view
** needs it. False: stopped. */
bool session_finish_roles(const Session *session, const Progress *progress, Status *status);

/* What a person waiting is told. */
typedef struct SessionProgress {
  bool opens;    /* the model; false: it runs */
  Str model;     /* as the inputs name it */
  double share;  /* 0 … 1 */
  double left_s; /* below 0: not known yet */
} SessionProgress;
bool session_progress(const Session *session, SessionProgress *progress); /* false: not long yet */

/* Changes whenever the picture may have changed. */
unsigned long session_revision(const Session *session);

/* Time passes: transitions, playing, the message's end. Returns milliseconds until it wants to be
** called again, 0 for "next frame", or a negative number when nothing moves. */
double session_tick(Session *session, double now_ms);

/* A sentence for the person: the last failure or notice, empty when none. Goes away by itself. */
Str session_message(const Session *session);
/* Shows a sentence as if a command had said it; it is copied, and cut at STATUS_SENTENCE_BYTES. */
void session_tell(Session *session, const char *sentence);

/* For the buttons: undo and redo would find a state. */
bool session_can_undo(const Session *session);
bool session_can_redo(const Session *session);

/* The state as a script that plays back to it. */
Str session_script(const Session *session, Arena *arena);

/* While the export menu is open: where `export now` would write, from the root, and the sentence
** why it cannot, empty when it can. */
Str session_export_target(const Session *session);
/* "993 × 733 pixels", or empty where several files are written. */
Str session_export_size(const Session *session); /* "993 × 733 pixels", or empty */
Str session_export_problem(const Session *session);

/* The same but for what only passes: hover, an open menu, playing, a transition. */
bool session_same_view(const View *a, const View *b);

/* Example sentences of the menu. */
int session_example_count(void);
/* From 0; constant text, which is not translated. */
const char *session_example(int index);

/* An autosave left by a process that did not end in order; taken back by `restore yes`, dropped by
** `restore no`. */
bool session_has_left_autosave(const Session *session);

/* For an end by a signal: the autosave is written now and stays when the session is freed, so that
** the next start offers it. */
void session_keep_autosave(Session *session);

#endif
