/* scene/theme.h -- the colours of roles, light and dark.
**
** A role keeps its colour everywhere: query blue, key vermilion, value green, weights purple and
** output teal. Amber means focus and nothing else. Colour never says anything alone: a name, a
** place or an outline says it too.
**
**   contrast of text (ink, muted, roles) on paper and panel   at least 4.5 : 1 (palette_contrast)
**
** Memory  Constants.   Errors  None.
*/
#ifndef SCENE_THEME_H
#define SCENE_THEME_H

#include "scene/palette.h"

/* Opaque colours, but for soft ones, which are mixed already. */
typedef struct Theme {
  ThemeId id;
  /* Grounds: of pictures, and of what stands beside and over them. */
  Color paper, panel;
  /* Text, and text that may be overlooked. */
  Color ink, muted;
  Color line; /* hairlines */
  /* Roles: text, borders, formula, tokens. */
  Color query, key, value, weights, output;
  Color query_soft, key_soft, value_soft, weights_soft, output_soft; /* tints behind them */
  /* Selection: outline, and the tint of a result box. */
  Color focus, focus_soft;
  /* Not yet filled; hidden by the mask. */
  Color empty_cell, hatch, hatch_ground;
  Color button, button_ink; /* the dark button */
  Color positive, negative; /* bars of signed numbers */
  Color warning;
} Theme;

/* The one table of that theme; the same pointer every time. */
const Theme *theme_get(ThemeId theme);

#endif
