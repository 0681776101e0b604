/* text/work_budget.h -- a limit on the work of tokenizing one text, in steps.
**
** A hostile pattern or vocabulary takes time quadratic in the text, or worse. The tokenizer makes
** one budget for a text and passes it to every search. It counts steps, not time, so the same text
** with the same files always gives the same result, on any machine. It grows with the text, so
** linear work passes for a text of any size; WORK_BUDGET_FREE steps take a fraction of a second.
**
** Memory  The caller's.   Errors  None: false, and budget->stopped says why.
*/
#ifndef TEXT_WORK_BUDGET_H
#define TEXT_WORK_BUDGET_H

#include <stddef.h>
#include <stdint.h>

#include "base/progress.h"

/* Published patterns and vocabularies take at most WORK_BUDGET_PER_BYTE steps for each byte. */
enum { WORK_BUDGET_FREE = 40000000, WORK_BUDGET_PER_BYTE = 256 };

typedef struct WorkBudget {
  int64_t left; /* below 0: spent */
  const Progress *progress;
  bool stopped; /* by progress */
} WorkBudget;

/* progress may be NULL. */
WorkBudget work_budget_make(size_t text_bytes, const Progress *progress);

/* Takes `work` steps, and calls progress from time to time. False: spent, or stopped. A NULL budget
** is unlimited. */
bool work_budget_take(WorkBudget *budget, int64_t work);

#endif
