/* scene/palette.c -- colour tables, interpolated between a few anchors.
**
** viridis, cividis and magma have nine evenly spaced anchors (read off the published maps);
** the program's own palettes run from the theme's paper to one deep colour.
*/
#include "scene/palette.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/theme.h"

enum { ANCHORS_MOST = 9 };

static const PaletteInfo INFOS[PALETTE_COUNT] = {
    [PALETTE_AUTO] = {"auto", N_("by matrix: two colours around 0, or purple")},
    [PALETTE_DIVERGING] = {"diverging", N_("two colours around 0")},
    [PALETTE_PURPLE] = {"purple", N_("paper to purple")},
    [PALETTE_VIRIDIS] = {"viridis", N_("viridis")},
    [PALETTE_CIVIDIS] = {"cividis", N_("cividis, for every kind of colour vision")},
    [PALETTE_MAGMA] = {"magma", N_("magma")},
    [PALETTE_BLUES] = {"blues", N_("paper to blue")},
    [PALETTE_GREY] = {"grey", N_("grey, for print")},
    [PALETTE_SIZE] = {"size", "pale to ink by size, with either sign"},
    [PALETTE_TENS] = {"tens", "pale to ink by powers of ten"},
    [PALETTE_OUTPUT] = {"output", "paper to the colour of the output"},
};

static const uint32_t VIRIDIS[] = {0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C,
                                   0x28AE80, 0x5EC962, 0xADDC30, 0xFDE725};
static const uint32_t CIVIDIS[] = {0x00224E, 0x123570, 0x3B496C, 0x575D6D, 0x707173,
                                   0x8A8678, 0xA59C74, 0xC3B369, 0xFEE838};
static const uint32_t MAGMA[] = {0x000004, 0x1D1147, 0x51127C, 0x832681, 0xB73779,
                                 0xE75263, 0xFC8961, 0xFEC488, 0xFCFDBF};

/* Nine anchors, because the colour rises fast near 0: lightness by asinh(k·u) / asinh(k) of CIELAB,
** k = 6 on dark paper and 4 on light: numbers of a quarter of the range are told from 0 on a common
** range. Chroma rises faster still. In the dark 0 is lighter than paper and panel, so that cells
** near 0 are seen to be there. */
static const uint32_t DIVERGING[THEME_COUNT][ANCHORS_MOST] = {
    [THEME_LIGHT] = {0xB57203, 0xC28129, 0xD3974D, 0xE8B882, 0xF4F2EC, 0x9AD2CC, 0x66BCB6, 0x3DACA8,
                     0x00A19D},
    [THEME_DARK] = {0x915705, 0x855009, 0x73460E, 0x583714, 0x1A1F27, 0x114545, 0x0D5A57, 0x0A6662,
                    0x08706A},
    [THEME_CONTRAST] = {0x997400, 0xA98428, 0xBD994E, 0xD9BB85, 0xF5F5F5, 0x99D1CB, 0x64B7B0,
                        0x3CA69F, 0x049B94},
    [THEME_CONTRAST_DARK] = {0x724805, 0x674105, 0x573705, 0x402803, 0x0C0C0C, 0x093732, 0x054E46,
                             0x025C53, 0x00675D},
};

/* The ends and quarter points of the own palettes, by theme. */
static const uint32_t PURPLE[THEME_COUNT][5] = {
    [THEME_LIGHT] = {0xF7F4FB, 0xD9CCFB, 0xBBA2F9, 0x9B71F7, 0x7B41F3},
    [THEME_DARK] = {0x1A1D27, 0x3D3163, 0x6B519F, 0xA58AD8, 0xCDC6FD},
    [THEME_CONTRAST] = {0xF8F6FB, 0xD2BDF3, 0xAF82EA, 0x8F45DE, 0x7101D0},
    [THEME_CONTRAST_DARK] = {0x141418, 0x3D3358, 0x6F5C9A, 0xA894CE, 0xE6D3FF},
};
static const uint32_t BLUES[THEME_COUNT][5] = {
    [THEME_LIGHT] = {0xF5F8FC, 0xBDD4EC, 0x79AEDB, 0x3579B9, 0x08306B},
    [THEME_DARK] = {0x1D222B, 0x254871, 0x3B78B5, 0x72A9DF, 0xCFE5FB},
    [THEME_CONTRAST] = {0xF8FBFF, 0xBDD4EC, 0x79AEDB, 0x3579B9, 0x08306B},
    [THEME_CONTRAST_DARK] = {0x10141C, 0x254871, 0x3B78B5, 0x72A9DF, 0xDCEEFF},
};
static const uint32_t GREY[THEME_COUNT][5] = {
    [THEME_LIGHT] = {0xFFFFFF, 0xC6C6C6, 0x8C8C8C, 0x505050, 0x101010},
    [THEME_DARK] = {0x1A1A1A, 0x4A4A4A, 0x808080, 0xBABABA, 0xFAFAFA},
    [THEME_CONTRAST] = {0xFFFFFF, 0xC6C6C6, 0x8C8C8C, 0x505050, 0x000000},
    [THEME_CONTRAST_DARK] = {0x101010, 0x4A4A4A, 0x808080, 0xBABABA, 0xFFFFFF},
};

static const uint32_t OUTPUT[THEME_COUNT][5] = {
    [THEME_LIGHT] = {0xF7F2F2, 0xDFC2C7, 0xBF8A95, 0x89424F, 0x38000C},
    [THEME_DARK] = {0x1A1C24, 0x3C2634, 0x693C52, 0x9A5573, 0xCC6E94},
    [THEME_CONTRAST] = {0xF8F5F6, 0xDCC3CA, 0xB4818F, 0x733A4C, 0x250010},
    [THEME_CONTRAST_DARK] = {0x141418, 0x38222A, 0x683B4B, 0x98536B, 0xC86C8C},
};

/* A size has no sign, so its colours have no hue: their end is told from those of the other scales
** by ΔE2000 20, and from roles by form, which are frames, ribbons and words. */
static const uint32_t SIZE[THEME_COUNT][5] = {
    [THEME_LIGHT] = {0xF4F2EE, 0xC1BDBA, 0x8A8686, 0x514D50, 0x120A10},
    [THEME_DARK] = {0x1A1E25, 0x413F44, 0x696064, 0x8D7F80, 0xB09E9C},
    [THEME_CONTRAST] = {0xF5F5F5, 0xC0BDBE, 0x878485, 0x4B494A, 0x060404},
    [THEME_CONTRAST_DARK] = {0x0C0C0C, 0x2E3130, 0x4E5452, 0x6F7874, 0x909C96},
};

const PaletteInfo *palette_info(PaletteId palette) {
  assert(palette >= 0 && palette < PALETTE_COUNT);
  return &INFOS[palette];
}

static const uint32_t *anchors_of(PaletteId palette, ThemeId theme, int *count) {
  assert(theme >= 0 && theme < THEME_COUNT);
  *count = 5;
  switch (palette) {
  case PALETTE_DIVERGING:
    *count = ANCHORS_MOST;
    return DIVERGING[theme];
  case PALETTE_PURPLE:
    return PURPLE[theme];
  case PALETTE_BLUES:
    return BLUES[theme];
  case PALETTE_GREY:
    return GREY[theme];
  case PALETTE_OUTPUT:
    return OUTPUT[theme];
  case PALETTE_SIZE:
  case PALETTE_TENS:
    return SIZE[theme];
  default:
    break;
  }
  *count = ANCHORS_MOST;
  assert(palette != PALETTE_AUTO);
  return palette == PALETTE_CIVIDIS ? CIVIDIS : palette == PALETTE_MAGMA ? MAGMA : VIRIDIS;
}

/* Interpolated in sRGB, not in linear light, because the anchors were read off in sRGB. */
static Color table_color(const uint32_t *anchors, int count, float u) {
  assert(count >= 2);
  float place = u * (float)(count - 1);
  int below = (int)place;
  if (below > count - 2) below = count - 2;
  Color low = COLOR_HEX(anchors[below]), high = COLOR_HEX(anchors[below + 1]);
  return color_mix(low, high, place - (float)below);
}

float palette_tens(float u) {
  const double least = (double)PALETTE_TENS_LEAST;
  return u > PALETTE_TENS_LEAST ? fminf((float)(1 - log10((double)u) / log10(least)), 1) : 0;
}

/* Where the anchors are at a step of the table. */
static float place_of(PaletteId palette, int step) {
  float u = (float)step / (PALETTE_STEPS - 1);
  return palette == PALETTE_SIZE ? fabsf(2 * u - 1) : palette == PALETTE_TENS ? palette_tens(u) : u;
}

Color palette_color(PaletteId palette, ThemeId theme, float u) {
  int count;
  const uint32_t *anchors = anchors_of(palette, theme, &count);
  return table_color(anchors, count, place_of(palette, palette_step(u)));
}

void palette_fill(PaletteId palette, ThemeId theme, Color table[PALETTE_STEPS]) {
  int count;
  const uint32_t *anchors = anchors_of(palette, theme, &count);
  for (int i = 0; i < PALETTE_STEPS; i++)
    table[i] = table_color(anchors, count, place_of(palette, i));
}

PaletteId palette_for(PaletteId wanted, bool is_signed) {
  if (wanted != PALETTE_AUTO) return wanted;
  return is_signed ? PALETTE_DIVERGING : PALETTE_PURPLE;
}

/* The transfer curve of sRGB as given by WCAG. */
static float linear_light(uint8_t channel) {
  float c = (float)channel / 255;
  return c <= 0.04045f ? c / 12.92f : (float)pow(((double)c + 0.055) / 1.055, 2.4);
}

/* Weights of the channels from Rec. 709. */
static float luminance(Color c) {
  return 0.2126f * linear_light(c.r) + 0.7152f * linear_light(c.g) + 0.0722f * linear_light(c.b);
}

float palette_contrast(Color a, Color b) {
  float first = luminance(a) + 0.05f, second = luminance(b) + 0.05f;
  return first > second ? first / second : second / first;
}

/* Black or white: any grey between has less contrast. */
Color palette_digit(Color ground) {
  Color black = {0, 0, 0, 255}, white = {255, 255, 255, 255};
  return palette_contrast(black, ground) >= palette_contrast(white, ground) ? black : white;
}

Color color_fade(Color a, float alpha) {
  if (alpha >= 1) return a;
  a.a = (uint8_t)lrintf((float)a.a * (alpha > 0 ? alpha : 0));
  return a;
}
