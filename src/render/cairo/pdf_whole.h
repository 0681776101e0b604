/* render/cairo/pdf_whole.h -- whether a PDF has every object that its table names.
**
** cairo 1.16 forgets the error of a font it had no memory to embed and ends the file as if nothing
** had been: the table then names objects that were never written. It forgets entries of the
** document's description too. From 1.17.6 on cairo tells of its errors, and packs the table and the
** description of a file of PDF 1.5 or later; then only the end of the file is looked at.
**
** Memory  None.   Errors  None.   Source  ISO 32000-1, sections 7.5.4 and 7.5.8.
*/
#ifndef RENDER_CAIRO_PDF_WHOLE_H
#define RENDER_CAIRO_PDF_WHOLE_H

#include <stdbool.h>

#include "base/str.h"

bool pdf_is_whole(Str file, bool has_title);

/* Where these words stand last; the end of the file when they do not. */
size_t pdf_last_of(Str file, const char *words);

#endif
