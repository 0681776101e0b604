/* scene/stages/tiles_words.c -- sentences about tiles that picture and panel share. */
#include "scene/stages/tiles.h"

#include <math.h>

#include "base/i18n.h"

/* Where nobody steps, a choice is looked at in its own tile. */
int tiles_on_show(const Scene *scene) {
  const View *view = scene->view;
  int last = tiles_current(scene->trace, view->layer, view->filled), row, col;
  Tiling tiling = tiling_of(scene->trace);
  if (view->stage != STAGE_TILES || view->filled >= 0 || view->step_by != STEP_STAGE) return last;
  stage_focus(scene, &row, &col);
  if (row < 0 || row >= tiling.rows) return last;
  int its = tiling_at(&tiling, row, col >= 0 ? col : tiling.cols - 1);
  int index = tiles_of_row(scene->trace, view->layer, row, its);
  return index >= 0 ? index : last;
}

bool tiles_is_at_work(const Scene *scene, int row, int col) {
  int index = tiles_on_show(scene);
  Tiling tiling = tiling_of(scene->trace);
  if (index < 0) return false;
  Tile now = tiling_tile(&tiling, index);
  bool has_row = row >= now.first_row && row < now.first_row + now.rows;
  return has_row && (col < 0 || (col >= now.first_col && col < now.first_col + now.cols));
}

const TileRow *tiles_row_here(const Scene *scene, int row) {
  const View *view = scene->view;
  int index = tiles_of_row(scene->trace, view->layer, row, tiles_on_show(scene));
  if (index < 0) return NULL;
  const TileRow *found = tiles_row(scene->pen.list->arena, scene->trace,
                                   (TilePlace){view->layer, view->head, index}, row);
  if (!found) scene->pen.list->failed = true;
  return found;
}

/* "5–8", or "5" alone. */
static const char *range_words(Arena *arena, int first, int count) {
  return count == 1 ? str_format(arena, "%d", first + 1)
                    : str_format(arena, "%d–%d", first + 1, first + count);
}

const char *tiles_keys_words(const Scene *scene, Tile tile) {
  return range_words(scene->pen.list->arena, tile.first_col, tile.cols);
}

const char *tiles_place_words(const Scene *scene, int index) {
  Tiling tiling = tiling_of(scene->trace);
  Tile tile = tiling_tile(&tiling, index);
  Arena *arena = scene->pen.list->arena;
  return str_format(arena, _("queries: %s, keys: %s"),
                    range_words(arena, tile.first_row, tile.rows), tiles_keys_words(scene, tile));
}

const char *tiles_skipped_words(const Scene *scene) {
  int count = tiles_skipped_count(scene->trace, scene->view->layer);
  if (count == 0) return "";
  return str_format(scene->pen.list->arena,
                    P_("%d tile is skipped: the mask hides all of it.",
                       "%d tiles are skipped: the mask hides all of them.", count),
                    count);
}

const char *tiles_memory_words(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  TilesBytes bytes = tiles_bytes(scene->trace);
  const char *at_once = str_format(arena,
                                   P_("In fast memory at once: %lld byte.",
                                      "In fast memory at once: %lld bytes.", bytes.at_once),
                                   (long long)bytes.at_once);
  const char *whole = str_format(arena,
                                 P_("All scores: %lld byte, of 1,024 tokens 4 MiB.",
                                    "All scores: %lld bytes, of 1,024 tokens 4 MiB.", bytes.whole),
                                 (long long)bytes.whole);
  StrBuf words = strbuf_make(arena);
  if (at_once) i18n_add_sentence(&words, at_once);
  if (whole) i18n_add_sentence(&words, whole);
  return words.failed || !words.at ? "" : number_grouped(arena, words.at);
}

const char *tiles_difference_words(const Scene *scene) {
  const View *view = scene->view;
  TilesDifference far;
  Arena *arena = scene->pen.list->arena;
  bool is_end = tiles_next(scene->trace, view->layer, tiles_on_show(scene), 1) < 0;
  if (view->filled >= 0 || !is_end || !trace_has_part(scene->trace, TRACE_OUTPUT)) return "";
  if (!tiles_difference(arena, scene->trace, view->layer, view->head, &far)) return "";
  if (far.difference == 0)
    return _("O / ℓ is the output: not one digit differs from that of the whole matrix.");
  Number difference = number_full(far.difference);
  Number share = number_full(far.difference / far.largest);
  return str_format(
      arena,
      _("O / ℓ is the output: it differs from that of the whole matrix by at most %s, "
        "%s of the largest number."),
      difference.at, share.at);
}

/* -- the chosen number ------------------------------------------------------------------------- */

/* In the tile on show it still counts by itself; in another it is thrown away, or to come. */
static Str why_of_tile(const Panel *panel, const TileRow *row) {
  if (!row)
    return panel_words(panel, _("No tile of the row has come yet, or all of it is hidden."));
  Number max = number_full(row->max), sum = number_full((float)row->sum);
  int item = panel->key - row->tile.first_col;
  if (item < 0 || item >= row->tile.cols)
    return panel_words(panel,
                       _("It is not in the tile on show, and of all tiles so far only the largest "
                         "number, %s, and the sum, %s, of the row are kept."),
                       max.at, sum.at);
  return panel_words(panel,
                     _("The largest number of the row so far is %s, so this one counts %s, out of "
                       "the %s that the row has come to."),
                     max.at, number_full(row->exponentials[item]).at, sum.at);
}

CellWords tiles_cell_words(const Panel *panel) {
  MatView masked = panel_matrix(panel, TRACE_MASKED);
  if (!masked.at) return (CellWords){0};
  float number = mat_get(masked, panel->query, panel->key);
  const char *query = cell_query(panel), *key = cell_key(panel);
  Str what =
      scene_hides(panel->scene, panel->query, panel->key) && !(number > -INFINITY)
          ? panel_words(panel, _("−∞ stands for “%s” and “%s”: the one may not look at the other."),
                        query, key)
          : panel_words(panel, _("%s is the score of “%s” and “%s”, as one tile works it out."),
                        number_full(number).at, query, key);
  return (CellWords){what, why_of_tile(panel, tiles_row_here(panel->scene, panel->query))};
}
