/* cli/export_options.c -- see export_options.h. */
#include "cli/export_options.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "cli/animate.h"
#include "cli/share_page.h"
#include "export/export.h"
#include "session/commands/line.h"

enum { VALUE_BYTES_SHOWN = 200, OPTION_WORDS_MOST = 32 };

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

bool export_options_name_all(const char *value) { return value && strcmp(value, "all") == 0; }

/* Whether --do may bring the stage of --stage, which is not there yet. */
static bool stage_is_to_come(const Setup *setup, const Args *args) {
  const char *name = args->values[OPTION_STAGE];
  StageId stage;
  return name && args->command_count > 0 && stage_find(str_from(name), &stage) &&
         !trace_has_stage(session_trace(setup->session), stage);
}

static bool is_view(const Args *args, const char *name) {
  const char *view = args->values[OPTION_VIEW];
  return view && strcmp(view, name) == 0;
}

static bool is_screen(const Args *args) { return is_view(args, "screen"); }

static bool names_one(const char *place) { return place && !export_options_name_all(place); }

/* A picture of the screen and the overview begin as the window does; an overview of a layer or a
** head that is named, with the row that tells of it. */
static bool choose_row(Setup *setup, const Args *args, bool is_placed, Status *status) {
  bool names_place = names_one(args->values[OPTION_LAYER]) || names_one(args->values[OPTION_HEAD]);
  bool is_overview = is_view(args, "overview");
  if (animate_is_asked(args) || !(is_screen(args) || is_overview)) return true;
  if (!is_placed) return session_choose_first_row(setup->session, status);
  return !is_overview || !names_place || session_choose_row_of_head(setup->session, status);
}

bool export_options_do(Setup *setup, const Args *args, bool keeps_place, Status *status) {
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
  if (!keeps_place && !choose_row(setup, args, false, status)) return false;
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const char *value = args->values[table[i].option];
    /* "all" of these options is no command */
    bool place = table[i].option >= OPTION_STAGE && table[i].option <= OPTION_HEAD;
    if (!value || (place && export_options_name_all(value))) continue;
    if (table[i].option == OPTION_STAGE && stage_is_to_come(setup, args)) {
      setup->stage_is_to_come = true;
      continue;
    }
    if (!run_option_command(setup, &table[i], value, status)) return false;
  }
  if (!keeps_place && !choose_row(setup, args, true, status)) return false;
  return !args->values[OPTION_TRANSPARENT] ||
         session_do(setup->session, "export transparent on", status);
}

bool export_options_do_stage(const Setup *setup, const Args *args, Status *status) {
  static const OptionCommand stage = {OPTION_STAGE, "stage"};
  return !setup->stage_is_to_come ||
         run_option_command(setup, &stage, args->values[OPTION_STAGE], status);
}

bool export_options_do_cell(const Setup *setup, const Args *args, Status *status) {
  const char *cell = args->values[OPTION_CELL], *comma = cell ? strchr(cell, ',') : NULL;
  StrBuf line = strbuf_make(setup->arena);
  if (!cell) return true;
  if (strcmp(cell, "none") == 0) return session_do(setup->session, "cell none", status);
  if (!comma)
    return status_fail(
        status, STATUS_USAGE,
        _("--cell takes a query and a key, such as 8,2, or 8,row, or none, not “%.*s”"),
        VALUE_BYTES_SHOWN, cell);
  strbuf_add(&line, STR("cell "));
  line_add_string(&line, (Str){cell, (size_t)(comma - cell)});
  strbuf_add_char(&line, ' ');
  if (strcmp(comma + 1, "row") == 0) strbuf_add(&line, STR("row"));
  else line_add_string(&line, str_from(comma + 1));
  return line.failed ? status_no_memory(status) : session_do(setup->session, line.at, status);
}

/* ---- options that are no commands ---- */

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
static bool read_paper(const char *name, ExportSizeAsked *size_pt) {
  int width_mm = 841, height_mm = 1189;
  if ((name[0] != 'A' && name[0] != 'a') || name[1] < '0' || name[1] > '6' || name[2]) return false;
  for (int i = name[1] - '0'; i > 0; i--) {
    int half = height_mm / 2;
    height_mm = width_mm;
    width_mm = half;
  }
  *size_pt = (ExportSizeAsked){export_points_of_mm((float)width_mm),
                               export_points_of_mm((float)height_mm), false};
  return true;
}

static bool read_size(const Args *args, ExportSizeAsked *size_pt, Status *status) {
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
  *size_pt = (ExportSizeAsked){(float)width, (float)height, false};
  return true;
}

/* The unit is the last two letters. A point is 1/72 inch, so 84 mm is 238.11 pt. */
static bool read_width(const Args *args, ExportSizeAsked *size_pt, Status *status) {
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

bool export_options_check(const Args *args, ExportSizeAsked *size_pt, Status *status) {
  const char *out = args->values[OPTION_OUT];
  *size_pt = (ExportSizeAsked){0};
  if (!animate_check_options(args, status) || !share_page_check_options(args, status)) return false;
  if ((!out || !*out) && !animate_is_asked(args) && !share_page_is_asked(args))
    return status_fail(status, STATUS_USAGE,
                       _("export needs a file or a folder to write: --out FILE|DIR"));
  return read_size(args, size_pt, status) && read_width(args, size_pt, status) &&
         is_number(args, OPTION_SCALE, status) && is_number(args, OPTION_FONT_SIZE, status) &&
         is_number(args, OPTION_TEXT_SCALE, status);
}
