/* train/evaluation_card.c -- the model card as Markdown: a section from each measurement. */
#include "train/evaluation_card.h"

#include "base/i18n.h"
#include "base/os.h"
#include "model/model.h"
#include "trace/mask_name.h"
#include "train/length_file.h"

/* Which keys are seen, and what is not as in the first Transformer. */
static void add_attention(const NetworkShape *shape, StrBuf *sizes) {
  const MaskParts *mask = &shape->mask;
  const char *name = mask_name_write(sizes->arena, mask, ' ');
  const char *kind = kind_words(sizes->arena, &shape->own_kind, KIND_POSITIONS, false);
  int shared = network_key_heads(shape);
  if (!name || !kind) {
    sizes->failed = true;
    return;
  }
  if (mask->named == 0) i18n_add_phrase(sizes, "%s", _("each token sees every other"));
  else if (mask->named == 1u << MASK_CAUSAL)
    i18n_add_phrase(sizes, "%s", _("each token sees itself and those before it"));
  else i18n_add_phrase(sizes, _("mask %s"), name);
  if (kind[0]) i18n_add_phrase(sizes, "%s", kind);
  if (shared < shape->head_count)
    i18n_add_phrase(sizes, P_("%d head of K and V", "%d heads of K and V", shared), shared);
}

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
  StrBuf sizes = strbuf_make(card->arena);
  const char *heads =
      network_size_words(card->arena, network_stack_count(shape), shape->head_count);
  if (heads) i18n_add_phrase(&sizes, "%s", heads);
  else sizes.failed = true;
  i18n_add_phrase(&sizes, "d_model %d", shape->d_model);
  i18n_add_phrase(&sizes, "d_ff %d", shape->d_ff);
  if (shape->encoder_layers > 0)
    i18n_add_phrase(&sizes,
                    P_("%d layer of an encoder, then a decoder",
                       "%d layers of an encoder, then a decoder", shape->encoder_layers),
                    shape->encoder_layers);
  if (shape->source == SOURCE_VECTOR)
    i18n_add_phrase(&sizes, "%s", _("the source squeezed into one vector between them"));
  if (shape->encoder_layers == 0) add_attention(shape, &sizes);
  i18n_add_phrase(&sizes, P_("%d word", "%d words", shape->word_count), shape->word_count);
  size_t numbers = network_number_count(shape);
  i18n_add_phrase(&sizes, P_("%zu number in all", "%zu numbers in all", numbers), numbers);
  strbuf_add(card, strbuf_str(&sizes));
  strbuf_add(card, STR("\n\n"));
  if (sizes.failed) card->failed = true;
}

/* One head, told to give all of its weight to where the task looks. */
static void add_one_look(const Look *look, StrBuf *card) {
  strbuf_format(
      card,
      _("Besides the answers, one head was told where to look: head %d of layer %d. "
        "Added to the loss was %g times the mean of −log(share), where share is the part of "
        "its weight that head gives to where the task's pattern looks. So what this head "
        "shows was asked for; it did not come about by itself."),
      look->head + 1, look->layer + 1, look->weight);
  strbuf_add_char(card, ' ');
  strbuf_format(card, "%s\n\n",
                look->layer > 0
                    ? _("The other heads of its layer were told nothing; the layers below learned "
                        "to serve this objective too.")
                    : _("All other heads were told nothing."));
}

static const char *const look_places[LOOK_PLACE_COUNT] = {
    N_("where the task's pattern looks"), N_("the token before"),
    N_("the other tokens with the same word")};

static void add_looks(const Look *looks, int count, StrBuf *card) {
  strbuf_format(card, "%s\n\n",
                _("Besides the answers, these heads were told where to look. So what they show was "
                  "asked for; it did not come about by itself. All other heads were told nothing, "
                  "but the layers below learned to serve these objectives too."));
  strbuf_format(card, "| %s | %s | %s | %s |\n|---|---|---|---|\n", _("told"), _("to look at"),
                _("share asked for"), _("weight in the loss"));
  for (int i = 0; i < count; i++) {
    strbuf_add(card, STR("| "));
    strbuf_format(card, _("head %d of layer %d"), looks[i].head + 1, looks[i].layer + 1);
    strbuf_format(card, " | %s | %g | %g |\n", _(look_places[looks[i].place]), looks[i].share,
                  looks[i].weight);
  }
  strbuf_format(
      card, "\n%s\n\n",
      _("Added to the loss was, for each, its weight times the mean of −p log s − (1 − p) "
        "log(1 − s): s is the share of its weight that the head gives there, p the share "
        "asked for."));
}

/* The card names the head that a second objective has shaped before it lists any share, so that a
** reader does not take that head's pattern for something training found by itself. */
static void add_training(const Trainer *trainer, Str recipe_lines, StrBuf *card) {
  const Recipe *recipe = trainer_recipe(trainer);
  int steps = trainer_steps_done(trainer);
  strbuf_format(card, "## %s\n\n", _("How it was trained"));
  strbuf_format(
      card,
      _("With Heads Up, from random numbers (seed %lld). Steps: %d; sequences in each: %d. All "
        "these sequences (%ld) were drawn afresh from the task, none from anywhere else. The "
        "recipe:\n\n"),
      (long long)recipe->seed, steps, recipe->batch, (long)steps * recipe->batch);
  strbuf_add(card, STR("```\n"));
  strbuf_add(card, recipe_lines);
  strbuf_add(card, STR("```\n\n"));
  Look looks[RECIPE_LOOKS_MOST];
  int look_count = recipe_looks(recipe, looks);
  if (look_count == 0) {
    strbuf_format(card, "%s\n\n",
                  _("Only the answers were trained. Where the heads look was left to them."));
    return;
  }
  if (look_count == 1 && looks[0].place == LOOK_TASK && looks[0].share >= 1) {
    add_one_look(&looks[0], card);
    return;
  }
  add_looks(looks, look_count, card);
}

/* Two digits after the point: one wrong answer among 2,000 is 0.05 %. */
static void add_scores(const Evaluation *figures, StrBuf *card) {
  strbuf_format(card, "## %s\n\n", _("How many answers are right"));
  strbuf_format(
      card, "%s\n\n",
      _("Measured over sequences drawn apart from those it was trained on, and from those "
        "its recipe was chosen by:"));
  strbuf_format(card, "| %s | %s | %s | %s |\n|---|---|---|---|\n", _("sequences"), _("right"),
                _("loss"), _("answers asked for"));
  for (int set = 0; set < SAMPLE_SET_COUNT; set++) {
    const Score *score = &figures->scores[set];
    if (score->asked == 0) continue;
    strbuf_format(card, "| %s | %.2f %% | %.4f | %d |\n", _(evaluation_set_label((SampleSet)set)),
                  100 * score->accuracy, score->loss, score->asked);
  }
  strbuf_add_char(card, '\n');
}

/* Of two sentences an answer is a word of the translation. A sentence is right when each of its
** words is: then the words said one after the other are the same, too. */
static void add_whole(const Evaluation *figures, StrBuf *card) {
  strbuf_format(card, "| %s | %s |\n|---|---|\n", _("sequences"), _("sentences wholly right"));
  for (int set = 0; set < SAMPLE_SET_COUNT; set++)
    if (figures->scores[set].asked > 0)
      strbuf_format(card, "| %s | %.2f %% |\n", _(evaluation_set_label((SampleSet)set)),
                    100 * figures->scores[set].whole);
  strbuf_add_char(card, '\n');
}

/* A row for each length. */
static void add_lengths(const Evaluation *figures, StrBuf *card) {
  const LengthCurve *curve = &figures->by_length.curve;
  strbuf_format(card, "### %s\n\n", _("By the length of the sentence"));
  strbuf_format(
      card, "%s\n\n",
      _("Said by itself from the first word to the last, over sentences that training never drew. "
        "A length counts the comma and the full stop. Where training had none so long, two "
        "sentences are joined by “, but”. Words right are those of the right translation that are "
        "said, in its order, out of the longer of the two."));
  strbuf_format(card, "| %s | %s | %s | %s | %s |\n|---|---|---|---|---|\n", _("tokens"),
                _("sentences"), _("words right"), _("sentences wholly right"),
                _("so long in training"));
  for (int i = 0; i < curve->count; i++) {
    const LengthPoint *point = &curve->at[i];
    strbuf_format(card, "| %d | %d | %.1f %% | %.1f %% | %s |\n", point->tokens, point->sentences,
                  100 * length_words_share(point), 100 * length_whole_share(point),
                  point->is_trained ? _("yes") : _("no"));
  }
  strbuf_add_char(card, '\n');
}

/* The heads that have the pattern: "head 1 of layer 2, which was told to; head 2 of layer 2". */
static const char *list_finding_heads(const Trainer *trainer, const Evaluation *figures,
                                      Arena *arena) {
  Look looks[RECIPE_LOOKS_MOST];
  int look_count = recipe_looks(trainer_recipe(trainer), looks);
  const NetworkShape *shape = trainer_shape(trainer);
  StrBuf names = strbuf_make(arena);
  for (int layer = 0; layer < shape->layer_count; layer++)
    for (int head = 0; head < shape->head_count; head++) {
      if (figures->attn_targets.share[layer][head] < figures_found_share) continue;
      bool told = false;
      for (int i = 0; i < look_count; i++)
        told = told ||
               (looks[i].place == LOOK_TASK && looks[i].layer == layer && looks[i].head == head);
      if (names.bytes > 0) strbuf_add(&names, STR("; "));
      strbuf_format(&names,
                    told ? _("head %d of layer %d, which was told to") : _("head %d of layer %d"),
                    head + 1, layer + 1);
    }
  return names.at;
}

/* Where no head has the pattern, the card says so and names the head with the largest share. */
static void add_verdict(const Trainer *trainer, const Evaluation *figures, StrBuf *card) {
  double best = figures->attn_targets.share[figures->best_layer][figures->best_head];
  if (best < figures_found_share) {
    strbuf_format(card,
                  _("No head has it alone; head %d of layer %d is nearest (having it means a mean "
                    "share of at least %g).\n\n"),
                  figures->best_head + 1, figures->best_layer + 1, figures_found_share);
    return;
  }
  strbuf_format(card, _("With a mean share of at least %g it has: %s.\n\n"), figures_found_share,
                list_finding_heads(trainer, figures, card->arena));
}

/* Writes nothing for a task without attention targets. */
static void add_attn_targets(const Trainer *trainer, const Evaluation *figures, StrBuf *card) {
  const NetworkShape *shape = trainer_shape(trainer);
  const TaskInfo *task = task_about(trainer_task(trainer));
  const AttnTargetShares *attn_targets = &figures->attn_targets;
  if (attn_targets->counted == 0) return;
  strbuf_format(card, _("A pattern that solves the task: %s."), _(task->pattern));
  strbuf_add_char(card, ' ');
  if (task->place)
    strbuf_format(card,
                  P_("The mean share of its weight that each head gives to %s, over %d place:",
                     "The mean share of its weight that each head gives to %s, over %d places:",
                     attn_targets->counted),
                  _(task->place), attn_targets->counted);
  else
    strbuf_format(card,
                  P_("The mean share of its weight that each head gives there, over %d place:",
                     "The mean share of its weight that each head gives there, over %d places:",
                     attn_targets->counted),
                  attn_targets->counted);
  strbuf_add(card, STR("\n\n"));
  strbuf_add(card, STR("| |"));
  for (int head = 0; head < shape->head_count; head++)
    strbuf_format(card, " %s |", str_format(card->arena, _("head %d"), head + 1));
  strbuf_add(card, STR("\n|---|"));
  for (int head = 0; head < shape->head_count; head++) strbuf_add(card, STR("---|"));
  for (int layer = 0; layer < shape->layer_count; layer++) {
    strbuf_format(card, "\n| %s |", str_format(card->arena, _("layer %d"), layer + 1));
    for (int head = 0; head < shape->head_count; head++)
      strbuf_format(card, " %.3f |", attn_targets->share[layer][head]);
  }
  strbuf_add(card, STR("\n\n"));
  add_verdict(trainer, figures, card);
}

/* A score below 0 means that the texts had no position at which the role could be measured. */
static void add_role_row(const HeadScores *scores, StrBuf *card) {
  int label = role_label(scores);
  for (int role = 0; role < ROLE_OF_WORDS_COUNT; role++) {
    if (scores->of[role] < 0) strbuf_add(card, STR(" – |"));
    else strbuf_format(card, " %.2f |", scores->of[role]);
  }
  strbuf_format(card, " %s |\n", label < 0 ? "" : _(role_info((Role)label)->name));
}

static void add_roles(const Trainer *trainer, const Evaluation *figures, StrBuf *card) {
  const NetworkShape *shape = trainer_shape(trainer);
  strbuf_format(card,
                _("Each head's scores, over sentences (%d) and made-up sequences (%d). A head has "
                  "a label where a score passes: %.2f, diffuse %.2f."),
                figures->role_sentences, figures->role_sequences, role_info(0)->threshold,
                role_info(ROLE_DIFFUSE)->threshold);
  strbuf_add(card, STR("\n\n| |"));
  for (int role = 0; role < ROLE_OF_WORDS_COUNT; role++)
    strbuf_format(card, " %s |", _(role_info((Role)role)->name));
  strbuf_format(card, " %s |\n|---|", _("label"));
  for (int role = 0; role <= ROLE_OF_WORDS_COUNT; role++) strbuf_add(card, STR("---|"));
  strbuf_add_char(card, '\n');
  for (int layer = 0; layer < shape->layer_count; layer++)
    for (int head = 0; head < shape->head_count; head++) {
      strbuf_format(card, "| %s |",
                    str_format(card->arena, _("layer %d head %d"), layer + 1, head + 1));
      add_role_row(&figures->roles[layer][head], card);
    }
  strbuf_add_char(card, '\n');
}

static void add_alignment(const Trainer *trainer, const Evaluation *figures, StrBuf *card) {
  const NetworkShape *shape = trainer_shape(trainer);
  const AttnTargetShares *shares = &figures->attn_targets;
  if (shape->source == SOURCE_VECTOR) {
    strbuf_format(card, "%s\n\n",
                  _("There is nothing to measure between its halves: the source is one vector, "
                    "each weight on it is 1, and W_Q and W_K of these layers change nothing."));
    return;
  }
  strbuf_format(
      card,
      P_("Training never saw which word is said for which. Of %d word of translations, the share "
         "whose heaviest weight in the attention to the source is on the word it is said for:",
         "Training never saw which word is said for which. Of %d words of translations, the share "
         "whose heaviest weight in the attention to the source is on the word it is said for:",
         shares->counted),
      shares->counted);
  strbuf_add(card, STR("\n\n| |"));
  for (int head = 0; head < shape->head_count; head++)
    strbuf_format(card, " %s |", str_format(card->arena, _("head %d"), head + 1));
  strbuf_add(card, STR("\n|---|"));
  for (int head = 0; head < shape->head_count; head++) strbuf_add(card, STR("---|"));
  for (int layer = 0; layer < network_stack_count(shape); layer++) {
    if (network_layer_kind(shape, layer) != LAYER_CROSS) continue;
    strbuf_format(
        card, "\n| %s |",
        str_format(card->arena, _("decoder layer %d"), network_decoder_layer(shape, layer) + 1));
    for (int head = 0; head < shape->head_count; head++)
      strbuf_format(card, " %.1f %% |", 100 * shares->heaviest[layer][head]);
  }
  strbuf_add(card, STR("\n\n"));
  strbuf_format(card, _("The nearest is head %d of decoder layer %d.\n\n"), figures->best_head + 1,
                network_decoder_layer(shape, figures->best_layer) + 1);
}

static void add_heads(const Trainer *trainer, const Evaluation *figures, StrBuf *card) {
  strbuf_format(card, "## %s\n\n", _("What its heads measure"));
  if (trainer_shape(trainer)->encoder_layers > 0) {
    add_alignment(trainer, figures, card);
    return;
  }
  add_attn_targets(trainer, figures, card);
  add_roles(trainer, figures, card);
}

/* The hidden word and the unknown embeddings do not count as words that the model knows. */
static void add_limits(const Trainer *trainer, StrBuf *card) {
  const Task *task = trainer_task(trainer);
  const Vocabulary *words = task_vocabulary(task);
  strbuf_format(card, "## %s\n\n%s\n\n", _("What it cannot do"), _(task_about(task)->limits));
  int known = words->count - words->unknown_count - 1;
  bool is_of_two = trainer_shape(trainer)->encoder_layers > 0;
  int most = is_of_two ? MODEL_HALF_TOKENS_MOST : MODEL_TOKENS_MOST;
  strbuf_format(card,
                P_("Nor anything but this task. It knows %d word (vocab.txt).",
                   "Nor anything but this task. It knows %d words (vocab.txt).", known),
                known);
  strbuf_add_char(card, ' ');
  strbuf_format(
      card,
      P_("It takes up to %d token, but was trained on sequences of up to %d: beyond them, and on "
         "sequences unlike those it was trained on, its answers mean nothing. It knows nothing of "
         "the world.\n\n",
         "It takes up to %d tokens, but was trained on sequences of up to %d: beyond them, and on "
         "sequences unlike those it was trained on, its answers mean nothing. It knows nothing of "
         "the world.\n\n",
         most),
      most, is_of_two ? task_tokens_most(task) / 2 : task_tokens_most(task));
  if (words->unknown_count > 0)
    strbuf_format(card,
                  P_("Words outside its vocabulary share %d embedding: it can tell them apart, but "
                     "knows nothing of them.\n",
                     "Words outside its vocabulary share %d embeddings: it can tell them apart, "
                     "but knows nothing of them.\n",
                     words->unknown_count),
                  words->unknown_count);
  else strbuf_format(card, "%s\n", _("A word outside its vocabulary means nothing to it."));
}

bool evaluation_card(const Trainer *trainer, const Evaluation *figures, Arena *arena, Str *card,
                     Status *status) {
  StrBuf text = strbuf_make(arena);
  Str lines = recipe_text(arena, trainer_recipe(trainer));
  add_head(trainer, &text);
  add_training(trainer, lines, &text);
  add_scores(figures, &text);
  if (trainer_shape(trainer)->encoder_layers > 0) add_whole(figures, &text);
  if (figures->by_length.curve.count > 0) add_lengths(figures, &text);
  add_heads(trainer, figures, &text);
  add_limits(trainer, &text);
  *card = strbuf_str(&text);
  return text.failed ? status_no_memory(status) : true;
}

static bool save_card(const Trainer *trainer, Arena *arena, const char *folder,
                      const Evaluation *figures, Status *status) {
  Str card;
  const char *path = str_format(arena, "%s/README.md", folder);
  if (!path) return status_no_memory(status);
  return evaluation_card(trainer, figures, arena, &card, status) &&
         os_save_file(path, card.at, card.bytes, status);
}

static bool save_lengths(const Trainer *trainer, Arena *arena, const char *folder,
                         const Evaluation *figures, Status *status) {
  const char *path = str_format(arena, "%s/lengths.csv", folder);
  if (!path) return status_no_memory(status);
  if (figures->by_length.curve.count == 0) return true;
  return length_file_save(&figures->by_length, task_vocabulary(trainer_task(trainer)), path,
                          status);
}

bool evaluation_save_card(Trainer *trainer, const char *folder, Evaluation *figures,
                          Status *status) {
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  bool saved = evaluation_measure(trainer, EVALUATION_SEQUENCES, figures, status) &&
               save_lengths(trainer, arena, folder, figures, status) &&
               save_card(trainer, arena, folder, figures, status);
  arena_free(arena);
  return saved;
}
