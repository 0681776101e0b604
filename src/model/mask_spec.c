/* model/mask_spec.c -- presets by name, and edits on top of one. */
#include "model/mask_spec.h"

#include <string.h>

#include "base/words.h"

typedef struct MaskName {
  const char *name;
  bool has_size;
} MaskName;

static const MaskName mask_names[MASK_KIND_COUNT] = {
    [MASK_NONE] = {"none", false},      [MASK_CAUSAL] = {"causal", false},
    [MASK_PADDING] = {"padding", true}, [MASK_WINDOW] = {"window", true},
    [MASK_PREFIX] = {"prefix", true},
};

const char *mask_kind_name(MaskKind kind) { return mask_names[kind].name; }
bool mask_kind_has_size(MaskKind kind) { return mask_names[kind].has_size; }

static const char all_names[] = "none, causal, padding:K, window:W, prefix:K";

static int shown_bytes(Str text) { return text.bytes < 60 ? (int)text.bytes : 60; }

static bool fail_name(Str text, Str name, Status *status) {
  const char *names[MASK_KIND_COUNT];
  for (int i = 0; i < MASK_KIND_COUNT; i++) names[i] = mask_names[i].name;
  int nearest = str_nearest(name, names, MASK_KIND_COUNT);
  if (nearest < 0)
    return status_fail(status, STATUS_USAGE, _("there is no mask “%.*s”; the masks are %s"),
                       shown_bytes(text), text.at, all_names);
  return status_fail(status, STATUS_USAGE,
                     _("there is no mask “%.*s”; did you mean %s? The masks are %s"),
                     shown_bytes(text), text.at, names[nearest], all_names);
}

static bool parse_size(Str text, Str digits, const MaskName *mask, int *size, Status *status) {
  long value;
  if (!str_to_long(digits, &value) || value < 0 || value > MASK_SPEC_SIZE_MOST)
    return status_fail(
        status, STATUS_USAGE,
        _("the mask “%.*s” needs a whole number from 0 to %d after “%s:”, as in %s:2"),
        shown_bytes(text), text.at, MASK_SPEC_SIZE_MOST, mask->name, mask->name);
  *size = (int)value;
  return true;
}

bool mask_spec_parse(Str text, MaskSpec *spec, Status *status) {
  const char *colon = text.bytes ? memchr(text.at, ':', text.bytes) : NULL;
  Str name = colon ? (Str){text.at, (size_t)(colon - text.at)} : text;
  Str digits = colon ? (Str){colon + 1, text.bytes - name.bytes - 1} : (Str){"", 0};
  for (int kind = 0; kind < MASK_KIND_COUNT; kind++) {
    const MaskName *mask = &mask_names[kind];
    if (!str_is(name, mask->name)) continue;
    int size = 0;
    if (mask->has_size && !parse_size(text, digits, mask, &size, status)) return false;
    if (!mask->has_size && colon)
      return status_fail(status, STATUS_USAGE, _("the mask %s takes no number: “%.*s”"), mask->name,
                         shown_bytes(text), text.at);
    *spec = (MaskSpec){.kind = (MaskKind)kind, .size = size};
    return true;
  }
  return fail_name(text, name, status);
}

/* Edits may have been made on a longer sentence: those beyond this one wait for it. */
static void apply_edit(const MaskEdit *edit, unsigned char *hidden, int count) {
  if (edit->query < 0 || edit->query >= count || edit->key >= count) return;
  int first = edit->key < 0 ? 0 : edit->key, last = edit->key < 0 ? count - 1 : edit->key;
  unsigned char *row = hidden + (size_t)edit->query * (size_t)count;
  for (int key = first; key <= last; key++) row[key] = edit->hide;
}

static bool name_of(Arena *arena, MaskKind kind, int size, bool edited, Str *name) {
  *name = str_from(edited ? "edited" : mask_names[kind].name);
  if (edited || !mask_names[kind].has_size) return true;
  const char *text = str_format(arena, "%s:%d", mask_names[kind].name, size);
  *name = str_from(text);
  return text != NULL;
}

bool mask_spec_fill(Arena *arena, const MaskSpec *spec, MaskKind own_kind, int token_count,
                    MaskView *mask, Str *name, Status *status) {
  MaskKind kind = spec->model_own ? own_kind : spec->kind;
  int size = spec->model_own ? 0 : spec->size;
  size_t cells = (size_t)token_count * (size_t)token_count;
  unsigned char *hidden = arena_take(arena, cells, 1), *preset = arena_take(arena, cells, 1);
  if (!hidden || !preset) return status_no_memory(status);
  mask_fill(kind, size, preset, token_count, token_count);
  memcpy(hidden, preset, cells);
  for (int i = 0; i < spec->edit_count; i++) apply_edit(&spec->edits[i], hidden, token_count);
  /* Hiding what is hidden already is no edit. */
  bool edited = memcmp(hidden, preset, cells) != 0;
  if (!name_of(arena, kind, size, edited, name)) return status_no_memory(status);
  *mask = (MaskView){hidden, token_count, token_count, token_count};
  return true;
}
