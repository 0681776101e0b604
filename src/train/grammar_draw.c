/* train/grammar_draw.c -- draws a sentence: pattern, verbs, nouns, what is said of them, words.
**
** Nothing is steered: a draw that cannot be finished, or whose pronouns the rule does not resolve,
** is thrown away.
*/
#include "train/grammar.h"

#include <assert.h>
#include <string.h>

#include "train/grammar_parts.h"

enum { VISITS_MOST = 1000, VAIN_TRIES = 20, VAIN_SEED = 1 };
enum { SLOTS_MOST = 96, RULE_DEPTH_MOST = 12, NOUN_TRIES = 60, SENTENCE_TRIES = 200 };

/* A slot of the flattened pattern, and the adjective chosen for it. */
typedef struct Slot {
  const Node *node;
  int adjective;
  bool chosen; /* stands where another word could */
} Slot;

typedef struct Draft {
  const Grammar *grammar;
  Rng *rng;
  Sentence *sentence;
  Slot slots[SLOTS_MOST];
  int slot_count, visits;           /* of nodes: rules of rules could lead to endlessly many */
  int verbs[SENTENCE_VERBS_MOST];   /* of the grammar, -1 unused */
  int numbers[SENTENCE_NOUNS_MOST]; /* as said */
  uint64_t wanted[SENTENCE_NOUNS_MOST][SENTENCE_HOLDS_MOST]; /* classes, pronouns' too */
  bool failed;
} Draft;

/* ---- flattening ---- */

static void flatten(Draft *draft, int row, int depth, bool chosen);

static int choose_option(const Draft *draft, const Node *choice) {
  int option = choice->first;
  for (int i = choice->option_count > 1 ? rng_below(draft->rng, choice->option_count) : 0; i > 0;
       i--)
    option = draft->grammar->nodes[option].option;
  return option;
}

static void flatten_node(Draft *draft, const Node *node, int depth, bool chosen) {
  if (++draft->visits > VISITS_MOST) draft->failed = true;
  if (node->kind == NODE_EMPTY) return;
  if (node->kind == NODE_CHOICE)
    flatten(draft, choose_option(draft, node), depth + 1, chosen || node->option_count > 1);
  else if (node->kind == NODE_RULE)
    flatten(draft, draft->grammar->rules[node->index].first, depth + 1, chosen);
  else if (draft->slot_count == SLOTS_MOST) draft->failed = true;
  else draft->slots[draft->slot_count++] = (Slot){node, -1, chosen};
}

static void flatten(Draft *draft, int row, int depth, bool chosen) {
  if (depth > 2 * RULE_DEPTH_MOST) draft->failed = true;
  for (int at = row; at >= 0 && !draft->failed; at = draft->grammar->nodes[at].next)
    flatten_node(draft, &draft->grammar->nodes[at], depth, chosen);
}

static const Pattern *choose_pattern(const Draft *draft) {
  const Grammar *grammar = draft->grammar;
  int left = rng_below(draft->rng, grammar->pattern_weight);
  const Pattern *pattern = grammar->patterns;
  while (left >= pattern->weight) left -= pattern++->weight;
  return pattern;
}

/* ---- nouns and pronouns the pattern has ---- */

static void find_nouns(Draft *draft) {
  Sentence *sentence = draft->sentence;
  for (int i = 0; i < draft->slot_count; i++) {
    const Node *node = draft->slots[i].node;
    if (node->kind != NODE_NOUN) continue;
    sentence->nouns[node->index].noun = 0;
    if (sentence->noun_count <= node->index) sentence->noun_count = node->index + 1;
  }
}

static int choose_meant(const Draft *draft, uint64_t may_mean) {
  int meant = -1, seen = 0;
  for (int i = 0; i < draft->sentence->noun_count; i++) {
    bool may = !may_mean || (may_mean >> i & 1);
    if (!may || draft->sentence->nouns[i].noun < 0) continue;
    if (rng_below(draft->rng, ++seen) == 0) meant = i;
  }
  return meant;
}

static void find_pronouns(Draft *draft) {
  Sentence *sentence = draft->sentence;
  for (int i = 0; i < draft->slot_count; i++) {
    const Node *node = draft->slots[i].node;
    if (node->kind != NODE_PRONOUN) continue;
    SentencePronoun *pronoun = &sentence->pronouns[node->index];
    if (pronoun->noun < 0) pronoun->noun = choose_meant(draft, node->may_mean);
    if (pronoun->noun < 0) draft->failed = true;
    if (sentence->pronoun_count <= node->index) sentence->pronoun_count = node->index + 1;
  }
}

/* The noun a slot speaks about in truth, or -1. */
static int noun_of(const Draft *draft, Ref ref) {
  if (ref.index < 0) return -1;
  return ref.is_pronoun ? draft->sentence->pronouns[ref.index].noun : ref.index;
}

static bool has(const Draft *draft, Ref ref) {
  if (ref.index < 0) return true;
  int noun = noun_of(draft, ref);
  return noun >= 0 && draft->sentence->nouns[noun].noun >= 0;
}

/* A pattern may speak of what its choices left out: such a draw comes to nothing. */
static void check_refs(Draft *draft) {
  for (int i = 0; i < draft->slot_count; i++) {
    const Node *node = draft->slots[i].node;
    if (!has(draft, node->of) || !has(draft, node->object)) draft->failed = true;
  }
}

/* ---- verbs ---- */

static int choose_verb(const Draft *draft, bool with_object) {
  int chosen = -1;
  for (int tries = 0; tries < NOUN_TRIES && chosen < 0; tries++) {
    int verb = rng_below(draft->rng, draft->grammar->verb_count);
    if ((draft->grammar->verbs[verb].objects != 0) == with_object) chosen = verb;
  }
  return chosen;
}

static void want(uint64_t wanted[SENTENCE_HOLDS_MOST], uint64_t classes, bool *failed) {
  for (int i = 0; i < SENTENCE_HOLDS_MOST; i++) {
    if (wanted[i] == classes) return;
    if (wanted[i]) continue;
    wanted[i] = classes;
    return;
  }
  *failed = true;
}

/* What a place asks of its noun; asked of a pronoun, only the noun it means must know. */
static void want_of(Draft *draft, Ref ref, uint64_t classes) {
  int noun = noun_of(draft, ref);
  if (noun < 0) return;
  want(draft->wanted[noun], classes, &draft->failed);
  if (!ref.is_pronoun) want(draft->sentence->allowed[noun], classes, &draft->failed);
}

static void add_hold(Draft *draft, SentenceHold hold) {
  Sentence *sentence = draft->sentence;
  if (sentence->hold_count == SENTENCE_HOLDS_MOST) draft->failed = true;
  else sentence->holds[sentence->hold_count++] = hold;
}

static int direct(Ref ref) { return ref.is_pronoun ? -1 : ref.index; }

static void hold_verb(Draft *draft, const Node *node, int verb) {
  SentenceHold hold = {HOLD_SUBJECT,        -1, -1, -1, verb, REASON_NONE, direct(node->of),
                       direct(node->object)};
  if (node->of.is_pronoun) {
    hold.pronoun = node->of.index;
    hold.noun = noun_of(draft, node->of);
    add_hold(draft, hold);
  }
  if (node->object.is_pronoun && node->object.index >= 0) {
    hold.kind = HOLD_OBJECT;
    hold.pronoun = node->object.index;
    hold.noun = noun_of(draft, node->object);
    add_hold(draft, hold);
  }
}

static void place_verb(Draft *draft, const Node *node) {
  bool with_object = node->object.index >= 0;
  int *verb = &draft->verbs[node->index];
  if (*verb >= 0) return;
  *verb = choose_verb(draft, with_object);
  if (*verb < 0 || noun_of(draft, node->of) == noun_of(draft, node->object)) {
    draft->failed = true;
    return;
  }
  const Verb *chosen = &draft->grammar->verbs[*verb];
  if (draft->sentence->main_verb < 0) draft->sentence->main_verb = *verb;
  want_of(draft, node->of, chosen->subjects);
  if (with_object) want_of(draft, node->object, chosen->objects);
  hold_verb(draft, node, *verb);
}

static void place_verbs(Draft *draft) {
  for (int i = 0; i < draft->slot_count && !draft->failed; i++) {
    const Node *node = draft->slots[i].node;
    if (node->kind == NODE_VERB) place_verb(draft, node);
    if (node->kind == NODE_NOUN && node->classes)
      want_of(draft, (Ref){false, node->index}, node->classes);
  }
}

/* ---- nouns ---- */

static bool is_wanted(const uint64_t *wanted, const Noun *noun) {
  for (int i = 0; i < SENTENCE_HOLDS_MOST && wanted[i]; i++)
    if (!grammar_noun_is(noun, wanted[i])) return false;
  return true;
}

static bool is_said_already(const Sentence *sentence, int before, int noun) {
  for (int i = 0; i < before; i++)
    if (sentence->nouns[i].noun == noun) return true;
  return false;
}

static int choose_noun(const Draft *draft, int index) {
  for (int tries = 0; tries < NOUN_TRIES; tries++) {
    int noun = rng_below(draft->rng, draft->grammar->noun_count);
    if (is_wanted(draft->wanted[index], &draft->grammar->nouns[noun]) &&
        !is_said_already(draft->sentence, index, noun))
      return noun;
  }
  return -1;
}

/* Can this noun be said with this phrase? */
static bool phrase_suits(const Draft *draft, const Phrase *phrase, const Noun *noun) {
  if (phrase->for_names != noun->is_name) return false;
  return phrase->number != NUMBER_MANY || noun->many >= 0 || draft->grammar->joins_words;
}

static const Phrase *choose_phrase(const Draft *draft, const Noun *noun, int number) {
  const Grammar *grammar = draft->grammar;
  const Phrase *chosen = NULL;
  int seen = 0;
  for (int i = 0; i < grammar->phrase_count; i++) {
    const Phrase *phrase = &grammar->phrases[i];
    if ((number && phrase->number != number) || !phrase_suits(draft, phrase, noun)) continue;
    seen += phrase->weight;
    if (rng_below(draft->rng, seen) < phrase->weight) chosen = phrase;
  }
  return chosen;
}

static void place_nouns(Draft *draft) {
  Sentence *sentence = draft->sentence;
  for (int i = 0; i < sentence->noun_count && !draft->failed; i++) {
    if (sentence->nouns[i].noun < 0) continue;
    int noun = sentence->nouns[i].noun = choose_noun(draft, i);
    const Phrase *phrase = noun < 0 ? NULL : choose_phrase(draft, &draft->grammar->nouns[noun], 0);
    if (!phrase) draft->failed = true;
    else sentence->nouns[i].number = draft->numbers[i] = phrase->number;
  }
}

static void hide_a_noun(Draft *draft, double unknown_share) {
  if (unknown_share < 1 && rng_uniform(draft->rng) >= unknown_share) return;
  int noun = choose_meant(draft, 0);
  draft->sentence->unknown = noun;
  if (noun >= 0) draft->sentence->nouns[noun].number = NUMBER_ANY;
  else draft->failed = true;
}

/* ---- pronouns and what is said ---- */

static void place_pronouns(Draft *draft) {
  Sentence *sentence = draft->sentence;
  const Grammar *grammar = draft->grammar;
  for (int i = 0; i < sentence->pronoun_count && !draft->failed; i++) {
    SentencePronoun *pronoun = &sentence->pronouns[i];
    int seen = 0;
    if (pronoun->noun < 0) {
      draft->failed = true;
      return;
    }
    const Noun *noun = &grammar->nouns[sentence->nouns[pronoun->noun].noun];
    for (int j = 0; j < grammar->pronoun_count; j++)
      if ((grammar->pronouns[j].number & draft->numbers[pronoun->noun]) &&
          grammar_noun_is(noun, grammar->pronouns[j].fits) && rng_below(draft->rng, ++seen) == 0)
        pronoun->pronoun = j;
    if (pronoun->pronoun < 0) draft->failed = true;
  }
}

/* The verb slot with this letter: whom it joins. */
static const Node *verb_node(const Draft *draft, int letter) {
  for (int i = 0; i < draft->slot_count; i++)
    if (draft->slots[i].node->kind == NODE_VERB && draft->slots[i].node->index == letter)
      return draft->slots[i].node;
  return NULL;
}

/* lean LEAN_NONE: any. */
static int choose_adjective(const Draft *draft, const Noun *noun, const Verb *verb, Lean lean) {
  int chosen = -1, seen = 0;
  for (int i = 0; i < draft->grammar->adjective_count; i++) {
    const Adjective *adjective = &draft->grammar->adjectives[i];
    if (adjective->only_before || !grammar_noun_is(noun, adjective->fits)) continue;
    if (lean != LEAN_NONE && (Lean)verb->leans[i] != lean) continue;
    if (rng_below(draft->rng, ++seen) == 0) chosen = i;
  }
  return chosen;
}

/* Half of the adjectives are those the verb has an opinion about, where it has one. */
static int choose_reason(const Draft *draft, const Node *node, const Node *joins, int noun) {
  const Verb *verb = &draft->grammar->verbs[draft->verbs[node->index]];
  const Noun *about = &draft->grammar->nouns[draft->sentence->nouns[noun].noun];
  bool is_subject = direct(joins->of) == noun;
  Lean lean = is_subject == (node->reason == REASON_AGAINST) ? LEAN_SUBJECT : LEAN_OBJECT;
  bool by_verb = verb->leaning_count && rng_below(draft->rng, 2) == 0;
  int adjective = by_verb ? choose_adjective(draft, about, verb, lean) : -1;
  return adjective >= 0 ? adjective : choose_adjective(draft, about, verb, LEAN_NONE);
}

static void place_hold(Draft *draft, Slot *slot) {
  const Node *node = slot->node, *joins = node->reason ? verb_node(draft, node->index) : NULL;
  int noun = noun_of(draft, node->of);
  SentenceHold hold = {HOLD_ADJECTIVE,
                       node->of.is_pronoun ? node->of.index : -1,
                       noun,
                       -1,
                       -1,
                       node->reason,
                       -1,
                       -1};
  if (node->reason && !joins) {
    draft->failed = true;
    return;
  }
  if (joins) {
    hold.verb = draft->verbs[node->index];
    hold.subject = direct(joins->of);
    hold.object = direct(joins->object);
    slot->adjective = choose_reason(draft, node, joins, noun);
  } else {
    const Noun *about = &draft->grammar->nouns[draft->sentence->nouns[noun].noun];
    slot->adjective = choose_adjective(draft, about, NULL, LEAN_NONE);
  }
  hold.adjective = slot->adjective;
  if (slot->adjective < 0) draft->failed = true;
  else add_hold(draft, hold);
}

static void place_holds(Draft *draft) {
  for (int i = 0; i < draft->slot_count && !draft->failed; i++)
    if (draft->slots[i].node->kind == NODE_HOLDS) place_hold(draft, &draft->slots[i]);
}

static bool is_resolved(const Sentence *sentence) {
  for (int i = 0; i < sentence->pronoun_count; i++)
    if (grammar_resolve(sentence, i) != sentence->pronouns[i].noun) return false;
  return true;
}

/* ---- words ---- */

static void say(Draft *draft, int word, WordKind kind, int of) {
  Sentence *sentence = draft->sentence;
  if (sentence->word_count == SENTENCE_WORDS_MOST) draft->failed = true;
  else sentence->words[sentence->word_count++] = (SentenceWord){word, kind, of};
}

static void say_adjective_before(Draft *draft, const Noun *noun) {
  int chosen = -1, seen = 0;
  for (int i = 0; i < draft->grammar->adjective_count; i++)
    if (grammar_noun_is(noun, draft->grammar->adjectives[i].fits) &&
        rng_below(draft->rng, ++seen) == 0)
      chosen = draft->grammar->adjectives[i].word;
  if (chosen < 0) draft->failed = true;
  else say(draft, chosen, WORD_ADJECTIVE, -1);
}

static void say_phrase_node(Draft *draft, const Node *node, const Noun *noun, int index) {
  bool many = draft->numbers[index] == NUMBER_MANY && noun->many >= 0;
  if (node->kind == NODE_WORD) say(draft, node->word, WORD_CHOSEN, -1);
  if (node->kind == NODE_PHRASE_NOUN) say(draft, many ? noun->many : noun->one, WORD_NOUN, index);
  if (node->kind == NODE_PHRASE_ADJECTIVE) say_adjective_before(draft, noun);
  if (node->kind == NODE_PHRASE_MEASURE) {
    if (noun->measure < 0) draft->failed = true;
    else say(draft, noun->measure, WORD_AGREES, -1);
  }
}

static bool is_said(const Sentence *sentence, int index) {
  for (int i = 0; i < sentence->word_count; i++)
    if (sentence->words[i].kind == WORD_NOUN && sentence->words[i].of == index) return true;
  return false;
}

static void say_noun(Draft *draft, int index) {
  const Noun *noun = &draft->grammar->nouns[draft->sentence->nouns[index].noun];
  const Phrase *phrase = choose_phrase(draft, noun, draft->numbers[index]);
  int from = draft->slot_count;
  flatten(draft, phrase->first, 0, true); /* behind the sentence's own slots, and dropped again */
  for (int i = from; i < draft->slot_count && !draft->failed; i++)
    say_phrase_node(draft, draft->slots[i].node, noun, index);
  draft->slot_count = from;
  if (!is_said(draft->sentence, index)) draft->failed = true; /* a choice left {noun} out */
}

static void say_verb(Draft *draft, const Node *node) {
  const VerbForm *form = &draft->grammar->verbs[draft->verbs[node->index]].forms[node->form];
  for (int i = 0; i < form->count; i++) say(draft, form->words[i], WORD_VERB, -1);
}

static void say_pronoun(Draft *draft, const Node *node) {
  SentencePronoun *pronoun = &draft->sentence->pronouns[node->index];
  pronoun->at = draft->sentence->word_count;
  say(draft, draft->grammar->pronouns[pronoun->pronoun].cases[node->form], WORD_PRONOUN,
      node->index);
}

static void say_agreeing(Draft *draft, const Node *node) {
  const Sentence *sentence = draft->sentence;
  int number = draft->numbers[noun_of(draft, node->of)];
  if (node->of.is_pronoun)
    number &= draft->grammar->pronouns[sentence->pronouns[node->of.index].pronoun].number;
  say(draft, number == NUMBER_MANY ? node->word_many : node->word, WORD_AGREES, -1);
}

static void say_slot(Draft *draft, const Slot *slot) {
  const Node *node = slot->node;
  switch (node->kind) {
  case NODE_WORD:
    say(draft, node->word, slot->chosen ? WORD_CHOSEN : WORD_PLAIN, -1);
    break;
  case NODE_NOUN:
    say_noun(draft, node->index);
    break;
  case NODE_PRONOUN:
    say_pronoun(draft, node);
    break;
  case NODE_VERB:
    say_verb(draft, node);
    break;
  case NODE_AGREES:
    say_agreeing(draft, node);
    break;
  case NODE_HOLDS:
    say(draft, draft->grammar->adjectives[slot->adjective].word, WORD_PREDICATE, -1);
    break;
  default:
    break;
  }
}

static void begin(Draft *draft, Sentence *sentence) {
  *sentence = (Sentence){.grammar = draft->grammar, .main_verb = -1, .unknown = -1};
  for (int i = 0; i < SENTENCE_NOUNS_MOST; i++) sentence->nouns[i].noun = -1;
  for (int i = 0; i < SENTENCE_PRONOUNS_MOST; i++)
    sentence->pronouns[i] = (SentencePronoun){-1, -1, -1};
  for (int i = 0; i < SENTENCE_VERBS_MOST; i++) draft->verbs[i] = -1;
}

static bool draw_once(Draft *draft, const Pattern *pattern, double unknown_share) {
  begin(draft, draft->sentence);
  flatten(draft, pattern->first, 0, false);
  find_nouns(draft);
  find_pronouns(draft);
  check_refs(draft);
  if (!draft->failed) place_verbs(draft);
  if (!draft->failed) place_nouns(draft);
  if (!draft->failed) hide_a_noun(draft, unknown_share);
  if (!draft->failed) place_pronouns(draft);
  if (!draft->failed) place_holds(draft);
  if (draft->failed || !is_resolved(draft->sentence)) return false;
  for (int i = 0; i < draft->slot_count && !draft->failed; i++) say_slot(draft, &draft->slots[i]);
  return !draft->failed;
}

static bool try_pattern(Draft draft, const Pattern *pattern, double unknown_share) {
  const Draft fresh = draft;
  for (int tries = 0; tries < SENTENCE_TRIES; tries++) {
    draft = fresh;
    if (draw_once(&draft, pattern, unknown_share)) return true;
  }
  return false;
}

/* The pattern stays while draws are thrown away, so that its weight is its share. */
bool grammar_try(const Grammar *grammar, double unknown_share, Rng *rng, Sentence *sentence) {
  const Draft draft = {.grammar = grammar, .rng = rng, .sentence = sentence};
  return try_pattern(draft, choose_pattern(&draft), unknown_share);
}

const char *grammar_vain_line(const Grammar *grammar) {
  Sentence sentence;
  Rng rng = rng_make(VAIN_SEED);
  for (int i = 0; i < grammar->pattern_count; i++) {
    const Draft draft = {.grammar = grammar, .rng = &rng, .sentence = &sentence};
    bool made = false;
    for (int tries = 0; tries < VAIN_TRIES && !made; tries++)
      made = try_pattern(draft, &grammar->patterns[i], 0);
    if (!made) return grammar->patterns[i].place;
  }
  return NULL;
}
