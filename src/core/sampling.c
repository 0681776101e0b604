/* core/sampling.c -- the last word kept is found digit by digit, not by sorting.
**
** Floats are put on a scale of whole numbers in their order. The words, or what they weigh, are
** counted by the first eleven bits of their place; the bits where the wanted sum is reached are
** those of the last word, and so on with the next eleven: three walks over the words. No list is
** needed but the scratch of exponentials, and the set is described by its last word (M-40).
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

/* NaN has no place in any order, −inf no share, and +inf would leave no share to the others. */
static bool counts(float logit) { return isfinite(logit); }

/* Larger for larger numbers: the bits of positive floats are in their order already and go
** above, those of negative ones run backwards and are turned. Adding 0 makes −0 the same as 0. */
static uint32_t rank_key(float value) {
  uint32_t bits;
  value += 0.0f;
  memcpy(&bits, &value, sizeof bits);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/* ---- finding the last word ---- */

/* What is looked through: the words of at least this place, of equal ones those up to last_id.
** It begins with all that count and gets narrower with top-k, then with top-p. */
typedef struct Search {
  const float *logits, *exponentials;
  int count;
  uint32_t least; /* words below it are out already */
  int last_id;
} Search;

/* 0 is the place of what does not count; every finite number has a higher one. */
static bool is_in(const Search *search, int id) {
  float logit = search->logits[id];
  uint32_t place = counts(logit) ? rank_key(logit) : 0;
  return place > search->least || (place == search->least && id <= search->last_id && place > 0);
}

static double weight_of(const Search *search, int id, bool summed) {
  return summed ? (double)search->exponentials[id] : 1;
}

/* In double: fifty thousand small exponentials behind a large one still count. How many words lie
** beyond a place, or what their exponentials sum to. */
static double beyond(const Search *search, uint32_t place, bool summed) {
  double sum = 0;
  for (int id = 0; id < search->count; id++)
    if (is_in(search, id) && rank_key(search->logits[id]) > place)
      sum += weight_of(search, id, summed);
  return sum;
}

/* Eleven, eleven and ten bits are the 32 of a place; 2,048 sums are 16 KiB of stack. */
enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* The bits of a place from `low` on, of which the highest are known. */
typedef struct Digit {
  uint32_t known;
  int low, bits;
  double above; /* of what lies beyond the known bits */
} Digit;

/* Where the words of the known bits reach what is wanted, counted from the highest. A count is a
** double too, exact far beyond any vocabulary, so that one search does for both. */
static void find_digit(const Search *search, double wanted, bool summed, Digit *digit) {
  /* By digit: what the words weigh that share the known bits and have this digit next. One walk
  ** over the words fills all 2,048, in the order of ids, so the same logits give the same sums. */
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
  /* Down from the likeliest; what lies above is known before the digit that reaches it is looked at
  ** more closely. `least` keeps the walk from going below all words, by rounding. */
  int at = last;
  for (; at > least && digit->above + sums[at] < wanted; at--) digit->above += sums[at];
  digit->known = digit->known << digit->bits | (uint32_t)at;
}

/* The highest place whose words together reach what is wanted; the lowest one where none does. */
static uint32_t find_place(const Search *search, double wanted, bool summed) {
  Digit digit = {.low = 32};
  while (digit.low > 0) {
    digit.bits = digit.low < DIGIT_BITS ? digit.low : DIGIT_BITS;
    digit.low -= digit.bits;
    find_digit(search, wanted, summed, &digit);
  }
  return digit.known;
}

/* Narrows the search to the likeliest words that reach what is wanted. Of equal logits only as
** many are taken, by id, as it needs: top-k keeps k words even where the k-th and the next are
** equal. */
static void narrow(Search *search, double wanted, bool summed) {
  uint32_t place = find_place(search, wanted, summed);
  /* What lies above the place for certain; then the words on it, one after the other. */
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

/* Divided first, then the maximum taken off (M-40): the largest has e^0 = 1 whatever the
** temperature. exp and not expf, which rounds otherwise on a processor without FMA. */
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
  /* Above every logit, so that an empty set keeps nothing. */
  set->last_logit = INFINITY;
  set->last_id = -1;
  for (int id = 0; id < search->count; id++)
    /* Of equal logits the later id, hence the equals sign. */
    if (is_in(search, id) && search->logits[id] <= set->last_logit) {
      set->last_logit = search->logits[id];
      set->last_id = id;
    }
}

/* Top-k first, then top-p among what it left, with shares made to sum to 1 there: hence k_sum. */
SampledSet sampling_set(const float *logits, int count, const Sampling *sampling, float *scratch) {
  SampledSet set = {.temperature = sampling->temperature};
  Search search = {logits, scratch, count, 1, count};
  set.max = largest_of(logits, count) / set.temperature;
  /* Once for all walks: the exponential is what costs. */
  for (int id = 0; id < count; id++) scratch[id] = sampling_exponential(&set, logits[id]);
  set.sum = sum_of(&search, &set.word_count);
  if (sampling->top_k > 0 && sampling->top_k < set.word_count)
    narrow(&search, sampling->top_k, false);
  /* Summed anew over what is left, not taken off the whole: a difference of two large sums loses
  ** digits. */
  set.k_sum = sum_of(&search, &set.k_count);
  /* A set of one word is kept whatever top-p is: at least one word reaches it. */
  if (sampling->top_p < 1 && set.k_count > 1)
    narrow(&search, (double)sampling->top_p * set.k_sum, true);
  set.kept_sum = sum_of(&search, &set.count);
  keep_last(&set, &search);
  return set;
}

/* The set in one comparison: above the last word's logit, or the same and an id up to its. */
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
  /* Exponentials are taken off one by one; by rounding some of u may be left behind the last
  ** word, which is drawn then. */
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
