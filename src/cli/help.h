/* cli/help.h -- help and lists, made from the tables of options, stages, commands and formats.
**
** There is no second list of anything: what a table knows is what the help says.
** Memory  None.   Errors  Those of stdout, which cli_main finds when it ends.
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
