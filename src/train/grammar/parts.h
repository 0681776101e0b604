/* train/grammar/parts.h -- the tables of a grammar; for train/grammar/ only.
**
** A row of each table is a line of the file: nouns, adjectives, verbs, pronouns, rules, phrases and
** sentences, each numbered from 0 in the order they were read.
**
** Patterns are nodes in one array. `next` links the nodes of a row; −1 ends the row. A choice has
** several options, each a row, of which one is drawn; `option` links the first nodes of the
** options:
**
**   the {a} (slept|{past v a})     the → {a} → choice ⇢ first: slept
**                                                        option ↓
**                                                        {past v a}
**
** Words are indices of GrammarWords. Classes are bits, in the order in which noun lines name them.
** Memory  Tables on the arena of grammar_read, each with room for all lines of the files; names
**         (Str) point into the text.
*/
#ifndef TRAIN_GRAMMAR_PARTS_H
#define TRAIN_GRAMMAR_PARTS_H

#include "train/grammar/grammar.h"

enum {
  CLASSES_MOST = 64, /* the bits of a ClassSet */
  FORMS_MOST = 6,
  FORM_WORDS_MOST = 3, /* fit_into: two words of one form */
  PRONOUN_CASES = 3,   /* subject, object, possessive */
  VERBS_MOST = 4096,   /* each has a byte for every adjective */
  NODES_MOST = 8192    /* of all patterns of a grammar together */
};

typedef uint64_t ClassSet;

/* noun dog dogs : animal : MEASURE */
typedef struct Noun {
  int one, many, measure; /* words; many −1: the same, measure −1: none */
  ClassSet classes;
  bool is_name;      /* only takes phrases for names, which have no article */
  const char *place; /* FILE:LINE */
} Noun;

/* adjective tired : animal person; a modifier has the same form */
typedef struct Adjective {
  int word;
  ClassSet fits;    /* a noun of one of these classes */
  bool only_before; /* never said of a pronoun */
} Adjective;

/* One form of a verb: a word of its line, or several joined by _. */
typedef struct VerbForm {
  int words[FORM_WORDS_MOST], count;
} VerbForm;

/* Which noun of the verb an adjective is about when it is the reason why something did not happen:
** in “did not fit into … because it was too big”, the subject. */
typedef enum Lean { LEAN_NONE, LEAN_SUBJECT, LEAN_OBJECT } Lean;

/* verb fit_into fitted_into : thing > container : subject big object small */
typedef struct Verb {
  VerbForm forms[FORMS_MOST]; /* [form_count] in the order of the line "forms" */
  ClassSet subjects, objects; /* objects 0: takes no object */
  unsigned char *leans;       /* [adjective_count] a Lean for each adjective */
  int leaning_count;          /* how many of them are not LEAN_NONE */
} Verb;

/* pronoun he him his : one : male */
typedef struct Pronoun {
  int cases[PRONOUN_CASES]; /* words; a case the line leaves out has the subject's word */
  int number;               /* NUMBER_… bits */
  ClassSet fits;
} Pronoun;

/* How each is written; docs/grammar.md describes all of it:
**
**   words  because            choice   (because|since)      rule     <name>
**   noun   {a}, {a : place}   pronoun  {it}, {it object}, {it : a b}
**   verb   {past v a b}       holds    {adj it}, {against it v}, {for it v}
**   agrees {was/were it}      phrases  {noun}, {adjective}, {measure}
*/
typedef enum NodeKind {
  NODE_EMPTY, /* an option without words */
  NODE_WORD,
  NODE_CHOICE,
  NODE_RULE, /* <name>: its pattern stands here */
  NODE_NOUN,
  NODE_PRONOUN,
  NODE_VERB,
  NODE_HOLDS,  /* an adjective said of something */
  NODE_AGREES, /* words by number */
  NODE_PHRASE_NOUN,
  NODE_PHRASE_ADJECTIVE,
  NODE_PHRASE_MEASURE
} NodeKind;

/* A noun {a} or pronoun {it} of the sentence that a slot refers to. */
typedef struct Ref {
  bool is_pronoun;
  int index; /* −1: none */
} Ref;

/* One part of a pattern; its kind decides which fields are used. */
typedef struct Node {
  NodeKind kind;
  int next, option;    /* nodes, see above; −1: none */
  int first;           /* of a choice: the first node of its first option */
  int option_count;    /* of a choice */
  int word, word_many; /* NODE_AGREES has both */
  int index;           /* noun a–f, pronoun or verb v–y of the sentence, or the rule; from 0 */
  int form;            /* of a verb, or case of a pronoun */
  HoldReason reason;   /* {against it v}, {for it v}; index is the verb v */
  Ref of, object;      /* what it is said of, or a verb's subject; a verb's object */
  ClassSet classes;    /* the noun must have one of them; 0: any noun */
  uint64_t may_mean;   /* nouns that a pronoun may mean, one bit each; 0: all */
} Node;

/* first is −1 until walk 3 reads the pattern: a rule may name rules of later lines. */
typedef struct Rule {
  Str name;
  int first;
} Rule;

/* The words around a noun: "the {adjective} {noun}". */
typedef struct Phrase {
  int first, number;
  bool for_names;
  int weight; /* drawn with probability weight / sum of the weights of the phrases that suit */
} Phrase;

/* sentence 3 : the {a} {past v a} … */
typedef struct Pattern {
  int first, weight;
  const char *place; /* FILE:LINE */
} Pattern;

/* Each array has [x_count] elements. Nothing changes after grammar_read has returned. */
struct Grammar {
  const GrammarWords *words; /* shared with other grammars of a task */
  bool joins_words;          /* no spaces between them */
  int end_word;              /* −1: sentences end without a mark */
  /* Names in the order of the file: classes are the bits of a ClassSet, forms those of every
  ** verb. */
  Str classes[CLASSES_MOST];
  int class_count;
  Str forms[FORMS_MOST];
  int form_count;
  Noun *nouns;
  Adjective *adjectives;
  Verb *verbs;
  Pronoun *pronouns;
  Rule *rules;
  Phrase *phrases;
  Pattern *patterns;
  Node *nodes;
  int noun_count, adjective_count, verb_count, pronoun_count, rule_count, phrase_count;
  int pattern_count, pattern_weight /* the sum of all weights */, node_count;
  uint64_t digest; /* of all lines, in order: see grammar_digest */
};

/* Has the noun one of the classes? */
bool grammar_noun_is(const Noun *noun, ClassSet classes);

#endif
