/* render/gl/gl.h -- a draw list on the screen: OpenGL 3.3 core.
**
** One program per primitive from shaders/: box, text, heatmap, curve, ribbon. A heatmap is a data
** texture (the trace's numbers, uploaded once per trace) and a palette texture, so a new palette or
** range uploads nothing; what came out is kept while it stays the same (heatmap_cache.h). Edges are
** smoothed in the shaders; there is no multisampling. Words are rasterised once into an atlas.
** Needs   A current context for every call, making and freeing included.
** Errors  A shader that does not compile (its log), no 3.3 context.
*/
#ifndef RENDER_GL_GL_H
#define RENDER_GL_GL_H

#include "base/status.h"
#include "font/font.h"
#include "scene/draw_list.h"

typedef struct GlRenderer GlRenderer;

/* Compiles all programs: the slow part of opening a window where the driver's cache has none of
** them. The Fonts must outlive the renderer. */
bool gl_make(Fonts *fonts, GlRenderer **renderer, Status *status);
void gl_free(GlRenderer *renderer); /* NULL is allowed */

/* Draws into the current framebuffer of width x height pixels; scale pixels a point. All of it: the
** former picture is cleared. A list that failed, or a frame without memory, leaves the ground. */
void gl_draw(GlRenderer *renderer, const DrawList *list, int width_px, int height_px, float scale);

/* Returns when all that was drawn is there: for measuring. */
void gl_finish(void);

/* The driver lost all textures, buffers and programs: free the renderer, make a new context and a
** new renderer. Known only of contexts that were asked to tell. */
bool gl_is_lost(const GlRenderer *renderer);

/* Bytes uploaded for heatmap numbers since gl_make: for tests and bench. */
long gl_uploaded_bytes(const GlRenderer *renderer);

/* How often heatmaps were drawn number by number since gl_make, rather than laid down as they came
** out before: for tests. */
long gl_heatmaps_made(const GlRenderer *renderer);

/* Whether tiny cells are worked out by the processor (render/gl/cpu_heatmap.h); at first so where
** the driver is a program itself. For tests, which know no other driver. */
void gl_by_processor(GlRenderer *renderer, bool by_processor);

/* Matrices larger than this many numbers a side are drawn in tiles; 0 < side_px <= what the driver
** takes, which is the default. */
void gl_limit_texture(GlRenderer *renderer, int side_px);

#endif
