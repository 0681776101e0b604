/* session/session_internal.h -- the struct of a session, for the files of session/ only.
**
**   history   states[0 … count), each an Inputs and the view in which it was made; states[at] is
**             now. Undo moves at back, redo forward, a change drops the states after at.
**   trace     of states[at]; made in an arena of its own, so the old one lives until it is complete
**   traces    that one, a frozen one, and the steps of a decode
**   pending   a slow trace is made on a thread (compute/): then states[at] is what is wanted,
**             settled the history of the trace on show, to which a failure returns
**   steps     where the last steps came from, so that → then ← returns exactly, selection included
**   autosave  the state as a script in a file, for the next start after a crash
**
** Files   here          session.c making, freeing, time · inputs.c, edit.c plain values ·
**                       fit_view.c the view after another trace
**         commands/     commands.c the table · line.c its grammar · context.c reading arguments ·
**                       setting_table.c one row for each setting ·
**                       script.c states as scripts · script_cursor.c, script_step.c playing ·
**                       script_control.c stopping, going on, waiting · permission.c,
**                       asking.c rights of scripts · inputs.c, mask.c, editing.c, generation.c,
**                       mask_token.c sentence, model, mask · navigation.c, steps.c what is on
**                       show · appearance.c, overlays.c appearance · exporting.c,
**                       clipboard_files.c files and clipboard · presenter.c the presenter view
**         compute/      compute.c, background_job.c, engine.c inputs to trace · trace_sequence.c
**                       the traces held · focus.c · roles.c · cost_times.c · lengths.c
**                       · saturation.c · layer_views.c
**         persistence/  undo.c changes of inputs · undo_place.c · autosave.c · settings.c
**         menu/         menu.c, items.c, attention.c, export.c lists of commands
**         browser/      browser.c, listing.c, recent.c, typed_path.c files on the disk
**         training/     training.c and the files that training/training_internal.h names
**         lesson/       on_show.c its pages · questions.c answers · shelf.c the list, progress
** Memory  The session lies in its own arena; scratch is empty between two commands; each state of
**         the history owns an arena, so that dropping one frees its memory.
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
#include "session/compute/cost_times.h"
#include "session/compute/head_differences.h"
#include "session/compute/kept_run.h"
#include "session/compute/layer_views.h"
#include "session/compute/lengths.h"
#include "session/compute/saturation.h"
#include "session/compute/shake.h"
#include "session/lesson/on_show.h"
#include "session/lesson/shelf.h"
#include "session/menu/menu.h"
#include "session/compute/roles_state.h"
#include "session/compute/trace_sequence.h"
#include "session/session.h"
#include "session/persistence/settings.h"
#include "session/training/training_internal.h"

enum { STEP_MEMORY_MOST = 512, NOTE_BYTES = 2048, HELP_SEARCH_BYTES = 64, BOARD_TYPED_BYTES = 64 };

/* Where a step came from and went to, so that the step back of the same kind returns exactly. */
typedef struct StepPlace {
  ViewKind kind;
  StageId stage;
  int filled, query, key;
} StepPlace;

/* The last STEP_MEMORY_MOST steps, the newest last; emptied by any other move. */
typedef struct StepMemory {
  StepPlace from[STEP_MEMORY_MOST], to[STEP_MEMORY_MOST];
  StepBy by[STEP_MEMORY_MOST];
  int count;
} StepMemory;

/* Written only when inputs or view differ from what was written last, and not too often. */
typedef struct Autosave {
  char path[STATE_PATH_BYTES]; /* "": none is kept */
  /* The autosave of a process that did not end in order, claimed by this one; "": none. */
  char left[STATE_PATH_BYTES];
  char left_sentence[72];      /* the beginning of its sentence */
  char last[STATE_PATH_BYTES]; /* where a window was left; "": none is kept */
  bool left_is_taken;          /* restored, and not yet saved as this session's own */
  /* pending: the file is not up to date. failed: the last write failed. */
  bool pending, written, keep, failed;
  double tried_ms, pause_ms; /* pause_ms: from the last try to the next */
  /* The view last written or to be written; so with cache_mb. */
  View view;
  int cache_mb;
  /* The arena of the state written last, which identifies it. */
  const Arena *inputs;
} Autosave;

/* One thread uses a session; only job, browser and training have threads of their own, each
** behind its own lock. */
struct Session {
  Arena *arena, *scratch;
  Pool *pool;
  const SessionEngine *engine;
  SessionHooks hooks;
  double (*clock_ms)(void *self);
  void *clock_self;
  Model *model, *spare;
  char model_name[INPUTS_MODEL_BYTES], spare_name[INPUTS_MODEL_BYTES]; /* as in the inputs */
  /* Model and trace belong to the session that this one is a copy of. */
  bool is_lent;
  TraceSequence traces;
  KeptRun kept;
  const Trace *trace; /* traces.now: the trace that commands refer to */
  /* NULL: everything is made at once. */
  BackgroundJob *job;
  /* The job computes the present inputs, or is let finish before those. */
  bool job_is_wanted;
  Pending pending;
  Asked asked;
  Asking asking;
  Guard *guard; /* of the script that runs; NULL: commands are the person's */
  ScriptStack scripts;
  bool replaces; /* see SessionOptions */
  Running running;
  /* group > 0: all changes are one step of undo. */
  int cache_mb, group;
  View view;
  Edit edit;
  Arena *edit_arena;
  Str edit_before;         /* on edit_arena: the sentence when editing began */
  View edit_place;         /* the view then */
  const Arena *edit_state; /* of the state then, to be compared only */
  /* settled: the history of the trace on show, while another is pending. */
  UndoHistory undo, settled;
  ChangeKind last_change;
  /* ms_a_byte: of this model's slowest run; 0: none was measured. */
  double last_change_ms, ms_a_byte;
  StepMemory steps;
  Autosave autosave;
  Settings settings;
  Training training;
  Opening opening;
  unsigned long openings; /* see session_openings */
  Generation generation;
  Timing timing;
  LengthsOnShow lengths;
  SaturationOnShow saturation;
  Shake shake;
  WhatIf bent; /* the number that was set last, for drags */
  DifferencesOnShow differences;
  LayerViewsOnShow layer_views;
  const struct Setting *experiment; /* the setting that was changed last */
  /* What is typed into the chosen cell of a board; where a board was saved last, and the name in
  ** the inputs it then had; whether replacing the file that was opened was asked. */
  char board_typed[BOARD_TYPED_BYTES];
  char board_path[STATE_PATH_BYTES], board_name[INPUTS_MODEL_BYTES];
  bool board_asked;
  char saved_path[STATE_PATH_BYTES];
  /* The file that was opened last, absolute, until something is saved; "": none. `save` asks once
  ** before it replaces it. */
  char opened_path[STATE_PATH_BYTES];
  bool opened_asked;
  /* os_file_mark of saved_path when it was saved, or when a change of it was told. */
  uint64_t saved_mark;
  char export_target[STATUS_SENTENCE_BYTES], export_problem[STATUS_SENTENCE_BYTES];
  char export_size[256]; /* in any language */
  /* Of a field of the export form: what is being typed, and why its command refused it. */
  char form_text[EXPORT_HEADS_BYTES], form_problem[STATUS_SENTENCE_BYTES];
  unsigned long told_count;
  int sized_item; /* 1 + the item of the open menu whose size the arrows changed; 0: none */
  char help_search[HELP_SEARCH_BYTES]; /* what the open help is searched for, as typed */
  LessonOnShow lesson;                 /* beside the picture */
  LessonShelf shelf;                   /* what was done of lessons */
  bool dry, quit, group_started;
  bool keeps_language; /* see SessionOptions */
  /* A script plays, or an autosave is restored; see training_begins_anew. */
  bool in_script, in_restore;
  /* dry, and the model is not opened for a check: only names are checked. */
  bool is_blind;
  /* dry, and models of the disk are not opened. */
  bool opens_nothing;
  unsigned long revision;
  View before_presenter; /* valid while view.presenter: what leaving it returns to */
  char note[NOTE_BYTES]; /* the last note of a script; "": none */
  char message[STATUS_SENTENCE_BYTES];
  bool message_is_failure; /* cleared by a success */
  bool message_is_stop;    /* that a script stopped; cleared when it goes on */
  /* On the clock of session_tick; below 0: starts with the next tick. */
  double message_end_ms, play_due_ms, transition_start_ms;
  RolesQuiet roles_quiet;
  /* session_tick is called: a window; otherwise transitions end at once. */
  bool ticking;
};

/* session.c, fit_view.c */
/* A message about a failure, which a later success removes. */
void session_tell_failure(Session *session, const char *sentence);
void session_forget_failure(Session *session);
void session_forget_stop(Session *session);
double session_now_ms(const Session *session); /* by the clock in the options, or the system's */
/* The wanted inputs, states[at]; newer than the trace while one is pending. */
const Inputs *session_now(const Session *session);
const Inputs *session_settled(const Session *session); /* those of the trace on show */
/* Whether the tokens run in another order: not in an encoder and a decoder, which take theirs. */
bool session_is_shuffled(const Session *session);
void session_fit_view(Session *session); /* fits selection, layer, head and filled to the trace */
/* The rows and columns that can be selected now; true if they are queries and keys. */
bool session_cell_shape(const Session *session, int *rows, int *cols);
/* How many terms a number of the stage has, each times a number of a map on show; 0: none. */
int session_term_count(const Session *session);

/* quit was run, by the session or the script that runs. */
bool session_is_ending(const Session *session);

/* The default sentence, the first built-in model, its own mask and plain sampling. */
Inputs session_default_inputs(void);
/* Writes the name of a model, shorter than that, by which it is known; of a random one the name is
** checked (model/random_shape.h). */
bool session_name_model(char model[INPUTS_MODEL_BYTES], Str name, Status *status);
/* Makes the path of a model on the disk absolute. */
bool session_find_model(const Session *session, char model[INPUTS_MODEL_BYTES], Status *status);
/* The caret behind the text that is edited, or would be; a composition is dropped. */
void session_caret_to_end(Session *session);
/* Copies a sentence to the scratch arena; one that is too long is refused. */
bool session_take_sentence(const Session *session, Str text, Str *sentence, Status *status);

/* commands/overlays.c */
/* In the grid moves by layers or heads; in role order by heads or roles. */
bool overlays_move_head(Session *session, int down, int right, Status *status);

/* commands/commands.c */
/* Takes the next command off *rest and runs it, for a script: waits for nothing. False: status has
** the sentence, which is also told. */
bool commands_run_next(Session *session, Str *rest, Status *status);

/* commands/steps.c */
/* The word in commands: "stage", "row" or "cell". */
const char *steps_name(StepBy by);
void steps_begin_transition(Session *session); /* from what is on show now */
/* The number of positions of a stage, and in a row; 0 if there are 2³¹ or more, as in the recording
** of a very long sentence: such a stage is only shown whole. */
int steps_cells(const Session *session, StageId stage, int *cols);
/* Shows a stage, all of it filled, with the transition; leaves the overview
** and the training view. */
void steps_go(Session *session, StageId stage);
/* The stage itself if it can be shown, else the nearest that can, a later one first; the
** stage itself if none can. */
StageId steps_nearest_shown(const Session *session, StageId stage);
/* One step of that size; false at the end of the last stage that can be shown. */
bool steps_forward(Session *session, StepBy by);

/* commands/board_cell.c */
/* Whether keys go to a cell of the board, which then is on show. */
bool board_has_cell(const Session *session);
/* The chosen cell goes back within its table, or none is chosen. */
void board_fit_cell(Session *session);

/* commands/mask.c */
/* The command that asks for the preset, without the edits; "beyond" behind it where global names a
** token that is not among so many. NULL: no memory. */
const char *inputs_mask_line(Arena *arena, const MaskSpec *mask, int token_count);

/* commands/exporting.c */
void exporting_look_ahead(Session *session); /* sets export_target, …_size and …_problem */

/* persistence/autosave.c */
/* Claims the best autosave of processes that have ended, then begins its own. */
void autosave_open(Session *session, const char *state_folder, bool offers);
/* To be called when the state may have changed: writes the autosave soon, or at once if the
** last write was long ago. */
void autosave_note(Session *session);
double autosave_tick(Session *session); /* milliseconds until the next write, < 0: none */
void autosave_close(Session *session);
int autosave_process_of(const char *name, const char *prefix); /* 123 for journal-123; 0: none */

#endif
