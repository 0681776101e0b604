/* export/film.c -- takes pictures, draws several at a time, and adds them in their order. */
#include "export/film.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "base/pool.h"
#include "export/measured.h"
#include "render/cairo/draw.h"

enum { WORKERS_MOST = 8, TAKES_PER_WORKER = 2, SHEETS_MOST = WORKERS_MOST * TAKES_PER_WORKER + 1 };
static const float figure_width_pt = 800, figure_height_pt = 600;

/* A picture that is laid out, drawn or waiting for the one after it. */
typedef struct Take {
  FilePainter painter; /* with a list on an arena of its own */
  PlannedFile file;
  Arena *arena; /* holds pixels and what is encoded */
  CairoPixels pixels;
  MovingFrame frame;
  double stays_ms;
  Status status;
  bool done;
} Take;

struct Film {
  ExportRequest request; /* of one still picture of it */
  ExportMoving moving;
  const char *out;
  Arena *arena, *plan_arena;
  Fonts *fonts[WORKERS_MOST]; /* the first is the caller's */
  Take takes[SHEETS_MOST];
  int worker_count, take_count;
  int batch[SHEETS_MOST], batch_count; /* takes that are laid out and not drawn */
  int last;                            /* the take whose length is not known yet; −1: none */
  Moving *file;                        /* NULL before the first picture */
  int taken;
  Measured measured; /* lists of the batch point at it */
  ViewKind kind;     /* of the former take */
  StageId stage;
};

static double pace_of(const ExportMoving *moving) {
  return moving->pace_ms > 0 ? (double)moving->pace_ms : EXPORT_PACE_MS;
}

double film_pace_ms(const ExportRequest *request) { return pace_of(&request->moving); }

/* ---- beginning and ending ---- */

/* Of each picture: a PNG of the size of all. */
static ExportRequest still_of(const ExportRequest *request) {
  ExportRequest still = *request;
  still.out = "-";
  still.formats = 1u << EXPORT_PNG;
  still.moving = (ExportMoving){0};
  still.in_motion = true;
  still.caption = request->caption == CAPTION_FILE ? CAPTION_NONE : request->caption;
  if (still.view == EXPORT_SCREEN) return still;
  if (still.width_pt <= 0) still.width_pt = figure_width_pt;
  if (still.height_pt <= 0)
    still.height_pt = roundf(still.width_pt * figure_height_pt / figure_width_pt);
  return still;
}

/* fontconfig ends the program when it gets no memory, so under a memory limit no
** further Fonts are opened. */
static int workers_for(const ExportRequest *request) {
  int threads = os_memory_is_limited() ? 1 : pool_thread_count(request->pool);
  return threads < WORKERS_MOST ? threads : WORKERS_MOST;
}

static bool make_takes(Film *film) {
  film->take_count = film->worker_count * TAKES_PER_WORKER + 1;
  for (int i = 0; i < film->take_count; i++) {
    Take *take = &film->takes[i];
    take->painter = (FilePainter){.request = &film->request, .list_arena = arena_make(0)};
    take->arena = arena_make(0);
    if (!take->painter.list_arena || !take->arena) return false;
  }
  return true;
}

bool film_begin(const ExportRequest *request, Fonts *fonts, Film **made, Status *status) {
  assert(request->moving.by != MOVES_NOT && fonts);
  Arena *arena = arena_make(0);
  Film *film = arena ? arena_take(arena, 1, sizeof *film) : NULL;
  if (!film) {
    arena_free(arena);
    return status_no_memory(status);
  }
  *film = (Film){.request = still_of(request),
                 .moving = request->moving,
                 .out = request->out,
                 .arena = arena,
                 .plan_arena = arena_make(0),
                 .fonts = {fonts},
                 .worker_count = workers_for(request),
                 .last = -1};
  if (!film->plan_arena || !make_takes(film)) {
    film_drop(film);
    return status_no_memory(status);
  }
  *made = film;
  return true;
}

void film_drop(Film *film) {
  if (!film) return;
  moving_drop(film->file);
  for (int i = 1; i < film->worker_count; i++) fonts_close(film->fonts[i]);
  for (int i = 0; i < film->take_count; i++) {
    arena_free(film->takes[i].painter.list_arena);
    arena_free(film->takes[i].arena);
  }
  measured_free(&film->measured);
  arena_free(film->plan_arena);
  arena_free(film->arena);
}

int film_count(const Film *film) { return film->taken; }

/* ---- drawing ---- */

static void draw_take(void *self, int worker) {
  Film *film = self;
  Status status = {STATUS_OK, ""};
  bool ready = film->fonts[worker] || fonts_open(&film->fonts[worker], &status);
  for (int i = worker; i < film->batch_count; i += film->worker_count) {
    Take *take = &film->takes[film->batch[i]];
    take->status = status;
    arena_reset(take->arena);
    take->painter.fonts = film->fonts[worker];
    take->done =
        ready && picture_pixels_render(&take->painter, take->arena, &take->pixels, &take->status);
    take->painter.fonts = film->fonts[0];
  }
}

static void encode_take(void *self, int index) {
  const Film *film = self;
  Take *take = (Take *)(uintptr_t)&film->takes[film->batch[index]];
  int before = index > 0 ? film->batch[index - 1] : film->last;
  take->frame = (MovingFrame){.pixels = take->pixels.at,
                              .before = before < 0 ? NULL : film->takes[before].pixels.at,
                              .description = take->painter.description,
                              .arena = take->arena};
  take->done = moving_encode(film->file, &take->frame, &take->status);
}

static bool check_batch(const Film *film, Status *status) {
  for (int i = 0; i < film->batch_count; i++) {
    const Take *take = &film->takes[film->batch[i]];
    if (!take->done) return *status = take->status, false;
  }
  return true;
}

static bool check_sizes(const Film *film, const MovingLook *look, Status *status) {
  for (int i = 0; i < film->batch_count; i++) {
    const Take *take = &film->takes[film->batch[i]];
    if (take->pixels.width != look->width || take->pixels.height != look->height)
      return status_fail(status, STATUS_COULD_NOT,
                         _("the pictures of a moving picture have one size, and one of them has "
                           "%d × %d pixels instead of %d × %d: choose another view, or --size"),
                         take->pixels.width, take->pixels.height, look->width, look->height);
  }
  return true;
}

/* The size of the first picture is that of all. */
static bool begin_file(Film *film, Status *status) {
  const Take *first = &film->takes[film->batch[0]];
  const MovingLook look = {.path = film->out,
                           .as = film->moving.as,
                           .width = first->pixels.width,
                           .height = first->pixels.height,
                           .times = film->moving.times,
                           .is_fluent = film->moving.motion,
                           .pixels_per_point =
                               (float)first->pixels.width / first->painter.list.width_pt};
  return film->file ? check_sizes(film, moving_look(film->file), status)
                    : check_sizes(film, &look, status) && moving_begin(&look, &film->file, status);
}

static bool add_last(Film *film, Status *status) {
  if (film->last < 0) return true;
  const Take *take = &film->takes[film->last];
  return moving_add(film->file, &take->frame, take->stays_ms, status);
}

/* How long a picture stays is known when another one comes, so one is always kept back. */
static bool add_batch(Film *film, Status *status) {
  for (int i = 0; i < film->batch_count; i++) {
    Take *take = &film->takes[film->batch[i]];
    if (take->frame.changed.w == 0) {
      film->takes[film->last].stays_ms += take->stays_ms;
      continue;
    }
    if (!add_last(film, status)) return false;
    film->last = film->batch[i];
  }
  film->batch_count = 0;
  return true;
}

static bool is_stopped(const Film *film, Status *status) {
  const ExportRequest *request = &film->request;
  if (!request->stopped || !request->stopped(request->progress_self)) return false;
  status_fail(status, STATUS_STOPPED, _("stopped: nothing is written to %s"), film->out);
  return true;
}

static bool draw_batch(Film *film, Status *status) {
  if (film->batch_count == 0) return true;
  int workers = film->batch_count < film->worker_count ? film->batch_count : film->worker_count;
  if (is_stopped(film, status)) return false;
  pool_run(film->request.pool, workers, draw_take, film);
  if (!check_batch(film, status) || !begin_file(film, status)) return false;
  pool_run(film->request.pool, film->batch_count, encode_take, film);
  return check_batch(film, status) && add_batch(film, status);
}

/* ---- taking ---- */

static Take *free_take(Film *film, int *index) {
  for (int i = 0; i < film->take_count; i++) {
    bool is_used = i == film->last;
    for (int j = 0; j < film->batch_count; j++) is_used |= film->batch[j] == i;
    if (!is_used) return *index = i, &film->takes[i];
  }
  return NULL;
}

/* What is laid out is drawn before there is no room, and before what it points at is measured anew.
 */
static bool make_room(Film *film, const Session *session, FigureKind figure, Status *status) {
  bool has_room = film->batch_count < film->take_count - 1;
  bool fits = measured_fits(&film->measured, session, figure);
  if ((!has_room || !fits) && !draw_batch(film, status)) return false;
  if (film->batch_count == 0) trace_frame_begin(session_trace(session));
  return measured_follow(&film->measured, session, figure, status);
}

static bool lay_out(Film *film, const Session *session, double stays_ms, Status *status) {
  Plan plan;
  int index;
  arena_reset(film->plan_arena);
  if (!plan_make(film->plan_arena, session, &film->request, &plan, status)) return false;
  assert(plan.count == 1);
  if (!make_room(film, session, plan.files[0].figure, status)) return false;
  Take *take = free_take(film, &index);
  assert(take);
  measured_lend(&film->measured, &take->painter);
  take->file = plan.files[0];
  take->stays_ms = stays_ms;
  take->painter.session = session;
  take->painter.fonts = film->fonts[0];
  if (!picture_lay_out(&take->painter, &take->file, status) ||
      !picture_check(&take->painter, status))
    return false;
  film->batch[film->batch_count++] = index;
  return true;
}

/* The moments between the former picture and this one; the moment at 1 is the picture itself. */
static bool take_moments(Film *film, Session *session, Status *status) {
  const View *view = session_view(session);
  bool moves = film->moving.motion && film->taken > 0 && !view->held &&
               (view->kind != film->kind || view->stage != film->stage);
  if (!moves || !session_begin_moment(session, film->kind, film->stage)) return true;
  bool done = true;
  for (int ms = MOVING_MOTION_MS; done && ms < SESSION_TRANSITION_MS; ms += MOVING_MOTION_MS) {
    session_set_moment(session, (float)ms / SESSION_TRANSITION_MS);
    done = lay_out(film, session, MOVING_MOTION_MS, status);
  }
  session_set_moment(session, 1);
  return done;
}

bool film_take(Film *film, Session *session, double stays_ms, bool keeps, Status *status) {
  const View *view = session_view(session);
  if (film->taken >= FILM_PICTURES_MOST)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("a moving picture has at most %d step: choose fewer, or a shorter "
                          "sentence",
                          "a moving picture has at most %d steps: choose fewer, or a shorter "
                          "sentence",
                          FILM_PICTURES_MOST),
                       FILM_PICTURES_MOST);
  if (!take_moments(film, session, status) || !lay_out(film, session, stays_ms, status))
    return false;
  film->taken++;
  film->kind = view->kind;
  film->stage = view->stage;
  return keeps || draw_batch(film, status);
}

bool film_end(Film *film, MovingSummary *summary, Status *status) {
  bool done = draw_batch(film, status);
  if (done && film->last < 0)
    done = status_fail(status, STATUS_USAGE, _("there is no picture to write to %s"), film->out);
  if (done) {
    Take *last = &film->takes[film->last];
    if (last->stays_ms <= 0) last->stays_ms = pace_of(&film->moving);
    done = add_last(film, status) && !is_stopped(film, status);
  }
  if (done) {
    done = moving_end(film->file, summary, status);
    film->file = NULL;
  }
  film_drop(film);
  return done;
}

/* ---- checking and measuring ---- */

static bool has_ending(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  return *name && strchr(name + 1, '.');
}

static bool is_paper(ExportView view) {
  return view == EXPORT_POSTER || view == EXPORT_SHEET || view == EXPORT_SOLUTION;
}

static bool check_place(const ExportRequest *request, Status *status) {
  const char *out = request->out;
  OsKind kind = os_kind(out);
  if (request->all_stages || request->all_layers || request->all_heads)
    return status_fail(
        status, STATUS_USAGE,
        _("a moving picture is of one layer and head, and goes through the stages by "
          "itself: leave “all” out"));
  if (is_paper(request->view))
    return status_fail(status, STATUS_USAGE,
                       _("a poster or an exercise sheet is for paper and does not move: choose "
                         "another picture, or set “export moves off”"));
  if (request->transparent)
    return status_fail(status, STATUS_USAGE,
                       _("a moving picture has a background: a transparent one is for PNG, SVG and "
                         "PDF"));
  if (request->moving.as != MOVIE_PNGS && kind == OS_FOLDER)
    return status_fail(status, STATUS_USAGE,
                       _("%s is a folder: a moving picture is a file that ends in .gif, .webp or "
                         ".mp4"),
                       out);
  if (request->moving.as == MOVIE_PNGS && kind != OS_FOLDER &&
      (kind != OS_MISSING || has_ending(out)))
    return status_fail(status, STATUS_USAGE,
                       _("“%s” has no ending that names a moving picture: write .gif, .webp or "
                         ".mp4, or a folder for PNGs"),
                       out);
  return moving_check(request->moving.as, status);
}

/* The first picture is checked as any other. */
bool film_check(const Session *session, const ExportRequest *request, Status *status) {
  ExportRequest still = still_of(request);
  Arena *arena = arena_make(0);
  Plan plan;
  if (!arena) return status_no_memory(status);
  bool right = check_place(request, status) && os_check_folder(request->out, status) &&
               (request->moving.as == MOVIE_PNGS || !request->spares_others ||
                session_may_replace(session, request->out, status)) &&
               plan_make(arena, session, &still, &plan, status);
  arena_free(arena);
  return right;
}

bool film_measure(const Session *session, Fonts *fonts, const ExportRequest *request,
                  ExportSize *size, Status *status) {
  ExportRequest still = still_of(request);
  int count = 0;
  if (!export_measure(session, fonts, &still, size, status) ||
      !film_count_steps(session, request, &count, status))
    return false;
  size->picture_count = count;
  size->length_s = (float)(film_length_ms(session, request, count) / 1000);
  return true;
}
