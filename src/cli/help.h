/* cli/help.h -- help and lists, made from the tables of options, stages, commands and formats.
**
** The tables are the only source of the help.
** Memory  None.   Errors  Those of stdout, which cli_main checks at the end.
*/
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/args.h"

/* Usage, options, and what the options of this sub-command take. SUB_WINDOW gives the overview of
** all sub-commands and commands. To standard output, translated. */
void help_print(SubId sub);
void help_version(void); /* name and version on the first line, for scripts */

/* Prints the list called what, one entry a line. An unknown name is STATUS_USAGE with the nearest
** right one. "heads" needs a model and is list_heads.h's. */
bool help_list(Str what, Status *status);

#endif
