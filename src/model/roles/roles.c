/* model/roles/roles.c -- computes role scores from the weights of many short runs (M-33 to M-39,
** M-41).
**
** A score is a mean over rows, collected text by text; no run is kept. Only M-38 sums whole
** matrices. */
#include "model/roles/roles.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "core/softmax.h"
#include "model/model_weights.h"
#include "model/roles/role_texts.h"

static const RoleInfo roles[ROLE_COUNT] = {
    [ROLE_PREVIOUS_TOKEN] = {N_("previous token"), 0.6, false},
    [ROLE_SAME_WORD] = {N_("same word"), 0.6, false},
    [ROLE_FIRST_TOKEN] = {N_("first token"), 0.6, false},
    [ROLE_PRONOUN] = {N_("pronoun → noun"), 0.6, false},
    [ROLE_INDUCTION] = {N_("induction"), 0.6, false},
    [ROLE_POSITIONAL] = {N_("positional"), 0.6, true},
    [ROLE_DIFFUSE] = {N_("diffuse"), 0.95, true},
    [ROLE_SEPARATOR] = {N_("separator"), 0.6, false},
};

enum { FIRST_QUERY = 2 }; /* from here on the first and the previous token are different keys */

typedef struct Mean {
  double sum;
  int count;
} Mean;

/* The means of one head so far. */
typedef struct Collected {
  Mean of[ROLE_COUNT];
  Mean previous_in_repeats;
  double places[ROLE_PLAIN_WORDS][ROLE_PLAIN_WORDS]; /* sum over plain made-up sequences */
  int place_count;
} Collected;

const RoleInfo *role_info(Role role) {
  assert(role >= 0 && role < ROLE_COUNT);
  return &roles[role];
}

/* Skips values that are not finite, which broken weights give. */
static void add_to_mean(Mean *mean, double value) {
  if (!isfinite(value)) return;
  mean->sum += value;
  mean->count++;
}

/* −1, below every threshold, if nothing was collected. */
static double value_of(Mean mean) { return mean.count > 0 ? mean.sum / mean.count : -1; }

static int visible_keys(const Trace *trace, int query) {
  int visible = 0;
  for (int key = 0; key < trace_token_count(trace); key++)
    visible += !trace_hidden(trace, query, key);
  return visible;
}

static bool is_separator(const Trace *trace, int token) {
  return token > 0 && trace_token(trace, token)->special;
}

/* M-41. */
static void collect_separator(const Trace *trace, MatView weights, Collected *head) {
  bool has_any = false;
  for (int key = 1; key < weights.cols; key++) has_any = has_any || is_separator(trace, key);
  for (int query = FIRST_QUERY; has_any && query < weights.rows; query++) {
    double share = 0;
    if (is_separator(trace, query)) continue;
    for (int key = 1; key < weights.cols; key++)
      if (is_separator(trace, key)) share += (double)mat_get(weights, query, key);
    add_to_mean(&head->of[ROLE_SEPARATOR], share);
  }
}

/* M-33, M-35 and M-39. */
static void collect_plain(const Trace *trace, MatView weights, Collected *head) {
  for (int query = FIRST_QUERY; query < weights.rows; query++) {
    const float *row = mat_row(weights, query);
    double most_bits = log2(visible_keys(trace, query));
    add_to_mean(&head->of[ROLE_PREVIOUS_TOKEN], (double)row[query - 1]);
    add_to_mean(&head->of[ROLE_FIRST_TOKEN], (double)row[0]);
    /* With one visible key the ratio would be 0 / 0. */
    if (most_bits > 0)
      add_to_mean(&head->of[ROLE_DIFFUSE],
                  (double)softmax_entropy_bits(row, weights.cols) / most_bits);
  }
}

static bool overlaps(const TraceToken *token, ByteRange range) {
  return token->first_byte < range.end && token->first_byte + token->bytes > range.first;
}

/* M-36. A pronoun of several tokens counts once: the mean of its rows. */
static void collect_pronoun(const Trace *trace, MatView weights, const RoleText *text,
                            Collected *head) {
  Mean rows = {0};
  for (int query = 0; query < weights.rows; query++) {
    if (!overlaps(trace_token(trace, query), text->pronoun)) continue;
    double share = 0;
    for (int key = 0; key < weights.cols; key++)
      if (overlaps(trace_token(trace, key), text->noun))
        share += (double)mat_get(weights, query, key);
    add_to_mean(&rows, share);
  }
  if (rows.count > 0) add_to_mean(&head->of[ROLE_PRONOUN], value_of(rows));
}

/* The tokens of a made-up sequence's words: first … end − 1, `round` words in each repetition. */
typedef struct WordPlaces {
  int first, end, round;
} WordPlaces;

/* Not fmin, which would turn NaN into 1. */
static double at_most_1(double share) { return share > 1 ? 1 : share; }

/* M-34: the other copy of the same word is one round away. */
static void collect_same_word(const Trace *trace, MatView weights, WordPlaces at, Collected *head) {
  assert(at.first >= 0 && at.first + 2 * at.round == at.end && at.end <= weights.rows);
  for (int query = at.first; query < at.end; query++) {
    int other = query < at.first + at.round ? query + at.round : query - at.round;
    /* Under a causal mask the first round cannot see the second. */
    if (trace_hidden(trace, query, other)) continue;
    add_to_mean(&head->of[ROLE_SAME_WORD], at_most_1(2 * (double)mat_get(weights, query, other)));
  }
}

/* M-37. The last word is not followed by the word that followed it in the first round. */
static double induction_at(const Trace *trace, MatView weights, int query, WordPlaces at) {
  assert(query >= at.round && query < at.end);
  bool sees_next = query + 1 < at.end && !trace_hidden(trace, query, query + 1);
  double weight = (double)mat_get(weights, query, query - at.round + 1);
  return at_most_1((sees_next ? 2 : 1) * weight);
}

/* M-33 and M-37. */
static void collect_repeat(const Trace *trace, MatView weights, WordPlaces at, Collected *head) {
  collect_same_word(trace, weights, at, head);
  for (int query = FIRST_QUERY; query < weights.rows; query++)
    add_to_mean(&head->previous_in_repeats, (double)mat_get(weights, query, query - 1));
  for (int query = at.first + at.round; query < at.end; query++)
    add_to_mean(&head->of[ROLE_INDUCTION], induction_at(trace, weights, query, at));
}

static void collect_places(MatView weights, WordPlaces at, Collected *head) {
  assert(at.end - at.first <= ROLE_PLAIN_WORDS && at.end <= weights.rows);
  head->place_count++;
  for (int query = at.first; query < at.end; query++)
    for (int key = at.first; key < at.end; key++)
      head->places[query - at.first][key - at.first] += (double)mat_get(weights, query, key);
}

/* M-38. */
static double positional(const Collected *head, int length) {
  assert(length >= 0 && length <= ROLE_PLAIN_WORDS);
  Mean rows = {0};
  if (head->place_count == 0) return -1;
  for (int query = length / 2; query < length; query++) {
    double largest = 0;
    for (int key = 0; key < length; key++) largest = fmax(largest, head->places[query][key]);
    add_to_mean(&rows, largest / head->place_count);
  }
  return value_of(rows);
}

static void collect_text(const Trace *trace, const RoleText *text, MatView weights,
                         Collected *head) {
  int round = text->word_count, rounds = text->kind == ROLE_REPEAT ? 2 : 1;
  WordPlaces at = {text->lead_count, text->lead_count + rounds * round, round};
  /* Where a word was split into several tokens, positions do not match words. */
  bool is_whole = weights.rows == at.end + text->tail_count;
  if (text->kind == ROLE_SENTENCE) collect_pronoun(trace, weights, text, head);
  if (text->kind != ROLE_REPEAT) collect_plain(trace, weights, head);
  if (text->kind != ROLE_REPEAT) collect_separator(trace, weights, head);
  if (text->kind == ROLE_REPEAT && is_whole) collect_repeat(trace, weights, at, head);
  if (text->kind == ROLE_PLAIN && is_whole) collect_places(weights, at, head);
}

static HeadScores scores_of(const Collected *head, int plain_words) {
  HeadScores scores;
  for (int role = 0; role < ROLE_COUNT; role++) scores.of[role] = value_of(head->of[role]);
  double in_repeats = value_of(head->previous_in_repeats);
  if (in_repeats >= 0)
    /* The smaller of two means (M-33): the head must attend to the previous token in both kinds of
    ** text. */
    scores.of[ROLE_PREVIOUS_TOKEN] = fmin(scores.of[ROLE_PREVIOUS_TOKEN], in_repeats);
  scores.of[ROLE_POSITIONAL] = positional(head, plain_words);
  return scores;
}

/* The score's position between the threshold (0) and 1; negative below the threshold. */
static double margin(const HeadScores *scores, int role) {
  return (scores->of[role] - roles[role].threshold) / (1 - roles[role].threshold);
}

int role_label(const HeadScores *scores) {
  int best = -1;
  for (int role = 0; role < ROLE_COUNT; role++) {
    if (scores->of[role] < roles[role].threshold) continue;
    /* A special role wins over a general one; within a kind the larger margin wins. */
    bool better = best < 0 || roles[best].general || !roles[role].general;
    if (best >= 0 && roles[best].general == roles[role].general)
      better = margin(scores, role) > margin(scores, best);
    if (better) best = role;
  }
  return best;
}

const char *role_note(Arena *arena, const RoleReport *report) {
  return str_format(arena,
                    _("measured over sentences (%d) and made-up sequences (%d), named from %.2f on "
                      "(diffuse %.2f)"),
                    report->sentence_count, report->made_up_count, roles[0].threshold,
                    roles[ROLE_DIFFUSE].threshold);
}

/* The state of one measurement; passed along instead of five parameters. */
typedef struct Measuring {
  const Model *model;
  const RolesOrder *order;
  const RoleText *texts;
  int text_count;
  Collected *heads;
  Arena *run; /* for one run; reset before the next */
} Measuring;

/* Called between two layers of a run; progress is counted in texts. */
static bool is_stopped(void *self) {
  const Measuring *measuring = self;
  const Progress *progress = measuring->order->progress;
  return progress && progress->stopped && progress->stopped(progress->self);
}

static bool run_text(Measuring *measuring, const RoleText *text, Status *status) {
  const Model *model = measuring->model;
  const Progress progress = {.stopped = is_stopped, .self = measuring};
  const RunOrder order = {.sentence = text->text,
                          .ids = text->ids,
                          .id_count = text->id_count,
                          .pool = measuring->order->pool,
                          .progress = &progress,
                          .keep = KEEP_ALL};
  const Trace *trace;
  /* Every run uses the same block. */
  arena_reset(measuring->run);
  if (!model_run(model, &order, measuring->run, &trace, status)) return false;
  for (int layer = 0; layer < model->layer_count; layer++)
    for (int head = 0; head < model->head_count; head++)
      collect_text(trace, text, trace_matrix(trace, TRACE_WEIGHTS, layer, head),
                   &measuring->heads[layer * model->head_count + head]);
  return trace_check(trace, status);
}

static bool fill_report(const Measuring *measuring, Arena *arena, RoleReport *report) {
  int count = measuring->model->layer_count * measuring->model->head_count, plain_words = 0;
  HeadScores *scores = arena_take(arena, (size_t)count, sizeof *scores);
  if (!scores) return false;
  *report = (RoleReport){.heads = scores};
  for (int i = 0; i < measuring->text_count; i++) {
    const RoleText *text = &measuring->texts[i];
    if (text->kind == ROLE_SENTENCE) report->sentence_count++;
    else report->made_up_count++;
    if (text->kind == ROLE_PLAIN) plain_words = text->word_count;
  }
  for (int i = 0; i < count; i++) scores[i] = scores_of(&measuring->heads[i], plain_words);
  return true;
}

static bool measure(Measuring *measuring, Arena *scratch, Status *status) {
  const Model *model = measuring->model;
  size_t heads = (size_t)model->layer_count * (size_t)model->head_count;
  measuring->heads = arena_take(scratch, heads, sizeof *measuring->heads);
  if (!measuring->heads) return status_no_memory(status);
  if (!role_texts_make(model, scratch, &measuring->texts, &measuring->text_count, status))
    return false;
  for (int i = 0; i < measuring->text_count; i++) {
    double share = (double)i / measuring->text_count;
    if (!progress_check(measuring->order->progress, share, _("Measuring roles"), status) ||
        !run_text(measuring, &measuring->texts[i], status))
      return false;
  }
  return true;
}

bool roles_measure(const Model *model, const RolesOrder *order, Arena *arena, RoleReport *report,
                   Status *status) {
  const RolesOrder none = {0};
  Arena *scratch = arena_make(0);
  Measuring measuring = {.model = model, .order = order ? order : &none, .run = arena_make(0)};
  bool done =
      scratch && measuring.run ? measure(&measuring, scratch, status) : status_no_memory(status);
  if (done && !fill_report(&measuring, arena, report)) done = status_no_memory(status);
  arena_free(measuring.run);
  arena_free(scratch);
  return done;
}
