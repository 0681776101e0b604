/* scene/paper/sheet_pages.c -- an exercise sheet from its heading on.
**
** It is laid out twice, since the foot of a page says how many there are. */
#include "scene/paper/sheet_pages.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/layer_words.h"
#include "scene/mask_words.h"
#include "scene/number.h"
#include "scene/paper/sheet_flow.h"

static const float TITLE = 25, NAME_LEAST = 36, NAME_MOST = 104;

/* ---- the beginning ---- */

/* "Name ________________   Date __________" */
static void add_name_lines(SheetFlow *flow) {
  const Pen *pen = flow->pen;
  TextStyle style = sheet_muted_style(flow, SHEET_BODY, ALIGN_START);
  Box box = sheet_take_room(flow, 30);
  float base = box.y + 20, split = box.x + box.w * 0.66f;
  Str name = str_from(_("Name")), date = str_from(_("Date"));
  float after_name = box.x + pen_text(pen, style, (Point){box.x, base}, name) + 8;
  float after_date = split + pen_text(pen, style, (Point){split, base}, date) + 8;
  draw_line(pen->list, (Point){after_name, base + 2}, (Point){split - 16, base + 2}, 0.6f,
            pen->theme->muted);
  draw_line(pen->list, (Point){after_date, base + 2}, (Point){box.x + box.w, base + 2}, 0.6f,
            pen->theme->muted);
}

static void add_title(SheetFlow *flow) {
  const Pen *pen = flow->pen;
  Box box = sheet_take_room(flow, 34);
  pen_text_in(pen, (TextStyle){FACE_BOLD, TITLE, pen->theme->ink, ALIGN_START}, box,
              sheet_title(flow));
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
static void add_tokens(SheetFlow *flow) {
  const Pen *pen = flow->pen;
  const float height = 22, gap = 4, pad = 7;
  TextStyle style = {FACE_MEDIUM, 11, pen->theme->ink, ALIGN_MIDDLE};
  Box line = sheet_take_room(flow, height);
  float x = line.x;
  for (int i = 0; i < trace_token_count(flow->scene->trace); i++) {
    Str label = scene_label(flow->scene, i);
    float width = pen_width(pen, style, label) + 2 * pad;
    if (x + width > line.x + line.w && x > line.x) {
      sheet_leave(flow, gap);
      line = sheet_take_room(flow, height);
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

static Str list_names(const SheetFlow *flow, const Str *names, int count) {
  StrBuf words = strbuf_make(sheet_arena(flow));
  for (int i = 0; i < count; i++)
    strbuf_format(&words, i ? ", “%.*s”" : "“%.*s”", (int)names[i].bytes, names[i].at);
  return words.failed ? (Str){"", 0} : strbuf_str(&words);
}

static void say_source(const SheetFlow *flow, StrBuf *words) {
  const PaperSheet *sheet = flow->sheet;
  const Trace *trace = flow->scene->trace;
  Arena *arena = sheet_arena(flow);
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

static void say_columns(const SheetFlow *flow, StrBuf *words) {
  const PaperSheet *sheet = flow->sheet;
  if (sheet->column_count < sheet->of_columns)
    i18n_add_sentence(
        words,
        str_format(sheet_arena(flow),
                   P_("To keep it short, only %d of %d columns of Q and K is used, the one that "
                      "adds most to these scores; its number stands above it.",
                      "To keep it short, only %d of %d columns of Q and K are used, those that add "
                      "most to these scores; their numbers stand above them.",
                      sheet->column_count),
                   sheet->column_count, sheet->of_columns));
  if (sheet->value_count < sheet->of_values)
    i18n_add_sentence(words,
                      str_format(sheet_arena(flow),
                                 P_("Of V it is the column with the largest numbers, %d of %d.",
                                    "Of V they are the columns with the largest numbers, %d of %d.",
                                    sheet->value_count),
                                 sheet->value_count, sheet->of_values));
}

static void add_introduction(SheetFlow *flow) {
  const PaperSheet *sheet = flow->sheet;
  StrBuf words = strbuf_make(sheet_arena(flow));
  Str names = list_names(flow, flow->query_names, sheet->row_count);
  say_source(flow, &words);
  say_columns(flow, &words);
  if (sheet->row_count < trace_token_count(flow->scene->trace))
    i18n_add_sentence(&words,
                      str_format(sheet_arena(flow),
                                 P_("%d word asks: %.*s.", "%d words ask: %.*s.", sheet->row_count),
                                 sheet->row_count, (int)names.bytes, names.at));
  i18n_add_sentence(&words,
                    _("Every number follows from these rounded ones, so what you get is the "
                      "solution’s, and not what the model itself computes from all digits."));
  sheet_add_words(flow, sheet_text_style(flow, SHEET_BODY), words.failed ? "" : words.at);
  sheet_leave(flow, 5);
  sheet_add_words(
      flow, sheet_muted_style(flow, SHEET_SMALL, ALIGN_START),
      str_format(sheet_arena(flow),
                 P_("Rounding: scores are exact; scaled and masked numbers have %d decimal, "
                    "powers of e have 3, weights and outputs 2. Halves are rounded away "
                    "from zero. Go on with the rounded numbers.",
                    "Rounding: scores are exact; scaled and masked numbers have %d decimals, "
                    "powers of e have 3, weights and outputs 2. Halves are rounded away "
                    "from zero. Go on with the rounded numbers.",
                    sheet->decimals),
                 sheet->decimals));
}

/* ---- all ---- */

static float widest(const Pen *pen, const Str *names, int count) {
  TextStyle style = {FACE_MEDIUM, 9, COLOR_NONE, ALIGN_START};
  float most = 0;
  for (int i = 0; i < count; i++) most = fmaxf(most, pen_width(pen, style, names[i]));
  return float_clamp(most + 10, NAME_LEAST, NAME_MOST);
}

static bool take_names(SheetFlow *flow) {
  const PaperSheet *sheet = flow->sheet;
  Str *queries = arena_take(sheet_arena(flow), (size_t)sheet->row_count, sizeof *queries);
  Str *keys = arena_take(sheet_arena(flow), (size_t)sheet->key_count, sizeof *keys);
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
static int lay_out(SheetFlow flow) {
  sheet_begin_page(&flow);
  add_title(&flow);
  add_name_lines(&flow);
  sheet_leave(&flow, 14);
  add_tokens(&flow);
  sheet_leave(&flow, 10);
  add_introduction(&flow);
  sheet_add_given(&flow);
  sheet_add_scores(&flow);
  sheet_add_scaled(&flow);
  sheet_add_masked(&flow);
  sheet_add_softmax(&flow);
  sheet_add_outputs(&flow);
  sheet_end_page(&flow);
  return flow.page + 1;
}

static SheetFlow flow_of(const Scene *scene, const SheetPages *pages) {
  const SheetLook *look = &scene->view->export_look.sheet;
  SheetFlow flow = {.scene = scene,
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
  SheetFlow flow = flow_of(scene, pages);
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
