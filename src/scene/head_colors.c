/* scene/head_colors.c -- see head_colors.h. */
#include "scene/head_colors.h"

#include <assert.h>

/* In high contrast they have 3:1 to the paper, as lines have. */
static const Color others[THEME_COUNT] = {
    [THEME_LIGHT] = {0x96, 0x9A, 0x9E, 0xFF},
    [THEME_DARK] = {0x7C, 0x84, 0x8C, 0xFF},
    [THEME_CONTRAST] = {0x76, 0x7B, 0x80, 0xFF},
    [THEME_CONTRAST_DARK] = {0x8A, 0x91, 0x98, 0xFF},
};

Color head_color(ThemeId theme, bool is_in_front) {
  assert(theme >= 0 && theme < THEME_COUNT);
  return is_in_front ? theme_get(theme)->weights : others[theme];
}
