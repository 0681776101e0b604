/* model/tokenizer/tokenizer.c -- opens the tokenizer of a folder, and looks up ids.
**
** tokenizer.json describes a tokenizer completely and takes precedence; without it the older files
** are read, with the defaults of their programs. */
#include "model/tokenizer/tokenizer.h"

#include <assert.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "model/checkpoint/folder_file.h"
#include "model/tokenizer/tokenizer_internal.h"

enum { STORE_BYTES = 64 << 10 };

/* ---- what every reading needs ---- */

bool tokenizer_enter_file(TokenizerReading *reading, const char *name) {
  reading->path = str_format(reading->arena, "%s/%s", reading->folder, name);
  return reading->path && os_kind(reading->path) != OS_MISSING;
}

static bool may_read(const TokenizerReading *reading) {
  return folder_file_check(reading->arena, reading->folder, reading->path, reading->status);
}

bool tokenizer_read_bytes(const TokenizerReading *reading, Str *bytes) {
  if (!reading->path) return status_no_memory(reading->status);
  return may_read(reading) && os_read_file(reading->arena, reading->path, TOKENIZER_FILE_BYTES_MOST,
                                           bytes, reading->status);
}

bool tokenizer_read_object(const TokenizerReading *reading, json_t **object) {
  if (!reading->path) return status_no_memory(reading->status);
  if (!may_read(reading) ||
      !json_read_file(reading->path, TOKENIZER_JSON_BYTES_MOST, object, reading->status))
    return false;
  if (json_is_object(*object)) return true;
  json_decref(*object);
  return status_fail(reading->status, STATUS_COULD_NOT, _("%s must hold a JSON object: { … }"),
                     reading->path);
}

bool tokenizer_keep(TokenizerReading *reading, Str text, Str *copy) {
  if (reading->store_bytes < text.bytes + 1) {
    size_t bytes = text.bytes < STORE_BYTES ? STORE_BYTES : text.bytes + 1;
    reading->store = arena_take(reading->arena, bytes, 1);
    reading->store_bytes = reading->store ? bytes : 0;
    if (!reading->store) return status_no_memory(reading->status);
  }
  memcpy(reading->store, text.at, text.bytes);
  *copy = (Str){reading->store, text.bytes};
  reading->store += text.bytes + 1; /* arena memory is zeroed, so a 0 follows the text */
  reading->store_bytes -= text.bytes + 1;
  return true;
}

bool tokenizer_goes_on(TokenizerReading *reading) {
  if (++reading->unasked < TOKENIZER_UNASKED_MOST) return true;
  reading->unasked = 0;
  return progress_check(reading->progress, 0, _("Reading the tokenizer"), reading->status);
}

Str tokenizer_json_text(const json_t *value) {
  if (!json_is_string(value)) return (Str){NULL, 0};
  return (Str){json_string_value(value), json_string_length(value)};
}

bool tokenizer_json_bool(const TokenizerReading *reading, const json_t *object, const char *key,
                         bool missing, bool *value) {
  const json_t *found = json_object_get(object, key);
  *value = !found || json_is_null(found) ? missing : json_is_true(found);
  if (!found || json_is_null(found) || json_is_boolean(found)) return true;
  return status_fail(reading->status, STATUS_COULD_NOT, _("%s: %s must be true or false"),
                     reading->path, key);
}

/* ---- which files ---- */

static bool fail_missing(const TokenizerReading *reading, const char *there, const char *missing) {
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s has %s but no %s: a byte-level vocabulary needs both"), reading->folder,
                     there, missing);
}

static bool read_bpe_files(TokenizerReading *reading) {
  json_t *vocab;
  reading->made->kind = TOKENIZER_BPE;
  reading->made->files = "vocab.json, merges.txt";
  bool done = pre_tokens_make(reading->arena, &reading->made->pre_tokens, reading->status);
  tokenizer_enter_file(reading, "vocab.json");
  if (!done || !tokenizer_read_object(reading, &vocab)) return false;
  done = tokenizer_read_vocab_json(reading, vocab);
  json_decref(vocab);
  if (!done || !tokenizer_seal_names(reading)) return false;
  tokenizer_enter_file(reading, "merges.txt");
  return tokenizer_read_merges_txt(reading) && tokenizer_read_companions(reading);
}

static bool read_wordpiece_files(TokenizerReading *reading) {
  Tokenizer *made = reading->made;
  made->kind = TOKENIZER_WORDPIECE;
  made->files = "vocab.txt";
  made->later_mark = STR("##");
  made->pieces.most_characters = WORDPIECE_CHARACTERS_MOST;
  made->plain_options = (BertTextOptions){true, true, true, true};
  made->word_cuts = (WordCuts){.punctuation = true};
  if (!tokenizer_read_vocab_txt(reading) || !tokenizer_seal_names(reading) ||
      !tokenizer_read_companions(reading))
    return false;
  made->normal[made->normal_count++] =
      (NormalStep){.kind = NORMAL_BERT, .bert = made->plain_options};
  return true;
}

/* *found false: the folder has no tokenizer. */
static bool read_files(TokenizerReading *reading, TokenizerKind kind, bool *found) {
  bool vocab = tokenizer_enter_file(reading, "vocab.json");
  bool merges = tokenizer_enter_file(reading, "merges.txt");
  bool words = tokenizer_enter_file(reading, "vocab.txt"); /* last: its path is used */
  *found = true;
  if (words && (kind == TOKENIZER_WORDPIECE || !vocab || !merges))
    return read_wordpiece_files(reading);
  if (vocab && merges) return read_bpe_files(reading);
  *found = false;
  if (vocab) return fail_missing(reading, "vocab.json", "merges.txt");
  return !merges || fail_missing(reading, "merges.txt", "vocab.json");
}

/* For GPT-2 models with BERT's tokenizer, as many Chinese ones: puts no [SEP] behind the sentence,
** which is to be continued. */
static void drop_tokens_behind(TokenizerReading *reading) {
  reading->made->behind_count = 0;
  i18n_add_sentence(
      &reading->note,
      str_format(reading->arena,
                 _("Nothing is put behind the sentence, where %s has an end: GPT-2 continues it."),
                 reading->made->files));
}

bool tokenizer_read(Arena *arena, const TokenizerOrder *order, const Tokenizer **tokenizer,
                    Status *status) {
  assert(order->folder && order->id_limit > 0);
  TokenizerKind kind = order->kind;
  Tokenizer *made = arena_take(arena, 1, sizeof *made);
  TokenizerReading reading = {.arena = arena,
                              .folder = order->folder,
                              .status = status,
                              .made = made,
                              .note = strbuf_make(arena),
                              .progress = order->progress};
  *tokenizer = NULL;
  if (!made) return status_no_memory(status);
  *made = (Tokenizer){.kind = kind,
                      .files = "tokenizer.json",
                      .id_limit = order->id_limit,
                      .separator_id = -1,
                      .mask_id = -1,
                      .unknown_id = -1};
  bool found = tokenizer_enter_file(&reading, "tokenizer.json");
  if (!(found ? tokenizer_read_json(&reading) : read_files(&reading, kind, &found))) return false;
  if (!found) return true;
  if (kind == TOKENIZER_BPE && made->kind == TOKENIZER_WORDPIECE && made->behind_count > 0)
    drop_tokens_behind(&reading);
  if (!tokenizer_build_tables(&reading)) return false;
  *tokenizer = made;
  return true;
}

bool tokenizer_is_there(Arena *arena, const char *folder) {
  TokenizerReading reading = {.arena = arena, .folder = folder};
  return tokenizer_enter_file(&reading, "tokenizer.json") ||
         tokenizer_enter_file(&reading, "vocab.json") ||
         tokenizer_enter_file(&reading, "merges.txt") ||
         tokenizer_enter_file(&reading, "vocab.txt");
}

/* ---- looking up ---- */

/* If no id before it is missing, an id is its own index; otherwise binary search. */
TokenEntry *tokenizer_entry(const Tokenizer *tokenizer, int id) {
  size_t low = 0, high = tokenizer->entry_count;
  if (id >= 0 && (size_t)id < high && tokenizer->entries[id].id == id)
    return &tokenizer->entries[id];
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (tokenizer->entries[middle].id < id) low = middle + 1;
    else high = middle;
  }
  bool found = low < tokenizer->entry_count && tokenizer->entries[low].id == id;
  return found ? &tokenizer->entries[low] : NULL;
}

/* The entry of an id; for an id without a token, one with empty texts. */
static const TokenEntry *entry_of(const Tokenizer *tokenizer, int id) {
  static const TokenEntry gap = {.name = {NULL, 0}, .shown = {"", 0}, .bytes = {"", 0}};
  const TokenEntry *entry = tokenizer_entry(tokenizer, id);
  return entry ? entry : &gap;
}

const char *tokenizer_files(const Tokenizer *tokenizer) { return tokenizer->files; }
int tokenizer_id_count(const Tokenizer *tokenizer) { return tokenizer->id_count; }
Str tokenizer_token(const Tokenizer *tokenizer, int id) { return entry_of(tokenizer, id)->shown; }
Str tokenizer_bytes(const Tokenizer *tokenizer, int id) { return entry_of(tokenizer, id)->bytes; }
int tokenizer_mask_id(const Tokenizer *tokenizer) { return tokenizer->mask_id; }
int tokenizer_unknown_id(const Tokenizer *tokenizer) { return tokenizer->unknown_id; }
const char *tokenizer_note(const Tokenizer *tokenizer) { return tokenizer->note; }

bool tokenizer_is_special(const Tokenizer *tokenizer, int id) {
  return entry_of(tokenizer, id)->special;
}

static bool is_utf8(Str text) {
  uint32_t code;
  for (size_t at = 0, bytes; at < text.bytes; at += bytes)
    if ((bytes = str_decode(text, at, &code)) == 0) return false;
  return true;
}

Str tokenizer_text(const Tokenizer *tokenizer, int id) {
  const TokenEntry *entry = entry_of(tokenizer, id);
  if (!entry->name.at) return (Str){"", 0};
  /* Part of a character is not a text. */
  if (tokenizer->kind == TOKENIZER_WORDPIECE) return entry->name;
  return is_utf8(entry->bytes) ? entry->bytes : (Str){"", 0};
}

int token_pieces_find(const TokenPieces *pieces, int byte) {
  int found = -1;
  for (int i = 0; i < pieces->count; i++) {
    const TokenPiece *piece = &pieces->at[i];
    if (piece->byte_count == 0) continue;
    if (found >= 0 && piece->first_byte > byte) break;
    if (found < 0 || pieces->at[found].first_byte + pieces->at[found].byte_count <= byte) found = i;
  }
  return found;
}
