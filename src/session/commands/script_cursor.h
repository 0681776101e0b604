/* session/commands/script_cursor.h -- a script as a cursor of the session. For session/ only.
**
**   begin → checks, on a copy → plays → ended
**                    ↑                ↕ script stop, a command of a person · script go
**              one command a step
**
** A step runs one command, or takes one of the tokens that a command asked for, or finds that the
** last one's results are not there yet. Two drivers take the steps of a session's scripts:
**
**   script_tick    a window: as many steps as fit in SCRIPT_TICK_MS, then the next frame; a step
**                  that brings a token of several ends the tick, so that each is seen
**   script_drive   the command line and tests: all steps, calling the hook go_on while one waits.
**                  Also in a window, when further commands follow on a person's line that opens a
**                  script
**
** Two other loops run lines: session_check_script takes the steps of a check on a copy; and an
** autosave whose model cannot be opened is played again, in one step, with the default model in
** place of its own (persistence/autosave.c).
**
** A command of a person's own script may begin another (open, restore). The cursors form a stack,
** and the one on top plays; one that fails fails those below it, each with its own "path:line: ",
** which is not said twice where a script opens itself.
**
** While a step runs, the session has the script's guard, its group of undo, and its settings are
** not saved. Between two steps it has none of them, so a person's command has a person's rights.
**
** Memory  A cursor has an arena for the text, path and wishes, all copied. The check owns its copy
**         of the session. Neither outlives the session.
** Errors  "path:line: …". A step that fails removes its cursor.
*/
#ifndef SESSION_COMMANDS_SCRIPT_CURSOR_H
#define SESSION_COMMANDS_SCRIPT_CURSOR_H

#include "scene/view.h"
#include "session/commands/permission.h"
#include "session/inputs.h"

/* A tick ends with the first step that ends after this time, half a frame. */
enum { SCRIPT_TICK_MS = 8 };

/* A person's answer: the wishes that are allowed, or that commands with wishes are skipped.
** Zero: nobody was asked. */
typedef struct ScriptAnswer {
  const Wish *allowed;
  int allowed_count;
  bool passes_over;
} ScriptAnswer;

/* What was on show at a `wait`, and where the script goes on from there. */
typedef struct ScriptPage {
  Arena *arena; /* of inputs and note; NULL: not reached yet */
  Inputs inputs;
  View view;
  Str note;
  Str rest, line;
  int number;
  double wait_ms;
} ScriptPage;

typedef struct ScriptCursor {
  Arena *arena;
  struct ScriptCursor *outer; /* the script that opened this one; NULL: a person opened it */
  Script script;
  Guard guard;
  bool is_checking;
  Session *copy;       /* the check runs on it; NULL before the first step and after the last */
  Str rest;            /* the lines after this one */
  Str line;            /* the rest of this line */
  Str command;         /* the line from the command that runs now on */
  int number;          /* of this line; 0: before the first */
  double due_ms;       /* when `wait` ends, on the session's clock, or INFINITY; 0: no wait */
  double wait_ms;      /* as the last `wait` says */
  int waits, waited;   /* how many the script has, and how many it has reached */
  bool ends_waiting;   /* its last command is a wait */
  ScriptPage *pages;   /* one for each wait */
  bool is_at_end;      /* the last page, which lasts until the speaker goes on */
  double wait_rest_ms; /* of a script that is stopped: the rest of its `wait` */
  bool begins_group;
} ScriptCursor;

/* All zero is a session without scripts. */
typedef struct ScriptStack {
  ScriptCursor *top;
  bool is_stopped;  /* no step is taken until it goes on */
  bool is_stepping; /* a command of a script is running */
  /* the next change joins the last step of undo, because no other change came between */
  bool is_grouped;
  int driven; /* > 0: within script_drive, where `wait` ends at once */
} ScriptStack;

/* Begins a script with the answer of permit. In a window it takes the steps of a first tick and
** leaves the rest to the ticks; elsewhere it plays to the end. False: as session_run_script. */
bool script_begin(Session *session, const Script *script, const ScriptAnswer *answer,
                  Status *status);

/* Takes steps until `below` is on top; if it is already, waits for what commands asked for. Calls
** the hook go_on while it waits; if that says stop, cancels the pending work and fails. */
bool script_drive(Session *session, const ScriptCursor *below, Status *status);

/* The steps of one tick, including the work of compute_tick and generation_tick. Returns the
** milliseconds until it must be called again, 0: at the next frame. Only while script_plays. */
double script_tick(Session *session);

/* Whether this is a window, whose ticks take the steps and the tokens; false: the caller waits. */
bool script_is_ticked(const Session *session);
/* Whether the steps of a script take the tokens still to come: on the copy of a
** check, and in a window. */
bool script_takes_tokens(const Session *session);

bool script_plays(const Session *session); /* on the stack and not stopped */
/* also its check reads the trace on show, which must be kept */
bool script_checks(const Session *session);

/* To be called when an input changes: a change between two steps splits the script's changes
** into two steps of undo. */
void script_note_change(Session *session);

void script_free(Session *session); /* frees every cursor, whatever its state */
/* To its first line, as before the check and after it. */
void script_rewind(ScriptCursor *cursor);

/* -- script_control.c: stopping, going on, waiting -- */

/* takes_back: cancels a model that the last command asked for, which going on asks for again, and
** drops tokens still to come, after which the script goes on. False: none plays. */
bool script_stop(Session *session, bool takes_back);

/* Ends the `wait` that the script stands at, or lets a stopped script go on; nothing while it still
** works on a command. Only where a script is on the stack. */
bool script_advance(Session *session, Status *status);

/* Whether a script stands at a `wait`. */
bool script_waits(const Session *session);
/* To be called when the presenter view begins or ends, in which waits have no end. */
void script_wait_changed(Session *session);
/* On the session's clock, of a wait that begins now; INFINITY in the presenter view. */
double script_wait_end_ms(const Session *session, double wait_ms);

/* -- script_pages.c: the way back through the waits of a script -- */

bool script_pages_make(ScriptCursor *cursor); /* after its waits were counted; false: no memory */
void script_pages_free(ScriptCursor *cursor);
/* At a `wait`: keeps what is on show. Without memory there is no way back to it. */
void script_page_keep(const Session *session, ScriptCursor *cursor);
/* Shows the page before the one on show, and waits there. On the first page nothing happens. Only
** where script_has_pages. False: that page cannot be shown, and nothing has changed. */
bool script_page_back(Session *session, Status *status);
bool script_has_pages(const Session *session);

#endif
