/* trace/workings/beside_words.c -- the likeliest words of two runs. */
#include "trace/workings/beside_words.h"

#include <assert.h>

/* Of a token that is asked: its first words come before those of all others. */
enum { FIRST_WORDS = 4, SHOWN_LEAST = 3 };
static const float SHARE_LEAST = 0.005f; /* less is 0 in two decimals */

typedef struct Word {
  Match match;
  float order; /* its largest probability, and 1 more for a first word */
} Word;

static float share_of(const Word *word) { return word->order - (word->order > 1 ? 1 : 0); }

typedef struct Words {
  Word at[BESIDE_WORDS_MOST];
  int count;
  const Trace *now, *kept;
} Words;

/* The word of another model with that text, −1: none. */
static int same_word(const Trace *of, int word, const Trace *other) {
  Str text = trace_word(of, word);
  int count = trace_word_count(other);
  if (word < count && str_equal(trace_word(other, word), text)) return word;
  for (int i = 0; i < count; i++)
    if (str_equal(trace_word(other, i), text)) return i;
  return -1;
}

static int place_of(const Words *words, int word, bool is_kept) {
  for (int i = 0; i < words->count; i++)
    if ((is_kept ? words->at[i].match.b : words->at[i].match.a) == word) return i;
  return -1;
}

/* Moves up to where its order puts it; of equal ones the earlier stays before. */
static void settle(Words *words, int at) {
  Word word = words->at[at];
  for (; at > 0 && words->at[at - 1].order < word.order; at--) words->at[at] = words->at[at - 1];
  words->at[at] = word;
}

static void add(Words *words, const TraceCandidate *candidate, bool is_kept, bool is_first) {
  float order = candidate->probability + (is_first ? 1 : 0);
  int at = place_of(words, candidate->word, is_kept);
  if (at >= 0) {
    if (order <= words->at[at].order) return;
    words->at[at].order = order;
    settle(words, at);
    return;
  }
  bool is_full = words->count == BESIDE_WORDS_MOST;
  if (is_full && order <= words->at[words->count - 1].order) return;
  const Trace *own = is_kept ? words->kept : words->now,
              *other = is_kept ? words->now : words->kept;
  int there = same_word(own, candidate->word, other);
  Match match = is_kept ? (Match){there, candidate->word} : (Match){candidate->word, there};
  at = is_full ? words->count - 1 : words->count++;
  words->at[at] = (Word){match, order};
  settle(words, at);
}

static void add_token(Words *words, int token, bool is_kept, bool is_first) {
  TraceCandidate best[FIRST_WORDS];
  int most = is_first ? FIRST_WORDS : 1;
  int count = trace_candidates(is_kept ? words->kept : words->now, token, best, most);
  for (int i = 0; i < count; i++) add(words, &best[i], is_kept, is_first);
}

static void add_run(Words *words, bool is_kept) {
  const Trace *trace = is_kept ? words->kept : words->now;
  int tokens = trace_token_count(trace);
  for (int token = 0; token < tokens; token++) {
    bool is_asked = !trace_asks_here(trace) || trace_is_asked(trace, token);
    bool is_answer = trace_continues(trace) ? token == tokens - 1 : !trace_asks_all(trace);
    if (is_asked) add_token(words, token, is_kept, is_answer);
  }
}

/* Where no logit of both is a number there is no likeliest word: the first ones of the model. */
static void add_any(Words *words) {
  int count = trace_word_count(words->now);
  for (int word = 0; word < count && word < BESIDE_WORDS_MOST; word++)
    words->at[words->count++] = (Word){{word, same_word(words->now, word, words->kept)}, 0};
}

bool beside_words(Arena *arena, const Trace *now, const Trace *kept, Matching *made) {
  assert(trace_has_words(now) && trace_has_words(kept));
  Words words = {.now = now, .kept = kept};
  add_run(&words, false);
  add_run(&words, true);
  if (words.count == 0) add_any(&words);
  while (words.count > SHOWN_LEAST && share_of(&words.at[words.count - 1]) < SHARE_LEAST)
    words.count--;
  Match *at = arena_take(arena, BESIDE_WORDS_MOST, sizeof *at);
  int pairs = 0;
  for (int i = 0; at && i < words.count; i++) {
    at[i] = words.at[i].match;
    pairs += at[i].a >= 0 && at[i].b >= 0;
  }
  *made = (Matching){at, words.count, pairs};
  return at != NULL;
}

const TraceToken *beside_word_token(Arena *arena, const Trace *now, const Trace *kept, Match word) {
  TraceToken *token = arena_take(arena, 1, sizeof *token);
  Str text = word.a >= 0 ? trace_word(now, word.a) : trace_word(kept, word.b);
  if (token) *token = (TraceToken){.text = text, .label = text, .occurrences = 1, .id = -1};
  return token;
}
