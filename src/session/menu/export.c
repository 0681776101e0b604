/* session/menu/export.c -- the items of the export menu: a form of sections, then its buttons.
**
** An item of a section sets one thing and leaves the menu open; a button closes it.
*/
#include <math.h>

#include "base/i18n.h"
#include "session/session_internal.h"

typedef struct ExportItem {
  MenuSection section;
  int value; /* of the view when the item is set */
  const char *command, *label, *note;
} ExportItem;

enum { ALL = EXPORT_VIEW_COUNT };

/* One row an item, so the menu, its marks and its commands cannot disagree. */
static const ExportItem items[] = {
    {SECTION_WHAT, EXPORT_SHOWN, "export what shown", N_("as shown"),
     N_("the picture in the window, with its focus and selection")},
    {SECTION_WHAT, EXPORT_HEATMAP, "export what heatmap", N_("heatmap"),
     N_("the matrix of the stage on show, alone")},
    {SECTION_WHAT, EXPORT_HEADS, "export what heads", N_("all heads"),
     N_("every head of the layer in one figure")},
    {SECTION_WHAT, EXPORT_OVERVIEW, "export what overview", N_("overview"),
     N_("the whole path of one head")},
    {SECTION_WHAT, EXPORT_GRID, "export what grid", N_("layers × heads"),
     N_("every layer and head at the stage on show, by layer or by role as the grid is sorted")},
    {SECTION_WHAT, EXPORT_ARCS, "export what arcs", N_("arcs"),
     N_("queries joined to keys by their weights")},
    {SECTION_WHAT, EXPORT_SENTENCE, "export what sentence", N_("sentence"),
     N_("the sentence in the colours of the chosen row of weights")},
    {SECTION_WHAT, ALL, "export what all", N_("everything"),
     N_("every stage, layer and head, a file each, in a folder")},
    {SECTION_FORMAT, EXPORT_PNG, "export format png", "PNG", N_("pixels, for slides and the web")},
    {SECTION_FORMAT, EXPORT_SVG, "export format svg", "SVG", N_("vectors, with text as text")},
    {SECTION_FORMAT, EXPORT_PDF, "export format pdf", "PDF",
     N_("vectors with fonts embedded, for papers")},
    {SECTION_FORMAT, EXPORT_CSV, "export format csv", "CSV",
     N_("a table with token names, for spreadsheets")},
    {SECTION_FORMAT, EXPORT_NPY, "export format npy", "NPY", N_("float32, for NumPy")},
    {SECTION_FORMAT, EXPORT_JSON, "export format json", "JSON",
     N_("numbers with tokens and names")},
    {SECTION_SCALE, 0, "export scale auto", N_("by the width"),
     N_("300 pixels an inch of a width in mm, else one pixel a point")},
    {SECTION_SCALE, 1, "export scale 1", "1×", ""},
    {SECTION_SCALE, 2, "export scale 2", "2×", ""},
    {SECTION_SCALE, 3, "export scale 3", "3×", ""},
    {SECTION_SCALE, 4, "export scale 4", "4×", ""},
    {SECTION_CAPTION, CAPTION_NONE, "export caption none", N_("none"), ""},
    {SECTION_CAPTION, CAPTION_BELOW, "export caption below", N_("below"),
     N_("says sentence, model, layer, head, stage, mask, scale and range")},
    {SECTION_CAPTION, CAPTION_FILE, "export caption file", N_("as a file"),
     N_("the same words in a text file beside it")},
    {SECTION_NUMBERS, NUMBERS_AUTO, "numbers auto", N_("where they fit"), ""},
    {SECTION_NUMBERS, NUMBERS_ON, "numbers on", N_("on"), N_("down to 5 points")},
    {SECTION_NUMBERS, NUMBERS_OFF, "numbers off", N_("off"), ""},
    {SECTION_RANGE, RANGE_OWN, "range own", N_("each matrix its own"), ""},
    {SECTION_RANGE, RANGE_SHARED, "range shared", N_("one for all heads"), ""},
    {SECTION_WIDTH, 0, "export width natural", N_("natural"), ""},
    {SECTION_WIDTH, 84, "export width 84", "84 mm", N_("one column of a paper")},
    {SECTION_WIDTH, 174, "export width 174", "174 mm", N_("two columns of a paper")},
    {SECTION_FONT, 0, "export font natural", N_("natural"),
     N_("8 pt where a width in mm is chosen")},
    {SECTION_FONT, 7, "export font 7", "7 pt", ""},
    {SECTION_FONT, 8, "export font 8", "8 pt", ""},
    {SECTION_FONT, 10, "export font 10", "10 pt", ""},
    {SECTION_THEME, EXPORT_LIGHT, "export theme light", N_("light"), ""},
    {SECTION_THEME, EXPORT_DARK, "export theme dark", N_("dark"), ""},
    {SECTION_THEME, EXPORT_AS_WINDOW, "export theme window", N_("as the window"), ""},
    {SECTION_BACKGROUND, false, "export transparent off", N_("paper"), ""},
    {SECTION_BACKGROUND, true, "export transparent on", N_("transparent"), ""},
    {SECTION_BUTTONS, 0, "export now", N_("Export"), ""},
    {SECTION_BUTTONS, 1, "menu none", N_("Cancel"), ""},
};
enum { ITEM_COUNT = sizeof items / sizeof items[0] };

static const char *const titles[SECTION_COUNT] = {
    [SECTION_WHAT] = N_("What"),
    [SECTION_FORMAT] = N_("Format"),
    [SECTION_SCALE] = N_("PNG scale"),
    [SECTION_CAPTION] = N_("Caption"),
    [SECTION_NUMBERS] = N_("Numbers in cells"),
    [SECTION_RANGE] = N_("Colour range"),
    [SECTION_WIDTH] = N_("Width"),
    [SECTION_FONT] = N_("Labels"),
    [SECTION_THEME] = N_("Colours"),
    [SECTION_BACKGROUND] = N_("Background"),
    [SECTION_BUTTONS] = "",
};

int export_menu_count(void) { return ITEM_COUNT; }
const char *export_menu_command(int index) { return items[index].command; }
MenuSection export_menu_section(int index) { return items[index].section; }

/* A heading stands above the first item of a section. */
MenuWords export_menu_words(int index) {
  const ExportItem *item = &items[index];
  bool first = index == 0 || items[index - 1].section != item->section;
  return (MenuWords){first ? titles[item->section] : "", item->label, item->note};
}

/* Several formats at once are set by a script only and have no item: −1. */
static int format_of(unsigned formats) {
  for (int i = 0; i < EXPORT_FORMAT_COUNT; i++)
    if (formats == 1u << i) return i;
  return formats ? -1 : EXPORT_PNG;
}

/* −1: a value no item has. */
static int whole(float value) {
  int near = (int)lroundf(value);
  return fabsf(value - (float)near) < 1e-4f ? near : -1;
}

/* One number for each section, so that a single comparison tells which item is set. */
static int value_of(const View *view, MenuSection section) {
  const ExportLook *look = &view->export_look;
  switch (section) {
  case SECTION_WHAT:
    return look->everything ? ALL : (int)look->what;
  case SECTION_FORMAT:
    return format_of(look->formats);
  case SECTION_SCALE:
    return whole(look->scale);
  case SECTION_CAPTION:
    return (int)look->caption;
  case SECTION_NUMBERS:
    return (int)view->numbers;
  case SECTION_RANGE:
    return (int)view->range;
  case SECTION_WIDTH:
    return whole(look->width_mm);
  case SECTION_FONT:
    return whole(look->font_size_pt);
  case SECTION_THEME:
    return (int)look->theme;
  case SECTION_BACKGROUND:
    return look->transparent;
  default:
    return -1;
  }
}

bool export_menu_is_set(const View *view, int index) {
  return value_of(view, items[index].section) == items[index].value;
}

/* The item of a section to stand on: the one that is set, else its first. Buttons are never set:
** one stands on the first. */
static int entry_of(const View *view, MenuSection section) {
  int first = -1;
  for (int i = 0; i < ITEM_COUNT; i++) {
    if (items[i].section != section) continue;
    if (first < 0) first = i;
    if (section != SECTION_BUTTONS && export_menu_is_set(view, i)) return i;
  }
  return first;
}

int export_menu_first(void) {
  int index = 0;
  while (items[index].section != SECTION_BUTTONS) index++;
  return index;
}

int export_menu_move(const View *view, int index, int down, int right) {
  int section = (int)items[index].section + down, aside = index + right;
  bool within = aside >= 0 && aside < ITEM_COUNT && items[aside].section == items[index].section;
  if (right) return within ? aside : index;
  if (section < 0 || section >= SECTION_COUNT) return index;
  return entry_of(view, (MenuSection)section);
}
