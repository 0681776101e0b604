/* scene/stages/tiles.h -- what the files of the stage of tiles share. Private to stages/tiles*.c.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_TILES_H
#define SCENE_STAGES_TILES_H

#include "scene/stages/stage_view.h"
#include "trace/workings/tiles.h"

/* The tile on show: that to which the steps have come or, of a stage shown as a whole, that of the
** focused cell, the last of the focused row, the last of all; −1: the mask hides all. */
int tiles_on_show(const Scene *scene);
/* Whether the cell is in the tile on show; with col −1: whether a cell of the row is. */
bool tiles_is_at_work(const Scene *scene, int row, int col);
/* One row at its tile; NULL: it is not begun, or sees nothing yet, or memory is out. */
const TileRow *tiles_row_here(const Scene *scene, int row);

/* "5–8", the keys of a tile; "queries: 5–8, keys: 1–4" */
const char *tiles_keys_words(const Scene *scene, Tile tile);
const char *tiles_place_words(const Scene *scene, int index);
/* How many tiles are left out, since the mask hides them whole; "" for none. */
const char *tiles_skipped_words(const Scene *scene);
/* What is in fast memory at once, and what all scores take, here and of a long text. */
const char *tiles_memory_words(const Scene *scene);
/* How far O / ℓ is from the whole matrix's; "" while tiles are to come. */
const char *tiles_difference_words(const Scene *scene);

/* The inspector of the stage: scene/stages/tiles_panel.c. */
void tiles_inspect(Panel *panel);
/* The chosen number in words (tiles_words.c). */
CellWords tiles_cell_words(const Panel *panel);
void tiles_legend(Panel *panel);
void tiles_question(Panel *panel);

#endif
