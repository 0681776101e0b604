/* cli/cmd_export.c -- headsup export: turns options into commands and an export request,
** then writes the files. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "cli/animate.h"
#include "cli/cmd.h"
#include "cli/file_words.h"
#include "cli/progress_line.h"
#include "cli/state_session.h"
#include "cli/setup.h"
#include "cli/share_page.h"
#include "session/commands/line.h"

enum { VALUE_BYTES_SHOWN = 200, OPTION_WORDS_MOST = 32, FILES_WORDS_BYTES = 64 };

/* ---- options as commands of the session ---- */

typedef struct OptionCommand {
  OptionId option;
  const char *command;
} OptionCommand;

/* Splits "light|dark" into its words. A word in capitals stands for a value and is left out. */
static int listed_words(const char *argument, Str words[OPTION_WORDS_MOST]) {
  int count = 0;
  for (const char *at = argument; *at;) {
    size_t bytes = strcspn(at, "|");
    assert(count < OPTION_WORDS_MOST);
    if (*at >= 'a' && *at <= 'z') words[count++] = (Str){at, bytes};
    at += bytes + (at[bytes] == '|');
  }
  return count;
}

/* A word that the option itself lists is passed bare; any other value is quoted
** by run_option_command. */
static bool is_word_of(const OptionInfo *option, const char *value) {
  Str words[OPTION_WORDS_MOST];
  int count = listed_words(option->argument, words);
  for (int i = 0; i < count; i++)
    if (str_is(words[i], value)) return true;
  return false;
}

/* The suggested names come from the option's own table. */
static bool fail_unknown_word(const Setup *setup, const OptionInfo *option, const char *value,
                              Status *status) {
  Str words[OPTION_WORDS_MOST];
  const char *names[OPTION_WORDS_MOST];
  int count = listed_words(option->argument, words);
  for (int i = 0; i < count; i++)
    if (!(names[i] = str_copy(setup->arena, words[i]))) return status_no_memory(status);
  int nearest = str_nearest(str_from(value), names, count);
  if (nearest < 0)
    return status_fail(status, STATUS_USAGE, _("--%s takes %s, not “%.*s”"), option->name,
                       option->argument, VALUE_BYTES_SHOWN, value);
  return status_fail(status, STATUS_USAGE, _("--%s takes %s, not “%.*s”; did you mean “%s”?"),
                     option->name, option->argument, VALUE_BYTES_SHOWN, value, names[nearest]);
}

/* A value is passed as a quoted string, which no command takes for one of its own words: --layer
** next is no layer. Words that the option lists are words of the command too. */
static bool run_option_command(const Setup *setup, const OptionCommand *one, const char *value,
                               Status *status) {
  const OptionInfo *option = args_option(one->option);
  StrBuf line = strbuf_make(setup->arena);
  if (!*value || strpbrk(value, ";#\"\n"))
    return status_fail(status, STATUS_USAGE, _("“%.*s” is no value for --%s, which takes %s"),
                       VALUE_BYTES_SHOWN, value, option->name, option->argument);
  bool word = is_word_of(option, value),
       words_only = !option->argument[strspn(option->argument, "abcdefghijklmnopqrstuvwxyz|")];
  if (words_only && !word) return fail_unknown_word(setup, option, value, status);
  strbuf_format(&line, "%s ", one->command);
  if (word) strbuf_add(&line, str_from(value));
  else line_add_string(&line, str_from(value));
  return line.failed ? status_no_memory(status) : session_do(setup->session, line.at, status);
}

static bool is_all(const char *value) { return value && strcmp(value, "all") == 0; }

/* Whether --do may bring the stage of --stage, which is not there yet. */
static bool stage_is_to_come(const Setup *setup, const Args *args) {
  const char *name = args->values[OPTION_STAGE];
  StageId stage;
  return name && args->command_count > 0 && stage_find(str_from(name), &stage) &&
         !trace_has_stage(session_trace(setup->session), stage);
}

static bool is_screen(const Args *args) {
  const char *view = args->values[OPTION_VIEW];
  return view && strcmp(view, "screen") == 0;
}

/* A picture of the screen begins as the window does. Options are run as commands of the session:
** an option, a key and a script line are checked by the same code and get the same sentence. */
static bool do_options(Setup *setup, const Args *args, bool keeps_place, Status *status) {
  static const OptionCommand table[] = {{OPTION_STAGE, "stage"},
                                        {OPTION_LAYER, "layer"},
                                        {OPTION_HEAD, "head"},
                                        {OPTION_THEME, "theme"},
                                        {OPTION_THEME, "export theme"},
                                        {OPTION_LANGUAGE, "language"},
                                        {OPTION_PALETTE, "palette"},
                                        {OPTION_RANGE, "range"},
                                        {OPTION_NUMBERS, "numbers"},
                                        {OPTION_TEXT_SCALE, "textscale"},
                                        {OPTION_VIEW, "export what"},
                                        {OPTION_FORMAT, "export format"},
                                        {OPTION_SCALE, "export scale"},
                                        {OPTION_CAPTION, "export caption"},
                                        {OPTION_FONT_SIZE, "export font"},
                                        {OPTION_HEADS, "export heads"},
                                        {OPTION_COLUMNS, "export columns"},
                                        {OPTION_LETTERS, "export letters"},
                                        {OPTION_TITLE, "export title"},
                                        {OPTION_FACE, "export face"},
                                        {OPTION_TIMES, "export times"},
                                        {OPTION_AXIS_WORDS, "export axis"},
                                        {OPTION_NUMBERS_FROM, "export numbers"},
                                        {OPTION_MOVES, "export moves"},
                                        {OPTION_PACE, "export pace"},
                                        {OPTION_LOOP, "export loop"},
                                        {OPTION_MOTION, "export motion"}};
  const char *first = keeps_place ? "motion off" : "stage weights; motion off";
  if (!session_do(setup->session, first, status)) return false;
  if (!setup_attention(setup, args, status)) return false;
  bool is_opened = !keeps_place && is_screen(args) && !animate_is_asked(args);
  if (is_opened && !session_choose_first_row(setup->session, status)) return false;
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const char *value = args->values[table[i].option];
    /* "all" of these options is no command */
    bool place = table[i].option >= OPTION_STAGE && table[i].option <= OPTION_HEAD;
    if (!value || (place && is_all(value))) continue;
    if (table[i].option == OPTION_STAGE && stage_is_to_come(setup, args)) {
      setup->stage_is_to_come = true;
      continue;
    }
    if (!run_option_command(setup, &table[i], value, status)) return false;
  }
  return !args->values[OPTION_TRANSPARENT] ||
         session_do(setup->session, "export transparent on", status);
}

/* A stage that only --do brings. */
static bool do_stage_option(const Setup *setup, const Args *args, Status *status) {
  static const OptionCommand stage = {OPTION_STAGE, "stage"};
  return !setup->stage_is_to_come ||
         run_option_command(setup, &stage, args->values[OPTION_STAGE], status);
}

/* --cell Q,K or Q,row. Runs after --do, which may change the stage. */
static bool do_cell_option(const Setup *setup, const Args *args, Status *status) {
  const char *cell = args->values[OPTION_CELL], *comma = cell ? strchr(cell, ',') : NULL;
  StrBuf line = strbuf_make(setup->arena);
  if (!cell) return true;
  if (!comma)
    return status_fail(status, STATUS_USAGE,
                       _("--cell takes a query and a key, such as 8,2, or 8,row, not “%.*s”"),
                       VALUE_BYTES_SHOWN, cell);
  strbuf_add(&line, STR("cell "));
  line_add_string(&line, (Str){cell, (size_t)(comma - cell)});
  strbuf_add_char(&line, ' ');
  if (strcmp(comma + 1, "row") == 0) strbuf_add(&line, STR("row"));
  else line_add_string(&line, str_from(comma + 1));
  return line.failed ? status_no_memory(status) : session_do(setup->session, line.at, status);
}

/* ---- options that are no commands ---- */

typedef struct Size {
  float width, height; /* 0: not given */
  bool print;          /* given as a length on paper */
} Size;

/* What the command line asks for. */
typedef struct Order {
  const Args *args;
  Size size_pt;
  const char *state;  /* the path of the saved state to export; NULL: a sentence */
  ExportLook options; /* what the options say of files, before --do */
  const Setup *setup;
} Order;

/* The commands check the ranges; this checks that the value is a number above
** 0, to name the option. */
static bool is_number(const Args *args, OptionId option, Status *status) {
  double value;
  const char *text = args->values[option];
  if (!text || (str_to_double(str_from(text), &value) && value > 0)) return true;
  return status_fail(status, STATUS_USAGE, _("--%s takes a number above 0, not “%s”"),
                     args_option(option)->name, text);
}

/* "A3", upright. A0 is 841 by 1189 mm; the next has half the area, rounded down to whole mm. */
static bool read_paper(const char *name, Size *size_pt) {
  int width_mm = 841, height_mm = 1189;
  if ((name[0] != 'A' && name[0] != 'a') || name[1] < '0' || name[1] > '6' || name[2]) return false;
  for (int i = name[1] - '0'; i > 0; i--) {
    int half = height_mm / 2;
    height_mm = width_mm;
    width_mm = half;
  }
  *size_pt =
      (Size){export_points_of_mm((float)width_mm), export_points_of_mm((float)height_mm), false};
  return true;
}

static bool read_size(const Args *args, Size *size_pt, Status *status) {
  const char *size = args->values[OPTION_SIZE], *cross = size ? strchr(size, 'x') : NULL;
  long width = 0, height = 0;
  if (!size || read_paper(size, size_pt)) return true;
  bool right = cross && str_to_long((Str){size, (size_t)(cross - size)}, &width) &&
               str_to_long(str_from(cross + 1), &height);
  if (!right || width < 64 || height < 64 || width > 16384 || height > 16384)
    return status_fail(
        status, STATUS_USAGE,
        _("--size takes width x height in points, 64 to 16384, such as 1440x900, or a paper "
          "from A0 to A6, not “%s”"),
        size);
  *size_pt = (Size){(float)width, (float)height, false};
  return true;
}

/* The unit is the last two letters. A point is 1/72 inch, so 84 mm is 238.11 pt. */
static bool read_width(const Args *args, Size *size_pt, Status *status) {
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
        _("--width takes a length from 36pt to 16384pt with its unit, such as 84mm, 8.4cm, "
          "3.3in or 240pt, not “%s”"),
        width);
  if (size_pt->width > 0 || is_screen(args))
    return status_fail(status, STATUS_USAGE,
                       _("--size and --width are two ways to say the same; "
                         "--view screen takes --size"));
  size_pt->width = (float)points;
  size_pt->print = true;
  return true;
}

/* Checks what needs no session. */
static bool check_options(const Args *args, Size *size_pt, Status *status) {
  const char *out = args->values[OPTION_OUT];
  *size_pt = (Size){0};
  if (!animate_check_options(args, status) || !share_page_check_options(args, status)) return false;
  if ((!out || !*out) && !animate_is_asked(args) && !share_page_is_asked(args))
    return status_fail(status, STATUS_USAGE,
                       _("export needs a file or a folder to write: --out FILE|DIR"));
  return read_size(args, size_pt, status) && read_width(args, size_pt, status) &&
         is_number(args, OPTION_SCALE, status) && is_number(args, OPTION_FONT_SIZE, status) &&
         is_number(args, OPTION_TEXT_SCALE, status);
}

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
static ExportRequest make_request(const Args *args, const ExportLook *look, Size size_pt) {
  bool moves = animate_is_asked(args);
  ExportRequest request =
      export_request_of(look, args->values[moves ? OPTION_ANIMATE : OPTION_OUT]);
  if (size_pt.width > 0) request.width_pt = size_pt.width, request.print = size_pt.print;
  if (size_pt.height > 0) request.height_pt = size_pt.height;
  request.all_stages |= is_all(args->values[OPTION_STAGE]);
  request.all_layers |= is_all(args->values[OPTION_LAYER]);
  request.all_heads |= is_all(args->values[OPTION_HEAD]);
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
      !do_stage_option(setup, order->args, status) || !do_cell_option(setup, order->args, status))
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
              do_options(setup, args, true, status) && setup_run_commands(setup, args, status) &&
              do_stage_option(setup, args, status) && do_cell_option(setup, args, status) &&
              share_page_end(&page, status);
  share_page_drop(&page);
  return done;
}

/* The order is promised: options, session, look, --do on a copy, --do itself; fonts are opened and
** files written only after every check. */
static bool export_all(Setup *setup, const Args *args, Status *status) {
  Order order = {.args = args, .setup = setup};
  ExportRequest request;
  bool moves = animate_is_asked(args);
  if (!check_options(args, &order.size_pt, status)) return false;
  if (share_page_is_asked(args)) return write_page(setup, &order, status);
  if (!make_session(setup, &order, status) || !do_options(setup, args, order.state != NULL, status))
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
