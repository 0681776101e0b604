/* session/commands/permission.h -- what the commands of a script may do besides looking and
** computing.
**
** Lessons and saved states are handed around, so a file that is played, opened, dropped or restored
** may be anybody's. Its commands must not write a file or open one that lies elsewhere, unless the
** person allows it. A guard stands in the session while a script runs, and every command that
** reaches outside asks it:
**
**   rights          writes    opens a model or a recording
**   SCRIPT_LOOKS    nothing   built in, by name from the HuggingFace cache, open already or lately,
**                             or in the script's own folder
**   SCRIPT_OPENS    nothing   any
**   SCRIPT_WRITES   files     any
**
** The clipboard counts as a file.
**
** Where a person can be asked, the rehearsal of a script on a copy collects what it wishes, and the
** question names it (asking.c). A yes allows what was named, and nothing else. Without a guard the
** commands are a person's own.
**
** No command, whoever gave it, replaces a file that this program did not write, but with
** SessionOptions.replaces or after a question that named the file (files/provenance.h).
**
** Memory  The guard's texts lie on the arena it was made with.
** Errors  One sentence that names the file and what allows it.
*/
#ifndef SESSION_COMMANDS_PERMISSION_H
#define SESSION_COMMANDS_PERMISSION_H

#include "session/commands/context.h"

typedef enum WishKind { WISH_WRITE, WISH_REPLACE, WISH_OPEN, WISH_COPY } WishKind;

/* Something a script wants and has no right to. path is from the root; "" of the clipboard. */
typedef struct Wish {
  WishKind kind;
  bool is_free; /* the program made the name, and it may be another when the script runs */
  const char *path;
} Wish;

/* More are counted alone; a script that wants more than these is refused. */
enum { WISHES_MOST = 12 };

typedef struct Guard {
  ScriptRights rights;
  const char *folder; /* of the script, links resolved; NULL: nothing lies in it, or all, in "/" */
  const char *model;  /* open when the script began */
  bool collects;      /* a rehearsal: what is wished is noted and not refused; otherwise the wishes
                         are those an answer allowed */
  bool passes_over;   /* a command without the right does nothing, instead of failing */
  bool keeps_window;  /* quit ends the script alone */
  bool ended;
  Arena *arena;
  Wish wishes[WISHES_MOST];
  int wish_count, passed_count;
} Guard;

typedef enum Permit {
  PERMIT_YES,
  PERMIT_PASSED_OVER, /* the command succeeds and does nothing */
  PERMIT_NO           /* call->status says why */
} Permit;

/* False: memory is out. The guard of a script that begins now; its texts go onto arena. */
bool guard_begin(const Session *session, const Script *script, Arena *arena, Guard *guard);

/* To write the file, or files into the folder, at path. is_free: a name made by the program, which
** nothing has; an answer that allowed one in a folder allows others there. */
Permit permit_write(const CommandContext *context, const char *path, bool is_free);
Permit permit_copy(const CommandContext *context); /* to the clipboard */

/* To open a model or a recording: a name, or a path, which becomes one from the script's folder
** where it lies there. */
Permit permit_open(const CommandContext *context, char model[INPUTS_MODEL_BYTES]);

/* For commands that only a person gives: restore, browse, open. Fails within a script that has not
** all rights. */
bool permit_person(const CommandContext *context);

#endif
