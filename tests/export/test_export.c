/* Export: which files, under which names, where they are written, and that
** their colours are right. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <png.h>

#include "base/os.h"
#include "export/export.h"
#include "files/safetensors.h"
#include "scene/figure.h"
#include "support/common_stages.h"

static char folder[64];
static Arena *arena;
static Fonts *fonts;
static Session *session;
static Status status;

static const char *in(const char *name) { return str_format(arena, "%s/%s", folder, name); }

static int set_up(void **state) {
  (void)state;
  strcpy(folder, "/tmp/headsup-export-XXXXXX");
  arena = arena_make(0);
  return mkdtemp(folder) && arena && fonts_open(&fonts, &status) ? 0 : -1;
}

static void remove_below(void *self, const char *name) {
  const char *path = str_format(arena, "%s/%s", (const char *)self, name);
  if (os_kind(path) == OS_FOLDER) {
    os_list_folder(arena, path, remove_below, (void *)path);
    rmdir(path);
  } else unlink(path);
}

static int tear_down(void **state) {
  (void)state;
  rmdir(folder);
  fonts_close(fonts);
  arena_free(arena);
  return 0;
}

static int begin(void **state) {
  (void)state;
  SessionOptions options = {.model = "hand-made", .sentence = STR("the cat sat on the mat")};
  return session_make(&options, &session, &status) &&
                 session_do(session, "stage weights; motion off", &status)
             ? 0
             : -1;
}

static int end(void **state) {
  (void)state;
  session_free(session);
  os_list_folder(arena, folder, remove_below, folder);
  return 0;
}

static void count_name(void *self, const char *name) {
  (void)name;
  ++*(int *)self;
}

static int files_in(const char *path) {
  int count = 0;
  os_list_folder(arena, path, count_name, &count);
  return count;
}

static int written(ExportRequest request) {
  int count = 0;
  if (!export_run(session, fonts, &request, &count, &status)) fail_msg("%s", status.sentence);
  return count;
}

static void refused(ExportRequest request, const char *part) {
  int before = files_in(folder);
  status = (Status){0};
  assert_false(export_run(session, fonts, &request, NULL, &status));
  if (!strstr(status.sentence, part)) fail_msg("“%s” lacks %s", status.sentence, part);
  assert_int_equal(files_in(folder), before);
}

static Str bytes_of(const char *path) {
  Str bytes;
  if (!os_read_file(arena, path, 1 << 27, &bytes, &status)) fail_msg("%s", status.sentence);
  return bytes;
}

static void say(const char *line) {
  if (!session_do(session, line, &status)) fail_msg("%s", status.sentence);
}

static ExportRequest everything(const char *out, unsigned formats) {
  return (ExportRequest){
      .out = out, .all_stages = true, .all_layers = true, .all_heads = true, .formats = formats};
}

enum {
  PNG = 1 << EXPORT_PNG,
  SVG = 1 << EXPORT_SVG,
  CSV = 1 << EXPORT_CSV,
  NPY = 1 << EXPORT_NPY,
  JSON = 1 << EXPORT_JSON,
  PDF = 1 << EXPORT_PDF
};

/* Two layers of four heads: 6 stages by head, joined and block by layer, tokens and embed once. */
static void everything_in_one_go(void **state) {
  (void)state;
  const char *out = in("all");
  assert_int_equal(written(everything(out, PNG)), 6 * 8 + 4 + 2);
  static const char *const names[] = {"L1-H3-weights.png", "L2-H4-qkv.png", "L1-joined.png",
                                      "L2-block.png",      "tokens.png",    "embed.png"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    assert_int_equal(os_kind(str_format(arena, "%s/%s", out, names[i])), OS_FILE);
  assert_int_equal(os_kind(str_format(arena, "%s/L1-tokens.png", out)), OS_MISSING);
}

/* As numbers qkv is three files and tokens has no npy. */
static void everything_as_numbers(void **state) {
  (void)state;
  const char *out = in("numbers");
  assert_int_equal(written(everything(out, NPY)), 8 * 8 + 4 + 1);
  assert_int_equal(written(everything(out, CSV)), 8 * 8 + 4 + 2);
  static const char *const names[] = {"L1-H3-q.npy", "L1-H3-k.npy", "L2-H1-v.csv", "tokens.csv"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    assert_int_equal(os_kind(str_format(arena, "%s/%s", out, names[i])), OS_FILE);
  assert_int_equal(os_kind(str_format(arena, "%s/tokens.npy", out)), OS_MISSING);
  say("stage tokens");
  refused((ExportRequest){.out = in("tokens.npy")}, "no npy");
}

static void one_file_of_each_kind(void **state) {
  (void)state;
  static const struct {
    const char *name, *begins;
  } kinds[] = {{"a.png", "\x89PNG"}, {"a.svg", "<"},         {"a.pdf", "%PDF"},
               {"a.csv", "query"},   {"a.npy", "\x93NUMPY"}, {"a.json", "{"}};
  for (size_t i = 0; i < 6; i++) {
    assert_int_equal(written((ExportRequest){.out = in(kinds[i].name)}), 1);
    assert_true(str_starts(bytes_of(in(kinds[i].name)), kinds[i].begins));
  }
}

/* The next number of a CSV file; *at ends behind it. */
static double next_number(const char **at) {
  char *end;
  while (**at == ',') ++*at;
  double number = strtod(*at, &end);
  *at = end;
  return number;
}

/* Of tiles what every row keeps is written: at the end O / l is the output. */
static void tiles_are_written_as_what_they_keep(void **state) {
  (void)state;
  static const char *const names[] = {"t.csv", "t.json", "t.npy"};
  static const char *const begins[] = {"token,m,l,1,2,",
                                       "{\n  \"matrix\": \"m, l, O\",\n  \"tile\": 9", "\x93NUMPY"};
  say("sentence \"a b c d e f\"; mask none; schedule flash 2 2; stage tiles");
  for (int i = 0; i < 3; i++) {
    assert_int_equal(written((ExportRequest){.out = in(names[i])}), 1);
    assert_true(str_starts(bytes_of(in(names[i])), begins[i]));
  }
  say("stage output");
  assert_int_equal(written((ExportRequest){.out = in("o.csv")}), 1);
  const char *kept = bytes_of(in("t.csv")).at, *output = bytes_of(in("o.csv")).at;
  for (int row = 0; row < 6; row++) {
    kept = strchr(strchr(kept, '\n'), ',');
    output = strchr(strchr(output, '\n'), ',');
    next_number(&kept);
    double sum = next_number(&kept);
    while (*output == ',') {
      double wanted = next_number(&output), now = next_number(&kept) / sum;
      assert_true(fabs(wanted - now) < 1e-6 * (1 + fabs(wanted)));
    }
    assert_int_equal(*kept, '\r');
  }
  say("schedule whole");
}

/* Kept keys need a mask that looks back. */
static void every_view_of_every_stage(void **state) {
  (void)state;
  say("mask causal");
  for (int view = EXPORT_HEATMAP; view <= EXPORT_SHOWN; view++)
    for (int stage = 0; stage < common_stage_count() - 1; stage++) { /* this model names no words */
      say(str_format(arena, "stage %s", stage_info(common_stage(stage))->name));
      ViewKind shown = (ViewKind)(stage % VIEW_KIND_COUNT);
      if (view == EXPORT_SHOWN && shown == VIEW_ANSWERS) continue; /* answers are words */
      if (view == EXPORT_SHOWN)
        say(str_format(arena, "view %s; mask causal", view_kind_name(shown)));
      ExportRequest request = {.out = in("one.png"), .view = (ExportView)view};
      StageId id = common_stage(stage);
      if (view == EXPORT_PAGE) {
        refused(request, "ends in .html");
        continue;
      }
      if (view == EXPORT_ANSWERS || view == EXPORT_CURVE) {
        refused(request, view == EXPORT_CURVE ? "no curve of errors" : "names no words");
        continue;
      }
      if (view == EXPORT_COMPARE && !stage_info(id)->by_pair && id != STAGE_OUTPUT) {
        refused(request, "has nothing that exact attention is compared with");
        continue;
      }
      assert_int_equal(written(request), 1);
      assert_true(str_starts(bytes_of(in("one.png")), "\x89PNG"));
    }
  say("mask own; view stage");
}

static void a_folder_gets_generated_names(void **state) {
  (void)state;
  say("layer 2; head 3");
  assert_int_equal(written((ExportRequest){.out = folder}), 1);
  assert_int_equal(os_kind(in("L2-H3-weights.png")), OS_FILE);
  assert_int_equal(written((ExportRequest){.out = folder, .view = EXPORT_HEADS}), 1);
  assert_int_equal(os_kind(in("L2-heads-weights.png")), OS_FILE);
  assert_int_equal(written((ExportRequest){.out = folder, .view = EXPORT_OVERVIEW, .formats = SVG}),
                   1);
  assert_int_equal(os_kind(in("L2-H3-overview.svg")), OS_FILE);
}

static void identical_input_gives_identical_bytes(void **state) {
  (void)state;
  static const unsigned formats[] = {PNG, SVG, PDF, CSV, NPY, JSON};
  for (int i = 0; i < 6; i++) {
    assert_int_equal(written((ExportRequest){
                         .out = in("first"), .formats = formats[i], .caption = CAPTION_BELOW}),
                     1);
    assert_int_equal(written((ExportRequest){
                         .out = in("second"), .formats = formats[i], .caption = CAPTION_BELOW}),
                     1);
    assert_true(str_equal(bytes_of(in("first")), bytes_of(in("second"))));
  }
}

static void endings_count_without_case(void **state) {
  (void)state;
  assert_int_equal(written((ExportRequest){.out = in("a.SVG")}), 1);
  assert_memory_equal(bytes_of(in("a.SVG")).at, "<?xml", 5);
}

/* The ending also decides for a pipe. This process both reads and writes it: the numbers
** fit into its buffer. */
static void a_pipe_gets_what_its_ending_says(void **state) {
  (void)state;
  char bytes[6] = "";
  assert_int_equal(mkfifo(in("pipe.csv"), 0600), 0);
  int pipe = open(in("pipe.csv"), O_RDWR | O_NONBLOCK);
  assert_int_equal(written((ExportRequest){.out = in("pipe.csv")}), 1);
  assert_int_equal(read(pipe, bytes, 5), 5);
  assert_string_equal(bytes, "query");
  close(pipe);
}

/* A caption never gets the name of the picture itself. */
static void a_caption_leaves_the_picture(void **state) {
  (void)state;
  ExportRequest request = {.out = in("p.txt"), .formats = PNG, .caption = CAPTION_FILE};
  assert_int_equal(written(request), 2);
  assert_memory_equal(bytes_of(in("p.txt")).at, "\x89PNG", 4);
  assert_int_equal(os_kind(in("p.txt.txt")), OS_FILE);
}

static void captions_below_and_beside(void **state) {
  (void)state;
  say("layer 2; head 3; mask causal");
  assert_int_equal(written((ExportRequest){.out = in("a.png"), .caption = CAPTION_FILE}), 2);
  Str caption = bytes_of(in("a.txt"));
  static const char *const parts[] = {
      "the cat sat on the mat", "hand-made", "layer 2", "head 3", "weights", "(causal)"};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    if (!memmem(caption.at, caption.bytes, parts[i], strlen(parts[i])))
      fail_msg("no %s in %s", parts[i], caption.at);
  assert_int_equal(written((ExportRequest){.out = in("b.svg"), .caption = CAPTION_BELOW}), 1);
  Str picture = bytes_of(in("b.svg"));
  assert_non_null(memmem(picture.at, picture.bytes, "causal", 6));
}

/* ---- where files go ---- */

static void a_link_s_target_is_replaced_and_the_link_stays(void **state) {
  (void)state;
  assert_true(os_save_file(in("old.svg"), "kept", 4, NULL));
  assert_int_equal(symlink(in("old.svg"), in("link.svg")), 0);
  assert_int_equal(written((ExportRequest){.out = in("link.svg")}), 1);
  struct stat info;
  assert_int_equal(lstat(in("link.svg"), &info), 0);
  assert_true(S_ISLNK(info.st_mode));
  assert_true(bytes_of(in("old.svg")).bytes > 1000);
}

static void a_full_disk_leaves_the_old_file(void **state) {
  (void)state;
  static const unsigned formats[] = {PNG, SVG, PDF, CSV, NPY, JSON};
  for (int i = 0; i < 6; i++)
    refused((ExportRequest){.out = "/dev/full", .formats = formats[i]}, "/dev/full");
  assert_int_equal(os_kind("/dev/full"), OS_OTHER);
  assert_true(os_save_file(in("old.png"), "kept", 4, NULL));
  struct rlimit before, small = {100, 100};
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small.rlim_max = before.rlim_max;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  ExportRequest request = {.out = in("old.png")};
  bool done = export_run(session, fonts, &request, NULL, &status);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_false(done);
  assert_true(str_is(bytes_of(in("old.png")), "kept"));
  assert_int_equal(files_in(folder), 1);
}

static void a_full_disk_leaves_no_empty_folder(void **state) {
  (void)state;
  assert_true(os_make_folder(in("there"), NULL));
  struct rlimit before, small = {100, 100};
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small.rlim_max = before.rlim_max;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  const char *const names[] = {"new", "there"};
  for (int i = 0; i < 2; i++) {
    ExportRequest request = {.out = in(names[i]), .all_stages = true};
    assert_false(export_run(session, fonts, &request, NULL, &status));
  }
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_int_equal(os_kind(in("new")), OS_MISSING);
  assert_int_equal(os_kind(in("there")), OS_FOLDER);
}

/* There is a folder where one of the files should be. */
static void a_failure_tells_how_many_files_are_whole(void **state) {
  (void)state;
  const char *in_the_way = in("some/L1-H2-weights.csv");
  ExportRequest request = everything(in("some"), CSV);
  int count = 0;
  assert_true(os_make_folder(in("some"), NULL) && os_make_folder(in_the_way, NULL));
  assert_false(export_run(session, fonts, &request, &count, &status));
  os_remove_empty_folder(in_the_way);
  assert_true(count > 0);
  assert_int_equal(files_in(in("some")), count);
  assert_non_null(strstr(status.sentence, "L1-H2-weights.csv"));
  const char *written = str_format(arena, "(what is written is whole: %d of ", count);
  assert_non_null(strstr(status.sentence, written));
}

static void places_that_cannot_be(void **state) {
  (void)state;
  assert_true(os_save_file(in("file"), "kept", 4, NULL));
  refused((ExportRequest){.out = in("missing/x.png")}, "there is no folder");
  refused((ExportRequest){.out = "/proc/x.png"}, "/proc/x.png"); /* nobody may make a file there */
  refused((ExportRequest){.out = in("new/")}, "there is no folder");
  refused((ExportRequest){.out = in("file/")}, "there is no folder");
  refused((ExportRequest){.out = ""}, "--out");
  refused((ExportRequest){.out = in("x.jpeg")}, "no ending");
  refused(everything(in("file"), PNG), "not a folder");
  refused(everything(in("missing/deeper"), PNG), "there is no folder");
  refused(everything(in("x.png"), PNG), "must be a folder");
  refused(everything("/proc/x", PNG), "/proc/x");
  refused((ExportRequest){.out = in(str_format(arena, "%0300d.png", 1))}, "name too long");
}

static void an_empty_sentence_is_refused(void **state) {
  (void)state;
  say("sentence \"\"");
  refused((ExportRequest){.out = in("x.png")}, "type a sentence");
  assert_int_equal(written((ExportRequest){.out = in("x.png"), .view = EXPORT_SCREEN}), 1);
}

static void requests_out_of_range(void **state) {
  (void)state;
  refused((ExportRequest){.out = in("x.png"), .scale = 5}, "1 to 4");
  refused((ExportRequest){.out = in("x.png"), .font_size_pt = 400}, "4 to 72");
  refused(
      (ExportRequest){.out = in("x.png"), .view = EXPORT_SCREEN, .width_pt = 400, .height_pt = 300},
      "640x400");
  refused((ExportRequest){.out = in("x.csv"), .view = EXPORT_OVERVIEW}, "one stage");
}

static bool stop_after_three(void *self) { return ++*(int *)self > 3; }

static void a_stopped_batch_leaves_whole_files(void **state) {
  (void)state;
  int asked = 0, count = 0;
  ExportRequest request = everything(in("all"), CSV);
  request.stopped = stop_after_three;
  request.progress_self = &asked;
  assert_false(export_run(session, fonts, &request, &count, &status));
  assert_int_equal(count, 3);
  assert_int_equal(files_in(in("all")), 3);
}

typedef struct Seen {
  const char *other;
  int compared;
} Seen;

static void compare_with_other(void *self, const char *name) {
  Seen *seen = self;
  Str one = bytes_of(str_format(arena, "%s/alone/%s", folder, name));
  assert_true(str_equal(one, bytes_of(str_format(arena, "%s/%s", seen->other, name))));
  seen->compared++;
}

/* Also when other formats are between the pictures. */
static void many_at_once_are_the_same_files(void **state) {
  (void)state;
  Pool *pool = pool_make(3);
  static const unsigned formats[] = {PNG, PNG | NPY};
  assert_non_null(pool);
  for (int i = 0; i < 2; i++) {
    ExportRequest alone = everything(in("alone"), formats[i]);
    ExportRequest together = everything(in(i ? "mixed" : "together"), formats[i]);
    together.pool = pool;
    Seen seen = {.other = together.out};
    assert_int_equal(written(together), written(alone));
    os_list_folder(arena, in("alone"), compare_with_other, &seen);
    assert_int_equal(seen.compared, files_in(together.out));
  }
  pool_free(pool);
}

/* Two pictures for each of three threads: stopped at the second question. */
static bool stop_after_one(void *self) { return ++*(int *)self > 1; }

static void many_at_once_stop_between_two_lots(void **state) {
  (void)state;
  Pool *pool = pool_make(3);
  int asked = 0, count = 0;
  ExportRequest request = everything(in("all"), PNG);
  request.pool = pool;
  request.stopped = stop_after_one;
  request.progress_self = &asked;
  assert_false(export_run(session, fonts, &request, &count, &status));
  assert_int_equal(files_in(in("all")), count);
  assert_in_range(count, 1, 6);
  pool_free(pool);
}

/* A folder is in the way of one of the first files: later files of the plan are not
** written, as without a pool. */
static void many_at_once_stop_at_the_first_that_fails(void **state) {
  (void)state;
  Pool *pool = pool_make(3), *const pools[] = {NULL, pool};
  int counts[2];
  for (int i = 0; i < 2; i++) {
    ExportRequest request = everything(in(i ? "together" : "alone"), PNG);
    const char *in_the_way = str_format(arena, "%s/%s", request.out, "L1-H1-weights.png");
    request.pool = pools[i];
    assert_true(os_make_folder(request.out, NULL) && os_make_folder(in_the_way, NULL));
    assert_false(export_run(session, fonts, &request, &counts[i], &status));
    os_remove_empty_folder(in_the_way);
    assert_int_equal(files_in(request.out), counts[i]);
    assert_non_null(strstr(status.sentence, "L1-H1-weights.png"));
    assert_non_null(strstr(status.sentence, str_format(arena, "whole: %d of ", counts[i])));
  }
  assert_true(counts[0] > 0);
  assert_int_equal(counts[1], counts[0]);
  pool_free(pool);
}

/* K, then Q of all heads, so that a truncated file lacks the Q of the last ones. */
static const char *make_recording(int heads, size_t *head_bytes) {
  enum { TOKENS = 8, WIDTH = 4 };
  static const SafetensorsPair format = {"format", "heads-up-trace-1"};
  SafetensorsFloats tensors[] = {{.name = "layers.0.q", .rank = 3},
                                 {.name = "layers.0.k", .rank = 3}};
  for (int i = 0; i < 2; i++) {
    const int64_t shape[] = {heads, TOKENS, WIDTH};
    memcpy(tensors[i].shape, shape, sizeof shape);
    tensors[i].numbers = arena_take(arena, (size_t)(heads * TOKENS * WIDTH), sizeof(float));
  }
  *head_bytes = TOKENS * WIDTH * sizeof(float);
  assert_true(safetensors_save(arena, in("r.safetensors"),
                               &(SafetensorsContent){tensors, 2, &format, 1}, &status));
  return in("r.safetensors");
}

/* A recording is truncated while it is open: the heads before the first missing one are written,
** and that one is named. */
static void many_at_once_stop_at_the_first_without_numbers(void **state) {
  enum { HEADS = 12 };
  Pool *pool = pool_make(3);
  size_t head_bytes;
  for (int left = 1; left < HEADS; left++)
    for (int at_once = 0; at_once < 2; at_once++) {
      end(state);
      const char *path = make_recording(HEADS, &head_bytes);
      SessionOptions options = {.model = path};
      assert_true(session_make(&options, &session, &status));
      say("stage weights; motion off");
      struct stat file;
      assert_int_equal(stat(path, &file), 0);
      off_t gone = (off_t)((size_t)(HEADS - left) * head_bytes);
      assert_int_equal(truncate(path, file.st_size - gone), 0);
      ExportRequest request = {.out = in("heads"), .all_heads = true, .formats = PNG};
      request.pool = at_once ? pool : NULL;
      int count = 0;
      assert_false(export_run(session, fonts, &request, &count, &status));
      assert_int_equal(count, left);
      assert_int_equal(files_in(in("heads")), left);
      const char *name = str_format(arena, "L1-H%d-weights.png", left + 1);
      if (!strstr(status.sentence, name)) fail_msg("“%s” lacks %s", status.sentence, name);
    }
  pool_free(pool);
}

/* No arena gets memory from the n-th request on: each file that exists is complete, and there are
** as many as the export says. */
static void many_at_once_are_whole_files_without_memory(void **state) {
  enum { STEP = 7 };
  (void)state;
  Pool *pool = pool_make(2);
  ExportRequest alone = {.out = in("alone"), .all_layers = true, .all_heads = true, .formats = PNG};
  ExportRequest together = alone;
  together.out = in("together");
  together.pool = pool;
  int all = written(alone), partly = 0;
  bool done = false;
  for (long nth = 1; !done; nth += STEP) {
    int count = 0;
    Seen seen = {.other = together.out};
    assert_true(os_make_folder(together.out, NULL));
    arena_fail_at(nth);
    done = export_run(session, fonts, &together, &count, &status);
    arena_fail_at(0);
    assert_int_equal(files_in(together.out), count);
    assert_true(done == (count == all));
    partly += count > 0 && !done;
    os_list_folder(arena, together.out, compare_with_other, &seen);
    assert_int_equal(seen.compared, count);
    os_list_folder(arena, together.out, remove_below, (void *)together.out);
    os_remove_empty_folder(together.out);
  }
  assert_true(partly > 0);
  pool_free(pool);
}

typedef struct Told {
  int calls, first, last, count;
} Told;

static void note_files(void *self, int done, int count) {
  Told *told = self;
  if (told->calls++ == 0) told->first = done;
  told->last = done;
  told->count = count;
}

/* The number of files is known before the first one is written. */
static void progress_begins_before_the_first_file(void **state) {
  (void)state;
  Told told = {0};
  ExportRequest request = everything(in("all"), CSV);
  request.progress = note_files;
  request.progress_self = &told;
  int count = written(request);
  assert_int_equal(told.first, 0);
  assert_int_equal(told.last, count);
  assert_int_equal(told.count, count);
  assert_int_equal(told.calls, count + 1);
}

typedef struct Watched {
  int moves;
  double share;
} Watched;

static void watch_share(void *self, double share) {
  Watched *watched = self;
  assert_true(share >= watched->share && share <= 1);
  watched->share = share;
  watched->moves++;
}

static bool stop_when_moved(void *self) { return ((Watched *)self)->moves >= 2; }

/* About 60 million pixels: the caller is asked while one picture is made, and
** nothing of it remains. */
static void a_large_picture_stops_on_its_way(void **state) {
  (void)state;
  Watched watched = {0};
  ExportRequest request = {.out = in("large.png"),
                           .view = EXPORT_SCREEN,
                           .width_pt = 2600,
                           .height_pt = 1450,
                           .scale = 4,
                           .moved = watch_share,
                           .stopped = stop_when_moved,
                           .progress_self = &watched};
  int count = 1;
  assert_false(export_run(session, fonts, &request, &count, &status));
  assert_int_equal(count, 0);
  assert_int_equal(watched.moves, 2);
  assert_non_null(strstr(status.sentence, "stopped: nothing is written to "));
  assert_int_equal(files_in(folder), 0);
}

/* ---- what the commands say ---- */

static ExportRequest said(const char *commands, const char *out) {
  say(commands);
  return export_request_of(&session_view(session)->export_look, out);
}

static void the_look_becomes_the_request(void **state) {
  (void)state;
  ExportRequest plain = said("stage weights", "x");
  assert_int_equal(plain.view, EXPORT_SHOWN);
  assert_true(plain.scale == 0 && plain.width_pt == 0 && !plain.print &&
              plain.theme == EXPORT_LIGHT);
  ExportRequest paper = said("export what heads; export width 84; export font 8; export scale 3; "
                             "export caption below; export transparent on; export format pdf,csv",
                             "x");
  assert_int_equal(paper.view, EXPORT_HEADS);
  assert_true(fabs((double)paper.width_pt - 84 * 72 / 25.4) < 6e-3);
  assert_true(paper.font_size_pt == 8 && paper.scale == 3 && paper.transparent);
  assert_int_equal(paper.caption, CAPTION_BELOW);
  assert_int_equal(paper.formats, PDF | CSV);
  /* 1 mm = 72/25.4 pt, and a length in points comes back as it was. */
  for (int pt = 36; pt <= 16384; pt += 7)
    assert_true(export_points_of_mm((float)(pt * 25.4 / 72)) == (float)pt);
}

static void png_size(const char *path, int *width, int *height) {
  Str bytes = bytes_of(path);
  const unsigned char *at = (const unsigned char *)bytes.at + 16;
  *width = at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
  *height = at[4] << 24 | at[5] << 16 | at[6] << 8 | at[7];
}

/* A width is a length on paper: 300 pixels per inch and labels of 8 points, unless said otherwise;
** and what is measured is what is written. */
static void a_width_is_printed_at_300_dpi(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    double least_px, most_px;
  } cases[] = {{"export width 84", 84 / 25.4 * 300, 84 / 25.4 * 300 + 5},
               {"export width 84; export scale 1", 238, 240},
               {"export what screen", 1440, 1440},
               {"export what heatmap; export width natural; export scale auto", 280, 900}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    ExportSize size;
    int width, height;
    ExportRequest request = said(cases[i].commands, in("w.png"));
    assert_true(export_measure(session, fonts, &request, &size, &status));
    assert_int_equal(written(request), 1);
    png_size(in("w.png"), &width, &height);
    assert_int_equal(width, size.width_px);
    assert_int_equal(height, size.height_px);
    assert_true(width >= cases[i].least_px - 1 && width <= cases[i].most_px + 1);
  }
}

/* The smallest text: with a width, labels have 8 points and finer text 10.5/13 of that; all heads
** have labels of the size asked for. */
static void a_width_keeps_the_words_readable(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    double least_pt;
  } cases[] = {{"export what heatmap; export width 84", 6.4},
               {"export what heads; export width 84", 7.9},
               {"export what heads; export width 174; export font 10", 9.9}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    ExportSize size;
    ExportRequest request = said(cases[i].commands, in("w.pdf"));
    assert_true(export_measure(session, fonts, &request, &size, &status));
    assert_int_equal(size.width_px, 0);
    if ((double)size.least_text_pt < cases[i].least_pt)
      fail_msg("%s: %f", cases[i].commands, (double)size.least_text_pt);
  }
}

/* If numbers are asked for and no cell has room for one, a message says so. */
static void numbers_without_room_are_told(void **state) {
  (void)state;
  static const struct {
    const char *commands;
    bool lacks;
  } cases[] = {{"numbers on; export what heatmap; export width 16", true},
               {"numbers on; export what heatmap; export width 174", false},
               {"numbers auto; export what heatmap; export width 16", false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    ExportSize size;
    ExportRequest request = said(cases[i].commands, in("w.pdf"));
    assert_true(export_measure(session, fonts, &request, &size, &status));
    if (size.lacks_numbers != cases[i].lacks) fail_msg("%s", cases[i].commands);
  }
}

static void the_word_all_means_every_stage_layer_and_head(void **state) {
  (void)state;
  const char *out = in("all");
  assert_int_equal(written(said("export what all; export format png,npy", out)),
                   6 * 8 + 4 + 2 + 8 * 8 + 4 + 1);
}

/* Files have a theme of their own; only a picture of the window has that of the window. */
static void figures_are_light_in_a_dark_window(void **state) {
  (void)state;
  written(said("theme light", in("day.svg")));
  written(said("theme dark", in("night.svg")));
  assert_true(str_equal(bytes_of(in("day.svg")), bytes_of(in("night.svg"))));
  written(said("export theme window", in("window.svg")));
  written(said("export theme dark; theme light", in("dark.svg")));
  assert_true(str_equal(bytes_of(in("window.svg")), bytes_of(in("dark.svg"))));
  assert_false(str_equal(bytes_of(in("window.svg")), bytes_of(in("day.svg"))));
}

static bool has_words(const char *commands, const char *words) {
  written(said(commands, in("focus.svg")));
  Str svg = bytes_of(in("focus.svg"));
  size_t bytes = strlen(words);
  for (size_t i = 0; i + bytes <= svg.bytes; i++)
    if (strncasecmp(svg.at + i, words, bytes) == 0) return true;
  return false;
}

static const char *hex_of(Color color) {
  return str_format(arena, "#%02x%02x%02x", color.r, color.g, color.b);
}

static bool has_focus(const char *commands) { /* nothing else has this colour */
  return has_words(commands, hex_of(theme_get(THEME_LIGHT)->focus));
}

static bool has_frame(const char *commands) { /* of what is looked at */
  const char *ink = hex_of(theme_get(THEME_LIGHT)->ink);
  return has_words(commands, str_format(arena, "stroke=\"%s\"", ink));
}

/* "always the picture that is shown (with focus and selection)"; hovering is not focus. */
static void layers_by_heads_are_one_picture_named_grid(void **state) {
  (void)state;
  const char *out = str_format(arena, "%s/", folder);
  ExportRequest grid = {.out = out, .view = EXPORT_GRID, .formats = 1u << EXPORT_PNG};
  grid.all_heads = grid.all_layers = true; /* it holds all of them anyway */
  assert_int_equal(written(grid), 1);
  assert_int_equal(os_kind(str_format(arena, "%s/grid-weights.png", folder)), OS_FILE);
  grid.formats = 1u << EXPORT_CSV;
  refused(grid, "the whole picture");
}

static void what_is_shown_keeps_its_focus(void **state) {
  (void)state;
  static const char *const views[] = {"overview", "stage", "heads", "grid"};
  for (int i = 0; i < 4; i++)
    assert_true(has_focus(str_format(arena, "stage scores; cell 3 2; view %s", views[i])));
  assert_false(has_focus("cell none; view stage; hover 2 2"));
  assert_true(has_frame("view heads")); /* the current head */
  assert_false(has_frame("view heads; export what heads"));
}

/* Digits in every head or in none. */
static void heads_have_numbers_when_there_is_room(void **state) {
  (void)state;
  say("stage weights; sentence \"a b c\"; export what heads");
  written(said("numbers off", in("off.svg")));
  written(said("numbers auto", in("auto.svg")));
  assert_true(bytes_of(in("auto.svg")).bytes > bytes_of(in("off.svg")).bytes + 1000);
}

/* ---- colours ---- */

typedef struct Pixels {
  png_image image;
  unsigned char *at;
} Pixels;

static Pixels read_png(const char *path) {
  Pixels pixels = {.image = {.version = PNG_IMAGE_VERSION}};
  assert_int_not_equal(png_image_begin_read_from_file(&pixels.image, path), 0);
  pixels.image.format = PNG_FORMAT_RGB;
  pixels.at = arena_take(arena, PNG_IMAGE_SIZE(pixels.image), 1);
  assert_int_not_equal(png_image_finish_read(&pixels.image, NULL, pixels.at, 0, NULL), 0);
  return pixels;
}

/* The number for a colour: the nearest in the table of the palette, the middle of equal ones. */
static double number_of(const unsigned char *rgb, const Color *table, ColorRange range) {
  int first = 0, last = 0, least = 1 << 30;
  for (int i = 0; i < PALETTE_STEPS; i++) {
    int r = rgb[0] - table[i].r, g = rgb[1] - table[i].g, b = rgb[2] - table[i].b;
    int far = r * r + g * g + b * b;
    if (far < least) least = far, first = i;
    if (far == least) last = i;
  }
  return (double)range.low +
         (double)(range.high - range.low) * (first + last) / 2 / (PALETTE_STEPS - 1);
}

/* A colour read back from a cell gives the trace's number within 1/255 of the range. */
static void colours_give_the_numbers_back(void **state) {
  (void)state;
  static const char *const palettes[] = {"viridis", "cividis", "magma", "auto"};
  static const StageId stages[] = {STAGE_SCORES, STAGE_WEIGHTS, STAGE_OUTPUT};
  say("numbers off; cell none; head 1");
  for (int p = 0; p < 4; p++)
    for (int s = 0; s < 3; s++) {
      say(str_format(arena, "palette %s; stage %s", palettes[p], stage_info(stages[s])->name));
      DrawList list = draw_list_make(arena, 0, 0);
      Figure figure = {.kind = FIGURE_HEATMAP};
      figure_build(session_trace(session), session_view(session), fonts_metrics(fonts), &figure,
                   &list);
      const DrawHeatmap *heatmap = NULL;
      for (int i = 0; i < list.item_count && !heatmap; i++)
        if (list.items[i].kind == DRAW_HEATMAP && list.items[i].as.heatmap.values.rows > 1)
          heatmap = &list.items[i].as.heatmap;
      assert_non_null(heatmap);
      assert_int_equal(written((ExportRequest){.out = in("c.png"), .scale = 2}), 1);
      Pixels pixels = read_png(in("c.png"));
      Color table[PALETTE_STEPS];
      palette_fill(heatmap->palette, heatmap->theme, table);
      double most = (double)(heatmap->range.high - heatmap->range.low) / 255.0;
      for (int row = 0; row < heatmap->values.rows; row++)
        for (int col = 0; col < heatmap->values.cols; col++) {
          Box cell = draw_heatmap_cell(heatmap, row, col);
          int x = (int)((cell.x + cell.w / 2) * 2), y = (int)((cell.y + cell.h / 2) * 2);
          const unsigned char *rgb = pixels.at + 3 * ((size_t)y * pixels.image.width + (size_t)x);
          double got = number_of(rgb, table, heatmap->range),
                 value = (double)mat_get(heatmap->values, row, col);
          if (fabs(got - value) > most)
            fail_msg("%s %s [%d, %d]: %g, not %g (most %g)", palettes[p],
                     stage_info(stages[s])->name, row, col, got, value, most);
        }
    }
}

static void scale_is_pixels_a_point(void **state) {
  (void)state;
  for (int scale = 1; scale <= 4; scale++) {
    assert_int_equal(
        written((ExportRequest){.out = in("s.png"), .width_pt = 300, .scale = (float)scale}), 1);
    assert_int_equal(read_png(in("s.png")).image.width, 300 * scale);
  }
}

/* The message "Written: …" of the previous export is shown to its caller and is not
** part of the picture. */
static void a_screen_shows_no_passing_notice(void **state) {
  (void)state;
  ExportRequest request = {.out = in("x.svg"), .view = EXPORT_SCREEN};
  written(request);
  Str before = bytes_of(in("x.svg"));
  session_tell(session, "Written: /somewhere/x.svg");
  assert_true(session_message(session).bytes > 0);
  written(request);
  Str after = bytes_of(in("x.svg"));
  assert_null(strstr(str_copy(arena, after), "Written"));
  assert_true(str_equal(before, after));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
  const struct CMUnitTest tests[] = {
      TEST(everything_in_one_go),
      TEST(everything_as_numbers),
      TEST(layers_by_heads_are_one_picture_named_grid),
      TEST(one_file_of_each_kind),
      TEST(tiles_are_written_as_what_they_keep),
      TEST(every_view_of_every_stage),
      TEST(a_folder_gets_generated_names),
      TEST(identical_input_gives_identical_bytes),
      TEST(captions_below_and_beside),
      TEST(endings_count_without_case),
      TEST(a_pipe_gets_what_its_ending_says),
      TEST(a_caption_leaves_the_picture),
      TEST(a_link_s_target_is_replaced_and_the_link_stays),
      TEST(a_full_disk_leaves_the_old_file),
      TEST(a_full_disk_leaves_no_empty_folder),
      TEST(a_failure_tells_how_many_files_are_whole),
      TEST(places_that_cannot_be),
      TEST(an_empty_sentence_is_refused),
      TEST(requests_out_of_range),
      TEST(a_stopped_batch_leaves_whole_files),
      TEST(many_at_once_are_the_same_files),
      TEST(many_at_once_stop_between_two_lots),
      TEST(many_at_once_stop_at_the_first_that_fails),
      TEST(many_at_once_stop_at_the_first_without_numbers),
      TEST(many_at_once_are_whole_files_without_memory),
      TEST(progress_begins_before_the_first_file),
      TEST(a_large_picture_stops_on_its_way),
      TEST(the_look_becomes_the_request),
      TEST(a_width_is_printed_at_300_dpi),
      TEST(a_width_keeps_the_words_readable),
      TEST(numbers_without_room_are_told),
      TEST(the_word_all_means_every_stage_layer_and_head),
      TEST(figures_are_light_in_a_dark_window),
      TEST(what_is_shown_keeps_its_focus),
      TEST(heads_have_numbers_when_there_is_room),
      TEST(colours_give_the_numbers_back),
      TEST(a_screen_shows_no_passing_notice),
      TEST(scale_is_pixels_a_point),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
