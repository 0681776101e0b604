#include "render/sample.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "scene/theme.h"

static const char *const TOKENS[SAMPLE_TOKENS] = {"the",   "animal", "动物",
                                                  "مرحبا", "naïve",  "e\u0301te\u0301"};

int sample_set_up(void **state) {
  static Sample sample;
  Status status;
  sample.arena = arena_make(0);
  if (!fonts_open(&sample.fonts, &status)) print_error("%s\n", status.sentence);
  *state = &sample;
  return sample.fonts && sample.arena ? 0 : -1;
}

int sample_tear_down(void **state) {
  Sample *sample = *state;
  fonts_close(sample->fonts);
  arena_free(sample->arena);
  return 0;
}

MatView sample_numbers(Arena *arena, int rows, int cols) {
  float *at = arena_take(arena, (size_t)(rows * cols), sizeof *at);
  for (int i = 0; i < rows * cols; i++) at[i] = (float)((i * 61) % 127) / 63 - 1;
  return (MatView){at, rows, cols, cols};
}

static MaskView causal(Arena *arena, MatView values) {
  unsigned char *at = arena_take(arena, (size_t)(values.rows * values.cols), 1);
  for (int r = 0; r < values.rows; r++)
    for (int c = 0; c < values.cols; c++) at[r * values.cols + c] = c > r;
  return (MaskView){at, values.rows, values.cols, values.cols};
}

float sample_text(DrawList *list, const TextMetrics *metrics, DrawText text, const char *words) {
  text.text = str_from(words);
  text.width_pt = metrics->width_pt(metrics->self, text.face, text.size_pt, text.text);
  draw_text(list, text);
  return text.width_pt;
}

static void add_labels(DrawList *list, const TextMetrics *metrics, const DrawHeatmap *heatmap) {
  const Theme *theme = theme_get(THEME_LIGHT);
  for (int i = 0; i < SAMPLE_TOKENS; i++) {
    Box row = draw_heatmap_cell(heatmap, i, 0), col = draw_heatmap_cell(heatmap, 0, i);
    char digits[16];
    snprintf(digits, sizeof digits, "%.2f", (double)mat_get(heatmap->values, i, i));
    sample_text(list, metrics,
                (DrawText){.at = {20, row.y + 20}, .size_pt = 13, .color = theme->query},
                TOKENS[i]);
    sample_text(list, metrics,
                (DrawText){.at = {col.x + 12, 95},
                           .face = FACE_SEMIBOLD,
                           .size_pt = 12,
                           .angle_deg = 45,
                           .color = theme->key},
                TOKENS[i]);
    Box cell = draw_heatmap_cell(heatmap, i, i);
    Color ground = draw_heatmap_color(heatmap, i, i);
    sample_text(list, metrics,
                (DrawText){.at = {cell.x + 2, cell.y + 10},
                           .face = FACE_MONO,
                           .size_pt = 6,
                           .color = palette_digit(ground)},
                digits);
  }
}

static void add_shapes(DrawList *list, const TextMetrics *metrics) {
  const Theme *theme = theme_get(THEME_LIGHT);
  Point ribbon[] = {{300, 120}, {340, 120}, {340, 160}, {380, 160}, {380, 170},
                    {380, 180}, {380, 190}, {340, 190}, {340, 150}, {300, 150}};
  draw_box(list, (DrawBox){.box = {300, 20, 80, 40},
                           .corner = 6,
                           .fill = theme->focus_soft,
                           .stroke = theme->focus,
                           .stroke_width = 1});
  draw_gradient_ribbon(
      list, ribbon, 10,
      (DrawGradient){
          {300, 0}, {380, 0}, color_fade(theme->value, 0.25f), color_fade(theme->query, 0.6f)});
  draw_curve(list, ribbon, 4, 2, theme->query);
  draw_line(list, (Point){300, 220}, (Point){380, 220}, 1, theme->line);
  draw_clip(list, (Box){300, 230, 60, 20});
  list->at_scroll_edge = true;
  sample_text(list, metrics, (DrawText){.at = {290, 245}, .size_pt = 12, .color = theme->ink},
              "cut <at> \"both\" & ends");
  list->at_scroll_edge = false;
  draw_clip_end(list);
}

DrawList sample_list(const Sample *sample, float corner) {
  const Theme *theme = theme_get(THEME_LIGHT);
  const TextMetrics *metrics = fonts_metrics(sample->fonts);
  DrawList list = draw_list_make(sample->arena, 400, 300);
  MatView values = sample_numbers(sample->arena, SAMPLE_TOKENS, SAMPLE_TOKENS);
  DrawHeatmap heatmap = {.box = {80, 100, 192, 180},
                         .values = values,
                         .mask = causal(sample->arena, values),
                         .mix = 1,
                         .hatch_mix = 1,
                         .palette = PALETTE_DIVERGING,
                         .range = {-1, 1},
                         .gap = 2,
                         .corner = corner,
                         .filled = -1,
                         .theme = THEME_LIGHT};
  list.background = theme->paper;
  draw_heatmap(&list, heatmap);
  add_labels(&list, metrics, &heatmap);
  add_shapes(&list, metrics);
  return list;
}
