/* scene/stages/stage.h -- what the pictures of the stages share. Private to scene/.
**
** Every stage draws itself at rest into a box of at least STAGE_WIDTH_LEAST × STAGE_HEIGHT_LEAST
** design points: stage_fitted lowers the text scale until the box is that large, and raises it in a
** box more than twice as large. motion.h has what is seen between two stages.
**
** stage.c draws a stage at rest or on its way, stage_names.c has names, shapes and numbers in
** words, stage_focus.c the row that a picture is about, stage_matrices.c strips, columns, bars and
** frames.
**
** Units  points; names that end in _design are multiplied by the text scale.
*/
#ifndef SCENE_STAGES_STAGE_H
#define SCENE_STAGES_STAGE_H

#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"

/* In design points; a smaller box gets smaller text. */
enum { STAGE_WIDTH_LEAST = 440, STAGE_HEIGHT_LEAST = 340 };

/* The scene with the text scale of a stage in that box:
**
**   most = min(width / 440, height / 340)
**   scale = min(most, max(asked, min(most / 2, 2 asked)))
**
** If there is much more room than the asked size needs, text grows, to be legible from far away.
*/
Scene stage_fitted(const Scene *scene, Box box);

/* A view other than a stage, for larger text: the largest text scale at which `side`, the length of
** its matrices in points, is at least that at text scale 1 in the same window. */
typedef float MatrixSide(const Scene *scene, Box box);
/* The scene at text scale 1 and its box; false: the text is not larger. */
bool stage_with_plain_text(const Scene *scene, View *view, Box *box, Scene *plain);
Scene stage_fitted_to_side(const Scene *scene, Box box, MatrixSide *side);

/* A stage without numbers: there is no sentence yet; or the recording lacks it, and why. The
** scene must be fitted. */
void stage_empty_draw(const Scene *scene, Box box);
void stage_missing_draw(const Scene *scene, Box box);

/* "token it, column 3", and the number there, with the decimals of the row of large cells that it
** stands in; a dash if the matrix has no such column, since values may be wider or narrower than
** keys. */
const char *stage_place_words(const Scene *scene, int row, int col);
Number stage_number(const Scene *scene, TracePart part, int row, int col);
/* The same to be read from afar, where no panel adds it up with more decimals. */
Number stage_number_afar(const Scene *scene, TracePart part, int row, int col);
/* What the layer returns, in a formula: "x + joined". */
const char *stage_layer_words(const Scene *scene);

/* Do the norms of the layer on show divide by the root mean square (M-71)? "RMS", or "LN". */
bool stage_norm_is_rms(const Scene *scene);
const char *stage_norm_symbol(const Scene *scene);

/* The result of a stage: the last of its parts, X for tokens. The steps of the
** stage fill its cells. */
TracePart stage_result(StageId stage);
/* A part in a formula: "Q", "K_R", "φ(K)"; NULL: it has a name alone. */
const char *stage_part_symbol(TracePart part);
/* What queries, keys and values of a score are called: "Q", "Q_R" where they are turned, "K′" where
** they are mixed. */
const char *stage_queries_symbol(const Scene *scene);
const char *stage_keys_symbol(const Scene *scene);
const char *stage_values_symbol(const Scene *scene);
const char *stage_part_title(TracePart part); /* translated: "Scores" */
/* The same with what a layer reads and returns by name: "Input X₂", "Layer output X₃". */
const char *stage_part_name(const Scene *scene, TracePart part);
/* Where the numbers of a part come from or go to, if its name alone does not say it: "after layer
** 1"; NULL: nothing to say. */
const char *stage_part_note(const Scene *scene, TracePart part);

/* Whether a token may be hidden from the model, which then fills the gap. */
static inline bool stage_hides(const Scene *scene) { return trace_gap_id(scene->trace) >= 0; }

/* In the presenter view, and with much larger text: numbers that are read from afar come first. */
bool stage_is_for_afar(const Scene *scene);

/* Cells of pairs on a screen: so much wider than high where there is room, for the digits in them,
** and at most so large, in design points. */
static const float STAGE_WIDER_THAN_HIGH = 1.8f, STAGE_CELL_MOST = 84;

static inline float stage_points(const Scene *scene, float design) {
  return design * scene->pen.text_scale;
}
/* The largest size from that of the style down to `least` at which the text is no wider. */
float stage_fitted_size(const Pen *pen, TextStyle style, float least, float width, Str text);

/* The design size of shapes and numbers of columns: before a class as large as they are read from
** the last row, 18 pixels high at 1920 × 1080; what has no room for that is left out. */
float stage_small_print(const Scene *scene);
/* A pen whose colour bars have numbers of that size. */
Pen stage_bar_pen(const Scene *scene);
/* The design size of the names of matrices that stand beside each other. */
float stage_name_size(const Scene *scene);
/* The larger of the numbers of queries and keys: a square of that many cells has room for both. */
static inline int stage_larger_count(const Scene *scene) {
  int queries = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  return queries > keys ? queries : keys;
}
/* A cell up to a length for all of them together; most 0: no limit. */
static inline float stage_cell_up_to(float cell, float most, float count) {
  return most > 0 && cell > most / count ? most / count : cell;
}
/* The side of a cell: large ones are whole points, so that all are equally large. */
float stage_rounded_cell(float cell);
/* Smoothstep, 3t² − 2t³, clamped to 0 … 1: slow at both ends. */
float stage_ease(float t);
/* On the arena of the list; rows first. */
Str stage_shape(const Scene *scene, MatView m); /* "11 × 16" */
/* Empty if the trace lacks the part or has not computed it yet. */
MatView stage_matrix(const Scene *scene, TracePart part); /* of the current layer and head */

/* The focused row and column of the current stage, −1 for none. */
void stage_focus(const Scene *scene, int *row, int *col);
/* The row the picture follows: the focused one, otherwise the last one filled; where all are, the
** most telling one of the head. */
int stage_followed_row(const Scene *scene);

/* Draws a name in the colour of its role and the shape after it: "Q 11 × 16". Without room
** for the shape the name is alone. baseline is where the text starts, ends or has its
** middle, according to align. */
typedef struct StageName {
  Point baseline;
  Align align;
  float room; /* width */
  const char *symbol;
  const char *factor; /* before the symbol, in the colour of weights: "A·"; NULL: none */
  float size;         /* design */
  TracePart part;
  bool is_turned; /* the part is drawn with rows and columns exchanged, which its symbol says */
  /* After the shape, if there is room; NULL: nothing. */
  const char *note;
  /* Width of the matrix named; if columns are narrower than a point, the name says how many make
  ** a stripe. 0: unknown. */
  float cells_w;
} StageName;
void stage_name_draw(const Scene *scene, const StageName *name);

/* A frame around a matrix in the colour of a role, 4 points outside the cells so
** that it covers none. */
void stage_frame(const Scene *scene, Box cells, Color color);

/* The common height of matrices side by side whose rows are the same tokens. */
float stage_rows_height(const Scene *scene, float room, float row_most_design);
/* How high a row of matrices is at most that stand below rows with digits: of few tokens higher, so
** that the picture is filled; design. */
float stage_row_most_below_rows(const Scene *scene);

/* Whether a lens that is on shows nothing over the stage in that box (pair_stage.h): over cells
** with digits, and over matrices that stand beside each other. */
bool stage_lens_is_vain(const Scene *scene, Box box);

/* The rule that gave the range, without its numbers: "one scale for all heads". */
const char *stage_range_rule(const Scene *scene, TracePart part);

/* A horizontal colour bar at the right end of box, with the rule before it if there is room: "one
** scale  −3.2 ▬▬▬ +3.2". */
void stage_bar_draw(const Scene *scene, TracePart part, Box box);
/* With other words before it. */
void stage_bar_words_draw(const Scene *scene, TracePart part, Box box, const char *words);

/* "±24.8", the ends of a matrix's colours where it has no bar; empty for shares. */
Str stage_ends_words(const Scene *scene, TracePart part);

/* How much of its colour a frame or a line has that what is asked for is not about. */
static const float STAGE_QUIET = 0.4f;

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

/* One row of a part as a strip of cells, on the given range (low = high: the range of the part). */
void stage_strip_draw(const Scene *scene, TracePart part, int row, Box box, ColorRange range);

/* One of several such matrices side by side, with its name above its cells and its bar below; the
** first one has the labels of the tokens. */
typedef struct StageColumn {
  TracePart part;
  Box cells;
  /* Width of the labels of the tokens; 0: no labels. */
  float label_width;
  float name_room; /* width of the name */
  bool is_bare;    /* columns without numbers, for low windows */
} StageColumn;
/* The row that is followed where none is chosen: amber is for what a person chose. */
void stage_outline_followed(const Scene *scene, const MatrixWidget *matrix);
void stage_column_draw(const Scene *scene, const StageColumn *column);

/* A matrix whose rows are tokens, with what all such matrices share: focus, digits, clicks. */
MatrixWidget stage_rows_view(const Scene *scene, TracePart part, Box cells);

#endif
