/* scene/views/cache.c -- the picture of kept keys and values (M-51). */
#include "scene/views/cache.h"

#include <math.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/views/amounts.h"
#include "scene/views/cache_place.h"
#include "scene/views/view_room.h"

/* -- words ------------------------------------------------------------------------------------- */

/* [M, Dv] and [M], whatever the number of tokens. */
static const char *summed_words(Arena *arena, const Trace *trace, const View *view) {
  int features = kind_fewer(trace_kind(trace)), rows, cols;
  trace_matrix_shape(trace, TRACE_V, view->layer, &rows, &cols);
  double bytes = (double)sizeof(float) * features * (cols + 1);
  return str_format(
      arena,
      P_("No row needs to be kept: each key and value is added to two sums, with a row for each "
         "of %d feature, and let go. They take %s in this head, however many tokens there are. "
         "approximate exact shows the kept keys.",
         "No row needs to be kept: each key and value is added to two sums, with a row for each "
         "of %d features, and let go. They take %s in this head, however many tokens there are. "
         "approximate exact shows the kept keys.",
         features),
      features, amount_bytes(arena, bytes));
}

const char *cache_refusal_words(Arena *arena, const Trace *trace, const View *view) {
  int prompt = cache_prompt(trace, view->cache_prompt), query = 0, key = 0;
  switch (cache_refusal(trace, view->layer, prompt, &query, &key)) {
  case CACHE_CAN:
    return NULL;
  case CACHE_NO_TOKENS:
    return _("There are no tokens whose keys could be kept: type a sentence.");
  case CACHE_MIXED:
    return _("All keys are mixed before the first query asks: every new key would change each "
             "mixture, so none could be kept. approximate exact shows the kept keys.");
  case CACHE_SUMMED:
    return summed_words(arena, trace, view);
  case CACHE_OTHER_SENTENCE:
    return _("The keys and values are those of another sentence: all of them are there before the "
             "first query asks, so nothing grows.");
  case CACHE_NOT_RECORDED:
    return _("The recording lacks queries, keys, values, weights or output, so the steps cannot "
             "be shown.");
  case CACHE_LOOKS_AHEAD:
    break;
  }
  Str asks = trace_token(trace, query)->label, asked = trace_key(trace, key)->label;
  return str_format(arena,
                    _("“%.*s” sees “%.*s”, which comes later: with every new token the rows before "
                      "it would change, so keys and values that were kept would be wrong. A causal "
                      "mask lets no token look ahead."),
                    (int)asks.bytes, asks.at, (int)asked.bytes, asked.at);
}

void cache_pair_on_show(const Trace *trace, const View *view, int *query, int *key) {
  *query = *key = -1;
  if (trace_token_count(trace) == 0) return;
  int prompt = cache_prompt(trace, view->cache_prompt), asks = -1, asked = -1;
  CacheRefusal refusal = cache_refusal(trace, view->layer, prompt, &asks, &asked);
  if (refusal == CACHE_CAN)
    *query = cache_step_of(trace, view->cache_prompt, view->cache_step).query;
  if (refusal == CACHE_LOOKS_AHEAD) *query = asks, *key = asked;
}

CacheStep cache_step_on_show(const Scene *scene) {
  const View *view = scene->view;
  if (trace_token_count(scene->trace) == 0) return (CacheStep){0};
  return cache_step_of(scene->trace, view->cache_prompt, view->cache_step);
}

static bool is_refused(const Scene *scene) {
  return cache_refusal_words(scene->pen.list->arena, scene->trace, scene->view) != NULL;
}

CacheRefusal cache_refusal_on_show(const Scene *scene) {
  int prompt = cache_prompt(scene->trace, scene->view->cache_prompt);
  return cache_refusal(scene->trace, scene->view->layer, prompt, NULL, NULL);
}

/* -- buttons ----------------------------------------------------------------------------------- */

static void add_button(const Scene *scene, Box *line, const char *label, const char *command,
                       const char *tip) {
  const TextStyle style = {FACE_MEDIUM, 12, scene->pen.theme->ink, ALIGN_MIDDLE};
  float width = pen_width(&scene->pen, style, str_from(label)) + stage_points(scene, 22);
  if (width > line->w) return;
  control_toggle(&scene->pen, cut_left(line, width),
                 (Toggle){.label = str_from(label),
                          .face = FACE_MEDIUM,
                          .size = 12,
                          .corner = 6,
                          .command = command,
                          .tip = tip});
  cut_left(line, stage_points(scene, 8));
}

/* "prompt 6 [−] [+]   [+ next token]" */
static void draw_buttons(const Scene *scene, Box line) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  const CacheStep step = cache_step_on_show(scene);
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->ink, ALIGN_START};
  Str words = str_from(
      str_format(arena, P_("prompt: %d token", "prompt: %d tokens", step.prompt), step.prompt));
  line.h = stage_points(scene, 26);
  Box name = cut_left(&line, fminf(pen_width(pen, style, words) + 1, line.w));
  pen_text_in(pen, style, name, words);
  cut_left(&line, stage_points(scene, 10));
  if (step.prompt > trace_first_place(scene->trace) + 1)
    add_button(scene, &line, "−", str_format(arena, "cache prompt %d", step.prompt - 1),
               _("one token less in the prompt"));
  if (step.prompt < trace_key_count(scene->trace))
    add_button(scene, &line, "+", str_format(arena, "cache prompt %d", step.prompt + 1),
               _("one token more in the prompt"));
  cut_left(&line, stage_points(scene, 8));
  if (trace_continues(scene->trace))
    add_button(scene, &line, _("+ next token"), "continue",
               _("the model appends the likeliest token (n)"));
}

/* -- all --------------------------------------------------------------------------------------- */

/* A side of a cell of K. */
static float cell_side(const Scene *scene, Box box) {
  CachePicture place = cache_place(scene, box);
  return fminf(place.row, place.k.w / (float)cache_columns(scene, TRACE_K));
}

static void draw(const Scene *bare, Box box) {
  Scene scene = view_room_fitted(bare, box, cell_side);
  if (trace_token_count(scene.trace) == 0) {
    stage_empty_draw(&scene, box);
    return;
  }
  if (is_refused(&scene)) {
    cache_refusal_draw(&scene, box);
    return;
  }
  CachePicture place = cache_place(&scene, box);
  view_room_title_draw(&scene, place.title);
  if (place.buttons.h > 0) draw_buttons(&scene, place.buttons);
  cache_matrices_draw(&scene, &place);
  cache_bars_draw(&scene, &place.step, place.charts);
}

static void captions(const Scene *scene, Captions *out) {
  Arena *arena = scene->pen.list->arena;
  CacheStep step = cache_step_on_show(scene);
  out->title = _("Kept keys and values");
  if (step.row_count == 0) return;
  out->explanation =
      _("Under a causal mask a row of K and V never changes again. So each new token needs one row "
        "of each, and one query that meets all kept keys.");
  out->hint = _("Try: press → for the next token, and watch the two bars part.");
  if (is_refused(scene)) {
    bool is_ahead = cache_refusal_on_show(scene) == CACHE_LOOKS_AHEAD;
    out->headline = kind_has_features(trace_kind(scene->trace))
                        ? _("No key or value needs to be kept")
                    : is_ahead ? _("Kept keys and values need a causal mask")
                               : _("These keys and values cannot be kept");
    out->shapes = is_ahead ? _("here tokens look at tokens that come later") : "";
    CacheRemedy remedy = cache_remedy(scene);
    out->hint =
        remedy.command ? str_format(arena, _("Try: %s (%s)."), remedy.label, remedy.command) : "";
    return;
  }
  Str asks = scene_key_label(scene, step.row_count - 1);
  CacheRows rows = cache_rows(scene->trace, scene->view->layer, &step);
  int met = step.step == 0 ? step.row_count : (int)rows.pairs;
  out->headline =
      step.step == 0
          ? str_format(
                arena,
                P_("The prompt: %d row at once", "The prompt: %d rows at once", step.row_count),
                step.row_count)
          : str_format(arena, P_("“%.*s” asks %d kept key", "“%.*s” asks %d kept keys", met),
                       (int)asks.bytes, asks.at, met);
  CacheWork work = cache_work(scene->trace, scene->view->layer, CACHE_OF_HEAD, &step);
  out->shapes = str_format(arena, _("step %d of %d · %s multiplications in this head, all anew %s"),
                           step.step + 1, step.step_count, amount_count(arena, work.kept),
                           amount_count(arena, work.anew));
}

static const char *figure_words(const Scene *scene, Arena *arena) {
  CacheStep step = cache_step_on_show(scene);
  Str model = i18n_isolated(arena, trace_model_name(scene->trace));
  StrBuf words = strbuf_make(arena);
  if (step.row_count == 0 || is_refused(scene)) return "";
  i18n_add_sentence(
      &words, str_format(arena,
                         _("Keys and values of head %d in layer %d of the model %.*s, kept from "
                           "token to token: step %d of %d."),
                         scene->view->head + 1, scene->view->layer + 1, (int)model.bytes, model.at,
                         step.step + 1, step.step_count));
  i18n_add_sentence(&words, _("Outlined is what was computed at this step; the rows above it are "
                              "kept, empty rows are still to come."));
  CacheRows rows = cache_rows(scene->trace, scene->view->layer, &step);
  if (rows.gone > 0)
    i18n_add_sentence(
        &words, str_format(arena,
                           P_("%d row has fallen out of the window of the mask: no later query "
                              "sees it.",
                              "%d rows have fallen out of the window of the mask: no later query "
                              "sees them.",
                              rows.gone),
                           rows.gone));
  return words.failed ? "" : words.at;
}

/* Of the query of the step on show, whatever else is chosen. */
static const char *focus_line(const Scene *scene) {
  int row, col;
  CacheStep step = cache_step_on_show(scene);
  StageId weights = stage_of_part(TRACE_WEIGHTS);
  stage_focus(scene, &row, &col);
  if (row < 0 || step.row_count == 0 || is_refused(scene)) return "";
  View view = *scene->view;
  Scene there = *scene;
  view.kind = VIEW_STAGE;
  view.stage = weights;
  view.filled = -1;
  there.view = &view;
  return stage_views[weights]->focus_line(&there, step.query, -1);
}

const ViewRoom cache_room = {.draw = draw,
                             .captions = captions,
                             .inspect = cache_inspect,
                             .figure_caption = figure_words,
                             .focus_line = focus_line,
                             .width_design = 920,
                             .height_design = 760,
                             .grows = true};
