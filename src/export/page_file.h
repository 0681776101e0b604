/* export/page_file.h -- a whole page as HTML: assets/page/page.html with its fields filled in.
**
** Memory  What is appended is on the arena of the buffer.   Errors  The buffer has failed.
*/
#ifndef EXPORT_PAGE_FILE_H
#define EXPORT_PAGE_FILE_H

#include "export/page_list.h"

typedef struct PageFile {
  const PageTables *tables;
  Str leaves; /* JSON objects with commas between */
  Str title;
} PageFile;

void page_file_write(const PageFile *file, StrBuf *out);

#endif
