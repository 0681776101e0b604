/* scene/stages/block.c -- the output of a layer: its input, plus the joined heads, then whatever
** the model does with that sum.
**
**   labels  [ input ]  +  [ joined ]  =  [ output ]      built by hand: the sum itself
**                                     →                  trained: norm, MLP, norm
**   the path of one row, with what its norms and its MLP did to it: above, in digits, or below,
**   strip by strip
*/
#include "scene/layer_words.h"
#include "scene/stages/block.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/followed_rows.h"
#include "scene/stages/side_by_side.h"
#include "trace/workings/block.h"

enum { PATH_ROWS_MOST = FOLLOWED_ROWS_MOST };
static const float COLUMN_MOST_DESIGN = 24, ROW_MOST_DESIGN = 36;
static const float FOOT = 46; /* of the matrices, with their bars */
static const float PATH_ROW = 23, PATH_HEAD = 26, PATH_FOOT = 6, PATH_NAME = 104, PATH_NOTE = 168;
static const float DIGITS_NAME = 96, DIGITS_NAME_AFAR = 124; /* of a row with digits */
/* the path of one row is shown only if matrices keep this height */
static const float MATRIX_LEAST = 150, MATRIX_LEAST_AFAR = 90;

/* One line of the path of a row. */
typedef struct PathRow {
  const char *name;
  const float *values;
  bool own_scale;  /* it is no part of a sum */
  TracePart scale; /* else the part whose scale it has */
  Str note;        /* what happened here, in numbers */
  int filled;      /* number of values that the steps have filled; −1: all */
} PathRow;

typedef struct Path {
  PathRow rows[PATH_ROWS_MOST];
  int count, row; /* row: index of the token */
} Path;

typedef struct Place {
  Box cells[3]; /* input, joined, output */
  float label_width, signs[2];
  Box foot, path; /* path.h = 0: no room */
  bool path_has_digits;
} Place;

/* Whether the sum is more than added up: a norm before an MLP that is not there norms nothing. */
static bool is_bent(const Trace *trace) {
  bool is_before = trace_norm_place(trace) == NORM_BEFORE;
  return trace_has_part(trace, TRACE_NORM_1) && (!is_before || trace_has_part(trace, TRACE_MLP));
}

static int path_rows(const Scene *scene) {
  if (!is_bent(scene->trace)) return 3;
  return trace_has_part(scene->trace, TRACE_MLP) ? 6 : 4;
}

/* The path of a row is left out before matrices become smaller than 150 points. */
static Place place_block(const Scene *scene, Box box) {
  bool bends = is_bent(scene->trace);
  Place place = {.signs = {stage_points(scene, 34), stage_points(scene, bends ? 58 : 34)}};
  bool is_afar = stage_is_for_afar(scene);
  float margin = stage_points(scene, 20), lower = stage_points(scene, is_afar ? 10 : 20);
  Box inner = {box.x + margin, box.y + lower, box.w - 2 * margin, box.h - 2 * lower};
  float top = stage_points(scene, 48), foot = stage_points(scene, FOOT);
  float path = stage_points(scene, PATH_HEAD + PATH_FOOT + PATH_ROW * (float)path_rows(scene));
  float matrices = (is_afar ? MATRIX_LEAST_AFAR : MATRIX_LEAST) + 48 + FOOT;
  Box rows = followed_rows_take(scene, &inner, path_rows(scene), matrices);
  place.path_has_digits = rows.h > 0;
  if (rows.h > 0) path = 0;
  else if (inner.h - top - foot - path < stage_points(scene, MATRIX_LEAST)) path = 0;
  float least = stage_points(scene, 48);
  place.label_width = float_clamp(matrix_label_width(scene, 120), least, inner.w * 0.2f);
  float width = (inner.w - place.label_width - place.signs[0] - place.signs[1]) / 3;
  float most = stage_points(scene, COLUMN_MOST_DESIGN) * (float)trace_d_model(scene->trace);
  width = floorf(fminf(width, most));
  float height = stage_rows_height(scene, inner.h - top - foot - path, ROW_MOST_DESIGN);
  float whole = place.label_width + 3 * width + place.signs[0] + place.signs[1];
  float x = floorf(inner.x + (inner.w - whole) / 2) + place.label_width;
  float y = floorf(inner.y + (inner.h - height - top - foot - path) / 2 + top), left = x;
  for (int i = 0; i < 3; i++) {
    place.cells[i] = (Box){x, y, width, height};
    x += width + (i < 2 ? place.signs[i] : 0);
  }
  place.foot = (Box){left, y + height + stage_points(scene, 16), whole - place.label_width,
                     stage_points(scene, 22)};
  place.path = path > 0 ? (Box){inner.x, y + height + foot, inner.w, path} : rows;
  return place;
}

static Box path_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_block(&fitted, box).cells[2];
}

/* -- the matrices ------------------------------------------------------------------------------ */

static void draw_matrix(const Scene *scene, const Place *place, TracePart part, int index) {
  assert(index >= 0 && index < 3);
  Box cells = place->cells[index];
  stage_column_draw(
      scene, &(StageColumn){.part = part,
                            .cells = cells,
                            .label_width = index == 0 ? place->label_width : 0,
                            .name_room = cells.w + stage_points(scene, index < 2 ? 26 : 16)});
}

/* A line of small words, centred, if it fits. */
static void draw_small(const Scene *scene, Box box, const char *words) {
  TextStyle style = {FACE_MEDIUM, 10.5f, scene->pen.theme->muted, ALIGN_MIDDLE};
  if (pen_width(&scene->pen, style, str_from(words)) <= box.w)
    pen_text_in(&scene->pen, style, box, str_from(words));
}

/* What is added may be pale on the scale that the sum needs. */
static bool is_pale(const Scene *scene, TracePart part) {
  const float pale = 0.5f; /* of the scale */
  float largest = scene_largest(scene, part);
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  return largest > 0 && largest < pale * range.high;
}

/* The largest number of a pale matrix says how little of the scale it needs. */
static void draw_reach(const Scene *scene, const Place *place, TracePart part, int index) {
  if (!is_pale(scene, part)) return;
  Box cells = place->cells[index];
  Number most = number_end(scene_largest(scene, part));
  const char *words = str_format(scene->pen.list->arena, _("up to ±%s on this scale"), most.at);
  Box line = {cells.x, place->foot.y, cells.w, fminf(place->foot.h, stage_points(scene, 16))};
  if (words) draw_small(scene, line, words);
}

/* A norm after the sum puts the output on a scale of its own. */
static bool has_two_scales(const Scene *scene) {
  return !scene_is_of_one_scale(scene, TRACE_BLOCK) && scene_is_of_one_scale(scene, TRACE_INPUT) &&
         !scene_range_is_fixed(scene, TRACE_BLOCK);
}

static Box below_cells(const Place *place, int index) {
  return (Box){place->cells[index].x, place->foot.y, place->cells[index].w, place->foot.h};
}

/* The bar of what is added is below a matrix without words; that of all three is right of the words
** below the joined heads. */
static void draw_bars(const Scene *scene, const Place *place) {
  Box joined = place->cells[1], bar = place->foot;
  if (has_two_scales(scene)) {
    bool input_is_pale = is_pale(scene, TRACE_INPUT);
    stage_bar_draw(scene, TRACE_INPUT, below_cells(place, input_is_pale ? 1 : 0));
    stage_bar_draw(scene, TRACE_BLOCK, below_cells(place, 2));
    return;
  }
  if (is_pale(scene, TRACE_ATTN_PROJ)) {
    bar.x = joined.x + joined.w + stage_points(scene, 6);
    bar.w -= bar.x - place->foot.x;
  }
  stage_bar_draw(scene, TRACE_BLOCK, bar);
}

/* The words below the arrow follow the model's order: norms before or after (M-15, M-42). */
static void draw_signs(const Scene *scene, const Place *place) {
  Box joined = place->cells[1];
  Box plus = {place->cells[0].x + place->cells[0].w, joined.y, place->signs[0], joined.h};
  Box becomes = {joined.x + joined.w, joined.y, place->signs[1], joined.h};
  bool bends = is_bent(scene->trace);
  stage_sign_draw(scene, plus, "+");
  stage_sign_draw(scene, becomes, bends ? "→" : "=");
  if (!bends || becomes.h < stage_points(scene, 88)) return;
  bool before = trace_norm_place(scene->trace) == NORM_BEFORE;
  const char *const below[] = {_("norm"), _("MLP"), before ? "+" : _("norm")};
  int count = trace_has_part(scene->trace, TRACE_MLP) ? 3 : 1;
  float line = stage_points(scene, 14), y = becomes.y + becomes.h / 2 + stage_points(scene, 12);
  for (int i = 0; i < count; i++)
    draw_small(scene, (Box){becomes.x, y + line * (float)i, becomes.w, line}, below[i]);
}

/* -- the path of one row ----------------------------------------------------------------------- */

static Str norm_note(const Scene *scene, const WorkedNorm *norm) {
  if (norm->method == NORM_RMS)
    return str_from(str_format(scene->pen.list->arena, _("root mean square %s"),
                               number_full(norm->deviation).at));
  Number mean = number_full(norm->mean), deviation = number_full(norm->deviation);
  return str_from(str_format(scene->pen.list->arena, _("mean %s, σ %s"), mean.at, deviation.at));
}

static Str mlp_note(const Scene *scene, const BlockWorkings *w) {
  Arena *arena = scene->pen.list->arena;
  const char *format = w->is_gated
                           ? P_("%d of %d gate open", "%d of %d gates open", w->hidden_count)
                           : P_("%d of %d unit awake", "%d of %d units awake", w->hidden_count);
  const char *words = str_format(arena, format, w->awake_count, w->hidden_count);
  return str_from(number_grouped(arena, words));
}

ColorRange block_own_range(const float *row, int columns) {
  assert(row && columns > 0);
  return color_range_around_zero(mat_largest((MatView){row, 1, columns, columns}));
}

static Str own_scale_note(const Scene *scene, const float *row, int width) {
  Number largest = number_full(block_own_range(row, width).high);
  return str_from(str_format(scene->pen.list->arena, _("own scale, ±%s"), largest.at));
}

static void add_row(Path *path, const char *name, const float *values, Str note) {
  assert(path->count < PATH_ROWS_MOST && values);
  path->rows[path->count++] =
      (PathRow){.name = name, .values = values, .scale = TRACE_BLOCK, .note = note, .filled = -1};
}

/* A norm before the MLP is a branch of its own, not part of the sums. */
static void add_branch(const Scene *scene, Path *path, const BlockWorkings *w) {
  assert(w->norm_place == NORM_BEFORE);
  add_row(path, _("the sum normed"), w->norm, own_scale_note(scene, w->norm, w->d_model));
  path->rows[path->count - 1].own_scale = true;
  add_row(path, _("+ MLP of that"), w->mlp, mlp_note(scene, w));
  add_row(path, _("= output"), w->block, (Str){"", 0});
}

static Str scale_note(const Scene *scene, TracePart part) {
  ColorRange range = scene_range(scene, part, scene->view->layer, 0);
  Number end = number_end(range.high);
  return str_from(str_format(scene->pen.list->arena, _("scale ±%s"), end.at));
}

/* A norm after a sum begins another scale, which its first row says, the last row the one of the
** output; a pale row says how far it reaches. */
static void set_scales(const Scene *scene, Path *path, int width) {
  if (!has_two_scales(scene)) return;
  for (int i = 0; i < path->count; i++) {
    PathRow *row = &path->rows[i];
    bool is_last = i + 1 == path->count;
    row->scale = i < 3 ? TRACE_INPUT : is_last ? TRACE_BLOCK : TRACE_NORM_1;
    if (is_last) row->note = scale_note(scene, row->scale); /* the panel has mean and σ */
    if (row->note.bytes > 0) continue;
    ColorRange range = scene_range(scene, row->scale, scene->view->layer, 0);
    ColorRange own = block_own_range(row->values, width);
    Number end = number_full(own.high);
    if (i == 0 || i == 3) row->note = scale_note(scene, row->scale);
    else if (own.high < 0.25f * range.high)
      row->note = str_from(str_format(scene->pen.list->arena, _("up to ±%s"), end.at));
  }
}

/* M-15 and M-16, or M-42 if the norm comes before. */
static Path path_of(const Scene *scene, const BlockWorkings *w) {
  const Str none = {"", 0};
  Path path = {.row = w->row};
  add_row(&path,
          str_format(scene->pen.list->arena, _("input %s"),
                     captions_stream(scene, 'x', scene->view->layer)),
          w->input, none);
  add_row(&path, _("+ joined"), w->joined, none);
  if (!w->has_norms) {
    add_row(&path, _("= output"), w->block, none);
    return path;
  }
  add_row(&path, _("= sum"), w->sum, norm_note(scene, &w->norm_1));
  if (w->norm_place == NORM_BEFORE && w->has_mlp) {
    add_branch(scene, &path, w);
    return path;
  }
  if (!w->has_mlp) {
    add_row(&path, _("norm: output"), w->block, none);
    return path;
  }
  add_row(&path, _("norm"), w->norm, none);
  add_row(&path, _("+ MLP"), w->mlp, mlp_note(scene, w));
  add_row(&path, _("norm: output"), w->block, norm_note(scene, &w->norm_2));
  return path;
}

/* How many numbers of the row the steps have filled; −1: all. */
static int filled_of_row(const Scene *scene, int row) {
  if (scene->view->filled < 0) return -1;
  int width = trace_d_model(scene->trace), filled = scene->view->filled - row * width;
  return filled >= width ? -1 : filled > 0 ? filled : 0;
}

static void draw_path(const Scene *scene, const Path *path, Box box) {
  assert(path->count > 0 && path->row >= 0);
  const Pen *pen = &scene->pen;
  float name = stage_points(scene, PATH_NAME), note = stage_points(scene, PATH_NOTE);
  float gap = stage_points(scene, 10), step = stage_points(scene, PATH_ROW);
  if (path->count < 4 || box.w - name - note - 2 * gap < stage_points(scene, 160)) note = 0;
  float width = fminf(box.w - name - note - 2 * gap, stage_points(scene, 560));
  float x = floorf(box.x + (box.w - name - note - width - 2 * gap) / 2) + name + gap;
  int columns = trace_d_model(scene->trace);
  for (int i = 0; i < path->count; i++) {
    const PathRow *row = &path->rows[i];
    ColorRange range = scene_range(scene, row->scale, scene->view->layer, 0);
    float y = box.y + stage_points(scene, PATH_HEAD) + step * (float)i;
    bool is_last = i + 1 == path->count;
    Box strip = {x, y, width, stage_points(scene, 16)};
    TextStyle style = {is_last ? FACE_SEMIBOLD : FACE_MEDIUM, 12, pen->theme->ink, ALIGN_END};
    pen_text_in(pen, style, (Box){x - gap - name, y, name, strip.h}, str_from(row->name));
    stage_values_draw(
        scene,
        &(StageStrip){.part = TRACE_BLOCK,
                      .values = {row->values, 1, columns, columns},
                      .range = row->own_scale ? block_own_range(row->values, columns) : range,
                      .filled = row->filled},
        strip);
    TextStyle small = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_START};
    if (note > 0 && row->note.bytes > 0)
      pen_text_in(pen, small, (Box){x + width + gap, y, note, strip.h}, row->note);
  }
}

/* What was there and what is added are told at once, the rest as the steps come to it. */
static void draw_path_in_digits(const Scene *scene, const Path *path, const Place *place) {
  int columns = trace_d_model(scene->trace), filled = path->rows[path->count - 1].filled;
  FollowedRows rows = {.count = path->count,
                       .token = path->row,
                       .is_fine = true,
                       .name_design = stage_is_for_afar(scene) ? DIGITS_NAME_AFAR : DIGITS_NAME,
                       .note_design = path->count < 4 ? 0 : PATH_NOTE,
                       .left = place->cells[0].x};
  for (int i = 0; i < path->count; i++) {
    const PathRow *row = &path->rows[i];
    rows.rows[i] = (FollowedRow){
        .name = row->name,
        .part = TRACE_BLOCK,
        .values = {row->values, 1, columns, columns},
        .range = row->own_scale ? block_own_range(row->values, columns)
                                : scene_range(scene, row->scale, scene->view->layer, 0),
        .reached = i < 2 || filled < 0 ? columns : filled,
        .note = row->note,
        .has_focus = true};
  }
  followed_rows_draw(scene, place->path, &rows);
}

/* Computed only for the followed row: one pass through norm and MLP. */
static void draw_path_of_row(const Scene *scene, const Place *place) {
  Box box = place->path;
  const Pen *pen = &scene->pen;
  int row = stage_followed_row(scene);
  if (box.h <= 0 || row < 0) return;
  const BlockWorkings *w =
      block_workings_make(pen->list->arena, scene->trace, scene->view->layer, row, -1, NULL);
  if (!w) {
    pen->list->failed = true;
    return;
  }
  Path path = path_of(scene, w);
  set_scales(scene, &path, w->d_model);
  path.rows[path.count - 1].filled = filled_of_row(scene, row);
  if (place->path_has_digits) {
    draw_path_in_digits(scene, &path, place);
    return;
  }
  Str label = trace_token(scene->trace, row)->label;
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->ink, ALIGN_MIDDLE};
  label = pen_fit(pen, style, stage_points(scene, 160), label);
  const char *words =
      str_format(pen->list->arena, _("“%.*s” on its way through %s"), (int)label.bytes, label.at,
                 layer_words(pen->list->arena, scene->trace, scene->view->layer));
  pen_text_in(pen, style, (Box){box.x, box.y, box.w, stage_points(scene, 18)}, str_from(words));
  draw_path(scene, &path, box);
}

static void draw_sum(const Scene *scene, Box box) {
  Place place = place_block(scene, box);
  draw_matrix(scene, &place, TRACE_INPUT, 0);
  draw_matrix(scene, &place, TRACE_ATTN_PROJ, 1);
  draw_matrix(scene, &place, TRACE_BLOCK, 2);
  draw_signs(scene, &place);
  draw_bars(scene, &place);
  draw_reach(scene, &place, TRACE_INPUT, 0);
  draw_reach(scene, &place, TRACE_ATTN_PROJ, 1);
  draw_path_of_row(scene, &place);
}

/* What a recorded model does besides the sum is not known. */
static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_BLOCK);
  if (trace_is_recorded(scene->trace)) side_by_side_draw(scene, STAGE_BLOCK, box);
  else draw_sum(scene, box);
}

static Box cells(const Scene *scene, Box box) {
  return trace_is_recorded(scene->trace) ? side_by_side_cells(scene, STAGE_BLOCK, box)
                                         : path_cells(scene, box);
}

/* -- words ------------------------------------------------------------------------------------- */

static const char *symbol(const Trace *trace) {
  if (trace_is_recorded(trace)) return _("layer(x)");
  if (!is_bent(trace)) return stage_info(STAGE_BLOCK)->symbol;
  return trace_norm_place(trace) == NORM_BEFORE ? "x + MLP" : "LN(x + ·)";
}

bool stage_norm_is_rms(const Scene *scene) {
  const TraceBlockWeights *weights = trace_block_weights(scene->trace, scene->view->layer);
  return weights && weights->norm_method == NORM_RMS;
}

const char *stage_norm_symbol(const Scene *scene) {
  return stage_norm_is_rms(scene) ? "RMS" : "LN";
}

static bool is_gated(const Scene *scene) {
  const TraceBlockWeights *weights = trace_block_weights(scene->trace, scene->view->layer);
  return weights && weights->w_gate.at;
}

const char *stage_layer_words(const Scene *scene) {
  return str_format(scene->pen.list->arena,
                    trace_is_recorded(scene->trace) ? _("layer(%s)") : _("%s + joined"),
                    captions_stream(scene, 'x', scene->view->layer));
}

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const TraceBlockWeights *weights = trace_block_weights(scene->trace, scene->view->layer);
  int tokens = trace_token_count(scene->trace), width = trace_d_model(scene->trace);
  if (trace_is_recorded(scene->trace))
    return str_format(arena, _("%d × %d, as recorded"), tokens, width);
  if (!weights || !weights->w_1.at)
    return str_format(arena, _("%d × %d plus %d × %d → %d × %d"), tokens, width, tokens, width,
                      tokens, width);
  return str_format(arena,
                    P_("%d × %d plus %d × %d → %d × %d, through %d hidden unit",
                       "%d × %d plus %d × %d → %d × %d, through %d hidden units",
                       weights->w_1.cols),
                    tokens, width, tokens, width, tokens, width, weights->w_1.cols);
}

static const char *explanation(const Scene *scene) {
  if (trace_has_part(scene->trace, TRACE_MLP) && is_gated(scene))
    return _("The layer adds what its heads found to what came in. An MLP works on each row alone: "
             "one map of it gives numbers, another a gate for each that lets more or less of it "
             "through, and a third brings the result back, which is added too. Norms bring every "
             "row to the same size on the way. The rows mix in the heads only.");
  if (trace_has_part(scene->trace, TRACE_MLP))
    return _("The layer adds what its heads found to what came in. An MLP, two maps with a bend "
             "between them, works on each row alone, and its answer is added too. Norms bring "
             "every row to the same spread on the way. The rows mix in the heads only.");
  if (trace_is_recorded(scene->trace))
    return _("What the layer hands on to the next one, as it was recorded: what came in, what its "
             "heads found, and what else this model does to each row.");
  if (is_bent(scene->trace))
    return _("The layer adds what its heads found to what came in, and a norm brings every row to "
             "the same spread.");
  if (trace_has_part(scene->trace, TRACE_NORM_1))
    return _("The layer adds what its heads found to what came in: nothing is lost, something is "
             "written beside it. This model has no MLP, so the sum is all.");
  return _("The layer adds what its heads found to what came in: nothing is lost, something is "
           "written beside it. This model has no norm and no MLP, so the sum is all.");
}

static const char *hint(const Scene *scene) {
  int layers = trace_layer_count(scene->trace);
  bool is_last = scene->view->layer + 1 == layers;
  if (!is_last) return _("Try: press “.” for the next layer, which starts from these rows.");
  if (trace_is_recorded(scene->trace))
    return _("Try: click a row and compare what its heads found with what leaves the layer.");
  if (trace_has_words(scene->trace)) return _("Try: press → and see which words these rows name.");
  if (layers > 1)
    return _("Try: press “,” for the layer before, whose output this one started from.");
  return _("Try: click a column and see what was added to it.");
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = trace_is_recorded(scene->trace) ? _("What leaves the layer, as it was recorded.")
                                                  : _("What was heard is added to what was there.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  out->hint = hint(scene);
}

static const char *focus_line(const Scene *scene, int row, int col) {
  Arena *arena = scene->pen.list->arena;
  const char *place = stage_place_words(scene, row, col);
  Number joined = stage_number(scene, TRACE_ATTN_PROJ, row, col);
  Number block = stage_number(scene, TRACE_BLOCK, row, col);
  if (!trace_has_part(scene->trace, TRACE_INPUT))
    return str_format(arena, _("%s: joined %s, layer output %s"), place, joined.at, block.at);
  return str_format(arena, _("%s: input %s, joined %s, layer output %s"), place,
                    stage_number(scene, TRACE_INPUT, row, col).at, joined.at, block.at);
}

/* "x₃" for the output of layer 2. */
static const char *next_symbol(const Scene *scene) {
  return captions_stream(scene, 'x', scene->view->layer + 1);
}

/* Built by hand: x + joined, recorded: layer(x); trained: LN(x + joined), and with an MLP LN(h +
** MLP(h)) of that h; with the norm before: x + joined and h + MLP(LN(h)). LN is RMS where the norm
** is one. */
static void formula(const Scene *scene, Formula *out) {
  bool after = trace_norm_place(scene->trace) == NORM_AFTER;
  bool bends = trace_has_part(scene->trace, TRACE_MLP);
  const char *norm = stage_norm_symbol(scene);
  Arena *arena = scene->pen.list->arena;
  formula_add_plain(out, bends ? "h" : next_symbol(scene), 0, 0);
  formula_add_equals(out);
  FormulaPiece piece = {.symbol = after
                                      ? str_format(arena, "%s(%s)", norm, stage_layer_words(scene))
                                      : stage_layer_words(scene),
                        .stage = STAGE_BLOCK,
                        .role = TRACE_BLOCK,
                        .after = bends ? 1.2f : 0};
  formula_add(out, piece);
  if (!bends) return;
  formula_add_plain(out, next_symbol(scene), 0, 0);
  formula_add_equals(out);
  piece.symbol = str_format(arena, after ? "%s(h + MLP(h))" : "h + MLP(%s(h))", norm);
  piece.after = 0;
  formula_add(out, piece);
}

/* "2.01 − 0.15 = 1.86 → norm −0.14 → + MLP 0.15 = 0.01 → norm −0.72", as far as the model goes. */
static const char *way_on(const Scene *scene, const BlockWorkings *w, const char *sum) {
  Arena *arena = scene->pen.list->arena;
  int col = w->column;
  Number block = number_full(w->block[col]);
  if (!w->has_mlp) return w->has_norms ? str_format(arena, _("%s → norm %s"), sum, block.at) : sum;
  Number mlp = number_hundredths(w->mlp[col]), sum_2 = number_hundredths(w->sum_2[col]);
  if (!w->has_norms || w->norm_place == NORM_BEFORE)
    return str_format(arena, _("%s → + MLP %s = %s"), sum, mlp.at, block.at);
  return str_format(arena, _("%s → norm %s → + MLP %s = %s → norm %s"), sum,
                    number_hundredths(w->kept[col]).at, mlp.at, sum_2.at, block.at);
}

static StageSum sum(const Scene *scene, int row, int col, int terms) {
  (void)terms; /* every model has its own steps, all of which are told */
  const BlockWorkings *w =
      block_workings_make(scene->pen.list->arena, scene->trace, scene->view->layer, row, col, NULL);
  if (!w) scene->pen.list->failed = true;
  if (!w || !w->input || !w->joined || !w->sum) return (StageSum){0};
  StrBuf words = strbuf_make(scene->pen.list->arena);
  sum_add(&words, number_hundredths(w->input[col]));
  sum_add(&words, number_hundredths(w->joined[col]));
  strbuf_format(&words, " = %s", number_hundredths(w->sum[col]).at);
  return (StageSum){.words = str_from(way_on(scene, w, words.at)),
                    .is_path = w->has_norms || w->has_mlp};
}

static void legend(Panel *panel) { panel_add_signed_legend(panel, TRACE_BLOCK); }

const StageView stage_block_view = {.draw = draw,
                                    .cells = cells,
                                    .symbol = symbol,
                                    .captions = captions,
                                    .focus_line = focus_line,
                                    .formula = formula,
                                    .inspect = block_inspect,
                                    .cell_words = block_cell_words,
                                    .sum = sum,
                                    .legend = legend,
                                    .has_afar = true,
                                    .question = inspect_question_of_result,
                                    .heads_part = TRACE_OUTPUT,
                                    .overview_part = TRACE_OUTPUT};
