/* session/commands/setting_table.h -- one row for each setting: appearance, sampling of words,
** exported files, memory. For session/ and its tests only.
**
**   command  NAME WORD …       do_setting reads it by the row's type and limits
**   state    the same line     setting_write; session_script writes the rows in their order
**   file     the same line     for rows with a place in the settings file (persistence/settings.h)
**   compare  the row's fields  session_same_view compares their bytes
**   menu     an item is set    while its command equals the line of its row
**
** A new setting is a field of View with its default in view_default, a row here, and a row of the
** table of commands whose function is do_setting. A command with undo or a grammar of its own keeps
** its function and shares the rest of the row.
**
** Units   low and high are in the unit of the command: percent, steps a second, mm, points, MB.
** Memory  Constants. Lines are written into the caller's SETTING_LINE_BYTES.
** Errors  A word that does not fit is refused with a sentence that contains it; nothing changes
**         then.
*/
#ifndef SESSION_COMMANDS_SETTING_TABLE_H
#define SESSION_COMMANDS_SETTING_TABLE_H

#include <stddef.h>

#include "session/commands/context.h"

enum {
  SETTING_FIELDS_MOST = 3,
  SETTING_LINE_BYTES = 224, /* the longest is that of the heads that arcs leave out */
  SETTING_WORDS_MOST = 16   /* that a choice has */
};

typedef enum SettingType {
  SETTING_SWITCH,  /* one of two words, or toggle */
  SETTING_CHOICE,  /* one of several words */
  SETTING_REAL,    /* a number from low to high for each field */
  SETTING_INTEGER, /* the same, whole */
  SETTING_OWN      /* its own grammar: see write */
} SettingType;

/* What a setting belongs to. Those of the inputs have a copy in the view. */
typedef enum SettingOwner {
  SETTING_OF_VIEW,
  SETTING_OF_INPUTS, /* changes a number of the inputs, with undo */
  SETTING_OF_PROGRAM /* of the session, not of the picture */
} SettingOwner;

/* Where a value lies, in the View or, for SETTING_OF_PROGRAM, in the Session: a bool, an
** int, a float or an enum. Fields have no padding inside. name is for tests; it is ""
** behind the last field. */
typedef struct SettingField {
  const char *name;
  size_t offset, size;
} SettingField;

/* The words +, −, next and toggle of a command. */
typedef enum SettingStep {
  SETTING_NEXT,
  SETTING_UP,
  SETTING_DOWN,
  SETTING_TOGGLE, /* of a choice whose values stand in pairs: the other of the pair */
  SETTING_STEP_COUNT
} SettingStep;

typedef struct Setting {
  const char *name; /* the command and, for export, its first word: "export caption" */
  SettingType type;
  SettingOwner owner;
  SettingField fields[SETTING_FIELDS_MOST];

  /* SWITCH: the words for 0 and 1. */
  const char *off, *on;
  /* CHOICE: the words for 0 … word_count − 1, and the sentences of base/names.h that refuse others,
  ** marked for translation; NULL: command_wrong refuses. */
  const char *(*word)(int value);
  int word_count;
  const char *none, *near;
  /* REAL and INTEGER: both limits are allowed; reals are compared as floats. zero: the word for 0,
  ** or NULL. suffix: a unit that may follow the number, or NULL. refusal: a sentence for low, high
  ** and the word (%g %g %.*s), marked for translation; NULL: command_number refuses. */
  double low, high;
  const char *zero, *suffix, *refusal;
  /* OWN, and settings whose line is not given by the type: writes the line, without
  ** its end. NULL: by type. */
  void (*write)(const View *view, char line[SETTING_LINE_BYTES]);

  /* Bits 1 << SettingStep of the steps that the command accepts. For a CHOICE next wraps around;
  ** for a REAL step gives the new value, which is within the limits or 0. */
  unsigned steps;
  float (*step)(float now, SettingStep step);
  /* Called after a change by the command; NULL: nothing. False fills the status. */
  bool (*changed)(const CommandContext *context);
  bool is_written_apart; /* session_script writes it, not in the order of the rows */

  /* The position of its line in the settings file, from 1; 0: it is not kept. write_kept: writes
  ** that line where it differs from the state's. */
  int kept;
  void (*write_kept)(const View *view, char line[SETTING_LINE_BYTES]);
} Setting;

/* The rows in the order in which a state writes them. */
int setting_count(void);
const Setting *setting_at(int index); /* from 0 */
/* By its whole name; NULL: there is none. */
const Setting *setting_find(const char *name);
/* The row whose name the line begins with; NULL: the line is no setting. */
const Setting *setting_of_line(Str line);
/* The row at that position of the settings file, from 1. */
const Setting *setting_kept(int place);

/* The value of the first field. Not for OWN. */
double setting_value(const Setting *setting, const Session *session);
/* Sets the first field, by the type of the row. For settings of the view, not for OWN. */
void setting_set_value(const Setting *setting, View *view, double value);
/* Writes the command that sets the present value; several lines where one is not enough. A number
** of 9 digits reads back to the same float. */
void setting_write(const Setting *setting, const Session *session, char line[SETTING_LINE_BYTES]);
/* The same for the settings file. Only for rows with a place there. */
void setting_write_kept(const Setting *setting, const Session *session,
                        char line[SETTING_LINE_BYTES]);
/* Whether the command would change nothing, that is, equals what setting_write writes. False for a
** line that is no setting. */
bool setting_is_set(const Session *session, const char *command);

/* The row of a command, found by its name and, for export, the next word;
** NULL: it is no setting. */
const Setting *setting_of_command(const CommandContext *context);
/* Which word of the command gives the value: behind all words of the name. */
int setting_argument(const Setting *setting);
/* Reads the value that the command gives a SWITCH, a CHOICE, a REAL or an INTEGER; *value is the
** present one before. */
bool setting_read(const CommandContext *context, const Setting *setting, double *value);
/* Runs the command of such a setting of the view. */
bool do_setting(const CommandContext *context);

/* Functions that rows call: appearance.c, overlays.c. A changed function gets the command's words,
** because toggling by a key also shows what it changed. */
void arcs_write_left_out(const View *view, char line[SETTING_LINE_BYTES]); /* arcs.c */
bool appearance_motion_changed(const CommandContext *context),
    appearance_text_scale_changed(const CommandContext *context);
float overlays_step_threshold(float now, SettingStep step);
float experiments_step_by_one(float now, SettingStep step),
    experiments_step_width(float now, SettingStep step),
    experiments_step_draws(float now, SettingStep step),
    experiments_step_length(float now, SettingStep step),
    experiments_step_tenth(float now, SettingStep step);
bool overlays_threshold_changed(const CommandContext *context),
    overlays_arcs_changed(const CommandContext *context),
    overlays_tint_changed(const CommandContext *context),
    overlays_compare_changed(const CommandContext *context),
    overlays_products_changed(const CommandContext *context);

/* The fields of View that a state holds and that are no setting (what is on show), and the
** transient ones, which no state holds. With those of the rows they are all fields of View. Each
** list ends with an empty name. */
const SettingField *setting_places(void);
const SettingField *setting_passing(void);

#endif
