/* session/training/fields.c -- the fields of a training choice: their names, and their next valid
** value.
**
** Only valid values are offered: heads divide the width, the width is a multiple of the heads and
** of 8, and rotary positions turn pairs of a head's columns. Rates and steps go 1, 2, 3, 5, 10;
** batches double.
*/
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "session/session_internal.h"

static const char *const names[TRAINING_FIELD_COUNT] = {
    "", "layers", "heads", "width", "positions", "rate", "batch", "steps", "seed", "pace"};
enum { LADDER_COUNT = 4, BATCH_MOST = 256, WIDTH_STEP = 8, STEPS_LEAST = 100, STEPS_MOST = 100000 };
static const double ladder[LADDER_COUNT] = {1, 2, 3, 5}, rate_least = 1e-4, rate_most = 10;

const char *training_field_name(TrainingField field) {
  assert(field >= 0 && field < TRAINING_FIELD_COUNT);
  return names[field];
}

/* The next of 1, 2, 3, 5, 10, 20 … beyond value, 0 beyond the limits. The margins of 0.1 % identify
** a rate that was rounded when written as text. */
static double next_of_ladder(double value, int direction, double least, double most) {
  assert(direction != 0 && least < most);
  double best = 0;
  for (int power = -5; power <= 6; power++)
    for (int i = 0; i < LADDER_COUNT; i++) {
      double rung = power < 0 ? ladder[i] / pow(10, -power) : ladder[i] * pow(10, power);
      if (rung < least * 0.999 || rung > most * 1.001) continue;
      bool beyond = direction > 0 ? rung > value * 1.001 : rung < value * 0.999;
      if (!beyond) continue;
      if (direction < 0 || best <= 0) best = rung;
    }
  return best;
}

static bool fits(int heads, int width, int positions) {
  NetworkShape shape = {.head_count = heads, .d_model = width};
  return width % heads == 0 && network_choose_positions(&shape, positions, NULL) &&
         network_check_positions(&shape, NULL);
}

/* The next number of heads in that direction that fits the width; 0: none. */
static int next_heads(const TrainingChoice *choice, int direction) {
  assert(choice->width > 0);
  int heads = choice->heads + direction;
  while (heads >= 1 && heads <= NETWORK_HEADS_MOST &&
         !fits(heads, choice->width, choice->positions))
    heads += direction;
  return heads >= 1 && heads <= NETWORK_HEADS_MOST ? heads : 0;
}

static int next_width(const TrainingChoice *choice, int direction) {
  assert(choice->heads > 0);
  int width = choice->width + direction;
  while (width >= NETWORK_WIDTH_LEAST && width <= NETWORK_WIDTH_MOST &&
         (!fits(choice->heads, width, choice->positions) || width % WIDTH_STEP != 0))
    width += direction;
  return width >= NETWORK_WIDTH_LEAST && width <= NETWORK_WIDTH_MOST ? width : 0;
}

/* -1: none. */
static int next_positions(const TrainingChoice *choice, int direction) {
  if (task_is_of_two(choice->task)) return -1; /* an encoder and a decoder have waves */
  int index = choice->positions + direction;
  while (index >= 0 && index < network_position_count() &&
         !fits(choice->heads, choice->width, index))
    index += direction;
  return index < network_position_count() ? index : -1;
}

static int next_layers(const TrainingChoice *choice, int direction) {
  int layers = choice->layers + direction;
  return layers <= NETWORK_LAYERS_MOST ? layers : 0;
}

static int next_batch(const TrainingChoice *choice, int direction) {
  int batch = 1;
  if (direction < 0) {
    while (batch * 2 < choice->batch) batch *= 2;
    return choice->batch > 1 ? batch : 0;
  }
  while (batch <= choice->batch) batch *= 2;
  return batch <= BATCH_MOST ? batch : 0;
}

static int next_task(const TrainingChoice *choice, int direction) {
  int index = 0;
  while (index < task_all_count() && strcmp(task_info(index)->name, choice->task) != 0) index++;
  index += direction;
  return index >= 0 && index < task_all_count() ? index : -1;
}

static int next_whole(const TrainingChoice *choice, TrainingField field, int direction) {
  switch (field) {
  case TRAINING_LAYERS:
    return next_layers(choice, direction);
  case TRAINING_HEADS:
    return next_heads(choice, direction);
  case TRAINING_WIDTH:
    return next_width(choice, direction);
  case TRAINING_BATCH:
    return next_batch(choice, direction);
  default:
    return (int)lround(next_of_ladder(choice->steps, direction, STEPS_LEAST, STEPS_MOST));
  }
}

static const char *seed_step(const TrainingChoice *choice, int direction, Arena *arena) {
  if (direction < 0 && choice->seed <= 1) return "";
  if (direction > 0 && choice->seed >= INT64_MAX) return "";
  uint64_t seed = direction < 0 ? choice->seed - 1 : choice->seed + 1;
  return str_format(arena, "train seed %" PRIu64, seed);
}

/* The last one, 0, is full speed. */
static const char *pace_step(int pace, int direction, Arena *arena) {
  static const int paces[] = {1, 3, 10, 30, 100, 300, 1000, 0};
  enum { PACES = sizeof paces / sizeof paces[0] };
  int index = 0;
  while (index < PACES - 1 && (pace == 0 || paces[index] < pace)) index++;
  index += direction;
  if (index < 0 || index >= PACES) return "";
  return paces[index] > 0 ? str_format(arena, "train pace %d", paces[index]) : "train pace full";
}

Str training_field_step(const Session *session, TrainingField field, int direction, Arena *arena) {
  assert(direction == 1 || direction == -1);
  const TrainingChoice *choice = &session->training.choice;
  if (field == TRAINING_PACE)
    return str_from(pace_step(session->view.training_pace, direction, arena));
  if (field == TRAINING_SEED) return str_from(seed_step(choice, direction, arena));
  if (field == TRAINING_RATE) {
    double rate = next_of_ladder(choice->learning_rate, direction, rate_least, rate_most);
    return rate > 0 ? str_from(str_format(arena, "train rate %.3g", rate)) : STR("");
  }
  if (field == TRAINING_POSITIONS) {
    int index = next_positions(choice, direction);
    return index >= 0
               ? str_from(str_format(arena, "train positions %s", network_position_name(index)))
               : STR("");
  }
  if (field == TRAINING_TASK) {
    int index = next_task(choice, direction);
    return index >= 0 ? str_from(str_format(arena, "train %s", task_info(index)->name)) : STR("");
  }
  int next = next_whole(choice, field, direction);
  return next > 0 ? str_from(str_format(arena, "train %s %d", names[field], next)) : STR("");
}

Str training_field_value(const Session *session, TrainingField field, Arena *arena) {
  const TrainingChoice *choice = &session->training.choice;
  int pace = session->view.training_pace;
  const int wholes[TRAINING_FIELD_COUNT] = {[TRAINING_LAYERS] = choice->layers,
                                            [TRAINING_HEADS] = choice->heads,
                                            [TRAINING_WIDTH] = choice->width,
                                            [TRAINING_BATCH] = choice->batch,
                                            [TRAINING_STEPS] = choice->steps};
  if (field == TRAINING_TASK) return str_from(str_copy(arena, str_from(choice->task)));
  /* A field has room for five letters. */
  if (field == TRAINING_POSITIONS)
    return str_from(choice->positions == 0 ? _("waves") : network_position_name(choice->positions));
  if (field == TRAINING_RATE) return str_from(str_format(arena, "%.4g", choice->learning_rate));
  if (field == TRAINING_SEED) return str_from(str_format(arena, "%" PRIu64, choice->seed));
  if (field == TRAINING_PACE)
    return str_from(pace > 0 ? str_format(arena, _("%d/s"), pace) : _("full"));
  return str_from(str_format(arena, "%d", wholes[field]));
}
