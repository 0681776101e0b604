/* screen/counter.c -- the step counter of the presenter view. */
#include "base/i18n.h"
#include "scene/view_kinds.h"
#include "screen/screen.h"
#include "session/lesson/on_show.h"
#include "session/training/training.h"
#include "trace/workings/cache_step.h"
#include "trace/workings/tiles.h"

/* In training the step, so far; nothing before it begins. */
static void add_training_step(StrBuf *words, const Session *session) {
  TrainingShown shown;
  if (session_training(session, &shown))
    i18n_add_phrase(words, _("step %d of %d"), shown.step, shown.news.steps_wanted);
}

static void add_cache_step(StrBuf *words, const Trace *trace, const View *view) {
  CacheStep step = cache_step_of(trace, view->cache_prompt, view->cache_step);
  i18n_add_phrase(words, _("step %d of %d"), step.step + 1, step.step_count);
}

/* What of a stage is filled: tiles, cells or rows. */
static void add_filled(StrBuf *words, const Trace *trace, const View *view) {
  int rows, cols;
  trace_stage_shape(trace, view->stage, &rows, &cols);
  if (view->filled < 0 || cols <= 0 || view->kind != VIEW_STAGE) return;
  if (stage_info(view->stage)->by_tile) {
    Tiling tiling = tiling_of(trace);
    i18n_add_phrase(words, _("tile %d of %d"), tiling_index(&tiling, view->filled) + 1,
                    tiling_count(&tiling));
  } else if (view->step_by == STEP_CELL)
    i18n_add_phrase(words, _("cell %d of %d"), view->filled, rows * cols);
  else i18n_add_phrase(words, _("row %d of %d"), (view->filled + cols - 1) / cols, rows);
}

/* Among stages and, while one is filled, its rows or cells; the overview shows all at once. */
static void add_place_of_view(StrBuf *words, const Trace *trace, const View *view) {
  int count = trace_stage_count(trace);
  if (view->kind == VIEW_CACHE && trace_token_count(trace) > 0) add_cache_step(words, trace, view);
  else if (view_is_of_layers(view->kind))
    i18n_add_phrase(words, _("layer %d of %d"), view->layer + 1, trace_layer_count(trace));
  else if (view_kind_info(view->kind)->room) return;
  else if (view->kind == VIEW_OVERVIEW)
    i18n_add_phrase(words, P_("%d stage", "%d stages", count), count);
  else {
    int place = trace_stage_index(trace, view->stage) + 1;
    int from = trace_stage_index(trace, view->from_stage) + 1;
    if (view_is_between(view)) i18n_add_phrase(words, _("stage %d → %d of %d"), from, place, count);
    else i18n_add_phrase(words, _("stage %d of %d"), place, count);
    add_filled(words, trace, view);
  }
}

/* The pages of a script and of a lesson come before what they show. */
Str screen_counter(const Session *session, Arena *arena) {
  const LessonOnShow *lesson = session_lesson(session);
  const View *view = session_view(session);
  int page, pages;
  StrBuf words = strbuf_make(arena);
  if (session_script_page(session, &page, &pages))
    i18n_add_phrase(&words, C_("a page of a script", "%d of %d"), page, pages);
  else if (lesson)
    i18n_add_phrase(&words, C_("a page of a lesson", "%d of %d"), lesson->page + 1,
                    lesson->lesson->page_count);
  else if (view->kind == VIEW_TRAINING) add_training_step(&words, session);
  else add_place_of_view(&words, session_trace(session), view);
  return strbuf_str(&words);
}

/* As many digits as it has, each the widest. */
static int widest_number(int number) {
  int widest = 8;
  for (; number > 9; number /= 10) widest = widest * 10 + 8;
  return widest;
}

Str screen_counter_widest(const Session *session, Arena *arena) {
  const LessonOnShow *lesson = session_lesson(session);
  int page, pages = 0;
  StrBuf words = strbuf_make(arena);
  bool plays = session_script_page(session, &page, &pages);
  if (!plays && lesson) pages = lesson->lesson->page_count;
  int most = widest_number(pages > 0 ? pages : trace_stage_count(session_trace(session)));
  if (plays) i18n_add_phrase(&words, C_("a page of a script", "%d of %d"), most, most);
  else if (lesson) i18n_add_phrase(&words, C_("a page of a lesson", "%d of %d"), most, most);
  else i18n_add_phrase(&words, _("stage %d of %d"), most, most);
  return strbuf_str(&words);
}
