/* trace/workings/saturation.c -- draws queries and keys, and sums what comes of them. */
#include "trace/workings/saturation.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "core/distribution.h"
#include "core/softmax.h"

static const int usual_widths[] = {8, 64, 512};
enum { USUAL = sizeof usual_widths / sizeof usual_widths[0] };

/* ---- widths ---- */

static void find_widths(Saturation *made) {
  int chosen = made->asked.width, i = 0;
  for (; i < USUAL && usual_widths[i] < chosen; i++)
    made->at[made->count++].width = usual_widths[i];
  made->chosen = made->count;
  made->at[made->count++].width = chosen;
  for (; i < USUAL; i++)
    if (usual_widths[i] != chosen) made->at[made->count++].width = usual_widths[i];
}

/* ---- chance ---- */

/* The first numbers of a vector do not depend on how many follow. */
static void draw_vector(uint64_t seed, int draw, int vector, float *numbers, int width) {
  uint64_t place = (uint64_t)draw * (SATURATION_KEYS_MOST + 1) + (uint64_t)vector;
  Rng rng = rng_make(rng_mix(seed + 1) ^ rng_mix(place + UINT64_C(0x5A7)));
  for (int i = 0; i < width; i += 2) {
    double pair[2];
    rng_normal_pair(&rng, pair);
    numbers[i] = (float)pair[0];
    numbers[i + 1] = (float)pair[1]; /* the room is even */
  }
}

/* The dot product at each width, in one walk along both vectors. */
static void multiply(const Saturation *made, const float *query, const float *key,
                     float products[SATURATION_WIDTHS_MOST]) {
  double sum = 0;
  for (int at = 0, i = 0; at < made->count; at++) {
    for (; i < made->at[at].width; i++) sum += (double)query[i] * (double)key[i];
    products[at] = (float)sum;
  }
}

/* ---- shares ---- */

static SaturationShares shares_of(const float *numbers, int count, float *weights) {
  SaturationShares shares = {0};
  softmax_row(numbers, weights, count);
  for (int i = 0; i < count; i++) shares.largest = fmax(shares.largest, (double)weights[i]);
  shares.entropy = (double)softmax_entropy_bits(weights, count);
  shares.gradient = (double)softmax_jacobian_norm(weights, count);
  return shares;
}

static void divide(const float *products, int count, int width, float *divided) {
  for (int i = 0; i < count; i++) divided[i] = (float)((double)products[i] / sqrt((double)width));
}

static void add_shares(SaturationShares *sum, SaturationShares of, int draws) {
  sum->largest += of.largest / draws;
  sum->entropy += of.entropy / draws;
  sum->gradient += of.gradient / draws;
}

static void measure_width(SaturationWidth *at, const float *products, const Experiments *asked) {
  float divided[SATURATION_KEYS_MOST], weights[SATURATION_KEYS_MOST];
  Distribution spread = distribution_of(products, asked->draws * asked->keys);
  at->expected = sqrt((double)at->width);
  at->measured = spread.deviation;
  at->mean = spread.mean;
  for (int draw = 0; draw < asked->draws; draw++) {
    const float *row = products + (size_t)draw * (size_t)asked->keys;
    divide(row, asked->keys, at->width, divided);
    add_shares(&at->of[SATURATION_UNSCALED], shares_of(row, asked->keys, weights), asked->draws);
    add_shares(&at->of[SATURATION_SCALED], shares_of(divided, asked->keys, weights), asked->draws);
  }
}

/* ---- the histogram ---- */

static void count_bins(Saturation *made) {
  const SaturationWidth *at = &made->at[made->chosen];
  int count = made->asked.draws * made->asked.keys;
  made->high = 3.5 * at->expected;
  for (int i = 0; i < count; i++)
    made->high = fmax(made->high, fabs((double)made->products[i]) * 1.001);
  made->low = -made->high;
  distribution_count(made->products, count, made->low, made->high, made->bins, SATURATION_BINS);
  for (int i = 0; i < SATURATION_BINS; i++)
    made->most = made->bins[i] > made->most ? made->bins[i] : made->most;
  double step = (made->high - made->low) / SATURATION_BINS;
  for (int i = 0; i < SATURATION_CURVE_POINTS; i++) {
    double x = made->low + (made->high - made->low) * i / (SATURATION_CURVE_POINTS - 1);
    made->curve[i] = distribution_normal(x, at->expected) * step * count;
    made->curve_most = fmax(made->curve_most, made->curve[i]);
  }
}

bool saturation_make(Arena *arena, const Experiments *asked, Saturation *made) {
  *made = (Saturation){.asked = *asked};
  assert(asked->draws <= SATURATION_DRAWS_MOST && asked->keys <= SATURATION_KEYS_MOST);
  find_widths(made);
  int widest = made->at[made->count - 1].width, keys = asked->keys;
  size_t room = (size_t)widest + 1, products = (size_t)asked->draws * (size_t)keys;
  float *query = arena_take(arena, room, sizeof *query);
  float *key = arena_take(arena, room, sizeof *key);
  float *all = arena_take(arena, products * (size_t)made->count, sizeof *all);
  if (!query || !key || !all) return false;
  for (int draw = 0; draw < asked->draws; draw++) {
    draw_vector((uint64_t)asked->seed, draw, 0, query, widest);
    for (int j = 0; j < keys; j++) {
      float at[SATURATION_WIDTHS_MOST];
      draw_vector((uint64_t)asked->seed, draw, j + 1, key, widest);
      multiply(made, query, key, at);
      for (int i = 0; i < made->count; i++)
        all[(size_t)i * products + (size_t)(draw * keys + j)] = at[i];
    }
  }
  for (int i = 0; i < made->count; i++)
    measure_width(&made->at[i], all + (size_t)i * products, asked);
  made->products = all + (size_t)made->chosen * products;
  count_bins(made);
  return true;
}

bool saturation_is_of(const Saturation *made, const Experiments *asked) {
  const Experiments *of = &made->asked;
  return of->width == asked->width && of->keys == asked->keys && of->draws == asked->draws &&
         of->seed == asked->seed;
}

SaturationDraw saturation_draw(const Saturation *made, int index) {
  int keys = made->asked.keys, draws = made->asked.draws;
  SaturationDraw draw = {.index = index < 0 ? 0 : index >= draws ? draws - 1 : index};
  memcpy(draw.products, made->products + (size_t)draw.index * (size_t)keys,
         (size_t)keys * sizeof *draw.products);
  divide(draw.products, keys, made->asked.width, draw.divided);
  draw.of[SATURATION_UNSCALED] = shares_of(draw.products, keys, draw.weights[SATURATION_UNSCALED]);
  draw.of[SATURATION_SCALED] = shares_of(draw.divided, keys, draw.weights[SATURATION_SCALED]);
  return draw;
}
