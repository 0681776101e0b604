/* scene/stages/logits.c -- the prediction: the words that the model predicts at each token (M-17),
** the likeliest first.
**
**      it → animal  99 %              the followed token, readable from far away
**      1          2          3        ranks                      all others
**   the    of 4 %     a 2 %      …        a bar is as wide as the    755 words  9 %
**          ▂          ▁                   probability of its word,   ▂▂
**   it     animal                         and below it               759 words
**          99 %                                                      0.4 %
**          ▂▂▂▂▂▂▂▂                                                  ▁
**
** Words without a rank here are summed in the last cell, so that every row adds up to 1. A narrow
** picture has fewer ranks than can be selected: a selected one beyond them is named in that cell.
**
** In the presenter view and with large text the picture is one token's answer, and its words are
** bars below each other; the other tokens are folded.
**
** A model may have been trained to answer at some tokens only. These are marked; its output at the
** others has no meaning: low rows of pale words, without the ground of a cell.
*/
#include "scene/stages/compare_kept.h"
#include "scene/stages/logits.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"

/* the bar below a word, relative to its cell; the height from which the number is below the word,
** and the size of that word */
static const float BAR_SHARE = 0.16f, BAR_LEAST = 1.5f, BAR_MOST = 8;
static const float STACKED_LEAST = 40, STACKED_WORD = 22, STACKED_NUMBER = 14, STACKED_GROWN = 1.5f;
static const float FOOT_WORDS = 10, FOOT_WORDS_LISTED = 13; /* sizes */

static Box cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box), larger = logits_fitted(&fitted, box);
  return logits_place(&larger, box).cells;
}

/* -- one word ---------------------------------------------------------------------------------- */

typedef struct Cell {
  Box box;
  Str text;
  float share; /* probability of its word, or of its words */
  float bar_width;
  bool asked, first, focused, others;
  bool quiet; /* in a row that the model was not trained to answer */
} Cell;

static float bar_height(const Scene *scene, float row, bool is_quiet) {
  float least = stage_points(scene, BAR_LEAST), most = stage_points(scene, BAR_MOST);
  return is_quiet ? least : float_clamp(row * BAR_SHARE, least, most);
}

/* Whether a row that is asked has room for a number below each word. */
static bool is_stacked(const Scene *scene, float row) {
  return row - bar_height(scene, row, false) >= stage_points(scene, STACKED_LEAST);
}

static void draw_bar(const Scene *scene, const Cell *cell) {
  const Theme *theme = scene->pen.theme;
  DrawList *list = scene->pen.list;
  bool colored = cell->asked && !cell->others;
  Box bar = cell->box;
  float width = cell->bar_width * float_clamp(cell->share, 0, 1),
        height = bar_height(scene, cell->box.h, cell->quiet);
  float corner = fminf(3, bar.h * 0.2f);
  if (!cell->quiet) draw_box(list, (DrawBox){.box = bar, .corner = corner, .fill = theme->panel});
  float foot = bar.h;
  if (cell->quiet) /* close to its word */
    foot = fminf(foot, (foot + pen_line_height(&scene->pen, LOGITS_SMALL)) / 2 + height);
  float indent = cell->quiet ? stage_points(scene, LOGITS_CELL_PAD) : 0; /* below its word */
  bar = (Box){bar.x + indent, bar.y + foot - height, fminf(width, bar.w - indent), height};
  Color color = cell->quiet ? theme->line : colored ? theme->output_line : theme->muted;
  const float told = 0.04f; /* less would be a speck */
  if (width >= 0.5f && cell->share >= told)
    draw_box(list, (DrawBox){.box = bar, .corner = fminf(corner, height / 2), .fill = color});
}

/* The largest size from `size` down to `least` at which the word is as wide as that. */
static float fitted_size(const Pen *pen, TextStyle style, float least, float width, Str text) {
  float used = pen_width(pen, style, text);
  return used <= width ? style.size : fmaxf(style.size * width / used * 0.99f, least);
}

/* A long word leaves out its number, and all others their count, before a word is cut. */
static void draw_beside(const Scene *scene, const Cell *cell, Box text, TextStyle word,
                        TextStyle number, Str share) {
  const Pen *pen = &scene->pen;
  float pad = stage_points(scene, LOGITS_CELL_PAD), used = pen_width(pen, number, share);
  float room = text.w - used - pad;
  Str words = cell->text;
  bool is_count = cell->others && !cell->focused;
  if (is_count && pen_width(pen, word, words) > room) words = str_from(_("others"));
  if (is_count && pen_width(pen, word, words) > room) words = (Str){"", 0};
  if (!is_count) {
    float least = fminf(LOGITS_SMALL, word.size);
    word.size = fitted_size(pen, word, least, fmaxf(room, 1), words);
  }
  bool has_number = pen_width(pen, word, words) <= room;
  if (has_number) pen_text_in(pen, number, text, share);
  if (has_number) text.w = room;
  pen_text_in(pen, word, text, words);
}

/* The number is below the word. */
static void draw_stacked(const Scene *scene, const Cell *cell, Box text, TextStyle word,
                         TextStyle number, Str share) {
  const Pen *pen = &scene->pen;
  float by = float_clamp(text.h / stage_points(scene, STACKED_LEAST), 1, STACKED_GROWN);
  float of_number = STACKED_NUMBER * by;
  word.size = cell->others ? of_number : STACKED_WORD * by;
  word.size = fitted_size(pen, word, LOGITS_SMALL, text.w, cell->text);
  TextStyle below_word = {number.face, of_number, number.color, ALIGN_START};
  number.size = fitted_size(pen, below_word, 1, text.w, share);
  number.align = ALIGN_START;
  float below = pen_line_height(pen, of_number);
  pen_text_in(pen, word, (Box){text.x, text.y, text.w, text.h - below}, cell->text);
  pen_text_in(pen, number, (Box){text.x, text.y + text.h - below, text.w, below}, share);
}

static void draw_word(const Scene *scene, const Cell *cell) {
  const Pen *pen = &scene->pen;
  const Theme *theme = pen->theme;
  bool listed = logits_is_list(scene);
  float pad = stage_points(scene, LOGITS_CELL_PAD),
        height = cell->box.h - bar_height(scene, cell->box.h, cell->quiet);
  bool large = cell->asked && height >= stage_points(scene, 19) && !cell->others;
  Color ink = cell->asked && !cell->others ? theme->ink : theme->muted;
  float size = listed ? LOGITS_WORD_LISTED : large ? LOGITS_WORD : LOGITS_SMALL;
  TextStyle word = {cell->first ? FACE_SEMIBOLD : FACE_REGULAR, size, ink, ALIGN_START};
  TextStyle number = {FACE_MONO, listed ? LOGITS_WORD_LISTED : LOGITS_SMALL,
                      cell->asked ? theme->ink : theme->muted, ALIGN_END};
  Number percent = number_percent_short(cell->share);
  if (pen_line_height(pen, size) > cell->box.h + 1) return;
  Box text = {cell->box.x + pad, cell->box.y, cell->box.w - 2 * pad, height};
  if (!listed && !cell->quiet && is_stacked(scene, cell->box.h))
    draw_stacked(scene, cell, text, word, number, number_str(&percent));
  else draw_beside(scene, cell, text, word, number, number_str(&percent));
}

static void draw_cell(const Scene *scene, const Cell *cell) {
  const Pen *pen = &scene->pen;
  draw_bar(scene, cell);
  draw_word(scene, cell);
  if (cell->focused)
    pen_focus_outline(pen, (DrawBox){.box = box_inset(cell->box, -1.5f),
                                     .corner = 4,
                                     .stroke_width = 2.5f * fminf(pen->text_scale, 1.5f)});
}

/* -- one token --------------------------------------------------------------------------------- */

static void draw_label(const Scene *scene, const LogitsPlace *place, Box box, int token,
                       bool focused) {
  const Pen *pen = &scene->pen;
  bool asked = trace_is_asked(scene->trace, token), marked = asked && !trace_asks_all(scene->trace);
  bool hides = stage_hides(scene) && trace_token(scene->trace, token)->bytes > 0;
  Color color = focused || asked ? pen->theme->ink : pen->theme->muted;
  bool small = !asked || box.h < stage_points(scene, 18);
  TextStyle style = {focused  ? FACE_BOLD
                     : marked ? FACE_SEMIBOLD
                              : FACE_REGULAR,
                     small ? LOGITS_SMALL : LOGITS_WORD, color, ALIGN_END};
  float gap = stage_points(scene, 10), dot = stage_points(scene, 5);
  Box text = {box.x, box.y, box.w - gap - (marked ? 2 * dot : 0), box.h};
  Str label = trace_token(scene->trace, token)->label;
  if (asked && is_stacked(scene, box.h)) style.size = STACKED_WORD;
  style.size = fitted_size(pen, style, fminf(LOGITS_WORD, style.size), text.w, label);
  if (pen_line_height(pen, style.size) <= box.h + 1) pen_text_in(pen, style, text, label);
  if (marked)
    draw_box(pen->list,
             (DrawBox){.box = {box.x + box.w - gap - dot, box.y + (box.h - dot) / 2, dot, dot},
                       .corner = dot / 2,
                       .fill = pen->theme->output_line});
  if (scene->interactive)
    draw_hit(pen->list,
             (DrawHit){.box = box,
                       .cursor = CURSOR_HAND,
                       .twice = hides ? str_format(pen->list->arena, "hide %d", token + 1) : NULL,
                       .click = str_format(pen->list->arena, "cell %d row", token + 1),
                       .wheel = place->wheel,
                       .hover = str_format(pen->list->arena, "hover %d row", token + 1)});
}

/* The words of a token with their places. */
typedef struct Row {
  TraceCandidate candidates[TRACE_CANDIDATES_SHOWN];
  int token, count; /* candidates */
  int listed;       /* those with a cell; the others are among all others */
  int reached;      /* number reached by the steps */
  int columns;      /* ranks, and one for all others */
  int focus;        /* selected rank, −1: none */
  Box box;          /* of all its cells */
  float column, gap;
  bool asked, is_drawn; /* is_drawn: shares are those of sampling from set */
  bool is_list;         /* cells below each other */
  SampledSet set;
} Row;

/* The probability of a word, or its share among those kept by sampling. With plain sampling this is
** the probability of M-17. */
static float share_of(const Row *row, const TraceCandidate *candidate) {
  if (!row->is_drawn) return candidate->probability;
  return sampling_kept_share(&row->set, candidate->logit, candidate->word);
}

/* The share of the `count` words without a cell; 0 if there are none, whatever the rounding. */
static double share_beyond(const Scene *scene, const Row *row, int count) {
  if (count == 0) return 0;
  if (!row->is_drawn)
    return stage_share_beyond(scene->trace, row->token, row->candidates, row->listed);
  double sum = 1;
  for (int rank = 0; rank < row->listed; rank++)
    sum -= (double)share_of(row, &row->candidates[rank]);
  return fmax(sum, 0);
}

static Row row_of(const Scene *scene, const LogitsPlace *place, int token, float y) {
  int row, col, rows, ranks, filled = scene->view->filled;
  float height = logits_row_height(scene, place, token),
        gap = fminf(stage_points(scene, 4), height * 0.12f);
  if (!trace_is_asked(scene->trace, token)) gap /= 2; /* there are no cells to be kept apart */
  Row own = {.token = token,
             .focus = -1,
             .box = {place->cells.x, y + gap / 2, place->cells.w - gap, height - gap},
             .columns = place->ranks + 1,
             .column = logits_column_width(place),
             .gap = gap,
             .is_list = place->is_list,
             .asked = trace_is_asked(scene->trace, token)};
  own.count = trace_candidates(scene->trace, token, own.candidates, TRACE_CANDIDATES_SHOWN);
  own.listed =
      stage_listed_words(own.candidates, own.count < place->ranks ? own.count : place->ranks);
  stage_focus(scene, &row, &col);
  if (row == token) own.focus = col;
  own.is_drawn = !sampling_is_plain(&scene->view->sampling);
  if (own.is_drawn) own.set = stage_sampled_set(scene, token);
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &ranks);
  own.reached = filled < 0 ? ranks : filled - token * ranks;
  return own;
}

static Box cell_box(const Row *row, int rank) {
  float height = (row->box.h + row->gap) / (float)row->columns;
  if (row->is_list)
    return (Box){row->box.x, row->box.y + height * (float)rank, row->box.w, height - row->gap};
  return (Box){row->box.x + row->column * (float)rank, row->box.y, row->column - row->gap,
               row->box.h};
}

/* Drawn like a cell of a matrix that is not filled yet. */
static void draw_unreached(const Scene *scene, Box box) {
  draw_box(scene->pen.list,
           (DrawBox){.box = box, .corner = 3, .fill = scene->pen.theme->empty_cell});
}

static void draw_listed(const Scene *scene, const Row *row, int rank) {
  assert(rank >= 0 && rank < row->count);
  const TraceCandidate *candidate = &row->candidates[rank];
  Box box = cell_box(row, rank);
  if (rank >= row->reached) {
    draw_unreached(scene, box);
    return;
  }
  float share = share_of(row, candidate);
  Cell cell = {.box = box,
               .text = logits_word(scene, candidate->word),
               .share = share,
               .quiet = !row->asked,
               .bar_width = box.w,
               .asked = row->asked && (share > 0 || !row->is_drawn),
               .first = rank == 0 && row->asked,
               .focused = row->focus == rank};
  draw_cell(scene, &cell);
}

/* The number of words without a cell: all, or those kept by sampling. */
static int count_beyond(const Scene *scene, const Row *row) {
  if (!row->is_drawn) return trace_word_count(scene->trace) - row->listed;
  int kept = row->set.count;
  for (int rank = 0; rank < row->listed; rank++)
    kept -= sampling_keeps(&row->set, row->candidates[rank].logit, row->candidates[rank].word);
  return kept;
}

/* The sum of all words not listed, or the selected one of them. */
static void draw_others(const Scene *scene, const Row *row) {
  int others = trace_word_count(scene->trace) - row->listed;
  Box box = cell_box(row, row->listed);
  box.w = row->box.x + row->box.w - box.x;
  if (others <= 0) return;
  if (row->reached <= row->listed && row->reached < row->count) {
    for (int rank = row->listed; rank < row->columns; rank++)
      draw_unreached(scene, cell_box(row, rank));
    return;
  }
  Cell cell = {.box = box,
               .bar_width = row->is_list ? box.w : row->column - row->gap,
               .asked = row->asked,
               .others = true,
               .quiet = !row->asked,
               .focused = row->focus >= row->listed};
  if (cell.focused) {
    const TraceCandidate *candidate = &row->candidates[row->focus];
    Str word = logits_word(scene, candidate->word);
    cell.text = str_from(
        str_format(scene->pen.list->arena, "%d  %.*s", row->focus + 1, (int)word.bytes, word.at));
    cell.share = share_of(row, candidate);
  } else {
    int count = count_beyond(scene, row);
    cell.text = logits_others_words(scene, count);
    cell.share = (float)share_beyond(scene, row, count);
  }
  draw_cell(scene, &cell);
}

/* If softmax gave NaN there is no order. */
static void draw_broken(const Scene *scene, const Row *row) {
  const Pen *pen = &scene->pen;
  float pad = stage_points(scene, LOGITS_CELL_PAD);
  Box text = {row->box.x + pad, row->box.y, row->box.w - 2 * pad, row->box.h};
  draw_unreached(scene, row->box);
  TextStyle style = {FACE_REGULAR, LOGITS_SMALL, pen->theme->muted, ALIGN_START};
  if (row->reached > 0 && pen_line_height(pen, LOGITS_SMALL) <= text.h + 1)
    pen_text_in(pen, style, text,
                str_from(_("NaN: its logits are not all numbers, no word is named")));
}

static const char *candidate_tip(const Scene *scene, const Row *row, int rank) {
  const TraceCandidate *candidate = &row->candidates[rank];
  Str word = trace_word(scene->trace, candidate->word);
  Number share = number_full(candidate->probability), logit = number_full(candidate->logit);
  bool is_out = row->is_drawn && !sampling_keeps(&row->set, candidate->logit, candidate->word);
  return str_format(scene->pen.list->arena,
                    is_out ? _("%.*s: logit %s, probability %s · left out by top-k or top-p: it "
                               "cannot be drawn")
                           : _("%.*s: logit %s, probability %s"),
                    (int)word.bytes, word.at, logit.at, share.at);
}

/* Every rank answers in its column, listed or not. */
static void row_hits(const Scene *scene, const LogitsPlace *place, const Row *row) {
  Arena *arena = scene->pen.list->arena;
  for (int rank = 0; rank < place->ranks && rank < row->count && rank < row->reached; rank++)
    draw_hit(scene->pen.list,
             (DrawHit){.box = cell_box(row, rank),
                       .cursor = CURSOR_CROSS,
                       .click = str_format(arena, "cell %d %d", row->token + 1, rank + 1),
                       .wheel = place->wheel,
                       .hover = str_format(arena, "hover %d %d", row->token + 1, rank + 1),
                       .tip = candidate_tip(scene, row, rank)});
}

static void draw_row(const Scene *scene, const LogitsPlace *place, int token, float y) {
  assert(token >= place->first && token < place->end);
  int focused, col;
  Row row = row_of(scene, place, token, y);
  stage_focus(scene, &focused, &col);
  float height = row.box.h + row.gap;
  Box label = {place->cells.x - place->label_width, y, place->label_width, height};
  if (!place->is_list) draw_label(scene, place, label, token, focused == token);
  for (int rank = 0; rank < row.listed; rank++) draw_listed(scene, &row, rank);
  if (row.count == 0) draw_broken(scene, &row);
  else draw_others(scene, &row);
  if (scene->interactive) row_hits(scene, place, &row);
}

/* The width of the outline of a row. */
static float outline_width(const Scene *scene, float height) {
  bool is_low = height < stage_points(scene, 24);
  return (is_low ? 1.5f : 2.5f) * fminf(scene->pen.text_scale, 1.5f);
}

/* Within the height of the row: those above and below stay whole. */
static void outline_row(const Scene *scene, const LogitsPlace *place, int token, float y) {
  int focused, col;
  stage_focus(scene, &focused, &col);
  if (focused != token || col >= 0 || place->is_list) return;
  Row row = row_of(scene, place, token, y);
  float high = row.box.h + row.gap, width = outline_width(scene, high);
  float within = width / 2 + float_clamp(scene->pen.text_scale, 1, 1.6f);
  Box outline = {row.box.x - 3, y + within, row.box.w + 6, high - 2 * within};
  pen_focus_outline(&scene->pen, (DrawBox){.box = outline, .corner = 5, .stroke_width = width});
}

/* -- above and below --------------------------------------------------------------------------- */

static void draw_ranks(const Scene *scene, const LogitsPlace *place) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MONO, LOGITS_SMALL, pen->theme->muted, ALIGN_START};
  TextStyle words = {FACE_REGULAR, LOGITS_SMALL, pen->theme->muted, ALIGN_START};
  float width = logits_column_width(place), line = stage_points(scene, 14);
  Box box = {place->cells.x + stage_points(scene, LOGITS_CELL_PAD),
             place->cells.y - line - stage_points(scene, 3), width - stage_points(scene, 8), line};
  for (int rank = 0; rank < place->ranks; rank++, box.x += width)
    pen_text_in(pen, style, box, str_from(str_format(pen->list->arena, "%d", rank + 1)));
  pen_text_in(pen, words, box, str_from(_("all others")));
}

static Str foot_words(const Scene *scene, const LogitsPlace *place) {
  Arena *arena = scene->pen.list->arena;
  StrBuf words = strbuf_make(arena);
  int count = trace_token_count(scene->trace);
  bool has_bar = scene->interactive && !scene_is_presented(scene); /* which says it */
  if (scene->kept && scene->view->compare == COMPARE_KEPT && !has_bar)
    i18n_add_phrase(&words, "%s", compare_kept_answer(scene, false));
  if (place->is_list) {
    if (count > 1)
      i18n_add_phrase(&words, _("token %d of %d · ↑ ↓ show the others"), place->first + 1, count);
    return strbuf_str(&words);
  }
  if (place->end - place->first < count)
    i18n_add_phrase(&words, _("tokens %d to %d of %d, ↑ ↓ and the wheel go on"), place->first + 1,
                    place->end, count);
  i18n_add_phrase(&words, "%s",
                  trace_asks_all(scene->trace)
                      ? _("a bar is as long as the probability of its word, 0 to 1")
                      : _("● trained to answer here, never corrected elsewhere"));
  return str_from(number_grouped(arena, words.at));
}

/* A notch turns a page, wherever the pointer is among the rows. */
static void page_hit(const Scene *scene, LogitsPlace *place) {
  int shown = place->end - place->first, count = trace_token_count(scene->trace);
  if (!scene->interactive || shown >= count) return;
  place->wheel = str_format(scene->pen.list->arena, "cursor page %%f %d %d", shown,
                            logits_page_token(scene) + 1);
  Box all = {place->cells.x - place->label_width, place->cells.y,
             place->cells.w + place->label_width, place->cells.h};
  draw_hit(scene->pen.list, (DrawHit){.box = all, .cursor = CURSOR_ARROW, .wheel = place->wheel});
}

/* Its mark has the colour that it has beside the tokens. */
static void draw_foot_words(const Scene *scene, Box box, TextStyle style, Str words) {
  static const char mark[] = "●";
  const Pen *pen = &scene->pen;
  size_t at = 0, bytes = sizeof mark - 1;
  while (at + bytes <= words.bytes && memcmp(words.at + at, mark, bytes) != 0) at++;
  float width = pen_width(pen, style, words), x = box.x + (box.w - width) / 2;
  if (at + bytes > words.bytes || width > box.w) {
    pen_text_in(pen, style, box, words);
    return;
  }
  const Str pieces[] = {
      {words.at, at}, {words.at + at, bytes}, {words.at + at + bytes, words.bytes - at - bytes}};
  const Color colors[] = {style.color, pen->theme->output_line, style.color};
  style.align = ALIGN_START;
  for (int i = 0; i < 3; i++) {
    if (pieces[i].bytes == 0) continue;
    style.color = colors[i];
    float own = pen_width(pen, style, pieces[i]);
    pen_text_in(pen, style, (Box){x, box.y, own + 1, box.h}, pieces[i]);
    x += own;
  }
}

static void draw(const Scene *bare, Box box) {
  if (!trace_has_words(bare->trace)) return;
  Scene larger = logits_fitted(bare, box);
  const Scene *scene = &larger;
  const Pen *pen = &scene->pen;
  LogitsPlace place = logits_place(scene, box);
  stage_answer_draw(scene, place.answer, logits_followed_token(scene));
  stage_sampling_draw(scene, place.sampling, logits_followed_token(scene));
  if (!place.is_list) draw_ranks(scene, &place);
  page_hit(scene, &place);
  float y = place.cells.y;
  for (int token = place.first; token < place.end; token++) {
    draw_row(scene, &place, token, y);
    y += logits_row_height(scene, &place, token);
  }
  y = place.cells.y;
  for (int token = place.first; token < place.end; token++) {
    outline_row(scene, &place, token, y);
    y += logits_row_height(scene, &place, token);
  }
  float size = place.is_list ? FOOT_WORDS_LISTED : FOOT_WORDS;
  TextStyle style = {FACE_REGULAR, size, pen->theme->muted, ALIGN_MIDDLE};
  draw_foot_words(scene, place.foot, style, foot_words(scene, &place));
}

/* -- words ------------------------------------------------------------------------------------- */

static const char *explanation(const Scene *scene) {
  if (trace_is_recorded(scene->trace))
    return _("The model's last rows gave every word of its vocabulary a number, the logit, as it "
             "was recorded. Softmax turns the logits of a row into probabilities.");
  if (trace_asks_all(scene->trace))
    return _("The last layer's row is compared with the embedding of every word: the more they "
             "agree, the larger the logit. Softmax turns the logits into probabilities. This "
             "model was trained to name a word at every token.");
  if (!trace_asks_here(scene->trace))
    return _("The last layer's row is compared with the embedding of every word: the more they "
             "agree, the larger the logit. Softmax turns the logits into probabilities. This "
             "model was trained to answer at certain tokens alone, and none of them is here.");
  return _("The last layer's row is compared with the embedding of every word: the more they "
           "agree, the larger the logit. Softmax turns the logits into probabilities. This model "
           "was trained to answer at the marked tokens alone.");
}

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int tokens = trace_token_count(scene->trace), words = trace_word_count(scene->trace);
  int width = trace_d_model(scene->trace);
  if (trace_is_recorded(scene->trace))
    return str_format(arena, _("%d × %d logits → %d × %d probabilities"), tokens, words, tokens,
                      words);
  return str_format(arena, _("%d × %d times %d × %d → %d × %d probabilities"), tokens, width, width,
                    words, tokens, words);
}

static const char *hint(const Scene *scene) {
  if (trace_is_recorded(scene->trace))
    return _("Try: click another token and compare what it names.");
  return trace_gap_id(scene->trace) < 0 || trace_asks_here(scene->trace)
             ? _("Try: press Enter, change one word, and watch the answer change.")
             : _("Try: double-click a word, and the model names what it would put there.");
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = _("Every word of the vocabulary gets a share of 1.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  out->hint = hint(scene);
}

/* rank −1: the likeliest. */
static const char *focus_line(const Scene *scene, int token, int rank) {
  TraceCandidate candidates[TRACE_CANDIDATES_SHOWN];
  Arena *arena = scene->pen.list->arena;
  Str name = scene_named(scene, token);
  int count = trace_candidates(scene->trace, token, candidates, TRACE_CANDIDATES_SHOWN);
  if (count == 0)
    return str_format(arena, _("token %.*s: its logits are not numbers, so no word is named"),
                      (int)name.bytes, name.at);
  if (rank >= count) rank = count - 1;
  if (rank < 0) rank = 0;
  Str word = quoted_name(arena, logits_word(scene, candidates[rank].word));
  Number logit = number_full(candidates[rank].logit);
  float probability = candidates[rank].probability;
  Number share = probability < 0.0005f ? number_full(probability) : number_weight(probability);
  const char *line =
      str_format(arena, _("token %.*s, word %d %.*s: logit %s, probability %s"), (int)name.bytes,
                 name.at, rank + 1, (int)word.bytes, word.at, logit.at, share.at);
  if (trace_is_asked(scene->trace, token)) return line;
  return str_format(arena, _("%s; never trained to answer here"), line);
}

static void formula(const Scene *scene, Formula *out) {
  (void)scene;
  formula_add_plain(out, "p", 0, 0);
  formula_add_equals(out);
  formula_add(out, (FormulaPiece){.symbol = "softmax(x Eᵀ + b)",
                                  .stage = STAGE_LOGITS,
                                  .role = TRACE_PROBABILITIES});
}

const StageView stage_logits_view = {.draw = draw,
                                     .cells = cells,
                                     .captions = captions,
                                     .focus_line = focus_line,
                                     .formula = formula,
                                     .inspect = logits_inspect,
                                     .cell_words = logits_cell_words,
                                     .legend = logits_legend,
                                     .question = logits_question,
                                     .heads_part = TRACE_WEIGHTS,
                                     .overview_part = TRACE_OUTPUT};
