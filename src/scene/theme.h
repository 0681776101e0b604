/* scene/theme.h -- the colours of roles, light and dark. Amber means focus and nothing else. */
#ifndef SCENE_THEME_H
#define SCENE_THEME_H

#include "scene/palette.h"

typedef struct Theme {
  ThemeId id;
  Color paper, panel, ink, muted, line;
  Color query, key, value, weights, output; /* roles: text, borders, formula, tokens */
  Color query_soft, key_soft, value_soft, weights_soft, output_soft; /* tints behind them */
  Color focus, focus_soft;               /* selection: outline, and the tint of a result box */
  Color empty_cell, hatch, hatch_ground; /* not yet filled; hidden by the mask */
  Color button, button_ink;              /* the dark button */
  Color positive, negative;              /* bars of signed numbers */
  Color warning;
} Theme;

const Theme *theme_get(ThemeId theme);

#endif
