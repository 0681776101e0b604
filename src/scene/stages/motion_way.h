/* scene/stages/motion_way.h -- what becomes of each item of two pictures on the way from one to the
** other. Private to stages/motion*.c.
**
** Units  points; t 0 … 1.   Memory  On the list's arena.   Errors  As the draw list.
*/
#ifndef SCENE_STAGES_MOTION_WAY_H
#define SCENE_STAGES_MOTION_WAY_H

#include "scene/stages/motion.h"

/* What becomes of an item on the way. */
typedef enum Fate {
  FATE_FADES,
  FATE_STAYS,
  FATE_TRAVELS,
  FATE_RIDES,   /* a digit of a matrix that travels */
  FATE_ROOMS,   /* the room draws it */
  FATE_COMES,   /* a matrix of the later picture that comes before the room is done */
  FATE_CARRIED, /* a frame, name or bar of the overview that goes with its matrix */
  FATE_ROWS,    /* of the rows with digits above the matrices */
  FATE_BAR,     /* part of a colour bar, which comes or goes as a whole */
  FATE_TURNS    /* part of one that gives way to another in the same place, or that takes it */
} Fate;

typedef struct Picture {
  const DrawList *list;
  Box *clips; /* at each item; w < 0: none */
  Fate *fates;
  int *twins; /* the item of the other picture that it is or becomes; −1: none */
} Picture;

typedef struct Way {
  const Scene *scene;
  const Scene *earlier_scene, *later_scene; /* NULL: out of the overview */
  Picture earlier, later;
  float out, in;   /* alpha of words that fade */
  float names_in;  /* and of those of the later picture that tell no number */
  float names_out; /* and of names of matrices that go with them until then */
  bool rows_wait;  /* StageMotion.rows_wait */
  bool rows_pass;  /* rows that the room moves, and their names, which are not seen over others */
  bool names_wait; /* StageMotion.names_wait */
  bool words_come; /* StageMotion.words_come */
  bool takes_numbers;  /* StageMotion.takes_numbers, where the room draws */
  bool takes_row;      /* StageMotion.takes_row, where the room draws */
  bool rows_stay;      /* StageMotion.rows_stay, where the room draws */
  Box brought;         /* StageMotion.brought, where the room draws; w 0: nothing */
  float numbers_until; /* StageMotion.numbers_until, where the room draws */
  float columns_seen;  /* of the names of columns of own */
  int room_scales;     /* StageMotion.colors, where the room draws; else 0 */
  ColorRange room_ranges[4];
  TracePart room_parts[4], room_own;
  ColorRange rows_range; /* of the rows with digits that stay; low = high: there are none */
  bool keeps_colors;     /* the room draws cells of the earlier picture to the end */
  Box box;               /* of the picture */
  float t;
  float sets_out; /* when cells begin to travel, and what only the earlier picture has is gone */
  int room_first, room_end;  /* what the room drew, in the list of the moment */
  float cells_out, cells_in; /* and of everything else */
  bool has_comers;
  float coming; /* of matrices that come before the room is done */
  /* Out of the overview: what frames, marks and names a matrix goes with it, and the strength of
  ** names and bars. */
  bool folds;
  bool turns;   /* and no matrix goes, but words do */
  bool lingers; /* the former picture has words alone, which stay where no cells come */
  float carried;
  float marks;   /* and of frames */
  float riding;  /* of the names of its rows and columns in the stage, which go with it */
  int *carriers; /* of each item of the earlier picture: the matrix of the later one; −1: none */
  float s;       /* of the cells that travel */
  float mix;     /* of the numbers that change, and of their colours with them */
  float rises;   /* of the former numbers that are kept in their cells above the next */
  const char *step; /* what is done to each number: "÷ 4"; NULL: it is not said in cells */
  /* The cells that the room moves: no outline marks one of them. w < 0: there are none. */
  Box moved;
  Box given;     /* the matrix of the earlier picture that the room draws; w 0: there is none */
  int own;       /* of the later picture: the matrix that the room draws; −1: none */
  int stream;    /* of the later picture: what goes into a layer and was X; −1: none */
  bool *titles;  /* of each item of the later picture: a word that travels and names a matrix */
  int *bearers;  /* and the matrix that a word or a frame goes with; −1: none */
  int *leavers;  /* of each item of the earlier picture: a name that goes with that matrix of the
                 ** later one and is not in the later picture; −1: it does not */
  int *formers;  /* of each item of the later picture: a number of the earlier one that its cell
                 ** keeps above the next, and that goes to this place; −1: it is none */
  bool *lifts;   /* of each item of the earlier picture: a number that makes room for the step */
  bool *risers;  /* and whether an item of the earlier picture goes so */
  float *asides; /* of each item of the later picture: how far it steps aside on its way */
} Way;

/* Of the moment: until then rows with digits stay where the later picture has some too. */
#define MOTION_ROWS_GO 0.74f

/* Everything fades. False: no memory. */
bool motion_way_make(Way *way, const DrawList *earlier, const DrawList *later);
/* What stays and which matrices travel. moment NULL: the pictures are not those of two stages. */
void motion_way_match(Way *way, const Moment *moment);
/* After the room has its own: which digits ride on cells, which words travel, and what steps aside,
** so that no matrix passes through another. moment NULL: the room names no rows. */
void motion_way_follow(Way *way, const Moment *moment, const StageMotion *motion);
/* Parts of it: which numbers go with their cells; which words go with what they name, and which
** name rows that go to places of which there is no matrix; which names go until their matrices have
** another; which frames go with their cells; and what steps aside. */
void motion_digits_find(Way *way);
void motion_names_find(Way *way);
void motion_names_of_rows(Way *way, const Moment *moment, const StageMotion *motion);
void motion_leavers_find(Way *way);
void motion_frames_find(Way *way);
void motion_asides_find(Way *way);

/* Where a matrix of the later picture that travels is now. */
Box motion_way_box(const Way *way, int later);
/* Whether a box of the later picture is an outline that comes, around or in such a matrix. */
bool motion_marks_traveller(const Way *way, int later);
/* Where a box around the matrix or in it is that goes with it, from one place to another. */
Box motion_way_frame(const Way *way, int later);
/* Where an item of the later picture is that goes from one place to another. */
Point motion_way_point(const Way *way, int later, Point from, Point to);

/* Whether it is beside or above a matrix of the later picture, and so names it or a line of it. */
bool motion_names_matrix(const Way *way, const DrawText *text);
/* Whether it stands above the matrix that the room draws, and names one of its columns. */
bool motion_names_column(const Way *way, const DrawText *text);
/* Whether that matrix is not there before the numbers are. */
bool motion_names_what_fades(const Way *way, const DrawText *text);
/* Whether it names a row of a matrix that the earlier picture has not. */
bool motion_names_row_to_come(const Way *way, const DrawText *text);
/* Whether it is a word of the later picture that names so, and tells no number. */
bool motion_is_name(const Way *way, int later);
/* Out of the overview: where a name of the later picture stands that goes with the matrix whose row
** or column it names, and its size. False: it names none that travels. */
bool motion_rides(const Way *way, int later, DrawText *text);
/* Draws the words that travel, and the names of the later picture. One that would lie over a text
** drawn since item first of the list is not seen meanwhile. */
void motion_put_words(const Way *way, int first);
/* Whether something in that place would lie over a text drawn since then. */
bool motion_meets_text(const DrawList *list, int first, Box ink);
/* Whether ink lies outside: words beside a matrix on its way may have no room there. */
bool motion_leaves_picture(const DrawList *list, Box ink);

/* Colour bars: those that are the same in both pictures stay, the others come and go as a whole. */
void motion_bars_match(Way *way);
void motion_bars_draw(const Way *way);
/* But those of a scale in use are there, once for each scale, where nothing drawn since item
** first_drawn of the list is in their way, or at the foot. */
void motion_bars_tell(const Way *way, int first_drawn);
/* Of the bar whose colours are item first. */
bool motion_bar_is_used(const Way *way, bool is_later, int first);
/* Whether cells of its scale are where its picture has them at rest, so that it stands beside. */
bool motion_bar_rests(const Way *way, bool is_later, int first);
/* Draws it in its place, if that is free. */
bool motion_bar_tell(const Way *way, bool is_later, int first, int end, int first_drawn);
/* Whether nothing since that item of the list lies in the place; a ground or frame in which it lies
** as a whole does not count. */
bool motion_place_is_free(const DrawList *list, int first, Box place);

/* The colours of a bar, and parts that have them now. is_of_rows: or only the rows with digits. */
enum { NAMED_SCALE_PARTS = 3 };
typedef struct NamedScale {
  const DrawHeatmap *colors;
  TracePart parts[NAMED_SCALE_PARTS];
  int part_count;
  bool is_of_rows;
} NamedScale;
NamedScale motion_named_scale(const Way *way, bool is_later, int first);
/* All of them in one place, each with its name. */
void motion_legend_draw(const Way *way, const NamedScale *scales, int count, int first_drawn);

/* The rows with digits above the matrices: go to the place of the next ones. */
void motion_rows_find(Way *way);
void motion_rows_draw(const Way *way);
/* What goes with the matrices out of the overview. over: what lies over the cells, of which nothing
** lies over a text drawn since item first of the list. */
void motion_carried_find(Way *way);
/* The names of tokens that go from column to column by themselves (motion_columns.c). */
void motion_columns_find(Way *way);
void motion_carried_under(const Way *way, int later);
void motion_carried_over(const Way *way, int later, int first);
/* The matrices that travel with their numbers, the layers around X, and below them their name. */
void motion_put_travelling(const Way *way, int first);
void motion_put_layers(const Way *way);
void motion_put_name_of_layers(const Way *way, int first);
/* The numbers of a matrix that was item from and becomes item to. */
void motion_digits_put(const Way *way, int from, int to);
/* Whether a word of the later picture is drawn by the room until words come. */
bool motion_is_brought(const Way *way, const DrawText *text);
/* What stays, comes and goes, under the cells that travel and over them. */
void motion_put_under(const Way *way);
void motion_put_over(const Way *way);
/* Draws an item of a picture with that opacity. */
void motion_put_item(const Way *way, const Picture *picture, int i, float alpha);

/* What is seen of a matrix: its clip, or all of it. */
Box motion_seen_of(const Picture *picture, int i);
/* The clip of what is drawn from now on; w < 0: none. */
void motion_set_clip(DrawList *list, Box clip);
/* Whether two items are the same at the same place, apart from colours. */
bool motion_is_same(const DrawItem *a, const DrawItem *b);
bool motion_has_travellers(const Way *way);
void motion_join(Way *way, int earlier, int later, Fate fate);
/* Whether an item is a heatmap of those numbers. */
bool motion_item_is_of(const DrawItem *item, MatView values);

#endif
