/* train/trainer/score.c -- measures loss, accuracy and the attention-target shares of each head. */
#include "train/trainer/trainer_internal.h"

static void run_score_piece(void *self, int index) { trainer_run_shard(self, index); }

/* Runs one more batch, forward only. */
static void score_batch(const Trainer *trainer, TrainerPass *pass) {
  pass->order.batch = &trainer->scored;
  pool_run(trainer->pool, TRAINER_SHARDS, run_score_piece, pass);
}

/* The workspaces have room for the recipe's batch, so more sequences take several batches. */
static void draw_scored(Trainer *trainer, SampleSet set, int sequences, Rng *rng) {
  batch_clear(&trainer->scored);
  if (sequences > trainer->recipe.batch) sequences = trainer->recipe.batch;
  for (int i = 0; i < sequences; i++) task_sample(trainer->task, set, rng, &trainer->scored);
}

/* The scale is 1: the loss is summed over all batches and divided at the end. */
static TrainerPass pass_of_score(Trainer *trainer, AttnTargetSums *attn_targets) {
  return (TrainerPass){.trainer = trainer,
                       .order = {.shape = &trainer->shape,
                                 .numbers = trainer->now.numbers,
                                 .loss_scale = 1,
                                 .attn_targets = attn_targets}};
}

static void add_score(const StepSums *sums, StepSums *all) {
  all->loss_sum += sums->loss_sum;
  all->asked += sums->asked;
  all->right += sums->right;
  all->whole += sums->whole;
}

static void add_attn_targets(const TrainerPass *pass, AttnTargetSums *all) {
  for (int shard = 0; shard < TRAINER_SHARDS; shard++) {
    const AttnTargetSums *attn_targets = &pass->attn_targets[shard];
    all->counted += attn_targets->counted;
    for (int i = 0; i < NETWORK_STACK_MOST * NETWORK_HEADS_MOST; i++) {
      (&all->share[0][0])[i] += (&attn_targets->share[0][0])[i];
      (&all->heaviest[0][0])[i] += (&attn_targets->heaviest[0][0])[i];
    }
  }
}

static Score score_of(const StepSums *all, int sequences) {
  Score score = {.asked = all->asked};
  if (all->asked == 0) return score;
  score.loss = all->loss_sum / all->asked;
  score.accuracy = (double)all->right / all->asked;
  score.whole = (double)all->whole / sequences;
  return score;
}

static AttnTargetShares shares_of(const AttnTargetSums *all) {
  AttnTargetShares shares = {.counted = all->counted};
  for (int layer = 0; all->counted > 0 && layer < NETWORK_STACK_MOST; layer++)
    for (int head = 0; head < NETWORK_HEADS_MOST; head++) {
      shares.share[layer][head] = all->share[layer][head] / all->counted;
      shares.heaviest[layer][head] = (double)all->heaviest[layer][head] / all->counted;
    }
  return shares;
}

/* The stream depends on draw and set, not on the recipe's seed, so that recipes are compared over
** the same samples. */
void trainer_measure(Trainer *trainer, const TrainerSamples *samples, Score *score,
                     AttnTargetShares *shares) {
  StepSums all = {0};
  AttnTargetSums attn_targets = {0};
  bool there = task_has_set(trainer->task, samples->set);
  Rng rng = trainer_rng((uint64_t)samples->draw, STREAM_SCORE, (uint64_t)samples->set);
  for (int done = 0; there && done < samples->sequences; done += trainer->scored.sequence_count) {
    TrainerPass pass = pass_of_score(trainer, shares ? &attn_targets : NULL);
    draw_scored(trainer, samples->set, samples->sequences - done, &rng);
    score_batch(trainer, &pass);
    StepSums sums = trainer_sums(&pass);
    add_score(&sums, &all);
    if (shares) add_attn_targets(&pass, &attn_targets);
  }
  if (score) *score = score_of(&all, samples->sequences);
  if (shares) *shares = shares_of(&attn_targets);
}

void trainer_attn_target_shares(Trainer *trainer, SampleSet set, int sequences,
                                AttnTargetShares *shares) {
  trainer_measure(trainer, &(TrainerSamples){set, sequences, DRAW_TO_CHOOSE}, NULL, shares);
}

/* So many that a word with a target in one of some hundred samples is found. */
enum { ASKED_SAMPLES = 512 };
static const double nearly_all = 0.9;

/* NULL where nearly every token has a target (writer, previous): a list of all words would be of no
** use. */
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
  bool is_of_two = trainer->shape.encoder_layers > 0; /* every row of the target is asked */
  trainer->asked = !is_of_two && targets < nearly_all * tokens ? asked : NULL;
  return true;
}
