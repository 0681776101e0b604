/* scene/heads/figure_words.h -- the words of the figure of all heads: below each, and below all.
** Private to scene/heads.
**
**   Head 1 · looks back one word     it → animal .80     from afar with the chosen cell, which
**                                                        has a line of its own in narrow panels
**   H1 · looks back one word                             before a class, where panels keep their
**   it → animal   .00                                    size, in large words: the chosen cell, and
**   it → because  .86                                    the head's own heaviest key of its row
**   query ↓  key →  one scale        bar
**
** Memory, errors  As in scene/scene.h.
*/
#ifndef SCENE_HEADS_FIGURE_WORDS_H
#define SCENE_HEADS_FIGURE_WORDS_H

#include "scene/heads/panel_labels.h"
#include "scene/stages/stage.h"

enum { HEADS_TOLD_MOST = 2 }; /* the chosen cell, and the head's own */
#define HEADS_BAR_LINE 16.0f  /* design points of a colour bar below a head */

/* Heads on scales of their own need a colour bar each. */
static inline bool heads_have_own_bars(const Scene *scene, TracePart part) {
  return scene->view->range < RANGE_SHARED && part != TRACE_WEIGHTS;
}

/* ---- figure_names.c ---- */

/* A file cannot be hovered, so roles that are cut in one panel are left out in all. */
bool head_names_have_roles(const Scene *scene, int count, float room);
/* The height of what stands below the name for the words of the chosen cell, which narrow panels
** have from afar, chosen or not; else 0. */
float head_chosen_line(const Scene *scene, TracePart part, float room);
/* Of the name and the room below it, without those words. */
float head_name_line(const Scene *scene);
typedef struct HeadName {
  TracePart part;
  int index; /* of the panel */
  bool has_role;
  float chosen_line; /* as of head_chosen_line */
} HeadName;

/* Below the cells of the panel. */
void head_name_draw(const Scene *scene, Box cells, const HeadName *head);

/* ---- figure_foot.c ---- */

/* The height for it, with the gap above. */
float heads_foot_height(const Scene *scene);

/* The words below all heads, fewer with less room. which: the heads, unless
** a heading names them. */
typedef struct HeadsFoot {
  const char *which;
  bool is_own;
  bool is_stacked;  /* the words above the bar */
  bool has_axes;    /* the names of the axes stand in the corner above */
  int spot;         /* rows and columns of cells in one spot of a head */
  ColorRange range; /* of all heads, unless each has its own */
} HeadsFoot;

void heads_foot_draw(const Scene *scene, Box box, const HeadsFoot *given);

#endif
