/* cli/args.c -- the table of options, and getopt_long fed from it. */
#define _POSIX_C_SOURCE 200809L /* strnlen */
#include "cli/args.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

enum {
  WINDOW = 1 << SUB_WINDOW,
  EXPORT = 1 << SUB_EXPORT,
  TRACE = 1 << SUB_TRACE,
  PLAY = 1 << SUB_PLAY,
  LESSON = 1 << SUB_LESSON,
  LIST = 1 << SUB_LIST,
  TRAIN = 1 << SUB_TRAIN,
  BENCH = 1 << SUB_BENCH,
  CHECK = 1 << SUB_CHECK,
  TOKENS = 1 << SUB_TOKENS,
  NEXT = 1 << SUB_NEXT,
  TRANSLATE = 1 << SUB_TRANSLATE,
  SHEET = 1 << SUB_SHEET,
  EVERY = WINDOW | EXPORT | TRACE | PLAY | LESSON | LIST | TRAIN | BENCH | CHECK | TOKENS | NEXT |
          TRANSLATE | SHEET,
  FIRST_VALUE = 256 /* of getopt: above every character */
};

static const OptionInfo options[OPTION_COUNT] = {
    [OPTION_OUT] = {"out", "FILE|DIR", N_("what to write; - is standard output"),
                    EXPORT | TRACE | TRAIN | TRANSLATE | SHEET, VALUE_PATH},
    [OPTION_ANIMATE] =
        {"animate", "FILE|DIR",
         N_("instead of --out: a moving picture, .gif, .webp or .mp4 (by ffmpeg), or "
            "a folder of PNGs: of the steps of --moves, else of the waits of --do"),
         EXPORT, VALUE_PATH},
    [OPTION_PAGE] = {"page", "FILE",
                     N_("instead of --out: one HTML file with every stage, layer and head, to step "
                        "through in a browser; with a page for each wait of a script or --do"),
                     EXPORT, VALUE_PATH},
    [OPTION_MOVES] = {"moves", "stages|rows|cells|all-rows|all-cells",
                      N_("what it goes through: all stages, or one stage (with --stage) row by row "
                         "or cell by cell, or all of them so (stages; with --stage rows)"),
                      EXPORT},
    [OPTION_PACE] = {"pace", "MS", N_("milliseconds a step, 20 to 60000 (600)"), EXPORT},
    [OPTION_LOOP] = {"loop", "N|forever", N_("how often it plays (forever)"), EXPORT},
    [OPTION_MOTION] = {"motion", "on|off", N_("what moves between two stages, too (off)"), EXPORT},
    [OPTION_EVERY] = {"every", "N",
                      N_("of the training that --do chooses, a picture every N steps to its end"),
                      EXPORT},
    [OPTION_STAGE] = {"stage", "NAME|all", N_("stage to show (weights)"), EXPORT, VALUE_STAGE},
    [OPTION_LAYER] = {"layer", "N|all", N_("layer to show, from 1 (the window's first)"),
                      EXPORT | SHEET},
    [OPTION_HEAD] = {"head", "N|all", N_("head to show, from 1 (the window's first)"),
                     EXPORT | SHEET},
    [OPTION_VIEW] = {"view",
                     "heatmap|heads|stage|overview|arcs|sentence|grid|cache|cost|length|saturation|"
                     "lookup|layout|average|rollout|answers|block|compare|curve|poster|sheet|"
                     "solution|page|screen",
                     N_("kind of picture (heatmap); screen is the whole window"), EXPORT},
    [OPTION_FORMAT] = {"format", "png,svg,pdf,csv,npy,json",
                       N_("one or several (by the ending of --out, else png)"), EXPORT, VALUE_LIST},
    [OPTION_SIZE] = {"size", "WxH|A3", N_("size in points, or a paper: A0 to A6, upright"), EXPORT},
    [OPTION_WIDTH] = {"width", "84mm", N_("width in mm, cm, in or pt"), EXPORT},
    [OPTION_FONT_SIZE] =
        {"font-size", "8",
         N_("size of words in points: of every word, or in stages and views of the smallest"),
         EXPORT},
    [OPTION_SCALE] = {"scale", "N",
                      N_("pixels a point: of a PNG 1 to 4 (with --width 300 an inch, else 1), of "
                         "the window 0.5 to 4"),
                      EXPORT | WINDOW},
    [OPTION_THEME] = {"theme", "light|dark", N_("colours of the paper (light)"), EXPORT},
    [OPTION_PALETTE] = {"palette", "NAME", N_("colours of heatmaps; see headsup list palettes"),
                        EXPORT, VALUE_PALETTE},
    [OPTION_RANGE] = {"range", "LO,HI|head|own|shared",
                      N_("numbers at the ends of the colours (head)"), EXPORT},
    [OPTION_NUMBERS] = {"numbers", "on|off", N_("numbers in the cells (where they fit)"), EXPORT},
    [OPTION_NUMBERS_FROM] = {"numbers-from", "all|N",
                             N_("in a figure, numbers of weights of at least N alone (all)"),
                             EXPORT},
    [OPTION_CAPTION] = {"caption", "none|below|file",
                        N_("says sentence, model, layer, head, mask and range (none)"), EXPORT},
    [OPTION_HEADS] = {"heads", "all|N,N|L.H,L.H",
                      N_("heads of a figure in their order, as 1,2,4 of the layer or 1.2,2.1 "
                         "(layer.head) of several (all)"),
                      EXPORT},
    [OPTION_COLUMNS] = {"columns", "auto|N", N_("columns of a figure of heads (auto)"), EXPORT},
    [OPTION_LETTERS] = {"letters", "on|off", N_("(a), (b) … before the names of heads (off)"),
                        EXPORT},
    [OPTION_TITLE] = {"title", "on|off", N_("the title in a figure (on)"), EXPORT},
    [OPTION_FACE] = {"face", "sans|serif|math", N_("the letters of a figure (sans)"),
                     EXPORT | SHEET},
    [OPTION_AXIS_WORDS] = {"axis-words", "plain|classroom",
                           N_("\"Query\" and \"Key\", or the window's words (plain)"), EXPORT},
    [OPTION_CELL] = {"cell", "Q,K|Q,row|none",
                     N_("outlines the cell of query Q and key K, or a row"), EXPORT, VALUE_FREE},
    [OPTION_TRANSPARENT] = {"transparent", NULL, N_("no background"), EXPORT},
    [OPTION_TIMES] = {"times", "on|off",
                      N_("with --view cost: times measured now, which differ each time (off)"),
                      EXPORT},
    [OPTION_SOLUTION] = {"solution", "FILE", N_("the same sheet with its numbers written in"),
                         SHEET, VALUE_PATH},
    [OPTION_ROUND] = {"round", "0|1|2", N_("decimals of Q, K and V on the sheet (1)"), SHEET},
    [OPTION_ROWS] = {"rows", "auto|N,N-N",
                     N_("the words that ask (all of up to five, else the one on show)"), SHEET},
    [OPTION_DIMS] = {"dims", "auto|N",
                     N_("columns of Q, K and V on the sheet, 1 to 16, those with the largest "
                        "numbers (up to 4)"),
                     SHEET},
    [OPTION_BLANKS] = {"blanks", "all|scores,scaled,masked,weights,output",
                       N_("what is left to be filled in; the rest is given (all)"), SHEET,
                       VALUE_LIST},
    [OPTION_PAPER] = {"paper", "a4|letter", N_("size of the pages (a4)"), SHEET},
    [OPTION_MASK] = {"mask",
                     "none|causal|prefix:K|window:W|dilated:W:STEP|blocks:B|global:N,N|random:R[:"
                     "seed:N]|padding:K",
                     N_("which query may see which key, in parts that may be joined: \"causal "
                        "window:3\" (the model's own)"),
                     EXPORT | TRACE | NEXT | SHEET},
    [OPTION_POSITIONS] =
        {"positions",
         "own|none|sinusoidal|rope [base X] [half|interleaved]|alibi|t5 [buckets N] [far "
         "N]|shaw K",
         N_("what tells the model where a token stands; all but own are laid over it (own)"),
         EXPORT | TRACE | NEXT | SHEET},
    [OPTION_APPROXIMATE] = {"approximate", "exact|linformer K|performer M",
                            N_("how the output is made: of the weight of every pair, of keys and "
                               "values mixed into K, or of M random features (exact)"),
                            EXPORT | TRACE | NEXT | SHEET},
    [OPTION_KV_HEADS] =
        {"kv-heads", "G",
         N_("so many heads of K and V, shared by those of Q, laid over the model (own)"),
         EXPORT | TRACE | NEXT | SHEET},
    [OPTION_SCORE] = {"score", "dot|general|cosine [temperature X]|additive",
                      N_("how a score is made of a query and a key; all but dot are laid over the "
                         "model (dot)"),
                      EXPORT | TRACE | NEXT | SHEET},
    [OPTION_DROPOUT] =
        {"dropout", "P [seed N]",
         N_("leaves out weights with that probability, 0 to 0.9, as in training (off)"),
         EXPORT | TRACE | NEXT | SHEET},
    [OPTION_CROSS] = {"cross", "\"…\"",
                      N_("a second sentence, whose tokens are the keys (the sentence itself)"),
                      EXPORT | TRACE | NEXT | SHEET},
    [OPTION_SCHEDULE] =
        {"schedule", "whole|flash ROWS COLS",
         N_("the order of work: all scores first, or tile by tile; the output is the same (whole)"),
         EXPORT | TRACE | NEXT | SHEET},
    [OPTION_MODEL] = {"model", "NAME|DIR",
                      N_("a name of headsup list models (reader), a folder, or a recording"),
                      WINDOW | EXPORT | TRACE | PLAY | TOKENS | NEXT | BENCH | LIST | TRANSLATE |
                          SHEET,
                      VALUE_MODEL},
    [OPTION_DO] = {"do", "\"COMMAND; COMMAND\"",
                   N_("commands to run first; see headsup list commands"),
                   WINDOW | EXPORT | TRACE | PLAY | SHEET, VALUE_COMMAND},
    [OPTION_TEXT_SCALE] = {"text-scale", "X", N_("size of text, 1 to 3 (1)"), EXPORT},
    [OPTION_HEADLESS] = {"headless", NULL, N_("without a window"), PLAY | LESSON},
    [OPTION_WRITE] = {"write", NULL,
                      N_("the script may write files, and open models outside its folder"), PLAY},
    [OPTION_FORCE] = {"force", NULL, N_("commands replace files that Heads Up did not write, too"),
                      WINDOW | EXPORT | TRACE | PLAY | SHEET},
    [OPTION_NEW] = {"new", NULL, N_("as at the first start, not where the last window was left"),
                    WINDOW},
    [OPTION_STEPS] = {"steps", "N", N_("steps of training (the recipe's)"), TRAIN},
    [OPTION_SEED] = {"seed", "N", N_("where random numbers begin (the recipe's)"), TRAIN},
    [OPTION_SAMPLES] = {"samples", "N", N_("prints N examples of the task and trains nothing"),
                        TRAIN},
    [OPTION_THREADS] = {"threads", "N", N_("threads at work (as many as processors)"), TRAIN},
    [OPTION_JSON] = {"json", NULL, N_("as JSON, for other programs"), TOKENS | NEXT},
    [OPTION_IDS] = {"ids", "1,2,3", N_("tokens by their ids, instead of a text"),
                    EXPORT | TRACE | NEXT | SHEET},
    [OPTION_TOP] = {"top", "N", N_("how many words to print (10)"), NEXT},
    [OPTION_TEMPERATURE] = {"temperature", "X", N_("below 1 sharpens, above 1 evens out (1)"),
                            NEXT},
    [OPTION_TOP_K] = {"top-k", "N", N_("keeps the N likeliest words (0: all)"), NEXT},
    [OPTION_TOP_P] = {"top-p", "X", N_("keeps the fewest words whose shares reach X (1)"), NEXT},
    [OPTION_FROM] = {"from", "FILE", N_("a recording instead of a model (docs/recordings.md)"),
                     TRACE, VALUE_PATH},
    [OPTION_READING] = {"reading", "LHTS,raw,…",
                        N_("how a recording is meant where it can be read in several ways"),
                        WINDOW | EXPORT | TRACE | PLAY | SHEET | CHECK | LIST, VALUE_FREE},
    [OPTION_LANGUAGE] = {"language", "en|de|auto", N_("the language of words (the environment's)"),
                         EVERY},
    [OPTION_HELP] = {"help", NULL, N_("this help"), EVERY},
    [OPTION_VERSION] = {"version", NULL, N_("the version"), EVERY},
};

static const char *const sub_names[SUB_COUNT] = {"",     "export",    "trace", "play",  "lesson",
                                                 "list", "train",     "bench", "check", "tokens",
                                                 "next", "translate", "sheet"};

const OptionInfo *args_option(OptionId option) {
  assert(option >= 0 && option < OPTION_COUNT);
  return &options[option];
}

const char *args_sub_name(SubId sub) { return sub_names[sub]; }

/* Letters for the rest would only have to be learned. */
char args_option_letter(OptionId option) {
  return option == OPTION_HELP ? 'h' : option == OPTION_VERSION ? 'V' : 0;
}

/* False: no sub-command is called that, so the word begins the sentence. Names are not shortened
** here. */
static bool args_sub_find(Str name, SubId *sub) {
  for (int i = SUB_EXPORT; i < SUB_COUNT; i++)
    if (str_is(name, sub_names[i])) {
      *sub = (SubId)i;
      return true;
    }
  return false;
}

static bool applies(int option, SubId sub) { return options[option].subs >> sub & 1u; }

/* getopt gets only the options of this sub-command, so that a shortened name is looked up among
** those and is not called ambiguous because of others. */
static void fill_long_options(SubId sub, struct option longs[OPTION_COUNT + 1]) {
  int count = 0;
  for (int i = 0; i < OPTION_COUNT; i++)
    if (applies(i, sub))
      longs[count++] =
          (struct option){options[i].name, options[i].argument ? required_argument : no_argument,
                          NULL, FIRST_VALUE + i};
  longs[count] = (struct option){0};
}

/* ---- sentences ---- */

/* An option of a sub-command, given before it or without it. */
static bool belongs_to_sub(Str word, Status *status) {
  for (int i = 0; i < OPTION_COUNT; i++)
    for (int sub = SUB_EXPORT; str_is(word, options[i].name) && sub < SUB_COUNT; sub++)
      if (applies(i, (SubId)sub)) {
        status_fail(status, STATUS_USAGE, _("--%s stands behind its sub-command: headsup %s --%s"),
                    options[i].name, sub_names[sub], options[i].name);
        return true;
      }
  return false;
}

/* "--out, --stage, …", cut at the end of the buffer: snprintf reports what it would have written,
** so used may pass the capacity, and that ends the loop. */
static void list_options(const char *const *names, int count, char *text, size_t capacity) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < count && used < capacity; i++)
    used += (size_t)snprintf(text + used, capacity - used, "%s--%s", i ? ", " : "", names[i]);
}

/* One sentence for a wrong name: where the option belongs, else the nearest one, else all there
** are. The name is cut at 80 bytes, since a shell may expand it to anything. */
static bool no_such_option(SubId sub, const char *given, Status *status) {
  const char *names[OPTION_COUNT];
  char list[400];
  int count = 0;
  const char *name = given + strspn(given, "-");
  const char *program = sub == SUB_WINDOW ? "headsup" : sub_names[sub];
  for (int i = 0; i < OPTION_COUNT; i++)
    if (applies(i, sub)) names[count++] = options[i].name;
  Str word = {name, strcspn(name, "=")};
  if (sub == SUB_WINDOW && belongs_to_sub(word, status)) return false;
  int nearest = str_nearest(word, names, count), shown = (int)strnlen(given, 80);
  list_options(names, count, list, sizeof list);
  if (nearest >= 0)
    return status_fail(status, STATUS_USAGE,
                       _("%s has no option %.*s; did you mean --%s? It has: %s"), program, shown,
                       given, names[nearest], list);
  return status_fail(status, STATUS_USAGE, _("%s has no option %.*s; it has: %s"), program, shown,
                     given, list);
}

/* getopt only tells that something is wrong, and by optopt what: FIRST_VALUE and above is one of
** our long options, a letter is a short one, 0 is a name it does not know or that fits several. */
static bool wrong_option(SubId sub, int kind, char *const *argv, Status *status) {
  const char *given = optind > 0 ? argv[optind - 1] : "";
  if (kind == ':') {
    const OptionInfo *option =
        optopt >= FIRST_VALUE ? &options[optopt - FIRST_VALUE] : &options[OPTION_HELP];
    return status_fail(status, STATUS_USAGE, _("--%s needs a value: %s"), option->name,
                       option->argument);
  }
  if (optopt >= FIRST_VALUE)
    return status_fail(status, STATUS_USAGE, _("--%s takes no value"),
                       options[optopt - FIRST_VALUE].name);
  if (optopt > 0) {
    char letter[3] = {'-', (char)optopt, 0};
    return no_such_option(sub, letter, status);
  }
  return no_such_option(sub, given, status);
}

/* ---- reading ---- */

/* An option in place of a value: the value was forgotten. A word of dashes alone is a value, and so
** is what stands behind "=". */
static bool is_option(SubId sub, const char *value) {
  if (strncmp(value, "--", 2) != 0) return false;
  Str name = {value + 2, strcspn(value + 2, "=")};
  for (int i = 0; i < OPTION_COUNT; i++)
    if (applies(i, sub) && str_is(name, options[i].name)) return true;
  return false;
}

/* The last value given counts, so that an alias may hold defaults; --do is collected. */
static bool take_option(Args *args, int option, const char *value, Status *status) {
  args->values[option] = value ? value : "";
  if (option != OPTION_DO) return true;
  if (args->command_count == ARGS_DO_MOST)
    return status_fail(
        status, STATUS_USAGE,
        P_("--do is given more than %d time", "--do is given more than %d times", ARGS_DO_MOST),
        ARGS_DO_MOST);
  args->commands[args->command_count++] = value;
  return true;
}

/* A leading + stops at the first word that is no option. */
static bool read_options(int argc, char *const *argv, const char *shorts, Args *args,
                         Status *status) {
  struct option longs[OPTION_COUNT + 1];
  fill_long_options(args->sub, longs);
  for (;;) {
    int got = getopt_long(argc, argv, shorts, longs, NULL);
    if (got == -1) return true;
    if (got == '?' || got == ':') return wrong_option(args->sub, got, argv, status);
    int option = got == 'h' ? OPTION_HELP : got == 'V' ? OPTION_VERSION : got - FIRST_VALUE;
    bool is_own_word = optarg && optind > 0 && argv[optind - 1] == optarg;
    if (is_own_word && is_option(args->sub, optarg))
      return status_fail(status, STATUS_USAGE, _("--%s needs a value: %s"), options[option].name,
                         options[option].argument);
    if (!take_option(args, option, optarg, status)) return false;
  }
}

/* Options before the sub-command were read with the table of the window. Those it shares with the
** window are right only if the sub-command has them too. */
static bool check_of_sub(const Args *args, Status *status) {
  for (int i = 0; i < OPTION_COUNT; i++) {
    char given[40] = "--";
    if (!args->values[i] || applies(i, args->sub)) continue;
    strcat(given, options[i].name);
    return no_such_option(args->sub, given, status);
  }
  return true;
}

/* Two passes. The first stops at the first word, because only that word tells which options exist;
** the second reads the rest with the table of the sub-command found. */
bool args_read(int argc, char *const *argv, Args *args, Status *status) {
  *args = (Args){.sub = SUB_WINDOW};
  opterr = 0;
  optind = 0; /* getopt begins afresh */
  if (!read_options(argc, argv, "+:hV", args, status)) return false;
  bool ended = optind > 1 && strcmp(argv[optind - 1], "--") == 0;
  if (!ended && optind < argc && args_sub_find(str_from(argv[optind]), &args->sub)) optind++;
  if (!ended) {
    /* Read afresh from here: words and options may now come in any order. */
    argc -= optind - 1;
    argv += optind - 1;
    optind = 0;
    if (!read_options(argc, argv, ":hV", args, status)) return false;
  }
  args->is_ended = optind > 1 && strcmp(argv[optind - 1], "--") == 0;
  args->words = argv + optind;
  args->word_count = argc - optind;
  return check_of_sub(args, status);
}
