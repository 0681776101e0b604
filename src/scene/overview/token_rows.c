/* scene/overview/token_rows.c -- the words at the left of the overview; in cross-attention those of
** the keys stand above those of the queries. Beside Q, K and V they name the rows. */
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/overview/plan.h"
#include "scene/stages/stage.h"
#include "scene/token_shown.h"
#include "text/utf8.h"

/* Names are at least a line apart. The names of query and key are always shown, at their place or
** just beside each other; of the others every n-th that does not touch them. */
typedef struct TokenNames {
  const Scene *scene;
  const OverviewPlan *plan;
  Box place;
  bool of_keys; /* words of another sentence */
  float size;   /* design points */
  bool beside;  /* of a matrix: in ink, without clicks, all or only those of query and key */
  int count, query, key, stride;
  int also; /* named where it touches neither; the key itself: none */
  float pitch, line;
  bool numbered; /* with its place in the sentence, where not all are named */
  float numbers_width;
} TokenNames;

static const float NUMBER_SIZE = 10.5f;

float overview_numbers_width(const Pen *pen, int count) {
  TextStyle small = {FACE_MONO, NUMBER_SIZE, COLOR_NONE, ALIGN_END};
  return pen_width(pen, small, str_from(str_format(pen->list->arena, "%d ", count)));
}

static float own_middle(const TokenNames *names, int token) {
  return names->place.y + names->pitch * ((float)token + 0.5f);
}

static float name_middle(const TokenNames *names, int token) {
  float middle = own_middle(names, token), query = own_middle(names, names->query);
  if (token != names->key || names->query < 0 || token == names->query) return middle;
  return token < names->query ? fminf(middle, query - names->line)
                              : fmaxf(middle, query + names->line);
}

static bool is_clear_of(const TokenNames *names, int token, int focused) {
  return focused < 0 ||
         fabsf(own_middle(names, token) - name_middle(names, focused)) >= names->line;
}

static TextStyle name_style(const TokenNames *names, int token) {
  const Theme *theme = names->scene->pen.theme;
  bool is_query = token == names->query, is_key = token == names->key;
  Color color = is_query ? theme->query : is_key ? theme->key : theme->ink;
  if (names->beside) color = theme->ink; /* a ribbon lies behind them */
  return (TextStyle){is_query || is_key ? FACE_BOLD : FACE_MEDIUM, names->size, color, ALIGN_END};
}

static void token_name(const TokenNames *names, int token) {
  const Pen *pen = &names->scene->pen;
  const Trace *trace = names->scene->trace;
  float line = pen_line_height(pen, names->size);
  Box place = {names->place.x, name_middle(names, token) - line / 2, names->place.w, line};
  const TraceToken *named = names->of_keys ? trace_key(trace, token) : trace_token(trace, token);
  TextStyle style = name_style(names, token);
  if (names->numbered) {
    Str number = str_from(str_format(pen->list->arena, "%d", token + 1));
    TextStyle small = {FACE_MONO, fminf(names->size, NUMBER_SIZE), pen->theme->muted, ALIGN_END};
    Box end = cut_right(&place, names->numbers_width);
    pen_text_in(pen, small, end, number);
  }
  pen_text_in(pen, style, place, pen_fit(pen, style, place.w, named->text));
  place.w += names->numbers_width;
  if (!names->scene->interactive || names->of_keys || names->beside) return;
  bool hides = stage_hides(names->scene) && named->bytes > 0;
  float height = fminf(line, names->pitch * (float)names->stride);
  draw_hit(pen->list,
           (DrawHit){.box = {place.x, place.y, place.w + 12 * names->plan->scale, height},
                     .cursor = CURSOR_HAND,
                     .click = str_format(pen->list->arena, "cell %d row", token + 1),
                     .twice = hides ? str_format(pen->list->arena, "hide %d", token + 1) : NULL,
                     .hover = str_format(pen->list->arena, "hover %d row", token + 1)});
}

/* The names of query and key come last; the others have left room for them. */
static void draw_names(TokenNames names) {
  names.stride = (int)ceilf(names.line / names.pitch);
  bool all = names.stride <= 1;
  names.numbered = !all && !names.beside && names.count >= OVERVIEW_NUMBERED_FROM;
  if (names.numbered) names.numbers_width = overview_numbers_width(&names.scene->pen, names.count);
  int query = names.query, key = names.key;
  for (int i = 0; i < names.count && (all || !names.beside); i += all ? 1 : names.stride)
    if (i != query && i != key &&
        (all || (is_clear_of(&names, i, query) && is_clear_of(&names, i, key) &&
                 (i == names.also || is_clear_of(&names, i, names.also)))))
      token_name(&names, i);
  bool is_free = is_clear_of(&names, names.also, query) && is_clear_of(&names, names.also, key);
  if (!all && names.also >= 0 && names.also % names.stride != 0 && is_free)
    token_name(&names, names.also);
  if (query >= 0) token_name(&names, query);
  if (key >= 0 && key != query) token_name(&names, key);
}

/* "keys · 9 words" above each of two sentences, clear of the first name. */
static void heading(const Scene *scene, Box place, const char *format, int count, Color color) {
  const Pen *pen = &scene->pen;
  float size = scene_is_presented(scene) ? 14 : 10.5f;
  float line = pen_line_height(pen, size), name = pen_line_height(pen, 14);
  float above = line + fmaxf(name - place.h / (float)count, 0) / 2;
  Box box = {place.x, place.y - above, place.w, line};
  pen_text_in(pen, (TextStyle){FACE_SEMIBOLD, size, color, ALIGN_END}, box,
              str_from(str_format(pen->list->arena, format, count)));
}

/* The words stand for rows of another matrix in every layer: "X₂, after layer 1" above them. */
static void stream_words(const Scene *scene, const OverviewPlan *plan, const TokenNames *names) {
  const Pen *pen = &scene->pen;
  const char *source = captions_stream_source(scene);
  if (!source) return;
  bool is_afar = scene_is_presented(scene); /* where the layer is named beside it, and large */
  const char *symbol = captions_stream(scene, 'X', scene->view->layer);
  float line = pen_line_height(pen, 10.5f), name = pen_line_height(pen, names->size);
  float top = name_middle(names, 0);
  if (names->key >= 0) top = fminf(top, name_middle(names, names->key));
  float y = top - name / 2 - 10 * plan->scale;
  Box note = {plan->tokens.x, y - line, plan->tokens.w, line};
  TextStyle small = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_END};
  TextStyle bold = {FACE_BOLD, is_afar ? 20 : 14, pen->theme->ink, ALIGN_END};
  float wide = pen_width(pen, small, str_from(source)) + 1;
  float beyond = fmaxf(wide - note.w, 0);
  bool is_above = plan->layers.w > 0 && y < plan->layers.y; /* and above their lines */
  bool fits = !is_afar && beyond <= (is_above ? note.x - plan->layers.x - plan->layers.w : 0);
  note.x -= fits ? beyond : 0;
  note.w += fits ? beyond : 0;
  if (fits) pen_text_in(pen, small, note, str_from(source));
  if (fits) note.y -= name;
  note.h = name;
  if (!fits) note.y = y - name;
  pen_text_in(pen, bold, note, str_from(symbol));
}

static float word_size(const Scene *scene, float pitch) {
  float line = pen_line_height(&scene->pen, 1) * 0.96f;
  return float_clamp(pitch / line, OVERVIEW_WORD_LEAST, overview_word_most(scene));
}

/* A key of another sentence is named in its own rows, and a mixture is no word. */
static TokenNames word_names(const Scene *scene, const OverviewPlan *plan, int query, int key) {
  bool is_word = plan->keys.h <= 0 && !trace_keys_are_mixtures(scene->trace);
  TokenNames names = {.scene = scene,
                      .plan = plan,
                      .place = plan->tokens,
                      .count = trace_token_count(scene->trace),
                      .query = query,
                      .key = is_word ? key : -1,
                      .also = -1};
  names.pitch = names.place.h / (float)names.count;
  names.size = word_size(scene, names.pitch);
  names.line = pen_line_height(&scene->pen, names.size) * 0.95f;
  return names;
}

float overview_word_start(const Scene *scene, const OverviewPlan *plan, int token) {
  TokenNames names = word_names(scene, plan, token, -1); /* as wide as when it is chosen */
  if (names.line > names.pitch) return plan->tokens.x - 4 * plan->scale;
  float width =
      pen_width(&scene->pen, name_style(&names, token), trace_token(scene->trace, token)->text);
  return plan->tokens.x + plan->tokens.w - fminf(width, plan->tokens.w) - 6 * plan->scale;
}

static float key_width(const Scene *scene, int key) {
  TextStyle bold = {FACE_BOLD, 14, scene->pen.theme->key, ALIGN_END};
  return pen_width(&scene->pen, bold, trace_key(scene->trace, key)->text);
}

/* Where not all keys are named, before the longest. */
float overview_key_start(const Scene *scene, const OverviewPlan *plan, int key) {
  Box keys = plan->keys;
  int count = trace_key_count(scene->trace), step = token_measured_step(count);
  float width = key_width(scene, key), pitch = keys.h / (float)count;
  bool is_dense = pen_line_height(&scene->pen, 14) * 0.95f > pitch;
  for (int i = 0; is_dense && i < count; i += step) width = fmaxf(width, key_width(scene, i));
  return keys.x + keys.w - fminf(width, keys.w) - 6 * plan->scale;
}

/* Smaller, before names are left out: those of the keys have less room than their sentence. */
static float size_of_all(const Scene *scene, Box place, int count) {
  const float most = 14, least = 9;
  float pitch = place.h / (float)count;
  float fits = most * pitch / (pen_line_height(&scene->pen, most) * 0.96f);
  return fits >= least ? fminf(fits, most) : most;
}

void overview_tokens(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road) {
  const Trace *trace = scene->trace;
  bool cross = plan->keys.h > 0;
  int queries = trace_token_count(trace), keys = trace_key_count(trace);
  TokenNames names = word_names(scene, plan, road->query, road->key);
  draw_names(names);
  if (!cross) stream_words(scene, plan, &names);
  if (!cross) return;
  float size = size_of_all(scene, plan->keys, keys);
  heading(scene, plan->tokens, _("queries · %d"), queries, scene->pen.theme->query);
  heading(scene, plan->keys, _("keys · %d"), keys, scene->pen.theme->key);
  draw_names((TokenNames){.scene = scene,
                          .plan = plan,
                          .place = plan->keys,
                          .of_keys = true,
                          .size = size,
                          .count = keys,
                          .query = -1,
                          .key = road->key,
                          .also = road->value,
                          .pitch = plan->keys.h / (float)keys,
                          .line = pen_line_height(&scene->pen, size) * 0.95f});
}

/* Of a line of names, in units of their size: they stand without a gap. Letters that fill their
** square need one. */
static const float INK_HEIGHT = 1.03f, INK_HEIGHT_WIDE = 1.3f;

static bool has_wide_letters(const Scene *scene, bool of_keys, int count) {
  int step = token_measured_step(count);
  for (int i = 0; i < count; i += step) {
    Str text = (of_keys ? trace_key(scene->trace, i) : trace_token(scene->trace, i))->text;
    if (text.bytes > 0 && utf8_is_wide(utf8_get(text, 0, NULL))) return true;
  }
  return false;
}

/* At the end of the ribbons, as large as the rows are high; where that is below ten points, or a
** row is chosen on a screen, only the names of query and key: the others are read at the left. */
static TokenNames row_names(const Scene *scene, const OverviewPlan *plan, Box vectors, bool of_keys,
                            int query, int key) {
  Box cells = overview_cells(plan, vectors);
  int count = of_keys ? trace_key_count(scene->trace) : trace_token_count(scene->trace);
  float ink = has_wide_letters(scene, of_keys, count) ? INK_HEIGHT_WIDE : INK_HEIGHT;
  float pitch = cells.h / (float)count, fits = pitch / (ink * plan->scale);
  float least = fmaxf(10, 9 * fminf(plan->scale, plan->plain_scale));
  bool has_road = scene->interactive && scene->view->query >= 0; /* hovering moves nothing */
  bool all = pitch / ink >= least && !has_road;
  float most = overview_name_most(scene), size = all ? fminf(fits, most) : most;
  return (TokenNames){.scene = scene,
                      .plan = plan,
                      .place = {vectors.x - plan->names_width, cells.y,
                                plan->names_width - 5 * plan->scale, cells.h},
                      .of_keys = of_keys,
                      .size = size,
                      .beside = true,
                      .count = count,
                      .query = query,
                      .key = key,
                      .also = -1,
                      .pitch = pitch,
                      .line = ink * size * plan->scale};
}

float overview_ribbon_end(const Scene *scene, const OverviewPlan *plan, Box vectors, bool of_keys,
                          int token, bool focused) {
  int chosen = focused ? token : -1;
  if (plan->names_width <= 0) return vectors.x;
  TokenNames names = row_names(scene, plan, vectors, of_keys, chosen, -1);
  if (names.line > names.pitch && !focused) return vectors.x;
  const TraceToken *named =
      of_keys ? trace_key(scene->trace, token) : trace_token(scene->trace, token);
  float width = pen_width(&scene->pen, name_style(&names, token), named->text);
  return names.place.x + names.place.w - fminf(width, names.place.w) - 5 * plan->scale;
}

void overview_row_names(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road) {
  if (plan->names_width <= 0) return;
  if (trace_has_part(scene->trace, overview_keys(scene)))
    draw_names(row_names(scene, plan, plan->k, true, -1, road->key));
  if (trace_has_part(scene->trace, TRACE_Q))
    draw_names(row_names(scene, plan, plan->q, false, road->query, -1));
  if (trace_has_part(scene->trace, trace_values(scene->trace)))
    draw_names(row_names(scene, plan, plan->v, true, -1, road->value));
}
