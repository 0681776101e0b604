/* train/task_sentences.c -- grammars opened for a task, and sentences of a set drawn from them. */
#include "train/task_sentences.h"

#include <assert.h>
#include <string.h>

#include "assets/assets.h"
#include "base/os.h"
#include "base/words.h"

enum { GRAMMAR_BYTES_MOST = 1 << 20 };

static const char *const usual_grammars[] = {"english", "chinese"};

/* The name of one that is built in, or a path. */
static bool read_one(Arena *arena, const char *name, Sentences *sentences, Status *status) {
  Str text;
  const char *path = str_format(arena, "grammar/%s.txt", name);
  if (!path) return status_no_memory(status);
  if (!assets_find(path, &text)) {
    path = name;
    if (!os_read_file(arena, path, GRAMMAR_BYTES_MOST, &text, status)) return false;
  }
  return grammar_read(arena, path, text, &sentences->words,
                      &sentences->grammars[sentences->grammar_count++], status);
}

bool sentences_open(Arena *arena, const Recipe *recipe, Task *task, Status *status) {
  Sentences *made = arena_take(arena, 1, sizeof *made);
  if (!made) return status_no_memory(status);
  if (!grammar_words_make(arena, &made->words, status)) return false;
  bool usual = recipe->grammar_count == 0;
  int count = usual ? 2 : recipe->grammar_count;
  for (int i = 0; i < count; i++)
    if (!read_one(arena, usual ? usual_grammars[i] : recipe->grammars[i], made, status))
      return false;
  Str file = grammar_words_file(&made->words, task->unknown);
  if (!file.at) return status_no_memory(status);
  task->own = made;
  return vocabulary_read(arena, task->kind->info.name, file, task->unknown, &task->vocabulary,
                         status);
}

const Sentences *sentences_of(const Task *task) { return task->own; }

int sentences_id(const Task *task, int word) {
  return VOCABULARY_UNKNOWN_FIRST + task->unknown + word;
}

const Grammar *sentences_choose(const Task *task, Rng *rng) {
  const Sentences *sentences = sentences_of(task);
  return sentences->grammars[rng_below(rng, sentences->grammar_count)];
}

static bool belongs_to(const Sentence *sentence, SampleSet set) {
  int held_out = 0;
  for (int i = 0; i < sentence->pronoun_count; i++)
    held_out += grammar_is_held_out(grammar_combination(sentence, i));
  if (set == SAMPLES_HELD_OUT) return held_out > 0;
  if (set == SAMPLES_UNKNOWN) return sentence->unknown >= 0 && sentence->pronoun_count > 0;
  return held_out == 0;
}

void sentences_draw(const Grammar *grammar, SampleSet set, double unknown_share, Rng *rng,
                    Sentence *sentence) {
  while (!grammar_try(grammar, unknown_share, rng, sentence) || !belongs_to(sentence, set)) {
  }
}

int sentences_unknown_ids(const Task *task, Rng *rng, int count, int ids[UNKNOWN_TOKENS_MOST + 1]) {
  if (count > task->unknown) count = task->unknown;
  for (int i = 0; i < count; i++) {
    ids[i] = VOCABULARY_UNKNOWN_FIRST + rng_below(rng, task->unknown);
    for (int j = 0; j < i; j++)
      if (ids[j] == ids[i]) j = i--;
  }
  return count;
}
