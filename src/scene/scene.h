/* scene/scene.h -- trace and view become a picture. A pure function: no clock, no state, no locale
** in what is drawn beyond the translated words.
**
**   scene_build_screen   formula, heads, centre and inspector into the places of a ScreenLayout
**   stage_draw, …        one part alone, into a box (figures use them too)
**
** Units   Boxes in points as drawn.
** Memory  Appends to the list; working memory comes from the list's arena. Heatmaps point into the
**         trace, which must outlive the list.
** Errors  When memory runs out the list remembers it (failed).
*/
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include "scene/layout.h"
#include "scene/pen.h"
#include "scene/view.h"
#include "trace/trace.h"
#include "trace/workings/workings.h"

/* What every drawing function is handed; a value of one frame, copied where a part needs another
** view or scale. */
typedef struct Scene {
  /* Never NULL; may have no tokens: "type a sentence". */
  const Trace *trace;
  const View *view;
  Pen pen;
  /* Of the focused row or cell of the layer and head on show, or NULL. */
  const Workings *workings;
  /* VIEW_TRAINING: scene/training/training.h; NULL: none. */
  const struct TrainingPicture *training;
  /* Hit regions and hints for hands; false in figures. */
  bool interactive;
  /* A figure of what is shown: the head on show is framed there too. */
  bool selection;
  /* The stage need not say what it does: the formula's strip says it, or larger text has its
  ** room. */
  bool headline;
  /* The text scale is that of the stage in its box, as stage_fitted chose it. */
  bool is_fitted;
  /* Of the labels of a fitted stage at text scale 1; 0: larger text is not asked for. */
  float plain_text_scale;
} Scene;

/* Fills workings from the view's focus. */
Scene scene_make(const Trace *trace, const View *view, Pen pen, bool interactive);

/* Draws behind and beside the widgets; ui_build comes after it. */
void scene_build_screen(const Scene *scene, const ScreenLayout *layout);

bool scene_leaves_words_out(const View *view, const ScreenLayout *layout); /* Scene.headline */

/* What stands beside the centre when one stage is shown: heads, inspector, their grounds. */
void scene_draw_panels(const Scene *scene, const ScreenLayout *layout);

/* The parts, each into its box. */
void formula_draw(const Scene *scene, Box box);
void inspector_draw(const Scene *scene, Box box);
void heads_draw_panel(const Scene *scene, Box box);  /* thumbnails and layer choice at the left */
void heads_draw_figure(const Scene *scene, Box box); /* VIEW_HEADS: those of the layer, large */
void heads_draw_grid(const Scene *scene, Box box);   /* VIEW_GRID: scene/heads/grid.h */
void overview_draw(const Scene *scene, Box box);     /* VIEW_OVERVIEW */
float overview_text_scale(const Scene *scene, Box box); /* of its labels */
void stage_draw(const Scene *scene, Box box);           /* VIEW_STAGE: any stage, with its motion */

void stage_draw_folding(const Scene *scene, Box box); /* VIEW_OVERVIEW, coming from a stage */

/* Where the stage's matrix lies in each view: what unfolds from one to the other. Where nothing is
** drawn of a stage the place it would have. */
Box overview_matrix_box(const Scene *scene, Box box, StageId stage);
Box stage_matrix_box(const Scene *scene, Box box, StageId stage);

/* The colour range and palette a part is shown with. Signed matrices are symmetric about 0:
**
**   −m … m   m is the largest finite |x| of the matrix, of all heads of the layer (RANGE_SHARED),
**            or of E, P and X together; masked takes scaled's, in the overview all three scores'
**   0 … 1    weights; 0 … view_strongest_share with more contrast
**
** A range given by hand is for what is on show. A matrix of zeros has −1 … 1. */
ColorRange scene_range(const Scene *scene, TracePart part, int layer, int head);
/* The view's palette, or the one that suits the part: diverging or sequential. */
PaletteId scene_palette(const Scene *scene, TracePart part);

/* "one scale for all heads −25.0 … 25.0": the rule, then the range; on the list's arena, NULL
** without memory. */
const char *scene_range_words(const Scene *scene, TracePart part);

/* Whether the range given by hand is in force for that part; whether the mask hides any pair. */
bool scene_range_is_fixed(const Scene *scene, TracePart part);
bool scene_hides_something(const Scene *scene);

/* Whether the cells that the mask hides are hatched in this part: in masked and weights. */
bool scene_is_hatched(TracePart part);

/* The role a part is drawn in: Q query blue, K vermilion … */
Color scene_part_color(const Theme *theme, TracePart part);

/* The symbol of a stage as this model has it: "LN(x + ·)". */
Str captions_symbol(const Trace *trace, StageId stage);
/* The focused cell, to be copied: "query it, key animal: score 19.92, …"; "" where there is nothing
** to say. On the list's arena. */
Str captions_focus_line(const Scene *scene);

/* Whether the steps have filled that cell of the stage on show; column −1: the whole row. */
bool scene_has_reached(const Scene *scene, int row, int col);
/* Cross-attention: keys and values are made from other rows than the queries. */
bool scene_has_other_sentence(const Scene *scene);

/* The text scale of the labels in the centre, which may have room for less than the panels. */
float scene_centre_text_scale(const Scene *scene, const ScreenLayout *layout);

/* Hidden by the mask of the layer on show. */
static inline bool scene_hides(const Scene *scene, int query, int key) {
  return trace_layer_hides(scene->trace, scene->view->layer, query, key);
}
static inline bool scene_row_hidden(const Scene *scene, int query) {
  return trace_layer_row_hidden(scene->trace, scene->view->layer, query);
}
/* "the·5", of a query and of a key: in cross-attention keys are words of another sentence. */
static inline Str scene_label(const Scene *scene, int token) {
  return trace_token(scene->trace, token)->label;
}
static inline Str scene_key_label(const Scene *scene, int key) {
  return trace_key(scene->trace, key)->label;
}

#endif
