/* train/task/writer.c -- the task of predicting the next token, in text with repetitions.
**
** A sample has exactly `length` tokens. Two of three samples are sentences of a grammar, some of
** them repeated; an unknown noun has the same name of two or three unknown tokens throughout. The
** others are random tokens, repeated until the sample is full. Every token but the last has the
** next token as its target, also where several would be right: the loss stays above 0, as with any
** language model.
**
** Attention targets: the token before. A head of the first layer that attends to it passes on what
** came before each token; with that, a head of the second layer attends to the token that followed
** an earlier copy of the present one (an induction head, Olsson et al. 2022). Repetitions alone
** make induction heads form; attention to the token before is spread over several heads, unless the
** second objective asks one head for it.
*/
#include "train/task/kind.h"

#include <string.h>

#include "base/i18n.h"
#include "train/task/sentences.h"

enum { LENGTH_LEAST = 16, LENGTH_MOST = 512, TOLD_MOST = 8, PERIOD_LEAST = 5 };

static const double random_share = 0.34, again_share = 0.45, name_share = 0.5;

typedef struct Text {
  const Task *task;
  SampleSet set;
  Rng *rng;
  const Grammar *grammar;
  int ids[LENGTH_MOST], count;
  int name[UNKNOWN_TOKENS_MOST + 1], name_count;
} Text;

static bool happens(Rng *rng, double share) { return rng_uniform(rng) < share; }

/* Drops what goes beyond the sample's length. */
static void add_id(Text *text, int id) {
  if (text->count < text->task->length) text->ids[text->count++] = id;
}

static void add_sentence(Text *text, const Sentence *sentence) {
  for (int i = 0; i < sentence->word_count; i++) {
    const SentenceWord *word = &sentence->words[i];
    bool named = word->kind == WORD_NOUN && word->of == sentence->unknown;
    for (int j = 0; named && j < text->name_count; j++) add_id(text, text->name[j]);
    if (!named) add_id(text, sentences_id(text->task, word->word));
  }
  int end = grammar_end_word(text->grammar);
  if (end >= 0) add_id(text, sentences_id(text->task, end));
}

/* A repeated sentence has the same words and the same name, so that the model can predict it from
** the first copy. */
static void write_sentences(Text *text) {
  Sentence told[TOLD_MOST];
  int count = 0;
  text->grammar = sentences_choose(text->task, text->set, text->rng);
  text->name_count =
      sentences_unknown_ids(text->task, text->rng, 2 + rng_below(text->rng, 2), text->name);
  while (text->count < text->task->length) {
    bool again = count > 0 && (count == TOLD_MOST || happens(text->rng, again_share));
    int which = again ? rng_below(text->rng, count) : count++;
    double share = text->name_count ? name_share : 0;
    if (!again) sentences_draw(text->grammar, text->set, share, text->rng, &told[which]);
    add_sentence(text, &told[which]);
  }
}

/* `period` random tokens, without the hidden word, repeated until the sample is full. */
static void write_random(Text *text) {
  int length = text->task->length, period = PERIOD_LEAST + rng_below(text->rng, length / 2 - 4);
  int known = text->task->vocabulary->count - 1;
  for (int i = 0; i < length; i++)
    add_id(text, i < period ? 1 + rng_below(text->rng, known) : text->ids[i - period]);
}

static void sample(const Task *task, SampleSet set, Rng *rng, Batch *batch) {
  Text text = {.task = task, .set = set, .rng = rng};
  if (happens(rng, random_share)) write_random(&text);
  else write_sentences(&text);
  sequence_begin(batch);
  for (int i = 0; i < text.count; i++) {
    bool last = i + 1 == text.count;
    int target = last ? TARGET_NONE : text.ids[i + 1], attn_target = last ? -1 : i - 1;
    sequence_add(batch, (TaskToken){text.ids[i], target, attn_target, 1});
  }
  sequence_end(batch);
}

static bool write_shown(Arena *arena, Task *task, Status *status) {
  Batch batch;
  Rng rng = rng_make(3);
  if (!batch_make(arena, 1, task->tokens_most, &batch, status)) return false;
  const Grammar *grammar = sentences_of(task)->grammars[0];
  Sentence sentence;
  sentences_draw(grammar, SAMPLES_TRAINED, 0, &rng, &sentence);
  batch_clear(&batch);
  sequence_begin(&batch);
  for (int i = 0; i < sentence.word_count && i < task->length; i++)
    sequence_add(&batch,
                 (TaskToken){sentences_id(task, sentence.words[i].word), TARGET_NONE, -1, 0});
  sequence_end(&batch);
  Str words = task_sample_words(task, &batch, 0, arena), end = {"", 0};
  if (grammar_end_word(grammar) >= 0)
    end = task->vocabulary->shown[sentences_id(task, grammar_end_word(grammar))];
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < 2; i++) {
    if (i > 0 && !grammar_joins_words(grammar)) strbuf_add_char(&text, ' ');
    strbuf_add(&text, words);
    strbuf_add(&text, end);
  }
  task->shown = strbuf_str(&text);
  return text.failed ? status_no_memory(status) : true;
}

static bool check_sizes(const Task *task, Status *status) {
  return (task->length >= LENGTH_LEAST && task->length <= LENGTH_MOST) ||
         status_fail(status, STATUS_USAGE, _("writer takes a length from %d to %d, not %d"),
                     LENGTH_LEAST, LENGTH_MOST, task->length);
}

static bool open(Arena *arena, const Recipe *recipe, Task *task, Status *status) {
  task->tokens_most = task->length;
  return sentences_open(arena, recipe, task, status) && write_shown(arena, task, status);
}

const TaskKind task_writer_kind = {
    {"writer", N_("say the next token"),
     N_("one head looks at the token before; then another finds where the same token stood "
        "earlier and looks at what came after it: induction"),
     N_("the token before"),
     N_("It tells nothing: no story has a thread, and after the first words of a sentence many "
        "would do, so there it is often wrong, as any model of a language is. What it can do is "
        "say again what came before. It names known words or one of the unknown embeddings, never "
        "the spelling of a new word, and knows one grammar of short sentences.")},
    open,
    sample,
    {true, true, false},
    0,
    check_sizes};
