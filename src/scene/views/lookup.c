/* scene/views/lookup.c -- the room of soft look-up. */
#include "scene/views/lookup.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/inspector/panel_sections.h"
#include "scene/views/slider.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 16, UNDER = 12, ROW_MOST = 74, TEXT = 13, HEAD_TEXT = 10.5f;
static const float NAME = 132, NUMBER = 40, VALUE = 66, VALUE_NARROW = 48, SCORE = 42, SHARE = 44,
                   EXAMPLE_ROW = 40;
/* High rows have larger words, as far as the bars keep half of the width; the answer is larger
** still. */
static const float ROW_OF_TEXT = 40, LARGER_MOST = 1.5f, FIXED = 436, NARROW = 520,
                   ANSWER_LARGER = 1.35f;
/* Before a class words come before bars. */
static const float ROW_OF_TEXT_AFAR = 29, LARGER_MOST_AFAR = 1.75f, SHARE_AFAR = 0.73f;
static const float MARGIN_MOST = 12;
/* In a column of a page; of a line, how far below the middle its digits end. */
static const float BAR_LEAST = 40, NARROW_GAP = 6.5f, NARROW_MORE = 6, BAR_BELOW = 6,
                   BAR_RISE = 0.02f;
static const float VALUE_SHARE = 0.88f; /* of a column, of the answer behind another */
enum { ROWS = 8, SLIDERS = 3 };

/* The columns of a row, cut from the left. */
typedef struct Row {
  Box line, name, key[LOOKUP_COLUMNS], score, weight, value[LOOKUP_COLUMNS];
} Row;

/* Of a column of a page: as wide as their heads and numbers, names in two lines, and bars below the
** numbers. */
typedef struct Narrow {
  float key[LOOKUP_COLUMNS], score, weight, value[LOOKUP_COLUMNS], gap;
} Narrow;

typedef struct Picture {
  const Scene *scene; /* with the text scale of the rows */
  Lookup made;
  float row;    /* height */
  float margin; /* of the frame around the answer, at most */
  bool is_narrow;
  Narrow narrow;
} Picture;

const char *lookup_book_title(int book) {
  const char *titles[LOOKUP_BOOKS] = {_("Cooking in Italy"), _("A journey to Spain"),
                                      _("Maps of the world")};
  assert(book >= 0 && book < LOOKUP_BOOKS);
  return titles[book];
}

/* -- rows -------------------------------------------------------------------------------------- */

static float row_height(const Scene *scene, Box box) {
  return fminf(box.h / ROWS, stage_points(scene, ROW_MOST));
}

/* How much larger words are than their usual size. */
static float larger(const Scene *scene, Box box) {
  bool is_afar = scene_is_presented(scene);
  float of_text = is_afar ? ROW_OF_TEXT_AFAR : ROW_OF_TEXT;
  float high = row_height(scene, box) / stage_points(scene, of_text);
  float wide = box.w * (is_afar ? SHARE_AFAR : 0.5f) / stage_points(scene, FIXED);
  float most = is_afar ? LARGER_MOST_AFAR : LARGER_MOST;
  return pen_is_of_print(&scene->pen) ? 1 : float_clamp(fminf(high, wide), 1, most);
}

static float number_width(const Scene *scene, const char *number) {
  TextStyle style = {FACE_MONO, TEXT, COLOR_NONE, ALIGN_END};
  return pen_width(&scene->pen, style, str_from(number));
}

/* Of its head and of as many digits as its numbers may have. */
static float column_width(const Scene *scene, const char *head, const char *widest) {
  TextStyle words = {FACE_REGULAR, HEAD_TEXT, COLOR_NONE, ALIGN_END};
  float more = 0.5f;
  return fmaxf(pen_width(&scene->pen, words, str_from(head)), number_width(scene, widest)) + more;
}

static float key_width(const Scene *scene, const Lookup *made, int column, const char *head) {
  Arena *arena = scene->pen.list->arena;
  const char *query = str_format(arena, "%.3g", (double)made->query[column]);
  return fmaxf(column_width(scene, head, "0.0"), number_width(scene, query));
}

static float score_width(const Scene *scene, const Lookup *made) {
  float widest = column_width(scene, _("score"), "0.00");
  for (int j = 0; j < LOOKUP_BOOKS; j++)
    widest = fmaxf(widest, number_width(scene, number_full_or_zero(made->scores[j]).at));
  return widest;
}

static Narrow narrow_columns(const Scene *scene, const Lookup *made) {
  return (Narrow){
      .key = {key_width(scene, made, 0, _("cooking")), key_width(scene, made, 1, _("travel"))},
      .score = score_width(scene, made),
      .weight = column_width(scene, _("weight"), "0.000"),
      .value = {column_width(scene, C_("a narrow column", "recipes"), "00.00"),
                column_width(scene, _("maps"), "000.00")},
      .gap = stage_points(scene, NARROW_GAP)};
}

static bool is_of_column(const Scene *scene, Box box) {
  float least = FIXED + BAR_LEAST - 2 * (VALUE - VALUE_NARROW);
  return pen_is_of_print(&scene->pen) && box.w < stage_points(scene, least);
}

static Box cut_column(Box *rest, float width, float gap) {
  Box column = cut_right(rest, width);
  cut_right(rest, gap);
  return column;
}

static Row narrow_row(const Picture *picture, Box line) {
  const Narrow *narrow = &picture->narrow;
  Row row = {.line = line};
  for (int i = LOOKUP_COLUMNS; i-- > 0;)
    row.value[i] = cut_column(&line, narrow->value[i], narrow->gap);
  row.weight = cut_column(&line, narrow->weight, narrow->gap);
  row.score = cut_column(&line, narrow->score, narrow->gap);
  for (int i = LOOKUP_COLUMNS; i-- > 0;)
    row.key[i] = cut_column(&line, narrow->key[i], narrow->gap);
  row.name = line;
  return row;
}

static Row row_at(const Picture *picture, Box box, int index) {
  const Scene *scene = picture->scene;
  float height = picture->row;
  Row row = {.line = {box.x, box.y + height * (float)index, box.w, height}};
  if (picture->is_narrow) return narrow_row(picture, row.line);
  Box rest = row.line;
  row.name = cut_left(&rest, stage_points(scene, NAME));
  for (int i = 0; i < LOOKUP_COLUMNS; i++) {
    float wide = pen_is_of_print(&scene->pen) && i > 0 ? picture->narrow.key[i] : 0;
    row.key[i] = cut_left(&rest, fmaxf(stage_points(scene, NUMBER), wide));
  }
  row.score = cut_left(&rest, stage_points(scene, SCORE));
  bool is_narrow = box.w < stage_points(scene, NARROW);
  for (int i = LOOKUP_COLUMNS; i-- > 0;)
    row.value[i] = cut_right(&rest, stage_points(scene, is_narrow ? VALUE_NARROW : VALUE));
  cut_left(&rest, stage_points(scene, 12));
  row.weight = rest;
  return row;
}

static void draw_number_of(const Picture *picture, Box box, float number, TextStyle style) {
  const Pen *pen = &picture->scene->pen;
  pen_text_in(pen, style, box, str_from(str_format(pen->list->arena, "%.3g", (double)number)));
}

static void draw_number(const Picture *picture, Box box, float number, Color color) {
  draw_number_of(picture, box, number, (TextStyle){FACE_MONO, TEXT, color, ALIGN_END});
}

/* In a column of a page as many lines as they take. */
static void draw_word(const Picture *picture, Box box, TextStyle style, const char *words) {
  const Pen *pen = &picture->scene->pen;
  if (!picture->is_narrow || pen_width(pen, style, str_from(words)) <= box.w) {
    pen_text_in(pen, style, box, str_from(words));
    return;
  }
  float high = pen_wrapped_height(pen, style, box.w, 1, str_from(words));
  pen_text_wrapped(pen, style, (Box){box.x, box.y + (box.h - high) / 2, box.w, high}, 1,
                   str_from(words));
}

static TextStyle name_style(FaceId face, Color color) {
  return (TextStyle){face, TEXT, color, ALIGN_START};
}

static Box begun_earlier(const Scene *scene, Box box) {
  float more = stage_points(scene, 16);
  return (Box){box.x - more, box.y, box.w + more, box.h};
}

static void draw_heads(const Picture *picture, Box box) {
  const Pen *pen = &picture->scene->pen;
  Row row = row_at(picture, box, 0);
  TextStyle style = {FACE_REGULAR, HEAD_TEXT, pen->theme->muted, ALIGN_END};
  TextStyle start = {FACE_REGULAR, HEAD_TEXT, pen->theme->muted, ALIGN_START};
  /* the first column of each kind has free room before it */
  if (pen_is_of_print(pen) && !picture->is_narrow) {
    row.key[0] = begun_earlier(picture->scene, row.key[0]);
    row.value[0] = begun_earlier(picture->scene, row.value[0]);
  }
  pen_text_in(pen, style, row.key[0], str_from(_("cooking")));
  pen_text_in(pen, style, row.key[1], str_from(_("travel")));
  pen_text_in(pen, style, row.score, str_from(_("score")));
  pen_text_in(pen, picture->is_narrow ? style : start, row.weight, str_from(_("weight")));
  pen_text_in(pen, style, row.value[0], str_from(C_("a narrow column", "recipes")));
  pen_text_in(pen, style, row.value[1], str_from(_("maps")));
}

static void draw_query(const Picture *picture, Box box) {
  const Theme *theme = picture->scene->pen.theme;
  Row row = row_at(picture, box, 1);
  draw_word(picture, row.name, name_style(FACE_BOLD, theme->query), _("query"));
  for (int i = 0; i < LOOKUP_COLUMNS; i++)
    draw_number(picture, row.key[i], picture->made.query[i], theme->query);
}

/* Below the score and the weight, where they leave no room between them. */
static Box bar_of(const Picture *picture, const Row *row, Box left) {
  if (!picture->is_narrow) return (Box){left.x, left.y + left.h * 0.25f, left.w, left.h * 0.5f};
  float line = pen_line_height(&picture->scene->pen, TEXT);
  float below = left.y + (left.h + line) / 2 - BAR_RISE * line;
  return (Box){row->score.x, below, row->weight.x + row->weight.w - row->score.x,
               fminf(stage_points(picture->scene, BAR_BELOW), left.y + left.h - below)};
}

static void draw_weight(const Picture *picture, const Row *row, float weight) {
  const Scene *scene = picture->scene;
  const Theme *theme = scene->pen.theme;
  Box box = row->weight;
  Box digits = picture->is_narrow ? box : cut_right(&box, stage_points(scene, SHARE));
  TextStyle style = {FACE_MONO, TEXT, theme->weights, ALIGN_END};
  pen_text_in(&scene->pen, style, digits, str_from(number_weight(weight).at));
  Box bar = bar_of(picture, row, box);
  draw_box(scene->pen.list, (DrawBox){.box = bar, .fill = theme->weights_soft});
  bar.w *= weight;
  if (bar.w > 0) draw_box(scene->pen.list, (DrawBox){.box = bar, .fill = theme->weights});
}

static void draw_book(const Picture *picture, Box box, int book) {
  const Scene *scene = picture->scene;
  const Theme *theme = scene->pen.theme;
  const Lookup *made = &picture->made;
  Row row = row_at(picture, box, 2 + book);
  bool is_chosen = scene->view->lookup_book == book + 1;
  if (is_chosen)
    draw_box(scene->pen.list, (DrawBox){.box = row.line, .corner = 4, .fill = theme->focus_soft});
  TextStyle name = name_style(is_chosen ? FACE_BOLD : FACE_REGULAR, theme->key);
  draw_word(picture, row.name, name, lookup_book_title(book));
  for (int i = 0; i < LOOKUP_COLUMNS; i++) {
    draw_number(picture, row.key[i], made->keys[book][i], theme->key);
    draw_number(picture, row.value[i], made->values[book][i], theme->value);
  }
  TextStyle score = {FACE_MONO, TEXT, theme->ink, ALIGN_END};
  pen_text_in(&scene->pen, score, row.score, str_from(number_full_or_zero(made->scores[book]).at));
  draw_weight(picture, &row, made->weights[book]);
  if (!scene->interactive) return;
  draw_hit(scene->pen.list, (DrawHit){.box = row.line,
                                      .cursor = CURSOR_HAND,
                                      .is_now = is_chosen,
                                      .click = is_chosen ? "lookup book all"
                                                         : str_format(scene->pen.list->arena,
                                                                      "lookup book %d", book + 1),
                                      .tip = _("work this book out")});
}

/* -- answers ----------------------------------------------------------------------------------- */

/* What the mixture comes to is what all the rows above are for: framed, and larger than they
** are. */
static void draw_mixture(const Picture *picture, Row row, const float *numbers) {
  const Scene *scene = picture->scene;
  const Theme *theme = scene->pen.theme;
  float air = stage_points(scene, 4);
  float beside = fminf(stage_points(scene, 8), picture->margin);
  TextStyle style = {FACE_MONO_BOLD, TEXT * ANSWER_LARGER, theme->output, ALIGN_END};
  Box frame = {row.line.x - beside, row.line.y + air, row.line.w + 2 * beside,
               row.line.h - 2 * air};
  draw_box(scene->pen.list, (DrawBox){.box = frame,
                                      .corner = 6,
                                      .fill = theme->panel,
                                      .stroke = theme->output_line,
                                      .stroke_width = stage_points(scene, 1.25f)});
  for (int i = 0; i < LOOKUP_COLUMNS; i++) {
    Number number = number_plain(numbers[i]);
    TextStyle own = style;
    float room = row.value[i].w * (i == 0 ? 1 : VALUE_SHARE);
    own.size *= fminf(1, room / pen_width(&scene->pen, style, number_str(&number)));
    pen_text_in(&scene->pen, own, row.value[i], number_str(&number));
  }
}

typedef struct Answer {
  const char *name, *words;
  const float *numbers; /* NULL: there is no answer */
  bool is_soft;
} Answer;

static void draw_answer(const Picture *picture, Row row, const Answer *answer) {
  const Theme *theme = picture->scene->pen.theme;
  bool is_soft = answer->is_soft;
  Color color = is_soft ? theme->output : theme->ink;
  TextStyle none = {FACE_MONO, TEXT, theme->muted, ALIGN_END};
  float from = row.key[0].x, to = row.value[0].x - stage_points(picture->scene, is_soft ? 16 : 0);
  float after = picture->is_narrow ? 0 : stage_points(picture->scene, 16);
  if (is_soft) draw_mixture(picture, row, answer->numbers);
  draw_word(picture, row.name, name_style(FACE_BOLD, color), answer->name);
  cut_left(&row.line, from - row.line.x + after);
  draw_word(picture, (Box){row.line.x, row.line.y, to - row.line.x, row.line.h},
            name_style(FACE_REGULAR, theme->muted), answer->words);
  for (int i = 0; !is_soft && i < LOOKUP_COLUMNS; i++)
    if (answer->numbers) draw_number(picture, row.value[i], answer->numbers[i], color);
    else draw_word(picture, row.value[i], none, "–");
}

static void draw_answers(const Picture *picture, Box box) {
  const Lookup *made = &picture->made;
  const Pen *pen = &picture->scene->pen;
  Row first = row_at(picture, box, 2 + LOOKUP_BOOKS);
  pen_rule(pen, (Point){first.line.x, first.line.y},
           (Point){first.line.x + first.line.w, first.line.y});
  bool has_exact = made->exact >= 0;
  const Answer answers[] = {
      {_("exact look-up"),
       has_exact ? lookup_book_title(made->exact) : _("no key equals the query"),
       has_exact ? made->values[made->exact] : NULL, false},
      {_("nearest"), lookup_book_title(made->nearest), made->values[made->nearest], false},
      {C_("how a dictionary answers", "soft look-up"), _("all three, by weight"), made->answer,
       true}};
  for (int i = 0; i < 3; i++)
    draw_answer(picture, row_at(picture, box, 2 + LOOKUP_BOOKS + i), &answers[i]);
}

/* -- all --------------------------------------------------------------------------------------- */

static void make_sliders(const Scene *scene, Slider sliders[SLIDERS]) {
  static const float query[] = {-1,    -0.9f, -0.8f, -0.7f, -0.6f, -0.5f, -0.4f,
                                -0.3f, -0.2f, -0.1f, 0,     0.1f,  0.2f,  0.3f,
                                0.4f,  0.5f,  0.6f,  0.7f,  0.8f,  0.9f,  1};
  static const float sharpness[] = {0, 0.5f, 1, 2, 3, 5, 10, 20, 50};
  enum { QUERY = sizeof query / sizeof query[0], SHARP = sizeof sharpness / sizeof sharpness[0] };
  const Experiments *asked = &scene->view->experiments;
  Arena *arena = scene->pen.list->arena;
  const Slider made[SLIDERS] = {{_("cooking"), str_format(arena, "%.3g", (double)asked->cooking),
                                 "lookup cooking", query, QUERY, asked->cooking},
                                {_("travel"), str_format(arena, "%.3g", (double)asked->travel),
                                 "lookup travel", query, QUERY, asked->travel},
                                {_("sharpness c"),
                                 str_format(arena, "%.3g", (double)asked->sharpness),
                                 "lookup sharpness", sharpness, SHARP, asked->sharpness}};
  memcpy(sliders, made, sizeof made);
}

static float controls_height(const Scene *scene, float width) {
  Slider sliders[SLIDERS];
  if (!scene->interactive) return 0;
  make_sliders(scene, sliders);
  return sliders_height(scene, sliders, SLIDERS, width) + stage_points(scene, UNDER);
}

static void draw_controls(const Scene *scene, Box box) {
  Slider sliders[SLIDERS];
  make_sliders(scene, sliders);
  sliders_draw(scene, box, sliders, SLIDERS);
}

static float rows_side(const Scene *scene, Box box) {
  Box inner = box_inset(box, stage_points(scene, PAD));
  float rows = inner.h - view_room_title_height(scene, inner.w) - controls_height(scene, inner.w);
  bool is_wide = box.w > stage_points(scene, 440);
  return is_wide ? fminf(rows / ROWS, EXAMPLE_ROW) : 0;
}

static void draw_rows(const Scene *scene, Box box) {
  Scene grown = *scene;
  float high = row_height(scene, box), times = larger(scene, box);
  grown.pen.text_scale *= times;
  Picture picture = {.scene = &grown,
                     .made = lookup_of(&scene->view->experiments),
                     .row = high,
                     .margin = stage_points(scene, MARGIN_MOST),
                     .is_narrow = is_of_column(&grown, box)};
  picture.narrow = narrow_columns(&grown, &picture.made);
  draw_group_begin(scene->pen.list, "books", NULL);
  draw_heads(&picture, box);
  draw_query(&picture, box);
  for (int j = 0; j < LOOKUP_BOOKS; j++) draw_book(&picture, box, j);
  draw_answers(&picture, box);
  draw_group_end(scene->pen.list);
}

static void draw(const Scene *bare, Box box) {
  Scene scene = view_room_fitted(bare, box, rows_side);
  Box rest = box_inset(box, stage_points(&scene, PAD));
  view_room_title_draw(&scene, cut_top(&rest, view_room_title_height(&scene, rest.w)));
  Box controls = cut_bottom(&rest, controls_height(&scene, rest.w));
  cut_top(&controls, stage_points(&scene, UNDER));
  draw_rows(&scene, rest);
  if (scene.interactive) draw_controls(&scene, controls);
}

static void captions(const Scene *scene, Captions *out) {
  const Experiments *asked = &scene->view->experiments;
  Arena *arena = scene->pen.list->arena;
  out->title = _("Soft look-up");
  out->headline = _("A dictionary that answers by similarity");
  out->shapes = str_format(arena, _("query (%.3g, %.3g), scores times %.3g, then softmax"),
                           (double)asked->cooking, (double)asked->travel, (double)asked->sharpness);
  out->explanation =
      _("A dictionary answers if a key equals the query, and else not at all. Attention compares "
        "the query with every key, turns the scores into shares of 1, and answers with that "
        "mixture of all values. Small changes of the query change the answer a little, so that it "
        "can be learned.");
  out->hint = _("Try: raise the sharpness to 50, and the soft answer becomes the nearest one.");
}

static const char *figure_words(const Scene *scene, Arena *arena) {
  const Experiments *asked = &scene->view->experiments;
  StrBuf words = strbuf_make(arena);
  i18n_add_sentence(
      &words, str_format(arena,
                         _("The query (%.3g, %.3g) against the keys of three books: scores are dot "
                           "products, weights softmax of them times %.3g."),
                         (double)asked->cooking, (double)asked->travel, (double)asked->sharpness));
  i18n_add_sentence(&words, _("An exact look-up finds a key or nothing; the soft one answers with "
                              "the sum of all values, each times its weight."));
  return words.failed ? "" : words.at;
}

/* Names have up to three lines. */
static float printed_more(const Scene *scene, float width) {
  bool is_narrow = is_of_column(scene, (Box){.w = width - 2 * stage_points(scene, PAD)});
  return is_narrow ? stage_points(scene, NARROW_MORE * ROWS) : 0;
}

const ViewRoom lookup_room = {.draw = draw,
                              .captions = captions,
                              .inspect = lookup_inspect,
                              .figure_caption = figure_words,
                              .names_no_model = true,
                              .width_design = 960,
                              .height_design = 460,
                              .printed_more = printed_more};
