/* text/work_budget.h -- what one text may cost, in looks at a character.
**
** A hostile pattern or vocabulary takes time that grows with the square of a text, or worse. Who
** cuts a text gives one budget to all that searches in it. It counts steps rather than time: the
** same text with the same files passes always or never, on any machine. It grows with the text, so
** that what is linear passes on a text of any size; WORK_BUDGET_FREE is a fraction of a second.
**
** Memory  The caller's.   Errors  None: false, and budget->stopped tells why.
*/
#ifndef TEXT_WORK_BUDGET_H
#define TEXT_WORK_BUDGET_H

#include <stddef.h>
#include <stdint.h>

#include "base/progress.h"

/* Patterns and vocabularies in use take WORK_BUDGET_PER_BYTE or less for each byte of a text. */
enum { WORK_BUDGET_FREE = 40000000, WORK_BUDGET_PER_BYTE = 256 };

typedef struct WorkBudget {
  int64_t left; /* below 0: spent */
  const Progress *progress;
  bool stopped; /* by progress */
} WorkBudget;

/* progress may be NULL. */
WorkBudget work_budget_make(size_t text_bytes, const Progress *progress);

/* Asks progress now and then. False: spent, or stopped. budget NULL: nobody counts. */
bool work_budget_take(WorkBudget *budget, int64_t work);

#endif
