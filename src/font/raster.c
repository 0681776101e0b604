/* font/raster.c -- draws a run of glyphs as an 8-bit coverage image at a pixel size.
**
** SDL2_ttf shapes with the face's default features, and shifts its image when a glyph begins left
** of the origin or rises above the line. It draws the runs where neither matters; FreeType draws
** the others, glyph by glyph, from our own shaping. Both hint only vertically (light) and place
** glyphs at fractions of a pixel, so they look the same.
*/
#include "font/faces.h"

#include <SDL_ttf.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include FT_OUTLINE_H

enum { IMAGE_SIDE_MOST = 8192, WORD_BYTES = 1024, SMALLEST_DPI = 72, LARGEST_DPI = 72 * 1024 };
static const float sdl_tolerance_px = 1.0f; /* how far its ink may end from where ours does */

typedef struct PixelRect {
  int left, top, right, bottom; /* from the start of the baseline, y down */
} PixelRect;

/* A run at a pixel size. Both rasterisers set the size as one point at `dpi` dots per inch, since
** SDL2_ttf takes only whole points. */
typedef struct SizedRun {
  const GlyphRun *run;
  Str text; /* of the run alone */
  FT_Face face;
  unsigned dpi;
  float scale; /* from the run's points to pixels */
} SizedRun;

/* Sizes differ by 72nds of a pixel. */
static unsigned dpi_for(float size_px) {
  float dpi = roundf(size_px * 72);
  return (unsigned)float_clamp(dpi, SMALLEST_DPI, LARGEST_DPI);
}

/* Relative to the run, in 64ths; FreeType counts upwards. */
static FT_Vector glyph_place(const SizedRun *sized, int i) {
  const Glyph *glyph = &sized->run->glyphs[i];
  float x = (glyph->x_pt - sized->run->x_pt) * sized->scale, y = -glyph->y_pt * sized->scale;
  return (FT_Vector){lroundf(x * 64), lroundf(y * 64)};
}

/* Resets the transform too: other backends share the face (see FaceFile). */
static bool set_size(const SizedRun *sized) {
  FT_Set_Transform(sized->face, NULL, NULL);
  return FT_Set_Char_Size(sized->face, 0, 64, sized->dpi, sized->dpi) == 0;
}

/* The outline of a glyph, hinted lightly; NULL for none. The size must be set. */
static FT_Outline *load_glyph(FT_Face face, unsigned index) {
  FT_Int32 flags = FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP;
  if (FT_Load_Glyph(face, index, flags) != 0) return NULL;
  FT_GlyphSlot slot = face->glyph;
  bool has_ink = slot->format == FT_GLYPH_FORMAT_OUTLINE && slot->outline.n_points > 0;
  return has_ink ? &slot->outline : NULL;
}

/* The glyph's box relative to its origin; cached, because hinting is most of the work. */
static const GlyphBox *glyph_box(const Fonts *fonts, const SizedRun *sized, unsigned index) {
  GlyphBox wanted = {.index = index, .dpi = sized->dpi, .face = sized->run->face, .known = true};
  uint32_t mixed = (index * 2654435761u) ^ (sized->dpi * 40503u) ^ (uint32_t)wanted.face << 8;
  GlyphBox *box = &fonts->boxes[(mixed ^ mixed >> 15) % GLYPH_BOXES];
  if (box->known && box->index == wanted.index && box->dpi == wanted.dpi &&
      box->face == wanted.face)
    return box;
  const FT_Outline *outline = set_size(sized) ? load_glyph(sized->face, index) : NULL;
  FT_BBox ends;
  if (outline) {
    FT_Outline_Get_CBox(outline, &ends);
    wanted.has_ink = true;
    wanted.left = (int)ends.xMin, wanted.right = (int)ends.xMax;
    wanted.low = (int)ends.yMin, wanted.high = (int)ends.yMax;
  }
  *box = wanted;
  return box;
}

static int floor_px(FT_Pos at) { return (int)(at >> 6); }
static int ceil_px(FT_Pos at) { return (int)((at + 63) >> 6); }

/* The pixels the run's ink lies in; left > right when there is none. */
static PixelRect ink_of(const Fonts *fonts, const SizedRun *sized) {
  PixelRect ink = {INT16_MAX, INT16_MAX, INT16_MIN, INT16_MIN};
  for (int i = 0; i < sized->run->glyph_count; i++) {
    const GlyphBox *box = glyph_box(fonts, sized, sized->run->glyphs[i].index);
    FT_Vector place = glyph_place(sized, i);
    if (!box->has_ink) continue;
    ink.left = int_min(ink.left, floor_px(place.x + box->left));
    ink.right = int_max(ink.right, ceil_px(place.x + box->right));
    ink.top = int_min(ink.top, -ceil_px(place.y + box->high));
    ink.bottom = int_max(ink.bottom, -floor_px(place.y + box->low));
  }
  return ink;
}

static bool is_drawable(const PixelRect *ink) {
  return ink->left < ink->right && ink->right - ink->left <= IMAGE_SIDE_MOST &&
         ink->top < ink->bottom && ink->bottom - ink->top <= IMAGE_SIDE_MOST;
}

/* Lays one rendered glyph over the image; where two overlap, coverage adds as if independent. */
static void lay_over(unsigned char *coverage, int width, const FT_Bitmap *glyph, int x, int y) {
  for (unsigned row = 0; row < glyph->rows; row++) {
    const unsigned char *from = glyph->buffer + (ptrdiff_t)row * glyph->pitch;
    unsigned char *to = coverage + (size_t)(y + (int)row) * (size_t)width + x;
    for (unsigned col = 0; col < glyph->width; col++)
      to[col] = (unsigned char)(to[col] + (255 - to[col]) * from[col] / 255);
  }
}

static bool draw_with_freetype(const SizedRun *sized, PixelRect ink, unsigned char *coverage) {
  int width = ink.right - ink.left, height = ink.bottom - ink.top;
  if (!set_size(sized)) return false;
  for (int i = 0; i < sized->run->glyph_count; i++) {
    FT_Vector place = glyph_place(sized, i);
    FT_Outline *outline = load_glyph(sized->face, sized->run->glyphs[i].index);
    if (!outline) continue;
    FT_GlyphSlot slot = sized->face->glyph;
    FT_Outline_Translate(outline, place.x, place.y);
    if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) != 0) return false;
    int x = slot->bitmap_left - ink.left, y = -slot->bitmap_top - ink.top;
    bool fits = x >= 0 && y >= 0 && x + (int)slot->bitmap.width <= width &&
                y + (int)slot->bitmap.rows <= height;
    if (fits) lay_over(coverage, width, &slot->bitmap, x, y);
  }
  return true;
}

static TTF_Font *open_sized(const Fonts *fonts, const SizedRun *sized) {
  const FaceFile *file = &fonts->faces[sized->run->face].file;
  TTF_Font *font = TTF_OpenFontIndexDPI(file->path, 1, file->index, sized->dpi, sized->dpi);
  if (font) TTF_SetFontHinting(font, TTF_HINTING_LIGHT_SUBPIXEL);
  return font;
}

/* The SDL2_ttf font of that face and size, from an LRU cache. */
static TTF_Font *sized_font(Fonts *fonts, const SizedRun *sized) {
  SizedFont *oldest = &fonts->sized[0];
  if (!fonts->rasteriser_ready && TTF_Init() != 0) return NULL;
  fonts->rasteriser_ready = true;
  fonts->use_count++;
  for (int i = 0; i < SIZED_FONTS; i++) {
    SizedFont *it = &fonts->sized[i];
    if (it->last_use < oldest->last_use) oldest = it;
    if (!it->font || it->face != sized->run->face || it->dpi != sized->dpi) continue;
    it->last_use = fonts->use_count;
    return it->font;
  }
  if (oldest->font) TTF_CloseFont(oldest->font);
  TTF_Font *font = open_sized(fonts, sized);
  *oldest = (SizedFont){font, sized->run->face, sized->dpi, font ? fonts->use_count : 0};
  return font;
}

/* Do the face's default features give the same glyphs, all of them on the baseline? */
static bool shapes_alike(Fonts *fonts, const SizedRun *sized) {
  const GlyphRun *run = sized->run;
  Face *face = face_open(fonts, run->face);
  hb_buffer_t *buffer = fonts->buffer;
  unsigned count;
  hb_buffer_clear_contents(buffer);
  hb_buffer_add_utf8(buffer, sized->text.at, (int)sized->text.bytes, 0, (int)sized->text.bytes);
  hb_buffer_set_direction(buffer, run->right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  hb_buffer_set_script(buffer, (hb_script_t)run->script);
  hb_shape(face->shaper, buffer, NULL, 0);
  const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
  if ((int)count != run->glyph_count) return false;
  for (unsigned i = 0; i < count; i++)
    if (infos[i].codepoint != run->glyphs[i].index || run->glyphs[i].y_pt != 0) return false;
  return true;
}

static SDL_Surface *render_words(TTF_Font *font, const SizedRun *sized) {
  char words[WORD_BYTES + 1];
  char script[5] = {(char)(sized->run->script >> 24), (char)(sized->run->script >> 16),
                    (char)(sized->run->script >> 8), (char)sized->run->script, 0};
  memcpy(words, sized->text.at, sized->text.bytes);
  words[sized->text.bytes] = 0;
  TTF_SetFontScriptName(font, script);
  TTF_SetFontDirection(font, sized->run->right_to_left ? TTF_DIRECTION_RTL : TTF_DIRECTION_LTR);
  return TTF_RenderUTF8_Blended(font, words, (SDL_Color){255, 255, 255, 255});
}

static unsigned char coverage_at(const SDL_Surface *image, int x, int y) {
  const Uint8 *row = (const Uint8 *)image->pixels + (ptrdiff_t)y * image->pitch;
  return (unsigned char)(((const Uint32 *)(const void *)row)[x] >> 24);
}

/* Above 32 of 255: two rasterisers may round fainter edges differently. */
static int last_inked_column(const SDL_Surface *image) {
  for (int x = image->w - 1; x >= 0; x--)
    for (int y = 0; y < image->h; y++)
      if (coverage_at(image, x, y) > 32) return x;
  return -1;
}

/* Copies the ink out of SDL2_ttf's image, whose origin is (0, ascent) by the checks before. */
static bool draw_with_sdl(Fonts *fonts, const SizedRun *sized, PixelRect ink,
                          unsigned char *coverage) {
  bool may = sized->text.bytes <= WORD_BYTES && !memchr(sized->text.at, 0, sized->text.bytes) &&
             ink.left >= 0 && shapes_alike(fonts, sized);
  TTF_Font *font = may ? sized_font(fonts, sized) : NULL;
  int ascent = font ? TTF_FontAscent(font) : 0;
  if (!font || ascent + ink.top < 1) return false;
  SDL_Surface *image = render_words(font, sized);
  if (!image) return false;
  bool fits = fabsf((float)(last_inked_column(image) + 1 - ink.right)) <= sdl_tolerance_px + 0.5f &&
              image->format->BitsPerPixel == 32;
  int width = ink.right - ink.left;
  for (int y = ink.top; fits && y < ink.bottom; y++)
    for (int x = ink.left; x < ink.right; x++) {
      bool inside = x < image->w && y + ascent < image->h;
      coverage[(y - ink.top) * width + x - ink.left] =
          inside ? coverage_at(image, x, y + ascent) : 0;
    }
  SDL_FreeSurface(image);
  return fits;
}

/* The image has the size of the ink as computed here, so both rasterisers give the same box. */
bool font_rasterise(Fonts *fonts, const GlyphRun *run, Str text, float size_px, GlyphImage *image) {
  SizedRun sized = {.run = run,
                    .text = {text.at + run->first_byte, (size_t)run->bytes},
                    .face = face_freetype(fonts, run->face),
                    .dpi = dpi_for(size_px)};
  if (!sized.face || run->glyph_count == 0 || run->size_pt <= 0) return false;
  sized.scale = size_px / run->size_pt;
  if (run->width_pt * sized.scale > IMAGE_SIDE_MOST) return false;
  PixelRect ink = ink_of(fonts, &sized);
  if (!is_drawable(&ink)) return false;
  int width = ink.right - ink.left, height = ink.bottom - ink.top;
  arena_reset(fonts->image);
  unsigned char *coverage = arena_take(fonts->image, (size_t)width * (size_t)height, 1);
  if (!coverage) return false;
  if (!draw_with_sdl(fonts, &sized, ink, coverage) && !draw_with_freetype(&sized, ink, coverage))
    return false;
  *image = (GlyphImage){coverage, width, height, (float)ink.left, (float)ink.top};
  return true;
}

void raster_close(Fonts *fonts) {
  for (int i = 0; i < SIZED_FONTS; i++)
    if (fonts->sized[i].font) TTF_CloseFont(fonts->sized[i].font);
  if (fonts->rasteriser_ready) TTF_Quit();
}
