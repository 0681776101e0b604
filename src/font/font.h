/* font/font.h -- the one place that decides glyphs and their positions.
**
** Finds faces through fontconfig (Inter, JetBrains Mono, DejaVu Sans, Noto Sans CJK, then whatever
** covers a character), cuts a line into runs of one face and direction without splitting a grapheme
** cluster, shapes each run with HarfBuzz unhinted in font units, and so gives the same positions
** at every size on the screen and in files. SDL2_ttf rasterises words for the window.
**
** Units   points; positions linear in size. Memory: the Fonts' own arena and caches.
** Errors  A missing face names the package that has it; without any usable face opening fails.
*/
#ifndef FONT_FONT_H
#define FONT_FONT_H

#include "base/arena.h"
#include "base/status.h"
#include "scene/text_metrics.h"

typedef struct Fonts Fonts;

typedef struct Glyph {
  unsigned index;   /* in the face's file */
  float x_pt, y_pt; /* from the start of the line's baseline, y down */
  float advance_pt;
  int first_byte, bytes; /* the cluster it stands for */
} Glyph;

typedef struct GlyphRun {
  int face; /* number for font_face_file */
  bool right_to_left;
  const Glyph *glyphs;
  int glyph_count;
  int first_byte, bytes;
  float x_pt, width_pt;
} GlyphRun;

typedef struct GlyphLine {
  const GlyphRun *runs; /* in visual order, left to right */
  int run_count;
  float width_pt;
} GlyphLine;

typedef struct FaceFile {
  const char *path;
  int index;           /* in a collection */
  const char *family;  /* for SVG: "Inter" */
  int weight;          /* 400, 500 … for SVG */
  void *freetype_face; /* an FT_Face for cairo; owned by Fonts */
} FaceFile;

bool fonts_open(Fonts **fonts, Status *status);
void fonts_close(Fonts *fonts);
const TextMetrics *fonts_metrics(const Fonts *fonts);
const char *
fonts_notice(const Fonts *fonts); /* a sentence about a missing face and its package, or "" */

/* Shapes one line onto the arena. NULL runs when memory is out. */
GlyphLine font_shape(Fonts *fonts, Arena *arena, FaceId face, float size_pt, Str text);
const FaceFile *font_face_file(const Fonts *fonts, int face);
const FaceFile *font_face_of(const Fonts *fonts, FaceId face); /* its first choice */

/* One word or run as coverage, rasterised at a pixel size by SDL2_ttf. */
typedef struct GlyphImage {
  const unsigned char *coverage; /* width * height bytes, valid until the next call */
  int width, height;
  float left_px, top_px; /* of the image's corner from the start of the baseline, y down */
} GlyphImage;
bool font_rasterise(Fonts *fonts, const GlyphRun *run, Str text, float size_px, GlyphImage *image);

#endif
