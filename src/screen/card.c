/* screen/card.c -- turns facts of a model into names and sentences. */
#include "screen/card.h"

#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "screen/card_rows.h"
#include "text/utf8.h"

/* A status escapes control and bidirectional characters, and shortens what is too long. */
Str card_line(Arena *arena, const char *text) {
  Status line;
  status_fail(&line, STATUS_COULD_NOT, "%s", text);
  const char *copy = str_copy(arena, str_from(line.sentence));
  return str_from(copy);
}

void card_add(CardRows *card, const char *name, const char *value, bool is_warning) {
  if (card->count == CARD_ROWS_MOST || !value || !*value) return;
  card->facts[card->count++] = (UiFact){str_from(name), card_line(card->arena, value), is_warning};
}

const char *card_grouped(Arena *arena, uint64_t number) {
  return number_grouped(arena, str_format(arena, "%" PRIu64, number));
}

/* The byte where the last `letters` graphemes begin, so that no character is cut. */
static size_t ending_at(Str text, int letters) {
  size_t at = 0;
  int count = 0;
  for (size_t i = 0; i < text.bytes; i = utf8_next_grapheme(text, i)) count++;
  for (int skip = count - letters; skip > 0; skip--) at = utf8_next_grapheme(text, at);
  return at;
}

/* Cuts the middle: the beginning of a path gives its place, its end its name. */
const char *card_middle(Arena *arena, const char *given, int letters_most) {
  Str text = str_from(given);
  size_t begin = 0, end = ending_at(text, letters_most / 2);
  for (int i = 0; i < letters_most - letters_most / 2 - 1 && begin < text.bytes; i++)
    begin = utf8_next_grapheme(text, begin);
  if (ending_at(text, letters_most) == 0) return given;
  const char *cut = str_format(arena, "%.*s…%s", (int)begin, text.at, text.at + end);
  return cut ? cut : given;
}

const char *card_bytes(Arena *arena, uint64_t bytes) {
  double size = (double)bytes;
  if (size < 1e6) return str_format(arena, _("%.1f kB"), size / 1e3);
  if (size < 1e9) return str_format(arena, _("%.1f MB"), size / 1e6);
  return str_format(arena, _("%.2f GB"), size / 1e9);
}

static const char *norm_words(const ModelFacts *facts) {
  bool is_rms = facts->norm_method == NORM_RMS;
  if (facts->norm_place == NORM_BEFORE)
    return is_rms ? _("by the root mean square, before the heads and before the MLP")
                  : _("before the heads and before the MLP");
  if (facts->norm_place == NORM_AFTER) return _("after each sum");
  return _("none");
}

static const char *mlp_words(Arena *arena, const ModelFacts *facts) {
  const char *format =
      facts->is_gated
          ? P_("%d hidden unit behind a gate, %s", "%d hidden units behind gates, %s", facts->d_ff)
          : P_("%d hidden unit, %s", "%d hidden units, %s", facts->d_ff);
  return number_grouped(arena, str_format(arena, format, facts->d_ff, facts->activation));
}

static void add_sizes(CardRows *card, const ModelFacts *facts) {
  Arena *arena = card->arena;
  if (facts->encoder_layers > 0)
    card_add(card, _("layers"),
             str_format(arena, _("encoder %d, decoder %d, which asks itself and then the encoder"),
                        facts->encoder_layers, (facts->layers - facts->encoder_layers) / 2),
             false);
  card_add(card, _("layers × heads"), str_format(arena, "%d × %d", facts->layers, facts->heads),
           false);
  card_add(card, _("width"),
           number_grouped(
               arena, str_format(arena,
                                 P_("%d number for each token, %d for each head",
                                    "%d numbers for each token, %d for each head", facts->d_model),
                                 facts->d_model, facts->d_head)),
           false);
  if (facts->key_heads < facts->heads)
    card_add(
        card, _("heads of K and V"),
        str_format(arena,
                   P_("%d, each used by %d of Q", "%d, each used by %d of Q", facts->key_heads),
                   facts->key_heads, facts->heads / facts->key_heads),
        false);
  if (facts->d_ff > 0) card_add(card, _("MLP"), mlp_words(arena, facts), false);
  card_add(card, _("norms"), norm_words(facts), false);
  card_add(card, _("positions"), _(facts->places), false);
  card_add(card, _("mask"), _(facts->mask), false);
  card_add(card, _("tokens at most"), card_grouped(arena, (uint64_t)facts->positions), false);
  if (facts->words > 0)
    card_add(card, _("words it names"), card_grouped(arena, (uint64_t)facts->words), false);
}

/* "never trained: 99.60 % of 2 000 answers · …"; what it never met first, since that tells most. */
static const char *scores_words(Arena *arena, const Readme *readme) {
  StrBuf words = strbuf_make(arena);
  for (int i = 0; i < readme->score_count; i++) {
    const ReadmeScore *score = &readme->scores[(i + 1) % readme->score_count];
    if (i > 0) strbuf_add(&words, STR(" · "));
    strbuf_format(&words, _("%s: %.2f\u00a0%% of %s answers"), _(score->set), score->percent,
                  card_grouped(arena, (uint64_t)score->asked));
  }
  return words.failed ? "" : words.at;
}

/* Of the head that aligns best. */
static const char *alignment_words(Arena *arena, const Readme *readme) {
  int row = 0, head = 0;
  for (int i = 0; i < readme->alignment_rows * readme->alignment_heads; i++) {
    int of_row = i / readme->alignment_heads, of_head = i % readme->alignment_heads;
    if (readme->alignment[of_row][of_head] > readme->alignment[row][head])
      row = of_row, head = of_head;
  }
  return str_format(
      arena,
      _("%.1f\u00a0%% of the words look most at the word they are said for, in head %d of the "
        "decoder's cross layer %d; training never saw which word that is"),
      readme->alignment[row][head], head + 1, row + 1);
}

/* "English, Chinese · 727 words" */
static const char *languages_words(Arena *arena, const ModelFacts *facts) {
  static const char *const names[][2] = {{"english", N_("English")}, {"chinese", N_("Chinese")}};
  const Readme *readme = facts->readme;
  StrBuf words = strbuf_make(arena);
  for (int i = 0; i < readme->language_count; i++) {
    const char *name = readme->languages[i];
    for (int j = 0; j < 2; j++)
      if (strcmp(name, names[j][0]) == 0) name = _(names[j][1]);
    strbuf_format(&words, i > 0 ? ", %s" : "%s", name);
  }
  if (readme->language_count > 0 && facts->known_words > 0) strbuf_add(&words, STR(" · "));
  if (facts->known_words > 0)
    strbuf_format(&words, P_("%s word", "%s words", facts->known_words),
                  card_grouped(arena, (uint64_t)facts->known_words));
  return words.failed ? "" : words.at;
}

/* What a reader asks first: what the model does, how well, in which words, and what it cannot. */
static void add_abilities(CardRows *card, const ModelFacts *facts) {
  Arena *arena = card->arena;
  const Readme *readme = facts->readme;
  const char *purpose = readme_purpose(arena, readme);
  card_add(card, _("what it does"), purpose ? purpose : _(facts->explanation), false);
  card_add(card, _("right"), scores_words(arena, readme), false);
  if (readme->alignment_rows > 0)
    card_add(card, _("alignment"), alignment_words(arena, readme), false);
  card_add(card, _("knows"), languages_words(arena, facts), false);
  card_add(card, _("cannot"), readme_limits(arena, readme), false);
}

static void add_model(CardRows *card, const ModelFacts *facts) {
  Arena *arena = card->arena;
  int files = facts->file_count;
  const char *bytes = card_bytes(arena, facts->bytes);
  if (files > 1)
    bytes = str_format(arena, P_("%s in %d file", "%s in %d files", files), bytes, files);
  add_abilities(card, facts);
  card_add(card, _("kind"), _(facts->family), false);
  card_add(card, _("command"), facts->command, false);
  add_sizes(card, facts);
  card_add(
      card, _("parameters"),
      str_format(arena, _("%s, counted from the tensors"), card_grouped(arena, facts->parameters)),
      false);
  card_add(card, "", card_part_words(arena, facts), false);
  card_add(card, _("weights"), str_format(arena, "%s · %s", facts->dtype, bytes), false);
  card_add(card, _("file"),
           *facts->file ? card_middle(arena, facts->file, CARD_PATH_LETTERS)
                        : _("part of the program"),
           false);
  card_add(card, _("tokenizer"), _(facts->tokenizer), false);
  card_add(card, _("to know"), facts->tokenizer_note, true);
  card_add(card, _("to know"), facts->note, true);
  card_add(card, _("warning"), facts->warning, true);
}

/* The last row, since it belongs to the session, not to the model. */
static void add_memory(CardRows *card, const Session *session) {
  card_add(card, _("memory"),
           str_format(card->arena, _("at most %d MB for matrices; the command cache changes it"),
                      session_cache_mb(session)),
           false);
}

/* Only known facts get a row: an empty value adds none. */
void card_fill(const Session *session, Arena *arena, UiInputs *inputs) {
  const Trace *trace = session_trace(session);
  const Model *model = session_model(session);
  CardRows card = {.arena = arena, .facts = arena_take(arena, CARD_ROWS_MOST, sizeof(UiFact))};
  if (!card.facts) return;
  if (model) {
    ModelFacts facts = model_facts(model, arena);
    add_model(&card, &facts);
    /* The picture is of one layer, and those of a stack of two halves differ. */
    if (facts.encoder_layers == 0) inputs->card_block = card_block(&facts, arena);
  }
  if (session_recording(session)) card_add_recording(&card, session);
  card_add(&card, _("warning"), trace_problem(trace), true);
  add_memory(&card, session);
  Str label = trace_model_label(arena, trace);
  const char *title = str_copy(arena, label);
  inputs->card_title = card_line(arena, card_middle(arena, title ? title : "", CARD_TITLE_LETTERS));
  inputs->card = card.facts;
  inputs->card_count = card.count;
}
