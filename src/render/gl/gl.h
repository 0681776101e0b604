/* render/gl/gl.h -- a draw list on the screen: OpenGL 3.3 core.
**
** One program per primitive from shaders/: box, text, heatmap, curve, ribbon. A heatmap is a data
** texture (the trace's numbers, uploaded once per trace) and a palette texture, so a new palette or
** range uploads nothing; drawn heatmaps are cached (heatmap_cache.h). Shaders antialias edges;
** there is no multisampling. Words are rasterised once into an atlas.
** Needs   A current GL context for every call, gl_make and gl_free included.
** Errors  A shader that does not compile (its log), no 3.3 context.
*/
#ifndef RENDER_GL_GL_H
#define RENDER_GL_GL_H

#include "base/status.h"
#include "font/font.h"
#include "scene/draw_list.h"

typedef struct GlRenderer GlRenderer;

/* Compiles all programs, which is slow when the driver has not cached them. The Fonts must outlive
** the renderer. */
bool gl_make(Fonts *fonts, GlRenderer **renderer, Status *status);
void gl_free(GlRenderer *renderer); /* NULL is allowed */

/* Clears the current framebuffer of width x height pixels and draws the list; scale pixels per
** point. A list that failed, or a frame without memory, leaves only the background. */
void gl_draw(GlRenderer *renderer, const DrawList *list, int width_px, int height_px, float scale);

/* Waits until the GPU has finished (glFinish): for measuring. */
void gl_finish(void);

/* Whether the context was reset and lost all its objects: then free the renderer, and make a new
** context and renderer. Known only for contexts created with reset notification. */
bool gl_is_lost(const GlRenderer *renderer);

/* Bytes uploaded for heatmap numbers since gl_make: for tests and bench. */
long gl_uploaded_bytes(const GlRenderer *renderer);

/* How many heatmaps were drawn since gl_make that were not in the cache: for tests. */
long gl_heatmaps_made(const GlRenderer *renderer);

/* Whether the CPU draws tiny and small cells (render/gl/cpu_heatmap.h, cpu_cells.h); by default
** only with a software driver. For tests, which run on no other. */
void gl_by_processor(GlRenderer *renderer, bool by_processor);

/* Matrices with a side above side_px are drawn in tiles. 0 < side_px <= the driver's limit, which
** is the default. */
void gl_limit_texture(GlRenderer *renderer, int side_px);

#endif
