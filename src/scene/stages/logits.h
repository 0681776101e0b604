/* scene/stages/logits.h -- what the files of the prediction share. For stages/logits*.c,
** stages/sampling.c and views/answers*.c.
**
** Units  Points as drawn.   Memory, errors  As scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_LOGITS_H
#define SCENE_STAGES_LOGITS_H

#include "scene/stages/stage_view.h"

/* The size of "it → animal  99 %" in design points, and the same for people who sit far away. */
enum { LOGITS_ANSWER = 30, LOGITS_ANSWER_LISTED = 56 };

/* Where everything lies. */
typedef struct LogitsPlace {
  bool is_list;         /* the other tokens are folded for people who sit far away */
  int followed;         /* the token whose words stand there */
  Box answer, sampling; /* above the words */
  Box cells;            /* words of the followed token below each other, their bars and numbers */
  int ranks;            /* words with a row; a row for all others follows */
  Box title, tokens;    /* the likeliest word at each token; no height: folded */
  int first, end;       /* tokens on show: of one page */
  int columns, rows;    /* in which they stand, column by column */
  Box foot;
  const char *wheel; /* command that turns pages; NULL: all tokens are shown */
} LogitsPlace;

/* In the presenter view and with text so large that the panel is folded, the picture is one answer
** and its candidates, to be read from far away. */
bool logits_is_list(const Scene *scene);
/* The scene with the text of this stage: as large as all tokens with all ranks fit, else with fewer
** ranks; at least the text asked for, or what can still be read in a small window. */
Scene logits_fitted(const Scene *scene, Box box);
/* The scene must be fitted. */
LogitsPlace logits_place(const Scene *scene, Box box);
/* The height of a figure of that width in which nothing is left out. */
float logits_figure_height(const Scene *scene, float width);
/* Between columns of tokens, in design points. */
static const float LOGITS_BETWEEN = 20;
/* The row of a rank, all others being the last; and the place of a token among the others. */
Box logits_rank_box(const LogitsPlace *place, int rank);
Box logits_token_box(const LogitsPlace *place, int token);
/* Where such a row or such a token has its bar: the whole width is 1. Width 0: there is no room. */
Box logits_rank_track(const Scene *scene, Box row);
/* Of the number at the end of a row of that height. */
TextStyle logits_number_style(const Scene *scene, float row);
Color logits_track_color(const Theme *theme);
/* Of bars that are no answer: of all other words, and where the model was not trained to answer. */
Color logits_quiet_color(const Theme *theme);
/* Of the answer beside its bar: the output's, where its words have the colour of its bars, else
** ink, so that one row has one colour of the output. */
Color logits_answer_color(const Theme *theme);
/* Whether there are words below the picture. */
bool logits_has_foot(const Scene *scene);
/* A word as the picture names it: one of the sentence that the model does not know has a mark,
** "glorp (?)", and another place for such a word is "(unknown)". */
Str logits_word(const Scene *scene, int id);
/* The same in quotes if it is a sign: “.” */
Str logits_named(const Scene *scene, int id);
/* Whether the sentence is in one language, English or Chinese, and the word in the other. */
enum { LOGITS_SEARCHED = 64 }; /* tokens: a long sentence is not searched to its end */
bool logits_is_other_language(const Trace *trace, int word);
/* What such a word means, or else its language, translated; empty: it is not one, or neither is
** known. A word is drawn with it behind, in small letters, if both have room in the box; its width
** counts the gap between them. Returns the width drawn. logits_gloss.c. */
Str logits_gloss(const Scene *scene, int word);
float logits_gloss_width(const Scene *scene, TextStyle word, Str gloss);
float logits_glossed_draw(const Scene *scene, TextStyle word, Box box, Str text, Str gloss);
/* "755 more words" */
Str logits_others_words(const Scene *scene, int count);

/* The words of the followed token with their bars (logits_bars.c), and the likeliest word at each
** token (logits_tokens.c). */
void logits_bars_draw(const Scene *scene, const LogitsPlace *place);
void logits_tokens_draw(const Scene *scene, const LogitsPlace *place);
/* The share of a word: its probability, or what sampling leaves it. set: NULL: plain sampling. */
float logits_share(const SampledSet *set, const TraceCandidate *candidate);
/* A word that the steps have not reached: like a cell of a matrix that is not filled yet. */
void logits_unreached_draw(const Scene *scene, Box box);

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
