/* Memory runs out while a figure is made: any allocation fails, the program's own or one of its
** libraries. What was there stays, or the figure is there whole; there is never a part of one.
**
** Each failure is tried in a child process of its own, which begins with session and fonts as they
** stand. A library may fall by itself (docs/bad-inputs.md); the program's own code may not. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"
#include "export/export.h"
#include "support/failing_memory.h"
#include "support/folder.h"
#include "support/occurrences.h"

enum { FRAMES_MOST = 64, EXIT_DONE = 0, EXIT_REFUSED = 1, EXIT_OURS_FELL = 70, EXIT_LIBRARY_FELL };

static Folder folder;
static Session *session;
static Fonts *fonts;
static Status status;

static int set_up(void **state) {
  (void)state;
  void *frames[1];
  SessionOptions options = {.model = "hand-made", .sentence = STR("the cat 猫")};
  backtrace(frames, 1); /* the first call loads a library */
  folder = folder_make();
  return session_make(&options, &session, &status) &&
                 session_do(session, "stage weights; motion off", &status) &&
                 fonts_open(&fonts, &status)
             ? 0
             : -1;
}

static int tear_down(void **state) {
  (void)state;
  fonts_close(fonts);
  session_free(session);
  folder_remove(&folder);
  return 0;
}

/* ---- who fell? ---- */

static bool is_of_libc(const Dl_info *info) {
  Dl_info libc;
  return dladdr((void *)(uintptr_t)&strlen, &libc) && libc.dli_fbase == info->dli_fbase;
}

/* The innermost function outside the C library: strlen(NULL) is the fault of its caller. Frame 0 is
** this handler, 1 that of the signal. */
static void on_crash(int number) {
  void *frames[FRAMES_MOST];
  Dl_info own, info;
  (void)number;
  failing_memory_at(0, false);
  int count = backtrace(frames, FRAMES_MOST);
  bool is_ours = true;
  dladdr((void *)(uintptr_t)&on_crash, &own);
  for (int i = 2; i < count; i++) {
    if (!dladdr(frames[i], &info) || is_of_libc(&info)) continue;
    is_ours = info.dli_fbase == own.dli_fbase;
    break;
  }
  _exit(is_ours ? EXIT_OURS_FELL : EXIT_LIBRARY_FELL);
}

static void watch_for_crashes(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) signal(numbers[i], on_crash);
}

/* ---- one failure ---- */

typedef struct Try {
  const char *name; /* of the file, whose ending is its format */
  bool opens_fonts; /* in the child, so that fontconfig fails too */
  long nth;         /* 0: nothing fails */
  bool and_all_after;
} Try;

static bool export_one(const Try *it, Fonts *with) {
  bool is_page = str_ends(str_from(it->name), ".html");
  ExportRequest request = {.out = folder_file(&folder, it->name),
                           .view = is_page ? EXPORT_PAGE : EXPORT_HEATMAP};
  failing_memory_at(it->nth, it->and_all_after);
  bool done =
      (with || fonts_open(&with, &status)) && export_run(session, with, &request, NULL, &status);
  return done;
}

/* The child's exit code; *count becomes how many allocations it asked for. */
static int run(const Try *it, long *count) {
  long *shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(shared != MAP_FAILED);
  pid_t child = fork();
  if (child == 0) {
    watch_for_crashes();
    close(STDERR_FILENO); /* fontconfig prints messages of its own */
    bool done = export_one(it, it->opens_fonts ? NULL : fonts);
    *shared = failing_memory_count();
    _exit(done ? EXIT_DONE : EXIT_REFUSED);
  }
  int how;
  assert_int_equal(waitpid(child, &how, 0), child);
  if (count) *count = *shared;
  munmap(shared, sizeof *shared);
  assert_true(WIFEXITED(how));
  return WEXITSTATUS(how);
}

static void count_name(void *self, const char *name) {
  (void)name;
  ++*(int *)self;
}

static int files_there(void) {
  int count = 0;
  os_list_folder(folder.arena, folder.path, count_name, &count);
  return count;
}

static bool is_whole(const char *name, Str file) {
  if (str_ends(str_from(name), ".pdf")) return str_ends(file, "%%EOF\n");
  if (str_ends(str_from(name), ".html")) return str_ends(file, "</html>\n");
  if (str_ends(str_from(name), ".svg")) return str_ends(file, "</svg>\n");
  return str_ends(file, "IEND\xAE\x42\x60\x82");
}

/* For a PDF: every font is embedded, every object exists. Which glyphs cairo writes in
** which way may differ. */
static bool has_all_parts(Str pdf, Str right) {
  static const char *const parts[] = {"/FontFile", "/ToUnicode", " 0 obj\n",
                                      "endobj\n",  "/Title",     "/Creator"};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    if (occurrences(pdf, parts[i]) != occurrences(right, parts[i])) return false;
  return true;
}

static bool is_same(const char *name, Str now, Str right) {
  return str_ends(str_from(name), ".pdf") ? has_all_parts(now, right) : str_equal(now, right);
}

/* A library without memory may use another font without saying so: the picture must be the same
** only if the fonts are open already. */
static void check(const Try *it, Str right) {
  folder_write(&folder, it->name, STR("as it was"));
  int code = run(it, NULL);
  ArenaMark mark = arena_mark(folder.arena);
  Str now = folder_read(&folder, it->name);
  if (code == EXIT_OURS_FELL) fail_msg("%s fell at allocation %ld", it->name, it->nth);
  bool right_end = code == EXIT_DONE ? is_whole(it->name, now) : str_is(now, "as it was");
  bool same = code != EXIT_DONE || it->opens_fonts || is_same(it->name, now, right);
  if (!right_end || !same)
    fail_msg("%s, allocation %ld: exit %d and %zu bytes", it->name, it->nth, code, now.bytes);
  assert_int_equal(files_there(), 1);
  arena_rewind(folder.arena, mark);
}

/* The first run has no failure: it counts, and returns the expected figure. */
static void fail_every(Try it, long step) {
  long count;
  assert_int_equal(run(&it, &count), EXIT_DONE);
  Str right = folder_read(&folder, it.name);
  assert_true(is_whole(it.name, right) && count > 10);
  for (int after = 0; after < 2; after++)
    for (it.nth = 1; it.nth <= count; it.nth += step) {
      it.and_all_after = after;
      check(&it, right);
    }
  unlink(folder_file(&folder, it.name));
}

/* The fonts a figure needs are opened by the first one. */
static void warm(const char *name) {
  assert_true(export_one(&(Try){.name = name}, fonts));
  unlink(folder_file(&folder, name));
}

static void a_png_is_whole_or_the_old_one(void **state) {
  (void)state;
  warm("a.png");
  fail_every((Try){.name = "a.png"}, 1);
}

static void an_svg_is_whole_or_the_old_one(void **state) {
  (void)state;
  warm("a.svg");
  fail_every((Try){.name = "a.svg"}, 1);
}

/* cairo forgets some of its own errors and ends the file as if it were complete. */
static void a_pdf_is_whole_or_the_old_one(void **state) {
  (void)state;
  warm("a.pdf");
  fail_every((Try){.name = "a.pdf"}, 29);
}

static void a_page_is_whole_or_the_old_one(void **state) {
  (void)state;
  warm("a.html");
  fail_every((Try){.name = "a.html"}, 97);
}

static void while_fonts_are_opened_no_part_of_a_file_is_left(void **state) {
  (void)state;
  fail_every((Try){.name = "a.pdf", .opens_fonts = true}, 701);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_png_is_whole_or_the_old_one),
      cmocka_unit_test(an_svg_is_whole_or_the_old_one),
      cmocka_unit_test(a_pdf_is_whole_or_the_old_one),
      cmocka_unit_test(a_page_is_whole_or_the_old_one),
      cmocka_unit_test(while_fonts_are_opened_no_part_of_a_file_is_left),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
