/* scene/heads/grid_words.c -- what stands above and below the thumbnails of all heads: the matrix,
** the order and its choices, the scale. */
#include "scene/heads/grid_internal.h"

#include <math.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/heads/difference_cells.h"
#include "scene/heads/heads.h"
#include "scene/matrix/threshold.h"
#include "scene/stages/stage.h"

static float heading_line(const Scene *scene) {
  return stage_points(scene, grid_is_for_afar(scene) ? 30 : 26);
}

/* Draws one of two choices, from the right because the heading at the left has any length; returns
** the right end of the next. */
static float draw_choice(const Scene *scene, Point right, const char *words, const char *command,
                         bool chosen) {
  TextStyle style = {FACE_MEDIUM, grid_words(scene, 12), COLOR_NONE, ALIGN_MIDDLE};
  float width = pen_width(&scene->pen, style, str_from(words)) + stage_points(scene, 20);
  Box box = {right.x - width, right.y, width, heading_line(scene)};
  control_toggle(&scene->pen, box,
                 (Toggle){.label = str_from(words),
                          .face = style.face,
                          .size = style.size,
                          .corner = stage_points(scene, 6),
                          .chosen = chosen,
                          .command = command});
  return box.x - stage_points(scene, 6);
}

/* A figure has no buttons that show the order. */
static const char *heading_words(const Scene *scene, bool by_role) {
  if (scene->differences) return difference_heading(scene);
  if (scene->interactive || !by_role) return _("every layer and head");
  return _("every layer and head, sorted by role");
}

/* Once, because all thumbnails have the same axes; with arrows in figures too, since they stand at
** no axis. */
static void draw_axis_words(const Scene *scene, Box place) {
  const Pen *pen = &scene->pen;
  float size = grid_words(scene, 12);
  TextStyle query = {FACE_SEMIBOLD, size, pen->theme->query, ALIGN_START};
  TextStyle key = {FACE_SEMIBOLD, size, pen->theme->key, ALIGN_START};
  Str asks = str_from(_("query (asks) ↓")), is_asked = str_from(_("key (is asked) →"));
  float gap = stage_points(scene, 16), first = pen_width(pen, query, asks);
  if (!scene->interactive || first + gap + pen_width(pen, key, is_asked) > place.w) {
    asks = str_from(_("query ↓"));
    is_asked = str_from(_("key →"));
    first = pen_width(pen, query, asks);
  }
  if (first + gap + pen_width(pen, key, is_asked) > place.w) return;
  pen_text_in(pen, query, place, asks);
  pen_text_in(pen, key, (Box){place.x + first + gap, place.y, place.w - first - gap, place.h},
              is_asked);
}

void grid_draw_heading(const Scene *scene, Box row) {
  const Pen *pen = &scene->pen;
  TracePart part = heads_part_on_show(scene);
  bool by_role = scene->view->grid_order == GRID_BY_ROLE;
  float right = row.x + row.w, gap = stage_points(scene, 12);
  bool by_difference = scene->view->grid_order == GRID_BY_DIFFERENCE && scene->differences;
  if (scene->differences) part = TRACE_WEIGHTS;
  if (scene->interactive && scene->differences)
    right = draw_choice(scene, (Point){right, row.y}, _("by difference"), "sort difference",
                        by_difference);
  if (scene->interactive) {
    right = draw_choice(scene, (Point){right, row.y}, _("by role"), "sort role", by_role);
    right = draw_choice(scene, (Point){right, row.y}, _("by layer"), "sort layer",
                        !by_role && !by_difference) -
            gap;
  }
  TextStyle title = {FACE_BOLD, grid_words(scene, 14), scene_part_color(pen->theme, part),
                     ALIGN_START};
  Box place = {row.x, row.y, right - row.x, heading_line(scene)};
  const char *shown = scene->differences ? _("Difference of weights") : stage_part_title(part);
  float width = pen_text_in(pen, title, place, str_from(shown)) + gap;
  place.x += width;
  place.w -= width;
  TextStyle muted = {FACE_MEDIUM, grid_words(scene, 12), pen->theme->muted, ALIGN_START};
  Str which = str_from(heading_words(scene, grid_is_sorted(scene)));
  if (place.w <= stage_points(scene, 40)) return;
  muted.size = fmaxf(muted.size * fminf(place.w / (pen_width(pen, muted, which) + 1), 1), 12);
  width = pen_text_in(pen, muted, place, which) + 2 * gap;
  place.x += width;
  place.w -= width;
  if (trace_part_info(part)->by_pair) draw_axis_words(scene, place);
}

const char *grid_scale_words(const Scene *scene, TracePart part) {
  bool is_shared = scene->view->range == RANGE_SHARED;
  if (scene_range_is_fixed(scene, part)) return _("fixed scale");
  if (part == TRACE_WEIGHTS) return heads_weights_scale(scene);
  return is_shared ? _("one scale for all layers and heads") : _("each head on its own scale");
}

void grid_draw_foot(const Scene *scene, Box line) {
  const Pen *pen = &scene->pen;
  if (scene->differences) {
    difference_foot_draw(scene, line);
    return;
  }
  TracePart part = heads_part_on_show(scene);
  Arena *arena = pen->list->arena;
  StrBuf words = strbuf_make(arena);
  int rows, cols;
  i18n_add_phrase(&words, "%s", grid_scale_words(scene, part));
  trace_matrix_shape(scene->trace, part, 0, &rows, &cols);
  bool is_mean = rows > TRACE_SMALL || cols > TRACE_SMALL;
  if (is_mean)
    i18n_add_phrase(&words, _("each spot the mean of %.0f × %.0f cells"),
                    ceil((double)rows / TRACE_SMALL), ceil((double)cols / TRACE_SMALL));
  if (threshold_is_on(scene->view, part))
    i18n_add_phrase(&words,
                    is_mean ? _("spots that hold %g %% of a row of spots")
                            : _("keys that hold %g %% of each row"),
                    (double)scene->view->threshold);
  bool has_bar = part == TRACE_WEIGHTS || scene->view->range >= RANGE_SHARED;
  ColorRange range = heads_range(scene, part, &(Thumbnail){.shared = true, .all_layers = true});
  ColorBar bar = {.palette = scene_palette(scene, part),
                  .range = range,
                  .is_capped = scene_range_is_capped(scene, part)};
  Pen larger = *pen;
  larger.text_scale = grid_words(scene, pen->text_scale);
  float width = has_bar ? fminf(pen_inline_bar_room(&larger, &bar), line.w * 0.4f) : 0;
  Box text = {line.x, line.y, line.w - width - stage_points(scene, 16), line.h};
  pen_text_in(&larger, (TextStyle){FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_START}, text,
              strbuf_str(&words));
  if (!has_bar) return;
  bar.box = (Box){line.x + line.w - width, line.y, width, line.h};
  pen_inline_bar(&larger, &bar);
}
