/* assets/assets.c -- finding a file among those built in. */
#include "assets/assets.h"

#include <assert.h>
#include <string.h>

#include "assets/assets_table.h"

int assets_count(void) { return asset_file_count; }

const char *assets_name(int index) {
  assert(index >= 0 && index < asset_file_count);
  return asset_files[index].name;
}

/* strcmp orders bytes, as the build's sort does; a locale would order otherwise. */
bool assets_find(const char *name, Str *bytes) {
  int first = 0, end = asset_file_count;
  while (first < end) {
    int middle = first + (end - first) / 2;
    const AssetFile *file = &asset_files[middle];
    int order = strcmp(name, file->name);
    if (order == 0) {
      *bytes = (Str){file->first, (size_t)(file->end - file->first)};
      return true;
    }
    if (order < 0) end = middle;
    else first = middle + 1;
  }
  return false;
}
