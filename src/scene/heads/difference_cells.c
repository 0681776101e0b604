/* scene/heads/difference_cells.c -- thumbnails of the differences from a kept run. */
#include "scene/heads/difference_cells.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/heads/heads.h"
#include "scene/layer_words.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"
#include "scene/stages/compare_kept.h"
#include "scene/stages/stage.h"

enum { RANKS_MARKED = 3 };

static const HeadDifference *difference_of(const Scene *scene, int layer, int head) {
  assert(scene->differences);
  return head_difference_at(scene->differences, layer, head);
}

ColorRange difference_range(const Scene *scene) {
  float largest = scene->differences->largest;
  return largest > 0 ? (ColorRange){-largest, largest} : (ColorRange){-1, 1};
}

/* "mean 0.027 · KL 0.21 bits" */
static const char *measures(const Scene *scene, const HeadDifference *of) {
  Arena *arena = scene->pen.list->arena;
  if (!of->is_there) return _("not in the kept run");
  Number mean = number_full(of->errors.mean), bits = number_full(of->errors.divergence_mean);
  if (of->errors.divergence_rows == 0) return str_format(arena, _("mean %s"), mean.at);
  return str_format(arena, _("mean %s · KL %s bits"), mean.at, bits.at);
}

void difference_cells_draw(const Scene *scene, Box box, int layer, int head) {
  const HeadDifference *of = difference_of(scene, layer, head);
  DrawList *list = scene->pen.list;
  Arena *arena = list->arena;
  heads_group_begin(scene, layer, head);
  if (of->is_there) {
    float cell = fminf(box.w / (float)(of->small.cols + 1), box.h / (float)(of->small.rows + 1));
    DrawHeatmap map = {.box = box,
                       .values = of->small,
                       .range = difference_range(scene),
                       .mix = 1,
                       .hatch_mix = 1,
                       .palette = PALETTE_SIZE,
                       .gap = cell > 12 ? 1 : 0,
                       .filled = -1,
                       .theme = scene->pen.theme->id};
    draw_heatmap(list, map);
    difference_marks_draw(scene, &map);
  } else draw_box(list, (DrawBox){.box = box, .fill = scene->pen.theme->empty_cell});
  const char *title = layer_head_title(arena, scene->trace, layer, head);
  if (scene->interactive)
    draw_hit(list, (DrawHit){.box = box,
                             .cursor = CURSOR_HAND,
                             .click = str_format(arena, "layer %d; head %d; stage %s; view stage",
                                                 layer + 1, head + 1,
                                                 stage_info(stage_of_part(TRACE_WEIGHTS))->name),
                             .is_now = heads_is_on_show(scene, layer, head),
                             .tip = str_format(arena, "%s: %s", title, measures(scene, of))});
  draw_group_end(list);
}

/* A frame of ink, the thicker the more it differs. */
void difference_rank_draw(const Scene *scene, Box box, int layer, int head) {
  const HeadDifference *of = difference_of(scene, layer, head);
  if (!of->is_there || of->rank >= RANKS_MARKED || !(of->errors.largest > 0)) return;
  float width = (float)(RANKS_MARKED - of->rank) * fminf(scene->pen.text_scale, 1.5f);
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(box, -1 - width / 2),
                                      .corner = 3,
                                      .stroke = scene->pen.theme->ink,
                                      .stroke_width = width});
}

void difference_words_draw(const Scene *scene, Box box, int layer, int head) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  const HeadDifference *of = difference_of(scene, layer, head);
  float size = scene->interactive ? 12 : 10.5f;
  TextStyle strong = {FACE_SEMIBOLD, size, pen->theme->ink, ALIGN_START};
  TextStyle muted = {FACE_REGULAR, size, pen->theme->muted, ALIGN_START};
  Str words = str_from(measures(scene, of));
  if (pen_width(pen, strong, words) > box.w) strong.size = 10.5f;
  bool is_short = !scene->interactive || pen_width(pen, strong, words) > box.w;
  if (of->is_there && is_short)
    words = str_from(str_format(arena, _("mean %s"), number_full(of->errors.mean).at));
  pen_text_in(pen, strong, cut_top(&box, box.h / 2), words);
  pen_text_in(pen, muted, box, str_from(layer_head_title(arena, scene->trace, layer, head)));
}

const char *difference_heading(const Scene *scene) {
  const HeadDifferences *differences = scene->differences;
  Arena *arena = scene->pen.list->arena;
  HeadPlace first = differences->order[0];
  const char *now = compare_kept_title(scene, false), *kept = compare_kept_title(scene, true);
  if (differences->there_count == 0) return _("The kept run has none of these heads.");
  if (!scene->interactive) return str_format(arena, _("%s, less %s"), now, kept);
  if (!(differences->largest > 0))
    return str_format(arena, _("%s, %s: no weight differs where both runs have one"), now, kept);
  return str_format(arena, _("%s, %s: most in layer %d, head %d"), now, kept, first.layer + 1,
                    first.head + 1);
}

void difference_foot_draw(const Scene *scene, Box line) {
  const Pen *pen = &scene->pen;
  StrBuf words = strbuf_make(pen->list->arena);
  ColorRange range = difference_range(scene);
  float width = fminf(pen_inline_bar_width(pen, PALETTE_SIZE, range), line.w * 0.4f);
  Box text = {line.x, line.y, line.w - width - stage_points(scene, 16), line.h};
  i18n_add_phrase(&words, "%s", _("now − kept by size, one scale; a line: below 0"));
  if (scene->interactive) i18n_add_phrase(&words, "%s", _("the queries and keys of both"));
  if (scene->differences->is_mean)
    i18n_add_phrase(&words, "%s", _("each spot the mean of several"));
  if (scene->interactive) i18n_add_phrase(&words, "%s", _("framed: the largest mean difference"));
  pen_text_in(pen, (TextStyle){FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_START}, text,
              strbuf_str(&words));
  pen_inline_bar(pen, &(ColorBar){.box = {line.x + line.w - width, line.y, width, line.h},
                                  .palette = PALETTE_SIZE,
                                  .range = range});
}
