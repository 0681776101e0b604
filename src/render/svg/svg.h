/* render/svg/svg.h -- a draw list as SVG 1.1 with text as text.
**
** Heatmap cells are rectangles or an embedded PNG (image-rendering: pixelated), by
** scene/matrix/vector_cells.h. Every text names the families of its glyphs and has its measured
** width (textLength, spacingAndGlyphs), so another font keeps the layout. Right-to-left lines have
** direction="rtl". The title and a description are in title and desc. Parts of the list are groups
** with ids (groups.c).
**
** Units  one SVG unit is one point; width and height in pt; numbers have at most three decimals and
**        always a point. Identical lists give identical bytes.
** Memory on the arena. Errors: out of memory, more items than a vector file may have.
*/
#ifndef RENDER_SVG_SVG_H
#define RENDER_SVG_SVG_H

#include "base/status.h"
#include "font/font.h"
#include "scene/draw_list.h"

/* A whole file. title NULL: "Attention". */
bool svg_render(const DrawList *list, Fonts *fonts, const char *title, Arena *arena, Str *bytes,
                Status *status);

#endif
