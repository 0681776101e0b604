/* cli/cmd_list.c -- headsup list stages|commands|models|palettes. */
#include "base/words.h"
#include "cli/cmd.h"
#include "cli/help.h"

bool cmd_list(const Args *args, Status *status) {
  if (args->word_count != 1)
    return status_fail(status, STATUS_USAGE,
                       _("list takes one word: stages, commands, models or palettes"));
  return help_list(str_from(args->words[0]), status);
}
