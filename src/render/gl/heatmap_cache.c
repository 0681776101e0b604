/* render/gl/heatmap_cache.c -- the key of a batch of heatmaps, drawing it into a
** texture, and drawing that. */
#include "render/gl/heatmap_cache.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "render/gl/cpu_cells.h"
#include "render/gl/cpu_heatmap.h"

enum { SMALL_ONES_MOST = 24 }; /* in one texture */

/* From this area on a heatmap has a texture of its own, so that its changes
** do not redraw others. */
static const float LARGE_PX2 = 80 * 80;
/* the most area of a texture, as a multiple of its heatmaps' area */
static const float EMPTY_MOST = 4;

static const ProgramLayout PICTURE = {.name = "picture"};

/* Software drivers of Mesa. */
static bool is_software_driver(void) {
  const char *name = (const char *)glGetString(GL_RENDERER);
  return name && (strstr(name, "llvmpipe") || strstr(name, "softpipe"));
}

bool heatmap_cache_make(HeatmapCache *cache, Status *status) {
  *cache = (HeatmapCache){.by_processor = is_software_driver()};
  if (!program_make(&PICTURE, &cache->program, status)) return false;
  cache->quad = glGetUniformLocation(cache->program.program, "u_quad");
  glUseProgram(cache->program.program);
  glUniform1i(glGetUniformLocation(cache->program.program, "u_picture"), 0);
  return true;
}

static void drop(HeatmapCache *cache, int index) {
  assert(index >= 0 && index < cache->count);
  const CachedHeatmap *picture = &cache->at[index];
  glDeleteFramebuffers(1, &picture->framebuffer);
  glDeleteTextures(1, &picture->texture);
  cache->at[index] = cache->at[--cache->count];
}

void heatmap_cache_forget(HeatmapCache *cache) {
  while (cache->count > 0) drop(cache, cache->count - 1);
}

void heatmap_cache_free(HeatmapCache *cache) {
  heatmap_cache_forget(cache);
  program_free(&cache->program);
}

/* Entries that the last frame did not use were scrolled away or changed; keeping them would cost
** more memory than it saves time. */
void heatmap_cache_begin(HeatmapCache *cache) {
  for (int i = cache->count - 1; i >= 0; i--)
    if (cache->at[i].last_frame != cache->frame) drop(cache, i);
  cache->frame++;
}

/* ---- the key ---- */

static uint64_t mix_key(uint64_t key, uint64_t value) {
  key = (key ^ value) * 0x9E3779B97F4A7C15ull;
  return key ^ key >> 29;
}

/* By their bits: 0 and −0 differ, which costs one drawing at worst. */
static uint64_t mix_floats(uint64_t key, const float *values, int count) {
  for (int i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &values[i], sizeof bits);
    key = mix_key(key, bits);
  }
  return key;
}

static uint64_t mix_matrix(uint64_t key, const MatrixTextures *textures, MatView matrix) {
  return mix_key(key, matrix.at ? matrix_textures_key(textures, matrix) : 0);
}

/* Every field by which a shader decides a pixel: a missing one would show an old picture. */
static uint64_t mix_heatmap(uint64_t key, const MatrixTextures *textures, const DrawHeatmap *h) {
  const float floats[] = {h->box.x,
                          h->box.y,
                          h->box.w,
                          h->box.h,
                          h->mix,
                          h->hatch_mix,
                          h->range.low,
                          h->range.high,
                          h->range_before.low,
                          h->range_before.high,
                          h->gap,
                          h->corner,
                          h->thin_rows.share,
                          h->thin_cols.share};
  const int whole[] = {h->transposed,      (int)h->palette,   (int)h->palette_before,
                       (int)h->theme,      h->filled,         h->seen.first_row,
                       h->seen.end_row,    h->seen.first_col, h->seen.end_col,
                       h->thin_rows.whole, h->thin_cols.whole};
  key = mix_floats(key, floats, (int)(sizeof floats / sizeof *floats));
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) key = mix_key(key, (uint64_t)whole[i]);
  key = mix_matrix(key, textures, h->values);
  key = mix_matrix(key, textures, h->before);
  key = mix_key(key, h->mask.hidden ? matrix_textures_mask_key(textures, h->mask) : 0);
  return mix_matrix(key, textures, h->kept);
}

/* Includes the position, since the coverage of pixels depends on its fraction. */
static uint64_t key_of(const HeatmapBatch *batch, const MatrixTextures *textures, PxBox seen) {
  assert(batch->count > 0);
  const Frame *frame = batch->frame;
  const float floats[] = {seen.left, seen.top, seen.right, seen.bottom, frame->scale};
  uint64_t key = mix_floats(1, floats, 5);
  key = mix_key(mix_key(key, (uint64_t)frame->width_px), (uint64_t)frame->height_px);
  for (int i = 0; i < batch->count; i++) key = mix_heatmap(key, textures, batch->heatmaps[i]);
  return key;
}

/* ---- textures ---- */

/* Whole pixels around the visible part of all heatmaps. */
static PxBox seen_of(const HeatmapBatch *b) {
  PxBox all = {0, 0, (float)b->frame->width_px, (float)b->frame->height_px};
  PxBox clip = b->batch->clipped ? b->batch->clip : all, seen = {INFINITY, INFINITY, 0, 0};
  for (int i = 0; i < b->count; i++) {
    PxBox box = heatmap_bounds(b->frame, b->heatmaps[i]);
    seen = (PxBox){fminf(seen.left, box.left), fminf(seen.top, box.top),
                   fmaxf(seen.right, box.right), fmaxf(seen.bottom, box.bottom)};
  }
  return (PxBox){fmaxf(floorf(seen.left), clip.left), fmaxf(floorf(seen.top), clip.top),
                 fminf(ceilf(seen.right), clip.right), fminf(ceilf(seen.bottom), clip.bottom)};
}

static size_t held_bytes(const HeatmapCache *cache) {
  size_t bytes = 0;
  for (int i = 0; i < cache->count; i++)
    bytes += (size_t)cache->at[i].width * (size_t)cache->at[i].height * 4;
  return bytes;
}

/* Nearest filtering: each texel is drawn on one pixel. pixels may be NULL. */
static void make_texture(CachedHeatmap *picture, const uint32_t *pixels) {
  assert(picture->width > 0 && picture->height > 0);
  glGenTextures(1, &picture->texture);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, picture->texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture->width, picture->height, 0, GL_RGBA,
               GL_UNSIGNED_BYTE, pixels);
}

static bool make_framebuffer(CachedHeatmap *picture) {
  glGenFramebuffers(1, &picture->framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, picture->framebuffer);
  glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture->texture,
                         0);
  return glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static void draw_all(Heatmaps *heatmaps, MatrixTextures *textures, const HeatmapBatch *b) {
  for (int i = 0; i < b->count; i++) heatmaps_draw(heatmaps, textures, b->frame, b->heatmaps[i]);
}

/* Moves the viewport so that the visible part of the batch fills the texture. */
static void fill_texture(Heatmaps *heatmaps, MatrixTextures *textures, const HeatmapBatch *b,
                         PxBox seen) {
  static const GLfloat clear[4] = {0, 0, 0, 0};
  const Frame *frame = b->frame;
  GLboolean cuts = glIsEnabled(GL_SCISSOR_TEST);
  glDisable(GL_SCISSOR_TEST);
  glClearBufferfv(GL_COLOR, 0, clear);
  glViewport(-(GLint)seen.left, (GLint)seen.bottom - frame->height_px, frame->width_px,
             frame->height_px);
  draw_all(heatmaps, textures, b);
  glViewport(0, 0, frame->width_px, frame->height_px);
  if (cuts) glEnable(GL_SCISSOR_TEST);
}

/* Whether the CPU draws the batch faster than the driver. */
static bool is_for_cpu(const HeatmapCache *cache, const HeatmapBatch *b) {
  bool all = cache->by_processor;
  float scale = b->frame->scale;
  for (int i = 0; i < b->count; i++)
    all = all &&
          (heatmap_is_dense(b->heatmaps[i], scale) || cpu_cells_can_draw(b->heatmaps[i], scale));
  return all;
}

/* The pixels of the batch, the bottom row first as in textures; NULL: the driver must draw them. */
static uint32_t *draw_on_cpu(const HeatmapCache *cache, const HeatmapBatch *b, PxBox seen) {
  const Frame *frame = b->frame;
  size_t width = (size_t)(seen.right - seen.left), height = (size_t)(seen.bottom - seen.top);
  uint32_t *pixels =
      is_for_cpu(cache, b) ? arena_take(frame->arena, width * height, sizeof *pixels) : NULL;
  for (int i = 0; pixels && i < b->count; i++) {
    const DrawHeatmap *heatmap = b->heatmaps[i];
    CpuHeatmapPixels to = {pixels, seen, i == 0};
    int samples = heatmap_samples(heatmap, frame->scale);
    bool drawn = heatmap_is_dense(heatmap, frame->scale)
                     ? cpu_heatmap_draw(frame->arena, heatmap, frame->scale, samples, to)
                     : cpu_cells_draw(frame->arena, heatmap, frame->scale, to);
    if (!drawn) return NULL;
  }
  return pixels;
}

/* NULL: no room, or the driver cannot; then the batch is drawn directly. */
static CachedHeatmap *add_cached(HeatmapCache *cache, const HeatmapBatch *b, Heatmaps *heatmaps,
                                 MatrixTextures *textures, PxBox seen) {
  GLint target = 0;
  CachedHeatmap made = {.width = (int)(seen.right - seen.left),
                        .height = (int)(seen.bottom - seen.top)};
  size_t bytes = (size_t)made.width * (size_t)made.height * 4;
  if (cache->count == HEATMAP_CACHE_MOST || held_bytes(cache) + bytes > HEATMAP_CACHE_BYTES_MOST)
    return NULL;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  const uint32_t *pixels = draw_on_cpu(cache, b, seen);
  make_texture(&made, pixels);
  bool usable = pixels || make_framebuffer(&made);
  if (usable && !pixels) fill_texture(heatmaps, textures, b, seen);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
  cache->at[cache->count++] = made;
  cache->made_count++;
  if (usable) return &cache->at[cache->count - 1];
  drop(cache, cache->count - 1);
  return NULL;
}

static CachedHeatmap *find_cached(HeatmapCache *cache, uint64_t key) {
  for (int i = 0; i < cache->count; i++)
    if (cache->at[i].key == key) return &cache->at[i];
  return NULL;
}

static void draw_cached(const HeatmapCache *cache, const CachedHeatmap *picture, const Frame *frame,
                        PxBox seen) {
  program_use(&cache->program, frame->width_px, frame->height_px);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, picture->texture);
  glUniform4f(cache->quad, seen.left, seen.top, seen.right, seen.bottom);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void draw_group(HeatmapCache *cache, Heatmaps *heatmaps, MatrixTextures *textures,
                       const HeatmapBatch *group) {
  PxBox seen = seen_of(group);
  if (!(seen.left < seen.right && seen.top < seen.bottom)) return;
  if (group->heatmaps[0]->passing && !is_for_cpu(cache, group)) {
    draw_all(heatmaps, textures, group);
    return;
  }
  uint64_t key = key_of(group, textures, seen);
  CachedHeatmap *picture = find_cached(cache, key);
  if (!picture) picture = add_cached(cache, group, heatmaps, textures, seen);
  if (!picture) {
    draw_all(heatmaps, textures, group);
    return;
  }
  picture->key = key;
  picture->last_frame = cache->frame;
  draw_cached(cache, picture, group->frame, seen);
}

static bool is_large(const Frame *frame, const DrawHeatmap *heatmap) {
  return heatmap->box.w * heatmap->box.h * frame->scale * frame->scale > LARGE_PX2;
}

static float area_of(PxBox box) { return (box.right - box.left) * (box.bottom - box.top); }

/* A texture for distant heatmaps would be mostly empty, and slow to draw again when one changes. */
static bool is_far(const HeatmapBatch *group, const DrawHeatmap *next) {
  PxBox all = heatmap_bounds(group->frame, next);
  float covered = area_of(all);
  for (int i = 0; i < group->count; i++) {
    PxBox box = heatmap_bounds(group->frame, group->heatmaps[i]);
    all = (PxBox){fminf(all.left, box.left), fminf(all.top, box.top), fmaxf(all.right, box.right),
                  fmaxf(all.bottom, box.bottom)};
    covered += area_of(box);
  }
  return area_of(all) > EMPTY_MOST * covered;
}

/* A group ends before and after a large heatmap, before a distant one, between those that are kept
** and those that pass, and at SMALL_ONES_MOST. */
void heatmap_cache_draw(HeatmapCache *cache, Heatmaps *heatmaps, MatrixTextures *textures,
                        const HeatmapBatch *batch) {
  int first = 0;
  for (int i = 0; i < batch->count; i++) {
    HeatmapBatch group = *batch;
    group.heatmaps += first;
    group.count = i + 1 - first;
    bool ends = i + 1 == batch->count || group.count == SMALL_ONES_MOST ||
                is_large(batch->frame, batch->heatmaps[i]) ||
                is_large(batch->frame, batch->heatmaps[i + 1]) ||
                batch->heatmaps[i]->passing != batch->heatmaps[i + 1]->passing ||
                is_far(&group, batch->heatmaps[i + 1]);
    if (!ends) continue;
    draw_group(cache, heatmaps, textures, &group);
    first = i + 1;
  }
}
