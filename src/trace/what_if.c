/* trace/what_if.c -- lists of what-ifs, and their text. */
#include "trace/what_if.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char parting[] = "; ";

/* ---- parts whose numbers can be set ---- */

static const TracePart can_be_set[] = {
    TRACE_INPUT, TRACE_W_Q,    TRACE_W_K,    TRACE_W_V,    TRACE_W_O,    TRACE_Q,      TRACE_K,
    TRACE_V,     TRACE_SCORES, TRACE_SCALED, TRACE_BIASED, TRACE_MASKED, TRACE_WEIGHTS};
enum { CAN_BE_SET = sizeof can_be_set / sizeof can_be_set[0] };

bool what_if_sets(TracePart part) {
  for (int i = 0; i < CAN_BE_SET; i++)
    if (can_be_set[i] == part) return true;
  return false;
}

/* Names of parts are ASCII. */
static bool is_called(Str word, const char *name) {
  if (word.bytes != strlen(name)) return false;
  for (size_t i = 0; i < word.bytes; i++) {
    char c = word.at[i];
    if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != name[i]) return false;
  }
  return true;
}

TracePart what_if_part(Str name) {
  if (is_called(name, trace_part_info(TRACE_X)->name)) return TRACE_INPUT;
  for (int i = 0; i < CAN_BE_SET; i++)
    if (is_called(name, trace_part_info(can_be_set[i])->name)) return can_be_set[i];
  return TRACE_PART_COUNT;
}

const char *what_if_part_names(Arena *arena) {
  StrBuf text = strbuf_make(arena);
  strbuf_format(&text, "%s", trace_part_info(TRACE_X)->name);
  for (int i = 0; i < CAN_BE_SET; i++)
    strbuf_format(&text, ", %s", trace_part_info(can_be_set[i])->name);
  return text.failed ? NULL : text.at;
}

/* ---- lists ---- */

bool what_if_same_place(const WhatIf *a, const WhatIf *b) {
  return a->kind == b->kind && a->part == b->part && a->layer == b->layer && a->head == b->head &&
         a->row == b->row && a->col == b->col;
}

bool what_if_equal(const WhatIf *a, const WhatIf *b) {
  return what_if_same_place(a, b) && memcmp(&a->value, &b->value, sizeof a->value) == 0;
}

bool what_ifs_equal(const WhatIfs *a, const WhatIfs *b) {
  if (a->count != b->count) return false;
  for (int i = 0; i < a->count; i++)
    if (!what_if_equal(&a->of[i], &b->of[i])) return false;
  return true;
}

static int index_of(const WhatIfs *ifs, const WhatIf *at) {
  for (int i = 0; ifs && i < ifs->count; i++)
    if (what_if_same_place(&ifs->of[i], at)) return i;
  return -1;
}

const WhatIf *what_ifs_find(const WhatIfs *ifs, const WhatIf *at) {
  int index = index_of(ifs, at);
  return index < 0 ? NULL : &ifs->of[index];
}

bool what_ifs_put(WhatIfs *ifs, const WhatIf *one) {
  int index = index_of(ifs, one);
  if (index < 0 && ifs->count == WHAT_IFS_MOST) return false;
  ifs->of[index < 0 ? ifs->count++ : index] = *one;
  return true;
}

static void remove_at(WhatIfs *ifs, int index) {
  assert(index >= 0 && index < ifs->count);
  ifs->count--;
  memmove(&ifs->of[index], &ifs->of[index + 1], (size_t)(ifs->count - index) * sizeof ifs->of[0]);
  ifs->of[ifs->count] = (WhatIf){0};
}

bool what_ifs_take(WhatIfs *ifs, const WhatIf *at) {
  int index = index_of(ifs, at);
  if (index < 0) return false;
  remove_at(ifs, index);
  return true;
}

int what_ifs_take_all(WhatIfs *ifs, WhatIfKind kind) {
  int before = ifs->count;
  for (int i = ifs->count - 1; i >= 0; i--)
    if (ifs->of[i].kind == kind) remove_at(ifs, i);
  return before - ifs->count;
}

bool what_ifs_have(const WhatIfs *ifs, WhatIfKind kind) {
  for (int i = 0; ifs && i < ifs->count; i++)
    if (ifs->of[i].kind == kind) return true;
  return false;
}

/* ---- to text ---- */

/* The fewest digits that are read back as the same number. */
const char *what_if_number(Arena *arena, float value) {
  char text[32];
  float read = 0;
  if (isnan(value)) return "nan";
  if (isinf(value)) return value > 0 ? "inf" : "-inf";
  for (int digits = 1; digits <= FLT_DECIMAL_DIG; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, (double)value);
    if (what_if_read_number(str_from(text), &read) && memcmp(&read, &value, sizeof read) == 0)
      break;
  }
  return str_copy(arena, str_from(text));
}

static void write_number(StrBuf *text, const WhatIf *one) {
  const TracePartInfo *info = trace_part_info(one->part);
  const char *number = what_if_number(text->arena, one->value);
  if (!number) {
    text->failed = true;
    return;
  }
  strbuf_format(text, "set %s %d %d %s layer %d", info->name, one->row + 1, one->col + 1, number,
                one->layer + 1);
  if (info->per_head) strbuf_format(text, " head %d", one->head + 1);
}

static void write_one(StrBuf *text, const WhatIf *one) {
  switch (one->kind) {
  case WHAT_IF_NUMBER:
    write_number(text, one);
    break;
  case WHAT_IF_NO_KEY:
    strbuf_format(text, "without key %d", one->row + 1);
    break;
  case WHAT_IF_NO_QUERY:
    strbuf_format(text, "without query %d", one->row + 1);
    break;
  case WHAT_IF_HEAD_OFF:
    strbuf_format(text, "head off %d layer %d", one->head + 1, one->layer + 1);
    break;
  default:
    assert(one->kind == WHAT_IF_SWAP);
    strbuf_format(text, "swap %d", one->row + 1);
  }
}

const char *what_if_write(Arena *arena, const WhatIf *one) {
  StrBuf text = strbuf_make(arena);
  write_one(&text, one);
  return text.failed ? NULL : text.at;
}

const char *what_ifs_write(Arena *arena, const WhatIfs *ifs) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; ifs && i < ifs->count; i++) {
    if (i > 0) strbuf_add(&text, str_from(parting));
    write_one(&text, &ifs->of[i]);
  }
  if (text.failed) return NULL;
  return text.at ? text.at : "";
}

/* ---- from text ---- */

bool what_if_read_number(Str word, float *value) {
  double read;
  if (str_is(word, "nan")) return *value = NAN, true;
  if (str_is(word, "inf")) return *value = INFINITY, true;
  if (str_is(word, "-inf")) return *value = -INFINITY, true;
  if (!str_to_double(word, &read) || fabs(read) > (double)FLT_MAX) return false;
  *value = (float)read;
  return true;
}

static Str next_word(Str *text) {
  size_t bytes = 0;
  while (bytes < text->bytes && text->at[bytes] != ' ') bytes++;
  Str word = {text->at, bytes};
  size_t taken = bytes + (bytes < text->bytes);
  *text = (Str){text->at + taken, text->bytes - taken};
  return word;
}

static bool read_index(Str *text, int *index) {
  enum { INDEX_MOST = 1 << 24 };
  long number;
  if (!str_to_long(next_word(text), &number) || number < 1 || number > INDEX_MOST) return false;
  *index = (int)number - 1;
  return true;
}

static bool read_named(Str *text, const char *name, int *index) {
  return str_is(next_word(text), name) && read_index(text, index);
}

static bool read_set(Str *text, WhatIf *one) {
  one->part = what_if_part(next_word(text));
  return one->part != TRACE_PART_COUNT && read_index(text, &one->row) &&
         read_index(text, &one->col) && what_if_read_number(next_word(text), &one->value) &&
         read_named(text, "layer", &one->layer) &&
         (!trace_part_info(one->part)->per_head || read_named(text, "head", &one->head));
}

static bool read_without(Str *text, WhatIf *one) {
  Str which = next_word(text);
  one->kind = str_is(which, "query") ? WHAT_IF_NO_QUERY : WHAT_IF_NO_KEY;
  return (one->kind == WHAT_IF_NO_QUERY || str_is(which, "key")) && read_index(text, &one->row);
}

static bool read_one(Str text, WhatIf *one) {
  Str name = next_word(&text);
  bool is_read = false;
  *one = (WhatIf){.kind = WHAT_IF_NUMBER};
  if (str_is(name, "set")) is_read = read_set(&text, one);
  else if (str_is(name, "without")) is_read = read_without(&text, one);
  else if (str_is(name, "head")) {
    one->kind = WHAT_IF_HEAD_OFF;
    is_read = read_named(&text, "off", &one->head) && read_named(&text, "layer", &one->layer);
  } else if (str_is(name, "swap")) {
    one->kind = WHAT_IF_SWAP;
    is_read = read_index(&text, &one->row);
  }
  return is_read && text.bytes == 0;
}

bool what_ifs_read(Str text, WhatIfs *ifs) {
  WhatIfs read = {.count = 0};
  while (text.bytes > 0) {
    size_t bytes = 0;
    WhatIf one;
    while (bytes < text.bytes && text.at[bytes] != parting[0]) bytes++;
    if (!read_one((Str){text.at, bytes}, &one) || what_ifs_find(&read, &one) ||
        !what_ifs_put(&read, &one))
      return false;
    if (bytes == text.bytes) break;
    if (text.bytes - bytes < sizeof parting || text.at[bytes + 1] != parting[1]) return false;
    text = (Str){text.at + bytes + sizeof parting - 1, text.bytes - bytes - (sizeof parting - 1)};
  }
  *ifs = read;
  return true;
}
