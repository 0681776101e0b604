/* render/gl/glyph_atlas.h -- every word rasterised once: an atlas of coverage, and lines cut into
** parts.
**
**   line   face, size, text  →  its parts and where they stand
**   part   face of the font, size, bytes  →  its place in the atlas
**
** A part is a line of one font, or of a long line some words; here it is called a word.
**
** The atlas is one R8 texture of 2,048 x 2,048, packed in shelves; new words reach it once a frame.
** When it is full all is forgotten and the frame gathered again; when a single frame does not fit,
** the atlas doubles its side once.
** Memory  Its own arena, emptied with the atlas.
*/
#ifndef RENDER_GL_GLYPH_ATLAS_H
#define RENDER_GL_GLYPH_ATLAS_H

#include <epoxy/gl.h>

#include "base/arena.h"
#include "font/font.h"

/* Where a word's ink is in the atlas, whole pixels. */
typedef struct RunImage {
  float left_px, top_px; /* from the word's start on the baseline */
  short atlas_x, atlas_y, width, height;
} RunImage;

/* A word in its line. */
typedef struct LineRun {
  float x_px; /* from the line's start, exact */
  const RunImage *image;
} LineRun;

/* All of a line that can be seen; spaces are no words. Valid until the atlas is emptied. */
typedef struct LineRuns {
  const LineRun *words;
  int count;
} LineRuns;

typedef struct GlyphAtlas GlyphAtlas;

GlyphAtlas *glyph_atlas_make(Arena *arena, Fonts *fonts); /* NULL: out of memory */
void glyph_atlas_free(GlyphAtlas *atlas);                 /* NULL is allowed */

/* False when the atlas is full: empty it and ask again. Sizes differ by 64ths of a pixel, so
** every step of a zoom brings new words. */
bool glyph_atlas_line(GlyphAtlas *atlas, FaceId face, float size_pt, float scale, Str text,
                      LineRuns *line);
/* Forgets everything; larger: double the side too, if the driver allows. */
void glyph_atlas_empty(GlyphAtlas *atlas, bool larger);

/* Uploads what is new and binds the texture; the side is its width and height. */
int glyph_atlas_bind(GlyphAtlas *atlas);

#endif
