/* train/grammar/draw.c -- draws a sentence: pattern, verbs, nouns, what is said of them.
**
** Rejection sampling: a draw that cannot be finished, or whose pronouns the rule does not resolve
** to the nouns drawn for them, is discarded.
*/
#include "train/grammar/grammar.h"

#include <assert.h>
#include <string.h>

#include "train/grammar/sentence_draft.h"

enum { VISITS_MOST = 1000, VAIN_TRIES = 20, VAIN_SEED = 1 };
enum { RULE_DEPTH_MOST = 12, NOUN_TRIES = 60, SENTENCE_TRIES = 200 };

/* ---- flattening ---- */

/* Each option has the same probability. */
static int choose_option(const SentenceDraft *draft, const Node *choice) {
  int option = choice->first;
  for (int i = choice->option_count > 1 ? rng_below(draft->rng, choice->option_count) : 0; i > 0;
       i--)
    option = draft->grammar->nodes[option].option;
  return option;
}

/* A rule may lead back to itself: most draws leave the recursion by another option; the limits of
** visits and depth end the others. */
static void flatten_node(SentenceDraft *draft, const Node *node, int depth, bool chosen) {
  if (++draft->visits > VISITS_MOST) draft->failed = true;
  if (node->kind == NODE_EMPTY) return;
  if (node->kind == NODE_CHOICE)
    draft_flatten(draft, choose_option(draft, node), depth + 1, chosen || node->option_count > 1);
  else if (node->kind == NODE_RULE)
    draft_flatten(draft, draft->grammar->rules[node->index].first, depth + 1, chosen);
  else if (draft->slot_count == SLOTS_MOST) draft->failed = true;
  else draft->slots[draft->slot_count++] = (SentenceSlot){node, -1, chosen};
}

void draft_flatten(SentenceDraft *draft, int row, int depth, bool chosen) {
  if (depth > 2 * RULE_DEPTH_MOST) draft->failed = true;
  for (int at = row; at >= 0 && !draft->failed; at = draft->grammar->nodes[at].next)
    flatten_node(draft, &draft->grammar->nodes[at], depth, chosen);
}

/* Draws a pattern with probability weight / pattern_weight. */
static const Pattern *choose_pattern(const SentenceDraft *draft) {
  const Grammar *grammar = draft->grammar;
  int left = rng_below(draft->rng, grammar->pattern_weight);
  const Pattern *pattern = grammar->patterns;
  while (left >= pattern->weight) left -= pattern++->weight;
  return pattern;
}

/* ---- nouns and pronouns of the pattern ---- */

static void find_nouns(SentenceDraft *draft) {
  Sentence *sentence = draft->sentence;
  for (int i = 0; i < draft->slot_count; i++) {
    const Node *node = draft->slots[i].node;
    if (node->kind != NODE_NOUN) continue;
    sentence->nouns[node->index].noun = 0;
    if (sentence->noun_count <= node->index) sentence->noun_count = node->index + 1;
  }
}

/* Reservoir sampling, as in every choice below: the k-th candidate replaces the one before with
** probability 1/k, so one walk draws each candidate with the same probability. */
static int choose_meant(const SentenceDraft *draft, uint64_t may_mean) {
  int meant = -1, seen = 0;
  for (int i = 0; i < draft->sentence->noun_count; i++) {
    bool may = !may_mean || (may_mean >> i & 1);
    if (!may || draft->sentence->nouns[i].noun < 0) continue;
    if (rng_below(draft->rng, ++seen) == 0) meant = i;
  }
  return meant;
}

/* The same pronoun slot twice means the same noun. */
static void find_pronouns(SentenceDraft *draft) {
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

int draft_noun_of(const SentenceDraft *draft, Ref ref) {
  if (ref.index < 0) return -1;
  return ref.is_pronoun ? draft->sentence->pronouns[ref.index].noun : ref.index;
}

/* True also for a ref that names nothing. */
static bool ref_has_noun(const SentenceDraft *draft, Ref ref) {
  if (ref.index < 0) return true;
  int noun = draft_noun_of(draft, ref);
  return noun >= 0 && draft->sentence->nouns[noun].noun >= 0;
}

/* A slot may refer to a noun that the choices of this draw left out: the draw fails. */
static void check_refs(SentenceDraft *draft) {
  for (int i = 0; i < draft->slot_count; i++) {
    const Node *node = draft->slots[i].node;
    if (!ref_has_noun(draft, node->of) || !ref_has_noun(draft, node->object)) draft->failed = true;
  }
}

/* ---- verbs ---- */

/* Verbs with and without an object are both common, so a few random tries find one; the draw fails
** where they do not. */
static int choose_verb(const SentenceDraft *draft, bool with_object) {
  int chosen = -1;
  for (int tries = 0; tries < NOUN_TRIES && chosen < 0; tries++) {
    int verb = rng_below(draft->rng, draft->grammar->verb_count);
    if ((draft->grammar->verbs[verb].objects != 0) == with_object) chosen = verb;
  }
  return chosen;
}

/* Adds a set of classes to a list that 0 ends, unless it is there already. Fails when the list is
** full. */
static void add_class_set(uint64_t wanted[SENTENCE_HOLDS_MOST], uint64_t classes, bool *failed) {
  for (int i = 0; i < SENTENCE_HOLDS_MOST; i++) {
    if (wanted[i] == classes) return;
    if (wanted[i]) continue;
    wanted[i] = classes;
    return;
  }
  *failed = true;
}

/* Requires the classes of the noun that ref names or means. `allowed` gets only what a reader of
** the sentence knows of a noun, so not what is required through a pronoun. */
static void require_classes(SentenceDraft *draft, Ref ref, uint64_t classes) {
  int noun = draft_noun_of(draft, ref);
  if (noun < 0) return;
  add_class_set(draft->wanted[noun], classes, &draft->failed);
  if (!ref.is_pronoun) add_class_set(draft->sentence->allowed[noun], classes, &draft->failed);
}

static void add_hold(SentenceDraft *draft, SentenceHold hold) {
  Sentence *sentence = draft->sentence;
  if (sentence->hold_count == SENTENCE_HOLDS_MOST) draft->failed = true;
  else sentence->holds[sentence->hold_count++] = hold;
}

/* The noun named by ref; -1 for a pronoun. */
static int named_noun(Ref ref) { return ref.is_pronoun ? -1 : ref.index; }

/* Adds holds for pronouns only: a noun is chosen by the classes that its verbs require. */
static void hold_verb(SentenceDraft *draft, const Node *node, int verb) {
  SentenceHold hold = {
      HOLD_SUBJECT, -1, -1, -1, verb, REASON_NONE, named_noun(node->of), named_noun(node->object)};
  if (node->of.is_pronoun) {
    hold.pronoun = node->of.index;
    hold.noun = draft_noun_of(draft, node->of);
    add_hold(draft, hold);
  }
  if (node->object.is_pronoun && node->object.index >= 0) {
    hold.kind = HOLD_OBJECT;
    hold.pronoun = node->object.index;
    hold.noun = draft_noun_of(draft, node->object);
    add_hold(draft, hold);
  }
}

/* The same letter twice is the same verb, chosen at its first slot. */
static void choose_verb_for_slot(SentenceDraft *draft, const Node *node) {
  bool with_object = node->object.index >= 0;
  int *verb = &draft->verbs[node->index];
  if (*verb >= 0) return;
  *verb = choose_verb(draft, with_object);
  if (*verb < 0 || draft_noun_of(draft, node->of) == draft_noun_of(draft, node->object)) {
    draft->failed = true;
    return;
  }
  const Verb *chosen = &draft->grammar->verbs[*verb];
  if (draft->sentence->main_verb < 0) draft->sentence->main_verb = *verb;
  require_classes(draft, node->of, chosen->subjects);
  if (with_object) require_classes(draft, node->object, chosen->objects);
  hold_verb(draft, node, *verb);
}

static void choose_verbs(SentenceDraft *draft) {
  for (int i = 0; i < draft->slot_count && !draft->failed; i++) {
    const Node *node = draft->slots[i].node;
    if (node->kind == NODE_VERB) choose_verb_for_slot(draft, node);
    if (node->kind == NODE_NOUN && node->classes)
      require_classes(draft, (Ref){false, node->index}, node->classes);
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

/* Two letters never get the same noun: a pronoun could not tell them apart. */
static int choose_noun(const SentenceDraft *draft, int index) {
  for (int tries = 0; tries < NOUN_TRIES; tries++) {
    int noun = rng_below(draft->rng, draft->grammar->noun_count);
    if (is_wanted(draft->wanted[index], &draft->grammar->nouns[noun]) &&
        !is_said_already(draft->sentence, index, noun))
      return noun;
  }
  return -1;
}

static bool phrase_suits(const SentenceDraft *draft, const Phrase *phrase, const Noun *noun) {
  if (phrase->for_names != noun->is_name) return false;
  return phrase->number != NUMBER_MANY || noun->many >= 0 || draft->grammar->joins_words;
}

/* Weighted reservoir sampling: a phrase replaces the one before with probability weight / sum of
** the weights so far. */
const Phrase *draft_choose_phrase(const SentenceDraft *draft, const Noun *noun, int number) {
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

static void choose_nouns(SentenceDraft *draft) {
  Sentence *sentence = draft->sentence;
  for (int i = 0; i < sentence->noun_count && !draft->failed; i++) {
    if (sentence->nouns[i].noun < 0) continue;
    int noun = sentence->nouns[i].noun = choose_noun(draft, i);
    const Phrase *phrase =
        noun < 0 ? NULL : draft_choose_phrase(draft, &draft->grammar->nouns[noun], 0);
    if (!phrase) draft->failed = true;
    else sentence->nouns[i].number = draft->numbers[i] = phrase->number;
  }
}

/* An unknown word does not show its number, so that becomes NUMBER_ANY. A share of 1 draws no
** random number. */
static void make_a_noun_unknown(SentenceDraft *draft, double unknown_share) {
  if (unknown_share < 1 && rng_uniform(draft->rng) >= unknown_share) return;
  int noun = choose_meant(draft, 0);
  draft->sentence->unknown = noun;
  if (noun >= 0) draft->sentence->nouns[noun].number = NUMBER_ANY;
  else draft->failed = true;
}

/* ---- pronouns and what is said ---- */

static void choose_pronouns(SentenceDraft *draft) {
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

/* The slot of the verb with this letter, which has its subject and object. */
static const Node *verb_node(const SentenceDraft *draft, int letter) {
  for (int i = 0; i < draft->slot_count; i++)
    if (draft->slots[i].node->kind == NODE_VERB && draft->slots[i].node->index == letter)
      return draft->slots[i].node;
  return NULL;
}

/* Draws an adjective that fits the noun and has this lean for the verb; LEAN_NONE: any. */
static int choose_adjective(const SentenceDraft *draft, const Noun *noun, const Verb *verb,
                            Lean lean) {
  int chosen = -1, seen = 0;
  for (int i = 0; i < draft->grammar->adjective_count; i++) {
    const Adjective *adjective = &draft->grammar->adjectives[i];
    if (adjective->only_before || !grammar_noun_is(noun, adjective->fits)) continue;
    if (lean != LEAN_NONE && (Lean)verb->leans[i] != lean) continue;
    if (rng_below(draft->rng, ++seen) == 0) chosen = i;
  }
  return chosen;
}

/* With probability 1/2 draws from the adjectives that the verb's line lists, if it lists some. */
static int choose_reason_adjective(const SentenceDraft *draft, const Node *node, const Node *joins,
                                   int noun) {
  const Verb *verb = &draft->grammar->verbs[draft->verbs[node->index]];
  const Noun *about = &draft->grammar->nouns[draft->sentence->nouns[noun].noun];
  bool is_subject = named_noun(joins->of) == noun;
  Lean lean = is_subject == (node->reason == REASON_AGAINST) ? LEAN_SUBJECT : LEAN_OBJECT;
  bool by_verb = verb->leaning_count && rng_below(draft->rng, 2) == 0;
  int adjective = by_verb ? choose_adjective(draft, about, verb, lean) : -1;
  return adjective >= 0 ? adjective : choose_adjective(draft, about, verb, LEAN_NONE);
}

static void choose_hold(SentenceDraft *draft, SentenceSlot *slot) {
  const Node *node = slot->node, *joins = node->reason ? verb_node(draft, node->index) : NULL;
  int noun = draft_noun_of(draft, node->of);
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
    hold.subject = named_noun(joins->of);
    hold.object = named_noun(joins->object);
    slot->adjective = choose_reason_adjective(draft, node, joins, noun);
  } else {
    const Noun *about = &draft->grammar->nouns[draft->sentence->nouns[noun].noun];
    slot->adjective = choose_adjective(draft, about, NULL, LEAN_NONE);
  }
  hold.adjective = slot->adjective;
  if (slot->adjective < 0) draft->failed = true;
  else add_hold(draft, hold);
}

static void choose_holds(SentenceDraft *draft) {
  for (int i = 0; i < draft->slot_count && !draft->failed; i++)
    if (draft->slots[i].node->kind == NODE_HOLDS) choose_hold(draft, &draft->slots[i]);
}

/* Checks that a reader of the finished sentence resolves each pronoun to the noun drawn for it. */
static bool is_resolved(const Sentence *sentence) {
  for (int i = 0; i < sentence->pronoun_count; i++)
    if (grammar_resolve(sentence, i) != sentence->pronouns[i].noun) return false;
  return true;
}

/* ---- a draw ---- */

static void begin_draft(SentenceDraft *draft, Sentence *sentence) {
  *sentence = (Sentence){.grammar = draft->grammar, .main_verb = -1, .unknown = -1};
  for (int i = 0; i < SENTENCE_NOUNS_MOST; i++) sentence->nouns[i].noun = -1;
  for (int i = 0; i < SENTENCE_PRONOUNS_MOST; i++)
    sentence->pronouns[i] = (SentencePronoun){-1, -1, -1};
  for (int i = 0; i < SENTENCE_VERBS_MOST; i++) draft->verbs[i] = -1;
}

static bool draw_once(SentenceDraft *draft, const Pattern *pattern, double unknown_share) {
  begin_draft(draft, draft->sentence);
  draft_flatten(draft, pattern->first, 0, false);
  find_nouns(draft);
  find_pronouns(draft);
  check_refs(draft);
  if (!draft->failed) choose_verbs(draft);
  if (!draft->failed) choose_nouns(draft);
  if (!draft->failed) make_a_noun_unknown(draft, unknown_share);
  if (!draft->failed) choose_pronouns(draft);
  if (!draft->failed) choose_holds(draft);
  if (draft->failed || !is_resolved(draft->sentence)) return false;
  for (int i = 0; i < draft->slot_count && !draft->failed; i++)
    draft_realize_slot(draft, &draft->slots[i]);
  return !draft->failed;
}

/* Each try starts from a copy of the new draft, so that no field is left over from the one
** before. */
static bool try_pattern(SentenceDraft draft, const Pattern *pattern, double unknown_share) {
  const SentenceDraft fresh = draft;
  for (int tries = 0; tries < SENTENCE_TRIES; tries++) {
    draft = fresh;
    if (draw_once(&draft, pattern, unknown_share)) return true;
  }
  return false;
}

/* The pattern is drawn once and kept when draws are discarded, so that its share is its weight. */
bool grammar_try(const Grammar *grammar, double unknown_share, Rng *rng, Sentence *sentence) {
  const SentenceDraft draft = {.grammar = grammar, .rng = rng, .sentence = sentence};
  return try_pattern(draft, choose_pattern(&draft), unknown_share);
}

const char *grammar_vain_line(const Grammar *grammar) {
  Sentence sentence;
  Rng rng = rng_make(VAIN_SEED);
  for (int i = 0; i < grammar->pattern_count; i++) {
    const SentenceDraft draft = {.grammar = grammar, .rng = &rng, .sentence = &sentence};
    bool made = false;
    for (int tries = 0; tries < VAIN_TRIES && !made; tries++)
      made = try_pattern(draft, &grammar->patterns[i], 0);
    if (!made) return grammar->patterns[i].place;
  }
  return NULL;
}
