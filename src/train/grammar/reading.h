/* train/grammar/reading.h -- a grammar's file becomes its tables; for the files below only.
**
**   lines of a file   file.c      four walks, the lines it begins from before its own
**   one line          read.c      a keyword, then parts between free-standing : > and ;
**   a verb's          verb.c      forms, classes, adjectives
**   parts of lines    line.c      words, parts, classes
**   a pattern         pattern.c   words (one|other) {slot} <rule>
**
** A free-standing mark has a blank or an end on either side, so that a word may contain it. What
** stands behind # is a note. Every word met on the way is added to GrammarWords.
**
** Memory  On the arena of grammar_read. Names of classes, forms and rules point into the text.
** Errors  The first one ends the reading: FILE:LINE, what is wrong, the word. Nothing is undone: a
**         grammar that failed is forgotten with its arena.
*/
#ifndef TRAIN_GRAMMAR_READING_H
#define TRAIN_GRAMMAR_READING_H

#include "train/grammar/parts.h"
#include "train/source_location.h"

enum { GRAMMAR_ONCE_LINES = 4 }; /* with, spaces, end, forms */

/* One line being read, and all that is handed down for it. */
typedef struct GrammarReading {
  Arena *arena;
  const char *path;      /* of the file the line stands in */
  const char *base_path; /* of the grammar it begins from; NULL: none */
  Str base;              /* that one's text, of this program */
  Grammar *grammar;      /* being filled */
  GrammarWords *words;
  TokenTable *rules;      /* by name: their index */
  TokenTable *adjectives; /* by the first spelling of their word: the first index */
  Status *status;
  int line;                          /* from 1 */
  bool in_phrase;                    /* slots of a phrase, not of a sentence */
  char place[SOURCE_LOCATION_BYTES]; /* FILE:LINE of this line */
  /* FILE:LINE of each line that may stand once, in the order of the keywords; "": not yet. */
  char once_places[GRAMMAR_ONCE_LINES][SOURCE_LOCATION_BYTES];
} GrammarReading;

/* Walk 0 takes what the file begins from, 1 what others speak of (nouns, names of forms and of
** rules), 2 adjectives and pronouns, 3 all else: so lines may stand in any order. */
enum { GRAMMAR_WALKS = 4 };
/* Reads the line when it is one of this walk, and passes over it otherwise; what is no line of a
** grammar at all fails in every walk. */
bool grammar_read_line(GrammarReading *reading, Str line, int walk);
/* "FILE:LINE: WHAT “WORD”"; what is translated already. Both return false, for a return. */
bool grammar_fail(const GrammarReading *reading, const char *what, Str word);
bool grammar_fail_plain(const GrammarReading *reading, const char *what);
bool grammar_fail_twice(const GrammarReading *reading, const char *what, Str word);
/* Takes what stands before the first of the blanks off *rest; empty when nothing is left. */
Str grammar_take_word(Str *rest);
/* The part before a free-standing mark (: or > or ;); *rest goes on behind it. */
Str grammar_take_part(Str *rest, char mark);
/* One word of the vocabulary, in all its spellings. */
bool grammar_add_word(const GrammarReading *reading, Str spellings, int *word);
/* Names of classes with blanks between them, or *, which is every class. A name that no noun has
** brought is refused, and the nearest one named. */
bool grammar_read_classes(const GrammarReading *reading, Str list, ClassSet *set);
/* The same for a noun, which brings classes that are new. */
bool grammar_make_classes(const GrammarReading *reading, Str list, ClassSet *set);
/* verb fit_into fitted_into : thing > container : subject big object small */
bool grammar_read_verb(GrammarReading *reading, Str rest);
/* Appends the nodes of a pattern. *first is always a choice: one without | has a single option. */
bool grammar_read_pattern(GrammarReading *reading, Str text, int *first);

#endif
