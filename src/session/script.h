/* session/script.h -- scripts and saved states: commands from a file, and what they may do.
**
** A script names everything that a state holds, so a saved state is one. Files of commands are
** handed around, which is why they have rights: one that was opened, dropped or played looks and
** computes, and whatever else it wants is refused, or asked for.
**
**   session_begin_script   a window: the script goes on by session_tick, a few commands each time,
**                          and while it waits for a model the window lives
**   session_run_script     the command line, tests: returns when the script is over
**
** A script that a person opens in a window goes on by session_tick, too, but for one case: a line
** with commands behind it (`open "FILE"; stage weights`) returns when the script is over, its waits
** of time left out, since those commands come after it.
**
** Meanwhile the pointer, the keyboard's focus and full screen are a person's. Any other command of
** a person first stops the script before its next command, which is told with the line; so does
** Esc, which also takes back a model that the script waits for. `script go` lets it go on, with
** what the person changed meanwhile; the changes before and after are then two steps of undo, and
** one where the person only looked. Another script takes the place of a stopped one.
**
** Memory  Texts of a Script are copied.
** Errors  "path:line: …", a sentence of the command at that line. What fails has changed nothing,
**         but for what the lines before it did outside.
*/
#ifndef SESSION_SCRIPT_H
#define SESSION_SCRIPT_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

typedef struct Session Session;

/* What the commands of a script may do besides looking and computing: each the one before, and
** more. session/commands/permission.h says it in full. */
typedef enum ScriptRights {
  SCRIPT_LOOKS, /* a file of anybody: opens what lies in its folder, writes nothing */
  SCRIPT_OPENS, /* this program's own autosave: opens any model */
  SCRIPT_WRITES /* a person's own, or allowed by one: writes files */
} ScriptRights;

typedef struct Script {
  const char *path; /* for the sentence "path:line: …", and its folder; "-" is standard input */
  Str text;
  ScriptRights rights;
  bool asks;      /* what it has no right to is asked for in the menu script, not refused */
  bool is_opened; /* into a session at work: one step of undo, and its quit ends the script alone */
  bool opens_nothing; /* checking it opens no model: one of the disk may be large, or away */
  bool takes_back;    /* an autosave: one step of undo, and a training goes on where it stood */
  /* Called when the script is over, unless another took its place: done, or failed with status.
  ** Returns whether that counts as done. NULL: a failure within a tick is told. It must neither
  ** begin a script nor free the session. */
  bool (*ended)(void *self, const struct Script *script, bool done, Status *status);
  void *ended_self;
} Script;

enum { SCRIPT_BYTES_MOST = 16 << 20, WAIT_MS_MOST = 600000 /* of the command wait */ };

typedef enum ScriptState {
  SCRIPT_NONE,
  SCRIPT_CHECKED, /* its lines are tried on a copy; nothing has changed yet */
  SCRIPT_PLAYS,
  SCRIPT_STOPPED /* by a person */
} ScriptState;

/* Where a script stands; path is the script's, and ends with it. */
typedef struct ScriptPlace {
  ScriptState state;
  const char *path; /* "": there is none */
  int line;         /* of the last command, from 1; 0: before the first */
} ScriptPlace;

/* Every line is checked first, against a copy of the session in which nothing outside is touched,
** then run. With asks and a wish the script waits for `permit`, and running it is true so far. */
bool session_check_script(const Session *session, const Script *script, Status *status);
bool session_run_script(Session *session, const Script *script, Status *status);
/* The first commands run here, the others by session_tick. False: one of the first was wrong. */
bool session_begin_script(Session *session, const Script *script, Status *status);
ScriptPlace session_script_place(const Session *session);

/* While the menu script is open: which script asks, how many wishes it has, and each as a sentence,
** on the arena. */
const char *session_asking_script(const Session *session); /* its path */
int session_wish_count(const Session *session);
Str session_wish(const Session *session, int index, Arena *arena);

/* Whether a command may write a file there: nothing is there, or what this program wrote, or a
** person said that it may be replaced. False with a sentence. */
bool session_may_replace(const Session *session, const char *path, Status *status);

/* Whether a file is a saved state or a script of this program, by its first line (STATE_BEGINS). */
bool script_is_file(const char *path);

/* Reads a script onto the arena. False: it cannot be read, or its name ends in STATE_ENDING and its
** first line does not begin with STATE_BEGINS. */
bool script_read_file(Arena *arena, const char *path, Str *text, Status *status);

#endif
