/* render/gl/heatmap_cache.h -- caches drawn heatmaps as textures.
**
** A software driver looks up a number for every pixel of a heatmap, which takes longer than all
** else in a frame. So the heatmaps of a batch are drawn into a texture, and a later frame with the
** same heatmaps at the same place draws that texture. The key is a hash of everything that decides
** the pixels: place, style and numbers. A large heatmap has its own texture; consecutive small ones
** share one.
**
** The texture has premultiplied colours and is blended as the heatmaps would be, so a cached frame
** looks the same.
** Memory  At most HEATMAP_CACHE_BYTES_MOST of textures; a batch beyond that is drawn in each frame.
**         An entry that a frame does not use is dropped.
*/
#ifndef RENDER_GL_HEATMAP_CACHE_H
#define RENDER_GL_HEATMAP_CACHE_H

#include "render/gl/primitives.h"

enum { HEATMAP_CACHE_MOST = 64, HEATMAP_CACHE_BYTES_MOST = 32 << 20 };

/* A texture with the heatmaps of one batch. */
typedef struct CachedHeatmap {
  uint64_t key;                /* a hash: batches with equal keys are taken as the same */
  GLuint texture, framebuffer; /* framebuffer 0: the CPU drew the pixels */
  int width, height;           /* pixels; four bytes each */
  unsigned last_frame;
} CachedHeatmap;

/* The entries of a renderer, in no order. */
typedef struct HeatmapCache {
  Program program; /* draws a texture */
  GLint quad;      /* its uniform: the rectangle */
  CachedHeatmap at[HEATMAP_CACHE_MOST];
  int count;
  bool by_processor; /* the CPU draws tiny and small cells (cpu_heatmap.h, cpu_cells.h) */
  unsigned frame;    /* counts from 0, and may wrap */
  long made_count;   /* entries made so far, for tests */
} HeatmapCache;

/* An empty cache. False: the program does not compile; there is nothing to free. */
bool heatmap_cache_make(HeatmapCache *cache, Status *status);
void heatmap_cache_free(HeatmapCache *cache);

/* Drops all entries: call it when something outside the key changes the pixels. */
void heatmap_cache_forget(HeatmapCache *cache);

/* Begins a frame: drops the entries that the last frame did not use. */
void heatmap_cache_begin(HeatmapCache *cache);

/* The heatmaps of one batch, in the order of the list. */
typedef struct HeatmapBatch {
  const Frame *frame;
  const DrawBatch *batch; /* for its clip, which the caller has set as the scissor */
  const DrawHeatmap *const *heatmaps;
  int count;
} HeatmapBatch;
/* Draws the heatmaps, from the cache where possible. Preserves framebuffer, viewport and scissor.
** */
void heatmap_cache_draw(HeatmapCache *cache, Heatmaps *heatmaps, MatrixTextures *textures,
                        const HeatmapBatch *batch);

#endif
