/* train/grammar/grammar.c -- resolves pronouns: which nouns fit one, and which noun it means. */
#include "train/grammar/grammar.h"

#include "train/grammar/parts.h"

bool grammar_joins_words(const Grammar *grammar) { return grammar->joins_words; }
int grammar_end_word(const Grammar *grammar) { return grammar->end_word; }
uint64_t grammar_digest(const Grammar *grammar) { return grammar->digest; }

bool grammar_noun_is(const Noun *noun, ClassSet classes) { return (noun->classes & classes) != 0; }

/* Does the adjective fit the noun, or does the verb take it as its subject or object? */
static bool takes_what_is_said(const Grammar *grammar, const SentenceHold *hold, const Noun *noun) {
  if (hold->kind == HOLD_ADJECTIVE)
    return grammar_noun_is(noun, grammar->adjectives[hold->adjective].fits);
  const Verb *verb = &grammar->verbs[hold->verb];
  return grammar_noun_is(noun, hold->kind == HOLD_SUBJECT ? verb->subjects : verb->objects);
}

/* Checks the pronoun's own number and classes (she: one, female), then everything said of it. */
static bool noun_fits(const Sentence *sentence, int pronoun, const Noun *noun, int number) {
  const Grammar *grammar = sentence->grammar;
  const Pronoun *asked = &grammar->pronouns[sentence->pronouns[pronoun].pronoun];
  if (!(asked->number & number) || !grammar_noun_is(noun, asked->fits)) return false;
  for (int i = 0; i < sentence->hold_count; i++)
    if (sentence->holds[i].pronoun == pronoun &&
        !takes_what_is_said(grammar, &sentence->holds[i], noun))
      return false;
  return true;
}

/* Is the noun the subject or object of a verb whose object or subject is the pronoun? */
static bool is_other_noun(const Sentence *sentence, int pronoun, int noun) {
  for (int i = 0; i < sentence->hold_count; i++) {
    const SentenceHold *hold = &sentence->holds[i];
    if (hold->pronoun != pronoun || hold->kind == HOLD_ADJECTIVE) continue;
    if ((hold->kind == HOLD_SUBJECT ? hold->object : hold->subject) == noun) return true;
  }
  return false;
}

/* Could this noun be the unknown one? It must have a class of every set that its places require. */
static bool place_allows(const uint64_t *allowed, const Noun *noun) {
  for (int i = 0; i < SENTENCE_HOLDS_MOST && allowed[i]; i++)
    if (!grammar_noun_is(noun, allowed[i])) return false;
  return true;
}

/* Nouns of another grammar never fit: a Chinese pronoun means no English noun. For an unknown noun
** every noun of the grammar that its places allow is tried. */
bool grammar_could_mean(const Sentence *sentence, int pronoun, const Sentence *other, int noun) {
  const SentenceNoun *candidate = &other->nouns[noun];
  if (candidate->noun < 0) return false;
  if (other == sentence && is_other_noun(sentence, pronoun, noun)) return false;
  const Grammar *grammar = other->grammar;
  if (grammar != sentence->grammar) return false;
  if (other->unknown != noun)
    return noun_fits(sentence, pronoun, &grammar->nouns[candidate->noun], candidate->number);
  for (int i = 0; i < grammar->noun_count; i++)
    if (place_allows(other->allowed[noun], &grammar->nouns[i]) &&
        noun_fits(sentence, pronoun, &grammar->nouns[i], NUMBER_ANY))
      return true;
  return false;
}

/* The noun that the adjective is about by the verb's line, or -1. */
static int leaning_noun(const Sentence *sentence, const SentenceHold *hold) {
  if (hold->reason == REASON_NONE || hold->subject < 0 || hold->object < 0) return -1;
  Lean lean = (Lean)sentence->grammar->verbs[hold->verb].leans[hold->adjective];
  if (lean == LEAN_NONE) return -1;
  bool about_subject = (lean == LEAN_SUBJECT) == (hold->reason == REASON_AGAINST);
  return about_subject ? hold->subject : hold->object;
}

/* The noun that the verb's line names, when exactly the verb's two nouns fit; or -1. `fitting` has
** a bit per noun. */
static int resolve_by_verb(const Sentence *sentence, int pronoun, unsigned fitting) {
  for (int i = 0; i < sentence->hold_count; i++) {
    const SentenceHold *hold = &sentence->holds[i];
    int noun = hold->pronoun == pronoun ? leaning_noun(sentence, hold) : -1;
    if (noun >= 0) return fitting == (1u << hold->subject | 1u << hold->object) ? noun : -1;
  }
  return -1;
}

/* Does the verb's line name another noun than this one? */
static bool verb_names_another(const Sentence *sentence, int pronoun, int noun) {
  for (int i = 0; i < sentence->hold_count; i++) {
    const SentenceHold *hold = &sentence->holds[i];
    int named = hold->pronoun == pronoun ? leaning_noun(sentence, hold) : -1;
    if (named >= 0 && named != noun) return true;
  }
  return false;
}

int grammar_resolve(const Sentence *sentence, int pronoun) {
  unsigned fitting = 0;
  int count = 0, last = -1;
  for (int i = 0; i < sentence->noun_count; i++)
    if (grammar_could_mean(sentence, pronoun, sentence, i)) fitting |= 1u << i, last = i, count++;
  if (count != 1) return resolve_by_verb(sentence, pronoun, fitting);
  return verb_names_another(sentence, pronoun, last) ? -1 : last;
}

static bool share_a_noun(const Sentence *a, const Sentence *b) {
  for (int i = 0; i < a->noun_count; i++)
    for (int j = 0; j < b->noun_count; j++)
      if (a->nouns[i].noun >= 0 && a->nouns[i].noun == b->nouns[j].noun) return true;
  return false;
}

bool grammar_stands_apart(const Sentence *sentence, const Sentence *other) {
  if (sentence->grammar != other->grammar) return true;
  for (int i = 0; i < sentence->pronoun_count; i++)
    for (int noun = 0; noun < other->noun_count; noun++)
      if (grammar_could_mean(sentence, i, other, noun)) return false;
  return !share_a_noun(sentence, other);
}

static uint64_t hash_word(const Grammar *grammar, uint64_t hash, int word) {
  Str shown = grammar_words_shown(grammar->words, word);
  hash = (hash ^ rng_hash(shown.at, shown.bytes)) * UINT64_C(0xBF58476D1CE4E5B9);
  return hash ^ hash >> 31;
}

/* Words are hashed by their spelling, not their index, so that adding a noun to the grammar does
** not move other combinations into or out of the held-out set. */
uint64_t grammar_combination(const Sentence *sentence, int pronoun) {
  const Grammar *grammar = sentence->grammar;
  int noun = sentence->nouns[sentence->pronouns[pronoun].noun].noun;
  uint64_t hash = hash_word(grammar, 1, grammar->nouns[noun].one);
  if (sentence->main_verb >= 0)
    hash = hash_word(grammar, hash, grammar->verbs[sentence->main_verb].forms[0].words[0]);
  for (int i = 0; i < sentence->hold_count; i++) {
    const SentenceHold *hold = &sentence->holds[i];
    if (hold->pronoun != pronoun) continue;
    if (hold->kind == HOLD_ADJECTIVE)
      hash = hash_word(grammar, hash, grammar->adjectives[hold->adjective].word);
    else hash = hash_word(grammar, hash, grammar->verbs[hold->verb].forms[0].words[0]);
  }
  return hash;
}

/* The lowest bits are dropped: a multiplicative hash mixes them least. */
bool grammar_is_held_out(uint64_t combination) {
  return (combination >> 8) % GRAMMAR_HELD_OUT_EVERY == 0;
}
