/* measure/window_figures.h -- the figures of the window, taken in child processes that open a real
** one.
**
** measure_window starts the program again with HEADSUP_MEASURE=KIND:FD in its environment. The
** child draws its first frame, measures what is asked for, writes it to FD and ends.
**
** Errors  No display, a window that does not open, a child that ends too early: one sentence.
*/
#ifndef MEASURE_WINDOW_FIGURES_H
#define MEASURE_WINDOW_FIGURES_H

#include "base/status.h"

/* What only a window can be asked. The unit ends each name; times are wall clock, _MB is 10⁶
** bytes. */
typedef enum WindowFigure {
  WINDOW_FIRST_FRAME_MS, /* from exec to the first swap, the driver's shader cache warm; median */
  WINDOW_FIRST_FRAME_COLD_MS, /* the same without that cache */
  WINDOW_EDIT_TO_PICTURE_MS,
  WINDOW_PEAK_MEMORY_MB,
  WINDOW_IDLE_CPU_PERCENT,
  WINDOW_TRAINING_FRAME_MS, /* one frame while the reader trains; median */
  WINDOW_TRAINING_FRAME_WORST_MS,
  WINDOW_FIGURE_COUNT
} WindowFigure;

/* Starts the program some twenty times, each with a window of its own on the display. */
bool measure_window(double figures[WINDOW_FIGURE_COUNT], Status *status);

/* From a bent number to the new frame, 64 tokens. */
bool measure_window_bend(double *ms, Status *status);

/* Figures of the window with a model of the disk: measure/window_frames.h has their names and how a
** frame is taken. */
enum { WINDOW_FRAMES_MOST = 80 };
typedef struct WindowFrames {
  struct {
    char name[32];
    double value;
  } at[WINDOW_FRAMES_MOST];
  int count;
} WindowFrames;
/* `model` is a folder. */
bool measure_window_frames(const char *model, WindowFrames *frames, Status *status);

/* From a key to the new frame with each kind of attention: "plain", "positions.rope" …; and views
** of many heads: "open.arcs" … */
bool measure_window_kinds(WindowFrames *kinds, Status *status);

/* In the window's process, after the first frame; does nothing in an ordinary run. */
struct App;
void measure_child(struct App *app);

/* Rounds of the loop for so long, or until the window closes. */
void measure_rest(struct App *app, double for_ms);
/* Of an array that it sorts. */
double measure_median(double *values, int count);

#endif
