/* model/checkpoint/readme.h -- what the README.md of a model trained by this program says of it.
**
** train/evaluation.c writes that file in the language of whoever trained the model, and a person
** may edit it. So parts are found by their form, and texts by the heading:
**
**   purpose    the first sentence below the line "# NAME"
**   right      each row "| SET | 99.60 % | LOSS | 2000 |" of a table
**   languages  the line "grammar english chinese" of the recipe
**   alignment  each row "| LAYER | 97.1 % | 3.0 % |" of two shares or more: of the heads that ask
**              the source in a translator, the words whose heaviest weight is where it should be
**   limits     the paragraph below "## What it cannot do"; shown are at most README_LIMITS_BYTES
**
** Memory  Texts on the arena given.   Units  Percent of the answers asked for.
** Errors  What is not found is NULL or not counted, as where memory is out.
*/
#ifndef MODEL_CHECKPOINT_README_H
#define MODEL_CHECKPOINT_README_H

#include "base/arena.h"
#include "base/str.h"

enum { README_ALIGNED_ROWS = 4, README_ALIGNED_HEADS = 8 };
enum { README_SETS_MOST = 4, README_LANGUAGES_MOST = 4, README_LIMITS_BYTES = 400 };

/* The answers to one set of sequences. */
typedef struct ReadmeScore {
  const char *set; /* "never trained" */
  double percent;  /* right */
  long asked;
} ReadmeScore;

typedef struct Readme {
  const char *purpose, *limits;
  ReadmeScore scores[README_SETS_MOST];
  int score_count;
  double alignment[README_ALIGNED_ROWS][README_ALIGNED_HEADS]; /* percent */
  int alignment_rows, alignment_heads;
  const char *languages[README_LANGUAGES_MOST]; /* "english" */
  int language_count;
} Readme;

Readme readme_parse(Arena *arena, Str text);

/* Both in the language of now, where the file has them as this program writes them in English; else
** as they stand there. NULL: the file lacks it. limits are cut as above. */
const char *readme_purpose(Arena *arena, const Readme *readme);
const char *readme_limits(Arena *arena, const Readme *readme);

#endif
