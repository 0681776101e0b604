/* train/trainer/trainer.h -- a model being trained: forward, loss, backward, one update at a time.
**
**   batch of step s = drawn from (seed, s) alone, so a resumed training goes on as if never stopped
**   g = gradient of the mean loss, clipped: g ← g · min(1, clip / ‖g‖)               (M-30)
**   m ← β₁ m + (1−β₁) g      v ← β₂ v + (1−β₂) g²      m̂ = m/(1−β₁ˢ)  v̂ = v/(1−β₂ˢ)
**   w ← w − η (m̂ / (√v̂ + ε) + λ w)     λ only where NetworkTensor.decays             (M-31)
**   η = rate · s/warm_up, then cosine from rate to rate · decay_to at the last step  (M-32)
**
** Order   trainer_make → trainer_resume, to continue the training of a folder → trainer_step, as
**         often as wanted; measuring and saving between any two steps → trainer_free
** Threads The batch is split into TRAINER_SHARDS shards whatever the number of threads, and their
** gradients are summed in a fixed order, so the number of threads does not change a bit. A trainer
** belongs to one thread at a time; the pool's threads work inside its calls.
** Memory  The trainer's own arena: eleven times the model (numbers and both moments, now and
**         before; the gradient, and one per shard) and the activations of one batch. trainer_make
**         takes all of it. What the getters return is valid until the next step; the recipe, the
**         task and the shape are valid until trainer_free.
** Errors  A loss, gradient or new number that is not finite stops the training. The error names the
**         step; the model keeps the last numbers with a finite loss. A loss is computed from the
**         numbers of the step before, so an infinite loss undoes that step too.
** Source  Loshchilov and Hutter 2019 (AdamW); Pascanu et al. 2013 (clipping).
*/
#ifndef TRAIN_TRAINER_TRAINER_H
#define TRAIN_TRAINER_TRAINER_H

#include "base/pool.h"
#include "model/checkpoint/checkpoint.h"
#include "train/recipe.h"
#include "train/task/task.h"

/* Must not change: another number sums the gradients in another order and trains another model. */
enum { TRAINER_SHARDS = 4 };

typedef struct Trainer Trainer;

/* The measurements of one step, all taken before its update. */
typedef struct StepReport {
  int step;                            /* from 1 */
  double loss;                         /* mean over the targets, natural logarithm */
  double accuracy;                     /* share of right answers, 0 to 1 */
  double learning_rate, gradient_norm; /* norm before clipping */
} StepReport;

/* The values of M-31 for one number of the model in the last step. */
typedef struct WeightUpdate {
  float before, gradient /* after clipping */, first_moment, second_moment;
  float update /* after − before */, after;
} WeightUpdate;

/* Over a set of samples: mean loss (natural logarithm) and the share of right answers. */
typedef struct Score {
  double loss, accuracy;
  int asked;    /* targets; 0: the task does not have the set, and loss and accuracy are 0 */
  double whole; /* share of the sequences all of whose targets are right */
} Score;

/* Makes a trainer with a model of random numbers at step 0. pool may be NULL, for one thread, and
** must outlive the trainer. The recipe is copied. False, with *trainer NULL: the recipe is out of
** range, a grammar cannot be read, a batch would take more than 4 GB, or memory is out. */
bool trainer_make(const Recipe *recipe, Pool *pool, Trainer **trainer, Status *status);
void trainer_free(Trainer *trainer); /* NULL is allowed */

/* Makes one update. It does not stop at the recipe's `steps`; the caller does. After false the
** training has diverged, and the model is the last with a finite loss. */
bool trainer_step(Trainer *trainer, StepReport *report, Status *status);
int trainer_steps_done(const Trainer *trainer);
const Recipe *trainer_recipe(const Trainer *trainer);
const Task *trainer_task(const Trainer *trainer);
/* The recipe's, with the task's number of words. */
const NetworkShape *trainer_shape(const Trainer *trainer);
/* [V]: which words have a target in the task's samples; NULL when nearly all tokens have one. */
const bool *trainer_asked(const Trainer *trainer);
const float *trainer_numbers(const Trainer *trainer);   /* flat, as model/network.h lays them out */
const float *trainer_gradients(const Trainer *trainer); /* of the last step, after clipping */
/* What the last step did to one number of the flat array. Before the first step, and after a state
** was set, gradient, moments and update are 0. */
WeightUpdate trainer_update_of(const Trainer *trainer, size_t number);
const Batch *
trainer_batch(const Trainer *trainer); /* of the last step; empty if no step was made */

/* All that is needed to continue a training; the batches follow from the seed and the step. The
** caller owns the three arrays of network_number_count numbers each, laid out as in
** model/network.h. */
typedef struct TrainerState {
  float *numbers, *first_moments, *second_moments;
  int steps_done;
} TrainerState;
/* Takes the memory of the arrays; false when memory is out. Does not set steps_done. */
bool trainer_take_state(Arena *arena, size_t number_count, TrainerState *state);
void trainer_copy_state(const TrainerState *from, TrainerState *to, size_t number_count);
/* Copy between a trainer and a state, which must be of the same shape. */
void trainer_get_state(const Trainer *trainer, TrainerState *state);
void trainer_set_state(Trainer *trainer, const TrainerState *state);

/* The mean share of its attention weight that each head gives to the attention targets: 0 to 1, and
** 0 for layers and heads that the model does not have. */
typedef struct AttnTargetShares {
  double share[NETWORK_STACK_MOST][NETWORK_HEADS_MOST];
  /* The share of those tokens whose heaviest key is one of the attention targets. */
  double heaviest[NETWORK_STACK_MOST][NETWORK_HEADS_MOST];
  int counted; /* tokens with attention targets; 0: none, or the task does not have the set */
} AttnTargetShares;
void trainer_attn_target_shares(Trainer *trainer, SampleSet set, int sequences,
                                AttnTargetShares *shares);

/* Which random stream the samples come from; each is the same in every call. The samples by which a
** recipe was chosen overestimate it, so a model's card is measured over others. */
typedef enum TrainerDraw { DRAW_TO_CHOOSE, DRAW_FOR_CARD } TrainerDraw;
typedef struct TrainerSamples {
  SampleSet set;
  int sequences;
  TrainerDraw draw;
} TrainerSamples;
/* Measures score and shares over the same samples; either may be NULL. */
void trainer_measure(Trainer *trainer, const TrainerSamples *samples, Score *score,
                     AttnTargetShares *shares);

/* The model as it is now, on the arena. The numbers are copied; vocabulary and `asked` belong to
** the trainer. */
bool trainer_checkpoint(const Trainer *trainer, Arena *arena, Checkpoint *checkpoint,
                        Status *status);
/* Writes FOLDER/training.safetensors (numbers, moments, step), from which the training continues,
** then FOLDER/model.safetensors and its companions, which open as a model. Each file is replaced
** atomically, so after an interruption the folder holds the last complete state. Makes the folder
** if needed. */
bool trainer_save(const Trainer *trainer, const char *folder, Status *status);
/* Continues from the state saved in a folder. True with *resumed false when there is none. False,
** with the trainer unchanged, when the file is of another recipe, vocabulary or version of a
** grammar, or cannot be read. */
bool trainer_resume(Trainer *trainer, const char *folder, bool *resumed, Status *status);

#endif
