/* export/page_file.c -- fills the template of assets/page/. */
#include "export/page_file.h"

#include <assert.h>
#include <string.h>

#include "assets/assets.h"
#include "base/i18n.h"
#include "export/page_pack.h"
#include "export/page_words.h"

static void write_palettes(const PageFile *file, StrBuf *out) {
  strbuf_add_char(out, '[');
  for (int number = 1; number <= file->tables->palette_count; number++)
    for (int i = 0; i < PALETTE_COUNT; i++) {
      if (file->tables->palettes[i] != number) continue;
      strbuf_add(out, number > 1 ? STR(",\n[") : STR("["));
      for (int theme = THEME_LIGHT; theme <= THEME_DARK; theme++) {
        Color table[PALETTE_STEPS];
        unsigned char bytes[3 * PALETTE_STEPS];
        palette_fill((PaletteId)i, (ThemeId)theme, table);
        for (int k = 0; k < PALETTE_STEPS; k++) {
          bytes[3 * k] = table[k].r;
          bytes[3 * k + 1] = table[k].g;
          bytes[3 * k + 2] = table[k].b;
        }
        strbuf_add(out, theme > 0 ? STR(",\"") : STR("\""));
        page_base64(out, bytes, sizeof bytes);
        strbuf_add_char(out, '"');
      }
      strbuf_add_char(out, ']');
    }
  strbuf_add_char(out, ']');
}

static void write_table(StrBuf *out, const char *name, const PageStore *store) {
  strbuf_format(out, ",\n\"%s\":", name);
  page_store_write(store, out);
}

static void add_data(const PageFile *file, StrBuf *out) {
  const PageTables *tables = file->tables;
  strbuf_add(out, STR("{\"words\":"));
  page_words_write(out);
  strbuf_add(out, STR(",\n\"theme\":"));
  page_theme_write(out);
  strbuf_add(out, STR(",\n\"leaves\":["));
  strbuf_add(out, file->leaves);
  strbuf_add(out, STR("],\n\"palettes\":"));
  write_palettes(file, out);
  write_table(out, "colors", &tables->colors);
  write_table(out, "styles", &tables->styles);
  write_table(out, "texts", &tables->texts);
  strbuf_add(out, STR(",\n\"formulas\":"));
  page_store_write_json(&tables->formulas, out);
  strbuf_add(out, STR(",\n\"shows\":"));
  page_store_write_json(&tables->shows, out);
  write_table(out, "pictures", &tables->pictures);
  write_table(out, "items", &tables->items);
  write_table(out, "matrices", &tables->matrices);
  write_table(out, "bits", &tables->bits);
  write_table(out, "sentences", &tables->sentences);
  write_table(out, "cells", &tables->cells);
  strbuf_add_char(out, '}');
}

static void write_data(const PageFile *file, StrBuf *out) {
  StrBuf text = strbuf_make(out->arena);
  add_data(file, &text);
  out->failed |= text.failed;
  page_pack(out, strbuf_str(&text));
}

static void write_escaped(StrBuf *out, Str text) {
  for (size_t i = 0; i < text.bytes; i++) {
    char c = text.at[i];
    if (c == '&') strbuf_add(out, STR("&amp;"));
    else if (c == '<') strbuf_add(out, STR("&lt;"));
    else if (c == '>') strbuf_add(out, STR("&gt;"));
    else if (c == '"') strbuf_add(out, STR("&quot;"));
    else if (c != '\0') strbuf_add_char(out, c);
  }
}

static void write_asset(StrBuf *out, const char *name) {
  Str bytes;
  bool is_there = assets_find(name, &bytes);
  assert(is_there);
  if (is_there) strbuf_add(out, bytes);
}

/* What stands for a @NAME@ of assets/page/page.html. */
static void write_field(const PageFile *file, Str name, StrBuf *out) {
  if (str_is(name, "LANGUAGE")) strbuf_add(out, str_from(i18n_language_name(i18n_spoken())));
  else if (str_is(name, "TITLE")) write_escaped(out, file->title);
  else if (str_is(name, "COLORS")) page_colors_write(out);
  else if (str_is(name, "STYLE")) write_asset(out, "page/page.css");
  else if (str_is(name, "NOTHING"))
    write_escaped(out, str_from(_("This page draws its pictures with JavaScript, which is switched "
                                  "off here.")));
  else if (str_is(name, "MADE"))
    write_escaped(out, str_from(_("Made with Heads Up, an attention visualizer. Every cell's "
                                  "colour is a number of the computation.")));
  else if (str_is(name, "DATA")) write_data(file, out);
  else if (str_is(name, "UNPACK")) write_asset(out, "page/unpack.js");
  else if (str_is(name, "DRAW")) write_asset(out, "page/draw.js");
  else if (str_is(name, "WORK")) write_asset(out, "page/work.js");
  else if (str_is(name, "LESSON")) write_asset(out, "page/lesson.js");
  else if (str_is(name, "PRINT")) write_asset(out, "page/print.js");
  else if (str_is(name, "KEYS")) write_asset(out, "page/keys.js");
  else if (str_is(name, "SCRIPT")) write_asset(out, "page/page.js");
  else assert(!"a field of the template");
}

void page_file_write(const PageFile *file, StrBuf *out) {
  Str template = {"", 0};
  bool is_there = assets_find("page/page.html", &template);
  assert(is_there);
  if (!is_there) return;
  for (const char *at = template.at, *end = at + template.bytes; at < end;) {
    const char *field = memchr(at, '@', (size_t)(end - at));
    const char *close = field ? memchr(field + 1, '@', (size_t)(end - field - 1)) : NULL;
    strbuf_add(out, (Str){at, (size_t)((close ? field : end) - at)});
    if (close) write_field(file, (Str){field + 1, (size_t)(close - field - 1)}, out);
    at = close ? close + 1 : end;
  }
}
