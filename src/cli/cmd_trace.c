/* cli/cmd_trace.c -- headsup trace: writes the whole forward pass, or all that can be computed from
** a recording, as one safetensors file. */
#include <string.h>
#include <strings.h>

#include "base/os.h"
#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/file_words.h"
#include "cli/progress_line.h"
#include "cli/run_model.h"
#include "cli/setup.h"
#include "trace/recording/recording.h"
#include "trace/file/trace_file.h"

static bool save_trace(const Args *args, const Trace *trace, Status *status) {
  ProgressLine line = progress_line_begin(_("writing"));
  Progress progress = progress_line_of(&line);
  bool done =
      trace_save_safetensors(trace, args->values[OPTION_OUT], HEADSUP_VERSION, &progress, status);
  progress_line_end(&line);
  return done;
}

/* Tokens given by ids are no sentence that a command of --do could edit, so no session is made. */
static bool write_ids(const Setup *setup, const Args *args, Status *status) {
  RunModel run = {0};
  if (args->command_count > 0)
    return status_fail(status, STATUS_USAGE, _("--do changes a sentence, so it has no --ids"));
  bool done = run_model(setup, args, &run, status) && save_trace(args, run.trace, status);
  run_model_end(&run);
  return done;
}

static bool write_trace(Setup *setup, const Args *args, Status *status) {
  if (!file_words_refuse(setup->arena, args, status)) return false;
  if (args->values[OPTION_IDS]) return write_ids(setup, args, status);
  bool ready = setup_session(setup, args, status) && setup_attention(setup, args, status) &&
               setup_run_commands(setup, args, status);
  return ready && save_trace(args, session_trace(setup->session), status);
}

/* ---- of a recording ---- */

static bool refuse_beside_from(const Args *args, OptionId option, Status *status) {
  return !args->values[option] ||
         status_fail(status, STATUS_USAGE,
                     _("--from and --%s do not go together: what was recorded is as it was"),
                     args_option(option)->name);
}

/* Options that say how a model is run; a recording was run already. */
static bool check_from(const Args *args, Status *status) {
  static const OptionId others[] = {OPTION_MODEL, OPTION_MASK, OPTION_CROSS, OPTION_DO, OPTION_IDS};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (!refuse_beside_from(args, others[i], status)) return false;
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    OptionId option = setup_kind_option((KindSetting)i);
    if (option < OPTION_COUNT && !refuse_beside_from(args, option, status)) return false;
  }
  if (args->word_count > 0)
    return status_fail(status, STATUS_USAGE,
                       _("--from takes no sentence: the recording has its own tokens"));
  return true;
}

/* Copies the numbers through memory one head at a time, so a recording larger than
** memory can be saved. */
static bool save_recording(Recording *recording, const char *out, Status *status) {
  ProgressLine line = progress_line_begin(_("writing"));
  Progress progress = progress_line_of(&line);
  bool done = recording_save(recording, out, HEADSUP_VERSION, &progress, status);
  progress_line_end(&line);
  return done;
}

/* Signals are caught only now: while the headers are read, a signal may end the program
** at once without loss. */
static bool write_recording(const Setup *setup, const Args *args, Status *status) {
  RecordingAnswers answers;
  Recording *recording;
  if (!check_from(args, status) || !setup_check_out(args, status) ||
      !recording_answers_parse(args->values[OPTION_READING], &answers, status) ||
      !recording_open(setup->arena,
                      &(RecordingOrder){.path = args->values[OPTION_FROM], .answers = &answers},
                      &recording, status))
    return false;
  setup_catch_signals();
  bool done = save_recording(recording, args->values[OPTION_OUT], status);
  recording_close(recording);
  return done;
}

/* The ending of a file name with its dot; "" when it has none. */
static const char *ending_of(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *point = strrchr(name, '.');
  return point && point > name ? point : "";
}

/* An ending such as .csv would promise another format. A device or a pipe may have any name. */
static bool check_out(const char *out, Status *status) {
  if (!out || !*out)
    return status_fail(status, STATUS_USAGE,
                       _("trace needs a file to write: --out FILE.safetensors"));
  const char *ending = ending_of(out);
  if (!*ending || strcasecmp(ending, ".safetensors") == 0 || os_kind(out) == OS_OTHER)
    return os_check_folder(out, status);
  return status_fail(status, STATUS_USAGE,
                     _("trace writes safetensors, so “%s” should end in .safetensors; headsup "
                       "export writes csv, npy and json"),
                     out);
}

bool cmd_trace(const Args *args, Status *status) {
  Setup setup;
  if (!check_out(args->values[OPTION_OUT], status)) return false;
  bool from = args->values[OPTION_FROM] != NULL;
  bool done = setup_begin(&setup, status) &&
              (from ? write_recording(&setup, args, status) : write_trace(&setup, args, status));
  setup_end(&setup);
  return done;
}
