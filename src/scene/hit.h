/* scene/hit.h -- from a point to the command of the region there.
**
**   point → hit_at (the topmost region) → hit_command ("cell %r %c" becomes "cell 3 7")
**
** In a grid of R rows over a box of height h, row = ⌊(y − box.y) / h · R⌋, clamped to 0 … R−1, and
** the column likewise; %r and %c are written from 1. %f is the fraction along x with four decimals.
** DrawHit says which commands have placeholders; every other command is copied as it is.
**
** Units   Points, in the list's coordinates.
** Memory  The hit is the list's; a command of any length goes onto the caller's arena.
** Errors  None: no hit is NULL; no command, or no memory for it, is "".
*/
#ifndef SCENE_HIT_H
#define SCENE_HIT_H

#include "scene/draw_list.h"

/* Press and release, double click, moving over it, turning the wheel, moving while pressed. */
typedef enum HitAction {
  HIT_CLICK,
  HIT_TWICE,
  HIT_ASIDE,
  HIT_HOVER,
  HIT_WHEEL,
  HIT_DRAG
} HitAction;

/* The topmost hit at that point, or NULL. Later hits lie on top. */
const DrawHit *hit_at(const DrawList *list, Point at);

/* Where the rings of hover and focus go: what is seen of the hit, or its box. */
Box hit_shown(const DrawHit *hit);

/* The command with its placeholders filled in; never NULL. notch is for the wheel. Sliders clamp
** the fraction to 0…1, so that dragging beyond the end stays at the end. */
const char *hit_command(const DrawHit *hit, HitAction action, Point at, float notch, Arena *arena);

#endif
