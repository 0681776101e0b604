/* render/svg/writer.h -- writes numbers, colours and escaped text of an SVG. For render/svg/ only.
**
** All functions append to one StrBuf. Numbers do not depend on the locale.
**
** Memory  The file on the arena of `out`; scratch is rewound after each item.
** Errors  They set failed or out.failed, which svg_render checks at the end.
*/
#ifndef RENDER_SVG_WRITER_H
#define RENDER_SVG_WRITER_H

#include "render/svg/svg.h"

/* The group ids used so far, and those of the open groups, outermost first. */
typedef struct SvgGroups {
  const char **ids, **open;
  int id_count, depth;
} SvgGroups;

/* One file being written. */
typedef struct SvgWriter {
  StrBuf out;
  Fonts *fonts;
  Arena *scratch;
  int clip_count;        /* clip paths so far: each has its own id */
  int gradient_count;    /* gradients so far */
  DrawGradient gradient; /* the last one */
  bool has_clip;         /* the last clip path applies */
  bool clip_open;        /* its <g> is open */
  SvgGroups groups;
  bool cells_fit; /* as rectangles: vector_cells_fit */
  bool failed;
} SvgWriter;

void svg_words(SvgWriter *svg, const char *words); /* verbatim */
/* Any text: without characters that XML cannot hold, & < > " as entities. */
void svg_escaped(SvgWriter *svg, Str text);
/* At most three decimals, no exponent, no trailing zeros; NaN and infinities become 0. */
void svg_number(SvgWriter *svg, float value);
void svg_attribute(SvgWriter *svg, const char *name, float value); /* ` name="1.5"` */
void svg_point(SvgWriter *svg, char command, Point at);            /* "M1.5 2"; ' ' for none */
void svg_box(SvgWriter *svg, Box box);                             /* x, y, width, height */

/* ` fill="#rrggbb"`, and fill-opacity when not opaque; "none" for alpha 0. */
void svg_color(SvgWriter *svg, const char *name, Color color);
void svg_base64(SvgWriter *svg, Str bytes);

/* cells.c: cells, hatching and covers of one heatmap. */
void svg_heatmap(SvgWriter *svg, const DrawHeatmap *heatmap);

/* groups.c: <g> elements for the parts and the clips of a list. */
bool svg_groups_make(SvgWriter *svg, const DrawList *list); /* false: no memory */
void svg_group(SvgWriter *svg, const DrawGroup *group);
void svg_clip(SvgWriter *svg, Box box);
void svg_open_clip(SvgWriter *svg);  /* opens the current clip's <g> before an element */
void svg_groups_end(SvgWriter *svg); /* closes all open groups */

/* text.c: one line as a <text>. */
void svg_text(SvgWriter *svg, const DrawText *text);

#endif
