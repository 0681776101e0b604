/* scene/stages/logits_place.c -- which tokens and how many words the prediction shows, where and
** how large: rows by page, columns by the width of the answers, text as large as the rows allow. */
#include "scene/stages/logits.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"

/* Heights of a row: where all are asked, of one asked of few, and of one that is not asked. */
static const float ROW_MOST = 46, ROW_LEAST = 16;
static const float FEW_MOST = 66, FEW_LEAST = 30, QUIET_MOST = 24, QUIET_LEAST = 15;
/* A row grows beyond its most by this factor where the box is higher than the widths of the columns
** let the text be large. */
static const float SPREAD = 1.5f;
static const float COLUMN_LEAST = 88, COLUMN_MOST = 190, COLUMN_CAP = 150, ANSWER_WIDTH = 60;
static const float HEAD = 64, RANKS = 20, FOOT = 30, INSET = 20;
static const float GROWN_WIDTH = 900;    /* design points of width that larger text leaves */
static const float READABLE_WIDTH = 620; /* in a small window */
static const float GROWN_MOST = 1.5f;    /* relative to the text of the other stages */

/* The list for an audience: heights of the answer and of a word, and the width. */
static const float LIST_HEAD = 108, LIST_ROW = 38, LIST_WIDTH = 640;
static const float LIST_INSET = 12;
enum { LIST_RANKS = 5 };

bool logits_is_list(const Scene *scene) { return stage_is_for_afar(scene); }

/* As large as the whole list fits the box. */
static Scene fitted_list(const Scene *scene, Box box) {
  Scene larger = *scene;
  float fitted = scene->pen.text_scale;
  float strip = stage_sampling_height(scene, box.w - stage_points(scene, 2 * LIST_INSET)) / fitted;
  float height = LIST_HEAD + strip + (LIST_RANKS + 1) * LIST_ROW + FOOT + 2 * LIST_INSET;
  larger.pen.text_scale = fminf(box.h / height, box.w / LIST_WIDTH) * 0.999f;
  return larger;
}

static LogitsPlace list_place(const Scene *scene, Box box) {
  LogitsPlace place = {.is_list = true, .ranks = LIST_RANKS, .first = logits_page_token(scene)};
  Box inner = box_inset(box, stage_points(scene, LIST_INSET));
  float head = stage_points(scene, LIST_HEAD), strip = stage_sampling_height(scene, inner.w);
  float foot = stage_points(scene, FOOT), width = fminf(inner.w, inner.h * 1.8f);
  place.end = place.first + 1;
  trace_expect_words(scene->trace, place.first, place.end);
  place.row = place.quiet = stage_points(scene, LIST_ROW) * (LIST_RANKS + 1);
  float y = floorf(inner.y + (inner.h - head - strip - place.row - foot) / 2);
  place.answer = (Box){inner.x, y, inner.w, head};
  place.sampling = (Box){inner.x, y + head, inner.w, strip};
  place.cells = (Box){inner.x + (inner.w - width) / 2, y + head + strip, width, place.row};
  place.foot = (Box){inner.x, place.cells.y + place.row + stage_points(scene, 8), inner.w,
                     stage_points(scene, FOOT - 12)};
  return place;
}

float logits_column_width(const LogitsPlace *place) {
  return place->cells.w / (float)(place->ranks + 1);
}

float logits_row_height(const Scene *scene, const LogitsPlace *place, int token) {
  assert(token >= 0 && token < trace_token_count(scene->trace));
  return trace_is_asked(scene->trace, token) ? place->row : place->quiet;
}

/* The height of the rows first … end−1, in design points. */
static float height_of(const Scene *scene, int first, int end, float asked, float quiet) {
  assert(first <= end && end <= trace_token_count(scene->trace));
  float sum = 0;
  for (int i = first; i < end; i++) sum += trace_is_asked(scene->trace, i) ? asked : quiet;
  return sum;
}

static float least_height(const Scene *scene, int first, int end) {
  float asked = trace_asks_all(scene->trace) ? ROW_LEAST : FEW_LEAST;
  return height_of(scene, first, end, asked, QUIET_LEAST);
}

static float most_height(const Scene *scene, int first, int end) {
  float asked = trace_asks_all(scene->trace) ? ROW_MOST : FEW_MOST;
  return height_of(scene, first, end, asked, QUIET_MOST);
}

/* All rows grow from their least height to their most. */
static void size_rows(const Scene *scene, LogitsPlace *place, float room) {
  bool all = trace_asks_all(scene->trace);
  float point = stage_points(scene, 1);
  float least = point * least_height(scene, place->first, place->end);
  float most = point * most_height(scene, place->first, place->end);
  float grown = most > least ? float_clamp((room - least) / (most - least), 0, 1) : 0;
  float spread = float_clamp(room / fmaxf(most, 1), 1, SPREAD);
  float shrunk = fminf(room / fmaxf(least, 1), 1); /* in a figure that is too low for any row */
  float asked_least = all ? ROW_LEAST : FEW_LEAST, asked_most = all ? ROW_MOST : FEW_MOST;
  place->row = point * shrunk * spread * (asked_least + grown * (asked_most - asked_least));
  place->quiet = point * shrunk * spread * (QUIET_LEAST + grown * (QUIET_MOST - QUIET_LEAST));
}

/* Whether the token is a hidden one, or one that the model was trained to answer at. */
static bool is_wanted(const Trace *trace, int token) {
  int gap = trace_gap_id(trace);
  if (gap >= 0 && trace_token_id(trace, token) == gap) return true;
  return trace_is_asked(trace, token) && !trace_asks_all(trace);
}

int logits_followed_token(const Scene *scene) {
  int row, col, count = trace_token_count(scene->trace);
  stage_focus(scene, &row, &col);
  if (row >= 0 || scene->view->filled >= 0) return stage_followed_row(scene);
  for (int i = 0; i < count; i++)
    if (is_wanted(scene->trace, i)) return i;
  return count - 1;
}

int logits_page_token(const Scene *scene) {
  View still = *scene->view;
  Scene there = *scene;
  still.hover_query = still.hover_key = -1;
  there.view = &still;
  return logits_followed_token(&there);
}

/* All rows, or the page of the selected one, counted from the end; the first page is
** filled up from the next. */
static void choose_rows(const Scene *scene, LogitsPlace *place, float room) {
  room = fmaxf(room, 1); /* in a figure that is too low for any row */
  int count = trace_token_count(scene->trace), middle = logits_page_token(scene);
  float point = stage_points(scene, 1);
  place->first = count;
  do {
    place->end = place->first--;
    while (place->first > 0 && point * least_height(scene, place->first - 1, place->end) <= room)
      place->first--;
  } while (place->first > middle && place->first > 0);
  while (place->end < count && point * least_height(scene, place->first, place->end + 1) <= room)
    place->end++;
  size_rows(scene, place, room);
}

/* The width of the widest label shown, with room for its dot. */
static float label_width(const Scene *scene, const LogitsPlace *place) {
  TextStyle style = {FACE_BOLD, LOGITS_WORD, COLOR_NONE, ALIGN_END};
  float widest = stage_points(scene, 40);
  for (int i = place->first; i < place->end; i++)
    widest = fmaxf(widest, pen_width(&scene->pen, style, trace_token(scene->trace, i)->label));
  return fminf(widest, stage_points(scene, 132)) + stage_points(scene, 24);
}

Scene logits_fitted(const Scene *scene, Box box) {
  if (logits_is_list(scene)) return fitted_list(scene, box);
  Scene larger = *scene;
  int count = trace_token_count(scene->trace);
  float fitted = scene->pen.text_scale;
  float strip = stage_sampling_height(scene, box.w - stage_points(scene, 2 * INSET));
  float around = HEAD + RANKS + FOOT + 2 * INSET + strip / fitted;
  float wanted = fminf(box.w / GROWN_WIDTH, box.h / (around + most_height(scene, 0, count)));
  float whole = box.h / (around + least_height(scene, 0, count)) * 0.999f;
  float scale = fmaxf(fitted, fminf(wanted, fitted * GROWN_MOST));
  float smallest = fminf(fitted, scene->view->text_scale);
  smallest = fmaxf(smallest, fminf(box.w / READABLE_WIDTH, fmaxf(fitted, 1)));
  larger.pen.text_scale = fmaxf(fminf(scale, whole), smallest);
  return larger;
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

Str logits_others_words(const Scene *scene, int count) {
  const char *words = P_("%d word", "%d words", count);
  Arena *arena = scene->pen.list->arena;
  return str_from(number_grouped(arena, str_format(arena, words, count)));
}

/* The width of the likeliest words of asked tokens beside their number, and of "all others". If all
** tokens are asked a fixed width is used instead of searching their words. */
static float answer_width(const Scene *scene, const LogitsPlace *place) {
  const Pen *pen = &scene->pen;
  TextStyle word = {FACE_SEMIBOLD, LOGITS_WORD, COLOR_NONE, ALIGN_START};
  TextStyle number = {FACE_MONO, LOGITS_SMALL, COLOR_NONE, ALIGN_END};
  TextStyle others = {FACE_REGULAR, LOGITS_SMALL, COLOR_NONE, ALIGN_START};
  float beside = pen_width(pen, number, STR("99.9 %"));
  float widest = pen_width(pen, others, logits_others_words(scene, trace_word_count(scene->trace)));
  if (trace_asks_all(scene->trace)) widest = fmaxf(widest, stage_points(scene, ANSWER_WIDTH));
  for (int token = place->first; token < place->end; token++) {
    TraceCandidate best;
    if (trace_is_asked(scene->trace, token) && !trace_asks_all(scene->trace) &&
        trace_candidates(scene->trace, token, &best, 1) > 0)
      widest = fmaxf(widest, pen_width(pen, word, trace_word(scene->trace, best.word)));
  }
  widest += beside + stage_points(scene, 4 * LOGITS_CELL_PAD);
  return float_clamp(widest, stage_points(scene, COLUMN_LEAST), stage_points(scene, COLUMN_CAP));
}

LogitsPlace logits_place(const Scene *scene, Box box) {
  if (logits_is_list(scene)) return list_place(scene, box);
  LogitsPlace place = {.ranks = 0};
  int rows, ranks;
  Box inner = box_inset(box, stage_points(scene, INSET));
  float head = stage_points(scene, HEAD), strip = stage_sampling_height(scene, inner.w);
  float ranks_line = stage_points(scene, RANKS), foot = stage_points(scene, FOOT);
  float above = head + strip + ranks_line;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &ranks);
  choose_rows(scene, &place, inner.h - above - foot);
  trace_expect_words(scene->trace, place.first, place.end);
  place.label_width = fminf(label_width(scene, &place), inner.w * 0.26f);
  float most = stage_points(scene, COLUMN_MOST) * (float)(ranks + 1);
  float room = fminf(inner.w - place.label_width, most);
  int fitting = (int)(room / answer_width(scene, &place)) - 1;
  place.ranks = ranks < fitting ? ranks : fitting > 1 ? fitting : 1;
  float height = height_of(scene, place.first, place.end, place.row, place.quiet);
  float x = floorf(inner.x + (inner.w - place.label_width - room) / 2) + place.label_width;
  float y = floorf(inner.y + (inner.h - above - foot - height) / 2 + above);
  place.cells = (Box){x, y, room, height};
  place.answer = (Box){inner.x, y - above, inner.w, head};
  place.sampling = (Box){inner.x, y - above + head, inner.w, strip};
  place.foot =
      (Box){inner.x, y + height + stage_points(scene, 8), inner.w, stage_points(scene, FOOT - 12)};
  return place;
}
