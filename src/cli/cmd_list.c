/* cli/cmd_list.c -- headsup list stages|commands|models|palettes|recipes. */
#include "base/words.h"
#include "cli/cmd.h"
#include "cli/help.h"

bool cmd_list(const Args *args, Status *status) {
  if (args->word_count != 1)
    return status_fail(status, STATUS_USAGE,
                       _("list takes one word: stages, commands, models, palettes or recipes"));
  return help_list(str_from(args->words[0]), status);
}
