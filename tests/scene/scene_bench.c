/* tests/scene/scene_bench.c -- see scene_bench.h. */
#include "scene/scene_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static float ruler(void *self, FaceId face, float size_pt, Str text) {
  float width = 0, narrow = face == FACE_SEMIBOLD || face == FACE_BOLD ? 0.61f : 0.57f;
  uint32_t code;
  (void)self;
  for (size_t at = 0; at < text.bytes;) {
    size_t bytes = str_decode(text, at, &code);
    width += bytes == 3 && code >= 0x2E80 ? 1 : narrow;
    at += bytes ? bytes : 1;
  }
  return width * size_pt;
}

static const TextMetrics METRICS = {NULL, ruler};

SceneBench bench_make(const char *model, const char *mask, const char *sentence) {
  SceneBench bench = {.run = run_make(model, mask, str_from(sentence)),
                      .arena = arena_make(0),
                      .view = view_default(),
                      .interactive = true};
  bench.view.kind = VIEW_STAGE;
  return bench;
}

void bench_free(SceneBench *bench) {
  run_free(&bench->run);
  arena_free(bench->arena);
}

void bench_look(SceneBench *bench, StageId stage, int query, int key) {
  bench->view.stage = stage;
  bench->view.query = query - 1;
  bench->view.key = key - 1;
}

Scene bench_scene(SceneBench *bench, float width, float height, float text_scale) {
  arena_reset(bench->arena);
  bench->list = draw_list_make(bench->arena, width, height);
  Pen pen = {&bench->list, &METRICS, theme_get(bench->view.theme), text_scale, 0, FACE_REGULAR, 0};
  return scene_make(bench->run.trace, &bench->view, pen, bench->interactive);
}

void bench_look_between(SceneBench *bench, StageId from, StageId to, float t) {
  bench->view.kind = bench->view.from_kind = VIEW_STAGE;
  bench->view.stage = to;
  bench->view.from_stage = from;
  bench->view.transition = t;
}

DrawList *bench_draw(SceneBench *bench, Box box) {
  Scene scene = bench_scene(bench, box.w, box.h, 1);
  stage_draw(&scene, box);
  assert_false(bench->list.failed);
  return &bench->list;
}

void bench_panel(SceneBench *bench, float width, float height, float text_scale) {
  Scene scene = bench_scene(bench, width, height, text_scale);
  inspector_draw(&scene, (Box){0, 0, width, height});
}

void bench_strip(SceneBench *bench, float width, float height, float text_scale) {
  Scene scene = bench_scene(bench, width, height, text_scale);
  formula_draw(&scene, (Box){0, 0, width, height});
}

void bench_check_layout(SceneBench *bench, const char *state) {
  CountReport report = count_list(&bench->list, &METRICS, bench->arena);
  assert_false(bench->list.failed);
  if (report.texts_outside || report.texts_clipped || report.texts_overlapping ||
      report.heatmaps_outside)
    fail_msg("%s: %.*s", state, (int)report.first_complaint.bytes, report.first_complaint.at);
}

bool bench_has(const SceneBench *bench, const char *text) {
  return count_text(&bench->list, text) > 0;
}

bool bench_contains(const SceneBench *bench, const char *part) {
  return count_text_containing(&bench->list, part) > 0;
}

bool bench_says(const SceneBench *bench, const char *part) {
  StrBuf words = strbuf_make(bench->arena);
  for (int i = 0; i < bench->list.item_count; i++) {
    if (bench->list.items[i].kind != DRAW_TEXT) continue;
    strbuf_add(&words, bench->list.items[i].as.text.text);
    strbuf_add_char(&words, ' ');
  }
  return strstr(words.at, part) != NULL;
}
