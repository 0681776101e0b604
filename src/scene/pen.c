/* scene/pen.c -- text that fits its place, and small parts of every picture. Symbols are
** in pen_symbols.c, colour bars in pen_color_bars.c. */
#include "scene/pen.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "text/utf8.h"

static const char ELLIPSIS[] = "\xE2\x80\xA6";
enum { FIT_BYTES_MOST = 2000, PROPORTIONS_MOST = 8 };

/* -- one line -- */

float pen_points(const Pen *pen, float size) {
  return pen->words_pt > 0 ? pen->words_pt : fmaxf(size * pen->text_scale, pen->least_pt);
}

FaceId pen_face(const Pen *pen, FaceId face) {
  bool is_bold = face == FACE_BOLD || face == FACE_SEMIBOLD || face == FACE_MONO_BOLD;
  if (pen->letters != FACE_SERIF && pen->letters != FACE_MATH) return face;
  return (FaceId)((int)pen->letters + (is_bold ? 1 : 0));
}

float pen_width(const Pen *pen, TextStyle style, Str text) {
  if (text.bytes == 0) return 0;
  return pen->metrics->width_pt(pen->metrics->self, pen_face(pen, style.face),
                                pen_points(pen, style.size), text);
}

float pen_line_height(const Pen *pen, float size) {
  return (TEXT_ASCENT + TEXT_DESCENT) * pen_points(pen, size);
}

_Static_assert(FACE_SERIF_BOLD == FACE_SERIF + 1 && FACE_MATH_BOLD == FACE_MATH + 1,
               "the bold face follows its regular one");

/* The width is stored with the text, so that backends need not measure. */
float pen_text(const Pen *pen, TextStyle style, Point baseline, Str text) {
  float width = pen_width(pen, style, text);
  draw_text(pen->list, (DrawText){.text = text,
                                  .at = {baseline.x - pen_shift(style.align, width), baseline.y},
                                  .face = pen_face(pen, style.face),
                                  .size_pt = pen_points(pen, style.size),
                                  .width_pt = width,
                                  .color = style.color});
  return width;
}

/* A beginning of a text and its width. */
typedef struct Beginning {
  size_t bytes;
  float width;
} Beginning;

/* Where the width is probably reached: between two beginnings by proportion, as long as that finds
** it quickly, and before the first is measured with letters half as wide as they are high. */
static size_t guess_cut(Beginning fits, Beginning beyond, float width, int measured) {
  size_t room = beyond.bytes - fits.bytes;
  if (measured >= PROPORTIONS_MOST || beyond.width <= fits.width) return fits.bytes + room / 2;
  double share = ((double)width - fits.width) / ((double)beyond.width - fits.width);
  return fits.bytes + (size_t)(fmin(fmax(share, 0), 1) * (double)room);
}

/* Measures beginnings as a whole, since kerning and ligatures make widths not additive; a longer
** one is never narrower, so a few are measured and not each. */
static size_t fitting_bytes(const Pen *pen, TextStyle style, float width, Str text) {
  float letter = 0.5f * pen_points(pen, style.size);
  Beginning fits = {0, 0}, beyond = {text.bytes + 1, letter * (float)(text.bytes + 1)};
  for (int measured = 0; fits.bytes < text.bytes; measured++) {
    size_t guess = guess_cut(fits, beyond, width, measured),
           cut = utf8_next_grapheme(text, fits.bytes);
    if (cut >= beyond.bytes) break;
    for (size_t next = cut; cut < guess && cut < text.bytes; cut = next) {
      next = utf8_next_grapheme(text, cut);
      if (next >= beyond.bytes) break;
    }
    Beginning found = {cut, pen_width(pen, style, (Str){text.at, cut})};
    *(found.width <= width ? &fits : &beyond) = found;
    if (beyond.bytes > text.bytes) /* nothing too wide is known: its width is guessed */
      beyond.width = found.width / (float)cut * (float)beyond.bytes;
  }
  return fits.bytes;
}

Str pen_fit(const Pen *pen, TextStyle style, float width, Str text) {
  bool is_short = text.bytes <= FIT_BYTES_MOST; /* longer text is never measured whole */
  if (is_short && pen_width(pen, style, text) <= width + 0.01f) return text;
  StrBuf best = strbuf_make(pen->list->arena);
  if (text.bytes > FIT_BYTES_MOST) text.bytes = utf8_next_grapheme(text, FIT_BYTES_MOST);
  float room = width - pen_width(pen, style, str_from(ELLIPSIS));
  if (room < 0) return (Str){"", 0};
  size_t kept = fitting_bytes(pen, style, room, text);
  while (kept > 0 && text.at[kept - 1] == ' ') kept--;
  strbuf_add(&best, (Str){text.at, kept});
  strbuf_add(&best, str_from(ELLIPSIS));
  return strbuf_str(&best);
}

/* Shows the whole text on hover; text that fits needs no hit. */
static void tip_whole(const Pen *pen, Box box, Str shown, Str whole) {
  if (str_equal(shown, whole)) return;
  draw_hit(pen->list, (DrawHit){.box = box, .tip = str_copy(pen->list->arena, whole)});
}

float pen_text_in(const Pen *pen, TextStyle style, Box box, Str text) {
  Str shown = pen_fit(pen, style, box.w, text);
  float x = box.x + pen_shift(style.align, box.w);
  float y = box.y + (box.h + TEXT_CAP_HEIGHT * pen_points(pen, style.size)) / 2;
  tip_whole(pen, box, shown, text);
  return pen_text(pen, style, (Point){x, y}, shown);
}

/* Rotated about its start, or about its end for labels that end at a cell. */
void pen_text_rotated(const Pen *pen, TextStyle style, SlantedLine line, Str text) {
  Str shown = pen_fit(pen, style, line.length, text);
  float width = pen_width(pen, style, shown), back = pen_shift(style.align, width);
  double turn = (double)line.angle_deg * NUMBER_PI / 180;
  float across = (float)cos(turn), up = (float)sin(turn);
  draw_text(pen->list, (DrawText){.text = shown,
                                  .at = {line.at.x - back * across, line.at.y + back * up},
                                  .face = pen_face(pen, style.face),
                                  .size_pt = pen_points(pen, style.size),
                                  .angle_deg = line.angle_deg,
                                  .width_pt = width,
                                  .color = style.color});
}

/* -- several lines -- */

/* A line may break between two letters if one of them belongs to a script without spaces, but not
** beside a quote or bracket, which stays with what it encloses. */
static bool may_break_at(Str text, size_t before, size_t cut) {
  if (cut >= text.bytes) return false;
  uint32_t left = utf8_get(text, before, NULL), right = utf8_get(text, cut, NULL);
  if (utf8_encloses(left) || utf8_encloses(right)) return false;
  return utf8_is_wide(left) || utf8_is_wide(right);
}

/* A line ends at a space beside “=” only if there is no other: an equation stays together. */
static bool is_at_equals(Str text, size_t space) {
  bool before = space > 0 && text.at[space - 1] == '=';
  return before || (space + 1 < text.bytes && text.at[space + 1] == '=');
}

/* The closing quote or bracket of a word in quotes that begins at that byte; `at` if none does, or
** if it is longer than a word. */
static size_t quoted_end(Str text, size_t at) {
  enum { WORD_BYTES = 40 };
  if (!utf8_encloses(utf8_get(text, at, NULL))) return at;
  for (size_t end = utf8_next_grapheme(text, at); end < text.bytes && end - at <= WORD_BYTES;
       end = utf8_next_grapheme(text, end)) {
    if (text.at[end] == ' ' || text.at[end] == '\n') return at;
    if (utf8_encloses(utf8_get(text, end, NULL))) return end;
  }
  return at;
}

/* Where the line ends whose letters before `fits` have room: at the last space or between letters
** of a script without spaces, but not within a word in quotes; `from` if there is neither. */
static size_t last_break(Str text, size_t from, size_t fits) {
  size_t best = from, at_equals = from, closing = from;
  for (size_t before = from, cut; before <= fits; before = cut) {
    cut = utf8_next_grapheme(text, before);
    bool is_quoted = before < closing;
    if (before > closing || before == from) closing = quoted_end(text, before);
    if (text.at[before] == ' ') *(is_at_equals(text, before) ? &at_equals : &best) = before;
    else if (!is_quoted && before < fits && may_break_at(text, before, cut)) best = cut;
  }
  return best > from ? best : at_equals;
}

typedef struct Paragraph {
  const Pen *pen;
  TextStyle style;
  float line_gap; /* relative to the height of a line */
  Str text;
  bool lowers; /* indices of symbols */
} Paragraph;

/* The end of the line that begins at `from`, and the start of the next. A word longer than the line
** is broken at its end. */
static size_t break_line(const Paragraph *of, float width, size_t from, size_t *next) {
  Str text = of->text;
  assert(from < text.bytes);
  const char *feed = memchr(text.at + from, '\n', text.bytes - from);
  size_t end = feed ? (size_t)(feed - text.at) : text.bytes;
  Str whole = {text.at + from, end - from};
  size_t fits = from + fitting_bytes(of->pen, of->style, width, whole);
  if (fits == end) return *next = feed ? end + 1 : end, end;
  size_t best = last_break(text, from, fits);
  if (best > from) return *next = best + (text.at[best] == ' '), best;
  return *next = fits > from ? fits : utf8_next_grapheme(text, from);
}

/* One walk measures and draws, so that both agree. */
static float wrap_text(const Paragraph *of, Box box, bool draw) {
  const Pen *pen = of->pen;
  TextStyle style = of->style;
  Str text = of->text;
  float high = pen_line_height(pen, style.size), step = high * of->line_gap, used = 0;
  float ascent = TEXT_ASCENT * pen_points(pen, style.size);
  size_t from = 0;
  while (from < text.bytes && used + high <= box.h + 0.01f) {
    size_t next, end = break_line(of, box.w, from, &next);
    bool is_last = used + step + high > box.h + 0.01f;
    Str line = {text.at + from, end - from};
    if (is_last && next < text.bytes) {
      Str rest = {text.at + from, text.bytes - from};
      line = pen_fit(pen, style, box.w, rest);
      if (draw) tip_whole(pen, (Box){box.x, box.y + used, box.w, step}, line, rest);
    }
    float x = box.x + pen_shift(style.align, box.w);
    Point at = {x, box.y + used + ascent};
    if (draw && of->lowers) pen_words(pen, style, at, line);
    else if (draw) pen_text(pen, style, at, line);
    used += step;
    from = next;
  }
  return used;
}

float pen_text_wrapped(const Pen *pen, TextStyle style, Box box, float line_gap, Str text) {
  return wrap_text(&(Paragraph){pen, style, line_gap, text, false}, box, true);
}

float pen_words_wrapped(const Pen *pen, TextStyle style, Box box, float line_gap, Str text) {
  return wrap_text(&(Paragraph){pen, style, line_gap, text, true}, box, true);
}

float pen_wrapped_height(const Pen *pen, TextStyle style, float width, float line_gap, Str text) {
  return wrap_text(&(Paragraph){pen, style, line_gap, text, false}, (Box){0, 0, width, 1e9f},
                   false);
}

/* -- parts -- */

void pen_focus_outline(const Pen *pen, DrawBox box) {
  assert(box.stroke_width > 0);
  float hairline = float_clamp(pen->text_scale, 1, 1.6f);
  box.stroke_width *= pen->theme->focus_width;
  draw_box(pen->list, (DrawBox){.box = box.box,
                                .corner = box.corner,
                                .stroke = pen->theme->focus_edge,
                                .stroke_width = box.stroke_width + 2 * hairline});
  float out = box.stroke_width / 2 + hairline;
  if (pen->theme->focus_halo.a > 0)
    draw_box(pen->list, (DrawBox){.box = box_inset(box.box, -out),
                                  .corner = box.corner + out,
                                  .stroke = pen->theme->focus_halo,
                                  .stroke_width = 2 * hairline});
  box.stroke = pen->theme->focus;
  draw_box(pen->list, box);
}

void pen_stripes(const Pen *pen, Box bar, Color ground) {
  static const float APART = 4, WIDTH = 1.25f;
  bool is_wide = bar.w >= bar.h;
  float length = is_wide ? bar.w : bar.h, apart = APART * float_clamp(pen->text_scale, 1, 2);
  if (!pen->theme->has_patterns) return;
  for (float at = apart / 2; at + WIDTH / 2 < length; at += apart) {
    Point from = {bar.x + (is_wide ? at : 0), bar.y + (is_wide ? 0 : at)};
    Point to = {is_wide ? from.x : bar.x + bar.w, is_wide ? bar.y + bar.h : from.y};
    draw_line(pen->list, from, to, WIDTH, ground);
  }
}

void pen_rule(const Pen *pen, Point from, Point to) {
  draw_line(pen->list, from, to, 1, pen->theme->line);
}

void pen_ribbon(const Pen *pen, RibbonEdge from, RibbonEdge to) {
  if (from.x >= to.x) return;
  float middle = (from.x + to.x) / 2;
  Point from_top = {from.x, from.y}, from_end = {from.x, from.y + from.h};
  Point to_top = {to.x, to.y}, to_end = {to.x, to.y + to.h};
  Point points[] = {
      from_top, {middle, from_top.y}, {middle, to_top.y},   to_top,   to_top,   to_end,
      to_end,   {middle, to_end.y},   {middle, from_end.y}, from_end, from_end, from_top,
      from_top};
  DrawGradient gradient = {{from.x, 0}, {to.x, 0}, from.color, to.color};
  draw_gradient_ribbon(pen->list, points, 13, gradient);
}

void pen_arrow(const Pen *pen, Point from, float length, Color color) {
  float width = 2 * pen->text_scale, head = length * 0.34f;
  Point tip = {from.x + length, from.y};
  draw_line(pen->list, from, tip, width, color);
  draw_line(pen->list, (Point){tip.x - head, tip.y - head}, tip, width, color);
  draw_line(pen->list, (Point){tip.x - head, tip.y + head}, tip, width, color);
}
