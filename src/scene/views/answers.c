/* scene/views/answers.c -- the room of the answer layer by layer (M-106). */
#include "scene/views/answers.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/box.h"
#include "scene/inspector/panel_sections.h"
#include "scene/layer_words.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"
#include "scene/stages/logits.h"
#include "scene/token_shown.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 16, HEAD = 22, FOOT = 26, ROW_LEAST = 22, ROW_MOST = 52, TWO_LINES = 40,
                   COLUMN_LEAST = 58, COLUMN_MOST = 190, LABEL_MOST = 120, CELL_PAD = 6, GAP = 2,
                   BAR_MOST = 240;
static const float WORD = 13, SMALL = 10.5f, LINE = 1.1f;
/* A figure of a page has all rows of so many, and of fewer each in two lines. */
enum { ROWS_OF_PRINT = 40, TALL_ROWS_OF_PRINT = 16 };
/* Before a class: rows as close as their words let them be, columns for a word and its number. */
static const float ROW_LEAST_AFAR = 19, COLUMN_LEAST_AFAR = 105;
static const Box ENOUGH_AFAR = {.w = 800, .h = 440};

/* What of it fits: tokens `first` … end − 1, and every step-th point that ends with the last. */
typedef struct Table {
  const Scene *scene;
  const LayerAnswers *answers;
  Box cells, labels, head, foot;
  int first, end, first_point, step;
  float row, col;
} Table;

/* -- what is asked ----------------------------------------------------------------------------- */

const char *answers_refusal_words(LayerAnswersRefusal refusal) {
  switch (refusal) {
  case LAYER_ANSWERS_CAN:
    return NULL;
  case LAYER_ANSWERS_NO_TOKENS:
    return _("There are no tokens at which a word could be named: type a sentence.");
  case LAYER_ANSWERS_NO_WORDS:
    return _("This model names no words: it has no table that turns a row into one. reader and "
             "writer have.");
  case LAYER_ANSWERS_NO_MODEL:
    return _("A recording has no output table, so no word can be named after a layer.");
  case LAYER_ANSWERS_UNDER_WAY:
    return _("The words after each layer are being worked out: the table of words is large.");
  case LAYER_ANSWERS_OF_THE_SOURCE:
    break;
  }
  return _("The encoder says no words: choose a layer of the decoder.");
}

const LayerAnswers *answers_on_show(const Scene *scene) {
  const LayerAnswers *answers = scene->answers;
  return answers && answers->refusal == LAYER_ANSWERS_CAN ? answers : NULL;
}

int answers_token(const Scene *scene) {
  int row, col;
  view_focus(scene->view, &row, &col);
  const LayerAnswers *answers = answers_on_show(scene);
  return answers && row >= 0 && layer_answers_has(answers, row) ? row : -1;
}

const char *answers_point_words(const Scene *scene, int point) {
  const LayerAnswers *answers = answers_on_show(scene);
  Arena *arena = scene->pen.list->arena;
  if (point == 0) return _("input");
  const char *layer = layer_words(arena, scene->trace, answers->layers[point]);
  return point == answers->point_count - 1 ? str_format(arena, _("%s · final"), layer) : layer;
}

Str answers_word(const Scene *scene, int id) {
  Str word = logits_word(scene, id);
  return word.bytes > 0 ? word : str_from(str_format(scene->pen.list->arena, "#%d", id));
}

static const LayerAnswer *last_answer(const LayerAnswers *answers, int token) {
  return layer_answer_at(answers, token, answers->point_count - 1);
}

/* Whether the likeliest word is the one that the model says at the end. */
static bool is_same_word(const LayerAnswer *answer, const LayerAnswer *last) {
  return answer->best_count > 0 && last->best_count > 0 &&
         answer->best[0].word == last->best[0].word;
}

/* -- places ------------------------------------------------------------------------------------ */

static float row_least(const Scene *scene) {
  return stage_points(scene, scene_is_presented(scene) ? ROW_LEAST_AFAR : ROW_LEAST);
}

static float column_least(const Scene *scene) {
  return stage_points(scene, scene_is_presented(scene) ? COLUMN_LEAST_AFAR : COLUMN_LEAST);
}

/* The rows on show: all, or as many as fit around the focused one. */
static void choose_rows(Table *table) {
  const LayerAnswers *answers = table->answers;
  float room = table->cells.h, least = row_least(table->scene);
  int most = (int)(room / least), count = answers->token_count;
  if (most < 1) most = 1;
  if (count > most) count = most;
  int row, col;
  view_focus(table->scene->view, &row, &col);
  int asked = row < 0 ? answers->first_token + answers->token_count - 1 : row;
  int last_first = answers->first_token + answers->token_count - count;
  table->first = int_clamp(asked - count / 2, answers->first_token, last_first);
  table->end = table->first + count;
  table->row = fminf(room / (float)count, stage_points(table->scene, ROW_MOST));
}

static int columns_of(const Table *table) {
  return (table->answers->point_count - 1 - table->first_point) / table->step + 1;
}

/* The last place is that of the prediction without what-ifs, where there are any. */
static bool is_unchanged(const Table *table, int place) {
  return table->answers->unchanged && place == columns_of(table);
}

static int places_of(const Table *table) {
  return columns_of(table) + (table->answers->unchanged != NULL);
}

static void choose_columns(Table *table) {
  const LayerAnswers *answers = table->answers;
  int most = (int)(table->cells.w / column_least(table->scene));
  if (most < 1) most = 1;
  if (answers->unchanged && most > 1) most--;
  table->step = (answers->point_count + most - 1) / most;
  table->first_point = (answers->point_count - 1) % table->step;
  table->col =
      fminf(table->cells.w / (float)places_of(table), stage_points(table->scene, COLUMN_MOST));
}

/* In a figure what stands beside the scale may have several lines. */
static float foot_height(const Scene *scene, float width) {
  const float of_words = 0.6f; /* of the width */
  TextStyle style = {FACE_REGULAR, SMALL, COLOR_NONE, ALIGN_START};
  StrBuf words = strbuf_make(scene->pen.list->arena);
  i18n_add_phrase(&words, _("framed: the final answer"));
  if (!trace_asks_all(scene->trace))
    i18n_add_phrase(&words, _("pale names: no answer was trained"));
  if (trace_token_count(scene->trace) > ROWS_OF_PRINT)
    i18n_add_phrase(&words, _("tokens %d to %d of %d"), 100, 100, 100);
  float lines = pen_wrapped_height(&scene->pen, style, of_words * width, LINE, strbuf_str(&words));
  bool has_more = pen_is_of_print(&scene->pen) && !words.failed;
  float more = fmaxf(lines - LINE * pen_line_height(&scene->pen, SMALL), 0);
  return stage_points(scene, FOOT) + (has_more ? more : 0);
}

static Table place_table(const Scene *scene, Box box) {
  Table table = {.scene = scene, .answers = answers_on_show(scene)};
  float width =
      float_clamp(matrix_label_width(scene, LABEL_MOST), stage_points(scene, 52), box.w * 0.24f);
  table.foot = cut_bottom(&box, foot_height(scene, box.w));
  table.head = cut_top(&box, stage_points(scene, HEAD));
  table.labels = cut_left(&box, width);
  cut_left(&box, stage_points(scene, CELL_PAD));
  table.cells = box;
  choose_rows(&table);
  choose_columns(&table);
  float whole = table.row * (float)(table.end - table.first);
  float wide = table.col * (float)places_of(&table);
  float down = fmaxf((table.cells.h - whole) * 0.3f, 0), right = (table.cells.w - wide) / 2;
  table.cells = (Box){box.x + right, box.y + down, wide, whole};
  table.labels = (Box){table.labels.x + right, table.cells.y, width, whole};
  table.head.y += down;
  table.foot.y = fminf(table.foot.y, table.cells.y + whole + stage_points(scene, 4));
  return table;
}

static Box cell_of(const Table *table, int token, int place) {
  float gap = stage_points(table->scene, GAP);
  return (Box){table->cells.x + table->col * (float)place,
               table->cells.y + table->row * (float)(token - table->first), table->col - gap,
               table->row - gap};
}

/* -- a cell ------------------------------------------------------------------------------------ */

static Number share_of(float probability) { return number_share(probability, false); }

/* Before a class numbers are as large as words. */
static float number_size(const Scene *scene) { return scene_is_presented(scene) ? WORD : SMALL; }

/* "0.62 · 1.3 bits" where it fits, else the probability alone. */
static Str second_line(const Table *table, const LayerAnswer *answer, float width) {
  const Pen *pen = &table->scene->pen;
  TextStyle style = {FACE_MONO, number_size(table->scene), COLOR_NONE, ALIGN_START};
  Number share = share_of(answer->best[0].probability);
  Str both = str_from(
      str_format(pen->list->arena, _("%s · %.1f bits"), share.at, (double)answer->entropy_bits));
  if (pen_width(pen, style, both) <= width) return both;
  return str_from(str_copy(pen->list->arena, number_str(&share)));
}

static void draw_words(const Table *table, const LayerAnswer *answer, Box box, bool is_final,
                       Color ink) {
  const Pen *pen = &table->scene->pen;
  Str word = answers_word(table->scene, answer->best[0].word);
  TextStyle bold = {is_final ? FACE_BOLD : FACE_REGULAR, WORD, ink, ALIGN_START};
  TextStyle small = {FACE_MONO, number_size(table->scene), ink, ALIGN_START};
  float pad = stage_points(table->scene, CELL_PAD);
  box = (Box){box.x + pad, box.y, box.w - 2 * pad, box.h};
  if (table->row >= stage_points(table->scene, TWO_LINES)) {
    Box upper = cut_top(&box, box.h * 0.54f);
    cut_bottom(&box, box.h * 0.12f);
    pen_text_in(pen, bold, upper, pen_fit(pen, bold, upper.w, word));
    pen_text_in(pen, small, box, second_line(table, answer, box.w));
    return;
  }
  Number share = share_of(answer->best[0].probability);
  float digits = pen_width(pen, small, number_str(&share)), gap = stage_points(table->scene, 6);
  bool has_both = digits + gap + stage_points(table->scene, 30) <= box.w;
  small.align = ALIGN_END;
  if (has_both) pen_text_in(pen, small, cut_right(&box, digits), number_str(&share));
  if (has_both) cut_right(&box, gap);
  pen_text_in(pen, bold, box, pen_fit(pen, bold, box.w, word));
}

static const char *cell_command(const Table *table, int token, int place) {
  Arena *arena = table->scene->pen.list->arena;
  int layer = is_unchanged(table, place)
                  ? -1
                  : table->answers->layers[table->first_point + place * table->step];
  if (layer < 0) return str_format(arena, "cell %d row", token + 1);
  return str_format(arena, "cell %d row; layer %d", token + 1, layer + 1);
}

static const LayerAnswer *answer_at(const Table *table, int token, int place) {
  const LayerAnswers *answers = table->answers;
  if (is_unchanged(table, place)) return &answers->unchanged[token - answers->first_token];
  return layer_answer_at(answers, token, table->first_point + place * table->step);
}

static void draw_cell(const Table *table, int token, int place) {
  const Scene *scene = table->scene;
  const Pen *pen = &scene->pen;
  const LayerAnswer *answer = answer_at(table, token, place);
  bool is_final = is_same_word(answer, last_answer(table->answers, token));
  Box box = cell_of(table, token, place);
  float share = answer->best_count > 0 ? answer->best[0].probability : 0;
  Color ground = palette_color(scene_palette(scene, TRACE_PROBABILITIES), pen->theme->id, share);
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = 3,
                                .fill = ground,
                                .stroke = is_final ? pen->theme->output_line : pen->theme->line,
                                .stroke_width = is_final ? 2 : 1});
  if (answer->best_count > 0) draw_words(table, answer, box, is_final, palette_digit(ground));
  else
    pen_text_in(pen, (TextStyle){FACE_MONO, SMALL, pen->theme->muted, ALIGN_MIDDLE}, box,
                STR("NaN"));
  if (!scene->interactive) return;
  draw_hit(pen->list, (DrawHit){.box = box,
                                .cursor = CURSOR_HAND,
                                .click = cell_command(table, token, place),
                                .hover = str_format(pen->list->arena, "hover %d row", token + 1)});
}

/* -- around the cells -------------------------------------------------------------------------- */

static void draw_label(const Table *table, int token) {
  const Scene *scene = table->scene;
  const Pen *pen = &scene->pen;
  bool focused = token == answers_token(scene), asked = trace_is_asked(scene->trace, token);
  Box box = cell_of(table, token, 0);
  box = (Box){table->labels.x, box.y, table->labels.w, box.h};
  Color color = focused ? pen->theme->query : asked ? pen->theme->ink : pen->theme->muted;
  TextStyle style = {focused ? FACE_BOLD : FACE_REGULAR, WORD, color, ALIGN_END};
  Str text = token_shown(trace_token(scene->trace, token));
  pen_text_in(pen, style, box, pen_fit(pen, style, box.w, text));
  if (!scene->interactive) return;
  draw_hit(pen->list, (DrawHit){.box = box,
                                .cursor = CURSOR_HAND,
                                .click = str_format(pen->list->arena, "cell %d row", token + 1),
                                .hover = str_format(pen->list->arena, "hover %d row", token + 1)});
}

static void draw_unchanged_name(const Table *table) {
  const Pen *pen = &table->scene->pen;
  Box box = cell_of(table, table->first, columns_of(table));
  TextStyle style = {FACE_SEMIBOLD, SMALL, pen->theme->ink, ALIGN_START};
  Str words = str_from(_("before the change"));
  if (pen_width(pen, style, words) > box.w) words = str_from(_("before"));
  pen_text_in(pen, style, (Box){box.x, table->head.y, box.w, table->head.h}, words);
}

static void draw_column_name(const Table *table, int place) {
  const Scene *scene = table->scene;
  const Pen *pen = &scene->pen;
  int point = table->first_point + place * table->step, layer = table->answers->layers[point];
  bool is_last = point == table->answers->point_count - 1, is_now = layer == scene->view->layer;
  Box box = cell_of(table, table->first, place);
  box = (Box){box.x, table->head.y, box.w, table->head.h};
  TextStyle style = {is_now ? FACE_BOLD : FACE_SEMIBOLD, SMALL,
                     is_last  ? pen->theme->output
                     : is_now ? pen->theme->ink
                              : pen->theme->muted,
                     ALIGN_START};
  const char *words = answers_point_words(scene, point);
  bool fits = pen_width(pen, style, str_from(words)) <= box.w;
  if (!fits && point > 0) {
    const char *mark = layer_mark(pen->list->arena, scene->trace, layer);
    words = is_last ? str_format(pen->list->arena, _("%s · final"), mark) : mark;
  }
  pen_text_in(pen, style, box, str_from(words));
  if (!scene->interactive || layer < 0) return;
  draw_hit(pen->list, (DrawHit){.box = box,
                                .cursor = CURSOR_HAND,
                                .is_now = is_now,
                                .click = str_format(pen->list->arena, "layer %d", layer + 1)});
}

/* The scale at the right of the foot; its name only where the words leave room for it. */
static Box cut_scale(const Table *table, float words, Box *foot) {
  const Pen *pen = &table->scene->pen;
  ColorRange range = {0, 1};
  TextStyle style = {FACE_REGULAR, SMALL, pen->theme->muted, ALIGN_START};
  Str scale = str_from(_("probability"));
  PaletteId palette = scene_palette(table->scene, TRACE_PROBABILITIES);
  float bar = pen_inline_bar_width(pen, palette, range), gap = stage_points(table->scene, 8);
  float name = pen_width(pen, style, scale) + gap;
  bool has_name = words + 2 * gap + name + bar <= foot->w;
  float wide = fminf(foot->w * 0.4f, stage_points(table->scene, BAR_MOST));
  wide = fmaxf(fminf(wide, foot->w - words - 2 * gap), bar);
  Box right = cut_right(foot, fminf(fmaxf(wide, has_name ? name + bar : bar), foot->w));
  cut_right(foot, gap);
  if (has_name) pen_text_in(pen, style, cut_left(&right, name), scale);
  return right;
}

/* What is left out, and the scale. */
static void draw_foot(const Table *table) {
  const Scene *scene = table->scene;
  const Pen *pen = &scene->pen;
  const LayerAnswers *answers = table->answers;
  StrBuf words = strbuf_make(pen->list->arena);
  int all = trace_token_count(scene->trace);
  if (table->end - table->first < all)
    i18n_add_phrase(&words, _("tokens %d to %d of %d"), table->first + 1, table->end, all);
  if (columns_of(table) < answers->point_count)
    i18n_add_phrase(&words, _("one column of %d"), table->step);
  i18n_add_phrase(&words, _("framed: the final answer"));
  if (!trace_asks_all(scene->trace))
    i18n_add_phrase(&words, _("pale names: no answer was trained"));
  Box foot = table->foot;
  TextStyle style = {FACE_REGULAR, SMALL, pen->theme->muted, ALIGN_START};
  Box bar = cut_scale(table, pen_width(pen, style, strbuf_str(&words)), &foot);
  pen_inline_bar(pen, &(ColorBar){.box = bar,
                                  .palette = scene_palette(scene, TRACE_PROBABILITIES),
                                  .range = {0, 1}});
  if (foot.h > stage_points(scene, FOOT) + 1 && pen_width(pen, style, strbuf_str(&words)) > foot.w)
    pen_text_wrapped(pen, style, foot, LINE, strbuf_str(&words));
  else pen_text_in(pen, style, foot, pen_fit(pen, style, foot.w, strbuf_str(&words)));
}

static void draw_focus(const Table *table) {
  const Scene *scene = table->scene;
  int token = answers_token(scene), last = places_of(table) - 1;
  if (token < table->first || token >= table->end) return;
  Box from = cell_of(table, token, 0), to = cell_of(table, token, last);
  matrix_focus_outline(scene, (Box){from.x, from.y, to.x + to.w - from.x, from.h}, 2.5f);
}

/* -- all --------------------------------------------------------------------------------------- */

static void draw_refusal(const Scene *scene, Box box) {
  const char *why = scene->answers ? answers_refusal_words(scene->answers->refusal) : NULL;
  view_room_refusal_draw(scene, box, why);
}

static void draw_table(const Table *table) {
  DrawList *list = table->scene->pen.list;
  draw_group_begin(list, "labels", NULL);
  for (int token = table->first; token < table->end; token++) draw_label(table, token);
  for (int place = 0; place < columns_of(table); place++) draw_column_name(table, place);
  if (table->answers->unchanged) draw_unchanged_name(table);
  draw_group_end(list);
  draw_group_begin(list, "answers", NULL);
  for (int token = table->first; token < table->end; token++)
    for (int place = 0; place < places_of(table); place++) draw_cell(table, token, place);
  draw_group_end(list);
  draw_focus(table);
  draw_foot(table);
}

/* How much a table tells: rows, columns, and both lines of a cell. Larger text takes none away. */
static float table_tells(const Scene *scene, Box box) {
  if (!answers_on_show(scene)) return 1;
  Table table = place_table(scene, box_inset(box, stage_points(scene, PAD)));
  bool has_two = table.row >= stage_points(scene, TWO_LINES);
  return (float)(table.end - table.first + columns_of(&table) + has_two);
}

static void draw(const Scene *bare, Box box) {
  Scene scene = view_room_fitted(bare, box, table_tells);
  if (trace_token_count(scene.trace) == 0) {
    stage_empty_draw(&scene, box);
    return;
  }
  if (!answers_on_show(&scene)) {
    draw_refusal(&scene, box);
    return;
  }
  box = box_inset(box, stage_points(&scene, PAD));
  view_room_title_draw(&scene, cut_top(&box, view_room_title_height(&scene, box.w)));
  scene.pen.text_scale *= view_room_from_afar(&scene, box, ENOUGH_AFAR);
  Table table = place_table(&scene, box);
  draw_table(&table);
}

/* Words have a line of their own, where there are few. */
static float printed_height(const Scene *scene, float width) {
  const LayerAnswers *answers = answers_on_show(scene);
  if (!answers) return 0;
  float inner = width - 2 * stage_points(scene, PAD);
  int rows = int_min(answers->token_count, ROWS_OF_PRINT);
  float row = rows <= TALL_ROWS_OF_PRINT ? TWO_LINES : ROW_LEAST;
  return stage_points(scene, 2 * PAD + HEAD + row * (float)rows + 1) +
         view_room_title_height(scene, inner) + foot_height(scene, inner);
}

/* What can be done where no words are named. */
static const char *hint_words(const Scene *scene) {
  if (answers_on_show(scene))
    return _("Try: press ↓ for the next token, and see from which layer on its answer stays.");
  bool names_none = scene->answers && scene->answers->refusal == LAYER_ANSWERS_NO_WORDS;
  return names_none ? _("Try: choose the model reader or writer.") : "";
}

static void captions(const Scene *scene, Captions *out) {
  out->title = _("The answer layer by layer");
  out->headline = _("What the model would say after each layer");
  out->shapes = _("the rows of a layer, read as the model reads its last ones");
  out->explanation = _(
      "The logit lens reads the rows of every layer as if they were the last: through the model's "
      "own output table, and before it the last norm where the model has one. Only the last layer "
      "was trained to be read so: an earlier word says what the row is near to, not what was "
      "decided there.");
  out->hint = hint_words(scene);
}

static const char *figure_words(const Scene *scene, Arena *arena) {
  StrBuf words = strbuf_make(arena);
  Str model = i18n_isolated(arena, trace_model_name(scene->trace));
  i18n_add_sentence(
      &words,
      str_format(
          arena,
          _("The likeliest word after each layer of the model %.*s, and its probability (logit "
            "lens): the rows of the layer, read through the model's own last norm, where it has "
            "one, and output table. Framed: the word that the model says after its last layer; "
            "only "
            "that layer was trained to be read so."),
          (int)model.bytes, model.at));
  if (trace_without(scene->trace))
    i18n_add_sentence(&words, _("The last column has the answers before the change."));
  return words.failed ? "" : words.at;
}

/* "token it, layer 2: animal 0.97, entropy 0.2 bits" */
static const char *focus_line(const Scene *scene) {
  const LayerAnswers *answers = answers_on_show(scene);
  int token = answers_token(scene);
  if (token < 0) return "";
  int point = layer_answers_point(answers, scene->view->layer);
  const LayerAnswer *answer = layer_answer_at(answers, token, point);
  if (answer->best_count == 0) return "";
  Str name = scene_named(scene, token);
  Str word = quoted_name(scene->pen.list->arena, answers_word(scene, answer->best[0].word));
  Number share = share_of(answer->best[0].probability);
  return str_format(scene->pen.list->arena, _("token %.*s, %s: %.*s %s, entropy %.2f bits"),
                    (int)name.bytes, name.at, answers_point_words(scene, point), (int)word.bytes,
                    word.at, share.at, (double)answer->entropy_bits);
}

const ViewRoom answers_room = {.draw = draw,
                               .captions = captions,
                               .inspect = answers_inspect,
                               .figure_caption = figure_words,
                               .focus_line = focus_line,
                               .printed_height = printed_height};
