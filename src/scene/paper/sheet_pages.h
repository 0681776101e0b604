/* scene/paper/sheet_pages.h -- an exercise sheet, or its solution, as pages to be printed.
**
**   title, name and date · sentence · how the numbers were made small · Q, K, V
**   1 scores   2 ÷ √d   3 mask   4 softmax, with a table of powers   5 weighted sum
**
** The solution is the same pages with the numbers written in; so who lays one over the other
** finds every number in its place. Steps that are not to be filled in are given on both.
**
** Paper   As SheetLook says; black and a few colours on white, whatever the theme of the window.
** Units   Points.
** Memory  On the list's arena.
** Errors  Without memory the list remembers it (failed). A document has at most DRAW_PAGES_MOST
**         pages; that is enough for every sheet (SHEET_TOKENS_MOST).
*/
#ifndef SCENE_PAPER_SHEET_PAGES_H
#define SCENE_PAPER_SHEET_PAGES_H

#include "scene/scene.h"
#include "trace/workings/sheet.h"

/* What is drawn. version: "headsup 0.1.0", at the foot of each page. */
typedef struct SheetPages {
  const PaperSheet *sheet;
  bool is_solved;
  Str version;
} SheetPages;

/* Sets the list's size and draws all pages. */
void sheet_pages_draw(const Scene *scene, const SheetPages *pages);

#endif
