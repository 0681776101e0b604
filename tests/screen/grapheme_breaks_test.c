/* A model splits a character into its bytes; the sentence at the tokens stage
** still reads as typed. */
#include "screen/state.h"

#include <string.h>

#include "model/made_checkpoint.h"
#include "render/count/count.h"
#include "support/folder.h"

/* é is the bytes C3 A9, which a vocabulary writes as Ã and ©. */
static const char vocabulary[] =
    "{\"a\": 0, \"b\": 1, \"\u00c3\": 2, \"\u00a9\": 3, \"-\": 4, \"c\": 5}";
static const char merges[] = "#version: 0.2\n";
static const char config[] =
    "{\"model_type\": \"gpt2\", \"n_layer\": 1, \"n_head\": 2, \"n_embd\": 8, "
    "\"n_inner\": 8, \"n_positions\": 16, \"vocab_size\": 6}";

static Folder make_model(void) {
  Folder folder = folder_make();
  made_write(made_gpt2(folder.arena, (MadeSizes){1, 8, 8, 6, 16, 0}), &folder);
  folder_write(&folder, "config.json", str_from(config));
  folder_write(&folder, "vocab.json", str_from(vocabulary));
  folder_write(&folder, "merges.txt", str_from(merges));
  return folder;
}

static int texts(const DrawList *list, const char *words) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    count += list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words);
  return count;
}

/* One letter in the sentence for two tokens, each with a line and a chip of its own. */
static void bytes_of_a_character_are_read_as_the_character(void **state) {
  (void)state;
  Folder folder = make_model();
  Arena *arena = arena_make(0);
  Session *session = session_after(
      str_format(arena, "motion off; model \"%s\"; sentence \"a\u00e9b\"; view stage; stage tokens",
                 folder.path));
  assert_int_equal(trace_token_count(session_trace(session)), 4);
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  assert_int_equal(texts(&list, "\u00e9"), 1);
  assert_int_equal(texts(&list, "\\xC3"), 3); /* the chip, that of the field, and its row of X */
  assert_int_equal(texts(&list, "\\xA9"), 3);
  session_free(session);
  arena_free(arena);
  folder_remove(&folder);
}

/* A sentence that ends within a character, as at a model's limit, shows the bytes there are. */
static void half_a_character_is_shown_as_its_bytes(void **state) {
  (void)state;
  Folder folder = make_model();
  Arena *arena = arena_make(0);
  Session *session = session_after(str_format(
      arena,
      "motion off; model \"%s\"; sentence \"abcabcabcabcabc\u00e9\"; view stage; stage tokens",
      folder.path));
  assert_int_equal(trace_token_count(session_trace(session)), 16);
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  assert_int_equal(texts(&list, "\u00e9"), 0);
  assert_true(texts(&list, "\\xC3") >= 2);
  session_free(session);
  arena_free(arena);
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bytes_of_a_character_are_read_as_the_character),
      cmocka_unit_test(half_a_character_is_shown_as_its_bytes),
  };
  return cmocka_run_group_tests(tests, state_open, state_close);
}
