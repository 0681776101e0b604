/* scene/palette.h -- numbers to colours.
**
** A palette is a table of PALETTE_STEPS colours over 0…1. Signed matrices use a diverging one,
** symmetric around 0, so that its middle is the number 0; weights use a sequential one on 0…1.
** The GL heatmap samples the same table as a texture and cairo reads it directly.
**
**   u = 0 … 1     step = round(u · (PALETTE_STEPS − 1))     colour interpolated between two anchors
**
** Themes  diverging, purple, blues, grey, size and output depend on the theme; the others do not.
** Source  The ends of diverging, purple and output are colours of the theme (scene/theme.h);
**         viridis: van der Walt and Smith 2015; cividis: Nuñez, Anderton and Renslow 2018.
** Memory  Constants.
** Errors  An unknown name gives false; an id out of range is a bug (assert).
*/
#ifndef SCENE_PALETTE_H
#define SCENE_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "base/str.h"

/* sRGB, not premultiplied. */
typedef struct Color {
  uint8_t r, g, b, a;
} Color;

/* Light and dark in turn: the last bit says which. */
typedef enum ThemeId {
  THEME_LIGHT,
  THEME_DARK,
  THEME_CONTRAST, /* black on white */
  THEME_CONTRAST_DARK,
  THEME_COUNT
} ThemeId;

const char *theme_name(ThemeId theme); /* in commands: "light", "contrast-dark" */

/* In the order of menus and lists. */
typedef enum PaletteId {
  /* By matrix: diverging for signed numbers, purple for weights. */
  PALETTE_AUTO,
  PALETTE_DIVERGING, /* ochre − 0 − teal, in high contrast on black brown − 0 − blue */
  PALETTE_PURPLE,    /* paper to deep purple */
  PALETTE_VIRIDIS,
  PALETTE_CIVIDIS,
  PALETTE_MAGMA,
  PALETTE_BLUES,
  PALETTE_GREY, /* print-safe */
  /* Those before can be chosen; the others are of numbers whose size alone is told. */
  PALETTE_CHOICES,
  PALETTE_SIZE = PALETTE_CHOICES, /* pale at 0 in the middle, nearly ink at both ends */
  PALETTE_TENS,                   /* the same colours by powers of ten: palette_tens */
  PALETTE_OUTPUT,                 /* paper to the output's line: probabilities of words */
  PALETTE_COUNT
} PaletteId;

/* Enough steps that neighbours differ by less than one of 256. */
enum { PALETTE_STEPS = 1024 };

/* One row of the table of palettes. */
typedef struct PaletteInfo {
  const char *name;  /* in commands: "viridis" */
  const char *label; /* marked for translation */
} PaletteInfo;

/* The table of palettes, for menus, lists and commands. */
const PaletteInfo *palette_info(PaletteId palette);

/* u outside 0…1 is clamped. PALETTE_AUTO has no table: resolve it first. */
Color palette_color(PaletteId palette, ThemeId theme, float u);
/* The nearest step of the table, 0 … PALETTE_STEPS − 1; a half rounds up. */
static inline int palette_step(float u) {
  return (int)(float_clamp(u, 0, 1) * (PALETTE_STEPS - 1) + 0.5f);
}
/* Fills the whole table, as a texture needs it: palette_color of u is table[palette_step(u)]. */
void palette_fill(PaletteId palette, ThemeId theme, Color table[PALETTE_STEPS]);

/* PALETTE_TENS is pale from 0 to so much of its end, and nearly ink there. */
#define PALETTE_TENS_LEAST 1e-3f
/* How far the colour has gone at that share of the end, 0 … 1: as far for every tenfold. */
float palette_tens(float u);

/* AUTO becomes DIVERGING for signed matrices and PURPLE for weights; others are unchanged, so a
** chosen palette is used for both. */
PaletteId palette_for(PaletteId wanted, bool is_signed);

/* Pure black or white, whichever has more contrast with the ground (WCAG relative luminance). */
Color palette_digit(Color ground);
/* (L₁ + 0.05) / (L₂ + 0.05) of the lighter and the darker: 1 … 21 (WCAG 2.1). */
float palette_contrast(Color a, Color b);

/* For color_mix. Rounds as lrintf does, without a call for each channel of a million cells: beyond
** 2^23 floats are whole numbers. */
static inline uint8_t color_mix_channel(uint8_t a, uint8_t b, float t) {
  const float whole = 12582912; /* 1.5 · 2^23 */
  float mixed = float_lerp(a, b, t);
  return (uint8_t)((mixed + whole) - whole);
}

/* Mixes each channel in sRGB, including alpha; rounded to the nearest step. t = 0: a. Inline,
** because a million cells may fade. */
static inline Color color_mix(Color a, Color b, float t) {
  if (t == 1) return b; /* exact, for hidden cells without a fade */
  return (Color){color_mix_channel(a.r, b.r, t), color_mix_channel(a.g, b.g, t),
                 color_mix_channel(a.b, b.b, t), color_mix_channel(a.a, b.a, t)};
}

Color color_fade(Color a, float alpha); /* alpha multiplied */

#define COLOR_HEX(hex) ((Color){((hex) >> 16) & 0xFF, ((hex) >> 8) & 0xFF, (hex)&0xFF, 0xFF})
#define COLOR_NONE ((Color){0, 0, 0, 0})

#endif
