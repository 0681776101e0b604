/* manual/completion_bash.c -- a function for bash's complete.
**
** bash cuts words at '=' and ':' and replaces what stands behind the last cut. The function
** therefore reads the line as it was typed, and answers without what stands before the cut.
*/
#include <stdio.h>

#include "cli/help.h"
#include "manual/manual.h"
#include "manual/value_words.h"

static void print_sub_names(const char *between) {
  for (int i = SUB_EXPORT; i < SUB_COUNT; i++)
    printf("%s%s", i > SUB_EXPORT ? between : "", args_sub_name((SubId)i));
}

/* What completes a value, as a call of one of the functions of the file. */
static void print_call(Arena *arena, ValueKind kind, const char *argument) {
  ValueWords words = value_words(arena, kind, argument);
  printf("_headsup_%s '", kind == VALUE_LIST ? "list" : value_is_path(kind) ? "paths" : "words");
  for (int i = 0; i < words.count; i++) printf("%s%s", i ? " " : "", words.at[i].word);
  printf("' ;;\n");
}

/* An option means the same for all sub-commands, so its name alone tells how to complete it. */
static void print_values(Arena *arena) {
  printf("_headsup_value() { # OPTION\n  case $1 in\n");
  for (int i = 0; i < OPTION_COUNT; i++) {
    const OptionInfo *option = args_option((OptionId)i);
    if (!option->argument) continue;
    printf("    --%s) ", option->name);
    print_call(arena, option->value, option->argument);
  }
  printf("  esac\n}\n\n");
}

static void print_options(void) {
  printf("_headsup_options() { # SUB-COMMAND\n  case $1 in\n");
  for (int i = SUB_COUNT - 1; i >= 0; i--) {
    printf("    %s) _headsup_words '", i == SUB_WINDOW ? "*" : args_sub_name((SubId)i));
    for (int j = 0, printed = 0; j < OPTION_COUNT; j++)
      if (option_is_of((OptionId)j, (SubId)i))
        printf("%s--%s", printed++ ? " " : "", args_option((OptionId)j)->name);
    printf("' ;;\n");
  }
  printf("  esac\n}\n\n");
}

static void print_others(Arena *arena) {
  printf("# What a sub-command takes besides options.\n"
         "_headsup_others() { # SUB-COMMAND\n  case $1 in\n");
  for (int i = SUB_EXPORT; i < SUB_COUNT; i++) {
    printf("    %s) ", args_sub_name((SubId)i));
    print_call(arena, help_sub((SubId)i)->words, NULL);
  }
  printf("    first) _headsup_paths '");
  print_sub_names(" ");
  printf("' ;;\n    *) ");
  print_call(arena, help_sub(SUB_WINDOW)->words, NULL);
  printf("  esac\n}\n\n");
}

static const char functions[] =
    "# Answers the words that begin as $now.\n"
    "_headsup_words() { # WORDS\n"
    "  local word\n"
    "  compopt +o default +o bashdefault\n"
    "  for word in $1; do\n"
    "    [[ $word == \"$now\"* ]] && COMPREPLY+=(\"${word#\"$kept\"}\")\n"
    "  done\n"
    "  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace\n"
    "  return 0\n"
    "}\n\n"
    "# The same for words with commas between, each once.\n"
    "_headsup_list() { # WORDS\n"
    "  local word earlier=\n"
    "  compopt +o default +o bashdefault -o nospace\n"
    "  [[ $now == *,* ]] && earlier=${now%,*},\n"
    "  for word in $1; do\n"
    "    [[ $word == \"${now##*,}\"* && ,$earlier != *,$word,* ]] && "
    "COMPREPLY+=(\"$earlier$word\")\n"
    "  done\n"
    "  return 0\n"
    "}\n\n"
    "# The same for words and paths. Where no word begins so, bash completes the path itself,\n"
    "# which knows of quotes. A path that is called as a word gives way to the word.\n"
    "_headsup_paths() { # WORDS\n"
    "  local word path\n"
    "  for word in $1; do\n"
    "    [[ $word == \"$now\"* ]] && COMPREPLY+=(\"$word\")\n"
    "  done\n"
    "  ((${#COMPREPLY[@]})) || return 0\n"
    "  while read -r path; do\n"
    "    [[ \" $1 \" == *\" $path \"* ]] && continue\n"
    "    [[ -d $path ]] && path+=/\n"
    "    printf -v path %q \"$path\"\n"
    "    COMPREPLY+=(\"$path\")\n"
    "  done < <(compgen -f -- \"$now\")\n"
    "  return 0\n"
    "}\n\n";

static const char function[] =
    "_headsup() {\n"
    "  local now kept='' cuts=${COMP_WORDBREAKS//[!:=]/} line=${COMP_LINE:0:COMP_POINT}\n"
    "  local i option sub=first\n"
    "  local -a words\n"
    "  COMPREPLY=()\n"
    "  read -ra words <<<\"$line\"\n"
    "  [[ $line == *[[:blank:]] ]] && words+=('')\n"
    "  for ((i = 1; i < ${#words[@]} - 1; i++)); do\n"
    "    if [[ ${words[i]} == -- ]]; then\n"
    "      compopt -o default\n"
    "      return\n"
    "    elif [[ ${words[i]} == -* ]]; then\n"
    "      _headsup_takes_value \"${words[i]}\" && ((i++))\n"
    "    elif [[ $sub == first ]]; then\n"
    "      _headsup_is_sub \"${words[i]}\" && sub=${words[i]} || sub=window\n"
    "    fi\n"
    "  done\n"
    "  option=${words[-2]} now=${words[-1]}\n"
    "  [[ $now == --*=* ]] && option=${now%%=*} now=${now#*=}\n"
    "  now=${now#[\\\"\\']}\n"
    "  [[ -n $cuts && $now == *[\"$cuts\"]* ]] && kept=${now%\"${now##*[\"$cuts\"]}\"}\n"
    "  if _headsup_takes_value \"$option\"; then\n"
    "    _headsup_value \"$option\"\n"
    "  elif [[ $now == -* ]]; then\n"
    "    _headsup_options \"$sub\"\n"
    "  else\n"
    "    _headsup_others \"$sub\"\n"
    "  fi\n"
    "}\n\n"
    "complete -o bashdefault -o default -F _headsup headsup\n";

static void print_tests(void) {
  printf("_headsup_takes_value() { # OPTION\n  case $1 in\n    ");
  for (int i = 0, printed = 0; i < OPTION_COUNT; i++)
    if (args_option((OptionId)i)->argument)
      printf("%s--%s", printed++ ? " | " : "", args_option((OptionId)i)->name);
  printf(") ;;\n    *) return 1 ;;\n  esac\n}\n\n");
  printf("_headsup_is_sub() { # WORD\n  case $1 in\n    ");
  print_sub_names(" | ");
  printf(") ;;\n    *) return 1 ;;\n  esac\n}\n\n");
}

void manual_print_bash(Arena *arena) {
  printf("# bash completion of headsup, made from the tables of headsup --help.\n\n%s", functions);
  print_tests();
  print_values(arena);
  print_options();
  print_others(arena);
  printf("%s", function);
}
