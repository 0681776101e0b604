/* export/plan_files.c -- the files of a request: one for each place and format, and their names. */
#include "export/plan_internal.h"

#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "scene/figure_view.h"
#include "session/commands/file_name.h"
#include "trace/workings/beside.h"

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
  else if (file->figure == FIGURE_CURVE && plan_is_training(planner))
    name = (FileName){"training", NULL, -1, -1, ending};
  else if (file->figure == FIGURE_CURVE) name.what = "curve";
  else if (figure && file->figure == FIGURE_BLOCK) name = (FileName){"block", NULL, -1, -1, ending};
  else if (figure && file->figure == FIGURE_SENTENCE) name.what = "sentence";
  else name = file_name_of_stage(file->stage, &name);
  return file_name_make(planner->arena, &name);
}

/* figure.txt for figure.png; never the picture's own name. */
static const char *caption_beside(Arena *arena, const char *path) {
  const char *old = plan_ending(path);
  bool same = old && strcmp(old, "txt") == 0;
  int stem = old && !same ? (int)(old - path - 1) : (int)strlen(path);
  return str_format(arena, "%.*s.txt", stem, path);
}

/* A single file gets the name that was given, whatever its ending; several files, and one in a
** folder, get generated names. */
static bool add_named_file(const Planner *planner, PlannedFile *file) {
  const char *out = planner->request->out;
  bool in_folder = planner->plan->several || (os_kind(out) == OS_FOLDER && !plan_is_stdout(out));
  if (in_folder) {
    const char *name = own_name(planner, file);
    const char *slash = plan_ends_in_slash(out) ? "" : "/";
    file->path = name ? str_format(planner->arena, "%s%s%s", out, slash, name) : NULL;
  } else if (file->kind == PICTURE_CAPTION) file->path = caption_beside(planner->arena, out);
  else file->path = out;
  return file->path ? add_file(planner, file) : status_no_memory(planner->status);
}

/* ---- one place: all its formats ---- */

static bool is_picture(ExportFormat format) { return EXPORT_PICTURES >> format & 1u; }

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
    else if (plan_table(planner) != VIEW_STAGE || file.figure == FIGURE_ARCS)
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

/* Whether another head gives another picture. Pictures of one head differ in every stage, though
** their numbers may not. */
static bool differs_by_head(const Planner *planner, StageId stage) {
  if (planner->view == EXPORT_HEADS || plan_is_grid(planner) || plan_is_of_no_sentence(planner))
    return false;
  if (plan_is_block(planner) || view_is_of_layers(plan_table(planner))) return false;
  if (planner->view == EXPORT_CURVE && plan_is_training(planner)) return false;
  if (plan_is_of_one_head(planner->view) || planner->view == EXPORT_SCREEN) return true;
  if (plan_table(planner) == VIEW_CACHE) return true;
  return stage_info(stage)->per_head;
}

/* Whether another layer gives another picture. Stages before the first layer and after the last do
** not depend on the layer. */
static bool differs_by_layer(const Planner *planner, StageId stage) {
  if (plan_is_grid(planner) || plan_is_of_no_sentence(planner) || plan_is_block(planner))
    return false;
  if (planner->view == EXPORT_CURVE && plan_is_training(planner)) return false;
  return plan_is_of_one_head(planner->view) || planner->view == EXPORT_SCREEN ||
         plan_table(planner) == VIEW_CACHE || planner->view == EXPORT_HEADS ||
         view_is_of_layers(plan_table(planner)) || stage_info(stage)->per_layer;
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

bool plan_add_all(const Planner *planner) {
  bool is_table = plan_table(planner) != VIEW_STAGE || plan_is_block(planner);
  bool all = planner->request->all_stages && !plan_is_of_one_head(planner->view) && !is_table;
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
