/* scene/paper/poster.c -- title, overview, and below it the weights beside the other heads. */
#include "scene/paper/poster.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/layer_words.h"
#include "scene/mask_words.h"
#include "scene/number.h"
#include "scene/stages/stage.h"
#include "trace/workings/answer.h"

static const float MARGIN = 40, TITLE = 34, TITLE_LEAST = 18, TITLE_HEIGHT = 96;
static const float FORMULA_HEIGHT = 58, OVERVIEW_HEIGHT = 440, FOOT_HEIGHT = 24, GAP = 14;
static const float ASIDE_WIDTH = 218, SECTION = 17, NAME_HEIGHT = 18, JOINED_HEIGHT = 62;
static const float ANSWER_HEIGHT = 23, CELL_MOST = 120;
enum { HEADS_MOST = 16 };

void poster_choose(const Trace *trace, View *view) {
  int count = trace_token_count(trace);
  if (count == 0) return;
  if (view->query < 0 || view->query >= count) {
    int asked = trace_asked_token(trace);
    view->query = asked >= 0 ? asked : count - 1;
    view->key = -1;
  }
  view->hover_query = view->hover_key = view->key_alone = -1;
  view->locked = true;
  if (view->key >= 0 || !trace_has_part(trace, TRACE_WEIGHTS)) return;
  MatView weights = trace_matrix(trace, TRACE_WEIGHTS, view->layer, view->head);
  view->key = 0;
  for (int key = 1; key < weights.cols; key++)
    if (mat_get(weights, view->query, key) > mat_get(weights, view->query, view->key))
      view->key = key;
}

/* ---- parts ---- */

static float pt(const Scene *scene, float design) { return design * scene->pen.text_scale; }

/* The sentence as large as it fits on one line, else on two smaller ones. */
static void draw_title(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  const Trace *trace = scene->trace;
  Arena *arena = pen->list->arena;
  Str sentence = trace_sentence(trace);
  TextStyle style = {FACE_BOLD, TITLE, pen->theme->ink, ALIGN_START};
  float width = pen_width(pen, style, sentence);
  if (width > box.w) style.size = fmaxf(TITLE * box.w / width, TITLE_LEAST);
  float height = fminf(pen_wrapped_height(pen, style, box.w, 1.15f, sentence), pt(scene, 62));
  pen_text_wrapped(pen, style, cut_top(&box, height + 1), 1.15f, sentence);
  Str model = i18n_isolated(arena, trace_model_name(trace));
  Str role = i18n_translated(arena, trace_head_role(trace, scene->view->layer, scene->view->head));
  StrBuf words = strbuf_make(arena);
  i18n_add_phrase(&words, _("What each word listens to"));
  i18n_add_phrase(&words, "%s",
                  layer_head_words(arena, trace, scene->view->layer, scene->view->head));
  i18n_add_phrase(&words, "%.*s", (int)role.bytes, role.at);
  i18n_add_phrase(&words, _("model %.*s"), (int)model.bytes, model.at);
  cut_top(&box, pt(scene, 4));
  pen_text_in(pen, (TextStyle){FACE_REGULAR, 15, pen->theme->muted, ALIGN_START},
              cut_top(&box, pt(scene, 22)), words.failed ? (Str){"", 0} : strbuf_str(&words));
}

static Scene of_stage(const Scene *scene, View *view, ViewKind kind, StageId stage) {
  Scene other = *scene;
  *view = *scene->view;
  view->kind = kind;
  view->stage = stage;
  other.view = view;
  return other;
}

static void draw_formula(const Scene *scene, Box box) {
  View view;
  Scene other = of_stage(scene, &view, VIEW_STAGE, stage_of_part(TRACE_OUTPUT));
  draw_box(scene->pen.list, (DrawBox){.box = box,
                                      .corner = pt(scene, 8),
                                      .stroke = scene->pen.theme->line,
                                      .stroke_width = pt(scene, 1)});
  formula_draw(&other, box);
}

static void draw_overview(const Scene *scene, Box box) {
  View view;
  Scene other = of_stage(scene, &view, VIEW_OVERVIEW, stage_of_part(TRACE_WEIGHTS));
  overview_draw(&other, box);
}

static void draw_section(const Scene *scene, Box box, Color color, const char *title,
                         const char *symbol) {
  const Pen *pen = &scene->pen;
  float base = box.y + pt(scene, SECTION);
  float width = pen_text(pen, (TextStyle){FACE_BOLD, SECTION, color, ALIGN_START},
                         (Point){box.x, base}, str_from(title));
  pen_symbol(pen, (TextStyle){FACE_REGULAR, 14, pen->theme->muted, ALIGN_START},
             (Point){box.x + width + pt(scene, 8), base}, str_from(symbol));
}

/* One matrix with all its numbers, as large as the box. */
static void draw_weights(const Scene *scene, Box box) {
  View view;
  if (!trace_has_part(scene->trace, TRACE_WEIGHTS)) return;
  Scene other = of_stage(scene, &view, VIEW_STAGE, stage_of_part(TRACE_WEIGHTS));
  MatView values = trace_matrix(scene->trace, TRACE_WEIGHTS, view.layer, view.head);
  draw_section(scene, cut_top(&box, pt(scene, 30)), scene->pen.theme->weights, _("Weights"),
               "softmax");
  float width = fmaxf(matrix_label_width(&other, 120), pt(scene, 56));
  float height = fmaxf(matrix_label_height(&other, 110), pt(scene, 34));
  /* The last of slanted names goes beyond its column. */
  float aside =
      matrix_labels_are_upright(&other, (box.w - width) / (float)values.cols) ? 0 : height * 0.7f;
  float cell =
      fminf((box.w - width - aside) / (float)values.cols, (box.h - height) / (float)values.rows);
  cell = fminf(cell, pt(scene, CELL_MOST));
  Box cells = {box.x + width, box.y + height, cell * (float)values.cols, cell * (float)values.rows};
  matrix_widget_draw(&other, &(MatrixWidget){.part = TRACE_WEIGHTS,
                                             .before = TRACE_WEIGHTS,
                                             .cells = cells,
                                             .row_labels = true,
                                             .col_labels = true,
                                             .axis_titles = true,
                                             .label_width = width,
                                             .label_height = height,
                                             .digits = true,
                                             .alone = true,
                                             .mix = 1,
                                             .filled = -1,
                                             .focus_row = view.query,
                                             .focus_col = view.key});
}

static void draw_cells(const Scene *scene, Box box, TracePart part, int head) {
  int layer = scene->view->layer;
  MatView values = trace_matrix(scene->trace, part, layer, head);
  if (values.rows == 0 || values.cols == 0) return;
  draw_heatmap(scene->pen.list,
               (DrawHeatmap){.box = box,
                             .values = values,
                             .mask = scene_is_hatched(scene->trace, part)
                                         ? trace_head_mask(scene->trace, layer, head)
                                         : (MaskView){0},
                             .mix = 1,
                             .hatch_mix = 1,
                             .palette = scene_palette(scene, part),
                             .range = scene_range(scene, part, layer, head),
                             .gap = fminf(pt(scene, 1), box.w / (float)values.cols * 0.12f),
                             .filled = -1,
                             .theme = scene->pen.theme->id});
}

/* All heads of the layer, the one of the poster with a frame. */
static void draw_heads(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  int count = int_min(trace_head_count(scene->trace, scene->view->layer), HEADS_MOST);
  int cols = count <= 4 ? 2 : count <= 9 ? 3 : 4, rows = (count + cols - 1) / cols;
  const char *title = str_format(pen->list->arena, P_("%d head", "All %d heads", count), count);
  draw_section(scene, cut_top(&box, pt(scene, 30)), pen->theme->weights, title ? title : "", "");
  if (!trace_has_part(scene->trace, TRACE_WEIGHTS)) return;
  float gap = pt(scene, 12), name = pt(scene, NAME_HEIGHT);
  float side = fminf((box.w - gap * (float)(cols - 1)) / (float)cols,
                     (box.h - (name + gap) * (float)rows) / (float)rows);
  for (int head = 0; head < count; head++) {
    Box cells = {box.x + (float)(head % cols) * (side + gap),
                 box.y + (float)(head / cols) * (side + gap + name), side, side};
    bool is_shown = head == scene->view->head;
    draw_cells(scene, cells, TRACE_WEIGHTS, head);
    draw_box(pen->list, (DrawBox){.box = box_inset(cells, -pt(scene, 2)),
                                  .corner = pt(scene, 3),
                                  .stroke = is_shown ? pen->theme->weights : pen->theme->line,
                                  .stroke_width = pt(scene, is_shown ? 2 : 0.8f)});
    const char *words = str_format(pen->list->arena, _("head %d"), head + 1);
    pen_text_in(pen,
                (TextStyle){is_shown ? FACE_BOLD : FACE_REGULAR, POSTER_WORDS_PT,
                            is_shown ? pen->theme->weights : pen->theme->muted, ALIGN_START},
                (Box){cells.x, cells.y + side + pt(scene, 3), side, name},
                str_from(words ? words : ""));
  }
}

static void draw_joined(const Scene *scene, Box box) {
  if (!trace_has_part(scene->trace, TRACE_ATTN_PROJ)) return;
  draw_section(scene, cut_top(&box, pt(scene, 28)), scene->pen.theme->output, _("Joined"), "W_O");
  draw_cells(scene, box, TRACE_ATTN_PROJ, scene->view->head);
}

/* ---- the words that are predicted ---- */

static bool has_answers(const Scene *scene) {
  const View *view = scene->view;
  return trace_has_words(scene->trace) && view->query >= 0 &&
         trace_is_asked(scene->trace, view->query);
}

static void draw_answer(const Scene *scene, Box box, const TraceCandidate *candidate) {
  const Pen *pen = &scene->pen;
  Number percent = number_percent_short(candidate->probability);
  Box bar = {box.x, box.y + box.h - pt(scene, 5), box.w, pt(scene, 4)};
  draw_box(pen->list, (DrawBox){.box = bar, .corner = bar.h / 2, .fill = pen->theme->empty_cell});
  bar.w *= float_clamp(candidate->probability, 0, 1);
  draw_box(pen->list, (DrawBox){.box = bar, .corner = bar.h / 2, .fill = pen->theme->output});
  box.h -= pt(scene, 5);
  TextStyle number = {FACE_MONO, 12, pen->theme->muted, ALIGN_END};
  float width = pen_width(pen, number, number_str(&percent)) + pt(scene, 6);
  pen_text_in(pen, number, box, number_str(&percent));
  pen_text_in(pen, (TextStyle){FACE_SEMIBOLD, 13, pen->theme->ink, ALIGN_START},
              (Box){box.x, box.y, box.w - width, box.h}, trace_word(scene->trace, candidate->word));
}

static void draw_answers(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  Status ignored;
  const AnswerWorkings *answer =
      answer_workings_make(pen->list->arena, scene->trace, scene->view->query, -1, &ignored);
  if (!answer) {
    pen->list->failed = true;
    return;
  }
  Str asked = scene_label(scene, scene->view->query);
  const char *title =
      str_format(pen->list->arena, _("Predicted at “%.*s”"), (int)asked.bytes, asked.at);
  Box head = cut_top(&box, pt(scene, 28));
  pen_text_in(pen, (TextStyle){FACE_BOLD, SECTION, pen->theme->ink, ALIGN_START}, head,
              str_from(title ? title : ""));
  for (int i = 0; i < int_min(answer->candidate_count, TRACE_CANDIDATES_SHOWN); i++)
    draw_answer(scene, cut_top(&box, pt(scene, ANSWER_HEIGHT)), &answer->candidates[i]);
}

/* Heads above, then what becomes of them. */
static void draw_aside(const Scene *scene, Box box) {
  float answers =
      has_answers(scene) ? pt(scene, 28 + ANSWER_HEIGHT * (float)TRACE_CANDIDATES_SHOWN + GAP) : 0;
  float joined =
      trace_has_part(scene->trace, TRACE_ATTN_PROJ) ? pt(scene, 28 + JOINED_HEIGHT + GAP) : 0;
  Box predicted = cut_bottom(&box, answers), sum = cut_bottom(&box, joined);
  draw_heads(scene, box);
  sum.h -= pt(scene, GAP);
  if (joined > 0) draw_joined(scene, sum);
  if (answers > 0) draw_answers(scene, predicted);
}

static void draw_foot(const Scene *scene, Box box, Str version) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  StrBuf words = strbuf_make(arena);
  i18n_add_phrase(&words, "%s", mask_attention_words(arena, scene->trace, scene->view->layer));
  if (trace_has_laid_over(scene->trace))
    i18n_add_phrase(&words, _("laid over; this model was not trained with it"));
  i18n_add_phrase(&words, _("the colour of a cell is its number"));
  TextStyle style = {FACE_REGULAR, POSTER_WORDS_PT, pen->theme->muted, ALIGN_START};
  float width = pen_width(pen, style, version) + pt(scene, 16);
  pen_text_in(pen, style, (Box){box.x, box.y, box.w - width, box.h},
              words.failed ? (Str){"", 0} : strbuf_str(&words));
  style.align = ALIGN_END;
  pen_text_in(pen, style, box, version);
}

void poster_draw(const Scene *given, Box box, Str version) {
  Scene scene = *given;
  float scale = fminf(box.w / POSTER_WIDTH, box.h / POSTER_HEIGHT);
  scene.pen.text_scale = scale;
  box = box_centred(box, POSTER_WIDTH * scale, POSTER_HEIGHT * scale);
  box = box_inset(box, pt(&scene, MARGIN));
  draw_title(&scene, cut_top(&box, pt(&scene, TITLE_HEIGHT)));
  draw_formula(&scene, cut_top(&box, pt(&scene, FORMULA_HEIGHT)));
  cut_top(&box, pt(&scene, GAP));
  Box overview = cut_top(&box, pt(&scene, OVERVIEW_HEIGHT));
  draw_overview(&scene, box_inset(overview, -pt(&scene, 14)));
  cut_top(&box, pt(&scene, GAP));
  Box foot = cut_bottom(&box, pt(&scene, FOOT_HEIGHT));
  foot.y += pt(&scene, 10);
  draw_foot(&scene, foot, version);
  Box aside = cut_right(&box, pt(&scene, ASIDE_WIDTH));
  cut_right(&box, pt(&scene, GAP));
  draw_weights(&scene, box);
  draw_aside(&scene, aside);
}
