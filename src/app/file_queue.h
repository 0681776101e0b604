/* app/file_queue.h -- the files that wait to be opened one after another, the commands of --do that
** run behind them, and the script of headsup play behind these.
**
**   start a.headsup b.txt, commands           of the command line
**   drop_begin · drop a · drop b · drop_end   as the system reports a drop
**   go_on, every turn                         opens b.txt when a.headsup is open
**
** A file is open when nothing of it loads, plays or asks any more. The first file of a drop opens
** at once, whatever plays.
**
** The queue ends, with a notice, when the person opens a script or a model of their own, or drops
** files: what waits was meant for the files before it. The commands may write, so they run only if
** the last file was opened whole, and the script plays only if they ran to their end.
**
** Memory  Copies of the paths that wait; file_queue_free gives them back. The commands and the path
**         of the script must outlive the queue. The queue must not move: the session's scripts
**         point at it.
** Errors  What cannot be opened is the session's message, and the next file opens. Ahead of
**         commands it is a failure of go_on. Without memory a file is not opened.
*/
#ifndef APP_FILE_QUEUE_H
#define APP_FILE_QUEUE_H

#include "session/script.h"
#include "session/session.h"

/* All zero: nothing waits. */
typedef struct FileQueue {
  Arena *arena;
  struct WaitingFile *first, *last; /* on the arena */
  const char *commands;             /* run once, behind the files; NULL: none */
  Script script;                    /* played once, behind the commands; path NULL: none */
  const char *opened;               /* the path opened last; NULL: none */
  const char *model;                /* what opened is in the session's inputs; NULL: no model */
  bool is_whole;                    /* what was opened last was opened to its end */
  bool is_dropping;                 /* between drop_begin and drop_end */
  bool is_drop;                     /* the files are those of a drop, and the first was opened */
  bool has_failed;
  Status failure;         /* what go_on returns false with */
  unsigned long openings; /* of the session, after the queue's own last one */
} FileQueue;

/* Fills an empty queue; commands may be NULL. Opens nothing yet. */
void file_queue_start(FileQueue *queue, const char *const *paths, int count, const char *commands);
/* Takes the script of headsup play, of which only path, rights and asks are set. What is wrong with
** it is a failure of go_on. */
void file_queue_play(FileQueue *queue, const Script *script);

void file_queue_drop_begin(FileQueue *queue);
void file_queue_drop_end(FileQueue *queue);
/* Outside drop_begin and drop_end a file is a drop of its own. */
void file_queue_drop(FileQueue *queue, Session *session, const char *path);

/* Opens what is due. False: a script, a file ahead of commands, or a command failed. */
bool file_queue_go_on(FileQueue *queue, Session *session, Status *status);
/* Whether files or commands still wait. */
bool file_queue_waits(const FileQueue *queue);
void file_queue_free(FileQueue *queue);

#endif
