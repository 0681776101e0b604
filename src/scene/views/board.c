/* scene/views/board.c -- places the tables of a board and draws their cells. */
#include "scene/views/board.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/number.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 18, NAME = 20, CELL_H = 22, CELL_LEAST = 28, CELL_PAD = 10, GAP_X = 26,
                   GAP_Y = 14, DIGITS = 13, LABEL = 12, FOOT = 28, LABEL_MOST = 96;
static const float SCALE_MOST = 1.7f, SCALE_MOST_FROM_AFAR = 4, SCALE_LEAST = 0.62f,
                   SCALE_STEP = 0.02f;
enum { COMPUTED = 7, TABLES_MOST = BOARD_PART_COUNT + COMPUTED };
enum { FREE = -1 }; /* a table of no column: at the next one that is free in its line */

/* One table: typed, or a matrix of the trace. */
typedef struct Table {
  const char *name;
  Color color, soft;
  int part;               /* a BoardPart; −1: computed */
  const BoardWord *words; /* typed */
  MatView numbers;        /* computed */
  bool are_weights, has_keys;
  int rows, cols;
  float label_w, cell_w, name_w; /* design points at scale 1 */
  int column;                    /* below a typed table what is made with it, or FREE */
  bool begins_line;
  int first_row, first_col, rows_shown, cols_shown;
  Box box; /* as drawn */
} Table;

typedef struct Picture {
  const Scene *scene;
  Table tables[TABLES_MOST];
  int count;
  float scale;
  bool in_columns;
} Picture;

/* ---- what the tables hold ---- */

static Number cell_number(const Table *table, int row, int col) {
  return number_plain(mat_get(table->numbers, row, col));
}

static Str cell_text(const Picture *picture, const Table *table, int row, int col) {
  if (table->part >= 0) return table->words[row * table->cols + col].text;
  Number number = cell_number(table, row, col);
  const char *kept = str_copy(picture->scene->pen.list->arena, number_str(&number));
  return str_from(kept ? kept : "");
}

static float cell_value(const Table *table, int row, int col) {
  if (table->part >= 0) return table->words[row * table->cols + col].value;
  return mat_get(table->numbers, row, col);
}

/* Of E its tokens, of P the places, of the sentence's rows its words; maps have none. */
static const char *row_label(const Picture *picture, const Table *table, int row) {
  const Scene *scene = picture->scene;
  Arena *arena = scene->pen.list->arena;
  if (table->part == BOARD_E) {
    Str token = scene->board->tokens[row].text;
    return str_copy(arena, token);
  }
  if (table->part == BOARD_P) return str_format(arena, "%d", row + 1);
  if (table->part >= 0) return NULL;
  return str_copy(arena, trace_token(scene->trace, row)->text);
}

static void measure(const Picture *picture, Table *table) {
  const Scene *scene = picture->scene;
  Pen pen = scene->pen;
  TextStyle digits = {FACE_MONO, DIGITS, pen.theme->ink, ALIGN_END};
  TextStyle label = {FACE_REGULAR, LABEL, pen.theme->ink, ALIGN_START};
  pen.text_scale = 1;
  TextStyle bold = {FACE_SEMIBOLD, DIGITS, pen.theme->ink, ALIGN_START};
  table->name_w = pen_symbol_width(&pen, bold, str_from(table->name));
  table->cell_w = CELL_LEAST;
  for (int row = 0; row < table->rows; row++) {
    const char *name = row_label(picture, table, row);
    if (name) {
      float wide = fminf(LABEL_MOST, pen_width(&pen, label, str_from(name)) + 10);
      table->label_w = fmaxf(table->label_w, wide);
    }
    for (int col = 0; col < table->cols; col++) {
      float wide = pen_width(&pen, digits, cell_text(picture, table, row, col)) + CELL_PAD;
      table->cell_w = fmaxf(table->cell_w, wide);
    }
  }
  table->rows_shown = table->rows;
  table->cols_shown = table->cols;
}

static void add_table(Picture *picture, Table table) {
  assert(picture->count < TABLES_MOST);
  if (table.rows == 0 || table.cols == 0) return;
  measure(picture, &table);
  picture->tables[picture->count++] = table;
}

/* Without places there is no column of theirs. */
static int column_of(const Scene *scene, BoardPart part) {
  const View *view = scene->view;
  const BoardMatrix *places = board_matrix(scene->board, view->layer, view->head, BOARD_P);
  bool has_places = places->rows > 0 && places->cols > 0;
  return part > BOARD_P && !has_places ? (int)part - 1 : (int)part;
}

static void add_typed(Picture *picture) {
  const Scene *scene = picture->scene;
  const Theme *t = scene->pen.theme;
  const Color colors[BOARD_PART_COUNT] = {t->ink, t->ink, t->query, t->key, t->value, t->output};
  const Color softs[BOARD_PART_COUNT] = {t->empty_cell, t->empty_cell, t->query_soft,
                                         t->key_soft,   t->value_soft, t->output_soft};
  for (int part = 0; part < BOARD_PART_COUNT; part++) {
    const BoardMatrix *matrix =
        board_matrix(scene->board, scene->view->layer, scene->view->head, (BoardPart)part);
    add_table(picture, (Table){.name = board_part_name((BoardPart)part),
                               .color = colors[part],
                               .soft = softs[part],
                               .part = part,
                               .column = column_of(scene, (BoardPart)part),
                               .words = matrix->cells,
                               .rows = matrix->rows,
                               .cols = matrix->cols,
                               .begins_line = part == BOARD_E});
  }
}

static void add_computed(Picture *picture) {
  const Scene *scene = picture->scene;
  const Trace *trace = scene->trace;
  const Theme *t = scene->pen.theme;
  const struct {
    const char *name;
    TracePart part;
    Color color, soft;
    bool are_weights;
    int above; /* the BoardPart in whose column it is */
  } computed[COMPUTED] = {
      {"X", trace_projection_input(trace), t->ink, t->empty_cell, false, BOARD_E},
      {"Q = X W_Q", TRACE_Q, t->query, t->query_soft, false, BOARD_W_Q},
      {"K = X W_K", TRACE_K, t->key, t->key_soft, false, BOARD_W_K},
      {"V = X W_V", TRACE_V, t->value, t->value_soft, false, BOARD_W_V},
      {"Q Kᵀ / √d", trace_pair_part_before(trace, TRACE_WEIGHTS), t->ink, t->empty_cell, false,
       BOARD_W_O},
      {"softmax", TRACE_WEIGHTS, t->weights, t->weights_soft, true, FREE},
      {"softmax · V", TRACE_OUTPUT, t->output, t->output_soft, false, FREE},
  };
  for (int i = 0; i < COMPUTED; i++) {
    if (!trace_has_part(trace, computed[i].part)) continue;
    MatView of = trace_matrix(trace, computed[i].part, scene->view->layer, scene->view->head);
    if (of.rows != trace_token_count(trace)) continue;
    int above = computed[i].above;
    add_table(picture, (Table){.name = computed[i].name,
                               .color = computed[i].color,
                               .soft = computed[i].soft,
                               .part = -1,
                               .column = above == FREE ? FREE : column_of(scene, (BoardPart)above),
                               .numbers = of,
                               .are_weights = computed[i].are_weights,
                               .rows = of.rows,
                               .cols = of.cols,
                               .begins_line = i == 0});
  }
}

/* ---- where they lie ---- */

/* Its name may be wider than its cells. */
static float table_width(const Table *table) {
  return table->label_w + fmaxf(table->name_w, (float)table->cols_shown * table->cell_w);
}

static float table_height(const Table *table) { return NAME + (float)table->rows_shown * CELL_H; }

/* Places all tables in lines of that width, in design points; gives the height. */
static float flow(Picture *picture, float width, bool *fits) {
  float x = 0, y = 0, line = 0;
  *fits = true;
  for (int i = 0; i < picture->count; i++) {
    Table *table = &picture->tables[i];
    float w = table_width(table), h = table_height(table);
    if (x > 0 && (x + w > width || table->begins_line)) {
      y += line + GAP_Y;
      x = line = 0;
    }
    *fits = *fits && w <= width;
    table->box = (Box){x, y, w, h};
    x += w + GAP_X;
    line = fmaxf(line, h);
  }
  return y + line;
}

/* Where the columns begin and how wide the names of rows in them are. */
typedef struct Columns {
  float at[BOARD_PART_COUNT + 1], label_w[BOARD_PART_COUNT];
} Columns;

static Columns columns_of(const Picture *picture) {
  Columns columns = {0};
  float width[BOARD_PART_COUNT] = {0};
  for (int i = 0; i < picture->count; i++) {
    const Table *table = &picture->tables[i];
    if (table->column == FREE) continue;
    float *label = &columns.label_w[table->column], *cells = &width[table->column];
    *label = fmaxf(*label, table->label_w);
    *cells = fmaxf(*cells, table_width(table) - table->label_w);
  }
  for (int i = 0; i < BOARD_PART_COUNT; i++) {
    float wide = columns.label_w[i] + width[i];
    columns.at[i + 1] = columns.at[i] + wide + (wide > 0 ? GAP_X : 0);
  }
  return columns;
}

/* As `flow`, with cells below cells: what is made with a typed table stands below it. */
static float flow_in_columns(Picture *picture, float width, bool *fits) {
  Columns columns = columns_of(picture);
  float y = 0, line = 0, end = 0;
  *fits = true;
  for (int i = 0; i < picture->count; i++) {
    Table *table = &picture->tables[i];
    bool is_free = table->column == FREE;
    bool follows_columns = is_free && i > 0 && picture->tables[i - 1].column != FREE;
    int column = is_free ? 0 : table->column;
    if ((table->begins_line && i > 0) || follows_columns) {
      y += line + GAP_Y;
      line = end = 0;
    }
    while (is_free && column < BOARD_PART_COUNT - 1 && columns.at[column] < end) column++;
    float x = columns.at[column] + columns.label_w[column] - table->label_w;
    table->box = (Box){x, y, table_width(table), table_height(table)};
    end = x + table->box.w + GAP_X;
    line = fmaxf(line, table->box.h);
    *fits = *fits && x >= 0 && x + table->box.w <= width;
  }
  return y + line;
}

/* The largest scale at which the tables fit; 0: none. */
static float fitting(Picture *picture, Box box, float most) {
  bool fits;
  for (float scale = most; scale >= SCALE_LEAST; scale -= SCALE_STEP) {
    float height = picture->in_columns ? flow_in_columns(picture, box.w / scale, &fits)
                                       : flow(picture, box.w / scale, &fits);
    if (fits && height * scale <= box.h) return scale;
  }
  return 0;
}

/* In columns, unless the tables are larger without. */
static float fitting_best(Picture *picture, Box box, float most) {
  picture->in_columns = true;
  float in_columns = fitting(picture, box, most);
  picture->in_columns = false;
  float freely = fitting(picture, box, most);
  if (in_columns < freely) return freely;
  picture->in_columns = true;
  return fitting(picture, box, most);
}

/* So many are shown that the chosen one is among them. */
static void window_of(int count, int chosen, float room, float size, int *first, int *shown) {
  *shown = int_clamp((int)(room / size), 1, count);
  *first = int_clamp(chosen - *shown / 2, 0, count - *shown);
}

/* One table, as much of it as fits. */
static void keep_chosen(Picture *picture, Box box) {
  const View *view = picture->scene->view;
  int part = view->board_part >= 0 && view->board_part < BOARD_PART_COUNT ? view->board_part : 0;
  Table kept = picture->tables[0];
  for (int i = 0; i < picture->count; i++)
    if (picture->tables[i].part == part) kept = picture->tables[i];
  float wide = box.w / SCALE_LEAST - kept.label_w, high = box.h / SCALE_LEAST - NAME;
  window_of(kept.rows, view->board_row, high, CELL_H, &kept.first_row, &kept.rows_shown);
  window_of(kept.cols, view->board_col, wide, kept.cell_w, &kept.first_col, &kept.cols_shown);
  picture->tables[0] = kept;
  picture->count = 1;
}

static void place(Picture *picture, Box box) {
  bool fits;
  const Scene *scene = picture->scene;
  float most = SCALE_MOST * fmaxf(scene->pen.text_scale, scene->view->text_scale);
  if (scene_is_presented(scene)) most = SCALE_MOST_FROM_AFAR;
  add_typed(picture);
  int typed = picture->count;
  add_computed(picture);
  picture->scale = fitting_best(picture, box, most);
  if (picture->scale <= 0) {
    picture->count = typed;
    picture->scale = fitting(picture, box, most);
  }
  if (picture->scale <= 0) {
    keep_chosen(picture, box);
    picture->scale = SCALE_LEAST;
    flow(picture, box.w / picture->scale, &fits);
  }
  for (int i = 0; i < picture->count; i++) {
    Box *of = &picture->tables[i].box;
    float s = picture->scale;
    *of = (Box){box.x + of->x * s, box.y + of->y * s, of->w * s, of->h * s};
  }
}

/* ---- drawing ---- */

static Box cell_box(const Picture *picture, const Table *table, int row, int col) {
  float s = picture->scale;
  return (Box){table->box.x +
                   (table->label_w + (float)(col - table->first_col) * table->cell_w) * s,
               table->box.y + (NAME + (float)(row - table->first_row) * CELL_H) * s,
               table->cell_w * s, CELL_H * s};
}

static bool is_chosen(const Picture *picture, int part, int row, int col) {
  const View *view = picture->scene->view;
  return picture->scene->interactive && view->board_part == part && view->board_row == row &&
         view->board_col == col;
}

/* What is typed into the cell, with a caret. */
static Str typed_text(const Picture *picture, Str former) {
  const char *typed = picture->scene->board_typed;
  if (!typed || !typed[0]) return former;
  return str_from(str_format(picture->scene->pen.list->arena, "%s|", typed));
}

/* Over its neighbours, where what is typed is wider than the cell. */
static void draw_choice(const Picture *picture, const Pen *pen, Box box, Str text,
                        TextStyle style) {
  float wide = pen_width(pen, style, text) + CELL_PAD * picture->scale;
  box.w = fmaxf(box.w, wide);
  draw_box(pen->list, (DrawBox){.box = box, .fill = pen->theme->focus_soft});
  pen_focus_outline(pen, (DrawBox){.box = box,
                                   .corner = 2,
                                   .stroke = pen->theme->focus,
                                   .stroke_width = 2 * picture->scale});
  pen_text_in(pen, style, box, text);
}

static void draw_cell(const Picture *picture, const Pen *pen, const Table *table, int row,
                      int col) {
  const Theme *theme = pen->theme;
  Box box = cell_box(picture, table, row, col);
  float value = cell_value(table, row, col);
  bool is_nothing = table->are_weights ? value < NUMBER_SHARE_LEAST : fabsf(value) <= 0;
  Color fill = is_nothing ? theme->panel : isfinite(value) ? table->soft : theme->hatch_ground;
  draw_box(pen->list,
           (DrawBox){.box = box, .fill = fill, .stroke = theme->line, .stroke_width = 1});
  if (table->part >= 0 && is_chosen(picture, table->part, row, col)) return;
  TextStyle style = {FACE_MONO, DIGITS, is_nothing ? theme->muted : theme->ink, ALIGN_MIDDLE};
  pen_text_in(pen, style, box, cell_text(picture, table, row, col));
}

static void hit_cell(const Picture *picture, const Table *table, int row, int col) {
  DrawList *list = picture->scene->pen.list;
  Box box = cell_box(picture, table, row, col);
  const char *click = str_format(list->arena, "board at %s %d %d", table->name, row + 1, col + 1);
  draw_hit(list, (DrawHit){.box = box, .cursor = CURSOR_TEXT, .click = click ? click : ""});
}

static void draw_label(const Picture *picture, const Pen *pen, const Table *table, int row) {
  const Scene *scene = picture->scene;
  const char *name = row_label(picture, table, row);
  if (!name) return;
  Box box = cell_box(picture, table, row, table->first_col);
  box.x = table->box.x;
  box.w = table->label_w * picture->scale;
  bool chosen = table->part == BOARD_E && is_chosen(picture, VIEW_BOARD_TOKENS, row, 0);
  Box text = box_inset(box, 0);
  text.w -= 6 * picture->scale;
  Color color = table->part == BOARD_P ? pen->theme->muted : pen->theme->ink;
  TextStyle style = {FACE_REGULAR, LABEL, color, ALIGN_END};
  if (!chosen) pen_text_in(pen, style, text, str_from(name));
  if (table->part != BOARD_E || !scene->interactive) return;
  style.align = ALIGN_MIDDLE;
  if (chosen) draw_choice(picture, pen, box, typed_text(picture, str_from(name)), style);
  const char *click = str_format(pen->list->arena, "board at tokens %d", row + 1);
  draw_hit(pen->list, (DrawHit){.box = box, .cursor = CURSOR_TEXT, .click = click ? click : ""});
}

/* "W_Q  2 × 2", or which part of a table there is. */
static void draw_name(const Picture *picture, const Pen *pen, const Table *table) {
  Box box = {table->box.x + table->label_w * picture->scale, table->box.y, table->box.w,
             NAME * picture->scale};
  TextStyle bold = {FACE_SEMIBOLD, DIGITS, table->color, ALIGN_START};
  TextStyle plain = {FACE_REGULAR, LABEL + 2, pen->theme->muted, ALIGN_START};
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

static void draw_table(const Picture *picture, const Pen *pen, const Table *table) {
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
  TextStyle style = {FACE_MONO, DIGITS, pen->theme->ink, ALIGN_MIDDLE};
  draw_choice(picture, pen, cell_box(picture, table, row, col),
              typed_text(picture, cell_text(picture, table, row, col)), style);
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
  view_room_title_draw(scene, cut_top(&rest, view_room_title_height(scene)));
  bool has_buttons = scene->interactive && !scene->view->presenter;
  if (has_buttons) draw_buttons(scene, cut_bottom(&rest, stage_points(scene, FOOT)));
  if (has_buttons) cut_bottom(&rest, stage_points(scene, 8));
  Picture picture = {.scene = scene};
  place(&picture, rest);
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
