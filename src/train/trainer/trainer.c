/* train/trainer/trainer.c -- makes a trainer and its steps: batch, shards, clipping, update. */
#include "train/trainer/trainer.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "core/lanes.h"
#include "train/adamw.h"
#include "train/schedule.h"
#include "train/trainer/step_look.h"
#include "train/trainer/trainer_internal.h"

/* ---- batches ---- */

/* Seed, stream and index are hashed together, so that the streams of neighbouring steps are
** unrelated. */
Rng trainer_rng(uint64_t seed, TrainerStream stream, uint64_t index) {
  const uint64_t from[] = {seed, (uint64_t)stream, index};
  return rng_make(rng_hash(from, sizeof from));
}

void trainer_draw_step(const Trainer *trainer, int step, Batch *batch) {
  Rng rng = trainer_rng(trainer->recipe.seed, STREAM_BATCH, (uint64_t)step);
  batch_clear(batch);
  for (int i = 0; i < trainer->recipe.batch; i++)
    task_sample(trainer->task, SAMPLES_TRAINED, &rng, batch);
}

/* Does nothing when the batch is drawn already: run_step_piece draws the batch of the next step
** during a step, because drawing takes long compared with the pass of a small model. */
static void draw_batch(Trainer *trainer, int step) {
  Batch *batch = &trainer->batches[step % 2];
  if (trainer->batch_steps[step % 2] == step) return;
  trainer_draw_step(trainer, step, batch);
  trainer->batch_steps[step % 2] = step;
}

static int count_targets(const Batch *batch) {
  int count = 0;
  for (int i = 0; i < batch->token_count; i++) count += batch->targets[i] != TARGET_NONE;
  return count;
}

/* ---- shards ---- */

void trainer_run_shard(TrainerPass *pass, int shard) {
  Trainer *trainer = pass->trainer;
  StepOrder order = pass->order;
  int sequences = order.batch->sequence_count, end = sequences * (shard + 1) / TRAINER_SHARDS;
  order.first_sequence = sequences * shard / TRAINER_SHARDS;
  order.sequence_count = end - order.first_sequence;
  order.attn_targets = order.attn_targets ? &pass->attn_targets[shard] : NULL;
  if (pass->with_gradients) {
    order.gradients = trainer->shard_gradients[shard];
    memset(order.gradients, 0, trainer->number_count * sizeof(float));
  }
  pass->sums[shard] = step_run(trainer->workspaces[shard], &order);
}

StepSums trainer_sums(const TrainerPass *pass) {
  StepSums all = {0};
  for (int i = 0; i < TRAINER_SHARDS; i++) {
    all.loss_sum += pass->sums[i].loss_sum;
    all.look_loss += pass->sums[i].look_loss;
    all.asked += pass->sums[i].asked;
    all.right += pass->sums[i].right;
    all.whole += pass->sums[i].whole;
  }
  return all;
}

/* Pieces are the shards and, as the last one, the batch of the next step. */
static void run_step_piece(void *self, int index) {
  TrainerPass *pass = self;
  if (index < TRAINER_SHARDS) trainer_run_shard(pass, index);
  else draw_batch(pass->trainer, pass->trainer->now.steps_done + 2);
}

/* All losses are means over the whole batch, so the scales use its counts: a mean of the shards'
** means would give a small shard the weight of a large one. */
static TrainerPass pass_of_step(Trainer *trainer, const Batch *batch) {
  const Recipe *recipe = &trainer->recipe;
  Look looks[RECIPE_LOOKS_MOST];
  int asked = count_targets(batch), look_count = recipe_looks(recipe, looks);
  TrainerPass pass = {.trainer = trainer,
                      .with_gradients = true,
                      .order = {.shape = &trainer->shape,
                                .numbers = trainer->now.numbers,
                                .batch = batch,
                                .loss_scale = asked > 0 ? 1.0 / asked : 0,
                                .look_count = look_count}};
  for (int i = 0; i < look_count; i++) {
    int counted = step_look_count(batch, looks[i].place);
    pass.order.looks[i] = (StepLook){looks[i], counted > 0 ? looks[i].weight / counted : 0};
  }
  return pass;
}

/* ---- the update ---- */

_Static_assert(TRAINER_SHARDS == 4, "sum_shards adds four");

/* The order of the additions is fixed, whichever threads ran the shards. */
CORE_INLINE void sum_shards_loop(float *const shards[TRAINER_SHARDS], size_t first, size_t count,
                                 float *restrict sum) {
  const float *a = shards[0] + first, *b = shards[1] + first;
  const float *c = shards[2] + first, *d = shards[3] + first;
  for (size_t i = 0; i < count; i++) sum[i] = a[i] + b[i] + c[i] + d[i];
}
CORE_LEVELS(sum_shards,
            (float *const shards[TRAINER_SHARDS], size_t first, size_t count, float *restrict sum),
            (shards, first, count, sum))

static void sum_piece(void *self, int index) {
  Trainer *trainer = self;
  TrainerPiece *piece = &trainer->pieces[index];
  float *sum = trainer->gradients + piece->first;
  sum_shards(trainer->shard_gradients, piece->first, piece->count, sum);
  piece->square_sum = adamw_square_sum(sum, piece->count);
}

/* Sums the pieces in a fixed order, not as threads finish them, so that the norm and the clipping
** have the same bits every time. */
static double gradient_norm(Trainer *trainer) {
  double sum = 0;
  pool_run(trainer->pool, trainer->piece_count, sum_piece, trainer);
  for (int i = 0; i < trainer->piece_count; i++) sum += trainer->pieces[i].square_sum;
  return sqrt(sum);
}

typedef struct Update {
  Trainer *trainer;
  AdamwRates rates;
  float decay;
} Update;

static void update_piece(void *self, int index) {
  const Update *update = self;
  Trainer *trainer = update->trainer;
  TrainerPiece *piece = &trainer->pieces[index];
  const TrainerState *from = &trainer->now, *to = &trainer->before;
  size_t at = piece->first;
  AdamwRates rates = update->rates;
  rates.decay = piece->decays ? update->decay : 0;
  AdamwNumbers numbers = {from->numbers + at,        from->first_moments + at,
                          from->second_moments + at, trainer->gradients + at,
                          to->numbers + at,          to->first_moments + at,
                          to->second_moments + at,   piece->count};
  piece->is_finite = adamw_update(&numbers, &rates);
}

/* Reads `now` and overwrites `before`; the caller swaps the two. */
static bool update_numbers(Trainer *trainer, const StepReport *report) {
  double clip = trainer->recipe.clip;
  double factor = report->gradient_norm > clip ? clip / report->gradient_norm : 1;
  Update update = {.trainer = trainer,
                   .rates = adamw_rates(report->learning_rate, factor, report->step),
                   .decay = (float)(report->learning_rate * trainer->recipe.weight_decay)};
  bool is_finite = true;
  pool_run(trainer->pool, trainer->piece_count, update_piece, &update);
  for (int i = 0; i < trainer->piece_count; i++) is_finite &= trainer->pieces[i].is_finite;
  return is_finite;
}

/* Undoes the last step, which made the numbers of the loss that is not finite. */
static void undo_last_step(Trainer *trainer) {
  if (trainer->made_step == 0 || trainer->made_step != trainer->now.steps_done) return;
  TrainerState now = trainer->now;
  trainer->now = trainer->before;
  trainer->before = now;
}

static bool diverged(Trainer *trainer, const StepReport *report, Status *status) {
  if (!isfinite(report->loss)) undo_last_step(trainer);
  trainer->made_step = 0;
  return status_fail(status, STATUS_COULD_NOT,
                     _("the training diverged at step %d: the numbers are too large to go on. The "
                       "model is the one after step %d, the last with a finite loss; a "
                       "learning_rate below %g may help"),
                     report->step, trainer->now.steps_done, trainer->recipe.learning_rate);
}

/* Checks loss and gradient before the update, so that no number of the model becomes NaN. */
bool trainer_step(Trainer *trainer, StepReport *report, Status *status) {
  int step = trainer->now.steps_done + 1;
  draw_batch(trainer, step);
  TrainerPass pass = pass_of_step(trainer, &trainer->batches[step % 2]);
  pool_run(trainer->pool, TRAINER_SHARDS + 1, run_step_piece, &pass);
  StepSums sums = trainer_sums(&pass);
  int asked = sums.asked > 0 ? sums.asked : 1;
  *report = (StepReport){.step = step,
                         .loss = sums.loss_sum / asked,
                         .accuracy = (double)sums.right / asked,
                         .learning_rate = schedule_rate(&trainer->recipe, step),
                         .gradient_norm = gradient_norm(trainer)};
  bool right =
      isfinite(report->loss) && isfinite(sums.look_loss) && isfinite(report->gradient_norm);
  if (!right || !update_numbers(trainer, report)) return diverged(trainer, report, status);
  TrainerState before = trainer->now;
  trainer->now = trainer->before;
  trainer->now.steps_done = trainer->made_step = step;
  trainer->before = before;
  return true;
}

/* ---- making ---- */

/* Copies the strings too: the caller's arena may end before the trainer. */
static bool copy_recipe(Trainer *trainer, const Recipe *recipe) {
  Recipe *copy = &trainer->recipe;
  *copy = *recipe;
  copy->name = str_copy(trainer->arena, str_from(recipe->name));
  copy->task = str_copy(trainer->arena, str_from(recipe->task));
  bool held = copy->name && copy->task;
  if (recipe->grammars_place)
    copy->grammars_place = str_copy(trainer->arena, str_from(recipe->grammars_place));
  for (int i = 0; held && i < recipe->grammar_count; i++) {
    copy->grammars[i] = str_copy(trainer->arena, str_from(recipe->grammars[i]));
    held = copy->grammars[i] != NULL;
  }
  return held;
}

/* Gains are 1 and biases 0. The variance of a matrix is 2 / (rows + columns), which keeps the
** variance of activations and gradients (Glorot and Bengio 2010). That of the embedding is 1 /
** d_model, so that √d_model · embedding and the positions have similar sizes. */
static void initialise_tensor(const NetworkTensor *tensor, Rng *rng, float *numbers) {
  size_t rows = tensor->rows > 0 ? (size_t)tensor->rows : 1, count = rows * (size_t)tensor->cols;
  bool is_gain = strstr(tensor->name, "gain") != NULL, is_table = tensor->first == 0;
  double deviation = sqrt(is_table ? 1.0 / tensor->cols : 2.0 / (tensor->rows + tensor->cols));
  for (size_t i = 0; i < count; i++)
    numbers[tensor->first + i] =
        tensor->rows > 0 ? (float)(rng_normal(rng) * deviation) : (float)is_gain;
}

bool trainer_take_state(Arena *arena, size_t number_count, TrainerState *state) {
  state->numbers = arena_take(arena, number_count, sizeof(float));
  state->first_moments = arena_take(arena, number_count, sizeof(float));
  state->second_moments = arena_take(arena, number_count, sizeof(float));
  return state->numbers && state->first_moments && state->second_moments;
}

/* All tensors draw from one stream, in order, so the shape and the seed determine all numbers. */
static bool make_numbers(Trainer *trainer) {
  Rng rng = trainer_rng(trainer->recipe.seed, STREAM_NUMBERS, 0);
  if (!trainer_take_state(trainer->arena, trainer->number_count, &trainer->now) ||
      !trainer_take_state(trainer->arena, trainer->number_count, &trainer->before))
    return false;
  trainer->gradients = arena_take(trainer->arena, trainer->number_count, sizeof(float));
  for (int i = 0; i < TRAINER_SHARDS; i++) {
    trainer->shard_gradients[i] = arena_take(trainer->arena, trainer->number_count, sizeof(float));
    if (!trainer->shard_gradients[i]) return false;
  }
  for (int i = 0; i < network_tensor_count(&trainer->shape); i++) {
    NetworkTensor tensor = network_tensor(&trainer->shape, i);
    initialise_tensor(&tensor, &rng, trainer->now.numbers);
  }
  return trainer->gradients != NULL;
}

/* Large enough that giving a piece to a thread costs little, small enough that the threads finish
** at nearly the same time: a model of 100,000 numbers has more than a dozen pieces. */
enum { PIECE_NUMBERS = 1 << 13 };

static size_t numbers_of(const NetworkTensor *tensor) {
  return (size_t)(tensor->rows > 0 ? tensor->rows : 1) * (size_t)tensor->cols;
}

static bool cut_pieces(Trainer *trainer) {
  size_t most = (size_t)network_tensor_count(&trainer->shape);
  trainer->pieces = arena_take(trainer->arena, most + trainer->number_count / PIECE_NUMBERS,
                               sizeof(TrainerPiece));
  if (!trainer->pieces) return false;
  for (int i = 0; i < network_tensor_count(&trainer->shape); i++) {
    NetworkTensor tensor = network_tensor(&trainer->shape, i);
    for (size_t at = 0, count = numbers_of(&tensor); at < count; at += PIECE_NUMBERS)
      trainer->pieces[trainer->piece_count++] =
          (TrainerPiece){.first = tensor.first + at,
                         .count = count - at < PIECE_NUMBERS ? count - at : PIECE_NUMBERS,
                         .decays = tensor.decays};
  }
  return true;
}

static const double workspace_bytes_most = 4e9;

/* Workspaces take by far the most memory, and their size is a product of several values of the
** recipe, so it is computed in double (no overflow) before any is taken. */
static bool make_workspaces(Trainer *trainer, Status *status) {
  int batch = trainer->recipe.batch, length = task_tokens_most(trainer->task);
  int sequences = (batch + TRAINER_SHARDS - 1) / TRAINER_SHARDS;
  StepSizes sizes = {sequences, sequences * length, length};
  double bytes = TRAINER_SHARDS * step_workspace_bytes(&trainer->shape, sizes);
  if (bytes > workspace_bytes_most)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("a batch of %d with up to %d token each would take %.1f GB; the limit is "
                          "%g: take a smaller batch, length or d_model",
                          "a batch of %d with up to %d tokens each would take %.1f GB; the limit "
                          "is %g: take a smaller batch, length or d_model",
                          length),
                       batch, length, bytes / 1e9, workspace_bytes_most / 1e9);
  for (int i = 0; i < TRAINER_SHARDS; i++) {
    trainer->workspaces[i] = step_workspace_make(trainer->arena, &trainer->shape, sizes, status);
    if (!trainer->workspaces[i]) return false;
  }
  Batch *const batches[] = {&trainer->batches[0], &trainer->batches[1], &trainer->scored};
  for (int i = 0; i < 3; i++)
    if (!batch_make(trainer->arena, batch, batch * length, batches[i], status)) return false;
  return batch_make(trainer->arena, 0, 0, &trainer->empty, status);
}

static bool open_trainer(Trainer *trainer, const Recipe *recipe, Status *status) {
  if (!copy_recipe(trainer, recipe)) return status_no_memory(status);
  if (!task_open(trainer->arena, &trainer->recipe, &trainer->task, status)) return false;
  trainer->shape = recipe->shape;
  trainer->shape.word_count = task_vocabulary(trainer->task)->count;
  if (!network_check(&trainer->shape, status)) return false;
  trainer->number_count = network_number_count(&trainer->shape);
  if (!make_numbers(trainer) || !cut_pieces(trainer)) return status_no_memory(status);
  return make_workspaces(trainer, status) && trainer_find_asked(trainer, status);
}

bool trainer_make(const Recipe *recipe, Pool *pool, Trainer **trainer, Status *status) {
  *trainer = NULL;
  if (!recipe_check(recipe, status)) return false;
  Arena *arena = arena_make(0);
  Trainer *made = arena ? arena_take(arena, 1, sizeof *made) : NULL;
  if (!made) {
    arena_free(arena);
    return status_no_memory(status);
  }
  made->arena = arena;
  made->pool = pool;
  if (open_trainer(made, recipe, status)) {
    *trainer = made;
    return true;
  }
  arena_free(arena);
  return false;
}

void trainer_free(Trainer *trainer) {
  if (trainer) arena_free(trainer->arena);
}

/* ---- reading ---- */

int trainer_steps_done(const Trainer *trainer) { return trainer->now.steps_done; }
const Recipe *trainer_recipe(const Trainer *trainer) { return &trainer->recipe; }
const Task *trainer_task(const Trainer *trainer) { return trainer->task; }
const NetworkShape *trainer_shape(const Trainer *trainer) { return &trainer->shape; }
const bool *trainer_asked(const Trainer *trainer) { return trainer->asked; }
const float *trainer_numbers(const Trainer *trainer) { return trainer->now.numbers; }
const float *trainer_gradients(const Trainer *trainer) { return trainer->gradients; }

/* After a state was set, no step has led to it: before and after are equal, the rest is 0. */
WeightUpdate trainer_update_of(const Trainer *trainer, size_t number) {
  const TrainerState *now = &trainer->now, *before = &trainer->before;
  WeightUpdate update = {.before = now->numbers[number], .after = now->numbers[number]};
  if (trainer->made_step == 0 || trainer->made_step != now->steps_done) return update;
  update.before = before->numbers[number];
  update.gradient = trainer->gradients[number];
  update.first_moment = now->first_moments[number];
  update.second_moment = now->second_moments[number];
  update.update = update.after - update.before;
  return update;
}

const Batch *trainer_batch(const Trainer *trainer) {
  int step = trainer->now.steps_done;
  bool is_there = step > 0 && trainer->batch_steps[step % 2] == step;
  return is_there ? &trainer->batches[step % 2] : &trainer->empty;
}

void trainer_copy_state(const TrainerState *from, TrainerState *to, size_t number_count) {
  memcpy(to->numbers, from->numbers, number_count * sizeof(float));
  memcpy(to->first_moments, from->first_moments, number_count * sizeof(float));
  memcpy(to->second_moments, from->second_moments, number_count * sizeof(float));
  to->steps_done = from->steps_done;
}

void trainer_get_state(const Trainer *trainer, TrainerState *state) {
  trainer_copy_state(&trainer->now, state, trainer->number_count);
}

void trainer_set_state(Trainer *trainer, const TrainerState *state) {
  trainer_copy_state(state, &trainer->now, trainer->number_count);
  trainer->made_step = 0;
}
