/* session/state.h -- the inside of a session, for the files of this folder only.
**
**   history   states[0 … count), each an Inputs and the view in which it came about; states[at] is
**             now. Undo moves at back, redo forward, a change drops what lies ahead.
**   trace     of states[at]; made in one of two arenas, so the old one lives until the new is whole
**   pending   a trace that takes long is made beside (making.c): then states[at] is what is wanted,
**             settled what the trace on show is of, and where everything returns when it fails
**   steps     where the last steps came from, so that → then ← is where one was, focus included
**   journal   the state as a script in a file, for a start after an end nobody wanted
**
** Files   session.c making, ending, time · commands.c the table · line.c its grammar · history.c
**         the one way inputs change · making.c, work.c, engine.c how they become a trace ·
**         change.c, typing.c what changes them · place.c, steps.c where one looks · look.c,
**         marks.c, exporting.c how it looks · menu.c, export_menu.c · outside.c clipboard and
**         files · script.c state to text and back · journal.c
** Memory  The session's arena holds itself; scratch is empty between two commands; each state of
**         the history owns an arena, so that forgetting one gives its memory back.
** Errors  A function of the table returns false with a sentence, and has then changed nothing.
*/
#ifndef SESSION_STATE_H
#define SESSION_STATE_H

#include "model/model.h"
#include "session/answer.h"
#include "session/browser_state.h"
#include "session/history.h"
#include "session/line.h"
#include "session/making.h"
#include "session/menu.h"
#include "session/roles_state.h"
#include "session/session.h"
#include "session/training_state.h"

enum { STEP_MEMORY_MOST = 512 };

/* Where a step led from and to, so that the step back of the same kind returns exactly. */
typedef struct StepPlace {
  ViewKind kind;
  StageId stage;
  int filled, query, key;
} StepPlace;

typedef struct StepMemory {
  StepPlace from[STEP_MEMORY_MOST], to[STEP_MEMORY_MOST];
  StepBy by[STEP_MEMORY_MOST];
  int count;
} StepMemory;

/* Written again only when inputs or view differ from what was written last, and not too often. */
typedef struct Journal {
  char path[STATE_PATH_BYTES]; /* "": none is kept */
  char left[STATE_PATH_BYTES]; /* of a process that did not end in order; "": none */
  bool pending, written, keep, failed;
  double written_ms;
  View view; /* as written last, or to be written; and so cache_mb */
  int cache_mb;
  const Arena *inputs; /* of the state written last: tells states apart */
} Journal;

struct Session {
  Arena *arena, *scratch, *trace_arenas[2];
  Pool *pool;
  const SessionEngine *engine;
  SessionHooks hooks;
  double (*clock_ms)(void *self);
  void *clock_self;
  Model *model, *spare;
  char model_name[INPUTS_MODEL_BYTES], spare_name[INPUTS_MODEL_BYTES]; /* as in the inputs */
  bool is_lent; /* model and trace belong to the session this one is a copy of */
  const Trace *trace;
  const Recording *recording; /* what it is of, or NULL */
  int trace_arena;            /* the one in use */
  Work *work;                 /* NULL: everything is made at once */
  bool work_is_wanted; /* what it does is for the inputs of now, or let to its end before those */
  Pending pending;
  Asked asked;
  Running running;
  int cache_mb, group; /* group > 0: all changes are one step of undo */
  View view;
  Edit edit;
  History history, settled; /* settled: of the trace on show, while another is pending */
  ChangeKind last_change;
  double last_change_ms, ms_a_byte; /* of this model's slowest run; 0: none was measured */
  StepMemory steps;
  Journal journal;
  Training training;
  Opening opening;
  Answering answering;
  char saved_path[STATE_PATH_BYTES];
  uint64_t saved_mark; /* of that file when it was saved, or when a change of it was told */
  char export_target[STATUS_SENTENCE_BYTES], export_problem[STATUS_SENTENCE_BYTES];
  char export_size[96];
  bool dry, quit, group_started;
  bool is_blind; /* dry, behind a model that is not opened just to check: names alone are checked */
  bool opens_nothing; /* dry: models of the disk are not opened */
  unsigned long revision;
  char message[STATUS_SENTENCE_BYTES];
  /* On the clock of session_tick; below 0: counted from the next tick on. */
  double message_end_ms, play_due_ms, transition_start_ms;
  RolesQuiet roles_quiet;
  bool ticking; /* time passes: a window; otherwise transitions are over at once */
};

/* What a function of the table gets: words->at[0] is the name it was called by. */
struct CommandCall {
  Session *session;
  const LineWords *words;
  const CommandInfo *info;
  Status *status;
};

typedef bool (*CommandRun)(const CommandCall *call);

/* session.c */
double session_now_ms(const Session *session);         /* the clock of the options */
const Inputs *session_now(const Session *session);     /* wanted: states[at] of the history */
const Inputs *session_settled(const Session *session); /* of the trace on show */
void session_fit_view(Session *session); /* focus, layer, head and filled within the trace */
/* Rows and columns a focus may stand on now; true where they are queries and keys. */
bool session_cell_shape(const Session *session, int *rows, int *cols);

/* commands.c */
CommandRun commands_run_of(int index);
int commands_find(Str name); /* −1: there is none */

/* The functions of the table say "wrong arguments" in one way: names the command and what it
** takes. */
bool call_wrong(const CommandCall *call);
bool call_has(const CommandCall *call, int argument_count); /* fails through call_wrong */
Str call_text(const CommandCall *call, int argument);       /* from 1; empty when missing */
bool call_is(const CommandCall *call, int argument, const char *word);

/* The stage an argument names; the sentence of a wrong one lists the right ones. */
bool session_take_stage(const CommandCall *call, int argument, StageId *stage);
Inputs session_default_inputs(void);
/* Where it lies, from the root, if it lies on the disk. */
bool session_find_model(Session *session, char model[INPUTS_MODEL_BYTES], Status *status);
/* Line ends become spaces, on the scratch arena; too long is refused. */
bool session_clean_sentence(Session *session, Str text, Str *sentence, Status *status);

/* look.c. A switch: on or off, and toggle where a key needs it. */
bool look_take_number(const CommandCall *call, int argument, double low, double high,
                      float *number);
bool look_take_switch(const CommandCall *call, const char *off, const char *on, bool *value);

/* marks.c */
/* In layers × heads: a layer or head further; in role order a head or role further. */
bool marks_move_head(Session *session, int down, int right, Status *status);
void marks_add_script(StrBuf *text, const View *view);

/* steps.c */
const char *steps_name(StepBy by);             /* in commands */
void steps_begin_transition(Session *session); /* from what is on show now */
/* How many positions a stage has, and in a row. */
int steps_cells(const Session *session, StageId stage, int *cols);
void steps_go(Session *session, StageId stage);  /* whole, with the transition */
bool steps_forward(Session *session, StepBy by); /* false at the end of the last stage */

/* exporting.c */
void exporting_add_script(StrBuf *text, const ExportLook *look);
void exporting_look_ahead(Session *session); /* fills export_target, …_size and …_problem */

/* journal.c */
void journal_open(Session *session, const char *state_folder);
void journal_note(Session *session);   /* the state changed: write soon */
double journal_tick(Session *session); /* ms until the next write is due, < 0 none */
void journal_close(Session *session);
int journal_process_of(const char *name,
                       const char *prefix); /* journal-123 is of 123; 0: another */

/* One function for each row of the table, in the file named after what they touch. */
bool do_sentence(const CommandCall *call), do_example(const CommandCall *call),
    do_model(const CommandCall *call), do_mask(const CommandCall *call),
    do_reset(const CommandCall *call), do_undo(const CommandCall *call),
    do_redo(const CommandCall *call), do_cancel(const CommandCall *call),
    do_cache(const CommandCall *call);
bool do_stage(const CommandCall *call), do_layer(const CommandCall *call),
    do_head(const CommandCall *call), do_cell(const CommandCall *call),
    do_row(const CommandCall *call), do_hover(const CommandCall *call),
    do_cursor(const CommandCall *call), do_view(const CommandCall *call);
bool do_theme(const CommandCall *call), do_palette(const CommandCall *call),
    do_range(const CommandCall *call), do_numbers(const CommandCall *call),
    do_textscale(const CommandCall *call), do_zoom(const CommandCall *call),
    do_scroll(const CommandCall *call), do_motion(const CommandCall *call),
    do_menu(const CommandCall *call), do_enter(const CommandCall *call),
    do_escape(const CommandCall *call);
bool do_threshold(const CommandCall *call), do_arcs(const CommandCall *call),
    do_tint(const CommandCall *call), do_lens(const CommandCall *call),
    do_sort(const CommandCall *call);
bool do_step(const CommandCall *call), do_seek(const CommandCall *call),
    do_play(const CommandCall *call), do_pause(const CommandCall *call),
    do_speed(const CommandCall *call);
bool do_edit(const CommandCall *call);
bool do_train(const CommandCall *call), do_timeline(const CommandCall *call),
    do_watch(const CommandCall *call);
bool do_copy(const CommandCall *call), do_export(const CommandCall *call),
    do_save(const CommandCall *call), do_restore(const CommandCall *call),
    do_full_screen(const CommandCall *call), do_quit(const CommandCall *call);

#endif
