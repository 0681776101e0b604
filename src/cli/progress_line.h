/* cli/progress_line.h -- how far a long reading is, on one line of standard error.
**
** Shown on a terminal only, from half a second on, and written over a few times a second; what is
** over sooner shows nothing. A signal that setup_catch_signals caught stops the work.
** Memory  The caller's.   Errors  None.
*/
#ifndef CLI_PROGRESS_LINE_H
#define CLI_PROGRESS_LINE_H

#include "base/progress.h"

/* A value on the caller's stack; it must stay where it is between begin and end. */
typedef struct ProgressLine {
  const char *what; /* translated: "reading" */
  bool on_terminal, shown;
  double begin_ms, shown_ms;
} ProgressLine;

/* what is a translated word such as "reading". Nothing is printed yet. */
ProgressLine progress_line_begin(const char *what);
/* The hooks of this line for whatever does the work; valid as long as *line. */
Progress progress_line_of(ProgressLine *line);
void progress_line_end(ProgressLine *line); /* takes the line away */

#endif
