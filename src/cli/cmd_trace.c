/* cli/cmd_trace.c -- headsup trace: the whole forward pass as one safetensors file. */
#include "base/os.h"
#include "base/words.h"
#include "cli/cmd.h"
#include "cli/setup.h"
#include "trace/trace_file.h"

static bool write_trace(Setup *setup, const Args *args, Status *status) {
  Str bytes;
  bool ready = setup_session(setup, args, status) && setup_mask(setup, args, status) &&
               setup_run_commands(setup, args, status);
  return ready &&
         trace_to_safetensors(setup->arena, session_trace(setup->session), HEADSUP_VERSION, &bytes,
                              status) &&
         os_save_file(args->values[OPTION_OUT], bytes.at, bytes.bytes, status);
}

bool cmd_trace(const Args *args, Status *status) {
  Setup setup;
  const char *out = args->values[OPTION_OUT];
  if (!out || !*out)
    return status_fail(status, STATUS_USAGE,
                       _("trace needs a file to write: --out FILE.safetensors"));
  bool done = setup_begin(&setup, status) && write_trace(&setup, args, status);
  setup_end(&setup);
  return done;
}
