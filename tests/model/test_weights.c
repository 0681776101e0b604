/* tests/model/test_weights.c -- tensors from one file or several are read as they were written; a
** broken index, a truncated file and a stop are reported. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "model/made_checkpoint.h"
#include "model/checkpoint/weights.h"

static const char index_file[] = "model.safetensors.index.json";

static Weights *open_weights(const Folder *folder) {
  Weights *weights = NULL;
  Status status = {0};
  if (!weights_open(folder->arena, folder->path, &weights, &status))
    fail_msg("%s", status.sentence);
  return weights;
}

static void check_refused(const Folder *folder, const char *part) {
  Weights *weights = NULL;
  Status status = {0};
  assert_false(weights_open(folder->arena, folder->path, &weights, &status));
  check_sentence(&status, part);
  check_sentence(&status, folder->path);
}

static void read_orders(WeightOrder *orders, int count, Pool *pool) {
  Status status = {0};
  if (!weights_read(orders, count, pool, NULL, &status)) fail_msg("%s", status.sentence);
}

/* An order for a whole tensor as it is in the file. */
static WeightOrder plain_order(const Folder *folder, const Weights *weights, const char *name) {
  const WeightTensor *tensor = weights_find(weights, name);
  assert_non_null(tensor);
  int rows = tensor->tensor->rank == 2 ? (int)tensor->tensor->shape[0] : 1;
  int cols = (int)tensor->tensor->shape[tensor->tensor->rank - 1];
  return (WeightOrder){.from = tensor,
                       .to =
                           arena_take(folder->arena, (size_t)tensor->tensor->count, sizeof(float)),
                       .rows = rows,
                       .cols = cols,
                       .stride = cols};
}

static void every_dtype_arrives_as_float(void **state) {
  (void)state;
  static const char *const dtypes[] = {"F32", "F16", "BF16", "F64"};
  for (int i = 0; i < 4; i++) {
    Folder folder = folder_make();
    MadeCheckpoint *made = made_gpt2(folder.arena, made_sizes);
    made_dtype(made, dtypes[i]);
    made_write(made, &folder);
    Weights *weights = open_weights(&folder);
    assert_int_equal(weights_count(weights), made->count);
    assert_string_equal(weights_file(weights), "model.safetensors");
    for (int j = 0; j < made->count; j++) {
      WeightOrder order = plain_order(&folder, weights, made->tensors[j].name);
      read_orders(&order, 1, NULL);
      assert_memory_equal(order.to, made->tensors[j].numbers,
                          (size_t)order.from->tensor->count * sizeof(float));
      assert_int_equal(order.condition.broken_count, 0);
    }
    weights_close(weights);
    folder_remove(&folder);
  }
}

/* The matrix is larger than a piece, its rows are no multiple of anything, and two of them stand
** side by side in memory. */
static void a_turned_matrix_lies_in_out(void **state) {
  (void)state;
  static const int sizes[][2] = {{1000, 301}, {3, 70001}, {70001, 3}, {17, 5}, {1, 9}, {9, 1}};
  Pool *pool = pool_make(2);
  for (int i = 0; i < 6; i++) {
    Folder folder = folder_make();
    MadeCheckpoint *made = arena_take(folder.arena, 1, sizeof *made);
    made->arena = folder.arena;
    int out = sizes[i][0], in = sizes[i][1];
    const float *from[] = {made_add(made, "a.w", out, in)->numbers,
                           made_add(made, "b.w", out, in)->numbers};
    made_write(made, &folder);
    Weights *weights = open_weights(&folder);
    float *to = arena_take(folder.arena, 2 * (size_t)out * (size_t)in, sizeof *to);
    WeightOrder orders[2];
    for (int j = 0; j < 2; j++)
      orders[j] = (WeightOrder){.from = weights_at(weights, j),
                                .to = to + j * out,
                                .rows = in,
                                .cols = out,
                                .stride = 2 * out,
                                .turned = true};
    read_orders(orders, 2, pool);
    for (int j = 0; j < 2; j++)
      for (int row = 0; row < in; row++)
        for (int col = 0; col < out; col++)
          if (to[(size_t)row * 2 * (size_t)out + (size_t)(j * out + col)] !=
              from[j][(size_t)col * (size_t)in + (size_t)row])
            fail_msg("[%d, %d] turned: part %d, row %d, column %d", out, in, j, row, col);
    weights_close(weights);
    folder_remove(&folder);
  }
  pool_free(pool);
}

/* Many pieces and many orders, by one thread and by two. */
static void the_number_of_threads_changes_nothing(void **state) {
  (void)state;
  Folder folder = folder_make();
  MadeCheckpoint *made = arena_take(folder.arena, 1, sizeof *made);
  made->arena = folder.arena;
  for (int i = 0; i < 40; i++) {
    char name[16];
    snprintf(name, sizeof name, "t%02d", i);
    made_add(made, name, i % 5 == 0 ? 1500 : 3, 700 + i);
  }
  made_write(made, &folder);
  Weights *weights = open_weights(&folder);
  Pool *pool = pool_make(2);
  for (int threads = 1; threads <= 2; threads++) {
    WeightOrder orders[40];
    for (int i = 0; i < 40; i++) orders[i] = plain_order(&folder, weights, made->tensors[i].name);
    read_orders(orders, 40, threads == 2 ? pool : NULL);
    for (int i = 0; i < 40; i++)
      assert_memory_equal(orders[i].to, made->tensors[i].numbers,
                          (size_t)orders[i].from->tensor->count * sizeof(float));
  }
  pool_free(pool);
  weights_close(weights);
  folder_remove(&folder);
}

static WeightCondition condition_of(const Folder *folder, const float *numbers, int count) {
  MadeCheckpoint *made = arena_take(folder->arena, 1, sizeof *made);
  made->arena = folder->arena;
  made_add(made, "t", 1, count)->numbers = arena_take(folder->arena, (size_t)count, sizeof(float));
  memcpy(made->tensors[0].numbers, numbers, (size_t)count * sizeof *numbers);
  made_write(made, folder);
  Weights *weights = open_weights(folder);
  WeightOrder order = {.from = weights_at(weights, 0)};
  read_orders(&order, 1, NULL);
  weights_close(weights);
  return order.condition;
}

static void broken_zero_and_tiny_numbers_are_counted(void **state) {
  (void)state;
  enum { COUNT = 70000 };
  Folder folder = folder_make();
  float *numbers = arena_take(folder.arena, COUNT, sizeof *numbers);
  WeightCondition seen = condition_of(&folder, numbers, COUNT);
  assert_true(seen.all_zero && seen.broken_count == 0 && seen.tiny_count == 0);
  assert_int_equal(seen.first_broken, -1);

  numbers[COUNT - 1] = -0.0f;
  assert_true(condition_of(&folder, numbers, COUNT).all_zero);
  numbers[COUNT - 1] = 1e-42f;
  numbers[3] = -1e-39f;
  numbers[4] = 1.2e-38f; /* just normal */
  seen = condition_of(&folder, numbers, COUNT);
  assert_false(seen.all_zero);
  assert_int_equal(seen.tiny_count, 2);

  numbers[66000] = NAN;
  numbers[66001] = -INFINITY;
  numbers[66002] = 3.4e38f;
  seen = condition_of(&folder, numbers, COUNT);
  assert_int_equal(seen.broken_count, 2);
  assert_int_equal(seen.first_broken, 66000);
  numbers[0] = INFINITY;
  assert_int_equal(condition_of(&folder, numbers, COUNT).first_broken, 0);
  folder_remove(&folder);
}

static void the_warning_names_the_worst_first(void **state) {
  (void)state;
  Folder folder = folder_make();
  MadeCheckpoint *made = arena_take(folder.arena, 1, sizeof *made);
  made->arena = folder.arena;
  memset(made_add(made, "a.zeros", 3, 4)->numbers, 0, 12 * sizeof(float));
  memset(made_add(made, "b.offset", 0, 4)->numbers, 0, 4 * sizeof(float));
  made_add(made, "c.w", 3, 4);
  MadeTensor *last = made_add(made, "d\x1b[31m.w", 2, 3);
  snprintf(last->name, sizeof last->name, "d\\u001b.w");
  for (int round = 0; round < 3; round++) {
    if (round == 0) last->numbers[4] = NAN;
    if (round == 1) last->numbers[4] = 1;
    if (round == 2) {
      made->tensors[0].numbers[0] = 1;
      last->numbers[0] = 1e-40f;
    }
    made_write(made, &folder);
    Weights *weights = open_weights(&folder);
    WeightOrder orders[4];
    for (int i = 0; i < 4; i++) orders[i] = (WeightOrder){.from = weights_at(weights, i)};
    read_orders(orders, 4, NULL);
    const char *text = weights_warning(folder.arena, orders, 4);
    static const char *const wanted[] = {
        "1 number is NaN or infinite, d\\x1B.w[1, 1] in model.safetensors",
        "a.zeros in model.safetensors is all zeros",
        "d\\x1B.w in model.safetensors has 1 of its 6 numbers nearer to 0 than 1.2e-38"};
    assert_string_equal(text, wanted[round]);
    weights_close(weights);
  }
  folder_remove(&folder);
}

static void equal_tensors_are_told_from_others(void **state) {
  (void)state;
  Folder folder = folder_make();
  MadeCheckpoint *made = arena_take(folder.arena, 1, sizeof *made);
  made->arena = folder.arena;
  MadeTensor *one = made_add(made, "one", 300, 333), *two = made_add(made, "two", 300, 333);
  for (int round = 0; round < 3; round++) {
    memcpy(two->numbers, one->numbers, 300 * 333 * sizeof(float));
    if (round == 1) two->numbers[300 * 333 - 1] += 1;
    two->dtype = round == 2 ? "F16" : "F32";
    made_write(made, &folder);
    Weights *weights = open_weights(&folder);
    WeightOrder order = {.from = weights_at(weights, 0), .same_as = weights_at(weights, 1)};
    read_orders(&order, 1, NULL);
    assert_int_equal(order.differs, round == 1);
    weights_close(weights);
  }
  folder_remove(&folder);
}

/* ---- shards ---- */

static void write_shards(const Folder *folder, MadeCheckpoint *made) {
  made_write_some(made, folder, "one.safetensors", 0, 5);
  made_write_some(made, folder, "two.safetensors", 5, made->count - 5);
}

static void write_index(const Folder *folder, const MadeCheckpoint *made, const char *more) {
  StrBuf json = strbuf_make(folder->arena);
  strbuf_add(&json, STR("{\"metadata\":{\"total_size\":1},\"weight_map\":{"));
  for (int i = 0; i < made->count; i++)
    strbuf_format(&json, "%s\"%s\":\"%s.safetensors\"", i > 0 ? "," : "", made->tensors[i].name,
                  i < 5 ? "one" : "two");
  strbuf_format(&json, "%s}}", more);
  folder_write(folder, index_file, strbuf_str(&json));
}

static void shards_are_one_list_of_tensors(void **state) {
  (void)state;
  Folder folder = folder_make();
  MadeCheckpoint *made = made_gpt2(folder.arena, made_sizes);
  write_shards(&folder, made);
  write_index(&folder, made, "");
  Weights *weights = open_weights(&folder);
  assert_int_equal(weights_count(weights), made->count);
  assert_int_equal(weights_file_count(weights), 2);
  assert_string_equal(weights_file(weights), index_file);
  for (int i = 0; i < made->count; i++) {
    WeightOrder order = plain_order(&folder, weights, made->tensors[i].name);
    read_orders(&order, 1, NULL);
    assert_memory_equal(order.to, made->tensors[i].numbers,
                        (size_t)order.from->tensor->count * sizeof(float));
  }
  weights_close(weights);
  made_write(made, &folder); /* the single file wins */
  weights = open_weights(&folder);
  assert_int_equal(weights_file_count(weights), 1);
  weights_close(weights);
  folder_remove(&folder);
}

static void check_index_refused(const char *more, const char *part) {
  Folder folder = folder_make();
  MadeCheckpoint *made = made_gpt2(folder.arena, made_sizes);
  write_shards(&folder, made);
  write_index(&folder, made, more);
  check_refused(&folder, part);
  folder_remove(&folder);
}

static void an_index_stays_in_its_folder(void **state) {
  (void)state;
  static const char *const paths[] = {"../../etc/passwd",    "/etc/passwd", "..",    ".", "",
                                      "sub/one.safetensors", ".hidden",     "a\\\\b"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    char more[80];
    snprintf(more, sizeof more, ",\"x\":\"%s\"", paths[i]);
    check_index_refused(more, "allowed is the name of a file in the same folder, without /");
  }
}

static void a_wrong_index_is_named_with_the_tensor(void **state) {
  (void)state;
  check_index_refused(",\"x\":\"three.safetensors\"", "three.safetensors");
  check_index_refused(",\"x\":\"one.safetensors\"",
                      "says “x” is in one.safetensors, which has no such tensor");
  check_index_refused(",\"x\":7", "weight_map names no file for “x”");
  check_index_refused(",\"x\":{\"file\":\"one.safetensors\"}", "weight_map names no file for “x”");
  check_index_refused(",\"wte.weight\":\"two.safetensors\"", "wte.weight");
  Folder folder = folder_make();
  static const char *const texts[] = {
      "{}", "[]", "{\"weight_map\":[]}", "{\"weight_map\":{}}", "", "{\"weight_map\""};
  for (int i = 0; i < 6; i++) {
    folder_write(&folder, index_file, str_from(texts[i]));
    check_refused(&folder, index_file);
  }
  folder_remove(&folder);
}

static void a_tensor_in_two_shards_is_refused(void **state) {
  (void)state;
  Folder folder = folder_make();
  MadeCheckpoint *made = made_gpt2(folder.arena, made_sizes);
  made_write_some(made, &folder, "one.safetensors", 0, 6);
  made_write_some(made, &folder, "two.safetensors", 5, made->count - 5);
  write_index(&folder, made, "");
  check_refused(&folder, "stands in one.safetensors and in two.safetensors");
  folder_remove(&folder);
}

static void an_index_of_very_many_files_is_refused(void **state) {
  (void)state;
  Folder folder = folder_make();
  MadeCheckpoint *made = arena_take(folder.arena, 1, sizeof *made);
  made->arena = folder.arena;
  StrBuf json = strbuf_make(folder.arena);
  strbuf_add(&json, STR("{\"weight_map\":{\"first\":\"f.safetensors\""));
  made_add(made, "first", 0, 1);
  made_write_some(made, &folder, "f.safetensors", 0, 1);
  for (int i = 0; i < 300; i++) {
    char name[40];
    snprintf(made->tensors[0].name, sizeof made->tensors[0].name, "t%d", i);
    snprintf(name, sizeof name, "%d.safetensors", i);
    made_write_some(made, &folder, name, 0, 1);
    strbuf_format(&json, ",\"t%d\":\"%s\"", i, name);
  }
  strbuf_add(&json, STR("}}"));
  folder_write(&folder, index_file, strbuf_str(&json));
  check_refused(&folder, "weight_map names more than 256 files");
  folder_remove(&folder);
}

/* ---- while reading ---- */

static void a_file_cut_short_while_open_is_an_error(void **state) {
  (void)state;
  Folder folder = folder_make();
  Pool *pool = pool_make(2);
  made_write(made_gpt2(folder.arena, made_sizes), &folder);
  Weights *weights = open_weights(&folder);
  WeightOrder orders[MADE_TENSORS_MOST];
  int count = weights_count(weights);
  for (int i = 0; i < count; i++)
    orders[i] = plain_order(&folder, weights, weights_at(weights, i)->tensor->name);
  assert_int_equal(truncate(folder_file(&folder, "model.safetensors"), 6000), 0);
  Status status = {0};
  assert_false(weights_read(orders, count, pool, NULL, &status));
  check_sentence(&status, "model.safetensors");
  check_sentence(&status, "cut short");
  weights_close(weights);
  pool_free(pool);
  folder_remove(&folder);
}

typedef struct Listener {
  int said, stop_after;
  double last;
} Listener;

static void listen(void *self, double share) {
  Listener *listener = self;
  assert_true(share >= listener->last && share <= 1);
  listener->last = share;
  listener->said++;
}

static bool is_over(void *self) {
  Listener *listener = self;
  return listener->said > listener->stop_after;
}

static void reading_says_how_far_it_is_and_stops(void **state) {
  (void)state;
  Folder folder = folder_make();
  MadeCheckpoint *made = arena_take(folder.arena, 1, sizeof *made);
  made->arena = folder.arena;
  made_add(made, "t", 5000, 1000);
  made_write(made, &folder);
  Weights *weights = open_weights(&folder);
  WeightOrder order = plain_order(&folder, weights, "t");
  for (int stop_after = 0; stop_after < 100; stop_after += 99) {
    Listener listener = {.stop_after = stop_after};
    Progress progress = {listen, is_over, &listener};
    Status status = {0};
    bool done = weights_read(&order, 1, NULL, &progress, &status);
    assert_int_equal(done, stop_after > 0);
    if (!done) assert_int_equal(status.kind, STATUS_STOPPED);
    if (done) assert_true(listener.said > 1);
  }
  weights_close(weights);
  folder_remove(&folder);
}

/* ---- what is there instead ---- */

static void check_instead(const char *name, const char *part) {
  Folder folder = folder_make();
  folder_write(&folder, name, STR("never looked at"));
  folder_write(&folder, "training_args.bin", STR("x"));
  check_refused(&folder, "model.safetensors is missing");
  check_refused(&folder, part);
  folder_remove(&folder);
}

static void other_weights_are_refused_with_the_way_out(void **state) {
  (void)state;
  check_instead("pytorch_model.bin", "/pytorch_model.bin ");
  check_instead("pytorch_model.bin", "python3 tools/record_trace.py convert /tmp/");
  check_instead("model.pt", "model.pt is a PyTorch pickle, which may run a program");
  check_instead("model.pth", "/model.pth ");
  check_instead("model.CKPT", "/model.CKPT ");
  check_instead("pytorch_model.bin.index.json", "M.from_pretrained('.').save_pretrained('.'");
  check_instead("tf_model.h5", "M.from_pretrained('.', from_tf=True).save_pretrained('.', "
                               "safe_serialization=True)");
  check_instead("flax_model.msgpack", "M.from_pretrained('.', from_flax=True)");
  check_instead("m.Q4.gguf", "M.from_pretrained('.', gguf_file='m.Q4.gguf')");
  check_instead("model.onnx", "an ONNX graph");
  check_instead("x'; rm -rf ~;'.bin", "/FILE ");
  check_instead("a-name-that-is-longer-than-a-sentence-has-room-for-in-a-command-to-copy.bin",
                "/FILE ");
  check_instead("model.ckpt.index",
                "M.from_pretrained('./model.ckpt.index', from_tf=True, config=");
  check_instead("model.fp16.safetensors",
                "model.fp16.safetensors is there; if it holds the weights");
  check_instead("model-00001-of-00002.safetensors", "the index that names them");
  check_instead("adapter_model.safetensors", "is an adapter, a change to another model");
  check_instead("notes.txt", "model.safetensors is missing");
}

static void what_is_no_safetensors_file_is_never_waited_for(void **state) {
  (void)state;
  Folder folder = folder_make();
  const char *path = folder_file(&folder, "model.safetensors");
  assert_int_equal(mkfifo(path, 0600), 0);
  check_refused(&folder, "model.safetensors");
  unlink(path);
  assert_int_equal(symlink("nowhere", path), 0);
  check_refused(&folder, "model.safetensors is a link to a file that is not there");
  unlink(path);
  folder_write(&folder, "model.safetensors",
               STR("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"));
  check_refused(&folder, "git lfs pull");
  folder_write(&folder, "model.safetensors", STR("\x80\x02}q\x01."));
  check_refused(&folder, "model.safetensors");
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_dtype_arrives_as_float),
      cmocka_unit_test(a_turned_matrix_lies_in_out),
      cmocka_unit_test(the_number_of_threads_changes_nothing),
      cmocka_unit_test(broken_zero_and_tiny_numbers_are_counted),
      cmocka_unit_test(the_warning_names_the_worst_first),
      cmocka_unit_test(equal_tensors_are_told_from_others),
      cmocka_unit_test(shards_are_one_list_of_tensors),
      cmocka_unit_test(an_index_stays_in_its_folder),
      cmocka_unit_test(a_wrong_index_is_named_with_the_tensor),
      cmocka_unit_test(a_tensor_in_two_shards_is_refused),
      cmocka_unit_test(an_index_of_very_many_files_is_refused),
      cmocka_unit_test(a_file_cut_short_while_open_is_an_error),
      cmocka_unit_test(reading_says_how_far_it_is_and_stops),
      cmocka_unit_test(other_weights_are_refused_with_the_way_out),
      cmocka_unit_test(what_is_no_safetensors_file_is_never_waited_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
