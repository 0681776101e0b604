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

/* What stands at a path; devices, pipes and sockets are OTHER. */
typedef enum OsKind { OS_MISSING, OS_FILE, OS_FOLDER, OS_OTHER } OsKind;

/* Of what the path leads to, links followed. It may be another thing a moment later. */
OsKind os_kind(const char *path);

/* The whole of a regular file into *bytes, on the arena, with a 0 behind it that does not count.
** False: it is missing, unreadable, no regular file, or larger than limit_bytes; the sentence
** names path. */
bool os_read_file(Arena *arena, const char *path, size_t limit_bytes, Str *bytes, Status *status);

/* A regular file kept open, to be read in parts; its size when it was opened. */
typedef struct OsFile {
  int descriptor;
  uint64_t bytes;
  uint64_t device, number; /* together they tell the file from all others, whatever its name */
} OsFile;

/* Whether a file is there and has more bytes than that. */
bool os_is_larger(const char *path, size_t bytes);

/* Opens a regular file to be read in parts; it is the caller's to close. False: as above. */
bool os_open_file(const char *path, OsFile *file, Status *status);

/* False when there are not so many bytes at that place (any more), or reading fails. */
bool os_read_at(OsFile file, uint64_t place, void *to, size_t count);
void os_close_file(OsFile file);

/* All of standard input, to its end: it waits for whoever writes. */
bool os_read_stdin(Arena *arena, size_t limit_bytes, Str *bytes, Status *status);

/* Whoever read standard output has gone: head had enough. Nobody is there to be told. */
bool os_reader_is_gone(void);

/* Saved as the header says; path is kept or replaced whole. "-" is standard output; where its
** reader has gone there is no sentence. Waits for the disk. False: the old file is as it was, and
** the sentence says so. */
bool os_save_file(const char *path, const void *bytes, size_t count, Status *status);

/* The same without waiting for the disk: survives the end of the process, not of the power. */
bool os_save_draft(const char *path, const void *bytes, size_t count, Status *status);

/* For what is too large to be in memory whole. */
typedef struct OsPieces {
  bool (*next)(void *self, Str *piece, Status *status); /* no bytes: the end */
  void *self;
} OsPieces;

/* Saved like any file: when a piece cannot be had, the old file stays and status is the piece's. */
bool os_save_pieces(const char *path, const OsPieces *pieces, Status *status);

/* Before saving: the folder of path must be there. "-" is in every folder. */
bool os_check_folder(const char *path, Status *status);

/* Another number whenever the file was written or replaced; 0: there is none. */
uint64_t os_file_mark(const char *path);

/* The path from the root without links and dots, on the arena. NULL: nothing is there, or no
** memory. */
const char *os_real_path(Arena *arena, const char *path);

/* What a symbolic link says, on the arena. NULL: the path is none, or no memory. */
const char *os_link_target(Arena *arena, const char *path);

/* Whether both are there and the same file, links followed. */
bool os_same_file(const char *a, const char *b);

/* Within one folder; replaces `to` in one step. False without a reason. */
bool os_move_file(const char *from, const char *to);

/* Its parent must exist; a folder that is there already is fine. */
bool os_make_folder(const char *path, Status *status);

/* Removes a folder that holds nothing; any other stays. False without a reason. */
bool os_remove_empty_folder(const char *path);

/* The path from the root, on the arena; links and dots within stay. NULL: no memory. */
const char *os_absolute_path(Arena *arena, const char *path);

bool os_remove_file(const char *path);

/* Keeps others that ask for it out of a folder, in this process and in others, until it is given
** back or the process ends. Waits at most so long; false: somebody else has it. *lock is below 0
** where none can be had: the folder is missing, or its file system knows none. */
bool os_lock_folder(const char *path, double most_ms, int *lock);
void os_unlock_folder(int lock); /* below 0 is allowed */

/* What processes killed while they saved left in a folder. Those that still run keep theirs. */
void os_remove_left_temporaries(const char *folder);

/* Calls visit with the name of each entry, in byte order; false when the folder cannot be read. */
bool os_list_folder(Arena *arena, const char *path, void (*visit)(void *self, const char *name),
                    void *self);

/* $XDG_STATE_HOME/headsup and $XDG_CONFIG_HOME/headsup, made with mode 0700 when missing. Relative
** values of the variables are ignored. NULL when there is no place to write. */
const char *os_state_folder(Arena *arena);
const char *os_config_folder(Arena *arena);

/* $HOME, or what the system knows; NULL: neither is a path from the root. */
const char *os_home_folder(void);

/* $TMPDIR, or /tmp where it is not set. Others may write there: see the next one. */
const char *os_temporary_folder(void);

/* A new, empty folder in it that no other user can read or write, under a name nobody could know
** before. Its path is on the arena; whoever asked for it removes it. NULL: it cannot be made. */
const char *os_make_private_folder(Arena *arena, Status *status);

/* Milliseconds of a clock that never goes back, from a beginning that means nothing. */
double os_now_ms(void);

/* Milliseconds of processor time of this process, all threads, user and system. */
double os_process_cpu_ms(void);
/* The same of the thread that asks. */
double os_thread_cpu_ms(void);

/* The largest resident size so far, in 2^20 bytes. */
double os_peak_memory_mb(void);

/* Physical processors this process may use, at least 1: two threads of one core share what
** multiplies. */
int os_cpu_count(void);

/* 64 bits that nobody can foretell, others each time. For keys of hash tables: nothing that is
** shown or written may depend on them. */
uint64_t os_random(void);

int os_process_id(void);

/* From now on the calling thread gives way to every other that wants to run. */
void os_give_way(void);

/* Whether a process of this number runs; a killed one that nobody has waited for yet does not. */
bool os_process_alive(int process_id);

/* Whether address space is limited, as by ulimit -v: core/linear.h tells what BLAS then needs. */
bool os_memory_is_limited(void);

/* Whether so many bytes of address space could be taken just now. */
bool os_has_room(size_t bytes);

/* Of untouched memory of many megabytes: it then comes in fewer, larger pages where the system can,
** so touching it first, and finding it later, is several times quicker. */
void os_prefer_large_pages(void *at, size_t bytes);

/* Blocks of at least so many bytes that are taken from now on go back to the system when they are
** freed. May be called while other threads run. */
void os_give_back_blocks(size_t least_bytes);

/* Runs this program afresh with the variable set; returns when it is set already, or cannot. */
void os_restart_with(const char *name, const char *value, char *const *argv);

/* work(self), on a thread with room of its own where the first thread's stack is very small
** (ulimit -s); threads that libraries start get as much. What work returned. */
int os_call_with_stack(int (*work)(void *self), void *self);

#endif
