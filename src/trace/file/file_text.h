/* trace/file/file_text.h -- pieces shared by the writers of trace files. For trace/ only.
**
** Memory  The StrBuf's arena; a failure shows as buf->failed. Errors: none else.
*/
#ifndef TRACE_FILE_FILE_TEXT_H
#define TRACE_FILE_FILE_TEXT_H

#include "base/status.h"
#include "base/str.h"
#include "core/matrix.h"

/* The first of 7, 8 or 9 digits that read back as the same float; "-inf", "inf" or "nan" for
** what is not finite; "-0" keeps its sign. The point is '.' in every locale. */
void file_text_add_number(StrBuf *buf, float x);

/* A word as a field of RFC 4180: in quotes, with quotes doubled, when it holds a comma, a quote or
** a line end. What a spreadsheet would take for a formula, since it begins with = + - @, a tab or a
** carriage return, has an apostrophe before it, which spreadsheets read as "this is text". */
void file_text_add_field(StrBuf *buf, Str text);

/* Numbers as little-endian float32, row by row without gaps: rows · cols · 4 bytes from `to` on,
** which may be the numbers' own memory. Returns the byte after the last. */
char *file_text_put_floats(char *to, MatView numbers);

/* *bytes becomes the text, on the buffer's arena; false with "out of memory" if any addition
** failed. */
bool file_text_finish(const StrBuf *buf, Str *bytes, Status *status);

#endif
