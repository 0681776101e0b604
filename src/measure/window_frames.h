/* measure/window_frames.h -- how long a frame takes with a model of the disk, in a child.
**
** A frame  from an input event (the pointer moves on to another place, or a command) until the
**          swap is done and the driver has nothing left to draw. The window is the usual one,
**          1440 x 900 points. A figure is the median of FRAMES frames; what a view makes once
**          (small pictures, textures, words in the atlas) is there before they begin.
** Figures  grid.frame           layers x heads, 64 tokens, the pointer going over thumbnails
**          grid.frame.head      the same, another head on show each time
**          t64.moment           64 tokens, motions between stages: the worst of those that follow
**          t64.moment.NAME      40 moments of the way to that stage, of its cells and numbers, one
**                               after another
**          t64.open.NAME        64 tokens, a view of many heads or all layers opened
**                               (measure/window_views.h)
**          overview.frame       the overview, 64 tokens, the pointer going over its matrices
**          overview.frame.p95,  what one frame in twenty exceeds
**          t64.moment.NAME.p95
**          t1024.frame          1,024 tokens: the worst of the figures that follow
**          t1024.frame.NAME     a stage by its name with the pointer going over it; overview,
**                               heads, grid; weights with threshold, lens, arcs, tint or zoomed
**          t1024.frame.moving   every frame of the transitions from stage to stage
**          t1024.head           another head at the weights: its matrix made and uploaded too; no
**                               frame of something moving, so it does not count for the worst
**          peak_memory          largest resident size of the process, driver included; 10^6 bytes
** With HEADSUP_MEASURE_CPU set all times are processor time of the process, threads of the driver
** included, which says more beside other work. With HEADSUP_MEASURE_ONLY set only the figures whose
** names begin with its value are taken, and the worst is that of those. With HEADSUP_MEASURE_BRIEF
** set a figure is of two frames only, for a test of which figures there are.
*/
#ifndef MEASURE_WINDOW_FRAMES_H
#define MEASURE_WINDOW_FRAMES_H

#include "app/main_loop.h"
#include "measure/window_figures.h"

/* Leaves count 0 when the model cannot be had. */
void measure_frames(App *app, WindowFrames *frames);

#endif
