/* app/file_drop.h -- the files of one drop, opened one after another.
**
**   begin · add a.headsup · add b.txt · end        as the system reports a drop
**   go_on, every turn                              opens b.txt when a.headsup is open
**
** The first file opens at once, whatever plays. A new drop takes the place of files that wait.
**
** Memory  Copies of the paths that wait; file_drop_free gives them back.
** Errors  What cannot be opened is the session's message. Without memory a file is not opened.
*/
#ifndef APP_FILE_DROP_H
#define APP_FILE_DROP_H

#include "session/session.h"

/* All zero: nothing was dropped yet. */
typedef struct FileDrop {
  Arena *arena;
  struct WaitingFile *first, *last; /* on the arena */
  bool is_open;                     /* between begin and end */
  bool has_file;                    /* of this drop one was opened */
} FileDrop;

void file_drop_begin(FileDrop *drop);
void file_drop_end(FileDrop *drop);
/* Outside begin and end a file is a drop of its own. */
void file_drop_add(FileDrop *drop, Session *session, const char *path);
void file_drop_go_on(FileDrop *drop, Session *session);
void file_drop_free(FileDrop *drop);

#endif
