/* train/task/translator.c -- the task of saying an English sentence in Chinese.
**
** A sample has two sentences: the source, and the target as it is said word by word. Each row of
** the target is asked for the next word; the first row is the hidden word, which begins every
** target, and the last answer is the full stop.
**
**   source   the dog slept .
**   target   ___ 狗 睡觉 了
**   answers  狗 睡觉 了 。
**
** Attention targets: the word of the source that the answer is said for (train/grammar/pair.h).
** Nothing of them is used in training.
*/
#include "train/task/kind.h"

#include "base/i18n.h"
#include "train/task/sentences.h"

/* Words of either sentence, and how many draws show that a set can be drawn. */
enum { WORDS_MOST = 24, DRAWS_MOST = 2000 };

static bool draw(const Task *task, SampleSet set, Rng *rng, SentencePair *pair) {
  const Sentences *sentences = sentences_of(task);
  Sentence english;
  sentences_draw(sentences->grammars[0], set, 0, rng, &english);
  return pair_make(sentences->dictionary, &english, pair) && pair->source_count <= WORDS_MOST &&
         pair->target_count <= WORDS_MOST;
}

static void sample(const Task *task, SampleSet set, Rng *rng, Batch *batch) {
  SentencePair pair;
  while (!draw(task, set, rng, &pair)) {
  }
  sequence_begin(batch);
  for (int i = 0; i < pair.source_count; i++)
    sequence_add(batch, (TaskToken){sentences_id(task, pair.source[i]), TARGET_NONE, -1, 0});
  sequence_end_source(batch);
  for (int i = 0; i < pair.target_count; i++) {
    int before = i == 0 ? VOCABULARY_HIDDEN_ID : sentences_id(task, pair.target[i - 1]);
    sequence_add(batch, (TaskToken){before, sentences_id(task, pair.target[i]), pair.from[i], 1});
  }
  sequence_end(batch);
}

static bool can_draw(const Task *task, SampleSet set) {
  Rng rng = rng_make(1);
  SentencePair pair;
  for (int i = 0; i < DRAWS_MOST; i++)
    if (draw(task, set, &rng, &pair)) return true;
  return false;
}

static bool open(Arena *arena, const Recipe *recipe, Task *task, Status *status) {
  task->tokens_most = 2 * WORDS_MOST;
  task->shown = STR("The animal did not cross the street because it was too tired");
  if (!sentences_open(arena, recipe, task, status)) return false;
  if (!sentences_of(task)->has_set[0][SAMPLES_HELD_OUT] || !can_draw(task, SAMPLES_HELD_OUT))
    task->lacks_set[SAMPLES_HELD_OUT] = true;
  return can_draw(task, SAMPLES_TRAINED) ||
         status_fail(status, STATUS_USAGE,
                     _("translator: no sentence of the English grammar can be said in Chinese"));
}

const TaskKind task_translator_kind = {
    {"translator", N_("say an English sentence in Chinese"),
     N_("each word of the translation looks at the word it is said for"), NULL,
     N_("It translates sentences of its own grammar alone, into one way to say them: no other "
        "words, no other forms, and not back; of a few words that it knows there was no pair, and "
        "it says another. Which Chinese word stands for “they” it tells by "
        "what “they” means, where its grammar says so.")},
    open,
    sample,
    {true, true, false},
    0,
    NULL};
