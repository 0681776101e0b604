/* export/page_words.c -- the words of a page, which are few: what it shows is said by the program's
** own captions. */
#include "export/page_words.h"

#include <stddef.h>
#include <string.h>

#include "base/i18n.h"
#include "export/page_list.h"
#include "scene/theme.h"

/* %s and %d are filled in by the page, in the order of the English words or as %2$s. */
static const struct {
  const char *name, *words;
} WORDS[] = {
    {"stages", N_("Stages")},
    {"layers", N_("Layers")},
    {"heads", N_("Heads")},
    {"overview", N_("Overview")},
    {"leaf", N_("page %d of %d")},
    {"before", N_("page before")},
    {"after", N_("next page")},
    {"theme", N_("Light or dark")},
    {"print", N_("Print")},
    {"keys", N_("Keys")},
    {"close", N_("Close")},
    {"picture", N_("The picture. Walk through its cells with the arrow keys up and down, and with "
                   "Shift also to the left and right.")},
    {"point", N_("Point at a cell or tap it: its number is worked out here. A click holds it.")},
    {"pair", N_("query %s, key %s")},
    {"cell", N_("token %s, column %s")},
    {"whole", N_("the row of %s")},
    {"number", N_("row %s, column %s")},
    {"is", N_("%s = %s")},
    {"path", N_("This pair, stage by stage")},
    {"table", N_("The numbers as a table")},
    {"token", N_("token")},
    {"column", N_("column")},
    {"query", N_("query")},
    {"key", N_("key")},
    {"value", N_("value")},
    {"weight", N_("weight")},
    {"product", N_("product")},
    {"row", N_("row")},
    {"matrix", N_("matrix")},
    {"bias", N_("bias")},
    {"sum", N_("sum")},
    {"share", N_("share")},
    {"power", N_("e to the power of the number less the largest")},
    {"dot", N_("Query times key, column by column, and their sum:")},
    {"map", N_("The row times a column of the matrix, number by number, and their sum:")},
    {"divide", N_("What is done to the score: %s")},
    {"add", N_("Two numbers are added:")},
    {"masked", N_("The mask hides this pair, so nothing is left of its number.")},
    {"seen", N_("The mask lets this pair through, and its number stays.")},
    {"softmax", N_("Softmax of the row: each power, divided by the sum of all.")},
    {"blend", N_("Each value of this column times the weight of its token, and their sum:")},
    {"plain", N_("How this number is made is worked out in the program.")},
    {"nothing", N_("This query sees no key, so all its weights are 0.")},
    {"rounded", N_("Digits are rounded; sums are computed from unrounded numbers.")},
    {"right", N_("Right.")},
    {"wrong", N_("Look again:")},
    {"check", N_("Check")},
    {"check_cell", N_("Check the cell that is held")},
    {"number_field", N_("the number")},
    {"covered", N_("This stage is covered until the questions are answered.")},
    {"uncover", N_("Show the answers")},
    {"unseen", N_("The steps have not reached these numbers.")},
    {"missing", N_("This layer or head has no such stage.")},
    {"help_stage", N_("the stage before, the next stage")},
    {"help_ends", N_("the first stage, the last one")},
    {"help_cell", N_("the cell above or below; with Shift to the left or right too")},
    {"help_head", N_("the head before, the next head")},
    {"help_number", N_("the head of that number")},
    {"help_layer", N_("the layer before, the next layer")},
    {"help_leaf", N_("the page before, the next page")},
    {"help_answer", N_("begins an answer, and gives it")},
    {"help_back", N_("the picture of the page again")},
    {"help_overview", N_("the overview and back")},
    {"help_theme", N_("light or dark")},
    {"help_escape", N_("lets the held cell go")},
    {"help_help", N_("this list")},
};

void page_words_write(StrBuf *out) {
  strbuf_add_char(out, '{');
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
    strbuf_format(out, "%s\"%s\":", i > 0 ? ",\n" : "", WORDS[i].name);
    page_json(out, str_from(_(WORDS[i].words)));
  }
  strbuf_add_char(out, '}');
}

#define COLOR(name)                                                                                \
  { #name, offsetof(Theme, name) }
static const struct {
  const char *name;
  size_t offset;
} COLORS[] = {COLOR(paper),      COLOR(panel),        COLOR(ink),          COLOR(muted),
              COLOR(line),       COLOR(query),        COLOR(key),          COLOR(value),
              COLOR(weights),    COLOR(output),       COLOR(query_soft),   COLOR(key_soft),
              COLOR(value_soft), COLOR(weights_soft), COLOR(output_soft),  COLOR(focus),
              COLOR(focus_soft), COLOR(focus_ground), COLOR(focus_edge),   COLOR(focus_halo),
              COLOR(empty_cell), COLOR(hatch),        COLOR(hatch_ground), COLOR(button),
              COLOR(button_ink)};
#undef COLOR

static void write_theme(StrBuf *out, ThemeId theme) {
  for (size_t i = 0; i < sizeof COLORS / sizeof *COLORS; i++) {
    Color color;
    memcpy(&color, (const char *)theme_get(theme) + COLORS[i].offset, sizeof color);
    strbuf_format(out, "--%s:#%02x%02x%02x%02x;", COLORS[i].name, color.r, color.g, color.b,
                  color.a);
  }
}

/* {"paper":["#…","#…"], …}, light and dark. */
void page_theme_write(StrBuf *out) {
  strbuf_add_char(out, '{');
  for (size_t i = 0; i < sizeof COLORS / sizeof *COLORS; i++) {
    Color colors[PAGE_THEME_COUNT];
    for (int theme = 0; theme < PAGE_THEME_COUNT; theme++)
      memcpy(&colors[theme], (const char *)theme_get((ThemeId)theme) + COLORS[i].offset,
             sizeof colors[theme]);
    strbuf_format(out, "%s\"%s\":[", i > 0 ? "," : "", COLORS[i].name);
    for (int theme = 0; theme < PAGE_THEME_COUNT; theme++)
      strbuf_format(out, "%s\"#%02x%02x%02x%02x\"", theme > 0 ? "," : "", colors[theme].r,
                    colors[theme].g, colors[theme].b, colors[theme].a);
    strbuf_add_char(out, ']');
  }
  strbuf_add_char(out, '}');
}

/* Chosen by the system, or by the page. */
static void write_rules(StrBuf *out, const char *media, ThemeId light, ThemeId dark) {
  strbuf_format(out, "@media screen%s{:root{color-scheme:light;", media);
  write_theme(out, light);
  strbuf_format(out,
                "}}\n@media screen%s and (prefers-color-scheme:dark){:root:not([data-theme])"
                "{color-scheme:dark;",
                media);
  write_theme(out, dark);
  strbuf_format(out, "}}\n@media screen%s{:root[data-theme=dark]{color-scheme:dark;", media);
  write_theme(out, dark);
  strbuf_add(out, STR("}}\n"));
}

/* Paper is light whatever the screen is. */
void page_colors_write(StrBuf *out) {
  strbuf_add(out, STR(":root{"));
  write_theme(out, THEME_LIGHT);
  strbuf_add(out, STR("}\n"));
  write_rules(out, "", THEME_LIGHT, THEME_DARK);
  write_rules(out, " and (prefers-contrast:more)", THEME_CONTRAST, THEME_CONTRAST_DARK);
}
