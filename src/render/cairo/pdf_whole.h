/* render/cairo/pdf_whole.h -- checks that a PDF has every object of its cross-reference table.
**
** When memory is out while a font is embedded, cairo 1.16 ignores the error and finishes the file:
** its table then lists objects that were never written. Entries of the document information may be
** missing too. From 1.17.6 on cairo reports such errors, and compresses the table and the
** information of a PDF 1.5 or later; then only the end of the file is checked.
**
** Memory  None.   Errors  None.   Source  ISO 32000-1, sections 7.5.4 and 7.5.8.
*/
#ifndef RENDER_CAIRO_PDF_WHOLE_H
#define RENDER_CAIRO_PDF_WHOLE_H

#include <stdbool.h>

#include "base/str.h"

bool pdf_is_whole(Str file, bool has_title);

/* The offset of the last occurrence of `words`; file.bytes when there is none. */
size_t pdf_last_of(Str file, const char *words);

#endif
