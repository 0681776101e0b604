/* screen/training.c -- turns the numbers of a run into arrays and words. */
#include "screen/training.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/number.h"

static int axis_of(const RunNews *news) {
  return training_axis_steps(news->steps_done, news->steps_wanted);
}

/* ---- widgets ---- */

static const char *const field_labels[TRAINING_FIELD_COUNT] = {
    N_("task"), N_("layers"), N_("heads"), N_("width"), N_("positions"),
    N_("rate"), N_("batch"),  N_("steps"), N_("seed"),  N_("pace")};

static const UiChoice *fields_of(const Session *session, Arena *arena) {
  UiChoice *fields = arena_take(arena, TRAINING_FIELD_COUNT, sizeof *fields);
  for (int i = 0; fields && i < TRAINING_FIELD_COUNT; i++) {
    TrainingField field = (TrainingField)i;
    Str value = training_field_value(session, field, arena);
    if (field == TRAINING_STEPS) value = str_from(number_grouped(arena, value.at));
    fields[i] = (UiChoice){.label = str_from(_(field_labels[i])),
                           .numbers[0].value = value,
                           .numbers[0].less = training_field_step(session, field, -1, arena),
                           .numbers[0].more = training_field_step(session, field, 1, arena)};
  }
  return fields;
}

static void checkpoints_fill(const TrainingRun *run, UiTraining *widgets, Arena *arena) {
  int *steps = arena_take(arena, (size_t)widgets->checkpoint_count, sizeof *steps);
  for (int i = 0; steps && i < widgets->checkpoint_count; i++)
    steps[i] = run_checkpoint_step(run, i);
  widgets->checkpoints = steps;
  if (!steps) widgets->checkpoint_count = 0;
}

/* Another model may be on show while the training runs. */
static bool is_on_show(const Session *session) {
  return strcmp(session_inputs(session)->model, TRAINING_MODEL) == 0;
}

const UiTraining *training_widgets(const Session *session, Arena *arena) {
  TrainingShown shown;
  UiTraining *widgets = arena_take(arena, 1, sizeof *widgets);
  if (!widgets || !is_on_show(session) || !session_training(session, &shown)) return NULL;
  *widgets = (UiTraining){.question = str_from(_(shown.task->label)),
                          .pattern = str_from(_(shown.task->pattern)),
                          .fields = fields_of(session, arena),
                          .field_count = TRAINING_FIELD_COUNT,
                          .step = shown.step,
                          .steps_done = shown.news.steps_done,
                          .steps_wanted = shown.news.steps_wanted,
                          .axis_steps = axis_of(&shown.news),
                          .checkpoint_count = shown.news.checkpoint_count,
                          .going = shown.news.going,
                          .finished = shown.news.finished,
                          .stopped = shown.news.stopped,
                          .is_newest = shown.is_newest,
                          .steps_per_second = shown.news.steps_per_second,
                          .has_former = shown.has_former};
  checkpoints_fill(session_run(session), widgets, arena);
  return widgets;
}

/* ---- curves ---- */

/* The run limits the curve to a fixed number of points, however many steps were made. */
static void curves_fill(const TrainingRun *run, TrainingPicture *picture, Arena *arena) {
  CurvePoint *points = arena_take(arena, RUN_CURVE_POINTS_MOST, sizeof *points);
  int count = points ? run_curve(run, points) : 0;
  float *steps = arena_take(arena, (size_t)count, sizeof *steps);
  float *loss = arena_take(arena, (size_t)count, sizeof *loss);
  float *accuracy = arena_take(arena, (size_t)count, sizeof *accuracy);
  if (!steps || !loss || !accuracy) return;
  for (int i = 0; i < count; i++) {
    steps[i] = (float)points[i].step;
    loss[i] = points[i].loss;
    accuracy[i] = points[i].accuracy;
  }
  picture->loss = (TrainingCurve){steps, loss, count};
  picture->accuracy = (TrainingCurve){steps, accuracy, count};
}

/* Shares below 0 were not measured. If the newest state is also a checkpoint it is drawn once. */
static void attn_target_curve_fill(const TrainingRun *run, TrainingPicture *picture, Arena *arena) {
  AttnTargetPoint points[RUN_CHECKPOINTS_MOST + 1];
  int count = run_attn_targets(run, points), used = 0;
  float *steps = arena_take(arena, (size_t)count, sizeof *steps);
  float *shares = arena_take(arena, (size_t)count, sizeof *shares);
  if (!steps || !shares) return;
  for (int i = 0; i < count; i++) {
    bool again = used > 0 && points[i].step <= (int)steps[used - 1];
    if (points[i].share < 0 || again) continue;
    steps[used] = (float)points[i].step;
    shares[used++] = points[i].share;
  }
  picture->look = (TrainingCurve){steps, shares, used};
}

/* Of two sentences only heads that ask the source have a place to look at; −1: it has none. */
static float share_of_head(const NetworkShape *shape, const AttnTargetShares *shares, int layer,
                           int head) {
  NetworkLayerKind kind = network_layer_kind(shape, layer);
  bool has_place = kind == LAYER_ALONE || kind == LAYER_CROSS;
  return has_place ? (float)shares->share[layer][head] : -1;
}

static void head_attn_targets_fill(const TrainingRun *run, int place, TrainingPicture *picture,
                                   Arena *arena) {
  AttnTargetShares attn_targets;
  const NetworkShape *shape = run_shape(run);
  int heads = shape->head_count, count = network_stack_count(shape) * heads;
  run_head_attn_targets(run, place, &attn_targets);
  float *shares = arena_take(arena, (size_t)count, sizeof *shares);
  if (!shares || attn_targets.counted == 0) return;
  for (int i = 0; i < count; i++)
    shares[i] = share_of_head(shape, &attn_targets, i / heads, i % heads);
  picture->head_attn_targets = shares;
}

/* ---- the watched matrix and its number ---- */

/* The change by training is a matrix of its own; now and before may have different strides. */
static MatView difference(MatView now, MatView before, Arena *arena) {
  size_t count = (size_t)now.rows * (size_t)now.cols;
  float *at = arena_take(arena, count, sizeof *at);
  for (int row = 0; at && row < now.rows; row++)
    for (int col = 0; col < now.cols; col++)
      at[row * now.cols + col] = mat_get(now, row, col) - mat_get(before, row, col);
  return (MatView){at, now.rows, now.cols, now.cols};
}

/* Rows of the embedding are words; rows of other matrices have only numbers. */
static void matrix_fill(const Session *session, TrainingPicture *picture, Arena *arena) {
  static const char *const names[WATCH_COUNT] = {"E", "W_Q", "W_K", "W_V", "W_O"};
  TrainingMatrix matrix;
  picture->matrix_name = str_from(names[session_view(session)->watch]);
  if (!session_training_matrix(session, &matrix)) return;
  picture->change = difference(matrix.now, matrix.before, arena);
  if (!picture->change.at) return;
  picture->before = matrix.before;
  picture->now = matrix.now;
  picture->head_columns = matrix.head_columns;
  if (session_view(session)->watch == WATCH_EMBEDDING)
    picture->row_words = task_vocabulary(run_task(session_run(session)))->shown;
}

/* Copies every number of the worked step from the trainer, so nothing is computed twice. */
static void step_fill(const Session *session, TrainingPicture *picture) {
  const WorkedStep *worked = session_worked_step(session);
  if (!worked) return;
  const WeightUpdate *update = &worked->update;
  const Recipe *recipe = run_recipe(session_run(session));
  picture->worked = (TrainingStep){.step = worked->report.step,
                                   .sample = worked->sample,
                                   .sequences = worked->sequences,
                                   .loss = worked->report.loss,
                                   .learning_rate = worked->report.learning_rate,
                                   .gradient_norm = worked->report.gradient_norm,
                                   .clip = recipe->clip,
                                   .decay = recipe->weight_decay,
                                   .beta_1 = adamw_beta_1,
                                   .beta_2 = adamw_beta_2,
                                   .epsilon = adamw_epsilon,
                                   .before = update->before,
                                   .gradient = update->gradient,
                                   .first_moment = update->first_moment,
                                   .second_moment = update->second_moment,
                                   .update = update->update,
                                   .after = update->after};
}

const TrainingPicture *training_picture(const Session *session, Arena *arena) {
  TrainingShown shown;
  TrainingPicture *picture = arena_take(arena, 1, sizeof *picture);
  bool wanted = session_view(session)->kind == VIEW_TRAINING;
  if (!picture || !wanted || !session_training(session, &shown)) return NULL;
  const TrainingRun *run = session_run(session);
  *picture = (TrainingPicture){.name = str_from(run_recipe(run)->name),
                               .step = shown.step,
                               .steps_done = shown.news.steps_done,
                               .steps_wanted = shown.news.steps_wanted,
                               .axis_steps = axis_of(&shown.news),
                               .going = shown.news.going};
  curves_fill(run, picture, arena);
  attn_target_curve_fill(run, picture, arena);
  head_attn_targets_fill(run, shown.place, picture, arena);
  matrix_fill(session, picture, arena);
  step_fill(session, picture);
  return picture;
}

/* ---- the curves as a table ---- */

static float step_at(const TrainingCurve *curve, int i) {
  return i < curve->count ? curve->steps[i] : INFINITY;
}

/* The value at a step, which *next passes then; else NaN. */
static float value_at(const TrainingCurve *curve, float step, int *next) {
  return step_at(curve, *next) > step ? NAN : curve->values[(*next)++];
}

/* Heads are measured at other steps than losses. */
MatView training_table(const TrainingPicture *picture, Arena *arena) {
  enum { COLUMNS = 4 };
  const TrainingCurve *loss = &picture->loss, *right = &picture->accuracy, *look = &picture->look;
  size_t most = (size_t)loss->count + (size_t)look->count;
  float *at = arena_take(arena, most * COLUMNS, sizeof *at);
  int rows = 0, at_loss = 0, at_right = 0, at_look = 0;
  for (; at && (at_loss < loss->count || at_look < look->count); rows++) {
    float step = fminf(step_at(loss, at_loss), step_at(look, at_look)), *row = at + rows * COLUMNS;
    row[0] = step;
    row[1] = value_at(loss, step, &at_loss);
    row[2] = value_at(right, step, &at_right);
    row[3] = value_at(look, step, &at_look);
  }
  return (MatView){at, rows, COLUMNS, COLUMNS};
}
