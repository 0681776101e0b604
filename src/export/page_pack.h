/* export/page_pack.h -- the data of a page, packed: DEFLATE (RFC 1951), a fifth of the text, as
** base64, which assets/page/unpack.js reads.
**
** Memory  All on the arena of out.   Errors  Without memory out has failed.
*/
#ifndef EXPORT_PAGE_PACK_H
#define EXPORT_PAGE_PACK_H

#include "base/str.h"

/* Appends "bytes base64": how many bytes the text has, and the text, packed. */
void page_pack(StrBuf *out, Str text);

#endif
