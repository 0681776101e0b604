/* train/trainer/trainer.h -- a model being trained: forward, loss, backward, one update at a time.
**
**   batch of step s = drawn from (seed, s) alone, so a resumed training goes on as if never stopped
**   g = gradient of the mean loss, clipped: g ← g · min(1, clip / ‖g‖)               (M-30)
**   m ← β₁ m + (1−β₁) g      v ← β₂ v + (1−β₂) g²      m̂ = m/(1−β₁ˢ)  v̂ = v/(1−β₂ˢ)
**   w ← w − η (m̂ / (√v̂ + ε) + λ w)     λ only where NetworkTensor.decays             (M-31)
**   η = rate · s/warm_up, then cosine from rate to rate · decay_to at the last step  (M-32)
**
** Order   trainer_make → trainer_resume, where a folder is gone on from → trainer_step, as often as
**         wanted, with measuring and saving between any two → trainer_free
** Threads The batch is cut into TRAINER_SHARDS parts whatever the number of threads, and their
**         gradients are summed in order: one thread or two, the same bits.
**         A trainer belongs to one thread at a time; the pool's threads work inside its calls.
** Memory  The trainer's own arena: eleven times the model (numbers and both moments, now and
**         before; the gradient, and one of each shard) and the activations of one batch. All of it
**         is taken by trainer_make; what the getters return is valid until the next step, and the
**         recipe, the task and the shape until trainer_free.
** Errors  The first loss, gradient or new number that is not finite stops the training: the
**         sentence names the step, and the numbers are the last whose loss was finite. A loss comes
**         from the numbers of the step before, so then that step is taken back too.
** Source  Loshchilov and Hutter 2019 (AdamW); Pascanu et al. 2013 (clipping).
*/
#ifndef TRAIN_TRAINER_TRAINER_H
#define TRAIN_TRAINER_TRAINER_H

#include "base/pool.h"
#include "model/checkpoint/checkpoint.h"
#include "train/recipe.h"
#include "train/task/task.h"

/* Not to be tuned: another number adds gradients in another order, and so trains another model. */
enum { TRAINER_SHARDS = 4 };

typedef struct Trainer Trainer;

/* What one step measured, all of it before its update. */
typedef struct StepReport {
  int step;                            /* from 1 */
  double loss;                         /* mean over the positions asked for, natural logarithm */
  double accuracy;                     /* share of them named right */
  double learning_rate, gradient_norm; /* norm before clipping */
} StepReport;

/* One number of the model across the last step, for showing an update in full (M-31). */
typedef struct WeightUpdate {
  float before, gradient /* after clipping */, first_moment, second_moment;
  float update /* after − before */, after;
} WeightUpdate;

/* Over a set of samples: mean loss (natural logarithm) and the share of right answers. */
typedef struct Score {
  double loss, accuracy;
  int asked; /* positions; 0: the task has no such set, and both others are 0 */
} Score;

/* A model of random numbers at step 0. pool may be NULL, for one thread, and must outlive the
** trainer. The recipe is copied. False, and *trainer NULL, after a recipe out of range, a grammar
** that cannot be read, a batch that would take more than 4 GB, or where memory is out. */
bool trainer_make(const Recipe *recipe, Pool *pool, Trainer **trainer, Status *status);
void trainer_free(Trainer *trainer); /* NULL is allowed */

/* One update. The recipe's `steps` do not end it: the caller stops when enough are done. After
** false the training has diverged, and the model is the last with a finite loss. */
bool trainer_step(Trainer *trainer, StepReport *report, Status *status);
int trainer_steps_done(const Trainer *trainer);
const Recipe *trainer_recipe(const Trainer *trainer);
const Task *trainer_task(const Trainer *trainer);
/* The recipe's, with the task's number of words. */
const NetworkShape *trainer_shape(const Trainer *trainer);
/* [V] at which words the task asks, as its samples show; NULL: at nearly all their tokens. */
const bool *trainer_asked(const Trainer *trainer);
const float *trainer_numbers(const Trainer *trainer);   /* flat, as model/network.h lays them out */
const float *trainer_gradients(const Trainer *trainer); /* of the last step, after clipping */
/* What the last step did to one number of the flat array. Before the first step, or after a state
** was set, nothing is known of it: then gradient, moments and update are 0. */
WeightUpdate trainer_update_of(const Trainer *trainer, size_t number);
const Batch *
trainer_batch(const Trainer *trainer); /* of the last step; empty where none is known */

/* Everything that decides how a training goes on: the batches follow from the seed and the step.
** The three arrays are the caller's, each with room for network_number_count numbers, laid out
** alike. */
typedef struct TrainerState {
  float *numbers, *first_moments, *second_moments;
  int steps_done;
} TrainerState;
/* Room for one; false when memory is out. Leaves steps_done. */
bool trainer_take_state(Arena *arena, size_t number_count, TrainerState *state);
void trainer_copy_state(const TrainerState *from, TrainerState *to, size_t number_count);
/* Copies between a trainer and a state, which must be of the same shape. */
void trainer_get_state(const Trainer *trainer, TrainerState *state);
void trainer_set_state(Trainer *trainer, const TrainerState *state);

/* How much of its weight each head gives to where the task says to look, on average: 0 to 1 for the
** layers and heads there are, 0 for the others. */
typedef struct AttnTargetShares {
  double share[NETWORK_LAYERS_MOST][NETWORK_HEADS_MOST];
  int counted; /* tokens that look somewhere; 0: the set is not there */
} AttnTargetShares;
void trainer_attn_target_shares(Trainer *trainer, SampleSet set, int sequences,
                                AttnTargetShares *shares);

/* What a recipe was chosen by looks better than it is; so a model's card is measured over others.
** Each is a stream of its own, the same in every call. */
typedef enum TrainerDraw { DRAW_TO_CHOOSE, DRAW_FOR_CARD } TrainerDraw;
typedef struct TrainerSamples {
  SampleSet set;
  int sequences;
  TrainerDraw draw;
} TrainerSamples;
/* Score and shares over the same samples; either may be NULL. */
void trainer_measure(Trainer *trainer, const TrainerSamples *samples, Score *score,
                     AttnTargetShares *shares);

/* The model as it is now, on the arena; numbers are a copy, words and `asked` the trainer's. */
bool trainer_checkpoint(const Trainer *trainer, Arena *arena, Checkpoint *checkpoint,
                        Status *status);
/* FOLDER/model.safetensors and its companions for opening, FOLDER/training.safetensors (numbers,
** moments, step) for going on; each is replaced whole, the last one first, so whatever stops this,
** the last complete state opens. Makes the folder where there is none. */
bool trainer_save(const Trainer *trainer, const char *folder, Status *status);
/* Takes up the state saved in a folder. True with *resumed false when there is nothing to go on
** from. False, the trainer being as before, where the file is of another recipe, of other words or
** of a grammar that has changed, or cannot be read. */
bool trainer_resume(Trainer *trainer, const char *folder, bool *resumed, Status *status);

#endif
