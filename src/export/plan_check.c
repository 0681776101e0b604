/* export/plan_check.c -- whether a request can be written, and one sentence that says why not. */
#include "export/plan_internal.h"

#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "export/picture.h"
#include "scene/views/answers.h"
#include "scene/views/cache.h"
#include "scene/views/together.h"
#include "trace/workings/beside.h"
#include "trace/workings/exact.h"
#include "trace/workings/order.h"

/* ---- what it asks for ---- */

static const unsigned pictures = EXPORT_PICTURES;

/* Kept keys and views apart have a table that is no matrix. */
static bool check_table_format(const Planner *planner) {
  unsigned csv = 1u << EXPORT_CSV;
  if (!(planner->formats & ~(pictures | csv))) return true;
  return status_fail(planner->status, STATUS_USAGE,
                     _("the numbers of this picture are a table, which is written as csv alone"));
}

/* Files of numbers hold one matrix, so a view of several matrices needs a stage. */
static bool check_numbers_have_stage(const Planner *planner) {
  bool whole = plan_is_of_one_head(planner->view) || planner->view == EXPORT_SCREEN;
  ViewKind kind = session_view(planner->session)->kind;
  if (planner->view == EXPORT_SHOWN) whole = kind == VIEW_OVERVIEW;
  whole = whole || plan_is_grid(planner);
  if (plan_table(planner) != VIEW_STAGE || planner->view == EXPORT_ARCS)
    return check_table_format(planner);
  if (planner->view == EXPORT_CURVE) return true; /* check_curve */
  if (plan_is_block(planner) && planner->formats & ~pictures)
    return status_fail(planner->status, STATUS_USAGE,
                       _("a layer of the model is a picture: it is written as png, svg or pdf"));
  if (!whole || !(planner->formats & ~pictures)) return true;
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
      plan_is_of_no_sentence(planner) || plan_is_block(planner))
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
  bool all = planner->request->all_stages && !plan_is_of_one_head(planner->view);
  ExportView what = planner->view;
  ViewKind kind = session_view(planner->session)->kind;
  if (what == EXPORT_SHOWN) return kind != VIEW_OVERVIEW && kind != VIEW_TRAINING && !all;
  return what != EXPORT_OVERVIEW && what != EXPORT_SCREEN && what != EXPORT_POSTER &&
         !plan_is_sheet(what) && !all;
}

static bool check_cache(const Planner *planner) {
  const char *why = cache_refusal_words(planner->arena, session_trace(planner->session),
                                        session_view(planner->session));
  return !why || status_fail(planner->status, STATUS_COULD_NOT, "%s", why);
}

static bool check_layers(const Planner *planner) {
  const Session *session = planner->session;
  const Trace *trace = trace_of_layer(session_trace(session), session_view(session)->layer);
  ViewKind kind = plan_table(planner);
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
  if (!plan_is_training(planner) && !trace_has_part(trace, TRACE_ERROR_CURVE))
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
  if (!plan_is_sheet(planner->view) && !is_poster) return true;
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
  if (plan_is_of_no_sentence(planner)) return true;
  if (plan_is_block(planner)) return check_block(planner);
  if (plan_table(planner) == VIEW_CACHE) return check_cache(planner);
  if (view_is_of_layers(plan_table(planner))) return check_layers(planner);
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

/* ---- where it goes ---- */

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
  bool passed_on = plan_is_stdout(out) || kind == OS_OTHER; /* no file can stand beside it */
  if (passed_on && !plan->several && planner->request->caption == CAPTION_FILE)
    return status_fail(planner->status, STATUS_USAGE,
                       _("the caption is a file beside the picture, and nothing stands beside %s"),
                       out);
  if (plan_is_stdout(out))
    return !plan->several ||
           status_fail(planner->status, STATUS_USAGE,
                       _("several files are asked for, and standard output takes one: name a "
                         "folder"));
  if (kind == OS_FOLDER) return true;
  if (plan->several && kind != OS_MISSING)
    return status_fail(planner->status, STATUS_COULD_NOT,
                       _("several files are asked for, and %s is not a folder"), out);
  if (plan->several && plan_has_format_ending(out))
    return status_fail(planner->status, STATUS_USAGE,
                       _("several files are asked for, so %s must be a folder: name one without an "
                         "ending"),
                       out);
  /* the folder of a single file is not made */
  if (!plan->several && plan_ends_in_slash(out)) folder = out;
  if (os_kind(folder) != OS_FOLDER)
    return status_fail(planner->status, STATUS_COULD_NOT, _("there is no folder %s"), folder);
  plan->make_folder = plan->several;
  return true;
}

bool plan_check(const Planner *planner) {
  return check_numbers_have_stage(planner) && check_numbers_of_request(planner) &&
         check_heads(planner) && check_recorded(planner) && check_comparison(planner) &&
         check_curve(planner) && check_sheet(planner) && check_place(planner);
}
