/* measure/bench_export.c -- one session, two exports of all its heads. */
#include "measure/bench_export.h"

#include <stdio.h>
#include <unistd.h>

#include "base/os.h"
#include "cli/setup.h"

enum { RUNS = 3, TOKENS = 64 };

typedef struct Exporting {
  Setup setup;
  const char *folder; /* what is written goes here */
} Exporting;

/* Sets a sentence of digits, which are tokens of every vocabulary, and ids without one. The first
** one differs each time, so that no rows of the pass before are reused. */
static bool say(const Exporting *exporting, int words, int first, Status *status) {
  StrBuf line = strbuf_make(exporting->setup.arena);
  strbuf_format(&line, "sentence \"%d", first);
  for (int i = 1; i < words; i++) strbuf_format(&line, " %d", 1 + i * 7 % 9);
  strbuf_format(&line, "\"");
  return line.failed ? status_no_memory(status)
                     : session_do_text(exporting->setup.session, strbuf_str(&line), status);
}

/* How many digits give 64 tokens: a tokenizer may make two tokens of one digit. */
static bool find_words(const Exporting *exporting, int *words, Status *status) {
  if (!say(exporting, TOKENS, 1, status)) return false;
  int count = trace_token_count(session_trace(exporting->setup.session));
  *words = count > 0 ? (TOKENS * TOKENS + count - 1) / count : TOKENS;
  return true;
}

static void remove_entry(void *self, const char *name) {
  const Exporting *exporting = self;
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", exporting->folder, name);
  os_remove_file(path);
}

/* Each run writes to an empty folder, so replacing files is not measured. */
static void remove_files(Exporting *exporting) {
  os_list_folder(exporting->setup.arena, exporting->folder, remove_entry, exporting);
  rmdir(exporting->folder);
}

/* The sentence changes first, so that the pass through the model is part of what is measured. */
static bool export_once(Exporting *exporting, BenchExport what, int words, int run, double *seconds,
                        Status *status) {
  bool is_grid = what == BENCH_EXPORT_GRID;
  ExportRequest request = {.out = exporting->folder,
                           .view = is_grid ? EXPORT_GRID : EXPORT_HEATMAP,
                           .formats = 1u << EXPORT_PNG,
                           .pool = exporting->setup.pool,
                           .all_layers = !is_grid,
                           .all_heads = !is_grid};
  double start = os_now_ms();
  bool done = say(exporting, words, 2 + run + (is_grid ? 0 : RUNS), status) &&
              os_make_folder(exporting->folder, status) &&
              export_run(exporting->setup.session, exporting->setup.fonts, &request, NULL, status);
  *seconds = (os_now_ms() - start) / 1000;
  remove_files(exporting);
  return done;
}

static bool measure(Exporting *exporting, double seconds[BENCH_EXPORTS], Status *status) {
  int words;
  if (!session_do(exporting->setup.session, "stage weights", status) ||
      !find_words(exporting, &words, status))
    return false;
  for (int what = 0; what < BENCH_EXPORTS; what++)
    for (int run = 0; run < RUNS; run++) {
      double took;
      if (!export_once(exporting, (BenchExport)what, words, run, &took, status)) return false;
      if (run == 0 || took < seconds[what]) seconds[what] = took;
    }
  return true;
}

bool bench_export_measure(const char *folder, double seconds[BENCH_EXPORTS], Status *status) {
  Exporting exporting = {0};
  bool done = setup_begin(&exporting.setup, status) && setup_fonts(&exporting.setup, status);
  const char *private = done ? os_make_private_folder(exporting.setup.arena, status) : NULL;
  done = private != NULL;
  if (done) exporting.folder = str_format(exporting.setup.arena, "%s/files", private);
  if (done && !exporting.folder) done = status_no_memory(status);
  if (done) {
    exporting.setup.pool = pool_make(os_cpu_count());
    SessionOptions options = {.model = folder, .pool = exporting.setup.pool};
    done = session_make(&options, &exporting.setup.session, status) &&
           measure(&exporting, seconds, status);
  }
  if (private) os_remove_empty_folder(private);
  setup_end(&exporting.setup);
  return done;
}
