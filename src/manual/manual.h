/* manual/manual.h -- the files from which a shell and man(1) know the program, to standard output.
**
** They are made from the tables that --help is made of, when the program is built: so they name
** each option, sub-command, command, stage and palette that there is, and no other.
**
** Memory  The arena that is given.   Errors  Those of stdout, which the caller checks.
** Source  man(7) and groff_char(7); "Programmable Completion" of bash(1); "_arguments" and
**         "_describe" of zshcompsys(1); complete(1) of fish.
*/
#ifndef MANUAL_MANUAL_H
#define MANUAL_MANUAL_H

#include "base/arena.h"

void manual_print_man(Arena *arena);  /* headsup.1, in man(7) */
void manual_print_bash(Arena *arena); /* a completion that needs nothing of bash-completion */
void manual_print_zsh(Arena *arena);  /* the function _headsup */
void manual_print_fish(Arena *arena);

#endif
