/* train/grammar/grammar.h -- draws sentences whose pronouns can be resolved, by a grammar from a
** text file.
**
** A grammar has nouns with classes (animal, path), adjectives that list the classes they fit, verbs
** that list the classes of their subjects and objects, and patterns of sentences. docs/grammar.md
** describes the file for those who add words to it.
**
** Fits    A noun fits a pronoun (could be its antecedent) when number and classes agree, every
**         adjective said of the pronoun fits the noun, every verb whose subject or object is the
**         pronoun takes the noun there, and the noun is not that verb's other noun.
** Rule    A pronoun means a noun when, of all nouns of the sentences told together, only that noun
**         fits; or when the two nouns of one verb fit and the verb's line says which of them the
**         adjective is about (“did not fit into … because it was too big”). It means none where
**         only one noun fits and the verb's line names another one.
** Unknown A noun outside the vocabulary counts as any noun that its places in the sentence allow,
** singular or plural; the rule must hold for all of them. Example “The animal did not cross the
** street because it was too tired”: nouns animal (a) and
**         street (b), verb cross (v) with subject a and object b, pronoun it (one, of any class but
**         people), and one hold: tired is said of it. Tired fits living things, so only the animal
**         fits, and “it” means the animal. With “wide” only the street would fit. With “big” both
**         would fit, and the line of cross does not say which: no such sentence is drawn.
** Indices There are two kinds of index for nouns, verbs, adjectives and pronouns: "of the grammar"
** counts the file's lines from 0, "of the sentence" counts those in one sentence. Both are plain
** ints, so the comment of each field says which it is. −1 means none.
** Memory  A grammar is on the arena given to grammar_read; a Sentence is a plain value that points
**         to its grammar. Drawing takes no memory.
** Threads A grammar does not change after grammar_read; each thread draws with its own Rng.
** Errors  FILE:LINE, the word, what is allowed.
*/
#ifndef TRAIN_GRAMMAR_GRAMMAR_H
#define TRAIN_GRAMMAR_GRAMMAR_H

#include "base/rng.h"
#include "train/grammar/words.h"

/* Letters beyond the limits are refused when the file is read; a draw with more words or holds is
** discarded. */
enum {
  SENTENCE_WORDS_MOST = 48,
  SENTENCE_NOUNS_MOST = 6,    /* {a} to {f} */
  SENTENCE_VERBS_MOST = 4,    /* v to y */
  SENTENCE_PRONOUNS_MOST = 4, /* {it} to {it4} */
  SENTENCE_HOLDS_MOST = 6
};

typedef struct Grammar Grammar;

/* The function of a word in its sentence. A task decides by it which words may be hidden. */
typedef enum WordKind {
  WORD_PLAIN,     /* of the pattern, without an alternative */
  WORD_CHOSEN,    /* one of several options of the pattern: because, the */
  WORD_AGREES,    /* was or were; a measure word */
  WORD_NOUN,      /* of = which noun of the sentence */
  WORD_ADJECTIVE, /* before its noun */
  WORD_PREDICATE, /* an adjective said of a noun or pronoun */
  WORD_VERB,
  WORD_PRONOUN /* of = which pronoun */
} WordKind;

/* One word of a sentence; `word` is an index of GrammarWords, not an id of the vocabulary. */
typedef struct SentenceWord {
  int word;
  WordKind kind;
  int of; /* the noun or pronoun of the sentence, or -1 */
} SentenceWord;

/* Bits: two numbers agree when their & is not 0. */
enum { NUMBER_ONE = 1, NUMBER_MANY = 2, NUMBER_ANY = 3 };

/* noun −1: this sentence does not use the letter (a choice may leave {b} out). */
typedef struct SentenceNoun {
  int noun;   /* of the grammar */
  int number; /* NUMBER_ONE, NUMBER_MANY, or ANY where the words do not tell */
} SentenceNoun;

/* What is said of a pronoun or noun: an adjective, or a verb that it is the subject or object
** of. */
typedef enum HoldKind { HOLD_ADJECTIVE, HOLD_SUBJECT, HOLD_OBJECT } HoldKind;
/* Is the adjective a reason for or against what the verb says? “did not fit because it was too big”
** is against. */
typedef enum HoldReason { REASON_NONE, REASON_AGAINST, REASON_FOR } HoldReason;

/* One thing said of a pronoun or noun. The holds of a pronoun resolve it. */
typedef struct SentenceHold {
  HoldKind kind;
  int pronoun;         /* of the sentence: the pronoun it is said of, or -1 */
  int noun;            /* of the sentence: the noun it is said of, or the pronoun's noun */
  int adjective, verb; /* of the grammar, or -1 */
  HoldReason reason;
  /* Nouns of the sentence: the verb's subject and object, −1 where it is a pronoun or there is
  ** none. */
  int subject, object;
} SentenceHold;

/* One pronoun and the noun it means. */
typedef struct SentencePronoun {
  int pronoun; /* of the grammar */
  int noun;    /* of the sentence: what it stands for */
  int at;      /* index of its word in the sentence */
} SentencePronoun;

/* One sentence and how it was made; about 1 KiB. */
typedef struct Sentence {
  const Grammar *grammar;
  int word_count, noun_count, pronoun_count, hold_count;
  SentenceWord words[SENTENCE_WORDS_MOST];
  SentenceNoun nouns[SENTENCE_NOUNS_MOST];
  SentencePronoun pronouns[SENTENCE_PRONOUNS_MOST];
  SentenceHold holds[SENTENCE_HOLDS_MOST];
  /* For each noun, the sets of classes (one bit per class) that its places in the sentence require;
  ** 0 ends the list. Of an unknown noun a reader of the sentence knows nothing else. */
  uint64_t allowed[SENTENCE_NOUNS_MOST][SENTENCE_HOLDS_MOST];
  int main_verb; /* of the grammar: the first verb of the sentence, or -1 */
  int unknown;   /* of the sentence: the noun outside the vocabulary, or -1 */
} Sentence;

/* The text of a file, and its path for error messages. */
typedef struct GrammarFile {
  const char *path;
  Str text;
} GrammarFile;

/* Finds a built-in grammar by its name (english, chinese); false when there is none. The path is on
** the arena; the text is part of the program. */
bool grammar_find_builtin(Arena *arena, const char *name, GrammarFile *file);
const char *grammar_builtin_list(Arena *arena); /* "chinese, english" */
/* Reads a grammar and adds its words to `words`. `words` and the text must live as long as the
** grammar: names of classes, forms and rules point into the text. After false *status names the
** first wrong line. */
bool grammar_read(Arena *arena, const GrammarFile *file, GrammarWords *words,
                  const Grammar **grammar, Status *status);
bool grammar_joins_words(const Grammar *grammar); /* written without spaces, as Chinese is */
int grammar_end_word(const Grammar *grammar);     /* the mark that ends a sentence, or -1 */
/* A hash of the lines. Comments, empty lines and spaces at the ends of lines do not change it. */
uint64_t grammar_digest(const Grammar *grammar);

/* Draws one sentence in which the rule resolves each pronoun to its noun. unknown_share is the
** probability that one of the nouns is outside the vocabulary. False when 200 draws of the chosen
** pattern were all discarded, which can happen with rare choices: call it again. The same state of
** rng gives the same sentence. */
bool grammar_try(const Grammar *grammar, double unknown_share, Rng *rng, Sentence *sentence);
/* FILE:LINE of the first “sentence” line for which 4,000 draws gave no sentence, or NULL. */
const char *grammar_vain_line(const Grammar *grammar);
/* True when no noun of `other` fits a pronoun of `sentence` and the two share no noun. Two
** sentences may be told together when this holds in both directions. */
bool grammar_stands_apart(const Sentence *sentence, const Sentence *other);
/* Does that noun of `other` (which may be the sentence itself) fit the pronoun? */
bool grammar_could_mean(const Sentence *sentence, int pronoun, const Sentence *other, int noun);
/* The noun of the sentence that the pronoun means by the rule, or -1. */
int grammar_resolve(const Sentence *sentence, int pronoun);

/* A hash of the pronoun's noun, the sentence's main verb and everything said of the pronoun. It is
** computed from spellings, so it does not depend on the other words of the grammar. One in
** GRAMMAR_HELD_OUT_EVERY combinations is held out of training. */
enum { GRAMMAR_HELD_OUT_EVERY = 10 };
uint64_t grammar_combination(const Sentence *sentence, int pronoun);
bool grammar_is_held_out(uint64_t combination);

#endif
