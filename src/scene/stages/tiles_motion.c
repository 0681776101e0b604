/* scene/stages/tiles_motion.c -- from the weights to the tiles: the matrix that is never made goes,
** and tile after tile comes instead. */
#include "scene/stages/motion.h"
#include "scene/stages/tiles_picture.h"

#include "base/number.h"

static const float WEIGHTS_GO = 0.08f; /* and are gone when tiles come */
static const float TILES_FROM = 0.2f, TILES_TO = 0.78f;

/* The matrix that is never made goes where it is, with its numbers and names. */
static void throw_weights(const Moment *moment) {
  const Scene *scene = &moment->later;
  const DrawHeatmap *from = motion_heatmap(scene, moment->earlier_list, TRACE_WEIGHTS);
  DrawList *list = scene->pen.list;
  if (!from) return;
  DrawHeatmap weights = *from;
  const DrawText **numbers = motion_numbers(moment->earlier_list, from);
  float seen = 1 - motion_part(moment->t, WEIGHTS_GO, TILES_FROM), opacity = list->opacity;
  weights.passing = true;
  motion_faded(scene, &weights, seen);
  list->opacity = opacity * seen;
  for (int i = 0; numbers && i < from->values.rows * from->values.cols; i++)
    if (numbers[i]) draw_text(list, *numbers[i]);
  list->opacity = opacity;
}

/* One of a few tiles from the first to the one on show, of which none is skipped, and how far it
** has come, 0 … 1. */
static int tile_at(const TilesPicture *picture, float t, float *share) {
  enum { STOPS_MOST = 6 };
  int count = picture->now + 1, stops = int_min(count, STOPS_MOST);
  float at = float_clamp((t - TILES_FROM) / (TILES_TO - TILES_FROM), 0, 1) * (float)stops;
  int stop = int_min((int)at, stops - 1);
  int tile = stops > 1 ? stop * (count - 1) / (stops - 1) : picture->now;
  const Scene *scene = picture->scene;
  *share = at - (float)stop;
  if (!tiles_is_skipped(scene->trace, scene->view->layer, tile)) return tile;
  int next = tiles_next(scene->trace, scene->view->layer, tile, 1);
  return next >= 0 && next <= picture->now ? next : picture->now;
}

/* Whether m, ℓ and O of its rows are there, to which it goes. */
static bool has_kept(const TilesPicture *picture) {
  const Tiling *tiling = &picture->tiling;
  return picture->place.opened.w <= 0 || tiling_tile(tiling, picture->now).first_row ==
                                             tiling_tile(tiling, picture->opened).first_row;
}

/* What is kept, without the tile on show until it has come. */
static void draw_kept_before(const TilesPicture *picture, bool is_before) {
  TilesPicture kept = *picture;
  const Scene *scene = picture->scene;
  if (is_before) kept.now = tiles_next(scene->trace, scene->view->layer, picture->now, -1);
  tiles_kept_draw(&kept);
}

/* Before a class the last one opens beside the map, where its place is empty until then. */
static void open_last(const Moment *moment) {
  DrawList *list = moment->later.pen.list;
  TilesPicture rest = tiles_picture(&moment->later, moment->later_box);
  float opacity = list->opacity;
  if (rest.place.opened.w <= 0 || rest.now < 0) return;
  Box place = tiles_part_of(&rest, rest.place.opened, tiling_tile(&rest.tiling, rest.now), false);
  draw_box(list, (DrawBox){.box = place, .fill = rest.scene->pen.theme->empty_cell});
  list->opacity = opacity * motion_part(moment->t, TILES_TO, 1);
  if (moment->t > TILES_TO) tiles_opened_draw(&rest);
  list->opacity = opacity;
}

/*   t  .08 … .2  the weights go      .2 … .78  tile after tile comes, and goes to m, ℓ and O */
void tiles_motion(const Moment *moment) {
  TilesPicture picture = tiles_picture(&moment->later, moment->later_box);
  float share;
  if (picture.grid.rows <= 0 || picture.grid.cols <= 0) return;
  if (moment->t < TILES_FROM) throw_weights(moment);
  if (moment->t < TILES_FROM || picture.now < 0) return;
  int shown = picture.now;
  open_last(moment);
  picture.is_plain = true;
  picture.now = tile_at(&picture, moment->t, &share);
  bool goes = share > 0.5f && has_kept(&picture) &&
              (picture.now != shown || moment->t < TILES_TO) && share < 1;
  picture.hides_now = goes;
  tiles_scores_draw(&picture);
  draw_kept_before(&picture, share < 0.85f && (picture.now != shown || moment->t < TILES_TO));
  if (!goes || picture.grid.is_cut) return;
  Tile tile = tiling_tile(&picture.tiling, picture.now);
  Box from = tiles_box(&picture, tile.first_row, tile.first_col, tile.rows, tile.cols);
  const TilesPlace *place = &picture.place;
  Box to = {place->max.x, from.y, place->sum.x + place->sum.w - place->max.x, from.h};
  if (place->opened.w > 0) to.y = place->max.y, to.h = place->max.h;
  picture.aside = motion_box(from, to, motion_part(share, 0.5f, 0.9f));
  tiles_now_draw(&picture);
}
