/* screen/choices.c -- the items of menus as drawn: marks, sizes, headings, notes. */
#include "screen/choices.h"

#include <string.h>

#include "base/i18n.h"
#include "model/model.h"
#include "scene/glossary.h"
#include "scene/mask_words.h"
#include "scene/stages/mistake_words.h"
#include "screen/card.h"
#include "session/browser/browser.h"
#include "session/lesson/shelf.h"
#include "session/menu/export_fields.h"
#include "session/menu/kind_numbers.h"
#include "session/menu/items.h"
#include "session/menu/menu.h"
#include "session/menu/what_if_menu.h"
#include "session/training/training.h"

typedef struct Words {
  const char *label, *note;
} Words;

/* gettext returns its header for "", so empty text is not looked up. */
static Str words(const char *text) { return *text ? str_from(_(text)) : (Str){"", 0}; }

/* Closes the menu before the command runs, so that a failure's sentence is visible. */
static Str close_menu_then(Arena *arena, const char *command) {
  return str_from(str_format(arena, "menu none; %s", command));
}

/* ---- items of each menu ---- */

/* The label is the last part of a path, the note the whole path; names of the
** cache say where they are. */
static void recent_choice(const Session *session, Arena *arena, int index, UiChoice *choice) {
  const char *name = session_recent(session, index), *slash = strrchr(name, '/');
  bool is_path = name[0] == '/' && slash && slash[1];
  choice->label = card_line(arena, is_path ? slash + 1 : name);
  choice->note = is_path ? card_line(arena, name) : words(N_("in the HuggingFace cache"));
}

/* A folder kept from a training, or one opened lately, in the session's order. */
static void disk_choice(const Session *session, Arena *arena, int index, UiChoice *choice) {
  int kept = index - menu_model_count(), recent = kept - session_kept_count(session);
  if (recent >= 0) {
    recent_choice(session, arena, recent, choice);
    return;
  }
  choice->label = str_from(session_kept(session, kept));
  choice->note = words(N_("kept from a training here"));
}

/* The − and + of a row are commands of their own, so they need no state. */
static Str sized_mask(const Session *session, Arena *arena, int index, int size) {
  return str_from(menu_mask_command(session, index, size, arena));
}

/* The layers that have a mask of this name: "layers 1, 3, 5 …". */
static Str layers_with(const Trace *trace, Arena *arena, int first) {
  enum { NAMED_MOST = 8 };
  StrBuf numbers = strbuf_make(arena);
  Str name = trace_layer_mask_name(trace, first);
  int count = 0, layers = trace_layer_count(trace);
  for (int layer = 0; layer < layers; layer++) {
    if (!str_equal(trace_layer_mask_name(trace, layer), name)) continue;
    if (count++ < NAMED_MOST) strbuf_format(&numbers, count > 1 ? ", %d" : "%d", layer + 1);
  }
  if (count == layers) return words(N_("in every layer"));
  const char *format = P_("layer %s", "layers %s", count);
  const char *list = numbers.failed ? "" : numbers.at;
  return str_from(
      str_format(arena, count > NAMED_MOST ? "%s …" : "%s", str_format(arena, format, list)));
}

static void recorded_mask_choice(const Trace *trace, Arena *arena, int layer, UiChoice *choice) {
  choice->label = str_from(mask_words(arena, trace, layer));
  choice->note = layers_with(trace, arena, layer);
}

static const UiPicture *picture_of(const Session *session, Arena *arena, int index) {
  KindPicture *from = arena_take(arena, 1, sizeof *from);
  UiPicture *picture = arena_take(arena, 1, sizeof *picture);
  if (!from || !picture || !menu_picture(session, index, from)) return NULL;
  picture->cells = (MatView){from->cells, from->rows, from->cols, from->cols};
  picture->is_signed = from->is_signed;
  return picture;
}

void kind_numbers_fill(const Session *session, KindSetting setting, Arena *arena,
                       UiNumber numbers[UI_NUMBERS]) {
  int count = kind_numbers_count(session, setting);
  for (int i = 0; i < count && i < UI_NUMBERS; i++) {
    const char *name = kind_numbers_name(session, setting, i);
    numbers[i] = (UiNumber){.value = str_from(kind_numbers_words(session, setting, i, arena)),
                            .less = str_from(kind_numbers_command(session, setting, i, -1, arena)),
                            .more = str_from(kind_numbers_command(session, setting, i, 1, arena)),
                            .tip = name ? _(name) : NULL};
  }
}

/* A row's label says what its stepper does not: "dilated 2, step 2". At the end of the range a
** command is empty, and its button pale. */
static void mask_choice(const Session *session, Arena *arena, int index, UiChoice *choice) {
  int layer = menu_recorded_mask(session, index), size = menu_mask_size(session, index);
  MaskParts parts;
  MaskPart part = menu_mask_part(session, index, &parts);
  if (layer >= 0) recorded_mask_choice(session_trace(session), arena, layer, choice);
  KindSetting stepped = layer >= 0 ? KIND_SETTING_COUNT : menu_kind_stepped(session, index);
  if (menu_is_tile(session, index)) choice->kind = UI_CHOICE_TILE;
  if (menu_is_look(session, index)) choice->kind = UI_CHOICE_LINK;
  choice->is_laid_over = layer < 0 && menu_is_laid_over(session, index);
  if (menu_is_kind(session, index) && !menu_is_kind(session, index - 1))
    choice->begins_column = true;
  if (!trace_is_recorded(session_trace(session)))
    choice->turn = menu_is_first(session, index) ? UI_TURN_FIRST : UI_TURN_LATER;
  choice->cost = str_from(menu_cost(session, index, arena));
  choice->picture = picture_of(session, arena, index);
  choice->refusal = str_from(menu_refusal(session, index, arena));
  if (choice->kind == UI_CHOICE_TILE || choice->kind == UI_CHOICE_LINK)
    choice->meaning = str_from(glossary_tip(arena, choice->label));
  if (stepped != KIND_SETTING_COUNT) kind_numbers_fill(session, stepped, arena, choice->numbers);
  if (part != MASK_PART_COUNT && mask_part_has_size(part) && !mask_part_has_only_size(part))
    choice->label = str_from(mask_part_words(arena, &parts, part));
  if (layer >= 0 || size < 0) return;
  choice->numbers[0] = (UiNumber){.value = str_from(str_format(arena, "%d", size)),
                                  .less = sized_mask(session, arena, index, size - 1),
                                  .more = sized_mask(session, arena, index, size + 1)};
}

static void what_if_choice(const Session *session, Arena *arena, int index, UiChoice *choice) {
  KindSetting stepped = what_if_stepped(session, index);
  const char *cost = menu_item(MENU_WHAT_IF, index)->cost;
  choice->kind = UI_CHOICE_TILE;
  choice->is_laid_over = choice->chosen && choice->group.bytes == 0;
  choice->cost = cost ? words(cost) : (Str){"", 0};
  choice->refusal = str_from(what_if_refusal(session, index, arena));
  if (stepped != KIND_SETTING_COUNT) kind_numbers_fill(session, stepped, arena, choice->numbers);
}

/* The sample at the left shows the palette; the settings below are small buttons. */
static void palette_choice(int index, UiChoice *choice) {
  if (index < PALETTE_CHOICES) choice->palette = (PaletteId)index;
  else choice->kind = UI_CHOICE_CHIP;
}

static void export_choice(const Session *session, Arena *arena, int index, UiChoice *choice) {
  bool is_button = export_menu_section(index) == SECTION_BUTTONS;
  choice->kind = is_button ? UI_CHOICE_BUTTON : UI_CHOICE_CHIP;
  if (export_field_is(index)) choice->label = export_field_words(session, index, arena);
}

/* "beginner · 7 minutes · page 3 of 9", or how many questions are answered of a finished one. */
static void lesson_choice(const Session *session, Arena *arena, int index, UiChoice *choice) {
  char name[SHELF_NAME_BYTES];
  Str title, level;
  int minutes;
  StrBuf note = strbuf_make(arena);
  choice->begins_column = index == (shelf_count() + 1) / 2;
  shelf_name(index, name);
  shelf_words(index, &title, &level, &minutes);
  const LessonProgress *progress = session_lesson_progress(session, name);
  choice->label = str_from(str_format(arena, "%d · %.*s", index + 1, (int)title.bytes, title.at));
  i18n_add_phrase(&note, "%.*s", (int)level.bytes, level.at);
  if (minutes > 0) i18n_add_phrase(&note, P_("%d minute", "%d minutes", minutes), minutes);
  if (progress && progress->questions > 0)
    i18n_add_phrase(&note, _("answered: %d of %d"), shelf_done_count(progress),
                    progress->questions);
  if (progress && progress->page > 0 && progress->page + 1 < progress->pages)
    i18n_add_phrase(&note, _("goes on at page %d of %d"), progress->page + 1, progress->pages);
  choice->note = strbuf_str(&note);
}

static void task_choice(Arena *arena, int index, UiChoice *choice) {
  const TaskInfo *task = task_info(index);
  choice->label = str_from(str_format(arena, "%s · %s", task->name, _(task->label)));
}

static UiChoice choice_of(const Session *session, Arena *arena, MenuId menu, int index) {
  const char *command = menu_command(session, menu, index, arena);
  MenuWords named = {"", "", ""};
  menu_words(session, menu, index, &named);
  bool stays = menu_stays_open(session, menu, index);
  return (UiChoice){.command = stays ? str_from(command) : close_menu_then(arena, command),
                    .group = words(named.group),
                    .label = words(named.label),
                    .note = words(named.note),
                    .chosen = menu_is_set(session, menu, index)};
}

/* Command, mark and words come from the session; items shown by their own name
** get their words here. */
static void fill_choice(const Session *session, Arena *arena, int index, UiChoice *choice) {
  MenuId menu = session_view(session)->menu;
  *choice = choice_of(session, arena, menu, index);
  switch (menu) {
  case MENU_MODEL:
    if (choice->label.bytes == 0) disk_choice(session, arena, index, choice);
    if (menu_is_family(menu, index)) choice->kind = UI_CHOICE_CHIP;
    break;
  case MENU_ATTENTION:
    mask_choice(session, arena, index, choice);
    break;
  case MENU_PALETTE:
    palette_choice(index, choice);
    break;
  case MENU_EXPORT:
    export_choice(session, arena, index, choice);
    choice->is_idle = !export_menu_applies(session, index);
    break;
  case MENU_RESTORE:
    choice->kind = UI_CHOICE_CHIP;
    break;
  case MENU_SCRIPT:
    choice->kind = UI_CHOICE_CHIP;
    break;
  case MENU_QUESTION:
    choice->label = card_line(arena, session_question_choice(session, index).at);
    break;
  case MENU_LESSONS:
    lesson_choice(session, arena, index, choice);
    break;
  case MENU_WHAT_IF:
    what_if_choice(session, arena, index, choice);
    break;
  case MENU_TASK:
    task_choice(arena, index, choice);
    break;
  default:
    break;
  }
}

/* ---- titles and notes ---- */

/* The path of the script, and each wish as a sentence, on lines of their own. */
static Str wishes_of(const Session *session, Arena *arena) {
  StrBuf text = strbuf_make(arena);
  strbuf_add(&text, card_line(arena, session_asking_script(session)));
  for (int i = 0; i < session_wish_count(session); i++) {
    strbuf_add_char(&text, '\n');
    strbuf_add(&text, session_wish(session, i, arena));
  }
  return strbuf_str(&text);
}

/* Names what is offered: it need not be the session that was closed last. */
static Str left_words(const Session *session, Arena *arena) {
  Str sentence = i18n_isolated(arena, session_left_sentence(session));
  return str_from(str_format(arena,
                             _("“%.*s” was on show when the program ended without being closed."),
                             (int)sentence.bytes, sentence.at));
}

/* Why the answer that was given last is not right; with none given, what to do. */
static Str quiz_note(const Session *session, Arena *arena) {
  const View *view = session_view(session);
  MistakePlace place = {arena, session_trace(session), view->layer, view->head};
  StrBuf text = strbuf_make(arena);
  const char *last = "";
  for (int i = 0; i + 1 < quiz_choice_count(session); i++) {
    if (!quiz_choice_is_tried(session, i)) continue;
    const char *hint = mistake_hint(&place, quiz_choice(session, i));
    if (strcmp(hint, last) != 0) i18n_add_sentence(&text, hint); /* two may have the same reason */
    last = hint;
  }
  if (text.bytes == 0)
    i18n_add_sentence(&text, _("Esc goes back to the picture: step through the stages."));
  return strbuf_str(&text);
}

/* A menu without a row here has no title. */
static void title_fill(const Session *session, Arena *arena, UiInputs *inputs) {
  static const Words titles[MENU_COUNT] = {
      [MENU_MODEL] = {N_("Model"), ""},
      [MENU_ATTENTION] = {N_("Kinds of attention"), ""},
      [MENU_EXAMPLES] = {N_("Example sentences"), ""},
      [MENU_PALETTE] = {N_("Colours of the matrices"), ""},
      [MENU_EXPORT] = {N_("Export"), ""},
      [MENU_LESSONS] = {N_("Lessons"), ""},
      [MENU_TASK] = {N_("What the model is to learn"), ""},
      [MENU_QUESTION] = {N_("How is this recording to be read?"), ""},
      [MENU_WHAT_IF] = {N_("What if …"), ""},
      [MENU_QUIZ] = {N_("Which mistake is made here?"), ""},
      [MENU_SCRIPT] = {N_("May this script do more than look?"), ""},
      [MENU_RESTORE] = {N_("Take back the last session?"),
                        N_("It ended without being closed. Its sentence and view were kept.")},
  };
  const Words *title = &titles[session_view(session)->menu];
  if (title->label) inputs->menu_title = words(title->label);
  if (title->note) inputs->menu_note = words(title->note);
  bool is_recorded = trace_is_recorded(session_trace(session));
  if (session_view(session)->menu == MENU_ATTENTION && is_recorded)
    inputs->menu_note = words(N_("As it was recorded: it cannot be changed here."));
  if (session_view(session)->menu == MENU_QUESTION) inputs->menu_note = session_question(session);
  if (session_view(session)->menu == MENU_QUIZ) inputs->menu_note = quiz_note(session, arena);
  if (session_view(session)->menu == MENU_RESTORE && session_left_sentence(session).bytes > 0)
    inputs->menu_note = left_words(session, arena);
  if (session_view(session)->menu == MENU_SCRIPT) inputs->menu_note = wishes_of(session, arena);
}

/* Of rows, which say what they are: what choosing one does. */
static Str row_keys(const UiChoice *choice) {
  if (!choice->picture) return (Str){"", 0}; /* cell by cell */
  if (choice->numbers[0].value.bytes > 0)
    return str_from(_("Masks add up; chosen again, one is taken away. ← and → change its number."));
  return str_from(_("Masks add up; chosen again, one is taken away."));
}

/* Why what was clicked was refused; else what the selected kind is, and the keys of its numbers, or
** why it cannot be chosen now: a tile has no room for that. */
static void attention_note_fill(const Session *session, Arena *arena, UiInputs *inputs) {
  int item = session_view(session)->menu_item;
  const UiChoice *choice = &inputs->menu[item];
  StrBuf note = strbuf_make(arena);
  if (trace_is_recorded(session_trace(session)) || item >= inputs->menu_count) return;
  Str why = session_failure(session); /* of what was clicked; the menu lies over its line */
  if (why.bytes == 0) why = choice->refusal;
  bool is_row = choice->kind == UI_CHOICE_ROW;
  strbuf_add(&note, why.bytes > 0 ? why : is_row ? row_keys(choice) : choice->note);
  const char *keys = choice->kind != UI_CHOICE_TILE || choice->numbers[0].value.bytes == 0 ? NULL
                     : choice->numbers[1].value.bytes > 0
                         ? _("+ and − change its first number, Ctrl-+ and Ctrl-− the second.")
                         : _("+ and − change its number.");
  if (keys && note.bytes > 0) strbuf_add(&note, STR(" · "));
  if (keys) strbuf_add(&note, str_from(keys));
  if (!note.failed) inputs->menu_note = strbuf_str(&note);
  inputs->menu_note_lines = 2;
}

/* Splits the path into name and folder, which stand on two lines; the root keeps its slash. */
static void target_fill(const Session *session, UiInputs *inputs) {
  Str path = session_export_target(session);
  size_t start = path.bytes;
  while (start > 0 && path.at[start - 1] != '/') start--;
  inputs->export_name = (Str){path.at + start, path.bytes - start};
  inputs->export_folder = (Str){path.at, start > 1 ? start - 1 : start};
  inputs->export_size = session_export_size(session);
  inputs->export_problem = session_export_problem(session);
}

/* ---- the browser ---- */

enum { ROWS_ABOUT = 80 }; /* more rows than any window shows */

static const char *kind_heading(ListingKind kind) {
  static const char *const headings[] = {
      [LISTING_UP] = "",
      [LISTING_RECENT] = N_("OPENED LATELY"),
      [LISTING_CACHED] = N_("IN THE HUGGINGFACE CACHE"),
      [LISTING_MODEL] = N_("MODELS"),
      [LISTING_BOARD] = N_("TYPED IN"),
      [LISTING_RECORDING] = N_("RECORDINGS"),
      [LISTING_SCRIPT] = N_("SAVED STATES"),
      [LISTING_FOLDER] = N_("FOLDERS"),
      [LISTING_TYPED] = N_("AS IT IS TYPED"),
  };
  return headings[kind];
}

/* A saved state may open a question, so the browser closes before the command. */
static Str row_command(Arena *arena, ListingKind kind, bool stays, const char *command) {
  if (kind == LISTING_SCRIPT) return close_menu_then(arena, command);
  return str_from(str_format(arena, stays ? "%s" : "%s; menu none", command));
}

/* The browser stays open if opening fails, and shows the reason. */
static UiChoice row_of(const Session *session, Arena *arena, int index) {
  const char *command = menu_command(session, MENU_BROWSE, index, arena);
  ListingItem item = session_browser_item(session, index);
  bool stays = menu_stays_open(session, MENU_BROWSE, index);
  bool is_first = index == 0 || session_browser_item(session, index - 1).kind != item.kind;
  bool is_typed = item.kind == LISTING_TYPED;
  Str note = is_typed ? words(N_("a path, or a name of the HuggingFace cache"))
                      : card_line(arena, item.note);
  return (UiChoice){.label = item.kind == LISTING_UP ? words(N_("↑ the folder above"))
                                                     : card_line(arena, item.name),
                    .note = note,
                    .command = row_command(arena, item.kind, stays, command),
                    .group = is_first ? words(kind_heading(item.kind)) : (Str){"", 0}};
}

/* Passes ROWS_ABOUT rows before and after the selected one. */
static void browser_fill(const Session *session, Arena *arena, UiInputs *inputs) {
  BrowserShown shown = session_browser(session);
  int item = session_view(session)->menu_item;
  UiBrowser *browser = arena_take(arena, 1, sizeof *browser);
  UiChoice *rows = arena_take(arena, 2 * ROWS_ABOUT, sizeof *rows);
  if (!browser || !rows) return;
  *browser = (UiBrowser){.folder = card_line(arena, shown.folder),
                         .typed = card_line(arena, shown.typed),
                         .problem = str_from(shown.problem),
                         .rows = rows,
                         .first = item > ROWS_ABOUT ? item - ROWS_ABOUT : 0,
                         .count = shown.count,
                         .left_out_count = shown.left_out_count,
                         .is_busy = shown.is_busy};
  while (browser->row_count < 2 * ROWS_ABOUT && browser->first + browser->row_count < shown.count) {
    rows[browser->row_count] = row_of(session, arena, browser->first + browser->row_count);
    browser->row_count++;
  }
  inputs->browser = browser;
}

void choices_fill(const Session *session, Arena *arena, UiInputs *inputs) {
  MenuId menu = session_view(session)->menu;
  if (menu == MENU_CARD) card_fill(session, arena, inputs);
  if (menu == MENU_BROWSE) browser_fill(session, arena, inputs);
  int count = menu == MENU_BROWSE ? 0 : menu_count(session, menu);
  if (count == 0) inputs->menu_note = words(menu_words_of_none(menu));
  if (count == 0) return;
  UiChoice *choices = arena_take(arena, (size_t)count, sizeof *choices);
  if (!choices) return;
  for (int i = 0; i < count; i++) fill_choice(session, arena, i, &choices[i]);
  inputs->menu = choices;
  inputs->menu_count = count;
  title_fill(session, arena, inputs);
  if (menu == MENU_ATTENTION || menu == MENU_WHAT_IF) attention_note_fill(session, arena, inputs);
  if (menu == MENU_EXPORT) target_fill(session, inputs);
}
