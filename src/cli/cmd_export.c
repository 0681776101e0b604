/* cli/cmd_export.c -- headsup export: options become commands and a request; then files. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "base/words.h"
#include "cli/cmd.h"
#include "cli/setup.h"
#include "session/line.h"

static const double quiet_ms = 500.0;

/* ---- options as commands of the session ---- */

typedef struct OptionCommand {
  OptionId option;
  const char *command;
} OptionCommand;

static bool do_one(Setup *setup, const char *command, const char *value, Status *status) {
  const char *line = str_format(setup->arena, "%s %s", command, value);
  if (!line) return status_no_memory(status);
  if (strpbrk(value, ";#\"\n"))
    return status_fail(status, STATUS_USAGE, _("“%s” is no value for %s"), value, command);
  return session_do(setup->session, line, status);
}

static bool is_all(const char *value) { return value && strcmp(value, "all") == 0; }

static bool do_options(Setup *setup, const Args *args, Status *status) {
  static const OptionCommand table[] = {
      {OPTION_STAGE, "stage"},     {OPTION_LAYER, "layer"},         {OPTION_HEAD, "head"},
      {OPTION_THEME, "theme"},     {OPTION_PALETTE, "palette"},     {OPTION_RANGE, "range"},
      {OPTION_NUMBERS, "numbers"}, {OPTION_TEXT_SCALE, "textscale"}};
  if (!session_do(setup->session, "stage weights; motion off", status)) return false;
  if (!setup_mask(setup, args, status)) return false;
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const char *value = args->values[table[i].option];
    if (value && !is_all(value) && !do_one(setup, table[i].command, value, status)) return false;
  }
  return true;
}

/* --cell Q,K or Q,row, after --do, which may change the stage. */
static bool do_cell_option(Setup *setup, const Args *args, Status *status) {
  const char *cell = args->values[OPTION_CELL];
  char *value = cell ? str_copy(setup->arena, str_from(cell)) : NULL;
  char *comma = value ? strchr(value, ',') : NULL;
  if (!cell) return true;
  if (!comma)
    return status_fail(status, STATUS_USAGE,
                       _("--cell takes a query and a key, such as 8,2, not “%s”"), cell);
  *comma = ' ';
  return do_one(setup, "cell", value, status);
}

/* ---- options of the request ---- */

static bool take_view(const Args *args, ExportRequest *request, Status *status) {
  static const char *const names[] = {"heatmap", "heads", "stage", "overview", "screen"};
  const char *view = args->values[OPTION_VIEW];
  for (int i = 0; view && i < 5; i++)
    if (strcmp(view, names[i]) == 0) {
      request->view = (ExportView)i;
      return true;
    }
  return !view || line_no_such_name(&(LineNames){_("view"), names, 5}, str_from(view), status);
}

static bool take_caption(const Args *args, ExportRequest *request, Status *status) {
  static const char *const names[] = {"none", "below", "file"};
  const char *caption = args->values[OPTION_CAPTION];
  for (int i = 0; caption && i < 3; i++)
    if (strcmp(caption, names[i]) == 0) {
      request->caption = (ExportCaption)i;
      return true;
    }
  return !caption ||
         line_no_such_name(&(LineNames){_("caption"), names, 3}, str_from(caption), status);
}

static bool take_formats(const Args *args, ExportRequest *request, Status *status) {
  const char *names[EXPORT_FORMAT_COUNT], *rest = args->values[OPTION_FORMAT];
  for (int i = 0; i < EXPORT_FORMAT_COUNT; i++) names[i] = export_format_name((ExportFormat)i);
  while (rest) {
    ExportFormat format;
    size_t bytes = strcspn(rest, ",");
    Str name = {rest, bytes};
    if (!export_format_find(name, &format))
      return line_no_such_name(&(LineNames){_("format"), names, EXPORT_FORMAT_COUNT}, name, status);
    request->formats |= 1u << format;
    rest = rest[bytes] ? rest + bytes + 1 : NULL;
  }
  return true;
}

static bool take_number(const Args *args, OptionId option, float *number, Status *status) {
  double value;
  const char *text = args->values[option];
  if (!text) return true;
  if (!str_to_double(str_from(text), &value) || value <= 0)
    return status_fail(status, STATUS_USAGE, _("--%s takes a number above 0, not “%s”"),
                       args_option(option)->name, text);
  *number = (float)value;
  return true;
}

static bool take_size(const Args *args, ExportRequest *request, Status *status) {
  const char *size = args->values[OPTION_SIZE], *cross = size ? strchr(size, 'x') : NULL;
  long width = 0, height = 0;
  if (!size) return true;
  bool right = cross && str_to_long((Str){size, (size_t)(cross - size)}, &width) &&
               str_to_long(str_from(cross + 1), &height);
  if (!right || width < 64 || height < 64 || width > 16384 || height > 16384)
    return status_fail(
        status, STATUS_USAGE,
        _("--size takes width x height in points, 64 to 16384, such as 1440x900, not "
          "“%s”"),
        size);
  request->width_pt = (float)width;
  request->height_pt = (float)height;
  return true;
}

static bool take_width(const Args *args, ExportRequest *request, Status *status) {
  static const struct {
    const char *unit;
    double points;
  } units[] = {{"mm", 72 / 25.4}, {"cm", 72 / 2.54}, {"in", 72}, {"pt", 1}};
  const char *width = args->values[OPTION_WIDTH];
  double number = 0, points = 0;
  if (!width) return true;
  size_t bytes = strlen(width);
  for (size_t i = 0; bytes > 2 && i < sizeof units / sizeof units[0]; i++)
    if (strcmp(width + bytes - 2, units[i].unit) == 0 &&
        str_to_double((Str){width, bytes - 2}, &number))
      points = number * units[i].points;
  if (points < 36 || points > 16384)
    return status_fail(
        status, STATUS_USAGE,
        _("--width takes a length of at least 36pt with its unit, such as 84mm, 8.4cm, "
          "3.3in or 240pt, not “%s”"),
        width);
  if (request->width_pt > 0 || request->view == EXPORT_SCREEN)
    return status_fail(status, STATUS_USAGE,
                       _("--size and --width are two ways to say the same; "
                         "--view screen takes --size"));
  request->width_pt = (float)points;
  return true;
}

static bool make_request(const Args *args, ExportRequest *request, Status *status) {
  *request = (ExportRequest){.out = args->values[OPTION_OUT]};
  request->all_stages = is_all(args->values[OPTION_STAGE]);
  request->all_layers = is_all(args->values[OPTION_LAYER]);
  request->all_heads = is_all(args->values[OPTION_HEAD]);
  request->transparent = args->values[OPTION_TRANSPARENT] != NULL;
  if (!request->out || !*request->out)
    return status_fail(status, STATUS_USAGE,
                       _("export needs a file or a folder to write: --out FILE|DIR"));
  return take_view(args, request, status) && take_caption(args, request, status) &&
         take_formats(args, request, status) && take_size(args, request, status) &&
         take_width(args, request, status) &&
         take_number(args, OPTION_SCALE, &request->scale, status) &&
         take_number(args, OPTION_FONT_SIZE, &request->font_size_pt, status);
}

/* ---- progress ---- */

typedef struct Progress {
  double started_ms, shown_ms;
  bool shown;
} Progress;

static void show_progress(void *self, int done, int count) {
  static const char full[] = "##############################";
  Progress *progress = self;
  double now = os_now_ms(), passed = now - progress->started_ms;
  bool last = done == count;
  if (passed < quiet_ms || (!last && now - progress->shown_ms < 100)) return;
  progress->shown_ms = now;
  progress->shown = true;
  int width = (int)sizeof full - 1, part = done * width / count;
  double left_s = passed / done * (count - done) / 1000;
  fprintf(stderr, "\r[%.*s%*s] %d/%d  ", part, full, width - part, "", done, count);
  fprintf(stderr, _("%.0f s left "), left_s);
  if (last) fprintf(stderr, "\n");
}

static bool is_stopped(void *self) {
  (void)self;
  return setup_signal() != 0;
}

static bool write_files(Setup *setup, ExportRequest *request, Status *status) {
  Progress progress = {.started_ms = os_now_ms()};
  int written = 0;
  setup_catch_signals();
  if (isatty(STDERR_FILENO)) request->progress = show_progress;
  request->progress_self = &progress;
  request->stopped = is_stopped;
  bool done = export_run(setup->session, setup->fonts, request, &written, status);
  if (!done && progress.shown) fprintf(stderr, "\n");
  return done;
}

static bool export_all(Setup *setup, const Args *args, Status *status) {
  ExportRequest request;
  return make_request(args, &request, status) && setup_session(setup, args, status) &&
         do_options(setup, args, status) && setup_run_commands(setup, args, status) &&
         do_cell_option(setup, args, status) && export_check(setup->session, &request, status) &&
         setup_fonts(setup, status) && write_files(setup, &request, status);
}

bool cmd_export(const Args *args, Status *status) {
  Setup setup;
  bool done = setup_begin(&setup, status) && export_all(&setup, args, status);
  setup_end(&setup);
  return done;
}
