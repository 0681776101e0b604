/* export/page_cells.h -- what each number of a stage is and why it is so, for the cell under the
** pointer of a page: the two sentences of the panel (scene/stages/cell_words.h).
**
** Sentences of many cells differ in names and digits alone, so they are kept as patterns, in which
** a sign of percent stands before what is filled in:
**
**   sentences   "%d is how well the query of “%q” fits the key of “%k”: no key fits better."
**   cells       a text for each matrix: cells row by row with | between them, of each the two
**               sentences with ; between them, of each "pattern number number …"
**
** A stage without cells has a text with the sentences of each token under the name "": at the
** tokens of the token, at the prediction of the likeliest word there.
**
** %q is the name of the row, %k that of the column, %d the next number, %% a sign of percent.
**
** Memory  On the arena of the tables; one cell after the other on an arena that is emptied.
** Errors  Without memory a table has failed.
*/
#ifndef EXPORT_PAGE_CELLS_H
#define EXPORT_PAGE_CELLS_H

#include "export/page_list.h"
#include "scene/text_metrics.h"
#include "scene/view.h"

/* Of more cells in all only the head on show has sentences. */
enum { PAGE_CELL_WORDS_MOST = 60000 };

/* A stage of a layer and head. */
typedef struct PageCells {
  PageTables *tables;
  const Trace *trace;
  const View *view; /* at rest at that stage */
  const TextMetrics *metrics;
} PageCells;

/* The cells of the stage that have sentences, over all its results. */
long page_cells_count(const Trace *trace, StageId stage, int layer);
/* Appends {"q":3,"k":4}: the numbers in tables->cells of the results of the stage. */
void page_cells_write(const PageCells *cells, StrBuf *out);

#endif
