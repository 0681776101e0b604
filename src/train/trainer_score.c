/* train/trainer_score.c -- how good the model is, and which head finds the pattern of the task. */
#include "train/trainer_state.h"

static void run_score_piece(void *self, int index) { trainer_run_shard(self, index); }

/* One batch more, forward only. */
static void score_batch(Trainer *trainer, TrainerPass *pass) {
  pass->order.batch = &trainer->scored;
  pool_run(trainer->pool, TRAINER_SHARDS, run_score_piece, pass);
}

static void draw_scored(Trainer *trainer, SampleSet set, int sequences, Rng *rng) {
  batch_clear(&trainer->scored);
  if (sequences > trainer->recipe.batch) sequences = trainer->recipe.batch;
  for (int i = 0; i < sequences; i++) task_sample(trainer->task, set, rng, &trainer->scored);
}

static TrainerPass pass_of_score(Trainer *trainer, LookSums *looks) {
  return (TrainerPass){.trainer = trainer,
                       .order = {.shape = &trainer->shape,
                                 .numbers = trainer->now.numbers,
                                 .loss_scale = 1,
                                 .looks = looks}};
}

bool trainer_score(Trainer *trainer, SampleSet set, int sequences, Score *score, Status *status) {
  StepSums all = {0};
  (void)status; /* all memory was taken when the trainer was made */
  *score = (Score){0};
  if (!task_has_set(trainer->task, set)) return true;
  Rng rng = trainer_rng(0, STREAM_SCORE, (uint64_t)set);
  for (int done = 0; done < sequences; done += trainer->scored.sequence_count) {
    TrainerPass pass = pass_of_score(trainer, NULL);
    draw_scored(trainer, set, sequences - done, &rng);
    score_batch(trainer, &pass);
    StepSums sums = trainer_sums(&pass);
    all.loss_sum += sums.loss_sum;
    all.asked += sums.asked;
    all.right += sums.right;
  }
  score->asked = all.asked;
  if (all.asked == 0) return true;
  score->loss = all.loss_sum / all.asked;
  score->accuracy = (double)all.right / all.asked;
  return true;
}

static void add_looks(const TrainerPass *pass, LookSums *all) {
  for (int shard = 0; shard < TRAINER_SHARDS; shard++) {
    const LookSums *looks = &pass->looks[shard];
    all->counted += looks->counted;
    for (int i = 0; i < NETWORK_LAYERS_MOST * NETWORK_HEADS_MOST; i++)
      (&all->share[0][0])[i] += (&looks->share[0][0])[i];
  }
}

void trainer_look(Trainer *trainer, SampleSet set, int sequences, LookShares *shares) {
  LookSums all = {0};
  *shares = (LookShares){0};
  if (!task_has_set(trainer->task, set)) return;
  Rng rng = trainer_rng(0, STREAM_SCORE, (uint64_t)set);
  for (int done = 0; done < sequences; done += trainer->scored.sequence_count) {
    TrainerPass pass = pass_of_score(trainer, &all);
    draw_scored(trainer, set, sequences - done, &rng);
    score_batch(trainer, &pass);
    add_looks(&pass, &all);
  }
  shares->counted = all.counted;
  for (int layer = 0; all.counted > 0 && layer < NETWORK_LAYERS_MOST; layer++)
    for (int head = 0; head < NETWORK_HEADS_MOST; head++)
      shares->share[layer][head] = all.share[layer][head] / all.counted;
}

enum { ASKED_SAMPLES = 512 };
static const double nearly_all = 0.9;

bool trainer_find_asked(Trainer *trainer, Status *status) {
  Rng rng = trainer_rng(0, STREAM_ASKED, 0);
  bool *asked = arena_take(trainer->arena, (size_t)trainer->shape.word_count, sizeof *asked);
  int tokens = 0, targets = 0;
  if (!asked) return status_no_memory(status);
  Batch *batch = &trainer->scored;
  for (int i = 0; i < ASKED_SAMPLES; i++) {
    batch_clear(batch);
    task_sample(trainer->task, SAMPLES_TRAINED, &rng, batch);
    for (int t = 0; t < batch->token_count; t++) {
      bool asks = batch->targets[t] != TARGET_NONE;
      asked[batch->tokens[t]] |= asks;
      targets += asks;
    }
    tokens += batch->token_count;
  }
  trainer->asked = targets < nearly_all * tokens ? asked : NULL;
  return true;
}
