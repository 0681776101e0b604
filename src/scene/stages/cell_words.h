/* scene/stages/cell_words.h -- the chosen number in plain words: one sentence that says what it is,
** and one that says why it is so, with the names of the tokens and the numbers that make it.
**
**   what  "19.92 is how well the query of “it” fits the key of “animal”: no key fits better."
**   why   "They point the same way in 9 of 16 places, which adds 25.10, and apart in 7, which takes
**         5.18 away."
**
** Both are true of any model, head and value: every number is read from the trace or its workings,
** and where the trace's number is not what the numbers before it make (a person changed it, another
** program recorded it), the second sentence says that instead. Every stage has a function of its
** own (StageView.cell_words); what they share is here.
**
** Memory  Words are constants or on the arena of the draw list.
** Errors  Without memory a sentence is "", and the draw list has failed.
*/
#ifndef SCENE_STAGES_CELL_WORDS_H
#define SCENE_STAGES_CELL_WORDS_H

#include "scene/inspector/panel_sections.h"
#include "trace/workings/cell_facts.h"

/* Translated; empty: nothing is said. A stage returns {0} of a number that was recorded without
** what made it: then it is said what was recorded. */
typedef struct CellWords {
  Str what, why;
} CellWords;

/* Of the chosen cell of the stage on show (at tokens of the chosen token). Empty where none is
** chosen, the steps have not reached it, or the view is another. */
CellWords cell_words_of(const Panel *panel);

/* Whether a person set the chosen number, so that it does not follow from what is before it. */
bool cell_is_set_by_hand(const Panel *panel);
/* Adds them to the panel: what the number is in ink, why it is so below. */
void panel_add_cell_words(Panel *panel);

/* -- for the stages ---------------------------------------------------------------------------- */

/* The name of the chosen query or token, of the chosen key, and of any key. */
const char *cell_query(const Panel *panel);
const char *cell_key(const Panel *panel);
const char *cell_name_of_key(const Panel *panel, int key);
/* The amount of what is taken away: "5.18" of −5.18. */
Number cell_amount(double value);

/* "It is the sum of 16 products: those above 0 (9) add 25.10, those below 0 (7) take 5.18 away." */
Str cell_sum_of_products(const Panel *panel, const TermSigns *signs);
/* The same with a bias that is added. */
Str cell_sum_with_bias(const Panel *panel, const TermSigns *signs, float bias);
/* The numbers before it would make another one. */
Str cell_does_not_follow(const Panel *panel, double made);
/* It is NaN or infinite: there is no sum to tell. */
Str cell_is_not_finite(void);
/* It was recorded, without what made it. */
Str cell_is_recorded(void);

#endif
