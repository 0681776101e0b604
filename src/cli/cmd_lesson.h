/* cli/cmd_lesson.h -- what is wrong in a lesson, for headsup lesson and headsup check.
**
** Memory  Frees all that it takes.   Errors  Every mistake on standard error, FILE:LINE:COLUMN.
*/
#ifndef CLI_CMD_LESSON_H
#define CLI_CMD_LESSON_H

#include "base/status.h"

/* Reads the lesson, a name or a path, makes all its pages and prints what it holds. False: it is
** no lesson, or something in it is wrong; the sentence is about the first mistake, and the others
** stand on standard error before it. */
bool lesson_check(const char *name, Status *status);

#endif
