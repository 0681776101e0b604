/* scene/views/view_room.c -- the table of views with a room of their own. */
#include "scene/views/view_room.h"

#include <assert.h>

static const ViewRoom *const rooms[VIEW_KIND_COUNT] = {
    [VIEW_CACHE] = &cache_room, [VIEW_COST] = &cost_room};

const ViewRoom *view_room(ViewKind kind) {
  assert(kind >= 0 && kind < VIEW_KIND_COUNT);
  return rooms[kind];
}
