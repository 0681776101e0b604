/* trace/trace_cache.c -- an LRU cache of matrices that are computed on demand.
**
** A list from the most to the least recently used entry, and for every matrix a pointer to its
** entry, so finding, using and dropping an entry are quick. Matrices are computed under the lock:
** two threads that need the same one compute it once. docs/decisions/0008 has the reasons. */
#include "trace/trace_cache_internal.h"

#include <math.h>
#include <string.h>

#include "core/softmax.h"
#include "trace/trace_scan.h"

enum { ROWS_AT_ONCE = 32 /* 6 MB of GPT-2 */ };

/* ---- making and ending ---- */

static void unlink_entry(TraceCache *cache, const CacheEntry *entry) {
  *(entry->newer ? &entry->newer->older : &cache->newest) = entry->older;
  *(entry->older ? &entry->older->newer : &cache->oldest) = entry->newer;
}

/* Removes an entry; freeing its arena returns the memory to the system at once. */
static void drop_entry(TraceCache *cache, CacheEntry *entry) {
  assert(*entry->place == entry && cache->bytes >= entry->bytes);
  unlink_entry(cache, entry);
  *entry->place = NULL;
  cache->bytes -= entry->bytes;
  cache->dropped_count++;
  arena_free(entry->arena);
}

/* Called when the trace's arena is freed, or by trace_cache_make after a failure: fields may still
** be NULL. */
static void free_entries(void *self) {
  TraceCache *cache = self;
  while (cache->newest) drop_entry(cache, cache->newest);
  arena_free(cache->smalls);
  lock_free(cache->lock);
}

/* The columns of the widest lazy part: nan_row stands for a row of any of them. */
static int widest_lazy_part(const Trace *trace) {
  int most = 1;
  for (int part = 0; part < TRACE_PART_COUNT; part++) {
    int rows, cols;
    if (!trace_is_lazy(trace, (TracePart)part)) continue;
    trace_matrix_shape(trace, (TracePart)part, 0, &rows, &cols);
    if (cols > most) most = cols;
  }
  return most;
}

static size_t slot_count(const Trace *trace) {
  return (size_t)trace->shape.layer_count * (size_t)trace->shape.head_count * TRACE_PART_COUNT;
}

TraceCache *trace_cache_make(const Trace *trace) {
  TraceCache *cache = arena_take(trace->arena, 1, sizeof *cache);
  if (!cache) return NULL;
  cache->trace = trace;
  cache->frame = 1;
  cache->most_bytes = TRACE_CACHE_BYTES;
  cache->lock = lock_make(trace->arena);
  cache->small_of_slots = arena_take(trace->arena, slot_count(trace), sizeof(MatView));
  if (cache->lock && cache->small_of_slots && arena_at_end(trace->arena, free_entries, cache))
    return cache;
  free_entries(cache);
  return NULL;
}

bool trace_cache_set_source(TraceCache *cache, const TraceSource *source, size_t most_bytes) {
  const Trace *trace = cache->trace;
  assert(!cache->of_slots && trace->serial == 0);
  int wide = widest_lazy_part(trace);
  cache->source = *source;
  cache->most_bytes = most_bytes ? most_bytes : TRACE_CACHE_BYTES;
  cache->of_slots = arena_take(trace->arena, slot_count(trace), sizeof(CacheEntry *));
  cache->nan_row = arena_take(trace->arena, (size_t)wide, sizeof *cache->nan_row);
  bool taken = cache->of_slots && cache->nan_row;
  for (int i = 0; taken && i < wide; i++) cache->nan_row[i] = NAN;
  for (int i = 0; taken && source->fill_logits && i < CACHE_WORD_PARTS; i++) {
    size_t tokens = (size_t)trace->shape.token_count;
    cache->of_rows[i] = arena_take(trace->arena, tokens, sizeof(CacheEntry *));
    taken = cache->of_rows[i] != NULL;
  }
  return taken;
}

/* ---- entries ---- */

static void link_newest(TraceCache *cache, CacheEntry *entry) {
  entry->older = cache->newest;
  entry->newer = NULL;
  *(cache->newest ? &cache->newest->newer : &cache->oldest) = entry;
  cache->newest = entry;
}

static void link_oldest(TraceCache *cache, CacheEntry *entry) {
  entry->older = NULL;
  entry->newer = cache->oldest;
  *(cache->oldest ? &cache->oldest->older : &cache->newest) = entry;
  cache->oldest = entry;
}

/* Moves an entry to the front; most calls of a frame find it there already. */
void cache_mark_used(TraceCache *cache, CacheEntry *entry) {
  entry->frame = cache->frame;
  if (cache->newest == entry) return;
  unlink_entry(cache, entry);
  link_newest(cache, entry);
}

void cache_make_room(TraceCache *cache, size_t bytes) {
  while (cache->oldest && cache->bytes + bytes > cache->most_bytes &&
         cache->oldest->frame < cache->frame)
    drop_entry(cache, cache->oldest);
}

CacheEntry *cache_add_entry(TraceCache *cache, CacheEntry **place, int rows, int cols) {
  size_t bytes = (size_t)rows * (size_t)cols * sizeof(float);
  assert(!*place && rows > 0 && cols > 0);
  cache_make_room(cache, bytes);
  /* One block for entry and numbers; 128 bytes more for their alignment. */
  Arena *arena = arena_make(bytes + sizeof(CacheEntry) + 128);
  CacheEntry *entry = arena ? arena_take(arena, 1, sizeof *entry) : NULL;
  float *at = entry ? arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at) : NULL;
  if (!at) {
    arena_free(arena);
    if (!cache->problem.kind) status_no_memory(&cache->problem);
    return NULL;
  }
  *entry = (CacheEntry){.place = place,
                        .arena = arena,
                        .numbers = {at, rows, cols, cols},
                        .bytes = arena_held_bytes(arena),
                        .frame = cache->frame};
  *place = entry;
  cache->bytes += entry->bytes;
  link_newest(cache, entry);
  return entry;
}

static void fill_with_nan(Mat numbers) {
  for (int row = 0; row < numbers.rows; row++)
    for (int col = 0; col < numbers.cols; col++) mat_row_of(numbers, row)[col] = NAN;
}

static void scan_entry(TraceCache *cache, TracePart part, CacheEntry *entry) {
  MatView numbers = mat_view(entry->numbers);
  cache->broken_count += trace_scan(cache->trace, part, numbers, &entry->largest);
}

static bool fill_logits(TraceCache *cache, int first, Mat to) {
  const TraceShape *shape = &cache->trace->shape;
  assert(cache->source.fill_logits && to.cols == shape->word_count);
  assert(first >= 0 && first + to.rows <= shape->token_count);
  Status status = {STATUS_OK, ""};
  if (cache->source.fill_logits(cache->source.self, first, to, &status)) return true;
  if (!cache->problem.kind) cache->problem = status;
  return false;
}

/* Rows of LOGITS or PROBABILITIES. */
static bool fill_words(TraceCache *cache, TracePart part, int first, Mat to) {
  if (!fill_logits(cache, first, to)) return false;
  for (int row = 0; part == TRACE_PROBABILITIES && row < to.rows; row++)
    softmax_row(mat_row_of(to, row), mat_row_of(to, row), to.cols);
  return true;
}

static bool is_of_words(TracePart part) { return trace_part_info(part)->is_of_words; }

static bool make_from_source(TraceCache *cache, TracePart part, int layer, int head, Mat to) {
  if (is_of_words(part) && cache->source.fill_logits) return fill_words(cache, part, 0, to);
  Status status = {STATUS_OK, ""};
  /* Only the first error is kept: later ones usually follow from it. */
  if (cache->source.fill(cache->source.self, (TraceMatrixId){part, layer, head}, to, &status))
    return true;
  if (!cache->problem.kind) cache->problem = status;
  return false;
}

CacheEntry *cache_entry(TraceCache *cache, TracePart part, int layer, int head) {
  assert(cache->of_slots && trace_is_lazy(cache->trace, part));
  size_t slot = trace_slot_index(cache->trace, part, layer, head);
  CacheEntry **place = &cache->of_slots[slot];
  if (*place) {
    cache_mark_used(cache, *place);
    return *place;
  }
  int rows, cols;
  trace_matrix_shape(cache->trace, part, layer, &rows, &cols);
  CacheEntry *entry = cache_add_entry(cache, place, rows, cols);
  if (!entry) return NULL;
  if (!make_from_source(cache, part, layer, head, entry->numbers)) fill_with_nan(entry->numbers);
  scan_entry(cache, part, entry);
  /* The largest number stays in the slot when the entry is dropped: colours need it in every
  ** frame. */
  TraceSlot *of_trace = &cache->trace->slots[slot];
  of_trace->largest = entry->largest;
  of_trace->has_largest = true;
  return entry;
}

const CacheEntry *cache_glance(TraceCache *cache, TracePart part, int layer, int head) {
  CacheEntry *entry = cache->of_slots[trace_slot_index(cache->trace, part, layer, head)];
  if (entry) return entry;
  entry = cache_entry(cache, part, layer, head);
  if (!entry) return NULL;
  unlink_entry(cache, entry);
  link_oldest(cache, entry);
  entry->frame = 0;
  return entry;
}

MatView trace_cache_matrix(const Trace *trace, TracePart part, int layer, int head) {
  TraceCache *cache = trace->cache;
  MatView view;
  trace_matrix_shape(trace, part, layer, &view.rows, &view.cols);
  lock_take(cache->lock);
  const CacheEntry *entry = cache_entry(cache, part, layer, head);
  view.at = entry ? entry->numbers.at : cache->nan_row;
  /* When memory is out, one row of NaN stands for all rows: stride 0. */
  view.stride = entry ? entry->numbers.stride : 0;
  lock_give(cache->lock);
  return view;
}

void trace_cache_copy(const Trace *trace, TracePart part, int layer, int head, Mat to) {
  TraceCache *cache = trace->cache;
  lock_take(cache->lock);
  if (!trace_is_lazy(trace, part) || !make_from_source(cache, part, layer, head, to))
    fill_with_nan(to);
  lock_give(cache->lock);
}

/* ---- rows of words ---- */

static CacheEntry *add_row(TraceCache *cache, int kind, int token) {
  return cache_add_entry(cache, &cache->of_rows[kind][token], 1, cache->trace->shape.word_count);
}

/* Computes several rows of logits together: most of the time goes into reading the output table,
** which is then read once. */
static void make_rows(TraceCache *cache, int first, int end) {
  CacheEntry *const *rows = cache->of_rows[CACHE_LOGITS];
  int words = cache->trace->shape.word_count;
  while (first < end && rows[first]) first++;
  while (end > first && rows[end - 1]) end--;
  Arena *arena = end - first > 1 ? arena_make(0) : NULL;
  float *at = arena ? arena_take(arena, (size_t)(end - first) * (size_t)words, sizeof *at) : NULL;
  Mat made = {at, end - first, words, words};
  if (at && fill_logits(cache, first, made))
    for (int row = 0; row < made.rows; row++) {
      CacheEntry *entry = rows[first + row] ? NULL : add_row(cache, CACHE_LOGITS, first + row);
      if (!entry) continue;
      memcpy(entry->numbers.at, mat_row_of(made, row), (size_t)words * sizeof *at);
      scan_entry(cache, TRACE_LOGITS, entry);
    }
  arena_free(arena);
}

void trace_cache_expect_rows(const Trace *trace, int first, int end) {
  TraceCache *cache = trace->cache;
  assert(cache->of_rows[CACHE_LOGITS]);
  lock_take(cache->lock);
  for (; first < end; first += ROWS_AT_ONCE)
    make_rows(cache, first, end - first < ROWS_AT_ONCE ? end : first + ROWS_AT_ONCE);
  lock_give(cache->lock);
}

static CacheEntry *logits_entry(TraceCache *cache, int token) {
  assert(token >= 0 && token < cache->trace->shape.token_count);
  CacheEntry **place = &cache->of_rows[CACHE_LOGITS][token];
  if (*place) {
    cache_mark_used(cache, *place);
    return *place;
  }
  CacheEntry *entry = add_row(cache, CACHE_LOGITS, token);
  if (!entry) return NULL;
  if (!fill_logits(cache, token, entry->numbers)) fill_with_nan(entry->numbers);
  scan_entry(cache, TRACE_LOGITS, entry);
  return entry;
}

/* Softmax of a row of logits (M-17). That row was used in this frame, so making room for the result
** cannot drop it. */
static CacheEntry *probabilities_entry(TraceCache *cache, int token) {
  assert(token >= 0 && token < cache->trace->shape.token_count);
  CacheEntry **place = &cache->of_rows[CACHE_PROBABILITIES][token];
  if (*place) {
    cache_mark_used(cache, *place);
    return *place;
  }
  const CacheEntry *logits = logits_entry(cache, token);
  CacheEntry *entry = logits ? add_row(cache, CACHE_PROBABILITIES, token) : NULL;
  if (!entry) return NULL;
  softmax_row(logits->numbers.at, entry->numbers.at, entry->numbers.cols);
  entry->best_count =
      trace_find_candidates(logits->numbers.at, entry->numbers.at, entry->numbers.cols, entry->best,
                            TRACE_CANDIDATES_MOST);
  entry->sum = trace_sum_of_shares(entry->numbers.at, entry->numbers.cols);
  scan_entry(cache, TRACE_PROBABILITIES, entry);
  return entry;
}

CacheEntry *cache_row_entry(TraceCache *cache, TracePart part, int token) {
  return part == TRACE_LOGITS ? logits_entry(cache, token) : probabilities_entry(cache, token);
}

const float *trace_cache_word_row(const Trace *trace, TracePart part, int token) {
  TraceCache *cache = trace->cache;
  assert(is_of_words(part));
  /* A source without fill_logits computes the whole matrix. */
  if (!cache->of_rows[CACHE_LOGITS]) return mat_row(trace_cache_matrix(trace, part, 0, 0), token);
  lock_take(cache->lock);
  const CacheEntry *entry = cache_row_entry(cache, part, token);
  const float *row = entry ? entry->numbers.at : cache->nan_row;
  lock_give(cache->lock);
  return row;
}

int trace_cache_candidates(const Trace *trace, int token, TraceCandidate *candidates, int most) {
  TraceCache *cache = trace->cache;
  assert(cache->of_rows[CACHE_PROBABILITIES]);
  lock_take(cache->lock);
  const CacheEntry *entry = cache_row_entry(cache, TRACE_PROBABILITIES, token);
  int count = entry ? entry->best_count : 0;
  if (count > most) count = most;
  if (count > 0) memcpy(candidates, entry->best, (size_t)count * sizeof *candidates);
  lock_give(cache->lock);
  return count;
}

bool trace_cache_makes_rows(const TraceCache *cache) {
  return cache->of_rows[CACHE_LOGITS] != NULL;
}

void trace_cache_logits(const Trace *trace, int first, Mat to) {
  TraceCache *cache = trace->cache;
  lock_take(cache->lock);
  if (!fill_logits(cache, first, to)) fill_with_nan(to);
  lock_give(cache->lock);
}

float trace_cache_largest(const Trace *trace, TracePart part, int layer, int head) {
  TraceCache *cache = trace->cache;
  const TraceSlot *slot = &trace->slots[trace_slot_index(trace, part, layer, head)];
  lock_take(cache->lock);
  float largest = slot->largest;
  if (!slot->has_largest) {
    bool by_row = is_of_words(part) && cache->of_rows[CACHE_LOGITS] && trace->shape.token_count > 0;
    const CacheEntry *entry = by_row ? cache_row_entry(cache, part, trace->shape.token_count - 1)
                                     : cache_glance(cache, part, layer, head);
    largest = entry ? entry->largest : 0;
    cache_make_room(cache, 0);
  }
  lock_give(cache->lock);
  return largest;
}

void trace_cache_frame_begin(TraceCache *cache) {
  lock_take(cache->lock);
  /* All entries may be dropped from now on. */
  cache->frame++;
  cache_make_room(cache, 0);
  lock_give(cache->lock);
}

void trace_cache_limit(TraceCache *cache, size_t most_bytes) {
  lock_take(cache->lock);
  cache->most_bytes = most_bytes;
  lock_give(cache->lock);
}

size_t trace_cache_most(const TraceCache *cache) {
  lock_take(cache->lock);
  size_t bytes = cache->most_bytes;
  lock_give(cache->lock);
  return bytes;
}

/* ---- what went wrong ---- */

/* The sentence never changes once it is set; until then the result is a constant "". */
const char *trace_cache_problem(const TraceCache *cache) {
  lock_take(cache->lock);
  const char *sentence = cache->problem.kind ? cache->problem.sentence : "";
  lock_give(cache->lock);
  return sentence;
}

long trace_cache_broken_count(const TraceCache *cache) {
  lock_take(cache->lock);
  long count = cache->broken_count;
  lock_give(cache->lock);
  return count;
}

uint64_t trace_cache_dropped(const TraceCache *cache) {
  lock_take(cache->lock);
  uint64_t count = cache->dropped_count;
  lock_give(cache->lock);
  return count;
}

size_t trace_cache_bytes(const TraceCache *cache) {
  lock_take(cache->lock);
  size_t bytes = cache->bytes;
  lock_give(cache->lock);
  return bytes;
}
