/* scene/stages/stage.h -- what the stage pictures share. Private to scene/.
**
** Every stage draws itself at rest into a box of at least STAGE_WIDTH_LEAST × STAGE_HEIGHT_LEAST
** design points; stage_fitted lowers the text scale until the box is that large, and raises it in a
** box more than twice as large. Motion between stages is in stage.c; only stages by pair share one
** matrix and fade inside it.
** Units  points; names ending in _design are multiplied by the text scale.
*/
#ifndef SCENE_STAGES_STAGE_H
#define SCENE_STAGES_STAGE_H

#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"

/* Design points; a smaller box gets smaller text instead. */
enum { STAGE_WIDTH_LEAST = 440, STAGE_HEIGHT_LEAST = 340 };

/* The scene with the text scale of a stage in that box:
**
**   most = min(width / 440, height / 340)
**   scale = min(most, max(asked, min(most / 2, 2 asked)))
**
** Where there is room for much more than the text asked for it grows, to be read from far away. */
Scene stage_fitted(const Scene *scene, Box box);

/* A stage without numbers: no sentence yet; or the recording has it not, and why. The scene is
** fitted. */
void stage_empty_draw(const Scene *scene, Box box);
void stage_missing_draw(const Scene *scene, Box box);

/* "token it, column 3", and the number there; a dash where the matrix has no such column: values
** may be wider or narrower than keys. */
const char *stage_place_words(const Scene *scene, int row, int col);
Number stage_number(const Scene *scene, TracePart part, int row, int col);
/* What the layer gives, in a formula: "x + joined". */
const char *stage_layer_words(const Scene *scene);

/* The result of a stage: the last of its parts, X for tokens. The part whose
** cells the steps of a stage fill. */
TracePart stage_result(StageId stage);
const char *stage_part_title(TracePart part); /* translated: "Scores" */

/* Whether a token may be hidden from the model, which then fills the gap. */
static inline bool stage_hides(const Scene *scene) { return trace_gap_id(scene->trace) >= 0; }

static inline float stage_points(const Scene *scene, float design) {
  return design * scene->pen.text_scale;
}
/* Of queries and keys: a square of so many cells has room for both. */
static inline int stage_larger_count(const Scene *scene) {
  int queries = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  return queries > keys ? queries : keys;
}
/* Smoothstep, 3t² − 2t³, clamped to 0 … 1. */
float stage_ease(float t); /* 0…1, slow at both ends */
/* On the list's arena; rows first. */
Str stage_shape(const Scene *scene, MatView m); /* "11 × 16" */
/* Empty where the trace lacks the part or has not made it yet. */
MatView stage_matrix(const Scene *scene, TracePart part); /* of the layer and head on show */

/* The focused row and column of the stage on show, −1 for none. */
void stage_focus(const Scene *scene, int *row, int *col);
/* The row a picture follows: the focused one, else the last one filled. */
int stage_followed_row(const Scene *scene);

/* A name in its role's colour with the shape behind it: "Q 11 × 16", from at or ending there.
** Without room for the shape the name stands alone. baseline is where the text begins, ends or has
** its middle, as align says. */
typedef struct StageName {
  Point baseline;
  Align align;
  float room; /* width */
  const char *symbol;
  float size; /* design */
  TracePart part;
  /* Of the matrix named: says how many columns a stripe is, where they mix; or 0. */
  float cells_w;
} StageName;
void stage_name_draw(const Scene *scene, const StageName *name);

/* A frame in a role's colour round a matrix. 4 points outside of the cells, so that it covers
** none. */
void stage_frame(const Scene *scene, Box cells, Color color);

/* Matrices whose rows are tokens, side by side with the same rows: their common height. */
float stage_rows_height(const Scene *scene, float room, float row_most_design);

/* Which rule gave the range, without its numbers: "one scale for all heads". */
const char *stage_range_rule(const Scene *scene, TracePart part);

/* A horizontal bar at the right end of box, the rule before it where there is room:
** "one scale  −3.2 ▬▬▬ +3.2". */
void stage_bar_draw(const Scene *scene, TracePart part, Box box);

/* A sign between matrices (+ = × →), centred in box. */
void stage_sign_draw(const Scene *scene, Box box, const char *sign);

/* One row of numbers as a strip of cells in the colours of a part. */
typedef struct StageStrip {
  TracePart part;
  MatView values; /* [1, columns] */
  ColorRange range;
  /* Cells shown so far; −1: all. */
  int filled;
} StageStrip;
void stage_values_draw(const Scene *scene, const StageStrip *strip, Box box);

/* One row of a part as a strip of cells, on the given range (low = high: the part's own). */
void stage_strip_draw(const Scene *scene, TracePart part, int row, Box box, ColorRange range);

/* One of several such matrices side by side, under its name; the first carries the tokens. Its
** cells lie below its name and above its bar. */
typedef struct StageColumn {
  TracePart part;
  Box cells;
  /* Of the tokens; 0: none stand here. */
  float label_width;
  float name_room; /* width of the name */
} StageColumn;
void stage_column_draw(const Scene *scene, const StageColumn *column);

/* A matrix whose rows are tokens, with what all such matrices share: focus, digits, hands. */
MatrixWidget stage_rows_view(const Scene *scene, TracePart part, Box cells);

#endif
