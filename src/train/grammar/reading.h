/* train/grammar/reading.h -- reads a grammar's file into its tables; for the files below only.
**
**   lines of a file   file.c      four walks; in each, the lines of “with” come before its own
**   one line          read.c      a keyword, then parts between free-standing : > and ;
**   a verb's line     verb.c      forms, classes, adjectives
**   parts of lines    line.c      words, parts, classes
**   a pattern         pattern.c   words (one|other) {slot} <rule>
**
** A free-standing mark has a blank or an end of the line on both sides, so that a word may contain
** the character. # begins a comment. Every word that is read is added to GrammarWords.
**
** Memory  On the arena of grammar_read. Names of classes, forms and rules point into the text.
** Errors  The first error ends the reading: FILE:LINE, what is wrong, the word. The tables stay as
**         they are; the caller frees them with the arena.
*/
#ifndef TRAIN_GRAMMAR_READING_H
#define TRAIN_GRAMMAR_READING_H

#include "train/grammar/parts.h"
#include "train/source_location.h"

enum { GRAMMAR_ONCE_LINES = 4 }; /* with, spaces, end, forms */

/* The state of a reading: the present line and the tables that it adds to. */
typedef struct GrammarReading {
  Arena *arena;
  const char *path; /* of the line's file */
  GrammarFile base; /* the built-in grammar that “with” names; path NULL: none */
  Grammar *grammar; /* being filled */
  GrammarWords *words;
  TokenTable *rules;      /* by name: their index */
  TokenTable *adjectives; /* by the first spelling of their word: the first index */
  Status *status;
  int line;                          /* from 1 */
  bool in_phrase;                    /* a pattern of a phrase, which has slots of its own */
  char place[SOURCE_LOCATION_BYTES]; /* FILE:LINE of this line */
  /* FILE:LINE of each line that a grammar may have once, in the order of the keywords; "": not
  ** read. */
  char once_places[GRAMMAR_ONCE_LINES][SOURCE_LOCATION_BYTES];
} GrammarReading;

/* Walk 0 reads “with”; 1 reads what other lines refer to (nouns, names of forms and of rules); 2
** adjectives and pronouns; 3 all others. So the lines of a file may be in any order. */
enum { GRAMMAR_WALKS = 4 };
/* Reads the line when its keyword belongs to this walk and skips it otherwise. A line without a
** keyword fails in every walk. */
bool grammar_read_line(GrammarReading *reading, Str line, int walk);
/* Set the status to "FILE:LINE: WHAT “WORD”" and return false; `what` is translated already. _plain
** leaves the word out; _twice says that a line “WHAT WORD” exists already (`what` is a keyword). */
bool grammar_fail(const GrammarReading *reading, const char *what, Str word);
bool grammar_fail_plain(const GrammarReading *reading, const char *what);
bool grammar_fail_twice(const GrammarReading *reading, const char *what, Str word);
/* Removes the first word of *rest and returns it; empty when nothing is left. */
Str grammar_take_word(Str *rest);
/* Removes the part before the first free-standing mark (: > or ;), with the mark, and returns
** it. */
Str grammar_take_part(Str *rest, char mark);
/* Finds or adds the word with these spellings. */
bool grammar_add_word(const GrammarReading *reading, Str spellings, int *word);
/* Reads names of classes between blanks; * is every class. A class that no noun has is refused, and
** the error names the nearest one. */
bool grammar_read_classes(const GrammarReading *reading, Str list, ClassSet *set);
/* The same for a noun's line, which adds the classes that are new. */
bool grammar_make_classes(const GrammarReading *reading, Str list, ClassSet *set);
/* Reads a line like: verb fit_into fitted_into : thing > container : subject big object small */
bool grammar_read_verb(GrammarReading *reading, Str rest);
/* Appends the nodes of a pattern. *first is always a choice; without | it has a single option. */
bool grammar_read_pattern(GrammarReading *reading, Str text, int *first);

#endif
