/* session/menu/export.c -- the items of the export menu: a form of sections, then its buttons.
**
** An item of a section sets one thing and leaves the menu open; a button closes it.
*/
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "session/commands/setting_table.h"
#include "session/menu/export_fields.h"
#include "session/session_internal.h"

typedef struct ExportItem {
  MenuSection section;
  const char *command, *label, *note;
} ExportItem;

/* One row for each item with its command and words. */
static const ExportItem items[] = {
    {SECTION_WHAT, "export what shown", N_("as shown"),
     N_("the picture in the window, with its focus and selection")},
    {SECTION_WHAT, "export what heatmap", N_("heatmap"),
     N_("the matrix of the stage on show, alone")},
    {SECTION_WHAT, "export what heads", N_("all heads"),
     N_("every head of the layer in one figure")},
    {SECTION_WHAT, "export what overview", N_("overview"), N_("the whole path of one head")},
    {SECTION_WHAT, "export what grid", N_("layers × heads"),
     N_("every layer and head at the stage on show, by layer or by role as the grid is sorted")},
    {SECTION_WHAT, "export what arcs", N_("arcs"), N_("queries joined to keys by their weights")},
    {SECTION_WHAT, "export what sentence", N_("sentence"),
     N_("the sentence in the colours of the chosen row of weights")},
    {SECTION_WHAT, "export what block", N_("model"),
     N_("a layer of the model, drawn: what it is made of, with sizes and parameters")},
    {SECTION_WHAT, "export what poster", N_("poster"),
     N_("the path of this sentence for a wall, A3 upright or larger")},
    {SECTION_WHAT, "export what sheet", N_("exercise sheet"),
     N_("one head to be worked out on paper, with empty cells")},
    {SECTION_WHAT, "export what solution", N_("solution"),
     N_("the exercise sheet with its numbers written in")},
    {SECTION_WHAT, "export what page", N_("page to share"),
     N_("every stage, layer and head in one HTML file, to step through in a browser")},
    {SECTION_WHAT, "export what all", N_("everything"),
     N_("every stage, layer and head, a file each, in a folder")},
    {SECTION_FORMAT, "export format png", "PNG", N_("pixels, for slides and the web")},
    {SECTION_FORMAT, "export format svg", "SVG", N_("vectors, with text as text")},
    {SECTION_FORMAT, "export format pdf", "PDF", N_("vectors with fonts embedded, for papers")},
    {SECTION_FORMAT, "export format csv", "CSV", N_("a table with token names, for spreadsheets")},
    {SECTION_FORMAT, "export format npy", "NPY", N_("float32, for NumPy")},
    {SECTION_FORMAT, "export format json", "JSON", N_("numbers with tokens and names")},
    {SECTION_MOVES, "export moves off", N_("still"), N_("one picture")},
    {SECTION_MOVES, "export moves stages", N_("stages"),
     N_("a moving picture that goes through all stages")},
    {SECTION_MOVES, "export moves rows", N_("rows"), N_("the stage on show, row by row")},
    {SECTION_MOVES, "export moves cells", N_("cells"), N_("the stage on show, cell by cell")},
    {SECTION_MOVES, "export moves all-rows", N_("all rows"), N_("all stages, row by row")},
    {SECTION_MOVES, "export moves all-cells", N_("all cells"), N_("all stages, cell by cell")},
    {SECTION_MOVIE, "export movie gif", "GIF", N_("for slides and the web; 256 colours a picture")},
    {SECTION_MOVIE, "export movie webp", "WebP", N_("for the web, with every colour as drawn")},
    {SECTION_MOVIE, "export movie mp4", "MP4", N_("for slides, made by the program ffmpeg")},
    {SECTION_MOVIE, "export movie png", "PNG", N_("a picture for each step, in a folder")},
    {SECTION_PACE, "export pace 300", "0.3 s", N_("how long a step stays")},
    {SECTION_PACE, "export pace auto", "0.6 s", N_("how long a step stays")},
    {SECTION_PACE, "export pace 1000", "1 s", N_("how long a step stays")},
    {SECTION_PACE, "export pace 2000", "2 s", N_("how long a step stays")},
    {SECTION_MOTION, "export motion off", N_("steps alone"), ""},
    {SECTION_MOTION, "export motion on", N_("and motion"),
     N_("what moves between two stages is seen to move")},
    {SECTION_LOOP, "export loop forever", N_("for ever"), ""},
    {SECTION_LOOP, "export loop 1", N_("once"), ""},
    {SECTION_SCALE, "export scale auto", N_("by the width"),
     N_("300 pixels an inch of a width in mm, else one pixel a point")},
    {SECTION_SCALE, "export scale 1", "1×", ""},
    {SECTION_SCALE, "export scale 2", "2×", ""},
    {SECTION_SCALE, "export scale 3", "3×", ""},
    {SECTION_SCALE, "export scale 4", "4×", ""},
    {SECTION_CAPTION, "export caption none", N_("none"), ""},
    {SECTION_CAPTION, "export caption below", N_("below"),
     N_("says sentence, model, layer, head, stage, mask, scale and range")},
    {SECTION_CAPTION, "export caption file", N_("as a file"),
     N_("the same words in a text file beside it")},
    {SECTION_NUMBERS, "numbers auto", N_("where they fit"), ""},
    {SECTION_NUMBERS, "numbers on", N_("on"), N_("down to 5 points")},
    {SECTION_NUMBERS, "numbers off", N_("off"), ""},
    {SECTION_LEAST, "export numbers all", N_("all"), N_("in files")},
    {SECTION_LEAST, "export numbers 0.05", N_("from .05"),
     N_("numbers of weights of at least 0.05 alone")},
    {SECTION_LEAST, "export numbers 0.1", N_("from .1"),
     N_("numbers of weights of at least 0.1 alone")},
    {SECTION_LEAST, "menu field numbers", "", N_("the least weight that has a number: type it")},
    {SECTION_RANGE, "range head", N_("one for each head"), ""},
    {SECTION_RANGE, "range own", N_("each matrix its own"), ""},
    {SECTION_RANGE, "range shared", N_("one for all heads"), ""},
    {SECTION_WIDTH, "export width natural", N_("natural"), ""},
    {SECTION_WIDTH, "export width 84", "84 mm", N_("one column of a paper")},
    {SECTION_WIDTH, "export width 174", "174 mm", N_("two columns of a paper")},
    {SECTION_WIDTH, "menu field width", "", N_("any width in mm: type it")},
    {SECTION_WIDTH, "export width -", "\xE2\x88\x92", N_("a millimetre narrower")},
    {SECTION_WIDTH, "export width +", "+", N_("a millimetre wider")},
    {SECTION_FONT, "export font natural", N_("natural"), N_("8 pt where a width in mm is chosen")},
    {SECTION_FONT, "export font 7", "7 pt", ""},
    {SECTION_FONT, "export font 8", "8 pt", ""},
    {SECTION_FONT, "export font 10", "10 pt", ""},
    {SECTION_FONT, "menu field font", "", N_("any size in points: type it")},
    {SECTION_FACE, "export face sans", N_("sans"), "Inter"},
    {SECTION_FACE, "export face serif", N_("serif"), "STIX"},
    {SECTION_FACE, "export face math", N_("math"), "Latin Modern"},
    {SECTION_HEADS, "export heads all", N_("all"), N_("every head of the layer")},
    {SECTION_HEADS, "menu field heads", "",
     N_("numbers of heads, or layer.head as in 1.2,2.1: type them")},
    {SECTION_COLUMNS, "export columns auto", N_("by their number"), ""},
    {SECTION_COLUMNS, "export columns 1", "1", ""},
    {SECTION_COLUMNS, "export columns 2", "2", ""},
    {SECTION_COLUMNS, "export columns 3", "3", ""},
    {SECTION_COLUMNS, "export columns 4", "4", ""},
    {SECTION_LETTERS, "export letters off", N_("off"), ""},
    {SECTION_LETTERS, "export letters on", "(a) (b) (c)", N_("before the names of heads")},
    {SECTION_TITLE, "export title on", N_("on"), ""},
    {SECTION_TITLE, "export title off", N_("off"), N_("the caption of a paper says it")},
    {SECTION_AXIS, "export axis plain", N_("Query, Key"), N_("the words of papers")},
    {SECTION_AXIS, "export axis classroom", N_("as the window"),
     N_("query (asks), key (is asked)")},
    {SECTION_ROUND, "export round 0", "0", N_("whole numbers in Q, K and V")},
    {SECTION_ROUND, "export round 1", "1", ""},
    {SECTION_ROUND, "export round 2", "2", ""},
    {SECTION_ROWS, "export rows auto", N_("as many as fit"),
     N_("all of up to five words, else the one on show")},
    {SECTION_ROWS, "menu field rows", "", N_("numbers of words, as 2,5 or 2-5: type them")},
    {SECTION_DIMS, "export dims auto", N_("up to 4"), N_("those with the largest numbers")},
    {SECTION_DIMS, "menu field dims", "", N_("how many, from 1 to 16: type it")},
    {SECTION_PAPER, "export paper a4", "A4", ""},
    {SECTION_PAPER, "export paper letter", N_("Letter"), ""},
    {SECTION_THEME, "export theme light", N_("light"), ""},
    {SECTION_THEME, "export theme dark", N_("dark"), ""},
    {SECTION_THEME, "export theme window", N_("as the window"), ""},
    {SECTION_BACKGROUND, "export transparent off", N_("paper"), ""},
    {SECTION_BACKGROUND, "export transparent on", N_("transparent"), ""},
    {SECTION_BUTTONS, "export now", N_("Export"), ""},
    {SECTION_BUTTONS, "menu none", N_("Cancel"), ""},
};
enum { ITEM_COUNT = sizeof items / sizeof items[0] };

static const char *const titles[SECTION_COUNT] = {
    [SECTION_WHAT] = N_("What"),
    [SECTION_FORMAT] = N_("Format"),
    [SECTION_MOVES] = N_("Moving"),
    [SECTION_MOVIE] = N_("Moving as"),
    [SECTION_PACE] = N_("A step stays"),
    [SECTION_MOTION] = N_("Shows"),
    [SECTION_LOOP] = N_("Plays"),
    [SECTION_SCALE] = N_("PNG scale"),
    [SECTION_CAPTION] = N_("Caption"),
    [SECTION_NUMBERS] = N_("Numbers in cells"),
    [SECTION_LEAST] = N_("Weights in cells"),
    [SECTION_RANGE] = N_("Colour range"),
    [SECTION_WIDTH] = N_("Width"),
    [SECTION_FONT] = N_("Words"),
    [SECTION_FACE] = N_("Typeface"),
    [SECTION_HEADS] = N_("Heads of a figure"),
    [SECTION_COLUMNS] = N_("Columns of heads"),
    [SECTION_LETTERS] = N_("Letters of heads"),
    [SECTION_TITLE] = N_("Title"),
    [SECTION_AXIS] = N_("Axes"),
    [SECTION_ROUND] = N_("Decimals of a sheet"),
    [SECTION_ROWS] = N_("Words that ask"),
    [SECTION_DIMS] = N_("Columns of a sheet"),
    [SECTION_PAPER] = N_("Paper of a sheet"),
    [SECTION_THEME] = N_("Colours"),
    [SECTION_BACKGROUND] = N_("Background"),
    [SECTION_BUTTONS] = "",
};

int export_menu_count(void) { return ITEM_COUNT; }

const char *export_menu_command(int index) {
  assert(index >= 0 && index < ITEM_COUNT);
  return items[index].command;
}

MenuSection export_menu_section(int index) {
  assert(index >= 0 && index < ITEM_COUNT);
  return items[index].section;
}

/* The heading belongs to the first item of a section. */
MenuWords export_menu_words(int index) {
  assert(index >= 0 && index < ITEM_COUNT);
  const ExportItem *item = &items[index];
  bool first = index == 0 || items[index - 1].section != item->section;
  return (MenuWords){first ? titles[item->section] : "", item->label, item->note};
}

/* Of the same row. */
static bool another_is_set(const Session *session, int index) {
  for (int i = 0; i < ITEM_COUNT; i++)
    if (i != index && items[i].section == items[index].section &&
        setting_is_set(session, items[i].command))
      return true;
  return false;
}

/* A field is set where no other item of its row is. Without a format set, a PNG is written (a PDF
** of an exercise sheet), which counts as set. Several formats at once and a range in numbers can
** only be set by commands, and no item is marked then. */
bool export_menu_is_set(const Session *session, int index) {
  assert(index >= 0 && index < ITEM_COUNT);
  const char *command = items[index].command;
  if (export_field_is(index)) return !another_is_set(session, index);
  const ExportLook *look = &session->view.export_look;
  ExportFormat format;
  bool is_format = str_starts(str_from(command), "export format ") &&
                   export_format_find(str_from(command + sizeof "export format"), &format);
  if (is_format && look->what == EXPORT_PAGE && !look->everything) return false;
  if (is_format && look->formats == 0) return format == export_look_format(look);
  return setting_is_set(session, command);
}

/* A moving picture has a format of its own, and a page to share is always HTML. */
static bool has_format(const ExportLook *look) {
  return look->moving.by == MOVES_NOT && (look->everything || look->what != EXPORT_PAGE);
}

/* Whether any file that is written is a picture, or a PNG. */
static bool writes_picture(const ExportLook *look, unsigned of) {
  unsigned formats = look->formats ? look->formats : 1u << export_look_format(look);
  if (has_format(look)) return (formats & of) != 0;
  return look->moving.by != MOVES_NOT || of == EXPORT_PICTURES;
}

static bool is_movie(const ExportLook *look) { return look->moving.by != MOVES_NOT; }

static bool is_sheet(const ExportLook *look) {
  return !look->everything && (look->what == EXPORT_SHEET || look->what == EXPORT_SOLUTION);
}

bool export_menu_applies(const Session *session, int index) {
  assert(index >= 0 && index < ITEM_COUNT);
  const ExportLook *look = &session->view.export_look;
  switch (items[index].section) {
  case SECTION_FORMAT:
    return has_format(look);
  case SECTION_MOVIE:
  case SECTION_PACE:
  case SECTION_MOTION:
  case SECTION_LOOP:
    return is_movie(look);
  case SECTION_SCALE:
    return writes_picture(look, 1u << EXPORT_PNG);
  case SECTION_NUMBERS:
  case SECTION_LEAST:
  case SECTION_RANGE:
  case SECTION_WIDTH:
  case SECTION_FONT:
  case SECTION_FACE:
  case SECTION_TITLE:
  case SECTION_AXIS:
  case SECTION_THEME:
  case SECTION_BACKGROUND:
    return writes_picture(look, EXPORT_PICTURES);
  case SECTION_ROUND:
  case SECTION_ROWS:
  case SECTION_DIMS:
  case SECTION_PAPER:
    return is_sheet(look);
  case SECTION_HEADS:
  case SECTION_COLUMNS:
  case SECTION_LETTERS:
    return setting_is_set(session, "export what heads") || look->everything;
  default:
    return true;
  }
}

/* The item to select in a section: the one that is set, else its first; for the
** buttons always the first. */
static int entry_of(const Session *session, MenuSection section) {
  int first = -1;
  for (int i = 0; i < ITEM_COUNT; i++) {
    if (items[i].section != section) continue;
    if (first < 0) first = i;
    if (section != SECTION_BUTTONS && export_menu_is_set(session, i)) return i;
  }
  return first;
}

int export_menu_first(void) {
  int index = 0;
  while (items[index].section != SECTION_BUTTONS) index++;
  return index;
}

/* Sections that change nothing now are passed over. */
int export_menu_move(const Session *session, int index, int down, int right) {
  assert(index >= 0 && index < ITEM_COUNT);
  int section = (int)items[index].section + down, aside = index + right;
  bool within = aside >= 0 && aside < ITEM_COUNT && items[aside].section == items[index].section;
  if (right) return within ? aside : index;
  for (; section >= 0 && section < SECTION_COUNT; section += down) {
    int entry = entry_of(session, (MenuSection)section);
    if (down == 0 || export_menu_applies(session, entry)) return entry;
  }
  return index;
}

static bool says(const CommandWords *words, Str command) {
  for (int i = 0; i < words->count; i++) {
    Str word = words->at[i].text;
    if (command.bytes < word.bytes || memcmp(command.at, word.at, word.bytes) != 0) return false;
    command = str_from(command.at + word.bytes);
    if (command.bytes > 0 && command.at[0] != ' ') return false;
    if (command.bytes > 0) command = str_from(command.at + 1);
  }
  return command.bytes == 0;
}

void export_menu_follow(Session *session, const CommandWords *words) {
  View *view = &session->view;
  if (view->menu != MENU_EXPORT || says(words, str_from(items[view->menu_item].command))) return;
  for (int i = 0; i < ITEM_COUNT; i++)
    if (says(words, str_from(items[i].command))) view->menu_item = export_menu_first();
}
