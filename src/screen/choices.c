/* screen/choices.c -- menus get words: models with honest notes, masks with sizes, palettes. */
#include "screen/choices.h"

#include <string.h>

#include "base/words.h"
#include "model/model.h"
#include "session/menu.h"

enum { SIZE_AT_START = 2, SIZE_MOST = 64 };

typedef struct Words {
  const char *label, *note;
} Words;

static const Words ATTENTION[] = {
    {N_("no mask"), N_("every query sees every key")},
    {N_("causal"), N_("a query sees itself and what came before it")},
    {N_("padding"), N_("the last keys are hidden from everyone")},
    {N_("window"), N_("keys farther away than this are hidden")},
    {N_("prefix"), N_("causal, but everyone sees the first keys")},
    {N_("edit cells"), N_("click cells of the matrix to hide or show them")},
};

static const Words ANSWERS[] = {
    {N_("Take it back"), N_("the sentence and the view as they were")},
    {N_("Start afresh"), N_("the old state is dropped")},
};

static Str words(const char *text) { return *text ? str_from(_(text)) : (Str){"", 0}; }

/* Choosing closes the menu first, so that a failing command leaves its sentence in sight. */
static Str closing(Arena *arena, const char *command) {
  return str_from(str_format(arena, "menu none; %s", command));
}

/* -- one menu each --------------------------------------------------------------------------------
 */

static void model_choice(const Session *session, int index, UiChoice *choice) {
  const ModelInfo *info = model_builtin(index);
  choice->label = words(info->label);
  choice->note = words(info->explanation);
  choice->chosen = str_is(trace_model_name(session_trace(session)), info->name);
}

/* The kind on show: from the trace's name, "window:2"; an edited mask counts by its preset. */
static int mask_kind_on_show(const Session *session, int *size) {
  static const char *const kinds[] = {"none", "causal", "padding", "window", "prefix"};
  const MaskSpec *spec = &session_inputs(session)->mask;
  *size = SIZE_AT_START;
  if (!spec->model_own) {
    if (spec->kind >= MASK_PADDING) *size = spec->size;
    return (int)spec->kind;
  }
  Str name = trace_mask_name(session_trace(session));
  for (int i = 0; i < 5; i++)
    if (str_starts(name, kinds[i])) return i;
  return -1;
}

static void mask_choice(const Session *session, Arena *arena, int index, UiChoice *choice) {
  static const char *const sized[] = {"", "", "padding", "window", "prefix"};
  int size, kind = mask_kind_on_show(session, &size);
  choice->label = words(ATTENTION[index].label);
  choice->note = words(ATTENTION[index].note);
  choice->chosen = index == kind;
  if (index == 5) choice->chosen = session_view(session)->mask_editor;
  if (index < 2 || index > 4) return;
  if (index != kind) size = SIZE_AT_START;
  choice->value = str_from(str_format(arena, "%d", size));
  if (size > 0) choice->less = str_from(str_format(arena, "mask %s %d", sized[index], size - 1));
  if (size < SIZE_MOST)
    choice->more = str_from(str_format(arena, "mask %s %d", sized[index], size + 1));
  choice->command = closing(arena, str_format(arena, "mask %s %d", sized[index], size));
}

static void palette_choice(const Session *session, int index, UiChoice *choice) {
  choice->label = words(palette_info((PaletteId)index)->label);
  choice->palette = (PaletteId)index;
  choice->chosen = (int)session_view(session)->palette == index;
}

/* Setting something leaves the menu open; the buttons close it. */
static void export_choice(const View *view, int index, UiChoice *choice) {
  ExportChoice item = export_menu_choice(index);
  choice->kind = item.section == SECTION_BUTTONS ? UI_CHOICE_BUTTON : UI_CHOICE_CHIP;
  choice->label = words(item.label);
  choice->note = words(item.note);
  choice->chosen = export_menu_is_set(view, index);
  if (item.section != SECTION_BUTTONS) choice->command = str_from(export_menu_command(index));
  if (index == 0 || export_menu_choice(index - 1).section != item.section)
    choice->group = words(menu_section_title(item.section));
}

static void answer_choice(int index, UiChoice *choice) {
  choice->kind = UI_CHOICE_CHIP;
  choice->label = words(ANSWERS[index].label);
  choice->note = words(ANSWERS[index].note);
}

static void fill_choice(const Session *session, Arena *arena, int index, UiChoice *choice) {
  char command[MENU_COMMAND_BYTES];
  MenuId menu = session_view(session)->menu;
  menu_command(session, menu, index, command);
  *choice = (UiChoice){.command = closing(arena, command)};
  switch (menu) {
  case MENU_MODEL:
    model_choice(session, index, choice);
    break;
  case MENU_ATTENTION:
    mask_choice(session, arena, index, choice);
    break;
  case MENU_EXAMPLES:
    choice->label = words(session_example(index));
    break;
  case MENU_PALETTE:
    palette_choice(session, index, choice);
    break;
  case MENU_EXPORT:
    export_choice(session_view(session), index, choice);
    break;
  case MENU_RESTORE:
    answer_choice(index, choice);
    break;
  default:
    break;
  }
}

/* -- settings beside the choices
 * ------------------------------------------------------------------- */

/* Small buttons below a menu's own items, for what belongs to them. The keyboard has commands of
*its
** own for these. */
typedef struct Setting {
  MenuId menu;
  const char *group, *label, *command;
} Setting;

static const Setting SETTINGS[] = {
    {MENU_PALETTE, N_("COLOUR RANGE"), N_("each matrix its own"), "range own"},
    {MENU_PALETTE, "", N_("one for all heads"), "range shared"},
    {MENU_PALETTE, N_("NUMBERS IN CELLS"), N_("where they fit"), "numbers auto"},
    {MENU_PALETTE, "", N_("always"), "numbers on"},
    {MENU_PALETTE, "", N_("never"), "numbers off"},
};
enum { SETTING_COUNT = sizeof SETTINGS / sizeof SETTINGS[0] };

/* The commands that would change nothing now. */
static bool is_set(const View *view, const char *command) {
  static const char *const ranges[] = {"range own", "range shared", ""};
  static const char *const numbers[] = {"numbers auto", "numbers on", "numbers off"};
  return strcmp(command, ranges[view->range]) == 0 || strcmp(command, numbers[view->numbers]) == 0;
}

static int add_settings(const View *view, UiChoice *choices) {
  int count = 0;
  for (int i = 0; i < SETTING_COUNT; i++) {
    const Setting *setting = &SETTINGS[i];
    if (setting->menu != view->menu) continue;
    choices[count++] = (UiChoice){.kind = UI_CHOICE_CHIP,
                                  .group = words(setting->group),
                                  .label = words(setting->label),
                                  .command = str_from(setting->command),
                                  .chosen = is_set(view, setting->command)};
  }
  return count;
}

/* -- titles and notes
 * ------------------------------------------------------------------------------ */

static void title_fill(const Session *session, UiInputs *inputs) {
  static const Words titles[MENU_COUNT] = {
      [MENU_MODEL] = {N_("Model"), ""},
      [MENU_ATTENTION] = {N_("Which query may see which key"), ""},
      [MENU_EXAMPLES] = {N_("Example sentences"), ""},
      [MENU_PALETTE] = {N_("Colours of the matrices"), ""},
      [MENU_EXPORT] = {N_("Export"), ""},
      [MENU_RESTORE] = {N_("Take back the last session?"),
                        N_("It ended without being closed. Its sentence and view were kept.")},
  };
  const Words *title = &titles[session_view(session)->menu];
  if (title->label) inputs->menu_title = words(title->label);
  if (title->note) inputs->menu_note = words(title->note);
}

/* Name and folder of what would be written. */
static void target_fill(const Session *session, UiInputs *inputs) {
  Str path = session_export_target(session);
  size_t start = path.bytes;
  while (start > 0 && path.at[start - 1] != '/') start--;
  inputs->export_name = (Str){path.at + start, path.bytes - start};
  inputs->export_folder = (Str){path.at, start > 1 ? start - 1 : start};
  inputs->export_problem = session_export_problem(session);
}

void choices_fill(const Session *session, Arena *arena, UiInputs *inputs) {
  MenuId menu = session_view(session)->menu;
  int count = menu_count(session, menu);
  if (count == 0) return;
  UiChoice *choices = arena_take(arena, (size_t)(count + SETTING_COUNT), sizeof *choices);
  if (!choices) return;
  for (int i = 0; i < count; i++) fill_choice(session, arena, i, &choices[i]);
  count += add_settings(session_view(session), choices + count);
  inputs->menu = choices;
  inputs->menu_count = count;
  title_fill(session, inputs);
  if (menu == MENU_EXPORT) target_fill(session, inputs);
}

/* -- keys
 * ------------------------------------------------------------------------------------------ */

static int find_help(const UiKey *keys, int count, const char *help) {
  for (int i = 0; i < count; i++)
    if (str_is(keys[i].help, _(help))) return i;
  return -1;
}

/* A key without help of its own continues the row of the one before it: 1 … 9. */
static Str last_of_row(Arena *arena, Str first, int index) {
  const char *key, *command, *help, *last = NULL;
  for (int i = index + 1; i < commands_key_count(); i++) {
    commands_key(i, &key, &command, &help);
    if (*help) break;
    last = key;
  }
  return last ? str_from(str_format(arena, "%.*s … %s", (int)first.bytes, first.at, last)) : first;
}

void keys_fill(Arena *arena, UiInputs *inputs) {
  UiKey *keys = arena_take(arena, (size_t)commands_key_count(), sizeof *keys);
  int count = 0;
  for (int i = 0; keys && i < commands_key_count(); i++) {
    const char *key, *command, *help;
    commands_key(i, &key, &command, &help);
    if (!*help) continue;
    int same = find_help(keys, count, help);
    if (same < 0) keys[count++] = (UiKey){last_of_row(arena, str_from(key), i), str_from(_(help))};
    else
      keys[same].key = str_from(
          str_format(arena, "%.*s, %s", (int)keys[same].key.bytes, keys[same].key.at, key));
  }
  inputs->keys = keys;
  inputs->key_count = count;
}
