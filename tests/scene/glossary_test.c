/* tests/scene/glossary_test.c -- every term of the panels is explained where it stands. */
#include "scene/scene_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <ctype.h>

#include "base/os.h"
#include "scene/glossary.h"
#include "support/common_stages.h"

enum { PAGE_MOST = 1 << 20 };
static const float WIDE = 330, HIGH = 2400;

static int find(const char *text, Str *found) {
  Glossary glossary;
  glossary_read(&glossary);
  return glossary_find(&glossary, str_from(text), 0, found);
}

static void assert_finds(const char *text, const char *word) {
  Str found = {"", 0};
  int term = find(text, &found);
  if (!word) {
    assert_int_equal(term, -1);
    return;
  }
  if (term < 0) fail_msg("no term in “%s”", text);
  if (!str_is(found, word)) fail_msg("“%.*s” in “%s”", (int)found.bytes, found.at, text);
}

static void terms_are_whole_words(void **state) {
  (void)state;
  assert_finds("Two keys", "keys");
  assert_finds("monkeys keyed turkey_key", NULL);
  assert_finds("Entropy, of a row", "Entropy");
  assert_finds("the value of “key”", "value");
  assert_finds("“key” is quoted", NULL);
  assert_finds("a weight decays by weight decay", "weight");
  assert_finds("by weight decay", "weight decay");
  assert_finds("+ (−∞)", "−∞");
  assert_finds("mlp", NULL);
  assert_finds("4 · 7 = 28", NULL);
}

/* No two terms share a form, and each tells more than its name. */
static void every_term_has_a_meaning_of_its_own(void **state) {
  (void)state;
  Glossary glossary;
  glossary_read(&glossary);
  assert_true(glossary.count < GLOSSARY_FORMS_MOST);
  for (int i = 0; i < glossary.count; i++)
    for (int j = 0; j < i; j++) assert_false(str_equal(glossary.forms[i], glossary.forms[j]));
  for (int i = 0; i < glossary_count(); i++) {
    Str found = {"", 0};
    assert_int_equal(glossary_find(&glossary, glossary_word(i), 0, &found), i);
    assert_true(strlen(glossary_meaning(i)) > 20);
  }
}

static const DrawHit *mark_of(const SceneBench *bench, const char *word) {
  size_t length = strlen(word);
  for (int i = 0; i < bench->list.hit_count; i++) {
    const char *tip = bench->list.hits[i].tip;
    if (tip && strncmp(tip, word, length) == 0 && tip[length] == ':') return &bench->list.hits[i];
  }
  return NULL;
}

/* The word under a mark: the text whose baseline it follows, from its left to its right edge. */
static void assert_lies_under(const SceneBench *bench, const DrawHit *mark, const char *word) {
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    const DrawText *text = &item->as.text;
    if (item->kind != DRAW_TEXT || text->at.y < mark->box.y ||
        text->at.y > mark->box.y + mark->box.h)
      continue;
    Str words = text->text;
    float letter = text->width_pt / (float)words.bytes;
    size_t from = (size_t)((mark->box.x - text->at.x) / letter + 0.5f);
    if (mark->box.x < text->at.x || from + strlen(word) > words.bytes) continue;
    if (memcmp(words.at + from, word, strlen(word)) == 0) return;
  }
  fail_msg("%s is not where its mark is", word);
}

static void a_term_tells_its_meaning_where_it_stands(void **state) {
  (void)state;
  SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
  bench_look(&bench, STAGE_WEIGHTS, 5, 3);
  bench_panel(&bench, WIDE, HIGH, 1);
  const DrawHit *mark = mark_of(&bench, "entropy");
  assert_non_null(mark);
  assert_non_null(strstr(mark->tip, "log₂"));
  assert_string_equal(mark->click, "glossary on");
  assert_lies_under(&bench, mark, "entropy");
  int marks = 0;
  for (int i = 0; i < bench.list.hit_count; i++)
    marks += bench.list.hits[i].tip && strcmp(bench.list.hits[i].tip, mark->tip) == 0;
  assert_int_equal(marks, 1);

  bench_strip(&bench, 900, 72, 1);
  assert_non_null(mark_of(&bench, "score"));
  assert_lies_under(&bench, mark_of(&bench, "score"), "score");

  bench.interactive = false;
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_null(mark_of(&bench, "entropy"));
  bench_free(&bench);
}

/* √d has a meaning, which is not that of √d with an index. */
static void a_symbol_with_an_index_is_no_term(void **state) {
  static const char *const words[] = {"divided by √d", "divided by √d_model"};
  (void)state;
  int term = find("√d", &(Str){"", 0});
  for (int i = 0; i < 2; i++) {
    SceneBench bench = bench_make("random", "none", BENCH_SENTENCE);
    Scene scene = bench_scene(&bench, WIDE, HIGH, 1);
    bool in_use[GLOSSARY_FORMS_MOST] = {false};
    pen_words_in(&scene.pen, (TextStyle){.size = 12}, (Box){0, 0, WIDE, 20}, str_from(words[i]));
    glossary_mark(&scene, 0, NULL);
    glossary_collect(&scene, 0, in_use);
    assert_int_equal(bench.list.hit_count, i == 0 ? 1 : 0);
    assert_int_equal(in_use[term], i == 0);
    bench_free(&bench);
  }
}

/* Of a sentence about keys the tokens are no terms. */
static void a_token_is_no_term(void **state) {
  (void)state;
  SceneBench bench = bench_make("hand-made", "none", "softmax entropy residual");
  bench_look(&bench, STAGE_SCORES, 1, 2);
  bench_panel(&bench, WIDE, HIGH, 1);
  assert_true(bench_has(&bench, "entropy"));
  assert_null(mark_of(&bench, "entropy"));
  assert_null(mark_of(&bench, "residual"));
  bench_free(&bench);
}

static bool lists(SceneBench *bench, int term) {
  return bench_has(bench, str_copy(bench->arena, glossary_word(term)));
}

/* Opened, the list has every marked term; scrolled to its end, the last ones. */
static void the_list_has_every_term_of_the_panel(void **state) {
  (void)state;
  SceneBench bench = bench_make("made-reader", "causal", BENCH_SENTENCE);
  for (int i = 0; i < common_stage_count(); i++)
    for (int key = 0; key <= 3; key += 3) {
      bool marked[256] = {false}, seen[256] = {false};
      bench_look(&bench, common_stage(i), 5, key);
      bench.view.glossary = false;
      bench_panel(&bench, WIDE, HIGH, 1);
      assert_true(glossary_count() <= 256);
      for (int term = 0; term < glossary_count(); term++)
        marked[term] = mark_of(&bench, str_copy(bench.arena, glossary_word(term))) != NULL;
      bench.view.glossary = true;
      for (int place = 0; place <= 16; place++) {
        bench.view.panel_scroll = (float)place / 16;
        bench_panel(&bench, WIDE, 420, 1);
        bench_check_layout(&bench, "terms");
        for (int term = 0; term < glossary_count(); term++)
          seen[term] = seen[term] || lists(&bench, term);
      }
      for (int term = 0; term < glossary_count(); term++)
        if (marked[term] && !seen[term])
          fail_msg("%.*s is not listed", (int)glossary_word(term).bytes, glossary_word(term).at);
    }
  bench_free(&bench);
}

static Str page(Arena *arena, const char *path) {
  Str text;
  Status status = {0};
  if (!os_read_file(arena, path, PAGE_MOST, &text, &status)) fail_msg("%s", status.sentence);
  return text;
}

/* As a whole word: no “preview” is a view. */
static bool has_word(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
    if ((at == text || !isalpha((unsigned char)at[-1])) && !isalpha((unsigned char)at[length]))
      return true;
  return false;
}

static bool says(const SceneBench *bench, Str word) {
  for (int i = 0; i < bench->list.item_count; i++) {
    const DrawItem *item = &bench->list.items[i];
    if (item->kind == DRAW_TEXT &&
        has_word(str_copy(bench->arena, item->as.text.text), str_copy(bench->arena, word)))
      return true;
  }
  return false;
}

static bool is_said_by_a_panel(SceneBench *bench, Str word) {
  for (int i = 0; i < common_stage_count(); i++)
    for (int key = -1; key <= 3; key++) {
      bench_look(bench, common_stage(i), key < 0 ? 0 : 5, key < 0 ? 0 : key);
      bench_panel(bench, WIDE, HIGH, 1);
      if (says(bench, word)) return true;
    }
  return false;
}

/* Every word in the first column of the tables of docs/vocabulary.md that a panel says. */
static void every_word_of_the_vocabulary_is_explained(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  SceneBench bench = bench_make("made-reader", "causal", BENCH_SENTENCE);
  const char *at = strstr(page(arena, "docs/vocabulary.md").at, "\n## Words");
  assert_non_null(at);
  const char *end = strstr(at, "\n## Roles");
  int checked = 0;
  assert_non_null(end);
  while ((at = strstr(at, "\n| ")) && at < end) {
    at += 3;
    for (size_t bytes; *at != '|'; at += bytes + strspn(at + bytes, ", ")) {
      bytes = strcspn(at, ",|");
      Str word = {at, bytes}, found;
      while (word.bytes > 0 && word.at[word.bytes - 1] == ' ') word.bytes--;
      if (str_is(word, "word") || str_starts(word, "--") || !is_said_by_a_panel(&bench, word))
        continue;
      checked++;
      if (find(str_copy(arena, word), &found) < 0)
        fail_msg("“%.*s” has no meaning in scene/glossary.c", (int)word.bytes, word.at);
    }
  }
  assert_true(checked > 12);
  bench_free(&bench);
  arena_free(arena);
}

static void the_guide_has_the_same_list(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  const char *guide = page(arena, "docs/guide.md").at;
  for (int i = 0; i < glossary_count(); i++) {
    Str word = glossary_word(i);
    const char *line =
        str_format(arena, "\n| %.*s | %s |\n", (int)word.bytes, word.at, glossary_meaning(i));
    if (!strstr(guide, line)) fail_msg("docs/guide.md lacks the line%s", line);
  }
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terms_are_whole_words),
      cmocka_unit_test(every_term_has_a_meaning_of_its_own),
      cmocka_unit_test(a_term_tells_its_meaning_where_it_stands),
      cmocka_unit_test(a_symbol_with_an_index_is_no_term),
      cmocka_unit_test(a_token_is_no_term),
      cmocka_unit_test(the_list_has_every_term_of_the_panel),
      cmocka_unit_test(every_word_of_the_vocabulary_is_explained),
      cmocka_unit_test(the_guide_has_the_same_list),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
