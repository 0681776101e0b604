/* scene/arcs_words.c -- the tokens of both columns, the weights behind the keys, and the words
** above the picture. */
#include "scene/arcs_internal.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/arcs_heads.h"
#include "scene/layer_words.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"
#include "scene/stages/stage.h"
#include "scene/token_shown.h"

/* Design points. SHARE: width of a weight written behind its key. */
static const float HEAD = 62, LABELS_MOST = 110, SHARE = 44;

static const TextStyle heading_style = {.face = FACE_SEMIBOLD, .size = 10.5f};

/* -- widths ------------------------------------------------------------------------------------ */

/* On a page no digit of it is smaller than the words. */
float arcs_share_width(const Scene *scene) {
  TextStyle style = {FACE_MONO, 10.5f, COLOR_NONE, ALIGN_END};
  return fmaxf(stage_points(scene, SHARE),
               pen_width(&scene->pen, style, STR("0.000")) + stage_points(scene, 6));
}

/* The width of the words and headings of a column, at most a quarter of the box, since
** the curves matter most. */
float arcs_labels_width(const Scene *scene, Box box) {
  float most = fminf(stage_points(scene, LABELS_MOST), box.w * 0.26f);
  bool plain = scene_axis_is_plain(scene);
  Str queries = str_from(plain ? _("Query") : _("query"));
  Str keys = str_from(plain ? _("Key") : _("key"));
  float query = pen_width(&scene->pen, heading_style, queries);
  float heading = fmaxf(query, pen_width(&scene->pen, heading_style, keys)) + 1;
  return float_clamp(matrix_label_width(scene, LABELS_MOST), heading, most);
}

/* Title, the line below it or those of the heads, and the names of the columns. */
float arcs_head_height(const Scene *scene, float width) {
  float height = stage_points(scene, HEAD);
  if (!arcs_are_of_heads(scene)) return height;
  return height - stage_points(scene, 16) + arcs_legend_height(scene, width) +
         arcs_others_height(scene);
}

/* -- tokens ------------------------------------------------------------------------------------ */

/* Neighbours of the selected token that would touch its label have none. */
static bool is_labelled(const Arcs *arcs, const Column *column, int token) {
  float line = arcs_label_line(arcs->scene);
  float y = arcs_token_middle(column, token);
  if (y - line / 2 < arcs->field.y - 0.5f || y + line / 2 > arcs->field.y + arcs->field.h + 0.5f)
    return token == column->focus && arcs_is_seen(arcs, y);
  if (token == column->focus) return true;
  float away = fabsf((float)(token - column->focus)) * column->pitch;
  if (column->focus >= 0 && away < line) return false;
  return column->step == 1 || (token + 1) % column->step == 0;
}

/* Thinned labels include their position, so that the reader can count on. */
static Str label_words(const Arcs *arcs, const Column *column, int token, bool is_key) {
  const Trace *trace = arcs->scene->trace;
  Str text = token_shown(is_key ? trace_key(trace, token) : trace_token(trace, token));
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
  if (!is_sum && (arcs->row < 0 || !arcs_is_kept(arcs, arcs->row, col))) return;
  if (arcs->lane_count > 1 && !arcs->scene->interactive) return; /* of which head? */
  float weight = is_sum ? weight_received(arcs, col) : mat_get(arcs->weights, arcs->row, col);
  Number share = is_sum ? number_weight(weight) : number_share(weight, false);
  Color color = arcs->lane_count == 1 ? pen->theme->weights : pen->theme->ink;
  pen_text_in(pen, (TextStyle){FACE_MONO, 10.5f, color, ALIGN_END}, box, number_str(&share));
}

/* Behind the name of a key, as far as its weight. */
static void draw_marks(const Arcs *arcs, int key, Box box, TextStyle style) {
  const Pen *pen = &arcs->scene->pen;
  TextStyle number = {FACE_MONO, 10.5f, COLOR_NONE, ALIGN_END};
  float gap = stage_points(arcs->scene, ARCS_GAP_DESIGN);
  if (!arcs->head_keys) return;
  cut_left(&box, pen_width(pen, style, label_words(arcs, &arcs->keys, key, true)) + gap);
  box.w += arcs_share_width(arcs->scene);
  if (arcs->scene->interactive) box.w -= pen_width(pen, number, STR("0.000")) + gap;
  arcs_marks_draw(arcs->scene, arcs->head_keys, key, box);
}

static void draw_label(const Arcs *arcs, const Column *column, int token, bool is_key) {
  const Scene *scene = arcs->scene;
  const Theme *theme = scene->pen.theme;
  bool focused = token == column->focus;
  float line = stage_points(scene, ARCS_SIZE_DESIGN * 1.5f),
        gap = stage_points(scene, ARCS_GAP_DESIGN);
  float width = arcs->labels, y = arcs_token_middle(column, token) - line / 2;
  float right = arcs->field.x + arcs->field.w + gap;
  Box box = {is_key ? right : arcs->field.x - gap - width, y, width, line};
  Color color = !focused ? theme->ink : is_key ? theme->key : theme->query;
  TextStyle style = {focused ? FACE_BOLD : FACE_REGULAR, ARCS_SIZE_DESIGN, color,
                     is_key ? ALIGN_START : ALIGN_END};
  pen_text_in(&scene->pen, style, box, label_words(arcs, column, token, is_key));
  float share = arcs_share_width(scene);
  if (is_key) draw_marks(arcs, token, box, style);
  if (is_key) draw_share(arcs, token, (Box){box.x + box.w, y, share, line});
}

void arcs_labels_draw(const Arcs *arcs, const Column *column, bool is_key) {
  for (int i = 0; i < column->count; i++)
    if (is_labelled(arcs, column, i)) draw_label(arcs, column, i, is_key);
}

/* -- words above ------------------------------------------------------------------------------- */

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

/* The title, and below it the words of one head or the names of all. */
static void draw_titles(const Arcs *arcs, Box box) {
  const Scene *scene = arcs->scene;
  const Pen *pen = &scene->pen;
  bool are_of_heads = arcs_are_of_heads(scene);
  bool has_title = scene->interactive || !scene->view->export_look.figure.no_title;
  float line = stage_points(scene, 20);
  Box above = {box.x, box.y, box.w, line};
  Box below = {box.x, box.y + line, box.w, stage_points(scene, 16)};
  TextStyle title = {FACE_BOLD, 14, pen->theme->weights, ALIGN_MIDDLE};
  TextStyle words = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_MIDDLE};
  if (are_of_heads) title.color = pen->theme->ink;
  if (has_title) pen_text_in(pen, title, above, str_from(title_words(arcs)));
  if (!are_of_heads) {
    pen_text_in(pen, words, below, subtitle_words(arcs));
    return;
  }
  arcs_legend_draw(scene, below);
  below.y += arcs_legend_height(scene, box.w);
  if (!arcs->is_brief) arcs_others_name_draw(scene, below);
}

static void draw_heading(const Arcs *arcs, Box box, Color color, Align align, const char *words) {
  TextStyle style = heading_style;
  style.color = color;
  style.align = align;
  pen_text_in(&arcs->scene->pen, style, box, str_from(words));
}

/* The names of both columns, and of the numbers behind the keys. */
static void draw_headings(const Arcs *arcs) {
  const Scene *scene = arcs->scene;
  const Theme *theme = scene->pen.theme;
  bool plain = scene_axis_is_plain(scene);
  float gap = stage_points(scene, ARCS_GAP_DESIGN);
  float top = fminf(arcs->queries.start, arcs->keys.start);
  float y = fmaxf(arcs->field.y, top) - stage_points(scene, 18);
  Box side = {arcs->field.x - gap - arcs->labels, y, arcs->labels, stage_points(scene, 14)};
  draw_heading(arcs, side, theme->query, ALIGN_END, plain ? _("Query") : _("query"));
  side.x = arcs->field.x + arcs->field.w + gap;
  draw_heading(arcs, side, theme->key, ALIGN_START, plain ? _("Key") : _("key"));
  side.x += arcs->labels;
  side.w = arcs_share_width(scene);
  if (arcs->lane_count > 1 && scene->interactive && arcs->row >= 0)
    arcs_front_name_draw(scene, side);
  if (says_sums(arcs)) draw_heading(arcs, side, theme->muted, ALIGN_END, _("sum"));
}

void arcs_head_draw(const Arcs *arcs, Box box) {
  draw_titles(arcs, box);
  draw_headings(arcs);
}
