/* model/roles/role_tokens.c -- sequences of ordinary tokens, between the tokens that a tokenizer
** puts around a sentence.
**
** Sequences are ids, not text: their text could be split into other tokens. */
#include "model/roles/role_tokens.h"

#include <assert.h>

#include "base/number.h"
#include "base/rng.h"
#include "model/model_weights.h"
#include "text/utf8.h"

enum { FEW_TOKENS = 200 };
static const uint64_t seed = 34;

typedef struct Drawing {
  const Model *model;
  Arena *arena;
  int *ordinary; /* ids to draw from */
  int ordinary_count;
  const int *around; /* lead_count ids before the tokens, tail_count behind them */
  int lead_count, tail_count;
  Rng rng;
} Drawing;

/* True for a model that is neither trained here nor made of rules that take any word. */
bool role_tokens_are_own(const Model *model) { return !model_reads_words(model); }

bool role_tokens_know(const Model *model, Arena *arena, Str sentence, bool *know, Status *status) {
  TokenPieces pieces;
  int known = 0, own = 0;
  *know = false;
  if (!model->tokenizer) return true;
  SplitOrder order = {.sentence = sentence, .most = model_token_limit(model)};
  if (!tokenizer_split(model->tokenizer, arena, &order, &pieces, status)) return false;
  for (int i = 0; i < pieces.count; i++) {
    const TokenPiece *piece = &pieces.at[i];
    own += piece->byte_count > 0;
    known += piece->byte_count > 0 && !piece->special && piece->group < 0;
  }
  *know = pieces.cut_count == 0 && own > 0 && 2 * known >= own;
  return true;
}

/* ---- ordinary tokens ---- */

static bool is_letter(uint32_t code_point) {
  bool ascii = code_point < 0x80;
  /* | 0x20 makes a capital ASCII letter small. */
  if (ascii) return (code_point | 0x20) >= 'a' && (code_point | 0x20) <= 'z';
  return code_point >= 0xC0 && code_point != 0xFFFD && !utf8_is_punctuation(code_point) &&
         !utf8_is_space(code_point) && !utf8_is_emoji(code_point) && !utf8_is_ignorable(code_point);
}

/* The number of letters, after an optional space; 0 if it has other characters. */
static int letters_of(Str text) {
  int count = 0, bytes;
  for (size_t at = str_starts(text, " "); at < text.bytes; at += (size_t)bytes, count++)
    if (!is_letter(utf8_get(text, at, &bytes))) return 0;
  return count;
}

static void find_ordinary(Drawing *drawing, int letters_least) {
  assert(drawing->model->tokenizer);
  const Tokenizer *tokenizer = drawing->model->tokenizer;
  int words = drawing->model->token_table.rows, ids = tokenizer_id_count(tokenizer);
  drawing->ordinary_count = 0;
  for (int id = 0; id < ids && id < words && drawing->ordinary_count < ORDINARY_MOST; id++)
    if (!tokenizer_is_special(tokenizer, id) &&
        letters_of(tokenizer_text(tokenizer, id)) >= letters_least)
      drawing->ordinary[drawing->ordinary_count++] = id;
}

/* Takes ids at equal distances from the whole table. */
static void take_evenly(Drawing *drawing) {
  int words = drawing->model->token_table.rows;
  int count = words < ORDINARY_MOST ? words : ORDINARY_MOST;
  drawing->ordinary_count = count;
  for (int i = 0; i < count; i++) drawing->ordinary[i] = (int)((int64_t)i * words / count);
}

/* ---- tokens around a sentence ---- */

static bool find_around(Drawing *drawing, Status *status) {
  TokenPieces pieces;
  int count = 0;
  if (!drawing->model->tokenizer) return true;
  /* Splitting a short sentence shows which tokens are put around it: those that cover no bytes. */
  SplitOrder order = {.sentence = STR("a"), .most = model_token_limit(drawing->model)};
  if (!tokenizer_split(drawing->model->tokenizer, drawing->arena, &order, &pieces, status))
    return false;
  int *around = arena_take(drawing->arena, (size_t)pieces.count + 1, sizeof *around);
  if (!around) return status_no_memory(status);
  bool behind = false;
  for (int i = 0; i < pieces.count; i++) {
    bool added = pieces.at[i].byte_count == 0;
    if (added) around[count++] = pieces.at[i].id;
    drawing->lead_count += added && !behind;
    behind = behind || !added;
  }
  drawing->around = around;
  drawing->tail_count = count - drawing->lead_count;
  return true;
}

/* ---- sequences ---- */

/* How many of `words` words fit into the model's limit when each comes `rounds` times. */
static int fitting(const Drawing *drawing, int words, int rounds) {
  int room = model_token_limit(drawing->model) - drawing->lead_count - drawing->tail_count;
  return int_min(int_min(words, drawing->ordinary_count), room / rounds);
}

/* Fisher–Yates for the first `count` ids, continuing from the present order. */
static void shuffle(Drawing *drawing, int count) {
  assert(count <= drawing->ordinary_count);
  for (int i = 0; i < count; i++) {
    int other = i + rng_below(&drawing->rng, drawing->ordinary_count - i);
    int id = drawing->ordinary[other];
    drawing->ordinary[other] = drawing->ordinary[i];
    drawing->ordinary[i] = id;
  }
}

/* False when memory is out. */
static bool draw_one(Drawing *drawing, RoleTextKind kind, int words, RoleText *text) {
  int rounds = kind == ROLE_REPEAT ? 2 : 1, at = 0;
  int count = drawing->lead_count + rounds * words + drawing->tail_count;
  int *ids = arena_take(drawing->arena, (size_t)count, sizeof *ids);
  if (!ids) return false;
  shuffle(drawing, words);
  for (int i = 0; i < drawing->lead_count; i++) ids[at++] = drawing->around[i];
  for (int i = 0; i < rounds * words; i++) ids[at++] = drawing->ordinary[i % words];
  for (int i = 0; i < drawing->tail_count; i++)
    ids[at++] = drawing->around[drawing->lead_count + i];
  *text = (RoleText){.kind = kind,
                     .ids = ids,
                     .id_count = count,
                     .lead_count = drawing->lead_count,
                     .tail_count = drawing->tail_count,
                     .word_count = words};
  return true;
}

static bool draw_all(Drawing *drawing, RoleText *texts, int *count) {
  int plain = fitting(drawing, ROLE_PLAIN_WORDS, 1);
  int repeated = fitting(drawing, ROLE_REPEATED_WORDS, 2);
  bool done = true;
  for (int i = 0; done && i < ROLE_MADE_UP; i++) {
    if (plain >= 2) done = draw_one(drawing, ROLE_PLAIN, plain, &texts[(*count)++]);
    if (done && repeated >= 2) done = draw_one(drawing, ROLE_REPEAT, repeated, &texts[(*count)++]);
  }
  return done;
}

bool role_tokens_make(const Model *model, Arena *arena, RoleText *texts, int *count,
                      Status *status) {
  Drawing drawing = {.model = model, .arena = arena, .rng = rng_make(seed)};
  *count = 0;
  drawing.ordinary = arena_take(arena, ORDINARY_MOST, sizeof *drawing.ordinary);
  if (!drawing.ordinary) return status_no_memory(status);
  if (!find_around(&drawing, status)) return false;
  if (model->tokenizer) find_ordinary(&drawing, 2);
  if (model->tokenizer && drawing.ordinary_count < FEW_TOKENS) find_ordinary(&drawing, 1);
  if (!model->tokenizer) take_evenly(&drawing);
  return draw_all(&drawing, texts, count) || status_no_memory(status);
}
