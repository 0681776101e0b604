/* scene/stages/tokens.h -- what the files of the tokens stage share. Private to stages/tokens*.c.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_TOKENS_H
#define SCENE_STAGES_TOKENS_H

#include "scene/stages/stage_view.h"

void tokens_inspect(Panel *panel); /* for a focused token */

#endif
