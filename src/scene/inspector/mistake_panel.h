/* scene/inspector/mistake_panel.h -- sections of the panel about a mistake: what is wrong, why
** it matters, how to notice it; or the question of a quiz.
**
** Memory  The list's arena.   Errors  As in panel_sections.h.
*/
#ifndef SCENE_INSPECTOR_MISTAKE_PANEL_H
#define SCENE_INSPECTOR_MISTAKE_PANEL_H

#include "scene/inspector/inspector.h"

/* While a quiz asks, the panel holds its question alone: other sections would work the mistake
** out. */
bool mistake_panel_asks(const Scene *scene);
void mistake_panel_ask(Panel *panel);

/* Before the sections of the stage where the mistake is made; nothing elsewhere. */
void mistake_panel_add_before(Panel *panel);
/* Behind the sections of other stages of attention. */
void mistake_panel_add_behind(Panel *panel);

#endif
