/* cli/progress_line.h -- a progress line on standard error.
**
**   [####      ] 12/30 files  4 s left
**
** On a terminal the line appears after half a second and is written over a few times a second; what
** is over sooner shows nothing. Elsewhere nothing is printed, or a plain line now and then where
** log_ms says how often. A signal that setup_catch_signals caught stops the work.
**
** Memory  A value on the caller's stack; it must stay where it is between begin and end.
** Errors  None.
*/
#ifndef CLI_PROGRESS_LINE_H
#define CLI_PROGRESS_LINE_H

#include "base/progress.h"

/* Only the functions below change it, but log_ms, which is set behind begin. */
typedef struct ProgressLine {
  const char *what; /* translated: "reading" */
  double log_ms;    /* between two lines where there is no terminal; 0: none */
  bool on_terminal, shown;
  double begin_ms, shown_ms;
} ProgressLine;

/* what is a translated word such as "reading"; NULL where progress_line_of is not called. Looks
** whether standard error is a terminal. Nothing is printed yet. */
ProgressLine progress_line_begin(const char *what);

/* Since begin. */
double progress_line_passed_ms(const ProgressLine *line);

/* Whether enough time has passed for the line to be shown, or shown again. */
bool progress_line_is_due(const ProgressLine *line);

/* Shows it, due or not. share 0 … 1 fills the bar; words are at most 50 columns, since a line that
** wraps cannot be written over; left_s as progress_left_s gives it. */
void progress_line_show(ProgressLine *line, double share, const char *words, double left_s);

/* The hooks of this line for whatever does the work: "reading  43 %". Valid as long as *line. */
Progress progress_line_of(ProgressLine *line);

/* One of the two, and nothing happens where no line stands: end takes the line away, keep leaves it
** and goes to the next. */
void progress_line_end(ProgressLine *line);
void progress_line_keep(ProgressLine *line);

#endif
