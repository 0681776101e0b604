/* cli/args.h -- the options of the command line: one table for reading, checking and help.
**
**   headsup [OPTIONS] [TEXT…]            the window
**   headsup SUB [OPTIONS] [WORDS…]       export trace play list bench
**
** The first word that is no option may be a sub-command; "--" ends options and sub-commands.
** Memory  Values point into argv.   Errors  Names the option and the nearest right one.
*/
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "base/status.h"
#include "base/str.h"

typedef enum SubId {
  SUB_WINDOW,
  SUB_EXPORT,
  SUB_TRACE,
  SUB_PLAY,
  SUB_LIST,
  SUB_BENCH,
  SUB_COUNT
} SubId;

typedef enum OptionId {
  OPTION_OUT,
  OPTION_STAGE,
  OPTION_LAYER,
  OPTION_HEAD,
  OPTION_VIEW,
  OPTION_FORMAT,
  OPTION_SIZE,
  OPTION_WIDTH,
  OPTION_FONT_SIZE,
  OPTION_SCALE,
  OPTION_THEME,
  OPTION_PALETTE,
  OPTION_RANGE,
  OPTION_NUMBERS,
  OPTION_CAPTION,
  OPTION_CELL,
  OPTION_TRANSPARENT,
  OPTION_MASK,
  OPTION_MODEL,
  OPTION_DO,
  OPTION_TEXT_SCALE,
  OPTION_HEADLESS,
  OPTION_HELP,
  OPTION_VERSION,
  OPTION_COUNT
} OptionId;

typedef struct OptionInfo {
  const char *name;     /* without -- */
  const char *argument; /* "FILE", or NULL: takes none */
  const char *help;     /* marked for translation */
  unsigned subs;        /* bits 1 << SubId */
} OptionInfo;

enum { ARGS_DO_MOST = 32 };

typedef struct Args {
  SubId sub;
  const char *values[OPTION_COUNT];   /* NULL: not given; "" for those without argument */
  const char *commands[ARGS_DO_MOST]; /* of every --do, in order */
  int command_count;
  char *const *words; /* what is no option */
  int word_count;
} Args;

const OptionInfo *args_option(OptionId option);
const char *args_sub_name(SubId sub);
bool args_sub_find(Str name, SubId *sub);

/* argv may be reordered. */
bool args_read(int argc, char **argv, Args *args, Status *status);

#endif
