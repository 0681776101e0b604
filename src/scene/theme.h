/* scene/theme.h -- the colours of roles: light, dark, and both in high contrast.
**
** A role has the same colour everywhere: query blue, key red, value green, weights violet;
** and output burgundy, all of near hues in both themes. Amber is used only for focus
** and for the part of the formula at work. Nothing depends on colour alone: a name, a position or
** an outline says the same.
**
**   contrast of text (ink, muted, roles) on paper and panel   at least 4.5 : 1 (palette_contrast),
**                                                             at least 7 : 1 in high contrast
**   ΔE₀₀ of any two of roles, positive, negative, ink, paper  at least 20, seen normally and with
**                                                             protanopia, deuteranopia, tritanopia
**
** The second holds for focus too, but not beside a role: focus is a thick outline or a ground, a
** role is text, a ribbon or a thin outline (tests/scene/colour_vision_test.c).
**
** Memory  Constants.   Errors  None.
*/
#ifndef SCENE_THEME_H
#define SCENE_THEME_H

#include "scene/palette.h"

/* All colours but shade, focus_edge and focus_halo are opaque; the soft ones are already mixed with
** the background. */
typedef struct Theme {
  ThemeId id;
  bool is_dark;
  /* High contrast: ink is black or white, bars below 0 are striped, and small cells below 0 have a
  ** minus. */
  bool has_patterns;
  float focus_width; /* times as wide as designed: outlines of the focus */
  /* Backgrounds: of pictures, and of panels and menus. */
  Color paper, panel;
  /* Text, and less important text. */
  Color ink, muted;
  Color line; /* hairlines */
  /* The colours of roles in text, borders, the formula and tokens. */
  Color query, key, value, weights, output;
  Color query_soft, key_soft, value_soft, weights_soft, output_soft; /* tints used behind them */
  Color value_ribbon; /* ribbons of the value: wide areas beside cells above 0, whose hue is near */
  Color output_line;  /* frames, bars and ribbons of the output */
  /* Selection: the outline, and the tint of a result box. */
  Color focus, focus_soft;
  Color focus_ground; /* behind words of any role that a selection stands around: the lit formula */
  /* The hairline on both sides of an outline of the focus: on any ground the hairline or the
  ** outline has a contrast of 3 : 1 (palette_contrast). */
  Color focus_edge;
  /* Around both, in the dark theme, where a line of the value's green and one of the focus are
  ** alike to some eyes: the focus is a line that shines. */
  Color focus_halo;
  /* A cell not filled yet; a cell hidden by the mask. */
  Color empty_cell, hatch, hatch_ground;
  Color button, button_ink; /* the dark button */
  Color positive, negative; /* bars of signed numbers */
  Color warning;
  Color shade; /* lies over the window behind a dialog or a card */
} Theme;

/* The colours of a theme; always the same pointer. */
const Theme *theme_get(ThemeId theme);

#endif
