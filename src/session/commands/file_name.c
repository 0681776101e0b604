/* session/commands/file_name.c -- names made from layer, head and stage. */
#include "session/commands/file_name.h"

#include <assert.h>
#include <string.h>

#include "base/os.h"

enum { TRIES = 1000 };

char *file_name_make(Arena *arena, const FileName *name) {
  assert(name->what && name->ending && name->ending[0] != '.');
  StrBuf text = strbuf_make(arena);
  if (name->layer >= 0) strbuf_format(&text, "L%d-", name->layer + 1);
  if (name->head >= 0) strbuf_format(&text, "H%d-", name->head + 1);
  strbuf_format(&text, "%s", name->what);
  if (name->part) strbuf_format(&text, "-%s", name->part);
  strbuf_format(&text, ".%s", name->ending);
  return text.failed ? NULL : text.at;
}

FileName file_name_of_view(ViewKind kind, const FileName *at) {
  const ViewKindInfo *info = view_kind_info(kind);
  return (FileName){info->name, info->of_stage ? at->what : NULL, info->per_layer ? at->layer : -1,
                    info->per_head ? at->head : -1, at->ending};
}

FileName file_name_of_stage(StageId stage, const FileName *at) {
  const StageInfo *info = stage_info(stage);
  return (FileName){at->what, at->part, info->per_layer ? at->layer : -1,
                    info->per_head ? at->head : -1, at->ending};
}

char *file_name_shown(Arena *arena, const View *view, const char *ending) {
  const StageInfo *stage = stage_info(view->stage);
  FileName name = {stage->name, NULL, view->layer, view->head, ending};
  name = view->kind == VIEW_STAGE ? file_name_of_stage(view->stage, &name)
                                  : file_name_of_view(view->kind, &name);
  return file_name_make(arena, &name);
}

const char *file_name_with_ending(Arena *arena, const char *path, const char *ending) {
  assert(ending[0] == '.');
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  bool has_ending = name[0] && strchr(name + 1, '.');
  OsKind kind = os_kind(path);
  bool stays =
      !name[0] || has_ending || strcmp(path, "-") == 0 || kind == OS_FOLDER || kind == OS_OTHER;
  return stays ? path : str_format(arena, "%s%s", path, ending);
}

/* After TRIES names it returns the last, whether it exists or not: the exporter then reports it. */
char *file_name_free(Arena *arena, const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  size_t stem = dot && dot > (slash ? slash : path) ? (size_t)(dot - path) : strlen(path);
  char *name = str_copy(arena, str_from(path));
  for (int i = 2; name && i < TRIES && os_kind(name) != OS_MISSING; i++)
    name = str_format(arena, "%.*s-%d%s", (int)stem, path, i, path + stem);
  return name;
}
