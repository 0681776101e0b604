/* cli/cmd_translate.c -- headsup translate: says an English sentence in Chinese with the built-in
** translator, or another that headsup train translator made, and writes the attention of both
** halves as a recording. */
#include <stdio.h>

#include "assets/assets.h"
#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/setup.h"
#include "train/translation.h"

/* A model that is built in, else a folder. */
static bool read_checkpoint(Arena *arena, const char *name, Checkpoint *checkpoint,
                            Status *status) {
  Str bytes;
  const char *config = str_format(arena, "models/%s/config.json", name);
  if (!config) return status_no_memory(status);
  return assets_find(config, &bytes) ? checkpoint_read_builtin(arena, name, checkpoint, status)
                                     : checkpoint_read(arena, name, checkpoint, status);
}

static bool translate(const Setup *setup, const Args *args, Status *status) {
  const char *named = args->values[OPTION_MODEL], *out = args->values[OPTION_OUT];
  const char *folder = named ? named : "translator";
  Checkpoint checkpoint;
  Translation translation;
  Str sentence;
  if (args->word_count == 0)
    return status_fail(status, STATUS_USAGE, _("translate needs an English sentence"));
  if (!setup_sentence(setup, args, &sentence, status) ||
      !read_checkpoint(setup->arena, folder, &checkpoint, status) ||
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
