/* train/figures.c -- scores of every set, shares of every head, and the card that lists them. */
#include "train/figures.h"

#include <string.h>

#include "base/os.h"
#include "base/words.h"

static const char *const set_labels[SAMPLE_SET_COUNT] = {
    [SAMPLES_TRAINED] = N_("like those trained on"),
    [SAMPLES_HELD_OUT] = N_("never trained"),
    [SAMPLES_UNKNOWN] = N_("never trained, one word unknown"),
};

const char *figures_set_label(SampleSet set) { return set_labels[set]; }

static void find_best(const NetworkShape *shape, TrainerFigures *figures) {
  double best = -1;
  for (int layer = 0; layer < shape->layer_count; layer++)
    for (int head = 0; head < shape->head_count; head++) {
      double share = figures->looks.share[layer][head];
      if (share <= best) continue;
      best = share;
      figures->best_layer = layer;
      figures->best_head = head;
    }
}

bool figures_measure(Trainer *trainer, int sequences, TrainerFigures *figures, Status *status) {
  bool held_out = task_has_set(trainer_task(trainer), SAMPLES_HELD_OUT);
  *figures = (TrainerFigures){0};
  for (int set = 0; set < SAMPLE_SET_COUNT; set++)
    if (!trainer_score(trainer, (SampleSet)set, sequences, &figures->scores[set], status))
      return false;
  trainer_look(trainer, held_out ? SAMPLES_HELD_OUT : SAMPLES_TRAINED, sequences, &figures->looks);
  find_best(trainer_shape(trainer), figures);
  return true;
}

/* ---- the card ---- */

static void add_head(const Trainer *trainer, StrBuf *card) {
  const Recipe *recipe = trainer_recipe(trainer);
  const NetworkShape *shape = trainer_shape(trainer);
  strbuf_add(card, STR("---\nlibrary_name: heads-up\nlicense: mit\n"
                       "tags: [attention, education]\n---\n\n"));
  strbuf_format(card, "# %s\n\n", recipe->name);
  strbuf_format(card,
                _("A small Transformer that learned one thing: %s. It was made to be looked at: "
                  "its attention shows how it does it.\n\n"),
                _(task_about(trainer_task(trainer))->label));
  strbuf_format(card,
                _("%d layers of %d heads, d_model %d, d_ff %d, %s, %d words, %zu numbers in "
                  "all.\n\n"),
                shape->layer_count, shape->head_count, shape->d_model, shape->d_ff,
                shape->causal ? _("each token sees itself and those before it")
                              : _("each token sees every other"),
                shape->word_count, network_number_count(shape));
}

static void add_training(const Trainer *trainer, Str recipe_lines, StrBuf *card) {
  const Recipe *recipe = trainer_recipe(trainer);
  int steps = trainer_steps_done(trainer);
  strbuf_format(card, "## %s\n\n", _("How it was trained"));
  strbuf_format(
      card,
      _("With Heads Up, from random numbers (seed %lld), in %d steps of %d sequences each: "
        "%ld sequences, drawn afresh from the task, none from anywhere else. The "
        "recipe:\n\n"),
      (long long)recipe->seed, steps, recipe->batch, (long)steps * recipe->batch);
  strbuf_add(card, STR("```\n"));
  strbuf_add(card, recipe_lines);
  strbuf_add(card, STR("```\n\n"));
  if (recipe->look_weight == 0) {
    strbuf_format(card, "%s\n\n",
                  _("Only the answers were trained. Where the heads look was left to them."));
    return;
  }
  strbuf_format(card,
                _("Besides the answers, one head was told where to look: head %d of layer %d, by a "
                  "second objective of weight %g. All other heads were left alone.\n\n"),
                recipe->look_head + 1, recipe->look_layer + 1, recipe->look_weight);
}

static void add_scores(const TrainerFigures *figures, StrBuf *card) {
  strbuf_format(card, "## %s\n\n", _("How many answers are right"));
  strbuf_format(card, "| %s | %s | %s | %s |\n|---|---|---|---|\n", _("sequences"), _("right"),
                _("loss"), _("answers asked for"));
  for (int set = 0; set < SAMPLE_SET_COUNT; set++) {
    const Score *score = &figures->scores[set];
    if (score->asked == 0) continue;
    strbuf_format(card, "| %s | %.2f %% | %.4f | %d |\n", _(set_labels[set]), 100 * score->accuracy,
                  score->loss, score->asked);
  }
  strbuf_add_char(card, '\n');
}

static void add_looks(const Trainer *trainer, const TrainerFigures *figures, StrBuf *card) {
  const NetworkShape *shape = trainer_shape(trainer);
  const LookShares *looks = &figures->looks;
  if (looks->counted == 0) return;
  strbuf_format(card, "## %s\n\n", _("What its heads measure"));
  strbuf_format(card,
                _("A pattern that solves the task: %s. The mean share of its weight that each head "
                  "gives there, over %d places:\n\n"),
                _(task_about(trainer_task(trainer))->pattern), looks->counted);
  strbuf_add(card, STR("| |"));
  for (int head = 0; head < shape->head_count; head++)
    strbuf_format(card, _(" head %d |"), head + 1);
  strbuf_add(card, STR("\n|---|"));
  for (int head = 0; head < shape->head_count; head++) strbuf_add(card, STR("---|"));
  for (int layer = 0; layer < shape->layer_count; layer++) {
    strbuf_format(card, _("\n| layer %d |"), layer + 1);
    for (int head = 0; head < shape->head_count; head++)
      strbuf_format(card, " %.3f |", looks->share[layer][head]);
  }
  double best = looks->share[figures->best_layer][figures->best_head];
  strbuf_format(card, "\n\n");
  strbuf_format(card,
                best >= figures_found_share
                    ? _("Head %d of layer %d has found it (a mean share of at least %g).\n\n")
                    : _("No head has found it alone; head %d of layer %d is nearest (found means a "
                        "mean share of at least %g).\n\n"),
                figures->best_head + 1, figures->best_layer + 1, figures_found_share);
}

static void add_limits(const Trainer *trainer, StrBuf *card) {
  const Vocabulary *words = task_vocabulary(trainer_task(trainer));
  strbuf_format(card, "## %s\n\n", _("What it cannot do"));
  strbuf_format(card,
                _("Anything but this task. It knows %d words (vocab.txt) and sequences of up to %d "
                  "tokens; on longer ones, and on sentences unlike those it was trained on, its "
                  "answers mean nothing. It knows nothing of the world.\n"),
                words->count - words->unknown_count - 1, task_tokens_most(trainer_task(trainer)));
  strbuf_add_char(card, '\n');
  if (words->unknown_count > 0)
    strbuf_format(card,
                  _("Words outside its vocabulary share %d embeddings: it can tell them apart, but "
                    "knows nothing of them.\n"),
                  words->unknown_count);
  else strbuf_format(card, "%s\n", _("A word outside its vocabulary means nothing to it."));
}

bool figures_card(const Trainer *trainer, const TrainerFigures *figures, Arena *arena, Str *card,
                  Status *status) {
  StrBuf text = strbuf_make(arena);
  Str lines = recipe_text(arena, trainer_recipe(trainer));
  add_head(trainer, &text);
  add_training(trainer, lines, &text);
  add_scores(figures, &text);
  add_looks(trainer, figures, &text);
  add_limits(trainer, &text);
  *card = strbuf_str(&text);
  return text.failed ? status_no_memory(status) : true;
}

static bool save_card(Trainer *trainer, Arena *arena, const char *folder,
                      const TrainerFigures *figures, Status *status) {
  Str card;
  const char *path = str_format(arena, "%s/README.md", folder);
  if (!path) return status_no_memory(status);
  return figures_card(trainer, figures, arena, &card, status) &&
         os_save_file(path, card.at, card.bytes, status);
}

bool figures_save_card(Trainer *trainer, const char *folder, TrainerFigures *figures,
                       Status *status) {
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  bool saved = figures_measure(trainer, FIGURES_SEQUENCES, figures, status) &&
               save_card(trainer, arena, folder, figures, status);
  arena_free(arena);
  return saved;
}
