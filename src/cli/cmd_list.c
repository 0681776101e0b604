/* cli/cmd_list.c -- headsup list: prints a table of names, or the roles of heads. */
#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/help.h"
#include "cli/list_heads.h"

/* Only heads takes --model and --reading: it opens a model, where the others
** print tables of names. */
bool cmd_list(const Args *args, Status *status) {
  if (args->word_count != 1)
    return status_fail(
        status, STATUS_USAGE,
        _("list takes one word: stages, commands, models, palettes, recipes, lessons or heads"));
  if (str_is(str_from(args->words[0]), "heads")) return list_heads(args, status);
  if (args->values[OPTION_MODEL])
    return status_fail(status, STATUS_USAGE, _("--model is for list heads alone"));
  if (args->values[OPTION_READING])
    return status_fail(status, STATUS_USAGE, _("--reading is for list heads alone"));
  return help_list(str_from(args->words[0]), status);
}
