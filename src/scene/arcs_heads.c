/* scene/arcs_heads.c -- see arcs_heads.h. */
#include "scene/arcs_heads.h"

#include <math.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/head_colors.h"
#include "scene/stages/stage.h"

/* Design points. */
static const float LINE = 18, SWATCH = 10, SWATCH_GAP = 4, CHIP_GAP = 10, SIZE = 12;

bool arcs_are_of_heads(const Scene *scene) {
  return scene->view->arcs_all && trace_head_count(scene->trace, scene->view->layer) > 1;
}

bool arcs_head_is_on(const Scene *scene, int head) { return view_arcs_have(scene->view, head); }

static int head_count(const Scene *scene) {
  return trace_head_count(scene->trace, scene->view->layer);
}

int arcs_heads_on(const Scene *scene) {
  int count = 0;
  for (int head = 0; head < head_count(scene); head++) count += arcs_head_is_on(scene, head);
  return count;
}

int arcs_front_head(const Scene *scene) {
  int hovered = scene->view->hover_head, front = scene->view->head;
  if (hovered >= 0 && hovered < head_count(scene)) return hovered;
  for (int head = 0; head < head_count(scene) && !arcs_head_is_on(scene, front); head++)
    if (arcs_head_is_on(scene, head)) front = head;
  return front;
}

Scene arcs_scene_of(const Scene *scene, int head, View *view) {
  Scene of = *scene;
  *view = *scene->view;
  view->head = head;
  of.view = view;
  return of;
}

/* -- the line of heads ------------------------------------------------------------------------- */

static Str name_of(const Scene *scene, int head) {
  return str_from(str_format(scene->pen.list->arena, C_("head", "H%d"), head + 1));
}

static TextStyle style_of(const Scene *scene, int head) {
  const Theme *theme = scene->pen.theme;
  bool is_on = arcs_head_is_on(scene, head), is_front = head == arcs_front_head(scene);
  return (TextStyle){is_front ? FACE_BOLD : FACE_MEDIUM, SIZE, is_on ? theme->ink : theme->muted,
                     ALIGN_START};
}

/* All as wide as the widest in bold: nothing moves when another is in front. */
static float chip_width(const Scene *scene) {
  TextStyle bold = {FACE_BOLD, SIZE, COLOR_NONE, ALIGN_START};
  float name = pen_width(&scene->pen, bold, name_of(scene, head_count(scene) - 1));
  return name + stage_points(scene, SWATCH + SWATCH_GAP + CHIP_GAP);
}

static int chips_in(const Scene *scene, float width) {
  int across = (int)floorf((width + stage_points(scene, CHIP_GAP)) / chip_width(scene));
  int count = head_count(scene);
  return across < 1 ? 1 : across > count ? count : across;
}

float arcs_legend_height(const Scene *scene, float width) {
  int across = chips_in(scene, width), lines = (head_count(scene) + across - 1) / across;
  return stage_points(scene, LINE) * (float)lines;
}

static const char *tip_of(const Scene *scene, int head) {
  if (!arcs_head_is_on(scene, head)) return _("click: with this head");
  return _("click: without this head · twice: this one alone");
}

static void draw_chip(const Scene *scene, int head, Box box) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  bool is_on = arcs_head_is_on(scene, head);
  float side = stage_points(scene, SWATCH);
  Color color = head_color(pen->theme->id, head == arcs_front_head(scene));
  draw_box(pen->list, (DrawBox){.box = {box.x, box.y + (box.h - side) / 2, side, side},
                                .corner = 2,
                                .fill = is_on ? color : COLOR_NONE,
                                .stroke = color,
                                .stroke_width = 1.5f});
  Box name = {box.x + side + stage_points(scene, SWATCH_GAP), box.y, box.w, box.h};
  pen_text_in(pen, style_of(scene, head), name, name_of(scene, head));
  if (!scene->interactive) return;
  box.w -= stage_points(scene, CHIP_GAP / 2);
  draw_hit(pen->list, (DrawHit){.box = box,
                                .cursor = CURSOR_HAND,
                                .is_now = is_on,
                                .click = str_format(arena, "arcs head %d toggle", head + 1),
                                .twice = str_format(arena, "arcs head %d only", head + 1),
                                .hover = str_format(arena, "hover head %d", head + 1),
                                .tip = tip_of(scene, head)});
}

/* In a figure those that are left out have no place. */
static bool has_chip(const Scene *scene, int head) {
  return scene->interactive || arcs_head_is_on(scene, head);
}

void arcs_legend_draw(const Scene *scene, Box box) {
  int chips = scene->interactive ? head_count(scene) : arcs_heads_on(scene), place = 0;
  int across = chips_in(scene, box.w);
  if (across > chips) across = chips;
  float width = chip_width(scene), line = stage_points(scene, LINE);
  float used = width * (float)across - stage_points(scene, CHIP_GAP);
  float x = box.x + fmaxf(box.w - used, 0) / 2;
  draw_group_begin(scene->pen.list, "heads", NULL);
  for (int head = 0; head < head_count(scene); head++) {
    if (!has_chip(scene, head)) continue;
    draw_chip(scene, head,
              (Box){x + width * (float)(place % across), box.y + line * (float)(place / across),
                    width, line});
    place++;
  }
  draw_group_end(scene->pen.list);
}

/* -- the heads that are not in front ----------------------------------------------------------- */

bool arcs_others_are_few(const Scene *scene) {
  int row, key;
  view_focus(scene->view, &row, &key);
  return row < 0 && view_focus_key_alone(scene->view) < 0;
}

float arcs_others_height(const Scene *scene) {
  return arcs_heads_on(scene) > 1 ? stage_points(scene, 14) : 0;
}

void arcs_others_name_draw(const Scene *scene, Box box) {
  TextStyle style = {FACE_REGULAR, 10.5f, scene->pen.theme->muted, ALIGN_MIDDLE};
  const char *words = arcs_others_are_few(scene) ? _("grey: other heads, their strongest keys")
                                                 : _("grey: the other heads");
  if (arcs_heads_on(scene) > 1) pen_text_in(&scene->pen, style, box, str_from(words));
}

int arcs_strongest_key(MatView weights, int query) {
  int key = -1;
  for (int i = 0; i < weights.cols; i++)
    if (key < 0 || mat_get(weights, query, i) > mat_get(weights, query, key)) key = i;
  return key;
}

void arcs_marks_draw(const Scene *scene, const int *head_keys, int key, Box box) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_START};
  int front = arcs_front_head(scene);
  for (int head = 0; head < head_count(scene); head++) {
    if (head == front || head_keys[head] != key) continue;
    Str name = name_of(scene, head);
    float width = pen_width(pen, style, name);
    if (width > box.w) return;
    pen_text_in(pen, style, box, name);
    cut_left(&box, width + stage_points(scene, SWATCH_GAP));
  }
}

void arcs_front_name_draw(const Scene *scene, Box box) {
  TextStyle style = {FACE_BOLD, 10.5f, scene->pen.theme->ink, ALIGN_END};
  pen_text_in(&scene->pen, style, box, name_of(scene, arcs_front_head(scene)));
}

const char *arcs_heads_listed(Arena *arena, const Scene *scene) {
  StrBuf words = strbuf_make(arena);
  for (int head = 0; head < head_count(scene); head++)
    if (arcs_head_is_on(scene, head))
      strbuf_format(&words, "%s%d", words.bytes > 0 ? ", " : "", head + 1);
  return words.at && !words.failed ? words.at : "";
}
