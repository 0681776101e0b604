/* scene/stages/block_path.c -- one row on its way through a layer, line by line: in digits, or as
** strips. */
#include "scene/stages/block_path.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/layer_words.h"
#include "scene/number.h"
#include "scene/stages/block.h"
#include "scene/stages/followed_rows.h"
#include "scene/stages/followed_scale.h"
#include "trace/workings/block.h"

enum { PATH_ROWS_MOST = FOLLOWED_ROWS_MOST };
static const float ROW = 23, HEAD = 26, FOOT = 6, BREAK = 8, NAME = 104, NOTE = 168;
static const float DIGITS_NAME = 96, DIGITS_NAME_AFAR = 124; /* of a row with digits */
static const float DIGITS_NOTE = 148, DIGITS_NOTE_AFAR = 168;

/* One line of the path of a row. */
typedef struct PathRow {
  const char *name;
  const float *values;
  ColorRange range;
  bool begins_scale; /* and those below have it, too */
  Str note;          /* what happened here, in numbers */
  int filled;        /* number of values that the steps have filled; −1: all */
} PathRow;

typedef struct Path {
  PathRow rows[PATH_ROWS_MOST];
  int count, row, columns; /* row: index of the token */
} Path;

bool block_bends(const Trace *trace) {
  bool is_before = trace_norm_place(trace) == NORM_BEFORE;
  return trace_has_part(trace, TRACE_NORM_1) && (!is_before || trace_has_part(trace, TRACE_MLP));
}

bool block_has_two_scales(const Scene *scene) {
  return !scene_is_of_one_scale(scene, TRACE_BLOCK) && scene_is_of_one_scale(scene, TRACE_INPUT) &&
         !scene_range_is_fixed(scene, TRACE_BLOCK);
}

int block_path_rows(const Scene *scene) {
  if (!block_bends(scene->trace)) return 3;
  return trace_has_part(scene->trace, TRACE_MLP) ? 6 : 4;
}

/* A norm after a sum begins another scale; one before the MLP is beside the sums, with its own. */
int block_path_breaks(const Scene *scene) {
  bool has_mlp = trace_has_part(scene->trace, TRACE_MLP);
  bool is_before = trace_norm_place(scene->trace) == NORM_BEFORE;
  if (!block_bends(scene->trace)) return 0;
  if (is_before) return has_mlp ? 2 : 0;
  return !block_has_two_scales(scene) ? 0 : has_mlp ? 2 : 1;
}

float block_path_height(const Scene *scene) {
  float rows = ROW * (float)block_path_rows(scene),
        breaks = BREAK * (float)block_path_breaks(scene);
  return stage_points(scene, HEAD + rows + breaks + FOOT);
}

float block_path_names(const Scene *scene) {
  return stage_points(scene, stage_is_for_afar(scene) ? DIGITS_NAME_AFAR : DIGITS_NAME);
}

/* -- the lines --------------------------------------------------------------------------------- */

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

static void add_row(Path *path, const char *name, const float *values, Str note) {
  assert(path->count < PATH_ROWS_MOST && values);
  path->rows[path->count++] = (PathRow){.name = name, .values = values, .note = note, .filled = -1};
}

/* A norm before the MLP is a branch of its own, not part of the sums. */
static void add_branch(Path *path, const BlockWorkings *w, Str mlp) {
  assert(w->norm_place == NORM_BEFORE);
  add_row(path, _("the sum normed"), w->norm, (Str){"", 0});
  add_row(path, _("+ MLP of that"), w->mlp, mlp);
  add_row(path, _("= output"), w->block, (Str){"", 0});
}

/* What is added together has one scale; the branch of a norm before the MLP has its own. */
static ColorRange range_of(const Scene *scene, const Path *path, const BlockWorkings *w,
                           int index) {
  bool is_last = index + 1 == path->count;
  TracePart part = TRACE_BLOCK;
  if (w->norm_place == NORM_BEFORE && w->has_mlp && index == 3)
    return block_own_range(w->norm, w->d_model);
  if (block_has_two_scales(scene)) part = index < 3 ? TRACE_INPUT : is_last ? part : TRACE_NORM_1;
  return scene_range(scene, part, scene->view->layer, 0);
}

/* A row that is pale on the scale of its sum says how far it reaches. */
static void set_scales(const Scene *scene, Path *path, const BlockWorkings *w) {
  bool has_breaks = block_path_breaks(scene) > 0;
  for (int i = 0; i < path->count; i++) {
    PathRow *row = &path->rows[i];
    row->range = range_of(scene, path, w, i);
    row->begins_scale = has_breaks && (i == 0 || row->range.high != row[-1].range.high);
    if (row->begins_scale) row->note = (Str){"", 0}; /* its bar; the panel has mean and σ */
    float own = block_own_range(row->values, w->d_model).high;
    if (!has_breaks || row->begins_scale || row->note.bytes > 0 || own >= 0.25f * row->range.high)
      continue;
    row->note = str_from(str_format(scene->pen.list->arena, _("up to ±%s"), number_full(own).at));
  }
}

/* M-15 and M-16, or M-42 if the norm comes before. */
static Path path_of(const Scene *scene, const BlockWorkings *w) {
  const Str none = {"", 0};
  Path path = {.row = w->row, .columns = w->d_model};
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
    add_branch(&path, w, mlp_note(scene, w));
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

static void draw_strip(const Scene *scene, const Path *path, int index, Box strip) {
  const PathRow *row = &path->rows[index];
  const Pen *pen = &scene->pen;
  float gap = stage_points(scene, 10), name = stage_points(scene, NAME);
  TextStyle style = {index + 1 == path->count ? FACE_SEMIBOLD : FACE_MEDIUM, 12, pen->theme->ink,
                     ALIGN_END};
  pen_text_in(pen, style, (Box){strip.x - gap - name, strip.y, name, strip.h}, str_from(row->name));
  stage_values_draw(scene,
                    &(StageStrip){.part = TRACE_BLOCK,
                                  .values = {row->values, 1, path->columns, path->columns},
                                  .range = row->range,
                                  .filled = row->filled},
                    strip);
}

static void draw_strips(const Scene *scene, const Path *path, Box box) {
  assert(path->count > 0 && path->row >= 0);
  const Pen *pen = &scene->pen;
  float name = stage_points(scene, NAME), note = stage_points(scene, NOTE);
  float gap = stage_points(scene, 10), y = box.y + stage_points(scene, HEAD);
  if (path->count < 4 || box.w - name - note - 2 * gap < stage_points(scene, 160)) note = 0;
  float width = fminf(box.w - name - note - 2 * gap, stage_points(scene, 560));
  float x = floorf(box.x + (box.w - name - note - width - 2 * gap) / 2) + name + gap;
  TextStyle small = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_START};
  for (int i = 0; i < path->count; i++) {
    const PathRow *row = &path->rows[i];
    if (i > 0 && row->begins_scale) y += stage_points(scene, BREAK);
    Box strip = {x, y, width, stage_points(scene, 16)},
        beside = {x + width + gap, y, note, strip.h};
    draw_strip(scene, path, i, strip);
    if (note > 0 && row->begins_scale)
      followed_scale_draw(scene, beside, TRACE_BLOCK, row->range,
                          followed_scale_width(scene, TRACE_BLOCK, path->rows[0].range));
    else if (note > 0 && row->note.bytes > 0) pen_text_in(pen, small, beside, row->note);
    y += stage_points(scene, ROW);
  }
}

/* Where there is little room beside the digits a scale is written as its end. */
static float note_width(const Scene *scene, const Path *path, Box box) {
  const float end = 56, whole_from = 620;
  bool is_afar = stage_is_for_afar(scene);
  if (path->count < 4) return 0;
  if (box.w < stage_points(scene, whole_from)) return end;
  return is_afar ? DIGITS_NOTE_AFAR : DIGITS_NOTE;
}

/* What was there and what is added are told at once, the rest as the steps come to it. */
static void draw_digits(const Scene *scene, const Path *path, Box box, float left) {
  int filled = path->rows[path->count - 1].filled;
  FollowedRows rows = {.count = path->count,
                       .token = path->row,
                       .is_fine = true,
                       .name_design = stage_is_for_afar(scene) ? DIGITS_NAME_AFAR : DIGITS_NAME,
                       .note_design = note_width(scene, path, box),
                       .columns_least = FOLLOWED_SOME,
                       .left = left};
  for (int i = 0; i < path->count; i++) {
    const PathRow *row = &path->rows[i];
    rows.rows[i] = (FollowedRow){.name = row->name,
                                 .part = TRACE_BLOCK,
                                 .values = {row->values, 1, path->columns, path->columns},
                                 .range = row->range,
                                 .reached = i < 2 || filled < 0 ? path->columns : filled,
                                 .note = row->note,
                                 .begins_scale = row->begins_scale,
                                 .has_focus = true,
                                 .is_part = i + 1 < path->count};
  }
  followed_rows_draw(scene, box, &rows);
}

static void draw_title(const Scene *scene, Box box, int row) {
  const Pen *pen = &scene->pen;
  Str label = trace_token(scene->trace, row)->label;
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->ink, ALIGN_MIDDLE};
  label = pen_fit(pen, style, stage_points(scene, 160), label);
  const char *words =
      str_format(pen->list->arena, _("“%.*s” on its way through %s"), (int)label.bytes, label.at,
                 layer_words(pen->list->arena, scene->trace, scene->view->layer));
  pen_text_in(pen, style, (Box){box.x, box.y, box.w, stage_points(scene, 18)}, str_from(words));
}

void block_path_draw(const Scene *scene, Box box, float left, bool has_digits) {
  int row = stage_followed_row(scene);
  if (box.h <= 0 || row < 0) return;
  const BlockWorkings *w = block_workings_make(scene->pen.list->arena, scene->trace,
                                               (BlockPlace){scene->view->layer, row, -1}, NULL);
  if (!w) {
    scene->pen.list->failed = true;
    return;
  }
  Path path = path_of(scene, w);
  set_scales(scene, &path, w);
  path.rows[path.count - 1].filled = filled_of_row(scene, row);
  if (has_digits) {
    draw_digits(scene, &path, box, left);
    return;
  }
  draw_title(scene, box, row);
  draw_strips(scene, &path, box);
}
