/* cli/args.h -- the options of the command line: one table for reading, checking and help.
**
**   headsup [OPTIONS] [TEXT…|FILE…]      the window
**   headsup SUB [OPTIONS] [WORDS…]       a sub-command: export, trace …
**
** The first word that is no option may be a sub-command; "--" ends options and sub-commands.
** Options and words may stand in any order behind the sub-command. A long name may be shortened as
** far as it stays the only one; "--name value" and "--name=value" are the same; the last one given
** counts, but --do is collected.
**
** This checks option names, and whether a value is given. The code that uses a value checks it, and
** its error names the option.
**
** Memory  Values point into argv.   Errors  Names the option and the nearest right one.
*/
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "base/i18n.h"
#include "base/status.h"
#include "base/str.h"

/* Sub-commands in the order of the help; the window is what runs without one. 1 << SubId is the bit
** in OptionInfo.subs. */
typedef enum SubId {
  SUB_WINDOW,
  SUB_EXPORT,
  SUB_TRACE,
  SUB_PLAY,
  SUB_LESSON,
  SUB_LIST,
  SUB_TRAIN,
  SUB_BENCH,
  SUB_CHECK,
  SUB_TOKENS,
  SUB_NEXT,
  SUB_TRANSLATE,
  SUB_SHEET,
  SUB_COUNT
} SubId;

/* Options in the order of the help. Where several sub-commands have one, it means the same in
** all. */
typedef enum OptionId {
  /* of export, in the order of its help */
  OPTION_OUT,
  OPTION_ANIMATE,
  OPTION_PAGE,
  OPTION_MOVES,
  OPTION_PACE,
  OPTION_LOOP,
  OPTION_MOTION,
  OPTION_EVERY,
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
  OPTION_NUMBERS_FROM,
  OPTION_CAPTION,
  OPTION_HEADS,
  OPTION_COLUMNS,
  OPTION_LETTERS,
  OPTION_TITLE,
  OPTION_FACE,
  OPTION_AXIS_WORDS,
  OPTION_CELL,
  OPTION_TRANSPARENT,
  OPTION_TIMES,
  /* of sheet */
  OPTION_SOLUTION,
  OPTION_ROUND,
  OPTION_ROWS,
  OPTION_DIMS,
  OPTION_BLANKS,
  OPTION_PAPER,
  /* of several sub-commands */
  OPTION_MASK,
  OPTION_POSITIONS,
  OPTION_KV_HEADS,
  OPTION_SCORE,
  OPTION_DROPOUT,
  OPTION_CROSS,
  OPTION_APPROXIMATE,
  OPTION_SCHEDULE,
  OPTION_MODEL,
  OPTION_DO,
  OPTION_TEXT_SCALE,
  OPTION_HEADLESS,
  OPTION_WRITE,
  OPTION_FORCE,
  OPTION_NEW,
  OPTION_STEPS,
  OPTION_SEED,
  OPTION_SAMPLES,
  OPTION_THREADS,
  OPTION_JSON,
  OPTION_IDS,
  OPTION_TOP,
  OPTION_TEMPERATURE,
  OPTION_TOP_K,
  OPTION_TOP_P,
  OPTION_FROM,
  OPTION_READING,
  OPTION_LANGUAGE,
  OPTION_HELP,
  OPTION_VERSION,
  OPTION_COUNT
} OptionId;

/* What the value of an option, or a word of a sub-command, may be: a shell completes it. */
typedef enum ValueKind {
  VALUE_AS_WRITTEN, /* the words of the argument that begin with a small letter: "N|all" */
  VALUE_LIST,       /* several of them, with commas between */
  VALUE_FREE,       /* nothing that can be listed */
  VALUE_PATH,
  VALUE_STAGE, /* a name of the table, or a word of the argument */
  VALUE_PALETTE,
  VALUE_MODEL,  /* a name, or a path */
  VALUE_RECIPE, /* a name, or a path */
  VALUE_COMMAND,
  VALUE_NAME_OF_LIST, /* what `headsup list` takes */
} ValueKind;

/* One row of the table. The help, the manual page, the completions of shells, the check whether a
** sub-command takes it and the sentence about a wrong one are all made from it. */
typedef struct OptionInfo {
  const char *name;     /* without -- */
  const char *argument; /* "FILE", or NULL: takes none */
  const char *help;     /* marked for translation */
  unsigned subs;        /* bits 1 << SubId */
  ValueKind value;
} OptionInfo;

/* --do may be given this often; one more is an error of usage, never dropped. */
enum { ARGS_DO_MOST = 32 };

/* The parsed command line; every value is still text. Valid as long as argv. */
typedef struct Args {
  SubId sub;
  /* NULL: not given; "" for those without argument. */
  const char *values[OPTION_COUNT];
  /* Of every --do, in the order given; each may hold several commands. */
  const char *commands[ARGS_DO_MOST];
  int command_count;
  LanguageId language; /* of --language, read by cli_main; auto: not given */
  /* What is no option: the sentence, or the words of the sub-command; not its own name. */
  char *const *words;
  int word_count;
  bool is_ended; /* by "--": the words are text, whatever they look like */
} Args;

/* The letter of a short option, or 0. */
char args_option_letter(OptionId option);
/* The row of an option; constant data. An id out of range is a bug of the caller: assert. */
const OptionInfo *args_option(OptionId option);
/* The word as it is typed, not translated; "" for the window. */
const char *args_sub_name(SubId sub);

/* Reads all of argv. getopt may reorder argv so that options come before words. *args is filled as
** far as it was understood, also on failure, so that the sentence can name the right sub-command.
** Fails with STATUS_USAGE alone. Uses the state of getopt, so only one thread may call it. */
bool args_read(int argc, char *const *argv, Args *args, Status *status);

#endif
