/* session/commands/setting_command.c -- the command of a setting: reads its argument by the type of
** the row, and sets the value. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "session/commands/setting_table.h"
#include "session/session_internal.h"

/* The argument comes after the setting's name of one or two words. */
int setting_argument(const Setting *setting) { return strchr(setting->name, ' ') ? 2 : 1; }

static bool read_step(const CommandContext *context, const Setting *setting, SettingStep *step) {
  static const char *const words[SETTING_STEP_COUNT] = {[SETTING_NEXT] = "next",
                                                        [SETTING_UP] = "+",
                                                        [SETTING_DOWN] = "-",
                                                        [SETTING_TOGGLE] = "toggle"};
  for (int i = 0; i < SETTING_STEP_COUNT; i++) {
    if (!(setting->steps >> i & 1u) || !command_is(context, setting_argument(setting), words[i]))
      continue;
    *step = (SettingStep)i;
    return true;
  }
  return false;
}

static bool read_choice(const CommandContext *context, const Setting *setting, double *value) {
  const char *words[SETTING_WORDS_MOST];
  Str word = command_text(context, setting_argument(setting));
  SettingStep step;
  assert(setting->word_count <= SETTING_WORDS_MOST);
  if (read_step(context, setting, &step)) {
    int now = (int)*value;
    *value = (double)(step == SETTING_TOGGLE ? now ^ 1 : (now + 1) % setting->word_count);
    return true;
  }
  for (int i = 0; i < setting->word_count; i++) {
    words[i] = setting->word(i);
    if (!str_is(word, words[i])) continue;
    *value = i;
    return true;
  }
  if (!setting->none) return command_wrong(context);
  return names_refuse(&(Names){_(setting->none), _(setting->near), words, setting->word_count},
                      word, context->status);
}

/* Compared as floats, so that the line of a limit that no float equals can be read back. */
static bool read_real(const CommandContext *context, const Setting *setting, double *value) {
  int argument = setting_argument(setting);
  Str word = command_text(context, argument), digits = word;
  SettingStep step;
  double number;
  if (read_step(context, setting, &step)) {
    *value = (double)setting->step((float)*value, step);
    return true;
  }
  if (setting->zero && command_is(context, argument, setting->zero)) {
    *value = 0;
    return true;
  }
  if (setting->suffix && str_ends(word, setting->suffix)) digits.bytes -= strlen(setting->suffix);
  bool is_whole = setting->type == SETTING_INTEGER;
  if (str_to_double(digits, &number) && (float)number >= (float)setting->low &&
      (float)number <= (float)setting->high && !(is_whole && number > floor(number))) {
    *value = number;
    return true;
  }
  if (!setting->refusal)
    return command_wrong_number(context, argument, setting->low, setting->high);
  return status_fail(context->status, STATUS_USAGE, _(setting->refusal), setting->low,
                     setting->high, (int)str_head(word, LINE_SHOWN_BYTES).bytes, word.at);
}

static bool read_switch(const CommandContext *context, const Setting *setting, double *value) {
  bool is_on = *value > 0;
  if (!command_switch(context, setting->off, setting->on, &is_on)) return false;
  *value = is_on;
  return true;
}

bool setting_read(const CommandContext *context, const Setting *setting, double *value) {
  switch (setting->type) {
  case SETTING_SWITCH:
    return read_switch(context, setting, value);
  case SETTING_CHOICE:
    return read_choice(context, setting, value);
  case SETTING_REAL:
  case SETTING_INTEGER:
    return read_real(context, setting, value);
  case SETTING_OWN:
    break;
  }
  assert(!"the command has a function of its own");
  return false;
}

bool do_setting(const CommandContext *context) {
  const Setting *setting = setting_of_command(context);
  assert(setting && setting->owner == SETTING_OF_VIEW);
  double value = setting_value(setting, context->session);
  if (!command_has(context, setting_argument(setting))) return false;
  if (!setting_read(context, setting, &value)) return false;
  setting_set_value(setting, &context->session->view, value);
  return !setting->changed || setting->changed(context);
}
