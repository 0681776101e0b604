/* export/page_layers.h -- a layer of a trace on a page: its names, tokens and keys, its matrices
** and those of its heads.
**
** Memory  Matrices on the arena of the tables.   Errors  Without memory a table or out has failed.
*/
#ifndef EXPORT_PAGE_LAYERS_H
#define EXPORT_PAGE_LAYERS_H

#include "export/page_list.h"

/* Appends {"number":1, …}. */
void page_layer(PageTables *tables, const Trace *trace, int layer, StrBuf *out);
/* Whether the numbers of a part are on a page; its shape. */
bool page_has_matrix(const Trace *trace, TracePart part, int layer, int *rows, int *cols);
/* Appends "name":"text". */
void page_text(StrBuf *out, const char *name, Str text);

#endif
