/* trace/mask_name.c -- one table of names for commands, files and pictures. */
#include "trace/mask_name.h"

#include <string.h>

typedef struct PartName {
  const char *name;
  bool has_size;
} PartName;

static const PartName names[MASK_PART_COUNT] = {
    [MASK_CAUSAL] = {"causal", false},
    [MASK_PREFIX] = {"prefix", true},
    [MASK_WINDOW] = {"window", true},
    [MASK_PADDING] = {"padding", true},
};

const char *mask_part_name(MaskPart part) { return names[part].name; }
bool mask_part_has_size(MaskPart part) { return names[part].has_size; }

bool mask_part_named(Str name, MaskPart *part) {
  for (int i = 0; i < MASK_PART_COUNT; i++)
    if (str_is(name, names[i].name)) return *part = (MaskPart)i, true;
  return false;
}

/* The next word of what is left, which is empty at the end. */
static Str take_word(Str *left) {
  while (left->bytes > 0 && *left->at == ' ') left->at++, left->bytes--;
  const char *space = left->bytes ? memchr(left->at, ' ', left->bytes) : NULL;
  Str word = {left->at, space ? (size_t)(space - left->at) : left->bytes};
  left->at += word.bytes;
  left->bytes -= word.bytes;
  return word;
}

static bool set_fault(MaskNameWrong *wrong, MaskNameFault fault, MaskPart part, Str word) {
  if (wrong) *wrong = (MaskNameWrong){.fault = fault, .part = part, .word = word};
  return false;
}

/* What was named before and cannot stand beside it. */
static bool check_beside(const MaskParts *parts, MaskPart part, Str word, MaskNameWrong *wrong) {
  if (mask_names(parts, part)) return set_fault(wrong, MASK_NAME_TWICE, part, word);
  for (int other = 0; other < MASK_PART_COUNT; other++) {
    if (!mask_names(parts, (MaskPart)other) || !mask_parts_exclude(part, (MaskPart)other)) continue;
    set_fault(wrong, MASK_NAME_EXCLUDES, part, word);
    if (wrong) wrong->other = (MaskPart)other;
    return false;
  }
  return true;
}

/* A part and its number, which stands behind a colon or is the next word. */
static bool take_part(Str *left, int size_most, MaskParts *parts, MaskNameWrong *wrong) {
  Str word = take_word(left), name = word, digits = {"", 0};
  const char *colon = word.bytes ? memchr(word.at, ':', word.bytes) : NULL;
  MaskPart part;
  long size = 0;
  if (colon) {
    name.bytes = (size_t)(colon - word.at);
    digits = (Str){colon + 1, word.bytes - name.bytes - 1};
  }
  if (str_is(word, "none")) return set_fault(wrong, MASK_NAME_NOT_ALONE, MASK_CAUSAL, word);
  if (!mask_part_named(name, &part)) return set_fault(wrong, MASK_NAME_UNKNOWN, MASK_CAUSAL, word);
  if (!names[part].has_size && colon) return set_fault(wrong, MASK_NAME_NO_SIZE, part, word);
  if (names[part].has_size && !colon) digits = take_word(left);
  bool fits = str_to_long(digits, &size) && size >= 0 && size <= size_most;
  if (names[part].has_size && !fits) return set_fault(wrong, MASK_NAME_SIZE, part, digits);
  if (!check_beside(parts, part, word, wrong)) return false;
  parts->named |= 1u << part;
  parts->size[part] = (int)size;
  return true;
}

bool mask_name_read(Str text, int size_most, MaskParts *parts, MaskNameWrong *wrong) {
  MaskParts read = {0};
  Str left = text, none = take_word(&left);
  bool is_none = str_is(none, "none");
  Str second = take_word(&left);
  if (is_none && second.bytes > 0)
    return set_fault(wrong, MASK_NAME_NOT_ALONE, MASK_CAUSAL, second);
  left = text;
  bool done = is_none || take_part(&left, size_most, &read, wrong);
  for (Str rest = left; done && !is_none && take_word(&rest).bytes > 0; rest = left)
    done = take_part(&left, size_most, &read, wrong);
  if (done) *parts = read;
  return done;
}

const char *mask_name_write(Arena *arena, const MaskParts *parts, char colon) {
  if (parts->named == 0) return "none";
  StrBuf text = strbuf_make(arena);
  for (int part = 0; part < MASK_PART_COUNT; part++) {
    if (!mask_names(parts, (MaskPart)part)) continue;
    if (text.bytes > 0) strbuf_add_char(&text, ' ');
    strbuf_add(&text, str_from(names[part].name));
    if (names[part].has_size) strbuf_format(&text, "%c%d", colon, parts->size[part]);
  }
  return text.failed ? NULL : text.at;
}
