/* trace/kind_write.c -- a kind of attention as the text of commands and files, and as words. */
#include "trace/kind_internal.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"

/* Adds every number without a name, and those that are not as they start: " far 64", with what
** stands before each of these. Only where that is no space, words are said. */
static void add_numbers(StrBuf *text, const AttentionKind *kind, KindSetting setting,
                        const char *before) {
  const KindValue *value = kind_value(setting, kind->of[setting]);
  for (int i = 0; i < value->number_count; i++) {
    const KindNumber *number = &value->numbers[i];
    char decimal[32];
    int at = kind->numbers[setting][i];
    const char *sign = number->sign && strcmp(before, " ") != 0 ? number->sign : " ";
    kind_number_write(number, at, decimal, sizeof decimal);
    if (kind_number_is_first(number))
      strbuf_format(text, "%s%s", text->bytes > 0 ? sign : "", decimal);
    else if (at == number->start) continue;
    else if (kind_number_is_choice(number))
      strbuf_format(text, "%s%s", before, number->choices[at]);
    else strbuf_format(text, "%s%s %s", before, number->name, decimal);
  }
}

const char *kind_write_setting(Arena *arena, const AttentionKind *kind, KindSetting setting) {
  StrBuf text = strbuf_make(arena);
  strbuf_format(&text, "%s", kind_value(setting, kind->of[setting])->name);
  add_numbers(&text, kind, setting, " ");
  return text.failed ? NULL : text.at;
}

const char *kind_list(Arena *arena) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < KIND_SETTING_COUNT; i++)
    for (int value = KIND_OWN + 1; value < kind_value_count((KindSetting)i); value++) {
      AttentionKind kind = kind_as_it_starts((KindSetting)i, value);
      const char *words = kind_write_setting(arena, &kind, (KindSetting)i);
      if (!words) return NULL;
      strbuf_format(&text, "%s%s %s", text.bytes > 0 ? ", " : "", kind_setting_name((KindSetting)i),
                    words);
    }
  return text.failed ? NULL : text.at;
}

const char *kind_number_words(Arena *arena, const AttentionKind *kind, KindSetting setting,
                              int place) {
  const KindValue *value = kind_value(setting, kind->of[setting]);
  assert(place >= 0 && place < value->number_count);
  const KindNumber *number = &value->numbers[place];
  char decimal[32];
  int at = kind->numbers[setting][place];
  const char *words = kind_number_is_choice(number)
                          ? number->choices[at]
                          : kind_number_write(number, at, decimal, sizeof decimal);
  return str_copy(arena, str_from(words));
}

const char *kind_write(Arena *arena, const AttentionKind *kind) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const KindSetting setting = (KindSetting)i;
    if (kind->of[i] == KIND_OWN) continue;
    const char *value = kind_write_setting(arena, kind, setting);
    if (!value) return NULL;
    strbuf_format(&text, "%s%s %s", text.bytes > 0 ? KIND_PARTING : "", kind_setting_name(setting),
                  value);
  }
  if (text.failed) return NULL;
  return text.at ? text.at : "";
}

const char *kind_write_cross(Arena *arena, const AttentionKind *kind, Str second) {
  StrBuf text = strbuf_make(arena);
  const char *own = kind_write(arena, kind);
  if (!own) return NULL;
  if (!second.at) return own;
  strbuf_format(&text, "%s%scross ", own, own[0] ? KIND_PARTING : "");
  strbuf_add_json(&text, second);
  return text.failed ? NULL : text.at;
}

/* Words of a value, marked for translation, and its numbers. */
static const char *with_numbers(Arena *arena, const AttentionKind *kind, KindSetting setting,
                                const char *words) {
  StrBuf text = strbuf_make(arena);
  strbuf_format(&text, "%s", _(words));
  add_numbers(&text, kind, setting, ", ");
  return text.failed ? NULL : text.at;
}

const char *kind_words(Arena *arena, const AttentionKind *kind, KindSetting setting,
                       bool is_brief) {
  const KindValue *value = kind_value(setting, kind->of[setting]);
  if (kind->of[setting] == KIND_OWN) return "";
  return is_brief ? _(value->brief) : with_numbers(arena, kind, setting, value->words);
}

const char *kind_sentence(Arena *arena, const AttentionKind *kind, KindSetting setting,
                          bool is_made_so) {
  const KindSettingRow *row = kind_setting_row(setting);
  const KindValue *value = kind_value(setting, kind->of[setting]);
  if (kind->of[setting] == KIND_OWN) return "";
  const char *words =
      with_numbers(arena, kind, setting, value->named ? value->named : value->words);
  return words ? str_format(arena, _(is_made_so ? row->made_so : row->laid_over), words) : NULL;
}

const char *kind_cross_sentence(Arena *arena, Str second, bool is_recorded) {
  enum { SHOWN_BYTES = 80 };
  Str shown = str_head(second, SHOWN_BYTES);
  const char *ellipsis = shown.bytes < second.bytes ? "…" : "";
  if (!second.at) return "";
  const char *text = str_format(arena, "%.*s%s", (int)shown.bytes, shown.at, ellipsis);
  if (!text) return NULL;
  return str_format(arena,
                    is_recorded ? _("Keys: of a second sentence, “%s”.")
                                : _("Keys: of a second sentence, “%s”, laid over; this model was "
                                    "not trained with it."),
                    text);
}
