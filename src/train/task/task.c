/* train/task/task.c -- the table of tasks, and batches. */
#include "train/task/task.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "text/utf8.h"
#include "trace/mask_name.h"
#include "train/task/kind.h"
#include "train/task/sentences.h"

/* ---- the table: the reader and the writer, then those of letters ---- */

enum { SENTENCE_KINDS = 2 };

static const TaskKind *kind_at(int index) {
  if (index == 0) return &task_reader_kind;
  return index == 1 ? &task_writer_kind : &task_letters_kinds[index - SENTENCE_KINDS];
}

int task_count(void) { return SENTENCE_KINDS + task_letters_kind_count; }
int task_all_count(void) { return task_count() + 1; }

static const TaskKind *any_kind_at(int index) {
  return index < task_count() ? kind_at(index) : &task_translator_kind;
}

const TaskInfo *task_info(int index) {
  assert(index >= 0 && index < task_all_count());
  return &any_kind_at(index)->info;
}

static const TaskKind *find_kind(const char *name) {
  for (int i = 0; i < task_all_count(); i++)
    if (strcmp(any_kind_at(i)->info.name, name) == 0) return any_kind_at(i);
  return NULL;
}

bool task_is_of_two(const char *name) { return find_kind(name) == &task_translator_kind; }

bool task_takes_grammars(const char *name) {
  if (task_is_of_two(name)) return true;
  for (int i = 0; i < SENTENCE_KINDS; i++)
    if (strcmp(kind_at(i)->info.name, name) == 0) return true;
  return false;
}

/* A task with only its sizes set, as check_sizes needs it. */
static Task task_with_sizes(const TaskKind *kind, const Recipe *recipe) {
  return (Task){.kind = kind,
                .length = recipe->length,
                .letters = recipe->letters,
                .unknown = recipe->unknown};
}

bool task_check_sizes(const Recipe *recipe, Status *status) {
  const Task task = task_with_sizes(find_kind(recipe->task), recipe);
  return !task.kind->check_sizes || task.kind->check_sizes(&task, status);
}

/* Globals ascend. A token that no sequence has would be seen by none, and see none. */
static bool mask_fits(const MaskParts *mask, const Task *task, Status *status) {
  int count = mask_names(mask, MASK_GLOBAL) ? mask->size[MASK_GLOBAL] : 0;
  int last = count > 0 ? mask->globals[count - 1] + 1 : 0, most = task->tokens_most;
  return last <= most ||
         status_fail(status, STATUS_USAGE,
                     P_("the mask %s names token %d, but a sequence of the task %s has at most %d "
                        "token",
                        "the mask %s names token %d, but a sequence of the task %s has at most %d "
                        "tokens",
                        most),
                     mask_part_name(MASK_GLOBAL), last, task->kind->info.name, most);
}

bool task_open(Arena *arena, const Recipe *recipe, const Task **task, Status *status) {
  const TaskKind *kind = recipe->task ? find_kind(recipe->task) : NULL;
  if (!kind)
    return status_fail(status, STATUS_USAGE, _("there is no task “%s”"),
                       recipe->task ? recipe->task : "");
  Task *made = arena_take(arena, 1, sizeof *made);
  if (!made) return status_no_memory(status);
  *made = task_with_sizes(kind, recipe);
  if (!task_check_sizes(recipe, status) || !kind->open(arena, recipe, made, status) ||
      !mask_fits(&recipe->shape.mask, made, status))
    return false;
  *task = made;
  return true;
}

const TaskInfo *task_about(const Task *task) { return &task->kind->info; }
const Vocabulary *task_vocabulary(const Task *task) { return task->vocabulary; }
int task_tokens_most(const Task *task) { return task->tokens_most; }
bool task_has_set(const Task *task, SampleSet set) {
  return task->kind->has_set[set] && !task->lacks_set[set];
}
Str task_shown(const Task *task) { return task->shown; }

const char *task_grammars_digest(const Task *task, Arena *arena) {
  if (!task_takes_grammars(task->kind->info.name)) return "";
  return sentences_digest(sentences_of(task), arena);
}

/* Digests have the same width, so the position of the first difference gives the grammar. If
** `before` has more grammars than there are now, the first grammar is named. */
const char *task_changed_grammar(const Task *task, Arena *arena, const char *before) {
  const char *now = task_grammars_digest(task, arena);
  if (!task_takes_grammars(task->kind->info.name) || !now || strcmp(now, before) == 0) return NULL;
  size_t same = 0;
  while (now[same] && now[same] == before[same]) same++;
  const Sentences *sentences = sentences_of(task);
  int index = (int)(same / SENTENCES_DIGEST_BYTES);
  return sentences->names[index < sentences->grammar_count ? index : 0];
}

void task_sample(const Task *task, SampleSet set, Rng *rng, Batch *batch) {
  assert(task_has_set(task, set));
  assert(batch->sequence_count < batch->sequence_room);
  assert(batch->token_count + task->tokens_most <= batch->token_room);
  task->kind->sample(task, set, rng, batch);
}

/* ---- batches ---- */

bool batch_make(Arena *arena, int sequence_room, int token_room, Batch *batch, Status *status) {
  size_t tokens = (size_t)token_room;
  *batch = (Batch){.sequence_room = sequence_room, .token_room = token_room};
  batch->starts = arena_take(arena, (size_t)sequence_room + 1, sizeof *batch->starts);
  batch->tokens = arena_take(arena, tokens, sizeof *batch->tokens);
  batch->targets = arena_take(arena, tokens, sizeof *batch->targets);
  batch->attn_targets = arena_take(arena, tokens, sizeof *batch->attn_targets);
  batch->attn_target_counts = arena_take(arena, tokens, sizeof *batch->attn_target_counts);
  batch->sources = arena_take(arena, (size_t)sequence_room, sizeof *batch->sources);
  bool taken =
      batch->starts && batch->sources && batch->tokens && batch->targets && batch->attn_targets;
  return taken && batch->attn_target_counts ? true : status_no_memory(status);
}

void batch_clear(Batch *batch) {
  batch->sequence_count = 0;
  batch->token_count = 0;
  batch->starts[0] = 0;
}

void sequence_begin(Batch *batch) {
  batch->token_count = batch->starts[batch->sequence_count];
  batch->sources[batch->sequence_count] = 0;
}

void sequence_end_source(Batch *batch) {
  batch->sources[batch->sequence_count] = sequence_length(batch);
}

int sequence_length(const Batch *batch) {
  return batch->token_count - batch->starts[batch->sequence_count];
}

TaskToken sequence_token(const Batch *batch, int index) {
  int at = batch->starts[batch->sequence_count] + index;
  assert(index >= 0 && at < batch->token_count);
  return (TaskToken){batch->tokens[at], batch->targets[at], batch->attn_targets[at],
                     batch->attn_target_counts[at]};
}

void sequence_add(Batch *batch, TaskToken token) {
  int at = batch->token_count++;
  assert(at < batch->token_room);
  batch->tokens[at] = token.id;
  batch->targets[at] = token.target;
  batch->attn_targets[at] = token.attn_target;
  batch->attn_target_counts[at] = token.attn_target < 0 ? 0 : token.attn_target_count;
}

void sequence_end(Batch *batch) { batch->starts[++batch->sequence_count] = batch->token_count; }

/* The constants are those of splitmix64. They must not change: saved models would then have trained
** on sequences that count as held out. */
bool sequence_is_held_out(const Batch *batch) {
  const int *from = batch->tokens + batch->starts[batch->sequence_count];
  uint64_t hash = UINT64_C(0x9E3779B97F4A7C15);
  for (int i = 0; i < sequence_length(batch); i++)
    hash = (hash ^ (uint64_t)from[i]) * UINT64_C(0xBF58476D1CE4E5B9) >> 3 ^ hash << 17;
  return (hash ^ hash >> 29) % HELD_OUT_EVERY == 0;
}

/* ---- words ---- */

static uint32_t first_code(Str word) {
  uint32_t code = 0;
  return word.bytes > 0 && str_decode(word, 0, &code) ? code : 0;
}

/* Does a space come before the word? Not before . , ? ! and wide punctuation, Han characters or
** kana. */
static bool needs_space(Str before, Str word) {
  uint32_t first = first_code(word);
  if (before.bytes == 0 || utf8_is_han_or_kana(first)) return false;
  if (first == '.' || first == ',' || first == '?' || first == '!') return false;
  bool wide = (first >= 0x3000 && first < 0x3040) || first >= 0xFF00;
  return !wide;
}

static Str word_of(const Task *task, int id) {
  return id == VOCABULARY_HIDDEN_ID ? STR("___") : task->vocabulary->shown[id];
}

Str task_sample_words(const Task *task, const Batch *batch, int sequence, Arena *arena) {
  StrBuf text = strbuf_make(arena);
  Str before = {"", 0};
  int first = batch->starts[sequence], end = batch->starts[sequence + 1];
  for (int i = first; i < end; i++) {
    Str word = word_of(task, batch->tokens[i]);
    if (needs_space(before, word)) strbuf_add_char(&text, ' ');
    strbuf_add(&text, word);
    before = word;
  }
  for (int i = first; i < end; i++) {
    if (batch->targets[i] == TARGET_NONE) continue;
    Str asked = word_of(task, batch->tokens[i]), answer = word_of(task, batch->targets[i]);
    strbuf_format(&text, "\n%.*s → %.*s", (int)asked.bytes, asked.at, (int)answer.bytes, answer.at);
  }
  return strbuf_str(&text);
}
