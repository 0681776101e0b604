/* cli/progress_line.c -- see progress_line.h. */
#include "cli/progress_line.h"

#include <stdio.h>
#include <unistd.h>

#include "base/os.h"
#include "cli/setup.h"

static const double first_ms = 500, again_ms = 200;
static const char full_bar[] = "##########";
enum { BAR_COLUMNS = sizeof full_bar - 1, LINE_COLUMNS = 79, WORDS_BYTES = 128 };

ProgressLine progress_line_begin(const char *what) {
  double now = os_now_ms();
  return (ProgressLine){
      .what = what, .on_terminal = isatty(STDERR_FILENO) != 0, .begin_ms = now, .shown_ms = now};
}

double progress_line_passed_ms(const ProgressLine *line) { return os_now_ms() - line->begin_ms; }

bool progress_line_is_due(const ProgressLine *line) {
  double since_ms = os_now_ms() - line->shown_ms;
  if (!line->on_terminal) return line->log_ms > 0 && since_ms >= line->log_ms;
  return since_ms >= (line->shown ? again_ms : first_ms);
}

/* The spaces at the end cover the rest of a longer line printed before. */
void progress_line_show(ProgressLine *line, double share, const char *words, double left_s) {
  char left[PROGRESS_LEFT_BYTES];
  int part = (int)(share * BAR_COLUMNS);
  if (line->on_terminal) fprintf(stderr, "\r[%.*s%*s] ", part, full_bar, BAR_COLUMNS - part, "");
  fprintf(stderr, "%s  %s", words, progress_left_words(left_s, left));
  fprintf(stderr, line->on_terminal ? "   " : "\n");
  line->shown = true;
  line->shown_ms = os_now_ms();
}

/* The time left is right for files read in order. It is too short at first when the page cache
** holds the beginning of the file. */
static void report_share(void *self, double share) {
  ProgressLine *line = self;
  char words[WORDS_BYTES];
  if (!progress_line_is_due(line)) return;
  snprintf(words, sizeof words, "%s %3.0f %%", line->what, 100 * share);
  progress_line_show(line, share, words, progress_left_s(progress_line_passed_ms(line), share));
}

Progress progress_line_of(ProgressLine *line) {
  return (Progress){.say = report_share, .stopped = setup_is_stopped, .self = line};
}

void progress_line_end(ProgressLine *line) {
  if (line->shown && line->on_terminal) fprintf(stderr, "\r%*s\r", LINE_COLUMNS, "");
  line->shown = false;
}

void progress_line_keep(ProgressLine *line) {
  if (line->shown && line->on_terminal) fprintf(stderr, "\n");
  line->shown = false;
}
