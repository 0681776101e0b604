/* render/gl/heatmap_cache.h -- heatmaps as they came out, kept while they stay the same.
**
** A software driver looks up every number of a heatmap under every pixel of it, which takes longer
** than all else in a frame. So the heatmaps of a batch are drawn into a texture of their own, and a
** later frame with the same heatmaps at the same place lays that texture down: a pointer that moves
** costs what it changes. Kept under a key of all that decides the pixels: place, look and numbers.
** A large heatmap has a picture of its own; small ones that follow each other share one.
**
** The texture holds colours multiplied by their alpha and is laid down by the blending that would
** have drawn the heatmaps, so that new and kept frames look the same.
** Memory  At most HEATMAP_CACHE_BYTES_MOST of textures; a batch beyond that is drawn each time. A
**         picture goes when a frame does not show it.
*/
#ifndef RENDER_GL_HEATMAP_CACHE_H
#define RENDER_GL_HEATMAP_CACHE_H

#include "render/gl/primitives.h"

enum { HEATMAP_CACHE_MOST = 64, HEATMAP_CACHE_BYTES_MOST = 32 << 20 };

/* One texture and what stands in it. */
typedef struct CachedHeatmap {
  uint64_t key;                /* a hash: two batches of one key would be shown alike */
  GLuint texture, framebuffer; /* framebuffer 0: the driver drew nothing into it */
  int width, height;           /* pixels; four bytes each */
  unsigned last_frame;
} CachedHeatmap;

/* All of a renderer, in no order. */
typedef struct HeatmapCache {
  Program program; /* lays one down */
  GLint quad;      /* its uniform: where */
  CachedHeatmap at[HEATMAP_CACHE_MOST];
  int count;
  bool by_processor; /* tiny cells are worked out here (cpu_heatmap.h), not by the driver */
  unsigned frame;    /* counts from 0, and may wrap */
  long made_count;   /* for tests: how many were drawn number by number */
} HeatmapCache;

/* None yet; false where the program is refused, with nothing to free. */
bool heatmap_cache_make(HeatmapCache *cache, Status *status);
void heatmap_cache_free(HeatmapCache *cache);

/* All go, as when what decides the pixels is not in a heatmap. */
void heatmap_cache_forget(HeatmapCache *cache);

/* Where a frame begins: pictures the last one did not show go. */
void heatmap_cache_begin(HeatmapCache *cache);

/* Heatmaps that one batch of the frame draws, in the order of the list. */
typedef struct HeatmapBatch {
  const Frame *frame;
  const DrawBatch *batch; /* for its clip, which is in force as the scissor */
  const DrawHeatmap *const *heatmaps;
  int count;
} HeatmapBatch;
/* Draws them now, from pictures where there are some. Leaves the framebuffer, the viewport and the
** scissor as they were. */
void heatmap_cache_draw(HeatmapCache *cache, Heatmaps *heatmaps, MatrixTextures *textures,
                        const HeatmapBatch *batch);

#endif
