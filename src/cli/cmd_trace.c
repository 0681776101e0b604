/* cli/cmd_trace.c -- headsup trace: the whole forward pass as one safetensors file. */
#include <string.h>
#include <strings.h>

#include "base/os.h"
#include "base/words.h"
#include "cli/cmd.h"
#include "cli/run_model.h"
#include "cli/setup.h"
#include "trace/trace_file.h"

static bool save(Setup *setup, const Args *args, const Trace *trace, Status *status) {
  Str bytes;
  return trace_to_safetensors(setup->arena, trace, HEADSUP_VERSION, &bytes, status) &&
         os_save_file(args->values[OPTION_OUT], bytes.at, bytes.bytes, status);
}

/* Ids are no sentence a session could edit. */
static bool write_ids(Setup *setup, const Args *args, Status *status) {
  RunModel run = {0};
  if (args->command_count > 0)
    return status_fail(status, STATUS_USAGE, _("--do changes a sentence, so it has no --ids"));
  bool done = run_model(setup, args, &run, status) && save(setup, args, run.trace, status);
  run_model_end(&run);
  return done;
}

static bool write_trace(Setup *setup, const Args *args, Status *status) {
  if (args->values[OPTION_IDS]) return write_ids(setup, args, status);
  bool ready = setup_session(setup, args, status) && setup_mask(setup, args, status) &&
               setup_run_commands(setup, args, status);
  return ready && save(setup, args, session_trace(setup->session), status);
}

/* The ending of a file's name with its point; "" when it has none. */
static const char *ending_of(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *point = strrchr(name, '.');
  return point && point > name ? point : "";
}

/* A trace named .csv would be taken for what it is not; a device or a pipe is named as it likes. */
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
  bool done = setup_begin(&setup, status) && write_trace(&setup, args, status);
  setup_end(&setup);
  return done;
}
