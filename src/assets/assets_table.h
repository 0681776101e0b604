/* assets/assets_table.h -- the table the build writes. For assets/ only.
**
** Rows stand in byte order of their names, which is what the search in assets.c relies on. A 0
** follows the last byte of each file and is not counted in it.
*/
#ifndef ASSETS_ASSETS_TABLE_H
#define ASSETS_ASSETS_TABLE_H

typedef struct AssetFile {
  const char *name;        /* below assets/, or below packaging/ for icon/… */
  const char *first, *end; /* [first, end) */
} AssetFile;

extern const AssetFile asset_files[]; /* [asset_file_count] */
extern const int asset_file_count;

#endif
