/* app/overlay.h -- what lies over the screen for a moment: a tip, the progress of an export.
**
** Both stay wholly inside the window and answer to no pointer.
*/
#ifndef APP_OVERLAY_H
#define APP_OVERLAY_H

#include "scene/pen.h"

void overlay_tip(const Pen *pen, Point pointer, const char *words);
void overlay_progress(const Pen *pen, int done, int count);

#endif
