/* scene/telling_row.c -- see telling_row.h. */
#include "scene/telling_row.h"

#include "trace/workings/first_picture.h"

static int find(const Scene *scene) {
  return first_picture_own_row(scene->trace, scene->view->layer, scene->view->head);
}

const TellingRow *telling_row_find(const Scene *scene) {
  TellingRow *found = arena_take(scene->pen.list->arena, 1, sizeof *found);
  if (!found) {
    scene->pen.list->failed = true;
    return NULL;
  }
  *found = (TellingRow){scene->trace, scene->view->layer, scene->view->head, find(scene)};
  return found;
}

int telling_row(const Scene *scene) {
  const TellingRow *found = scene->telling;
  bool is_found = found && found->trace == scene->trace && found->layer == scene->view->layer &&
                  found->head == scene->view->head;
  return is_found ? found->row : find(scene);
}
