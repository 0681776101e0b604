/* manual/completion_zsh.c -- the function _headsup, on zsh's _arguments and _describe. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "cli/help.h"
#include "manual/manual.h"
#include "manual/value_words.h"

/* Inside '…' of the shell; the characters of special get a backslash. */
static void print_quoted(const char *text, const char *special) {
  for (; *text; text++)
    if (*text == '\'') printf("'\\''");
    else if (strchr(special, *text)) printf("\\%c", *text);
    else putchar(*text);
}

/* "word:meaning" for _describe. */
static void print_word(const char *word, const char *help) {
  printf(" '");
  print_quoted(word, ":\\");
  if (help) printf(":");
  if (help) print_quoted(help, "\\");
  printf("'");
}

/* A function that completes one thing: the value of an option, or what a sub-command takes. */
static void print_function(Arena *arena, const char *name, ValueKind kind, const char *argument) {
  ValueWords words = value_words(arena, kind, argument);
  printf("_headsup_%s() {\n", name);
  if (kind == VALUE_LIST) {
    printf("  _values -s , '%s'", name);
    for (int i = 0; i < words.count; i++) printf(" %s", words.at[i].word);
    printf("\n}\n\n");
    return;
  }
  if (words.count > 0) printf("  _headsup_words");
  for (int i = 0; i < words.count; i++) print_word(words.at[i].word, words.at[i].help);
  if (words.count > 0) printf("\n");
  if (value_is_path(kind)) printf("  _files\n");
  else if (words.count == 0) printf("  _message '%s'\n", name);
  printf("}\n\n");
}

/* One specification of _arguments a line: '--stage=[stage to show]:NAME:_headsup_stage'. */
static void print_option(OptionId id) {
  const OptionInfo *option = args_option(id);
  char letter = args_option_letter(id);
  if (letter)
    printf(" \\\n    '(-%c --%s)'{-%c,--%s}'[", letter, option->name, letter, option->name);
  else
    printf(" \\\n    '%s--%s%s[", id == OPTION_DO ? "*" : "", option->name,
           option->argument ? "=" : "");
  print_quoted(_(option->help), "[]\\:");
  printf("]");
  if (option->argument) printf(":%s:_headsup_%s", option->name, option->name);
  printf("'");
}

static void print_arguments(SubId sub) {
  printf("_arguments -S -A '-*'");
  for (int i = 0; i < OPTION_COUNT; i++)
    if (option_is_of((OptionId)i, sub)) print_option((OptionId)i);
}

static const char words_function[] =
    "# Each argument is word:meaning. A word that ends in a colon goes on: no space follows.\n"
    "_headsup_words() {\n"
    "  local -a whole begun\n"
    "  whole=(\"${(@)argv:#*\\\\:}\") begun=(\"${(@M)argv:#*\\\\:}\")\n"
    "  (( $#whole )) && _describe -t values value whole\n"
    "  (( $#begun )) && _describe -t values value begun -S ''\n"
    "}\n\n";

void manual_print_zsh(Arena *arena) {
  printf(
      "#compdef headsup\n# zsh completion of headsup, made from the tables of headsup --help.\n\n"
      "%s",
      words_function);
  for (int i = 0; i < OPTION_COUNT; i++) {
    const OptionInfo *option = args_option((OptionId)i);
    if (option->argument) print_function(arena, option->name, option->value, option->argument);
  }
  for (int i = 0; i < SUB_COUNT; i++) {
    const char *name = i == SUB_WINDOW ? "window" : args_sub_name((SubId)i);
    print_function(arena, str_format(arena, "of_%s", name), help_sub((SubId)i)->words, NULL);
  }
  printf("_headsup_first() {\n"
         "  (( ${words[(I)--]} )) && { _headsup_of_window; return }\n"
         "  _headsup_words");
  for (int i = SUB_EXPORT; i < SUB_COUNT; i++)
    print_word(args_sub_name((SubId)i), _(help_sub((SubId)i)->help));
  printf("\n  _headsup_of_window\n}\n\n"
         "_headsup() {\n  local curcontext=$curcontext state line\n  typeset -A opt_args\n  ");
  print_arguments(SUB_WINDOW);
  printf(" \\\n    '1: :_headsup_first' \\\n    '*:: :->behind' && return\n"
         "  [[ $state == behind ]] || return\n"
         "  case $words[1] in\n");
  for (int i = SUB_EXPORT; i < SUB_COUNT; i++) {
    printf("  %s)\n    ", args_sub_name((SubId)i));
    print_arguments((SubId)i);
    printf(" \\\n    '*: :_headsup_of_%s'\n    ;;\n", args_sub_name((SubId)i));
  }
  printf("  *)\n    ");
  print_arguments(SUB_WINDOW);
  printf(" \\\n    '*: :_headsup_of_window'\n    ;;\n  esac\n}\n\n_headsup \"$@\"\n");
}
