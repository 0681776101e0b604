/* scene/stages/logits.h -- what the files of the prediction share. For stages/logits*.c,
** stages/sampling.c and views/answers*.c.
**
** Units  Points as drawn.   Memory, errors  As scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_LOGITS_H
#define SCENE_STAGES_LOGITS_H

#include "scene/stages/stage_view.h"

/* Sizes in the cells, in design points. */
enum { LOGITS_WORD = 14, LOGITS_SMALL = 11, LOGITS_CELL_PAD = 5 };

/* The same for people who sit far away, and the size of "it → animal  99 %". */
enum { LOGITS_WORD_LISTED = 24, LOGITS_ANSWER = 24, LOGITS_ANSWER_LISTED = 56 };

/* Where everything lies. */
typedef struct LogitsPlace {
  bool is_list; /* the words of one token below each other; the other tokens are folded */
  Box answer, sampling, foot; /* above and below the rows */
  Box cells;
  float label_width;
  int first, end, ranks; /* tokens and ranks on show; a column for all others follows */
  float row, quiet;      /* heights of an asked row, and of one that is not */
  const char *wheel;     /* command that turns pages; NULL: all rows are shown */
} LogitsPlace;

/* In the presenter view and with text so large that the panel is folded, the picture is one answer
** and its candidates, to be read from far away. */
bool logits_is_list(const Scene *scene);
/* The scene with the text of this stage: larger for a short sentence; smaller for a long one before
** rows are left out, down to the text asked for, or to what can still be read in a small window. */
Scene logits_fitted(const Scene *scene, Box box);
/* The scene must be fitted. */
LogitsPlace logits_place(const Scene *scene, Box box);
float logits_row_height(const Scene *scene, const LogitsPlace *place, int token);
float logits_column_width(const LogitsPlace *place);
/* A word as the picture names it: one of the sentence that the model does not know has a mark,
** "glorp (?)", and another place for such a word is "(unknown)". */
Str logits_word(const Scene *scene, int id);
/* "755 words" */
Str logits_others_words(const Scene *scene, int count);

/* The token that is shown large, and that the sampling controls refer to. */
int logits_followed_token(const Scene *scene);
/* The token whose page is shown: the followed one without hovering, because pointing must never
** move the rows. */
int logits_page_token(const Scene *scene);

/* The inspector: for a selected token or a word that it predicts, for nothing selected, and for
** what the steps have not reached. */
void logits_inspect(Panel *panel);
/* The chosen probability in words (logits_words.c). */
CellWords logits_cell_words(const Panel *panel);
void logits_legend(Panel *panel);
void logits_question(Panel *panel);

/* How many of the likeliest words are listed: the first, and those of at least 0.001; and the
** probability of all other words, summed over the vocabulary. */
int stage_listed_words(const TraceCandidate *candidates, int count);
double stage_share_beyond(const Trace *trace, int token, const TraceCandidate *listed, int count);

/* The sampling of the next word at a token: with logits [V] computed for it.
** Empty without words. */
SampledSet stage_sampled_set(const Scene *scene, int token);

/* Controls for temperature, top-k and top-p, and what they leave of the words at a token. A figure
** shows them only if they change something. Height 0: nothing is shown. */
float stage_sampling_height(const Scene *scene, float width);
void stage_sampling_draw(const Scene *scene, Box box, int token);
/* The question and "it → animal  99 %" above them, or that the logits predict no word. */
void stage_answer_draw(const Scene *scene, Box box, int token);

#endif
