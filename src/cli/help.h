/* cli/help.h -- help and lists, made from the tables of options, stages, commands and formats.
**
** There is no second list of anything: what a table knows is what the help says.
** Memory  None.   Errors  Those of stdout, which cli_main finds when it ends.
*/
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/args.h"

void help_print(SubId sub); /* usage, options, and what the sub-command's options take */
void help_version(void);

/* "there is no stage …" for list; prints the list otherwise. */
bool help_list(Str what, Status *status);

#endif
