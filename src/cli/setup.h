/* cli/setup.h -- what the sub-commands share: a session made from the options, and its hooks.
**
** Everything is checked before a file is written: the options, then --do on a copy of the session.
**
**   setup_begin → setup_session → setup_attention → setup_run_commands → … → setup_end
**
** Memory  Setup owns its arena, threads, session and fonts; setup_end frees those that exist.
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
  /* a `wait` of --do or of a script that it opens: see session/hooks.h; NULL: it ends at once */
  bool (*waits)(void *self, Session *session, double ms, Status *status);
  void *waits_self;
  bool stage_is_to_come; /* --stage names one that only --do brings: it runs behind that */
} Setup;

/* Makes only the arena. setup_end may be called whatever the result, also after setup_begin failed;
** it frees in the order session, fonts, threads, arena. */
bool setup_begin(Setup *setup, Status *status);
void setup_end(Setup *setup);

/* The words joined by spaces, or for a single "-" all of standard input (blocks until its end). at
** == NULL: no words were given, and the default sentence is meant. On setup's arena. */
bool setup_sentence(const Setup *setup, const Args *args, Str *sentence, Status *status);

/* All --do as one script, one a line, on setup's arena; at == NULL: none. Checks nothing. */
bool setup_commands(const Setup *setup, const Args *args, Str *commands, Status *status);

/* Checks --model before a window opens: whether it exists and its headers are right; numbers of a
** large model are not read. Questions that a recording leaves open are no failure: the window asks
** them. Without --model the default model is meant, which needs no check. */
bool setup_check_model(const Args *args, Status *status);

/* The same for the name or path of any model or recording; reading may be NULL. */
bool setup_check_name(const char *name, const char *reading, Status *status);

/* Refuses --reading without --model, which names the recording to read. */
bool setup_check_reading(const Args *args, Status *status);

/* --model as typed, or the name of the default model; never NULL, not checked. */
const char *setup_model_name(const Args *args);
/* Whether model is exactly a name of headsup list models. Such a name has precedence over a
** folder of the same name. */
bool setup_is_builtin(const char *model);

/* Refuses an --out that is the recording to read: a recording that is overwritten
** cannot be made again. */
bool setup_check_out(const Args *args, Status *status);

/* Makes the session with the model and sentence of the options, or the defaults. Opens the model,
** starts threads and makes the first trace before it returns; notices go to standard error. */
bool setup_session(Setup *setup, const Args *args, Status *status);

/* Prints notices on stderr about a sentence that was not used as typed and about numbers
** that are not finite. */
void setup_say_notices(const Trace *trace);

/* Checks --do on a copy of the session. Writes no file; a model that a command names is opened.
** checks_names: files open first, so what is on show when the commands run is not known. Then only
** the names of the commands are checked, and no model is opened. */
bool setup_check_commands(const Setup *setup, Str commands, bool checks_names, Status *status);

/* Checks all of --do, then runs it. From here on signals end the work between two pieces of it. */
bool setup_run_commands(const Setup *setup, const Args *args, Status *status);

/* Runs --mask and the options of the kind of attention, where given, as commands of the session.
** False: there is no such mask or value. */
bool setup_attention(const Setup *setup, const Args *args, Status *status);
/* The option that sets one setting of the kind; OPTION_COUNT: none does, a command alone. */
OptionId setup_kind_option(KindSetting setting);
/* Reads the options of the kind of attention; what is not given is as the model has it. */
bool setup_kind(const Args *args, AttentionKind *kind, Status *status);

/* Opens the fonts once; later calls do nothing. A missing font is no failure: the name of its
** package goes to standard error. */
bool setup_fonts(Setup *setup, Status *status);

/* From here on SIGINT, SIGTERM and SIGHUP set a flag, except those that were ignored before
** (nohup). Work checks the flag between two pieces. A second signal of the same kind ends the
** program at once. setup_signal returns the signal that came, 0 for none. */
void setup_catch_signals(void);
int setup_signal(void);
/* whether a signal came, for Progress and the hooks; self is unused */
bool setup_is_stopped(void *self);

#endif
