/* scene/stages/scores.h -- what the files of the scores share. Private to stages/scores*.c.
**
** A score is made in one of a few ways (M-03, M-60 to M-63): the picture is the same for all, while
** words, formula and panel tell them apart.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_SCORES_H
#define SCENE_STAGES_SCORES_H

#include "scene/stages/pair_stage.h"

/* "QKᵀ", "Q W Kᵀ", "cos(Q, K)", "vᵀ tanh(Q W + K U)"; R is a turn by the place, or a row that is
** added for the distance. A constant. */
const char *scores_formula(const Trace *trace);

/* What one score is: "q · k", "q W · (k + r)". A constant. */
const char *scores_of_pair(const Trace *trace);

/* The panel (scores_panel.c): one score, the row above its table, and what is known before. */
void scores_work_out(Panel *panel);
void scores_row_note(Panel *panel);
void scores_ask(Panel *panel);
void scores_ask_row(Panel *panel);

/* The chosen score in words (scores_words.c). */
CellWords scores_cell_words(const Panel *panel);

#endif
