/* scene/export_look.c -- names and defaults of the export settings. */
#include "scene/export_look.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const FORMATS[EXPORT_FORMAT_COUNT] = {"png", "svg", "pdf", "csv", "npy", "json"};
static const char *const VIEWS[EXPORT_VIEW_COUNT] = {
    [EXPORT_HEATMAP] = "heatmap",
    [EXPORT_HEADS] = "heads",
    [EXPORT_STAGE] = "stage",
    [EXPORT_OVERVIEW] = "overview",
    [EXPORT_ARCS] = "arcs",
    [EXPORT_SENTENCE] = "sentence",
    [EXPORT_GRID] = "grid",
    [EXPORT_CACHE] = "cache",
    [EXPORT_COST] = "cost",
    [EXPORT_LENGTH] = "length",
    [EXPORT_SATURATION] = "saturation",
    [EXPORT_LOOKUP] = "lookup",
    [EXPORT_LAYOUT] = "layout",
    [EXPORT_AVERAGE] = "average",
    [EXPORT_ROLLOUT] = "rollout",
    [EXPORT_ANSWERS] = "answers",
    [EXPORT_BLOCK] = "block",
    [EXPORT_COMPARE] = "compare",
    [EXPORT_CURVE] = "curve",
    [EXPORT_POSTER] = "poster",
    [EXPORT_SHEET] = "sheet",
    [EXPORT_SOLUTION] = "solution",
    [EXPORT_PAGE] = "page",
    [EXPORT_SCREEN] = "screen",
    [EXPORT_SHOWN] = "shown",
};
static const char *const CAPTIONS[EXPORT_CAPTION_COUNT] = {"none", "below", "file"};
static const char *const THEMES[EXPORT_THEME_COUNT] = {"light", "dark", "window"};
static const char *const FACES[EXPORT_FACE_COUNT] = {"sans", "serif", "math"};
static const char *const AXES[EXPORT_AXIS_COUNT] = {"plain", "classroom"};
static const char *const MOVES[EXPORT_MOVES_COUNT] = {"off",   "stages",   "rows",
                                                      "cells", "all-rows", "all-cells"};
static const char *const MOVIES[EXPORT_MOVIE_COUNT] = {"gif", "webp", "mp4", "png"};

static const char *const ROUNDS[SHEET_ROUND_COUNT] = {"1", "0", "2"};
static const char *const PAPERS[SHEET_PAPER_COUNT] = {"a4", "letter"};
static const char *const STEPS[SHEET_STEP_COUNT] = {"scores", "scaled", "masked", "weights",
                                                    "output"};

enum { PLACE_MOST = 9999 }; /* of a layer or a head in a list */

ExportLook export_look_default(void) { return (ExportLook){.what = EXPORT_SHOWN}; }

/* Compares without ==, about which the compiler warns for floats. */
static bool same(float a, float b) { return !(a < b) && !(a > b); }

bool export_look_equal(const ExportLook *a, const ExportLook *b) {
  return a->what == b->what && a->everything == b->everything && a->formats == b->formats &&
         same(a->scale, b->scale) && a->caption == b->caption && a->transparent == b->transparent &&
         same(a->width_mm, b->width_mm) && same(a->font_size_pt, b->font_size_pt) &&
         a->theme == b->theme && a->times == b->times &&
         memcmp(&a->figure.heads, &b->figure.heads, sizeof a->figure.heads) == 0 &&
         a->figure.columns == b->figure.columns && a->figure.letters == b->figure.letters &&
         a->figure.no_title == b->figure.no_title && a->figure.face == b->figure.face &&
         a->figure.axis == b->figure.axis && same(a->figure.numbers_from, b->figure.numbers_from) &&
         memcmp(&a->sheet, &b->sheet, sizeof a->sheet) == 0 && a->moving.by == b->moving.by &&
         a->moving.as == b->moving.as && same(a->moving.pace_ms, b->moving.pace_ms) &&
         a->moving.times == b->moving.times && a->moving.motion == b->moving.motion;
}

const char *export_format_name(ExportFormat format) {
  assert(format >= 0 && format < EXPORT_FORMAT_COUNT);
  return FORMATS[format];
}

ExportFormat export_look_format(const ExportLook *look) {
  bool is_sheet = look->what == EXPORT_SHEET || look->what == EXPORT_SOLUTION;
  int format = 0;
  if (!look->formats) return is_sheet && !look->everything ? EXPORT_PDF : EXPORT_PNG;
  while (!(look->formats >> format & 1u)) format++;
  assert(format < EXPORT_FORMAT_COUNT);
  return (ExportFormat)format;
}

bool export_format_find(Str name, ExportFormat *format) {
  for (int i = 0; i < EXPORT_FORMAT_COUNT; i++)
    if (str_is(name, FORMATS[i])) {
      *format = (ExportFormat)i;
      return true;
    }
  return false;
}

const char *export_view_name(ExportView view) {
  assert(view >= 0 && view < EXPORT_VIEW_COUNT);
  return VIEWS[view];
}

const char *export_caption_name(ExportCaption caption) {
  assert(caption >= 0 && caption < EXPORT_CAPTION_COUNT);
  return CAPTIONS[caption];
}

const char *export_theme_name(ExportTheme theme) {
  assert(theme >= 0 && theme < EXPORT_THEME_COUNT);
  return THEMES[theme];
}

const char *export_face_name(ExportFace face) {
  assert(face >= 0 && face < EXPORT_FACE_COUNT);
  return FACES[face];
}

const char *export_axis_name(ExportAxis axis) {
  assert(axis >= 0 && axis < EXPORT_AXIS_COUNT);
  return AXES[axis];
}

const char *export_moves_name(ExportMoves moves) {
  assert(moves >= 0 && moves < EXPORT_MOVES_COUNT);
  return MOVES[moves];
}

const char *export_movie_name(ExportMovie movie) {
  assert(movie >= 0 && movie < EXPORT_MOVIE_COUNT);
  return MOVIES[movie];
}

static bool ends_in(Str path, const char *name) {
  size_t bytes = strlen(name);
  if (path.bytes <= bytes || path.at[path.bytes - bytes - 1] != '.') return false;
  for (size_t i = 0; i < bytes; i++)
    if ((path.at[path.bytes - bytes + i] | 0x20) != (name[i] | 0x20)) return false;
  return true;
}

bool export_movie_of(Str path, ExportMovie *movie) {
  for (int i = 0; i < MOVIE_PNGS; i++)
    if (ends_in(path, MOVIES[i])) {
      *movie = (ExportMovie)i;
      return true;
    }
  return false;
}

/* ---- lists of heads ---- */

static bool read_place(Str word, int *place) {
  long number = 0;
  if (!str_to_long(word, &number) || number < 1 || number > PLACE_MOST) return false;
  *place = (int)number - 1;
  return true;
}

/* "2" or "1.2" */
static bool read_head(Str word, ExportHead *head) {
  const char *dot = word.bytes ? memchr(word.at, '.', word.bytes) : NULL;
  head->layer = -1;
  if (!dot) return read_place(word, &head->head);
  size_t bytes = (size_t)(dot - word.at);
  return read_place((Str){word.at, bytes}, &head->layer) &&
         read_place((Str){dot + 1, word.bytes - bytes - 1}, &head->head);
}

static bool holds(const ExportHeads *heads, ExportHead head) {
  for (int i = 0; i < heads->count; i++)
    if (heads->of[i].layer == head.layer && heads->of[i].head == head.head) return true;
  return false;
}

bool export_heads_read(Str words, ExportHeads *heads) {
  ExportHeads read = {0};
  bool more = !str_is(words, "all");
  while (more) {
    const char *comma = words.bytes ? memchr(words.at, ',', words.bytes) : NULL;
    size_t bytes = comma ? (size_t)(comma - words.at) : words.bytes;
    ExportHead head;
    if (read.count == EXPORT_HEADS_MOST || !read_head((Str){words.at, bytes}, &head) ||
        holds(&read, head))
      return false;
    read.of[read.count++] = head;
    more = comma != NULL;
    if (more) words = (Str){comma + 1, words.bytes - bytes - 1};
  }
  *heads = read;
  return true;
}

void export_heads_write(const ExportHeads *heads, char words[EXPORT_HEADS_BYTES]) {
  int bytes = snprintf(words, EXPORT_HEADS_BYTES, "%s", heads->count ? "" : "all");
  for (int i = 0; i < heads->count; i++) {
    const ExportHead *head = &heads->of[i];
    size_t room = EXPORT_HEADS_BYTES - (size_t)bytes;
    const char *parting = i ? "," : "";
    if (head->layer < 0) bytes += snprintf(words + bytes, room, "%s%d", parting, head->head + 1);
    else
      bytes += snprintf(words + bytes, room, "%s%d.%d", parting, head->layer + 1, head->head + 1);
    assert(bytes < EXPORT_HEADS_BYTES);
  }
}

/* ---- sheets ---- */

const char *sheet_round_name(SheetRound round) {
  assert(round >= 0 && round < SHEET_ROUND_COUNT);
  return ROUNDS[round];
}

int sheet_decimals(SheetRound round) {
  static const int decimals[SHEET_ROUND_COUNT] = {1, 0, 2};
  assert(round >= 0 && round < SHEET_ROUND_COUNT);
  return decimals[round];
}

const char *sheet_paper_name(SheetPaper paper) {
  assert(paper >= 0 && paper < SHEET_PAPER_COUNT);
  return PAPERS[paper];
}

const char *sheet_step_name(SheetStep step) {
  assert(step >= 0 && step < SHEET_STEP_COUNT);
  return STEPS[step];
}

void sheet_paper_size(SheetPaper paper, float *width_pt, float *height_pt) {
  bool is_letter = paper == SHEET_LETTER;
  *width_pt = is_letter ? 612 : export_points_of_mm(210);
  *height_pt = is_letter ? 792 : export_points_of_mm(297);
}

/* "5" or "2-5" */
static bool read_rows_of(Str word, unsigned *rows) {
  const char *dash = word.bytes ? memchr(word.at, '-', word.bytes) : NULL;
  size_t bytes = dash ? (size_t)(dash - word.at) : word.bytes;
  int first, last;
  if (!read_place((Str){word.at, bytes}, &first)) return false;
  last = first;
  if (dash && !read_place((Str){dash + 1, word.bytes - bytes - 1}, &last)) return false;
  if (last < first || last >= SHEET_LAST_ROW) return false;
  for (int row = first; row <= last; row++) {
    if (*rows >> row & 1u) return false;
    *rows |= 1u << row;
  }
  return true;
}

/* Cuts the first word off a list. */
static Str cut_word(Str *list, bool *more) {
  const char *comma = list->bytes ? memchr(list->at, ',', list->bytes) : NULL;
  Str word = {list->at, comma ? (size_t)(comma - list->at) : list->bytes};
  *more = comma != NULL;
  if (comma) *list = (Str){comma + 1, list->bytes - word.bytes - 1};
  return word;
}

bool sheet_rows_read(Str words, unsigned *rows) {
  unsigned read = 0;
  for (bool more = !str_is(words, "auto"); more;)
    if (!read_rows_of(cut_word(&words, &more), &read)) return false;
  *rows = read;
  return true;
}

/* Runs of rows as "2-5", which are never too long. */
void sheet_rows_write(unsigned rows, char words[SHEET_WORDS_BYTES]) {
  int bytes = snprintf(words, SHEET_WORDS_BYTES, "%s", rows ? "" : "auto");
  for (int row = 0; row < SHEET_LAST_ROW; row++) {
    int last = row;
    if (!(rows >> row & 1u)) continue;
    while (last + 1 < SHEET_LAST_ROW && rows >> (last + 1) & 1u) last++;
    size_t room = SHEET_WORDS_BYTES - (size_t)bytes;
    const char *parting = bytes > 0 ? "," : "";
    if (last == row) bytes += snprintf(words + bytes, room, "%s%d", parting, row + 1);
    else bytes += snprintf(words + bytes, room, "%s%d-%d", parting, row + 1, last + 1);
    assert(bytes < SHEET_WORDS_BYTES);
    row = last;
  }
}

bool sheet_blanks_read(Str words, unsigned *blanks) {
  unsigned read = 0;
  for (bool more = !str_is(words, "all"); more;) {
    Str word = cut_word(&words, &more);
    int step = 0;
    while (step < SHEET_STEP_COUNT && !str_is(word, STEPS[step])) step++;
    if (step == SHEET_STEP_COUNT || read >> step & 1u) return false;
    read |= 1u << step;
  }
  *blanks = read;
  return true;
}

void sheet_blanks_write(unsigned blanks, char words[SHEET_WORDS_BYTES]) {
  int bytes = snprintf(words, SHEET_WORDS_BYTES, "%s", blanks ? "" : "all");
  for (int step = 0; step < SHEET_STEP_COUNT; step++)
    if (blanks >> step & 1u)
      bytes += snprintf(words + bytes, SHEET_WORDS_BYTES - (size_t)bytes, "%s%s",
                        bytes > 0 ? "," : "", STEPS[step]);
  assert(bytes < SHEET_WORDS_BYTES);
}

/* Without rounding, 240 pt would become 239.99998 and the picture a pixel narrower. */
float export_points_of_mm(float mm) { return (float)(round((double)mm * 72 / 25.4 * 100) / 100); }
