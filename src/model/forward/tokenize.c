/* model/forward/tokenize.c -- a sentence, or a list of ids, as the tokens of a model.
**
** Four sources: words (rule models and models trained here), pieces of a tokenizer, a list of ids,
** and ids written in the sentence, where a folder has no tokenizer. All become TraceTokenText, with
** ids if the model has an embedding table, so that the rest of the pass does not depend on the
** source. */
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "base/rng.h"
#include "model/forward/what_if.h"
#include "model/random_shape.h"
#include "text/token_ids.h"

static bool reserve_tokens(Forward *forward, int count, int **ids, Status *status) {
  assert(count >= 0);
  ForwardTokens *tokens = &forward->tokens;
  tokens->count = count;
  tokens->texts = arena_take(forward->arena, (size_t)count, sizeof *tokens->texts);
  *ids = arena_take(forward->arena, (size_t)count, sizeof **ids);
  return (tokens->texts && *ids) || status_no_memory(status);
}

/* A word that is not listed stands for the first of those that are. */
static const int *listed_ids(const Tokens *words, int *ids) {
  for (int i = 0; i < words->count; i++) ids[i] = words->at[i].id >= 0 ? words->at[i].id : 0;
  return ids;
}

static Str word_read_as(const Model *model, const Token *word, const int *ids, int index) {
  if (model->listed) return word->id < 0 ? model->listed_words[0] : (Str){"", 0};
  return model->vocabulary ? vocabulary_read_as(model->vocabulary, word->match, ids[index])
                           : (Str){"", 0};
}

/* Of a model whose words are numbers. NULL: no memory. */
static const int *number_words(const Forward *forward, const Tokens *words) {
  int *ids = arena_take(forward->arena, (size_t)words->count, sizeof *ids);
  for (int i = 0; ids && i < words->count; i++)
    ids[i] = random_shape_word(words->at[i].match, forward->model->token_table.rows);
  return ids;
}

/* The separator itself is of the first sentence. A sentence that the model's table lacks is the
** first. */
static void part_sentences(const Forward *forward, const Tokens *words) {
  const Model *model = forward->model;
  int segment = 0;
  if (!model->separators) return;
  for (int i = 0; i < words->count; i++) {
    forward->tokens.texts[i].segment = segment;
    if (words->at[i].id >= 0 && model->segment_table.rows > 1) segment = 1;
  }
}

/* For a rule model, the demonstration, one of random numbers or one trained here. */
static bool split_words(Forward *forward, Status *status) {
  const Model *model = forward->model;
  ForwardTokens *to = &forward->tokens;
  Arena *arena = forward->arena;
  Str sentence = forward->order->sentence;
  int limit = model_token_limit(model), *scratch;
  Tokens words;
  const int *ids = NULL;
  bool split =
      model->vocabulary
          ? vocabulary_split(model->vocabulary, arena, sentence, limit, &words, &ids, status)
          : tokens_split(arena, sentence, model->listed ? model->listed : model->separators, limit,
                         &words, status);
  if (split && model->numbered_words && !(ids = number_words(forward, &words)))
    return status_no_memory(status);
  if (!split || !reserve_tokens(forward, words.count, &scratch, status)) return false;
  if (model->listed) ids = listed_ids(&words, scratch);
  to->ids = ids;
  to->cut_count = words.cut_count;
  to->bad_byte_count = words.bad_byte_count;
  to->sentence = words.sentence;
  for (int i = 0; i < words.count; i++)
    to->texts[i] = (TraceTokenText){.text = words.at[i].text,
                                    .first_byte = words.at[i].first_byte,
                                    .bytes = words.at[i].bytes,
                                    .match = words.at[i].match,
                                    .id = ids ? ids[i] : -1,
                                    .group = -1,
                                    .read_as = word_read_as(model, &words.at[i], ids, i)};
  part_sentences(forward, &words);
  return true;
}

/* The token for unknown words may be typed, too. */
static Str piece_read_as(const Tokenizer *tokenizer, Str sentence, const TokenPiece *piece) {
  Str name = tokenizer_token(tokenizer, piece->id);
  Str typed = str_trim((Str){sentence.at + piece->first_byte, (size_t)piece->byte_count});
  bool stands_in = piece->id == tokenizer_unknown_id(tokenizer) && typed.bytes > 0;
  return stands_in && !str_equal(typed, name) ? name : (Str){"", 0};
}

static bool split_pieces(Forward *forward, Status *status) {
  assert(forward->model->tokenizer);
  const Model *model = forward->model;
  ForwardTokens *to = &forward->tokens;
  TokenPieces pieces;
  int *ids;
  SplitOrder order = {.sentence = forward->order->sentence,
                      .most = model_token_limit(model),
                      .progress = forward->order->progress};
  if (!tokenizer_split(model->tokenizer, forward->arena, &order, &pieces, status) ||
      !reserve_tokens(forward, pieces.count, &ids, status))
    return false;
  to->ids = ids;
  to->cut_count = pieces.cut_count;
  to->bad_byte_count = pieces.bad_byte_count;
  to->sentence = pieces.sentence;
  for (int i = 0; i < pieces.count; i++) {
    const TokenPiece *piece = &pieces.at[i];
    /* A segment that the model's table lacks becomes segment 0. */
    bool has_segment = piece->segment < model->segment_table.rows;
    ids[i] = piece->id;
    to->texts[i] =
        (TraceTokenText){.text = piece->text.bytes ? piece->text : piece->shown,
                         .first_byte = piece->first_byte,
                         .bytes = piece->byte_count,
                         .match = piece->shown,
                         .id = piece->id,
                         .shown = piece->shown,
                         .raw = piece->bytes,
                         .group = piece->group,
                         .segment = has_segment ? piece->segment : 0,
                         .special = piece->special,
                         .read_as = piece_read_as(model->tokenizer, pieces.sentence, piece)};
  }
  return true;
}

/* Wrong ids of a list come from a command, so the status is STATUS_USAGE. */
static bool check_ids(const Forward *forward, Status *status) {
  const RunOrder *order = forward->order;
  int words = forward->model->token_table.rows, most = model_token_limit(forward->model);
  if (!forward->model->token_table.at)
    return status_fail(status, STATUS_USAGE, _("the model %s reads words, not ids"),
                       forward->model->info->name);
  if (order->id_count > most)
    return status_fail(status, STATUS_USAGE,
                       P_("%d id is too many for %s, which takes %d",
                          "%d ids are too many for %s, which takes %d", order->id_count),
                       order->id_count, forward->model->info->name, most);
  for (int i = 0; i < order->id_count; i++)
    if (order->ids[i] < 0 || order->ids[i] >= words)
      return status_fail(status, STATUS_USAGE, _("id %d is %d; the ids of %s are 0 to %d"), i + 1,
                         order->ids[i], forward->model->info->name, words - 1);
  return true;
}

/* The text of an id, or "#id" where it has none. */
static Str text_of(const Forward *forward, int id) {
  const Tokenizer *tokenizer = forward->model->tokenizer;
  Str text = {NULL, 0};
  if (tokenizer && id < tokenizer_id_count(tokenizer)) text = tokenizer_text(tokenizer, id);
  if (forward->model->vocabulary) text = forward->model->vocabulary->shown[id];
  if (forward->model->listed) text = forward->model->listed_words[id];
  if (forward->model->numbered_words) text = forward->model->numbered_words[id];
  if (text.bytes > 0) return text;
  const char *made = str_format(forward->arena, "#%d", id);
  return made ? str_from(made) : (Str){"", 0};
}

static TraceTokenText token_of_id(const Forward *forward, int id, int first_byte) {
  assert(id >= 0 && id < forward->model->token_table.rows);
  const Tokenizer *tokenizer = forward->model->tokenizer;
  bool is_known = tokenizer && id < tokenizer_id_count(tokenizer);
  Str text = text_of(forward, id);
  return (TraceTokenText){.text = text,
                          .first_byte = first_byte,
                          .bytes = (int)text.bytes,
                          .id = id,
                          .shown = is_known ? tokenizer_token(tokenizer, id) : (Str){NULL, 0},
                          .raw = is_known ? tokenizer_bytes(tokenizer, id) : (Str){NULL, 0},
                          .group = -1,
                          .special = is_known && tokenizer_is_special(tokenizer, id)};
}

/* The sentence of a list of ids is their texts joined; without ids sentence and trace are empty. */
static bool tokenize_ids(Forward *forward, Status *status) {
  const RunOrder *order = forward->order;
  StrBuf sentence = strbuf_make(forward->arena);
  int *ids;
  if (!check_ids(forward, status) || !reserve_tokens(forward, order->id_count, &ids, status))
    return false;
  for (int i = 0; i < order->id_count; i++) {
    ids[i] = order->ids[i];
    forward->tokens.texts[i] = token_of_id(forward, ids[i], (int)sentence.bytes);
    strbuf_add(&sentence, forward->tokens.texts[i].text);
  }
  forward->tokens.ids = ids;
  forward->tokens.sentence = strbuf_str(&sentence);
  return !sentence.failed || status_no_memory(status);
}

/* ---- ids as the sentence ---- */

static bool fail_words(const Model *model, Status *status) {
  int last = model->token_table.rows - 1;
  if (model->tokenizer_fault)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s; without a tokenizer type the ids of tokens, numbers from 0 to %d, "
                         "such as 1, 2, 3 (on the command line also --ids 1,2,3)"),
                       model->tokenizer_fault, last);
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s has no tokenizer and cannot read words: type the ids of tokens, numbers "
                       "from 0 to %d, such as 1, 2, 3 (on the command line also --ids 1,2,3)"),
                     model->info->name, last);
}

static bool check_typed(const Forward *forward, TokenIds typed, Status *status) {
  int rows = forward->model->token_table.rows;
  for (int i = 0; i < typed.count; i++)
    if (typed.at[i].id >= rows)
      return status_fail(
          status, STATUS_COULD_NOT, _("the id %.*s is too large: those of %s are 0 to %d"),
          typed.at[i].bytes < 20 ? (int)typed.at[i].bytes : 20,
          forward->order->sentence.at + typed.at[i].first, forward->model->info->name, rows - 1);
  return true;
}

/* Each token is shown as the number that was typed. */
static bool split_ids(Forward *forward, Status *status) {
  Str sentence = forward->order->sentence;
  ForwardTokens *to = &forward->tokens;
  int most = model_token_limit(forward->model), *ids;
  TokenIds typed;
  if (!token_ids_are(sentence)) return fail_words(forward->model, status);
  if (!token_ids_read(forward->arena, sentence, &typed, status) ||
      !check_typed(forward, typed, status))
    return false;
  int kept = typed.count < most ? typed.count : most;
  if (!reserve_tokens(forward, kept, &ids, status)) return false;
  for (int i = 0; i < kept; i++) {
    TokenId token = typed.at[i];
    Str text = {sentence.at + token.first, token.bytes};
    ids[i] = token.id;
    to->texts[i] = (TraceTokenText){.text = text,
                                    .first_byte = (int)token.first,
                                    .bytes = (int)token.bytes,
                                    .match = text,
                                    .id = token.id,
                                    .group = -1};
  }
  to->ids = ids;
  to->cut_count = typed.count - kept;
  to->sentence = sentence;
  return true;
}

/* ---- in another order ---- */

/* Special tokens, and the pieces of one character, stay where they are. */
static bool may_move(const TraceTokenText *text) { return !text->special && text->group < 0; }

/* Fisher and Yates, over the places that may be exchanged; each is a place of the sentence. */
static void draw_places(uint64_t seed, int *movable, int count) {
  Rng rng = rng_make(seed);
  bool is_same = true;
  int *drawn = movable + count;
  memcpy(drawn, movable, (size_t)count * sizeof *drawn);
  for (int i = count - 1; i > 0; i--) {
    int other = rng_below(&rng, i + 1), kept = drawn[i];
    drawn[i] = drawn[other];
    drawn[other] = kept;
  }
  for (int i = 0; i < count; i++) is_same = is_same && drawn[i] == movable[i];
  for (int i = 0; is_same && i < count; i++) drawn[i] = movable[(i + 1) % count];
}

enum { ORDERS_TRIED = 64 };

uint64_t model_next_order(const Trace *trace, uint64_t seed, Arena *scratch) {
  ArenaMark before = arena_mark(scratch);
  int count = 0, all = trace_token_count(trace);
  int *now = arena_take(scratch, 2 * (size_t)all, sizeof *now);
  int *next = arena_take(scratch, 2 * (size_t)all, sizeof *next);
  uint64_t found = seed + 1;
  for (int i = 0; now && next && i < all; i++) {
    const TraceToken *token = trace_token(trace, i);
    if (!token->special && token->group < 0) now[count] = next[count] = i, count++;
  }
  if (count > 2) draw_places(seed, now, count);
  for (int tried = 1; count > 2 && tried < ORDERS_TRIED; tried++) {
    draw_places(found, next, count);
    if (memcmp(next + count, now + count, (size_t)count * sizeof *now) != 0) break;
    found++;
  }
  arena_rewind(scratch, before);
  return found;
}

/* Texts and ids go together, so a token keeps the bytes of the sentence that it was read from. */
static bool shuffle_tokens(Forward *forward, Status *status) {
  ForwardTokens *tokens = &forward->tokens;
  size_t count = (size_t)tokens->count;
  TraceTokenText *texts = arena_take(forward->arena, count, sizeof *texts);
  int *ids = arena_take(forward->arena, count, sizeof *ids), movable_count = 0;
  int *movable = arena_take(forward->arena, 2 * count, sizeof *movable);
  tokens->places = arena_take(forward->arena, count, sizeof *tokens->places);
  if (!texts || !ids || !movable || !tokens->places) return status_no_memory(status);
  for (int i = 0; i < tokens->count; i++) {
    tokens->places[i] = i;
    if (may_move(&tokens->texts[i])) movable[movable_count++] = i;
  }
  draw_places(forward->order->shuffle_seed, movable, movable_count);
  for (int i = 0; i < movable_count; i++) tokens->places[movable[i]] = movable[movable_count + i];
  for (int i = 0; i < tokens->count; i++) {
    texts[i] = tokens->texts[tokens->places[i]];
    if (tokens->ids) ids[i] = tokens->ids[tokens->places[i]];
  }
  tokens->texts = texts;
  if (tokens->ids) tokens->ids = ids;
  return true;
}

static bool read_tokens(Forward *forward, Status *status) {
  const Model *model = forward->model;
  if (forward->order->ids) return tokenize_ids(forward, status);
  if (model->tokenizer) return split_pieces(forward, status);
  if (model_reads_words(model)) return split_words(forward, status);
  return split_ids(forward, status);
}

bool forward_tokenize(Forward *forward, Status *status) {
  return read_tokens(forward, status) && forward_swap_tokens(forward, status) &&
         (!forward->order->shuffles || shuffle_tokens(forward, status));
}
