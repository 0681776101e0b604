/* font/bidi.c -- which characters of a line run right to left.
**
** The Unicode bidirectional algorithm (annex 9) for one line with isolates (U+2068 … U+2069)
** and without embeddings and overrides: P2 and P3 find its direction, W1 to W7 settle numbers and
** marks, N1 and N2 what stands between, I1 and I2 and L1 give levels. An isolate is a neutral to
** what stands around it, and a line of its own inside. Bracket pairs (N0) count as what they stand
** between.
*/
#include <utf8proc.h>

#include "font/faces.h"

enum {
  L = UTF8PROC_BIDI_CLASS_L,
  R = UTF8PROC_BIDI_CLASS_R,
  AL = UTF8PROC_BIDI_CLASS_AL,
  EN = UTF8PROC_BIDI_CLASS_EN,
  ES = UTF8PROC_BIDI_CLASS_ES,
  ET = UTF8PROC_BIDI_CLASS_ET,
  AN = UTF8PROC_BIDI_CLASS_AN,
  CS = UTF8PROC_BIDI_CLASS_CS,
  NSM = UTF8PROC_BIDI_CLASS_NSM,
  BN = UTF8PROC_BIDI_CLASS_BN,
  WS = UTF8PROC_BIDI_CLASS_WS,
  ON = UTF8PROC_BIDI_CLASS_ON
};

enum { FIRST_STRONG_ISOLATE = 0x2068, POP_ISOLATE = 0x2069, DEPTH_MOST = 8 };

static bool is_strong(int class) { return class == L || class == R || class == AL; }
static bool is_neutral(int class) { return !is_strong(class) && class != EN && class != AN; }

/* Fills the classes; true when something runs right to left. */
static bool classify(LineChar *chars, int count) {
  bool any = false;
  for (int i = 0; i < count; i++) {
    int class = utf8proc_get_property((utf8proc_int32_t)chars[i].code)->bidi_class;
    chars[i].bidi_class = (uint8_t) class;
    any |= class == R || class == AL || class == AN;
  }
  return any;
}

/* The place of the mark that closes the isolate opened at `first`, or count. */
static int isolate_end(const LineChar *chars, int first, int count) {
  int depth = 0;
  for (int i = first; i < count; i++) {
    depth += chars[i].code == FIRST_STRONG_ISOLATE;
    depth -= chars[i].code == POP_ISOLATE;
    if (depth == 0) return i;
  }
  return count;
}

/* P2 and P3: the first strong character outside of isolates decides; a line without one runs left
** to right. */
static int base_level(const LineChar *chars, int count) {
  for (int i = 0; i < count; i++) {
    if (chars[i].code == FIRST_STRONG_ISOLATE) i = isolate_end(chars, i, count);
    else if (is_strong(chars[i].bidi_class)) return chars[i].bidi_class != L;
  }
  return 0;
}

/* W1 to W3: marks follow their letter, digits after Arabic are Arabic digits. */
static void settle_marks(LineChar *chars, int count, int base) {
  int before = base, strong = base;
  for (int i = 0; i < count; i++) {
    uint8_t *class = &chars[i].bidi_class;
    if (*class == NSM || *class == BN) *class = (uint8_t)before;
    if (is_strong(*class)) strong = *class;
    if (*class == EN && strong == AL) *class = AN;
    before = *class;
  }
  for (int i = 0; i < count; i++)
    if (chars[i].bidi_class == AL) chars[i].bidi_class = R;
}

/* W4: a separator between two numbers of a kind is part of the number. */
static void settle_separators(LineChar *chars, int count) {
  for (int i = 1; i + 1 < count; i++) {
    int class = chars[i].bidi_class, left = chars[i - 1].bidi_class;
    if ((class != ES && class != CS) || left != chars[i + 1].bidi_class) continue;
    if (left == EN || (left == AN && class == CS)) chars[i].bidi_class = (uint8_t)left;
  }
}

/* W5 and W6: % and $ beside digits are part of the number; other separators are neutral. */
static void settle_terminators(LineChar *chars, int count) {
  for (int i = 0, end; i<count; i = end> i ? end : i + 1) {
    for (end = i; end < count && chars[end].bidi_class == ET;) end++;
    bool joins = (i > 0 && chars[i - 1].bidi_class == EN) ||
                 (end > i && end < count && chars[end].bidi_class == EN);
    for (int k = i; k < end; k++) chars[k].bidi_class = joins ? EN : ON;
  }
  for (int i = 0; i < count; i++)
    if (chars[i].bidi_class == ES || chars[i].bidi_class == CS) chars[i].bidi_class = ON;
}

/* W7: digits after a Latin letter are left to right like it. */
static void settle_digits(LineChar *chars, int count, int base) {
  int strong = base;
  for (int i = 0; i < count; i++) {
    if (is_strong(chars[i].bidi_class)) strong = chars[i].bidi_class;
    if (chars[i].bidi_class == EN && strong == L) chars[i].bidi_class = L;
  }
}

/* N1 and N2: neutrals go with both neighbours when these agree, else with the line. */
static void settle_neutrals(LineChar *chars, int count, int base) {
  for (int i = 0, end; i<count; i = end> i ? end : i + 1) {
    for (end = i; end < count && is_neutral(chars[end].bidi_class);) end++;
    int left = i == 0 ? base : chars[i - 1].bidi_class == L ? L : R;
    int right = end >= count ? base : chars[end].bidi_class == L ? L : R;
    for (int k = i; k < end; k++) chars[k].bidi_class = (uint8_t)(left == right ? left : base);
  }
}

/* I1, I2 */
static uint8_t level_of(int class, int base) {
  if (base == 0) return class == L ? 0 : class == R ? 1 : 2;
  return class == R ? 1 : 2;
}

static void resolve(LineChar *chars, int count, int outer, int depth);

/* Inside of isolates each has its own levels; to what stands around them they are neutrals. */
static void resolve_isolates(LineChar *chars, int count, int level, int depth) {
  for (int i = 0; i < count; i++) {
    if (chars[i].code == POP_ISOLATE) chars[i].bidi_class = ON;
    if (chars[i].code != FIRST_STRONG_ISOLATE) continue;
    int end = isolate_end(chars, i, count);
    if (depth < DEPTH_MOST) resolve(chars + i + 1, end - i - 1, level, depth + 1);
    chars[i].bidi_class = ON;
    for (int k = i + 1; k < end; k++) chars[k].bidi_class = BN;
    if (end < count) chars[end].bidi_class = ON;
    i = end;
  }
}

/* Levels of what stands outside of isolates, from the line's own level on. */
static void give_levels(LineChar *chars, int count, int last, int base, int level) {
  for (int i = 0; i < count; i++) {
    int own = i < last ? level_of(chars[i].bidi_class, base) - base : 0;
    chars[i].level = (uint8_t)(level + own);
    if (chars[i].code == FIRST_STRONG_ISOLATE) {
      int end = isolate_end(chars, i, count);
      if (end < count) chars[end].level = chars[i].level;
      i = end;
    }
  }
}

/* The rules run in the order of the annex, each on the result of the one before. `outer` is the
** level around it; a line in the other direction gets the next one. */
static void resolve(LineChar *chars, int count, int outer, int depth) {
  int parity = base_level(chars, count), base = parity ? R : L;
  int level = outer % 2 == parity ? outer : outer + 1;
  int last = count; /* L1: spaces at the end of the line keep the line's direction */
  while (last > 0 && chars[last - 1].bidi_class == WS) last--;
  resolve_isolates(chars, count, level, depth);
  settle_marks(chars, count, base);
  settle_separators(chars, count);
  settle_terminators(chars, count);
  settle_digits(chars, count, base);
  settle_neutrals(chars, count, base);
  give_levels(chars, count, last, parity, level);
}

/* Most lines have nothing that runs right to left and return after classify. */
bool bidi_resolve(LineChar *chars, int count) {
  for (int i = 0; i < count; i++) chars[i].level = 0;
  if (!classify(chars, count)) return false;
  int level = base_level(chars, count);
  resolve(chars, count, level, 0);
  return level == 1;
}
