/* cli/help.c -- words on standard output, in columns. */
#include "cli/help.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "export/export.h"
#include "model/model.h"
#include "model/random_shape.h"
#include "session/commands/commands.h"
#include "session/commands/line.h"
#include "session/lesson/shelf.h"
#include "train/task/task.h"

static const SubInfo subs[SUB_COUNT] = {
    [SUB_WINDOW] = {"headsup [OPTIONS] [TEXT…|FILE…]", N_("opens the window"), VALUE_PATH},
    [SUB_EXPORT] = {"headsup export --out FILE|DIR [OPTIONS] [TEXT…|STATE.headsup]",
                    N_("writes pictures and numbers to files"), VALUE_FREE},
    [SUB_TRACE] = {"headsup trace --out FILE.safetensors [--from RECORDING] [OPTIONS] [TEXT…]",
                   N_("writes every number of the forward pass"), VALUE_FREE},
    [SUB_PLAY] = {"headsup play SCRIPT [--headless] [OPTIONS]",
                  N_("plays a file of commands, one a line, # comments"), VALUE_PATH},
    [SUB_LESSON] = {"headsup lesson NAME|FILE [--headless]",
                    N_("opens a lesson beside the picture; --headless says what is wrong in it"),
                    VALUE_PATH},
    [SUB_LIST] = {"headsup list stages|commands|models|palettes|recipes|lessons|heads",
                  N_("names what options and commands take; heads: what each head of --model does"),
                  VALUE_NAME_OF_LIST},
    [SUB_TRAIN] = {"headsup train RECIPE --out DIR [OPTIONS]",
                   N_("trains a model from a recipe; the same command goes on after a stop"),
                   VALUE_RECIPE},
    [SUB_BENCH] = {"headsup bench [NAME] [--model DIR]",
                   N_("measures, one line a figure: name value unit"), VALUE_FREE},
    [SUB_TOKENS] = {"headsup tokens [--model DIR] [--json] TEXT…",
                    N_("token, id and bytes, one a line"), VALUE_FREE},
    [SUB_NEXT] = {"headsup next [--model DIR] [OPTIONS] TEXT…",
                  N_("the words a model would name next: token, id and probability, one a line"),
                  VALUE_FREE},
    [SUB_TRANSLATE] = {"headsup translate [--model DIR] [--out FILE.safetensors] TEXT…",
                       N_("says an English sentence in Chinese with a trained translator; --out "
                          "writes its attention"),
                       VALUE_FREE},
    [SUB_SHEET] = {"headsup sheet --out FILE [--solution FILE] [OPTIONS] [TEXT…|STATE.headsup]",
                   N_("one head as an exercise to be worked out on paper, and its solution: pdf, "
                      "svg or png"),
                   VALUE_FREE},
    [SUB_CHECK] = {"headsup check PATH [--reading READING]",
                   N_("says what a path holds, and what is wrong with it where"), VALUE_PATH},
};

static const char *const lists[] = {"stages",  "commands", "models", "palettes",
                                    "recipes", "heads",    "lessons"};
enum { LIST_COUNT = sizeof lists / sizeof *lists };

const SubInfo *help_sub(SubId sub) {
  assert(sub >= 0 && sub < SUB_COUNT);
  return &subs[sub];
}

int help_list_count(void) { return LIST_COUNT; }

const char *help_list_name(int index) {
  assert(index >= 0 && index < LIST_COUNT);
  return lists[index];
}

const char *help_on_text(void) {
  return _("Several words are joined by spaces; -- ends options and sub-commands; - reads "
           "the sentence\nfrom standard input; without words the default sentence is "
           "used. Layers, heads, queries and\nkeys count from 1.");
}

const char *help_on_files(void) {
  return _("Words that are paths (/home/a/x.headsup, ./model/) are opened as files dropped on the "
           "window are: saved\nstates, folders with a model, recordings, texts. Behind -- they "
           "are a sentence.");
}

const char *help_on_status(void) {
  return _("Exit status: 0 done, 1 could not, 2 wrong usage, 130 or 143 after a signal.");
}

/* A left column that is too long gets a line of its own, so that the right one stays straight. */
static void print_left(const char *left, int width) {
  int room = width - str_characters(str_from(left));
  if (room < 0) printf("  %s\n  %*s  ", left, width, "");
  else printf("  %s%*s  ", left, room, "");
}

static void print_row(const char *left, int width, const char *right) {
  if (*right) print_left(left, width);
  else printf("  %s", left);
  printf("%s\n", right);
}

void help_version(void) {
  printf("headsup " HEADSUP_VERSION "\n");
  printf("%s\n", _("Shows attention step by step on a sentence you type. MIT License."));
}

static void print_options(SubId sub) {
  printf("\n%s\n", _("Options"));
  for (int i = 0; i < OPTION_COUNT; i++) {
    const OptionInfo *option = args_option((OptionId)i);
    char left[512];
    char shorter[] = {'-', args_option_letter((OptionId)i), ',', ' ', 0};
    if (!(option->subs >> sub & 1u)) continue;
    snprintf(left, sizeof left, "%s--%s%s%s", shorter[1] ? shorter : "", option->name,
             option->argument ? " " : "", option->argument ? option->argument : "");
    print_row(left, 28, _(option->help));
  }
}

/* Stages in the order of the computation. */
static void print_stages(void) {
  for (int i = 0; i < STAGE_COUNT; i++) {
    const StageInfo *stage = stage_info((StageId)i);
    char left[64];
    if (stage->alias) snprintf(left, sizeof left, _("%s or %s"), stage->name, stage->alias);
    print_row(stage->alias ? left : stage->name, 20, _(stage->title));
  }
}

/* Commands that only the window's widgets send are left out of the help, but not of the list. */
static void print_commands(bool all) {
  for (int i = 0; i < commands_count(); i++) {
    const CommandInfo *command = commands_get(i);
    char left[512];
    if (!all && !command->listed) continue;
    snprintf(left, sizeof left, "%s %s", command->name, command->arguments);
    print_left(left, 34);
    printf("%s", _(command->help));
    if (*command->key) printf(" [%s]", command->key);
    printf("\n");
  }
}

/* "random like llama   like Llama · …   137856 parameters" */
static void print_family(const RandomFamily *family) {
  char name[64];
  RandomShape shape;
  snprintf(name, sizeof name, "random like %s", family->name);
  if (!random_shape_read(str_from(name), &shape, NULL)) return;
  uint64_t count = random_shape_parameters(&shape);
  print_left(name, 24);
  printf(P_("%s, %llu parameter\n", "%s, %llu parameters\n", count), _(family->label),
         (unsigned long long)count);
}

static void print_models(void) {
  for (int i = 0; i < model_builtin_count(); i++)
    print_row(model_builtin(i)->name, 12, _(model_builtin(i)->label));
  for (int i = 0; i < RANDOM_FAMILY_COUNT; i++) print_family(random_family(i));
}

static void print_palettes(void) {
  for (int i = 0; i < PALETTE_CHOICES; i++)
    print_row(palette_info((PaletteId)i)->name, 12, _(palette_info((PaletteId)i)->label));
}

/* The recipe is read to find its task: the label of a task is written down once, in its own
** table. */
static bool print_recipes(Status *status) {
  Arena *arena = arena_make(0);
  bool done = arena != NULL || status_no_memory(status);
  for (int i = 0; done && i < recipe_builtin_count(); i++) {
    Recipe recipe;
    done = recipe_open(arena, recipe_builtin_name(i), &recipe, status);
    for (int task = 0; done && task < task_all_count(); task++)
      if (strcmp(task_info(task)->name, recipe.task) == 0)
        print_row(recipe.name, 12, _(task_info(task)->label));
  }
  arena_free(arena);
  return done;
}

static void print_text_help(void) { printf("\n%s\n", help_on_text()); }

/* The formats are listed from their table, in its order. */
static void print_export_help(void) {
  printf("\n%s\n", _("Stages"));
  print_stages();
  printf("\n%s\n ", _("Formats"));
  for (int i = 0; i < EXPORT_FORMAT_COUNT; i++) printf(" %s", export_format_name((ExportFormat)i));
  printf(
      "\n\n%s\n",
      _("Several files (all, or several formats) go into the folder --out, which is made when its\n"
        "parent exists, under names such as L1-H3-weights.png."));
}

static void print_train_help(void) {
  printf("\n%s\n",
         _("RECIPE is a name of headsup list recipes or the path of a file. DIR is made when its "
           "parent\nexists. Ctrl-C finishes the step and saves; the same command goes on "
           "from there."));
}

/* The overview is made of the same tables that each sub-command's help is made of. */
static void print_window_help(void) {
  printf("\n%s\n", _("Sub-commands"));
  for (int i = SUB_EXPORT; i < SUB_COUNT; i++) print_row(subs[i].usage, 56, _(subs[i].help));
  printf("\n%s\n", _("Commands, for --do and scripts"));
  print_commands(false);
  printf("\n%s\n", help_on_status());
}

void help_print(SubId sub) {
  printf(_("Usage: %s"), subs[sub].usage);
  printf("\n  %s\n", _(subs[sub].help));
  print_options(sub);
  if (sub == SUB_WINDOW || sub == SUB_EXPORT || sub == SUB_TRACE || sub == SUB_SHEET)
    print_text_help();
  if (sub == SUB_WINDOW) printf("\n%s\n", help_on_files());
  if (sub == SUB_EXPORT) print_export_help();
  if (sub == SUB_TRAIN) print_train_help();
  if (sub == SUB_WINDOW) print_window_help();
}

/* "softmax   8 · Softmax · 7 minutes" */
static void print_lessons(void) {
  for (int i = 0; i < shelf_count(); i++) {
    char name[SHELF_NAME_BYTES], words[256];
    Str title, level;
    int minutes;
    shelf_name(i, name);
    shelf_words(i, &title, &level, &minutes);
    snprintf(words, sizeof words,
             P_("%d · %.*s · %.*s · %d minute", "%d · %.*s · %.*s · %d minutes", minutes), i + 1,
             (int)title.bytes, title.at, (int)level.bytes, level.at, minutes);
    print_row(name, 20, words);
  }
}

/* "heads" is in the list of names although it is printed elsewhere, so that a typing error finds
** it. */
bool help_list(Str what, Status *status) {
  if (str_is(what, lists[0])) print_stages();
  else if (str_is(what, lists[1])) print_commands(true);
  else if (str_is(what, lists[2])) print_models();
  else if (str_is(what, lists[3])) print_palettes();
  else if (str_is(what, lists[4])) return print_recipes(status);
  else if (str_is(what, lists[6])) print_lessons();
  else
    return names_refuse(&(Names){_("there is no list “%.*s”; it is one of: %s"),
                                 _("there is no list “%.*s”; did you mean “%s”? It is one of: %s"),
                                 lists, LIST_COUNT},
                        what, status);
  return true;
}
