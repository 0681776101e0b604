/* tests/scene/scene_bench.h -- a real forward pass, a view and a fresh list, for tests of the
** strip and the panel. Text is measured as 0.57 em a character, bold 0.61, a wide one 1 em,
** so no font is needed. */
#ifndef TESTS_SCENE_BENCH_H
#define TESTS_SCENE_BENCH_H

#include "model/run.h"
#include "render/count/count.h"
#include "scene/scene.h"

#define BENCH_SENTENCE "The animal didn't cross the street because it was too tired"

typedef struct SceneBench {
  Run run;
  Arena *arena; /* of the list */
  DrawList list;
  View view;
  bool interactive;
} SceneBench;

SceneBench bench_make(const char *model, const char *mask, const char *sentence);
void bench_free(SceneBench *bench);

/* Stage and focus, from 1; 0: none. */
void bench_look(SceneBench *bench, StageId stage, int query, int key);

/* Resets the list to that size and draws the panel or the strip into all of it. */
void bench_panel(SceneBench *bench, float width, float height, float text_scale);
void bench_strip(SceneBench *bench, float width, float height, float text_scale);
Scene bench_scene(SceneBench *bench, float width, float height, float text_scale);

/* A moment t on the way from one stage to another. */
void bench_look_between(SceneBench *bench, StageId from, StageId to, float t);

/* The stage, or the moment, drawn into a box at the corner; the list is the bench's own, and gone
** when the next one is drawn. */
DrawList *bench_draw(SceneBench *bench, Box box);

/* Fails the test, naming the state, when text leaves the picture, is cut or lies on other text. */
void bench_check_layout(SceneBench *bench, const char *state);

bool bench_has(const SceneBench *bench, const char *text);
bool bench_contains(const SceneBench *bench, const char *part);
/* The same of all texts one after the other, so that wrapping does not matter. */
bool bench_says(const SceneBench *bench, const char *part);

#endif
