/* scene/head_colors.h -- the colours of heads, where several are in one picture.
**
** The head in front has the colour of weights; all others share one grey, so that no head has the
** colour of a role. Which of them one is is told by its place and its number.
**
**   ΔE₀₀ of the two, and of each and the paper   at least HEAD_COLORS_APART, seen normally and with
**                                                protanopia, deuteranopia and tritanopia
**                                                (colour_vision_test.c)
**
** Memory  Constants.   Errors  None.
*/
#ifndef SCENE_HEAD_COLORS_H
#define SCENE_HEAD_COLORS_H

#include "scene/theme.h"

enum { HEAD_COLORS_APART = 20 };

Color head_color(ThemeId theme, bool is_in_front);

#endif
