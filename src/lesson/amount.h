/* lesson/amount.h -- a number in a lesson, read from the trace on show.
**
**   weights it animal         the number of a matrix: part, row, column
**   scores layer 2 head 1 8 2 of another head than the one on show; rows and columns from 1
**   q it 3                    columns of a matrix that is not by pair are numbers
**   sum weights it            of a row: sum, largest, least
**   product it animal         q of a row · k of a key
**   most weights it           the word of the largest column of a row
**   probability it animal     of a word that the model may name at a token              (M-17)
**   exp masked it animal      e to the power of a number minus the largest of its row     (M-06)
**   divisor                   what scores are divided by; d_head d_model tokens keys layers heads
**   lookup weights 1          of the view of books: scores scaled exp weights, and a book
**   seen it                   how many keys a row may see
**   turn the·4 1              degrees by which rotary positions turn a pair of a row        (M-50)
**   0.25                      a number as it stands
**   1 - weights it animal     of several amounts: + - * / as in school; each may have before it
**   root 256, power 2         its square root, or e to its power
**
** A token is named as the picture names it: it, the·5, or "of two words" in quotes. A word that
** stands twice in the sentence needs its place behind a dot, or its number.
**
** Memory  Words point into the text of the lesson; several amounts are on the arena.
** Errors  One sentence that names the word and what was expected instead.
*/
#ifndef LESSON_AMOUNT_H
#define LESSON_AMOUNT_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/trace.h"
#include "trace/workings/experiments.h"

/* Where something stands in the file, from 1; line 0: nowhere. */
typedef struct LessonPlace {
  int line, column;
} LessonPlace;

typedef enum AmountKind {
  AMOUNT_CELL,
  AMOUNT_SUM,
  AMOUNT_LARGEST,
  AMOUNT_LEAST,
  AMOUNT_MOST,
  AMOUNT_EXP,
  AMOUNT_PRODUCT,     /* q of a row · k of a key, each before any turning */
  AMOUNT_PROBABILITY, /* col is a word of the vocabulary */
  AMOUNT_SIZE,
  AMOUNT_LOOKUP,
  AMOUNT_SEEN,
  AMOUNT_TURN, /* col is a pair of columns */
  AMOUNT_NUMBER,
  AMOUNT_SUMS /* of several */
} AmountKind;

struct AmountTerm;

typedef struct LessonAmount {
  AmountKind kind;
  TracePart part;
  int layer, head; /* from 0; −1: the one on show */
  int size;        /* AMOUNT_SIZE, AMOUNT_LOOKUP: which */
  double number;
  Str row, col;
  const struct AmountTerm *terms; /* AMOUNT_SUMS */
} LessonAmount;

/* What is done to the amount before it is combined with those before. */
typedef enum AmountFunction { FUNCTION_NONE, FUNCTION_ROOT, FUNCTION_POWER } AmountFunction;

typedef struct AmountTerm {
  char sign; /* + - * / before it; the first has + */
  AmountFunction function;
  LessonAmount amount;
  struct AmountTerm *next;
} AmountTerm;

/* What amounts are read from: the picture on show. */
typedef struct LessonScene {
  const Trace *trace;
  int layer, head;
  const Experiments *experiments;
} LessonScene;

typedef struct LessonValue {
  double number;
  Str word;      /* AMOUNT_MOST; else empty */
  bool is_share; /* 0 to 1, of a sum of 1 */
} LessonValue;

/* Reads "weights it animal", or "1 - weights it animal". False: the sentence tells what was
** expected. */
bool amount_read(Arena *arena, Str words, LessonAmount *amount, Status *status);
bool amount_value(const LessonScene *scene, const LessonAmount *amount, LessonValue *value,
                  Status *status);

/* The index, from 0, of a row of the matrix or a column of it. False: there is none such. */
bool amount_token(const Trace *trace, Str word, bool is_key, int *index, Status *status);
/* Row and column of a cell, or of the largest column of a row (AMOUNT_MOST). */
bool amount_cell(const LessonScene *scene, const LessonAmount *amount, int *row, int *col,
                 Status *status);

/* Takes the next word off *rest, without the quotes around it; empty at the end. */
Str amount_take_word(Str *rest);
/* The part with that name in trace files: "weights". False: there is none. */
bool amount_part_find(Str name, TracePart *part, Status *status);

#endif
