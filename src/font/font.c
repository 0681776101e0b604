/* font/font.c -- opens and closes fonts, and caches shaped lines.
**
** Layout measures thousands of strings per frame, nearly always the same ones, so a line shaped at
** size 1 is cached under a 128-bit hash of its face and text. A full cache is emptied as a whole.
*/
#include "font/faces.h"

#include <string.h>

#include "base/os.h"
#include "base/i18n.h"

static float width_pt(void *self, FaceId face, float size_pt, Str text);

static bool make_arenas(Fonts *fonts) {
  fonts->scratch = arena_make(0);
  fonts->lines = arena_make(0);
  fonts->image = arena_make(0);
  fonts->slots = arena_take(fonts->arena, LINE_SLOTS, sizeof *fonts->slots);
  fonts->boxes = arena_take(fonts->arena, GLYPH_BOXES, sizeof *fonts->boxes);
  return fonts->scratch && fonts->lines && fonts->image && fonts->slots && fonts->boxes;
}

static bool open_parts(Fonts *fonts, Status *status) {
  fonts->metrics = (TextMetrics){fonts, width_pt};
  fonts->buffer = hb_buffer_create();
  if (!make_arenas(fonts) || !hb_buffer_allocation_successful(fonts->buffer) ||
      !os_has_room(FONTCONFIG_ROOM_BYTES))
    return status_no_memory(status);
  fonts->config = FcInitLoadConfigAndFonts();
  if (!fonts->config)
    return status_fail(status, STATUS_COULD_NOT,
                       _("The list of installed fonts could not be read: check the configuration "
                         "of fontconfig."));
  return faces_find(fonts, status);
}

bool fonts_open(Fonts **opened, Status *status) {
  Arena *arena = arena_make(0);
  Fonts *fonts = arena ? arena_take(arena, 1, sizeof *fonts) : NULL;
  *opened = NULL;
  if (!fonts) {
    arena_free(arena);
    return status_no_memory(status);
  }
  fonts->arena = arena;
  if (open_parts(fonts, status)) {
    *opened = fonts;
    return true;
  }
  fonts_close(fonts);
  return false;
}

void fonts_close(Fonts *fonts) {
  if (!fonts) return;
  raster_close(fonts);
  faces_close(fonts);
  hb_buffer_destroy(fonts->buffer);
  if (fonts->config) FcConfigDestroy(fonts->config);
  arena_free(fonts->scratch);
  arena_free(fonts->lines);
  arena_free(fonts->image);
  arena_free(fonts->arena);
}

const TextMetrics *fonts_metrics(const Fonts *fonts) { return &fonts->metrics; }
const char *fonts_notice(const Fonts *fonts) { return fonts->notice; }
long fonts_failure_count(const Fonts *fonts) { return fonts->failure_count; }

/* Casts const away: opening a face on first use changes nothing that a caller can see. */
static Fonts *lazily(const Fonts *fonts) { return fonts->metrics.self; }

const FaceFile *font_face_file(const Fonts *fonts, int face) {
  face_freetype(lazily(fonts), face);
  return &fonts->faces[face].file;
}

const FaceFile *font_face_of(const Fonts *fonts, FaceId face) {
  return &fonts->faces[face_at(lazily(fonts), face, 0)].file;
}

void *font_attached(const Fonts *fonts, int face) { return fonts->faces[face].attached; }

void font_attach(Fonts *fonts, int face, void *object, void (*release)(void *object)) {
  fonts->faces[face].attached = object;
  fonts->faces[face].release = release;
}

/* Multiply and fold, eight bytes at a time, twice with different constants. */
static uint64_t fold(uint64_t state, uint64_t word, uint64_t factor) {
  state = (state ^ word) * factor;
  return state ^ (state >> 29);
}

/* The hash includes the length, because the last word is padded with zeros. */
static void hash_line(FaceId face, Str text, uint64_t key[2]) {
  key[0] = 0x243F6A8885A308D3u ^ (uint64_t)face, key[1] = 0x13198A2E03707344u + text.bytes;
  for (size_t at = 0; at < text.bytes; at += 8) {
    uint64_t word = 0;
    size_t left = text.bytes - at;
    memcpy(&word, text.at + at, left < 8 ? left : 8);
    key[0] = fold(key[0], word, 0x9E3779B97F4A7C15u);
    key[1] = fold(key[1], word, 0xC2B2AE3D27D4EB4Fu);
  }
  key[0] = fold(key[0], key[1], 0xD6E8FEB86659FD93u);
}

/* The slot that holds the line, or the empty one where it belongs. */
static LineSlot *find_slot(const Fonts *fonts, FaceId face, Str text) {
  uint64_t key[2];
  hash_line(face, text, key);
  for (size_t i = (size_t)key[0];; i++) {
    LineSlot *slot = &fonts->slots[i % LINE_SLOTS];
    if (slot->used && (slot->key[0] != key[0] || slot->key[1] != key[1])) continue;
    slot->key[0] = key[0], slot->key[1] = key[1];
    return slot;
  }
}

static void forget_lines(Fonts *fonts) {
  memset(fonts->slots, 0, LINE_SLOTS * sizeof *fonts->slots);
  arena_reset(fonts->lines);
  fonts->line_count = 0;
}

/* The line at size 1, from the cache or shaped into it; NULL when memory is out. */
static const LineSlot *get_line(Fonts *fonts, FaceId face, Str text) {
  LineSlot *slot = find_slot(fonts, face, text);
  if (slot->used) return slot;
  if (fonts->line_count >= LINES_MOST || arena_held_bytes(fonts->lines) > LINE_CACHE_BYTES) {
    forget_lines(fonts);
    slot = find_slot(fonts, face, text);
  }
  bool keeps_glyphs = text.bytes <= CACHED_LINE_BYTES;
  GlyphLine line = shape_line(fonts, keeps_glyphs ? fonts->lines : fonts->scratch, face, text);
  if (!line.runs) {
    fonts->failure_count++;
    return NULL;
  }
  slot->used = true;
  slot->width = line.width_pt;
  slot->runs = keeps_glyphs ? line.runs : NULL;
  slot->run_count = keeps_glyphs ? line.run_count : 0;
  slot->right_to_left = line.right_to_left;
  fonts->line_count++;
  return slot;
}

static float width_pt(void *self, FaceId face, float size_pt, Str text) {
  if (text.bytes == 0) return 0;
  const LineSlot *line = get_line(self, face, text);
  return line ? line->width * size_pt : 0;
}

/* Multiplies the positions at size 1 without rounding, so that layout is the same at every size. */
static bool scale_run(Arena *arena, GlyphRun *run, float size_pt) {
  Glyph *glyphs = arena_take(arena, (size_t)run->glyph_count, sizeof *glyphs);
  if (!glyphs) return false;
  for (int i = 0; i < run->glyph_count; i++) {
    glyphs[i] = run->glyphs[i];
    glyphs[i].x_pt *= size_pt;
    glyphs[i].y_pt *= size_pt;
    glyphs[i].advance_pt *= size_pt;
  }
  run->glyphs = glyphs;
  run->x_pt *= size_pt;
  run->width_pt *= size_pt;
  run->size_pt = size_pt;
  return true;
}

static GlyphLine scale_line(Arena *arena, GlyphLine line, float size_pt) {
  GlyphRun *runs = arena_take(arena, (size_t)line.run_count, sizeof *runs);
  if (!runs) return (GlyphLine){0};
  for (int i = 0; i < line.run_count; i++) {
    runs[i] = line.runs[i];
    if (!scale_run(arena, &runs[i], size_pt)) return (GlyphLine){0};
  }
  return (GlyphLine){runs, line.run_count, line.width_pt * size_pt, line.right_to_left};
}

/* A long line is not cached but shaped on the caller's arena. */
GlyphLine font_shape(Fonts *fonts, Arena *arena, FaceId face, float size_pt, Str text) {
  if (text.bytes > CACHED_LINE_BYTES)
    return scale_line(arena, shape_line(fonts, arena, face, text), size_pt);
  const LineSlot *slot = get_line(fonts, face, text);
  if (!slot) return (GlyphLine){0};
  GlyphLine line = {slot->runs, slot->run_count, slot->width, slot->right_to_left};
  return scale_line(arena, line, size_pt);
}
