/* model/tokenizer/split.c -- splits a sentence into the tokens of a tokenizer.
**
**   added tokens as typed │ plain text │ added tokens in it │ BPE: pieces, bytes, merges
**                         │ (BERT)     │                    │ WordPiece: words, pieces
**
** A stretch is a part of the sentence between added tokens. Each id is emitted with the range of
** bytes of the sentence that it covers.
*/
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/i18n.h"
#include "model/tokenizer/tokenizer_internal.h"
#include "text/byte_alphabet.h"
#include "text/utf8.h"

/* A longer word is merged in parts: merging takes some forty times its bytes of memory, and no
** model takes so many tokens. */
enum { PIECE_BYTES_MOST = 1 << 20 };

/* The cost of merging one byte, in units of the budget (examining one character). */
enum { MERGE_WORK = 16 };

typedef struct Splitting {
  const Tokenizer *tokenizer;
  Arena *work;  /* for one piece or word, rewound after it */
  Arena *forms; /* normalised forms of a stretch */
  Arena *walk_memory;
  Status *status;
  Str sentence;
  TokenPiece *at;
  int count, room, room_behind; /* tokens; room_behind: for those put behind the sentence */
  int total;                    /* tokens of the sentence, those cut off included */
  int kept;                     /* tokens of the sentence in `at` */
  int segment, lost_byte_count;
  WorkBudget budget;
  PreTokensWalk walk;
  PatternSearch cuts[TOKENIZER_STEPS_MOST]; /* for the tokenizer's */
} Splitting;

/* A part of the sentence, or its normalised form. */
typedef struct Stretch {
  Str text;
  const int *source; /* as BertText.source; NULL: text is a part of the sentence … */
  size_t first;      /* … from this byte on */
  size_t put_before; /* bytes at the beginning of text that the sentence does not have */
} Stretch;

/* part: the key of the part that takes too long. */
static bool fail_budget(const Splitting *splitting, const char *part) {
  if (splitting->budget.stopped)
    return status_fail(splitting->status, STATUS_STOPPED, _("%s was stopped"),
                       _("Cutting the text into tokens"));
  return status_fail(
      splitting->status, STATUS_COULD_NOT,
      P_("the tokenizer (%s) takes too long on this text of %zu byte; a shorter text may pass",
         "the tokenizer (%s) takes too long on this text of %zu bytes; a shorter text may pass",
         splitting->sentence.bytes),
      part, splitting->sentence.bytes);
}

/* ---- ids and byte ranges ---- */

static void append_piece(Splitting *splitting, int id, int segment, size_t first, size_t bytes) {
  assert(splitting->count < splitting->room && id >= 0);
  const Tokenizer *tokenizer = splitting->tokenizer;
  splitting->at[splitting->count++] = (TokenPiece){.id = id,
                                                   .text = tokenizer_text(tokenizer, id),
                                                   .shown = tokenizer_token(tokenizer, id),
                                                   .bytes = tokenizer_bytes(tokenizer, id),
                                                   .first_byte = (int)first,
                                                   .byte_count = (int)bytes,
                                                   .group = -1,
                                                   .special = tokenizer_is_special(tokenizer, id),
                                                   .segment = segment};
}

/* Appends a token. An id beyond the model's table is an error only when a text needs it, since
** vocabularies often have more ids. */
static bool emit(Splitting *splitting, int id, size_t first, size_t end) {
  assert(id >= 0 && splitting->count <= splitting->room);
  const Tokenizer *tokenizer = splitting->tokenizer;
  if (id >= tokenizer->id_limit) {
    Str name = tokenizer_token(tokenizer, id);
    return status_fail(
        splitting->status, STATUS_COULD_NOT,
        P_("the token “%.*s” has the id %d, but the model's table has %d row, numbered from 0",
           "the token “%.*s” has the id %d, but the model's table has %d rows, numbered from 0",
           tokenizer->id_limit),
        CLIPPED(name), id, tokenizer->id_limit);
  }
  /* Counts also beyond the limit, to tell how many tokens are cut off. */
  splitting->total++;
  if (splitting->count == splitting->room) return true;
  splitting->kept++;
  append_piece(splitting, id, splitting->segment, first, end - first);
  if (id == tokenizer->separator_id) splitting->segment = 1;
  return true;
}

/* The byte of the sentence that a byte of a stretch comes from. */
static size_t source_offset(const Stretch *stretch, size_t at) {
  at = at < stretch->put_before ? 0 : at - stretch->put_before;
  return stretch->first + (stretch->source ? (size_t)stretch->source[at] : at);
}

/* The end, in the sentence, of the character that the byte before `end` comes from. */
static size_t end_of(const Splitting *splitting, const Stretch *stretch, size_t end) {
  if (!stretch->source || end <= stretch->put_before) return source_offset(stretch, end);
  int bytes;
  size_t last = source_offset(stretch, end - 1);
  utf8_get(splitting->sentence, last, &bytes);
  return last + (size_t)bytes;
}

static bool emit_of(Splitting *splitting, const Stretch *stretch, int id, size_t first,
                    size_t end) {
  return emit(splitting, id, source_offset(stretch, first), end_of(splitting, stretch, end));
}

/* ---- BPE ---- */

/* Makes one symbol per byte. A byte without a token becomes the unknown token or is lost; a
** neighbouring symbol covers a lost byte. *lead: lost bytes before the first symbol. */
static int make_symbols(Splitting *splitting, Str piece, BpeSymbol *symbols, size_t *lead) {
  assert(splitting->tokenizer->kind == TOKENIZER_BPE);
  const Tokenizer *tokenizer = splitting->tokenizer;
  int count = 0;
  *lead = 0;
  for (size_t i = 0; i < piece.bytes; i++) {
    int id = tokenizer->byte_ids[(unsigned char)piece.at[i]];
    bool is_known = id >= 0, is_lost = !is_known && tokenizer->unknown_id < 0;
    if (!is_known) id = tokenizer->unknown_id;
    bool fuses = !is_known && tokenizer->fuses_unknown && count > 0 && symbols[count - 1].id == id;
    splitting->lost_byte_count += is_lost;
    if (is_lost && count == 0) ++*lead;
    else if (is_lost || fuses) symbols[count - 1].bytes++;
    else symbols[count++] = (BpeSymbol){id, 1};
  }
  return count;
}

/* The id of the token that equals the whole piece, or −1. */
static int whole_piece(const Splitting *splitting, Str piece) {
  char *name = arena_take(splitting->work, piece.bytes * BYTE_ALPHABET_BYTES, 1);
  if (!name) return -1;
  return token_table_find(splitting->tokenizer->names,
                          (Str){name, byte_alphabet_write(piece, name)});
}

static bool merge_piece(Splitting *splitting, const Stretch *stretch, Str piece, size_t first) {
  BpeSymbol *symbols = arena_take(splitting->work, piece.bytes, sizeof *symbols);
  size_t lead;
  if (!work_budget_take(&splitting->budget, MERGE_WORK * (int64_t)piece.bytes))
    return fail_budget(splitting, "BPE");
  if (!symbols) return status_no_memory(splitting->status);
  int count = make_symbols(splitting, piece, symbols, &lead);
  if (!bpe_merge(splitting->tokenizer->bpe, splitting->work, symbols, &count, splitting->status))
    return false;
  for (int i = 0; i < count; i++) {
    size_t end = first + lead + (size_t)symbols[i].bytes;
    if (!emit_of(splitting, stretch, symbols[i].id, first, end)) return false;
    first = end;
    lead = 0;
  }
  return true;
}

static bool split_piece(Splitting *splitting, const Stretch *stretch, size_t first, size_t end) {
  assert(first < end && end <= stretch->text.bytes);
  ArenaMark mark = arena_mark(splitting->work);
  Str piece = {stretch->text.at + first, end - first};
  int whole = splitting->tokenizer->takes_whole_pieces ? whole_piece(splitting, piece) : -1;
  bool done = whole >= 0 ? emit_of(splitting, stretch, whole, first, end)
                         : merge_piece(splitting, stretch, piece, first);
  arena_rewind(splitting->work, mark);
  return done;
}

/* The end of the piece that begins at `first`, at most PIECE_BYTES_MOST bytes long and between two
** characters. */
static size_t piece_end(const Splitting *splitting, Str text, size_t first) {
  assert(first < text.bytes);
  size_t end = text.bytes;
  if (splitting->tokenizer->pre_tokens) end = pre_tokens_end(&splitting->walk, text, first);
  if (end - first <= PIECE_BYTES_MOST) return end;
  for (end = first + PIECE_BYTES_MOST; ((unsigned char)text.at[end] & 0xC0) == 0x80;) end--;
  return end;
}

static bool split_bpe(Splitting *splitting, const Stretch *stretch) {
  for (size_t first = 0, end; first < stretch->text.bytes; first = end) {
    end = piece_end(splitting, stretch->text, first);
    if (!split_piece(splitting, stretch, first, end)) return false;
  }
  return true;
}

/* Adds a space before the text if the tokenizer does so and it has none. */
static bool split_bpe_spaced(Splitting *splitting, const Stretch *stretch) {
  Str text = stretch->text;
  if (!splitting->tokenizer->adds_space || str_starts(text, " "))
    return split_bpe(splitting, stretch);
  ArenaMark mark = arena_mark(splitting->forms);
  char *spaced = arena_take(splitting->forms, text.bytes + 1, 1);
  if (!spaced) return status_no_memory(splitting->status);
  spaced[0] = ' ';
  memcpy(spaced + 1, text.at, text.bytes);
  /* put_before 1: source_offset subtracts the added byte. */
  Stretch with_space = {{spaced, text.bytes + 1}, stretch->source, stretch->first, 1};
  bool done = split_bpe(splitting, &with_space);
  arena_rewind(splitting->forms, mark);
  return done;
}

/* ---- WordPiece ---- */

static bool split_word(Splitting *splitting, const Stretch *stretch, size_t first, size_t end) {
  assert(first <= end && end <= stretch->text.bytes);
  ArenaMark mark = arena_mark(splitting->work);
  Str word = {stretch->text.at + first, end - first};
  WordPiece *found = arena_take(splitting->work, word.bytes, sizeof *found);
  if (!found) return status_no_memory(splitting->status);
  int count = wordpiece_split(&splitting->tokenizer->pieces, word, &splitting->budget, found);
  bool done = count >= 0 || fail_budget(splitting, "WordPiece");
  for (int i = 0; done && i < count; i++) {
    size_t from = first + found[i].first;
    done = emit_of(splitting, stretch, found[i].id, from, from + found[i].bytes);
  }
  arena_rewind(splitting->work, mark);
  return done;
}

static bool split_words(Splitting *splitting, const Stretch *stretch) {
  const WordCuts *cuts = &splitting->tokenizer->word_cuts;
  size_t first = 0, end;
  for (; bert_text_next_word(cuts, stretch->text, &first, &end); first = end)
    if (!split_word(splitting, stretch, first, end)) return false;
  return true;
}

/* ---- between added tokens ---- */

typedef bool SplitStretch(Splitting *splitting, const Stretch *stretch);

static Stretch part_of(const Stretch *whole, size_t first, size_t end) {
  assert(first <= end && end <= whole->text.bytes);
  Stretch part = *whole;
  part.text = (Str){whole->text.at + first, end - first};
  if (whole->source) part.source = whole->source + first;
  else part.first = whole->first + first;
  return part;
}

static bool split_between(Splitting *splitting, const Stretch *whole, const AddedTokens *tokens,
                          SplitStretch *split) {
  size_t at = 0, first, end;
  const AddedToken *token;
  WorkBudget *budget = &splitting->budget;
  while ((token = added_tokens_next(tokens, whole->text, at, budget, &first, &end))) {
    Stretch before = part_of(whole, at, first);
    if (before.text.bytes > 0 && !split(splitting, &before)) return false;
    if (!emit_of(splitting, whole, token->id, first, end)) return false;
    at = end;
  }
  if (!work_budget_take(budget, 0)) return fail_budget(splitting, "added_tokens");
  Stretch rest = part_of(whole, at, whole->text.bytes);
  return rest.text.bytes == 0 || split(splitting, &rest);
}

static bool split_last(Splitting *splitting, const Stretch *stretch) {
  const Tokenizer *tokenizer = splitting->tokenizer;
  if (tokenizer->kind == TOKENIZER_BPE) return split_bpe_spaced(splitting, stretch);
  if (tokenizer->cut_count == 0) return split_words(splitting, stretch);
  return split_word(splitting, stretch, 0, stretch->text.bytes);
}

/* Each cut of the tokenizer splits the pieces of the cut before it. */
static bool split_from(Splitting *splitting, const Stretch *stretch, int cut) {
  assert(cut <= splitting->tokenizer->cut_count);
  const Tokenizer *tokenizer = splitting->tokenizer;
  size_t first, end;
  if (cut == tokenizer->cut_count) return split_last(splitting, stretch);
  SplitPatternWalk walk =
      split_pattern_begin(&tokenizer->cuts[cut], splitting->cuts[cut], stretch->text);
  while (split_pattern_next(&walk, &first, &end)) {
    Stretch part = part_of(stretch, first, end);
    if (!split_from(splitting, &part, cut + 1)) return false;
  }
  return !walk.failed || fail_budget(splitting, "pre_tokenizer");
}

static bool split_plain(Splitting *splitting, const Stretch *stretch) {
  return split_from(splitting, stretch, 0);
}

static bool split_typed(Splitting *splitting, const Stretch *stretch) {
  const Tokenizer *tokenizer = splitting->tokenizer;
  if (tokenizer->normal_count == 0)
    return split_between(splitting, stretch, tokenizer->plain, split_plain);
  ArenaMark mark = arena_mark(splitting->forms);
  BertText plain;
  if (!normal_text_make(tokenizer->normal, tokenizer->normal_count, splitting->forms, stretch->text,
                        &plain, splitting->status))
    return false;
  Stretch made_plain = {plain.text, plain.source, stretch->first, 0};
  bool done = split_between(splitting, &made_plain, tokenizer->plain, split_plain);
  arena_rewind(splitting->forms, mark);
  return done;
}

/* ---- characters ---- */

/* Pieces that share a grapheme get the same group number. Two neighbouring pieces are separate when
** a grapheme boundary lies between the end of the first and the beginning of the second. */
static void find_groups(Splitting *splitting) {
  /* One walk over the sentence and the pieces. */
  size_t boundary = 0;
  int group = 0, last = -1;
  for (int i = 0; i < splitting->count; i++) {
    TokenPiece *piece = &splitting->at[i];
    if (piece->special || piece->byte_count == 0) {
      last = -1;
      continue;
    }
    if (last >= 0) {
      TokenPiece *before = &splitting->at[last];
      size_t end = (size_t)(before->first_byte + before->byte_count);
      while (boundary < end) boundary = utf8_next_grapheme(splitting->sentence, boundary);
      if (boundary > (size_t)piece->first_byte) {
        if (before->group < 0) before->group = group++;
        piece->group = before->group;
      }
    }
    last = i;
  }
}

/* ---- the whole sentence ---- */

/* The most tokens per byte of the sentence: normalising makes at most three characters of one, and
** each may be a token; compatibility forms (NFKC, NFKD) are longer, and each piece may get a space
** before it. */
static size_t growth_of(const Tokenizer *tokenizer) {
  size_t growth = 3;
  for (int i = 0; i < tokenizer->normal_count; i++)
    if (tokenizer->normal[i].kind == NORMAL_FORM) growth = NORMAL_GROWTH;
  return tokenizer->adds_space && tokenizer->cut_count > 0 ? 2 * growth : growth;
}

static bool take_room(Splitting *splitting, Arena *arena, int most) {
  const Tokenizer *tokenizer = splitting->tokenizer;
  size_t around = (size_t)(tokenizer->before_count + tokenizer->behind_count);
  size_t useful = growth_of(tokenizer) * splitting->sentence.bytes + around + 1;
  size_t room = most < 0 ? 0 : useful < (size_t)most ? useful : (size_t)most;
  splitting->at = arena_take(arena, room, sizeof *splitting->at);
  splitting->work = arena_make(0);
  splitting->forms = arena_make(0);
  splitting->walk_memory = arena_make(0);
  if (!splitting->at || !splitting->work || !splitting->forms || !splitting->walk_memory)
    return status_no_memory(splitting->status);
  /* Room for [SEP] is kept even if the sentence is cut off. */
  int behind = tokenizer->behind_count;
  splitting->room_behind = (int)room < behind ? (int)room : behind;
  splitting->room = (int)room - splitting->room_behind;
  for (int i = 0; i < tokenizer->cut_count; i++)
    if (!pattern_begin(tokenizer->cuts[i].pattern, splitting->walk_memory, &splitting->budget,
                       &splitting->cuts[i], splitting->status))
      return false;
  return !tokenizer->pre_tokens || pre_tokens_begin(tokenizer->pre_tokens, splitting->walk_memory,
                                                    &splitting->walk, splitting->status);
}

static void put_around(Splitting *splitting, const AroundToken *tokens, int count, size_t place) {
  for (int i = 0; i < count && splitting->count < splitting->room; i++)
    append_piece(splitting, tokens[i].id,
                 splitting->segment ? splitting->segment : tokens[i].segment, place, 0);
}

static bool split_sentence(Splitting *splitting, Arena *arena, int most) {
  const Tokenizer *tokenizer = splitting->tokenizer;
  Stretch whole = {splitting->sentence, NULL, 0, 0};
  if (!take_room(splitting, arena, most)) return false;
  put_around(splitting, tokenizer->before, tokenizer->before_count, 0);
  if (!split_between(splitting, &whole, tokenizer->typed, split_typed)) return false;
  splitting->room += splitting->room_behind;
  put_around(splitting, tokenizer->behind, tokenizer->behind_count, splitting->sentence.bytes);
  find_groups(splitting);
  return true;
}

bool tokenizer_split(const Tokenizer *tokenizer, Arena *arena, const SplitOrder *order,
                     TokenPieces *pieces, Status *status) {
  Str sentence = order->sentence;
  Splitting splitting = {.tokenizer = tokenizer,
                         .status = status,
                         .budget = work_budget_make(sentence.bytes, order->progress)};
  *pieces = (TokenPieces){.sentence = {"", 0}};
  if (sentence.bytes > INT_MAX / 16)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("the text has %zu byte; at most %d can be read at once",
                          "the text has %zu bytes; at most %d can be read at once", sentence.bytes),
                       sentence.bytes, INT_MAX / 16);
  splitting.sentence = utf8_clean(arena, sentence, &pieces->bad_byte_count);
  if (!splitting.sentence.at) return status_no_memory(status);
  bool done = split_sentence(&splitting, arena, order->most);
  arena_free(splitting.work);
  arena_free(splitting.forms);
  arena_free(splitting.walk_memory);
  pieces->sentence = splitting.sentence;
  pieces->at = splitting.at;
  pieces->count = splitting.count;
  pieces->cut_count = splitting.total - splitting.kept;
  pieces->lost_byte_count = splitting.lost_byte_count;
  return done;
}
