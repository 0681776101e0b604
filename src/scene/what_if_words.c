/* scene/what_if_words.c -- the words for what a person changed of a run. */
#include "scene/what_if_words.h"

#include <assert.h>

#include "base/i18n.h"
#include "scene/number.h"

enum { SENTENCES_MOST = 4 };

const char *what_if_symbol(TracePart part) {
  switch (part) {
  case TRACE_INPUT:
    return "X";
  case TRACE_W_Q:
    return "W_Q";
  case TRACE_W_K:
    return "W_K";
  case TRACE_W_V:
    return "W_V";
  case TRACE_W_O:
    return "W_O";
  case TRACE_Q:
    return "Q";
  case TRACE_K:
    return "K";
  case TRACE_V:
    return "V";
  default:
    return _(trace_part_info(part)->title);
  }
}

/* "“cat”", or the number of a token that the sentence does not have. */
static const char *token_words(Arena *arena, const Trace *trace, int index, bool is_key) {
  int count = is_key ? trace_source_count(trace) : trace_token_count(trace);
  if (index >= count) return str_format(arena, "%d", index + 1);
  Str label = (is_key ? trace_source(trace, index) : trace_token(trace, index))->label;
  return str_format(arena, "“%.*s”", (int)label.bytes, label.at);
}

const char *what_if_label(Arena *arena, const Trace *trace, const WhatIf *one) {
  switch (one->kind) {
  case WHAT_IF_NUMBER:
    return str_format(arena, "%s %d, %d = %s", what_if_symbol(one->part), one->row + 1,
                      one->col + 1, number_full(one->value).at);
  case WHAT_IF_NO_KEY:
    return str_format(arena, _("without key %s"), token_words(arena, trace, one->row, true));
  case WHAT_IF_NO_QUERY:
    return str_format(arena, _("without query %s"), token_words(arena, trace, one->row, false));
  case WHAT_IF_HEAD_OFF:
    return str_format(arena, _("layer %d: head %d off"), one->layer + 1, one->head + 1);
  default:
    return str_format(arena, "%s ↔ %s", token_words(arena, trace, one->row, false),
                      token_words(arena, trace, one->row + 1, false));
  }
}

const char *what_if_take_away(Arena *arena, const WhatIf *one) {
  const TracePartInfo *info = trace_part_info(one->part);
  switch (one->kind) {
  case WHAT_IF_NUMBER:
    if (!info->per_head)
      return str_format(arena, "set %s %d %d off layer %d beyond", info->name, one->row + 1,
                        one->col + 1, one->layer + 1);
    return str_format(arena, "set %s %d %d off layer %d head %d beyond", info->name, one->row + 1,
                      one->col + 1, one->layer + 1, one->head + 1);
  case WHAT_IF_NO_KEY:
    return str_format(arena, "without key %d off", one->row + 1);
  case WHAT_IF_NO_QUERY:
    return str_format(arena, "without query %d off", one->row + 1);
  case WHAT_IF_HEAD_OFF:
    return str_format(arena, "head on %d layer %d", one->head + 1, one->layer + 1);
  default:
    return str_format(arena, "swap %d off", one->row + 1);
  }
}

/* ---- sentences ---- */

/* The number that stood there; false: there is none to be told. */
static bool number_before(const Trace *trace, const WhatIf *one, float *before) {
  const Trace *own = trace_of_layer(trace, one->layer);
  if (one->layer >= trace_layer_count(trace) || trace_part_info(one->part)->is_weights)
    return false;
  Moved moved = moved_make(own, one->part, one->layer, one->head);
  if (!moved.before.at || one->row >= moved.now.rows || one->col >= moved.now.cols) return false;
  *before = moved_before(&moved, one->row, one->col);
  return true;
}

static const char *place_words(Arena *arena, const WhatIf *one) {
  const TracePartInfo *info = trace_part_info(one->part);
  if (!info->per_head)
    return str_format(arena, _("row %d, column %d of %s in layer %d"), one->row + 1, one->col + 1,
                      what_if_symbol(one->part), one->layer + 1);
  return str_format(arena, _("row %d, column %d of %s in layer %d, head %d"), one->row + 1,
                    one->col + 1, what_if_symbol(one->part), one->layer + 1, one->head + 1);
}

static const char *number_sentence(Arena *arena, const Trace *trace, const WhatIf *one) {
  float before;
  const char *place = place_words(arena, one);
  Number now = number_full(one->value);
  if (!place) return NULL;
  if (!number_before(trace, one, &before))
    return str_format(arena, _("Set by hand: %s is %s."), place, now.at);
  return str_format(arena, _("Set by hand: %s is %s instead of %s."), place, now.at,
                    number_full(before).at);
}

const char *what_if_sentence(Arena *arena, const Trace *trace, const WhatIf *one) {
  switch (one->kind) {
  case WHAT_IF_NUMBER:
    return number_sentence(arena, trace, one);
  case WHAT_IF_NO_KEY:
    return str_format(arena, _("Taken away: key %d, %s, which no query sees."), one->row + 1,
                      token_words(arena, trace, one->row, true));
  case WHAT_IF_NO_QUERY:
    return str_format(arena, _("Taken away: query %d, %s, which sees no key."), one->row + 1,
                      token_words(arena, trace, one->row, false));
  case WHAT_IF_HEAD_OFF:
    return str_format(arena, _("Switched off: head %d of layer %d, whose output is 0."),
                      one->head + 1, one->layer + 1);
  default:
    return str_format(arena, _("Swapped: tokens %d and %d, now %s and %s."), one->row + 1,
                      one->row + 2, token_words(arena, trace, one->row, false),
                      token_words(arena, trace, one->row + 1, false));
  }
}

void what_if_add_words(StrBuf *words, const Trace *trace) {
  const WhatIfs *ifs = trace_what_ifs(trace);
  if (!ifs) return;
  for (int i = 0; i < ifs->count && i < SENTENCES_MOST; i++) {
    const char *sentence = what_if_sentence(words->arena, trace, &ifs->of[i]);
    if (sentence) i18n_add_sentence(words, sentence);
  }
  int more = ifs->count - SENTENCES_MOST;
  if (more <= 0) return;
  const char *counted = str_format(
      words->arena, P_("%d more change was made.", "%d more changes were made.", more), more);
  if (counted) i18n_add_sentence(words, counted);
}
