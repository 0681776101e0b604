/* scene/stages/block.c -- the output of a layer: its input, plus the joined heads, then whatever
** the model does with that sum.
**
**   labels  [ input ]  +  [ joined ]  =  [ output ]      built by hand: the sum itself
**                                     →                  trained: norm, MLP, norm
**   the path of one row, strip by strip, with what its norms and its MLP did to it
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/side_by_side.h"
#include "scene/stages/stage_view.h"
#include "trace/workings/block.h"

enum { PATH_ROWS_MOST = 6 };
static const float COLUMN_MOST_DESIGN = 24, ROW_MOST_DESIGN = 36;
static const float PATH_ROW = 23, PATH_HEAD = 26, PATH_FOOT = 6, PATH_NAME = 104, PATH_NOTE = 168;
/* the path of one row is shown only if matrices keep this height */
static const float MATRIX_LEAST = 150;

/* One line of the path of a row. */
typedef struct PathRow {
  const char *name;
  const float *values;
  bool own_scale; /* it is no part of a sum */
  Str note;       /* what happened here, in numbers */
  int filled;     /* number of values that the steps have filled; −1: all */
} PathRow;

typedef struct Path {
  PathRow rows[PATH_ROWS_MOST];
  int count, row; /* row: index of the token */
} Path;

typedef struct Place {
  Box cells[3]; /* input, joined, output */
  float label_width, signs[2];
  Box foot, path; /* path.h = 0: no room */
} Place;

static int path_rows(const Scene *scene) {
  if (!trace_has_part(scene->trace, TRACE_NORM_1)) return 3;
  return trace_has_part(scene->trace, TRACE_MLP) ? 6 : 4;
}

/* The path of a row is left out before matrices become smaller than 150 points. */
static Place place_block(const Scene *scene, Box box) {
  bool bends = trace_has_part(scene->trace, TRACE_NORM_1);
  Place place = {.signs = {stage_points(scene, 34), stage_points(scene, bends ? 58 : 34)}};
  Box inner = box_inset(box, stage_points(scene, 20));
  float top = stage_points(scene, 48), foot = stage_points(scene, 58);
  float path = stage_points(scene, PATH_HEAD + PATH_FOOT + PATH_ROW * (float)path_rows(scene));
  if (inner.h - top - foot - path < stage_points(scene, MATRIX_LEAST)) path = 0;
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
  if (path > 0) place.path = (Box){inner.x, y + height + foot, inner.w, path};
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

/* What is added may be pale on the scale that the sum needs: its largest number says how little. */
static void draw_reach(const Scene *scene, const Place *place, TracePart part, int index) {
  const float pale = 0.5f; /* of the scale */
  float largest = scene_largest(scene, part);
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  if (!(largest > 0) || largest >= pale * range.high) return;
  Box cells = place->cells[index];
  Number most = number_end(largest);
  const char *words = str_format(scene->pen.list->arena, _("up to ±%s on this scale"), most.at);
  Box line = {cells.x, place->foot.y, cells.w, fminf(place->foot.h, stage_points(scene, 16))};
  if (words) draw_small(scene, line, words);
}

/* The words below the arrow follow the model's order: norms before or after (M-15, M-42). */
static void draw_signs(const Scene *scene, const Place *place) {
  Box joined = place->cells[1];
  Box plus = {place->cells[0].x + place->cells[0].w, joined.y, place->signs[0], joined.h};
  Box becomes = {joined.x + joined.w, joined.y, place->signs[1], joined.h};
  bool bends = trace_has_part(scene->trace, TRACE_NORM_1);
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
  Number mean = number_full(norm->mean), deviation = number_full(norm->deviation);
  return str_from(str_format(scene->pen.list->arena, _("mean %s, σ %s"), mean.at, deviation.at));
}

static Str mlp_note(const Scene *scene, const BlockWorkings *w) {
  Arena *arena = scene->pen.list->arena;
  const char *words =
      str_format(arena, P_("%d of %d unit awake", "%d of %d units awake", w->hidden_count),
                 w->awake_count, w->hidden_count);
  return str_from(number_grouped(arena, words));
}

static float largest_of_row(const float *row, int width) {
  float largest = 0;
  for (int c = 0; c < width; c++) largest = fmaxf(largest, fabsf(row[c]));
  return largest > 0 ? largest : 1;
}

static Str own_scale_note(const Scene *scene, const float *row, int width) {
  Number largest = number_full(largest_of_row(row, width));
  return str_from(str_format(scene->pen.list->arena, _("own scale, ±%s"), largest.at));
}

static void add_row(Path *path, const char *name, const float *values, Str note) {
  assert(path->count < PATH_ROWS_MOST && values);
  path->rows[path->count++] = (PathRow){.name = name, .values = values, .note = note, .filled = -1};
}

/* A norm before the MLP is a branch of its own, not part of the sums. */
static void add_branch(const Scene *scene, Path *path, const BlockWorkings *w) {
  assert(w->norm_place == NORM_BEFORE);
  add_row(path, _("the sum normed"), w->norm, own_scale_note(scene, w->norm, w->d_model));
  path->rows[path->count - 1].own_scale = true;
  add_row(path, _("+ MLP of that"), w->mlp, mlp_note(scene, w));
  add_row(path, _("= output"), w->block, (Str){"", 0});
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

static ColorRange own_range(const PathRow *row, int width) {
  float largest = largest_of_row(row->values, width);
  return (ColorRange){-largest, largest};
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
  ColorRange range = scene_range(scene, TRACE_BLOCK, scene->view->layer, 0);
  for (int i = 0; i < path->count; i++) {
    const PathRow *row = &path->rows[i];
    float y = box.y + stage_points(scene, PATH_HEAD) + step * (float)i;
    bool is_last = i + 1 == path->count;
    Box strip = {x, y, width, stage_points(scene, 16)};
    TextStyle style = {is_last ? FACE_SEMIBOLD : FACE_MEDIUM, 12, pen->theme->ink, ALIGN_END};
    pen_text_in(pen, style, (Box){x - gap - name, y, name, strip.h}, str_from(row->name));
    stage_values_draw(scene,
                      &(StageStrip){.part = TRACE_BLOCK,
                                    .values = {row->values, 1, columns, columns},
                                    .range = row->own_scale ? own_range(row, columns) : range,
                                    .filled = row->filled},
                      strip);
    TextStyle small = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_START};
    if (note > 0 && row->note.bytes > 0)
      pen_text_in(pen, small, (Box){x + width + gap, y, note, strip.h}, row->note);
  }
}

/* Computed only for the followed row: one pass through norm and MLP. */
static void draw_path_of_row(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  int row = stage_followed_row(scene);
  if (box.h <= 0 || row < 0) return;
  const BlockWorkings *w =
      block_workings_make(pen->list->arena, scene->trace, scene->view->layer, row, -1, NULL);
  if (!w) {
    pen->list->failed = true;
    return;
  }
  Str label = trace_token(scene->trace, row)->label;
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->ink, ALIGN_MIDDLE};
  label = pen_fit(pen, style, stage_points(scene, 160), label);
  const char *words = str_format(pen->list->arena, _("“%.*s” on its way through layer %d"),
                                 (int)label.bytes, label.at, scene->view->layer + 1);
  pen_text_in(pen, style, (Box){box.x, box.y, box.w, stage_points(scene, 18)}, str_from(words));
  Path path = path_of(scene, w);
  path.rows[path.count - 1].filled = filled_of_row(scene, row);
  draw_path(scene, &path, box);
}

static void draw_sum(const Scene *scene, Box box) {
  Place place = place_block(scene, box);
  draw_matrix(scene, &place, TRACE_INPUT, 0);
  draw_matrix(scene, &place, TRACE_ATTN_PROJ, 1);
  draw_matrix(scene, &place, TRACE_BLOCK, 2);
  draw_signs(scene, &place);
  stage_bar_draw(scene, TRACE_BLOCK, place.foot);
  draw_reach(scene, &place, TRACE_INPUT, 0);
  draw_reach(scene, &place, TRACE_ATTN_PROJ, 1);
  draw_path_of_row(scene, place.path);
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
  if (!trace_has_part(trace, TRACE_NORM_1)) return stage_info(STAGE_BLOCK)->symbol;
  return trace_norm_place(trace) == NORM_BEFORE ? "x + MLP" : "LN(x + ·)";
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
  if (trace_has_part(scene->trace, TRACE_MLP))
    return _("The layer adds what its heads found to what came in. An MLP, two maps with a bend "
             "between them, works on each row alone, and its answer is added too. Norms bring "
             "every row to the same spread on the way. The rows mix in the heads only.");
  if (trace_is_recorded(scene->trace))
    return _("What the layer hands on to the next one, as it was recorded: what came in, what its "
             "heads found, and what else this model does to each row.");
  if (trace_has_part(scene->trace, TRACE_NORM_1))
    return _("The layer adds what its heads found to what came in, and a norm brings every row to "
             "the same spread.");
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
** MLP(h)) of that h; with the norm before: x + joined and h + MLP(LN(h)). */
static void formula(const Scene *scene, Formula *out) {
  bool after = trace_norm_place(scene->trace) == NORM_AFTER;
  bool bends = trace_has_part(scene->trace, TRACE_MLP);
  formula_add_plain(out, bends ? "h" : next_symbol(scene), 0, 0);
  formula_add_equals(out);
  FormulaPiece piece = {
      .symbol = after ? str_format(scene->pen.list->arena, "LN(%s)", stage_layer_words(scene))
                      : stage_layer_words(scene),
      .stage = STAGE_BLOCK,
      .role = TRACE_BLOCK,
      .after = bends ? 1.2f : 0};
  formula_add(out, piece);
  if (!bends) return;
  formula_add_plain(out, next_symbol(scene), 0, 0);
  formula_add_equals(out);
  piece.symbol = after ? "LN(h + MLP(h))" : "h + MLP(LN(h))";
  piece.after = 0;
  formula_add(out, piece);
}

/* -- the panel --------------------------------------------------------------------------------- */

static void add_title(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  PanelTitle title = {.kicker = _("One row, through the layer"),
                      .subject = panel_label(panel, panel->query),
                      .words =
                          panel_words(panel, _("leaves layer %d"), panel->scene->view->layer + 1),
                      .subject_color = theme->ink,
                      .object_color = theme->ink};
  if (panel->key >= 0) {
    title.kicker = _("One number of the layer's output");
    title.words = str_from("→");
    title.object = panel_words(panel, _("column %d"), panel->key + 1);
  }
  panel_add_title(panel, title);
}

static void add_strip(Panel *panel, const BlockWorkings *w, const char *label, const float *values,
                      ColorRange range, Rank rank) {
  if (!values) return;
  panel_add_strip_on(panel,
                     (PanelStrip){.label = str_from(label),
                                  .color = panel->pen->theme->ink,
                                  .row = {values, 1, w->d_model, w->d_model},
                                  .part = TRACE_BLOCK,
                                  .focus = panel->key},
                     range, rank);
}

static ColorRange range_of_row(const float *row, int count) {
  assert(row && count > 0);
  float largest = 0;
  for (int c = 0; c < count; c++) largest = fmaxf(largest, fabsf(row[c]));
  return largest > 0 ? (ColorRange){-largest, largest} : (ColorRange){-1, 1};
}

/* All strips of the path have the scale of the matrices, so that sums are visible. */
static ColorRange path_range(const Panel *panel) {
  return scene_range(panel->scene, TRACE_BLOCK, panel->scene->view->layer, 0);
}

static const char *input_words(const Panel *panel) {
  const char *source = captions_stream_source(panel->scene);
  if (!source) return _("what came in");
  return str_format(panel_arena(panel), "%s %s",
                    captions_stream(panel->scene, 'x', panel->scene->view->layer), source);
}

static void add_norm_facts(Panel *panel, const WorkedNorm *norm, const char *name) {
  Number mean = number_full(norm->mean), deviation = number_full(norm->deviation);
  panel_add_fact(panel, str_from(name),
                 panel_words(panel, _("mean %s, σ %s"), mean.at, deviation.at), RANK_FACTS);
}

static void add_awake(Panel *panel, const BlockWorkings *w) {
  panel_add_fact(panel, str_from(_("hidden units awake (above 0)")),
                 panel_count(panel, _("%d of %d"), w->awake_count, w->hidden_count), RANK_FACTS);
}

/* The norm is a branch: the MLP reads its result, which is added to nothing. */
static void add_path_with_branch(Panel *panel, const BlockWorkings *w) {
  assert(w->norm_place == NORM_BEFORE && w->has_mlp);
  ColorRange range = path_range(panel);
  add_strip(panel, w, input_words(panel), w->input, range, RANK_STEPS);
  add_strip(panel, w, _("+ what the heads joined"), w->joined, range, RANK_STEPS);
  add_strip(panel, w, _("= their sum"), w->sum, range, RANK_BODY);
  add_norm_facts(panel, &w->norm_1, _("the norm takes out"));
  add_strip(panel, w, _("the sum normed, which the MLP reads (own scale)"), w->norm,
            range_of_row(w->norm, w->d_model), RANK_DETAIL);
  add_awake(panel, w);
  add_strip(panel, w, _("+ what the MLP adds"), w->mlp, range, RANK_STEPS);
  add_strip(panel, w, _("= what leaves the layer"), w->block, range, RANK_RESULT);
}

static void add_path(Panel *panel, const BlockWorkings *w) {
  ColorRange range = path_range(panel);
  if (w->norm_place == NORM_BEFORE && w->has_mlp) {
    add_path_with_branch(panel, w);
    return;
  }
  add_strip(panel, w, input_words(panel), w->input, range, RANK_STEPS);
  add_strip(panel, w, _("+ what the heads joined"), w->joined, range, RANK_STEPS);
  if (w->has_norms) {
    add_strip(panel, w, _("= their sum"), w->sum, range, RANK_DETAIL);
    add_norm_facts(panel, &w->norm_1, _("the norm takes out"));
  }
  if (w->has_mlp) {
    add_strip(panel, w, _("normed"), w->norm, range, RANK_BODY);
    add_awake(panel, w);
    add_strip(panel, w, _("+ what the MLP adds"), w->mlp, range, RANK_STEPS);
    add_norm_facts(panel, &w->norm_2, _("the norm takes out"));
  }
  add_strip(panel, w, w->has_norms ? _("normed: what leaves the layer") : _("= what leaves it"),
            w->block, range, RANK_RESULT);
}

static void add_sum(Panel *panel, float a, float b, float sum) {
  Number first = number_full(a), result = number_full(sum);
  Str second = panel_summand(panel, b);
  panel_add_equation(
      panel,
      panel_words(panel, "%s + %.*s = %s", first.at, (int)second.bytes, second.at, result.at),
      RANK_STEPS);
}

static const BlockWorkings *block_workings_of_focus(const Panel *panel) {
  const Scene *scene = panel->scene;
  Status status = {STATUS_OK, ""};
  const BlockWorkings *made = block_workings_make(
      panel_arena(panel), scene->trace, scene->view->layer, panel->query, panel->key, &status);
  if (status_is_no_memory(&status)) panel->pen->list->failed = true;
  return made;
}

static Str unit_label(const Panel *panel, int item) {
  return panel_words(panel, _("unit %d"), item + 1);
}

/* numbers holds the F terms, then the F units that they come from. */
static Number unit_number(const Panel *panel, int item, int column) {
  const TraceBlockWeights *weights =
      trace_block_weights(panel->scene->trace, panel->scene->view->layer);
  const float *bent = panel->numbers + weights->w_2.rows;
  if (column == 0) return panel_number(bent[item]);
  if (column == 1) return panel_number(mat_get(weights->w_2, item, panel->key));
  return panel_number(panel->numbers[item]);
}

static float unit_bar(const Panel *panel, int item) { return panel->numbers[item]; }

static Number unit_rest(const Panel *panel, const int *items, int count, int column) {
  double sum = 0;
  if (column != 2) return (Number){""};
  for (int i = 0; i < count; i++) sum += (double)panel->numbers[items[i]];
  return panel_number((float)sum);
}

/* Terms first, then the units, so that a callback finds both by one pointer. */
static float *units_of(const Panel *panel, const BlockWorkings *w) {
  size_t count = (size_t)w->hidden_count;
  float *numbers = panel_take(panel, 2 * count, sizeof *numbers);
  for (size_t f = 0; numbers && f < count; f++) {
    numbers[f] = w->terms[f];
    numbers[count + f] = w->bent[f];
  }
  return numbers;
}

/* With ReLU only units above 0 are listed: the others add exactly 0. */
static void add_units(Panel *panel, const BlockWorkings *w) {
  assert(w->has_mlp && panel->key >= 0);
  const Theme *theme = panel->pen->theme;
  panel->numbers = units_of(panel, w);
  if (!panel->numbers) return;
  PanelTable table = {.label_head = _("MLP"),
                      .label = unit_label,
                      .number_heads = {activation_symbol(w->activation), "× W_2", _("= term")},
                      .number_count = 3,
                      .number = unit_number,
                      .bar = unit_bar,
                      .bar_color = theme->positive,
                      .bar_negative = theme->negative,
                      .item_count =
                          w->activation == ACTIVATION_RELU ? w->awake_count : w->hidden_count,
                      .order = panel_order(panel, panel->numbers, w->hidden_count, true),
                      .focus = -1,
                      .rest = unit_rest};
  for (int f = 0; f < w->hidden_count; f++) {
    table.bar_low = fminf(table.bar_low, w->terms[f]);
    table.bar_high = fmaxf(table.bar_high, w->terms[f]);
  }
  panel_add_table(panel, &table);
  Number bias = number_full(w->mlp_bias), sum = number_full(w->mlp[panel->key]);
  panel_add_fact(panel, str_from(_("their sum + bias")),
                 panel_words(panel, _("%s, bias %s"), sum.at, bias.at), RANK_FACTS);
}

/* The steps are in the order in which the layer computes them. */
static void add_number(Panel *panel, const BlockWorkings *w) {
  assert(panel->key >= 0 && panel->key < w->d_model);
  int column = panel->key;
  panel_add_note(panel, str_from(_("input + joined")), RANK_DETAIL);
  add_sum(panel, w->input[column], w->joined[column], w->sum[column]);
  if (w->has_norms) panel_add_norm(panel, &w->norm_1, w->has_mlp ? RANK_STEPS : RANK_BODY);
  if (w->has_mlp) {
    add_units(panel, w);
    bool before = w->norm_place == NORM_BEFORE;
    panel_add_note(panel, str_from(before ? _("the sum + MLP") : _("normed + MLP")), RANK_DETAIL);
    add_sum(panel, w->kept[column], w->mlp[column], w->sum_2[column]);
    if (!before) panel_add_norm(panel, &w->norm_2, RANK_STEPS);
  }
  Number result = number_full(w->block[column]);
  panel_add_result(panel, str_from(_("leaves the layer as")), panel_words(panel, "%s", result.at));
}

static void add_next(Panel *panel) {
  const Scene *scene = panel->scene;
  bool is_last = scene->view->layer + 1 == trace_layer_count(scene->trace);
  const char *words = !is_last ? _("Next: the following layer asks, is asked and listens with it.")
                      : trace_has_words(scene->trace)
                          ? _("Next: compared with the embedding of every word.")
                          : _("This is the last layer.");
  panel_add_note(panel, str_from(words), RANK_NEXT);
}

static void inspect_path(Panel *panel) {
  assert(panel->query >= 0 && panel->scene->view->stage == STAGE_BLOCK);
  const BlockWorkings *w = block_workings_of_focus(panel);
  add_title(panel);
  if (!w) return;
  if (panel->key >= 0) add_number(panel, w);
  else add_path(panel, w);
  add_next(panel);
  panel_add_rounded(panel);
  panel_add_words(panel);
}

static void inspect(Panel *panel) {
  if (panel->w && !trace_is_recorded(panel->scene->trace)) inspect_path(panel);
  else inspect_recorded(panel, str_from(_("what the layer did to each row was not recorded")));
}

static void legend(Panel *panel) { panel_add_signed_legend(panel, TRACE_BLOCK); }

const StageView stage_block_view = {.draw = draw,
                                    .cells = cells,
                                    .symbol = symbol,
                                    .captions = captions,
                                    .focus_line = focus_line,
                                    .formula = formula,
                                    .inspect = inspect,
                                    .legend = legend,
                                    .question = inspect_question_of_column,
                                    .heads_part = TRACE_OUTPUT,
                                    .overview_part = TRACE_OUTPUT};
