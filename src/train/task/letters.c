/* train/task/letters.c -- tasks with letters as tokens, which train in seconds.
**
**   task      sequence           answers
**   copy      c a b = _ _ _      c a b at the gaps
**   reverse   c a b = _ _ _      b a c at the gaps
**   sort      c a b = _ _ _      a b c at the gaps; no letter comes twice
**   previous  c a b              at each letter but the first, the letter before it
**   brackets  ( [ _ { _ _        at each gap, the bracket that closes the last open one
**   majority  a c a b a _        at the gap, the most frequent letter
**
** A gap is the hidden word (id 0), which may here also be typed as one underscore.
*/
#include "train/task/kind.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"

enum {
  LETTERS_MOST = 26,
  LETTERS_ROOM = 512,
  BRACKET_KINDS = 3,
  TRIES_MOST = 1000,
  SHOWN_SEED = 4
};

typedef enum LetterTask { COPY, REVERSE, SORT, PREVIOUS, BRACKETS, MAJORITY } LetterTask;

static int letter_id(const Task *task, int letter) {
  return VOCABULARY_UNKNOWN_FIRST + task->unknown + letter;
}

/* "=" follows the letters. Opening brackets are letters 0 to 2, closing ones 3 to 5. */
static int equals_id(const Task *task) { return letter_id(task, task->letters); }

static TaskToken token_without_target(int id) { return (TaskToken){id, TARGET_NONE, -1, 0}; }
static TaskToken gap_token(int target, int attn_target, int attn_target_count) {
  return (TaskToken){VOCABULARY_HIDDEN_ID, target, attn_target, attn_target_count};
}

static void add_letters(const Task *task, Rng *rng, Batch *batch) {
  for (int i = 0; i < task->length; i++)
    sequence_add(batch, token_without_target(letter_id(task, rng_below(rng, task->letters))));
}

/* The first `length` letters of a shuffle (Fisher–Yates), so no letter comes twice. */
static void add_different_letters(const Task *task, Rng *rng, Batch *batch) {
  int letters[LETTERS_MOST];
  for (int i = 0; i < task->letters; i++) letters[i] = i;
  for (int i = 0; i < task->length; i++) {
    int j = i + rng_below(rng, task->letters - i), letter = letters[j];
    letters[j] = letters[i];
    letters[i] = letter;
    sequence_add(batch, token_without_target(letter_id(task, letter)));
  }
}

/* The position of the letter that is greater than exactly `rank` of the letters. */
static int position_of_rank(const Batch *batch, int length, int rank) {
  for (int i = 0; i < length; i++) {
    int smaller = 0, id = sequence_token(batch, i).id;
    for (int j = 0; j < length; j++) smaller += sequence_token(batch, j).id < id;
    if (smaller == rank) return i;
  }
  assert(false); /* no letter comes twice */
  return 0;
}

/* The position of the letter that gap `index` (from 0) asks for. */
static int source_of_gap(const Task *task, const Batch *batch, int index) {
  if (task->kind->number == COPY) return index;
  if (task->kind->number == REVERSE) return task->length - 1 - index;
  return position_of_rank(batch, task->length, index);
}

static void draw_with_gaps(const Task *task, Rng *rng, Batch *batch) {
  if (task->kind->number == SORT) add_different_letters(task, rng, batch);
  else add_letters(task, rng, batch);
  sequence_add(batch, token_without_target(equals_id(task)));
  for (int i = 0; i < task->length; i++) {
    int source = source_of_gap(task, batch, i);
    sequence_add(batch, gap_token(sequence_token(batch, source).id, source, 1));
  }
}

static void draw_previous(const Task *task, Rng *rng, Batch *batch) {
  int before = TARGET_NONE;
  for (int i = 0; i < task->length; i++) {
    int id = letter_id(task, rng_below(rng, task->letters));
    sequence_add(batch, (TaskToken){id, before, i - 1, 1});
    before = id;
  }
}

/* Opens or closes a bracket with equal probability while both are possible. */
static void draw_brackets(const Task *task, Rng *rng, Batch *batch) {
  int open[LETTERS_ROOM], depth = 0, even = task->length - task->length % 2;
  for (int i = 0; i < even; i++) {
    bool must_open = depth == 0, must_close = depth == even - i;
    if (!must_close && (must_open || rng_below(rng, 2) == 0)) {
      sequence_add(batch, token_without_target(letter_id(task, rng_below(rng, task->letters))));
      open[depth++] = i;
    } else {
      int partner = open[--depth], kind = sequence_token(batch, partner).id - letter_id(task, 0);
      sequence_add(batch, gap_token(letter_id(task, BRACKET_KINDS + kind), partner, 1));
    }
  }
}

/* The most frequent letter, or -1 when several are. */
static int majority_of(const Task *task, const Batch *batch) {
  int counts[LETTERS_MOST] = {0}, most = 0, ties = 0;
  for (int i = 0; i < task->length; i++) counts[sequence_token(batch, i).id - letter_id(task, 0)]++;
  for (int i = 1; i < task->letters; i++)
    if (counts[i] > counts[most]) most = i;
  for (int i = 0; i < task->letters; i++) ties += counts[i] == counts[most];
  return ties == 1 ? most : -1;
}

/* Draws again until one letter is more frequent than all others; the task's check_sizes makes that
** possible. */
static void draw_majority(const Task *task, Rng *rng, Batch *batch) {
  int most;
  do {
    sequence_begin(batch);
    add_letters(task, rng, batch);
    most = majority_of(task, batch);
  } while (most < 0);
  sequence_add(batch, gap_token(letter_id(task, most), 0, task->length));
}

static void make_sample(const Task *task, Rng *rng, Batch *batch) {
  sequence_begin(batch);
  switch ((LetterTask)task->kind->number) {
  case COPY:
  case REVERSE:
  case SORT:
    draw_with_gaps(task, rng, batch);
    break;
  case PREVIOUS:
    draw_previous(task, rng, batch);
    break;
  case BRACKETS:
    draw_brackets(task, rng, batch);
    break;
  case MAJORITY:
    draw_majority(task, rng, batch);
    break;
  }
}

static void sample(const Task *task, SampleSet set, Rng *rng, Batch *batch) {
  bool held_out = set == SAMPLES_HELD_OUT;
  do make_sample(task, rng, batch);
  while (sequence_is_held_out(batch) != held_out);
  sequence_end(batch);
}

/* ---- opening ---- */

static void add_words(const Task *task, StrBuf *file) {
  static const char brackets[] = "([{)]}";
  strbuf_add(file, STR("[MASK]\t_\t___\n"));
  for (int i = 1; i <= task->unknown; i++) strbuf_format(file, "unknown %d\n", i);
  if (task->kind->number == BRACKETS)
    for (int i = 0; i < 2 * BRACKET_KINDS; i++) strbuf_format(file, "%c\n", brackets[i]);
  else
    for (int i = 0; i < task->letters; i++) strbuf_format(file, "%c\n", 'a' + i);
  if (task->kind->number <= SORT) strbuf_add(file, STR("=\n"));
}

/* Tests that `sample` will end: can a sequence be drawn that is (not) held out? */
static bool can_draw(const Task *task, bool held_out, Batch *batch) {
  Rng rng = rng_make(SHOWN_SEED);
  for (int tries = 0; tries < TRIES_MOST; tries++) {
    make_sample(task, &rng, batch);
    if (sequence_is_held_out(batch) == held_out) return true;
  }
  return false;
}

/* Writes a held-out sequence to task->shown, as a person types it. */
static bool write_shown(Arena *arena, Task *task, Status *status) {
  Batch batch;
  if (!batch_make(arena, 1, task->tokens_most, &batch, status)) return false;
  batch_clear(&batch);
  if (!can_draw(task, true, &batch) || !can_draw(task, false, &batch))
    return status_fail(status, STATUS_USAGE,
                       _("%s has too few different sequences to keep some from training; take more "
                         "letters or a greater length"),
                       task->kind->info.name);
  Rng rng = rng_make(SHOWN_SEED);
  sample(task, SAMPLES_HELD_OUT, &rng, &batch);
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < batch.token_count; i++) {
    if (i > 0) strbuf_add_char(&text, ' ');
    int id = batch.tokens[i];
    strbuf_add(&text, id == VOCABULARY_HIDDEN_ID ? STR("_") : task->vocabulary->shown[id]);
  }
  task->shown = strbuf_str(&text);
  return text.failed ? status_no_memory(status) : true;
}

static bool check_sizes(const Task *task, Status *status) {
  int number = task->kind->number;
  if (number == SORT && task->letters < task->length)
    return status_fail(status, STATUS_USAGE,
                       P_("sort shows no letter twice: length %d needs at least %d letter, not %d",
                          "sort shows no letter twice: length %d needs at least %d letters, not %d",
                          task->length),
                       task->length, task->length, task->letters);
  if (number == MAJORITY && task->length < 3)
    return status_fail(status, STATUS_USAGE, _("majority needs a length of at least 3, not %d"),
                       task->length);
  if (number == BRACKETS && (task->length < 6 || task->letters > BRACKET_KINDS))
    return status_fail(status, STATUS_USAGE,
                       _("brackets needs a length of at least 6 and 2 or 3 letters (kinds of "
                         "bracket), not length %d and letters %d"),
                       task->length, task->letters);
  if (number != BRACKETS && task->letters < 5 && task->length < 6)
    return status_fail(status, STATUS_USAGE,
                       _("%s needs a length of at least 6 when there are fewer than 5 letters, so "
                         "that some sequences can be kept from training"),
                       task->kind->info.name);
  return true;
}

static bool open(Arena *arena, const Recipe *recipe, Task *task, Status *status) {
  (void)recipe;
  task->tokens_most = task->kind->number <= SORT ? 2 * task->length + 1 : task->length + 1;
  StrBuf file = strbuf_make(arena);
  add_words(task, &file);
  if (file.failed) return status_no_memory(status);
  if (!vocabulary_read(arena, task->kind->info.name, strbuf_str(&file), task->unknown,
                       &task->vocabulary, status))
    return false;
  return write_shown(arena, task, status);
}

#define LETTERS(task_number, task_name, task_label, task_pattern, task_limits)                     \
  {                                                                                                \
    {task_name, task_label, task_pattern, NULL, task_limits}, open, sample, {true, true, false},   \
        task_number, check_sizes                                                                   \
  }

static const char gaps_limits[] = N_(
    "It goes by position, so it knows sequences of exactly the trained length only, with the = at "
    "that place.");

const TaskKind task_letters_kinds[] = {
    LETTERS(COPY, "copy", N_("say the letters again"),
            N_("each gap looks at the letter as many places into the sequence: a diagonal"),
            gaps_limits),
    LETTERS(REVERSE, "reverse", N_("say the letters backwards"),
            N_("each gap looks at the letter as far from the = as itself: a diagonal that falls "
               "the other way"),
            gaps_limits),
    LETTERS(
        SORT, "sort", N_("say the letters in the order of the alphabet"),
        N_("each gap looks at the letter whose turn it is: one bright cell in every row and "
           "column, elsewhere in every sequence"),
        N_("It knows sequences of exactly the trained length in which no letter comes twice; of "
           "others it may leave letters out.")),
    LETTERS(PREVIOUS, "previous", N_("name the token before"),
            N_("every token looks at its left neighbour: a diagonal one below the main one"),
            N_("It looks back by one place, whatever stands there. Beyond the trained length the "
               "positions are new to it.")),
    LETTERS(
        BRACKETS, "brackets", N_("close the last open bracket"),
        N_("each gap looks at its partner, the bracket it closes"),
        N_("It knows gaps for closing brackets only; brackets that never close, and more levels "
           "than the trained length has room for, are new to it.")),
    LETTERS(
        MAJORITY, "majority", N_("name the letter that comes most often"),
        N_("the gap looks at all letters alike; the sum of their values is a vote"),
        N_("It estimates a share and does not count: where two letters come nearly equally often "
           "it may err, and of two that come equally often it names one all the same.")),
};

const int task_letters_kind_count = sizeof task_letters_kinds / sizeof task_letters_kinds[0];
