/* cli/export_options.h -- the options of headsup export, checked and done.
**
** Most options are run as commands of the session, so that an option, a key and a script line are
** checked by the same code and get the same sentence; size and width are read here.
**
** Units   Points; a length on paper is 1/72 inch.
** Memory  Lines of commands on the setup's arena.
** Errors  STATUS_USAGE: the option, what it takes and the value given.
*/
#ifndef CLI_EXPORT_OPTIONS_H
#define CLI_EXPORT_OPTIONS_H

#include "cli/args.h"
#include "cli/setup.h"

typedef struct ExportSizeAsked {
  float width, height; /* 0: not given */
  bool print;          /* given as a length on paper */
} ExportSizeAsked;

/* Checks what needs no session, and reads --size and --width. */
bool export_options_check(const Args *args, ExportSizeAsked *size_pt, Status *status);
/* keeps_place: the stage stays that of the saved state. */
bool export_options_do(Setup *setup, const Args *args, bool keeps_place, Status *status);
/* A stage that only --do brings. */
bool export_options_do_stage(const Setup *setup, const Args *args, Status *status);
/* --cell Q,K or Q,row or none. Runs after --do, which may change the stage. */
bool export_options_do_cell(const Setup *setup, const Args *args, Status *status);
/* "all", which is no command. */
bool export_options_name_all(const char *value);

#endif
