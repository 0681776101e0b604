/* cli/cli.c -- from argv to an exit code. */
#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/os.h"
#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/help.h"
#include "cli/setup.h"
#include "core/linear.h"
#include "core/processor.h"

enum { SIGNAL_EXIT = 128, ROOM_BESIDE_BYTES = 32 << 20 };

/* Standard output is flushed first, so that on a terminal the failure stands below what
** was printed. STATUS_STOPPED and STATUS_ASK have no exit code of their own, since
** nobody can be asked here. */
static int say_failure(SubId sub, const Status *status) {
  fflush(stdout);
  if (*status->sentence) fprintf(stderr, "headsup: %s\n", status->sentence);
  if (status->kind == STATUS_USAGE && sub == SUB_WINDOW)
    fprintf(stderr, "%s", _("Try 'headsup --help'.\n"));
  else if (status->kind == STATUS_USAGE)
    fprintf(stderr, _("Try 'headsup %s --help'.\n"), args_sub_name(sub));
  return status->kind == STATUS_STOPPED ? STATUS_COULD_NOT
         : status->kind == STATUS_ASK   ? STATUS_USAGE
                                        : (int)status->kind;
}

static bool run(const Args *args, const CliHooks *hooks, int *exit_code, Status *status) {
  switch (args->sub) {
  case SUB_EXPORT:
    return cmd_export(args, status);
  case SUB_TRACE:
    return cmd_trace(args, status);
  case SUB_PLAY:
    return cmd_play(args, hooks, exit_code, status);
  case SUB_LESSON:
    return cmd_lesson(args, hooks, exit_code, status);
  case SUB_LIST:
    return cmd_list(args, status);
  case SUB_TRAIN:
    return cmd_train(args, status);
  case SUB_BENCH:
    return hooks->bench(args, status);
  case SUB_TOKENS:
    return cmd_tokens(args, status);
  case SUB_NEXT:
    return cmd_next(args, status);
  case SUB_SHEET:
    return cmd_sheet(args, status);
  case SUB_TRANSLATE:
    return cmd_translate(args, status);
  case SUB_CHECK:
    return cmd_check(args, status);
  default:
    return cmd_window(args, hooks, exit_code, status);
  }
}

/* Under ulimit -v the work memory of BLAS is allocated while there is room: OpenBLAS would later
** wait for it forever. */
static bool reserve_blas_memory(Status *status) {
  if (!os_memory_is_limited()) return true;
  if (!os_has_room(LINEAR_WORK_BYTES + ROOM_BESIDE_BYTES)) return status_no_memory(status);
  linear_take_work_memory();
  return true;
}

static bool choose_language(Args *args, Status *status) {
  const char *names[LANGUAGE_COUNT], *asked = args->values[OPTION_LANGUAGE];
  for (int i = 0; i < LANGUAGE_COUNT; i++) {
    names[i] = i18n_language_name((LanguageId)i);
    if (asked && strcmp(asked, names[i]) == 0) args->language = (LanguageId)i;
  }
  i18n_begin_in(args->language);
  if (!asked || strcmp(asked, names[args->language]) == 0) return true;
  return names_refuse(
      &(Names){_("there is no language “%.*s”; it is one of: %s"),
               _("there is no language “%.*s”; did you mean “%s”? It is one of: %s"), names,
               LANGUAGE_COUNT},
      str_from(asked), status);
}

/* HEADSUP_PROCESSOR names a level below the highest that the processor has, so that one machine can
** reproduce the numbers of another. */
static bool choose_processor(Status *status) {
  const char *asked = getenv("HEADSUP_PROCESSOR");
  if (!asked || !*asked) return true;
  for (int level = 0; level < PROCESSOR_LEVEL_COUNT; level++) {
    if (strcmp(asked, processor_level_name((ProcessorLevel)level)) != 0) continue;
    if (!processor_has((ProcessorLevel)level))
      return status_fail(status, STATUS_USAGE,
                         _("HEADSUP_PROCESSOR: this processor, or this build, has no %s."), asked);
    processor_use((ProcessorLevel)level);
    return true;
  }
  return status_fail(status, STATUS_USAGE, _("HEADSUP_PROCESSOR: '%s' is not %s, %s or %s."), asked,
                     processor_level_name(PROCESSOR_PLAIN), processor_level_name(PROCESSOR_V3),
                     processor_level_name(PROCESSOR_V4));
}

/* The output must have been written: a full disk behind > is a failure like any other. */
static int finish_output(int exit_code) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return exit_code;
  if (!os_reader_is_gone()) fprintf(stderr, "headsup: %s\n", _("Cannot write to standard output."));
  return exit_code ? exit_code : (int)STATUS_COULD_NOT;
}

int cli_main(int argc, char *const *argv, const CliHooks *hooks) {
  Args args;
  Status status = {STATUS_OK, ""};
  int exit_code = 0;
  signal(SIGPIPE, SIG_IGN); /* a closed pipe becomes a write error */
  signal(SIGXFSZ, SIG_IGN);
  /* A thread of OpenBLAS that finds no memory neither ends nor lets the program end. */
  if (os_memory_is_limited()) os_restart_with("OPENBLAS_NUM_THREADS", "1", argv);
  if (!args_read(argc, argv, &args, &status) || !choose_language(&args, &status))
    return say_failure(args.sub, &status);
  if (args.values[OPTION_HELP]) return help_print(args.sub), finish_output(0);
  if (args.values[OPTION_VERSION]) return help_version(), finish_output(0);
  bool done = choose_processor(&status) && reserve_blas_memory(&status) &&
              run(&args, hooks, &exit_code, &status);
  if (!done) exit_code = say_failure(args.sub, &status);
  if (setup_signal()) exit_code = SIGNAL_EXIT + setup_signal();
  return finish_output(exit_code);
}
