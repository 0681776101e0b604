/* scene/heads/figure_names.c -- the name, the letter and the role of each head of a figure. */
#include "scene/heads/figure_words.h"

#include <math.h>

#include "base/i18n.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"
#include "scene/number.h"

static const float LETTER_GAP = 4;

static TextStyle panel_name(const Scene *scene) {
  return (TextStyle){FACE_SEMIBOLD, scene_is_presented(scene) ? 15 : 12, COLOR_NONE, ALIGN_START};
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

/* "it → animal .80": the chosen cell of a head. */
typedef struct ChosenCell {
  Str query, key;
  Number number;
} ChosenCell;

static const float CHOSEN_SIZE = 20, CHOSEN_GAP = 12, CHOSEN_LINE = 24, CHOSEN_BESIDE = 330;

/* Only where heads are read from afar. */
static bool tells_chosen(const Scene *scene, TracePart part) {
  bool has_pairs = trace_part_info(part)->by_pair && stage_info(scene->view->stage)->by_pair;
  return stage_is_for_afar(scene) && has_pairs;
}

float head_chosen_line(const Scene *scene, TracePart part, float room) {
  float scale = scene->pen.text_scale;
  return tells_chosen(scene, part) && room < CHOSEN_BESIDE * scale ? CHOSEN_LINE * scale : 0;
}

/* False: no cell is chosen, or it is hidden. */
static bool find_chosen(const Scene *scene, TracePart part, ExportHead at, ChosenCell *chosen) {
  int query, key;
  view_focus(scene->view, &query, &key);
  MatView values = trace_matrix(scene->trace, part, at.layer, at.head);
  if (!tells_chosen(scene, part) || query < 0 || key < 0) return false;
  if (query >= values.rows || key >= values.cols) return false;
  float value = mat_get(values, query, key);
  if (!isfinite(value)) return false;
  *chosen = (ChosenCell){scene_named(scene, query), scene_key_named(scene, key),
                         number_cell(value, part == TRACE_WEIGHTS)};
  if (!chosen->number.at[0]) chosen->number = (Number){".00"};
  return true;
}

/* At the right end of the line, the words only if the name of the head leaves them room; returns
** the width. */
static float draw_chosen(const Scene *scene, Box line, float name, const ChosenCell *chosen) {
  const Pen *pen = &scene->pen;
  TextStyle number = {FACE_MONO_BOLD, CHOSEN_SIZE, pen->theme->ink, ALIGN_END};
  TextStyle words = {FACE_BOLD, CHOSEN_SIZE, pen->theme->key, ALIGN_END};
  const struct {
    Str words;
    Color color;
  } pieces[] = {{chosen->key, pen->theme->key},
                {STR(" → "), pen->theme->muted},
                {chosen->query, pen->theme->query}};
  enum { PIECES = sizeof pieces / sizeof *pieces };
  float gap = CHOSEN_GAP * pen->text_scale, width = 0, end = line.x + line.w;
  for (int i = 0; i < PIECES; i++) width += pen_width(pen, words, pieces[i].words);
  float used = pen_width(pen, number, number_str(&chosen->number));
  if (used + gap > line.w) return 0;
  pen_text_in(pen, number, line, number_str(&chosen->number));
  if (name + used + width + 2 * gap > line.w) return used + gap;
  used += gap;
  for (int i = 0; i < PIECES; i++) {
    words.color = pieces[i].color;
    float own = pen_width(pen, words, pieces[i].words);
    Box box = {end - used - own - 1, line.y, own + 1, line.h};
    pen_text_in(pen, words, box, pieces[i].words);
    used += own;
  }
  return used + gap;
}

void head_name_draw(const Scene *scene, Box cells, const HeadName *head) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale, below = head->chosen_line;
  TracePart part = head->part;
  ExportHead at = heads_panel_at(scene, head->index);
  TextStyle style = panel_name(scene);
  style.color = pen->theme->ink;
  Box title = {cells.x, cells.y + cells.h + 2 * scale, cells.w, 24 * scale};
  draw_group_begin(pen->list, "title", NULL);
  float letter = letter_width(scene, head->index);
  if (letter > 0) pen_text_in(pen, style, title, str_from(letter_words(scene, head->index)));
  Box name = {title.x + letter, title.y, title.w - letter, title.h};
  Str words = panel_words(scene, head->index, head->has_role, title.w);
  ChosenCell chosen;
  Box line = {cells.x, title.y + title.h, cells.w, below};
  if (find_chosen(scene, part, at, &chosen)) {
    if (below > 0) draw_chosen(scene, line, 0, &chosen);
    else name.w -= draw_chosen(scene, name, pen_width(pen, style, words), &chosen);
  }
  pen_text_in(pen, style, name, words);
  draw_group_end(pen->list);
  Box bar = {cells.x, title.y + title.h + below - 2 * scale, fminf(cells.w, 180 * scale),
             HEADS_BAR_LINE * scale};
  if (heads_have_own_bars(scene, part))
    pen_inline_bar(pen, &(ColorBar){.box = bar,
                                    .palette = scene_palette(scene, part),
                                    .range = scene_range(scene, part, at.layer, at.head),
                                    .is_capped = scene_range_is_capped(scene, part)});
}
