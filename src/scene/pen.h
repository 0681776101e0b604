/* scene/pen.h -- places text and small parts so that nothing is cut off or overlaps.
**
** A pen has list, metrics, theme and text scale. Sizes passed to it are design sizes (10.5, 12,
** 13, 14, 18, 24 pt), which it multiplies by the text scale. Boxes are in points as drawn.
** Text that does not fit its box ends in “…” and is shown whole on hover.
**
**   points = max(design size × text scale, least_pt), or words_pt
**   line height = (ascent + descent) × points
**
** Memory  Texts, also shortened ones, are copied to the list's arena.
** Errors  Without memory the list remembers it; a shortened text may then be empty.
*/
#ifndef SCENE_PEN_H
#define SCENE_PEN_H

#include "scene/draw_list.h"
#include "scene/text_metrics.h"
#include "scene/theme.h"

/* A value that owns nothing; panels that shrink copy it and lower text_scale. */
typedef struct Pen {
  DrawList *list;
  const TextMetrics *metrics;
  const Theme *theme;
  float text_scale;
  /* > 0: the size of every word in points, whatever its design size: figures with a font size. */
  float words_pt;
  /* FACE_SERIF or FACE_MATH replaces the faces of all words, FACE_REGULAR none. */
  FaceId letters;
  /* No word is smaller, in points: pictures with a font size whose words have sizes of their own.
  ** 0: none. */
  float least_pt;
} Pen;

typedef enum Align { ALIGN_START, ALIGN_MIDDLE, ALIGN_END } Align;

/* align: where the text lies relative to its point or within its box. */
typedef struct TextStyle {
  FaceId face;
  float size; /* design size */
  Color color;
  Align align;
} TextStyle;

/* How far left of its point a text of that width begins. */
static inline float pen_shift(Align align, float width) {
  return align == ALIGN_START ? 0 : align == ALIGN_MIDDLE ? width / 2 : width;
}

/* Whether the words have the size that a page asks for: figures with a font size. */
static inline bool pen_is_of_print(const Pen *pen) {
  return pen->words_pt > 0 || pen->least_pt > 0;
}

/* The room of small words of so many design points, which grows where no word is smaller than a
** page asks for. */
static inline float pen_room(const Pen *pen, float design) {
  float of_words = pen->least_pt / 10.5f;
  return design * (of_words > pen->text_scale ? of_words : pen->text_scale);
}

/* The face that stands for it: in a figure with letters of its own, one of those. */
FaceId pen_face(const Pen *pen, FaceId face);
/* The size in points of a design size. */
float pen_points(const Pen *pen, float size);
/* 0 for an empty text. */
float pen_width(const Pen *pen, TextStyle style, Str text); /* points, scale included */
float pen_line_height(const Pen *pen, float size);          /* ascent + descent, scale included */

/* One line at a baseline, never shortened. Returns its width. */
float pen_text(const Pen *pen, TextStyle style, Point baseline, Str text);

/* One line in the middle of the box's height, aligned and shortened to its width.
** Returns the width drawn. */
float pen_text_in(const Pen *pen, TextStyle style, Box box, Str text);

/* The text shortened to width, with “…” if it was cut, on the list's arena;
** text itself if it fits. */
Str pen_fit(const Pen *pen, TextStyle style, float width, Str text);

/* Wraps at spaces (and between Han characters) from the top of box; if there is more text the
** last line that fits ends in “…”. Returns the height used. line_gap multiplies the line
** height, such as 1.2. */
float pen_text_wrapped(const Pen *pen, TextStyle style, Box box, float line_gap, Str text);

/* The height of the wrapped text in that width. */
float pen_wrapped_height(const Pen *pen, TextStyle style, float width, float line_gap, Str text);

/* Where a slanted text starts, or with ALIGN_END ends, and how long it may be. */
typedef struct SlantedLine {
  Point at;
  float angle_deg, length;
} SlantedLine;
/* Rotated about that point, shortened to that length. */
void pen_text_rotated(const Pen *pen, TextStyle style, SlantedLine line, Str text);

/* A formula symbol: ᵀ becomes a superscript T, _x a subscript x (W_O), ^x a superscript x, and with
** ^(…) all between the brackets, which are not drawn: e^(x−max).
** Returns the width as drawn. */
float pen_symbol(const Pen *pen, TextStyle style, Point baseline, Str symbol);
float pen_symbol_width(const Pen *pen, TextStyle style, Str symbol);

/* As pen_text, pen_text_in and pen_text_wrapped, with the indices of symbols that a sentence names
** set below the line, W_O, √d_head, p_i, and powers of e above it, e^(x − max) and e^x. Names of
** files, settings and tokens stay as they are. Height and places of line ends are those of the
** plain text, which is never narrower. */
float pen_words(const Pen *pen, TextStyle style, Point baseline, Str text);
float pen_words_in(const Pen *pen, TextStyle style, Box box, Str text);
float pen_words_wrapped(const Pen *pen, TextStyle style, Box box, float line_gap, Str text);

/* A labelled colour bar: numbers at its ends (and 0 between for symmetric ranges), in the
** mono face. Of PALETTE_SIZE it goes from 0 to both ends, ±x; of PALETTE_TENS it has a mark at
** every power of ten. vertical: the high end is on top. Labels need about 46 design points beside
** the bar or 16 below it. */
typedef struct ColorBar {
  Box box; /* of the colours alone */
  bool vertical;
  PaletteId palette;
  ColorRange range;
  /* > 0: the matrix uses only −used … used, which a bracket and two more numbers show. */
  float used;
  bool is_capped; /* the highest colour is that of larger numbers, too: "≥ 0.2" */
} ColorBar;
void pen_color_bar(const Pen *pen, const ColorBar *bar);

/* A short bar with its ends beside it on one line, centred in its box: "-25.0 [=====] 25.0". Draws
** nothing if the colours do not fit. */
void pen_inline_bar(const Pen *pen, const ColorBar *whole);
/* Of such a bar with the numbers at its ends, where it has room. */
float pen_inline_bar_width(const Pen *pen, PaletteId palette, ColorRange range);
float pen_inline_bar_room(const Pen *pen, const ColorBar *bar);

/* A bar as wide as box with its ends below it: "-25.0      25.0", or "±8.34×10⁻⁷" in the middle
** if two such numbers do not fit. Box is about 22 design points high. */
void pen_wide_bar(const Pen *pen, Box box, PaletteId palette, ColorRange range);

/* The colours of a palette from end to end, without numbers. */
void pen_sample(const Pen *pen, PaletteId palette, Box box);

/* The outline of the focus: box, whose stroke is left out, with its stroke_width, and a hairline on
** both sides, so that it is seen on any ground. Every outline of the focus in pictures is drawn by
** this. */
void pen_focus_outline(const Pen *pen, DrawBox box);

/* Stripes of the ground over a bar, across its longer side: it stands for a number below 0. Only in
** themes with patterns. */
void pen_stripes(const Pen *pen, Box bar, Color ground);
void pen_rule(const Pen *pen, Point from, Point to); /* a hairline in the theme's line colour */

/* A vertical edge of a ribbon, from y on down, and the colour there. */
typedef struct RibbonEdge {
  float x, y, h;
  Color color;
} RibbonEdge;
/* An S-shaped ribbon between two edges, for the flows of the overview, from one colour to the
** other; nothing unless the second is right of the first. */
void pen_ribbon(const Pen *pen, RibbonEdge from, RibbonEdge to);

/* An arrow → of the given length, for "becomes". */
void pen_arrow(const Pen *pen, Point from, float length, Color color);

#endif
