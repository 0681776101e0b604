/* train/evaluation.c -- measures scores, attention-target shares and roles. */
#include "train/evaluation.h"

#include "base/i18n.h"
#include "model/model.h"

static const char *const set_labels[SAMPLE_SET_COUNT] = {
    [SAMPLES_TRAINED] = N_("like those trained on"),
    [SAMPLES_HELD_OUT] = N_("never trained"),
    [SAMPLES_UNKNOWN] = N_("never trained, one word unknown"),
};

const char *evaluation_set_label(SampleSet set) { return set_labels[set]; }

/* Among heads with equal shares the first wins, so that the card depends on the numbers alone. */
static void find_best(const NetworkShape *shape, Evaluation *figures) {
  double best = -1;
  bool is_of_two = shape->encoder_layers > 0;
  const AttnTargetShares *shares = &figures->attn_targets;
  for (int layer = 0; layer < network_stack_count(shape); layer++)
    for (int head = 0; head < shape->head_count; head++) {
      double share = is_of_two ? shares->heaviest[layer][head] : shares->share[layer][head];
      if (share <= best) continue;
      best = share;
      figures->best_layer = layer;
      figures->best_head = head;
    }
}

/* Shares are measured over held-out sequences, if the task has some: over trained sequences a head
** that has memorised them would also have a large share. */
void evaluation_measure_drawn(Trainer *trainer, int sequences, TrainerDraw draw,
                              Evaluation *figures) {
  bool held_out = task_has_set(trainer_task(trainer), SAMPLES_HELD_OUT);
  SampleSet share_set = held_out ? SAMPLES_HELD_OUT : SAMPLES_TRAINED;
  *figures = (Evaluation){0};
  for (int set = 0; set < SAMPLE_SET_COUNT; set++) {
    TrainerSamples samples = {(SampleSet)set, sequences, draw};
    AttnTargetShares *attn_targets = samples.set == share_set ? &figures->attn_targets : NULL;
    trainer_measure(trainer, &samples, &figures->scores[set], attn_targets);
  }
  find_best(trainer_shape(trainer), figures);
}

static void copy_roles(const NetworkShape *shape, const RoleReport *report, Evaluation *figures) {
  figures->role_sentences = report->sentence_count;
  figures->role_sequences = report->made_up_count;
  for (int layer = 0; layer < shape->layer_count; layer++)
    for (int head = 0; head < shape->head_count; head++)
      figures->roles[layer][head] = report->heads[layer * shape->head_count + head];
}

/* Opens the model as the window does and takes its roles from there, so that the card and the
** window agree. */
static bool measure_roles(const Trainer *trainer, Arena *arena, Evaluation *figures,
                          Status *status) {
  Checkpoint checkpoint;
  Model *model;
  if (!trainer_checkpoint(trainer, arena, &checkpoint, status) ||
      !model_of_checkpoint(&checkpoint, &model, status))
    return false;
  const RoleReport *report = model_roles(model);
  if (report) copy_roles(trainer_shape(trainer), report, figures);
  model_free(model);
  return report != NULL || status_no_memory(status);
}

bool evaluation_measure(Trainer *trainer, int sequences, Evaluation *figures, Status *status) {
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  evaluation_measure_drawn(trainer, sequences, DRAW_FOR_CARD, figures);
  bool is_of_two = trainer_shape(trainer)->encoder_layers > 0; /* roles are those of one sentence */
  int of_a_length = sequences < BY_LENGTH_SENTENCES ? sequences : BY_LENGTH_SENTENCES;
  bool done = is_of_two ? by_length_measure(trainer, of_a_length, &figures->by_length, status)
                        : measure_roles(trainer, arena, figures, status);
  arena_free(arena);
  return done;
}
