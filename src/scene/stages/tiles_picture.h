/* scene/stages/tiles_picture.h -- the picture of the stage of tiles, which its files draw together.
** Private to stages/tiles*.c.
**
** tiles.c has the picture at rest and its words, tiles_place.c the places, tiles_scores.c the tiles
** of the scores, tiles_opened.c the tile on show large, tiles_kept.c m, ℓ and O beside them,
** tiles_motion.c the way from the weights.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_TILES_PICTURE_H
#define SCENE_STAGES_TILES_PICTURE_H

#include "scene/stages/stage.h"
#include "scene/stages/tiles.h"

typedef struct TilesPlace {
  Box cells, max, sum, output, done, note; /* done: O / ℓ; w = 0: no room */
  float foot_y, kept_foot_y;               /* of the bars */
  float label_width, label_height;
  /* Before a class, for a whole tile; w = 0: there is no room for large digits. The tiles are a map
  ** then, and m, ℓ, O and O / ℓ have room for the rows of one tile, which name_width names. */
  Box opened;
  float name_width;
} TilesPlace;

typedef struct TilesPicture {
  const Scene *scene;
  TilesPlace place;
  Tiling tiling;
  MatrixWidget matrix;
  MatrixGrid grid;
  int now;        /* the tile on show; −1: none */
  int opened;     /* the one that is opened, also while others come on the way to the stage */
  bool is_plain;  /* without digits and names, on the way to the stage */
  bool hides_now; /* the tile on show is not at its place */
  Box aside;      /* w > 0: there the tile on show is, on its way to what is kept */
} TilesPicture;

TilesPlace tiles_place(const Scene *scene, Box box);
TilesPicture tiles_picture(const Scene *scene, Box box);

/* Of whole cells, from that one on; they may leave the window, at which the clip cuts them. */
Box tiles_box(const TilesPicture *picture, int row, int col, int rows, int cols);
/* The tiles, and the names beside and above them. */
void tiles_scores_draw(const TilesPicture *picture);
/* The tile on show alone, at its place or aside. */
void tiles_now_draw(const TilesPicture *picture);
/* The same in that box. */
void tiles_now_draw_in(const TilesPicture *picture, Box box);
/* The tile on show where it is opened, with the names of its rows and columns. */
void tiles_opened_draw(const TilesPicture *picture);
/* tiles_place.c: the part of a box for a whole tile that this one takes, which may have fewer rows
** and columns. */
Box tiles_part_of(const TilesPicture *picture, Box whole, Tile tile, bool has_all_columns);
/* m, ℓ, O and O / ℓ behind the tile on show. */
void tiles_kept_draw(const TilesPicture *picture);

#endif
