/* export/page_list.h -- a draw list as lines of text, which assets/page/page.js draws as SVG.
**
** A picture is laid out in light and in dark. Both have the same items, of which only the colours
** differ; so an item names pairs of colours. A picture is "width height background items", where
** items are numbers of lines of `items`, runs of them as first-last.
**
**   R x y w h corner fill stroke width              a box
**   T x y style width text                          a line of text; J: it runs right to left
**   A x y style width angle text                    the same, turned
**   H x y w h part matrix palette low high gap corner transposed hatched covered filled
**                                                   a matrix as cells
**   C width color points                            a curve
**   B color color x1 y1 x2 y2 points                a ribbon with a gradient
**   K x y w h                                       a clip from here on; "K" alone: none
**
** Fields are separated by spaces; colours, styles, parts, matrices and palettes are numbers of
** their tables, −1 is none. style is "face size color", color "#rrggbbaa#rrggbbaa" (light, dark),
** matrix "rows cols base64" of float32 with the least byte first. hatched and covered are a bit for
** each cell as drawn, the first in the lowest bit, in base64. A matrix of more than PAGE_CELLS_MOST
** numbers is averaged over blocks of cells and has the part −1: it has colours and no numbers.
**
** Units   Points.   Memory  On the arena of the tables.
** Errors  Without memory a table has failed.
*/
#ifndef EXPORT_PAGE_LIST_H
#define EXPORT_PAGE_LIST_H

#include "export/page_store.h"
#include "scene/draw_list.h"
#include "trace/trace.h"

enum { PAGE_CELLS_MOST = 16384, PAGE_COARSE_SIDE = 96 };
/* The themes of pictures: THEME_LIGHT and THEME_DARK. */
enum { PAGE_THEME_COUNT = THEME_DARK + 1 };

/* Of a whole page. */
typedef struct PageTables {
  PageStore items, pictures, colors, styles, matrices, bits, texts, formulas, shows, sentences,
      cells;
  int palettes[PALETTE_COUNT]; /* 1 + its number in the page; 0: not used */
  int palette_count;
} PageTables;

PageTables page_tables_make(Arena *arena);
bool page_tables_failed(const PageTables *tables);

/* Whose matrices a picture shows, for the names of its parts. */
typedef struct PagePlace {
  const Trace *trace;
  int layer, head;
} PagePlace;

/* The number of the picture in tables->pictures. dark is laid out as light is; where it is not, the
** picture has light colours in both themes. */
int page_picture(PageTables *tables, PagePlace place, const DrawList *light, const DrawList *dark);

/* The number of a matrix in tables->matrices. */
int page_matrix(PageTables *tables, MatView values);
/* The number of a pair of colours. */
int page_color(PageTables *tables, Color light, Color dark);
/* Appends base64. */
void page_base64(StrBuf *out, const void *bytes, size_t count);

#endif
