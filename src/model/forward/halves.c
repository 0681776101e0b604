/* model/forward/halves.c -- one pass of an encoder and a decoder, over two sentences.
**
**   source  the sentence, with a full stop behind it, as all sentences of training have one
**   target  the hidden word, then what was said so far; each row is asked for the next word
**
**   for each encoder layer   source asks source
**   for each decoder layer   target asks target, causal; then it asks what the encoder made
**
** What is said is the second sentence of the order; without one, word after word the likeliest,
** until the full stop (greedy decoding, Sutskever, Vinyals and Le 2014). Each word is a pass of the
** decoder in an arena of its own, over the encoder's one pass.
**
** Three traces are made, one for each half (trace/trace_halves.c), all of them whole: sentences
** have at most MODEL_HALF_TOKENS_MOST tokens.
**
** A mask of the order lies over all three kinds of attention, each with the parts that mean
** something there:
**
**   the encoder's own   all parts
**   the decoder's own   those that say which places see each other, and causal whatever is asked
**                       for: no row may see the word that it is to say; padding is of the source
**   between the two     all but causal and prefix, which compare places of one sentence
**
** Cells edited by hand are those between the two.
*/
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "core/heads.h"
#include "model/forward/forward.h"

typedef struct Halves {
  const Model *model;
  const RunOrder *order;
  RunOrder orders[HALF_COUNT];
  MaskSpec masks[HALF_COUNT]; /* of an order with a mask */
  Forward of[HALF_COUNT];
} Halves;

/* What was said so far. */
typedef struct Said {
  int ids[MODEL_SAID_MOST];
  int count;
} Said;

/* ---- the sentences ---- */

static const Str full_stop = {".", 1}, begin = {"___", 3};

/* A token that was not typed, at the front or the end of the others; with too many the last one is
** cut off for it. */
static bool add_token(Forward *forward, TraceTokenText token, bool at_end, Status *status) {
  ForwardTokens *tokens = &forward->tokens;
  if (tokens->count == MODEL_HALF_TOKENS_MOST) tokens->count--, tokens->cut_count++;
  size_t count = (size_t)tokens->count;
  TraceTokenText *texts = arena_take(forward->arena, count + 1, sizeof *texts);
  int *ids = arena_take(forward->arena, count + 1, sizeof *ids);
  if (!texts || !ids) return status_no_memory(status);
  if (count > 0) memcpy(texts + !at_end, tokens->texts, count * sizeof *texts);
  if (count > 0) memcpy(ids + !at_end, tokens->ids, count * sizeof *ids);
  texts[at_end ? count : 0] = token;
  ids[at_end ? count : 0] = token.id;
  tokens->texts = texts;
  tokens->ids = ids;
  tokens->count++;
  return true;
}

static TraceTokenText token_of(Str text, int id, size_t first_byte) {
  return (TraceTokenText){.text = text,
                          .first_byte = (int)first_byte,
                          .match = text,
                          .id = id,
                          .group = -1,
                          .special = true};
}

static bool read_source(Forward *forward, Status *status) {
  ForwardTokens *tokens = &forward->tokens;
  int stop = vocabulary_find(forward->model->vocabulary, full_stop);
  if (!forward_tokenize(forward, status)) return false;
  if (tokens->count == 0 || stop < 0 || tokens->ids[tokens->count - 1] == stop) return true;
  return add_token(forward, token_of(full_stop, stop, tokens->sentence.bytes), true, status);
}

/* A full stop at the end is what the row before it is asked for. */
static void drop_end(Forward *forward) {
  ForwardTokens *tokens = &forward->tokens;
  int end = vocabulary_find(forward->model->vocabulary, STR("。"));
  if (tokens->count > 0 && tokens->ids[tokens->count - 1] == end) tokens->count--;
}

/* The typed words, or those that the decoder said. An empty source is said in no words. */
static bool read_target(Forward *forward, bool is_empty, Status *status) {
  if (!forward_tokenize(forward, status)) return false;
  drop_end(forward);
  if (is_empty) {
    forward->tokens.count = 0;
    return true;
  }
  return add_token(forward, token_of(begin, VOCABULARY_HIDDEN_ID, 0), false, status);
}

/* ---- preparing ---- */

static MaskParts parts_of_half(MaskParts parts, TraceHalf half) {
  const unsigned order = 1u << MASK_CAUSAL | 1u << MASK_PREFIX;
  if (half != HALF_SOURCE) parts.named &= ~order;
  if (half == HALF_TARGET) parts.named &= ~(1u << MASK_PADDING);
  if (half == HALF_TARGET) parts.named |= 1u << MASK_CAUSAL;
  return parts;
}

static const MaskSpec *mask_of_half(Halves *halves, TraceHalf half) {
  const MaskSpec *whole = halves->order->mask;
  MaskSpec *mask = &halves->masks[half];
  if (!whole) return NULL;
  *mask = *whole;
  mask->parts = parts_of_half(whole->parts, half);
  if (half != HALF_CROSS) mask->edit_count = 0;
  return mask;
}

static Forward half_of(Halves *halves, TraceHalf half, Arena *arena) {
  return (Forward){.model = halves->model->halves[half],
                   .order = &halves->orders[half],
                   .arena = arena,
                   .pool = halves->order->pool};
}

static const Trace *half_without(const RunOrder *order, TraceHalf half) {
  return order->without ? trace_of_half(order->without, half) : NULL;
}

static bool prepare_source(Halves *halves, Arena *arena, Status *status) {
  const RunOrder *order = halves->order;
  Forward *source = &halves->of[HALF_SOURCE];
  halves->orders[HALF_SOURCE] = (RunOrder){
      .sentence = order->sentence, .kind = order->kind, .pool = order->pool, .keep = KEEP_ALL};
  halves->orders[HALF_SOURCE].mask = mask_of_half(halves, HALF_SOURCE);
  halves->orders[HALF_SOURCE].what_ifs = order->what_ifs;
  halves->orders[HALF_SOURCE].without = half_without(order, HALF_SOURCE);
  halves->orders[HALF_SOURCE].shared_without = order->shared_without;
  *source = half_of(halves, HALF_SOURCE, arena);
  if (!read_source(source, status)) return false;
  source->source_sentence = source->said = source->tokens.sentence;
  return true;
}

/* One order for both halves of the decoder but for the mask; the second also has the keys. */
static bool prepare_target(Halves *halves, const Said *said, Arena *arena, Status *status) {
  const RunOrder *order = halves->order;
  Forward *source = &halves->of[HALF_SOURCE], *target = &halves->of[HALF_TARGET];
  Forward *cross = &halves->of[HALF_CROSS];
  RunOrder same = {
      .sentence = order->second, .kind = order->kind, .pool = order->pool, .keep = KEEP_ALL};
  if (said) same.ids = said->ids, same.id_count = said->count;
  halves->orders[HALF_TARGET] = halves->orders[HALF_CROSS] = same;
  halves->orders[HALF_CROSS].keys = source->trace;
  for (int half = HALF_TARGET; half <= HALF_CROSS; half++) {
    halves->orders[half].mask = mask_of_half(halves, (TraceHalf)half);
    halves->orders[half].what_ifs = order->what_ifs;
    halves->orders[half].without = half_without(order, (TraceHalf)half);
    halves->orders[half].shared_without = order->shared_without;
  }
  *target = half_of(halves, HALF_TARGET, arena);
  *cross = half_of(halves, HALF_CROSS, arena);
  if (!read_target(target, source->tokens.count == 0, status)) return false;
  target->source_sentence = source->tokens.sentence;
  target->said = target->tokens.sentence;
  cross->tokens = target->tokens;
  cross->source_sentence = target->source_sentence;
  cross->said = target->said;
  return forward_prepare(target, status) && forward_prepare(cross, status);
}

/* ---- running ---- */

static bool take_half(Forward *forward, Status *status) {
  forward->end_row = forward->tokens.count;
  return forward_take_memory(forward, status);
}

static void lend_input(const Forward *forward, int layer, const Forward *before) {
  if (trace_has_lent_input(forward->trace, layer))
    trace_lend_input(forward->trace, layer, before->trace);
}

static bool run_source(Halves *halves, Status *status) {
  Forward *source = &halves->of[HALF_SOURCE];
  if (source->tokens.count == 0) return true;
  if (!take_half(source, status)) return false;
  forward_embed(source);
  for (int layer = 0; layer < halves->model->encoder_layers; layer++) forward_layer(source, layer);
  return true;
}

static bool run_target(Halves *halves, Status *status) {
  Forward *target = &halves->of[HALF_TARGET], *cross = &halves->of[HALF_CROSS];
  if (target->tokens.count == 0) return true;
  if (!take_half(target, status) || !take_half(cross, status)) return false;
  forward_embed(target);
  for (int layer = halves->model->encoder_layers; layer < halves->model->layer_count; layer += 2) {
    lend_input(target, layer, cross);
    forward_layer(target, layer);
    lend_input(cross, layer + 1, target);
    forward_layer(cross, layer + 1);
  }
  forward_last(cross);
  return true;
}

/* ---- saying it ---- */

/* The likeliest word behind the last row; the hidden word is never said. */
static int likeliest(const Forward *cross) {
  MatView logits = trace_matrix(cross->trace, TRACE_LOGITS, 0, 0);
  int last = logits.rows - 1, word = VOCABULARY_HIDDEN_ID + 1;
  for (int i = word; i < logits.cols; i++)
    if (mat_get(logits, last, i) > mat_get(logits, last, word)) word = i;
  return word;
}

static bool say_word(Halves *halves, Said *said, bool *is_over, Status *status) {
  int end = vocabulary_find(halves->model->vocabulary, STR("。"));
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  bool done = prepare_target(halves, said, arena, status) && run_target(halves, status);
  if (done) {
    int word = likeliest(&halves->of[HALF_CROSS]);
    *is_over = word == end;
    if (word != end) said->ids[said->count++] = word;
  }
  arena_free(arena);
  return done;
}

static bool say(Halves *halves, Said *said, Status *status) {
  const Progress *progress = halves->order->progress;
  bool is_over = halves->of[HALF_SOURCE].tokens.count == 0;
  while (!is_over && said->count < MODEL_SAID_MOST)
    if (!say_word(halves, said, &is_over, status) ||
        !progress_check(progress, (double)said->count / MODEL_SAID_MOST, _("The forward pass"),
                        status))
      return false;
  return true;
}

/* ---- all of it ---- */

static bool run_both(Halves *halves, const Said *said, Arena *arena, Status *status) {
  if (!prepare_target(halves, said, arena, status)) return false;
  ArenaMark mark = arena_mark(arena);
  bool done = run_target(halves, status);
  arena_rewind(arena, mark);
  return done;
}

/* The encoder runs once, for all that is said. */
static bool run_encoder(Halves *halves, Arena *arena, Status *status) {
  if (!prepare_source(halves, arena, status) || !forward_prepare(&halves->of[HALF_SOURCE], status))
    return false;
  ArenaMark mark = arena_mark(arena);
  bool done = run_source(halves, status);
  arena_rewind(arena, mark);
  return done;
}

bool forward_run_halves(const Model *model, const RunOrder *order, Arena *arena,
                        const Trace **trace, Status *status) {
  Halves halves = {.model = model, .order = order};
  Said said = {.count = 0};
  bool is_free = order->second.at == NULL;
  assert(model->encoder_layers > 0 && model->vocabulary && !order->keys);
  if (order->ids || order->shuffles)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s reads one sentence and says another; it takes no ids, and no other "
                         "order of the words"),
                       model->info->name);
  if (!forward_check_two_sentences(order->kind, status) || !run_encoder(&halves, arena, status) ||
      (is_free && !say(&halves, &said, status)) ||
      !run_both(&halves, is_free ? &said : NULL, arena, status))
    return false;
  Trace *const made[HALF_COUNT] = {[HALF_SOURCE] = halves.of[HALF_SOURCE].trace,
                                   [HALF_TARGET] = halves.of[HALF_TARGET].trace,
                                   [HALF_CROSS] = halves.of[HALF_CROSS].trace};
  return trace_seal_halves(made, trace, status);
}
