/* train/grammar/parts.h -- the tables of a grammar; for train/grammar/ only.
**
** A row of each table is a line of the file: nouns, adjectives, verbs, pronouns, rules, phrases and
** sentences, each numbered from 0 in the order they were read.
**
** Patterns are nodes in one array. A node's next follows it in the same row, −1 ends the row; a
** choice has options, rows of which one is taken, joined by their first nodes' `option`:
**
**   the {a} (slept|{past v a})     the → {a} → choice ⇢ first: slept
**                                                        option ↓
**                                                        {past v a}
**
** Words are indices of GrammarWords. Classes are bits, in the order nouns brought them.
** Memory  Tables on the arena of grammar_read, each with room for as many lines as the files have;
**         names (Str) point into the text.
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
  bool is_name;      /* stands in phrases for names only: no article */
  const char *place; /* FILE:LINE */
} Noun;

/* adjective tired : animal person; a modifier has the same form */
typedef struct Adjective {
  int word;
  ClassSet fits;    /* a noun of one of these classes */
  bool only_before; /* never said of a pronoun */
} Adjective;

/* One form of a verb, as its line has it between blanks; _ parts its words. */
typedef struct VerbForm {
  int words[FORM_WORDS_MOST], count;
} VerbForm;

/* Which of the verb's two nouns an adjective speaks against: too big is the subject's fault. */
typedef enum Lean { LEAN_NONE, LEAN_SUBJECT, LEAN_OBJECT } Lean;

/* verb fit_into fitted_into : thing > container : subject big object small */
typedef struct Verb {
  VerbForm forms[FORMS_MOST]; /* [form_count] in the order of the line "forms" */
  ClassSet subjects, objects; /* objects 0: it takes none */
  unsigned char *leans;       /* [adjective_count] Lean: against whom the adjective speaks */
  int leaning_count;          /* how many of them are not LEAN_NONE */
} Verb;

/* pronoun he him his : one : male */
typedef struct Pronoun {
  int cases[PRONOUN_CASES]; /* words; a case the line leaves out is the subject's word */
  int number;               /* NUMBER_… bits */
  ClassSet fits;
} Pronoun;

/* How each is written, docs/grammar.md has the whole:
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

/* Something of the sentence a slot speaks about: {a} or {it}. */
typedef struct Ref {
  bool is_pronoun;
  int index; /* −1: none */
} Ref;

/* One part of a pattern; which fields count depends on its kind. */
typedef struct Node {
  NodeKind kind;
  int next, option;    /* nodes, see above; −1: none */
  int first;           /* of a choice: the first node of its first option */
  int option_count;    /* of a choice */
  int word, word_many; /* NODE_AGREES has both */
  int index;           /* noun a–f, pronoun, verb v–y of the sentence, or the rule; from 0 */
  int form;            /* of a verb, or case of a pronoun */
  HoldReason reason;   /* {against it v}, {for it v}; the verb's letter is index */
  Ref of, object;      /* whom it is about; a verb's object */
  ClassSet classes;    /* a noun must have one of them; 0: any noun */
  uint64_t may_mean;   /* nouns a pronoun may stand for, a bit each; 0: all */
} Node;

/* first −1 until the third walk has read its pattern: rules may name rules of later lines. */
typedef struct Rule {
  Str name;
  int first;
} Rule;

/* How a noun is said: "the {adjective} {noun}". */
typedef struct Phrase {
  int first, number;
  bool for_names;
  int weight; /* its share among the phrases that suit is weight / their sum */
} Phrase;

/* sentence 3 : the {a} {past v a} … */
typedef struct Pattern {
  int first, weight;
  const char *place; /* FILE:LINE */
} Pattern;

/* [x_count] each; nothing changes once grammar_read has returned. */
struct Grammar {
  const GrammarWords *words; /* shared with other grammars of a task */
  bool joins_words;          /* no spaces between them */
  int end_word;              /* −1: sentences end without a mark */
  /* Names, in the order they were met: the bits of a ClassSet, and the forms of every verb. */
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
  int pattern_count, pattern_weight /* their sum */, node_count;
  uint64_t digest; /* of all lines, in order: see grammar_digest */
};

/* Has the noun one of the classes? */
bool grammar_noun_is(const Noun *noun, ClassSet classes);

#endif
