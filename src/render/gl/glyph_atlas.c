/* render/gl/glyph_atlas.c -- packs words into shelves, finds them again, and splits lines into
** words.
**
** A word is found by its face, its size in 64ths of a pixel and its bytes, not its position: “the”
** is rasterised once for a whole picture. Lines are cached as well, since shaping and splitting
** them takes longer than a look-up.
*/
#include "render/gl/glyph_atlas.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
  FIRST_SIDE_PX = 2048,
  LARGER_SIDE_PX = 4096,
  BARE_PX = 1, /* around every word, so that rotated words do not sample their neighbours */
  SLOTS = 1 << 14,
  SLOTS_MOST_USED = SLOTS / 2,
  KEPT_BYTES_MOST = 16 << 20,
  /* Spaces inside a part keep their exact width, so a line is split at a space only when the part
  ** is long, and between characters only without any space. */
  PART_WIDTH_PX = 900,
  WORD_WIDTH_PX = 1200
};

typedef struct Slot {
  uint64_t key; /* 0: free */
  Str text;
  int face, size;
  const void *found; /* a RunImage or LineRuns */
} Slot;

struct GlyphAtlas {
  Fonts *fonts;
  Arena *kept, *scratch;
  Slot *slots; /* lines and words share the table: the faces of words are negative */
  int used_slots;
  unsigned char *coverage;
  int side_px, shelf_x, shelf_y, shelf_height;
  int dirty_top, dirty_bottom; /* rows not uploaded yet */
  GLuint texture;
  bool full;
};

/* Frees everything, including the table, whose entries point into the same arena. The texture is
** written again row by row. */
static bool start_empty(GlyphAtlas *atlas) {
  arena_reset(atlas->kept);
  atlas->used_slots = atlas->shelf_x = atlas->shelf_y = atlas->shelf_height = 0;
  atlas->dirty_top = atlas->side_px;
  atlas->dirty_bottom = 0;
  atlas->full = false;
  atlas->slots = arena_take(atlas->kept, SLOTS, sizeof(Slot));
  atlas->coverage = arena_take(atlas->kept, (size_t)atlas->side_px, (size_t)atlas->side_px);
  return atlas->slots && atlas->coverage;
}

/* Linear filtering for rotated words; upright words lie on whole texels and are unchanged. Clamped,
** so that an edge does not sample the opposite one. */
static void make_texture(GlyphAtlas *atlas) {
  if (!atlas->texture) glGenTextures(1, &atlas->texture);
  glBindTexture(GL_TEXTURE_2D, atlas->texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, atlas->side_px, atlas->side_px, 0, GL_RED, GL_UNSIGNED_BYTE,
               NULL);
}

GlyphAtlas *glyph_atlas_make(Arena *arena, Fonts *fonts) {
  GlyphAtlas *atlas = arena_take(arena, 1, sizeof *atlas);
  if (!atlas) return NULL;
  *atlas = (GlyphAtlas){.fonts = fonts,
                        .kept = arena_make((size_t)6 << 20),
                        .scratch = arena_make(0),
                        .side_px = FIRST_SIDE_PX};
  if (!atlas->kept || !atlas->scratch || !start_empty(atlas)) {
    glyph_atlas_free(atlas);
    return NULL;
  }
  make_texture(atlas);
  return atlas;
}

void glyph_atlas_free(GlyphAtlas *atlas) {
  if (!atlas) return;
  if (atlas->texture) glDeleteTextures(1, &atlas->texture);
  arena_free(atlas->kept);
  arena_free(atlas->scratch);
}

/* If even the table does not fit into memory, the atlas counts as full and lines are not drawn. */
void glyph_atlas_empty(GlyphAtlas *atlas, bool larger) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (larger && most >= LARGER_SIDE_PX) atlas->side_px = LARGER_SIDE_PX;
  if (!start_empty(atlas)) atlas->full = true;
  else make_texture(atlas);
}

/* 0 marks a free slot, so no key is 0. */
static uint64_t key_of(int face, int size, Str text) {
  uint64_t hash = 0xCBF29CE484222325ull ^ ((uint64_t)(uint32_t)face << 32) ^ (uint32_t)size;
  for (size_t i = 0; i < text.bytes; i++)
    hash = (hash ^ (unsigned char)text.at[i]) * 0x100000001B3ull;
  hash ^= hash >> 29;
  return hash ? hash : 1;
}

/* The slot with that key, or the free one where it belongs. */
static Slot *slot_for(GlyphAtlas *atlas, int face, int size, Str text) {
  assert(atlas->used_slots <= SLOTS_MOST_USED); /* so that a free slot exists */
  uint64_t key = key_of(face, size, text);
  for (uint64_t i = key;; i++) {
    Slot *slot = &atlas->slots[i & (SLOTS - 1)];
    if (slot->key == 0) {
      *slot = (Slot){.text = text, .face = face, .size = size};
      return slot;
    }
    if (slot->key == key && slot->face == face && slot->size == size && str_equal(slot->text, text))
      return slot;
  }
}

/* Stores a result; the key's bytes are copied to the atlas's memory. */
static bool fill_slot(GlyphAtlas *atlas, Slot *slot, const void *found) {
  assert(slot->key == 0);
  const char *copy = str_copy(atlas->kept, slot->text);
  if (!copy || atlas->used_slots >= SLOTS_MOST_USED ||
      arena_held_bytes(atlas->kept) >
          KEPT_BYTES_MOST + (size_t)atlas->side_px * (size_t)atlas->side_px)
    return !(atlas->full = true);
  slot->text.at = copy;
  slot->found = found;
  slot->key = key_of(slot->face, slot->size, slot->text);
  atlas->used_slots++;
  return true;
}

/* Fills shelves from left to right; a full shelf is followed by one below the tallest word. The
** words of a picture have few sizes, so little room is wasted. */
static bool find_room(GlyphAtlas *atlas, int width, int height, int *x, int *y) {
  assert(width > 0 && height > 0);
  if (atlas->shelf_x + width > atlas->side_px) {
    atlas->shelf_y += atlas->shelf_height;
    atlas->shelf_x = atlas->shelf_height = 0;
  }
  if (width > atlas->side_px || atlas->shelf_y + height > atlas->side_px) return false;
  *x = atlas->shelf_x;
  *y = atlas->shelf_y;
  atlas->shelf_x += width;
  if (height > atlas->shelf_height) atlas->shelf_height = height;
  return true;
}

/* The border around a word remains 0. */
static bool place_image(GlyphAtlas *atlas, const GlyphImage *image, RunImage *place) {
  int x, y;
  if (!find_room(atlas, image->width + 2 * BARE_PX, image->height + 2 * BARE_PX, &x, &y))
    return !(atlas->full = true);
  *place = (RunImage){image->left_px,       image->top_px,       (short)(x + BARE_PX),
                      (short)(y + BARE_PX), (short)image->width, (short)image->height};
  for (int row = 0; row < image->height; row++)
    memcpy(atlas->coverage + (size_t)(place->atlas_y + row) * (size_t)atlas->side_px +
               place->atlas_x,
           image->coverage + (size_t)row * (size_t)image->width, (size_t)image->width);
  if (y < atlas->dirty_top) atlas->dirty_top = y;
  int bottom = y + image->height + 2 * BARE_PX;
  if (bottom > atlas->dirty_bottom) atlas->dirty_bottom = bottom;
  return true;
}

/* Faces of words are negative here, so that a word and a line of the same bytes have two entries; a
** run in the other direction is another image. */
static const RunImage *word_image(GlyphAtlas *atlas, const GlyphRun *part, Str text, int size) {
  Str bytes = {text.at + part->first_byte, (size_t)part->bytes};
  int face = -1 - 2 * part->face - (part->right_to_left ? 1 : 0);
  Slot *slot = slot_for(atlas, face, size, bytes);
  if (slot->key) return slot->found;
  RunImage *place = arena_take(atlas->kept, 1, sizeof *place);
  if (!place) return atlas->full = true, NULL;
  GlyphImage image;
  if (font_rasterise(atlas->fonts, part, text, (float)size / 64, &image) &&
      !place_image(atlas, &image, place))
    return NULL;
  return fill_slot(atlas, slot, place) ? place : NULL;
}

typedef struct Cutter {
  GlyphAtlas *atlas;
  Str text;
  int size;
  float pixels_per_pt;
  LineRun *out;
  int count;
} Cutter;

/* The part's bytes are the range of its clusters, whose order is reversed in right-to-left text. */
static bool add_part(Cutter *cutter, const GlyphRun *run, int from, int to) {
  assert(from >= 0 && from < to && to <= run->glyph_count);
  const Glyph *first = &run->glyphs[from], *last = &run->glyphs[to - 1];
  GlyphRun part = *run;
  int low = first->first_byte, high = first->first_byte + first->bytes;
  for (int i = from; i < to; i++) {
    const Glyph *glyph = &run->glyphs[i];
    if (glyph->first_byte < low) low = glyph->first_byte;
    if (glyph->first_byte + glyph->bytes > high) high = glyph->first_byte + glyph->bytes;
  }
  part.glyphs = first;
  part.glyph_count = to - from;
  part.first_byte = low;
  part.bytes = high - low;
  part.x_pt = from == 0 ? run->x_pt : first->x_pt;
  part.width_pt = last->x_pt + last->advance_pt - part.x_pt;
  const RunImage *image = word_image(cutter->atlas, &part, cutter->text, cutter->size);
  if (!image) return false;
  if (image->width > 0)
    cutter->out[cutter->count++] = (LineRun){part.x_pt * cutter->pixels_per_pt, image};
  return true;
}

static bool is_space(const Cutter *cutter, const Glyph *glyph) {
  return glyph->bytes == 1 && cutter->text.at[glyph->first_byte] == ' ';
}

/* Whether a part that began at `from` must end before glyph i. */
static bool is_cut(const Cutter *cutter, const GlyphRun *run, int from, int i) {
  const Glyph *glyph = &run->glyphs[i];
  float width = (glyph->x_pt - run->glyphs[from].x_pt) * cutter->pixels_per_pt;
  if (i == from || width <= PART_WIDTH_PX) return false;
  if (is_space(cutter, glyph)) return true;
  bool new_cluster = glyph->first_byte != run->glyphs[i - 1].first_byte;
  return new_cluster && !run->right_to_left && width > WORD_WIDTH_PX;
}

/* A space at the beginning of a part is left out; the position of the next includes its width. */
static bool cut_run(Cutter *cutter, const GlyphRun *run) {
  int from = 0;
  for (int i = 0; i < run->glyph_count; i++) {
    if (is_cut(cutter, run, from, i)) {
      if (!add_part(cutter, run, from, i)) return false;
      from = i;
    }
    if (i == from && is_space(cutter, &run->glyphs[i])) from = i + 1;
  }
  return from >= run->glyph_count || add_part(cutter, run, from, run->glyph_count);
}

/* Shaped at its size in points and placed in pixels, so that two scales of one size share the
** fonts' shaping cache. */
static const LineRuns *cut_line(GlyphAtlas *atlas, FaceId face, float size_pt, float scale,
                                int size, Str text) {
  arena_reset(atlas->scratch);
  GlyphLine shaped = font_shape(atlas->fonts, atlas->scratch, face, size_pt, text);
  int glyph_count = 0;
  for (int i = 0; shaped.runs && i < shaped.run_count; i++)
    glyph_count += shaped.runs[i].glyph_count;
  LineRuns *found = arena_take(atlas->kept, 1, sizeof *found);
  /* A part has at least one glyph, because a line may change its face at every character. */
  LineRun *out = arena_take(atlas->kept, (size_t)glyph_count, sizeof *out);
  if (!found || !out) return atlas->full = true, NULL;
  Cutter cutter = {atlas, text, size, scale, out, 0};
  for (int i = 0; shaped.runs && i < shaped.run_count; i++)
    if (!cut_run(&cutter, &shaped.runs[i])) return NULL;
  *found = (LineRuns){out, cutter.count};
  return found;
}

bool glyph_atlas_line(GlyphAtlas *atlas, FaceId face, float size_pt, float scale, Str text,
                      LineRuns *line) {
  *line = (LineRuns){0};
  int size = (int)lroundf(size_pt * scale * 64);
  if (size <= 0 || text.bytes == 0) return true;
  if (atlas->full) return false;
  Slot *slot = slot_for(atlas, (int)face, size, text);
  if (!slot->key) {
    const LineRuns *found = cut_line(atlas, face, size_pt, scale, size, text);
    if (!found) return false;
    slot = slot_for(atlas, (int)face, size, text); /* the words may have taken the free slot */
    if (!fill_slot(atlas, slot, found)) return false;
  }
  *line = *(const LineRuns *)slot->found;
  return true;
}

/* Uploads the changed rows in full width, in one call. */
int glyph_atlas_bind(GlyphAtlas *atlas) {
  assert(atlas->dirty_bottom <= atlas->side_px);
  glBindTexture(GL_TEXTURE_2D, atlas->texture);
  int rows = atlas->dirty_bottom - atlas->dirty_top;
  if (rows > 0) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, atlas->dirty_top, atlas->side_px, rows, GL_RED,
                    GL_UNSIGNED_BYTE,
                    atlas->coverage + (size_t)atlas->dirty_top * (size_t)atlas->side_px);
  }
  atlas->dirty_top = atlas->side_px;
  atlas->dirty_bottom = 0;
  return atlas->side_px;
}
