/* session/commands/script_cursor.h -- a script as a cursor of the session. For session/ only.
**
**   begin → checks, on a copy → plays → ended
**                ↑                ↕ script stop, a command of a person · script go
**              one command a step
**
** A step takes one command or one of the tokens it asked for, or sees that what the last one asked
** for is still on its way. Two drivers take the steps of a session's scripts:
**
**   script_tick    a window: as many steps as fit in SCRIPT_TICK_MS, then the next frame; one that
**                  brings a token of several ends the tick, so that each is seen
**   script_drive   the command line and tests: all steps, with the hook go_on while one waits. In a
**                  window, too, where a person's line has commands behind one that opens a script
**
** Two other loops run lines: session_check_script takes the steps of a check on a copy, and an
** autosave whose model does not open is played once more when its script has ended, all its lines
** within that step, with the default model in the place of its own (persistence/autosave.c).
**
** A command of a person's own script may begin another (open, restore). The cursors form a stack,
** and the one on top plays; one that fails fails those below it, each with its own "path:line: ".
**
** While a step runs, the session has the script's guard, its group of undo and its hold on the
** settings. Between two steps it has none of them, so a person's command is a person's.
**
** Memory  A cursor has an arena for the text, path and wishes, all copied. The check owns its copy
**         of the session. Neither outlives the session.
** Errors  "path:line: …". A step that fails removes its cursor.
*/
#ifndef SESSION_COMMANDS_SCRIPT_CURSOR_H
#define SESSION_COMMANDS_SCRIPT_CURSOR_H

#include "session/commands/permission.h"

/* A tick ends with the first step that ends after so long; a step is one command or token. Half a
** frame. */
enum { SCRIPT_TICK_MS = 8 };

/* What a person answered: the wishes that are allowed, or that the commands which wish something
** are passed over. Zero: nobody was asked. */
typedef struct ScriptAnswer {
  const Wish *allowed;
  int allowed_count;
  bool passes_over;
} ScriptAnswer;

typedef struct ScriptCursor {
  Arena *arena;
  struct ScriptCursor *outer; /* the script that opened this one; NULL: a person did */
  Script script;
  Guard guard;
  bool is_checking;
  Session *copy; /* the check runs on it; NULL before the first step and after the last */
  Str rest;      /* the lines after this one */
  Str line;      /* what is left of this one */
  Str command;   /* line, as it was before the last command was taken off it */
  int number;    /* of this line; 0: before the first */
  double due_ms; /* `wait` ends then, on the session's clock; 0: nothing is waited for */
  bool begins_group;
} ScriptCursor;

/* All zero is a session without scripts. */
typedef struct ScriptStack {
  ScriptCursor *top;
  bool is_stopped;  /* no step is taken until script_go */
  bool is_stepping; /* a command runs that a script gave */
  bool is_grouped; /* the next change extends the last one of the script, as no other was between */
  int driven;      /* > 0: within script_drive, where `wait` is over at once */
} ScriptStack;

/* Begins a script with an answer of permit. A session in a window leaves the rest to its ticks,
** after a first share of steps; any other takes it to its end. False: as session_run_script. */
bool script_begin(Session *session, const Script *script, const ScriptAnswer *answer,
                  Status *status);

/* Takes steps until `below` is on top; where it is already, waits for what commands asked for. Asks
** the hook go_on while it waits; told to stop, it takes back what is on its way and fails. */
bool script_drive(Session *session, const ScriptCursor *below, Status *status);

/* The steps of one tick, with what compute_tick and generation_tick do otherwise. Milliseconds
** until it wants to be called again, 0: at the next frame. Only while script_plays. */
double script_tick(Session *session);

/* A window, whose ticks take the steps and the tokens; false: whoever asks waits for them. */
bool script_is_ticked(const Session *session);
/* The steps of a script take the tokens still to come: on the copy of a check, and in a window. */
bool script_takes_tokens(const Session *session);

bool script_plays(const Session *session);  /* on the stack, and not stopped */
bool script_checks(const Session *session); /* and its check reads the trace on show: keep it */

/* takes_back: a model that the last command asked for is taken back, and script_go asks for it
** again; tokens still to come are dropped, and script_go goes on behind them. False: none plays. */
bool script_stop(Session *session, bool takes_back);
bool script_go(Session *session, Status *status); /* false: none is stopped, or as script_begin */
void script_free(Session *session);               /* every cursor, whatever it did */

/* An input changed. Between two steps it parts the changes of the script in two steps of undo. */
void script_note_change(Session *session);

#endif
