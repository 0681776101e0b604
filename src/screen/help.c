/* screen/help.c -- fills the rows of the help from the tables of keys and commands, and leaves out
** what is not searched for. */
#include "screen/help.h"

#include <string.h>

#include "base/i18n.h"
#include "session/commands/commands.h"
#include "session/menu/help_search.h"
#include "text/utf8.h"

/* A row, and what is searched besides what it shows. */
typedef struct HelpRow {
  UiKey key; /* group: of every row, not only of the first */
  const char *command;
} HelpRow;

typedef struct HelpRows {
  Arena *arena;
  HelpRow *at;
  int count;
} HelpRows;

static const struct {
  const char *key, *help;
} MOUSE[] = {
    {N_("wheel"), N_("larger or smaller matrix")},
    {N_("Shift wheel"), N_("scroll it sideways; so do two fingers")},
    {N_("Ctrl wheel"), N_("scroll it up and down; its bars can be dragged")},
};
enum { MOUSE_COUNT = sizeof MOUSE / sizeof MOUSE[0] };

/* ---- rows ---- */

static HelpRow *find_help(const HelpRows *rows, const char *help) {
  for (int i = 0; i < rows->count; i++)
    if (str_is(rows->at[i].key.help, _(help))) return &rows->at[i];
  return NULL;
}

/* What is written on the key, in the language's keyboards. */
static const char *name_on_key(Str name) {
  const struct {
    const char *name, *shown;
  } keys[] = {{"Ctrl", C_("a key", "Ctrl")},
              {"Shift", C_("a key", "Shift")},
              {"Enter", C_("a key", "Enter")},
              {"Space", C_("a key", "Space")},
              {"PageDown", C_("a key", "PageDown")},
              {"PageUp", C_("a key", "PageUp")},
              {"Home", C_("a key", "Home")},
              {"End", C_("a key", "End")},
              {"Tab", C_("a key", "Tab")},
              {"Backspace", C_("a key", "Backspace")},
              {"Esc", C_("a key", "Esc")}};
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    if (str_is(name, keys[i].name)) return keys[i].shown;
  return NULL;
}

static bool is_key_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* "Ctrl-Shift-U": each name of it. */
static Str key_words(Arena *arena, const char *key) {
  StrBuf words = strbuf_make(arena);
  while (*key) {
    size_t bytes = 0;
    while (is_key_letter(key[bytes])) bytes++;
    const char *shown = bytes > 0 ? name_on_key((Str){key, bytes}) : NULL;
    if (bytes == 0) bytes = 1;
    strbuf_add(&words, shown ? str_from(shown) : (Str){key, bytes});
    key += bytes;
  }
  return strbuf_str(&words);
}

/* A key with empty help belongs to the row before it, which then reads "1 … 9". */
static Str last_of_row(Arena *arena, Str first, int index) {
  const char *key, *command, *help, *last = NULL;
  for (int i = index + 1; i < commands_key_count(); i++) {
    commands_key(i, &key, &command, &help);
    if (*help) break;
    last = key;
  }
  return last ? str_from(str_format(arena, "%.*s … %s", (int)first.bytes, first.at, last)) : first;
}

static void add_row(HelpRows *rows, Str key, Str help, Str group, const char *command) {
  rows->at[rows->count++] = (HelpRow){{.key = key, .help = help, .group = group}, command};
}

/* Keys with the same help share a row. */
static void add_keys(HelpRows *rows) {
  Str group = {"", 0};
  for (int i = 0; i < commands_key_count(); i++) {
    const char *key, *command, *help, *begins = commands_key_group(i);
    commands_key(i, &key, &command, &help);
    if (*begins) group = str_from(_(begins));
    if (!*help) continue;
    HelpRow *same = find_help(rows, help);
    Str words = key_words(rows->arena, key);
    if (!same) add_row(rows, last_of_row(rows->arena, words, i), str_from(_(help)), group, command);
    else
      same->key.key = str_from(str_format(rows->arena, "%.*s, %.*s", (int)same->key.key.bytes,
                                          same->key.key.at, (int)words.bytes, words.at));
  }
}

/* The wheel is in no table of keys. */
static void add_wheel(HelpRows *rows) {
  for (int i = 0; i < MOUSE_COUNT; i++)
    add_row(rows, str_from(_(MOUSE[i].key)), str_from(_(MOUSE[i].help)), str_from(_("Wheel")), "");
}

/* Those that people and scripts type. */
static void add_commands(HelpRows *rows) {
  for (int i = 0; i < commands_count(); i++) {
    const CommandInfo *info = commands_get(i);
    if (info->listed)
      add_row(rows, str_from(info->name), str_from(_(info->help)), str_from(_("Commands")),
              info->arguments);
  }
}

/* ---- searching ---- */

/* Every word of the search is in the text; both folded. */
static bool has_words(Str text, Str search) {
  for (size_t at = 0; at < search.bytes;) {
    while (at < search.bytes && search.at[at] == ' ') at++;
    size_t end = at;
    while (end < search.bytes && search.at[end] != ' ') end++;
    Str word = {search.at + at, end - at};
    bool is_there = word.bytes == 0;
    for (size_t i = 0; !is_there && i + word.bytes <= text.bytes; i++)
      is_there = memcmp(text.at + i, word.at, word.bytes) == 0;
    if (!is_there) return false;
    at = end;
  }
  return true;
}

static bool is_found(Arena *arena, const HelpRow *row, Str search) {
  const UiKey *key = &row->key;
  const char *all =
      str_format(arena, "%.*s %.*s %.*s %s", (int)key->key.bytes, key->key.at, (int)key->help.bytes,
                 key->help.at, (int)key->group.bytes, key->group.at, row->command);
  return all && has_words(utf8_fold(arena, str_from(all)), search);
}

/* The rows found, with the heading at the first of each group. */
static const UiKey *rows_found(const HelpRows *rows, Str search, int *count) {
  UiKey *keys = arena_take(rows->arena, (size_t)rows->count, sizeof *keys);
  Str last = {"", 0};
  *count = 0;
  for (int i = 0; keys && i < rows->count; i++) {
    UiKey key = rows->at[i].key;
    if (search.bytes > 0 && !is_found(rows->arena, &rows->at[i], search)) continue;
    bool begins = *count == 0 || !str_equal(key.group, last);
    last = key.group;
    if (!begins) key.group = (Str){"", 0};
    keys[(*count)++] = key;
  }
  return keys;
}

void help_fill(const Session *session, Arena *arena, UiInputs *inputs) {
  int most = commands_key_count() + MOUSE_COUNT + commands_count();
  HelpRows rows = {arena, arena_take(arena, (size_t)most, sizeof(HelpRow)), 0};
  Str typed = session_help_search(session), search = str_trim(utf8_fold(arena, typed));
  if (!rows.at || !search.at) return;
  add_keys(&rows);
  add_wheel(&rows);
  inputs->all_keys = rows_found(&rows, (Str){"", 0}, &inputs->all_key_count);
  add_commands(&rows);
  inputs->help_search = typed;
  inputs->keys = inputs->all_keys;
  inputs->key_count = inputs->all_key_count;
  if (search.bytes > 0) inputs->keys = rows_found(&rows, search, &inputs->key_count);
}
