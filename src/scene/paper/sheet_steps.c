/* scene/paper/sheet_steps.c -- the body of an exercise sheet: what is given, and the steps from the
** scores to the weighted sum, empty or worked out. */
#include "scene/paper/sheet_flow.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/mask_words.h"
#include "scene/number.h"

static const float CELL_HEIGHT = 21, GIVEN_HEIGHT = 16, CELL_LEAST = 33, CELL_MOST = 54,
                   GIVEN_CELL = 40, FACTOR_WIDTH = 31, SCORE_WIDTH = 46, WORK_LINE = 20,
                   WORK_MOST_FACTORS = 4, POWER_LINE = 12.5f;
enum { PRODUCT_ROWS_MOST = 3 }; /* queries whose weighted sums have a grid of products */

/* ---- tables ---- */

static bool is_blank(const SheetFlow *flow, SheetStep step) { return flow->blanks >> step & 1u; }

static bool is_written(const SheetFlow *flow, SheetStep step) {
  return flow->pages->is_solved || !is_blank(flow, step);
}

/* Queries by keys: cells as wide as the page lets them, in as few parts as it takes. */
static PaperTable pair_table(const SheetFlow *flow, SheetStep step, MatView values, int decimals) {
  PaperTable table = {.rows = values.rows,
                      .cols = values.cols,
                      .values = values,
                      .decimals = decimals,
                      .is_written = is_written(flow, step),
                      .is_solution = is_blank(flow, step),
                      .row_names = flow->query_names,
                      .col_names = flow->key_names,
                      .row_color = flow->pen->theme->query,
                      .col_color = flow->pen->theme->key,
                      .name_width = flow->query_width,
                      .cell_height = CELL_HEIGHT};
  float room = sheet_content_width(flow) - table.name_width;
  int most = (int)(room / CELL_LEAST), parts = (values.cols + most - 1) / most;
  int each = (values.cols + parts - 1) / parts;
  table.cell_width = fminf(room / (float)each, CELL_MOST);
  return table;
}

static const Str *column_names(const SheetFlow *flow, const int *columns, int count) {
  Str *names = arena_take(sheet_arena(flow), (size_t)count, sizeof *names);
  for (int i = 0; names && i < count; i++)
    names[i] = str_from(str_format(sheet_arena(flow), "%d", columns[i] + 1));
  return names;
}

/* ---- given ---- */

static PaperTable given_table(const SheetFlow *flow, MatView values, const int *columns,
                              Color color, const char *letter) {
  return (PaperTable){.rows = values.rows,
                      .cols = values.cols,
                      .values = values,
                      .decimals = flow->sheet->decimals,
                      .is_written = true,
                      .col_names = column_names(flow, columns, values.cols),
                      .corner = str_from(letter),
                      .row_color = color,
                      .col_color = flow->pen->theme->muted,
                      .cell_width = GIVEN_CELL,
                      .cell_height = GIVEN_HEIGHT};
}

/* Beside each other where they have room, else under each other. */
static void add_keys_and_values(SheetFlow *flow) {
  const PaperSheet *sheet = flow->sheet;
  const Theme *theme = flow->pen->theme;
  PaperTable k = given_table(flow, sheet->k, sheet->columns, theme->key, "K");
  PaperTable v = given_table(flow, sheet->v, sheet->value_columns, theme->value, "V");
  k.row_names = v.row_names = flow->key_names;
  k.name_width = v.name_width = flow->key_width;
  float k_width = paper_table_width(&k, k.cols), v_width = paper_table_width(&v, v.cols);
  if (k_width + v_width + 24 > sheet_content_width(flow)) {
    float room = sheet_content_width(flow) - flow->key_width;
    k.cell_width = fminf(k.cell_width, room / (float)k.cols);
    v.cell_width = fminf(v.cell_width, room / (float)v.cols);
    sheet_add_table(flow, &k);
    sheet_leave(flow, 4);
    sheet_add_table(flow, &v);
    return;
  }
  Box box = sheet_take_room(
      flow, fmaxf(paper_table_height(flow->pen, &k), paper_table_height(flow->pen, &v)));
  paper_table_draw(flow->pen, &k, (Point){box.x, box.y}, 0, k.cols);
  paper_table_draw(flow->pen, &v, (Point){box.x + box.w - v_width, box.y}, 0, v.cols);
}

/* Whether a line holds the products of a score, so that those of the first row are written out. */
static bool has_score_lines(const SheetFlow *flow) {
  return is_blank(flow, SHEET_SCORES) && flow->sheet->column_count <= WORK_MOST_FACTORS;
}

static bool has_score_table(const SheetFlow *flow) {
  return !has_score_lines(flow) || flow->sheet->row_count > 1;
}

/* Of what stands together below the heading. */
static float scores_height(const SheetFlow *flow) {
  const PaperSheet *sheet = flow->sheet;
  PaperTable table = pair_table(flow, SHEET_SCORES, sheet->scores, 2 * sheet->decimals);
  float lines = has_score_lines(flow) ? WORK_LINE * (float)sheet->key_count + 24 : 0;
  return lines + (has_score_table(flow) ? paper_table_height(flow->pen, &table) + 8 : 0) + 36;
}

/* The table of powers: rows of ten, in two halves beside each other where it is long. */
static int power_halves(const PaperSheet *sheet) { return sheet->table.rows > 20 ? 2 : 1; }

static int power_lines(const PaperSheet *sheet) {
  int halves = power_halves(sheet);
  return (sheet->table.rows + halves - 1) / halves;
}

/* The table of powers in one piece; row_names NULL: memory is out. */
static PaperTable powers_table(const SheetFlow *flow) {
  const PaperSheet *sheet = flow->sheet;
  Arena *arena = sheet_arena(flow);
  int rows = sheet->table.rows, decimals = int_max(sheet->decimals - 1, 0);
  float step = sheet->decimals == 0 ? 10 : sheet->decimals == 1 ? 1 : 0.1f;
  Str *names = arena_take(arena, (size_t)rows, sizeof *names);
  Str *columns = arena_take(arena, SHEET_TABLE_COLUMNS, sizeof *columns);
  if (!names || !columns) return (PaperTable){0};
  for (int i = 0; i < rows; i++)
    names[i] = str_from(str_format(arena, "%.*f", decimals, (double)((float)i * step)));
  for (int i = 0; i < SHEET_TABLE_COLUMNS; i++)
    columns[i] = str_from(str_format(arena, sheet->decimals == 1 ? ".%d" : "%d", i));
  return (PaperTable){.cols = SHEET_TABLE_COLUMNS,
                      .decimals = BY_HAND_POWER_DECIMALS,
                      .is_written = true,
                      .row_names = names,
                      .col_names = columns,
                      .row_color = flow->pen->theme->muted,
                      .col_color = flow->pen->theme->muted,
                      .name_width = 26,
                      .cell_height = POWER_LINE,
                      .cell_width = power_halves(sheet) == 2 ? 21.4f : 34};
}

static void draw_powers(const SheetFlow *flow, const PaperTable *table, Box box) {
  const PaperSheet *sheet = flow->sheet;
  int rows = sheet->table.rows, each = power_lines(sheet);
  for (int half = 0; half < power_halves(sheet); half++) {
    PaperTable part = *table;
    part.rows = int_min(each, rows - half * each);
    part.values = mat_view_rows(sheet->table, half * each, part.rows);
    part.row_names = table->row_names + half * each;
    float right = (float)half * (box.w - paper_table_width(&part, part.cols));
    paper_table_draw(flow->pen, &part, (Point){box.x + right, box.y}, 0, part.cols);
  }
}

static void add_powers(SheetFlow *flow) {
  PaperTable table = powers_table(flow);
  float height = 15 + table.cell_height * (float)power_lines(flow->sheet);
  if (!table.row_names) return;
  flow->has_powers = true;
  sheet_keep_together(flow, height + 24);
  sheet_add_words(
      flow, sheet_muted_style(flow, SHEET_SMALL, ALIGN_START),
      flow->sheet->decimals == 0
          ? _("Powers of e: what is t below the largest has the power e⁻ᵗ, and 0.000 beyond "
              "the end of the table.")
          : _("Powers of e: what is t below the largest has the power e⁻ᵗ. The row gives "
              "the beginning of t, the column its last digit; 0.000 beyond the end."));
  draw_powers(flow, &table, sheet_take_room(flow, height));
  sheet_leave(flow, 14);
}

/* On the page of what is given, where the scores have no room and it would stay empty. */
static bool are_powers_given(const SheetFlow *flow) {
  const float heading = 36, words = 56;
  float room = sheet_room_left(flow);
  return is_blank(flow, SHEET_WEIGHTS) && room < heading + scores_height(flow) &&
         room >= words + POWER_LINE * (float)power_lines(flow->sheet);
}

void sheet_add_given(SheetFlow *flow) {
  const PaperSheet *sheet = flow->sheet;
  float keys = GIVEN_HEIGHT * (float)(sheet->key_count + sheet->row_count + 3);
  sheet_add_heading(flow,
                    (SheetHeading){0, flow->pen->theme->ink, _("Given"), "", fminf(keys, 260)});
  PaperTable q = given_table(flow, sheet->q, sheet->columns, flow->pen->theme->query, "Q");
  q.row_names = flow->query_names;
  q.name_width = fmaxf(flow->query_width, flow->key_width);
  q.cell_width = fminf(q.cell_width, (sheet_content_width(flow) - q.name_width) / (float)q.cols);
  sheet_add_table(flow, &q);
  sheet_leave(flow, 6);
  add_keys_and_values(flow);
  if (!are_powers_given(flow)) return;
  sheet_leave(flow, 12);
  add_powers(flow);
}

/* ---- 1: scores ---- */

/* No digit is cut: a long number is smaller. */
static void draw_number(const SheetFlow *flow, Box box, float value, int decimals) {
  Number number = number_decimals(value, decimals);
  TextStyle style = {FACE_MONO, 9, flow->pen->theme->weights, ALIGN_MIDDLE};
  float width = pen_width(flow->pen, style, number_str(&number));
  if (width > box.w) style.size *= 0.98f * box.w / width;
  pen_text_in(flow->pen, style, box, number_str(&number));
}

/* A line to write a number on, and the number where it is solved. */
static float draw_slot(const SheetFlow *flow, Box slot, float value, int decimals) {
  const Pen *pen = flow->pen;
  float end = slot.x + slot.w, line = slot.y + slot.h + 0.5f;
  draw_line(pen->list, (Point){slot.x, line}, (Point){end, line}, 0.5f, pen->theme->muted);
  if (is_written(flow, SHEET_SCORES)) draw_number(flow, slot, value, decimals);
  return end;
}

/* "animal   ___ · ___ + ___ · ___ + … = ____" */
static void add_score_line(SheetFlow *flow, int key) {
  const PaperSheet *sheet = flow->sheet;
  const Pen *pen = flow->pen;
  Box box = sheet_take_room(flow, WORK_LINE);
  float base = box.y + WORK_LINE - 6, x = box.x + flow->key_width;
  Box slot = {x, base - 10, FACTOR_WIDTH, 12};
  TextStyle sign = {FACE_REGULAR, SHEET_BODY, pen->theme->muted, ALIGN_MIDDLE};
  pen_text_in(pen, (TextStyle){FACE_MEDIUM, 9, pen->theme->key, ALIGN_END},
              (Box){box.x, base - 10, flow->key_width - 8, 12}, flow->key_names[key]);
  for (int col = 0; col < sheet->column_count; col++) {
    if (col > 0) pen_text_in(pen, sign, (Box){x, base - 10, 12, 12}, STR("+")), x += 12;
    slot.x = x;
    x = draw_slot(flow, slot, mat_get(sheet->q, 0, col), sheet->decimals);
    pen_text_in(pen, sign, (Box){x, base - 10, 9, 12}, STR("×"));
    slot.x = x + 9;
    x = draw_slot(flow, slot, mat_get(sheet->k, key, col), sheet->decimals);
  }
  pen_text_in(pen, sign, (Box){x, base - 10, 16, 12}, STR("="));
  slot.x = x + 16;
  slot.w = fminf(SCORE_WIDTH, box.x + box.w - slot.x);
  draw_slot(flow, slot, mat_get(sheet->scores, 0, key), 2 * sheet->decimals);
}

/* Of one row the lines end in its scores, and a table would only repeat them. */
void sheet_add_scores(SheetFlow *flow) {
  const PaperSheet *sheet = flow->sheet;
  Str first = flow->query_names[0];
  PaperTable table = pair_table(flow, SHEET_SCORES, sheet->scores, 2 * sheet->decimals);
  bool has_lines = has_score_lines(flow), has_table = has_score_table(flow);
  sheet_add_heading(
      flow, (SheetHeading){1, flow->pen->theme->query, _("Scores"), "Q Kᵀ", scores_height(flow)});
  sheet_add_words(
      flow, sheet_text_style(flow, SHEET_BODY),
      _("A score is a row of Q times a row of K: multiply number by number, and add the "
        "products up. Rows ask, columns are asked."));
  sheet_leave(flow, 6);
  if (has_table) sheet_add_table(flow, &table);
  if (!has_lines) return;
  if (has_table) sheet_leave(flow, 4);
  sheet_add_words(flow, sheet_muted_style(flow, SHEET_SMALL, ALIGN_START),
                  str_format(sheet_arena(flow), _("Room to work, for the row of “%.*s”:"),
                             (int)first.bytes, first.at));
  for (int key = 0; key < sheet->key_count; key++) add_score_line(flow, key);
  sheet_leave(flow, 4);
}

/* ---- 2 and 3: scaled, masked ---- */

void sheet_add_scaled(SheetFlow *flow) {
  const PaperSheet *sheet = flow->sheet;
  PaperTable table = pair_table(flow, SHEET_SCALED, sheet->scaled, sheet->decimals);
  Number divisor = number_decimals(sheet->divisor, BY_HAND_ROOT_DECIMALS);
  bool is_whole = floorf(sheet->divisor) >= sheet->divisor;
  if (is_whole) divisor = number_decimals(sheet->divisor, 0);
  sheet_add_heading(flow, (SheetHeading){2, flow->pen->theme->ink, _("Scaled"), "÷ √d",
                                         paper_table_height(flow->pen, &table) + 30});
  sheet_add_words(
      flow, sheet_text_style(flow, SHEET_BODY),
      str_format(sheet_arena(flow),
                 P_("Divide every score by %s, which is √d for d = %d column of Q and K.",
                    "Divide every score by %s, which is √d for d = %d columns of Q and K.",
                    sheet->column_count),
                 divisor.at, sheet->column_count));
  sheet_leave(flow, 6);
  sheet_add_table(flow, &table);
}

void sheet_add_masked(SheetFlow *flow) {
  const PaperSheet *sheet = flow->sheet;
  PaperTable table = pair_table(flow, SHEET_MASKED, sheet->masked, sheet->decimals);
  table.marks_hidden = true;
  sheet_add_heading(flow,
                    (SheetHeading){3, flow->pen->theme->ink, _("Masked"), "+ M",
                                   sheet->hides ? paper_table_height(flow->pen, &table) + 30 : 16});
  if (!sheet->hides) {
    sheet_add_words(flow, sheet_text_style(flow, SHEET_BODY),
                    _("The mask hides nothing here: masked is scaled, so go on with step 4."));
    return;
  }
  sheet_add_words(flow, sheet_text_style(flow, SHEET_BODY),
                  _("What is hatched is hidden by the mask: write −∞ there, and copy the others."));
  sheet_leave(flow, 6);
  sheet_add_table(flow, &table);
}

/* ---- 4: softmax ---- */

/* The key with the largest weight, or all that have it. */
static Str heaviest_names(const SheetFlow *flow, int row) {
  const PaperSheet *sheet = flow->sheet;
  StrBuf words = strbuf_make(sheet_arena(flow));
  int heaviest = sheet->heaviest[row];
  for (int key = heaviest; key >= 0 && key < sheet->key_count; key++) {
    if (mat_get(sheet->weights, row, key) < mat_get(sheet->weights, row, heaviest)) continue;
    Str name = flow->key_names[key];
    strbuf_format(&words, "%s%.*s", key > heaviest ? ", " : "", (int)name.bytes, name.at);
  }
  return words.failed || words.bytes == 0 ? (Str){"", 0} : strbuf_str(&words);
}

/* "largest = ____   sum of the powers = ____", behind the word that asks. */
static void add_row_line(SheetFlow *flow, int row, float room_below) {
  const Pen *pen = flow->pen;
  const PaperSheet *sheet = flow->sheet;
  sheet_keep_together(flow, 18 + room_below);
  Box box = sheet_take_room(flow, 18);
  float base = box.y + 12, x = box.x;
  const float slot = 46;
  TextStyle style = sheet_muted_style(flow, SHEET_BODY, ALIGN_START);
  TextStyle name = {FACE_BOLD, 10.5f, pen->theme->query, ALIGN_START};
  x += pen_text(pen, name, (Point){x, base}, flow->query_names[row]) + 20;
  const struct {
    const char *words;
    float value;
    int decimals;
  } numbers[] = {{_("largest ="), sheet->parts[row].max, sheet->decimals},
                 {_("sum of the powers ="), sheet->parts[row].sum, BY_HAND_POWER_DECIMALS}};
  for (int i = 0; i < 2; i++) {
    x += pen_text(pen, style, (Point){x, base}, str_from(numbers[i].words)) + 6;
    draw_line(pen->list, (Point){x, base + 2.5f}, (Point){x + slot, base + 2.5f}, 0.5f,
              pen->theme->muted);
    if (is_written(flow, SHEET_WEIGHTS))
      draw_number(flow, (Box){x, base - 10, slot, 12}, numbers[i].value, numbers[i].decimals);
    x += slot + 18;
  }
  x += pen_text(pen, style, (Point){x, base}, str_from(_("heaviest on"))) + 6;
  draw_line(pen->list, (Point){x, base + 2.5f}, (Point){box.x + box.w, base + 2.5f}, 0.5f,
            pen->theme->muted);
  if (is_written(flow, SHEET_WEIGHTS))
    pen_text_in(pen, (TextStyle){FACE_SEMIBOLD, 9.5f, pen->theme->weights, ALIGN_START},
                (Box){x + 4, base - 10, box.x + box.w - x - 4, 12}, heaviest_names(flow, row));
}

typedef struct SoftmaxLine {
  const char *name;
  MatView values;
  int decimals;
} SoftmaxLine;

/* Three lines of one query, cut into parts of as many keys as fit. */
static void add_softmax_row(SheetFlow *flow, int row) {
  const PaperSheet *sheet = flow->sheet;
  const SoftmaxLine lines[] = {
      {_("below largest"), mat_view_rows(sheet->below, row, 1), sheet->decimals},
      {_("power of e"), mat_view_rows(sheet->powers, row, 1), BY_HAND_POWER_DECIMALS},
      {_("weight"), mat_view_rows(sheet->weights, row, 1), BY_HAND_SHARE_DECIMALS}};
  PaperTable first = pair_table(flow, SHEET_WEIGHTS, lines[0].values, 0);
  first.name_width = fmaxf(first.name_width, 78);
  float room = sheet_content_width(flow) - first.name_width;
  int most = (int)(room / CELL_LEAST), parts = (first.cols + most - 1) / most;
  int each = (first.cols + parts - 1) / parts;
  first.cell_width = fminf(room / (float)each, CELL_MOST);
  float height = paper_table_head(flow->pen, &first) + 3 * CELL_HEIGHT;
  add_row_line(flow, row, height * (float)parts);
  for (int from = 0; from < first.cols; from += each) {
    Box box = sheet_take_room(flow, height);
    for (int i = 0; i < 3; i++) {
      Str name = str_from(lines[i].name);
      PaperTable line = first;
      line.row_names = &name;
      line.row_color = i == 2 ? flow->pen->theme->weights : flow->pen->theme->muted;
      line.values = lines[i].values;
      line.decimals = lines[i].decimals;
      line.marks_hidden = i == 0;
      if (i > 0) line.col_names = NULL;
      paper_table_draw(flow->pen, &line, (Point){box.x, box.y}, from,
                       int_min(each, first.cols - from));
      box.y += paper_table_height(flow->pen, &line);
    }
    sheet_leave(flow, 6);
  }
  sheet_leave(flow, 4);
}

/* Heading, words and the table of powers stay together. */
void sheet_add_softmax(SheetFlow *flow) {
  bool has_powers = is_blank(flow, SHEET_WEIGHTS) && !flow->has_powers;
  sheet_add_heading(
      flow, (SheetHeading){4, flow->pen->theme->weights, _("Weights"), "softmax",
                           has_powers ? 96 + POWER_LINE * (float)power_lines(flow->sheet) : 120});
  sheet_add_words(
      flow, sheet_text_style(flow, SHEET_BODY),
      _("For each word that asks: find the largest number of its row. Write how far each "
        "number is below it, look up the power of e, and divide each power by the sum of "
        "all. What is hidden has the power 0. The weights of a row add up to about 1."));
  sheet_leave(flow, 6);
  if (has_powers) add_powers(flow);
  for (int row = 0; row < flow->sheet->row_count; row++) add_softmax_row(flow, row);
}

/* ---- 5: the weighted sum ---- */

static PaperTable value_table(const SheetFlow *flow, MatView values, int decimals) {
  const PaperSheet *sheet = flow->sheet;
  PaperTable table = {.rows = values.rows,
                      .cols = values.cols,
                      .values = values,
                      .decimals = decimals,
                      .is_written = is_written(flow, SHEET_OUTPUT),
                      .is_solution = is_blank(flow, SHEET_OUTPUT),
                      .col_names = column_names(flow, sheet->value_columns, sheet->value_count),
                      .row_color = flow->pen->theme->value,
                      .col_color = flow->pen->theme->muted,
                      .name_width = fmaxf(flow->key_width, 56),
                      .cell_height = 18};
  float room = sheet_content_width(flow) - table.name_width;
  table.cell_width = fminf(room / (float)values.cols, 62);
  return table;
}

/* Weight times value of every key, and below the line their sum. */
static void add_sum(SheetFlow *flow, int row) {
  const PaperSheet *sheet = flow->sheet;
  int keys = sheet->key_count;
  PaperTable products = value_table(flow, mat_view_rows(sheet->products, row * keys, keys),
                                    BY_HAND_SHARE_DECIMALS + sheet->decimals);
  PaperTable sum = value_table(flow, mat_view_rows(sheet->output, row, 1), BY_HAND_SHARE_DECIMALS);
  Str name = str_from(_("sum"));
  products.row_names = flow->key_names;
  sum.row_names = &name;
  sum.col_names = NULL;
  sum.row_color = flow->pen->theme->output;
  sum.cell_height = CELL_HEIGHT;
  float height = paper_table_height(flow->pen, &products) + CELL_HEIGHT;
  Box box = sheet_take_room(flow, height + 18);
  pen_text_in(flow->pen, (TextStyle){FACE_BOLD, 10.5f, flow->pen->theme->query, ALIGN_START},
              cut_top(&box, 16), flow->query_names[row]);
  paper_table_draw(flow->pen, &products, (Point){box.x, box.y}, 0, products.cols);
  box.y += paper_table_height(flow->pen, &products);
  paper_table_draw(flow->pen, &sum, (Point){box.x, box.y}, 0, sum.cols);
  sheet_leave(flow, 10);
}

void sheet_add_outputs(SheetFlow *flow) {
  const PaperSheet *sheet = flow->sheet;
  int grids = sheet->row_count <= PRODUCT_ROWS_MOST ? sheet->row_count : 1;
  float one = 18 * (float)sheet->key_count + 70;
  sheet_add_heading(
      flow, (SheetHeading){5, flow->pen->theme->output, _("Weighted sum"), "A V", one + 20});
  sheet_add_words(
      flow, sheet_text_style(flow, SHEET_BODY),
      _("Multiply every row of V by the weight of its word, and add the rows up: the output "
        "of the word that asks."));
  sheet_leave(flow, 8);
  for (int row = 0; row < grids; row++) add_sum(flow, row);
  if (grids == sheet->row_count) return;
  PaperTable all = value_table(flow, sheet->output, BY_HAND_SHARE_DECIMALS);
  all.row_names = flow->query_names;
  all.row_color = flow->pen->theme->query;
  all.name_width = flow->query_width;
  all.cell_height = CELL_HEIGHT;
  sheet_keep_together(flow, paper_table_height(flow->pen, &all) + 24);
  sheet_add_words(flow, sheet_text_style(flow, SHEET_BODY), _("The same for all words that ask:"));
  sheet_leave(flow, 4);
  sheet_add_table(flow, &all);
}
