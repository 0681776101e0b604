/* tests/model/test_roles_of_others.c -- roles of checkpoints whose heads are known: of GPT-2, written
** by hand into its tensors, and of BERT with a vocabulary; when they are measured, and when seen. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "base/rng.h"
#include "model/made_checkpoint.h"
#include "model/model_weights.h"
#include "model/roles/role_texts.h"
#include "model/roles/roles.h"
#include "support/patience.h"

/* A row of GPT-2 is four parts of 16: places, the same negated, a word's code, its word before. */
enum { PLACE = 0, NEGATED = 16, CODE = 32, BEFORE = 48, WIDTH = 64, D = 16, FREQUENCIES = 8 };
static const MadeSizes gpt2_sizes = {2, WIDTH, 4, 120, 64, 0};
static const char gpt2_config[] =
    "{\"model_type\": \"gpt2\", \"n_layer\": 2, \"n_head\": 4, \"n_embd\": 64, \"n_inner\": 4, "
    "\"n_positions\": 64, \"vocab_size\": 120}";
static const double frequencies[FREQUENCIES] = {1.7, 1.1, 1.0, 0.7, 0.5, 0.25, 0.1, 0.05};

typedef struct Made {
  Folder folder;
  MadeCheckpoint *made;
  Model *model;
} Made;

static void open_made(Made *made) {
  Status status = {0};
  made_write(made->made, &made->folder);
  if (!model_open(made->folder.path, &made->model, &status)) fail_msg("%s", status.sentence);
}

static void close_made(Made *made) {
  model_free(made->model);
  folder_remove(&made->folder);
}

static const HeadScores *scores_of(const Model *model, int layer, int head) {
  const RoleReport *report = model_roles(model);
  assert_non_null(report);
  return &report->heads[layer * model_head_count(model) + head];
}

static int label_of(const Model *model, int layer, int head) {
  return role_label(scores_of(model, layer, head));
}

/* ---- GPT-2 ---- */

static void fill_tensor(MadeCheckpoint *made, const char *name, float value) {
  MadeTensor *tensor = made_find(made, name);
  int64_t count = 1;
  for (int i = 0; i < tensor->rank; i++) count *= tensor->shape[i];
  for (int64_t i = 0; i < count; i++) tensor->numbers[i] = value;
}

/* Eight of 1 and eight of −1, so that every row has the same mean and length. */
static void fill_words(MadeCheckpoint *made) {
  float *words = made_find(made, "wte.weight")->numbers;
  Rng rng = rng_make(5);
  for (int id = 0; id < gpt2_sizes.words; id++) {
    float *code = &words[id * WIDTH + CODE];
    for (int i = 0; i < D; i++) code[i] = i % 2 ? 1 : -1;
    for (int i = 0; i < D; i++) {
      int other = i + rng_below(&rng, D - i);
      float kept = code[i];
      code[i] = code[other];
      code[other] = kept;
    }
  }
}

static void fill_places(MadeCheckpoint *made) {
  float *places = made_find(made, "wpe.weight")->numbers;
  for (int t = 0; t < gpt2_sizes.positions; t++)
    for (int i = 0; i < FREQUENCIES; i++) {
      float *row = &places[t * WIDTH];
      row[PLACE + 2 * i] = (float)cos(frequencies[i] * t);
      row[PLACE + 2 * i + 1] = (float)sin(frequencies[i] * t);
      row[NEGATED + 2 * i] = -row[PLACE + 2 * i];
      row[NEGATED + 2 * i + 1] = -row[PLACE + 2 * i + 1];
    }
}

enum { Q, K, V };

/* W_Q, W_K or W_V of one head, column by column: from a part of the row, times a factor. */
static void copy_part(MadeCheckpoint *made, int layer, int map, int head, int part, float factor) {
  const char *name = str_format(made->arena, "h.%d.attn.c_attn.weight", layer);
  float *weights = made_find(made, name)->numbers;
  for (int i = 0; i < D; i++) weights[(part + i) * 3 * WIDTH + map * WIDTH + head * D + i] = factor;
}

/* Queries that ask for the place one back: each pair turned by its frequency. */
static void ask_one_back(MadeCheckpoint *made, int layer, int head, float factor) {
  const char *name = str_format(made->arena, "h.%d.attn.c_attn.weight", layer);
  float *weights = made_find(made, name)->numbers;
  for (int i = 0; i < FREQUENCIES; i++) {
    float cosine = (float)cos(frequencies[i]) * factor, sine = (float)sin(frequencies[i]) * factor;
    float *from_cos = &weights[(PLACE + 2 * i) * 3 * WIDTH + head * D + 2 * i];
    float *from_sin = &weights[(PLACE + 2 * i + 1) * 3 * WIDTH + head * D + 2 * i];
    from_cos[0] = cosine, from_cos[1] = -sine;
    from_sin[0] = sine, from_sin[1] = cosine;
  }
}

/* Queries that ask for place 0, whatever they are: a bias. */
static void ask_for_first(MadeCheckpoint *made, int layer, int head, float factor) {
  const char *name = str_format(made->arena, "h.%d.attn.c_attn.bias", layer);
  float *bias = made_find(made, name)->numbers;
  for (int i = 0; i < FREQUENCIES; i++) bias[head * D + 2 * i] = factor;
}

/* Which head does what in the model below. */
enum { HEAD_BACK, HEAD_FIRST, HEAD_EVEN, HEAD_SAME };
enum { HEAD_INDUCTION = 0 };

static Made make_gpt2(void) {
  Made made = {.folder = folder_make()};
  made.made = made_gpt2(made.folder.arena, gpt2_sizes);
  for (int i = 0; i < made.made->count; i++) fill_tensor(made.made, made.made->tensors[i].name, 0);
  for (int layer = 0; layer < 2; layer++)
    fill_tensor(made.made, str_format(made.made->arena, "h.%d.ln_1.weight", layer), 1);
  fill_tensor(made.made, "ln_f.weight", 1);
  fill_words(made.made);
  fill_places(made.made);
  ask_one_back(made.made, 0, HEAD_BACK, 30);
  copy_part(made.made, 0, K, HEAD_BACK, PLACE, 3);
  copy_part(made.made, 0, V, HEAD_BACK, CODE, 1);
  ask_for_first(made.made, 0, HEAD_FIRST, 40);
  copy_part(made.made, 0, K, HEAD_FIRST, PLACE, 3);
  copy_part(made.made, 0, Q, HEAD_SAME, CODE, 5);
  copy_part(made.made, 0, K, HEAD_SAME, CODE, 5);
  float *join = made_find(made.made, "h.0.attn.c_proj.weight")->numbers;
  for (int i = 0; i < D; i++) join[(HEAD_BACK * D + i) * WIDTH + BEFORE + i] = 1;
  copy_part(made.made, 1, Q, HEAD_INDUCTION, CODE, 5);
  copy_part(made.made, 1, K, HEAD_INDUCTION, BEFORE, 5);
  folder_write(&made.folder, "config.json", str_from(gpt2_config));
  open_made(&made);
  return made;
}

static void heads_written_for_a_role_are_measured_to_have_it(void **state) {
  (void)state;
  Made made = make_gpt2();
  const Model *model = made.model;
  assert_int_equal(label_of(model, 0, HEAD_BACK), ROLE_PREVIOUS_TOKEN);
  assert_int_equal(label_of(model, 0, HEAD_FIRST), ROLE_FIRST_TOKEN);
  assert_int_equal(label_of(model, 0, HEAD_EVEN), ROLE_DIFFUSE);
  assert_int_equal(label_of(model, 0, HEAD_SAME), ROLE_SAME_WORD);
  assert_int_equal(label_of(model, 1, HEAD_INDUCTION), ROLE_INDUCTION);
  for (int head = 1; head < 4; head++) assert_int_equal(label_of(model, 1, head), ROLE_DIFFUSE);
  assert_true(scores_of(model, 0, HEAD_BACK)->of[ROLE_PREVIOUS_TOKEN] > 0.95);
  assert_true(scores_of(model, 0, HEAD_FIRST)->of[ROLE_FIRST_TOKEN] > 0.95);
  assert_true(scores_of(model, 0, HEAD_EVEN)->of[ROLE_DIFFUSE] > 0.999);
  assert_true(scores_of(model, 0, HEAD_SAME)->of[ROLE_INDUCTION] < 0.1);
  assert_true(scores_of(model, 1, HEAD_INDUCTION)->of[ROLE_SAME_WORD] < 0.2); /* at place 0 */
  close_made(&made);
}

/* Without a tokenizer no sentence is known and nothing is special; ids are measured all the same. */
static void without_a_tokenizer_ids_alone_are_measured(void **state) {
  (void)state;
  Made made = make_gpt2();
  assert_int_equal(model_roles(made.model)->sentence_count, 0);
  assert_int_equal(model_roles(made.model)->made_up_count, 2 * ROLE_MADE_UP);
  assert_true(scores_of(made.model, 0, 0)->of[ROLE_PRONOUN] == -1);
  assert_true(scores_of(made.model, 0, 0)->of[ROLE_SEPARATOR] == -1);
  close_made(&made);
}

/* Weights large enough that heads choose, by nothing that was learned. */
static void heads_that_look_anywhere_get_no_label(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    Made made = {.folder = folder_make()};
    made.made = made_gpt2(made.folder.arena, gpt2_sizes);
    Rng rng = rng_make(seed);
    for (int i = 0; i < made.made->count; i++) {
      MadeTensor *tensor = &made.made->tensors[i];
      int64_t count = tensor->rank > 1 ? tensor->shape[0] * tensor->shape[1] : tensor->shape[0];
      bool gain = strstr(tensor->name, "ln_") && strstr(tensor->name, "weight");
      for (int64_t j = 0; j < count; j++)
        tensor->numbers[j] = gain ? 1 : (float)rng_normal(&rng) * 0.25f;
    }
    folder_write(&made.folder, "config.json", str_from(gpt2_config));
    open_made(&made);
    for (int layer = 0; layer < 2; layer++)
      for (int head = 0; head < 4; head++) {
        int label = label_of(made.model, layer, head);
        if (label >= 0)
          fail_msg("seed %d, layer %d, head %d: %s %.2f", (int)seed, layer, head,
                   role_info((Role)label)->name, scores_of(made.model, layer, head)->of[label]);
      }
    close_made(&made);
  }
}

/* A model that takes few tokens is measured over shorter sequences, of three without repeats. */
static void sequences_fit_the_model(void **state) {
  (void)state;
  for (int positions = 2; positions <= 20; positions++) {
    Made made = {.folder = folder_make()};
    MadeSizes sizes = {1, 12, 4, 17, positions, 0};
    made.made = made_gpt2(made.folder.arena, sizes);
    folder_write(&made.folder, "config.json",
                 str_from(str_format(made.folder.arena,
                                     "{\"model_type\": \"gpt2\", \"n_layer\": 1, \"n_head\": 2, "
                                     "\"n_embd\": 12, \"n_inner\": 4, \"n_positions\": %d, "
                                     "\"vocab_size\": 17}",
                                     positions)));
    open_made(&made);
    int expected = positions >= 4 ? 2 * ROLE_MADE_UP : ROLE_MADE_UP;
    assert_int_equal(model_roles(made.model)->made_up_count, expected);
    close_made(&made);
  }
}

static void broken_numbers_are_left_out(void **state) {
  (void)state;
  Made made = make_gpt2();
  model_free(made.model);
  made_find(made.made, "h.1.attn.c_attn.bias")->numbers[0] = NAN; /* queries of the first head */
  open_made(&made);
  assert_int_equal(label_of(made.model, 0, HEAD_BACK), ROLE_PREVIOUS_TOKEN);
  assert_int_equal(label_of(made.model, 1, 0), -1);
  assert_true(scores_of(made.model, 1, 0)->of[ROLE_SAME_WORD] == -1);
  assert_int_equal(label_of(made.model, 1, 1), ROLE_DIFFUSE);
  close_made(&made);
}

/* ---- BERT ---- */

/* Special tokens by their ids, and "animal" in two pieces. */
enum { UNKNOWN = 1, FIRST = 2, SEPARATOR = 3, ANI = 5, MAL = 6 };
static const char vocabulary[] =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nani\n##mal\nit\nhe\nshe\nthey\nthe\nbecause\nwas\n"
    "too\nstreet\ndidn\n'\nt\ncross\ntired\nwide\n.\n,\ncat\nsat\ndog\nriver\nbank\nmat\ncake\n"
    "road\n";
static const MadeSizes bert_sizes = {1, 12, 4, 32, 64, 2};
static const char bert_config[] =
    "{\"model_type\": \"bert\", \"num_hidden_layers\": 1, \"num_attention_heads\": 3, "
    "\"hidden_size\": 12, \"intermediate_size\": 4, \"max_position_embeddings\": 64, "
    "\"type_vocab_size\": 2, \"vocab_size\": 32}";

/* Head h asks, by its bias, for what its keys find in dimension h: [SEP], [CLS], "ani" "##mal". */
static Made make_bert(void) {
  static const char self[] = "encoder.layer.0.attention.self.";
  Made made = {.folder = folder_make()};
  made.made = made_bert(made.folder.arena, bert_sizes);
  MadeCheckpoint *bert = made.made;
  for (int i = 0; i < bert->count; i++) fill_tensor(bert, bert->tensors[i].name, 0);
  fill_tensor(bert, "embeddings.LayerNorm.weight", 1);
  fill_tensor(bert, "encoder.layer.0.attention.output.LayerNorm.weight", 1);
  fill_tensor(bert, "encoder.layer.0.output.LayerNorm.weight", 1);
  float *words = made_find(bert, "embeddings.word_embeddings.weight")->numbers;
  float *ask = made_find(bert, str_format(bert->arena, "%squery.bias", self))->numbers;
  float *keys = made_find(bert, str_format(bert->arena, "%skey.weight", self))->numbers;
  for (int id = 0; id < 32; id++) {
    int place = id == SEPARATOR ? 0 : id == FIRST ? 1 : id == ANI || id == MAL ? 2 : 3;
    words[id * 12 + place] = 1, words[id * 12 + 6 + place] = -1;
  }
  for (int head = 0; head < 3; head++) {
    ask[head * 4] = 20;
    keys[head * 4 * 12 + head] = 1; /* [out, in] */
  }
  folder_write(&made.folder, "config.json", str_from(bert_config));
  folder_write(&made.folder, "vocab.txt", str_from(vocabulary));
  open_made(&made);
  return made;
}

static void special_tokens_are_told_from_places_and_words(void **state) {
  (void)state;
  Made made = make_bert();
  assert_int_equal(label_of(made.model, 0, 0), ROLE_SEPARATOR);
  assert_int_equal(label_of(made.model, 0, 1), ROLE_FIRST_TOKEN);
  assert_true(scores_of(made.model, 0, 0)->of[ROLE_SEPARATOR] > 0.99);
  assert_true(scores_of(made.model, 0, 0)->of[ROLE_POSITIONAL] < 0.01);
  assert_true(scores_of(made.model, 0, 1)->of[ROLE_SEPARATOR] < 0.01);
  close_made(&made);
}

/* The third head finds both pieces of "animal", half and half, wherever the sentence has it: so its
** score is the share of sentences in which that is the noun. */
static void a_noun_of_several_tokens_counts_as_their_sum(void **state) {
  (void)state;
  Made made = make_bert();
  const RoleText *texts;
  int count, sentences = 0, animals = 0;
  assert_true(role_texts_make(made.model, made.folder.arena, &texts, &count, NULL));
  for (int i = 0; i < count; i++) {
    Str noun = {texts[i].text.at + texts[i].noun.first,
                (size_t)(texts[i].noun.end - texts[i].noun.first)};
    sentences += texts[i].kind == ROLE_SENTENCE;
    animals += texts[i].kind == ROLE_SENTENCE && str_is(noun, "animal");
  }
  assert_int_equal(animals, 2);
  assert_int_equal(model_roles(made.model)->sentence_count, sentences);
  double others = (double)(sentences - animals) * 0.16; /* no "animal" there: evenly, at most */
  double score = scores_of(made.model, 0, 2)->of[ROLE_PRONOUN] * sentences;
  assert_true(score > animals - 0.1 && score < animals + others);
  close_made(&made);
}

/* Made-up sequences stand between [CLS] and [SEP], and no special token is drawn. */
static void sequences_are_ordinary_tokens_between_special_ones(void **state) {
  (void)state;
  Made made = make_bert();
  const RoleText *texts;
  int count, seen = 0;
  assert_true(role_texts_make(made.model, made.folder.arena, &texts, &count, NULL));
  for (int i = 0; i < count; i++) {
    const RoleText *text = &texts[i];
    if (text->kind == ROLE_SENTENCE) continue;
    int rounds = text->kind == ROLE_REPEAT ? 2 : 1;
    assert_int_equal(text->id_count, rounds * text->word_count + 2);
    assert_int_equal(text->ids[0], FIRST);
    assert_int_equal(text->ids[text->id_count - 1], SEPARATOR);
    for (int at = 1; at < text->id_count - 1; at++) {
      assert_true(text->ids[at] > MAL || text->ids[at] == ANI);
      bool is_new = at <= text->word_count;
      for (int j = 1; is_new && j < at; j++) assert_int_not_equal(text->ids[j], text->ids[at]);
      if (!is_new) assert_int_equal(text->ids[at], text->ids[at - text->word_count]);
    }
    seen++;
  }
  assert_int_equal(seen, 2 * ROLE_MADE_UP);
  close_made(&made);
}

/* ---- when ---- */

static const Trace *run_made(const Model *model, Arena *arena) {
  static const int ids[] = {3, 1, 4, 1, 5};
  const RunOrder order = {.ids = ids, .id_count = 5};
  const Trace *trace;
  Status status = {0};
  if (!model_run(model, &order, arena, &trace, &status)) fail_msg("%s", status.sentence);
  return trace;
}

static void wait_until_ready(const Model *model) {
  WAIT_UNTIL(model_roles_state(model) != ROLES_BUSY);
  assert_int_equal(model_roles_state(model), ROLES_READY);
}

/* Also in a trace that was made before: it points at them. */
static void labels_are_seen_all_at_once_and_not_before_they_are_shown(void **state) {
  (void)state;
  Made made = make_gpt2();
  const Trace *trace = run_made(made.model, made.folder.arena);
  assert_int_equal(model_roles_state(made.model), ROLES_WAIT);
  assert_false(trace_roles_are_known(trace));
  model_roles_begin(made.model);
  wait_until_ready(made.model);
  assert_false(trace_roles_are_known(trace));
  assert_int_equal(trace_head_role(trace, 0, 0).bytes, 0);
  assert_int_equal(trace_head_role_note(made.folder.arena, trace, 0, 0).bytes, 0);
  assert_true(trace_head_role_score(trace, 0, 0) == -1);
  model_roles_show(made.model);
  assert_int_equal(model_roles_state(made.model), ROLES_SETTLED);
  assert_true(trace_roles_are_known(trace));
  assert_true(str_is(trace_head_role(trace, 0, HEAD_BACK), "previous token"));
  assert_true(str_is(trace_head_role(trace, 0, HEAD_SAME), "same word"));
  assert_true(trace_head_role_score(trace, 0, HEAD_BACK) > 0.9f);
  assert_true(trace_head_role_note(made.folder.arena, trace, 0, HEAD_BACK).bytes > 0);
  close_made(&made);
}

/* Paused it rests; whoever waits for it lets it go on; the numbers are those of any other way. */
static void a_pause_holds_it_and_the_numbers_are_the_same(void **state) {
  (void)state;
  Made beside = make_gpt2(), here = make_gpt2();
  model_roles_begin(beside.model);
  model_roles_pause(beside.model, true);
  run_made(beside.model, beside.folder.arena);
  model_roles_pause(beside.model, true);
  const HeadScores *first = model_roles(beside.model)->heads;
  Pool *pool = pool_make(2);
  assert_true(model_roles_finish(here.model, &(RolesOrder){.pool = pool}, NULL));
  assert_memory_equal(first, model_roles(here.model)->heads, 8 * sizeof *first);
  pool_free(pool);
  close_made(&beside);
  close_made(&here);
}

static bool stop_at_once(void *self) {
  ++*(int *)self;
  return true;
}

static void who_waits_may_stop_and_wait_again(void **state) {
  (void)state;
  Made made = make_gpt2();
  int asked = 0;
  const Progress progress = {.stopped = stop_at_once, .self = &asked};
  Status status = {0};
  assert_false(model_roles_finish(made.model, &(RolesOrder){.progress = &progress}, &status));
  assert_int_equal(status.kind, STATUS_STOPPED);
  assert_int_equal(asked, 1);
  assert_int_equal(model_roles_state(made.model), ROLES_WAIT);
  assert_true(model_roles_finish(made.model, &(RolesOrder){0}, &status));
  assert_int_equal(label_of(made.model, 0, HEAD_BACK), ROLE_PREVIOUS_TOKEN);
  close_made(&made);
}

/* At any moment of it, paused or not; and opened again at once. */
static void a_model_may_be_freed_while_it_is_measured(void **state) {
  (void)state;
  Made made = make_gpt2();
  for (int i = 0; i < 20; i++) {
    model_roles_begin(made.model);
    if (i % 3 == 0) model_roles_pause(made.model, true);
    double begin_ms = os_now_ms();
    while (os_now_ms() - begin_ms < i / 2.0) continue;
    begin_ms = os_process_cpu_ms();
    model_free(made.model);
    assert_true(os_process_cpu_ms() - begin_ms < 1000);
    open_made(&made);
  }
  close_made(&made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heads_written_for_a_role_are_measured_to_have_it),
      cmocka_unit_test(without_a_tokenizer_ids_alone_are_measured),
      cmocka_unit_test(heads_that_look_anywhere_get_no_label),
      cmocka_unit_test(sequences_fit_the_model),
      cmocka_unit_test(broken_numbers_are_left_out),
      cmocka_unit_test(special_tokens_are_told_from_places_and_words),
      cmocka_unit_test(a_noun_of_several_tokens_counts_as_their_sum),
      cmocka_unit_test(sequences_are_ordinary_tokens_between_special_ones),
      cmocka_unit_test(labels_are_seen_all_at_once_and_not_before_they_are_shown),
      cmocka_unit_test(a_pause_holds_it_and_the_numbers_are_the_same),
      cmocka_unit_test(who_waits_may_stop_and_wait_again),
      cmocka_unit_test(a_model_may_be_freed_while_it_is_measured),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
