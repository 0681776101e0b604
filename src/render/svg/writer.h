/* render/svg/writer.h -- the small parts an SVG is written from: numbers, colours, escaped text.
**
** Everything appends to one StrBuf. Numbers never depend on the locale.
**
** Memory  The file on `out`'s arena; scratch is rewound after each item.
** Errors  Remembered (failed, out.failed) and asked for once, at the end.
*/
#ifndef RENDER_SVG_WRITER_H
#define RENDER_SVG_WRITER_H

#include "render/svg/svg.h"

/* Parts with names: the ids given so far, and those of the parts that are open, outermost first. */
typedef struct SvgGroups {
  const char **ids, **open;
  int id_count, depth;
} SvgGroups;

/* One file being written. */
typedef struct SvgWriter {
  StrBuf out;
  Fonts *fonts;
  Arena *scratch;
  int clip_count; /* so far: each has an id of its own */
  bool has_clip;  /* the last one is in force */
  bool clip_open; /* its <g> is open */
  SvgGroups groups;
  bool cells_fit; /* as rectangles: vector_cells_fit */
  bool failed;
} SvgWriter;

void svg_words(SvgWriter *svg, const char *words); /* as they are */
/* Any text: cleaned of what XML cannot hold, & < > " as entities. */
void svg_escaped(SvgWriter *svg, Str text);
/* At most three decimals, no exponent, no zeros at the end; what is not finite is 0. */
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
void svg_open_clip(SvgWriter *svg);  /* before what is drawn within the clip in force */
void svg_groups_end(SvgWriter *svg); /* closes what is open */

/* text.c: one line as a <text>. */
void svg_text(SvgWriter *svg, const DrawText *text);

#endif
