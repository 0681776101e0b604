/* cli/animate.c -- steps, waits or a training become the pictures of a film. */
#include "cli/animate.h"

#include <assert.h>
#include <stdio.h>

#include "base/i18n.h"
#include "session/training/training.h"

enum { WORDS_BYTES = 64, EVERY_MOST = 100000, LINE_BYTES = 48 };

bool animate_is_asked(const Args *args) { return args->values[OPTION_ANIMATE] != NULL; }

/* ---- options ---- */

static bool check_alone(const Args *args, Status *status) {
  static const OptionId of_moving[] = {OPTION_MOVES, OPTION_PACE, OPTION_LOOP, OPTION_MOTION,
                                       OPTION_EVERY};
  for (size_t i = 0; i < sizeof of_moving / sizeof *of_moving; i++)
    if (args->values[of_moving[i]])
      return status_fail(status, STATUS_USAGE, _("--%s is for a moving picture: --animate FILE"),
                         args_option(of_moving[i])->name);
  return true;
}

static bool check_every(const Args *args, Status *status) {
  long every;
  const char *given = args->values[OPTION_EVERY];
  if (!given) return true;
  if (!str_to_long(str_from(given), &every) || every < 1 || every > EVERY_MOST)
    return status_fail(status, STATUS_USAGE,
                       _("--every takes a number of steps of training from 1 to %d, not “%s”"),
                       EVERY_MOST, given);
  return !args->values[OPTION_MOVES] ||
         status_fail(status, STATUS_USAGE,
                     _("--every is of a training and --moves of a computation: give one of them"));
}

bool animate_check_options(const Args *args, Status *status) {
  static const OptionId of_still[] = {OPTION_OUT, OPTION_FORMAT, OPTION_TRANSPARENT};
  if (!animate_is_asked(args)) return check_alone(args, status);
  if (!args->values[OPTION_ANIMATE][0])
    return status_fail(status, STATUS_USAGE,
                       _("--animate takes the file of a moving picture, .gif, .webp or .mp4, or a "
                         "folder for PNGs"));
  for (size_t i = 0; i < sizeof of_still / sizeof *of_still; i++)
    if (args->values[of_still[i]])
      return status_fail(status, STATUS_USAGE,
                         _("--%s is for still pictures: leave it out with --animate"),
                         args_option(of_still[i])->name);
  return check_every(args, status);
}

ExportMoving animate_merge(const Args *args, const ExportMoving *done,
                           const ExportMoving *options) {
  const char *const *given = args->values;
  ExportMoving moving = *done;
  if (given[OPTION_MOVES]) moving.by = options->by;
  if (given[OPTION_PACE]) moving.pace_ms = options->pace_ms;
  if (given[OPTION_LOOP]) moving.times = options->times;
  if (given[OPTION_MOTION]) moving.motion = options->motion;
  if (moving.by == MOVES_NOT) moving.by = given[OPTION_STAGE] ? MOVES_ROWS : MOVES_STAGES;
  moving.as = MOVIE_PNGS;
  export_movie_of(str_from(given[OPTION_ANIMATE]), &moving.as);
  return moving;
}

/* ---- words ---- */

static void show_progress(void *self, int done, int count) {
  ProgressLine *line = self;
  char words[WORDS_BYTES];
  if (!progress_line_is_due(line) && !(line->shown && done == count)) return;
  double share = count > 0 ? (double)done / count : 0;
  snprintf(words, sizeof words, P_("%d/%d picture", "%d/%d pictures", count), done, count);
  progress_line_show(line, share, words, progress_left_s(progress_line_passed_ms(line), share));
}

/* How many there will be is not known beforehand. */
static void show_taken(ProgressLine *line, int done) {
  char words[WORDS_BYTES];
  if (!progress_line_is_due(line)) return;
  snprintf(words, sizeof words, P_("%d picture", "%d pictures", done), done);
  progress_line_show(line, 0, words, -1);
}

static void tell_written(const char *path, const MovingSummary *summary) {
  Status shown = status_shown(path);
  fprintf(stderr,
          P_("headsup: %s: %d picture, %.1f s, %d × %d pixels, %.0f kB\n",
             "headsup: %s: %d pictures, %.1f s, %d × %d pixels, %.0f kB\n", summary->picture_count),
          shown.sentence, summary->picture_count, summary->length_ms / 1000, summary->width,
          summary->height, (double)summary->bytes / 1000);
  if (summary->error > 0)
    fprintf(stderr,
            _("headsup: %s: a picture of a GIF has at most 256 colours, so some are off by up to "
              "%d of 255; a .webp has all of them\n"),
            shown.sentence, summary->error);
}

/* ---- pictures ---- */

static void complete(Animation *animation, ExportRequest *request) {
  request->pool = animation->setup->pool;
  request->stopped = setup_is_stopped;
  request->progress = show_progress;
  request->progress_self = &animation->line;
}

static bool begin_film(Animation *animation, const Session *session, Status *status) {
  ExportRequest request;
  animation->request_of(animation->self, &request);
  complete(animation, &request);
  return film_check(session, &request, status) &&
         film_begin(&request, animation->setup->fonts, &animation->film, status);
}

static bool take(Animation *animation, Session *session, double ms, Status *status) {
  if (!animation->film && !begin_film(animation, session, status)) return false;
  if (!film_take(animation->film, session, ms, false, status)) return false;
  show_taken(&animation->line, film_count(animation->film));
  return true;
}

static bool take_wait(void *self, Session *session, double ms, Status *status) {
  Animation *animation = self;
  return take(animation, session, ms, status);
}

static bool take_training(Animation *animation, double pace_ms, Status *status) {
  char line[LINE_BYTES];
  Session *session = animation->setup->session;
  TrainingShown shown;
  if (!session_training(session, &shown))
    return status_fail(status, STATUS_USAGE,
                       _("--every is of a training, and none is chosen: --do \"train copy; view "
                         "training\""));
  snprintf(line, sizeof line, "train go %s", animation->args->values[OPTION_EVERY]);
  while (!shown.news.finished) {
    if (!take(animation, session, pace_ms, status)) return false;
    if (!session_do(session, line, status) || !session_training(session, &shown)) return false;
  }
  return take(animation, session, FILM_LAST_STAYS * pace_ms, status);
}

/* ---- from the first to the last ---- */

void animate_begin(Animation *animation) {
  const Args *args = animation->args;
  assert(!animation->film && animation->setup->fonts);
  animation->line = progress_line_begin(NULL);
  if (args->values[OPTION_MOVES] || args->values[OPTION_EVERY]) return;
  animation->setup->waits = take_wait;
  animation->setup->waits_self = animation;
}

static bool write_film(Animation *animation, const ExportRequest *request, MovingSummary *summary,
                       Status *status) {
  Session *session = animation->setup->session;
  double pace_ms = film_pace_ms(request);
  bool trains = animation->args->values[OPTION_EVERY] != NULL;
  /* what the commands behind the last wait have left */
  if (trains ? !take_training(animation, pace_ms, status) : !take(animation, session, 0, status))
    return false;
  Film *film = animation->film;
  animation->film = NULL;
  return film_end(film, summary, status);
}

bool animate_end(Animation *animation, ExportRequest *request, Status *status) {
  MovingSummary summary = {0};
  bool done = request != NULL;
  animation->setup->waits = NULL;
  if (done) complete(animation, request);
  if (done && (animation->film || animation->args->values[OPTION_EVERY]))
    done = write_film(animation, request, &summary, status);
  else if (done) {
    request->summary = &summary;
    done = export_run(animation->setup->session, animation->setup->fonts, request, NULL, status);
  }
  film_drop(animation->film);
  progress_line_keep(&animation->line);
  if (done) tell_written(request->out, &summary);
  return done;
}
