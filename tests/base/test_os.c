/* Files: what is refused, what a failed save leaves behind, links, limits, folders of the user. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"
#include "support/sanitized.h"

typedef struct Place {
  Arena *arena;
  char folder[64];
} Place;

static const char *in(const Place *place, const char *name) {
  return str_format(place->arena, "%s/%s", place->folder, name);
}

static int set_up(void **state) {
  Place *place = calloc(1, sizeof *place);
  if (!place) return -1;
  place->arena = arena_make(0);
  strcpy(place->folder, "/tmp/headsup-test-XXXXXX");
  *state = place;
  return place->arena && mkdtemp(place->folder) ? 0 : -1;
}

static void remove_entry(void *self, const char *name) {
  const Place *place = self;
  const char *path = in(place, name);
  if (unlink(path) != 0) (void)rmdir(path);
}

static int tear_down(void **state) {
  Place *place = *state;
  (void)chmod(place->folder, 0700);
  (void)os_list_folder(place->arena, place->folder, remove_entry, place);
  (void)rmdir(place->folder);
  arena_free(place->arena);
  free(place);
  return 0;
}

static void write_text(const char *path, const char *text) {
  Status status = {0};
  if (!os_save_file(path, text, strlen(text), &status)) fail_msg("%s", status.sentence);
}

static void assert_text(const Place *place, const char *path, const char *text) {
  Str bytes;
  Status status = {0};
  if (!os_read_file(place->arena, path, 1 << 20, &bytes, &status)) fail_msg("%s", status.sentence);
  assert_true(str_is(bytes, text) && bytes.at[bytes.bytes] == 0);
}

static void count_entry(void *self, const char *name) {
  (void)name;
  ++*(int *)self;
}

static int entries(const Place *place) {
  int count = 0;
  assert_true(os_list_folder(place->arena, place->folder, count_entry, &count));
  return count;
}

static void assert_not_read(const Place *place, const char *path, const char *why) {
  Str bytes;
  Status status = {0};
  double start_ms = os_now_ms(), start_cpu_ms = os_process_cpu_ms();
  assert_false(os_read_file(place->arena, path, 1 << 20, &bytes, &status));
  assert_true(os_process_cpu_ms() - start_cpu_ms < 500.0);
  assert_true(os_now_ms() - start_ms < 10000.0); /* it waits for nobody */
  if (!strstr(status.sentence, path) || !strstr(status.sentence, why))
    fail_msg("sentence: %s", status.sentence);
}

/* bad-inputs: a folder, a pipe, a socket, a device, a dangling link are refused at once. */
static void only_files_are_read(void **state) {
  const Place *place = *state;
  assert_not_read(place, place->folder, "folder");
  assert_int_equal(mkfifo(in(place, "pipe"), 0600), 0);
  assert_not_read(place, in(place, "pipe"), "pipe");
  assert_not_read(place, "/dev/zero", "device");
  assert_int_equal(symlink("nowhere", in(place, "dangling")), 0);
  assert_not_read(place, in(place, "dangling"), "No such file");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", place->folder);
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert_int_equal(bind(listener, (const struct sockaddr *)&address, sizeof address), 0);
  assert_not_read(place, in(place, "socket"), "socket");
  close(listener);
  assert_int_equal(os_kind(in(place, "socket")), OS_OTHER);
  assert_int_equal(os_kind(in(place, "dangling")), OS_MISSING);
  assert_int_equal(os_kind(place->folder), OS_FOLDER);
}

static void the_limit_holds(void **state) {
  const Place *place = *state;
  const char *path = in(place, "ten");
  Str bytes;
  Status status = {0};
  write_text(path, "0123456789");
  assert_true(os_read_file(place->arena, path, 10, &bytes, &status) && bytes.bytes == 10);
  assert_false(os_read_file(place->arena, path, 9, &bytes, &status));
  assert_non_null(strstr(status.sentence, "9 bytes"));
  assert_true(os_read_file(place->arena, "/proc/self/status", 1 << 20, &bytes, &status));
  assert_true(bytes.bytes > 100); /* the system says its size is 0 */
  assert_false(os_read_file(place->arena, "/proc/self/status", 50, &bytes, &status));
  write_text(path, "");
  assert_true(os_read_file(place->arena, path, 0, &bytes, &status) && bytes.bytes == 0);
}

static void saving_replaces_and_keeps_the_rights(void **state) {
  const Place *place = *state;
  const char *path = in(place, "file");
  struct stat info;
  write_text(path, "old");
  assert_int_equal(chmod(path, 0640), 0);
  write_text(path, "new");
  assert_text(place, path, "new");
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 07777, 0640);
  assert_int_equal(entries(place), 1);
}

/* setuid and setgid are not kept when a file is replaced. */
static void saving_drops_the_rights_of_others_to_run_as_the_owner(void **state) {
  const Place *place = *state;
  const char *path = in(place, "file");
  struct stat info;
  write_text(path, "old");
  assert_int_equal(chmod(path, 07755), 0);
  assert_true(os_save_file(path, "new", 3, NULL));
  assert_text(place, path, "new");
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 07777, 01755);
}

static bool is_link(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

static void a_link_stays_and_its_target_is_replaced(void **state) {
  const Place *place = *state;
  write_text(in(place, "target"), "old");
  assert_int_equal(symlink("target", in(place, "middle")), 0);
  assert_int_equal(symlink(in(place, "middle"), in(place, "link")), 0);
  write_text(in(place, "link"), "new");
  assert_true(is_link(in(place, "link")) && is_link(in(place, "middle")));
  assert_false(is_link(in(place, "target")));
  assert_text(place, in(place, "target"), "new");
  assert_int_equal(symlink("made", in(place, "dangling")), 0);
  write_text(in(place, "dangling"), "made");
  assert_text(place, in(place, "made"), "made");
  Status status = {0};
  assert_int_equal(symlink("loop", in(place, "loop")), 0);
  assert_false(os_save_file(in(place, "loop"), "x", 1, &status));
  assert_int_equal(entries(place), 6);
}

static void assert_not_saved(const char *path, const char *why) {
  Status status = {0};
  assert_false(os_save_file(path, "new", 3, &status));
  assert_int_equal(status.kind, STATUS_COULD_NOT);
  if (!strstr(status.sentence, why)) fail_msg("sentence: %s", status.sentence);
}

static void impossible_targets_are_named(void **state) {
  const Place *place = *state;
  char far[5000];
  assert_not_saved("/dev/full", "No space left");
  assert_not_saved(place->folder, "folder");
  assert_not_saved(in(place, "missing/file"), "No such file");
  assert_not_saved("", "No such file");
  memset(far, 'a', sizeof far - 1);
  far[sizeof far - 1] = 0;
  assert_not_saved(far, "too long");
  far[300] = 0;
  assert_not_saved(in(place, far), "too long");
  assert_int_equal(mkfifo(in(place, "pipe"), 0600), 0);
  assert_not_saved(in(place, "pipe"), "no program reads from it"); /* not waited for */
  assert_true(os_save_file("/dev/null", "x", 1, NULL));
  assert_int_equal(os_kind("/dev/null"), OS_OTHER); /* written through, not replaced */
  assert_int_equal(entries(place), 1);
}

/* Runs check in a child process without root rights; it must return 0. */
static void in_child(const Place *place, int (*check)(const Place *place)) {
  int result = 0;
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(99);
    _exit(check(place));
  }
  assert_int_equal(waitpid(child, &result, 0), child);
  assert_true(WIFEXITED(result));
  assert_int_equal(WEXITSTATUS(result), 0);
}

static bool refused(const char *path, const char *why) {
  Status status = {0};
  if (os_save_file(path, "new", 3, &status)) return false;
  return strstr(status.sentence, why) && strstr(status.sentence, "another place");
}

static int saves_in_closed_folder(const Place *place) {
  if (!refused(in(place, "new"), "Permission denied")) return 1;
  return refused(in(place, "old"), "Permission denied") ? 0 : 2;
}

static int saves_over_closed_file(const Place *place) {
  return refused(in(place, "old"), "Permission denied") ? 0 : 1;
}

static void rights_are_respected(void **state) {
  const Place *place = *state;
  write_text(in(place, "old"), "old");
  assert_int_equal(chmod(place->folder, 0555), 0);
  in_child(place, saves_in_closed_folder);
  assert_int_equal(chmod(place->folder, 0777), 0);
  assert_int_equal(chmod(in(place, "old"), 0444), 0);
  in_child(place, saves_over_closed_file);
  assert_text(place, in(place, "old"), "old");
  assert_int_equal(entries(place), 1);
}

/* A file size limit acts like a full disk: the signal is blocked, the old file stays. */
static int saves_beyond_a_limit(const Place *place) {
  static char large[100000];
  const struct rlimit limit = {5000, 5000};
  if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 3;
  Status status = {0};
  if (os_save_file(in(place, "old"), large, sizeof large, &status)) return 1;
  if (!strstr(status.sentence, "too large")) return 2;
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, SIGXFSZ) ? 4 : 0;
}

static void a_full_disk_leaves_the_old_file(void **state) {
  const Place *place = *state;
  assert_int_equal(chmod(place->folder, 0777), 0);
  write_text(in(place, "old"), "old");
  assert_int_equal(chmod(in(place, "old"), 0666), 0);
  in_child(place, saves_beyond_a_limit);
  assert_text(place, in(place, "old"), "old");
  assert_int_equal(entries(place), 1);
}

/* A closed pipe gives a sentence, not a signal. */
static int writes_to_nobody(const Place *place) {
  (void)place;
  int ends[2];
  if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0) return 3;
  close(ends[0]);
  Status status = {0};
  if (os_save_file("-", "text", 4, &status)) return 1;
  return status.kind == STATUS_COULD_NOT && !*status.sentence ? 0 : 2;
}

static void a_broken_pipe_fails_without_a_sentence(void **state) {
  in_child(*state, writes_to_nobody);
}

static int reads_standard_input(const Place *place) {
  int ends[2];
  if (pipe(ends) != 0 || dup2(ends[0], STDIN_FILENO) < 0) return 3;
  if (write(ends[1], "hello", 5) != 5) return 4;
  close(ends[1]);
  Str bytes;
  if (!os_read_stdin(place->arena, 5, &bytes, NULL) || !str_is(bytes, "hello")) return 1;
  Status status = {0};
  int folder = open("/", O_RDONLY);
  if (dup2(folder, STDIN_FILENO) < 0) return 5;
  return os_read_stdin(place->arena, 5, &bytes, &status) ? 2 : 0;
}

static void standard_input_is_read(void **state) { in_child(*state, reads_standard_input); }

static void without_memory_reading_fails_with_a_sentence(void **state) {
  const Place *place = *state;
  Str bytes;
  write_text(in(place, "file"), "text");
  Arena *small = arena_make(64);
  const char *path = in(place, "file");
  Status status = {0};
  assert_non_null(arena_take(small, 1, 64));
  arena_fail_at(1);
  bool done = os_read_file(small, path, 100, &bytes, &status);
  arena_fail_at(0);
  assert_false(done);
  assert_non_null(strstr(status.sentence, "memory"));
  arena_free(small);
}

static void join_name(void *self, const char *name) { strcat(strcat((char *)self, name), " "); }

static void folders_are_listed_in_byte_order(void **state) {
  const Place *place = *state;
  char joined[100] = "";
  const char *names[] = {"b", "a", "B", ".hidden", "10", "9"};
  for (int i = 0; i < 6; i++) write_text(in(place, names[i]), "");
  assert_true(os_list_folder(place->arena, place->folder, join_name, joined));
  assert_string_equal(joined, ".hidden 10 9 B a b ");
  assert_false(os_list_folder(place->arena, in(place, "none"), join_name, joined));
  assert_true(os_make_folder(in(place, "sub"), NULL) && os_make_folder(in(place, "sub"), NULL));
  assert_false(os_make_folder(in(place, "a"), NULL)); /* a file is in the way */
  assert_true(os_remove_file(in(place, "a")) && !os_remove_file(in(place, "a")));
}

static int finds_user_folders(const Place *place) {
  const char *home = in(place, "home"), *state_home = in(place, "state");
  struct stat info;
  setenv("HOME", home, 1);
  setenv("XDG_STATE_HOME", state_home, 1);
  setenv("XDG_CONFIG_HOME", "relative", 1);
  const char *found = os_state_folder(place->arena);
  if (!found || strcmp(found, in(place, "state/headsup")) != 0) return 1;
  if (stat(found, &info) != 0 || (info.st_mode & 0777) != 0700) return 2;
  found = os_config_folder(place->arena);
  if (!found || strcmp(found, in(place, "home/.config/headsup")) != 0) return 3;
  const char *below = os_path_from_home(place->arena, STR("~/a b"));
  if (!below || strcmp(below, in(place, "home/a b")) != 0) return 6;
  below = os_path_from_home(place->arena, STR("~ada/x"));
  if (!below || strcmp(below, "~ada/x") != 0) return 7;
  setenv("XDG_STATE_HOME", "/dev/null/x", 1);
  if (os_state_folder(place->arena)) return 4;
  rmdir(found);
  rmdir(in(place, "home/.config"));
  rmdir(in(place, "state/headsup"));
  return rmdir(home) == 0 && rmdir(state_home) == 0 ? 0 : 5;
}

static void user_folders_follow_xdg(void **state) {
  const Place *place = *state;
  assert_int_equal(chmod(place->folder, 0777), 0);
  in_child(place, finds_user_folders);
}

static void a_private_folder_is_new_and_nobody_elses(void **state) {
  const Place *place = *state;
  Status status = {STATUS_OK, ""};
  struct stat info;
  const char *before = getenv("TMPDIR"),
             *kept = before ? str_copy(place->arena, str_from(before)) : NULL;
  setenv("TMPDIR", place->folder, 1);
  const char *first = os_make_private_folder(place->arena, &status);
  const char *second = os_make_private_folder(place->arena, &status);
  assert_true(first && second && strcmp(first, second) != 0);
  assert_true(str_starts(str_from(first), place->folder));
  assert_int_equal(stat(first, &info), 0);
  assert_true(S_ISDIR(info.st_mode));
  assert_int_equal(info.st_mode & 07777, 0700);
  assert_true(os_remove_empty_folder(first) && os_remove_empty_folder(second));
  setenv("TMPDIR", in(place, "missing"), 1);
  assert_null(os_make_private_folder(place->arena, &status));
  assert_non_null(strstr(status.sentence, "missing"));
  if (kept) setenv("TMPDIR", kept, 1);
  else unsetenv("TMPDIR");
}

static void the_system_is_asked_sensibly(void **state) {
  (void)state;
  double start_ms = os_now_ms(), cpu_ms = os_process_cpu_ms();
  while (os_now_ms() - start_ms < 5.0) continue;
  assert_true(os_process_cpu_ms() > cpu_ms && os_peak_memory_mb() > 1.0);
  assert_true(os_cpu_count() >= 1 && os_cpu_count() <= sysconf(_SC_NPROCESSORS_CONF));
  assert_true(os_process_alive(os_process_id()) && !os_process_alive(-1));
  assert_false(os_process_alive(0));
}

/* A zombie process still has its number, but counts as ended. */
static void a_killed_process_is_not_alive(void **state) {
  (void)state;
  siginfo_t info;
  pid_t child = fork();
  if (child == 0)
    for (;;) pause();
  assert_true(os_process_alive(child));
  assert_int_equal(kill(child, SIGKILL), 0);
  assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
  assert_int_equal(kill(child, 0), 0);
  assert_false(os_process_alive(child));
  waitpid(child, NULL, 0);
}

static int ended_child(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  assert_int_equal(waitpid(child, NULL, 0), child);
  return (int)child;
}

/* Temporary files of processes that have ended are removed, and no other files. */
static void what_killed_savings_left_is_removed(void **state) {
  const Place *place = *state;
  int gone = ended_child(), count = 0;
  const char *const names[] = {
      str_format(place->arena, ".headsup-%d-0.tmp", gone),
      str_format(place->arena, ".headsup-%d-12.tmp", gone),
      str_format(place->arena, ".headsup-%d-0.tmp", os_process_id()), /* from here on they stay */
      str_format(place->arena, ".headsup-%d-0.tmp.txt", gone),
      str_format(place->arena, "headsup-%d-0.tmp", gone),
      ".headsup-0-0.tmp"};
  enum { NAMES = sizeof names / sizeof names[0], LEFT = 2 };
  for (int i = 0; i < NAMES; i++) assert_true(os_save_file(in(place, names[i]), "x", 1, NULL));
  os_remove_left_temporaries(place->folder);
  for (int i = 0; i < NAMES; i++)
    assert_int_equal(os_kind(in(place, names[i])), i < LEFT ? OS_MISSING : OS_FILE);
  assert_true(os_list_folder(place->arena, place->folder, count_entry, &count));
  assert_int_equal(count, NAMES - LEFT);
  os_remove_left_temporaries(in(place, "none"));
}

/* A folder that is missing is named before anything is saved; a mark changes when the file does. */
static void a_place_is_known(void **state) {
  const Place *place = *state;
  Status status = {0};
  const char *path = in(place, "marked"), *lost = in(place, "lost/x");
  assert_true(os_check_folder(path, &status) && os_check_folder("x", &status));
  assert_true(os_check_folder("-", &status) && os_check_folder("/x", &status));
  assert_false(os_check_folder(lost, &status));
  assert_non_null(strstr(status.sentence, "there is no folder"));
  assert_null(strstr(status.sentence, "lost/x"));
  assert_int_equal(os_file_mark(path), 0);
  assert_true(os_save_file(path, "a", 1, NULL));
  uint64_t first = os_file_mark(path);
  assert_true(first != 0 && first == os_file_mark(path));
  assert_true(os_save_file(path, "b", 1, NULL)); /* as long, and perhaps in the same second */
  assert_true(os_file_mark(path) != first);
}

/* The sentence says that the old file is unchanged only if there is one. */
static void only_an_old_file_is_as_it_was(void **state) {
  const Place *place = *state;
  Status status = {0};
  assert_false(os_save_file(in(place, "lost/x"), "a", 1, &status));
  assert_null(strstr(status.sentence, "as it was"));
  assert_non_null(strstr(status.sentence, "Try another place."));
}

static void a_folder_is_locked_by_one_at_a_time(void **state) {
  const Place *place = *state;
  int lock, other, status;
  assert_true(os_lock_folder(place->folder, 0, &lock));
  assert_true(lock >= 0);
  assert_false(os_lock_folder(place->folder, 0, &other));
  assert_false(os_lock_folder(place->folder, 20, &other));
  os_unlock_folder(lock);
  pid_t child = fork();
  if (child == 0) _exit(os_lock_folder(place->folder, 0, &other) && other >= 0 ? 0 : 1);
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  assert_true(os_lock_folder(place->folder, 0, &lock)); /* it went with the process */
  assert_true(lock >= 0);
  os_unlock_folder(lock);
  assert_true(os_lock_folder(in(place, "missing"), 0, &lock));
  assert_true(lock < 0);
  os_unlock_folder(lock);
}

/* Random bits differ each time: two draws are equal once in 2^64. */
static void random_bits_are_others_each_time(void **state) {
  (void)state;
  assert_true(os_random() != os_random());
}

/* Takes, writes and frees what a frame does, in blocks below the size that goes back at once. */
static long faults_of_a_frame(void) {
  enum { BLOCKS = 40, BYTES = 100 << 10 };
  struct rusage before, after;
  void *blocks[BLOCKS];
  getrusage(RUSAGE_SELF, &before);
  for (int i = 0; i < BLOCKS; i++) {
    blocks[i] = malloc(BYTES);
    assert_non_null(blocks[i]);
    memset(blocks[i], i, BYTES);
  }
  for (int i = BLOCKS - 1; i >= 0; i--) free(blocks[i]);
  getrusage(RUSAGE_SELF, &after);
  return after.ru_minflt - before.ru_minflt;
}

/* 4 MB are a thousand pages, each of which the system would have to find and clear again. */
static void small_blocks_stay_for_the_next_frame(void **state) {
  (void)state;
  os_give_back_blocks(512 << 10, 16 << 20);
  faults_of_a_frame();
  long faults = faults_of_a_frame();
  if (!SANITIZED) assert_true(faults < 100); /* sanitizers have another malloc */
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      T(only_files_are_read),
      T(the_limit_holds),
      T(saving_replaces_and_keeps_the_rights),
      T(saving_drops_the_rights_of_others_to_run_as_the_owner),
      T(a_link_stays_and_its_target_is_replaced),
      T(impossible_targets_are_named),
      T(rights_are_respected),
      T(a_full_disk_leaves_the_old_file),
      T(a_broken_pipe_fails_without_a_sentence),
      T(standard_input_is_read),
      T(without_memory_reading_fails_with_a_sentence),
      T(folders_are_listed_in_byte_order),
      T(user_folders_follow_xdg),
      T(a_private_folder_is_new_and_nobody_elses),
      T(the_system_is_asked_sensibly),
      T(a_killed_process_is_not_alive),
      T(what_killed_savings_left_is_removed),
      T(a_place_is_known),
      T(only_an_old_file_is_as_it_was),
      T(a_folder_is_locked_by_one_at_a_time),
      T(random_bits_are_others_each_time),
      T(small_blocks_stay_for_the_next_frame),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
