/* tests/app/speech_test.c -- a line is handed to spd-say, whatever is in it; without it, or where it
** fails, one sentence says so; a slow one is not waited for. */
#define _DEFAULT_SOURCE /* setenv, chmod */
#include "app/speech.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/patience.h"

typedef struct Voice {
  Folder folder;
  Speech speech;
  Status status;
  char *path_before;
} Voice;

/* A program of that name and text stands before all others; text NULL: there is none, nor any
** other program. */
static Voice voice_of(const char *text) {
  Voice voice = {.folder = folder_make(), .path_before = strdup(getenv("PATH"))};
  if (text) {
    const char *program = folder_file(&voice.folder, "spd-say");
    folder_write(&voice.folder, "spd-say", str_from(text));
    assert_int_equal(chmod(program, 0700), 0);
  }
  const char *path =
      text ? str_format(voice.folder.arena, "%s:%s", voice.folder.path, voice.path_before)
           : voice.folder.path;
  setenv("PATH", path, 1);
  setenv("SAID", folder_file(&voice.folder, "said"), 1);
  return voice;
}

static void end(Voice *voice) {
  speech_end(&voice->speech);
  setenv("PATH", voice->path_before, 1);
  free(voice->path_before);
  folder_remove(&voice->folder);
}

static const char WRITES[] =
    "#!/bin/sh\nprintf '%s|' \"$@\" > \"$SAID.new\"\nmv \"$SAID.new\" \"$SAID\"\n";

static void await_said(const Voice *voice, const char *words) {
  Str said = {"", 0};
  for (int i = 0; i < PATIENCE_MS / 10 && !str_is(said, words); i++) {
    if (os_kind(folder_file(&voice->folder, "said")) == OS_FILE)
      said = folder_read(&voice->folder, "said");
    usleep(10000);
  }
  if (!str_is(said, words)) fail_msg("said is “%.*s”", (int)said.bytes, said.at);
}

static void a_line_is_handed_over_whole(void **state) {
  (void)state;
  Voice voice = voice_of(WRITES);
  assert_true(speech_say(&voice.speech, STR("query it, key $(cat): minus 0.3"), &voice.status));
  await_said(&voice, "-N|headsup|-l|en|--|query it, key $(cat): minus 0.3|");
  assert_true(speech_say(&voice.speech, STR("-h"), &voice.status));
  await_said(&voice, "-N|headsup|-l|en|--|-h|");
  end(&voice);
}

static void without_the_program_one_sentence_says_so(void **state) {
  (void)state;
  Voice voice = voice_of(NULL);
  assert_false(speech_say(&voice.speech, STR("a"), &voice.status));
  check_sentence(&voice.status, "spd-say is not there");
  end(&voice);
}

static void an_error_of_the_program_is_told(void **state) {
  (void)state;
  Voice voice = voice_of("#!/bin/sh\nexit 1\n");
  bool said = speech_say(&voice.speech, STR("a"), &voice.status);
  if (!said) check_sentence(&voice.status, "ended with an error");
  else assert_true(voice.speech.runs); /* on a busy machine it takes longer than is waited */
  end(&voice);
}

/* The server may take seconds to start. The next line takes the place of one that still waits. */
static void a_slow_program_is_not_waited_for(void **state) {
  (void)state;
  Voice voice = voice_of("#!/bin/sh\nexec sleep 600\n");
  double before = os_now_ms();
  assert_true(speech_say(&voice.speech, STR("a"), &voice.status));
  int process = voice.speech.program.process_id;
  assert_true(voice.speech.runs && os_process_alive(process));
  assert_true(os_now_ms() - before < PATIENCE_MS);
  assert_true(speech_say(&voice.speech, STR("b"), &voice.status));
  assert_false(os_process_alive(process));
  end(&voice);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_line_is_handed_over_whole),
      cmocka_unit_test(without_the_program_one_sentence_says_so),
      cmocka_unit_test(an_error_of_the_program_is_told),
      cmocka_unit_test(a_slow_program_is_not_waited_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
