/* session/commands/setting_table.h -- one row for each setting: how the picture looks, how words
** are drawn, what files are to be, how much memory there is. For session/ and its tests only.
**
**   command  NAME WORD …       do_setting takes it by the row's type and limits
**   state    the same line     setting_write; session_script writes the rows in their order
**   file     the same line     of the rows with a place in it (persistence/settings.h)
**   same     the row's fields  session_same_view compares their bytes
**   menu     an item is set    while its command is the line its row writes
**
** A new setting is a field of View with its default in view_default, a row here, and a row of the
** table of commands whose function is do_setting. A command with undo or a grammar of its own keeps
** its function and shares the rest of the row.
**
** Units   low and high are in the unit of the command: percent, steps a second, mm, points, MB.
** Memory  Constants. Lines are written into the caller's SETTING_LINE_BYTES.
** Errors  A word that does not fit is refused with a sentence that holds it; nothing changes then.
*/
#ifndef SESSION_COMMANDS_SETTING_TABLE_H
#define SESSION_COMMANDS_SETTING_TABLE_H

#include <stddef.h>

#include "session/commands/context.h"

enum {
  SETTING_FIELDS_MOST = 3,
  SETTING_LINE_BYTES = 96, /* the longest is that of every export format */
  SETTING_WORDS_MOST = 16  /* that a choice has */
};

typedef enum SettingType {
  SETTING_SWITCH,  /* one of two words, or toggle */
  SETTING_CHOICE,  /* one of several words */
  SETTING_REAL,    /* a number from low to high for each field */
  SETTING_INTEGER, /* the same, whole */
  SETTING_OWN      /* its own grammar: see write */
} SettingType;

/* What a setting belongs to. The inputs' lie in the view, too, as a copy. */
typedef enum SettingOwner {
  SETTING_OF_VIEW,
  SETTING_OF_INPUTS, /* changes what words are drawn: undo takes it back */
  SETTING_OF_PROGRAM /* of the session, not of the picture */
} SettingOwner;

/* Where a value lies, in the View or, of the program, in the Session: a bool, an int, a float or an
** enum. Fields have no padding inside. name is for tests, "" behind the last. */
typedef struct SettingField {
  const char *name;
  size_t offset, size;
} SettingField;

/* What +, − and next lead to from a value. */
typedef enum SettingStep { SETTING_NEXT, SETTING_UP, SETTING_DOWN, SETTING_STEP_COUNT } SettingStep;

typedef struct Setting {
  const char *name; /* the command and, of exports, its first word: "export caption" */
  SettingType type;
  SettingOwner owner;
  SettingField fields[SETTING_FIELDS_MOST];

  /* SWITCH: the words for 0 and 1. */
  const char *off, *on;
  /* CHOICE: the words for 0 … word_count − 1, and the sentences of base/names.h that refuse others,
  ** marked for translation; NULL: that of command_wrong. */
  const char *(*word)(int value);
  int word_count;
  const char *none, *near;
  /* REAL and INTEGER: both limits belong to it; reals are compared as floats. zero: the word for 0,
  ** or NULL. suffix: a unit that may stand behind the number, or NULL. refusal: a sentence for low,
  ** high and the word (%g %g %.*s), marked for translation; NULL: that of command_number. */
  double low, high;
  const char *zero, *suffix, *refusal;
  /* OWN, and where a line says more than its type: the line, without its end. NULL: by type. */
  void (*write)(const View *view, char line[SETTING_LINE_BYTES]);

  /* Bits 1 << SettingStep of the steps the command takes. Of a CHOICE next goes round; of a REAL
  ** step gives the value, which is within the limits or 0. */
  unsigned steps;
  float (*step)(float now, SettingStep step);
  /* What follows a change by the command; NULL: nothing. False fills the status. */
  bool (*changed)(const CommandContext *context);

  /* From 1: the place of its line in the settings file; 0: it has none. write_kept: the line there,
  ** where it is not that of the state. */
  int kept;
  void (*write_kept)(const View *view, char line[SETTING_LINE_BYTES]);
} Setting;

/* The rows in the order in which a state writes them. */
int setting_count(void);
const Setting *setting_at(int index); /* from 0 */
/* By its whole name; NULL: there is none. */
const Setting *setting_find(const char *name);
/* The row whose name the line begins with; NULL: the line sets something else. */
const Setting *setting_of_line(Str line);
/* The row of that place in the settings file, from 1. */
const Setting *setting_kept(int place);

/* The value of the first field. Not of OWN. */
double setting_value(const Setting *setting, const Session *session);
/* The command that sets it to what it is; several parted by line ends where one does not say it
** all. A number of 9 digits reads back to the same float. */
void setting_write(const Setting *setting, const Session *session, char line[SETTING_LINE_BYTES]);
/* The same for the settings file. Only of rows with a place there. */
void setting_write_kept(const Setting *setting, const Session *session,
                        char line[SETTING_LINE_BYTES]);
/* Whether the command would change nothing: it is what setting_write writes. False of a line that
** is no setting's. */
bool setting_is_set(const Session *session, const char *command);

/* The row a command is of, by its name and, of exports, the word behind it; NULL: it is none's. */
const Setting *setting_of_command(const CommandContext *context);
/* Runs the command of a SWITCH, a CHOICE or a REAL of the view. */
bool do_setting(const CommandContext *context);

/* What rows call: appearance.c, overlays.c. A changed function has its command's words, since a key
** that toggles brings what it changed on show. */
bool appearance_motion_changed(const CommandContext *context);
float overlays_step_threshold(float now, SettingStep step);
bool overlays_threshold_changed(const CommandContext *context),
    overlays_arcs_changed(const CommandContext *context),
    overlays_tint_changed(const CommandContext *context),
    overlays_contrast_changed(const CommandContext *context),
    overlays_sort_changed(const CommandContext *context);

/* The fields of View that a state holds and no setting: where one looks; and those that only pass,
** which no state holds. With those of the rows they are all fields of View. The list ends with an
** empty name. */
const SettingField *setting_places(void);
const SettingField *setting_passing(void);

#endif
