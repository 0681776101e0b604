/* scene/stages/stage_view.c -- the table of the StageView of every stage. */
#include "scene/stages/stage_view.h"

#define STAGE_VIEW(ID, name) [STAGE_##ID] = &stage_##name##_view,
const StageView *const stage_views[STAGE_COUNT] = {STAGE_LIST(STAGE_VIEW)};
#undef STAGE_VIEW

bool stage_missing(const Scene *scene, StageId stage) {
  return trace_stage_missing(scene->trace, stage).bytes > 0;
}
