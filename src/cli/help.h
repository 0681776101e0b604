/* cli/help.h -- help and lists, made from the tables of options, stages, commands and formats.
**
** The tables are the only source of the help, and of the manual page and the completions
** (manual/).
** Memory  None.   Errors  Those of stdout, which cli_main checks at the end.
*/
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/args.h"

/* One sub-command, or the window. */
typedef struct SubInfo {
  const char *usage;
  const char *help; /* marked for translation */
  ValueKind words;  /* what it takes besides options */
} SubInfo;

const SubInfo *help_sub(SubId sub); /* constant data */

/* What is the same for several sub-commands, translated: how the sentence is given, and which exit
** status means what. Of the window alone: which words are files. */
const char *help_on_text(void);
const char *help_on_files(void);
const char *help_on_status(void);

/* The lists that help_list prints, in their order. */
int help_list_count(void);
const char *help_list_name(int index);

/* Prints usage, options, and the values that the options of this sub-command take, translated, to
** standard output. SUB_WINDOW gives the overview of all sub-commands and commands. */
void help_print(SubId sub);
void help_version(void); /* name and version on the first line, for scripts */

/* Prints the list named what, one entry a line. An unknown name is STATUS_USAGE with the most
** similar known one. "heads" is not known here: it needs a model, see list_heads.h. */
bool help_list(Str what, Status *status);

#endif
