/* scene/heads/figure_foot.c -- the line below all heads: axes, scale, and its bar. */
#include "scene/heads/figure_words.h"

#include <math.h>

#include "base/i18n.h"

/* The scale of the heads, and what a cell of them is. */
static const char *scale_words(const Scene *scene, TracePart part, const HeadsFoot *foot) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  bool by_bar = scene_is_print(scene) || scene->heads_afar_scale > 0;
  bool is_said = foot->is_own || !by_bar;
  if (is_said)
    i18n_add_phrase(&words, "%s",
                    foot->is_own ? _("each head on its own scale")
                                 : scene_range_words(scene, part));
  if (foot->spot > 1)
    i18n_add_phrase(&words, _("each spot the mean of %d × %d cells"), foot->spot, foot->spot);
  return words.at ? words.at : "";
}

/* The line at the foot; those of the axes are pieces of it, or empty. */
typedef struct FootLine {
  Str words, query, key;
} FootLine;

static FootLine foot_line(const Scene *scene, const HeadsFoot *foot, float room, TextStyle style) {
  TracePart part = heads_part_on_show(scene);
  StrBuf words = {0};
  size_t query_at = 0, key_at = 0;
  FootLine line = {0};
  for (int shorter = 0; shorter < 3; shorter++) {
    words = strbuf_make(scene->pen.list->arena);
    if (foot->which && scene->interactive)
      strbuf_format(&words, "%s · %s    ", stage_part_title(part), foot->which);
    if (trace_part_info(part)->by_pair && !foot->has_axes) {
      line.query = str_from(shorter ? _("query ↓") : _("query (asks) ↓"));
      line.key = str_from(shorter ? _("key →") : _("key (is asked) →"));
      query_at = strbuf_str(&words).bytes;
      strbuf_format(&words, "%s    ", line.query.at);
      key_at = strbuf_str(&words).bytes;
      strbuf_format(&words, "%s    ", line.key.at);
    }
    if (shorter < 2 || scene_axis_is_plain(scene))
      strbuf_add(&words, str_from(scale_words(scene, part, foot)));
    if (pen_width(&scene->pen, style, strbuf_str(&words)) <= room) break;
  }
  line.words = strbuf_str(&words);
  if (words.failed) return (FootLine){0};
  line.query.at = line.words.at + query_at;
  line.key.at = line.words.at + key_at;
  return line;
}

/* On a screen the axes have their colours. */
static void draw_foot_line(const Scene *scene, Box box, TextStyle style, const FootLine *line) {
  const Pen *pen = &scene->pen;
  bool is_whole = pen_width(pen, style, line->words) <= box.w;
  if (!scene->interactive || line->query.bytes == 0 || !is_whole) {
    pen_text_in(pen, style, box, line->words);
    return;
  }
  const char *ends[] = {line->query.at, line->query.at + line->query.bytes, line->key.at,
                        line->key.at + line->key.bytes, line->words.at + line->words.bytes};
  const Color colors[] = {style.color, pen->theme->query, style.color, pen->theme->key,
                          style.color};
  const char *at = line->words.at;
  for (int i = 0; i < 5; at = ends[i++]) {
    Str piece = {at, (size_t)(ends[i] - at)};
    style.color = colors[i];
    if (piece.bytes == 0) continue;
    pen_text_in(pen, style, (Box){box.x, box.y, box.w, box.h}, piece);
    float width = pen_width(pen, style, piece);
    box.x += width;
    box.w = fmaxf(box.w - width, 1) + 0.5f;
  }
}

static const float FOOT = 36, FOOT_AFAR = 34, WORDS_SIZE = 10.5f, WORDS_SIZE_AFAR = 19.5f;

float heads_foot_height(const Scene *scene) {
  return (scene->heads_afar_scale > 0 ? FOOT_AFAR : FOOT) * scene->pen.text_scale;
}

/* Before a class in one line of large words, whose bar says the scale. */
static void draw_foot_for_afar(const Scene *scene, Box box, const HeadsFoot *foot) {
  TracePart part = heads_part_on_show(scene);
  const Pen *pen = &scene->pen;
  Pen large = *pen;
  TextStyle style = {FACE_MEDIUM, WORDS_SIZE_AFAR, pen->theme->muted, ALIGN_START};
  large.text_scale *= WORDS_SIZE_AFAR / WORDS_SIZE;
  ColorBar bar = {.palette = scene_palette(scene, part),
                  .range = foot->range,
                  .is_capped = scene_range_is_capped(scene, part)};
  float wide = foot->is_own ? 0 : pen_inline_bar_room(&large, &bar);
  Box line = {box.x, box.y, box.w - wide - 24 * pen->text_scale, box.h};
  FootLine words = foot_line(scene, foot, line.w, style);
  draw_foot_line(scene, line, style, &words);
  bar.box = (Box){box.x + box.w - wide, box.y, wide, box.h};
  if (!foot->is_own) pen_inline_bar(&large, &bar);
}

void heads_foot_draw(const Scene *scene, Box box, const HeadsFoot *given) {
  TracePart part = heads_part_on_show(scene);
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale;
  HeadsFoot foot = *given;
  foot.is_own = heads_have_own_bars(scene, part);
  if (scene->heads_afar_scale > 0) {
    draw_foot_for_afar(scene, box, &foot);
    return;
  }
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_START};
  float bar_width = foot.is_own ? 0 : fminf(200 * scale, box.w * (foot.is_stacked ? 1 : 0.4f));
  Box line = {box.x, box.y, box.w - bar_width - 24 * scale, 16 * scale};
  if (foot.is_stacked) line = (Box){box.x, box.y - 20 * scale, box.w, 16 * scale};
  FootLine words = foot_line(scene, &foot, line.w, style);
  draw_foot_line(scene, line, style, &words);
  if (foot.is_own) return;
  ColorBar bar = {.box = {box.x + box.w - bar_width, box.y + 2 * scale, bar_width, 8 * scale},
                  .palette = scene_palette(scene, part),
                  .range = foot.range,
                  .is_capped = scene_range_is_capped(scene, part)};
  pen_color_bar(pen, &bar);
}
