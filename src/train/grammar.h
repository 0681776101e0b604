/* train/grammar.h -- sentences whose pronouns can be resolved, drawn from a text file.
**
** A grammar has nouns with classes (animal, path), adjectives that say which classes they fit,
** verbs that say which subjects and objects they take, and patterns of sentences. docs/grammar.md
** is the description for those who add words to it.
**
** Fits    A noun could be meant by a pronoun when its number and classes agree, every adjective
**         said of the pronoun fits it, and every verb the pronoun stands at takes it; and it is not
**         the verb's other noun.
** Rule    Exactly one noun of all the sentences told together fits; or both nouns of one verb do,
**         and the verb says which of them the adjective speaks about (“did not fit into … because
**         it was too big”). Where the verb names another noun than the one that fits, neither does.
** Unknown A noun outside the vocabulary might be any noun its place allows, in any number. The rule
**         holds for it with that.
** Memory  On the arena given. Errors: FILE:LINE, the word, what is allowed.
*/
#ifndef TRAIN_GRAMMAR_H
#define TRAIN_GRAMMAR_H

#include "base/rng.h"
#include "train/grammar_words.h"

enum {
  SENTENCE_WORDS_MOST = 48,
  SENTENCE_NOUNS_MOST = 6,
  SENTENCE_VERBS_MOST = 4,
  SENTENCE_PRONOUNS_MOST = 4,
  SENTENCE_HOLDS_MOST = 6
};

typedef struct Grammar Grammar;

typedef enum WordKind {
  WORD_PLAIN,     /* of the pattern: nothing else could stand there */
  WORD_CHOSEN,    /* because, the: others could */
  WORD_AGREES,    /* was or were; a measure word */
  WORD_NOUN,      /* of = which noun of the sentence */
  WORD_ADJECTIVE, /* before its noun */
  WORD_PREDICATE, /* an adjective said of a noun or pronoun */
  WORD_VERB,
  WORD_PRONOUN /* of = which pronoun */
} WordKind;

typedef struct SentenceWord {
  int word;
  WordKind kind;
  int of; /* noun or pronoun of the sentence, or -1 */
} SentenceWord;

enum { NUMBER_ONE = 1, NUMBER_MANY = 2, NUMBER_ANY = 3 };

typedef struct SentenceNoun {
  int noun;   /* of the grammar */
  int number; /* NUMBER_ONE, NUMBER_MANY, or ANY where the words do not tell */
} SentenceNoun;

/* What is said of a pronoun or noun: an adjective, or a verb it stands at. */
typedef enum HoldKind { HOLD_ADJECTIVE, HOLD_SUBJECT, HOLD_OBJECT } HoldKind;
typedef enum HoldReason { REASON_NONE, REASON_AGAINST, REASON_FOR } HoldReason;

typedef struct SentenceHold {
  HoldKind kind;
  int pronoun;         /* it is said of, or -1 */
  int noun;            /* of the sentence, that it is said of in truth */
  int adjective, verb; /* of the grammar, or -1 */
  HoldReason reason;
  int subject, object; /* nouns of the sentence the reason's verb joins, or the other noun; or -1 */
} SentenceHold;

typedef struct SentencePronoun {
  int pronoun; /* of the grammar */
  int noun;    /* of the sentence: what it stands for */
  int at;      /* which word */
} SentencePronoun;

typedef struct Sentence {
  const Grammar *grammar;
  int word_count, noun_count, pronoun_count, hold_count;
  SentenceWord words[SENTENCE_WORDS_MOST];
  SentenceNoun nouns[SENTENCE_NOUNS_MOST];
  SentencePronoun pronouns[SENTENCE_PRONOUNS_MOST];
  SentenceHold holds[SENTENCE_HOLDS_MOST];
  uint64_t allowed[SENTENCE_NOUNS_MOST]
                  [SENTENCE_HOLDS_MOST]; /* classes each place asks for, 0 end */
  int main_verb;                         /* of the grammar, or -1 */
  int unknown;                           /* the noun outside the vocabulary, or -1 */
} Sentence;

/* english, chinese: a grammar that is part of this program; false when there is none. */
bool grammar_find_builtin(Arena *arena, const char *name, const char **path, Str *text);
const char *grammar_builtin_list(Arena *arena); /* "chinese, english" */
bool grammar_read(Arena *arena, const char *path, Str text, GrammarWords *words,
                  const Grammar **grammar, Status *status);
bool grammar_joins_words(const Grammar *grammar); /* written without spaces, as Chinese is */
int grammar_end_word(const Grammar *grammar);     /* closes a sentence, or -1 */
/* Another one when a line is another; notes, empty lines and spaces at their ends do not count. */
uint64_t grammar_digest(const Grammar *grammar);

/* One sentence; unknown_share is the chance that one of its nouns is outside the vocabulary. The
** rule holds within the sentence. False when this try came to nothing: draw again. */
bool grammar_try(const Grammar *grammar, double unknown_share, Rng *rng, Sentence *sentence);
/* FILE:LINE of a line “sentence” that came to nothing in thousands of draws, or NULL. */
const char *grammar_vain_line(const Grammar *grammar);
/* No noun of the other sentence could be meant by a pronoun of this one, or is said in both. */
bool grammar_stands_apart(const Sentence *sentence, const Sentence *other);
bool grammar_could_mean(const Sentence *sentence, int pronoun, const Sentence *other, int noun);
/* The noun a pronoun means by the rule above, or -1 when the rule names none. */
int grammar_resolve(const Sentence *sentence, int pronoun);

/* The noun, the verb of the sentence and what is said of the pronoun: its number does not depend on
** which other words there are. One in GRAMMAR_HELD_OUT_EVERY combinations is held out. */
enum { GRAMMAR_HELD_OUT_EVERY = 10 };
uint64_t grammar_combination(const Sentence *sentence, int pronoun);
bool grammar_is_held_out(uint64_t combination);

#endif
