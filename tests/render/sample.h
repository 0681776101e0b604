/* A small picture made by hand for the tests of the backends: a heatmap with a causal mask, labels
** in five scripts, slanted and upright, numbers, boxes, a clip, a curve and a ribbon. */
#ifndef TESTS_RENDER_SAMPLE_H
#define TESTS_RENDER_SAMPLE_H

#include "font/font.h"
#include "scene/draw_list.h"
#include "scene/text_metrics.h"

enum { SAMPLE_TOKENS = 6 };

typedef struct Sample {
  Fonts *fonts;
  Arena *arena;
} Sample;

/* For cmocka: state points at a Sample with open fonts and an arena. */
int sample_set_up(void **state);
int sample_tear_down(void **state);

DrawList sample_list(const Sample *sample, float corner);

/* Places a text of the list's metrics; returns its width. */
float sample_text(DrawList *list, const TextMetrics *metrics, DrawText text, const char *words);

/* A matrix of numbers −1 … 1 that repeats nowhere near, on the arena. */
MatView sample_numbers(Arena *arena, int rows, int cols);

#endif
