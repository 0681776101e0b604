/* tests/scene/colour_vision_test.c -- colours that mean different things are told apart with every
** kind of colour vision.
**
**   ΔE₀₀ ≥ 20 between any two of query, key, value, weights, output, the ends of the signed scale
**   and paper, and of focus, ink and those that are not roles, seen normally and with protanopia,
**   deuteranopia and tritanopia, in both themes.
**   ΔE₀₀ ≥ 7 between 0 and a quarter of the range, on the signed scale; lightness goes one way from 0.
**
** A role is told from focus and from ink by form: focus is a thick outline or the ground of a box,
** a role is a name in bold, a ribbon or a thin outline, and ink the words beside them. With ink too,
** query would have to be violet and output black.
**
** Sources  CIEDE2000: Sharma, Wu and Dalal 2005, with their test data. Dichromats: Machado, Oliveira
**          and Fernandes 2009, severity 1.0, on linear sRGB.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "scene/head_colors.h"
#include "scene/theme.h"

typedef struct Lab {
  double l, a, b;
} Lab;

typedef struct Linear {
  double of[3];
} Linear;

enum { NORMAL, PROTANOPIA, DEUTERANOPIA, TRITANOPIA, VISIONS };
static const char *const VISION_NAMES[VISIONS] = {"normal", "protanopia", "deuteranopia",
                                                  "tritanopia"};
static const double SEEN[VISIONS][3][3] = {
    [NORMAL] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    [PROTANOPIA] = {{0.152286, 1.052583, -0.204868},
                    {0.114503, 0.786281, 0.099216},
                    {-0.003882, -0.048116, 1.051998}},
    [DEUTERANOPIA] = {{0.367322, 0.860646, -0.227968},
                      {0.280085, 0.672501, 0.047413},
                      {-0.011820, 0.042940, 0.968881}},
    [TRITANOPIA] = {{1.255528, -0.076749, -0.178779},
                    {-0.078411, 0.930809, 0.147602},
                    {0.004733, 0.691367, 0.303900}},
};

static const double PI = 3.14159265358979323846, POW_25_7 = 6103515625.0;

static double linear_of(uint8_t channel) {
  double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static Linear seen(Color color, int vision) {
  double c[3] = {linear_of(color.r), linear_of(color.g), linear_of(color.b)};
  Linear out;
  for (int i = 0; i < 3; i++) {
    const double *row = SEEN[vision][i];
    out.of[i] = fmin(1, fmax(0, row[0] * c[0] + row[1] * c[1] + row[2] * c[2]));
  }
  return out;
}

static double lab_curve(double t) {
  return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

/* CIELAB under D65. */
static Lab lab_of(Linear c) {
  const double *v = c.of;
  double x = lab_curve((0.4124564 * v[0] + 0.3575761 * v[1] + 0.1804375 * v[2]) / 0.95047);
  double y = lab_curve(0.2126729 * v[0] + 0.7151522 * v[1] + 0.0721750 * v[2]);
  double z = lab_curve((0.0193339 * v[0] + 0.1191920 * v[1] + 0.9503041 * v[2]) / 1.08883);
  return (Lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

static double hue_of(double a, double b) {
  if (a == 0 && b == 0) return 0;
  double hue = atan2(b, a) * 180 / PI;
  return hue < 0 ? hue + 360 : hue;
}

static double cos_degrees(double degrees) { return cos(degrees * PI / 180); }
static double sin_degrees(double degrees) { return sin(degrees * PI / 180); }

static double mean_hue(double h1, double h2, bool is_grey) {
  if (is_grey) return h1 + h2;
  if (fabs(h1 - h2) <= 180) return (h1 + h2) / 2;
  return h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2;
}

static double chroma_weight(double chroma) {
  double power = pow(chroma, 7);
  return sqrt(power / (power + POW_25_7));
}

/* CIEDE2000 with kL = kC = kH = 1. */
static double difference(Lab one, Lab two) {
  double grey = 0.5 * (1 - chroma_weight((hypot(one.a, one.b) + hypot(two.a, two.b)) / 2));
  double a1 = (1 + grey) * one.a, a2 = (1 + grey) * two.a;
  double c1 = hypot(a1, one.b), c2 = hypot(a2, two.b);
  double h1 = hue_of(a1, one.b), h2 = hue_of(a2, two.b);
  bool is_grey = c1 * c2 == 0;
  double turn = is_grey ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  double dl = two.l - one.l, dc = c2 - c1, dh = 2 * sqrt(c1 * c2) * sin_degrees(turn / 2);
  double l = (one.l + two.l) / 2, c = (c1 + c2) / 2, h = mean_hue(h1, h2, is_grey);
  double t = 1 - 0.17 * cos_degrees(h - 30) + 0.24 * cos_degrees(2 * h) +
             0.32 * cos_degrees(3 * h + 6) - 0.20 * cos_degrees(4 * h - 63);
  double away = (l - 50) * (l - 50), around = (h - 275) / 25;
  double sl = 1 + 0.015 * away / sqrt(20 + away), sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;
  double rotation = -sin_degrees(60 * exp(-around * around)) * 2 * chroma_weight(c);
  double x = dl / sl, y = dc / sc, z = dh / sh;
  return sqrt(x * x + y * y + z * z + rotation * y * z);
}

/* The formula itself: pairs of the published test data, each one a branch of its own. */
static void the_difference_is_that_of_the_published_data(void **state) {
  (void)state;
  static const struct {
    Lab one, two;
    double difference;
  } pairs[] = {
      {{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
      {{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
      {{50, 0, 0}, {50, -1, 2}, 2.3669},
      {{50, 2.5, 0}, {50, 0, -2.5}, 4.3065},
      {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
      {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
      {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    assert_true(fabs(difference(pairs[i].one, pairs[i].two) - pairs[i].difference) < 5e-5);
    assert_true(fabs(difference(pairs[i].two, pairs[i].one) - pairs[i].difference) < 5e-5);
  }
}

typedef struct Named {
  const char *name;
  Color color;
  bool is_role;
} Named;

enum { PAPER = 7, INK = 8, FOCUS = 9, COLORS = 10 };
static const double LEAST = 20;

static void colors_of(const Theme *theme, Named out[COLORS]) {
  const Named colors[COLORS] = {
      {"query", theme->query, true},        {"key", theme->key, true},
      {"value", theme->value, true},        {"weights", theme->weights, true},
      {"output", theme->output, true},      {"positive", theme->positive, false},
      {"negative", theme->negative, false}, [PAPER] = {"paper", theme->paper, false},
      [INK] = {"ink", theme->ink, false},   [FOCUS] = {"focus", theme->focus, false}};
  for (int i = 0; i < COLORS; i++) out[i] = colors[i];
}

static void colours_are_told_apart_with_every_colour_vision(void **state) {
  (void)state;
  for (ThemeId theme = 0; theme < THEME_COUNT; theme++)
    for (int vision = 0; vision < VISIONS; vision++) {
      Named colors[COLORS];
      colors_of(theme_get(theme), colors);
      for (int i = 0; i < COLORS; i++)
        for (int j = i + 1; j < COLORS; j++) {
          if (j >= INK && colors[i].is_role) continue; /* told apart by form */
          double apart = difference(lab_of(seen(colors[i].color, vision)),
                                    lab_of(seen(colors[j].color, vision)));
          if (apart < LEAST)
            fail_msg("%s and %s, %s, theme %d: %.2f", colors[i].name, colors[j].name,
                     VISION_NAMES[vision], theme, apart);
        }
    }
}

/* Frames and bars of the output are not told from a selection by form, nor in the dark theme, where
** both are dark, their grounds. */
static void a_frame_of_the_output_is_told_from_the_focus(void **state) {
  (void)state;
  const double least_of_grounds = 10;
  for (ThemeId id = 0; id < THEME_COUNT; id++)
    for (int vision = 0; vision < VISIONS; vision++) {
      const Theme *theme = theme_get(id);
      double lines =
          difference(lab_of(seen(theme->output_line, vision)), lab_of(seen(theme->focus, vision)));
      double grounds = difference(lab_of(seen(theme->output_soft, vision)),
                                  lab_of(seen(theme->focus_soft, vision)));
      bool is_near = id == THEME_DARK && grounds < least_of_grounds;
      if (lines < LEAST || is_near)
        fail_msg("%s, theme %d: %.2f, %.2f", VISION_NAMES[vision], id, lines, grounds);
    }
}

/* Where a role's line and one of the focus are near for some eye, form tells them apart: the focus
** shines, a ring around its line. */
static void a_focus_near_a_role_shines(void **state) {
  (void)state;
  int near = 0;
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    const Theme *theme = theme_get(id);
    const Color roles[] = {theme->query, theme->key, theme->value, theme->weights,
                           theme->output_line};
    double least = INFINITY;
    for (int i = 0; i < 5; i++)
      for (int vision = 0; vision < VISIONS; vision++)
        least = fmin(
            least, difference(lab_of(seen(roles[i], vision)), lab_of(seen(theme->focus, vision))));
    near += least < LEAST;
    if (least < LEAST && theme->focus_halo.a < 0x60) fail_msg("theme %d: %.2f", id, least);
  }
  assert_true(near > 0);
}

/* The words of the output look like no warning and like no muted text: of near hues in both themes,
** burgundy and rose, which are not that of the focus, with chroma, and told from muted words. */
static void the_output_has_near_hues(void **state) {
  (void)state;
  const double least_chroma = 18, most_turn = 35, least_from_muted = 20;
  double hues[THEME_COUNT];
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    const Theme *theme = theme_get(id);
    Lab output = lab_of(seen(theme->output, NORMAL));
    assert_true(hypot(output.a, output.b) >= least_chroma);
    assert_true(difference(output, lab_of(seen(theme->muted, NORMAL))) >= least_from_muted);
    assert_true(difference(output, lab_of(seen(theme->focus, NORMAL))) >= LEAST);
    hues[id] = hue_of(output.a, output.b);
  }
  double turn = fabs(hues[THEME_LIGHT] - hues[THEME_DARK]);
  assert_true(fmin(turn, 360 - turn) <= most_turn);
}

static bool same(Color a, Color b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

/* So what blue or ochre meant in one theme it means in the others. Green is green over a wider angle:
** on dark paper it is that of young leaves, because a bluish one is not told from output and weights. */
static void every_meaning_keeps_its_hue_in_every_theme(void **state) {
  (void)state;
  const double most_turn = 25, most_turn_of_green = 45;
  Named light[COLORS], other[COLORS];
  colors_of(theme_get(THEME_LIGHT), light);
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    colors_of(theme_get(id), other);
    for (int i = 0; i < PAPER; i++) {
      Lab one = lab_of(seen(light[i].color, NORMAL)), two = lab_of(seen(other[i].color, NORMAL));
      double turn = fabs(hue_of(one.a, one.b) - hue_of(two.a, two.b));
      bool is_green = same(light[i].color, theme_get(THEME_LIGHT)->value);
      if (fmin(turn, 360 - turn) > (is_green ? most_turn_of_green : most_turn))
        fail_msg("%s, theme %d: %.1f degrees", light[i].name, id, turn);
    }
  }
}

/* So the rule holds for cells as well as for bars and words. */
static void the_ends_of_the_scales_are_the_colours_of_the_theme(void **state) {
  (void)state;
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    const Theme *theme = theme_get(id);
    assert_true(same(palette_color(PALETTE_DIVERGING, id, 0), theme->negative));
    assert_true(same(palette_color(PALETTE_DIVERGING, id, 1), theme->positive));
    assert_true(same(palette_color(PALETTE_PURPLE, id, 1), theme->weights));
  }
}

/* On a common range small numbers take a quarter of it: scaled beside scores, say. */
static void a_quarter_of_the_range_is_told_from_0(void **state) {
  (void)state;
  const double least = 7;
  for (ThemeId theme = 0; theme < THEME_COUNT; theme++)
    for (int vision = 0; vision < VISIONS; vision++)
      for (int sign = -1; sign <= 1; sign += 2) {
        Color zero = palette_color(PALETTE_DIVERGING, theme, 0.5f);
        Color quarter = palette_color(PALETTE_DIVERGING, theme, 0.5f + 0.125f * (float)sign);
        double apart = difference(lab_of(seen(zero, vision)), lab_of(seen(quarter, vision)));
        if (apart < least)
          fail_msg("%+d/4 and 0, %s, theme %d: %.2f", sign, VISION_NAMES[vision], theme, apart);
      }
}

/* So a larger number never looks smaller: away from 0 it is darker on light paper, lighter on dark. */
static void lightness_goes_one_way_from_0(void **state) {
  (void)state;
  for (ThemeId theme = 0; theme < THEME_COUNT; theme++)
    for (int sign = -1; sign <= 1; sign += 2)
      for (int i = 0; i < 31; i++) {
        float near = 0.5f + (float)(sign * i) / 62, far = 0.5f + (float)(sign * (i + 1)) / 62;
        double before = lab_of(seen(palette_color(PALETTE_DIVERGING, theme, near), NORMAL)).l;
        double after = lab_of(seen(palette_color(PALETTE_DIVERGING, theme, far), NORMAL)).l;
        assert_true(theme_get(theme)->is_dark ? after > before : after < before);
      }
}

/* A difference and features stand beside signed numbers, weights and paper. Their end has no hue of
** a role; from roles, which are words, frames and ribbons, cells are told by form. */
static void a_size_is_told_from_the_ends_of_other_scales(void **state) {
  (void)state;
  const double most_chroma = 10;
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    const Theme *t = theme_get(id);
    const Named others[] = {{"positive", t->positive, false},
                            {"negative", t->negative, false},
                            {"weights", t->weights, false},
                            {"paper", t->paper, false}};
    Color end = palette_color(PALETTE_SIZE, id, 1);
    Lab plain = lab_of(seen(end, NORMAL));
    assert_true(hypot(plain.a, plain.b) <= most_chroma);
    for (int i = 0; i < 4; i++)
      for (int vision = 0; vision < VISIONS; vision++) {
        double apart = difference(lab_of(seen(end, vision)), lab_of(seen(others[i].color, vision)));
        if (apart < LEAST)
          fail_msg("%s, %s, theme %d: %.2f", others[i].name, VISION_NAMES[vision], id, apart);
      }
  }
}

/* So that the widest area of the overview is not read as a number. */
static void a_ribbon_of_the_value_is_told_from_numbers_above_0(void **state) {
  (void)state;
  const double least = 14;
  const float strongest = 0.62f;
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    const Theme *t = theme_get(id);
    float seen_at = t->is_dark ? strongest * strongest : strongest;
    Lab ribbon = lab_of(seen(color_mix(t->paper, t->value_ribbon, seen_at), NORMAL));
    for (int i = 0; i <= 31; i++) {
      Color number = palette_color(PALETTE_DIVERGING, id, 0.5f + (float)i / 62);
      double apart = difference(ribbon, lab_of(seen(number, NORMAL)));
      if (apart < least) fail_msg("theme %d, %d of 31: %.2f", id, i, apart);
    }
  }
}

/* Of either sign alike, and as far for every tenfold. */
static void a_size_has_one_colour_with_either_sign(void **state) {
  (void)state;
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    assert_true(same(palette_color(PALETTE_SIZE, id, 0), palette_color(PALETTE_SIZE, id, 1)));
    assert_true(same(palette_color(PALETTE_TENS, id, 1), palette_color(PALETTE_SIZE, id, 1)));
    assert_true(same(palette_color(PALETTE_TENS, id, 0), palette_color(PALETTE_TENS, id, 5e-4f)));
    double before = -1;
    for (int i = 0; i <= 31; i++) {
      double zero = lab_of(seen(palette_color(PALETTE_SIZE, id, 0.5f), NORMAL)).l;
      double far = fabs(
          lab_of(seen(palette_color(PALETTE_SIZE, id, 0.5f + (float)i / 62), NORMAL)).l - zero);
      assert_true(far > before);
      before = far;
    }
  }
  assert_true(fabsf(palette_tens(0.1f) - 2.0f / 3) < 1e-5f);
  assert_true(fabsf(palette_tens(0.01f) - 1.0f / 3) < 1e-5f);
  assert_true(palette_tens(0) == 0 && palette_tens(1e-3f) == 0 && palette_tens(1) == 1);
}

/* Arcs of many heads in one picture: the one in front, all others, and the paper. No head has the hue
** of a role but that of weights. */
static void heads_are_told_apart_with_every_colour_vision(void **state) {
  (void)state;
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    const Theme *theme = theme_get(id);
    Color front = head_color(id, true), other = head_color(id, false);
    Lab grey = lab_of(seen(other, NORMAL));
    assert_true(same(front, theme->weights));
    assert_true(hypot(grey.a, grey.b) < 8);
    for (int vision = 0; vision < VISIONS; vision++) {
      const Color all[] = {front, other, theme->paper};
      for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++) {
          double apart = difference(lab_of(seen(all[i], vision)), lab_of(seen(all[j], vision)));
          if (apart < HEAD_COLORS_APART)
            fail_msg("%d and %d, %s, theme %d: %.2f", i, j, VISION_NAMES[vision], id, apart);
        }
    }
  }
}

/* The lit part of the formula: its symbols keep the contrast of words. */
static void roles_are_read_on_the_ground_of_the_focus(void **state) {
  (void)state;
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    const Theme *t = theme_get(id);
    const Color words[] = {t->ink, t->query, t->key, t->value, t->weights, t->output};
    float least = t->has_patterns ? 7 : 4.5f;
    for (int i = 0; i < 6; i++)
      if (palette_contrast(words[i], t->focus_ground) < least)
        fail_msg("word %d, theme %d: %.2f", i, id,
                 (double)palette_contrast(words[i], t->focus_ground));
  }
}

/* "7:1 text": in high contrast every word, on paper, on panels and on the grounds behind words; ink
** is black or white, bars and ends of the scale keep 1.8:1 from paper, lines and hatching 3:1. */
static void high_contrast_has_7_to_1(void **state) {
  (void)state;
  int themes = 0;
  for (ThemeId id = 0; id < THEME_COUNT; id++) {
    const Theme *t = theme_get(id);
    if (!t->has_patterns) continue;
    const Color words[] = {t->ink,   t->muted,   t->query,  t->key,
                           t->value, t->weights, t->output, t->warning};
    for (int i = 0; i < 8; i++) {
      assert_true(palette_contrast(words[i], t->paper) >= 7);
      assert_true(palette_contrast(words[i], t->panel) >= 7);
    }
    const Color soft[] = {t->query_soft,  t->key_soft,   t->value_soft, t->weights_soft,
                          t->output_soft, t->focus_soft, t->empty_cell, t->hatch_ground};
    for (int i = 0; i < 8; i++) assert_true(palette_contrast(t->ink, soft[i]) >= 7);
    assert_true(palette_contrast(t->button_ink, t->button) >= 7);
    assert_true(palette_contrast(t->ink, t->paper) > 20.9f);
    assert_true(palette_contrast(t->line, t->paper) >= 3);
    assert_true(palette_contrast(t->hatch, t->hatch_ground) >= 3);
    assert_true(palette_contrast(t->positive, t->paper) >= 1.8f);
    assert_true(palette_contrast(t->negative, t->paper) >= 1.8f);
    assert_true(t->focus_width > theme_get(THEME_LIGHT)->focus_width);
    themes++;
  }
  assert_int_equal(themes, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_difference_is_that_of_the_published_data),
      cmocka_unit_test(colours_are_told_apart_with_every_colour_vision),
      cmocka_unit_test(a_frame_of_the_output_is_told_from_the_focus),
      cmocka_unit_test(a_focus_near_a_role_shines),
      cmocka_unit_test(the_output_has_near_hues),
      cmocka_unit_test(every_meaning_keeps_its_hue_in_every_theme),
      cmocka_unit_test(the_ends_of_the_scales_are_the_colours_of_the_theme),
      cmocka_unit_test(a_quarter_of_the_range_is_told_from_0),
      cmocka_unit_test(lightness_goes_one_way_from_0),
      cmocka_unit_test(a_size_is_told_from_the_ends_of_other_scales),
      cmocka_unit_test(a_ribbon_of_the_value_is_told_from_numbers_above_0),
      cmocka_unit_test(a_size_has_one_colour_with_either_sign),
      cmocka_unit_test(heads_are_told_apart_with_every_colour_vision),
      cmocka_unit_test(roles_are_read_on_the_ground_of_the_focus),
      cmocka_unit_test(high_contrast_has_7_to_1),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
