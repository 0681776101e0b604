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

typedef struct Theme {
  ThemeId id;
  Color paper, panel; /* grounds: of pictures, and of what stands beside and over them */
  Color ink, muted;   /* text, and text that may be overlooked */
  Color line;         /* hairlines */
  Color query, key, value, weights, output; /* roles: text, borders, formula, tokens */
  Color query_soft, key_soft, value_soft, weights_soft, output_soft; /* tints behind them */
  Color focus, focus_soft;               /* selection: outline, and the tint of a result box */
  Color empty_cell, hatch, hatch_ground; /* not yet filled; hidden by the mask */
  Color button, button_ink;              /* the dark button */
  Color positive, negative;              /* bars of signed numbers */
  Color warning;
} Theme;

/* The one table of that theme; the same pointer every time. */
const Theme *theme_get(ThemeId theme);

#endif
