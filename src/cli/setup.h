/* cli/setup.h -- what the sub-commands share: a session from the options, its hooks, its end.
**
** Everything is checked before a file is written: the options, then --do against a copy.
**
**   setup_begin → setup_session → setup_attention → setup_run_commands → … → setup_end
**
** Memory  Setup owns its arena, threads, session and fonts; setup_end frees what there is.
** Errors  One sentence in status. Tokens left out, bytes that are not UTF-8 and numbers that are
**         not finite are no failure: a notice goes to stderr.
*/
#ifndef CLI_SETUP_H
#define CLI_SETUP_H

#include "cli/args.h"
#include "export/export.h"
#include "session/session.h"

typedef struct Setup {
  Arena *arena;
  Pool *pool;
  Session *session;
  Fonts *fonts; /* opened when the first picture is made */
} Setup;

/* Makes the arena alone. setup_end is right whatever happened, also after a false setup_begin; it
** frees in the order session, fonts, threads, arena. */
bool setup_begin(Setup *setup, Status *status);
void setup_end(Setup *setup);

/* The words joined by spaces, or standard input for a single "-", which is waited for. at == NULL:
** none were given, so the default sentence. On setup's arena. */
bool setup_sentence(const Setup *setup, const Args *args, Str *sentence, Status *status);

/* All --do as one script, a line each, on setup's arena; at == NULL: none. Nothing is checked. */
bool setup_commands(const Setup *setup, const Args *args, Str *commands, Status *status);

/* Before a window opens --model beside itself: is it one? Its numbers are not read. What a
** recording leaves open the window asks. Without the option it is the default model. */
bool setup_check_model(const Args *args, Status *status);

/* --reading without --model, which names the recording to read, is refused. */
bool setup_check_reading(const Args *args, Status *status);

/* --model as it was typed, or the name of the default model; never NULL, and not checked. */
const char *setup_model_name(const Args *args);
/* Is this exactly a name of headsup list models? Such a name wins over a folder called the same. */
bool setup_is_builtin(const char *model);

/* --out must not be the recording that is read: what was recorded cannot be made again. */
bool setup_check_out(const Args *args, Status *status);

/* The model and the sentence of the options; without them the defaults. Opens the model, starts
** threads and makes the first trace before it returns; notices go to standard error. */
bool setup_session(Setup *setup, const Args *args, Status *status);

/* On stderr, and no failure: what was not taken as typed, and numbers that are none. */
void setup_say_notices(const Trace *trace);

/* --do, checked on a copy of the session that touches nothing. */
bool setup_check_commands(const Setup *setup, Str commands, Status *status);

/* --do, checked whole and then run. From here on signals end the work between two pieces of it. */
bool setup_run_commands(const Setup *setup, const Args *args, Status *status);

/* --mask and --positions, where they are given, as commands of the session. False: there is no such
** mask or value. */
bool setup_attention(const Setup *setup, const Args *args, Status *status);
/* --positions alone; own where it is not given. */
bool setup_kind(const Args *args, AttentionKind *kind, Status *status);

/* Opens the fonts once; more calls do nothing. A font that is missing is no failure: its package
** goes to standard error. */
bool setup_fonts(Setup *setup, Status *status);

/* From here on SIGINT, SIGTERM and SIGHUP set a flag, those that were ignored (nohup) excepted.
** Work looks at the flag between two pieces. A second signal of the kind ends the program at once.
** setup_signal: the signal that came, 0 none. */
void setup_catch_signals(void);
int setup_signal(void);
bool setup_is_stopped(void *self); /* the same, as Progress and the hooks ask it; self is unused */

#endif
