/* scene/hit.h -- from a point to the command that lies there. */
#ifndef SCENE_HIT_H
#define SCENE_HIT_H

#include "scene/draw_list.h"

typedef enum HitAction { HIT_CLICK, HIT_TWICE, HIT_HOVER, HIT_WHEEL, HIT_DRAG } HitAction;

/* The topmost hit at that point, or NULL. */
const DrawHit *hit_at(const DrawList *list, Point at);

/* The row and column of a grid hit, from 0. */
void hit_cell(const DrawHit *hit, Point at, int *row, int *col);

/* The command with %r, %c and %f filled in, into a buffer; "" when there is none. notch is for the
** wheel. Sliders clamp the fraction to 0…1, so dragging beyond the end stays at the end. */
void hit_command(const DrawHit *hit, HitAction action, Point at, float notch, char *command,
                 int command_bytes);

#endif
