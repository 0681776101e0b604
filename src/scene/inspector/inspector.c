/* scene/inspector/inspector.c -- the panel at the right: what its sections are made with, which
** stage fills it, and the cards that stand for it where there is none. */
#include "scene/stages/stage_view.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/glossary.h"
#include "scene/inspector/mistake_panel.h"
#include "scene/token_shown.h"
#include "scene/views/view_room.h"
#include "text/utf8.h"

enum { LABEL_BYTES_MOST = 160 };
static const float MARGIN = 26, MARGIN_LEAST = 16, TOP = 20, BOTTOM = 14;
static const float CARD_WIDTH = 460, CARD_HEIGHT_LEAST = 320, CARD_EDGE = 20, CARD_PAD = 20;
static const float BELOW_WAY = 18; /* what is said of what happens */
static const float CHEVRON = 8, CHEVRON_GAP = 6;

/* -- helpers ----------------------------------------------------------------------------------- */

float panel_pt(const Panel *panel, float design) { return design * panel->pen->text_scale; }
Arena *panel_arena(const Panel *panel) { return panel->pen->list->arena; }

void *panel_take(const Panel *panel, size_t count, size_t bytes_each) {
  void *taken = arena_take(panel_arena(panel), count, bytes_each);
  if (!taken) panel->pen->list->failed = true;
  return taken;
}

static Str words_of(const Panel *panel, const char *format, va_list arguments) {
  char small[1];
  va_list again;
  va_copy(again, arguments);
  int bytes = vsnprintf(small, sizeof small, format, arguments);
  char *text = bytes < 0 ? NULL : panel_take(panel, (size_t)bytes + 1, 1);
  if (text) vsnprintf(text, (size_t)bytes + 1, format, again);
  va_end(again);
  return text ? (Str){text, (size_t)bytes} : (Str){"", 0};
}

Str panel_words(const Panel *panel, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Str words = words_of(panel, format, arguments);
  va_end(arguments);
  return words;
}

Str panel_count(const Panel *panel, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Str words = words_of(panel, format, arguments);
  va_end(arguments);
  return str_from(number_grouped(panel_arena(panel), words.at));
}

/* Copied, because sections are drawn after the function that added them has returned. */
void *panel_keep(const Panel *panel, const void *data, size_t bytes) {
  void *copy = panel_take(panel, 1, bytes);
  if (copy) memcpy(copy, data, bytes);
  return copy;
}

/* No panel has room for more, and measuring a megabyte that was typed
** without a space takes long. */
Str panel_capped(const Panel *panel, Str text) {
  if (text.bytes <= LABEL_BYTES_MOST) return text;
  Str beginning = utf8_beginning(text, LABEL_BYTES_MOST);
  return panel_words(panel, "%.*s…", (int)beginning.bytes, beginning.at);
}

Str panel_label(const Panel *panel, int token) {
  assert(token >= 0 && token < trace_token_count(panel->scene->trace));
  return panel_capped(panel, trace_token(panel->scene->trace, token)->label);
}

Str panel_named(const Panel *panel, int token) {
  return quoted_name(panel_arena(panel), panel_label(panel, token));
}

Str panel_text(const Panel *panel, int token) {
  return panel_capped(panel, token_shown(trace_token(panel->scene->trace, token)));
}

MatView panel_matrix(const Panel *panel, TracePart part) {
  const View *view = panel->scene->view;
  return trace_matrix(panel->scene->trace, part, view->layer, view->head);
}

MatView panel_row(const Panel *panel, TracePart part, int row) {
  MatView matrix = panel_matrix(panel, part);
  if (!matrix.at || row >= matrix.rows) return (MatView){NULL, 0, 0, 0};
  return (MatView){mat_row(matrix, row), 1, matrix.cols, matrix.cols};
}

float panel_number_at(const Panel *panel, TracePart part, int column) {
  assert(panel->query >= 0 && column >= 0);
  return mat_get(panel_matrix(panel, part), panel->query, column);
}

Number panel_number(float value) {
  return value != 0 && fabsf(value) < 0.0005f ? number_weight(value) : number_full(value);
}

Str panel_summand(const Panel *panel, float value) {
  return panel_words(panel, "%s", number_operand(number_full(value)).at);
}

Number panel_share_number(float share, bool hidden) {
  return !hidden && share < 0.0005f ? number_full(share) : number_share(share, hidden);
}

float panel_chevron_width(const Panel *panel) { return panel_pt(panel, CHEVRON + CHEVRON_GAP); }

float panel_draw_chevron(const Panel *panel, Box line, bool up) {
  float width = panel_pt(panel, CHEVRON), height = width / 2, thick = panel_pt(panel, 1.5f);
  float y = line.y + (line.h - height) / 2, tip = up ? y : y + height, end = up ? y + height : y;
  Color color = panel->pen->theme->ink;
  Point middle = {line.x + width / 2, tip};
  draw_line(panel->pen->list, (Point){line.x, end}, middle, thick, color);
  draw_line(panel->pen->list, middle, (Point){line.x + width, end}, thick, color);
  return panel_chevron_width(panel);
}

/* -- the focus --------------------------------------------------------------------------------- */

/* The scene's workings are nearly always of the same selection; a figure may need others. */
static const Workings *workings_of(const Scene *scene, int query, int key) {
  const Workings *ready = scene->workings;
  const View *view = scene->view;
  if (ready && ready->query == query && ready->key == key && ready->layer == view->layer &&
      ready->head == view->head)
    return ready;
  if (!workings_can(scene->trace)) return NULL;
  WorkingsPlace place = {view->layer, view->head, query, key};
  return workings_make(scene->pen.list->arena, scene->trace, place, NULL);
}

Panel panel_begin(const Scene *scene, float width) {
  assert(width > 0);
  Panel panel = {.scene = scene, .pen = &scene->pen, .query = -1, .key = -1, .width = width};
  if (trace_token_count(scene->trace) == 0) return panel;
  int rows, cols;
  StageId stage = scene->view->stage;
  bool has_no_columns = stage_info(stage)->part_count == 0;
  view_focus(scene->view, &panel.query, &panel.key);
  trace_stage_shape(scene->trace, stage, &rows, &cols);
  if (panel.query >= rows) panel.query = -1;
  if (panel.query < 0 || panel.key >= cols || has_no_columns) panel.key = -1;
  if (panel.query >= 0)
    panel.w = workings_of(scene, panel.query, stage_info(stage)->by_pair ? panel.key : -1);
  return panel;
}

void panel_select_row(Panel *panel, int query) {
  assert(query >= 0 && query < trace_token_count(panel->scene->trace));
  panel->query = query;
  panel->key = -1;
  panel->w = workings_of(panel->scene, query, -1);
}

/* A row is worked out once one of its cells is reached: the others read “?”. */
bool panel_has_reached(const Panel *panel, int key) {
  return scene_has_reached(panel->scene, panel->query, key);
}

/* Between two stages: from which to which, what happens, and which numbers these still are. */
static void add_way(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  const Captions *coming = panel->scene->coming;
  const StageWay *way = panel->scene->way;
  if (!way) return;
  bool is_back = way->kind == WAY_BACK;
  panel_add_title(panel, (PanelTitle){.kicker = is_back ? _("Going back") : _("Happening now"),
                                      .subject = way->left,
                                      .words = STR("→"),
                                      .object = way->reached,
                                      .subject_color = theme->ink,
                                      .object_color = theme->ink});
  Str below = coming ? way->left : way->reached;
  Str note =
      way->kind == WAY_OUT_OF_OVERVIEW
          ? str_from(_("The same numbers as in the overview, larger."))
          : panel_words(panel, _("Below are the numbers of “%.*s”."), (int)below.bytes, below.at);
  panel_add_card(panel, str_from(coming ? coming->headline : captions_headline(panel->scene)), note,
                 RANK_TITLE);
}

static void add_stage(Panel *panel) {
  assert(panel->section_count == 0);
  const ViewRoom *room = view_room(panel->scene->view->kind);
  add_way(panel);
  int said = panel->section_count;
  if (mistake_panel_asks(panel->scene)) {
    mistake_panel_ask(panel);
    return;
  }
  mistake_panel_add_before(panel);
  bool is_chosen =
      panel->query >= 0; /* the legend may tell of a row as well, and what moved in it */
  if (room) room->inspect(panel);
  else if (panel->query < 0) inspect_legend(panel);
  else if (!panel_has_reached(panel, panel->key)) inspect_prediction(panel);
  else stage_views[panel->scene->view->stage]->inspect(panel);
  if (panel->scene->way && panel->section_count > said)
    panel->sections[said].gap = panel_pt(panel, BELOW_WAY);
  mistake_panel_add_behind(panel);
  if (!room && !panel->scene->coming) inspect_what_if(panel, !is_chosen);
}

static void draw_stage(const Scene *scene, Box inner) {
  Panel panel = panel_begin(scene, inner.w);
  add_stage(&panel);
  panel_flow(&panel, inner);
}

/* One flag for each term, all off; NULL without memory. */
static bool *no_terms(DrawList *list) {
  bool *in_use = arena_take(list->arena, (size_t)glossary_count(), sizeof *in_use);
  if (!in_use) list->failed = true;
  else memset(in_use, 0, (size_t)glossary_count() * sizeof *in_use);
  return in_use;
}

/* The terms are those of a panel that has room for everything. It is drawn and taken back. */
static void collect_terms(const Scene *scene, float width, bool *in_use) {
  static const float ENDLESS = 1e5f;
  DrawList *list = scene->pen.list;
  int first_item = list->item_count, first_hit = list->hit_count;
  draw_stage(scene, (Box){0, 0, width, ENDLESS});
  glossary_collect(scene, first_item, in_use);
  list->item_count = first_item;
  list->hit_count = first_hit;
}

static void draw_terms(const Scene *scene, Box inner) {
  bool *in_use = no_terms(scene->pen.list);
  if (!in_use) return;
  collect_terms(scene, inner.w, in_use);
  Panel panel = panel_begin(scene, inner.w);
  inspect_terms(&panel, in_use);
  panel_flow(&panel, inner);
}

static float wanted_height(const Panel *panel) {
  float height = 0;
  for (int i = 0; i < panel->section_count; i++)
    height += panel->sections[i].wanted + (i > 0 ? panel->sections[i].gap : 0);
  return height;
}

/* At most of the scale at which the least card fits the window. */
static Scene card_scene(const Scene *centre, Box window) {
  Scene fitted = *centre;
  float most = fminf(window.w / (CARD_WIDTH + 2 * CARD_EDGE), window.h / CARD_HEIGHT_LEAST);
  fitted.pen.text_scale = fminf(centre->pen.text_scale, most);
  return fitted;
}

/* Dims the window and draws the card in its middle; a click beside it sends the command. Returns
** the place of what it holds. */
static Box draw_card(const Scene *scene, Box window, float height, const char *close) {
  DrawList *list = scene->pen.list;
  const Theme *theme = scene->pen.theme;
  float scale = scene->pen.text_scale, edge = CARD_EDGE * scale, pad = CARD_PAD * scale;
  float width = fminf(CARD_WIDTH * scale, window.w - 2 * edge);
  height = fminf(height + 2 * pad, window.h - 2 * edge);
  Box card = {floorf(window.x + (window.w - width) / 2), floorf(window.y + (window.h - height) / 2),
              width, height};
  draw_box(list, (DrawBox){.box = window, .fill = theme->shade});
  draw_hit(list, (DrawHit){.box = window, .cursor = CURSOR_ARROW, .click = close});
  draw_box(list, (DrawBox){.box = card,
                           .corner = 8 * scale,
                           .fill = theme->panel,
                           .stroke = theme->line,
                           .stroke_width = 1});
  draw_hit(list, (DrawHit){.box = card, .cursor = CURSOR_ARROW});
  return box_inset(card, pad);
}

static float card_width(const Scene *scene, Box window) {
  float scale = scene->pen.text_scale;
  return fminf(CARD_WIDTH * scale, window.w - 2 * CARD_EDGE * scale) - 2 * CARD_PAD * scale;
}

void inspector_draw_terms_card(const Scene *centre, Box window) {
  Scene scene = card_scene(centre, window);
  float width = card_width(&scene, window);
  bool *in_use = no_terms(scene.pen.list);
  if (!in_use || width <= 0) return;
  if (scene.view->kind == VIEW_STAGE) collect_terms(&scene, width, in_use);
  else glossary_collect(&scene, 0, in_use);
  Panel panel = panel_begin(&scene, width);
  inspect_terms(&panel, in_use);
  panel_flow(&panel, draw_card(&scene, window, wanted_height(&panel), "glossary off"));
}

void inspector_draw_panel_card(const Scene *centre, Box window) {
  Scene scene = card_scene(centre, window);
  float width = card_width(&scene, window);
  if (width <= 0) return;
  Panel panel = panel_begin(&scene, width);
  add_stage(&panel);
  panel_flow(&panel, draw_card(&scene, window, wanted_height(&panel), "products few"));
}

void inspector_draw(const Scene *scene, Box box) {
  float scale = scene->pen.text_scale;
  float side = fminf(MARGIN * scale, fmaxf(MARGIN_LEAST * scale, box.w * 0.075f));
  Box inner = {box.x + side, box.y + TOP * scale, box.w - 2 * side, box.h - (TOP + BOTTOM) * scale};
  if (inner.w < 60 * scale || inner.h <= 0) return;
  int first_item = scene->pen.list->item_count;
  if (scene->view->glossary && scene->interactive) {
    draw_terms(scene, inner);
    return;
  }
  draw_stage(scene, inner);
  glossary_mark(scene, first_item, "glossary on");
}
