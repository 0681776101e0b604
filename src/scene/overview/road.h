/* scene/overview/road.h -- what the overview follows through all matrices and its title tells: the
** chosen row with its key, or without one the key that all rows gather most. Private to overview/.
**
** Units  weights, 0 to 1.   Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_OVERVIEW_ROAD_H
#define SCENE_OVERVIEW_ROAD_H

#include "scene/scene.h"

/* Of all rows of the head on show. */
typedef enum GatheredKind {
  GATHERED_EVENLY, /* nothing stands out */
  GATHERED_MOST,   /* one key has half as much again as its even share, or is the only one */
  GATHERED_OWN,    /* most rows have a key of their own with most of their weight */
  GATHERED_BESIDE  /* most rows of one sentence gather mostly from the word before, after or from
                    ** itself */
} GatheredKind;

typedef struct Gathered {
  GatheredKind kind;
  int key;    /* of GATHERED_MOST, else −1 */
  int offset; /* of GATHERED_BESIDE: −1, 0, 1 */
  float mean; /* weight of that key, or of each row's own key */
} Gathered;

/* Of which head it is. */
typedef struct GatheredOnShow {
  const Trace *trace;
  int layer, head;
  Gathered gathered;
} GatheredOnShow;

/* That of the scene, where it is of this head; else found anew. */
Gathered overview_gathered(const Scene *scene);

typedef struct OverviewRoad {
  int query, key;    /* −1: none */
  int value;         /* the key whose row of V is followed */
  bool is_rest;      /* no row is chosen; of one row alone query is that row */
  Gathered gathered; /* at rest */
  /* Of each key in the row of the output, at rest of all rows, the mean; NULL: not recorded, or
  ** out of memory. */
  const float *shares;
} OverviewRoad;

/* Of a chosen row without a key the key with the largest weight, unless the row sees none. */
OverviewRoad overview_road(const Scene *scene);

/* The key with the largest weight of a row; without weights −1. The workings have the order
** already; without them the row is searched. */
int overview_heaviest_key(const Scene *scene, int query);

#endif
