/* app/speech.c -- one spd-say for each line. */
#include "app/speech.h"

#include <assert.h>

#include "base/arena.h"
#include "base/i18n.h"

static const double WAIT_MS = 200;
static const char program[] = "spd-say";

static bool start(Speech *speech, const char *words, Status *status) {
  const char *language = i18n_language_name(i18n_spoken()); /* that the words are in */
  const char *const arguments[] = {program, "-N", "headsup", "-l", language, "--", words, NULL};
  bool well = true;
  if (!os_pipe_open(arguments, &speech->program))
    return status_fail(status, STATUS_COULD_NOT, _("%s could not be started."), program);
  speech->runs = !os_pipe_ended(&speech->program, WAIT_MS, &well);
  if (well) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("Nothing is spoken: %s ended with an error. Does Speech Dispatcher run?"),
                     program);
}

bool speech_say(Speech *speech, Str words, Status *status) {
  assert(words.at);
  speech_end(speech);
  if (!os_finds_command(program))
    return status_fail(
        status, STATUS_COULD_NOT,
        _("Nothing is spoken: the program %s is not there. It comes with the package "
          "speech-dispatcher; Ctrl-C copies the same line."),
        program);
  Arena *arena = arena_make(words.bytes + 64);
  const char *copy = arena ? str_copy(arena, words) : NULL;
  bool done = copy ? start(speech, copy, status) : status_no_memory(status);
  arena_free(arena);
  return done;
}

void speech_end(Speech *speech) {
  if (speech->runs) os_pipe_kill(&speech->program);
  speech->runs = false;
}
