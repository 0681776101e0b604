/* Which words are kept, and their shares: against a plain sort, and by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/sampling.h"

enum { WORDS_MOST = 400 };

/* ---- the plain way: sort, then walk ---- */

typedef struct Word {
  float logit;
  int id;
} Word;

static int by_logit(const void *a, const void *b) {
  const Word *x = a, *y = b;
  if (x->logit > y->logit) return -1;
  if (x->logit < y->logit) return 1;
  return x->id - y->id;
}

typedef struct Plain {
  Word words[WORDS_MOST];
  int count, kept;
  double sum, kept_sum;
} Plain;

static double exponential(const Plain *plain, int rank, float temperature) {
  return exp((double)(plain->words[rank].logit / temperature) -
             (double)(plain->words[0].logit / temperature));
}

static Plain plain_set(const float *logits, int count, const Sampling *sampling) {
  Plain plain = {.count = 0};
  for (int id = 0; id < count; id++)
    if (isfinite(logits[id])) plain.words[plain.count++] = (Word){logits[id], id};
  qsort(plain.words, (size_t)plain.count, sizeof plain.words[0], by_logit);
  int k = sampling->top_k > 0 && sampling->top_k < plain.count ? sampling->top_k : plain.count;
  double k_sum = 0;
  for (int i = 0; i < plain.count; i++) plain.sum += exponential(&plain, i, sampling->temperature);
  for (int i = 0; i < k; i++) k_sum += exponential(&plain, i, sampling->temperature);
  while (plain.kept < k &&
         (plain.kept == 0 || plain.kept_sum < (double)sampling->top_p * k_sum * (1 - 1e-7)))
    plain.kept_sum += exponential(&plain, plain.kept++, sampling->temperature);
  if (sampling->top_p >= 1) {
    plain.kept = k;
    plain.kept_sum = k_sum;
  }
  return plain;
}

static void compare(const float *logits, int count, const Sampling *sampling) {
  float scratch[WORDS_MOST];
  SampledSet set = sampling_set(logits, count, sampling, scratch);
  Plain plain = plain_set(logits, count, sampling);
  assert_int_equal(set.word_count, plain.count);
  assert_int_equal(set.count, plain.kept);
  assert_true(fabs(set.sum - plain.sum) <= 1e-5 * plain.sum);
  assert_true(fabs(set.kept_sum - plain.kept_sum) <= 1e-5 * plain.kept_sum);
  for (int rank = 0; rank < plain.count; rank++) {
    const Word *word = &plain.words[rank];
    assert_int_equal(sampling_keeps(&set, word->logit, word->id), rank < plain.kept);
  }
}

static void the_kept_words_are_those_of_a_sort(void **state) {
  (void)state;
  Rng rng = rng_make(7);
  float logits[WORDS_MOST];
  for (int round = 0; round < 300; round++) {
    int count = 1 + rng_below(&rng, WORDS_MOST - 1);
    Sampling sampling = {.temperature = 0.1f + 3 * (float)rng_uniform(&rng),
                         .top_k = rng_below(&rng, 2) ? rng_below(&rng, count + 3) : 0,
                         .top_p =
                             rng_below(&rng, 2) ? 0.02f + 0.96f * (float)rng_uniform(&rng) : 1};
    for (int i = 0; i < count; i++) logits[i] = (float)(4 * rng_normal(&rng));
    compare(logits, count, &sampling);
  }
}

/* Coarse logits: most words have equals, and the id decides. */
static void equal_logits_go_by_their_id(void **state) {
  (void)state;
  Rng rng = rng_make(8);
  float logits[WORDS_MOST];
  for (int round = 0; round < 200; round++) {
    int count = 1 + rng_below(&rng, 60);
    Sampling sampling = {.temperature = 1, .top_k = rng_below(&rng, 40), .top_p = 1};
    for (int i = 0; i < count; i++) logits[i] = (float)(rng_below(&rng, 5) - 2);
    compare(logits, count, &sampling);
  }
}

static void what_is_no_number_is_never_kept(void **state) {
  (void)state;
  float scratch[5], logits[] = {NAN, 1, -INFINITY, 2, INFINITY};
  SampledSet set = sampling_set(logits, 5, &SAMPLING_PLAIN, scratch);
  assert_int_equal(set.count, 2);
  assert_false(sampling_keeps(&set, NAN, 0));
  assert_false(sampling_keeps(&set, INFINITY, 4));
  float nothing[] = {NAN, -INFINITY};
  set = sampling_set(nothing, 2, &(Sampling){1, 3, 0.5f}, scratch);
  assert_int_equal(set.count, 0);
  assert_int_equal(sampling_draw(&set, nothing, 2, 0.5), -1);
  assert_true(sampling_kept_share(&set, nothing[1], 1) == 0);
}

/* Shares 1/2, 1/4, 1/8, 1/8. */
static void a_small_case_by_hand(void **state) {
  (void)state;
  const float two = logf(2);
  float scratch[4], logits[] = {-1 * two, 0, -2 * two, -2 * two};
  SampledSet set = sampling_set(logits, 4, &(Sampling){1, 0, 0.8f}, scratch);
  assert_int_equal(set.count, 3); /* 1/2 + 1/4 + 1/8 ≥ 0.8; of the equal ones the first */
  assert_true(sampling_keeps(&set, logits[2], 2));
  assert_false(sampling_keeps(&set, logits[3], 3));
  assert_true(fabs((double)sampling_exponential(&set, logits[1]) / set.sum - 0.5) < 1e-6);
  assert_true(fabsf(sampling_kept_share(&set, logits[1], 1) - 4.0f / 7) < 1e-6f);
  set = sampling_set(logits, 4, &(Sampling){0.5f, 2, 1}, scratch); /* squares: 4 : 1 */
  assert_int_equal(set.count, 2);
  assert_true(fabsf(sampling_kept_share(&set, logits[1], 1) - 0.8f) < 1e-6f);
}

/* u walks through the kept words in the order of ids, each for as long as its share. */
static void drawn_words_have_their_shares(void **state) {
  (void)state;
  enum { COUNT = 12, DRAWS = 20000 };
  float scratch[COUNT], logits[COUNT];
  int drawn[COUNT] = {0};
  for (int i = 0; i < COUNT; i++) logits[i] = (float)((i * 7) % COUNT) * 0.4f;
  SampledSet set = sampling_set(logits, COUNT, &(Sampling){0.8f, 6, 0.95f}, scratch);
  for (int i = 0; i < DRAWS; i++) {
    int id = sampling_draw(&set, logits, COUNT, ((double)i + 0.5) / DRAWS);
    assert_true(id >= 0 && sampling_keeps(&set, logits[id], id));
    drawn[id]++;
  }
  for (int id = 0; id < COUNT; id++) {
    double share = (double)sampling_kept_share(&set, logits[id], id);
    assert_true(fabs((double)drawn[id] / DRAWS - share) < 1.0 / DRAWS + 1e-5);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_kept_words_are_those_of_a_sort),
      cmocka_unit_test(equal_logits_go_by_their_id),
      cmocka_unit_test(what_is_no_number_is_never_kept),
      cmocka_unit_test(a_small_case_by_hand),
      cmocka_unit_test(drawn_words_have_their_shares),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
