/* render/svg/writer.h -- the small parts an SVG is written from: numbers, colours, escaped text.
**
** Everything appends to one StrBuf. Numbers never depend on the locale.
*/
#ifndef RENDER_SVG_WRITER_H
#define RENDER_SVG_WRITER_H

#include "render/svg/svg.h"

typedef struct SvgWriter {
  StrBuf out;
  Fonts *fonts;
  Arena *scratch;
  int clip_count;
  bool clip_open; /* a group with a clip is open */
  bool failed;
} SvgWriter;

void svg_words(SvgWriter *svg, const char *words); /* as they are */
void svg_escaped(SvgWriter *svg, Str text);
void svg_number(SvgWriter *svg, float value);
void svg_attribute(SvgWriter *svg, const char *name, float value); /* ` name="1.5"` */
void svg_point(SvgWriter *svg, char command, Point at);            /* "M1.5 2"; ' ' for none */
void svg_box(SvgWriter *svg, Box box);                             /* x, y, width, height */

/* ` fill="#rrggbb"`, and fill-opacity when not opaque; "none" for alpha 0. */
void svg_color(SvgWriter *svg, const char *name, Color color);
void svg_base64(SvgWriter *svg, Str bytes);

/* cells.c */
void svg_heatmap(SvgWriter *svg, const DrawHeatmap *heatmap);

/* words.c */
void svg_text(SvgWriter *svg, const DrawText *text);

#endif
