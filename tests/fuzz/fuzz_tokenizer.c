/* tests/fuzz/fuzz_tokenizer.c -- any bytes as the files of a tokenizer, and any bytes as a sentence.
**
** The input is a byte and then texts with a 0 between them: the sentence, and the files the byte
** chooses: vocab.json and merges.txt, vocab.txt, or tokenizer.json, and with the first two
** tokenizer_config.json and added_tokens.json. What can be read must split the sentence into pieces
** that lie in it in order, with ids the model has rows for.
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "model/tokenizer.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

enum { ROWS = 300, MOST = 64, FORMS = 3 };

static const char *const files_of[FORMS][4] = {
    {"vocab.json", "merges.txt", "tokenizer_config.json", "added_tokens.json"},
    {"vocab.txt", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"},
    {"tokenizer.json", "tokenizer_config.json", NULL, NULL},
};

static char folder[] = "/tmp/headsup-fuzz-XXXXXX";

static void remove_one(void *self, const char *name) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", (const char *)self, name);
  os_remove_file(path);
}

static void remove_folder(void) {
  Arena *arena = arena_make(0);
  os_list_folder(arena, folder, remove_one, folder);
  arena_free(arena);
  rmdir(folder);
}

static void make_folder(void) {
  static bool is_made;
  if (is_made) return;
  if (!mkdtemp(folder)) abort();
  atexit(remove_folder);
  is_made = true;
}

static Str cut(Str *rest) {
  const char *end = rest->bytes ? memchr(rest->at, 0, rest->bytes) : NULL;
  Str part = {rest->at, end ? (size_t)(end - rest->at) : rest->bytes};
  size_t gone = part.bytes + (end != NULL);
  *rest = (Str){rest->at + gone, rest->bytes - gone};
  return part;
}

/* All files of other forms go: what is left of the former input must not be read. */
static void write_files(int form, Str rest) {
  Arena *arena = arena_make(0);
  os_list_folder(arena, folder, remove_one, folder);
  arena_free(arena);
  for (int i = 0; i < 4 && files_of[form][i] && rest.bytes > 0; i++) {
    char path[128];
    Str part = cut(&rest);
    snprintf(path, sizeof path, "%s/%s", folder, files_of[form][i]);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(part.at, 1, part.bytes, file) != part.bytes) abort();
    fclose(file);
  }
}

static void must(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

static void check_pieces(const Tokenizer *tokenizer, const TokenPieces *pieces) {
  int first = 0;
  must(pieces->count <= MOST, "at most as many tokens as asked for");
  for (int i = 0; i < pieces->count; i++) {
    const TokenPiece *piece = &pieces->at[i];
    must(piece->id >= 0 && piece->id < ROWS, "an id the model has a row for");
    must(piece->first_byte >= first && piece->byte_count >= 0, "places in order");
    must((size_t)(piece->first_byte + piece->byte_count) <= pieces->sentence.bytes,
         "places in the sentence");
    must(piece->shown.bytes > 0 && !memchr(piece->shown.at, '\n', piece->shown.bytes),
         "one line to be read");
    must(str_equal(piece->bytes, tokenizer_bytes(tokenizer, piece->id)), "bytes of the id");
    must(token_pieces_find(pieces, piece->first_byte) < pieces->count, "a piece of the sentence");
    first = piece->first_byte;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  if (count < 2) return 0;
  int form = bytes[0] % FORMS;
  Str rest = {(const char *)bytes + 1, count - 1}, sentence = cut(&rest);
  Arena *arena = arena_make(0);
  const Tokenizer *tokenizer;
  TokenPieces pieces;
  Status status = {STATUS_OK, ""};
  make_folder();
  write_files(form, rest);
  TokenizerKind kind = form == 1 ? TOKENIZER_WORDPIECE : TOKENIZER_BPE;
  if (!tokenizer_read(arena, folder, kind, ROWS, &tokenizer, &status))
    must(status.kind != STATUS_OK && *status.sentence, "a sentence for what is wrong");
  else if (tokenizer) {
    for (int id = -1; id <= tokenizer_id_count(tokenizer) && id < 2 * ROWS; id++)
      must(tokenizer_token(tokenizer, id).at != NULL, "a text for every id");
    if (tokenizer_split(tokenizer, arena, sentence, MOST, &pieces, &status))
      check_pieces(tokenizer, &pieces);
    else must(*status.sentence, "a sentence for what cannot be split");
  }
  arena_free(arena);
  return 0;
}
