/* train/task/sentences.c -- grammars opened for a task, and sentences of a set drawn from them. */
#include "train/task/sentences.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "assets/assets.h"
#include "base/os.h"
#include "base/i18n.h"
#include "train/source_location.h"

enum { GRAMMAR_BYTES_MOST = 1 << 20, TRIES_MOST = 3000, TRIES_SEED = 1 };

static const char *const usual_grammars[] = {"english", "chinese"};

/* A sentence is held out when one of its pronouns has a held-out combination; a sentence of the
** training set has no such pronoun. */
static bool belongs_to(const Sentence *sentence, SampleSet set) {
  int held_out = 0;
  for (int i = 0; i < sentence->pronoun_count; i++)
    held_out += grammar_is_held_out(grammar_combination(sentence, i));
  if (set == SAMPLES_HELD_OUT) return held_out > 0;
  if (set == SAMPLES_UNKNOWN) return sentence->unknown >= 0 && sentence->pronoun_count > 0;
  return held_out == 0;
}

/* Can a sentence of the set be drawn? sentences_draw would not end otherwise. */
static bool can_draw(const Grammar *grammar, SampleSet set) {
  Rng rng = rng_make(TRIES_SEED);
  Sentence sentence;
  for (int tries = 0; tries < TRIES_MOST; tries++)
    if (grammar_try(grammar, set == SAMPLES_UNKNOWN, &rng, &sentence) && belongs_to(&sentence, set))
      return true;
  return false;
}

/* Finds the sets that the grammar has; refuses a grammar, or a line of it, that gives no
** sentence. */
static bool find_sets(const Grammar *grammar, const char *path, bool has_set[SAMPLE_SET_COUNT],
                      Status *status) {
  char place[SOURCE_LOCATION_BYTES];
  source_location_write(path, 0, place);
  has_set[SAMPLES_TRAINED] = can_draw(grammar, SAMPLES_TRAINED);
  if (!has_set[SAMPLES_TRAINED])
    return status_fail(status, STATUS_USAGE,
                       _("%s: no sentence can be made; are there nouns that the verbs take and "
                         "adjectives fit?"),
                       place);
  has_set[SAMPLES_HELD_OUT] = can_draw(grammar, SAMPLES_HELD_OUT);
  has_set[SAMPLES_UNKNOWN] = can_draw(grammar, SAMPLES_UNKNOWN);
  const char *vain = grammar_vain_line(grammar);
  return !vain || status_fail(status, STATUS_USAGE,
                              _("%s: no sentence can be made of this line; do its verbs, "
                                "adjectives and classes fit each other, and is exactly one noun "
                                "meant by each pronoun?"),
                              vain);
}

/* Adds the recipe's line, and what a grammar may be, to the error about the file. */
static bool fail_open(Arena *arena, const char *recipe_place, const char *name, Status *status) {
  Status why = *status;
  const char *list = grammar_builtin_list(arena);
  if (os_kind(name) == OS_MISSING)
    status_fail(status, STATUS_USAGE,
                _("there is no grammar “%.*s”: it is %s, or the path of a file, as seen from the "
                  "folder headsup is started in"),
                SOURCE_LOCATION_PATH_BYTES, name, list);
  else
    status_fail(status, why.kind, _("%s A grammar is %s, or the path of a file"), why.sentence,
                list);
  return status_put_place(status, recipe_place);
}

/* name is that of a built-in grammar, or a path. */
static bool read_grammar(Arena *arena, const char *recipe_place, const char *name,
                         Sentences *sentences, Status *status) {
  GrammarFile file = {.path = name};
  if (!grammar_find_builtin(arena, name, &file) &&
      !os_read_file(arena, name, GRAMMAR_BYTES_MOST, &file.text, status))
    return fail_open(arena, recipe_place, name, status);
  int index = sentences->grammar_count++;
  sentences->names[index] = name;
  if (!grammar_read(arena, &file, &sentences->words, &sentences->grammars[index], status))
    return false;
  return find_sets(sentences->grammars[index], file.path, sentences->has_set[index], status);
}

/* A task has a set when one of its grammars has it; sentences_choose draws only from those. */
static bool lacks(const Task *task, const Sentences *sentences, SampleSet set) {
  if (set == SAMPLES_UNKNOWN && task->unknown == 0) return true;
  for (int i = 0; i < sentences->grammar_count; i++)
    if (sentences->has_set[i][set]) return false;
  return true;
}

/* The dictionary is for the two grammars that ship. */
static bool read_dictionary(Arena *arena, const Task *task, Sentences *made, Status *status) {
  GrammarFile file = {.path = "dictionary/english-chinese.txt"};
  if (task->kind != &task_translator_kind) return true;
  bool fits = made->grammar_count == 2 && strcmp(made->names[0], usual_grammars[0]) == 0 &&
              strcmp(made->names[1], usual_grammars[1]) == 0;
  if (!fits || !assets_find(file.path, &file.text))
    return status_fail(status, STATUS_USAGE, _("translator takes: grammar english chinese"));
  made->dictionary = pair_dictionary_read(arena, &file, &made->words, made->grammars[1], status);
  return made->dictionary != NULL;
}

/* All grammars share one list of words: a spelling in two of them has one id. */
bool sentences_open(Arena *arena, const Recipe *recipe, Task *task, Status *status) {
  Sentences *made = arena_take(arena, 1, sizeof *made);
  if (!made) return status_no_memory(status);
  if (!grammar_words_make(arena, &made->words, status)) return false;
  bool usual = recipe->grammar_count == 0;
  int count = usual ? 2 : recipe->grammar_count;
  const char *place = recipe->grammars_place ? recipe->grammars_place : "";
  for (int i = 0; i < count; i++)
    if (!read_grammar(arena, place, usual ? usual_grammars[i] : recipe->grammars[i], made, status))
      return false;
  if (!read_dictionary(arena, task, made, status)) return false;
  Str file = grammar_words_file(&made->words, task->unknown);
  if (!file.at) return status_no_memory(status);
  task->own = made;
  for (int set = 0; set < SAMPLE_SET_COUNT; set++)
    task->lacks_set[set] = lacks(task, made, (SampleSet)set);
  return vocabulary_read(arena, task->kind->info.name, file, task->unknown, &task->vocabulary,
                         status);
}

const char *sentences_digest(const Sentences *sentences, Arena *arena) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < sentences->grammar_count; i++)
    strbuf_format(&text, "%s%016" PRIx64, i ? " " : "", grammar_digest(sentences->grammars[i]));
  return text.failed ? NULL : text.at;
}

const Sentences *sentences_of(const Task *task) { return task->own; }

int sentences_id(const Task *task, int word) {
  return VOCABULARY_UNKNOWN_FIRST + task->unknown + word;
}

const Grammar *sentences_choose(const Task *task, SampleSet set, Rng *rng) {
  const Sentences *sentences = sentences_of(task);
  int index;
  do index = rng_below(rng, sentences->grammar_count);
  while (!sentences->has_set[index][set]);
  return sentences->grammars[index];
}

void sentences_draw(const Grammar *grammar, SampleSet set, double unknown_share, Rng *rng,
                    Sentence *sentence) {
  while (!grammar_try(grammar, unknown_share, rng, sentence) || !belongs_to(sentence, set)) {
  }
}

/* Draws an id again when it equals an earlier one; this ends because count ≤ unknown. */
int sentences_unknown_ids(const Task *task, Rng *rng, int count, int ids[UNKNOWN_TOKENS_MOST + 1]) {
  if (count > task->unknown) count = task->unknown;
  for (int i = 0; i < count; i++) {
    ids[i] = VOCABULARY_UNKNOWN_FIRST + rng_below(rng, task->unknown);
    for (int j = 0; j < i; j++)
      if (ids[j] == ids[i]) j = i--;
  }
  return count;
}
