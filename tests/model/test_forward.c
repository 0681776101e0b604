/* tests/model/test_forward.c -- the forward pass of a wide model: rows copied from an earlier
** trace, recomputed parts of a large trace and any number of threads give the bits of a fresh run,
** at every processor level. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/serial.h"
#include "model/model_weights.h"
#include "support/every_level.h"
#include "trace/trace_build.h"

/* Layers enough for two to be made again in a row, tokens enough for two bands of rows, and a width
** just above FORWARD_NARROW. */
enum { LAYERS = 5, HEADS = 4, WIDTH = 264, FF = 272, WORDS = 60, PLACES = 300 };

static MatView drawn(Model *model, Rng *rng, int rows, int cols) {
  float *at = arena_take(model->arena, (size_t)rows * (size_t)cols, sizeof *at);
  assert_non_null(at);
  for (int i = 0; i < rows * cols; i++) at[i] = (float)(rng_normal(rng) / sqrt((double)WIDTH));
  return (MatView){at, rows, cols, cols};
}

static NormWeights norm_of(Model *model, Rng *rng) {
  float *gain = arena_take(model->arena, WIDTH, sizeof *gain);
  for (int i = 0; i < WIDTH; i++) gain[i] = 1 + 0.1f * (float)rng_normal(rng);
  return (NormWeights){gain, drawn(model, rng, 1, WIDTH).at};
}

static void fill_layer(Model *model, LayerWeights *layer, Rng *rng) {
  MatView maps = drawn(model, rng, WIDTH, 3 * WIDTH); /* side by side, as in GPT-2 */
  layer->w_q = mat_view_cols(maps, 0, WIDTH);
  layer->w_k = mat_view_cols(maps, WIDTH, WIDTH);
  layer->w_v = mat_view_cols(maps, 2 * WIDTH, WIDTH);
  layer->b_q = drawn(model, rng, 1, WIDTH).at;
  layer->w_o = drawn(model, rng, WIDTH, WIDTH);
  layer->w_1 = drawn(model, rng, WIDTH, FF);
  layer->b_1 = drawn(model, rng, 1, FF).at;
  layer->w_2 = drawn(model, rng, FF, WIDTH);
  layer->norm_1 = norm_of(model, rng);
  layer->norm_2 = norm_of(model, rng);
}

static Model *wide_model_on(Arena *arena, unsigned seed) {
  static const ModelInfo info = {"wide", "made for a test", "", ""};
  Rng rng = rng_make(seed);
  Model *model = arena_take(arena, 1, sizeof *model);
  *model = (Model){.info = &info,
                   .arena = arena,
                   .serial = serial_next(),
                   .layer_count = LAYERS,
                   .head_count = HEADS,
                   .d_model = WIDTH,
                   .d_head = WIDTH / HEADS,
                   .d_ff = FF,
                   .word_count = WORDS,
                   .position_count = PLACES,
                   .own_mask = mask_only(MASK_CAUSAL, 0),
                   .norm_place = NORM_BEFORE,
                   .activation = ACTIVATION_GELU_TANH,
                   .epsilon = 1e-5f,
                   .may_break = true};
  model->layers = arena_take(arena, LAYERS, sizeof *model->layers);
  for (int i = 0; i < LAYERS; i++) fill_layer(model, &model->layers[i], &rng);
  model->token_table = model->output_table = drawn(model, &rng, WORDS, WIDTH);
  model->position_table = drawn(model, &rng, PLACES, WIDTH);
  model->final_norm = norm_of(model, &rng);
  return model;
}

static Model *wide_model(void) { return wide_model_on(arena_make(0), 3); }

static const Trace *run(const Model *model, RunOrder order, Arena *arena) {
  const Trace *trace;
  Status status = {0};
  if (!model_run(model, &order, arena, &trace, &status)) fail_msg("%s", status.sentence);
  return trace;
}

static void check_part(const Trace *a, const Trace *b, int part, const char *what) {
  for (int i = 0; i < LAYERS * HEADS; i++) {
    MatView x = trace_matrix(a, (TracePart)part, i / HEADS, i % HEADS);
    MatView y = trace_matrix(b, (TracePart)part, i / HEADS, i % HEADS);
    assert_true(x.rows == y.rows && x.cols == y.cols);
    for (int row = 0; row < x.rows; row++)
      if (memcmp(mat_row(x, row), mat_row(y, row), (size_t)x.cols * sizeof(float)) != 0)
        fail_msg("%s: %s of layer %d, head %d differs in row %d", what,
                 trace_part_info((TracePart)part)->name, i / HEADS, i % HEADS, row);
    assert_true(trace_largest(a, (TracePart)part, i / HEADS, i % HEADS) ==
                trace_largest(b, (TracePart)part, i / HEADS, i % HEADS));
  }
}

/* Rows of a second sentence are kept where there is one, even if it is the same sentence. */
static bool is_of_one(const Trace *a, const Trace *b, int part) {
  bool is_of_keys = trace_part_info((TracePart)part)->need == NEED_CROSS;
  return is_of_keys && trace_has_part(a, (TracePart)part) != trace_has_part(b, (TracePart)part);
}

static void check_same(const Trace *a, const Trace *b, const char *what) {
  for (int part = 0; part < TRACE_W_Q; part++)
    if (!is_of_one(a, b, part)) check_part(a, b, part, what);
}

static void rows_kept_are_the_rows_of_a_fresh_run(void **state) {
  (void)state;
  static const int lengths[][3] = {/* before, now, first that differs */
                                   {1, 2, 1},    {5, 6, 5},    {17, 17, 16},
                                   {64, 65, 64}, {70, 70, 40}, {130, 129, 128},
                                   {20, 90, 20}, {12, 12, 0},  {30, 12, 12}};
  Model *model = wide_model();
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
    for (KeepKind keep = KEEP_ALL; keep <= KEEP_LITTLE; keep++) {
      Arena *arena = arena_make(0);
      int first[PLACES], now[PLACES];
      for (int t = 0; t < PLACES; t++) {
        first[t] = t * 7 % WORDS;
        now[t] = t < lengths[i][2] ? first[t] : (t * 11 + 1) % WORDS;
      }
      RunOrder order = {.ids = first, .id_count = lengths[i][0], .keep = keep};
      const Trace *before = run(model, order, arena);
      order.ids = now;
      order.id_count = lengths[i][1];
      const Trace *fresh = run(model, order, arena);
      order.before = before;
      const Trace *kept = run(model, order, arena);
      check_same(kept, fresh, "kept");
      arena_free(arena);
    }
  model_free(model);
}

/* The same of kinds of attention laid over it, also in the parts that only these have. */
static void rows_kept_under_a_kind_are_those_of_a_fresh_run(void **state) {
  (void)state;
  static const char *const kinds[] = {"score general; kv_heads 2", "score cosine; positions alibi",
                                      "score additive; positions rope; kv_heads 1",
                                      "positions shaw 5; kv_heads 2",
                                      "positions shaw 70; score general; dropout 0.3 seed 2"};
  static const int lengths[][3] = {{64, 65, 64}, {20, 90, 20}};
  Model *model = wide_model();
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0] * 5; i++)
    for (KeepKind keep = KEEP_ALL; keep <= KEEP_LITTLE; keep += KEEP_LITTLE - KEEP_ALL) {
      const int *length = lengths[i / 5];
      Arena *arena = arena_make(0);
      AttentionKind kind;
      int first[PLACES], now[PLACES];
      assert_true(kind_read(str_from(kinds[i % 5]), &kind));
      for (int t = 0; t < PLACES; t++) {
        first[t] = t * 7 % WORDS;
        now[t] = t < length[2] ? first[t] : (t * 11 + 1) % WORDS;
      }
      RunOrder order = {.ids = first, .id_count = length[0], .keep = keep, .kind = &kind};
      const Trace *before = run(model, order, arena);
      order.ids = now;
      order.id_count = length[1];
      const Trace *fresh = run(model, order, arena);
      order.before = before;
      const Trace *kept = run(model, order, arena);
      for (int part = 0; part < TRACE_W_Q; part++)
        if (trace_has_part(fresh, (TracePart)part)) check_part(kept, fresh, part, kinds[i % 5]);
      arena_free(arena);
    }
  model_free(model);
}

/* How much a trace stores only affects memory: everything, the usual, or as little as possible. */
static void what_is_not_kept_has_the_bits_of_what_is(void **state) {
  (void)state;
  static const NormPlace places[] = {NORM_NONE, NORM_AFTER, NORM_BEFORE};
  Model *model = wide_model();
  for (int i = 0; i < 3; i++) {
    Arena *arena = arena_make(0);
    int ids[PLACES];
    for (int t = 0; t < PLACES; t++) ids[t] = t * 7 % WORDS;
    model->norm_place = places[i];
    RunOrder order = {.ids = ids, .id_count = i == 0 ? 130 : PLACES, .keep = KEEP_ALL};
    const Trace *all = run(model, order, arena);
    order.keep = KEEP_LITTLE;
    const Trace *little = run(model, order, arena);
    assert_true(trace_is_stored(all, TRACE_NORM_1) == (places[i] != NORM_NONE));
    assert_false(trace_is_stored(little, TRACE_NORM_1));
    assert_false(trace_is_stored(little, TRACE_WEIGHTS));
    for (int part = 0; part <= TRACE_FINAL; part++) check_part(little, all, part, "made again");
    arena_free(arena);
  }
  model_free(model);
}

/* Of the residual stream every third layer is stored, and the last one; sums and norms between are
** not, nor what the model's tables have. Results of products with weights or heads are stored,
** except ATTN_PROJ. */
static void a_large_trace_keeps_what_is_dear_to_make(void **state) {
  (void)state;
  static const TracePart kept[] = {TRACE_X,      TRACE_Q,   TRACE_K,    TRACE_V,
                                   TRACE_CONCAT, TRACE_MLP, TRACE_FINAL};
  static const TracePart made[] = {TRACE_TOKEN_EMBEDDING, TRACE_POSITION, TRACE_ATTN_PROJ,
                                   TRACE_RESIDUAL,        TRACE_NORM_1,   TRACE_NORM_2,
                                   TRACE_SCORES,          TRACE_WEIGHTS};
  static const bool blocks[LAYERS] = {false, false, true, false, true};
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  int ids[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const Trace *trace =
      run(model, (RunOrder){.ids = ids, .id_count = 9, .keep = KEEP_LITTLE}, arena);
  for (int layer = 0; layer < LAYERS; layer++) {
    for (int i = 0; i < 7; i++) assert_true(trace_keeps(trace, kept[i], layer));
    for (int i = 0; i < 8; i++) assert_false(trace_keeps(trace, made[i], layer));
    assert_int_equal(trace_keeps(trace, TRACE_BLOCK, layer), blocks[layer]);
    assert_int_equal(trace_keeps(trace, TRACE_INPUT, layer), layer == 0 || blocks[layer - 1]);
  }
  arena_free(arena);
  model_free(model);
}

/* Rows of logits for several tokens are computed together: only the time changes, and the most
** probable words are those of the row. */
static void words_made_together_are_those_made_one_by_one(void **state) {
  (void)state;
  enum { TOKENS = 50, FIRST = 3 };
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  int ids[TOKENS];
  for (int i = 0; i < TOKENS; i++) ids[i] = i * 7 % WORDS;
  RunOrder order = {.ids = ids, .id_count = TOKENS, .keep = KEEP_LITTLE};
  const Trace *together = run(model, order, arena), *single = run(model, order, arena);
  trace_logits_row(together, 20); /* one that is there already */
  trace_expect_words(together, FIRST, TOKENS);
  for (int token = 0; token < TOKENS; token++) {
    TraceCandidate best[2];
    const float *shares = trace_probabilities_row(single, token);
    int likeliest = 0;
    for (int id = 1; id < WORDS; id++)
      if (shares[id] > shares[likeliest]) likeliest = id;
    assert_memory_equal(trace_logits_row(together, token), trace_logits_row(single, token),
                        WORDS * sizeof(float));
    assert_int_equal(trace_candidates(together, token, best, 2), 2);
    assert_int_equal(best[0].word, likeliest);
    assert_true(best[0].probability == shares[likeliest]);
    assert_true(best[1].probability <= best[0].probability && best[1].word != likeliest);
  }
  assert_int_equal(trace_candidates(together, 0, (TraceCandidate[TRACE_CANDIDATES_MOST]){{0}}, 99),
                   TRACE_CANDIDATES_MOST);
  arena_free(arena);
  model_free(model);
}

/* By tiles as well: they begin at the first key, so a longer sentence only adds tiles. A large
** trace, which makes its scores only to be looked at, has the same bits, with any threads. */
static void tiles_of_kept_rows_stay(void **state) {
  (void)state;
  const AttentionKind kind = {.of = {[KIND_SCHEDULE] = SCHEDULE_FLASH},
                              .numbers = {[KIND_SCHEDULE] = {5, 7}}};
  static const int lengths[][2] = {{1, 2}, {5, 6}, {12, 90}, {70, 71}, {129, 140}};
  Model *model = wide_model();
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    Arena *arena = arena_make(0);
    const Trace *made[2];
    int ids[PLACES];
    for (int t = 0; t < PLACES; t++) ids[t] = t * 7 % WORDS;
    for (int k = 0; k < 2; k++) {
      RunOrder order = {.ids = ids, .kind = &kind, .keep = k == 0 ? KEEP_ALL : KEEP_LITTLE};
      order.id_count = lengths[i][0];
      const Trace *before = run(model, order, arena);
      order.id_count = lengths[i][1];
      const Trace *fresh = run(model, order, arena);
      order.before = before;
      made[k] = run(model, order, arena);
      check_same(made[k], fresh, "tiles of kept rows");
    }
    for (int part = 0; part <= TRACE_FINAL; part++) check_part(made[1], made[0], part, "by tiles");
    arena_free(arena);
  }
  model_free(model);
}

/* Under a mask without hidden pairs no row may be reused. */
static void without_a_causal_mask_nothing_is_kept(void **state) {
  (void)state;
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  int first[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, now[12];
  memcpy(now, first, sizeof now);
  now[11] = 40;
  const MaskSpec none = {0};
  RunOrder order = {.ids = first, .id_count = 12, .mask = &none};
  const Trace *before = run(model, order, arena);
  order.ids = now;
  const Trace *fresh = run(model, order, arena);
  order.before = before;
  check_same(run(model, order, arena), fresh, "seen by all");
  arena_free(arena);
  model_free(model);
}

/* With positions none or alibi the table of positions is not added, whatever is stored; and no row
** is reused from a trace of another kind. */
static void kinds_do_not_mix(void **state) {
  (void)state;
  static const AttentionKind kinds[] = {
      {.of = {0}},
      {.of = {[KIND_POSITIONS] = POSITIONS_NONE}},
      {.of = {[KIND_POSITIONS] = POSITIONS_ALIBI}},
      {.of = {[KIND_APPROXIMATE] = APPROXIMATE_PERFORMER}, .numbers = {[KIND_APPROXIMATE] = {24}}}};
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  int ids[20];
  for (int t = 0; t < 20; t++) ids[t] = t * 7 % WORDS;
  for (int i = 0; i < 16; i++) {
    const AttentionKind *of_before = &kinds[i / 4], *of_now = &kinds[i % 4];
    const Trace *made[2];
    for (int k = 0; k < 2; k++) {
      RunOrder order = {.ids = ids, .id_count = 12, .kind = of_before};
      order.keep = k == 0 ? KEEP_ALL : KEEP_LITTLE;
      const Trace *before = run(model, order, arena);
      order.kind = of_now;
      order.id_count = 20;
      const Trace *fresh = run(model, order, arena);
      order.before = before;
      made[k] = run(model, order, arena);
      check_same(made[k], fresh, "a kind after another");
    }
    for (int part = 0; part <= TRACE_FINAL; part++) check_part(made[1], made[0], part, "kept");
    bool is_added = of_now->of[KIND_POSITIONS] == POSITIONS_OWN;
    for (int k = 0; k < 2; k++)
      for (int col = 0; col < WIDTH; col++) {
        float place = mat_get(trace_matrix(made[k], TRACE_POSITION, 0, 0), 3, col);
        float word = mat_get(trace_matrix(made[k], TRACE_TOKEN_EMBEDDING, 0, 0), 3, col);
        assert_true(place == (is_added ? mat_get(model->position_table, 3, col) : 0));
        assert_true(mat_get(trace_matrix(made[k], TRACE_X, 0, 0), 3, col) == word + place);
      }
  }
  arena_free(arena);
  model_free(model);
}

/* In a wide model, a sentence that attends to itself as another one has the bits of self-attention;
** K and V of another sentence are that sentence's own; parts computed on demand have the bits of
** stored ones; no row is reused from a trace with other keys. */
static void keys_may_be_those_of_another_trace(void **state) {
  (void)state;
  static const TracePart of_keys[] = {TRACE_K, TRACE_V};
  const MaskSpec none = {0};
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  int ids[PLACES];
  for (int t = 0; t < PLACES; t++) ids[t] = t * 7 % WORDS;
  RunOrder order = {.ids = ids, .id_count = 130, .mask = &none, .keep = KEEP_ALL};
  const Trace *self = run(model, order, arena);
  order.keys = self;
  check_same(run(model, order, arena), self, "asks itself");
  order.ids = ids + 5;
  order.id_count = PLACES - 5;
  const Trace *all = run(model, order, arena);
  order.keep = KEEP_LITTLE;
  const Trace *little = run(model, order, arena);
  assert_true(trace_token_count(all) == PLACES - 5 && trace_key_count(all) == 130);
  for (int i = 0; i < 2; i++) check_part(all, self, of_keys[i], "keys");
  for (int part = 0; part <= TRACE_FINAL; part++) check_part(little, all, part, "made again");
  /* Under a causal mask rows could be taken. */
  const MaskSpec causal = {.parts = mask_only(MASK_CAUSAL, 0)};
  order.mask = &causal;
  all = run(model, order, arena);
  order.before = all;
  order.keys = NULL;
  const Trace *kept = run(model, order, arena);
  order.before = NULL;
  check_same(kept, run(model, order, arena), "before had other keys");
  order.before = kept;
  order.keys = self;
  check_same(run(model, order, arena), all, "before had no other keys");
  /* Edits and padding count the keys. */
  const MaskSpec padding = {.parts = mask_only(MASK_PADDING, 129)};
  order.mask = &padding;
  const Trace *one = run(model, order, arena);
  assert_true(mat_get(trace_matrix(one, TRACE_WEIGHTS, 2, 1), 40, 0) == 1);
  assert_int_equal(trace_layer_hidden_count(one, 0), 129L * (PLACES - 5));
  /* The model's own mask orders one sentence, and hides nothing of another. */
  order.mask = NULL;
  assert_int_equal(trace_layer_hidden_count(run(model, order, arena), 0), 0);
  arena_free(arena);
  model_free(model);
}

static void a_second_sentence_without_tokens_is_refused(void **state) {
  (void)state;
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  int ids[] = {1, 2};
  const Trace *empty = run(model, (RunOrder){.ids = ids}, arena), *trace;
  Status status = {0};
  assert_false(model_run(model, &(RunOrder){.ids = ids, .id_count = 2, .keys = empty}, arena,
                         &trace, &status));
  assert_non_null(strstr(status.sentence, "second sentence has no tokens"));
  arena_free(arena);
  model_free(model);
}

static void check_rows(MatView a, MatView b) {
  assert_true(a.rows == b.rows && a.cols == b.cols && a.rows > 0);
  for (int row = 0; row < a.rows; row++)
    assert_memory_equal(mat_row(a, row), mat_row(b, row), (size_t)a.cols * sizeof *a.at);
}

/* A second sentence is run by itself: K and V are its own, and Y and KEY_INPUT the rows they are
** made from, stored or read again. */
static void a_second_sentence_is_run_by_itself(void **state) {
  (void)state;
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  RunOrder order = {.sentence = STR("3, 1, 4, 1, 5, 9"), .keep = KEEP_ALL};
  const Trace *second = run(model, (RunOrder){.sentence = STR("2, 7, 1, 8")}, arena);
  order.keys = second;
  const Trace *with_trace = run(model, order, arena);
  order.keys = NULL;
  order.second = STR("2, 7, 1, 8");
  for (KeepKind keep = KEEP_ALL; keep <= KEEP_LITTLE; keep++) {
    order.keep = keep;
    const Trace *trace = run(model, order, arena);
    assert_true(trace_is_cross(trace) && trace_key_count(trace) == 4);
    assert_true(str_is(trace_second_sentence(trace), "2, 7, 1, 8"));
    check_same(trace, with_trace, "second");
    check_rows(trace_matrix(trace, TRACE_Y, 0, 0), trace_matrix(second, TRACE_X, 0, 0));
    for (int layer = 0; layer < LAYERS; layer++) {
      check_rows(trace_matrix(trace, trace_key_input(trace), layer, 0),
                 trace_matrix(second, trace_projection_input(second), layer, 0));
      check_rows(trace_matrix(trace, TRACE_K, layer, 1), trace_matrix(second, TRACE_K, layer, 1));
    }
  }
  arena_free(arena);
  model_free(model);
}

/* Where nobody asks there is one sentence; a second one that does not fit is refused. */
static void a_second_sentence_fits_or_is_refused(void **state) {
  (void)state;
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  const Trace *trace = run(model, (RunOrder){.sentence = STR(""), .second = STR("2, 7")}, arena);
  assert_false(trace_is_cross(trace));
  StrBuf longer = strbuf_make(arena);
  for (int i = 0; i <= PLACES; i++) strbuf_format(&longer, "%d ", i % WORDS);
  Status status = {0};
  RunOrder order = {.sentence = STR("1"), .second = strbuf_str(&longer)};
  assert_false(model_run(model, &order, arena, &trace, &status));
  if (!strstr(status.sentence, "the second sentence has")) fail_msg("%s", status.sentence);
  order.second = STR("");
  assert_false(model_run(model, &order, arena, &trace, &status));
  assert_non_null(strstr(status.sentence, "second sentence has no tokens"));
  arena_free(arena);
  model_free(model);
}

/* A model that is freed and another whose weights then lie at the same addresses. */
static void nothing_is_kept_of_a_model_that_is_gone(void **state) {
  (void)state;
  Arena *memory = arena_make((size_t)64 << 20), *arena = arena_make(0);
  int ids[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  RunOrder order = {.ids = ids, .id_count = 11};
  const Model *gone = wide_model_on(memory, 3);
  const float *weights = gone->layers[LAYERS - 1].w_o.at;
  const Trace *before = run(gone, order, arena);
  arena_reset(memory);
  const Model *model = wide_model_on(memory, 4);
  assert_ptr_equal(model->layers[LAYERS - 1].w_o.at, weights);
  order.id_count = 12;
  const Trace *fresh = run(model, order, arena);
  order.before = before;
  check_same(run(model, order, arena), fresh, "of a model that is gone");
  arena_free(arena);
  arena_free(memory);
}

static void any_number_of_threads_gives_the_same_bits(void **state) {
  (void)state;
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  Pool *pool = pool_make(3);
  int ids[100];
  for (int i = 0; i < 100; i++) ids[i] = i % WORDS;
  RunOrder order = {.ids = ids, .id_count = 100};
  const Trace *alone = run(model, order, arena);
  order.pool = pool;
  check_same(run(model, order, arena), alone, "threads");
  pool_free(pool);
  arena_free(arena);
  model_free(model);
}

/* Within 1e-5 of the largest number of a part. */
static void check_near(const Trace *a, const Trace *b, const char *what) {
  for (int part = 0; part < TRACE_W_Q; part++)
    for (int i = 0; i < LAYERS * HEADS; i++) {
      MatView x = trace_matrix(a, (TracePart)part, i / HEADS, i % HEADS);
      MatView y = trace_matrix(b, (TracePart)part, i / HEADS, i % HEADS);
      double most = 1e-5 * (double)trace_largest(b, (TracePart)part, i / HEADS, i % HEADS);
      assert_true(x.rows == y.rows && x.cols == y.cols);
      for (int row = 0; row < x.rows; row++)
        for (int col = 0; col < x.cols; col++) {
          double p = (double)mat_get(x, row, col), q = (double)mat_get(y, row, col);
          if (!(p == q || fabs(p - q) <= most))
            fail_msg("%s: %s differs in row %d", what, trace_part_info((TracePart)part)->name, row);
        }
    }
}

/* Another processor may round the large products differently; every number stays near. */
static void levels_are_near_each_other(void **state) {
  (void)state;
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  ProcessorLevel used = processor_level();
  int ids[70];
  for (int i = 0; i < 70; i++) ids[i] = i * 7 % WORDS;
  RunOrder order = {.ids = ids, .id_count = 70};
  const Trace *here = run(model, order, arena);
  processor_use(PROCESSOR_PLAIN);
  const Trace *plain = run(model, order, arena);
  processor_use(used);
  check_near(plain, here, "of a plain x86-64");
  arena_free(arena);
  model_free(model);
}

/* With broken weights the trace is made; the broken numbers are counted and do not count as the
** largest. */
static void a_broken_weight_is_counted_and_stops_nothing(void **state) {
  (void)state;
  Model *model = wide_model();
  Arena *arena = arena_make(0);
  int ids[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  float *table = arena_take(model->arena, WORDS * WIDTH, sizeof *table);
  memcpy(table, model->token_table.at, WORDS * WIDTH * sizeof *table);
  table[7 * WIDTH + 5] = NAN; /* the last token's */
  model->token_table.at = table;
  const Trace *trace = run(model, (RunOrder){.ids = ids, .id_count = 8}, arena);
  assert_true(trace_broken_count(trace) > 0);
  assert_true(isnan(mat_get(trace_matrix(trace, TRACE_X, 0, 0), 7, 5)));
  assert_true(isfinite(mat_get(trace_matrix(trace, TRACE_Q, 0, 1), 6, 5)));
  float largest = trace_largest(trace, TRACE_X, 0, 0);
  assert_true(isfinite(largest) && largest > 0);
  arena_free(arena);
  model_free(model);
}

/* A run that is stopped says so, and any allocation may fail. */
static bool stops_at_once(void *self) {
  (void)self;
  return true;
}

static void a_run_may_be_stopped_or_out_of_memory(void **state) {
  (void)state;
  Model *model = wide_model();
  int ids[3] = {1, 2, 3};
  Progress progress = {.stopped = stops_at_once};
  RunOrder order = {.ids = ids, .id_count = 3, .progress = &progress};
  const Trace *trace;
  Status status = {0};
  Arena *arena = arena_make(0);
  assert_false(model_run(model, &order, arena, &trace, &status));
  assert_int_equal(status.kind, STATUS_STOPPED);
  arena_free(arena);
  order.progress = NULL;
  order.keep = KEEP_LITTLE;
  bool done = false;
  for (long nth = 1; !done; nth++) {
    assert_true(nth < 1000);
    arena = arena_make(64);
    arena_fail_at(nth);
    done = model_run(model, &order, arena, &trace, &status);
    arena_fail_at(0);
    if (!done) assert_int_equal(status.kind, STATUS_COULD_NOT);
    arena_free(arena);
  }
  model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_kept_are_the_rows_of_a_fresh_run),
      cmocka_unit_test(rows_kept_under_a_kind_are_those_of_a_fresh_run),
      cmocka_unit_test(what_is_not_kept_has_the_bits_of_what_is),
      cmocka_unit_test(a_large_trace_keeps_what_is_dear_to_make),
      cmocka_unit_test(words_made_together_are_those_made_one_by_one),
      cmocka_unit_test(tiles_of_kept_rows_stay),
      cmocka_unit_test(without_a_causal_mask_nothing_is_kept),
      cmocka_unit_test(kinds_do_not_mix),
      cmocka_unit_test(keys_may_be_those_of_another_trace),
      cmocka_unit_test(a_second_sentence_without_tokens_is_refused),
      cmocka_unit_test(a_second_sentence_is_run_by_itself),
      cmocka_unit_test(a_second_sentence_fits_or_is_refused),
      cmocka_unit_test(nothing_is_kept_of_a_model_that_is_gone),
      cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
      cmocka_unit_test(levels_are_near_each_other),
      cmocka_unit_test(a_broken_weight_is_counted_and_stops_nothing),
      cmocka_unit_test(a_run_may_be_stopped_or_out_of_memory),
  };
  int failed = 0;
  RUN_AT_EVERY_LEVEL(tests, failed)
  return failed;
}
