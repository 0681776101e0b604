/* manual/completion_fish.c -- lines of fish's complete. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "cli/help.h"
#include "manual/manual.h"
#include "manual/value_words.h"

static void print_quoted(const char *text) {
  putchar('\'');
  for (; *text; text++) {
    if (*text == '\'' || *text == '\\') putchar('\\');
    putchar(*text);
  }
  putchar('\'');
}

/* A function that prints words and their meanings, one pair a line, as fish reads them. */
static void print_function(const char *name, const ValueWords *words) {
  printf("function __headsup_%s\n  printf '%%s\\t%%s\\n'", name);
  for (int i = 0; i < words->count; i++) {
    printf(" ");
    print_quoted(words->at[i].word);
    printf(" ");
    print_quoted(words->at[i].help ? words->at[i].help : "");
  }
  printf("\nend\n\n");
}

/* The end of a line of complete: what may follow, by a function of that name. */
static void print_choice(ValueKind kind, const char *name, int count) {
  printf(value_is_path(kind) ? " -F" : " -f");
  if (count == 0) return;
  if (kind == VALUE_LIST) printf(" -a '(__fish_complete_list , __headsup_%s)'", name);
  else printf(" -a '(__headsup_%s)'", name);
}

/* The sub-commands that take an option, as arguments of __headsup_in. */
static void print_takers(OptionId option) {
  printf(" -n '__headsup_in");
  for (int i = 0; i < SUB_COUNT; i++)
    if (option_is_of(option, (SubId)i))
      printf(" %s", i == SUB_WINDOW ? "window first" : args_sub_name((SubId)i));
  printf("'");
}

static void print_option(Arena *arena, OptionId id) {
  const OptionInfo *option = args_option(id);
  ValueWords words = value_words(arena, option->value, option->argument);
  if (option->argument && words.count > 0) print_function(option->name, &words);
  printf("complete -c headsup");
  print_takers(id);
  if (args_option_letter(id)) printf(" -s %c", args_option_letter(id));
  printf(" -l %s -d ", option->name);
  print_quoted(_(option->help));
  if (option->argument) printf(" -r");
  if (option->argument) print_choice(option->value, option->name, words.count);
  printf("\n\n");
}

static void print_others(Arena *arena, SubId sub) {
  const SubInfo *info = help_sub(sub);
  const char *name = sub == SUB_WINDOW ? "window" : args_sub_name(sub);
  const char *function = str_format(arena, "of_%s", name);
  ValueWords words = value_words(arena, info->words, NULL);
  if (words.count > 0) print_function(function, &words);
  printf("complete -c headsup -n '__headsup_in %s%s'", name, sub == SUB_WINDOW ? " first" : "");
  print_choice(info->words, function, words.count);
  printf("\n\n");
}

/* The sub-command of the line: the first word that is no option and no value of one. */
static void print_in(void) {
  printf(
      "# Whether the line is of one of these: sub-commands, window (a sentence), or first: no word "
      "yet.\n"
      "function __headsup_in\n"
      "  set -l sub first\n"
      "  set -l is_value 0\n"
      "  for word in (commandline -opc)[2..-1]\n"
      "    if test $is_value = 1\n"
      "      set is_value 0\n"
      "      continue\n"
      "    end\n"
      "    switch $word\n"
      "      case --\n"
      "        test $sub = first; and set sub window\n"
      "      case");
  for (int i = 0; i < OPTION_COUNT; i++)
    if (args_option((OptionId)i)->argument) printf(" --%s", args_option((OptionId)i)->name);
  printf("\n        set is_value 1\n"
         "      case '-*'\n"
         "      case");
  for (int i = SUB_EXPORT; i < SUB_COUNT; i++) printf(" %s", args_sub_name((SubId)i));
  printf("\n        test $sub = first; and set sub $word\n"
         "      case '*'\n"
         "        test $sub = first; and set sub window\n"
         "    end\n"
         "  end\n"
         "  contains -- $sub $argv\n"
         "end\n\n");
}

void manual_print_fish(Arena *arena) {
  printf("# fish completion of headsup, made from the tables of headsup --help.\n\n");
  print_in();
  for (int i = SUB_EXPORT; i < SUB_COUNT; i++) {
    printf("complete -c headsup -n '__headsup_in first' -a %s -d ", args_sub_name((SubId)i));
    print_quoted(_(help_sub((SubId)i)->help));
    printf("\n");
  }
  printf("\n");
  for (int i = 0; i < SUB_COUNT; i++) print_others(arena, (SubId)i);
  for (int i = 0; i < OPTION_COUNT; i++) print_option(arena, (OptionId)i);
}
