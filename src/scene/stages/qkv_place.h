/* scene/stages/qkv_place.h -- the places of the matrices of Q, K and V. Private to stages/qkv*.c.
**
** Units  points as drawn; names that end in _DESIGN are multiplied by the text scale.
** Memory, errors  None.
*/
#ifndef SCENE_STAGES_QKV_PLACE_H
#define SCENE_STAGES_QKV_PLACE_H

#include "scene/stages/qkv.h"

#define QKV_RIBBON_DESIGN 44.0f /* between X and the maps, and between these and their results */

typedef struct QkvBand {
  ProjectionId id;
  TracePart weights, result, bias;
  const char *weights_symbol, *symbol, *bias_symbol;
  Box weights_cells, bias_cells, cells; /* bias_cells.h = 0: the model has none */
} QkvBand;

typedef struct QkvPlace {
  Box x, y; /* y.h = 0: K and V are made from X as well */
  QkvBand bands[3];
  float label_width, label_width_right;
  bool is_column;      /* of a figure: one below the other (qkv_column.c) */
  bool names_results;  /* of a figure: Q, K and V name their rows too */
  Box rows;            /* of the numbers of the followed row; h = 0: there are none */
  bool rows_are_low;   /* smaller than usual */
  bool bars_are_above; /* the colour bars of the weight matrices: beside their names, else below */
} QkvPlace;

/* By ProjectionId, without places. */
extern const QkvBand qkv_bands[3];

QkvPlace qkv_place(const Scene *scene, Box box);
/* Rows of a result: tokens, or keys. */
int qkv_rows(const Scene *scene, TracePart part);
/* As in StageView. */
float qkv_named_height(const Scene *scene, float width);
bool qkv_is_column(const Scene *scene, Point size);

/* A number of another map is worked out: frames, lines and ribbons of this one are faint. Its cells
** are not, since their colours are their numbers. */
bool qkv_is_quiet(const Scene *scene, const QkvBand *band);
Color qkv_line_color(const Scene *scene, const QkvBand *band);

/* "X₂", "LN(X₂)", "LN(Y₂)" */
const char *qkv_input_symbol(const Scene *scene, char letter);
/* The cells of a map, of its bias and of what it makes. */
void qkv_weights_draw(const Scene *scene, const QkvPlace *place, const QkvBand *band);
void qkv_bias_cells_draw(const Scene *scene, const QkvPlace *place, const QkvBand *band);
void qkv_result_draw(const Scene *scene, const QkvPlace *place, const QkvBand *band);

/* qkv_followed.c: does the band map rows of another sentence, which are not those in focus? */
bool qkv_is_of_other(const QkvPlace *place, const QkvBand *band);
/* Where not every row has room for its name only the followed one has it; X names them all. */
bool qkv_names_all_rows(const Scene *scene, const QkvPlace *place, const QkvBand *band);
/* The x where a line from a map ends, before the names. */
float qkv_way_end(const Scene *scene, const QkvBand *band);
/* The row that is led to, also where none is chosen; −1: none. */
int qkv_followed_row(const Scene *scene, const QkvPlace *place, const MatrixWidget *input);
bool qkv_leads_to_followed(const Scene *scene, const QkvPlace *place);
void qkv_paths_draw(const Scene *scene, const QkvPlace *place, const MatrixGrid *input, int row);
void qkv_followed_name_draw(const Scene *scene, const QkvBand *band, const MatrixWidget *result);
void qkv_followed_outline(const Scene *scene, const MatrixWidget *matrix);

float qkv_column_height(const Scene *scene);
QkvPlace qkv_column_place(const Scene *scene, Box box);
void qkv_column_draw(const Scene *scene, const QkvPlace *place, Box box);

#endif
