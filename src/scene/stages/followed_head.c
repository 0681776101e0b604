/* scene/stages/followed_head.c -- the line above the followed rows: whose they are, and their
** columns. */
#include "scene/stages/followed_internal.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/token_shown.h"

/* At which the longest name of a column fits; a much longer one is cut. */
static float name_size(const Scene *scene, const FollowedColumns *columns, const FollowedRows *rows,
                       float most) {
  const float least = 9, gap_design = 4;
  float size = most;
  for (int i = 0; i < columns->count; i++) {
    TextStyle style = {FACE_BOLD, most, COLOR_NONE, ALIGN_MIDDLE};
    float wide = pen_width(&scene->pen, style, rows->col_names[columns->first + i]);
    float room = columns->cell - stage_points(scene, gap_design);
    if (wide > room) size = fminf(size, most * room / wide);
  }
  return fmaxf(size, fminf(least, most));
}

/* Its name or its number. */
static void draw_col(const Scene *scene, Box cell, const FollowedColumns *columns,
                     const FollowedRows *rows, int col, float size) {
  const Pen *pen = &scene->pen;
  const Theme *theme = pen->theme;
  bool is_chosen = col == columns->chosen;
  if (rows->col_names) {
    TextStyle name = {is_chosen ? FACE_BOLD : FACE_REGULAR, size,
                      is_chosen ? theme->key : theme->ink, ALIGN_MIDDLE};
    pen_text_in(pen, name, cell, rows->col_names[col]);
    return;
  }
  TextStyle number = {is_chosen ? FACE_MONO_BOLD : FACE_MONO, size,
                      is_chosen ? theme->ink : theme->muted, ALIGN_MIDDLE};
  pen_text_in(pen, number, cell, str_from(str_format(pen->list->arena, "%d", col + 1)));
}

/* Before a name is cut it becomes small print, then it goes without its number, which the sentence
** tells as well. */
static void draw_title(const Scene *scene, const FollowedRows *rows, Box box, TextStyle style) {
  const Pen *pen = &scene->pen;
  const float least = 10.5f, safety = 0.99f;
  bool is_token = rows->title.bytes == 0;
  Str title = is_token ? scene_named(scene, rows->token) : rows->title;
  float most = style.size;
  style.size = float_clamp(most * box.w * safety / fmaxf(pen_width(pen, style, title), 1),
                           fminf(least, most), most);
  if (is_token && pen_width(pen, style, title) > box.w)
    title = quoted_name(pen->list->arena, token_shown(trace_token(scene->trace, rows->token)));
  pen_text_in(pen, style, box, title);
}

/* In a low box a line of words rises from the frame of the row below it. */
static float rise(const Scene *scene, const FollowedColumns *columns, const FollowedRows *rows,
                  float size) {
  const float to_cells = 6; /* points; the frame is within them, half as far */
  if (!rows->rows[0].is_framed) return 0;
  float head = stage_points(scene, columns->sizes.head);
  float high = pen_points(&scene->pen, size) * TEXT_CAP_HEIGHT;
  float foot = (head - stage_points(scene, 3) + high) / 2;
  return fmaxf(foot + to_cells - head, 0);
}

void followed_head_draw(const Scene *scene, Box box, const FollowedColumns *columns,
                        const FollowedRows *rows) {
  const Pen *pen = &scene->pen;
  bool is_afar = stage_is_for_afar(scene);
  float gap = stage_points(scene, FOLLOWED_TITLE_GAP),
        end = columns->x + columns->cell * (float)columns->count;
  Box line = {box.x, box.y, columns->x - box.x - gap, stage_points(scene, columns->sizes.head - 3)};
  TextStyle title = {FACE_BOLD, is_afar ? FOLLOWED_TITLE_AFAR : FOLLOWED_TITLE_NEAR,
                     pen->theme->ink, ALIGN_END};
  float size = rows->col_names ? name_size(scene, columns, rows, title.size) : is_afar ? 13 : 10.5f;
  box.y -= rise(scene, columns, rows, size);
  line.y = box.y;
  draw_title(scene, rows, line, title);
  for (int i = 0; i < columns->count; i++) {
    Box cell = {columns->x + columns->cell * (float)i, box.y, columns->cell, line.h};
    draw_col(scene, cell, columns, rows, columns->first + i, size);
  }
  int more = columns->all - columns->count;
  if (more <= 0) return;
  const char *words = str_format(pen->list->arena, P_("… %d more", "… %d more", more), more);
  TextStyle style = {FACE_REGULAR, is_afar ? 13 : 10.5f, pen->theme->muted, ALIGN_START};
  Box place = {end + gap, box.y, box.x + box.w - end - gap, line.h};
  Str all = str_from(number_grouped(pen->list->arena, words));
  if (pen_width(pen, style, all) > place.w)
    all = str_from(str_format(pen->list->arena, "+%d", more)); /* as at the sentence */
  pen_text_in(pen, style, place, all);
}
