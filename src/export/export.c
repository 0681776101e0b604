/* export/export.c -- plans, draws and writes one file after the other. */
#include "export/export.h"

#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "export/film.h"
#include "export/measured.h"
#include "export/page.h"
#include "export/picture.h"
#include "export/parallel_png.h"
#include "trace/recording/recording.h"

static const double report_every_ms = 20;

/* The width on paper applies to figures; a screen has its own size. */
ExportRequest export_request_of(const ExportLook *look, const char *out) {
  bool all = look->everything, sized = all || look->what != EXPORT_SCREEN;
  return (ExportRequest){.out = out,
                         .view = all ? EXPORT_HEATMAP : look->what,
                         .all_stages = all,
                         .all_layers = all,
                         .all_heads = all,
                         .formats = look->formats,
                         .width_pt = sized ? export_points_of_mm(look->width_mm) : 0,
                         .font_size_pt = look->font_size_pt,
                         .print = sized && look->width_mm > 0,
                         .scale = look->scale,
                         .caption = look->caption,
                         .transparent = look->transparent,
                         .times = look->times,
                         .figure = look->figure,
                         .theme = look->theme,
                         .moving = look->moving};
}

/* No file of the plan may replace the recording that is read. */
static bool check_spares_recording(const Session *session, const Plan *plan, Status *status) {
  const Recording *recording = session_recording(session);
  for (int i = 0; recording && i < plan->count; i++)
    if (os_same_file(recording_path(recording), plan->files[i].path))
      return status_fail(status, STATUS_USAGE,
                         _("%s is the recording that is read, and would be replaced: take another "
                           "name"),
                         plan->files[i].path);
  return true;
}

static bool check_spares_others(const Session *session, const ExportRequest *request,
                                const Plan *plan, Status *status) {
  for (int i = 0; request->spares_others && i < plan->count; i++)
    if (!session_may_replace(session, plan->files[i].path, status)) return false;
  return true;
}

/* Lists the files, and checks that each may be written. */
static bool make_plan(Arena *arena, const Session *session, const ExportRequest *request,
                      Plan *plan, Status *status) {
  return plan_make(arena, session, request, plan, status) &&
         check_spares_recording(session, plan, status) &&
         check_spares_others(session, request, plan, status);
}

bool export_check(const Session *session, const ExportRequest *request, Status *status) {
  Arena *arena = arena_make(0);
  Plan plan;
  if (!arena) return status_no_memory(status);
  if (request->view == EXPORT_PAGE) {
    arena_free(arena);
    return page_check(session, request, status);
  }
  bool right = request->moving.by ? film_check(session, request, status)
                                  : make_plan(arena, session, request, &plan, status);
  arena_free(arena);
  return right;
}

/* Checked before each file and within a large one, so that files on disk are always complete. */
static bool is_stopped(const ExportRequest *request) {
  return request->stopped && request->stopped(request->progress_self);
}

static bool fail_stopped(const ExportRequest *request, int done, int count, Status *status) {
  if (done == 0)
    return status_fail(status, STATUS_COULD_NOT, _("stopped: nothing is written to %s"),
                       request->out);
  return status_fail(status, STATUS_COULD_NOT,
                     P_("stopped; what is written to %s is whole: %d of %d file",
                        "stopped; what is written to %s is whole: %d of %d files", count),
                     request->out, done, count);
}

/* Adds to the failure how many files were written, and the name of the first that was not if the
** sentence does not name it. */
static bool add_written_count(const Plan *plan, int done, Status *status) {
  Status why = *status;
  const char *failed = plan->files[done].path, *slash = strrchr(failed, '/');
  if (slash) failed = slash + 1;
  if (plan->count > 1 && !strstr(why.sentence, failed))
    return status_fail(status, why.kind,
                       P_("%s could not be written: %s (what is written is whole: %d of %d file)",
                          "%s could not be written: %s (what is written is whole: %d of %d files)",
                          plan->count),
                       failed, why.sentence, done, plan->count);
  if (done == 0) return false;
  return status_fail(status, why.kind,
                     P_("%s (what is written is whole: %d of %d file)",
                        "%s (what is written is whole: %d of %d files)", plan->count),
                     why.sentence, done, plan->count);
}

/* Progress within one PNG: of thousands of calls a few a second reach the window. */
typedef struct Watch {
  const ExportRequest *request;
  double share, last_ms;
} Watch;

static void note_share(void *self, double share) {
  Watch *watch = self;
  watch->share = share;
}

static bool report_and_check_stop(void *self) {
  Watch *watch = self;
  double now = os_now_ms();
  const ExportRequest *request = watch->request;
  if (now - watch->last_ms < report_every_ms) return false;
  if (request->moved) request->moved(request->progress_self, watch->share);
  watch->last_ms = os_now_ms(); /* drawing takes time too */
  return is_stopped(request);
}

/* The arena is emptied for each file: the pixels of one PNG may take a gigabyte. */
static bool write_one(FilePainter *painter, const PlannedFile *file, Arena *arena, Status *status) {
  Str bytes;
  arena_reset(arena);
  return picture_paint(painter, file, arena, &bytes, status) &&
         picture_save(painter, file, bytes, status);
}

/* Small pictures that follow each other are drawn in parallel, all others singly. */
static bool write_files(FilePainter *painter, const Plan *plan, int *written, Status *status) {
  const ExportRequest *request = painter->request;
  Watch watch = {.request = request, .last_ms = os_now_ms()};
  const Progress progress = {note_share, report_and_check_stop, &watch};
  painter->progress = &progress;
  Arena *arena = arena_make(0);
  ParallelPng *sheets = parallel_png_make(painter);
  bool done = arena != NULL || status_no_memory(status), stopped = false;
  if (request->progress) request->progress(request->progress_self, 0, plan->count);
  for (*written = 0; done && *written < plan->count;) {
    stopped = is_stopped(request);
    if (stopped) break;
    int taken = parallel_png_write(sheets, plan, *written, written, status);
    done = taken > 0 || (taken == 0 && write_one(painter, &plan->files[*written], arena, status));
    *written += done && taken == 0;
    if (done && request->progress) request->progress(request->progress_self, *written, plan->count);
  }
  parallel_png_free(sheets);
  arena_free(arena);
  painter->progress = NULL;
  if (stopped || (!done && status->kind == STATUS_STOPPED))
    return fail_stopped(request, *written, plan->count, status);
  return done || add_written_count(plan, *written, status);
}

/* A folder that was made for the export is removed if no file was written. */
static bool run_plan(const Plan *plan, FilePainter *painter, int *written, Status *status) {
  const char *out = painter->request->out;
  bool is_new = plan->make_folder && os_kind(out) == OS_MISSING;
  *written = 0;
  if (plan->make_folder && !os_make_folder(out, status)) return false;
  painter->list_arena = arena_make(0);
  bool done =
      painter->list_arena ? write_files(painter, plan, written, status) : status_no_memory(status);
  if (!done && is_new) os_remove_empty_folder(out);
  arena_free(painter->list_arena);
  session_free(painter->copy);
  return done;
}

/* Waits for the roles, so that either all files have role labels or none. */
static bool finish_roles(const Session *session, const ExportRequest *request, Status *status) {
  const Progress progress = {.stopped = request->stopped, .self = request->progress_self};
  return session_finish_roles(session, &progress, status);
}

static bool has_figure(const Plan *plan, FigureKind kind) {
  for (int i = 0; i < plan->count; i++)
    if (plan->files[i].figure == kind) return true;
  return false;
}

/* Times are no part of a figure unless they are asked for, since they differ from run to run. */
static bool wants_times(const ExportRequest *request, const Plan *plan) {
  return request->times && has_figure(plan, FIGURE_COST);
}

bool export_run(const Session *session, Fonts *fonts, const ExportRequest *request, int *written,
                Status *status) {
  Arena *arena = arena_make(0);
  FilePainter painter = {.session = session, .request = request, .fonts = fonts};
  Plan plan;
  CostTimes times = {0};
  Measured measured = {0};
  HeadDifferences differences;
  int count = 0;
  if (!arena) return status_no_memory(status);
  if (request->view == EXPORT_PAGE) {
    bool is_written = page_write(session, fonts, request, status);
    arena_free(arena);
    if (written) *written = is_written;
    return is_written;
  }
  if (request->moving.by) {
    bool is_written = film_steps(session, fonts, request, status);
    arena_free(arena);
    if (written) *written = is_written;
    return is_written;
  }
  bool is_planned = make_plan(arena, session, request, &plan, status);
  if (is_planned && wants_times(request, &plan)) {
    session_measure_costs(session, &times);
    painter.times = &times;
  }
  static const FigureKind measures[] = {FIGURE_LENGTH, FIGURE_SATURATION};
  for (int i = 0; i < 2; i++)
    if (is_planned && has_figure(&plan, measures[i]))
      is_planned = measured_follow(&measured, session, measures[i], status);
  measured_lend(&measured, &painter);
  bool compares = session_kept_run(session) && session_view(session)->compare == COMPARE_KEPT;
  if (is_planned && compares && has_figure(&plan, FIGURE_GRID)) {
    is_planned = head_differences_make(arena, session_trace(session), session_kept_run(session),
                                       &differences) ||
                 status_no_memory(status);
    painter.differences = &differences;
  }
  bool done = is_planned && finish_roles(session, request, status) &&
              run_plan(&plan, &painter, &count, status);
  measured_free(&measured);
  arena_free(arena);
  if (written) *written = count;
  return done;
}

/* The first file of the plan that is a picture. */
static const PlannedFile *first_picture(const Plan *plan) {
  for (int i = 0; i < plan->count; i++)
    if (EXPORT_PICTURES >> plan->files[i].format & 1 && plan->files[i].kind != PICTURE_CAPTION)
      return &plan->files[i];
  return NULL;
}

/* Lays the picture out without drawing it: the size of a figure follows from
** its words and cells. */
bool export_measure(const Session *session, Fonts *fonts, const ExportRequest *request,
                    ExportSize *size, Status *status) {
  Arena *arena = arena_make(0);
  FilePainter painter = {
      .session = session, .request = request, .fonts = fonts, .list_arena = arena_make(0)};
  Plan plan;
  *size = (ExportSize){0};
  if (request->view == EXPORT_PAGE) { /* it is as large as the window of the browser */
    arena_free(arena);
    arena_free(painter.list_arena);
    return page_check(session, request, status);
  }
  if (request->moving.by) {
    arena_free(arena);
    arena_free(painter.list_arena);
    return film_measure(session, fonts, request, size, status);
  }
  bool done = arena && painter.list_arena ? plan_make(arena, session, request, &plan, status)
                                          : status_no_memory(status);
  Measured measured = {0};
  const PlannedFile *picture = done ? first_picture(&plan) : NULL;
  if (picture) {
    done = measured_follow(&measured, session, picture->figure, status);
    measured_lend(&measured, &painter);
    done = done && picture_measure(&painter, picture, size, status);
  }
  measured_free(&measured);
  session_free(painter.copy);
  arena_free(painter.list_arena);
  arena_free(arena);
  return done;
}
