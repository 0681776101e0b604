/* session/menu/export_fields.c -- rows of the export form that take typed text. */
#include "session/menu/export_fields.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "session/session_internal.h"

typedef struct Field {
  const char *name, *item;  /* in the command menu, and as the command of the item */
  const char *command;      /* that its text is for */
  const char *start;        /* its word for an empty field */
  const char *characters;   /* that a text may have */
  const char *unit, *empty; /* behind the text, and in place of one */
} Field;

static const Field fields[] = {
    {"width", "menu field width", "export width", "natural", "0123456789.", " mm", N_("type mm")},
    {"font", "menu field font", "export font", "natural", "0123456789.", " pt", N_("type pt")},
    {"heads", "menu field heads", "export heads", "all", "0123456789.,", "", N_("type 1,2,4")},
    {"rows", "menu field rows", "export rows", "auto", "0123456789,-", "", N_("type 2,5")},
    {"dims", "menu field dims", "export dims", "auto", "0123456789", "", N_("type 8")},
    {"numbers", "menu field numbers", "export numbers", "all", "0123456789.", "", N_("type .2")}};
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

static const Field *field_of(int item) {
  if (item < 0 || item >= export_menu_count()) return NULL;
  for (int i = 0; i < FIELD_COUNT; i++)
    if (strcmp(export_menu_command(item), fields[i].item) == 0) return &fields[i];
  return NULL;
}

static const Field *selected(const Session *session) {
  const View *view = &session->view;
  return view->menu == MENU_EXPORT ? field_of(view->menu_item) : NULL;
}

bool export_field_is(int item) { return field_of(item) != NULL; }

bool export_field_takes_text(const Session *session) { return selected(session) != NULL; }

bool export_field_is_done(const Session *session) {
  return selected(session) && session->form_text[0] && !session->form_problem[0];
}

void export_field_clear(Session *session) {
  session->form_text[0] = 0;
  session->form_problem[0] = 0;
}

/* What is set, as it would be typed. */
static const char *value_words(const Session *session, const Field *field, Arena *arena) {
  const ExportLook *look = &session->view.export_look;
  char heads[EXPORT_HEADS_BYTES];
  if (field == &fields[0]) return str_format(arena, "%g", (double)look->width_mm);
  if (field == &fields[1]) return str_format(arena, "%g", (double)look->font_size_pt);
  if (field == &fields[3]) {
    char rows[SHEET_WORDS_BYTES];
    sheet_rows_write(look->sheet.rows, rows);
    return str_format(arena, "%s", rows);
  }
  if (field == &fields[4]) return str_format(arena, "%d", look->sheet.columns);
  if (field == &fields[5]) return str_format(arena, "%g", (double)look->figure.numbers_from);
  export_heads_write(&look->figure.heads, heads);
  return str_format(arena, "%s", heads);
}

Str export_field_words(const Session *session, int item, Arena *arena) {
  const Field *field = field_of(item);
  assert(field);
  bool types = selected(session) == field;
  const char *words;
  if (types && session->form_text[0])
    words = str_format(arena, "%s|%s", session->form_text, field->unit);
  else if (!export_menu_is_set(session, item))
    words = types ? str_format(arena, "|%s", field->unit) : _(field->empty);
  else {
    const char *value = value_words(session, field, arena);
    words = value ? str_format(arena, "%s%s%s", value, types ? "|" : "", field->unit) : NULL;
  }
  return words ? str_from(words) : (Str){"", 0};
}

/* ---- typing ---- */

static const CommandInfo *export_info(void) {
  int index = 0;
  while (strcmp(commands_get(index)->name, "export") != 0) index++;
  return commands_get(index);
}

/* Runs the command itself, so that the text has its rules and its sentences. */
static bool set(const CommandContext *context, const Field *field, const char *text) {
  Session *session = context->session;
  Status refused = {STATUS_OK, ""};
  CommandWords words;
  const char *line =
      str_format(session->scratch, "%s %s", field->command, text[0] ? text : field->start);
  if (!line) return status_no_memory(context->status);
  Str rest = str_from(line);
  if (!line_next(session->scratch, &rest, &words, context->status)) return false;
  bool taken = do_export(&(CommandContext){session, &words, export_info(), &refused});
  snprintf(session->form_text, sizeof session->form_text, "%s", text);
  snprintf(session->form_problem, sizeof session->form_problem, "%s",
           taken ? "" : refused.sentence);
  return true;
}

static bool type(const CommandContext *context, const Field *field) {
  char text[sizeof context->session->form_text];
  size_t bytes = strlen(context->session->form_text);
  Str typed = command_text(context, 2);
  memcpy(text, context->session->form_text, bytes);
  for (size_t i = 0; i < typed.bytes && bytes + 1 < sizeof text; i++)
    if (typed.at[i] && strchr(field->characters, typed.at[i])) text[bytes++] = typed.at[i];
  text[bytes] = 0;
  return bytes == strlen(context->session->form_text) || set(context, field, text);
}

/* A value that was set before is erased as a whole. */
static bool erase(const CommandContext *context, const Field *field) {
  char text[sizeof context->session->form_text];
  size_t bytes = strlen(context->session->form_text);
  memcpy(text, context->session->form_text, bytes);
  text[bytes > 0 ? bytes - 1 : 0] = 0;
  return set(context, field, text);
}

static bool go_to(const CommandContext *context) {
  View *view = &context->session->view;
  for (int item = 0; item < export_menu_count(); item++) {
    const Field *field = field_of(item);
    if (!field || !command_is(context, 2, field->name)) continue;
    if (view->menu == MENU_EXPORT && view->menu_item == item) return true;
    export_field_clear(context->session);
    view->menu = MENU_EXPORT;
    view->menu_item = item;
    return true;
  }
  return command_wrong(context);
}

bool export_field_do(const CommandContext *context, bool *known) {
  const Field *field = selected(context->session);
  bool goes = command_is(context, 1, "field"), types = command_is(context, 1, "type");
  *known = goes || types || command_is(context, 1, "erase");
  if (!*known) return false;
  if (!command_has(context, goes || types ? 2 : 1)) return false;
  if (goes) return go_to(context);
  if (!field) return true; /* the form was closed before the key came */
  return types ? type(context, field) : erase(context, field);
}
