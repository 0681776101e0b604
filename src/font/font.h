/* font/font.h -- the one place that decides glyphs and their positions.
**
** Finds faces through fontconfig (Inter, JetBrains Mono, DejaVu Sans, Noto Sans CJK, then whatever
** covers a character), cuts a line into runs of one face, script and direction without splitting a
** grapheme cluster, shapes each run with HarfBuzz unhinted in font units, and so gives the same
** positions at every size on the screen and in files.
**
**   text → clusters → runs (face, script, direction) → glyphs → visual order
**
**   “die Katze 猫 שלום”   runs of Inter, Noto Sans CJK and DejaVu Sans; the last one runs to the
**                         left, its first letter at its right end
**
** Faces   regular, medium, semibold, bold: Inter of weight 400, 500, 600, 700. mono, mono bold:
**         JetBrains Mono of 400 and 700. Where one is missing DejaVu of its kind stands in.
**
** What is typed stays as typed: contextual alternates and programming ligatures are off in Inter
** and JetBrains Mono ("->" is not an arrow). Words that run right to left follow the Unicode
** bidirectional algorithm without its explicit embeddings; the first strong letter decides the
** direction of the line. A character no face has is shown as U+FFFD; bytes that are not UTF-8 too.
**
** Rasterising  SDL2_ttf draws a run where its own shaping is the same as ours, which is nearly
**         always; where it is not (contextual alternates, glyphs left of the origin, marks above
**         the line, a missing character) the same FreeType glyphs are drawn from our own shaping.
** Units   points; positions linear in size. Memory: the Fonts' own arena and caches, bounded.
** Threads A Fonts belongs to one thread at a time.
** Errors  A missing face names the package that has it; without any usable face opening fails.
** Source  Unicode annexes 9 (bidirectional algorithm, W and N rules) and 29 (grapheme clusters).
*/
#ifndef FONT_FONT_H
#define FONT_FONT_H

#include "base/arena.h"
#include "base/status.h"
#include "scene/text_metrics.h"

/* Faces, caches and the libraries behind them: a few megabytes, so a program opens one for each
** thread that draws, and no more. */
typedef struct Fonts Fonts;

/* One shape of a face, and where it stands. Several glyphs may stand for one cluster, and one glyph
** for several characters. */
typedef struct Glyph {
  unsigned index;   /* in the face's file */
  float x_pt, y_pt; /* from the start of the line's baseline, y down */
  float advance_pt;
  int first_byte, bytes; /* the cluster it stands for */
} Glyph;

/* Glyphs of one face, script and direction: what a backend draws with one call. */
typedef struct GlyphRun {
  int face; /* number for font_face_file */
  bool right_to_left;
  const Glyph *glyphs; /* left to right as seen */
  int glyph_count;
  int first_byte, bytes; /* of the line's text, in the order it was typed */
  float x_pt, width_pt;  /* from the start of the line */
  float size_pt;         /* the size it was shaped at */
  unsigned script;       /* ISO 15924 tag: 'Latn' is 0x4C61746E */
} GlyphRun;

/* A line ready to be drawn, its start at x = 0 on the baseline, y = 0. */
typedef struct GlyphLine {
  const GlyphRun *runs; /* in visual order, left to right */
  int run_count;
  float width_pt;
  bool right_to_left; /* the line's own direction: that of its first strong letter */
} GlyphLine;

/* Where a face comes from, for those who embed or name it. A PDF takes the file's glyphs, an SVG
** only its family and weight, so another machine may show another font there. */
typedef struct FaceFile {
  const char *path;
  int index;           /* in a collection */
  const char *family;  /* for SVG: "Inter" */
  int weight;          /* 400, 500 … for SVG */
  void *freetype_face; /* an FT_Face for cairo; owned by Fonts; its size is anyone's to set */
} FaceFile;

/* Reads fontconfig's configuration and finds the first choices. *fonts is NULL after false. */
bool fonts_open(Fonts **fonts, Status *status);
void fonts_close(Fonts *fonts);                       /* NULL is allowed */
const TextMetrics *fonts_metrics(const Fonts *fonts); /* a width is 0 when memory is out */
/* A sentence about every missing face and the package that has it, or "". It may grow: that CJK
** characters are missing is only noticed when one is drawn. */
const char *fonts_notice(const Fonts *fonts);
/* How often memory was out so far, in the Fonts or, as far as they tell, in the libraries behind
** them. What was measured, shaped or drawn while the number grew is not what it should be. */
long fonts_failure_count(const Fonts *fonts);

/* Shapes one line onto the arena. NULL runs when memory is out; an empty line has no run. Lines of
** at most 256 bytes are remembered, and then only scaled. */
GlyphLine font_shape(Fonts *fonts, Arena *arena, FaceId face, float size_pt, Str text);
/* The file of a run's face; the Fonts', until they close. Opens it in FreeType when first asked;
** freetype_face is NULL where that fails. */
const FaceFile *font_face_file(const Fonts *fonts, int face);
const FaceFile *font_face_of(const Fonts *fonts, FaceId face); /* its first choice */

/* Text that a file format can carry and that looks the same: bytes that are not UTF-8 and codes
** that are no characters become U+FFFD, control characters their pictures (␊), and characters that
** only steer the direction of what follows go. The same Str when nothing had to change; at is NULL
** when memory is out. */
Str font_clean_text(Arena *arena, Str text);

/* A backend's own object for a face, kept until the Fonts closes and then given to release. There
** is one place a face, for whichever backend draws with these Fonts; NULL: nothing is attached. */
void *font_attached(const Fonts *fonts, int face);
void font_attach(Fonts *fonts, int face, void *object, void (*release)(void *object));

/* Ink in grey: 0 none, 255 a whole pixel; rows from the top, without padding. */
typedef struct GlyphImage {
  const unsigned char *coverage; /* width * height bytes, valid until the next call */
  int width, height;
  float left_px, top_px; /* of the image's corner from (run x_pt, baseline), y down; whole pixels */
} GlyphImage;
/* One word or run as coverage at a pixel size (size_px pixels an em). A run may be a part of one
** from font_shape (fewer glyphs, with first_byte, bytes, x_pt and width_pt to match); text is the
** whole line. False when there is nothing to see (spaces), the image would be over 8,192 pixels, or
** memory is out. */
bool font_rasterise(Fonts *fonts, const GlyphRun *run, Str text, float size_px, GlyphImage *image);

#endif
