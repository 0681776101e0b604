/* train/grammar/sentence_draft.h -- a sentence while it is drawn; for draw.c and realize.c only.
**
**   pattern → slots → pronouns' nouns → verbs → nouns → pronouns → adjectives → rule → words
**
** A draft is filled in that order, since each part asks something of the ones behind it. Whatever
** cannot be done sets `failed`, the draft is thrown away and the pattern drawn anew: nothing is
** mended, so every sentence that the rule allows is as likely as its choices make it.
**
** Memory  A plain value on the stack, about 2 KiB; it points to the grammar, the random stream and
**         the sentence being filled, which are the caller's.
*/
#ifndef TRAIN_GRAMMAR_SENTENCE_DRAFT_H
#define TRAIN_GRAMMAR_SENTENCE_DRAFT_H

#include "train/grammar/parts.h"

enum { SLOTS_MOST = 96 };

/* A slot of the flattened pattern, and the adjective chosen for it (NODE_HOLDS; -1: none yet). */
typedef struct SentenceSlot {
  const Node *node;
  int adjective;
  bool chosen; /* stands where another word could */
} SentenceSlot;

/* All zero but for the first three is a fresh one. Nouns, verbs and pronouns are those of the
** sentence, by their letters. */
typedef struct SentenceDraft {
  const Grammar *grammar;
  Rng *rng;
  Sentence *sentence;
  SentenceSlot slots[SLOTS_MOST];
  int slot_count, visits;           /* of nodes: rules of rules could lead to endlessly many */
  int verbs[SENTENCE_VERBS_MOST];   /* of the grammar, -1 unused */
  int numbers[SENTENCE_NOUNS_MOST]; /* as said */
  uint64_t wanted[SENTENCE_NOUNS_MOST][SENTENCE_HOLDS_MOST]; /* classes, pronouns' too */
  bool failed;
} SentenceDraft;

/* Appends the slots of a row of nodes, choosing an option of each choice on the way. depth counts
** the choices and rules it lies in, from 0; chosen: a choice above it had other options. */
void draft_flatten(SentenceDraft *draft, int row, int depth, bool chosen);
/* The noun of the sentence that a slot speaks about in truth, or -1. */
int draft_noun_of(const SentenceDraft *draft, Ref ref);
/* A phrase that suits the noun, by weight; number 0: of any number. NULL: there is none. */
const Phrase *draft_choose_phrase(const SentenceDraft *draft, const Noun *noun, int number);
/* Appends the words of one slot to the sentence; draft->failed where they cannot be said. */
void draft_realize_slot(SentenceDraft *draft, const SentenceSlot *slot);

#endif
