/* export/measured.h -- what pictures of lengths and of saturation show, which no trace holds.
**
** Memory  On an arena of its own, until measured_free; pictures that were laid out point at it.
** Errors  Memory.
*/
#ifndef EXPORT_MEASURED_H
#define EXPORT_MEASURED_H

#include "export/picture.h"

/* All zero: nothing yet. */
typedef struct Measured {
  Arena *arena;
  bool has_lengths, has_saturation;
  int length; /* that the lengths were asked for */
  Lengths lengths;
  Saturation saturation;
} Measured;

/* Whether a figure of the session needs nothing that is not there. */
bool measured_fits(const Measured *measured, const Session *session, FigureKind figure);
/* Makes what it needs; what was there, and did not fit, is gone. */
bool measured_follow(Measured *measured, const Session *session, FigureKind figure, Status *status);
void measured_lend(const Measured *measured, FilePainter *painter);
void measured_free(Measured *measured);

#endif
