/* scene/views/view_room.c -- the table of views with a room of their own. */
#include "scene/views/view_room.h"

#include <assert.h>

static const ViewRoom *const rooms[VIEW_KIND_COUNT] = {
    [VIEW_CACHE] = &cache_room, [VIEW_COST] = &cost_room};

const ViewRoom *view_room(ViewKind kind) {
  assert(kind >= 0 && kind < VIEW_KIND_COUNT);
  return rooms[kind];
}

Scene view_room_fitted(const Scene *scene, Box box, MatrixSide *side) {
  const View *view = scene->view;
  bool is_larger = scene->interactive && !view->presenter && view->text_scale > 1;
  if (is_larger && trace_token_count(scene->trace) > 0)
    return stage_fitted_to_side(scene, box, side);
  return stage_fitted(scene, box);
}
