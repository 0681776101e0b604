/* train/grammar/grammar.h -- sentences whose pronouns can be resolved, drawn from a text file.
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
** Example “The animal did not cross the street because it was too tired”: nouns animal (a) and
**         street (b), verb cross (v) with subject a and object b, pronoun it (one, of any class
**         but people), and one hold: tired is said of it. Tired fits what is alive, so only the
**         animal fits, and it means the animal. With “wide” only the street would. With “big”
**         both would, and cross does not say which: no such sentence is drawn.
** Indices Nouns, verbs, adjectives and pronouns exist twice: "of the grammar" counts the lines of
**         the file from 0, "of the sentence" those that one sentence has. Both are plain ints, so
**         every field says which it is. −1 means none.
** Memory  A grammar lives on the arena given to grammar_read; a Sentence is a plain value that
**         points to its grammar. Drawing takes no memory.
** Threads A grammar is read only once it is there; each thread draws with its own Rng.
** Errors  FILE:LINE, the word, what is allowed.
*/
#ifndef TRAIN_GRAMMAR_GRAMMAR_H
#define TRAIN_GRAMMAR_GRAMMAR_H

#include "base/rng.h"
#include "train/grammar/words.h"

/* Letters beyond these are refused as the file is read; a sentence that would have more words or
** more said of its pronouns comes to nothing while it is drawn. */
enum {
  SENTENCE_WORDS_MOST = 48,
  SENTENCE_NOUNS_MOST = 6,    /* {a} to {f} */
  SENTENCE_VERBS_MOST = 4,    /* v to y */
  SENTENCE_PRONOUNS_MOST = 4, /* {it} to {it4} */
  SENTENCE_HOLDS_MOST = 6
};

typedef struct Grammar Grammar;

/* What a word does in its sentence: a task decides by it which words may be hidden. */
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

/* One word as it is said; `word` is an index of GrammarWords, not yet the id of a vocabulary. */
typedef struct SentenceWord {
  int word;
  WordKind kind;
  int of; /* noun or pronoun of the sentence, or -1 */
} SentenceWord;

/* Bits, so that "agrees" is an &. */
enum { NUMBER_ONE = 1, NUMBER_MANY = 2, NUMBER_ANY = 3 };

/* noun −1: the letter is not used in this sentence (a choice may leave {b} out). */
typedef struct SentenceNoun {
  int noun;   /* of the grammar */
  int number; /* NUMBER_ONE, NUMBER_MANY, or ANY where the words do not tell */
} SentenceNoun;

/* What is said of a pronoun or noun: an adjective, or a verb it stands at. */
typedef enum HoldKind { HOLD_ADJECTIVE, HOLD_SUBJECT, HOLD_OBJECT } HoldKind;
/* How an adjective bears on a verb: "did not fit because it was too big" speaks against it. */
typedef enum HoldReason { REASON_NONE, REASON_AGAINST, REASON_FOR } HoldReason;

/* One thing said. What is said of pronouns is what resolves them. */
typedef struct SentenceHold {
  HoldKind kind;
  int pronoun;         /* of the sentence, it is said of; or -1 */
  int noun;            /* of the sentence, that it is said of in truth */
  int adjective, verb; /* of the grammar, or -1 */
  HoldReason reason;
  /* Nouns of the sentence that the verb joins, named there as nouns; -1 for a pronoun or none. */
  int subject, object;
} SentenceHold;

/* One pronoun, and its answer. */
typedef struct SentencePronoun {
  int pronoun; /* of the grammar */
  int noun;    /* of the sentence: what it stands for */
  int at;      /* which word, from 0 */
} SentencePronoun;

/* One sentence with everything that is known about it; about 1 KiB. */
typedef struct Sentence {
  const Grammar *grammar;
  int word_count, noun_count, pronoun_count, hold_count;
  SentenceWord words[SENTENCE_WORDS_MOST];
  SentenceNoun nouns[SENTENCE_NOUNS_MOST];
  SentencePronoun pronouns[SENTENCE_PRONOUNS_MOST];
  SentenceHold holds[SENTENCE_HOLDS_MOST];
  /* For each noun the classes that the places it is named at ask for, a bit a class; 0 ends the
  ** list. Where the noun is unknown, this is all a reader of the sentence knows of it. */
  uint64_t allowed[SENTENCE_NOUNS_MOST][SENTENCE_HOLDS_MOST];
  int main_verb; /* of the grammar: the first one said; or -1 */
  int unknown;   /* of the sentence: the noun outside the vocabulary; or -1 */
} Sentence;

/* A grammar that is part of this program, by its name (english, chinese); false when there is none.
** *path, on the arena, is for sentences about errors; *text is part of the program itself. */
bool grammar_find_builtin(Arena *arena, const char *name, const char **path, Str *text);
const char *grammar_builtin_list(Arena *arena); /* "chinese, english" */
/* Reads a whole grammar and adds its words to `words`, which must live as long as the grammar.
** The text must, too: names of classes, forms and rules point into it. False names the first line
** that is wrong. */
bool grammar_read(Arena *arena, const char *path, Str text, GrammarWords *words,
                  const Grammar **grammar, Status *status);
bool grammar_joins_words(const Grammar *grammar); /* written without spaces, as Chinese is */
int grammar_end_word(const Grammar *grammar);     /* closes a sentence, or -1 */
/* Another one when a line is another; notes, empty lines and spaces at their ends do not count. */
uint64_t grammar_digest(const Grammar *grammar);

/* Draws one sentence; unknown_share is the chance that one of its nouns is outside the vocabulary.
** The rule holds within the sentence: each pronoun means the noun it stands for. False when the
** pattern drawn came to nothing in some hundred draws, as a rare choice may: try again. The same
** state of rng gives the same sentence. */
bool grammar_try(const Grammar *grammar, double unknown_share, Rng *rng, Sentence *sentence);
/* FILE:LINE of a line “sentence” that came to nothing in thousands of draws, or NULL. */
const char *grammar_vain_line(const Grammar *grammar);
/* Can two sentences be told together, as far as the pronouns of the first go? No noun of the other
** could be meant by one of them, and no noun is said in both. Ask it both ways. */
bool grammar_stands_apart(const Sentence *sentence, const Sentence *other);
/* Does that noun of `other` (which may be the sentence itself) fit the pronoun, as above? */
bool grammar_could_mean(const Sentence *sentence, int pronoun, const Sentence *other, int noun);
/* The noun a pronoun means by the rule above, or -1 when the rule names none. */
int grammar_resolve(const Sentence *sentence, int pronoun);

/* The noun, the verb of the sentence and what is said of the pronoun, as a hash: it is made of
** spellings, so it does not depend on which other words there are. One in GRAMMAR_HELD_OUT_EVERY
** combinations is held out of training. */
enum { GRAMMAR_HELD_OUT_EVERY = 10 };
uint64_t grammar_combination(const Sentence *sentence, int pronoun);
bool grammar_is_held_out(uint64_t combination);

#endif
