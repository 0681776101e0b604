/* train/task/reader.c -- the task of resolving pronouns and of naming hidden words.
**
** A sample is one sentence of a grammar, or two whose pronouns cannot be confused. In training the
** same sentence may follow once more, where nothing is asked: words of one sentence seldom repeat,
** and a head that is told to look at the same word needs places where it stands. A sample asks for
**   pronouns      the id of the noun as the sentence has it; for an unknown noun its first token
**   hidden words  in training only: one word of a sentence, with probability hidden_share. Mostly a
**                 word that the rest determines (was or were, a measure word, a word without an
**                 alternative); with probability loose_share a noun, verb or adjective, where
**                 several words would be right and the model learns which ones
**
** In some training samples an adjective before its noun, or a verb that no answer depends on, is
** replaced by an unknown word. Other tokens have no target. In training a sentence without a
** pronoun gets a hidden word.
*/
#include "train/task/kind.h"

#include <string.h>

#include "base/i18n.h"
#include "train/task/sentences.h"

enum {
  SENTENCES_MOST = 2,
  MENTIONS_MOST = 10, /* of the unknown noun */
  TOKENS_MOST =
      SENTENCES_MOST * (SENTENCE_WORDS_MOST + 1) + MENTIONS_MOST * (UNKNOWN_TOKENS_MOST - 1),
  SECOND_TRIES = 12,
  HIDE_TRIES = 64
};

static const double unknown_share = 0.5, second_share = 0.1, twice_share = 0.15, ends_share = 0.7;
static const double hidden_share = 0.08, loose_share = 0.2, strange_share = 0.12;

typedef struct Draw {
  const Task *task;
  SampleSet set;
  Rng *rng;
  Batch *batch;
  /* The ids of the unknown noun, [unknown_count]; the one behind them is for `strange`. */
  int unknown_ids[UNKNOWN_TOKENS_MOST + 1], unknown_count;
  int strange; /* an unknown id that replaces one adjective or verb of the sample, or -1 */
  WordKind strange_kind;
} Draw;

static bool happens(Rng *rng, double share) { return rng_uniform(rng) < share; }

static int mentions_of_unknown(const Sentence *sentence) {
  int count = 0;
  for (int i = 0; i < sentence->word_count; i++)
    count += sentence->words[i].kind == WORD_NOUN && sentence->words[i].of == sentence->unknown;
  return count;
}

/* ---- words of one sentence ---- */

static TaskToken token_without_target(int id) { return (TaskToken){id, TARGET_NONE, -1, 0}; }

static void add_unknown_noun(const Draw *draw) {
  for (int i = 0; i < draw->unknown_count; i++)
    sequence_add(draw->batch, token_without_target(draw->unknown_ids[i]));
}

/* Can the pronouns be resolved without knowing the verb? */
static bool needs_no_verb(const Sentence *sentence) {
  for (int i = 0; i < sentence->hold_count; i++)
    if (sentence->holds[i].kind != HOLD_ADJECTIVE) return false;
  for (int i = 0; i < sentence->pronoun_count; i++) {
    int count = 0;
    for (int noun = 0; noun < sentence->noun_count; noun++)
      count += grammar_could_mean(sentence, i, sentence, noun);
    if (count != 1) return false;
  }
  return sentence->unknown < 0;
}

static bool is_strange(const Draw *draw, const Sentence *sentence, const SentenceWord *word) {
  if (draw->strange < 0 || word->kind != draw->strange_kind) return false;
  return word->kind == WORD_ADJECTIVE || needs_no_verb(sentence);
}

static void add_word(Draw *draw, const Sentence *sentence, const SentenceWord *word) {
  bool strange = is_strange(draw, sentence, word);
  if (word->kind == WORD_NOUN && word->of == sentence->unknown) add_unknown_noun(draw);
  else if (strange) sequence_add(draw->batch, token_without_target(draw->strange));
  else sequence_add(draw->batch, token_without_target(sentences_id(draw->task, word->word)));
  if (strange) draw->strange = -1;
}

/* In a held-out sentence only the pronouns whose combination is held out have a target. */
static bool is_asked(const Draw *draw, const Sentence *sentence, int pronoun) {
  if (draw->set != SAMPLES_HELD_OUT) return true;
  return grammar_is_held_out(grammar_combination(sentence, pronoun));
}

/* Sets the answer of a token that is added already; `at` counts from the first of the sequence. */
static void set_answer(const Draw *draw, int at, TaskToken answer) {
  int index = draw->batch->starts[draw->batch->sequence_count] + at;
  draw->batch->targets[index] = answer.target;
  draw->batch->attn_targets[index] = answer.attn_target;
  draw->batch->attn_target_counts[index] = answer.attn_target_count;
}

/* The attention target is the first mention of the noun. */
static void ask_pronouns(const Draw *draw, const Sentence *sentence, const int *places) {
  for (int i = 0; i < sentence->pronoun_count; i++) {
    int noun = sentence->pronouns[i].noun, at = 0;
    if (!is_asked(draw, sentence, i)) continue;
    while (sentence->words[at].kind != WORD_NOUN || sentence->words[at].of != noun) at++;
    int attn_target = places[at], count = noun == sentence->unknown ? draw->unknown_count : 1;
    int target = sequence_token(draw->batch, attn_target).id;
    set_answer(draw, places[sentence->pronouns[i].at], (TaskToken){0, target, attn_target, count});
  }
}

/* Does the answer of a pronoun depend on this word? */
static bool decides(const Sentence *sentence, const SentenceWord *word) {
  bool is_said = word->kind == WORD_VERB || word->kind == WORD_PREDICATE;
  for (int i = 0; i < sentence->pronoun_count; i++)
    if (is_said || sentence->pronouns[i].noun == word->of) return true;
  return false;
}

/* loose: may a noun, verb or adjective be hidden, for which several words would be right?
** Otherwise: a word that the rest determines. */
static bool may_hide(const Sentence *sentence, const SentenceWord *word, bool loose) {
  switch (word->kind) {
  case WORD_PLAIN:
  case WORD_AGREES:
    return !loose;
  case WORD_ADJECTIVE:
    return loose;
  case WORD_NOUN:
  case WORD_VERB:
  case WORD_PREDICATE:
    return loose && !decides(sentence, word);
  default:
    return false;
  }
}

static bool hide_a_word(const Draw *draw, const Sentence *sentence, const int *places) {
  bool loose = happens(draw->rng, loose_share);
  int chosen = -1, seen = 0;
  for (int i = 0; i < sentence->word_count; i++) {
    bool known = sequence_token(draw->batch, places[i]).id > draw->task->unknown;
    if (known && may_hide(sentence, &sentence->words[i], loose) &&
        rng_below(draw->rng, ++seen) == 0)
      chosen = i;
  }
  if (chosen < 0) return false;
  int index = draw->batch->starts[draw->batch->sequence_count] + places[chosen];
  draw->batch->targets[index] = draw->batch->tokens[index];
  draw->batch->tokens[index] = VOCABULARY_HIDDEN_ID;
  return true;
}

static void add_words(Draw *draw, const Sentence *sentence, int places[SENTENCE_WORDS_MOST]) {
  for (int i = 0; i < sentence->word_count; i++) {
    places[i] = sequence_length(draw->batch);
    add_word(draw, sentence, &sentence->words[i]);
  }
}

/* Without a pronoun a training sentence must have a hidden word, or it would have no target.
** hide_a_word may find none to hide; after HIDE_TRIES the sentence stays without one. */
static void add_sentence(Draw *draw, const Sentence *sentence) {
  int places[SENTENCE_WORDS_MOST];
  add_words(draw, sentence, places);
  ask_pronouns(draw, sentence, places);
  bool must = sentence->pronoun_count == 0;
  if (draw->set != SAMPLES_TRAINED || (!must && !happens(draw->rng, hidden_share))) return;
  for (int tries = 0; tries < HIDE_TRIES && !hide_a_word(draw, sentence, places); tries++)
    if (!must) return;
}

static void add_end(const Draw *draw, const Grammar *grammar) {
  int word = grammar_end_word(grammar);
  if (word >= 0) sequence_add(draw->batch, token_without_target(sentences_id(draw->task, word)));
}

/* ---- a sample ---- */

static void draw_first(const Draw *draw, const Grammar *grammar, Sentence *sentence) {
  double share = draw->set == SAMPLES_UNKNOWN    ? 1
                 : draw->set == SAMPLES_HELD_OUT ? 0
                                                 : unknown_share;
  if (draw->task->unknown == 0) share = 0;
  do sentences_draw(grammar, draw->set, share, draw->rng, sentence);
  while (mentions_of_unknown(sentence) > MENTIONS_MOST);
}

/* Draws a second sentence, without unknown words, that cannot be confused with the first. */
static bool draw_second(const Draw *draw, const Sentence *first, Sentence *second) {
  if (grammar_end_word(first->grammar) < 0 || !happens(draw->rng, second_share)) return false;
  for (int tries = 0; tries < SECOND_TRIES; tries++) {
    sentences_draw(first->grammar, SAMPLES_TRAINED, 0, draw->rng, second);
    if (grammar_stands_apart(first, second) && grammar_stands_apart(second, first)) return true;
  }
  return false;
}

static bool is_said_twice(const Draw *draw, const Sentence *first) {
  return draw->set == SAMPLES_TRAINED && grammar_end_word(first->grammar) >= 0 &&
         2 * mentions_of_unknown(first) <= MENTIONS_MOST && happens(draw->rng, twice_share);
}

static void choose_unknown_ids(Draw *draw, const Grammar *grammar) {
  draw->unknown_count = grammar_joins_words(grammar) ? 1 + rng_below(draw->rng, 3) : 1;
  int count =
      sentences_unknown_ids(draw->task, draw->rng, draw->unknown_count + 1, draw->unknown_ids);
  bool strange = draw->set == SAMPLES_TRAINED && happens(draw->rng, strange_share);
  draw->strange = strange && count == draw->unknown_count + 1 ? draw->unknown_ids[count - 1] : -1;
  draw->strange_kind = happens(draw->rng, 0.5) ? WORD_ADJECTIVE : WORD_VERB;
  if (draw->unknown_count > count) draw->unknown_count = count;
}

/* The order of two sentences is random, so that the model does not learn to attend to the first. */
static void sample(const Task *task, SampleSet set, Rng *rng, Batch *batch) {
  Draw draw = {.task = task, .set = set, .rng = rng, .batch = batch};
  const Grammar *grammar = sentences_choose(task, set, rng);
  Sentence first, second;
  choose_unknown_ids(&draw, grammar);
  draw_first(&draw, grammar, &first);
  bool twice = is_said_twice(&draw, &first);
  bool two = !twice && draw_second(&draw, &first, &second), swapped = two && happens(rng, 0.5);
  sequence_begin(batch);
  add_sentence(&draw, swapped ? &second : &first);
  if (two) {
    add_end(&draw, grammar);
    add_sentence(&draw, swapped ? &first : &second);
  } else if (twice) {
    int places[SENTENCE_WORDS_MOST];
    add_end(&draw, grammar);
    add_words(&draw, &first, places);
  }
  if (happens(rng, ends_share)) add_end(&draw, grammar);
  sequence_end(batch);
}

/* ---- opening ---- */

static bool knows_all(const Task *task, Arena *arena, Str sentence, Status *status, bool *all) {
  Tokens tokens;
  const int *ids;
  if (!vocabulary_split(task->vocabulary, arena, sentence, TOKENS_MOST, &tokens, &ids, status))
    return false;
  *all = true;
  for (int i = 0; i < tokens.count; i++) *all = *all && ids[i] > task->unknown;
  return true;
}

/* The well-known example if the vocabulary has all its words, otherwise a sentence of the
** grammar. */
static bool write_shown(Arena *arena, Task *task, Status *status) {
  Batch batch;
  Rng rng = rng_make(1);
  bool all;
  task->shown = STR("The animal didn't cross the street because it was too tired");
  if (!knows_all(task, arena, task->shown, status, &all)) return false;
  if (all) return true;
  if (!batch_make(arena, 1, task->tokens_most, &batch, status)) return false;
  batch_clear(&batch);
  sample(task, SAMPLES_TRAINED, &rng, &batch);
  Str words = task_sample_words(task, &batch, 0, arena);
  const char *end = memchr(words.at, '\n', words.bytes);
  task->shown = (Str){words.at, end ? (size_t)(end - words.at) : words.bytes};
  return true;
}

static bool open(Arena *arena, const Recipe *recipe, Task *task, Status *status) {
  if (!sentences_open(arena, recipe, task, status)) return false;
  task->tokens_most = TOKENS_MOST;
  return write_shown(arena, task, status);
}

const TaskKind task_reader_kind = {
    {"reader", N_("name the noun a pronoun stands for"),
     N_("every pronoun looks at its noun; which one, the adjective or the verb tells"), NULL,
     N_("Elsewhere than at pronouns and hidden words it was never asked, and what it names there "
        "means nothing. Of a hidden word many would often do; it names a likely one. A noun is "
        "told "
        "by the classes its grammar gives it (who can be tired, what can be wide), not by what the "
        "world is like; where two nouns could be meant it names one all the same. Of a noun it "
        "never met it knows only what the words around it say. Chinese is written without spaces, "
        "so a word it does not know is read character by character, and a character that is a word "
        "by itself is taken for that word: 袋熊 is something unknown and 熊, 熊猫 is 熊 and 猫. "
        "Sentences of other patterns than "
        "the grammar's, more than two of them, and other languages are beyond it.")},
    open,
    sample,
    {true, true, true},
    0,
    NULL};
