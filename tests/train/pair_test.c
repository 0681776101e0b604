/* Sentences of the English grammar, said in Chinese: the words, their order, and what each is said
** for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "train/grammar/parts.h"
#include "train/task/kind.h"
#include "train/task/sentences.h"

typedef struct World {
  Arena *arena;
  const Task *task;
  const Sentences *sentences;
} World;

static World open_world(void) {
  World world = {.arena = arena_make(0)};
  Recipe recipe;
  Status status = {0};
  if (!recipe_open(world.arena, "translator", &recipe, &status) ||
      !task_open(world.arena, &recipe, &world.task, &status))
    fail_msg("%s", status.sentence);
  world.sentences = sentences_of(world.task);
  return world;
}

static int word_of(const World *world, Str text) {
  for (int i = 0; i < world->sentences->words.word_count; i++)
    if (str_equal(grammar_words_shown(&world->sentences->words, i), text)) return i;
  fail_msg("there is no word %.*s", (int)text.bytes, text.at);
  return -1;
}

static int noun_of(const Grammar *grammar, int word) {
  for (int i = 0; i < grammar->noun_count; i++)
    if (grammar->nouns[i].one == word || grammar->nouns[i].many == word) return i;
  fail_msg("no noun");
  return -1;
}

/* "the dog/n slept/v": n noun, v verb, p pronoun of the first noun, a adjective said of something,
** m before a noun. */
static Sentence tagged(const World *world, const char *text) {
  const Grammar *english = world->sentences->grammars[0];
  Sentence made = {.grammar = english, .main_verb = -1, .unknown = -1};
  Str rest = str_from(text);
  while (rest.bytes > 0) {
    const char *space = memchr(rest.at, ' ', rest.bytes);
    Str word = {rest.at, space ? (size_t)(space - rest.at) : rest.bytes};
    rest = (Str){rest.at + word.bytes, rest.bytes - word.bytes};
    rest = str_trim(rest);
    const char *slash = memchr(word.at, '/', word.bytes);
    char tag = slash ? slash[1] : 0;
    if (slash) word.bytes = (size_t)(slash - word.at);
    SentenceWord *to = &made.words[made.word_count++];
    *to = (SentenceWord){word_of(world, word), WORD_PLAIN, -1};
    if (tag == 'n') {
      to->kind = WORD_NOUN, to->of = made.noun_count;
      made.nouns[made.noun_count++].noun = noun_of(english, to->word);
    }
    if (tag == 'v') to->kind = WORD_VERB;
    if (tag == 'a') to->kind = WORD_PREDICATE;
    if (tag == 'm') to->kind = WORD_ADJECTIVE;
    if (tag == 'p') to->kind = WORD_PRONOUN, to->of = 0;
  }
  made.pronouns[0].noun = 0;
  made.pronoun_count = 1;
  return made;
}

static void expect(const World *world, const char *english, const char *chinese) {
  SentencePair pair;
  Sentence sentence = tagged(world, english);
  StrBuf text = strbuf_make(world->arena);
  if (!pair_make(world->sentences->dictionary, &sentence, &pair)) fail_msg("“%s”", english);
  for (int i = 0; i < pair.target_count; i++) {
    Str word = grammar_words_shown(&world->sentences->words, pair.target[i]);
    strbuf_format(&text, "%s%.*s", i > 0 ? " " : "", (int)word.bytes, word.at);
  }
  assert_string_equal(text.at, chinese);
}

static void a_sentence_has_the_order_of_chinese(void **state) {
  (void)state;
  World world = open_world();
  expect(&world, "the animal/n did not cross/v the street/n yesterday because it/p was too tired/a",
         "动物 昨天 没有 过 街 ， 因为 它 太 累 了 。");
  expect(&world, "this red/m ball/n was very big/a", "这 个 红色 的 球 很 大 。");
  expect(&world,
         "although they/p were so hungry/a , the dogs/n chased/v a cat/n behind the house/n in the "
         "morning",
         "虽然 它们 很 饿 ， 狗 早上 在 房子 后面 追 了 一 只 猫 。");
  expect(&world, "the boys/n could not catch/v the fox/n because they/p were slow/a",
         "男孩 不能 抓住 狐狸 ， 因为 他们 很 慢 。");
  expect(&world, "Anna/n didn't jump/v over/v the wall/n in front of the school/n",
         "小红 在 学校 前面 没有 跳过 墙 。");
  arena_free(world.arena);
}

/* Each word of the target is said for the word whose Chinese it is, or that asks for it. */
static void each_word_knows_what_it_is_said_for(void **state) {
  (void)state;
  static const int from[] = {1, 7, 2, 4, 6, 8, 8, 9, 11, 12, 11, 13};
  World world = open_world();
  SentencePair pair;
  Sentence sentence = tagged(
      &world, "the animal/n did not cross/v the street/n yesterday because it/p was too tired/a");
  assert_true(pair_make(world.sentences->dictionary, &sentence, &pair));
  assert_int_equal(pair.source_count, 14);
  assert_int_equal(pair.target_count, 12);
  for (int i = 0; i < 12; i++) assert_int_equal(pair.from[i], from[i]);
  arena_free(world.arena);
}

/* What has no Chinese word, or another form, is no pair. */
static void what_cannot_be_said_is_left_out(void **state) {
  (void)state;
  static const char *const wrong[] = {"the sandwich/n was sour/a", "the dog/n barked/v",
                                      "the dog/n slept/v at night", "yesterday"};
  World world = open_world();
  SentencePair pair;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    Sentence sentence = tagged(&world, wrong[i]);
    if (pair_make(world.sentences->dictionary, &sentence, &pair)) fail_msg("“%s”", wrong[i]);
  }
  arena_free(world.arena);
}

/* A dictionary that cannot be read names its file, its line and what is wrong. */
static void a_wrong_line_of_the_dictionary_is_named(void **state) {
  (void)state;
  static const char *const wrong[][2] = {
      {"# words\ndog 狗\n", "words.txt:2: a line is English words, a colon and one Chinese word"},
      {"dog : 狗\nblorped : 狗\n", "words.txt:2: neither grammar has the word “blorped”"},
      {"dog_dog_dog_dog : 狗\n", "words.txt:1: at most 3 English words can stand for one"}};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    World world = open_world();
    GrammarWords words = world.sentences->words;
    GrammarFile file = {"words.txt", str_from(wrong[i][0])};
    Status status = {0};
    assert_null(
        pair_dictionary_read(world.arena, &file, &words, world.sentences->grammars[1], &status));
    if (!strstr(status.sentence, wrong[i][1])) fail_msg("%s", status.sentence);
    arena_free(world.arena);
  }
}

/* A sample: the target begins with the hidden word, each row is asked for the next one, and the
** last answer is the full stop. */
static void a_sample_has_two_sentences(void **state) {
  (void)state;
  World world = open_world();
  Batch batch;
  Rng rng = rng_make(7);
  int end = sentences_id(world.task, word_of(&world, STR("。")));
  assert_true(batch_make(world.arena, 300, 300 * task_tokens_most(world.task), &batch, NULL));
  batch_clear(&batch);
  for (int i = 0; i < 300; i++)
    task_sample(world.task, i % 2 ? SAMPLES_HELD_OUT : SAMPLES_TRAINED, &rng, &batch);
  for (int i = 0; i < 300; i++) {
    int first = batch.starts[i], target = first + batch.sources[i], last = batch.starts[i + 1] - 1;
    assert_true(batch.sources[i] > 1 && target < last);
    assert_int_equal(batch.tokens[target], VOCABULARY_HIDDEN_ID);
    assert_int_equal(batch.targets[last], end);
    for (int t = first; t < target; t++) assert_int_equal(batch.targets[t], TARGET_NONE);
    for (int t = target; t <= last; t++) {
      assert_true(batch.attn_targets[t] >= 0 && batch.attn_targets[t] < batch.sources[i]);
      if (t < last) assert_int_equal(batch.tokens[t + 1], batch.targets[t]);
    }
  }
  arena_free(world.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sentence_has_the_order_of_chinese),
      cmocka_unit_test(each_word_knows_what_it_is_said_for),
      cmocka_unit_test(what_cannot_be_said_is_left_out),
      cmocka_unit_test(a_wrong_line_of_the_dictionary_is_named),
      cmocka_unit_test(a_sample_has_two_sentences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
