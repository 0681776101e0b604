/* tests/train/grammar_test.c -- sentences keep the rule of train/grammar/grammar.h; errors name the
** line.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "assets/assets.h"
#include "base/os.h"
#include "train/grammar/grammar.h"
#include "train/task/task.h"

static const char *const languages[] = {"english", "chinese"};

static const Grammar *read_language(Arena *arena, const char *language, GrammarWords *words) {
  const Grammar *grammar;
  Status status;
  GrammarFile file = {.path = language};
  assert_true(assets_find(str_format(arena, "grammar/%s.txt", language), &file.text));
  assert_true(grammar_words_make(arena, words, &status));
  if (!grammar_read(arena, &file, words, &grammar, &status)) fail_msg("%s", status.sentence);
  return grammar;
}

/* Counts the nouns that fit, independently of grammar_resolve. */
static void exactly_one_noun_fits_or_the_verb_decides(void **state) {
  (void)state;
  for (int l = 0; l < 2; l++) {
    Arena *arena = arena_make(0);
    GrammarWords words;
    const Grammar *grammar = read_language(arena, languages[l], &words);
    Rng rng = rng_make(5);
    int alone = 0, decided = 0, unknown = 0;
    for (int i = 0; i < 5000; i++) {
      Sentence sentence;
      if (!grammar_try(grammar, 0.3, &rng, &sentence)) continue;
      for (int p = 0; p < sentence.pronoun_count; p++) {
        int count = 0, meant = sentence.pronouns[p].noun;
        for (int n = 0; n < sentence.noun_count; n++)
          count += grammar_could_mean(&sentence, p, &sentence, n);
        assert_true(grammar_could_mean(&sentence, p, &sentence, meant));
        assert_int_equal(grammar_resolve(&sentence, p), meant);
        assert_in_range(count, 1, 2);
        if (count == 1) alone++;
        else decided++;
        unknown += sentence.unknown == meant;
      }
    }
    assert_true(alone > 2000 && decided > 50 && unknown > 300);
    arena_free(arena);
  }
}

enum { COMBINATIONS_MOST = 1 << 16 };

/* A combination by indices of the grammar, so that the test does not rely on the hash. */
static uint64_t triple_of(const Sentence *sentence, int pronoun) {
  uint64_t noun = (uint64_t)sentence->nouns[sentence->pronouns[pronoun].noun].noun;
  uint64_t verb = (uint64_t)(sentence->main_verb + 1), said = 0;
  for (int i = 0; i < sentence->hold_count; i++) {
    const SentenceHold *hold = &sentence->holds[i];
    if (hold->pronoun != pronoun) continue;
    uint64_t word =
        hold->kind == HOLD_ADJECTIVE ? (uint64_t)hold->adjective + 1 : (uint64_t)hold->verb + 501;
    said = said * 1000 + word;
  }
  return said << 24 | noun << 12 | verb;
}

static void combinations_held_out_are_never_trained(void **state) {
  (void)state;
  static uint64_t held_out[COMBINATIONS_MOST], trained[COMBINATIONS_MOST];
  Arena *arena = arena_make(0);
  GrammarWords words;
  const Grammar *grammar = read_language(arena, "english", &words);
  Rng rng = rng_make(6);
  int held_out_count = 0, trained_count = 0, all = 0;
  for (int i = 0; i < 20000; i++) {
    Sentence sentence;
    if (!grammar_try(grammar, 0, &rng, &sentence)) continue;
    for (int p = 0; p < sentence.pronoun_count; p++) {
      bool is_held_out = grammar_is_held_out(grammar_combination(&sentence, p));
      if (is_held_out) held_out[held_out_count++] = triple_of(&sentence, p);
      else trained[trained_count++] = triple_of(&sentence, p);
      all++;
    }
  }
  for (int i = 0; i < held_out_count; i++)
    for (int j = 0; j < trained_count; j++) assert_true(held_out[i] != trained[j]);
  assert_in_range(held_out_count * 100 / all, 7, 13);
  arena_free(arena);
}

/* The same, checked by the tokens of the samples. */
static void samples_held_out_are_never_trained(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Status status;
  const Task *task;
  Recipe recipe = {.name = "reader", .task = "reader", .unknown = 32};
  assert_true(task_open(arena, &recipe, &task, &status));
  enum { TRAINED = 20000, HELD_OUT = 1000, TOGETHER = 400 };
  static uint64_t held_out[HELD_OUT];
  Batch batch;
  assert_true(batch_make(arena, TOGETHER, TOGETHER * task_tokens_most(task), &batch, &status));
  Rng rng = rng_make(7);
  int count = 0;
  for (int i = 0; i < HELD_OUT; i++) {
    batch_clear(&batch);
    task_sample(task, SAMPLES_HELD_OUT, &rng, &batch);
    held_out[count++] = rng_hash(batch.tokens, (size_t)batch.token_count * sizeof *batch.tokens);
  }
  for (int i = 0; i < TRAINED; i++) {
    batch_clear(&batch);
    task_sample(task, SAMPLES_TRAINED, &rng, &batch);
    uint64_t hash = rng_hash(batch.tokens, (size_t)batch.token_count * sizeof *batch.tokens);
    for (int j = 0; j < count; j++) assert_true(hash != held_out[j]);
  }
  arena_free(arena);
}

static const char small[] = "spaces yes\n"
                            "end .\n"
                            "forms base past\n"
                            "noun dog dogs : animal\n"
                            "noun road roads : path\n"
                            "pronoun it it its : one : animal path\n"
                            "pronoun they them their : many : animal path\n"
                            "adjective tired : animal\n"
                            "adjective wide : path\n"
                            "verb cross crossed : animal > path\n"
                            "phrase one : the {noun}\n"
                            "phrase many : the {noun}\n"
                            "sentence : {a} did not {base v a b} {b} because {it : a b} "
                            "{was/were it} too {against it v}\n";

static bool read_text(Arena *arena, const char *text, const Grammar **grammar, Status *status) {
  GrammarWords words;
  assert_true(grammar_words_make(arena, &words, status));
  return grammar_read(arena, &(GrammarFile){"mine.txt", str_from(text)}, &words, grammar, status);
}

static void a_noun_that_is_added_appears_in_sentences(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  GrammarWords words;
  const Grammar *grammar;
  Status status;
  char *text = str_format(arena, "%s%s", small, "noun wombat wombats : animal\n");
  assert_true(grammar_words_make(arena, &words, &status));
  GrammarFile file = {"mine.txt", str_from(text)};
  if (!grammar_read(arena, &file, &words, &grammar, &status)) fail_msg("%s", status.sentence);
  Rng rng = rng_make(8);
  int meant = 0;
  for (int i = 0; i < 500; i++) {
    Sentence sentence;
    if (!grammar_try(grammar, 0, &rng, &sentence)) continue;
    for (int w = 0; w < sentence.word_count; w++)
      meant += sentence.words[w].kind == WORD_NOUN &&
               str_is(grammar_words_shown(&words, sentence.words[w].word), "wombat");
  }
  assert_true(meant > 50);
  arena_free(arena);
}

/* A line to append to a valid grammar, and what its error must contain. */
typedef struct BadLine {
  const char *line, *said;
} BadLine;

static const BadLine bad_lines[] = {
    {"nuon cat cats : animal",
     "mine.txt:14: a line does not begin with “nuon”; did you mean “noun”"},
    {"noun cat cats", "mine.txt:14: a noun needs at least one class"},
    {"noun cat cats felines : animal", "two forms at most"},
    {"noun : animal", "mine.txt:14: a noun must follow"},
    {"adjective sleepy : anmal", "no noun is of the class “anmal”; did you mean “animal”"},
    {"adjective sleepy", "at least one class"},
    {"adjective very sleepy : animal", "an adjective is one word"},
    {"verb see : animal > animal", "the verb lacks the form “past”"},
    {"verb see saw seen : animal > animal",
     "the line “forms” names fewer forms, and “:” stands between spaces; left is “seen”"},
    {"verb see saw : animal > animal : subject sharp", "words of adjective lines, not “sharp”"},
    {"verb see saw : animal > animal : tired", "subject or object must come before “tired”"},
    {"verb see saw : animal > animal : subject tired object tired", "against two nouns"},
    {"pronoun one : two : animal", "one, many or any"},
    {"phrase one : the {nown}", "noun, adjective and measure, not “nown”"},
    {"sentence : {a} <when> {past v a}", "there is no rule “when”"},
    {"sentence : {a} (did|does not {base v a}", "never closed"},
    {"sentence : {a} did) not {base v a}", "closes nothing"},
    {"sentence : {a {past v a}", "mine.txt:14"},
    {"sentence : {q}", "or words for one and many (was/were), not “q”"},
    {"sentence : {past q a}", "a verb (v to y)"},
    {"sentence : {past v them}", "a noun (a to f) or a pronoun"},
    {"sentence 0 : {a} {past v a}", "1 to 1000"},
    {"sentence :", "a pattern must follow"},
    {"forms base past",
     "mine.txt:14: a second line “forms”; a grammar has one, and it stands in mine.txt:3"},
    {"end !", "mine.txt:14: a second line “end”; a grammar has one, and it stands in mine.txt:2"},
    {"spaces no", "a second line “spaces”"},
    {"with english", "a second line “spaces”"},
    {"verb see saw: animal > path", "left is “animal > path”"},
    {"verb see saw : animal >", "mine.txt:14: classes of the object follow “>”"},
    {"verb see saw : animal>path", "“:” and “>” stand between spaces; no class is “animal>path”"},
    {"phrase one : the", "mine.txt:14: a phrase has the slot {noun}"},
    {"phrase one the {noun}", "one, many or any must stand before “:”, not “one the {noun}”"},
    {"noun rainbow : sky", "mine.txt:14: no verb takes a noun of these classes"},
    {"sentence : {a} {was/were} red", "a pronoun (it, it2 …) must stand here, not “”"},
    {"with englsh",
     "mine.txt:14: with takes a grammar of this program, chinese, english, not “englsh”"},
    {"with", "with takes a grammar of this program, chinese, english, not"},
    {"noun Dog hounds : path", "mine.txt:14: there is a line “noun Dog” already"},
    {"noun hound dogs : animal", NULL},
    {"name Rex : animal\nname rex : animal", "mine.txt:15: there is a line “name rex” already"},
    {"adjective wide : animal", "mine.txt:14: there is a line “adjective wide” already"},
    {"modifier wide : animal", NULL},
    {"pronoun they : one : animal", "mine.txt:14: there is a line “pronoun they” already"},
    {"verb cross crosses : path > animal", "mine.txt:14: there is a line “verb cross” already"},
    {"verb cross crossed : animal", NULL},
    {"noun 雪雪雪雪雪雪雪雪雪雪雪雪雪雪雪雪雪雪雪雪雪雪雪 : ", "a noun needs"},
    {"adjective 雪雪雪雪雪雪雪雪雪雪a雪雪雪雪雪雪雪雪雪雪雪雪雪雪 b : path",
     "雪雪雪a雪雪雪雪雪雪雪雪雪”"},
    {"noun d\xFFg : animal", "mine.txt:14: this is no line of UTF-8 text"},
    {"noun hound/dog/road hounds : animal", "different word"},
    {"noun hound/ hounds/ : animal", NULL},
    {"noun /hound : animal", "spelling on both sides"},
    {"noun hound hounds: animal", "“:” stands between spaces; left is “animal”"},
    {"noun hound hounds : animal : a pack", "mine.txt:14: “a pack” is too long for one word"},
    {"noun HOUND\u00C4 : animal\nnoun hound\u00E4 hounds : animal",
     "mine.txt:15: there is a line “noun hound"
     "\u00E4” already"},
    {"noun [Mask] : animal", "mine.txt:14: “[Mask]” stands for a hidden word"},
    {"noun ____ : animal", "mine.txt:14: “____” stands for a hidden word"},
    {"verb _see saw : animal", "mine.txt:14: a word is missing"},
    {"pronoun one one its itself : one : animal",
     "subject, object and possessive; left is “itself”"},
    {"sentence : {a} {past v a b c} {b}", "a slot has no room for “c”"},
    {"sentence : {a} {was/were a b}", "a slot has no room for “b”"},
    {"sentence : {a} {past v a} {it} {adj it v}", "a slot has no room for “v”"},
    {"sentence : {a} {past v a} {it : it2}", "a pronoun stands for nouns (a to f), not for “it2”"},
};

static void a_bad_line_is_named_with_what_is_allowed(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof bad_lines / sizeof bad_lines[0]; i++) {
    Arena *arena = arena_make(0);
    const Grammar *grammar;
    Status status = {0};
    char *text = str_format(arena, "%s%s\n", small, bad_lines[i].line);
    bool read = read_text(arena, text, &grammar, &status);
    assert_int_equal(read, bad_lines[i].said == NULL);
    if (bad_lines[i].said && !strstr(status.sentence, bad_lines[i].said))
      fail_msg("%s: %s", bad_lines[i].line, status.sentence);
    arena_free(arena);
  }
}

static void spaces_takes_yes_or_no(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const Grammar *grammar;
  Status status = {0};
  assert_false(read_text(arena, "spaces maybe\n", &grammar, &status));
  assert_non_null(strstr(status.sentence, "mine.txt:1: spaces takes yes or no, not “maybe”"));
  arena_free(arena);
}

/* The usual way to add words: a file of four lines. */
static void words_are_added_to_a_grammar_of_the_program(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  GrammarWords words;
  const Grammar *grammar, *plain;
  Status status;
  const char *text = "noun wombat wombats : animal\nwith english\n"
                     "adjective grumpy : animal person\nverb paint painted : person > thing\n";
  assert_true(grammar_words_make(arena, &words, &status));
  GrammarFile file = {"mine.txt", str_from(text)};
  if (!grammar_read(arena, &file, &words, &grammar, &status)) fail_msg("%s", status.sentence);
  Rng rng = rng_make(11);
  int wombats = 0, grumpy = 0, painted = 0, dogs = 0;
  for (int i = 0; i < 20000; i++) {
    Sentence sentence;
    if (!grammar_try(grammar, 0, &rng, &sentence)) continue;
    for (int w = 0; w < sentence.word_count; w++) {
      Str word = grammar_words_shown(&words, sentence.words[w].word);
      wombats += str_is(word, "wombat");
      grumpy += str_is(word, "grumpy");
      painted += str_is(word, "painted");
      dogs += str_is(word, "dog");
    }
  }
  assert_true(wombats > 50 && grumpy > 50 && painted > 20 && dogs > 50);
  plain = read_language(arena, "english", &words);
  assert_true(grammar_digest(plain) != grammar_digest(grammar));
  arena_free(arena);
}

static void a_mistake_in_an_addition_names_the_file_it_stands_in(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const Grammar *grammar;
  Status status = {0};
  assert_false(read_text(arena, "with chinese\nnoun 狗 : animal : 只\n", &grammar, &status));
  assert_non_null(strstr(status.sentence, "mine.txt:2: there is a line “noun 狗” already"));
  assert_false(read_text(arena, "with chinese\n\nend !\n", &grammar, &status));
  assert_non_null(strstr(status.sentence, "mine.txt:3: a second line “end”"));
  assert_non_null(strstr(status.sentence, "grammar/chinese.txt:5"));
  assert_false(read_text(arena, "with english\nwith chinese\n", &grammar, &status));
  assert_non_null(strstr(status.sentence, "mine.txt:2: a second line “with”"));
  arena_free(arena);
}

static uint64_t digest_of(Arena *arena, const char *text) {
  const Grammar *grammar;
  Status status;
  if (!read_text(arena, text, &grammar, &status)) fail_msg("%s", status.sentence);
  return grammar_digest(grammar);
}

static void a_digest_changes_with_what_a_grammar_says_and_with_nothing_else(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  uint64_t first = digest_of(arena, small);
  char *noted = str_format(arena, "# a note\n\n%s  \n# another\n", small);
  char *said = str_format(arena, "%s", small);
  assert_true(digest_of(arena, noted) == first);
  memcpy(strstr(said, "wide : path"), "wide :    *", 11);
  assert_true(digest_of(arena, said) != first);
  arena_free(arena);
}

static void a_grammar_without_sentences_is_refused(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const Grammar *grammar;
  Status status;
  assert_false(read_text(arena, "noun dog : animal\n", &grammar, &status));
  assert_non_null(strstr(status.sentence, "mine.txt"));
  arena_free(arena);
}

/* A rule that calls itself leads to discarded draws, not to a crash. */
static void a_rule_in_itself_makes_no_sentence(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const Grammar *grammar;
  Status status;
  char *text = str_format(arena, "%s%s\n", small, "rule loop : <loop>\nsentence : {a} <loop>");
  assert_true(read_text(arena, text, &grammar, &status));
  Rng rng = rng_make(9);
  int made = 0;
  Sentence sentence;
  for (int i = 0; i < 50; i++) made += grammar_try(grammar, 0, &rng, &sentence);
  assert_true(made > 0 && made < 50);
  arena_free(arena);
}

static bool open_file(Arena *arena, const char *text, const Task **task, Status *status) {
  char path[] = "/tmp/headsup-grammar-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
  close(file);
  Recipe recipe = {.name = "x", .task = "reader", .unknown = 4, .grammars = {path}};
  recipe.grammar_count = 1;
  bool opened = task_open(arena, &recipe, task, status);
  remove(path);
  return opened;
}

/* Two nouns make so few combinations that none may be held out: then the task lacks the set, and
** nothing waits for it. */
static void a_small_grammar_has_only_the_sets_it_can_make(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Status status;
  const Task *task;
  if (!open_file(arena, small, &task, &status)) fail_msg("%s", status.sentence);
  assert_true(task_has_set(task, SAMPLES_TRAINED));
  assert_true(task_has_set(task, SAMPLES_UNKNOWN));
  Batch batch;
  Rng rng = rng_make(10);
  assert_true(batch_make(arena, 64, 64 * task_tokens_most(task), &batch, &status));
  for (int set = 0; set < SAMPLE_SET_COUNT; set++) {
    batch_clear(&batch);
    for (int i = 0; task_has_set(task, (SampleSet)set) && i < 64; i++)
      task_sample(task, (SampleSet)set, &rng, &batch);
  }
  char *none = str_format(arena, "%s", small);
  memcpy(strstr(none, "adjective tired : animal"), "modifier tired  : animal", 24);
  memcpy(strstr(none, "adjective wide : path"), "modifier wide  : path", 21);
  assert_false(open_file(arena, none, &task, &status));
  assert_non_null(strstr(status.sentence, "no sentence can be made"));
  arena_free(arena);
}

/* It would be left out silently. */
static void a_sentence_that_can_never_be_made_is_named(void **state) {
  (void)state;
  static const char *const vain[] = {
      "sentence : {a : path} {past v a b} {b}",                     /* roads do not cross */
      "sentence : {past v a b}",                                    /* no noun */
      "sentence : {a} {past v a b} {b} , {it : a b} {past w it} .", /* each verb has an object */
      "rule loop : <loop>\nsentence : {a} <loop>",
  };
  Arena *arena = arena_make(0);
  Status status;
  const Task *task;
  for (size_t i = 0; i < sizeof vain / sizeof vain[0]; i++) {
    assert_false(open_file(arena, str_format(arena, "%s%s\n", small, vain[i]), &task, &status));
    assert_non_null(strstr(status.sentence, i < 3 ? ":14: no sentence" : ":15: no sentence"));
  }
  arena_free(arena);
}

/* A draw whose choice leaves out the pronoun's noun is discarded: a pronoun's noun is always in the
** sentence. */
static void a_noun_is_said_wherever_its_phrase_stands(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const Grammar *grammar;
  Status status;
  char *text = str_format(arena, "%s%s\n", small, "phrase 30 one : (the {noun}|someone)");
  if (!read_text(arena, text, &grammar, &status)) fail_msg("%s", status.sentence);
  Rng rng = rng_make(12);
  for (int i = 0; i < 300; i++) {
    Sentence sentence;
    if (!grammar_try(grammar, 0.3, &rng, &sentence)) continue;
    for (int noun = 0, said = 0; noun < sentence.noun_count; noun++, said = 0) {
      for (int w = 0; w < sentence.word_count; w++)
        said += sentence.words[w].kind == WORD_NOUN && sentence.words[w].of == noun;
      assert_true(said > 0);
    }
  }
  arena_free(arena);
}

/* Names and words are found by hash: a large grammar is read in time proportional to its size. */
static void tens_of_thousands_of_lines_are_read_in_linear_time(void **state) {
  (void)state;
  static const char *const lines[] = {"rule r%d : (|)\n", "adjective a%d : *\n", "spelling w%d\n",
                                      "verb v%d_x v%d_y v%d_z : *\n"};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    Arena *arena = arena_make(0);
    const Grammar *grammar;
    GrammarWords words;
    Status status;
    StrBuf text = strbuf_make(arena);
    strbuf_add(&text, str_from(small));
    for (int line = 0; line < 60000; line++)
      strbuf_format(&text, lines[i], line % (i == 0 ? 60000 : 3000), line % 77, line % 91);
    assert_true(grammar_words_make(arena, &words, &status));
    double begin_ms = os_thread_cpu_ms();
    GrammarFile file = {"many.txt", strbuf_str(&text)};
    assert_false(grammar_read(arena, &file, &words, &grammar, &status) && i != 2);
    assert_true(os_thread_cpu_ms() - begin_ms < 2000); /* linear searches took 7 seconds */
    arena_free(arena);
  }
}

/* Nine rules, each naming the one before nine times: 9⁹ nodes without a word. */
static void rules_that_grow_without_bound_come_to_an_end(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  StrBuf text = strbuf_make(arena);
  Status status;
  const Task *task;
  strbuf_add(&text, str_from(small));
  strbuf_add(&text, STR("sentence : {a} did not {base v a b} {b} <r9>\nrule r0 : (|)\n"));
  for (int i = 1; i <= 9; i++) {
    strbuf_format(&text, "rule r%d :", i);
    for (int j = 0; j < 9; j++) strbuf_format(&text, " <r%d>", i - 1);
    strbuf_add_char(&text, '\n');
  }
  assert_false(open_file(arena, text.at, &task, &status));
  assert_non_null(strstr(status.sentence, ":14: no sentence"));
  arena_free(arena);
}

static void traditional_and_simplified_are_one_word(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Status status;
  const Task *task;
  Recipe recipe = {.name = "reader", .task = "reader", .unknown = 32};
  assert_true(task_open(arena, &recipe, &task, &status));
  const char *pairs[][2] = {{"动物没有过马路，因为它太宽了", "動物沒有過馬路，因為它太寬了"},
                            {"男孩没有打开箱子 因为他太累了", "男孩沒有打開箱子因為他太累了"},
                            {"The dog didn't cross the road", "the dog didn’t cross the Road"}};
  for (int i = 0; i < 3; i++) {
    Tokens a, b;
    const int *ids_a, *ids_b;
    const Vocabulary *vocabulary = task_vocabulary(task);
    assert_true(
        vocabulary_split(vocabulary, arena, str_from(pairs[i][0]), 64, &a, &ids_a, &status));
    assert_true(
        vocabulary_split(vocabulary, arena, str_from(pairs[i][1]), 64, &b, &ids_b, &status));
    assert_int_equal(a.count, b.count);
    for (int t = 0; t < a.count; t++) {
      assert_int_equal(ids_a[t], ids_b[t]);
      assert_true(ids_a[t] > vocabulary->unknown_count);
    }
  }
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exactly_one_noun_fits_or_the_verb_decides),
      cmocka_unit_test(combinations_held_out_are_never_trained),
      cmocka_unit_test(samples_held_out_are_never_trained),
      cmocka_unit_test(a_noun_that_is_added_appears_in_sentences),
      cmocka_unit_test(a_bad_line_is_named_with_what_is_allowed),
      cmocka_unit_test(spaces_takes_yes_or_no),
      cmocka_unit_test(words_are_added_to_a_grammar_of_the_program),
      cmocka_unit_test(a_mistake_in_an_addition_names_the_file_it_stands_in),
      cmocka_unit_test(a_digest_changes_with_what_a_grammar_says_and_with_nothing_else),
      cmocka_unit_test(a_grammar_without_sentences_is_refused),
      cmocka_unit_test(a_rule_in_itself_makes_no_sentence),
      cmocka_unit_test(a_small_grammar_has_only_the_sets_it_can_make),
      cmocka_unit_test(a_sentence_that_can_never_be_made_is_named),
      cmocka_unit_test(a_noun_is_said_wherever_its_phrase_stands),
      cmocka_unit_test(tens_of_thousands_of_lines_are_read_in_linear_time),
      cmocka_unit_test(rules_that_grow_without_bound_come_to_an_end),
      cmocka_unit_test(traditional_and_simplified_are_one_word),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
