/* model/tokenizer/build_tables.c -- makes the text of each id, and the tables that splitting needs.
**
** The texts of all ids are made at once, since every frame looks them up. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "model/tokenizer/tokenizer_internal.h"
#include "text/byte_alphabet.h"
#include "text/token_display.h"

/* ---- entries ---- */

static bool fail_twice(const TokenizerReading *reading, Str name, Str other, int id) {
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: the tokens “%.*s” and “%.*s” have the same id %d"), reading->folder,
                     CLIPPED(other), CLIPPED(name), id);
}

/* By id; for the same id, the entry of the vocabulary comes before the added token. */
static int compare_entries(const void *a, const void *b) {
  const TokenEntry *left = a, *right = b;
  if (left->id != right->id) return left->id < right->id ? -1 : 1;
  return left->added - right->added;
}

static bool collect_entries(TokenizerReading *reading) {
  Tokenizer *made = reading->made;
  size_t most = reading->name_count + (size_t)reading->added_count;
  made->entries = arena_take(reading->arena, most, sizeof *made->entries);
  if (!made->entries) return status_no_memory(reading->status);
  for (size_t i = 0; i < reading->name_count; i++)
    made->entries[made->entry_count++] =
        (TokenEntry){.id = reading->names[i].id, .name = reading->names[i].name};
  for (int i = 0; i < reading->added_count; i++) {
    const AddedToken *added = &reading->added[i];
    made->entries[made->entry_count++] = (TokenEntry){
        .id = added->id, .name = added->content, .special = added->special, .added = true};
  }
  return true;
}

/* Merges a token of the vocabulary with the added token of the same id. */
static bool join_entries(const TokenizerReading *reading) {
  assert(reading->made->entry_count > 0);
  Tokenizer *made = reading->made;
  size_t kept = 0;
  qsort(made->entries, made->entry_count, sizeof *made->entries, compare_entries);
  for (size_t i = 0; i < made->entry_count; i++) {
    TokenEntry entry = made->entries[i], *last = kept ? &made->entries[kept - 1] : NULL;
    if (!last || last->id != entry.id) {
      made->entries[kept++] = entry;
      continue;
    }
    if (!str_equal(last->name, entry.name))
      return fail_twice(reading, entry.name, last->name, entry.id);
    last->added = last->added || entry.added;
    last->special = last->special || entry.special;
  }
  made->entry_count = kept;
  /* kept > 0: an empty vocabulary was refused. */
  made->id_count = made->entries[kept - 1].id + 1;
  return true;
}

/* Tokens around a sentence are special even if added_tokens does not list them. */
static void mark_around(const Tokenizer *made, const AroundToken *tokens, int count) {
  for (int i = 0; i < count; i++) {
    TokenEntry *entry = tokenizer_entry(made, tokens[i].id);
    if (entry) entry->special = true;
  }
}

/* ---- their texts ---- */

static bool is_later(const Tokenizer *made, Str name) {
  return made->later_mark.bytes > 0 && name.bytes > made->later_mark.bytes &&
         memcmp(name.at, made->later_mark.at, made->later_mark.bytes) == 0;
}

/* Writes the bytes that a token stands for. A name outside the byte alphabet stands for itself. */
static size_t write_bytes(const Tokenizer *made, const TokenEntry *entry, char *to) {
  Str name = entry->name;
  size_t count, skip = 0;
  if (made->kind == TOKENIZER_BPE && !entry->added && byte_alphabet_read(name, to, &count))
    return count;
  if (made->kind == TOKENIZER_WORDPIECE && !entry->special && is_later(made, name))
    skip = made->later_mark.bytes;
  memcpy(to, name.at + skip, name.bytes - skip);
  return name.bytes - skip;
}

static bool fill_texts(TokenizerReading *reading) {
  Tokenizer *made = reading->made;
  size_t longest = 0;
  for (size_t i = 0; i < made->entry_count; i++)
    if (made->entries[i].name.bytes > longest) longest = made->entries[i].name.bytes;
  /* One buffer, large enough for the longest name. */
  char *bytes = arena_take(reading->arena, longest + 1, 1);
  char *shown = arena_take(reading->arena, longest * TOKEN_DISPLAY_GROWTH + TOKEN_DISPLAY_MORE, 1);
  if (!bytes || !shown) return status_no_memory(reading->status);
  for (size_t i = 0; i < made->entry_count; i++) {
    TokenEntry *entry = &made->entries[i];
    Str own = {bytes, write_bytes(made, entry, bytes)};
    /* A piece inside a word is shown with its ##. */
    bool is_piece = made->kind == TOKENIZER_WORDPIECE;
    Str line = {shown, token_display_write(is_piece ? entry->name : own, shown)};
    if (line.bytes == 0) line = STR("\"\"");
    if (!tokenizer_goes_on(reading) || !tokenizer_keep(reading, own, &entry->bytes) ||
        !tokenizer_keep(reading, line, &entry->shown))
      return false;
  }
  return true;
}

/* ---- tables ---- */

static bool fill_byte_ids(TokenizerReading *reading) {
  assert(reading->made->kind == TOKENIZER_BPE);
  int missing = 0;
  for (int byte = 0; byte < 256; byte++) {
    char character = (char)byte, name[BYTE_ALPHABET_BYTES];
    Str key = {name, byte_alphabet_write((Str){&character, 1}, name)};
    reading->made->byte_ids[byte] = token_table_find(reading->made->names, key);
    missing += reading->made->byte_ids[byte] < 0;
  }
  if (missing > 0)
    i18n_add_sentence(
        &reading->note,
        str_format(reading->arena,
                   _("The vocabulary of %s has no token for %d of the 256 bytes; where a text has "
                     "them, they are left out."),
                   reading->folder, missing));
  return true;
}

/* Tables of the pieces that begin a word and of those inside it (without ##). */
static bool fill_pieces(TokenizerReading *reading) {
  assert(reading->made->kind == TOKENIZER_WORDPIECE && reading->name_count > 0);
  Tokenizer *made = reading->made;
  TokenTable *first = token_table_make(reading->arena, reading->name_count);
  TokenTable *later = first ? token_table_make(reading->arena, reading->name_count) : NULL;
  if (!later) return status_no_memory(reading->status);
  bool is_marked = made->later_mark.bytes > 0;
  for (size_t i = 0; i < reading->name_count; i++) {
    Str name = reading->names[i].name;
    if (!tokenizer_goes_on(reading)) return false;
    if (name.bytes > 0) token_table_put(first, name, reading->names[i].id);
    if (!is_marked || !is_later(made, name)) continue;
    Str inside = {name.at + made->later_mark.bytes, name.bytes - made->later_mark.bytes};
    token_table_put(later, inside, reading->names[i].id);
  }
  made->pieces.first = first;
  made->pieces.later = is_marked ? later : first;
  made->pieces.unknown_id = made->unknown_id;
  return true;
}

/* ---- added tokens ---- */

/* A token that is searched in the normalised text must itself be normalised. */
static bool normalise_added(TokenizerReading *reading, AddedToken *token) {
  BertText plain;
  const Tokenizer *made = reading->made;
  if (made->normal_count == 0) return true;
  if (!normal_text_make(made->normal, made->normal_count, reading->arena, token->content, &plain,
                        reading->status))
    return false;
  token->content = plain.text;
  return true;
}

static bool make_added(TokenizerReading *reading, bool plain, const AddedTokens **made) {
  int count = 0;
  AddedToken *tokens = arena_take(reading->arena, (size_t)reading->added_count, sizeof *tokens);
  if (!tokens) return status_no_memory(reading->status);
  for (int i = 0; i < reading->added_count; i++) {
    AddedToken token = reading->added[i];
    if (token.normalized != plain) continue;
    if (plain && !normalise_added(reading, &token)) return false;
    if (token.content.bytes > 0) tokens[count++] = token; /* normalising may leave nothing */
  }
  return added_tokens_make(reading->arena, tokens, count, made, reading->status);
}

bool tokenizer_build_tables(TokenizerReading *reading) {
  assert(reading->made->names && reading->made->entry_count == 0);
  Tokenizer *made = reading->made;
  if (!collect_entries(reading) || !join_entries(reading)) return false;
  mark_around(made, made->before, made->before_count);
  mark_around(made, made->behind, made->behind_count);
  bool filled = made->kind == TOKENIZER_BPE ? fill_byte_ids(reading) : fill_pieces(reading);
  if (!filled || !fill_texts(reading) || !make_added(reading, false, &made->typed) ||
      !make_added(reading, true, &made->plain))
    return false;
  if (reading->note.failed) return status_no_memory(reading->status);
  made->note = reading->note.bytes ? reading->note.at : NULL;
  return true;
}
