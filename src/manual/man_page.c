/* manual/man_page.c -- headsup.1. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "cli/help.h"
#include "manual/manual.h"
#include "manual/value_words.h"
#include "model/random_shape.h"
#include "scene/export_look.h"
#include "session/commands/commands.h"

/* A tagged paragraph: its tag is bold up to the first space, and the rest is what is filled in. */
typedef struct Entry {
  const char *tag, *text;
} Entry;

/* Text as troff prints it unchanged. A hyphen of a command is copied only from \-, and a dot or a
** quote at the beginning of a line would be a request. */
static void print_text(const char *text, size_t bytes) {
  if (bytes > 0 && (*text == '.' || *text == '\'')) printf("\\&");
  for (size_t i = 0; i < bytes; i++) {
    char c = text[i];
    if (c == '\\') printf("\\e");
    else if (c == '-') printf("\\-");
    else if (c == '\'') printf("\\(aq");
    else if (c == '`') printf("\\(ga");
    else if (c == '^') printf("\\(ha");
    else if (c == '~') printf("\\(ti");
    else if (c == '|') printf("|\\:"); /* a line may end here */
    else putchar(c == '\n' ? ' ' : c);
  }
}

static void print_section(const char *title) { printf(".SH %s\n", title); }

static void print_paragraph(const char *text) {
  printf(".PP\n");
  print_text(text, strlen(text));
  printf("\n");
}

static void print_tag(const char *tag) {
  size_t name = strcspn(tag, " ");
  printf(".TP\n\\fB");
  print_text(tag, name);
  printf("\\fR");
  print_text(tag + name, strlen(tag + name));
  printf("\n");
}

static void print_entry(const char *tag, const char *text) {
  print_tag(tag);
  print_text(text, strlen(text));
  printf("\n");
}

static void print_entries(const Entry *entries, size_t count) {
  for (size_t i = 0; i < count; i++) print_entry(entries[i].tag, entries[i].text);
}

/* The usage lines, one below the other; "headsup export" is bold, what follows is not. */
static void print_synopsis(void) {
  print_section("SYNOPSIS");
  for (int i = 0; i < SUB_COUNT; i++) {
    const char *usage = help_sub((SubId)i)->usage;
    size_t bold = strcspn(usage, " ");
    if (i != SUB_WINDOW) bold += 1 + strlen(args_sub_name((SubId)i));
    if (i > 0) printf(".br\n");
    printf("\\fB");
    print_text(usage, bold);
    printf("\\fR");
    print_text(usage + bold, strlen(usage + bold));
    printf("\n");
  }
}

static void print_description(void) {
  print_section("DESCRIPTION");
  print_paragraph(
      "Heads Up shows how attention is computed. You type a sentence and step through Q·Kᵀ, "
      "scaling, masking, softmax and the weighted sum, for every head, forward and back, down to "
      "one cell worked out with its numbers. Any of it is written as a figure or as numbers. "
      "Without a sub-command it opens its window.");
  print_paragraph("It works offline: there is no network code in it.");
  print_paragraph(help_on_text());
  print_paragraph(help_on_files());
}

static void print_subs(void) {
  print_section("SUB-COMMANDS");
  for (int i = SUB_EXPORT; i < SUB_COUNT; i++)
    print_entry(args_sub_name((SubId)i), _(help_sub((SubId)i)->help));
}

/* Which sub-commands take an option: all, or their names. */
static void print_takers(OptionId option) {
  int count = 0;
  for (int i = 0; i < SUB_COUNT; i++) count += option_is_of(option, (SubId)i);
  if (count == SUB_COUNT) return;
  printf(".br\nUsed by:");
  for (int i = 0, done = 0; i < SUB_COUNT; i++) {
    if (!option_is_of(option, (SubId)i)) continue;
    printf("%s %s",
           done == 0           ? ""
           : done == count - 1 ? " and"
                               : ",",
           i == SUB_WINDOW ? "the window" : args_sub_name((SubId)i));
    done++;
  }
  printf(".\n");
}

static void print_options(Arena *arena) {
  print_section("OPTIONS");
  print_paragraph(
      "A long name may be shortened as far as it stays the only one; “--name value” and "
      "“--name=value” are the same. What is used when an option is not given stands in brackets.");
  for (int i = 0; i < OPTION_COUNT; i++) {
    const OptionInfo *option = args_option((OptionId)i);
    char letter[] = {'-', args_option_letter((OptionId)i), ',', ' ', 0};
    const char *tag =
        str_format(arena, "%s--%s%s%s", letter[1] ? letter : "", option->name,
                   option->argument ? " " : "", option->argument ? option->argument : "");
    print_entry(tag ? tag : option->name, _(option->help));
    print_takers((OptionId)i);
  }
}

/* One section of a table of names. */
static void print_names(Arena *arena, const char *title, ValueKind kind) {
  ValueWords words = value_words(arena, kind, NULL);
  print_section(title);
  for (int i = 0; i < words.count; i++)
    print_entry(words.at[i].word, words.at[i].help ? words.at[i].help : "");
}

/* A name of several words is typed as one argument. */
static void print_families(Arena *arena) {
  for (int i = 0; i < RANDOM_FAMILY_COUNT; i++) {
    const RandomFamily *family = random_family(i);
    const char *name = str_format(arena, "random like %s", family->name);
    if (name) print_entry(name, _(family->label));
  }
}

static void print_formats(void) {
  print_section("FORMATS");
  printf(".PP\n");
  for (int i = 0; i < EXPORT_FORMAT_COUNT; i++)
    printf("%s%s", i ? ", " : "", export_format_name((ExportFormat)i));
  printf(".\n");
}

static void print_recipes(Arena *arena) {
  ValueWords words = value_words(arena, VALUE_RECIPE, NULL);
  print_section("RECIPES");
  printf(".PP\n");
  for (int i = 0; i < words.count; i++) printf("%s%s", i ? ", " : "", words.at[i].word);
  printf(". What each learns is printed by \\fBheadsup list recipes\\fR.\n");
}

static void print_commands(Arena *arena) {
  print_section("COMMANDS");
  print_paragraph(
      "Everything that keys and clicks do is a command, one line of text, which --do and scripts "
      "take, too. Several on a line have “;” between them, and “#” begins a comment. Strings are "
      "JSON strings. The key of the window stands in brackets.");
  for (int i = 0; i < commands_count(); i++) {
    const CommandInfo *command = commands_get(i);
    if (!command->listed) continue;
    const char *tag = str_format(arena, "%s%s%s", command->name, *command->arguments ? " " : "",
                                 command->arguments);
    print_tag(tag ? tag : command->name);
    print_text(_(command->help), strlen(_(command->help)));
    if (*command->key) {
      printf(" [");
      print_text(command->key, strlen(command->key));
      printf("]");
    }
    printf("\n");
  }
}

static void print_keys(void) {
  print_section("KEYS");
  for (int i = 0; i < commands_key_count(); i++) {
    const char *key, *command, *help;
    commands_key(i, &key, &command, &help);
    if (*help) {
      printf(".TP\n\\fB");
      print_text(key, strlen(key));
      printf("\\fR\n");
      print_text(_(help), strlen(_(help)));
      printf("\n");
    }
  }
}

static const Entry files[] = {
    {"~/.config/headsup/settings", "settings that stay from one start to the next"},
    {"~/.local/state/headsup/",
     "the state of the last session, trainings, and the models opened lately"},
    {"~/.cache/huggingface/hub/",
     "where models that other programs downloaded are found by name; only read"},
};

static const Entry variables[] = {
    {"XDG_CONFIG_HOME, XDG_STATE_HOME",
     "the folders in place of ~/.config and ~/.local/state; relative ones are ignored"},
    {"HF_HUB_CACHE, HUGGINGFACE_HUB_CACHE, HF_HOME, XDG_CACHE_HOME",
     "where the cache of downloaded models is"},
    {"GDK_SCALE", "pixels a point of the window, where the display does not tell"},
    {"LANGUAGE, LC_MESSAGES, LANG",
     "the language of the window and of messages; numbers and commands are the same in all"},
    {"SOURCE_DATE_EPOCH", "the date that a PDF says it was made on"},
    {"HEADSUP_PROCESSOR", "x86-64, x86-64-v3 or x86-64-v4: uses no instructions above that level; "
                          "the figures of the models "
                          "that ship with the program are the same"},
};

static const Entry examples[] = {
    {"headsup", "opens the window with the default sentence"},
    {"headsup export --stage weights --head 2 --out weights.pdf \"the cat sat on the mat\"",
     "one heatmap as PDF"},
    {"headsup export --stage all --layer all --head all --format png,svg,csv --out figures",
     "every stage of every head into a folder"},
    {"headsup export --view heads --width 84mm --font-size 8 --out heads.svg \"the cat sat\"",
     "all heads of a layer, as wide as a column of a paper"},
    {"headsup export --heads 1.2,2.1 --columns 2 --letters on --title off --width 174mm --out "
     "two.pdf",
     "head 2 of layer 1 beside head 1 of layer 2, lettered (a) and (b)"},
    {"headsup next --model ~/models/gpt2 \"The animal did not cross the street because\"",
     "the words that a GPT-2 folder would name next"},
    {"headsup train copy --out copy-model",
     "trains a small model; Ctrl-C and the same line again goes on"},
};

#define PRINT_ENTRIES(entries) print_entries(entries, sizeof(entries) / sizeof *(entries))

/* No date: the version says which page this is, and the same sources give the same page. */
void manual_print_man(Arena *arena) {
  printf(".\\\" Made from the tables of headsup --help.\n");
  printf(".TH HEADSUP 1 \"\" \"Heads Up " HEADSUP_VERSION "\" \"User Commands\"\n");
  printf(".nh\n.ad l\n");
  print_section("NAME");
  printf("headsup \\- shows attention step by step on a sentence you type\n");
  print_synopsis();
  print_description();
  print_subs();
  print_options(arena);
  print_names(arena, "STAGES", VALUE_STAGE);
  print_formats();
  print_names(arena, "MODELS", VALUE_MODEL);
  print_families(arena);
  print_names(arena, "PALETTES", VALUE_PALETTE);
  print_recipes(arena);
  print_commands(arena);
  print_keys();
  print_section("FILES");
  PRINT_ENTRIES(files);
  print_section("ENVIRONMENT");
  PRINT_ENTRIES(variables);
  print_section("EXIT STATUS");
  print_paragraph(help_on_status());
  print_section("EXAMPLES");
  PRINT_ENTRIES(examples);
  print_section("SEE ALSO");
  print_paragraph("The guide, docs/guide.md in the folder share/doc/headsup of the installation.");
}
