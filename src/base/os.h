/* base/os.h -- the operating system: files, folders, clock, processors. POSIX lives in os*.c only.
**
** Reading  Only regular files; a device, pipe, socket or folder is refused at once, never waited
**          for. The size is checked against a limit before memory is taken.
** Saving   The bytes are written beside the target, flushed to the disk and renamed over it, so a
**          full disk leaves the old file as it was and no half file. A symbolic link's target is
**          replaced and the link stays. An existing target that is not a regular file (a device, a
**          pipe) is written straight through and never replaced. "-" is standard output.
** Memory   Texts on the arena given, or the system's own (os_home_folder).
** Errors   A sentence naming the path and the reason.
*/
#ifndef BASE_OS_H
#define BASE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

/* The type of a file; devices, pipes and sockets are OTHER. */
typedef enum OsKind { OS_MISSING, OS_FILE, OS_FOLDER, OS_OTHER } OsKind;

/* Follows links. The answer may be out of date at once, since other processes change files. */
OsKind os_kind(const char *path);

/* False: path is a device, a pipe or a socket, or lies in a folder that this user may not enter,
** which os_kind cannot tell from a missing file. True where nothing is there. */
bool os_check_usable(const char *path, Status *status);

/* Reads a whole regular file into *bytes, on the arena, followed by a 0 that is not counted. False:
** it is missing, unreadable, no regular file, or larger than limit_bytes; the sentence names
** path. */
bool os_read_file(Arena *arena, const char *path, size_t limit_bytes, Str *bytes, Status *status);

/* An open regular file that is read in parts. */
typedef struct OsFile {
  int descriptor;
  uint64_t bytes;          /* its size when it was opened */
  uint64_t device, number; /* device and inode identify the file, whatever its name */
} OsFile;

/* Whether the file exists and has more than `bytes` bytes. */
bool os_is_larger(const char *path, size_t bytes);

/* Opens a regular file to read it in parts; the caller closes it. False as for os_read_file. */
bool os_open_file(const char *path, OsFile *file, Status *status);

/* Reads count bytes from offset `place`. False: the file is shorter (by now), or reading fails. */
bool os_read_at(OsFile file, uint64_t place, void *to, size_t count);
void os_close_file(OsFile file);

/* Reads standard input to its end, and blocks until then. */
bool os_read_stdin(Arena *arena, size_t limit_bytes, Str *bytes, Status *status);

/* Whether the reader of standard output has closed it (EPIPE), as `| head` does. */
bool os_reader_is_gone(void);

/* Saves as the header says: the file at path is replaced whole or stays. "-" is standard output; a
** reader that has gone is a failure without a sentence. Waits for the disk. False: the old file is
** unchanged, and the sentence says so. */
bool os_save_file(const char *path, const void *bytes, size_t count, Status *status);

/* The same without fsync: survives the end of the process, but not a power failure. */
bool os_save_draft(const char *path, const void *bytes, size_t count, Status *status);

/* The content of a file that does not fit in memory, piece by piece. */
typedef struct OsPieces {
  bool (*next)(void *self, Str *piece, Status *status); /* an empty piece is the end */
  void *self;
} OsPieces;

/* Saves like os_save_file. When a piece fails, the old file stays and status is the piece's. */
bool os_save_pieces(const char *path, const OsPieces *pieces, Status *status);

/* Checks before saving that the folder of path exists; always true for "-". */
bool os_check_folder(const char *path, Status *status);

/* A number that changes whenever the file is written or replaced; 0: there is no file. */
uint64_t os_file_mark(const char *path);

/* The absolute path without links and dots (realpath), on the arena. NULL: no such file, or out of
** memory. */
const char *os_real_path(Arena *arena, const char *path);

/* The target of a symbolic link, on the arena. NULL: path is no link, or out of memory. */
const char *os_link_target(Arena *arena, const char *path);

/* Whether both exist and are the same file, links followed. */
bool os_same_file(const char *a, const char *b);

/* Within one folder; replaces `to` in one step. False without a reason. */
bool os_move_file(const char *from, const char *to);

/* Its parent must exist; a folder that is there already is fine. */
bool os_make_folder(const char *path, Status *status);

/* Removes an empty folder; any other stays. False without a reason. */
bool os_remove_empty_folder(const char *path);

/* The absolute path, on the arena; links and dots within it stay. NULL: out of memory. */
const char *os_absolute_path(Arena *arena, const char *path);

bool os_remove_file(const char *path);

/* Takes an advisory lock (flock) on a folder, against this and other processes, until it is
** unlocked or the process ends. Waits at most most_ms. False: another holder has it. *lock is below
** 0 where no lock is possible: the folder is missing, or its file system has no locks. */
bool os_lock_folder(const char *path, double most_ms, int *lock);
void os_unlock_folder(int lock); /* below 0 is allowed */

/* Removes the temporary files that killed processes left in a folder while they saved. Files of
** running processes stay. */
void os_remove_left_temporaries(const char *folder);

/* Calls visit with the name of each entry, in byte order; false when the folder cannot be read. */
bool os_list_folder(Arena *arena, const char *path, void (*visit)(void *self, const char *name),
                    void *self);

/* $XDG_STATE_HOME/headsup and $XDG_CONFIG_HOME/headsup, created with mode 0700 when missing.
** Relative values of the variables are ignored. NULL: the folder cannot be created. */
const char *os_state_folder(Arena *arena);
const char *os_config_folder(Arena *arena);

/* $HOME, else the home folder of the user database; NULL: neither is an absolute path. */
const char *os_home_folder(void);

/* A copy of the path with the home folder in place of the "~" of "~" and "~/…"; unchanged where
** there is no home folder. NULL: out of memory. */
const char *os_path_from_home(Arena *arena, Str path);

/* $TMPDIR, or /tmp where it is not set. Other users may write there: see the next function. */
const char *os_temporary_folder(void);

/* Creates a new, empty folder in the temporary folder, with an unpredictable name and no access for
** other users. Its path is on the arena; the caller removes it. NULL: it cannot be created. */
const char *os_make_private_folder(Arena *arena, Status *status);

/* Milliseconds of a monotonic clock, from an arbitrary start. */
double os_now_ms(void);

/* Milliseconds of processor time, user and system: of all threads of this process, and of the
** calling thread. */
double os_process_cpu_ms(void);
double os_thread_cpu_ms(void);

/* The largest resident set size so far, in MiB. */
double os_peak_memory_mb(void);

/* Physical cores this process may use, at least 1. Hardware threads of one core count once, since
** they share its multipliers. */
int os_cpu_count(void);

/* 64 unpredictable bits. For keys of hash tables: nothing that is shown or written may
** depend on them. */
uint64_t os_random(void);

int os_process_id(void);

/* Gives the calling thread the lowest scheduling priority from now on. */
void os_give_way(void);

/* Whether a process of this id runs; a zombie does not. */
bool os_process_alive(int process_id);

/* Whether address space is limited, as by ulimit -v: core/linear.h tells what BLAS then needs. */
bool os_memory_is_limited(void);

/* Whether that many bytes of address space could be allocated now. */
bool os_has_room(size_t bytes);

/* Advises the system to use huge pages for untouched memory of many megabytes, which makes the
** first access to it several times faster. */
void os_prefer_large_pages(void *at, size_t bytes);

/* From now on, freed blocks of at least least_bytes go back to the system at once
** (M_MMAP_THRESHOLD), and up to kept_bytes of smaller ones stay for the next (M_TRIM_THRESHOLD).
** May be called while other threads run. */
void os_give_back_blocks(size_t least_bytes, size_t kept_bytes);

/* Restarts this program (exec) with the environment variable set; returns when it is set already,
** or when exec fails. */
void os_restart_with(const char *name, const char *value, char *const *argv);

/* What a command of the system writes within limit_ms, up to bytes_most; it is ended after that.
** False: it cannot be started, takes longer or fails. Its input and errors are /dev/null. */
bool os_read_command(Arena *arena, char *const *argv, size_t bytes_most, double limit_ms,
                     Str *written);

/* A program that reads what is written to it. */
typedef struct OsPipe {
  int descriptor, process_id;
} OsPipe;

/* Whether a folder of $PATH has such a program. */
bool os_finds_command(const char *name);
/* Starts the program; its output and errors are /dev/null. False: it cannot be started. */
bool os_pipe_open(const char *const *argv, OsPipe *pipe);
/* Waits while the program has no room. False: it has ended. */
bool os_pipe_write(const OsPipe *pipe, const void *bytes, size_t count);
/* Ends its input and waits for it. False: it failed. */
bool os_pipe_close(const OsPipe *pipe);
void os_pipe_kill(const OsPipe *pipe); /* instead of closing */
/* Ends its input and waits at most so long. True: it has ended, and is closed; *well says whether
** without an error. False: it runs on, and is closed or killed later. */
bool os_pipe_ended(OsPipe *pipe, double most_ms, bool *well);

/* Returns work(self). Where the main thread's stack is very small (ulimit -s), work runs on a
** thread with a larger one, and threads that libraries start get that size too. */
int os_call_with_stack(int (*work)(void *self), void *self);

#endif
