/* assets/assets_table.h -- the table the build writes. For assets/ only.
**
** Rows stand in byte order of their names. A 0 follows the last byte of each file.
*/
#ifndef ASSETS_ASSETS_TABLE_H
#define ASSETS_ASSETS_TABLE_H

typedef struct AssetFile {
  const char *name; /* below assets/ */
  const char *first, *end;
} AssetFile;

extern const AssetFile asset_files[];
extern const int asset_file_count;

#endif
