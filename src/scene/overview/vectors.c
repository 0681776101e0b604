/* scene/overview/vectors.c -- K, Q, V and the output: a frame in the colour of the role, a name. */
#include <math.h>

#include "scene/matrix/matrix_widget.h"
#include "scene/overview/parts.h"
#include "scene/stages/stage.h"

/* "K  11 × 16" above a matrix, little wider than it; in a column "K  ±3.5", which has no bar. */
static void vector_title(const Scene *scene, const OverviewPlan *plan, Box box, TracePart part,
                         const char *name) {
  const Pen *pen = &scene->pen;
  float s = pen->text_scale;
  bool named_alone = !overview_is_there(scene, part);
  Color color = named_alone ? pen->theme->muted : scene_part_color(pen->theme, part);
  TextStyle bold = {FACE_BOLD, overview_name_size(scene, 18), color, ALIGN_START};
  const float usual = 10.5f;
  TextStyle mono = {FACE_MONO, overview_note_size(scene, usual), pen->theme->muted, ALIGN_START};
  Str beside = {"", 0};
  if (!named_alone)
    beside = plan->is_upright ? stage_ends_words(scene, part) : overview_size_words(scene, part);
  float over = (plan->is_upright ? 7 : scene_is_presented(scene) ? 14 : 24) * s;
  bool is_at_margin = part == TRACE_OUTPUT && !plan->is_upright; /* nothing stands right of it */
  float room = box.w + (is_at_margin ? over / 2 : over);
  bold.size = overview_fit_size(pen, bold, str_from(name), room);
  Str shown = pen_fit(pen, bold, room, str_from(name));
  float gap = (plan->is_upright ? 5 : 8) * s, name_w = pen_width(pen, bold, shown);
  float rest = room - name_w - gap, size_w = pen_width(pen, mono, beside);
  if (size_w > rest && rest > 0) { /* as large as it has room, before it is left out */
    mono.size = fmaxf(usual, mono.size * 0.99f * rest / size_w);
    size_w = pen_width(pen, mono, beside);
  }
  float width = name_w + gap + size_w, baseline = box.y - 8 * s;
  if (named_alone || width > room) size_w = gap = 0, width = name_w;
  float x = box.x + (box.w - width) / 2;
  if (is_at_margin) x = fminf(x, box.x + box.w - width);
  if (plan->is_upright) x = fmaxf(x, box.x); /* the weights come down at its left */
  pen_text(pen, bold, (Point){x, baseline}, shown);
  if (size_w > 0) pen_text(pen, mono, (Point){x + name_w + gap, baseline}, beside);
}

static void draw_vectors(const Scene *scene, const OverviewPlan *plan, Box box, TracePart part,
                         const char *name) {
  const Pen *pen = &scene->pen;
  StageId stage = stage_of_part(part);
  if (!overview_is_there(scene, part)) {
    overview_missing(scene, box);
    vector_title(scene, plan, box, part, name);
    overview_open_hit(scene, box, stage);
    return;
  }
  Color role = scene_part_line(pen->theme, part);
  float aside = fminf(20, 12 * pen->text_scale); /* room beside it */
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = 6,
                                .fill = pen->theme->panel,
                                .stroke = role,
                                .stroke_width = 1.5f * fmaxf(1, pen->text_scale)});
  overview_matrix(scene, overview_cells(plan, box), part, 1);
  vector_title(scene, plan, box, part, name);
  matrix_lit_draw(scene, part, box, NULL);
  if (plan->has_bars)
    overview_bar(scene,
                 (Box){box.x - aside, box.y + box.h + 2 * pen->text_scale, box.w + 2 * aside,
                       plan->bar_line - 2 * pen->text_scale},
                 part);
  overview_open_hit(scene, box, stage);
}

/* A missing matrix keeps its place, with a pale arrow to it. */
void overview_vectors(const Scene *scene, const OverviewPlan *plan, Box box, TracePart part,
                      const char *name) {
  draw_group_begin(scene->pen.list, trace_part_info(part)->name, name);
  draw_vectors(scene, plan, box, part, name);
  draw_group_end(scene->pen.list);
}
