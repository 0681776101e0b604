/* scene/views/length.h -- right words of a translator against the length of the sentence, with
** attention between its halves and without.
**
**   Words right   ● with attention 100 %   ■ one vector 91.3 %     Sentences right …
**   100 % ●●●●●●●●●●●┆●●
**         ■■■■■■■■■  ┆ ■■                                          ▒ longer than in training
**     0 % └──────────┆────
**   ────────────────⬤──────────   21 tokens
**   English          this shy cow was too tired , so …
**   right            这 头 害羞 的 牛 …
**   with attention   这 头 害羞 的 牛 …
**   one vector       这 头 [可爱] 的 牛 …              a word that is not right is in a box
**
** Both axes are linear. Points were measured; lines between them only lead the eye. The length
** chosen is an upright line in both charts and the knob of the slider.
**
** Memory  On the list's arena.   Errors  As in scene.h.
*/
#ifndef SCENE_VIEWS_LENGTH_H
#define SCENE_VIEWS_LENGTH_H

#include "scene/inspector/inspector.h"
#include "trace/workings/lengths.h"

/* Translated: "with attention", "one vector". */
const char *length_model_words(LengthModel model);

/* Its panel: scene/views/length_panel.c. */
void length_inspect(Panel *panel);

#endif
