/* session/commands/permission.h -- the rights of a script's commands beyond showing and computing.
**
** Lessons and saved states are passed around, so a script may come from anybody. Its commands must
** not write a file, or open one elsewhere, unless the person allows it. While a script runs the
** session has a guard, and every command with effects outside asks it:
**
**   rights          writes    opens a model or a recording
**   SCRIPT_LOOKS    nothing   built in, by name from the HuggingFace cache, open already or lately,
**                             or in the script's own folder
**   SCRIPT_OPENS    nothing   any
**   SCRIPT_WRITES   files     any
**
** The clipboard counts as a file.
**
** Where a person can be asked, checking the script on a copy collects what it wishes to do, and a
** question names that (asking.c). A yes allows what was named, and nothing else. Without a guard
** the commands are the person's own.
**
** No command replaces a file that this program did not write, except with SessionOptions.replaces
** or after a question that named the file (files/provenance.h).
**
** Memory  The guard's texts lie on the arena it was made with.
** Errors  One sentence that names the file and how to allow it.
*/
#ifndef SESSION_COMMANDS_PERMISSION_H
#define SESSION_COMMANDS_PERMISSION_H

#include "session/commands/context.h"

typedef enum WishKind { WISH_WRITE, WISH_REPLACE, WISH_OPEN, WISH_COPY } WishKind;

/* Something that a script wishes to do and has no right to. path is absolute;
** "" for the clipboard. */
typedef struct Wish {
  WishKind kind;
  bool is_free; /* the program made the name, and may make another when the script runs */
  const char *path;
} Wish;

/* A script with more wishes is refused. */
enum { WISHES_MOST = 12 };

typedef struct Guard {
  ScriptRights rights;
  /* of the script, links resolved; NULL: no folder counts as the script's (none found, or "/") */
  const char *folder;
  const char *model; /* open when the script began */
  /* while the script is checked: wishes are collected, not refused; otherwise wishes are those
  ** that an answer allowed */
  bool collects;
  bool passes_over;  /* a command without the right does nothing instead of failing */
  bool keeps_window; /* quit ends only the script */
  bool ended;
  Arena *arena;
  Wish wishes[WISHES_MOST];
  int wish_count, passed_count;
} Guard;

typedef enum Permit {
  PERMIT_YES,
  PERMIT_PASSED_OVER, /* the command succeeds and does nothing */
  PERMIT_NO           /* context->status says why */
} Permit;

/* Makes the guard of a script that begins now; its texts go onto arena. False: no memory. */
bool guard_begin(const Session *session, const Script *script, Arena *arena, Guard *guard);

/* Asks to write the file, or files into the folder, at path. is_free: the program made the name,
** and no file has it; an answer that allowed one such name in a folder allows others there. */
Permit permit_write(const CommandContext *context, const char *path, bool is_free);
Permit permit_copy(const CommandContext *context); /* to the clipboard */

/* Asks to open a model or a recording: a name, or a path, which is taken from the script's
** folder if it exists there. */
Permit permit_open(const CommandContext *context, char model[INPUTS_MODEL_BYTES]);

/* For commands that only a person may give: restore, browse, open. Fails within a
** script without SCRIPT_WRITES. */
bool permit_person(const CommandContext *context);

#endif
