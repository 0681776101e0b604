/* scene/arcs.c -- two columns of tokens and the curves between them. */
#include "scene/layer_words.h"
#include "scene/arcs.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/arcs_heads.h"
#include "scene/grapheme_breaks.h"
#include "scene/head_colors.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"
#include "scene/stages/stage.h"
#include "scene/matrix/threshold.h"

/* Design points. */
static const float PAD = 16, HEAD = 62, LABELS_MOST = 110, WIDEST = 11, LABEL_GAP = 8, SIZE = 12;
static const float PITCH_MOST = 34;
static const float SHARE = 44; /* width of a weight written behind its key */
static const float WIDTH_LEAST_PT = 0.12f, LINE = 1.15f, LINE_OF_PRINT = 0.95f;
/* Weights that are written 0.00 have no curve; of a figure, whose curves nobody can point at, those
** below the other. */
static const float WEIGHT_LEAST = 0.0005f, WEIGHT_LEAST_OF_FIGURE = 0.01f;
static const float BESIDE_SHARE = 0.4f, BESIDE_LEAST = 300;

enum { ROWS_A_LOOK = 16 }; /* between two searches for the least weight drawn */

/* One of the two columns of tokens. */
static const TextStyle heading_style = {.face = FACE_SEMIBOLD, .size = 10.5f};

/* On a page no digit of it is smaller than the words. */
static float share_width(const Scene *scene) {
  TextStyle style = {FACE_MONO, 10.5f, COLOR_NONE, ALIGN_END};
  return fmaxf(stage_points(scene, SHARE),
               pen_width(&scene->pen, style, STR("0.000")) + stage_points(scene, 6));
}

typedef struct Column {
  int count, focus;
  float start, pitch; /* the upper edge of the first token, and the distance of two */
  int step;           /* every step-th token has a label */
} Column;

typedef struct Arcs {
  const Scene *scene;
  MatView weights;
  MatView kept; /* at == NULL: all are kept */
  Column queries, keys;
  float labels;          /* width of a column's words */
  Box field;             /* where the curves lie */
  float widest;          /* of a curve, points */
  float least;           /* smaller weights are left out, since there are too many */
  float weight_least;    /* smaller weights have no curve at all */
  int row, key;          /* selected, −1: none; key: selected alone if row is −1 */
  long drawn, all, most; /* most: so many curves at most */
  /* Of all heads: the lane of this one among lane_count at both ends; of one head 0 and 1. */
  int lane, lane_count;
  /* Of each key: what it gets of all queries, and of those above the one that is drawn now; NULL:
  ** one curve ends there, in its middle. */
  const float *sums, *above;
  Color color;
  float strength; /* multiplies the opacity of its curves */
} Arcs;

/* -- choosing weights
** --------------------------------------------------------------------------- */

static bool is_kept(const Arcs *arcs, int row, int col) {
  float weight = mat_get(arcs->weights, row, col);
  if (!(weight >= arcs->weight_least) || !isfinite(weight)) return false;
  if (!arcs->kept.at) return true;
  float least = mat_get(arcs->kept, row, 0);
  return weight > least || (weight >= least && (float)col <= mat_get(arcs->kept, row, 1));
}

/* The lowest bucket such that all from it on hold at most so many weights, and their number. */
static int least_bucket(const int *counts, long most, long *above) {
  int bucket = WEIGHT_BUCKETS;
  *above = 0;
  while (bucket > 0 && *above + counts[bucket - 1] <= most) *above += counts[--bucket];
  return bucket;
}

/* Counts the weights of a row that can have a curve, and those of at least `floor` by buckets too.
** Of a thousand tokens half a million weights compete for ARCS_MOST curves, and few get one. */
static long count_weights(const float *weights, int count, float least, float floor, int *counts) {
  long seen = 0;
  for (int col = 0; col < count; col++) seen += weights[col] >= least && weights[col] < INFINITY;
  for (int col = 0; col < count; col++)
    if (weights[col] >= floor && weights[col] >= least && weights[col] < INFINITY)
      counts[weight_bucket(weights[col])]++;
  return seen;
}

static void count_kept(Arcs *arcs, int row, int *counts) {
  for (int col = 0; col < arcs->weights.cols; col++) {
    if (!is_kept(arcs, row, col)) continue;
    counts[weight_bucket(mat_get(arcs->weights, row, col))]++;
    arcs->all++;
  }
}

/* Counts the weights that could be drawn, and finds the least weight such that at most ARCS_MOST
** are. It only grows as rows are added, so weights a bucket below it need no exact count. */
static void choose_least(Arcs *arcs) {
  int *counts = arena_take(arcs->scene->pen.list->arena, WEIGHT_BUCKETS, sizeof *counts);
  float floor = 0;
  long above = 0;
  if (!counts) return;
  for (int row = 0; row < arcs->weights.rows; row++) {
    const float *weights = mat_row(arcs->weights, row);
    if (arcs->kept.at) count_kept(arcs, row, counts);
    else arcs->all += count_weights(weights, arcs->weights.cols, arcs->weight_least, floor, counts);
    if (row % ROWS_A_LOOK != ROWS_A_LOOK - 1) continue;
    int bucket = least_bucket(counts, arcs->most, &above);
    if (bucket > 0) floor = weight_bucket_start(bucket - 1);
  }
  arcs->least = weight_bucket_start(least_bucket(counts, arcs->most, &above));
  arcs->drawn = above;
}

static void count_row(Arcs *arcs) {
  assert(arcs->row >= 0 && arcs->row < arcs->weights.rows);
  for (int col = 0; col < arcs->weights.cols; col++) arcs->all += is_kept(arcs, arcs->row, col);
  arcs->drawn = arcs->all;
}

static void count_col(Arcs *arcs) {
  assert(arcs->key >= 0 && arcs->key < arcs->weights.cols);
  for (int row = 0; row < arcs->weights.rows; row++) arcs->all += is_kept(arcs, row, arcs->key);
  arcs->drawn = arcs->all;
}

/* -- places
** ------------------------------------------------------------------------------------- */

static float label_line(const Scene *scene) {
  return pen_points(&scene->pen, SIZE) * (scene->pen.words_pt > 0 ? LINE_OF_PRINT : LINE);
}

static Column column_of(const Scene *scene, Box field, int count, int focus, float scroll) {
  assert(count > 0 && focus < count);
  float zoom = fmaxf(scene->view->zoom, 1), content = field.h * zoom;
  Column column = {.count = count, .focus = focus, .pitch = content / (float)count};
  float most = stage_points(scene, PITCH_MOST);
  if (zoom <= 1 && column.pitch > most) column.pitch = most;
  content = column.pitch * (float)count;
  float beyond = content - field.h, start = beyond > 0 ? float_clamp(scroll, 0, 1) * beyond : 0;
  if (beyond > 0 && focus >= 0) {
    float middle = ((float)focus + 0.5f) * column.pitch, margin = field.h * 0.2f;
    start = float_clamp(start, middle - field.h + margin, middle - margin);
    start = float_clamp(start, 0, beyond);
  }
  column.start = beyond > 0 ? field.y - start : field.y - beyond / 2;
  column.step = matrix_counting_step(label_line(scene) / column.pitch);
  return column;
}

static float token_middle(const Column *column, int token) {
  return column->start + ((float)token + 0.5f) * column->pitch;
}

/* -- curves ------------------------------------------------------------------------------------ */

/* An arc with both ends out of sight is left out, even if it would cross the field. */
static bool is_seen(const Arcs *arcs, float y) {
  return y >= arcs->field.y && y <= arcs->field.y + arcs->field.h;
}

/* What the query gives to the keys before this one: its curves leave side by side, and are together
** as wide as a weight of 1. */
static float weight_before(const Arcs *arcs, int row, int col) {
  float sum = 0;
  for (int i = 0; i < col; i++) sum += fmaxf(mat_get(arcs->weights, row, i), 0);
  return sum;
}

/* Where a curve ends beside its key, in widths of a weight of 1, from the middle: in the order of
** the queries, so that two never cross at their ends, and closer where they have no room. */
static float end_beside_key(const Arcs *arcs, int col, float share) {
  const float of_pitch = 0.86f;
  float sum = arcs->sums ? arcs->sums[col] : 0;
  if (!(sum > 0)) return 0;
  float room = arcs->lane_count > 1 ? 1 : of_pitch * arcs->keys.pitch / arcs->widest;
  return ((arcs->above[col] + share / 2) / sum - 0.5f) * fminf(sum, fmaxf(room, 1));
}

/* Both ends leave their column horizontally. before: weight_before. */
static void draw_arc(const Arcs *arcs, int row, int col, float before, float alpha) {
  const Pen *pen = &arcs->scene->pen;
  Box field = arcs->field;
  float from = token_middle(&arcs->queries, row), to = token_middle(&arcs->keys, col);
  float share = mat_get(arcs->weights, row, col);
  float lanes = (float)arcs->lane_count, lane = (float)arcs->lane;
  from += ((lane + before + share / 2) / lanes - 0.5f) * arcs->widest;
  to += ((lane + 0.5f + end_beside_key(arcs, col, share)) / lanes - 0.5f) * arcs->widest;
  float width = arcs->widest / lanes * share;
  if (!is_seen(arcs, from) && !is_seen(arcs, to)) return;
  float left = field.x, right = field.x + field.w, middle = field.x + field.w / 2;
  Point points[4] = {{left, from}, {middle, from}, {middle, to}, {right, to}};
  draw_curve(pen->list, points, 4, fmaxf(width, WIDTH_LEAST_PT),
             color_fade(arcs->color, alpha * arcs->strength));
}

static bool is_drawn(const Arcs *arcs, int row, int col) {
  return mat_get(arcs->weights, row, col) >= arcs->least && is_kept(arcs, row, col);
}

/* Without memory curves end in the middle of their key. */
static float *sum_drawn(const Arcs *arcs) {
  float *sums =
      arena_take(arcs->scene->pen.list->arena, 2 * (size_t)arcs->weights.cols, sizeof *sums);
  for (int row = 0; sums && row < arcs->weights.rows; row++)
    for (int col = 0; col < arcs->weights.cols; col++)
      if (is_drawn(arcs, row, col)) sums[col] += mat_get(arcs->weights, row, col);
  return sums;
}

static void draw_all_arcs(const Arcs *of_head) {
  Arcs arcs = *of_head;
  float *sums = sum_drawn(of_head), *above = sums ? sums + arcs.weights.cols : NULL;
  arcs.sums = sums;
  arcs.above = above;
  for (int row = 0; row < arcs.weights.rows; row++) {
    float before = 0;
    for (int col = 0; col < arcs.weights.cols; col++) {
      float share = mat_get(arcs.weights, row, col);
      bool is_seen_here = is_drawn(&arcs, row, col);
      if (is_seen_here) draw_arc(&arcs, row, col, before, 0.55f);
      if (is_seen_here && above) above[col] += share;
      before += fmaxf(share, 0);
    }
  }
}

static void draw_arcs(const Arcs *arcs) {
  DrawList *list = arcs->scene->pen.list;
  bool was_at_edge = list->at_scroll_edge;
  draw_clip(list, box_inset(arcs->field, -0.5f));
  list->at_scroll_edge = true;
  if (arcs->row >= 0) {
    for (int col = 0; col < arcs->weights.cols; col++)
      if (is_kept(arcs, arcs->row, col))
        draw_arc(arcs, arcs->row, col, weight_before(arcs, arcs->row, col),
                 arcs->key < 0 || col == arcs->key ? 0.9f : 0.5f);
  } else if (arcs->key >= 0) {
    for (int row = 0; row < arcs->weights.rows; row++)
      if (is_kept(arcs, row, arcs->key))
        draw_arc(arcs, row, arcs->key, weight_before(arcs, row, arcs->key), 0.8f);
  } else draw_all_arcs(arcs);
  list->at_scroll_edge = was_at_edge;
  draw_clip_end(list);
}

/* -- tokens ------------------------------------------------------------------------------------ */

/* Neighbours of the selected token that would touch its label have none. */
static bool is_labelled(const Arcs *arcs, const Column *column, int token) {
  float line = label_line(arcs->scene);
  float y = token_middle(column, token);
  if (y - line / 2 < arcs->field.y - 0.5f || y + line / 2 > arcs->field.y + arcs->field.h + 0.5f)
    return token == column->focus && is_seen(arcs, y);
  if (token == column->focus) return true;
  float away = fabsf((float)(token - column->focus)) * column->pitch;
  if (column->focus >= 0 && away < line) return false;
  return column->step == 1 || (token + 1) % column->step == 0;
}

/* Thinned labels include their position, so that the reader can count on. */
static Str label_words(const Arcs *arcs, const Column *column, int token, bool is_key) {
  const Trace *trace = arcs->scene->trace;
  Str text = grapheme_token_shown(is_key ? trace_key(trace, token) : trace_token(trace, token));
  if (column->step == 1) return text;
  Arena *arena = arcs->scene->pen.list->arena;
  int place = token + 1;
  if (is_key) return str_from(str_format(arena, "%d %.*s", place, (int)text.bytes, text.at));
  return str_from(str_format(arena, "%.*s %d", (int)text.bytes, text.at, place));
}

/* Curves of several queries end on each other, so their sum is said where no query is selected. */
static bool says_sums(const Arcs *arcs) {
  bool is_one = arcs->lane_count == 1;
  return is_one && arcs->row < 0 && arcs->key < 0 && !arcs->scene->interactive;
}

static float weight_received(const Arcs *arcs, int col) {
  float sum = 0;
  for (int row = 0; row < arcs->weights.rows; row++) {
    float weight = mat_get(arcs->weights, row, col);
    if (isfinite(weight)) sum += weight;
  }
  return sum;
}

/* Writes the weight that the selected query gives to this key, or what all queries give to it. */
static void draw_share(const Arcs *arcs, int col, Box box) {
  const Pen *pen = &arcs->scene->pen;
  bool is_sum = says_sums(arcs);
  if (!is_sum && (arcs->row < 0 || !is_kept(arcs, arcs->row, col))) return;
  if (arcs->lane_count > 1 && !arcs->scene->interactive) return; /* of which head? */
  float weight = is_sum ? weight_received(arcs, col) : mat_get(arcs->weights, arcs->row, col);
  Number share = is_sum ? number_weight(weight) : number_share(weight, false);
  Color color = arcs->lane_count == 1 ? pen->theme->weights : pen->theme->ink;
  pen_text_in(pen, (TextStyle){FACE_MONO, 10.5f, color, ALIGN_END}, box, number_str(&share));
}

static void draw_label(const Arcs *arcs, const Column *column, int token, bool is_key) {
  const Scene *scene = arcs->scene;
  const Theme *theme = scene->pen.theme;
  bool focused = token == column->focus;
  float line = stage_points(scene, SIZE * 1.5f), gap = stage_points(scene, LABEL_GAP);
  float width = arcs->labels, y = token_middle(column, token) - line / 2;
  float right = arcs->field.x + arcs->field.w + gap;
  Box box = {is_key ? right : arcs->field.x - gap - width, y, width, line};
  Color color = !focused ? theme->ink : is_key ? theme->key : theme->query;
  TextStyle style = {focused ? FACE_BOLD : FACE_REGULAR, SIZE, color,
                     is_key ? ALIGN_START : ALIGN_END};
  pen_text_in(&scene->pen, style, box, label_words(arcs, column, token, is_key));
  float share = share_width(scene);
  if (is_key) draw_share(arcs, token, (Box){box.x + box.w, y, share, line});
}

static void draw_labels(const Arcs *arcs, const Column *column, bool is_key) {
  for (int i = 0; i < column->count; i++)
    if (is_labelled(arcs, column, i)) draw_label(arcs, column, i, is_key);
}

/* -- hits
** --------------------------------------------------------------------------------------- */

/* A notch of the wheel scrolls an eighth of the field, as in the matrix. */
static float scroll_notch(const Arcs *arcs, const Column *column) {
  float beyond = column->pitch * (float)column->count - arcs->field.h;
  return beyond > 0.01f ? arcs->field.h * 0.125f / beyond : 0;
}

/* The hits of a column: its tokens and the nearest part of the field. Its middle has none, because
** curves cross there. A click on a key selects it for the locked query, or alone. */
static void add_column_hit(const Arcs *arcs, const Column *column, bool is_key) {
  const Scene *scene = arcs->scene;
  Arena *arena = scene->pen.list->arena;
  float labels = arcs->labels + stage_points(scene, LABEL_GAP) + (is_key ? share_width(scene) : 0);
  float reach = arcs->field.w * 0.3f;
  float x = is_key ? arcs->field.x + arcs->field.w - reach : arcs->field.x - labels;
  const char *click = "cell %r row", *hover = "hover %r row";
  if (is_key) click = "cell key %r", hover = "hover key %r";
  if (is_key && scene->view->locked && scene->view->query >= 0) {
    click = str_format(arena, "cell %d %%r", scene->view->query + 1);
    hover = str_format(arena, "hover %d %%r", scene->view->query + 1);
  }
  bool hides = stage_hides(scene) && !trace_is_cross(scene->trace);
  Box seen = {x, arcs->field.y, labels + reach, arcs->field.h};
  Box all = {x, column->start, labels + reach, column->pitch * (float)column->count};
  draw_clip(scene->pen.list, seen);
  draw_hit(scene->pen.list, (DrawHit){.box = all,
                                      .rows = column->count,
                                      .cols = 1,
                                      .cursor = CURSOR_HAND,
                                      .click = click,
                                      .twice = hides ? "hide %r" : NULL,
                                      .hover = hover,
                                      .wheel = "zoom by %f",
                                      .scroll_notch = {0, scroll_notch(arcs, column)}});
  draw_clip_end(scene->pen.list);
}

/* -- words ------------------------------------------------------------------------------------- */

static const char *which_words(const Arcs *arcs) {
  const Trace *trace = arcs->scene->trace;
  Arena *arena = arcs->scene->pen.list->arena;
  if (arcs->row >= 0) {
    Str label = trace_token(trace, arcs->row)->label;
    return str_format(arena, _("where “%.*s” looks"), (int)label.bytes, label.at);
  }
  if (arcs->key >= 0) {
    Str label = trace_key(trace, arcs->key)->label;
    return str_format(arena, _("who looks at “%.*s”"), (int)label.bytes, label.at);
  }
  if (arcs->drawn < arcs->all)
    return str_format(arena, _("the %ld heaviest of %ld"), arcs->drawn, arcs->all);
  if (!arcs->scene->interactive) return _("weights from 0.01");
  return str_format(arena, _("all %ld"), arcs->all);
}

/* A figure stands alone, so that the width has a unit there. */
static const char *width_words(const Arcs *arcs) {
  if (arcs->scene->interactive) return _("width is weight");
  return str_format(arcs->scene->pen.list->arena, _("width ∝ weight, %.1f pt is 1"),
                    (double)arcs->widest);
}

/* "Arcs · layer 2, head 4 of …", or of all heads with the one that is in front. */
static const char *title_words(const Arcs *arcs) {
  const Scene *scene = arcs->scene;
  Arena *arena = scene->pen.list->arena;
  if (!arcs_are_of_heads(scene))
    return str_format(arena, _("Arcs · %s"),
                      layer_head_words(arena, scene->trace, scene->view->layer, scene->view->head));
  int on = arcs_heads_on(scene), count = trace_head_count(scene->trace, scene->view->layer);
  const char *layer = layer_words(arena, scene->trace, scene->view->layer);
  if (on < count) return str_format(arena, _("Arcs · %s, heads: %d of %d"), layer, on, count);
  return str_format(arena, _("Arcs · %s, all heads"), layer);
}

static Str subtitle_words(const Arcs *arcs) {
  StrBuf words = strbuf_make(arcs->scene->pen.list->arena);
  i18n_add_phrase(&words, "%s", which_words(arcs));
  i18n_add_phrase(&words, "%s", width_words(arcs));
  if (arcs->kept.at)
    i18n_add_phrase(&words, _("keys that hold %g %% of a row"),
                    (double)arcs->scene->view->threshold);
  return strbuf_str(&words);
}

static void draw_head(const Arcs *arcs, Box box) {
  const Scene *scene = arcs->scene;
  const Pen *pen = &scene->pen;
  float line = stage_points(scene, 20);
  bool has_title = scene->interactive || !scene->view->export_look.figure.no_title;
  Color color = arcs_are_of_heads(scene) ? pen->theme->ink : pen->theme->weights;
  if (has_title)
    pen_text_in(pen, (TextStyle){FACE_BOLD, 14, color, ALIGN_MIDDLE},
                (Box){box.x, box.y, box.w, line}, str_from(title_words(arcs)));
  Box below = {box.x, box.y + line, box.w, stage_points(scene, 16)};
  if (arcs_are_of_heads(scene)) arcs_legend_draw(scene, below);
  else
    pen_text_in(pen, (TextStyle){FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_MIDDLE}, below,
                subtitle_words(arcs));
  float gap = stage_points(scene, LABEL_GAP), top = fminf(arcs->queries.start, arcs->keys.start);
  float y = fmaxf(arcs->field.y, top) - stage_points(scene, 18);
  Box side = {arcs->field.x - gap - arcs->labels, y, arcs->labels, stage_points(scene, 14)};
  TextStyle style = heading_style;
  style.color = pen->theme->query;
  style.align = ALIGN_END;
  bool plain = scene_axis_is_plain(scene);
  pen_text_in(pen, style, side, str_from(plain ? _("Query") : _("query")));
  side.x = arcs->field.x + arcs->field.w + gap;
  style.color = pen->theme->key;
  style.align = ALIGN_START;
  pen_text_in(pen, style, side, str_from(plain ? _("Key") : _("key")));
  if (arcs->lane_count > 1 && scene->interactive && arcs->row >= 0) {
    side.x += arcs->labels;
    side.w = share_width(scene);
    arcs_front_name_draw(scene, side);
  }
  if (!says_sums(arcs)) return;
  style.color = pen->theme->muted;
  style.align = ALIGN_END;
  side.x += arcs->labels;
  side.w = share_width(scene);
  pen_text_in(pen, style, side, str_from(_("sum")));
}

/* -- drawing all
** -------------------------------------------------------------------------------- */

/* The width of the words and headings of a column, at most a quarter of the box, since
** the curves matter most. */
static float labels_width(const Scene *scene, Box box) {
  float most = fminf(stage_points(scene, LABELS_MOST), box.w * 0.26f);
  bool plain = scene_axis_is_plain(scene);
  Str queries = str_from(plain ? _("Query") : _("query"));
  Str keys = str_from(plain ? _("Key") : _("key"));
  float query = pen_width(&scene->pen, heading_style, queries);
  float heading = fmaxf(query, pen_width(&scene->pen, heading_style, keys)) + 1;
  return float_clamp(matrix_label_width(scene, LABELS_MOST), heading, most);
}

/* Title, the line below it or those of the heads, and the names of the columns. */
static float head_height(const Scene *scene, float width) {
  float height = stage_points(scene, HEAD);
  if (!arcs_are_of_heads(scene)) return height;
  return height - stage_points(scene, 16) + arcs_legend_height(scene, width);
}

/* At least 8 points in both directions, so that nothing below divides by zero. */
static Box field_of(const Scene *scene, Box box, float labels) {
  float pad = stage_points(scene, PAD), left = labels + stage_points(scene, LABEL_GAP);
  float right = left + share_width(scene), top = head_height(scene, box.w - 2 * pad);
  Box inner = box_inset(box, pad);
  return (Box){inner.x + left, inner.y + top, fmaxf(inner.w - left - right, 8),
               fmaxf(inner.h - top, 8)};
}

static void find_focus(Arcs *arcs) {
  const Scene *scene = arcs->scene;
  view_focus(scene->view, &arcs->row, &arcs->key);
  if (arcs->row >= arcs->weights.rows) arcs->row = -1;
  if (arcs->row < 0) arcs->key = view_focus_key_alone(scene->view);
  if (arcs->key >= arcs->weights.cols) arcs->key = -1;
}

static void count_arcs(Arcs *arcs) {
  const View *view = arcs->scene->view;
  int rows = arcs->weights.rows, row = arcs->row;
  if (threshold_is_on(view, TRACE_WEIGHTS))
    arcs->kept = threshold_cuts(arcs->scene->pen.list->arena, arcs->weights, view->threshold,
                                row < 0 ? 0 : row, row < 0 ? rows : row + 1);
  if (row >= 0) count_row(arcs);
  else if (arcs->key >= 0) count_col(arcs);
  else choose_least(arcs);
}

/* The weights, with 0 for those that the steps have not reached. */
static MatView reached_weights(const Scene *scene) {
  MatView weights = stage_matrix(scene, TRACE_WEIGHTS);
  long filled = scene_filled_of(scene, TRACE_WEIGHTS, weights.rows, weights.cols);
  if (filled < 0 || weights.rows == 0 || weights.cols == 0) return weights;
  size_t cells = (size_t)weights.rows * (size_t)weights.cols;
  float *reached = arena_take(scene->pen.list->arena, cells, sizeof *reached);
  if (!reached) return (MatView){0};
  for (long i = 0; i < (long)cells; i++)
    reached[i] =
        i < filled ? mat_get(weights, (int)(i / weights.cols), (int)(i % weights.cols)) : 0;
  return (MatView){reached, weights.rows, weights.cols, weights.cols};
}

/* The rows of the matrix beside them, if the heading has room above. */
static bool line_up(Arcs *arcs, Box box, Box cells) {
  float head = head_height(arcs->scene, box.w - 2 * stage_points(arcs->scene, PAD));
  bool has_room = cells.h > 8 && cells.y - head >= box.y && cells.y + cells.h <= box.y + box.h;
  if (!has_room || arcs->scene->view->zoom > 1) return false;
  arcs->field.y = cells.y;
  arcs->field.h = cells.h;
  return true;
}

static void keep_pitch(const Arcs *arcs, Column *column) {
  column->pitch = arcs->field.h / (float)column->count;
  column->start = arcs->field.y;
  column->step = matrix_counting_step(label_line(arcs->scene) / column->pitch);
}

void arcs_draw(const Scene *scene, Box box) { arcs_draw_beside(scene, box, (Box){0}); }

/* The same places with the weights of another head, in its lane. */
static Arcs arcs_of_head(const Arcs *arcs, const Scene *scene, int head, int lane) {
  Arcs of = *arcs;
  of.scene = scene;
  of.weights = reached_weights(scene);
  of.lane = lane;
  of.lane_count = arcs_heads_on(scene);
  of.most = (scene->interactive ? ARCS_MOST_OF_HEADS : ARCS_MOST) / of.lane_count;
  of.color = head_color(scene->pen.theme->id, head);
  of.kept = (MatView){0};
  of.drawn = of.all = 0;
  count_arcs(&of);
  return of;
}

/* The paler ones first, so that the head in front lies on all of them; in a figure none is. */
static void draw_heads(const Arcs *arcs, bool in_front) {
  const Scene *scene = arcs->scene;
  int front = arcs_front_head(scene), lane = 0;
  for (int head = 0; head < trace_head_count(scene->trace, scene->view->layer); head++) {
    View view;
    Scene of = arcs_scene_of(scene, head, &view);
    if (!arcs_head_is_on(scene, head)) continue;
    Arcs one = arcs_of_head(arcs, &of, head, lane++);
    if ((head == front) != in_front || one.weights.rows == 0) continue;
    bool is_named = scene->view->hover_head >= 0;
    one.strength = in_front ? 1.1f : is_named ? 0.22f : scene->interactive ? 0.7f : 1.1f;
    draw_arcs(&one);
  }
}

static void draw_all_heads(Arcs *arcs) {
  draw_heads(arcs, false);
  draw_heads(arcs, true);
}

static float widest_arc(const Arcs *arcs) {
  const Scene *scene = arcs->scene;
  float pitch = fminf(arcs->queries.pitch, arcs->keys.pitch);
  if (arcs_are_of_heads(scene)) return fmaxf(2.5f, pitch * 0.86f);
  return fminf(stage_points(scene, WIDEST), fmaxf(2.5f, pitch * 0.8f));
}

static void place_arcs(Arcs *arcs, bool is_lined_up) {
  const Scene *scene = arcs->scene;
  const View *view = scene->view;
  arcs->queries = column_of(scene, arcs->field, arcs->weights.rows, arcs->row, view->scroll_y);
  arcs->keys = column_of(scene, arcs->field, arcs->weights.cols, arcs->key, view->scroll_x);
  if (is_lined_up) keep_pitch(arcs, &arcs->queries);
  if (is_lined_up) keep_pitch(arcs, &arcs->keys);
  arcs->widest = widest_arc(arcs);
}

/* What is written beside the curves tells of the head in front. */
static Arcs arcs_begin(const Scene *scene) {
  bool is_of_heads = arcs_are_of_heads(scene);
  View view;
  Scene front = arcs_scene_of(scene, arcs_front_head(scene), &view);
  return (Arcs){.scene = scene,
                .weights = reached_weights(is_of_heads ? &front : scene),
                .weight_least = scene->interactive ? WEIGHT_LEAST : WEIGHT_LEAST_OF_FIGURE,
                .most = ARCS_MOST,
                .lane_count = is_of_heads ? 2 : 1,
                .color = scene->pen.theme->weights,
                .strength = 1};
}

/* Before a class names are read from afar: larger, as far as curves and rows keep their room. */
static Scene read_from_afar(const Scene *scene, Box box) {
  const float width = 340, row = 25, most = 1.3f;
  Scene larger = *scene;
  float rows = (float)stage_larger_count(scene);
  float room = fminf(box.w / stage_points(scene, width), box.h / (rows * stage_points(scene, row)));
  if (scene_is_presented(scene)) larger.pen.text_scale *= float_clamp(room, 1, most);
  return larger;
}

void arcs_draw_beside(const Scene *given, Box box, Box cells) {
  Scene larger = read_from_afar(given, box);
  const Scene *scene = &larger;
  Arcs arcs = arcs_begin(scene);
  if (arcs.weights.rows == 0 || arcs.weights.cols == 0) return;
  arcs.labels = labels_width(scene, box);
  arcs.field = field_of(scene, box, arcs.labels);
  bool is_lined_up = line_up(&arcs, box, cells);
  find_focus(&arcs);
  count_arcs(&arcs);
  place_arcs(&arcs, is_lined_up);
  if (arcs_are_of_heads(scene)) draw_all_heads(&arcs);
  else draw_arcs(&arcs);
  draw_labels(&arcs, &arcs.queries, false);
  draw_labels(&arcs, &arcs.keys, true);
  Box head = box_inset(box, stage_points(scene, PAD));
  if (is_lined_up) head.y = fmaxf(arcs.field.y - head_height(scene, head.w), box.y);
  draw_head(&arcs, head);
  if (!scene->interactive) return;
  add_column_hit(&arcs, &arcs.queries, false);
  add_column_hit(&arcs, &arcs.keys, true);
}

Box arcs_place(const Scene *scene, Box *box) {
  if (!scene->view->arcs) return (Box){0};
  float width =
      fmaxf(box->w * BESIDE_SHARE, fminf(stage_points(scene, BESIDE_LEAST), box->w * 0.5f));
  Box place = {box->x + box->w - width, box->y, width, box->h};
  box->w -= width;
  return place;
}
