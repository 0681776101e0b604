/* scene/scene.h -- makes a picture of trace and view. A pure function: no clock, no state, and no
** locale except for the translated words.
**
**   scene_build_screen   formula, heads, centre and inspector into the places of a ScreenLayout
**   stage_draw, …        one part alone, into a box (also for figures)
**
** Units   Boxes in points as drawn.
** Memory  Appends to the list; working memory comes from the list's arena. Heatmaps point into the
**         trace, which must outlive the list.
** Errors  Without memory the list remembers it (failed).
*/
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include "scene/layout.h"
#include "scene/pen.h"
#include "scene/view.h"
#include "text/quoted.h"
#include "trace/trace.h"
#include "trace/workings/beside.h"
#include "trace/workings/exact.h"
#include "trace/workings/order.h"
#include "trace/workings/workings.h"

/* What every drawing function gets; a value of one frame, copied where a part needs
** another view or scale. */
typedef struct Scene {
  /* Never NULL; without tokens the picture asks for a sentence. */
  const Trace *trace;
  const View *view;
  Pen pen;
  /* Of the selected row or cell of the layer and head on show, or NULL. */
  const Workings *workings;
  /* Exact attention beside what is laid over, of that head, where the view compares; or NULL. */
  const Exact *exact;
  /* Or the matrix of a shuffled sentence put back beside that of the sentence. */
  const OrderBack *order;
  /* The run that is kept, of the layer on show, NULL: none is; and the matrices of both where
  ** the view compares with it, the first of them, or NULL. */
  const Trace *kept;
  const TwoRuns *beside;
  /* VIEW_GRID: trace/workings/head_differences.h; NULL: not beside a kept run. */
  const struct HeadDifferences *differences;
  /* VIEW_TRAINING: scene/training/training.h; NULL: none. */
  const struct TrainingPicture *training;
  /* VIEW_COST: trace/workings/cost.h; NULL: nothing was measured. */
  const struct CostTimes *times;
  /* VIEW_LENGTH: trace/workings/lengths.h; NULL: nothing is known. */
  const struct Lengths *lengths;
  /* VIEW_SATURATION: trace/workings/saturation.h; NULL: nothing was drawn. */
  const struct Saturation *saturation;
  /* VIEW_AVERAGE, VIEW_ROLLOUT: trace/workings/together.h; VIEW_ANSWERS:
  ** trace/workings/layer_answers.h. NULL: not made yet. */
  const struct Together *together;
  const struct LayerAnswers *answers;
  /* VIEW_BOARD: trace/workings/board_table.h, NULL: the model is not typed in; and what is typed
  ** into the chosen cell, NULL in figures. */
  const struct Board *board;
  const char *board_typed;
  /* VIEW_OVERVIEW without a chosen row: what all rows gather (scene/overview/road.h), found once
  ** for the title and the picture; else NULL. */
  const struct GatheredOnShow *gathered;
  /* A stage by pair, and all heads before a class, without a chosen row: the one that tells most
  ** (scene/telling_row.h), found once for picture and panel; else NULL. */
  const struct TellingRow *telling;
  /* With hits and hints for the pointer; false in figures. */
  bool interactive;
  /* A figure of the present view, in which the head on show is framed too. */
  bool selection;
  /* The stage draws no headline: the formula's strip has it, or larger text needs its room. */
  bool headline;
  /* The text scale was chosen by stage_fitted for the stage in its box. */
  bool is_fitted;
  /* The text scale of a fitted picture's labels at text scale 1; 0: no larger text. */
  float plain_text_scale;
  /* Of large heads: the text scale of the tokens' names, and with larger text the columns of heads
  ** and the size of one at text scale 1; 0: not chosen yet. */
  float names_text_scale;
  int head_columns;
  Point head_size;
  /* Of large heads before a class, whose words are as large as digits: the text scale of these
  ** words, 0: they are not; and how many cells each head tells below its name. */
  float heads_afar_scale;
  int heads_told_lines;
  /* The size of all cells of a pair stage together: that at text scale 1, and at most; 0: as large
  ** as there is room. */
  Point cells_least, cells_most;
  /* On the way to another stage: how far a row that opens before a class is closed, 0 … 1. */
  float row_closed;
  /* Of the stage that is left, in scene_of_former: the words of the one gone to; else NULL. */
  const struct Captions *coming;
  /* From which stage to which: beside a picture between two, of panels it brings; else NULL. */
  const struct StageWay *way;
} Scene;

typedef enum WayKind { WAY_FURTHER, WAY_BACK, WAY_OUT_OF_OVERVIEW } WayKind;

/* Two stages by their names on the rail: "Mask", "Softmax"; or the overview and a stage. */
typedef struct StageWay {
  WayKind kind;
  Str left, reached;
} StageWay;

/* Whether axes are named as in papers, "Query" and "Key": in figures, unless the look says else. */
static inline bool scene_axis_is_plain(const Scene *scene) {
  return !scene->interactive && scene->view->export_look.figure.axis == EXPORT_AXIS_PLAIN;
}

/* A figure for a page, whose words have one size: what its bar and its caption say is not said
** again below it. */
static inline bool scene_is_print(const Scene *scene) {
  return scene->pen.words_pt > 0 && scene_axis_is_plain(scene);
}

/* The presenter view in a window: numbers are read from afar. */
static inline bool scene_is_presented(const Scene *scene) {
  return scene->interactive && scene->view->presenter;
}

/* Whether a lesson has covered the stage on show: no cell of it has come. */
static inline bool scene_is_covered(const Scene *scene) {
  const View *view = scene->view;
  return view->lesson && view->kind == VIEW_STAGE && view->filled == 0;
}

/* Computes workings of the view's selection. */
Scene scene_make(const Trace *trace, const View *view, Pen pen, bool interactive);

/* Adds what the view compares with, at a stage that shows it: by pair, or the weighted sum.
** scene_make has done so. */
void scene_add_compared(Scene *scene);
/* The same of a kept run, NULL: none is kept. */
void scene_add_kept(Scene *scene, const Trace *kept);

/* A second sentence is asked, by a model that was not made for one. */
bool scene_is_cross_laid_over(const Trace *trace);
/* Whether a bar below the formula names what is laid over and what is kept, NULL: no run: in every
** view that has a formula or a title there. While a mask is edited it is there from the beginning:
** coming with the first cell, it would move the cells below the pointer. */
bool scene_has_laid_over_bar(const Trace *trace, const Trace *kept, const View *view);
/* A layout of that view without the bar's room, if the window has the bar. */
ScreenLayout scene_layout_with_bar(const Scene *scene, const View *view, ScreenLayout layout);

/* Draws behind and beside the widgets; call it before ui_build. */
void scene_build_screen(const Scene *scene, const ScreenLayout *layout);

/* The scene of the formula: while cells travel to a stage, it is named and its numbers, which have
** not come yet, are asked for. asked is the view it then has. */
Scene scene_beside(const Scene *scene, View *asked);
/* The scene of what shows numbers: panel, thumbnails and the line of the focus. While cells travel,
** that of the stage they come from, and the panel says what is happening (Scene.coming). former is
** the view it then has, with the workings of that stage. */
Scene scene_of_former(const Scene *scene, View *former);

bool scene_leaves_words_out(const View *view, const ScreenLayout *layout); /* Scene.headline */

/* The parts beside the centre when one stage is shown: their backgrounds; heads and inspector. */
void scene_draw_grounds(const Scene *scene, const ScreenLayout *layout);
void scene_draw_panels(const Scene *scene, const ScreenLayout *layout);

/* The parts, each drawn into its box. */
void formula_draw(const Scene *scene, Box box);
void inspector_draw(const Scene *scene, Box box);
/* The list of terms as a card in the middle of the window, which is dimmed: for a screen without a
** panel. The text may have the scale of the centre. A click beside it ends it. */
void inspector_draw_terms_card(const Scene *scene, Box window);
/* The panel of the stage as such a card. */
void inspector_draw_panel_card(const Scene *scene, Box window);
void heads_draw_panel(const Scene *scene, Box box);  /* thumbnails and layer choice at the left */
void heads_draw_figure(const Scene *scene, Box box); /* VIEW_HEADS: those of the layer, large */
void heads_draw_grid(const Scene *scene, Box box);   /* VIEW_GRID: scene/heads/grid.h */
void overview_draw(const Scene *scene, Box box);     /* VIEW_OVERVIEW */
/* “it” gathers mostly from “animal”: 0.822, of the focused row; NULL: no row, or no weights of it.
** On the list's arena. */
const char *overview_title(const Scene *scene);
/* What all rows of the head on show gather. On the list's arena; NULL: no memory. */
const struct GatheredOnShow *overview_gather(const Scene *scene);
float overview_text_scale(const Scene *scene, Box box); /* of its labels */
/* VIEW_STAGE: any stage, with its transition */
void stage_draw(const Scene *scene, Box box);

void stage_draw_folding(const Scene *scene, Box box); /* VIEW_OVERVIEW, coming from a stage */

/* The box of a stage's matrix in each view, between which the transition moves; if nothing is drawn
** for a stage, the place that it would have. */
Box overview_matrix_box(const Scene *scene, Box box, StageId stage);
Box stage_matrix_box(const Scene *scene, Box box, StageId stage);

/* The largest absolute number of the part, of the layer and head on show; infinite and NaN ones do
** not count. */
float scene_largest(const Scene *scene, TracePart part);

/* The colour range and palette of a part (scene/color_range.c). Signed matrices are symmetric about
** 0:
**
**   −m … m   m is the largest finite |x| of the matrix and of those it has one range with, of the
**            head on show or of all heads of the layer (RANGE_SHARED)
**   0 … 1    weights; 0 … view_strongest_share with more contrast, as in rows of many keys
**
** One range: scores, scaled, biased and masked, so that scaling is seen to shrink (with RANGE_OWN
** each has its own, but in the overview, and masked has that of the part before it); V and the
** weighted sum of it; X and its summands; the parts that a stage names (StageInfo.one_scale), where
** what a norm makes after a sum begins another.
**
** A range in numbers applies to the part on show. A matrix of zeros has −1 … 1.
*/
ColorRange scene_range(const Scene *scene, TracePart part, int layer, int head);
/* Whether weights may be above its upper end, whose colour they have then: "≥ 0.2". */
bool scene_range_is_capped(const Scene *scene, TracePart part);
/* The largest |x| of the part on show if it uses less of its range than all: "±80.2, used ±20.0".
** 0: it uses all of it, or is no score. */
float scene_range_used(const Scene *scene, TracePart part);
/* "used ±20.0"; NULL if it uses all of it. On the list's arena. */
const char *scene_used_words(const Scene *scene, TracePart part);
/* m above, where of gives the largest |x| of each part of one range; 1 if that is 0. */
typedef float (*SceneLargest)(const Scene *scene, TracePart part, const void *data);
float scene_range_largest(const Scene *scene, TracePart part, SceneLargest of, const void *data);
/* The view's palette, or the one for the part: diverging or sequential. */
PaletteId scene_palette(const Scene *scene, TracePart part);

/* "one scale for all heads −25.0 … 25.0, used ±12.0": the rule, then the range; on the list's
** arena, NULL without memory. */
const char *scene_range_words(const Scene *scene, TracePart part);

/* Whether the stage on show gives that part the range of others (StageInfo.one_scale). */
bool scene_is_of_one_scale(const Scene *scene, TracePart part);
/* Whether a range in numbers applies to that part; whether the mask of the head on show hides any
** pair. */
bool scene_range_is_fixed(const Scene *scene, TracePart part);
bool scene_hides_something(const Scene *scene);

/* Whether its cells are shares of a row: weights, and those that dropout left. */
bool scene_is_share(TracePart part);
/* Whether this part hatches the cells that the mask hides: masked and weights. */
bool scene_is_hatched(const Trace *trace, TracePart part);

/* The colour of a part's role: Q query blue, K red … */
Color scene_part_color(const Theme *theme, TracePart part);
/* The same for its frame or ribbon. */
Color scene_part_line(const Theme *theme, TracePart part);

/* The symbol of a stage in this model: "LN(x + ·)". */
Str captions_symbol(const Trace *trace, StageId stage);
/* Its name there, translated: "Softmax"; is_short: in few letters. */
Str captions_rail(const Trace *trace, StageId stage, bool is_short);
/* "Mask → Softmax", where the scene is between two stages; else "". On the list's arena. */
Str captions_way(const Scene *scene);
/* What a layer reads, counted from 0: "X" for the first, "X₂" for the second, which reads the
** output of layer 1; with letter x a row of it. For the layer after the last it is the output of
** the last. On the list's arena, NULL without memory. */
const char *captions_stream(const Scene *scene, char letter, int layer);
/* "after layer 1" of the layer on show; NULL in the first layer. */
const char *captions_stream_source(const Scene *scene);
/* The selected cell as text for copying: "query it, key animal: score 19.92, …"; "" without a
** selection. On the list's arena. */
Str captions_focus_line(const Scene *scene);
/* The number of the selected cell in short, to be read from far away: "Output(it, 2) = 0.31", "= ?"
** before the steps have reached it; "" without a selected cell. On the list's arena. */
Str captions_chosen(const Scene *scene);
/* The same with the sum that makes it, of at most that many terms: "X(it, 2) = 0.05 + 0.75 = 0.80";
** "" where the stage adds nothing up or the steps have not reached it. On the list's arena. */
Str captions_chosen_sum(const Scene *scene, int terms);
/* Whether the picture of the stage says it already, in words to be read from afar. */
bool captions_chosen_is_in_picture(const Scene *scene);
/* "layer 2 · head 4 · pronoun → noun" of the stage on show, as far as it has a layer and a head;
** "" if it has none. On the list's arena. */
Str captions_head_line(const Scene *scene, bool has_role);

/* What the stage does, or what the view shows, in one sentence; on the way back from one, that. */
const char *captions_headline(const Scene *scene);

/* Whether the steps have filled that cell of the stage on show; column −1: the whole row. */
bool scene_has_reached(const Scene *scene, int row, int col);
/* Whether a number of that stage may be told: the stage is not after the one on show, and the cell
** is filled. The overview tells all. column −1: the whole row. */
bool scene_may_tell(const Scene *scene, StageId stage, int row, int col);
/* Whether the picture is stepped through by rows or cells: what comes next is told as a formula,
** without its number. */
bool scene_is_stepped(const Scene *scene);
/* How many cells of a matrix of that part are filled, as DrawHeatmap.filled: −1 all, 0 none if its
** stage is after the one on show. rows by cols may be means of the cells of the stage. */
int scene_filled_of(const Scene *scene, TracePart part, int rows, int cols);
/* The presenter view, with its spotlight on: the focus stands out by frame and names, never by the
** colour of a cell. */
static inline bool scene_has_spotlight(const Scene *scene) {
  return scene->view->presenter && scene->view->spotlight;
}
/* Cross-attention: keys and values come from another sentence than the queries. */
bool scene_has_other_sentence(const Scene *scene);

/* The text scale of the labels in the centre, which may be smaller than that of the panels. */
float scene_centre_text_scale(const Scene *scene, const ScreenLayout *layout);
/* Whether the lens shows nothing over the stage on show (stages/stage.h). */
bool scene_lens_is_vain(const Scene *scene, const ScreenLayout *layout);

/* Whether the mask of the layer on show hides it. */
static inline bool scene_hides(const Scene *scene, int query, int key) {
  return trace_layer_hides(scene->trace, scene->view->layer, query, key);
}
static inline bool scene_row_hidden(const Scene *scene, int query) {
  return trace_layer_row_hidden(scene->trace, scene->view->layer, query);
}
/* "the·5", for a query and for a key: in cross-attention keys are words of another sentence. Alone
** or in quotes. */
static inline Str scene_label(const Scene *scene, int token) {
  return trace_token(scene->trace, token)->label;
}
static inline Str scene_key_label(const Scene *scene, int key) {
  return trace_key(scene->trace, key)->label;
}
/* The same within words: a comma has quotes. On the list's arena. */
static inline Str scene_named(const Scene *scene, int token) {
  return quoted_name(scene->pen.list->arena, scene_label(scene, token));
}
static inline Str scene_key_named(const Scene *scene, int key) {
  return quoted_name(scene->pen.list->arena, scene_key_label(scene, key));
}

#endif
