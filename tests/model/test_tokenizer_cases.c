/* tests/model/test_tokenizer_cases.c -- ids, segments and places as a second implementation has them.
**
** tests/reference/make_tokenizer_cases.py writes the folders and the answers.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/reference.h"
#include "support/folder.h"
#include "model/tokenizer/tokenizer.h"

static int number(const json_t *list, size_t index) {
  return (int)json_integer_value(json_array_get(list, index));
}

static const Tokenizer *read_case(Folder *folder, const json_t *given) {
  const char *name;
  const json_t *content;
  json_t *files = json_object_get(given, "files");
  Status status = {0};
  const Tokenizer *tokenizer;
  bool is_bpe = strcmp(json_string_value(json_object_get(given, "kind")), "bpe") == 0;
  json_object_foreach(files, name, content) {
    Str bytes = {json_string_value(content), json_string_length(content)};
    folder_write(folder, name, bytes);
  }
  int rows = (int)json_integer_value(json_object_get(given, "rows"));
  if (!tokenizer_read(
          folder->arena,
          &(TokenizerOrder){folder->path, is_bpe ? TOKENIZER_BPE : TOKENIZER_WORDPIECE, rows, NULL},
          &tokenizer, &status))
    fail_msg("%s: %s", json_string_value(json_object_get(given, "name")), status.sentence);
  assert_non_null(tokenizer);
  return tokenizer;
}

static void check_text(const char *name, const Tokenizer *tokenizer, const json_t *given) {
  Arena *arena = arena_make(0);
  const json_t *text = json_object_get(given, "text"), *ids = json_object_get(given, "ids");
  const json_t *segments = json_object_get(given, "segments");
  const json_t *places = json_object_get(given, "places");
  Str sentence = {json_string_value(text), json_string_length(text)};
  TokenPieces pieces;
  assert_true(
      tokenizer_split(tokenizer, arena, &(SplitOrder){sentence, 1024, NULL}, &pieces, NULL));
  if (pieces.count != (int)json_array_size(ids))
    fail_msg("%s: “%s”: %d tokens, not %zu", name, sentence.at, pieces.count, json_array_size(ids));
  for (int i = 0; i < pieces.count; i++) {
    const TokenPiece *piece = &pieces.at[i];
    const json_t *place = json_array_get(places, (size_t)i);
    if (piece->id != number(ids, (size_t)i) || piece->segment != number(segments, (size_t)i) ||
        piece->first_byte != number(place, 0) || piece->byte_count != number(place, 1))
      fail_msg("%s: “%s”: token %d is %d (segment %d) at %d+%d, not %d (%d) at %d+%d", name,
               sentence.at, i, piece->id, piece->segment, piece->first_byte, piece->byte_count,
               number(ids, (size_t)i), number(segments, (size_t)i), number(place, 0),
               number(place, 1));
  }
  arena_free(arena);
}

static void every_token_is_that_of_the_second_implementation(void **state) {
  (void)state;
  json_t *root = reference_load("tokenizer_cases.json");
  const json_t *cases = json_object_get(root, "cases");
  assert_int_equal(json_array_size(cases), 12);
  for (size_t i = 0; i < json_array_size(cases); i++) {
    const json_t *given = json_array_get(cases, i), *texts = json_object_get(given, "texts");
    Folder folder = folder_make();
    const Tokenizer *tokenizer = read_case(&folder, given);
    assert_true(json_array_size(texts) >= 18);
    for (size_t j = 0; j < json_array_size(texts); j++)
      check_text(json_string_value(json_object_get(given, "name")), tokenizer,
                 json_array_get(texts, j));
    folder_remove(&folder);
  }
  json_decref(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_token_is_that_of_the_second_implementation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
