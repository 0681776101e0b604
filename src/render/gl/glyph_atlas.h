/* render/gl/glyph_atlas.h -- an atlas of rasterised words, and lines split into words.
**
**   line   face, size, text               →  its words and their positions
**   word   face of the font, size, bytes  →  its place in the atlas
**
** A word is the part of a line in one font; of a long line only some words of it.
**
** The atlas is one R8 texture of 2,048 x 2,048, packed in shelves; new words are uploaded once a
** frame. When it is full it is emptied and the frame is built again; when a single frame does not
** fit, its side is doubled once.
** Memory  Its own arena, reset with the atlas.
*/
#ifndef RENDER_GL_GLYPH_ATLAS_H
#define RENDER_GL_GLYPH_ATLAS_H

#include <epoxy/gl.h>

#include "base/arena.h"
#include "font/font.h"

/* The image of a word in the atlas, in whole pixels. */
typedef struct RunImage {
  float left_px, top_px; /* from the word's start on the baseline */
  short atlas_x, atlas_y, width, height;
} RunImage;

/* A word in its line. */
typedef struct LineRun {
  float x_px; /* from the line's start, exact */
  const RunImage *image;
} LineRun;

/* The words of a line, without spaces. Valid until the atlas is emptied. */
typedef struct LineRuns {
  const LineRun *words;
  int count;
} LineRuns;

typedef struct GlyphAtlas GlyphAtlas;

GlyphAtlas *glyph_atlas_make(Arena *arena, Fonts *fonts); /* NULL: out of memory */
void glyph_atlas_free(GlyphAtlas *atlas);                 /* NULL is allowed */

/* Finds or rasterises the words of a line. False: the atlas is full; empty it and try again. Sizes
** are quantised to 64ths of a pixel, so every step of a zoom adds new words. */
bool glyph_atlas_line(GlyphAtlas *atlas, FaceId face, float size_pt, float scale, Str text,
                      LineRuns *line);
/* Removes all words; larger: doubles the side too, if the driver allows. */
void glyph_atlas_empty(GlyphAtlas *atlas, bool larger);

/* Uploads new words, binds the texture and returns its side in pixels. */
int glyph_atlas_bind(GlyphAtlas *atlas);

#endif
