/* scene/head_colors.h -- a colour for each head, where several are in one picture.
**
** Eight for each theme, of heads 1 to 8; from the ninth on they come again. Each stands with the
** number of its head, so that nothing depends on colour alone.
**
**   ΔE₀₀ of any two of them, and of each and the paper   at least HEAD_COLORS_APART, seen normally
**                                                        and with protanopia, deuteranopia and
**                                                        tritanopia (colour_vision_test.c)
**
** Memory  Constants.   Errors  None.
*/
#ifndef SCENE_HEAD_COLORS_H
#define SCENE_HEAD_COLORS_H

#include "scene/palette.h"

enum { HEAD_COLORS = 8, HEAD_COLORS_APART = 16 };

/* head from 0. */
Color head_color(ThemeId theme, int head);

#endif
