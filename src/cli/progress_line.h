/* cli/progress_line.h -- a progress line on standard error.
**
**   [####      ] 12/30 files  4 s left
**
** On a terminal the line appears after half a second and is overwritten a few times a second; work
** that ends sooner shows nothing. Elsewhere a plain line is printed every log_ms, or nothing if
** log_ms is 0. A signal that setup_catch_signals caught stops the work.
**
** Memory  A value on the caller's stack; it must stay where it is between begin and end.
** Errors  None.
*/
#ifndef CLI_PROGRESS_LINE_H
#define CLI_PROGRESS_LINE_H

#include "base/progress.h"

/* Only the functions below change the fields, except log_ms, which the caller sets after begin. */
typedef struct ProgressLine {
  const char *what; /* translated: "reading" */
  double log_ms;    /* between two lines where there is no terminal; 0: no lines */
  bool on_terminal, shown;
  double begin_ms, shown_ms;
} ProgressLine;

/* what is a translated word such as "reading"; NULL if progress_line_of is not called. Checks
** whether standard error is a terminal; prints nothing yet. */
ProgressLine progress_line_begin(const char *what);

/* Milliseconds since progress_line_begin. */
double progress_line_passed_ms(const ProgressLine *line);

/* Whether enough time has passed for the line to be shown, or shown again. */
bool progress_line_is_due(const ProgressLine *line);

/* Shows the line, due or not. share in 0 … 1 fills the bar. words has at most 50 columns, since a
** line that wraps cannot be overwritten. left_s is the result of progress_left_s. */
void progress_line_show(ProgressLine *line, double share, const char *words, double left_s);

/* Hooks that show the share of the work on this line, as in "reading  43 %".
** Valid as long as *line. */
Progress progress_line_of(ProgressLine *line);

/* Call one of the two. end removes the line, keep leaves it and starts the next; without a visible
** line both do nothing. */
void progress_line_end(ProgressLine *line);
void progress_line_keep(ProgressLine *line);

#endif
