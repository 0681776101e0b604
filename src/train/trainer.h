/* train/trainer.h -- a model being trained: forward, loss, backward, one update at a time.
**
**   batch of step s = drawn from (seed, s) alone, so a resumed training goes on as if never stopped
**   g = gradient of the mean loss, clipped: g ← g · min(1, clip / ‖g‖)               (M-30)
**   m ← β₁ m + (1−β₁) g      v ← β₂ v + (1−β₂) g²      m̂ = m/(1−β₁ˢ)  v̂ = v/(1−β₂ˢ)
**   w ← w − η (m̂ / (√v̂ + ε) + λ w)     λ only where NetworkTensor.decays             (M-31)
**   η = rate · s/warm_up, then cosine from rate to rate · decay_to at the last step  (M-32)
**
** Threads The batch is cut into TRAINER_SHARDS parts whatever the number of threads, and their
**         gradients are summed in order: one thread or two, the same bits.
** Memory  The trainer's own arena: eleven times the model (numbers and both moments, now and
**         before; the gradient, and one of each shard) and the activations of one batch.
** Errors  The first loss, gradient or new number that is not finite stops the training: the
**         sentence names the step, and the numbers are the last whose loss was finite. A loss comes
**         from the numbers of the step before, so then that step is taken back too.
** Source  Loshchilov and Hutter 2019 (AdamW); Pascanu et al. 2013 (clipping).
*/
#ifndef TRAIN_TRAINER_H
#define TRAIN_TRAINER_H

#include "base/pool.h"
#include "model/checkpoint.h"
#include "train/recipe.h"
#include "train/task.h"

enum { TRAINER_SHARDS = 4 };

typedef struct Trainer Trainer;

typedef struct StepReport {
  int step;                            /* from 1 */
  double loss;                         /* mean over the positions asked for, natural logarithm */
  double accuracy;                     /* share of them named right */
  double learning_rate, gradient_norm; /* norm before clipping */
} StepReport;

/* One number of the model across the last step, for showing an update in full. */
typedef struct WeightUpdate {
  float before, gradient /* after clipping */, first_moment, second_moment;
  float update /* after − before */, after;
} WeightUpdate;

typedef struct Score { /* over a set of samples */
  double loss, accuracy;
  int asked; /* positions */
} Score;

/* pool may be NULL. The recipe is copied. */
bool trainer_make(const Recipe *recipe, Pool *pool, Trainer **trainer, Status *status);
void trainer_free(Trainer *trainer);

bool trainer_step(Trainer *trainer, StepReport *report, Status *status);
int trainer_steps_done(const Trainer *trainer);
const Recipe *trainer_recipe(const Trainer *trainer);
const Task *trainer_task(const Trainer *trainer);
const NetworkShape *trainer_shape(const Trainer *trainer);
/* [V] at which words the task asks, as its samples show; NULL: at nearly all their tokens. */
const bool *trainer_asked(const Trainer *trainer);
const float *trainer_numbers(const Trainer *trainer);   /* flat, as model/network.h lays them out */
const float *trainer_gradients(const Trainer *trainer); /* of the last step, after clipping */
WeightUpdate trainer_update_of(const Trainer *trainer, size_t number); /* of the last step */
const Batch *trainer_batch(const Trainer *trainer);                    /* of the last step */

/* Everything that decides how a training goes on. The three arrays are the caller's, each with room
** for network_number_count numbers. */
typedef struct TrainerState {
  float *numbers, *first_moments, *second_moments;
  int steps_done;
} TrainerState;
bool trainer_take_state(Arena *arena, size_t number_count, TrainerState *state); /* room for one */
void trainer_copy_state(const TrainerState *from, TrainerState *to, size_t number_count);
void trainer_get_state(const Trainer *trainer, TrainerState *state);
void trainer_set_state(Trainer *trainer, const TrainerState *state);

/* Samples of a set drawn from a fixed seed, apart from those trained on: to watch a training by,
** and to choose between recipes. */
bool trainer_score(Trainer *trainer, SampleSet set, int sequences, Score *score, Status *status);

/* How much of its weight each head gives to where the task says to look, on average. */
typedef struct LookShares {
  double share[NETWORK_LAYERS_MOST][NETWORK_HEADS_MOST];
  int counted; /* tokens that look somewhere; 0: the set is not there */
} LookShares;
void trainer_look(Trainer *trainer, SampleSet set, int sequences, LookShares *shares);

/* Both over the same samples. What a recipe was chosen by looks better than it is; so a model's
** card is measured over others. */
typedef enum TrainerDraw { DRAW_TO_CHOOSE, DRAW_FOR_CARD } TrainerDraw;
typedef struct TrainerSamples {
  SampleSet set;
  int sequences;
  TrainerDraw draw;
} TrainerSamples;
void trainer_measure(Trainer *trainer, const TrainerSamples *samples, Score *score,
                     LookShares *shares);

/* The model as it is now, on the arena; numbers are a copy. */
bool trainer_checkpoint(const Trainer *trainer, Arena *arena, Checkpoint *checkpoint,
                        Status *status);
/* FOLDER/model.safetensors and its companions for opening, FOLDER/training.safetensors (numbers,
** moments, step) for going on; each is replaced whole, the last one first, so whatever stops this,
** the last complete state opens. */
bool trainer_save(const Trainer *trainer, const char *folder, Status *status);
/* True with *resumed false when there is nothing to go on from. Another recipe is refused. */
bool trainer_resume(Trainer *trainer, const char *folder, bool *resumed, Status *status);

#endif
