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

/* One file being written. */
typedef struct SvgWriter {
  StrBuf out;
  Fonts *fonts;
  Arena *scratch;
  int clip_count;    /* so far: each has an id of its own */
  bool clip_open;    /* a group with a clip is open */
  Box clip;          /* while it is */
  const char *group; /* of the list, open around the clip; NULL: none */
  bool cells_fit;    /* as rectangles: vector_cells_fit */
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

/* words.c: one line as a <text>. */
void svg_text(SvgWriter *svg, const DrawText *text);

#endif
