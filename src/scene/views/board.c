/* scene/views/board.c -- draws the tables of a board, its buttons and its panel. */
#include "scene/views/board.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/number.h"
#include "scene/views/board_tables.h"
#include "scene/views/view_room.h"

static const float PAD = 18, FOOT = 28; /* design points */

/* ---- drawing ---- */

static Box cell_box(const BoardPicture *picture, const BoardShown *table, int row, int col) {
  float s = picture->scale;
  return (Box){table->box.x +
                   (table->label_w + (float)(col - table->first_col) * table->cell_w) * s,
               table->box.y + (BOARD_NAME + (float)(row - table->first_row) * BOARD_CELL_H) * s,
               table->cell_w * s, BOARD_CELL_H * s};
}

static bool is_chosen(const BoardPicture *picture, int part, int row, int col) {
  const View *view = picture->scene->view;
  return picture->scene->interactive && view->board_part == part && view->board_row == row &&
         view->board_col == col;
}

/* What is typed into the cell, with a caret. */
static Str typed_text(const BoardPicture *picture, Str former) {
  const char *typed = picture->scene->board_typed;
  if (!typed || !typed[0]) return former;
  return str_from(str_format(picture->scene->pen.list->arena, "%s|", typed));
}

/* Over its neighbours, where what is typed is wider than the cell. */
static void draw_choice(const BoardPicture *picture, const Pen *pen, Box box, Str text,
                        TextStyle style) {
  float wide = pen_width(pen, style, text) + BOARD_CELL_PAD * picture->scale;
  box.w = fmaxf(box.w, wide);
  draw_box(pen->list, (DrawBox){.box = box, .fill = pen->theme->focus_soft});
  pen_focus_outline(pen, (DrawBox){.box = box,
                                   .corner = 2,
                                   .stroke = pen->theme->focus,
                                   .stroke_width = 2 * picture->scale});
  pen_text_in(pen, style, box, text);
}

static void draw_cell(const BoardPicture *picture, const Pen *pen, const BoardShown *table, int row,
                      int col) {
  const Theme *theme = pen->theme;
  Box box = cell_box(picture, table, row, col);
  float value = board_cell_value(table, row, col);
  bool is_nothing = table->are_weights ? value < NUMBER_SHARE_LEAST : fabsf(value) <= 0;
  Color fill = is_nothing ? theme->panel : isfinite(value) ? table->soft : theme->hatch_ground;
  draw_box(pen->list,
           (DrawBox){.box = box, .fill = fill, .stroke = theme->line, .stroke_width = 1});
  if (table->part >= 0 && is_chosen(picture, table->part, row, col)) return;
  TextStyle style = {FACE_MONO, BOARD_DIGITS, is_nothing ? theme->muted : theme->ink, ALIGN_MIDDLE};
  pen_text_in(pen, style, box, board_cell_text(picture, table, row, col));
}

static void hit_cell(const BoardPicture *picture, const BoardShown *table, int row, int col) {
  DrawList *list = picture->scene->pen.list;
  Box box = cell_box(picture, table, row, col);
  const char *click = str_format(list->arena, "board at %s %d %d", table->name, row + 1, col + 1);
  draw_hit(list, (DrawHit){.box = box, .cursor = CURSOR_TEXT, .click = click ? click : ""});
}

static void draw_label(const BoardPicture *picture, const Pen *pen, const BoardShown *table,
                       int row) {
  const Scene *scene = picture->scene;
  const char *name = board_row_name(picture, table, row);
  if (!name) return;
  Box box = cell_box(picture, table, row, table->first_col);
  box.x = table->box.x;
  box.w = table->label_w * picture->scale;
  bool chosen = table->part == BOARD_E && is_chosen(picture, VIEW_BOARD_TOKENS, row, 0);
  Box text = box_inset(box, 0);
  text.w -= 6 * picture->scale;
  Color color = table->part == BOARD_P ? pen->theme->muted : pen->theme->ink;
  TextStyle style = {FACE_REGULAR, BOARD_LABEL, color, ALIGN_END};
  if (!chosen) pen_text_in(pen, style, text, str_from(name));
  if (table->part != BOARD_E || !scene->interactive) return;
  style.align = ALIGN_MIDDLE;
  if (chosen) draw_choice(picture, pen, box, typed_text(picture, str_from(name)), style);
  const char *click = str_format(pen->list->arena, "board at tokens %d", row + 1);
  draw_hit(pen->list, (DrawHit){.box = box, .cursor = CURSOR_TEXT, .click = click ? click : ""});
}

/* "W_Q  2 × 2", or which part of a table there is. */
static void draw_name(const BoardPicture *picture, const Pen *pen, const BoardShown *table) {
  Box box = {table->box.x + table->label_w * picture->scale, table->box.y, table->box.w,
             BOARD_NAME * picture->scale};
  TextStyle bold = {FACE_SEMIBOLD, BOARD_DIGITS, table->color, ALIGN_START};
  TextStyle plain = {FACE_REGULAR, BOARD_LABEL + 2, pen->theme->muted, ALIGN_START};
  Point at = {box.x, box.y + box.h * 0.68f};
  float used = pen_symbol(pen, bold, at, str_from(table->name));
  bool is_part = table->rows_shown < table->rows || table->cols_shown < table->cols;
  if (!is_part) return;
  const char *shown =
      str_format(pen->list->arena, _("rows %d–%d of %d, columns %d–%d of %d"), table->first_row + 1,
                 table->first_row + table->rows_shown, table->rows, table->first_col + 1,
                 table->first_col + table->cols_shown, table->cols);
  pen_text(pen, plain, (Point){at.x + used + 10 * picture->scale, at.y},
           str_from(shown ? shown : ""));
}

static void draw_table(const BoardPicture *picture, const Pen *pen, const BoardShown *table) {
  int end_row = table->first_row + table->rows_shown,
      end_col = table->first_col + table->cols_shown;
  draw_name(picture, pen, table);
  for (int row = table->first_row; row < end_row; row++) {
    draw_label(picture, pen, table, row);
    for (int col = table->first_col; col < end_col; col++) {
      draw_cell(picture, pen, table, row, col);
      if (table->part >= 0 && picture->scene->interactive) hit_cell(picture, table, row, col);
    }
  }
  int row = picture->scene->view->board_row, col = picture->scene->view->board_col;
  if (table->part < 0 || !is_chosen(picture, table->part, row, col)) return;
  TextStyle style = {FACE_MONO, BOARD_DIGITS, pen->theme->ink, ALIGN_MIDDLE};
  draw_choice(picture, pen, cell_box(picture, table, row, col),
              typed_text(picture, board_cell_text(picture, table, row, col)), style);
}

/* ---- the buttons ---- */

static const struct {
  const char *label, *command, *tip;
} buttons[] = {
    {"+ token", "board add token", N_("one token more: a row of E")},
    {"− token", "board remove token", N_("the last token and its row of E away")},
    {"+ d_model", "board add d_model", N_("one column of E more, and a row of W_Q, W_K and W_V")},
    {"− d_model", "board remove d_model", N_("the last column of E away, and the rows for it")},
    {"+ d_head", "board add d_head", N_("one column of W_Q, W_K and W_V more")},
    {"− d_head", "board remove d_head", N_("the last column of W_Q, W_K and W_V away")},
    {"", "board save", N_("writes the text file, with its comments")},
};
enum { BUTTONS = sizeof buttons / sizeof buttons[0] };

static void draw_buttons(const Scene *scene, Box box) {
  Pen pen = scene->pen;
  float wide = fminf(box.w / BUTTONS, stage_points(scene, 110)), gap = 6;
  pen.text_scale = fminf(pen.text_scale, wide / 84);
  for (int i = 0; i < BUTTONS; i++) {
    const char *label = i == BUTTONS - 1 ? _("Save the text") : buttons[i].label;
    Box of = cut_left(&box, wide);
    of.w -= gap;
    control_toggle(&pen, of,
                   (Toggle){.label = str_from(label),
                            .face = FACE_REGULAR,
                            .size = 12,
                            .corner = 6,
                            .command = buttons[i].command,
                            .tip = _(buttons[i].tip)});
  }
}

/* ---- the room ---- */

static void draw(const Scene *scene, Box box) {
  TextStyle style = {FACE_REGULAR, 14, scene->pen.theme->ink, ALIGN_START};
  Box rest = box_inset(box, stage_points(scene, PAD));
  if (!scene->board) {
    pen_text_wrapped(&scene->pen, style, rest, 1.3f,
                     str_from(_("The model on show is not typed in.")));
    return;
  }
  view_room_title_draw(scene, cut_top(&rest, view_room_title_height(scene, rest.w)));
  bool has_buttons = scene->interactive && !scene->view->presenter;
  if (has_buttons) draw_buttons(scene, cut_bottom(&rest, stage_points(scene, FOOT)));
  if (has_buttons) cut_bottom(&rest, stage_points(scene, 8));
  BoardPicture picture = {.scene = scene};
  board_place(&picture, rest);
  Pen pen = scene->pen;
  pen.text_scale = picture.scale;
  for (int i = 0; i < picture.count; i++) draw_table(&picture, &pen, &picture.tables[i]);
}

static void captions(const Scene *scene, Captions *out) {
  const Board *board = scene->board;
  Arena *arena = scene->pen.list->arena;
  out->title = _("A model typed in");
  out->headline = board ? str_copy(arena, board->title) : _("A model typed in");
  out->shapes =
      board ? str_format(arena, _("tokens: %d · columns of a row: %d · columns of a head: %d"),
                         board->token_count, board->d_model, board->d_head)
            : "";
  out->explanation =
      _("Above are the matrices as they were typed; below, what the head on show makes of them for "
        "the sentence. Every change is computed at once, and every stage shows it.");
  out->hint = _("Try: click a cell, type a number and press Enter.");
}

static const char *figure_words(const Scene *scene, Arena *arena) {
  StrBuf words = strbuf_make(arena);
  Str name = trace_model_name(scene->trace);
  const char *of =
      str_format(arena, _("A model typed in, “%.*s”: its matrices."), (int)name.bytes, name.at);
  i18n_add_sentence(&words, of ? of : "");
  i18n_add_sentence(&words,
                    _("Below, what the head on show makes of them for the sentence: rows are "
                      "its tokens."));
  return words.failed ? "" : words.at;
}

const ViewRoom board_room = {.draw = draw,
                             .captions = captions,
                             .inspect = board_inspect,
                             .figure_caption = figure_words,
                             .width_design = 1080,
                             .height_design = 760};

/* ---- the panel ---- */

static void add_size(Panel *panel, const char *name, int size) {
  panel_add_fact(panel, str_from(name), panel_words(panel, "%d", size), RANK_BODY);
}

void board_inspect(Panel *panel) {
  const Board *board = panel->scene->board;
  if (!board) {
    panel_add_words(panel);
    return;
  }
  panel_add_title(panel, (PanelTitle){.kicker = _("A model typed in"),
                                      .subject = board->title,
                                      .subject_color = panel->pen->theme->ink});
  add_size(panel, _("tokens"), board->token_count);
  add_size(panel, "d_model", board->d_model);
  add_size(panel, "d_head", board->d_head);
  add_size(panel, _("heads"), board->head_count);
  add_size(panel, _("layers"), board->layer_count);
  panel_add_note(panel,
                 str_from(_("A number is written as 2, -0.5 or 1/3. Rows copied from a spreadsheet "
                            "are pasted from the chosen cell on.")),
                 RANK_STEPS);
  panel_add_note(
      panel,
      str_from(_("Undo takes back every change. A saved state holds the whole text; Save "
                 "the text writes it as a file of its own, with its comments.")),
      RANK_EXTRA);
  panel_add_words(panel);
}
