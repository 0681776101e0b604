/* cli/cmd_sheet.c -- headsup sheet: one head as an exercise on paper, and its solution.
**
** Both files are checked before one is written. The settings are those of the commands
** export round, rows, dims, blanks, paper and face, so a saved state brings its own.
*/
#include <string.h>

#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/setup.h"
#include "cli/state_session.h"
#include "export/export.h"
#include "session/commands/line.h"

static const struct {
  OptionId option;
  const char *command;
} settings[] = {
    {OPTION_LANGUAGE, "language"},    {OPTION_LAYER, "layer"},        {OPTION_HEAD, "head"},
    {OPTION_ROUND, "export round"},   {OPTION_ROWS, "export rows"},   {OPTION_DIMS, "export dims"},
    {OPTION_BLANKS, "export blanks"}, {OPTION_PAPER, "export paper"}, {OPTION_FACE, "export face"}};

static bool do_settings(const Setup *setup, const Args *args, Status *status) {
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    const char *value = args->values[settings[i].option];
    StrBuf line = strbuf_make(setup->arena);
    if (!value) continue;
    strbuf_format(&line, "%s ", settings[i].command);
    line_add_string(&line, str_from(value));
    if (line.failed) return status_no_memory(status);
    if (!session_do(setup->session, line.at, status)) return false;
  }
  return true;
}

/* What a state says of other pictures, such as their formats and captions, is not of a sheet. */
static ExportRequest request_of(const Setup *setup, ExportView what, const char *out) {
  ExportLook look = session_view(setup->session)->export_look;
  look.what = what;
  look.everything = false;
  look.formats = 0;
  look.caption = CAPTION_NONE;
  look.moving = (ExportMoving){0};
  ExportRequest request = export_request_of(&look, out);
  request.stopped = setup_is_stopped;
  request.pool = setup->pool;
  return request;
}

typedef struct Sheets {
  ExportRequest requests[2];
  int count;
} Sheets;

static bool check(const Setup *setup, const Args *args, Sheets *sheets, Status *status) {
  const char *out = args->values[OPTION_OUT], *solution = args->values[OPTION_SOLUTION];
  *sheets = (Sheets){.count = 0};
  if (out) sheets->requests[sheets->count++] = request_of(setup, EXPORT_SHEET, out);
  if (solution) sheets->requests[sheets->count++] = request_of(setup, EXPORT_SOLUTION, solution);
  for (int i = 0; i < sheets->count; i++)
    if (!export_check(setup->session, &sheets->requests[i], status)) return false;
  return true;
}

static bool check_names(const Args *args, Status *status) {
  const char *out = args->values[OPTION_OUT], *solution = args->values[OPTION_SOLUTION];
  if ((!out || !*out) && (!solution || !*solution))
    return status_fail(status, STATUS_USAGE,
                       _("sheet needs a file to write: --out FILE, --solution FILE, or both"));
  if (out && solution && strcmp(out, solution) == 0)
    return status_fail(status, STATUS_USAGE,
                       _("--out and --solution are the same file, %s: name two"), out);
  return true;
}

static bool write_sheets(Setup *setup, const Args *args, Status *status) {
  const char *state = NULL;
  Sheets sheets;
  if (!check_names(args, status) || !state_session_make(setup, args, &state, status) ||
      !session_do(setup->session, "motion off", status) || !setup_attention(setup, args, status) ||
      !do_settings(setup, args, status) || !setup_run_commands(setup, args, status) ||
      !check(setup, args, &sheets, status) || !setup_fonts(setup, status))
    return false;
  for (int i = 0; i < sheets.count; i++)
    if (!export_run(setup->session, setup->fonts, &sheets.requests[i], NULL, status)) return false;
  return true;
}

bool cmd_sheet(const Args *args, Status *status) {
  Setup setup;
  bool done = setup_begin(&setup, status) && write_sheets(&setup, args, status);
  setup_end(&setup);
  return done;
}
