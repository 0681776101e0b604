/* scene/overview/parts.c -- a matrix of the overview with its colours, bar, name and click. */
#include "scene/overview/parts.h"

#include <math.h>

#include "base/i18n.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"
#include "scene/overview/digits.h"

/* Of features of keys a column is a key, as of the weights. */
static bool is_transposed(TracePart part) { return part == TRACE_FEATURES_K; }

void overview_matrix(const Scene *scene, Box box, TracePart part, float gap_most) {
  const View *view = scene->view;
  MatView values = trace_matrix(scene->trace, part, view->layer, view->head);
  bool is_upright = is_transposed(part);
  float across = (float)(is_upright ? values.rows : values.cols);
  float down = (float)(is_upright ? values.cols : values.rows);
  float cell = fminf(box.w / across, box.h / down);
  MaskView mask = {0};
  if (scene_is_hatched(scene->trace, part))
    mask = trace_head_mask(scene->trace, view->layer, view->head);
  DrawHeatmap heatmap = {.box = box,
                         .values = values,
                         .mask = mask,
                         .mix = 1,
                         .hatch_mix = 1,
                         .transposed = is_upright,
                         .palette = scene_palette(scene, part),
                         .range = scene_range(scene, part, view->layer, view->head),
                         .gap = cell > 5 ? fminf(gap_most, cell * 0.16f) : 0,
                         .corner = cell > 9 ? fminf(3, cell * 0.14f) : 0,
                         .filled = -1,
                         .theme = scene->pen.theme->id};
  draw_heatmap(scene->pen.list, heatmap);
  if (trace_part_info(part)->by_pair) overview_digits_draw(scene, &heatmap, scene_is_share(part));
}

/* From afar the ends of the colours are words, "±24.8", but for the shares. */
void overview_bar(const Scene *scene, Box under, TracePart part) {
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  if (scene_is_presented(scene) && part != TRACE_WEIGHTS && range.low == -range.high) {
    TextStyle style = {FACE_MONO, overview_note_size(scene, 13), scene->pen.theme->muted,
                       ALIGN_MIDDLE};
    pen_text_in(&scene->pen, style, under,
                str_from(str_format(scene->pen.list->arena, "±%s", number_end(range.high).at)));
    return;
  }
  Pen pen = scene->pen;
  pen.text_scale *= overview_note_size(scene, 10.5f) / 10.5f;
  pen_inline_bar(&pen, &(ColorBar){.box = under,
                                   .palette = scene_palette(scene, part),
                                   .range = range,
                                   .is_capped = scene_range_is_capped(scene, part)});
}

Str overview_size_words(const Scene *scene, TracePart part) {
  MatView values = trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
  int down = is_transposed(part) ? values.cols : values.rows;
  int across = is_transposed(part) ? values.rows : values.cols;
  return str_from(number_shape(scene->pen.list->arena, down, across));
}

/* For a recording: the place of a matrix that it lacks. */
void overview_missing(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = 6,
                                .fill = pen->theme->empty_cell,
                                .stroke = pen->theme->line,
                                .stroke_width = 1});
  pen_text_in(pen, (TextStyle){FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_MIDDLE},
              box_inset(box, 1), str_from(_("not recorded")));
}

bool overview_is_there(const Scene *scene, TracePart part) {
  return trace_has_part(scene->trace, part);
}

/* Names longer than their room are smaller, down to 10.5 points, and then shortened. */
float overview_fit_size(const Pen *pen, TextStyle style, Str name, float room) {
  float width = pen_width(pen, style, name);
  return width > room ? fmaxf(10.5f, style.size * room / width) : style.size;
}

/* Names of matrices are larger where they are read from afar. */
float overview_name_size(const Scene *scene, float usual) {
  const float afar = 1.3f;
  return overview_is_for_audience(scene) ? afar * usual : usual;
}

void overview_open_hit(const Scene *scene, Box box, StageId stage) {
  if (!scene->interactive) return;
  Str missing = trace_stage_missing(scene->trace, stage);
  const char *why = str_format(scene->pen.list->arena, "%.*s", (int)missing.bytes, missing.at);
  const char *open = str_format(scene->pen.list->arena, "stage %s", stage_info(stage)->name);
  int rows, cols;
  trace_stage_shape(scene->trace, stage, &rows, &cols);
  bool by_pair = stage_info(stage)->by_pair && missing.bytes == 0;
  const char *tip = missing.bytes > 0 ? why : _("click: open this stage");
  draw_hit(scene->pen.list, (DrawHit){.box = box,
                                      .rows = by_pair ? rows : 0,
                                      .cols = by_pair ? cols : 0,
                                      .cursor = CURSOR_HAND,
                                      .click = open,
                                      .hover = by_pair ? "hover %r %c" : NULL,
                                      .tip = by_pair ? NULL : tip});
}
