/* core/sampling.h -- sampling of the next word: temperature, top-k and top-p.
**
**   a = logit / temperature            e = exp(a − max a)          share = e / Σ e        (M-40)
**   top-k    keeps the k words with the largest logits
**   top-p    of those, the fewest likeliest whose shares, made to sum to 1, reach p
**   drawn    from what is kept, share / Σ kept shares
**
** A low temperature makes the largest shares larger, a high temperature makes all more equal. The
** order of the words never changes, so the kept set is described by its last word. Equal logits are
** ordered by id. NaN and −inf are never kept.
**
** Shapes  logits [V].   Memory  None is taken; scratch has V numbers.
** Errors  None: without a word that can be kept the set is empty.
** Source  Holtzman et al. 2020, The Curious Case of Neural Text Degeneration (top-p);
**         Fan et al. 2018, Hierarchical Neural Story Generation (top-k).
*/
#ifndef CORE_SAMPLING_H
#define CORE_SAMPLING_H

#include <stdbool.h>

/* The settings of sampling; SAMPLING_PLAIN gives the model's own probabilities. The caller checks
** the ranges: a temperature of 0 would divide by 0. */
typedef struct Sampling {
  float temperature; /* SAMPLING_COLDEST … SAMPLING_HOTTEST */
  int top_k;         /* 0: all words */
  float top_p;       /* above 0, at most 1; 1: all of top_k */
} Sampling;

#define SAMPLING_PLAIN ((Sampling){1, 0, 1})
#define SAMPLING_COLDEST 0.05f
#define SAMPLING_HOTTEST 10.0f
enum { SAMPLING_TOP_K_MOST = 1000000 }; /* more words than any vocabulary has */

/* Whether it asks for the model's own probabilities, bit by bit: no setting is "nearly" plain. */
bool sampling_is_plain(const Sampling *sampling);

/* Whether both ask for the same, bit by bit. */
bool sampling_equal(const Sampling *a, const Sampling *b);

/* What is kept, described by its last word, so that no list of 50,000 flags is needed: a word is
** kept when its logit is larger than last_logit, or the same with an id up to last_id. */
typedef struct SampledSet {
  float temperature;
  float max;              /* of logit / temperature */
  int word_count;         /* with a share at all */
  int k_count, count;     /* left by top-k; then by top-p */
  double sum;             /* Σ e over all words */
  double k_sum, kept_sum; /* over those left by top-k; over those kept */
  float last_logit;       /* the last word kept: those with larger logits are, */
  int last_id;            /* and with the same logit those up to this id */
} SampledSet;

/* Finds the set for logits [count]. scratch has count numbers of any value and ends as e of every
** word. Some five walks over the words for top-k, as many again for top-p. */
SampledSet sampling_set(const float *logits, int count, const Sampling *sampling, float *scratch);

/* Whether the word `id` with this logit may be drawn. False for NaN and ±inf. */
bool sampling_keeps(const SampledSet *set, float logit, int id);

/* e of one logit, 1 for the largest; 0 for NaN and ±inf. */
float sampling_exponential(const SampledSet *set, float logit);

/* Its share of the words kept: with this probability it is drawn. 0 where it is not kept. */
float sampling_kept_share(const SampledSet *set, float logit, int id);

/* The word at u of the kept shares laid end to end in the order of ids, u in [0, 1); −1: none is
** kept. logits [count] are those the set was found for. The same u always draws the same word; the
** random number is the caller's. */
int sampling_draw(const SampledSet *set, const float *logits, int count, double u);

#endif
