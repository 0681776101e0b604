/* export/picture.c -- from a planned file to its bytes: lays out once, renders in each format. */
#include "export/picture.h"

#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "base/os.h"
#include "base/i18n.h"
#include "render/cairo/draw.h"
#include "render/svg/svg.h"
#include "screen/card.h"
#include "screen/screen.h"
#include "screen/training.h"
#include "trace/file/step_tables.h"
#include "trace/file/beside_file.h"
#include "trace/file/trace_file.h"
#include "trace/workings/order.h"
#include "trace/workings/tiles.h"

static const float screen_width_pt = 1440, screen_height_pt = 900;

static ThemeId theme_of(const ExportRequest *request, ThemeId of_window) {
  if (request->theme == EXPORT_AS_WINDOW) return of_window;
  return request->theme == EXPORT_DARK ? THEME_DARK : THEME_LIGHT;
}

/* Of an encoder and a decoder the half that the layer of the file belongs to. */
static const Trace *trace_of(const FilePainter *painter, const PlannedFile *file) {
  return trace_of_layer(session_trace(painter->session), file->layer);
}

/* The session's view, moved to the file's place and without motion, but for a moment that is held
** on the way to that stage. */
static View view_of(const FilePainter *painter, const PlannedFile *file) {
  const Session *session = painter->session;
  View view = *session_view(session);
  int rows, cols;
  if (stage_info(view.stage)->by_pair != stage_info(file->stage)->by_pair) view.key = -1;
  if (view.stage != file->stage) view.filled = -1;
  bool is_held = (view.held || painter->request->in_motion) && view.stage == file->stage &&
                 view.layer == file->layer;
  view.stage = file->stage;
  view.layer = file->layer;
  view.head = file->head;
  view.theme = theme_of(painter->request, view.theme);
  view.export_look.figure = painter->request->figure;
  view.hover_query = view.hover_key = view.hover_head = -1;
  if (!is_held) view.transition = 1;
  if (painter->request->in_motion) view.held = view.transition < 1;
  trace_stage_shape(trace_of(painter, file), view.stage, &rows, &cols);
  if (view.key >= cols) view.key = -1;
  return view;
}

/* A figure with a width on paper and no font size has labels of the size usual in papers. */
static float font_size_of(const ExportRequest *request) {
  bool of_print = request->print && request->font_size_pt <= 0;
  return of_print ? EXPORT_PRINT_FONT_PT : request->font_size_pt;
}

SheetOrder picture_sheet_order(const Session *session) {
  const View *view = session_view(session);
  const SheetLook *look = &view->export_look.sheet;
  return (SheetOrder){.layer = view->layer,
                      .head = view->head,
                      .decimals = sheet_decimals(look->round),
                      .columns = look->columns,
                      .rows = look->rows,
                      .row_on_show = view->query};
}

/* Of the layer and head of the file, which may be others than those on show. */
static const PaperSheet *sheet_of(const FilePainter *painter, const PlannedFile *file,
                                  Arena *arena) {
  SheetOrder order = picture_sheet_order(painter->session);
  Status ignored;
  order.layer = file->layer;
  order.head = file->head;
  if (file->figure != FIGURE_SHEET && file->figure != FIGURE_SOLUTION) return NULL;
  return sheet_make(arena, trace_of(painter, file), &order, &ignored);
}

static const Together *together_of(const FilePainter *painter, const PlannedFile *file,
                                   Arena *arena) {
  bool is_rollout = file->figure == FIGURE_ROLLOUT;
  if (!is_rollout && file->figure != FIGURE_AVERAGE) return NULL;
  Together *made = arena_take(arena, 1, sizeof *made);
  TogetherKind kind = is_rollout ? TOGETHER_ROLLOUT : TOGETHER_AVERAGE;
  bool is_made = made && together_make(arena, trace_of(painter, file), file->layer, kind, made);
  return is_made ? made : NULL;
}

static const LayerAnswers *answers_of(const FilePainter *painter, const PlannedFile *file,
                                      Arena *arena) {
  if (file->figure != FIGURE_ANSWERS) return NULL;
  LayerAnswers *made = arena_take(arena, 1, sizeof *made);
  bool is_made =
      made && session_make_answers(arena, painter->session, trace_of(painter, file), made);
  return is_made ? made : NULL;
}

/* The version is part of the caption, so that a figure in a paper says what drew it. */
static Figure figure_of(const FilePainter *painter, const PlannedFile *file, Arena *arena) {
  const ExportRequest *request = painter->request;
  return (Figure){
      .kind = file->figure,
      .width_pt = request->width_pt,
      .height_pt = request->height_pt,
      .font_size_pt = font_size_of(request),
      .one_size = request->font_size_pt > 0,
      .caption = request->caption == CAPTION_BELOW,
      .transparent = request->transparent,
      .selection = request->view == EXPORT_SHOWN,
      .kept = session_kept_run(painter->session),
      .differences = painter->differences,
      .times = painter->times,
      .lengths = painter->lengths,
      .saturation = painter->saturation,
      .together = together_of(painter, file, arena),
      .answers = answers_of(painter, file, arena),
      .board = file->figure == FIGURE_BOARD ? session_board(painter->session) : NULL,
      .block = file->figure == FIGURE_BLOCK ? card_block_figure(painter->session, arena) : NULL,
      .sheet = sheet_of(painter, file, arena),
      .training = file->figure == FIGURE_CURVE ? training_picture(painter->session, arena) : NULL,
      .version = STR("headsup " HEADSUP_VERSION)};
}

/* Without memory a layer of the model, the numbers of a sheet, or what heads and layers make
** together are not there to be drawn. */
static bool is_whole(const Figure *figure) {
  bool is_together = figure->kind == FIGURE_AVERAGE || figure->kind == FIGURE_ROLLOUT;
  if (is_together) return figure->together != NULL;
  if (figure->kind == FIGURE_ANSWERS) return figure->answers != NULL;
  bool is_sheet = figure->kind == FIGURE_SHEET || figure->kind == FIGURE_SOLUTION;
  return is_sheet ? figure->sheet != NULL : figure->kind != FIGURE_BLOCK || figure->block;
}

/* The list holds the picture. */
static Str caption_of(const FilePainter *painter, const PlannedFile *file, Arena *arena) {
  View view = view_of(painter, file);
  Figure figure = figure_of(painter, file, arena);
  if (!is_whole(&figure)) return (Str){NULL, 0};
  figure.no_weight_below = painter->list.no_weight_below;
  figure.no_weight_in_wide_below = painter->list.no_weight_in_wide_below;
  figure.no_difference_below = painter->list.no_difference_below;
  return figure_caption(trace_of(painter, file), &view, &figure, arena);
}

static Str description_of(const FilePainter *painter, const PlannedFile *file, Arena *arena) {
  View view = view_of(painter, file);
  Figure figure = figure_of(painter, file, arena);
  if (!is_whole(&figure)) return (Str){NULL, 0};
  return figure_description(trace_of(painter, file), &view, &figure, arena);
}

/* ---- lists ---- */

/* Moves the copy by commands, so that all side effects of a change of stage (its own cell,
** its filled rows) apply. */
static bool move_copy(FilePainter *painter, const PlannedFile *file, Status *status) {
  char line[96];
  if (!painter->copy && !session_make_copy(painter->session, &painter->copy, status)) return false;
  const char *view = view_kind_name(session_view(painter->session)->kind);
  snprintf(line, sizeof line, "layer %d; head %d; stage %s; view %s", file->layer + 1,
           file->head + 1, stage_info(file->stage)->name, view);
  return session_do(painter->copy, line, status);
}

/* The session's own place is drawn from the session itself, with its marks and its menu. */
static bool build_screen(FilePainter *painter, const PlannedFile *file, Status *status) {
  const ExportRequest *request = painter->request;
  const View *view = session_view(painter->session);
  bool here = file->stage == view->stage && file->layer == view->layer && file->head == view->head;
  if (!here && !move_copy(painter, file, status)) return false;
  Screen screen = {.of_file = true,
                   .width_pt = request->width_pt > 0 ? request->width_pt : screen_width_pt,
                   .height_pt = request->height_pt > 0 ? request->height_pt : screen_height_pt};
  painter->list = draw_list_make(painter->list_arena, screen.width_pt, screen.height_pt);
  screen_build(here ? painter->session : painter->copy, fonts_metrics(painter->fonts), &screen,
               &painter->list, NULL);
  return true;
}

/* The list's size given here is that of a screen; figure_build sets that of a figure. */
/* Another face would be a figure that nobody asked for. */
static bool check_face(const FilePainter *painter, Status *status) {
  static const struct {
    FaceId face;
    const char *family, *package;
  } needed[EXPORT_FACE_COUNT] = {[EXPORT_SERIF] = {FACE_SERIF, "STIX", "fonts-stix"},
                                 [EXPORT_MATH] = {FACE_MATH, "Latin Modern", "fonts-lmodern"}};
  ExportFace face = painter->request->figure.face;
  if (face == EXPORT_SANS || !fonts_lacks(painter->fonts, needed[face].face)) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("the font %s of the face %s is not installed: install the package %s"),
                     needed[face].family, export_face_name(face), needed[face].package);
}

static bool build(FilePainter *painter, const PlannedFile *file, Status *status) {
  const Trace *trace = trace_of(painter, file);
  View view = view_of(painter, file);
  Figure figure = figure_of(painter, file, painter->list_arena);
  painter->list = draw_list_make(painter->list_arena, screen_width_pt, screen_height_pt);
  if (file->kind == PICTURE_SCREEN) {
    if (!build_screen(painter, file, status)) return false;
  } else {
    if (!is_whole(&figure)) return status_no_memory(status);
    if (!check_face(painter, status)) return false;
    figure_build(trace, &view, fonts_metrics(painter->fonts), &figure, &painter->list);
  }
  painter->description =
      str_copy(painter->list_arena, description_of(painter, file, painter->list_arena));
  return painter->list.failed || !painter->description ? status_no_memory(status) : true;
}

static bool same_place(const PlannedFile *a, const PlannedFile *b) {
  return a->path && a->kind == b->kind && a->figure == b->figure && a->stage == b->stage &&
         a->layer == b->layer && a->head == b->head;
}

bool picture_lay_out(FilePainter *painter, const PlannedFile *file, Status *status) {
  long failures = fonts_failure_count(painter->fonts);
  painter->of = (PlannedFile){0};
  arena_reset(painter->list_arena);
  if (!os_has_room(CAIRO_ROOM_BYTES)) return status_no_memory(status);
  if (!build(painter, file, status)) return false;
  if (fonts_failure_count(painter->fonts) > failures) return status_no_memory(status);
  painter->of = *file;
  painter->gone_count = trace_frame_count(session_trace(painter->session));
  return true;
}

/* Lays out again if the trace has freed numbers that the list points at. */
static bool have_list(FilePainter *painter, const PlannedFile *file, Status *status) {
  const Trace *trace = session_trace(painter->session);
  trace_frame_begin(trace);
  if (same_place(&painter->of, file) && painter->gone_count == trace_frame_count(trace))
    return true;
  return picture_lay_out(painter, file, status);
}

/* ---- size ---- */

/* Pixels per point. A very wide print is limited to EXPORT_PIXELS_MOST pixels, since
** nobody could open more. */
static float scale_of(const ExportRequest *request, const DrawList *list) {
  float longest = fmaxf(fmaxf(list->width_pt, list->height_pt), 1);
  if (request->scale > 0) return request->scale;
  return request->print ? float_clamp(EXPORT_PIXELS_MOST / longest, 1, EXPORT_PRINT_SCALE) : 1;
}

/* Ignores texts of one byte, such as a superscript T. */
static const DrawText *least_text(const DrawList *list) {
  const DrawText *least = NULL;
  for (int i = 0; i < list->item_count; i++) {
    const DrawText *text = &list->items[i].as.text;
    if (list->items[i].kind != DRAW_TEXT || text->text.bytes < 2) continue;
    if (!least || text->size_pt < least->size_pt) least = text;
  }
  return least;
}

static bool holds(Box box, Point at) {
  return at.x >= box.x && at.x <= box.x + box.w && at.y >= box.y && at.y <= box.y + box.h;
}

/* Numbers are the only texts that begin inside a matrix; its labels lie around it. */
static bool lacks_numbers(const FilePainter *painter, const DrawList *list) {
  Box cells = {0};
  bool has_cells = false;
  if (session_view(painter->session)->numbers != NUMBERS_ON) return false;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_HEATMAP) has_cells = true, cells = item->as.heatmap.box;
    if (has_cells && item->kind == DRAW_TEXT && holds(cells, item->as.text.at)) return false;
  }
  return has_cells;
}

double picture_pixels(const FilePainter *painter) {
  double scale = scale_of(painter->request, &painter->list);
  return (double)painter->list.width_pt * scale * (double)painter->list.height_pt * scale;
}

bool picture_measure(FilePainter *painter, const PlannedFile *file, ExportSize *size,
                     Status *status) {
  const DrawList *list = &painter->list;
  if (!have_list(painter, file, status)) return false;
  *size = (ExportSize){.width_pt = list->width_pt,
                       .height_pt = list->height_pt / (float)int_max(list->page_count, 1),
                       .lacks_numbers = lacks_numbers(painter, list)};
  const DrawText *least = least_text(list);
  if (least) {
    Str words = str_head(least->text, sizeof size->least_words - sizeof "…");
    bool is_whole = words.bytes == least->text.bytes;
    size->least_text_pt = least->size_pt;
    snprintf(size->least_words, sizeof size->least_words, "%.*s%s", (int)words.bytes, words.at,
             is_whole ? "" : "…");
  }
  return file->format != EXPORT_PNG || cairo_pixel_size(list, scale_of(painter->request, list),
                                                        &size->width_px, &size->height_px, status);
}

/* ---- bytes ---- */

static bool render(const FilePainter *painter, const PlannedFile *file, Arena *arena, Str *bytes,
                   Status *status) {
  const DrawList *list = &painter->list;
  const char *title = painter->description;
  switch (file->format) {
  case EXPORT_SVG:
    return svg_render(list, painter->fonts, title, arena, bytes, status);
  case EXPORT_PDF:
    return cairo_render_pdf(list, painter->fonts, title, arena, bytes, status);
  default:
    return cairo_render_png(list, painter->fonts,
                            &(CairoPng){scale_of(painter->request, list), title, painter->progress},
                            arena, bytes, status);
  }
}

bool picture_render(const FilePainter *painter, const PlannedFile *file, Arena *arena, Str *bytes,
                    Status *status) {
  long failures = fonts_failure_count(painter->fonts);
  if (!os_has_room(CAIRO_ROOM_BYTES)) return status_no_memory(status);
  if (!render(painter, file, arena, bytes, status)) return false;
  return fonts_failure_count(painter->fonts) == failures || status_no_memory(status);
}

/* Of a stage filled tile by tile, what is kept at the tile on show, or at the last one. */
static TraceSelection selection_of(const FilePainter *painter, const PlannedFile *file) {
  const Trace *trace = trace_of(painter, file);
  const View *view = session_view(painter->session);
  TraceSelection what = {.part = file->part, .layer = file->layer, .head = file->head};
  what.is_kept = stage_info(file->stage)->by_tile && trace_token_count(trace) > 0;
  int filled = view->stage == file->stage ? view->filled : -1;
  if (what.is_kept) what.tile = tiles_current(trace, file->layer, filled);
  return what;
}

bool picture_pixels_render(const FilePainter *painter, Arena *arena, CairoPixels *pixels,
                           Status *status) {
  long failures = fonts_failure_count(painter->fonts);
  if (!os_has_room(CAIRO_ROOM_BYTES)) return status_no_memory(status);
  float scale = scale_of(painter->request, &painter->list);
  if (!cairo_render_pixels(&painter->list, painter->fonts, scale, arena, pixels, status))
    return false;
  return fonts_failure_count(painter->fonts) == failures || status_no_memory(status);
}

/* trace_frame_begin lets the numbers of other stages be freed, so a long export
** needs bounded memory. */
static bool write_numbers(const FilePainter *painter, const PlannedFile *file, Arena *arena,
                          Str *bytes, Status *status) {
  const Trace *trace = trace_of(painter, file);
  trace_frame_begin(trace);
  TraceSelection what = selection_of(painter, file);
  switch (file->format) {
  case EXPORT_CSV:
    return trace_to_csv(arena, trace, what, bytes, status);
  case EXPORT_NPY:
    return trace_to_npy(arena, trace, what, bytes, status);
  default:
    return trace_to_json(arena, trace, what, bytes, status);
  }
}

static bool write_training(const FilePainter *painter, Arena *arena, Str *bytes, Status *status) {
  const TrainingPicture *picture = training_picture(painter->session, arena);
  MatView table = picture ? training_table(picture, arena) : (MatView){0};
  if (!table.at) return status_no_memory(status);
  return curves_to_csv(arena, "step,loss,right_answers,best_head_on_pattern", table, bytes, status);
}

static bool write_comparison(const FilePainter *painter, const PlannedFile *file, Arena *arena,
                             Str *bytes, Status *status) {
  const Trace *trace = trace_of(painter, file);
  trace_frame_begin(trace);
  TraceSelection what = {
      .part = trace_stage_compared(file->stage), .layer = file->layer, .head = file->head};
  if (file->figure == FIGURE_CURVE && session_view(painter->session)->kind == VIEW_TRAINING)
    return write_training(painter, arena, bytes, status);
  if (file->figure == FIGURE_CURVE) return trace_curve_to_csv(arena, trace, what, bytes, status);
  if (session_compares_kept(painter->session)) {
    BesideStage at = {file->stage, what.layer, what.head};
    const Trace *kept = session_kept_run(painter->session);
    if (kept != trace) trace_frame_begin(kept);
    const TwoRuns *beside = beside_make_stage(arena, trace, kept, at, status);
    return beside && beside_to_csv(arena, beside, bytes, status);
  }
  if (session_view(painter->session)->compare == COMPARE_ORDER && order_can(trace))
    return trace_order_to_csv(arena, trace, what, bytes, status);
  return trace_comparison_to_csv(arena, trace, what, bytes, status);
}

static bool write_tokens(const FilePainter *painter, const PlannedFile *file, Arena *arena,
                         Str *bytes, Status *status) {
  const Trace *trace = trace_of(painter, file);
  if (file->format == EXPORT_CSV) return trace_tokens_to_csv(arena, trace, bytes, status);
  return trace_tokens_to_json(arena, trace, bytes, status);
}

static bool write_table(const FilePainter *painter, const PlannedFile *file, Arena *arena,
                        Str *bytes, Status *status) {
  const Trace *trace = trace_of(painter, file);
  View view = view_of(painter, file);
  if (file->figure == FIGURE_LENGTH) return lengths_to_csv(arena, painter->lengths, bytes, status);
  if (file->figure == FIGURE_SATURATION)
    return saturation_to_csv(arena, painter->saturation, bytes, status);
  if (file->figure == FIGURE_LOOKUP) return lookup_to_csv(arena, &view.experiments, bytes, status);
  if (file->figure == FIGURE_LAYOUT)
    return memory_layout_to_csv(arena, &view.experiments, bytes, status);
  if (file->figure == FIGURE_ARCS) {
    HeadsOfLayer heads = {file->layer, view.arcs_all ? -1 : file->head, view.arcs_left_out};
    return arcs_to_csv(arena, trace, heads, bytes, status);
  }
  if (file->figure == FIGURE_COST) return cost_to_csv(arena, trace, painter->times, bytes, status);
  if (file->figure == FIGURE_ANSWERS) {
    const LayerAnswers *answers = answers_of(painter, file, arena);
    return answers ? answers_to_csv(arena, trace, answers, bytes, status)
                   : status_no_memory(status);
  }
  if (file->figure == FIGURE_AVERAGE || file->figure == FIGURE_ROLLOUT) {
    const Together *together = together_of(painter, file, arena);
    return together ? together_to_csv(arena, trace, together, bytes, status)
                    : status_no_memory(status);
  }
  CachePlace place = {view.layer, view.cache_prompt};
  return cache_to_csv(arena, trace, place, bytes, status);
}

static bool write_caption(const FilePainter *painter, const PlannedFile *file, Arena *arena,
                          Str *bytes, Status *status) {
  StrBuf text = strbuf_make(arena);
  strbuf_add(&text, caption_of(painter, file, arena));
  strbuf_add_char(&text, '\n');
  *bytes = strbuf_str(&text);
  return text.failed ? status_no_memory(status) : true;
}

bool picture_paint(FilePainter *painter, const PlannedFile *file, Arena *arena, Str *bytes,
                   Status *status) {
  switch (file->kind) {
  case PICTURE_NUMBERS:
    return write_numbers(painter, file, arena, bytes, status);
  case PICTURE_COMPARISON:
    return write_comparison(painter, file, arena, bytes, status);
  case PICTURE_TOKENS:
    return write_tokens(painter, file, arena, bytes, status);
  case PICTURE_TABLE:
    return write_table(painter, file, arena, bytes, status);
  case PICTURE_CAPTION:
    return have_list(painter, file, status) && write_caption(painter, file, arena, bytes, status);
  default:
    return have_list(painter, file, status) && picture_render(painter, file, arena, bytes, status);
  }
}

/* A screen of another stage is drawn from the copy's trace. */
bool picture_check(const FilePainter *painter, Status *status) {
  return trace_check(session_trace(painter->session), status) &&
         (!painter->copy || trace_check(session_trace(painter->copy), status));
}

bool picture_save(const FilePainter *painter, const PlannedFile *file, Str bytes, Status *status) {
  return picture_check(painter, status) && os_save_file(file->path, bytes.at, bytes.bytes, status);
}
