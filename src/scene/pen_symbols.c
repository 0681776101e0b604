/* scene/pen_symbols.c -- symbols of formulas, alone and within sentences: raised and lowered
** letters are smaller and beside the line. */
#include <string.h>

#include "scene/pen.h"
#include "text/utf8.h"

static const float RAISED_SIZE = 0.66f; /* of a superscript or subscript */

typedef struct SymbolPiece {
  Str text;
  bool raised, lowered;
} SymbolPiece;

static const char RAISED_T[] = "\xE1\xB5\x80"; /* ᵀ */

/* Takes the next piece off the front of a symbol. */
static bool next_piece(Str *rest, SymbolPiece *piece) {
  if (rest->bytes == 0) return false;
  *piece = (SymbolPiece){.text = {rest->at, 0}};
  if (rest->bytes >= 3 && memcmp(rest->at, RAISED_T, 3) == 0) {
    *piece = (SymbolPiece){.text = STR("T"), .raised = true};
    *rest = (Str){rest->at + 3, rest->bytes - 3};
    return true;
  }
  if ((rest->at[0] == '_' || rest->at[0] == '^') && rest->bytes > 1) {
    int letter = 0;
    const char *end = rest->at[1] == '(' ? memchr(rest->at, ')', rest->bytes) : NULL;
    if (end) {
      piece->text = (Str){rest->at + 2, (size_t)(end - rest->at) - 2};
      piece->raised = rest->at[0] == '^', piece->lowered = rest->at[0] == '_';
      *rest = (Str){end + 1, rest->bytes - piece->text.bytes - 3};
      return true;
    }
    utf8_get(*rest, 1, &letter);
    size_t bytes = (size_t)letter;
    *piece = (SymbolPiece){{rest->at + 1, bytes}, rest->at[0] == '^', rest->at[0] == '_'};
    *rest = (Str){rest->at + 1 + bytes, rest->bytes - 1 - bytes};
    return true;
  }
  size_t end = 0;
  while (end < rest->bytes && rest->at[end] != '_' && rest->at[end] != '^' &&
         !(rest->bytes - end >= 3 && memcmp(rest->at + end, RAISED_T, 3) == 0))
    end++;
  piece->text.bytes = end;
  *rest = (Str){rest->at + end, rest->bytes - end};
  return true;
}

/* Raised or lowered from the baseline, and smaller. Returns its width. */
static float set_piece(const Pen *pen, TextStyle style, Point baseline, SymbolPiece piece,
                       bool draw) {
  float size = pen_points(pen, style.size);
  Pen small = *pen;
  style.align = ALIGN_START;
  if (piece.raised || piece.lowered) {
    style.size *= RAISED_SIZE;
    small.words_pt = pen->words_pt * RAISED_SIZE;
    small.least_pt = pen->least_pt * RAISED_SIZE;
  }
  if (piece.raised) baseline.y -= size * 0.36f;
  if (piece.lowered) baseline.y += size * 0.16f;
  return draw ? pen_text(&small, style, baseline, piece.text)
              : pen_width(&small, style, piece.text);
}

static float walk_symbol(const Pen *pen, TextStyle style, Point baseline, Str text, bool draw) {
  float x = baseline.x;
  SymbolPiece piece;
  while (next_piece(&text, &piece)) x += set_piece(pen, style, (Point){x, baseline.y}, piece, draw);
  return x - baseline.x;
}

float pen_symbol_width(const Pen *pen, TextStyle style, Str text) {
  return walk_symbol(pen, style, (Point){0, 0}, text, false);
}

float pen_symbol(const Pen *pen, TextStyle style, Point baseline, Str text) {
  float width = pen_symbol_width(pen, style, text);
  baseline.x -= pen_shift(style.align, width);
  walk_symbol(pen, style, baseline, text, true);
  return width;
}

/* -- symbols in sentences -- */

/* Names with an index as sentences write them. Any other word with “_” is a name of a file, a
** setting or a token, and stays as it is. */
static const char *const indexed[] = {"W_Q",     "W_K", "W_V", "W_O",  "√d_model",
                                      "√d_head", "p_i", "p_j", "δ_ij", "d_k"};

static bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The name that stands at that byte as a word; empty if none does. */
static Str indexed_at(Str text, size_t at) {
  Str rest = {text.at + at, text.bytes - at};
  if (at > 0 && is_of_name(text.at[at - 1])) return (Str){rest.at, 0};
  for (size_t i = 0; i < sizeof indexed / sizeof *indexed; i++) {
    size_t bytes = strlen(indexed[i]);
    if (!str_starts(rest, indexed[i])) continue;
    if (bytes == rest.bytes || !is_of_name(rest.at[bytes])) return (Str){rest.at, bytes};
  }
  return (Str){rest.at, 0};
}

typedef struct Power {
  Str whole, exponent; /* the exponent without its brackets */
} Power;

/* A power of e that is written on one line, "e^(x − max)" or "e^x"; empty if none begins at that
** byte. */
static Power power_at(Str text, size_t at) {
  Str rest = {text.at + at, text.bytes - at};
  const size_t sign = 2; /* "e^" */
  size_t end = sign;
  if (!str_starts(rest, "e^") || (at > 0 && is_of_name(text.at[at - 1]))) return (Power){0};
  if (str_starts(rest, "e^(")) {
    const char *closed = memchr(rest.at, ')', rest.bytes);
    if (!closed) return (Power){0};
    end = (size_t)(closed - rest.at) + 1;
    return (Power){{rest.at, end}, {rest.at + sign + 1, end - sign - 2}};
  }
  while (end < rest.bytes && is_of_name(rest.at[end])) end++;
  if (end == sign) return (Power){0};
  return (Power){{rest.at, end}, {rest.at + sign, end - sign}};
}

static float walk_words(const Pen *pen, TextStyle style, Point baseline, Str text, bool draw) {
  float x = baseline.x;
  size_t from = 0;
  for (size_t at = 0; at < text.bytes; at++) {
    Str name = indexed_at(text, at);
    Power power = power_at(text, at);
    bool is_power = power.whole.bytes > 0;
    if (name.bytes == 0 && !is_power) continue;
    size_t sign = is_power ? 1 : (size_t)((const char *)memchr(name.at, '_', name.bytes) - name.at);
    SymbolPiece base = {.text = {text.at + from, at + sign - from}};
    SymbolPiece index = {.text = {name.at + sign + 1, name.bytes - sign - 1}, .lowered = true};
    if (is_power) index = (SymbolPiece){.text = power.exponent, .raised = true};
    x += set_piece(pen, style, (Point){x, baseline.y}, base, draw);
    x += set_piece(pen, style, (Point){x, baseline.y}, index, draw);
    from = at + name.bytes + power.whole.bytes;
    at = from - 1;
  }
  SymbolPiece rest = {.text = {text.at + from, text.bytes - from}};
  if (rest.text.bytes > 0) x += set_piece(pen, style, (Point){x, baseline.y}, rest, draw);
  return x - baseline.x;
}

static bool has_symbols(Str text) {
  return text.bytes > 0 && (memchr(text.at, '_', text.bytes) || memchr(text.at, '^', text.bytes));
}

float pen_words(const Pen *pen, TextStyle style, Point baseline, Str text) {
  if (!has_symbols(text)) return pen_text(pen, style, baseline, text);
  float width = walk_words(pen, style, (Point){0, 0}, text, false);
  baseline.x -= pen_shift(style.align, width);
  return walk_words(pen, style, baseline, text, true);
}

float pen_words_in(const Pen *pen, TextStyle style, Box box, Str text) {
  if (!has_symbols(text) || walk_words(pen, style, (Point){0, 0}, text, false) > box.w + 0.01f)
    return pen_text_in(pen, style, box, text);
  float y = box.y + (box.h + TEXT_CAP_HEIGHT * pen_points(pen, style.size)) / 2;
  return pen_words(pen, style, (Point){box.x + pen_shift(style.align, box.w), y}, text);
}
