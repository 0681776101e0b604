/* model/mask_spec.c -- reads masks by name, and applies edits to them. */
#include "model/mask_spec.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"

enum { SHOWN_BYTES = 60 };

static bool fail_name(Str word, Status *status) {
  const char *names[MASK_PART_COUNT + 1] = {"none"};
  const char *colon = word.bytes ? memchr(word.at, ':', word.bytes) : NULL;
  int shown = (int)str_head(word, SHOWN_BYTES).bytes;
  Str name = colon ? (Str){word.at, (size_t)(colon - word.at)} : word;
  for (int i = 0; i < MASK_PART_COUNT; i++) names[i + 1] = mask_part_name((MaskPart)i);
  int nearest = str_nearest(name, names, MASK_PART_COUNT + 1);
  if (nearest < 0)
    return status_fail(
        status, STATUS_USAGE,
        _("there is no mask “%.*s”; the masks are: none, causal, prefix:K, window:W, "
          "dilated:W:STEP, blocks:B, global:N,N, random:R[:seed:N], padding:K, or parts together "
          "as in "
          "\"causal window:3\""),
        shown, word.at);
  return status_fail(
      status, STATUS_USAGE,
      _("there is no mask “%.*s”; did you mean %s? The masks are: none, causal, prefix:K, "
        "window:W, dilated:W:STEP, blocks:B, global:N,N, random:R[:seed:N], padding:K, or parts "
        "together "
        "as in \"causal window:3\""),
      shown, word.at, names[nearest]);
}

long mask_spec_least_of(const MaskNameWrong *wrong) {
  long least = wrong->fault == MASK_NAME_SIZE ? mask_spec_least(wrong->part) : wrong->least;
  return least > wrong->least ? least : wrong->least;
}

bool mask_spec_fail(Str text, const MaskNameWrong *wrong, Status *status) {
  int shown = (int)str_head(text, SHOWN_BYTES).bytes;
  const char *part = mask_part_name(wrong->part), *example = mask_part_example(wrong->part);
  switch (wrong->fault) {
  case MASK_NAME_SIZE:
    return status_fail(
        status, STATUS_USAGE,
        _("the mask “%.*s” needs a whole number from %ld to %ld after “%s:”, as in %s"), shown,
        text.at, mask_spec_least_of(wrong), wrong->most, part, example);
  case MASK_NAME_STEP:
    return status_fail(
        status, STATUS_USAGE,
        _("the mask “%.*s” needs a step from %ld to %ld as its second number, as in %s"), shown,
        text.at, wrong->least, wrong->most, example);
  case MASK_NAME_TOKEN:
    return status_fail(
        status, STATUS_USAGE,
        _("the mask “%.*s” needs numbers of tokens from %ld to %ld after “%s:”, as in %s"), shown,
        text.at, wrong->least, wrong->most, part, example);
  case MASK_NAME_SEED:
    return status_fail(status, STATUS_USAGE,
                       _("the mask “%.*s” needs a whole number from %ld to %ld as the seed, as in "
                         "%s"),
                       shown, text.at, wrong->least, wrong->most, example);
  case MASK_NAME_TOO_MANY:
    return status_fail(status, STATUS_USAGE,
                       P_("the mask “%.*s” names more than %d token after %s",
                          "the mask “%.*s” names more than %d tokens after %s", MASK_GLOBALS_MOST),
                       shown, text.at, MASK_GLOBALS_MOST, part);
  case MASK_NAME_NO_SIZE:
    return status_fail(status, STATUS_USAGE,
                       mask_part_has_size(wrong->part)
                           ? _("the mask %s takes no further number: “%.*s”")
                           : _("the mask %s takes no number: “%.*s”"),
                       part, shown, text.at);
  case MASK_NAME_TWICE:
    return status_fail(status, STATUS_USAGE, _("the mask “%.*s” names %s twice"), shown, text.at,
                       part);
  case MASK_NAME_EXCLUDES:
    return status_fail(
        status, STATUS_USAGE,
        _("the mask “%.*s” names %s and %s; take one of them, since prefix is causal "
          "behind the keys that everyone sees"),
        shown, text.at, mask_part_name(wrong->other), part);
  case MASK_NAME_NOT_ALONE:
    return status_fail(status, STATUS_USAGE,
                       _("the mask “%.*s” names none and others; leave out none"), shown, text.at);
  case MASK_NAME_UNKNOWN:
    break;
  }
  return fail_name(wrong->word, status);
}

bool mask_spec_parse(Str text, MaskSpec *spec, Status *status) {
  MaskParts parts;
  MaskNameWrong wrong;
  if (!mask_name_read(text, MASK_SPEC_SIZE_MOST, &parts, &wrong))
    return mask_spec_fail(text, &wrong, status);
  *spec = (MaskSpec){.parts = parts};
  return true;
}

int mask_spec_least(MaskPart part) {
  int least = mask_part_least(part);
  return least == 0 && mask_part_is_local(part) ? 1 : least;
}

bool mask_spec_check_asked(const MaskParts *parts, Status *status) {
  for (int i = 0; i < MASK_PART_COUNT; i++) {
    MaskPart part = (MaskPart)i;
    bool has_size = mask_names(parts, part) && mask_part_has_size(part);
    if (!has_size || parts->size[part] >= mask_spec_least(part)) continue;
    return status_fail(status, STATUS_USAGE,
                       _("mask %s takes a number of tokens from %d on, not “%d”"),
                       mask_part_name(part), mask_spec_least(part), parts->size[part]);
  }
  return true;
}

/* Globals ascend, so the last is the one that may be too large. */
bool mask_spec_fits(const MaskParts *parts, int token_count, Status *status) {
  assert(token_count >= 0);
  int count = mask_names(parts, MASK_GLOBAL) ? parts->size[MASK_GLOBAL] : 0;
  int last = count > 0 ? parts->globals[count - 1] : -1;
  if (last < token_count) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     P_("the mask %s names token %d, but the sentence has %d token",
                        "the mask %s names token %d, but the sentence has %d tokens", token_count),
                     mask_part_name(MASK_GLOBAL), last + 1, token_count);
}

/* Edits of a longer sentence that lie beyond this one have no effect; they are kept. */
static void apply_edit(const MaskEdit *edit, unsigned char *hidden, int rows, int cols) {
  if (edit->query < 0 || edit->query >= rows || edit->key >= cols) return;
  int first = edit->key < 0 ? 0 : edit->key, last = edit->key < 0 ? cols - 1 : edit->key;
  unsigned char *row = hidden + (size_t)edit->query * (size_t)cols;
  for (int key = first; key <= last; key++) row[key] = edit->hide;
}

bool mask_spec_fill(Arena *arena, const MaskOrder *order, MaskView *mask, Str *name,
                    Status *status) {
  const MaskSpec *spec = order->spec;
  int rows = order->rows, cols = order->cols;
  assert(rows >= 0 && cols >= 0 && spec->edit_count >= 0);
  const MaskParts *parts = spec->model_own ? order->own : &spec->parts;
  size_t cells = (size_t)rows * (size_t)cols;
  unsigned char *hidden = arena_take(arena, cells, 1), *preset = arena_take(arena, cells, 1);
  if (!hidden || !preset) return status_no_memory(status);
  mask_fill(parts, 0, preset, rows, cols);
  memcpy(hidden, preset, cells);
  for (int i = 0; i < spec->edit_count; i++) apply_edit(&spec->edits[i], hidden, rows, cols);
  /* An edit that changes nothing does not count. */
  bool edited = memcmp(hidden, preset, cells) != 0;
  const char *text = edited ? "edited" : mask_name_write(arena, parts, ':');
  if (!text) return status_no_memory(status);
  *name = str_from(text);
  *mask = (MaskView){hidden, rows, cols, cols};
  return true;
}
