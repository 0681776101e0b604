/* session/hooks.h -- what a session needs from outside: files, clipboard, window.
**
** The window, the command line and tests each provide their own, so that a script plays the same in
** all of them.
**
** Memory  Texts are on the arena given, or the caller's for the time of the call.
** Errors  False with a sentence.
*/
#ifndef SESSION_HOOKS_H
#define SESSION_HOOKS_H

#include "base/arena.h"
#include "base/status.h"
#include "scene/view.h"

typedef struct Session Session;

/* One export. The look is that of the view, except for what the command itself says. */
typedef struct ExportOrder {
  const char *path; /* a file, or a folder for several */
  ExportLook look;
  bool spares_others; /* do not replace files that this program did not write */
  int written;        /* set by export_file: how many files */
  ExportSize size;    /* set by measure_export */
} ExportOrder;

/* X11 and Wayland have two: the copied text, and the selection of any window. */
typedef enum PasteFrom { PASTE_CLIPBOARD, PASTE_SELECTED } PasteFrom;

/* What is spoken of the chosen cell: the line of the status bar, or what it is and why. */
typedef enum SayWhat { SAY_CELL, SAY_WHY } SayWhat;

/* Each is called on the session's thread, except wake. Any may be NULL: a command that needs it
** then fails with a sentence, or does nothing. */
typedef struct SessionHooks {
  void *self;
  /* Writes what the order says and counts the files. */
  bool (*export_file)(void *self, const Session *session, ExportOrder *order, Status *status);
  /* The same without writing, for checking scripts. */
  bool (*check_export)(void *self, const Session *session, const ExportOrder *order,
                       Status *status);
  /* Sets the size of the picture; false: too large. */
  bool (*measure_export)(void *self, const Session *session, ExportOrder *order, Status *status);
  bool (*stopped)(void *self); /* asked between the lines of a script: true ends it */
  /* asked while a command waits for work on another thread: false stops it */
  bool (*go_on)(void *self);
  void (*wake)(void *self); /* called on that thread: session_tick has something to do */
  /* called by a `wait` of a script where no time passes: what it would show for so long */
  bool (*waits)(void *self, Session *session, double ms, Status *status);
  bool (*copy_text)(void *self, Str text, Status *status); /* to the clipboard */
  bool (*paste_text)(void *self, PasteFrom from, Arena *arena, Str *text, Status *status);
  void (*quit)(void *self);
  void (*full_screen)(void *self);       /* switches full screen on or off */
  void (*leave_full_screen)(void *self); /* if it is on */
  /* Moves the keyboard focus to the next control (+1), the one before (−1), or removes it (0). */
  void (*move_focus)(void *self, int by);
  Str (*focus_line)(void *self, const Session *session,
                    Arena *arena); /* for copying a cell as text */
  bool (*say)(void *self, const Session *session, SayWhat what, Status *status); /* aloud */
} SessionHooks;

#endif
