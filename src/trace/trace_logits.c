/* trace/trace_logits.c -- logits, probabilities and the most probable words of a token (M-17).
**
** In a large trace their rows are computed on demand: [T,V] for 1,024 tokens of GPT-2 would take
** 206 MB. */
#include <math.h>
#include <string.h>

#include "trace/trace_cache.h"
#include "trace/trace_storage.h"

bool trace_has_words(const Trace *trace) { return trace->shape.word_count > 0; }
int trace_word_count(const Trace *trace) { return trace->shape.word_count; }

int trace_token_id(const Trace *trace, int index) {
  const TraceToken *token = trace_token(trace, index);
  return trace_has_words(trace) ? token->id : -1;
}

/* The first token of an id that stands for an unknown word; −1: there is none, or it stands for no
** such word. */
static int unknown_token(const Trace *trace, int id) {
  const TraceWords *words = &trace->names.words;
  if (id < words->unknown_first || id >= words->unknown_first + words->unknown_count) return -1;
  for (int i = 0; i < trace->shape.token_count; i++)
    if (trace->tokens[i].id == id) return i;
  return -1;
}

bool trace_is_unknown_word(const Trace *trace, int id) {
  const TraceWords *words = &trace->names.words;
  return id >= words->unknown_first && id < words->unknown_first + words->unknown_count &&
         unknown_token(trace, id) < 0;
}

Str trace_word(const Trace *trace, int id) {
  const TraceWords *words = &trace->names.words;
  assert(id >= 0 && id < trace->shape.word_count);
  /* The id of an unknown word is shown as the word of this sentence that has it. */
  int token = unknown_token(trace, id);
  if (token >= 0) return trace->tokens[token].text;
  if (words->shown) return words->shown[id];
  return words->word ? words->word(words->self, id) : (Str){"", 0};
}

bool trace_has_glosses(const Trace *trace) { return trace->names.words.glosses != NULL; }

Str trace_word_gloss(const Trace *trace, int id) {
  assert(id >= 0 && id < trace->shape.word_count);
  const Str *glosses = trace->names.words.glosses;
  return glosses ? glosses[id] : (Str){"", 0};
}

bool trace_is_asked(const Trace *trace, int index) {
  const bool *asked = trace->names.words.asked;
  return trace_has_words(trace) && (!asked || asked[trace_token_id(trace, index)]);
}

bool trace_asks_all(const Trace *trace) {
  return trace_has_words(trace) && !trace->names.words.asked;
}

bool trace_asks_here(const Trace *trace) {
  for (int i = 0; i < trace_token_count(trace); i++)
    if (trace_is_asked(trace, i)) return true;
  return false;
}

int trace_asked_token(const Trace *trace) {
  int count = trace_token_count(trace), gap = trace_gap_id(trace);
  bool all = trace_asks_all(trace);
  for (int i = 0; i < count; i++)
    if ((gap >= 0 && trace_token_id(trace, i) == gap) || (!all && trace_is_asked(trace, i)))
      return i;
  return all ? count - 1 : -1;
}

bool trace_continues(const Trace *trace) {
  return trace_has_words(trace) && trace->names.words.continues;
}

int trace_gap_id(const Trace *trace) {
  bool has_gap = trace_has_words(trace) && trace->names.words.has_gap;
  return has_gap ? trace->names.words.gap_id : -1;
}

const TraceWordWeights *trace_word_weights(const Trace *trace) {
  return trace_has_words(trace) && trace->words.embedding.at ? &trace->words : NULL;
}

/* A row of LOGITS or PROBABILITIES, stored or computed. */
static const float *row_of(const Trace *trace, TracePart part, int token) {
  assert(token >= 0 && token < trace->shape.token_count);
  if (!trace_has_part(trace, part)) return NULL;
  if (trace_is_lazy(trace, part)) return trace_cache_word_row(trace, part, token);
  return mat_row(trace_matrix(trace, part, 0, 0), token);
}

const float *trace_logits_row(const Trace *trace, int token) {
  return row_of(trace, TRACE_LOGITS, token);
}

void trace_expect_words(const Trace *trace, int first, int end) {
  assert(first >= 0 && end <= trace->shape.token_count);
  if (trace_has_part(trace, TRACE_LOGITS) && trace_is_lazy(trace, TRACE_LOGITS) &&
      trace_cache_makes_rows(trace->cache))
    trace_cache_expect_rows(trace, first, end);
}

void trace_logits_rows(const Trace *trace, int first, Mat to) {
  assert(first >= 0 && first + to.rows <= trace->shape.token_count);
  /* Logits that are stored or computed whole are copied. Logits that are computed by row bypass the
  ** cache: they are needed only once, for a file. */
  bool is_kept = !trace_is_lazy(trace, TRACE_LOGITS) || !trace_cache_makes_rows(trace->cache);
  if (!is_kept) trace_cache_logits(trace, first, to);
  for (int row = 0; is_kept && row < to.rows; row++)
    memcpy(mat_row_of(to, row), trace_logits_row(trace, first + row),
           (size_t)to.cols * sizeof(float));
}

const float *trace_probabilities_row(const Trace *trace, int token) {
  return row_of(trace, TRACE_PROBABILITIES, token);
}

/* Inserts a candidate into a sorted list; returns the new count. Of equal words the one with the
** smaller id comes first, because it is inserted first. */
static int insert_candidate(TraceCandidate *list, int count, int most, TraceCandidate candidate) {
  assert(count <= most);
  int place = count;
  while (place > 0 && candidate.probability > list[place - 1].probability) place--;
  if (place == most) return count;
  if (count < most) count++;
  for (int i = count - 1; i > place; i--) list[i] = list[i - 1];
  list[place] = candidate;
  return count;
}

int trace_find_candidates(const float *logits, const float *shares, int word_count,
                          TraceCandidate *list, int most) {
  assert(most <= TRACE_CANDIDATES_MOST);
  int count = 0;
  for (int id = 0; most > 0 && id < word_count; id++) {
    if (isnan(shares[id])) return 0; /* NaN: the words have no order */
    /* Skips most words once the list is full. */
    if (count == most && shares[id] <= list[most - 1].probability) continue;
    count = insert_candidate(list, count, most, (TraceCandidate){id, logits[id], shares[id]});
  }
  return count;
}

/* Whether rows of words are computed and cached one by one. */
static bool makes_rows(const Trace *trace, TracePart part) {
  return trace_is_lazy(trace, part) && trace_cache_makes_rows(trace->cache);
}

int trace_candidates(const Trace *trace, int token, TraceCandidate *candidates, int most) {
  if (most > TRACE_CANDIDATES_MOST) most = TRACE_CANDIDATES_MOST;
  if (!trace_has_part(trace, TRACE_PROBABILITIES)) return 0;
  if (makes_rows(trace, TRACE_PROBABILITIES))
    return trace_cache_candidates(trace, token, candidates, most);
  const float *logits = trace_logits_row(trace, token);
  const float *shares = trace_probabilities_row(trace, token);
  if (!logits || !shares) return 0;
  return trace_find_candidates(logits, shares, trace->shape.word_count, candidates, most);
}

/* Several sums in parallel: a single one would wait for each addition, and a vocabulary is long. */
double trace_sum_of_shares(const float *shares, int word_count) {
  enum { SUMS = 8 };
  double sums[SUMS] = {0}, sum = 0;
  int i = 0;
  for (; i + SUMS <= word_count; i += SUMS)
    for (int k = 0; k < SUMS; k++) sums[k] += (double)shares[i + k];
  for (; i < word_count; i++) sum += (double)shares[i];
  for (int k = 0; k < SUMS; k++) sum += sums[k];
  return sum;
}

double trace_probabilities_sum(const Trace *trace, int token) {
  double sum = 0;
  if (!trace_has_part(trace, TRACE_PROBABILITIES)) return 0;
  if (makes_rows(trace, TRACE_PROBABILITIES) && trace_cache_word_sum(trace, token, &sum))
    return sum;
  const float *shares = trace_probabilities_row(trace, token);
  return shares ? trace_sum_of_shares(shares, trace->shape.word_count) : 0;
}

bool trace_sampled_set(const Trace *trace, int token, const Sampling *sampling, SampledSet *set) {
  if (!trace_has_part(trace, TRACE_LOGITS)) return false;
  if (makes_rows(trace, TRACE_LOGITS)) return trace_cache_sampled(trace, token, sampling, set);
  const float *logits = trace_logits_row(trace, token);
  size_t words = (size_t)trace->shape.word_count;
  Arena *arena = logits ? arena_make(words * sizeof(float)) : NULL;
  float *scratch = arena ? arena_take_unset(arena, words, sizeof *scratch) : NULL;
  if (scratch) *set = sampling_set(logits, (int)words, sampling, scratch);
  arena_free(arena);
  return scratch != NULL;
}
