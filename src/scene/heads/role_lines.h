/* scene/heads/role_lines.h -- what a head does, in words: its measured role, over what it was
** measured, whether the sentence has anything to show it, and whether its weights are saturated.
**
** Units   Points as drawn.   Memory  Words are on the list's arena.   Errors  The list's.
*/
#ifndef SCENE_HEADS_ROLE_LINES_H
#define SCENE_HEADS_ROLE_LINES_H

#include "scene/heads/heads.h"

#define ROLE_LINE_PITCH 14.0f /* design points from the first line to the second */

/* The role, "(same word)" in a sentence that has nothing of the kind; empty: none. */
Str role_words(const Scene *scene, int layer, int head);
/* "no word stands twice here", or NULL where the role can show. */
const char *role_lacking_words(const Scene *scene, int layer, int head);
/* The colour of the role's words: muted where the sentence has nothing of the kind. */
Color role_color(const Scene *scene, int layer, int head);

/* "saturated: 11 of 11 rows above .99", where at least half of the rows give one key more than
** that; else NULL. weights: all rows and keys of a head. */
const char *role_saturated_words(const Scene *scene, MatView weights);

/* What the pointer is told at a head: role, what it lacks, saturation, the largest scores and
** over what they were measured. weights without rows: unknown. */
const char *role_tip(const Scene *scene, int layer, int head, MatView weights);

/* How much of a head's role is written. */
typedef enum RoleLines {
  ROLE_NAME,     /* "H2" */
  ROLE_SHORT,    /* "H2 0.73", and below it one word: "previous" */
  ROLE_ONE_LINE, /* "H2 previous token" */
  /* The same; below it a badge of saturation, what the sentence lacks, or the score. */
  ROLE_TWO_LINES
} RoleLines;

/* At the top left of place, whose width it uses. */
void role_lines_draw(const Scene *scene, Box place, RoleLines lines, const Thumbnail *thumbnail);

#endif
