/* The table of settings: each row reads what it writes, keeps its limits, and is compared; no field
** of the view is forgotten. */
#include "session/commands/setting_table.h"

#include <stdio.h>
#include <string.h>

#include "session/menu/menu.h"
#include "session/persistence/settings.h"
#include "session/say.h"

enum { LINES_MOST = 16, FIELDS_MOST = 192 };
typedef char Line[SETTING_LINE_BYTES];

static Session *fresh(void) { return session_of("the cat sat on the mat"); }

/* ---- rows ---- */

static bool is_command(const char *setting) {
  size_t bytes = strcspn(setting, " ");
  for (int i = 0; i < commands_count(); i++)
    if (str_is((Str){setting, bytes}, commands_get(i)->name)) return true;
  return false;
}

static void names_are_known_and_stand_once(void **state) {
  (void)state;
  for (int i = 0; i < setting_count(); i++) {
    const Setting *setting = setting_at(i);
    if (!is_command(setting->name)) fail_msg("%s is no command", setting->name);
    for (int k = 0; k < i; k++) assert_string_not_equal(setting->name, setting_at(k)->name);
    assert_ptr_equal(setting_find(setting->name), setting);
    for (int a = 0; setting->type == SETTING_CHOICE && a < setting->word_count; a++)
      for (int b = 0; b < a; b++) assert_string_not_equal(setting->word(a), setting->word(b));
    if (setting->type == SETTING_SWITCH) assert_string_not_equal(setting->off, setting->on);
    if (setting->low > setting->high) fail_msg("%s: the limits are turned round", setting->name);
  }
  assert_null(setting_find("sentence"));
  assert_null(setting_of_line(STR("thresholds 3")));
  assert_null(setting_of_line(STR("theme")));
  assert_ptr_equal(setting_of_line(STR("scroll grid 0.5")), setting_find("scroll grid"));
  assert_ptr_equal(setting_of_line(STR("scroll 0 1")), setting_find("scroll"));
}

static void each_place_in_the_file_has_one_row(void **state) {
  (void)state;
  for (int place = 1; place <= SETTINGS_COUNT; place++) {
    int rows = 0;
    for (int i = 0; i < setting_count(); i++) rows += setting_at(i)->kept == place;
    assert_int_equal(rows, 1);
    assert_int_equal(setting_kept(place)->kept, place);
  }
  for (int i = 0; i < setting_count(); i++) assert_in_range(setting_at(i)->kept, 0, SETTINGS_COUNT);
}

static void defaults_are_within_their_limits(void **state) {
  (void)state;
  Session *session = fresh();
  for (int i = 0; i < setting_count(); i++) {
    const Setting *setting = setting_at(i);
    if (setting->type == SETTING_OWN) continue;
    double value = setting_value(setting, session), low = setting->low, high = setting->high;
    if (setting->type == SETTING_SWITCH) high = 1;
    if (setting->type == SETTING_CHOICE) high = setting->word_count - 1;
    bool is_off = setting->zero && !(value > 0) && !(value < 0);
    if (!is_off && !(value >= low && value <= high))
      fail_msg("%s begins at %g, not within %g … %g", setting->name, value, low, high);
  }
  session_free(session);
}

/* ---- written and played ---- */

static int own_lines(const Setting *setting, Line *lines) {
  static const char *const all[] = {"range head",
                                    "range own",
                                    "range shared",
                                    "range -1.5,2e7",
                                    "arcs without 1,3,64",
                                    "arcs without none",
                                    "lens off",
                                    "lens on",
                                    "lens 2 3",
                                    "export what shown",
                                    "export what all",
                                    "export what heatmap",
                                    "export format auto",
                                    "export format png",
                                    "export format png,svg,pdf,csv,npy,json",
                                    "export heads all",
                                    "export heads 2,1",
                                    "export heads 1.2,2.4,3",
                                    "export rows auto",
                                    "export rows 24",
                                    "export rows 5,1-3",
                                    "export blanks all",
                                    "export blanks output,scores"};
  int count = 0;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    if (setting_of_line(str_from(all[i])) == setting)
      snprintf(lines[count++], sizeof(Line), "%s", all[i]);
  return count;
}

static void number_line(const Setting *setting, double value, Line line) {
  bool has_two = setting->fields[1].size > 0;
  if (has_two) snprintf(line, sizeof(Line), "%s %.17g 0.125", setting->name, value);
  else snprintf(line, sizeof(Line), "%s %.17g", setting->name, value);
}

/* Commands that set it to every value a row can hold: each word, both limits and between. */
static int lines_of(const Setting *setting, Line *lines) {
  int count = 0;
  switch (setting->type) {
  case SETTING_OWN:
    return own_lines(setting, lines);
  case SETTING_SWITCH:
    snprintf(lines[count++], sizeof(Line), "%s %s", setting->name, setting->on);
    snprintf(lines[count++], sizeof(Line), "%s %s", setting->name, setting->off);
    return count;
  case SETTING_CHOICE:
    for (int i = setting->word_count - 1; i >= 0; i--)
      snprintf(lines[count++], sizeof(Line), "%s %s", setting->name, setting->word(i));
    return count;
  case SETTING_REAL:
    number_line(setting, setting->low + (setting->high - setting->low) / 3, lines[count++]);
    break;
  case SETTING_INTEGER:
    number_line(setting, (double)(long)((setting->low + setting->high) / 3), lines[count++]);
  }
  number_line(setting, setting->high, lines[count++]);
  number_line(setting, setting->low, lines[count++]);
  if (setting->zero) snprintf(lines[count++], sizeof(Line), "%s %s", setting->name, setting->zero);
  return count;
}

static void play_lines(Session *session, char *lines) {
  for (char *rest = NULL, *line = strtok_r(lines, "\n", &rest); line;
       line = strtok_r(NULL, "\n", &rest))
    say(session, "%s", line);
}

/* The other session starts from the previous value, so a command without effect is detected. */
static void what_is_written_plays_back(void **state) {
  (void)state;
  Session *said = fresh(), *played = fresh();
  for (int i = 0; i < setting_count(); i++) {
    Line lines[LINES_MOST], written;
    int count = lines_of(setting_at(i), lines);
    assert_in_range(count, 2, LINES_MOST);
    for (int k = 0; k < count; k++) {
      say(said, "%s", lines[k]);
      setting_write(setting_at(i), said, written);
      play_lines(played, written);
      assert_int_equal(session_cache_mb(said), session_cache_mb(played));
      assert_same_state(said, played, lines[k]);
    }
  }
  session_free(said);
  session_free(played);
}

/* ---- limits ---- */

static void assert_beyond(Session *session, const Setting *setting, double value) {
  char line[200], text[40];
  snprintf(text, sizeof text, "%.6g", value);
  /* The sentence about memory holds the limits alone. */
  bool names_limits = setting->owner == SETTING_OF_PROGRAM;
  char limits[40];
  snprintf(limits, sizeof limits, "from %.0f to %.0f", setting->low, setting->high);
  const char *part = names_limits ? limits : text;
  bool has_two = setting->fields[1].size > 0;
  snprintf(line, sizeof line, "%s %s%s", setting->name, text, has_two ? " 0" : "");
  refused(session, line, part);
  snprintf(line, sizeof line, "%s 0 %s", setting->name, text);
  if (has_two) refused(session, line, part);
}

static void beyond_the_limits_is_refused_by_the_value(void **state) {
  (void)state;
  Session *session = fresh();
  for (int i = 0; i < setting_count(); i++) {
    const Setting *setting = setting_at(i);
    if (setting->type != SETTING_REAL && setting->type != SETTING_INTEGER) continue;
    bool is_whole = setting->type == SETTING_INTEGER;
    assert_beyond(session, setting,
                  is_whole           ? setting->low - 1
                  : setting->low > 0 ? setting->low / 2
                                     : setting->low - 1);
    assert_beyond(session, setting, is_whole ? setting->high + 1 : setting->high * 1.5);
  }
  session_free(session);
}

/* ---- fields ---- */

/* Changing any byte of the field makes views differ, or never does. */
static void assert_seen(const SettingField *field, bool is_seen) {
  View view = view_default(), other = view;
  assert_true(field->offset + field->size <= sizeof view);
  for (size_t i = 0; i < field->size; i++) {
    other = view;
    ((unsigned char *)&other)[field->offset + i] ^= 1;
    if (session_same_view(&view, &other) == is_seen)
      fail_msg("%s: a change is %s", field->name, is_seen ? "not seen" : "seen");
  }
}

static void a_change_of_any_field_is_seen(void **state) {
  (void)state;
  for (int i = 0; i < setting_count(); i++)
    for (int k = 0; k < SETTING_FIELDS_MOST && setting_at(i)->fields[k].size > 0; k++)
      if (setting_at(i)->owner != SETTING_OF_PROGRAM) assert_seen(&setting_at(i)->fields[k], true);
  for (const SettingField *place = setting_places(); place->size > 0; place++)
    assert_seen(place, true);
  for (const SettingField *field = setting_passing(); field->size > 0; field++)
    assert_seen(field, false);
}

/* Names of fields, in the order in which they were found. */
typedef struct Fields {
  char names[FIELDS_MOST][64];
  int count;
} Fields;

static void add_field(Fields *fields, const char *prefix, const char *name) {
  assert_true(fields->count < FIELDS_MOST);
  snprintf(fields->names[fields->count++], sizeof fields->names[0], "%s%s", prefix, name);
}

static void blank_comments(char *text) {
  for (char *begin = strstr(text, "/*"); begin; begin = strstr(begin, "/*")) {
    char *end = strstr(begin, "*/");
    assert_non_null(end);
    memset(begin, ' ', (size_t)(end + 2 - begin));
  }
}

/* The fields of a struct as its header declares them: a type, then names parted by commas. */
static void declared(const char *path, const char *name, const char *prefix, Fields *fields) {
  static char text[1 << 16];
  char begin[80], body[1 << 13];
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  size_t bytes = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  assert_true(bytes < sizeof text - 1);
  text[bytes] = 0;
  snprintf(begin, sizeof begin, "typedef struct %s {", name);
  char *at = strstr(text, begin);
  assert_non_null(at);
  blank_comments(at);
  at += strlen(begin);
  snprintf(body, sizeof body, "%.*s", (int)strcspn(at, "}"), at);
  for (char *rest = NULL, *line = strtok_r(body, ";", &rest); line;
       line = strtok_r(NULL, ";", &rest)) {
    char *names = NULL, *type = strtok_r(line, " \n", &names);
    if (!type) continue;
    for (char *field = strtok_r(NULL, ", \n", &names); field;
         field = strtok_r(NULL, ", \n", &names)) {
      field[strcspn(field, "[")] = 0;
      if (strcmp(type, "Sampling") == 0) declared("src/core/sampling.h", type, "sampling.", fields);
      else if (strcmp(type, "Experiments") == 0)
        declared("src/trace/workings/experiments.h", type, "experiments.", fields);
      else if (strcmp(type, "ExportLook") == 0)
        declared("src/scene/export_look.h", type, "export_look.", fields);
      else if (strcmp(type, "FigureLook") == 0)
        declared("src/scene/export_look.h", type, "export_look.figure.", fields);
      else if (strcmp(type, "SheetLook") == 0)
        declared("src/scene/export_look.h", type, "export_look.sheet.", fields);
      else if (strcmp(type, "ExportMoving") == 0)
        declared("src/scene/export_look.h", type, "export_look.moving.", fields);
      else add_field(fields, prefix, field);
    }
  }
}

static int times_in(const Fields *fields, const char *name) {
  int times = 0;
  for (int i = 0; i < fields->count; i++) times += strcmp(fields->names[i], name) == 0;
  return times;
}

static void every_field_of_the_view_is_in_one_list(void **state) {
  (void)state;
  Fields view = {.count = 0}, listed = {.count = 0};
  declared("src/scene/view.h", "View", "", &view);
  for (int i = 0; i < setting_count(); i++)
    for (int k = 0; k < SETTING_FIELDS_MOST && setting_at(i)->fields[k].size > 0; k++)
      if (setting_at(i)->owner != SETTING_OF_PROGRAM)
        add_field(&listed, "", setting_at(i)->fields[k].name);
  for (const SettingField *place = setting_places(); place->size > 0; place++)
    add_field(&listed, "", place->name);
  for (const SettingField *field = setting_passing(); field->size > 0; field++)
    add_field(&listed, "", field->name);
  for (int i = 0; i < view.count; i++)
    if (times_in(&listed, view.names[i]) != 1)
      fail_msg("View.%s is in %d lists of setting_table.c", view.names[i],
               times_in(&listed, view.names[i]));
  assert_int_equal(view.count, listed.count);
}

/* ---- menus ---- */

/* An item of a setting marks itself and no other of its group once it was chosen. */
static void assert_items_are_settings(Session *session, MenuId menu, int count) {
  for (int i = 0; i < count; i++) {
    Arena *arena = arena_make(0);
    const char *command = menu_command(session, menu, i, arena);
    bool is_field = str_starts(str_from(command), "menu field "); /* see test_export_form.c */
    if (is_field || str_starts(str_from(command), "say")) {
      arena_free(arena);
      continue;
    }
    const Setting *setting = setting_of_line(str_from(command));
    if (!setting) fail_msg("%s is no setting", command);
    say(session, "%s", command);
    bool is_step = str_ends(str_from(command), " +") || str_ends(str_from(command), " -");
    if (is_step) {
      arena_free(arena);
      continue;
    }
    for (int k = 0; k < count; k++) {
      const char *other = menu_command(session, menu, k, arena);
      if (setting_of_line(str_from(other)) == setting && menu_is_set(session, menu, k) != (k == i))
        fail_msg("after %s: %s", command, other);
    }
    arena_free(arena);
  }
}

static int item_of(const Session *session, MenuId menu, const char *command) {
  Arena *arena = arena_make(0);
  int found = -1;
  for (int i = 0; i < menu_count(session, menu); i++)
    if (strcmp(menu_command(session, menu, i, arena), command) == 0) found = i;
  arena_free(arena);
  assert_true(found >= 0);
  return found;
}

static void menu_items_are_settings(void **state) {
  (void)state;
  Session *session = fresh();
  assert_true(
      menu_is_set(session, MENU_EXPORT, item_of(session, MENU_EXPORT, "export format png")));
  assert_items_are_settings(session, MENU_PALETTE, menu_count(session, MENU_PALETTE));
  assert_items_are_settings(session, MENU_EXPORT, export_menu_first());
  say(session, "range -1,1; export format png,svg");
  assert_false(menu_is_set(session, MENU_PALETTE, item_of(session, MENU_PALETTE, "range head")));
  assert_false(menu_is_set(session, MENU_PALETTE, item_of(session, MENU_PALETTE, "range own")));
  assert_false(menu_is_set(session, MENU_PALETTE, item_of(session, MENU_PALETTE, "range shared")));
  assert_false(
      menu_is_set(session, MENU_EXPORT, item_of(session, MENU_EXPORT, "export format png")));
  session_free(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_known_and_stand_once),
      cmocka_unit_test(each_place_in_the_file_has_one_row),
      cmocka_unit_test(defaults_are_within_their_limits),
      cmocka_unit_test(what_is_written_plays_back),
      cmocka_unit_test(beyond_the_limits_is_refused_by_the_value),
      cmocka_unit_test(a_change_of_any_field_is_seen),
      cmocka_unit_test(every_field_of_the_view_is_in_one_list),
      cmocka_unit_test(menu_items_are_settings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
