/* cli/cmd_export.c -- headsup export: makes an export request of the options and the session, then
** writes the files. */
#include <stdio.h>

#include "base/i18n.h"
#include "cli/animate.h"
#include "cli/cmd.h"
#include "cli/export_options.h"
#include "cli/progress_line.h"
#include "cli/state_session.h"
#include "cli/setup.h"
#include "cli/share_page.h"

enum { FILES_WORDS_BYTES = 64 };

/* What the command line asks for. */
typedef struct Order {
  const Args *args;
  ExportSizeAsked size_pt;
  const char *state;  /* the path of the saved state to export; NULL: a sentence */
  ExportLook options; /* what the options say of files, before --do */
  const Setup *setup;
} Order;

/* The look to export: options have precedence over export settings that --do made. Settings of the
** view that --do made stay. */
static ExportLook merge_look(const Setup *setup, const Order *order, const ExportLook *options) {
  ExportLook look = session_view(setup->session)->export_look;
  const char *const *given = order->args->values;
  bool moves = animate_is_asked(order->args);
  if (moves) look.moving = animate_merge(order->args, &look.moving, &options->moving);
  else look.moving.by = MOVES_NOT;
  if (!order->state && !moves && !given[OPTION_VIEW] && !look.everything &&
      look.what == EXPORT_SHOWN)
    look.what = given[OPTION_HEADS] ? EXPORT_HEADS : EXPORT_HEATMAP; /* the default of --view */
  if (given[OPTION_VIEW]) look.what = options->what, look.everything = options->everything;
  look.formats = given[OPTION_FORMAT] ? options->formats : 0; /* 0: from the ending of --out */
  if (given[OPTION_SCALE]) look.scale = options->scale;
  if (given[OPTION_CAPTION]) look.caption = options->caption;
  if (given[OPTION_TRANSPARENT]) look.transparent = options->transparent;
  if (given[OPTION_FONT_SIZE]) look.font_size_pt = options->font_size_pt;
  if (given[OPTION_THEME]) look.theme = options->theme;
  if (given[OPTION_HEADS]) look.figure.heads = options->figure.heads;
  if (given[OPTION_COLUMNS]) look.figure.columns = options->figure.columns;
  if (given[OPTION_LETTERS]) look.figure.letters = options->figure.letters;
  if (given[OPTION_TITLE]) look.figure.no_title = options->figure.no_title;
  if (given[OPTION_TIMES]) look.times = options->times;
  if (given[OPTION_FACE]) look.figure.face = options->figure.face;
  if (given[OPTION_AXIS_WORDS]) look.figure.axis = options->figure.axis;
  if (given[OPTION_NUMBERS_FROM]) look.figure.numbers_from = options->figure.numbers_from;
  return look;
}

/* The look, and what only the command line can say: the path, the exact size, and whether all
** stages, layers or heads are exported. */
static ExportRequest make_request(const Args *args, const ExportLook *look,
                                  ExportSizeAsked size_pt) {
  bool moves = animate_is_asked(args);
  ExportRequest request =
      export_request_of(look, args->values[moves ? OPTION_ANIMATE : OPTION_OUT]);
  if (size_pt.width > 0) request.width_pt = size_pt.width, request.print = size_pt.print;
  if (size_pt.height > 0) request.height_pt = size_pt.height;
  request.all_stages |= export_options_name_all(args->values[OPTION_STAGE]);
  request.all_layers |= export_options_name_all(args->values[OPTION_LAYER]);
  request.all_heads |= export_options_name_all(args->values[OPTION_HEAD]);
  return request;
}

/* ---- progress ---- */

/* The time left assumes that all files take equally long, which is about right within one export.
** The last file is shown only where the line is visible already. */
static void show_progress(void *self, int done, int count) {
  ProgressLine *line = self;
  char words[FILES_WORDS_BYTES];
  double share = (double)done / count;
  if (!progress_line_is_due(line) && !(line->shown && done == count)) return;
  snprintf(words, sizeof words, P_("%d/%d file", "%d/%d files", count), done, count);
  progress_line_show(line, share, words, progress_left_s(progress_line_passed_ms(line), share));
}

/* Names the stages that --stage all left out because the recording lacks them. */
static void tell_left_out(const Setup *setup, const ExportRequest *request) {
  Str names = trace_stage_names(session_trace(setup->session), true, setup->arena);
  if (!request->all_stages || names.bytes == 0) return;
  fprintf(stderr, _("headsup: not in this recording, and left out: %.*s\n"), (int)names.bytes,
          names.at);
}

/* An option that changes nothing looks like a fault of the program as well. */
static void tell_without_effect(const Args *args, const ExportRequest *request) {
  bool has_panels = request->view == EXPORT_HEADS || request->view == EXPORT_SHOWN;
  static const struct {
    int option;
    const char *name;
  } of_heads[] = {{OPTION_COLUMNS, "--columns"}, {OPTION_LETTERS, "--letters"}};
  for (size_t i = 0; !has_panels && i < sizeof of_heads / sizeof *of_heads; i++)
    if (args->values[of_heads[i].option])
      fprintf(stderr,
              _("headsup: %s has no effect here: it is for figures of heads, --view heads\n"),
              of_heads[i].name);
}

/* What a picture has no room for looks like a fault of the program, so the reason is printed: cells
** without the numbers that were asked for, and words smaller than --font-size. */
static void tell_lack_of_room(const Setup *setup, const ExportRequest *request) {
  const double rounded_pt = 0.15;
  ExportSize size;
  Status ignored;
  bool wants_numbers = session_view(setup->session)->numbers == NUMBERS_ON;
  double font_size_pt = (double)request->font_size_pt;
  bool is_picture = request->formats == 0 || (request->formats & EXPORT_PICTURES) != 0;
  if (!is_picture || (!wants_numbers && !(font_size_pt > 0))) return;
  if (!export_measure(setup->session, setup->fonts, request, &size, &ignored)) return;
  if (size.lacks_numbers)
    fprintf(stderr, "%s\n",
            _("headsup: the cells have no room for numbers; a greater --width or a smaller "
              "--font-size gives them more"));
  if (size.least_text_pt > 0 && (double)size.least_text_pt < font_size_pt - rounded_pt)
    fprintf(stderr,
            _("headsup: some words or numbers are smaller than --font-size %g: the smallest, such "
              "as “%s”, have %.1f points; a greater --width gives them more room\n"),
            font_size_pt, size.least_words, (double)size.least_text_pt);
}

/* The progress line is ended before a failure is printed, so that the sentence
** has a line of its own. */
static bool write_files(const Setup *setup, ExportRequest *request, Status *status) {
  ProgressLine line = progress_line_begin(NULL);
  int written = 0;
  request->progress = show_progress;
  request->progress_self = &line;
  request->stopped = setup_is_stopped;
  request->pool = setup->pool;
  bool done = export_run(setup->session, setup->fonts, request, &written, status);
  progress_line_keep(&line);
  if (done) tell_left_out(setup, request);
  if (done) tell_lack_of_room(setup, request);
  return done;
}

/* The request of now: --do may have changed the look. */
static void look_to_request(const Setup *setup, const Order *order, ExportRequest *request) {
  ExportLook look = merge_look(setup, order, &order->options);
  *request = make_request(order->args, &look, order->size_pt);
}

static void request_of_wait(void *self, ExportRequest *request) {
  const Order *order = self;
  look_to_request(order->setup, order, request);
}

/* Runs --do and --cell, then makes the request from the resulting session. */
static bool prepare_request(const Setup *setup, const Order *order, ExportRequest *request,
                            Status *status) {
  if (!setup_run_commands(setup, order->args, status) ||
      !export_options_do_stage(setup, order->args, status) ||
      !export_options_do_cell(setup, order->args, status))
    return false;
  look_to_request(setup, order, request);
  return export_check(setup->session, request, status);
}

/* --do may write files itself, so all of it is first run on a copy of the session
** that touches no file. */
static bool try_on_copy(const Setup *setup, const Order *order, Status *status) {
  Setup trial = *setup;
  ExportRequest request;
  if (order->args->command_count == 0) return true;
  if (!session_make_copy(setup->session, &trial.session, status)) return false;
  bool right = prepare_request(&trial, order, &request, status);
  session_free(trial.session);
  return right;
}

/* A moving picture plays its state itself, with the waits taken. */
static bool make_session(Setup *setup, Order *order, Status *status) {
  return state_session_open(setup, order->args, &order->state, status) &&
         (animate_is_asked(order->args) || state_session_play(setup, order->state, status));
}

/* --do runs with its waits taken; what it leaves is the last picture, or the first of the steps. */
static bool write_moving(Setup *setup, Order *order, Status *status) {
  ExportRequest request;
  Animation animation = {
      .setup = setup, .args = order->args, .request_of = request_of_wait, .self = order};
  if (!setup_fonts(setup, status)) return false;
  animate_begin(&animation);
  bool done = state_session_play(setup, order->state, status) &&
              prepare_request(setup, order, &request, status);
  return animate_end(&animation, done ? &request : NULL, status);
}

/* Options come behind the state's own commands and before --do; each wait is a page. */
static bool write_page(Setup *setup, Order *order, Status *status) {
  const Args *args = order->args;
  SharedPage page = {.setup = setup, .args = args};
  if (!share_page_open(&page, &order->state, status) || !setup_fonts(setup, status)) return false;
  share_page_begin(&page);
  bool done = state_session_play(setup, order->state, status) &&
              export_options_do(setup, args, true, status) &&
              setup_run_commands(setup, args, status) &&
              export_options_do_stage(setup, args, status) &&
              export_options_do_cell(setup, args, status) && share_page_end(&page, status);
  share_page_drop(&page);
  return done;
}

/* The order is promised: options, session, look, --do on a copy, --do itself; fonts are opened and
** files written only after every check. */
static bool export_all(Setup *setup, const Args *args, Status *status) {
  Order order = {.args = args, .setup = setup};
  ExportRequest request;
  bool moves = animate_is_asked(args);
  if (!export_options_check(args, &order.size_pt, status)) return false;
  if (share_page_is_asked(args)) return write_page(setup, &order, status);
  if (!make_session(setup, &order, status) ||
      !export_options_do(setup, args, order.state != NULL, status))
    return false;
  order.options = session_view(setup->session)->export_look;
  if (!(moves && order.state) && !try_on_copy(setup, &order, status)) return false;
  if (moves) return write_moving(setup, &order, status);
  bool done = prepare_request(setup, &order, &request, status) && setup_fonts(setup, status) &&
              write_files(setup, &request, status);
  if (done) tell_without_effect(args, &request);
  return done;
}

bool cmd_export(const Args *args, Status *status) {
  Setup setup;
  bool done = setup_begin(&setup, status) && export_all(&setup, args, status);
  setup_end(&setup);
  return done;
}
