/* scene/stages/tokens_words.c -- the sentence of the tokens stage: each word where it is read,
** with an underline for each of its tokens, from which the ribbon to its chip starts.
*/
#include "scene/stages/tokens.h"
#include "text/utf8.h"

#include <assert.h>
#include <math.h>

/* So close to each other that one row fills the width. */
static const float SIZES[] = {44, 41, 38, 35, 32, 30, 28, 25, 22, 20, 18, 16, 14, 12, 11, 10.5f};
enum { SIZE_COUNT = 16 };
static const float PAGE_MOST = 28;  /* larger words only in one row */
static const float PART_DESIGN = 5; /* least width of the underline of one byte of a character */
/* line height of the sentence, in sizes, with room for the underlines */
static const float LINE = 2;

/* -- reading order ----------------------------------------------------------------------------- */

/* What is read as one: a token, or all tokens that are bytes of the same character. */
typedef struct Unit {
  int first, end; /* range of tokens */
  Str text;
} Unit;

static bool is_whole_text(Str text) {
  uint32_t code;
  size_t at = 0, bytes = 1;
  for (; at < text.bytes && bytes > 0; at += bytes) bytes = str_decode(text, at, &code);
  return at == text.bytes && bytes > 0;
}

/* The text as typed, even if the model uses lower case or a token for unknown words. Empty if
** nothing can be read: special tokens, spaces, bytes that are no whole character. */
static Str typed_text(const Trace *trace, int first, int end) {
  const TraceToken *from = trace_token(trace, first), *to = trace_token(trace, end - 1);
  Str sentence = trace_sentence(trace), none = {"", 0};
  int start = from->first_byte, stop = to->first_byte + to->bytes;
  if (start < 0 || stop <= start || (size_t)stop > sentence.bytes) return none;
  while (start < stop && sentence.at[start] == ' ') start++;
  while (stop > start && sentence.at[stop - 1] == ' ') stop--;
  Str text = {sentence.at + start, (size_t)(stop - start)};
  return is_whole_text(text) ? text : none;
}

/* If the last bytes of a character did not fit the model, each of its tokens
** is a unit by itself. */
static Unit unit_of(const Scene *scene, int index) {
  assert(index >= 0 && index < trace_token_count(scene->trace));
  const Trace *trace = scene->trace;
  int count = trace_token_count(trace), group = trace_token(trace, index)->group;
  Unit alone = {index, index + 1, typed_text(trace, index, index + 1)}, unit = alone;
  if (alone.text.bytes == 0) alone.text = trace_token(trace, index)->text;
  while (group >= 0 && unit.first > 0 && trace_token(trace, unit.first - 1)->group == group)
    unit.first--;
  while (group >= 0 && unit.end < count && trace_token(trace, unit.end)->group == group) unit.end++;
  unit.text = typed_text(trace, unit.first, unit.end);
  return unit.text.bytes > 0 ? unit : alone;
}

/* 1 for a word written from right to left, −1 for any other with letters, 0 for punctuation and
** digits, which take the direction of their neighbours. */
static int direction(Str text) {
  int bytes = 0;
  bool has_letters = false;
  for (size_t at = 0; at < text.bytes; at += (size_t)bytes) {
    uint32_t code = utf8_get(text, at, &bytes);
    if (utf8_is_right_to_left(code)) return 1;
    has_letters |= utf8_is_left_to_right(code);
  }
  return has_letters ? -1 : 0;
}

static int token_direction(const Scene *scene, int index) {
  return direction(unit_of(scene, index).text);
}

/* A run of words from right to left is placed from left to right first and then mirrored. */
static void mirror(Box *boxes, int first, int end) {
  assert(first <= end);
  if (end <= first) return;
  float left = fminf(boxes[first].x, boxes[end - 1].x);
  float right = fmaxf(boxes[first].x + boxes[first].w, boxes[end - 1].x + boxes[end - 1].w);
  for (int i = first; i < end; i++) boxes[i].x = left + right - boxes[i].x - boxes[i].w;
}

/* Mirrors each run of words with that direction, including punctuation between two of them. */
static void mirror_runs(const Scene *scene, Box *boxes, int first, int end, int way) {
  for (int i = first; i < end; i++) {
    if (token_direction(scene, i) != way) continue;
    int last = i;
    for (int next = i; next < end && token_direction(scene, next) != -way; next++)
      if (token_direction(scene, next) == way) last = next;
    mirror(boxes, i, last + 1);
    i = last;
  }
}

/* Moves the boxes first … end−1 so that their row is centred in place. */
static void centre_row(Box *boxes, int first, int end, Box place) {
  if (end <= first) return;
  float width = boxes[end - 1].x + boxes[end - 1].w - boxes[first].x;
  float by = floorf((place.w - width) / 2);
  for (int i = first; i < end; i++) boxes[i].x += by;
}

void tokens_order_row(const Scene *scene, Box *boxes, int first, int end, Box place) {
  int base = 0, count = trace_token_count(scene->trace);
  centre_row(boxes, first, end, place);
  for (int i = 0; i < count && base == 0; i++) base = token_direction(scene, i);
  if (base > 0) mirror(boxes, first, end);
  mirror_runs(scene, boxes, first, end, base > 0 ? -1 : 1);
}

/* -- words ------------------------------------------------------------------------------------- */

static TextStyle sentence_style(const Scene *scene, float size) {
  return (TextStyle){FACE_REGULAR, size, scene->pen.theme->ink, ALIGN_START};
}

/* The byte of the sentence where the unit starts; −1: it was not typed. */
static int start_of(const Scene *scene, const Unit *unit) {
  Str sentence = trace_sentence(scene->trace);
  bool is_typed = unit->text.at >= sentence.at && unit->text.at <= sentence.at + sentence.bytes;
  return is_typed ? (int)(unit->text.at - sentence.at) : -1;
}

/* Whether there is a space before the token: where one was typed, and around special tokens,
** which belong to no word. */
static bool has_space_before(const Scene *scene, int index, bool is_spaced) {
  const TraceToken *token = trace_token(scene->trace, index);
  return is_spaced || token->special || trace_token(scene->trace, index - 1)->special;
}

/* With room for an underline below each token of a character. */
static float unit_width(const Scene *scene, TextStyle style, const Unit *unit, float most) {
  int parts = unit->end - unit->first;
  float width = unit->text.bytes > 400 ? most + 1 : pen_width(&scene->pen, style, unit->text);
  return parts > 1 ? fmaxf(width, stage_points(scene, PART_DESIGN) * (float)parts) : width;
}

/* Places each word; boxes is NULL if they do not fit. If a word is wider than the place, the
** sentence is drawn as running text instead. */
static TokenWords place_words_at(const Scene *scene, Box place, float size) {
  assert(size > 0);
  int count = trace_token_count(scene->trace), row_first = 0;
  int end = 0; /* of the previous word, in bytes of the sentence */
  TokenWords words = {.size = size, .one_row = true, .used = place.h};
  Box *boxes = arena_take(scene->pen.list->arena, (size_t)count, sizeof *boxes);
  if (!boxes) return words;
  TextStyle style = sentence_style(scene, size);
  float line = stage_points(scene, size * LINE), between = stage_points(scene, 3);
  float space = pen_width(&scene->pen, style, STR(" ")), x = place.x, y = place.y;
  for (int i = 0; i < count;) {
    Unit unit = unit_of(scene, i);
    int start = start_of(scene, &unit);
    float width = unit_width(scene, style, &unit, place.w);
    if (i > row_first) x += between + (has_space_before(scene, i, start > end) ? space : 0);
    if (x + width > place.x + place.w && i > row_first) {
      tokens_order_row(scene, boxes, row_first, i, place);
      row_first = i;
      x = place.x;
      y += line;
      words.one_row = false;
    }
    if (y + line > place.y + place.h + 0.5f || width > place.w) return words;
    float share = width / (float)(unit.end - unit.first);
    for (; i < unit.end; i++, x += share) boxes[i] = (Box){x, y, share, line};
    if (start >= 0) end = start + (int)unit.text.bytes;
  }
  tokens_order_row(scene, boxes, row_first, count, place);
  words.boxes = boxes;
  words.used = y + line - place.y;
  return words;
}

/* Running text at the largest size that shows all of it. */
static TokenWords place_running_text(const Scene *scene, Box place) {
  enum { BYTES_MOST = 2000 }; /* a longer sentence never fits */
  Str sentence = trace_sentence(scene->trace);
  TokenWords words = {.size = SIZES[SIZE_COUNT - 1], .used = place.h};
  for (int i = 0; i < SIZE_COUNT && sentence.bytes <= BYTES_MOST; i++) {
    if (SIZES[i] > PAGE_MOST) continue;
    TextStyle style = sentence_style(scene, SIZES[i]);
    float height = pen_wrapped_height(&scene->pen, style, place.w, 1.2f, sentence);
    if (height <= place.h) return (TokenWords){.size = SIZES[i], .used = height};
  }
  return words;
}

TokenWords tokens_words_place(const Scene *scene, Box place, bool prefers_one_row) {
  TokenWords broken = {0};
  for (int i = 0; i < SIZE_COUNT; i++) {
    TokenWords words = place_words_at(scene, place, SIZES[i]);
    if (words.boxes && words.one_row) return words;
    if (!words.boxes || SIZES[i] > PAGE_MOST) continue;
    if (!prefers_one_row) return words;
    if (!broken.boxes) broken = words;
  }
  return broken.boxes ? broken : place_running_text(scene, place);
}

/* Centred over its tokens, which may be placed from right to left. */
static void draw_unit(const Scene *scene, TextStyle style, const Unit *unit, const Box *boxes,
                      float baseline) {
  Box first = boxes[unit->first], last = boxes[unit->end - 1];
  float left = fminf(first.x, last.x), right = fmaxf(first.x + first.w, last.x + last.w);
  float spare = fmaxf(right - left - pen_width(&scene->pen, style, unit->text), 0);
  pen_text(&scene->pen, style, (Point){left + spare / 2, baseline}, unit->text);
}

void tokens_words_draw(const Scene *scene, const TokenWords *words, Box place) {
  const Pen *pen = &scene->pen;
  TextStyle style = sentence_style(scene, words->size);
  float size = stage_points(scene, words->size);
  if (!words->boxes) {
    style.align = ALIGN_MIDDLE;
    pen_text_wrapped(pen, style, place, 1.2f, trace_sentence(scene->trace));
    return;
  }
  int focus, col;
  stage_focus(scene, &focus, &col);
  for (int i = 0; i < trace_token_count(scene->trace); i++) {
    Box box = words->boxes[i];
    float base = box.y + size * 1.1f;
    Unit unit = unit_of(scene, i);
    bool is_part = unit.end - unit.first > 1;
    if (i == unit.first) draw_unit(scene, style, &unit, words->boxes, base);
    Box under = {box.x, base + size * 0.38f, box.w - (is_part ? 1 : 0), stage_points(scene, 3)};
    Color color = i == focus ? pen->theme->focus : pen->theme->hatch;
    DrawBox bar = {.box = under, .corner = 1, .fill = color, .stroke_width = 1};
    if (i == focus) pen_focus_outline(pen, bar);
    else draw_box(pen->list, bar);
  }
}
