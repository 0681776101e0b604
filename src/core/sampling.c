/* core/sampling.c -- finds the last word kept by top-k or top-p with a radix search, without
** sorting.
**
** A float is mapped to an integer key with the same order. The words (or their exponentials) are
** summed by the highest eleven bits of their key; the digit at which the wanted sum is reached is
** that of the last word; then the next eleven bits: three passes over the words. The only memory is
** the scratch of exponentials, and the set is described by its last word (M-40).
*/
#include "core/sampling.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* memcpy: reading a float through a pointer to an integer is undefined. */
static uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static bool same(float a, float b) { return bits_of(a) == bits_of(b); }

bool sampling_equal(const Sampling *a, const Sampling *b) {
  return same(a->temperature, b->temperature) && a->top_k == b->top_k && same(a->top_p, b->top_p);
}

bool sampling_is_plain(const Sampling *sampling) {
  return sampling_equal(sampling, &SAMPLING_PLAIN);
}

/* ---- the order of floats ---- */

/* Only finite logits count: NaN has no order, −inf no share, and +inf would leave no share to
** others. */
static bool counts(float logit) { return isfinite(logit); }

/* An integer key with the order of the floats: bits of positive floats have it already and get the
** highest bit; those of negative floats are inverted. Adding 0 turns −0 into 0. */
static uint32_t rank_key(float value) {
  uint32_t bits;
  value += 0.0f;
  memcpy(&bits, &value, sizeof bits);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/* ---- finding the last word ---- */

/* The words still kept: those with a key of at least `least`, of equal keys those up to last_id. It
** starts with all finite logits; top-k and then top-p narrow it. */
typedef struct Search {
  const float *logits, *exponentials;
  int count;
  uint32_t least; /* words with a lower key are out */
  int last_id;
} Search;

/* Logits that do not count have the key 0; every finite one has a higher key. */
static bool is_in(const Search *search, int id) {
  float logit = search->logits[id];
  uint32_t place = counts(logit) ? rank_key(logit) : 0;
  return place > search->least || (place == search->least && id <= search->last_id && place > 0);
}

static double weight_of(const Search *search, int id, bool summed) {
  return summed ? (double)search->exponentials[id] : 1;
}

/* The number of words with a higher key, or the sum of their exponentials; in double, so that fifty
** thousand small exponentials after a large one are not lost. */
static double beyond(const Search *search, uint32_t place, bool summed) {
  double sum = 0;
  for (int id = 0; id < search->count; id++)
    if (is_in(search, id) && rank_key(search->logits[id]) > place)
      sum += weight_of(search, id, summed);
  return sum;
}

/* The 32 bits of a key are digits of 11, 11 and 10 bits; 2,048 sums take 16 KiB of stack. */
enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* The state of the radix search: the highest bits of the key are known. */
typedef struct Digit {
  uint32_t known;
  int low, bits;
  double above; /* the sum over words with higher known bits */
} Digit;

/* Finds the next digit: the one at which the sum, from the highest key down, reaches `wanted`.
** Counts are doubles too, which are exact, so one search does both. */
static void find_digit(const Search *search, double wanted, bool summed, Digit *digit) {
  /* The sums by digit over the words with the known bits, in the order of ids, so that the same
  ** logits give the same sums. */
  double sums[DIGITS] = {0};
  int high = digit->low + digit->bits, last = (1 << digit->bits) - 1, least = last;
  for (int id = 0; id < search->count; id++) {
    if (!is_in(search, id)) continue;
    uint32_t place = rank_key(search->logits[id]);
    if (high < 32 && place >> high != digit->known) continue;
    int own = (int)(place >> digit->low) & last;
    sums[own] += weight_of(search, id, summed);
    if (own < least) least = own;
  }
  /* From the most probable down. `least` stops the loop at the lowest word, in case rounding keeps
  ** the sum below `wanted`. */
  int at = last;
  for (; at > least && digit->above + sums[at] < wanted; at--) digit->above += sums[at];
  digit->known = digit->known << digit->bits | (uint32_t)at;
}

/* The highest key at which the sum over all words of at least that key reaches `wanted`; the lowest
** key if none does. */
static uint32_t find_place(const Search *search, double wanted, bool summed) {
  Digit digit = {.low = 32};
  while (digit.low > 0) {
    digit.bits = digit.low < DIGIT_BITS ? digit.low : DIGIT_BITS;
    digit.low -= digit.bits;
    find_digit(search, wanted, summed, &digit);
  }
  return digit.known;
}

/* Narrows the search to the most probable words that reach `wanted`. Of equal logits only as many
** as needed are kept, by id: top-k keeps k words even if the k-th and the next are equal. */
static void narrow(Search *search, double wanted, bool summed) {
  uint32_t place = find_place(search, wanted, summed);
  /* The words with higher keys, then those with this key, one after the other. */
  double reached = beyond(search, place, summed);
  int last_id = -1;
  for (int id = 0; id < search->count && reached < wanted; id++) {
    if (!is_in(search, id) || rank_key(search->logits[id]) != place) continue;
    reached += weight_of(search, id, summed);
    last_id = id;
  }
  search->least = place;
  search->last_id = last_id;
}

/* Σ e over the words of the search, in double and in the order of ids, and how many they are. */
static double sum_of(const Search *search, int *count) {
  double sum = 0;
  *count = 0;
  for (int id = 0; id < search->count; id++)
    if (is_in(search, id)) sum += (double)search->exponentials[id], ++*count;
  return sum;
}

/* ---- the set ---- */

/* Divides by the temperature, then subtracts the maximum (M-40), so that the largest has e^0 = 1.
** exp, because expf rounds differently on a processor without FMA. */
float sampling_exponential(const SampledSet *set, float logit) {
  return counts(logit) ? (float)exp((double)(logit / set->temperature - set->max)) : 0;
}

static float largest_of(const float *logits, int count) {
  float largest = -INFINITY;
  for (int id = 0; id < count; id++)
    if (counts(logits[id]) && logits[id] > largest) largest = logits[id];
  return largest;
}

/* The last word kept: the lowest logit and, of equal ones, the highest id. −1 for none. */
static void keep_last(SampledSet *set, const Search *search) {
  /* An empty set keeps no logit. */
  set->last_logit = INFINITY;
  set->last_id = -1;
  for (int id = 0; id < search->count; id++)
    /* Of equal logits the later id, hence the equals sign. */
    if (is_in(search, id) && search->logits[id] <= set->last_logit) {
      set->last_logit = search->logits[id];
      set->last_id = id;
    }
}

/* Top-k first, then top-p among those words, whose shares are normalised by k_sum. */
SampledSet sampling_set(const float *logits, int count, const Sampling *sampling, float *scratch) {
  SampledSet set = {.temperature = sampling->temperature};
  Search search = {logits, scratch, count, 1, count};
  set.max = largest_of(logits, count) / set.temperature;
  /* Computed once for all passes: exponentials are the main cost. */
  for (int id = 0; id < count; id++) scratch[id] = sampling_exponential(&set, logits[id]);
  set.sum = sum_of(&search, &set.word_count);
  if (sampling->top_k > 0 && sampling->top_k < set.word_count)
    narrow(&search, sampling->top_k, false);
  /* Summed again, because a difference of two large sums would lose digits. */
  set.k_sum = sum_of(&search, &set.k_count);
  /* At least one word is always kept. */
  if (sampling->top_p < 1 && set.k_count > 1)
    narrow(&search, (double)sampling->top_p * set.k_sum, true);
  set.kept_sum = sum_of(&search, &set.count);
  keep_last(&set, &search);
  return set;
}

/* A word is kept if its logit is above that of the last word, or equal with an id up to its. */
bool sampling_keeps(const SampledSet *set, float logit, int id) {
  if (!counts(logit) || set->count == 0) return false;
  return logit > set->last_logit || (logit >= set->last_logit && id <= set->last_id);
}

/* M-40 among the words kept, divided in double and rounded once. */
float sampling_kept_share(const SampledSet *set, float logit, int id) {
  if (!sampling_keeps(set, logit, id)) return 0;
  return (float)((double)sampling_exponential(set, logit) / set->kept_sum);
}

int sampling_draw(const SampledSet *set, const float *logits, int count, double u) {
  /* Subtracts the exponentials one by one. If rounding leaves some of u after the last word, that
  ** word is drawn. */
  double left = u * set->kept_sum;
  int last = -1;
  for (int id = 0; id < count; id++) {
    if (!sampling_keeps(set, logits[id], id)) continue;
    last = id;
    left -= (double)sampling_exponential(set, logits[id]);
    if (left < 0) return id;
  }
  return last;
}
