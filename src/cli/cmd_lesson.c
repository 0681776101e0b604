/* cli/cmd_lesson.c -- headsup lesson: checks a lesson whole, then opens it in the window. */
#include "cli/cmd_lesson.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "cli/cmd.h"
#include "cli/setup.h"
#include "session/commands/line.h"
#include "session/lesson/on_show.h"
#include "session/lesson/shelf.h"

/* "FILE:LINE:COLUMN: what is wrong", with the name as it was typed. */
static void fault_line(const char *name, const LessonFault *fault, Status *line) {
  status_fail(line, STATUS_COULD_NOT, "%s:%d:%d: %s", name, fault->place.line, fault->place.column,
              fault->sentence);
}

/* In the order of the file; the last is the command's own failure. */
static bool refuse(const char *name, const Lesson *lesson, Status *status) {
  for (int i = 0; i + 1 < lesson->fault_count; i++) {
    Status line;
    fault_line(name, &lesson->faults[i], &line);
    fprintf(stderr, "headsup: %s\n", line.sentence);
  }
  fault_line(name, &lesson->faults[lesson->fault_count - 1], status);
  return false;
}

bool lesson_check(const char *name, Status *status) {
  Session *session = NULL;
  LessonOnShow made;
  if (!session_make(&(SessionOptions){0}, &session, status)) return false;
  bool done = lesson_make(session, name, &made, status);
  if (done && made.lesson->fault_count > 0) done = refuse(name, made.lesson, status);
  else if (done) {
    int pages = made.lesson->page_count, questions = made.lesson->question_count;
    StrBuf words = strbuf_make(made.arena);
    i18n_add_phrase(&words, P_("%d page", "%d pages", pages), pages);
    i18n_add_phrase(&words, P_("%d question", "%d questions", questions), questions);
    printf("%s: %s\n", name, words.at);
  }
  if (made.arena) lesson_free(&made);
  session_free(session);
  return done;
}

static const char *command_for(Arena *arena, const char *name, Status *status) {
  StrBuf line = strbuf_make(arena);
  Str text;
  const char *whole = shelf_find(name, &text, NULL) ? name : os_absolute_path(arena, name);
  strbuf_add(&line, STR("lesson "));
  if (whole) line_add_string(&line, str_from(whole));
  if (!whole || line.failed) return status_no_memory(status), NULL;
  return line.at;
}

/* The window opens it again, with the commands of --do. */
static bool open_window(Setup *setup, const Args *args, const CliHooks *hooks, int *exit_code,
                        Status *status) {
  const char *command = command_for(setup->arena, args->words[0], status);
  if (!command) return false;
  if (!hooks->open_window)
    return status_fail(status, STATUS_COULD_NOT,
                       _("this headsup was built without a window, so it needs no display: say "
                         "--headless"));
  return hooks->open_window(
      &(CliWindow){.commands = command, .language = args->language, .is_new = true}, exit_code,
      status);
}

bool cmd_lesson(const Args *args, const CliHooks *hooks, int *exit_code, Status *status) {
  Setup setup;
  if (args->word_count != 1 || !*args->words[0])
    return status_fail(status, STATUS_USAGE,
                       _("lesson takes one lesson: headsup lesson NAME|FILE; 'headsup list "
                         "lessons' shows those that ship"));
  bool done =
      setup_begin(&setup, status) && lesson_check(args->words[0], status) &&
      (args->values[OPTION_HEADLESS] || open_window(&setup, args, hooks, exit_code, status));
  setup_end(&setup);
  return done;
}
