/* screen/card.c -- facts of a model become names and sentences. */
#include "screen/card.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "model/facts.h"

enum { FACTS_MOST = 24 };

typedef struct Card {
  Arena *arena;
  UiFact *facts;
  int count;
} Card;

Str card_line(Arena *arena, const char *text) {
  Status line;
  status_fail(&line, STATUS_COULD_NOT, "%s", text);
  const char *copy = str_copy(arena, str_from(line.sentence));
  return str_from(copy);
}

static void add(Card *card, const char *name, const char *value, bool is_warning) {
  if (card->count == FACTS_MOST || !value || !*value) return;
  card->facts[card->count++] = (UiFact){str_from(name), card_line(card->arena, value), is_warning};
}

/* 124439808 → "124 439 808", groups of three parted by a thin space. */
static const char *grouped(Arena *arena, uint64_t number) {
  char digits[24];
  int count = snprintf(digits, sizeof digits, "%" PRIu64, number);
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < count; i++) {
    if (i > 0 && (count - i) % 3 == 0) strbuf_add(&text, STR("\u202F"));
    strbuf_add_char(&text, digits[i]);
  }
  return text.failed ? "" : text.at;
}

static const char *bytes_words(Arena *arena, uint64_t bytes) {
  double size = (double)bytes;
  if (size < 1e6) return str_format(arena, _("%.1f kB"), size / 1e3);
  if (size < 1e9) return str_format(arena, _("%.1f MB"), size / 1e6);
  return str_format(arena, _("%.2f GB"), size / 1e9);
}

static const char *norm_words(NormPlace place) {
  if (place == NORM_BEFORE) return _("before the heads and before the MLP");
  if (place == NORM_AFTER) return _("after each sum");
  return _("none");
}

static void add_sizes(Card *card, const ModelFacts *facts) {
  Arena *arena = card->arena;
  add(card, _("layers × heads"), str_format(arena, "%d × %d", facts->layers, facts->heads), false);
  add(card, _("width"),
      str_format(arena, _("%d numbers for each token, %d for each head"), facts->d_model,
                 facts->d_head),
      false);
  if (facts->d_ff > 0)
    add(card, _("MLP"), str_format(arena, _("%d hidden units, %s"), facts->d_ff, facts->activation),
        false);
  add(card, _("norms"), norm_words(facts->norm_place), false);
  add(card, _("mask"), _(facts->mask), false);
  add(card, _("tokens at most"), grouped(arena, (uint64_t)facts->positions), false);
  if (facts->words > 0)
    add(card, _("words it names"), grouped(arena, (uint64_t)facts->words), false);
}

static void add_model(Card *card, const ModelFacts *facts) {
  Arena *arena = card->arena;
  const char *files =
      facts->file_count > 1 ? str_format(arena, _(" in %d files"), facts->file_count) : "";
  add(card, _("kind"), _(facts->family), false);
  add_sizes(card, facts);
  add(card, _("parameters"),
      str_format(arena, _("%s, counted from the tensors"), grouped(arena, facts->parameters)),
      false);
  add(card, _("weights"),
      str_format(arena, "%s · %s%s", facts->dtype, bytes_words(arena, facts->bytes), files), false);
  add(card, _("file"), *facts->file ? facts->file : _("part of the program"), false);
  add(card, _("tokenizer"), _(facts->tokenizer), false);
  add(card, _("to know"), facts->tokenizer_note, true);
  add(card, _("warning"), facts->warning, true);
}

/* What a recording lacks, said once for each stage it takes away. */
static void add_missing(Card *card, const Trace *trace) {
  for (int i = 0; i < trace_stage_count(trace); i++) {
    StageId stage = trace_stage_at(trace, i);
    Str why = trace_stage_missing(trace, stage);
    if (why.bytes > 0)
      add(card, _(stage_info(stage)->title),
          str_format(card->arena, "%.*s", (int)why.bytes, why.at), false);
  }
}

static void add_findings(Card *card, const Session *session) {
  const char *contradiction = session_contradiction(session);
  add(card, _("warning"), contradiction, true);
  for (int i = 0; i < session_finding_count(session); i++) {
    const char *finding = session_finding(session, i);
    if (!contradiction || strcmp(finding, contradiction) != 0)
      add(card, _("checked"), finding, false);
  }
}

static void add_memory(Card *card, const Session *session) {
  add(card, _("memory"),
      str_format(card->arena, _("at most %d MB for matrices; the command cache changes it"),
                 session_cache_mb(session)),
      false);
}

void card_fill(const Session *session, Arena *arena, UiInputs *inputs) {
  const Trace *trace = session_trace(session);
  const Model *model = session_model(session);
  Card card = {.arena = arena, .facts = arena_take(arena, FACTS_MOST, sizeof(UiFact))};
  if (!card.facts) return;
  if (model) {
    ModelFacts facts = model_facts(model, arena);
    add_model(&card, &facts);
  }
  add_missing(&card, trace);
  add_findings(&card, session);
  add(&card, _("warning"), trace_problem(trace), true);
  add_memory(&card, session);
  Str label = trace_model_label(trace);
  inputs->card_title = card_line(arena, str_format(arena, "%.*s", (int)label.bytes, label.at));
  inputs->card = card.facts;
  inputs->card_count = card.count;
}
