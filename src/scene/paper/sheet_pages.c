/* scene/paper/sheet_pages.c -- the pages of an exercise sheet: a flow of blocks, each as high as it
** is, and a new page where the next one does not fit. It is laid out twice, since the foot of a
** page says how many there are. */
#include "scene/paper/sheet_pages.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/layer_words.h"
#include "scene/mask_words.h"
#include "scene/number.h"
#include "scene/paper/paper_table.h"

static const float SIDE = 52, TOP = 50, BOTTOM = 52, RUNNING_HEAD = 22;
static const float TITLE = 25, HEADING = 12.5f, BODY = 9.5f, SMALL = 8.5f, LINE_GAP = 1.22f;
static const float CELL_HEIGHT = 21, GIVEN_HEIGHT = 16, CELL_LEAST = 33, CELL_MOST = 54;
static const float GIVEN_CELL = 40, NAME_LEAST = 36, NAME_MOST = 104, GAP = 12;
static const float FACTOR_WIDTH = 31, SCORE_WIDTH = 46, WORK_LINE = 20, WORK_MOST_FACTORS = 4;
static const float POWER_LINE = 12.5f;
enum { PRODUCT_ROWS_MOST = 3 }; /* queries whose weighted sums have a grid of products */

typedef struct Flow {
  const Scene *scene;
  const Pen *pen;
  const SheetPages *pages;
  const PaperSheet *sheet;
  unsigned blanks; /* 1 << SheetStep */
  float width_pt, height_pt;
  int page, page_count;         /* from 0; 0: not known yet */
  float y;                      /* in the list: where the next block begins */
  const Str *query_names;       /* [R] */
  const Str *key_names;         /* [S] */
  float query_width, key_width; /* of the widest name */
} Flow;

static Arena *arena_of(const Flow *flow) { return flow->pen->list->arena; }
static float content_width(const Flow *flow) { return flow->width_pt - 2 * SIDE; }
static float page_top(const Flow *flow) { return flow->height_pt * (float)flow->page; }

static TextStyle text_style(const Flow *flow, float size) {
  return (TextStyle){FACE_REGULAR, size, flow->pen->theme->ink, ALIGN_START};
}
static TextStyle muted_style(const Flow *flow, float size, Align align) {
  return (TextStyle){FACE_REGULAR, size, flow->pen->theme->muted, align};
}

/* ---- pages ---- */

static void draw_foot(const Flow *flow) {
  const Trace *trace = flow->scene->trace;
  Str model = i18n_isolated(arena_of(flow), trace_model_name(trace));
  const char *place =
      layer_head_words(arena_of(flow), trace, flow->sheet->layer, flow->sheet->head);
  const char *words = str_format(arena_of(flow), "%.*s · %s · %.*s", (int)model.bytes, model.at,
                                 place, (int)flow->pages->version.bytes, flow->pages->version.at);
  Box foot = {SIDE, page_top(flow) + flow->height_pt - BOTTOM + 18, content_width(flow), 14};
  pen_text_in(flow->pen, muted_style(flow, SMALL, ALIGN_START), foot, str_from(words ? words : ""));
  const char *number =
      str_format(arena_of(flow), _("page %d of %d"), flow->page + 1, flow->page_count);
  pen_text_in(flow->pen, muted_style(flow, SMALL, ALIGN_END), foot, str_from(number ? number : ""));
}

static Str title_words(const Flow *flow) {
  (void)flow;
  return str_from(_("Attention by hand"));
}

static void begin_page(Flow *flow) {
  draw_box(flow->pen->list, (DrawBox){.box = {0, page_top(flow), flow->width_pt, flow->height_pt},
                                      .fill = flow->pen->theme->paper});
  flow->y = page_top(flow) + TOP;
  if (flow->page == 0) return;
  Box head = {SIDE, page_top(flow) + TOP - 16, content_width(flow), 14};
  pen_text_in(flow->pen, muted_style(flow, SMALL, ALIGN_START), head, title_words(flow));
  if (flow->pages->is_solved)
    pen_text_in(flow->pen, (TextStyle){FACE_SEMIBOLD, SMALL, flow->pen->theme->weights, ALIGN_END},
                head, str_from(_("Solution")));
  pen_rule(flow->pen, (Point){SIDE, head.y + 16}, (Point){SIDE + head.w, head.y + 16});
  flow->y += RUNNING_HEAD - 6;
}

static void end_page(const Flow *flow) {
  draw_foot(flow);
  draw_page_end(flow->pen->list);
}

/* The place of a block of that height, on a new page if it does not fit on this one. */
static Box take_room(Flow *flow, float height) {
  float bottom = page_top(flow) + flow->height_pt - BOTTOM;
  bool is_new = flow->y <= page_top(flow) + TOP + RUNNING_HEAD;
  if (flow->y + height > bottom && !is_new && flow->page + 1 < DRAW_PAGES_MOST) {
    end_page(flow);
    flow->page++;
    begin_page(flow);
  }
  Box box = {SIDE, flow->y, content_width(flow), height};
  flow->y += height;
  return box;
}

static void leave(Flow *flow, float height) { flow->y += height; }

/* What comes next and is so high begins on a new page unless it fits on this one. */
static void keep_together(Flow *flow, float height) {
  float y = take_room(flow, height).y;
  flow->y = y;
}

static void add_words(Flow *flow, TextStyle style, const char *words) {
  Str text = str_from(words ? words : "");
  float height = pen_wrapped_height(flow->pen, style, content_width(flow), LINE_GAP, text);
  Box box = take_room(flow, height);
  pen_text_wrapped(flow->pen, style, (Box){box.x, box.y, box.w, height + 1}, LINE_GAP, text);
}

/* ---- the beginning ---- */

/* "Name ________________   Date __________" */
static void add_name_lines(Flow *flow) {
  const Pen *pen = flow->pen;
  TextStyle style = muted_style(flow, BODY, ALIGN_START);
  Box box = take_room(flow, 30);
  float base = box.y + 20, split = box.x + box.w * 0.66f;
  Str name = str_from(_("Name")), date = str_from(_("Date"));
  float after_name = box.x + pen_text(pen, style, (Point){box.x, base}, name) + 8;
  float after_date = split + pen_text(pen, style, (Point){split, base}, date) + 8;
  draw_line(pen->list, (Point){after_name, base + 2}, (Point){split - 16, base + 2}, 0.6f,
            pen->theme->muted);
  draw_line(pen->list, (Point){after_date, base + 2}, (Point){box.x + box.w, base + 2}, 0.6f,
            pen->theme->muted);
}

static void add_title(Flow *flow) {
  const Pen *pen = flow->pen;
  Box box = take_room(flow, 34);
  pen_text_in(pen, (TextStyle){FACE_BOLD, TITLE, pen->theme->ink, ALIGN_START}, box,
              title_words(flow));
  if (flow->pages->is_solved)
    pen_text_in(pen, (TextStyle){FACE_SEMIBOLD, 15, pen->theme->weights, ALIGN_END}, box,
                str_from(_("Solution")));
}

static bool asks(const PaperSheet *sheet, int token) {
  for (int i = 0; i < sheet->row_count; i++)
    if (sheet->rows[i] == token) return true;
  return false;
}

/* The tokens as they are, the ones that ask in the colour of queries. */
static void add_tokens(Flow *flow) {
  const Pen *pen = flow->pen;
  const float height = 22, gap = 4, pad = 7;
  TextStyle style = {FACE_MEDIUM, 11, pen->theme->ink, ALIGN_MIDDLE};
  Box line = take_room(flow, height);
  float x = line.x;
  for (int i = 0; i < trace_token_count(flow->scene->trace); i++) {
    Str label = scene_label(flow->scene, i);
    float width = pen_width(pen, style, label) + 2 * pad;
    if (x + width > line.x + line.w && x > line.x) {
      leave(flow, gap);
      line = take_room(flow, height);
      x = line.x;
    }
    bool is_query = asks(flow->sheet, i);
    TextStyle own = style;
    own.color = is_query ? pen->theme->query : pen->theme->ink;
    own.face = is_query ? FACE_BOLD : FACE_MEDIUM;
    Box chip = {x, line.y, fminf(width, line.w), height};
    draw_box(pen->list, (DrawBox){.box = chip,
                                  .corner = 4,
                                  .fill = is_query ? pen->theme->query_soft : COLOR_NONE,
                                  .stroke = is_query ? pen->theme->query : pen->theme->line,
                                  .stroke_width = is_query ? 1.1f : 0.8f});
    pen_text_in(pen, own, box_inset(chip, 2), label);
    x += width + gap;
  }
}

static Str list_names(const Flow *flow, const Str *names, int count) {
  StrBuf words = strbuf_make(arena_of(flow));
  for (int i = 0; i < count; i++)
    strbuf_format(&words, i ? ", “%.*s”" : "“%.*s”", (int)names[i].bytes, names[i].at);
  return words.failed ? (Str){"", 0} : strbuf_str(&words);
}

static void say_source(const Flow *flow, StrBuf *words) {
  const PaperSheet *sheet = flow->sheet;
  const Trace *trace = flow->scene->trace;
  Arena *arena = arena_of(flow);
  Str model = i18n_isolated(arena, trace_model_name(trace));
  i18n_add_sentence(
      words,
      str_format(arena,
                 P_("Q, K and V below are those of %s of the model %.*s, rounded to %d decimal.",
                    "Q, K and V below are those of %s of the model %.*s, rounded to %d decimals.",
                    sheet->decimals),
                 layer_head_words(arena, trace, sheet->layer, sheet->head), (int)model.bytes,
                 model.at, sheet->decimals));
  if (sheet->is_rotated)
    i18n_add_sentence(words, _("Q and K are turned by the places of their words already."));
  if (trace_has_laid_over(trace))
    i18n_add_sentence(
        words,
        str_format(
            arena,
            _("The attention is %s: some of it is laid over the model, which was not trained "
              "with it."),
            mask_attention_words(arena, trace, sheet->layer)));
}

static void say_columns(const Flow *flow, StrBuf *words) {
  const PaperSheet *sheet = flow->sheet;
  if (sheet->column_count < sheet->of_columns)
    i18n_add_sentence(
        words,
        str_format(arena_of(flow),
                   P_("To keep it short, only %d of %d columns of Q and K is used, the one that "
                      "adds most to these scores; its number stands above it.",
                      "To keep it short, only %d of %d columns of Q and K are used, those that add "
                      "most to these scores; their numbers stand above them.",
                      sheet->column_count),
                   sheet->column_count, sheet->of_columns));
  if (sheet->value_count < sheet->of_values)
    i18n_add_sentence(words,
                      str_format(arena_of(flow),
                                 P_("Of V it is the column with the largest numbers, %d of %d.",
                                    "Of V they are the columns with the largest numbers, %d of %d.",
                                    sheet->value_count),
                                 sheet->value_count, sheet->of_values));
}

static void add_introduction(Flow *flow) {
  const PaperSheet *sheet = flow->sheet;
  StrBuf words = strbuf_make(arena_of(flow));
  Str names = list_names(flow, flow->query_names, sheet->row_count);
  say_source(flow, &words);
  say_columns(flow, &words);
  if (sheet->row_count < trace_token_count(flow->scene->trace))
    i18n_add_sentence(&words,
                      str_format(arena_of(flow),
                                 P_("%d word asks: %.*s.", "%d words ask: %.*s.", sheet->row_count),
                                 sheet->row_count, (int)names.bytes, names.at));
  i18n_add_sentence(&words,
                    _("Every number follows from these rounded ones, so what you get is the "
                      "solution’s, and not what the model itself computes from all digits."));
  add_words(flow, text_style(flow, BODY), words.failed ? "" : words.at);
  leave(flow, 5);
  add_words(flow, muted_style(flow, SMALL, ALIGN_START),
            str_format(arena_of(flow),
                       P_("Rounding: scores are exact; scaled and masked numbers have %d decimal, "
                          "powers of e have 3, weights and outputs 2. Halves are rounded away "
                          "from zero. Go on with the rounded numbers.",
                          "Rounding: scores are exact; scaled and masked numbers have %d decimals, "
                          "powers of e have 3, weights and outputs 2. Halves are rounded away "
                          "from zero. Go on with the rounded numbers.",
                          sheet->decimals),
                       sheet->decimals));
}

/* ---- headings ---- */

/* A numbered step in the colour of its matrix, and its formula at the right. */
static void add_heading(Flow *flow, int number, Color color, const char *title, const char *symbol,
                        float room_below) {
  const Pen *pen = flow->pen;
  const float radius = 9.5f, height = 24;
  leave(flow, GAP);
  keep_together(flow, height + room_below);
  Box box = take_room(flow, height);
  float x = box.x;
  if (number > 0) {
    Box disc = {x, box.y + 2, 2 * radius, 2 * radius};
    draw_box(pen->list, (DrawBox){.box = disc, .corner = radius, .fill = color});
    pen_text_in(pen, (TextStyle){FACE_BOLD, 11, pen->theme->paper, ALIGN_MIDDLE}, disc,
                str_from(str_format(arena_of(flow), "%d", number)));
    x += 2 * radius + 8;
  }
  TextStyle style = {FACE_BOLD, HEADING, color, ALIGN_START};
  float base = box.y + 2 + radius + HEADING * TEXT_CAP_HEIGHT / 2;
  float width = pen_text(pen, style, (Point){x, base}, str_from(title));
  TextStyle formula = {FACE_MEDIUM, HEADING, pen->theme->muted, ALIGN_START};
  pen_symbol(pen, formula, (Point){x + width + 12, base}, str_from(symbol));
}

/* ---- tables ---- */

static bool is_blank(const Flow *flow, SheetStep step) { return flow->blanks >> step & 1u; }

static bool is_written(const Flow *flow, SheetStep step) {
  return flow->pages->is_solved || !is_blank(flow, step);
}

/* Queries by keys: cells as wide as the page lets them, in as few parts as it takes. */
static PaperTable pair_table(const Flow *flow, SheetStep step, MatView values, int decimals) {
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
  float room = content_width(flow) - table.name_width;
  int most = (int)(room / CELL_LEAST), parts = (values.cols + most - 1) / most;
  int each = (values.cols + parts - 1) / parts;
  table.cell_width = fminf(room / (float)each, CELL_MOST);
  return table;
}

static void add_table(Flow *flow, const PaperTable *table) {
  int each = paper_table_columns(table, content_width(flow) + 0.5f);
  for (int first = 0; first < table->cols; first += each) {
    int count = int_min(each, table->cols - first);
    Box box = take_room(flow, paper_table_height(flow->pen, table));
    paper_table_draw(flow->pen, table, (Point){box.x, box.y}, first, count);
    leave(flow, 6);
  }
}

static const Str *column_names(const Flow *flow, const int *columns, int count) {
  Str *names = arena_take(arena_of(flow), (size_t)count, sizeof *names);
  for (int i = 0; names && i < count; i++)
    names[i] = str_from(str_format(arena_of(flow), "%d", columns[i] + 1));
  return names;
}

/* ---- given ---- */

static PaperTable given_table(const Flow *flow, MatView values, const int *columns, Color color,
                              const char *letter) {
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
static void add_keys_and_values(Flow *flow) {
  const PaperSheet *sheet = flow->sheet;
  const Theme *theme = flow->pen->theme;
  PaperTable k = given_table(flow, sheet->k, sheet->columns, theme->key, "K");
  PaperTable v = given_table(flow, sheet->v, sheet->value_columns, theme->value, "V");
  k.row_names = v.row_names = flow->key_names;
  k.name_width = v.name_width = flow->key_width;
  float k_width = paper_table_width(&k, k.cols), v_width = paper_table_width(&v, v.cols);
  if (k_width + v_width + 24 > content_width(flow)) {
    float room = content_width(flow) - flow->key_width;
    k.cell_width = fminf(k.cell_width, room / (float)k.cols);
    v.cell_width = fminf(v.cell_width, room / (float)v.cols);
    add_table(flow, &k);
    leave(flow, 4);
    add_table(flow, &v);
    return;
  }
  Box box =
      take_room(flow, fmaxf(paper_table_height(flow->pen, &k), paper_table_height(flow->pen, &v)));
  paper_table_draw(flow->pen, &k, (Point){box.x, box.y}, 0, k.cols);
  paper_table_draw(flow->pen, &v, (Point){box.x + box.w - v_width, box.y}, 0, v.cols);
}

static void add_given(Flow *flow) {
  const PaperSheet *sheet = flow->sheet;
  float keys = GIVEN_HEIGHT * (float)(sheet->key_count + sheet->row_count + 3);
  add_heading(flow, 0, flow->pen->theme->ink, _("Given"), "", fminf(keys, 260));
  PaperTable q = given_table(flow, sheet->q, sheet->columns, flow->pen->theme->query, "Q");
  q.row_names = flow->query_names;
  q.name_width = fmaxf(flow->query_width, flow->key_width);
  q.cell_width = fminf(q.cell_width, (content_width(flow) - q.name_width) / (float)q.cols);
  add_table(flow, &q);
  leave(flow, 6);
  add_keys_and_values(flow);
}

/* ---- 1: scores ---- */

/* No digit is cut: a long number is smaller. */
static void draw_number(const Flow *flow, Box box, float value, int decimals) {
  Number number = number_decimals(value, decimals);
  TextStyle style = {FACE_MONO, 9, flow->pen->theme->weights, ALIGN_MIDDLE};
  float width = pen_width(flow->pen, style, number_str(&number));
  if (width > box.w) style.size *= 0.98f * box.w / width;
  pen_text_in(flow->pen, style, box, number_str(&number));
}

/* A line to write a number on, and the number where it is solved. */
static float draw_slot(const Flow *flow, Box slot, float value, int decimals) {
  const Pen *pen = flow->pen;
  float end = slot.x + slot.w, line = slot.y + slot.h + 0.5f;
  draw_line(pen->list, (Point){slot.x, line}, (Point){end, line}, 0.5f, pen->theme->muted);
  if (is_written(flow, SHEET_SCORES)) draw_number(flow, slot, value, decimals);
  return end;
}

/* "animal   ___ · ___ + ___ · ___ + … = ____" */
static void add_score_line(Flow *flow, int key) {
  const PaperSheet *sheet = flow->sheet;
  const Pen *pen = flow->pen;
  Box box = take_room(flow, WORK_LINE);
  float base = box.y + WORK_LINE - 6, x = box.x + flow->key_width;
  Box slot = {x, base - 10, FACTOR_WIDTH, 12};
  TextStyle sign = {FACE_REGULAR, BODY, pen->theme->muted, ALIGN_MIDDLE};
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

/* Whether a line holds the products of a score, so that those of the first row are written out. */
static bool has_score_lines(const Flow *flow) {
  return is_blank(flow, SHEET_SCORES) && flow->sheet->column_count <= WORK_MOST_FACTORS;
}

/* Of one row the lines end in its scores, and a table would only repeat them. */
static void add_scores(Flow *flow) {
  const PaperSheet *sheet = flow->sheet;
  Str first = flow->query_names[0];
  PaperTable table = pair_table(flow, SHEET_SCORES, sheet->scores, 2 * sheet->decimals);
  bool has_lines = has_score_lines(flow), has_table = !has_lines || sheet->row_count > 1;
  float lines = has_lines ? WORK_LINE * (float)sheet->key_count + 24 : 0;
  float below = has_table ? paper_table_height(flow->pen, &table) + 8 : 0;
  add_heading(flow, 1, flow->pen->theme->query, _("Scores"), "Q Kᵀ", lines + below + 36);
  add_words(flow, text_style(flow, BODY),
            _("A score is a row of Q times a row of K: multiply number by number, and add the "
              "products up. Rows ask, columns are asked."));
  leave(flow, 6);
  if (has_table) add_table(flow, &table);
  if (!has_lines) return;
  if (has_table) leave(flow, 4);
  add_words(flow, muted_style(flow, SMALL, ALIGN_START),
            str_format(arena_of(flow), _("Room to work, for the row of “%.*s”:"), (int)first.bytes,
                       first.at));
  for (int key = 0; key < sheet->key_count; key++) add_score_line(flow, key);
  leave(flow, 4);
}

/* ---- 2 and 3: scaled, masked ---- */

static void add_scaled(Flow *flow) {
  const PaperSheet *sheet = flow->sheet;
  PaperTable table = pair_table(flow, SHEET_SCALED, sheet->scaled, sheet->decimals);
  Number divisor = number_decimals(sheet->divisor, BY_HAND_ROOT_DECIMALS);
  bool is_whole = floorf(sheet->divisor) >= sheet->divisor;
  if (is_whole) divisor = number_decimals(sheet->divisor, 0);
  add_heading(flow, 2, flow->pen->theme->ink, _("Scaled"), "÷ √d",
              paper_table_height(flow->pen, &table) + 30);
  add_words(flow, text_style(flow, BODY),
            str_format(arena_of(flow),
                       P_("Divide every score by %s, which is √d for d = %d column of Q and K.",
                          "Divide every score by %s, which is √d for d = %d columns of Q and K.",
                          sheet->column_count),
                       divisor.at, sheet->column_count));
  leave(flow, 6);
  add_table(flow, &table);
}

static void add_masked(Flow *flow) {
  const PaperSheet *sheet = flow->sheet;
  PaperTable table = pair_table(flow, SHEET_MASKED, sheet->masked, sheet->decimals);
  table.marks_hidden = true;
  add_heading(flow, 3, flow->pen->theme->ink, _("Masked"), "+ M",
              sheet->hides ? paper_table_height(flow->pen, &table) + 30 : 16);
  if (!sheet->hides) {
    add_words(flow, text_style(flow, BODY),
              _("The mask hides nothing here: masked is scaled, so go on with step 4."));
    return;
  }
  add_words(flow, text_style(flow, BODY),
            _("What is hatched is hidden by the mask: write −∞ there, and copy the others."));
  leave(flow, 6);
  add_table(flow, &table);
}

/* ---- 4: softmax ---- */

/* The key with the largest weight, or all that have it. */
static Str heaviest_names(const Flow *flow, int row) {
  const PaperSheet *sheet = flow->sheet;
  StrBuf words = strbuf_make(arena_of(flow));
  int heaviest = sheet->heaviest[row];
  for (int key = heaviest; key >= 0 && key < sheet->key_count; key++) {
    if (mat_get(sheet->weights, row, key) < mat_get(sheet->weights, row, heaviest)) continue;
    Str name = flow->key_names[key];
    strbuf_format(&words, "%s%.*s", key > heaviest ? ", " : "", (int)name.bytes, name.at);
  }
  return words.failed || words.bytes == 0 ? (Str){"", 0} : strbuf_str(&words);
}

/* "largest = ____   sum of the powers = ____", behind the word that asks. */
static void add_row_line(Flow *flow, int row, float room_below) {
  const Pen *pen = flow->pen;
  const PaperSheet *sheet = flow->sheet;
  keep_together(flow, 18 + room_below);
  Box box = take_room(flow, 18);
  float base = box.y + 12, x = box.x;
  const float slot = 46;
  TextStyle style = muted_style(flow, BODY, ALIGN_START);
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
static void add_softmax_row(Flow *flow, int row) {
  const PaperSheet *sheet = flow->sheet;
  const SoftmaxLine lines[] = {
      {_("below largest"), mat_view_rows(sheet->below, row, 1), sheet->decimals},
      {_("power of e"), mat_view_rows(sheet->powers, row, 1), BY_HAND_POWER_DECIMALS},
      {_("weight"), mat_view_rows(sheet->weights, row, 1), BY_HAND_SHARE_DECIMALS}};
  PaperTable first = pair_table(flow, SHEET_WEIGHTS, lines[0].values, 0);
  first.name_width = fmaxf(first.name_width, 78);
  float room = content_width(flow) - first.name_width;
  int most = (int)(room / CELL_LEAST), parts = (first.cols + most - 1) / most;
  int each = (first.cols + parts - 1) / parts;
  first.cell_width = fminf(room / (float)each, CELL_MOST);
  float height = paper_table_head(flow->pen, &first) + 3 * CELL_HEIGHT;
  add_row_line(flow, row, height * (float)parts);
  for (int from = 0; from < first.cols; from += each) {
    Box box = take_room(flow, height);
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
    leave(flow, 6);
  }
  leave(flow, 4);
}

/* The table of powers: rows of ten, in two halves beside each other where it is long. */
static int power_halves(const PaperSheet *sheet) { return sheet->table.rows > 20 ? 2 : 1; }

static int power_lines(const PaperSheet *sheet) {
  int halves = power_halves(sheet);
  return (sheet->table.rows + halves - 1) / halves;
}

static void add_powers(Flow *flow) {
  const PaperSheet *sheet = flow->sheet;
  const Pen *pen = flow->pen;
  int rows = sheet->table.rows, halves = power_halves(sheet), each = power_lines(sheet);
  Str *names = arena_take(arena_of(flow), (size_t)rows, sizeof *names);
  Str *columns = arena_take(arena_of(flow), SHEET_TABLE_COLUMNS, sizeof *columns);
  int decimals = int_max(sheet->decimals - 1, 0);
  float step = sheet->decimals == 0 ? 10 : sheet->decimals == 1 ? 1 : 0.1f;
  if (!names || !columns) return;
  for (int i = 0; i < rows; i++)
    names[i] = str_from(str_format(arena_of(flow), "%.*f", decimals, (double)((float)i * step)));
  for (int i = 0; i < SHEET_TABLE_COLUMNS; i++)
    columns[i] = str_from(str_format(arena_of(flow), sheet->decimals == 1 ? ".%d" : "%d", i));
  PaperTable table = {.cols = SHEET_TABLE_COLUMNS,
                      .decimals = BY_HAND_POWER_DECIMALS,
                      .is_written = true,
                      .col_names = columns,
                      .row_color = pen->theme->muted,
                      .col_color = pen->theme->muted,
                      .name_width = 26,
                      .cell_height = POWER_LINE,
                      .cell_width = halves == 2 ? 21.4f : 34};
  float height = 15 + table.cell_height * (float)each;
  keep_together(flow, height + 24);
  add_words(flow, muted_style(flow, SMALL, ALIGN_START),
            sheet->decimals == 0
                ? _("Powers of e: what is t below the largest has the power e⁻ᵗ, and 0.000 beyond "
                    "the end of the table.")
                : _("Powers of e: what is t below the largest has the power e⁻ᵗ. The row gives "
                    "the beginning of t, the column its last digit; 0.000 beyond the end."));
  Box box = take_room(flow, height);
  for (int half = 0; half < halves; half++) {
    PaperTable part = table;
    part.rows = int_min(each, rows - half * each);
    part.values = mat_view_rows(sheet->table, half * each, part.rows);
    part.row_names = names + half * each;
    paper_table_draw(
        pen, &part,
        (Point){box.x + (float)half * (box.w - paper_table_width(&part, part.cols)), box.y}, 0,
        part.cols);
  }
  leave(flow, 14);
}

/* Heading, words and the table of powers stay together. */
static void add_softmax(Flow *flow) {
  bool has_powers = is_blank(flow, SHEET_WEIGHTS);
  add_heading(flow, 4, flow->pen->theme->weights, _("Weights"), "softmax",
              has_powers ? 96 + POWER_LINE * (float)power_lines(flow->sheet) : 120);
  add_words(flow, text_style(flow, BODY),
            _("For each word that asks: find the largest number of its row. Write how far each "
              "number is below it, look up the power of e, and divide each power by the sum of "
              "all. What is hidden has the power 0. The weights of a row add up to about 1."));
  leave(flow, 6);
  if (has_powers) add_powers(flow);
  for (int row = 0; row < flow->sheet->row_count; row++) add_softmax_row(flow, row);
}

/* ---- 5: the weighted sum ---- */

static PaperTable value_table(const Flow *flow, MatView values, int decimals) {
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
  float room = content_width(flow) - table.name_width;
  table.cell_width = fminf(room / (float)values.cols, 62);
  return table;
}

/* Weight times value of every key, and below the line their sum. */
static void add_sum(Flow *flow, int row) {
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
  Box box = take_room(flow, height + 18);
  pen_text_in(flow->pen, (TextStyle){FACE_BOLD, 10.5f, flow->pen->theme->query, ALIGN_START},
              cut_top(&box, 16), flow->query_names[row]);
  paper_table_draw(flow->pen, &products, (Point){box.x, box.y}, 0, products.cols);
  box.y += paper_table_height(flow->pen, &products);
  paper_table_draw(flow->pen, &sum, (Point){box.x, box.y}, 0, sum.cols);
  leave(flow, 10);
}

static void add_outputs(Flow *flow) {
  const PaperSheet *sheet = flow->sheet;
  int grids = sheet->row_count <= PRODUCT_ROWS_MOST ? sheet->row_count : 1;
  float one = 18 * (float)sheet->key_count + 70;
  add_heading(flow, 5, flow->pen->theme->output, _("Weighted sum"), "A V", one + 20);
  add_words(flow, text_style(flow, BODY),
            _("Multiply every row of V by the weight of its word, and add the rows up: the output "
              "of the word that asks."));
  leave(flow, 8);
  for (int row = 0; row < grids; row++) add_sum(flow, row);
  if (grids == sheet->row_count) return;
  PaperTable all = value_table(flow, sheet->output, BY_HAND_SHARE_DECIMALS);
  all.row_names = flow->query_names;
  all.row_color = flow->pen->theme->query;
  all.name_width = flow->query_width;
  all.cell_height = CELL_HEIGHT;
  keep_together(flow, paper_table_height(flow->pen, &all) + 24);
  add_words(flow, text_style(flow, BODY), _("The same for all words that ask:"));
  leave(flow, 4);
  add_table(flow, &all);
}

/* ---- all ---- */

static float widest(const Pen *pen, const Str *names, int count) {
  TextStyle style = {FACE_MEDIUM, 9, COLOR_NONE, ALIGN_START};
  float most = 0;
  for (int i = 0; i < count; i++) most = fmaxf(most, pen_width(pen, style, names[i]));
  return float_clamp(most + 10, NAME_LEAST, NAME_MOST);
}

static bool take_names(Flow *flow) {
  const PaperSheet *sheet = flow->sheet;
  Str *queries = arena_take(arena_of(flow), (size_t)sheet->row_count, sizeof *queries);
  Str *keys = arena_take(arena_of(flow), (size_t)sheet->key_count, sizeof *keys);
  if (!queries || !keys) return false;
  for (int i = 0; i < sheet->row_count; i++) queries[i] = scene_label(flow->scene, sheet->rows[i]);
  for (int i = 0; i < sheet->key_count; i++) keys[i] = scene_key_label(flow->scene, i);
  flow->query_names = queries;
  flow->key_names = keys;
  flow->query_width = widest(flow->pen, queries, sheet->row_count);
  flow->key_width = widest(flow->pen, keys, sheet->key_count);
  return true;
}

/* Returns the number of pages. */
static int lay_out(Flow flow) {
  begin_page(&flow);
  add_title(&flow);
  add_name_lines(&flow);
  leave(&flow, 14);
  add_tokens(&flow);
  leave(&flow, 10);
  add_introduction(&flow);
  add_given(&flow);
  add_scores(&flow);
  add_scaled(&flow);
  add_masked(&flow);
  add_softmax(&flow);
  add_outputs(&flow);
  end_page(&flow);
  return flow.page + 1;
}

static Flow flow_of(const Scene *scene, const SheetPages *pages) {
  const SheetLook *look = &scene->view->export_look.sheet;
  Flow flow = {.scene = scene,
               .pen = &scene->pen,
               .pages = pages,
               .sheet = pages->sheet,
               .blanks = look->blanks ? look->blanks : (1u << SHEET_STEP_COUNT) - 1};
  sheet_paper_size(look->paper, &flow.width_pt, &flow.height_pt);
  return flow;
}

void sheet_pages_draw(const Scene *scene, const SheetPages *pages) {
  DrawList *list = scene->pen.list;
  Scene trial = *scene;
  Flow flow = flow_of(scene, pages);
  DrawList unused = draw_list_make(list->arena, flow.width_pt, flow.height_pt);
  trial.pen.list = &unused;
  flow.scene = &trial;
  flow.pen = &trial.pen;
  if (!take_names(&flow)) {
    list->failed = true;
    return;
  }
  int count = lay_out(flow);
  flow.scene = scene;
  flow.pen = &scene->pen;
  flow.page_count = count;
  list->width_pt = flow.width_pt;
  list->height_pt = flow.height_pt * (float)count;
  lay_out(flow);
}
