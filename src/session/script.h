/* session/script.h -- scripts and saved states: commands from a file, and what they may do.
**
** A script names everything that a state holds, so a saved state is one. Files of commands are
** handed around, which is why they have rights: one that was opened, dropped or played looks and
** computes, and whatever else it wants is refused, or asked for.
**
** Memory  Texts of a Script are the caller's and must last as long as the call.
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
} Script;

enum { SCRIPT_BYTES_MOST = 16 << 20 };

/* Every line is checked first, against a copy of the session in which nothing outside is touched,
** then run. With asks and a wish the script waits for `permit`, and running it is true so far. */
bool session_check_script(const Session *session, const Script *script, Status *status);
bool session_run_script(Session *session, const Script *script, Status *status);

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

#endif
