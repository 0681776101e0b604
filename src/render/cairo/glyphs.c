/* render/cairo/glyphs.c -- glyph images by FreeType, cached with the face from picture to picture.
**
** Upright glyphs are lightly hinted (vertically only) on a whole pixel's baseline, at quarters of a
** pixel horizontally, as SDL2_ttf shows them in the window. Rotated glyphs are not hinted and are
** placed at quarters of a pixel in both directions.
*/
#include <assert.h>
#include <cairo-ft.h>
#include <ft2build.h>
#include <math.h>
#include <string.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include "base/number.h"
#include "base/rng.h"
#include "render/cairo/painter.h"

enum {
  SLOTS = 4096,
  GLYPHS_MOST = 3000,
  KEPT_BYTES_MOST = 4 << 20,
  QUARTERS = 4,
  DPI_MOST = 72 << 12
};

typedef struct GlyphKey {
  uint32_t index, dpi; /* a size of one point at this many dots per inch */
  int32_t angle_64ths; /* of a degree */
  uint32_t quarter_x, quarter_y;
} GlyphKey;

typedef struct GlyphImageSlot {
  GlyphKey key;
  bool used;
  int left, top, width, height; /* from the origin's pixel, y down */
  const uint8_t *coverage;
} GlyphImageSlot;

typedef struct FaceKeep {
  Arena *arena, *images;
  GlyphImageSlot *slots;
  int count;
  /* the sum of the images; the arena holds more, as it keeps its largest block when emptied */
  size_t image_bytes;
  cairo_font_face_t *cairo_face;
} FaceKeep;

/* Called when the Fonts close. cairo counts references to its face, and may keep it longer. */
static void release_keep(void *object) {
  FaceKeep *keep = object;
  if (keep->cairo_face) cairo_font_face_destroy(keep->cairo_face);
  arena_free(keep->images);
  arena_free(keep->arena);
}

/* The cache of a face lives until the Fonts close. */
static FaceKeep *face_cache(CairoPainter *painter, int face) {
  FaceKeep *keep = font_attached(painter->fonts, face);
  if (keep) return keep;
  Arena *arena = arena_make(0);
  keep = arena ? arena_take(arena, 1, sizeof *keep) : NULL;
  if (keep) {
    keep->arena = arena;
    keep->images = arena_make(0);
    keep->slots = arena_take(arena, SLOTS, sizeof *keep->slots);
  }
  if (!keep || !keep->images || !keep->slots) {
    if (keep) arena_free(keep->images);
    arena_free(arena);
    painter->failed = true;
    return NULL;
  }
  font_attach(painter->fonts, face, keep, release_keep);
  return keep;
}

/* There are more slots than glyphs, so a free one is always found. */
static GlyphImageSlot *find_slot(const FaceKeep *keep, const GlyphKey *key) {
  assert(keep->count < SLOTS);
  for (size_t i = (size_t)rng_hash(key, sizeof *key);; i++) {
    GlyphImageSlot *slot = &keep->slots[i % SLOTS];
    if (!slot->used || memcmp(&slot->key, key, sizeof *key) == 0) return slot;
  }
}

/* Drops all glyphs at once, which costs only time and needs no order of use. */
static void drop_glyphs(FaceKeep *keep) {
  memset(keep->slots, 0, SLOTS * sizeof *keep->slots);
  arena_reset(keep->images);
  keep->count = 0;
  keep->image_bytes = 0;
}

/* A glyph that cannot be loaded is left out; one without memory makes the picture fail. */
static bool is_success(FT_Error error, bool *no_memory) {
  *no_memory |= FT_ERROR_BASE(error) == FT_Err_Out_Of_Memory;
  return error == 0;
}

/* Loads the outline at its size, rotated, its origin moved by the quarters;
** false: nothing to draw. */
static bool load_outline(FT_Face face, const GlyphKey *key, bool *no_memory) {
  FT_Int32 flags = key->angle_64ths ? FT_LOAD_NO_HINTING : FT_LOAD_TARGET_LIGHT;
  FT_Set_Transform(face, NULL, NULL);
  if (!is_success(FT_Set_Char_Size(face, 0, 64, key->dpi, key->dpi), no_memory)) return false;
  if (!is_success(FT_Load_Glyph(face, key->index, flags | FT_LOAD_NO_BITMAP), no_memory))
    return false;
  FT_GlyphSlot slot = face->glyph;
  if (slot->format != FT_GLYPH_FORMAT_OUTLINE || slot->outline.n_points == 0) return false;
  if (key->angle_64ths) {
    double angle = key->angle_64ths / 64.0 * acos(0) / 90;
    FT_Fixed c = lround(cos(angle) * 65536), s = lround(sin(angle) * 65536);
    FT_Matrix turn = {c, -s, s, c};
    FT_Outline_Transform(&slot->outline, &turn);
  }
  FT_Outline_Translate(&slot->outline, key->quarter_x * 64 / QUARTERS,
                       -(FT_Pos)(key->quarter_y * 64 / QUARTERS));
  return is_success(FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL), no_memory);
}

/* Copies FreeType's bitmap, which the next glyph overwrites. */
static bool copy_image(FaceKeep *keep, GlyphImageSlot *slot, FT_GlyphSlot glyph) {
  const FT_Bitmap *bitmap = &glyph->bitmap;
  assert(bitmap->pixel_mode == FT_PIXEL_MODE_GRAY); /* one byte a pixel */
  uint8_t *coverage = arena_take(keep->images, bitmap->rows, bitmap->width);
  if (!coverage) return false;
  for (unsigned row = 0; row < bitmap->rows; row++)
    memcpy(coverage + (size_t)row * bitmap->width, bitmap->buffer + (ptrdiff_t)row * bitmap->pitch,
           bitmap->width);
  keep->image_bytes += (size_t)bitmap->rows * bitmap->width;
  slot->left = glyph->bitmap_left;
  slot->top = -glyph->bitmap_top;
  slot->width = (int)bitmap->width;
  slot->height = (int)bitmap->rows;
  slot->coverage = coverage;
  return true;
}

/* A glyph without ink is cached too: a space is the most frequent glyph. */
static const GlyphImageSlot *get_glyph(CairoPainter *painter, int face, const GlyphKey *key) {
  FaceKeep *keep = face_cache(painter, face);
  FT_Face freetype = font_face_file(painter->fonts, face)->freetype_face;
  if (!keep || !freetype) return NULL;
  GlyphImageSlot *slot = find_slot(keep, key);
  if (slot->used) return slot;
  if (keep->count >= GLYPHS_MOST || keep->image_bytes > KEPT_BYTES_MOST) {
    drop_glyphs(keep);
    slot = find_slot(keep, key);
  }
  *slot = (GlyphImageSlot){.key = *key};
  bool no_memory = false;
  bool has_ink = load_outline(freetype, key, &no_memory);
  if (no_memory || (has_ink && !copy_image(keep, slot, freetype->glyph))) {
    painter->failed = true;
    return NULL;
  }
  slot->used = true;
  keep->count++;
  return slot;
}

/* The clip is whole pixels, so the visible part is a range of rows and columns. */
static void blend_glyph(const CairoPainter *painter, const GlyphImageSlot *glyph, PixelBox box,
                        Color color) {
  const PixelBox *clip = &painter->clip;
  assert(glyph->coverage && box.right - box.left == glyph->width);
  int left = box.left < clip->left ? clip->left : box.left;
  int right = box.right > clip->right ? clip->right : box.right;
  int top = box.top < clip->top ? clip->top : box.top;
  int bottom = box.bottom > clip->bottom ? clip->bottom : box.bottom;
  for (int y = top; y < bottom; y++) {
    const uint8_t *coverage = glyph->coverage + (ptrdiff_t)(y - box.top) * glyph->width - box.left;
    uint32_t *row = pixel_row(painter, y);
    for (int x = left; x < right; x++)
      if (coverage[x]) row[x] = blend(row[x], color, coverage[x]);
  }
}

/* The whole pixel and the nearest quarter of it. */
static int split_quarters(float place_px, uint32_t *quarter) {
  float quarters = floorf(place_px * QUARTERS + 0.5f);
  float whole = floorf(quarters / QUARTERS);
  *quarter = (uint32_t)(quarters - whole * QUARTERS);
  return (int)whole;
}

/* Beyond a million pixels a float has no quarters, and nothing of the picture is there. */
void paint_glyph(CairoPainter *painter, int face, const GlyphPlace *place, Color color) {
  if (!(fabsf(place->x_px) < 1e6f && fabsf(place->y_px) < 1e6f)) return;
  GlyphKey key = {.index = place->index,
                  .dpi = (uint32_t)float_clamp(roundf(place->size_px * 72), 1, DPI_MOST),
                  .angle_64ths = (int32_t)lroundf(place->angle_deg * 64)};
  int x = split_quarters(place->x_px, &key.quarter_x), y;
  if (key.angle_64ths) y = split_quarters(place->y_px, &key.quarter_y);
  else y = (int)floorf(place->y_px + 0.5f);
  const GlyphImageSlot *glyph = get_glyph(painter, face, &key);
  if (!glyph || glyph->width == 0) return;
  x += glyph->left, y += glyph->top;
  blend_glyph(painter, glyph, (PixelBox){x, y, x + glyph->width, y + glyph->height}, color);
}

/* cairo may keep a face in its cache after the Fonts are closed, so it gets a face of its own. */
static void done_with_face(void *object) {
  FT_Face face = object;
  FT_Library library = face->glyph->library;
  FT_Done_Face(face);
  FT_Done_FreeType(library);
}

/* That face has a FreeType library of its own too, since closing the Fonts'
** library would free it. */
static cairo_font_face_t *open_cairo_face(const FaceFile *file) {
  static const cairo_user_data_key_t key;
  FT_Library library;
  FT_Face face;
  if (FT_Init_FreeType(&library) != 0) return NULL;
  if (FT_New_Face(library, file->path, file->index, &face) != 0) {
    FT_Done_FreeType(library);
    return NULL;
  }
  cairo_font_face_t *opened =
      cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
  if (cairo_font_face_set_user_data(opened, &key, face, done_with_face) == CAIRO_STATUS_SUCCESS)
    return opened;
  cairo_font_face_destroy(opened);
  done_with_face(face);
  return NULL;
}

cairo_font_face_t *cairo_face(CairoPainter *painter, int face) {
  FaceKeep *keep = face_cache(painter, face);
  if (!keep) return NULL;
  if (!keep->cairo_face) keep->cairo_face = open_cairo_face(font_face_file(painter->fonts, face));
  painter->failed |= !keep->cairo_face;
  return keep->cairo_face;
}
