/* app/overlay.h -- draws over the screen: an outline under the pointer, the focus ring, a tip, the
** progress of an export.
**
** All lie inside the window and add no hits, so the pointer still reaches what lies under them.
** Drawn last, and never part of a file.
**
** Units   Points of the pen's list.   Memory  Words on the list's arena.
*/
#ifndef APP_OVERLAY_H
#define APP_OVERLAY_H

#include "scene/pen.h"

/* Only an outline: a colour over a head would falsify the colours of its cells. */
void overlay_hover(const Pen *pen, Box box);
/* The ring around the control that has the keyboard focus. */
void overlay_focus(const Pen *pen, Box box);
/* Below the pointer, or above it where there is no room. */
void overlay_tip(const Pen *pen, Point pointer, const char *words);

/* Files written and wanted. passed_ms since the first file was begun gives the time left, assuming
** that all take equally long. */
typedef struct FilesProgress {
  int done, count; /* files; while done is 0 no time is shown */
  double passed_ms;
  double share;   /* of the file that is being written, 0 to 1 */
  bool is_moving; /* pictures of one file, instead of files */
} FilesProgress;
void overlay_progress(const Pen *pen, FilesProgress progress);

#endif
