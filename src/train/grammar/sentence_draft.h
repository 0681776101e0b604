/* train/grammar/sentence_draft.h -- a sentence while it is drawn; for draw.c and realize.c only.
**
**   pattern → slots → pronouns' nouns → verbs → nouns → pronouns → adjectives → rule → words
**
** A draft is filled in that order, because each part restricts the later ones. What cannot be done
** sets `failed`: the draft is discarded and the pattern drawn again (rejection sampling), so the
** probabilities of the sentences that the rule allows keep their proportions.
**
** Memory  A plain value on the stack, about 2 KiB; it points to the grammar, the random stream and
**         the sentence being filled, which are the caller's.
*/
#ifndef TRAIN_GRAMMAR_SENTENCE_DRAFT_H
#define TRAIN_GRAMMAR_SENTENCE_DRAFT_H

#include "train/grammar/parts.h"

enum { SLOTS_MOST = 96 };

/* A slot of the flattened pattern. */
typedef struct SentenceSlot {
  const Node *node;
  int adjective; /* NODE_HOLDS: of the grammar, chosen for the slot; -1: not yet */
  bool chosen;   /* in an option of a choice with others */
} SentenceSlot;

/* A new draft has its first three fields set and all others 0. Arrays are indexed by the noun or
** verb of the sentence (its letter). */
typedef struct SentenceDraft {
  const Grammar *grammar;
  Rng *rng;
  Sentence *sentence;
  SentenceSlot slots[SLOTS_MOST];
  int slot_count, visits;           /* nodes visited: rules may refer to each other in a circle */
  int verbs[SENTENCE_VERBS_MOST];   /* of the grammar; -1: not chosen */
  int numbers[SENTENCE_NOUNS_MOST]; /* NUMBER_… of the phrase, also of the unknown noun */
  /* Sets of classes that each noun must have one of, those of its pronouns included; 0 ends it. */
  uint64_t wanted[SENTENCE_NOUNS_MOST][SENTENCE_HOLDS_MOST];
  bool failed;
} SentenceDraft;

/* Appends the slots of a row of nodes and draws an option of each choice in it. depth counts the
** choices and rules around the row, from 0; chosen: one of these choices had other options. */
void draft_flatten(SentenceDraft *draft, int row, int depth, bool chosen);
/* The noun of the sentence that ref names or, for a pronoun, means; or -1. */
int draft_noun_of(const SentenceDraft *draft, Ref ref);
/* Draws a phrase that suits the noun, by weight; number 0: of any number. NULL: there is none. */
const Phrase *draft_choose_phrase(const SentenceDraft *draft, const Noun *noun, int number);
/* Appends the words of one slot to the sentence; sets draft->failed where that is impossible. */
void draft_realize_slot(SentenceDraft *draft, const SentenceSlot *slot);

#endif
