/* trace/attention_kind.c -- the table of the settings of a kind of attention, and their text in
** files. */
#include "trace/attention_kind.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "base/names.h"

enum { VALUES_MOST = 16 };

typedef struct SettingRow {
  const char *name;
  const char *none, *near; /* sentences of base/names.h, marked for translation */
  int value_count;
  KindValue values[VALUES_MOST];
} SettingRow;

static const SettingRow settings[KIND_SETTING_COUNT] = {
    [KIND_POSITIONS] = {
        .name = "positions",
        .none = N_("there are no positions “%.*s”; they are one of: %s"),
        .near = N_("there are no positions “%.*s”; did you mean “%s”? They are one of: %s"),
        .value_count = POSITIONS_COUNT,
        .values = {
            [POSITIONS_OWN] = {"own", "", "", "", ""},
            [POSITIONS_NONE] = {"none", N_("no positions"), N_("no positions"),
                                N_("Positions: none, laid over; this model was not trained "
                                   "with it."),
                                N_("Positions: none.")},
            [POSITIONS_ALIBI] = {
                "alibi", N_("linear biases (ALiBi)"), N_("ALiBi"),
                N_("Positions: linear biases (ALiBi), laid over; this model was not trained with "
                   "it."),
                N_("Positions: linear biases (ALiBi).")}}}};

static const char parting[] = "; ";

const char *kind_setting_name(KindSetting setting) {
  assert(setting < KIND_SETTING_COUNT);
  return settings[setting].name;
}

int kind_value_count(KindSetting setting) {
  assert(setting < KIND_SETTING_COUNT);
  return settings[setting].value_count;
}

const KindValue *kind_value(KindSetting setting, int value) {
  assert(value >= 0 && value < kind_value_count(setting));
  return &settings[setting].values[value];
}

bool kind_is_own(const AttentionKind *kind) { return kind_equal(kind, &(AttentionKind){0}); }

bool kind_equal(const AttentionKind *a, const AttentionKind *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

static bool find_value(KindSetting setting, Str name, int *value) {
  for (int i = 0; i < kind_value_count(setting); i++)
    if (str_is(name, kind_value(setting, i)->name)) return *value = i, true;
  return false;
}

bool kind_set(AttentionKind *kind, KindSetting setting, Str value, Status *status) {
  const char *names[VALUES_MOST];
  const SettingRow *row = &settings[setting];
  assert(setting < KIND_SETTING_COUNT && row->value_count <= VALUES_MOST);
  if (find_value(setting, value, &kind->of[setting])) return true;
  for (int i = 0; i < row->value_count; i++) names[i] = row->values[i].name;
  return names_refuse(&(Names){_(row->none), _(row->near), names, row->value_count}, value, status);
}

const char *kind_list(Arena *arena) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < KIND_SETTING_COUNT; i++)
    for (int value = KIND_OWN + 1; value < kind_value_count((KindSetting)i); value++)
      strbuf_format(&text, "%s%s %s", text.bytes > 0 ? ", " : "", kind_setting_name((KindSetting)i),
                    kind_value((KindSetting)i, value)->name);
  return text.failed ? NULL : text.at;
}

const char *kind_write(Arena *arena, const AttentionKind *kind) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const KindSetting setting = (KindSetting)i;
    if (kind->of[i] == KIND_OWN) continue;
    strbuf_format(&text, "%s%s %s", text.bytes > 0 ? parting : "", kind_setting_name(setting),
                  kind_value(setting, kind->of[i])->name);
  }
  if (text.failed) return NULL;
  return text.at ? text.at : "";
}

/* Reads "positions none". */
static bool read_setting(Str text, AttentionKind *kind) {
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const char *name = kind_setting_name((KindSetting)i);
    size_t bytes = strlen(name);
    if (!str_starts(text, name) || text.bytes <= bytes || text.at[bytes] != ' ') continue;
    Str value = {text.at + bytes + 1, text.bytes - bytes - 1};
    return kind->of[i] == KIND_OWN && find_value((KindSetting)i, value, &kind->of[i]);
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
