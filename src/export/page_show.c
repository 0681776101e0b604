/* export/page_show.c -- the pictures, words and matrices of one trace. */
#include "export/page_show.h"

#include <assert.h>

#include "base/i18n.h"
#include "export/page_cells.h"
#include "export/page_layers.h"
#include "export/page_parts.h"
#include "scene/figure.h"
#include "scene/formula.h"
#include "scene/mask_words.h"
#include "scene/stages/stage_view.h"

/* A stage as on a desk and as on a phone, and the whole path, which has one width. */
typedef struct Form {
  FigureKind kind;
  float width_pt, height_pt;
} Form;
static const Form wide = {FIGURE_STAGE, 820, 600}, narrow = {FIGURE_STAGE, 400, 470},
                  whole_path = {FIGURE_OVERVIEW, 1280, 800};

/* A picture of the show at one place. */
typedef struct Place {
  StageId stage;
  int layer, head;
} Place;

bool page_has_all_layers(const Trace *trace, const ExportRequest *request) {
  int heads = 0;
  for (int i = 0; i < trace_layer_count(trace); i++) heads += trace_head_count(trace, i);
  return request->all_layers || heads <= PAGE_HEADS_MOST;
}

static const Trace *trace_of(const PageShow *show, int layer) {
  return trace_of_layer(session_trace(show->session), layer);
}

/* As the session shows things, at rest, with nothing chosen and everything filled. */
static View view_of(const PageShow *show, Place place, ThemeId theme) {
  View view = *session_view(show->session);
  view.kind = VIEW_STAGE;
  view.stage = place.stage;
  view.layer = place.layer;
  view.head = place.head;
  view.theme = theme;
  view.query = view.key = view.hover_query = view.hover_key = -1;
  view.key_alone = view.hover_key_alone = -1;
  view.filled = -1;
  view.transition = 1;
  view.held = false;
  view.compare = COMPARE_OFF;
  view.presenter = false;
  view.export_look.figure = (FigureLook){.axis = EXPORT_AXIS_CLASSROOM};
  return view;
}

/* ---- pictures ---- */

static DrawList lay_out(const PageShow *show, Place place, const Figure *figure, Arena *arena,
                        ThemeId theme) {
  View view = view_of(show, place, theme);
  DrawList list = draw_list_make(arena, figure->width_pt, figure->height_pt);
  figure_build(trace_of(show, place.layer), &view, fonts_metrics(show->fonts), figure, &list);
  return list;
}

static bool add_picture(const PageShow *show, Place place, const Form *form, int *number,
                        Status *status) {
  const Trace *trace = trace_of(show, place.layer);
  const ExportRequest *request = show->request;
  const Figure figure = {
      .kind = form->kind, .width_pt = form->width_pt, .height_pt = form->height_pt};
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  if (request->stopped && request->stopped(request->progress_self)) {
    arena_free(arena);
    return status_fail(status, STATUS_STOPPED, _("stopped: nothing is written to %s"),
                       request->out);
  }
  trace_frame_begin(trace);
  DrawList light = lay_out(show, place, &figure, arena, THEME_LIGHT);
  DrawList dark = lay_out(show, place, &figure, arena, THEME_DARK);
  PagePlace of = {trace, place.layer, place.head};
  *number = page_picture(show->tables, of, &light, &dark);
  arena_free(arena);
  return trace_check(trace, status) &&
         (!page_tables_failed(show->tables) || status_no_memory(status));
}

/* ---- words ---- */

static int add_words(const PageShow *show, const char *words) {
  return page_store_add(&show->tables->texts, str_from(words));
}

static const char *link_of(StageId stage) {
  return stage < STAGE_COUNT ? stage_info(stage)->name : "";
}

/* [kind, symbol, below, stage, stage below, colour, always coloured, before, after] */
static void write_piece(StrBuf *out, const FormulaPiece *piece) {
  static const char kinds[] = {[FORMULA_SYMBOL] = 's',
                               [FORMULA_OPEN] = '(',
                               [FORMULA_CLOSE] = ')',
                               [FORMULA_FRACTION] = '/'};
  bool is_fraction = piece->kind == FORMULA_FRACTION;
  strbuf_format(out, "[\"%c\",", kinds[piece->kind]);
  page_json(out, str_from(piece->symbol));
  strbuf_add_char(out, ',');
  page_json(out, str_from(is_fraction ? piece->below : ""));
  strbuf_format(out, ",\"%s\",\"%s\",\"%s\",%d,", link_of(piece->stage),
                is_fraction ? link_of(piece->stage_below) : "", page_color_class(piece->role),
                piece->always_colored);
  page_number(out, piece->before, 2);
  strbuf_add_char(out, ',');
  page_number(out, piece->after, 2);
  strbuf_add_char(out, ']');
}

static int add_formula(const PageShow *show, const Scene *scene, Arena *arena) {
  Formula formula = {.count = 0};
  StrBuf text = strbuf_make(arena);
  stage_views[scene->view->stage]->formula(scene, &formula);
  strbuf_add_char(&text, '[');
  for (int i = 0; i < formula.count; i++) {
    if (i > 0) strbuf_add_char(&text, ',');
    write_piece(&text, &formula.pieces[i]);
  }
  strbuf_add_char(&text, ']');
  show->tables->formulas.failed |= text.failed;
  return page_store_add(&show->tables->formulas, strbuf_str(&text));
}

/* Title, headline, shapes, explanation, and the formula. */
static bool add_captions(const PageShow *show, Place place, StrBuf *out, Status *status) {
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  View view = view_of(show, place, THEME_LIGHT);
  DrawList list = draw_list_make(arena, wide.width_pt, wide.height_pt);
  Pen pen = {&list, fonts_metrics(show->fonts), theme_get(THEME_LIGHT), 1, 0, FACE_REGULAR, 0};
  Scene scene = scene_make(trace_of(show, place.layer), &view, pen, false);
  Captions captions = captions_of(&scene);
  strbuf_format(out, "%d,%d,%d,%d,%d", add_words(show, captions.title),
                add_words(show, captions.headline), add_words(show, captions.shapes),
                add_words(show, captions.explanation), add_formula(show, &scene, arena));
  bool done = !list.failed;
  arena_free(arena);
  return done || status_no_memory(status);
}

/* ---- stages ---- */

/* "weights.1.2": layers and heads from 1, 0 where the stage has none. */
static void write_key(StrBuf *out, const char *name, Place place, bool per_layer, bool per_head) {
  strbuf_format(out, "\"%s.%d.%d\":[", name, per_layer ? place.layer + 1 : 0,
                per_head ? place.head + 1 : 0);
}

static bool is_on_show(const PageShow *show, Place place) {
  const View *view = session_view(show->session);
  return (place.layer == view->layer || !stage_info(place.stage)->per_layer) &&
         (place.head == view->head || !stage_info(place.stage)->per_head);
}

/* {"weights":5}: the sentences about the cells of the results. */
static void write_cells(const PageShow *show, Place place, StrBuf *out) {
  View view = view_of(show, place, THEME_LIGHT);
  const PageCells cells = {show->tables, trace_of(show, place.layer), &view,
                           fonts_metrics(show->fonts)};
  if (show->has_all_words || is_on_show(show, place)) page_cells_write(&cells, out);
  else strbuf_add(out, STR("{}"));
}

/* Words of the source are not those of the target. */
static bool differs_by_layer(const Trace *trace, StageId stage) {
  return stage_info(stage)->per_layer || trace_half(trace) != HALF_NONE;
}

static bool write_stage(const PageShow *show, Place place, StrBuf *out, Status *status) {
  int pictures[2] = {0, 0};
  const StageInfo *info = stage_info(place.stage);
  bool per_layer = differs_by_layer(session_trace(show->session), place.stage);
  if (!add_picture(show, place, &wide, &pictures[0], status) ||
      !add_picture(show, place, &narrow, &pictures[1], status))
    return false;
  write_key(out, info->name, place, per_layer, info->per_head);
  strbuf_format(out, "%d,%d,", pictures[0], pictures[1]);
  if (!add_captions(show, place, out, status)) return false;
  strbuf_add_char(out, ',');
  write_cells(show, place, out);
  strbuf_add(out, STR("],\n"));
  return true;
}

static bool write_overview(const PageShow *show, Place place, StrBuf *out, Status *status) {
  int picture = 0;
  if (!add_picture(show, place, &whole_path, &picture, status)) return false;
  write_key(out, "overview", place, true, true);
  strbuf_format(out, "%d],\n", picture);
  return true;
}

/* `first`: the place of the head at the first stage. */
static bool write_head(const PageShow *show, Place first, bool is_first, StrBuf *out,
                       Status *status) {
  int layer = first.layer, head = first.head;
  const Trace *trace = trace_of(show, layer);
  if (!write_overview(show, first, out, status)) return false;
  for (int i = 0; i < trace_stage_count(trace); i++) {
    Place place = {trace_stage_at(trace, i), layer, head};
    const StageInfo *info = stage_info(place.stage);
    bool is_there = is_first || differs_by_layer(trace, place.stage);
    if (!is_there || (!info->per_head && head > 0)) continue;
    if (!write_stage(show, place, out, status)) return false;
  }
  return true;
}

typedef struct Layers {
  int first, end;
} Layers;

static Layers layers_of(const PageShow *show) {
  const Trace *trace = session_trace(show->session);
  int now = session_view(show->session)->layer;
  if (page_has_all_layers(trace, show->request)) return (Layers){0, trace_layer_count(trace)};
  return (Layers){now, now + 1};
}

static bool has_room_for_words(const PageShow *show) {
  Layers layers = layers_of(show);
  long count = 0;
  for (int layer = layers.first; layer < layers.end; layer++) {
    const Trace *trace = trace_of(show, layer);
    for (int i = 0; i < trace_stage_count(trace); i++) {
      StageId stage = trace_stage_at(trace, i);
      int heads = stage_info(stage)->per_head ? trace_head_count(trace, layer) : 1;
      count += heads * page_cells_count(trace, stage, layer);
    }
  }
  return count <= PAGE_CELL_WORDS_MOST;
}

/* What is the same for every layer stands once. */
static bool write_pictures(const PageShow *show, StrBuf *out, Status *status) {
  Layers layers = layers_of(show);
  strbuf_add(out, STR("\"pictures\":{"));
  for (int layer = layers.first; layer < layers.end; layer++)
    for (int head = 0; head < trace_head_count(trace_of(show, layer), layer); head++)
      if (!write_head(show, (Place){STAGE_FIRST, layer, head}, layer == layers.first, out, status))
        return false;
  strbuf_add(out, STR("\"\":[]}"));
  return true;
}

/* ---- layers ---- */

static void write_layers(const PageShow *show, StrBuf *out) {
  Layers layers = layers_of(show);
  strbuf_add(out, STR("\"layers\":["));
  for (int layer = layers.first; layer < layers.end; layer++) {
    if (layer > layers.first) strbuf_add(out, STR(",\n"));
    page_layer(show->tables, trace_of(show, layer), layer, out);
  }
  strbuf_add_char(out, ']');
}

/* ---- the whole show ---- */

static bool is_of_some_layer(const PageShow *show, StageId stage) {
  Layers layers = layers_of(show);
  for (int layer = layers.first; layer < layers.end; layer++)
    if (trace_has_stage(trace_of(show, layer), stage)) return true;
  return false;
}

/* Of an encoder and a decoder some are of one half alone. */
static void write_stages(const PageShow *show, StrBuf *out) {
  const char *between = "";
  strbuf_add(out, STR("\"stages\":["));
  for (int i = 0; i < STAGE_COUNT; i++) {
    StageId stage = (StageId)i;
    const StageInfo *info = stage_info(stage);
    if (!is_of_some_layer(show, stage)) continue;
    strbuf_format(out, "%s{\"name\":\"%s\",", between, info->name);
    page_text(out, "title", str_from(_(info->title)));
    strbuf_add_char(out, ',');
    page_text(out, "rail", captions_rail(session_trace(show->session), stage, false));
    strbuf_format(out, ",\"layer\":%d,\"head\":%d,\"part\":\"%s\"}",
                  differs_by_layer(session_trace(show->session), stage), info->per_head,
                  info->part_count ? trace_part_info(trace_stage_result(stage))->name : "");
    between = ",";
  }
  strbuf_add_char(out, ']');
}

static void write_names(StrBuf *out, const Trace *trace) {
  StrBuf laid_over = strbuf_make(out->arena);
  if (trace_mask_is_laid_over(trace))
    i18n_add_sentence(&laid_over, _("A mask is laid over; this model was not trained with it."));
  mask_add_kind(&laid_over, trace);
  page_text(out, "sentence", trace_typed_sentence(trace));
  strbuf_add_char(out, ',');
  page_text(out, "second", trace_second_sentence(trace));
  strbuf_add_char(out, ',');
  page_text(out, "model", trace_model_label(out->arena, trace));
  strbuf_add_char(out, ',');
  page_text(out, "laid", strbuf_str(&laid_over));
  strbuf_add_char(out, ',');
  out->failed |= laid_over.failed;
}

static bool write_show(const PageShow *show, StrBuf *out, Status *status) {
  const Trace *trace = trace_of(show, session_view(show->session)->layer);
  strbuf_add_char(out, '{');
  write_names(out, trace);
  write_stages(show, out);
  strbuf_add_char(out, ',');
  page_parts_write(out, trace);
  strbuf_add(out, STR(",\n"));
  write_layers(show, out);
  strbuf_add(out, STR(",\n"));
  if (!write_pictures(show, out, status)) return false;
  strbuf_add_char(out, '}');
  return true;
}

bool page_show(const PageShow *asked, int *number, Status *status) {
  PageShow whole = *asked, *show = &whole;
  Arena *arena = arena_make(0);
  assert(trace_token_count(session_trace(show->session)) > 0);
  if (!arena) return status_no_memory(status);
  StrBuf text = strbuf_make(arena);
  show->has_all_words = has_room_for_words(show);
  bool done = write_show(show, &text, status);
  if (done) *number = page_store_add(&show->tables->shows, strbuf_str(&text));
  if (done && (text.failed || page_tables_failed(show->tables))) done = status_no_memory(status);
  arena_free(arena);
  return done && trace_check(session_trace(show->session), status);
}
