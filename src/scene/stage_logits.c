/* scene/stage_logits.c -- which words the model would name at each token, the likeliest first.
**
**          it → animal  99 %              the followed token, to be read from the back of a room
**          1          2          3        ranks
**   the    ▂ of       ▁ a        …        a bar is as wide as the probability of its word
**   it     ▂▂▂▂▂▂▂▂▂▂▂▂ animal 99 %
**
** A model may have been trained to answer at some tokens only. These are marked; what it says at
** the others was never made to mean anything, and stands small.
*/
#include <math.h>

#include "base/words.h"
#include "scene/number.h"
#include "scene/stage.h"

static const float ROW_MOST = 44, ROW_LEAST = 14, QUIET = 0.62f; /* of an asked row */
static const float COLUMN_LEAST = 82, HEAD = 52, RANKS = 20, FOOT = 30;
static const float LINED_LEAST = 15.5f; /* height of a cell */

typedef struct Place {
  Box cells;
  float label_width;
  int first, end, cols; /* tokens and ranks on show */
  float row, quiet;     /* heights */
} Place;

static bool is_asked(const Scene *scene, int token) { return trace_is_asked(scene->trace, token); }

static float height_of(const Scene *scene, const Place *place, int token) {
  return is_asked(scene, token) ? place->row : place->quiet;
}

/* Of the rows first … end−1, in rows of a token that is asked. */
static float weight_of(const Scene *scene, int first, int end) {
  float sum = 0;
  for (int i = first; i < end; i++) sum += is_asked(scene, i) ? 1 : QUIET;
  return sum;
}

/* The followed token is always among those shown. */
static int followed(const Scene *scene) {
  int row, col, count = trace_token_count(scene->trace);
  stage_focus(scene, &row, &col);
  if (row >= 0 || scene->view->filled >= 0) return stage_followed_row(scene);
  for (int i = 0; i < count; i++)
    if (is_asked(scene, i) && !trace_asks_all(scene->trace)) return i;
  return count - 1;
}

/* All rows, or as many about the followed one as stay readable. */
static void choose_rows(const Scene *scene, Place *place, float room) {
  int count = trace_token_count(scene->trace), middle = followed(scene);
  float least = stage_points(scene, ROW_LEAST) / (trace_asks_all(scene->trace) ? 1 : QUIET);
  place->first = 0;
  place->end = count;
  while (place->end - place->first > 1 &&
         weight_of(scene, place->first, place->end) * least > room) {
    if (middle - place->first > place->end - 1 - middle) place->first++;
    else place->end--;
  }
  float weight = weight_of(scene, place->first, place->end);
  place->row = fminf(room / weight, stage_points(scene, ROW_MOST));
  place->quiet = place->row * QUIET;
}

/* Of the widest label on show, with room for its dot. */
static float label_width(const Scene *scene, const Place *place) {
  TextStyle style = {FACE_BOLD, 13, COLOR_NONE, ALIGN_END};
  float widest = stage_points(scene, 40);
  for (int i = place->first; i < place->end; i++)
    widest = fmaxf(widest, pen_width(&scene->pen, style, trace_token(scene->trace, i)->label));
  return fminf(widest, stage_points(scene, 132)) + stage_points(scene, 24);
}

static Place place_logits(const Scene *scene, Box box) {
  Place place = {.cols = 0};
  int rows;
  Box inner = box_inset(box, stage_points(scene, 20));
  float above = stage_points(scene, HEAD + RANKS), foot = stage_points(scene, FOOT);
  trace_stage_shape(scene->trace, STAGE_LOGITS, &rows, &place.cols);
  choose_rows(scene, &place, inner.h - above - foot);
  place.label_width = fminf(label_width(scene, &place), inner.w * 0.26f);
  float room = fminf(inner.w - place.label_width, stage_points(scene, 190) * (float)place.cols);
  int most = (int)(room / stage_points(scene, COLUMN_LEAST));
  place.cols = place.cols < most ? place.cols : most > 1 ? most : 1;
  float height = place.row * weight_of(scene, place.first, place.end);
  float x = floorf(inner.x + (inner.w - place.label_width - room) / 2) + place.label_width;
  float y = floorf(inner.y + (inner.h - above - foot - height) / 2 + above);
  place.cells = (Box){x, y, room, height};
  return place;
}

Box stage_logits_box(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_logits(&fitted, box).cells;
}

/* -- one word ---------------------------------------------------------------------------------- */

typedef struct Cell {
  int token, rank;
  TraceCandidate candidate;
  Box box;
  bool asked, focused;
} Cell;

static const char *cell_tip(const Scene *scene, const Cell *cell) {
  Str word = trace_word(scene->trace, cell->candidate.word);
  Number share = number_full(cell->candidate.probability);
  Number logit = number_full(cell->candidate.logit);
  return str_format(scene->pen.list->arena, _("%.*s: logit %s, probability %s"), (int)word.bytes,
                    word.at, logit.at, share.at);
}

/* The line at a bar's foot keeps clear of the word above it. */
static void draw_bar(const Scene *scene, const Cell *cell) {
  const Theme *theme = scene->pen.theme;
  DrawList *list = scene->pen.list;
  Box bar = cell->box, line;
  float width = bar.w * fminf(fmaxf(cell->candidate.probability, 0), 1);
  float thick = stage_points(scene, bar.h < stage_points(scene, LINED_LEAST) ? 0 : 2.5f);
  float corner = fminf(3, bar.h * 0.2f);
  draw_box(list, (DrawBox){.box = bar, .corner = corner, .fill = theme->panel});
  bar.w = width;
  line = (Box){bar.x, bar.y + bar.h - thick, width, thick};
  Color soft = cell->asked ? theme->weights_soft : color_fade(theme->line, 0.6f);
  if (width >= 0.5f) draw_box(list, (DrawBox){.box = bar, .corner = corner, .fill = soft});
  if (width >= 0.5f && thick > 0)
    draw_box(list, (DrawBox){.box = line, .fill = cell->asked ? theme->weights : theme->muted});
}

static void draw_word(const Scene *scene, const Cell *cell) {
  const Pen *pen = &scene->pen;
  const Theme *theme = pen->theme;
  bool first = cell->rank == 0 && cell->asked;
  float size = cell->asked && cell->box.h >= stage_points(scene, 22) ? 13 : 10.5f;
  TextStyle word = {first ? FACE_SEMIBOLD : FACE_REGULAR, size,
                    cell->asked ? theme->ink : theme->muted, ALIGN_START};
  TextStyle number = {FACE_MONO, 10.5f, cell->asked ? theme->ink : theme->muted, ALIGN_END};
  Number percent = number_percent(cell->candidate.probability);
  float pad = stage_points(scene, 5), line = pen_line_height(pen, size);
  if (line > cell->box.h + 1) return;
  Box text = {cell->box.x + pad, cell->box.y, cell->box.w - 2 * pad, cell->box.h};
  float used = pen_width(pen, number, number_str(&percent));
  bool has_number = used + stage_points(scene, 26) <= text.w;
  if (has_number) pen_text_in(pen, number, text, number_str(&percent));
  if (has_number) text.w -= used + pad;
  pen_text_in(pen, word, text, trace_word(scene->trace, cell->candidate.word));
}

static void draw_cell(const Scene *scene, const Cell *cell) {
  const Pen *pen = &scene->pen;
  draw_bar(scene, cell);
  draw_word(scene, cell);
  if (cell->focused)
    draw_box(pen->list, (DrawBox){.box = box_inset(cell->box, -1.5f),
                                  .corner = 4,
                                  .stroke = pen->theme->focus,
                                  .stroke_width = 2.5f * fminf(pen->text_scale, 1.5f)});
  if (scene->interactive)
    draw_hit(pen->list, (DrawHit){.box = cell->box,
                                  .cursor = CURSOR_CROSS,
                                  .click = str_format(pen->list->arena, "cell %d %d",
                                                      cell->token + 1, cell->rank + 1),
                                  .hover = str_format(pen->list->arena, "hover %d %d",
                                                      cell->token + 1, cell->rank + 1),
                                  .tip = cell_tip(scene, cell)});
}

/* -- one token --------------------------------------------------------------------------------- */

static void draw_label(const Scene *scene, Box box, int token, bool focused) {
  const Pen *pen = &scene->pen;
  bool asked = is_asked(scene, token), marked = asked && !trace_asks_all(scene->trace);
  Color color = focused ? pen->theme->query : asked ? pen->theme->ink : pen->theme->muted;
  bool small = !asked || box.h < stage_points(scene, 18);
  TextStyle style = {focused  ? FACE_BOLD
                     : marked ? FACE_SEMIBOLD
                              : FACE_REGULAR,
                     small ? 10.5f : 13, color, ALIGN_END};
  float gap = stage_points(scene, 10), dot = stage_points(scene, 5);
  Box text = {box.x, box.y, box.w - gap - (marked ? 2 * dot : 0), box.h};
  if (pen_line_height(pen, style.size) <= box.h + 1)
    pen_text_in(pen, style, text, trace_token(scene->trace, token)->label);
  if (marked)
    draw_box(pen->list,
             (DrawBox){.box = {box.x + box.w - gap - dot, box.y + (box.h - dot) / 2, dot, dot},
                       .corner = dot / 2,
                       .fill = pen->theme->weights});
  if (scene->interactive)
    draw_hit(pen->list,
             (DrawHit){.box = box,
                       .cursor = CURSOR_HAND,
                       .click = str_format(pen->list->arena, "cell %d row", token + 1),
                       .hover = str_format(pen->list->arena, "hover %d row", token + 1)});
}

static void draw_row(const Scene *scene, const Place *place, int token, float y) {
  TraceCandidate candidates[TRACE_CANDIDATES_SHOWN];
  int row, col, rows, cols, filled = scene->view->filled;
  int count = trace_candidates(scene->trace, token, candidates, TRACE_CANDIDATES_SHOWN);
  float height = height_of(scene, place, token), width = place->cells.w / (float)place->cols;
  float gap = fminf(stage_points(scene, 4), height * 0.12f);
  stage_focus(scene, &row, &col);
  trace_stage_shape(scene->trace, STAGE_LOGITS, &rows, &cols);
  draw_label(scene, (Box){place->cells.x - place->label_width, y, place->label_width, height},
             token, row == token);
  for (int rank = 0; rank < place->cols && rank < count; rank++) {
    Box box = {place->cells.x + width * (float)rank, y + gap / 2, width - gap, height - gap};
    Cell cell = {.token = token,
                 .rank = rank,
                 .candidate = candidates[rank],
                 .box = box,
                 .asked = is_asked(scene, token),
                 .focused = row == token && col == rank};
    if (filled < 0 || token * cols + rank < filled) draw_cell(scene, &cell);
    else
      draw_box(scene->pen.list,
               (DrawBox){.box = box, .corner = 3, .fill = scene->pen.theme->empty_cell});
  }
  if (row != token || col >= 0) return;
  Box outline = {place->cells.x - 3, y - 1, place->cells.w - gap + 6, height + 2};
  draw_box(scene->pen.list, (DrawBox){.box = outline,
                                      .corner = 5,
                                      .stroke = scene->pen.theme->focus,
                                      .stroke_width = 2.5f * fminf(scene->pen.text_scale, 1.5f)});
}

/* -- above and below --------------------------------------------------------------------------- */

/* "it → animal  99 %". */
static void draw_answer(const Scene *scene, Box box, int token) {
  const Pen *pen = &scene->pen;
  TraceCandidate best;
  if (trace_candidates(scene->trace, token, &best, 1) == 0) return;
  bool asked = is_asked(scene, token);
  float gap = stage_points(scene, 9), most = box.w * 0.34f;
  TextStyle name = {FACE_BOLD, 24, asked ? pen->theme->query : pen->theme->muted, ALIGN_START};
  TextStyle arrow = {FACE_REGULAR, 24, pen->theme->muted, ALIGN_START};
  TextStyle word = {FACE_BOLD, 24, asked ? pen->theme->weights : pen->theme->muted, ALIGN_START};
  TextStyle number = {FACE_MONO, 18, pen->theme->muted, ALIGN_START};
  Number percent = number_percent(best.probability);
  if (!scene_has_reached(scene, token, 0)) percent = (Number){""};
  Str from = pen_fit(pen, name, most, trace_token(scene->trace, token)->text);
  bool told = scene_has_reached(scene, token, 0);
  Str to = pen_fit(pen, word, most, told ? trace_word(scene->trace, best.word) : STR("?"));
  const struct {
    TextStyle style;
    Str text;
  } parts[] = {{name, from}, {arrow, STR("→")}, {word, to}, {number, number_str(&percent)}};
  float width = 3 * gap;
  for (int i = 0; i < 4; i++) width += pen_width(pen, parts[i].style, parts[i].text);
  float x = box.x + (box.w - width) / 2;
  float y = box.y + (box.h + TEXT_CAP_HEIGHT * stage_points(scene, 24)) / 2;
  for (int i = 0; i < 4; i++)
    x += pen_text(pen, parts[i].style, (Point){x, y}, parts[i].text) + gap;
}

static void draw_ranks(const Scene *scene, const Place *place) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MONO, 10.5f, pen->theme->muted, ALIGN_START};
  float width = place->cells.w / (float)place->cols, line = stage_points(scene, 14);
  float y = place->cells.y - line - stage_points(scene, 3);
  for (int rank = 0; rank < place->cols; rank++)
    pen_text_in(pen, style,
                (Box){place->cells.x + width * (float)rank + stage_points(scene, 5), y,
                      width - stage_points(scene, 8), line},
                str_from(str_format(pen->list->arena, "%d", rank + 1)));
}

static Str foot_words(const Scene *scene, const Place *place) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  int count = trace_token_count(scene->trace);
  if (place->end - place->first < count)
    strbuf_format(&words, _("tokens %d to %d of %d · "), place->first + 1, place->end, count);
  if (trace_asks_all(scene->trace))
    strbuf_add(&words, str_from(_("a bar is as long as the probability of its word, 0 to 1")));
  else
    strbuf_add(&words, str_from(_("● trained to answer here; at other tokens it never was, and "
                                  "what it says there means nothing")));
  return strbuf_str(&words);
}

void stage_logits_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  if (!trace_has_words(scene->trace)) return;
  Place place = place_logits(scene, box);
  float head = stage_points(scene, HEAD), inset = stage_points(scene, 20);
  float above = place.cells.y - stage_points(scene, RANKS) - head;
  draw_answer(scene, (Box){box.x + inset, above, box.w - 2 * inset, head}, followed(scene));
  draw_ranks(scene, &place);
  float y = place.cells.y;
  for (int token = place.first; token < place.end; token++) {
    draw_row(scene, &place, token, y);
    y += height_of(scene, &place, token);
  }
  Box foot = {box.x + inset, y + stage_points(scene, 8), box.w - 2 * inset,
              stage_points(scene, FOOT - 12)};
  TextStyle style = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_MIDDLE};
  pen_text_in(pen, style, foot, foot_words(scene, &place));
}
