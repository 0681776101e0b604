/* Words that the model does not know are marked without colour, say how they are read, and a
** sentence of such words is told. */
#include "screen/state.h"

#include <string.h>

#include "model/made_checkpoint.h"
#include "scene/unknown_words.h"
#include "support/folder.h"

static const char bert_words[] = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\nsat\n##s\n##ting\n"
                                 "on\na\nmat\nin\nit\nis\nwas\n";

static int texts(const DrawList *list, const char *words) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    count += list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words);
  return count;
}

static bool tells(const DrawList *list, const char *words) {
  for (int i = 0; i < list->hit_count; i++)
    if (list->hits[i].tip && strstr(list->hits[i].tip, words)) return true;
  return false;
}

static Folder make_bert(void) {
  Folder folder = folder_make();
  MadeCheckpoint *bert = made_bert(folder.arena, made_sizes);
  made_add_head(bert);
  made_write(bert, &folder);
  folder_write(&folder, "config.json", str_from(made_bert_config));
  folder_write(&folder, "vocab.txt", str_from(bert_words));
  return folder;
}

static DrawList screen_of(const Session *session, Arena *arena) {
  return screen_list(session, arena, (Window){1440, 900});
}

/* A mark in the field, and one more at the tokens stage. */
static void unknown_words_are_marked(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session =
      session_after("motion off; model reader; sentence \"the animal\"; stage weights");
  DrawList list = screen_of(session, arena);
  assert_int_equal(texts(&list, "?"), 0);
  run(session, "sentence \"the quimble animal\"");
  list = screen_of(session, arena);
  assert_int_equal(texts(&list, "?"), 1);
  run(session, "stage tokens");
  list = screen_of(session, arena);
  assert_int_equal(texts(&list, "?"), 2);
  assert_int_equal(texts(&list, "3 tokens · 1 is unknown to the model"), 1);
  assert_true(tells(&list, "the model does not know this word: it reads “unknown "));
  session_free(session);
  arena_free(arena);
}

static void most_words_unknown_is_said(void **state) {
  (void)state;
  static const struct {
    const char *sentence, *words;
  } cases[] = {{"Der Hund lief los", "the model knows 0 of 4 words"},
               {"the Hund lief los", "the model knows 1 of 4 words"},
               {"Hund", "the model knows 0 of 1 word "},
               {"the animal Hund lief los because", NULL},
               {"the Hund lief", NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Arena *arena = arena_make(0);
    Session *session = session_after(
        str_format(arena, "motion off; model reader; sentence \"%s\"", cases[i].sentence));
    DrawList list = screen_of(session, arena);
    assert_int_equal(tells(&list, "the model knows"), cases[i].words != NULL);
    if (cases[i].words) assert_true(tells(&list, cases[i].words));
    run(session, "model hand-made"); /* knows any word */
    list = screen_of(session, arena);
    assert_false(tells(&list, "the model knows"));
    session_free(session);
    arena_free(arena);
  }
}

/* Other spellings of the hidden word are no unknown words: the gaps of a task are written "_". */
static void gaps_are_no_unknown_words(void **state) {
  (void)state;
  Session *session = session_after("motion off; model reader; sentence \"the ___ [MASK] zorp\"");
  assert_int_equal(unknown_words_count(session_trace(session)).unknown, 1);
  run(session, "view training; train copy");
  assert_true(trace_token_count(session_trace(session)) > 0);
  assert_int_equal(unknown_words_count(session_trace(session)).unknown, 0);
  session_free(session);
}

static void a_tokenizer_says_how_it_cut(void **state) {
  (void)state;
  Folder folder = make_bert();
  Session *session = session_after(str_format(
      folder.arena, "motion off; model \"%s\"; sentence \"the cats zebra [UNK]\"", folder.path));
  const Trace *trace = session_trace(session);
  assert_int_equal(trace_token_count(trace), 7); /* [CLS] the cat ##s [UNK] [UNK] [SEP] */
  assert_null(unknown_words_tip(folder.arena, trace, 0));
  assert_null(unknown_words_tip(folder.arena, trace, 1));
  assert_string_equal(unknown_words_tip(folder.arena, trace, 3),
                      "part 2 of 2 that the tokenizer cut “cats” into");
  assert_string_equal(unknown_words_tip(folder.arena, trace, 4),
                      "the model does not know this word: it reads “[UNK]” in its place");
  assert_int_equal(trace_token(trace, 5)->read_as.bytes, 0); /* typed */
  assert_int_equal(unknown_words_count(trace).unknown, 1);
  session_free(session);
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknown_words_are_marked),
      cmocka_unit_test(most_words_unknown_is_said),
      cmocka_unit_test(gaps_are_no_unknown_words),
      cmocka_unit_test(a_tokenizer_says_how_it_cut),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
