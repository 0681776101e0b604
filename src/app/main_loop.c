/* app/main_loop.c -- opens the window's parts, runs a round of the loop, draws. */
#include "app/main_loop.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "app/overlay.h"
#include "app/reduced_motion.h"
#include "app/start.h"
#include "base/number.h"
#include "base/os.h"
#include "base/i18n.h"
#include "export/export.h"
#include "scene/layout.h"
#include "screen/screen.h"
#include "screen/spoken.h"
#include "scene/theme.h"

/* Memory blocks of this size and larger go back to the system when freed: a window stays open for
** hours after a long sentence. A software driver takes some 5 MiB of smaller ones for a frame and
** frees them behind it: the next frame finds them there. */
enum { GIVEN_BACK_BYTES = 512 << 10, KEPT_BYTES = 16 << 20 };
static const double FRAME_MS = 1000.0 / 60, BLINK_MS = 500, BLINK_END_MS = 5000, PROGRESS_MS = 40,
                    PROGRESS_AFTER_MS = 300, CLOSE_MS = 700;
/* A driver that was reset may need seconds: eight attempts within 8 s. */
enum { GRAPHICS_ATTEMPTS = 8 };
static const double GRAPHICS_PAUSE_MS = 62.5;
/* time in a frame for thumbnails that are not made yet */
static const double small_pictures_ms = 8;

/* ---- the session's hooks ---- */

/* Draws at most 25 pictures a second, since the time belongs to writing files. */
static void report_progress(void *self, int done, int count) {
  App *app = self;
  double now = os_now_ms();
  app->progress_done = done;
  app->progress_count = count;
  app->progress_share = 0;
  if (count < 2 || !app->gl || now - app->last_progress_ms < PROGRESS_MS) return;
  app->last_progress_ms = now;
  main_loop_draw(app, NULL);
}

/* The share of one large picture. Shown only after PROGRESS_AFTER_MS, since most
** pictures are done by then. */
static void report_share(void *self, double share) {
  App *app = self;
  double now = os_now_ms();
  bool early = now - app->progress_start_ms < PROGRESS_AFTER_MS;
  app->progress_share = share;
  if (early || !app->gl || now - app->last_progress_ms < PROGRESS_MS) return;
  if (app->progress_count == 0) app->progress_count = 1;
  main_loop_draw(app, NULL);
  app->last_progress_ms = os_now_ms();
}

static bool is_signalled(void *self) {
  const App *app = self;
  return signals_caught(app->signals) != 0;
}

/* During an export events are received here; Esc, closing and signals stop it, all others wait. */
static bool is_stopped(void *self) {
  App *app = self;
  return is_signalled(app) || (app->window && window_stop_asked(app->window));
}

/* Called while a line of several commands waits for a model: shows the progress; false stops it. */
static bool go_on(void *self) {
  App *app = self;
  double now = os_now_ms();
  if (app->gl && now - app->last_progress_ms >= PROGRESS_MS) {
    app->last_progress_ms = now;
    main_loop_draw(app, NULL);
  }
  return !is_stopped(app);
}

/* Called on the threads of the session's work. */
static void wake(void *self) {
  const App *app = self;
  window_wake(app->window);
}

/* The picture is drawn again afterwards, to remove the progress bar. */
static bool export_file(void *self, const Session *session, ExportOrder *order, Status *status) {
  App *app = self;
  assert(session == app->session && !app->exports);
  ExportRequest request = export_request_of(&order->look, order->path);
  request.spares_others = order->spares_others;
  request.progress = report_progress;
  request.moved = report_share;
  request.pool = app->pool;
  request.stopped = is_stopped;
  request.progress_self = app;
  app->progress_start_ms = os_now_ms();
  app->exports = true;
  app->exports_moving = order->look.moving.by != MOVES_NOT;
  bool done = export_run(session, app->fonts, &request, &order->written, status);
  app->exports = false;
  app->progress_count = 0;
  app->progress_share = 0;
  app->stale = true;
  return done;
}

static bool check_export(void *self, const Session *session, const ExportOrder *order,
                         Status *status) {
  ExportRequest request = export_request_of(&order->look, order->path);
  request.spares_others = order->spares_others;
  (void)self;
  return export_check(session, &request, status);
}

static bool measure_export(void *self, const Session *session, ExportOrder *order, Status *status) {
  const App *app = self;
  ExportRequest request = export_request_of(&order->look, order->path);
  return export_measure(session, app->fonts, &request, &order->size, status);
}

static bool copy_text(void *self, Str text, Status *status) {
  (void)self;
  return window_copy_text(text, status);
}

static bool paste_text(void *self, PasteFrom from, Arena *arena, Str *text, Status *status) {
  (void)self;
  return window_paste_text(from == PASTE_SELECTED, arena, text, status);
}

static void full_screen(void *self) {
  App *app = self;
  if (app->window) window_toggle_full_screen(app->window);
}

static void move_focus(void *self, int by) {
  App *app = self;
  input_focus(&app->input, by);
  app->stale = true;
}

static void quit(void *self) {
  App *app = self;
  app->quit = true;
}

static void leave_full_screen(void *self) {
  const App *app = self;
  if (window_is_full_screen(app->window)) window_toggle_full_screen(app->window);
}

static Str focus_line(void *self, const Session *session, Arena *arena) {
  const App *app = self;
  return screen_focus_line(session, fonts_metrics(app->fonts), arena);
}

static bool say(void *self, const Session *session, SayWhat what, Status *status) {
  App *app = self;
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  Str words = screen_spoken(session, fonts_metrics(app->fonts), what, arena);
  bool done = words.bytes > 0 ? speech_say(&app->speech, words, status) : status_no_memory(status);
  arena_free(arena);
  return done;
}

/* ---- opening ---- */

/* The hooks are all that a session knows of the window; the command line
** gives its session others. */
static bool open_session(App *app, Status *status) {
  const AppOptions *options = app->options;
  const char *config_folder = os_config_folder(app->arena);
  SessionOptions wanted = {.model = options->model,
                           .reading = options->reading,
                           .language = options->language,
                           .sentence = options->sentence,
                           .state_folder = os_state_folder(app->arena),
                           .is_played = options->script || options->commands,
                           .config_folder = config_folder,
                           .no_motion = reduced_motion_is_asked_for(config_folder),
                           .pool = app->pool,
                           .background = true,
                           .replaces = options->replaces,
                           .hooks = {.self = app,
                                     .export_file = export_file,
                                     .check_export = check_export,
                                     .measure_export = measure_export,
                                     .copy_text = copy_text,
                                     .paste_text = paste_text,
                                     .stopped = is_signalled,
                                     .go_on = go_on,
                                     .wake = wake,
                                     .quit = quit,
                                     .full_screen = full_screen,
                                     .leave_full_screen = leave_full_screen,
                                     .move_focus = move_focus,
                                     .focus_line = focus_line,
                                     .say = say}};
  if (!session_make(&wanted, &app->session, status)) return false;
  if (*fonts_notice(app->fonts)) session_tell(app->session, fonts_notice(app->fonts));
  return true;
}

/* Runs on the opener thread: fontconfig and the model take time while the driver compiles. */
static void *open_beside(void *self) {
  App *app = self;
  Status *status = &app->opener_status;
  app->opened = fonts_open(&app->fonts, status) && open_session(app, status);
  return NULL;
}

/* Joins the thread once, and returns its result. */
static bool end_opener(App *app, Status *status) {
  if (app->opener_runs) pthread_join(app->opener, NULL);
  app->opener_runs = false;
  if (!app->opened && status) *status = app->opener_status;
  return app->opened;
}

/* Without the thread the same work is done in sequence. */
bool main_loop_open(App *app, const AppOptions *options, Signals *signals, Status *status) {
  os_give_back_blocks(GIVEN_BACK_BYTES, KEPT_BYTES);
  WindowOptions wanted = {options->width, options->height, options->scale};
  *app = (App){.options = options, .signals = signals, .stale = true, .arena = arena_make(0)};
  app->frame_arena = arena_make((size_t)1 << 20);
  app->pool = pool_make(os_cpu_count());
  if (!app->arena || !app->frame_arena) return status_no_memory(status);
  app->opener_runs = pthread_create(&app->opener, NULL, open_beside, app) == 0;
  if (!app->opener_runs) open_beside(app);
  if (!window_open(&wanted, &app->window, status)) return false;
  if (!end_opener(app, status)) return false;
  if (!gl_make(app->fonts, &app->gl, status)) return false;
  app->input.session = app->session;
  app->last_activity_ms = os_now_ms();
  return start_begin(app, status);
}

/* The opener is joined first, because it may still make what is freed next. When the window ends
** early the autosave is kept, so that the next start offers to restore the work. If work does not
** stop in time, nothing is freed, and the process ends while the work runs. */
void main_loop_close(App *app) {
  end_opener(app, NULL);
  bool cut_short = app->broke || app->signal_number;
  if (cut_short && app->session) session_keep_autosave(app->session);
  else if (app->quit && app->session) session_keep_last(app->session);
  if (app->session && !session_finish(app->session, CLOSE_MS)) return;
  presenter_display_end(&app->presenter);
  speech_end(&app->speech);
  gl_free(app->gl);
  input_free(&app->input);
  session_free(app->session);
  window_close(app->window);
  fonts_close(app->fonts);
  pool_free(app->pool);
  arena_free(app->frame_arena);
  arena_free(app->arena);
}

/* ---- drawing ---- */

/* The caret stops blinking after a few seconds, so that an idle window draws nothing. */
static bool caret_visible(const App *app, double now) {
  double since = now - app->last_activity_ms;
  bool blinks = session_view(app->session)->motion && since < BLINK_END_MS;
  return !blinks || (long)(since / BLINK_MS) % 2 == 0;
}

/* The time of the caret's next change, or below 0. */
static double caret_due_ms(const App *app, double now) {
  double since = now - app->last_activity_ms;
  bool blinks = session_view(app->session)->motion && since < BLINK_END_MS;
  if (!session_edit(app->session)->active || !blinks) return -1;
  return app->last_activity_ms + (floor(since / BLINK_MS) + 1) * BLINK_MS;
}

/* The input gets the new list at once, because the hovered box and the tip of this
** picture come from it. */
static Box build(App *app, float width_pt, float height_pt) {
  const TextMetrics *metrics = fonts_metrics(app->fonts);
  const View *view = session_view(app->session);
  double now = os_now_ms(), tip_due;
  Box caret = {0};
  arena_reset(app->frame_arena);
  app->list = draw_list_make(app->frame_arena, width_pt, height_pt);
  app->caret_shown = caret_visible(app, now);
  Screen screen = {.width_pt = width_pt,
                   .height_pt = height_pt,
                   .caret_visible = app->caret_shown,
                   .first_start = !app->input.acted};
  const Trace *trace = session_trace(app->session);
  /* the picture of a running export points at the trace's numbers */
  if (!app->exports) trace_frame_begin(trace);
  trace_thumbnail_limit(trace, small_pictures_ms);
  screen_build(app->session, metrics, &screen, &app->list, &caret);
  if (trace_thumbnail_waits(trace)) app->stale = true; /* the next frame makes more of them */
  trace_thumbnail_limit(trace, 0);
  app->input.list = &app->list;
  float text_scale = fminf(view->text_scale * layout_growth(width_pt, height_pt), 2);
  Pen pen = {&app->list, metrics, theme_get(view->theme), text_scale, 0, FACE_REGULAR, 0};
  app->hover_shown = input_hovered(&app->input);
  if (app->hover_shown.w > 0) overlay_hover(&pen, app->hover_shown);
  Box focus = focus_box(&app->input.focus, &app->list);
  if (focus.w > 0 && view->menu == MENU_NONE) overlay_focus(&pen, focus);
  const char *tip = input_tip(&app->input, now, &tip_due);
  app->tip_shown = tip != NULL;
  if (tip) overlay_tip(&pen, app->input.at, tip);
  FilesProgress progress = {app->progress_done, app->progress_count, now - app->progress_start_ms,
                            app->progress_share, app->exports_moving};
  if (progress.count > 0) overlay_progress(&pen, progress);
  return caret;
}

static bool graphics_gave_up(App *app, const char *why, Status *status) {
  app->broke = true;
  return status_fail(status, STATUS_COULD_NOT,
                     P_("the graphics driver lost the window's pictures and gave no working "
                        "context back in %d attempt (%s); start again: the work is offered back",
                        "the graphics driver lost the window's pictures and gave no working "
                        "context back in %d attempts (%s); start again: the work is offered back",
                        GRAPHICS_ATTEMPTS),
                     GRAPHICS_ATTEMPTS, *why ? why : _("each new one was lost, too"));
}

/* Everything on the graphics card is lost: programs, textures, the atlas. The first attempt to
** restore it is made at once, each later one after twice the pause. Meanwhile nothing is drawn,
** and all else goes on. */
static bool graphics_lost(App *app, const char *why, Status *status) {
  gl_free(app->gl); /* calls to a lost context do nothing */
  app->gl = NULL;
  app->stale = true;
  if (app->graphics_attempts == GRAPHICS_ATTEMPTS) return graphics_gave_up(app, why, status);
  double pause_ms =
      app->graphics_attempts > 0 ? ldexp(GRAPHICS_PAUSE_MS, app->graphics_attempts - 1) : 0;
  app->graphics_due_ms = os_now_ms() + pause_ms;
  return true;
}

/* The new renderer uploads what the next picture needs. */
static bool start_graphics_again(App *app, Status *status) {
  assert(!app->gl);
  Status why = {0};
  app->graphics_attempts++;
  if (window_make_context(app->window, &why) && gl_make(app->fonts, &app->gl, &why)) return true;
  return graphics_lost(app, why.sentence, status);
}

bool main_loop_draw(App *app, Status *status) {
  int width_px, height_px;
  float scale;
  if (!app->gl && os_now_ms() < app->graphics_due_ms) return true;
  if (!app->gl && !start_graphics_again(app, status)) return false;
  if (!app->gl) return true;
  window_size(app->window, &width_px, &height_px, &scale);
  app->shown_revision = session_revision(app->session);
  app->stale = false;
  app->last_frame_ms = os_now_ms();
  Box caret = build(app, (float)width_px / scale, (float)height_px / scale);
  gl_draw(app->gl, &app->list, width_px, height_px, scale);
  window_take_text(app->window, session_takes_text(app->session), caret);
  window_present(app->window);
  if (gl_is_lost(app->gl)) return graphics_lost(app, "", status);
  app->graphics_attempts = 0;
  return true;
}

/* ---- one round ---- */

static bool is_stale(const App *app, double now) {
  double tip_due;
  if (app->stale || session_revision(app->session) != app->shown_revision) return true;
  if (session_edit(app->session)->active && caret_visible(app, now) != app->caret_shown)
    return true;
  Box hovered = input_hovered(&app->input);
  if (memcmp(&hovered, &app->hover_shown, sizeof hovered) != 0) return true;
  return (input_tip(&app->input, now, &tip_due) != NULL) != app->tip_shown;
}

static double due_in(double due, double now) { return due < 0 ? -1 : fmax(0, due - now); }

/* How long, in milliseconds, nothing will change without an event; below 0: without limit. */
static double idle_ms(const App *app, double session_ms, double now) {
  double tip_due, rest = session_ms;
  input_tip(&app->input, now, &tip_due);
  rest = time_earlier(rest, due_in(tip_due, now));
  return time_earlier(rest, due_in(caret_due_ms(app, now), now));
}

/* A new size or scale makes the picture stale; so does every key, because the caret
** starts its blinking again. */
static void apply_news(App *app, WindowNews news) {
  if (news.redraw) app->stale = true;
  app->redraws_notes = news.other;
  if (news.activity) {
    app->last_activity_ms = os_now_ms();
    app->stale = true;
  }
  if (news.closed) app->quit = true;
}

/* A hidden window draws nothing but still ticks: commands and training go on. */
bool main_loop_turn(App *app, double most_wait_ms, Status *status) {
  assert(app->session && app->window && !app->opener_runs);
  double now = os_now_ms();
  double rest = session_tick(app->session, now);
  if (!file_queue_go_on(&app->input.file_queue, app->session, &app->first_failure))
    app->quit = true;
  presenter_display_follow(&app->presenter, app->window, app->session);
  bool seen = window_can_be_seen(app->window);
  if (seen && is_stale(app, now) && !main_loop_draw(app, status)) return false;
  double notes_ms =
      presenter_display_draw_notes(&app->presenter, app->session, app->fonts, app->redraws_notes);
  app->redraws_notes = false;
  now = os_now_ms();
  rest = time_earlier(idle_ms(app, rest, now), notes_ms);
  /* In an animation the next frame is due FRAME_MS after the last, if the
  ** buffer swap did not wait. */
  if (rest == 0) rest = fmax(0, app->last_frame_ms + FRAME_MS - now);
  if (rest == 0 && !seen) rest = FRAME_MS;
  if (app->stale && seen)
    rest = app->gl ? 0 : time_earlier(rest, due_in(app->graphics_due_ms, now));
  if (is_signalled(app)) rest = 0; /* a later signal ends the wait itself */
  apply_news(app, window_wait(app->window, &app->input, time_earlier(rest, most_wait_ms)));
  if (is_signalled(app)) app->quit = true;
  window_set_cursor(app->window, input_cursor(&app->input));
  return true;
}
