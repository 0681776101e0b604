/* export/plan.c -- lists the files of a request, and checks whether they can be written. */
#include "export/plan.h"

#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "export/picture.h"
#include "scene/figure_view.h"
#include "scene/view_kinds.h"
#include "scene/views/answers.h"
#include "scene/views/cache.h"
#include "scene/views/together.h"
#include "session/commands/file_name.h"
#include "session/training/training.h"
#include "trace/workings/exact.h"
#include "trace/workings/order.h"

static const unsigned picture_formats = EXPORT_PICTURES;

typedef struct Planner {
  Arena *arena;
  const Session *session;
  const ExportRequest *request;
  Plan *plan;
  Status *status;
  ExportView view;
  unsigned formats;
} Planner;

/* Exercise sheets and solutions are pages to be printed. */
static bool is_sheet(ExportView view) { return view == EXPORT_SHEET || view == EXPORT_SOLUTION; }

static bool is_picture(ExportFormat format) { return picture_formats >> format & 1u; }

/* ---- formats ---- */

/* A name that begins with a dot (.png) has no ending, nor has “x.”. */
static const char *ending_of(const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  return dot && dot > (slash ? slash + 1 : path) && dot[1] ? dot + 1 : NULL;
}

/* Ignores case: x.PNG is a png. */
static bool format_of(const char *path, ExportFormat *format) {
  const char *ending = ending_of(path);
  char small[8];
  size_t bytes = ending ? strlen(ending) : 0;
  if (bytes == 0 || bytes >= sizeof small) return false;
  for (size_t i = 0; i < bytes; i++)
    small[i] = (char)(ending[i] >= 'A' && ending[i] <= 'Z' ? ending[i] - 'A' + 'a' : ending[i]);
  return export_format_find((Str){small, bytes}, format);
}

static bool has_format_ending(const char *path) {
  ExportFormat format;
  return format_of(path, &format);
}

static bool is_stdout(const char *out) { return strcmp(out, "-") == 0; }

static bool ends_in_slash(const char *out) { return out[0] && out[strlen(out) - 1] == '/'; }

/* The formats given, or that of the ending of out; else png (of sheets pdf), also where out is a
** folder. A device or a pipe may have any name. */
static bool choose_formats(Planner *planner) {
  const char *out = planner->request->out;
  OsKind kind = os_kind(out);
  ExportFormat format = is_sheet(planner->view) ? EXPORT_PDF : EXPORT_PNG;
  planner->formats = planner->request->formats;
  if (planner->formats) return true;
  bool known = kind == OS_FOLDER || !ending_of(out) || format_of(out, &format);
  if (!known && kind != OS_OTHER && !planner->plan->several)
    return status_fail(planner->status, STATUS_USAGE,
                       _("“%s” has no ending that names a format; the formats are png, svg, pdf, "
                         "csv, npy, json (or say --format)"),
                       out);
  planner->formats = 1u << format;
  return true;
}

/* ---- one file ---- */

/* The number of files is known only at the end, so the array doubles on the arena. */
static bool add_file(const Planner *planner, const PlannedFile *file) {
  Plan *plan = planner->plan;
  if (plan->count == plan->capacity) {
    int capacity = plan->capacity ? plan->capacity * 2 : 64;
    PlannedFile *grown = arena_take(planner->arena, (size_t)capacity, sizeof *grown);
    if (!grown) return status_no_memory(planner->status);
    if (plan->count) memcpy(grown, plan->files, (size_t)plan->count * sizeof *grown);
    plan->files = grown;
    plan->capacity = capacity;
  }
  plan->files[plan->count++] = *file;
  return true;
}

static ViewKind kind_of(const PlannedFile *file) {
  return figure_view_kind(&(Figure){.kind = file->figure});
}

/* Of a view that is no stage: its picture, or its table. */
static bool is_of_view(const PlannedFile *file) {
  const ViewKindInfo *info = view_kind_info(kind_of(file));
  bool is_figure = file->kind == PICTURE_FIGURE || file->kind == PICTURE_CAPTION;
  bool is_table = file->kind == PICTURE_TABLE && info->has_table;
  return file->figure == info->figure && file->figure != FIGURE_STAGE && (is_figure || is_table);
}

/* Whether the curve is that of a training, which has no place. */
static bool is_training(const Planner *planner) {
  TrainingShown shown;
  return session_view(planner->session)->kind == VIEW_TRAINING &&
         session_training(planner->session, &shown);
}

/* The name a file gets in a folder. */
static const char *own_name(const Planner *planner, const PlannedFile *file) {
  const StageInfo *stage = stage_info(file->stage);
  const char *ending = file->kind == PICTURE_CAPTION ? "txt" : export_format_name(file->format);
  FileName name = {stage->name, NULL, file->layer, file->head, ending};
  if (file->kind == PICTURE_NUMBERS)
    name.what = stage->by_tile ? "kept" : trace_part_info(file->part)->name;
  bool figure = file->kind == PICTURE_FIGURE || file->kind == PICTURE_CAPTION;
  if (file->kind == PICTURE_SCREEN)
    name = (FileName){"screen", stage->name, file->layer, file->head, ending};
  else if (is_of_view(file)) name = file_name_of_view(kind_of(file), &name);
  else if ((figure || file->kind == PICTURE_TABLE) && file->figure == FIGURE_ARCS)
    name.what = "arcs";
  else if (figure && file->figure == FIGURE_POSTER) name.what = "poster";
  else if (figure && file->figure == FIGURE_SHEET) name.what = "sheet";
  else if (figure && file->figure == FIGURE_SOLUTION) name.what = "solution";
  else if (file->figure == FIGURE_COMPARE) name.what = "compare";
  else if (file->figure == FIGURE_CURVE && is_training(planner))
    name = (FileName){"training", NULL, -1, -1, ending};
  else if (file->figure == FIGURE_CURVE) name.what = "curve";
  else if (figure && file->figure == FIGURE_BLOCK) name = (FileName){"block", NULL, -1, -1, ending};
  else if (figure && file->figure == FIGURE_SENTENCE) name.what = "sentence";
  else name = file_name_of_stage(file->stage, &name);
  return file_name_make(planner->arena, &name);
}

/* figure.txt for figure.png; never the picture's own name. */
static const char *caption_beside(Arena *arena, const char *path) {
  const char *old = ending_of(path);
  bool same = old && strcmp(old, "txt") == 0;
  int stem = old && !same ? (int)(old - path - 1) : (int)strlen(path);
  return str_format(arena, "%.*s.txt", stem, path);
}

/* A single file gets the name that was given, whatever its ending; several files, and one in a
** folder, get generated names. */
static bool add_named_file(const Planner *planner, PlannedFile *file) {
  const char *out = planner->request->out;
  bool in_folder = planner->plan->several || (os_kind(out) == OS_FOLDER && !is_stdout(out));
  if (in_folder) {
    const char *name = own_name(planner, file);
    const char *slash = ends_in_slash(out) ? "" : "/";
    file->path = name ? str_format(planner->arena, "%s%s%s", out, slash, name) : NULL;
  } else if (file->kind == PICTURE_CAPTION) file->path = caption_beside(planner->arena, out);
  else file->path = out;
  return file->path ? add_file(planner, file) : status_no_memory(planner->status);
}

/* Views with one table of numbers, whatever the stage. */
static ViewKind table_of(const Planner *planner) {
  ViewKind kind = view_export_kind(session_view(planner->session), planner->view);
  return view_kind_info(kind)->has_table ? kind : VIEW_STAGE;
}

static bool is_of_no_sentence(const Planner *planner) { return view_is_apart(table_of(planner)); }

/* A layer of the model, which is the same whatever is on show. */
static bool is_block(const Planner *planner) { return planner->view == EXPORT_BLOCK; }

/* ---- one place: all its formats ---- */

/* Of a stage with several matrices the last ones are its results; of qkv and of stages by
** word all are written. */
static bool add_numbers(const Planner *planner, PlannedFile file) {
  TracePart parts[TRACE_STAGE_PARTS];
  int count = trace_stage_parts(trace_of_layer(session_trace(planner->session), file.layer),
                                file.stage, parts);
  const StageInfo *info = stage_info(file.stage);
  /* a single file has only the logits, several also the probabilities */
  bool is_words = info->by_word;
  int first = is_words || count < info->result_count ? 0 : count - info->result_count;
  if (is_words && !planner->plan->several) count = 1;
  if (count == 0) {
    file.kind = PICTURE_TOKENS;
    if (file.format != EXPORT_NPY) return add_named_file(planner, &file);
    if (planner->plan->several) return true;
    return status_fail(
        planner->status, STATUS_USAGE,
        _("the stage tokens has words, no numbers, so there is no npy of it; csv and "
          "json have its table"));
  }
  file.kind = PICTURE_NUMBERS;
  for (int i = first; i < count; i++) {
    file.part = parts[i];
    if (!add_named_file(planner, &file)) return false;
  }
  return true;
}

/* One table of all three matrices. */
static bool add_comparison(const Planner *planner, PlannedFile file) {
  file.kind = PICTURE_COMPARISON;
  return add_named_file(planner, &file);
}

static bool add_numbers_of_heads(const Planner *planner, PlannedFile file) {
  int count = trace_head_count(session_trace(planner->session), file.layer);
  if (!stage_info(file.stage)->per_head) return add_numbers(planner, file);
  for (file.head = 0; file.head < count; file.head++)
    if (!add_numbers(planner, file)) return false;
  return true;
}

static bool add_table(const Planner *planner, PlannedFile file) {
  file.kind = PICTURE_TABLE;
  return add_named_file(planner, &file);
}

static bool add_place(const Planner *planner, PlannedFile file) {
  bool caption_due = planner->request->caption == CAPTION_FILE, heads = file.figure == FIGURE_HEADS;
  for (int i = 0; i < EXPORT_FORMAT_COUNT; i++) {
    if (!(planner->formats >> i & 1u)) continue;
    file.format = (ExportFormat)i;
    bool added;
    if (is_picture(file.format)) added = add_named_file(planner, &file);
    else if (table_of(planner) != VIEW_STAGE || file.figure == FIGURE_ARCS)
      added = add_table(planner, file);
    else if (file.figure == FIGURE_COMPARE || file.figure == FIGURE_CURVE)
      added = add_comparison(planner, file);
    else added = heads ? add_numbers_of_heads(planner, file) : add_numbers(planner, file);
    if (!added) return false;
  }
  if (!caption_due) return true;
  file.kind = PICTURE_CAPTION;
  return add_named_file(planner, &file);
}

/* ---- all places ---- */

/* Views that show one head, whatever the stage. */
static bool is_of_one_head(ExportView view) {
  return view == EXPORT_OVERVIEW || view == EXPORT_ARCS || view == EXPORT_SENTENCE ||
         view == EXPORT_CACHE || view == EXPORT_POSTER || view == EXPORT_CURVE || is_sheet(view);
}

/* Whether the picture is the grid of layers × heads, by the view or by the request. */
static bool is_grid(const Planner *planner) {
  const View *view = session_view(planner->session);
  return view_export_kind(view, planner->view) == VIEW_GRID;
}

/* Whether another head gives another picture. Pictures of one head differ in every stage, though
** their numbers may not. */
static bool differs_by_head(const Planner *planner, StageId stage) {
  if (planner->view == EXPORT_HEADS || is_grid(planner) || is_of_no_sentence(planner)) return false;
  if (is_block(planner) || view_is_of_layers(table_of(planner))) return false;
  if (planner->view == EXPORT_CURVE && is_training(planner)) return false;
  if (is_of_one_head(planner->view) || planner->view == EXPORT_SCREEN) return true;
  if (table_of(planner) == VIEW_CACHE) return true;
  return stage_info(stage)->per_head;
}

/* Whether another layer gives another picture. Stages before the first layer and after the last do
** not depend on the layer. */
static bool differs_by_layer(const Planner *planner, StageId stage) {
  if (is_grid(planner) || is_of_no_sentence(planner) || is_block(planner)) return false;
  if (planner->view == EXPORT_CURVE && is_training(planner)) return false;
  return is_of_one_head(planner->view) || planner->view == EXPORT_SCREEN ||
         table_of(planner) == VIEW_CACHE || planner->view == EXPORT_HEADS ||
         view_is_of_layers(table_of(planner)) || stage_info(stage)->per_layer;
}

/* That of a view, or of an export that is no view. */
static FigureKind figure_of(const View *view, ExportView what) {
  static const FigureKind others[EXPORT_VIEW_COUNT] = {
      [EXPORT_HEATMAP] = FIGURE_HEATMAP,   [EXPORT_ARCS] = FIGURE_ARCS,
      [EXPORT_SENTENCE] = FIGURE_SENTENCE, [EXPORT_BLOCK] = FIGURE_BLOCK,
      [EXPORT_COMPARE] = FIGURE_COMPARE,   [EXPORT_CURVE] = FIGURE_CURVE,
      [EXPORT_POSTER] = FIGURE_POSTER,     [EXPORT_SHEET] = FIGURE_SHEET,
      [EXPORT_SOLUTION] = FIGURE_SOLUTION, [EXPORT_SCREEN] = FIGURE_STAGE};
  const ViewKindInfo *info = view_kind_info(view_export_kind(view, what));
  return what == EXPORT_SHOWN || info->file == what ? info->figure : others[what];
}

/* The file of the request's view, for the place of the session. The training view is no figure, so
** it is exported as a screen. */
static PlannedFile first_file(const Planner *planner, StageId stage) {
  const View *view = session_view(planner->session);
  PlannedFile file = {.kind = PICTURE_FIGURE, .stage = stage, .layer = view->layer};
  file.head = view->head;
  if (planner->view == EXPORT_SCREEN) file.kind = PICTURE_SCREEN;
  if (planner->view == EXPORT_SHOWN && view->kind == VIEW_TRAINING) file.kind = PICTURE_SCREEN;
  file.figure = figure_of(view, planner->view);
  /* Words, and the three matrices of qkv, are shown by the stage's own figure. */
  bool no_single_matrix = !stage_is_one_matrix(stage);
  if (file.figure == FIGURE_HEATMAP && no_single_matrix) file.figure = FIGURE_STAGE;
  return file;
}

typedef struct Span {
  int first, end;
} Span;

static Span span(bool all, int one, int count) {
  return all ? (Span){0, count} : (Span){one, one + 1};
}

/* Counts the heads of each layer separately, since layers of a recording may
** differ in their number. */
static bool add_stage(const Planner *planner, StageId stage) {
  const Trace *trace = session_trace(planner->session);
  const View *view = session_view(planner->session);
  const ExportRequest *request = planner->request;
  PlannedFile file = first_file(planner, stage);
  bool all_layers = request->all_layers && differs_by_layer(planner, stage);
  Span layers = span(all_layers, view->layer, trace_layer_count(trace));
  for (file.layer = layers.first; file.layer < layers.end; file.layer++) {
    if (!trace_has_stage(trace_of_layer(trace, file.layer), stage)) continue;
    bool all_heads = request->all_heads && differs_by_head(planner, stage);
    Span heads = span(all_heads, view->head, trace_head_count(trace, file.layer));
    for (file.head = heads.first; file.head < heads.end; file.head++)
      if (!add_place(planner, file)) return false;
  }
  return true;
}

/* With a kept run every stage that both have, else those from scores to the weighted sum. */
static bool is_compared(const Planner *planner, StageId stage) {
  const Session *session = planner->session;
  const View *view = session_view(session);
  BesideStage at = {stage, view->layer, view->head};
  if (session_compares_kept(session))
    return !beside_stage_problem(session_trace(session), session_kept_run(session), at);
  return stage_info(stage)->by_pair || trace_stage_result(stage) == TRACE_OUTPUT;
}

static bool add_all(const Planner *planner) {
  bool is_table = table_of(planner) != VIEW_STAGE || is_block(planner);
  bool all = planner->request->all_stages && !is_of_one_head(planner->view) && !is_table;
  const Trace *trace = session_trace(planner->session);
  int now = trace_stage_index(trace, session_view(planner->session)->stage);
  Span stages = span(all, now, trace_stage_count(trace));
  for (int index = stages.first; index < stages.end; index++) {
    StageId stage = trace_stage_at(trace, index);
    bool is_missing = trace_stage_missing(trace, stage).bytes > 0;
    if (planner->view == EXPORT_COMPARE && all && !is_compared(planner, stage)) continue;
    if (!(all && is_missing) && !add_stage(planner, stage)) return false;
  }
  return true;
}

/* ---- the checks ---- */

/* Kept keys and views apart have a table that is no matrix. */
static bool check_table_format(const Planner *planner) {
  unsigned csv = 1u << EXPORT_CSV;
  if (!(planner->formats & ~(picture_formats | csv))) return true;
  return status_fail(planner->status, STATUS_USAGE,
                     _("the numbers of this picture are a table, which is written as csv alone"));
}

/* Files of numbers hold one matrix, so a view of several matrices needs a stage. */
static bool check_numbers_have_stage(const Planner *planner) {
  bool whole = is_of_one_head(planner->view) || planner->view == EXPORT_SCREEN;
  ViewKind kind = session_view(planner->session)->kind;
  if (planner->view == EXPORT_SHOWN) whole = kind == VIEW_OVERVIEW;
  whole = whole || is_grid(planner);
  if (table_of(planner) != VIEW_STAGE || planner->view == EXPORT_ARCS)
    return check_table_format(planner);
  if (planner->view == EXPORT_CURVE) return true; /* check_curve */
  if (is_block(planner) && planner->formats & ~picture_formats)
    return status_fail(planner->status, STATUS_USAGE,
                       _("a layer of the model is a picture: it is written as png, svg or pdf"));
  if (!whole || !(planner->formats & ~picture_formats)) return true;
  return status_fail(planner->status, STATUS_USAGE,
                     _("csv, npy and json hold the numbers of one stage, not of the whole picture: "
                       "choose a stage"));
}

static bool check_numbers_of_request(const Planner *planner) {
  const ExportRequest *request = planner->request;
  bool screen = planner->view == EXPORT_SCREEN;
  if (request->scale < 0 || request->scale > 4 || (request->scale > 0 && request->scale < 1))
    return status_fail(planner->status, STATUS_USAGE, _("the scale of a PNG goes from 1 to 4"));
  if (request->font_size_pt < 0 || request->font_size_pt > 72 ||
      (request->font_size_pt > 0 && request->font_size_pt < 4))
    return status_fail(planner->status, STATUS_USAGE, _("the font size goes from 4 to 72 points"));
  if (screen && request->width_pt > 0 && (request->width_pt < 640 || request->height_pt < 400))
    return status_fail(planner->status, STATUS_USAGE,
                       _("the screen needs a size of at least 640x400"));
  if (trace_token_count(session_trace(planner->session)) > 0 || screen ||
      is_of_no_sentence(planner) || is_block(planner))
    return true;
  return status_fail(
      planner->status, STATUS_COULD_NOT,
      _("the sentence has no words, so there is nothing to export: type a sentence"));
}

/* The heads that a figure names must be of this model. */
static bool check_heads(const Planner *planner) {
  const Trace *trace = session_trace(planner->session);
  const ExportHeads *heads = &planner->request->figure.heads;
  int now = session_view(planner->session)->layer, layers = trace_layer_count(trace);
  for (int i = 0; i < heads->count; i++) {
    const ExportHead *at = &heads->of[i];
    int layer = at->layer < 0 ? now : at->layer;
    if (layer >= layers)
      return status_fail(
          planner->status, STATUS_USAGE,
          _("there is no layer %d for the head %d.%d of the figure; the model has %d"), layer + 1,
          layer + 1, at->head + 1, layers);
    if (at->head >= trace_head_count(trace, layer))
      return status_fail(planner->status, STATUS_USAGE,
                         _("there is no head %d in layer %d for the figure; it has %d"),
                         at->head + 1, layer + 1, trace_head_count(trace, layer));
    /* A head without a layer is of the layer on show. */
    for (int before = 0; before < i; before++) {
      int other = heads->of[before].layer < 0 ? now : heads->of[before].layer;
      if (other == layer && heads->of[before].head == at->head)
        return status_fail(planner->status, STATUS_USAGE,
                           _("the figure would have head %d.%d twice: a head without a layer is of "
                             "layer %d"),
                           layer + 1, at->head + 1, now + 1);
    }
  }
  return true;
}

/* Whether the picture needs the numbers of its stage; the overview and the
** screen show what there is. */
static bool needs_its_stage(const Planner *planner) {
  bool all = planner->request->all_stages && !is_of_one_head(planner->view);
  ExportView what = planner->view;
  ViewKind kind = session_view(planner->session)->kind;
  if (what == EXPORT_SHOWN) return kind != VIEW_OVERVIEW && kind != VIEW_TRAINING && !all;
  return what != EXPORT_OVERVIEW && what != EXPORT_SCREEN && what != EXPORT_POSTER &&
         !is_sheet(what) && !all;
}

static bool check_cache(const Planner *planner) {
  const char *why = cache_refusal_words(planner->arena, session_trace(planner->session),
                                        session_view(planner->session));
  return !why || status_fail(planner->status, STATUS_COULD_NOT, "%s", why);
}

static bool check_layers(const Planner *planner) {
  const Session *session = planner->session;
  const Trace *trace = trace_of_layer(session_trace(session), session_view(session)->layer);
  ViewKind kind = table_of(planner);
  int layer = session_view(session)->layer;
  const char *why;
  if (kind == VIEW_ANSWERS) why = answers_refusal_words(session_answers_refusal(session, trace));
  else
    why = together_refusal_words(planner->arena, trace,
                                 together_refusal(trace, layer, together_kind_of(kind)));
  return !why || status_fail(planner->status, STATUS_COULD_NOT, "%s", why);
}

static bool check_comparison_stage(const Planner *planner) {
  StageId stage = session_view(planner->session)->stage;
  if (planner->request->all_stages || stage_info(stage)->by_pair ||
      trace_stage_result(stage) == TRACE_OUTPUT)
    return true;
  return status_fail(planner->status, STATUS_USAGE,
                     _("the stage %s has nothing that exact attention is compared with: choose one "
                       "from scores to output"),
                     stage_info(stage)->name);
}

static bool check_comparison_format(const Planner *planner) {
  unsigned none = 1u << EXPORT_NPY | 1u << EXPORT_JSON;
  if (!(planner->formats & none)) return true;
  return status_fail(planner->status, STATUS_USAGE,
                     _("a comparison is three matrices: it is written as a picture or as csv"));
}

/* Where all stages are asked for, those that only one of the runs has are left out. */
static bool check_kept(const Planner *planner) {
  const Session *session = planner->session;
  const View *view = session_view(session);
  BesideStage at = {view->stage, view->layer, view->head};
  if (!check_comparison_format(planner)) return false;
  if (planner->request->all_stages) return true;
  switch (beside_stage_problem(session_trace(session), session_kept_run(session), at)) {
  case BESIDE_FINE:
    return true;
  case BESIDE_NO_NUMBERS:
    return status_fail(planner->status, STATUS_USAGE,
                       _("the stage %s has words, no numbers, so there is nothing to compare: "
                         "choose a later one"),
                       stage_info(view->stage)->name);
  default:
    return status_fail(
        planner->status, STATUS_USAGE,
        _("the kept run has no matrix of the stage %s in layer %d, head %d, so there "
          "is nothing to compare with"),
        stage_info(view->stage)->name, view->layer + 1, view->head + 1);
  }
}

static bool check_comparison(const Planner *planner) {
  const Session *session = planner->session;
  if (planner->view != EXPORT_COMPARE) return true;
  if (session_compares_kept(session)) return check_kept(planner);
  if (session_view(session)->compare == COMPARE_ORDER && order_can(session_trace(session)))
    return check_comparison_format(planner) && check_comparison_stage(planner);
  switch (exact_problem(session_trace(planner->session))) {
  case EXACT_NOTHING_LAID_OVER:
    return status_fail(planner->status, STATUS_USAGE,
                       _("nothing is laid over this model, so there is nothing to compare with "
                         "exact attention"));
  case EXACT_NO_MASK:
    return status_fail(planner->status, STATUS_USAGE,
                       _("this recording does not say what its mask hides, so exact attention "
                         "cannot be computed"));
  case EXACT_NO_QKV:
    return status_fail(planner->status, STATUS_USAGE,
                       _("this recording has no queries, keys and values that exact attention "
                         "could be computed from"));
  default:
    break;
  }
  return check_comparison_format(planner) && check_comparison_stage(planner);
}

static bool check_curve(const Planner *planner) {
  const Trace *trace = session_trace(planner->session);
  unsigned none = 1u << EXPORT_NPY | 1u << EXPORT_JSON;
  if (planner->view != EXPORT_CURVE) return true;
  if (!is_training(planner) && !trace_has_part(trace, TRACE_ERROR_CURVE))
    return status_fail(planner->status, STATUS_USAGE,
                       _("there is no curve of errors: lay approximate linformer or performer over "
                         "a model, with scores that are products and without dropout; for the "
                         "curves of a training, first view training"));
  return !(planner->formats & none) ||
         status_fail(planner->status, STATUS_USAGE, _("a curve is written as a picture or as csv"));
}

/* A sheet says all that a caption would. */
static bool check_sheet(const Planner *planner) {
  const Session *session = planner->session;
  const Trace *trace = trace_of_layer(session_trace(session), session_view(session)->layer);
  SheetOrder order = picture_sheet_order(session);
  bool is_poster = planner->view == EXPORT_POSTER;
  if (!is_sheet(planner->view) && !is_poster) return true;
  if (planner->request->caption != CAPTION_NONE)
    return status_fail(planner->status, STATUS_USAGE,
                       _("a poster or an exercise sheet says itself what it shows and takes no "
                         "caption: set “export caption none”"));
  if (is_poster) return true;
  const char *why = sheet_problem(planner->arena, trace, &order);
  return !why || status_fail(planner->status, STATUS_COULD_NOT, "%s", why);
}

static bool check_block(const Planner *planner) {
  if (trace_half(session_trace(planner->session)) != HALF_NONE)
    return status_fail(planner->status, STATUS_COULD_NOT,
                       _("the layers of an encoder and a decoder are of three kinds, and the "
                         "picture of a layer has one"));
  if (session_model(planner->session)) return true;
  return status_fail(planner->status, STATUS_USAGE,
                     _("a recording has numbers of a model and does not say what it is made of, so "
                       "there is no picture of its layers"));
}

/* A recording that lacks the stage: one sentence says what is missing and what can be exported. */
static bool check_recorded(const Planner *planner) {
  const Trace *trace = session_trace(planner->session);
  if (is_of_no_sentence(planner)) return true;
  if (is_block(planner)) return check_block(planner);
  if (table_of(planner) == VIEW_CACHE) return check_cache(planner);
  if (view_is_of_layers(table_of(planner))) return check_layers(planner);
  bool of_weights = planner->view == EXPORT_ARCS || planner->view == EXPORT_SENTENCE;
  StageId stage = of_weights ? stage_of_part(TRACE_WEIGHTS) : session_view(planner->session)->stage;
  Str missing = trace_stage_missing(trace, stage);
  if (missing.bytes == 0 || !needs_its_stage(planner)) return true;
  Str names = trace_stage_names(trace, false, planner->arena);
  if (!names.at) return status_no_memory(planner->status);
  return status_fail(planner->status, STATUS_USAGE,
                     _("the stage %s is not in this recording: %.*s; what can be exported is %.*s"),
                     stage_info(stage)->name, (int)missing.bytes, missing.at, (int)names.bytes,
                     names.at);
}

static const char *folder_of(Arena *arena, const char *path) {
  size_t bytes = strlen(path);
  while (bytes > 1 && path[bytes - 1] == '/') bytes--; /* "out/" is the folder out */
  while (bytes > 0 && path[bytes - 1] != '/') bytes--;
  while (bytes > 1 && path[bytes - 1] == '/') bytes--;
  return bytes ? str_copy(arena, (Str){path, bytes}) : ".";
}

/* Of standard output and devices only the number of files can be checked. */
static bool check_place(const Planner *planner) {
  const char *out = planner->request->out, *folder = folder_of(planner->arena, out);
  Plan *plan = planner->plan;
  OsKind kind = os_kind(out);
  if (!folder) return status_no_memory(planner->status);
  bool passed_on = is_stdout(out) || kind == OS_OTHER; /* no file can stand beside it */
  if (passed_on && !plan->several && planner->request->caption == CAPTION_FILE)
    return status_fail(planner->status, STATUS_USAGE,
                       _("the caption is a file beside the picture, and nothing stands beside %s"),
                       out);
  if (is_stdout(out))
    return !plan->several ||
           status_fail(planner->status, STATUS_USAGE,
                       _("several files are asked for, and standard output takes one: name a "
                         "folder"));
  if (kind == OS_FOLDER) return true;
  if (plan->several && kind != OS_MISSING)
    return status_fail(planner->status, STATUS_COULD_NOT,
                       _("several files are asked for, and %s is not a folder"), out);
  if (plan->several && has_format_ending(out))
    return status_fail(planner->status, STATUS_USAGE,
                       _("several files are asked for, so %s must be a folder: name one without an "
                         "ending"),
                       out);
  /* the folder of a single file is not made */
  if (!plan->several && ends_in_slash(out)) folder = out;
  if (os_kind(folder) != OS_FOLDER)
    return status_fail(planner->status, STATUS_COULD_NOT, _("there is no folder %s"), folder);
  plan->make_folder = plan->several;
  return true;
}

/* The rule is that of the session, so that the window asks for a folder exactly
** where this makes one. */
static bool is_several(const Planner *planner) {
  const ExportRequest *request = planner->request;
  View view = *session_view(planner->session);
  ExportLook look = {.what = planner->view, .formats = planner->formats};
  look.everything = request->all_stages || request->all_layers || request->all_heads;
  return view_exports_several(&view, &look);
}

/* The checks run in the order in which a person can mend the request, all before the
** first file is listed. */
bool plan_make(Arena *arena, const Session *session, const ExportRequest *request, Plan *plan,
               Status *status) {
  Planner planner = {arena, session, request, plan, status, request->view, 0};
  *plan = (Plan){.several = request->all_stages || request->all_layers || request->all_heads};
  if (!request->out || !request->out[0])
    return status_fail(status, STATUS_USAGE, _("the file or folder to write is missing: --out"));
  if (!choose_formats(&planner)) return false;
  plan->several = is_several(&planner);
  return check_numbers_have_stage(&planner) && check_numbers_of_request(&planner) &&
         check_heads(&planner) && check_recorded(&planner) && check_comparison(&planner) &&
         check_curve(&planner) && check_sheet(&planner) && check_place(&planner) &&
         add_all(&planner);
}
