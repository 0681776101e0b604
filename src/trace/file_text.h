/* trace/file_text.h -- pieces shared by the writers of trace files. For trace/ only.
**
** Memory  The StrBuf's arena; a failure shows as buf->failed. Errors: none else.
*/
#ifndef TRACE_FILE_TEXT_H
#define TRACE_FILE_TEXT_H

#include "base/status.h"
#include "base/str.h"
#include "core/matrix.h"

/* The first of 7, 8 or 9 digits that read back as the same float; "-inf" for minus infinity. */
void file_text_add_number(StrBuf *buf, float x);

/* A field of RFC 4180: in quotes when it holds a comma, a quote or a line end. */
void file_text_add_field(StrBuf *buf, Str text);

/* Numbers as little-endian float32, row by row; returns the byte after the last. */
char *file_text_put_floats(char *to, MatView numbers);

/* The text, or "out of memory". */
bool file_text_finish(const StrBuf *buf, Str *bytes, Status *status);

#endif
