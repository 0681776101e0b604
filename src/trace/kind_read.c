/* trace/kind_read.c -- a kind of attention from the text of commands and files. */
#include "trace/kind_internal.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/names.h"

enum { VALUES_MOST = 16 };

static const char parting[] = KIND_PARTING;

/* ---- the value of a setting ---- */

static bool begins_number(Str word) {
  if (word.bytes == 0) return false;
  char at = word.at[0];
  return (at >= '0' && at <= '9') || at == '-' || at == '+' || at == '.';
}

static bool find_value(KindSetting setting, Str name, int *value) {
  for (int i = 0; i < kind_value_count(setting); i++) {
    const KindValue *known = kind_value(setting, i);
    bool is_it = known->name[0] ? str_is(name, known->name) : begins_number(name);
    if (is_it || (known->also && str_is(name, known->also))) return *value = i, true;
  }
  return false;
}

/* A value without a name is listed as the number that stands for it; one with another name, by
** that. */
static bool refuse_value(KindSetting setting, Str value, Status *status) {
  const char *names[VALUES_MOST];
  const KindSettingRow *row = kind_setting_row(setting);
  assert(row->value_count <= VALUES_MOST);
  for (int i = 0; i < row->value_count; i++) {
    const KindValue *known = &row->values[i];
    const char *number = known->numbers[0].parts ? _("a number") : _("a whole number");
    names[i] = known->also ? known->also : known->name[0] ? known->name : number;
  }
  return names_refuse(&(Names){_(row->none), _(row->near), names, row->value_count}, value, status);
}

/* Takes the word at the start of *text and the one space behind it. */
static Str next_word(Str *text) {
  const char *end = text->bytes > 0 ? memchr(text->at, ' ', text->bytes) : NULL;
  Str word = {text->at, end ? (size_t)(end - text->at) : text->bytes};
  size_t taken = word.bytes + (end ? 1 : 0);
  *text = (Str){text->at + taken, text->bytes - taken};
  return word;
}

/* ---- its numbers ---- */

/* "far N", "half|interleaved", "N" */
static const char *form_of(const KindNumber *number, char *to, size_t size) {
  if (kind_number_is_choice(number))
    snprintf(to, size, "%s|%s", number->choices[0], number->choices[1]);
  else if (number->name[0]) snprintf(to, size, "%s N", number->name);
  else snprintf(to, size, "N");
  return to;
}

/* The name of a value in a sentence. */
static const char *called(KindSetting setting, const KindValue *value) {
  return value->name[0] ? value->name : kind_setting_name(setting);
}

static bool refuse_number(KindSetting setting, const KindValue *value, Str word, Status *status) {
  char a[64], b[64];
  if (value->number_count == 0)
    return status_fail(status, STATUS_USAGE, _("%s has no number “%.*s”; it stands alone"),
                       called(setting, value), (int)word.bytes, word.at);
  form_of(&value->numbers[0], a, sizeof a);
  if (value->number_count == 1)
    return status_fail(status, STATUS_USAGE, _("%s has no number “%.*s”; it has: %s"),
                       called(setting, value), (int)word.bytes, word.at, a);
  return status_fail(status, STATUS_USAGE, _("%s has no number “%.*s”; it has: %s, %s"),
                     called(setting, value), (int)word.bytes, word.at, a,
                     form_of(&value->numbers[1], b, sizeof b));
}

static bool refuse_limits(KindSetting setting, const KindValue *value, const KindNumber *number,
                          Str word, Status *status) {
  char least[32], most[32], step[32];
  const char *of = called(setting, value);
  int bytes = (int)str_head(word, NAMES_WORD_BYTES).bytes;
  kind_number_write(number, number->least, least, sizeof least);
  kind_number_write(number, number->most, most, sizeof most);
  kind_number_write(number, 1, step, sizeof step);
  if (number->parts && number->name[0] == '\0')
    return status_fail(status, STATUS_USAGE,
                       _("%s takes a number from %s to %s in steps of %s, not “%.*s”"), of, least,
                       most, step, bytes, word.at);
  if (number->parts)
    return status_fail(status, STATUS_USAGE,
                       _("%s of %s is a number from %s to %s in steps of %s, not “%.*s”"),
                       number->name, of, least, most, step, bytes, word.at);
  if (number->name[0] == '\0' && bytes == 0)
    return status_fail(status, STATUS_USAGE,
                       P_("%s takes %d whole number from %s to %s",
                          "%s takes %d whole numbers from %s to %s", value->number_count),
                       of, value->number_count, least, most);
  if (number->name[0] == '\0')
    return status_fail(status, STATUS_USAGE, _("%s takes a whole number from %s to %s, not “%.*s”"),
                       of, least, most, bytes, word.at);
  return status_fail(status, STATUS_USAGE,
                     _("%s of %s is a whole number from %s to %s, not “%.*s”"), number->name, of,
                     least, most, bytes, word.at);
}

/* Reads one number; its name, or that of its value or setting, is in the sentence. */
static bool read_number(KindSetting setting, const KindValue *value, int place, Str word, int *read,
                        Status *status) {
  const KindNumber *number = &value->numbers[place];
  long found;
  bool is_number =
      number->parts ? kind_number_read(word, number->parts, &found) : str_to_long(word, &found);
  if (!is_number || found < number->least || found > number->most)
    return refuse_limits(setting, value, number, word, status);
  *read = (int)found;
  return true;
}

/* The number that a word names, or is a choice of; number_count: none. */
static int find_number(const KindValue *value, Str word, int *choice) {
  for (int i = 0; i < value->number_count; i++) {
    const KindNumber *number = &value->numbers[i];
    if (number->name[0] && str_is(word, number->name)) return i;
    for (*choice = 0; kind_number_is_choice(number) && *choice < KIND_CHOICES_MOST; ++*choice)
      if (str_is(word, number->choices[*choice])) return i;
  }
  return value->number_count;
}

/* Reads the numbers without a name, in order, and "buckets 16 far 64", each name once at most. */
static bool read_numbers(KindSetting setting, const KindValue *value, Str text,
                         int numbers[KIND_NUMBERS_MOST], Status *status) {
  bool given[KIND_NUMBERS_MOST] = {false};
  for (int i = 0; i < value->number_count; i++) {
    numbers[i] = value->numbers[i].start;
    if (!kind_number_is_first(&value->numbers[i])) continue;
    if (!read_number(setting, value, i, next_word(&text), &numbers[i], status)) return false;
    given[i] = true;
  }
  while (text.bytes > 0) {
    Str name = str_head(next_word(&text), NAMES_WORD_BYTES);
    int choice = 0, i = find_number(value, name, &choice);
    if (i == value->number_count || given[i]) return refuse_number(setting, value, name, status);
    if (kind_number_is_choice(&value->numbers[i])) numbers[i] = choice;
    else if (!read_number(setting, value, i, next_word(&text), &numbers[i], status)) return false;
    given[i] = true;
  }
  return true;
}

bool kind_set(AttentionKind *kind, KindSetting setting, Str text, Status *status) {
  assert(setting < KIND_SETTING_COUNT);
  Str all = text, name = next_word(&text);
  int value, numbers[KIND_NUMBERS_MOST] = {0};
  if (!find_value(setting, name, &value)) return refuse_value(setting, name, status);
  if (!kind_value(setting, value)->name[0]) text = all;
  if (!read_numbers(setting, kind_value(setting, value), text, numbers, status) ||
      !kind_numbers_check(setting, value, numbers, status))
    return false;
  kind->of[setting] = value;
  memcpy(kind->numbers[setting], numbers, sizeof numbers);
  return true;
}

/* ---- a whole kind, as in files ---- */

/* Reads "positions none"; a text that ends with a space is none that was written. */
static bool read_setting(Str text, AttentionKind *kind) {
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const char *name = kind_setting_name((KindSetting)i);
    size_t bytes = strlen(name);
    if (!str_starts(text, name) || text.bytes <= bytes || text.at[bytes] != ' ') continue;
    Str value = {text.at + bytes + 1, text.bytes - bytes - 1};
    return kind->of[i] == KIND_OWN && value.bytes > 0 && value.at[value.bytes - 1] != ' ' &&
           kind_set(kind, (KindSetting)i, value, NULL);
  }
  return false;
}

bool kind_read(Str text, AttentionKind *kind) {
  AttentionKind read = {0};
  while (text.bytes > 0) {
    const char *end = memchr(text.at, parting[0], text.bytes);
    size_t bytes = end ? (size_t)(end - text.at) : text.bytes;
    if (!read_setting((Str){text.at, bytes}, &read)) return false;
    size_t taken = bytes + (end ? sizeof parting - 1 : 0);
    if (taken > text.bytes || (end && (taken == text.bytes || end[1] != parting[1]))) return false;
    text = (Str){text.at + taken, text.bytes - taken};
  }
  *kind = read;
  return true;
}

/* No setting has a quote, so the first one begins the sentence. */
bool kind_read_cross(Str text, AttentionKind *kind, Str *second) {
  static const char begins[] = "cross \"";
  const size_t head = sizeof begins - 1, between = sizeof parting - 1;
  const char *quote = text.bytes > 0 ? memchr(text.at, '"', text.bytes) : NULL;
  size_t first = quote ? (size_t)(quote - text.at) + 1 : 0;
  *second = (Str){NULL, 0};
  if (!quote) return kind_read(text, kind);
  if (first < head || memcmp(text.at + first - head, begins, head) != 0 || first == text.bytes ||
      text.at[text.bytes - 1] != '"')
    return false;
  Str before = {text.at, first - head};
  if (before.bytes > 0) {
    if (!str_ends(before, parting)) return false;
    before.bytes -= between;
    if (before.bytes == 0) return false;
  }
  if (!kind_read(before, kind)) return false;
  *second = (Str){text.at + first, text.bytes - first - 1};
  return true;
}
