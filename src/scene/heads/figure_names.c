/* scene/heads/figure_names.c -- the name, the letter and the role of each head of a figure. */
#include "scene/heads/figure_words.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"
#include "scene/number.h"
#include "scene/telling_row.h"

static const float LETTER_GAP = 4, NAME_AFAR = 21, NAME_AFAR_LEAST = 15;

static TextStyle panel_name(const Scene *scene) {
  float size = scene->heads_afar_scale > 0 ? NAME_AFAR : scene_is_presented(scene) ? 15 : 12;
  return (TextStyle){FACE_SEMIBOLD, size, COLOR_NONE, ALIGN_START};
}

/* "(a)", or nothing; after (z) comes (aa). */
static const char *letter_words(const Scene *scene, int index) {
  enum { LETTERS = 26 };
  if (scene->interactive || !scene->view->export_look.figure.letters) return "";
  Arena *arena = scene->pen.list->arena;
  int first = index / LETTERS, last = 'a' + index % LETTERS;
  if (first == 0) return str_format(arena, "(%c)", last);
  return str_format(arena, "(%c%c)", 'a' + first - 1, last);
}

static const char *panel_number(const Scene *scene, int index, bool is_short) {
  Arena *arena = scene->pen.list->arena;
  ExportHead at = heads_panel_at(scene, index);
  bool spans = heads_panels_span_layers(scene);
  if (spans && is_short) return str_format(arena, "L%d H%d", at.layer + 1, at.head + 1);
  if (is_short) return str_format(arena, "H%d", at.head + 1);
  if (spans) return layer_head_title(arena, scene->trace, at.layer, at.head);
  return str_format(arena, _("Head %d"), at.head + 1);
}

/* The letter is a text of its own before the name; its width with the gap behind it, or 0. */
static float letter_width(const Scene *scene, int index) {
  Str letter = str_from(letter_words(scene, index));
  if (letter.bytes == 0) return 0;
  return pen_width(&scene->pen, panel_name(scene), letter) + LETTER_GAP * scene->pen.text_scale;
}

/* Whether all heads' numbers fit, since a cut number names no head. */
static bool names_fit(const Scene *scene, float room) {
  int last = heads_panel_count(scene) - 1;
  Str words = str_from(panel_number(scene, last, false));
  return letter_width(scene, last) + pen_width(&scene->pen, panel_name(scene), words) <= room;
}

static Str name_with_role(const Scene *scene, int index, bool is_short) {
  ExportHead at = heads_panel_at(scene, index);
  Str role = role_words(scene, at.layer, at.head);
  const char *number = panel_number(scene, index, is_short);
  if (role.bytes == 0) return str_from(number);
  return str_from(
      str_format(scene->pen.list->arena, "%s · %.*s", number, (int)role.bytes, role.at));
}

static bool roles_fit(const Scene *scene, float room, bool is_short) {
  for (int i = 0; i < heads_panel_count(scene); i++)
    if (letter_width(scene, i) +
            pen_width(&scene->pen, panel_name(scene), name_with_role(scene, i, is_short)) >
        room)
      return false;
  return true;
}

/* With large names that are smaller where the longest role would be cut. */
static Scene with_whole_roles(const Scene *scene, float room) {
  Scene whole = *scene;
  float widest = 1;
  if (scene->heads_afar_scale <= 0) return whole;
  for (int i = 0; i < heads_panel_count(scene); i++)
    widest =
        fmaxf(widest, pen_width(&scene->pen, panel_name(scene), name_with_role(scene, i, true)));
  float least = NAME_AFAR_LEAST / NAME_AFAR;
  whole.pen.text_scale *= float_clamp((room - 1) / widest, least, 1);
  return whole;
}

/* "Head 1 · looks back one word"; if the last head's number does not fit, all are "H1", "H2". On a
** screen, where no caption tells them, the roles of all have room before the word "head" has. */
static Str panel_words(const Scene *scene, int index, bool has_role, float room) {
  if (!names_fit(scene, room)) return str_from(panel_number(scene, index, true));
  if (!has_role) return str_from(panel_number(scene, index, false));
  bool is_short =
      scene->interactive && !roles_fit(scene, room, false) && roles_fit(scene, room, true);
  return name_with_role(scene, index, is_short);
}

bool head_names_have_roles(const Scene *scene, int count, float room) {
  if (scene->interactive) return true;
  for (int i = 0; i < count; i++)
    if (letter_width(scene, i) +
            pen_width(&scene->pen, panel_name(scene), panel_words(scene, i, true, room)) >
        room)
      return false;
  return true;
}

/* "it → animal .80": a cell of a head. */
typedef struct ToldCell {
  Str query, key;
  Number number;
} ToldCell;

enum { TOLD_MOST = HEADS_TOLD_MOST };
/* Design points; of the words before a class where they are as large as digits must be. */
static const float TOLD_SIZE = 20, TOLD_GAP = 12, TOLD_LINE = 24, TOLD_BESIDE = 330;
static const float TOLD_SIZE_AFAR = 27.5f, TOLD_LINE_AFAR = 31;
static const float NAME_LINE = 26, NAME_LINE_AFAR = 29;

static bool is_large(const Scene *scene) { return scene->heads_afar_scale > 0; }

/* Only where heads are read from afar. */
static bool tells_cells(const Scene *scene, TracePart part) {
  return stage_is_for_afar(scene) && trace_part_info(part)->by_pair &&
         (is_large(scene) || stage_info(scene->view->stage)->by_pair);
}

float head_name_line(const Scene *scene) {
  return (is_large(scene) ? NAME_LINE_AFAR : NAME_LINE) * scene->pen.text_scale;
}

float head_chosen_line(const Scene *scene, TracePart part, float room) {
  float scale = scene->pen.text_scale;
  if (!tells_cells(scene, part)) return 0;
  if (is_large(scene)) return TOLD_LINE_AFAR * (float)scene->heads_told_lines * scale;
  return room < TOLD_BESIDE * scale ? TOLD_LINE * scale : 0;
}

/* The row of which all heads tell: the followed one, else the one that the head on show is outlined
** in by itself; -1: none. */
static int told_row(const Scene *scene) {
  int query, key;
  view_focus(scene->view, &query, &key);
  return query >= 0 || !is_large(scene) ? query : telling_row(scene);
}

static ToldCell told_cell(const Scene *scene, TracePart part, MatView values, int query, int key) {
  Number number = number_cell(mat_get(values, query, key), part == TRACE_WEIGHTS);
  if (!number.at[0]) number = (Number){".00"};
  return (ToldCell){scene_named(scene, query), scene_key_named(scene, key), number};
}

/* The chosen cell, unless it is hidden, and in large words the row's heaviest one if it is another.
** Returns how many. */
static int find_told(const Scene *scene, TracePart part, ExportHead at, ToldCell told[TOLD_MOST]) {
  int focused, key, query = told_row(scene), count = 0;
  MatView values = trace_matrix(scene->trace, part, at.layer, at.head);
  view_focus(scene->view, &focused, &key);
  if (!tells_cells(scene, part) || query < 0 || query >= values.rows) return 0;
  bool has_chosen = focused >= 0 && key >= 0 && key < values.cols &&
                    stage_info(scene->view->stage)->by_pair; /* else a column of vectors */
  if (has_chosen && isfinite(mat_get(values, query, key)))
    told[count++] = told_cell(scene, part, values, query, key);
  int own = is_large(scene) ? heads_heaviest_key(values, query) : -1;
  if (own >= 0 && !(has_chosen && own == key))
    told[count++] = told_cell(scene, part, values, query, own);
  return count;
}

/* The words "it → animal" before `end`, or from the left end of the line. */
static void draw_told_words(const Scene *scene, Box line, TextStyle style, const ToldCell *told) {
  const Theme *theme = scene->pen.theme;
  const struct {
    Str words;
    Color color;
  } pieces[] = {{told->query, theme->query}, {STR(" → "), theme->muted}, {told->key, theme->key}};
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    style.color = pieces[i].color;
    float own = pen_width(&scene->pen, style, pieces[i].words);
    pen_text_in(&scene->pen, style, (Box){line.x, line.y, own + 1, line.h}, pieces[i].words);
    line.x += own;
  }
}

static float told_words_width(const Scene *scene, TextStyle style, const ToldCell *told) {
  return pen_width(&scene->pen, style, told->query) + pen_width(&scene->pen, style, STR(" → ")) +
         pen_width(&scene->pen, style, told->key);
}

/* At the right end of the line, the words only if the name of the head leaves them room; returns
** the width. */
static float draw_told(const Scene *scene, Box line, float name, const ToldCell *told) {
  const Pen *pen = &scene->pen;
  TextStyle number = {FACE_MONO_BOLD, TOLD_SIZE, pen->theme->ink, ALIGN_END};
  TextStyle words = {FACE_BOLD, TOLD_SIZE, COLOR_NONE, ALIGN_START};
  float gap = TOLD_GAP * pen->text_scale, used = pen_width(pen, number, number_str(&told->number));
  if (used + gap > line.w) return 0;
  pen_text_in(pen, number, line, number_str(&told->number));
  used += gap;
  float width = told_words_width(scene, words, told);
  if (name + used + width + gap > line.w) return used;
  draw_told_words(scene, (Box){line.x + line.w - used - width, line.y, width, line.h}, words, told);
  return used + width + gap;
}

/* In large words: those begin below the name of the head, and are smaller where they have no room
** beside the number, down to a size at which a long key is cut. */
static void draw_told_line(const Scene *scene, Box line, const ToldCell *told) {
  const Pen *pen = &scene->pen;
  const float smallest = 0.6f;
  TextStyle number = {FACE_MONO_BOLD, TOLD_SIZE_AFAR, pen->theme->ink, ALIGN_END};
  TextStyle words = {FACE_BOLD, TOLD_SIZE_AFAR, COLOR_NONE, ALIGN_START};
  float used = pen_width(pen, number, number_str(&told->number)), gap = 8 * pen->text_scale;
  pen_text_in(pen, number, line, number_str(&told->number));
  line.w -= used + gap;
  ToldCell fitted = *told;
  float fits = line.w / (told_words_width(scene, words, told) + 1);
  words.size *= float_clamp(fits, smallest, 1);
  fitted.key = (Str){0};
  float room = line.w - told_words_width(scene, words, &fitted) - 1;
  if (room <= 0) return;
  fitted.key = pen_fit(pen, words, room, told->key);
  draw_told_words(scene, line, words, &fitted);
}

/* Below the name, or beside it; returns the room that is left for it. */
static float draw_told_cells(const Scene *scene, Box title, float name, const HeadName *head) {
  ToldCell told[TOLD_MOST];
  int count = find_told(scene, head->part, heads_panel_at(scene, head->index), told);
  Box line = {title.x, title.y + title.h, title.w, head->chosen_line};
  if (is_large(scene)) line.h /= fmaxf((float)scene->heads_told_lines, 1);
  if (is_large(scene)) count = int_min(count, scene->heads_told_lines);
  for (int i = 0; i < count; i++, line.y += line.h) {
    if (is_large(scene)) draw_told_line(scene, line, &told[i]);
    else if (line.h > 0) draw_told(scene, line, 0, &told[i]);
    else return draw_told(scene, title, name, &told[i]);
  }
  return 0;
}

void head_name_draw(const Scene *scene, Box cells, const HeadName *head) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale, below = head->chosen_line;
  TracePart part = head->part;
  ExportHead at = heads_panel_at(scene, head->index);
  TextStyle style = panel_name(scene);
  style.color = pen->theme->ink;
  Box title = {cells.x, cells.y + cells.h + 2 * scale, cells.w, head_name_line(scene) - 2 * scale};
  draw_group_begin(pen->list, "title", NULL);
  float letter = letter_width(scene, head->index);
  if (letter > 0) pen_text_in(pen, style, title, str_from(letter_words(scene, head->index)));
  Box name = {title.x + letter, title.y, title.w - letter, title.h};
  Scene whole = with_whole_roles(scene, title.w);
  Str words = panel_words(&whole, head->index, head->has_role, title.w);
  name.w -= draw_told_cells(scene, title, letter + pen_width(&whole.pen, style, words), head);
  pen_text_in(&whole.pen, style, name, words);
  draw_group_end(pen->list);
  Box bar = {cells.x, title.y + title.h + below - 2 * scale, fminf(cells.w, 180 * scale),
             HEADS_BAR_LINE * scale};
  if (heads_have_own_bars(scene, part))
    pen_inline_bar(pen, &(ColorBar){.box = bar,
                                    .palette = scene_palette(scene, part),
                                    .range = scene_range(scene, part, at.layer, at.head),
                                    .is_capped = scene_range_is_capped(scene, part)});
}
