/* tests/fuzz/fuzz_tokenizer.c -- any bytes as the files of a tokenizer, and as a sentence.
**
** The input is a digit and then texts with a 0 between them: the sentence, and the files the digit
** chooses. What can be read must split the sentence into pieces that lie in it in order, with ids
** the model has rows for.
*/
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "model/tokenizer/tokenizer.h"

enum { ROWS = 300, MOST = 64, FORMS = 3, FILES = 4 };

static const char *const files_of[FORMS][FILES] = {
    {"vocab.json", "merges.txt", "tokenizer_config.json", "added_tokens.json"},
    {"vocab.txt", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"},
    {"tokenizer.json", "tokenizer_config.json", NULL, NULL},
};

static Str cut(Str *rest) {
  const char *end = rest->bytes ? memchr(rest->at, 0, rest->bytes) : NULL;
  Str part = {rest->at, end ? (size_t)(end - rest->at) : rest->bytes};
  size_t gone = part.bytes + (end != NULL);
  *rest = (Str){rest->at + gone, rest->bytes - gone};
  return part;
}

/* What is left of the former input must not be read. */
static void remove_files(const char *folder) {
  for (int form = 0; form < FORMS; form++)
    for (int i = 0; i < FILES && files_of[form][i]; i++) {
      char path[256];
      snprintf(path, sizeof path, "%s/%s", folder, files_of[form][i]);
      os_remove_file(path);
    }
}

static const char *write_files(int form, Str rest) {
  const char *folder = fuzz_folder_with("nothing", NULL, 0);
  remove_files(folder);
  for (int i = 0; i < FILES && files_of[form][i] && rest.bytes > 0; i++) {
    Str part = cut(&rest);
    fuzz_folder_with(files_of[form][i], (const uint8_t *)part.at, part.bytes);
  }
  return folder;
}

static void check_pieces(const Tokenizer *tokenizer, const TokenPieces *pieces) {
  int first = 0;
  fuzz_check(pieces->count <= MOST, "at most as many tokens as asked for");
  for (int i = 0; i < pieces->count; i++) {
    const TokenPiece *piece = &pieces->at[i];
    size_t end = (size_t)(piece->first_byte + piece->byte_count);
    fuzz_check(piece->id >= 0 && piece->id < ROWS, "an id has a row");
    fuzz_check(piece->first_byte >= first && piece->byte_count >= 0, "places are in order");
    fuzz_check(end <= pieces->sentence.bytes, "places are in the sentence");
    fuzz_check(piece->shown.bytes > 0, "a token is shown by something");
    fuzz_check(!memchr(piece->shown.at, '\n', piece->shown.bytes), "a token is shown as one line");
    fuzz_check(str_equal(piece->bytes, tokenizer_bytes(tokenizer, piece->id)), "bytes of the id");
    fuzz_check(token_pieces_find(pieces, piece->first_byte) < pieces->count, "a place has a piece");
    first = piece->first_byte;
  }
}

static void split(const Tokenizer *tokenizer, Arena *arena, Str sentence) {
  TokenPieces pieces;
  Status status = {STATUS_OK, ""};
  for (int id = -1; id <= ROWS; id++)
    fuzz_check(tokenizer_token(tokenizer, id).at != NULL, "every id has a text, if an empty one");
  bool done =
      tokenizer_split(tokenizer, arena, &(SplitOrder){sentence, MOST, NULL}, &pieces, &status);
  fuzz_check_status(done, &status);
  if (done) check_pieces(tokenizer, &pieces);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size < 2) return 0;
  int form = bytes[0] % FORMS;
  Str rest = {(const char *)bytes + 1, size - 1}, sentence = cut(&rest);
  Arena *arena = arena_make(0);
  const Tokenizer *tokenizer;
  Status status = {STATUS_OK, ""};
  const char *folder = write_files(form, rest);
  TokenizerKind kind = form == 1 ? TOKENIZER_WORDPIECE : TOKENIZER_BPE;
  bool done =
      tokenizer_read(arena, &(TokenizerOrder){folder, kind, ROWS, NULL}, &tokenizer, &status);
  fuzz_check_status(done, &status);
  fuzz_check_memory(arena, size, 400);
  if (done && tokenizer) split(tokenizer, arena, sentence);
  arena_free(arena);
  return 0;
}
