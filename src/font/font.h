/* font/font.h -- text shaping: glyphs and their positions, for the screen and for files.
**
** Finds faces through fontconfig (Inter, JetBrains Mono, DejaVu Sans, Noto Sans CJK, then any face
** that has a character), splits a line into runs of one face, script and direction without
** splitting a grapheme cluster, and shapes each run with HarfBuzz unhinted in font units. So
** positions are the same at every size, on the screen and in files.
**
**   text → clusters → runs (face, script, direction) → glyphs → visual order
**
**   “die Katze 猫 שלום”   runs of Inter, Noto Sans CJK and DejaVu Sans; the last run is right to
**                         left, with its first letter at its right end
**
** Faces   regular, medium, semibold, bold: Inter of weight 400, 500, 600, 700. mono, mono bold:
**         JetBrains Mono of 400 and 700. serif: STIX; math: Latin Modern Roman, the
**         face of LaTeX, with symbols of STIX. The matching DejaVu replaces a missing face.
**
** Contextual alternates and programming ligatures are off in Inter and JetBrains Mono ("->" does
** not become an arrow). Right-to-left text follows the Unicode bidirectional algorithm with
** isolates, but without embeddings; the first strong letter decides the direction of the line. A
** character that no face has, and each byte that is not UTF-8, is shown as U+FFFD.
**
** Rasterising  SDL2_ttf draws a run when its shaping equals ours, which is nearly always. Otherwise
**         (contextual alternates, glyphs left of the origin, marks above the line, a missing
**         character) FreeType draws the glyphs of our shaping.
** Units   points; positions linear in size. Memory: the Fonts' own arena and caches, bounded.
** Threads A Fonts belongs to one thread at a time.
** Errors  The notice names the package of a missing face; without any usable face opening fails.
** Source  Unicode annexes 9 (bidirectional algorithm, W and N rules) and 29 (grapheme clusters).
*/
#ifndef FONT_FONT_H
#define FONT_FONT_H

#include "base/arena.h"
#include "base/status.h"
#include "scene/text_metrics.h"

/* Faces, caches and library handles: a few megabytes. Open one for each thread that draws. */
typedef struct Fonts Fonts;

/* A positioned glyph. A cluster may have several glyphs, and a glyph may represent several
** characters. */
typedef struct Glyph {
  unsigned index;   /* in the face's file */
  float x_pt, y_pt; /* from the start of the line's baseline, y down */
  float advance_pt;
  int first_byte, bytes; /* its cluster in the text */
} Glyph;

/* Glyphs of one face, script and direction, which a backend draws with one call. */
typedef struct GlyphRun {
  int face; /* for font_face_file */
  bool right_to_left;
  const Glyph *glyphs; /* in visual order, left to right */
  int glyph_count;
  int first_byte, bytes; /* in the line's text, in logical order */
  float x_pt, width_pt;  /* from the start of the line */
  float size_pt;         /* the size it was shaped at */
  unsigned script;       /* ISO 15924 tag: 'Latn' is 0x4C61746E */
} GlyphRun;

/* A shaped line; it begins at x = 0 on the baseline, y = 0. */
typedef struct GlyphLine {
  const GlyphRun *runs; /* in visual order, left to right */
  int run_count;
  float width_pt;
  bool right_to_left; /* the line's own direction: that of its first strong letter */
} GlyphLine;

/* The source of a face, for backends that embed or name it. A PDF embeds glyphs of the file; an SVG
** names only family and weight, so another machine may show it in another font. */
typedef struct FaceFile {
  const char *path;
  int index;           /* in a collection */
  const char *family;  /* for SVG: "Inter" */
  int weight;          /* 400, 500 … for SVG */
  void *freetype_face; /* an FT_Face for cairo; owned by Fonts; callers may set its size */
} FaceFile;

/* Reads fontconfig's configuration and finds the first choices. *fonts is NULL after false. */
bool fonts_open(Fonts **fonts, Status *status);
void fonts_close(Fonts *fonts);                       /* NULL is allowed */
const TextMetrics *fonts_metrics(const Fonts *fonts); /* a width is 0 when memory is out */
/* A sentence about every missing face and its package, or "". It may grow, since missing CJK
** characters are found only when one is drawn. */
const char *fonts_notice(const Fonts *fonts);
/* How many allocations failed so far, in the Fonts or, where they report it, in the libraries. When
** the number grew, what was measured, shaped or drawn meanwhile is incomplete. */
long fonts_failure_count(const Fonts *fonts);

/* Shapes one line onto the arena. runs is NULL when memory is out; an empty line has no run. Lines
** of at most 256 bytes are cached, and then only scaled. */
GlyphLine font_shape(Fonts *fonts, Arena *arena, FaceId face, float size_pt, Str text);
/* The file of a run's face, valid until the Fonts close. Opens it in FreeType on first use;
** freetype_face is NULL when that fails. */
const FaceFile *font_face_file(const Fonts *fonts, int face);
const FaceFile *font_face_of(const Fonts *fonts, FaceId face); /* its first choice */
/* Whether another family stands in for the first choice of the face. */
bool fonts_lacks(const Fonts *fonts, FaceId face);

/* Text that every file format can hold and that looks the same: invalid UTF-8 and noncharacters
** become U+FFFD, control characters their pictures (␊), and bidirectional controls are removed.
** Returns the same Str when nothing changes; at is NULL when memory is out. */
Str font_clean_text(Arena *arena, Str text);

/* An object that a backend attaches to a face; release frees it when the Fonts close. A face holds
** one object, so only one backend may draw with these Fonts; NULL: nothing is attached. */
void *font_attached(const Fonts *fonts, int face);
void font_attach(Fonts *fonts, int face, void *object, void (*release)(void *object));

/* A coverage image: 0 none, 255 a whole pixel; rows from the top, without padding. */
typedef struct GlyphImage {
  const unsigned char *coverage; /* width * height bytes, valid until the next call */
  int width, height;
  float left_px, top_px; /* of the image's corner from (run x_pt, baseline), y down; whole pixels */
} GlyphImage;
/* Rasterises a run at size_px pixels per em. The run may be a part of one from font_shape (fewer
** glyphs, with matching first_byte, bytes, x_pt and width_pt); text is the whole line. False when
** it has no ink (spaces), the image would exceed 8,192 pixels, or memory is out. */
bool font_rasterise(Fonts *fonts, const GlyphRun *run, Str text, float size_px, GlyphImage *image);

#endif
