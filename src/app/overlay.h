/* app/overlay.h -- what lies over the screen for a moment: an outline under the pointer, a tip, the
** progress of an export.
**
** All stay wholly inside the window and answer to no pointer: they add no hits, so what lies under
** them is still what the pointer meets. Drawn last, and never part of a file.
** Units   points of the pen's list.   Memory: words on the list's arena.
*/
#ifndef APP_OVERLAY_H
#define APP_OVERLAY_H

#include "scene/pen.h"

/* An outline only: a colour laid over a head would change what its cells say. */
void overlay_hover(const Pen *pen, Box box);
/* The ring round the control the keyboard stands on. */
void overlay_focus(const Pen *pen, Box box);
/* Below the pointer, or above it where there is no room. */
void overlay_tip(const Pen *pen, Point pointer, const char *words);

/* How far the files are; passed_ms since the first was begun gives the time left, as if all took
** equally long. */
typedef struct FilesProgress {
  int done, count; /* files; done 0 says nothing of the time yet */
  double passed_ms;
  double share; /* of the file that is being written, 0 to 1 */
} FilesProgress;
void overlay_progress(const Pen *pen, FilesProgress progress);

#endif
