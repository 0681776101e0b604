/* tests/trace/test_trace_cache.c -- the cache of lazy parts: its memory stays below the limit, and
** matrices stay where they are until the frame ends. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <threads.h>

#include <cmocka.h>

#include "trace/trace_build.h"
#include "trace/trace_cache.h"

enum { LAYERS = 3, HEADS = 4, WIDTH = 8, WORDS = 37 };

typedef struct Made {
  Arena *arena;
  const Trace *trace;
  int fill_count;
  int fails_from; /* fills that fail, counted from 1; 0: none */
} Made;

/* Another number for every cell, so that a matrix in the wrong place is seen. */
static float wanted(TracePart part, int layer, int head, int row, int col) {
  return (float)((int)part * 1000 + layer * 100 + head * 10) + (float)row / 64 + (float)col / 4096;
}

static bool fill(void *self, TraceMatrixId of, Mat to, Status *status) {
  Made *made = self;
  if (++made->fill_count >= made->fails_from && made->fails_from > 0)
    return status_fail(status, STATUS_COULD_NOT, "the file was cut short");
  for (int row = 0; row < to.rows; row++)
    for (int col = 0; col < to.cols; col++)
      mat_row_of(to, row)[col] = wanted(of.part, of.layer, of.head, row, col);
  return true;
}

static bool fill_logits(void *self, int first, Mat to, Status *status) {
  (void)self;
  (void)status;
  for (int row = 0; row < to.rows; row++)
    for (int col = 0; col < to.cols; col++)
      mat_row_of(to, row)[col] = wanted(TRACE_LOGITS, 0, 0, first + row, col);
  return true;
}

static Made *make_of(int tokens, size_t cache_bytes, bool is_recorded) {
  Arena *arena = arena_make(0);
  Made *made = arena_take(arena, 1, sizeof *made);
  TraceTokenText *texts = arena_take(arena, (size_t)tokens, sizeof *texts);
  for (int i = 0; i < tokens; i++) texts[i] = (TraceTokenText){.text = STR("a"), .id = -1};
  TraceShape shape = {.token_count = tokens,
                      .layer_count = LAYERS,
                      .head_count = HEADS,
                      .d_model = WIDTH,
                      .d_head = WIDTH / HEADS,
                      .d_value = WIDTH / HEADS,
                      .word_count = WORDS,
                      .lazy = trace_pair_bits() | TRACE_WORD_BITS};
  TraceNames names = {.sentence = STR("a"), .tokens = texts, .is_recorded = is_recorded};
  *made = (Made){.arena = arena};
  Trace *trace = trace_begin(arena, &shape, &names, (MaskView){0}, NULL);
  assert_non_null(trace);
  assert_true(trace_set_source(trace, &(TraceSource){fill, fill_logits, made}, cache_bytes, NULL));
  assert_true(trace_seal(trace, &made->trace, NULL));
  return made;
}

static Made *make(int tokens, size_t cache_bytes) { return make_of(tokens, cache_bytes, false); }

static void check_matrix(const Trace *trace, TracePart part, int layer, int head) {
  MatView m = trace_matrix(trace, part, layer, head);
  int last = trace_token_count(trace) - 1;
  assert_true(m.rows == last + 1 && m.cols == last + 1);
  assert_true(mat_get(m, 0, 0) == wanted(part, layer, head, 0, 0));
  assert_true(mat_get(m, last, last / 2) == wanted(part, layer, head, last, last / 2));
  assert_true(trace_largest(trace, part, layer, head) == wanted(part, layer, head, last, last));
}

/* Every stage of every head of 1,024 tokens, several to a frame, some again: 201 MB in all. */
static void a_walk_through_all_heads_stays_below_the_bound(void **state) {
  (void)state;
  const size_t bound = (size_t)24 << 20;
  Made *made = make(1024, bound);
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int pairs = trace_pair_parts_of(made->trace, parts);
  for (int round = 0; round < 2; round++)
    for (int place = 0; place < LAYERS * HEADS; place++) {
      trace_frame_begin(made->trace);
      for (int i = 0; i < pairs; i++)
        check_matrix(made->trace, parts[i], place / HEADS, place % HEADS);
      assert_true(trace_cache_bytes(made->trace->cache) <= bound);
      assert_true(trace_cache_bytes(made->trace->cache) > bound / 2);
    }
  arena_free(made->arena);
}

/* Matrices of a frame stay, even beyond the limit; at the next frame the memory is below it
** again. */
static void a_view_stays_until_the_frame_ends(void **state) {
  (void)state;
  const size_t matrix = 256 * 256 * sizeof(float), bound = 3 * matrix;
  Made *made = make(256, bound);
  MatView given[LAYERS * HEADS];
  uint64_t gone = trace_frame_count(made->trace);
  for (int i = 0; i < LAYERS * HEADS; i++)
    given[i] = trace_matrix(made->trace, TRACE_WEIGHTS, i / HEADS, i % HEADS);
  for (int i = 0; i < LAYERS * HEADS; i++)
    assert_true(mat_get(given[i], 255, 7) == wanted(TRACE_WEIGHTS, i / HEADS, i % HEADS, 255, 7));
  assert_true(trace_frame_count(made->trace) == gone);
  assert_true(trace_cache_bytes(made->trace->cache) > bound);
  trace_frame_begin(made->trace);
  assert_true(trace_cache_bytes(made->trace->cache) <= bound);
  assert_true(trace_frame_count(made->trace) != gone);
  arena_free(made->arena);
}

/* The least recently used matrix is dropped first; one that every frame uses is computed once. */
static void what_is_used_is_kept(void **state) {
  (void)state;
  Made *made = make(256, (size_t)4 << 18);
  for (int i = 0; i < LAYERS * HEADS; i++) {
    trace_frame_begin(made->trace);
    check_matrix(made->trace, TRACE_SCORES, 0, 0);
    check_matrix(made->trace, TRACE_WEIGHTS, i / HEADS, i % HEADS);
  }
  assert_int_equal(made->fill_count, 1 + LAYERS * HEADS);
  arena_free(made->arena);
}

/* Thumbnails and largest numbers of all heads in one frame: no matrix has to stay. */
static void thumbnails_of_all_heads_stay_below_the_bound(void **state) {
  (void)state;
  const size_t bound = (size_t)3 << 20;
  Made *made = make(512, bound);
  for (int i = 0; i < LAYERS * HEADS; i++) {
    MatView small = trace_thumbnail(made->trace, TRACE_WEIGHTS, i / HEADS, i % HEADS);
    assert_true(small.rows == TRACE_SMALL && small.cols == TRACE_SMALL);
    float mean = wanted(TRACE_WEIGHTS, i / HEADS, i % HEADS, 8, 16) + 3.5f / 64 + 3.5f / 4096;
    assert_true(fabsf(mat_get(small, 1, 2) - mean) < 1e-3f);
    assert_true(trace_thumbnail_ready(made->trace, TRACE_WEIGHTS, i / HEADS, i % HEADS));
    trace_largest_of_heads(made->trace, TRACE_SCORES, i / HEADS);
    assert_true(trace_cache_bytes(made->trace->cache) <= bound);
  }
  arena_free(made->arena);
}

/* A page of thumbnails beside a shown matrix: matrices read only for thumbnails are dropped first,
** and the total stays below the limit in any order. */
static void what_is_on_show_goes_last(void **state) {
  (void)state;
  const size_t bound = (size_t)1200 << 10; /* four matrices */
  for (int shows_first = 0; shows_first < 2; shows_first++) {
    Made *made = make(256, bound);
    TracePart parts[TRACE_PAIR_PARTS_MOST];
    int pairs = trace_pair_parts_of(made->trace, parts);
    check_matrix(made->trace, TRACE_SCORES, 0, 0);
    for (int pair = 0; pair < pairs; pair++) {
      TracePart part = parts[pair];
      trace_frame_begin(made->trace);
      if (shows_first) check_matrix(made->trace, TRACE_SCORES, 0, 0);
      for (int i = 1; i < LAYERS * HEADS; i++) {
        trace_thumbnail(made->trace, part, i / HEADS, i % HEADS);
        trace_largest(made->trace, part, i / HEADS, i % HEADS);
        assert_true(trace_cache_bytes(made->trace->cache) <= bound);
      }
      int fill_count = made->fill_count;
      check_matrix(made->trace, TRACE_SCORES, 0, 0);
      assert_int_equal(made->fill_count, fill_count);
      assert_true(trace_cache_bytes(made->trace->cache) <= bound);
    }
    arena_free(made->arena);
  }
}

/* If one frame shows more than the limit, thumbnails do not add to what stays. */
static void a_look_adds_nothing_to_a_frame_beyond_the_bound(void **state) {
  (void)state;
  Made *made = make(256, (size_t)600 << 10); /* two matrices */
  for (int i = 0; i < 4; i++) check_matrix(made->trace, TRACE_WEIGHTS, 0, i);
  size_t shown = trace_cache_bytes(made->trace->cache);
  for (int i = 4; i < LAYERS * HEADS; i++) {
    trace_thumbnail(made->trace, TRACE_WEIGHTS, i / HEADS, i % HEADS);
    trace_largest(made->trace, TRACE_SCORES, i / HEADS, i % HEADS);
    assert_int_equal(trace_cache_bytes(made->trace->cache), shown);
  }
  arena_free(made->arena);
}

/* A matrix that is read twice for thumbnails but not shown is still dropped first. */
static void a_second_look_holds_nothing(void **state) {
  (void)state;
  const size_t bound = (size_t)600 << 10;
  Made *made = make(256, bound);
  for (int i = 0; i < 2; i++) {
    trace_largest(made->trace, TRACE_WEIGHTS, 0, i);
    trace_thumbnail(made->trace, TRACE_WEIGHTS, 0, i);
  }
  for (int i = 2; i < 4; i++) check_matrix(made->trace, TRACE_WEIGHTS, 0, i);
  assert_true(trace_cache_bytes(made->trace->cache) <= bound);
  arena_free(made->arena);
}

/* When no time is left no thumbnail is made, and the trace says that some are waiting. */
static void thumbnails_keep_to_their_time(void **state) {
  (void)state;
  Made *made = make(512, 0);
  trace_thumbnail_limit(made->trace, 1e-6);
  assert_true(trace_thumbnail(made->trace, TRACE_WEIGHTS, 0, 0).at == NULL);
  assert_true(trace_thumbnail_waits(made->trace));
  assert_int_equal(made->fill_count, 0);
  trace_thumbnail_limit(made->trace, 0);
  assert_false(trace_thumbnail_waits(made->trace));
  assert_true(trace_thumbnail(made->trace, TRACE_WEIGHTS, 0, 0).at != NULL);
  arena_free(made->arena);
}

/* Copies for files do not fill the cache. */
static void copies_are_not_kept(void **state) {
  (void)state;
  Made *made = make(64, 0);
  float room[64 * 64];
  Mat to = {room, 64, 64, 64};
  trace_copy_matrix(made->trace, TRACE_MASKED, 2, 3, to);
  assert_true(room[64 * 63 + 5] == wanted(TRACE_MASKED, 2, 3, 63, 5));
  Mat rows = {room, 9, WORDS, WORDS};
  trace_logits_rows(made->trace, 55, rows);
  assert_true(room[8 * WORDS + 36] == wanted(TRACE_LOGITS, 0, 0, 63, 36));
  assert_int_equal(trace_cache_bytes(made->trace->cache), 0);
  assert_memory_equal(room + WORDS, trace_logits_row(made->trace, 56), WORDS * sizeof(float));
  arena_free(made->arena);
}

/* A matrix that could not be computed is NaN; the first error is kept, and other matrices are
** unaffected. */
static void a_fill_that_fails_leaves_nan_and_a_sentence(void **state) {
  (void)state;
  Made *made = make(16, 0);
  check_matrix(made->trace, TRACE_SCORES, 0, 0);
  assert_string_equal(trace_problem(made->trace), "");
  assert_true(trace_check(made->trace, NULL));
  made->fails_from = 2;
  assert_true(isnan(mat_get(trace_matrix(made->trace, TRACE_SCORES, 0, 1), 3, 3)));
  assert_string_equal(trace_problem(made->trace), "the file was cut short");
  Status status = {STATUS_OK, ""};
  assert_false(trace_check(made->trace, &status));
  assert_int_equal(status.kind, STATUS_COULD_NOT);
  assert_string_equal(status.sentence, "the file was cut short");
  check_matrix(made->trace, TRACE_SCORES, 0, 0);
  arena_free(made->arena);
}

/* A returned matrix is never written again, so reading it needs no lock. */
static void a_sentence_given_out_stays_as_it_was(void **state) {
  (void)state;
  Made *made = make(16, 0);
  const char *none = trace_problem(made->trace);
  made->fails_from = 1;
  trace_matrix(made->trace, TRACE_SCORES, 0, 0);
  assert_string_equal(none, "");
  const char *first = trace_problem(made->trace);
  assert_string_equal(first, "the file was cut short");
  arena_fail_at(1);
  trace_matrix(made->trace, TRACE_SCORES, 0, 1);
  arena_fail_at(0);
  assert_ptr_equal(trace_problem(made->trace), first);
  assert_string_equal(first, "the file was cut short");
  arena_free(made->arena);
}

typedef struct Asking {
  const Trace *trace;
  atomic_bool ends;
  int others; /* sentences that are neither empty nor the whole one */
} Asking;

static int ask_for_the_problem(void *self) {
  Asking *asking = self;
  while (!atomic_load(&asking->ends)) {
    const char *sentence = trace_problem(asking->trace);
    asking->others += *sentence && strcmp(sentence, "the file was cut short") != 0;
  }
  return 0;
}

/* One thread reads while another thread's matrix fails, with one trace after the other. */
static void another_thread_reads_no_sentence_or_a_whole_one(void **state) {
  (void)state;
  for (int round = 0; round < 200; round++) {
    Made *made = make(4, 0);
    made->fails_from = 1;
    Asking asking = {.trace = made->trace};
    thrd_t thread;
    assert_int_equal(thrd_create(&thread, ask_for_the_problem, &asking), thrd_success);
    trace_matrix(made->trace, TRACE_SCORES, 0, 0);
    atomic_store(&asking.ends, true);
    thrd_join(thread, NULL);
    assert_int_equal(asking.others, 0);
    arena_free(made->arena);
  }
}

static void without_memory_a_matrix_is_nan_and_the_trace_lives(void **state) {
  (void)state;
  Made *made = make(300, 0);
  arena_fail_at(1);
  MatView m = trace_matrix(made->trace, TRACE_WEIGHTS, 1, 1);
  arena_fail_at(0);
  assert_true(m.rows == 300 && isnan(mat_get(m, 299, 299)));
  assert_true(*trace_problem(made->trace));
  check_matrix(made->trace, TRACE_WEIGHTS, 1, 1);
  arena_free(made->arena);
}

/* A thumbnail that is left out is missing in a picture as a number is. */
static void without_memory_for_a_thumbnail_the_trace_says_so(void **state) {
  (void)state;
  Made *made = make(300, 0);
  check_matrix(made->trace, TRACE_WEIGHTS, 1, 1);
  assert_true(trace_check(made->trace, NULL));
  arena_fail_at(1);
  assert_null(trace_thumbnail(made->trace, TRACE_WEIGHTS, 1, 1).at);
  arena_fail_at(0);
  assert_false(trace_check(made->trace, NULL));
  arena_free(made->arena);
}

/* The mask of a head of a recording is freed with its masked scores and counts as memory. */
static void a_recorded_mask_goes_with_its_numbers(void **state) {
  (void)state;
  const size_t cells = (size_t)256 * 256, bound = 4 * cells * sizeof(float);
  Made *made = make_of(256, bound, true);
  for (int i = 0; i < LAYERS * HEADS; i++) {
    trace_frame_begin(made->trace);
    size_t before = trace_cache_bytes(made->trace->cache);
    MaskView mask = trace_head_mask(made->trace, i / HEADS, i % HEADS);
    assert_true(mask.rows == 256 && mask.cols == 256 && !mask_hides(mask, 255, 255));
    if (i == 0) assert_true(trace_cache_bytes(made->trace->cache) >= before + 5 * cells);
    assert_ptr_equal(mask.hidden, trace_head_mask(made->trace, i / HEADS, i % HEADS).hidden);
    assert_true(trace_thumbnail_mask(made->trace, i / HEADS, i % HEADS).rows == TRACE_SMALL);
    assert_int_equal(made->fill_count, i + 1);
  }
  trace_frame_begin(made->trace);
  assert_true(trace_cache_bytes(made->trace->cache) <= bound);
  arena_free(made->arena);
}

/* A mask that is left out is missing in a picture as a number is. */
static void without_memory_for_a_mask_the_trace_says_so(void **state) {
  (void)state;
  for (int is_small = 0; is_small < 2; is_small++) {
    Made *made = make_of(300, 0, true);
    trace_matrix(made->trace, TRACE_MASKED, 0, 0);
    assert_true(trace_check(made->trace, NULL));
    arena_fail_at(1);
    MaskView mask =
        is_small ? trace_thumbnail_mask(made->trace, 0, 0) : trace_head_mask(made->trace, 0, 0);
    arena_fail_at(0);
    assert_null(mask.hidden);
    assert_false(trace_check(made->trace, NULL));
    assert_non_null(trace_head_mask(made->trace, 0, 0).hidden);
    assert_non_null(trace_thumbnail_mask(made->trace, 0, 0).hidden);
    arena_free(made->arena);
  }
}

/* ---- the same mask of a model and of a recording ---- */

enum { LONG = 130 };

static bool fill_masked(void *self, TraceMatrixId of, Mat to, Status *status) {
  const MaskView *mask = self;
  (void)status;
  for (int row = 0; row < to.rows; row++)
    for (int col = 0; col < to.cols; col++) {
      bool hidden = of.part == TRACE_MASKED && mask_hides(*mask, row, col);
      mat_row_of(to, row)[col] = hidden ? -INFINITY : (float)(row - col);
    }
  return true;
}

/* Rows in between see nothing, and of the others a band is hidden. */
static void hide_bands(unsigned char *hidden, int rows, int cols) {
  for (int row = 0; row < rows; row++)
    for (int col = 0; col < cols; col++) {
      bool of_row = rows > 4 && row >= rows / 2 && row < rows / 2 + 3;
      hidden[row * cols + col] = of_row || (col >= row && col < row + cols / 3);
    }
}

static const Trace *masked_trace(Arena *arena, MaskView *mask, bool is_recorded) {
  int rows = mask->rows, cols = mask->cols;
  TraceTokenText *texts = arena_take(arena, LONG, sizeof *texts);
  for (int i = 0; i < LONG; i++) texts[i] = (TraceTokenText){.text = STR("a"), .id = -1};
  TraceShape shape = {.token_count = rows,
                      .layer_count = 1,
                      .head_count = 1,
                      .d_model = WIDTH,
                      .d_head = WIDTH,
                      .d_value = WIDTH,
                      .key_count = cols,
                      .lazy = trace_pair_bits()};
  TraceNames names = {.sentence = STR("a"),
                      .tokens = texts,
                      .keys = rows == cols ? NULL : texts,
                      .is_recorded = is_recorded};
  const Trace *trace;
  Trace *made = trace_begin(arena, &shape, &names, *mask, NULL);
  assert_non_null(made);
  assert_true(trace_set_source(made, &(TraceSource){.fill = fill_masked, .self = mask}, 0, NULL));
  assert_true(trace_seal(made, &trace, NULL));
  return trace;
}

/* Whether all cells of a block of the whole mask are hidden, of `small` blocks. */
static bool is_block_hidden(MaskView whole, MaskView small, int row, int col) {
  for (int r = row * whole.rows / small.rows; r < (row + 1) * whole.rows / small.rows; r++)
    for (int c = col * whole.cols / small.cols; c < (col + 1) * whole.cols / small.cols; c++)
      if (!mask_hides(whole, r, c)) return false;
  return true;
}

static int least(int a, int b) { return a < b ? a : b; }

/* One token, one query of many keys, more keys than queries and fewer, blocks that are not of one
** size: a thumbnail hatches a block where all of it is hidden, whoever says what is hidden. */
static void a_mask_is_hatched_by_blocks_in_every_shape(void **state) {
  static const int shapes[][2] = {{1, 1},   {1, LONG},  {LONG, 1}, {5, 9},    {64, 64},    {64, 65},
                                  {65, 64}, {70, LONG}, {LONG, 7}, {100, 99}, {LONG, LONG}};
  static unsigned char hidden[LONG * LONG];
  (void)state;
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    for (int is_recorded = 0; is_recorded < 2; is_recorded++) {
      int rows = shapes[i][0], cols = shapes[i][1];
      hide_bands(hidden, rows, cols);
      MaskView mask = {hidden, rows, cols, cols};
      Arena *arena = arena_make(0);
      const Trace *trace = masked_trace(arena, &mask, is_recorded);
      MaskView whole = trace_head_mask(trace, 0, 0), small = trace_thumbnail_mask(trace, 0, 0);
      assert_true(whole.rows == rows && whole.cols == cols);
      assert_int_equal(small.rows, least(rows, TRACE_SMALL));
      assert_int_equal(small.cols, least(cols, TRACE_SMALL));
      for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++)
          assert_true(mask_hides(whole, row, col) == mask_hides(mask, row, col));
      for (int row = 0; row < small.rows; row++)
        for (int col = 0; col < small.cols; col++)
          assert_true(mask_hides(small, row, col) == is_block_hidden(whole, small, row, col));
      arena_free(arena);
    }
}

static long pairs_hidden_by_layer(const Trace *trace, int layer) {
  long count = 0;
  for (int query = 0; query < trace_token_count(trace); query++)
    for (int key = 0; key < trace_key_count(trace); key++)
      count += trace_layer_hides(trace, layer, query, key);
  return count;
}

/* Layers with masks of their own have counts of their own. A frame asks for them, so they are not
** counted anew: what becomes of the lent cells later changes nothing. */
static void hidden_pairs_are_counted_when_the_trace_is_made(void **state) {
  (void)state;
  enum { TOKENS = 5, STRIDE = 7 };
  unsigned char all[TOKENS * STRIDE] = {0}, own[TOKENS * STRIDE] = {0};
  for (int row = 0; row < TOKENS; row++)
    for (int col = 0; col < STRIDE; col++) {
      all[row * STRIDE + col] = col > row; /* beyond the columns too: those do not count */
      own[row * STRIDE + col] = col >= TOKENS || (row == 2 && col < 3);
    }
  Arena *arena = arena_make(0);
  TraceTokenText texts[TOKENS];
  for (int i = 0; i < TOKENS; i++) texts[i] = (TraceTokenText){.text = STR("a"), .id = -1};
  TraceShape shape = {.token_count = TOKENS,
                      .layer_count = LAYERS,
                      .head_count = HEADS,
                      .d_model = WIDTH,
                      .d_head = WIDTH / HEADS,
                      .d_value = WIDTH / HEADS,
                      .lazy = trace_pair_bits()};
  TraceNames names = {.sentence = STR("a"), .tokens = texts};
  MaskView mask = {all, TOKENS, TOKENS, STRIDE}, other = {own, TOKENS, TOKENS, STRIDE};
  Trace *made = trace_begin(arena, &shape, &names, mask, NULL);
  assert_non_null(made);
  assert_int_equal(trace_layer_hidden_count(made, LAYERS - 1), 10); /* one mask for all */
  assert_true(trace_set_layer_mask(made, 1, other, STR("own"), NULL));
  assert_true(trace_set_layer_mask(made, 2, other, STR("own"), NULL));
  assert_true(trace_set_source(made, &(TraceSource){.fill = fill}, 0, NULL));
  const Trace *trace;
  assert_true(trace_seal(made, &trace, NULL));
  assert_int_equal(trace_layer_hidden_count(trace, 0), 10);
  assert_int_equal(trace_layer_hidden_count(trace, 1), 3);
  for (int layer = 0; layer < LAYERS; layer++)
    assert_int_equal(trace_layer_hidden_count(trace, layer), pairs_hidden_by_layer(trace, layer));
  memset(all, 0, sizeof all);
  memset(own, 0, sizeof own);
  assert_int_equal(trace_layer_hidden_count(trace, 0), 10);
  assert_int_equal(trace_layer_hidden_count(trace, 2), 3);
  arena_free(arena);
}

/* ---- what is worked out once ---- */

typedef struct Working {
  float number;
  int *count; /* how often it was worked out */
} Working;

static void work_out(const void *self, float *to) {
  const Working *working = self;
  ++*working->count;
  for (int i = 0; i < WIDTH; i++) to[i] = working->number + (float)i;
}

static void check_worked_row(const Made *made, int layer, int token, int *count) {
  float numbers[WIDTH];
  Working working = {(float)(layer * 100 + token), count};
  trace_cache_worked_row(made->trace, &(TraceWorkedRow){layer, token, WIDTH, work_out, &working},
                         numbers);
  for (int i = 0; i < WIDTH; i++) assert_true(numbers[i] == working.number + (float)i);
}

/* Frame after frame they are there, like a matrix; without memory they are made each time. */
static void rows_are_worked_out_once(void **state) {
  (void)state;
  Made *made = make(16, 0);
  int count = 0;
  for (int frame = 0; frame < 3; frame++) {
    trace_frame_begin(made->trace);
    for (int layer = 0; layer < LAYERS; layer++)
      for (int token = 0; token < 16; token += 5) check_worked_row(made, layer, token, &count);
  }
  assert_int_equal(count, LAYERS * 4);
  arena_fail_at(-1);
  check_worked_row(made, 1, 1, &count);
  check_worked_row(made, 1, 1, &count);
  arena_fail_at(0);
  assert_int_equal(count, LAYERS * 4 + 2);
  arena_free(made->arena);
}

/* They count for the bound as matrices do. */
static void worked_rows_stay_below_the_bound(void **state) {
  (void)state;
  const size_t bound = 4096;
  Made *made = make(256, bound);
  int count = 0;
  for (int token = 0; token < 256; token++) {
    trace_frame_begin(made->trace);
    check_worked_row(made, 0, token, &count);
  }
  trace_frame_begin(made->trace);
  assert_true(trace_cache_bytes(made->trace->cache) <= bound);
  arena_free(made->arena);
}

static void check_sampled(const Trace *trace, int token, Sampling sampling) {
  float scratch[WORDS];
  SampledSet set, own = sampling_set(trace_logits_row(trace, token), WORDS, &sampling, scratch);
  assert_true(trace_sampled_set(trace, token, &sampling, &set));
  assert_true(set.count == own.count && set.k_count == own.k_count);
  assert_true(set.last_id == own.last_id && set.word_count == own.word_count);
  assert_true(set.sum == own.sum && set.k_sum == own.k_sum && set.kept_sum == own.kept_sum);
  assert_true(set.max == own.max && set.last_logit == own.last_logit);
}

/* The same as of the row, whatever was asked before. */
static void a_sampled_set_is_that_of_its_settings(void **state) {
  (void)state;
  Made *made = make(4, 0);
  for (int round = 0; round < 2; round++)
    for (int token = 0; token < 4; token++) {
      check_sampled(made->trace, token, SAMPLING_PLAIN);
      check_sampled(made->trace, token, (Sampling){0.05f, 5, 0.9f});
      check_sampled(made->trace, token, (Sampling){0.05f, 7, 0.9f});
    }
  arena_free(made->arena);
}

/* Each number of a row is read once for the sum and once for the set of one setting: changing the row
** behind the trace's back, which nobody may, changes neither. */
static void sums_over_words_are_worked_out_once(void **state) {
  (void)state;
  Made *made = make(4, 0);
  SampledSet set, again;
  const float *shares = trace_probabilities_row(made->trace, 2);
  double sum = 0, told = trace_probabilities_sum(made->trace, 2);
  for (int id = 0; id < WORDS; id++) sum += (double)shares[id];
  assert_true(fabs(told - sum) < 1e-12 && fabs(told - 1) < 1e-6);
  assert_true(trace_sampled_set(made->trace, 2, &SAMPLING_PLAIN, &set));
  ((float *)(uintptr_t)shares)[0] += 1;
  ((float *)(uintptr_t)trace_logits_row(made->trace, 2))[0] += 1000;
  assert_true(trace_probabilities_sum(made->trace, 2) == told);
  assert_true(trace_sampled_set(made->trace, 2, &SAMPLING_PLAIN, &again));
  assert_true(again.sum == set.sum && again.max == set.max);
  assert_true(trace_sampled_set(made->trace, 2, &(Sampling){1, 5, 1}, &again));
  assert_true(again.max > set.max);
  arena_free(made->arena);
}

/* Colours ask for it in every frame, and a matrix of weights has half a million numbers. */
static void the_largest_of_a_stored_matrix_is_noted(void **state) {
  (void)state;
  Made *made = make(4, 0);
  TraceSlot *slot = &made->trace->slots[trace_slot_index(made->trace, TRACE_INPUT, 0, 0)];
  float *number = mat_row_of(slot->numbers, 1);
  slot->has_largest = false;
  *number = -7;
  assert_true(trace_cache_note_largest(made->trace, TRACE_INPUT, 0, 0) == 7);
  *number = -9;
  assert_true(trace_cache_note_largest(made->trace, TRACE_INPUT, 0, 0) == 7);
  arena_free(made->arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_worked_out_once),
      cmocka_unit_test(worked_rows_stay_below_the_bound),
      cmocka_unit_test(a_sampled_set_is_that_of_its_settings),
      cmocka_unit_test(sums_over_words_are_worked_out_once),
      cmocka_unit_test(the_largest_of_a_stored_matrix_is_noted),
      cmocka_unit_test(a_walk_through_all_heads_stays_below_the_bound),
      cmocka_unit_test(a_view_stays_until_the_frame_ends),
      cmocka_unit_test(what_is_used_is_kept),
      cmocka_unit_test(thumbnails_of_all_heads_stay_below_the_bound),
      cmocka_unit_test(what_is_on_show_goes_last),
      cmocka_unit_test(a_look_adds_nothing_to_a_frame_beyond_the_bound),
      cmocka_unit_test(a_second_look_holds_nothing),
      cmocka_unit_test(thumbnails_keep_to_their_time),
      cmocka_unit_test(copies_are_not_kept),
      cmocka_unit_test(a_fill_that_fails_leaves_nan_and_a_sentence),
      cmocka_unit_test(a_sentence_given_out_stays_as_it_was),
      cmocka_unit_test(another_thread_reads_no_sentence_or_a_whole_one),
      cmocka_unit_test(without_memory_a_matrix_is_nan_and_the_trace_lives),
      cmocka_unit_test(without_memory_for_a_thumbnail_the_trace_says_so),
      cmocka_unit_test(a_recorded_mask_goes_with_its_numbers),
      cmocka_unit_test(without_memory_for_a_mask_the_trace_says_so),
      cmocka_unit_test(a_mask_is_hatched_by_blocks_in_every_shape),
      cmocka_unit_test(hidden_pairs_are_counted_when_the_trace_is_made),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
