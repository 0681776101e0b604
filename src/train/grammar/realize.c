/* train/grammar/realize.c -- writes the words of a drawn sentence, slot by slot.
**
** Nouns, verbs, pronouns and adjectives are chosen and the rule holds; phrases, and the adjectives
** in them, are drawn here.
*/
#include "train/grammar/sentence_draft.h"

/* The draw fails when the sentence grows too long. */
static void realize_word(SentenceDraft *draft, int word, WordKind kind, int of) {
  Sentence *sentence = draft->sentence;
  if (sentence->word_count == SENTENCE_WORDS_MOST) draft->failed = true;
  else sentence->words[sentence->word_count++] = (SentenceWord){word, kind, of};
}

static void realize_adjective_before(SentenceDraft *draft, const Noun *noun) {
  int chosen = -1, seen = 0;
  for (int i = 0; i < draft->grammar->adjective_count; i++)
    if (grammar_noun_is(noun, draft->grammar->adjectives[i].fits) &&
        rng_below(draft->rng, ++seen) == 0)
      chosen = draft->grammar->adjectives[i].word;
  if (chosen < 0) draft->failed = true;
  else realize_word(draft, chosen, WORD_ADJECTIVE, -1);
}

/* A noun without a plural form uses its only form for both (sheep, and every Chinese noun). */
static void realize_phrase_node(SentenceDraft *draft, const Node *node, const Noun *noun,
                                int index) {
  bool many = draft->numbers[index] == NUMBER_MANY && noun->many >= 0;
  if (node->kind == NODE_WORD) realize_word(draft, node->word, WORD_CHOSEN, -1);
  if (node->kind == NODE_PHRASE_NOUN)
    realize_word(draft, many ? noun->many : noun->one, WORD_NOUN, index);
  if (node->kind == NODE_PHRASE_ADJECTIVE) realize_adjective_before(draft, noun);
  if (node->kind == NODE_PHRASE_MEASURE) {
    if (noun->measure < 0) draft->failed = true;
    else realize_word(draft, noun->measure, WORD_AGREES, -1);
  }
}

static bool is_said(const Sentence *sentence, int index) {
  for (int i = 0; i < sentence->word_count; i++)
    if (sentence->words[i].kind == WORD_NOUN && sentence->words[i].of == index) return true;
  return false;
}

/* Draws the phrase again, of the same number, since pronouns and verbs agree with that number. Its
** slots are appended behind those of the sentence for the time of this call. */
static void realize_noun(SentenceDraft *draft, int index) {
  const Noun *noun = &draft->grammar->nouns[draft->sentence->nouns[index].noun];
  const Phrase *phrase = draft_choose_phrase(draft, noun, draft->numbers[index]);
  int from = draft->slot_count;
  draft_flatten(draft, phrase->first, 0, true);
  for (int i = from; i < draft->slot_count && !draft->failed; i++)
    realize_phrase_node(draft, draft->slots[i].node, noun, index);
  draft->slot_count = from;
  if (!is_said(draft->sentence, index)) draft->failed = true; /* a choice left {noun} out */
}

static void realize_verb(SentenceDraft *draft, const Node *node) {
  const VerbForm *form = &draft->grammar->verbs[draft->verbs[node->index]].forms[node->form];
  for (int i = 0; i < form->count; i++) realize_word(draft, form->words[i], WORD_VERB, -1);
}

/* Notes the word's index, where a task asks for the pronoun's noun. */
static void realize_pronoun(SentenceDraft *draft, const Node *node) {
  SentencePronoun *pronoun = &draft->sentence->pronouns[node->index];
  pronoun->at = draft->sentence->word_count;
  realize_word(draft, draft->grammar->pronouns[pronoun->pronoun].cases[node->form], WORD_PRONOUN,
               node->index);
}

/* A pronoun may be singular where its noun may be either: the word agrees with the number both
** have. */
static void realize_agreeing(SentenceDraft *draft, const Node *node) {
  const Sentence *sentence = draft->sentence;
  int number = draft->numbers[draft_noun_of(draft, node->of)];
  if (node->of.is_pronoun)
    number &= draft->grammar->pronouns[sentence->pronouns[node->of.index].pronoun].number;
  realize_word(draft, number == NUMBER_MANY ? node->word_many : node->word, WORD_AGREES, -1);
}

void draft_realize_slot(SentenceDraft *draft, const SentenceSlot *slot) {
  const Node *node = slot->node;
  switch (node->kind) {
  case NODE_WORD:
    realize_word(draft, node->word, slot->chosen ? WORD_CHOSEN : WORD_PLAIN, -1);
    break;
  case NODE_NOUN:
    realize_noun(draft, node->index);
    break;
  case NODE_PRONOUN:
    realize_pronoun(draft, node);
    break;
  case NODE_VERB:
    realize_verb(draft, node);
    break;
  case NODE_AGREES:
    realize_agreeing(draft, node);
    break;
  case NODE_HOLDS:
    realize_word(draft, draft->grammar->adjectives[slot->adjective].word, WORD_PREDICATE, -1);
    break;
  default:
    break;
  }
}
