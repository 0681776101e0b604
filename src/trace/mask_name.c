/* trace/mask_name.c -- reads and writes the names of masks by one table. */
#include "trace/mask_name.h"

#include <string.h>

typedef struct PartName {
  const char *name, *example;
  int least; /* the smallest size; below 0: it has none */
} PartName;

static const PartName names[MASK_PART_COUNT] = {
    [MASK_CAUSAL] = {"causal", "causal", -1},
    [MASK_PREFIX] = {"prefix", "prefix:2", 0},
    [MASK_WINDOW] = {"window", "window:2", 0},
    [MASK_DILATED] = {"dilated", "dilated:2:3", 0},
    [MASK_BLOCKS] = {"blocks", "blocks:2", 1},
    [MASK_GLOBAL] = {"global", "global:1,5", 1},
    [MASK_RANDOM] = {"random", "random:2:seed:7", 0},
    [MASK_PADDING] = {"padding", "padding:2", 0},
};

const char *mask_part_name(MaskPart part) {
  assert((int)part >= 0 && part < MASK_PART_COUNT);
  return names[part].name;
}

const char *mask_part_example(MaskPart part) {
  assert((int)part >= 0 && part < MASK_PART_COUNT);
  return names[part].example;
}

int mask_part_least(MaskPart part) {
  assert((int)part >= 0 && part < MASK_PART_COUNT);
  return names[part].least;
}

bool mask_part_has_size(MaskPart part) { return mask_part_least(part) >= 0; }

bool mask_part_has_only_size(MaskPart part) {
  return mask_part_has_size(part) && part != MASK_DILATED && part != MASK_GLOBAL &&
         part != MASK_RANDOM;
}

bool mask_part_named(Str name, MaskPart *part) {
  for (int i = 0; i < MASK_PART_COUNT; i++)
    if (str_is(name, names[i].name)) return *part = (MaskPart)i, true;
  return false;
}

/* ---- reading ---- */

/* The state of reading a name. The numbers of a part are the next words, or follow colons in its
** own word. */
typedef struct Reader {
  Str left;
  bool is_colon; /* the present part has its numbers behind colons */
  Str behind;    /* the rest behind its colons */
  int size_most;
  MaskParts parts;
  MaskNameWrong *wrong; /* filled after an error; may be NULL */
} Reader;

/* Removes and returns the next word; empty at the end. */
static Str cut_word(Str *left) {
  while (left->bytes > 0 && *left->at == ' ') left->at++, left->bytes--;
  const char *space = left->bytes ? memchr(left->at, ' ', left->bytes) : NULL;
  Str word = {left->at, space ? (size_t)(space - left->at) : left->bytes};
  left->at += word.bytes;
  left->bytes -= word.bytes;
  return word;
}

/* Removes and returns what comes before the next mark, with the mark; all if there is none. */
static Str cut_until(Str *left, char mark) {
  const char *end = left->bytes ? memchr(left->at, mark, left->bytes) : NULL;
  Str piece = {left->at, end ? (size_t)(end - left->at) : left->bytes};
  size_t taken = piece.bytes + (end != NULL);
  left->at += taken;
  left->bytes -= taken;
  return piece;
}

static Str next_argument(Reader *reader) {
  return reader->is_colon ? cut_until(&reader->behind, ':') : cut_word(&reader->left);
}

static bool set_fault(const Reader *reader, MaskNameFault fault, MaskPart part, Str word) {
  if (reader->wrong) *reader->wrong = (MaskNameWrong){.fault = fault, .part = part, .word = word};
  return false;
}

/* A number that a part takes, and what is wrong where it is none. */
typedef struct NumberOfPart {
  MaskPart part;
  MaskNameFault fault;
  long least, most;
} NumberOfPart;

static bool read_number(const Reader *reader, NumberOfPart of, Str word, long *number) {
  if (str_to_long(word, number) && *number >= of.least && *number <= of.most) return true;
  set_fault(reader, of.fault, of.part, word);
  if (reader->wrong) reader->wrong->least = of.least, reader->wrong->most = of.most;
  return false;
}

/* Refuses a part that was named before, or that an earlier part excludes. */
static bool check_combination(const Reader *reader, MaskPart part, Str word) {
  if (mask_names(&reader->parts, part)) return set_fault(reader, MASK_NAME_TWICE, part, word);
  for (int other = 0; other < MASK_PART_COUNT; other++) {
    if (!mask_names(&reader->parts, (MaskPart)other) || !mask_parts_exclude(part, (MaskPart)other))
      continue;
    set_fault(reader, MASK_NAME_EXCLUDES, part, word);
    if (reader->wrong) reader->wrong->other = (MaskPart)other;
    return false;
  }
  return true;
}

/* Reads "1,5" in any order into ascending positions, without duplicates. */
static bool read_globals(Reader *reader) {
  Str list = next_argument(reader);
  int *count = &reader->parts.size[MASK_GLOBAL], *at = reader->parts.globals;
  bool goes_on = true;
  *count = 0;
  while (goes_on) {
    long token;
    goes_on = list.bytes > 0 && memchr(list.at, ',', list.bytes);
    Str word = cut_until(&list, ',');
    if (!read_number(reader, (NumberOfPart){MASK_GLOBAL, MASK_NAME_TOKEN, 1, reader->size_most},
                     word, &token))
      return false;
    int place = (int)token - 1, i = 0;
    while (i < *count && at[i] < place) i++;
    if (i < *count && at[i] == place) continue;
    if (*count == MASK_GLOBALS_MOST)
      return set_fault(reader, MASK_NAME_TOO_MANY, MASK_GLOBAL, word);
    memmove(at + i + 1, at + i, (size_t)(*count - i) * sizeof *at);
    at[i] = place;
    ++*count;
  }
  return true;
}

static bool read_step(Reader *reader) {
  long step;
  if (!read_number(reader, (NumberOfPart){MASK_DILATED, MASK_NAME_STEP, 1, reader->size_most},
                   next_argument(reader), &step))
    return false;
  reader->parts.dilated_step = (int)step;
  return true;
}

/* Reads an optional "seed 7" behind random. */
static bool read_seed(Reader *reader) {
  Reader ahead = *reader;
  long seed;
  reader->parts.random_seed = 0;
  if (!str_is(next_argument(&ahead), "seed")) return true;
  next_argument(reader);
  if (!read_number(reader, (NumberOfPart){MASK_RANDOM, MASK_NAME_SEED, 0, MASK_SEED_MOST},
                   next_argument(reader), &seed))
    return false;
  reader->parts.random_seed = (uint64_t)seed;
  return true;
}

static bool read_numbers(Reader *reader, MaskPart part) {
  int most = reader->size_most;
  long size;
  if (names[part].least < 0) return true;
  if (part == MASK_GLOBAL) return read_globals(reader);
  if (part == MASK_RANDOM && most > MASK_RANDOM_MOST) most = MASK_RANDOM_MOST;
  if (!read_number(reader, (NumberOfPart){part, MASK_NAME_SIZE, names[part].least, most},
                   next_argument(reader), &size))
    return false;
  reader->parts.size[part] = (int)size;
  if (part == MASK_DILATED) return read_step(reader);
  return part != MASK_RANDOM || read_seed(reader);
}

/* Reads a part and its numbers. */
static bool read_part(Reader *reader) {
  Str word = cut_word(&reader->left);
  MaskPart part;
  reader->behind = word;
  Str name = cut_until(&reader->behind, ':');
  reader->is_colon = name.bytes < word.bytes;
  if (str_is(word, "none")) return set_fault(reader, MASK_NAME_NOT_ALONE, MASK_CAUSAL, word);
  if (!mask_part_named(name, &part)) return set_fault(reader, MASK_NAME_UNKNOWN, MASK_CAUSAL, word);
  if (!mask_part_has_size(part) && reader->is_colon)
    return set_fault(reader, MASK_NAME_NO_SIZE, part, word);
  if (!read_numbers(reader, part)) return false;
  if (reader->is_colon && reader->behind.bytes > 0)
    return set_fault(reader, MASK_NAME_NO_SIZE, part, reader->behind);
  if (!check_combination(reader, part, word)) return false;
  reader->parts.named |= 1u << part;
  return true;
}

bool mask_name_read(Str text, int size_most, MaskParts *parts, MaskNameWrong *wrong) {
  assert(size_most >= 0);
  Reader reader = {.left = text, .size_most = size_most, .wrong = wrong};
  Str left = text, none = cut_word(&left);
  bool is_none = str_is(none, "none");
  Str second = cut_word(&left);
  if (is_none && second.bytes > 0)
    return set_fault(&reader, MASK_NAME_NOT_ALONE, MASK_CAUSAL, second);
  bool done = is_none || read_part(&reader);
  for (Str rest = reader.left; done && !is_none && cut_word(&rest).bytes > 0; rest = reader.left)
    done = read_part(&reader);
  if (done) *parts = reader.parts;
  return done;
}

/* ---- writing ---- */

static void add_globals(StrBuf *text, const MaskParts *parts) {
  for (int i = 0; i < parts->size[MASK_GLOBAL]; i++)
    strbuf_format(text, i > 0 ? ",%d" : "%d", parts->globals[i] + 1);
}

static void add_part(StrBuf *text, const MaskParts *parts, MaskPart part, char colon) {
  if (text->bytes > 0) strbuf_add_char(text, ' ');
  strbuf_add(text, str_from(names[part].name));
  if (!mask_part_has_size(part)) return;
  strbuf_add_char(text, colon);
  if (part == MASK_GLOBAL) add_globals(text, parts);
  else strbuf_format(text, "%d", parts->size[part]);
  if (part == MASK_DILATED) strbuf_format(text, "%c%d", colon, parts->dilated_step);
  if (part == MASK_RANDOM && parts->random_seed > 0)
    strbuf_format(text, "%cseed%c%llu", colon, colon, (unsigned long long)parts->random_seed);
}

const char *mask_name_write(Arena *arena, const MaskParts *parts, char colon) {
  assert(colon == ':' || colon == ' ');
  assert(parts->named >> MASK_PART_COUNT == 0);
  if (parts->named == 0) return "none";
  StrBuf text = strbuf_make(arena);
  for (int part = 0; part < MASK_PART_COUNT; part++)
    if (mask_names(parts, (MaskPart)part)) add_part(&text, parts, (MaskPart)part, colon);
  return text.failed ? NULL : text.at;
}

const char *mask_globals_write(Arena *arena, const MaskParts *parts) {
  StrBuf text = strbuf_make(arena);
  add_globals(&text, parts);
  return text.failed ? NULL : text.at;
}
