/* session/script.h -- scripts and saved states: commands from a file, and their rights.
**
** A saved state is a script that names everything the state holds. Files of commands are passed
** around, so they have rights: one that was opened, dropped or played may show and compute;
** everything else that it wishes to do is refused, or asked for.
**
**   session_begin_script   a window: session_tick continues the script, a few commands each time,
**                          and while it waits for a model the window can be used
**   session_run_script     the command line, tests: returns when the script is over
**
** A script that a person opens in a window is continued by session_tick too, with one exception: a
** line with further commands (`open "FILE"; stage weights`) returns when the script is over,
** without its waits, since those commands come after it.
**
** Meanwhile the pointer, the keyboard focus and full screen remain the person's. Any other command
** of the person first stops the script before its next command, which is told with the line. So
** does Esc, which also cancels a model that the script waits for. `script go` continues it, with
** what the person changed meanwhile; the changes before and after are then two steps of undo, or
** one if the person changed no inputs. Another script replaces a stopped one.
**
** In the presenter view a `wait` lasts until the person goes on (`advance`), whatever its time, so
** the same script plays by itself in a window and waits for the speaker in front of a class.
**
** Memory  Texts of a Script are copied.
** Errors  "path:line: …", a sentence of the command at that line. A failure changes nothing, except
**         for what earlier lines did outside the session.
*/
#ifndef SESSION_SCRIPT_H
#define SESSION_SCRIPT_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

typedef struct Session Session;

/* What the commands of a script may do besides showing and computing; each includes the one before.
** Full rules: session/commands/permission.h. */
typedef enum ScriptRights {
  SCRIPT_LOOKS, /* a file of anybody: opens what lies in its folder, writes nothing */
  SCRIPT_OPENS, /* this program's own autosave: opens any model */
  SCRIPT_WRITES /* a person's own, or allowed by one: writes files */
} ScriptRights;

typedef struct Script {
  const char *path; /* for the sentence "path:line: …", and for its folder; "-" is standard input */
  Str text;
  ScriptRights rights;
  bool asks;      /* what it has no right to is asked for in the menu script, not refused */
  bool is_opened; /* into a running session: one step of undo, and its quit ends only the script */
  /* checking it opens no model, because one of the disk may be large or missing */
  bool opens_nothing;
  /* checking it looks at command names only, because what will be on show is not known yet */
  bool checks_names;
  bool takes_back; /* an autosave: one step of undo, and a training continues where it was */
  bool is_option;  /* the commands of --do, no file */
  /* Called when the script is over: done, or failed with status. Not called when another replaced
  ** it, or when its question was answered with no.
  ** Returns whether that counts as done. NULL: a failure within a tick is told. It must neither
  ** begin a script nor free the session. */
  bool (*ended)(void *self, const struct Script *script, bool done, Status *status);
  void *ended_self;
} Script;

enum { SCRIPT_BYTES_MOST = 16 << 20, WAIT_MS_MOST = 600000 /* of the command wait */ };

typedef enum ScriptState {
  SCRIPT_NONE,
  SCRIPT_CHECKED, /* its lines are being checked on a copy; nothing has changed yet */
  SCRIPT_PLAYS,
  SCRIPT_STOPPED /* by a person */
} ScriptState;

/* The position of a script; path is valid as long as the script. */
typedef struct ScriptPlace {
  ScriptState state;
  const char *path; /* "": there is none */
  int line;         /* of the last command, from 1; 0: before the first */
  bool is_option;   /* the commands of --do */
} ScriptPlace;

/* Every line is first checked on a copy of the session that touches nothing outside,
** then all are run. A script with asks that has wishes waits for `permit`;
** session_run_script then returns true. */
bool session_check_script(const Session *session, const Script *script, Status *status);
bool session_run_script(Session *session, const Script *script, Status *status);
/* Runs the first commands here, the others by session_tick. False: one of the first was wrong. */
bool session_begin_script(Session *session, const Script *script, Status *status);
ScriptPlace session_script_place(const Session *session);

/* The pages of the script that plays, cut where it waits: the one on show, from 1, and how many
** there are. False: no script plays, or it never waits. */
bool session_script_page(const Session *session, int *page, int *count);

/* Whether the script that plays waits for the person: Space goes on. */
bool session_script_waits(const Session *session);

/* The note that the last `note` gave the speaker, and the next one of the script that plays, on the
** arena; empty where there is none. */
Str session_note(const Session *session);
Str session_next_note(const Session *session, Arena *arena);

/* While the menu script is open: which script asks, how many wishes it has, and each as a
** sentence, on the arena. */
const char *session_asking_script(const Session *session); /* its path */
int session_wish_count(const Session *session);
Str session_wish(const Session *session, int index, Arena *arena);

/* Whether a command may write a file there: no file is there, or this program wrote it, or a person
** allowed replacing it. False with a sentence. */
bool session_may_replace(const Session *session, const char *path, Status *status);

/* Whether a file is a saved state or a script of this program, judged by its first
** line (STATE_BEGINS). */
bool script_is_file(const char *path);

/* Reads a script onto the arena. False: it cannot be read, or its name ends in STATE_ENDING and its
** first line does not begin with STATE_BEGINS. */
bool script_read_file(Arena *arena, const char *path, Str *text, Status *status);

#endif
