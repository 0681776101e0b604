/* scene/stages/logits_place.c -- which tokens and how many words the prediction shows, where and
** how large: the words of one token below each other, then all tokens in columns, by page.
**
** In design points the picture is as high as
**
**   head + sampling + (ranks + 1) rows + title + tokens / columns entries + foot
**
** Rows and entries grow together from their least height to their most. Before a token is left out
** text gets smaller, then there are fewer ranks; in the lowest windows the tokens are folded.
*/
#include "scene/stages/logits.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "text/quoted.h"

static const float HEAD = 76, TITLE = 34, FOOT = 26, INSET = 16, INSET_NARROW = 10;
static const float ROW_MOST = 40, ROW_LEAST = 23, ROW_FOLDED = 19, ROW_FIGURE = 28;
static const float ENTRY_MOST = 27, ENTRY_EASY = 21, ENTRY_LEAST = 17;
static const float ENTRY_WIDTH = 205, ENTRY_WIDTH_MOST = 420; /* of a column of tokens */
static const float SPREAD = 1.35f;    /* beyond its most, where there is nothing else to show */
static const float GROWN_WIDTH = 800; /* design points of width that larger text leaves */
static const float GROWN_MOST = 1.5f; /* relative to the text of the other stages */
static const float SMALL_WIDTH = 400, SMALL_HEIGHT = 230; /* a small window, in design points */
enum { RANKS = 5, RANKS_FEW = 3, COLUMNS_MOST = 6 };

/* The list for an audience: heights of the answer and of a word, and the width. */
static const float LIST_HEAD = 108, LIST_ROW = 38, LIST_WIDTH = 640;
static const float LIST_INSET = 12;

bool logits_is_list(const Scene *scene) { return stage_is_for_afar(scene); }

/* As large as the whole list fits the box. */
static Scene fitted_list(const Scene *scene, Box box) {
  Scene larger = *scene;
  float fitted = scene->pen.text_scale;
  float strip = stage_sampling_height(scene, box.w - stage_points(scene, 2 * LIST_INSET)) / fitted;
  float height = LIST_HEAD + strip + (RANKS + 1) * LIST_ROW + FOOT + 2 * LIST_INSET;
  larger.pen.text_scale = fminf(box.h / height, box.w / LIST_WIDTH) * 0.999f;
  return larger;
}

static LogitsPlace list_place(const Scene *scene, Box box) {
  LogitsPlace place = {.is_list = true, .ranks = RANKS, .first = logits_page_token(scene)};
  place.followed = place.first;
  Box inner = box_inset(box, stage_points(scene, LIST_INSET));
  float head = stage_points(scene, LIST_HEAD), strip = stage_sampling_height(scene, inner.w);
  float foot = stage_points(scene, FOOT), width = fminf(inner.w, inner.h * 2.2f);
  float rows = stage_points(scene, LIST_ROW) * (RANKS + 1);
  place.end = place.first + 1;
  trace_expect_words(scene->trace, place.first, place.end);
  float y = floorf(inner.y + (inner.h - head - strip - rows - foot) / 2);
  place.answer = (Box){inner.x, y, inner.w, head};
  place.sampling = (Box){inner.x, y + head, inner.w, strip};
  place.cells = (Box){inner.x + (inner.w - width) / 2, y + head + strip, width, rows};
  place.foot = (Box){inner.x, place.cells.y + rows + stage_points(scene, 8), inner.w,
                     stage_points(scene, FOOT - 8)};
  return place;
}

int logits_followed_token(const Scene *scene) {
  int row, col, asked = trace_asked_token(scene->trace);
  stage_focus(scene, &row, &col);
  if (row >= 0 || scene->view->filled >= 0) return stage_followed_row(scene);
  return asked >= 0 ? asked : trace_token_count(scene->trace) - 1;
}

int logits_page_token(const Scene *scene) {
  View still = *scene->view;
  Scene there = *scene;
  still.hover_query = still.hover_key = -1;
  there.view = &still;
  return logits_followed_token(&there);
}

Str logits_word(const Scene *scene, int id) {
  const Trace *trace = scene->trace;
  Str word = trace_word(trace, id);
  for (int i = 0; i < trace_token_count(trace); i++)
    if (trace_token_id(trace, i) == id && trace_token(trace, i)->read_as.bytes > 0)
      return str_from(
          str_format(scene->pen.list->arena, "%.*s\xC2\xA0(?)", (int)word.bytes, word.at));
  return trace_is_unknown_word(trace, id) ? str_from(_("(unknown)")) : word;
}

Str logits_named(const Scene *scene, int id) {
  Str plain = trace_word(scene->trace, id), word = logits_word(scene, id);
  return str_equal(plain, word) ? quoted_name_apart(scene->pen.list->arena, word) : word;
}

Str logits_others_words(const Scene *scene, int count) {
  const char *words = P_("%d more word", "%d more words", count);
  Arena *arena = scene->pen.list->arena;
  return str_from(number_grouped(arena, str_format(arena, words, count)));
}

/* -- layout ------------------------------------------------------------------------------------ */

static Box inner_box(const Scene *scene, Box box) {
  bool is_narrow = box.w < stage_points(scene, GROWN_WIDTH * 0.8f);
  return box_inset(box, stage_points(scene, is_narrow ? INSET_NARROW : INSET));
}

/* The fewest columns in which all tokens stand easily, else the most that have room. */
static int columns_in(float width, float height, int count) {
  int most = int_clamp((int)(width / ENTRY_WIDTH), 1, COLUMNS_MOST);
  int columns = int_clamp((int)ceilf(width / ENTRY_WIDTH_MOST), 1, most);
  while (columns < most && ceilf((float)count / (float)columns) * ENTRY_EASY > height) columns++;
  return columns;
}

/* All tokens, or the page of the selected one, counted from the end; the first page is filled up
** from the next. */
static void choose_tokens(const Scene *scene, LogitsPlace *place, int capacity) {
  int count = trace_token_count(scene->trace);
  int page = (count - 1 - logits_page_token(scene)) / capacity;
  place->first = int_max(count - (page + 1) * capacity, 0);
  place->end = int_min(place->first + capacity, count);
}

/* What there is room for, in design points. */
typedef struct Heights {
  float width, height; /* of the whole */
  float around;        /* question, answer, sampling, and the foot if there is one */
  int ranks, columns, rows;
} Heights;

/* As many tokens as fit below that many ranks; without room for two rows of them the tokens are
** folded and there are as many ranks as fit. Returns whether no token is left out. */
static bool choose_counts(const Scene *scene, Heights *heights, int ranks) {
  int count = trace_token_count(scene->trace);
  float room = heights->height - heights->around;
  float below = room - (float)(ranks + 1) * ROW_LEAST - TITLE;
  int fitting = (int)(below / ENTRY_LEAST);
  heights->ranks = ranks;
  heights->columns = columns_in(heights->width, below, count);
  heights->rows = int_min((count + heights->columns - 1) / heights->columns, fitting);
  if (count > 1 && fitting >= 2) return heights->rows * heights->columns >= count;
  int words = (int)(room / ROW_FOLDED) - 1;
  heights->ranks = int_clamp(words, 1, RANKS);
  heights->columns = heights->rows = 0;
  return count == 1;
}

/* False: not every token is shown. */
static bool size_place(const Scene *scene, LogitsPlace *place, Box inner, int ranks) {
  float point = stage_points(scene, 1);
  int rows, kinds;
  Heights at = {.width = inner.w / point, .height = fmaxf(inner.h / point, 1)};
  at.around = HEAD + stage_sampling_height(scene, inner.w) / point;
  if (logits_has_foot(scene)) at.around += FOOT;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &kinds);
  bool is_whole = choose_counts(scene, &at, int_min(ranks, kinds));
  if (!is_whole && !logits_has_foot(scene)) { /* which says what is left out */
    at.around += FOOT;
    choose_counts(scene, &at, int_min(ranks, kinds));
  }
  place->ranks = int_min(at.ranks, kinds);
  place->rows = at.rows;
  place->columns = at.columns;
  if (at.rows > 0) choose_tokens(scene, place, at.rows * at.columns);
  else place->first = logits_page_token(scene), place->end = place->first + 1;
  float words = (float)(place->ranks + 1), entries = (float)at.rows,
        title = at.rows > 0 ? TITLE : 0;
  float least = words * ROW_LEAST + entries * ENTRY_LEAST;
  float most = words * ROW_MOST + entries * ENTRY_MOST, left = at.height - at.around - title;
  float grown = float_clamp((left - least) / (most - least), 0, 1);
  float by = left < least ? fmaxf(left, 1) / least : float_clamp(left / most, 1, SPREAD);
  float row = point * by * float_lerp(ROW_LEAST, ROW_MOST, grown),
        entry = point * by * float_lerp(ENTRY_LEAST, ENTRY_MOST, grown);
  place->cells = (Box){inner.x, 0, inner.w, row * words};
  place->title = (Box){inner.x, 0, inner.w, point * title};
  float aside =
      point * LOGITS_BETWEEN / 2; /* right of the last column, whose numbers end above it */
  place->tokens = (Box){inner.x, 0, inner.w + aside, entry * entries};
  place->foot = (Box){inner.x, 0, inner.w, is_whole && !logits_has_foot(scene) ? 0 : point * FOOT};
  return is_whole && left >= least;
}

Scene logits_fitted(const Scene *scene, Box box) {
  if (logits_is_list(scene)) return fitted_list(scene, box);
  const float step = 0.95f;
  Scene larger = *scene;
  float fitted = scene->pen.text_scale;
  float most = fmaxf(fitted, fminf(box.w / GROWN_WIDTH, fitted * GROWN_MOST));
  float least = fminf(fminf(box.w / SMALL_WIDTH, box.h / SMALL_HEIGHT), 1);
  least = fmaxf(least, fminf(fitted, scene->view->text_scale));
  for (int ranks = RANKS; ranks >= RANKS_FEW; ranks -= RANKS - RANKS_FEW)
    for (float scale = fmaxf(most, least); scale >= least * 0.999f; scale *= step) {
      LogitsPlace place = {.ranks = 0};
      larger.pen.text_scale = scale;
      if (size_place(&larger, &place, inner_box(&larger, box), ranks)) return larger;
    }
  larger.pen.text_scale = least;
  return larger;
}

float logits_figure_height(const Scene *scene, float width) {
  const float scale = fminf(width / SMALL_WIDTH, fminf(scene->pen.text_scale, 1));
  int count = trace_token_count(scene->trace);
  int columns = columns_in(width / scale - 2 * INSET, 0, count);
  float rows = count > 1 ? ceilf((float)count / (float)columns) : 0;
  float foot = logits_has_foot(scene) ? FOOT : 0, sampling = stage_sampling_height(scene, width);
  return scale * (HEAD + foot + (RANKS + 1) * ROW_FIGURE + (rows > 0 ? TITLE : 0) +
                  rows * ENTRY_EASY + 2 * INSET) +
         sampling;
}

LogitsPlace logits_place(const Scene *scene, Box box) {
  if (logits_is_list(scene)) return list_place(scene, box);
  LogitsPlace place = {.followed = logits_followed_token(scene)};
  Box inner = inner_box(scene, box);
  float head = stage_points(scene, HEAD), strip = stage_sampling_height(scene, inner.w);
  if (!size_place(scene, &place, inner, RANKS)) size_place(scene, &place, inner, RANKS_FEW);
  trace_expect_words(scene->trace, place.first, place.end);
  float used = head + strip + place.cells.h + place.title.h + place.tokens.h + place.foot.h;
  float y = floorf(inner.y + fmaxf(inner.h - used, 0) / 2);
  place.answer = (Box){inner.x, y, inner.w, head};
  place.sampling = (Box){inner.x, y += head, inner.w, strip};
  place.cells.y = y += strip;
  place.title.y = y += place.cells.h;
  place.tokens.y = y += place.title.h;
  place.foot.y = y + place.tokens.h;
  cut_top(&place.foot, place.foot.h * 0.25f);
  return place;
}

Box logits_rank_box(const LogitsPlace *place, int rank) {
  assert(rank >= 0 && rank <= place->ranks);
  float height = place->cells.h / (float)(place->ranks + 1);
  return (Box){place->cells.x, place->cells.y + height * (float)rank, place->cells.w, height};
}

Box logits_token_box(const LogitsPlace *place, int token) {
  int at = token - place->first;
  assert(at >= 0 && token < place->end && place->rows > 0);
  float width = place->tokens.w / (float)place->columns;
  float height = place->tokens.h / (float)place->rows;
  return (Box){place->tokens.x + width * (float)(at / place->rows),
               place->tokens.y + height * (float)(at % place->rows), width, height};
}
