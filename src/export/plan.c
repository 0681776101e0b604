/* export/plan.c -- what a request shows and in which formats; then its checks and its files. */
#include "export/plan_internal.h"

#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "session/training/training.h"

/* ---- what is shown ---- */

bool plan_is_sheet(ExportView view) { return view == EXPORT_SHEET || view == EXPORT_SOLUTION; }

bool plan_is_of_one_head(ExportView view) {
  return view == EXPORT_OVERVIEW || view == EXPORT_ARCS || view == EXPORT_SENTENCE ||
         view == EXPORT_CACHE || view == EXPORT_POSTER || view == EXPORT_CURVE ||
         plan_is_sheet(view);
}

bool plan_is_grid(const Planner *planner) {
  const View *view = session_view(planner->session);
  return view_export_kind(view, planner->view) == VIEW_GRID;
}

ViewKind plan_table(const Planner *planner) {
  ViewKind kind = view_export_kind(session_view(planner->session), planner->view);
  return view_kind_info(kind)->has_table ? kind : VIEW_STAGE;
}

bool plan_is_of_no_sentence(const Planner *planner) { return view_is_apart(plan_table(planner)); }

bool plan_is_block(const Planner *planner) { return planner->view == EXPORT_BLOCK; }

bool plan_is_training(const Planner *planner) {
  TrainingShown shown;
  return session_view(planner->session)->kind == VIEW_TRAINING &&
         session_training(planner->session, &shown);
}

/* ---- formats ---- */

const char *plan_ending(const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  return dot && dot > (slash ? slash + 1 : path) && dot[1] ? dot + 1 : NULL;
}

/* Ignores case: x.PNG is a png. */
static bool format_of(const char *path, ExportFormat *format) {
  const char *ending = plan_ending(path);
  char small[8];
  size_t bytes = ending ? strlen(ending) : 0;
  if (bytes == 0 || bytes >= sizeof small) return false;
  for (size_t i = 0; i < bytes; i++)
    small[i] = (char)(ending[i] >= 'A' && ending[i] <= 'Z' ? ending[i] - 'A' + 'a' : ending[i]);
  return export_format_find((Str){small, bytes}, format);
}

bool plan_has_format_ending(const char *path) {
  ExportFormat format;
  return format_of(path, &format);
}

bool plan_is_stdout(const char *out) { return strcmp(out, "-") == 0; }

bool plan_ends_in_slash(const char *out) { return out[0] && out[strlen(out) - 1] == '/'; }

/* The formats given, or that of the ending of out; else png (of sheets pdf), also where out is a
** folder. A device or a pipe may have any name. */
static bool choose_formats(Planner *planner) {
  const char *out = planner->request->out;
  OsKind kind = os_kind(out);
  ExportFormat format = plan_is_sheet(planner->view) ? EXPORT_PDF : EXPORT_PNG;
  planner->formats = planner->request->formats;
  if (planner->formats) return true;
  bool known = kind == OS_FOLDER || !plan_ending(out) || format_of(out, &format);
  if (!known && kind != OS_OTHER && !planner->plan->several)
    return status_fail(planner->status, STATUS_USAGE,
                       _("“%s” has no ending that names a format; the formats are png, svg, pdf, "
                         "csv, npy, json (or say --format)"),
                       out);
  planner->formats = 1u << format;
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

bool plan_make(Arena *arena, const Session *session, const ExportRequest *request, Plan *plan,
               Status *status) {
  Planner planner = {arena, session, request, plan, status, request->view, 0};
  *plan = (Plan){.several = request->all_stages || request->all_layers || request->all_heads};
  if (!request->out || !request->out[0])
    return status_fail(status, STATUS_USAGE, _("the file or folder to write is missing: --out"));
  if (!choose_formats(&planner)) return false;
  plan->several = is_several(&planner);
  return plan_check(&planner) && plan_add_all(&planner);
}
