/* screen/card_recording.c -- the rows of a recording's card: what it holds, what can be computed
** from it, what was checked, and which stages cannot be shown and why. */
#include <string.h>

#include "base/i18n.h"
#include "scene/score_scale.h"
#include "scene/mask_words.h"
#include "scene/number.h"
#include "screen/card_rows.h"
#include "trace/recording/facts.h"

enum { FINDINGS_MOST = 7 };

/* In cross-attention rows and columns belong to two sentences. */
static const char *tokens_words(Arena *arena, const Trace *trace) {
  int queries = trace_token_count(trace), keys = trace_key_count(trace);
  if (!trace_has_key_words(trace))
    return number_grouped(arena, str_format(arena, _("%d, each a query and a key"), queries));
  if (trace_keys_are_kept(trace))
    return number_grouped(
        arena, str_format(arena, _("queries: %d, keys: %d; those of the words before were kept"),
                          queries, keys));
  return number_grouped(
      arena,
      str_format(arena, _("queries of the sentence: %d, keys of another: %d"), queries, keys));
}

/* Grouped-query attention: several heads of Q share one of K and V. */
static const char *heads_words(Arena *arena, const Trace *trace) {
  int heads = trace_head_count(trace, 0), groups = trace_key_head_count(trace);
  int layers = trace_layer_count(trace);
  if (groups == heads) return str_format(arena, "%d × %d", layers, heads);
  return str_format(arena,
                    P_("%d × %d of Q; %d of K and V, each for %d head of Q",
                       "%d × %d of Q; %d of K and V, each for %d heads of Q", heads / groups),
                    layers, heads, groups, heads / groups);
}

/* One name if all layers have the same mask, else the masks with their layers. */
static const char *masks_words(Arena *arena, const Trace *trace) {
  StrBuf words = strbuf_make(arena);
  int layers = trace_layer_count(trace), spans = 0;
  enum { SPANS_MOST = 6 };
  for (int first = 0, end; first < layers; first = end) {
    Str name = trace_layer_mask_name(trace, first);
    for (end = first + 1; end < layers && str_equal(trace_layer_mask_name(trace, end), name);)
      end++;
    const char *mask = mask_words(arena, trace, first);
    if (first == 0 && end == layers) return mask;
    if (spans++ == SPANS_MOST) strbuf_add(&words, STR(" …"));
    if (spans > SPANS_MOST) break;
    if (first > 0) strbuf_add(&words, STR(", "));
    if (end - first == 1) strbuf_format(&words, _("%s (layer %d)"), mask, end);
    else strbuf_format(&words, _("%s (layers %d–%d)"), mask, first + 1, end);
  }
  return words.failed ? "" : words.at;
}

/* √d if the file or its numbers say so, else the number itself. */
static const char *divisor_words(Arena *arena, const Trace *trace) {
  ScoreScale divisor = score_scale_of(trace, 0);
  if (!(trace_score_divisor(trace, 0) > 0)) return _("not recorded");
  if (divisor.kind != SCORE_SCALE_ROOT && divisor.kind != SCORE_SCALE_TIMES_ROOT)
    return str_format(arena, "%s", divisor.symbol);
  return str_format(arena, "%s = %s", divisor.symbol, divisor.value.at);
}

/* File and types come last: what was recorded matters more than how. */
static void add_arrays(CardRows *card, const RecordingFacts *facts) {
  Arena *arena = card->arena;
  card_add(card, _("recorded"), facts->recorded, false);
  if (*facts->some_only) card_add(card, _("in some layers only"), facts->some_only, false);
  card_add(card, _("read as"), facts->reading, false);
  card_add(card, _("computed from it"), facts->computed, false);
  if (facts->words > 0)
    card_add(card, _("words it names"),
             str_format(arena, _("%s, by their numbers: no vocabulary is recorded"),
                        card_grouped(arena, (uint64_t)facts->words)),
             false);
  card_add(card, _("file"), card_middle(arena, facts->path, CARD_PATH_LETTERS), false);
  card_add(card, _("numbers"),
           str_format(arena, "%s · %s", facts->types, card_bytes(arena, facts->bytes)), false);
}

/* Stages that are missing for the same reason share a row. */
static void add_stages(CardRows *card, const Trace *trace) {
  Str names = trace_stage_names(trace, false, card->arena);
  card_add(card, _("can be shown"), names.at, false);
  for (int i = 0; i < trace_stage_count(trace); i++) {
    Str why = trace_stage_missing(trace, trace_stage_at(trace, i));
    StrBuf stages = strbuf_make(card->arena);
    bool said = why.bytes == 0;
    for (int j = 0; j < i && !said; j++)
      said = str_equal(trace_stage_missing(trace, trace_stage_at(trace, j)), why);
    for (int j = i; j < trace_stage_count(trace) && !said; j++)
      if (str_equal(trace_stage_missing(trace, trace_stage_at(trace, j)), why))
        strbuf_format(&stages, "%s%s", stages.bytes ? ", " : "",
                      stage_info(trace_stage_at(trace, j))->name);
    if (!said)
      card_add(card, _("cannot be shown"),
               str_format(card->arena, "%.*s: %.*s", (int)stages.bytes, stages.at, (int)why.bytes,
                          why.at),
               false);
  }
}

/* The contradiction is shown as the warning and not repeated among the findings. */
static void add_findings(CardRows *card, const Session *session) {
  const char *contradiction = session_contradiction(session);
  int count = session_finding_count(session), said = 0;
  card_add(card, _("warning"), contradiction, true);
  for (int i = 0; i < count && said < FINDINGS_MOST; i++) {
    const char *finding = session_finding(session, i);
    if (contradiction && strcmp(finding, contradiction) == 0) continue;
    card_add(card, said == 0 ? _("checked") : "", finding, false);
    said++;
  }
  int left = count - said - (contradiction != NULL);
  if (left > 0)
    card_add(card, "",
             str_format(card->arena,
                        P_("and %d more: headsup check lists them all",
                           "and %d more: headsup check lists them all", left),
                        left),
             false);
}

/* The order: what it is, what it holds, what was found wrong. */
void card_add_recording(CardRows *card, const Session *session) {
  const Trace *trace = session_trace(session);
  Arena *arena = card->arena;
  RecordingFacts facts = recording_facts(session_recording(session), arena);
  const char *attention = facts.attention;
  if (*facts.others)
    attention = str_format(arena, _("%s; also in the file: %s"), attention, facts.others);
  card_add(card, _("kind"), facts.kind, false);
  card_add(card, _("attention"), attention, false);
  card_add(card, _("layers × heads"), heads_words(arena, trace), false);
  card_add(card, _("tokens"), tokens_words(arena, trace), false);
  if (trace_d_head(trace) > 0)
    card_add(
        card, _("width"),
        str_format(arena,
                   P_("%d number for each head", "%d numbers for each head", trace_d_head(trace)),
                   trace_d_head(trace)),
        false);
  card_add(card, _("mask"), masks_words(arena, trace), false);
  card_add(card, _("scores divided by"), divisor_words(arena, trace), false);
  add_arrays(card, &facts);
  add_stages(card, trace);
  add_findings(card, session);
}
