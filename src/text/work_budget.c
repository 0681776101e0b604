/* text/work_budget.c -- limits the work on a text, and asks now and then whether to stop. */
#include "text/work_budget.h"

/* A few milliseconds of work. */
enum { WORK_UNASKED = 1 << 20 };

WorkBudget work_budget_make(size_t text_bytes, const Progress *progress) {
  return (WorkBudget){.left = WORK_BUDGET_FREE + (int64_t)text_bytes * WORK_BUDGET_PER_BYTE,
                      .progress = progress};
}

bool work_budget_take(WorkBudget *budget, int64_t work) {
  if (!budget) return true;
  int64_t before = budget->left;
  budget->left -= work;
  if (budget->left / WORK_UNASKED != before / WORK_UNASKED && !budget->stopped)
    budget->stopped = !progress_goes_on(budget->progress, 0);
  return budget->left >= 0 && !budget->stopped;
}
