/* cli/help.h -- help and lists, made from the tables of options, stages, commands and formats. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/args.h"

void help_print(SubId sub);
void help_version(void);

/* "there is no stage …" for list; prints the list otherwise. */
bool help_list(Str what, Status *status);

#endif
