/* session/commands/setting_table.c -- the table of settings, and the functions
** that work on any row. */
#include "session/commands/setting_table.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/palette.h"
#include "session/session_internal.h"
#include "trace/workings/cost.h"
#include "trace/workings/lookup.h"
#include "trace/workings/memory_layout.h"
#include "trace/workings/sheet.h"

/* ---- words of choices ---- */

static const char *palette_word(int value) { return palette_info((PaletteId)value)->name; }
static const char *caption_word(int value) { return export_caption_name((ExportCaption)value); }
static const char *window_theme_word(int value) { return theme_name((ThemeId)value); }
static const char *language_word(int value) { return i18n_language_name((LanguageId)value); }
static const char *theme_word(int value) { return export_theme_name((ExportTheme)value); }

static const char *numbers_word(int value) {
  static const char *const words[] = {
      [NUMBERS_AUTO] = "auto", [NUMBERS_ON] = "on", [NUMBERS_OFF] = "off"};
  return words[value];
}

static const char *contrast_word(int value) {
  static const char *const words[CONTRAST_COUNT] = {
      [CONTRAST_AUTO] = "auto", [CONTRAST_ON] = "on", [CONTRAST_OFF] = "off"};
  return words[value];
}

static const char *cost_word(int value) {
  return value == 0 ? "own" : cost_method_name((CostMethod)(value - 1));
}

static const char *compare_word(int value) {
  static const char *const words[COMPARE_COUNT] = {[COMPARE_OFF] = "off",
                                                   [COMPARE_EXACT] = "exact",
                                                   [COMPARE_ORDER] = "order",
                                                   [COMPARE_KEPT] = "kept"};
  return words[value];
}

static const char *sort_word(int value) {
  static const char *const words[GRID_ORDER_COUNT] = {
      [GRID_BY_LAYER] = "layer", [GRID_BY_ROLE] = "role", [GRID_BY_DIFFERENCE] = "difference"};
  return words[value];
}

static const char *switch_word(int value) { return value ? "on" : "off"; }
static const char *title_word(int left_out) { return left_out ? "off" : "on"; }
static const char *arcs_word(int is_all) { return is_all ? "all" : "one"; }
static const char *face_word(int value) { return export_face_name((ExportFace)value); }
static const char *round_word(int value) { return sheet_round_name((SheetRound)value); }
static const char *paper_word(int value) { return sheet_paper_name((SheetPaper)value); }
static const char *moves_word(int value) { return export_moves_name((ExportMoves)value); }
static const char *movie_word(int value) { return export_movie_name((ExportMovie)value); }
static const char *axis_word(int value) { return export_axis_name((ExportAxis)value); }

static const char *example_word(int value) { return layout_example_name((LayoutExample)value); }

/* ---- lines with a format of their own ---- */

static const char *range_word(const View *view) {
  return view->range == RANGE_SHARED ? "shared" : view->range == RANGE_OWN ? "own" : "head";
}

static void write_range(const View *view, char line[SETTING_LINE_BYTES]) {
  if (view->range == RANGE_FIXED)
    snprintf(line, SETTING_LINE_BYTES, "range %.9g,%.9g", (double)view->range_low,
             (double)view->range_high);
  else snprintf(line, SETTING_LINE_BYTES, "range %s", range_word(view));
}

/* A range given in numbers is for the present matrix, so the settings file
** keeps the mode instead. */
static void write_range_kept(const View *view, char line[SETTING_LINE_BYTES]) {
  snprintf(line, SETTING_LINE_BYTES, "range %s", range_word(view));
}

/* The switch lets the lens follow the focus, so the line of a held cell comes after it. */
static void write_lens(const View *view, char line[SETTING_LINE_BYTES]) {
  int bytes = snprintf(line, SETTING_LINE_BYTES, "lens %s", view->lens ? "on" : "off");
  if (view->lens && view->lens_query >= 0)
    snprintf(line + bytes, SETTING_LINE_BYTES - (size_t)bytes, "\nlens %d %d", view->lens_query + 1,
             view->lens_key + 1);
}

static void write_export_what(const View *view, char line[SETTING_LINE_BYTES]) {
  const ExportLook *look = &view->export_look;
  snprintf(line, SETTING_LINE_BYTES, "export what %s",
           look->everything ? "all" : export_view_name(look->what));
}

static void write_export_format(const View *view, char line[SETTING_LINE_BYTES]) {
  unsigned formats = view->export_look.formats;
  int bytes = snprintf(line, SETTING_LINE_BYTES, "export format %s", formats ? "" : "auto");
  const char *parting = "";
  for (int i = 0; i < EXPORT_FORMAT_COUNT; i++) {
    if (!(formats >> i & 1u)) continue;
    bytes += snprintf(line + bytes, SETTING_LINE_BYTES - (size_t)bytes, "%s%s", parting,
                      export_format_name((ExportFormat)i));
    parting = ",";
  }
  assert(bytes < SETTING_LINE_BYTES);
}

static void write_export_heads(const View *view, char line[SETTING_LINE_BYTES]) {
  char words[EXPORT_HEADS_BYTES];
  export_heads_write(&view->export_look.figure.heads, words);
  snprintf(line, SETTING_LINE_BYTES, "export heads %s", words);
}

static void write_sheet_rows(const View *view, char line[SETTING_LINE_BYTES]) {
  char words[SHEET_WORDS_BYTES];
  sheet_rows_write(view->export_look.sheet.rows, words);
  snprintf(line, SETTING_LINE_BYTES, "export rows %s", words);
}

static void write_sheet_blanks(const View *view, char line[SETTING_LINE_BYTES]) {
  char words[SHEET_WORDS_BYTES];
  sheet_blanks_write(view->export_look.sheet.blanks, words);
  snprintf(line, SETTING_LINE_BYTES, "export blanks %s", words);
}

/* ---- steps ---- */

/* A step stops at the limits, since keys repeat; a typed number beyond them is refused. */
static float step_text_scale(float now, SettingStep step) {
  static const float by = 0.25f;
  const Setting *setting = setting_find("textscale");
  float next = step == SETTING_UP ? now + by : now - by;
  return float_clamp(next, (float)setting->low, (float)setting->high);
}

/* From the natural width the first step goes to a column of a paper. */
static float step_width(float now, SettingStep step) {
  static const float column_mm = 84;
  const Setting *setting = setting_find("export width");
  float next = step == SETTING_UP ? floorf(now + 1) : ceilf(now - 1);
  return float_clamp(now > 0 ? next : column_mm, (float)setting->low, (float)setting->high);
}

/* ---- the table ---- */

/* A step or a prompt beyond the sentence is the last one that there is. */
enum { CACHE_PLACE_MOST = 1 << 20 };

#define OF(member)                                                                                 \
  { #member, offsetof(View, member), sizeof((View *)NULL)->member }
#define OF_PROGRAM(member)                                                                         \
  { #member, offsetof(Session, member), sizeof((Session *)NULL)->member }
#define STEP(step) (1u << SETTING_##step)

/* The beginning of a row of one field. */
#define SWITCH(command, member, word_0, word_1)                                                    \
  .name = command, .type = SETTING_SWITCH, .fields = {OF(member)}, .off = word_0, .on = word_1
#define CHOICE(command, member, words, count)                                                      \
  .name = command, .type = SETTING_CHOICE, .fields = {OF(member)}, .word = words,                  \
  .word_count = count
#define REAL(command, member, least, most)                                                         \
  .name = command, .type = SETTING_REAL, .fields = {OF(member)}, .low = (double)(least),           \
  .high = (double)(most)
/* A whole number that an experiment is asked. */
#define WHOLE(command, member, least, most)                                                        \
  .name = command, .type = SETTING_INTEGER, .fields = {OF(experiments.member)},                    \
  .owner = SETTING_OF_INPUTS, .steps = STEP(UP) | STEP(DOWN), .low = least, .high = most

static const Setting settings[] = {
    {REAL("speed", speed, VIEW_SPEED_LEAST, VIEW_SPEED_MOST), .kept = 7},
    {CHOICE("theme", theme, window_theme_word, THEME_COUNT), .steps = STEP(NEXT) | STEP(TOGGLE),
     .kept = 1, .none = N_("there is no theme “%.*s”; it is one of: %s"),
     .near = N_("there is no theme “%.*s”; did you mean “%s”? It is one of: %s")},
    {CHOICE("language", language, language_word, LANGUAGE_COUNT), .kept = 9,
     .is_written_apart = true, .none = N_("there is no language “%.*s”; it is one of: %s"),
     .near = N_("there is no language “%.*s”; did you mean “%s”? It is one of: %s")},
    {CHOICE("palette", palette, palette_word, PALETTE_CHOICES), .steps = STEP(NEXT), .kept = 2,
     .none = N_("there is no palette “%.*s”; it is one of: %s"),
     .near = N_("there is no palette “%.*s”; did you mean “%s”? It is one of: %s")},
    {.name = "range",
     .fields = {OF(range), OF(range_low), OF(range_high)},
     .type = SETTING_OWN,
     .write = write_range,
     .kept = 3,
     .write_kept = write_range_kept},
    {CHOICE("numbers", numbers, numbers_word, NUMBERS_OFF + 1), .kept = 4},
    {REAL("textscale", text_scale, 1, 3), .steps = STEP(UP) | STEP(DOWN), .step = step_text_scale,
     .changed = appearance_text_scale_changed, .kept = 5},
    {REAL("zoom", zoom, 1, 256)},
    {.name = "scroll",
     .type = SETTING_REAL,
     .fields = {OF(scroll_x), OF(scroll_y)},
     .low = 0,
     .high = 1},
    {SWITCH("motion", motion, "off", "on"), .changed = appearance_motion_changed, .kept = 6},
    {REAL("threshold", threshold, 1, 100), .zero = "off",
     .steps = STEP(NEXT) | STEP(UP) | STEP(DOWN), .step = overlays_step_threshold,
     .changed = overlays_threshold_changed},
    {CHOICE("arcs of", arcs_all, arcs_word, 2)},
    {.name = "arcs without",
     .type = SETTING_OWN,
     .fields = {OF(arcs_left_out)},
     .write = arcs_write_left_out},
    {SWITCH("arcs", arcs, "off", "on"), .changed = overlays_arcs_changed},
    {SWITCH("tint", tint, "off", "on"), .changed = overlays_tint_changed},
    {CHOICE("contrast", contrast, contrast_word, CONTRAST_COUNT)},
    {CHOICE("compare", compare, compare_word, COMPARE_COUNT), .changed = overlays_compare_changed,
     .none = N_("there is nothing called “%.*s” to compare with; it is one of: %s"),
     .near = N_("there is nothing called “%.*s” to compare with; did you mean “%s”? It is one of: "
                "%s")},
    {.name = "lens",
     .fields = {OF(lens), OF(lens_query), OF(lens_key)},
     .type = SETTING_OWN,
     .write = write_lens},
    {SWITCH("spotlight", spotlight, "off", "on")},
    {SWITCH("notes", notes, "off", "on")},
    {SWITCH("presenter", presenter, "off", "on"), .is_written_apart = true},
    {CHOICE("sort", grid_order, sort_word, GRID_ORDER_COUNT)},
    {REAL("scroll grid", grid_scroll, 0, 1)},
    {SWITCH("products", products_all, "few", "all"), .changed = overlays_products_changed},
    {SWITCH("glossary", glossary, "off", "on"), .changed = overlays_products_changed},
    {REAL("scroll panel", panel_scroll, 0, 1)},
    {.name = "scroll panel page",
     .type = SETTING_INTEGER,
     .fields = {OF(panel_page)},
     .low = 1,
     .high = VIEW_PANEL_PAGES},
    {.name = "cache prompt",
     .type = SETTING_INTEGER,
     .fields = {OF(cache_prompt)},
     .low = 1,
     .high = CACHE_PLACE_MOST,
     .zero = "half",
     .refusal = N_("the prompt is half or a whole number of tokens from %.0f to %.0f, not “%.*s”")},
    {.name = "cache step",
     .type = SETTING_INTEGER,
     .fields = {OF(cache_step)},
     .low = 1,
     .high = CACHE_PLACE_MOST,
     .zero = "last",
     .refusal = N_("the step is last or a whole number from %.0f to %.0f, not “%.*s”")},
    {CHOICE("cache reuse", rows_anew, title_word, 2)},
    {CHOICE("cost", cost_method, cost_word, COST_METHOD_COUNT + 1), .steps = STEP(NEXT),
     .none = N_("there is no way to attend “%.*s”; it is one of: %s"),
     .near = N_("there is no way to attend “%.*s”; did you mean “%s”? It is one of: %s")},
    {WHOLE("length", length, 1, LENGTH_WORDS_MOST), .step = experiments_step_length,
     .refusal =
         N_("the length of a sentence is a whole number of tokens from %g to %g, not “%.*s”")},
    {WHOLE("saturation width", width, 1, SATURATION_WIDTH_MOST), .step = experiments_step_width},
    {WHOLE("saturation keys", keys, SATURATION_KEYS_LEAST, SATURATION_KEYS_MOST),
     .step = experiments_step_by_one},
    {WHOLE("saturation draws", draws, SATURATION_DRAWS_LEAST, SATURATION_DRAWS_MOST),
     .step = experiments_step_draws},
    {WHOLE("saturation seed", seed, 0, SATURATION_SEED_MOST), .step = experiments_step_by_one},
    {.name = "saturation draw",
     .type = SETTING_INTEGER,
     .fields = {OF(saturation_draw)},
     .low = 1,
     .high = SATURATION_DRAWS_MOST,
     .steps = STEP(UP) | STEP(DOWN),
     .step = experiments_step_by_one},
    {REAL("lookup cooking", experiments.cooking, -LOOKUP_QUERY_MOST, LOOKUP_QUERY_MOST),
     .owner = SETTING_OF_INPUTS, .steps = STEP(UP) | STEP(DOWN), .step = experiments_step_tenth},
    {REAL("lookup travel", experiments.travel, -LOOKUP_QUERY_MOST, LOOKUP_QUERY_MOST),
     .owner = SETTING_OF_INPUTS, .steps = STEP(UP) | STEP(DOWN), .step = experiments_step_tenth},
    {REAL("lookup sharpness", experiments.sharpness, 0, LOOKUP_SHARPNESS_MOST),
     .owner = SETTING_OF_INPUTS, .steps = STEP(UP) | STEP(DOWN), .step = experiments_step_by_one},
    {.name = "lookup book",
     .type = SETTING_INTEGER,
     .fields = {OF(lookup_book)},
     .low = 1,
     .high = LOOKUP_BOOKS,
     .zero = "all"},
    {CHOICE("layout example", experiments.example, example_word, LAYOUT_EXAMPLE_COUNT),
     .owner = SETTING_OF_INPUTS, .steps = STEP(NEXT),
     .none = N_("there is no chain of operations “%.*s”; it is one of: %s"),
     .near = N_("there is no chain of operations “%.*s”; did you mean “%s”? It is one of: %s")},
    {WHOLE("layout rows", rows, 1, LAYOUT_ROWS_MOST), .step = experiments_step_by_one},
    {WHOLE("layout columns", columns, 1, LAYOUT_COLUMNS_MOST), .step = experiments_step_by_one},
    {WHOLE("layout batch", batch, 1, LAYOUT_BATCH_MOST), .step = experiments_step_by_one},
    {WHOLE("layout tokens", tokens, 1, LAYOUT_TOKENS_MOST), .step = experiments_step_by_one},
    {WHOLE("layout heads", heads, 1, LAYOUT_HEADS_MOST), .step = experiments_step_by_one},
    {WHOLE("layout headwidth", head_width, 1, LAYOUT_HEAD_WIDTH_MOST),
     .step = experiments_step_by_one},
    {REAL("layout step", layout_step, 1, LAYOUT_STEPS_MOST)},
    {.name = "layout number",
     .type = SETTING_INTEGER,
     .fields = {OF(layout_number)},
     .low = 1,
     .high = LAYOUT_NUMBERS_MOST,
     .zero = "none"},
    {REAL("temperature", sampling.temperature, SAMPLING_COLDEST, SAMPLING_HOTTEST),
     .owner = SETTING_OF_INPUTS, .steps = STEP(UP) | STEP(DOWN)},
    {.name = "topk",
     .type = SETTING_INTEGER,
     .fields = {OF(sampling.top_k)},
     .low = 1,
     .high = SAMPLING_TOP_K_MOST,
     .zero = "off",
     .owner = SETTING_OF_INPUTS,
     .steps = STEP(UP) | STEP(DOWN)},
    /* Above 0, so the limit is the smallest float. */
    {REAL("topp", sampling.top_p, FLT_TRUE_MIN, 1), .owner = SETTING_OF_INPUTS,
     .steps = STEP(UP) | STEP(DOWN)},
    {.name = "export what",
     .fields = {OF(export_look.what), OF(export_look.everything)},
     .type = SETTING_OWN,
     .write = write_export_what},
    {.name = "export format",
     .fields = {OF(export_look.formats)},
     .type = SETTING_OWN,
     .write = write_export_format},
    {CHOICE("export caption", export_look.caption, caption_word, EXPORT_CAPTION_COUNT),
     .none = N_("there is no caption “%.*s”; it is one of: %s"),
     .near = N_("there is no caption “%.*s”; did you mean “%s”? It is one of: %s")},
    {CHOICE("export transparent", export_look.transparent, switch_word, 2)},
    {REAL("export scale", export_look.scale, 1, 4), .zero = "auto",
     .refusal = N_("the scale of a PNG is auto or goes from %g to %g, not “%.*s”")},
    /* 36 … 16384 pt: the limits of --width. */
    {REAL("export width", export_look.width_mm, 12.7, 5779), .zero = "natural", .suffix = "mm",
     .steps = STEP(UP) | STEP(DOWN), .step = step_width,
     .refusal = N_("the width is natural or goes from %g to %g mm, not “%.*s”")},
    {REAL("export font", export_look.font_size_pt, 4, 72), .zero = "natural",
     .refusal = N_("the font size is natural or goes from %g to %g points, not “%.*s”")},
    {CHOICE("export times", export_look.times, switch_word, 2)},
    {CHOICE("export theme", export_look.theme, theme_word, EXPORT_THEME_COUNT),
     .none = N_("there is no theme “%.*s”; it is one of: %s"),
     .near = N_("there is no theme “%.*s”; did you mean “%s”? It is one of: %s")},
    {.name = "export heads",
     .fields = {OF(export_look.figure.heads)},
     .type = SETTING_OWN,
     .write = write_export_heads},
    {.name = "export columns",
     .type = SETTING_INTEGER,
     .fields = {OF(export_look.figure.columns)},
     .low = 1,
     .high = EXPORT_COLUMNS_MOST,
     .zero = "auto",
     .refusal = N_("the columns of a figure are auto or a whole number from %g to %g, not “%.*s”")},
    {CHOICE("export letters", export_look.figure.letters, switch_word, 2)},
    {CHOICE("export title", export_look.figure.no_title, title_word, 2)},
    {CHOICE("export face", export_look.figure.face, face_word, EXPORT_FACE_COUNT),
     .none = N_("there is no face “%.*s”; it is one of: %s"),
     .near = N_("there is no face “%.*s”; did you mean “%s”? It is one of: %s")},
    {CHOICE("export axis", export_look.figure.axis, axis_word, EXPORT_AXIS_COUNT)},
    {REAL("export numbers", export_look.figure.numbers_from, 0.001, 1), .zero = "all",
     .refusal =
         N_("the numbers of a figure are all, or those of weights from %g to %g, not “%.*s”")},
    {CHOICE("export round", export_look.sheet.round, round_word, SHEET_ROUND_COUNT),
     .none = N_("an exercise sheet cannot have “%.*s” decimals; it has one of: %s"),
     .near = N_("an exercise sheet cannot have “%.*s” decimals, but %s; it has one of: %s")},
    {CHOICE("export paper", export_look.sheet.paper, paper_word, SHEET_PAPER_COUNT),
     .none = N_("there is no paper “%.*s”; it is one of: %s"),
     .near = N_("there is no paper “%.*s”; did you mean “%s”? It is one of: %s")},
    {.name = "export dims",
     .type = SETTING_INTEGER,
     .fields = {OF(export_look.sheet.columns)},
     .low = 1,
     .high = SHEET_COLUMNS_MOST,
     .zero = "auto",
     .refusal = N_("the columns of Q, K and V on an exercise sheet are auto or a whole number from "
                   "%g to %g, not “%.*s”")},
    {.name = "export rows",
     .fields = {OF(export_look.sheet.rows)},
     .type = SETTING_OWN,
     .write = write_sheet_rows},
    {.name = "export blanks",
     .fields = {OF(export_look.sheet.blanks)},
     .type = SETTING_OWN,
     .write = write_sheet_blanks},
    {CHOICE("export moves", export_look.moving.by, moves_word, EXPORT_MOVES_COUNT),
     .none = N_("a moving picture does not go through “%.*s”; it is one of: %s"),
     .near =
         N_("a moving picture does not go through “%.*s”; did you mean “%s”? It is one of: %s")},
    {CHOICE("export movie", export_look.moving.as, movie_word, EXPORT_MOVIE_COUNT),
     .none = N_("there is no moving picture “%.*s”; it is one of: %s"),
     .near = N_("there is no moving picture “%.*s”; did you mean “%s”? It is one of: %s")},
    {REAL("export pace", export_look.moving.pace_ms, 20, 60000), .zero = "auto", .suffix = "ms",
     .refusal = N_("the pace is auto or goes from %g to %g milliseconds a step, not “%.*s”")},
    {.name = "export loop",
     .type = SETTING_INTEGER,
     .fields = {OF(export_look.moving.times)},
     .low = 1,
     .high = 65535,
     .zero = "forever",
     .refusal = N_("a moving picture plays forever or a whole number of times from %g to %g, not "
                   "“%.*s”")},
    {CHOICE("export motion", export_look.moving.motion, switch_word, 2)},
    {.name = "cache",
     .type = SETTING_INTEGER,
     .fields = {OF_PROGRAM(cache_mb)},
     .low = SESSION_CACHE_MB_LEAST,
     .high = SESSION_CACHE_MB_MOST,
     .owner = SETTING_OF_PROGRAM,
     .kept = 8},
};
enum { SETTING_COUNT = sizeof settings / sizeof settings[0] };

static const SettingField places[] = {
    OF(kind),          OF(stage),       OF(layer),      OF(head),      OF(solo),
    OF(query),         OF(key),         OF(locked),     OF(key_alone), OF(step_by),
    OF(filled),        OF(watch),       OF(watch_row),  OF(watch_col), OF(training_pace),
    OF(timeline_step), OF(mask_editor), OF(projection), OF(term),      OF(held),
    OF(lesson),        {"", 0, 0}};

static const SettingField passing[] = {
    OF(hover_head),  OF(hover_query),   OF(hover_key),   OF(hover_key_alone), OF(hover_projection),
    OF(hover_term),  OF(playing),       OF(left_query),  OF(left_key),        OF(menu),
    OF(menu_item),   OF(from_kind),     OF(from_stage),  OF(transition),      OF(grid_follows),
    OF(blank),       OF(layout_from),   OF(board_part),  OF(board_row),       OF(board_col),
    OF(sets_number), OF(number_typed),  OF(shakes),      OF(shake_place),     OF(points),
    OF(lit_part),    OF(lesson_scroll), OF(asks_number), {"", 0, 0}};

const SettingField *setting_places(void) { return places; }
const SettingField *setting_passing(void) { return passing; }

/* ---- finding a row ---- */

int setting_count(void) { return SETTING_COUNT; }

const Setting *setting_at(int index) {
  assert(index >= 0 && index < SETTING_COUNT);
  return &settings[index];
}

const Setting *setting_find(const char *name) {
  for (int i = 0; i < SETTING_COUNT; i++)
    if (strcmp(settings[i].name, name) == 0) return &settings[i];
  return NULL;
}

/* "scroll grid 0" begins with the names of two rows: the longer name counts. */
const Setting *setting_of_line(Str line) {
  const Setting *found = NULL;
  size_t longest = 0;
  for (int i = 0; i < SETTING_COUNT; i++) {
    size_t bytes = strlen(settings[i].name);
    if (!str_starts(line, settings[i].name) || line.bytes <= bytes || line.at[bytes] != ' ')
      continue;
    if (bytes > longest) found = &settings[i];
    if (bytes > longest) longest = bytes;
  }
  return found;
}

const Setting *setting_kept(int place) {
  assert(place >= 1 && place <= SETTINGS_COUNT);
  for (int i = 0; i < SETTING_COUNT; i++)
    if (settings[i].kept == place) return &settings[i];
  assert(!"a place in the settings file without a row");
  return NULL;
}

const Setting *setting_of_command(const CommandContext *context) {
  for (int i = 0; i < SETTING_COUNT; i++) {
    const char *name = settings[i].name, *command = context->info->name;
    size_t bytes = strlen(command);
    if (strncmp(name, command, bytes) != 0) continue;
    if (name[bytes] == 0) return &settings[i];
    if (name[bytes] == ' ' && command_is(context, 1, name + bytes + 1)) return &settings[i];
  }
  return NULL;
}

/* ---- values ---- */

static bool is_of_view(const Setting *setting) { return setting->owner != SETTING_OF_PROGRAM; }

static const char *field_at(const Setting *setting, int index, const Session *session) {
  assert(index >= 0 && index < SETTING_FIELDS_MOST && setting->fields[index].size > 0);
  const char *base = is_of_view(setting) ? (const char *)&session->view : (const char *)session;
  return base + setting->fields[index].offset;
}

static int field_count(const Setting *setting) {
  int count = 0;
  while (count < SETTING_FIELDS_MOST && setting->fields[count].size > 0) count++;
  return count;
}

/* A bool, or a type of the size of an int. */
static double value_at(const Setting *setting, int index, const Session *session) {
  const char *at = field_at(setting, index, session);
  size_t size = setting->fields[index].size;
  float real;
  int whole;
  assert(setting->type != SETTING_OWN);
  if (size == sizeof(bool)) return *(const bool *)(const void *)at ? 1 : 0;
  assert(size == sizeof real && size == sizeof whole);
  memcpy(&real, at, sizeof real);
  memcpy(&whole, at, sizeof whole);
  return setting->type == SETTING_REAL ? (double)real : (double)whole;
}

void setting_set_value(const Setting *setting, View *view, double value) {
  char *at = (char *)view + setting->fields[0].offset;
  float real = (float)value;
  int whole = (int)value;
  bool is_on = value > 0;
  assert(is_of_view(setting) && setting->type != SETTING_OWN);
  if (setting->fields[0].size == sizeof is_on) memcpy(at, &is_on, sizeof is_on);
  else if (setting->type == SETTING_REAL) memcpy(at, &real, sizeof real);
  else memcpy(at, &whole, sizeof whole);
}

double setting_value(const Setting *setting, const Session *session) {
  return value_at(setting, 0, session);
}

/* ---- as a line ---- */

static void write_numbers(const Setting *setting, const Session *session,
                          char line[SETTING_LINE_BYTES]) {
  int bytes = snprintf(line, SETTING_LINE_BYTES, "%s", setting->name);
  for (int i = 0; i < field_count(setting); i++) {
    double value = value_at(setting, i, session);
    size_t room = SETTING_LINE_BYTES - (size_t)bytes;
    if (setting->zero && !(value > 0)) bytes += snprintf(line + bytes, room, " %s", setting->zero);
    else bytes += snprintf(line + bytes, room, " %.9g", value);
  }
  assert(bytes < SETTING_LINE_BYTES);
}

void setting_write(const Setting *setting, const Session *session, char line[SETTING_LINE_BYTES]) {
  assert(is_of_view(setting) || !setting->write);
  if (setting->write) {
    setting->write(&session->view, line);
    return;
  }
  const char *word = NULL;
  if (setting->type == SETTING_SWITCH)
    word = setting_value(setting, session) > 0 ? setting->on : setting->off;
  if (setting->type == SETTING_CHOICE) word = setting->word((int)setting_value(setting, session));
  if (word) snprintf(line, SETTING_LINE_BYTES, "%s %s", setting->name, word);
  else write_numbers(setting, session, line);
}

void setting_write_kept(const Setting *setting, const Session *session,
                        char line[SETTING_LINE_BYTES]) {
  assert(setting->kept > 0);
  if (setting->write_kept) setting->write_kept(&session->view, line);
  else setting_write(setting, session, line);
}

/* A float is written with all its digits, and 0.1 in fewer. */
static bool is_number_of(const Setting *setting, const Session *session, const char *command) {
  double number;
  const char *word = strrchr(command, ' ');
  if (setting->type != SETTING_REAL || !word || !str_to_double(str_from(word + 1), &number))
    return false;
  float asked = (float)number, is = (float)setting_value(setting, session);
  return !(asked < is) && !(asked > is);
}

bool setting_is_set(const Session *session, const char *command) {
  char line[SETTING_LINE_BYTES];
  const Setting *setting = setting_of_line(str_from(command));
  if (!setting) return false;
  setting_write(setting, session, line);
  return strcmp(line, command) == 0 || is_number_of(setting, session, command);
}

/* ---- comparing ---- */

static bool same_field(const SettingField *field, const View *a, const View *b) {
  return memcmp((const char *)a + field->offset, (const char *)b + field->offset, field->size) == 0;
}

/* Floats are compared as bits: equal ones come from the same text. */
bool session_same_view(const View *a, const View *b) {
  for (const SettingField *place = places; place->size > 0; place++)
    if (!same_field(place, a, b)) return false;
  for (int i = 0; i < SETTING_COUNT; i++)
    for (int k = 0; is_of_view(&settings[i]) && k < field_count(&settings[i]); k++)
      if (!same_field(&settings[i].fields[k], a, b)) return false;
  return true;
}
