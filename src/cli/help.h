/* cli/help.h -- help and lists, made only from the tables of options, stages, commands and formats.
**
** Memory  None.   Errors  Those of stdout, which cli_main checks at the end.
*/
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/args.h"

/* Prints usage, options, and the values that the options of this sub-command take, translated, to
** standard output. SUB_WINDOW gives the overview of all sub-commands and commands. */
void help_print(SubId sub);
void help_version(void); /* name and version on the first line, for scripts */

/* Prints the list named what, one entry a line. An unknown name is STATUS_USAGE with the most
** similar known one. "heads" is not known here: it needs a model, see list_heads.h. */
bool help_list(Str what, Status *status);

#endif
