/* trace/file/file_text.h -- writes numbers and fields of trace files. For trace/ only.
**
** Memory  The StrBuf's arena.   Errors  buf->failed: out of memory.
*/
#ifndef TRACE_FILE_FILE_TEXT_H
#define TRACE_FILE_FILE_TEXT_H

#include "base/status.h"
#include "base/str.h"
#include "core/matrix.h"

/* Appends the shortest of 7, 8 or 9 digits that reads back as the same float; "-inf", "inf", "nan";
** "-0" keeps its sign. The decimal point is '.' in every locale. */
void file_text_add_number(StrBuf *buf, float x);

/* Appends a field of RFC 4180: in quotes, with quotes doubled, when it holds a comma, a quote or a
** line end. A text that a spreadsheet would take for a formula, since it begins with = + - @, a tab
** or a carriage return, is prefixed by an apostrophe, which marks text. */
void file_text_add_field(StrBuf *buf, Str text);

/* Writes numbers as little-endian float32, row by row without gaps: rows · cols · 4 bytes to `to`,
** which may be the numbers' own memory. Returns the end. */
char *file_text_put_floats(char *to, MatView numbers);

/* Sets *bytes to the text, on the buffer's arena; false if memory ran out. */
bool file_text_finish(const StrBuf *buf, Str *bytes, Status *status);

#endif
