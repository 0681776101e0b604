/* scene/heads/key_groups.h -- which heads of Q share one head of K and V, as a picture and in
** words.
**
**      ┌ H1            grouped-query attention: H heads of Q, G of K and V, each for H / G
**   K1 ┼ H2
**   V1 ┼ H3            G = H: no head shares, and nothing is drawn
**      └ H4            G = 1: all share one (multi-query attention)
**   K2 ┬ H5
**   V2 └ …
**
** Units   Points as drawn.   Memory  On the list's arena.   Errors  None.
** Source  Shazeer 2019 (multi-query); Ainslie et al. 2023 (grouped-query).
*/
#ifndef SCENE_HEADS_KEY_GROUPS_H
#define SCENE_HEADS_KEY_GROUPS_H

#include "scene/scene.h"

/* A head of K and V and the heads of Q it serves, from 0. */
typedef struct KeyGroup {
  int first, count, index;
} KeyGroup;

/* False for ordinary multi-head attention and for a single head. */
bool key_groups_are_shared(const Scene *scene, int layer);
/* The group of a head of Q; heads of a group are neighbours. */
KeyGroup key_group_of(const Scene *scene, int layer, int head);

/* "heads 1–4 share K and V"; "" if no head shares. */
Str key_groups_words(const Scene *scene, int layer, int head);

/* The whole picture: heads of K and V at the left, those of Q at the right, connected by curves.
** Only if key_groups_are_shared. */
void key_groups_draw(const Scene *scene, Box box);

/* A bracket along the heads of a group, which lie from `from` to `to`. */
typedef struct KeyBracket {
  Point from, to;
  /* Length of its ends, towards the heads: up for a horizontal one, left for a vertical one. */
  float depth;
  bool on_show;
} KeyBracket;
void key_groups_bracket(const Scene *scene, const KeyBracket *bracket);

#endif
