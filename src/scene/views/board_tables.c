/* scene/views/board_tables.c -- the tables of a typed model: typed ones and what is computed with
** them, as large as they fit. */
#include "scene/views/board_tables.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/stage.h"

/* Design points. */
static const float CELL_LEAST = 28, GAP_X = 26, GAP_Y = 14, LABEL_MOST = 96;
static const float SCALE_MOST = 1.7f, SCALE_MOST_FROM_AFAR = 4, SCALE_LEAST = 0.62f,
                   SCALE_STEP = 0.02f;
enum { FREE = -1 }; /* a table of no column: at the next one that is free in its line */

/* ---- what the tables hold ---- */

static Number cell_number(const BoardShown *table, int row, int col) {
  return number_plain(mat_get(table->numbers, row, col));
}

Str board_cell_text(const BoardPicture *picture, const BoardShown *table, int row, int col) {
  if (table->part >= 0) return table->words[row * table->cols + col].text;
  Number number = cell_number(table, row, col);
  const char *kept = str_copy(picture->scene->pen.list->arena, number_str(&number));
  return str_from(kept ? kept : "");
}

float board_cell_value(const BoardShown *table, int row, int col) {
  if (table->part >= 0) return table->words[row * table->cols + col].value;
  return mat_get(table->numbers, row, col);
}

/* Of E its tokens, of P the places, of the sentence's rows its words; maps have none. */
const char *board_row_name(const BoardPicture *picture, const BoardShown *table, int row) {
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

static void measure(const BoardPicture *picture, BoardShown *table) {
  const Scene *scene = picture->scene;
  Pen pen = scene->pen;
  TextStyle digits = {FACE_MONO, BOARD_DIGITS, pen.theme->ink, ALIGN_END};
  TextStyle label = {FACE_REGULAR, BOARD_LABEL, pen.theme->ink, ALIGN_START};
  pen.text_scale = 1;
  TextStyle bold = {FACE_SEMIBOLD, BOARD_DIGITS, pen.theme->ink, ALIGN_START};
  table->name_w = pen_symbol_width(&pen, bold, str_from(table->name));
  table->cell_w = CELL_LEAST;
  for (int row = 0; row < table->rows; row++) {
    const char *name = board_row_name(picture, table, row);
    if (name) {
      float wide = fminf(LABEL_MOST, pen_width(&pen, label, str_from(name)) + 10);
      table->label_w = fmaxf(table->label_w, wide);
    }
    for (int col = 0; col < table->cols; col++) {
      float wide =
          pen_width(&pen, digits, board_cell_text(picture, table, row, col)) + BOARD_CELL_PAD;
      table->cell_w = fmaxf(table->cell_w, wide);
    }
  }
  table->rows_shown = table->rows;
  table->cols_shown = table->cols;
}

static void add_table(BoardPicture *picture, BoardShown table) {
  assert(picture->count < BOARD_TABLES_MOST);
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

static void add_typed(BoardPicture *picture) {
  const Scene *scene = picture->scene;
  const Theme *t = scene->pen.theme;
  const Color colors[BOARD_PART_COUNT] = {t->ink, t->ink, t->query, t->key, t->value, t->output};
  const Color softs[BOARD_PART_COUNT] = {t->empty_cell, t->empty_cell, t->query_soft,
                                         t->key_soft,   t->value_soft, t->output_soft};
  for (int part = 0; part < BOARD_PART_COUNT; part++) {
    const BoardMatrix *matrix =
        board_matrix(scene->board, scene->view->layer, scene->view->head, (BoardPart)part);
    add_table(picture, (BoardShown){.name = board_part_name((BoardPart)part),
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

static void add_computed(BoardPicture *picture) {
  const Scene *scene = picture->scene;
  const Trace *trace = scene->trace;
  const Theme *t = scene->pen.theme;
  const struct {
    const char *name;
    TracePart part;
    Color color, soft;
    bool are_weights;
    int above; /* the BoardPart in whose column it is */
  } computed[BOARD_COMPUTED] = {
      {"X", trace_projection_input(trace), t->ink, t->empty_cell, false, BOARD_E},
      {"Q = X W_Q", TRACE_Q, t->query, t->query_soft, false, BOARD_W_Q},
      {"K = X W_K", TRACE_K, t->key, t->key_soft, false, BOARD_W_K},
      {"V = X W_V", TRACE_V, t->value, t->value_soft, false, BOARD_W_V},
      {"Q Kᵀ / √d", trace_pair_part_before(trace, TRACE_WEIGHTS), t->ink, t->empty_cell, false,
       BOARD_W_O},
      {"softmax", TRACE_WEIGHTS, t->weights, t->weights_soft, true, FREE},
      {"softmax · V", TRACE_OUTPUT, t->output, t->output_soft, false, FREE},
  };
  for (int i = 0; i < BOARD_COMPUTED; i++) {
    if (!trace_has_part(trace, computed[i].part)) continue;
    MatView of = trace_matrix(trace, computed[i].part, scene->view->layer, scene->view->head);
    if (of.rows != trace_token_count(trace)) continue;
    int above = computed[i].above;
    add_table(picture,
              (BoardShown){.name = computed[i].name,
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
static float table_width(const BoardShown *table) {
  return table->label_w + fmaxf(table->name_w, (float)table->cols_shown * table->cell_w);
}

static float table_height(const BoardShown *table) {
  return BOARD_NAME + (float)table->rows_shown * BOARD_CELL_H;
}

/* Places all tables in lines of that width, in design points; gives the height. */
static float flow(BoardPicture *picture, float width, bool *fits) {
  float x = 0, y = 0, line = 0;
  *fits = true;
  for (int i = 0; i < picture->count; i++) {
    BoardShown *table = &picture->tables[i];
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

static Columns columns_of(const BoardPicture *picture) {
  Columns columns = {0};
  float width[BOARD_PART_COUNT] = {0};
  for (int i = 0; i < picture->count; i++) {
    const BoardShown *table = &picture->tables[i];
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
static float flow_in_columns(BoardPicture *picture, float width, bool *fits) {
  Columns columns = columns_of(picture);
  float y = 0, line = 0, end = 0;
  *fits = true;
  for (int i = 0; i < picture->count; i++) {
    BoardShown *table = &picture->tables[i];
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
static float fitting(BoardPicture *picture, Box box, float most) {
  bool fits;
  for (float scale = most; scale >= SCALE_LEAST; scale -= SCALE_STEP) {
    float height = picture->in_columns ? flow_in_columns(picture, box.w / scale, &fits)
                                       : flow(picture, box.w / scale, &fits);
    if (fits && height * scale <= box.h) return scale;
  }
  return 0;
}

/* In columns, unless the tables are larger without. */
static float fitting_best(BoardPicture *picture, Box box, float most) {
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
static void keep_chosen(BoardPicture *picture, Box box) {
  const View *view = picture->scene->view;
  int part = view->board_part >= 0 && view->board_part < BOARD_PART_COUNT ? view->board_part : 0;
  BoardShown kept = picture->tables[0];
  for (int i = 0; i < picture->count; i++)
    if (picture->tables[i].part == part) kept = picture->tables[i];
  float wide = box.w / SCALE_LEAST - kept.label_w, high = box.h / SCALE_LEAST - BOARD_NAME;
  window_of(kept.rows, view->board_row, high, BOARD_CELL_H, &kept.first_row, &kept.rows_shown);
  window_of(kept.cols, view->board_col, wide, kept.cell_w, &kept.first_col, &kept.cols_shown);
  picture->tables[0] = kept;
  picture->count = 1;
}

void board_place(BoardPicture *picture, Box box) {
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
