/* train/trainer/by_length.c -- draws sentences that were never trained, by their lengths, and has
** the model say them. */
#include "train/trainer/by_length.h"

#include <assert.h>
#include <string.h>

#include "train/saying.h"
#include "train/trainer/trainer_internal.h"

/* How often a sentence is drawn, and how often two to be joined; the longest source of training. */
enum { DRAWS = 60000, JOINED_DRAWS = 6000, TRAINED_MOST = 24, HASH_SLOTS = 1 << 19 };
/* Lengths of joined sentences, whose saying takes longest; and how many of each. */
enum { JOINED_MOST = 36, JOINED_SENTENCES = 50 };

/* ---- sentences that were trained ---- */

/* Open addressing; 0 is an empty slot. */
typedef struct SeenSources {
  uint64_t *slots;
  int slot_count; /* a power of two */
} SeenSources;

static uint64_t hash_of(const int *source, int count) {
  uint64_t hash = rng_hash(source, (size_t)count * sizeof *source);
  return hash ? hash : 1;
}

/* False: it is there already. */
static bool add_seen(const SeenSources *seen, uint64_t hash) {
  uint64_t mask = (uint64_t)seen->slot_count - 1;
  uint64_t at = rng_mix(hash) & mask;
  while (seen->slots[at] && seen->slots[at] != hash) at = (at + 1) & mask;
  bool is_new = seen->slots[at] == 0;
  seen->slots[at] = hash;
  return is_new;
}

typedef struct Redraw {
  const Trainer *trainer;
  Batch *batches;   /* of each piece */
  uint64_t *hashes; /* [steps · batch] */
} Redraw;

/* A piece is every TRAINER_SHARDS-th step. */
static void redraw_piece(void *self, int index) {
  const Redraw *redraw = self;
  const Trainer *trainer = redraw->trainer;
  Batch *batch = &redraw->batches[index];
  int size = trainer->recipe.batch;
  for (int step = 1 + index; step <= trainer->now.steps_done; step += TRAINER_SHARDS) {
    trainer_draw_step(trainer, step, batch);
    for (int i = 0; i < size; i++)
      redraw->hashes[(size_t)(step - 1) * (size_t)size + (size_t)i] =
          hash_of(batch->tokens + batch->starts[i], batch->sources[i]);
  }
}

/* Slots for all sequences of training and all draws, at most half of them in use. */
static bool find_trained(Trainer *trainer, Arena *arena, SeenSources *seen, Status *status) {
  int size = trainer->recipe.batch, length = task_tokens_most(trainer->task);
  size_t count = (size_t)trainer->now.steps_done * (size_t)size;
  Batch batches[TRAINER_SHARDS];
  seen->slot_count = HASH_SLOTS;
  while ((size_t)seen->slot_count < 2 * (count + DRAWS + JOINED_DRAWS)) seen->slot_count *= 2;
  Redraw redraw = {trainer, batches, arena_take(arena, count + 1, sizeof(uint64_t))};
  seen->slots = arena_take(arena, (size_t)seen->slot_count, sizeof *seen->slots);
  if (!redraw.hashes || !seen->slots) return status_no_memory(status);
  for (int i = 0; i < TRAINER_SHARDS; i++)
    if (!batch_make(arena, size, size * length, &batches[i], status)) return false;
  pool_run(trainer->pool, TRAINER_SHARDS, redraw_piece, &redraw);
  for (size_t i = 0; i < count; i++) (void)add_seen(seen, redraw.hashes[i]);
  return true;
}

/* ---- sentences of each length ---- */

typedef struct Bucket {
  LengthExample *at;
  int count;
} Bucket;

typedef struct Drawing {
  const Trainer *trainer;
  SeenSources seen;
  Batch batch;
  Rng rng;
  Bucket of[LENGTH_WORDS_MOST + 1]; /* by length */
  int wanted;
} Drawing;

static void draw(Drawing *drawing, LengthExample *drawn) {
  Batch *batch = &drawing->batch;
  batch_clear(batch);
  task_sample(drawing->trainer->task, SAMPLES_TRAINED, &drawing->rng, batch);
  int sources = batch->sources[0], targets = batch->starts[1] - sources;
  assert(sources <= TRAINED_MOST && targets <= TRAINED_MOST);
  *drawn = (LengthExample){.source_count = sources, .target_count = targets};
  memcpy(drawn->source, batch->tokens, (size_t)sources * sizeof(int));
  memcpy(drawn->target, batch->targets + sources, (size_t)targets * sizeof(int));
}

/* “a .” and “b .” become “a , but b .”. */
static void join(const Vocabulary *words, const LengthExample *second, LengthExample *first) {
  assert(first->source_count + second->source_count < LENGTH_WORDS_MOST);
  assert(first->target_count + second->target_count < LENGTH_WORDS_MOST);
  int *source = first->source + first->source_count - 1;
  int *target = first->target + first->target_count - 1;
  source[0] = vocabulary_find(words, STR(","));
  source[1] = vocabulary_find(words, STR("but"));
  memcpy(source + 2, second->source, (size_t)second->source_count * sizeof(int));
  target[0] = vocabulary_find(words, STR("，"));
  target[1] = vocabulary_find(words, STR("但是"));
  memcpy(target + 2, second->target, (size_t)second->target_count * sizeof(int));
  first->source_count += second->source_count + 1;
  first->target_count += second->target_count + 1;
}

static bool is_joined_length(int tokens) { return tokens > TRAINED_MOST && tokens <= JOINED_MOST; }

static int wanted_of(const Drawing *drawing, int tokens) {
  bool is_less = is_joined_length(tokens) && JOINED_SENTENCES < drawing->wanted;
  return is_less ? JOINED_SENTENCES : drawing->wanted;
}

static void keep(Drawing *drawing, const LengthExample *drawn) {
  Bucket *bucket = &drawing->of[drawn->source_count];
  if (bucket->count == wanted_of(drawing, drawn->source_count)) return;
  if (!add_seen(&drawing->seen, hash_of(drawn->source, drawn->source_count))) return;
  bucket->at[bucket->count++] = *drawn;
}

static bool make_drawing(Trainer *trainer, Arena *arena, int wanted, Drawing *drawing,
                         Status *status) {
  *drawing = (Drawing){.trainer = trainer,
                       .rng = trainer_rng(trainer->recipe.seed, STREAM_BY_LENGTH, 0),
                       .wanted = wanted};
  for (int i = 0; i <= LENGTH_WORDS_MOST; i++) {
    drawing->of[i].at = arena_take(arena, (size_t)wanted, sizeof(LengthExample));
    if (!drawing->of[i].at) return status_no_memory(status);
  }
  return find_trained(trainer, arena, &drawing->seen, status) &&
         batch_make(arena, 1, task_tokens_most(trainer->task), &drawing->batch, status);
}

static void draw_all(Drawing *drawing) {
  const Vocabulary *words = task_vocabulary(drawing->trainer->task);
  LengthExample drawn, second;
  for (int i = 0; i < DRAWS; i++) {
    draw(drawing, &drawn);
    keep(drawing, &drawn);
  }
  for (int i = 0; i < JOINED_DRAWS; i++) {
    draw(drawing, &drawn);
    draw(drawing, &second);
    bool has_room = drawn.target_count + second.target_count < LENGTH_WORDS_MOST;
    if (!has_room || !is_joined_length(drawn.source_count + second.source_count + 1)) continue;
    join(words, &second, &drawn);
    keep(drawing, &drawn);
  }
}

/* ---- saying them ---- */

typedef struct Said {
  int count, right; /* of the pair: max(n, m) and c of M-81 */
} Said;

typedef struct Measuring {
  const Drawing *drawing;
  Saying sayings[TRAINER_SHARDS];
  Said *said; /* [LENGTH_WORDS_MOST + 1, wanted] */
} Measuring;

/* What is said as long as it is right is known from one pass. */
static Said say(Saying *saying, const LengthExample *pair) {
  int said[LENGTH_WORDS_MOST];
  bool is_right[LENGTH_WORDS_MOST];
  int agreed =
      saying_agrees(saying, pair->source, pair->source_count, pair->target, pair->target_count);
  if (agreed == pair->target_count) return (Said){agreed, agreed};
  memcpy(said, pair->target, (size_t)agreed * sizeof *said);
  int count = saying_go_on(saying, pair->source, pair->source_count, said, agreed);
  int right = length_match(pair->target, pair->target_count, said, count, is_right);
  return (Said){count > pair->target_count ? count : pair->target_count, right};
}

/* A piece is every TRAINER_SHARDS-th sentence of each length. */
static void say_piece(void *self, int index) {
  Measuring *measuring = self;
  const Drawing *drawing = measuring->drawing;
  for (int tokens = 0; tokens <= LENGTH_WORDS_MOST; tokens++)
    for (int i = index; i < drawing->of[tokens].count; i += TRAINER_SHARDS)
      measuring->said[tokens * drawing->wanted + i] =
          say(&measuring->sayings[index], &drawing->of[tokens].at[i]);
}

static LengthPoint point_of(const Measuring *measuring, int tokens) {
  const Drawing *drawing = measuring->drawing;
  LengthPoint point = {.tokens = tokens,
                       .sentences = drawing->of[tokens].count,
                       .is_trained = tokens <= TRAINED_MOST};
  for (int i = 0; i < point.sentences; i++) {
    Said said = measuring->said[tokens * drawing->wanted + i];
    point.words += said.count;
    point.right += said.right;
    point.whole += said.right == said.count;
  }
  return point;
}

static void collect(const Measuring *measuring, ByLength *measured) {
  const Drawing *drawing = measuring->drawing;
  int least = drawing->wanted < BY_LENGTH_LEAST ? drawing->wanted : BY_LENGTH_LEAST;
  *measured = (ByLength){.curve = {.count = 0}};
  for (int tokens = 0; tokens <= LENGTH_WORDS_MOST; tokens++) {
    if (drawing->of[tokens].count < least || measured->curve.count == LENGTHS_MOST) continue;
    measured->examples[measured->curve.count] = drawing->of[tokens].at[0];
    measured->curve.at[measured->curve.count++] = point_of(measuring, tokens);
  }
}

static bool measure(Trainer *trainer, Arena *arena, int sentences, ByLength *measured,
                    Status *status) {
  Drawing *drawing = arena_take(arena, 1, sizeof *drawing);
  Measuring measuring = {.drawing = drawing};
  measuring.said =
      arena_take(arena, (LENGTH_WORDS_MOST + 1) * (size_t)sentences, sizeof *measuring.said);
  if (!drawing || !measuring.said) return status_no_memory(status);
  if (!make_drawing(trainer, arena, sentences, drawing, status)) return false;
  SayingModel model = {&trainer->shape, trainer->now.numbers, task_vocabulary(trainer->task)};
  for (int i = 0; i < TRAINER_SHARDS; i++)
    if (!saying_make(arena, &model, LENGTH_WORDS_MOST, &measuring.sayings[i], status)) return false;
  draw_all(drawing);
  pool_run(trainer->pool, TRAINER_SHARDS, say_piece, &measuring);
  collect(&measuring, measured);
  return true;
}

bool by_length_measure(Trainer *trainer, int sentences, ByLength *measured, Status *status) {
  Arena *arena = arena_make(0);
  assert(sentences > 0 && trainer->shape.encoder_layers > 0);
  if (!arena) return status_no_memory(status);
  bool done = measure(trainer, arena, sentences, measured, status);
  arena_free(arena);
  return done;
}
