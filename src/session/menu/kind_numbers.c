/* session/menu/kind_numbers.c -- steps of the numbers of a kind and of a mask, as commands. */
#include "session/menu/kind_numbers.h"

#include <assert.h>

#include "session/menu/menu.h"
#include "session/session_internal.h"

static const KindValue *value_of(const Session *session, KindSetting setting) {
  return kind_value(setting, session_now(session)->kind.of[setting]);
}

int kind_numbers_count(const Session *session, KindSetting setting) {
  const KindValue *value = value_of(session, setting);
  int count = 0;
  while (count < value->number_count && !value->numbers[count].choices[0]) count++;
  return count;
}

const char *kind_numbers_words(const Session *session, KindSetting setting, int place,
                               Arena *arena) {
  const char *words = kind_number_words(arena, &session_now(session)->kind, setting, place);
  return words ? words : "";
}

const char *kind_numbers_name(const Session *session, KindSetting setting, int place) {
  assert(place >= 0 && place < value_of(session, setting)->number_count);
  return value_of(session, setting)->numbers[place].said;
}

const char *kind_numbers_refusal(const Session *session, const AttentionKind *kind,
                                 const MaskSpec *mask, Arena *arena) {
  const Trace *trace = session->trace;
  const Inputs *now = session_now(session);
  if (!session->model || trace_is_recorded(trace)) return NULL;
  Status why = {STATUS_OK, ""};
  RunOrder order = {.mask = mask ? mask : &now->mask, .kind = kind, .second = now->streams[1]};
  bool takes = model_takes_kind(session->model, &order, trace_token_count(trace),
                                trace_source_count(trace), arena, &why);
  return takes ? NULL : str_copy(arena, str_from(why.sentence));
}

/* Numbers that the model does not take are passed over, so that − and + never fail. */
const char *kind_numbers_command(const Session *session, KindSetting setting, int place, int by,
                                 Arena *arena) {
  AttentionKind kind = session_now(session)->kind;
  while (kind_step(&kind, setting, place, by)) {
    bool is_over = setting == KIND_KEY_HEADS && session->model &&
                   kind.numbers[setting][place] > model_head_count(session->model);
    if (is_over) return "";
    if (kind_numbers_refusal(session, &kind, NULL, arena)) continue;
    const char *value = kind_write_setting(arena, &kind, setting);
    const char *line = value ? str_format(arena, "%s %s", kind_setting_name(setting), value) : NULL;
    return line ? line : "";
  }
  return "";
}

/* -- of the mask ------------------------------------------------------------------------------- */

MaskPart mask_numbers_part(const Session *session) {
  const MaskSpec *spec = &session_now(session)->mask;
  int found = MASK_PART_COUNT;
  if (spec->model_own || spec->edit_count > 0) return MASK_PART_COUNT; /* edits would be lost */
  for (int part = 0; part < MASK_PART_COUNT; part++) {
    if (!mask_names(&spec->parts, (MaskPart)part) || !mask_part_has_size((MaskPart)part)) continue;
    if (part == MASK_GLOBAL || found != MASK_PART_COUNT) return MASK_PART_COUNT;
    found = part;
  }
  return (MaskPart)found;
}

const char *mask_numbers_command(const Session *session, int by, Arena *arena) {
  MaskPart part = mask_numbers_part(session);
  assert(part != MASK_PART_COUNT);
  MaskSpec spec = session_now(session)->mask;
  int size = spec.parts.size[part] + by;
  if (size < mask_spec_least(part) || (by > 0 && size > MENU_MASK_SIZE_MOST)) return "";
  spec.parts.size[part] = size;
  const char *line = inputs_mask_line(arena, &spec, trace_token_count(session->trace));
  return line ? line : "";
}
