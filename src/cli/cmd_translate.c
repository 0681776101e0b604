/* cli/cmd_translate.c -- headsup translate: says an English sentence in Chinese with a model that
** headsup train translator made, and writes the attention of both halves as a recording. */
#include <stdio.h>

#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/setup.h"
#include "train/translation.h"

static bool translate(const Setup *setup, const Args *args, Status *status) {
  const char *folder = args->values[OPTION_MODEL], *out = args->values[OPTION_OUT];
  Checkpoint checkpoint;
  Translation translation;
  Str sentence;
  if (!folder)
    return status_fail(status, STATUS_USAGE,
                       _("translate needs a model: --model DIR, which headsup train translator "
                         "--out DIR makes"));
  if (args->word_count == 0)
    return status_fail(status, STATUS_USAGE, _("translate needs an English sentence"));
  if (!setup_sentence(setup, args, &sentence, status) ||
      !checkpoint_read(setup->arena, folder, &checkpoint, status) ||
      !translation_make(setup->arena, &checkpoint, sentence, &translation, status))
    return false;
  Str said = translation_text(&translation, setup->arena);
  if (!said.at) return status_no_memory(status);
  if (out && !translation_save(&translation, out, HEADSUP_VERSION, status)) return false;
  printf("%.*s\n", (int)said.bytes, said.at);
  return true;
}

bool cmd_translate(const Args *args, Status *status) {
  Setup setup;
  bool done = setup_begin(&setup, status) && translate(&setup, args, status);
  setup_end(&setup);
  return done;
}
