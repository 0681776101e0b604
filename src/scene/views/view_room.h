/* scene/views/view_room.h -- everything a person sees of a view that is neither a stage nor a
** picture of heads.
**
** Such a view is a row of scene/view_kinds.c and one room, a file of this folder. Its picture
** fills the centre of the window, or a figure; its title stands where a stage has its formula, and
** its panel where a stage has its own.
**
** Memory  On the arena of the draw list.   Errors  As those of a stage (stage_view.h).
*/
#ifndef SCENE_VIEWS_VIEW_ROOM_H
#define SCENE_VIEWS_VIEW_ROOM_H

#include "scene/stages/stage_view.h"

typedef struct ViewRoom {
  /* The whole picture at rest. The scene need not be fitted; without tokens it is drawn too. */
  void (*draw)(const Scene *scene, Box box);
  /* Title, headline, shapes, explanation and hint: all are set already for the stage. */
  void (*captions)(const Scene *scene, Captions *out);
  void (*inspect)(Panel *panel);
  /* The caption of a figure, as whole sentences on arena. */
  const char *(*figure_caption)(const Scene *scene, Arena *arena);
  /* The focused cell or row as one line to be copied, "" without one; NULL: that of the stage. */
  const char *(*focus_line)(const Scene *scene);
  /* Its numbers are not those of the session's model and sentence, so captions name neither. */
  bool names_no_model;
  /* The size of a figure, which grows for longer sentences; 0: that of a stage. */
  float width_design, height_design;
  bool grows;
  /* The least height of a figure of that width whose words have a size; NULL: as others have. */
  float (*printed_height)(const Scene *scene, float width);
  /* By how much such a figure is higher than others of its width; NULL: it is not. */
  float (*printed_more)(const Scene *scene, float width);
} ViewRoom;

extern const ViewRoom cache_room, cost_room, length_room, saturation_room, lookup_room,
    memory_layout_room, board_room, average_room, rollout_room, answers_room;

/* That of the view's row; NULL: it has none. */
const ViewRoom *view_room(ViewKind kind);

/* The scene with the text scale of such a view in that box, as that of a stage; for larger text the
** largest at which side is not less than at text scale 1. */
Scene view_room_fitted(const Scene *scene, Box box, MatrixSide *side);

/* How many times larger words may be in a window whose picture has more room than enough, in design
** points; 1 in a figure. */
float view_room_larger(const Scene *scene, Box box, Box enough);

/* How many times larger than in a window words are before a class, so that they are read from the
** last row; less in a box that is smaller than enough, in design points, and 1 elsewhere. */
float view_room_from_afar(const Scene *scene, Box box, Box enough);

/* Headline and shapes of the view in that width; nothing in a box without height. In a figure of a
** page they have as many lines as they take. */
float view_room_title_height(const Scene *scene, float width); /* 0: elsewhere, or none */
/* Of that height, what is more than one line each. */
float view_room_title_more(const Scene *scene, float width);
void view_room_title_draw(const Scene *scene, Box box);

/* Why there is no picture, in the middle of the box; NULL: it is being made. */
void view_room_refusal_draw(const Scene *scene, Box box, const char *why);

#endif
