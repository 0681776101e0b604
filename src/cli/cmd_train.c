/* cli/cmd_train.c -- headsup train: trains the model of a recipe into a folder.
**
** The folder holds the whole state: the same command continues where the last run stopped, whatever
** stopped it. Measurements go to standard output, progress to standard error. The model card in the
** folder is measured on other sequences than the figures printed here, which serve to choose
** recipes.
*/
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "base/i18n.h"
#include "cli/cmd.h"
#include "cli/setup.h"
#include "cli/train_progress.h"
#include "core/linear.h"
#include "train/evaluation_card.h"

enum { SAMPLES_MOST = 10000, THREADS_MOST = 64, STEPS_MOST = 1000000 };
/* The most work, in milliseconds, that a stop without warning (a power cut) may lose. */
static const double save_every_ms = 30000;

/* ---- the options ---- */

typedef struct TrainOrder {
  Recipe recipe;
  const char *out;
  int samples; /* 0: train; otherwise how many samples to print */
  int threads;
} TrainOrder;

/* *value keeps the recipe's value when the option is not given. */
static bool read_whole_option(const Args *args, OptionId option, long most, long *value,
                              Status *status) {
  const char *text = args->values[option];
  if (!text) return true;
  long least = option == OPTION_SEED ? 0 : 1, number;
  if (str_to_long(str_from(text), &number) && number >= least && number <= most) {
    *value = number;
    return true;
  }
  return status_fail(status, STATUS_USAGE, _("--%s takes a whole number from %ld to %ld, not “%s”"),
                     args_option(option)->name, least, most, text);
}

static bool fail_no_recipe(int word_count, Status *status) {
  char list[200] = "";
  size_t used = 0;
  for (int i = 0; i < recipe_builtin_count() && used < sizeof list; i++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                             recipe_builtin_name(i));
  if (word_count == 0)
    return status_fail(
        status, STATUS_USAGE,
        _("train needs a recipe, by its name or the path of its file; names are: %s"), list);
  return status_fail(status, STATUS_USAGE,
                     P_("train takes one recipe, not %d word; names are: %s",
                        "train takes one recipe, not %d words; names are: %s", word_count),
                     word_count, list);
}

static bool read_order(const Args *args, Arena *arena, TrainOrder *order, Status *status) {
  long samples = 0, threads = os_cpu_count();
  if (args->word_count != 1) return fail_no_recipe(args->word_count, status);
  if (!recipe_open(arena, args->words[0], &order->recipe, status)) return false;
  long steps = order->recipe.steps, seed = (long)order->recipe.seed;
  if (!read_whole_option(args, OPTION_STEPS, STEPS_MOST, &steps, status) ||
      !read_whole_option(args, OPTION_SEED, INT64_MAX, &seed, status) ||
      !read_whole_option(args, OPTION_SAMPLES, SAMPLES_MOST, &samples, status) ||
      !read_whole_option(args, OPTION_THREADS, THREADS_MOST, &threads, status))
    return false;
  order->recipe.steps = (int)steps;
  order->recipe.seed = (uint64_t)seed;
  order->samples = (int)samples;
  order->threads = (int)threads;
  order->out = args->values[OPTION_OUT];
  if (order->samples == 0 && (!order->out || !*order->out))
    return status_fail(status, STATUS_USAGE, _("train needs a folder for the model: --out DIR"));
  return true;
}

/* ---- samples ---- */

/* Prints samples of the recipe's task as words, without training, to show what the task asks. */
static bool print_samples(const TrainOrder *order, Arena *arena, Status *status) {
  const Task *task;
  Batch batch;
  if (!task_open(arena, &order->recipe, &task, status) ||
      !batch_make(arena, 1, task_tokens_most(task), &batch, status))
    return false;
  Rng rng = rng_make(order->recipe.seed);
  for (int i = 0; i < order->samples; i++) {
    ArenaMark mark = arena_mark(arena);
    batch_clear(&batch);
    task_sample(task, SAMPLES_TRAINED, &rng, &batch);
    Str words = task_sample_words(task, &batch, 0, arena);
    printf("%s%.*s\n", i ? "\n" : "", (int)words.bytes, words.at);
    arena_rewind(arena, mark);
  }
  return true;
}

/* ---- training ---- */

/* A folder is accepted when it holds a training state, or no file that would be overwritten. */
static bool check_folder(Arena *arena, const char *folder, Status *status) {
  static const char *const names[] = {"config.json", "vocab.txt", "README.md"};
  const char *state = str_format(arena, "%s/training.safetensors", folder);
  const char *model = str_format(arena, "%s/model.safetensors", folder);
  if (!state || !model) return status_no_memory(status);
  if (os_kind(state) != OS_MISSING) return true;
  if (os_kind(model) != OS_MISSING)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s holds a model, but not the training it came from, so it cannot go on "
                         "and is not overwritten. Take another folder"),
                       folder);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char *path = str_format(arena, "%s/%s", folder, names[i]);
    if (!path) return status_no_memory(status);
    if (os_kind(path) != OS_MISSING)
      return status_fail(status, STATUS_COULD_NOT,
                         _("%s is there already and is not overwritten. Take another folder"),
                         path);
  }
  return true;
}

static bool save_and_stop(const Trainer *trainer, const TrainOrder *order, Status *status) {
  if (!trainer_save(trainer, order->out, status)) return false;
  fprintf(stderr,
          _("headsup: stopped after step %d of %d; the same command again goes on from there\n"),
          trainer_steps_done(trainer), order->recipe.steps);
  return true;
}

/* Saves the state before the step that failed. */
static bool keep_after_failure(const Trainer *trainer, const TrainOrder *order) {
  Status second;
  if (!trainer_save(trainer, order->out, &second))
    fprintf(stderr, "headsup: %s\n", second.sentence);
  return false;
}

/* The signal is checked only between steps: a step takes milliseconds, and a half step
** could not be continued. */
static bool make_steps(Trainer *trainer, const TrainOrder *order, Status *status) {
  TrainProgress progress = train_progress_begin(trainer_steps_done(trainer), order->recipe.steps);
  double saved_ms = os_now_ms();
  while (trainer_steps_done(trainer) < order->recipe.steps && !setup_signal()) {
    StepReport report;
    if (!trainer_step(trainer, &report, status)) {
      train_progress_end(&progress);
      return keep_after_failure(trainer, order);
    }
    train_progress_show(&progress, &report);
    if (os_now_ms() - saved_ms < save_every_ms) continue;
    if (!trainer_save(trainer, order->out, status)) {
      train_progress_end(&progress);
      return false;
    }
    saved_ms = os_now_ms();
  }
  train_progress_end(&progress);
  return true;
}

/* Those of the card. */
static void print_lengths(const LengthCurve *curve) {
  for (int i = 0; i < curve->count; i++) {
    const LengthPoint *point = &curve->at[i];
    const char *words =
        point->is_trained
            ? P_("%d token: %.1f %% of the words and %.1f %% of the sentences right\n",
                 "%d tokens: %.1f %% of the words and %.1f %% of the sentences right\n",
                 point->tokens)
            : P_("%d token, longer than in training: %.1f %% of the words and %.1f %% of the "
                 "sentences right\n",
                 "%d tokens, longer than in training: %.1f %% of the words and %.1f %% of the "
                 "sentences right\n",
                 point->tokens);
    printf(words, point->tokens, 100 * length_words_share(point), 100 * length_whole_share(point));
  }
}

/* Of the heads that look from the target to the source. */
static void print_alignment(const NetworkShape *shape, const Evaluation *figures) {
  for (int layer = 0; layer < network_stack_count(shape); layer++)
    for (int head = 0; head < shape->head_count; head++)
      if (network_layer_kind(shape, layer) == LAYER_CROSS)
        printf(_("decoder layer %d head %d: heaviest on the word it is said for: %.1f %%\n"),
               network_decoder_layer(shape, layer) + 1, head + 1,
               100 * figures->attn_targets.heaviest[layer][head]);
}

/* Prints the share of the pattern for every head: that no head found it is a result as well. */
static void print_figures(const Trainer *trainer, const Evaluation *figures) {
  const NetworkShape *shape = trainer_shape(trainer);
  for (int set = 0; set < SAMPLE_SET_COUNT; set++) {
    const Score *score = &figures->scores[set];
    if (score->asked == 0) continue;
    printf(_("%s: %.2f %% right, loss %.4f\n"), _(evaluation_set_label((SampleSet)set)),
           100 * score->accuracy, score->loss);
    if (shape->encoder_layers > 0)
      printf(_("%s: %.2f %% of the sentences wholly right\n"),
             _(evaluation_set_label((SampleSet)set)), 100 * score->whole);
  }
  if (figures->attn_targets.counted == 0 || shape->source == SOURCE_VECTOR) return;
  printf(_("pattern: %s\n"), _(task_about(trainer_task(trainer))->pattern));
  if (shape->encoder_layers > 0) {
    print_alignment(shape, figures);
    return;
  }
  for (int layer = 0; layer < shape->layer_count; layer++)
    for (int head = 0; head < shape->head_count; head++) {
      double share = figures->attn_targets.share[layer][head];
      printf("  ");
      printf(share >= figures_found_share ? _("layer %d head %d: mean share %.3f, found it\n")
                                          : _("layer %d head %d: mean share %.3f\n"),
             layer + 1, head + 1, share);
    }
}

static bool finish_training(Trainer *trainer, const TrainOrder *order, Status *status) {
  Evaluation figures;
  if (!trainer_save(trainer, order->out, status) ||
      !evaluation_save_card(trainer, order->out, &figures, status))
    return false;
  print_lengths(&figures.by_length.curve);
  evaluation_measure_drawn(trainer, EVALUATION_SEQUENCES, DRAW_TO_CHOOSE, &figures);
  print_figures(trainer, &figures);
  return true;
}

/* A run that stopped after its last step may have left no card or model; both are written again. */
static bool say_done_already(Trainer *trainer, const TrainOrder *order, Arena *arena,
                             Status *status) {
  Evaluation figures;
  const char *card = str_format(arena, "%s/README.md", order->out);
  const char *model = str_format(arena, "%s/model.safetensors", order->out);
  if (!card || !model) return status_no_memory(status);
  if ((os_kind(card) == OS_MISSING || os_kind(model) == OS_MISSING) &&
      (!trainer_save(trainer, order->out, status) ||
       !evaluation_save_card(trainer, order->out, &figures, status)))
    return false;
  printf(P_("%s: the %d step is done already\n", "%s: all %d steps are done already\n",
            order->recipe.steps),
         status_shown(order->out).sentence, order->recipe.steps);
  return true;
}

/* Continuing gives the same numbers as an uninterrupted run: the folder holds the state of the
** optimiser and of the random numbers. */
static bool train_from(Trainer *trainer, const TrainOrder *order, Arena *arena, Status *status) {
  bool resumed;
  if (!trainer_resume(trainer, order->out, &resumed, status)) return false;
  int first = trainer_steps_done(trainer);
  if (resumed && first >= order->recipe.steps)
    return say_done_already(trainer, order, arena, status);
  if (resumed) fprintf(stderr, _("headsup: goes on after step %d\n"), first);
  /* A disk that cannot be written is found now, before the work. */
  if (!resumed && !trainer_save(trainer, order->out, status)) return false;
  double begin_ms = os_now_ms();
  if (!make_steps(trainer, order, status)) return false;
  double took_s = (os_now_ms() - begin_ms) / 1000;
  if (trainer_steps_done(trainer) < order->recipe.steps)
    return save_and_stop(trainer, order, status);
  if (!finish_training(trainer, order, status)) return false;
  printf(P_("%s: %d step in %.1f s\n", "%s: %d steps in %.1f s\n", order->recipe.steps - first),
         status_shown(order->out).sentence, order->recipe.steps - first, took_s);
  return true;
}

static bool train(const TrainOrder *order, Arena *arena, Status *status) {
  Trainer *trainer;
  if (!check_folder(arena, order->out, status)) return false;
  os_remove_left_temporaries(order->out);
  /* Under ulimit -v the work memory of BLAS is reserved for one caller only. */
  Pool *pool = os_memory_is_limited() ? NULL : pool_make(order->threads);
  linear_use_one_thread();
  setup_catch_signals();
  bool made = trainer_make(&order->recipe, pool, &trainer, status);
  bool done = made && train_from(trainer, order, arena, status);
  trainer_free(trainer);
  pool_free(pool);
  return done;
}

bool cmd_train(const Args *args, Status *status) {
  TrainOrder order = {0};
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  bool done =
      read_order(args, arena, &order, status) &&
      (order.samples > 0 ? print_samples(&order, arena, status) : train(&order, arena, status));
  arena_free(arena);
  return done;
}
