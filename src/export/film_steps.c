/* export/film_steps.c -- a film of the steps that the keys → and play go through. */
#include <assert.h>
#include <stdio.h>

#include "base/i18n.h"
#include "export/film.h"
#include "scene/view_kinds.h"

/* Of one period: ten a second at the usual pace, fine enough for a slow sine. */
enum { SHAKE_PICTURES = 40 };

double film_step_ms(const Session *session, const ExportRequest *request) {
  double pace = film_pace_ms(request);
  if (!session_shakes(session)) return pace;
  return session_shake_period_ms() / SHAKE_PICTURES * pace / EXPORT_PACE_MS;
}

double film_length_ms(const Session *session, const ExportRequest *request, int count) {
  int last = session_shakes(session) ? 1 : FILM_LAST_STAYS;
  return film_step_ms(session, request) * (count - 1 + last);
}

/* By the words of the command step, and whether it stays at one stage. */
typedef struct Way {
  const char *by;
  bool is_of_one_stage;
} Way;

static const Way ways[EXPORT_MOVES_COUNT] = {[MOVES_STAGES] = {"stage", false},
                                             [MOVES_ROWS] = {"row", true},
                                             [MOVES_CELLS] = {"cell", true},
                                             [MOVES_ALL_ROWS] = {"row", false},
                                             [MOVES_ALL_CELLS] = {"cell", false}};

/* Views whose steps are no stages go through all of them. */
static bool has_own_steps(const View *view) { return view_kind_info(view->kind)->has_steps; }

/* One whole step, of which seek makes the first cell. */
static bool begin(Session *session, const Way *way, Status *status) {
  char line[96];
  const View *view = session_view(session);
  if (view_is_of_layers(view->kind)) return session_do(session, "layer 1", status);
  if (has_own_steps(view))
    return view->kind != VIEW_CACHE || session_do(session, "stage first", status);
  if (!way->is_of_one_stage) return session_do(session, "stage first", status);
  snprintf(line, sizeof line, "seek %s 0", stage_info(view->stage)->name);
  if (!session_do(session, line, status)) return false;
  bool is_filled = view->filled < 0, is_cell = way == &ways[MOVES_CELLS];
  return is_filled || is_cell || session_do(session, "step row", status);
}

/* False with an empty sentence: the last step was made. */
static bool step(Session *session, const Way *way, const View *first, Status *status) {
  char line[32];
  const View *view = session_view(session);
  View before = *view;
  status->sentence[0] = 0;
  if (way->is_of_one_stage && view->filled < 0 && !has_own_steps(view)) return false;
  snprintf(line, sizeof line, "step %s", way->by);
  return session_do(session, line, status) && !session_same_view(&before, view) &&
         !session_same_view(first, view);
}

static bool check_view(const Session *session, Status *status) {
  if (session_view(session)->kind != VIEW_TRAINING) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("the training view has no steps of its own to go through: headsup export "
                       "--animate FILE --every N shows a training"));
}

/* A figure of a view with steps of its own goes through those of that view. */
static bool enter_view(Session *session, const ExportRequest *request, Status *status) {
  char line[32];
  View wanted = *session_view(session);
  wanted.kind = view_export_kind(&wanted, request->view);
  if (!has_own_steps(&wanted)) return true;
  snprintf(line, sizeof line, "view %s", view_kind_name(wanted.kind));
  return session_do(session, line, status);
}

/* A copy at the first step, without what lies over the picture. */
static bool make_copy(const Session *session, const ExportRequest *request, Session **copy,
                      Status *status) {
  const Way *way = &ways[request->moving.by];
  if (!check_view(session, status) || !session_make_copy(session, copy, status)) return false;
  if (session_do(*copy, "menu none", status) && enter_view(*copy, request, status) &&
      begin(*copy, way, status)) {
    session_forget_message(*copy);
    return true;
  }
  session_free(*copy);
  return false;
}

bool film_count_steps(const Session *session, const ExportRequest *request, int *count,
                      Status *status) {
  const Way *way = &ways[request->moving.by];
  Session *copy;
  assert(way->by);
  if (session_shakes(session)) {
    *count = SHAKE_PICTURES;
    return true;
  }
  if (!make_copy(session, request, &copy, status)) return false;
  View first = *session_view(copy);
  Status why = {STATUS_OK, ""};
  for (*count = 1; *count <= FILM_PICTURES_MOST && step(copy, way, &first, &why);) ++*count;
  session_free(copy);
  if (!why.sentence[0]) return true;
  *status = why;
  return false;
}

static bool take_all(Film *film, Session *copy, const ExportRequest *request, int count,
                     Status *status) {
  const Way *way = &ways[request->moving.by];
  View first = *session_view(copy);
  /* texts of a screen are the session's, and change with its next command */
  bool more = true, keeps = request->view != EXPORT_SCREEN;
  do {
    bool is_last = film_count(film) + 1 == count;
    double stays_ms = film_pace_ms(request) * (is_last ? FILM_LAST_STAYS : 1);
    if (!film_take(film, copy, stays_ms, keeps, status)) return false;
    if (request->progress) request->progress(request->progress_self, film_count(film), count);
    more = step(copy, way, &first, status);
  } while (more);
  return !status->sentence[0];
}

/* The trace on show is another one at each moment, so each is drawn before the next. */
static bool take_period(Film *film, const Session *session, Session *copy,
                        const ExportRequest *request, Status *status) {
  double stays_ms = film_step_ms(session, request);
  for (int i = 0; i < SHAKE_PICTURES; i++) {
    if (!session_show_shaken(copy, session, (double)i / SHAKE_PICTURES, status) ||
        !film_take(film, copy, stays_ms, false, status))
      return false;
    if (request->progress) request->progress(request->progress_self, i + 1, SHAKE_PICTURES);
  }
  return true;
}

static bool make_still_copy(const Session *session, Session **copy, Status *status) {
  if (!session_make_copy(session, copy, status)) return false;
  if (session_do(*copy, "menu none", status)) return true;
  session_free(*copy);
  return false;
}

bool film_steps(const Session *session, Fonts *fonts, const ExportRequest *request,
                Status *status) {
  Film *film = NULL;
  Session *copy = NULL;
  int count = 0;
  bool shakes = session_shakes(session);
  MovingSummary summary = {0};
  if (!film_check(session, request, status) ||
      !film_count_steps(session, request, &count, status) ||
      !(shakes ? make_still_copy(session, &copy, status)
               : make_copy(session, request, &copy, status)))
    return false;
  if (request->progress) request->progress(request->progress_self, 0, count);
  bool done = film_begin(request, fonts, &film, status);
  if (done && !(shakes ? take_period(film, session, copy, request, status)
                       : take_all(film, copy, request, count, status))) {
    film_drop(film);
    done = false;
  } else if (done) done = film_end(film, &summary, status);
  session_free(copy);
  if (done && request->summary) *request->summary = summary;
  return done;
}
